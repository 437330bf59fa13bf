//! The flat sides of cores that are known without a search.

use super::{Core, Hull};
use crate::shape::{Corner, FlatSide, Foot};
use glam::DVec3;

/// The cosine of the angle up to which a side faces along a direction.
const FACING: f64 = 0.999;

/// The part of a disc's radius, squared, on which points certainly lie whatever rounding did to them.
const INSIDE: f64 = 1.0 - 1e-12;

impl Hull {
    /// The flat side of the core whose outward normal is nearly along a unit direction.
    #[inline]
    pub(super) fn side_facing(&self, direction: DVec3) -> Option<FlatSide> {
        let along = self.in_core(direction);
        let axis = match self.core {
            Core::Cuboid(_) => {
                let size = along.abs();
                match (size.x > FACING, size.y > FACING) {
                    (true, _) => 0,
                    (_, true) => 1,
                    _ => 2,
                }
            }
            Core::Cylinder { .. } => 2,
            Core::Cone { .. } if along.z < 0.0 => 2,
            _ => return None,
        };
        let up = along[axis] > 0.0;
        let outward = if up {
            self.axes.col(axis)
        } else {
            -self.axes.col(axis)
        };
        (along[axis].abs() > FACING).then_some(FlatSide { outward, axis, up })
    }

    /// The point of a flat side that is straight below or above a point of the body, if there is one.
    #[inline]
    pub(super) fn foot_on(&self, side: &FlatSide, point: DVec3) -> Option<Foot> {
        let lever = point - self.centre;
        let mut at = self.in_core(lever);
        let corner = |at: DVec3, number: u32| Corner {
            point: self.in_body(at),
            number,
        };
        match self.core {
            Core::Cuboid(half) => {
                let [i, j] = [(side.axis + 1) % 3, (side.axis + 2) % 3];
                if !(at[i].abs() <= half[i] && at[j].abs() <= half[j]) {
                    return None;
                }
                at[side.axis] = if side.up {
                    half[side.axis]
                } else {
                    -half[side.axis]
                };
                // The half of the side, cut from its lowest corner to its highest, that the point is on.
                let lowest = u32::from(side.up) << side.axis;
                let beside = if at[i] * half[j] > at[j] * half[i] {
                    i
                } else {
                    j
                };
                let numbers = [lowest, lowest | 1 << beside, lowest | 1 << i | 1 << j];
                let corners = numbers.map(|number| Corner {
                    point: self.corner(number).unwrap_or_default(),
                    number,
                });
                Some(Foot {
                    point: self.in_body(at),
                    corners,
                    count: 3,
                })
            }
            Core::Cylinder {
                radius,
                half_height,
            }
            | Core::Cone {
                radius,
                half_height,
            } => {
                if !(at.x * at.x + at.y * at.y <= INSIDE * radius * radius) {
                    return None;
                }
                at.z = if side.up { half_height } else { -half_height };
                // The patch that goes around the side stands for it.
                let foot = corner(at, u32::from(side.up));
                Some(Foot {
                    point: foot.point,
                    corners: [foot; 3],
                    count: 1,
                })
            }
            _ => None,
        }
    }
}
