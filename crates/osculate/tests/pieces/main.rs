//! Queries of shapes that are looked at piece by piece: compounds, half-spaces, casts, bodies against meshes.

#[path = "../support/bodies.rs"]
mod bodies;
mod cast_formulas;
mod casts;
mod frames;
mod grazing_casts;
mod half_spaces;
mod in_turn;
mod instants;
mod memories;
mod sampled;
mod shapes;
mod small_motions;
mod swept_casts;
mod tiny_triangles;
mod worst_errors;
