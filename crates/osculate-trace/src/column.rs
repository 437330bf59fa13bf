//! Many numbers of one kind in a line.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;

/// Columns of up to so many numbers are written so that people can read them.
const SHORT: usize = 16;

/// Numbers of one type. The numbers of a row follow each other; where all rows are the same, one row stands for all of them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Column {
    /// Numbers in full precision.
    F64(Vec<f64>),
    /// Numbers in half of it.
    F32(Vec<f32>),
    /// Numbers of things.
    U32(Vec<u32>),
    /// Numbers of things, where −1 is none.
    I32(Vec<i32>),
    /// Numbers into short lists.
    U8(Vec<u8>),
}

impl Column {
    /// How many numbers there are, in all rows together.
    pub fn len(&self) -> usize {
        match self {
            Column::F64(numbers) => numbers.len(),
            Column::F32(numbers) => numbers.len(),
            Column::U32(numbers) => numbers.len(),
            Column::I32(numbers) => numbers.len(),
            Column::U8(numbers) => numbers.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One number.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn number(&self, index: usize) -> f64 {
        match self {
            Column::F64(numbers) => numbers[index],
            Column::F32(numbers) => f64::from(numbers[index]),
            Column::U32(numbers) => f64::from(numbers[index]),
            Column::I32(numbers) => f64::from(numbers[index]),
            Column::U8(numbers) => f64::from(numbers[index]),
        }
    }

    /// Row `row` of rows of `N` numbers; of a column with one row that one.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn row<const N: usize>(&self, row: usize) -> [f64; N] {
        let start = if self.len() == N { 0 } else { row * N };
        std::array::from_fn(|number| self.number(start + number))
    }

    /// All numbers.
    pub fn numbers(&self) -> Vec<f64> {
        (0..self.len()).map(|index| self.number(index)).collect()
    }

    /// How many rows of `width` numbers there are; none if a row is not whole.
    pub(crate) fn rows(&self, width: usize) -> Option<usize> {
        let whole = self.len().is_multiple_of(width);
        whole.then_some(self.len() / width)
    }

    /// Some rows of `width` numbers; a row that stands for all still does.
    pub(crate) fn selected(&self, rows: &[usize], width: usize) -> Column {
        fn selected<T: Copy>(numbers: &[T], rows: &[usize], width: usize) -> Vec<T> {
            if numbers.len() == width {
                return numbers.to_vec();
            }
            let row = |&row: &usize| numbers[row * width..][..width].iter().copied();
            rows.iter().flat_map(row).collect()
        }
        match self {
            Column::F64(numbers) => Column::F64(selected(numbers, rows, width)),
            Column::F32(numbers) => Column::F32(selected(numbers, rows, width)),
            Column::U32(numbers) => Column::U32(selected(numbers, rows, width)),
            Column::I32(numbers) => Column::I32(selected(numbers, rows, width)),
            Column::U8(numbers) => Column::U8(selected(numbers, rows, width)),
        }
    }

    /// The same in `f32`, if the numbers are `f64`.
    pub(crate) fn narrowed(&self) -> Column {
        match self {
            Column::F64(numbers) => Column::F32(numbers.iter().map(|&x| x as f32).collect()),
            other => other.clone(),
        }
    }

    /// Keeps one row of `width` numbers if all rows are the same.
    pub(crate) fn shrink(&mut self, width: usize) {
        fn shrink<T: Copy>(numbers: &mut Vec<T>, width: usize, same: impl Fn(T, T) -> bool) {
            let count = numbers.len();
            if count > width
                && (width..count).all(|index| same(numbers[index], numbers[index - width]))
            {
                numbers.truncate(width);
            }
        }
        match self {
            Column::F64(numbers) => shrink(numbers, width, |a, b| a.to_bits() == b.to_bits()),
            Column::F32(numbers) => shrink(numbers, width, |a, b| a.to_bits() == b.to_bits()),
            Column::U32(numbers) => shrink(numbers, width, |a, b| a == b),
            Column::I32(numbers) => shrink(numbers, width, |a, b| a == b),
            Column::U8(numbers) => shrink(numbers, width, |a, b| a == b),
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Column::F64(_) => "f64",
            Column::F32(_) => "f32p",
            Column::U32(_) => "u32",
            Column::I32(_) => "i32",
            Column::U8(_) => "u8",
        }
    }

    fn base64(&self) -> String {
        let bytes: Vec<u8> = match self {
            Column::F64(numbers) => numbers.iter().flat_map(|x| x.to_le_bytes()).collect(),
            // Bytes of one place follow each other: those with the exponents repeat, and compress well.
            Column::F32(numbers) => (0..4)
                .flat_map(|place| numbers.iter().map(move |x| x.to_le_bytes()[place]))
                .collect(),
            Column::U32(numbers) => numbers.iter().flat_map(|x| x.to_le_bytes()).collect(),
            Column::I32(numbers) => numbers.iter().flat_map(|x| x.to_le_bytes()).collect(),
            Column::U8(numbers) => return STANDARD.encode(numbers),
        };
        STANDARD.encode(bytes)
    }

    /// The column of a type's name and base64, or what is wrong.
    fn decode(kind: &str, text: &str) -> Result<Column, String> {
        fn numbers<T, const N: usize>(bytes: &[u8], number: fn([u8; N]) -> T) -> Option<Vec<T>> {
            let (numbers, rest) = bytes.as_chunks::<N>();
            rest.is_empty()
                .then(|| numbers.iter().map(|bytes| number(*bytes)).collect())
        }
        fn planes(bytes: &[u8]) -> Option<Vec<f32>> {
            let count = bytes.len() / 4;
            let number = |n| f32::from_le_bytes([0, 1, 2, 3].map(|place| bytes[place * count + n]));
            (4 * count == bytes.len()).then(|| (0..count).map(number).collect())
        }
        let bytes = STANDARD
            .decode(text)
            .map_err(|error| format!("a column is not base64: {error}"))?;
        let column = match kind {
            "f64" => numbers(&bytes, f64::from_le_bytes).map(Column::F64),
            "f32" => numbers(&bytes, f32::from_le_bytes).map(Column::F32),
            "f32p" => planes(&bytes).map(Column::F32),
            "u32" => numbers(&bytes, u32::from_le_bytes).map(Column::U32),
            "i32" => numbers(&bytes, i32::from_le_bytes).map(Column::I32),
            "u8" => Some(Column::U8(bytes)),
            _ => {
                return Err(format!(
                    "a column has the unknown type {kind:?}: it must be f64, f32, f32p, u32, i32 or u8"
                ));
            }
        };
        column.ok_or_else(|| format!("a column of {kind} ends within a number"))
    }
}

impl From<Vec<f64>> for Column {
    fn from(numbers: Vec<f64>) -> Column {
        Column::F64(numbers)
    }
}

impl From<Vec<u32>> for Column {
    fn from(numbers: Vec<u32>) -> Column {
        Column::U32(numbers)
    }
}

impl From<Vec<i32>> for Column {
    fn from(numbers: Vec<i32>) -> Column {
        Column::I32(numbers)
    }
}

impl From<Vec<u8>> for Column {
    fn from(numbers: Vec<u8>) -> Column {
        Column::U8(numbers)
    }
}

impl<const N: usize> From<[f64; N]> for Column {
    fn from(numbers: [f64; N]) -> Column {
        Column::F64(numbers.to_vec())
    }
}

impl Serialize for Column {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let numbers = (0..self.len()).map(|index| self.number(index));
        if self.len() <= SHORT && numbers.clone().all(f64::is_finite) {
            return serializer.collect_seq(numbers.map(Readable));
        }
        (self.kind(), self.base64()).serialize(serializer)
    }
}

