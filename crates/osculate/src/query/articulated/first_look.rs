//! How long two bodies are apart before and after an instant, as balls show it there.
//!
//! Let a point of one body be `d` from a point of another, or from a convex set that stands still, with the unit direction n between
//! them, at an instant. Along n they are, at the time s after it, or before if s is negative, further apart than
//!
//! ```text
//! d + n·v·s − ½·a·s²
//! ```
//!
//! where v is the difference of their velocities at the instant and a bounds how fast it changes. For two links that is taken in the frame of
//! a link that both are below: seen from there the distance is the same, and what that link's own turning adds to v is across n. Or they
//! stay further apart than `d − u·|s|`, u the largest speed. So two that part from each other are known to be apart for long after the
//! instant, if not before.

use super::around::{Around, open_for};
use super::ball_cover::Ball;
use super::reach::Speeds;
use super::slabs::Active;
use super::workcell::{CellObstacle, CellPair, ObstacleMotion, Workcell};
use crate::body::Shape;
use crate::broad_phase::StillBox;
use crate::bvh::{Below, MeshBvh};
use crate::motion::{Arm, BodyErrors, Motion, MotionBounds, PosedTree};
use crate::numbers::rounding::{UNIT, length, up};
use crate::numbers::span::Span;
use crate::query::hulls::gjk::Simplex;
use glam::{DMat3, DVec3};

/// How many nodes of an obstacle's tree are looked at for one ball, at most.
const NODES: usize = 48;

/// How many balls of a body are kept while they are compared with those of another.
const PLACED: usize = 12;

/// A share of what is asked for that is worth going on with smaller balls.
const WORTH: f64 = 0.99;

/// The angle, in radians, up to which two are looked at by their outlines.
const OUTLINES: f64 = 0.7;

/// Where balls around two are too near each other by more than this share of their radii, smaller ones do not help as a rule.
const HOPELESS: f64 = 0.3;

/// All bodies at an instant.
pub(super) struct Look<'l, 'c> {
    pub(super) cell: &'l Workcell<'c>,
    pub(super) posed: &'l PosedTree,
    pub(super) time: f64,
    /// The balls around bodies that were placed.
    pub(super) whole: &'l [Whole],
}

/// The ball around a body, and the moment at which it was placed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Whole {
    moment: u64,
    ball: Moved,
}

/// A ball with its velocity; how far place and velocity may be off.
#[derive(Clone, Copy, Debug, Default)]
struct Moved {
    place: DVec3,
    velocity: DVec3,
    radius: f64,
    arm: Arm,
    errors: BodyErrors,
}

/// Whether so much of what is asked for is left that it is worth going on.
#[inline]
fn worth(kept: &Around, asked: &Around) -> bool {
    (asked.before > 0.0 && kept.before > WORTH * asked.before)
        || (asked.after > 0.0 && kept.after > WORTH * asked.after)
}

impl Workcell<'_> {
    /// Places the ball around a body whose link is posed, unless it is.
    #[inline]
    pub(super) fn place_whole(&self, body: usize, posed: &PosedTree, whole: &mut [Whole]) {
        let moment = posed.moment();
        if whole[body].moment != moment {
            let ball = self.ball(posed, body, 0);
            whole[body] = Whole { moment, ball };
        }
    }

    fn ball(&self, posed: &PosedTree, body: usize, number: usize) -> Moved {
        let of = &self.bodies[body];
        let Ball { radius, arm, .. } = of.cover.balls[number];
        let (place, velocity) = self.tree.point(posed, body, number);
        Moved {
            place,
            velocity,
            radius,
            arm,
            errors: posed.errors[body],
        }
    }
}

impl Look<'_, '_> {
    fn ball(&self, body: usize, number: usize) -> Moved {
        self.cell.ball(self.posed, body, number)
    }

    /// How much of a time what is this far apart, beyond what is near, stays so: by the largest speed, or by the velocity along the line
    /// between, away from each other, which is asked for only if need be, with how far it may be off.
    #[inline]
    fn lasts(
        &self,
        (speeds, arms): (&Speeds, [Arm; 2]),
        apart: f64,
        asked: &Around,
        along: impl FnOnce() -> (f64, f64),
    ) -> Around {
        // What is no number does not last.
        if !(apart > 0.0) {
            return Around::NOTHING;
        }
        let speed = speeds.speed(arms);
        if apart > up(speed * asked.longer()) {
            return *asked;
        }
        let (along, error) = along();
        let bend = speeds.bend(arms);
        Around {
            before: open_for(apart, error + along, bend, speed, asked.before),
            after: open_for(apart, error - along, bend, speed, asked.after),
        }
    }

