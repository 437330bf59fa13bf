//! Whether contacts hold a body that lies still.

use crate::vector::{Vector, dot, plus};

/// At most this often are all contacts gone through.
const SWEEPS: usize = 1_000;

/// Whether a body at rest would stay so: what is left of its acceleration once what it touches has pushed it along
/// `normals`, unit vectors towards the body, is at most `tolerance` of the whole.
///
/// By Gauss's principle of least constraint the acceleration A of a body at rest in contacts without friction presses none
/// of them and has the least |A − a|: it is what [`pushed`] leaves.
pub fn held<const D: usize>(
    acceleration: &Vector<D>,
    normals: &[Vector<D>],
    tolerance: f64,
) -> bool {
    let most = tolerance * tolerance * dot(acceleration, acceleration);
    let left = pushed(acceleration, normals, most);
    dot(&left, &left) <= most
}

/// The vector nearest to this one that presses nothing along `normals`, unit vectors away from what is pressed; or, if such
/// a one turns up, any shorter one on the way there whose square is at most `enough`.
///
/// By Moreau's theorem on cones it is the shortest of all that pushes λ ≥ 0 make of it, vector + Σ λ·n. That is found contact by
/// contact; each step makes it shorter.
pub fn pushed<const D: usize>(vector: &Vector<D>, normals: &[Vector<D>], enough: f64) -> Vector<D> {
    let mut left = *vector;
    let mut square = f64::INFINITY;
    let mut pushes = vec![0.0_f64; normals.len()];
    for _ in 0..SWEEPS {
        for (normal, push) in normals.iter().zip(&mut pushes) {
            let more = (-dot(&left, normal)).max(-*push);
            *push += more;
            left = plus(&left, more, normal);
        }
        let now = dot(&left, &left);
        // The second: where it ends is above that.
        if now <= enough || !(now < square * (1.0 - 1e-4)) {
            break;
        }
        square = now;
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOWN: [f64; 2] = [0.0, -9.81];

    /// Upwards, turned to the left.
    fn turned(angle: f64) -> [f64; 2] {
        [-libm::sin(angle), libm::cos(angle)]
    }

    #[test]
    fn a_floor_holds_and_an_incline_does_not() {
        assert!(held(&DOWN, &[turned(0.0)], 1e-12));
        assert!(!held(&DOWN, &[turned(0.02)], 0.01));
        assert!(!held(&DOWN, &[], 0.01));
        assert!(!held(&DOWN, &[[0.0, -1.0]], 0.01));
    }

    #[test]
    fn supports_hold_what_is_between_them() {
        for (left, right, expected) in [
            (0.5, -0.3, true),
            (0.5, 0.3, false),
            (1.2, -0.1, true),
            (-0.4, -1.0, false),
            (1.5, -1.5, true),
        ] {
            let normals = [turned(left), turned(right)];
            assert_eq!(held(&DOWN, &normals, 0.01), expected, "{left} {right}");
        }
        let (a, b, c) = ([0.6, 0.0, 0.8], [-0.36, 0.48, 0.8], [-0.36, -0.48, 0.8]);
        let down = [0.0, 0.0, -1.0];
        assert!(held(&down, &[a, b, c], 0.01));
        assert!(!held(&down, &[a, b], 0.01));
    }
}
