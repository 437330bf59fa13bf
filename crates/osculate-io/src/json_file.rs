//! Files of one JSON value.

use crate::json::{Complaint, Node, message};
use crate::problem::{JsonPlace, Problem};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a query file or a scene file could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JsonFileError {
    /// The file could not be opened or read.
    #[error("cannot read the {kind} {}: {source}", file.display())]
    Read {
        /// What the file should be.
        kind: &'static str,
        /// Its path.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is larger than its kind may be.
    #[error("the {kind} {} is larger than {most} bytes", file.display())]
    TooLarge {
        /// What the file should be.
        kind: &'static str,
        /// Its path.
        file: PathBuf,
        /// How many bytes it may have.
        most: u64,
    },
    /// There is nothing in the file.
    #[error("the {kind} {} is empty", file.display())]
    Empty {
        /// What the file should be.
        kind: &'static str,
        /// Its path.
        file: PathBuf,
    },
    /// The file is not text.
    #[error("the {kind} {} is not UTF-8 text: byte {byte} is wrong", file.display())]
    NotText {
        /// What the file should be.
        kind: &'static str,
        /// Its path.
        file: PathBuf,
        /// The first bad byte, counted from 0.
        byte: usize,
    },
    /// The file is not JSON.
    #[error("{}:{line}:{column}: not valid JSON: {message}", file.display())]
    NotJson {
        /// Its path.
        file: PathBuf,
        /// Counted from 1.
        line: usize,
        /// Counted from 1; 0 for the end of the line before.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// The file is JSON, but something in it is not as it must be.
    #[error("{}:{place}: {problem}", file.display())]
    Invalid {
        /// Its path.
        file: PathBuf,
        /// Where.
        place: JsonPlace,
        /// What is wrong there.
        problem: Box<Problem>,
    },
}

/// A kind of file.
pub(crate) struct JsonFile {
    /// What to call it.
    pub kind: &'static str,
    /// How many bytes it may have.
    pub most: u64,
}

impl JsonFile {
    /// The text of the file at `path`.
    pub fn open(&self, path: &Path) -> Result<String, JsonFileError> {
        match File::open(path) {
            Ok(file) => self.text(file, path),
            Err(source) => Err(self.unreadable(path, source)),
        }
    }

    /// The text that `reader` has; `name` stands for it in errors.
    pub fn text(&self, reader: impl Read, name: &Path) -> Result<String, JsonFileError> {
        let (kind, most, file) = (self.kind, self.most, name.to_owned());
        let mut bytes = Vec::new();
        if let Err(source) = reader.take(most.saturating_add(1)).read_to_end(&mut bytes) {
            return Err(self.unreadable(name, source));
        }
        if bytes.len() as u64 > most {
            return Err(JsonFileError::TooLarge { kind, file, most });
        }
        String::from_utf8(bytes).map_err(|error| {
            let byte = error.utf8_error().valid_up_to();
            JsonFileError::NotText { kind, file, byte }
        })
    }

    /// What `make` makes of the value that `text` is; `name` stands for it in errors.
    pub fn parse<T>(
        &self,
        text: &str,
        name: &Path,
        make: impl FnOnce(&Node) -> Result<T, Complaint>,
    ) -> Result<T, JsonFileError> {
        let (kind, file) = (self.kind, name.to_owned());
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.trim().is_empty() {
            return Err(JsonFileError::Empty { kind, file });
        }
        let root = match Node::root(text) {
            Ok(root) => root,
            Err(error) => {
                return Err(JsonFileError::NotJson {
                    file,
                    line: error.line(),
                    column: error.column(),
                    message: message(&error),
                });
            }
        };
        make(&root).map_err(|Complaint { place, problem }| JsonFileError::Invalid {
            file,
            place,
            problem,
        })
    }

    fn unreadable(&self, name: &Path, source: io::Error) -> JsonFileError {
        JsonFileError::Read {
            kind: self.kind,
            file: name.to_owned(),
            source,
        }
    }
}
