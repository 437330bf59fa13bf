//! A small validator of JSON schemas: the keywords that ours use, and no others.

use serde_json::Value;

/// Whether `value` is as `schema` says, a part of `root`. Panics at a keyword that it does not know: an unknown one would pass
/// for one that is fulfilled.
pub fn is_valid(root: &Value, schema: &Value, value: &Value) -> bool {
    let keywords = schema.as_object().expect("a schema is an object");
    keywords
        .iter()
        .all(|(keyword, argument)| fulfils(root, schema, keyword, argument, value))
}

fn fulfils(root: &Value, schema: &Value, keyword: &str, argument: &Value, value: &Value) -> bool {
    let valid = |part: &Value, value: &Value| is_valid(root, part, value);
    let parts = || argument.as_array().expect("an array of schemas").iter();
    let bound = || argument.as_f64().expect("a number");
    let most = || argument.as_u64().expect("a count") as usize;
    let number =
        |holds: fn(f64, f64) -> bool| value.as_f64().is_none_or(|number| holds(number, bound()));
    match keyword {
        "$schema" | "$defs" | "title" | "description" => true,
        "$ref" => {
            let path = argument.as_str().and_then(|path| path.strip_prefix('#'));
            let part = root.pointer(path.expect("a path in this schema"));
            valid(part.expect("the part that is meant"), value)
        }
        "type" => match argument.as_str() {
            Some("object") => value.is_object(),
            Some("array") => value.is_array(),
            Some("string") => value.is_string(),
            Some("number") => value.is_number(),
            Some("integer") => value.as_f64().is_some_and(|number| number.fract() == 0.0),
            Some("boolean") => value.is_boolean(),
            other => panic!("unknown type {other:?}"),
        },
        "const" => is_equal(argument, value),
        "enum" => parts().any(|one| is_equal(one, value)),
        "not" => !valid(argument, value),
        "allOf" => parts().all(|part| valid(part, value)),
        "anyOf" => parts().any(|part| valid(part, value)),
        "oneOf" => parts().filter(|part| valid(part, value)).count() == 1,
        "minimum" => number(|number, bound| number >= bound),
        "maximum" => number(|number, bound| number <= bound),
        "exclusiveMinimum" => number(|number, bound| number > bound),
        "items" => value
            .as_array()
            .is_none_or(|items| items.iter().all(|item| valid(argument, item))),
        "minItems" => value.as_array().is_none_or(|items| items.len() >= most()),
        "maxItems" => value.as_array().is_none_or(|items| items.len() <= most()),
        "minProperties" => value.as_object().is_none_or(|keys| keys.len() >= most()),
        "maxProperties" => value.as_object().is_none_or(|keys| keys.len() <= most()),
        "required" => value.as_object().is_none_or(|object| {
            parts().all(|key| object.contains_key(key.as_str().expect("a key")))
        }),
        "properties" => value.as_object().is_none_or(|object| {
            let known = argument.as_object().expect("schemas by key");
            let known = |key: &String| known.get(key);
            object
                .iter()
                .all(|(key, value)| known(key).is_none_or(|part| valid(part, value)))
        }),
        "additionalProperties" => value.as_object().is_none_or(|object| {
            let known = |key: &String| schema["properties"].get(key).is_some();
            let mut others = object.iter().filter(|(key, _)| !known(key));
            match argument {
                Value::Bool(allowed) => *allowed || others.next().is_none(),
                part => others.all(|(_, value)| valid(part, value)),
            }
        }),
        other => panic!("unknown keyword {other}"),
    }
}

/// Numbers by their value: 2 is 2.0.
fn is_equal(one: &Value, other: &Value) -> bool {
    match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => one == other,
        _ => one == other,
    }
}
