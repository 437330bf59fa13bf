//! What is measured over a run, for plots below the time line.

use osculate_trace::{Series, TraceWriter};
use osculate_world::{CabledWorld, World};
use std::io::{self, Write};

/// How many values are written at once.
pub(super) const SAMPLES: usize = 64;
/// How many values a series has in all, at most.
const VALUES: f64 = 2000.0;

/// All series of a run.
#[derive(Debug)]
pub(super) struct AllSeries {
    all: [Samples; 5],
    /// When the next values are due, and how much time lies between them.
    due: f64,
    every: f64,
    /// Whether any two bodies have touched so far.
    has_touched: bool,
}

/// Values of a series that are not yet written.
#[derive(Debug)]
struct Samples {
    name: &'static str,
    unit: &'static str,
    time: Vec<f64>,
    value: Vec<f64>,
}

fn samples(name: &'static str, unit: &'static str) -> Samples {
    Samples {
        name,
        unit,
        time: Vec::new(),
        value: Vec::new(),
    }
}

impl AllSeries {
    /// From `start` on, `until` some time if that is known.
    pub(super) fn new(start: f64, until: Option<f64>) -> AllSeries {
        AllSeries {
            all: [
                samples("energy", "J"),
                samples("smallest gap", "m"),
                samples("contact impulses", "N s"),
                samples("cables, deepest", "% of their thickness"),
                samples("cables, held back", "% of the time"),
            ],
            due: start,
            every: until.map_or(0.0, |until| (until - start) / VALUES),
            has_touched: false,
        }
    }

    /// Whether it is time for new values.
    pub(super) fn is_due(&self, time: f64) -> bool {
        time >= self.due
    }

    /// Whether there are values of this time, if any wait to be written.
    pub(super) fn has(&self, time: f64) -> bool {
        self.all[0].time.last() == Some(&time)
    }

    /// Takes values of a world, and of its cables if it has any.
    pub(super) fn take(&mut self, world: &World, cabled: Option<&CabledWorld>) {
        self.due = world.time() + self.every;
        let (mut gap, mut pushed) = (f64::INFINITY, 0.0);
        for touch in world.contacts() {
            pushed += touch.impulse();
            gap = touch.points().fold(gap, |least, spot| least.min(spot.gap));
        }
        let cabled = cabled.filter(|cabled| !cabled.rods().is_empty());
        let cables = cabled.map(|cabled| cabled.report().rods);
        self.has_touched |= gap.is_finite();
        let values = [
            Some(cabled.map_or_else(|| world.energy(), CabledWorld::energy)),
            // Where nothing is near anything there is no value.
            gap.is_finite().then_some(gap),
            self.has_touched.then_some(pushed),
            cables.map(|cables| 100.0 * cables.deepest),
            cables.map(|cables| 100.0 * cables.held_share()),
        ];
        for (series, value) in self.all.iter_mut().zip(values) {
            if let Some(value) = value {
                series.time.push(world.time());
                series.value.push(value);
            }
        }
    }

    /// Writes series that have at least as many values.
    pub(super) fn write(
        &mut self,
        least: usize,
        trace: &mut TraceWriter<impl Write>,
    ) -> io::Result<()> {
        for series in &mut self.all {
            if series.time.is_empty() || series.time.len() < least {
                continue;
            }
            trace.write(Series {
                name: series.name.to_owned(),
                unit: Some(series.unit.to_owned()),
                time: std::mem::take(&mut series.time).into(),
                value: std::mem::take(&mut series.value).into(),
            })?;
        }
        Ok(())
    }
}
