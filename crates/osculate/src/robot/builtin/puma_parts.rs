//! The surfaces of the Puma's links: about 1,000 triangles, in metres, each in the frame of its joint.
//!
//! With all joints at 0 the arm is stretched along x; links turn about the axes that `puma.rs` names.

use super::draft::{FORWARD, SIDEWAYS};
use crate::mesh::{Assembly, MeshError, Section, TriMesh, loft, turned_coarsely};
use glam::{DQuat, DVec3};

/// Of how many sides what is round has.
const SIDES: usize = 14;

/// A drum of this radius between two heights; with a bevelled rim, if it is large.
fn drum(radius: f64, low: f64, high: f64) -> Result<TriMesh, MeshError> {
    let rim = if radius > 0.05 { 0.15 * radius } else { 0.0 };
    turned_coarsely(
        &[
            (radius - rim, low, 0.0),
            (radius, low + rim, 0.0),
            (radius, high - rim, 0.0),
            (radius - rim, high, 0.0),
        ],
        SIDES,
    )
}

/// The column that it stands on.
pub(crate) fn base() -> Result<TriMesh, MeshError> {
    turned_coarsely(
        &[
            (0.16, 0.0, 0.0),
            (0.16, 0.03, 0.0),
            (0.1, 0.05, 0.0),
            (0.09, 0.51, 0.0),
            (0.1, 0.53, 0.0),
            (0.1, 0.56, 0.0),
        ],
        SIDES,
    )
}

/// The head that turns on the column, with the shoulder's drum across.
pub(crate) fn shoulder() -> Result<TriMesh, MeshError> {
    let mut shoulder = Assembly::new();
    shoulder.add(&drum(0.095, -0.1, 0.09)?, DVec3::ZERO, DQuat::IDENTITY);
    shoulder.add(&drum(0.085, -0.17, 0.13)?, DVec3::ZERO, SIDEWAYS);
    shoulder.finish()
}

/// A flat arm along x with round ends: half its height at either end, and half its width.
fn blade(
    length: f64,
    [low, high]: [f64; 2],
    half_width: f64,
    triangles: usize,
) -> Result<TriMesh, MeshError> {
    let section = |x: f64, half: f64| {
        Section::new(DVec3::Z * x, [half, half_width])
            .square(4.0)
            .crisp(0.4)
    };
    let sections = [
        section(-0.9 * low, 0.35 * low),
        section(-0.35 * low, 0.9 * low),
        section(0.35 * low, low),
        section(length - 0.35 * high, high),
        section(length + 0.35 * high, 0.9 * high),
        section(length + 0.9 * high, 0.35 * high),
    ];
    loft(&sections, triangles)
}

pub(crate) fn upper_arm() -> Result<TriMesh, MeshError> {
    let mut arm = Assembly::new();
    let from_shoulder = DVec3::new(0.0, 0.19, 0.0);
    arm.add(
        &blade(0.43, [0.105, 0.085], 0.05, 130)?,
        from_shoulder,
        FORWARD,
    );
    let elbow = DVec3::new(0.43, 0.13, 0.0);
    arm.add(&drum(0.07, -0.03, 0.03)?, elbow, SIDEWAYS);
    arm.finish()
}

pub(crate) fn forearm() -> Result<TriMesh, MeshError> {
    let mut arm = Assembly::new();
    arm.add(
        &blade(0.31, [0.075, 0.05], 0.04, 120)?,
        DVec3::Y * 0.06,
        FORWARD,
    );
    arm.finish()
}

/// What turns about the forearm.
pub(crate) fn wrist() -> Result<TriMesh, MeshError> {
    let mut wrist = Assembly::new();
    wrist.add(&drum(0.042, -0.05, 0.025)?, DVec3::ZERO, FORWARD);
    let neck = [(0.015, 0.02, 0.0), (0.015, 0.07, 0.0)];
    wrist.add(&turned_coarsely(&neck, 6)?, DVec3::ZERO, FORWARD);
    wrist.finish()
}

/// The ball in its fork.
pub(crate) fn ball() -> Result<TriMesh, MeshError> {
    let mut ball = Assembly::new();
    ball.add(&drum(0.036, -0.05, 0.05)?, DVec3::ZERO, SIDEWAYS);
    ball.finish()
}

pub(crate) fn flange() -> Result<TriMesh, MeshError> {
    let mut flange = Assembly::new();
    flange.add(&drum(0.03, 0.02, 0.06)?, DVec3::ZERO, FORWARD);
    flange.finish()
}

/// Two fingers on a bar.
pub(crate) fn gripper() -> Result<TriMesh, MeshError> {
    let block = |low: f64, high: f64, half: [f64; 2]| {
        let section = |x: f64| Section::new(DVec3::Z * x, half).square(6.0).crisp(0.15);
        loft(&[section(low), section(high)], 60)
    };
    let mut gripper = Assembly::new();
    gripper.add(&block(0.0, 0.03, [0.02, 0.055])?, DVec3::ZERO, FORWARD);
    let finger = block(0.02, 0.09, [0.012, 0.008])?;
    for y in [-0.04, 0.04] {
        gripper.add(&finger, DVec3::Y * y, FORWARD);
    }
    gripper.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::assert_closed;

    #[test]
    fn parts_are_closed_and_as_fine_as_the_papers() {
        let parts = [
            (base(), 1),
            (shoulder(), 2),
            (upper_arm(), 2),
            (forearm(), 1),
            (wrist(), 2),
            (ball(), 1),
            (flange(), 1),
            (gripper(), 3),
        ];
        let mut sum = 0;
        for (part, surfaces) in parts {
            let part = part.unwrap();
            assert_closed(&part, part.triangles().len(), 2 * surfaces);
            sum += part.triangles().len();
        }
        assert!((900..1_200).contains(&sum), "{sum}");
    }
}
