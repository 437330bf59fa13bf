//! The peer that most libraries have: roots of the coplanarity cubic in plain floating point, then an inside test with an
//! epsilon. Written for these benchmarks after the common recipe, with nothing proven.

use glam::DVec3;
use osculate::query::points::{LinearPair, PairKind};

/// How far outside a weight may be and still count as inside.
const INSIDE: f64 = 1e-6;

/// When the features of a vertex-face or edge-edge pair first touch, as far as plain floating point can tell.
pub fn first_contact(pair: &LinearPair) -> Option<f64> {
    let points = pair.points();
    let at = |i: usize| (points[i].start(), points[i].end() - points[i].start());
    let (a, b, c, d) = (at(0), at(1), at(2), at(3));
    // Positions and velocities of the three differences whose determinant vanishes when all four points are in one plane.
    let minus = |p: (DVec3, DVec3), q: (DVec3, DVec3)| (p.0 - q.0, p.1 - q.1);
    let edges = pair.kind() == PairKind::EdgeEdge;
    let (x, y, z) = if edges {
        (minus(b, a), minus(d, c), minus(c, a))
    } else {
        (minus(c, b), minus(d, b), minus(a, b))
    };
    let cross = [
        x.0.cross(y.0),
        x.0.cross(y.1) + x.1.cross(y.0),
        x.1.cross(y.1),
    ];
    let cubic = [
        z.0.dot(cross[0]),
        z.0.dot(cross[1]) + z.1.dot(cross[0]),
        z.0.dot(cross[2]) + z.1.dot(cross[1]),
        z.1.dot(cross[2]),
    ];
    let touch = |t: f64| {
        let [x, y, z] = [x, y, z].map(|(place, rate)| place + t * rate);
        if edges {
            edges_touch(x, y, z)
        } else {
            inside_face(x, y, z)
        }
    };
    first_root(cubic, touch)
}

/// Whether `z` is in the triangle of the origin, `x` and `y`, given that it is in its plane.
fn inside_face(x: DVec3, y: DVec3, z: DVec3) -> bool {
    let (xx, xy, yy) = (x.dot(x), x.dot(y), y.dot(y));
    let (xz, yz) = (x.dot(z), y.dot(z));
    let area = xx * yy - xy * xy;
    let (u, v) = ((yy * xz - xy * yz) / area, (xx * yz - xy * xz) / area);
    u >= -INSIDE && v >= -INSIDE && u + v <= 1.0 + INSIDE
}

/// Whether the segment along `x` from the origin meets the one along `y` from `z`, given that they are in one plane.
fn edges_touch(x: DVec3, y: DVec3, z: DVec3) -> bool {
    let (xx, xy, yy) = (x.dot(x), x.dot(y), y.dot(y));
    let (xz, yz) = (x.dot(z), y.dot(z));
    let area = xx * yy - xy * xy;
    let (u, v) = ((yy * xz - xy * yz) / area, (xy * xz - xx * yz) / area);
    let within = |weight: f64| (-INSIDE..=1.0 + INSIDE).contains(&weight);
    within(u) && within(v)
}

/// The first root in `[0, 1]` that `accept` takes: Newton's iteration, kept in its bracket, on the monotone pieces.
fn first_root(c: [f64; 4], accept: impl Fn(f64) -> bool) -> Option<f64> {
    let value = |t: f64| ((c[3] * t + c[2]) * t + c[1]) * t + c[0];
    let slope = |t: f64| (3.0 * c[3] * t + 2.0 * c[2]) * t + c[1];
    let mut ends = [0.0, 1.0, 1.0, 1.0];
    let mut count = 1;
    let discriminant = c[2] * c[2] - 3.0 * c[3] * c[1];
    if discriminant > 0.0 {
        let m = -(c[2] + discriminant.sqrt().copysign(c[2]));
        let (p, q) = (m / (3.0 * c[3]), c[1] / m);
        for turn in [p.min(q), p.max(q)] {
            if turn > 0.0 && turn < 1.0 {
                ends[count] = turn;
                count += 1;
            }
        }
    }
    for piece in 0..count {
        let (mut low, mut high) = (ends[piece], ends[piece + 1]);
        let (at_low, at_high) = (value(low), value(high));
        if at_low * at_high > 0.0 {
            continue;
        }
        let mut t = 0.5 * (low + high);
        for _ in 0..50 {
            let at = value(t);
            if (at > 0.0) == (at_low > 0.0) {
                low = t;
            } else {
                high = t;
            }
            let newton = t - at / slope(t);
            let next = match newton > low && newton < high {
                true => newton,
                false => 0.5 * (low + high),
            };
            let moved = (next - t).abs();
            t = next;
            if moved < 1e-12 {
                break;
            }
        }
        if accept(t) {
            return Some(t);
        }
    }
    None
}
