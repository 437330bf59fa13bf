//! Arrays as NumPy saves them: the NPY format.

/// An array of the NPY format.
pub(crate) struct Array<'b> {
    kind: Kind,
    little: bool,
    /// Bytes of an element.
    size: usize,
    /// What the file calls an element.
    descr: String,
    pub lengths: Vec<usize>,
    pub fortran: bool,
    data: &'b [u8],
}

/// What an array is of.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Float,
    Signed,
    Unsigned,
    /// Characters of four bytes.
    Unicode,
    Bytes,
}

impl<'b> Array<'b> {
    /// The array that a file of these bytes has.
    pub fn parse(bytes: &'b [u8]) -> Result<Array<'b>, String> {
        let cut = || "the file is cut off".to_owned();
        let Some(rest) = bytes.strip_prefix(b"\x93NUMPY") else {
            return Err("not an NPY file".to_owned());
        };
        let (version, rest) = rest.split_at_checked(2).ok_or_else(cut)?;
        let (length, rest) = match version[0] {
            1 => {
                let (length, rest) = rest.split_first_chunk::<2>().ok_or_else(cut)?;
                (usize::from(u16::from_le_bytes(*length)), rest)
            }
            2 | 3 => {
                let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
                (u32::from_le_bytes(*length) as usize, rest)
            }
            other => return Err(format!("version {other} of the NPY format is not known")),
        };
        let (header, data) = rest.split_at_checked(length).ok_or_else(cut)?;
        let header = String::from_utf8_lossy(header);
        let value = |key: &str| {
            let (_, after) = header.split_once(&format!("'{key}':"))?;
            Some(after.trim_start())
        };
        let wrong = |key: &str| format!("its header does not say {key:?}");
        let descr = value("descr").ok_or_else(|| wrong("descr"))?;
        let descr = descr
            .strip_prefix('\'')
            .and_then(|rest| rest.split_once('\''));
        let (descr, _) = descr.ok_or("records cannot be read; an array of numbers can")?;
        let (kind, little, size) = element(descr)?;
        let order = value("fortran_order").ok_or_else(|| wrong("fortran_order"))?;
        let lengths = value("shape")
            .and_then(lengths)
            .ok_or_else(|| wrong("shape"))?;
        let bytes = lengths
            .iter()
            .try_fold(size, |all, &length| all.checked_mul(length));
        if bytes != Some(data.len()) {
            let told = format!(
                "its shape asks for another number of bytes than the {} that it has",
                data.len()
            );
            return Err(told);
        }
        Ok(Array {
            kind,
            little,
            size,
            descr: descr.to_owned(),
            lengths,
            fortran: order.starts_with("True"),
            data,
        })
    }

    /// The elements, as numbers, by their places.
    pub fn numbers(&self) -> Result<impl Fn(usize) -> f64, String> {
        let read: fn([u8; 8]) -> f64 = match (self.kind, self.size) {
            (Kind::Float, 8) => f64::from_le_bytes,
            (Kind::Float, 4) => |[a, b, c, d, ..]| f64::from(f32::from_le_bytes([a, b, c, d])),
            (Kind::Signed, 8) => |bytes| i64::from_le_bytes(bytes) as f64,
            (Kind::Signed, 4) => |[a, b, c, d, ..]| f64::from(i32::from_le_bytes([a, b, c, d])),
            (Kind::Signed, 2) => |[a, b, ..]| f64::from(i16::from_le_bytes([a, b])),
            (Kind::Signed, 1) => |[a, ..]| f64::from(a as i8),
            (Kind::Unsigned, 8) => |bytes| u64::from_le_bytes(bytes) as f64,
            (Kind::Unsigned, 4) => |[a, b, c, d, ..]| f64::from(u32::from_le_bytes([a, b, c, d])),
            (Kind::Unsigned, 2) => |[a, b, ..]| f64::from(u16::from_le_bytes([a, b])),
            (Kind::Unsigned, 1) => |[a, ..]| f64::from(a),
            _ => {
                let descr = &self.descr;
                let told =
                    format!("its elements must be f8, f4, whole numbers or truths, not {descr:?}");
                return Err(told);
            }
        };
        Ok(move |place: usize| {
            let element = &self.data[place * self.size..][..self.size];
            let mut bytes = [0; 8];
            bytes[..self.size].copy_from_slice(element);
            if !self.little {
                bytes[..self.size].reverse();
            }
            read(bytes)
        })
    }

    /// All numbers, the last index changing fastest, whatever the order of the file.
    pub fn in_order(&self) -> Result<Vec<f64>, String> {
        let number = self.numbers()?;
        let count = self.data.len() / self.size.max(1);
        if !self.fortran || self.lengths.len() < 2 {
            return Ok((0..count).map(number).collect());
        }
        let place = |index: usize| {
            let (mut rest, mut place, mut step) = (index, 0, count);
            for &length in self.lengths.iter().rev() {
                step /= length;
                place += rest % length * step;
                rest /= length;
            }
            place
        };
        Ok((0..count).map(|index| number(place(index))).collect())
    }

    /// The elements, as words: of a list, or of a single one.
    pub fn words(&self) -> Result<Vec<String>, String> {
        let wrong = || "it must be a list of names".to_owned();
        if self.lengths.len() > 1 || self.size == 0 {
            return Err(wrong());
        }
        let elements = self.data.chunks_exact(self.size);
        let word = |element: &[u8]| match self.kind {
            Kind::Bytes => String::from_utf8(element.to_vec()).ok(),
            Kind::Unicode => {
                let letters = element
                    .as_chunks::<4>()
                    .0
                    .iter()
                    .map(|&letter| match self.little {
                        true => u32::from_le_bytes(letter),
                        false => u32::from_be_bytes(letter),
                    });
                letters.map(char::from_u32).collect()
            }
            _ => None,
        };
        let words = elements.map(|element| Some(word(element)?.trim_end_matches('\0').to_owned()));
        words.collect::<Option<Vec<String>>>().ok_or_else(wrong)
    }

    /// Its shape as Python writes it.
    pub fn shape(&self) -> String {
        match self.lengths[..] {
            [one] => format!("({one},)"),
            _ => {
                let lengths: Vec<String> = self.lengths.iter().map(usize::to_string).collect();
                format!("({})", lengths.join(", "))
            }
        }
    }
}

/// What a word such as `<f8` says of elements: what they are, whether their lowest byte comes first, and their size.
fn element(descr: &str) -> Result<(Kind, bool, usize), String> {
    let unknown = || format!("elements of type {descr:?} cannot be read");
    let (order, rest) = match descr.as_bytes().first() {
        Some(b'<' | b'|' | b'=') => (true, &descr[1..]),
        Some(b'>') => (false, &descr[1..]),
        _ => (true, descr),
    };
    let Some(letter) = rest.chars().next().filter(char::is_ascii) else {
        return Err(unknown());
    };
    let size: usize = rest[1..].parse().map_err(|_| unknown())?;
    let (kind, size) = match letter {
        'f' => (Kind::Float, Some(size)),
        'i' => (Kind::Signed, Some(size)),
        'u' | 'b' => (Kind::Unsigned, Some(size)),
        'U' => (Kind::Unicode, size.checked_mul(4)),
        'S' | 'a' => (Kind::Bytes, Some(size)),
        _ => return Err(unknown()),
    };
    Ok((kind, order, size.ok_or_else(unknown)?))
}

/// The lengths of a tuple such as `(10, 2, 7)`.
fn lengths(text: &str) -> Option<Vec<usize>> {
    let (inside, _) = text.strip_prefix('(')?.split_once(')')?;
    let lengths = inside
        .split(',')
        .map(str::trim)
        .filter(|length| !length.is_empty());
    let lengths = lengths.map(|length| length.trim_end_matches('L').parse().ok());
    lengths.collect()
}

/// An array of rows as an NPY file: elements of a type such as `<f8`, of which a row has `width`; 0 for an array without a second index.
pub(crate) fn written(descr: &str, rows: usize, width: usize, data: &[u8]) -> Vec<u8> {
    let shape = match width {
        0 => format!("({rows},)"),
        _ => format!("({rows}, {width})"),
    };
    let mut header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    // The data begins at a multiple of 64 bytes; ten come before the header.
    let length = (header.len() + 11).next_multiple_of(64) - 10;
    header.push_str(&" ".repeat(length - header.len() - 1));
    header.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}
