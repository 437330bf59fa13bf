//! Whether two meshes stay apart around an instant.
//!
//! A search goes from the start of a span to its end. Where two bodies are apart all the time it is cheaper to look at them once, in the
//! middle: half the time is left on either side, and half as far to go. Along a direction n of a frame (`motion/frame.rs`) the gap changes by
//! no more than `|rate|·h + ½·curvature·h²` in the time h, before the instant as after it: the proof there asks nothing of the sign of time
//! but that accelerations are bounded on either side.

use super::search::{MeshSearch, Opened, nearer_last};
use super::triangle_pair::TrianglePair;
use crate::bvh::MeshBvh;
use crate::motion::{Balls, ProvenGaps, Snapshot};
use crate::numbers::lanes::Lanes;
use crate::numbers::span::Span;
use crate::query::{Limits, Moving, Outcome, Stats, Verdict};
use crate::volume::{SweptSphere, Volume};
use alloc::vec::Vec;

/// `Free`, if two meshes are seen to stay further apart than clearance and tolerance for `half` a span before and after an instant; else
/// what it took: two triangles are too near, or more pairs of nodes would have to be opened than may be.
pub(in crate::query) fn around(
    [(a, first), (b, second)]: [(&MeshBvh, &Snapshot); 2],
    half: f64,
    limits: &Limits,
    most: u64,
    stack: &mut Vec<(u32, u32)>,
) -> Result<Outcome, Stats> {
    let (a, b) = (Moving::new(a, first), Moving::new(b, second));
    let mut search = MeshSearch::new(a, b, Span::part(0.0, half), limits);
    stack.clear();
    stack.push((0, 0));
    while let Some(nodes) = stack.pop() {
        if search.stats.iterations >= most || search.spent() {
            return Err(search.stats);
        }
        search.stats.iterations += 1;
        match search.open(nodes) {
            Opened::Pairs(opened) => {
                let left = search.left_around(opened);
                for i in nearer_last(left) {
                    // What is no number is not left.
                    if !(left[i] > 0.0) {
                        stack.push(opened[i]);
                    }
                }
            }
            Opened::Triangles(a, b) => {
                let pair = search.triangle_pair([a.number(), b.number()]);
                if !search.stays_around(&pair) {
                    return Err(search.stats);
                }
            }
        }
    }
    Ok(search.outcome(Verdict::Free))
}

impl MeshSearch<'_, SweptSphere> {
    /// What is left of the gaps of two pairs of volumes, beyond clearance and tolerance, all the time from as long before now as the
    /// span is long to as long after it; of bodies whose accelerations are bounded on either side.
    #[inline(always)]
    fn left_around(&mut self, pairs: [(u32, u32); 2]) -> [f64; 2] {
        self.stats.volume_pairs += 2;
        let instant = &self.instant;
        let (a, b) = self.volumes(pairs);
        let gaps = SweptSphere::widest_gaps(
            a,
            b,
            &instant.turn,
            instant.pose.rotation_error,
            instant.shift,
            self.motion.pivots(),
        );
        let near = self.clearance + self.tolerance + 1.25 * instant.volume_error;
        let proven = ProvenGaps::of(gaps.gap, near);
        let gap = proven.widths();
        if !(gap[0] > 0.0 || gap[1] > 0.0) {
            return gap;
        }
        let balls = Balls {
            direction: gaps.direction,
            lever_a: gaps.lever_a,
            lever_b: gaps.lever_b,
            radius_a: Lanes([a[0].size(), a[1].size()]),
            radius_b: Lanes([b[0].size(), b[1].size()]),
        };
        let lost = instant.lost_around(&balls);
        [gap[0] - lost.0[0], gap[1] - lost.0[1]]
    }

    /// Whether the same is more than nothing for two triangles.
    fn stays_around(&self, pair: &TrianglePair) -> bool {
        let (frames, count) = self.motion.frames(&self.instant);
        let margin = self.clearance + self.tolerance + pair.doubt;
        pair.stays_around(&self.instant, &frames[..count], margin)
    }
}
