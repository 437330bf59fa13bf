//! The run with the most events and one with as many as half of the runs do not exceed, of one number of discs.

use super::Results;
use super::engine::Engine;
use super::growth::Task;
use crate::experiment::page_files::{Case, Cases};
use crate::numbers::grouped;
use crate::output::Output;
use osculate_events::{Cells, Simulation, World};
use osculate_io::{EventTraceOptions, EventTraceWriter};
use std::io;

/// The most discs of a trace: with these it has some megabytes.
const MOST_DISCS: usize = 256;

/// The same ones on every run: events are counted.
pub fn cases(results: &Results) -> Option<Cases<'_>> {
    let discs = results.growth.iter().map(|row| row.discs);
    let discs = discs.filter(|discs| *discs <= MOST_DISCS).max()?;
    let runs: Vec<_> = results
        .runs
        .iter()
        .filter(|(task, _)| task.discs == discs && task.engine == Engine::Cells)
        .collect();
    Cases::among(
        &runs,
        |(_, run)| run.events(),
        |(task, run)| case(results, task, run.events()),
    )
}

fn case<'a>(results: &'a Results, task: &'a Task, events: u64) -> Case<'a> {
    Case {
        told: format!(
            "scene {} of {} discs, with {} collisions and bounces",
            task.number,
            grouped(task.discs as u64),
            grouped(events)
        ),
        trace: Box::new(move |output| trace(results, task, output)),
    }
}

/// Runs it once more, and writes every event.
fn trace(results: &Results, task: &Task, output: &mut Output) -> io::Result<()> {
    let scene = results
        .scene(task.discs, task.number)
        .map_err(io::Error::other)?;
    let world = World::new(&scene);
    let mut options = EventTraceOptions::default();
    options.title = format!("Kaya's scene {} of {} discs", task.number, task.discs);
    options.until = Some(task.until);
    let mut trace = EventTraceWriter::new(output, &world, &options)?;
    let search = Cells::new(&world);
    let mut simulation = Simulation::new(world, search);
    while let Some(event) = simulation.step(task.until).map_err(io::Error::other)? {
        trace.event(simulation.world(), &event)?;
    }
    trace.end("time reached", task.until)?;
    Ok(())
}
