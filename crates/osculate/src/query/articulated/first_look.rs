//! Whether two bodies are apart for a stretch of time, as balls in its middle show it.
//!
//! Let a point of one body be `d` from a point of another, or from a convex set that stands still, with the unit direction n between
//! them, in the middle m of a stretch of half the width h. Along n they stay further apart than
//!
//! ```text
//! d − |n·v(m)|·h − ½·a·h²
//! ```
//!
//! where v is the difference of their velocities and a bounds how fast it changes. For two links that is taken in the frame of a link
//! that both are below: seen from there the distance is the same, and what that link's own turning adds to v is across n. Or they
//! stay further apart than `d − s·h`, s the largest speed.

use super::ball_cover::Ball;
use super::slabs::{Active, TURN};
use super::workcell::{CellObstacle, CellPair, ObstacleMotion, Speed, Workcell};
use crate::body::Shape;
use crate::broad_phase::StillBox;
use crate::bvh::{Below, MeshBvh};
use crate::motion::{Motion, MotionBounds, PosedTree};
use crate::numbers::rounding::{UNIT, length, up};
use crate::numbers::span::Span;
use glam::{DMat3, DVec3};

/// How many nodes of an obstacle's tree are looked at for one ball, at most.
const NODES: usize = 48;

/// How many balls of a body are kept while they are compared with those of another.
const PLACED: usize = 12;

/// A stretch of time, looked at from its middle.
pub(super) struct Look<'l, 'c> {
    pub(super) cell: &'l Workcell<'c>,
    pub(super) posed: &'l PosedTree,
    pub(super) middle: f64,
    pub(super) half: f64,
}

/// A ball with its velocity; how far place and velocity may be off.
#[derive(Clone, Copy)]
struct Moved {
    place: DVec3,
    velocity: DVec3,
    radius: f64,
    offset: f64,
    errors: [f64; 2],
}

impl Look<'_, '_> {
    fn ball(&self, body: usize, number: usize) -> Moved {
        let of = &self.cell.bodies[body];
        let Ball { radius, offset, .. } = of.cover.balls[number];
        let (place, velocity) = self.cell.tree.point(self.posed, body, number);
        let [place_error, velocity_error] = self.posed.errors[body];
        Moved {
            place,
            velocity,
            radius,
            offset,
            // With what differences from it round.
            errors: [place_error + 64.0 * UNIT * length(place), velocity_error],
        }
    }

    /// Whether what is this far apart, beyond what is near, stays so: by the largest speed, or by the velocity along the line between,
    /// which is asked for only if need be, with how far it may be off.
    #[inline]
    fn lasts(
        &self,
        speed: &Speed,
        offset: f64,
        apart: f64,
        along: impl FnOnce() -> (f64, f64),
    ) -> bool {
        // What is no number does not last.
        if !(apart > 0.0) {
            return false;
        }
        if apart > up((speed.speed + speed.turning * offset) * self.half) {
            return true;
        }
        let (along, error) = along();
        let bend = speed.bend + speed.swing * offset;
        apart > up(((along.abs() + error) + 0.5 * bend * self.half) * self.half)
    }

    /// Whether two bodies of a pair stay apart, by balls around them and by their outlines.
    pub(super) fn bodies_apart(&self, pair: &CellPair, active: &Active) -> bool {
        let ([a, b], speed, beyond) = (pair.bodies, &active.speed, active.beyond);
        let (ball_a, ball_b) = (self.ball(a, 0), self.ball(b, 0));
        self.balls_apart(&ball_a, &ball_b, speed, beyond)
            || self.usually_apart(pair, active)
            || self.parts_apart([a, b], &ball_b, active)
            || (2.0 * self.half * speed.turning <= TURN && self.outlines_apart(pair, active))
    }

    /// Whether two bodies stay apart, by the smaller balls that cover them; that around all of b is given.
    fn parts_apart(&self, [a, b]: [usize; 2], ball_b: &Moved, active: &Active) -> bool {
        let (speed, beyond) = (&active.speed, active.beyond);
        let counts = [a, b].map(|body| self.cell.bodies[body].cover.balls.len());
        if counts == [1, 1] {
            return false;
        }
        let parts = |count: usize| if count == 1 { 0..1 } else { 1..count };
        // Those of a that the ball around b keeps away need not be compared one by one, and those of b are placed once.
        let mut placed: [Option<Moved>; PLACED] = [None; PLACED];
        let mut part_b = |number: usize| match placed.get_mut(number) {
            Some(ball) => *ball.get_or_insert_with(|| self.ball(b, number)),
            None => self.ball(b, number),
        };
        parts(counts[0]).all(|number_a| {
            let part_a = self.ball(a, number_a);
            self.balls_apart(&part_a, ball_b, speed, beyond)
                || (counts[1] > 1
                    && parts(counts[1]).all(|number_b| {
                        self.balls_apart(&part_a, &part_b(number_b), speed, beyond)
                    }))
        })
    }

