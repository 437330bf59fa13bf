//! The distance of two triangles, and what can be proven of it.

use crate::numbers::rounding::{LEAST_SQUARE, UNIT, length, sqrt};
use glam::DVec3;

/// The closest points of two figures.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ClosestPoints {
    /// On the first.
    pub point_a: DVec3,
    /// On the second.
    pub point_b: DVec3,
    /// How far apart they are.
    pub distance: f64,
}

/// The distance of two triangles with its witnesses; zero where they intersect. Triangles without area count as the
/// segments or points that they are. Coordinates may be any finite numbers.
///
/// The points lie on the triangles and the distance between them is right to within rounding, relative to the largest
/// coordinate. It is an upper bound: for proofs of disjointness, queries use a separating direction instead.
///
/// ```
/// use glam::DVec3;
/// use osculate::query::meshes::triangle_distance;
/// let floor = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// let spike = [DVec3::new(0.2, 0.2, 0.5), DVec3::new(0.0, 0.0, 2.0), DVec3::new(1.0, 0.0, 2.0)];
/// assert_eq!(triangle_distance(&floor, &spike).distance, 0.5);
/// ```
pub fn triangle_distance(a: &[DVec3; 3], b: &[DVec3; 3]) -> ClosestPoints {
    let largest = a
        .iter()
        .chain(b)
        .fold(0.0_f64, |most, corner| most.max(corner.abs().max_element()));
    if largest == 0.0 || IN_RANGE.contains(&largest) || !largest.is_finite() {
        return closest_points(a, b, largest);
    }
    // Products of four lengths would underflow or overflow: in units of a power of two they do not.
    let exponent = libm::ilogb(largest);
    let scaled = |v: DVec3, by: i32| DVec3::from_array(v.to_array().map(|x| libm::scalbn(x, by)));
    let [a, b] = [a, b].map(|triangle| triangle.map(|corner| scaled(corner, -exponent)));
    let found = closest_points(&a, &b, libm::scalbn(largest, -exponent));
    ClosestPoints {
        point_a: scaled(found.point_a, exponent),
        point_b: scaled(found.point_b, exponent),
        distance: libm::scalbn(found.distance, exponent),
    }
}

/// The largest coordinates, or lengths, for which no product of four lengths overflows, or underflows with what is larger
/// than a rounding of it.
const IN_RANGE: core::ops::Range<f64> = 1e-60..1e75;

/// What is known of two triangles.
pub(crate) struct Closest {
    pub(crate) points: ClosestPoints,
    /// If a corner of one is closest to the inside of the other: the unit direction from a to b across that, and the gap along it.
    pub(crate) across: Option<(DVec3, f64)>,
}

/// [`triangle_distance`], of triangles whose largest coordinate is within 1e-60 and 1e75, or 0.
fn closest_points(a: &[DVec3; 3], b: &[DVec3; 3], largest: f64) -> ClosestPoints {
    match closest_within(a, b, f64::INFINITY, largest) {
        Some(closest) => closest.points,
        None => unreachable!("nothing is further apart than infinity"),
    }
}

/// The same, unless a direction is found along which the triangles' gap is larger than `limit`. The largest coordinate says what
/// rounding is.
#[inline(always)]
pub(crate) fn closest_within(
    a: &[DVec3; 3],
    b: &[DVec3; 3],
    limit: f64,
    largest: f64,
) -> Option<Closest> {
    let normals = [normal(a), normal(b)];
    // Only the corner that is nearest to a triangle's plane can be the closest to its inside, if all are on one side of it.
    // The larger triangle is the likelier one.
    let squares = [normals[0].dot(normals[0]), normals[1].dot(normals[1])];
    let first = usize::from(squares[1] > squares[0]);
    for body in [first, 1 - first] {
        let (across, square) = (normals[body], squares[body]);
        if !(LEAST_SQUARE..f64::INFINITY).contains(&square) {
            continue;
        }
        let Some((gap, sign, corner)) = one_side(a, b, across, body) else {
            continue;
        };
        let size = sqrt(square);
        let gap = gap / size;
        if gap > limit {
            return None;
        }
        let (corner, of) = if body == 0 {
            (b[corner], a)
        } else {
            (a[corner], b)
        };
        let Some(foot) = foot(corner, of, across) else {
            continue;
        };
        let distance = length(foot - corner);
        // The gap is off by 18 units of the coordinates, the foot by 10.
        if distance * (1.0 - 1e-12) <= gap + 32.0 * UNIT * largest {
            let [point_a, point_b] = if body == 0 {
                [foot, corner]
            } else {
                [corner, foot]
            };
            return Some(Closest {
                points: ClosestPoints {
                    point_a,
                    point_b,
                    distance,
                },
                across: Some((across * (sign / size), gap)),
            });
        }
    }
    closest_of_all(a, b, normals, limit)
}

