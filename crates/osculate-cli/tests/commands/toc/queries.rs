//! The binary, as a user meets it.

use serde_json::Value;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

const EXAMPLE: &str = include_str!("../../../../../scenes/example.json");
const TWO_KNOTS: &str = include_str!("../../../../../scenes/two-knots.json");

use super::DOCS;
use crate::binary::{self, listing, osculate, text, values, written};

/// Standard output of a run that must succeed in silence.
#[track_caller]
fn answers<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> String {
    binary::printed(&osculate(arguments))
}

/// Many small queries, some slower than others.
fn batch(folder: &TempDir, count: usize) -> PathBuf {
    let queries: Vec<String> = (0..count)
        .map(|n| {
            let (height, spin) = (n as f64 * 0.01 - 1.5, n % 7);
            format!(
                r#"{{ "a": {{ "body": "k", "at": {{ "position": [-4, {height}, 0] }}, "linear": [8, 0, 0], "angular": [0, {spin}, 0] }},
                     "b": {{ "body": "k", "at": {{}}, "angular": [0, 0, {spin}] }} }}"#
            )
        })
        .collect();
    let file = format!(
        r#"{{ "bodies": {{ "k": {{ "mesh": "builtin:torus-knot?p=2&q=3&triangles=600" }} }}, "queries": [{}] }}"#,
        queries.join(",")
    );
    written(folder, "batch.json", file)
}

#[test]
fn without_arguments_there_is_help() {
    let help = answers::<&str>(&[]);
    assert!(
        help.contains("Usage: osculate") && help.contains("toc"),
        "{help}"
    );
    assert!(answers(&["--version"]).starts_with("osculate 0."));
    assert!(answers(&["toc", "--help"]).contains("docs/queries.md"));
}

#[test]
fn without_a_file_the_built_in_scene_runs() {
    let story = answers(&["toc"]);
    for part in [
        "torus knots",
        "34,600",
        "when",
        "work",
        "Try next",
        "--example",
        "--stats",
        "--method",
    ] {
        assert!(story.contains(part), "{part} is missing in:\n{story}");
    }
    let line = answers(&["toc", "--json"]);
    let folder = TempDir::new().unwrap();
    let scene = written(&folder, "scene.json", TWO_KNOTS);
    assert_eq!(line, answers(&["toc", scene.to_str().unwrap()]));
    assert_eq!(values(&line).len(), 1);
}

#[test]
fn the_built_in_knots_touch_by_every_method() {
    for method in ["auto", "c2a", "hca", "best-first", "d2m"] {
        let line = &values(&answers(&["toc", "--json", "--method", method]))[0];
        assert_eq!(line["outcome"], "contact", "{method}: {line}");
        assert_eq!(line["evidence"], "crossing", "{method}: {line}");
        assert!(line["separation"].as_f64().unwrap() <= line["tolerance"].as_f64().unwrap());
    }
    let story = answers(&["toc"]);
    assert!(story.contains("where") && story.contains("how"), "{story}");
}

#[test]
fn capoeira_is_near_to_the_width_of_its_leaves() {
    let exact = &values(&answers(&["toc", "--json", "--method", "d2m"]))[0];
    let mut last = 0.0;
    for epsilon in ["0.5", "0.05", "0.005"] {
        let command = [
            "toc",
            "--json",
            "--method",
            "capoeira",
            "--epsilon",
            epsilon,
        ];
        let line = &values(&answers(&command))[0];
        assert_eq!(line["evidence"], "near", "{line}");
        // The sum of two diameters; leaves of one triangle may be wider.
        let width = epsilon.parse::<f64>().unwrap().max(0.1);
        assert!(line["tolerance"].as_f64().unwrap() <= 2.0 * width, "{line}");
        let time = line["time"].as_f64().unwrap();
        assert!(time >= last && time <= exact["time_upper"].as_f64().unwrap());
        last = time;
    }
}

