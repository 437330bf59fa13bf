//! What a hull is made of, for those who draw it or write it to a file.

use super::super::convex_hull::convex_hull;
use super::{Core, Hull};
use alloc::vec::Vec;
use glam::{DMat3, DVec3};

/// What a [`Hull`] is made of: a core in its own coordinates, which is placed in the body and has a margin around it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct HullForm {
    /// The core.
    pub core: HullCore,
    /// How thick the layer around the core is.
    pub margin: f64,
    /// Where the core's origin is in the body.
    pub centre: DVec3,
    /// The core's axes in the body: the columns are orthonormal to within rounding.
    pub axes: DMat3,
}

/// The core of a [`HullForm`], in its own coordinates.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum HullCore {
    /// The origin: with its margin a ball.
    Point,
    /// A segment along z: with its margin a capsule.
    Segment {
        /// Half its length.
        half_length: f64,
    },
    /// A box along the axes.
    Cuboid {
        /// Half its sides.
        half: DVec3,
    },
    /// A cylinder along z.
    Cylinder {
        /// Its radius.
        radius: f64,
        /// Half its height.
        half_height: f64,
    },
    /// A cone along z, its tip up.
    Cone {
        /// The radius of its base.
        radius: f64,
        /// Half its height.
        half_height: f64,
    },
    /// An ellipsoid along the axes.
    Ellipsoid {
        /// Its radii.
        radii: DVec3,
    },
    /// The convex hull of points.
    Polytope {
        /// The points that are needed.
        corners: Vec<DVec3>,
        /// Its surface; empty if all points are on one line.
        triangles: Vec<[u32; 3]>,
    },
}

impl Hull {
    /// What the hull is made of. That of a polytope takes as long as making it.
    ///
    /// ```
    /// use osculate::{Hull, shape::HullCore};
    /// let form = Hull::capsule(2.0, 0.5)?.form();
    /// assert_eq!(form.core, HullCore::Segment { half_length: 2.0 });
    /// assert_eq!(form.margin, 0.5);
    /// # Ok::<(), osculate::shape::HullError>(())
    /// ```
    pub fn form(&self) -> HullForm {
        let core = match &self.core {
            Core::Point => HullCore::Point,
            &Core::Segment(half_length) => HullCore::Segment { half_length },
            &Core::Cuboid(half) => HullCore::Cuboid { half },
            &Core::Cylinder {
                radius,
                half_height,
            } => HullCore::Cylinder {
                radius,
                half_height,
            },
            &Core::Cone {
                radius,
                half_height,
            } => HullCore::Cone {
                radius,
                half_height,
            },
            &Core::Ellipsoid(radii) => HullCore::Ellipsoid { radii },
            Core::Polytope(polytope) => {
                let hull = convex_hull(polytope.corners());
                HullCore::Polytope {
                    corners: hull.vertices,
                    triangles: hull.triangles,
                }
            }
        };
        HullForm {
            core,
            margin: self.margin,
            centre: self.centre,
            axes: self.axes,
        }
    }
}
