//! What the experiments on first contacts share: answers that are timed, and then judged.

use super::report::Block;
use super::result_files::ResultFiles;
use crate::in_order::{gathered, nothing_kept};
use crate::interrupt;
use crate::numbers::grouped;
use crate::output::Failure;
use crate::progress::Progress;
use std::time::Instant;

/// An answer's time is the least of so many.
pub const REPETITIONS: usize = 3;

/// An answer, and the time that it took, in microseconds.
pub fn timed<T>(answer: impl FnOnce() -> T) -> (T, f64) {
    let started = Instant::now();
    let answer = answer();
    (answer, started.elapsed().as_nanos() as f64 / 1000.0)
}

/// An answer, and the least time that it took, in microseconds.
pub fn least_timed<T>(mut answer: impl FnMut() -> T) -> (T, f64) {
    let (first, mut micros) = timed(&mut answer);
    for _ in 1..REPETITIONS {
        micros = micros.min(timed(&mut answer).1);
    }
    (first, micros)
}

/// Judges `count` answers on `jobs` threads, and concludes from all records. If the work is interrupted, it concludes from
/// the answers that are judged by then.
pub fn judge_all<R: Send>(
    (jobs, count): (usize, usize),
    mut progress: Progress,
    files: ResultFiles,
    judge: impl Fn(usize) -> R + Sync,
    conclude: impl Fn(&[R], Option<ResultFiles>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut files = Some(files);
    progress.doing("judging");
    interrupt::hold();
    let keep = |records: Vec<R>| {
        if records.is_empty() {
            return nothing_kept();
        }
        conclude(&records, files.take())?;
        let [judged, all] = [records.len(), count].map(|number| grouped(number as u64));
        Ok(format!(
            "{judged} of {all} answers are judged; what is above and in the files is of those alone"
        ))
    };
    let judge = |_: &mut (), index: usize| judge(index);
    let records = gathered(jobs, count, &mut progress, || (), judge, keep)?;
    progress.finish();
    conclude(&records, files)
}

/// The last sentence of a report without contradictions.
pub fn uncontradicted() -> Block {
    Block::Text("No answer is contradicted by the judge.\n".to_owned())
}
