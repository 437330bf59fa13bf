//! In which order unknowns are eliminated, so that few new entries appear: the one with the fewest neighbours first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What eliminating all unknowns takes.
pub(super) struct Elimination {
    /// The unknowns in the order in which they are eliminated.
    pub(super) order: Vec<u32>,
    /// By unknown: its neighbours when it is eliminated. All of them are eliminated later.
    pub(super) later: Vec<Vec<u32>>,
}

/// Minimum degree, but for the `last` unknowns, which come after all others. Ties go to the smallest number, so the order depends on nothing
/// but the pairs.
pub(super) fn minimum_degree(unknowns: usize, last: usize, pairs: &[[u32; 2]]) -> Elimination {
    let mut around: Vec<Vec<u32>> = vec![Vec::new(); unknowns];
    for &[a, b] in pairs {
        around[a as usize].push(b);
        around[b as usize].push(a);
    }
    for list in &mut around {
        list.sort_unstable();
        list.dedup();
    }
    let first = unknowns - last;
    let entry = |of: usize, list: &[u32]| Reverse((of >= first, list.len() as u32, of as u32));
    let lists = around.iter().enumerate();
    let mut heap: BinaryHeap<_> = lists.map(|(of, list)| entry(of, list)).collect();
    let mut order = Vec::with_capacity(unknowns);
    let mut is_done = vec![false; unknowns];
    let mut merged = Vec::new();
    while let Some(Reverse((_, degree, next))) = heap.pop() {
        let index = next as usize;
        if is_done[index] || around[index].len() as u32 != degree {
            continue; // An entry from before its neighbours changed.
        }
        is_done[index] = true;
        order.push(next);
        let clique = std::mem::take(&mut around[index]);
        for &of in &clique {
            merge(&around[of as usize], &clique, [of, next], &mut merged);
            std::mem::swap(&mut around[of as usize], &mut merged);
            heap.push(entry(of as usize, &around[of as usize]));
        }
        around[index] = clique;
    }
    Elimination {
        order,
        later: around,
    }
}

/// Two sorted lists as one, without two numbers.
fn merge(a: &[u32], b: &[u32], without: [u32; 2], merged: &mut Vec<u32>) {
    merged.clear();
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let next = match (a.get(i), b.get(j)) {
            (Some(&x), Some(&y)) => x.min(y),
            (Some(&x), None) | (None, Some(&x)) => x,
            (None, None) => break,
        };
        i += usize::from(a.get(i) == Some(&next));
        j += usize::from(b.get(j) == Some(&next));
        if !without.contains(&next) {
            merged.push(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::minimum_degree;

    /// A chain is eliminated without a new entry; it would fail if an eliminated unknown stayed among the neighbours of others.
    #[test]
    fn chains_fill_nothing() {
        let pairs: Vec<[u32; 2]> = (1..50).map(|i| [i - 1, i]).collect();
        let found = minimum_degree(50, 0, &pairs);
        let entries: usize = found.later.iter().map(Vec::len).sum();
        assert_eq!((found.order.len(), entries), (50, 49));
        let mut place = [0; 50];
        for (position, &of) in found.order.iter().enumerate() {
            place[of as usize] = position;
        }
        for (of, later) in found.later.iter().enumerate() {
            assert!(later.iter().all(|&other| place[other as usize] > place[of]));
        }
    }
}
