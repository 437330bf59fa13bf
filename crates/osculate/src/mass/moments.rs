//! Volume, centre and spread of a body that is the same everywhere.

use super::principal::Principal;
use crate::numbers::double::Double;
use glam::{DMat3, DQuat, DVec3};

/// The integrals of 1, x and xxᵀ over a body, about some point, along some axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moments {
    pub(super) volume: f64,
    pub(super) first: DVec3,
    pub(super) second: DMat3,
}

/// A body that is the same everywhere, of unit density.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    /// Or the area of a shell.
    pub(super) volume: f64,
    pub(super) centre: DVec3,
    /// The means of squares of distances from the centre along the axes of the frame, in rising order.
    pub(super) spread: DVec3,
    pub(super) frame: DQuat,
}

/// A sum of many such integrals, in twice the precision.
pub(super) struct Sum {
    /// The volume, three first and six second moments: xx, yy, zz, xy, xz, yz.
    parts: [Double; 10],
    /// The sum of the sizes of the volumes' terms: a few units of rounding of that are what the volume may be off by.
    pub(super) size: f64,
}

impl Sum {
    pub(super) fn new() -> Sum {
        Sum {
            parts: [Double::ZERO; 10],
            size: 0.0,
        }
    }

    /// Adds a piece; the matrix is symmetric.
    pub(super) fn add(&mut self, piece: &Moments) {
        let Moments {
            volume,
            first,
            second,
        } = piece;
        let terms = [
            *volume,
            first.x,
            first.y,
            first.z,
            second.x_axis.x,
            second.y_axis.y,
            second.z_axis.z,
            second.y_axis.x,
            second.z_axis.x,
            second.z_axis.y,
        ];
        for (part, term) in self.parts.iter_mut().zip(terms) {
            *part = *part + Double::from(term);
        }
    }

    pub(super) fn moments(&self) -> Moments {
        let [volume, x, y, z, xx, yy, zz, xy, xz, yz] = self.parts.map(|part| part.high);
        Moments {
            volume,
            first: DVec3::new(x, y, z),
            second: DMat3::from_cols(
                DVec3::new(xx, xy, xz),
                DVec3::new(xy, yy, yz),
                DVec3::new(xz, yz, zz),
            ),
        }
    }
}

/// `p·qᵀ + q·pᵀ`.
pub(super) fn mixed(p: DVec3, q: DVec3) -> DMat3 {
    outer(p, q) + outer(q, p)
}

/// `p·qᵀ`.
pub(super) fn outer(p: DVec3, q: DVec3) -> DMat3 {
    DMat3::from_cols(p * q.x, p * q.y, p * q.z)
}

impl Moments {
    /// Where the centre is, seen from the point that the integrals are about, and the spread about it.
    fn central(&self) -> (DVec3, DMat3) {
        let centre = self.first / self.volume;
        (
            centre,
            self.second * (1.0 / self.volume) - outer(centre, centre),
        )
    }
}

/// How often the integrals are taken anew, about the last centre and along the last axes.
const PASSES: usize = 3;

/// A body from its integrals about any point, along any axes: `integrals` is given the frame and the origin that coordinates
/// `frameᵀ·(x − origin)` have, and says all in units of some length.
///
/// The integrals are taken about the body's own centre and along its own axes in the end, where those of a thin body do not come of
/// differences of large numbers. `None` if there is nothing to integrate.
pub(super) fn solid(
    start: DVec3,
    unit: f64,
    mut integrals: impl FnMut(&DMat3, DVec3) -> Option<Moments>,
) -> Option<Solid> {
    let (mut origin, mut frame) = (start, DQuat::IDENTITY);
    let mut found = None;
    for _ in 0..PASSES {
        let axes = DMat3::from_quat(frame);
        let moments = integrals(&axes, origin)?;
        let (centre, spread) = moments.central();
        let principal = Principal::of(&spread);
        origin += axes * (centre * unit);
        frame = (frame * principal.frame).normalize();
        found = Some(Solid {
            volume: moments.volume * unit * unit * unit,
            centre: origin,
            spread: principal.values.max(DVec3::ZERO) * (unit * unit),
            frame,
        });
    }
    found
}
