//! Running the binary, and what it prints.
#![allow(dead_code, reason = "each user takes its own part")]

use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

pub fn osculate<S: AsRef<OsStr>>(arguments: &[S]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_osculate"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Standard output of a run that must succeed in silence.
#[track_caller]
pub fn printed(output: &Output) -> String {
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    text(&output.stdout).to_owned()
}

/// A value a line.
pub fn values(lines: &str) -> Vec<Value> {
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// A file with these contents, in folders of its own if its name has any.
pub fn written(folder: &TempDir, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, contents).unwrap();
    path
}

/// What a run on bad input must end in: exit code 2, all of `told` on standard error, nothing on standard output.
#[track_caller]
pub fn assert_refused(output: &Output, told: &[&str]) {
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(text(&output.stdout), "");
    assert!(error.starts_with("error: "), "{error}");
    assert!(!error.contains("panicked"), "{error}");
    for part in told {
        assert!(error.contains(part), "{part} is missing in: {error}");
    }
}
