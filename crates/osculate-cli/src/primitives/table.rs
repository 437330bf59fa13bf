//! The summaries as tables, a row a file.

use super::summary::{STAGES, Summary};
use crate::numbers::grouped;
use crate::ruled_table::drawn;
use std::path::{Path, PathBuf};

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

/// The files' paths, without the folders that all have in common.
fn names(summaries: &[Summary]) -> Vec<String> {
    let folders = |path: &Path| path.parent().map(Path::to_owned).unwrap_or_default();
    let mut common: Option<PathBuf> = (summaries.len() > 1).then(|| folders(&summaries[0].file));
    for summary in summaries {
        while let Some(folder) = &common
            && !summary.file.starts_with(folder)
        {
            common = folder.parent().map(Path::to_owned);
        }
    }
    let common = common.unwrap_or_default();
    summaries
        .iter()
        .map(|summary| {
            let path = summary.file.strip_prefix(&common).unwrap_or(&summary.file);
            path.display().to_string()
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
        assert_eq!(told(&["a/b/x.csv", "a/c/x.csv"]), ["b/x.csv", "c/x.csv"]);
        assert_eq!(told(&["/a/x.csv", "y.csv"]), ["/a/x.csv", "y.csv"]);
        assert_eq!(told(&["a/x.csv", "a/x.csv"]), ["x.csv", "x.csv"]);
    }
}
