//! When two moving spheres may overlap: D2M's algorithm 5, one iteration.
//!
//! With `γ` from the centre of b to that of a and `x` the time since the instant, `γ(x) = γ₀ + γ'₀x + ½γ''x²` for some
//! `γ''` that is bounded in length by `K`. The spheres can only overlap while `|γ₀ + γ'₀x| ≤ R + ½Kx²`, and within a
//! window that ends at `h` only while `|γ₀ + γ'₀x| ≤ R + ½Kh²`: a quadratic inequality whose two ends bound the overlap
//! from both sides. Unlike the paper's parabola, which bounds the second derivative of `|γ|²`, it is exact for bodies
//! that do not turn. Where they turn so far in the window that `½Kh²` is more than the circles that the centres run on,
//! the circles' centres are taken instead, and the circles' radii added.
//!
//! Two pairs are looked at together, since a node has two children.

use super::super::search::MeshSearch;
use crate::bvh::MeshBvh;
use crate::motion::Turning;
use crate::numbers::interval::Interval;
use crate::numbers::jet::Jet;
use crate::numbers::lanes::{Lanes, LanesVec3};
use crate::numbers::rounding::{UNIT, length, power_of_two, up};
use crate::numbers::span::Span;
use crate::query::roots::hrfoi::Probe;
use crate::volume::{CutBall, Volume};
use glam::{DMat3, DVec3};

/// Two spheres from an instant on, seen from b's pivot in b's axes: the paper's CutBall-Over-Domain. Its box is left out:
/// the test that it would save costs no more.
#[derive(Clone, Copy)]
struct SpheresOverDomain {
    /// From the pivot.
    lever: LanesVec3,
    /// The part of the velocity that comes from turning.
    swing: LanesVec3,
    radius: Lanes,
    /// How fast the velocity changes, at most.
    bend: Lanes,
}

impl SpheresOverDomain {
    /// The spheres about the ends of levers, which turn about a pivot; no point of the body is further than `reach`
    /// from it.
    #[inline(always)]
    fn new(lever: LanesVec3, radius: Lanes, turning: &Turning, reach: f64) -> SpheresOverDomain {
        if turning.speed == 0.0 {
            return SpheresOverDomain {
                lever,
                swing: LanesVec3::both(DVec3::ZERO),
                radius,
                bend: Lanes::both(0.0),
            };
        }
        let swing = LanesVec3::both(turning.spin).cross(lever);
        let unknown = (turning.slack * turning.speed + turning.twist) * reach;
        SpheresOverDomain {
            lever,
            swing,
            radius,
            bend: swing.length() * Lanes::both(turning.speed) + Lanes::both(unknown),
        }
    }

    /// The centres of the circles that the spheres' centres run on, and the circles' radii; the pivot and the whole
    /// lever, if there is no axis. Circles move with the pivot.
    fn circles(&self, turning: &Turning, reach: f64, rotation_error: f64) -> (LanesVec3, Lanes) {
        let spin = LanesVec3::both(turning.spin);
        let hub = spin.scale(spin.dot(self.lever) * Lanes::both(turning.axial));
        // With e the rotations' error, the lever is off by e and the spin's direction by e and the slack (1e-13, or there is
        // no axis), all in levers; the raised speed shortens the hub by twice the slack. So the hub is off by 2e + 3e-13. A
        // point of the real circle is as far from this hub as its radius and that much more, and the radius is off by that
        // much again and by e: 5e + 6e-13 together.
        let doubt = (4e-9 + 6.0 * rotation_error) * reach;
        (hub, (self.lever - hub).length() + Lanes::both(doubt))
    }
}

/// Two pairs of spheres at an instant.
pub(super) struct Pairs {
    a: SpheresOverDomain,
    b: SpheresOverDomain,
}