#[test]
fn the_example_has_a_contact_of_each_motion_and_a_free_flight() {
    let folder = TempDir::new().unwrap();
    let file = written(&folder, "q.json", EXAMPLE);
    let lines = values(&answers(&["toc", file.to_str().unwrap()]));
    let outcomes: Vec<_> = lines
        .iter()
        .map(|line| line["outcome"].as_str().unwrap())
        .collect();
    assert_eq!(outcomes, ["contact", "contact", "free"]);
    // Beyond [0, 1]: the file's span counts.
    assert!(lines[1]["time"].as_f64().unwrap() > 1.0);
    assert_eq!(lines[1]["tolerance"], 1e-9);
}

#[test]
fn the_documented_example_is_the_printed_one_and_runs() {
    let start = DOCS.find("```json\n").unwrap() + "```json\n".len();
    let example = &DOCS[start..start + DOCS[start..].find("```").unwrap()];
    assert_eq!(example, EXAMPLE);
    assert_eq!(answers(&["toc", "--example"]), EXAMPLE);

    let folder = TempDir::new().unwrap();
    let file = written(&folder, "queries.json", example);
    let lines = values(&answers(&["toc", file.to_str().unwrap(), "--stats"]));
    let numbers: Vec<_> = lines
        .iter()
        .map(|line| line["query"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, [0, 1, 2]);
    for line in &lines {
        for key in [
            "outcome",
            "tolerance",
            "micros",
            "volume_pairs",
            "triangle_pairs",
            "poses",
            "iterations",
            "resolution",
        ] {
            assert!(!line[key].is_null(), "{key} is missing in {line}");
        }
        // Every key of every answer is documented.
        for key in line.as_object().unwrap().keys() {
            assert!(
                DOCS.contains(&format!("`{key}`")),
                "{key} is not documented"
            );
        }
    }
}

#[test]
fn standard_input_is_read() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_osculate"))
        .args(["toc", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(EXAMPLE.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(values(text(&output.stdout)).len(), 3);
}

#[test]
fn order_and_bytes_do_not_depend_on_the_number_of_threads() {
    let folder = TempDir::new().unwrap();
    let file = batch(&folder, 300);
    let run = |jobs| answers(&["toc", file.to_str().unwrap(), "--jobs", jobs]);
    let one = run("1");
    let numbers = values(&one)
        .iter()
        .map(|line| line["query"].as_u64().unwrap())
        .collect::<Vec<_>>();
    assert_eq!(numbers, (0..300).collect::<Vec<_>>());
    assert!(one == run("4") && one == run("3"));
    // Nor do the counters; only the time does.
    let counted = |jobs| {
        let mut lines = values(&answers(&[
            "toc",
            file.to_str().unwrap(),
            "--stats",
            "--jobs",
            jobs,
        ]));
        for line in &mut lines {
            line["micros"] = Value::Null;
        }
        lines
    };
    assert!(counted("1") == counted("4"));

    let output = folder.path().join("answers.jsonl");
    let told = answers(&[
        "toc",
        file.to_str().unwrap(),
        "--output",
        output.to_str().unwrap(),
    ]);
    assert_eq!(
        (told.as_str(), fs::read_to_string(&output).unwrap()),
        ("", one)
    );
}

#[test]
fn limits_of_the_command_line_override_the_file() {
    let folder = TempDir::new().unwrap();
    let file = written(&folder, "q.json", EXAMPLE);
    let lines = answers(&[
        "toc",
        file.to_str().unwrap(),
        "--tolerance",
        "1e-4",
        "--clearance",
        "0",
    ]);
    for line in values(&lines) {
        assert_eq!(line["tolerance"], 1e-4, "{line}");
    }
}

#[test]
fn an_answer_that_runs_out_of_budget_can_be_resumed() {
    let folder = TempDir::new().unwrap();
    let file = written(&folder, "q.json", EXAMPLE);
    let file = file.to_str().unwrap();
    let whole = &values(&answers(&["toc", file]))[1];
    let short = &values(&answers(&["toc", file, "--budget", "400"]))[1];
    assert_eq!(short["outcome"], "undecided", "{short}");
    assert_eq!(short["reason"], "budget", "{short}");
    let free_until = short["free_until"].as_f64().unwrap();
    assert!(
        0.0 < free_until && free_until <= whole["time_upper"].as_f64().unwrap(),
        "{short} {whole}"
    );
    let resumed = EXAMPLE.replace("\"span\": [0, 3]", &format!("\"span\": [{free_until}, 3]"));
    let file = written(&folder, "resumed.json", resumed);
    let rest = &values(&answers(&["toc", file.to_str().unwrap()]))[1];
    assert_eq!(rest["outcome"], "contact", "{rest}");
    let apart = rest["time"].as_f64().unwrap() - whole["time"].as_f64().unwrap();
    assert!(apart.abs() < 1e-8, "{rest} {whole}");

    let none = &values(&answers(&["toc", "--json", "--budget", "0"]))[0];
    assert_eq!(
        (&none["outcome"], &none["free_until"]),
        (&"undecided".into(), &Value::Null)
    );
}

#[test]
fn every_built_in_mesh_is_documented_with_its_defaults() {
    for name in osculate_io::builtin_names() {
        let (shape, parameters) = name.split_once('?').unwrap();
        let rows: Vec<&str> = DOCS
            .lines()
            .skip_while(|line| !line.starts_with(&format!("| `{shape}`")))
            .enumerate()
            .take_while(|(row, line)| *row == 0 || line.starts_with("| |"))
            .map(|(_, line)| line)
            .collect();
        for parameter in parameters.split('&') {
            let (parameter, default) = parameter.split_once('=').unwrap();
            let told = format!("| `{parameter}` | {default} |");
            assert!(
                rows.iter().any(|row| row.contains(&told)),
                "{shape}: {told} is missing in {rows:?}"
            );
        }
    }
}

#[test]
fn mesh_paths_are_relative_to_the_query_file() {
    let folder = TempDir::new().unwrap();
    written(&folder, "sail.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let query = r#"{ "bodies": { "s": { "mesh": "sail.obj" } }, "queries": [
        { "a": { "body": "s", "at": { "position": [0, 0, 1] }, "linear": [0, 0, -2] }, "b": { "body": "s", "at": {} } } ] }"#;
    let file = written(&folder, "q.json", query);
    let line = &values(&answers(&["toc", file.to_str().unwrap()]))[0];
    assert_eq!(line["outcome"], "contact");
    assert_eq!(line["triangles"], serde_json::json!([0, 0]));
}

/// Runs with arguments that are bad: exit code 2, all of `told` on standard error, nothing else anywhere.
#[track_caller]
fn refused(folder: &Path, arguments: &[&str], told: &[&str]) {
    let before = listing(folder);
    let answers = folder.join("answers.jsonl");
    let mut arguments: Vec<&std::ffi::OsStr> = arguments.iter().map(AsRef::as_ref).collect();
    arguments.extend(["--output".as_ref(), answers.as_os_str()]);
    binary::assert_refused(&osculate(&arguments), told);
    assert_eq!(listing(folder), before);
}

#[test]
fn bad_arguments() {
    let folder = TempDir::new().unwrap();
    let file = written(&folder, "q.json", EXAMPLE);
    let file = file.to_str().unwrap();
    for (arguments, told) in [
        (["--method", "magic"], ["magic", "best-first"]),
        (
            ["--tolerance", "-1"],
            ["--tolerance", "between 1e-60 and 1e60, not -1"],
        ),
        (["--tolerance", "nan"], ["--tolerance", "not NaN"]),
        (["--tolerance", "0"], ["--tolerance", "not 0"]),
        (["--tolerance", "tiny"], ["tiny", "not a number"]),
        (["--clearance", "-1"], ["--clearance", "not -1"]),
        (["--clearance", "inf"], ["--clearance", "not inf"]),
        (["--epsilon", "-1"], ["--epsilon", "not -1"]),
        (["--epsilon", "0.1"], ["--epsilon", "--method capoeira"]),
        (["--budget", "-1"], ["--budget", "-1"]),
        (["--budget", "1e6"], ["--budget", "1e6"]),
        (["--jobs", "0"], ["--jobs", "1..=1024"]),
        (["--jobs", "many"], ["--jobs", "many"]),
        (["--spam", "1"], ["--spam", "Usage"]),
    ] {
        refused(
            folder.path(),
            &["toc", file, arguments[0], arguments[1]],
            &told,
        );
    }
}

#[test]
fn bad_output() {
    let folder = TempDir::new().unwrap();
    let file = written(&folder, "q.json", EXAMPLE);
    for target in [
        folder.path().to_owned(),
        folder.path().join("no/such/answers.jsonl"),
    ] {
        let output = osculate(&[
            "toc",
            file.to_str().unwrap(),
            "--output",
            target.to_str().unwrap(),
        ]);
        assert_eq!(output.status.code(), Some(2));
        let error = text(&output.stderr);
        assert!(
            error.contains("cannot write to") && error.contains(target.to_str().unwrap()),
            "{error}"
        );
    }
}

#[test]
fn bad_files() {
    let folder = TempDir::new().unwrap();
    let missing = folder.path().join("missing.json");
    refused(
        folder.path(),
        &["toc", missing.to_str().unwrap()],
        &["missing.json", "No such file"],
    );
    refused(
        folder.path(),
        &["toc", folder.path().to_str().unwrap()],
        &["cannot read the query file"],
    );
    for (contents, told) in [
        (&b""[..], "bad.json is empty"),
        (&EXAMPLE.as_bytes()[..300], "not valid JSON"),
        (b"\x00\xff\xfe\x9c random", "UTF-8"),
        (b"[1, 2", "bad.json:1:"),
        (b"{ \"queries\": [NaN] }", "not valid JSON"),
    ] {
        let file = written(&folder, "bad.json", contents);
        refused(
            folder.path(),
            &["toc", file.to_str().unwrap()],
            &["bad.json", told],
        );
    }
}

#[test]
fn bad_queries() {
    let folder = TempDir::new().unwrap();
    written(&folder, "broken.obj", "v 0 0 0\nv 1 0 0\nf 1 2 9\n");
    written(&folder, "empty.stl", "");
    for (good, bad, told) in [
        (
            "\"angular\"",
            "\"angulr\"",
            "queries[1].a: unknown key \"angulr\"; known: body, from",
        ),
        (
            "\"body\": \"small knot\"",
            "\"body\": \"smal knot\"",
            "queries[0].b.body: there is no body \"smal knot\"; defined: \"knot\", \"small knot\"",
        ),
        (
            "[-4, 0, 0]",
            "[-4, 1e400, 0]",
            "queries[0].a.from.position[1]: the number 1e400",
        ),
        (
            "[-4, 0, 0]",
            "[-4, null, 0]",
            "queries[0].a.from.position[1]: must be a number",
        ),
        (
            "[-4, 0, 0]",
            "[-4, 1e99, 0]",
            "queries[0].a.from: the position",
        ),
        (
            "[0, 0, 0.6, 0.8]",
            "[0, 0, 0.6, 0.9]",
            "queries[0].a.to: the rotation",
        ),
        (
            "\"span\": [0, 3]",
            "\"span\": [3, 0]",
            "queries[1].span: a span must not end before it starts",
        ),
        (
            "\"tolerance\": 1e-9",
            "\"tolerance\": -1e-9",
            "queries[1].tolerance: a tolerance must be",
        ),
        (
            "\"scale\": 0.5",
            "\"scale\": 0",
            "bodies[\"small knot\"].scale: a scale must be",
        ),
        (
            "builtin:torus-knot?p=2&q=3&triangles=3460",
            "missing.obj",
            "missing.obj",
        ),
        (
            "builtin:torus-knot?p=2&q=3&triangles=3460",
            "broken.obj",
            "broken.obj",
        ),
        (
            "builtin:torus-knot?p=2&q=3&triangles=3460",
            "empty.stl",
            "empty.stl",
        ),
        ("osculate-queries/1", "osculate-queries/2", "unknown format"),
    ] {
        assert!(EXAMPLE.contains(good), "{good}");
        let file = written(&folder, "bad.json", EXAMPLE.replacen(good, bad, 1));
        refused(
            folder.path(),
            &["toc", file.to_str().unwrap()],
            &["bad.json:", told],
        );
    }
}

#[test]
fn a_bad_file_leaves_the_old_output_alone() {
    let folder = TempDir::new().unwrap();
    let file = written(&folder, "bad.json", "{");
    let old = written(&folder, "answers.jsonl", "precious");
    let output = osculate(&[
        "toc",
        file.to_str().unwrap(),
        "--output",
        old.to_str().unwrap(),
    ]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(old).unwrap(), "precious");
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_ends_the_run_quietly() {
    let folder = TempDir::new().unwrap();
    let file = batch(&folder, 20_000);
    let mut child = Command::new(env!("CARGO_BIN_EXE_osculate"))
        .args(["toc", file.to_str().unwrap(), "--method", "auto"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(1), ""));
}

/// A die that stands a hundredth deep in the floor: lifted, pushed along and pushed down.
#[test]
fn an_overlap_tells_its_depth_and_what_becomes_of_it() {
    let query = |velocity: &str| {
        format!(
            r#"{{ "a": {{ "body": "die", "at": {{ "position": [0, 0, 0.49] }}, "linear": {velocity} }},
                 "b": {{ "body": "floor", "at": {{}} }} }}"#
        )
    };
    let queries = ["[0, 0, 1]", "[1, 0, 0]", "[0, 0, -1]"]
        .map(query)
        .join(",");
    let text = format!(
        r#"{{ "bodies": {{ "die": {{ "box": {{ "half": [0.5, 0.5, 0.5] }} }},
                          "floor": {{ "half_space": {{ "normal": [0, 0, 1] }} }} }}, "queries": [{queries}] }}"#
    );
    let folder = TempDir::new().unwrap();
    let file = written(&folder, "q.json", text);
    let lines = values(&answers(&["toc", file.to_str().unwrap()]));
    for (line, then) in lines.iter().zip(["parts", "stays", "deepens"]) {
        assert_eq!(line["outcome"], "overlapping", "{line}");
        assert_eq!(line["then"], then, "{line}");
        assert_eq!(line["then_time"].is_number(), then != "stays", "{line}");
        assert!(
            (line["depth"].as_f64().unwrap() - 0.01).abs() < 1e-12,
            "{line}"
        );
        assert_eq!(line["normal"][2], 1.0, "{line}");
        assert!(
            line["point_a"].is_array() && line["features"].is_array(),
            "{line}"
        );
    }
}

#[test]
fn a_skin_is_told_and_goes_without_a_clearance() {
    let folder = TempDir::new().unwrap();
    let file = written(&folder, "q.json", EXAMPLE);
    let file = file.to_str().unwrap();
    let refused = osculate(&["toc", file, "--skin", "0.01"]);
    binary::assert_refused(
        &refused,
        &["queries[2]", "a skin of 0.01 and a clearance of 0.1"],
    );
    let both = osculate(&["toc", file, "--skin", "0.01", "--clearance", "0.1"]);
    binary::assert_refused(&both, &["--skin", "--clearance"]);
    binary::assert_refused(&osculate(&["toc", file, "--skin", "-1"]), &["--skin"]);
    let without = EXAMPLE.replace("\"clearance\": 0.1", "\"tolerance\": 1e-6");
    let file = written(&folder, "w.json", without);
    let lines = values(&answers(&["toc", file.to_str().unwrap(), "--skin", "0.01"]));
    for line in &lines {
        assert_eq!(line["clearance"], 0.01, "{line}");
    }
    assert!(
        lines[0]["separation_lower"].as_f64() >= Some(0.01),
        "{}",
        lines[0]
    );
}
