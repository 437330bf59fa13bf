//! What surfaces are like when they touch.

use glam::DVec3;

/// How a body's surface slides and bounces.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Material {
    /// Coulomb's coefficient: the largest share of the normal force that resists sliding.
    pub friction: f64,
    /// The share of the normal speed that a hit gives back, from 0 to 1.
    pub restitution: f64,
    /// How the frictions of two surfaces combine.
    pub friction_rule: Combine,
    /// How the restitutions of two surfaces combine.
    pub restitution_rule: Combine,
    /// How fast the surface itself moves along, in the body's axes: a conveyor belt. Only its part in the plane of a contact counts.
    pub surface_velocity: DVec3,
}

/// How two values combine. If the rules of two bodies differ, the later one in this list counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Combine {
    /// Their mean.
    Average,
    /// The root of their product: 0 if one of them is 0.
    #[default]
    GeometricMean,
    /// The smaller.
    Least,
    /// Their product.
    Product,
    /// The larger.
    Most,
}

impl Combine {
    /// One value of two, by the later of both rules.
    pub(crate) fn combine(self, other: Combine, a: f64, b: f64) -> f64 {
        match self.max(other) {
            Combine::Average => 0.5 * (a + b),
            Combine::GeometricMean => (a * b).sqrt(),
            Combine::Least => a.min(b),
            Combine::Product => a * b,
            Combine::Most => a.max(b),
        }
    }
}

impl Default for Material {
    /// A friction of 0.5, no restitution.
    fn default() -> Material {
        Material {
            friction: 0.5,
            restitution: 0.0,
            friction_rule: Combine::GeometricMean,
            restitution_rule: Combine::Most,
            surface_velocity: DVec3::ZERO,
        }
    }
}

impl Material {
    /// With this friction and restitution, combined as by default: the geometric mean of frictions, the larger restitution.
    pub fn new(friction: f64, restitution: f64) -> Material {
        Material {
            friction,
            restitution,
            ..Material::default()
        }
    }

    /// With rules for friction and restitution.
    pub fn with_rules(self, friction: Combine, restitution: Combine) -> Material {
        Material {
            friction_rule: friction,
            restitution_rule: restitution,
            ..self
        }
    }

    /// With a surface that moves along.
    pub fn with_surface_velocity(self, surface_velocity: DVec3) -> Material {
        Material {
            surface_velocity,
            ..self
        }
    }

    /// The friction of two surfaces.
    pub(crate) fn friction_with(&self, other: &Material) -> f64 {
        let rule = self.friction_rule;
        rule.combine(other.friction_rule, self.friction, other.friction)
    }

    /// The restitution of two surfaces.
    pub(crate) fn restitution_with(&self, other: &Material) -> f64 {
        let rule = self.restitution_rule;
        rule.combine(other.restitution_rule, self.restitution, other.restitution)
    }
}
