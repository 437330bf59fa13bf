//! Ctrl-C and SIGTERM: exit code 130 or 143, finished answers kept, nothing else left behind.
#![cfg(target_os = "linux")]

use crate::binary::{listing, values, written};
use osculate_judge::seeded::Seeded;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Much longer than anything here takes on a machine with much else to do.
const LONG: Duration = Duration::from_secs(300);

fn spawned(folder: &Path, arguments: &[&str]) -> Child {
    spawned_reading(folder, arguments, Stdio::null())
}

fn spawned_reading(folder: &Path, arguments: &[&str], input: Stdio) -> Child {
    Command::new(env!("CARGO_BIN_EXE_osculate"))
        .args(arguments)
        .current_dir(folder)
        .stdin(input)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// What a child writes to standard output, up to its end.
fn standard_output(child: &mut Child) -> String {
    let mut text = String::new();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_to_string(&mut text).unwrap();
    text
}

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let sent = Command::new("kill").args([name, &id]).status().unwrap();
    assert!(sent.success());
}

#[track_caller]
fn await_that(what: &str, mut holds: impl FnMut() -> bool) {
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < LONG, "{what}");
        sleep(Duration::from_millis(5));
    }
}

/// Waits until the child has computed for so many hundredths of a second, however long that takes.
#[track_caller]
fn await_work(child: &Child, hundredths: u64) {
    await_that("it works", || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
        // The name, in brackets, may have blanks; the 12th word after it is the user time.
        let words = stat.rsplit_once(')').unwrap().1;
        let ticks = words.split_ascii_whitespace().nth(11).unwrap();
        ticks.parse::<u64>().unwrap() >= hundredths
    });
}

/// What a child that has ended said on standard error.
#[track_caller]
fn ended(child: &mut Child, code: i32) -> String {
    let mut error = String::new();
    let mut stderr = child.stderr.take().unwrap();
    stderr.read_to_string(&mut error).unwrap();
    let status: ExitStatus = child.wait().unwrap();
    assert_eq!(status.code(), Some(code), "{error}");
    error
}

/// What a message says between two known ends.
#[track_caller]
fn between<'a>(message: &'a str, start: &str, end: &str) -> &'a str {
    let inside = message.strip_prefix(start);
    let inside = inside.and_then(|rest| rest.strip_suffix(end));
    inside.unwrap_or_else(|| panic!("{message}"))
}

fn temporary(folder: &Path, child: &Child, name: &str) -> std::path::PathBuf {
    folder.join(format!(".{name}.{}.tmp", child.id()))
}

/// A query file of knots that fly into each other, which takes about a minute.
fn many_queries(folder: &TempDir) -> usize {
    const COUNT: usize = 20_000;
    let query = |index: usize| {
        let shift = 0.001 * (index % 1000) as f64;
        format!(
            r#"{{ "a": {{ "body": "k", "at": {{ "position": [3, {shift}, 0] }}, "linear": [-4, 0, 0],
                "angular": [1, 2, 3] }}, "b": {{ "body": "k", "at": {{}} }} }}"#
        )
    };
    let queries: Vec<String> = (0..COUNT).map(query).collect();
    let mesh = r#"{ "mesh": "builtin:torus-knot?p=2&q=3&triangles=34600" }"#;
    let queries = queries.join(",");
    let text = format!(r#"{{ "bodies": {{ "k": {mesh} }}, "queries": [{queries}] }}"#);
    written(folder, "queries.json", text);
    COUNT
}

/// Each line answers a query of its own, as a run to the end would.
fn assert_answers(lines: &str, count: usize) -> usize {
    assert!(lines.ends_with('\n'));
    let answers = values(lines);
    let queries: Vec<u64> = answers
        .iter()
        .map(|answer| answer["query"].as_u64().unwrap())
        .collect();
    assert!(queries.windows(2).all(|pair| pair[0] < pair[1]));
    assert!(queries.iter().all(|&query| query < count as u64));
    // A query and the one a thousand further are the same.
    let times: BTreeSet<(u64, String)> = answers
        .iter()
        .map(|answer| {
            assert_eq!(answer["outcome"], "contact");
            let query = answer["query"].as_u64().unwrap();
            (query % 1000, answer["time"].to_string())
        })
        .collect();
    let distinct: BTreeSet<u64> = times.iter().map(|(query, _)| *query).collect();
    assert_eq!(times.len(), distinct.len());
    answers.len()
}

