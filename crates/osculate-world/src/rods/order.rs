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

/// Nested dissection: ranks by which what cuts a net into two comes after both of these, in turn. Distances are counted along `edges`, and a cut has no pair
/// from one side to the other.
pub(super) fn dissection(unknowns: usize, edges: &[[u32; 2]], pairs: &[[u32; 2]]) -> Vec<u8> {
    let mut net = Net {
        ways: neighbours(unknowns, edges),
        around: neighbours(unknowns, pairs),
        part: vec![0; unknowns],
        heights: vec![0; unknowns],
    };
    let mut ranks = vec![0; unknowns];
    let mut parts = 0;
    let mut waiting = vec![((0..unknowns as u32).collect::<Vec<u32>>(), CUTS)];
    while let Some((set, rank)) = waiting.pop() {
        if set.len() < SMALL || rank == 0 {
            continue;
        }
        parts += 1;
        set.iter().for_each(|&of| net.part[of as usize] = parts);
        let reached = net.distances(&set, set[0]);
        if set.iter().any(|&of| reached[of as usize] == FAR) {
            // What hangs together by itself needs no cut.
            let is_reached = |of: &u32| reached[*of as usize] != FAR;
            let (joined, rest): (Vec<u32>, Vec<u32>) = set.iter().partition(|of| is_reached(of));
            waiting.push((rest, rank));
            waiting.push((joined, rank));
            continue;
        }
        let Some([low, cut, high]) = net.cut(&set) else {
            continue;
        };
        cut.iter().for_each(|&of| ranks[of as usize] = rank);
        waiting.push((low, rank - 1));
        waiting.push((high, rank - 1));
    }
    ranks
}

/// Of what cannot be reached.
const FAR: i32 = i32::MAX;

/// A net that is cut.
struct Net {
    /// By unknown: those at the other ends of its edges, and those that it has a pair with.
    ways: Vec<Vec<u32>>,
    around: Vec<Vec<u32>>,
    /// By unknown: the part of the net that it is of.
    part: Vec<u32>,
    /// By unknown: the number that says on which side of a cut it is.
    heights: Vec<i32>,
}

/// Where a part of a net is cut.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cut {
    /// How many unknowns it takes, and by how many one side has more than the other: the fewest are best.
    size: usize,
    uneven: usize,
    /// Which heights these are of.
    heights: usize,
    /// Unknowns up to this height are below it.
    at: i32,
    /// Whether those of it are above.
    is_above: bool,
}

impl Net {
    /// By unknown: how far those of a part are from one of them.
    fn distances(&self, set: &[u32], from: u32) -> Vec<i32> {
        let mut distances = vec![FAR; self.part.len()];
        let mut waiting = Vec::with_capacity(set.len());
        distances[from as usize] = 0;
        waiting.push(from);
        let mut next = 0;
        while let Some(&of) = waiting.get(next) {
            next += 1;
            for &other in &self.ways[of as usize] {
                let is_new = distances[other as usize] == FAR;
                if is_new && self.part[other as usize] == self.part[of as usize] {
                    distances[other as usize] = distances[of as usize] + 1;
                    waiting.push(other);
                }
            }
        }
        distances
    }

    /// Cuts a part by the difference of the distances from two far places: from opposite corners of a net, and from those of a side. The second is a
    /// straight cut along the cords, the first one goes across all of them.
    fn cut(&mut self, set: &[u32]) -> Option<[Vec<u32>; 3]> {
        let furthest = |distances: &[i32]| {
            let order = |of: &&u32| (distances[**of as usize], std::cmp::Reverse(**of));
            set.iter().max_by_key(order).map_or(set[0], |of| *of)
        };
        let end = furthest(&self.distances(set, set[0]));
        let from_end = self.distances(set, end);
        let from_opposite = self.distances(set, furthest(&from_end));
        let both: Vec<i32> = (from_end.iter().zip(&from_opposite))
            .map(|(one, other)| *one.min(other))
            .collect();
        let from_side = self.distances(set, furthest(&both));
        let from_other = self.distances(set, furthest(&from_side));
        let two = [
            [&from_end, &from_opposite],
            [&from_end, &from_side],
            [&from_end, &from_other],
            [&from_side, &from_other],
        ];
        let mut best: Option<Cut> = None;
        for (index, [one, other]) in two.iter().enumerate() {
            self.set_heights(set, one, other);
            best = best.into_iter().chain(self.best_cut(set, index)).min();
        }
        let best = best?;
        self.set_heights(set, two[best.heights][0], two[best.heights][1]);
        Some(self.sides(set, best))
    }

