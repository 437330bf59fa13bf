//! Convex bodies, and what is made of them.

mod compound;
mod convex_hull;
mod half_space;
mod hull;
mod identity;
mod polytope;

pub use compound::{Compound, CompoundError};
pub(crate) use compound::{ball_around, reach_of};
pub(crate) use convex_hull::orientation;
use glam::DVec3;
pub use half_space::{HalfSpace, HalfSpaceError};
pub(crate) use hull::cuboid_corner;
pub use hull::{Hull, HullCore, HullError, HullForm};
pub(crate) use identity::Identity;

/// A convex set as queries see it: points (the *core*) and a margin around them, in body coordinates.
///
/// What is promised is promised of real sets. Along the direction that `support` is asked for, no point of the core is
/// further than the point that it names by more than rounding; docs/decisions/hull-gaps.md counts how much that is, and
/// what else a gap loses. The reaches are not too small.
pub(crate) trait Convex {
    /// A point of the core that is furthest along `direction`; the search may begin at the corner `near`.
    fn support(&self, direction: DVec3, near: u32) -> Corner;

    /// The thickness of the layer around the core.
    fn margin(&self) -> f64;

    /// A ball around the core.
    fn ball(&self) -> (DVec3, f64);

    /// How far points of the core are from `pivot`, at most.
    fn reach_from(&self, pivot: DVec3) -> f64;

    /// How far points of the core are from the line through `pivot` along the unit direction `axis`, at most.
    fn reach_from_axis(&self, pivot: DVec3, axis: DVec3) -> f64;

    /// The outward normal, if this is everything behind the plane through its one corner.
    #[inline(always)]
    fn plane(&self) -> Option<DVec3> {
        None
    }

    /// Whether the core is known to lie in a plane.
    #[inline(always)]
    fn is_flat(&self) -> bool {
        false
    }

    /// The direction of the line through `pivot` that the body is a solid of revolution about, if there is one: it is the
    /// same set after any turn about that line, to within a dozen units of its size.
    #[inline(always)]
    fn revolves_about(&self, _pivot: DVec3) -> Option<DVec3> {
        None
    }

    /// Whether the corners that `support` names are all that the core is made of.
    fn has_corners(&self) -> bool;

    /// The point of a round patch that is furthest along `direction`; `None` if the patch is a corner.
    #[inline(always)]
    fn on_patch(&self, _direction: DVec3, _number: u32) -> Option<DVec3> {
        None
    }

    /// How that point moves as the unit `direction` turns: the products of `across[i]` with its rate towards `across[j]`,
    /// for both the first, for one of each, and for both the second. `None` next to a flat face, which it jumps across.
    #[inline(always)]
    fn curvature(&self, _direction: DVec3, _number: u32, _across: [DVec3; 2]) -> Option<[f64; 3]> {
        Some([0.0; 3])
    }

    /// The flat side whose outward normal is nearly along a unit direction, if it is known without a search.
    #[inline(always)]
    fn side_facing(&self, _direction: DVec3) -> Option<FlatSide> {
        None
    }

    /// The point of the core on a flat side that is straight below or above a point, if there is one.
    #[inline(always)]
    fn foot_on(&self, _side: &FlatSide, _point: DVec3) -> Option<Foot> {
        None
    }
}

/// A flat side of a core.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FlatSide {
    /// Its outward normal in the body, of a length of about one.
    pub(crate) outward: DVec3,
    /// The axis of the core that it is across, and whether it is at its upper end.
    axis: usize,
    up: bool,
}

/// A point on a flat side, and the corners that it is between; where the side is round, the point itself.
pub(crate) struct Foot {
    pub(crate) point: DVec3,
    pub(crate) corners: [Corner; 3],
    pub(crate) count: usize,
}

impl Foot {
    /// Everything seen from a pivot.
    #[inline(always)]
    pub(crate) fn see_from(&mut self, pivot: DVec3) {
        self.point -= pivot;
        for corner in &mut self.corners {
            corner.point -= pivot;
        }
    }
}

/// A point of a core, and the number of the corner or round patch that it is on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Corner {
    pub(crate) point: DVec3,
    pub(crate) number: u32,
}
