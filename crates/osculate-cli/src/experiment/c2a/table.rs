//! The results as tables, each narrow enough for a terminal of 80 characters.

use super::TrialSet;
use super::method::Method;
use super::paper;
use super::record::{Record, Row};
use crate::experiment::judging::REPETITIONS;
use crate::experiment::machine::machine;
use crate::experiment::table::{Table, none, short};
use crate::numbers::grouped;

/// Table 1: the paper's milliseconds above ours.
pub fn times(rows: &[Row]) -> Table {
    let line = |names, values: [Option<f64>; 7]| line(names, values, milliseconds);
    let lines = rows.iter().flat_map(|row| {
        let his = row.benchmark.times();
        let average = |method| row.mean(method, Record::milliseconds);
        let part = |collides| row.mean_where(Method::C2a, collides, Record::milliseconds);
        [
            line(
                [row.benchmark.name(), "paper"],
                [
                    Some(his.uncontrolled),
                    Some(his.colliding),
                    his.free,
                    Some(his.average),
                    Some(his.hca),
                    None,
                    his.fast,
                ],
            ),
            line(
                [row.benchmark.name(), "here"],
                [
                    average(Method::Uncontrolled),
                    part(true),
                    part(false),
                    average(Method::C2a),
                    average(Method::Hca),
                    average(Method::BestFirst),
                    None,
                ],
            ),
        ]
    });
    Table {
        caption: "Table 1: mean milliseconds a query, of one thread".to_owned(),
        header: vec![
            "benchmark",
            "",
            "without\ncontrol",
            "C2A\ncolliding",
            "C2A\nfree",
            "C2A\naverage",
            "HCA",
            "best-\nfirst",
            "FAST",
        ],
        words: 2,
        rows: lines.collect(),
        notes: vec![
            format!("paper: {}", paper::MACHINE),
            format!("here: {}", machine()),
            format!(
                "These machines are many years apart, and models that are made only resemble the\n\
                 paper's: compare ratios, not times. A time here is the least of {REPETITIONS}."
            ),
        ],
    }
}

fn line<const N: usize>(
    names: [&str; 2],
    values: [Option<f64>; N],
    told: fn(f64) -> String,
) -> Vec<String> {
    let mut line: Vec<String> = names.map(str::to_owned).to_vec();
    line.extend(values.map(|value| value.map_or_else(none, told)));
    line
}

/// As fine as the paper's. More digits of short times would make the table too wide.
fn milliseconds(value: f64) -> String {
    if value < 0.01 {
        return format!("{value:.4}");
    }
    short(value)
}

fn told(value: Option<f64>) -> String {
    value.map_or_else(none, short)
}

/// What does not depend on the machine: times as multiples of C2A's average.
pub fn ratios(rows: &[Row]) -> Table {
    let line = |names, values: [Option<f64>; 5]| line(names, values, short);
    let lines = rows.iter().flat_map(|row| {
        let his = row.benchmark.times();
        let average = |method| row.mean(method, Record::milliseconds);
        let ours = average(Method::C2a);
        let part = |collides| row.mean_where(Method::C2a, collides, Record::milliseconds);
        let ratio = |value: Option<f64>| Some(value? / ours?);
        [
            line(
                [row.benchmark.name(), "paper"],
                [
                    Some(his.uncontrolled / his.average),
                    Some(his.colliding / his.average),
                    his.free.map(|free| free / his.average),
                    Some(his.hca / his.average),
                    None,
                ],
            ),
            line(
                [row.benchmark.name(), "here"],
                [
                    ratio(average(Method::Uncontrolled)),
                    ratio(part(true)),
                    ratio(part(false)),
                    ratio(average(Method::Hca)),
                    ratio(average(Method::BestFirst)),
                ],
            ),
        ]
    });
    Table {
        caption: "The same as multiples of C2A's average".to_owned(),
        header: vec![
            "benchmark",
            "",
            "without\ncontrol",
            "C2A\ncolliding",
            "C2A\nfree",
            "HCA",
            "best-first",
        ],
        words: 2,
        rows: lines.collect(),
        notes: Vec::new(),
    }
}

