//! The bodies of a world, by their slots.

use crate::contact::{Pair, Spare};
use crate::error::WorldError;
use crate::handle::BodyHandle;
use crate::state::BodyState;
use core::ops::{Index, IndexMut};
use osculate::query::small_motions::PairMemory;
use std::collections::BTreeSet;

/// The bodies of a world. The tree of the broad phase gives out slots and generations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bodies {
    slots: Vec<Slot>,
    /// Pairs of slots, the smaller first, whose bodies take no notice of each other.
    ignored: BTreeSet<[u32; 2]>,
}

#[derive(Clone, Debug)]
struct Slot {
    generation: u32,
    body: Option<BodyState>,
}

impl Bodies {
    pub(crate) fn insert(&mut self, handle: BodyHandle, body: BodyState) {
        let number = handle.slot as usize;
        while self.slots.len() <= number {
            self.slots.push(Slot {
                generation: 0,
                body: None,
            });
        }
        self.slots[number] = Slot {
            generation: handle.generation,
            body: Some(body),
        };
    }

    pub(crate) fn remove(&mut self, handle: BodyHandle) -> Result<BodyState, WorldError> {
        self.get(handle)?;
        self.ignored.retain(|pair| !pair.contains(&handle.slot));
        let body = self.slots[handle.slot as usize].body.take();
        body.ok_or(WorldError::Stale(handle))
    }

    pub(crate) fn get(&self, handle: BodyHandle) -> Result<&BodyState, WorldError> {
        let slot = self.slots.get(handle.slot as usize);
        let slot = slot.filter(|slot| slot.generation == handle.generation);
        slot.and_then(|slot| slot.body.as_ref())
            .ok_or(WorldError::Stale(handle))
    }

    pub(crate) fn get_mut(&mut self, handle: BodyHandle) -> Result<&mut BodyState, WorldError> {
        let slot = self.slots.get_mut(handle.slot as usize);
        let slot = slot.filter(|slot| slot.generation == handle.generation);
        slot.and_then(|slot| slot.body.as_mut())
            .ok_or(WorldError::Stale(handle))
    }

    /// The pair of the bodies in two slots, in memory that is left from others.
    pub(crate) fn pair(&self, bodies: [u32; 2], spare: &mut Spare) -> Pair {
        let states = bodies.map(|body| &self[body]);
        let mut known = spare.known(states.iter().any(|body| body.is_compound()));
        known.memory = self.first_memory(bodies);
        let mut pair = Pair::new(bodies, states, known, spare.clusters());
        pair.ignored = self.ignores(bodies);
        pair
    }

    /// What is known of two bodies that nobody has looked at: most pairs that begin are apart along the direction between their centres.
    pub(crate) fn first_memory(&self, bodies: [u32; 2]) -> PairMemory {
        let mut memory = PairMemory::new();
        let [a, b] = bodies.map(|body| &self[body]);
        if a.reach + b.reach < f64::INFINITY {
            memory.suggest(a.centre() - b.centre());
        }
        memory
    }

    /// Whether the bodies in two slots take no notice of each other.
    pub(crate) fn ignores(&self, [a, b]: [u32; 2]) -> bool {
        !self.ignored.is_empty() && self.ignored.contains(&[a.min(b), a.max(b)])
    }

    /// Says whether they do. Whether that is new.
    pub(crate) fn set_ignored(&mut self, [a, b]: [u32; 2], ignored: bool) -> bool {
        let pair = [a.min(b), a.max(b)];
        if ignored {
            self.ignored.insert(pair)
        } else {
            self.ignored.remove(&pair)
        }
    }

    /// All pairs of slots whose bodies take no notice of each other.
    pub(crate) fn all_ignored(&self) -> impl Iterator<Item = [u32; 2]> {
        self.ignored.iter().copied()
    }

    /// All bodies, in the order of their slots.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (BodyHandle, &BodyState)> {
        self.slots.iter().enumerate().filter_map(|(number, slot)| {
            let handle = BodyHandle {
                slot: number as u32,
                generation: slot.generation,
            };
            Some((handle, slot.body.as_ref()?))
        })
    }

    /// The same, to be changed.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (u32, &mut BodyState)> {
        let slots = self.slots.iter_mut().enumerate();
        slots.filter_map(|(number, slot)| Some((number as u32, slot.body.as_mut()?)))
    }

    /// The body in a slot, if there is one.
    pub(crate) fn in_slot(&self, slot: u32) -> Option<&BodyState> {
        self.slots[slot as usize].body.as_ref()
    }

    pub(crate) fn in_slot_mut(&mut self, slot: u32) -> Option<&mut BodyState> {
        self.slots[slot as usize].body.as_mut()
    }

    /// How many slots there are, free ones included.
    pub(crate) fn slots(&self) -> usize {
        self.slots.len()
    }

    pub(crate) fn handle(&self, slot: u32) -> BodyHandle {
        let generation = self.slots[slot as usize].generation;
        BodyHandle { slot, generation }
    }
}

impl Index<u32> for Bodies {
    type Output = BodyState;

    fn index(&self, slot: u32) -> &BodyState {
        let body = self.slots[slot as usize].body.as_ref();
        body.expect("pairs are dropped with their bodies")
    }
}

impl IndexMut<u32> for Bodies {
    fn index_mut(&mut self, slot: u32) -> &mut BodyState {
        let body = self.slots[slot as usize].body.as_mut();
        body.expect("pairs are dropped with their bodies")
    }
}
