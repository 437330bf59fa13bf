//! Queries of convex bodies, before judges that share no code with them.

#[path = "../support/agree.rs"]
mod agree;
mod agreement;
mod ask;
#[path = "../support/bodies.rs"]
mod bodies;
mod contact_points;
mod far_cores;
mod late_spans;
mod manifold;
mod penetration;
mod proofs;
#[path = "../support/scaled.rs"]
mod scaled;
mod scales;
mod separation;
mod slivers;
mod stack;
mod supports;
mod twin;
#[path = "../support/verdicts.rs"]
mod verdicts;
mod zooms;
