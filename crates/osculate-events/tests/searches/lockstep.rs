//! All searches find the same events for the first collisions of every body, in one world.
//!
//! Two runs drift apart as rounding grows (`agreement.rs` has those), however right both are. Here one world goes on, and
//! before each event every search is asked for it: all must name the same bodies and the same time.
//! OSCULATE_CASES=n runs n seeds of each scene, asks all pairs in larger ones, and lets scenes of 2,048 bodies run to the end,
//! which takes a minute or two each. OSCULATE_SEED shifts the seeds.

use crate::seeded::{Seeded, scenes, searches};
use crate::setting;
use osculate_events::{Ball, Boundary, Domain, Event, Partner, Scene, Search, Simulation, World};

/// How many collisions every body has at the end, those with walls counted.
const COLLISIONS: usize = 5;

/// How many events there are a body, at most: the least of sizes 1 to 1000 meet hardly anything.
const EVENTS_A_BODY: usize = 8;

/// The same if many cases are asked for.
const EVENTS_OF_THOROUGH: usize = 300;

/// The same for more than 300 bodies, where Kaya's tree is slow, unless many cases are asked for.
const EVENTS_OF_MANY: usize = 1;

/// By how much of the time since the start searches may differ.
const SAME_TIME: f64 = 1e-8;

/// Searches in one world. The first one's events happen.
struct Lockstep<const D: usize> {
    name: String,
    searches: Vec<(&'static str, Box<dyn Search<D>>)>,
    /// The largest difference in time, as part of the time since the start.
    worst: f64,
    /// How often another event was at the same time.
    ties: usize,
}

impl<const D: usize> Search<D> for Lockstep<D> {
    fn next(&mut self, world: &World<D>, until: f64) -> Option<Event> {
        let mut answers = self.searches.iter_mut().map(|(name, search)| {
            let event = search.next(world, until);
            (*name, event.map(in_order))
        });
        let (_, expected) = answers.next().unwrap();
        for (name, found) in answers {
            let whence = format!(
                "{}, {name}: {found:?} instead of {expected:?} at {}",
                self.name,
                world.time()
            );
            let (Some(found), Some(expected)) = (found, expected) else {
                assert!(found.is_none() && expected.is_none(), "{whence}");
                continue;
            };
            let since = world.epoch() + expected.time;
            let difference = (found.time - expected.time).abs() / since;
            assert!(difference <= SAME_TIME, "{whence}");
            self.worst = self.worst.max(difference);
            if (found.body, found.partner) != (expected.body, expected.partner) {
                // Both happen, in either order.
                let alone = predicted(world, &found);
                assert!(
                    (alone - expected.time).abs() <= SAME_TIME * since,
                    "{whence}"
                );
                self.ties += 1;
            }
        }
        expected
    }

    fn applied(&mut self, world: &World<D>) {
        for (_, search) in &mut self.searches {
            search.applied(world);
        }
    }

    fn rebased(&mut self, world: &World<D>, passed: f64) {
        for (_, search) in &mut self.searches {
            search.rebased(world, passed);
        }
    }
}

/// The event with the lesser body first.
fn in_order(event: Event) -> Event {
    match event.partner {
        Partner::Body(other) if other < event.body => Event {
            body: other,
            partner: Partner::Body(event.body),
            ..event
        },
        _ => event,
    }
}

/// When the two of an event meet, seen from now.
fn predicted<const D: usize>(world: &World<D>, event: &Event) -> f64 {
    match event.partner {
        Partner::Body(other) => world.pair_contact(event.body, other),
        Partner::Face { .. } => world.face_contact(event.body).0,
        Partner::Wall(wall) => world.wall_contact(event.body, wall),
    }
}

fn step_together<const D: usize>(seeded: Seeded<D>, thorough: bool) {
    let Seeded { name, scene } = seeded;
    let world = World::new(&scene);
    let lockstep = Lockstep {
        name: name.clone(),
        searches: searches(&world, scene.domain(), thorough),
        worst: 0.0,
        ties: 0,
    };
    let count = world.len();
    let most = match count {
        _ if thorough => EVENTS_OF_THOROUGH,
        301.. => EVENTS_OF_MANY,
        _ => EVENTS_A_BODY,
    } * count;
    let mut met = vec![0; count];
    let mut lacking = count;
    let mut events = 0;
    let mut simulation = Simulation::new(world, lockstep);
    while lacking > 0 && events < most {
        let Some(event) = simulation.step(1e6).unwrap() else {
            break;
        };
        events += 1;
        let mut note = |body: u32| {
            met[body as usize] += 1;
            lacking -= usize::from(met[body as usize] == COLLISIONS);
        };
        match event.partner {
            // It goes round, and meets nothing.
            Partner::Face { axis, .. }
                if scene.domain().boundary[axis as usize] == Boundary::Periodic => {}
            Partner::Body(other) => {
                note(event.body);
                note(other);
            }
            _ => note(event.body),
        }
    }
    let search = simulation.search();
    println!(
        "{name:52} {:5} events, {lacking:4} of {count:4} bodies lack collisions, {} searches, {:2} ties, times to {:.0e}",
        events,
        search.searches.len(),
        search.ties,
        search.worst
    );
    assert!(search.ties <= events / 100, "{name}: {} ties", search.ties);
    // Open domains lose their bodies.
    let open = scene.domain().boundary.contains(&Boundary::Open);
    let cut = events == most && !thorough;
    assert!(lacking == 0 || open || cut, "{name}: {lacking} lack");
}

fn step_all<const D: usize>() {
    let (seeds, first) = (setting("OSCULATE_CASES", 1), setting("OSCULATE_SEED", 0));
    for seed in first..first + seeds {
        for seeded in scenes::<D>(seed, seeds > 1) {
            step_together(seeded, seeds > 1);
        }
    }
}

/// Two discs meet a third at exactly the same time: that of the lower numbers comes first (`ties.rs` has more of these).
#[test]
fn searches_in_step_agree_on_ties() {
    let balls = [
        ([-6.0, -2.0], [1.0, 0.25]),
        ([0.0, 0.0], [0.0, 0.0]),
        ([6.0, -2.0], [-1.0, 0.25]),
    ]
    .map(|(position, velocity)| Ball::new(position, velocity, 1.0));
    let domain = Domain::walls([-20.0; 2], [20.0; 2]);
    let scene = Scene::new(balls.to_vec(), domain, Vec::new()).unwrap();
    let name = "two that meet a third at once".to_owned();
    step_together(Seeded { name, scene }, false);
}

#[test]
fn searches_in_step_find_the_same_events_of_discs() {
    step_all::<2>();
}

#[test]
fn searches_in_step_find_the_same_events_of_spheres() {
    step_all::<3>();
}
