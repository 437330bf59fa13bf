//! The schema of scene files of rigid bodies.

use super::{
    AXES, BODY_KEYS, FILE_KEYS, FILTER_KEYS, FORMAT, GROUPS, KINDS, MATERIAL_KEYS, RULES,
    SLEEPING_KEYS,
};
use crate::queries::{body_schema_parts, solid_schema};
use crate::schema::{document, has, lacks, length, number, object, part, positive, unknown};
use serde_json::{Value, json};

/// The JSON schema (draft 2020-12) of scene files of rigid bodies.
///
/// A file that it refuses is refused by [`WorldSceneFile::read`](crate::WorldSceneFile::read) too. The reverse does not hold: that
/// numbers are in range, and that shapes have a volume, is checked when the file is read.
pub fn world_schema() -> String {
    let root = object(FILE_KEYS, &["bodies"], |key| match key {
        "format" => json!({ "const": FORMAT }),
        "seconds" => positive("How many seconds of it are worth seeing"),
        "gravity" => part("vector"),
        "step" => positive("How many seconds a step takes"),
        "substeps" | "most_substeps" => json!({
            "type": "integer",
            "minimum": 1,
            "maximum": 1024,
            "description": "How many parts of a step the solver goes through, at least and at most"
        }),
        "bounce_speed" => length("Hits that are slower do not bounce"),
        "sleeping" => json!({ "anyOf": [{ "type": "boolean" }, part("sleeping")] }),
        "bodies" => json!({
            "type": "object",
            "additionalProperties": part("body"),
            "minProperties": 1,
            "description": "The bodies, by name"
        }),
        other => unknown(other),
    });
    let mut parts = body_schema_parts();
    parts["sleeping"] = object(SLEEPING_KEYS, &[], |key| match key {
        "slower_than" => length("The largest speed of any point, in bounding radii per second"),
        "after" => length("For so many seconds"),
        other => unknown(other),
    });
    parts["body"] = body();
    parts["material"] = material();
    parts["filter"] = object(FILTER_KEYS, &[], |_| {
        let group = json!({ "type": "integer", "minimum": 0, "maximum": GROUPS - 1.0 });
        json!({ "type": "array", "items": group })
    });
    document("A scene of osculate simulate", FORMAT, root, parts)
}

fn body() -> Value {
    let keys: Vec<&str> = BODY_KEYS
        .iter()
        .copied()
        .filter(|key| *key != "mesh")
        .collect();
    let mut body = solid_schema(&keys, |key| match key {
        "kind" => json!({ "enum": KINDS }),
        "linear" | "angular" | "centre" | "moments" => part("vector"),
        "material" => part("material"),
        "density" => positive("Its density; 1000 by default"),
        "mass" => positive("Its mass"),
        "linear_damping" | "angular_damping" => length("How fast its velocity fades, per second"),
        "gravity_scale" => number("Its share of the gravity"),
        "locked" => json!({ "type": "array", "items": { "enum": AXES } }),
        "filter" => part("filter"),
        "sensor" => json!({ "type": "boolean" }),
        "rest_gap" => positive("How far it stays from what it rests on"),
        other => unknown(other),
    });
    body["anyOf"] = json!([
        lacks(&["mass", "centre", "moments"]),
        { "allOf": [has(&["mass"]), lacks(&["density", "centre", "moments"])] },
        { "allOf": [has(&["mass", "moments"]), lacks(&["density"])] }
    ]);
    body
}

fn material() -> Value {
    object(MATERIAL_KEYS, &[], |key| match key {
        "friction" => length("Coulomb's coefficient"),
        "restitution" => json!({
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "Which share of the approach speed a hit gives back"
        }),
        "friction_rule" | "restitution_rule" => json!({ "enum": RULES }),
        "surface_velocity" => part("vector"),
        other => unknown(other),
    })
}
