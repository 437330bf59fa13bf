//! Asking every pair: the reference.

use super::Search;
use crate::event::{Event, Partner};
use crate::world::World;

/// Asks every pair of bodies, and every body of every wall, for each event: O(n²), nothing remembered, nothing to go
/// wrong.
#[derive(Clone, Debug, Default)]
pub struct AllPairs;

impl<const D: usize> Search<D> for AllPairs {
    fn next(&mut self, world: &World<D>, until: f64) -> Option<Event> {
        let mut first: Option<Event> = None;
        let mut consider = |event: Event| {
            first = Some(first.map_or(event, |first| first.earlier(event)));
        };
        for body in 0..world.len() as u32 {
            if let Some(event) = world.static_contact(body) {
                consider(event);
            }
            for other in body + 1..world.len() as u32 {
                let time = world.pair_contact(body, other);
                if time < f64::INFINITY {
                    consider(Event {
                        time,
                        body,
                        partner: Partner::Body(other),
                    });
                }
            }
        }
        first.filter(|event| event.time <= until)
    }

    fn applied(&mut self, _world: &World<D>) {}

    fn rebased(&mut self, _world: &World<D>, _passed: f64) {}
}
