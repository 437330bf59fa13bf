//! Distances for people.

use super::Answer;
pub use crate::answer_table::View;
use crate::answer_table::{Answers, Column, Kind, chosen, rows_left_out, wrapped};
use crate::colour::Tint;
use crate::numbers::{bracket, grouped, significant};
use crate::toc::named_feature;
use glam::DVec3;

/// A table of the answers; with `stats`, the work they took. As wide and as long as the view, as `toc` has it.
pub fn table(answers: &[Answer], stats: bool, view: View) -> String {
    let (rows, numbers) = chosen(answers.len(), view);
    let shown: Vec<&Answer> = numbers.iter().map(|&index| &answers[index]).collect();
    let drawn = Answers {
        columns: columns(&shown, stats),
        rows,
        tints: shown.iter().map(|answer| tint(answer)).collect(),
    };
    let (mut text, hidden) = drawn.draw(view);
    if !hidden.is_empty() {
        let sentence = format!("Left out: {}; --json has them all", hidden.join(", "));
        text += &wrapped(&sentence, view.width);
    }
    if let Some(sentence) = rows_left_out(answers.len(), view) {
        text += &wrapped(&sentence, view.width);
    }
    text + &wrapped(&summary(answers), view.width)
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
        column("outcome", Kind::Text, 0, |answer| told(answer).to_owned()),
        column("lower", Kind::Number, 2, |answer| ends(answer)[0].clone()),
        column("upper", Kind::Number, 1, |answer| ends(answer)[1].clone()),
        column("contacts", Kind::Number, 3, |answer| {
            let count = |contacts: &osculate::query::instant::PieceContacts| {
                let more = if contacts.complete() { "" } else { "+" };
                format!("{}{more}", grouped(contacts.found().len() as u64))
            };
            answer.contacts.as_ref().map_or_else(String::new, count)
        }),
        column("normal", Kind::Text, 5, |answer| cell(answer.found.normal)),
        column("point on a", Kind::Text, 6, |answer| {
            cell(answer.found.point_a)
        }),
        column("point on b", Kind::Text, 7, |answer| {
            cell(answer.found.point_b)
        }),
        column("features", Kind::Text, 8, |answer| {
            let [a, b] = answer.found.features.map(named_feature);
            format!("{a} and {b}")
        }),
    ];
    if answers.iter().all(|answer| answer.contacts.is_none()) {
        columns.retain(|column| column.name != "contacts");
    }
    if stats {
        columns.push(column("µs", Kind::Number, 4, |answer| {
            format!("{:.1}", answer.micros)
        }));
    }
    columns
}

/// Separation or depth, at least and at most.
fn ends(answer: &Answer) -> [String; 2] {
    let depth = answer.found.depth;
    let (lower, upper) = if is_apart(answer) {
        (-depth.upper, -depth.lower)
    } else {
        (depth.lower, depth.upper)
    };
    if (upper - lower).abs() < f64::INFINITY {
        return bracket(lower, upper);
    }
    // Two half-spaces.
    [lower, upper].map(|end| {
        if end.is_finite() {
            significant(end)
        } else {
            "unbounded".to_owned()
        }
    })
}

fn is_apart(answer: &Answer) -> bool {
    answer.found.depth.upper < 0.0
}

fn told(answer: &Answer) -> &'static str {
    if is_apart(answer) {
        "apart"
    } else if answer.found.depth.lower >= 0.0 {
        "overlapping (proven)"
    } else {
        "overlapping (not proven)"
    }
}

fn tint(answer: &Answer) -> Tint {
    if is_apart(answer) {
        Tint::Free
    } else {
        Tint::Overlap
    }
}

fn summary(answers: &[Answer]) -> String {
    let apart = answers.iter().filter(|answer| is_apart(answer)).count();
    let [apart, others] = [apart, answers.len() - apart].map(|count| grouped(count as u64));
    let noun = if answers.len() == 1 {
        "query"
    } else {
        "queries"
    };
    let total = grouped(answers.len() as u64);
    format!("{total} {noun}: {apart} apart, {others} overlapping")
}

fn cell(v: DVec3) -> String {
    format!("{:.3} {:.3} {:.3}", v.x, v.y, v.z)
}
