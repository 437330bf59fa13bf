//! Whether contacts hold bodies that lie still.

use crate::vector::{Vector, dot, plus};

/// At most this often are all contacts gone through.
const SWEEPS: usize = 400;

/// One body pushes another, or something that does not move does.
#[derive(Clone, Copy, Debug)]
pub struct Push<const D: usize> {
    /// Which of the bodies is pushed.
    pub pushed: usize,
    /// Which of the bodies pushes; none of them if that does not move.
    pub pusher: Option<usize>,
    /// Whither, a unit vector.
    pub normal: Vector<D>,
}

/// Whether no body at rest would start to move: what is left of `accelerations` once the contacts have pushed as they
/// must is at most `tolerance` of each.
///
/// By Gauss's principle of least constraint the accelerations A of bodies at rest in contact without friction are those
/// that press no contact and have the least Σ m·|A − a|². By Moreau's theorem on cones they are also those of the least
/// Σ m·|A|² among all A = a + Σ λ·n / m with pushes λ ≥ 0. That is found contact by contact; each step lowers the sum.
pub fn held<const D: usize>(
    accelerations: &[Vector<D>],
    inverse_masses: &[f64],
    pushes: &[Push<D>],
    tolerance: f64,
) -> bool {
    let mut left = accelerations.to_vec();
    let still = |left: &[Vector<D>]| {
        left.iter()
            .zip(accelerations)
            .all(|(left, whole)| dot(left, left) <= tolerance * tolerance * dot(whole, whole))
    };
    let mut forces = vec![0.0_f64; pushes.len()];
    for _ in 0..SWEEPS {
        if still(&left) {
            return true;
        }
        for (push, force) in pushes.iter().zip(&mut forces) {
            let (pushed, normal) = (push.pushed, &push.normal);
            let mut rate = dot(&left[pushed], normal);
            let mut ease = inverse_masses[pushed];
            if let Some(pusher) = push.pusher {
                rate -= dot(&left[pusher], normal);
                ease += inverse_masses[pusher];
            }
            let more = (-rate / ease).max(-*force);
            *force += more;
            left[pushed] = plus(&left[pushed], more * inverse_masses[pushed], normal);
            if let Some(pusher) = push.pusher {
                left[pusher] = plus(&left[pusher], -more * inverse_masses[pusher], normal);
            }
        }
    }
    still(&left)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn push(pushed: usize, pusher: Option<usize>, angle: f64) -> Push<2> {
        let normal = [libm::cos(angle), libm::sin(angle)];
        Push {
            pushed,
            pusher,
            normal,
        }
    }

    const DOWN: [f64; 2] = [0.0, -9.81];
    const UP: f64 = std::f64::consts::FRAC_PI_2;

    #[test]
    fn a_floor_holds_and_an_incline_does_not() {
        assert!(held(&[DOWN], &[1.0], &[push(0, None, UP)], 1e-12));
        assert!(!held(&[DOWN], &[1.0], &[push(0, None, UP + 0.02)], 0.01));
        assert!(!held(&[DOWN], &[1.0], &[], 0.01));
        assert!(!held(&[DOWN], &[1.0], &[push(0, None, -UP)], 0.01));
    }

    #[test]
    fn two_supports_hold_between_them_alone() {
        for (left, right, expected) in [
            (0.5, -0.3, true),
            (0.5, 0.3, false),
            (1.2, -0.1, true),
            (-0.4, -1.0, false),
        ] {
            let pushes = [push(0, None, UP + left), push(0, None, UP + right)];
            assert_eq!(held(&[DOWN], &[0.5], &pushes, 0.01), expected);
        }
    }

    #[test]
    fn a_heavy_body_lifts_a_light_one_in_a_valley() {
        // Two bodies lean on each other, each on its own slope of 45°.
        let pushes = [
            push(0, None, 0.5 * UP),
            push(1, None, 1.5 * UP),
            push(1, Some(0), 0.0),
        ];
        assert!(held(&[DOWN, DOWN], &[1.0, 1.0], &pushes, 0.01));
        assert!(!held(&[DOWN, DOWN], &[1.0, 0.5], &pushes, 0.01));
    }
}
