//! In which order unknowns are eliminated, so that few new entries appear: the one with the fewest neighbours first, and of wide nets those last that
//! cut the net into halves.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What eliminating all unknowns takes.
pub(super) struct Elimination {
    /// The unknowns in the order in which they are eliminated.
    pub(super) order: Vec<u32>,
    /// By unknown: its neighbours when it is eliminated. All of them are eliminated later.
    pub(super) later: Vec<Vec<u32>>,
}

impl Elimination {
    /// How many products of blocks it takes.
    pub(super) fn products(&self) -> usize {
        let columns = self.later.iter().map(Vec::len);
        columns.map(|blocks| blocks * (blocks + 1) / 2).sum()
    }

    /// The same with what is eliminated directly before the first of its neighbours, where that is possible, so that columns with the same neighbours follow each
    /// other. Neighbours stay as they are: an unknown only has to come after all that lead to it.
    fn in_runs(self) -> Elimination {
        let unknowns = self.order.len();
        let mut place = vec![0_u32; unknowns];
        for (position, &of) in self.order.iter().enumerate() {
            place[of as usize] = position as u32;
        }
        // By unknown: those whose first neighbour it is.
        let mut leading: Vec<Vec<u32>> = vec![Vec::new(); unknowns];
        let mut waiting = Vec::new();
        for &of in &self.order {
            let later = self.later[of as usize].iter();
            match later.min_by_key(|&&other| place[other as usize]) {
                Some(&next) => leading[next as usize].push(of),
                None => waiting.push(of),
            }
        }
        // From the last to the first: the one with the most neighbours directly before the one that it leads to.
        let mut order = Vec::with_capacity(unknowns);
        while let Some(of) = waiting.pop() {
            order.push(of);
            let mut before = std::mem::take(&mut leading[of as usize]);
            before.sort_by_key(|&other| self.later[other as usize].len());
            waiting.extend(before);
        }
        order.reverse();
        Elimination { order, ..self }
    }
}

/// By unknown: those that it has a pair with, sorted.
fn neighbours(unknowns: usize, pairs: &[[u32; 2]]) -> Vec<Vec<u32>> {
    let mut around: Vec<Vec<u32>> = vec![Vec::new(); unknowns];
    for &[a, b] in pairs {
        around[a as usize].push(b);
        around[b as usize].push(a);
    }
    for list in &mut around {
        list.sort_unstable();
        list.dedup();
    }
    around
}

/// Minimum degree among unknowns of one rank, ranks one after the other. Ties go to the smallest number, so the order depends on nothing
/// but ranks and pairs.
pub(super) fn minimum_degree(ranks: &[u8], pairs: &[[u32; 2]]) -> Elimination {
    let unknowns = ranks.len();
    let mut around = neighbours(unknowns, pairs);
    let entry = |of: usize, list: &[u32]| Reverse((ranks[of], list.len() as u32, of as u32));
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
    let found = Elimination {
        order,
        later: around,
    };
    found.in_runs()
}

/// What it takes to eliminate all unknowns in an order that is known.
pub(super) fn elimination(order: &[u32], pairs: &[[u32; 2]]) -> Elimination {
    let mut place = vec![0_u32; order.len()];
    for (position, &of) in order.iter().enumerate() {
        place[of as usize] = position as u32;
    }
    let mut later: Vec<Vec<u32>> = vec![Vec::new(); order.len()];
    for &[a, b] in pairs {
        let (first, second) = match place[a as usize] < place[b as usize] {
            true => (a, b),
            false => (b, a),
        };
        later[first as usize].push(second);
    }
    for &of in order {
        let mut list = std::mem::take(&mut later[of as usize]);
        list.sort_unstable_by_key(|&other| place[other as usize]);
        list.dedup();
        // The first of them takes over all others, and so on.
        if let Some((&next, others)) = list.split_first() {
            later[next as usize].extend_from_slice(others);
        }
        later[of as usize] = list;
    }
    let found = Elimination {
        order: order.to_vec(),
        later,
    };
    found.in_runs()
}

/// How often a net is cut.
const CUTS: u8 = 16;
/// What has fewer unknowns is not cut.
const SMALL: usize = 48;

