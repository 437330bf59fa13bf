//! Answers for people.

use super::Answer;
pub use crate::answer_table::View;
use crate::answer_table::{Answers, Column, Kind, chosen, rows_left_out, wrapped};
use crate::colour::Tint;
use crate::numbers::{bracket, grouped, significant};
use crate::outcome_words;
use glam::DVec3;
use osculate::query::Then;
use osculate::{Contact, Feature, Verdict};
use std::fmt::Write;

/// How long it took.
pub struct Seconds {
    /// To build the hierarchies.
    pub build: f64,
    /// To answer the queries.
    pub queries: f64,
}

/// A table of the answers; with `stats`, the work they took.
///
/// Its lines are at most as wide as the view: columns that find no room are left out, and named below. Words stay whole, so
/// a terminal too narrow for the outcomes gets longer lines. Of many rows the first and the last are shown.
pub fn table(answers: &[Answer], stats: Option<Seconds>, view: View) -> String {
    let (rows, numbers) = chosen(answers.len(), view);
    let shown: Vec<&Answer> = numbers.iter().map(|&index| &answers[index]).collect();
    let drawn = Answers {
        columns: columns(&shown, stats.is_some()),
        rows,
        tints: shown
            .iter()
            .map(|answer| tint(&answer.outcome.verdict))
            .collect(),
    };
    let (mut text, mut hidden) = drawn.draw(view);
    if !hidden.is_empty() {
        if stats.is_some()
            && COUNTS
                .iter()
                .all(|name| hidden.contains(name) || drawn.lacks(name))
        {
            hidden.retain(|name| !COUNTS.contains(name));
            hidden.push("counts of work");
        }
        let sentence = format!("Left out: {}; --json has them all", hidden.join(", "));
        text += &wrapped(&sentence, view.width);
    }
    if let Some(sentence) = rows_left_out(answers.len(), view) {
        text += &wrapped(&sentence, view.width);
        if let Some(sentence) = extremes(answers) {
            text += &wrapped(&sentence, view.width);
        }
    }
    let mut last = summary(answers);
    if let Some(seconds) = stats {
        let _ = write!(
            last,
            "; hierarchies {:.3} s, queries {:.3} s",
            seconds.build, seconds.queries
        );
    }
    text + &wrapped(&last, view.width)
}

/// The colour of an outcome.
pub fn tint(verdict: &Verdict) -> Tint {
    match verdict {
        Verdict::Free => Tint::Free,
        Verdict::Contact(_) => Tint::Contact,
        Verdict::Overlapping { .. } => Tint::Overlap,
        Verdict::Undecided { .. } => Tint::Unknown,
    }
}

/// Columns that have one name when all of them are left out.
const COUNTS: [&str; 6] = [
    "volume pairs",
    "triangle pairs",
    "feature pairs",
    "supports",
    "poses",
    "iterations",
];

fn column(
    answers: &[&Answer],
    name: &'static str,
    kind: Kind,
    rank: usize,
    cell: fn(&Answer) -> String,
) -> Column {
    Column {
        name,
        kind,
        rank,
        cells: answers.iter().map(|answer| cell(answer)).collect(),
    }
}

fn columns(answers: &[&Answer], stats: bool) -> Vec<Column> {
    let column = |name, kind, rank, cell| column(answers, name, kind, rank, cell);
    let mut columns = vec![
        column("query", Kind::Number, 0, |answer| answer.query.to_string()),
        column("outcome", Kind::Text, 0, |answer| {
            told(&answer.outcome.verdict).to_owned()
        }),
        column("time", Kind::Number, 1, |answer| {
            match answer.outcome.verdict {
                Verdict::Contact(ref contact) => between(contact)[0].clone(),
                Verdict::Undecided {
                    free_until: Some(time),
                    ..
                } => format!("> {}", significant(time)),
                _ => String::new(),
            }
        }),
        column("then", Kind::Text, 2, |answer| {
            then(&answer.outcome.verdict)
        }),
        column("time_upper", Kind::Number, 2, |answer| {
            of_contact(answer, |contact| between(contact)[1].clone())
        }),
        column("separation", Kind::Number, 4, |answer| {
            of_contact(answer, |contact| significant(contact.separation.upper))
        }),
        column("depth", Kind::Number, 4, |answer| {
            match answer.outcome.verdict {
                Verdict::Overlapping { ref start, .. } if start.depth.upper < f64::INFINITY => {
                    significant(start.depth.upper)
                }
                _ => String::new(),
            }
        }),
        column("point on a", Kind::Text, 12, |answer| {
            place(answer).map_or_else(String::new, |(point, _)| cell(point))
        }),
        column("normal", Kind::Text, 13, |answer| {
            place(answer).map_or_else(String::new, |(_, normal)| cell(normal))
        }),
        if answers.iter().all(|answer| only_triangles(answer)) {
            column("triangles", Kind::Text, 5, |answer| {
                of_contact(answer, triangles)
            })
        } else {
            column("features", Kind::Text, 5, |answer| {
                of_contact(answer, features)
            })
        },
    ];
    // Most bodies do not overlap.
    let overlaps = |answer: &&Answer| matches!(answer.outcome.verdict, Verdict::Overlapping { .. });
    if !answers.iter().any(overlaps) {
        columns.retain(|column| !["then", "depth"].contains(&column.name));
    }
    if stats {
        columns.extend(work_columns(answers));
    }
    columns
}

