//! A tree over boxes that change, eight to a node: an R-tree (Guttman 1984) whose nodes are compared lane by lane.

use super::StillBox;
use alloc::vec::Vec;
use glam::DVec3;

/// How many boxes a node has at most.
pub(super) const WIDTH: usize = 8;
/// How many it has at least, but for the root.
const LEAST: usize = 3;
/// How often a box is changed in place before it looks for a better one: more is cheaper, and leaves looser nodes.
const CHANGES_IN_PLACE: u8 = 4;
/// A tree over 2²⁹ items is 18 deep at three children a node, and seven wait at each depth.
const WAITING: usize = 18 * (WIDTH - 1) + 1;

const NONE: u32 = u32::MAX;

/// Up to eight boxes, side by side: `[axis][lane]`. Lanes without a box meet nothing.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Node {
    pub(super) low: [[f64; WIDTH]; 3],
    pub(super) high: [[f64; WIDTH]; 3],
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
    held: StillBox,
    below: u32,
}

impl Node {
    fn empty(level: u8) -> Node {
        Node {
            low: [[f64::INFINITY; WIDTH]; 3],
            high: [[f64::NEG_INFINITY; WIDTH]; 3],
            below: [NONE; WIDTH],
            above: NONE,
            lane: 0,
            count: 0,
            level,
        }
    }

    #[inline(always)]
    pub(super) fn held(&self, lane: usize) -> StillBox {
        StillBox {
            low: DVec3::from_array(self.low.map(|lanes| lanes[lane])),
            high: DVec3::from_array(self.high.map(|lanes| lanes[lane])),
        }
    }

    #[inline(always)]
    fn set(&mut self, lane: usize, held: &StillBox) {
        for axis in 0..3 {
            self.low[axis][lane] = held.low[axis];
            self.high[axis][lane] = held.high[axis];
        }
    }

    /// Around all eight.
    fn around(&self) -> StillBox {
        let least = |lanes: &[f64; WIDTH]| lanes.iter().fold(f64::INFINITY, |a, &b| a.min(b));
        let most = |lanes: &[f64; WIDTH]| lanes.iter().fold(f64::NEG_INFINITY, |a, &b| a.max(b));
        StillBox {
            low: DVec3::from_array([0, 1, 2].map(|axis| least(&self.low[axis]))),
            high: DVec3::from_array([0, 1, 2].map(|axis| most(&self.high[axis]))),
        }
    }

    /// The lanes that meet a box, as bits.
    #[inline(always)]
    pub(super) fn meets(&self, other: &StillBox) -> u32 {
        let mut met = [true; WIDTH];
        for axis in 0..3 {
            let sides = self.low[axis].iter().zip(&self.high[axis]);
            for (met, (low, high)) in met.iter_mut().zip(sides) {
                *met &= (*low <= other.high[axis]) & (*high >= other.low[axis]);
            }
        }
        (0..WIDTH).fold(0, |bits, lane| bits | u32::from(met[lane]) << lane)
    }

    /// The lane whose box grows least, in the sum of its sides, to hold another box; of those the smallest.
    #[inline(always)]
    fn best_lane(&self, held: &StillBox) -> usize {
        let (mut sides, mut grown) = ([0.0; WIDTH], [0.0; WIDTH]);
        for axis in 0..3 {
            for lane in 0..WIDTH {
                let (low, high) = (self.low[axis][lane], self.high[axis][lane]);
                sides[lane] += high - low;
                grown[lane] += high.max(held.high[axis]) - low.min(held.low[axis]);
            }
        }
        let mut best = (f64::INFINITY, f64::INFINITY, 0);
        for lane in 0..usize::from(self.count) {
            let cost = (grown[lane] - sides[lane], grown[lane]);
            if cost.0 < best.0 || (cost.0 == best.0 && cost.1 < best.1) {
                best = (cost.0, cost.1, lane);
            }
        }
        best.2
    }
}

/// Items with boxes that change one by one. What is found does not depend on how the tree came about; in which order it is
/// found does.
#[derive(Clone, Debug)]
pub(super) struct ChangingTree {
    nodes: Vec<Node>,
    unused: Vec<u32>,
    root: u32,
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
    pub(super) fn insert(&mut self, item: u32, held: StillBox) {
        if self.places.len() <= item as usize {
            self.places.resize(item as usize + 1, NONE);
            self.changes.resize(item as usize + 1, 0);
        }
        self.changes[item as usize] = 0;
        let below = item;
        self.put(Entry { held, below }, 0);
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
    pub(super) fn change(&mut self, item: u32, old: &StillBox, held: StillBox) {
        let changes = &mut self.changes[item as usize];
        *changes += 1;
        if *changes > CHANGES_IN_PLACE || !old.meets(&held) {
            self.remove(item);
            self.insert(item, held);
            return;
        }
        let place = self.places[item as usize];
        let node = place / WIDTH as u32;
        self.nodes[node as usize].set(place as usize % WIDTH, &held);
        self.fit_above(node);
    }

    /// Visits the items whose boxes meet a box, as long as `matters` gives the lanes that do.
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
        while self.nodes[number as usize].level > level {
            let node = &mut self.nodes[number as usize];
            let lane = node.best_lane(&entry.held);
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
            (entry.held, entry.below) = (node.held(lane), node.below[lane]);
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
        let moved = Entry {
            held: node.held(last),
            below: node.below[last],
        };
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
            let entry = Entry {
                held: node.held(lane),
                below: node.below[lane],
            };
            self.orphans.push((entry, node.level));
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
            let before = node.held(lane);
            if before.low == held.low && before.high == held.high {
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
    let middle = |entry: &Entry| entry.held.low + entry.held.high;
    let first = middle(&entries[0]);
    let (low, high) = entries.iter().fold((first, first), |(low, high), entry| {
        (low.min(middle(entry)), high.max(middle(entry)))
    });
    let axis = (high - low).max_position();
    entries.sort_unstable_by(|a, b| {
        let order = middle(a)[axis].total_cmp(&middle(b)[axis]);
        order.then(a.below.cmp(&b.below))
    });
    let sides = |entries: &[Entry]| {
        let rest = entries[1..].iter();
        let around = rest.fold(entries[0].held, |all, entry| all.union(&entry.held));
        (around.high - around.low).element_sum()
    };
    let cost = |cut: usize| sides(&entries[..cut]) + sides(&entries[cut..]);
    let mut best = (f64::INFINITY, WIDTH / 2);
    for cut in LEAST..=WIDTH + 1 - LEAST {
        let cost = cost(cut);
        if cost < best.0 {
            best = (cost, cut);
        }
    }
    best.1
}
