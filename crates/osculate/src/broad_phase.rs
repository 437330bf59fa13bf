//! Which of many moving things may touch at all: pairs of boxes that move on straight lines.
//!
//! A [`MovingBox`] holds a feature at the start and at the end of a stretch of time. If an axis keeps two such boxes apart, in
//! the same order, at both ends, then it does so in between, since their corners move on straight lines; a [`BoxTree`]
//! streams all pairs that no axis keeps apart. A [`StillTree`] finds which of many boxes that never change are near a ball.

mod box_tree;
mod moving_box;
mod still_tree;

pub(crate) use box_tree::BoxTree;
pub(crate) use moving_box::{MovingBox, Scale};
pub(crate) use still_tree::{StillBox, StillTree};
