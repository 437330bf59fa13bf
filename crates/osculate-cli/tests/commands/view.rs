//! `osculate view`, as a user meets it. A small page stands in for the viewer's, which needs Node to be made.

use crate::binary::{assert_refused, listing, osculate_in, printed, text, written};
use osculate_trace::{Ending, Playback, Record, ShapeKind, TraceReader};
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

#[cfg(target_os = "linux")]
mod serving;

const PAGE: &str = "<!doctype html><title>a page</title><!--osculate:trace--><p>after";

/// Two discs, of which one moves.
const TRACE: &str = r#"{"osculate-trace":2,"dimension":2,"title":"discs"}
{"shape":{"ball":{"radius":0.5}}}
{"bodies":{"shape":[0],"name":["resting","moving"]}}
{"segments":{"motion":"velocity","time":[0],"body":[1],"position":[0.1,0.2],"linear":[3,4]}}
{"something":{"new":[1,2]}}
{"end":{"time":2,"why":"time reached","events":0}}
"#;

/// A trace that names a mesh by file.
const NAMED: &str = r#"{"osculate-trace":2,"dimension":3,"title":"a file"}
{"shape":{"file":{"path":"models/a b.obj","scale":[1,2,-3]},"name":"three corners"}}
{"bodies":{"shape":[0]}}
"#;

const OBJ: &str = "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0.3\nf 1 2 3\n";

/// A folder with a page, traces and a mesh.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    written(&folder, "page.html", PAGE);
    written(&folder, "discs.jsonl", TRACE);
    written(&folder, "named.jsonl", NAMED);
    written(&folder, "models/a b.obj", OBJ);
    folder
}

/// A run with the page that stands in.
fn view(folder: &TempDir, arguments: &[&str]) -> Output {
    let start = ["view", "--page", "page.html"];
    osculate_in(folder.path(), &[&start, arguments].concat())
}

/// The name and the trace in an HTML file, uncompressed.
fn embedded(html: &Path) -> (String, Vec<u8>) {
    use base64::Engine;
    use std::io::Read;
    let html = fs::read_to_string(html).unwrap();
    let (before, after) = PAGE.split_once("<!--osculate:trace-->").unwrap();
    let script = html.strip_prefix(before).unwrap();
    let script = script.strip_suffix(after).unwrap();
    let (head, rest) = script.split_once('>').unwrap();
    let start = r#"<script type="application/octet-stream" id="osculate-trace" data-name=""#;
    let name = head.strip_prefix(start).unwrap().strip_suffix('"').unwrap();
    let base64 = rest.strip_suffix("</script>").unwrap();
    let bytes = base64::engine::general_purpose::STANDARD.decode(base64);
    let mut trace = Vec::new();
    let bytes = bytes.unwrap();
    let mut decoder = flate2::read::GzDecoder::new(&bytes[..]);
    decoder.read_to_end(&mut trace).unwrap();
    (name.to_owned(), trace)
}

#[test]
fn one_file_with_all_of_the_trace() {
    let folder = folder();
    let output = view(&folder, &["discs.jsonl", "--html", "out.html"]);
    assert_eq!(printed(&output), "");
    let (name, trace) = embedded(&folder.path().join("out.html"));
    assert_eq!(name, "discs.jsonl");
    let [before, after] = [TRACE.as_bytes(), &trace].map(|bytes| {
        let reader = TraceReader::new(bytes).unwrap();
        reader.map(Result::unwrap).collect::<Vec<Record>>()
    });
    assert_eq!(before, after);
    // Half the digits if asked for.
    let small = ["discs.jsonl", "--html", "out.html", "--precision", "f32"];
    assert_eq!(printed(&view(&folder, &small)), "");
    let (_, trace) = embedded(&folder.path().join("out.html"));
    let playback = Playback::read(&trace[..]).unwrap();
    let position = playback.placement(1, 0.0).position;
    assert_eq!(position, [f64::from(0.1_f32), f64::from(0.2_f32), 0.0]);
}

