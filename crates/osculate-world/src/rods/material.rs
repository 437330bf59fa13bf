//! What cables are made of.

use super::error::CableError;
use std::f64::consts::PI;

/// What a cable is made of: a round section, the same all along.
///
/// ```
/// use osculate_world::rods::RodMaterial;
///
/// let wire = RodMaterial::wire(0.5e-3);
/// assert!((wire.bend / wire.stretch - 0.25 * 0.5e-3 * 0.5e-3).abs() < 1e-18); // B/EA = r²/4
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct RodMaterial {
    /// How hard it is to stretch: EA, in newtons for twice the length.
    pub stretch: f64,
    /// How hard it is to bend: B, a moment per curvature, in N·m².
    pub bend: f64,
    /// How hard it is to twist: C, a moment per twist, in N·m².
    pub twist: f64,
    /// Mass per length, in kg/m.
    pub density: f64,
    /// Half of its thickness: centre lines keep the sum of two radii.
    pub radius: f64,
    /// Coulomb's coefficient; of two cables the geometric mean counts.
    pub friction: f64,
    /// The share of the normal speed that a hit gives back, from 0 to 1; of two cables the larger counts.
    pub restitution: f64,
    /// How fast it loses speed to the air, per second.
    pub drag: f64,
}

impl RodMaterial {
    /// A solid round rod: Young's modulus in Pa, Poisson's ratio, density in kg/m³, radius in m. Friction 0.3.
    pub fn solid(young: f64, poisson: f64, density: f64, radius: f64) -> RodMaterial {
        let area = PI * radius * radius;
        let moment = 0.25 * area * radius * radius;
        RodMaterial {
            stretch: young * area,
            bend: young * moment,
            twist: young / (2.0 * (1.0 + poisson)) * 2.0 * moment,
            density: density * area,
            radius,
            friction: 0.3,
            restitution: 0.0,
            drag: 0.0,
        }
    }

    /// Twisted fibres: they slide along each other, so it bends and twists a thousand times easier than a solid rod.
    pub fn rope(radius: f64) -> RodMaterial {
        let solid = RodMaterial::solid(5e8, 0.3, 900.0, radius);
        RodMaterial {
            bend: 1e-3 * solid.bend,
            twist: 1e-3 * solid.twist,
            friction: 0.4,
            drag: 0.5,
            ..solid
        }
    }

    /// Spring steel.
    pub fn wire(radius: f64) -> RodMaterial {
        RodMaterial {
            friction: 0.2,
            drag: 0.1,
            ..RodMaterial::solid(2e11, 0.3, 7850.0, radius)
        }
    }

    /// Spun cotton: a rope that is thin.
    pub fn thread(radius: f64) -> RodMaterial {
        let solid = RodMaterial::solid(2e9, 0.3, 800.0, radius);
        RodMaterial {
            bend: 1e-2 * solid.bend,
            twist: 1e-2 * solid.twist,
            drag: 2.0,
            ..solid
        }
    }

    /// Soft rubber.
    pub fn rubber(radius: f64) -> RodMaterial {
        RodMaterial {
            friction: 0.8,
            restitution: 0.5,
            drag: 1.0,
            ..RodMaterial::solid(2e6, 0.49, 1100.0, radius)
        }
    }

    /// With these stiffnesses: EA, B and C.
    pub fn with_stiffness(self, stretch: f64, bend: f64, twist: f64) -> RodMaterial {
        RodMaterial {
            stretch,
            bend,
            twist,
            ..self
        }
    }

    /// With this mass per length.
    pub fn with_density(self, density: f64) -> RodMaterial {
        RodMaterial { density, ..self }
    }

    /// With this friction and restitution.
    pub fn with_surface(self, friction: f64, restitution: f64) -> RodMaterial {
        RodMaterial {
            friction,
            restitution,
            ..self
        }
    }

    /// With this drag.
    pub fn with_drag(self, drag: f64) -> RodMaterial {
        RodMaterial { drag, ..self }
    }

    pub(super) fn check(&self) -> Result<(), CableError> {
        let positive = "positive and between 1e-30 and 1e30";
        for (what, value) in [
            ("stretching stiffness", self.stretch),
            ("mass per length", self.density),
            ("radius", self.radius),
        ] {
            if !(1e-30..=1e30).contains(&value) {
                let range = positive;
                return Err(CableError::BadNumber { what, range, value });
            }
        }
        let not_negative = "between 0 and 1e30";
        for (what, value) in [
            ("bending stiffness", self.bend),
            ("twisting stiffness", self.twist),
            ("friction", self.friction),
            ("drag", self.drag),
        ] {
            if !(0.0..=1e30).contains(&value) {
                let range = not_negative;
                return Err(CableError::BadNumber { what, range, value });
            }
        }
        if !(0.0..=1.0).contains(&self.restitution) {
            return Err(CableError::BadNumber {
                what: "restitution",
                range: "between 0 and 1",
                value: self.restitution,
            });
        }
        Ok(())
    }
}
