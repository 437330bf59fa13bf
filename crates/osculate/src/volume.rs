//! Bounding volumes.

mod cut_ball;
mod leaf;
mod one_and_two;
mod smallest_ball;
mod swept_sphere;

use crate::numbers::lanes::{Lanes, LanesVec3};
use crate::numbers::rounding::{length, up};
pub(crate) use cut_ball::Beside;
pub use cut_ball::CutBall;
use glam::{DMat3, DVec3};
pub use leaf::{Leaf, OneTriangle};
pub(crate) use one_and_two::{OneOfA, OneOfB, Seen};
pub use swept_sphere::{SweptSphere, SweptSphereKind};

/// What a hierarchy needs of its volumes. It is here to be named: only this crate can implement it.
pub trait Volume: Copy {
    /// What a leaf of a tree of such volumes holds.
    type Leaf<'t>: Leaf<'t>;

    /// The centre and the radius of a ball around the volume's points.
    fn ball(&self) -> (DVec3, f64);

    /// What a sphere would be swept over to give the volume.
    fn kind(&self) -> SweptSphereKind {
        SweptSphereKind::Point
    }

    /// The widest gaps of two pairs of volumes that can be found quickly. a is placed by
    /// `x ↦ turn·(x − pivot_a) + shift`; b stays, its pivot in the origin. Where points are is not known better than
    /// `turn`, which is accounted for elsewhere; what else its error does is taken off here.
    fn widest_gaps(
        a: [&Self; 2],
        b: [&Self; 2],
        turn: &DMat3,
        rotation_error: f64,
        shift: DVec3,
        pivots: [DVec3; 2],
    ) -> WidestGaps;

    /// The ball's radius.
    #[inline(always)]
    fn size(&self) -> f64 {
        self.ball().1
    }

    /// How far a point of the volume is from `origin`, at most.
    fn reach_from(&self, origin: DVec3) -> f64 {
        let (centre, radius) = self.ball();
        up(length(centre - origin) + radius)
    }
}

/// Two pairs of volumes as b sees them, at an instant: what is found along the direction of each one's widest gap.
pub struct WidestGaps {
    /// How far apart the volumes are along `direction`; rounding may have added to it, relative to the volumes'
    /// distances from their pivots.
    pub(crate) gap: Lanes,
    /// From a to b, of unit length to within a few units.
    pub(crate) direction: LanesVec3,
    /// From a's pivot to a's centre.
    pub(crate) lever_a: LanesVec3,
    /// From b's pivot to b's centre.
    pub(crate) lever_b: LanesVec3,
}
