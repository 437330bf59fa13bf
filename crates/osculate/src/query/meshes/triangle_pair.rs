//! Two triangles at an instant: how far apart they are, and for how long they stay so.

use super::triangle_distance::{
    Closest, ClosestPoints, certainly_intersect, closest_within, feature_directions, squared_up,
    support_gap,
};
use crate::motion::{Frame, Instant, ProvenGap, step};
use crate::numbers::rounding::{UNIT, length};
use glam::DVec3;

/// A triangle of each body at an instant, in the world's axes.
#[derive(Clone, Copy)]
pub(crate) struct PosedTriangles {
    /// From the pivots to the corners.
    pub(crate) levers_a: [DVec3; 3],
    pub(crate) levers_b: [DVec3; 3],
    /// The corners, seen from the first one of a, so that what follows is exact relative to the triangles' size and
    /// distance.
    pub(crate) a: [DVec3; 3],
    pub(crate) b: [DVec3; 3],
    /// That corner, seen from b's pivot.
    origin: DVec3,
    /// The largest coordinate of the corners.
    extent: f64,
    /// How far a computed difference of corners, and its product with a unit direction, may be off.
    pub(crate) doubt: f64,
}

impl PosedTriangles {
    pub(crate) fn new(
        instant: &Instant,
        [pivot_a, pivot_b]: [DVec3; 2],
        [mesh_a, mesh_b]: [[DVec3; 3]; 2],
    ) -> PosedTriangles {
        let lever_a = |i: usize| instant.pose.rotation_a * (mesh_a[i] - pivot_a);
        let lever_b = |i: usize| instant.pose.rotation_b * (mesh_b[i] - pivot_b);
        let levers_a = [lever_a(0), lever_a(1), lever_a(2)];
        let levers_b = [lever_b(0), lever_b(1), lever_b(2)];
        let origin = levers_a[0] + instant.pose.offset;
        let corner_a = |i: usize| (levers_a[i] + instant.pose.offset) - origin;
        let corner_b = |i: usize| levers_b[i] - origin;
        let a = [corner_a(0), corner_a(1), corner_a(2)];
        let b = [corner_b(0), corner_b(1), corner_b(2)];
        let most = a[1].abs().max(a[2].abs());
        let most = most.max(b[0].abs()).max(b[1].abs().max(b[2].abs()));
        let extent = most.max_element();
        PosedTriangles {
            levers_a,
            levers_b,
            a,
            b,
            origin,
            extent,
            // A corner's difference and its product with a direction err by 4√3 units of the extent, two of them and
            // their difference by 10√3; closest points by less. A direction's length is off by 4 units.
            doubt: instant.error + 18.0 * UNIT * extent,
        }
    }
}

/// How far two posed triangles are apart.
#[derive(Clone, Copy)]
pub(crate) struct Apart {
    /// Unit direction from a to b along which the triangles are [`Apart::gap`] apart.
    pub(crate) direction: DVec3,
    /// A proven lower bound on the separation; not positive where none was found.
    proven_gap: ProvenGap,
    /// A proven upper bound on the separation.
    pub(crate) at_most: f64,
    /// The closest points, seen from b's pivot in the world's axes.
    pub(crate) point_a: DVec3,
    pub(crate) point_b: DVec3,
}

impl Apart {
    /// A proven lower bound on the separation; not positive where none was found.
    #[inline(always)]
    pub(crate) fn gap(&self) -> f64 {
        self.proven_gap.width()
    }
}

impl PosedTriangles {
    /// How far they are apart, unless they are soon seen to be further apart than `limit`.
    #[inline]
    pub(crate) fn within(&self, error: f64, limit: f64) -> Option<Apart> {
        // What is lost in a gap along a unit direction is the doubt, and squares and products lose some units of them.
        let beyond = (limit + self.doubt) * (1.0 + 32.0 * UNIT);
        let closest = closest_within(&self.a, &self.b, beyond, self.extent)?;
        Some(self.measured(&closest, error, 0.0))
    }

