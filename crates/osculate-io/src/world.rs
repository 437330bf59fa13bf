//! Scenes of rigid bodies, and traces of what they do.

mod recorder;
mod scene;

pub use recorder::{WorldTraceOptions, WorldTraceWriter};
pub use scene::{WorldSceneFile, world_schema};
