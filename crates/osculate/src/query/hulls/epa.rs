//! How deep two convex bodies are inside each other at an instant, or how far apart.

use super::expanding::{Expanding, Precision};
use super::hull_pair::InstantPair;
use crate::motion::PairMotion;
use crate::numbers::interval::Interval;
use crate::numbers::rounding::up;
use crate::query::meshes::triangle_distance::unit;
use crate::query::workspace::Workspace;
use crate::query::{Feature, Moving, Stats};
use crate::shape::{Convex, Hull};
use glam::DVec3;

/// The share of the depth by which the answer for round bodies may be off.
const ROUND_SHARE: f64 = 1e-6;

/// How deep two bodies are inside each other, or how far apart.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Penetration {
    /// Encloses the least distance that one body must be moved to be apart from the other, up to touching; for bodies
    /// that are apart, their separation with a minus. So the bodies certainly intersect if it is positive, and are
    /// certainly apart if it is negative.
    pub depth: Interval,
    /// The unit direction, from b to a, along which a is to be moved: after `depth.upper` they certainly are apart, or
    /// touch. Zero if no direction could be looked along, since a motion is no number.
    pub normal: DVec3,
    /// The features that were found deepest or closest: of a, then of b.
    pub features: [Feature; 2],
    /// Which parts of compounds those belong to: of a, then of b; 0 for anything else.
    pub parts: [u32; 2],
    /// The point of a that is deepest in b, or closest to it, in the world.
    pub point_a: DVec3,
    /// The point of b that is deepest in a, or closest to it: about `point_a + depth·normal`.
    pub point_b: DVec3,
    /// The work done.
    pub stats: Stats,
}

impl Penetration {
    /// Encloses the separation of the bodies, or their depth with a minus.
    pub fn signed_distance(&self) -> Interval {
        -self.depth
    }
}

/// How deep two convex bodies are inside each other at time `t`, or how far apart: one signed number for both.
///
/// The interval is proven: its upper end by how far the bodies' supports overlap along the normal; its lower end by a
/// polytope inside the difference of the bodies around the origin, by the distance of two points if they are apart. For
/// bodies with corners it is some 200 units (2·10⁻¹⁴) of the largest distance involved wide; where a cylinder, a cone or
/// an ellipsoid overlaps something by more than the margins, a millionth of the depth, and more if many directions are
/// equally deep (ellipsoids about one centre: some percent). No allocation in repeated calls.
///
/// ```
/// use glam::DVec3;
/// use osculate::{ConstantVelocity, Hull, Moving, Placement, Workspace, query::hulls::penetration};
/// let die = Hull::cuboid(DVec3::splat(1.0))?;
/// let here = ConstantVelocity::at_rest(Placement::at(DVec3::new(0.5, 0.25, 1.75)))?;
/// let there = ConstantVelocity::at_rest(Placement::default())?;
/// let inside = penetration(Moving::new(&die, &here), Moving::new(&die, &there), 0.0, &mut Workspace::new());
/// assert!(inside.depth.contains(0.25) && inside.depth.width() < 1e-12);
/// assert!(inside.normal.distance(DVec3::Z) < 1e-12);
/// assert!(inside.signed_distance().upper < 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn penetration(
    a: Moving<Hull>,
    b: Moving<Hull>,
    t: f64,
    workspace: &mut Workspace,
) -> Penetration {
    let motion = PairMotion::new(a.motion, b.motion);
    let mut pair = InstantPair::new(a.shape, b.shape, &motion, t);
    penetration_of(&mut pair, f64::INFINITY, &mut workspace.expanding)
}

/// The same for any two convex bodies; of those that are further apart than `limit`, only that.
pub(crate) fn penetration_of<P: Convex, Q: Convex>(
    pair: &mut InstantPair<P, Q>,
    limit: f64,
    expanding: &mut Expanding,
) -> Penetration {
    let Deepest {
        depth,
        normal,
        points: [point_a, point_b],
    } = deepest_of(pair, limit, expanding);
    Penetration {
        depth,
        normal,
        features: pair.features(),
        parts: [0; 2],
        point_a,
        point_b,
        stats: pair.stats,
    }
}

/// What is measured of a [`Penetration`].
pub(crate) struct Deepest {
    pub(crate) depth: Interval,
    pub(crate) normal: DVec3,
    /// Of a and of b.
    pub(crate) points: [DVec3; 2],
}

/// The same without the features, which [`InstantPair::features`] tells afterwards.
#[inline]
pub(crate) fn deepest_of<P: Convex, Q: Convex>(
    pair: &mut InstantPair<P, Q>,
    limit: f64,
    expanding: &mut Expanding,
) -> Deepest {
    let mut closest = pair.closest_within(limit, 0.0, 0.0);
    let (error, margins) = (pair.error(), pair.margins());
    // Of the cores. A product with any direction is at most their depth, which is the least of them all, negative if they
    // are apart; two points of them are no closer than they are.
    let mut upper = -closest.gap;
    let mut lower = if closest.depth > 0.0 {
        closest.depth
    } else {
        -closest.distance
    };
    let round = !pair.have_corners();
    let precision = Precision {
        doubt: 0.25 * error,
        share: if round { ROUND_SHARE } else { 0.0 },
        margins,
    };
    // A depth comes without points, however good it is. A half-space is left along its normal, whatever its one point is like.
    let settled = upper < 0.0
        || pair.has_plane()
        || (closest.depth == 0.0 && upper - lower <= precision.doubt);
    let expanded = if settled {
        None
    } else {
        pair.expand(&closest, expanding, &precision)
    };
    if let Some(depth) = expanded {
        lower = lower.max(depth.lower);
        upper = depth.upper;
        closest.direction = -depth.normal;
        closest.points = depth.points;
        closest.distance = 0.0;
    }
    let points = pair.in_world(&closest);
    let depth = Interval {
        lower: lower + margins - error,
        // The normal's length is one to within a few units.
        upper: upper + margins + error + up(upper.abs() + margins) - (upper.abs() + margins),
    };
    let known = depth.lower <= depth.upper;
    Deepest {
        depth: if known { depth } else { Interval::EVERYTHING },
        // The matrix of a pose need not be a rotation to the last bit.
        normal: -unit(pair.now.pose.rotation_b * closest.direction),
        points,
    }
}
