//! The results as tables, each narrow enough for a terminal of 80 characters.

use super::models::Model;
use super::summary::{Record, Spread, Summary};
use crate::numbers::grouped;
use crate::ruled_table::drawn;

/// Separations, proofs and times, a row a method and speed.
pub fn overview(summaries: &[Summary]) -> String {
    let table = |header: &[&str], cells: &dyn Fn(&Summary) -> Vec<String>| {
        let rows = summaries.iter().map(|summary| {
            let mut row = vec![summary.method.name().to_owned(), summary.speed.to_string()];
            row.extend(cells(summary));
            row
        });
        drawn(&[&["method", "speed"], header].concat(), 1, rows)
    };
    let lengths = |spread: Option<Spread>| {
        cells(
            spread,
            |s| [s.least, s.median, s.mean, s.most],
            |length| format!("{length:.3e}"),
        )
    };
    let separations = table(
        &["contacts", "min", "median", "mean", "max", "outside"],
        &|summary| {
            let mut row = vec![grouped(summary.contacts as u64)];
            row.extend(lengths(summary.separation));
            row.push(summary.outside.map_or_else(none, |count| count.to_string()));
            row
        },
    );
    let times = table(
        &["min", "quartile", "median", "quartile", "mean", "max"],
        &|summary| {
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
        },
    );
    let proofs = table(
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
    format!(
        "Separation at contact, by the judge (outside: not within [1.0, 3.3]e-10)\n{separations}
Time of an answer, in microseconds\n{times}
Proofs, by the judge\n{proofs}"
    )
}

/// A row a pair of models, speed and method.
pub fn by_pair(summaries: &[(&[&Model; 2], Summary)]) -> String {
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
    let header = [
        "pair",
        "method",
        "speed",
        "separation\nmedian",
        "µs\nmedian",
        "µs\nmean",
        "µs\nmax",
    ];
    format!("By pair\n{}", drawn(&header, 2, rows))
}

/// The models, a line each, and the trials.
pub fn setting(
    models: &[Model],
    records: &[Record],
    methods: usize,
    redrawn: u64,
    seed: u64,
) -> String {
    let mut text = String::from("Models, scaled to radius 1\n");
    for model in models {
        text += &format!(
            "  {:<7}{:>8} triangles  {}\n",
            model.name,
            grouped(model.triangles() as u64),
            model.origin
        );
    }
    let trials = records.len() / methods.max(1);
    text + &format!(
        "{} collisions a method, seed {seed}; draws that did not collide: {}\n\n",
        grouped(trials as u64),
        grouped(redrawn)
    )
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

fn none() -> String {
    "–".to_owned()
}
