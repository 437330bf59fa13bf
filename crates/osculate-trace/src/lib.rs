//! Traces: what moved, how, and what happened. `docs/traces.md` of the repository describes the format.
//!
//! | what | type |
//! | --- | --- |
//! | write a trace, line by line | [`TraceWriter`] |
//! | read one, line by line | [`TraceReader`] |
//! | where every body is at any time | [`Playback`] |
//! | robots: the joints between bodies | [`Joints`]; [`Joint`] as it is read |
//! | a summary of a trace | [`Contents`] |
//! | frames for other programs | [`write_xyz`], [`write_glb`] |
//! | a part of a trace, from one time to another | [`Cut`] |
//! | the lines | [`Header`], [`Record`] |
//!
//! This crate knows no world: simulations and queries give it plain numbers.
//!
//! ```
//! use osculate_trace::{Bodies, Compression, End, Header, Moves, Playback, Record, Segments, Shape, ShapeKind, TraceWriter};
//! let mut file = Vec::new();
//! let mut trace = TraceWriter::new(&mut file, &Header::new(3, "a ball that falls"), Compression::None)?;
//! trace.write(Shape::from(ShapeKind::Ball { radius: 0.5 }))?;
//! trace.write(Bodies { shape: Some(vec![0].into()), ..Bodies::default() })?;
//! let falls = Moves {
//!     motion: "ballistic".into(),
//!     position: Some([0.0, 0.0, 10.0].into()),
//!     acceleration: Some([0.0, 0.0, -10.0].into()),
//!     ..Moves::default()
//! };
//! trace.write(Segments { time: Some([0.0].into()), body: Some(vec![0].into()), moves: falls })?;
//! trace.end(1.0, "time reached")?;
//!
//! let playback = Playback::read(file.as_slice())?;
//! assert_eq!(playback.placement(0, 1.0).position, [0.0, 0.0, 5.0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod column;
mod contents;
mod cut;
mod error;
mod frames;
mod joint;
mod motion;
mod playback;
mod reader;
mod record;
mod writer;

pub use column::Column;
pub use contents::Contents;
pub use cut::Cut;
pub use error::TraceError;
pub use frames::{LeftOut, frame_times, write_glb, write_xyz};
pub use joint::{Joint, JointKind, Mimic};
pub use motion::{Placement, Segment};
pub use playback::{Event, Moving, Playback, TracedBody};
pub use reader::{Ending, TraceReader};
pub use record::{
    Bodies, Deform, Domain, End, Events, Header, Joints, Levels, Moves, Part, Precision, Record,
    Segments, Series, Shape, ShapeKind, Step, VERSION,
};
pub use writer::{Compression, TraceWriter};

/// The README's examples, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
