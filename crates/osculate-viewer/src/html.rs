//! One HTML file with page and trace.

use crate::page::PLACE;
use base64::engine::general_purpose::{GeneralPurpose, STANDARD};
use base64::write::EncoderWriter;
use flate2::{Compression, write::GzEncoder};
use std::io::{self, Write};
use thiserror::Error;

/// The longest trace in base64, after compression, that goes into one HTML file: 384 MiB.
///
/// The page reads it as one string. Chromium gave 511 MiB as a whole, and of 512 MiB an empty string, with no error. `docs/decisions/viewer-server.md` has what was tried.
pub const MOST_BASE64: u64 = 384 << 20;

/// The trace is too large for browsers: what the [`io::Error`] of an [`HtmlWriter`] is then made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "it is too large for one HTML file: compressed and in base64 it exceeds {} MiB, and browsers take no more",
    most >> 20
)]
pub struct TooLarge {
    /// How many bytes of base64 there may be.
    pub most: u64,
}

impl TooLarge {
    /// Whether this is why a trace could not be written.
    pub fn is_cause_of(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|cause| cause.is::<TooLarge>())
    }
}

/// Writes a page with a trace in it: one HTML file that needs no server and no network.
///
/// What is written to it is the trace, uncompressed. It is compressed on the way, and never in memory as a whole. The file is
/// complete after [`HtmlWriter::finish`].
///
/// ```
/// use osculate_viewer::HtmlWriter;
/// use std::io::Write;
/// let page = "<p>Hello</p><!--osculate:trace-->";
/// let mut html = HtmlWriter::new(page, "a < b", Vec::new())?;
/// html.write_all(b"{\"osculate-trace\":2,\"dimension\":3}\n")?;
/// let file = html.finish()?;
/// let start = r#"<p>Hello</p><script type="application/octet-stream" id="osculate-trace" data-name="a &lt; b">H4sI"#;
/// assert!(file.starts_with(start.as_bytes()) && file.ends_with(b"</script>"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct HtmlWriter<W: Write> {
    trace: GzEncoder<EncoderWriter<'static, GeneralPurpose, Limited<W>>>,
    after: String,
}

impl<W: Write> HtmlWriter<W> {
    /// Writes what comes before the trace. `name` is what the page calls it.
    ///
    /// Fails if the page has no [`PLACE`] for a trace, or several.
    pub fn new(page: &str, name: &str, output: W) -> io::Result<HtmlWriter<W>> {
        HtmlWriter::with_most(page, name, output, MOST_BASE64)
    }

    fn with_most(page: &str, name: &str, mut output: W, most: u64) -> io::Result<HtmlWriter<W>> {
        let mut parts = page.split(PLACE);
        let (Some(before), Some(after), None) = (parts.next(), parts.next(), parts.next()) else {
            let count = page.matches(PLACE).count();
            let why =
                format!("the page has {count} places for a trace ({PLACE}), and must have one");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        };
        let name = escaped(name);
        write!(
            output,
            r#"{before}<script type="application/octet-stream" id="osculate-trace" data-name="{name}">"#
        )?;
        let limited = Limited {
            writer: output,
            most,
            left: most,
        };
        let base64 = EncoderWriter::new(limited, &STANDARD);
        Ok(HtmlWriter {
            trace: GzEncoder::new(base64, Compression::default()),
            after: format!("</script>{after}"),
        })
    }

    /// Writes the rest of the page.
    pub fn finish(self) -> io::Result<W> {
        let Limited { mut writer, .. } = self.trace.finish()?.finish()?;
        writer.write_all(self.after.as_bytes())?;
        writer.flush()?;
        Ok(writer)
    }
}

impl<W: Write> Write for HtmlWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.trace.write(bytes)
    }

    /// Does nothing: no part of the file is of use before all of it is there, and to flush what is compressed makes it longer.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The text as the value of an attribute.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            // What HTML has no way to write.
            control if control.is_control() => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Takes so many bytes and no more.
struct Limited<W> {
    writer: W,
    most: u64,
    left: u64,
}

impl<W: Write> Write for Limited<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() as u64 > self.left {
            let most = self.most;
            let kind = io::ErrorKind::FileTooLarge;
            return Err(io::Error::new(kind, TooLarge { most }));
        }
        let written = self.writer.write(bytes)?;
        self.left -= written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_as_large_as_it_may_be() {
        let write = |most| {
            let mut html = HtmlWriter::with_most(PLACE, "t", Vec::new(), most)?;
            // What does not compress well.
            let mut state = 1_u64;
            for _ in 0..5000 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
                html.write_all(&state.to_le_bytes())?;
            }
            html.finish().map(|file| file.len() as u64)
        };
        let around = write_empty();
        let length = write(MOST_BASE64).unwrap() - around;
        assert!(length > 40_000);
        assert_eq!(write(length).unwrap(), length + around);
        let error = write(length - 1).unwrap_err();
        assert!(TooLarge::is_cause_of(&error), "{error}");
        assert!(!TooLarge::is_cause_of(&io::Error::other("full")));
        let told = "it is too large for one HTML file: compressed and in base64 it exceeds 384 MiB";
        let most = MOST_BASE64;
        assert!(TooLarge { most }.to_string().starts_with(told));
    }

    /// How long a file is without its base64.
    fn write_empty() -> u64 {
        let empty = HtmlWriter::new(PLACE, "t", Vec::new()).unwrap();
        let file = String::from_utf8(empty.finish().unwrap()).unwrap();
        let base64 = file.find("H4sI").unwrap()..file.find("</script>").unwrap();
        (file.len() - base64.len()) as u64
    }
}
