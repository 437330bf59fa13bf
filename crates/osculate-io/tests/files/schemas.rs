//! The schemas against the examples, and against the parsers: what a schema refuses the parser refuses, and what the parser
//! refuses for its form the schema refuses.

pub(crate) mod validator;

use osculate_io::{
    DistanceFile, EventSceneFile, JsonFileError, MaxSize, Overlaps, Problem, QueryFile,
    WorldSceneFile, distances_schema, queries_schema, scene_schema, world_schema,
};
use serde_json::{Value, json};
use std::path::Path;
use validator::is_valid;

const QUERIES: [&str; 3] = [
    include_str!("../../../../scenes/example.json"),
    include_str!("../../../../scenes/shapes.json"),
    include_str!("../../../../scenes/two-knots.json"),
];
const SCENES: [&str; 3] = [
    include_str!("../../../../scenes/events-billiard.json"),
    include_str!("../../../../scenes/events-pile.json"),
    include_str!("../../../../scenes/events-spheres.json"),
];

const WORLDS: [&str; 1] = [include_str!("../../../../scenes/world-conveyor.json")];

/// A format: its schema and its parser.
struct Format {
    schema: Value,
    parse: fn(&str) -> Result<(), JsonFileError>,
}

fn queries() -> Format {
    Format {
        schema: serde_json::from_str(&queries_schema()).unwrap(),
        parse: |text| {
            let name = Path::new("q.json");
            QueryFile::parse(text, name, Path::new(""), MaxSize::default()).map(drop)
        },
    }
}

fn distances() -> Format {
    Format {
        schema: serde_json::from_str(&distances_schema()).unwrap(),
        parse: |text| {
            let name = Path::new("d.json");
            DistanceFile::parse(text, name, Path::new(""), MaxSize::default()).map(drop)
        },
    }
}

fn scenes() -> Format {
    Format {
        schema: serde_json::from_str(&scene_schema()).unwrap(),
        parse: |text| EventSceneFile::parse(text, Path::new("s.json"), Overlaps::Resolve).map(drop),
    }
}

fn worlds() -> Format {
    Format {
        schema: serde_json::from_str(&world_schema()).unwrap(),
        parse: |text| {
            let name = Path::new("w.json");
            WorldSceneFile::parse(text, name, Path::new(""), MaxSize::default()).map(drop)
        },
    }
}

/// Whether a parser refuses a file for its form, which a schema can tell, and not for what it means.
fn is_of_form(error: &JsonFileError) -> bool {
    let JsonFileError::Invalid { problem, .. } = error else {
        return false;
    };
    matches!(
        **problem,
        Problem::WrongType { .. }
            | Problem::UnknownKey { .. }
            | Problem::MissingKey(_)
            | Problem::UnknownFormat { .. }
            | Problem::UnknownWord { .. }
            | Problem::NoShape { .. }
            | Problem::TwoShapes(_)
            | Problem::Misplaced { .. }
            | Problem::HullKeys
            | Problem::MotionKeys(_)
            | Problem::NoBodies
            | Problem::TooFewWaypoints
    )
}

impl Format {
    fn accepts(&self, file: &Value) -> bool {
        is_valid(&self.schema, &self.schema, file)
    }

    /// Schema and parser must agree on `file`; whether they take it.
    #[track_caller]
    fn agreed(&self, file: &Value) -> bool {
        let parsed = (self.parse)(&file.to_string());
        match (self.accepts(file), &parsed) {
            (false, Ok(())) => panic!("the schema refuses what the parser takes: {file}"),
            (true, Err(error)) if is_of_form(error) => {
                panic!("the schema takes what the parser refuses: {error}: {file}")
            }
            _ => parsed.is_ok(),
        }
    }
}

/// The paths of all values, of long arrays only of the first two.
fn paths(value: &Value, path: String, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                paths(value, format!("{path}/{}", key.replace('/', "~1")), found);
            }
        }
        Value::Array(elements) => {
            for (index, value) in elements.iter().take(2).enumerate() {
                paths(value, format!("{path}/{index}"), found);
            }
        }
        _ => {}
    }
    found.push(path);
}

