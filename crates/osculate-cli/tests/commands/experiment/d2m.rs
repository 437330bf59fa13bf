//! `osculate experiment`, as a user meets it.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

use super::{DOCS, assert_page, assert_story, assert_well_formed};
use crate::binary::{self, assert_refused, listing, osculate_in, text};

/// Runs the experiment with small models in `folder`, where no bunny is found.
fn experiment<S: AsRef<OsStr>>(folder: &Path, arguments: &[S]) -> Output {
    let mut all: Vec<&OsStr> = ["experiment", "d2m", "--triangles", "600"]
        .map(OsStr::new)
        .to_vec();
    all.extend(arguments.iter().map(AsRef::as_ref));
    osculate_in(folder, &all)
}

/// Standard output of a run that must succeed in silence.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    binary::printed(&experiment(folder, arguments))
}

/// The lines without the last column, which is a time.
fn without_times(csv: &str) -> Vec<&str> {
    csv.lines()
        .map(|line| line.rsplit_once(',').unwrap().0)
        .collect()
}

#[test]
fn a_small_run_fills_tables_and_files() {
    let folder = TempDir::new().unwrap();
    let story = printed(
        folder.path(),
        &[
            "--trials",
            "2",
            "--samples",
            "4",
            "--out",
            "made/out",
            "--pairs",
        ],
    );
    assert_story(
        &story,
        &[
            "40 collisions a method, seed 1",
            "600 triangles",
            "icosphere",
            "Separation at contact",
            "Time of an answer",
            "penetrations",
            "knot / sphere",
            "No answer is contradicted by the judge.",
        ],
    );
    let rows = |name: &str| {
        let starts = |line: &&str| line.split_whitespace().next() == Some(name);
        story.lines().filter(starts).count()
    };
    for method in ["D2M", "Capoeira", "C2A", "HCA"] {
        assert_eq!(rows(method), 6, "{method} in:\n{story}");
    }

    let out = folder.path().join("made/out");
    assert_eq!(
        listing(&out),
        ["d2m-separation.svg", "d2m-time.svg", "d2m.csv"]
    );
    let csv = fs::read_to_string(out.join("d2m.csv")).unwrap();
    let mut lines = csv.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    for column in &header {
        assert!(
            DOCS.contains(&format!("`{column}`")),
            "{column} is not documented"
        );
    }
    let column = |name: &str| header.iter().position(|column| *column == name).unwrap();
    let lines: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 10 * 2 * 2 * 4);
    for line in &lines {
        assert_eq!(line.len(), header.len(), "{line:?}");
        assert!(
            ["crossing", "near"].contains(&line[column("outcome")]),
            "{line:?}"
        );
        for broken in ["penetrates", "late", "missed", "misstated"] {
            assert_eq!(line[column(broken)], "0", "{line:?}");
        }
        let separation: f64 = line[column("separation")].parse().unwrap();
        assert!(separation > 0.0, "{line:?}");
        if line[column("method")] == "D2M" {
            assert_eq!(line[column("outside")], "0", "{line:?}");
            assert!((1e-10..=3.3e-10).contains(&separation), "{line:?}");
        }
    }

    for name in ["d2m-separation.svg", "d2m-time.svg"] {
        let svg = fs::read_to_string(out.join(name)).unwrap();
        assert_eq!(svg.matches("<g class=\"box\">").count(), 8, "{name}");
        assert_well_formed(&svg);
    }
}

#[test]
fn the_judge_walks_up_to_every_answer() {
    let folder = TempDir::new().unwrap();
    let arguments = ["--trials", "1", "--samples", "0", "--methods", "hca"];
    let walked = printed(folder.path(), &[&arguments[..], &["--walk"]].concat());
    for part in ["unclear: 0", "No answer is contradicted by the judge."] {
        assert!(walked.contains(part), "{part} is missing in:\n{walked}");
    }
    assert!(!printed(folder.path(), &arguments).contains("unclear"));
}

#[test]
fn a_page_has_all_tables_and_figures() {
    let folder = TempDir::new().unwrap();
    let arguments = "--trials 1 --samples 0 --pairs --methods d2m,hca --html page.html";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let story = printed(folder.path(), &arguments);
    assert_eq!(
        listing(folder.path()),
        ["page-typical.jsonl", "page-worst.jsonl", "page.html"]
    );
    let page = assert_page(folder.path(), "page", [4, 2]);
    for part in [
        "Separation at contact",
        "knot / sphere",
        "experiment d2m --triangles 600",
        "for which D2M took",
        "No answer is contradicted by the judge.",
    ] {
        assert!(page.contains(part), "{part} is missing");
    }
    assert!(!story.contains("<svg"), "{story}");
}

