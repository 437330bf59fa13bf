//! The rules of the house, as ARCHITECTURE.md has them: layers, files, crates.

mod crates;
mod files;
mod layers;
