//! Two convex bodies at an instant: their closest points, and how far apart they are.

use crate::motion::{PairMotion, PairPlace, PairPose};
use crate::numbers::rounding::{UNIT, length, up};
use crate::query::hulls::gjk::{Closest, Enough, PosedHulls, Simplex, gjk};
use crate::query::{Feature, Stats};
use crate::shape::Convex;
use glam::DVec3;

/// Two convex bodies at an instant. What is asked about instants only needs no more than this.
pub(crate) struct InstantPair<'q, P, Q> {
    pub(super) a: &'q P,
    pub(super) b: &'q Q,
    pub(super) motion: &'q PairMotion<'q>,
    pub(super) size: Size,
    pub(crate) stats: Stats,
    pub(super) simplex: Simplex,
    /// The corners that were last found furthest.
    pub(super) near: [u32; 2],
    pub(crate) now: Now,
}

/// How large two bodies are.
#[derive(Clone, Copy)]
pub(super) struct Size {
    /// How far points of the cores are from the pivots.
    pub(super) reaches: [f64; 2],
    /// The reaches and the pivots' distances from the bodies' origins, together.
    extent: f64,
    /// Both margins.
    pub(super) margins: f64,
    /// The clearance that is asked for: no size, but a gap falls short by it too.
    clearance: f64,
}

impl Size {
    #[inline(always)]
    pub(super) fn new<P: Convex, Q: Convex>(
        a: &P,
        b: &Q,
        motion: &PairMotion,
        clearance: f64,
    ) -> Size {
        let (pivot_a, pivot_b) = (motion.path_a.pivot, motion.path_b.pivot);
        let reaches = [a.reach_from(pivot_a), b.reach_from(pivot_b)];
        Size {
            reaches,
            extent: reaches[0] + reaches[1] + length(pivot_a) + length(pivot_b),
            margins: a.margin() + b.margin(),
            clearance,
        }
    }

    /// How far a gap may be off: 64 units by docs/decisions/hull-gaps.md, and what the pose states.
    #[inline(always)]
    pub(super) fn error(&self, place: &PairPlace) -> f64 {
        let far = length(place.offset) + self.extent;
        // The axis may be longer or shorter than it says, and with it what margins and clearance take off.
        let apart = self.margins + self.clearance.abs();
        // The pose is off by one offset error, and the motion that the rates are of by another, at the ends of a stretch of
        // time and between them (see `Rates`).
        up((place.rotation_error + 64.0 * UNIT) * far
            + 3.0 * place.offset_error
            + (place.rotation_error + 8.0 * UNIT) * apart)
    }
}

/// The bodies at an instant.
#[derive(Clone, Copy, Default)]
pub(crate) struct Now {
    pub(crate) t: f64,
    pub(crate) pose: PairPose,
    /// How far a gap may be off.
    pub(super) error: f64,
}

impl<'q, P: Convex, Q: Convex> InstantPair<'q, P, Q> {
    /// The bodies at time `t`.
    #[inline(always)]
    pub(crate) fn new(a: &'q P, b: &'q Q, motion: &'q PairMotion<'q>, t: f64) -> Self {
        InstantPair::in_pose(a, b, motion, t, motion.pose(t))
    }

    /// The same, if their pose there is known.
    #[inline(always)]
    pub(crate) fn in_pose(
        a: &'q P,
        b: &'q Q,
        motion: &'q PairMotion<'q>,
        t: f64,
        pose: PairPose,
    ) -> Self {
        InstantPair::with_clearance((a, b), motion, 0.0, t, pose)
    }

    /// The same, where more than this clearance is asked for.
    #[inline(always)]
    pub(super) fn with_clearance(
        (a, b): (&'q P, &'q Q),
        motion: &'q PairMotion<'q>,
        clearance: f64,
        t: f64,
        pose: PairPose,
    ) -> Self {
        let size = Size::new(a, b, motion, clearance);
        let error = up(size.error(&pose.place()));
        InstantPair {
            a,
            b,
            motion,
            size,
            stats: Stats {
                poses: 1,
                ..Stats::default()
            },
            simplex: Simplex::default(),
            near: [0; 2],
            now: Now { t, pose, error },
        }
    }

