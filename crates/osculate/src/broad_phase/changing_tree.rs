//! A tree over boxes that change, eight to a node: an R-tree (Guttman 1984) whose nodes are compared lane by lane.

use super::box_tree::spread;
use super::{Scale, StillBox};
use alloc::vec::Vec;
use glam::{BVec4A, DVec3, Vec3, Vec4};

/// How many boxes a node has at most.
pub(super) const WIDTH: usize = 8;
/// How many it has at least, but for the root.
const LEAST: usize = 3;
/// How often a box is changed in place before it looks for a better one: more is cheaper, and leaves looser nodes.
const CHANGES_IN_PLACE: u8 = 4;
/// A tree over 2²⁹ items is 18 deep at three children a node, and seven wait at each depth.
const WAITING: usize = 18 * (WIDTH - 1) + 1;

const NONE: u32 = u32::MAX;

/// A box in the coordinates of the tree's scale.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ScaledBox {
    low: [f32; 3],
    high: [f32; 3],
}

impl ScaledBox {
    fn union(&self, other: &ScaledBox) -> ScaledBox {
        ScaledBox {
            low: core::array::from_fn(|axis| self.low[axis].min(other.low[axis])),
            high: core::array::from_fn(|axis| self.high[axis].max(other.high[axis])),
        }
    }

    fn sides(&self) -> f32 {
        (0..3).map(|axis| self.high[axis] - self.low[axis]).sum()
    }
}

/// One box, to compare with four at once.
struct Splat {
    low: [Vec4; 3],
    high: [Vec4; 3],
}

impl Splat {
    #[inline(always)]
    fn new(held: &ScaledBox) -> Splat {
        Splat {
            low: held.low.map(Vec4::splat),
            high: held.high.map(Vec4::splat),
        }
    }
}

/// Up to eight boxes, side by side: `[axis][half]`.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Node {
    low: [[[f32; 4]; 2]; 3],
    high: [[[f32; 4]; 2]; 3],
    /// Items of a leaf; of another node, the nodes below.
    pub(super) below: [u32; WIDTH],
    above: u32,
    /// Where it stands in the node above.
    lane: u8,
    pub(super) count: u8,
    /// 0 for a leaf.
    pub(super) level: u8,
}

/// A box that goes into a node: that of an item, or that of a node with all below it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    held: ScaledBox,
    below: u32,
}

impl Node {
    fn empty(level: u8) -> Node {
        Node {
            low: [[[f32::INFINITY; 4]; 2]; 3],
            high: [[[f32::NEG_INFINITY; 4]; 2]; 3],
            below: [NONE; WIDTH],
            above: NONE,
            lane: 0,
            count: 0,
            level,
        }
    }

    #[inline(always)]
    fn held(&self, lane: usize) -> ScaledBox {
        ScaledBox {
            low: core::array::from_fn(|axis| self.low[axis][lane / 4 % 2][lane % 4]),
            high: core::array::from_fn(|axis| self.high[axis][lane / 4 % 2][lane % 4]),
        }
    }

    #[inline(always)]
    fn set(&mut self, lane: usize, held: &ScaledBox) {
        for axis in 0..3 {
            self.low[axis][lane / 4 % 2][lane % 4] = held.low[axis];
            self.high[axis][lane / 4 % 2][lane % 4] = held.high[axis];
        }
    }

    fn entry(&self, lane: usize) -> Entry {
        Entry {
            held: self.held(lane),
            below: self.below[lane],
        }
    }

    /// Around all eight: lanes without a box hold nothing.
    #[inline(always)]
    fn around(&self) -> ScaledBox {
        let both = |halves: &[[f32; 4]; 2]| halves.map(Vec4::from_array);
        ScaledBox {
            low: core::array::from_fn(|axis| {
                let [one, other] = both(&self.low[axis]);
                one.min(other).min_element()
            }),
            high: core::array::from_fn(|axis| {
                let [one, other] = both(&self.high[axis]);
                one.max(other).max_element()
            }),
        }
    }

    /// The lanes that may meet a box, as bits.
    #[inline(always)]
    fn meets(&self, other: &Splat) -> u32 {
        let half = |half: usize| {
            let mut apart = BVec4A::FALSE;
            for axis in 0..3 {
                let low = Vec4::from_array(self.low[axis][half]);
                let high = Vec4::from_array(self.high[axis][half]);
                apart |= low.cmpgt(other.high[axis]) | other.low[axis].cmpgt(high);
            }
            !apart.bitmask() & 0xf
        };
        // Boxes that overflow would meet lanes without one.
        (half(0) | half(1) << 4) & self.filled()
    }