#[test]
fn answers_of_toc_are_kept_in_the_file() {
    let folder = TempDir::new().unwrap();
    let count = many_queries(&folder);
    for (name, code) in [("-INT", 130), ("-TERM", 143)] {
        let arguments = ["toc", "queries.json", "--output", "out.jsonl"];
        let mut child = spawned(folder.path(), &arguments);
        let partial = temporary(folder.path(), &child, "out.jsonl");
        await_that("there are answers", || {
            fs::metadata(&partial).is_ok_and(|found| found.len() > 0)
        });
        assert!(!folder.path().join("out.jsonl").exists());
        signal(&child, name);
        let error = ended(&mut child, code);
        let lines = fs::read_to_string(folder.path().join("out.jsonl")).unwrap();
        let kept = assert_answers(&lines, count);
        assert!(kept > 0 && kept < count, "{kept}");
        let told = "of 20,000 queries are answered; their answers are kept, in out.jsonl\n";
        assert!(error.starts_with("interrupted: "), "{error}");
        assert!(error.ends_with(told), "{error}");
        assert_eq!(listing(folder.path()), ["out.jsonl", "queries.json"]);
        fs::remove_file(folder.path().join("out.jsonl")).unwrap();
    }
}

/// The rest of standard output after the first line, once a signal was sent when that was there.
fn after_first_line(child: &mut Child) -> String {
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut lines = String::new();
    stdout.read_line(&mut lines).unwrap();
    signal(child, "-INT");
    stdout.read_to_string(&mut lines).unwrap();
    lines
}

#[test]
fn answers_of_toc_are_kept_on_standard_output() {
    let folder = TempDir::new().unwrap();
    let count = many_queries(&folder);
    let mut child = spawned(folder.path(), &["toc", "queries.json"]);
    let lines = after_first_line(&mut child);
    let kept = assert_answers(&lines, count);
    let error = ended(&mut child, 130);
    assert!(kept < count);
    let told = "queries are answered; their answers are kept, in standard output\n";
    assert!(error.ends_with(told), "{error}");
}

#[test]
fn answers_of_robot_are_kept_on_standard_output() {
    const COUNT: usize = 50_000;
    let folder = TempDir::new().unwrap();
    let names = ["pan", "lift", "elbow", "wrist_1", "wrist_2", "wrist_3"];
    let mut seeded = Seeded::new(5);
    let mut edge = || {
        let numbers: Vec<String> = (0..12)
            .map(|_| seeded.real(-1.5, 1.5).to_string())
            .collect();
        numbers.join(",")
    };
    let edges: Vec<String> = (0..COUNT).map(|_| edge()).collect();
    written(
        &folder,
        "e.csv",
        format!("{}\n{}\n", names.join(","), edges.join("\n")),
    );
    let mut child = spawned(
        folder.path(),
        &["robot", "builtin:arm6", "--edges", "e.csv"],
    );
    let answers = values(&after_first_line(&mut child));
    let error = ended(&mut child, 130);
    let numbers: Vec<u64> = answers
        .iter()
        .map(|answer| answer["edge"].as_u64().unwrap())
        .collect();
    assert!(!numbers.is_empty() && numbers.len() < COUNT);
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]));
    let told = "of 50,000 edges are answered; their answers are kept, in standard output\n";
    assert!(
        error.starts_with("interrupted: ") && error.ends_with(told),
        "{error}"
    );
}

