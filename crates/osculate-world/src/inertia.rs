//! The mass of bodies.

use crate::body::{BodyKind, Mass};
use crate::error::BodyError;
use crate::state::{Inertia, UNIT, reach_from};
use glam::{DMat3, DQuat, DVec3};
use osculate::Shape;
use osculate::mass::{MassProperties, Matter};

impl Inertia {
    /// How a body of this kind and shape resists being moved.
    pub(crate) fn of(kind: BodyKind, shape: &Shape, mass: Mass) -> Result<Inertia, BodyError> {
        if kind != BodyKind::Dynamic {
            return Ok(Inertia::ENDLESS);
        }
        let properties = match mass {
            Mass::Density(density) => MassProperties::of_shape(shape, Matter::Density(density))?,
            Mass::Total(mass) => MassProperties::of_shape(shape, Matter::Mass(mass))?,
            Mass::Given {
                mass,
                centre,
                moments,
            } => MassProperties::new(mass, centre, DMat3::from_diagonal(moments))?,
        };
        let centre = properties.centre();
        // A centre within rounding of the origin is the origin: bodies then turn about it exactly, and at less cost.
        let is_origin = centre.length() <= 64.0 * UNIT * reach_from(shape, DVec3::ZERO);
        let (moments, axes) = principal(&properties);
        // None is larger than the sum of the others. Those that were given may be rounded.
        let possible = 2.0 * moments.max_element() <= (1.0 + 1e-9) * moments.element_sum();
        if !(moments.min_element() > 0.0 && moments.recip().is_finite() && possible) {
            return Err(BodyError::BadInertia(moments.to_array()));
        }
        Ok(Inertia {
            mass: properties.mass(),
            inverse_mass: 1.0 / properties.mass(),
            centre: if is_origin { DVec3::ZERO } else { centre },
            moments,
            axes,
        })
    }
}

/// The moments about principal axes, and these. Where the body's own axes are principal to within rounding, they are taken.
fn principal(properties: &MassProperties) -> (DVec3, DQuat) {
    let inertia = properties.inertia();
    let own = DVec3::new(inertia.x_axis.x, inertia.y_axis.y, inertia.z_axis.z);
    let across = DVec3::new(inertia.x_axis.y, inertia.y_axis.z, inertia.z_axis.x);
    if across.abs().max_element() <= 16.0 * UNIT * own.min_element() {
        return (own, DQuat::IDENTITY);
    }
    (properties.principal_moments(), properties.principal_frame())
}
