//! Both tables as text, narrow enough for a terminal of 80 characters.

use super::Results;
use super::chart::chart;
use super::engine::Engine;
use super::growth::{Mean, Row, deviation, power, spread};
use super::steps::{Miss, StepRow};
use super::thesis;
use crate::experiment::report::{Block, Report};
use crate::experiment::table::{Table, none, short};
use crate::numbers::grouped;

/// Everything that is told.
pub fn report(results: &Results) -> Report {
    let extent = &results.extent;
    let mut blocks = vec![Block::Text(format!(
        "Kaya's scenes: discs in a square with walls, density {}, speeds up to a\ndiagonal per second, {} s simulated; seed {}\n",
        results.density, extent.seconds, results.seed,
    ))];
    if !results.comparable() {
        blocks.push(Block::Text(format!(
            "His figures are for {} s and cannot be compared with these.\n",
            thesis::SECONDS
        )));
    }
    blocks.push(Block::Table(collisions(results)));
    blocks.push(Block::Figure(chart(&results.growth).figure()));
    blocks.push(Block::Table(times(results)));
    if !results.steps.is_empty() {
        blocks.push(Block::Table(steps(results)));
    }
    Report {
        title: "Kaya: collisions and times of many discs, and what time steps miss",
        blocks,
    }
}

fn collisions(results: &Results) -> Table {
    let off = |collisions: f64, row: &Row| {
        if results.comparable() {
            format!("{:+.1} %", tenths(deviation(collisions, row)))
        } else {
            none()
        }
    };
    let rows = results.growth.iter().map(|row| {
        let fast = row.fast();
        vec![
            grouped(row.discs as u64),
            fast.runs.to_string(),
            whole(row.thesis().collisions),
            whole(fast.events()),
            off(fast.events(), row),
            whole(fast.collisions),
            off(fast.collisions, row),
        ]
    });
    let mut notes = Vec::new();
    let spreads = spread(&results.growth, Mean::events)
        .zip(spread(&results.growth, |mean| mean.collisions))
        .filter(|_| results.comparable());
    if let Some((with_walls, without)) = spreads {
        let better = if with_walls <= without {
            "walls counted"
        } else {
            "walls left out"
        };
        notes.push(format!(
            "Each scaled to agree with his at 1,024 discs, the rows from 64 on are off by\n\
             {with_walls:.1} % at most with walls counted, by {without:.1} % without: his growth is met better\n\
             with {better}."
        ));
    }
    Table {
        caption: "Table 5.1, collisions: of two discs and with walls, and of two discs only"
            .to_owned(),
        header: vec![
            "discs",
            "runs",
            "Kaya",
            "discs\nand walls",
            "off",
            "discs\nonly",
            "off",
        ],
        words: 0,
        rows: rows.collect(),
        notes,
    }
}

fn times(results: &Results) -> Table {
    let told = |row: &Row, engine: Engine| {
        let measured = row
            .mean(engine)
            .and_then(|mean| Some((mean.seconds?, mean.extrapolated)));
        match measured {
            Some((seconds, true)) => format!("~{}", short(seconds)),
            Some((seconds, false)) => short(seconds),
            None => none(),
        }
    };
    let rows = results.growth.iter().map(|row| {
        let his = row.thesis();
        let ratio = row
            .fast()
            .seconds
            .filter(|seconds| results.comparable() && *seconds > 0.0)
            .map(|seconds| short(his.tree / seconds));
        vec![
            grouped(row.discs as u64),
            short(his.all_pairs),
            told(row, Engine::AllPairs),
            short(his.tree),
            told(row, Engine::Tree),
            told(row, Engine::PairQueue),
            told(row, Engine::Cells),
            ratio.unwrap_or_else(none),
        ]
    });
    Table {
        caption: "Table 5.1, seconds of one thread (his: Intel i7-2630QM at 2 GHz, of 2011)"
            .to_owned(),
        header: vec![
            "discs",
            "all pairs\nKaya",
            "\nhere",
            "his tree\nKaya",
            "\nhere",
            "pair\nqueue",
            "cells",
            "Kaya's\n/ cells",
        ],
        words: 0,
        rows: rows.collect(),
        notes: notes_on_times(results),
    }
}

