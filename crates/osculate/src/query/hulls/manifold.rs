//! Contact points that are kept over frames.

use super::contact_points::Contacts;
use super::widest::deepest_first;
use crate::motion::Placement;
use crate::numbers::rounding::{length, sqrt};
use crate::query::{Contact, Feature};
use glam::{DQuat, DVec3};
use thiserror::Error;

/// How many points a manifold has at most.
pub(crate) const POINTS: usize = 4;

/// Up to so many points, the largest area is found by trying all; beyond, point by point.
const FEW: usize = 10;

/// A pair of points at which two bodies touch, or nearly so, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ContactPoint {
    /// The point of a.
    pub point_a: DVec3,
    /// The point of b.
    pub point_b: DVec3,
    /// The unit direction from b to a.
    pub normal: DVec3,
    /// How far the points are apart along the normal: negative if the bodies overlap there.
    pub separation: f64,
    /// What the points are on: of a, then of b.
    pub features: [Feature; 2],
    /// Which parts of compounds those belong to: of a, then of b; 0 for anything else.
    pub parts: [u32; 2],
}

impl ContactPoint {
    /// Two points and the normal between them, of unit length, from b to a; on no feature in particular.
    pub fn new(point_a: DVec3, point_b: DVec3, normal: DVec3) -> ContactPoint {
        ContactPoint {
            point_a,
            point_b,
            normal,
            separation: normal.dot(point_a - point_b),
            features: [Feature::Surface; 2],
            parts: [0; 2],
        }
    }

    /// The same with a and b exchanged.
    pub(crate) fn exchanged(mut self) -> ContactPoint {
        core::mem::swap(&mut self.point_a, &mut self.point_b);
        self.normal = -self.normal;
        self.features.reverse();
        self.parts.reverse();
        self
    }

    /// Whether both are on the same features of the same parts, and those are more than a round surface.
    fn is_like(&self, other: &ContactPoint) -> bool {
        self.features == other.features
            && self.parts == other.parts
            && !self.features.contains(&Feature::Surface)
    }
}

impl Default for ContactPoint {
    fn default() -> ContactPoint {
        const NOWHERE: ContactPoint = ContactPoint {
            point_a: DVec3::ZERO,
            point_b: DVec3::ZERO,
            normal: DVec3::ZERO,
            separation: 0.0,
            features: [Feature::Surface; 2],
            parts: [0; 2],
        };
        NOWHERE
    }
}

impl From<&Contact> for ContactPoint {
    /// The contact that a query over time has found, at its `lower`.
    fn from(contact: &Contact) -> ContactPoint {
        ContactPoint {
            features: contact.features,
            parts: contact.parts,
            ..ContactPoint::new(contact.point_a, contact.point_b, contact.normal)
        }
    }
}

/// A contact point that is kept, and what the caller keeps with it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ManifoldPoint {
    /// The points in the world, as of the last [`refresh`](Manifold::refresh) or [`add`](Manifold::add).
    pub contact: ContactPoint,
    /// How many refreshes the point has outlived.
    pub age: u32,
    /// The caller's: what a solver wants to begin with next time, such as its impulses. Zero for a new point, kept as
    /// long as the point is.
    pub impulses: [f64; 3],
    /// The points and the normal as the bodies see them: a, b, b.
    on_a: DVec3,
    on_b: DVec3,
    normal_on_b: DVec3,
}

