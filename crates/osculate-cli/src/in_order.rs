//! Work on all cores, results in order.

use crate::progress::Progress;
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// What to do with results as they come.
pub trait Sink<T> {
    /// Takes result number `index`; they come in order.
    fn take(&mut self, index: usize, result: T) -> io::Result<()>;

    /// Nothing new for a while: what has been taken may be shown.
    fn idle(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<T> Sink<T> for Vec<T> {
    fn take(&mut self, _: usize, result: T) -> io::Result<()> {
        self.push(result);
        Ok(())
    }
}

/// Does `work` for every index below `count` on `jobs` threads and gives the results to `sink` in order.
///
/// Each thread has a state of its own, made by `state`. Ends early only if the sink fails.
pub fn in_order<S, T: Send>(
    jobs: usize,
    count: usize,
    progress: &mut Progress,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
    sink: &mut impl Sink<T>,
) -> io::Result<()> {
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
            let results = (start..end).map(|index| work(&mut state, index)).collect();
            if sender.send((start, results)).is_err() {
                return;
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
                    if let Err(error) = take_ready(&mut waiting, &mut taken, sink) {
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
            progress.show(taken, count);
        };
        stopped.store(true, Ordering::Relaxed);
        done
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_at_every_number_of_threads() {
        for (jobs, count) in [(1, 0), (4, 0), (1, 1000), (4, 1), (4, 1000), (7, 3)] {
            let mut results = Vec::new();
            let square = |_: &mut (), index: usize| index * index;
            in_order(
                jobs,
                count,
                &mut Progress::start(),
                || (),
                square,
                &mut results,
            )
            .unwrap();
            assert_eq!(results, (0..count).map(|n| n * n).collect::<Vec<_>>());
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
        }
        let slow = |_: &mut (), index: usize| {
            thread::sleep(Duration::from_millis(1));
            index
        };
        let done = in_order(
            2,
            usize::MAX / 2,
            &mut Progress::start(),
            || (),
            slow,
            &mut Full,
        );
        assert_eq!(done.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
