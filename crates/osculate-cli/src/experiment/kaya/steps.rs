//! Table 5.2: what steps of fixed length miss.

use super::thesis;
use osculate_events::{Cells, Discrete, DiscreteTally, Scene, Stuck};
use std::time::Instant;

/// What one run in steps saw, and how long it took without looking for what it missed.
#[derive(Clone, Copy, Debug)]
pub struct Stepped {
    pub tally: DiscreteTally,
    pub seconds: f64,
}

/// Runs a scene up to `until` in steps of fixed length, twice: for the time, and for what is missed.
pub fn stepped(scene: &Scene<2>, step: f64, until: f64) -> Result<Stepped, Stuck> {
    let discrete = Discrete::new(scene, step).expect("his steps are positive");
    let mut quick = discrete.clone().without_misses();
    let started = Instant::now();
    quick.run(until);
    let seconds = started.elapsed().as_secs_f64();
    let mut careful = discrete;
    let tally = careful.run_beside(until, Cells::new)?;
    Ok(Stepped { tally, seconds })
}

/// Means of runs with the same step.
#[derive(Clone, Debug)]
pub struct StepRow {
    pub thesis: &'static thesis::Stepped,
    pub runs: usize,
    pub steps: u64,
    pub collisions: f64,
    pub bounces: f64,
    pub meetings: f64,
    pub missed: f64,
    pub late: f64,
    pub missed_bounces: f64,
    pub true_collisions: f64,
    pub missed_collisions: f64,
    /// Collisions and bounces of the event-driven engine with the same scenes.
    pub events: f64,
    pub seconds: f64,
}

impl StepRow {
    /// The row of runs with one step, of scenes in which the event-driven engine has that many `events`.
    pub fn of(thesis: &'static thesis::Stepped, runs: &[Stepped], events: f64) -> StepRow {
        let mean = |value: &dyn Fn(&DiscreteTally) -> u64| {
            let sum: u64 = runs.iter().map(|run| value(&run.tally)).sum();
            sum as f64 / runs.len() as f64
        };
        StepRow {
            thesis,
            runs: runs.len(),
            steps: runs[0].tally.steps,
            collisions: mean(&|tally| tally.collisions),
            bounces: mean(&|tally| tally.wall_bounces),
            meetings: mean(&|tally| tally.meetings),
            missed: mean(&|tally| tally.missed),
            late: mean(&|tally| tally.late),
            missed_bounces: mean(&|tally| tally.missed_bounces),
            true_collisions: mean(&|tally| tally.true_collisions),
            missed_collisions: mean(&|tally| tally.missed_collisions),
            events,
            seconds: runs.iter().map(|run| run.seconds).sum::<f64>() / runs.len() as f64,
        }
    }
}

/// What may be meant by a miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Miss {
    /// Two met within a step and do not overlap at its end.
    Meeting,
    /// Or overlap, but part already.
    MeetingOrLate,
    /// A collision that the event-driven engine has within the step, and the end of the step does not show.
    Collision,
    /// How many more events the event-driven engine has in the whole.
    Fewer,
}

impl Miss {
    pub const ALL: [Miss; 4] = [
        Miss::Meeting,
        Miss::MeetingOrLate,
        Miss::Collision,
        Miss::Fewer,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Miss::Meeting => "missed",
            Miss::MeetingOrLate => "or late",
            Miss::Collision => "beside",
            Miss::Fewer => "fewer",
        }
    }

    /// How many there were.
    pub fn count(self, row: &StepRow) -> f64 {
        match self {
            Miss::Meeting => row.missed,
            Miss::MeetingOrLate => row.missed + row.late,
            Miss::Collision => row.missed_collisions,
            Miss::Fewer => row.events - row.collisions - row.bounces,
        }
    }
}
