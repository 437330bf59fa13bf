//! `osculate trace`, and the traces that other commands write.

use crate::binary::{osculate, text};
use osculate_io::{AnyCheckpoint, MaxSize};
use osculate_trace::{Ending, Playback};
use serde_json::Value;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

fn within(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

fn run(arguments: &[&str]) -> String {
    let output = osculate(arguments);
    let error = text(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    text(&output.stdout).to_owned()
}

/// That it ends with 2 and a sentence that holds all of `told`.
fn refused(arguments: &[&str], told: &[&str]) {
    let output = osculate(arguments);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    for part in told {
        assert!(error.contains(part), "{arguments:?}: {error}");
    }
}

fn playback(path: &str) -> Playback {
    Playback::read(File::open(path).unwrap()).unwrap()
}

#[test]
fn info_counts_and_says_whether_it_is_complete() {
    let folder = TempDir::new().unwrap();
    let [trace, cut] = ["t.jsonl", "cut.jsonl"].map(|name| within(&folder, name));
    run(&[
        "events",
        "--discs",
        "50",
        "--seconds",
        "5",
        "--trace",
        &trace,
    ]);
    let told: serde_json::Value =
        serde_json::from_str(&run(&["trace", "info", &trace, "--json"])).unwrap();
    assert_eq!(told["version"], 2);
    assert_eq!(told["bodies"], 50);
    assert_eq!(told["end"], "time reached");
    assert_eq!(told["complete"], true);
    let playback = playback(&trace);
    assert_eq!(told["events"], playback.events.len() as u64);
    assert_eq!(told["segments"], playback.segments());
    let bytes = fs::read(&trace).unwrap();
    fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    let story = run(&["trace", "info", &cut]);
    assert!(story.contains("missing: the trace was cut"), "{story}");
}

#[test]
fn conversion_keeps_everything() {
    let folder = TempDir::new().unwrap();
    let names = ["t.jsonl", "t.jsonl.gz", "back.jsonl", "small.jsonl"];
    let [trace, packed, back, small] = names.map(|name| within(&folder, name));
    run(&[
        "events",
        "--discs",
        "50",
        "--seconds",
        "5",
        "--trace",
        &trace,
        "--contacts",
    ]);
    run(&["trace", "convert", &trace, &packed]);
    run(&["trace", "convert", &packed, &back]);
    assert!(fs::read(&trace).unwrap() == fs::read(&back).unwrap());
    run(&["trace", "convert", &trace, &small, "--precision", "f32"]);
    let size = |path: &str| fs::metadata(path).unwrap().len();
    assert!(4 * size(&packed) < 3 * size(&trace) && 3 * size(&small) < 2 * size(&trace));
    let (exact, rounded) = (playback(&trace), playback(&small));
    for body in 0..50 {
        let [a, b] = [&exact, &rounded].map(|playback| playback.placement(body, 4.7).position);
        assert!((0..3).all(|axis| (a[axis] - b[axis]).abs() < 1e-4));
    }
}

#[test]
fn version_one_is_read_and_converted() {
    let folder = TempDir::new().unwrap();
    let [old, new] = ["old.jsonl", "new.jsonl"].map(|name| within(&folder, name));
    let header = r#"{"format":"osculate-trace","version":1,"dimension":2,"time":0.0,"domain":{"low":[0.0,0.0],"high":[4.0,2.0],"boundary":["walls","walls"]},"walls":[],"radii":[0.5],"masses":[2.0],"positions":[[1.0,1.0]],"velocities":[[1.0,0.0]]}"#;
    let event = r#"{"time":2.5,"body":0,"partner":{"face":{"axis":0,"high":true}},"changed":[{"body":0,"position":[3.5,1.0],"velocity":[-1.0,0.0]}]}"#;
    let end = r#"{"end":"time reached","time":4.0,"events":1}"#;
    fs::write(&old, format!("{header}\n{event}\n{end}\n")).unwrap();
    assert!(run(&["trace", "info", &old]).contains("events      1\n"));
    run(&["trace", "convert", &old, &new]);
    let playback = playback(&new);
    assert_eq!(playback.placement(0, 4.0).position, [2.0, 1.0, 0.0]);
    assert!(matches!(&playback.ending, Ending::End(end) if end.time == 4.0));
}

#[test]
fn a_query_is_traced_with_its_answer() {
    let folder = TempDir::new().unwrap();
    let [queries, trace, frames] = ["q.json", "t.jsonl", "t.glb"].map(|name| within(&folder, name));
    fs::write(&queries, run(&["toc", "--example"])).unwrap();
    let answers = run(&["toc", &queries, "--trace", &trace, "--query", "1"]);
    let answer: serde_json::Value = serde_json::from_str(answers.lines().nth(1).unwrap()).unwrap();
    let playback = playback(&trace);
    let verdict = &playback.verdicts[0];
    for key in ["query", "outcome", "time", "time_upper", "normal"] {
        assert_eq!(verdict.get(key), answer.get(key), "{key}");
    }
    assert_eq!(playback.bodies.len(), 2);
    assert!(playback.bodies.iter().all(|body| !body.name.is_empty()));
    run(&["trace", "frames", &trace, &frames, "--every", "0.1"]);
    assert!(fs::read(&frames).unwrap().starts_with(b"glTF"));
    refused(
        &["toc", &queries, "--trace", &trace, "--query", "99"],
        &["--query 99", "no such query"],
    );
}

/// Bodies of the trace are where the motion says: those of the built-in scene move at constant velocities.
#[test]
fn two_knots_touch_where_the_answer_says() {
    let folder = TempDir::new().unwrap();
    let trace = within(&folder, "k.jsonl.gz");
    run(&["toc", "--trace", &trace]);
    let playback = playback(&trace);
    let event = playback.events[0];
    assert_eq!(playback.verdicts[0]["outcome"], "contact");
    assert_eq!(playback.verdicts[0]["time"], event.time);
    // The point is on both meshes: some vertex of each is within an edge's length of it.
    let point = event.point.unwrap();
    for body in 0..2 {
        let place = playback.placement(body, event.time);
        let vertices = playback.vertices(body, event.time).unwrap();
        let nearest = vertices.chunks_exact(3).map(|v| {
            let at = place.point([v[0], v[1], v[2]]);
            (0..3)
                .map(|axis| (at[axis] - point[axis]).powi(2))
                .sum::<f64>()
        });
        let nearest = nearest.fold(f64::INFINITY, f64::min).sqrt();
        assert!(nearest < 0.05, "{nearest}");
    }
    // Every level of a tree covers the mesh.
    for level in playback
        .levels
        .iter()
        .filter(|level| level.kind == "sphere")
    {
        let vertices = playback.vertices(level.body, 0.0).unwrap();
        for v in vertices.chunks_exact(3).step_by(97) {
            let within = |row: usize| {
                let [x, y, z, r] = level.data.row(row);
                (x - v[0]).powi(2) + (y - v[1]).powi(2) + (z - v[2]).powi(2) <= r * r * (1.0 + 1e-9)
            };
            assert!(
                (0..level.data.len() / 4).any(within),
                "level {}",
                level.level
            );
        }
    }
}

#[test]
fn bad_input_is_told() {
    let folder = TempDir::new().unwrap();
    let [missing, garbage, newer, good, out] =
        ["missing", "garbage", "newer", "good.jsonl", "out.xyz"].map(|name| within(&folder, name));
    fs::write(&garbage, "solid\n").unwrap();
    fs::write(&newer, "{\"osculate-trace\":9}\n").unwrap();
    run(&["events", "--discs", "5", "--seconds", "1", "--trace", &good]);
    refused(&["trace", "info", &missing], &["missing", "cannot be read"]);
    refused(&["trace", "info", &garbage], &["garbage", "not a trace"]);
    refused(&["trace", "convert", &newer, &out], &["version 9"]);
    let frames = ["trace", "frames", &good];
    for (arguments, told) in [
        (&[out.as_str(), "--every", "0"][..], "--every"),
        (&[&out, "--every", "1e-9"], "more than 1,000,000 frames"),
        (&[&out, "--every", "1", "--from", "9"], "from 9 to 1"),
        (&[&out, "--every", "nan"], "--every"),
        (&["out.mp4", "--every", "1"], ".glb"),
    ] {
        refused(&[&frames[..], arguments].concat(), &[told]);
    }
    assert!(!fs::exists(&out).unwrap());
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_leaves_a_valid_trace() {
    let folder = TempDir::new().unwrap();
    let trace = within(&folder, "t.jsonl");
    // A limit on the size of files is what an ordinary user can set; the signal that comes with it is ignored.
    let command = format!(
        "trap '' XFSZ; ulimit -f 1000; exec {} events --discs 200 --seconds 400 --trace {trace}",
        env!("CARGO_BIN_EXE_osculate")
    );
    let output = std::process::Command::new("bash")
        .args(["-c", &command])
        .output()
        .unwrap();
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(
        error.contains("cannot write to") && error.contains("t.jsonl"),
        "{error}"
    );
    let playback = playback(&trace);
    assert_eq!(playback.ending, Ending::Missing);
    assert!(playback.events.len() > 1000);
}

/// Where bodies are by the simulation's own account.
fn saved(path: &str) -> Vec<Vec<f64>> {
    match AnyCheckpoint::read(path.as_ref(), MaxSize::default()).unwrap() {
        AnyCheckpoint::Discs(checkpoint) => {
            let bodies = checkpoint.snapshot.bodies.iter();
            bodies.map(|body| body.position.to_vec()).collect()
        }
        AnyCheckpoint::Spheres(checkpoint) => {
            let bodies = checkpoint.snapshot.bodies.iter();
            bodies.map(|body| body.position.to_vec()).collect()
        }
    }
}

/// Where bodies are by the viewer's own code; none if that cannot be run here.
fn viewed(trace: &str, time: &str) -> Option<Value> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../viewer/dist/positions.mjs");
    let node = Command::new("node")
        .args([script.as_os_str(), trace.as_ref()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let (true, Ok(mut child)) = (script.exists(), node) else {
        let told = "Node is missing, or viewer/build was not run";
        assert!(
            std::env::var("OSCULATE_BROWSER").as_deref() != Ok("required"),
            "{told}"
        );
        println!("skipped: 1 test of the viewer's positions: {told}");
        return None;
    };
    child
        .stdin
        .take()
        .unwrap()
        .write_all(time.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

/// At times that nothing else singles out, both readers of traces have bodies where the simulation has them.
#[test]
fn readers_have_bodies_where_the_simulation_has_them() {
    let folder = TempDir::new().unwrap();
    let [trace, checkpoint] = ["t.jsonl.gz", "c.json"].map(|name| within(&folder, name));
    let mut worst = 0.0_f64;
    // Discs and spheres in walls and without ends; the domains are some 30 wide.
    for (time, scene) in [
        ("3.7182818", "--discs 100"),
        ("7.3890561", "--discs 100 --periodic"),
        ("1.4142136", "--spheres 200"),
        ("5.8309519", "--spheres 200 --periodic"),
    ] {
        let mut arguments = vec!["events", "--seconds", time, "--trace", &trace];
        arguments.extend(["--checkpoint", &checkpoint]);
        arguments.extend(scene.split(' '));
        run(&arguments);
        let wanted = saved(&checkpoint);
        let playback = playback(&trace);
        let viewed = viewed(&trace, time);
        for (body, wanted) in wanted.iter().enumerate() {
            let read = playback.placement(body, time.parse().unwrap()).position;
            for (axis, &wanted) in wanted.iter().enumerate() {
                worst = worst.max((read[axis] - wanted).abs());
                if let Some(viewed) = &viewed {
                    let seen = viewed["position"][body][axis].as_f64().unwrap();
                    worst = worst.max((seen - wanted).abs());
                }
            }
        }
    }
    println!("worst error of positions: {worst:e}");
    assert!(worst < 1e-12 * 10.0, "{worst}");
}

/// What an answer says in the frame of a link, and in the world, is one place for both readers of the trace.
#[test]
fn robots_touch_where_the_answer_says() {
    let folder = TempDir::new().unwrap();
    let trace = within(&folder, "r.jsonl");
    let mut worst = 0.0_f64;
    // The hand floats, the arm does not; both have a reach of about one.
    for robot in ["builtin:arm7", "builtin:hand"] {
        let line = run(&["robot", robot, "--json", "--trace", &trace]);
        let answer: Value = serde_json::from_str(line.lines().next().unwrap()).unwrap();
        let playback = playback(&trace);
        let vector = |value: &Value| -> [f64; 3] {
            std::array::from_fn(|axis| value[axis].as_f64().unwrap())
        };
        let time = answer["time"].as_f64().unwrap();
        assert_eq!(playback.events[0].time, time);
        let viewed = viewed(&trace, &time.to_string());
        for side in ["a", "b"] {
            let body = playback.verdicts[0][side].as_u64().unwrap() as usize;
            let own = vector(&answer[format!("local_{side}")]);
            let wanted = vector(&answer[format!("point_{side}")]);
            let place = playback.placement(body, time);
            let found = place.point(own);
            for axis in 0..3 {
                worst = worst.max((found[axis] - wanted[axis]).abs());
                if let Some(viewed) = &viewed {
                    let seen = vector(&viewed["position"][body])[axis];
                    worst = worst.max((seen - place.position[axis]).abs());
                }
            }
        }
        let told: Value = serde_json::from_str(&run(&["trace", "info", &trace, "--json"])).unwrap();
        assert!(told["joints"].as_u64().unwrap() >= 7, "{told}");
        let frames = within(&folder, "r.glb");
        run(&["trace", "frames", &trace, &frames, "--every", "0.1"]);
    }
    println!("worst error of contacts: {worst:e}");
    assert!(worst < 1e-12, "{worst}");
}
