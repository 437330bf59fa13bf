//! Embeds the viewer's page if there is one. Cargo runs no Node: `viewer/build` makes the page.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Names a page, by an absolute path, that is taken in place of those below.
const VARIABLE: &str = "OSCULATE_VIEWER_PAGE";

/// Where a page may be, from this folder: where `viewer/build` puts it, or inside the package. With each come the folders
/// that are watched until it is there, the nearest first: cargo would run this script every time for a file that is missing.
const PLACES: [(&str, &[&str]); 2] = [
    (
        "../../viewer/dist/viewer.html",
        &["../../viewer/dist", "../../viewer"],
    ),
    ("page/viewer.html", &["page"]),
];

fn main() {
    println!("cargo::rerun-if-env-changed={VARIABLE}");
    println!("cargo::rerun-if-changed=build.rs");
    let asked_for = env::var_os(VARIABLE).filter(|path| !path.is_empty());
    let page = match asked_for.map(PathBuf::from) {
        // A page that was asked for must be there.
        Some(page) => {
            println!("cargo::rerun-if-changed={}", page.display());
            Some(page)
        }
        None => found(),
    };
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let code = match page {
        Some(page) => {
            let text = fs::read_to_string(&page).unwrap_or_else(|error| {
                fail(&format!("the viewer's page {}: {error}", page.display()))
            });
            write(&out.join("viewer.html"), &text);
            r#"Some(include_str!(concat!(env!("OUT_DIR"), "/viewer.html")))"#
        }
        None => "None",
    };
    write(&out.join("page.rs"), code);
}

/// The page, if it was made.
fn found() -> Option<PathBuf> {
    for (page, folders) in PLACES {
        let mut watched = [page].into_iter().chain(folders.iter().copied());
        if let Some(path) = watched.find(|path| Path::new(path).exists()) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let pages = PLACES.map(|(page, _)| PathBuf::from(page));
    pages.into_iter().find(|page| page.is_file())
}

fn write(path: &Path, text: &str) {
    if let Err(error) = fs::write(path, text) {
        fail(&format!("{}: {error}", path.display()));
    }
}

fn fail(why: &str) -> ! {
    println!("cargo::error={why}");
    std::process::exit(1)
}
