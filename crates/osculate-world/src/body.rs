//! What a body is before it is put into a world.

use crate::error::BodyError;
use crate::material::Material;
use glam::DVec3;
use osculate::{Placement, Shape};
use std::sync::Arc;

/// What moves a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BodyKind {
    /// Nothing: it stands where it is put.
    Static,
    /// Its own velocity, whatever is in its way: but only as far as that is proven free.
    Kinematic,
    /// Forces and contacts.
    Dynamic,
}

/// A body that is to be put into a world.
///
/// ```
/// use osculate::{Hull, Placement, glam::DVec3};
/// use osculate_world::{Body, Material};
///
/// let crate_ = Body::dynamic(Hull::cuboid(DVec3::splat(0.5))?)
///     .named("crate")
///     .at(Placement::at(2.0 * DVec3::Z))
///     .with_material(Material::new(0.6, 0.1))
///     .with_density(700.0);
/// # let _ = crate_;
/// # Ok::<(), osculate::shape::HullError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Body {
    pub(crate) name: Option<String>,
    pub(crate) kind: BodyKind,
    pub(crate) shape: Arc<Shape>,
    pub(crate) placement: Placement,
    pub(crate) linear: DVec3,
    pub(crate) angular: DVec3,
    pub(crate) material: Material,
    pub(crate) mass: Mass,
    pub(crate) gravity_scale: f64,
    pub(crate) linear_damping: f64,
    pub(crate) angular_damping: f64,
    pub(crate) locked: LockedAxes,
    pub(crate) filter: Filter,
    pub(crate) sensor: bool,
    pub(crate) rest_gap: Option<f64>,
}

/// Where a body's mass comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mass {
    /// Its shape, with this density.
    Density(f64),
    /// Its shape, with this mass in all.
    Total(f64),
    /// These numbers: the mass, the centre, and the moments about axes that are those of the body.
    Given {
        mass: f64,
        centre: DVec3,
        moments: DVec3,
    },
}

/// Ways in which a body does not move, along and about the axes of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LockedAxes {
    /// Along x, y and z.
    pub linear: [bool; 3],
    /// About x, y and z.
    pub angular: [bool; 3],
}

/// Which bodies may touch: two meet if each is in a group that the other meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Filter {
    /// The groups that the body is in, a bit each.
    pub groups: u32,
    /// The groups that it meets.
    pub meets: u32,
}

impl Default for Filter {
    /// In all groups, and meeting all.
    fn default() -> Filter {
        Filter {
            groups: u32::MAX,
            meets: u32::MAX,
        }
    }
}

impl Filter {
    pub(crate) fn allows(&self, other: &Filter) -> bool {
        self.groups & other.meets != 0 && other.groups & self.meets != 0
    }
}

impl Body {
    /// A body that forces and contacts move; its mass is that of its shape, with the density of water unless told otherwise.
    pub fn dynamic(shape: impl Into<Shape>) -> Body {
        Body::sharing(BodyKind::Dynamic, Arc::new(shape.into()))
    }

    /// A body that stands still.
    pub fn fixed(shape: impl Into<Shape>) -> Body {
        Body::sharing(BodyKind::Static, Arc::new(shape.into()))
    }

    /// A body that its own velocity moves.
    pub fn kinematic(shape: impl Into<Shape>) -> Body {
        Body::sharing(BodyKind::Kinematic, Arc::new(shape.into()))
    }

    /// A body whose shape others have too: it is there once.
    pub fn sharing(kind: BodyKind, shape: Arc<Shape>) -> Body {
        Body {
            name: None,
            kind,
            shape,
            placement: Placement::IDENTITY,
            linear: DVec3::ZERO,
            angular: DVec3::ZERO,
            material: Material::default(),
            mass: Mass::Density(1000.0),
            gravity_scale: 1.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            locked: LockedAxes::default(),
            filter: Filter::default(),
            sensor: false,
            rest_gap: None,
        }
    }

    /// With a name, for messages and traces.
    pub fn named(self, name: impl Into<String>) -> Body {
        Body {
            name: Some(name.into()),
            ..self
        }
    }

    /// Where its shape's origin is, and how it is turned.
    pub fn at(self, placement: Placement) -> Body {
        Body { placement, ..self }
    }

    /// With the velocity of its centre of mass, and turning so about it, both in the world.
    pub fn with_velocity(self, linear: DVec3, angular: DVec3) -> Body {
        Body {
            linear,
            angular,
            ..self
        }
    }

