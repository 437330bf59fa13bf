//! `osculate events`, as a user meets it.

use osculate_io::{AnyCheckpoint, MaxSize};
use osculate_trace::{Ending, Playback, TraceReader};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

use super::events_run::{osculate, refused, result, scene, within, written};
use crate::binary::{self, text, values};

fn number(value: &Value, key: &str) -> f64 {
    value[key]
        .as_f64()
        .unwrap_or_else(|| panic!("{key}: {value}"))
}

#[test]
fn a_piped_run_is_a_line_of_json() {
    let printed = binary::printed(&osculate(&["--discs", "200", "--seconds", "5"]));
    for key in [
        "engine",
        "bodies",
        "dimension",
        "seed",
        "end",
        "seconds",
        "wall_clock_seconds",
        "events",
        "collisions",
        "wall_bounces",
        "wraps",
        "collisions_per_second",
        "energy_drift",
        "largest_overlap",
    ] {
        assert!(printed.contains(&format!("\"{key}\":")), "{key}: {printed}");
    }
    let line = &values(&printed)[0];
    let expected = serde_json::json!({ "engine": "cells", "bodies": 200, "dimension": 2, "seed": 0,
        "end": "time reached", "seconds": 5.0, "wraps": 0 });
    for (key, value) in expected.as_object().unwrap() {
        assert_eq!(&line[key], value, "{key}");
    }
    let [events, collisions, bounces] =
        ["events", "collisions", "wall_bounces"].map(|key| line[key].as_u64().unwrap());
    assert_eq!(events, collisions + bounces);
    assert!(collisions > 200 && bounces > 10, "{line}");
    assert!(number(line, "energy_drift") < 1e-12, "{line}");
    assert!(number(line, "largest_overlap") < 1e-11, "{line}");
    assert!(number(line, "collisions_per_second") > 0.0, "{line}");
    assert!(line.get("momentum_drift").is_none() && line.get("asleep").is_none());
    // Without the times it is the same every time, and another for another seed.
    let counts = |line: &Value| (line["events"].clone(), line["energy_drift"].clone());
    assert_eq!(
        counts(&result(&["--discs", "200", "--seconds", "5", "--json"])),
        counts(line)
    );
    assert_ne!(
        counts(&result(&[
            "--discs",
            "200",
            "--seconds",
            "5",
            "--seed",
            "1"
        ])),
        counts(line)
    );
}

#[test]
fn spheres_and_joined_ends() {
    let run = ["--discs", "300", "--3d", "--periodic", "--seconds", "4"];
    let line = result(&[&run[..], &["--fraction", "0.2"]].concat());
    assert_eq!(
        (&line["dimension"], &line["wall_bounces"]),
        (&3.into(), &0.into())
    );
    assert!(number(&line, "momentum_drift") < 1e-13, "{line}");
    assert!(number(&line, "wraps") > 0.0, "{line}");
    let same = [
        "--spheres",
        "300",
        "--periodic",
        "--seconds",
        "4",
        "--fraction",
        "0.2",
    ];
    assert_eq!(result(&same)["events"], line["events"]);
}

#[test]
fn all_engines_find_the_same_events() {
    for source in [
        vec!["--discs", "60", "--seconds", "2"],
        vec!["--spheres", "60", "--seconds", "1", "--periodic"],
        vec![&scene("events-spheres.json"), "--seconds", "1.5"],
    ] {
        let runs: Vec<Value> = ["cells", "all-pairs", "pair-queue", "kaya"]
            .iter()
            .map(|engine| {
                let line = result(&[&source[..], &["--engine", engine]].concat());
                assert_eq!(&line["engine"], engine);
                line
            })
            .collect();
        assert!(runs[0]["collisions"].as_u64() > Some(10), "{}", runs[0]);
        for other in &runs[1..] {
            for key in ["events", "collisions", "wall_bounces", "wraps", "end"] {
                assert_eq!(other[key], runs[0][key], "{key} of {other}");
            }
        }
    }
}

