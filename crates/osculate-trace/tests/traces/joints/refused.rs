//! Joints that are refused, with the line that is wrong.

use osculate_trace::{Playback, TraceReader};

const BEGIN: &str = r#"{"osculate-trace":2,"dimension":3}
{"shape":{"ball":{"radius":1}}}
{"bodies":{"shape":0,"count":5,"parent":[-1,0,1,2,3]}}
{"joints":{"body":[1,2,3],"kind":[0,1,2],"kinds":["revolute","floating","twisted"]}}
"#;

/// Fifth lines that do not fit, and what is told of them.
const MISFITS: &[(&str, &str)] = &[
    (r#"{"joints":{"kind":[0]}}"#, "\"body\" is missing"),
    (
        r#"{"joints":{"body":[9]}}"#,
        "names body 9, and there are 5",
    ),
    (r#"{"joints":{"body":[2]}}"#, "body 2 has a joint already"),
    (r#"{"joints":{"body":[4,4]}}"#, "body 4 has a joint already"),
    (
        r#"{"joints":{"body":[4],"axis":[0,0,0]}}"#,
        "the axis of the joint of body 4 is zero",
    ),
    (r#"{"joints":{"body":[4],"axis":[1,0]}}"#, "1 rows of 3"),
    (
        r#"{"joints":{"body":[4],"name":["a","b"]}}"#,
        "2 entries instead of 1",
    ),
    (
        r#"{"joints":{"body":[4],"kind":[1],"kinds":["revolute"]}}"#,
        "1 kinds",
    ),
    (
        r#"{"joints":{"body":[4],"rotation":[0,0,0,2]}}"#,
        "body 4 is no rotation",
    ),
    (
        r#"{"joints":{"body":[4],"position":["f64","AAAAAAAA+H8AAAAAAAD4fwAAAAAAAPh/"]}}"#,
        "NaN",
    ),
    (
        r#"{"joints":{"body":[4],"kind":[0],"kinds":["planar"],"along":[1,0,1]}}"#,
        "body 4 is not across its axis",
    ),
    (
        r#"{"joints":{"body":[4],"mimic":[0]}}"#,
        "follows that of body 0, which has none",
    ),
    (
        r#"{"joints":{"body":[4],"mimic":[4]}}"#,
        "which follows another one",
    ),
    (
        r#"{"joints":{"body":[4,0],"mimic":[0,4]}}"#,
        "which follows another one",
    ),
    (
        r#"{"joints":{"body":[4],"mimic":[2]}}"#,
        "that of body 2 does not",
    ),
    (r#"{"joints":{"body":[4],"mimic":[0.5]}}"#, "body 0.5"),
    (
        r#"{"bodies":{"shape":[0,0],"parent":[6,5]}}"#,
        "the parent of body 5 is 6, which is no earlier body",
    ),
    (
        r#"{"segments":{"motion":"joint","time":[0],"body":[4],"until":[1]}}"#,
        "body 4 has no joint",
    ),
    (
        r#"{"segments":{"motion":"joint","time":[0],"body":[1]}}"#,
        "\"until\" is missing",
    ),
    (
        r#"{"segments":{"motion":"joint","time":[2],"body":[1],"until":[1]}}"#,
        "which is earlier",
    ),
    (
        r#"{"segments":{"motion":"joint","time":[0],"body":[1],"until":[1],"degree":6}}"#,
        "at most 5",
    ),
    (
        r#"{"segments":{"motion":"joint","time":[0],"body":[1],"until":[1],"degree":-1}}"#,
        "invalid value",
    ),
    (
        r#"{"segments":{"motion":"joint","time":[0,0],"body":[1,1],"until":[1],"degree":1,"q":[1,2,3]}}"#,
        "2 rows of 2",
    ),
    (
        r#"{"segments":{"motion":"joint","time":[0],"body":[2],"until":[1],"from":[0,0,0,0]}}"#,
        "\"from\" of body 2 is no rotation",
    ),
    (
        r#"{"segments":{"motion":"joint","time":[0],"body":[1],"until":["f64","AAAAAAAA+H8="]}}"#,
        "NaN",
    ),
];

fn told(text: &str) -> String {
    let read: Result<Vec<_>, _> = TraceReader::new(text.as_bytes()).unwrap().collect();
    read.expect_err(text).to_string()
}

#[test]
fn what_does_not_fit_is_named_with_its_line() {
    for (line, why) in MISFITS {
        let error = told(&format!("{BEGIN}{line}\n"));
        assert!(error.contains(why), "{line}: {error}");
        assert!(error.contains("line 5"), "{error}");
    }
}

#[test]
fn followers_have_no_motion_of_their_own() {
    let follower = "{\"joints\":{\"body\":[4],\"mimic\":[1]}}\n";
    let velocity = "{\"segments\":{\"motion\":\"velocity\",\"time\":[0],\"body\":[4]}}\n";
    let error = told(&format!("{BEGIN}{follower}{velocity}"));
    assert!(
        error.contains("line 6") && error.contains("follows that of body 1"),
        "{error}"
    );
}

#[test]
fn the_plane_has_no_joints() {
    let begin = "{\"osculate-trace\":2,\"dimension\":2}
{\"shape\":{\"ball\":{\"radius\":1}}}
{\"bodies\":{\"shape\":[0]}}
";
    let error = told(&format!("{begin}{{\"joints\":{{\"body\":[0]}}}}\n"));
    assert!(error.contains("joints are in space"), "{error}");
}

#[test]
fn kinds_that_come_later_stand_still_and_are_told() {
    let follower = "{\"joints\":{\"body\":[4],\"mimic\":[3]}}";
    let text = format!(
        "{BEGIN}{follower}\n{}\n",
        r#"{"segments":{"motion":"joint","time":[0],"body":[1,3],"until":[1],"degree":1,"q":[0,1]}}"#
    );
    let playback = Playback::read(text.as_bytes()).unwrap();
    assert!(playback.is_known(1) && !playback.is_known(3));
    // What follows it stands still too.
    for body in [3, 4] {
        assert_eq!(playback.placement(body, 0.5), playback.placement(2, 0.5));
    }
}
