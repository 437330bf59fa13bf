//! Bodies that are compared piece by piece: compounds, half-spaces, and convex bodies against meshes.

pub(super) mod half_spaces;
pub(super) mod part;
pub(super) mod parts;
pub(super) mod straight;
