//! Traces: what is written and read, where things are, and what else is made of it. One binary, as each links all of serde.

mod columns;
mod cut;
mod frames;
mod joints;
mod motions;
mod read_back;
mod sizes;
