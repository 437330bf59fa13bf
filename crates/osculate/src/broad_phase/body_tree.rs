//! All pairs of bodies whose boxes meet, kept from step to step.

mod found;
mod saved;
mod sorted_pairs;

pub use found::{AlongSegment, Nearest, NearestMemory};
pub use saved::SavedTree;
pub use sorted_pairs::SlotPair;

use super::changing_tree::ChangingTree;
use super::neighbour_lists::NeighbourLists;
use super::{PairFilter, StillBox};
use crate::numbers::Interval;
use alloc::vec::Vec;
use glam::DVec3;
use sorted_pairs::merge;
use thiserror::Error;

/// The largest coordinate, margin or distance: sums of a few of them are finite.
const LARGEST: f64 = 1e300;
/// How many bodies there may be.
const MOST: usize = 1 << 28;

/// A body in a [`BodyTree`]. Of a body that was removed it stays invalid, even if another one takes its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyId {
    slot: u32,
    generation: u32,
}

impl BodyId {
    /// Its number among all bodies, small and used again after a removal: an index for lists beside the tree.
    pub fn slot(&self) -> u32 {
        self.slot
    }

    /// How often its slot had been used before.
    pub fn generation(&self) -> u32 {
        self.generation
    }
}

/// Why a [`BodyTree`] refuses something; it is as it was before.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum BodyTreeError {
    /// A body that was removed, or is of another tree.
    #[error("there is no body with slot {} and generation {}", .0.slot, .0.generation)]
    Stale(BodyId),
    /// A box whose sides are NaN, out of range or out of order.
    #[error("the sides of a box must be ordered and within ±1e300, not {0:?}")]
    BadBox([[f64; 2]; 3]),
    /// A margin or distance that is negative, NaN or out of range.
    #[error("a margin must be within [0, 1e300], not {0}")]
    BadMargin(f64),
    /// A point that is NaN or out of range.
    #[error("a point must be within ±1e300, not {0:?}")]
    BadPoint([f64; 3]),
    /// A body without bounds has no box that could change.
    #[error("the body with slot {} is unbounded and has no box", .0.slot)]
    Unbounded(BodyId),
    /// More bodies than a tree can hold.
    #[error("a tree holds at most 268435456 bodies")]
    Full,
    /// A saved tree contradicts itself about a slot.
    #[error("slot {0} of the saved tree is used and unused, unused twice, or not there")]
    BadSlot(u32),
}

/// What the last [`BodyTree::update_pairs`] changed. A pair of slots is in both lists if one of its bodies was removed and
/// another body took its slot: then it ended first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairChanges<'a> {
    /// Pairs that are new, sorted.
    pub begun: &'a [SlotPair],
    /// Pairs that are no more, sorted.
    pub ended: &'a [SlotPair],
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Extent {
    /// No body has this slot.
    Unused,
    Bounded,
    Unbounded,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    generation: u32,
    extent: Extent,
    /// Whether it is in the list of bodies whose pairs have to be looked for.
    changed: bool,
    filter: PairFilter,
}

