//! What cables are made of.

use super::error::CableError;
use std::f64::consts::PI;

/// What a cable is made of: the same section all along, which is round unless it bends more easily one way than the other.
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
    /// How hard it is to bend towards the first axis of its section: B, a moment per curvature, in N·m².
    pub bend: f64,
    /// The same towards the second axis: another number for sections that are not round.
    pub bend_aside: f64,
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
            bend_aside: young * moment,
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
            friction: 0.4,
            drag: 0.5,
            ..solid.with_stiffness(solid.stretch, 1e-3 * solid.bend, 1e-3 * solid.twist)
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
            drag: 2.0,
            ..solid.with_stiffness(solid.stretch, 1e-2 * solid.bend, 1e-2 * solid.twist)
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

    /// A solid strip: Young's modulus in Pa, Poisson's ratio, density in kg/m³; `sides` are how thick it is along the first and along the second
    /// axis of its section, in m. Friction 0.3. Cables and obstacles meet it as a round rod as thick as its thinner side.
    ///
    /// Its stiffness against twist is Saint-Venant's, by the first terms of his series: right to 0.1 % for a square and better for all others.
    ///
    /// ```
    /// use osculate_world::rods::RodMaterial;
    ///
    /// let blade = RodMaterial::strip(2e11, 0.3, 7850.0, [1e-3, 20e-3]);
    /// assert!((blade.bend_aside / blade.bend - 400.0).abs() < 1e-9); // It hardly bends edgeways.
    /// ```
    pub fn strip(young: f64, poisson: f64, density: f64, sides: [f64; 2]) -> RodMaterial {
        let [a, b] = sides;
        let (thin, wide) = (a.min(b), a.max(b));
        let solid = RodMaterial::solid(young, poisson, density, 0.5 * thin);
        // J/(ab³) of a rectangle with the sides a and b, b being the shorter: 1/3 − 64/π⁵·b/a·Σ tanh(nπa/2b)/n⁵ over odd n.
        let term = |n: f64| libm::tanh(0.5 * n * PI * wide / thin) / libm::pow(n, 5.0);
        let series: f64 = [1.0, 3.0, 5.0, 7.0].into_iter().map(term).sum();
        let share = 1.0 / 3.0 - 64.0 / libm::pow(PI, 5.0) * thin / wide * series;
        RodMaterial {
            stretch: young * a * b,
            bend: young * a * a * a * b / 12.0,
            bend_aside: young * a * b * b * b / 12.0,
            twist: 0.5 * young / (1.0 + poisson) * share * wide * thin * thin * thin,
            density: density * a * b,
            ..solid
        }
    }

    /// With this stiffness towards the second axis of its section.
    pub fn with_bend_aside(self, bend_aside: f64) -> RodMaterial {
        RodMaterial { bend_aside, ..self }
    }

    /// With these stiffnesses: EA, B (towards both axes of its section) and C.
    pub fn with_stiffness(self, stretch: f64, bend: f64, twist: f64) -> RodMaterial {
        RodMaterial {
            stretch,
            bend,
            bend_aside: bend,
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
            ("bending stiffness aside", self.bend_aside),
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
