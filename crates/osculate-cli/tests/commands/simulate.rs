//! `osculate simulate`.

use crate::binary::{self, assert_refused, printed, text, values, written};
use osculate_trace::Playback;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

fn osculate(arguments: &[&str]) -> Output {
    binary::osculate(&[&["simulate"], arguments].concat())
}

/// The one line of JSON that a run prints.
#[track_caller]
fn result(arguments: &[&str]) -> Value {
    let lines = values(&printed(&osculate(arguments)));
    let [line] = &lines[..] else {
        panic!("{lines:?}");
    };
    line.clone()
}

fn conveyor() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/world-conveyor.json");
    path.to_str().unwrap().to_owned()
}

#[test]
fn scenes_are_listed() {
    let told = printed(&osculate(&[]));
    assert_eq!(told, printed(&osculate(&["--list"])));
    for name in ["stack", "card-house", "bullets", "drop", "cliff-edge"] {
        let start = format!("builtin:{name} ");
        assert!(told.lines().any(|line| line.starts_with(&start)), "{told}");
    }
}

#[test]
fn a_run_tells_all_that_it_promises() {
    let told = result(&["builtin:stack", "--seconds", "0.5", "--check"]);
    for key in [
        "seconds",
        "steps",
        "events",
        "cuts",
        "stalls",
        "longest_stall",
        "time_lost",
        "energy_drift",
        "smallest_gap",
        "real_time_factor",
        "bodies",
        "checked",
        "violations",
    ] {
        assert!(told[key].is_number(), "{key}: {told}");
    }
    assert_eq!(
        (&told["seconds"], &told["steps"]),
        (&Value::from(0.5), &Value::from(32))
    );
    assert_eq!(told["bodies"], 11);
    assert_eq!(told["violations"], 0);
    // Ten pairs that touch, in each of 32 steps, at least.
    assert!(told["checked"].as_u64().unwrap() >= 320, "{told}");
    let gap = told["smallest_gap"].as_f64().unwrap();
    assert!(gap > 0.0 && gap < 0.004, "{told}");
    // Without --check there is nothing of it.
    assert!(result(&["builtin:stack", "--seconds", "0.1"])["checked"].is_null());
}

#[test]
fn a_scene_file_runs_with_a_trace() {
    let folder = TempDir::new().unwrap();
    let trace = folder.path().join("run.jsonl");
    let trace_name = trace.to_str().unwrap();
    let told = result(&[&conveyor(), "--seconds", "1", "--check", "-o", trace_name]);
    assert_eq!(
        (&told["violations"], &told["bodies"]),
        (&Value::from(0), &Value::from(7))
    );
    let playback = Playback::read(File::open(&trace).unwrap()).unwrap();
    let crate_ = playback.bodies.iter().position(|body| body.name == "crate");
    let [before, after] = [0.0, 1.0].map(|time| playback.placement(crate_.unwrap(), time).position);
    // The belt has taken it along.
    assert!(after[0] > before[0] + 0.3, "{before:?} {after:?}");
    let series = playback.series.iter();
    let names: BTreeSet<&str> = series.map(|series| series.name.as_str()).collect();
    assert!(names.is_superset(&BTreeSet::from([
        "energy",
        "smallest gap",
        "contact impulses"
    ])));
    // A step of its own, fewer frames, and half the digits: a smaller file.
    let small = folder.path().join("small.jsonl.gz");
    let small_name = small.to_str().unwrap();
    let options = [
        "--seconds",
        "1",
        "--fps",
        "8",
        "--step",
        "0.03125",
        "--precision",
        "f32",
        "--trace",
        small_name,
    ];
    let told = result(&[&[conveyor().as_str()][..], &options].concat());
    assert_eq!(told["steps"], 32);
    assert!(fs::metadata(&small).unwrap().len() * 4 < fs::metadata(&trace).unwrap().len());
    Playback::read(File::open(&small).unwrap()).unwrap();
}

#[test]
fn runs_are_the_same_every_time() {
    let folder = TempDir::new().unwrap();
    let traces = ["one", "two"].map(|name| {
        let path = folder.path().join(name);
        result(&[
            "builtin:drop?bodies=20",
            "--seconds",
            "1",
            "-o",
            path.to_str().unwrap(),
        ]);
        fs::read(path).unwrap()
    });
    assert!(traces[0] == traces[1]);
}