#[test]
fn before_the_first_answer_nothing_is_left() {
    let folder = TempDir::new().unwrap();
    let queries = r#"{ "bodies": { "k": { "mesh": "builtin:torus-knot?p=2&q=3&triangles=2000000" } }, "queries": [] }"#;
    written(&folder, "queries.json", queries);
    written(&folder, "out.jsonl", "of yesterday\n");
    for (name, code) in [("-INT", 130), ("-TERM", 143)] {
        let arguments = ["toc", "queries.json", "--output", "out.jsonl"];
        let mut child = spawned(folder.path(), &arguments);
        let partial = temporary(folder.path(), &child, "out.jsonl");
        await_that("the hierarchy is being built", || partial.exists());
        signal(&child, name);
        assert_eq!(
            ended(&mut child, code),
            "interrupted: nothing was written\n"
        );
        assert_eq!(listing(folder.path()), ["out.jsonl", "queries.json"]);
        let kept = fs::read_to_string(folder.path().join("out.jsonl")).unwrap();
        assert_eq!(kept, "of yesterday\n");
    }
}

#[test]
fn whoever_waits_for_input_ends_too() {
    let folder = TempDir::new().unwrap();
    for arguments in [
        &["toc", "-"][..],
        &["events", "-", "--seconds", "1"],
        &["primitives", "/dev/stdin", "--kind", "vf"],
    ] {
        let mut child = spawned_reading(folder.path(), arguments, Stdio::piped());
        let mut stdin = child.stdin.take().unwrap();
        // More than a pipe holds: some of it has been read when all of it is written.
        stdin.write_all(&b" \n".repeat(1 << 17)).unwrap();
        signal(&child, "-INT");
        assert_eq!(ended(&mut child, 130), "interrupted: nothing was written\n");
        drop(stdin);
    }
}

/// A mesh whose triangles are everywhere, as an OBJ file.
fn soup(seed: u64) -> String {
    let mut seeded = Seeded::new(seed);
    let mut next = || seeded.unit();
    let mut text = String::new();
    for triangle in 0..4000 {
        for _ in 0..3 {
            text += &format!("v {} {} {}\n", next(), next(), next());
        }
        let first = 3 * triangle + 1;
        text += &format!("f {first} {} {}\n", first + 1, first + 2);
    }
    text
}

#[test]
fn contacts_of_deform_are_kept() {
    let folder = TempDir::new().unwrap();
    written(&folder, "start.obj", soup(1));
    written(&folder, "end.obj", soup(2));
    let arguments = ["deform", "start.obj", "end.obj", "--all", "--json"];
    let mut child = spawned(folder.path(), &arguments);
    let lines = after_first_line(&mut child);
    let error = ended(&mut child, 130);
    assert!(lines.ends_with('\n'));
    let contacts = values(&lines);
    assert!(
        contacts
            .iter()
            .all(|contact| contact["free_step"] == Value::Null)
    );
    let told =
        "contacts found so far are kept, in standard output; the free step is not known yet\n";
    let count = between(&error, "interrupted: the ", told).trim();
    assert_eq!(count.replace(',', ""), contacts.len().to_string());
    // Without --all there is nothing to keep.
    let mut child = spawned(folder.path(), &arguments[..3]);
    await_work(&child, 100);
    signal(&child, "-INT");
    let error = ended(&mut child, 130);
    assert!(
        error.starts_with("interrupted: nothing was written; "),
        "{error}"
    );
    assert_eq!(listing(folder.path()), ["end.obj", "start.obj"]);
}

#[test]
fn answers_of_primitives_are_kept() {
    let folder = TempDir::new().unwrap();
    let query = "0,1,0,1,1,1,1\n-1,1,-1,1,0,1,1\n1,1,-1,1,0,1,1\n0,1,1,1,0,1,1\n\
                 0,1,0,1,-1,1,1\n-1,1,-1,1,0,1,1\n1,1,-1,1,0,1,1\n0,1,1,1,0,1,1\n";
    written(&folder, "vertex-face/q.csv", query.repeat(30_000));
    let mut child = spawned(
        folder.path(),
        &["primitives", "vertex-face/q.csv", "--each"],
    );
    let lines = after_first_line(&mut child);
    let error = ended(&mut child, 130);
    assert!(lines.ends_with('\n'));
    let answers = values(&lines);
    for (index, answer) in answers.iter().enumerate() {
        assert_eq!(
            (&answer["query"], &answer["contact"]),
            (&index.into(), &true.into())
        );
    }
    let told = "queries are answered; their answers are kept, in standard output\n";
    let count = between(&error, "interrupted: ", told).trim();
    assert_eq!(count.replace(',', ""), answers.len().to_string());

    // As a table, of a pipe that goes on for ever.
    let arguments = ["primitives", "/dev/stdin", "--kind", "vf", "--json"];
    let mut child = spawned_reading(folder.path(), &arguments, Stdio::piped());
    let mut stdin = child.stdin.take().unwrap();
    // More than the pipe and a buffer hold, so that some queries are answered.
    stdin.write_all(query.repeat(3_000).as_bytes()).unwrap();
    signal(&child, "-INT");
    let error = ended(&mut child, 130);
    let lines = standard_output(&mut child);
    let [summary] = &values(&lines)[..] else {
        panic!("{lines}")
    };
    let count = between(&error, "interrupted: ", told).trim();
    assert_eq!(count.replace(',', ""), summary["queries"].to_string());
    drop(stdin);
}

