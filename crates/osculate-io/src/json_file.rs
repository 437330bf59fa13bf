//! Files of one JSON value.

use crate::json::{Complaint, Node, message};
use crate::max_size::{MaxSize, Unread, read, read_file};
use crate::problem::{JsonPlace, Problem};
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
    #[error("the {kind} {} is larger than the max size of {most}", file.display())]
    TooLarge {
        /// What the file should be.
        kind: &'static str,
        /// Its path.
        file: PathBuf,
        /// How large it may be.
        most: MaxSize,
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
}

impl JsonFile {
    /// The text of the file at `path`.
    pub fn open(&self, path: &Path, most: MaxSize) -> Result<String, JsonFileError> {
        self.text(read_file(path, most), path)
    }

    /// The text that `reader` has; `name` stands for it in errors.
    pub fn receive(
        &self,
        reader: impl Read,
        name: &Path,
        most: MaxSize,
    ) -> Result<String, JsonFileError> {
        self.text(read(reader, 0, most), name)
    }

    fn text(&self, bytes: Result<Vec<u8>, Unread>, name: &Path) -> Result<String, JsonFileError> {
        let (kind, file) = (self.kind, name.to_owned());
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(Unread::TooLarge(most)) => {
                return Err(JsonFileError::TooLarge { kind, file, most });
            }
            Err(Unread::System(source)) => {
                return Err(JsonFileError::Read { kind, file, source });
            }
        };
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
}
