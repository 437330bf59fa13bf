//! Pieces of a search, done in any order and taken in one.

use core::ops::Range;

/// Leaves of a tree that make a part: some tens of features, so that the contacts of a part are few.
pub(super) const CHUNK: usize = 8;

/// How many parts are done before their results are taken: enough for all cores, and one where there is one.
pub(super) fn at_once() -> usize {
    match threads() {
        1 => 1,
        threads => 8 * threads,
    }
}

/// How many threads there are: one without feature `parallel`.
fn threads() -> usize {
    #[cfg(feature = "parallel")]
    {
        rayon::current_num_threads()
    }
    #[cfg(not(feature = "parallel"))]
    {
        1
    }
}

/// Does the `work` of every part, with feature `parallel` on all cores, and has the results taken in the order of the parts.
pub(super) fn in_order<T: Send>(
    parts: Range<usize>,
    work: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(T),
) {
    #[cfg(feature = "parallel")]
    if threads() > 1 {
        use rayon::prelude::*;
        let mut results: alloc::vec::Vec<T> = alloc::vec::Vec::new();
        for first in parts.clone().step_by(at_once()) {
            let last = parts.end.min(first + at_once());
            (first..last)
                .into_par_iter()
                .map(&work)
                .collect_into_vec(&mut results);
            results.drain(..).for_each(&mut take);
        }
        return;
    }
    // What is done without the feature: the tests of one thread are tests of that.
    parts.map(work).for_each(&mut take);
}
