//! Edges as NumPy saves arrays: NPZ, a ZIP archive of them, and NPY.

use super::{Edges, EdgesFault};
use crate::max_size::{MaxSize, Unread, read};
use crate::robots::coordinates::Coordinates;
use std::io::Cursor;
use zip::ZipArchive;

/// The array that has the edges.
const EDGES: &str = "edges";
/// The array that has the joints' names, if it is there.
const JOINTS: &str = "joints";

/// The edges of an NPZ file: its array `edges`, else the only one that it has.
pub(super) fn parse_npz(
    bytes: &[u8],
    robot: &Coordinates,
    most: MaxSize,
) -> Result<Edges, EdgesFault> {
    let whole = |problem: String| EdgesFault::Array(EDGES.to_owned(), problem);
    let mut archive = ZipArchive::new(Cursor::new(bytes))
        .map_err(|error| whole(format!("not an NPZ file: {error}")))?;
    let names: Vec<String> = archive
        .file_names()
        .filter_map(Result::ok)
        .map(|name| name.into_owned())
        .collect();
    let array = |name: &String| name.strip_suffix(".npy").unwrap_or(name).to_owned();
    let edges = match names.iter().find(|name| array(name) == EDGES) {
        Some(name) => name,
        None => {
            let mut others = names.iter().filter(|name| array(name) != JOINTS);
            match (others.next(), others.next()) {
                (Some(only), None) => only,
                (None, _) => return Err(whole("there is none".to_owned())),
                _ => {
                    let told = names
                        .iter()
                        .take(20)
                        .map(array)
                        .collect::<Vec<_>>()
                        .join(", ");
                    return Err(whole(format!(
                        "there is none, and more than one other: {told}"
                    )));
                }
            }
        }
    };
    let mut unpack = |name: &String| -> Result<Vec<u8>, EdgesFault> {
        let told = |error: String| EdgesFault::Array(array(name), error);
        let entry = archive
            .by_name(name)
            .map_err(|error| told(error.to_string()))?;
        let size = entry.size();
        read(entry, size.min(1 << 16), most).map_err(|error| match error {
            Unread::TooLarge(_) => EdgesFault::TooLarge,
            Unread::System(error) => told(format!("it cannot be unpacked: {error}")),
        })
    };
    let joints = match names.iter().find(|name| array(name) == JOINTS) {
        Some(name) => {
            let bytes = unpack(name)?;
            let names = Array::parse(&bytes).and_then(|array| array.words());
            Some(names.map_err(|problem| EdgesFault::Array(JOINTS.to_owned(), problem))?)
        }
        None => None,
    };
    of_array(&unpack(edges)?, &array(edges), joints.as_deref(), robot)
}

/// The edges of an NPY file.
pub(super) fn parse_npy(
    bytes: &[u8],
    robot: &Coordinates,
    _: MaxSize,
) -> Result<Edges, EdgesFault> {
    of_array(bytes, EDGES, None, robot)
}

fn of_array(
    bytes: &[u8],
    name: &str,
    joints: Option<&[String]>,
    robot: &Coordinates,
) -> Result<Edges, EdgesFault> {
    let told = |problem: String| EdgesFault::Array(name.to_owned(), problem);
    let columns = match joints {
        Some(names) => robot.of_joints(names).map_err(EdgesFault::Joints)?,
        None => robot.all(),
    };
    let array = Array::parse(bytes).map_err(told)?;
    let [count, 2, width] = array.shape[..] else {
        return Err(told(format!(
            "it must have the shape (n, 2, joints), not {}",
            array.shape()
        )));
    };
    if width != columns.width() {
        let problem = format!(
            "a configuration has {} numbers, not {width}",
            columns.width()
        );
        return Err(told(problem));
    }
    // Of nothing there may be any number.
    if width == 0 {
        return Err(told("a configuration must have a number".to_owned()));
    }
    let numbers = array.numbers().map_err(told)?;
    let mut all = Vec::new();
    let mut row = vec![0.0; width];
    for edge in 0..count {
        for end in 0..2 {
            for (joint, number) in row.iter_mut().enumerate() {
                // Fortran's order has the first index change fastest.
                let place = match array.fortran {
                    true => edge + count * (end + 2 * joint),
                    false => (edge * 2 + end) * width + joint,
                };
                *number = numbers(place);
                if !number.is_finite() {
                    let problem =
                        format!("[{edge}, {end}, {joint}] is {number}: it must be finite");
                    return Err(told(problem));
                }
            }
            columns.add(&row, &mut all);
        }
    }
    Ok(Edges::new(columns.full_width(), all))
}

/// An array of the NPY format.
struct Array<'b> {
    kind: Kind,
    little: bool,
    /// Bytes of an element.
    size: usize,
    shape: Vec<usize>,
    fortran: bool,
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
    fn parse(bytes: &'b [u8]) -> Result<Array<'b>, String> {
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
        let shape = value("shape")
            .and_then(shape)
            .ok_or_else(|| wrong("shape"))?;
        let bytes = shape
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
            shape,
            fortran: order.starts_with("True"),
            data,
        })
    }

    /// The elements, as numbers, by their places.
    fn numbers(&self) -> Result<impl Fn(usize) -> f64, String> {
        let read: fn([u8; 8]) -> f64 = match (self.kind, self.size) {
            (Kind::Float, 8) => f64::from_le_bytes,
            (Kind::Float, 4) => |[a, b, c, d, ..]| f64::from(f32::from_le_bytes([a, b, c, d])),
            (Kind::Signed, 8) => |bytes| i64::from_le_bytes(bytes) as f64,
            (Kind::Signed, 4) => |[a, b, c, d, ..]| f64::from(i32::from_le_bytes([a, b, c, d])),
            (Kind::Unsigned, 8) => |bytes| u64::from_le_bytes(bytes) as f64,
            (Kind::Unsigned, 4) => |[a, b, c, d, ..]| f64::from(u32::from_le_bytes([a, b, c, d])),
            _ => return Err("its elements must be f8, f4, i8, i4, u8 or u4".to_owned()),
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

    /// The elements, as words.
    fn words(&self) -> Result<Vec<String>, String> {
        let wrong = || "it must be a list of names".to_owned();
        if self.shape.len() != 1 || self.size == 0 {
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

    fn shape(&self) -> String {
        let lengths: Vec<String> = self.shape.iter().map(usize::to_string).collect();
        format!("({})", lengths.join(", "))
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
        'u' => (Kind::Unsigned, Some(size)),
        'U' => (Kind::Unicode, size.checked_mul(4)),
        'S' | 'a' => (Kind::Bytes, Some(size)),
        _ => return Err(unknown()),
    };
    Ok((kind, order, size.ok_or_else(unknown)?))
}

/// The lengths of a tuple such as `(10, 2, 7)`.
fn shape(text: &str) -> Option<Vec<usize>> {
    let (inside, _) = text.strip_prefix('(')?.split_once(')')?;
    let lengths = inside
        .split(',')
        .map(str::trim)
        .filter(|length| !length.is_empty());
    let lengths = lengths.map(|length| length.trim_end_matches('L').parse().ok());
    lengths.collect()
}
