//! `osculate toc` with bodies other than meshes.

use super::DOCS;
use crate::binary::{osculate, printed, values};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const SCENE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/shapes.json");
const SHAPES: &str = include_str!("../../../../../scenes/shapes.json");

/// The answers of a run that must succeed in silence.
fn answers(arguments: &[&str]) -> Vec<Value> {
    values(&printed(&osculate(arguments)))
}

/// What a run with bad input tells, without the word error.
fn refusal(arguments: &[&str]) -> String {
    let output = osculate(arguments);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(output.stdout.is_empty());
    told.strip_prefix("error: ").unwrap().trim_end().to_owned()
}

fn number(line: &Value, key: &str) -> f64 {
    line[key]
        .as_f64()
        .unwrap_or_else(|| panic!("{key} in {line}"))
}

fn vector(line: &Value, key: &str) -> [f64; 3] {
    [0, 1, 2].map(|axis| line[key][axis].as_f64().unwrap())
}

fn scene(folder: &TempDir, text: &str) -> String {
    let path = folder.path().join("q.json");
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The scene with the queries of these numbers only.
fn with_queries(numbers: &[usize]) -> String {
    let mut scene: Value = serde_json::from_str(SHAPES).unwrap();
    let queries = numbers.iter().map(|&n| scene["queries"][n].clone());
    scene["queries"] = queries.collect();
    scene.to_string()
}

#[test]
fn the_documented_scene_is_the_one_in_the_folder() {
    let block = format!("```json\n{SHAPES}```\n");
    assert!(DOCS.contains(&block));
}

#[test]
fn every_documented_shape_is_read() {
    let rows: Vec<&str> = DOCS
        .lines()
        .filter_map(|line| line.strip_prefix("| `\""))
        .map(|row| row.split('`').next().unwrap())
        .collect();
    let bodies: Vec<String> = rows
        .iter()
        .enumerate()
        .map(|(index, shape)| format!("\"{index}\": {{ \"{shape} }}"))
        .collect();
    let text = format!(
        "{{ \"bodies\": {{ {} }}, \"queries\": [] }}",
        bodies.join(",")
    );
    let text = text.replace("bunny.obj", "builtin:box");
    let folder = TempDir::new().unwrap();
    assert!(answers(&["toc", &scene(&folder, &text)]).is_empty());
    for shape in [
        "ball",
        "box",
        "capsule",
        "cylinder",
        "cone",
        "ellipsoid",
        "hull",
        "half_space",
        "compound",
    ] {
        let key = format!("{shape}\":");
        assert!(rows.iter().any(|row| row.starts_with(&key)), "{shape}");
    }
}

#[test]
fn every_kind_of_pair_is_answered() {
    let lines = answers(&["toc", SCENE, "--stats"]);
    let outcomes: Vec<&str> = lines
        .iter()
        .map(|line| line["outcome"].as_str().unwrap())
        .collect();
    assert_eq!(
        outcomes,
        ["contact", "contact", "contact", "contact", "free"]
    );
    for line in &lines[..4] {
        assert_eq!(line["evidence"], "crossing", "{line}");
        assert!(
            number(line, "separation") <= number(line, "tolerance"),
            "{line}"
        );
        let gap: f64 = vector(line, "point_a")
            .iter()
            .zip(vector(line, "point_b"))
            .map(|(a, b)| (a - b) * (a - b))
            .sum::<f64>()
            .sqrt();
        assert!(gap <= 2.0 * number(line, "tolerance"), "{line}");
        let names: Vec<&str> = line["features"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap())
            .collect();
        for (side, name) in names.iter().enumerate() {
            let corners = line["corners"][side].as_array().unwrap().len();
            let expected = match *name {
                "vertex" => 1,
                "edge" => 2,
                "face" => 3,
                _ => 0,
            };
            assert_eq!(corners, expected, "{line}");
            assert_eq!(
                *name == "triangle",
                line["triangles"][side].is_u64(),
                "{line}"
            );
        }
        // Every key of every answer is documented.
        for key in line.as_object().unwrap().keys() {
            assert!(DOCS.contains(&format!("`{key}`")), "{key}");
        }
    }
    // The die lands on the floor, which is z = 0 and pushes up.
    let die = &lines[0];
    assert!(vector(die, "point_b")[2].abs() < 1e-12, "{die}");
    assert!((vector(die, "normal")[2] - 1.0).abs() < 1e-9, "{die}");
    // The cone of the hammer meets a triangle of the knot.
    let hammer = &lines[2];
    assert_eq!(hammer["features"][1], "triangle", "{hammer}");
    assert_eq!(hammer["parts"], serde_json::json!([2, 0]), "{hammer}");
    // The egg is round.
    assert_eq!(lines[3]["features"][0], "surface");
    assert_eq!(lines[3]["tolerance"], 1e-9);
}

#[test]
fn contacts_come_when_they_must() {
    // Times that follow from the lengths alone.
    let bodies = r#""ball": { "ball": { "radius": 0.5 } }, "block": { "box": { "half": [1, 1, 1] } },
        "soft": { "box": { "half": [0.75, 0.75, 0.75] }, "margin": 0.25 },
        "floor": { "half_space": { "normal": [0, 0, 2], "offset": -2 } },
        "cloud": { "hull": { "mesh": "builtin:box?x=2&y=2&z=2&triangles=300" } },
        "flat": { "mesh": "builtin:box?x=1&y=1&z=1", "scale": 2 },
        "pair": { "compound": [ { "ball": { "radius": 0.5 }, "at": { "position": [0, 0, 9] } },
                                { "box": { "half": [1, 1, 1] }, "at": { "position": [0, 0, 0] } } ] },
        "cone": { "cone": { "radius": 1, "half_height": 1 } },
        "can": { "cylinder": { "radius": 1, "half_height": 1 } },
        "rod": { "capsule": { "half_length": 0.5, "radius": 0.5 } },
        "egg": { "ellipsoid": { "radii": [1, 2, 1] } }"#;
    // All blocks are 1 high above their origins; the ball falls by 10 from z = 6.5, its lowest point from 6.
    let mut queries = Vec::new();
    let mut expected = Vec::new();
    for (under, top) in [
        ("block", 1.0),
        ("soft", 1.0),
        ("floor", -1.0),
        ("cloud", 1.0),
        ("flat", 1.0),
        ("cone", 1.0),
        ("can", 1.0),
        ("rod", 1.0),
        ("egg", 1.0),
    ] {
        queries.push(format!(
            r#"{{ "a": {{ "body": "ball", "at": {{ "position": [0, 0, 6.5] }}, "linear": [0, 0, -10] }},
                 "b": {{ "body": "{under}", "at": {{}} }} }}"#
        ));
        expected.push((6.0 - top) / 10.0);
    }
    // The compound's box, its part 1, comes down on them instead.
    for (under, top) in [("block", 1.0), ("floor", -1.0), ("flat", 1.0), ("egg", 1.0)] {
        queries.push(format!(
            r#"{{ "a": {{ "body": "pair", "at": {{ "position": [0, 0, 7] }}, "linear": [0, 0, -10] }},
                 "b": {{ "body": "{under}", "at": {{}} }} }}"#
        ));
        expected.push((6.0 - top) / 10.0);
    }
    let text = format!(
        r#"{{ "bodies": {{ {bodies} }}, "queries": [ {} ] }}"#,
        queries.join(",")
    );
    let folder = TempDir::new().unwrap();
    let lines = answers(&["toc", &scene(&folder, &text)]);
    assert_eq!(lines.len(), expected.len());
    for (line, expected) in lines.iter().zip(expected) {
        assert_eq!(line["outcome"], "contact", "{line}");
        let tolerance = number(line, "tolerance");
        let [time, upper] = ["time", "time_upper"].map(|key| number(line, key));
        // Within tolerance of the plane at `time`, at a speed of 10; and not yet there.
        assert!(time < expected, "{line}: {expected}");
        assert!(
            expected - time <= 0.1 * tolerance + 1e-14,
            "{line}: {expected}"
        );
        if line["evidence"] == "crossing" {
            assert!(upper >= expected - 1e-14, "{line}: {expected}");
        }
        let normal = vector(line, "normal");
        assert!((normal[2] - 1.0).abs() < 1e-6, "{line}");
    }
    for line in &lines[9..] {
        assert_eq!(line["parts"], serde_json::json!([1, 0]), "{line}");
    }
}

