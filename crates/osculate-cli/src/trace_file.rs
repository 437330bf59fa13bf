//! Files that traces are written to.

use crate::output::{Failure, Output, cannot_write};
use crate::view;
use clap::{Args, ValueEnum};
use osculate_trace::{Compression, Precision};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What a command writes to look at.
#[derive(Args)]
pub struct TraceArgs {
    /// Write a trace to this file, for osculate view; it stays valid if the run ends early. If the name ends in .gz, it is
    /// compressed
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// Write one HTML file that shows the trace; it opens from disk, without server or network
    #[arg(long, value_name = "OUT.html")]
    pub html: Option<PathBuf>,

    /// How to write numbers to the trace: exact, or in half the size
    #[arg(long, value_enum, value_name = "TYPE", default_value_t = Digits::F64)]
    pub precision: Digits,
}

impl TraceArgs {
    /// Where the trace goes, if one is wanted. A page can be written only if it was built, and that is said before the work.
    pub fn place(&self) -> Result<Option<TracePlace>, Failure> {
        if self.html.is_some() {
            osculate_viewer::page().map_err(|error| Failure::Input(error.into()))?;
        }
        let (path, temporary) = match (&self.trace, &self.html) {
            (Some(path), _) => (path.clone(), false),
            (None, Some(html)) => {
                // Fails now, if it has to.
                Output::file(html).map_err(Failure::Input)?;
                let name = html.file_name().unwrap_or_default().to_string_lossy();
                let hidden = format!(".{name}.{}.trace", std::process::id());
                (html.with_file_name(hidden), true)
            }
            (None, None) => return Ok(None),
        };
        Ok(Some(TracePlace {
            path,
            html: self.html.clone(),
            temporary,
        }))
    }
}

/// Where a trace goes; a page is made of it if asked for.
pub struct TracePlace {
    pub path: PathBuf,
    html: Option<PathBuf>,
    /// Only there for the page.
    temporary: bool,
}

impl TracePlace {
    /// Writes the page, now that the trace is there.
    pub fn finish(self) -> Result<(), Failure> {
        match &self.html {
            Some(html) => view::write_html(&self.path, html),
            None => Ok(()),
        }
    }
}

impl Drop for TracePlace {
    fn drop(&mut self) {
        if self.temporary {
            let _ = fs::remove_file(&self.path);
        }
    }
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