/// A part of a trace in time is exact, and says when it ends.
#[test]
fn a_part_of_the_trace() {
    let folder = folder();
    let part = [
        "discs.jsonl",
        "--html",
        "out.html",
        "--from",
        "0.5",
        "--to",
        "1.5",
    ];
    printed(&view(&folder, &part));
    let (_, trace) = embedded(&folder.path().join("out.html"));
    let playback = Playback::read(&trace[..]).unwrap();
    assert_eq!(playback.span(), [0.5, 1.5]);
    assert_eq!(playback.placement(1, 1.5).position, [4.6, 6.2, 0.0]);
    let Ending::End(end) = &playback.ending else {
        panic!("{:?}", playback.ending);
    };
    assert_eq!((end.time, end.why.as_str()), (1.5, "cut here"));
    let later = [
        "discs.jsonl",
        "--html",
        "out.html",
        "--from",
        "3",
        "--to",
        "2",
    ];
    assert_refused(&view(&folder, &later), &["--from 3 is later than --to 2"]);
}

#[test]
fn meshes_in_files_go_into_the_file() {
    let folder = folder();
    printed(&view(&folder, &["named.jsonl", "--html", "out.html"]));
    let (_, trace) = embedded(&folder.path().join("out.html"));
    let playback = Playback::read(&trace[..]).unwrap();
    let shape = &playback.shapes[0];
    assert_eq!(shape.name.as_deref(), Some("three corners"));
    let ShapeKind::Mesh {
        vertices,
        triangles,
    } = &shape.kind
    else {
        panic!("{shape:?}");
    };
    let scaled = [0.0, 0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 0.2, -3.0 * 0.3];
    assert_eq!(vertices.numbers(), scaled);
    assert_eq!(triangles.numbers(), [0.0, 1.0, 2.0]);
}

#[test]
fn a_trace_that_was_cut_is_written_as_far_as_it_goes() {
    let folder = folder();
    let cut = &TRACE[..TRACE.find("{\"something").unwrap() + 5];
    written(&folder, "cut.jsonl", cut);
    printed(&view(&folder, &["cut.jsonl", "--html", "out.html"]));
    let (_, trace) = embedded(&folder.path().join("out.html"));
    let playback = Playback::read(&trace[..]).unwrap();
    assert_eq!(playback.bodies.len(), 2);
    assert_eq!(playback.ending, Ending::Missing);
}

#[test]
fn a_trace_of_version_1_is_converted() {
    let folder = folder();
    let old = r#"{"format":"osculate-trace","version":1,"dimension":2,"time":0.0,"domain":{"low":[0.0,0.0],"high":[4.0,4.0],"boundary":["walls","walls"]},"walls":[],"radii":[0.5],"masses":[1.0],"positions":[[1.0,2.0]],"velocities":[[1.25,0.0]]}
{"time":2.0,"body":0,"partner":{"face":{"axis":0,"high":true}},"changed":[{"body":0,"position":[3.5,2.0],"velocity":[-1.25,0.0]}]}
{"end":"time reached","time":3.0,"events":1}
"#;
    written(&folder, "old.jsonl", old);
    printed(&view(&folder, &["old.jsonl", "--html", "out.html"]));
    let (_, trace) = embedded(&folder.path().join("out.html"));
    let playback = Playback::read(&trace[..]).unwrap();
    let at = |time| playback.placement(0, time).position;
    assert_eq!((at(1.0), at(3.0)), ([2.25, 2.0, 0.0], [2.25, 2.0, 0.0]));
}

#[test]
#[cfg(unix)]
fn hostile_names() {
    let folder = folder();
    let name = "\"><script>alert('&')<!--";
    fs::write(folder.path().join(name), TRACE).unwrap();
    printed(&view(&folder, &[name, "--html", "out.html"]));
    let html = fs::read_to_string(folder.path().join("out.html")).unwrap();
    let told = r#"data-name="&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;!--">"#;
    assert!(html.contains(told), "{html}");
    assert_eq!(html.matches("<script").count(), 1);
}