/// The file, spoiled at every place in many ways. Most are no longer files of the format, but some are.
fn spoiled(file: &Value) -> Vec<Value> {
    let instead = [
        json!(null),
        json!(true),
        json!(-1),
        json!(0.5),
        json!("word"),
        json!([]),
        json!([1]),
        json!([1, 2, 3, 4, 5]),
        json!({}),
    ];
    let beside = json!({
        "extra": 1, "at": {}, "from": {}, "to": {}, "linear": [1, 0, 0], "angular": [0, 0, 1], "margin": 0.1,
        "scale": 2, "ball": { "radius": 1 }, "box": { "half": [1, 1, 1] }, "mesh": "builtin:box", "points": [[0, 0, 0]],
        "half_space": { "normal": [0, 0, 1] }, "hull": { "points": [[0, 0, 0]] }, "span": [0, 1], "tolerance": 0.1,
        "clearance": 0, "within": 0.5, "mass": 1, "restitution": 0.5, "rest_speed": 0, "walls": [],
        "compound": [{ "ball": { "radius": 1 } }], "density": 2, "moments": [1, 1, 1], "centre": [0, 0, 0], "kind": "static", "offset": 1, "radius": 1, "format": "other/1"
    });
    let mut places = Vec::new();
    paths(file, String::new(), &mut places);
    let mut files = Vec::new();
    for place in &places {
        let mut change = |change: &dyn Fn(&mut Value)| {
            let mut file = file.clone();
            change(file.pointer_mut(place).unwrap());
            files.push(file);
        };
        for value in &instead {
            change(&|there| *there = value.clone());
        }
        let Some(Value::Object(members)) = file.pointer(place) else {
            continue;
        };
        for key in members.keys() {
            change(&|there| drop(there.as_object_mut().unwrap().remove(key)));
        }
        for (key, value) in beside.as_object().unwrap() {
            change(&|there| there[key] = value.clone());
        }
    }
    files
}

/// The example, with meshes that take no time.
fn quick(text: &str) -> Value {
    let mut file: Value = serde_json::from_str(text).unwrap();
    let mut places = Vec::new();
    paths(&file, String::new(), &mut places);
    for place in places.iter().filter(|place| place.ends_with("/mesh")) {
        *file.pointer_mut(place).unwrap() = json!("builtin:box");
    }
    file
}

#[track_caller]
fn check(format: &Format, examples: &[&str]) {
    let (mut taken, mut refused) = (0, 0);
    for text in examples {
        assert!(
            format.accepts(&serde_json::from_str(text).unwrap()),
            "{text}"
        );
        let file = quick(text);
        assert!(format.agreed(&file), "{file}");
        for file in spoiled(&file) {
            match format.agreed(&file) {
                true => taken += 1,
                false => refused += 1,
            }
        }
    }
    println!("{taken} spoiled files are valid, {refused} are not");
    assert!(taken > 50 && refused > 1000, "{taken} {refused}");
}

#[test]
fn queries_and_their_parser_agree() {
    check(&queries(), &QUERIES);
}

#[test]
fn scenes_of_rigid_bodies_and_their_parser_agree() {
    check(&worlds(), &WORLDS);
}

#[test]
fn distances_and_their_parser_agree() {
    check(
        &distances(),
        &[include_str!("../../../../scenes/distances.json")],
    );
}

#[test]
fn scenes_and_their_parser_agree() {
    check(&scenes(), &SCENES);
}

#[cfg(feature = "urdf")]
static ARM: std::sync::LazyLock<osculate::robot::Robot> = std::sync::LazyLock::new(|| {
    let text = include_str!("../../../../scenes/robots/arm.urdf");
    let (name, packages) = ("arm.urdf".as_ref(), osculate_io::Packages::default());
    let file = osculate_io::RobotFile::parse(text, name, &packages, MaxSize::default());
    file.unwrap().robot
});

