//! Few points of many that hold a body as well as all do.

use crate::numbers::rounding::length;
use crate::query::hulls::manifold::{ContactPoint, POINTS, area};
use glam::DVec3;

/// The deepest point, and up to three that span the largest area with it, by their numbers. Points that are within `apart` of
/// what the others span are left out. Of points that are as deep to within `level`, the outermost counts as the deepest: where
/// a face lies flat, rounding must not choose one in the middle.
pub(super) fn spread(points: &[ContactPoint], level: f64, apart: f64) -> ([usize; POINTS], usize) {
    let mut chosen = [0; POINTS];
    if points.is_empty() {
        return (chosen, 0);
    }
    let place = |number: usize| points[number].point_b;
    let middle = (0..points.len()).map(place).sum::<DVec3>() / points.len() as f64;
    let least = |least: f64, point: &ContactPoint| least.min(point.separation);
    let deepest = points.iter().fold(f64::INFINITY, least);
    let as_deep = |number: usize| points[number].separation <= deepest + level;
    let out = |number: usize| {
        let arm = place(number) - middle;
        if as_deep(number) { arm.dot(arm) } else { -1.0 }
    };
    chosen[0] = best(points.len(), out).0;
    let first = place(chosen[0]);
    let arm = |number: usize| place(number) - first;
    let (second, far) = best(points.len(), |number| length(arm(number)));
    if !(far > apart) {
        return (chosen, 1);
    }
    chosen[1] = second;
    let line = arm(second);
    // Twice an area is a length times a width.
    let (third, wide) = best(points.len(), |number| length(line.cross(arm(number))));
    if !(wide > apart * far) {
        return (chosen, 2);
    }
    chosen[2] = third;
    let before = length(line.cross(arm(third)));
    let (fourth, most) = best(points.len(), |number| area([line, arm(third), arm(number)]));
    if !(most - before > apart * far) {
        return (chosen, 3);
    }
    chosen[3] = fourth;
    (chosen, POINTS)
}

/// The first number whose measure is largest, and that.
fn best(count: usize, measure: impl Fn(usize) -> f64) -> (usize, f64) {
    let mut best = (0, f64::NEG_INFINITY);
    for number in 0..count {
        let size = measure(number);
        if size > best.1 {
            best = (number, size);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(points: &[([f64; 2], f64)]) -> alloc::vec::Vec<usize> {
        let point = |&([x, y], separation): &([f64; 2], f64)| ContactPoint {
            separation,
            ..ContactPoint::new(
                DVec3::new(x, y, separation),
                DVec3::new(x, y, 0.0),
                DVec3::Z,
            )
        };
        let points: alloc::vec::Vec<ContactPoint> = points.iter().map(point).collect();
        let (chosen, count) = spread(&points, 1e-9, 1e-6);
        let mut chosen = chosen[..count].to_vec();
        chosen.sort_unstable();
        chosen
    }

    #[test]
    fn the_corners_of_a_flat_face_are_chosen() {
        let mut points = alloc::vec![([0.1, 0.2], -1e-12)];
        for i in 0..=10 {
            for j in 0..=10 {
                points.push(([f64::from(i) - 5.0, f64::from(j) - 5.0], 0.0));
            }
        }
        assert_eq!(chosen(&points), [1, 11, 111, 121]);
        // The deepest one stays, wherever it is.
        points[0].1 = -1e-3;
        assert_eq!(chosen(&points)[0], 0);
        assert_eq!(chosen(&points).len(), 4);
    }

    #[test]
    fn points_on_a_spot_or_a_line_are_not_told_twice() {
        assert_eq!(chosen(&[]).len(), 0);
        assert_eq!(chosen(&[([1.0, 1.0], 0.5); 7]), [0]);
        let line = [
            ([0.0, 0.0], 0.1),
            ([1.0, 1.0], 0.1),
            ([3.0, 3.0], 0.1),
            ([2.0, 2.0], 0.1),
        ];
        assert_eq!(chosen(&line), [0, 2]);
        let corner = [
            ([0.0, 0.0], 0.1),
            ([1.0, 0.0], 0.1),
            ([0.0, 1.0], 0.1),
            ([0.2, 0.2], 0.1),
        ];
        assert_eq!(chosen(&corner), [0, 1, 2]);
    }
}
