//! Many answers: on all cores, with the GIL released, and with a look now and then whether Ctrl-C was pressed.

use pyo3::prelude::*;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How often one looks for signals.
const PATIENCE: Duration = Duration::from_millis(50);

/// Whether work is to end early: Ctrl-C was pressed.
pub struct Stop(AtomicBool);

impl Stop {
    /// Whether to end.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Does work with the GIL released, on a thread of its own, while this one looks for signals: only the thread that Python was started on
/// may do so.
pub fn watched<T: Send>(py: Python<'_>, work: impl FnOnce(&Stop) -> T + Send) -> PyResult<T> {
    let (stop, done) = (Stop(AtomicBool::new(false)), AtomicBool::new(false));
    let waiting = thread::current();
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let result = work(&stop);
            done.store(true, Ordering::Release);
            waiting.unpark();
            result
        });
        let mut interrupted = Ok(());
        // Finished without being done: it panicked.
        while !done.load(Ordering::Acquire) && !worker.is_finished() {
            py.detach(|| thread::park_timeout(PATIENCE));
            if interrupted.is_ok() {
                interrupted = py.check_signals();
                stop.0.store(interrupted.is_err(), Ordering::Relaxed);
            }
        }
        let result = worker.join();
        let result = result.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        interrupted.map(|()| result)
    })
}

/// The answers for `0..count`, in this order; `begin` makes what a core keeps between them.
pub fn answers<T: Send, W>(
    py: Python<'_>,
    count: usize,
    begin: impl Fn() -> W + Sync + Send,
    answer: impl Fn(&mut W, usize) -> T + Sync + Send,
) -> PyResult<Vec<T>> {
    let answers = watched(py, |stop| {
        let one = |kept: &mut W, query| (!stop.is_set()).then(|| answer(kept, query));
        let answers: Vec<Option<T>> = (0..count).into_par_iter().map_init(&begin, one).collect();
        answers.into_iter().flatten().collect()
    })?;
    Ok(answers)
}

/// How many there are, of two sides of which either may have one for all.
pub fn paired(names: [&str; 2], counts: [usize; 2]) -> PyResult<usize> {
    match counts {
        [a, b] if a == b => Ok(a),
        [1, b] => Ok(b),
        [a, 1] => Ok(a),
        [a, b] => {
            let [of_a, of_b] = names;
            let why = format!("there are {b} of them, and {a} of {of_a}; one side may have just 1");
            Err(super::arrays::bad(of_b, why))
        }
    }
}

/// The number of what stands for the answer `index`, of `count`.
#[inline]
pub fn one_of(count: usize, index: usize) -> usize {
    if count == 1 { 0 } else { index }
}
