//! Answers for people.

use super::Answer;
use crate::numbers::grouped;
use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use glam::DVec3;
use osculate::{Contact, Evidence, Feature, Outcome, Reason, Verdict};
use osculate_io::Query;
use std::fmt::Write;

/// How long it took.
pub struct Seconds {
    /// To build the hierarchies.
    pub build: f64,
    /// To answer the queries.
    pub queries: f64,
}

/// How many characters the terminal of standard output has in a line; 0 if it does not tell.
pub fn terminal_width() -> usize {
    Table::new().width().map_or(0, usize::from)
}

/// A table of the answers; with `stats`, the work they took.
///
/// Its lines are at most `width` characters long, 0 for any number: columns that find no room are left out, and named
/// below. Words stay whole, so a terminal too narrow for the outcomes gets longer lines.
pub fn table(answers: &[Answer], stats: Option<Seconds>, width: usize) -> String {
    let columns = columns(answers, stats.is_some());
    let shown = fitting(&columns, width);
    let (shown, hidden): (Vec<_>, Vec<_>) = columns
        .iter()
        .zip(shown)
        .partition(|&(_, is_shown)| is_shown);

    let mut table = Table::new();
    table
        .load_style(UTF8_FULL_CONDENSED)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(shown.iter().map(|(column, _)| column.header()));
    for row in 0..answers.len() {
        table.add_row(shown.iter().map(|(column, _)| column.cells[row].as_str()));
    }
    for (index, (column, _)) in shown.iter().enumerate() {
        if let (true, Some(column)) = (column.kind == Kind::Number, table.column_mut(index)) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }

    let mut text = format!("{table}\n");
    if !hidden.is_empty() {
        let mut names: Vec<&str> = hidden.iter().map(|(column, _)| column.name).collect();
        if stats.is_some()
            && !shown
                .iter()
                .any(|(column, _)| COUNTS.contains(&column.name))
        {
            names.retain(|name| !COUNTS.contains(name));
            names.push("counts of work");
        }
        let sentence = format!("Left out: {}; --json has them all", names.join(", "));
        text += &wrapped(&sentence, width);
    }
    let mut last = summary(answers);
    if let Some(seconds) = stats {
        let _ = write!(
            last,
            "; hierarchies {:.3} s, queries {:.3} s",
            seconds.build, seconds.queries
        );
    }
    text + &wrapped(&last, width)
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

fn columns(answers: &[Answer], stats: bool) -> Vec<Column> {
    let column = |name, kind, rank, cell: fn(&Answer) -> String| Column {
        name,
        kind,
        rank,
        cells: answers.iter().map(cell).collect(),
    };
    let mut columns = vec![
        column("query", Kind::Number, 0, |answer| answer.query.to_string()),
        column("outcome", Kind::Text, 0, |answer| {
            told(&answer.outcome.verdict).to_owned()
        }),
        column("time", Kind::Number, 1, |answer| {
            match answer.outcome.verdict {
                Verdict::Contact(ref contact) => significant(contact.lower),
                Verdict::Undecided {
                    free_until: Some(time),
                    ..
                } => format!("> {}", significant(time)),
                _ => String::new(),
            }
        }),
        column("separation", Kind::Number, 3, |answer| {
            of_contact(answer, |contact| significant(contact.separation.upper))
        }),
        column("point on a", Kind::Text, 11, |answer| {
            of_contact(answer, |contact| cell(contact.point_a))
        }),
        column("normal", Kind::Text, 12, |answer| {
            of_contact(answer, |contact| cell(contact.normal))
        }),
        if answers.iter().all(only_triangles) {
            column("triangles", Kind::Text, 4, |answer| {
                of_contact(answer, triangles)
            })
        } else {
            column("features", Kind::Text, 4, |answer| {
                of_contact(answer, features)
            })
        },
    ];
    if stats {
        columns.extend([
            column("µs", Kind::Number, 2, |answer| {
                format!("{:.1}", answer.micros)
            }),
            column("volume pairs", Kind::Number, 5, |answer| {
                grouped(answer.outcome.stats.volume_pairs)
            }),
            column("triangle pairs", Kind::Number, 6, |answer| {
                grouped(answer.outcome.stats.triangle_pairs)
            }),
            column("feature pairs", Kind::Number, 7, |answer| {
                grouped(answer.outcome.stats.feature_pairs)
            }),
            column("supports", Kind::Number, 8, |answer| {
                grouped(answer.outcome.stats.supports)
            }),
            column("poses", Kind::Number, 9, |answer| {
                grouped(answer.outcome.stats.poses)
            }),
            column("iterations", Kind::Number, 10, |answer| {
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

/// The built-in scene's answer in sentences, and what to try next.
pub fn story(
    triangles: impl Iterator<Item = usize>,
    queries: &[Query],
    answers: &[Answer],
    method: &str,
    build_seconds: f64,
) -> String {
    let counts: Vec<String> = triangles.map(|count| grouped(count as u64)).collect();
    let mut text = format!(
        "Two torus knots in flight, of {} triangles, both turning. When do they first touch?\n\n",
        counts.join(" and ")
    );
    for answer in answers {
        let (outcome, query) = (&answer.outcome, &queries[answer.query]);
        for (name, line) in sentences(outcome, query.span.end()) {
            let _ = writeln!(text, "  {name:<6} {line}");
        }
        let work = outcome.stats;
        let _ = writeln!(
            text,
            "  {:<6} {:.3} ms with method {method}: {} pairs of volumes, {} of triangles, {} poses",
            "work",
            answer.micros / 1000.0,
            grouped(work.volume_pairs),
            grouped(work.triangle_pairs),
            grouped(work.poses),
        );
        let _ = writeln!(
            text,
            "  {:<6} {:.0} ms to build the hierarchies, once for any number of queries",
            "",
            build_seconds * 1000.0
        );
    }
    text + "
Try next:
  osculate toc --method c2a               another algorithm: auto, c2a, hca, best-first, d2m, capoeira
  osculate toc --example > queries.json   a query file to start from
  osculate toc queries.json --stats       its answers, and the work they took
  osculate toc --help                     everything else; docs/queries.md describes the files
"
}

fn sentences(outcome: &Outcome, end: f64) -> Vec<(&'static str, String)> {
    let tolerance = significant(outcome.tolerance);
    match outcome.verdict {
        Verdict::Free => vec![("when", format!("never: proven apart up to t = {end}"))],
        Verdict::Overlapping { proven: true } => {
            vec![("when", "from the start: proven to intersect".to_owned())]
        }
        Verdict::Overlapping { proven: false } => vec![(
            "when",
            "from the start: too close to be told from touching".to_owned(),
        )],
        Verdict::Undecided { free_until, reason } => {
            let until = match free_until {
                Some(time) => format!("proven apart up to t = {time}"),
                None => "not even the start could be shown to be free".to_owned(),
            };
            let reason = match reason {
                Reason::Budget => "the budget ran out",
                Reason::Resolution => "the tolerance is finer than f64 resolves here",
            };
            vec![("when", format!("undecided, {reason}; {until}"))]
        }
        Verdict::Contact(ref contact) => vec![
            (
                "when",
                match contact.evidence {
                    Evidence::Crossing => format!(
                        "t = {}, proven: apart up to then, crossing {} later",
                        contact.lower,
                        significant(contact.upper - contact.lower)
                    ),
                    Evidence::Near => format!(
                        "t = {}: apart up to then, and still within {tolerance} at {}",
                        contact.lower, contact.upper
                    ),
                },
            ),
            (
                "where",
                format!(
                    "{}, between the triangles {} of a and b",
                    vector(contact.point_a),
                    triangles(contact)
                ),
            ),
            (
                "how",
                format!(
                    "{} apart (tolerance {tolerance}), normal {} from b to a",
                    significant(contact.separation.upper),
                    vector(contact.normal)
                ),
            ),
        ],
    }
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

fn triangles(contact: &Contact) -> String {
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

fn vector(v: DVec3) -> String {
    format!("({:.4}, {:.4}, {:.4})", v.x, v.y, v.z)
}

fn cell(v: DVec3) -> String {
    format!("{:.3} {:.3} {:.3}", v.x, v.y, v.z)
}

/// Six significant digits.
fn significant(value: f64) -> String {
    let magnitude = value.abs();
    if magnitude != 0.0 && !(1e-3..1e6).contains(&magnitude) {
        return format!("{value:.3e}");
    }
    let whole_digits = [1.0, 10.0, 100.0, 1e3, 1e4, 1e5]
        .iter()
        .filter(|&&limit| magnitude >= limit)
        .count();
    format!("{value:.*}", 6 - whole_digits)
}

#[cfg(test)]
mod tests;
