//! Files are short, and named after what is in them.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// A file that is longer holds more than one concept.
const MOST_LINES: usize = 600;

/// Names that say nothing of what is in a file.
const BAD_NAMES: [&str; 6] = ["mod", "util", "utils", "common", "helper", "helpers"];

/// Where people write code; data and results may be as long as they like.
const CODE: [&str; 9] = ["rs", "py", "pyi", "ts", "js", "css", "html", "sh", "wgsl"];

/// The folder of the workspace. `None` where this crate stands alone, as in a package.
pub fn workspace() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join("ARCHITECTURE.md").is_file().then_some(root)
}

/// All files of code under a folder, but for what is built or fetched.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or("");
        let built = ["target", "node_modules", "dist", "__pycache__"].contains(&name);
        if path.is_dir() && !built && !name.starts_with('.') {
            found.extend(sources(&path));
        } else if path
            .extension()
            .is_some_and(|ending| CODE.iter().any(|code| ending == *code))
        {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn files_are_short_and_named_after_what_is_in_them() {
    let Some(root) = workspace() else {
        return;
    };
    let files = sources(&root);
    assert!(files.len() > 100, "the search for files is broken");
    let mut wrong = Vec::new();
    for path in files {
        let shown = path.strip_prefix(&root).unwrap().display();
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        if lines > MOST_LINES {
            wrong.push(format!("{shown} has {lines} lines, more than {MOST_LINES}"));
        }
        let name = path.file_stem().and_then(OsStr::to_str).unwrap();
        if BAD_NAMES.contains(&name) {
            wrong.push(format!(
                "{shown}: the name {name} does not say what is there"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The files that a text names in backquotes: `` `folder/name.rs` ``.
fn named(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2).filter(|name| {
        let path = name.strip_suffix(".rs").unwrap_or("");
        let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_/".contains(c);
        !path.is_empty() && path.chars().all(letters)
    })
}

#[test]
fn files_that_are_named_in_pages_exist() {
    let Some(root) = workspace() else {
        return;
    };
    let files = sources(&root);
    let pages = ["", "docs", "docs/decisions"].map(|folder| root.join(folder));
    let pages = pages
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap());
    let pages = pages.map(|entry| entry.unwrap().path());
    let (mut count, mut wrong) = (0, Vec::new());
    // What a changelog names may be gone.
    for page in pages.filter(|path| path.extension().is_some_and(|ending| ending == "md")) {
        if page.ends_with("CHANGELOG.md") {
            continue;
        }
        let text = fs::read_to_string(&page).unwrap();
        for name in text.lines().flat_map(named) {
            count += 1;
            if !files.iter().any(|file| file.ends_with(name)) {
                wrong.push(format!("{} names {name}", page.display()));
            }
        }
    }
    assert!(count > 100, "the search for names is broken");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
