//! One query by hand.

use crate::binary::{assert_refused, osculate, osculate_in, printed, values, written};
use serde_json::{Value, json};
use std::path::Path;
use tempfile::TempDir;

/// A cube of half edge 1 about the origin.
const CUBE: &str = "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\nv -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n\
    f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
const KNOT: &str = "builtin:torus-knot?p=2&q=3&triangles=600";

fn answer(folder: &Path, arguments: &[&str]) -> Value {
    let output = osculate_in(folder, &[&["toc"], arguments].concat());
    let lines = values(&printed(&output));
    assert_eq!(lines.len(), 1);
    lines[0].clone()
}

/// What a query file with the same motions says.
fn by_file(folder: &TempDir, a: Value, b: Value, span: [f64; 2]) -> Value {
    let of = |mut motion: Value, body: &str| {
        motion["body"] = body.into();
        motion
    };
    let query = json!({ "a": of(a, "cube"), "b": of(b, "knot"), "span": span });
    let bodies = json!({ "cube": { "mesh": "cube.obj" }, "knot": { "mesh": KNOT } });
    let file = json!({ "bodies": bodies, "queries": [query] });
    written(folder, "queries.json", file.to_string());
    answer(folder.path(), &["queries.json"])
}

#[test]
fn the_answer_is_that_of_a_query_file() {
    let folder = TempDir::new().unwrap();
    written(&folder, "cube.obj", CUBE);
    let half = 0.5_f64.sqrt();
    let from_to = answer(
        folder.path(),
        &[
            "cube.obj",
            KNOT,
            "--from-a",
            "-9,0,0.25",
            "--to-a",
            "9,0,0,0,0,3,3",
            "--at-b",
            "0,0.5,0",
        ],
    );
    let file = by_file(
        &folder,
        json!({ "from": { "position": [-9, 0, 0.25] }, "to": { "position": [9, 0, 0], "rotation": [0, 0, half, half] } }),
        json!({ "at": { "position": [0, 0.5, 0] } }),
        [0.0, 1.0],
    );
    assert_eq!(from_to["outcome"], "contact");
    for key in ["time", "time_upper"] {
        let [one, other] = [&from_to, &file].map(|answer| answer[key].as_f64().unwrap());
        assert!((one - other).abs() < 1e-12, "{from_to} {file}");
    }

    let velocities = answer(
        folder.path(),
        &[
            "cube.obj",
            KNOT,
            "--at-a",
            "-9,0,0",
            "--velocity-a",
            "2,0,0",
            "--spin-a=0,1,-1",
            "--velocity-b",
            "-1,0,0",
            "--spin-b",
            "0,0,2",
            "--span",
            "-1,5",
        ],
    );
    let file = by_file(
        &folder,
        json!({ "at": { "position": [-9, 0, 0] }, "linear": [2, 0, 0], "angular": [0, 1, -1] }),
        json!({ "at": {}, "linear": [-1, 0, 0], "angular": [0, 0, 2] }),
        [-1.0, 5.0],
    );
    assert_eq!(velocities, file);
    assert_eq!(velocities["outcome"], "contact");
}

#[test]
fn a_corner_goes_ahead_when_the_cube_is_turned() {
    let folder = TempDir::new().unwrap();
    written(&folder, "cube.obj", CUBE);
    let time = |turn: &str| {
        let place = format!("-9,0,0{turn}");
        let flight = [
            "cube.obj",
            "cube.obj",
            "--at-a",
            &place,
            "--velocity-a",
            "1,0,0",
        ];
        let line = answer(folder.path(), &[&flight[..], &["--span", "0,20"]].concat());
        line["time"].as_f64().unwrap()
    };
    let ahead = 8.0 - 2.0_f64.sqrt();
    for (turn, expected) in [
        ("", 7.0),
        (",0,0,45", ahead),
        (",90,0,45", ahead),
        (",45,0,0", 7.0),
        (",0,0,0.3826834323650898,0.9238795325112867", ahead),
    ] {
        let time = time(turn);
        assert!(
            (time - expected).abs() < 1e-5,
            "{turn}: {time}, not {expected}"
        );
    }
}

