//! Mass, centre and inertia.

use super::MassError;
use super::hull::of_hull;
use super::mesh::{of_mesh, of_shell};
use super::moments::{Solid, outer};
use super::principal::Principal;
use crate::body::Shape;
use crate::mesh::{LONGEST, TriMesh};
use crate::motion::{MotionError, Placement};
use crate::shape::{Compound, Hull};
use glam::{DMat3, DQuat, DVec3};

/// How much of it there is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Matter {
    /// Mass per volume; of a shell, per area.
    Density(f64),
    /// The total mass.
    Mass(f64),
}

/// The mass of a body, where its centre is, and its inertia about that.
///
/// ```
/// use osculate::{Hull, glam::DVec3, mass::{MassProperties, Matter}};
///
/// // Two kilograms of a box of 1 by 2 by 3.
/// let brick = Hull::cuboid(DVec3::new(0.5, 1.0, 1.5))?;
/// let mass = MassProperties::of_hull(&brick, Matter::Mass(2.0))?;
/// let twelfth = 2.0 / 12.0;
/// let moments = DVec3::new(5.0, 10.0, 13.0) * twelfth; // 1 + 4, 1 + 9, 4 + 9
/// assert!(mass.principal_moments().abs_diff_eq(moments, 1e-15));
/// assert!((mass.inertia() * DVec3::Z).abs_diff_eq(5.0 * twelfth * DVec3::Z, 1e-15));
/// assert!(MassProperties::of_hull(&Hull::cuboid(DVec3::new(1.0, 1.0, 0.0))?, Matter::Mass(2.0)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[doc(
    alias = "inertia",
    alias = "moment of inertia",
    alias = "centre of mass"
)]
pub struct MassProperties {
    mass: f64,
    centre: DVec3,
    inertia: DMat3,
    moments: DVec3,
    frame: DQuat,
}

impl MassProperties {
    /// Given by hand: the inertia is about the centre, along the body's axes. It must be symmetric to 1e-9 of its largest entry, with
    /// positive principal moments; whether a body could have them (none is larger than the sum of the others) is not asked.
    pub fn new(mass: f64, centre: DVec3, inertia: DMat3) -> Result<MassProperties, MassError> {
        let mass = positive("mass", mass)?;
        if !(centre.is_finite() && centre.abs().max_element() <= LONGEST) {
            return Err(MassError::BadCentre(centre.to_array()));
        }
        let bad = |why, value| Err(MassError::BadInertia { why, value });
        let entries = inertia.to_cols_array();
        if let Some(&value) = entries.iter().find(|entry| !entry.is_finite()) {
            return bad("an entry is", value);
        }
        let largest = entries.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        let skew = inertia - inertia.transpose();
        for value in skew.to_cols_array() {
            if value.abs() > 1e-9 * largest {
                return bad("two entries that should be equal differ by", value);
            }
        }
        let inertia = 0.5 * (inertia + inertia.transpose());
        let Principal { values, frame } = Principal::of(&inertia);
        if !(values.x > 0.0) {
            return bad("a principal moment is", values.x);
        }
        Ok(MassProperties {
            mass,
            centre,
            inertia,
            moments: values,
            frame,
        })
    }

    /// Of a convex body.
    pub fn of_hull(hull: &Hull, matter: Matter) -> Result<MassProperties, MassError> {
        let density = checked(matter)?;
        MassProperties::filled(&of_hull(hull)?, density)
    }

    /// Of several convex bodies as one. Where parts overlap, both count: what is in two of them weighs twice.
    pub fn of_compound(compound: &Compound, matter: Matter) -> Result<MassProperties, MassError> {
        let matter = checked(matter)?;
        let mut parts = alloc::vec::Vec::with_capacity(compound.parts().len());
        for (part, hull) in compound.parts().iter().enumerate() {
            let solid = of_hull(hull).map_err(|error| match error {
                MassError::NoVolume { .. } => MassError::NoVolume { part: Some(part) },
                other => other,
            })?;
            parts.push(MassProperties::filled(&solid, Matter::Density(1.0))?);
        }
        let whole = MassProperties::sum(&parts).ok_or(MassError::OutOfRange)?;
        let mass = match matter {
            Matter::Density(density) => density * whole.mass,
            Matter::Mass(mass) => mass,
        };
        whole.with_mass(mass)
    }

