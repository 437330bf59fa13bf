//! The schema of traces against lines that are written, and against the reader.

use super::schemas::validator::is_valid;
use osculate_io::trace_schema;
use osculate_trace::TraceReader;
use serde_json::Value;
use std::fs;
use std::path::Path;

fn schema() -> Value {
    serde_json::from_str(&trace_schema()).unwrap()
}

/// Lines of every kind that the documentation shows or the viewer's tests read.
fn samples() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let joints = fs::read_to_string(root.join("viewer/tests/samples/joints.jsonl")).unwrap();
    let documented = fs::read_to_string(root.join("docs/traces.md")).unwrap();
    let shown = documented
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .filter(|line| line.starts_with('{'));
    shown.chain(joints.lines()).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_written_is_valid() {
    let schema = schema();
    let mut count = 0;
    for line in samples().lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        assert!(is_valid(&schema, &schema, &value), "{line}");
        count += 1;
    }
    assert!(count > 10);
}

#[test]
fn what_the_schema_refuses_the_reader_refuses() {
    let begin = "{\"osculate-trace\":2,\"dimension\":3}
{\"shape\":{\"ball\":{\"radius\":1}}}
{\"bodies\":{\"shape\":0,\"count\":3,\"parent\":[-1,0,1]}}
{\"joints\":{\"body\":[1]}}
";
    let schema = schema();
    for line in [
        r#"{"joints":{"kinds":["revolute"]}}"#,
        r#"{"joints":{"body":["one"]}}"#,
        r#"{"joints":{"body":[2],"name":"elbow"}}"#,
        r#"{"segments":{"motion":"joint","body":[1],"until":[1]}}"#,
        r#"{"segments":{"motion":"joint","time":[0],"body":[1],"until":[1],"degree":6}}"#,
        r#"{"segments":{"motion":"joint","time":[0],"body":[1],"until":{}}}"#,
        r#"{"bodies":{"count":1}}"#,
        r#"{"shape":{"ball":{"radius":-1}}}"#,
        r#"{"shape":{"compound":{"parts":[{"position":[0,0,0]}]}}}"#,
        r#"{"step":{"linear":[1,2,3]}}"#,
        r#"{"levels":{"body":0,"level":0,"kind":"rss"}}"#,
        r#"{"series":{"time":[0],"value":[1]}}"#,
        r#"{"end":{"time":1}}"#,
    ] {
        let value: Value = serde_json::from_str(line).unwrap();
        assert!(!is_valid(&schema, &schema, &value), "{line}");
        let text = format!("{begin}{line}\n");
        let read: Result<Vec<_>, _> = TraceReader::new(text.as_bytes()).unwrap().collect();
        assert!(read.is_err(), "{line}");
    }
    // Lines that come later are skipped.
    let later = serde_json::json!({ "hologram": { "of": "something" } });
    assert!(is_valid(&schema, &schema, &later));
}
