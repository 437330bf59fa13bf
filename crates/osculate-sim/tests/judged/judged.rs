//! Runs in which every event of the search by cells is judged.
//!
//! A search that asks two others at every event compares them in the same world, so that rounding does not grow: the times
//! must agree however long the run.

use osculate_sim::{
    AllPairs, Boundary, Cells, Event, PairQueue, Partner, Scene, Search, Simulation, World,
};

/// The cells, and at every event a reference that must give the same time.
pub struct Judged<const D: usize, R> {
    pub name: String,
    pub cells: Cells<D>,
    pub reference: R,
    /// By how much the two may differ.
    pub tolerance: f64,
}

impl<const D: usize, R: Search<D>> Search<D> for Judged<D, R> {
    fn next(&mut self, world: &World<D>, until: f64) -> Option<Event> {
        let found = self.cells.next(world, until);
        let expected = self.reference.next(world, until);
        let time = |event: Option<Event>| event.map_or(until, |event| event.time);
        let difference = (time(found) - time(expected)).abs();
        let earlier = if time(found) < time(expected) {
            found
        } else {
            expected
        };
        assert!(
            difference <= self.tolerance || earlier.is_some_and(|event| grazes(world, &event)),
            "{}: the cells find {found:?}, the reference {expected:?} at {} after {:?}",
            self.name,
            world.time(),
            world.tally()
        );
        found
    }

    fn applied(&mut self, world: &World<D>) {
        self.cells.applied(world);
        self.reference.applied(world);
    }

    fn rebased(&mut self, world: &World<D>, passed: f64) {
        self.cells.rebased(world, passed);
        self.reference.rebased(world, passed);
    }
}

/// Whether two bodies touch so lightly that rounding decides whether they do.
fn grazes<const D: usize>(world: &World<D>, event: &Event) -> bool {
    let Partner::Body(other) = event.partner else {
        return false;
    };
    let (here, there) = (
        world.state(event.body, event.time),
        world.state(other, event.time),
    );
    let (mut rate, mut square, mut speed) = (0.0, 0.0, 0.0);
    for axis in 0..D {
        let mut offset = there.0[axis] - here.0[axis];
        if world.domain().boundary[axis] == Boundary::Periodic {
            let side = world.domain().side(axis);
            offset -= side * (offset / side).round();
        }
        let velocity = there.1[axis] - here.1[axis];
        rate += offset * velocity;
        square += offset * offset;
        speed += velocity * velocity;
    }
    rate * rate < 1e-12 * square * speed
}

/// How far a run goes.
#[derive(Clone, Copy)]
pub struct Run {
    pub until: f64,
    pub events: usize,
    /// Of times.
    pub tolerance: f64,
    /// In radii.
    pub overlap: f64,
}

impl Run {
    pub fn to(until: f64, events: usize) -> Run {
        Run {
            until,
            events,
            tolerance: 1e-10,
            overlap: 1e-9,
        }
    }
}

/// Runs the scene with every event judged, and gives the world at the end.
pub fn judge<const D: usize>(name: &str, scene: &Scene<D>, run: Run) -> World<D> {
    let world = World::new(scene);
    let accelerated = (scene.balls().iter()).any(|ball| ball.acceleration != [0.0; D]);
    if scene.balls().len() <= 36 && scene.walls().len() < 100 && !accelerated {
        judge_by(name, world, AllPairs, run)
    } else {
        let queue = PairQueue::new(&world);
        judge_by(name, world, queue, run)
    }
}

fn judge_by<const D: usize, R: Search<D>>(
    name: &str,
    world: World<D>,
    reference: R,
    run: Run,
) -> World<D> {
    let search = Judged {
        name: name.to_string(),
        cells: Cells::new(&world),
        reference,
        tolerance: run.tolerance,
    };
    let mut simulation = Simulation::new(world, search);
    let mut ended = false;
    for event in 0..run.events {
        if simulation.step(run.until).is_none() {
            ended = true;
            break;
        }
        if event % 64 == 0 {
            assert_apart(name, simulation.world(), run.overlap);
        }
    }
    if ended {
        simulation.advance(run.until);
    }
    assert_apart(name, simulation.world(), run.overlap);
    let tally = simulation.world().tally();
    println!("{name}: {} to {}", simulation.world().time(), run.until);
    println!("    {tally:?}");
    simulation.into_world()
}

pub fn assert_apart<const D: usize>(name: &str, world: &World<D>, most: f64) {
    let deepest = world.deepest_overlap();
    assert!(
        deepest.is_none_or(|overlap| overlap.share <= most),
        "{name}: {deepest:?} at {}",
        world.time()
    );
    assert!(
        world.tally().largest_overlap <= most,
        "{name}: {:?}",
        world.tally()
    );
}
