//! Where answers go: standard output, or a file that appears only when it is whole.

use crate::interrupt;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Why a command ended early.
#[derive(Debug)]
pub enum Failure {
    /// What the user gave is at fault.
    Input(anyhow::Error),
    /// The output could not be written; the error says where to.
    Output(io::Error),
    /// The work is done and written, and shows that a proof is broken.
    Broken(String),
    /// The work cannot go on; what there is so far is written.
    Stuck(String),
    /// The work is done and written, and not all is free that had to be.
    NotFree(String),
    /// Somebody pressed Ctrl-C. What there was until then is written, and this says where.
    Interrupted(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// A message without control characters, but for ends of lines: names come from files, and must not colour the terminal or move its cursor.
fn printable(message: impl Display) -> String {
    let mut shown = String::new();
    for letter in message.to_string().chars() {
        match letter.is_control() && letter != '\n' {
            true => shown.extend(letter.escape_default()),
            false => shown.push(letter),
        }
    }
    shown
}

impl Failure {
    /// Says it on standard error and gives the exit code.
    pub fn report(&self) -> u8 {
        match self {
            Failure::Input(error) => {
                eprintln!("error: {}", printable(error));
                2
            }
            // Whoever closed the pipe has seen enough: nothing to complain about.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 1,
            Failure::Output(error) => {
                eprintln!("error: {}", printable(error));
                1
            }
            Failure::Stuck(why) => {
                eprintln!("error: {}", printable(why));
                1
            }
            Failure::NotFree(which) => {
                eprintln!("not free: {}", printable(which));
                3
            }
            Failure::Interrupted(kept) => {
                eprintln!("interrupted: {}", printable(kept));
                interrupt::exit_code()
            }
            Failure::Broken(proofs) => {
                eprintln!("FAILED: {}", printable(proofs));
                1
            }
        }
    }
}

/// What standard output is called.
pub const STDOUT: &str = "standard output";

/// Writes `text` to standard output.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = Named::new(STDOUT, io::stdout().lock());
    stdout.write_all(text.as_bytes())?;
    Ok(stdout.flush()?)
}

/// A writer whose errors say where it writes to.
pub struct Named<W> {
    name: String,
    writer: W,
}

impl<W: Write> Named<W> {
    /// `name` stands for the writer in errors.
    pub fn new(name: impl Into<String>, writer: W) -> Named<W> {
        let name = name.into();
        Named { name, writer }
    }
}

/// An error of the same kind that says where something could not be written to.
pub fn cannot_write(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to {name}: {error}"))
}

impl<W: Write> Write for Named<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.writer.write(bytes);
        written.map_err(|error| cannot_write(&self.name, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.writer.flush();
        flushed.map_err(|error| cannot_write(&self.name, &error))
    }
}

/// A place to write to; what a file gets is seen only after [`Output::finish`].
pub enum Output {
    Stream(BufWriter<Named<Box<dyn Write>>>),
    File(Replacement),
}

impl Output {
    /// Standard output.
    pub fn stdout() -> Output {
        Output::stream(STDOUT.to_owned(), Box::new(io::stdout()))
    }

    fn stream(name: String, writer: Box<dyn Write>) -> Output {
        Output::Stream(BufWriter::new(Named::new(name, writer)))
    }

    /// The file `path`, replaced if it exists. Devices and pipes are written to as they are.
    pub fn file(path: &Path) -> anyhow::Result<Output> {
        let name = path.display().to_string();
        let output = match fs::metadata(path) {
            Ok(found) if found.is_dir() => Err(io::Error::other("it is a folder")),
            Ok(found) if !found.is_file() => File::options()
                .write(true)
                .open(path)
                .map(|file| Output::stream(name.clone(), Box::new(file))),
            // The file that a link leads to is replaced, not the link.
            Ok(_) => fs::canonicalize(path)
                .and_then(Replacement::new)
                .map(Output::File),
            Err(_) => Replacement::new(path.to_owned()).map(Output::File),
        };
        output.map_err(|error| cannot_write(&name, &error).into())
    }

    /// What the place is called.
    pub fn name(&self) -> &str {
        match self {
            Output::Stream(stream) => &stream.get_ref().name,
            Output::File(file) => &file.writer.get_ref().name,
        }
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

/// The temporary files that there are. Whoever makes, renames or removes one holds this.
static TEMPORARIES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporaries() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files. From now on there are none: whoever wants to make one waits for the end of the program.
pub fn remove_temporaries() {
    let mut temporaries = temporaries();
    for path in temporaries.drain(..) {
        let _ = fs::remove_file(path);
    }
    std::mem::forget(temporaries);
}

/// A temporary file beside `target` that takes its place, or goes away.
pub struct Replacement {
    target: PathBuf,
    temporary: PathBuf,
    writer: BufWriter<Named<File>>,
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
        let mut temporaries = temporaries();
        let file = File::create_new(&temporary)?;
        temporaries.push(temporary.clone());
        let name = target.display().to_string();
        Ok(Replacement {
            target,
            temporary,
            writer: BufWriter::new(Named::new(name, file)),
        })
    }

    fn finish(mut self) -> io::Result<()> {
        self.writer.flush()?;
        let mut temporaries = temporaries();
        temporaries.retain(|path| *path != self.temporary);
        let renamed = fs::rename(&self.temporary, &self.target);
        drop(temporaries);
        renamed.map_err(|error| cannot_write(&self.writer.get_ref().name, &error))
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        let mut temporaries = temporaries();
        temporaries.retain(|path| *path != self.temporary);
        // After a rename there is nothing left to remove.
        let _ = fs::remove_file(&self.temporary);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_reach_the_terminal_as_they_are() {
        assert_eq!(
            printable("a\u{1b}[31mb\u{7}\r \u{9b}c: „no“\nsecond\tline"),
            "a\\u{1b}[31mb\\u{7}\\r \\u{9b}c: „no“\nsecond\\tline"
        );
    }
}
