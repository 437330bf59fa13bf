//! `osculate deform`, as a user meets it.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

use crate::binary::{self, text, values};

fn osculate(arguments: &[&str]) -> Output {
    binary::osculate(&[&["deform"], arguments].concat())
}

#[track_caller]
fn printed(arguments: &[&str]) -> String {
    binary::printed(&osculate(arguments))
}

/// A large triangle at rest, and a small one whose first corner is at `height` above its middle.
fn sheets(folder: &TempDir, name: &str, height: f64) -> String {
    let contents = format!(
        "ply\nformat ascii 1.0\nelement vertex 6\nproperty double x\nproperty double y\nproperty double z\n\
         element face 2\nproperty list uchar int vertex_indices\nend_header\n\
         -9 -9 0\n9 -9 0\n0 9 0\n0 0 {height}\n1 0 5\n0 1 5\n3 0 1 2\n3 3 4 5\n"
    );
    written(folder, name, &contents)
}

fn written(folder: &TempDir, name: &str, contents: &str) -> String {
    let path = binary::written(folder, name, contents);
    path.to_str().unwrap().to_owned()
}

#[test]
fn the_free_step_ends_at_the_first_contact() {
    let folder = TempDir::new().unwrap();
    let [above, below, higher] = [("a.ply", 1.0), ("b.ply", -3.0), ("c.ply", 2.0)]
        .map(|(name, height)| sheets(&folder, name, height));
    let story = printed(&[&above, &below]);
    assert!(story.starts_with("free step   0.2"), "{story}");
    for part in [
        "vertex 3 and triangle 0 touch between",
        "1 of a vertex and a triangle, 0 of two edges",
    ] {
        assert!(story.contains(part), "{part} is missing in:\n{story}");
    }
    assert_eq!(
        printed(&[&above, &below, "--all"]).lines().count(),
        story.lines().count() + 1
    );

    let lines = values(&printed(&[&above, &below, "--all", "--json"]));
    assert_eq!(lines.len(), 2);
    let (contact, step) = (&lines[0], &lines[1]);
    assert_eq!(&step["limit"], contact);
    assert_eq!(step["contacts"], 1);
    assert_eq!(step["free_step"], contact["time"]);
    assert_eq!(contact["features"], serde_json::json!(["vertex", "face"]));
    assert_eq!(contact["corners"], serde_json::json!([[3], [0, 1, 2]]));
    assert_eq!(contact["triangle"], 0);
    let [lower, upper] = ["time", "time_upper"].map(|key| contact[key].as_f64().unwrap());
    assert!(
        lower <= 0.25 && 0.25 <= upper && upper - lower <= 1e-12,
        "{contact}"
    );
    assert_eq!(values(&printed(&[&above, &below, "--json"])), lines[1..]);

    let free = &values(&printed(&[&above, &higher, "--json", "--all"]))[..];
    let [step] = free else { panic!("{free:?}") };
    assert_eq!(
        (&step["free_step"], &step["limit"]),
        (&1.0.into(), &Value::Null)
    );
    assert!(printed(&[&above, &higher]).starts_with("free step   1: nothing touches"));
}

#[test]
fn a_contact_at_the_start_leaves_no_step() {
    let folder = TempDir::new().unwrap();
    let (on, above) = (sheets(&folder, "a.ply", 0.0), sheets(&folder, "b.ply", 1.0));
    let step = &values(&printed(&[&on, &above, "--json"]))[0];
    assert_eq!(step["free_step"], 0.0);
    assert_eq!(step["limit"]["time_upper"], 0.0);
    assert!(printed(&[&on, &above]).contains("touch at the start"));
}

/// Exit code 2, all of `told` on standard error, nothing else anywhere.
#[track_caller]
fn refused(arguments: &[&str], told: &[&str]) {
    let output = osculate(arguments);
    let error = text(&output.stderr);
    assert_eq!(
        (output.status.code(), text(&output.stdout)),
        (Some(2), ""),
        "{error}"
    );
    assert!(
        error.starts_with("error: ") && !error.contains("panicked"),
        "{error}"
    );
    for part in told {
        assert!(error.contains(part), "{part} is missing in: {error}");
    }
}

#[test]
fn bad_input() {
    let folder = TempDir::new().unwrap();
    let good = sheets(&folder, "good.ply", 1.0);
    let contents = fs::read_to_string(&good).unwrap();
    let turned = written(
        &folder,
        "turned.ply",
        &contents.replace("3 3 4 5", "3 4 5 3"),
    );
    let fewer = written(
        &folder,
        "fewer.ply",
        &contents
            .replace("face 2", "face 1")
            .replace("3 3 4 5\n", ""),
    );
    let cut = written(&folder, "cut.ply", &contents.replace("3 3 4 5\n", ""));
    refused(
        &[&good, &turned],
        &[
            "good.ply and ",
            "turned.ply: triangle 1 has the corners [3, 4, 5]",
        ],
    );
    refused(
        &[&fewer, &good],
        &["1 triangles at the start, but 2 at the end"],
    );
    refused(
        &[&good, &cut],
        &["cut.ply, line 16: the file ends after this line"],
    );
    refused(&[&good, "no-such.ply"], &["no-such.ply: cannot be read"]);
    refused(&[&good, "a.csv"], &["known are .obj, .ply and .stl"]);
    refused(&[&good], &["END.ply"]);
}

#[test]
fn the_shared_cloth_falls() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/deformable");
    if !data.is_dir() {
        println!("skipped: the shared data is not beside the project");
        return;
    }
    let [start, end] = ["cloth_ball92.ply", "cloth_ball93.ply"]
        .map(|name| data.join(name).to_str().unwrap().to_owned());
    let lines = values(&printed(&[&start, &end, "--json", "--all"]));
    let (step, contacts) = lines.split_last().unwrap();
    println!("{step}");
    assert_eq!(step["contacts"], contacts.len());
    let times = contacts.iter().map(|line| line["time"].as_f64().unwrap());
    assert_eq!(step["free_step"].as_f64(), Some(times.fold(1.0, f64::min)));
}
