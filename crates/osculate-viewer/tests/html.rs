//! One HTML file with page and trace.

#![deny(clippy::too_many_lines)]

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::GzDecoder;
use osculate_viewer::{HtmlWriter, PLACE, TooLarge};
use std::io::{self, Read, Write};

const PAGE: &str =
    "<!doctype html>\n<title>ä</title><body><!--osculate:trace--><script>play()</script>";
const START: &str = r#"<script type="application/octet-stream" id="osculate-trace" data-name=""#;

fn written(name: &str, trace: &[u8]) -> String {
    let mut html = HtmlWriter::new(PAGE, name, Vec::new()).unwrap();
    // A trace is written in pieces, and flushed now and then.
    for piece in trace.chunks(100_000) {
        html.write_all(piece).unwrap();
        html.flush().unwrap();
    }
    String::from_utf8(html.finish().unwrap()).unwrap()
}

/// The name as it is written, and the bytes of the trace, of a file that has all of the page around them.
fn parts(html: &str) -> (&str, Vec<u8>) {
    let (before, after) = PAGE.split_once(PLACE).unwrap();
    let rest = html.strip_prefix(before).unwrap();
    let script = rest.strip_suffix(after).unwrap();
    let script = script.strip_prefix(START).unwrap();
    let script = script.strip_suffix("</script>").unwrap();
    let (name, base64) = script.split_once("\">").unwrap();
    (name, STANDARD.decode(base64).unwrap())
}

fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut trace = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut trace).unwrap();
    trace
}

fn lines(count: usize) -> Vec<u8> {
    let lines = (0..count).map(|line| format!("{{\"line\":{line}}}\n"));
    lines.collect::<String>().into_bytes()
}

#[test]
fn the_trace_comes_back_as_it_was() {
    // With each rest that base64 pads, and longer than any buffer.
    for trace in [
        vec![],
        lines(1),
        lines(2),
        lines(3),
        lines(4),
        lines(100_000),
    ] {
        let html = written("a name", &trace);
        let (name, bytes) = parts(&html);
        assert_eq!(name, "a name");
        assert!(unpacked(&bytes) == trace);
    }
}

#[test]
fn hostile_names_stay_names() {
    for (name, as_written) in [
        (
            "</script><script>alert(1)</script>",
            "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;",
        ),
        ("\" onload=\"alert(1)", "&quot; onload=&quot;alert(1)"),
        ("' x='", "&#39; x=&#39;"),
        ("&quot;>", "&amp;quot;&gt;"),
        (PLACE, "&lt;!--osculate:trace--&gt;"),
        ("<!--<script>", "&lt;!--&lt;script&gt;"),
        ("a\u{0}b\nc", "a\u{fffd}b\u{fffd}c"),
        ("", ""),
    ] {
        let html = written(name, b"{}\n");
        assert_eq!(parts(&html).0, as_written);
        assert_eq!(html.matches("<script").count(), 2);
        assert_eq!(html.matches("</script>").count(), 2);
    }
    // What is in the trace cannot end the script either.
    let html = written("t", b"</script><script>alert(1)</script>\n");
    assert_eq!(html.matches("</script>").count(), 2);
}

#[test]
fn a_page_without_a_place() {
    for (page, count) in [("", 0), ("<p>", 0), (&*[PLACE, PLACE].concat(), 2)] {
        let Err(error) = HtmlWriter::new(page, "t", io::sink()) else {
            panic!("{page}");
        };
        let told = format!(
            "the page has {count} places for a trace (<!--osculate:trace-->), and must have one"
        );
        assert_eq!(error.to_string(), told);
    }
    assert!(HtmlWriter::new(PLACE, "t", io::sink()).is_ok());
}

/// Takes so many bytes, and then there is no room left.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.0.checked_sub(bytes.len());
        self.0 = left.ok_or(io::Error::from(io::ErrorKind::StorageFull))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_no_success() {
    let write = |room| {
        let mut html = HtmlWriter::new(PAGE, "t", Full(room))?;
        html.write_all(&lines(1000))?;
        html.finish()
    };
    let length = written("t", &lines(1000)).len();
    assert_eq!(write(length).unwrap().0, 0);
    for room in [0, 10, 200, 1000, length - 1] {
        let Err(error) = write(room) else {
            panic!("{room}");
        };
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        assert!(!TooLarge::is_cause_of(&error));
    }
}
