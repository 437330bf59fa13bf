//! Times, and what to say of many.

use std::hint::black_box;
use std::time::Instant;

/// How often a query is timed; the fastest run counts.
pub const REPETITIONS: usize = 3;

/// One warm-up, then the shortest of [`REPETITIONS`] runs, in microseconds.
pub fn fastest<T>(mut run: impl FnMut() -> T) -> (T, f64) {
    run();
    (0..REPETITIONS)
        .map(|_| once(&mut run))
        .min_by(|one, other| one.1.total_cmp(&other.1))
        .expect("at least one repetition")
}

/// One run, in microseconds.
pub fn once<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let answer = run();
    (answer, start.elapsed().as_secs_f64() * 1e6)
}

/// One run, in microseconds that this thread was on a core, where the system tells them: other programs do not count.
pub fn on_cpu<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let Some(before) = core_time() else {
        return once(run);
    };
    let answer = run();
    let after = core_time().unwrap_or(f64::NAN);
    (answer, after - before)
}

/// The microseconds that this thread has been on a core.
#[cfg(unix)]
fn core_time() -> Option<f64> {
    use nix::time::{ClockId, clock_gettime};
    let told = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok()?;
    Some(1e6 * told.tv_sec() as f64 + 1e-3 * told.tv_nsec() as f64)
}

/// Not told here.
#[cfg(not(unix))]
fn core_time() -> Option<f64> {
    None
}

/// How long a run takes that may be shorter than a clock can tell: the fastest of [`BATCHES`] batches of so many runs
/// that a batch takes [`BATCH`] microseconds or more, in microseconds a run.
pub fn finest<T>(mut run: impl FnMut() -> T) -> f64 {
    black_box(run());
    let (_, first) = once(&mut run);
    let runs = (BATCH / first.max(1e-3)).ceil().clamp(1.0, 10_000.0) as u32;
    in_batches(runs, run)
}

/// As [`finest`], for so many queries that each can have a few microseconds only: [`BATCHES`] batches of at least 2 µs.
pub fn brief<T>(mut run: impl FnMut() -> T) -> f64 {
    black_box(run());
    let (_, first) = once(&mut run);
    let runs = (2.0 / first.max(1e-3)).ceil().clamp(2.0, 64.0) as u32;
    in_batches(runs, run)
}

/// Microseconds a run in the fastest of [`BATCHES`] batches of so many.
fn in_batches<T>(runs: u32, mut run: impl FnMut() -> T) -> f64 {
    (0..BATCHES)
        .map(|_| {
            let (_, time) = once(|| {
                for _ in 0..runs {
                    black_box(run());
                }
            });
            time / f64::from(runs)
        })
        .fold(f64::INFINITY, f64::min)
}

/// How many batches of runs are timed.
pub const BATCHES: usize = 5;

/// How long a batch takes at least, in microseconds.
pub const BATCH: f64 = 20.0;

/// The mean; NaN of nothing.
pub fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = values
        .into_iter()
        .fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    sum / f64::from(count)
}

/// The middle value, the upper one of two; NaN of nothing.
pub fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The value that a share of all is below, the upper one of two; NaN of nothing.
pub fn percentile(values: impl IntoIterator<Item = f64>, share: f64) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    let index = (share * values.len() as f64) as usize;
    values
        .get(index.min(values.len().saturating_sub(1)))
        .copied()
        .unwrap_or(f64::NAN)
}

/// The largest value.
pub fn worst(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().fold(0.0, f64::max)
}
