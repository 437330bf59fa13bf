//! What a run has come to, as a table or as JSON.

use super::cables::{CableSummary, CableTally};
use super::check::Checker;
use crate::numbers::{grouped, plain};
use osculate_world::CabledWorld;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What is counted on the way, from the start on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tally {
    hits: u64,
    cuts: u64,
    stalls: u64,
    longest_stall: u32,
    /// Seconds that bodies did not live, and that they had.
    lost: f64,
    lived: f64,
    /// Of contacts; none so far is no number in JSON.
    smallest_gap: Option<f64>,
    /// Of this run alone, and its seconds.
    #[serde(skip)]
    took: Duration,
    #[serde(skip)]
    ran: f64,
    energy: f64,
    /// The most that energies of motion came to.
    largest: f64,
    #[serde(default)]
    cables: CableTally,
}

impl Tally {
    /// Of nothing so far.
    pub fn start(cabled: &CabledWorld) -> Tally {
        Tally {
            hits: 0,
            cuts: 0,
            stalls: 0,
            longest_stall: 0,
            lost: 0.0,
            lived: 0.0,
            smallest_gap: None,
            took: Duration::ZERO,
            ran: 0.0,
            energy: cabled.energy(),
            largest: 0.0,
            cables: CableTally::default(),
        }
    }

    /// Adds the last step, which took so long.
    pub fn add(&mut self, cabled: &CabledWorld, took: Duration) {
        self.cables.add(cabled, took);
        let world = cabled.world();
        let report = world.report();
        self.hits += u64::from(report.hits);
        self.cuts += u64::from(report.cuts);
        self.stalls += u64::from(report.stalls);
        self.longest_stall = self.longest_stall.max(report.longest_stall);
        self.lost += report.time_lost;
        self.lived += f64::from(report.moving) * world.settings().step;
        self.took += took;
        self.ran += world.settings().step;
        self.largest = self.largest.max((cabled.energy() - self.energy).abs());
        let spots = world.contacts().flat_map(|touch| {
            let gaps: Vec<f64> = touch.points().map(|spot| spot.gap).collect();
            gaps
        });
        let gap = spots.fold(self.smallest_gap.unwrap_or(f64::INFINITY), f64::min);
        self.smallest_gap = gap.is_finite().then_some(gap);
    }
}

#[derive(Serialize)]
pub struct Summary {
    end: &'static str,
    /// Simulated.
    seconds: f64,
    steps: u64,
    bodies: usize,
    asleep: u32,
    events: u64,
    cuts: u64,
    stalls: u64,
    longest_stall: u32,
    time_lost: f64,
    energy_drift: f64,
    smallest_gap: Option<f64>,
    real_time_factor: f64,
    #[serde(flatten)]
    cables: Option<CableSummary>,
    #[serde(flatten)]
    check: Option<Checked>,
}

#[derive(Serialize)]
struct Checked {
    checked: u64,
    violations: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_violation: Option<String>,
}

impl Summary {
    pub fn new(
        cabled: &CabledWorld,
        tally: &Tally,
        checker: Option<&Checker>,
        end: &'static str,
    ) -> Summary {
        let world = cabled.world();
        let took = tally.took.as_secs_f64();
        let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
        // Contacts know gaps along directions that may have gone astray since; the judge knows how far bodies are apart.
        let seen = tally.smallest_gap.unwrap_or(f64::INFINITY);
        let gap = checker.map_or(seen, Checker::smallest_gap);
        Summary {
            end,
            seconds: world.time(),
            steps: world.steps(),
            bodies: world.len(),
            asleep: world.report().asleep,
            events: tally.hits,
            cuts: tally.cuts,
            stalls: tally.stalls,
            longest_stall: tally.longest_stall,
            time_lost: share(tally.lost, tally.lived),
            energy_drift: share(
                cabled.energy() - tally.energy,
                tally.energy.abs().max(tally.largest),
            ),
            smallest_gap: gap.is_finite().then_some(gap),
            real_time_factor: share(tally.ran, took),
            cables: tally.cables.summary(cabled),
            check: checker.map(|checker| Checked {
                checked: checker.checked(),
                violations: checker.violations(),
                first_violation: checker.first_violation().map(str::to_owned),
            }),
        }
    }

    /// What the check found to be wrong.
    pub fn broken(&self) -> Option<String> {
        let check = self.check.as_ref().filter(|check| check.violations > 0)?;
        let first = check.first_violation.as_deref().unwrap_or_default();
        Some(format!(
            "{} motions of pairs are not shown to be free; the first: {first}",
            grouped(check.violations)
        ))
    }

    /// One line of JSON.
    pub fn json(&self) -> String {
        let line = serde_json::to_string(self).expect("numbers and strings become JSON");
        line + "\n"
    }

    /// For people.
    pub fn table(&self) -> String {
        let mut rows = vec![
            (
                "bodies",
                format!(
                    "{}, {} asleep",
                    grouped(self.bodies as u64),
                    grouped(u64::from(self.asleep))
                ),
            ),
            (
                "simulated",
                format!(
                    "{} s in {} steps: {}",
                    plain(self.seconds),
                    grouped(self.steps),
                    self.end
                ),
            ),
            (
                "speed",
                format!("{:.2} times real time", self.real_time_factor),
            ),
            ("hits", grouped(self.events)),
            ("cuts", grouped(self.cuts)),
            (
                "stalls",
                format!(
                    "{}, the longest of {} steps",
                    grouped(self.stalls),
                    self.longest_stall
                ),
            ),
            (
                "time lost",
                format!("{:.4} % of all bodies' time", 100.0 * self.time_lost),
            ),
            ("energy drift", format!("{:+.2e}", self.energy_drift)),
        ];
        if let Some(gap) = self.smallest_gap {
            rows.push(("smallest gap", format!("{gap:.3e}")));
        }
        if let Some(cables) = &self.cables {
            rows.extend(cables.rows());
        }
        if let Some(check) = &self.check {
            let (checked, wrong) = (grouped(check.checked), grouped(check.violations));
            rows.push((
                "checked",
                format!("{checked} motions of pairs, {wrong} violations"),
            ));
        }
        rows.iter()
            .map(|(name, value)| format!("{name:<17}{value}\n"))
            .collect()
    }
}
