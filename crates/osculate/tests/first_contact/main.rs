//! What holds for every kind of query: limits, batches.

mod batch;
mod limits;
#[path = "../support/methods.rs"]
mod methods;