#[test]
fn methods_for_hulls_agree_and_refuse_others() {
    let folder = TempDir::new().unwrap();
    let file = scene(&folder, &with_queries(&[1, 3]));
    let auto = answers(&["toc", &file]);
    for method in ["attached-axes", "conservative-advancement"] {
        let lines = answers(&["toc", &file, "--method", method]);
        for (line, auto) in lines.iter().zip(&auto) {
            assert_eq!(line["outcome"], "contact", "{method}: {line}");
            // Neither is still apart when the other has crossed.
            assert!(
                number(line, "time") < number(auto, "time_upper"),
                "{line} {auto}"
            );
            assert!(
                number(auto, "time") < number(line, "time_upper"),
                "{line} {auto}"
            );
        }
        assert_eq!(
            refusal(&["toc", SCENE, "--method", method]),
            format!("queries[0].b: method {method} compares hulls; body \"floor\" is a half-space")
        );
        assert_eq!(
            refusal(&["toc", "--method", method]),
            format!("queries[0].a: method {method} compares hulls; body \"trefoil\" is a mesh")
        );
    }
    let compound = scene(&folder, &with_queries(&[4]));
    assert_eq!(
        refusal(&["toc", &compound, "--method", "attached-axes"]),
        "queries[0].b: method attached-axes compares hulls; body \"hammer\" is a compound"
    );
}

