//! Robots (a placeholder).
mod builtin;
