//! Vertices, edges and faces whose corners move on straight lines.

pub(super) mod linear_pair;
pub(super) mod linear_pairs;

pub use linear_pair::{
    ClosestPoints, LinearContact, LinearOutcome, LinearPair, PairKind, Ratio, RationalError,
    RationalPair, Stage, Within,
};
pub use linear_pairs::{LinearPairs, LinearPairsError};
