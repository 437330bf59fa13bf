//! A tree over moving boxes, eight children to a node, that streams the pairs that may touch.

use super::MovingBox;
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};
use glam::{BVec4A, Vec4};

/// How many boxes a node has.
const WIDTH: usize = 8;

/// Up to eight boxes, side by side: `[start or end][axis][lane]`.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Node {
    low: [[[f32; WIDTH]; 3]; 2],
    high: [[[f32; WIDTH]; 3]; 2],
}

impl Node {
    #[inline(always)]
    fn new(boxes: impl Iterator<Item = MovingBox>) -> Node {
        let mut node = Node {
            low: [[[f32::INFINITY; WIDTH]; 3]; 2],
            high: [[[f32::NEG_INFINITY; WIDTH]; 3]; 2],
        };
        for (lane, held) in boxes.enumerate() {
            for end in 0..2 {
                for axis in 0..3 {
                    node.low[end][axis][lane] = held.low[end][axis];
                    node.high[end][axis][lane] = held.high[end][axis];
                }
            }
        }
        node
    }

    #[inline(always)]
    fn held(&self, lane: usize) -> MovingBox {
        let mut held = MovingBox::NOTHING;
        for end in 0..2 {
            for axis in 0..3 {
                held.low[end][axis] = self.low[end][axis][lane];
                held.high[end][axis] = self.high[end][axis][lane];
            }
        }
        held
    }

    /// Around all eight.
    fn union(&self) -> MovingBox {
        (1..WIDTH).fold(self.held(0), |held, lane| held.union(&self.held(lane)))
    }

    /// The lanes that no axis keeps apart from `other`, as bits; those without a box are undefined.
    #[inline(always)]
    fn meets(&self, other: &Splat) -> u32 {
        let half = |half: usize| {
            let load = |lanes: &[f32; WIDTH]| Vec4::from_slice(&lanes[4 * half..4 * half + 4]);
            let mut apart = BVec4A::FALSE;
            for axis in 0..3 {
                let above = other.low[0][axis].cmpgt(load(&self.high[0][axis]))
                    & other.low[1][axis].cmpgt(load(&self.high[1][axis]));
                let below = load(&self.low[0][axis]).cmpgt(other.high[0][axis])
                    & load(&self.low[1][axis]).cmpgt(other.high[1][axis]);
                apart |= above | below;
            }
            !apart.bitmask() & 0xf
        };
        half(0) | half(1) << 4
    }
}

/// One box, to compare with four at once.
struct Splat {
    low: [[Vec4; 3]; 2],
    high: [[Vec4; 3]; 2],
}

impl Splat {
    #[inline(always)]
    fn new(held: &MovingBox) -> Splat {
        let splat = |[x, y, z]: [f32; 3]| [Vec4::splat(x), Vec4::splat(y), Vec4::splat(z)];
        Splat {
            low: [splat(held.low[0]), splat(held.low[1])],
            high: [splat(held.high[0]), splat(held.high[1])],
        }
    }
}

/// Items along a space-filling curve, and a tree over them of which only the boxes are stored: the children of node `i` are
/// nodes `8i` to `8i + 7` of the level below.
#[derive(Default)]
pub(crate) struct BoxTree {
    /// Which item stands where.
    order: Vec<u32>,
    /// From leaves, whose boxes are those of items, to the root: as many of them as are `high`.
    levels: Vec<Vec<Node>>,
    high: usize,
    /// Places on the curve: memory only.
    keys: Vec<u64>,
}

impl BoxTree {
    /// Makes it anew, in the memory that it has, over `count` items, less than 2³¹; `held` may be asked for a box more than once.
    pub(crate) fn rebuild(&mut self, count: usize, held: impl Fn(u32) -> MovingBox) {
        curve(count, &held, &mut self.keys);
        self.order.clear();
        let items = self.keys.iter().map(|key| (key & 0x7fff_ffff) as u32);
        self.order.extend(items);
        self.fit(held);
    }

    /// With other boxes for the same items, in the same order.
    pub(crate) fn fit(&mut self, held: impl Fn(u32) -> MovingBox) {
        self.high = 0;
        let leaves = self.order.chunks(WIDTH);
        let leaf = |items: &[u32]| Node::new(items.iter().map(|&item| held(item)));
        next_level(&mut self.levels, &mut self.high).extend(leaves.map(leaf));
        while self.levels[self.high - 1].len() > 1 {
            let mut above = core::mem::take(next_level(&mut self.levels, &mut self.high));
            let below = self.levels[self.high - 2].chunks(WIDTH);
            above.extend(below.map(|nodes| Node::new(nodes.iter().map(Node::union))));
            self.levels[self.high - 1] = above;
        }
    }

