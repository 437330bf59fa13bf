//! How robots move and what stands around them, from files. `docs/robots.md` describes the formats.

pub(crate) mod coordinates;
mod edges;

pub use coordinates::JointNamesError;
pub use edges::{Edges, EdgesError};
