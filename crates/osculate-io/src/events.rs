//! Scenes of discs and spheres, and traces and checkpoints of their events.

mod checkpoint;
mod convert;
mod json;
mod recorder;
mod scene;
mod version_one;

pub use checkpoint::{AnyCheckpoint, Checkpoint, CheckpointError, StartSums};
pub use convert::{ConvertError, convert_version_one, open_trace};
pub use recorder::{EventTraceOptions, EventTraceWriter};
pub use scene::{EventScene, EventSceneFile, Overlaps, scene_schema};
pub use version_one::VersionOneError;
