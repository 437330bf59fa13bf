//! What motions promise, and what queries make of it.

#[path = "../support/bodies.rs"]
mod bodies;
#[path = "../support/methods.rs"]
mod methods;
mod parallel_screws;
mod poses;
mod promises;
mod stated;
mod sweep;
mod user_motions;
#[path = "../support/verdicts.rs"]
mod verdicts;