    /// How many leaves there are: what queries are split by.
    pub(crate) fn leaves(&self) -> usize {
        self.order.len().div_ceil(WIDTH)
    }

    /// Every pair of an item of this tree in these `leaves` and an item of `other` that may touch; in a fixed order.
    pub(crate) fn pairs<B>(
        &self,
        leaves: Range<usize>,
        other: &BoxTree,
        mut visit: impl FnMut(u32, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for leaf in leaves {
            other.find(&self.leaf(leaf), 0, |found| {
                self.compare(leaf, found, other, |_, _| true, &mut visit)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Every pair of two items of this tree that may touch, once, of which the one that stands first is in these `leaves`;
    /// in a fixed order.
    pub(crate) fn own_pairs<B>(
        &self,
        leaves: Range<usize>,
        mut visit: impl FnMut(u32, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for leaf in leaves {
            self.find(&self.leaf(leaf), leaf, |found| {
                self.compare(leaf, found, self, |i, j| i < j, &mut visit)
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Compares the items of a leaf with those of the leaf `found` in `other`.
    #[inline(always)]
    fn compare<B>(
        &self,
        leaf: usize,
        found: usize,
        other: &BoxTree,
        wanted: impl Fn(usize, usize) -> bool,
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let node = &self.levels[0][leaf];
        let count = self.order.len().min((leaf + 1) * WIDTH) - leaf * WIDTH;
        let filled = (1_u32 << count) - 1;
        let theirs = &other.levels[0][found];
        let mut mine = node.meets(&Splat::new(&other.leaf(found))) & filled;
        while mine != 0 {
            let lane = mine.trailing_zeros() as usize;
            mine &= mine - 1;
            let mut lanes = theirs.meets(&Splat::new(&node.held(lane)));
            while lanes != 0 {
                let i = leaf * WIDTH + lane;
                let j = found * WIDTH + lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                if j < other.order.len() && wanted(i, j) {
                    visit(self.order[i], other.order[j])?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Around all items of a leaf.
    #[inline(always)]
    fn leaf(&self, leaf: usize) -> MovingBox {
        match self.high > 1 {
            true => self.levels[1][leaf / WIDTH].held(leaf % WIDTH),
            false => self.levels[0][leaf].union(),
        }
    }

    /// Visits the leaves from `first` on that may touch a box, ascending.
    #[inline(always)]
    fn find<B>(
        &self,
        held: &MovingBox,
        first: usize,
        mut visit: impl FnMut(usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.order.is_empty() {
            return ControlFlow::Continue(());
        }
        let held = Splat::new(held);
        // Seven of every level are waiting at most.
        let mut stack = [(0_u8, 0_u32); WIDTH * 12];
        let mut waiting = 1;
        stack[0] = (self.high as u8 - 1, 0);
        while waiting > 0 {
            waiting -= 1;
            let (level, node) = stack[waiting];
            if level == 0 {
                visit(node as usize)?;
                continue;
            }
            let below = &self.levels[level as usize - 1];
            // Leaves under a node of the level below.
            let span = WIDTH.pow(u32::from(level) - 1);
            let mut lanes = self.levels[level as usize][node as usize].meets(&held);
            while lanes != 0 {
                let lane = 31 - lanes.leading_zeros();
                lanes ^= 1 << lane;
                let child = node * WIDTH as u32 + lane;
                if (child as usize) < below.len() && (child as usize + 1) * span > first {
                    stack[waiting] = (level - 1, child);
                    waiting += 1;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// The level above the highest, empty.
fn next_level<'a>(levels: &'a mut Vec<Vec<Node>>, high: &mut usize) -> &'a mut Vec<Node> {
    if *high == levels.len() {
        levels.push(Vec::new());
    }
    let level = &mut levels[*high];
    level.clear();
    *high += 1;
    level
}

/// The items, in the lowest 31 bits, in the order of their middles along a Morton curve.
fn curve(count: usize, held: impl Fn(u32) -> MovingBox, keys: &mut Vec<u64>) {
    const BITS: u32 = 11;
    // Scaled coordinates of most are within ±1; those beyond ±2 share the outermost cells.
    let cell = |x: f32| {
        ((x + 2.0) * ((1 << BITS) as f32 / 4.0)).clamp(0.0, (1 << BITS) as f32 - 1.0) as u64
    };
    keys.clear();
    keys.extend((0..count as u32).map(|item| {
        let held = held(item);
        let mut code = 0;
        for axis in 0..3 {
            let middle = 0.25
                * ((held.low[0][axis] + held.high[0][axis])
                    + (held.low[1][axis] + held.high[1][axis]));
            code |= spread(cell(middle)) << axis;
        }
        code << 31 | u64::from(item)
    }));
    keys.sort_unstable();
}

/// The lowest 11 bits, three places apart.
pub(super) fn spread(x: u64) -> u64 {
    let x = (x | x << 16) & 0x001f_0000_ff00_00ff;
    let x = (x | x << 8) & 0x100f_00f0_0f00_f00f;
    let x = (x | x << 4) & 0x10c3_0c30_c30c_30c3;
    (x | x << 2) & 0x1249_2492_4924_9249
}

#[cfg(test)]
mod tests {
    use super::*;
    use osculate_judge::seeded::Seeded;

    fn boxes(count: usize, size: f32, seed: u64) -> Vec<MovingBox> {
        let mut seeded = Seeded::new(seed);
        let mut next = || {
            let state = seeded.bits();
            (state >> 40) as f32 / (1 << 24) as f32
        };
        let mut made = Vec::new();
        for item in 0..count {
            let mut held = MovingBox::NOTHING;
            for end in 0..2 {
                for axis in 0..3 {
                    // A grid, so that many touch exactly; some are unbounded.
                    let low = libm::floorf(16.0 * next()) / 8.0 - 1.0;
                    held.low[end][axis] = low;
                    held.high[end][axis] = low + libm::floorf(size * next()) / 8.0;
                    if item % 97 == 5 {
                        held.low[end][axis] = f32::NEG_INFINITY;
                    }
                    if item % 89 == 7 {
                        held.high[end][axis] = f32::INFINITY;
                    }
                }
            }
            made.push(held);
        }
        made
    }

    fn apart(a: &MovingBox, b: &MovingBox) -> bool {
        let above = |a: &MovingBox, b: &MovingBox, axis: usize| {
            (0..2).all(|end| a.low[end][axis] > b.high[end][axis])
        };
        (0..3).any(|axis| above(a, b, axis) || above(b, a, axis))
    }

    #[test]
    fn all_pairs_are_streamed_once() {
        for (count, other) in [
            (0, 9),
            (1, 1),
            (7, 8),
            (9, 0),
            (64, 65),
            (300, 700),
            (600, 513),
        ] {
            for size in [1.0, 3.0, 12.0] {
                let (a, b) = (boxes(count, size, 1), boxes(other, size, 2));
                // In the order of other boxes: that must not matter.
                let mut tree = BoxTree::default();
                tree.rebuild(other, |item| b[item as usize]);
                tree.rebuild(count, |item| a[count - 1 - item as usize]);
                tree.fit(|item| a[item as usize]);
                let mut second = BoxTree::default();
                second.rebuild(other, |item| b[item as usize]);
                let mut found = Vec::new();
                let mut own = Vec::new();
                // In two parts, as threads do.
                let half = tree.leaves() / 2;
                for part in [0..half, half..tree.leaves()] {
                    let _ = tree.pairs(part.clone(), &second, |i, j| {
                        found.push((i, j));
                        ControlFlow::<()>::Continue(())
                    });
                    let _ = tree.own_pairs(part, |i, j| {
                        own.push((i.min(j), i.max(j)));
                        ControlFlow::<()>::Continue(())
                    });
                }
                let mut expected = Vec::new();
                let mut own_expected = Vec::new();
                for i in 0..count {
                    expected.extend(
                        (0..other)
                            .filter(|&j| !apart(&a[i], &b[j]))
                            .map(|j| (i as u32, j as u32)),
                    );
                    own_expected.extend(
                        (i + 1..count)
                            .filter(|&j| !apart(&a[i], &a[j]))
                            .map(|j| (i as u32, j as u32)),
                    );
                }
                found.sort_unstable();
                own.sort_unstable();
                assert_eq!(found, expected, "{count} and {other} of size {size}");
                assert_eq!(own, own_expected, "{count} of size {size}");
            }
        }
    }
}
