//! `osculate events` where bodies have no room: time goes on, or the run says who is stuck.

use osculate_io::{AnyCheckpoint, MaxSize};
use osculate_trace::Contents;
use tempfile::TempDir;

use super::events_run::{osculate, result, within, written};
use crate::binary::{text, values};

const ENGINES: [&str; 4] = ["cells", "all-pairs", "pair-queue", "kaya"];

/// Two discs that fit exactly beside each other. Before, time stood still at 0.828, whatever the engine.
const SHAFT: &str = r#"{"format":"osculate-scene/1","gravity":[0,-10],"restitution":0.5,
    "domain":{"low":[0,0],"high":[2,40],"boundary":"walls"},
    "bodies":[{"position":[0.7,1],"radius":0.5},{"position":[1.1,2.5],"radius":0.5}]}"#;

/// A ball that fills its box.
fn filled(restitution: f64) -> String {
    format!(
        r#"{{"format":"osculate-scene/1","restitution":{restitution},
        "domain":{{"low":[0,0],"high":[1,1],"boundary":"walls"}},
        "bodies":[{{"position":[0.5,0.5],"velocity":[1,0.3],"radius":0.5}}]}}"#
    )
}

#[test]
fn discs_in_a_shaft_that_they_fill_come_to_rest() {
    let folder = TempDir::new().unwrap();
    let shaft = written(&folder, "shaft.json", SHAFT);
    for engine in ENGINES {
        let line = result(&[&shaft, "--seconds", "2", "--engine", engine]);
        assert_eq!(line["end"], "no further events", "{engine}: {line}");
        assert_eq!(line["asleep"], 2, "{engine}: {line}");
        assert!(line["wedged"].as_u64().unwrap() > 0, "{engine}: {line}");
        assert!(line["events"].as_u64().unwrap() < 100_000, "{line}");
        assert!(line["largest_overlap"].as_f64().unwrap() < 1e-13, "{line}");
    }
}

#[test]
fn a_ball_that_fills_its_box_comes_to_rest() {
    let folder = TempDir::new().unwrap();
    let scene = written(&folder, "filled.json", &filled(0.5));
    for engine in ENGINES {
        let line = result(&[&scene, "--seconds", "2", "--engine", engine]);
        assert_eq!(line["end"], "no further events", "{engine}: {line}");
        assert_eq!(line["asleep"], 1, "{engine}: {line}");
    }
}

#[test]
fn an_elastic_ball_that_fills_its_box_is_named() {
    let folder = TempDir::new().unwrap();
    let scene = written(&folder, "filled.json", &filled(1.0));
    for engine in ENGINES {
        let [trace, checkpoint] = ["t.jsonl", "c.json"].map(|name| within(&folder, name));
        let output = osculate(&[
            &scene,
            "--seconds",
            "2",
            "--engine",
            engine,
            "--trace",
            &trace,
            "--checkpoint",
            &checkpoint,
        ]);
        assert_eq!(output.status.code(), Some(1), "{engine}");
        let told = text(&output.stderr);
        assert!(
            told.starts_with("error: body 0 is stuck at time 0"),
            "{told}"
        );
        let lines = values(text(&output.stdout));
        assert_eq!(lines[0]["end"], "stuck", "{lines:?}");
        let contents = Contents::of(std::fs::File::open(&trace).unwrap()).unwrap();
        assert_eq!(lines[0]["events"], contents.events);
        assert_eq!(contents.end.as_deref(), Some("stuck"));
        AnyCheckpoint::read(checkpoint.as_ref(), MaxSize::default()).unwrap();
        // Going on from there is in vain, and says so.
        let resumed = osculate(&["--resume", &checkpoint]);
        assert_eq!(resumed.status.code(), Some(1), "{engine}");
    }
}