#[test]
fn options_of_query_files_hold() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("out.jsonl");
    let file = file.to_str().unwrap();
    let flight = [
        "toc",
        "builtin:box",
        "builtin:box",
        "--from-a",
        "-4,0,0",
        "--to-a",
        "4,0,0",
    ];
    let options = ["--clearance", "1", "--method", "c2a", "--stats", "-o", file];
    let run = osculate(&[&flight[..], &options].concat());
    assert_eq!(printed(&run), "");
    let line = &values(&std::fs::read_to_string(file).unwrap())[0];
    // Two cubes of edge 1, 1 apart.
    let time = line["time"].as_f64().unwrap();
    assert!(
        (time - 0.25).abs() < 1e-5 && line["micros"].is_number(),
        "{line}"
    );
}

#[test]
fn bad_input() {
    let folder = TempDir::new().unwrap();
    written(&folder, "cube.obj", CUBE);
    written(&folder, "queries.json", "{}");
    for (arguments, told) in [
        (&["cube.obj"][..], "cube.obj is a mesh: give a second one"),
        (&["builtin:box"], "builtin:box is a mesh"),
        (&["queries.json", "cube.obj"], "queries.json is not a mesh"),
        (&["cube.obj", "no.stl"], "no.stl: cannot be read"),
        (&["cube.obj", "a.csv"], "known are .obj, .ply and .stl"),
        (&["cube.obj", "builtin:cub"], "no built-in shape 'cub'"),
        (&["queries.json", "--at-a", "0,0,0"], "MESH_B"),
        (&["cube.obj", "cube.obj", "--from-a", "0,0,0"], "--to-a"),
        (&["cube.obj", "cube.obj", "--to-b", "0,0,0"], "--from-b"),
        (
            &["cube.obj", "cube.obj", "--at-a", "1,2"],
            "at least 3 numbers X,Y,Z, but has 2",
        ),
        (&["cube.obj", "cube.obj", "--at-a", "1,2,3,4"], "but has 4"),
        (
            &["cube.obj", "cube.obj", "--at-a", "0,0,0,0,0,0,0"],
            "quaternion",
        ),
        (
            &["cube.obj", "cube.obj", "--at-a", "1,2,three"],
            "\"three\" is not a number",
        ),
        (
            &["cube.obj", "cube.obj", "--at-a", "1,2,nan"],
            "\"nan\" is not finite",
        ),
        (
            &["cube.obj", "cube.obj", "--spin-a", "1"],
            "3 numbers X,Y,Z, but has 1",
        ),
        (
            &["cube.obj", "cube.obj", "--velocity-b", "1e99,0,0"],
            "the motion of body b",
        ),
        (&["cube.obj", "cube.obj", "--span", "2,1"], "2,1"),
        (
            &["cube.obj", "cube.obj", "--span", "1"],
            "2 times START,END, but has 1",
        ),
        (&["cube.obj", "cube.obj", "cube.obj"], "cube.obj"),
        (
            &["cube.obj", "cube.obj", "--method", "attached-axes"],
            "compares hulls",
        ),
    ] {
        assert_refused(
            &osculate_in(folder.path(), &[&["toc"], arguments].concat()),
            &[told],
        );
    }
    for (one, other) in [
        ("--from-a", "--at-a"),
        ("--from-a", "--velocity-a"),
        ("--from-b", "--spin-b"),
    ] {
        let to = one.replace("from", "to");
        let run = [
            "toc", "cube.obj", "cube.obj", one, "0,0,0", &to, "1,0,0", other, "0,0,0",
        ];
        let refused = osculate_in(folder.path(), &run);
        assert_refused(&refused, &["cannot be used with", one, other]);
    }
}