    #[inline]
    pub(super) fn hulls(&self) -> PosedHulls<'q, P, Q> {
        let pose = &self.now.pose;
        let back = pose.rotation_b.transpose();
        PosedHulls {
            a: self.a,
            b: self.b,
            pivots: [self.motion.path_a.pivot, self.motion.path_b.pivot],
            turn: back * pose.rotation_a,
            shift: back * pose.offset,
        }
    }

    /// The bodies' closest points now; the gap's share that may be lost, and the distance of the cores that is close
    /// enough.
    pub(crate) fn closest(&mut self, share: f64, touching: f64) -> Closest {
        self.closest_within(f64::INFINITY, share, touching)
    }

    /// The same; of bodies that are further apart than `limit`, points that show it.
    pub(crate) fn closest_within(&mut self, limit: f64, share: f64, touching: f64) -> Closest {
        if let Some(normal) = self.b.plane() {
            return self.closest_to_plane(normal);
        }
        let enough = Enough {
            apart: self.size.margins + self.size.clearance,
            share,
            doubt: 0.25 * self.now.error,
            touching,
            // What is told of a gap is less by what the margins and errors are off by: so far beyond, that is beyond the limit too.
            beyond: up(up(up(limit.max(0.0) + self.size.margins + self.now.error))),
        };
        let posed = self.hulls();
        let closest = gjk(&posed, &mut self.simplex, &enough, &mut self.stats.supports);
        self.near = closest.corners.map(|corner| corner.number);
        closest
    }

    /// The closest points if b is everything behind the plane through its core's point.
    fn closest_to_plane(&mut self, normal: DVec3) -> Closest {
        self.stats.supports += 1;
        let posed = self.hulls();
        let mut a = self
            .a
            .support(-(posed.turn.transpose() * normal), self.near[0]);
        let mut b = self.b.support(normal, 0);
        a.point -= posed.pivots[0];
        b.point -= posed.pivots[1];
        self.near = [a.number, 0];
        let point = posed.turn * a.point + posed.shift;
        let gap = normal.dot(point - b.point);
        Closest {
            direction: -normal,
            gap,
            corners: [a, b],
            distance: gap.max(0.0),
            points: [point, point - normal * gap],
            depth: (-gap).max(0.0),
        }
    }

    /// What is certainly left of the gap now, beyond the clearance.
    pub(crate) fn gap(&self, closest: &Closest) -> f64 {
        closest.gap - self.size.margins - self.size.clearance - self.now.error
    }

    /// How far apart the bodies are at most, now.
    pub(crate) fn apart_at_most(&self, closest: &Closest) -> f64 {
        if closest.depth > self.now.error {
            return 0.0;
        }
        closest.distance - self.size.margins + self.now.error
    }

    /// The closest points of the bodies, margins included, in the world.
    pub(crate) fn in_world(&self, closest: &Closest) -> [DVec3; 2] {
        let [a, b] = closest.points;
        let distance = closest.distance;
        // Let d be the distance of the cores, s that less the margins, and let the gap along the direction fall short of d by
        // ε. Along the line of the points, the bodies are s apart as they are in truth, and along the direction s less |s|ε/d;
        // along the direction itself s less ε. So the line is better up to |s| = d; where points of cores nearly touch, it is
        // the direction of their rounding.
        let line = 2.0 * distance > self.size.margins || closest.direction == DVec3::ZERO;
        let n = if line && distance > 0.0 {
            (b - a) * (1.0 / distance)
        } else {
            closest.direction
        };
        let origin = self.motion.origin(self.now.t);
        let place = |point: DVec3| origin + self.now.pose.rotation_b * point;
        [
            place(a + n * self.a.margin()),
            place(b - n * self.b.margin()),
        ]
    }

    /// The features that the closest points are on.
    #[inline(always)]
    pub(crate) fn features(&self) -> [Feature; 2] {
        [self.feature(0), self.feature(1)]
    }

    #[inline(always)]
    fn feature(&self, body: usize) -> Feature {
        let corners = if body == 0 {
            self.a.has_corners()
        } else {
            self.b.has_corners()
        };
        if !corners {
            return Feature::Surface;
        }
        let ([first, second, third, _], count) = self.simplex.corners(body);
        if count == 0 {
            return Feature::Vertex(self.near[body]);
        }
        match count {
            1 => Feature::Vertex(first),
            2 => Feature::Edge([first, second]),
            _ => Feature::Face([first, second, third]),
        }
    }
}
