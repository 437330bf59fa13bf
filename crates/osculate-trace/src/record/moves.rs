//! The numbers that motions have.

use crate::check::turn_widths;
use crate::column::Column;
use crate::motion::is_known;
use serde::{Deserialize, Serialize};

/// How many columns there may be.
pub(crate) const COLUMNS: usize = 18;

/// The highest degree of a joint's polynomials.
pub(crate) const HIGHEST_DEGREE: usize = 5;

/// The numbers that motions have: a column is there if the kind of motion needs it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Moves {
    /// `velocity`, `ballistic`, `screw`, `rational`, `joint`, or one that is not known yet.
    pub motion: String,
    /// Where the pivot, or the body, is at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Column>,
    /// How the body is turned at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<Column>,
    /// The velocity at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linear: Option<Column>,
    /// The angular velocity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub angular: Option<Column>,
    /// The point of the body that `position` and `linear` are about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pivot: Option<Column>,
    /// The acceleration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acceleration: Option<Column>,
    /// A point of the screw's line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<Column>,
    /// The line's direction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<Column>,
    /// How fast it turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rate: Option<Column>,
    /// How fast it slides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slide: Option<Column>,
    /// The tangent of half the angle after one unit of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tangent: Option<Column>,
    /// Until when a joint moves so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Column>,
    /// The degree of the polynomials `q`, `x`, `y` and `z`, each of which has one more number than that in a row, the constant first.
    #[serde(skip_serializing_if = "is_zero")]
    pub degree: usize,
    /// A joint's angle or distance, or the share of a floating joint's turn that is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub q: Option<Column>,
    /// The first coordinate of a planar or floating joint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<Column>,
    /// The second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y: Option<Column>,
    /// The third, of a floating joint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub z: Option<Column>,
    /// The rotation of a floating joint where `q` is 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Column>,
    /// The rotation of a floating joint where `q` is 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Column>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Moves {
    /// The columns that may be there, each with its name and how many numbers a row has.
    pub(crate) fn columns(
        &self,
        dimension: usize,
    ) -> [(&'static str, usize, Option<&Column>); COLUMNS] {
        let (turn, spin) = turn_widths(dimension);
        // Those of a degree that no joint has are not there.
        let terms = self.degree.min(HIGHEST_DEGREE) + 1;
        [
            ("position", dimension, self.position.as_ref()),
            ("rotation", turn, self.rotation.as_ref()),
            ("linear", dimension, self.linear.as_ref()),
            ("angular", spin, self.angular.as_ref()),
            ("pivot", dimension, self.pivot.as_ref()),
            ("acceleration", dimension, self.acceleration.as_ref()),
            ("point", dimension, self.point.as_ref()),
            ("axis", dimension, self.axis.as_ref()),
            ("rate", 1, self.rate.as_ref()),
            ("slide", 1, self.slide.as_ref()),
            ("tangent", 1, self.tangent.as_ref()),
            ("q", terms, self.q.as_ref()),
            ("x", terms, self.x.as_ref()),
            ("y", terms, self.y.as_ref()),
            ("z", terms, self.z.as_ref()),
            ("from", 4, self.from.as_ref()),
            ("to", 4, self.to.as_ref()),
            ("until", 1, self.until.as_ref()),
        ]
    }

    pub(crate) fn options_mut(&mut self) -> [&mut Option<Column>; COLUMNS] {
        [
            &mut self.position,
            &mut self.rotation,
            &mut self.linear,
            &mut self.angular,
            &mut self.pivot,
            &mut self.acceleration,
            &mut self.point,
            &mut self.axis,
            &mut self.rate,
            &mut self.slide,
            &mut self.tangent,
            &mut self.q,
            &mut self.x,
            &mut self.y,
            &mut self.z,
            &mut self.from,
            &mut self.to,
            &mut self.until,
        ]
    }

    /// The columns that are there, but for times.
    pub(crate) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut Column> {
        // The last one is a time.
        let numbers = self.options_mut().into_iter().take(COLUMNS - 1);
        numbers.flatten()
    }

    /// Some rows. Of a motion that is not known only its name is left: nobody knows what its rows are.
    pub(crate) fn selected(&self, rows: &[usize], dimension: usize) -> Moves {
        let mut selected = Moves {
            motion: self.motion.clone(),
            degree: self.degree,
            ..Moves::default()
        };
        if is_known(&self.motion) {
            let columns = self.columns(dimension);
            for (new, (_, width, old)) in selected.options_mut().into_iter().zip(columns) {
                *new = old.map(|old| old.selected(rows, width));
            }
        }
        selected
    }

    /// Lets one row stand for all where they are the same.
    pub(crate) fn shrink(&mut self, dimension: usize) {
        let widths = self.columns(dimension).map(|(_, width, _)| width);
        for (column, width) in self.options_mut().into_iter().zip(widths) {
            if let Some(column) = column {
                column.shrink(width);
            }
        }
    }
}
