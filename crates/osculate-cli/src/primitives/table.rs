//! The summaries as tables, a row a file.

use super::summary::{STAGES, Summary};
use crate::numbers::grouped;
use crate::ruled_table::drawn;
use std::collections::BTreeSet;
use std::path::Path;

/// Answers, times and stages; of several files with a total.
pub fn table(summaries: &[Summary]) -> String {
    let mut rows: Vec<(String, Summary)> = names(summaries)
        .into_iter()
        .zip(summaries.iter().cloned())
        .collect();
    if summaries.len() > 1 {
        rows.push(("total".to_owned(), Summary::total(summaries)));
    }
    let table = |header: &[&str], cells: &dyn Fn(&Summary) -> Vec<String>| {
        let rows = rows
            .iter()
            .map(|(name, summary)| [vec![name.clone()], cells(summary)].concat());
        drawn(&[&["file"], header].concat(), 1, rows)
    };
    let answers = table(
        &["queries", "contacts", "false +", "false −", "exact"],
        &|summary| {
            let counts = [
                summary.queries(),
                summary.contacts,
                summary.false_positives,
                summary.false_negatives,
                summary.exact,
            ];
            counts.map(|count| grouped(count as u64)).to_vec()
        },
    );
    let times = table(
        &["mean", "median", "99 %", "worst"],
        &|summary| match summary.times() {
            Some(times) => [times.mean, times.median, times.p99, times.worst]
                .map(|micros| format!("{micros:.2}"))
                .to_vec(),
            None => vec!["–".to_owned(); 4],
        },
    );
    let stages = table(&STAGES.map(|(_, name)| name), &|summary| {
        summary
            .shares()
            .map(|share| format!("{:.1}", 100.0 * share))
            .to_vec()
    });
    format!(
        "Answers (false: they contradict the file; exact: rounded numbers did not suffice)\n{answers}
Time of an answer, in microseconds\n{times}
Where answers were found, in %\n{stages}"
    )
}

/// The files' paths, without the folders at their beginning, or the name at their end, that all have in common.
fn names(summaries: &[Summary]) -> Vec<String> {
    let paths: Vec<&Path> = summaries
        .iter()
        .map(|summary| summary.file.as_path())
        .collect();
    let folders: BTreeSet<_> = paths.iter().map(|path| path.parent()).collect();
    let files: BTreeSet<_> = paths.iter().map(|path| path.file_name()).collect();
    let by_folder = paths.len() > 1 && files.len() == 1 && folders.len() == paths.len();
    let shown: Vec<&Path> = paths
        .iter()
        .map(|path| path.parent().filter(|_| by_folder).unwrap_or(path))
        .collect();
    let mut common = match shown[..] {
        [first, _, ..] => first.parent(),
        _ => None,
    };
    while let Some(folder) = common
        && !shown.iter().all(|path| path.starts_with(folder))
    {
        common = folder.parent();
    }
    let common = common.unwrap_or(Path::new(""));
    shown
        .iter()
        .map(|path| {
            path.strip_prefix(common)
                .unwrap_or(path)
                .display()
                .to_string()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_short_as_they_can_be() {
        let told = |paths: &[&str]| {
            let summaries: Vec<Summary> = paths
                .iter()
                .map(|path| Summary::new(Path::new(path)))
                .collect();
            names(&summaries)
        };
        assert_eq!(told(&["a/b/x.csv"]), ["a/b/x.csv"]);
        assert_eq!(told(&["a/b/x.csv", "a/c/y.csv"]), ["b/x.csv", "c/y.csv"]);
        assert_eq!(told(&["a/b/x.csv", "a/c/d/x.csv"]), ["b", "c/d"]);
        assert_eq!(told(&["/a/x.csv", "y.csv"]), ["/a/x.csv", "y.csv"]);
        assert_eq!(told(&["a/x.csv", "a/x.csv"]), ["x.csv", "x.csv"]);
    }
}