/// The gap along a normal of a (0) or b (1), times its length; the sign with which it points from a to b, and the corner of the other that is
/// nearest. `None` if there is no gap.
#[inline(always)]
fn one_side(
    a: &[DVec3; 3],
    b: &[DVec3; 3],
    normal: DVec3,
    body: usize,
) -> Option<(f64, f64, usize)> {
    let (at_a, at_b) = (a.map(|x| normal.dot(x)), b.map(|x| normal.dot(x)));
    let least = |x: [f64; 3]| x[0].min(x[1]).min(x[2]);
    let most = |x: [f64; 3]| x[0].max(x[1]).max(x[2]);
    let (ahead, behind) = (least(at_b) - most(at_a), least(at_a) - most(at_b));
    let (gap, sign) = if ahead > 0.0 {
        (ahead, 1.0)
    } else {
        (behind, -1.0)
    };
    if !(gap > 0.0) {
        return None;
    }
    let (of, nearest) = match (body, sign > 0.0) {
        (0, true) => (at_b, least(at_b)),
        (0, false) => (at_b, most(at_b)),
        (_, true) => (at_a, most(at_a)),
        (_, false) => (at_a, least(at_a)),
    };
    let corner = if of[0] == nearest {
        0
    } else if of[1] == nearest {
        1
    } else {
        2
    };
    Some((gap, sign, corner))
}

/// The same, by all pairs of features.
fn closest_of_all(
    a: &[DVec3; 3],
    b: &[DVec3; 3],
    normals: [DVec3; 2],
    limit: f64,
) -> Option<Closest> {
    let mut best = (f64::INFINITY, a[0], b[0]);
    let mut beyond = false;
    // Whether the points are the closest: then the planes through them, across the line between them, separate the
    // triangles.
    let mut offer = |p: DVec3, q: DVec3| {
        let n = q - p;
        let square = n.dot(n);
        if square >= best.0 {
            return false;
        }
        best = (square, p, q);
        let gap = support_gap(a, b, n);
        beyond = gap > 0.0 && gap * gap > limit * limit * square;
        beyond || gap >= square * (1.0 - 1e-12)
    };
    let _ = find_closest(a, b, normals, &mut offer);
    (!beyond).then(|| Closest {
        points: ClosestPoints {
            point_a: best.1,
            point_b: best.2,
            distance: sqrt(best.0),
        },
        across: None,
    })
}

/// Offers points of all pairs of features, until an offer is accepted.
fn find_closest(
    a: &[DVec3; 3],
    b: &[DVec3; 3],
    [normal_a, normal_b]: [DVec3; 2],
    offer: &mut impl FnMut(DVec3, DVec3) -> bool,
) -> bool {
    for i in 0..3 {
        for j in 0..3 {
            let (p, q) = closest_on_segments(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]);
            if offer(p, q) {
                return true;
            }
        }
    }
    // Triangles that touch or pass through each other, and what rounding has left.
    for i in 0..3 {
        if let Some(q) = foot(a[i], b, normal_b)
            && offer(a[i], q)
        {
            return true;
        }
        if let Some(p) = foot(b[i], a, normal_a)
            && offer(p, b[i])
        {
            return true;
        }
    }
    for i in 0..3 {
        if let Some((p, q)) = pierce(a[i], a[(i + 1) % 3], b, normal_b) {
            offer(p, q);
        }
        if let Some((q, p)) = pierce(b[i], b[(i + 1) % 3], a, normal_a) {
            offer(p, q);
        }
    }
    false
}

/// `min n·b − max n·a`.
#[inline(always)]
pub(crate) fn support_gap(a: &[DVec3; 3], b: &[DVec3; 3], n: DVec3) -> f64 {
    let (a0, a1, a2) = (n.dot(a[0]), n.dot(a[1]), n.dot(a[2]));
    let (b0, b1, b2) = (n.dot(b[0]), n.dot(b[1]), n.dot(b[2]));
    b0.min(b1).min(b2) - a0.max(a1).max(a2)
}

fn normal(t: &[DVec3; 3]) -> DVec3 {
    (t[1] - t[0]).cross(t[2] - t[0])
}