fn notes_on_times(results: &Results) -> Vec<String> {
    let mut notes = Vec::new();
    let extrapolated = |row: &&Row| row.means.iter().any(|mean| mean.extrapolated);
    if let Some(first) = results.growth.iter().find(extrapolated) {
        notes.push(format!(
            "~ extrapolated: from {} discs on slow engines ran only a part, and its time an\n\
             event is taken for all events that cells has; --slow-up-to moves the limit.",
            grouped(first.discs as u64)
        ));
    }
    notes.extend(powers(&results.growth));
    let his = results
        .growth
        .iter()
        .find(|row| row.discs == thesis::STEPPED_DISCS);
    if let Some((row, seconds)) = his
        .and_then(|row| Some((row, row.fast().seconds?)))
        .filter(|_| results.comparable())
    {
        notes.push(format!(
            "1,024 discs: {:.2} s by his tree in the thesis, {} s by cells here:\n{} times as fast.",
            row.thesis().tree,
            short(seconds),
            short(row.thesis().tree / seconds),
        ));
    }
    notes
}

/// How the time of an event grows.
fn powers(rows: &[Row]) -> Option<String> {
    let mut parts = Vec::new();
    for engine in Engine::ALL {
        let Some(here) = power(rows, |row| row.mean(engine)?.seconds) else {
            continue;
        };
        let his = power(rows, |row| engine.in_thesis(row.thesis()))
            .map_or_else(String::new, |his| format!(" (Kaya {:.1})", tenths(his)));
        parts.push(format!("{} {:.1}{his}", engine.name(), tenths(here)));
    }
    if parts.is_empty() {
        return None;
    }
    Some(format!(
        "The time of an event grows, from 64 discs on, with their number to the power of\n{}",
        parts.join(", ")
    ))
}

fn steps(results: &Results) -> Table {
    let first = &results.steps[0];
    let row = results
        .growth
        .iter()
        .find(|row| row.discs == results.stepped_discs)
        .expect("one of the counts");
    let continuous = vec![
        "none".to_owned(),
        short(row.thesis().tree),
        row.fast().seconds.map_or_else(none, short),
        whole(0.0),
        whole(0.0),
        whole(0.0),
        whole(0.0),
        whole(0.0),
    ];
    let stepped = |row: &StepRow| {
        let mut cells = vec![
            row.thesis.step.to_string(),
            short(row.thesis.seconds),
            short(row.seconds),
            few(row.thesis.missed),
        ];
        cells.extend(Miss::ALL.map(|miss| few(miss.count(row))));
        cells
    };
    let rows = std::iter::once(continuous).chain(results.steps.iter().map(stepped));
    let mut header = vec!["step", "seconds\nKaya", "\nhere", "missed\nKaya"];
    header.extend(Miss::ALL.map(Miss::name));
    let mut notes: Vec<String> = [
        "missed: two meet within a step and do not overlap at its end",
        "or late: or they do, but part already",
        "beside: collisions by the event-driven engine that a step's end does not show",
        "fewer: than its collisions and bounces over the whole",
    ]
    .map(str::to_owned)
    .to_vec();
    if results.comparable() && results.stepped_discs == thesis::STEPPED_DISCS {
        notes.push(format!("Nearest to Kaya's: {}.", nearest(&results.steps)));
    }
    Table {
        caption: format!(
            "Table 5.2, {} discs in steps of fixed length, {} of the scenes",
            grouped(results.stepped_discs as u64),
            first.runs
        ),
        header,
        words: 0,
        rows: rows.collect(),
        notes,
    }
}

