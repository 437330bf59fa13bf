//! Files that traces are written to.

use crate::output::{Failure, cannot_write};
use clap::{Args, ValueEnum};
use osculate_trace::{Compression, Precision};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What a command writes to look at.
#[derive(Args)]
pub struct TraceArgs {
    /// Write what happened to this file, for osculate view; whatever ends the run, it is valid. A name that ends in .gz is compressed
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// How numbers are written to the trace: exact, or in half the size
    #[arg(long, value_enum, value_name = "TYPE", default_value_t = Digits::F64, requires = "trace")]
    pub precision: Digits,
}

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Digits {
    /// As they are
    F64,
    /// To about seven digits
    F32,
}

impl From<Digits> for Precision {
    fn from(digits: Digits) -> Precision {
        match digits {
            Digits::F64 => Precision::F64,
            Digits::F32 => Precision::F32,
        }
    }
}

/// Whether a trace of that name is compressed.
pub fn compression(path: &Path) -> Compression {
    if path.extension().is_some_and(|ending| ending == "gz") {
        Compression::Gzip
    } else {
        Compression::None
    }
}

/// A file that grows, by what is written at once or not at all: where the disk is full, it ends with what was written before.
pub struct TraceFile {
    name: String,
    file: File,
    whole: u64,
}

impl TraceFile {
    /// Creates the file, or empties it.
    pub fn create(path: &Path) -> Result<TraceFile, Failure> {
        let name = path.display().to_string();
        let file = File::create(path)
            .map_err(|error| Failure::Input(cannot_write(&name, &error).into()))?;
        Ok(TraceFile {
            name,
            file,
            whole: 0,
        })
    }
}

impl Write for TraceFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Err(error) = self.file.write_all(bytes) {
            // A device has no length; there is nothing to be done then.
            let _ = self.file.set_len(self.whole);
            return Err(cannot_write(&self.name, &error));
        }
        self.whole += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file.flush();
        flushed.map_err(|error| cannot_write(&self.name, &error))
    }
}
