//! The binary `osculate`, as a user meets it: a module a command, and what holds for all of them.

#![deny(clippy::too_many_lines)]

mod binary;
mod deform;
mod distance;
mod events;
mod experiment;
mod help;
mod interrupt;
mod manual;
mod max_size;
mod primitives;
mod robot;
mod schema;
mod simulate;
#[cfg(unix)]
mod terminal;
mod toc;
mod trace;
mod view;
mod write_errors;
