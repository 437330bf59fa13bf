//! The values of an ASCII file: an element a line.

use super::Source;
use super::header::{Element, Header, Scalar};
use crate::mesh_file::{Fault, Place};
use crate::text::{Lines, coordinate, number, shown};

pub(super) struct Text<'a> {
    lines: Lines<'a>,
    /// What is left of the line.
    rest: &'a [u8],
    line: usize,
    bytes: usize,
}

impl<'a> Text<'a> {
    pub(super) fn new(bytes: &'a [u8], header: &Header) -> Text<'a> {
        let body = &bytes[header.length..];
        Text {
            lines: Lines::after(body, header.last_line),
            rest: b"",
            line: header.last_line,
            bytes: body.len(),
        }
    }

    fn next_line(&mut self) -> bool {
        for (line, text) in self.lines.by_ref() {
            if !text.trim_ascii().is_empty() {
                (self.line, self.rest) = (line, text.trim_ascii());
                return true;
            }
        }
        false
    }

    fn word(&mut self) -> Result<&'a [u8], Fault> {
        if self.rest.is_empty() {
            return Err(self.fault("the line ends before its last value".to_owned()));
        }
        let length = self.rest.iter().position(u8::is_ascii_whitespace);
        let (word, rest) = self.rest.split_at(length.unwrap_or(self.rest.len()));
        self.rest = rest.trim_ascii_start();
        Ok(word)
    }

    fn whole(&self, word: &[u8], scalar: Scalar) -> Result<i64, Fault> {
        let value = std::str::from_utf8(word)
            .ok()
            .and_then(|text| text.parse::<i64>().ok());
        let (least, largest) = scalar.range();
        value
            .filter(|value| (least..=largest).contains(value))
            .ok_or_else(|| {
                self.fault(format!(
                    "{} is not a whole number from {least} to {largest}",
                    shown(word)
                ))
            })
    }
}

impl Source for Text<'_> {
    fn begin(&mut self, element: &Element, index: u64) -> Result<(), Fault> {
        if self.next_line() {
            return Ok(());
        }
        Err(self.fault(format!(
            "the file ends after this line, but line {} announces {} of {}, and here are {index}",
            element.line,
            element.count,
            shown(&element.name)
        )))
    }

    fn end(&mut self) -> Result<(), Fault> {
        if self.rest.is_empty() {
            return Ok(());
        }
        let next = self.word()?;
        Err(self.fault(format!("{} follows where the line should end", shown(next))))
    }

    fn finish(mut self) -> Result<(), Fault> {
        if !self.next_line() {
            return Ok(());
        }
        let problem = "this line follows all that the header announces";
        Err(self.fault(problem.to_owned()))
    }

    fn left(&self) -> usize {
        self.bytes
    }

    fn smallest(&self, _: Scalar) -> usize {
        // A value is a character at least, and so is what ends it.
        2
    }

    fn integer(&mut self, scalar: Scalar) -> Result<i64, Fault> {
        let word = self.word()?;
        self.whole(word, scalar)
    }

    fn coordinate(&mut self, scalar: Scalar) -> Result<f64, Fault> {
        let word = self.word()?;
        if scalar.is_integer() {
            return Ok(self.whole(word, scalar)? as f64);
        }
        let value = coordinate(word, self.line)?;
        if scalar == Scalar::F64 {
            return Ok(value);
        }
        // Read anew, not rounded twice.
        let single = std::str::from_utf8(word)
            .ok()
            .and_then(|text| text.parse::<f32>().ok());
        match single {
            Some(single) if single.is_finite() => Ok(single.into()),
            _ => Err(self.fault(format!(
                "the coordinate {} is larger than a float can be",
                shown(word)
            ))),
        }
    }

    fn pass(&mut self, _: Scalar, count: u64) -> Result<(), Fault> {
        for _ in 0..count {
            let word = self.word()?;
            number(word, self.line)?;
        }
        Ok(())
    }

    fn fault(&self, problem: String) -> Fault {
        Fault::new(Place::Line(self.line), problem)
    }
}
