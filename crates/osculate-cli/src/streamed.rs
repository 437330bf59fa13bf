//! Work on another thread, results as they come.

use crate::in_order::Sink;
use crate::interrupt;
use std::io;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How long Ctrl-C may go unnoticed.
const PATIENCE: Duration = Duration::from_millis(50);
/// How many results wait at most: those that are found faster than written would fill the memory.
const WAITING: usize = 1 << 12;

/// Does `work` on a thread of its own and gives each result that it hands over to `sink`, in order. Returns the sink and what
/// the work ends with.
///
/// If the sink fails, handing over tells the work to stop. Ctrl-C ends the program from here, without waiting for work that
/// has begun.
pub fn streamed<T: Send, R: Send, K: Sink<T>>(
    work: impl FnOnce(&mut dyn FnMut(T) -> ControlFlow<()>) -> R + Send,
    mut sink: K,
) -> io::Result<(K, R)> {
    let (sender, receiver) = mpsc::sync_channel(WAITING);
    thread::scope(|scope| {
        let worker = scope.spawn(move || {
            work(&mut |result| match sender.send(result) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            })
        });
        // Moved in here: if the sink fails, nobody receives any more, and the work is told so.
        let receiver = receiver;
        let mut taken = 0;
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(result) => {
                    sink.take(taken, result)?;
                    taken += 1;
                }
                Err(RecvTimeoutError::Timeout) => sink.idle()?,
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if interrupt::interrupted() {
                interrupt::end(sink.interrupted(taken));
            }
        }
        match worker.join() {
            Ok(end) => Ok((sink, end)),
            Err(panic) => resume_unwind(panic),
        }
    })
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
        let work = |hand_over: &mut dyn FnMut(usize) -> ControlFlow<()>| {
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
        let failed = squares(10, usize::MAX >> 33).err().unwrap();
        assert_eq!(failed.kind(), io::ErrorKind::BrokenPipe);
    }
}
