//! All contact points of two convex bodies at an instant.

use super::clipping::{self, Plane, Seen, Shared, Surface};
use super::epa::penetration_of;
use super::hull_pair::HullPair;
use super::manifold::{ContactPoint, POINTS, reduce};
use crate::motion::PairMotion;
use crate::numbers::interval::Interval;
use crate::numbers::rounding::length;
use crate::query::small_motions::memory::PairMemory;
use crate::query::workspace::Workspace;
use crate::query::{Feature, Moving};
use crate::shape::{Convex, Corner, Hull};
use alloc::vec::Vec;
use glam::{DMat3, DVec2, DVec3};

/// How much of a body's size may be inside the other before its corners are no longer a face of it.
const DEEP: f64 = 0.05;

/// By how much a's face must be less tilted than b's to be the one that b's is clipped by.
const PREFERENCE: f64 = 1e-3;

/// The tangent of the angle up to which a normal counts as that of a face.
const FLAT: f64 = 1e-7;

/// The sine of the angle up to which two edges count as parallel.
const PARALLEL: f64 = 0.05;

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

/// Memory for the faces of two bodies.
#[derive(Debug, Default)]
pub(crate) struct Faces {
    corners: Vec<Corner>,
    seen: [Vec<Seen>; 2],
    outlines: [Vec<Seen>; 2],
    shared: Vec<Shared>,
    spare: Vec<Shared>,
    pub(crate) points: Vec<ContactPoint>,
}

/// A convex body whose faces can be seen.
pub(crate) trait Faced: Convex {
    /// Points of the core that are within `slack` of the furthest along the unit `direction`; at least one.
    fn face(&self, direction: DVec3, slack: f64, face: &mut Vec<Corner>);

    /// Half the sides and the axes of a box that has a width, a depth and a height.
    fn solid_box(&self) -> Option<(DVec3, Option<&DMat3>)> {
        None
    }
}

impl Faced for Hull {
    fn face(&self, direction: DVec3, slack: f64, face: &mut Vec<Corner>) {
        Hull::face(self, direction, slack, face);
    }

    fn solid_box(&self) -> Option<(DVec3, Option<&DMat3>)> {
        self.as_box().filter(|(half, _)| half.min_element() > 0.0)
    }
}

/// Where two convex bodies touch at time `t`: the corners of what their closest faces have in common, as far as they are
/// no more than `near` apart along the normal, reduced to the deepest and the three that span the largest area with it.
///
/// A face against a face gives three or four points, an edge or a capsule that lies on a face two, anything else the
/// closest or deepest pair. `near` is a length, such as a hundredth of the bodies' size; what is within it of a body's
/// furthest plane counts as its face. Only `depth` is proven, as [`penetration`](crate::query::hulls::penetration) says. No allocation
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
/// The depth is proven as that is, whatever the memory is of.
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
    let mut pair = HullPair::at_instant(a.shape, b.shape, &motion, t);
    pair.begin_at(&memory.hints);
    let deepest = penetration_of(&mut pair, near, &mut workspace.expanding);
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
    let across = normal.any_orthonormal_pair();
    let view = View {
        rotations: [pose.rotation_a, pose.rotation_b],
        pivots: [motion.path_a.pivot, motion.path_b.pivot],
        offsets: [pose.offset, DVec3::ZERO],
        origin: motion.origin(t),
        normal,
        axes: [across.0, across.1],
    };
    let witness = ContactPoint {
        features: deepest.features,
        ..ContactPoint::new(deepest.point_a, deepest.point_b, normal)
    };
    let depth = deepest.depth.upper.max(0.0);
    let tilts = view.meet([a.shape, b.shape], depth, near, Some(&witness), faces);
    contacts.face = tilts.into_iter().flatten().any(|tilt| tilt <= FLAT);
    reduce(&mut faces.points);
    contacts.count = faces.points.len();
    contacts.points[..contacts.count].copy_from_slice(&faces.points);
    contacts
}

/// Two bodies seen along the normal of their contact, from b's pivot.
pub(crate) struct View {
    pub(crate) rotations: [DMat3; 2],
    pub(crate) pivots: [DVec3; 2],
    pub(crate) offsets: [DVec3; 2],
    /// b's pivot in the world.
    pub(crate) origin: DVec3,
    pub(crate) normal: DVec3,
    /// Across the normal.
    pub(crate) axes: [DVec3; 2],
}

