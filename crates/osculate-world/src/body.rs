//! What a body is before it is put into a world.

use crate::error::BodyError;
use crate::material::Material;
use crate::state::{BodyState, Inertia, is_smooth, reach_from};
use glam::DVec3;
use osculate::{Placement, Resting, Shape};
use std::sync::Arc;

/// The default rest gap, in shares of the bounding radius.
pub(crate) const REST_GAP: f64 = 0.0046;

/// What moves a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BodyKind {
    /// Nothing: it stands where it is put.
    Static,
    /// Its own velocity, as far as the way is proven free.
    Kinematic,
    /// Forces and contacts.
    Dynamic,
}

/// A body before it is put into a world.
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
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Mass {
    /// Its shape, with this density.
    Density(f64),
    /// Its shape, with this total mass.
    Total(f64),
    /// These numbers: the mass, the centre, and the moments about axes that are those of the body.
    Given {
        mass: f64,
        centre: DVec3,
        moments: DVec3,
    },
}

/// Directions in which a dynamic body does not move, along and about the axes of the world. Any velocity there is removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LockedAxes {
    /// Along x, y and z.
    pub linear: [bool; 3],
    /// About x, y and z.
    pub angular: [bool; 3],
}

/// Which bodies may touch: two collide if each is in a group that the other meets.
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
    /// A body that forces and contacts move; by default it has the mass of its shape at the density of water.
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

    /// A body with a shared shape.
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

    /// As a sensor: it collides with nothing, and reports what overlaps it after a step, in
    /// [`World::events`](crate::World::events). Sensors ignore each other, and a static sensor ignores static bodies.
    pub fn as_sensor(self) -> Body {
        Body {
            sensor: true,
            ..self
        }
    }

    /// With this distance from bodies that it rests on; by default 0.0046 of its bounding radius. Of two bodies the smaller
    /// counts. Between two static bodies that leave it less room than that at both sides, it keeps to the middle.
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
            check_number("rest gap", gap, 1e-50, 1e50)?;
        }
        Resting::at(self.placement)?;
        let moves = self.linear != DVec3::ZERO || self.angular != DVec3::ZERO;
        if self.kind == BodyKind::Static && moves {
            return Err(BodyError::NO_VELOCITY);
        }
        Ok(())
    }

    /// As a world keeps it, if all its numbers are in their ranges.
    pub(crate) fn into_state(self) -> Result<BodyState, BodyError> {
        self.check()?;
        let inertia = Inertia::of(self.kind, &self.shape, self.mass)?;
        let placement = unit(self.placement);
        let mut state = BodyState {
            smooth: is_smooth(&self.shape),
            rest_gap: rest_gap(self.rest_gap, &self.shape),
            reach: reach_from(&self.shape, inertia.centre),
            name: self.name,
            kind: self.kind,
            shape: self.shape,
            placement,
            linear: self.linear,
            angular: self.angular,
            material: self.material,
            inertia,
            mass: self.mass,
            given_gap: self.rest_gap,
            gravity_scale: self.gravity_scale,
            linear_damping: self.linear_damping,
            angular_damping: self.angular_damping,
            locked: self.locked,
            filter: self.filter,
            sensor: self.sensor,
            room: 0.0,
            travelled: 0.0,
            went: [DVec3::INFINITY; 2],
            force: DVec3::ZERO,
            torque: DVec3::ZERO,
            asleep: false,
            quiet: 0.0,
            lag: 0.0,
            stalled: 0,
            behind: DVec3::ZERO,
            turned_behind: DVec3::ZERO,
            blocked: 0,
            before: placement,
        };
        state.lock();
        Ok(state)
    }
}

/// The same placement with a quaternion of unit length, to within rounding.
pub(crate) fn unit(placement: Placement) -> Placement {
    Placement::new(placement.position, placement.rotation.normalize())
}

/// How far a body stays from what it rests on.
pub(crate) fn rest_gap(given: Option<f64>, shape: &Shape) -> f64 {
    let radius = shape.bounding_ball().1;
    match given {
        Some(gap) => gap,
        None if radius < f64::INFINITY => (REST_GAP * radius).clamp(1e-50, 1e50),
        None => f64::INFINITY,
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
        (1e-50, _) => "a length between 1e-50 and 1e50",
        (_, f64::MAX) => "a finite number",
        _ => "a number of at most 1e6 in magnitude",
    };
    Err(BodyError::BadNumber { what, range, value })
}
