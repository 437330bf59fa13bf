//! Work on all cores, results in order.

use crate::interrupt;
use crate::numbers::grouped;
use crate::output::Failure;
use crate::progress::Progress;
use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long results are kept back at most before they are handed over.
const PATIENCE: Duration = Duration::from_millis(50);

/// How many threads to use: as many as asked for, else all cores.
pub fn threads(jobs: Option<u16>) -> usize {
    match jobs {
        Some(jobs) => usize::from(jobs),
        None => thread::available_parallelism().map_or(1, NonZeroUsize::get),
    }
}

/// What to do with results as they come.
pub trait Sink<T> {
    /// Takes result number `index`. They come in order, and none is left out, unless the work is interrupted: then those
    /// that are finished come, in order.
    fn take(&mut self, index: usize, result: T) -> io::Result<()>;

    /// Nothing new for a while: what has been taken may be shown.
    fn idle(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// The work was interrupted, and nothing more will come. Keeps what has been taken of `count` results, and says so.
    fn interrupted(self, count: usize) -> Result<String, Failure>;
}

/// Does `work` for every index below `count` on `jobs` threads and gives the results to `sink` in order.
///
/// Each thread has a state of its own, made by `state`. Ends early only if the sink fails. Ctrl-C ends the program from
/// here, without waiting for work that has begun.
pub fn in_order<S, T: Send, K: Sink<T>>(
    jobs: usize,
    count: usize,
    progress: &mut Progress,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
    mut sink: K,
) -> io::Result<K> {
    // Small enough to share the work evenly, large enough that handing it over costs nothing.
    let chunk = (count / (16 * jobs)).clamp(1, 64);
    let (next, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel::<(usize, Vec<T>)>();
    let labour = |sender: mpsc::Sender<(usize, Vec<T>)>| {
        let mut state = state();
        loop {
            let start = next.fetch_add(chunk, Ordering::Relaxed);
            if start >= count || stopped.load(Ordering::Relaxed) {
                return;
            }
            let end = (start + chunk).min(count);
            let (mut results, mut first, mut since) = (Vec::new(), start, Instant::now());
            for index in start..end {
                results.push(work(&mut state, index));
                if index + 1 < end && since.elapsed() < PATIENCE {
                    continue;
                }
                if sender.send((first, std::mem::take(&mut results))).is_err() {
                    return;
                }
                (first, since) = (index + 1, Instant::now());
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs.min(count.div_ceil(chunk)) {
            let sender = sender.clone();
            scope.spawn(|| labour(sender));
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut taken = 0;
        let done = loop {
            match receiver.recv_timeout(Duration::from_millis(100)) {
                Ok((start, results)) => {
                    waiting.insert(start, results);
                    if let Err(error) = take_ready(&mut waiting, &mut taken, &mut sink) {
                        break Err(error);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = sink.idle() {
                        break Err(error);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
            if interrupt::interrupted() {
                progress.finish();
                waiting.extend(receiver.try_iter());
                interrupt::end(keep(waiting, sink, count));
            }
            progress.show(taken, count);
        };
        stopped.store(true, Ordering::Relaxed);
        done.map(|()| sink)
    })
}

fn take_ready<T>(
    waiting: &mut BTreeMap<usize, Vec<T>>,
    taken: &mut usize,
    sink: &mut impl Sink<T>,
) -> io::Result<()> {
    while let Some(results) = waiting.remove(taken) {
        for result in results {
            sink.take(*taken, result)?;
            *taken += 1;
        }
    }
    Ok(())
}

/// Gives to the sink what is finished.
fn keep<T>(
    waiting: BTreeMap<usize, Vec<T>>,
    mut sink: impl Sink<T>,
    count: usize,
) -> Result<String, Failure> {
    for (start, results) in waiting {
        for (index, result) in (start..).zip(results) {
            sink.take(index, result)?;
        }
    }
    sink.interrupted(count)
}

/// Does `work` for every index below `count` on `jobs` threads: as many results, each at its index.
///
/// If the work is interrupted, `kept` gets those that are finished, in order, and says what is kept of them.
pub fn gathered<S, T: Send>(
    jobs: usize,
    count: usize,
    progress: &mut Progress,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
    kept: impl FnOnce(Vec<T>) -> Result<String, Failure>,
) -> io::Result<Vec<T>> {
    let results = Vec::new();
    let gathering = in_order(
        jobs,
        count,
        progress,
        state,
        work,
        Gathering { results, kept },
    )?;
    assert_eq!(gathering.results.len(), count, "a result for every index");
    Ok(gathering.results)
}

struct Gathering<T, F> {
    results: Vec<T>,
    kept: F,
}

impl<T, F: FnOnce(Vec<T>) -> Result<String, Failure>> Sink<T> for Gathering<T, F> {
    fn take(&mut self, _: usize, result: T) -> io::Result<()> {
        self.results.push(result);
        Ok(())
    }

    fn interrupted(self, _: usize) -> Result<String, Failure> {
        (self.kept)(self.results)
    }
}

/// What `work` makes of each of `inputs`, on `jobs` threads: one result for every input, in its place.
pub fn mapped<I: Send, T: Send>(
    jobs: usize,
    inputs: Vec<I>,
    progress: &mut Progress,
    work: impl Fn(I) -> T + Sync,
) -> io::Result<Vec<T>> {
    let inputs: Vec<_> = inputs
        .into_iter()
        .map(|input| Mutex::new(Some(input)))
        .collect();
    let work = |_: &mut (), index: usize| {
        let mut input = inputs[index].lock().unwrap_or_else(PoisonError::into_inner);
        work(input.take().expect("every index comes once"))
    };
    gathered(
        jobs,
        inputs.len(),
        progress,
        || (),
        work,
        |_| nothing_kept(),
    )
}

/// What to say of answers that are kept.
pub fn kept(what: &str, answers: usize, count: usize, name: &str) -> String {
    let [answers, count] = [answers, count].map(|number| grouped(number as u64));
    format!("{answers} of {count} {what} are answered; their answers are kept, in {name}")
}

/// What to say where there is no answer yet.
pub fn nothing_kept() -> Result<String, Failure> {
    Ok("nothing was written".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_at_every_number_of_threads() {
        for (jobs, count) in [(1, 0), (4, 0), (1, 1000), (4, 1), (4, 1000), (7, 3)] {
            let squares: Vec<_> = (0..count).map(|n| n * n).collect();
            let progress = &mut Progress::start();
            let square = |_: &mut (), index: usize| index * index;
            let results = gathered(jobs, count, progress, || (), square, |_| nothing_kept());
            assert_eq!(results.unwrap(), squares);
            let inputs = (0..count).collect();
            let results = mapped(jobs, inputs, progress, |input| input * input);
            assert_eq!(results.unwrap(), squares);
        }
    }

    #[test]
    fn a_failing_sink_ends_the_work() {
        struct Full;
        impl Sink<usize> for Full {
            fn take(&mut self, index: usize, _: usize) -> io::Result<()> {
                if index < 10 {
                    Ok(())
                } else {
                    Err(io::ErrorKind::BrokenPipe.into())
                }
            }

            fn interrupted(self, _: usize) -> Result<String, Failure> {
                unreachable!("nobody does")
            }
        }
        let slow = |_: &mut (), index: usize| {
            thread::sleep(Duration::from_millis(1));
            index
        };
        let done = in_order(2, usize::MAX / 2, &mut Progress::start(), || (), slow, Full);
        assert_eq!(done.err().unwrap().kind(), io::ErrorKind::BrokenPipe);
    }
}