    /// The lanes with a box, as bits.
    #[inline(always)]
    pub(super) fn filled(&self) -> u32 {
        (1 << self.count) - 1
    }

    /// The lane whose box grows least, in the sum of its sides, to hold another box; of those the smallest.
    #[inline(always)]
    fn best_lane(&self, held: &Splat) -> usize {
        let mut costs = [[0.0_f32; 4]; 4];
        for half in 0..2 {
            let (mut sides, mut grown) = (Vec4::ZERO, Vec4::ZERO);
            for axis in 0..3 {
                let low = Vec4::from_array(self.low[axis][half]);
                let high = Vec4::from_array(self.high[axis][half]);
                sides += high - low;
                grown += high.max(held.high[axis]) - low.min(held.low[axis]);
            }
            costs[half] = (grown - sides).to_array();
            costs[2 + half] = grown.to_array();
        }
        let mut best = (f32::INFINITY, f32::INFINITY, 0);
        for lane in 0..usize::from(self.count) {
            let cost = (costs[lane / 4][lane % 4], costs[2 + lane / 4][lane % 4]);
            if cost.0 < best.0 || (cost.0 == best.0 && cost.1 < best.1) {
                best = (cost.0, cost.1, lane);
            }
        }
        best.2
    }
}

/// Items with boxes that change one by one. Its own boxes are rounded to `f32`, by a [`Scale`] that keeps their order, so that
/// whoever asks compares what is found with the true boxes; nothing is missing.
#[derive(Clone, Debug)]
pub(super) struct ChangingTree {
    nodes: Vec<Node>,
    unused: Vec<u32>,
    root: u32,
    /// Finest at the first item. Items that are far from there, or much smaller, are told apart less well.
    scale: Scale,
    /// Of each item, node and lane: `8 · node + lane`.
    places: Vec<u32>,
    /// How often each item has changed in place.
    changes: Vec<u8>,
    /// What nodes that became too empty leave, and on which level: memory only.
    orphans: Vec<(Entry, u8)>,
}

impl ChangingTree {
    pub(super) fn new() -> ChangingTree {
        ChangingTree {
            nodes: Vec::new(),
            unused: Vec::new(),
            root: NONE,
            scale: Scale::about(DVec3::ZERO, 1.0),
            places: Vec::new(),
            changes: Vec::new(),
            orphans: Vec::new(),
        }
    }

    /// The node at the top, if there is one.
    pub(super) fn root(&self) -> Option<u32> {
        (self.root != NONE).then_some(self.root)
    }

    pub(super) fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// Adds an item that is not there.
    pub(super) fn insert(&mut self, item: u32, held: &StillBox) {
        if self.places.len() <= item as usize {
            self.places.resize(item as usize + 1, NONE);
            self.changes.resize(item as usize + 1, 0);
        }
        self.changes[item as usize] = 0;
        if self.root == NONE {
            let size = (held.high - held.low).max_element();
            self.scale = Scale::about(0.5 * held.low + 0.5 * held.high, size);
        }
        let entry = Entry {
            held: self.scaled(held),
            below: item,
        };
        self.put(entry, 0);
    }

    /// Removes an item that is there.
    pub(super) fn remove(&mut self, item: u32) {
        let place = self.places[item as usize];
        self.places[item as usize] = NONE;
        self.take(place / WIDTH as u32, place as usize % WIDTH);
        while let Some((entry, level)) = self.orphans.pop() {
            self.put(entry, level);
        }
        self.lower_root();
    }

    /// Gives an item that is there, with the box `old`, another box.
    pub(super) fn change(&mut self, item: u32, old: &StillBox, held: &StillBox) {
        let changes = &mut self.changes[item as usize];
        *changes += 1;
        if *changes > CHANGES_IN_PLACE || !old.meets(held) {
            self.remove(item);
            self.insert(item, held);
            return;
        }
        let place = self.places[item as usize];
        let node = place / WIDTH as u32;
        let held = self.scaled(held);
        self.nodes[node as usize].set(place as usize % WIDTH, &held);
        self.fit_above(node);
    }

