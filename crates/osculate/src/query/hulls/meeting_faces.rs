//! What the faces of two convex bodies have in common, seen along the normal of their contact.

use super::clipping::{self, Place, Shared, Surface};
use super::manifold::ContactPoint;
use super::outline::{self, Plane, Seen};
use crate::motion::PairPose;
use crate::query::Feature;
use crate::shape::{Convex, Corner, Hull};
use alloc::vec::Vec;
use glam::{DMat3, DVec2, DVec3};

/// How much of a body's size may be inside the other before its corners are no longer a face of it.
const DEEP: f64 = 0.05;

/// By how much a's face must be less tilted than b's to be the one that b's is clipped by.
const PREFERENCE: f64 = 1e-3;

/// The sine of the angle up to which two edges count as parallel.
const PARALLEL: f64 = 0.05;

/// Memory for the faces of two bodies.
#[derive(Debug, Default)]
pub(crate) struct Faces {
    corners: Vec<Corner>,
    seen: [Vec<Seen>; 2],
    outlines: [Vec<Seen>; 2],
    shared: Vec<Shared>,
    spare: Vec<Shared>,
    /// Which body's outline the other one is clipped by.
    reference: usize,
    /// Which bodies are round.
    round: [bool; 2],
    /// What they have in common.
    pub(crate) met: Vec<Met>,
    /// The same in the world, where that is asked for.
    pub(crate) points: Vec<ContactPoint>,
}

/// A place at which two faces are near each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met {
    /// Where it is across the normal.
    pub(crate) across: DVec2,
    /// How high along the normal it is on a and on b.
    heights: [f64; 2],
    on: On,
}

/// What a place is on.
#[derive(Clone, Copy, Debug, PartialEq)]
enum On {
    /// Of the outlines that were clipped.
    Outlines(Place),
    /// Of a and of b.
    Features([Feature; 2]),
}

impl Met {
    pub(crate) fn new(across: DVec2, heights: [f64; 2], features: [Feature; 2]) -> Met {
        Met {
            across,
            heights,
            on: On::Features(features),
        }
    }

    pub(crate) fn separation(&self) -> f64 {
        self.heights[0] - self.heights[1]
    }
}

/// How the points of a face come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Order {
    /// All around it: those of a triangle, or of a flat round face.
    Around,
    Any,
}

/// A convex body whose faces can be seen.
pub(crate) trait Faced: Convex {
    /// Points of the core that are within `slack` of the furthest along the unit `direction`; at least one.
    fn face(&self, direction: DVec3, slack: f64, face: &mut Vec<Corner>) -> Order;

    /// Half the sides and the axes of a box that has a width, a depth and a height.
    fn solid_box(&self) -> Option<(DVec3, Option<&DMat3>)> {
        None
    }
}

impl Faced for Hull {
    fn face(&self, direction: DVec3, slack: f64, face: &mut Vec<Corner>) -> Order {
        if Hull::face(self, direction, slack, face) {
            Order::Around
        } else {
            Order::Any
        }
    }

    fn solid_box(&self) -> Option<(DVec3, Option<&DMat3>)> {
        self.as_box().filter(|(half, _)| half.min_element() > 0.0)
    }
}

/// What counts of a body's face.
struct Seeing {
    /// What is so far behind the furthest point is of the face.
    slack: f64,
    /// Corners that are so far from each other are two.
    apart: f64,
}

impl Seeing {
    /// Of a body that is at most `depth` inside another one, which it is `near`.
    fn new<P: Faced>(hull: &P, depth: f64, near: f64) -> Seeing {
        let size = hull.ball().1;
        Seeing {
            slack: near + depth.min(DEEP * size),
            apart: (0.25 * near).min(1e-3 * size),
        }
    }
}

/// Two bodies seen along the normal of their contact, from b's pivot.
pub(crate) struct View<'p> {
    pub(crate) rotations: [&'p DMat3; 2],
    pub(crate) pivots: [DVec3; 2],
    pub(crate) offsets: [DVec3; 2],
    /// b's pivot in the world.
    pub(crate) origin: DVec3,
    pub(crate) normal: DVec3,
    /// Across the normal.
    axes: [DVec3; 2],
}