#[test]
fn methods_for_meshes_refuse_others() {
    let folder = TempDir::new().unwrap();
    let hulls = scene(&folder, &with_queries(&[1]));
    for method in ["c2a", "hca", "best-first", "d2m", "capoeira"] {
        assert_eq!(
            refusal(&["toc", SCENE, "--method", method]),
            format!("queries[0].a: method {method} compares meshes; body \"die\" is a hull")
        );
        assert_eq!(
            refusal(&["toc", &hulls, "--method", method]),
            format!("queries[0].a: method {method} compares meshes; body \"rod\" is a hull")
        );
    }
    // Bodies that no query is about do not matter.
    let mut scene: Value = serde_json::from_str(SHAPES).unwrap();
    scene["queries"] = serde_json::json!([
        { "a": { "body": "knot", "at": { "position": [9, 0, 0] }, "linear": [-9, 0, 0] },
          "b": { "body": "knot", "at": {} } }
    ]);
    let path = folder.path().join("meshes.json");
    fs::write(&path, scene.to_string()).unwrap();
    for method in ["auto", "c2a", "hca", "best-first", "d2m", "capoeira"] {
        let line = &answers(&["toc", path.to_str().unwrap(), "--method", method])[0];
        assert_eq!(line["outcome"], "contact", "{line}");
        // As ever: nothing but the triangles is told.
        assert!(line.get("features").is_none() && line.get("parts").is_none());
        assert!(line["triangles"][0].is_u64());
    }
}

#[test]
fn bad_shapes() {
    let folder = TempDir::new().unwrap();
    for (good, bad, told) in [
        (
            r#""margin": 0.1"#,
            r#""margn": 0.1"#,
            "5:59: bodies.die: unknown key \"margn\"; known: mesh, ball, box, capsule, cylinder, cone, ellipsoid, hull, half_space, compound, margin, scale",
        ),
        (
            r#""radius": 0.1 } },"#,
            r#""radius": -0.1 } },"#,
            "6:25: bodies.rod.capsule: the radius of the capsule must be 0 or between 1e-60 and 1e60, not -0.1",
        ),
        (
            r#"[1, 0.5, 0.5]"#,
            r#"[1, 0.5]"#,
            "7:33: bodies.crate.box.half: must be an array of 3 numbers [x, y, z], not an array of 2",
        ),
        (
            r#""scale": 0.5"#,
            r#""scale": 0"#,
            "10:85: bodies.wheel.scale: a scale must be a finite number other than 0 and between 1e-60 and 1e60 in magnitude, not 0",
        ),
        (
            r#"{ "position": [0, 0, 1.2] }"#,
            r#"{ "position": 1.2 }"#,
            "14:83: bodies.hammer.compound[1].at.position: must be an array of 3 numbers [x, y, z], not a number",
        ),
    ] {
        assert!(SHAPES.contains(good), "{good}");
        let file = scene(&folder, &SHAPES.replacen(good, bad, 1));
        let name = Path::new(&file).display();
        assert_eq!(refusal(&["toc", &file]), format!("{name}:{told}"));
    }
}