/// Nested dissection: ranks by which what cuts a net into two comes after both of these, in turn. A cut is a level of a search from an end of the net, of the
/// smallest of those near the middle.
pub(super) fn dissection(unknowns: usize, pairs: &[[u32; 2]]) -> Vec<u8> {
    let around = neighbours(unknowns, pairs);
    let mut ranks = vec![0; unknowns];
    let mut part = vec![0_u32; unknowns];
    let mut parts = 0;
    let mut waiting = vec![((0..unknowns as u32).collect::<Vec<u32>>(), CUTS)];
    while let Some((set, rank)) = waiting.pop() {
        if set.len() < SMALL || rank == 0 {
            continue;
        }
        parts += 1;
        set.iter().for_each(|&of| part[of as usize] = parts);
        let (levels, rest) = levels(&around, &part, &set);
        if !rest.is_empty() {
            // What hangs together by itself needs no cut.
            waiting.push((rest, rank));
            waiting.push((levels.concat(), rank));
            continue;
        }
        let mut before = 0;
        let mut best: Option<usize> = None;
        for (index, level) in levels.iter().enumerate() {
            let is_middle = (3 * before > set.len()) && 3 * (before + level.len()) < 2 * set.len();
            if is_middle && best.is_none_or(|best| level.len() < levels[best].len()) {
                best = Some(index);
            }
            before += level.len();
        }
        let Some(best) = best else { continue };
        levels[best]
            .iter()
            .for_each(|&of| ranks[of as usize] = rank);
        waiting.push((levels[..best].concat(), rank - 1));
        waiting.push((levels[best + 1..].concat(), rank - 1));
    }
    ranks
}

/// The unknowns of a part by how far they are from an end of it, and those that cannot be reached from there.
fn levels(around: &[Vec<u32>], part: &[u32], set: &[u32]) -> (Vec<Vec<u32>>, Vec<u32>) {
    let mut seen = vec![false; around.len()];
    let mut levels = vec![vec![set[0]]];
    // From what is furthest of the first, and from what is furthest of that: an end.
    for _ in 0..3 {
        let first = levels.last().map_or(set[0], |level| level[0]);
        set.iter().for_each(|&of| seen[of as usize] = false);
        seen[first as usize] = true;
        levels = vec![vec![first]];
        loop {
            let mut next = Vec::new();
            for &of in &levels[levels.len() - 1] {
                for &other in &around[of as usize] {
                    let is_new = part[other as usize] == part[of as usize] && !seen[other as usize];
                    if is_new {
                        seen[other as usize] = true;
                        next.push(other);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            levels.push(next);
        }
    }
    let rest = set.iter().copied().filter(|&of| !seen[of as usize]);
    (levels, rest.collect())
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
    use super::{dissection, elimination, minimum_degree};

    /// A chain is eliminated without a new entry; it would fail if an eliminated unknown stayed among the neighbours of others.
    #[test]
    fn chains_fill_nothing() {
        let pairs: Vec<[u32; 2]> = (1..50).map(|i| [i - 1, i]).collect();
        let found = minimum_degree(&[0; 50], &pairs);
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

    /// An order that is known takes what it took when it was found, and more where there are more pairs; it would fail if neighbours were not handed on.
    #[test]
    fn known_orders_take_the_same() {
        let mut pairs: Vec<[u32; 2]> = (1..60).map(|i| [i - 1, i]).collect();
        pairs.extend((6..60).map(|i| [i - 6, i]));
        let found = minimum_degree(&[0; 60], &pairs);
        let again = elimination(&found.order, &pairs);
        assert_eq!(again.products(), found.products());
        for (one, other) in found.later.iter().zip(&again.later) {
            let mut other = other.clone();
            other.sort_unstable();
            let mut one = one.clone();
            one.sort_unstable();
            assert_eq!(one, other);
        }
        pairs.push([0, 59]);
        assert!(elimination(&found.order, &pairs).products() > found.products());
    }

    /// A grid of 40 × 40 takes far fewer products if it is cut into halves; it would fail if what cuts came first.
    #[test]
    fn grids_are_cut() {
        let at = |x: u32, y: u32| 40 * x + y;
        let mut pairs = Vec::new();
        for x in 0..40 {
            for y in 0..40 {
                pairs.extend((x > 0).then(|| [at(x - 1, y), at(x, y)]));
                pairs.extend((y > 0).then(|| [at(x, y - 1), at(x, y)]));
            }
        }
        let ranks = dissection(1600, &pairs);
        let plain = minimum_degree(&[0; 1600], &pairs).products();
        let cut = minimum_degree(&ranks, &pairs).products();
        println!("grid: {plain} products, cut {cut}");
        assert!(cut < plain && ranks.iter().any(|&rank| rank > 0));
    }
}
