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
