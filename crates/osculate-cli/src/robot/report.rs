//! Answers for people.

use super::Answer;
use super::method;
use crate::answer_table::{Answers, Column, Kind, View, chosen, rows_left_out, wrapped};
use crate::colour::Tint;
use crate::numbers::{bracket, grouped, significant};
use crate::outcome_words;
use osculate::query::articulated::{Party, RobotContact, RobotVerdict, Workcell};
use osculate::robot::ObstaclePlace;

/// A table of the answers, which took so many seconds together; with `stats`, the work they took.
pub fn table(answers: &[Answer], cell: &Workcell, seconds: f64, stats: bool, view: View) -> String {
    let (rows, numbers) = chosen(answers.len(), view);
    let shown: Vec<&Answer> = numbers.iter().map(|&index| &answers[index]).collect();
    let drawn = Answers {
        columns: columns(&shown, cell, stats),
        rows,
        tints: shown
            .iter()
            .map(|answer| tint(&answer.outcome.verdict))
            .collect(),
    };
    let (mut text, hidden) = drawn.draw(view);
    if !hidden.is_empty() {
        let sentence = format!("Left out: {}; --json has them all", hidden.join(", "));
        text += &wrapped(&sentence, view.width);
    }
    if let Some(sentence) = rows_left_out(answers.len(), view) {
        text += &wrapped(&sentence, view.width);
    }
    if stats && answers.iter().any(|answer| answer.culling.is_some()) {
        let culled = answers.iter().filter_map(|answer| answer.culling.as_ref());
        text += &wrapped(&method::told(culled), view.width);
    }
    let outcomes: Vec<&str> = answers
        .iter()
        .map(|answer| told(&answer.outcome.verdict))
        .collect();
    let summary = outcome_words::summary(&outcomes, ["edge", "edges"]);
    let sentence = format!("{summary}; {}", rate(answers.len(), seconds));
    text + &wrapped(&sentence, view.width)
}

/// How many edges per second that is.
pub fn rate(count: usize, seconds: f64) -> String {
    let rate = count as f64 / seconds.max(1e-9);
    let rate = match rate < 100.0 {
        true => format!("{rate:.1}"),
        false => grouped(rate as u64),
    };
    format!("{rate} edges per second")
}

/// The colour of an outcome.
pub fn tint(verdict: &RobotVerdict) -> Tint {
    match verdict {
        RobotVerdict::Free => Tint::Free,
        RobotVerdict::Contact(_) => Tint::Contact,
        RobotVerdict::Overlapping { .. } => Tint::Overlap,
        RobotVerdict::Undecided { .. } => Tint::Unknown,
    }
}

fn columns(answers: &[&Answer], cell: &Workcell, stats: bool) -> Vec<Column> {
    let column = |name, kind, rank, text: &dyn Fn(&Answer) -> String| Column {
        name,
        kind,
        rank,
        cells: answers.iter().map(|answer| text(answer)).collect(),
    };
    let who = |answer: &Answer, side: usize| {
        let pair = pair(&answer.outcome.verdict);
        pair.map_or_else(String::new, |pair| named(cell, pair[side]))
    };
    let mut columns = vec![
        column("edge", Kind::Number, 0, &|answer| answer.edge.to_string()),
        column("outcome", Kind::Text, 0, &|answer| {
            told(&answer.outcome.verdict).to_owned()
        }),
        column("time", Kind::Number, 1, &time),
        column("time_upper", Kind::Number, 4, &|answer| {
            of_contact(answer, |found| {
                bracket(found.contact.lower, found.contact.upper)[1].clone()
            })
        }),
        column("a", Kind::Text, 2, &|answer| who(answer, 0)),
        column("b", Kind::Text, 3, &|answer| who(answer, 1)),
        column("separation", Kind::Number, 5, &|answer| {
            of_contact(answer, |found| significant(found.contact.separation.upper))
        }),
    ];
    if stats {
        columns.extend([
            column("µs", Kind::Number, 3, &|answer| {
                format!("{:.1}", answer.micros)
            }),
            column("searches", Kind::Number, 6, &|answer| {
                grouped(answer.outcome.stats.searches)
            }),
            column("culled", Kind::Number, 7, &|answer| {
                grouped(answer.outcome.stats.culled)
            }),
            column("volume pairs", Kind::Number, 8, &|answer| {
                grouped(answer.outcome.stats.pairs.volume_pairs)
            }),
            column("triangle pairs", Kind::Number, 9, &|answer| {
                grouped(answer.outcome.stats.pairs.triangle_pairs)
            }),
            column("poses", Kind::Number, 10, &|answer| {
                grouped(answer.outcome.stats.pairs.poses)
            }),
        ]);
    }
    columns
}

fn time(answer: &Answer) -> String {
    match &answer.outcome.verdict {
        RobotVerdict::Contact(found) => {
            bracket(found.contact.lower, found.contact.upper)[0].clone()
        }
        RobotVerdict::Undecided {
            free_until: Some(time),
            ..
        } => format!("> {}", significant(*time)),
        _ => String::new(),
    }
}

fn of_contact(answer: &Answer, cell: fn(&RobotContact) -> String) -> String {
    answer
        .outcome
        .verdict
        .contact()
        .map_or_else(String::new, cell)
}

/// Who an answer is about.
fn pair(verdict: &RobotVerdict) -> Option<[Party; 2]> {
    match verdict {
        RobotVerdict::Free => None,
        RobotVerdict::Contact(found) => Some(found.pair),
        RobotVerdict::Overlapping { pairs, .. } => pairs.first().map(|&(pair, _)| pair),
        RobotVerdict::Undecided { pair, .. } => Some(*pair),
    }
}

/// A link, with what it holds if that is meant, or an obstacle.
pub fn named(cell: &Workcell, party: Party) -> String {
    match party {
        Party::Shape(number) => {
            let link = cell
                .robot()
                .all_shapes()
                .nth(number)
                .map_or(0, |(link, _)| link);
            cell.robot().links()[link].name().to_owned()
        }
        Party::Obstacle(number) => {
            let obstacle = &cell.environment().obstacles()[number];
            match &obstacle.place {
                ObstaclePlace::Attached { link, .. } => format!("{} in {link}", obstacle.name),
                _ => obstacle.name.clone(),
            }
        }
    }
}

/// An outcome in a word or two.
pub fn told(verdict: &RobotVerdict) -> &'static str {
    match verdict {
        RobotVerdict::Free => outcome_words::FREE,
        RobotVerdict::Contact(found) => outcome_words::contact(found.contact.evidence),
        RobotVerdict::Overlapping { proven, .. } => outcome_words::overlapping(*proven),
        RobotVerdict::Undecided { reason, .. } => outcome_words::undecided(*reason),
    }
}