#[test]
fn events_leave_no_temporary_file() {
    let folder = TempDir::new().unwrap();
    for (name, code) in [("-INT", 130), ("-TERM", 143)] {
        let arguments = [
            "events",
            "--discs",
            "5000",
            "--seconds",
            "1e6",
            "--checkpoint",
            "run.json",
            "--checkpoint-every",
            "2",
            "--trace",
            "trace.jsonl",
        ];
        let mut child = spawned(folder.path(), &arguments);
        await_that("there is a checkpoint", || {
            folder.path().join("run.json").exists()
        });
        signal(&child, name);
        let error = ended(&mut child, code);
        assert_eq!(
            error,
            "interrupted: the results so far are kept, in standard output; the trace, in trace.jsonl; the \
             checkpoint, in run.json\n"
        );
        let result = standard_output(&mut child);
        assert_eq!(values(&result)[0]["end"], "interrupted");
        assert_eq!(listing(folder.path()), ["run.json", "trace.jsonl"]);
        let checkpoint: Value =
            serde_json::from_str(&fs::read_to_string(folder.path().join("run.json")).unwrap())
                .unwrap();
        assert_eq!(checkpoint["bodies"].as_array().unwrap().len(), 5000);
        fs::remove_file(folder.path().join("run.json")).unwrap();
    }
}

/// The columns of a CSV file with a header, a row a line.
fn rows(folder: &Path, name: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(folder.join(name)).unwrap();
    let split = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let rows: Vec<_> = text.lines().map(split).collect();
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    rows[1..].to_vec()
}

#[test]
fn rows_of_kaya_are_kept_once_they_are_complete() {
    let folder = TempDir::new().unwrap();
    // All pairs of 2,048 discs take hours, those of 64 no time.
    let arguments = [
        "experiment",
        "kaya",
        "--runs",
        "1",
        "--slow-up-to",
        "2048",
        "--out",
        ".",
    ];
    let mut child = spawned(folder.path(), &arguments);
    await_work(&child, 100);
    signal(&child, "-INT");
    let error = ended(&mut child, 130);
    let told = " discs are kept, without those of steps\n";
    let up_to = between(&error, "interrupted: the results of up to ", told).replace(',', "");
    assert_eq!(
        listing(folder.path()),
        ["kaya-growth.csv", "kaya-growth.svg"]
    );
    let rows = rows(folder.path(), "kaya-growth.csv");
    assert_eq!(rows.len() % 4, 0);
    assert_eq!(rows.last().unwrap()[0], up_to);
    let report = standard_output(&mut child);
    assert!(
        report.contains("Table 5.1, collisions") && !report.contains("Table 5.2"),
        "{report}"
    );
}

