//! The header of a PLY file: what follows, and in which encoding.

use crate::mesh_file::{Fault, Place};
use crate::text::{shown, words};

/// The most elements that a file, and properties that an element may have: names are compared one by one.
const MOST: usize = 1000;

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Encoding {
    Ascii,
    LittleEndian,
    BigEndian,
}

/// The type of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Scalar {
    fn named(word: &[u8]) -> Option<Scalar> {
        Some(match word {
            b"char" | b"int8" => Scalar::I8,
            b"uchar" | b"uint8" => Scalar::U8,
            b"short" | b"int16" => Scalar::I16,
            b"ushort" | b"uint16" => Scalar::U16,
            b"int" | b"int32" => Scalar::I32,
            b"uint" | b"uint32" => Scalar::U32,
            b"float" | b"float32" => Scalar::F32,
            b"double" | b"float64" => Scalar::F64,
            _ => return None,
        })
    }

    /// How many bytes one takes.
    pub(super) fn size(self) -> usize {
        match self {
            Scalar::I8 | Scalar::U8 => 1,
            Scalar::I16 | Scalar::U16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::F64 => 8,
        }
    }

    pub(super) fn is_integer(self) -> bool {
        !matches!(self, Scalar::F32 | Scalar::F64)
    }

    /// The least and the largest whole number of the type.
    pub(super) fn range(self) -> (i64, i64) {
        match self {
            Scalar::I8 => (i8::MIN.into(), i8::MAX.into()),
            Scalar::U8 => (0, u8::MAX.into()),
            Scalar::I16 => (i16::MIN.into(), i16::MAX.into()),
            Scalar::U16 => (0, u16::MAX.into()),
            Scalar::I32 => (i32::MIN.into(), i32::MAX.into()),
            Scalar::U32 => (0, u32::MAX.into()),
            Scalar::F32 | Scalar::F64 => (i64::MIN, i64::MAX),
        }
    }
}

/// One number, or a list with its length in front.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Number(Scalar),
    List { count: Scalar, value: Scalar },
}

impl Kind {
    /// The first number of it.
    pub(super) fn first(self) -> Scalar {
        match self {
            Kind::Number(scalar) | Kind::List { count: scalar, .. } => scalar,
        }
    }
}

/// A part of an element.
#[derive(Debug, PartialEq)]
pub(super) struct Property {
    pub(super) name: Vec<u8>,
    pub(super) kind: Kind,
    pub(super) line: usize,
}

/// Things of one kind, such as all vertices.
#[derive(Debug, PartialEq)]
pub(super) struct Element {
    pub(super) name: Vec<u8>,
    pub(super) count: u64,
    pub(super) properties: Vec<Property>,
    pub(super) line: usize,
}

impl Element {
    /// The property with one of these names.
    pub(super) fn property(&self, names: &[&[u8]]) -> Option<usize> {
        self.properties
            .iter()
            .position(|property| names.contains(&property.name.as_slice()))
    }
}

/// Everything up to and including `end_header`.
#[derive(Debug, PartialEq)]
pub(super) struct Header {
    pub(super) encoding: Encoding,
    pub(super) elements: Vec<Element>,
    /// The line of `end_header`.
    pub(super) last_line: usize,
    /// The byte after that line.
    pub(super) length: usize,
}

impl Header {
    pub(super) fn parse(bytes: &[u8]) -> Result<Header, Fault> {
        let start = if bytes.starts_with(b"\xef\xbb\xbf") {
            3
        } else {
            0
        };
        let mut lines = Lines::new(bytes, start);
        if lines.next().map(<[u8]>::trim_ascii) != Some(b"ply") {
            return Err(Fault::new(
                Place::Line(1),
                "a PLY file begins with a line 'ply'",
            ));
        }
        let mut encoding = None;
        let mut elements: Vec<Element> = Vec::new();
        while let Some(text) = lines.next() {
            let line = lines.number;
            let fault = |problem: String| Err(Fault::new(Place::Line(line), problem));
            let parts: Vec<&[u8]> = words(text).collect();
            match parts[..] {
                [] | [b"comment" | b"obj_info", ..] => {}
                [b"format", ..] if encoding.is_some() => {
                    return fault("the format is given a second time".to_owned());
                }
                [b"format", name, version] => encoding = Some(format(name, version, line)?),
                [b"element", name, count] => {
                    let new = element(&elements, name, count, line)?;
                    elements.push(new);
                }
                [b"property", ref rest @ ..] => match elements.last_mut() {
                    None => return fault("a property stands before any element".to_owned()),
                    Some(element) => element.properties.push(property(element, rest, line)?),
                },
                [b"end_header"] => {
                    let Some(encoding) = encoding else {
                        return fault("the header ends here without a 'format'".to_owned());
                    };
                    return Ok(Header {
                        encoding,
                        elements,
                        last_line: line,
                        length: lines.place,
                    });
                }
                [
                    word @ (b"format" | b"element" | b"end_header"),
                    ref rest @ ..,
                ] => {
                    let needed = match word {
                        b"format" => "an encoding and a version",
                        b"element" => "a name and a number",
                        _ => "nothing else on its line",
                    };
                    return fault(format!(
                        "{} needs {needed}, but here are {} words",
                        shown(word),
                        rest.len()
                    ));
                }
                [word, ..] => {
                    return fault(format!(
                        "{} stands where 'format', 'comment', 'element', 'property' or 'end_header' should",
                        shown(word)
                    ));
                }
            }
        }
        Err(Fault::new(
            Place::Line(lines.number),
            "the file ends after this line, without an 'end_header'",
        ))
    }