impl<'p> View<'p> {
    /// The bodies posed so, with b's pivot at `origin`, along a unit normal from b to a.
    #[inline]
    pub(crate) fn new(
        pose: &'p PairPose,
        pivots: [DVec3; 2],
        origin: DVec3,
        normal: DVec3,
    ) -> View<'p> {
        let across = normal.any_orthonormal_pair();
        View {
            rotations: [&pose.rotation_a, &pose.rotation_b],
            pivots,
            offsets: [pose.offset, DVec3::ZERO],
            origin,
            normal,
            axes: [across.0, across.1],
        }
    }

    /// Finds the places at which the bodies' faces are near each other; the bodies are at most `depth` inside each other. The squares
    /// of the tangents of the angles between their faces and the normal, if they have any.
    pub(crate) fn meet<P: Faced>(
        &self,
        hulls: [&P; 2],
        depth: f64,
        near: f64,
        faces: &mut Faces,
    ) -> [Option<f64>; 2] {
        let (mut planes, mut boxed) = ([None; 2], [false; 2]);
        for (body, hull) in hulls.into_iter().enumerate() {
            (planes[body], boxed[body]) =
                self.look_at(body, hull, &Seeing::new(hull, depth, near), faces);
        }
        faces.met.clear();
        faces.round = hulls.map(|hull| !hull.has_corners());
        faces.reference = match &planes {
            [Some(a), Some(b)] => usize::from(!a.lies_flatter(b, PREFERENCE)),
            [first, _] => usize::from(first.is_none()),
        };
        if planes[faces.reference].is_some() {
            meet_faces(planes, boxed, near, faces);
        } else {
            meet_edges(near, faces);
        }
        planes.map(|plane| plane.map(|plane| plane.tilt_squared()))
    }

    /// Whether the closest points of two bodies, so far apart, are none of the places that were found.
    pub(crate) fn misses(met: &[Met], apart: f64, near: f64) -> bool {
        let least = |least: f64, met: &Met| least.min(met.separation());
        !(met.iter().fold(f64::INFINITY, least) <= apart + 0.01 * near)
    }

    /// Two points of the world as a place.
    pub(crate) fn met(&self, points: [DVec3; 2], features: [Feature; 2]) -> Met {
        let [a, b] = points.map(|point| point - self.origin);
        let across = DVec2::new(self.axes[0].dot(a), self.axes[1].dot(a));
        Met::new(across, [self.normal.dot(a), self.normal.dot(b)], features)
    }

    /// A place in the world.
    #[inline(always)]
    pub(crate) fn point(&self, met: &Met, named: &Named) -> ContactPoint {
        let [a, b] = met.heights;
        let at = self.origin + self.axes[0] * met.across.x + self.axes[1] * met.across.y;
        ContactPoint {
            point_a: at + self.normal * a,
            point_b: at + self.normal * b,
            normal: self.normal,
            separation: a - b,
            features: named.features(met),
            parts: [0; 2],
        }
    }

    /// Finds the points of a body's face that are near the plane of a half-space at `height`.
    pub(crate) fn meet_plane<P: Faced>(
        &self,
        hull: &P,
        height: f64,
        depth: f64,
        near: f64,
        faces: &mut Faces,
    ) {
        self.look_at(0, hull, &Seeing::new(hull, depth.max(0.0), near), faces);
        faces.met.clear();
        let round = !hull.has_corners();
        for seen in &faces.outlines[0] {
            let feature = if round {
                Feature::Surface
            } else {
                Feature::Vertex(seen.number)
            };
            let heights = [seen.height, height];
            if heights[0] - heights[1] <= near {
                let features = [feature, Feature::Surface];
                faces.met.push(Met::new(seen.across, heights, features));
            }
        }
    }

    /// The corners of a body's face, their outline, and the plane that they are in; whether that is a parallelogram.
    #[inline]
    fn look_at<P: Faced>(
        &self,
        body: usize,
        hull: &P,
        seeing: &Seeing,
        faces: &mut Faces,
    ) -> (Option<Plane>, bool) {
        let &Seeing { slack, apart } = seeing;
        let order = match hull.solid_box() {
            Some(sides) => {
                let sides = self.sides_of_box(body, hull, sides);
                if let Some(four) = sides.parallelogram(slack, apart) {
                    let found = &mut faces.outlines[body];
                    found.clear();
                    found.extend_from_slice(&four);
                    return (Plane::of_parallelogram(&four), true);
                }
                sides.corners(slack, &mut faces.seen[body]);
                Order::Any
            }
            None => self.see(body, hull, slack, faces),
        };
        let (seen, found) = (&mut faces.seen[body], &mut faces.outlines[body]);
        let known = match &seen[..] {
            &[only] => {
                found.clear();
                found.push(only);
                return (None, false);
            }
            _ => order == Order::Around && outline::outline_in_order(seen, apart, found),
        };
        if !known {
            outline::outline(seen, apart, |seen| self.sort(body, seen), found);
        }
        (Plane::of(found), false)
    }

    /// The corners of a body's face.
    fn see<P: Faced>(&self, body: usize, hull: &P, slack: f64, faces: &mut Faces) -> Order {
        let (rotation, pivot) = (self.rotations[body], self.pivots[body]);
        // Down, as the other body sees it.
        let down = if body == 0 { -1.0 } else { 1.0 };
        let back = rotation.transpose();
        let (along, margin) = (back * self.normal, hull.margin());
        let order = hull.face(along * down, slack, &mut faces.corners);
        let seen = &mut faces.seen[body];
        seen.clear();
        // The axes as the body has them, so that its points need not be turned.
        let axes = self.axes.map(|axis| back * axis);
        let [x, y, z] =
            [self.axes[0], self.axes[1], self.normal].map(|axis| axis.dot(self.offsets[body]));
        for corner in &faces.corners {
            let at = corner.point - pivot;
            seen.push(Seen {
                across: DVec2::new(axes[0].dot(at) + x, axes[1].dot(at) + y),
                height: along.dot(at) + z + down * margin,
                number: corner.number,
            });
        }
        order
    }

    /// A box as it is seen.
    #[inline(always)]
    fn sides_of_box<P: Faced>(
        &self,
        body: usize,
        hull: &P,
        (half, axes): (DVec3, Option<&DMat3>),
    ) -> Sides {
        let rotation = self.rotations[body];
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
        let mut middle = look(*rotation * (hull.ball().0 - self.pivots[body]) + self.offsets[body]);
        middle.z += down * hull.margin();
        Sides {
            sides,
            // How far a step along each side leads back from the furthest corner.
            back: sides.map(|side| 2.0 * side.z.abs()),
            middle,
            down,
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
}

impl Faces {
    /// The outlines: of the body that is clipped, and of the reference.
    fn outlines(&self) -> [&[Seen]; 2] {
        [1 - self.reference, self.reference].map(|body| &self.outlines[body][..])
    }

    /// What places are on.
    pub(crate) fn named(&self) -> Named<'_> {
        let outlines = self.outlines();
        Named {
            outlines,
            faces: outlines.map(outline::feature),
            reference: self.reference,
            round: self.round,
        }
    }
}

