//! Discs and spheres, compiled with this crate.
//!
//! All code here is generic in the number of dimensions, and so it would be compiled by every program anew. Builds for development
//! (up to `opt-level = 1`, and "s") take what a library has compiled already: programs compile faster, and what they do not
//! optimise themselves is as fast as this crate. Nobody calls these functions, and builds for release do not have them.

use crate::generate::{gas, mixed, one_among_many};
use crate::{
    AllPairs, Cells, Discrete, Domain, KayaTree, PairQueue, Scene, Search, Simulation, World,
};

/// In the plane.
pub fn discs(scene: &Scene<2>) {
    all(scene);
}

/// In space.
pub fn spheres(scene: &Scene<3>) {
    all(scene);
}

fn all<const D: usize>(scene: &Scene<D>) {
    let mut world = World::new(scene);
    run(&world, Cells::new(&world));
    run(&world, AllPairs);
    run(&world, PairQueue::new(&world));
    run(&world, KayaTree::new(&world));
    if let Ok(tree) = KayaTree::with_factors(&world, 1.0, 1.0) {
        let search: Box<dyn Search<D>> = Box::new(tree);
        run(&world, search);
    }
    let _ = World::from_snapshot(&world.snapshot());
    world.reverse();
    let _ = (world.deepest_overlap(), world.kinetic_energy());
    let _ = Discrete::new(scene, 1.0).map(|mut discrete| {
        let _ = discrete.run(1.0);
        discrete.run_beside(1.0, Cells::new)
    });
    let (balls, walls) = (scene.balls().to_vec(), scene.walls().to_vec());
    let _ = Scene::new(balls.clone(), *scene.domain(), walls.clone());
    let _ = Scene::resolving_overlaps(balls, *scene.domain(), walls);
    let _ = gas(1, 0.1, 0, Domain::<D>::walls);
    let _ = mixed(1, 1.0, 0.1, 0, Domain::<D>::walls);
    let _ = one_among_many(1, 1.0, 0.1, 0, Domain::<D>::walls);
}

fn run<const D: usize, S: Search<D>>(world: &World<D>, search: S) {
    let mut simulation = Simulation::new(world.clone(), search);
    let _ = simulation.step(1.0);
    let _ = simulation.run_events(1.0, 1);
    let _ = simulation.run(1.0);
    simulation.rebase();
    let _ = simulation.into_world();
}