    /// How much of a time two bodies of a pair stay apart, by balls around them and by their outlines.
    /// Where the closest points of these were last is a help.
    pub(super) fn bodies_apart(
        &self,
        pair: &CellPair,
        active: &Active,
        asked: &Around,
        last: &mut Simplex,
    ) -> Around {
        let [a, b] = pair.bodies;
        let (ball_a, ball_b) = (&self.whole[a].ball, &self.whole[b].ball);
        let mut kept = self.balls_apart(ball_a, ball_b, active, asked);
        if kept.covers(asked) {
            return kept;
        }
        let turn = (asked.before + asked.after) * active.speeds.turning();
        if (pair.usual.is_some() || turn <= OUTLINES)
            && let Some(outlines) = self.outlines(pair, active)
        {
            if let Some(usual) = &pair.usual {
                kept = kept.or(outlines.usually_apart(usual, &kept.left_of(asked)));
                if kept.covers(asked) {
                    return kept;
                }
            }
            if turn <= OUTLINES {
                let closest = outlines.apart(last, &kept.left_of(asked));
                kept = kept.or(closest);
                if kept.covers(asked) || closest != Around::NOTHING {
                    return kept;
                }
            }
        }
        let left = kept.left_of(asked);
        let radii = ball_a.radius + ball_b.radius;
        if self.short(ball_a, ball_b, active, &left) > HOPELESS * radii {
            return kept;
        }
        kept.or(self.parts_apart([a, b], ball_b, active, &left))
    }

    /// How much further apart than they are two balls would have to be, to stay apart before or after now, about.
    fn short(&self, a: &Moved, b: &Moved, active: &Active, asked: &Around) -> f64 {
        let between = b.place - a.place;
        let distance = length(between);
        let along = (b.velocity - a.velocity).dot(between) / distance;
        let arms = [a.arm, b.arm];
        let (speed, bend) = (active.speeds.speed(arms), active.speeds.bend(arms));
        let closed = |rate: f64, time: f64| {
            if time > 0.0 {
                ((rate + 0.5 * bend * time) * time).min(speed * time)
            } else {
                f64::INFINITY
            }
        };
        let least = closed(along, asked.before).min(closed(-along, asked.after));
        least + a.radius + b.radius - distance
    }

    /// The same by the smaller balls that cover them; that around all of b is given.
    fn parts_apart(
        &self,
        [a, b]: [usize; 2],
        ball_b: &Moved,
        active: &Active,
        asked: &Around,
    ) -> Around {
        let counts = [a, b].map(|body| self.cell.bodies[body].cover.balls.len());
        if counts == [1, 1] {
            return Around::NOTHING;
        }
        let parts = |count: usize| if count == 1 { 0..1 } else { 1..count };
        // Those of a that the ball around b keeps away need not be compared one by one, and those of b are placed once.
        let mut placed: [Option<Moved>; PLACED] = [None; PLACED];
        let mut part_b = |number: usize| match placed.get_mut(number) {
            Some(ball) => *ball.get_or_insert_with(|| self.ball(b, number)),
            None => self.ball(b, number),
        };
        let mut kept = *asked;
        for number_a in parts(counts[0]) {
            let part_a = self.ball(a, number_a);
            let whole = self.balls_apart(&part_a, ball_b, active, &kept);
            if whole.covers(&kept) {
                continue;
            }
            if counts[1] == 1 {
                kept = whole;
            } else {
                let mut all = kept;
                for number_b in parts(counts[1]) {
                    all = self.balls_apart(&part_a, &part_b(number_b), active, &all);
                    if !worth(&all, asked) {
                        return Around::NOTHING;
                    }
                }
                kept = all.or(whole);
            }
            if !worth(&kept, asked) {
                return Around::NOTHING;
            }
        }
        kept
    }

    #[inline]
    fn balls_apart(&self, a: &Moved, b: &Moved, active: &Active, asked: &Around) -> Around {
        let between = b.place - a.place;
        let distance = length(between);
        let off = a.errors.place + b.errors.place;
        let near = up(a.radius + b.radius + active.beyond + off);
        self.lasts(
            (&active.speeds, [a.arm, b.arm]),
            distance * (1.0 - 8.0 * UNIT) - near,
            asked,
            || {
                let velocity = b.velocity - a.velocity;
                let error = a.errors.velocity + b.errors.velocity;
                // Off by this much in place, the direction is off too, and so is the velocity along it: of what is off by less than it is
                // long, unit vectors differ by √2 of the share at most.
                let turned = 1.5 * off / distance * (a.errors.speed + b.errors.speed);
                (velocity.dot(between) / distance, error + turned)
            },
        )
    }