/// Moving bodies, and all pairs of them whose fat boxes meet, sorted.
///
/// A body has a *fat box*, its own box and a margin around it. Only when its own box leaves the fat one does the tree change and
/// does the body look for its pairs again, so a step costs as much as there are bodies that left. Boxes are closed: those that
/// touch form a pair. Which pairs there are follows from the fat boxes and filters alone, not from what led there; everything
/// runs on the thread that calls. No pair is left out: comparisons are exact.
///
/// Slots of bodies that were removed are used again, the last one first. Once grown, nothing here allocates.
///
/// ```
/// use osculate::broad_phase::{BodyTree, PairFilter};
/// use osculate::Interval;
///
/// let cube = |x: f64| [Interval::new(x, x + 1.0), Interval::new(0.0, 1.0), Interval::new(0.0, 1.0)];
/// let mut tree = BodyTree::new();
/// let a = tree.insert(cube(0.0), 0.1, PairFilter::FREE)?;
/// let b = tree.insert(cube(3.0), 0.1, PairFilter::FREE)?;
/// let floor = tree.insert_unbounded(PairFilter::FIXED)?;
/// assert_eq!(tree.update_pairs().begun.len(), 2); // Both with the floor.
/// assert!(!tree.move_to(b, cube(2.95), 0.1)?); // Still in its fat box.
/// assert!(tree.move_to(b, cube(1.15), 0.1)?);
/// let begun = tree.update_pairs().begun;
/// assert_eq!((begun[0].first, begun[0].second), (a.slot(), b.slot()));
/// tree.remove(floor)?;
/// assert_eq!(tree.update_pairs().ended.len(), 2);
/// assert!(tree.move_to(floor, cube(0.0), 0.1).is_err());
/// # Ok::<(), osculate::broad_phase::BodyTreeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BodyTree {
    slots: Vec<Slot>,
    unused: Vec<u32>,
    live: usize,
    /// Fat boxes, for slots with bounds.
    fat: Vec<StillBox>,
    tree: ChangingTree,
    unbounded: Vec<u32>,
    /// The pairs: those of a body with bounds are all in its list, that of an unbounded one has unbounded bodies only.
    lists: NeighbourLists,
    changed: Vec<u32>,
    pairs: Vec<SlotPair>,
    begun: Vec<SlotPair>,
    ended: Vec<SlotPair>,
    /// Pairs of bodies that were removed since the last update.
    leaving: Vec<SlotPair>,
    /// Memory only: the bodies that changed along a curve, marks on the neighbours of the body at hand, the bodies it gains and loses, and the pairs that come next.
    order: Vec<u64>,
    marks: Vec<u32>,
    mark: u32,
    gained: Vec<u32>,
    lost: Vec<u32>,
    merged: Vec<SlotPair>,
}

impl Default for BodyTree {
    fn default() -> BodyTree {
        BodyTree::new()
    }
}

impl BodyTree {
    /// Without bodies.
    pub fn new() -> BodyTree {
        BodyTree {
            slots: Vec::new(),
            unused: Vec::new(),
            live: 0,
            fat: Vec::new(),
            tree: ChangingTree::new(),
            unbounded: Vec::new(),
            lists: NeighbourLists::default(),
            changed: Vec::new(),
            pairs: Vec::new(),
            begun: Vec::new(),
            ended: Vec::new(),
            leaving: Vec::new(),
            order: Vec::new(),
            marks: Vec::new(),
            mark: 0,
            gained: Vec::new(),
            lost: Vec::new(),
            merged: Vec::new(),
        }
    }

    /// Adds a body whose box has these sides, as [`Shape::swept_box`](crate::Shape::swept_box) gives them, and a margin around it.
    pub fn insert(
        &mut self,
        sides: [Interval; 3],
        margin: f64,
        filter: PairFilter,
    ) -> Result<BodyId, BodyTreeError> {
        let fat = fattened(&checked(sides)?, margin)?;
        let body = self.occupy(Extent::Bounded, filter)?;
        self.fat[body.slot as usize] = fat;
        self.tree.insert(body.slot, &fat);
        Ok(body)
    }

    /// Adds a body without bounds, such as a half-space: it pairs with every body that its filter allows.
    pub fn insert_unbounded(&mut self, filter: PairFilter) -> Result<BodyId, BodyTreeError> {
        let body = self.occupy(Extent::Unbounded, filter)?;
        let at = self.unbounded.partition_point(|&slot| slot < body.slot);
        self.unbounded.insert(at, body.slot);
        Ok(body)
    }

