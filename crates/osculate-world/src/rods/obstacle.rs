//! What cables meet: meshes that rest or move, and half-spaces.

use super::error::CableError;
use glam::DVec3;
use osculate::mass::{MassProperties, Matter};
use osculate::{HalfSpace, Placement, TriMesh};

/// Something that cables cannot pass through, before it is added to [`Rods`](super::Rods).
///
/// A mesh is a surface: cables may be on either side of it, and keep their radius from it.
#[derive(Clone, Debug)]
pub struct Obstacle {
    pub(super) shape: Solid,
    pub(super) placement: Placement,
    pub(super) velocity: DVec3,
    pub(super) spin: DVec3,
    pub(super) friction: f64,
    pub(super) restitution: f64,
    pub(super) weight: Option<Weight>,
}

/// How heavy an obstacle is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Weight {
    Total(f64),
    Given(MassProperties),
}

/// What an obstacle is.
#[derive(Clone, Debug)]
pub(super) enum Solid {
    Mesh(TriMesh),
    HalfSpace(HalfSpace),
}

impl Obstacle {
    fn new(shape: Solid) -> Obstacle {
        Obstacle {
            shape,
            placement: Placement::at(DVec3::ZERO),
            velocity: DVec3::ZERO,
            spin: DVec3::ZERO,
            friction: 0.3,
            restitution: 0.0,
            weight: None,
        }
    }

    /// A mesh. Friction 0.3, no restitution.
    pub fn mesh(mesh: TriMesh) -> Obstacle {
        Obstacle::new(Solid::Mesh(mesh))
    }

    /// A half-space, which rests for ever. Friction 0.3, no restitution.
    pub fn half_space(half_space: HalfSpace) -> Obstacle {
        Obstacle::new(Solid::HalfSpace(half_space))
    }

    /// A mesh at a placement. A half-space stays where it is.
    pub fn at(self, placement: Placement) -> Obstacle {
        Obstacle { placement, ..self }
    }

    /// A mesh that moves, and turns so many rad/s: at a constant velocity and about its origin; one with a mass begins so, the velocity is that
    /// of its centre of mass, and it turns about that.
    pub fn with_velocity(self, velocity: DVec3, spin: DVec3) -> Obstacle {
        Obstacle {
            velocity,
            spin,
            ..self
        }
    }

    /// A mesh that falls, and that cables push and slow down: with this mass, spread evenly over what it encloses.
    ///
    /// It meets cables only. Other obstacles, half-spaces too, are nothing to it.
    pub fn with_mass(self, mass: f64) -> Obstacle {
        let weight = Some(Weight::Total(mass));
        Obstacle { weight, ..self }
    }

    /// The same, with a mass that is spread otherwise: a shell, or an open mesh.
    pub fn with_mass_properties(self, mass: MassProperties) -> Obstacle {
        let weight = Some(Weight::Given(mass));
        Obstacle { weight, ..self }
    }

    /// How its mass is spread, if it has one.
    pub(super) fn mass(&self) -> Result<Option<MassProperties>, CableError> {
        match (&self.shape, self.weight) {
            (_, None) => Ok(None),
            (Solid::HalfSpace(_), Some(_)) => Err(CableError::HeavyHalfSpace),
            (Solid::Mesh(_), Some(Weight::Given(mass))) => Ok(Some(mass)),
            (Solid::Mesh(mesh), Some(Weight::Total(mass))) => {
                let found = MassProperties::of_mesh(mesh, Matter::Mass(mass));
                Ok(Some(found.map_err(CableError::Mass)?))
            }
        }
    }

    /// With this friction and restitution.
    pub fn with_surface(self, friction: f64, restitution: f64) -> Obstacle {
        Obstacle {
            friction,
            restitution,
            ..self
        }
    }

    pub(super) fn check(&self) -> Result<(), CableError> {
        let bad = |what, range, value| Err(CableError::BadNumber { what, range, value });
        for (what, vector) in [
            ("position", self.placement.position),
            ("velocity", self.velocity),
            ("spin", self.spin),
        ] {
            if !(vector.length() <= 1e12) {
                return bad(what, "finite and at most 1e12", vector.length());
            }
        }
        let turned = self.placement.rotation.length();
        if !((turned - 1.0).abs() <= 1e-6) {
            return bad("length of the rotation", "1", turned);
        }
        if !(0.0..=1e30).contains(&self.friction) {
            return bad("friction", "between 0 and 1e30", self.friction);
        }
        if !(0.0..=1.0).contains(&self.restitution) {
            return bad("restitution", "between 0 and 1", self.restitution);
        }
        Ok(())
    }
}
