//! The schema of scene files of rigid bodies.

use super::cables::{
    CABLE_KEYS, DRIVE_KEYS, ENDS, FASTENED_KEYS, LOAD_KEYS, MATERIALS, NATURAL_KEYS, NATURALS,
    PUSH_KEYS, TIE_KEYS,
};
use super::{
    AXES, BODY_KEYS, FILE_KEYS, FILTER_KEYS, FORMAT, GROUPS, KINDS, MATERIAL_KEYS, RULES,
    SLEEPING_KEYS,
};
use crate::queries::{body_schema_parts, solid_schema};
use crate::schema::{
    document, has, lacks, length, number, object, part, positive, string, unknown,
};
use serde_json::{Value, json};

/// The JSON schema (draft 2020-12) of scene files of rigid bodies.
///
/// A file that it refuses is refused by [`WorldSceneFile::read`](crate::WorldSceneFile::read) too. The reverse does not hold: that
/// numbers are in range, and that shapes have a volume, is checked when the file is read.
pub fn world_schema() -> String {
    let mut root = object(FILE_KEYS, &[], |key| match key {
        "format" => json!({ "const": FORMAT }),
        "seconds" => positive("How many seconds the scene runs by default"),
        "gravity" => part("vector"),
        "step" => positive("Seconds per step"),
        "substeps" | "most_substeps" | "cable_substeps" => json!({
            "type": "integer",
            "minimum": 1,
            "maximum": 1024,
            "description": "The least and the most parts that the solver divides a step into"
        }),
        "bounce_speed" => length("Hits that are slower do not bounce"),
        "sleeping" => json!({ "anyOf": [{ "type": "boolean" }, part("sleeping")] }),
        "bodies" => json!({
            "type": "object",
            "additionalProperties": part("body"),
            "description": "The bodies, by name"
        }),
        "cables" => json!({
            "type": "object",
            "additionalProperties": part("cable"),
            "description": "The cables, by name"
        }),
        other => unknown(other),
    });
    root["anyOf"] = json!([
        { "required": ["bodies"], "properties": { "bodies": { "minProperties": 1 } } },
        { "required": ["cables"], "properties": { "cables": { "minProperties": 1 } } }
    ]);
    let mut parts = body_schema_parts();
    parts["cable"] = cable();
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

fn cable() -> Value {
    let array = |items: Value| json!({ "type": "array", "items": items });
    let index = || json!({ "type": "integer", "minimum": 0 });
    let done = |keys: &'static [&'static str], what: Value| {
        array(object(keys, keys, |key| match key {
            "point" | "at" => index(),
            "cable" => json!({ "type": "string" }),
            _ => what.clone(),
        }))
    };
    let two =
        |items: Value| json!({ "type": "array", "items": items, "minItems": 2, "maxItems": 2 });
    let mut cable = object(CABLE_KEYS, &["radius"], |key| match key {
        "points" => array(part("vector")),
        "file" => string("An OBJ file with l elements, or a CSV file of rows x,y,z"),
        "line" => index(),
        "held" => array(index()),
        "radius" => positive("Half of its thickness, in m"),
        "material" => json!({ "enum": MATERIALS }),
        "stretch" => positive("EA, in N"),
        "bend" => length("B, in N m²"),
        "bend_aside" => length("B towards the second axis of the section, in N m²"),
        "twist" => length("C, in N m²"),
        "density" => positive("Mass per length, in kg/m"),
        "friction" => length("Coulomb's coefficient"),
        "restitution" => json!({ "type": "number", "minimum": 0, "maximum": 1 }),
        "drag" => length("How fast it loses speed, per second"),
        "closed" => json!({ "type": "boolean" }),
        "ends" => two(json!({ "enum": ENDS })),
        "natural" => json!({ "anyOf": [
            { "enum": NATURALS },
            object(NATURAL_KEYS, &[], |key| match key {
                "curvature" => two(json!({ "type": "number" })),
                _ => number("In rad/m"),
            })
        ] }),
        "rest_scale" => positive("Lengths at rest, as a factor of those between its points"),
        "velocity" | "axis" => part("vector"),
        "ties" => done(TIE_KEYS, Value::Null),
        "drives" => done(DRIVE_KEYS, part("vector")),
        "spins" => two(json!({ "type": "number" })),
        "pushes" => done(PUSH_KEYS, part("vector")),
        "loads" => done(LOAD_KEYS, length("In kg")),
        "fastened" => done(FASTENED_KEYS, string("The name of a body")),
        other => unknown(other),
    });
    cable["oneOf"] = json!([has(&["points"]), has(&["file"])]);
    cable
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
        "gravity_scale" => number("Factor of gravity"),
        "locked" => json!({ "type": "array", "items": { "enum": AXES } }),
        "filter" => part("filter"),
        "sensor" => json!({ "type": "boolean" }),
        "rest_gap" => positive("How far it stays from bodies that it rests on"),
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
            "description": "The share of the approach speed that remains after a hit"
        }),
        "friction_rule" | "restitution_rule" => json!({ "enum": RULES }),
        "surface_velocity" => part("vector"),
        other => unknown(other),
    })
}
