//! Two triangles at an instant, and what directions prove of their corners from then on.

use super::super::triangle_distance::unit;
use super::super::triangle_pair::PosedTriangles;
use crate::motion::{Frame, ProvenGap, Turning, step, swung};
use crate::numbers::rounding::{UNIT, length, sqrt};
use glam::DVec3;

/// Two triangles at an instant, and the frames that turn with either.
pub(super) struct PosedPair {
    pub(super) corners: PosedTriangles,
    /// Turning with a, and with b.
    pub(super) frames: [Frame; 2],
    /// How far the corners of either are from its pivot, at most.
    pub(super) reach: [f64; 2],
    /// Unit normals; zero for a triangle without area.
    pub(super) normals: [DVec3; 2],
}

/// One of the two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    A = 0,
    B = 1,
}

/// A direction that turns with a frame: where corners are along it, and how fast they move.
#[derive(Clone, Copy)]
pub(super) struct DirectionBounds {
    n: DVec3,
    /// The velocity of a's pivot, and what a lever is multiplied by to give the rest of the speed of its end.
    pivot: f64,
    swing_a: DVec3,
    swing_b: DVec3,
    /// How much a speed may be off.
    pub(super) rate_error: f64,
    /// How fast the difference of two speeds changes, at most.
    pub(super) curvature: f64,
}

impl DirectionBounds {
    #[inline(always)]
    pub(super) fn new(frame: &Frame, n: DVec3, reach: [f64; 2]) -> DirectionBounds {
        // n·(ω×y) = y·(n×ω), whose length is what the body sweeps along n.
        let (swing_a, swing_b) = (n.cross(frame.a.spin), n.cross(frame.b.spin));
        let bent = |swing: DVec3, turning: &Turning, reach: f64| {
            if turning.speed == 0.0 {
                return 0.0;
            }
            let sweep = length(swing) + turning.slack;
            swung(sweep, turning.speed, turning.twist, reach)
        };
        let curvature =
            bent(swing_a, &frame.a, reach[0]) + bent(swing_b, &frame.b, reach[1]) + frame.bend;
        DirectionBounds {
            n,
            pivot: n.dot(frame.velocity),
            swing_a,
            swing_b,
            // Once for the motions, once for what is rounded here.
            rate_error: 2.0 * frame.rate_error,
            curvature: curvature * (1.0 + 64.0 * UNIT),
        }
    }

    /// Where a corner of a is, and its speed.
    #[inline(always)]
    pub(super) fn of_a(&self, corners: &PosedTriangles, i: usize) -> (f64, f64) {
        (
            self.n.dot(corners.a[i]),
            self.pivot + corners.levers_a[i].dot(self.swing_a),
        )
    }

    /// Where a corner of b is, and its speed.
    #[inline(always)]
    pub(super) fn of_b(&self, corners: &PosedTriangles, i: usize) -> (f64, f64) {
        (
            self.n.dot(corners.b[i]),
            corners.levers_b[i].dot(self.swing_b),
        )
    }
}

impl PosedPair {
    pub(super) fn new(corners: PosedTriangles, frames: [Frame; 2], error: f64) -> PosedPair {
        PosedPair {
            reach: reaches(&corners, error),
            normals: [unit_normal(&corners.a), unit_normal(&corners.b)],
            corners,
            frames,
        }
    }

    /// A direction that turns with one of the bodies.
    #[inline(always)]
    pub(super) fn along(&self, with: Side, n: DVec3) -> DirectionBounds {
        DirectionBounds::new(&self.frames[with as usize], n, self.reach)
    }

    /// [`gap`], with a direction that turns with one of the bodies.
    #[inline(always)]
    pub(super) fn gap<const M: usize, const N: usize>(
        &self,
        with: Side,
        n: DVec3,
        of_a: [usize; M],
        of_b: [usize; N],
        h: f64,
    ) -> f64 {
        gap(&self.corners, &self.along(with, n), of_a, of_b, h)
    }
}