#[test]
fn the_same_seed_gives_the_same_collisions_and_answers() {
    let folder = TempDir::new().unwrap();
    let run = |seed: &str, jobs: &str, methods: &str| {
        let arguments = [
            "--trials",
            "1",
            "--samples",
            "2",
            "--out",
            "out",
            "--seed",
            seed,
            "--jobs",
            jobs,
            "--methods",
            methods,
        ];
        printed(folder.path(), &arguments);
        fs::read_to_string(folder.path().join("out/d2m.csv")).unwrap()
    };
    let all = "d2m,capoeira,c2a,hca,best-first";
    let first = run("7", "1", all);
    assert_eq!(first.lines().count(), 1 + 10 * 2 * 5);
    assert_eq!(without_times(&first), without_times(&run("7", "3", all)));
    assert_ne!(without_times(&first), without_times(&run("8", "1", all)));
    // Fewer methods: the same lines, and each only once.
    let hca = run("7", "1", "hca,hca");
    let lines = without_times(&first);
    let kept = lines
        .iter()
        .filter(|line| line.contains(",HCA,") || line.starts_with("a,"));
    assert_eq!(without_times(&hca), kept.copied().collect::<Vec<_>>());
}

#[test]
fn the_bunny_takes_the_place_of_the_sphere() {
    let folder = TempDir::new().unwrap();
    let tetrahedron = "v 0 0 0\nv 9 0 0\nv 0 9 0\nv 0 0 9\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n";
    fs::write(folder.path().join("mine.obj"), tetrahedron).unwrap();
    let story = printed(
        folder.path(),
        &["--trials", "1", "--bunny", "mine.obj", "--methods", "hca"],
    );
    assert!(
        story.contains("mine.obj") && !story.contains("icosphere"),
        "{story}"
    );
    assert!(story.contains("4 triangles"), "{story}");
    // And is found where it is looked for.
    let data = folder.path().join("shared/data/meshes");
    fs::create_dir_all(&data).unwrap();
    fs::create_dir(folder.path().join("here")).unwrap();
    fs::write(data.join("stanford-bunny.obj"), tetrahedron).unwrap();
    let story = printed(
        &folder.path().join("here"),
        &["--trials", "1", "--methods", "hca"],
    );
    assert!(story.contains("stanford-bunny.obj"), "{story}");
}

#[test]
fn bad_input_gets_a_sentence() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("broken.obj"), "v 0 0 0\nf 1 2 9\n").unwrap();
    fs::write(folder.path().join("point.obj"), "v 1 1 1\nf 1 1 1\n").unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let before = listing(folder.path());
    for (arguments, told) in [
        (&["--trials", "0"][..], &["--trials", "0"][..]),
        (&["--trials", "-3"], &["-3"]),
        (&["--seed", "x"], &["--seed", "x"]),
        (&["--methods", "magic"], &["magic", "capoeira"]),
        (&["--methods", ""], &["--methods"]),
        (&["--tolerance", "-1"], &["--tolerance", "not -1"]),
        (&["--epsilon", "0"], &["--epsilon", "not 0"]),
        (&["--epsilon", "wide"], &["--epsilon", "not a number"]),
        (&["--jobs", "0"], &["--jobs", "1..=1024"]),
        (&["--samples", "many"], &["--samples", "many"]),
        (&["--bunny", "none.obj"], &["none.obj", "No such file"]),
        (&["--bunny", "broken.obj"], &["broken.obj, line 2"]),
        (&["--bunny", "point.obj"], &["point.obj", "scale"]),
        (&["--out", "file"], &["cannot make the folder file"]),
        (&["--html", "."], &["cannot write to .", "it is a folder"]),
        (
            &["--html", "no/page.html"],
            &["cannot write to no/page.html"],
        ),
        (
            &["--out", "file/within"],
            &["cannot make the folder file/within"],
        ),
        (&["spam"], &["spam", "Usage"]),
    ] {
        assert_refused(&experiment(folder.path(), arguments), told);
    }
    let few = Command::new(env!("CARGO_BIN_EXE_osculate"))
        .args(["experiment", "d2m", "--triangles", "50"])
        .output()
        .unwrap();
    assert_eq!(few.status.code(), Some(2));
    assert!(text(&few.stderr).contains("at least"));
    assert_eq!(listing(folder.path()), before);
}

#[test]
fn help_tells_the_exit_codes_and_the_files() {
    let output = experiment(Path::new("."), &["--help"]);
    let help = text(&output.stdout);
    for part in [
        "FAILED",
        "d2m-separation.svg",
        "docs/experiments.md",
        "--bunny",
        "Examples",
    ] {
        assert!(help.contains(part), "{part} is missing in:\n{help}");
    }
}
