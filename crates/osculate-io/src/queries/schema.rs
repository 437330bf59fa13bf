//! The schema of query files.

use super::distances;
use super::motion::{MOTION_KEYS, PLACEMENT_KEYS};
use super::shape::{
    BALL_KEYS, BODY_KEYS, BOX_KEYS, CAPSULE_KEYS, CONVEX_SHAPES, ELLIPSOID_KEYS, HALF_SPACE_KEYS,
    HULL_KEYS, PART_KEYS, ROUND_KEYS, SHAPES,
};
use super::{FILE_KEYS, FORMAT, QUERY_KEYS};
use crate::schema::{
    document, has, lacks, length, lengths, number, numbers, object, part, positive, string, unknown,
};
use serde_json::{Value, json};

/// The JSON schema (draft 2020-12) of query files.
///
/// A file that it refuses is refused by [`QueryFile::read`](crate::QueryFile::read) too. The reverse does not hold: that bodies
/// exist, and that numbers are in range, is checked when the file is read.
pub fn queries_schema() -> String {
    let root = object(FILE_KEYS, &["bodies", "queries"], |key| match key {
        "format" => json!({ "const": FORMAT }),
        "bodies" => json!({
            "type": "object",
            "additionalProperties": part("body"),
            "description": "The bodies, by name"
        }),
        "queries" => json!({ "type": "array", "items": part("query") }),
        other => for_query(other),
    });
    let query = object(QUERY_KEYS, &["a", "b"], |key| match key {
        "a" | "b" => part("motion"),
        other => for_query(other),
    });
    let mut parts = body_schema_parts();
    parts["query"] = query;
    parts["motion"] = motion();
    parts["body"] = body_schema(BODY_KEYS, unknown);
    document("Queries of osculate toc", FORMAT, root, parts)
}

/// The JSON schema (draft 2020-12) of distance files, as [`queries_schema`] is of query files.
pub fn distances_schema() -> String {
    let within = || length("Pieces of the bodies that are no further apart than this are listed");
    let root = object(
        distances::FILE_KEYS,
        &["bodies", "queries"],
        |key| match key {
            "format" => json!({ "const": distances::FORMAT }),
            "bodies" => json!({
                "type": "object",
                "additionalProperties": part("body"),
                "description": "The bodies, by name"
            }),
            "queries" => json!({ "type": "array", "items": part("query") }),
            "within" => within(),
            other => unknown(other),
        },
    );
    let mut parts = body_schema_parts();
    parts["query"] = object(distances::QUERY_KEYS, &["a", "b"], |key| match key {
        "a" | "b" => part("placed"),
        "within" => within(),
        other => unknown(other),
    });
    parts["placed"] = object(distances::PLACED_KEYS, &["body", "at"], |key| match key {
        "body" => string("The name of a body"),
        "at" => part("placement"),
        other => unknown(other),
    });
    parts["body"] = body_schema(BODY_KEYS, unknown);
    document(
        "Queries of osculate distance",
        distances::FORMAT,
        root,
        parts,
    )
}

/// A body of any shape, and what else `other` says may stand beside it.
pub(crate) fn body_schema(known: &[&str], other: impl Fn(&str) -> Value) -> Value {
    body(known, SHAPES, other)
}

/// A body of any shape but a mesh, and what else `other` says may stand beside it.
#[cfg(feature = "world")]
pub(crate) fn solid_schema(known: &[&str], other: impl Fn(&str) -> Value) -> Value {
    let solid: Vec<&str> = SHAPES
        .iter()
        .copied()
        .filter(|key| *key != "mesh")
        .collect();
    body(known, &solid, other)
}

/// What bodies are made of.
pub(crate) fn body_schema_parts() -> Value {
    json!({
        "placement": placement(),
        "part": body(PART_KEYS, CONVEX_SHAPES, unknown),
        "vector": numbers(3, 3, "x, y and z")
    })
}

/// What stands in a query, or in the file for all of them.
fn for_query(key: &str) -> Value {
    match key {
        "span" => numbers(2, 2, "The time span, from start to end"),
        "tolerance" => positive("The largest gap that counts as contact"),
        "clearance" => length("The separation that already counts as touching"),
        other => unknown(other),
    }
}

fn motion() -> Value {
    let mut motion = object(MOTION_KEYS, &["body"], |key| match key {
        "body" => string("The name of a body"),
        "from" | "to" | "at" => part("placement"),
        "linear" | "angular" | "acceleration" => part("vector"),
        other => unknown(other),
    });
    motion["oneOf"] = json!([
        { "allOf": [has(&["from", "to"]), lacks(&["at", "linear", "angular", "acceleration"])] },
        { "allOf": [has(&["at"]), lacks(&["from", "to"])] }
    ]);
    motion
}

fn placement() -> Value {
    object(PLACEMENT_KEYS, &[], |key| match key {
        "position" => part("vector"),
        "rotation" => numbers(4, 4, "A unit quaternion x, y, z, w"),
        other => unknown(other),
    })
}

/// A body, or a part of a compound: one of `shapes`, and what goes with it.
fn body(known: &[&str], shapes: &[&str], others: impl Fn(&str) -> Value) -> Value {
    let mut body = object(known, &[], |key| match key {
        "mesh" => string("A mesh file, or a built-in mesh such as builtin:gear?teeth=20"),
        "ball" => lengths(BALL_KEYS),
        "box" => object(BOX_KEYS, BOX_KEYS, |_| part("vector")),
        "capsule" => lengths(CAPSULE_KEYS),
        "cylinder" | "cone" => lengths(ROUND_KEYS),
        "ellipsoid" => object(ELLIPSOID_KEYS, ELLIPSOID_KEYS, |_| part("vector")),
        "hull" => hull(),
        "half_space" => object(HALF_SPACE_KEYS, &["normal"], |key| match key {
            "normal" => part("vector"),
            "offset" => number("Solid is all x with normal·x ≤ offset"),
            other => unknown(other),
        }),
        "compound" => json!({ "type": "array", "items": part("part"), "minItems": 1 }),
        "margin" => length("The thickness of a layer all around a convex shape"),
        "scale" => json!({
            "type": "number",
            "not": { "const": 0 },
            "description": "Factor of every coordinate of a mesh"
        }),
        "at" => part("placement"),
        other => others(other),
    });
    let one = |&shape: &&str| -> Value {
        let mut excluded = shapes.to_vec();
        excluded.retain(|&other| other != shape);
        if !CONVEX_SHAPES.contains(&shape) {
            excluded.push("margin");
        }
        if shape != "mesh" && shape != "hull" {
            excluded.push("scale");
        }
        let scaled = json!({ "anyOf": [
            lacks(&["scale"]),
            { "properties": { "hull": has(&["mesh"]) } }
        ] });
        let mut rules = vec![has(&[shape]), lacks(&excluded)];
        if shape == "hull" {
            rules.push(scaled);
        }
        json!({ "allOf": rules })
    };
    body["oneOf"] = shapes.iter().map(one).collect();
    body
}

fn hull() -> Value {
    let mut hull = object(HULL_KEYS, &[], |key| match key {
        "mesh" => string("A mesh, named as a body's"),
        "points" => json!({ "type": "array", "items": part("vector"), "minItems": 1 }),
        other => unknown(other),
    });
    hull["oneOf"] = HULL_KEYS.iter().map(|&key| has(&[key])).collect();
    hull
}