/// A number as people write it.
struct Readable(f64);

impl Serialize for Readable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let whole = self.0 as i64;
        // Not where digits, or the sign of zero, would be lost.
        if whole.unsigned_abs() < 1 << 53 && (whole as f64).to_bits() == self.0.to_bits() {
            return serializer.serialize_i64(whole);
        }
        serializer.serialize_f64(self.0)
    }
}

impl<'de> Deserialize<'de> for Column {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Column, D::Error> {
        deserializer.deserialize_any(AnyColumn)
    }
}

struct AnyColumn;

impl<'de> Visitor<'de> for AnyColumn {
    type Value = Column;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a column: [\"f64\", base64], an array of numbers, or a number")
    }

    fn visit_f64<E>(self, number: f64) -> Result<Column, E> {
        Ok(Column::F64(vec![number]))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Column, E> {
        Ok(Column::F64(vec![number as f64]))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Column, E> {
        Ok(Column::F64(vec![number as f64]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Column, A::Error> {
        let mut numbers = match array.next_element::<Entry>()? {
            None => return Ok(Column::F64(Vec::new())),
            Some(Entry::Number(number)) => vec![number],
            Some(Entry::Text(kind)) => {
                let decoded = array.next_element_seed(Base64(&kind))?;
                let column = decoded.ok_or_else(|| de::Error::custom("a column has no base64"))?;
                return match array.next_element::<de::IgnoredAny>()? {
                    Some(_) => Err(de::Error::custom("something follows a column's base64")),
                    None => Ok(column),
                };
            }
        };
        while let Some(number) = array.next_element()? {
            numbers.push(number);
        }
        Ok(Column::F64(numbers))
    }
}

/// What a column begins with.
#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Entry {
    Number(f64),
    Text(String),
}

/// Decodes text where it stands, without a copy of it.
struct Base64<'a>(&'a str);

impl<'de> de::DeserializeSeed<'de> for Base64<'_> {
    type Value = Column;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Column, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Base64<'_> {
    type Value = Column;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a column's base64")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Column, E> {
        Column::decode(self.0, text).map_err(E::custom)
    }
}
