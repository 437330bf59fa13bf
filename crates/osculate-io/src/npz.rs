//! NPZ files: ZIP archives of arrays.

#[cfg(test)]
pub(crate) mod samples;

use crate::max_size::{MaxSize, Unread, read, read_file};
use crate::npy::written;
use std::io::{self, Cursor, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// Why an NPZ file does not hold what it should.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NpzError {
    /// The file could not be opened or read.
    #[error("cannot read {}: {source}", file.display())]
    Read {
        /// Its path.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file, or what it unpacks to, is larger than it may be.
    #[error("{}: it is or unpacks to more than the max size of {most}", file.display())]
    TooLarge {
        /// Its path.
        file: PathBuf,
        /// How large it may be.
        most: MaxSize,
    },
    /// It is no archive of arrays.
    #[error("{}: not an NPZ file: {problem}", file.display())]
    NotNpz {
        /// Its path.
        file: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// Something is wrong with an array.
    #[error("{}, array {array:?}: {problem}", file.display())]
    Array {
        /// The file's path.
        file: PathBuf,
        /// The array's name.
        array: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A body is none.
    #[error(transparent)]
    Body(#[from] crate::JsonFileError),
}

/// Why an archive or an array of one could not be unpacked.
#[derive(Debug)]
pub(crate) enum Packed {
    /// All that was unpacked is more than it may be.
    TooLarge,
    /// Something else.
    Broken(String),
}

/// An archive of arrays, in memory. All arrays together unpack to a bounded number of bytes.
pub(crate) struct Npz<'b> {
    archive: ZipArchive<Cursor<&'b [u8]>>,
    left: u64,
}

impl<'b> Npz<'b> {
    /// The archive that these bytes are, or what is wrong with them.
    pub fn open(bytes: &'b [u8], most: MaxSize) -> Result<Npz<'b>, String> {
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
        let left = most.bytes();
        Ok(Npz { archive, left })
    }

    /// The names of its arrays.
    pub fn names(&self) -> Vec<String> {
        let names = self.archive.file_names().filter_map(Result::ok);
        names
            .map(|name| name.strip_suffix(".npy").unwrap_or(&name).to_owned())
            .collect()
    }

    /// The NPY file of an array, if it is there.
    pub fn unpack(&mut self, name: &str) -> Result<Option<Vec<u8>>, Packed> {
        let broken = |error: String| Packed::Broken(format!("it cannot be unpacked: {error}"));
        let is_this = |file: &str| file.strip_suffix(".npy").unwrap_or(file) == name;
        let names = self.archive.file_names().filter_map(Result::ok);
        let Some(file) = names
            .map(|file| file.into_owned())
            .find(|file| is_this(file))
        else {
            return Ok(None);
        };
        let entry = self.archive.by_name(&file);
        let entry = entry.map_err(|error| broken(error.to_string()))?;
        let size = entry.size();
        let most = MaxSize::new(self.left);
        let bytes = read(entry, size.min(1 << 16), most).map_err(|error| match error {
            Unread::TooLarge(_) => Packed::TooLarge,
            Unread::System(error) => broken(error.to_string()),
        })?;
        self.left -= bytes.len() as u64;
        Ok(Some(bytes))
    }
}

/// The bytes of a file.
pub(crate) fn bytes_of(path: &Path, most: MaxSize) -> Result<Vec<u8>, NpzError> {
    let file = path.to_owned();
    read_file(path, most).map_err(|error| match error {
        Unread::TooLarge(most) => NpzError::TooLarge { file, most },
        Unread::System(source) => NpzError::Read { file, source },
    })
}

/// Arrays on their way into an NPZ file.
pub(crate) struct NpzWriter(ZipWriter<Cursor<Vec<u8>>>);

impl NpzWriter {
    /// None yet.
    pub fn new() -> NpzWriter {
        NpzWriter(ZipWriter::new(Cursor::new(Vec::new())))
    }

    /// Adds an array of rows of so many numbers; 0 for an array without a second index.
    pub fn add<T: Number>(&mut self, name: &str, width: usize, numbers: &[T]) -> io::Result<()> {
        let mut data = Vec::new();
        for number in numbers {
            number.write(&mut data);
        }
        let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        self.0.start_file(format!("{name}.npy"), packed)?;
        let rows = numbers.len() / width.max(1);
        self.0.write_all(&written(T::DESCR, rows, width, &data))
    }

    /// The file.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        Ok(self.0.finish()?.into_inner())
    }
}

/// What arrays are written of.
pub(crate) trait Number {
    const DESCR: &'static str;
    fn write(&self, to: &mut Vec<u8>);
}

macro_rules! numbers {
    ($($kind:ty, $descr:literal;)*) => {$(
        impl Number for $kind {
            const DESCR: &'static str = $descr;
            fn write(&self, to: &mut Vec<u8>) {
                to.extend(self.to_le_bytes());
            }
        }
    )*};
}

numbers! { f64, "<f8"; i64, "<i8"; u8, "|u1"; }

impl Number for bool {
    const DESCR: &'static str = "|b1";
    fn write(&self, to: &mut Vec<u8>) {
        to.push(u8::from(*self));
    }
}
