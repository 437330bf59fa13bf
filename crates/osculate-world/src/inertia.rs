//! The mass of bodies.

use crate::body::{BodyKind, Mass};
use crate::error::BodyError;
use crate::state::Inertia;
use glam::{DQuat, DVec3};
use osculate::Shape;

impl Inertia {
    /// How a body of this kind and shape resists being moved.
    pub(crate) fn of(kind: BodyKind, shape: &Shape, mass: Mass) -> Result<Inertia, BodyError> {
        if kind != BodyKind::Dynamic {
            return Ok(Inertia::ENDLESS);
        }
        // TEMPORARY until mass properties are there.
        let sides = shape.own_box().ok_or(BodyError::EndlessMass)?;
        let size = sides.map(|side| side.upper - side.lower);
        let centre = DVec3::from_array(sides.map(|side| 0.5 * (side.upper + side.lower)));
        let (mass, centre, moments) = match mass {
            Mass::Given {
                mass,
                centre,
                moments,
            } => (mass, centre, moments),
            Mass::Total(mass) => (mass, centre, DVec3::ZERO),
            Mass::Density(density) => (density * size[0] * size[1] * size[2], centre, DVec3::ZERO),
        };
        let [x, y, z] = size.map(|side| side * side);
        let moments = if moments == DVec3::ZERO {
            mass / 12.0 * DVec3::new(y + z, x + z, x + y)
        } else {
            moments
        };
        let centre = if centre.length() < 1e-9 * size[0] {
            DVec3::ZERO
        } else {
            centre
        };
        Ok(Inertia {
            mass,
            inverse_mass: 1.0 / mass,
            centre,
            moments,
            axes: DQuat::IDENTITY,
        })
    }
}
