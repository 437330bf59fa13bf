//! The surfaces of the mannequin's links: about 20,000 triangles, in metres, each about the joint that it hangs on.
//!
//! x is forward, y to the left, z up, with the arms hanging down.

use super::draft::FORWARD;
use crate::mesh::{Assembly, MeshError, Section, TriMesh, icosphere, loft};
use glam::{DQuat, DVec3};

/// A section at a height, `x` forward of the joint, with half its depth and half its width.
fn level(height: f64, x: f64, half: [f64; 2]) -> Section {
    Section::new(DVec3::new(x, 0.0, height), half)
}

/// A part mirrored from the left to the right.
fn mirrored(part: &TriMesh) -> Result<TriMesh, MeshError> {
    let vertices = part.vertices().iter().map(|p| DVec3::new(p.x, -p.y, p.z));
    let triangles = part.triangles().iter().map(|&[a, b, c]| [a, c, b]);
    TriMesh::new(vertices.collect(), triangles.collect())
}

/// The left part, or its mirror image.
pub(crate) fn on_side(left: bool, part: Result<TriMesh, MeshError>) -> Result<TriMesh, MeshError> {
    if left { part } else { mirrored(&part?) }
}

pub(crate) fn pelvis() -> Result<TriMesh, MeshError> {
    let sections = [
        level(-0.13, 0.0, [0.05, 0.04]),
        level(-0.12, 0.0, [0.085, 0.09]),
        level(-0.06, -0.01, [0.115, 0.165]).square(2.3),
        level(0.02, -0.01, [0.115, 0.17]).square(2.4),
        level(0.09, 0.0, [0.095, 0.145]).square(2.4),
        level(0.13, 0.0, [0.08, 0.12]),
    ];
    loft(&sections, 1_500)
}

pub(crate) fn chest() -> Result<TriMesh, MeshError> {
    let sections = [
        level(-0.045, 0.0, [0.07, 0.1]),
        level(0.0, 0.0, [0.085, 0.125]).square(2.3),
        level(0.1, 0.005, [0.095, 0.135]).square(2.4),
        level(0.2, 0.01, [0.11, 0.163]).square(2.5),
        level(0.29, 0.005, [0.118, 0.185]).square(2.6),
        level(0.37, -0.005, [0.095, 0.17]).square(2.5),
        level(0.41, -0.01, [0.07, 0.13]),
        level(0.435, -0.01, [0.05, 0.06]),
        level(0.46, -0.005, [0.042, 0.045]),
    ];
    loft(&sections, 2_800)
}

pub(crate) fn head() -> Result<TriMesh, MeshError> {
    let skull = [
        level(-0.05, -0.01, [0.05, 0.05]),
        level(0.0, -0.005, [0.053, 0.053]),
        level(0.045, 0.0, [0.05, 0.05]),
        level(0.062, 0.03, [0.07, 0.045]),
        level(0.075, 0.025, [0.085, 0.062]),
        level(0.13, 0.015, [0.1, 0.074]),
        level(0.2, 0.005, [0.108, 0.084]),
        level(0.262, -0.005, [0.09, 0.07]),
        level(0.293, -0.01, [0.042, 0.034]),
    ];
    let mut head = Assembly::new();
    head.add(&loft(&skull, 2_200)?, DVec3::ZERO, DQuat::IDENTITY);
    let nose = [
        Section::round(0.0, 0.0),
        level(0.0, 0.0, [0.02, 0.018]),
        level(0.03, -0.004, [0.014, 0.01]),
        level(0.055, -0.016, [0.008, 0.006]),
    ];
    let at = DVec3::new(0.107, 0.0, 0.125);
    head.add(&loft(&nose, 120)?, at, DQuat::IDENTITY);
    let ear = icosphere(1.0, 80)?;
    let shape = |p: &DVec3| DVec3::new(0.02 * p.x, 0.009 * p.y, 0.033 * p.z);
    let ear = TriMesh::new(
        ear.vertices().iter().map(shape).collect(),
        ear.triangles().to_vec(),
    )?;
    head.add(&ear, DVec3::new(0.0, 0.081, 0.155), DQuat::IDENTITY);
    head.add(&ear, DVec3::new(0.0, -0.081, 0.155), DQuat::IDENTITY);
    head.finish()
}

pub(crate) fn upper_arm() -> Result<TriMesh, MeshError> {
    let sections = [
        level(-0.335, 0.0, [0.036, 0.034]),
        level(-0.3, 0.0, [0.041, 0.039]),
        level(-0.24, 0.0, [0.042, 0.038]),
        level(-0.15, 0.005, [0.05, 0.044]),
        level(-0.06, 0.0, [0.054, 0.05]),
        level(0.023, 0.0, [0.056, 0.053]),
        level(0.056, 0.0, [0.023, 0.022]),
    ];
    loft(&sections, 1_000)
}

pub(crate) fn forearm() -> Result<TriMesh, MeshError> {
    let sections = [
        level(-0.265, 0.0, [0.022, 0.018]),
        level(-0.245, 0.0, [0.03, 0.024]),
        level(-0.18, 0.0, [0.034, 0.028]),
        level(-0.09, 0.0, [0.046, 0.04]),
        level(-0.02, 0.0, [0.044, 0.04]),
        level(0.035, 0.0, [0.036, 0.034]),
    ];
    loft(&sections, 900)
}