    /// For each item, with the box that `held` gives, a place along a Morton curve in the upper 33 bits, and the item in the
    /// lower 31: sorted, items come in an order in which one is near the next. Items need not be in the tree.
    pub(super) fn curve(&self, items: &[u32], held: impl Fn(u32) -> StillBox, keys: &mut Vec<u64>) {
        keys.clear();
        let all = match self.root {
            NONE => Node::empty(0).around(),
            root => self.nodes[root as usize].around(),
        };
        // What is outside, or is no number, counts as at a border.
        let cells: [f32; 3] =
            core::array::from_fn(|axis| 2048.0 / (all.high[axis] - all.low[axis]));
        keys.extend(items.iter().map(|&item| {
            let low = self.scale.apply(held(item).low);
            let cell = |axis: usize| ((low[axis] - all.low[axis]) * cells[axis]).min(2047.0) as u64;
            let code = spread(cell(0)) | spread(cell(1)) << 1 | spread(cell(2)) << 2;
            code << 31 | u64::from(item)
        }));
        keys.sort_unstable();
    }

    fn scaled(&self, held: &StillBox) -> ScaledBox {
        ScaledBox {
            low: self.scale.apply(held.low),
            high: self.scale.apply(held.high),
        }
    }

    /// A box in which everything below a lane is.
    pub(super) fn around(&self, node: &Node, lane: usize) -> StillBox {
        let held = node.held(lane);
        let low = |axis| self.scale.at_most(held.low[axis], axis);
        let high = |axis| self.scale.at_least(held.high[axis], axis);
        StillBox {
            low: DVec3::from_array([0, 1, 2].map(low)),
            high: DVec3::from_array([0, 1, 2].map(high)),
        }
    }

    /// Visits the items whose boxes may meet a box.
    #[inline(always)]
    pub(super) fn meeting(&self, held: &StillBox, found: impl FnMut(u32)) {
        let held = Splat::new(&self.scaled(held));
        self.visit(|node| node.meets(&held), found);
    }

    /// Visits the items below the lanes that `matters` gives, from the root on.
    #[inline(always)]
    pub(super) fn visit(&self, matters: impl Fn(&Node) -> u32, mut found: impl FnMut(u32)) {
        if self.root == NONE {
            return;
        }
        let mut waiting = [0_u32; WAITING];
        let mut count = 1;
        waiting[0] = self.root;
        while count > 0 {
            count -= 1;
            let node = &self.nodes[waiting[count] as usize];
            let mut lanes = matters(node);
            while lanes != 0 {
                let below = node.below[lanes.trailing_zeros() as usize % WIDTH];
                lanes &= lanes - 1;
                if node.level == 0 {
                    found(below);
                } else {
                    waiting[count] = below;
                    count += 1;
                }
            }
        }
    }

    /// Puts an entry into a node on its level: down from the root, where boxes grow least, and they grow on the way.
    fn put(&mut self, entry: Entry, level: u8) {
        if self.root == NONE {
            self.root = self.fresh(0);
        }
        let mut number = self.root;
        let splat = Splat::new(&entry.held);
        while self.nodes[number as usize].level > level {
            let node = &mut self.nodes[number as usize];
            let lane = node.best_lane(&splat);
            let grown = node.held(lane).union(&entry.held);
            node.set(lane, &grown);
            number = node.below[lane];
        }
        self.add(number, entry);
    }

    /// Adds an entry to a node; boxes above hold it already.
    fn add(&mut self, number: u32, entry: Entry) {
        let lane = usize::from(self.nodes[number as usize].count);
        if lane == WIDTH {
            return self.split(number, entry);
        }
        self.nodes[number as usize].count += 1;
        self.place(number, lane, &entry);
    }

    /// Writes an entry into a lane, and where it is.
    fn place(&mut self, number: u32, lane: usize, entry: &Entry) {
        let node = &mut self.nodes[number as usize];
        node.set(lane, &entry.held);
        node.below[lane] = entry.below;
        if node.level == 0 {
            self.places[entry.below as usize] = number * WIDTH as u32 + lane as u32;
        } else {
            let below = &mut self.nodes[entry.below as usize];
            (below.above, below.lane) = (number, lane as u8);
        }
    }

