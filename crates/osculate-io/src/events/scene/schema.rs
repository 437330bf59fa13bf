//! The schema of scene files.

use super::{
    BODY_KEYS, BOUNDARIES, DOMAIN_KEYS, FILE_KEYS, FORMAT, MOST_WALLS, WALL_KEYS, inner_keys,
};
use crate::schema::{document, length, number, numbers, object, part, positive, unknown};
use serde_json::{Value, json};

/// The JSON schema (draft 2020-12) of scene files.
///
/// A file that it refuses is refused by [`EventSceneFile::read`](crate::EventSceneFile::read) too. The reverse does not hold: that
/// all vectors have as many numbers as the scene has dimensions, that numbers are in range and that no bodies overlap is
/// checked when the file is read.
pub fn scene_schema() -> String {
    let root = object(FILE_KEYS, &["bodies"], |key| match key {
        "format" => json!({ "const": FORMAT }),
        "dimension" => json!({ "enum": [2, 3] }),
        "domain" => part("domain"),
        "gravity" => part("vector"),
        "restitution" => part("restitution"),
        "rest_speed" => length("The least speed at which things part"),
        "bodies" => json!({ "type": "array", "items": part("body"), "minItems": 1 }),
        "walls" => json!({ "type": "array", "items": part("wall"), "maxItems": MOST_WALLS }),
        other => unknown(other),
    });
    let body = object(BODY_KEYS, &["position", "radius"], |key| match key {
        "position" | "velocity" | "acceleration" => part("vector"),
        "radius" => positive("Its radius"),
        "mass" => positive("Its mass; by default its area or volume"),
        "restitution" => part("restitution"),
        other => unknown(other),
    });
    let parts = json!({
        "domain": domain(),
        "body": body,
        "wall": wall(),
        "vector": numbers(2, 3, "x and y, and in space z"),
        "restitution": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "The share of the approach speed that remains after a collision"
        }
    });
    document("A scene of osculate events", FORMAT, root, parts)
}

fn domain() -> Value {
    let word = json!({ "enum": BOUNDARIES });
    object(DOMAIN_KEYS, DOMAIN_KEYS, |key| match key {
        "low" | "high" => part("vector"),
        "boundary" => json!({
            "description": "One word, or one per axis",
            "anyOf": [word, { "type": "array", "items": word, "minItems": 2, "maxItems": 3 }]
        }),
        other => unknown(other),
    })
}

fn wall() -> Value {
    let mut wall = object(WALL_KEYS, &[], |kind| {
        let keys = inner_keys(kind);
        object(keys, keys, |key| match key {
            "radius" => number("Its radius"),
            _ => part("vector"),
        })
    });
    wall["minProperties"] = json!(1);
    wall["maxProperties"] = json!(1);
    wall
}