    fn set_heights(&mut self, set: &[u32], one: &[i32], other: &[i32]) {
        for of in set.iter().map(|&of| of as usize) {
            self.heights[of] = one[of] - other[of];
        }
    }

    /// The lowest and the highest of an unknown and its neighbours in a part.
    fn reach(&self, of: u32) -> [i32; 2] {
        let height = self.heights[of as usize];
        let others = self.around[of as usize].iter();
        let others = others.filter(|&&other| self.part[other as usize] == self.part[of as usize]);
        others.fold([height; 2], |[low, high], &other| {
            let height = self.heights[other as usize];
            [low.min(height), high.max(height)]
        })
    }

    /// The best cut at any height that leaves a third on either side.
    fn best_cut(&self, set: &[u32], heights: usize) -> Option<Cut> {
        let all = set.iter().map(|&of| self.heights[of as usize]);
        let (lowest, highest) = (all.clone().min()?, all.max()?);
        // By height: by how many more those below it, and those next to it on either side, are.
        let mut more = vec![[0_isize; 3]; (highest - lowest) as usize + 2];
        for &of in set {
            let at = |height: i32| (height - lowest) as usize;
            let height = self.heights[of as usize];
            let [low, high] = self.reach(of);
            more[at(height)][0] += 1;
            more[at(height)][1] += 1;
            more[at(high)][1] -= 1;
            more[at(low)][2] += 1;
            more[at(height)][2] -= 1;
        }
        let mut best: Option<Cut> = None;
        let mut sums = [0_isize; 3];
        for (at, more) in (lowest..highest).zip(&more) {
            (0..3).for_each(|k| sums[k] += more[k]);
            let [below, under, above] = sums.map(|sum| sum as usize);
            if 3 * below < set.len() || 3 * below > 2 * set.len() {
                continue;
            }
            let cut = Cut {
                size: under.min(above),
                uneven: (2 * below).abs_diff(set.len()),
                heights,
                at,
                is_above: above < under,
            };
            best = best.into_iter().chain([cut]).min();
        }
        best
    }

    /// What is below a cut, the cut, and what is above it.
    fn sides(&self, set: &[u32], cut: Cut) -> [Vec<u32>; 3] {
        let mut sides = [Vec::new(), Vec::new(), Vec::new()];
        for &of in set {
            let is_high = self.heights[of as usize] > cut.at;
            let [low, high] = self.reach(of);
            let is_cut = match cut.is_above {
                true => is_high && low <= cut.at,
                false => !is_high && high > cut.at,
            };
            let side = if is_cut { 1 } else { 2 * usize::from(is_high) };
            sides[side].push(of);
        }
        sides
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
    use super::{CUTS, dissection, elimination, minimum_degree};

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
        let ranks = dissection(1600, &pairs, &pairs);
        let plain = minimum_degree(&[0; 1600], &pairs).products();
        let cut = minimum_degree(&ranks, &pairs).products();
        println!("grid: {plain} products, cut {cut}");
        assert!(cut < plain && ranks.iter().any(|&rank| rank > 0));
    }

    /// A net of 9 cords each way is cut between two cords, and not along a diagonal: that takes the last two unknowns of each cord that is cut. It would fail if
    /// distances were counted from one end only.
    #[test]
    fn nets_are_cut_straight() {
        let is_cord = |at: u32| at.is_multiple_of(4);
        let is_on_cord = |x: u32, y: u32| x < 33 && y < 33 && (is_cord(x) || is_cord(y));
        let mut number = vec![u32::MAX; 40 * 40];
        let places = (0..33).flat_map(|x| (0..33).map(move |y| [x, y]));
        let places: Vec<[u32; 2]> = places.filter(|&[x, y]| is_on_cord(x, y)).collect();
        for (index, [x, y]) in places.iter().enumerate() {
            number[(40 * x + y) as usize] = index as u32;
        }
        let [mut edges, mut pairs] = [Vec::new(), Vec::new()];
        for &[x, y] in &places {
            for (along, is_along) in [([1, 0], is_cord(y)), ([0, 1], is_cord(x))] {
                for far in [1, 2] {
                    let [u, v] = [x + far * along[0], y + far * along[1]];
                    if is_along && is_on_cord(u, v) {
                        let pair = [[x, y], [u, v]].map(|[x, y]| number[(40 * x + y) as usize]);
                        edges.extend((far == 1).then_some(pair));
                        pairs.push(pair);
                    }
                }
            }
        }
        let ranks = dissection(places.len(), &edges, &pairs);
        let first = ranks.iter().filter(|&&rank| rank == CUTS);
        assert_eq!(first.count(), 18);
    }
}
