//! The format of traces as a JSON schema, of one line. `docs/traces.md` describes it in words.

use crate::schema::{document, length, number, numbers, part, string};
use osculate_trace::VERSION;
use serde_json::{Map, Value, json};

/// The lines of traces as a JSON schema. What is not known is skipped by readers, so any other key is allowed.
pub fn trace_schema() -> String {
    let mut keys = vec![
        ("osculate-trace", json!({ "const": VERSION })),
        ("dimension", json!({ "enum": [2, 3] })),
        ("title", string("The title of the trace")),
        ("span", numbers(2, 2, "The first and the last time")),
        ("up", numbers(2, 3, "Which way is up")),
        ("precision", json!({ "enum": ["f64", "f32"] })),
        ("by", string("The program that wrote it")),
    ];
    for (kind, line) in lines() {
        keys.push((kind, line));
    }
    let mut root = open(keys, &[]);
    root["minProperties"] = json!(1);
    let parts = json!({
        "column": column(),
        "words": json!({ "type": "array", "items": { "type": "string" } }),
        "moves": moves(&[]),
        "vector": numbers(2, 3, "As many numbers as the trace has dimensions"),
    });
    document(
        "A line of a trace of osculate",
        &format!("osculate-trace/{VERSION}"),
        root,
        parts,
    )
}

/// An object that may have other keys too.
fn open(keys: Vec<(&str, Value)>, required: &[&str]) -> Value {
    let keys = keys.into_iter().map(|(key, part)| (key.to_owned(), part));
    json!({ "type": "object", "properties": keys.collect::<Map<_, _>>(), "required": required })
}

/// Many numbers of one kind.
fn column() -> Value {
    json!({
        "anyOf": [
            { "type": "number" },
            { "type": "array", "items": { "type": "number" } },
            { "type": "array", "items": { "type": "string" }, "minItems": 2, "maxItems": 2 },
        ],
        "description": "Numbers, row after row: one, an array of them, or their type (f64, f32, f32p, u32, i32, u8) and base64",
    })
}

/// An object of columns, and of other keys.
fn columns(columns: &[&'static str], others: Vec<(&str, Value)>, required: &[&str]) -> Value {
    let columns = columns.iter().map(|&key| (key, part("column")));
    open(columns.chain(others).collect(), required)
}

/// How bodies move.
fn moves(required: &[&str]) -> Value {
    let motion =
        "velocity, ballistic, screw, rational, joint; one that a reader does not know stands still";
    columns(
        &[
            "time",
            "body",
            "position",
            "rotation",
            "linear",
            "angular",
            "pivot",
            "acceleration",
            "point",
            "axis",
            "rate",
            "slide",
            "tangent",
            "until",
            "q",
            "x",
            "y",
            "z",
            "from",
            "to",
        ],
        vec![
            ("motion", string(motion)),
            (
                "degree",
                json!({
                    "type": "number", "minimum": 0, "maximum": 5,
                    "description": "Of the polynomials q, x, y and z of joints",
                }),
            ),
        ],
        required,
    )
}

/// All kinds of lines.
fn lines() -> Vec<(&'static str, Value)> {
    let names = || ("name", part("words"));
    let kinds = || ("kinds", part("words"));
    vec![
        ("shape", shape()),
        (
            "bodies",
            columns(
                &[
                    "shape", "scale", "parent", "position", "rotation", "mass", "kind",
                ],
                vec![names(), kinds(), ("count", length("How many"))],
                &["shape"],
            ),
        ),
        (
            "joints",
            columns(
                &[
                    "body",
                    "kind",
                    "position",
                    "rotation",
                    "axis",
                    "along",
                    "mimic",
                    "multiplier",
                    "offset",
                ],
                vec![names(), kinds()],
                &["body"],
            ),
        ),
        (
            "domain",
            open(
                vec![
                    ("low", part("vector")),
                    ("high", part("vector")),
                    ("boundary", part("words")),
                ],
                &["low", "high", "boundary"],
            ),
        ),
        ("segments", moves(&["time", "body"])),
        (
            "step",
            columns(
                &["linear", "angular", "position", "rotation"],
                vec![("time", number("From when"))],
                &["time"],
            ),
        ),
        ("deform", deform()),
        (
            "events",
            columns(
                &[
                    "time", "a", "b", "kind", "point", "normal", "impulse", "changes",
                ],
                vec![kinds(), ("after", part("moves"))],
                &["time"],
            ),
        ),
        ("verdict", json!({ "type": "object" })),
        ("levels", levels()),
        (
            "series",
            columns(
                &["time", "value"],
                vec![
                    ("name", string("What they are")),
                    ("unit", string("In which unit")),
                ],
                &["name", "time", "value"],
            ),
        ),
        ("end", end()),
    ]
}

fn deform() -> Value {
    columns(
        &["from", "to"],
        vec![
            ("body", length("Which body")),
            ("time", number("From when")),
            ("until", number("Until when")),
        ],
        &["body", "time", "until", "to"],
    )
}

fn levels() -> Value {
    columns(
        &["data"],
        vec![
            ("body", length("Which body")),
            ("level", length("Which level; 0 is the root")),
            ("kind", string("aabb, sphere or rss")),
        ],
        &["body", "level", "kind", "data"],
    )
}

fn end() -> Value {
    open(
        vec![
            ("time", number("When")),
            ("why", string("Why")),
            ("events", length("How many events there are")),
        ],
        &["time", "why"],
    )
}

fn shape() -> Value {
    let lengths = |keys: &[&'static str]| {
        let parts = keys.iter().map(|&key| (key, length("0 or more")));
        open(parts.collect(), keys)
    };
    let ends = open(
        vec![("from", part("vector")), ("to", part("vector"))],
        &["from", "to"],
    );
    let half_space = open(
        vec![
            ("normal", part("vector")),
            ("offset", number("Along the normal")),
        ],
        &["normal", "offset"],
    );
    let placed = open(
        vec![
            ("shape", length("The number of an earlier shape")),
            ("position", numbers(3, 3, "Where it is")),
            ("rotation", numbers(4, 4, "A unit quaternion x y z w")),
        ],
        &["shape"],
    );
    let file = open(
        vec![
            ("path", string("Relative to the trace")),
            ("scale", numbers(3, 3, "Along each axis")),
        ],
        &["path"],
    );
    let parts = json!({ "type": "array", "items": placed });
    open(
        vec![
            ("name", string("What to call it")),
            ("margin", number("By how much it is rounded on all sides")),
            ("ball", lengths(&["radius"])),
            ("hollow", lengths(&["radius"])),
            ("box", open(vec![("half", part("vector"))], &["half"])),
            ("capsule", lengths(&["half_length", "radius"])),
            ("cylinder", lengths(&["radius", "half_height"])),
            ("cone", lengths(&["radius", "half_height"])),
            (
                "ellipsoid",
                open(vec![("radii", numbers(3, 3, "Its radii"))], &["radii"]),
            ),
            (
                "hull",
                columns(&["points", "triangles"], Vec::new(), &["points"]),
            ),
            (
                "mesh",
                columns(
                    &["vertices", "triangles"],
                    Vec::new(),
                    &["vertices", "triangles"],
                ),
            ),
            ("file", file),
            ("half_space", half_space),
            ("segment", ends),
            (
                "cable",
                columns(
                    &["points", "marks"],
                    vec![
                        ("radius", length("Half of its thickness")),
                        ("closed", json!({ "type": "boolean" })),
                    ],
                    &["points", "radius"],
                ),
            ),
            ("compound", open(vec![("parts", parts)], &["parts"])),
        ],
        &[],
    )
}
