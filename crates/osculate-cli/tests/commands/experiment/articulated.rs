//! `osculate experiment articulated`, as a user meets it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

use super::{assert_page, assert_story, assert_well_formed, parsed};
use crate::binary::{self, assert_refused, listing, osculate_in};

/// Standard output of a run that must succeed in silence.
fn printed(folder: &Path, arguments: &str) -> String {
    let mut all = vec!["experiment", "articulated"];
    all.extend(arguments.split_whitespace());
    binary::printed(&osculate_in(folder, &all))
}

#[test]
fn a_small_run_fills_tables_files_and_a_page() {
    let folder = TempDir::new().unwrap();
    let small = "--trials 17 --benchmarks puma --samples 2";
    let files = "--out made/out --html made/out/page.html";
    let story = printed(folder.path(), &format!("{small} {files}"));
    assert_story(
        &story,
        &[
            "17 motions each, seed 1",
            "Table 2: mean milliseconds",
            "Intel Core 2 Quad Q9450",
            "Puma paper",
            "No answer is contradicted by the judge.",
        ],
    );

    let out = folder.path().join("made/out");
    let names = [
        "articulated-time.svg",
        "articulated.csv",
        "page-typical.jsonl",
        "page-worst.jsonl",
        "page.html",
    ];
    assert_eq!(listing(&out), names);
    assert_well_formed(&fs::read_to_string(out.join("articulated-time.svg")).unwrap());
    assert_page(&out, "page", [7, 1]);

    let csv = fs::read_to_string(out.join("articulated.csv")).unwrap();
    let lines = parsed(&csv);
    let collides = |line: &BTreeMap<&str, &str>| line["outcome"] != "free";
    let number = |line: &BTreeMap<&str, &str>, column| line[column].parse::<f64>().unwrap();
    for step in ["full", "2", "0.5", "matching"] {
        let such = |line: &&BTreeMap<&str, &str>| {
            let how = (line["method"], line["change"]);
            (line["step"], line["asked_tolerance"], how) == (step, "default", ("slabs", ""))
        };
        let row: Vec<_> = lines.iter().filter(such).collect();
        assert_eq!(row.len(), 17, "{step}");
        match step {
            // As many as the share of the paper says.
            "matching" => assert_eq!(row.iter().filter(|line| collides(line)).count(), 1),
            "0.5" => assert!(row.iter().all(|line| number(line, "length") <= 0.5)),
            _ => {}
        }
    }
}

#[test]
fn other_rows_do_not_change_a_row() {
    let folder = TempDir::new().unwrap();
    let without_times = |arguments: &str| -> Vec<String> {
        printed(
            folder.path(),
            &format!("--trials 1 --samples 0 --out made {arguments}"),
        );
        let csv = fs::read_to_string(folder.path().join("made/articulated.csv")).unwrap();
        let mut grasping = csv
            .lines()
            .filter(|line| line.starts_with("Grasping,") && line.contains(",matching,"));
        assert!(
            grasping.all(|line| !line.contains(",free,")),
            "a hand that closes touches something"
        );
        let puma = csv.lines().filter(|line| line.starts_with("Puma,"));
        puma.map(|line| line.rsplit_once(',').unwrap().0.to_owned())
            .collect()
    };
    let alone = without_times("--benchmarks puma");
    // One motion of four lengths at two tolerances by two methods, and seven changes.
    assert_eq!(alone.len(), 4 * 2 * 2 + 7);
    assert_eq!(without_times("--benchmarks puma,grasping --jobs 2"), alone);
    assert_ne!(without_times("--benchmarks puma --seed 2"), alone);
}

#[test]
fn bad_arguments_are_refused() {
    let folder = TempDir::new().unwrap();
    for (arguments, about) in [
        (["--benchmarks", "running"], "running"),
        (["--methods", "guessing"], "guessing"),
        (["--trials", "0"], "0"),
    ] {
        let all = [&["experiment", "articulated"], &arguments[..]].concat();
        assert_refused(&osculate_in(folder.path(), &all), &[about]);
    }
}
