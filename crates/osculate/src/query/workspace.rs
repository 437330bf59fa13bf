//! Memory that queries may use again.

use crate::numbers::span::Span;
use crate::query::agenda::{Agenda, Timed};
use crate::query::articulated::{ArticulatedMemory, LastTriangles};
use crate::query::hulls::expanding::Expanding;
use crate::query::hulls::meeting_faces::Faces;
use crate::query::instant::InstantMemory;
use crate::query::many::ManyMemory;
use crate::query::meshes::d2m::OverlapWindow;
use crate::query::starts::PairDepth;
use alloc::vec::Vec;

/// Memory for queries: keep one per thread, and repeated queries allocate nothing.
#[derive(Debug, Default)]
pub struct Workspace {
    /// Pairs of nodes that are apart up to a time.
    pub(crate) pairs: Agenda<Timed>,
    pub(crate) stack: Vec<(u32, u32)>,
    pub(crate) timed: Vec<Timed>,
    /// Pairs of nodes, each with its gap at the instant.
    pub(crate) gaps: Vec<(f64, (u32, u32))>,
    /// Pairs of nodes, each with the time in which it may overlap.
    pub(crate) windows: Agenda<OverlapWindow>,
    /// Pieces of a root finder's span.
    pub(crate) spans: Vec<Span>,
    /// A polytope inside the difference of two bodies.
    pub(crate) expanding: Expanding,
    /// Pairs of pieces that are not apart at the start, and how deep they may get.
    pub(crate) depths: Vec<PairDepth>,
    /// Two faces that touch.
    pub(crate) faces: Faces,
    /// Two bodies at an instant, piece by piece.
    pub(crate) instant: InstantMemory,
    /// A robot along a path.
    pub(crate) articulated: ArticulatedMemory,
    /// Lists of bodies.
    pub(crate) many: ManyMemory,
    /// The last contacts of a robot, by temporal culling.
    pub(crate) last_triangles: LastTriangles,
}

impl Workspace {
    /// An empty one.
    pub fn new() -> Workspace {
        Workspace::default()
    }
}
