//! What cannot be written is told with its name.
#![cfg(target_os = "linux")]

use crate::binary::{osculate_in, text, written};
use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A run whose standard output is a full disk.
fn to_a_full_disk(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_osculate"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(File::options().write(true).open("/dev/full").unwrap())
        .output()
        .unwrap();
    (output.status.code(), text(&output.stderr).to_owned())
}

const TOUCHING: &str = "0,1,0,1,1,1,1\n-1,1,-1,1,0,1,1\n1,1,-1,1,0,1,1\n0,1,1,1,0,1,1\n\
                        0,1,0,1,-1,1,1\n-1,1,-1,1,0,1,1\n1,1,-1,1,0,1,1\n0,1,1,1,0,1,1\n";

/// A folder with input for every command.
fn inputs() -> TempDir {
    let folder = TempDir::new().unwrap();
    let ball = r#"{ "ball": { "radius": 1 } }"#;
    let side = r#"{ "body": "b", "at": {} }"#;
    let queries = format!(
        r#"{{ "bodies": {{ "b": {ball} }}, "queries": [{{ "a": {side}, "b": {side} }}] }}"#
    );
    written(&folder, "queries.json", queries);
    written(&folder, "vertex-face/q.csv", TOUCHING);
    written(&folder, "m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    folder
}

/// Experiments that are over at once.
const KAYA: [&str; 8] = [
    "experiment",
    "kaya",
    "--runs",
    "1",
    "--up-to",
    "8",
    "--seconds",
    "0.01",
];
const D2M: [&str; 10] = [
    "experiment",
    "d2m",
    "--trials",
    "1",
    "--triangles",
    "600",
    "--samples",
    "0",
    "--bunny",
    "m.obj",
];

const FULL: &str = "No space left on device (os error 28)";

#[test]
fn a_full_standard_output_is_named() {
    let folder = inputs();
    for arguments in [
        &[][..],
        &["toc"],
        &["toc", "--example"],
        &["toc", "queries.json"],
        &["robot", "builtin:arm6"],
        &["robot", "builtin:arm6", "--json"],
        &["deform", "m.obj", "m.obj"],
        &["deform", "m.obj", "m.obj", "--all", "--json"],
        &["primitives", "vertex-face/q.csv"],
        &["primitives", "vertex-face/q.csv", "--each"],
        &["primitives", "vertex-face/q.csv", "--json"],
        &["events", "--discs", "4", "--seconds", "1"],
        &KAYA,
        &D2M,
        &[
            "experiment",
            "c2a",
            "--quick",
            "--trials",
            "1",
            "--benchmarks",
            "gear",
        ],
    ] {
        let (code, error) = to_a_full_disk(folder.path(), arguments);
        let told = format!("error: cannot write to standard output: {FULL}\n");
        assert_eq!((code, error), (Some(1), told), "{arguments:?}");
    }
}

#[test]
fn a_full_file_is_named() {
    let folder = inputs();
    let [kaya, d2m] = [&KAYA[..], &D2M].map(|command| [command, &["--out", "."]].concat());
    let gas = ["events", "--discs", "4", "--seconds", "1"];
    let cases: [(Vec<&str>, &str); 9] = [
        (vec!["toc", "queries.json", "--output", "full"], "full"),
        ([&gas[..], &["--trace", "full"]].concat(), "full"),
        ([&gas[..], &["--checkpoint", "full"]].concat(), "full"),
        (kaya.clone(), "kaya-growth.csv"),
        (kaya.clone(), "kaya-steps.csv"),
        (kaya.clone(), "kaya-growth.svg"),
        (d2m.clone(), "d2m.csv"),
        (d2m.clone(), "d2m-separation.svg"),
        (d2m.clone(), "d2m-time.svg"),
    ];
    for (arguments, name) in cases {
        let link = folder.path().join(name);
        symlink("/dev/full", &link).unwrap();
        let output = osculate_in(folder.path(), &arguments);
        let (code, error) = (output.status.code(), text(&output.stderr));
        assert_eq!(code, Some(1), "{error}");
        let path = if arguments.contains(&"--out") {
            format!("./{name}")
        } else {
            name.to_owned()
        };
        assert_eq!(error, format!("error: cannot write to {path}: {FULL}\n"));
        fs::remove_file(link).unwrap();
    }
}

#[test]
fn what_cannot_be_opened_is_named() {
    let folder = inputs();
    let gas = ["events", "--discs", "4", "--seconds", "1"];
    for option in ["--output", "--trace", "--checkpoint"] {
        let command = if option == "--output" {
            &["toc", "queries.json"][..]
        } else {
            &gas
        };
        for path in ["nowhere/file", "."] {
            let output = osculate_in(folder.path(), &[command, &[option, path]].concat());
            let error = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{error}");
            let told = format!("error: cannot write to {path}: ");
            assert!(error.starts_with(&told), "{error}");
        }
    }
}