    /// How much of a time a body stays further away from an obstacle than what is near, by balls around it.
    pub(super) fn obstacle_apart(
        &self,
        body: usize,
        obstacle: &CellObstacle,
        active: &Active,
        asked: &Around,
    ) -> Around {
        let count = self.cell.bodies[body].cover.balls.len();
        let whole = self.ball_apart(obstacle, &self.whole[body].ball, active, asked);
        if count == 1 || whole.covers(asked) {
            return whole;
        }
        let left = whole.left_of(asked);
        let mut kept = left;
        for number in 1..count {
            kept = self.ball_apart(obstacle, &self.ball(body, number), active, &kept);
            if !worth(&kept, &left) {
                return whole;
            }
        }
        whole.or(kept)
    }

    fn ball_apart(
        &self,
        obstacle: &CellObstacle,
        ball: &Moved,
        active: &Active,
        asked: &Around,
    ) -> Around {
        match (&obstacle.held, obstacle.motion) {
            (Some(held), ObstacleMotion::Resting(rest)) => {
                let by_box = self.box_apart(held, ball, active, asked);
                match obstacle.shape {
                    Shape::Mesh(mesh) if !by_box.covers(asked) => {
                        let left = by_box.left_of(asked);
                        by_box.or(self.mesh_apart(mesh, rest, ball, active, &left))
                    }
                    _ => by_box,
                }
            }
            (None, ObstacleMotion::Moving(motion)) if obstacle.radius < f64::INFINITY => {
                let held = motion.enclose(Span::part(self.time, self.time));
                let held = StillBox::of(held.apply(obstacle.centre));
                // The rate of a box is not known here: only the largest speed counts.
                let speed = active.speeds.speed([ball.arm, Arm::default()]);
                let reach = up(speed * asked.longer()) + ball.errors.place;
                let near = up(ball.radius + obstacle.radius + active.beyond + reach);
                if held.is_near(ball.place, near) {
                    Around::NOTHING
                } else {
                    *asked
                }
            }
            _ => Around::NOTHING,
        }
    }

    #[inline]
    fn box_apart(&self, held: &StillBox, ball: &Moved, active: &Active, asked: &Around) -> Around {
        let out = ball.place - ball.place.clamp(held.low, held.high);
        self.set_apart(out, ball, ball.velocity, active, asked)
    }

    /// How much of a time a ball whose centre is this far out of a convex set stays further away than what is near.
    #[inline]
    fn set_apart(
        &self,
        out: DVec3,
        ball: &Moved,
        velocity: DVec3,
        active: &Active,
        asked: &Around,
    ) -> Around {
        let distance = length(out);
        let off = ball.errors.place + 64.0 * UNIT * distance;
        let near = up(ball.radius + active.beyond + off);
        let speeds = (&active.speeds, [ball.arm, Arm::default()]);
        self.lasts(speeds, distance - near, asked, || {
            let turned = 1.5 * off / distance * ball.errors.speed;
            (velocity.dot(out) / distance, ball.errors.velocity + turned)
        })
    }

    /// The same for all nodes of a mesh, looked at in its own axes.
    fn mesh_apart(
        &self,
        mesh: &MeshBvh,
        rest: &crate::motion::Resting,
        ball: &Moved,
        active: &Active,
        asked: &Around,
    ) -> Around {
        let (pose, path) = (rest.pose(self.time), rest.path());
        let back: DMat3 = pose.rotation.transpose();
        let lever = ball.place - path.anchor - pose.offset;
        let size = length(path.pivot) + length(path.anchor) + length(ball.place);
        let mut ball = *ball;
        ball.errors.place +=
            pose.rotation_error * length(lever) + pose.offset_error + 16.0 * UNIT * size;
        ball.errors.velocity += (pose.rotation_error + 16.0 * UNIT) * length(ball.velocity);
        // Of volumes, and of places seen from them, less than 128 units of how far the mesh reaches.
        let (centre, radius) = mesh.bounding_ball();
        ball.errors.place += 128.0 * UNIT * (length(centre) + radius);
        ball.place = back * lever + path.pivot;
        let velocity = back * ball.velocity;
        let mut waiting = [0_u32; NODES + 2];
        let (mut count, mut looks) = (1, 0);
        let mut kept = *asked;
        while count > 0 {
            count -= 1;
            let node = mesh.node(waiting[count]);
            let volume = &node.volume;
            looks += 1;
            let inverse = volume.axes.transpose();
            let local = inverse * (ball.place - volume.centre);
            let out = local - local.clamp(-volume.half, volume.half);
            let here = self.set_apart(out, &ball, inverse * velocity, active, &kept);
            if here.covers(&kept) {
                continue;
            }
            match mesh.below(node) {
                Below::Children(first) if looks < NODES => {
                    (waiting[count], waiting[count + 1]) = (first, first + 1);
                    count += 2;
                }
                _ if worth(&here, asked) => kept = here,
                _ => return Around::NOTHING,
            }
        }
        kept
    }
}
