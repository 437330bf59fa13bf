//! A search simple enough to be right, and fast enough for some hundred bodies.

use osculate_sim::{Event, Partner, Search, World};

/// Remembers the next event of each body, found by asking all others: O(n) an event.
#[derive(Default)]
pub struct NextOfEach {
    events: Vec<Option<Event>>,
}

impl NextOfEach {
    /// Asks all bodies about `body`, those before it too.
    fn predict<const D: usize>(world: &World<D>, body: u32) -> Option<Event> {
        let mut first = world.static_contact(body);
        for other in (0..world.len() as u32).filter(|&other| other != body) {
            let time = world.pair_contact(body, other);
            if time < first.map_or(f64::INFINITY, |event| event.time) {
                let partner = Partner::Body(other);
                first = Some(Event {
                    time,
                    body,
                    partner,
                });
            }
        }
        first
    }
}

impl<const D: usize> Search<D> for NextOfEach {
    fn next(&mut self, world: &World<D>, until: f64) -> Option<Event> {
        if self.events.is_empty() {
            let bodies = 0..world.len() as u32;
            self.events = bodies
                .map(|body| NextOfEach::predict(world, body))
                .collect();
        }
        let all = self.events.iter().flatten();
        let first = all.min_by(|one, other| one.time.total_cmp(&other.time))?;
        (first.time <= until).then_some(*first)
    }

    fn applied(&mut self, world: &World<D>) {
        let changed = world.changed();
        for body in 0..world.len() as u32 {
            let lost = match self.events[body as usize] {
                Some(Event {
                    partner: Partner::Body(other),
                    ..
                }) => changed.contains(&other),
                _ => false,
            };
            if lost || changed.contains(&body) {
                self.events[body as usize] = NextOfEach::predict(world, body);
            }
        }
    }

    fn rebased(&mut self, _world: &World<D>, passed: f64) {
        for event in self.events.iter_mut().flatten() {
            event.time -= passed;
        }
    }
}