/// The outlines that were clipped, and what they are on.
pub(crate) struct Named<'f> {
    outlines: [&'f [Seen]; 2],
    faces: [Feature; 2],
    reference: usize,
    round: [bool; 2],
}

impl Named<'_> {
    /// What a place is on: of a, and of b.
    #[inline(always)]
    fn features(&self, met: &Met) -> [Feature; 2] {
        let mut features = match met.on {
            On::Features(features) => return features,
            On::Outlines(place) => place.features(self.outlines, self.faces),
        };
        if self.reference == 0 {
            features.reverse();
        }
        for (feature, round) in features.iter_mut().zip(self.round) {
            if round {
                *feature = Feature::Surface;
            }
        }
        features
    }
}

/// Finds what the outlines have in common, that of the reference being a face; those that are `boxed` are parallelograms.
fn meet_faces(planes: [Option<Plane>; 2], boxed: [bool; 2], near: f64, faces: &mut Faces) {
    let reference = faces.reference;
    let (mut shared, mut spare) = (
        core::mem::take(&mut faces.shared),
        core::mem::take(&mut faces.spare),
    );
    let [clipped, by] = faces.outlines();
    match (boxed[reference], <&[Seen; 4]>::try_from(by)) {
        (true, Ok(by)) => {
            clipping::clip_by_parallelogram(clipped, by, 1e-3 * near, &mut shared, &mut spare);
        }
        _ => clipping::clip(clipped, by, 1e-3 * near, &mut shared, &mut spare),
    }
    let area = clipped.len() > 2;
    let surface = |body: usize| {
        let down = if body == 0 { -1.0 } else { 1.0 };
        planes[body].map(|plane| {
            if boxed[body] {
                Surface::of_parallelogram(plane, &faces.outlines[body], down)
            } else {
                Surface::new(plane, &faces.seen[body], down, 1e-3 * near)
            }
        })
    };
    let under = surface(reference);
    // What is left of a flat face is at its own height.
    let over = if boxed[1 - reference] {
        None
    } else {
        surface(1 - reference).filter(|surface| !surface.is_flat())
    };
    let height = |surface: &Option<Surface>, shared: &Shared| match surface {
        Some(surface) => surface.height(shared.across),
        None => shared.height,
    };
    for shared in &shared {
        let mut heights = [height(&under, shared), height(&over, shared)];
        if reference == 1 {
            heights.reverse();
        }
        let new = Met {
            across: shared.across,
            heights,
            on: On::Outlines(shared.place),
        };
        if new.separation() <= near {
            add(new, area, 1e-3 * near, &mut faces.met);
        }
    }
    (faces.shared, faces.spare) = (shared, spare);
}

