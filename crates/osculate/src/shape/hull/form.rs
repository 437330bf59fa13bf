//! What a hull is made of, for those who draw it or write it to a file.

use super::super::convex_hull::convex_hull;
use super::{Core, Hull, HullError, check};
use crate::mesh::{LONGEST, SHORTEST};
use crate::numbers::rounding::UNIT;
use alloc::vec::Vec;
use glam::{DMat3, DVec3};

/// What a [`Hull`] is made of: a core in its own coordinates, which is placed in the body and has a margin around it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// The hull of a form, to the last bit: the [`form`](Hull::form) of a hull rebuilds it. The triangles of a polytope are
    /// not looked at. Where no hull has such a form, what is rounded is what [`placed`](Hull::placed) rounds.
    ///
    /// ```
    /// use osculate::{Hull, glam::{DQuat, DVec3}};
    /// let rod = Hull::capsule(2.0, 0.5)?.placed(DVec3::X, DQuat::from_rotation_y(1.0))?;
    /// assert_eq!(Hull::of_form(&rod.form())?, rod);
    /// # Ok::<(), osculate::shape::HullError>(())
    /// ```
    pub fn of_form(form: &HullForm) -> Result<Hull, HullError> {
        let core = match form.core {
            HullCore::Point => Hull::point(),
            HullCore::Segment { half_length } => Hull::capsule(half_length, 0.0)?,
            HullCore::Cuboid { half } => Hull::cuboid(half)?,
            HullCore::Cylinder {
                radius,
                half_height,
            } => Hull::cylinder(radius, half_height)?,
            HullCore::Cone {
                radius,
                half_height,
            } => Hull::cone(radius, half_height)?,
            HullCore::Ellipsoid { radii } => Hull::ellipsoid(radii)?,
            HullCore::Polytope { ref corners, .. } => Hull::polytope(corners)?,
        };
        let margin = check("body", "margin", form.margin)?;
        let far = form.centre.abs().max_element();
        if !(form.centre.is_finite() && (far == 0.0 || (SHORTEST..=LONGEST).contains(&far))) {
            return Err(HullError::BadPosition(form.centre.to_array()));
        }
        let off = form.axes.transpose() * form.axes - DMat3::IDENTITY;
        let off = off.to_cols_array().into_iter().map(f64::abs);
        // The rounded matrix of a rotation is off by a few units in every entry. NaN is not within.
        if !(off.clone().sum::<f64>() <= 256.0 * UNIT && form.axes.determinant() > 0.0) {
            return Err(HullError::NotOrthonormal(off.fold(0.0, f64::max)));
        }
        Hull { margin, ..core }.moved(form.centre, form.axes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;
    use osculate_judge::seeded::Seeded;

    /// A hull of any kind, placed or not, rounded or not.
    fn hull(random: &mut Seeded) -> Hull {
        let mut size = || random.real(0.1, 2.0);
        let [x, y, z] = [size(), size(), size()];
        let hull = match random.below(9) {
            0 => Hull::ball(x),
            1 => Hull::capsule(x, y),
            2 => Hull::cuboid(DVec3::new(x, y, z)),
            3 => Hull::cylinder(x, y),
            4 => Hull::cone(x, y),
            5 => Hull::ellipsoid(DVec3::new(x, y, z)),
            // On a grid: many points that are not needed, on edges and faces and inside.
            6 => {
                let grid =
                    |i: i32| DVec3::new(f64::from(i % 4), f64::from(i / 4 % 4), f64::from(i / 16));
                Hull::polytope(&(0..64).map(grid).collect::<Vec<_>>())
            }
            // In a plane.
            7 => Hull::polytope(
                &(0..9)
                    .map(|_| random.vector(1.0).with_z(0.5))
                    .collect::<Vec<_>>(),
            ),
            _ => Hull::polytope(&(0..60).map(|_| random.direction()).collect::<Vec<_>>()),
        };
        let mut hull = hull.unwrap();
        for _ in 0..random.below(3) {
            hull = hull.placed(random.vector(3.0), random.rotation()).unwrap();
        }
        if random.chance(0.5) {
            hull = hull.rounded(x).unwrap();
        }
        hull
    }

    #[test]
    fn a_form_makes_the_same_hull_again() {
        let mut random = Seeded::new(11);
        for _ in 0..300 {
            let hull = hull(&mut random);
            let again = Hull::of_form(&hull.form()).unwrap();
            // Their numbers too, but for which is which.
            assert_eq!(alloc::format!("{again:?}"), alloc::format!("{hull:?}"));
        }
    }

    #[test]
    fn forms_that_are_none() {
        let form = Hull::capsule(1.0, 0.5).unwrap().form();
        let changed = |change: &dyn Fn(&mut HullForm)| {
            let mut form = form.clone();
            change(&mut form);
            Hull::of_form(&form)
        };
        let nan = |form: &mut HullForm| form.margin = f64::NAN;
        assert!(matches!(changed(&nan), Err(HullError::BadLength { .. })));
        let far = |form: &mut HullForm| form.centre.x = 1e70;
        assert!(matches!(changed(&far), Err(HullError::BadPosition(_))));
        let negative = |form: &mut HullForm| {
            form.core = HullCore::Segment { half_length: -1.0 };
        };
        assert!(matches!(
            changed(&negative),
            Err(HullError::BadLength { .. })
        ));
        for axes in [
            2.0 * DMat3::IDENTITY,
            DMat3::from_diagonal(DVec3::new(1.0, 1.0, -1.0)),
            DMat3::from_diagonal(DVec3::new(1.0, 1.0, 1.0 + 1e-12)),
            DMat3::from_diagonal(DVec3::new(1.0, f64::NAN, 1.0)),
        ] {
            let skewed = |form: &mut HullForm| form.axes = axes;
            assert!(matches!(
                changed(&skewed),
                Err(HullError::NotOrthonormal(_))
            ));
        }
        let turned =
            |form: &mut HullForm| form.axes = DMat3::from_quat(DQuat::from_rotation_x(1.0));
        assert!(changed(&turned).is_ok());
    }
}
