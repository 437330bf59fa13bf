//! Vertices, edges and faces whose corners move on straight lines.

pub(super) mod linear_pair;
pub(super) mod linear_pairs;
