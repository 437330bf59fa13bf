//! Both tables as text, narrow enough for a terminal of 80 characters.

use super::Results;
use super::engine::Engine;
use super::growth::{Mean, Row, deviation, power, spread};
use super::steps::{Miss, StepRow};
use super::thesis;
use crate::numbers::grouped;
use crate::ruled_table::drawn;

/// Everything that is printed.
pub fn report(results: &Results) -> String {
    let extent = &results.extent;
    let mut text = format!(
        "Kaya's scenes: discs in a square with walls, density {}, speeds up to a\ndiagonal a second, {} s simulated; seed {}\n\n",
        results.density, extent.seconds, results.seed,
    );
    if !results.comparable() {
        text += &format!(
            "His figures are for {} s and cannot be compared with these.\n\n",
            thesis::SECONDS
        );
    }
    text += &collisions(results);
    text += "\n";
    text += &times(results);
    text += "\n";
    text += &steps(results);
    text
}

fn collisions(results: &Results) -> String {
    let off = |collisions: f64, row: &Row| {
        if results.comparable() {
            format!("{:+.1} %", deviation(collisions, row))
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
    let header = [
        "discs",
        "runs",
        "Kaya",
        "discs\nand walls",
        "off",
        "discs\nonly",
        "off",
    ];
    let mut text = format!(
        "Table 5.1, collisions: of two discs and with walls, and of two discs only\n{}",
        drawn(&header, 0, rows)
    );
    let spreads = spread(&results.growth, Mean::events)
        .zip(spread(&results.growth, |mean| mean.collisions))
        .filter(|_| results.comparable());
    if let Some((with_walls, without)) = spreads {
        let better = if with_walls <= without {
            "walls counted"
        } else {
            "walls left out"
        };
        text += &format!(
            "Each scaled to agree with his at 1,024 discs, the rows from 64 on are off by\n\
             {with_walls:.1} % at most with walls counted, by {without:.1} % without: his growth is met better\n\
             with {better}.\n"
        );
    }
    text
}

fn times(results: &Results) -> String {
    let told = |mean: &Mean| match mean.seconds {
        Some(seconds) if mean.extrapolated => format!("~{}", short(seconds)),
        Some(seconds) => short(seconds),
        None => none(),
    };
    let rows = results.growth.iter().map(|row| {
        let his = row.thesis();
        let [all_pairs, tree, queue, cells] = &row.means[..] else {
            unreachable!("one an engine")
        };
        let ratio = cells
            .seconds
            .filter(|seconds| results.comparable() && *seconds > 0.0)
            .map(|seconds| grouped((his.tree / seconds).round() as u64));
        vec![
            grouped(row.discs as u64),
            short(his.all_pairs),
            told(all_pairs),
            short(his.tree),
            told(tree),
            told(queue),
            told(cells),
            ratio.unwrap_or_else(none),
        ]
    });
    let header = [
        "discs",
        "all pairs\nKaya",
        "\nhere",
        "his tree\nKaya",
        "\nhere",
        "pair\nqueue",
        "cells",
        "Kaya's\n/ cells",
    ];
    let mut text = format!(
        "Table 5.1, seconds of one thread (his: Intel i7-2630QM at 2 GHz, of 2011)\n{}",
        drawn(&header, 0, rows)
    );
    let extrapolated = |row: &&Row| row.means.iter().any(|mean| mean.extrapolated);
    if let Some(first) = results.growth.iter().find(extrapolated) {
        text += &format!(
            "~ extrapolated: from {} discs on slow engines ran only a part, and its time an\n\
             event is taken for all events that cells has; --slow-up-to moves the limit.\n",
            grouped(first.discs as u64)
        );
    }
    text += &powers(&results.growth);
    let his = results
        .growth
        .iter()
        .find(|row| row.discs == thesis::STEPPED_DISCS);
    if let Some((row, seconds)) = his
        .and_then(|row| Some((row, row.fast().seconds?)))
        .filter(|_| results.comparable())
    {
        text += &format!(
            "1,024 discs: {:.2} s by his tree in the thesis, {} s by cells here: {} times as fast.\n",
            row.thesis().tree,
            short(seconds),
            grouped((row.thesis().tree / seconds).round() as u64),
        );
    }
    text
}

/// How the time of an event grows.
fn powers(rows: &[Row]) -> String {
    let mut parts = Vec::new();
    for (index, engine) in Engine::ALL.into_iter().enumerate() {
        let Some(here) = power(rows, |row| row.means[index].seconds) else {
            return String::new();
        };
        let his = power(rows, |row| engine.in_thesis(row.thesis()))
            .map_or_else(String::new, |his| format!(" (Kaya {his:.1})"));
        parts.push(format!("{} {here:.1}{his}", engine.name()));
    }
    format!(
        "The time of an event grows, from 64 discs on, with their number to the power of\n{}.\n",
        parts.join(", ")
    )
}

fn steps(results: &Results) -> String {
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
    let mut text = format!(
        "Table 5.2, {} discs in steps of fixed length, {} of the scenes\n{}",
        grouped(results.stepped_discs as u64),
        first.runs,
        drawn(&header, 0, rows)
    );
    text += "missed: two meet within a step and do not overlap at its end; or late: or overlap\n\
             but part already; beside: collisions of the event-driven engine within the step\n\
             that its end does not show; fewer: how many less there are in all, walls too.\n";
    if results.comparable() && results.stepped_discs == thesis::STEPPED_DISCS {
        let away = Miss::ALL.map(|miss| (miss, miss.factor(&results.steps)));
        let nearest = away
            .iter()
            .min_by(|one, other| one.1.total_cmp(&other.1))
            .expect("some");
        let told = away.map(|(miss, factor)| format!("{} {}", miss.name(), short(factor)));
        text += &format!(
            "Away from his by a factor of, as a mean: {}.\nNearest: {}.\n",
            told.join(", "),
            nearest.0.name()
        );
    }
    text
}

/// Three digits.
fn short(value: f64) -> String {
    if !(value > 0.0) {
        return "0".to_owned();
    }
    let before = value.log10().floor() as i32;
    if before >= 3 {
        return grouped(value.round() as u64);
    }
    format!("{value:.*}", (2 - before).clamp(0, 9) as usize)
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

fn none() -> String {
    "–".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        assert_eq!(
            [0.000193307, 0.0329, 1.0092, 46.34, 105.5, 13085.6, 0.0].map(short),
            ["0.000193", "0.0329", "1.01", "46.3", "106", "13,086", "0"]
        );
        assert_eq!(
            [0.5, 33.0, 3416.14, -12.25].map(few),
            ["0.5", "33", "3,416", "-12.2"]
        );
    }
}
