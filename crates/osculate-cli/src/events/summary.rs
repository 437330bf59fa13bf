//! What a run has come to, as a table or as JSON.

use super::plan::Plan;
use super::sums::{energy_drift, momentum_drift};
use crate::numbers::{grouped, plain};
use osculate_events::{AllPairs, Boundary, Search, World};
use serde::Serialize;

/// Up to how many bodies it is found out whether anything would still happen.
const ASKED: usize = 2_000;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    TimeReached,
    Interrupted,
    NoFurtherEvents,
    Stuck,
}

impl End {
    pub fn words(self) -> &'static str {
        match self {
            End::TimeReached => "time reached",
            End::Interrupted => "interrupted",
            End::NoFurtherEvents => "no further events",
            End::Stuck => "stuck",
        }
    }
}

/// Whether nothing will ever happen any more, as far as that is told in reasonable time.
pub fn is_over<const D: usize>(world: &World<D>) -> bool {
    let moves = |body: u32| {
        world.state(body, world.now()).1 != [0.0; D] || world.acceleration(body) != [0.0; D]
    };
    if !(0..world.len() as u32).any(moves) {
        return true;
    }
    // Whoever moves gets to an end of its domain.
    let closed = !world.domain().boundary.contains(&Boundary::Open);
    !closed && world.len() <= ASKED && AllPairs.next(world, f64::INFINITY).is_none()
}

#[derive(Serialize)]
pub struct Summary {
    engine: String,
    bodies: usize,
    dimension: usize,
    seed: Option<u64>,
    end: &'static str,
    /// Simulated.
    seconds: f64,
    wall_clock_seconds: f64,
    events: u64,
    collisions: u64,
    wall_bounces: u64,
    wraps: u64,
    collisions_per_second: f64,
    energy_drift: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    momentum_drift: Option<f64>,
    largest_overlap: f64,
    #[serde(flatten)]
    rest: Option<RestSummary>,
    #[serde(flatten)]
    shifts: Option<ShiftSummary>,
}

#[derive(Serialize)]
struct RestSummary {
    slow_meetings: u64,
    falls_asleep: u64,
    wakings: u64,
    asleep: u64,
    wedged: u64,
}

#[derive(Serialize)]
struct ShiftSummary {
    moved: usize,
    largest_shift: f64,
}

impl Summary {
    /// `collisions` of this run took `wall_clock` seconds.
    pub fn new<const D: usize>(
        plan: &Plan<D>,
        world: &World<D>,
        end: End,
        seconds: f64,
        collisions: u64,
        wall_clock: f64,
    ) -> Summary {
        let tally = world.tally();
        let left = world.deepest_overlap().map_or(0.0, |overlap| overlap.share);
        let rested = tally.slow_meetings + tally.falls_asleep + tally.wakings + tally.wedged > 0;
        Summary {
            engine: plan.engine.name(),
            bodies: world.len(),
            dimension: D,
            seed: plan.seed,
            end: end.words(),
            seconds,
            wall_clock_seconds: wall_clock,
            events: tally.collisions + tally.wall_bounces + tally.wraps,
            collisions: tally.collisions,
            wall_bounces: tally.wall_bounces,
            wraps: tally.wraps,
            collisions_per_second: if wall_clock > 0.0 {
                collisions as f64 / wall_clock
            } else {
                0.0
            },
            energy_drift: energy_drift(world, &plan.start),
            momentum_drift: momentum_drift(world, &plan.start),
            largest_overlap: tally.largest_overlap.max(left),
            rest: rested.then_some(RestSummary {
                slow_meetings: tally.slow_meetings,
                falls_asleep: tally.falls_asleep,
                wakings: tally.wakings,
                asleep: tally.sleeping,
                wedged: tally.wedged,
            }),
            shifts: plan.shifts.map(|shifts| ShiftSummary {
                moved: shifts.moved,
                largest_shift: shifts.largest,
            }),
        }
    }

    /// As one line of JSON.
    pub fn json(&self) -> String {
        serde_json::to_string(self)
            .expect("the keys are strings and nothing here fails to serialise")
            + "\n"
    }

    /// As a table.
    pub fn table(&self) -> String {
        let kind = match (self.dimension, self.bodies) {
            (2, 1) => "disc",
            (2, _) => "discs",
            (_, 1) => "sphere",
            _ => "spheres",
        };
        let seed = self
            .seed
            .map_or_else(String::new, |seed| format!(", seed {seed}"));
        let mut rows = vec![
            (
                "bodies",
                format!("{} {kind}{seed}", grouped(self.bodies as u64)),
            ),
            ("engine", self.engine.clone()),
            (
                "simulated",
                format!("{} s: {}", plain(self.seconds), self.end),
            ),
            ("took", duration(self.wall_clock_seconds)),
            ("events", grouped(self.events)),
            (
                "collisions",
                format!(
                    "{}, {} per second",
                    grouped(self.collisions),
                    grouped(self.collisions_per_second.round() as u64)
                ),
            ),
            ("wall bounces", grouped(self.wall_bounces)),
        ];
        if self.wraps > 0 {
            rows.push(("wraps", grouped(self.wraps)));
        }
        if let Some(drift) = self.energy_drift {
            rows.push(("energy drift", format!("{drift:.1e}")));
        }
        if let Some(drift) = self.momentum_drift {
            rows.push(("momentum drift", format!("{drift:.1e}")));
        }
        let overlap = format!("{:.1e} of a radius", self.largest_overlap);
        rows.push(("largest overlap", overlap));
        if let Some(rest) = &self.rest {
            let counts = [
                rest.asleep,
                rest.falls_asleep,
                rest.wakings,
                rest.slow_meetings,
                rest.wedged,
            ];
            let [asleep, falls, wakings, slow, wedged] = counts.map(grouped);
            let told = format!(
                "{asleep} bodies; {falls} came to rest, {wakings} were woken, {slow} slow meetings, {wedged} times wedged"
            );
            rows.push(("at rest", told));
        }
        if let Some(shifts) = &self.shifts {
            let moved = grouped(shifts.moved as u64);
            let told = format!("{moved} bodies, by {:.3e} at most", shifts.largest_shift);
            rows.push(("shifted apart", told));
        }
        rows.iter()
            .map(|(name, value)| format!("{name:<17}{value}\n"))
            .collect()
    }
}

/// How long something took, in a unit that shows it.
fn duration(seconds: f64) -> String {
    match seconds < 1.0 {
        true => format!("{:.1} ms", 1e3 * seconds),
        false => format!("{seconds:.3} s"),
    }
}