/// Up to four contact points of two bodies, kept from frame to frame.
///
/// Points may come from [`contact_points`](crate::query::hulls::contact_points) or from a first contact. Between frames
/// [`refresh`](Manifold::refresh) moves each with its bodies: its separation is that of the two points along the normal,
/// which turns with b. It is dropped when that, or how far the points have slid apart across the normal, exceeds the
/// breaking distance. A point that is added takes the place of one on the same features, or of the closest one within the
/// merging distance; of five points, the deepest and the three that span the largest area with it stay. After Coumans,
/// section 5. The same calls give the same bits.
///
/// ```
/// use glam::DVec3;
/// use osculate::{Placement, query::hulls::{ContactPoint, Manifold, ManifoldError}};
/// let mut manifold = Manifold::new(0.02)?;
/// let (mut a, b) = (Placement::at(DVec3::new(0.0, 0.0, 1.0)), Placement::default());
/// manifold.add(&ContactPoint::new(DVec3::new(0.0, 0.0, 0.5), DVec3::new(0.0, 0.0, 0.5), DVec3::Z), &a, &b);
/// a.position.z += 0.01;
/// manifold.refresh(&a, &b);
/// assert!((manifold.points()[0].contact.separation - 0.01).abs() < 1e-15);
/// a.position.z += 0.05;
/// manifold.refresh(&a, &b);
/// assert!(manifold.points().is_empty());
/// # Ok::<(), ManifoldError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Manifold {
    points: [ManifoldPoint; POINTS],
    count: usize,
    breaking: f64,
    merging: f64,
}

/// Why a [`Manifold`] could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ManifoldError {
    /// A distance must be a positive length.
    #[error("the {what} distance of a manifold must be between 1e-60 and 1e60, not {value}")]
    BadDistance {
        /// Which one.
        what: &'static str,
        /// Its value.
        value: f64,
    },
}

fn check(what: &'static str, value: f64) -> Result<f64, ManifoldError> {
    if (1e-60..=1e60).contains(&value) {
        Ok(value)
    } else {
        Err(ManifoldError::BadDistance { what, value })
    }
}

impl Manifold {
    /// Without points; they will be dropped when they are more than `breaking` apart, and merged within as much.
    pub fn new(breaking: f64) -> Result<Manifold, ManifoldError> {
        let breaking = check("breaking", breaking)?;
        Ok(Manifold {
            points: [ManifoldPoint::default(); POINTS],
            count: 0,
            breaking,
            merging: breaking,
        })
    }

    /// With another distance within which points are one.
    pub fn with_merging(self, merging: f64) -> Result<Manifold, ManifoldError> {
        let merging = check("merging", merging)?;
        Ok(Manifold { merging, ..self })
    }

    /// The points.
    pub fn points(&self) -> &[ManifoldPoint] {
        &self.points[..self.count]
    }

    /// The points, for their impulses to be changed.
    pub fn points_mut(&mut self) -> &mut [ManifoldPoint] {
        &mut self.points[..self.count]
    }

    /// Drops all points.
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Moves the points to where the bodies are now, and drops those that have come apart.
    pub fn refresh(&mut self, a: &Placement, b: &Placement) {
        let (a, b) = (Frame::new(a), Frame::new(b));
        let mut kept = 0;
        for at in 0..self.count {
            let mut point = self.points[at];
            let (normal, point_a, point_b) = (
                b.turn(point.normal_on_b),
                a.place(point.on_a),
                b.place(point.on_b),
            );
            let contact = &mut point.contact;
            (contact.point_a, contact.point_b, contact.normal) = (point_a, point_b, normal);
            contact.separation = normal.dot(point_a - point_b);
            let drift = length(point_a - point_b - normal * contact.separation);
            if contact.separation <= self.breaking && drift <= self.breaking {
                point.age = point.age.saturating_add(1);
                self.points[kept] = point;
                kept += 1;
            }
        }
        self.count = kept;
    }

    /// Adds a point, or renews the one that it is, with the bodies where they are now.
    pub fn add(&mut self, contact: &ContactPoint, a: &Placement, b: &Placement) {
        let (frame_a, frame_b) = (Frame::new(a), Frame::new(b));
        let mut point = ManifoldPoint {
            contact: *contact,
            on_a: frame_a.unplace(contact.point_a),
            on_b: frame_b.unplace(contact.point_b),
            normal_on_b: frame_b.unturn(contact.normal),
            ..ManifoldPoint::default()
        };
        if let Some(same) = self.same(&point) {
            (point.age, point.impulses) = (self.points[same].age, self.points[same].impulses);
            self.points[same] = point;
            return;
        }
        if self.count < POINTS {
            self.points[self.count] = point;
            self.count += 1;
            return;
        }
        let [p, q, r, s] = self.points;
        let five = [p, q, r, s, point];
        let (mut chosen, count) =
            choose(five.len(), |i| five[i].on_a, |i| five[i].contact.separation);
        // The order stays, so that nothing else changes.
        chosen[..count].sort_unstable();
        for (at, &number) in chosen[..count].iter().enumerate() {
            self.points[at] = five[number];
        }
    }

