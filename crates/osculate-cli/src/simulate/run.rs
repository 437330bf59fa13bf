//! From step to step, with what is written on the way.

use super::check::Checker;
use super::checkpoint::Saving;
use super::summary::{Summary, Tally};
use crate::interrupt;
use crate::output::Failure;
use crate::progress::Progress;
use crate::trace_file::TraceFile;
use osculate_io::WorldTraceWriter;
use osculate_world::CabledWorld;
use std::time::{Duration, Instant};

/// How long lines of a trace are kept back at most.
const PATIENCE: Duration = Duration::from_secs(1);

/// What is to be run.
pub struct Run<'a> {
    pub world: CabledWorld,
    pub tally: Tally,
    /// How many there are in all, from the start.
    pub steps: u64,
    pub trace: Option<WorldTraceWriter<TraceFile>>,
    pub checker: Option<Checker>,
    pub saving: Option<Saving<'a>>,
    pub progress: &'a mut Progress,
}

/// What a run has come to.
pub struct Done {
    pub summary: Summary,
    pub interrupted: bool,
}

/// Runs to the end, or until somebody presses Ctrl-C.
pub fn run(mut run: Run) -> Result<Done, Failure> {
    run.progress.doing("steps");
    let mut flushed = Instant::now();
    let mut interrupted = false;
    while run.world.world().steps() < run.steps {
        if interrupt::interrupted() {
            interrupted = true;
            break;
        }
        let started = Instant::now();
        run.world.step();
        run.tally.add(&run.world, started.elapsed());
        if let Some(checker) = &mut run.checker {
            checker.step(&run.world);
        }
        if let Some(trace) = &mut run.trace {
            trace.step_with_cables(&run.world)?;
            if flushed.elapsed() > PATIENCE {
                trace.flush()?;
                flushed = Instant::now();
            }
        }
        if let Some(saving) = &run.saving {
            saving.after_step(&mut run.world, &run.tally, run.steps)?;
        }
        let (done, all) = (run.world.world().steps() as usize, run.steps as usize);
        run.progress.show(done, all);
    }
    run.progress.finish();
    let why = if interrupted {
        "interrupted"
    } else {
        "time reached"
    };
    if let Some(trace) = run.trace.take() {
        trace.end_with_cables(why, &run.world)?;
    }
    let summary = Summary::new(&run.world, &run.tally, run.checker.as_ref(), why);
    Ok(Done {
        summary,
        interrupted,
    })
}
