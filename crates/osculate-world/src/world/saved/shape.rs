//! A shape that is saved.

use super::damaged;
use crate::error::WorldError;
use glam::DVec3;
use osculate::shape::HullForm;
use osculate::{Compound, HalfSpace, Hull, Shape};
use std::sync::Arc;

/// A shape, as what makes the same one again.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum SavedShape {
    Hull(HullForm),
    Compound(Vec<HullForm>),
    HalfSpace { normal: DVec3, offset: f64 },
}

impl SavedShape {
    pub(super) fn of(shape: &Shape) -> SavedShape {
        match shape {
            Shape::Hull(hull) => SavedShape::Hull(hull.form()),
            Shape::Compound(compound) => {
                SavedShape::Compound(compound.parts().iter().map(Hull::form).collect())
            }
            Shape::HalfSpace(half_space) => SavedShape::HalfSpace {
                normal: half_space.normal(),
                offset: half_space.offset(),
            },
            Shape::Mesh(_) => unreachable!("worlds refuse meshes"),
        }
    }

    pub(super) fn shape(&self) -> Result<Arc<Shape>, WorldError> {
        let shape = match self {
            SavedShape::Hull(form) => Shape::from(Hull::of_form(form).map_err(damaged)?),
            SavedShape::Compound(forms) => {
                let parts: Result<Vec<Hull>, _> = forms.iter().map(Hull::of_form).collect();
                Shape::from(Compound::new(parts.map_err(damaged)?).map_err(damaged)?)
            }
            &SavedShape::HalfSpace { normal, offset } => {
                Shape::from(HalfSpace::of_unit_normal(normal, offset).map_err(damaged)?)
            }
        };
        Ok(Arc::new(shape))
    }
}