#[test]
fn bad_input_is_refused_and_nothing_is_written() {
    let folder = TempDir::new().unwrap();
    let trace = folder.path().join("t.jsonl");
    let trace_name = trace.to_str().unwrap();
    let good = fs::read_to_string(conveyor()).unwrap();
    for (from, to, told) in [
        (
            "\"mass\": 3",
            "\"mass\": -3",
            "bodies.parcel.mass: parcel: the mass must be a positive number, not -3",
        ),
        ("\"mass\": 3", "\"mass\": NaN", "not valid JSON"),
        ("\"mass\": 3", "\"mass\": 1e999", "too large"),
        (
            "\"gate\": {",
            "\"crate\": {",
            "the key \"crate\" is given twice",
        ),
        (
            "\"ball\": { \"radius\": 0.15 }",
            "\"mesh\": \"builtin:box\"",
            "ball: a mesh is a surface without an inside",
        ),
        (
            "\"ball\": { \"radius\": 0.15 }",
            "\"hull\": { \"mesh\": \"no-such.obj\" }",
            "no-such.obj",
        ),
        (
            "\"linear\": [-0.5, 0, 0]",
            "\"linear\": [1e200, 0, 0]",
            "ball: the velocity must be finite",
        ),
        (
            "[0.009, 0.009, 0.009]",
            "[0.009, 0.009, 1]",
            "ball: the moments of inertia",
        ),
        (
            "\"step\": 0.015625",
            "\"step\": -1",
            "the setting step must be",
        ),
    ] {
        let spoiled = good.replacen(from, to, 1);
        assert_ne!(spoiled, good, "{from}");
        let path = written(&folder, "s.json", spoiled);
        let path = path.to_str().unwrap();
        assert_refused(
            &osculate(&[path, "--seconds", "1", "-o", trace_name]),
            &["s.json:", told],
        );
    }
    assert!(!trace.exists());
}

#[test]
fn bad_arguments_are_refused_and_nothing_is_lost() {
    let folder = TempDir::new().unwrap();
    let good = fs::read_to_string(conveyor()).unwrap();
    let nowhere = folder.path().join("no-such/t.jsonl");
    for (arguments, told) in [
        (&["no-such.json"][..], "cannot read the scene no-such.json"),
        (
            &["builtin:pyramid"],
            "there is no built-in scene 'pyramid'; known are stack, ",
        ),
        (&["builtin:drop?bodies=0"], "drop?bodies=N for N from 1 to"),
        (&["builtin:stack", "--seconds", "-1"], "--seconds"),
        (&["builtin:stack", "--seconds", "1e30"], "a billion at most"),
        (
            &["builtin:stack", "--step", "1e5"],
            "the setting step must be",
        ),
        (&["builtin:stack", "--fps", "0"], "--fps"),
        (&["builtin:stack", "--list"], "--list"),
        (
            &["builtin:stack", "-o", nowhere.to_str().unwrap()],
            "cannot write to",
        ),
    ] {
        assert_refused(&osculate(arguments), &[told]);
    }
    let path = written(&folder, "s.json", &good);
    let path = path.to_str().unwrap();
    assert_refused(
        &osculate(&[path, "-o", path]),
        &["--trace would overwrite the file that is to be read"],
    );
    assert_eq!(fs::read_to_string(path).unwrap(), good);
}

