//! Answers for people.

use super::Answer;
use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use glam::DVec3;
use osculate::{Contact, Evidence, Feature, MeshBvh, Outcome, Reason, Verdict};
use osculate_io::QueryFile;
use std::fmt::Write;

/// How long it took.
pub struct Seconds {
    /// To build the hierarchies.
    pub build: f64,
    /// To answer the queries.
    pub queries: f64,
}

/// A table of the answers; with `stats`, the work they took.
pub fn table(answers: &[Answer], stats: Option<Seconds>) -> String {
    let mut table = Table::new();
    table
        .load_style(UTF8_FULL_CONDENSED)
        .set_content_arrangement(ContentArrangement::Dynamic);
    let mut header = vec![
        "query",
        "outcome",
        "time",
        "separation",
        "point on a",
        "normal",
        "triangles",
    ];
    if stats.is_some() {
        header.extend([
            "µs",
            "volume pairs",
            "triangle pairs",
            "poses",
            "iterations",
        ]);
    }
    let columns = header.len();
    table.set_header(header);
    for (index, Answer { outcome, micros }) in answers.iter().enumerate() {
        let mut row = vec![index.to_string(), told(&outcome.verdict).to_owned()];
        row.extend(match outcome.verdict {
            Verdict::Contact(ref contact) => [
                significant(contact.lower),
                significant(contact.separation.upper),
                cell(contact.point_a),
                cell(contact.normal),
                triangles(contact),
            ],
            Verdict::Undecided {
                free_until: Some(time),
                ..
            } => {
                let time = format!("> {}", significant(time));
                [
                    time,
                    String::new(),
                    String::new(),
                    String::new(),
                    String::new(),
                ]
            }
            _ => Default::default(),
        });
        if stats.is_some() {
            row.push(format!("{micros:.1}"));
            let work = outcome.stats;
            row.extend(
                [
                    work.volume_pairs,
                    work.triangle_pairs,
                    work.poses,
                    work.iterations,
                ]
                .map(grouped),
            );
        }
        table.add_row(row);
    }
    for column in [0, 2, 3].into_iter().chain(7..columns) {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = format!("{table}\n{}", summary(answers));
    if let Some(seconds) = stats {
        let _ = write!(
            text,
            "; hierarchies {:.3} s, queries {:.3} s",
            seconds.build, seconds.queries
        );
    }
    text + "\n"
}

/// The built-in scene's answer in sentences, and what to try next.
pub fn story(
    file: &QueryFile,
    hierarchies: &[MeshBvh],
    answers: &[Answer],
    method: &str,
    build_seconds: f64,
) -> String {
    let counts: Vec<String> = file
        .bodies
        .iter()
        .map(|body| grouped(hierarchies[body.mesh].mesh().triangles().len() as u64))
        .collect();
    let mut text = format!(
        "Two torus knots in flight, of {} triangles, both turning. When do they first touch?\n\n",
        counts.join(" and ")
    );
    for (query, Answer { outcome, micros }) in file.queries.iter().zip(answers) {
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
  osculate toc --method c2a               another algorithm: auto, c2a, hca, best-first
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

/// With commas between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_a_row_a_query() {
        let stub = |verdict| {
            let text = super::super::TWO_KNOTS.replace("34600", "600");
            let file = QueryFile::parse(&text, "scene".as_ref(), "".as_ref()).unwrap();
            let query = &file.queries[0];
            let shapes = [0, 1].map(|mesh: usize| MeshBvh::new(file.meshes[mesh].clone()));
            let mut workspace = osculate::Workspace::new();
            let mut outcome = super::super::Method::Auto.answer(
                query,
                [&shapes[0], &shapes[1]],
                &query.limits,
                &mut workspace,
            );
            outcome.verdict = verdict;
            Answer {
                outcome,
                micros: 12.34,
            }
        };
        let answers = [
            Verdict::Free,
            Verdict::Overlapping { proven: true },
            Verdict::Undecided {
                free_until: Some(0.5),
                reason: Reason::Budget,
            },
        ]
        .map(stub);
        let seconds = Seconds {
            build: 0.5,
            queries: 0.25,
        };
        let table = table(&answers, Some(seconds));
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
    fn numbers_are_short() {
        let shown = [0.0, 1.0, -12.3456789, 0.25, 1e-7, 123456.75, 2e9].map(significant);
        assert_eq!(
            shown,
            [
                "0.000000", "1.00000", "-12.3457", "0.250000", "1.000e-7", "123457", "2.000e9"
            ]
        );
        assert_eq!(
            [0, 999, 1000, 1234567].map(grouped),
            ["0", "999", "1,000", "1,234,567"]
        );
    }
}
