//! What worlds promise their callers: errors, changes by hand, questions, events, cables, and worlds that are saved.

mod cabled;
mod editing;
mod errors;
mod extremes;
mod forces;
mod json;
mod masses;
mod queries;
mod saved;
mod scenes;
mod sleeping;
mod touches;