impl View {
    /// Finds the points that the bodies' faces have in common, at least the `witness`, if there is one; the bodies are at most
    /// `depth` inside each other. The tangents of the angles between their faces and the normal, if they have any.
    pub(crate) fn meet<P: Faced>(
        &self,
        hulls: [&P; 2],
        depth: f64,
        near: f64,
        witness: Option<&ContactPoint>,
        faces: &mut Faces,
    ) -> [Option<f64>; 2] {
        for (body, hull) in hulls.into_iter().enumerate() {
            let size = hull.ball().1;
            let slack = near + depth.min(DEEP * size);
            self.see(body, hull, slack, faces);
            let apart = (0.25 * near).min(1e-3 * size);
            let (seen, outline) = (&mut faces.seen[body], &mut faces.outlines[body]);
            let boxed = hull.solid_box().is_some();
            if !(boxed && clipping::outline_of_rectangle(seen, apart, outline)) {
                self.sort(body, seen);
                clipping::outline(seen, apart, outline);
            }
        }
        faces.points.clear();
        let round = hulls.map(|hull| !hull.has_corners());
        let planes = [Plane::of(&faces.outlines[0]), Plane::of(&faces.outlines[1])];
        match planes {
            [None, None] => self.edges(round, near, faces),
            [Some(a), Some(b)] if a.tilt() + PREFERENCE < b.tilt() => {
                self.faces(0, planes, round, near, faces);
            }
            [_, Some(_)] => self.faces(1, planes, round, near, faces),
            [Some(_), None] => self.faces(0, planes, round, near, faces),
        }
        if let Some(witness) = witness {
            let least = |least: f64, point: &ContactPoint| least.min(point.separation);
            let least = faces.points.iter().fold(f64::INFINITY, least);
            if !(least <= witness.separation + 0.01 * near) {
                faces.points.push(*witness);
            }
        }
        planes.map(|plane| plane.map(|plane| plane.tilt()))
    }

    /// Finds the points of a body's face that are near the plane of a half-space at `height`, at least the `witness`.
    pub(crate) fn meet_plane<P: Faced>(
        &self,
        hull: &P,
        height: f64,
        near: f64,
        witness: &ContactPoint,
        faces: &mut Faces,
    ) {
        let size = hull.ball().1;
        let depth = (-witness.separation).max(0.0).min(DEEP * size);
        self.see(0, hull, near + depth, faces);
        let apart = (0.25 * near).min(1e-3 * size);
        self.sort(0, &mut faces.seen[0]);
        clipping::outline(&mut faces.seen[0], apart, &mut faces.outlines[0]);
        faces.points.clear();
        let round = !hull.has_corners();
        for seen in &faces.outlines[0] {
            let feature = if round {
                Feature::Surface
            } else {
                Feature::Vertex(seen.number)
            };
            let features = [feature, Feature::Surface];
            self.add(
                seen.across,
                [seen.height, height],
                features,
                near,
                &mut faces.points,
            );
        }
        if faces.points.is_empty() {
            faces.points.push(*witness);
        }
    }

    /// The corners of a body's face.
    fn see<P: Faced>(&self, body: usize, hull: &P, slack: f64, faces: &mut Faces) {
        if let Some(sides) = hull.solid_box() {
            return self.see_box(body, hull, slack, sides, &mut faces.seen[body]);
        }
        let (rotation, pivot) = (&self.rotations[body], self.pivots[body]);
        // Down, as the other body sees it.
        let down = if body == 0 { -1.0 } else { 1.0 };
        hull.face(
            rotation.transpose() * self.normal * down,
            slack,
            &mut faces.corners,
        );
        let seen = &mut faces.seen[body];
        seen.clear();
        seen.extend(faces.corners.iter().map(|corner| {
            let at = *rotation * (corner.point - pivot) + self.offsets[body];
            Seen {
                across: DVec2::new(self.axes[0].dot(at), self.axes[1].dot(at)),
                height: self.normal.dot(at) + down * hull.margin(),
                number: corner.number,
            }
        }));
    }

    /// The corners of a box's face, by their numbers: those that are less than `slack` behind the furthest. From the furthest, a
    /// side that leads back by less is taken, or is not.
    fn see_box<P: Faced>(
        &self,
        body: usize,
        hull: &P,
        slack: f64,
        (half, axes): (DVec3, Option<&DMat3>),
        seen: &mut Vec<Seen>,
    ) {
        let rotation = &self.rotations[body];
        let down = if body == 0 { -1.0 } else { 1.0 };
        let look = |at: DVec3| {
            DVec3::new(
                self.axes[0].dot(at),
                self.axes[1].dot(at),
                self.normal.dot(at),
            )
        };
        let own = axes.map_or(*rotation, |axes| *rotation * *axes);
        let sides = [
            look(own.x_axis) * half.x,
            look(own.y_axis) * half.y,
            look(own.z_axis) * half.z,
        ];
        let middle = look(*rotation * (hull.ball().0 - self.pivots[body]) + self.offsets[body]);
        // How far a step along each side leads back from the furthest corner, and which that is.
        let [x, y, z] = &sides;
        let back = [2.0 * x.z.abs(), 2.0 * y.z.abs(), 2.0 * z.z.abs()];
        let bit = |bit: usize, is: bool| u32::from(is) << bit;
        let furthest = (0..3).fold(0, |n, i| n | bit(i, down * sides[i].z > 0.0));
        let steps = (0..3).fold(0, |n, i| n | bit(i, back[i] <= slack));
        seen.clear();
        for number in 0..8_u32 {
            let taken = number ^ furthest;
            if taken & !steps != 0 {
                continue;
            }
            let (mut at, mut behind) = (middle, 0.0);
            for (i, &side) in sides.iter().enumerate() {
                at = if number >> i & 1 == 1 {
                    at + side
                } else {
                    at - side
                };
                behind += if taken >> i & 1 == 1 { back[i] } else { 0.0 };
            }
            if behind <= slack {
                seen.push(Seen {
                    across: DVec2::new(at.x, at.y),
                    height: at.z + down * hull.margin(),
                    number,
                });
            }
        }
    }

