//! The part of a hull that lies against a plane.

use super::{Core, Hull, cuboid_corner};
use crate::numbers::rounding::sqrt;
use crate::shape::{Convex, Corner};
use alloc::vec::Vec;
use glam::DVec3;

/// How many points stand for the rim of a flat round face.
const RIM: u32 = 8;

/// The directions of those points: fixed in the body, so that they are the same from one look to the next.
const AROUND: [[f64; 2]; RIM as usize] = {
    const C: f64 = core::f64::consts::FRAC_1_SQRT_2;
    [
        [1.0, 0.0],
        [C, C],
        [0.0, 1.0],
        [-C, C],
        [-1.0, 0.0],
        [-C, -C],
        [0.0, -1.0],
        [C, -C],
    ]
};

/// The sine of the tilt up to which a cylinder or a cone is seen as standing on its flat face.
const STANDING: f64 = 0.3;

impl Hull {
    /// Points of the core that are within `slack` of the furthest along the unit `direction`: its corners, eight points of a
    /// flat round face, the ends of the line along which a cylinder or a cone lies. There is always one. Whether they are all around
    /// a flat round face.
    pub(crate) fn face(&self, direction: DVec3, slack: f64, face: &mut Vec<Corner>) -> bool {
        face.clear();
        let along = self.in_core(direction);
        if let Core::Polytope(polytope) = &self.core {
            polytope.near_the_furthest(along, slack, |point, number| {
                let point = self.in_body(point);
                face.push(Corner { point, number });
            });
            return false;
        }
        let furthest = Convex::support(self, direction, 0);
        let least = direction.dot(furthest.point) - slack;
        let mut offer = |point: DVec3, number: u32| {
            let point = self.in_body(point);
            if direction.dot(point) >= least {
                face.push(Corner { point, number });
            }
        };
        let across = sqrt(along.x * along.x + along.y * along.y);
        let rim = |radius: f64, z: f64, first: u32, offer: &mut dyn FnMut(DVec3, u32)| {
            for (number, [x, y]) in AROUND.iter().enumerate() {
                offer(DVec3::new(radius * x, radius * y, z), first + number as u32);
            }
        };
        match &self.core {
            Core::Point | Core::Ellipsoid(_) | Core::Polytope(_) => {}
            &Core::Segment(half) => {
                for (number, z) in [-half, half].into_iter().enumerate() {
                    offer(DVec3::new(0.0, 0.0, z), number as u32);
                }
            }
            Core::Cuboid(half) => {
                for number in 0..8_u32 {
                    let side = |bit: u32| if number >> bit & 1 == 1 { 1.0 } else { -1.0 };
                    let (point, number) =
                        cuboid_corner(*half, DVec3::new(side(0), side(1), side(2)));
                    offer(point, number);
                }
            }
            &Core::Cylinder {
                radius,
                half_height,
            } => {
                if across < STANDING {
                    let (z, first) = if along.z > 0.0 {
                        (half_height, RIM)
                    } else {
                        (-half_height, 0)
                    };
                    rim(radius, z, first, &mut offer);
                } else {
                    let side = DVec3::new(along.x, along.y, 0.0) * (radius / across);
                    offer(side.with_z(-half_height), 2 * RIM);
                    offer(side.with_z(half_height), 2 * RIM + 1);
                }
            }
            &Core::Cone {
                radius,
                half_height,
            } => {
                if across < STANDING && along.z < 0.0 {
                    rim(radius, -half_height, 0, &mut offer);
                } else if across > 0.0 {
                    let side = DVec3::new(along.x, along.y, 0.0) * (radius / across);
                    offer(side.with_z(-half_height), 2 * RIM);
                    offer(DVec3::new(0.0, 0.0, half_height), 2 * RIM + 1);
                }
            }
        }
        if face.is_empty() {
            // The numbers of round patches are not those of these points.
            let number = if self.has_corners() {
                furthest.number
            } else {
                0
            };
            face.push(Corner { number, ..furthest });
        }
        face.len() == RIM as usize && !self.has_corners()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    fn face(hull: &Hull, direction: DVec3, slack: f64) -> Vec<u32> {
        let mut found = Vec::new();
        hull.face(direction, slack, &mut found);
        found.iter().map(|corner| corner.number).collect()
    }

    #[test]
    fn faces_edges_and_corners_of_a_box() {
        let die = Hull::cuboid(DVec3::new(1.0, 2.0, 3.0)).unwrap();
        assert_eq!(face(&die, DVec3::Z, 1e-9), [4, 5, 6, 7]);
        let edge = DVec3::new(0.0, 0.6, -0.8);
        assert_eq!(face(&die, edge, 1e-9), [2, 3]);
        assert_eq!(face(&die, DVec3::new(0.6, 0.48, 0.64), 1e-9), [7]);
        assert_eq!(face(&die, edge, 100.0).len(), 8);
    }

    #[test]
    fn round_bodies_lie_and_stand() {
        let can = Hull::cylinder(1.0, 2.0).unwrap();
        assert_eq!(face(&can, DVec3::Z, 1e-9).len(), 8);
        assert_eq!(face(&can, DVec3::X, 1e-9), [16, 17]);
        assert_eq!(face(&can, DVec3::new(0.8, 0.0, 0.6), 1e-9), [17]);
        let cone = Hull::cone(1.0, 1.0).unwrap();
        assert_eq!(face(&cone, -DVec3::Z, 1e-9).len(), 8);
        // Its side: the normal (2h, r) of the line from (r, −h) to (0, h).
        let size = 5.0_f64.sqrt();
        assert_eq!(
            face(&cone, DVec3::new(2.0, 0.0, 1.0) / size, 1e-9),
            [16, 17]
        );
        assert_eq!(face(&cone, DVec3::Z, 1e-9), [0]);
        let ball = Hull::ball(1.0).unwrap();
        assert_eq!(face(&ball, DVec3::Y, 1.0), [0]);
        let capsule = Hull::capsule(1.0, 0.5).unwrap();
        assert_eq!(face(&capsule, DVec3::Y, 1e-9), [0, 1]);
        let turned = capsule
            .placed(
                DVec3::ZERO,
                DQuat::from_xyzw(0.0, 0.5_f64.sqrt(), 0.0, 0.5_f64.sqrt()),
            )
            .unwrap();
        assert_eq!(face(&turned, DVec3::X, 1e-9), [1]);
    }
}
