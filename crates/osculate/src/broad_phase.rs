//! Which of many moving things may touch at all: pairs of boxes that move on straight lines.
//!
//! A [`MovingBox`] holds a feature at the start and at the end of a stretch of time. If an axis keeps two such boxes apart, in
//! the same order, at both ends, then it does so in between, since their corners move on straight lines; a [`BoxTree`]
//! streams all pairs that no axis keeps apart.

mod box_tree;
mod moving_box;

pub(crate) use box_tree::BoxTree;
pub(crate) use moving_box::{MovingBox, Scale};