    /// Looks for the direction that separates them best, with what a clearance leaves in mind.
    fn measured(&self, closest: &Closest, error: f64, clearance: f64) -> Apart {
        let (gap, direction) = match closest.across {
            Some((direction, gap)) => (gap, direction),
            None => widest_gap(self, &closest.points, clearance),
        };
        let closest = &closest.points;
        Apart {
            direction,
            proven_gap: ProvenGap::of(gap * (1.0 - 8.0 * UNIT), self.doubt),
            // Where an edge seems to pierce, the points are off by 26 units of the extent together.
            at_most: closest.distance * (1.0 + 8.0 * UNIT) + error + 27.0 * UNIT * self.extent,
            point_a: closest.point_a + self.origin,
            point_b: closest.point_b + self.origin,
        }
    }

    /// Whether they meet, whatever rounding did to their corners.
    pub(crate) fn certainly_intersect(&self) -> bool {
        certainly_intersect(&self.a, &self.b, self.doubt)
    }
}

/// A triangle of each body at an instant, seen from b's pivot in the world's axes.
#[derive(Clone, Copy)]
pub(crate) struct TrianglePair {
    /// Their numbers.
    pub(crate) triangles: [u32; 2],
    posed: PosedTriangles,
    /// Unit direction from a to b along which the triangles are [`TrianglePair::gap`] apart.
    pub(crate) direction: DVec3,
    /// A proven lower bound on the separation; not positive where none was found.
    proven_gap: ProvenGap,
    /// A proven upper bound on the separation.
    pub(crate) apart_at_most: f64,
    /// How far a computed difference of corners may be off.
    pub(crate) doubt: f64,
    pub(crate) point_a: DVec3,
    pub(crate) point_b: DVec3,
}

impl TrianglePair {
    /// Looks for the direction that separates two posed triangles best, and shows what they have left of a clearance.
    pub(crate) fn new(
        posed: PosedTriangles,
        error: f64,
        clearance: f64,
        triangles: [u32; 2],
    ) -> TrianglePair {
        let Some(closest) = closest_within(&posed.a, &posed.b, f64::INFINITY, posed.extent) else {
            unreachable!("nothing is further apart than infinity")
        };
        let apart = posed.measured(&closest, error, clearance);
        TrianglePair {
            triangles,
            posed,
            direction: apart.direction,
            proven_gap: apart.proven_gap,
            apart_at_most: apart.at_most,
            doubt: posed.doubt,
            point_a: apart.point_a,
            point_b: apart.point_b,
        }
    }

    /// A proven lower bound on the separation; not positive where none was found.
    #[inline(always)]
    pub(crate) fn gap(&self) -> f64 {
        self.proven_gap.width()
    }

    /// How long the triangles stay further apart than `margin`, corner by corner, in the frame that shows it best; the
    /// first one is the world.
    pub(crate) fn step(&self, instant: &Instant, frames: &[Frame], margin: f64) -> f64 {
        let n = self.direction;
        let PosedTriangles {
            levers_a, levers_b, ..
        } = self.posed;
        let at_a = self.posed.a.map(|x| n.dot(x));
        let at_b = self.posed.b.map(|x| n.dot(x));
        let [reach_a, reach_b] = self.reaches(instant);
        let mut longest = 0.0_f64;
        for frame in frames {
            let speed_a = levers_a.map(|lever| frame.speed_a(n, lever) + frame.rate_error);
            let speed_b = levers_b.map(|lever| frame.speed_b(n, lever));
            let curvature = frame.curvature(n, reach_a, reach_b);
            let mut shortest = f64::INFINITY;
            for i in 0..3 {
                for j in 0..3 {
                    let gap = (at_b[j] - at_a[i]) * (1.0 - 8.0 * UNIT);
                    let gap = ProvenGap::of(gap, self.doubt).beyond(margin);
                    let step = step(gap, speed_a[i] - speed_b[j], curvature);
                    // Never NaN, which `f64::min` would look for.
                    if step < shortest {
                        shortest = step;
                    }
                }
            }
            longest = longest.max(shortest);
        }
        let ever = frames[0].closing_ever(n, [reach_a, reach_b], instant.remaining);
        longest.max(step(self.proven_gap.beyond(margin), ever, 0.0))
    }

