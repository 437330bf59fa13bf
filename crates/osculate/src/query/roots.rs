//! First roots of functions of time.

pub(super) mod hrfoi;
pub(super) mod redon;

pub use hrfoi::{FirstRoot, Inclusion, first_root};
pub use redon::{AlgebraicContact, FeaturePair, algebraic_contact};
