//! Where all bodies of a robot are at an instant, about: one pass over the tree of links.

use super::Placement;
use super::chain::{Chain, ChainBuilder, Fixed};
use super::joint_path::{JointBounds, JointPath};
use super::link_motion::{Carried, ChainBounds};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use glam::DVec3;

/// The steps from link to link, parents first, and the points of links that are followed.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkTree {
    /// The link that a step starts from, or none for the world, and the joints on the way.
    steps: Vec<(Option<u32>, Chain)>,
    /// The step at whose end a point is, and where.
    points: Vec<(u32, Fixed)>,
}

/// The points of a tree along a piece of a path.
#[derive(Clone, Debug, Default)]
pub(crate) struct TreePoints {
    /// Where they are.
    pub(crate) places: Vec<DVec3>,
    /// How far off that may be, at any time of the piece.
    pub(crate) errors: Vec<f64>,
    carried: Vec<Option<Carried<0>>>,
    bounds: Vec<ChainBounds>,
}

impl LinkTree {
    /// Adds a step from the end of another, or from the world; its number is returned.
    pub(crate) fn step(&mut self, from: Option<u32>, chain: ChainBuilder) -> u32 {
        let chain = chain.finish(Placement::IDENTITY, DVec3::ZERO);
        self.steps.push((from, chain));
        self.steps.len() as u32 - 1
    }

    /// Adds a point of a body that stands at a placement at the end of a step.
    pub(crate) fn point(&mut self, step: u32, at: Placement, point: DVec3) {
        let chain = ChainBuilder::new().finish(at, point);
        self.points.push((step, chain.end));
    }

    /// Prepares a piece of a path: the errors of all points, of bounds on the coordinates over the piece.
    pub(crate) fn prepare(&self, held: &[JointBounds], points: &mut TreePoints) {
        points.bounds.clear();
        for (from, chain) in &self.steps {
            let mut bounds = match from {
                Some(from) => points.bounds[*from as usize],
                None => ChainBounds::default(),
            };
            for joint in &chain.joints {
                bounds.arm(joint.before.length);
                bounds.arm_errors(&joint.before);
                let by = joint.bounds(held[joint.coordinate as usize]);
                bounds.joint_errors(joint.moves, &by);
                bounds.joint(joint.moves, &by);
            }
            bounds.arm(chain.end.length);
            bounds.arm_errors(&chain.end);
            points.bounds.push(bounds);
        }
        points.errors.clear();
        for (step, end) in &self.points {
            let mut bounds = points.bounds[*step as usize];
            bounds.arm(end.length);
            bounds.arm_errors(end);
            points.errors.push(
                bounds
                    .settle(self.steps.len() + self.points.len())
                    .place_error,
            );
        }
    }

    /// All points at a time of a piece of a path; NaN where an angle is so large that it says nothing.
    pub(crate) fn place<P: JointPath + ?Sized>(
        &self,
        path: &P,
        piece: usize,
        t: f64,
        points: &mut TreePoints,
    ) {
        points.carried.clear();
        for (from, chain) in &self.steps {
            let start = match from {
                Some(from) => points.carried[*from as usize],
                None => Some(Carried::start()),
            };
            let chain = chain.for_piece(path, piece);
            points
                .carried
                .push(start.and_then(|start| along(start, &chain, path, piece, t)));
        }
        points.places.clear();
        for (step, end) in &self.points {
            let place = match points.carried[*step as usize] {
                Some(mut carried) => {
                    carried.fixed(end);
                    carried.place
                }
                None => DVec3::NAN,
            };
            points.places.push(place);
        }
    }
}

/// From the start of a chain to its end.
#[inline(always)]
fn along<P: JointPath + ?Sized>(
    mut carried: Carried<0>,
    chain: &Cow<'_, Chain>,
    path: &P,
    piece: usize,
    t: f64,
) -> Option<Carried<0>> {
    for joint in &chain.joints {
        carried.fixed(&joint.before);
        let state = joint.state(path.state(piece, joint.coordinate as usize, t));
        carried.joint(joint.moves, &state)?;
    }
    carried.fixed(&chain.end);
    Some(carried)
}
