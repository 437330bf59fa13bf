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

#[test]
fn contacts_and_their_order_are_the_same_at_every_number_of_jobs() {
    let folder = TempDir::new().unwrap();
    // Two crumpled sheets that pass through each other.
    let side = 10;
    let crumpled = |name: &str, lift: f64| {
        let mut text = String::new();
        for body in 0..2 {
            for vertex in 0..side * side {
                let (x, y) = (f64::from(vertex % side), f64::from(vertex / side));
                let wave = (f64::from(vertex * 7919 % 101) / 101.0 - 0.5) * 0.8;
                let height = wave + lift * f64::from(2 * body - 1);
                text += &format!("v {x} {y} {height}\n");
            }
        }
        for body in 0..2 {
            for vertex in 0..side * (side - 1) {
                if vertex % side < side - 1 {
                    let corner = vertex + body * side * side + 1;
                    text += &format!("f {corner} {} {}\n", corner + 1, corner + side);
                    text += &format!("f {} {} {}\n", corner + 1, corner + side + 1, corner + side);
                }
            }
        }
        written(&folder, name, &text)
    };
    let (start, end) = (crumpled("start.obj", 2.0), crumpled("end.obj", -2.0));
    let lines = |jobs: &str| printed(&[&start, &end, "--all", "--json", "--jobs", jobs]);
    let one = lines("1");
    assert!(one.lines().count() > 700, "{}", one.lines().count());
    for jobs in ["2", "3", "8"] {
        assert!(lines(jobs) == one, "--jobs {jobs} differs");
    }
    assert!(printed(&[&start, &end, "--all", "--json"]) == one);
}

#[test]
fn an_obstacle_counts_but_is_not_compared_with_itself() {
    let folder = TempDir::new().unwrap();
    let [above, below] =
        [("a.ply", 1.0), ("b.ply", -3.0)].map(|(name, height)| sheets(&folder, name, height));
    // A floor, twice in the same place: its parts touch each other all the time.
    let floor = |name: &str, height: f64| {
        let corners = format!("v -9 -9 {height}\nv 9 -9 {height}\nv 0 9 {height}\n");
        written(
            &folder,
            name,
            &format!("{corners}{corners}f 1 2 3\nf 4 5 6\n"),
        )
    };
    let (high, low) = (floor("high.obj", 0.5), floor("low.obj", -8.5));
    let lines = values(&printed(&[
        &above,
        &below,
        "--obstacle",
        &high,
        "--all",
        "--json",
    ]));
    let (step, contacts) = lines.split_last().unwrap();
    assert_eq!(step["contacts"], contacts.len());
    // The corner comes down from 1 to -3, through both floors at 0.5 and through the mesh's own triangle at 0.
    let lower = step["free_step"].as_f64().unwrap();
    assert!(lower <= 0.125 && lower > 0.125 - 1e-11, "{step}");
    let of = |bodies: [u32; 2]| {
        let bodies = serde_json::json!(bodies);
        contacts.iter().filter(move |line| line["bodies"] == bodies)
    };
    assert_eq!((of([0, 0]).count(), of([1, 1]).count()), (1, 0));
    let hits: Vec<&Value> = of([0, 1])
        .filter(|line| line["features"][0] == "vertex")
        .collect();
    let [one, other] = hits[..] else {
        panic!("{hits:?}")
    };
    // By the numbers that vertices and triangles have in their own files.
    assert_eq!(
        (&one["triangle"], &other["triangle"]),
        (&0.into(), &1.into())
    );
    assert_eq!(one["corners"], serde_json::json!([[3], [0, 1, 2]]));
    assert_eq!(other["corners"], serde_json::json!([[3], [3, 4, 5]]));
    let story = printed(&[&above, &below, "--obstacle", &high]);
    let told = "vertex 3 and triangle 0 of the obstacle touch between 0.1249999";
    assert!(story.contains(told), "{story}");

    // It comes up to meet what does not move: from -8.5 to 0.5, and at -8.5 + 9·t = 0 it is at the mesh.
    let moving = ["--obstacle", &low, "--obstacle-to", &high, "--json"];
    let step = &values(&printed(&[&[&*above, &above], &moving[..]].concat()))[0];
    let lower = step["free_step"].as_f64().unwrap();
    let expected = 8.5 / 9.0;
    assert!(lower <= expected && lower > expected - 1e-11, "{step}");
    // Without the obstacle, no line says which body.
    let alone = printed(&[&above, &below, "--json"]);
    assert!(!alone.contains("bodies"), "{alone}");
    refused(
        &[&above, &below, "--obstacle", "no.ply"],
        &["no.ply: cannot be read"],
    );
    refused(
        &[&above, &below, "--obstacle-to", &high],
        &["--obstacle <MESH>"],
    );
    refused(
        &[
            &above,
            &below,
            "--obstacle",
            &high,
            "--obstacle-to",
            "builtin:box",
        ],
        &["high.obj and builtin:box: the mesh has 2 triangles at the start"],
    );
    refused(&[&above, &below, "--jobs", "0"], &["--jobs"]);
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

#[test]
fn a_clearance_ends_the_step_earlier() {
    let folder = TempDir::new().unwrap();
    let [above, below, near] = [("a.ply", 1.0), ("b.ply", -3.0), ("c.ply", 0.75)]
        .map(|(name, height)| sheets(&folder, name, height));
    // From height 1 to -3: at 0.2 it is at 0.2, at 0.25 it touches.
    let story = printed(&[&above, &below, "--clearance", "0.2"]);
    assert!(story.starts_with("free step   0.19999"), "{story}");
    assert!(
        story.contains("vertex 3 and triangle 0 come within 0.2 after 0.19999"),
        "{story}"
    );
    let lines = values(&printed(&[&above, &below, "--clearance", "0.2", "--json"]));
    assert_eq!(lines[0]["clearance"], 0.2);
    let step = lines[0]["free_step"].as_f64().unwrap();
    assert!(step < 0.2 && step > 0.199_999, "{step}");
    // Without one the key is not there.
    let lines = values(&printed(&[&above, &below, "--json"]));
    assert_eq!(lines[0].get("clearance"), None);

    let story = printed(&[&above, &near, "--clearance", "0.7"]);
    assert!(story.starts_with("free step   1: all keep 0.7"), "{story}");
    let story = printed(&[&above, &near, "--clearance", "1.5"]);
    assert!(story.starts_with("free step   0.000000\n"), "{story}");
    assert!(story.contains("are within 1.5 at the start"), "{story}");

    for bad in ["-1", "NaN", "inf", "1e99", "wide"] {
        let output = osculate(&[&above, &below, "--clearance", bad]);
        assert_eq!(output.status.code(), Some(2), "{bad}");
        let said = text(&output.stderr);
        assert!(said.contains("--clearance"), "{bad}: {said}");
    }
}
