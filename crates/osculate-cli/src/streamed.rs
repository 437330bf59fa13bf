//! Work on another thread, results as they come.

use crate::in_order::Sink;
use crate::interrupt;
use std::io;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long results are kept back, and how long Ctrl-C may go unnoticed.
const PATIENCE: Duration = Duration::from_millis(50);
/// How many results wait at most: those that are found faster than written would fill the memory.
const WAITING: usize = 1 << 12;

/// What takes a result; breaks if nobody wants any more.
pub type HandOver<'a, T> = dyn FnMut(T) -> ControlFlow<()> + Send + 'a;

/// Does `work` on a thread of its own and gives each result that it hands over to `sink`, in order. Returns the sink and what
/// the work ends with.
///
/// If the sink fails, handing over tells the work to stop. Ctrl-C ends the program from here, without waiting for work that
/// has begun.
pub fn streamed<T: Send, R: Send, K: Sink<T>>(
    work: impl FnOnce(&mut HandOver<T>) -> R + Send,
    mut sink: K,
) -> io::Result<(K, R)> {
    let belt = Belt::new();
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let _over = Over(&belt);
            work(&mut |result| belt.put(result))
        });
        let _over = Over(&belt);
        let (mut results, mut taken) = (Vec::new(), 0);
        let mut goes_on = true;
        while goes_on {
            goes_on = belt.take(&mut results);
            if results.is_empty() {
                sink.idle()?;
            }
            let interrupted = interrupt::interrupted();
            for result in results.drain(..) {
                sink.take(taken, result)?;
                taken += 1;
            }
            if interrupted {
                interrupt::end(sink.interrupted(taken));
            }
        }
        match worker.join() {
            Ok(end) => Ok((sink, end)),
            Err(panic) => resume_unwind(panic),
        }
    })
}

/// Results on their way. Nobody is woken for each of them, which would take longer than most.
struct Belt<T> {
    load: Mutex<Load<T>>,
    /// There is much to take, or nothing more comes.
    full: Condvar,
    /// There is room, or nothing more is taken.
    empty: Condvar,
}

struct Load<T> {
    results: Vec<T>,
    /// One side has ended.
    over: bool,
}

impl<T> Belt<T> {
    fn new() -> Belt<T> {
        Belt {
            load: Mutex::new(Load {
                results: Vec::new(),
                over: false,
            }),
            full: Condvar::new(),
            empty: Condvar::new(),
        }
    }

    fn load(&self) -> MutexGuard<'_, Load<T>> {
        self.load.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a result, once there is room for it; breaks if nobody takes any more.
    fn put(&self, result: T) -> ControlFlow<()> {
        let is_full = |load: &mut Load<T>| !load.over && load.results.len() >= WAITING;
        let mut load = self.load();
        if is_full(&mut load) {
            self.full.notify_one();
            let waited = self.empty.wait_while(load, is_full);
            load = waited.unwrap_or_else(PoisonError::into_inner);
        }
        if load.over {
            return ControlFlow::Break(());
        }
        load.results.push(result);
        ControlFlow::Continue(())
    }

    /// Exchanges `results`, which are none, for those that there are. Waits until there are many, the patience is at its end,
    /// or nothing more will come; in which case it is false.
    fn take(&self, results: &mut Vec<T>) -> bool {
        let is_waiting = |load: &mut Load<T>| !load.over && load.results.len() < WAITING;
        let waited = self
            .full
            .wait_timeout_while(self.load(), PATIENCE, is_waiting);
        let (mut load, _) = waited.unwrap_or_else(PoisonError::into_inner);
        std::mem::swap(&mut load.results, results);
        self.empty.notify_one();
        !load.over
    }
}

/// Tells the other side when this one ends, however it does.
struct Over<'a, T>(&'a Belt<T>);

impl<T> Drop for Over<'_, T> {
    fn drop(&mut self) {
        self.0.load().over = true;
        self.0.full.notify_one();
        self.0.empty.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Failure;

    struct Some {
        taken: Vec<usize>,
        most: usize,
    }

    impl Sink<usize> for Some {
        fn take(&mut self, index: usize, result: usize) -> io::Result<()> {
            assert_eq!(index, self.taken.len());
            if index == self.most {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            self.taken.push(result);
            Ok(())
        }

        fn interrupted(self, _: usize) -> Result<String, Failure> {
            unreachable!("nobody does")
        }
    }

    fn squares(most: usize, count: usize) -> io::Result<(Some, usize)> {
        let sink = Some {
            taken: Vec::new(),
            most,
        };
        let work = |hand_over: &mut HandOver<usize>| {
            let handed = (0..count).take_while(|index| hand_over(index * index).is_continue());
            handed.count()
        };
        streamed(work, sink)
    }

    #[test]
    fn results_come_in_order_and_so_does_the_end() {
        for count in [0, 1, 3 * WAITING] {
            let (sink, end) = squares(usize::MAX, count).unwrap();
            assert_eq!(end, count);
            assert_eq!(sink.taken, (0..count).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_failing_sink_ends_the_work() {
        let failed = squares(10, usize::MAX).err().unwrap();
        assert_eq!(failed.kind(), io::ErrorKind::BrokenPipe);
    }
}