/// Which count of misses comes nearest to his, from which step to which.
fn nearest(rows: &[StepRow]) -> String {
    let nearest = |row: &StepRow| {
        let away = |miss: &Miss| (miss.count(row) - row.thesis.missed).abs();
        let least = |one: &Miss, other: &Miss| away(one).total_cmp(&away(other));
        Miss::ALL.into_iter().min_by(least).expect("some")
    };
    let told = |rows: &[StepRow]| {
        let (first, last) = (rows[0].thesis.step, rows[rows.len() - 1].thesis.step);
        let name = nearest(&rows[0]).name();
        if rows.len() == 1 {
            format!("{name} at {first}")
        } else {
            format!("{name} from {first} to {last}")
        }
    };
    let parts: Vec<String> = rows
        .chunk_by(|one, other| nearest(one) == nearest(other))
        .map(told)
        .collect();
    parts.join(", ")
}

/// Rounded; without a sign if nothing is left.
fn tenths(value: f64) -> f64 {
    (10.0 * value).round() / 10.0 + 0.0
}

fn whole(value: f64) -> String {
    grouped(value.round() as u64)
}

/// A count that may be a small mean, or negative.
fn few(value: f64) -> String {
    if value < 0.0 {
        format!("-{}", few(-value))
    } else if value < 1000.0 && value.fract() != 0.0 {
        format!("{value:.1}")
    } else {
        whole(value)
    }
}

#[cfg(test)]
mod tests {
    use super::super::engine::Run;
    use super::super::growth::{Extent, Task};
    use super::super::steps::Stepped;
    use super::*;
    use osculate_events::DiscreteTally;

    /// As if `scale` times as many discs met as in the thesis, and every event took a second.
    fn results(scale: f64, seconds: f64) -> Results {
        let extent = Extent {
            engines: Engine::ALL.to_vec(),
            runs: 100,
            up_to: 2048,
            slow_up_to: 256,
            seconds,
        };
        let run = |task: Task| {
            let same = |row: &&thesis::Row| row.discs == task.discs;
            let his = thesis::GROWTH.iter().find(same).unwrap();
            let collisions = scale * his.collisions * task.until / thesis::SECONDS;
            let run = Run {
                collisions: collisions.round() as u64,
                bounces: task.discs as u64,
                setup: 7.0,
                going: collisions.round() + task.discs as f64,
            };
            (task, run)
        };
        let done: Vec<(Task, Run)> = extent.tasks().into_iter().map(run).collect();
        let steps = thesis::STEPS.iter().map(|step| {
            let mut tally = DiscreteTally::default();
            tally.missed = step.missed as u64;
            tally.late = 1_000_000;
            let seconds = step.seconds;
            StepRow::of(step, &[Stepped { tally, seconds }], 87281.0)
        });
        Results {
            growth: Row::all(&extent, &done),
            runs: done,
            extent,
            density: 0.1275,
            seed: 1,
            stepped_discs: 1024,
            steps: steps.collect(),
        }
    }

    #[test]
    fn everything_fits_a_terminal() {
        for results in [results(1.0, 5.0), results(3.0, 5.0), results(1.0, 1.0)] {
            let text = report(&results).text();
            let longest = text.lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(80), "{longest:?}:\n{text}");
        }
    }

    #[test]
    fn the_way_of_counting_is_told_that_grows_as_his() {
        let results = results(1.0, 5.0);
        let text = report(&results).text();
        let without = spread(&results.growth, |mean| mean.collisions).unwrap();
        assert!(without < 0.1, "{without}");
        assert!(text.contains("with walls left out."), "{text}");
        assert!(text.contains("missed from 0.001 to 1."), "{text}");
        assert!(text.contains("cells 0.0\n"), "{text}");
        assert!(!text.contains("-0.0"), "{text}");
    }

    #[test]
    fn a_part_stands_for_the_whole_but_for_what_is_done_once() {
        let results = results(1.0, 5.0);
        let last = results.growth.last().unwrap();
        for mean in &last.means {
            assert_eq!(mean.extrapolated, mean.engine != Engine::Cells);
            let whole = 7.0 + last.fast().events();
            assert!((mean.seconds.unwrap() / whole - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn small_means_have_a_digit_after_the_point() {
        assert_eq!(
            [0.5, 33.0, 3416.14, -12.25].map(few),
            ["0.5", "33", "3,416", "-12.2"]
        );
    }
}
