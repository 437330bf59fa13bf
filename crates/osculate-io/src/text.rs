//! Lines, words and numbers of text files that may be anything.

use crate::mesh_file::{Fault, Place};

/// The lines of a file, numbered from 1, ended by `\n`, `\r\n` or `\r`; a byte order mark is passed over.
pub(crate) struct Lines<'a> {
    rest: &'a [u8],
    number: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Lines<'a> {
        Lines {
            rest: bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes),
            number: 0,
        }
    }

    /// The lines that follow line `number`.
    pub(crate) fn after(rest: &'a [u8], number: usize) -> Lines<'a> {
        Lines { rest, number }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<(usize, &'a [u8])> {
        if self.rest.is_empty() {
            return None;
        }
        self.number += 1;
        let end = self
            .rest
            .iter()
            .position(|byte| matches!(byte, b'\n' | b'\r'))
            .unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at(end);
        let ending = if rest.starts_with(b"\r\n") {
            2
        } else {
            rest.len().min(1)
        };
        self.rest = &rest[ending..];
        Some((self.number, line))
    }
}

/// What stands between blanks on a line.
pub(crate) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
}

/// A word as an error message shows it: printable, and not too long.
pub(crate) fn shown(word: &[u8]) -> String {
    const LONGEST: usize = 32;
    let cut = if word.len() > LONGEST { "…" } else { "" };
    let text = String::from_utf8_lossy(&word[..word.len().min(LONGEST)]);
    format!("'{}{cut}'", text.escape_debug())
}

/// A number, finite or not.
pub(crate) fn number(word: &[u8], line: usize) -> Result<f64, Fault> {
    let value = std::str::from_utf8(word)
        .ok()
        .and_then(|text| text.parse().ok());
    value.ok_or_else(|| {
        Fault::new(
            Place::Line(line),
            format!("{} is not a number", shown(word)),
        )
    })
}

/// A number that a vertex of a mesh may have.
pub(crate) fn coordinate(word: &[u8], line: usize) -> Result<f64, Fault> {
    let value = number(word, line)?;
    let problem = if !value.is_finite() {
        "is not a finite number"
    } else if value.abs() > 1e60 {
        "is larger than 1e60"
    } else {
        return Ok(value);
    };
    Err(Fault::new(
        Place::Line(line),
        format!("the coordinate {} {problem}", shown(word)),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_three_ways() {
        let lines: Vec<_> = Lines::new(b"\xef\xbb\xbfa\r\n\nb\rc").collect();
        assert_eq!(lines, [(1, &b"a"[..]), (2, b""), (3, b"b"), (4, b"c")]);
        assert_eq!(Lines::new(b"").count(), 0);
        assert_eq!(Lines::new(b"a\n").count(), 1);
    }

    #[test]
    fn words_are_shown_short_and_printable() {
        assert_eq!(shown(b"\x00\xff\n"), "'\\0\u{fffd}\\n'");
        assert_eq!(shown(&[b'7'; 1_000]).chars().count(), 35);
    }

    #[test]
    fn numbers_are_told_from_words() {
        for (word, value) in [
            ("1", 1.0),
            ("-1.5e-3", -1.5e-3),
            (".5", 0.5),
            ("5.", 5.0),
            ("+2", 2.0),
        ] {
            assert_eq!(coordinate(word.as_bytes(), 1).unwrap(), value);
        }
        for word in [
            "", "x", "1,5", "0x10", "1e", "--1", "nan", "inf", "-inf", "1e999", "1e61",
        ] {
            assert!(coordinate(word.as_bytes(), 1).is_err(), "{word}");
        }
    }
}
