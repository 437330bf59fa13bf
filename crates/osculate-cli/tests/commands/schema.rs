//! `osculate schema`. What the schemas say is tested beside the parsers, in `osculate-io`.

use crate::binary::{assert_refused, osculate, printed};
use serde_json::Value;

#[test]
fn schemas_are_printed() {
    for (format, name, key) in [
        ("queries", "osculate-queries/1", "queries"),
        ("distances", "osculate-distances/1", "within"),
        ("scene", "osculate-scene/1", "walls"),
        ("world", "osculate-world/1", "sleeping"),
    ] {
        let text = printed(&osculate(&["schema", format]));
        let schema: Value = serde_json::from_str(&text).unwrap();
        let draft = "https://json-schema.org/draft/2020-12/schema";
        assert_eq!(schema["$schema"], draft);
        assert_eq!(schema["properties"]["format"]["const"], name);
        assert!(schema["properties"][key].is_object(), "{text}");
        // For people too, and so not in one line.
        assert!(text.lines().count() > 50);
    }
    let lines: Value = serde_json::from_str(&printed(&osculate(&["schema", "trace"]))).unwrap();
    assert!(lines["properties"]["joints"].is_object());
    assert_refused(
        &osculate(&["schema", "picture"]),
        &["queries, distances, scene"],
    );
    assert_refused(&osculate(&["schema"]), &["<FORMAT>"]);
}
