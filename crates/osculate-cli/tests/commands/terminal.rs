//! What a terminal gets to see, which is not what a pipe gets.

use crate::binary::{osculate, printed, values, written};
use nix::pty::{Winsize, openpty};
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// What a run shows on a terminal of 80 columns, with these variables of the environment.
fn shown(arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let size = Winsize {
        ws_row: 40,
        ws_col: 80,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    let pair = openpty(&size, None).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_osculate"))
        .args(arguments)
        .env_remove("NO_COLOR")
        .env("TERM", "xterm")
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .stdout(pair.slave)
        .spawn()
        .unwrap();
    let mut bytes = Vec::new();
    // Once the child has ended, reading fails instead of coming to an end.
    let _ = File::from(pair.master).read_to_end(&mut bytes);
    assert!(child.wait().unwrap().success());
    String::from_utf8(bytes).unwrap().replace("\r\n", "\n")
}

/// Balls that fall on a floor from different heights, every other one upwards.
fn falling(folder: &TempDir, count: usize) -> PathBuf {
    let queries: Vec<String> = (0..count)
        .map(|query| {
            let (height, speed) = (2.0 + query as f64 * 1e-4, if query % 2 == 0 { -9 } else { 9 });
            format!(
                r#"{{"a":{{"body":"ball","at":{{"position":[0,0,{height}]}},"linear":[0,0,{speed}]}},"b":{{"body":"floor","at":{{}}}}}}"#
            )
        })
        .collect();
    let bodies = r#"{"ball":{"ball":{"radius":1}},"floor":{"half_space":{"normal":[0,0,1]}}}"#;
    let file = format!(r#"{{"bodies":{bodies},"queries":[{}]}}"#, queries.join(","));
    written(folder, "falling.json", file)
}

#[test]
fn of_20_000_rows_the_first_and_the_last_are_shown() {
    let folder = TempDir::new().unwrap();
    let file = falling(&folder, 20_000);
    let file = file.to_str().unwrap();
    let table = shown(&["toc", file], &[("NO_COLOR", "1")]);
    assert!(table.lines().count() < 40, "{table}");
    for part in [
        "time_upper",
        " 9 ┆ free",
        " … ┆ …",
        " 19990 ┆ contact",
        "19,980 rows are not shown; --all-rows shows them",
        "Contacts from time 0.111111 of query 0 to",
        "20,000 queries: 10,000 contact, 10,000 free",
    ] {
        assert!(table.contains(part), "{part} is missing in:\n{table}");
    }
    for line in table.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    let all = shown(&["toc", file, "--all-rows"], &[("NO_COLOR", "1")]);
    let rows = all.lines().filter(|line| line.starts_with('│')).count();
    assert_eq!(rows, 20_001, "with the header");
    assert_eq!(values(&printed(&osculate(&["toc", file]))).len(), 20_000);
}

#[test]
fn edges_of_a_robot_are_a_table_and_a_path_is_told() {
    let scenes = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/robots/");
    let files = [
        "arm.urdf",
        "arm.srdf",
        "arm-around.json",
        "arm-edges.csv",
        "arm-path.json",
    ];
    let [urdf, srdf, around, edges, path] = files.map(|name| format!("{scenes}{name}"));
    let asked = ["robot", &urdf, "--srdf", &srdf, "--env", &around];
    let table = shown(
        &[&asked[..], &["--edges", &edges]].concat(),
        &[("NO_COLOR", "1")],
    );
    for part in [
        "    2 ┆ contact (crossing)",
        "cup in palm",
        "4 edges: 2 contact, 2 free; ",
        "edges per second",
    ] {
        assert!(table.contains(part), "{part} is missing in:\n{table}");
    }
    for line in table.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    let told = shown(&[&asked[..], &["--path", &path]].concat(), &[]);
    assert!(
        told.contains("\u{1b}[33mcontact (crossing)\u{1b}[0m"),
        "{told}"
    );
    assert!(told.contains("palm touches post at ("), "{told}");
}

#[test]
fn outcomes_have_colours_on_a_terminal_unless_somebody_objects() {
    let folder = TempDir::new().unwrap();
    let file = falling(&folder, 4);
    let file = file.to_str().unwrap();
    let by_hand = [
        "toc",
        "builtin:box",
        "builtin:box",
        "--velocity-a",
        "9,0,0",
        "--at-a",
        "-5,0,0",
    ];
    let knots = ["toc"];
    for arguments in [&["toc", file][..], &by_hand, &knots] {
        let coloured = shown(arguments, &[]);
        // Yellow is for contacts.
        let yellow = ["\x1b[33m", "\x1b[38;5;3m"];
        assert!(
            yellow.iter().any(|code| coloured.contains(code)),
            "{coloured:?}"
        );
        for plain in [("NO_COLOR", "1"), ("TERM", "dumb")] {
            let text = shown(arguments, &[plain]);
            assert!(!text.contains('\x1b'), "{plain:?}: {text:?}");
        }
        // An empty variable is as good as none: https://no-color.org.
        assert!(shown(arguments, &[("NO_COLOR", "")]).contains('\x1b'));
        assert!(!printed(&osculate(arguments)).contains('\x1b'));
        assert!(!shown(&[arguments, &["--json"]].concat(), &[]).contains('\x1b'));
    }
}

#[test]
fn one_query_by_hand_is_answered_in_sentences() {
    let story = shown(
        &[
            "toc",
            "builtin:box",
            "builtin:icosphere",
            "--from-a",
            "-4,0,0",
            "--to-a",
            "4,0,0",
        ],
        &[("NO_COLOR", "1")],
    );
    for part in [
        "a: builtin:box, 12 triangles",
        "b: builtin:icosphere, 1,280 triangles",
        "apart up to t = 0.31249999, crossing by 0.3125",
        "both are proven",
        "where",
        "normal",
    ] {
        assert!(story.contains(part), "{part} is missing in:\n{story}");
    }
    for line in story.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn the_free_step_has_a_colour() {
    let step = ["deform", "builtin:box", "builtin:box"];
    assert!(shown(&step, &[]).starts_with("free step   \x1b[32m1: nothing touches\x1b[0m\n"));
    assert!(shown(&step, &[("NO_COLOR", "1")]).starts_with("free step   1: nothing touches\n"));
}
