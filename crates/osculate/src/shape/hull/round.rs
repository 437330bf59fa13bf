//! The patches of round cores: ellipsoids, the rims of cylinders and cones, a cone's tip.

use super::Core;
use crate::numbers::rounding::{length, sqrt};
use glam::DVec3;

/// The slope up to which a direction is along the axis of a rim.
const STEEP: f64 = 1e-5;

impl Core {
    /// The point of a round core along a direction, and the number of its patch.
    pub(super) fn round_point(&self, along: DVec3) -> (DVec3, u32) {
        match *self {
            Core::Cylinder {
                radius,
                half_height,
            } => {
                let up = along.z > 0.0;
                let z = if up { half_height } else { -half_height };
                (rim(radius, z, along), u32::from(up))
            }
            Core::Cone {
                radius,
                half_height,
            } => {
                let tip = DVec3::new(0.0, 0.0, half_height);
                let base = rim(radius, -half_height, along);
                if along.dot(tip) > along.dot(base) {
                    (tip, 1)
                } else {
                    (base, 0)
                }
            }
            Core::Ellipsoid(radii) => {
                let scaled = radii * along;
                let size = length(scaled);
                if size > 0.0 {
                    (radii * (scaled / size), 0)
                } else {
                    (DVec3::new(radii.x, 0.0, 0.0), 0)
                }
            }
            _ => (DVec3::ZERO, 0),
        }
    }

    /// The point of a round patch along a direction; `None` if it is a corner.
    #[inline(always)]
    pub(super) fn on_patch(&self, along: DVec3, number: u32) -> Option<DVec3> {
        match *self {
            Core::Cylinder {
                radius,
                half_height,
            } => {
                let z = if number == 1 {
                    half_height
                } else {
                    -half_height
                };
                Some(rim(radius, z, along))
            }
            Core::Cone {
                radius,
                half_height,
            } if number == 0 => Some(rim(radius, -half_height, along)),
            Core::Ellipsoid(_) => Some(self.round_point(along).0),
            _ => None,
        }
    }

    /// Any point of a round patch; `None` if there is no such patch.
    pub(super) fn any_on_patch(&self, number: u32) -> Option<DVec3> {
        match *self {
            Core::Cone { half_height, .. } if number == 1 => Some(DVec3::Z * half_height),
            Core::Cone { .. } | Core::Ellipsoid(_) if number == 0 => self.on_patch(DVec3::X, 0),
            Core::Cylinder { .. } if number < 2 => self.on_patch(DVec3::X, number),
            _ => None,
        }
    }

    /// How that point moves as the unit direction turns; `None` next to a flat face.
    pub(super) fn curvature(
        &self,
        along: DVec3,
        number: u32,
        [first, second]: [DVec3; 2],
    ) -> Option<[f64; 3]> {
        match *self {
            Core::Cone { .. } if number == 1 => Some([0.0; 3]),
            Core::Cylinder { radius, .. } | Core::Cone { radius, .. } => {
                let square = along.x * along.x + along.y * along.y;
                if !(square > STEEP * STEEP) {
                    return None;
                }
                let around = |v: DVec3| along.x * v.y - along.y * v.x;
                let (p, q) = (around(first), around(second));
                let scale = radius / (square * sqrt(square));
                Some([p * p * scale, p * q * scale, q * q * scale])
            }
            Core::Ellipsoid(radii) => {
                let [along, first, second] = [along, first, second].map(|v| radii * v);
                // The point is radii·along/height.
                let height = length(along);
                let (p, q) = (along.dot(first) / height, along.dot(second) / height);
                Some([
                    (first.dot(first) - p * p) / height,
                    (first.dot(second) - p * q) / height,
                    (second.dot(second) - q * q) / height,
                ])
            }
            _ => Some([0.0; 3]),
        }
    }
}

/// The point of a horizontal circle about the z axis.
#[inline(always)]
fn rim(radius: f64, z: f64, along: DVec3) -> DVec3 {
    let across = sqrt(along.x * along.x + along.y * along.y);
    if across > 0.0 {
        DVec3::new(radius * (along.x / across), radius * (along.y / across), z)
    } else {
        DVec3::new(radius, 0.0, z)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The curvature is the difference of two points of the patch over that of their directions.
    #[test]
    fn curvature_is_how_points_move() {
        let cores = [
            Core::Cylinder {
                radius: 0.7,
                half_height: 0.4,
            },
            Core::Cone {
                radius: 1.3,
                half_height: 0.2,
            },
            Core::Ellipsoid(DVec3::new(0.3, 1.1, 2.0)),
        ];
        let n = DVec3::new(0.48, -0.6, -0.64);
        let s = DVec3::new(0.6, 0.0, 0.45).normalize();
        let across = [s, n.cross(s)];
        let step = 1e-5;
        for core in cores {
            let [first, both, second] = core.curvature(n, 0, across).unwrap();
            for (i, row) in [[first, both], [both, second]].into_iter().enumerate() {
                let at = |step: f64| {
                    core.on_patch((n + across[i] * step).normalize(), 0)
                        .unwrap()
                };
                let moved = (at(step) - at(-step)) / (2.0 * step);
                for (j, entry) in row.into_iter().enumerate() {
                    assert!(
                        (moved.dot(across[j]) - entry).abs() < 1e-8,
                        "{core:?} {i} {j}"
                    );
                }
            }
        }
        let flat = Core::Cylinder {
            radius: 1.0,
            half_height: 1.0,
        };
        assert!(flat.curvature(DVec3::Z, 1, [DVec3::X, DVec3::Y]).is_none());
    }
}
