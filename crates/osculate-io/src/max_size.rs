//! How large a file may be that is read, and how files are read within that.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

/// The most bytes that a file, a pipe or standard input may have; 4 GiB by default.
///
/// Whoever reads one holds it in memory as a whole, so an endless one (`/dev/zero`, a program that never stops writing)
/// would take all memory that there is.
///
/// ```
/// use osculate_io::MaxSize;
/// assert_eq!("512M".parse::<MaxSize>()?.bytes(), 512 << 20);
/// assert_eq!(MaxSize::default().to_string(), "4 GiB");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MaxSize(u64);

/// What may follow a number of bytes, and how often it is doubled; a `B` or `iB` may follow.
const UNITS: [(&str, u32); 5] = [("", 0), ("K", 10), ("M", 20), ("G", 30), ("T", 40)];

impl MaxSize {
    /// So many bytes.
    pub fn new(bytes: u64) -> MaxSize {
        MaxSize(bytes)
    }

    /// How many bytes that is.
    pub fn bytes(self) -> u64 {
        self.0
    }
}

impl Default for MaxSize {
    fn default() -> MaxSize {
        MaxSize(4 << 30)
    }
}

impl FromStr for MaxSize {
    type Err = String;

    /// A whole number with a unit such as `K`, `MB` or `GiB`, all of them powers of 1024, or without, of bytes.
    fn from_str(text: &str) -> Result<MaxSize, String> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = text.split_at(digits);
        let unit = unit.trim_start().to_ascii_uppercase();
        let unit = unit.strip_suffix('B').unwrap_or(&unit);
        let short = unit.strip_suffix('I').filter(|unit| !unit.is_empty());
        let doublings = UNITS
            .iter()
            .find(|(name, _)| *name == short.unwrap_or(unit))
            .map(|&(_, doublings)| doublings);
        let (Ok(number), Some(doublings)) = (number.parse::<u64>(), doublings) else {
            return Err("it must be a size such as 4G, 512M, 64K or 1000".to_owned());
        };
        match number.checked_mul(1 << doublings) {
            Some(0) => Err("it must be one byte at least".to_owned()),
            Some(bytes) => Ok(MaxSize(bytes)),
            None => Err("it must be less than 16,777,216 T".to_owned()),
        }
    }
}

impl fmt::Display for MaxSize {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = |&&(_, doublings): &&(&str, u32)| {
            self.0 >> doublings != 0 && self.0.trailing_zeros() >= doublings
        };
        match UNITS[1..].iter().rev().find(whole) {
            Some((unit, doublings)) => write!(formatter, "{} {unit}iB", self.0 >> doublings),
            None => write!(formatter, "{} bytes", self.0),
        }
    }
}

/// Why a file could not be read as a whole.
#[derive(Debug)]
pub(crate) enum Unread {
    /// It is larger than it may be.
    TooLarge(MaxSize),
    /// What the system says.
    System(io::Error),
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Unread {
        Unread::System(error)
    }
}

/// The file at `path`, and how many bytes it probably has: the length of devices and pipes is not known, and taken for 0.
pub(crate) fn open_file(path: &Path, most: MaxSize) -> Result<(File, u64), Unread> {
    let file = File::open(path)?;
    let found = file.metadata()?;
    let expected = if found.is_file() { found.len() } else { 0 };
    if expected > most.0 {
        return Err(Unread::TooLarge(most));
    }
    Ok((file, expected))
}

/// What is in the file at `path`.
pub(crate) fn read_file(path: &Path, most: MaxSize) -> Result<Vec<u8>, Unread> {
    let (file, expected) = open_file(path, most)?;
    read(file, expected, most)
}

