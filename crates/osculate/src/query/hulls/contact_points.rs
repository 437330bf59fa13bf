//! All contact points of two convex bodies at an instant.

use super::epa::deepest_of;
use super::hull_pair::InstantPair;
use super::manifold::{ContactPoint, POINTS};
use super::meeting_faces::View;
use super::widest::widest;
use crate::motion::PairMotion;
use crate::numbers::interval::Interval;
use crate::query::Moving;
use crate::query::small_motions::memory::PairMemory;
use crate::query::workspace::Workspace;
use crate::shape::Hull;
use glam::DVec3;

/// The tangent of the angle up to which a normal counts as that of a face.
const FLAT: f64 = 1e-7;

/// Where two bodies touch: up to four points, and the normal that they share.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Contacts {
    /// How deep the bodies are inside each other, or how far apart; see [`Penetration`](super::Penetration). Of bodies that are further
    /// apart than was asked for, it may say little more than that.
    pub depth: Interval,
    /// The unit direction from b to a along which they are closest, or least deep.
    pub normal: DVec3,
    /// Whether that is the normal of a flat side of either body. What is closest at edges and corners may only be so because
    /// bodies end there.
    pub face: bool,
    points: [ContactPoint; POINTS],
    count: usize,
}

impl Contacts {
    /// The points, the deepest first; none if the bodies are further apart than was asked for.
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..self.count]
    }
}

/// Where two convex bodies touch at time `t`: the corners of the common area of their closest faces that are at most `near`
/// apart along the normal, reduced to the deepest and the three that span the largest area with it.
///
/// A face against a face gives three or four points, an edge or a capsule that lies on a face two, anything else the closest
/// or deepest pair. `near` is a length, such as a hundredth of the bodies' size; corners within it of a body's furthest
/// plane count as its face. Only `depth` is proven, as [`penetration`](crate::query::hulls::penetration) says. No allocation
/// in repeated calls.
///
/// ```
/// use glam::DVec3;
/// use osculate::{ConstantVelocity, Hull, Moving, Placement, Workspace, query::hulls::contact_points};
/// let (crate_, table) = (Hull::cuboid(DVec3::splat(0.5))?, Hull::cuboid(DVec3::new(2.0, 2.0, 0.1))?);
/// let on = ConstantVelocity::at_rest(Placement::at(DVec3::new(1.8, 0.0, 0.599)))?;
/// let under = ConstantVelocity::at_rest(Placement::default())?;
/// let (a, b) = (Moving::new(&crate_, &on), Moving::new(&table, &under));
/// let contacts = contact_points(a, b, 0.0, 0.01, &mut Workspace::new());
/// assert_eq!(contacts.points().len(), 4);
/// assert!(contacts.points().iter().all(|point| (point.separation + 0.001).abs() < 1e-12));
/// assert!(contacts.points().iter().all(|point| point.point_a.x < 2.0 + 1e-12)); // not over the edge
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn contact_points(
    a: Moving<Hull>,
    b: Moving<Hull>,
    t: f64,
    near: f64,
    workspace: &mut Workspace,
) -> Contacts {
    contact_points_again(a, b, t, near, &mut PairMemory::default(), workspace)
}

/// [`contact_points`], which looks first where the two bodies were closest when `memory` was last given.
///
/// The proof of the depth does not depend on the memory.
///
/// ```
/// use glam::DVec3;
/// use osculate::{ConstantVelocity, Hull, Moving, Placement, Workspace};
/// use osculate::query::{hulls::contact_points_again, small_motions::PairMemory};
/// let (crate_, table) = (Hull::cuboid(DVec3::splat(0.5))?, Hull::cuboid(DVec3::new(2.0, 2.0, 0.1))?);
/// let slide = ConstantVelocity::new(Placement::at(DVec3::new(0.0, 0.0, 0.601)), DVec3::X, DVec3::ZERO)?;
/// let under = ConstantVelocity::at_rest(Placement::default())?;
/// let (a, b) = (Moving::new(&crate_, &slide), Moving::new(&table, &under));
/// let (mut memory, mut workspace) = (PairMemory::new(), Workspace::new());
/// for frame in 0..10 {
///     let contacts = contact_points_again(a, b, 0.1 * f64::from(frame), 0.01, &mut memory, &mut workspace);
///     assert_eq!(contacts.points().len(), 4);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn contact_points_again(
    a: Moving<Hull>,
    b: Moving<Hull>,
    t: f64,
    near: f64,
    memory: &mut PairMemory,
    workspace: &mut Workspace,
) -> Contacts {
    let motion = PairMotion::new(a.motion, b.motion);
    let mut pair = InstantPair::new(a.shape, b.shape, &motion, t);
    pair.begin_at(&memory.hints);
    let deepest = deepest_of(&mut pair, near, &mut workspace.expanding);
    pair.leave(&mut memory.hints);
    let mut contacts = Contacts {
        depth: deepest.depth,
        normal: deepest.normal,
        face: false,
        points: [ContactPoint::default(); POINTS],
        count: 0,
    };
    // A motion of the caller's own may be no number.
    if !(deepest.depth.upper >= -near && deepest.depth.lower > f64::NEG_INFINITY) {
        return contacts;
    }
    let faces = &mut workspace.faces;
    let (pose, normal) = (&pair.now.pose, deepest.normal);
    let pivots = [motion.path_a.pivot, motion.path_b.pivot];
    let view = View::new(pose, pivots, motion.origin(t), normal);
    let depth = deepest.depth.upper.max(0.0);
    let tilts = view.meet([a.shape, b.shape], depth, near, faces);
    contacts.face = tilts.into_iter().flatten().any(|tilt| tilt <= FLAT * FLAT);
    let [point_a, point_b] = deepest.points;
    let apart = normal.dot(point_a - point_b);
    let alone = View::misses(&faces.met, apart, near);
    if alone {
        faces
            .met
            .insert(0, view.met(deepest.points, pair.features()));
    }
    let (chosen, count) = widest(&faces.met, alone);
    contacts.count = count;
    let named = faces.named();
    for (point, &number) in contacts.points.iter_mut().zip(&chosen[..count]) {
        *point = view.point(&faces.met[number], &named);
    }
    contacts
}
