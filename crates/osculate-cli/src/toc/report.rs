//! Answers for people.

mod excerpt;

use super::Answer;
use crate::colour::{self, Tint};
use crate::numbers::{bracket, grouped, significant};
use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table};
use excerpt::{Row, extremes, rows};
use glam::DVec3;
use osculate::{Contact, Evidence, Feature, Reason, Verdict};
use std::fmt::Write;

/// How long it took.
pub struct Seconds {
    /// To build the hierarchies.
    pub build: f64,
    /// To answer the queries.
    pub queries: f64,
}

/// How a table is shown.
#[derive(Clone, Copy, Default)]
pub struct View {
    /// How many characters a line may have; 0 for any number.
    pub width: usize,
    /// Whether outcomes have colours.
    pub colour: bool,
    /// Whether all rows are shown, however many there are.
    pub all_rows: bool,
}

impl View {
    /// What suits the terminal of standard output.
    pub fn of_terminal(all_rows: bool) -> View {
        View {
            width: Table::new().width().map_or(0, usize::from),
            colour: colour::is_wanted(),
            all_rows,
        }
    }

    /// Whether a table of so many rows leaves some out.
    pub fn leaves_out(&self, rows: usize) -> bool {
        excerpt::left_out(rows, self.all_rows) > 0
    }
}