/// What the answers took.
fn work_columns(answers: &[&Answer]) -> Vec<Column> {
    let column = |name, kind, rank, cell| column(answers, name, kind, rank, cell);
    let mut columns = vec![
        column("µs", Kind::Number, 3, |answer| {
            format!("{:.1}", answer.micros)
        }),
        column("volume pairs", Kind::Number, 6, |answer| {
            grouped(answer.outcome.stats.volume_pairs)
        }),
        column("triangle pairs", Kind::Number, 7, |answer| {
            grouped(answer.outcome.stats.triangle_pairs)
        }),
        column("feature pairs", Kind::Number, 8, |answer| {
            grouped(answer.outcome.stats.feature_pairs)
        }),
        column("supports", Kind::Number, 9, |answer| {
            grouped(answer.outcome.stats.supports)
        }),
        column("poses", Kind::Number, 10, |answer| {
            grouped(answer.outcome.stats.poses)
        }),
        column("iterations", Kind::Number, 11, |answer| {
            grouped(answer.outcome.stats.iterations)
        }),
    ];
    if answers
        .iter()
        .all(|answer| answer.outcome.stats.supports == 0)
    {
        columns.retain(|column| column.name != "supports");
    }
    columns
}

/// The point on a and the normal, of a contact or of an overlap that was measured.
fn place(answer: &Answer) -> Option<(DVec3, DVec3)> {
    match answer.outcome.verdict {
        Verdict::Contact(ref contact) => Some((contact.point_a, contact.normal)),
        Verdict::Overlapping { ref start, .. } if start.normal != DVec3::ZERO => {
            Some((start.point_a, start.normal))
        }
        _ => None,
    }
}

/// What becomes of an overlap.
fn then(verdict: &Verdict) -> String {
    match *verdict {
        Verdict::Overlapping { then, .. } => match then {
            Then::Parts { from } => format!("parts from {}", significant(from)),
            Then::Stays => "stays".to_owned(),
            Then::Deepens { upper } => format!("deepens by {}", significant(upper)),
            Then::Unknown => "unknown".to_owned(),
        },
        _ => String::new(),
    }
}

fn of_contact(answer: &Answer, cell: fn(&Contact) -> String) -> String {
    match answer.outcome.verdict {
        Verdict::Contact(ref contact) => cell(contact),
        _ => String::new(),
    }
}

/// The bracket of a contact.
pub fn between(contact: &Contact) -> [String; 2] {
    bracket(contact.lower, contact.upper)
}

/// The earliest and the latest contact, if there are two.
fn extremes(answers: &[Answer]) -> Option<String> {
    let times = answers.iter().filter_map(|answer| {
        let contact = answer.outcome.verdict.contact()?;
        Some((contact.lower, answer.query))
    });
    let mut times: Vec<(f64, usize)> = times.collect();
    if times.len() < 2 {
        return None;
    }
    times.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let told = |(time, query): (f64, usize)| {
        format!("{} of query {}", significant(time), grouped(query as u64))
    };
    let (first, last) = (told(times[0]), told(times[times.len() - 1]));
    Some(format!("Contacts from time {first} to {last}"))
}

fn told(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Free => outcome_words::FREE,
        Verdict::Contact(contact) => outcome_words::contact(contact.evidence),
        Verdict::Overlapping { proven, .. } => outcome_words::overlapping(*proven),
        Verdict::Undecided { reason, .. } => outcome_words::undecided(*reason),
    }
}

fn summary(answers: &[Answer]) -> String {
    let outcomes = answers.iter().map(|answer| told(&answer.outcome.verdict));
    outcome_words::summary(&outcomes.collect::<Vec<_>>(), ["query", "queries"])
}

fn only_triangles(answer: &Answer) -> bool {
    let contact = answer.outcome.verdict.contact();
    contact.is_none_or(|contact| contact.features.iter().all(|f| f.triangle().is_some()))
}

/// The two triangles of a contact, by their numbers.
pub fn triangles(contact: &Contact) -> String {
    let [a, b] = contact.features.map(|feature| match feature {
        Feature::Triangle(number) => number.to_string(),
        other => named(other),
    });
    format!("{a} and {b}")
}

fn features(contact: &Contact) -> String {
    let [a, b] = contact.features.map(named);
    format!("{a} and {b}")
}

/// What a feature is called.
pub fn named(feature: Feature) -> String {
    match feature {
        Feature::Triangle(number) => format!("triangle {number}"),
        Feature::Vertex(corner) => format!("vertex {corner}"),
        Feature::Edge([a, b]) => format!("edge {a} {b}"),
        Feature::Face([a, b, c]) => format!("face {a} {b} {c}"),
        Feature::Surface => "surface".to_owned(),
        _ => "?".to_owned(),
    }
}

fn cell(v: DVec3) -> String {
    format!("{:.3} {:.3} {:.3}", v.x, v.y, v.z)
}

#[cfg(test)]
mod tests;
