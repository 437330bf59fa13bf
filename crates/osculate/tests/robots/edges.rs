//! Edges of a robot of its own: from a free start towards a goal, judged.

use crate::judged::{Question, Tally};
use crate::known::configuration;
use crate::scenario::{Cell, Plan};
use crate::translated::Way;
use osculate::{Limits, Workspace};
use osculate_judge::robots::recipes;
use osculate_judge::robots::walk::Found;
use osculate_judge::seeded::Seeded;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// How long a step is in joint space; infinite for the full range.
    pub length: f64,
    /// How it goes.
    pub way: Way,
    /// Whether only one joint moves.
    pub single: bool,
}

const fn row(length: f64, way: Way, single: bool) -> Row {
    Row {
        length,
        way,
        single,
    }
}

/// All step lengths, single joints, splines.
pub const ROWS: [Row; 7] = [
    row(f64::INFINITY, Way::Straight, false),
    row(2.0, Way::Straight, false),
    row(0.5, Way::Straight, false),
    row(0.1, Way::Straight, false),
    row(f64::INFINITY, Way::Straight, true),
    row(2.0, Way::Spline, false),
    row(f64::INFINITY, Way::Eased, false),
];

/// A robot with its obstacles, ready to be asked about.
pub struct Judged {
    /// For the judge.
    pub plan: Plan,
    /// For the library.
    pub cell: Cell,
    /// How many instants the judge looks at, at most.
    pub patience: u64,
}

impl Judged {
    fn free_start(&self, rng: &mut Seeded) -> Option<Vec<f64>> {
        (0..50).find_map(|_| {
            let q = configuration(&self.cell.robot, rng);
            let walk = self
                .plan
                .walk(&[q.clone(), q.clone()], Way::Straight, false);
            (walk.walk(0.0, 0.0, 9) == Found::Free).then_some(q)
        })
    }

    fn waypoints(&self, row: Row, start: Vec<f64>, rng: &mut Seeded) -> Vec<Vec<f64>> {
        let count = if row.way == Way::Straight { 1 } else { 2 };
        let mut waypoints = vec![start];
        for _ in 0..count {
            let last = &waypoints[waypoints.len() - 1];
            let mut goal = configuration(&self.cell.robot, rng);
            if row.single {
                let moved = rng.below(goal.len());
                for (number, value) in goal.iter_mut().enumerate() {
                    if number != moved {
                        *value = last[number];
                    }
                }
            }
            let length = row.length / f64::from(count);
            let next = recipes::towards(&self.plan.tree, last, &goal, length);
            waypoints.push(next);
        }
        waypoints
    }

    /// Runs a row, and tells what is wrong.
    pub fn run(&self, row: Row, seed: u64, count: u64, wrong: &mut Vec<String>) -> Tally {
        let mut tally = Tally::default();
        let workspace = &mut Workspace::new();
        for case in 0..8 * count {
            // Where few paths are free there are more, so that a fifth of the count is walked.
            if case >= count && 5 * tally.free >= count {
                break;
            }
            let rng = &mut Seeded::of_case(seed, case);
            let Some(start) = self.free_start(rng) else {
                continue;
            };
            let waypoints = self.waypoints(row, start, rng);
            let question = Question {
                plan: &self.plan,
                cell: &self.cell,
                waypoints: &waypoints,
                way: row.way.for_tree(&self.plan.tree),
                wide: false,
                patience: self.patience,
            };
            if let Err((fault, text)) = question.ask(&Limits::default(), workspace, &mut tally) {
                wrong.push(format!(
                    "{fault:?}: {row:?}, seed {seed}, case {case}: {text}"
                ));
            }
        }
        tally
    }

    /// Runs rows, prints what they were, and panics if something is wrong.
    pub fn check(&self, name: &str, rows: &[Row], seed: u64, count: u64) {
        let mut wrong = Vec::new();
        for (number, &row) in rows.iter().enumerate() {
            let tally = self.run(row, seed + number as u64, count, &mut wrong);
            println!("{name} {row:?}: {tally:?}");
            let enough = tally.crossings * 100 >= tally.contacts * 99 || tally.contacts < 100;
            assert!(enough, "{name} {row:?}: too few crossings");
            assert!(tally.doubts * 50 <= tally.free + tally.contacts + 50);
        }
        let all = wrong.join("\n");
        assert!(wrong.is_empty(), "{name}: {} wrong:\n{all}", wrong.len());
    }
}