/// A table of the answers; with `stats`, the work they took.
///
/// Its lines are at most as wide as the view: columns that find no room are left out, and named below. Words stay whole, so
/// a terminal too narrow for the outcomes gets longer lines. Of many rows the first and the last are shown.
pub fn table(answers: &[Answer], stats: Option<Seconds>, view: View) -> String {
    let rows = rows(answers.len(), view.all_rows);
    let chosen: Vec<&Answer> = rows
        .iter()
        .filter_map(|row| match row {
            Row::Answer(index) => Some(&answers[*index]),
            Row::Gap => None,
        })
        .collect();
    let columns = columns(&chosen, stats.is_some());
    let shown = fitting(&columns, view.width);
    let (shown, hidden): (Vec<_>, Vec<_>) = columns
        .iter()
        .zip(shown)
        .partition(|&(_, is_shown)| is_shown);
    let shown: Vec<&Column> = shown.into_iter().map(|(column, _)| column).collect();

    let mut text = drawn(&chosen, &rows, &shown, view);
    if !hidden.is_empty() {
        let mut names: Vec<&str> = hidden.iter().map(|(column, _)| column.name).collect();
        if stats.is_some() && !shown.iter().any(|column| COUNTS.contains(&column.name)) {
            names.retain(|name| !COUNTS.contains(name));
            names.push("counts of work");
        }
        let sentence = format!("Left out: {}; --json has them all", names.join(", "));
        text += &wrapped(&sentence, view.width);
    }
    if view.leaves_out(answers.len()) {
        let hidden = grouped(excerpt::left_out(answers.len(), view.all_rows) as u64);
        let sentence = format!("{hidden} rows are not shown; --all-rows shows them");
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

/// The rows of these columns, which have a cell for each of the `chosen` answers.
fn drawn(chosen: &[&Answer], rows: &[Row], columns: &[&Column], view: View) -> String {
    let mut table = Table::new();
    table
        .load_style(UTF8_FULL_CONDENSED)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(columns.iter().map(|column| column.header()));
    match view.colour {
        true => table.enforce_styling(),
        false => table.force_no_tty(),
    };
    let mut next = 0;
    for row in rows {
        if let Row::Gap = row {
            table.add_row(columns.iter().map(|_| "…"));
            continue;
        }
        let tint = tint(&chosen[next].outcome.verdict);
        table.add_row(columns.iter().map(|column| {
            let cell = Cell::new(&column.cells[next]);
            match column.name {
                "outcome" if view.colour => cell.fg(tint.of_cell()),
                _ => cell,
            }
        }));
        next += 1;
    }
    for (index, column) in columns.iter().enumerate() {
        if let (Kind::Number, Some(drawn)) = (column.kind, table.column_mut(index)) {
            drawn.set_cell_alignment(CellAlignment::Right);
        }
    }
    format!("{table}\n")
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

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// To the right.
    Number,
    /// To the left.
    Text,
}

struct Column {
    name: &'static str,
    kind: Kind,
    /// Those with the largest are the first to be left out; those of 0 always stay.
    rank: usize,
    cells: Vec<String>,
}

impl Column {
    /// The name, in as many lines as it has words if it stands above numbers.
    fn header(&self) -> String {
        match self.kind {
            Kind::Number => self.name.replace(' ', "\n"),
            Kind::Text => self.name.to_owned(),
        }
    }

    /// Characters in the longest line, with a space on both sides and the rule to the right.
    fn width(&self) -> usize {
        let header = self.header();
        let lines = header.lines().chain(self.cells.iter().map(String::as_str));
        3 + lines.map(|line| line.chars().count()).max().unwrap_or(0)
    }
}

fn columns(answers: &[&Answer], stats: bool) -> Vec<Column> {
    let column = |name, kind, rank, cell: fn(&Answer) -> String| Column {
        name,
        kind,
        rank,
        cells: answers.iter().map(|answer| cell(answer)).collect(),
    };
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
        column("time_upper", Kind::Number, 2, |answer| {
            of_contact(answer, |contact| between(contact)[1].clone())
        }),
        column("separation", Kind::Number, 4, |answer| {
            of_contact(answer, |contact| significant(contact.separation.upper))
        }),
        column("point on a", Kind::Text, 12, |answer| {
            of_contact(answer, |contact| cell(contact.point_a))
        }),
        column("normal", Kind::Text, 13, |answer| {
            of_contact(answer, |contact| cell(contact.normal))
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
    if stats {
        columns.extend([
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
        ]);
        if answers
            .iter()
            .all(|answer| answer.outcome.stats.supports == 0)
        {
            columns.retain(|column| column.name != "supports");
        }
    }
    columns
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

/// Which columns find room in `width` characters (0: any number): none that is less important than one left out.
fn fitting(columns: &[Column], width: usize) -> Vec<bool> {
    let mut by_rank: Vec<usize> = (0..columns.len()).collect();
    by_rank.sort_by_key(|&index| columns[index].rank);
    let mut shown = vec![false; columns.len()];
    // The rule at the left.
    let mut taken = 1;
    for index in by_rank {
        let column = &columns[index];
        let wider = taken + column.width();
        if width > 0 && column.rank > 0 && wider > width {
            break;
        }
        shown[index] = true;
        taken = wider;
    }
    shown
}

/// A sentence in lines of at most `width` characters (0: any number), broken between words only.
fn wrapped(sentence: &str, width: usize) -> String {
    let mut text = String::new();
    let mut used = 0;
    for word in sentence.split(' ') {
        let length = word.chars().count();
        if used > 0 && width > 0 && used + 1 + length > width {
            text.push('\n');
            used = 0;
        } else if used > 0 {
            text.push(' ');
            used += 1;
        }
        text += word;
        used += length;
    }
    text + "\n"
}

fn told(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Free => "free",
        Verdict::Contact(Contact {
            evidence: Evidence::Crossing,
            ..
        }) => "contact (crossing)",
        Verdict::Contact(Contact {
            evidence: Evidence::Near,
            ..
        }) => "contact (near)",
        Verdict::Overlapping { proven: true } => "overlapping (proven)",
        Verdict::Overlapping { proven: false } => "overlapping (not proven)",
        Verdict::Undecided {
            reason: Reason::Budget,
            ..
        } => "undecided (budget)",
        Verdict::Undecided {
            reason: Reason::Resolution,
            ..
        } => "undecided (resolution)",
    }
}

fn summary(answers: &[Answer]) -> String {
    let kinds = ["contact", "free", "overlapping", "undecided"];
    let parts: Vec<String> = kinds
        .iter()
        .map(|kind| {
            let is_kind = |answer: &&Answer| told(&answer.outcome.verdict).starts_with(kind);
            (kind, answers.iter().filter(is_kind).count())
        })
        .filter(|&(_, count)| count > 0)
        .map(|(kind, count)| format!("{} {kind}", grouped(count as u64)))
        .collect();
    let noun = if answers.len() == 1 {
        "query"
    } else {
        "queries"
    };
    let total = grouped(answers.len() as u64);
    if parts.is_empty() {
        format!("{total} {noun}")
    } else {
        format!("{total} {noun}: {}", parts.join(", "))
    }
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

fn named(feature: Feature) -> String {
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