/// All that comes from `reader`, probably `expected` bytes.
///
/// Memory is asked for as it is needed: twice what there was at most, and never for more than a byte above `most`.
pub(crate) fn read(mut reader: impl Read, expected: u64, most: MaxSize) -> Result<Vec<u8>, Unread> {
    /// What is asked for at first of something of unknown length.
    const FIRST: u64 = 1 << 16;
    let mut bytes = Vec::new();
    // With a byte more than expected the end of the file is seen without more memory.
    let mut room = expected.max(FIRST).min(most.0).saturating_add(1);
    loop {
        let space = usize::try_from(room).unwrap_or(usize::MAX);
        bytes
            .try_reserve_exact(space)
            .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        let found = reader.by_ref().take(room).read_to_end(&mut bytes)? as u64;
        let length = bytes.len() as u64;
        if length > most.0 {
            return Err(Unread::TooLarge(most));
        }
        if found < room {
            return Ok(bytes);
        }
        room = length.min(most.0 - length + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        let sizes = [
            ("1", 1),
            ("1000", 1000),
            ("7B", 7),
            ("64K", 64 << 10),
            ("64k", 64 << 10),
            ("512M", 512 << 20),
            ("512 MiB", 512 << 20),
            ("4G", 4 << 30),
            ("4GB", 4 << 30),
            ("4gib", 4 << 30),
            ("2T", 2 << 40),
            ("18446744073709551615", u64::MAX),
        ];
        for (text, bytes) in sizes {
            assert_eq!(text.parse(), Ok(MaxSize(bytes)), "{text}");
        }
        for text in [
            "",
            "G",
            "-1",
            "+1",
            "1.5G",
            "0",
            "0K",
            "4X",
            "4GG",
            "4iB",
            "4I",
            "G4",
            "1e9",
            "16777216T",
            "∞",
        ] {
            assert!(text.parse::<MaxSize>().is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_shown_in_the_largest_unit_that_is_exact() {
        let shown = [
            1,
            1000,
            1024,
            1025,
            3 << 20,
            4 << 30,
            (4 << 30) + 1,
            5 << 40,
        ];
        assert_eq!(
            shown.map(|bytes| MaxSize(bytes).to_string()),
            [
                "1 bytes",
                "1000 bytes",
                "1 KiB",
                "1025 bytes",
                "3 MiB",
                "4 GiB",
                "4294967297 bytes",
                "5 TiB"
            ]
        );
    }

    /// Gives `left` bytes, some at a time.
    struct Source {
        left: u64,
        at_once: usize,
        given: u64,
    }

    impl Read for Source {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = buffer.len().min(self.at_once);
            let count = count.min(usize::try_from(self.left).unwrap_or(usize::MAX));
            buffer[..count].fill(7);
            self.left -= count as u64;
            self.given += count as u64;
            Ok(count)
        }
    }

    #[test]
    fn no_more_is_read_or_asked_for_than_a_byte_above_the_bound() {
        for most in [1, 2, 1000, 65_535, 65_536, 65_537, 1 << 20, 3_000_000] {
            for at_once in [1 << 12, usize::MAX] {
                for expected in [0, 10, most / 2, most, u64::MAX] {
                    let source = |left| Source {
                        left,
                        at_once,
                        given: 0,
                    };
                    for left in [0, 1, most / 2, most - 1, most] {
                        let bytes = read(source(left), expected, MaxSize(most)).unwrap();
                        assert_eq!(bytes.len() as u64, left);
                        assert!(bytes.capacity() as u64 <= most + 1);
                    }
                    for left in [most + 1, most + 2, u64::MAX] {
                        let mut endless = source(left);
                        let error = read(&mut endless, expected, MaxSize(most)).unwrap_err();
                        assert!(matches!(error, Unread::TooLarge(MaxSize(bound)) if bound == most));
                        assert!(endless.given <= most + 1, "{} of {most}", endless.given);
                    }
                }
            }
        }
    }

    #[test]
    fn memory_grows_with_what_comes_and_not_with_the_bound() {
        let source = Source {
            left: 100_000,
            at_once: 5000,
            given: 0,
        };
        let bytes = read(source, 0, MaxSize(u64::MAX)).unwrap();
        assert!(bytes.capacity() < 300_000, "{}", bytes.capacity());
    }
}
