#![cfg_attr(not(any(test, feature = "std")), no_std)]
//! Continuous collision detection.
extern crate alloc;

mod bvh;
mod double;
mod interval;
mod mesh;
mod motion;
mod query;
mod rounding;
mod span;
mod two;
mod volume;

pub use bvh::*;
pub use interval::Interval;
pub use mesh::*;
pub use motion::*;
pub use query::*;
pub use span::{Span, SpanError};
pub use volume::{SweptSphere, SweptSphereKind};
