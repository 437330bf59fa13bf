//! Scenes of discs and spheres, and traces and checkpoints of their events.

mod checkpoint;
mod json;
mod scene;
mod trace;

pub use checkpoint::{AnyCheckpoint, Checkpoint, CheckpointError, StartSums};
pub use scene::{EventScene, EventSceneFile, Overlaps};
pub use trace::{
    TraceChange, TraceEnd, TraceError, TraceEvent, TraceHeader, TraceReader, TraceWriter,
    TracedBody, trace_dimension,
};
