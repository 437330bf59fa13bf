//! Batches give the answers of single queries, in their order, with the same bits; with feature `parallel` too.

#[path = "../support/pairs.rs"]
mod pairs;
mod points;
mod shapes;
mod threads;
