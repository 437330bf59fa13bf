//! What worlds promise their callers: errors, changes by hand, questions, events, and worlds that are saved.

mod editing;
mod errors;
mod forces;
mod queries;
mod scenes;
mod touches;
