//! Scenes of rigid bodies, and traces of what they do.

mod polyline;
mod recorder;
mod scene;

pub use polyline::PolylineError;
pub use recorder::{WorldTraceOptions, WorldTraceWriter};
pub use scene::{WorldSceneFile, world_schema};