    /// Removes a body. Its pairs end with the next [`update_pairs`](BodyTree::update_pairs).
    pub fn remove(&mut self, body: BodyId) -> Result<(), BodyTreeError> {
        let extent = self.slot(body)?.extent;
        let (slot, index) = (body.slot, body.slot as usize);
        if extent == Extent::Bounded {
            self.tree.remove(slot);
        } else {
            self.unbounded.retain(|&other| other != slot);
            for other in 0..self.slots.len() as u32 {
                let bounded = self.slots[other as usize].extent == Extent::Bounded;
                if bounded && self.lists.remove(other, slot) {
                    self.leaving.push(SlotPair::of(slot, other));
                }
            }
        }
        for at in 0..self.lists.of(slot).len() {
            let other = self.lists.of(slot)[at];
            if self.keeps(other, extent) {
                self.lists.remove(other, slot);
            }
            self.leaving.push(SlotPair::of(slot, other));
        }
        self.lists.clear(slot);
        let freed = &mut self.slots[index];
        freed.extent = Extent::Unused;
        self.live -= 1;
        // A slot whose generations are used up is never used again, so that no two bodies ever have the same name.
        if let Some(next) = freed.generation.checked_add(1) {
            freed.generation = next;
            self.unused.push(slot);
        }
        Ok(())
    }

    /// Tells where a body is now. Its fat box changes only if the body has left it, or if it is far too large: if it does not lie
    /// in the body's box with four margins around it. Says whether the fat box changed.
    pub fn move_to(
        &mut self,
        body: BodyId,
        sides: [Interval; 3],
        margin: f64,
    ) -> Result<bool, BodyTreeError> {
        let extent = self.slot(body)?.extent;
        if extent == Extent::Unbounded {
            return Err(BodyTreeError::Unbounded(body));
        }
        let tight = checked(sides)?;
        let fat = fattened(&tight, margin)?;
        let old = self.fat[body.slot as usize];
        let most = margin * 4.0;
        let loose = old.low.cmplt(tight.low - most) | old.high.cmpgt(tight.high + most);
        if holds(&old, &tight) && !loose.any() {
            return Ok(false);
        }
        self.fat[body.slot as usize] = fat;
        self.tree.change(body.slot, &old, &fat);
        self.has_changed(body.slot);
        Ok(true)
    }

    /// Gives a body another filter; pairs follow with the next [`update_pairs`](BodyTree::update_pairs).
    pub fn set_filter(&mut self, body: BodyId, filter: PairFilter) -> Result<(), BodyTreeError> {
        self.slot(body)?;
        self.slots[body.slot as usize].filter = filter;
        self.has_changed(body.slot);
        Ok(())
    }