impl MeshSearch<'_, CutBall> {
    /// Two pairs of nodes.
    #[inline(always)]
    pub(super) fn spheres(&self, [(a0, b0), (a1, b1)]: [(u32, u32); 2]) -> Pairs {
        let ball = |tree: &MeshBvh<CutBall>, node: u32| tree.node(node).volume.ball();
        self.balls(
            [ball(self.a, a0), ball(self.a, a1)],
            [ball(self.b, b0), ball(self.b, b1)],
        )
    }

    /// How far two nodes are apart now, about, beyond the clearance.
    pub(super) fn apart(&self, nodes: (u32, u32)) -> f64 {
        let Pairs { a, b } = self.spheres([nodes; 2]);
        let between = (a.lever - b.lever).first() + self.instant.shift;
        length(between) - (a.radius.0[0] + b.radius.0[0] + self.clearance)
    }

    /// A triangle of a, and two of b.
    pub(super) fn triangles(&self, a: u32, b: [u32; 2]) -> Pairs {
        let ball =
            |tree: &MeshBvh<CutBall>, triangle: u32| tree.mesh().triangle_ball(triangle as usize);
        let of_a = ball(self.a, a);
        self.balls([of_a, of_a], [ball(self.b, b[0]), ball(self.b, b[1])])
    }

    #[inline(always)]
    fn balls(&self, a: [(DVec3, f64); 2], b: [(DVec3, f64); 2]) -> Pairs {
        let [pivot_a, pivot_b] = self.motion.pivots();
        let [reach_a, reach_b] = self.motion.reaches();
        let instant = &self.instant;
        let from = |pivot: DVec3, balls: [(DVec3, f64); 2]| {
            let centres = LanesVec3::new(balls[0].0, balls[1].0);
            (
                centres - LanesVec3::both(pivot),
                Lanes([balls[0].1, balls[1].1]),
            )
        };
        let (lever, radius) = from(pivot_a, a);
        let DMat3 {
            x_axis,
            y_axis,
            z_axis,
        } = instant.turn;
        let lever = LanesVec3::both(x_axis).scale(lever.x)
            + LanesVec3::both(y_axis).scale(lever.y)
            + LanesVec3::both(z_axis).scale(lever.z);
        let a = SpheresOverDomain::new(lever, radius, &instant.world.a, reach_a);
        let (lever, radius) = from(pivot_b, b);
        let b = SpheresOverDomain::new(lever, radius, &instant.world.b, reach_b);
        Pairs { a, b }
    }

    /// What is added to the sum of two radii: the clearance, and the rounding of positions.
    #[inline(always)]
    pub(super) fn margin(&self) -> f64 {
        self.clearance + 1.25 * self.instant.volume_error
    }

    /// The times in `[from, to]`, counted from the instant, outside of which two pairs of spheres certainly are apart:
    /// the first and the last; these are not in order if they are apart throughout.
    #[inline(always)]
    pub(super) fn overlap(&self, Pairs { a, b }: Pairs, from: f64, to: f64) -> [[f64; 2]; 2] {
        let frame = &self.instant.world;
        let shift = LanesVec3::both(self.instant.shift);
        let mut between = a.lever + shift - b.lever;
        let mut velocity = a.swing + LanesVec3::both(frame.velocity) - b.swing;
        let known = self.margin() + 2.0 * frame.rate_error * to;
        let bend = 0.5 * to * to;
        let mut spread = (a.bend + b.bend) * Lanes::both(bend);
        // Beyond an angle of √2 a circle's radius is less than how far it leaves its tangent.
        let turned = frame.a.speed.max(frame.b.speed) * to;
        if !(turned * turned <= 2.0) {
            let [reach_a, reach_b] = self.motion.reaches();
            let error = self.instant.pose.rotation_error;
            let (hub_a, orbit_a) = a.circles(&frame.a, reach_a, error);
            let (hub_b, orbit_b) = b.circles(&frame.b, reach_b, error);
            let orbits = orbit_a + orbit_b;
            if !(spread.0[0] <= orbits.0[0] && spread.0[1] <= orbits.0[1]) {
                between = hub_a + shift - hub_b;
                velocity = LanesVec3::both(frame.velocity);
                spread = orbits;
            }
        }
        let reach = a.radius + b.radius + spread + Lanes::both(known + bend * frame.bend);
        let reach = reach * Lanes::both(1.0 + 64.0 * UNIT);
        // Times are counted in this unit, a power of two, so that all below are products of two or four lengths: these are
        // within [2⁻²⁵³, 2³⁹⁹] (a reach is no less than the margin). Only a way in the window that is 2⁻¹⁰⁰ of the other
        // lengths or less may underflow, and then what is found is beyond the window, as it should be.
        let unit = power_of_two(to);
        let velocity = velocity.scale(Lanes::both(unit));
        let (square, along) = (between.dot(between), between.dot(velocity));
        let (speed, area) = (velocity.dot(velocity), reach * reach);
        // What rounding may have added is taken off again.
        let beyond = square - area - (square + area) * Lanes::both(8.0 * UNIT);
        let discriminant = along * along - speed * beyond
            + (along * along + speed * (square + area)) * Lanes::both(16.0 * UNIT);
        let root = discriminant.sqrt();
        // Towards each other: the first time, and the last. Away from each other: the last, if they overlap now.
        let (closer, further) = (root - along, root + along);
        let first = beyond / closer * Lanes::both((1.0 - 16.0 * UNIT) * unit);
        let last = along.if_positive(Lanes::both(0.0) - beyond / further, closer / speed)
            * Lanes::both((1.0 + 16.0 * UNIT) * unit);
        let times = |i: usize| {
            // NaN, from motions that are no numbers, must not pass for a proof: comparisons with it come out as if
            // the spheres overlapped.
            if beyond.0[i] > 0.0 && (along.0[i] >= 0.0 || discriminant.0[i] < 0.0) {
                return [f64::INFINITY, f64::NEG_INFINITY];
            }
            // An infinite root would leave no time at all.
            if !(discriminant.0[i] < f64::INFINITY) {
                return [from, to];
            }
            let (first, last) = (first.0[i], last.0[i]);
            [
                if beyond.0[i] > 0.0 && first > from {
                    first
                } else {
                    from
                },
                if last < to { last } else { to },
            ]
        };
        [times(0), times(1)]
    }
}

