//! The event-driven engine under test.

use osculate_events::{Cells, Scene, Search, Simulation, World};

/// How it finds the next event.
pub type Tested<const D: usize> = Cells<D>;

/// The engine under test on a scene.
pub fn engine<const D: usize>(scene: &Scene<D>) -> Simulation<D, Tested<D>> {
    let world = World::new(scene);
    let search = Cells::new(&world);
    Simulation::new(world, search)
}

/// Goes on until there were so many collisions of two bodies in all, or a few more, and gives the number of events.
pub fn run_to<const D: usize, S: Search<D>>(
    simulation: &mut Simulation<D, S>,
    collisions: u64,
) -> u64 {
    let mut events = 0;
    loop {
        let left = collisions.saturating_sub(simulation.world().tally().collisions);
        // An event is a collision at most.
        let happened = simulation
            .run_events(f64::INFINITY, left)
            .expect("nobody is stuck");
        events += happened;
        if happened == 0 {
            return events;
        }
    }
}