/// Pairs of volumes and triangles that were tested: the same on every machine.
pub fn work(rows: &[Row]) -> Table {
    let lines = rows.iter().map(|row| {
        let mut line = vec![row.benchmark.name().to_owned()];
        let mean = |method| row.mean(method, Record::steps);
        line.extend(Method::ALL.map(|method| mean(method).map_or_else(none, whole)));
        let ratio = |method| Some(mean(method)? / mean(Method::C2a)?);
        line.extend([Method::Uncontrolled, Method::Hca, Method::BestFirst].map(|m| told(ratio(m))));
        line
    });
    Table {
        caption: "Pairs of volumes and of triangles tested a query, and as multiples of C2A's"
            .to_owned(),
        header: vec![
            "benchmark",
            "without\ncontrol",
            "C2A",
            "HCA",
            "best-\nfirst",
            "without\n/ C2A",
            "HCA\n/ C2A",
            "best-first\n/ C2A",
        ],
        words: 1,
        rows: lines.collect(),
        notes: Vec::new(),
    }
}

/// Figure 6 in numbers: front nodes of C2A, with and without control.
pub fn front(rows: &[Row]) -> Table {
    let lines: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let mean = |method, value: fn(&Record) -> f64| row.mean(method, value);
            let [without, with] =
                [Method::Uncontrolled, Method::C2a].map(|method| mean(method, Record::front));
            let [rounds_without, rounds_with] =
                [Method::Uncontrolled, Method::C2a].map(|method| mean(method, Record::rounds));
            let fewer = without
                .zip(with)
                .filter(|(without, _)| *without > 0.0)
                .map(|(without, with)| 100.0 * (1.0 - with / without));
            let each = |front: Option<f64>, rounds: Option<f64>| {
                front
                    .zip(rounds)
                    .map_or_else(none, |(front, rounds)| whole(front / rounds))
            };
            vec![
                row.benchmark.name().to_owned(),
                without.map_or_else(none, whole),
                with.map_or_else(none, whole),
                fewer.map_or_else(none, |fewer| format!("{fewer:.1} %")),
                told(rounds_without),
                told(rounds_with),
                each(without, rounds_without),
                each(with, rounds_with),
            ]
        })
        .collect();
    Table {
        caption: "Figure 6: front nodes of C2A, a query's mean over all rounds".to_owned(),
        header: vec![
            "benchmark",
            "front\nwithout",
            "\nwith",
            "\nfewer",
            "rounds\nwithout",
            "\nwith",
            "a round\nwithout",
            "\nwith",
        ],
        words: 1,
        rows: lines,
        notes: vec![format!(
            "The paper's figure 6 is of Club vs. Club; with control it has {} % fewer, on\naverage.",
            paper::FEWER_FRONT_NODES
        )],
    }
}

/// What the judge found, a row a method.
pub fn proofs(rows: &[Row]) -> Table {
    let lines = Method::ALL.map(|method| {
        let count = |holds: fn(&Record) -> bool| {
            let of_method = rows.iter().flat_map(|row| row.of(method));
            grouped(of_method.filter(|record| holds(record)).count() as u64)
        };
        vec![
            method.name().to_owned(),
            count(|_| true),
            count(|record| record.finding.penetrates),
            count(|record| record.finding.late),
            count(|record| record.finding.missed),
            count(|record| record.finding.misstated),
            count(Record::is_undecided),
        ]
    });
    Table {
        caption: "Proofs, by the judge".to_owned(),
        header: vec![
            "method",
            "asked",
            "penetrations",
            "late",
            "missed",
            "misstated",
            "undecided",
        ],
        words: 1,
        rows: lines.to_vec(),
        notes: Vec::new(),
    }
}

/// The models, and how many motions collide.
pub fn setting(sets: &[TrialSet], tolerance: f64, seed: u64) -> Table {
    let lines = sets.iter().flat_map(|set| {
        set.models.iter().enumerate().map(|(index, model)| {
            let colliding = set.trials.iter().filter(|trial| trial.collides).count();
            let once = |text: String| if index == 0 { text } else { String::new() };
            vec![
                set.benchmark.name().to_owned(),
                model.name.to_owned(),
                model.origin.clone(),
                grouped(model.triangles() as u64),
                once(grouped(colliding as u64)),
                once(grouped((set.trials.len() - colliding) as u64)),
            ]
        })
    });
    Table {
        caption: format!("Models of radius 1, and motions; tolerance {tolerance}, seed {seed}"),
        header: vec![
            "benchmark",
            "model",
            "from",
            "triangles",
            "colliding",
            "free",
        ],
        words: 3,
        rows: lines.collect(),
        notes: Vec::new(),
    }
}

fn whole(value: f64) -> String {
    grouped(value.round() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_times_are_as_narrow_as_others() {
        assert_eq!(
            [0.0000793, 0.00792, 0.0105, 3.6, 13_085.6].map(milliseconds),
            ["0.0001", "0.0079", "0.0105", "3.60", "13,086"]
        );
    }
}
