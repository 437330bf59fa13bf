//! Tubes around torus knots.

use super::quad_surface::{QuadSurface, triangle_pairs};
use super::{MeshError, TriMesh};
use crate::numbers::rounding::{length, sqrt};
use core::f64::consts::TAU;
use glam::DVec3;

/// Radius of the circle about which the torus lies.
const MAJOR: f64 = 1.0;
/// Radius of the torus on which the knot lies.
const MINOR: f64 = 0.4;
/// Radius of the tube, where the knot leaves room for that.
const TUBE: f64 = 0.18;

/// A closed tube about the (p, q) torus knot of exactly `triangles` triangles; one more if that is odd.
///
/// The knot winds `p` times about the z axis and `q` times about the core of a torus with radii 1 and 0.4; `p` and `q`
/// are positive and have no common divisor. The tube has radius 0.18, or less where the strands of the knot lie close:
/// it does not meet itself. It reaches 1.58 from the axis. At least `48·max(p, q)` triangles.
///
/// ```
/// let trefoil = osculate::mesh::torus_knot(2, 3, 34_600)?;
/// assert_eq!(trefoil.triangles().len(), 34_600);
/// # Ok::<(), osculate::mesh::MeshError>(())
/// ```
pub fn torus_knot(p: u32, q: u32, triangles: usize) -> Result<TriMesh, MeshError> {
    for (parameter, windings) in [("p", p), ("q", q)] {
        if windings == 0 {
            let allowed = "at least 1";
            return Err(MeshError::BadParameter {
                shape: "torus knot",
                parameter,
                value: 0.0,
                allowed,
            });
        }
    }
    if greatest_common_divisor(p, q) != 1 {
        return Err(MeshError::NotCoprime { p, q });
    }
    let fewest_along = 8 * u64::from(p.max(q));
    let pairs = triangle_pairs("torus knot", triangles, 2 * 3 * fewest_along)?;
    let knot = Knot::new(p, q);
    // Cells about as long as wide, then as many along the knot as fit.
    let slenderness = knot.length() / (TAU * knot.tube);
    let around = (sqrt(pairs as f64 / slenderness) as usize)
        .min(pairs / fewest_along as usize)
        .max(3);
    let along = pairs / around;

    let place = |along_share: f64, around_share: f64| {
        knot.point(
            TAU * along_share / along as f64,
            TAU * around_share / around as f64,
        )
    };
    let mut vertices = alloc::vec::Vec::with_capacity(pairs);
    for i in 0..along {
        vertices.extend((0..around).map(|j| place(i as f64, j as f64)));
    }
    let mut surface = QuadSurface::new(vertices, along * around, pairs - along * around);
    for i in 0..along {
        for j in 0..around {
            let index =
                |di: usize, dj: usize| ((i + di) % along * around + (j + dj) % around) as u32;
            surface.quad(
                [index(0, 0), index(0, 1), index(1, 1), index(1, 0)],
                |share| place(i as f64 + share, j as f64 + share),
            );
        }
    }
    surface.finish()
}

fn greatest_common_divisor(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

struct Knot {
    p: f64,
    q: f64,
    tube: f64,
}

impl Knot {
    fn new(p: u32, q: u32) -> Knot {
        let (p, q) = (f64::from(p), f64::from(q));
        // Strands lie closest on the inner equator. Unrolled there, the knot is a family of parallel lines this far
        // apart; straight through the torus it is still 2/π of that, and a tube takes less than half.
        let inner = MAJOR - MINOR;
        let spacing = TAU * inner * MINOR / sqrt(inner * inner * p * p + MINOR * MINOR * q * q);
        Knot {
            p,
            q,
            tube: TUBE.min(0.3 * spacing),
        }
    }

    /// The length of the knot, nearly.
    fn length(&self) -> f64 {
        TAU * sqrt(MAJOR * MAJOR * self.p * self.p + MINOR * MINOR * self.q * self.q)
    }

    /// The point of the tube at an angle along the knot and an angle around it.
    fn point(&self, along: f64, around: f64) -> DVec3 {
        let (sin_p, cos_p) = libm::sincos(self.p * along);
        let (sin_q, cos_q) = libm::sincos(self.q * along);
        let (sin_around, cos_around) = libm::sincos(around);
        let outward = DVec3::new(cos_p, sin_p, 0.0);
        let sideways = DVec3::new(-sin_p, cos_p, 0.0);
        let reach = MAJOR + MINOR * cos_q;
        let centre = outward * reach + DVec3::Z * (MINOR * sin_q);
        // The torus's normal is perpendicular to the knot everywhere and closes up after one round.
        let normal = outward * cos_q + DVec3::Z * sin_q;
        let velocity =
            sideways * (reach * self.p) + (DVec3::Z * cos_q - outward * sin_q) * (MINOR * self.q);
        let binormal = velocity.cross(normal) / length(velocity);
        centre + (normal * cos_around + binormal * sin_around) * self.tube
    }
}

#[cfg(test)]
mod tests {
    use super::super::quad_surface::tests::assert_closed;
    use super::*;

    #[test]
    fn every_count_is_met_and_closed() {
        for triangles in (144..400).step_by(2).chain([25_600, 34_600, 104_800]) {
            assert_closed(&torus_knot(2, 3, triangles).unwrap(), triangles, 0);
        }
        for (p, q) in [(1, 1), (1, 7), (7, 1), (3, 2), (5, 8)] {
            let least = 48 * p.max(q) as usize;
            assert_closed(&torus_knot(p, q, least).unwrap(), least, 0);
            assert_closed(&torus_knot(p, q, 10_001).unwrap(), 10_002, 0);
        }
    }

    #[test]
    fn tubes_do_not_meet_themselves() {
        for (p, q) in [
            (1, 1),
            (1, 9),
            (9, 1),
            (2, 3),
            (3, 2),
            (2, 7),
            (5, 3),
            (7, 8),
        ] {
            let knot = Knot::new(p, q);
            let thin = Knot {
                tube: 0.0,
                ..Knot::new(p, q)
            };
            let steps = 2_000;
            let centres: Vec<DVec3> = (0..steps)
                .map(|i| thin.point(TAU * f64::from(i) / f64::from(steps), 0.0))
                .collect();
            // Far apart along the knot, yet closer than two tubes: they would meet.
            let apart = (4.0 * knot.tube / knot.length() * f64::from(steps)) as usize + 1;
            for (i, &a) in centres.iter().enumerate() {
                for (j, &b) in centres.iter().enumerate().skip(i + apart) {
                    if i + steps as usize - j > apart {
                        assert!(
                            (a - b).length() > 2.0 * knot.tube,
                            "({p}, {q}) at {i}, {j}: {}",
                            (a - b).length()
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn bad_parameters_are_named() {
        let error = torus_knot(2, 4, 34_600).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the windings p = 2 and q = 4 of a torus knot must have no common divisor"
        );
        assert!(matches!(
            torus_knot(0, 1, 34_600),
            Err(MeshError::BadParameter { parameter: "p", .. })
        ));
        assert!(matches!(
            torus_knot(1, 0, 34_600),
            Err(MeshError::BadParameter { parameter: "q", .. })
        ));
        assert!(matches!(
            torus_knot(2, 3, 143),
            Err(MeshError::TooFewTriangles { least: 144, .. })
        ));
        assert!(torus_knot(u32::MAX, 1, 34_600).is_err());
    }
}
