//! The surfaces of the hand's links: about 7,500 triangles, in metres, each about the joint that it turns on.
//!
//! Fingers point along z, the palm looks along x, and the thumb is on the side of y.

use crate::mesh::{MeshError, Section, TriMesh, loft};
use glam::DVec3;

/// How far above the wrist fingers begin.
pub(crate) const KNUCKLES: f64 = 0.095;

pub(crate) fn palm() -> Result<TriMesh, MeshError> {
    let level = |height: f64, x: f64, half: [f64; 2], squareness: f64| {
        Section::new(DVec3::new(x, 0.0, height), half).square(squareness)
    };
    let sections = [
        level(-0.035, 0.0, [0.016, 0.022], 2.2),
        level(-0.015, 0.0, [0.018, 0.027], 2.2),
        level(0.01, 0.0, [0.018, 0.038], 2.6),
        level(0.05, 0.001, [0.017, 0.045], 3.0),
        level(0.085, 0.0, [0.014, 0.046], 3.2),
        level(0.1, 0.0, [0.008, 0.04], 3.0),
    ];
    loft(&sections, 1_300)
}

/// The ball that a finger turns on.
pub(crate) fn knuckle(radius: f64) -> Result<TriMesh, MeshError> {
    bone(0.25 * radius, [1.06 * radius; 2], 260)
}

/// A part of a finger from its joint up to the next one, of these radii there.
pub(crate) fn phalanx(length: f64, radii: [f64; 2]) -> Result<TriMesh, MeshError> {
    bone(length, radii, 320)
}

/// Two balls and what is between them.
fn bone(length: f64, [low, high]: [f64; 2], triangles: usize) -> Result<TriMesh, MeshError> {
    // Corners of octagons around the balls, in which they are touched half-way.
    let far = 0.414;
    let waist = 0.94 * 0.5 * (low + high);
    let mut sections = alloc::vec![
        Section::round(far * low, -low),
        Section::round(low, -far * low),
        Section::round(low, far * low),
    ];
    if length > low + high {
        sections.push(Section::round(waist, 0.5 * length));
    }
    sections.extend([
        Section::round(high, length - far * high),
        Section::round(high, length + far * high),
        Section::round(far * high, length + high),
    ]);
    loft(&sections, triangles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::assert_closed;

    #[test]
    fn parts_are_closed() {
        let radii = [0.01, 0.008];
        for part in [
            palm(),
            knuckle(0.01),
            phalanx(0.04, radii),
            phalanx(0.02, radii),
        ] {
            let part = part.unwrap();
            assert_closed(&part, part.triangles().len(), 2);
        }
    }

    #[test]
    fn a_phalanx_reaches_past_its_joints_by_their_radii() {
        let part = phalanx(0.04, [0.01, 0.008]).unwrap();
        let heights = part.vertices().iter().map(|p| p.z);
        let (low, high) = heights.fold((0.0_f64, 0.0_f64), |(l, h), z| (l.min(z), h.max(z)));
        assert!((low + 0.01).abs() < 1e-12 && (high - 0.048).abs() < 1e-12);
    }
}
