//! A trace, and where its bodies are, that the viewer's tests read too.

use super::random_tree::{KINDS, Link, Random, traced, tree};
use osculate_trace::Playback;
use serde_json::json;
use std::fs;
use std::path::Path;

/// The folder of the viewer's samples.
fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../viewer/tests/samples")
}

/// Run with `OSCULATE_WRITE_SAMPLES=1` to write the files anew.
#[test]
fn the_viewers_sample_is_what_this_reader_says() {
    let links = tree(&mut Random(18), 24);
    // Joints of every kind, one that follows, something that is held and something that flies by itself.
    for kind in KINDS {
        let moves = |link: &&Link| link.kind == kind && link.pieces.is_some();
        assert!(links.iter().any(|link| moves(&link)), "{kind}");
    }
    assert!(links.iter().any(|link| link.mimic.is_some()));
    let held = |link: &Link| link.pieces.is_none() && link.parent.is_some();
    assert!(links.iter().any(held));
    assert!(links.iter().any(|link| link.flies.is_some()));
    let trace = traced(&links);
    let playback = Playback::read(trace.as_slice()).unwrap();
    let mut lines = String::new();
    for step in -1..=12 {
        let time = 0.1 * f64::from(step);
        let places = playback.placements(time);
        let position: Vec<[f64; 3]> = places.iter().map(|place| place.position).collect();
        let rotation: Vec<[f64; 4]> = places.iter().map(|place| place.rotation).collect();
        let line = json!({ "time": time, "position": position, "rotation": rotation });
        lines += &format!("{line}\n");
    }
    let trace = String::from_utf8(trace).unwrap();
    for (name, text) in [("joints.jsonl", &trace), ("joints.places.jsonl", &lines)] {
        let path = folder().join(name);
        if std::env::var_os("OSCULATE_WRITE_SAMPLES").is_some() {
            fs::write(&path, text).unwrap();
        }
        // A plain comparison: a difference of two long texts tells nobody anything.
        let same = fs::read_to_string(&path).unwrap() == *text;
        assert!(same, "{} is not what this reader says", path.display());
    }
}