/// A finger of this length and radius that points down, its root at the origin.
fn finger(length: f64, radius: f64, triangles: usize) -> Result<TriMesh, MeshError> {
    let round = |share: f64, wide: f64| Section::round(wide * radius, -share * length);
    loft(
        &[
            round(1.0, 0.75),
            round(0.9, 1.0),
            round(0.5, 0.98),
            round(0.25, 1.08),
            round(-0.15, 1.0),
        ],
        triangles,
    )
}

/// The left hand: its palm looks inwards, its thumb forward.
pub(crate) fn hand() -> Result<TriMesh, MeshError> {
    let palm = [
        level(-0.1, 0.0, [0.036, 0.011]).square(2.6),
        level(-0.085, 0.0, [0.043, 0.014]).square(2.8),
        level(-0.04, 0.002, [0.042, 0.016]).square(2.6),
        level(-0.005, 0.0, [0.03, 0.018]),
        level(0.02, 0.0, [0.026, 0.02]),
    ];
    let mut hand = Assembly::new();
    hand.add(&loft(&palm, 560)?, DVec3::ZERO, DQuat::IDENTITY);
    let fingers = [
        (0.031, 0.068, 0.0085),
        (0.0105, 0.077, 0.009),
        (-0.0105, 0.072, 0.0087),
        (-0.03, 0.056, 0.0078),
    ];
    for (x, length, radius) in fingers {
        let at = DVec3::new(x, 0.0, -0.092);
        let spread = DQuat::from_xyzw(0.0, -1.2 * x, 0.0, 1.0).normalize();
        hand.add(&finger(length, radius, 160)?, at, spread);
    }
    let forwards = DQuat::from_xyzw(0.0, -0.36, 0.0, 1.0).normalize();
    let thumb = DVec3::new(0.034, -0.004, -0.04);
    hand.add(&finger(0.062, 0.0105, 200)?, thumb, forwards);
    hand.finish()
}

pub(crate) fn thigh() -> Result<TriMesh, MeshError> {
    let sections = [
        level(-0.46, 0.0, [0.045, 0.042]),
        level(-0.42, 0.0, [0.056, 0.053]),
        level(-0.34, 0.0, [0.06, 0.056]),
        level(-0.2, 0.008, [0.078, 0.07]),
        level(-0.07, 0.005, [0.09, 0.08]),
        level(0.03, 0.0, [0.084, 0.076]),
        level(0.078, 0.0, [0.034, 0.03]),
    ];
    loft(&sections, 1_300)
}

pub(crate) fn shin() -> Result<TriMesh, MeshError> {
    let sections = [
        level(-0.44, 0.0, [0.03, 0.026]),
        level(-0.41, 0.0, [0.038, 0.033]),
        level(-0.33, 0.0, [0.038, 0.034]),
        level(-0.2, -0.014, [0.054, 0.048]),
        level(-0.1, -0.015, [0.06, 0.053]),
        level(0.0, 0.0, [0.054, 0.05]),
        level(0.045, 0.0, [0.046, 0.042]),
    ];
    loft(&sections, 1_200)
}

pub(crate) fn foot() -> Result<TriMesh, MeshError> {
    // Along x from heel to toe: the first of its half widths is its height, as what is made along z is laid down.
    let along = |x: f64, middle: f64, half: [f64; 2]| {
        Section::new(DVec3::new(-middle, 0.0, x), half).square(2.6)
    };
    let sole = [
        along(-0.075, -0.045, [0.02, 0.022]),
        along(-0.06, -0.043, [0.034, 0.034]),
        along(0.0, -0.03, [0.05, 0.036]),
        along(0.07, -0.048, [0.034, 0.043]),
        along(0.135, -0.058, [0.022, 0.048]),
        along(0.185, -0.062, [0.017, 0.042]),
        along(0.2, -0.064, [0.012, 0.028]),
    ];
    let ankle = [
        Section::round(0.0, -0.035),
        level(-0.035, 0.0, [0.045, 0.036]),
        level(0.0, 0.0, [0.042, 0.036]),
        level(0.035, 0.0, [0.03, 0.026]),
    ];
    let mut foot = Assembly::new();
    foot.add(&loft(&sole, 560)?, DVec3::ZERO, FORWARD);
    foot.add(&loft(&ankle, 240)?, DVec3::ZERO, DQuat::IDENTITY);
    foot.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::assert_closed;

    #[test]
    fn parts_are_closed_and_as_fine_as_the_papers() {
        let pairs = [upper_arm(), forearm(), hand(), thigh(), shin(), foot()];
        let parts = [(pelvis(), 1), (chest(), 1), (head(), 4)];
        let pairs = pairs.into_iter().zip([1, 1, 6, 1, 1, 2]);
        let mut sum = 0;
        for ((part, surfaces), count) in parts
            .into_iter()
            .map(|part| (part, 1))
            .chain(pairs.map(|part| (part, 2)))
        {
            let part = part.unwrap();
            assert_closed(&part, part.triangles().len(), 2 * surfaces);
            let other = mirrored(&part).unwrap();
            assert_closed(&other, part.triangles().len(), 2 * surfaces);
            sum += count * part.triangles().len();
        }
        assert!((19_000..21_000).contains(&sum), "{sum}");
    }
}
