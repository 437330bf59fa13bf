//! When two moving spheres may overlap: D2M's algorithm 5, one iteration.
//!
//! With `γ` from the centre of b to that of a and `x` the time since the instant, `γ(x) = γ₀ + γ'₀x + ½γ''x²` for some
//! `γ''` that is bounded in length by `K`. The spheres can only overlap while `|γ₀ + γ'₀x| ≤ R + ½Kx²`, and within a
//! window that ends at `h` only while `|γ₀ + γ'₀x| ≤ R + ½Kh²`: a quadratic inequality whose two ends bound the overlap
//! from both sides. Unlike the paper's parabola, which bounds the second derivative of `|γ|²`, it is exact for bodies
//! that do not turn. Where they turn so far in the window that `½Kh²` is more than the circles that the centres run on,
//! the circles' centres are taken instead, and the circles' radii added.

use super::super::hrfoi::Probe;
use super::super::search::Search;
use crate::interval::Interval;
use crate::jet::Jet;
use crate::motion::{Frame, Motion, Turning};
use crate::rounding::{UNIT, length, sqrt, up};
use crate::span::Span;
use crate::volume::Sphere;
use glam::DVec3;

/// A sphere from an instant on, seen from b's pivot: the paper's Sphere-Over-Domain. Its box is left out: the test that
/// it would save costs no more.
#[derive(Clone, Copy)]
pub(super) struct SphereOverDomain {
    position: DVec3,
    velocity: DVec3,
    radius: f64,
    /// How fast the velocity changes, at most.
    bend: f64,
    /// The centre of the circle that the centre runs on, and its radius; of a sphere that holds its path, if that is no
    /// circle. The circle moves with the pivot.
    hub: DVec3,
    orbit: f64,
}

impl SphereOverDomain {
    /// The sphere about the end of `lever`, which starts at a pivot and turns with it.
    #[inline(always)]
    pub(super) fn new(lever: DVec3, radius: f64, turning: &Turning) -> SphereOverDomain {
        if turning.speed == 0.0 {
            return SphereOverDomain {
                position: lever,
                velocity: DVec3::ZERO,
                radius,
                bend: 0.0,
                hub: lever,
                orbit: 0.0,
            };
        }
        let velocity = turning.spin.cross(lever);
        let far = length(lever);
        let swing = length(velocity) + turning.slack * far;
        let hub = turning.spin * (turning.spin.dot(lever) * turning.axial);
        SphereOverDomain {
            position: lever,
            velocity,
            radius,
            bend: turning.speed * swing + turning.twist * far,
            hub,
            // What is known of the axis is far better than this, and a whole turn is a coarse bound anyway.
            orbit: length(lever - hub) + 4e-9 * far,
        }
    }

    /// The same, carried along by a pivot.
    #[inline(always)]
    pub(super) fn carried(self, pivot: DVec3, frame: &Frame) -> SphereOverDomain {
        SphereOverDomain {
            position: self.position + pivot,
            velocity: self.velocity + frame.velocity,
            bend: self.bend + frame.bend,
            hub: self.hub + pivot,
            ..self
        }
    }
}

/// What is the same for all pairs of spheres at an instant.
#[derive(Clone, Copy)]
pub(super) struct Margins {
    /// How far the pivots' relative velocity is known, and how fast it changes.
    pub(super) velocity: DVec3,
    pub(super) bend: f64,
    /// What a rate may be off by.
    pub(super) rate_error: f64,
    /// What is added to the sum of the radii: the clearance, and the rounding of positions.
    pub(super) margin: f64,
}