/// The closest points of the segments `a0a1` and `b0b1`, either of which may be a point.
pub(crate) fn closest_on_segments(a0: DVec3, a1: DVec3, b0: DVec3, b1: DVec3) -> (DVec3, DVec3) {
    let (u, v, w) = (a1 - a0, b1 - b0, a0 - b0);
    let (uu, vv, uv) = (u.dot(u), v.dot(v), u.dot(v));
    let (uw, vw) = (u.dot(w), v.dot(w));
    let fraction = |numerator: f64, denominator: f64| {
        if denominator > 0.0 {
            (numerator / denominator).clamp(0.0, 1.0)
        } else {
            0.0
        }
    };
    // Where the lines are closest; anywhere if they are parallel.
    let s = fraction(uv * vw - vv * uw, uu * vv - uv * uv);
    // From there to the other segment and back, which also sets right what the clamping moved.
    let t = fraction(vw + s * uv, vv);
    let s = fraction(t * uv - uw, uu);
    (along(a0, a1, u, s), along(b0, b1, v, t))
}

/// `from + s·edge`, exact at both ends.
fn along(from: DVec3, to: DVec3, edge: DVec3, s: f64) -> DVec3 {
    if s == 1.0 { to } else { from + s * edge }
}

/// The closest point of a triangle, which may have no area.
pub(crate) fn closest_on_triangle(p: DVec3, t: &[DVec3; 3]) -> DVec3 {
    if let Some(foot) = foot(p, t, normal(t)) {
        return foot;
    }
    let mut best = (f64::INFINITY, t[0]);
    for i in 0..3 {
        let (_, q) = closest_on_segments(p, p, t[i], t[(i + 1) % 3]);
        let square = (q - p).dot(q - p);
        if square < best.0 {
            best = (square, q);
        }
    }
    best.1
}

/// Where the perpendicular from `p` meets the inside of triangle `t`.
fn foot(p: DVec3, t: &[DVec3; 3], normal: DVec3) -> Option<DVec3> {
    inside(t, |i| {
        let (c0, c1) = (t[(i + 1) % 3], t[(i + 2) % 3]);
        (c1 - c0).cross(p - c0).dot(normal)
    })
}

/// Where the segment `p0p1` passes through triangle `t`: the point of either, which rounding may have parted.
fn pierce(p0: DVec3, p1: DVec3, t: &[DVec3; 3], normal: DVec3) -> Option<(DVec3, DVec3)> {
    let (h0, h1) = ((p0 - t[0]).dot(normal), (p1 - t[0]).dot(normal));
    // By their signs: each is a product of three lengths, and one of six underflows.
    if !((h0 < 0.0 && h1 > 0.0) || (h0 > 0.0 && h1 < 0.0)) {
        return None;
    }
    let edge = p1 - p0;
    let on_triangle = inside(t, |i| {
        let (c0, c1) = (t[(i + 1) % 3] - p0, t[(i + 2) % 3] - p0);
        edge.dot(c0.cross(c1)) * (h1 - h0).signum()
    })?;
    Some((p0 + edge * (h0 / (h0 - h1)), on_triangle))
}

/// The point of triangle `t` with these weights of its corners, if none is negative. It lies on the triangle whatever
/// rounding did to the weights.
fn inside(t: &[DVec3; 3], weight: impl Fn(usize) -> f64) -> Option<DVec3> {
    let weights = [weight(0), weight(1), weight(2)];
    let sum = weights[0] + weights[1] + weights[2];
    (weights.iter().all(|&w| w >= 0.0) && sum > 0.0)
        .then(|| t[0] + (t[1] - t[0]) * (weights[1] / sum) + (t[2] - t[0]) * (weights[2] / sum))
}

