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
        if COUNTS.iter().all(|name| names.contains(name)) {
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
const COUNTS: [&str; 5] = [
    "volume pairs",
    "triangle pairs",
    "feature pairs",
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
    let column = |name, kind, rank, cell: fn(usize, &Answer) -> String| {
        let cells = answers.iter().enumerate();
        Column {
            name,
            kind,
            rank,
            cells: cells.map(|(index, answer)| cell(index, answer)).collect(),
        }
    };
    let mut columns = vec![
        column("query", Kind::Number, 0, |index, _| index.to_string()),
        column("outcome", Kind::Text, 0, |_, answer| {
            told(&answer.outcome.verdict).to_owned()
        }),
        column("time", Kind::Number, 1, |_, answer| {
            match answer.outcome.verdict {
                Verdict::Contact(ref contact) => significant(contact.lower),
                Verdict::Undecided {
                    free_until: Some(time),
                    ..
                } => format!("> {}", significant(time)),
                _ => String::new(),
            }
        }),
        column("separation", Kind::Number, 3, |_, answer| {
            of_contact(answer, |contact| significant(contact.separation.upper))
        }),
        column("point on a", Kind::Text, 10, |_, answer| {
            of_contact(answer, |contact| cell(contact.point_a))
        }),
        column("normal", Kind::Text, 11, |_, answer| {
            of_contact(answer, |contact| cell(contact.normal))
        }),
        column("triangles", Kind::Text, 4, |_, answer| {
            of_contact(answer, triangles)
        }),
    ];
    if stats {
        columns.extend([
            column("µs", Kind::Number, 2, |_, answer| {
                format!("{:.1}", answer.micros)
            }),
            column("volume pairs", Kind::Number, 5, |_, answer| {
                grouped(answer.outcome.stats.volume_pairs)
            }),
            column("triangle pairs", Kind::Number, 6, |_, answer| {
                grouped(answer.outcome.stats.triangle_pairs)
            }),
            column("feature pairs", Kind::Number, 7, |_, answer| {
                grouped(answer.outcome.stats.feature_pairs)
            }),
            column("poses", Kind::Number, 8, |_, answer| {
                grouped(answer.outcome.stats.poses)
            }),
            column("iterations", Kind::Number, 9, |_, answer| {
                grouped(answer.outcome.stats.iterations)
            }),
        ]);
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
    for (query, Answer { outcome, micros }) in queries.iter().zip(answers) {
        for (name, line) in sentences(outcome, query.span.end()) {
            let _ = writeln!(text, "  {name:<6} {line}");
        }
        let work = outcome.stats;
        let _ = writeln!(
            text,
            "  {:<6} {:.3} ms with method {method}: {} pairs of volumes, {} of triangles, {} poses",
            "work",
            micros / 1000.0,
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

fn triangles(contact: &Contact) -> String {
    let [a, b] = contact.features.map(|feature| match feature {
        Feature::Triangle(number) => number.to_string(),
        _ => "?".to_owned(),
    });
    format!("{a} and {b}")
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
mod tests {
    use super::*;

    /// The answer to a small scene, which is a contact.
    fn contact() -> Answer {
        let text = super::super::TWO_KNOTS.replace("34600", "600");
        let mut file = osculate_io::QueryFile::parse(&text, "scene".as_ref(), "".as_ref()).unwrap();
        let progress = &mut crate::progress::Progress::start();
        let method = super::super::Method::Auto;
        let shapes = super::super::Shapes::build(method, None, &mut file, 1, progress).unwrap();
        let mut workspace = osculate::Workspace::new();
        let outcome = shapes.answer(method, &file.queries[0], [0, 1], &mut workspace);
        assert!(matches!(outcome.verdict, Verdict::Contact(_)));
        Answer {
            outcome,
            micros: 12.34,
        }
    }

    fn with_verdict(verdict: Verdict) -> Answer {
        let mut answer = contact();
        answer.outcome.verdict = verdict;
        answer
    }

    fn seconds() -> Seconds {
        Seconds {
            build: 0.5,
            queries: 0.25,
        }
    }

    #[test]
    fn a_table_has_a_row_a_query() {
        let answers = [
            Verdict::Free,
            Verdict::Overlapping { proven: true },
            Verdict::Undecided {
                free_until: Some(0.5),
                reason: Reason::Budget,
            },
        ]
        .map(with_verdict);
        let table = table(&answers, Some(seconds()), 0);
        for part in [
            "overlapping (proven)",
            "> 0.500000",
            "undecided (budget)",
            "12.3",
        ] {
            assert!(table.contains(part), "{part} is missing in\n{table}");
        }
        let last =
            "3 queries: 1 free, 1 overlapping, 1 undecided; hierarchies 0.500 s, queries 0.250 s\n";
        assert!(table.ends_with(last), "{table}");
    }

    #[test]
    fn a_table_fits_the_terminal_and_breaks_no_word() {
        let mut slow = contact();
        slow.micros = 1_234_567.8;
        slow.outcome.stats.volume_pairs = 9_876_543;
        let answers = [
            contact(),
            slow,
            with_verdict(Verdict::Overlapping { proven: false }),
            with_verdict(Verdict::Undecided {
                free_until: Some(0.5),
                reason: Reason::Resolution,
            }),
        ];
        for stats in [false, true] {
            let all = columns(&answers, stats);
            let mut most_hidden = usize::MAX;
            for width in [1, 60, 80, 120, 200, 0] {
                let shown = table(&answers, stats.then(seconds), width);
                let rows = |text: &str| text.lines().filter(|line| line.starts_with('│')).count();
                let longest = shown
                    .lines()
                    .map(|line| line.chars().count())
                    .max()
                    .unwrap();
                assert!(width <= 1 || longest <= width, "{width}:\n{shown}");
                // The header of numbers may take two lines, an answer takes one.
                let header = shown
                    .lines()
                    .position(|line| line.starts_with('╞'))
                    .unwrap();
                let body: Vec<&str> = shown.lines().skip(header).collect();
                assert_eq!(rows(&body.join("\n")), answers.len(), "{width}:\n{shown}");

                let below: Vec<&str> = shown
                    .lines()
                    .skip_while(|line| !line.starts_with('└'))
                    .skip(1)
                    .collect();
                let below = below.join(" ");
                let mut left_out: Vec<&str> = below
                    .strip_prefix("Left out: ")
                    .and_then(|rest| rest.split_once("; --json has them all "))
                    .map_or(Vec::new(), |(names, _)| names.split(", ").collect());
                if left_out.pop_if(|name| *name == "counts of work").is_some() {
                    left_out.extend(COUNTS);
                }
                assert!(left_out.len() <= most_hidden, "{width}:\n{shown}");
                most_hidden = left_out.len();
                let top: Vec<&str> = shown.lines().take(header).collect();
                let cells: Vec<&str> = top
                    .iter()
                    .chain(&body[..=answers.len()])
                    .flat_map(|line| line.split(['│', '┆']))
                    .map(str::trim)
                    .collect();
                for column in &all {
                    let is_shown = !left_out.contains(&column.name);
                    let whole = column.header().lines().all(|part| cells.contains(&part))
                        && column
                            .cells
                            .iter()
                            .all(|cell| cells.contains(&cell.as_str()));
                    if is_shown {
                        assert!(whole, "{width}, {}:\n{shown}", column.name);
                    }
                }
                if width == 0 || width == 200 {
                    assert!(left_out.is_empty(), "{width}:\n{shown}");
                } else if stats {
                    assert!(left_out.contains(&"normal"), "{width}:\n{shown}");
                }
            }
        }
    }

    #[test]
    fn numbers_are_short() {
        let shown = [0.0, 1.0, -12.3456789, 0.25, 1e-7, 123456.75, 2e9].map(significant);
        assert_eq!(
            shown,
            [
                "0.000000", "1.00000", "-12.3457", "0.250000", "1.000e-7", "123457", "2.000e9"
            ]
        );
    }
}
