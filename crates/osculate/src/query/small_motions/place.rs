//! Where a body is, as a memory keeps it.

use crate::motion::{BallStretch, quaternion};
use crate::numbers::lanes::Lanes;
use crate::numbers::rounding::{UNIT, sqrt};
use crate::shape::Identity;
use glam::{DMat3, DVec3};

/// Where a body is and which it is, as eight numbers such that no point of it is further from where it was than √2 times
/// the distance of two such places: its ball's centre; its quaternion, times the ball's diameter; and the shape's number, times
/// so much that no other shape is near.
///
/// Proof. With centres C and quaternions q of unit length, rotations differ by `2 sin(θ/2)` in norm, and quaternions by
/// `2 sin(θ/4)`, of which the former is at most the double. So points within ρ of the centre are no further apart than
/// `|ΔC| + 2ρ|Δq| ≤ √2·√(|ΔC|² + (2ρ)²|Δq|²)`, and those of two bodies together no further than twice the root of the
/// sum of all four squares. The quaternion with the other sign is the same rotation, and only seems far.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(crate) struct Place([Lanes; 4]);

/// 2⁶⁰⁰, whose square is infinite: what differs by a unit in this many is infinitely far.
const APART: f64 = f64::from_bits((1023 + 600) << 52);

/// Two, by the inequality of squares for the ways of two centres and two quaternions: `w + x + y + z ≤ 2√(w² + x² + y² + z²)`.
/// With more than the roundings of [`Place::strayed`], which are a dozen.
const STRAYED: f64 = 2.0 * (1.0 + 32.0 * UNIT);

impl Place {
    /// Nowhere: infinitely far from everything.
    pub(crate) const NONE: Place = Place([Lanes([f64::NAN; 2]); 4]);

    /// A ball's centre and diameter; an infinite one if the body must not have turned at all.
    pub(super) fn new(centre: DVec3, rotation: &DMat3, diameter: f64, shape: Identity) -> Place {
        let scale = if diameter < f64::INFINITY {
            diameter
        } else {
            APART
        };
        let [x, y, z, w] = quaternion(rotation);
        let (x, y, z, w) = (x * scale, y * scale, z * scale, w * scale);
        Place([
            Lanes([centre.x, centre.y]),
            Lanes([centre.z, shape.number() * APART]),
            Lanes([x, y]),
            Lanes([z, w]),
        ])
    }

    /// How far the numbers of a place may be off in all: those of the centre, and `2ρ·4(ε + 4u)` for the quaternion. Its
    /// products and the centre's sum round by less than the rest.
    pub(super) fn error(stretch: &BallStretch, radius: f64) -> f64 {
        // The bound for the quaternion is for small errors.
        if !(stretch.rotation_error <= 1e-3) {
            return f64::INFINITY;
        }
        stretch.error + (8.0 * stretch.rotation_error + 48.0 * UNIT) * radius
    }

    /// The sum of how far each of two bodies is from where it was, at most, both places taken to be exact.
    #[inline(always)]
    pub(super) fn strayed(now: [&Place; 2], then: &[Place; 2]) -> f64 {
        let square = |body: usize| {
            let [p, q, r, s] = core::array::from_fn(|i| {
                let difference = now[body].0[i] - then[body].0[i];
                difference * difference
            });
            (p + q) + (r + s)
        };
        // One root for both bodies, which compilers do not turn into one of two lanes.
        let Lanes([first, second]) = square(0) + square(1);
        sqrt(first + second) * STRAYED
    }
}
