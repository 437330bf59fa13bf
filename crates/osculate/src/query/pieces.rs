//! Bodies that are compared piece by piece: compounds, half-spaces, and convex bodies against meshes.

pub(super) mod body_pieces;
pub(super) mod first_of_pieces;
pub(super) mod half_spaces;
pub(super) mod piece;
pub(super) mod straight;
