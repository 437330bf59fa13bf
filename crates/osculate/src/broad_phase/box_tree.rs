//! A tree over moving boxes, eight children to a node, that streams the pairs that may touch.

use super::MovingBox;
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};
use glam::{BVec4A, Vec4};

/// How many boxes a node has.
const WIDTH: usize = 8;

/// Up to eight boxes, side by side; `[start or end][axis]`.
#[derive(Clone, Copy)]
struct Node {
    low: [[[Vec4; 2]; 3]; 2],
    high: [[[Vec4; 2]; 3]; 2],
}

impl Node {
    fn new(boxes: impl Iterator<Item = MovingBox>) -> Node {
        let nothing = MovingBox::NOTHING;
        let mut node = Node {
            low: [[[Vec4::splat(nothing.low[0][0]); 2]; 3]; 2],
            high: [[[Vec4::splat(nothing.high[0][0]); 2]; 3]; 2],
        };
        for (lane, held) in boxes.enumerate() {
            for end in 0..2 {
                for axis in 0..3 {
                    node.low[end][axis][lane / 4][lane % 4] = held.low[end][axis];
                    node.high[end][axis][lane / 4][lane % 4] = held.high[end][axis];
                }
            }
        }
        node
    }

    fn held(&self, lane: usize) -> MovingBox {
        let read = |values: &[[[Vec4; 2]; 3]; 2]| {
            values.map(|axes| axes.map(|halves| halves[lane / 4][lane % 4]))
        };
        MovingBox {
            low: read(&self.low),
            high: read(&self.high),
        }
    }

    /// Around all eight.
    fn union(&self) -> MovingBox {
        MovingBox {
            low: self
                .low
                .map(|axes| axes.map(|[a, b]| a.min(b).min_element())),
            high: self
                .high
                .map(|axes| axes.map(|[a, b]| a.max(b).max_element())),
        }
    }

    /// The lanes that no axis keeps apart from `other`, as bits; those without a box are undefined.
    #[inline(always)]
    fn meets(&self, other: &Splat) -> u32 {
        let half = |half: usize| {
            let mut apart = BVec4A::FALSE;
            for axis in 0..3 {
                let above = other.low[0][axis].cmpgt(self.high[0][axis][half])
                    & other.low[1][axis].cmpgt(self.high[1][axis][half]);
                let below = self.low[0][axis][half].cmpgt(other.high[0][axis])
                    & self.low[1][axis][half].cmpgt(other.high[1][axis]);
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
        Splat {
            low: held.low.map(|axes| axes.map(Vec4::splat)),
            high: held.high.map(|axes| axes.map(Vec4::splat)),
        }
    }
}

/// Items along a space-filling curve, and a tree over them of which only the boxes are stored: the children of node `i` are
/// nodes `8i` to `8i + 7` of the level below.
pub(crate) struct BoxTree {
    /// Which item stands where.
    order: Vec<u32>,
    /// From leaves, whose boxes are those of items, to the root.
    levels: Vec<Vec<Node>>,
}

impl BoxTree {
    /// Over `count` items, less than 2³¹; `held` may be asked for a box more than once.
    pub(crate) fn new(count: usize, held: impl Fn(u32) -> MovingBox) -> BoxTree {
        let mut tree = BoxTree {
            order: curve(count, &held),
            levels: Vec::new(),
        };
        tree.fit(held);
        tree
    }

    /// With other boxes for the same items, in the same order.
    pub(crate) fn fit(&mut self, held: impl Fn(u32) -> MovingBox) {
        self.levels.clear();
        let mut level: Vec<Node> = self
            .order
            .chunks(WIDTH)
            .map(|items| Node::new(items.iter().map(|&item| held(item))))
            .collect();
        while level.len() > 1 {
            let above = level
                .chunks(WIDTH)
                .map(|nodes| Node::new(nodes.iter().map(Node::union)))
                .collect();
            self.levels.push(core::mem::replace(&mut level, above));
        }
        self.levels.push(level);
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
        let mut found = Vec::new();
        for leaf in leaves {
            other.find(&self.levels[0][leaf].union(), 0, &mut found);
            self.compare(leaf, &found, other, |_, _| true, &mut visit)?;
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
        let mut found = Vec::new();
        for leaf in leaves {
            self.find(&self.levels[0][leaf].union(), leaf, &mut found);
            self.compare(leaf, &found, self, |i, j| i < j, &mut visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Compares the items of a leaf with those of the leaves `found` in `other`.
    #[inline(always)]
    fn compare<B>(
        &self,
        leaf: usize,
        found: &[u32],
        other: &BoxTree,
        wanted: impl Fn(usize, usize) -> bool,
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let items = leaf * WIDTH..self.order.len().min((leaf + 1) * WIDTH);
        for i in items {
            let held = Splat::new(&self.levels[0][leaf].held(i % WIDTH));
            for &node in found {
                let mut lanes = other.levels[0][node as usize].meets(&held);
                while lanes != 0 {
                    let j = node as usize * WIDTH + lanes.trailing_zeros() as usize;
                    lanes &= lanes - 1;
                    if j < other.order.len() && wanted(i, j) {
                        visit(self.order[i], other.order[j])?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The leaves from `first` on that may touch a box, ascending.
    fn find(&self, held: &MovingBox, first: usize, found: &mut Vec<u32>) {
        found.clear();
        if self.order.is_empty() {
            return;
        }
        let held = Splat::new(held);
        // Seven of every level are waiting at most.
        let mut stack = [(0_u8, 0_u32); WIDTH * 12];
        let mut waiting = 1;
        stack[0] = (self.levels.len() as u8 - 1, 0);
        while waiting > 0 {
            waiting -= 1;
            let (level, node) = stack[waiting];
            if level == 0 {
                found.push(node);
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
    }
}

/// The items in the order of their middles along a Morton curve.
fn curve(count: usize, held: impl Fn(u32) -> MovingBox) -> Vec<u32> {
    const BITS: u32 = 11;
    // Scaled coordinates of most are within ±1; those beyond ±2 share the outermost cells.
    let cell = |x: f32| {
        ((x + 2.0) * ((1 << BITS) as f32 / 4.0)).clamp(0.0, (1 << BITS) as f32 - 1.0) as u64
    };
    let mut keys: Vec<u64> = (0..count as u32)
        .map(|item| {
            let held = held(item);
            let mut code = 0;
            for axis in 0..3 {
                let middle = 0.25
                    * ((held.low[0][axis] + held.high[0][axis])
                        + (held.low[1][axis] + held.high[1][axis]));
                code |= spread(cell(middle)) << axis;
            }
            code << 31 | u64::from(item)
        })
        .collect();
    keys.sort_unstable();
    keys.into_iter()
        .map(|key| (key & 0x7fff_ffff) as u32)
        .collect()
}

/// The lowest 11 bits, three places apart.
fn spread(x: u64) -> u64 {
    let x = (x | x << 16) & 0x001f_0000_ff00_00ff;
    let x = (x | x << 8) & 0x100f_00f0_0f00_f00f;
    let x = (x | x << 4) & 0x10c3_0c30_c30c_30c3;
    (x | x << 2) & 0x1249_2492_4924_9249
}