/// Finds the stretch that two parallel edges have in common.
fn meet_edges(near: f64, faces: &mut Faces) {
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
        for (feature, round) in features.iter_mut().zip(faces.round) {
            if round {
                *feature = Feature::Surface;
            }
        }
        let new = Met::new(p.across + a * share, heights, features);
        if new.separation() <= near {
            add(new, false, 1e-3 * near, &mut faces.met);
        }
    }
}

/// Adds a place, unless it is there: an edge that is clipped comes out there and back. Of an outline that is more than that, only
/// corners next to each other may be the same.
#[inline(always)]
fn add(new: Met, outline: bool, apart: f64, met: &mut Vec<Met>) {
    let same =
        |old: &Met| old.on == new.on && (old.across - new.across).length_squared() <= apart * apart;
    let known = match &met[..] {
        [first, .., last] if outline => same(last) || same(first),
        few => few.iter().any(same),
    };
    if !known {
        met.push(new);
    }
}

/// A box seen along a normal: the ways from its middle to its sides, and its middle, each across and then along it.
struct Sides {
    sides: [DVec3; 3],
    back: [f64; 3],
    middle: DVec3,
    /// 1 if the furthest corner is that with the largest height, else −1.
    down: f64,
}

impl Sides {
    /// Whether the furthest corner is on the positive end of a side.
    fn furthest(&self, side: usize) -> bool {
        self.down * self.sides[side].z > 0.0
    }

    fn seen(&self, at: DVec3, number: u32) -> Seen {
        Seen {
            across: DVec2::new(at.x, at.y),
            height: at.z,
            number,
        }
    }

    /// The corners of a face, all around, if these and no others are less than `slack` behind the furthest, and if it is wide enough.
    #[inline(always)]
    fn parallelogram(&self, slack: f64, apart: f64) -> Option<[Seen; 4]> {
        let within = self.back.map(|back| back <= slack);
        let (i, j, k) = match within {
            [true, true, false] => (0, 1, 2),
            [true, false, true] => (0, 2, 1),
            [false, true, true] => (1, 2, 0),
            _ => return None,
        };
        let (u, v) = (self.sides[i], self.sides[j]);
        let turn = u.x * v.y - u.y * v.x;
        let sizes = u.x.abs() + u.y.abs() + v.x.abs() + v.y.abs();
        // Then its width is more than twice what is apart: its area is 4·|turn|, and no diagonal is longer than 2·sizes.
        if !(self.back[i] + self.back[j] <= slack && turn.abs() > apart * sizes) {
            return None;
        }
        let up = self.furthest(k);
        let (middle, number) = if up {
            (self.middle + self.sides[k], 1 << k)
        } else {
            (self.middle - self.sides[k], 0)
        };
        let (first, second) = if turn > 0.0 { (u, v) } else { (v, u) };
        let bits = if turn > 0.0 {
            [1 << i, 1 << j]
        } else {
            [1 << j, 1 << i]
        };
        let (more, less) = (middle + first, middle - first);
        Some([
            self.seen(less - second, number),
            self.seen(more - second, number | bits[0]),
            self.seen(more + second, number | bits[0] | bits[1]),
            self.seen(less + second, number | bits[1]),
        ])
    }

    /// All corners that are less than `slack` behind the furthest, by their numbers: from the furthest, a side that leads back by
    /// less is taken, or is not.
    fn corners(&self, slack: f64, seen: &mut Vec<Seen>) {
        seen.clear();
        let bit = |bit: usize, is: bool| u32::from(is) << bit;
        let furthest = (0..3).fold(0, |n, i| n | bit(i, self.furthest(i)));
        let steps = (0..3).fold(0, |n, i| n | bit(i, self.back[i] <= slack));
        for number in 0..8_u32 {
            let taken = number ^ furthest;
            if taken & !steps != 0 {
                continue;
            }
            let (mut at, mut behind) = (self.middle, 0.0);
            for (i, &side) in self.sides.iter().enumerate() {
                at = if number >> i & 1 == 1 {
                    at + side
                } else {
                    at - side
                };
                behind += if taken >> i & 1 == 1 {
                    self.back[i]
                } else {
                    0.0
                };
            }
            if behind <= slack {
                seen.push(self.seen(at, number));
            }
        }
    }
}
