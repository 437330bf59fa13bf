//! The answer to one query in sentences.

use super::Answer;
use super::report::{between, tint, triangles};
use crate::numbers::{grouped, plain, rounded_down, significant};
use glam::DVec3;
use osculate::{Evidence, Outcome, Reason, Verdict};
use osculate_io::Query;
use std::fmt::Write;

/// How the answer was found.
pub struct Told<'a> {
    /// What the user calls the algorithm.
    pub method: &'a str,
    /// How long it took to build the hierarchies.
    pub build_seconds: f64,
    /// Whether the outcome has a colour.
    pub colour: bool,
}

/// The built-in scene's answer, and what to try next.
pub fn of_knots(
    triangles: impl Iterator<Item = usize>,
    queries: &[Query],
    answers: &[Answer],
    told: &Told,
) -> String {
    let counts: Vec<String> = triangles.map(|count| grouped(count as u64)).collect();
    format!(
        "Two torus knots in flight, of {} triangles, both turning.
When do they first touch?

{}
Try next:
  osculate toc --method c2a              another algorithm: auto, c2a, hca,
                                         best-first, d2m, capoeira
  osculate toc --example > queries.json  a query file to start from
  osculate toc queries.json --stats      its answers, and the work they took
  osculate toc a.stl b.obj --from-a -9,0,0 --to-a 9,0,0
                                         your own meshes
  osculate toc --help                    everything else; docs/queries.md
                                         describes the files
",
        counts.join(" and "),
        lines(queries, answers, told)
    )
}

/// The answers, a few lines each.
pub fn lines(queries: &[Query], answers: &[Answer], told: &Told) -> String {
    let mut text = String::new();
    for answer in answers {
        let (outcome, query) = (&answer.outcome, &queries[answer.query]);
        for (index, (name, line)) in sentences(outcome, query.span.end()).iter().enumerate() {
            let line = match index {
                0 => tint(&outcome.verdict).paint(line, told.colour),
                _ => line.clone(),
            };
            let _ = writeln!(text, "  {name:<6} {line}");
        }
        let work = outcome.stats;
        let _ = writeln!(
            text,
            "  {:<6} {:.3} ms with method {}\n  {:<6} {} pairs of volumes, {} of triangles, {} poses",
            "work",
            answer.micros / 1000.0,
            told.method,
            "",
            grouped(work.volume_pairs),
            grouped(work.triangle_pairs),
            grouped(work.poses),
        );
        let _ = writeln!(
            text,
            "  {:<6} {:.0} ms to build the hierarchies, once for any number of queries",
            "",
            told.build_seconds * 1000.0
        );
    }
    text
}

fn sentences(outcome: &Outcome, end: f64) -> Vec<(&'static str, String)> {
    let tolerance = significant(outcome.tolerance);
    match outcome.verdict {
        Verdict::Free => vec![(
            "when",
            format!("never: proven apart up to t = {}", plain(end)),
        )],
        Verdict::Overlapping { proven: true, .. } => {
            vec![("when", "from the start: proven to intersect".to_owned())]
        }
        Verdict::Overlapping { proven: false, .. } => vec![(
            "when",
            "from the start: too close to be told from touching".to_owned(),
        )],
        Verdict::Undecided { free_until, reason } => {
            let until = match free_until {
                Some(time) => format!("proven apart up to t = {}", rounded_down(time)),
                None => "not even the start could be shown to be free".to_owned(),
            };
            let reason = match reason {
                Reason::Budget => "the budget ran out",
                Reason::Resolution => "the tolerance is finer than f64 resolves here",
            };
            vec![("when", format!("undecided, {reason}; {until}"))]
        }
        Verdict::Contact(ref contact) => {
            let [lower, upper] = between(contact);
            let when = match contact.evidence {
                Evidence::Crossing => {
                    format!("apart up to t = {lower}, crossing by {upper}: both are proven")
                }
                Evidence::Near => format!(
                    "t = {lower}: proven apart up to then, and still within {tolerance} at {upper}"
                ),
            };
            let place = format!(
                "{}, between the triangles {} of a and b",
                vector(contact.point_a),
                triangles(contact)
            );
            let how = format!(
                "{} apart, tolerance {tolerance}",
                significant(contact.separation.upper)
            );
            let normal = format!("{}, from b to a", vector(contact.normal));
            vec![
                ("when", when),
                ("where", place),
                ("how", how),
                ("normal", normal),
            ]
        }
    }
}

fn vector(v: DVec3) -> String {
    format!("({:.4}, {:.4}, {:.4})", v.x, v.y, v.z)
}
