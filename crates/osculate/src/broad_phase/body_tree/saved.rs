//! A tree that is made again.

use super::{BodyTree, BodyTreeError, MOST, PairFilter};
use crate::numbers::Interval;
use alloc::vec;
use alloc::vec::Vec;

/// What a [`BodyTree`] is made again from: its fat boxes and filters, and which slots come next.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SavedTree {
    slots: Vec<SavedSlot>,
    unused: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SavedSlot {
    generation: u32,
    body: Option<SavedBody>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct SavedBody {
    filter: PairFilter,
    /// The fat box, if it has one: the ends of its sides.
    sides: Option<[[f64; 2]; 3]>,
}

impl BodyTree {
    /// All that [`restore`](BodyTree::restore) needs.
    pub fn save(&self) -> SavedTree {
        let slots = (0..self.slots.len() as u32).map(|slot| SavedSlot {
            generation: self.slots[slot as usize].generation,
            body: self.body_in(slot).map(|body| SavedBody {
                filter: self.slots[slot as usize].filter,
                sides: self
                    .fat_box(body)
                    .ok()
                    .flatten()
                    .map(|sides| sides.map(|side| [side.lower, side.upper])),
            }),
        });
        SavedTree {
            slots: slots.collect(),
            unused: self.unused.clone(),
        }
    }

    /// A tree with the same bodies, fat boxes and filters, which gives the same slots to the next bodies. All of its pairs begin with
    /// the next [`update_pairs`](BodyTree::update_pairs).
    ///
    /// ```
    /// use osculate::broad_phase::{BodyTree, PairFilter};
    /// use osculate::Interval;
    ///
    /// let mut tree = BodyTree::new();
    /// let (gone, body) = (tree.insert_unbounded(PairFilter::FIXED)?, tree.insert_unbounded(PairFilter::FREE)?);
    /// tree.remove(gone)?;
    /// let mut again = BodyTree::restore(&tree.save())?;
    /// assert!(again.contains(body) && !again.contains(gone));
    /// assert_eq!(again.insert_unbounded(PairFilter::FIXED)?, tree.insert_unbounded(PairFilter::FIXED)?);
    /// # Ok::<(), osculate::broad_phase::BodyTreeError>(())
    /// ```
    pub fn restore(saved: &SavedTree) -> Result<BodyTree, BodyTreeError> {
        if saved.slots.len() > MOST {
            return Err(BodyTreeError::Full);
        }
        let mut tree = BodyTree::new();
        for (slot, saved) in saved.slots.iter().enumerate() {
            let filter = saved.body.map_or(PairFilter::FIXED, |body| body.filter);
            // Slots are given out in their order as long as none was left.
            let body = match saved.body.map(|body| body.sides) {
                Some(None) => tree.insert_unbounded(filter)?,
                sides => {
                    let sides = sides.flatten().unwrap_or([[0.0; 2]; 3]);
                    let sides = sides.map(|[lower, upper]| Interval { lower, upper });
                    tree.insert(sides, 0.0, filter)?
                }
            };
            if saved.body.is_none() {
                tree.remove(body)?;
                tree.unused.clear();
            }
            tree.slots[slot].generation = saved.generation;
        }
        // Slots without a body are used next, or their generations are used up.
        let mut is_free: Vec<bool> = vec![false; saved.slots.len()];
        for &slot in &saved.unused {
            let unused = saved.slots.get(slot as usize);
            let unused = unused.is_some_and(|slot| slot.body.is_none());
            if !unused || core::mem::replace(&mut is_free[slot as usize], true) {
                return Err(BodyTreeError::BadSlot(slot));
            }
        }
        for (slot, saved) in saved.slots.iter().enumerate() {
            if saved.body.is_none() && !is_free[slot] && saved.generation < u32::MAX {
                return Err(BodyTreeError::BadSlot(slot as u32));
            }
        }
        tree.unused = saved.unused.clone();
        Ok(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::broad_phase::BodyId;
    use osculate_judge::seeded::Seeded;

    fn sides(random: &mut Seeded) -> [Interval; 3] {
        let at = random.vector(5.0).to_array();
        at.map(|low| Interval::new(low, low + 1.0))
    }

    fn filter(random: &mut Seeded) -> PairFilter {
        match random.below(3) {
            0 => PairFilter::FIXED,
            1 => PairFilter::FREE,
            _ => PairFilter::FREE.in_groups(3, 5),
        }
    }

    /// Inserts, removes or moves a body; the same in both trees.
    fn change(random: &mut Seeded, bodies: &mut Vec<BodyId>, trees: &mut [&mut BodyTree; 2]) {
        let (sides, filter) = (sides(random), filter(random));
        let (choice, chosen) = (random.below(5), random.below(bodies.len().max(1)));
        let unbounded = random.once_in(8);
        let mut told = trees.iter_mut().map(|tree| match choice {
            0 if !bodies.is_empty() => tree.remove(bodies[chosen]).map(|()| None),
            1 if !bodies.is_empty() => tree.set_filter(bodies[chosen], filter).map(|()| None),
            2 if !bodies.is_empty() => Ok(tree.move_to(bodies[chosen], sides, 0.2).ok().and(None)),
            _ if unbounded => tree.insert_unbounded(filter).map(Some),
            _ => tree.insert(sides, 0.1, filter).map(Some),
        });
        let (one, other) = (told.next().unwrap(), told.next().unwrap());
        assert_eq!(one, other);
        drop(told);
        match one.unwrap() {
            Some(body) => bodies.push(body),
            None if choice == 0 => _ = bodies.swap_remove(chosen),
            None => {}
        }
    }

    #[test]
    fn a_tree_that_is_made_again_goes_on_alike() {
        let mut random = Seeded::new(3);
        let (mut tree, mut bodies) = (BodyTree::new(), Vec::new());
        let (mut most, mut unused) = (0, false);
        for _ in 0..30 {
            most = most.max(bodies.len());
            unused |= !tree.save().unused.is_empty();
            let mut other = BodyTree::restore(&tree.save()).unwrap();
            assert_eq!(other.save(), tree.save());
            tree.update_pairs();
            let begun = other.update_pairs().begun.to_vec();
            assert_eq!(begun, tree.pairs());
            for _ in 0..20 {
                change(&mut random, &mut bodies, &mut [&mut tree, &mut other]);
            }
            let (one, other) = (tree.update_pairs(), other.update_pairs());
            assert_eq!(one, other);
        }
        // It is about trees with bodies and with slots that are free again.
        assert!(most > 20 && unused, "{most} bodies");
    }

    #[test]
    fn a_slot_that_was_used_up_stays_so() {
        let mut tree = BodyTree::new();
        let body = tree.insert_unbounded(PairFilter::FREE).unwrap();
        tree.slots[0].generation = u32::MAX;
        let last = BodyId {
            generation: u32::MAX,
            ..body
        };
        tree.remove(last).unwrap();
        let mut again = BodyTree::restore(&tree.save()).unwrap();
        assert_eq!(again.insert_unbounded(PairFilter::FREE).unwrap().slot, 1);
    }

    #[test]
    fn trees_that_contradict_themselves() {
        let mut tree = BodyTree::new();
        let [a, _] = [0, 1].map(|_| tree.insert_unbounded(PairFilter::FREE).unwrap());
        tree.remove(a).unwrap();
        let whole = tree.save();
        for (unused, slot) in [(vec![], 0), (vec![0, 0], 0), (vec![1], 1), (vec![0, 7], 7)] {
            let saved = SavedTree {
                unused,
                ..whole.clone()
            };
            let told = BodyTree::restore(&saved).unwrap_err();
            assert_eq!(told, BodyTreeError::BadSlot(slot));
        }
        let mut saved = whole;
        let body = saved.slots[1].body.as_mut().unwrap();
        body.sides = Some([[1.0, 0.0]; 3]);
        let told = BodyTree::restore(&saved).unwrap_err();
        assert!(matches!(told, BodyTreeError::BadBox(_)));
    }
}