    #[inline]
    fn balls_apart(&self, a: &Moved, b: &Moved, speed: &Speed, beyond: f64) -> bool {
        let between = b.place - a.place;
        let distance = length(between);
        let off = a.errors[0] + b.errors[0];
        let near = up(a.radius + b.radius + beyond + off);
        self.lasts(
            speed,
            a.offset + b.offset,
            distance * (1.0 - 8.0 * UNIT) - near,
            || {
                let velocity = b.velocity - a.velocity;
                let error = a.errors[1]
                    + b.errors[1]
                    + 16.0 * UNIT * (length(a.velocity) + length(b.velocity));
                // Off by this much in place, the direction is off too, and so is the velocity along it.
                let turned = off / distance * length(velocity);
                (velocity.dot(between) / distance, error + turned)
            },
        )
    }

    /// Whether a body stays further than `beyond` from an obstacle, by balls around it.
    pub(super) fn obstacle_apart(
        &self,
        body: usize,
        obstacle: &CellObstacle,
        speed: &Speed,
        beyond: f64,
    ) -> bool {
        let count = self.cell.bodies[body].cover.balls.len();
        let apart = |number: usize| {
            let ball = self.ball(body, number);
            match (&obstacle.held, obstacle.motion) {
                (Some(held), ObstacleMotion::Resting(rest)) => {
                    self.box_apart(held, &ball, speed, beyond)
                        || match obstacle.shape {
                            Shape::Mesh(mesh) => self.mesh_apart(mesh, rest, &ball, speed, beyond),
                            _ => false,
                        }
                }
                (None, ObstacleMotion::Moving(motion)) if obstacle.radius < f64::INFINITY => {
                    let held = motion.enclose(Span::part(self.middle, self.middle));
                    let held = StillBox::of(held.apply(obstacle.centre));
                    // The rate of a box is not known here: only the largest speed counts.
                    let reach =
                        up(speed.speed + speed.turning * ball.offset) * self.half + ball.errors[0];
                    !held.is_near(
                        ball.place,
                        up(ball.radius + obstacle.radius + beyond + reach),
                    )
                }
                _ => false,
            }
        };
        apart(0) || (count > 1 && (1..count).all(apart))
    }

    #[inline]
    fn box_apart(&self, held: &StillBox, ball: &Moved, speed: &Speed, beyond: f64) -> bool {
        let out = ball.place - ball.place.clamp(held.low, held.high);
        self.set_apart(out, ball, ball.velocity, speed, beyond)
    }

    /// Whether a ball whose centre is this far out of a convex set stays further away than `beyond`.
    #[inline]
    fn set_apart(
        &self,
        out: DVec3,
        ball: &Moved,
        velocity: DVec3,
        speed: &Speed,
        beyond: f64,
    ) -> bool {
        let distance = length(out);
        let off = ball.errors[0] + 64.0 * UNIT * distance;
        let near = up(ball.radius + beyond + off);
        self.lasts(speed, ball.offset, distance - near, || {
            let size = length(velocity);
            let turned = off / distance * size + 64.0 * UNIT * size;
            (velocity.dot(out) / distance, ball.errors[1] + turned)
        })
    }

    /// The same for all nodes of a mesh, looked at in its own axes.
    fn mesh_apart(
        &self,
        mesh: &MeshBvh,
        rest: &crate::motion::Resting,
        ball: &Moved,
        speed: &Speed,
        beyond: f64,
    ) -> bool {
        let (pose, path) = (rest.pose(self.middle), rest.path());
        let back: DMat3 = pose.rotation.transpose();
        let lever = ball.place - path.anchor - pose.offset;
        let size = length(path.pivot) + length(path.anchor) + length(ball.place);
        let mut ball = *ball;
        ball.errors[0] +=
            pose.rotation_error * length(lever) + pose.offset_error + 16.0 * UNIT * size;
        ball.errors[1] += (pose.rotation_error + 16.0 * UNIT) * length(ball.velocity);
        // Of volumes, and of places seen from them, less than 128 units of how far the mesh reaches.
        let (centre, radius) = mesh.bounding_ball();
        ball.errors[0] += 128.0 * UNIT * (length(centre) + radius);
        ball.place = back * lever + path.pivot;
        let velocity = back * ball.velocity;
        let mut waiting = [0_u32; NODES + 2];
        let (mut count, mut looks) = (1, 0);
        while count > 0 {
            count -= 1;
            let node = mesh.node(waiting[count]);
            let volume = &node.volume;
            looks += 1;
            let inverse = volume.axes.transpose();
            let local = inverse * (ball.place - volume.centre);
            let out = local - local.clamp(-volume.half, volume.half);
            if self.set_apart(out, &ball, inverse * velocity, speed, beyond) {
                continue;
            }
            match mesh.below(node) {
                Below::Children(first) if looks < NODES => {
                    (waiting[count], waiting[count + 1]) = (first, first + 1);
                    count += 2;
                }
                _ => return false,
            }
        }
        true
    }
}
