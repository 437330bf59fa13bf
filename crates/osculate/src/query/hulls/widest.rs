//! The points of a contact that hold a body best: the deepest, and three that span the largest area with it.

use super::manifold::POINTS;
use super::meeting_faces::Met;
use glam::DVec2;

/// Up to so many points are looked at.
const MOST: usize = 64;

/// Two quadrilaterals have no more corners in common: most faces get by with less memory to clear.
const FEW: usize = 9;

/// The numbers of the deepest point, first, and of up to three others that span the largest area with it. The points are the corners
/// of a convex outline, one after the other; if the first is `alone`, it is not of that, and the deepest.
///
/// Of corners that follow each other from the deepest on, twice the area of it and i, j, k is that of the triangle to i and j and that
/// of the triangle to j and k: so for each j the best i before it and the best k after it are looked for by themselves.
pub(crate) fn widest(met: &[Met], alone: bool) -> ([usize; POINTS], usize) {
    let count = met.len();
    let mut chosen = deepest_first(count, |number| met[number].separation());
    if count <= POINTS {
        return (chosen, count);
    }
    let deepest = chosen[0];
    let best = if count <= FEW {
        widest_around::<FEW>(met, deepest, alone)
    } else {
        widest_around::<MOST>(met, deepest, alone)
    };
    for (slot, step) in chosen[1..].iter_mut().zip(best) {
        *slot = after(deepest, step, count);
    }
    (chosen, POINTS)
}

/// The corner that comes so many after the next one.
#[inline(always)]
fn after(deepest: usize, step: usize, count: usize) -> usize {
    let number = deepest + 1 + step;
    if number < count {
        number
    } else {
        number - count
    }
}

/// Which three of up to `N` corners span the largest area with the deepest, by the steps to them.
fn widest_around<const N: usize>(met: &[Met], deepest: usize, alone: bool) -> [usize; 3] {
    let count = met.len();
    let more = (count - 1).min(N);
    // Every corner once, from the one after the deepest on.
    let mut arms = [DVec2::ZERO; N];
    for (step, arm) in arms[..more].iter_mut().enumerate() {
        *arm = met[after(deepest, step, count)].across - met[deepest].across;
    }
    let (mut best, mut largest) = ([0, 1, 2], f64::NEG_INFINITY);
    // Around a point that is none of the corners, any of them may be the one to begin with.
    for begin in 0..if alone { more } else { 1 } {
        if begin > 0 {
            arms[..more].rotate_left(1);
        }
        let (area, found) = widest_from(&arms[..more]);
        if area > largest {
            (best, largest) = (found.map(|at| (at + begin) % more), area);
        }
    }
    best
}

/// The number of the deepest of so many points, and after it those of all others, if that is no more than [`POINTS`] in all.
#[inline]
pub(crate) fn deepest_first(count: usize, separation: impl Fn(usize) -> f64) -> [usize; POINTS] {
    let (mut deepest, mut least) = (0, f64::NAN);
    for number in 0..count {
        let separation = separation(number);
        // The first is less than no number.
        if number == 0 || separation < least {
            (deepest, least) = (number, separation);
        }
    }
    let mut chosen = [deepest; POINTS];
    if count <= POINTS {
        let others = (0..count).filter(|&number| number != deepest);
        for (slot, number) in chosen[1..].iter_mut().zip(others) {
            *slot = number;
        }
    }
    chosen
}

/// The three of at least that many that span the largest area with the origin, if they follow each other around it; and twice that.
fn widest_from(arms: &[DVec2]) -> (f64, [usize; 3]) {
    let (mut best, mut largest) = ([0, 1, 2], f64::NEG_INFINITY);
    for j in 1..arms.len() - 1 {
        let arm = arms[j];
        let (mut before, mut i) = (f64::NEG_INFINITY, 0);
        for (at, other) in arms[..j].iter().enumerate() {
            let doubled = other.perp_dot(arm);
            if doubled > before {
                (before, i) = (doubled, at);
            }
        }
        let (mut after, mut k) = (f64::NEG_INFINITY, j + 1);
        for (at, other) in arms.iter().enumerate().skip(j + 1) {
            let doubled = arm.perp_dot(*other);
            if doubled > after {
                (after, k) = (doubled, at);
            }
        }
        if before + after > largest {
            (best, largest) = ([i, j, k], before + after);
        }
    }
    (largest, best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::Feature;
    use alloc::vec::Vec;

    /// Twice the area of the convex hull of four points: the largest of the three ways to join them.
    fn area(points: [DVec2; 4]) -> f64 {
        let [p, q, r, s] = points;
        let doubled = |u: DVec2, v: DVec2| u.perp_dot(v).abs();
        doubled(r - p, s - q)
            .max(doubled(q - p, s - r))
            .max(doubled(s - p, q - r))
    }

    fn met(across: DVec2, separation: f64) -> Met {
        Met::new(across, [separation, 0.0], [Feature::Surface; 2])
    }

    fn around(count: usize, turn: f64) -> Vec<Met> {
        let corner = |number: usize| {
            let angle = turn + 6.2 * libm::pow(number as f64 / count as f64, 1.3);
            let separation = libm::sin(5.0 * angle + turn);
            met(
                DVec2::new(3.0 * libm::cos(angle), libm::sin(angle)),
                separation,
            )
        };
        (0..count).map(corner).collect()
    }

    /// All triples are tried.
    fn largest(met: &[Met], deepest: usize) -> f64 {
        let at = |number: usize| met[number].across;
        let mut largest = 0.0_f64;
        for i in 0..met.len() {
            for j in 0..i {
                for k in 0..j {
                    largest = largest.max(area([at(deepest), at(i), at(j), at(k)]));
                }
            }
        }
        largest
    }

    #[test]
    fn the_largest_area_is_found() {
        for count in 5..20 {
            for turn in [0.1, 0.7, 1.9, 4.0] {
                let mut points = around(count, turn);
                let (chosen, four) = widest(&points, false);
                assert_eq!(four, 4);
                let deepest = (0..count).min_by(|&p, &q| {
                    let separation = |number: usize| points[number].separation();
                    separation(p).total_cmp(&separation(q))
                });
                assert_eq!(Some(chosen[0]), deepest);
                let found = area(chosen.map(|number| points[number].across));
                assert!(found > (1.0 - 1e-12) * largest(&points, chosen[0]));
                // A point that is none of the corners, inside or outside.
                for x in [0.3, 2.0, 4.0] {
                    points.insert(0, met(DVec2::new(x, 0.2), -2.0));
                    let (chosen, _) = widest(&points, true);
                    assert_eq!(chosen[0], 0);
                    let found = area(chosen.map(|number| points[number].across));
                    assert!(found > 0.75 * largest(&points, 0), "{count} {turn} {x}");
                    points.remove(0);
                }
            }
        }
    }

    #[test]
    fn few_points_all_stay_the_deepest_first() {
        assert_eq!(widest(&[], false).1, 0);
        let points = [3.0, 1.0, 2.0].map(|depth| met(DVec2::new(depth, 0.0), -depth));
        assert_eq!(widest(&points, false), ([0, 1, 2, 0], 3));
        assert_eq!(widest(&points[1..], false).0[..2], [1, 0]);
    }
}