/// Calls `try_direction` with directions from a to b, of unit length, that separate touching or nearly touching
/// triangles in any position: across faces, across pairs of edges, and across an edge in the plane of a face.
pub(crate) fn feature_directions(
    a: &[DVec3; 3],
    b: &[DVec3; 3],
    mut try_direction: impl FnMut(DVec3),
) {
    let between = (b[0] + b[1] + b[2]) - (a[0] + a[1] + a[2]);
    let mut offer = |n: DVec3| {
        let n = unit(n);
        if n != DVec3::ZERO {
            // Either sense may separate, where the triangles are not on either side of one another's middle.
            let n = if n.dot(between) < 0.0 { -n } else { n };
            try_direction(n);
            try_direction(-n);
        }
    };
    let edges = |t: &[DVec3; 3]| [t[1] - t[0], t[2] - t[1], t[0] - t[2]].map(unit);
    let (edges_a, edges_b) = (edges(a), edges(b));
    // From two unit edges: no more is lost to cancellation than the triangle's own shape demands.
    let face = |e: &[DVec3; 3]| {
        let candidates = [e[0].cross(e[1]), e[1].cross(e[2]), e[2].cross(e[0])];
        candidates.into_iter().fold(DVec3::ZERO, |best, n| {
            if n.dot(n) > best.dot(best) { n } else { best }
        })
    };
    let (face_a, face_b) = (face(&edges_a), face(&edges_b));
    offer(face_a);
    offer(face_b);
    for edge_a in edges_a {
        for edge_b in edges_b {
            offer(edge_a.cross(edge_b));
        }
        offer(edge_a.cross(face_a));
        offer(edge_a.cross(face_b));
    }
    for edge_b in edges_b {
        offer(edge_b.cross(face_b));
        offer(edge_b.cross(face_a));
    }
}

/// The vector at unit length; zero if it has no direction. One of another length would make gaps along it wider than they
/// are, so a product of lengths whose square underflows is scaled.
pub(crate) fn unit(v: DVec3) -> DVec3 {
    let square = v.dot(v);
    if (LEAST_SQUARE..f64::INFINITY).contains(&square) {
        v / sqrt(square)
    } else {
        scaled_unit(v)
    }
}

#[cold]
fn scaled_unit(v: DVec3) -> DVec3 {
    let largest = v.abs().max_element();
    if !(largest > 0.0 && v.is_finite()) {
        return DVec3::ZERO;
    }
    let exponent = libm::ilogb(largest);
    let scaled = DVec3::from_array(v.to_array().map(|x| libm::scalbn(x, -exponent)));
    scaled / length(scaled)
}

/// The direction `n` made orthogonal to each edge that it is nearly orthogonal to: near contact, the difference of
/// the closest points is too short to be a good direction by itself.
pub(crate) fn squared_up(n: DVec3, edges: &[DVec3], slant: f64) -> DVec3 {
    let mut n = n;
    for &edge in edges {
        let e = unit(edge);
        if n.dot(e).abs() < slant {
            n -= e * n.dot(e);
            n -= e * n.dot(e);
        }
    }
    unit(n)
}

/// Whether the triangles certainly intersect when each corner may be off by `error`.
pub(crate) fn certainly_intersect(a: &[DVec3; 3], b: &[DVec3; 3], error: f64) -> bool {
    (0..3).any(|i| {
        certainly_pierces(a[i], a[(i + 1) % 3], b, error)
            || certainly_pierces(b[i], b[(i + 1) % 3], a, error)
    })
}

