//! A body that stands at a place, for one look.

use crate::state::UNIT;
use glam::{DMat3, DVec3};
use osculate::Placement;
use osculate::Span;
use osculate::motion::{Motion, PivotPath, Pose, Rates};

/// Stands still. Quicker to make than `osculate::Resting`, which rounds its rotation as well as can be: looks need one for each body of each pair.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    position: DVec3,
    pose: Pose,
}

impl Standing {
    pub(super) fn at(at: Placement) -> Standing {
        let q = at.rotation;
        // With a quaternion q and |q|² = 1 + δ, the matrix is that of q/|q| and δ times what that differs from none, which is 2 at most. No entry is rounded by more
        // than six units, so all together by no more than 18; δ is off by no more than eight.
        let longer = (q.length_squared() - 1.0).abs();
        let error = 2.0 * longer + 48.0 * UNIT;
        Standing {
            position: at.position,
            pose: Pose::new(DMat3::from_quat(q), DVec3::ZERO).with_errors(error, 0.0),
        }
    }
}

impl Motion for Standing {
    #[inline(always)]
    fn pose(&self, _: f64) -> Pose {
        self.pose
    }

    #[inline]
    fn rates(&self, _: Span) -> Rates {
        Rates::default()
    }

    #[inline]
    fn path(&self) -> PivotPath {
        PivotPath::new(DVec3::ZERO, self.position, DVec3::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use osculate::Resting;
    use osculate_judge::seeded::Seeded;

    #[test]
    fn it_is_where_it_rests() {
        let mut random = Seeded::new(5);
        for _ in 0..10_000 {
            let longer = 1.0 + random.one_of(&[0.0, 1e-16, -1e-15, 3e-7, -9e-7]);
            let at = Placement::new(random.vector(9.0), random.rotation() * longer);
            let standing = Standing::at(at).pose(0.5);
            let resting = Resting::at(at).expect("a placement").pose(0.5);
            let error = standing.rotation_error + resting.rotation_error;
            for _ in 0..8 {
                let apart = (standing.rotation - resting.rotation) * random.direction();
                assert!(apart.length() <= error, "{apart} {error:e}");
            }
            assert_eq!(Standing::at(at).path().anchor, at.position);
        }
    }
}
