//! The smallest ball around points: Gärtner's pivoting.

use super::CutBall;
use crate::numbers::rounding::{UNIT, sqrt};
use glam::DVec3;

/// More passes than any cloud has been seen to need (a dozen); they end there all the same, with a ball that
/// holds every point but may be too large.
const PASSES: usize = 100;

/// A centre that moves by x makes the ball larger by x² only, so a ball of the same size to the last bit may be on the
/// way to a better one; after so many in a row it is not.
const PATIENCE: usize = 8;

/// Squared distances that differ by less than this factor count as equal: ten times what their rounding amounts to.
const SAME: f64 = 1.0 + 64.0 * UNIT;

impl CutBall {
    /// Finds the smallest ball around points by Gärtner's pivoting (*Fast and robust smallest enclosing balls*, 1999):
    /// the farthest point joins the at most four that hold the ball, and the smallest ball around those five is held
    /// by at most four again. Every pass is a scan of all points; a handful will do.
    ///
    /// # Panics
    /// If there are no points.
    pub(crate) fn enclosing(points: &[DVec3]) -> CutBall {
        // A point at either end of every axis.
        let mut ends = [points[0]; 6];
        for &point in points {
            for axis in 0..3 {
                if point[axis] < ends[axis][axis] {
                    ends[axis] = point;
                }
                if point[axis] > ends[axis + 3][axis] {
                    ends[axis + 3] = point;
                }
            }
        }
        let extent = (0..3).fold(0.0_f64, |most, axis| {
            most.max(ends[axis + 3][axis] - ends[axis][axis])
        });
        if extent == 0.0 {
            return CutBall::ball(points[0], 0.0);
        }
        let mut ball = Held::around(points[0], scale_of(extent));
        if points.len() > 2 * ends.len() {
            // Half the passes are over these six.
            ball.tighten(&ends);
        }
        let (centre, square) = ball.tighten(points);
        // The centre is the stored one, so a difference, a square, two sums and a root are all that has been rounded:
        // less than four units of the radius. The scaled extent is from 2^-74 to 2, so what underflows in one
        // coordinate is nothing beside the farthest point's. Scaling back is exact unless the radius is subnormal,
        // and then errs by half a step.
        let radius = sqrt(square) * (1.0 + 8.0 * UNIT) / ball.scale;
        CutBall::ball(centre, radius.next_up())
    }
}

/// A power of two that brings this length to between 1 and 2, or as near as one goes: no product of six lengths
/// underflows then.
fn scale_of(length: f64) -> f64 {
    let exponent = (length.to_bits() >> 52) as i64 - 1023;
    f64::from_bits(((1023 - exponent.max(-1000)) as u64) << 52)
}

/// The point farthest from `centre`, and its squared distance in scaled units.
fn farthest(points: &[DVec3], centre: DVec3, scale: f64) -> (DVec3, f64) {
    let mut found = (points[0], -1.0);
    for &point in points {
        let arm = (point - centre) * scale;
        let square = arm.dot(arm);
        if square > found.1 {
            found = (point, square);
        }
    }
    found
}

/// The smallest ball around at most four points, all on its surface.
#[derive(Clone, Copy)]
struct Held {
    points: [DVec3; 4],
    count: usize,
    centre: DVec3,
    /// The squared radius, in scaled units.
    square: f64,
    scale: f64,
}

/// A ball about `centre`, seen from the newest point, that is held by this point and `others`.
#[derive(Clone, Copy)]
struct Offer {
    centre: DVec3,
    square: f64,
    others: &'static [usize],
}

impl Held {
    fn around(point: DVec3, scale: f64) -> Held {
        Held {
            points: [point; 4],
            count: 1,
            centre: point,
            square: 0.0,
            scale,
        }
    }

    /// Takes in the farthest point until none is outside. Returns the centre whose farthest point was the nearest of
    /// all passes, and the squared distance of that point.
    fn tighten(&mut self, points: &[DVec3]) -> (DVec3, f64) {
        let mut best = (self.centre, f64::INFINITY);
        let mut idle = 0;
        for _ in 0..PASSES {
            let (point, square) = farthest(points, self.centre, self.scale);
            let mut progress = square < best.1;
            if progress {
                best = (self.centre, square);
            }
            // In exact numbers no point that holds the ball is outside.
            let inside = square <= self.square * SAME;
            if inside || self.points[..self.count].contains(&point) {
                break;
            }
            let before = self.square;
            self.take_in(point);
            progress |= self.square > before;
            idle = if progress { 0 } else { idle + 1 };
            if idle == PATIENCE {
                break;
            }
        }
        best
    }

