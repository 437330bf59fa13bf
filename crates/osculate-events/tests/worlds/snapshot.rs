//! Snapshots: a world made of one goes on with the same bits, and what cannot be one is refused.

use osculate_events::generate::{Random, gas, mixed};
use osculate_events::{
    Ball, ByCells, Cells, Domain, Event, KayaTree, PairQueue, Partner, Scene, SceneError, Search,
    Simulation, Snapshot, SnapshotError, Vector, Wall, World,
};

/// Discs or balls that fall onto a floor and come to rest.
fn pile<const D: usize>(count: usize, seed: u64) -> Scene<D> {
    let mut random = Random::new(seed);
    let balls = (0..count).map(|number| {
        let mut position = [0.0; D];
        position[0] = 1.2 + 2.4 * (number % 6) as f64 + random.between(-0.1, 0.1);
        position[D - 1] = 1.2 + 2.4 * (number / 6) as f64;
        if D == 3 {
            position[1] = 1.5 + random.between(-0.4, 0.4);
        }
        let mut ball = Ball::new(position, [0.0; D], random.between(0.7, 1.0));
        ball.acceleration[D - 1] = -9.81;
        ball.restitution = 0.5;
        ball
    });
    let mut high = [15.0; D];
    high[D - 1] = 40.0;
    let centre = [7.0; D].map(|x: f64| x + 12.0);
    let wall = Wall::Ball {
        centre,
        radius: 0.5,
    };
    Scene::new(balls.collect(), Domain::walls([0.0; D], high), vec![wall]).expect("a good scene")
}

/// The next `count` events, with the states of the bodies that they changed, in bits.
fn events<const D: usize, S: Search<D>>(
    simulation: &mut Simulation<D, S>,
    count: usize,
) -> Vec<(u64, u32, Partner, Vec<u64>)> {
    (0..count)
        .map_while(|_| {
            let Event { body, partner, .. } = simulation.step(1e9).unwrap()?;
            let world = simulation.world();
            let bits = |vector: Vector<D>| vector.map(f64::to_bits);
            let states = (world.changed().iter())
                .flat_map(|&body| {
                    let (position, velocity) = world.state(body, world.now());
                    [bits(position), bits(velocity)].concat()
                })
                .collect();
            Some((world.time().to_bits(), body, partner, states))
        })
        .collect()
}

fn check<const D: usize, S: Search<D>>(
    scene: &Scene<D>,
    before: usize,
    search: fn(&World<D>) -> S,
) {
    let world = World::new(scene);
    let mut simulation = Simulation::new(world.clone(), search(&world));
    for _ in 0..before {
        simulation.step(1e9).unwrap().expect("an event");
    }
    let mut world = simulation.into_world();
    let snapshot = world.snapshot();
    let restored = World::from_snapshot(&snapshot).expect("a good snapshot");
    assert_eq!(restored.tally(), world.tally());
    assert_eq!(restored.clone().snapshot(), snapshot);
    let [mut one, mut other] = [world, restored].map(|world| {
        let search = search(&world);
        Simulation::new(world, search)
    });
    let expected = events(&mut one, 3_000);
    assert!(expected.len() > 100);
    assert!(expected == events(&mut other, 3_000), "other bits");
    assert_eq!(one.world().tally(), other.world().tally());
}

#[test]
fn a_restored_world_goes_on_with_the_same_bits() {
    for domain in [Domain::walls, Domain::periodic] {
        check(&gas::<2>(300, 0.4, 1, domain).unwrap(), 1_000, Cells::new);
        let sizes = mixed::<2>(200, 10.0, 0.3, 2, domain).unwrap();
        check(&sizes, 777, Cells::new);
        check(&sizes, 777, PairQueue::new);
        check(&gas::<2>(40, 0.3, 3, domain).unwrap(), 200, KayaTree::new);
    }
    for domain in [Domain::walls, Domain::periodic] {
        check(&gas::<3>(300, 0.3, 1, domain).unwrap(), 1_000, Cells::new);
    }
    for before in [10, 500, 2_000, 5_000] {
        check(&pile::<2>(40, 4), before, Cells::new);
    }
    check(&pile::<3>(40, 5), 2_000, Cells::new);
}

#[test]
fn bodies_at_rest_stay_so() {
    let scene = pile::<2>(30, 6);
    let mut world = World::new(&scene);
    let search = Cells::new(&world);
    let mut simulation = Simulation::new(world, search);
    simulation.run(60.0).unwrap();
    world = simulation.into_world();
    assert!(world.tally().sleeping > 20, "{:?}", world.tally());
    let snapshot = world.snapshot();
    let restored = World::from_snapshot(&snapshot).expect("a good snapshot");
    for body in 0..30 {
        assert_eq!(restored.asleep(body), world.asleep(body));
        assert_eq!(restored.state(body, 0.0), world.state(body, 0.0));
    }
    assert_eq!(restored.mechanical_energy(), world.mechanical_energy());
}

