//! Runs in which every event of the search by cells is judged.
//!
//! A search that asks two others at every event compares them in the same world, so that rounding does not grow: the times
//! must agree however long the run.

use osculate_events::{
    AllPairs, Boundary, Cells, Event, PairQueue, Partner, Scene, Search, Simulation, Vector, World,
};

/// The cells, and at every event a reference that must give the same time.
pub struct Judged<const D: usize, R> {
    pub name: String,
    pub cells: Cells<D>,
    pub reference: R,
    pub limits: Limits,
}

/// What rounding may do.
#[derive(Clone, Copy)]
pub struct Limits {
    /// To times.
    pub time: f64,
    /// In radii of the smaller body.
    pub overlap: f64,
    /// To places.
    pub way: f64,
    /// The square of the cosine up to which bodies graze.
    pub graze: f64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: 1e-10,
            overlap: 1e-9,
            way: 0.0,
            graze: 1e-12,
        }
    }
}

impl<const D: usize, R: Search<D>> Search<D> for Judged<D, R> {
    fn next(&mut self, world: &World<D>, until: f64) -> Option<Event> {
        let found = self.cells.next(world, until);
        let expected = self.reference.next(world, until);
        let time = |event: Option<Event>| event.map_or(until, |event| event.time);
        let apart = (time(found) - time(expected)).abs();
        let earlier = if time(found) < time(expected) {
            found
        } else {
            expected
        };
        assert!(
            apart <= self.limits.time
                || earlier.is_some_and(|event| is_rounding(world, &event, apart, self.limits)),
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

/// Whether a body is so slow, or touches another or a wall so lightly, that rounding is worth as much time as `apart`.
fn is_rounding<const D: usize>(
    world: &World<D>,
    event: &Event,
    apart: f64,
    limits: Limits,
) -> bool {
    let here = world.state(event.body, event.time);
    let mut velocity = here.1;
    let mut acceleration = world.acceleration(event.body);
    let offset: Vector<D> = match event.partner {
        Partner::Body(other) => {
            let there = world.state(other, event.time);
            let other = world.acceleration(other);
            for axis in 0..D {
                velocity[axis] -= there.1[axis];
                acceleration[axis] -= other[axis];
            }
            std::array::from_fn(|axis| {
                let offset = there.0[axis] - here.0[axis];
                if world.domain().boundary[axis] == Boundary::Periodic {
                    let side = world.domain().side(axis);
                    offset - side * (offset / side).round()
                } else {
                    offset
                }
            })
        }
        Partner::Wall(wall) => world.walls()[wall as usize].separation(&here.0).1,
        Partner::Face { axis, .. } => std::array::from_fn(|at| f64::from(at == axis as usize)),
    };
    let dot = |a: &Vector<D>, b: &Vector<D>| (0..D).map(|axis| a[axis] * b[axis]).sum::<f64>();
    let rate = dot(&offset, &velocity).abs() / dot(&offset, &offset).sqrt();
    let pull = dot(&acceleration, &acceleration).sqrt();
    let way = rate * apart + 0.5 * pull * apart * apart;
    rate * rate < limits.graze * dot(&velocity, &velocity) || way < limits.way
}

/// How far a run goes.
#[derive(Clone, Copy)]
pub struct Run {
    pub until: f64,
    pub events: usize,
    pub limits: Limits,
}

impl Run {
    pub fn to(until: f64, events: usize) -> Run {
        Run {
            until,
            events,
            limits: Limits::default(),
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
        limits: run.limits,
    };
    let mut simulation = Simulation::new(world, search);
    let mut ended = false;
    for event in 0..run.events {
        if simulation.step(run.until).unwrap().is_none() {
            ended = true;
            break;
        }
        if event % 64 == 0 {
            assert_apart(name, simulation.world(), run.limits.overlap);
        }
    }
    if ended {
        simulation.advance(run.until);
    }
    assert_apart(name, simulation.world(), run.limits.overlap);
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
