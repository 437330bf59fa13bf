//! The triangles of a leaf.

/// The triangles of a leaf of a tree: as many as the tree allows.
pub trait Leaf<'t>: Copy {
    /// Those with these numbers.
    fn of(numbers: &'t [u32]) -> Self;

    /// Their numbers.
    fn numbers(self) -> &'t [u32];
}

impl<'t> Leaf<'t> for &'t [u32] {
    #[inline(always)]
    fn of(numbers: &'t [u32]) -> Self {
        numbers
    }

    #[inline(always)]
    fn numbers(self) -> &'t [u32] {
        self
    }
}

/// Exactly one triangle. Methods that look at one triangle of a leaf take this, so that none is ever left out.
///
/// ```
/// use osculate::proofs::{Leaf, OneTriangle};
/// assert_eq!(OneTriangle::of(&[7]).number(), 7);
/// ```
///
/// A leaf of any number of triangles has no such number:
///
/// ```compile_fail,E0599
/// use osculate::proofs::Leaf;
/// let leaf = <&[u32]>::of(&[7, 8]);
/// let number = leaf.number();
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OneTriangle<'t>(&'t [u32; 1]);

impl OneTriangle<'_> {
    /// The triangle's number.
    #[inline(always)]
    pub fn number(self) -> u32 {
        self.0[0]
    }
}

impl<'t> Leaf<'t> for OneTriangle<'t> {
    /// # Panics
    /// If there is not exactly one.
    #[inline(always)]
    fn of(numbers: &'t [u32]) -> Self {
        OneTriangle(
            numbers
                .try_into()
                .expect("such a tree has one triangle a leaf"),
        )
    }

    #[inline(always)]
    fn numbers(self) -> &'t [u32] {
        self.0
    }
}