/// How far these corners of a and of b are apart, at least, along a direction from a to b, during the time from now to
/// `h` from now.
///
/// Each corner's way along it is bounded by a parabola, concave as seen from the gap: it is lowest at an end.
#[inline(always)]
fn gap<const M: usize, const N: usize>(
    corners: &PosedTriangles,
    along: &DirectionBounds,
    of_a: [usize; M],
    of_b: [usize; N],
    h: f64,
) -> f64 {
    let more = |x: f64, y: f64| if x > y { x } else { y };
    let less = |x: f64, y: f64| if x < y { x } else { y };
    let (mut most, mut most_later) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for i in of_a {
        let (at, speed) = along.of_a(corners, i);
        most = more(at, most);
        most_later = more(at + speed * h, most_later);
    }
    let (mut least, mut least_later) = (f64::INFINITY, f64::INFINITY);
    for j in of_b {
        let (at, speed) = along.of_b(corners, j);
        least = less(at, least);
        least_later = less(at + speed * h, least_later);
    }
    let now = least - most;
    let later = least_later - most_later - (along.rate_error + 0.5 * along.curvature * h) * h;
    // Corners are numbers, or the doubt is not, which is taken off last. Speeds are numbers, or infinite with the right sign:
    // their terms are bounded by those of the rate error, which is infinite if one of them is not finite. So NaN can only
    // come of the difference above, and stays.
    let worst = if now < later { now } else { later };
    worst - 8.0 * UNIT * worst.abs() - corners.doubt
}

/// How long two triangles stay further apart than `clearance` along a direction from a to b, at least.
#[inline(always)]
pub(super) fn open_for(corners: &PosedTriangles, along: &DirectionBounds, clearance: f64) -> f64 {
    let more = |x: f64, y: f64| if x > y { x } else { y };
    let less = |x: f64, y: f64| if x < y { x } else { y };
    let (a, b) = (
        [0, 1, 2].map(|i| along.of_a(corners, i)),
        [0, 1, 2].map(|i| along.of_b(corners, i)),
    );
    let gap = less(less(b[0].0, b[1].0), b[2].0) - more(more(a[0].0, a[1].0), a[2].0);
    let gap = gap_to_step(corners, gap, clearance);
    if !(gap.width() > 0.0) {
        return 0.0;
    }
    let slowest = less(less(b[0].1, b[1].1), b[2].1);
    let fastest = more(more(a[0].1, a[1].1), a[2].1);
    step(gap, fastest - slowest + along.rate_error, along.curvature)
}

/// What a gap of two triangles along a unit direction has to step on. A sixteenth of a doubt is left over after the step, so that
/// its end is open too. More would be missing where a gap can only just be seen.
#[inline(always)]
fn gap_to_step(corners: &PosedTriangles, gap: f64, clearance: f64) -> ProvenGap {
    ProvenGap::of(gap * (1.0 - 8.0 * UNIT), 1.0625 * corners.doubt)
        .beyond(clearance * (1.0 + 4.0 * UNIT))
}

/// The directions from a to b across the planes of both triangles.
#[inline(always)]
pub(super) fn across_planes(corners: &PosedTriangles) -> [DVec3; 2] {
    let towards_b = corners.b[0] - corners.a[0];
    [&corners.a, &corners.b].map(|triangle| {
        let n = unit_normal(triangle);
        if n.dot(towards_b) < 0.0 { -n } else { n }
    })
}

/// How long two triangles stay further apart than `clearance`, at least, along the directions across their planes, each of which
/// turns with its triangle.
#[inline(always)]
pub(super) fn open_by_planes(
    corners: &PosedTriangles,
    across: [DVec3; 2],
    frames: &[Frame; 2],
    reach: [f64; 2],
    clearance: f64,
) -> f64 {
    let open = |n: DVec3, frame: &Frame| {
        open_for(corners, &DirectionBounds::new(frame, n, reach), clearance)
    };
    let by_b = open(across[1], &frames[1]);
    let by_a = open(across[0], &frames[0]);
    if by_a > by_b { by_a } else { by_b }
}

