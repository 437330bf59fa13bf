//! `osculate experiment`.

mod articulated;
mod c2a;
mod d2m;
mod jansen;
mod kaya;

use crate::binary::osculate_in;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const DOCS: &str = include_str!("../../../../docs/experiments.md");

/// What a run printed has all these parts, however wide its columns are, and no line that an ordinary terminal would break.
fn assert_story(story: &str, parts: &[&str]) {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in parts {
        assert!(
            words(story).contains(&words(part)),
            "{part} is missing in:\n{story}"
        );
    }
    let longest = story.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(80), "{longest:?}:\n{story}");
}

/// The lines of a CSV file, each as values by column; every column must be documented.
fn parsed(csv: &str) -> Vec<BTreeMap<&str, &str>> {
    let mut lines = csv.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    for column in &header {
        let documented = DOCS.contains(&format!("`{column}`"));
        assert!(documented, "{column} is not documented");
    }
    lines
        .map(|line| {
            let values: Vec<&str> = line.split(',').collect();
            assert_eq!(values.len(), header.len(), "{line}");
            header.iter().copied().zip(values).collect()
        })
        .collect()
}

fn assert_well_formed(svg: &str) {
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    assert_balanced(svg);
}

/// Every element that is opened is closed, in order; no number is missing.
fn assert_balanced(markup: &str) {
    assert!(
        !markup.contains("NaN") && !markup.contains("inf"),
        "{markup}"
    );
    let mut open = Vec::new();
    let mut rest = markup;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        assert!(
            !tag.contains('<') && tag.matches('"').count().is_multiple_of(2),
            "{tag}"
        );
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split_whitespace().next().unwrap());
        }
        rest = &rest[end + 1..];
    }
    assert_eq!((open, rest.trim()), (Vec::new(), ""));
}

/// A page that needs nothing else, with so many tables, figures and two traces, which are there and complete. Gives its text.
fn assert_page(folder: &Path, name: &str, [tables, figures]: [usize; 2]) -> String {
    let page = fs::read_to_string(folder.join(format!("{name}.html"))).unwrap();
    let markup = page.strip_prefix("<!DOCTYPE html>\n").expect("a doctype");
    assert_balanced(markup);
    for outside in [
        "<script", "<link", "<img", "src=", "url(", "@import", "https:",
    ] {
        assert!(!page.contains(outside), "{outside}");
    }
    // Names of languages and formats begin like addresses, and are asked for by nobody.
    let addresses = page.matches("http:").count();
    assert_eq!(addresses, page.matches("xmlns=\"http:").count());
    for part in [
        "<meta name=\"viewport\"",
        "color-scheme: light dark",
        "prefers-color-scheme: dark",
        "max-width: 44rem",
        "<html lang=\"en\">",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert_eq!(page.matches("<table>").count(), tables);
    // Each for wide screens and for narrow ones.
    assert_eq!(page.matches("<svg ").count(), 2 * figures);
    assert_eq!(page.matches("<div class=\"narrow\">").count(), figures);
    for trace in ["worst", "typical"] {
        let file = format!("{name}-{trace}.jsonl");
        assert!(page.contains(&format!("<a href=\"./{file}\">{file}</a>")));
        assert!(page.contains(&format!("<code>osculate view {file}</code>")));
        let info = osculate_in(folder, &["trace", "info", &file, "--json"]);
        let info = crate::binary::printed(&info);
        let info: serde_json::Value = serde_json::from_str(&info).unwrap();
        assert_eq!(info["complete"], true, "{info}");
    }
    page
}
