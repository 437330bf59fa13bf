//! What worlds promise their callers: errors, changes by hand, questions, events, and worlds that are saved.

mod editing;
mod errors;
mod extremes;
mod forces;
mod masses;
mod queries;
mod saved;
mod scenes;
mod sleeping;
mod touches;