/// How long two triangles stay further apart than `clearance`, at least, along a direction from a to b that stands still: by how
/// fast they ever close in along it. What turns about the direction hardly does, however far it is from its pivot.
#[inline]
pub(super) fn open_ever(
    corners: &PosedTriangles,
    world: &Frame,
    n: DVec3,
    known: &Known,
    clearance: f64,
) -> f64 {
    let most = |triangle: &[DVec3; 3]| {
        let far = |i: usize| n.dot(triangle[i]);
        far(0).max(far(1)).max(far(2))
    };
    let gap = -most(&corners.b.map(|x| -x)) - most(&corners.a);
    let gap = gap_to_step(corners, gap, clearance);
    // Without a normal there is no direction either.
    if !(gap.width() > 0.0) || n == DVec3::ZERO {
        return 0.0;
    }
    step(
        gap,
        world.closing_ever(n, known.reach, known.remaining),
        0.0,
    )
}

/// How long two triangles stay further apart than `clearance` along a direction from a to b that turns with a frame, at least: corner
/// by corner, each with how much its own way bends. Where bodies tip over an edge, its corners hardly move, and all others leave.
#[inline]
pub(super) fn open_by_corners(
    corners: &PosedTriangles,
    frame: &Frame,
    n: DVec3,
    known: &Known,
    clearance: f64,
) -> f64 {
    let along = DirectionBounds::new(frame, n, known.reach);
    let bent = |levers: &[DVec3; 3], swing: DVec3, turning: &Turning| {
        let sweep = length(swing) + turning.slack;
        levers.map(|lever| known.bent(lever, sweep, turning))
    };
    let bent_a = bent(&corners.levers_a, along.swing_a, &frame.a);
    let bent_b = bent(&corners.levers_b, along.swing_b, &frame.b);
    let mut shortest = f64::INFINITY;
    for (i, bent_a) in bent_a.into_iter().enumerate() {
        for (j, bent_b) in bent_b.into_iter().enumerate() {
            let (a, b) = (along.of_a(corners, i), along.of_b(corners, j));
            let gap = gap_to_step(corners, b.0 - a.0, clearance);
            let curvature = (bent_a + bent_b + frame.bend) * (1.0 + 64.0 * UNIT);
            let open = step(gap, a.1 - b.1 + along.rate_error, curvature);
            // Never NaN, which `f64::min` would look for.
            if open < shortest {
                shortest = open;
            }
        }
    }
    shortest
}

/// What bounds are told of two triangles from an instant on.
pub(super) struct Known {
    pub(super) reach: [f64; 2],
    /// How far a corner may be off.
    pub(super) error: f64,
    /// The time that is left.
    pub(super) remaining: f64,
}

impl Known {
    /// The change of the rate of a corner along a direction, at most, as `motion/frame.rs` shows, with how fast the corner circles,
    /// `|w×y|`, in the place of `|w||y|`. In the frame `w` changes by the twist, at most, and `y` at the rate `w×y`, so that `|w×y|` grows
    /// by no more than `twist·|y|`.
    #[inline(always)]
    fn bent(&self, lever: DVec3, sweep: f64, turning: &Turning) -> f64 {
        let reach = length(lever) * (1.0 + 8.0 * UNIT) + self.error;
        let loose = turning.slack + turning.twist * self.remaining + 16.0 * UNIT * turning.speed;
        let circling =
            length(turning.spin.cross(lever)) + loose * reach + turning.speed * self.error;
        let circling = circling.min(turning.speed * reach);
        sweep * circling + turning.twist * reach
    }
}

/// How far the corners of either triangle are from its pivot, at most.
#[inline(always)]
pub(super) fn reaches(corners: &PosedTriangles, error: f64) -> [f64; 2] {
    let farthest = |levers: &[DVec3; 3]| {
        let square = |i: usize| levers[i].dot(levers[i]);
        sqrt(square(0).max(square(1)).max(square(2))) * (1.0 + 8.0 * UNIT) + error
    };
    [farthest(&corners.levers_a), farthest(&corners.levers_b)]
}

#[inline(always)]
fn unit_normal(t: &[DVec3; 3]) -> DVec3 {
    unit((t[1] - t[0]).cross(t[2] - t[0]))
}
