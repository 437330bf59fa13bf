//! The event-driven engine under test.

use osculate_sim::{Cells, Scene, Search, Simulation, World};

/// How it finds the next event.
pub type Tested<const D: usize> = Cells<D>;

/// The engine under test on a scene.
pub fn engine<const D: usize>(scene: &Scene<D>) -> Simulation<D, Tested<D>> {
    let world = World::new(scene);
    let search = Cells::new(&world);
    Simulation::new(world, search)
}

/// Goes on until there were so many collisions of two bodies in all, and gives the number of events.
pub fn run_to<const D: usize, S: Search<D>>(
    simulation: &mut Simulation<D, S>,
    collisions: u64,
) -> u64 {
    let mut events = 0;
    while simulation.world().tally().collisions < collisions
        && simulation.step(f64::INFINITY).is_some()
    {
        events += 1;
    }
    events
}