    /// The deepest first.
    fn sort(&self, body: usize, seen: &mut [Seen]) {
        let down = if body == 0 { -1.0 } else { 1.0 };
        seen.sort_unstable_by(|p, q| {
            let order = (down * q.height).total_cmp(&(down * p.height));
            order.then(p.number.cmp(&q.number))
        });
    }

    /// Adds a point of either body, at their heights, if they are near enough.
    fn add(
        &self,
        across: DVec2,
        [a, b]: [f64; 2],
        features: [Feature; 2],
        near: f64,
        points: &mut Vec<ContactPoint>,
    ) {
        if !(a - b <= near) {
            return;
        }
        let at = self.origin + self.axes[0] * across.x + self.axes[1] * across.y;
        let point = ContactPoint {
            separation: a - b,
            features,
            ..ContactPoint::new(at + self.normal * a, at + self.normal * b, self.normal)
        };
        // An edge that is clipped comes out there and back.
        let same = |other: &ContactPoint| {
            other.features == features && length(other.point_a - point.point_a) <= 1e-3 * near
        };
        if !points.iter().any(same) {
            points.push(point);
        }
    }

    /// What the outlines have in common, the one of body `reference` being a face.
    fn faces(
        &self,
        reference: usize,
        planes: [Option<Plane>; 2],
        round: [bool; 2],
        near: f64,
        faces: &mut Faces,
    ) {
        let incident = 1 - reference;
        clipping::clip(
            &faces.outlines[incident],
            &faces.outlines[reference],
            1e-3 * near,
            &mut faces.shared,
            &mut faces.spare,
        );
        let surface = |body: usize, down: f64| {
            let seen = &faces.seen[body];
            planes[body].map(|plane| Surface::new(plane, seen, down, 1e-3 * near))
        };
        let surfaces = [surface(0, -1.0), surface(1, 1.0)];
        for shared in &faces.shared {
            let mut heights = [shared.height; 2];
            for (body, surface) in surfaces.iter().enumerate() {
                match surface {
                    // What is left of a flat face is at its own height.
                    Some(surface) if body == reference || !surface.is_flat() => {
                        heights[body] = surface.height(shared.across);
                    }
                    _ => {}
                }
            }
            let mut features = shared.features;
            if reference == 0 {
                features.reverse();
            }
            for body in 0..2 {
                if round[body] {
                    features[body] = Feature::Surface;
                }
            }
            self.add(shared.across, heights, features, near, &mut faces.points);
        }
    }

    /// The stretch that two parallel edges have in common.
    fn edges(&self, round: [bool; 2], near: f64, faces: &mut Faces) {
        let ([p, q], [r, s]) = (&faces.outlines[0][..], &faces.outlines[1][..]) else {
            return;
        };
        let (a, b) = (q.across - p.across, s.across - r.across);
        let along = a.dot(b);
        if !(a.perp_dot(b).abs() <= PARALLEL * along.abs()) {
            return;
        }
        // Where b's ends are along a, as shares of it.
        let square = a.dot(a);
        let ends = [r, s].map(|end| a.dot(end.across - p.across) / square);
        let (edge_a, edge_b) = (
            Feature::Edge([p.number, q.number]),
            Feature::Edge([r.number, s.number]),
        );
        let candidates = [
            (0.0, [Feature::Vertex(p.number), edge_b]),
            (1.0, [Feature::Vertex(q.number), edge_b]),
            (ends[0], [edge_a, Feature::Vertex(r.number)]),
            (ends[1], [edge_a, Feature::Vertex(s.number)]),
        ];
        let [first, last] = [ends[0].min(ends[1]), ends[0].max(ends[1])];
        for (share, mut features) in candidates {
            if !(share >= first.max(0.0) && share <= last.min(1.0)) {
                continue;
            }
            let other = (share - ends[0]) / (ends[1] - ends[0]);
            let heights = [
                p.height + (q.height - p.height) * share,
                r.height + (s.height - r.height) * other,
            ];
            for body in 0..2 {
                if round[body] {
                    features[body] = Feature::Surface;
                }
            }
            let across = p.across + a * share;
            self.add(across, heights, features, near, &mut faces.points);
        }
    }
}
