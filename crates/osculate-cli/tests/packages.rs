//! What every published crate has in its own folder: licences, a readme, a description, and all files that it is compiled from.

#![deny(clippy::too_many_lines)]

use std::fs;
use std::path::{Component, Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folders of the crates that are published, with their manifests.
fn published() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else {
            continue;
        };
        if !manifest.contains("\npublish = false") {
            found.push((folder, manifest));
        }
    }
    assert!(found.len() >= 5, "{found:?}");
    found
}

#[test]
fn licences_and_words_for_the_registry() {
    let read = |path: PathBuf| {
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    for (folder, manifest) in published() {
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let (ours, whole) = (read(folder.join(licence)), read(root().join(licence)));
            assert!(ours == whole, "{}: {licence}", folder.display());
        }
        assert!(read(folder.join("README.md")).starts_with("# "));
        for key in ["description", "keywords", "categories", "readme"] {
            let has = manifest.lines().any(|line| line.starts_with(key));
            assert!(has, "{}: no {key}", folder.display());
        }
    }
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// How many folders a path goes up from where it starts, at most.
fn highest(path: &Path) -> usize {
    let (mut depth, mut highest) = (0_isize, 0);
    for component in path.components() {
        depth += if component == Component::ParentDir {
            -1
        } else {
            1
        };
        highest = highest.min(depth);
    }
    highest.unsigned_abs()
}

/// Documentation that is only compiled as a test may be elsewhere; what is compiled may not.
#[test]
fn nothing_is_compiled_from_outside() {
    for (folder, _) in published() {
        let mut files = Vec::new();
        sources(&folder.join("src"), &mut files);
        for file in files {
            let depth = file.strip_prefix(&folder).unwrap().components().count() - 1;
            let text = fs::read_to_string(&file).unwrap();
            let compiled = text.lines().filter(|line| !line.starts_with("#[doc"));
            for line in compiled {
                for call in ["include_str!(\"", "include_bytes!(\"", "include!(\""] {
                    let Some((_, rest)) = line.split_once(call) else {
                        continue;
                    };
                    let path = Path::new(rest.split('"').next().unwrap());
                    let inside = highest(path) <= depth;
                    assert!(inside, "{}: {}", file.display(), path.display());
                }
            }
        }
    }
}