    /// With this surface.
    pub fn with_material(self, material: Material) -> Body {
        Body { material, ..self }
    }

    /// With the mass that its shape has at this density.
    pub fn with_density(self, density: f64) -> Body {
        Body {
            mass: Mass::Density(density),
            ..self
        }
    }

    /// With this mass, spread evenly over its shape.
    pub fn with_mass(self, mass: f64) -> Body {
        Body {
            mass: Mass::Total(mass),
            ..self
        }
    }

    /// With a mass, its centre, and moments of inertia about axes through the centre that are those of the body.
    pub fn with_mass_properties(self, mass: f64, centre: DVec3, moments: DVec3) -> Body {
        Body {
            mass: Mass::Given {
                mass,
                centre,
                moments,
            },
            ..self
        }
    }

    /// With a share of the world's gravity; 1 by default.
    pub fn with_gravity_scale(self, gravity_scale: f64) -> Body {
        Body {
            gravity_scale,
            ..self
        }
    }

    /// With velocities that fade: they halve in `ln 2/damping` seconds.
    pub fn with_damping(self, linear: f64, angular: f64) -> Body {
        Body {
            linear_damping: linear,
            angular_damping: angular,
            ..self
        }
    }

    /// With ways in which it does not move.
    pub fn with_locked_axes(self, locked: LockedAxes) -> Body {
        Body { locked, ..self }
    }

    /// Meeting some bodies only.
    pub fn with_filter(self, filter: Filter) -> Body {
        Body { filter, ..self }
    }

    /// Touching nothing: it only reports what overlaps it.
    pub fn as_sensor(self) -> Body {
        Body {
            sensor: true,
            ..self
        }
    }

    /// With this distance kept from what it rests on; by default 0.0046 of its bounding radius. Of two bodies the smaller counts.
    pub fn with_rest_gap(self, rest_gap: f64) -> Body {
        Body {
            rest_gap: Some(rest_gap),
            ..self
        }
    }

    /// Whether all numbers are in their ranges.
    pub(crate) fn check(&self) -> Result<(), BodyError> {
        check_shape(self.kind, &self.shape)?;
        check_vector("velocity", self.linear, FASTEST)?;
        check_vector("angular velocity", self.angular, FASTEST_TURN)?;
        check_material(&self.material)?;
        let surface = self.material.surface_velocity;
        check_vector("surface velocity", surface, FASTEST)?;
        check_number("gravity scale", self.gravity_scale, -1e6, 1e6)?;
        check_number("linear damping", self.linear_damping, 0.0, 1e6)?;
        check_number("angular damping", self.angular_damping, 0.0, 1e6)?;
        if let Some(gap) = self.rest_gap {
            check_number("rest gap", gap, 1e-60, 1e60)?;
        }
        osculate::Resting::at(self.placement)?;
        Ok(())
    }
}

/// The largest velocity, and the largest rate of turning, of any body.
pub(crate) const FASTEST: f64 = 1e12;
pub(crate) const FASTEST_TURN: f64 = 1e7;

pub(crate) fn check_shape(kind: BodyKind, shape: &Shape) -> Result<(), BodyError> {
    match shape {
        Shape::Mesh(_) => Err(BodyError::Mesh),
        Shape::HalfSpace(_) if kind == BodyKind::Dynamic => Err(BodyError::EndlessMass),
        _ => Ok(()),
    }
}

pub(crate) fn check_material(material: &Material) -> Result<(), BodyError> {
    check_number("friction", material.friction, 0.0, 1e6)?;
    check_number("restitution", material.restitution, 0.0, 1.0)
}

pub(crate) fn check_vector(what: &'static str, value: DVec3, most: f64) -> Result<(), BodyError> {
    // The length of what is not finite is not either.
    if value.length() <= most {
        return Ok(());
    }
    let value = value.to_array();
    Err(BodyError::BadVector { what, most, value })
}

pub(crate) fn check_number(
    what: &'static str,
    value: f64,
    least: f64,
    most: f64,
) -> Result<(), BodyError> {
    // NaN is not within.
    if (least..=most).contains(&value) {
        return Ok(());
    }
    let range = match (least, most) {
        (0.0, 1.0) => "from 0 to 1",
        (0.0, _) => "a number from 0 to 1e6",
        (1e-60, _) => "a length between 1e-60 and 1e60",
        _ => "a number of at most 1e6 in magnitude",
    };
    Err(BodyError::BadNumber { what, range, value })
}
