//! The schemas of files about robots.

use super::edges::EDGES_KEYS;
use super::environment::ENVIRONMENT_KEYS;
use super::path_file::PATH_KEYS;
use crate::queries::{OBSTACLE_KEYS, body_schema, body_schema_parts};
use crate::schema::{document, has, lacks, object, part, string, unknown};
use serde_json::{Value, json};

fn joints() -> Value {
    json!({
        "type": "array",
        "items": string("The name of a joint"),
        "description": "The joints that the numbers belong to; by default all that move, in the order of the robot's file"
    })
}

fn configuration() -> Value {
    json!({
        "type": "array",
        "items": { "type": "number" },
        "description": "The positions of the joints; those that are not named stand at their default"
    })
}

/// The JSON schema (draft 2020-12) of path files.
pub fn path_schema() -> String {
    let root = object(PATH_KEYS, &["waypoints"], |key| match key {
        "joints" => joints(),
        "waypoints" => json!({ "type": "array", "items": part("configuration"), "minItems": 2 }),
        other => unknown(other),
    });
    let parts = json!({ "configuration": configuration() });
    document("Paths of osculate robot", "of paths", root, parts)
}

/// The JSON schema (draft 2020-12) of files of edges.
pub fn edges_schema() -> String {
    let root = object(EDGES_KEYS, &["edges"], |key| match key {
        "joints" => joints(),
        "edges" => json!({ "type": "array", "items": part("edge") }),
        other => unknown(other),
    });
    let parts = json!({
        "configuration": configuration(),
        "edge": {
            "type": "array",
            "items": part("configuration"),
            "minItems": 2,
            "maxItems": 2,
            "description": "From where to where"
        }
    });
    document("Edges of osculate robot", "of edges", root, parts)
}

/// The JSON schema (draft 2020-12) of environment files.
///
/// A file that it refuses is refused when it is read too. The reverse does not hold: that links exist, and that numbers are in
/// range, is checked then.
pub fn environment_schema() -> String {
    let root = object(ENVIRONMENT_KEYS, ENVIRONMENT_KEYS, |_| {
        json!({
            "type": "object",
            "additionalProperties": part("obstacle"),
            "description": "Obstacles of the robot, by name"
        })
    });
    let mut obstacle = body_schema(OBSTACLE_KEYS, |key| match key {
        "linear" | "angular" => part("vector"),
        "attached_to" => string("The link that carries it; its place is then in the link's frame"),
        "touch_links" => json!({
            "type": "array",
            "items": string("A link"),
            "description": "Links that may touch it, besides one that carries it"
        }),
        other => unknown(other),
    });
    obstacle["required"] = json!(["at"]);
    obstacle["anyOf"] = json!([
        { "allOf": [has(&["attached_to"]), lacks(&["linear", "angular", "half_space"])] },
        lacks(&["attached_to"])
    ]);
    let mut parts = body_schema_parts();
    parts["obstacle"] = obstacle;
    document(
        "What stands around a robot of osculate robot",
        "of environments",
        root,
        parts,
    )
}