    /// Refreshes, then adds all points of this frame.
    pub fn update(&mut self, contacts: &Contacts, a: &Placement, b: &Placement) {
        self.refresh(a, b);
        for contact in contacts.points() {
            self.add(contact, a, b);
        }
    }

    /// The point on the same features, else the closest within the merging distance.
    fn same(&self, new: &ManifoldPoint) -> Option<usize> {
        let like = |point: &ManifoldPoint| point.contact.is_like(&new.contact);
        if let Some(at) = self.points().iter().position(like) {
            return Some(at);
        }
        let mut closest = (self.merging, None);
        for (at, point) in self.points().iter().enumerate() {
            let distance = length(point.on_a - new.on_a).min(length(point.on_b - new.on_b));
            if distance < closest.0 || (closest.1.is_none() && distance <= closest.0) {
                closest = (distance, Some(at));
            }
        }
        closest.1
    }
}

/// A placement with its rotation of unit length.
struct Frame {
    position: DVec3,
    rotation: DQuat,
}

impl Frame {
    fn new(placement: &Placement) -> Frame {
        let q = placement.rotation;
        let size = sqrt(q.dot(q));
        Frame {
            position: placement.position,
            rotation: DQuat::from_xyzw(q.x / size, q.y / size, q.z / size, q.w / size),
        }
    }

    fn turn(&self, v: DVec3) -> DVec3 {
        self.rotation.mul_vec3(v)
    }

    fn unturn(&self, v: DVec3) -> DVec3 {
        self.rotation.conjugate().mul_vec3(v)
    }

    fn place(&self, x: DVec3) -> DVec3 {
        self.position + self.turn(x)
    }

    fn unplace(&self, x: DVec3) -> DVec3 {
        self.unturn(x - self.position)
    }
}

/// The numbers of the deepest point and of up to three others that span the largest area with it.
fn choose(
    count: usize,
    place: impl Fn(usize) -> DVec3,
    separation: impl Fn(usize) -> f64,
) -> ([usize; POINTS], usize) {
    let mut chosen = deepest_first(count, separation);
    if count <= POINTS {
        return (chosen, count);
    }
    let deepest = chosen[0];
    let first = place(deepest);
    let arm = |number: usize| place(number) - first;
    if count <= FEW {
        let (mut arms, mut others, mut more) = ([DVec3::ZERO; FEW], [0; FEW], 0);
        for number in (0..count).filter(|&number| number != deepest) {
            (arms[more], others[more]) = (arm(number), number);
            more += 1;
        }
        let mut largest = f64::NEG_INFINITY;
        for i in 0..more {
            for j in i + 1..more {
                for k in j + 1..more {
                    let square = area_squared([arms[i], arms[j], arms[k]]);
                    if square > largest {
                        largest = square;
                        chosen = [deepest, others[i], others[j], others[k]];
                    }
                }
            }
        }
        return (chosen, POINTS);
    }
    for slot in 1..POINTS {
        let mut largest = f64::NEG_INFINITY;
        for number in 0..count {
            if chosen[..slot].contains(&number) {
                continue;
            }
            let [p, q] = [arm(chosen[1]), arm(chosen[2])];
            let size = match slot {
                1 => length(arm(number)),
                2 => length(p.cross(arm(number))),
                _ => area([p, q, arm(number)]),
            };
            if size > largest {
                largest = size;
                chosen[slot] = number;
            }
        }
    }
    (chosen, POINTS)
}

/// Twice the area of the quadrilateral of these points and the origin, whichever of its diagonals cross.
pub(crate) fn area(corners: [DVec3; 3]) -> f64 {
    sqrt(area_squared(corners))
}

fn area_squared([p, q, r]: [DVec3; 3]) -> f64 {
    let square = |u: DVec3, v: DVec3| u.cross(v).length_squared();
    let squares = [square(p, q - r), square(q, p - r), square(r, p - q)];
    squares[0].max(squares[1]).max(squares[2])
}