#[test]
fn what_is_judged_of_d2m_is_kept() {
    let folder = TempDir::new().unwrap();
    // The queries take no time, the judge about a minute.
    let arguments = [
        "experiment",
        "d2m",
        "--trials",
        "2",
        "--triangles",
        "600",
        "--samples",
        "2000",
        "--jobs",
        "1",
        "--bunny",
        "b.obj",
        "--out",
        ".",
    ];
    written(
        &folder,
        "b.obj",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n",
    );
    let mut child = spawned(folder.path(), &arguments);
    await_work(&child, 300);
    signal(&child, "-INT");
    let error = ended(&mut child, 130);
    let told = " of 160 answers are judged; what is above and in the files is of those alone\n";
    let judged = between(&error, "interrupted: ", told).trim();
    let files = ["b.obj", "d2m-separation.svg", "d2m-time.svg", "d2m.csv"];
    assert_eq!(listing(folder.path()), files);
    assert_eq!(rows(folder.path(), "d2m.csv").len().to_string(), judged);
}

#[test]
fn what_is_judged_of_c2a_is_kept() {
    let folder = TempDir::new().unwrap();
    // The queries take half a second, the judge about half a minute.
    let arguments = "experiment c2a --quick --samples 1000 --benchmarks bunny,torusknot --out . --html page.html";
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let mut child = spawned(folder.path(), &arguments);
    await_work(&child, 200);
    signal(&child, "-INT");
    let error = ended(&mut child, 130);
    let told = " of 96 answers are judged; what is above and in the files is of those alone\n";
    let judged = between(&error, "interrupted: ", told).trim();
    let files = listing(folder.path());
    assert!(files.contains(&"page.html".to_owned()), "{files:?}");
    assert!(
        files.iter().all(|name| !name.ends_with(".tmp")),
        "{files:?}"
    );
    assert_eq!(rows(folder.path(), "c2a.csv").len().to_string(), judged);
}

#[test]
fn experiments_leave_nothing_before_their_first_result() {
    let folder = TempDir::new().unwrap();
    for (arguments, first) in [
        (["d2m", "--triangles", "1000000", "--out", "."], "d2m.csv"),
        (
            ["kaya", "--runs", "100000", "--out", "."],
            "kaya-growth.csv",
        ),
        (["c2a", "--frames", "1000000", "--out", "."], "c2a.csv"),
        (
            ["c2a", "--frames", "1000000", "--html", "page.html"],
            "page-worst.jsonl",
        ),
    ] {
        let mut child = spawned(folder.path(), &[&["experiment"], &arguments[..]].concat());
        let partial = temporary(folder.path(), &child, first);
        await_that("it has begun", || partial.exists());
        signal(&child, "-INT");
        assert_eq!(ended(&mut child, 130), "interrupted: nothing was written\n");
        assert!(listing(folder.path()).is_empty());
    }
}

#[test]
fn a_second_signal_does_not_wait_for_a_stuck_pipe() {
    let folder = TempDir::new().unwrap();
    many_queries(&folder);
    // Nobody reads what it writes.
    let mut child = spawned(folder.path(), &["toc", "queries.json"]);
    await_work(&child, 100);
    await_that("it ends", || {
        signal(&child, "-INT");
        child.try_wait().unwrap().is_some()
    });
    let error = ended(&mut child, 130);
    assert!(
        error.is_empty() || error.starts_with("interrupted: "),
        "{error}"
    );
    assert_eq!(listing(folder.path()), ["queries.json"]);
}

#[test]
fn a_simulation_leaves_its_trace() {
    let folder = TempDir::new().unwrap();
    let arguments = [
        "simulate",
        "builtin:stack",
        "--seconds",
        "1e6",
        "-o",
        "t.jsonl",
    ];
    let mut child = spawned(folder.path(), &arguments);
    let trace = folder.path().join("t.jsonl");
    await_that("something is traced", || {
        fs::metadata(&trace).is_ok_and(|found| found.len() > 10_000)
    });
    signal(&child, "-INT");
    let told = standard_output(&mut child);
    let error = ended(&mut child, 130);
    assert!(
        error.starts_with("interrupted: the results so far are kept"),
        "{error}"
    );
    assert!(error.ends_with("the trace, in t.jsonl\n"), "{error}");
    let [summary] = &values(&told)[..] else {
        panic!("{told}");
    };
    assert_eq!(summary["end"], "interrupted");
    let text = fs::read_to_string(&trace).unwrap();
    let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(
        (&last["end"]["why"], &last["end"]["time"]),
        (&summary["end"], &summary["seconds"])
    );
}
