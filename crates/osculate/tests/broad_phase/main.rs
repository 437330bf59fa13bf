//! The broad phase over moving bodies, before a look at all pairs.

mod errors;
mod model;
mod queries;
mod sequences;
