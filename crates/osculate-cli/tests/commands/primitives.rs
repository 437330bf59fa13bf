//! `osculate primitives`, as a user meets it.

use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

use crate::binary::{self, text, values};

type Point = [&'static str; 3];

/// The rows of a query; a coordinate is a whole number or a fraction.
fn query(start: [Point; 4], end: [Point; 4], truth: u8) -> String {
    let row = |point: &Point| {
        let columns = point.map(|coordinate| {
            let (above, below) = coordinate.split_once('/').unwrap_or((coordinate, "1"));
            format!("{above},{below},")
        });
        format!("{}{truth}\n", columns.concat())
    };
    start.iter().chain(&end).map(row).collect()
}

const FACE: [Point; 3] = [["-1", "-1", "0"], ["1", "-1", "0"], ["0", "1", "0"]];

/// A vertex that moves from one height above the middle of a face at rest to another.
fn fall(from: &'static str, to: &'static str, truth: u8) -> String {
    let [p, q, r] = FACE;
    query(
        [["0", "0", from], p, q, r],
        [["0", "0", to], p, q, r],
        truth,
    )
}

/// Two crossing edges, one of which moves from one height to another.
fn crossing(from: &'static str, to: &'static str, truth: u8) -> String {
    let rest = [["0", "-1", "0"], ["0", "1", "0"]];
    let at = |height| [["-1", "0", height], ["1", "0", height], rest[0], rest[1]];
    query(at(from), at(to), truth)
}

fn osculate<S: AsRef<OsStr>>(arguments: &[S]) -> Output {
    let arguments = arguments.iter().map(AsRef::as_ref);
    let all: Vec<&OsStr> = [OsStr::new("primitives")]
        .into_iter()
        .chain(arguments)
        .collect();
    binary::osculate(&all)
}

#[track_caller]
fn printed<S: AsRef<OsStr>>(arguments: &[S]) -> String {
    binary::printed(&osculate(arguments))
}

fn written(folder: &TempDir, name: &str, contents: impl AsRef<[u8]>) -> String {
    let path = binary::written(folder, name, contents);
    path.to_str().unwrap().to_owned()
}

#[test]
fn each_answer_is_a_line_in_order() {
    let folder = TempDir::new().unwrap();
    let contents = [
        fall("1", "-1", 1),
        fall("2", "1", 0),
        fall("0", "1", 1),
        fall("1", "0", 1),
        fall("1", "-3", 1),
        // No f64 is a third.
        fall("1/3", "-2/3", 1),
        fall("1/3", "1/3000000000000000000000000000000000000000", 0),
    ];
    let file = written(&folder, "vertex-face/a.csv", contents.concat());
    let lines = printed(&[file.as_str(), "--each"]);
    assert_eq!(
        lines.lines().nth(1),
        Some(r#"{"query":1,"contact":false,"time":null,"time_upper":null}"#)
    );
    let (first, third) = (lines.lines().next(), lines.lines().nth(2));
    assert!(
        first
            .unwrap()
            .starts_with(r#"{"query":0,"contact":true,"time":0."#)
    );
    assert_eq!(
        third,
        Some(r#"{"query":2,"contact":true,"time":0.0,"time_upper":0.0}"#)
    );
    let values = values(&lines);
    let expected = [
        Some(0.5),
        None,
        Some(0.0),
        Some(1.0),
        Some(0.25),
        Some(1.0 / 3.0),
        None,
    ];
    assert_eq!(values.len(), expected.len());
    for (index, (line, time)) in values.iter().zip(expected).enumerate() {
        assert_eq!(line["query"], index, "{line}");
        assert_eq!(line["contact"], time.is_some(), "{line}");
        assert_eq!(line["time"].as_f64().is_some(), time.is_some(), "{line}");
        if let Some(time) = time {
            let [lower, upper] = ["time", "time_upper"].map(|key| line[key].as_f64().unwrap());
            assert!(lower <= time && time <= upper, "{line}");
            assert!(upper - lower <= 1e-12, "{line}");
        }
    }
    assert_eq!(lines, printed(&[file.as_str(), "--each", "--json"]));
}

#[test]
fn the_kind_comes_from_the_folder_unless_given() {
    let folder = TempDir::new().unwrap();
    let edges = crossing("1", "-1", 1) + &crossing("1", "1/2", 0) + &crossing("1/3", "-1/7", 1);
    let inside = written(&folder, "edge-edge/deep/a.csv", &edges);
    let outside = written(&folder, "a.csv", &edges);
    let wrong = written(&folder, "vertex-face/a.csv", &edges);
    let expected = printed(&[inside.as_str(), "--each"]);
    assert_eq!(
        values(&expected)
            .iter()
            .map(|line| line["contact"].as_bool().unwrap())
            .collect::<Vec<_>>(),
        [true, false, true]
    );
    for file in [&outside, &wrong] {
        let told = printed(&[file.as_str(), "--each", "--kind", "ee"]);
        assert_eq!(told, expected);
    }
    // From inside the folder, too.
    let output = Command::new(env!("CARGO_BIN_EXE_osculate"))
        .args(["primitives", "a.csv", "--each"])
        .current_dir(folder.path().join("edge-edge/deep"))
        .output()
        .unwrap();
    assert_eq!(text(&output.stdout), expected);
    refused(
        &[&outside],
        &["a.csv", "vertex-face", "edge-edge", "--kind vf"],
    );
}

#[test]
fn tables_count_and_add_up() {
    let folder = TempDir::new().unwrap();
    let faces = fall("1", "-1", 1) + &fall("3", "2", 0) + &fall("1/3", "-2/3", 1);
    written(&folder, "q/vertex-face/a.csv", &faces);
    written(&folder, "q/vertex-face/b.CSV", fall("2", "1", 0));
    written(&folder, "q/edge-edge/c.csv", crossing("1", "-1", 1));
    written(&folder, "q/edge-edge/notes.txt", "no queries");
    let all = folder.path().join("q");
    let story = printed(&[&all]);
    for part in [
        "queries",
        "false +",
        "false −",
        "median",
        "99 %",
        "worst",
        "algebraic",
    ] {
        assert!(story.contains(part), "{part} is missing in:\n{story}");
    }
    let rows: Vec<Vec<&str>> = story
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    let row = |name: &str| rows.iter().find(|row| row.first() == Some(&name)).unwrap();
    assert_eq!(row("edge-edge/c.csv")[1..5], ["1", "1", "0", "0"]);
    assert_eq!(row("vertex-face/a.csv")[1..5], ["3", "2", "0", "0"]);
    assert_eq!(row("vertex-face/b.CSV")[1..5], ["1", "0", "0", "0"]);
    assert_eq!(row("total")[1..5], ["5", "3", "0", "0"]);
    let longest = story.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(81), "{longest:?}:\n{story}");

    let lines = values(&printed(&[all.as_os_str(), "--json".as_ref()]));
    let files: Vec<&str> = lines
        .iter()
        .map(|line| line["file"].as_str().unwrap().rsplit('/').next().unwrap())
        .collect();
    assert_eq!(files, ["c.csv", "a.csv", "b.CSV"]);
    let faces = &lines[1];
    for (key, count) in [
        ("queries", 3),
        ("contacts", 2),
        ("false_positives", 0),
        ("false_negatives", 0),
    ] {
        assert_eq!(faces[key], count, "{key} in {faces}");
    }
    // The third is in rationals, which are never rounded.
    assert!(faces["exact"].as_u64() >= Some(1), "{faces}");
    for line in &lines {
        let micros = |key: &str| line["micros"][key].as_f64().unwrap();
        assert!(0.0 < micros("mean") && micros("mean") <= micros("worst"));
        assert!(micros("median") <= micros("p99") && micros("p99") <= micros("worst"));
        let shares = line["stages"].as_object().unwrap().values();
        let sum: f64 = shares.map(|share| share.as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{line}");
    }

    let each = values(&printed(&[all.as_os_str(), "--each".as_ref()]));
    let numbers: Vec<_> = each
        .iter()
        .map(|line| line["query"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, [0, 0, 1, 2, 0]);
    assert!(each[0]["file"].as_str().unwrap().ends_with("c.csv"));

    let one = folder.path().join("q/vertex-face/a.csv");
    assert!(!printed(&[one]).contains("total"));
}

#[test]
fn answers_that_contradict_the_truth_are_told() {
    let folder = TempDir::new().unwrap();
    let contents = fall("1", "-1", 0) + &fall("2", "1", 0) + &fall("2", "1", 1);
    let file = written(&folder, "vertex-face/a.csv", contents);
    for (option, lines) in [("--json", 1), ("--each", 3)] {
        let output = osculate(&[file.as_str(), option]);
        assert_eq!(output.status.code(), Some(1));
        let error = text(&output.stderr);
        assert!(
            error.starts_with("FAILED: 2 of 3 answers contradict"),
            "{error}"
        );
        assert!(
            error.contains("query 0 (line 1): contact by 0.5"),
            "{error}"
        );
        assert!(error.contains("query 2 (line 17): no contact"), "{error}");
        let told = values(text(&output.stdout));
        assert_eq!(told.len(), lines);
        if option == "--json" {
            assert_eq!(told[0]["false_positives"], 1);
            assert_eq!(told[0]["false_negatives"], 1);
        }
    }
    let many = written(&folder, "vertex-face/b.csv", fall("1", "-1", 0).repeat(30));
    let error = osculate(&[many.as_str()]).stderr;
    let error = text(&error);
    assert!(
        error.contains("30 of 30") && error.contains("the first 10"),
        "{error}"
    );
    assert_eq!(error.lines().count(), 11, "{error}");
    assert!(
        error.contains("query 9 ") && !error.contains("query 10 "),
        "{error}"
    );
}

/// Runs with arguments that are bad: exit code 2, all of `told` on standard error, nothing else anywhere.
#[track_caller]
fn refused<S: AsRef<OsStr>>(arguments: &[S], told: &[&str]) {
    for option in [None, Some("--json"), Some("--each")] {
        let mut arguments: Vec<&OsStr> = arguments.iter().map(AsRef::as_ref).collect();
        arguments.extend(option.map(OsStr::new));
        binary::assert_refused(&osculate(&arguments), told);
    }
}

#[test]
fn bad_input() {
    let folder = TempDir::new().unwrap();
    let good = fall("1", "-1", 1);
    let second = |from: &str, to: &str| format!("{good}{}", good.replacen(from, to, 1));
    let row = "0,1,0,1,-1,1,1\n";
    for (contents, told) in [
        (
            second(row, ""),
            "line 15: the file ends after 7 of the 8 rows",
        ),
        (
            second(row, "0,1,0,1,-1,1\n"),
            "line 13: a row has the 7 columns",
        ),
        (
            second(row, "0,1,0,0,-1,1,1\n"),
            "line 13: the denominator of y is 0",
        ),
        (
            second(row, "0,1,0,1,-1,1,0\n"),
            "line 13: the truth is 0, but 1 in line 9",
        ),
        (second(row, "0,1,0,1,-1,1,2\n"), "line 13: the truth is '2'"),
        (
            second(row, "0,1,zero,1,-1,1,1\n"),
            "line 13: the numerator 'zero' of y",
        ),
        (second(row, "\n"), "line 13: the line is empty"),
        (String::new(), "the file has no queries"),
        ("\u{0}\u{1}".to_owned(), "line 1: a row has the 7 columns"),
    ] {
        let file = written(&folder, "vertex-face/bad.csv", contents);
        refused(&[&file], &["bad.csv", told]);
    }
    let folder_name = folder.path().to_str().unwrap();
    refused(&["no-such.csv"], &["no-such.csv", "cannot be read"]);
    refused(&[folder_name, "--kind", "fv"], &["fv", "vf, ee"]);
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    refused(&[&empty], &["empty", "no .csv file is below this folder"]);
    refused::<&str>(&[], &["FILE.csv"]);
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let folder = TempDir::new().unwrap();
    let file = written(
        &folder,
        "vertex-face/a.csv",
        fall("1", "-1", 1).repeat(5000),
    );
    let mut child = Command::new(env!("CARGO_BIN_EXE_osculate"))
        .args(["primitives", &file, "--each"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(1), ""));
}

/// The same rows with every coordinate divided by 3, which no f64 survives but 0 and multiples of 3.
fn thirds(rows: &str) -> String {
    let row = |row: &str| {
        let mut columns: Vec<String> = row.split(',').map(str::to_owned).collect();
        for place in [1, 3, 5] {
            let denominator: i128 = columns[place].parse().unwrap();
            columns[place] = (3 * denominator).to_string();
        }
        columns.join(",") + "\n"
    };
    rows.lines().map(row).collect()
}

#[test]
fn shared_queries_are_answered_as_their_files_have_it() {
    let data: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/queries");
    if !data.is_dir() {
        println!("skipped: the shared data is not beside the project");
        return;
    }
    let folder = TempDir::new().unwrap();
    let files = values(&printed(&[data.as_os_str(), "--json".as_ref()]));
    let mut queries = 0;
    for line in &files {
        queries += line["queries"].as_u64().unwrap();
        let file = line["file"].as_str().unwrap();
        let kind = if file.contains("edge-edge") {
            "ee"
        } else {
            "vf"
        };
        // Features that shrink to a third touch at the same instants.
        let smaller = written(
            &folder,
            "thirds.csv",
            thirds(&fs::read_to_string(file).unwrap()),
        );
        let plain = values(&printed(&[file, "--each"]));
        let exact = values(&printed(&[smaller.as_str(), "--each", "--kind", kind]));
        assert_eq!(plain.len(), exact.len());
        for (plain, exact) in plain.iter().zip(&exact) {
            assert_eq!(
                plain["contact"], exact["contact"],
                "{file}: {plain}, {exact}"
            );
            if plain["contact"] == true {
                let time = |line: &Value, key: &str| line[key].as_f64().unwrap();
                assert!(
                    time(plain, "time") <= time(exact, "time_upper"),
                    "{file}: {plain}, {exact}"
                );
                assert!(
                    time(exact, "time") <= time(plain, "time_upper"),
                    "{file}: {plain}, {exact}"
                );
            }
        }
    }
    println!("{queries} queries in {} files", files.len());
    assert!(queries > 0);
}