    /// Of what a closed mesh encloses, whichever way its triangles face; [`MeshSurface`](super::MeshSurface) says which, and what else is
    /// known of it. A mesh that crosses itself, or covers something twice, has the integrals of its winding number: what is
    /// enclosed twice weighs twice, and what is enclosed the other way round counts against the rest.
    ///
    /// ```
    /// use osculate::mass::{MassError, MassProperties, Matter};
    /// use osculate::{TriMesh, glam::DVec3, mesh::cuboid};
    ///
    /// let closed = cuboid(DVec3::ONE)?;
    /// let mass = MassProperties::of_mesh(&closed, Matter::Density(1.0))?;
    /// assert!((mass.mass() - 8.0).abs() < 1e-14);
    /// let open = TriMesh::new(closed.vertices().to_vec(), closed.triangles()[1..].to_vec())?;
    /// let error = MassProperties::of_mesh(&open, Matter::Density(1.0)).unwrap_err();
    /// assert!(matches!(error, MassError::OpenEdge { .. }));
    /// let shell = MassProperties::of_shell(&open, Matter::Density(1.0))?; // Mass per area.
    /// assert!((shell.mass() - 22.0).abs() < 1e-14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_mesh(mesh: &TriMesh, matter: Matter) -> Result<MassProperties, MassError> {
        let matter = checked(matter)?;
        MassProperties::filled(&of_mesh(mesh)?.0, matter)
    }

    /// Of the triangles of a mesh, open or closed, as a thin shell.
    pub fn of_shell(mesh: &TriMesh, matter: Matter) -> Result<MassProperties, MassError> {
        let matter = checked(matter)?;
        MassProperties::filled(&of_shell(mesh)?, matter)
    }

    /// Of a body of any kind; a mesh is taken for what it encloses.
    pub fn of_shape(shape: &Shape, matter: Matter) -> Result<MassProperties, MassError> {
        match shape {
            Shape::Hull(hull) => MassProperties::of_hull(hull, matter),
            Shape::Compound(compound) => MassProperties::of_compound(compound, matter),
            Shape::HalfSpace(_) => Err(MassError::Unbounded),
            Shape::Mesh(tree) => MassProperties::of_mesh(tree.mesh(), matter),
        }
    }

    /// The mass.
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// Where the centre of mass is, in the body.
    pub fn centre(&self) -> DVec3 {
        self.centre
    }

    /// The inertia tensor about the centre of mass, along the body's axes.
    pub fn inertia(&self) -> DMat3 {
        self.inertia
    }

    /// The principal moments, in rising order.
    pub fn principal_moments(&self) -> DVec3 {
        self.moments
    }

    /// Turns x, y and z into the principal axes of the body, in the order of the moments.
    pub fn principal_frame(&self) -> DQuat {
        self.frame
    }

    /// The inverse of the inertia tensor, along the body's axes.
    pub fn inverse_inertia(&self) -> DMat3 {
        along(self.frame, DVec3::ONE / self.moments)
    }

    /// The same body, heavier or lighter.
    pub fn with_mass(self, mass: f64) -> Result<MassProperties, MassError> {
        let mass = positive("mass", mass)?;
        let share = mass / self.mass;
        in_range(MassProperties {
            mass,
            inertia: share * self.inertia,
            moments: share * self.moments,
            ..self
        })
    }

    /// The body moved by a placement, in whatever that leads to: a part in its compound, or a body in the world.
    ///
    /// ```
    /// use osculate::{Hull, Placement, glam::{DQuat, DVec3}, mass::{MassProperties, Matter}};
    ///
    /// let rod = MassProperties::of_hull(&Hull::cylinder(0.1, 1.0)?, Matter::Mass(1.0))?;
    /// let at = Placement::new(DVec3::X, DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2));
    /// let lying = rod.moved_by(at)?;
    /// assert!(lying.centre().abs_diff_eq(DVec3::X, 1e-15));
    /// assert!((lying.inertia().x_axis.x - rod.inertia().z_axis.z).abs() < 1e-15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moved_by(&self, placement: Placement) -> Result<MassProperties, MotionError> {
        placement.check()?;
        let turn = placement.rotation.normalize();
        let frame = (turn * self.frame).normalize();
        Ok(MassProperties {
            mass: self.mass,
            centre: placement.position + turn * self.centre,
            inertia: along(frame, self.moments),
            moments: self.moments,
            frame,
        })
    }

    /// Several bodies as one; `None` of none, or where their masses are beyond the range of numbers.
    pub fn sum(parts: &[MassProperties]) -> Option<MassProperties> {
        let [first, others @ ..] = parts else {
            return None;
        };
        if others.is_empty() {
            return Some(*first);
        }
        let mass: f64 = parts.iter().map(|part| part.mass).sum();
        // As seen from the first, so that it costs nothing how far all are from the origin.
        let origin = first.centre;
        let lever = parts.iter().fold(DVec3::ZERO, |sum, part| {
            sum + (part.mass / mass) * (part.centre - origin)
        });
        let inertia = parts.iter().fold(DMat3::ZERO, |sum, part| {
            let arm = (part.centre - origin) - lever;
            let square = DMat3::from_diagonal(DVec3::splat(arm.dot(arm)));
            sum + (part.inertia + part.mass * (square - outer(arm, arm)))
        });
        let Principal { values, frame } = Principal::of(&inertia);
        let whole = MassProperties {
            mass,
            centre: origin + lever,
            inertia,
            moments: values,
            frame,
        };
        in_range(whole).ok()
    }

    fn filled(solid: &Solid, matter: Matter) -> Result<MassProperties, MassError> {
        let mass = match matter {
            Matter::Density(density) => density * solid.volume,
            Matter::Mass(mass) => mass,
        };
        let s = solid.spread;
        // The larger the spread along an axis, the smaller the moment about it.
        let moments = mass * DVec3::new(s.x + s.y, s.x + s.z, s.y + s.z);
        let axes = DMat3::from_quat(solid.frame);
        let Principal { values, frame } = Principal::sorted(
            moments,
            DMat3::from_cols(axes.z_axis, axes.y_axis, axes.x_axis),
        );
        in_range(MassProperties {
            mass,
            centre: solid.centre,
            inertia: along(frame, values),
            moments: values,
            frame,
        })
    }
}

/// The symmetric matrix with these values along the axes of a frame.
fn along(frame: DQuat, values: DVec3) -> DMat3 {
    let axes = DMat3::from_quat(frame);
    let [x, y, z] = [axes.x_axis, axes.y_axis, axes.z_axis];
    values.x * outer(x, x) + values.y * outer(y, y) + values.z * outer(z, z)
}

fn in_range(properties: MassProperties) -> Result<MassProperties, MassError> {
    let MassProperties { mass, moments, .. } = properties;
    let fits = |x: f64| x.is_normal() && x > 0.0;
    if fits(mass) && moments.to_array().into_iter().all(fits) {
        Ok(properties)
    } else {
        Err(MassError::OutOfRange)
    }
}

fn positive(what: &'static str, value: f64) -> Result<f64, MassError> {
    if value > 0.0 && value < f64::INFINITY {
        Ok(value)
    } else {
        Err(MassError::BadNumber { what, value })
    }
}

fn checked(matter: Matter) -> Result<Matter, MassError> {
    match matter {
        Matter::Density(density) => positive("density", density).map(Matter::Density),
        Matter::Mass(mass) => positive("mass", mass).map(Matter::Mass),
    }
}
