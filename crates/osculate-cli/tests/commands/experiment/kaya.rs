//! `osculate experiment kaya`, as a user meets it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

use super::{assert_page, assert_story, assert_well_formed, parsed};
use crate::binary::{self, assert_refused, listing, osculate_in, text};

fn experiment(folder: &Path, arguments: &[&str]) -> Output {
    osculate_in(folder, &[&["experiment", "kaya"], arguments].concat())
}

/// Standard output of a run that must succeed in silence.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    binary::printed(&experiment(folder, arguments))
}

fn number(line: &BTreeMap<&str, &str>, column: &str) -> f64 {
    line[column]
        .parse()
        .unwrap_or_else(|_| panic!("{column} of {line:?}"))
}

#[test]
fn a_small_run_fills_tables_and_files() {
    let folder = TempDir::new().unwrap();
    let story = printed(
        folder.path(),
        &["--runs", "10", "--up-to", "64", "--out", "made/out"],
    );
    assert_story(
        &story,
        &[
            "density 0.1275",
            "5 s simulated; seed 1",
            "Table 5.1, collisions",
            "Table 5.1, seconds",
            "Table 5.2, 64 discs",
            "queue",
            "cells",
            "missed",
            "beside",
        ],
    );
    assert!(!story.contains('~'), "nothing is extrapolated:\n{story}");

    let out = folder.path().join("made/out");
    let names = ["kaya-growth.csv", "kaya-growth.svg", "kaya-steps.csv"];
    assert_eq!(listing(&out), names);
    let [growth, chart, steps] = names.map(|name| fs::read_to_string(out.join(name)).unwrap());

    let growth = parsed(&growth);
    assert_eq!(growth.len(), 4 * 4);
    for line in &growth {
        assert!(number(line, "seconds") > 0.0, "{line:?}");
        assert_eq!((line["runs"], line["extrapolated"]), ("10", "0"));
        // All engines see the same gas: chaos parts them, but not their means.
        let cells = growth
            .iter()
            .find(|other| other["discs"] == line["discs"] && other["engine"] == "cells")
            .unwrap();
        let events = |line: &BTreeMap<_, _>| number(line, "collisions") + number(line, "bounces");
        let ratio = events(line) / events(cells);
        assert!((0.8..1.25).contains(&ratio), "{ratio} of {line:?}");
        // His growth, with walls counted: of few discs there is no word.
        if line["discs"] == "64" {
            let ratio = events(line) / number(line, "kaya_collisions");
            assert!((0.85..1.15).contains(&ratio), "{ratio} of {line:?}");
        }
    }

    let steps = parsed(&steps);
    let lengths: Vec<&str> = steps.iter().map(|line| line["step"]).collect();
    assert_eq!(lengths, ["0.001", "0.005", "0.01", "0.03", "0.1", "1"]);
    for line in &steps {
        let steps = number(line, "steps") * number(line, "step");
        assert!((steps - 5.0).abs() <= number(line, "step"), "{line:?}");
        assert!(number(line, "missed") + number(line, "late") <= number(line, "meetings"));
        assert!(number(line, "missed_collisions") <= number(line, "true_collisions"));
    }
    assert!(number(&steps[0], "missed") < number(&steps[4], "missed"));

    assert_well_formed(&chart);
    // Two of the thesis, four engines, twice; two curves for reference.
    assert_eq!(chart.matches("<g class=\"series\">").count(), 6 + 6 + 2);
    assert!(!chart.contains("class=\"mark hollow"));
}

#[test]
fn a_page_has_all_tables_and_figures() {
    let folder = TempDir::new().unwrap();
    let arguments = "--runs 3 --up-to 32 --seconds 1 --html page.html";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    printed(folder.path(), &arguments);
    assert_eq!(
        listing(folder.path()),
        ["page-typical.jsonl", "page-worst.jsonl", "page.html"]
    );
    let page = assert_page(folder.path(), "page", [3, 1]);
    for part in ["Table 5.1", "Table 5.2", "of 32 discs, with", "n log n"] {
        assert!(page.contains(part), "{part} is missing");
    }
}

#[test]
fn all_engines_count_the_same_before_chaos() {
    let folder = TempDir::new().unwrap();
    let arguments = "--runs 4 --up-to 64 --seconds 0.3 --seed 5 --out out";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let story = printed(folder.path(), &arguments);
    assert!(story.contains("cannot be compared"), "{story}");
    let csv = fs::read_to_string(folder.path().join("out/kaya-growth.csv")).unwrap();
    let growth = parsed(&csv);
    for four in growth.chunks(4) {
        let engines: Vec<&str> = four.iter().map(|line| line["engine"]).collect();
        assert_eq!(engines, ["all pairs", "Kaya's tree", "pair queue", "cells"]);
        for line in four {
            let seen = |line: &BTreeMap<_, _>| (line["collisions"], line["bounces"]);
            assert_eq!(seen(line), seen(&four[3]), "{line:?}");
        }
    }
    assert!(number(growth.last().unwrap(), "collisions") > 64.0);
}

