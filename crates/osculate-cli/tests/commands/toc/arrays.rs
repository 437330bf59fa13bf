//! Queries and answers as arrays of NumPy. What is in them is tested in Python, by NumPy.

use crate::binary::{listing, osculate, text, written};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn run(words: [&str; 1], paths: &[&Path]) -> std::process::Output {
    let words = words.into_iter().map(OsString::from);
    let mut all: Vec<OsString> = words.chain([paths[0].into()]).collect();
    if let Some(output) = paths.get(1) {
        all.extend(["-o".into(), output.into()]);
    }
    osculate(&all)
}

#[test]
fn answers_are_arrays_and_are_no_queries() {
    let folder = TempDir::new().unwrap();
    let queries = r#"{ "bodies": { "ball": { "ball": { "radius": 1 } } }, "queries": [
        { "a": { "body": "ball", "at": { "position": [4, 0, 0] }, "linear": [-4, 0, 0] }, "b": { "body": "ball", "at": {} } } ] }"#;
    let queries = written(&folder, "queries.json", queries);
    let answers = folder.path().join("answers.npz");
    let done = run(["toc"], &[&queries, &answers]);
    assert_eq!((done.status.code(), &done.stdout[..]), (Some(0), &b""[..]));
    let bytes = fs::read(&answers).unwrap();
    assert!(bytes.starts_with(b"PK\x03\x04"));
    for name in ["query.npy", "verdict.npy", "lower.npy", "parts.npy"] {
        let found = bytes
            .windows(name.len())
            .any(|window| window == name.as_bytes());
        assert!(found, "{name}");
    }
    // It is read as such, and found to be no queries.
    for command in ["toc", "primitives"] {
        let refused = run([command], &[&answers]);
        let told = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{told}");
        assert!(
            told.contains("array \"query\": it is not known; there may be"),
            "{told}"
        );
    }
}

#[test]
fn what_cannot_be_is_refused_and_nothing_is_written() {
    let folder = TempDir::new().unwrap();
    let none = written(&folder, "none.npz", "PK");
    let out = folder.path().join("out.npz");
    let lines = folder.path().join("out.jsonl");
    for (command, paths, words) in [
        ("toc", [&none, &out], "none.npz: not an NPZ file"),
        ("primitives", [&none, &out], "none.npz: not an NPZ file"),
        ("primitives", [&none, &lines], "to a file *.npz"),
        ("distance", [&none, &out], "not as arrays of NumPy"),
    ] {
        let refused = run([command], &[paths[0], paths[1]]);
        let told = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{told}");
        assert!(told.contains(words), "{told}");
    }
    assert_eq!(listing(folder.path()), ["none.npz"]);
}
