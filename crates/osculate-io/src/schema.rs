//! JSON schemas of the files that are read: parts that all have in common.
//!
//! The keys of an object come from the tables that its parser has; the rest is held against the parser by tests.

use serde_json::{Map, Value, json};

/// A schema for a whole file.
pub(crate) fn document(title: &str, format: &str, mut root: Value, parts: Value) -> String {
    root["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    root["title"] = json!(title);
    root["description"] = json!(format!("The format {format}"));
    root["$defs"] = parts;
    format!("{root:#}")
}

/// An object that may have only the keys `known`, each with what `part` says of it, and must have those that are `required`.
pub(crate) fn object(known: &[&str], required: &[&str], part: impl Fn(&str) -> Value) -> Value {
    object_of(known, required, &part)
}

/// Compiled once: a map that is collected comes with a sort of its own for every iterator.
fn object_of(known: &[&str], required: &[&str], part: &dyn Fn(&str) -> Value) -> Value {
    let parts = known.iter().map(|&key| (key.to_owned(), part(key)));
    json!({
        "type": "object",
        "properties": parts.collect::<Map<_, _>>(),
        "required": required,
        "additionalProperties": false
    })
}

/// An object of numbers of 0 or more, all of which it must have.
pub(crate) fn lengths(keys: &[&str]) -> Value {
    object(keys, keys, |_| length("0 or more"))
}

/// A number.
pub(crate) fn number(meaning: &str) -> Value {
    json!({ "type": "number", "description": meaning })
}

/// A number of 0 or more.
pub(crate) fn length(meaning: &str) -> Value {
    json!({ "type": "number", "minimum": 0, "description": meaning })
}

/// A number above 0.
pub(crate) fn positive(meaning: &str) -> Value {
    json!({ "type": "number", "exclusiveMinimum": 0, "description": meaning })
}

/// A string.
pub(crate) fn string(meaning: &str) -> Value {
    json!({ "type": "string", "description": meaning })
}

/// As many numbers as `least` to `most`.
pub(crate) fn numbers(least: usize, most: usize, meaning: &str) -> Value {
    json!({
        "type": "array",
        "items": { "type": "number" },
        "minItems": least,
        "maxItems": most,
        "description": meaning
    })
}

/// What is described elsewhere in the schema.
pub(crate) fn part(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// That an object has all of these keys.
pub(crate) fn has(keys: &[&str]) -> Value {
    json!({ "required": keys })
}

/// That an object has none of these keys.
pub(crate) fn lacks(keys: &[&str]) -> Value {
    let present: Vec<Value> = keys.iter().map(|&key| has(&[key])).collect();
    json!({ "not": { "anyOf": present } })
}

/// What a key that no schema knows of comes to: the table of the parser has grown.
pub(crate) fn unknown(key: &str) -> Value {
    panic!("the schema does not say what the key {key:?} is")
}
