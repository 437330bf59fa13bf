//! A time by which two meshes certainly meet, from one pair of their triangles.
//!
//! The paper takes the time at which two triangles come close for an upper bound. That is none: they may pass each other. Here it
//! counts only once the meshes are proven to cross.

use crate::bvh::SweptSphere;
use crate::query::meshes::search::{Advance, MeshSearch};
use alloc::vec::Vec;

/// How many steps two triangles are followed for: the paper's most iterations.
const MOST_STEPS: usize = 50;

/// A time by which the meshes meet, if following two of their triangles from the start of the span shows one.
pub(super) fn upper_bound(
    search: &mut MeshSearch<SweptSphere>,
    triangles: [u32; 2],
    stack: &mut Vec<(u32, u32)>,
) -> Option<f64> {
    for _ in 0..MOST_STEPS {
        if search.spent() {
            return None;
        }
        let pair = search.triangle_pair(triangles);
        match search.advance_triangles(&pair) {
            Advance::Until(time) => search.pose(time),
            Advance::Free => return None,
            Advance::Contact => return search.crossing(&pair, stack),
            Advance::Stuck => {
                return pair.certainly_intersects().then_some(search.instant.t);
            }
        }
    }
    None
}

/// Two triangles, of so many each, picked by a number.
pub(super) fn picked(number: u64, counts: [usize; 2]) -> [u32; 2] {
    // The finalizer of splitmix64: nearby numbers give others that have nothing to do with each other.
    let mixed = |number: u64| {
        let x = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    };
    let first = mixed(number);
    [first, mixed(first)]
        .into_iter()
        .zip(counts)
        .map(|(bits, count)| (bits % count.max(1) as u64) as u32)
        .collect::<Vec<_>>()
        .try_into()
        .unwrap_or([0; 2])
}