#[test]
fn what_is_no_snapshot_is_refused() {
    let mut world = World::new(&pile::<2>(30, 6));
    let search = Cells::new(&world);
    let mut simulation = Simulation::new(world, search);
    simulation.run(60.0).unwrap();
    world = simulation.into_world();
    let good = world.snapshot();
    let sleeper = (0..30).find(|&body| world.asleep(body as u32)).unwrap();
    let refused = |change: &dyn Fn(&mut Snapshot<2>)| {
        let mut bad = good.clone();
        change(&mut bad);
        World::from_snapshot(&bad).expect_err("a bad snapshot")
    };
    let calm = |change: &dyn Fn(&mut osculate_events::SavedCalm<2>)| {
        let error = refused(&|bad| change(bad.bodies[sleeper].calm.as_mut().unwrap()));
        assert!(
            matches!(error, SnapshotError::Calm { body, .. } if body == sleeper),
            "{error}"
        );
    };
    calm(&|calm| calm.met = vec![Partner::Body(30)]);
    calm(&|calm| calm.met = vec![Partner::Wall(1)]);
    calm(&|calm| {
        calm.met = vec![Partner::Face {
            axis: 2,
            high: true,
        }]
    });
    calm(&|calm| calm.met = vec![Partner::Wall(0); 13]);
    calm(&|calm| calm.leaning = vec![u32::MAX]);
    calm(&|calm| calm.since = f64::NAN);
    calm(&|calm| calm.place[1] = f64::INFINITY);
    calm(&|calm| calm.falls = u32::MAX);
    for change in [
        (|bad, _| bad.time = f64::NAN) as fn(&mut Snapshot<2>, usize),
        |bad, _| bad.time = -1.0,
        |bad, _| bad.tally.sleeping += 1,
        |bad, _| bad.tally.largest_overlap = f64::NAN,
        |bad, at| bad.bodies[at].velocity[0] = 1.0,
        |bad, at| bad.bodies[at].acceleration = [0.0; 2],
        |bad, at| bad.bodies[at].calm = None,
        |bad, at| bad.bodies[at].calm.as_mut().unwrap().asleep = false,
        |bad, at| bad.bodies[at].position[0] = f64::NAN,
        |bad, at| bad.bodies[at].position[0] = -0.5,
        |bad, at| bad.bodies[at].inverse_mass = 0.0,
        |bad, at| bad.bodies[at].radius = -1.0,
        |bad, at| bad.bodies[at].restitution = 2.0,
        |bad, at| bad.bodies[at].position = bad.bodies[(at + 1) % 30].position,
        |bad, _| bad.rest_speed = f64::NAN,
        |bad, _| bad.domain.high[0] = f64::NAN,
    ] {
        let error = refused(&|bad| change(bad, sleeper));
        assert!(!error.to_string().is_empty());
    }
    let outside = refused(&|bad| bad.bodies[7].position[1] = -3.0);
    assert!(
        matches!(
            outside,
            SnapshotError::Scene(SceneError::Outside {
                body: 7,
                axis: 1,
                ..
            })
        ),
        "{outside}"
    );
}

/// Far from the origin the last bit of a coordinate is worth more than a millionth of a small radius.
#[test]
fn a_pile_far_from_the_origin_is_a_snapshot() {
    let (far, r) = (1e7, 1e-3);
    let mut deepest: f64 = 0.0;
    for seed in 0..2 {
        let mut random = Random::new(seed);
        let balls = (0..36).map(|number| {
            let cell = [number % 6, number / 6];
            let mut ball = Ball::new(
                cell.map(|step| far + r * (2.6 * f64::from(step) + 1.2)),
                std::array::from_fn(|_| r * random.normal()),
                r,
            );
            ball.restitution = 0.5;
            ball.acceleration = [0.0, -0.01];
            ball
        });
        let domain = Domain::walls([far; 2], [far + 16.0 * r, far + 40.0 * r]);
        let scene = Scene::new(balls.collect(), domain, Vec::new()).expect("a scene");
        let mut world = World::new(&scene);
        for second in 1..=20 {
            let search = Cells::new(&world);
            let mut simulation = Simulation::new(world, search);
            simulation.run(f64::from(second)).unwrap();
            world = simulation.into_world();
            let snapshot = world.snapshot();
            let overlap = world.deepest_overlap();
            deepest = deepest.max(overlap.map_or(0.0, |overlap| overlap.share));
            World::from_snapshot(&snapshot).expect("a snapshot of a run");
        }
    }
    // Else nothing is shown here.
    assert!(deepest > 1e-6, "{deepest}");
    println!("{deepest:e} radii");
}

fn by_cells<const D: usize>(scene: &Scene<D>)
where
    Simulation<D, Cells<D>>: ByCells,
{
    let world = World::new(scene);
    let mut one = Simulation::new(world.clone(), Cells::new(&world));
    let mut other = one.clone();
    let happened = one.run_events(9.0, 200).expect("nothing is stuck");
    assert!(happened > 50, "{happened}");
    assert_eq!(other.events_by_cells(9.0, 200), Ok(happened));
    for _ in 0..20 {
        assert_eq!(one.step(9.0), other.step_by_cells(9.0));
    }
    assert_eq!(one.into_world().snapshot(), other.into_world().snapshot());
}

#[test]
fn what_is_compiled_in_advance_has_the_same_bits() {
    by_cells(&pile::<2>(24, 5));
    by_cells(&pile::<3>(24, 5));
}