    /// A full node and one entry more become two nodes.
    fn split(&mut self, number: u32, entry: Entry) {
        let node = &self.nodes[number as usize];
        let (level, above, lane) = (node.level, node.above, usize::from(node.lane));
        let mut entries = [entry; WIDTH + 1];
        for (lane, entry) in entries.iter_mut().take(WIDTH).enumerate() {
            *entry = node.entry(lane);
        }
        let first = best_cut(&mut entries);
        let second = self.fresh(level);
        self.nodes[number as usize] = Node::empty(level);
        for (number, entries) in [(number, &entries[..first]), (second, &entries[first..])] {
            self.nodes[number as usize].count = entries.len() as u8;
            for (lane, entry) in entries.iter().enumerate() {
                self.place(number, lane, entry);
            }
        }
        let whole = |number: u32| Entry {
            held: self.nodes[number as usize].around(),
            below: number,
        };
        let (one, other) = (whole(number), whole(second));
        if above == NONE {
            let root = self.fresh(level + 1);
            self.root = root;
            self.add(root, one);
            self.add(root, other);
        } else {
            self.place(above, lane, &one);
            self.add(above, other);
        }
    }

    /// Takes a lane out of a node. If too few are left, the node goes too and its entries are orphans.
    fn take(&mut self, number: u32, lane: usize) {
        let node = &mut self.nodes[number as usize];
        let last = usize::from(node.count) - 1;
        let moved = node.entry(last);
        node.count -= 1;
        node.set(last, &Node::empty(0).held(0));
        if last != lane {
            self.place(number, lane, &moved);
        }
        if number == self.root || last >= LEAST {
            return self.fit_above(number);
        }
        let node = &self.nodes[number as usize];
        for lane in 0..last {
            self.orphans.push((node.entry(lane), node.level));
        }
        let (above, lane) = (node.above, usize::from(node.lane));
        self.unused.push(number);
        self.take(above, lane);
    }

    /// A root with nothing below goes; one with a single node below makes way for that.
    fn lower_root(&mut self) {
        while self.root != NONE {
            let node = &self.nodes[self.root as usize];
            let next = match (node.level, node.count) {
                (0, 0) => NONE,
                (1.., 1) => node.below[0],
                _ => return,
            };
            self.unused.push(self.root);
            self.root = next;
            if next != NONE {
                self.nodes[next as usize].above = NONE;
            }
        }
    }

    /// Fits the boxes above a node to it, as far up as they change.
    fn fit_above(&mut self, mut number: u32) {
        loop {
            let node = &self.nodes[number as usize];
            let (above, lane, held) = (node.above, usize::from(node.lane), node.around());
            if above == NONE {
                return;
            }
            let node = &mut self.nodes[above as usize];
            if node.held(lane) == held {
                return;
            }
            node.set(lane, &held);
            number = above;
        }
    }

    /// An empty node.
    fn fresh(&mut self, level: u8) -> u32 {
        let node = Node::empty(level);
        if let Some(number) = self.unused.pop() {
            self.nodes[number as usize] = node;
            return number;
        }
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }
}

/// Sorts entries along the axis on which their middles are furthest apart, and says how many of them go into the first of two
/// nodes, so that the sides of both add up to least.
fn best_cut(entries: &mut [Entry; WIDTH + 1]) -> usize {
    let middle = |entry: &Entry, axis: usize| entry.held.low[axis] + entry.held.high[axis];
    let spread = |axis: usize| {
        let ends = (f32::INFINITY, f32::NEG_INFINITY);
        let (low, high) = entries.iter().fold(ends, |(low, high), entry| {
            (low.min(middle(entry, axis)), high.max(middle(entry, axis)))
        });
        high - low
    };
    let axis = Vec3::from_array([0, 1, 2].map(spread)).max_position();
    entries.sort_unstable_by(|a, b| {
        let order = middle(a, axis).total_cmp(&middle(b, axis));
        order.then(a.below.cmp(&b.below))
    });
    let sides = |entries: &[Entry]| {
        let rest = entries[1..].iter();
        let around = rest.fold(entries[0].held, |all, entry| all.union(&entry.held));
        around.sides()
    };
    let mut best = (f32::INFINITY, WIDTH / 2);
    for cut in LEAST..=WIDTH + 1 - LEAST {
        let cost = sides(&entries[..cut]) + sides(&entries[cut..]);
        if cost < best.0 {
            best = (cost, cut);
        }
    }
    best.1
}
