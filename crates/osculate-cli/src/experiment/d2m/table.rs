//! The results as tables, each narrow enough for a terminal of 80 characters.

use super::models::Model;
use super::summary::Summary;
use crate::experiment::spread::Spread;
use crate::experiment::table::{Table, none};
use crate::numbers::grouped;

/// Separations, times and proofs, a row a method and speed. `notes` stand below the last.
pub fn overview(summaries: &[Summary], notes: Vec<String>) -> [Table; 3] {
    let table =
        |caption: &str, header: &[&'static str], cells: &dyn Fn(&Summary) -> Vec<String>| {
            let rows = summaries.iter().map(|summary| {
                let mut row = vec![summary.method.name().to_owned(), summary.speed.to_string()];
                row.extend(cells(summary));
                row
            });
            Table {
                caption: caption.to_owned(),
                header: [&["method", "speed"], header].concat(),
                words: 1,
                rows: rows.collect(),
                notes: Vec::new(),
            }
        };
    let proofs = table(
        "Proofs, by the judge",
        &["penetrations", "late", "missed", "misstated", "undecided"],
        &|summary| {
            let counts = [
                summary.penetrations,
                summary.late,
                summary.missed,
                summary.misstated,
                summary.undecided,
            ];
            counts.map(|count| grouped(count as u64)).to_vec()
        },
    );
    [
        table(
            "Separation at contact, by the judge (outside: not within [1.0, 3.3]e-10)",
            &["contacts", "min", "median", "mean", "max", "outside"],
            &separations,
        ),
        table(
            "Time of an answer, in microseconds",
            &["min", "quartile", "median", "quartile", "mean", "max"],
            &times,
        ),
        Table { notes, ..proofs },
    ]
}

fn separations(summary: &Summary) -> Vec<String> {
    let mut row = vec![grouped(summary.contacts as u64)];
    row.extend(cells(
        summary.separation,
        |s| [s.least, s.median, s.mean, s.most],
        |length| format!("{length:.3e}"),
    ));
    row.push(summary.outside.map_or_else(none, |count| count.to_string()));
    row
}

fn times(summary: &Summary) -> Vec<String> {
    cells(
        summary.micros,
        |s| {
            [
                s.least,
                s.lower_quartile,
                s.median,
                s.upper_quartile,
                s.mean,
                s.most,
            ]
        },
        |micros| format!("{micros:.1}"),
    )
}

/// A row a pair of models, speed and method.
pub fn by_pair(summaries: &[(&[&Model; 2], Summary)]) -> Table {
    let rows = summaries.iter().map(|(models, summary)| {
        let mut row = vec![
            format!("{} / {}", models[0].name, models[1].name),
            summary.method.name().to_owned(),
            summary.speed.to_string(),
        ];
        row.extend(cells(
            summary.separation,
            |s| [s.median],
            |length| format!("{length:.3e}"),
        ));
        row.extend(cells(
            summary.micros,
            |s| [s.median, s.mean, s.most],
            |micros| format!("{micros:.1}"),
        ));
        row
    });
    Table {
        caption: "By pair".to_owned(),
        header: vec![
            "pair",
            "method",
            "speed",
            "separation\nmedian",
            "µs\nmedian",
            "µs\nmean",
            "µs\nmax",
        ],
        words: 2,
        rows: rows.collect(),
        notes: Vec::new(),
    }
}

fn cells<const N: usize>(
    spread: Option<Spread>,
    pick: fn(Spread) -> [f64; N],
    format: fn(f64) -> String,
) -> Vec<String> {
    match spread {
        Some(spread) => pick(spread).map(format).to_vec(),
        None => vec![none(); N],
    }
}
