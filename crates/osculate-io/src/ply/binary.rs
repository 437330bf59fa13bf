//! The values of a binary file.

use super::Source;
use super::header::{Element, Header, Scalar};
use crate::mesh_file::{Fault, Place};
use crate::text::shown;

pub(super) struct Binary<'a> {
    bytes: &'a [u8],
    /// Where the next value is, and where the last one was.
    next: usize,
    last: usize,
    little: bool,
    /// The element that is being read: its name, its number and who announces it.
    element: (String, u64, usize),
}

impl<'a> Binary<'a> {
    pub(super) fn new(bytes: &'a [u8], header: &Header, little: bool) -> Binary<'a> {
        Binary {
            bytes,
            next: header.length,
            last: header.length,
            little,
            element: (String::new(), 0, 0),
        }
    }

    fn cut(&self) -> Fault {
        let (name, index, line) = &self.element;
        Fault::new(
            Place::Byte(self.bytes.len()),
            format!("the file ends here, inside number {index} of {name} announced on line {line}"),
        )
    }

    /// The bytes of the next value, the least significant one first.
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let Some(&found) = self.bytes[self.next..].first_chunk::<N>() else {
            return Err(self.cut());
        };
        self.last = self.next;
        self.next += N;
        let mut value = found;
        if !self.little {
            value.reverse();
        }
        Ok(value)
    }
}

impl Source for Binary<'_> {
    fn begin(&mut self, element: &Element, index: u64) -> Result<(), Fault> {
        if index == 0 {
            self.element = (shown(&element.name), 0, element.line);
        }
        self.element.1 = index;
        Ok(())
    }

    fn end(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn finish(self) -> Result<(), Fault> {
        let rest = &self.bytes[self.next..];
        // Some programs end their files as if they were text.
        if rest.iter().all(|byte| matches!(byte, b'\n' | b'\r')) {
            return Ok(());
        }
        let problem = format!(
            "all that the header announces ends here, but {} more bytes follow",
            rest.len()
        );
        Err(Fault::new(Place::Byte(self.next), problem))
    }

    fn left(&self) -> usize {
        self.bytes.len() - self.next
    }

    fn smallest(&self, scalar: Scalar) -> usize {
        scalar.size()
    }

    fn integer(&mut self, scalar: Scalar) -> Result<i64, Fault> {
        Ok(match scalar {
            Scalar::I8 => i8::from_le_bytes(self.take()?).into(),
            Scalar::U8 => u8::from_le_bytes(self.take()?).into(),
            Scalar::I16 => i16::from_le_bytes(self.take()?).into(),
            Scalar::U16 => u16::from_le_bytes(self.take()?).into(),
            Scalar::I32 => i32::from_le_bytes(self.take()?).into(),
            Scalar::U32 => u32::from_le_bytes(self.take()?).into(),
            Scalar::F32 | Scalar::F64 => unreachable!("the header has whole numbers here"),
        })
    }

    fn coordinate(&mut self, scalar: Scalar) -> Result<f64, Fault> {
        let value = match scalar {
            Scalar::F32 => f32::from_le_bytes(self.take()?).into(),
            Scalar::F64 => f64::from_le_bytes(self.take()?),
            _ => self.integer(scalar)? as f64,
        };
        let problem = if !value.is_finite() {
            "is not a finite number"
        } else if value.abs() > 1e60 {
            "is larger than 1e60"
        } else {
            return Ok(value);
        };
        let (name, index, _) = &self.element;
        Err(self.fault(format!(
            "number {index} of {name} has the coordinate {value}, which {problem}"
        )))
    }

    fn pass(&mut self, scalar: Scalar, count: u64) -> Result<(), Fault> {
        let left = self.bytes.len() - self.next;
        let length = usize::try_from(count)
            .ok()
            .and_then(|count| count.checked_mul(scalar.size()))
            .filter(|&length| length <= left)
            .ok_or_else(|| self.cut())?;
        self.last = self.next;
        self.next += length;
        Ok(())
    }

    fn fault(&self, problem: String) -> Fault {
        Fault::new(Place::Byte(self.last), problem)
    }
}
