//! The crates depend on what the table of ARCHITECTURE.md says, and on nothing else.

use crate::files::workspace;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

type Names = BTreeSet<String>;

/// What a crate depends on, and what its tests depend on besides.
#[derive(Debug, Default, PartialEq)]
struct Needs {
    always: Names,
    tests: Names,
}

/// What a `Cargo.toml` says.
fn manifest(text: &str) -> Needs {
    let mut needs = Needs::default();
    let mut section = "";
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line.trim_matches(['[', ']']);
        }
        let names = match section.rsplit('.').next() {
            Some("dependencies") => &mut needs.always,
            Some("dev-dependencies") => &mut needs.tests,
            _ => continue,
        };
        // Of `[workspace.dependencies]` each crate takes its part.
        let named = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        let end = line.find(|c: char| !named(c)).unwrap_or(0);
        if end > 0 && section != "workspace.dependencies" {
            names.insert(line[..end].to_owned());
        }
    }
    needs.tests = &needs.tests - &needs.always;
    needs
}

/// What the table says, by the crate's folder.
fn table(text: &str) -> BTreeMap<String, Needs> {
    let names = |cell: &str| -> Names {
        let words = cell
            .split(',')
            .filter_map(|part| part.split_whitespace().next());
        words
            .filter(|word| *word != "–")
            .map(str::to_owned)
            .collect()
    };
    let mut rows = text
        .lines()
        .skip_while(|line| !line.starts_with("| crate |"))
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect());
    let head: Vec<&str> = rows.next().expect("ARCHITECTURE.md has a table of crates");
    assert_eq!(head, ["crate", "what it is", "depends on", "its tests too"]);
    rows.skip(1)
        .map(|cells| {
            let [folder, _, always, tests] = cells[..] else {
                panic!("not four columns: {cells:?}");
            };
            let needs = Needs {
                always: names(always),
                tests: names(tests),
            };
            (folder.trim_matches('`').to_owned(), needs)
        })
        .collect()
}

/// The folders with a `Cargo.toml`: those of the workspace, and the fuzz targets.
fn crates(root: &Path) -> BTreeMap<String, Needs> {
    let inside = fs::read_dir(root.join("crates")).unwrap();
    let inside = inside.map(|entry| format!("crates/{}", entry.unwrap().file_name().display()));
    let read = |folder: String| {
        let text = fs::read_to_string(root.join(&folder).join("Cargo.toml")).ok()?;
        Some((folder, manifest(&text)))
    };
    let beside = ["benches", "fuzz"].map(str::to_owned);
    inside.chain(beside).filter_map(read).collect()
}

#[test]
fn crates_depend_on_what_the_table_says() {
    let Some(root) = workspace() else {
        return;
    };
    let written = table(&fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap());
    let real = crates(&root);
    assert!(real.len() > 5, "the search for crates is broken: {real:?}");
    let folders = |of: &BTreeMap<String, Needs>| of.keys().cloned().collect::<Names>();
    assert_eq!(folders(&written), folders(&real));
    for (folder, needs) in &real {
        assert_eq!(&written[folder], needs, "{folder}, the table first");
    }
}

/// A published crate cannot depend on one that is not, and what judges must not be what is judged.
#[test]
fn judges_serve_tests_alone_and_depend_on_nothing_of_ours() {
    let Some(root) = workspace() else {
        return;
    };
    let real = crates(&root);
    for (folder, needs) in &real {
        let shipped = folder.starts_with("crates/");
        assert!(
            !(shipped && needs.always.contains("osculate-judge")),
            "{folder}"
        );
    }
    let Needs { always, tests } = &real["crates/osculate-judge"];
    let ours = |name: &&String| name.starts_with("osculate");
    assert_eq!(always.union(tests).find(ours), None);
}
