//! `osculate experiment c2a`, as a user meets it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

use super::{assert_page, assert_story, assert_well_formed, parsed};
use crate::binary::{self, assert_refused, listing, osculate_in, text};

/// Runs the experiment with small models.
fn experiment(folder: &Path, arguments: &[&str]) -> Output {
    let all = [&["experiment", "c2a", "--quick"], arguments].concat();
    osculate_in(folder, &all)
}

/// Standard output of a run that must succeed in silence.
fn printed(folder: &Path, arguments: &str) -> String {
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    binary::printed(&experiment(folder, &arguments))
}

const BENCHMARKS: [&str; 6] = [
    "Club vs. Club",
    "Gear vs. Gear",
    "Hammer vs. CAD piece",
    "Bunny vs. Bunny",
    "Bunny Dynamics",
    "Torusknot vs. Torusknot",
];
const METHODS: [&str; 4] = ["C2A without control", "C2A", "HCA", "best-first"];

#[test]
fn a_small_run_fills_tables_files_and_a_page() {
    let folder = TempDir::new().unwrap();
    let story = printed(
        folder.path(),
        "--samples 2 --out made/out --html made/out/page.html",
    );
    assert_story(
        &story,
        &[
            "tolerance 0.001, seed 1",
            "Table 1: mean milliseconds",
            "Intel Core 2 Quad Q9450",
            "Figure 6: front nodes",
            "82.3 %",
            "ball with ears, made",
            "No answer is contradicted by the judge.",
        ],
    );

    let out = folder.path().join("made/out");
    let names = [
        "c2a-front.svg",
        "c2a-time.svg",
        "c2a.csv",
        "page-typical.jsonl",
        "page-worst.jsonl",
        "page.html",
    ];
    assert_eq!(listing(&out), names);
    let csv = fs::read_to_string(out.join("c2a.csv")).unwrap();
    let lines = parsed(&csv);
    assert_eq!(lines.len(), 4 * (5 * 12 + 200));
    for benchmark in BENCHMARKS {
        for method in METHODS {
            let of =
                |line: &&BTreeMap<_, _>| line["benchmark"] == benchmark && line["method"] == method;
            let lines: Vec<_> = lines.iter().filter(of).collect();
            let colliding = lines.iter().filter(|line| line["collides"] == "1").count();
            match benchmark {
                "Club vs. Club" => assert_eq!((lines.len(), colliding), (12, 12)),
                "Bunny Dynamics" => {
                    assert_eq!(lines.len(), 200);
                    assert!((1..20).contains(&colliding), "{colliding}");
                }
                _ => assert_eq!((lines.len(), colliding), (12, 8)),
            }
            for line in lines {
                let found = ["crossing", "near"].contains(&line["outcome"]);
                assert_eq!(found, line["collides"] == "1", "{line:?}");
                // Only C2A has a front.
                let front: u64 = line["front_pairs"].parse().unwrap();
                assert_eq!(front > 0, method.starts_with("C2A"), "{line:?}");
            }
        }
    }
    for name in ["c2a-front.svg", "c2a-time.svg"] {
        assert_well_formed(&fs::read_to_string(out.join(name)).unwrap());
    }
    let page = assert_page(&out, "page", [6, 2]);
    assert_eq!(page.matches("<g class=\"box\">").count(), 2 * 6 * 4);
    assert!(page.contains("for which C2A took"));
}

#[test]
fn the_same_seed_gives_the_same_motions_and_answers() {
    let folder = TempDir::new().unwrap();
    let run = |arguments: &str| {
        let small = "--trials 2 --frames 20 --samples 2 --out out";
        printed(folder.path(), &format!("{small} {arguments}"));
        let csv = fs::read_to_string(folder.path().join("out/c2a.csv")).unwrap();
        let counts = |line: &str| line.rsplit_once(',').unwrap().0.to_owned();
        csv.lines().map(counts).collect::<Vec<_>>()
    };
    let first = run("--seed 7 --jobs 1");
    assert_eq!(first.len(), 1 + 4 * (5 * 2 + 20));
    assert_eq!(first, run("--seed 7 --jobs 3"));
    assert_ne!(first, run("--seed 8"));
    // Fewer rows: the same lines, in the order of the table.
    let some = run("--seed 7 --benchmarks dynamics,gear,gear");
    let kept = first.iter().filter(|line| {
        let name = line.split(',').next().unwrap();
        ["benchmark", "Gear vs. Gear", "Bunny Dynamics"].contains(&name)
    });
    assert_eq!(some, kept.cloned().collect::<Vec<_>>());
}

#[test]
fn meshes_of_a_folder_take_the_place_of_those_that_are_made() {
    let folder = TempDir::new().unwrap();
    let tetrahedron = "v 0 0 0\nv 9 0 0\nv 0 9 0\nv 0 0 9\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n";
    fs::create_dir(folder.path().join("meshes")).unwrap();
    fs::write(folder.path().join("meshes/stanford-bunny.obj"), tetrahedron).unwrap();
    let arguments = "--trials 3 --meshes meshes --benchmarks bunny,hammer";
    let story = printed(folder.path(), arguments);
    assert!(story.contains("meshes/stanford-bunny.obj"), "{story}");
    assert!(story.contains("bumpy club, made"), "{story}");
}

#[test]
fn bad_input_gets_a_sentence() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("broken")).unwrap();
    fs::write(folder.path().join("broken/gear.obj"), "v 0 0 0\nf 1 2 9\n").unwrap();
    fs::create_dir(folder.path().join("flat")).unwrap();
    fs::write(folder.path().join("flat/gear.obj"), "v 1 1 1\nf 1 1 1\n").unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    for (arguments, told) in [
        (&["--trials", "0"][..], &["--trials", "0"][..]),
        (&["--frames", "-3"], &["-3"]),
        (&["--seed", "x"], &["--seed", "x"]),
        (&["--benchmarks", "magic"], &["magic", "torusknot"]),
        (&["--tolerance", "-1"], &["--tolerance", "not -1"]),
        (&["--jobs", "0"], &["--jobs", "1..=1024"]),
        (&["--meshes", "none"], &["--meshes", "none is not a folder"]),
        (&["--meshes", "broken"], &["broken/gear.obj, line 2"]),
        (&["--meshes", "flat"], &["flat/gear.obj", "scale"]),
        (&["--out", "file"], &["cannot make the folder file"]),
        (
            &["--html", "no/page.html"],
            &["cannot write to no/page.html"],
        ),
        (&["spam"], &["spam", "Usage"]),
    ] {
        assert_refused(&experiment(folder.path(), arguments), told);
    }
    assert_eq!(listing(folder.path()), ["broken", "file", "flat"]);
}

#[test]
fn help_tells_the_exit_codes_and_the_files() {
    let output = experiment(Path::new("."), &["--help"]);
    let help = text(&output.stdout);
    for part in [
        "Exit codes",
        "FAILED",
        "c2a-front.svg",
        "docs/experiments.md",
        "--meshes",
        "--html",
        "Bunny Dynamics",
        "Examples",
    ] {
        assert!(help.contains(part), "{part} is missing in:\n{help}");
    }
}
