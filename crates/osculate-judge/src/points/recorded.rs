//! Queries with a known answer from files, where they are present.
//!
//! Eight rows a query, `xn,xd,yn,yd,zn,zd,truth` each: four points at the start, the same at the end.

use super::query::{ExactQuery, Kind};
use super::rational::Rational;
use num_bigint::BigInt;
use std::path::{Path, PathBuf};

/// A query from a file.
pub struct Recorded {
    /// The file and the number of the query in it.
    pub name: String,
    /// What is asked.
    pub query: ExactQuery,
    /// The answer.
    pub touches: bool,
}

/// All recorded queries in the order of their files; `None` where the folder is absent.
///
/// It is beside the project, or where `OSCULATE_SHARED` says.
pub fn recorded() -> Option<Vec<Recorded>> {
    let shared = std::env::var("OSCULATE_SHARED").map_or_else(
        |_| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let folder = shared.join("data/queries");
    if !folder.is_dir() {
        return None;
    }
    let mut found = Vec::new();
    for scene in entries(&folder) {
        for (name, kind) in [
            ("vertex-face", Kind::VertexFace),
            ("edge-edge", Kind::EdgeEdge),
        ] {
            for file in entries(&scene.join(name)) {
                read(&file, kind, &mut found);
            }
        }
    }
    Some(found)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let listed = std::fs::read_dir(folder).into_iter().flatten();
    let mut entries: Vec<PathBuf> = listed.map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}

fn read(file: &Path, kind: Kind, found: &mut Vec<Recorded>) {
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{file:?}: {e}"));
    let rows: Vec<([Rational; 3], bool)> = text.lines().map(row).collect();
    assert!(
        rows.len().is_multiple_of(8),
        "{file:?}: {} rows",
        rows.len()
    );
    for (number, rows) in rows.chunks(8).enumerate() {
        let name = format!("{} {number}", file.display());
        let touches = rows[0].1;
        assert!(rows.iter().all(|row| row.1 == touches), "{name}: truths");
        let points = |from: usize| std::array::from_fn(|i| rows[from + i].0.clone());
        let query = ExactQuery {
            kind,
            start: points(0),
            end: points(4),
        };
        found.push(Recorded {
            name,
            query,
            touches,
        });
    }
}

fn row(line: &str) -> ([Rational; 3], bool) {
    let fields: Vec<&str> = line.trim().split(',').collect();
    assert_eq!(fields.len(), 7, "{line}");
    let whole = |i: usize| -> BigInt { fields[i].parse().unwrap_or_else(|_| panic!("{line}")) };
    let point = [0, 2, 4].map(|i| Rational::new(whole(i), whole(i + 1)));
    (point, fields[6] == "1")
}
