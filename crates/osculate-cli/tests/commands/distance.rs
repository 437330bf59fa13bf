//! `osculate distance`.

use crate::binary::{assert_refused, listing, osculate, printed, values, written};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const EXAMPLE: &str = include_str!("../../../../scenes/distances.json");
const DOCS: &str = include_str!("../../../../docs/queries.md");

fn number(line: &Value, key: &str) -> f64 {
    line[key]
        .as_f64()
        .unwrap_or_else(|| panic!("{key} in {line}"))
}

/// Two balls of radius 1, `apart` from centre to centre.
fn balls(apart: f64, more: &str) -> String {
    format!(
        r#"{{ "bodies": {{ "ball": {{ "ball": {{ "radius": 1 }} }} }},
             "queries": [ {{ "a": {{ "body": "ball", "at": {{ "position": [{apart}, 0, 0] }} }},
                             "b": {{ "body": "ball", "at": {{}} }}{more} }} ] }}"#
    )
}

#[test]
fn the_example_is_answered_with_and_without_its_file() {
    let lines = printed(&osculate(&["distance", "--json"]));
    let folder = TempDir::new().unwrap();
    let file = written(&folder, "d.json", EXAMPLE);
    assert_eq!(
        lines,
        printed(&osculate(&["distance", file.to_str().unwrap()]))
    );
    assert_eq!(printed(&osculate(&["distance", "--example"])), EXAMPLE);
    assert!(DOCS.contains(EXAMPLE), "docs/queries.md shows the example");
    let lines = values(&lines);
    let outcomes: Vec<_> = lines.iter().map(|line| line["outcome"].as_str()).collect();
    assert_eq!(
        outcomes,
        [Some("overlapping"), Some("apart"), Some("overlapping")]
    );
    // The die stands a hundredth deep in the floor.
    assert!((number(&lines[0], "depth") - 0.01).abs() < 1e-12);
    assert!(number(&lines[0], "depth_lower") <= number(&lines[0], "depth"));
    // The head of the hammer, or its handle, and a triangle of the knot.
    let contacts = lines[1]["contacts"].as_array().unwrap();
    assert!(!contacts.is_empty() && lines[1]["complete"] == true);
    assert!(
        contacts
            .iter()
            .all(|pair| number(pair, "separation_lower") <= 0.25)
    );
    let least = contacts.iter().map(|pair| number(pair, "separation"));
    let least = least.fold(f64::INFINITY, f64::min);
    assert!((least - number(&lines[1], "separation")).abs() < 1e-9);
    assert!(lines[0].get("contacts").is_none());
}

#[test]
fn distances_are_those_of_the_formula() {
    let folder = TempDir::new().unwrap();
    for (apart, outcome) in [(3.5, "apart"), (1.25, "overlapping"), (2.0, "overlapping")] {
        let file = written(&folder, "d.json", balls(apart, ""));
        let lines = values(&printed(&osculate(&["distance", file.to_str().unwrap()])));
        assert_eq!(lines[0]["outcome"], outcome);
        if outcome == "apart" {
            assert!((number(&lines[0], "separation") - (apart - 2.0)).abs() < 1e-12);
        } else {
            assert!((number(&lines[0], "depth") - (2.0 - apart)).abs() < 1e-12);
            assert_eq!(lines[0]["proven"], apart < 2.0);
        }
        assert_eq!(lines[0]["normal"][0], 1.0);
    }
}

#[test]
fn contacts_are_told_within_a_distance_and_up_to_a_number() {
    let folder = TempDir::new().unwrap();
    let file = written(&folder, "d.json", balls(2.5, r#", "within": 0.4"#));
    let file = file.to_str().unwrap();
    let line = |arguments: &[&str]| {
        let all = [&["distance", file], arguments].concat();
        values(&printed(&osculate(&all))).remove(0)
    };
    assert_eq!(line(&[])["contacts"].as_array().map(Vec::len), Some(0));
    assert_eq!(
        line(&["--within", "0.6"])["contacts"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    let none = line(&["--within", "0.6", "--most", "0"]);
    assert_eq!(
        (&none["complete"], none["contacts"].as_array().map(Vec::len)),
        (&Value::from(false), Some(0))
    );
    let stats = line(&["--stats"]);
    assert!(stats["micros"].as_f64().is_some() && stats["supports"].as_u64().is_some());
}

#[test]
fn answers_go_to_a_file_and_queries_come_from_a_pipe() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out.jsonl");
    let mut child = Command::new(env!("CARGO_BIN_EXE_osculate"))
        .args(["distance", "-", "--jobs", "2", "-o"])
        .arg(&out)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(EXAMPLE.as_bytes())
        .unwrap();
    assert!(child.wait().unwrap().success());
    let lines = std::fs::read_to_string(&out).unwrap();
    assert_eq!(lines, printed(&osculate(&["distance", "--json"])));
    assert_eq!(listing(folder.path()), ["out.jsonl"]);
}

#[test]
fn what_is_wrong_is_said_and_where() {
    let folder = TempDir::new().unwrap();
    for (text, told) in [
        (balls(3.0, r#", "within": -1"#), "queries[0].within"),
        (
            balls(3.0, r#", "span": [0, 1]"#),
            "unknown key \"span\"; known: a, b, within",
        ),
        (
            balls(3.0, "").replace(r#""at": {}"#, r#""linear": [1, 0, 0]"#),
            "known: body, at",
        ),
        (
            balls(3.0, "").replace(r#", "at": {}"#, ""),
            "the key \"at\" is missing",
        ),
        (
            balls(3.0, "").replace(r#""body": "ball", "at": {}"#, r#""body": "bell", "at": {}"#),
            "there is no body \"bell\"",
        ),
        (balls(f64::NAN, ""), "not valid JSON"),
        (balls(1e61, ""), "1e60"),
        (
            EXAMPLE.replace("osculate-distances/1", "osculate-queries/1"),
            "known: osculate-distances/1",
        ),
        (String::new(), "is empty"),
    ] {
        let file = written(&folder, "d.json", text);
        let output = osculate(&["distance", file.to_str().unwrap()]);
        assert_refused(&output, &["d.json", told]);
    }
    for (arguments, told) in [
        (["--within", "-1"], "--within"),
        (["--within", "NaN"], "--within"),
        (["--jobs", "0"], "--jobs"),
    ] {
        let all = [&["distance"][..], &arguments[..]].concat();
        assert_refused(&osculate(&all), &[told]);
    }
    assert_refused(
        &osculate(&["distance", "no such file.json"]),
        &["no such file.json"],
    );
}
