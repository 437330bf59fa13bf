//! How far a hull goes along a direction.

use super::super::{Convex, Identity};
use super::{Core, Hull};
use crate::numbers::rounding::{UNIT, length, sqrt};
use glam::{DMat3, DVec3};

impl Hull {
    /// Which hull this is.
    pub(crate) fn identity(&self) -> Identity {
        self.identity
    }

    /// Half the sides of the core and its axes, none if they are the body's, if it is a box, a segment or a point: these are
    /// about the centre of the ball.
    pub(crate) fn as_box(&self) -> Option<(DVec3, Option<&DMat3>)> {
        let half = match self.core {
            Core::Cuboid(half) => half,
            Core::Segment(half) => DVec3::new(0.0, 0.0, half),
            Core::Point => DVec3::ZERO,
            _ => return None,
        };
        Some((half, self.turned.then_some(&self.axes)))
    }

    /// A box around the core along its axes: where its middle is in the body, to within 8 units of how far that is from the body's origin,
    /// and half its sides, to within 2 units.
    pub(crate) fn box_around_core(&self) -> (DVec3, DVec3) {
        let half = match &self.core {
            &Core::Cuboid(half) => half,
            &Core::Segment(half) => DVec3::new(0.0, 0.0, half),
            Core::Point => DVec3::ZERO,
            &Core::Cylinder {
                radius,
                half_height,
            }
            | &Core::Cone {
                radius,
                half_height,
            } => DVec3::new(radius, radius, half_height),
            &Core::Ellipsoid(radii) => radii,
            Core::Polytope(polytope) => {
                let [low, high] = polytope.ends_of_box();
                let middle = 0.5 * low + 0.5 * high;
                // Of corners that are far from the core's origin the middle is rounded, and so it is where axes turn it: by 8 units.
                let half = (high - middle).max(middle - low);
                let turned = if self.turned {
                    8.0 * UNIT * length(middle)
                } else {
                    0.0
                };
                return (self.in_body(middle), half + turned);
            }
        };
        (self.centre, half)
    }

    /// How far its points are along a unit direction, at most: to within rounding, the product of the direction with its
    /// [`support`](Hull::support).
    ///
    /// ```
    /// use osculate::{Hull, glam::DVec3};
    /// let drum = Hull::cylinder(3.0, 1.0)?;
    /// assert!((drum.furthest_along(DVec3::new(0.6, 0.0, 0.8)) - 2.6).abs() < 1e-15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn furthest_along(&self, direction: DVec3) -> f64 {
        direction.dot(self.ball.0) + self.extent(direction) + self.margin * length(direction)
    }

    /// How far points of the core are along `direction` from the centre of its ball, at most: what the support says, and
    /// rounded as little. Only ellipsoids and polytopes need a point for that.
    #[inline(always)]
    pub(crate) fn extent(&self, direction: DVec3) -> f64 {
        match &self.core {
            Core::Cuboid(half) => self.in_core(direction).abs().dot(*half),
            Core::Point => 0.0,
            Core::Segment(half) => self.in_core(direction).z.abs() * half,
            // Its ball is about its middle.
            Core::Cylinder {
                radius,
                half_height,
            } => {
                let along = self.in_core(direction);
                along.z.abs() * half_height + across(along) * radius
            }
            Core::Cone {
                radius,
                half_height,
            } => {
                let along = self.in_core(direction);
                let (tip, rim) = (along.z * half_height, across(along) * radius);
                tip.max(rim - tip) + direction.dot(self.centre - self.ball.0)
            }
            _ => self.support_extent(direction),
        }
    }

    #[inline(never)]
    fn support_extent(&self, direction: DVec3) -> f64 {
        direction.dot(Convex::support(self, direction, 0).point - self.ball.0)
    }
}

/// How long a direction is across the axis.
#[inline(always)]
fn across(along: DVec3) -> f64 {
    sqrt(along.x * along.x + along.y * along.y)
}
