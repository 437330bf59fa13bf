//! Reads traces.

use crate::check::Known;
use crate::error::TraceError;
use crate::record::{End, Header, Line, Record, VERSION};
use flate2::bufread::GzDecoder;
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The most bytes that a line may have, unless said otherwise: an endless one would take all memory.
const LONGEST_LINE: u64 = 1 << 30;

/// How a trace ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// With its last line: it is complete.
    End(End),
    /// After a whole line, but without an end.
    Missing,
    /// Within a line, or within what is compressed.
    Cut {
        /// Within which line.
        line: u64,
    },
}

/// Reads a trace: its header at once, then a line after the other. Plain or compressed: it sees which.
///
/// A trace that was cut is read up to its last whole line; [`TraceReader::ending`] says so.
pub struct TraceReader<'r> {
    reader: Box<dyn BufRead + 'r>,
    bytes: Vec<u8>,
    line: u64,
    longest: u64,
    header: Header,
    known: Known,
    ending: Option<Ending>,
    failed: bool,
}

impl<'r> TraceReader<'r> {
    /// Opens the trace at `path`.
    pub fn open(path: &Path) -> Result<TraceReader<'static>, TraceError> {
        let file = File::open(path).map_err(|source| TraceError::Read { line: 1, source })?;
        TraceReader::new(file)
    }

    /// Reads the header.
    pub fn new(reader: impl Read + 'r) -> Result<TraceReader<'r>, TraceError> {
        TraceReader::within(reader, LONGEST_LINE)
    }

    /// Reads the header of a trace whose lines have at most `longest` bytes.
    pub fn within(reader: impl Read + 'r, longest: u64) -> Result<TraceReader<'r>, TraceError> {
        let reader = decompressed(reader).map_err(|source| TraceError::Read { line: 1, source })?;
        let mut trace = TraceReader {
            reader,
            bytes: Vec::new(),
            line: 0,
            longest,
            header: Header::new(3, ""),
            known: Known::default(),
            ending: None,
            failed: false,
        };
        if !trace.next_line()? {
            return Err(match trace.bytes.is_empty() {
                true => TraceError::Empty,
                false => TraceError::NotATrace,
            });
        }
        trace.header = header(&trace.bytes)?;
        let header = &trace.header;
        trace.known = Known::new(header).map_err(|problem| trace.invalid(problem))?;
        Ok(trace)
    }

    /// The first line.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How it ended, once all lines are read.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// The number of the line that was read last, from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    pub(crate) fn invalid(&self, problem: String) -> TraceError {
        TraceError::Invalid {
            line: self.line,
            problem,
        }
    }

    /// Reads a whole line, or says that there is none; what is there of it is kept.
    fn next_line(&mut self) -> Result<bool, TraceError> {
        self.line += 1;
        self.bytes.clear();
        let mut limited = self.reader.by_ref().take(self.longest);
        match limited.read_until(b'\n', &mut self.bytes) {
            Ok(_) => {}
            // What is compressed was cut.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                self.ending = Some(Ending::Cut { line: self.line });
                return Ok(false);
            }
            Err(source) => {
                let line = self.line;
                return Err(TraceError::Read { line, source });
            }
        }
        if self.bytes.last() == Some(&b'\n') {
            return Ok(true);
        }
        if self.bytes.len() as u64 == self.longest {
            let problem = format!("it has more than {} bytes", self.longest);
            return Err(self.invalid(problem));
        }
        let line = self.line;
        self.ending = Some(match self.bytes.is_empty() {
            true => Ending::Missing,
            false => Ending::Cut { line },
        });
        Ok(false)
    }

    fn read(&mut self) -> Result<Option<Record>, TraceError> {
        if !self.next_line()? {
            return Ok(None);
        }
        let line = self.line;
        let not_json = |source| TraceError::NotJson { line, source };
        let mut record: Record = serde_json::from_slice::<Line>(&self.bytes)
            .map_err(not_json)?
            .into();
        if let Record::Unknown(other) = &mut record {
            *other = serde_json::from_slice(&self.bytes).map_err(not_json)?;
        }
        let checked = self.known.check(&record);
        checked.map_err(|problem| self.invalid(problem))?;
        if let Record::End(end) = &record {
            let end = end.clone();
            if self.next_line()? {
                return Err(self.invalid("something follows the end".to_owned()));
            }
            self.ending = Some(Ending::End(end));
        }
        Ok(Some(record))
    }
}

impl Iterator for TraceReader<'_> {
    type Item = Result<Record, TraceError>;

    fn next(&mut self) -> Option<Result<Record, TraceError>> {
        if self.failed || self.ending.is_some() {
            return None;
        }
        let read = self.read().transpose();
        self.failed = matches!(read, Some(Err(_)));
        read
    }
}

/// What is in a file that may be compressed.
fn decompressed<'r>(reader: impl Read + 'r) -> io::Result<Box<dyn BufRead + 'r>> {
    let mut reader = BufReader::with_capacity(1 << 16, reader);
    Ok(if reader.fill_buf()?.starts_with(&[0x1f, 0x8b]) {
        Box::new(BufReader::with_capacity(1 << 16, GzDecoder::new(reader)))
    } else {
        Box::new(reader)
    })
}

fn header(bytes: &[u8]) -> Result<Header, TraceError> {
    let object: Map<String, Value> =
        serde_json::from_slice(bytes).map_err(|_| TraceError::NotATrace)?;
    if object.get("format").and_then(Value::as_str) == Some("osculate-trace") {
        return Err(match object.get("version").and_then(Value::as_u64) {
            Some(1) => TraceError::VersionOne,
            Some(version) if version > 1 => TraceError::Newer { version },
            _ => TraceError::NotATrace,
        });
    }
    match object.get("osculate-trace").and_then(Value::as_u64) {
        Some(version) if version == u64::from(VERSION) => {
            serde_json::from_slice(bytes).map_err(|source| TraceError::NotJson { line: 1, source })
        }
        Some(version) if version > u64::from(VERSION) => Err(TraceError::Newer { version }),
        _ => Err(TraceError::NotATrace),
    }
}
