//! From event to event, with what is written on the way.

use super::engine::Engine;
use super::plan::Plan;
use super::summary::{End, Summary, is_over};
use crate::interrupt;
use crate::output::{Failure, Output};
use crate::progress::Progress;
use crate::trace_file::TraceFile;
use osculate_events::{AllPairs, Cells, KayaTree, PairQueue, Search, Simulation, Stuck, World};
use osculate_io::EventTraceWriter;
use std::io::{self, BufWriter};
use std::path::Path;
use std::time::{Duration, Instant};

/// A run is cut into parts of time, between which it is looked whether somebody pressed Ctrl-C, even if nothing happens:
/// so many at first.
const PARTS: f64 = 65_536.0;
/// Parts that take less become longer, up to twice.
const SHORT: Duration = Duration::from_millis(20);
/// Parts that take more become shorter.
const LONG: Duration = Duration::from_millis(200);

/// How long lines of a trace are kept back at most, while things happen.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is written while things happen.
pub struct Writing<'a, const D: usize> {
    pub trace: Option<EventTraceWriter<D, TraceFile>>,
    pub checkpoint: Option<&'a Path>,
    pub progress: &'a mut Progress,
}

/// What a run has come to.
pub struct Done {
    pub summary: Summary,
    pub end: End,
    /// Who is stuck, if that is why it ended.
    pub stuck: Option<Stuck>,
}

/// Runs `world` to the end of the plan, until it cannot go on, or until somebody presses Ctrl-C.
pub fn run<const D: usize>(
    plan: Plan<D>,
    world: World<D>,
    writing: Writing<D>,
) -> Result<Done, Failure> {
    match plan.engine {
        Engine::Cells => Run::new(plan, writing, Cells::new).finish(world),
        Engine::AllPairs => Run::new(plan, writing, |_| AllPairs).finish(world),
        Engine::PairQueue => Run::new(plan, writing, PairQueue::new).finish(world),
        Engine::Kaya => Run::new(plan, writing, KayaTree::new).finish(world),
    }
}

struct Run<'a, const D: usize, S> {
    plan: Plan<D>,
    writing: Writing<'a, D>,
    search: fn(&World<D>) -> S,
    /// How much simulated time is asked for at once.
    part: f64,
    /// How many events are asked for at once.
    most: u64,
    flushed: Instant,
    /// Who is stuck, if the run cannot go on.
    stuck: Option<Stuck>,
}

impl<'a, const D: usize, S: Search<D>> Run<'a, D, S> {
    fn new(plan: Plan<D>, writing: Writing<'a, D>, search: fn(&World<D>) -> S) -> Run<'a, D, S> {
        // For the others asking again costs as much as an event, and an event may take a second.
        let (part, most) = if plan.engine.is_fast() {
            (plan.seconds / PARTS, 1024)
        } else {
            (f64::INFINITY, 1)
        };
        Run {
            plan,
            writing,
            search,
            part,
            most,
            flushed: Instant::now(),
            stuck: None,
        }
    }

    fn finish(mut self, world: World<D>) -> Result<Done, Failure> {
        self.writing.progress.doing("thousandths of the time");
        let before = world.tally().collisions;
        let mut simulation = self.simulation(world);
        let started = Instant::now();
        let (mut world, mut end) = loop {
            let stop = self.plan.stop();
            let end = self.until(&mut simulation, stop)?;
            let mut world = simulation.into_world();
            if end != End::TimeReached {
                break (world, end);
            }
            if (self.plan.every).is_some_and(|every| stop >= every * self.plan.next as f64) {
                self.plan.next = self.plan.next.saturating_add(1);
            }
            if stop >= self.plan.seconds {
                break (world, end);
            }
            self.save(&mut world)?;
            simulation = self.simulation(world);
        };
        let wall_clock = started.elapsed().as_secs_f64();
        self.writing.progress.finish();
        if end == End::TimeReached && is_over(&world) {
            end = End::NoFurtherEvents;
        }
        let time = match end {
            End::Interrupted | End::Stuck => world.time(),
            _ => self.plan.seconds,
        };
        if let Some(trace) = self.writing.trace.take() {
            trace.end(end.words(), time)?;
        }
        if self.writing.checkpoint.is_some() {
            self.save(&mut world)?;
        }
        let collisions = world.tally().collisions - before;
        let summary = Summary::new(&self.plan, &world, end, time, collisions, wall_clock);
        Ok(Done {
            summary,
            end,
            stuck: self.stuck,
        })
    }

    fn simulation(&self, world: World<D>) -> Simulation<D, S> {
        let search = (self.search)(&world);
        Simulation::new(world, search)
    }

    /// Writes a checkpoint, if asked to. The world becomes that of the checkpoint in any case, so that a run goes on in
    /// the same way whether or not it was resumed.
    fn save(&self, world: &mut World<D>) -> io::Result<()> {
        let checkpoint = self.plan.checkpoint(world);
        if let Some(path) = self.writing.checkpoint {
            let mut output = Output::file(path).map_err(io::Error::other)?;
            checkpoint.write(BufWriter::new(&mut output))?;
            output.finish()?;
        }
        Ok(())
    }

    /// Lets everything happen up to `stop`.
    fn until(&mut self, simulation: &mut Simulation<D, S>, stop: f64) -> io::Result<End> {
        let mut limit = simulation.world().time();
        while limit < stop {
            // A part that is too short to move the clock is none.
            let next = limit + self.part;
            limit = if next > limit { next.min(stop) } else { stop };
            let started = Instant::now();
            while self.some(simulation, limit)? == self.most && !interrupt::interrupted() {
                self.tell(simulation.world().time())?;
            }
            if interrupt::interrupted() {
                return Ok(End::Interrupted);
            }
            if self.stuck.is_some() {
                return Ok(End::Stuck);
            }
            self.tell(limit)?;
            match started.elapsed() {
                took if took < SHORT => self.part *= 2.0,
                took if took > LONG => self.part *= 0.5,
                _ => {}
            }
        }
        simulation.advance(stop);
        Ok(End::TimeReached)
    }

    /// Lets up to `self.most` events happen up to `limit`, and gives their number; fewer also if bodies are stuck.
    fn some(&mut self, simulation: &mut Simulation<D, S>, limit: f64) -> io::Result<u64> {
        let Some(trace) = &mut self.writing.trace else {
            return Ok(self.unless_stuck(simulation.run_events(limit, self.most)));
        };
        let mut events = 0;
        while events < self.most {
            match simulation.step(limit) {
                Ok(Some(event)) => trace.event(simulation.world(), &event)?,
                Ok(None) => break,
                Err(stuck) => {
                    self.stuck = Some(stuck);
                    break;
                }
            }
            events += 1;
        }
        Ok(events)
    }

    /// The number of events, none if bodies are stuck, which is kept.
    fn unless_stuck(&mut self, events: Result<u64, Stuck>) -> u64 {
        events.unwrap_or_else(|stuck| {
            self.stuck = Some(stuck);
            0
        })
    }

    /// How far it has come, on the screen and in the trace.
    fn tell(&mut self, time: f64) -> io::Result<()> {
        let share = time / self.plan.seconds;
        self.writing.progress.show((1000.0 * share) as usize, 1000);
        if let Some(trace) = &mut self.writing.trace
            && self.flushed.elapsed() > PATIENCE
        {
            trace.flush()?;
            self.flushed = Instant::now();
        }
        Ok(())
    }
}