#[test]
fn what_is_extrapolated_is_marked() {
    let folder = TempDir::new().unwrap();
    let arguments = "--runs 3 --up-to 64 --slow-up-to 32 --out out";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let story = printed(folder.path(), &arguments);
    assert_eq!(story.matches('~').count(), 3 + 1, "{story}");
    assert!(story.contains("extrapolated: from 64 discs on"), "{story}");
    let csv = fs::read_to_string(folder.path().join("out/kaya-growth.csv")).unwrap();
    for line in parsed(&csv) {
        let part = line["discs"] == "64" && line["engine"] != "cells";
        assert_eq!(line["extrapolated"] == "1", part, "{line:?}");
        assert_eq!(number(&line, "simulated") < 5.0, part, "{line:?}");
    }
    let chart = fs::read_to_string(folder.path().join("out/kaya-growth.svg")).unwrap();
    assert_well_formed(&chart);
    assert_eq!(chart.matches("class=\"mark hollow").count(), 3 * 2);
}

#[test]
fn the_same_seed_gives_the_same_collisions() {
    let folder = TempDir::new().unwrap();
    let run = |seed: &str, engines: &str| {
        let arguments = [
            "--runs",
            "2",
            "--up-to",
            "32",
            "--seconds",
            "1",
            "--out",
            "out",
        ];
        let more = ["--seed", seed, "--engines", engines];
        printed(folder.path(), &[&arguments[..], &more].concat());
        ["kaya-growth.csv", "kaya-steps.csv"].map(|name| {
            let csv = fs::read_to_string(folder.path().join("out").join(name)).unwrap();
            let counts = |line: &str| line.rsplit_once(',').unwrap().0.to_owned();
            csv.lines().map(counts).collect::<Vec<_>>()
        })
    };
    let first = run("7", "all-pairs,tree,pair-queue,cells");
    assert_eq!(first, run("7", "cells,tree,all-pairs,pair-queue,tree"));
    assert_ne!(first, run("8", "all-pairs,tree,pair-queue,cells"));
    // Fewer engines: the same lines, and cells in any case.
    let tree = run("7", "tree");
    let kept = first[0]
        .iter()
        .filter(|line| !line.contains(",all pairs,") && !line.contains(",pair queue,"));
    assert_eq!(tree[0], kept.cloned().collect::<Vec<_>>());
    assert_eq!(tree[1], first[1]);
}

#[test]
fn bad_input_gets_a_sentence() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    for (arguments, told) in [
        (&["--runs", "0"][..], &["--runs", "0"][..]),
        (&["--runs", "-3"], &["-3"]),
        (&["--up-to", "4"], &["--up-to", "8..=2048"]),
        (&["--up-to", "4096"], &["--up-to", "8..=2048"]),
        (&["--slow-up-to", "x"], &["--slow-up-to", "x"]),
        (&["--seed", "x"], &["--seed", "x"]),
        (&["--density", "0"], &["--density", "not 0"]),
        (&["--density", "-0.1"], &["--density", "not -0.1"]),
        (&["--density", "0.9"], &["--density", "0.45", "not 0.9"]),
        (&["--density", "NaN"], &["--density", "not NaN"]),
        (&["--seconds", "long"], &["--seconds", "not a number"]),
        (&["--seconds", "0"], &["--seconds", "not 0"]),
        (&["--seconds", "inf"], &["--seconds", "not inf"]),
        (&["--engines", "magic"], &["magic", "pair-queue"]),
        (&["--out", "file"], &["cannot make the folder file"]),
        (&["spam"], &["spam", "Usage"]),
    ] {
        assert_refused(&experiment(folder.path(), arguments), told);
    }
    assert_eq!(listing(folder.path()), ["file"]);
}

#[test]
fn help_tells_the_exit_codes_and_the_files() {
    let output = experiment(Path::new("."), &["--help"]);
    let help = text(&output.stdout);
    for part in [
        "Exit codes",
        "kaya-growth.svg",
        "kaya-steps.csv",
        "docs/experiments.md",
        "--slow-up-to",
        "extrapolated",
        "Examples",
    ] {
        assert!(help.contains(part), "{part} is missing in:\n{help}");
    }
}