    /// Makes this the smallest ball around its points and one outside: this one holds it, with one to three others.
    fn take_in(&mut self, point: DVec3) {
        let mut arms = [DVec3::ZERO; 4];
        let arms = &mut arms[..self.count];
        for (arm, &held) in arms.iter_mut().zip(&self.points) {
            *arm = (held - point) * self.scale;
        }
        let best = smallest(arms);
        let mut points = [point; 4];
        for (slot, &other) in points[1..].iter_mut().zip(best.others) {
            *slot = self.points[other];
        }
        self.points = points;
        self.count = 1 + best.others.len();
        self.centre = point + best.centre / self.scale;
        self.square = best.square;
    }
}

/// The smallest ball around the origin and one to four points, of those that have the origin on their surface.
///
/// Every ball on offer is as large as it must be to hold all of the points, so near-degenerate triangles and
/// tetrahedra, whose centres are badly known, lose to their sides where these do better: by then the difference is
/// of second order in what makes them degenerate.
fn smallest(arms: &[DVec3]) -> Offer {
    const ONE: [[usize; 1]; 4] = [[0], [1], [2], [3]];
    const TWO: [[usize; 2]; 6] = [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]];
    const THREE: [[usize; 3]; 4] = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];
    // How many subsets there are among the first so many points.
    let (twos, threes) = match arms.len() {
        0 | 1 => (0, 0),
        2 => (1, 0),
        3 => (3, 1),
        _ => (6, 4),
    };
    // NaN from a degenerate subset stays NaN, and is smaller than nothing.
    let reach = |centre: DVec3| {
        arms.iter().fold(centre.dot(centre), |most, &arm| {
            let square = (centre - arm).dot(centre - arm);
            if square > most { square } else { most }
        })
    };
    let mut best = Offer {
        centre: DVec3::ZERO,
        square: f64::INFINITY,
        others: &[],
    };
    // Whether the ball holds all points just as it is: then none smaller does, if its centre is amid its holders.
    let mut offer = |centre: DVec3, others: &'static [usize]| {
        let square = reach(centre);
        if square < best.square {
            best = Offer {
                centre,
                square,
                others,
            };
        }
        (square <= centre.dot(centre) * SAME).then_some(best)
    };
    let mut squares = [0.0; 4];
    for (i, arm) in arms.iter().enumerate() {
        squares[i] = arm.dot(*arm);
        if let Some(found) = offer(0.5 * *arm, &ONE[i]) {
            return found;
        }
    }
    for others in &TWO[..twos] {
        let &[i, j] = others;
        let along = arms[i].dot(arms[j]);
        // The centre is amid an acute triangle only; of any other a side holds the ball.
        if along < 0.0 || along > squares[i] || along > squares[j] {
            continue;
        }
        let normal = arms[i].cross(arms[j]);
        let across = (squares[i] * arms[j] - squares[j] * arms[i]).cross(normal);
        if let Some(found) = offer(across / (2.0 * normal.dot(normal)), others) {
            return found;
        }
    }
    for others in &THREE[..threes] {
        let &[i, j, k] = others;
        let normal = arms[j].cross(arms[k]);
        let sum = squares[i] * normal
            + squares[j] * arms[k].cross(arms[i])
            + squares[k] * arms[i].cross(arms[j]);
        // No centre is known to be amid its tetrahedron, so the smallest of all has to be found.
        let _ = offer(sum / (2.0 * arms[i].dot(normal)), others);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::icosphere;
    use crate::numbers::double::Double;
    use alloc::vec::Vec;
    use osculate_judge::seeded::{self, Seeded};

    type Doubles = [Double; 3];

    fn minus(a: DVec3, b: DVec3) -> Doubles {
        core::array::from_fn(|i| Double::from(a[i]) - Double::from(b[i]))
    }

    /// Times a power of two: exact, where a product of parts might overflow.
    fn scaled(x: Double, scale: f64) -> Double {
        Double {
            high: x.high * scale,
            low: x.low * scale,
        }
    }

    fn dot(a: &Doubles, b: &Doubles) -> Double {
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }

    fn determinant(m: &[[Double; 3]; 3]) -> Double {
        let minor = |i: usize, j: usize| m[1][i] * m[2][j] - m[1][j] * m[2][i];
        m[0][0] * minor(1, 2) - m[0][1] * minor(0, 2) + m[0][2] * minor(0, 1)
    }

    /// The centre of the ball held by `subset`, in its own plane or space, as seen from its first point.
    fn centre(subset: &[Doubles]) -> Doubles {
        let arms: Vec<Doubles> = subset[1..]
            .iter()
            .map(|p| core::array::from_fn(|i| p[i] - subset[0][i]))
            .collect();
        // Gram's equations: 2·(arm · centre) = arm², padded with ones to three by three.
        let zero = Double::ZERO;
        let one = Double::from(1.0);
        let mut gram = [[one, zero, zero], [zero, one, zero], [zero, zero, one]];
        let mut half = [zero; 3];
        for (i, a) in arms.iter().enumerate() {
            for (j, b) in arms.iter().enumerate() {
                gram[i][j] = dot(a, b);
            }
            half[i] = dot(a, a) * Double::from(0.5);
        }
        let whole = determinant(&gram);
        let mut centre = subset[0];
        for (k, arm) in arms.iter().enumerate() {
            let mut replaced = gram;
            for row in 0..3 {
                replaced[row][k] = half[row];
            }
            let weight = determinant(&replaced) / whole;
            for i in 0..3 {
                centre[i] = centre[i] + weight * arm[i];
            }
        }
        centre
    }

    /// The smallest radius by trying all subsets of two to four points, with twice the precision.
    fn brute_force(points: &[DVec3]) -> f64 {
        let extent = points
            .iter()
            .fold(0.0, |most, &p| f64::max(most, (p - points[0]).length()));
        let scale = scale_of(extent);
        let points: Vec<Doubles> = points
            .iter()
            .map(|&p| minus(p, points[0]).map(|x| scaled(x, scale)))
            .collect();
        let mut best = f64::INFINITY;
        let mut attempt = |subset: &[Doubles]| {
            let middle = centre(subset);
            let mut most = 0.0;
            for point in &points {
                let arm = core::array::from_fn(|i| point[i] - middle[i]);
                let square = dot(&arm, &arm).high;
                // NaN, from a subset without a centre, too.
                if !(square < best) {
                    return;
                }
                most = f64::max(most, square);
            }
            best = most;
        };
        let n = points.len();
        for i in 0..n {
            for j in i + 1..n {
                attempt(&[points[i], points[j]]);
                for k in j + 1..n {
                    attempt(&[points[i], points[j], points[k]]);
                    for l in k + 1..n {
                        attempt(&[points[i], points[j], points[k], points[l]]);
                    }
                }
            }
        }
        sqrt(best) / scale
    }

    impl CutBall {
        /// Whether none of the points is outside, with twice the precision.
        pub(crate) fn holds(&self, points: &[DVec3]) -> bool {
            if self.radius == 0.0 {
                return points.iter().all(|&point| point == self.centre);
            }
            let scale = scale_of(self.radius);
            let radius = scaled(Double::from(self.radius), scale);
            points.iter().all(|&point| {
                let arm = minus(point, self.centre).map(|x| scaled(x, scale));
                (dot(&arm, &arm) - radius * radius).high <= 0.0
            })
        }
    }

    /// Where the centre lies between numbers, the radius may be larger by half of their distance along each axis.
    fn grain(sphere: &CutBall) -> f64 {
        2.0 * UNIT * sphere.centre.abs().max_element()
    }

    fn assert_smallest(points: &[DVec3]) {
        let sphere = CutBall::enclosing(points);
        assert!(sphere.holds(points));
        let radius = brute_force(points);
        assert!(
            sphere.radius <= radius * (1.0 + 1e-12) + grain(&sphere)
                && sphere.radius >= radius * (1.0 - 1e-12),
            "{sphere:?} instead of {radius} around {points:?}"
        );
    }

    struct Numbers(Seeded);

    impl Numbers {
        fn next(&mut self) -> f64 {
            let bits = self.0.bits();
            (bits >> 11) as f64 / 4_503_599_627_370_496.0 - 1.0
        }

        fn point(&mut self) -> DVec3 {
            DVec3::new(self.next(), self.next(), self.next())
        }

        fn points(&mut self, count: usize) -> Vec<DVec3> {
            (0..count).map(|_| self.point()).collect()
        }
    }

    #[test]
    fn small_clouds_are_held_by_the_smallest_ball() {
        let mut numbers = Numbers(Seeded::new(1));
        for count in 1..=12 {
            for _ in 0..seeded::cases(15) {
                assert_smallest(&numbers.points(count.max(2)));
                // In a plane, on a line, and each point twice.
                let (x, y) = (numbers.point(), numbers.point());
                let flat: Vec<DVec3> = (0..count)
                    .map(|_| numbers.next() * x + numbers.next() * y)
                    .collect();
                let straight: Vec<DVec3> = (0..count).map(|_| y + numbers.next() * x).collect();
                let twice: Vec<DVec3> = flat.iter().chain(&flat).copied().collect();
                for points in [flat, straight, twice] {
                    if count > 1 {
                        assert_smallest(&points);
                    } else {
                        assert!(CutBall::enclosing(&points).holds(&points));
                    }
                }
            }
        }
    }

    #[test]
    fn one_point_is_a_ball_without_radius() {
        for point in [DVec3::ZERO, DVec3::new(1e60, 5e-324, -0.1)] {
            let sphere = CutBall::enclosing(&[point; 9]);
            assert_eq!((sphere.centre, sphere.radius), (point, 0.0));
        }
    }

    #[test]
    fn points_of_spheres_circles_and_grids() {
        for count in [20, 80] {
            assert_smallest(icosphere(3.0, count).unwrap().vertices());
        }
        for count in [3, 4, 12, 24] {
            let circle: Vec<DVec3> = (0..count)
                .map(|i| {
                    let angle = core::f64::consts::TAU * f64::from(i) / f64::from(count);
                    DVec3::new(libm::cos(angle), libm::sin(angle), 0.25)
                })
                .collect();
            assert_smallest(&circle);
        }
        for [width, depth, height] in [[3, 3, 3], [5, 5, 1], [7, 2, 2], [2, 2, 2], [20, 1, 1]] {
            let grid: Vec<DVec3> = (0..width * depth * height)
                .map(|i| [i % width, i / width % depth, i / width / depth])
                .map(|cell| DVec3::from_array(cell.map(f64::from)))
                .collect();
            assert_smallest(&grid);
        }
    }

    #[test]
    fn large_clouds_are_held_by_the_smallest_ball() {
        let mut numbers = Numbers(Seeded::new(2));
        for round in 0..60 {
            let mut points = numbers.points(1_000);
            if round % 2 == 1 {
                points.iter_mut().for_each(|p| p.z *= 1e-3);
            }
            let sphere = CutBall::enclosing(&points);
            assert!(sphere.holds(&points));
            // The ball around a few of the points is not larger than that around all.
            points.sort_by(|&a, &b| {
                let square = |p: DVec3| (p - sphere.centre).dot(p - sphere.centre);
                square(b).total_cmp(&square(a))
            });
            let least = brute_force(&points[..16]);
            assert!(sphere.radius <= least * (1.0 + 1e-12), "{round}: {least}");
            points.iter_mut().for_each(|p| *p /= sqrt(p.dot(*p)));
            let sphere = CutBall::enclosing(&points);
            assert!(sphere.holds(&points));
            assert!(sphere.centre.length() < 1e-12 && (sphere.radius - 1.0).abs() < 1e-12);
        }
        let ball = icosphere(2.0, 20_000).unwrap();
        let sphere = CutBall::enclosing(ball.vertices());
        assert!(sphere.centre.length() < 1e-14 && (sphere.radius - 2.0).abs() < 1e-14);
    }

    #[test]
    fn nearly_degenerate_holders() {
        let mut numbers = Numbers(Seeded::new(3));
        for exponent in 1..20 {
            let tiny = libm::pow(10.0, -f64::from(exponent));
            for _ in 0..40 {
                // Square and triangle, bent a little; two pairs, a pair and a point, a pair and two, all but the same.
                let [w, x, y, z] = core::array::from_fn(|_| tiny * numbers.point());
                let (u, v) = (DVec3::X, DVec3::Y);
                assert_smallest(&[u + w, v + x, -u + y, -v + z]);
                assert_smallest(&[u + w, 0.8 * v - 0.6 * u + x, -0.6 * u - 0.8 * v + y, z]);
                assert_smallest(&[u + w, u + x, -u + y, -u + z]);
                assert_smallest(&[u + tiny * v, u - tiny * v, -u + tiny * DVec3::Z, -u + w]);
                assert_smallest(&[u + w, u + x, -u + y]);
                assert_smallest(&[u + w, u + x, v + y, z]);
                assert_smallest(&[u, -u, (1.0 + tiny) * v, -(1.0 + tiny) * v + w, z]);
                assert_smallest(&[u, -u, (1.0 + tiny) * v, (1.0 + tiny * tiny) * DVec3::Z]);
            }
        }
    }

    #[test]
    fn any_size_and_any_distance() {
        let mut numbers = Numbers(Seeded::new(4));
        for exponent in (-50..=50).step_by(5) {
            let size = libm::pow(10.0, f64::from(exponent));
            for _ in 0..10 {
                let points: Vec<DVec3> = numbers.points(8).iter().map(|&p| size * p).collect();
                assert_smallest(&points);
            }
        }
        for distance in [1e3, 1e8, 1e12, 1e16] {
            for count in [2, 3, 6, 14] {
                let middle = distance * numbers.point();
                let cluster: Vec<DVec3> = numbers
                    .points(count)
                    .iter()
                    .map(|&p| middle + 8.0 * p)
                    .collect();
                assert_smallest(&cluster);
            }
        }
        // Sizes that are mere corners of a mesh may be anything down to the last bit.
        for size in [1e-160, 1e-300, 3e-308, 1e-320, 5e-324] {
            for far in [0.0, 1.0, 1e60] {
                let points = [
                    DVec3::new(far, 0.0, 0.0),
                    DVec3::new(far, size, 0.0),
                    DVec3::new(far, size, 7.0 * size),
                ];
                let sphere = CutBall::enclosing(&points);
                assert!(sphere.holds(&points));
                assert!(sphere.radius <= 5.0 * size);
            }
        }
    }
}