/// The function `s = |γ|² − R²` of two spheres (appendix B), which is at most zero while they overlap.
pub(in crate::query) struct SpherePair<'s, 'q> {
    pub(in crate::query) search: &'s mut MeshSearch<'q, CutBall>,
    pub(in crate::query) nodes: (u32, u32),
}

impl Probe for SpherePair<'_, '_> {
    fn over(&mut self, span: Span) -> Option<Interval> {
        self.search.stats.volume_pairs += 1;
        let jet = self.at_start(span);
        let h = (span.end() - span.start()).next_up();
        let time = Interval {
            lower: 0.0,
            upper: h,
        };
        let half = jet.second * time.square() * 0.5;
        // Any overlap counts, not only its start.
        Some(Interval {
            upper: f64::INFINITY,
            ..jet.value + jet.first * time + half
        })
    }

    fn at_start(&mut self, span: Span) -> Jet {
        let search = &mut *self.search;
        search.pose(span.start());
        let Pairs { a, b } = search.spheres([self.nodes; 2]);
        let frame = &search.instant.world;
        let (rate_error, margin) = (frame.rate_error, search.margin());
        let h = (span.end() - span.start()).next_up();
        let between = (a.lever - b.lever).first() + search.instant.shift;
        let velocity = (a.swing - b.swing).first() + frame.velocity;
        let reach = up(a.radius.0[0] + b.radius.0[0] + margin);
        let (square, area) = (between.dot(between), reach * reach);
        let (far, speed) = (length(between), length(velocity));
        let bend = up(a.bend.0[0] + b.bend.0[0] + frame.bend);
        let change = bend * h + 2.0 * rate_error;
        let (slowest, fastest) = ((speed - change).max(0.0), speed + change);
        let rate_error = 2.0 * far * (2.0 * rate_error + 8.0 * UNIT * speed) + 2.0 * speed * margin;
        let farthest = far + margin + fastest * h;
        let value = Interval::around(square - area, 8.0 * UNIT * (square + area));
        Jet {
            value: Interval {
                upper: value.upper.max(0.0),
                ..value
            },
            first: Interval::around(2.0 * between.dot(velocity), up(rate_error)),
            second: Interval::around(0.0, up(2.0 * farthest * bend))
                + Interval {
                    lower: 2.0 * slowest * slowest * (1.0 - 64.0 * UNIT),
                    upper: up(2.0 * fastest * fastest),
                },
        }
    }
}
