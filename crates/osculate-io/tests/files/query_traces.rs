//! Traces of queries, played back: bodies are where their motions have them.

use glam::DVec3;
use osculate::{Hull, Limits, Motion, Moving, Shape, Workspace, first_contact_with};
use osculate_io::{MaxSize, QueryFile, QueryTrace, TracedShape, write_query_trace};
use osculate_trace::{Compression, Playback, Precision};
use std::path::Path;

const FILE: &str = r#"{ "bodies": { "ball": { "ball": { "radius": 0.5 } } }, "queries": [ {
    "a": { "body": "ball", "at": { "position": [0, 0, 9] }, "linear": [1, 0, 3], "angular": [1, 2, 0], "acceleration": [0, 0, -9] },
    "b": { "body": "ball", "at": { "position": [1, 0, 0] }, "linear": [0, 0, 1] },
    "span": [0.25, 1.5] } ] }"#;

#[test]
fn falling_bodies_fall_in_traces() {
    let base = Path::new("");
    let file = QueryFile::parse(FILE, Path::new("falls.json"), base, MaxSize::default()).unwrap();
    let query = &file.queries[0];
    let ball = Shape::from(Hull::ball(0.5).unwrap());
    let (a, b) = (&query.a.motion, &query.b.motion);
    let (limits, workspace) = (Limits::default(), &mut Workspace::new());
    let (first, second) = (Moving::new(&ball, a), Moving::new(&ball, b));
    let outcome = first_contact_with(first, second, query.span, &limits, workspace);
    let trace = QueryTrace {
        title: "falls",
        query: 0,
        names: ["a", "b"],
        shapes: [TracedShape::Shape(&ball), TracedShape::Shape(&ball)],
        motions: [a, b],
        span: query.span,
        method: "first contact",
        outcome: &outcome,
    };
    let written = write_query_trace(Vec::new(), &trace, Precision::F64, Compression::None).unwrap();
    assert!(String::from_utf8_lossy(&written).contains("\"ballistic\""));
    let played = Playback::read(written.as_slice()).unwrap();
    let x = DVec3::new(0.1, -0.2, 0.15);
    for step in 0..=10 {
        let t = 0.25 + 0.125 * f64::from(step);
        for (body, motion) in [a, b].into_iter().enumerate() {
            let found = played.placement(body, t).point(x.to_array());
            let place = motion.placement(t);
            let wanted = place.position + place.rotation * x;
            let off = (DVec3::from_array(found) - wanted).length();
            assert!(off < 1e-14 * 20.0, "body {body} at {t}: {off:e}");
        }
    }
}