#[test]
fn standard_input_is_a_scene_too() {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_osculate"))
        .args(["simulate", "-", "--seconds", "0.1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let scene = r#"{ "bodies": { "ball": { "ball": { "radius": 1 } } } }"#;
    child
        .stdin
        .take()
        .unwrap()
        .write_all(scene.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let told = values(text(&output.stdout));
    assert_eq!(
        (&told[0]["bodies"], &told[0]["steps"]),
        (&Value::from(1), &Value::from(7))
    );
}

/// The result of a run that was killed after its first checkpoint, or later, and then resumed: whenever that is, it goes on.
fn resumed_after_a_kill(scene: &[&str], checkpoint: &str) -> Value {
    let mut child = Command::new(env!("CARGO_BIN_EXE_osculate"))
        .args([&["simulate"], scene, &["--checkpoint", checkpoint]].concat())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !Path::new(checkpoint).exists() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    result(&["--resume", checkpoint, "--checkpoint", checkpoint])
}

/// A run that is ended and resumed comes to the same bits as one that is not.
#[test]
fn checkpoints_go_on_with_the_same_bits() {
    let folder = TempDir::new().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [whole, part] = ["whole.json", "part.json"].map(place);
    let scene = ["builtin:drop?bodies=12", "--seconds", "4"];
    let all = result(&[&scene[..], &["--checkpoint", &whole]].concat());
    let text = fs::read_to_string(&whole).unwrap();
    assert!(text.starts_with(r#"{"format":"osculate-world-checkpoint/1""#));
    let on = resumed_after_a_kill(&scene, &part);
    assert_eq!(fs::read_to_string(&part).unwrap(), text);
    for key in ["steps", "cuts", "events", "time_lost", "energy_drift"] {
        assert_eq!(on[key], all[key], "{key}");
    }
    let damaged = place("damaged.json");
    for (from, to, told) in [
        (
            "osculate-world-checkpoint/1",
            "osculate-world-checkpoint/9",
            "its format is",
        ),
        ("\"every\":", "\"never\":", "is not a checkpoint of a world"),
        ("\"every\":26", "\"every\":0", "is damaged"),
    ] {
        let spoiled = text.replacen(from, to, 1);
        assert_ne!(spoiled, text, "{from}");
        fs::write(&damaged, spoiled).unwrap();
        assert_refused(&osculate(&["--resume", &damaged]), &[told]);
    }
    let early = ["--resume", part.as_str(), "--seconds", "0.5"];
    assert_refused(&osculate(&early), &["later than 0.5"]);
    assert_refused(
        &osculate(&["--resume", "no-such.json"]),
        &["cannot read the checkpoint no-such.json"],
    );
}

fn clothes_line() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/world-clothes-line.json");
    path.to_str().unwrap().to_owned()
}

#[test]
fn cables_run_and_are_checked() {
    let told = result(&[&clothes_line(), "--seconds", "0.5", "--check"]);
    for key in [
        "edges",
        "held_back",
        "deepest",
        "frames_per_second",
        "worst_frame_ms",
    ] {
        assert!(told[key].is_number(), "{key}: {told}");
    }
    assert_eq!(
        (told["edges"].as_u64(), told["violations"].as_u64()),
        (Some(20), Some(0))
    );
    assert!(told["checked"].as_u64() >= Some(120), "{told}");
    assert!(told["frames_per_second"].as_f64() > Some(0.0));
    let plain = result(&["builtin:stack", "--seconds", "0.1"]);
    assert!(plain["edges"].is_null(), "{plain}");
}

#[test]
fn cables_are_in_traces() {
    let folder = TempDir::new().unwrap();
    let trace = folder.path().join("run.jsonl");
    let trace = trace.to_str().unwrap();
    result(&[
        &clothes_line(),
        "--seconds",
        "0.25",
        "--fps",
        "30",
        "-o",
        trace,
    ]);
    let playback = Playback::read(File::open(trace).unwrap()).unwrap();
    let cord = playback
        .bodies
        .iter()
        .position(|body| body.name == "cord")
        .unwrap();
    let [first, last] = [0.0, 0.25].map(|time| playback.vertices(cord, time).unwrap());
    // Seven points and six marks; the cord swings down.
    assert_eq!(first.len(), 3 * 13);
    assert!(last[18] < first[18] && last[20] < first[20], "{last:?}");
}

/// A run with cables that ends early and is resumed comes to the same bits as one that does not.
#[test]
fn runs_with_cables_are_saved() {
    let folder = TempDir::new().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [whole, part] = ["whole.json", "part.json"].map(place);
    let line = clothes_line();
    let scene = [line.as_str(), "--seconds", "0.25"];
    let all = result(&[&scene[..], &["--checkpoint", &whole]].concat());
    let text = fs::read_to_string(&whole).unwrap();
    let on = resumed_after_a_kill(&scene, &part);
    assert_eq!(fs::read_to_string(&part).unwrap(), text);
    for key in ["steps", "cables", "edges", "held_back", "deepest", "rounds"] {
        assert_eq!(on[key], all[key], "{key}");
    }
    let spoiled = text.replacen("\"ends\":[", "\"ends\":[9", 1);
    assert_ne!(spoiled, text);
    fs::write(&part, spoiled).unwrap();
    let told = "is damaged: the saved cables are damaged: an edge is not whole";
    assert_refused(&osculate(&["--resume", &part]), &[told]);
}