    /// Whether the triangles stay further apart than `margin` all the time that remains, and for as long before: corner by corner, in one
    /// of the frames. Between them no gap changes by more than `|rate|·h + ½·curvature·h²`, as in [`Frame::lost_around`].
    pub(crate) fn stays_around(&self, instant: &Instant, frames: &[Frame], margin: f64) -> bool {
        let n = self.direction;
        let PosedTriangles {
            levers_a, levers_b, ..
        } = self.posed;
        let at_a = self.posed.a.map(|x| n.dot(x));
        let at_b = self.posed.b.map(|x| n.dot(x));
        let [reach_a, reach_b] = self.reaches(instant);
        let half = instant.remaining;
        frames.iter().any(|frame| {
            let speed_a = levers_a.map(|lever| frame.speed_a(n, lever));
            let speed_b = levers_b.map(|lever| frame.speed_b(n, lever));
            let bent = frame.rate_error + 0.5 * frame.curvature(n, reach_a, reach_b) * half;
            (0..9).all(|pair| {
                let (i, j) = (pair / 3, pair % 3);
                let gap = (at_b[j] - at_a[i]) * (1.0 - 8.0 * UNIT);
                let gap = ProvenGap::of(gap, self.doubt).beyond(margin);
                let lost = ((speed_a[i] - speed_b[j]).abs() + bent) * half;
                // What is no number does not stay.
                gap.width() > lost * (1.0 + 16.0 * UNIT)
            })
        })
    }

    /// How far the corners of either triangle are from its body's pivot, at most.
    fn reaches(&self, instant: &Instant) -> [f64; 2] {
        [self.posed.levers_a, self.posed.levers_b].map(|levers| {
            levers
                .iter()
                .fold(0.0_f64, |most, &lever| most.max(length(lever)))
                + instant.error
        })
    }

    /// Whether they meet, whatever rounding did to their corners.
    pub(crate) fn certainly_intersects(&self) -> bool {
        self.posed.certainly_intersect()
    }
}

/// The widest gap that is found along a direction from a to b, of unit length.
fn widest_gap(posed: &PosedTriangles, closest: &ClosestPoints, clearance: f64) -> (f64, DVec3) {
    let PosedTriangles { a, b, doubt, .. } = posed;
    let doubt = *doubt;
    let mut best = (f64::NEG_INFINITY, DVec3::X);
    let mut offer = |n: DVec3| {
        let gap = support_gap(a, b, n);
        if gap > best.0 {
            best = (gap, n);
        }
        gap
    };
    let between = closest.point_b - closest.point_a;
    let n = if closest.distance > 0.0 {
        between / closest.distance
    } else {
        DVec3::ZERO
    };
    // Of what the clearance leaves, not of the distance: a hundredth of that may be all there is.
    let left = (closest.distance - clearance)
        .max(0.0)
        .min(closest.distance);
    let enough = closest.distance - 0.01 * left - doubt;
    if closest.distance < 64.0 * doubt || offer(n) < enough {
        // Too short to be a good direction, or the closest points are not quite the closest.
        feature_directions(a, b, |n| {
            offer(n);
        });
        if closest.distance > 0.0 {
            offer(n);
            let slant = (64.0 * doubt / closest.distance).clamp(1e-7, 0.5);
            offer(squared_up(n, &edges(a), slant));
            offer(squared_up(n, &edges(b), slant));
        }
    }
    best
}

fn edges(t: &[DVec3; 3]) -> [DVec3; 3] {
    [t[1] - t[0], t[2] - t[1], t[0] - t[2]]
}