/// Five volumes have certain signs: the segment's ends are on either side of the plane, and its line passes the
/// triangle's edges on one side.
fn certainly_pierces(p0: DVec3, p1: DVec3, t: &[DVec3; 3], error: f64) -> bool {
    let sign = |x: DVec3, y: DVec3, z: DVec3| {
        let volume = x.dot(y.cross(z));
        let (x, y, z) = (
            length(x) + 2.0 * error,
            length(y) + 2.0 * error,
            length(z) + 2.0 * error,
        );
        // A difference of two corners is off by twice their error and half a unit.
        let doubt = 3.0 * error * (x * y + y * z + z * x) + 16.0 * UNIT * x * y * z;
        if volume > doubt {
            1
        } else if volume < -doubt {
            -1
        } else {
            0
        }
    };
    let above = |p: DVec3| sign(t[0] - p, t[1] - p, t[2] - p);
    let (s0, s1) = (above(p0), above(p1));
    if s0 == 0 || s1 == 0 || s0 == s1 {
        return false;
    }
    let edge = p1 - p0;
    let side = |i: usize| sign(edge, t[i] - p0, t[(i + 1) % 3] - p0);
    let first = side(0);
    first != 0 && side(1) == first && side(2) == first
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scaled(triangle: [[f64; 3]; 3], exponent: i32) -> [DVec3; 3] {
        triangle.map(|corner| DVec3::from_array(corner.map(|x| libm::scalbn(x, exponent))))
    }

    #[test]
    fn pierced_triangles_have_no_distance_at_any_scale() {
        let floor = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
        let spike = [[1.0, 1.0, -1.0], [1.0, 1.0, 3.0], [5.0, 5.0, 3.0]];
        let above = spike.map(|[x, y, z]| [x, y, z + 2.0]);
        for exponent in -1070..=1020 {
            let (a, b, c) = (
                scaled(floor, exponent),
                scaled(spike, exponent),
                scaled(above, exponent),
            );
            let size = libm::scalbn(1.0, exponent);
            assert_eq!(triangle_distance(&a, &b).distance, 0.0, "2^{exponent}");
            assert_eq!(triangle_distance(&a, &c).distance, size, "2^{exponent}");
            // Queries have lengths within 1e-60 and 1e60, and look themselves.
            if (-199..=199).contains(&exponent) {
                let largest = 5.0 * size;
                assert_eq!(
                    closest_points(&a, &b, largest).distance,
                    0.0,
                    "2^{exponent}"
                );
                assert_eq!(
                    closest_points(&a, &c, largest).distance,
                    size,
                    "2^{exponent}"
                );
            }
        }
    }

    #[test]
    fn directions_of_any_length_are_made_units() {
        for exponent in -1070..=1020 {
            let v = DVec3::new(2.0, -3.0, 6.0)
                .to_array()
                .map(|x| libm::scalbn(x, exponent));
            let n = unit(DVec3::from_array(v));
            assert!((length(n) - 1.0).abs() <= 4.0 * UNIT, "2^{exponent}: {n}");
            assert!((n.x - 2.0 / 7.0).abs() <= 4.0 * UNIT, "2^{exponent}: {n}");
        }
        for v in [
            DVec3::ZERO,
            DVec3::NAN,
            DVec3::INFINITY,
            DVec3::new(0.0, f64::NAN, 1.0),
        ] {
            assert_eq!(unit(v), DVec3::ZERO);
        }
    }

    /// Numbers in [-1, 1) that look like chance.
    fn chance(state: &mut u64) -> f64 {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (*state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// Small triangles over, beside and through large ones, some flat or in one plane: what is found over a face is what all pairs of
    /// features give, and the gap that is told is there.
    #[test]
    fn what_is_over_a_face_is_closest() {
        let state = &mut 1;
        let mut over = 0;
        for case in 0..20_000 {
            let [large, small, height] = [(); 3].map(|()| {
                let power = (4.0 * chance(state)) as i32;
                libm::scalbn(1.0, 3 * power)
            });
            let mut triangle = |size: f64| {
                [(); 3].map(|()| size * DVec3::new(chance(state), chance(state), chance(state)))
            };
            let (mut a, mut b) = (triangle(large), triangle(small));
            let to = DVec3::new(chance(state), chance(state), chance(state)) * height;
            b = b.map(|corner| corner + to);
            match case % 8 {
                0 => a = a.map(|corner| DVec3::new(corner.x, corner.y, 0.0)),
                1 => b = [b[0], b[1], b[0]],
                2 => {
                    (a, b) = (
                        a.map(|p| p * DVec3::new(1.0, 1.0, 0.0)),
                        b.map(|p| p * DVec3::new(1.0, 1.0, 0.0)),
                    )
                }
                _ => {}
            }
            if case % 3 == 0 {
                core::mem::swap(&mut a, &mut b);
            }
            let largest = large + small + height;
            let found = closest_within(&a, &b, f64::INFINITY, largest).unwrap();
            let all = closest_of_all(&a, &b, [normal(&a), normal(&b)], f64::INFINITY).unwrap();
            let (distance, known) = (found.points.distance, all.points.distance);
            assert!(
                (distance - known).abs() <= 1e-11 * known + 64.0 * UNIT * largest,
                "{case}: {distance} {known}"
            );
            let Some((direction, gap)) = found.across else {
                continue;
            };
            over += 1;
            assert!((length(direction) - 1.0).abs() <= 5.0 * UNIT);
            assert!(
                (support_gap(&a, &b, direction) - gap).abs() <= 32.0 * UNIT * largest,
                "{case}"
            );
            assert!(
                distance * (1.0 - 2e-12) <= gap + 64.0 * UNIT * largest,
                "{case}"
            );
            // A limit that is a little less is seen to be exceeded, one that is a little more is not.
            if gap > 1e-9 * largest {
                assert!(
                    closest_within(&a, &b, gap * (1.0 - 1e-6), largest).is_none(),
                    "{case}"
                );
                assert!(
                    closest_within(&a, &b, gap * (1.0 + 1e-6), largest).is_some(),
                    "{case}"
                );
            }
        }
        assert!(over > 2000, "{over}");
    }
}
