//! A core at its place in a body.

use super::{Core, Hull, HullError};
use crate::numbers::rounding::{UNIT, length};
use crate::shape::Identity;
use alloc::vec::Vec;
use glam::{DMat3, DVec3};

/// How far the products of axes with each other may be off together: then they stretch nothing by more than half of it, which
/// bounds have room for. One rotation's are by some ten units, those of a hull that was placed often by more.
const SKEWED: f64 = 32.0 * UNIT;

/// How many times as far from its own origin as from the body's the corners of a polytope may be. Supports are off by 24.4 units of the
/// one distance and 17.4 of the other (docs/decisions/hull-gaps.md): 54 of the latter together, and 64 are counted.
const FARTHER: f64 = 1.5;

impl Hull {
    /// The same core and margin with its origin at `centre` and along these axes, which are orthonormal to within rounding.
    pub(super) fn moved(self, centre: DVec3, axes: DMat3) -> Result<Hull, HullError> {
        let axes = orthonormal(axes);
        let mut hull = Hull {
            centre,
            axes,
            turned: axes != DMat3::IDENTITY,
            identity: Identity::new(),
            ..self
        };
        hull.ball = hull.bound();
        match hull.corners_of_its_own() {
            Some(corners) => Hull::polytope(&corners)?.rounded(hull.margin),
            None => Ok(hull),
        }
    }

    /// The corners of a polytope in the body, if they are much closer to its origin than to their own. What rounding does to supports is
    /// counted by the distances in the body: but a corner that was chosen and turned far away is off by units of how far that is.
    fn corners_of_its_own(&self) -> Option<Vec<DVec3>> {
        let Core::Polytope(polytope) = &self.core else {
            return None;
        };
        let (centre, radius) = self.ball;
        let far = polytope.extent() > FARTHER * (length(centre) + radius);
        let in_body = |&corner: &DVec3| self.in_body(corner);
        far.then(|| polytope.corners().iter().map(in_body).collect())
    }
}

/// The axes, or others close by if they are skewed.
fn orthonormal(axes: DMat3) -> DMat3 {
    let off = axes.transpose() * axes - DMat3::IDENTITY;
    let off: f64 = off.to_cols_array().into_iter().map(f64::abs).sum();
    if off <= SKEWED {
        return axes;
    }
    let x = axes.x_axis / length(axes.x_axis);
    let y = axes.y_axis - x * x.dot(axes.y_axis);
    let y = y / length(y);
    DMat3::from_cols(x, y, x.cross(y))
}