#[test]
fn the_scenes_of_the_project() {
    let billiard = result(&[&scene("events-billiard.json"), "--seconds", "5"]);
    assert_eq!(
        (&billiard["bodies"], &billiard["seed"]),
        (&16.into(), &Value::Null)
    );
    assert!(billiard["collisions"].as_u64() > Some(15), "{billiard}");

    let pile = result(&[&scene("events-pile.json"), "--seconds", "60"]);
    assert_eq!(pile["end"], "no further events");
    assert_eq!(pile["asleep"], pile["bodies"]);
    let falls = ["falls_asleep", "wakings", "asleep"].map(|key| pile[key].as_u64().unwrap());
    assert_eq!(falls[0], falls[1] + falls[2]);
    assert!(pile["slow_meetings"].as_u64() > Some(0));
    // Everything that it fell is gone.
    assert!((number(&pile, "energy_drift") - 1.0).abs() < 1e-9, "{pile}");
    assert!(number(&pile, "largest_overlap") < 1e-11, "{pile}");

    let spheres = result(&[&scene("events-spheres.json"), "--seconds", "5"]);
    assert_eq!(spheres["dimension"], 3);
    assert!(spheres["wall_bounces"].as_u64() > Some(50), "{spheres}");
}

#[test]
fn under_gravity_the_mechanical_energy_counts() {
    let folder = TempDir::new().unwrap();
    let text = r#"{ "gravity": [0, -10], "domain": { "low": [0, 100], "high": [9, 120], "boundary": "walls" },
        "bodies": [ { "position": [3, 110], "radius": 1 }, { "position": [6, 105], "velocity": [1, 0], "radius": 1 } ] }"#;
    let path = written(&folder, "s.json", text);
    let line = result(&[&path, "--seconds", "20"]);
    assert!(line["events"].as_u64() > Some(20), "{line}");
    assert!(number(&line, "energy_drift") < 1e-12, "{line}");
    // Where bodies fall round and round there is none.
    let round = written(&folder, "r.json", &text.replace("walls", "periodic"));
    let line = result(&[&round, "--seconds", "3"]);
    assert_eq!(line["energy_drift"], Value::Null);
}

#[test]
fn bodies_that_fly_apart_have_no_further_events() {
    let folder = TempDir::new().unwrap();
    let text = r#"{ "bodies": [ { "position": [0, 0], "velocity": [1, 0], "radius": 1 },
        { "position": [4, 0], "velocity": [-1, 0], "radius": 1 } ] }"#;
    let path = written(&folder, "s.json", text);
    let before = result(&[&path, "--seconds", "0.5"]);
    let after = result(&[&path, "--seconds", "1e9"]);
    assert_eq!(
        (&before["end"], &before["events"]),
        (&"time reached".into(), &0.into())
    );
    assert_eq!(
        (&after["end"], &after["events"]),
        (&"no further events".into(), &1.into())
    );
}

#[test]
fn overlaps_are_shifted_apart_if_asked() {
    let folder = TempDir::new().unwrap();
    let text = r#"{ "bodies": [ { "position": [0, 0], "radius": 1 }, { "position": [1.5, 0], "radius": 1 },
        { "position": [9, 0], "radius": 1 } ] }"#;
    let path = written(&folder, "s.json", text);
    refused(
        &[&path, "--seconds", "1"],
        &["s.json:1:52: bodies[1]: bodies 0 and 1 overlap"],
    );
    let line = result(&[&path, "--seconds", "1", "--resolve-overlaps"]);
    assert_eq!(line["moved"], 2);
    let shift = number(&line, "largest_shift");
    assert!((0.2..0.3).contains(&shift), "{line}");
}

