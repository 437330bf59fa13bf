//! No command reads more of a file, a pipe or standard input than `--max-size` allows.
#![cfg(target_os = "linux")]

use crate::binary::{assert_refused, osculate, written};
use std::os::unix::fs::symlink;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// Runs the binary in a shell that allows it 400 MB of memory, which a bound that is not kept exceeds at once.
fn with_little_memory(script: &str) -> Output {
    Command::new("sh")
        .args(["-c", &format!("ulimit -v 400000; {script}")])
        .env("OSCULATE", env!("CARGO_BIN_EXE_osculate"))
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// A link to an endless file whose name ends as it should.
fn endless(folder: &TempDir, name: &str) -> String {
    let path = folder.path().join(name);
    symlink("/dev/zero", &path).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn endless_files_are_refused_by_every_command() {
    let folder = TempDir::new().unwrap();
    for ending in ["obj", "ply", "stl"] {
        let mesh = endless(&folder, &format!("endless.{ending}"));
        let told = [mesh.as_str(), "larger than the max size of 1 MiB"];
        let queries =
            format!(r#"{{ "bodies": {{ "b": {{ "mesh": "{mesh}" }} }}, "queries": [] }}"#);
        let queries = written(&folder, &format!("{ending}.json"), queries);
        for command in [
            format!("toc {}", queries.display()),
            format!("deform {mesh} {mesh}"),
            format!("experiment d2m --triangles 600 --bunny {mesh}"),
        ] {
            let output = with_little_memory(&format!("$OSCULATE --max-size 1M {command}"));
            assert_refused(&output, &told);
        }
    }
    let csv = endless(&folder, "endless.csv");
    for command in [
        "toc /dev/zero",
        "toc - < /dev/zero",
        "events /dev/zero --seconds 1",
        "events - --seconds 1 < /dev/zero",
        "events --resume /dev/zero",
        "robot /dev/zero",
        "robot builtin:arm6 --path /dev/zero",
        "robot builtin:arm6 --env /dev/zero",
    ] {
        let output = with_little_memory(&format!("$OSCULATE {command} --max-size 1M"));
        let name = if command.contains('<') {
            "standard input"
        } else {
            "/dev/zero"
        };
        assert_refused(&output, &[name, "is larger than the max size of 1 MiB"]);
    }
    for command in [
        format!("primitives {csv} --kind vf"),
        format!("robot builtin:arm6 --edges {csv}"),
    ] {
        let output = with_little_memory(&format!("$OSCULATE {command} --max-size 1M"));
        assert_refused(&output, &[&csv, "larger than the max size of 1 MiB"]);
    }
}

#[test]
fn endless_pipes_are_refused() {
    for command in [
        "toc /dev/stdin",
        "toc -",
        "events /dev/stdin --seconds 1",
        "events --resume /dev/stdin",
        "primitives /dev/stdin --kind ee",
    ] {
        let output = with_little_memory(&format!("yes '' | $OSCULATE {command} --max-size 64K"));
        assert_refused(&output, &["larger than the max size of 64 KiB"]);
    }
}

#[test]
fn a_file_of_the_size_itself_is_read() {
    let folder = TempDir::new().unwrap();
    let text = r#"{ "bodies": { "b": { "ball": { "radius": 1 } } }, "queries": [] }"#;
    let path = written(&folder, "queries.json", text);
    let path = path.to_str().unwrap();
    let run = |size: usize| osculate(&["toc", path, "--max-size", &size.to_string()]);
    assert_eq!(run(text.len()).status.code(), Some(0));
    let told = format!(
        "{path} is larger than the max size of {} bytes",
        text.len() - 1
    );
    assert_refused(&run(text.len() - 1), &[&told]);
}

#[test]
fn what_is_no_size_is_refused() {
    for size in ["0", "-1", "much", "4X", "1.5G", ""] {
        let output = osculate(&["toc", &format!("--max-size={size}")]);
        assert_refused(&output, &["--max-size"]);
    }
}

#[test]
fn counts_that_a_header_announces_take_no_memory() {
    let folder = TempDir::new().unwrap();
    let many = u64::MAX;
    let axes = "property double x\nproperty double y\nproperty double z\n";
    for encoding in ["ascii", "binary_little_endian", "binary_big_endian"] {
        for faces in ["face", "tristrips"] {
            let ply = format!(
                "ply\nformat {encoding} 1.0\nelement vertex {many}\n{axes}element {faces} {many}\n\
                 property list uchar uchar vertex_indices\nend_header\n0 0 0\n"
            );
            let path = written(&folder, "many.ply", ply);
            let path = path.to_str().unwrap();
            let output = with_little_memory(&format!("$OSCULATE deform {path} {path}"));
            assert_refused(&output, &[path, "the file ends"]);
        }
    }
    let mut stl = vec![0; 84];
    stl[80..].fill(0xff);
    let path = written(&folder, "many.stl", stl);
    let path = path.to_str().unwrap();
    let output = with_little_memory(&format!("$OSCULATE deform {path} {path}"));
    assert_refused(&output, &[path, "byte 84", "4294967295 triangles"]);
}