#[cfg(feature = "urdf")]
#[test]
fn environments_and_their_parser_agree() {
    let format = Format {
        schema: serde_json::from_str(&osculate_io::environment_schema()).unwrap(),
        parse: |text| {
            let (name, base) = (Path::new("e.json"), Path::new(""));
            osculate_io::parse_environment(text, name, base, &ARM, MaxSize::default()).map(drop)
        },
    };
    let more = r#"{"bodies": {"a": {"mesh": "builtin:box", "at": {}, "attached_to": "palm"},
        "b": {"hull": {"mesh": "builtin:box"}, "scale": 2, "at": {}, "angular": [0, 0, 1], "touch_links": ["base"]}}}"#;
    let around = include_str!("../../../../scenes/robots/arm-around.json");
    check(&format, &[around, more]);
}

#[cfg(feature = "urdf")]
#[test]
fn paths_and_edges_and_their_parsers_agree() {
    let paths = Format {
        schema: serde_json::from_str(&osculate_io::path_schema()).unwrap(),
        parse: |text| osculate_io::parse_path(text, Path::new("p.json"), &ARM).map(drop),
    };
    let edges = Format {
        schema: serde_json::from_str(&osculate_io::edges_schema()).unwrap(),
        parse: |text| osculate_io::parse_edges(text, Path::new("e.json"), &ARM).map(drop),
    };
    let path = include_str!("../../../../scenes/robots/arm-path.json");
    let edge = r#"{"joints": ["turn", "grip"], "edges": [[[1, 2], [3, 4]], [[1, 2], [3, 4]]]}"#;
    for (format, example) in [(&paths, path), (&edges, edge)] {
        let file: Value = serde_json::from_str(example).unwrap();
        assert!(format.agreed(&file), "{file}");
        let taken = spoiled(&file)
            .iter()
            .filter(|file| format.agreed(file))
            .count();
        assert!(taken > 5, "{taken}");
    }
}

#[test]
fn a_format_refuses_the_other() {
    let file = |text| serde_json::from_str(text).unwrap();
    assert!(SCENES.iter().all(|text| !queries().accepts(&file(text))));
    assert!(QUERIES.iter().all(|text| !scenes().accepts(&file(text))));
}

#[test]
fn hulls_and_dimensions() {
    let queries = queries();
    for (body, valid) in [
        (
            json!({ "hull": { "mesh": "builtin:box" }, "scale": 2 }),
            true,
        ),
        (
            json!({ "hull": { "points": [[0, 0, 0]] }, "margin": 1 }),
            true,
        ),
        (
            json!({ "hull": { "points": [[0, 0, 0]] }, "scale": 2 }),
            false,
        ),
        (
            json!({ "hull": { "points": [[0, 0, 0]], "mesh": "builtin:box" } }),
            false,
        ),
        (json!({ "hull": { "points": [] } }), false),
        (json!({ "mesh": "builtin:box", "scale": 0 }), false),
        (json!({ "mesh": "builtin:box", "margin": 1 }), false),
        (json!({ "compound": [{ "mesh": "builtin:box" }] }), false),
        (
            json!({ "compound": [{ "ball": { "radius": 1 }, "at": { "position": [0, 0, 1] } }] }),
            true,
        ),
    ] {
        let file = json!({ "bodies": { "it": body }, "queries": [] });
        assert_eq!(
            (queries.accepts(&file), queries.agreed(&file)),
            (valid, valid),
            "{file}"
        );
    }
    let scenes = scenes();
    let body = json!({ "position": [0, 0], "radius": 1 });
    for (dimension, boundary, valid) in [
        (json!(2), json!("open"), true),
        (json!(2.0), json!(["walls", "periodic"]), true),
        (json!(4), json!("open"), false),
        (json!("2"), json!("open"), false),
        (json!(2), json!("shut"), false),
        (json!(2), json!(["walls"]), false),
    ] {
        let domain = json!({ "low": [-9, -9], "high": [9, 9], "boundary": boundary });
        let file = json!({ "dimension": dimension, "domain": domain, "bodies": [body] });
        assert_eq!(
            (scenes.accepts(&file), scenes.agreed(&file)),
            (valid, valid),
            "{file}"
        );
    }
}
