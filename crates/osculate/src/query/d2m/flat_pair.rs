//! How long two flat pieces of surface stay apart, by the planes that hold either.
//!
//! Spheres overlap long before the surfaces in them meet: of pairs of nodes whose spheres overlap, two thirds are shown
//! to be apart by this.

use super::super::search::Search;
use crate::motion::{Frame, Motion, step};
use crate::rounding::{length, sqrt};
use crate::volume::Sphere;
use glam::DVec3;

/// What a normal's length and the sine of an angle may be off by, at most: the square root of a rounding error.
const SLANT: f64 = 1e-7;

/// Everything about a pair but the direction that it is looked at along.
struct Looked<'f> {
    frame: &'f Frame,
    /// From a's centre to b's, and how fast it shrinks.
    between: DVec3,
    velocity: DVec3,
    radii: [f64; 2],
    /// Between the normals.
    cosine: f64,
    sine: f64,
    margin: f64,
    bend: f64,
}

impl Looked<'_> {
    /// How long a gap along the normal `n` of one piece, which lies between `own` planes, stays open: the other piece
    /// lies between planes across its own normal, and within a radius. `between` is from the other to the one.
    #[inline(always)]
    fn open_for(
        &self,
        n: DVec3,
        own: [f64; 2],
        other: [f64; 2],
        radius: f64,
        between: DVec3,
        velocity: DVec3,
    ) -> f64 {
        let (cosine, sine) = (self.cosine, self.sine * radius);
        let ends = [cosine * other[0], cosine * other[1]];
        let high = (ends[0].max(ends[1]) + sine).min(radius);
        let low = (ends[0].min(ends[1]) - sine).max(-radius);
        let along = n.dot(between);
        let (above, below) = (along + own[0] - high, low - along - own[1]);
        let (gap, sign) = if above > below {
            (above, 1.0)
        } else {
            (below, -1.0)
        };
        let gap = gap - self.margin;
        if !(gap > 0.0) {
            return 0.0;
        }
        let Frame { a, b, .. } = self.frame;
        let sweep = (length(n.cross(a.spin)) + a.slack) * self.radii[0]
            + (length(n.cross(b.spin)) + b.slack) * self.radii[1];
        let rate = sign * n.dot(velocity) + sweep + 2.0 * self.frame.rate_error;
        step(gap, rate, self.bend)
    }
}

impl<A: Motion + ?Sized, B: Motion + ?Sized> Search<'_, Sphere, A, B> {
    /// How long two nodes stay apart from now on, at least, by the planes of either; 0 if that cannot be said.
    ///
    /// Along a direction that stands still, the points of a ball move with its centre, and by what the body sweeps.
    #[inline]
    pub(super) fn flat_for(&self, nodes: (u32, u32)) -> f64 {
        let (a, b) = (&self.a.node(nodes.0).volume, &self.b.node(nodes.1).volume);
        if a.normal == DVec3::ZERO && b.normal == DVec3::ZERO {
            return 0.0;
        }
        let [pivot_a, pivot_b] = self.motion.pivots();
        let instant = &self.instant;
        let frame = &instant.world;
        let lever_a = instant.turn * (a.centre - pivot_a);
        let lever_b = b.centre - pivot_b;
        let (normal_a, normal_b) = (instant.turn * a.normal, b.normal);
        let cosine = normal_a.dot(normal_b);
        let looked = Looked {
            frame,
            between: lever_b - lever_a - instant.shift,
            velocity: frame.velocity + frame.a.spin.cross(lever_a) - frame.b.spin.cross(lever_b),
            radii: [a.radius, b.radius],
            cosine,
            sine: sqrt((1.0 - cosine * cosine).max(0.0)) + SLANT,
            margin: self.margin(),
            bend: self.motion.bend(),
        };
        let (planes_a, planes_b) = ([a.low, a.high], [b.low, b.high]);
        let (between, velocity) = (looked.between, looked.velocity);
        let by_b = looked.open_for(normal_b, planes_b, planes_a, a.radius, between, velocity);
        let by_a = looked.open_for(normal_a, planes_a, planes_b, b.radius, -between, -velocity);
        if by_a > by_b { by_a } else { by_b }
    }
}
