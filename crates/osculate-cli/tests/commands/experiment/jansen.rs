//! `osculate experiment jansen`, as a user meets it.

use super::{DOCS, assert_well_formed};
use crate::binary::{listing, osculate_in, printed};
use std::fs;
use tempfile::TempDir;

#[test]
fn a_small_run_fills_table_and_files() {
    let folder = TempDir::new().unwrap();
    let run = [
        "experiment",
        "jansen",
        "--frames",
        "1",
        "--up-to",
        "144",
        "--out",
        "out",
    ];
    let story = printed(&osculate_in(folder.path(), &run));
    assert!(
        story.contains("Hoop and ball") && story.contains("0.25 frames"),
        "{story}"
    );
    let out = folder.path().join("out");
    assert_eq!(listing(&out), ["jansen-growth.svg", "jansen.csv"]);
    assert_well_formed(&fs::read_to_string(out.join("jansen-growth.svg")).unwrap());
    let csv = fs::read_to_string(out.join("jansen.csv")).unwrap();
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 2, "{csv}");
    for (column, value) in lines[0].iter().zip(&lines[1]) {
        assert!(
            DOCS.contains(&format!("`{column}`")),
            "{column} is not documented"
        );
        assert!(value.parse::<f64>().is_ok(), "{column}: {value}");
    }
    assert_eq!(lines[1][0], "144");
}
