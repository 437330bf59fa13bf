//! Running `osculate events`.

use crate::binary::{self, assert_refused, values};
use serde_json::Value;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

pub fn osculate(arguments: &[&str]) -> Output {
    binary::osculate(&[&["events"], arguments].concat())
}

/// The one line of JSON that a run prints.
#[track_caller]
pub fn result(arguments: &[&str]) -> Value {
    let lines = values(&binary::printed(&osculate(arguments)));
    let [line] = &lines[..] else {
        panic!("{lines:?}");
    };
    line.clone()
}

#[track_caller]
pub fn refused(arguments: &[&str], told: &[&str]) {
    assert_refused(&osculate(arguments), told);
}

pub fn scene(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../scenes")
        .join(name);
    path.to_str().unwrap().to_owned()
}

pub fn within(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_owned()
}

pub fn written(folder: &TempDir, name: &str, contents: &str) -> String {
    let path = binary::written(folder, name, contents);
    path.to_str().unwrap().to_owned()
}