    /// The element of that name.
    pub(super) fn element(&self, name: &[u8]) -> Option<usize> {
        self.elements
            .iter()
            .position(|element| element.name == name)
    }

    /// What is wrong with a line of the header.
    pub(super) fn fault(&self, line: usize, problem: impl Into<String>) -> Fault {
        Fault::new(Place::Line(line), problem)
    }
}

/// An element after those that there are already.
fn element(before: &[Element], name: &[u8], count: &[u8], line: usize) -> Result<Element, Fault> {
    let fault = |problem: String| Err(Fault::new(Place::Line(line), problem));
    if before.iter().any(|element| element.name == name) {
        return fault(format!(
            "the element {} is given a second time",
            shown(name)
        ));
    }
    if before.len() == MOST {
        return fault(format!("the file has more than {MOST} elements"));
    }
    let Some(count) = whole(count) else {
        return fault(format!("{} is not a number of elements", shown(count)));
    };
    Ok(Element {
        name: name.to_vec(),
        count,
        properties: Vec::new(),
        line,
    })
}

fn format(name: &[u8], version: &[u8], line: usize) -> Result<Encoding, Fault> {
    let encoding = match name {
        b"ascii" => Encoding::Ascii,
        b"binary_little_endian" => Encoding::LittleEndian,
        b"binary_big_endian" => Encoding::BigEndian,
        _ => {
            let problem = format!(
                "the format {} is none of 'ascii', 'binary_little_endian' and 'binary_big_endian'",
                shown(name)
            );
            return Err(Fault::new(Place::Line(line), problem));
        }
    };
    if version != b"1.0" {
        let problem = format!("the version {} is not '1.0'", shown(version));
        return Err(Fault::new(Place::Line(line), problem));
    }
    Ok(encoding)
}

fn property(element: &Element, words: &[&[u8]], line: usize) -> Result<Property, Fault> {
    let fault = |problem: String| Fault::new(Place::Line(line), problem);
    let scalar = |word: &[u8]| {
        Scalar::named(word)
            .ok_or_else(|| fault(format!("{} is not a type of numbers", shown(word))))
    };
    let (name, kind) = match *words {
        [b"list", count, value, name] => {
            let (count, value) = (scalar(count)?, scalar(value)?);
            if !count.is_integer() {
                let problem = "the length of a list must be of a type of whole numbers";
                return Err(fault(problem.to_owned()));
            }
            (name, Kind::List { count, value })
        }
        [b"list", ref rest @ ..] => {
            let problem = format!(
                "a list needs 2 types and a name, but here are {} words",
                rest.len()
            );
            return Err(fault(problem));
        }
        [word, name] => (name, Kind::Number(scalar(word)?)),
        _ => {
            let problem = format!(
                "a property needs a type and a name, but here are {} words",
                words.len()
            );
            return Err(fault(problem));
        }
    };
    if element.properties.len() == MOST {
        let name = shown(&element.name);
        return Err(fault(format!("{name} has more than {MOST} properties")));
    }
    if element.property(&[name]).is_some() {
        return Err(fault(format!(
            "the property {} of {} is given a second time",
            shown(name),
            shown(&element.name)
        )));
    }
    Ok(Property {
        name: name.to_vec(),
        kind,
        line,
    })
}

/// A number without a sign.
fn whole(word: &[u8]) -> Option<u64> {
    let digits = word.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(word)
        .ok()
        .filter(|_| digits)?
        .parse()
        .ok()
}

/// The lines of the header, which end as its first one does: what follows the last may be any byte.
struct Lines<'a> {
    bytes: &'a [u8],
    place: usize,
    number: usize,
    end: u8,
}

impl<'a> Lines<'a> {
    fn new(bytes: &'a [u8], place: usize) -> Lines<'a> {
        let mut ends = bytes[place..]
            .iter()
            .skip_while(|byte| !matches!(byte, b'\n' | b'\r'));
        let end = match (ends.next(), ends.next()) {
            (Some(b'\r'), next) if next != Some(&b'\n') => b'\r',
            _ => b'\n',
        };
        Lines {
            bytes,
            place,
            number: 0,
            end,
        }
    }

    fn next(&mut self) -> Option<&'a [u8]> {
        let rest = &self.bytes[self.place..];
        if rest.is_empty() {
            return None;
        }
        self.number += 1;
        let length = rest.iter().position(|&byte| byte == self.end);
        let line = &rest[..length.unwrap_or(rest.len())];
        self.place += line.len() + usize::from(length.is_some());
        Some(line)
    }
}