    /// Brings the pairs up to date with everything that happened since the last call, and says what changed.
    pub fn update_pairs(&mut self) -> PairChanges<'_> {
        self.begun.clear();
        core::mem::swap(&mut self.ended, &mut self.leaving);
        self.leaving.clear();
        // Bodies near each other look at the same nodes, which are then at hand. What is found does not depend on the order.
        let mut order = core::mem::take(&mut self.order);
        let fat = |slot: u32| self.fat[slot as usize];
        self.tree.curve(&self.changed, fat, &mut order);
        self.changed.clear();
        for key in &order {
            let slot = (key & 0x7fff_ffff) as u32;
            self.slots[slot as usize].changed = false;
            match self.slots[slot as usize].extent {
                Extent::Unused => continue,
                Extent::Bounded => self.look_around(slot),
                Extent::Unbounded => self.look_at_all(slot),
            }
            self.settle(slot);
        }
        self.order = order;
        self.begun.sort_unstable_by_key(SlotPair::key);
        self.ended.sort_unstable_by_key(SlotPair::key);
        if !(self.begun.is_empty() && self.ended.is_empty()) {
            merge(&self.pairs, &self.ended, &self.begun, &mut self.merged);
            core::mem::swap(&mut self.pairs, &mut self.merged);
        }
        PairChanges {
            begun: &self.begun,
            ended: &self.ended,
        }
    }

    /// All pairs, sorted by their slots, as of the last [`update_pairs`](BodyTree::update_pairs).
    pub fn pairs(&self) -> &[SlotPair] {
        &self.pairs
    }

    /// The bodies that a body forms a pair with, in the order of their slots, as of the last [`update_pairs`](BodyTree::update_pairs).
    pub fn partners(&self, body: BodyId, found: &mut Vec<BodyId>) -> Result<(), BodyTreeError> {
        let extent = self.slot(body)?.extent;
        found.clear();
        if extent == Extent::Bounded {
            found.extend(self.lists.of(body.slot).iter().map(|&slot| self.id(slot)));
            return Ok(());
        }
        let all = 0..self.slots.len() as u32;
        let paired = all.filter(|&other| self.are_paired(body.slot, other));
        found.extend(paired.map(|slot| self.id(slot)));
        Ok(())
    }

    /// The sides of a body's fat box; `None` for a body without bounds.
    pub fn fat_box(&self, body: BodyId) -> Result<Option<[Interval; 3]>, BodyTreeError> {
        let bounded = self.slot(body)?.extent == Extent::Bounded;
        let held = self.fat[body.slot as usize];
        let side = |axis: usize| Interval::new(held.low[axis], held.high[axis]);
        Ok(bounded.then(|| [0, 1, 2].map(side)))
    }

    /// The filter of a body.
    pub fn filter(&self, body: BodyId) -> Result<PairFilter, BodyTreeError> {
        Ok(self.slot(body)?.filter)
    }

    /// Whether a body is there.
    pub fn contains(&self, body: BodyId) -> bool {
        self.slot(body).is_ok()
    }

    /// The body that has a slot, if there is one.
    pub fn body_in(&self, slot: u32) -> Option<BodyId> {
        let used = self.slots.get(slot as usize)?.extent != Extent::Unused;
        used.then(|| self.id(slot))
    }

    /// How many bodies there are.
    pub fn len(&self) -> usize {
        self.live
    }

    /// Whether there are no bodies.
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    fn slot(&self, body: BodyId) -> Result<&Slot, BodyTreeError> {
        let slot = self.slots.get(body.slot as usize);
        slot.filter(|slot| slot.extent != Extent::Unused && slot.generation == body.generation)
            .ok_or(BodyTreeError::Stale(body))
    }

    fn id(&self, slot: u32) -> BodyId {
        let generation = self.slots[slot as usize].generation;
        BodyId { slot, generation }
    }

    /// A slot for a new body.
    fn occupy(&mut self, extent: Extent, filter: PairFilter) -> Result<BodyId, BodyTreeError> {
        let slot = match self.unused.pop() {
            Some(slot) => slot,
            None if self.slots.len() == MOST => return Err(BodyTreeError::Full),
            None => {
                self.slots.push(Slot {
                    generation: 0,
                    extent,
                    changed: false,
                    filter,
                });
                self.fat.push(StillBox {
                    low: DVec3::ZERO,
                    high: DVec3::ZERO,
                });
                self.marks.push(0);
                let slot = self.slots.len() as u32 - 1;
                self.lists.reach(slot);
                slot
            }
        };
        let taken = &mut self.slots[slot as usize];
        (taken.extent, taken.filter) = (extent, filter);
        self.live += 1;
        self.has_changed(slot);
        Ok(self.id(slot))
    }

    fn has_changed(&mut self, slot: u32) {
        let changed = &mut self.slots[slot as usize].changed;
        if !core::mem::replace(changed, true) {
            self.changed.push(slot);
        }
    }

    /// Whether the list of a body has those of such an extent.
    fn keeps(&self, slot: u32, other: Extent) -> bool {
        self.slots[slot as usize].extent == Extent::Bounded || other == Extent::Unbounded
    }

    /// Whether two bodies, the first of them unbounded, are a pair.
    fn are_paired(&self, unbounded: u32, other: u32) -> bool {
        match self.slots[other as usize].extent {
            Extent::Unused => false,
            Extent::Bounded => self.lists.has(other, unbounded),
            Extent::Unbounded => self.lists.has(unbounded, other),
        }
    }

    /// What a body with bounds gains and loses. Neighbours are marked, and marked once more if they are found again.
    fn look_around(&mut self, slot: u32) {
        if self.mark >= u32::MAX - 2 {
            self.marks.fill(0);
            self.mark = 0;
        }
        self.mark += 2;
        let (before, again) = (self.mark - 1, self.mark);
        for &other in self.lists.of(slot) {
            self.marks[other as usize] = before;
        }
        self.gained.clear();
        let (marks, gained, slots) = (&mut self.marks, &mut self.gained, &self.slots);
        let filter = slots[slot as usize].filter;
        let (held, fat) = (self.fat[slot as usize], &self.fat);
        let mut meet = |other: u32| {
            if other == slot || !filter.allows(&slots[other as usize].filter) {
                return;
            }
            let mark = &mut marks[other as usize];
            if *mark != before {
                gained.push(other);
            }
            *mark = again;
        };
        self.tree.meeting(&held, |other| {
            if fat[other as usize].meets(&held) {
                meet(other);
            }
        });
        self.unbounded.iter().copied().for_each(meet);
        self.lost.clear();
        let gone = |other: &&u32| self.marks[**other as usize] == before;
        self.lost
            .extend(self.lists.of(slot).iter().filter(gone).copied());
    }

    /// What an unbounded body gains and loses.
    fn look_at_all(&mut self, slot: u32) {
        self.gained.clear();
        self.lost.clear();
        let filter = self.slots[slot as usize].filter;
        for other in 0..self.slots.len() as u32 {
            let met = &self.slots[other as usize];
            if other == slot || met.extent == Extent::Unused {
                continue;
            }
            match (filter.allows(&met.filter), self.are_paired(slot, other)) {
                (true, false) => self.gained.push(other),
                (false, true) => self.lost.push(other),
                _ => {}
            }
        }
    }

    /// Makes pairs of what a body gained, and ends those with what it lost.
    fn settle(&mut self, slot: u32) {
        let extent = self.slots[slot as usize].extent;
        for at in 0..self.gained.len() + self.lost.len() {
            let gain = at < self.gained.len();
            let other = match gain {
                true => self.gained[at],
                false => self.lost[at - self.gained.len()],
            };
            let sides = [
                (slot, other, self.slots[other as usize].extent),
                (other, slot, extent),
            ];
            for (one, other, extent) in sides {
                if self.keeps(one, extent) {
                    match gain {
                        true => self.lists.add(one, other),
                        false => _ = self.lists.remove(one, other),
                    }
                }
            }
            let pairs = if gain {
                &mut self.begun
            } else {
                &mut self.ended
            };
            pairs.push(SlotPair::of(slot, other));
        }
    }
}

/// A box with these sides, if they are what they should be.
fn checked(sides: [Interval; 3]) -> Result<StillBox, BodyTreeError> {
    let good = |side: &Interval| {
        -LARGEST <= side.lower && side.lower <= side.upper && side.upper <= LARGEST
    };
    if sides.iter().all(good) {
        return Ok(StillBox::of(sides));
    }
    let ends = sides.map(|side| [side.lower, side.upper]);
    Err(BodyTreeError::BadBox(ends))
}

/// With a margin on all sides. It holds the box: a number less something that is not negative does not round to more.
fn fattened(tight: &StillBox, margin: f64) -> Result<StillBox, BodyTreeError> {
    if !(0.0..=LARGEST).contains(&margin) {
        return Err(BodyTreeError::BadMargin(margin));
    }
    Ok(StillBox {
        low: tight.low - margin,
        high: tight.high + margin,
    })
}

/// Whether a box lies in another, borders included.
fn holds(outer: &StillBox, inner: &StillBox) -> bool {
    (outer.low.cmple(inner.low) & inner.high.cmple(outer.high)).all()
}
