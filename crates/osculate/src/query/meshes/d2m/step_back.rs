//! From a root to an instant before it at which the triangles are seen to be apart: D2M, section V.

use super::super::search::MeshSearch;
use super::super::triangle_pair::TrianglePair;
use super::before;
use crate::volume::Volume;

/// How often a better instant is looked for.
const TRIES: u32 = 64;

impl<V: Volume> MeshSearch<'_, V> {
    /// Two triangles that are apart from `from` up to `time`, and then may not be, at an instant before that at which
    /// they certainly are further apart than the clearance, and certainly within the tolerance of it.
    ///
    /// First by how fast they approach, ΔTOC = ε_d/v_n, aiming at the middle of the tolerance; what that gives is
    /// verified, and where it does not hold, which is so wherever v_n nears zero, the time between is halved.
    pub(in crate::query) fn step_back(
        &mut self,
        triangles: [u32; 2],
        time: f64,
        from: f64,
    ) -> Option<TrianglePair> {
        let (mut early, mut late) = (from, time);
        let mut t = before(time, from);
        for _ in 0..TRIES {
            self.pose(t);
            let pair = self.triangle_pair(triangles);
            let near = pair.apart_at_most <= self.clearance + self.tolerance;
            if near && pair.gap() > self.clearance {
                return Some(pair);
            }
            let mut next = f64::NAN;
            if near {
                late = t;
                let short =
                    self.clearance + 0.5 * self.tolerance - 0.5 * (pair.gap() + pair.apart_at_most);
                next = t - short / self.approach(&pair);
            } else if t < before(time, from) {
                early = t;
            } else {
                // Nothing later is known to be free.
                return None;
            }
            if !(early < next && next < late) {
                next = 0.5 * early + 0.5 * late;
            }
            if !(early < next && next < late) {
                return None;
            }
            t = next;
        }
        None
    }
}