#[test]
fn a_scene_may_come_from_standard_input() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_osculate"))
        .args(["events", "-", "--seconds", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input
        .write_all(br#"{ "bodies": [ { "position": [0, 0, 0], "radius": 1 } ] }"#)
        .unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let line = &values(&binary::printed(&Output {
        stderr: Vec::new(),
        ..output
    }))[0];
    assert_eq!(line["dimension"], 3);
}

/// The bodies at the end of the trace, and how many events there are and how it ended.
fn replayed<const D: usize>(path: &str) -> (Vec<[f64; D]>, u64, String) {
    let playback = Playback::read(fs::File::open(path).unwrap()).unwrap();
    assert_eq!(playback.header.dimension, D);
    let Ending::End(end) = &playback.ending else {
        panic!("{:?}", playback.ending);
    };
    assert_eq!(end.events, playback.events.len() as u64);
    let moving = playback
        .bodies
        .iter()
        .filter(|body| body.kind.as_deref() != Some("wall"));
    let places = (0..moving.count()).map(|body| {
        let place = playback.placement(body, end.time).position;
        std::array::from_fn(|axis| place[axis])
    });
    (places.collect(), end.events, end.why.clone())
}

fn saved_discs(path: &str) -> Vec<[f64; 2]> {
    match AnyCheckpoint::read(path.as_ref(), MaxSize::default()).unwrap() {
        AnyCheckpoint::Discs(checkpoint) => {
            let bodies = checkpoint.snapshot.bodies.iter();
            bodies.map(|body| body.position).collect()
        }
        AnyCheckpoint::Spheres(_) => panic!("not discs"),
    }
}

#[track_caller]
fn assert_near(here: &[[f64; 2]], there: &[[f64; 2]]) {
    assert_eq!(here.len(), there.len());
    for (a, b) in here.iter().zip(there) {
        let far = (a[0] - b[0]).abs().max((a[1] - b[1]).abs());
        assert!(far < 1e-9, "{a:?} {b:?}");
    }
}

#[test]
fn replaying_a_trace_gives_the_final_positions() {
    let folder = TempDir::new().unwrap();
    let [trace, checkpoint] = ["t.jsonl", "c.json"].map(|name| within(&folder, name));
    let pile = scene("events-pile.json");
    for source in [
        vec!["--discs", "100", "--seconds", "5"],
        vec!["--discs", "100", "--seconds", "5", "--periodic"],
        vec![&pile, "--seconds", "2"],
    ] {
        let files = ["--trace", &trace, "--checkpoint", &checkpoint];
        let line = result(&[&source[..], &files].concat());
        let (places, events, end) = replayed::<2>(&trace);
        assert_eq!(line["events"], events);
        assert_eq!(line["end"], end);
        assert_near(&places, &saved_discs(&checkpoint));
    }
    let spheres = scene("events-spheres.json");
    let line = result(&[&spheres, "--seconds", "2", "--trace", &trace]);
    assert_eq!(line["events"], replayed::<3>(&trace).1);
}

#[test]
fn a_resumed_run_has_the_same_bits() {
    let folder = TempDir::new().unwrap();
    let [whole, part, trace] = ["a.json", "b.json", "t.jsonl"].map(|name| within(&folder, name));
    let [pile, spheres] = ["events-pile.json", "events-spheres.json"].map(scene);
    for (source, times) in [
        (vec!["--discs", "120", "--seed", "3"], ["6", "4", "1"]),
        (vec!["--discs", "120", "--periodic"], ["6", "4", "1"]),
        (vec!["--spheres", "40", "--periodic"], ["6", "4", "1"]),
        (
            vec!["--discs", "60", "--engine", "pair-queue"],
            ["6", "4", "1"],
        ),
        (vec!["--discs", "60", "--engine", "kaya"], ["3", "2", "0.5"]),
        (vec![&pile], ["12", "4.5", "1.5"]),
        (vec![&spheres], ["6", "4.5", "1.5"]),
    ] {
        let [seconds, until, every] = times;
        let with = |seconds, file| {
            let options = ["--seconds", seconds, "--checkpoint-every", every];
            result(&[&source[..], &options, &["--checkpoint", file]].concat())
        };
        let expected = with(seconds, &whole);
        with(until, &part);
        let before = fs::read_to_string(&part).unwrap();
        assert!(
            before.contains(&format!(r#""seconds":{until}"#)),
            "{before}"
        );
        let rest = ["--resume", &part, "--seconds", seconds];
        // Whether or not it is saved again, it goes on in the same way.
        for more in [&["--trace", &trace][..], &["--checkpoint", &part]] {
            let resumed = result(&[&rest[..], more].concat());
            for key in [
                "engine",
                "seed",
                "seconds",
                "end",
                "events",
                "collisions",
                "energy_drift",
                "largest_overlap",
                "wakings",
            ] {
                assert_eq!(resumed.get(key), expected.get(key), "{key} of {source:?}");
            }
        }
        let [whole, part] = [&whole, &part].map(|path| fs::read_to_string(path).unwrap());
        assert!(whole == part, "other bits with {source:?}");
    }
}

#[test]
fn a_trace_may_go_on_after_a_checkpoint() {
    let folder = TempDir::new().unwrap();
    let [file, trace] = ["a.json", "t.jsonl"].map(|name| within(&folder, name));
    let pile = scene("events-pile.json");
    result(&[&pile, "--seconds", "1.5", "--checkpoint", &file]);
    let rest = ["--resume", &file, "--seconds", "2", "--trace", &trace];
    result(&[&rest[..], &["--checkpoint", &file]].concat());
    assert_near(&replayed::<2>(&trace).0, &saved_discs(&file));
    let playback = Playback::read(fs::File::open(&trace).unwrap()).unwrap();
    assert_eq!(playback.span(), [1.5, 2.0]);
}

fn spawned(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_osculate"))
        .arg("events")
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until the file has as many bytes.
fn await_bytes(path: &str, bytes: u64) {
    let started = Instant::now();
    while fs::metadata(path).map_or(0, |found| found.len()) < bytes {
        assert!(started.elapsed() < Duration::from_secs(60), "{path}");
        sleep(Duration::from_millis(5));
    }
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_everything_valid() {
    let folder = TempDir::new().unwrap();
    let [trace, checkpoint] = ["t.jsonl", "c.json"].map(|name| within(&folder, name));
    let run = ["--discs", "50", "--engine", "kaya", "--seconds", "1e6"];
    let files = ["--trace", &trace, "--checkpoint", &checkpoint];
    let child = spawned(&[&run[..], &files].concat());
    await_bytes(&trace, 50_000);
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let told = text(&output.stderr);
    assert!(
        told.starts_with("interrupted: the results so far are kept"),
        "{told}"
    );
    let line = &values(text(&output.stdout))[0];
    assert_eq!(line["end"], "interrupted");
    let (places, events, end) = replayed::<2>(&trace);
    assert_eq!((&line["events"], &*end), (&events.into(), "interrupted"));
    assert_near(&places, &saved_discs(&checkpoint));
    let further = (number(line, "seconds") + 1.0).to_string();
    let resumed = result(&["--resume", &checkpoint, "--seconds", &further]);
    assert_eq!(resumed["end"], "time reached");
    assert!(resumed["events"].as_u64() > Some(events));
}

#[test]
fn nothing_happens_at_once_even_in_a_long_time() {
    let folder = TempDir::new().unwrap();
    let text = r#"{ "bodies": [ { "position": [0, 0], "velocity": [9, 0], "radius": 10 },
        { "position": [-50, 0], "velocity": [-9, 0], "radius": 0.001 } ] }"#;
    let path = written(&folder, "s.json", text);
    for engine in ["cells", "all-pairs", "pair-queue", "kaya"] {
        let line = result(&[&path, "--seconds", "1e12", "--engine", engine]);
        assert_eq!(
            (&line["end"], &line["events"]),
            (&"no further events".into(), &0.into())
        );
    }
}

#[test]
fn what_is_killed_loses_only_what_came_after_the_checkpoint() {
    let folder = TempDir::new().unwrap();
    let [killed, whole, trace] = ["k.json", "w.json", "t.jsonl"].map(|name| within(&folder, name));
    let run = ["--discs", "100", "--checkpoint-every", "0.5"];
    let mut child = spawned(
        &[
            &run[..],
            &[
                "--seconds",
                "4e5",
                "--checkpoint",
                &killed,
                "--trace",
                &trace,
            ],
        ]
        .concat(),
    );
    await_bytes(&killed, 1);
    await_bytes(&trace, 100_000);
    child.kill().unwrap();
    child.wait().unwrap();
    let AnyCheckpoint::Discs(checkpoint) =
        AnyCheckpoint::read(killed.as_ref(), MaxSize::default()).unwrap()
    else {
        panic!("not discs");
    };
    let seconds = (checkpoint.snapshot.time + 2.0).to_string();
    result(&[
        "--resume",
        &killed,
        "--seconds",
        &seconds,
        "--checkpoint",
        &killed,
    ]);
    result(&[&run[..], &["--seconds", &seconds, "--checkpoint", &whole]].concat());
    let [one, other] = [&killed, &whole].map(|path| fs::read_to_string(path).unwrap());
    assert!(one == other, "other bits");
    // A last line may be cut; all before it are whole.
    let mut reader = TraceReader::open(trace.as_ref()).unwrap();
    assert!(reader.by_ref().all(|record| record.is_ok()));
    assert!(!matches!(reader.ending(), Some(Ending::End(_))));
}
