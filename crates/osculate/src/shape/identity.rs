//! Which shape it is, whatever became of the place where it was.

use core::fmt;
use core::sync::atomic::{AtomicUsize, Ordering};

/// A number that a shape gets when it is made, and that its clones share: shapes do not change, so two that have the same
/// number are the same set of points. An address would not do, since another shape may be put there; nor would a sum of
/// the shape's numbers, which others may have too. Nothing but the question whether a memory is of this shape depends on it.
#[derive(Clone, Copy)]
pub(crate) struct Identity(usize);

/// The number after the last that was given; as many as there are machine words, and none twice.
static NEXT: AtomicUsize = AtomicUsize::new(1);

impl Identity {
    /// One that no other shape has.
    #[inline]
    pub(crate) fn new() -> Identity {
        let next = NEXT.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| {
            last.checked_add(1)
        });
        Identity(next.unwrap_or(0))
    }

    /// As an `f64` that no other shape's is equal to. No number, which is equal to nothing, where there is none left; those
    /// above 2⁵³ would not be exact.
    #[inline]
    pub(crate) fn number(self) -> f64 {
        if self.0 == 0 || self.0 as u64 > 1 << 53 {
            return f64::NAN;
        }
        self.0 as f64
    }
}

/// Shapes of the same points are equal, whatever their numbers.
impl PartialEq for Identity {
    fn eq(&self, _: &Identity) -> bool {
        true
    }
}

/// The same for the same shape in every run.
impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("_")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_is_given_twice() {
        let [first, second] = [Identity::new(), Identity::new()];
        assert!(first.number() != second.number());
        assert_eq!(first.number(), { first }.number());
        assert!(Identity(0).number().is_nan() && Identity(usize::MAX).number().is_nan());
    }
}
