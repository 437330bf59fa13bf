//! Any two bodies at an instant.

mod edges;
mod hard_hulls;
mod hard_triangles;
mod manifolds;
mod many_triangles;
mod scenes;
mod truth;
