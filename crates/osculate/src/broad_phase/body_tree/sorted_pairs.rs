//! Pairs of slots, and sorted lists of them.

use alloc::vec::Vec;

/// Two bodies, by their slots: the smaller one first. Sorted by the first slot, then by the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SlotPair {
    /// The smaller slot.
    pub first: u32,
    /// The larger slot.
    pub second: u32,
}

impl SlotPair {
    /// Two different slots, in any order.
    pub fn of(one: u32, other: u32) -> SlotPair {
        SlotPair {
            first: one.min(other),
            second: one.max(other),
        }
    }

    /// Both in one number, with the same order.
    #[inline(always)]
    pub(super) fn key(&self) -> u64 {
        u64::from(self.first) << 32 | u64::from(self.second)
    }
}

/// Makes `merged` of sorted pairs, less those that ended, which are among them, with those that begin, which are not, or end too.
/// Stretches without a change are copied as they are.
pub(super) fn merge(
    pairs: &[SlotPair],
    ended: &[SlotPair],
    begun: &[SlotPair],
    merged: &mut Vec<SlotPair>,
) {
    merged.clear();
    merged.reserve(pairs.len() + begun.len() - ended.len());
    let (mut rest, mut ended, mut begun) = (pairs, ended, begun);
    loop {
        let key = |list: &[SlotPair]| list.first().map_or(u64::MAX, SlotPair::key);
        let (end, begin) = (key(ended), key(begun));
        let next = end.min(begin);
        if next == u64::MAX {
            merged.extend_from_slice(rest);
            return;
        }
        let kept = below(rest, next);
        merged.extend_from_slice(&rest[..kept]);
        rest = &rest[kept..];
        if end == next {
            (rest, ended) = (&rest[1..], &ended[1..]);
        }
        if begin == next {
            merged.push(begun[0]);
            begun = &begun[1..];
        }
    }
}

/// How many pairs, from the first on, come before a key: by steps that double, since changes are near each other.
fn below(pairs: &[SlotPair], key: u64) -> usize {
    let mut step = 8;
    while step < pairs.len() && pairs[step].key() < key {
        step *= 2;
    }
    let (from, to) = (step / 2, (step + 1).min(pairs.len()));
    let from = if step == 8 { 0 } else { from };
    from + pairs[from.min(to)..to].partition_point(|pair| pair.key() < key)
}
