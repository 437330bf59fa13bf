//! Parts of a search, done in any order and taken in one.

use core::ops::{ControlFlow, Range};

/// Leaves of a tree that make a part: some tens of features, so that the contacts of a part are few.
pub(super) const CHUNK: usize = 8;

/// Does the `work` of every part, with feature `parallel` on all cores, and has the results taken in the order of the parts.
pub(super) fn in_order<T: Send>(
    parts: Range<usize>,
    work: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(T) -> ControlFlow<()>,
) -> ControlFlow<()> {
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        // A few at a time: results wait in memory until they are taken.
        let batch = 8 * rayon::current_num_threads();
        let mut results: alloc::vec::Vec<T> = alloc::vec::Vec::new();
        for first in parts.clone().step_by(batch) {
            let last = parts.end.min(first + batch);
            (first..last)
                .into_par_iter()
                .map(&work)
                .collect_into_vec(&mut results);
            results.drain(..).try_for_each(&mut take)?;
        }
        ControlFlow::Continue(())
    }
    #[cfg(not(feature = "parallel"))]
    {
        parts.map(work).try_for_each(&mut take)
    }
}
