//! A body over a stretch of time.

use super::memory::SHORTEST_WAY;
use super::place::Place;
use crate::body::Shape;
use crate::motion::{BallStretch, Bent, Motion};
use crate::numbers::lanes::{Lanes, LanesVec3};
use crate::numbers::rounding::{UNIT, length, up};
use crate::numbers::span::Span;
use crate::query::Moving;
use crate::query::pieces::piece::MeshPoints;
use crate::shape::{Convex, Hull, Identity};
use glam::DVec3;

/// A body over a stretch of time: where it is at both ends, and bounds on what it does between them. Made once a body and
/// frame, it serves the cheap proofs of all its pairs; see [`apart_at_any_stops`](super::apart_at_any_stops).
///
/// Making one takes two poses of the motion, its rates, and some hundreds of instructions.
#[derive(Clone, Debug)]
pub struct Stretch<'s> {
    /// Where the body is at the start.
    pub(super) place: Place,
    /// How far any point of the core gets from there, at most.
    pub(super) travel: f64,
    /// How far points stray from their chords along any direction, at most.
    pub(super) sag: f64,
    /// How far extremes along a unit direction may be off, at the ends and between them; and the margin, longer by 60 units.
    pub(super) taken_off: f64,
    /// How thick the layer around the core is.
    pub(super) margin: f64,
    /// How far the normal of a half-space may be off; zero if this is none.
    pub(super) tilt: f64,
    /// Where the ball's centre is at the start, and how far it goes from there.
    pub(super) centre: DVec3,
    pub(super) way: DVec3,
    /// Whether the core is a box, a segment or a point, so that nothing else need be looked at.
    pub(super) boxed: bool,
    /// Half the sides of a box, as vectors, or else the body's axes: at the start and at the end.
    axes: [LanesVec3; 3],
    /// Where the body is at the end, and how far that may be off, [`SHORTEST_WAY`] included.
    pub(super) end_place: Place,
    pub(super) end_error: f64,
    /// The ball's radius.
    pub(super) radius: f64,
    /// Of a half-space that does not turn: its normal in the world.
    pub(super) plane: Option<DVec3>,
    pub(super) shape: &'s Shape,
    bent: Bent,
    /// The ball's centre in the body.
    middle: DVec3,
}

/// A half-space's rotation counts as the one that it was if it is known at least this well.
const KNOWN: f64 = 16.0 * UNIT;

