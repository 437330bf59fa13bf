//! Where answers go: standard output, or a file that appears only when it is whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Why a command ended early.
#[derive(Debug)]
pub enum Failure {
    /// What the user gave is at fault.
    Input(anyhow::Error),
    /// The output could not be written.
    Output(io::Error),
    /// The work is done and written, and shows that a proof is broken.
    Broken(String),
    /// Somebody pressed Ctrl-C; what there was until then is written.
    Interrupted,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// Writes `text` to standard output.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    Ok(stdout.flush()?)
}

/// A place to write to; what a file gets is seen only after [`Output::finish`].
pub enum Output {
    Stream(BufWriter<Box<dyn Write>>),
    File(Replacement),
}

impl Output {
    /// Standard output.
    pub fn stdout() -> Output {
        Output::Stream(BufWriter::new(Box::new(io::stdout())))
    }

    /// The file `path`, replaced if it exists. Devices and pipes are written to as they are.
    pub fn file(path: &Path) -> anyhow::Result<Output> {
        let told = || format!("cannot write to {}", path.display());
        let output = match fs::metadata(path) {
            Ok(found) if found.is_dir() => anyhow::bail!("{}: it is a folder", told()),
            Ok(found) if !found.is_file() => File::options()
                .write(true)
                .open(path)
                .map(|file| Output::Stream(BufWriter::new(Box::new(file)))),
            // The file that a link leads to is replaced, not the link.
            Ok(_) => fs::canonicalize(path)
                .and_then(Replacement::new)
                .map(Output::File),
            Err(_) => Replacement::new(path.to_owned()).map(Output::File),
        };
        output.map_err(|error| anyhow::anyhow!("{}: {error}", told()))
    }

    /// Makes what was written seen.
    pub fn finish(self) -> io::Result<()> {
        match self {
            Output::Stream(mut stream) => stream.flush(),
            Output::File(file) => file.finish(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Stream(stream) => stream.write(bytes),
            Output::File(file) => file.writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Stream(stream) => stream.flush(),
            Output::File(file) => file.writer.flush(),
        }
    }
}

/// A temporary file beside `target` that takes its place, or goes away.
pub struct Replacement {
    target: PathBuf,
    temporary: PathBuf,
    writer: BufWriter<File>,
}

impl Replacement {
    fn new(target: PathBuf) -> io::Result<Replacement> {
        let Some(name) = target.file_name() else {
            return Err(io::Error::from(io::ErrorKind::InvalidInput));
        };
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}.tmp", std::process::id()));
        let temporary = target.with_file_name(hidden);
        let writer = BufWriter::new(File::create_new(&temporary)?);
        Ok(Replacement {
            target,
            temporary,
            writer,
        })
    }

    fn finish(mut self) -> io::Result<()> {
        self.writer.flush()?;
        fs::rename(&self.temporary, &self.target)
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        // After a rename there is nothing left to remove.
        let _ = fs::remove_file(&self.temporary);
    }
}