#[test]
fn what_is_no_trace() {
    let folder = folder();
    let before = listing(folder.path());
    for (name, contents, told) in [
        ("empty.jsonl", "", "empty.jsonl: the trace is empty"),
        (
            "letter.txt",
            "Dear Sir\n",
            "letter.txt: this is not a trace",
        ),
        (
            "other.json",
            "{\"bodies\":{}}\n",
            "other.json: this is not a trace",
        ),
        (
            "new.jsonl",
            "{\"osculate-trace\":3,\"dimension\":2}\n",
            "new.jsonl: this trace is of version 3",
        ),
    ] {
        written(&folder, name, contents);
        for arguments in [&[name, "--no-open"][..], &[name, "--html", "out.html"]] {
            assert_refused(&view(&folder, arguments), &[told]);
        }
        fs::remove_file(folder.path().join(name)).unwrap();
    }
    for (name, told) in [
        ("nowhere.jsonl", "nowhere.jsonl: cannot be read: "),
        ("models", "models: cannot be read: it is not a file"),
    ] {
        assert_refused(&view(&folder, &[name, "--no-open"]), &[told]);
    }
    assert_eq!(listing(folder.path()), before);
}

/// A bad line, or a mesh that cannot be had: a sentence that names it, and no file.
#[test]
fn nothing_half_written() {
    let folder = folder();
    let shape = |path: &str| NAMED.replace("models/a b.obj", path);
    written(&folder, "models/broken.obj", "v 0 0\n");
    for (contents, told) in [
        (
            TRACE.replace("\"body\":[1]", "\"body\":[7]"),
            "t.jsonl: line 4 of the trace: ",
        ),
        (
            shape("missing.ply"),
            "t.jsonl: line 2 of the trace: missing.ply: cannot be read",
        ),
        (shape("models/broken.obj"), "models/broken.obj, line 1: "),
        (
            shape("../up.obj"),
            "\"../up.obj\" is not in the folder of the trace",
        ),
        (
            shape("models/../../up.obj"),
            "is not in the folder of the trace",
        ),
        (
            shape("/etc/up.obj"),
            "\"/etc/up.obj\" is not in the folder of the trace",
        ),
    ] {
        written(&folder, "t.jsonl", contents);
        let before = listing(folder.path());
        assert_refused(&view(&folder, &["t.jsonl", "--html", "out.html"]), &[told]);
        assert_eq!(listing(folder.path()), before);
    }
    let full = view(&folder, &["discs.jsonl", "--html", "nowhere/out.html"]);
    assert_refused(&full, &["cannot write to nowhere/out.html: "]);
}

#[test]
fn the_page() {
    let folder = folder();
    written(&folder, "bare.html", "<p>no place");
    let run = |page| {
        let arguments = ["view", "--page", page, "discs.jsonl", "--html", "out.html"];
        osculate_in(folder.path(), &arguments)
    };
    assert_refused(&run("bare.html"), &["the page has 0 places for a trace"]);
    assert_refused(&run("no.html"), &["no.html: cannot be read"]);
    assert!(!folder.path().join("out.html").exists());
    // The one that was built in, or the command that makes it.
    let arguments = ["view", "discs.jsonl", "--html", "out.html"];
    let output = osculate_in(folder.path(), &arguments);
    match osculate_viewer::page() {
        Ok(page) => {
            assert_eq!(printed(&output), "");
            let html = fs::read(folder.path().join("out.html")).unwrap();
            assert!(html.len() > page.len());
        }
        Err(_) => {
            println!("skipped: the page is not built in");
            assert_refused(&output, &["without the viewer's page", "run viewer/build"]);
            let serving = osculate_in(folder.path(), &["view", "discs.jsonl", "--no-open"]);
            assert_refused(&serving, &["run viewer/build"]);
        }
    }
}

#[test]
fn options_that_exclude_each_other() {
    let folder = folder();
    for options in [&["--port", "1"][..], &["--no-open"]] {
        let arguments = [&["discs.jsonl", "--html", "out.html"], options].concat();
        let output = view(&folder, &arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("cannot be used with"));
    }
}