/// The times in `[from, to]`, counted from the instant, outside of which the spheres certainly are apart; `None` if
/// they are so throughout.
#[inline(always)]
pub(super) fn overlap(
    a: &SphereOverDomain,
    b: &SphereOverDomain,
    margins: &Margins,
    [from, to]: [f64; 2],
) -> Option<[f64; 2]> {
    let reach = a.radius + b.radius + margins.margin + 2.0 * margins.rate_error * to;
    let curve = 0.5 * (a.bend + b.bend) * to * to;
    let turn = a.orbit + b.orbit + 0.5 * margins.bend * to * to;
    let (between, velocity, reach) = if curve <= turn {
        (
            a.position - b.position,
            a.velocity - b.velocity,
            reach + curve,
        )
    } else {
        (a.hub - b.hub, margins.velocity, reach + turn)
    };
    // NaN, from a motion that is no number, must not pass for a proof: every way out of here compares for it.
    let reach = up(reach);
    let (square, along) = (between.dot(between), between.dot(velocity));
    let speed = velocity.dot(velocity);
    let area = reach * reach;
    // What rounding may have added is taken off again.
    let beyond = square - area - 8.0 * UNIT * (square + area);
    let inside = !(beyond > 0.0);
    if !inside && along >= 0.0 {
        return None;
    }
    let discriminant =
        along * along - speed * beyond + 16.0 * UNIT * (along * along + speed * (square + area));
    if discriminant < 0.0 {
        return None;
    }
    let root = sqrt(discriminant);
    let first = if inside {
        from
    } else {
        (beyond / (root - along)) * (1.0 - 16.0 * UNIT)
    };
    let last = if along > 0.0 {
        -beyond / (root + along)
    } else {
        (root - along) / speed
    } * (1.0 + 16.0 * UNIT);
    if first > to || last < from {
        return None;
    }
    let first = if first > from { first } else { from };
    let last = if last < to { last } else { to };
    Some([first, last])
}

impl<A: Motion + ?Sized, B: Motion + ?Sized> Search<'_, Sphere, A, B> {
    /// A sphere of a from now on, in b's axes.
    #[inline(always)]
    pub(super) fn sphere_a(&self, node: u32) -> SphereOverDomain {
        let Sphere { centre, radius } = self.a.node(node).volume;
        let (instant, [pivot, _]) = (&self.instant, self.motion.pivots());
        let frame = &instant.world;
        SphereOverDomain::new(instant.turn * (centre - pivot), radius, &frame.a)
            .carried(instant.shift, frame)
    }

    /// A sphere of b from now on, in its axes.
    #[inline(always)]
    pub(super) fn sphere_b(&self, node: u32) -> SphereOverDomain {
        let Sphere { centre, radius } = self.b.node(node).volume;
        let [_, pivot] = self.motion.pivots();
        SphereOverDomain::new(centre - pivot, radius, &self.instant.world.b)
    }

    #[inline(always)]
    pub(super) fn margins(&self) -> Margins {
        let frame = &self.instant.world;
        Margins {
            velocity: frame.velocity,
            bend: frame.bend,
            rate_error: frame.rate_error,
            margin: self.clearance + 1.25 * self.instant.volume_error,
        }
    }
}

/// The function `s = |γ|² − R²` of two spheres (appendix B), which is at most zero while they overlap.
pub(in crate::query) struct SpherePair<'s, 'q, A: ?Sized, B: ?Sized> {
    pub(in crate::query) search: &'s mut Search<'q, Sphere, A, B>,
    pub(in crate::query) nodes: (u32, u32),
}

impl<A: Motion + ?Sized, B: Motion + ?Sized> Probe for SpherePair<'_, '_, A, B> {
    fn over(&mut self, span: Span) -> Option<Interval> {
        self.search.stats.volume_pairs += 1;
        let jet = self.from_start(span);
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

    fn from_start(&mut self, span: Span) -> Jet {
        let search = &mut *self.search;
        search.pose(span.start());
        let (a, b) = (search.sphere_a(self.nodes.0), search.sphere_b(self.nodes.1));
        let margins = search.margins();
        let h = (span.end() - span.start()).next_up();
        let (between, velocity) = (a.position - b.position, a.velocity - b.velocity);
        let reach = up(a.radius + b.radius + margins.margin);
        let (square, area) = (between.dot(between), reach * reach);
        let (far, speed) = (length(between), length(velocity));
        let bend = up(a.bend + b.bend);
        let rate_error = 2.0 * far * (2.0 * margins.rate_error + 8.0 * UNIT * speed)
            + 2.0 * speed * margins.margin;
        let (slowest, fastest) = (
            (speed - bend * h - 2.0 * margins.rate_error).max(0.0),
            speed + bend * h + 2.0 * margins.rate_error,
        );
        let farthest = far + margins.margin + fastest * h;
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
