//! What cables have come to in a run.

use crate::numbers::grouped;
use osculate_world::CabledWorld;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How many frames a second has, for those who look at it.
const FRAMES: f64 = 60.0;

/// What is counted of cables on the way.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct CableTally {
    /// Seconds that particles did not live, and that they had.
    lost: f64,
    time: f64,
    deepest: f64,
    longest_wait: u32,
    substeps: u64,
    rounds: u64,
    retries: u64,
    /// Seconds that everything stood still, because a cable was in the way of a body.
    stood: f64,
    frames: u64,
    /// Times are of this run alone, and so are the frames that were made in them.
    #[serde(skip)]
    made: u64,
    #[serde(skip)]
    frame: Duration,
    #[serde(skip)]
    worst_frame: Duration,
    #[serde(skip)]
    took: Duration,
}

/// What cables have come to.
#[derive(Serialize)]
pub struct CableSummary {
    cables: usize,
    edges: usize,
    /// The share of their time that particles were held back for.
    held_back: f64,
    longest_wait: u32,
    /// The deepest that two things were in each other, as a share of the sum of their radii.
    deepest: f64,
    retries: u64,
    stood_still: f64,
    substeps: u64,
    rounds: u64,
    frames_per_second: f64,
    worst_frame_ms: f64,
}

impl CableTally {
    /// Adds a step, which took so long.
    pub fn add(&mut self, cabled: &CabledWorld, took: Duration) {
        if cabled.rods().is_empty() {
            return;
        }
        let report = cabled.report();
        self.lost += report.rods.time_lost;
        self.time += report.rods.time;
        self.deepest = self.deepest.max(report.rods.deepest);
        self.longest_wait = self.longest_wait.max(report.rods.longest_wait);
        self.substeps += u64::from(report.rods.substeps);
        self.rounds += u64::from(report.rods.rounds);
        self.retries += u64::from(report.retries);
        let world = cabled.world();
        self.stood += (1.0 - report.lived) * world.settings().step;
        self.took += took;
        self.frame += took;
        if world.time() * FRAMES + 1e-9 >= (self.frames + 1) as f64 {
            let frames = (world.time() * FRAMES + 1e-9) as u64;
            self.made += frames - self.frames;
            self.frames = frames;
            self.worst_frame = self.worst_frame.max(self.frame);
            self.frame = Duration::ZERO;
        }
    }

    /// What they have come to; nothing if there are none.
    pub fn summary(&self, cabled: &CabledWorld) -> Option<CableSummary> {
        let rods = cabled.rods();
        let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        let time = cabled.world().time();
        (!rods.is_empty()).then(|| CableSummary {
            cables: rods.len(),
            edges: rods.edges(),
            held_back: share(self.lost, self.time),
            longest_wait: self.longest_wait,
            deepest: self.deepest,
            retries: self.retries,
            stood_still: share(self.stood, time),
            substeps: self.substeps,
            rounds: self.rounds,
            frames_per_second: share(self.made as f64, self.took.as_secs_f64()),
            worst_frame_ms: 1e3 * self.worst_frame.as_secs_f64(),
        })
    }
}

impl CableSummary {
    /// For people.
    pub fn rows(&self) -> Vec<(&'static str, String)> {
        let (cables, edges) = (grouped(self.cables as u64), grouped(self.edges as u64));
        vec![
            ("cables", format!("{cables} of {edges} edges")),
            (
                "held back",
                format!(
                    "{:.4} % of their time, the longest wait {} parts of steps",
                    100.0 * self.held_back,
                    self.longest_wait
                ),
            ),
            (
                "deepest",
                format!("{:.1} % of the thickness", 100.0 * self.deepest),
            ),
            (
                "stood still",
                format!(
                    "{:.4} % of the time, {} steps repeated",
                    100.0 * self.stood_still,
                    grouped(self.retries)
                ),
            ),
            (
                "frames",
                format!(
                    "{:.0} per second, the slowest in {:.1} ms",
                    self.frames_per_second, self.worst_frame_ms
                ),
            ),
        ]
    }
}
