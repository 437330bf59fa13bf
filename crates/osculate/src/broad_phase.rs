//! Broad phase: which of many moving things may touch at all.
//!
//! A [`BodyTree`] keeps all pairs of bodies whose boxes meet, from step to step, while bodies come, go and move.
//!
//! Features on straight lines: a `MovingBox` holds one at the start and at the end of a stretch of time. If an axis keeps two such
//! boxes apart, in the same order, at both ends, then it does so in between, since their corners move on straight lines; a
//! `BoxTree` streams all pairs that no axis keeps apart. A `StillTree` finds which of many boxes that never change are near a ball.

mod body_tree;
mod box_tree;
mod changing_tree;
mod moving_box;
mod neighbour_lists;
mod pair_filter;
mod still_tree;

pub use body_tree::{
    AlongSegment, BodyId, BodyTree, BodyTreeError, Nearest, NearestMemory, PairChanges, SavedTree,
    SlotPair,
};
pub use pair_filter::{BodyKind, PairFilter};

pub(crate) use box_tree::BoxTree;
pub(crate) use moving_box::{MovingBox, Scale};
pub(crate) use still_tree::{StillBox, StillTree};