impl<'s> Stretch<'s> {
    /// The body during `span`.
    pub fn new(body: Moving<'s, Shape>, span: Span) -> Stretch<'s> {
        match body.motion.as_constant_velocity() {
            Some(motion) => Stretch::along(body.shape, motion, span),
            None => Stretch::of_any(body, span),
        }
    }

    /// Apart from the above, where what is known of the motion is left out.
    #[inline(never)]
    fn of_any(body: Moving<'s, Shape>, span: Span) -> Stretch<'s> {
        Stretch::along(body.shape, body.motion, span)
    }

    /// The same of a shape that is there for longer than the motion.
    #[inline(always)]
    pub fn along<M: Motion + ?Sized>(shape: &'s Shape, motion: &M, span: Span) -> Stretch<'s> {
        let (middle, radius, margin) = core_ball(shape);
        let ball = BallStretch::new(motion, span, middle, radius);
        Stretch::of(shape, &ball, middle, [radius, margin])
    }

    #[inline(always)]
    fn of(
        shape: &'s Shape,
        ball: &BallStretch,
        middle: DVec3,
        [radius, margin]: [f64; 2],
    ) -> Stretch<'s> {
        let (centre, way, rotations) = (ball.centre, ball.way, ball.rotations);
        // Supports and their products err by less than 64 units (see small-motions.md), those with the way by 16.
        let mut error = ball.error
            + (ball.rotation_error + 64.0 * UNIT) * (radius + length(middle))
            + 16.0 * UNIT * length(way);
        let place_error = Place::error(ball, radius);
        let mut travel = ball.travel + place_error;
        let (mut plane, mut tilt) = (None, 0.0);
        let mut diameter = 2.0 * radius;
        let (mut boxed, mut axes) = (false, rotations);
        match shape {
            Shape::Hull(hull) => {
                if let Some((half, own)) = hull.as_box() {
                    boxed = true;
                    if let Some(own) = own {
                        axes = [rotations[0] * *own, rotations[1] * *own];
                    }
                    for axes in &mut axes {
                        axes.x_axis *= half.x;
                        axes.y_axis *= half.y;
                        axes.z_axis *= half.z;
                    }
                }
            }
            Shape::HalfSpace(half_space) => {
                diameter = f64::INFINITY;
                // Of what turns, points that are far enough go anywhere.
                if ball.turn == 0.0 && ball.rotation_error <= KNOWN {
                    let normal = rotations[0] * half_space.normal();
                    plane = Some(normal / length(normal));
                    tilt = up(ball.rotation_error + 16.0 * UNIT);
                } else {
                    (travel, error) = (f64::INFINITY, f64::INFINITY);
                }
            }
            _ => {}
        }
        let [start, end] = &axes;
        let number = identity(shape);
        // The centre at the end is a rounded sum, unless nothing is added.
        let last = centre + way;
        let rounded = if way == DVec3::ZERO {
            0.0
        } else {
            2.0 * UNIT * length(last)
        };
        Stretch {
            place: Place::new(centre, &rotations[0], diameter, number),
            travel: up(travel),
            sag: ball.bent.sag(),
            taken_off: up(error + margin),
            margin,
            tilt,
            centre,
            way,
            boxed,
            axes: [
                LanesVec3::new(start.x_axis, end.x_axis),
                LanesVec3::new(start.y_axis, end.y_axis),
                LanesVec3::new(start.z_axis, end.z_axis),
            ],
            end_place: Place::new(last, &rotations[1], diameter, number),
            end_error: up(place_error + rounded) + SHORTEST_WAY,
            radius,
            plane,
            shape,
            bent: ball.bent,
            middle,
        }
    }

    /// How far points stray from their chords along this direction, at most.
    pub(super) fn sag_along(&self, n: DVec3) -> f64 {
        self.bent.sag_along(n)
    }

    pub(super) fn is_half_space(&self) -> bool {
        matches!(self.shape, Shape::HalfSpace(_))
    }

    /// How far points of the core are along `n` from the ball's centre at the start and at the end, at most, if it is a box.
    #[inline(always)]
    pub(super) fn extents_of_box(&self, n: DVec3) -> Lanes {
        let n = LanesVec3::both(n);
        let [x, y, z] = &self.axes;
        x.dot(n).abs() + y.dot(n).abs() + z.dot(n).abs()
    }

    /// The same of any body.
    pub(super) fn extents(&self, n: DVec3) -> Lanes {
        if self.boxed {
            return self.extents_of_box(n);
        }
        self.in_body(n, |direction| self.extent(direction))
    }

    /// The same of one of its parts, if it is a compound; of a hull, that is all of it.
    pub(super) fn extents_of_part(&self, n: DVec3, part: &Hull) -> Lanes {
        match self.shape {
            Shape::Compound(_) => self.in_body(n, |direction| {
                self.extent_of_part(direction, up(length(direction)), part)
            }),
            _ => self.extents(n),
        }
    }

    /// What is so along a direction at both ends, as the body sees it there.
    #[inline(always)]
    fn in_body(&self, n: DVec3, extent: impl Fn(DVec3) -> f64) -> Lanes {
        let n = LanesVec3::both(n);
        let [x, y, z] = self.axes.map(|axis| axis.dot(n).0);
        Lanes([0, 1].map(|end| extent(DVec3::new(x[end], y[end], z[end]))))
    }

    /// Of a part of a compound, along a direction of this size.
    #[inline(always)]
    fn extent_of_part(&self, direction: DVec3, size: f64, part: &Hull) -> f64 {
        let to_part = direction.dot(Convex::ball(part).0 - self.middle);
        // A margin goes as far as the direction is long.
        to_part + part.extent(direction) + part.margin() * size
    }

    fn extent(&self, direction: DVec3) -> f64 {
        match self.shape {
            Shape::Hull(hull) => hull.extent(direction),
            Shape::Compound(compound) => {
                let size = up(length(direction));
                let parts = compound.parts().iter();
                parts.fold(f64::NEG_INFINITY, |most, part| {
                    most.max(self.extent_of_part(direction, size, part))
                })
            }
            Shape::Mesh(mesh) => {
                direction.dot(MeshPoints(mesh).support(direction, 0).point - self.middle)
            }
            Shape::HalfSpace(_) => 0.0,
        }
    }
}

fn identity(shape: &Shape) -> Identity {
    match shape {
        Shape::Hull(hull) => hull.identity(),
        Shape::Compound(compound) => compound.identity(),
        Shape::HalfSpace(half_space) => half_space.identity(),
        Shape::Mesh(mesh) => mesh.identity(),
    }
}

/// A ball around the core, and the margin. Of a half-space, the point on its plane.
fn core_ball(shape: &Shape) -> (DVec3, f64, f64) {
    match shape {
        Shape::Hull(hull) => {
            let (centre, radius) = Convex::ball(hull);
            (centre, radius, hull.margin())
        }
        Shape::HalfSpace(half_space) => (half_space.normal() * half_space.offset(), 0.0, 0.0),
        other => {
            let (centre, radius) = other.bounding_ball();
            (centre, radius, 0.0)
        }
    }
}
