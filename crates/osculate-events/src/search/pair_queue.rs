//! The queue of all pairs: Sedgewick's.

use super::Search;
use crate::event::{Event, Partner};
use crate::world::World;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Keeps the meetings of all pairs, and of every body with what does not move, in one queue: an event costs O(n log n)
/// time, and the memory is O(n²), some 40 bytes for each pair that would meet.
///
/// Every prediction is stamped with how often the motions of its bodies had changed; it is thrown away when that is no
/// longer so. Where ends of the domain are joined a prediction holds until one of the two bodies reaches an end; that
/// is an event that changes the body, so no longer either.
#[derive(Clone, Debug)]
pub struct PairQueue {
    queue: BinaryHeap<Prediction>,
    /// How often the motion of each body has changed.
    changes: Vec<u32>,
    /// How long the queue may become before what is out of date is taken out.
    sift_at: usize,
}

impl PairQueue {
    /// Asks every pair of bodies, and every body of every wall.
    pub fn new<const D: usize>(world: &World<D>) -> PairQueue {
        let changes = vec![0; world.len()];
        let mut predictions = Vec::new();
        for body in 0..world.len() as u32 {
            predictions.extend(Prediction::of_static(world, &changes, body));
            for other in body + 1..world.len() as u32 {
                predictions.extend(Prediction::of_pair(world, &changes, body, other));
            }
        }
        let queue = BinaryHeap::from(predictions);
        PairQueue {
            sift_at: sift_at(queue.len()),
            queue,
            changes,
        }
    }

    /// How many predictions the queue holds, those that are out of date too.
    pub fn len(&self) -> usize {
        self.queue.len()
    }

    /// Whether nothing is predicted.
    pub fn is_empty(&self) -> bool {
        self.queue.is_empty()
    }
}

impl<const D: usize> Search<D> for PairQueue {
    fn next(&mut self, _world: &World<D>, until: f64) -> Option<Event> {
        while let Some(first) = self.queue.peek() {
            if first.holds(&self.changes) {
                return Some(first.event).filter(|event| event.time <= until);
            }
            self.queue.pop();
        }
        None
    }

    fn applied(&mut self, world: &World<D>) {
        for &body in world.changed() {
            let count = &mut self.changes[body as usize];
            *count = count.wrapping_add(1);
        }
        for (index, &body) in world.changed().iter().enumerate() {
            let changes = &self.changes;
            self.queue
                .extend(Prediction::of_static(world, changes, body));
            for other in 0..world.len() as u32 {
                // Two bodies that changed together are asked once.
                if other != body && !world.changed()[..index].contains(&other) {
                    self.queue
                        .extend(Prediction::of_pair(world, changes, body, other));
                }
            }
        }
        // An event adds O(n) predictions and takes a few away: without this the queue would grow for ever.
        if self.queue.len() > self.sift_at {
            let changes = &self.changes;
            self.queue.retain(|prediction| prediction.holds(changes));
            self.sift_at = sift_at(self.queue.len());
        }
    }

    fn rebased(&mut self, _world: &World<D>, passed: f64) {
        // Times that differed may be equal now, which asks for another order: the queue is made anew.
        let mut predictions = std::mem::take(&mut self.queue).into_vec();
        for prediction in &mut predictions {
            prediction.event.time -= passed;
        }
        self.queue = BinaryHeap::from(predictions);
    }
}

fn sift_at(len: usize) -> usize {
    2 * len + 1024
}

/// An event, and how often the motions of its bodies had changed when it was predicted.
#[derive(Clone, Copy, Debug)]
struct Prediction {
    event: Event,
    changes: u32,
    /// 0 if the partner does not move.
    partner_changes: u32,
}

impl Prediction {
    fn of_static<const D: usize>(
        world: &World<D>,
        changes: &[u32],
        body: u32,
    ) -> Option<Prediction> {
        let event = world.static_contact(body)?;
        Some(Prediction {
            event,
            changes: changes[body as usize],
            partner_changes: 0,
        })
    }

    fn of_pair<const D: usize>(
        world: &World<D>,
        changes: &[u32],
        one: u32,
        other: u32,
    ) -> Option<Prediction> {
        // The lower number first, as all searches have it: the same bits whoever asks.
        let (body, other) = (one.min(other), one.max(other));
        let time = world.pair_contact(body, other);
        (time < f64::INFINITY).then(|| Prediction {
            event: Event {
                time,
                body,
                partner: Partner::Body(other),
            },
            changes: changes[body as usize],
            partner_changes: changes[other as usize],
        })
    }

    fn holds(&self, changes: &[u32]) -> bool {
        let same = changes[self.event.body as usize] == self.changes;
        match self.event.partner {
            Partner::Body(other) => same && changes[other as usize] == self.partner_changes,
            _ => same,
        }
    }
}

/// The earliest is the greatest: the standard heap gives the greatest first.
impl Ord for Prediction {
    fn cmp(&self, other: &Prediction) -> Ordering {
        let (here, there) = (self.event.key(), other.event.key());
        there
            .0
            .total_cmp(&here.0)
            .then_with(|| (there.1, there.2).cmp(&(here.1, here.2)))
    }
}

impl PartialOrd for Prediction {
    fn partial_cmp(&self, other: &Prediction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Prediction {
    fn eq(&self, other: &Prediction) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Prediction {}
