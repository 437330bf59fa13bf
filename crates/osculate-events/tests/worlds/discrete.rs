//! What steps of fixed length see and miss.

// An axis indexes several arrays at once.
#![allow(clippy::needless_range_loop)]

use osculate_events::generate::gas;
use osculate_events::{
    Ball, Boundary, Discrete, Domain, KayaTree, PairQueue, Scene, Simulation, Vector, Wall, World,
};

fn two(first: Ball<2>, second: Ball<2>) -> Scene<2> {
    Scene::new(vec![first, second], Domain::open(), Vec::new()).unwrap()
}

#[test]
fn long_steps_go_through() {
    let scene = two(
        Ball::new([0.0, 0.0], [1.0, 0.0], 1.0),
        Ball::new([5.0, 0.0], [-1.0, 0.0], 1.0),
    );
    let seen = Discrete::new(&scene, 0.01).unwrap().run(10.0);
    assert_eq!((seen.steps, seen.collisions, seen.missed), (1000, 1, 0));
    let through = Discrete::new(&scene, 5.0).unwrap().run(10.0);
    assert_eq!((through.steps, through.collisions), (2, 0));
    assert_eq!((through.meetings, through.missed, through.late), (1, 1, 0));
    // They touch from 1.5 to 3.5, and part from 2.5 on.
    let late = Discrete::new(&scene, 3.0).unwrap().run(9.0);
    assert_eq!((late.collisions, late.missed, late.late), (0, 0, 1));
}

#[test]
fn a_glance_within_a_step_is_missed() {
    let scene = two(
        Ball::new([0.0, 0.0], [1.0, 0.0], 1.0),
        Ball::new([5.0, 1.99], [0.0, 0.0], 1.0),
    );
    // Within reach for no longer than 0.4.
    let missed = Discrete::new(&scene, 2.0).unwrap().run(10.0);
    assert_eq!((missed.collisions, missed.missed), (0, 1));
    let seen = Discrete::new(&scene, 0.1).unwrap().run(10.0);
    assert_eq!((seen.collisions, seen.missed), (1, 0));
}

#[test]
fn meetings_beyond_a_wall_are_none() {
    let balls = vec![
        Ball::new([2.0, 3.0], [0.0, -2.0], 1.0),
        Ball::new([7.0, 3.0], [-2.0, -2.0], 1.0),
    ];
    let plane = Wall::Plane {
        point: [0.0, 0.0],
        normal: [0.0, 1.0],
    };
    let walls = [
        (Domain::walls([0.0; 2], [20.0; 2]), Vec::new()),
        (Domain::open(), vec![plane]),
    ];
    for (domain, planes) in walls {
        let scene = Scene::new(balls.clone(), domain, planes).unwrap();
        let mut discrete = Discrete::new(&scene, 4.0).unwrap();
        let tally = discrete.run(4.0);
        assert_eq!((tally.meetings, tally.missed), (0, 0));
        assert_eq!(tally.missed_bounces, 0);
        assert!(tally.wall_bounces >= 2);
        assert_eq!(discrete.state(0), ([2.0, 1.0], [0.0, 2.0]));
    }
}

#[test]
fn a_step_must_have_a_length() {
    let scene = gas(4, 0.1, 0, Domain::<2>::walls).unwrap();
    for step in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let error = Discrete::new(&scene, step).unwrap_err();
        assert!(error.to_string().contains(&format!("{step}")));
    }
}

/// The meetings of the first step and how many of them its end does not show, by looking at many instants.
fn sampled<const D: usize>(scene: &Scene<D>, step: f64) -> (u64, u64) {
    const SAMPLES: u32 = 4000;
    let domain = scene.domain();
    let at = |ball: &Ball<D>, share: f64| -> Vector<D> {
        let time = share * step;
        std::array::from_fn(|axis| {
            let fall = 0.5 * ball.acceleration[axis] * time * time;
            ball.position[axis] + ball.velocity[axis] * time + fall
        })
    };
    let outside = |ball: &Ball<D>, share: f64| {
        let place = at(ball, share);
        (0..D).any(|axis| {
            domain.boundary[axis] == Boundary::Walls
                && (place[axis] - ball.radius < domain.low[axis]
                    || place[axis] + ball.radius > domain.high[axis])
        })
    };
    let apart = |a: &Ball<D>, b: &Ball<D>, share: f64| {
        let (here, there) = (at(a, share), at(b, share));
        let square: f64 = (0..D)
            .map(|axis| {
                let mut offset = there[axis] - here[axis];
                if domain.boundary[axis] == Boundary::Periodic {
                    offset -= domain.side(axis) * (offset / domain.side(axis)).round();
                }
                offset * offset
            })
            .sum();
        square.sqrt() > a.radius + b.radius
    };
    let (mut meetings, mut missed) = (0, 0);
    let balls = scene.balls();
    for (number, a) in balls.iter().enumerate() {
        for b in &balls[..number] {
            // Of the images only the nearest is looked at, so one that left must not come back by another.
            let meeting = (0..=SAMPLES)
                .map(|sample| f64::from(sample) / f64::from(SAMPLES))
                .take_while(|share| !outside(a, *share) && !outside(b, *share))
                .any(|share| !apart(a, b, share));
            meetings += u64::from(meeting);
            missed += u64::from(meeting && apart(a, b, 1.0));
        }
    }
    (meetings, missed)
}

fn first_step_is_as_sampled<const D: usize>(fall: f64) {
    for (domain, steps) in [
        (Domain::<D>::walls as fn(_, _) -> _, [0.3, 3.0]),
        (Domain::<D>::periodic, [0.3, if D == 2 { 3.0 } else { 1.5 }]),
    ] {
        let gas = gas(60, 0.1, 11, domain).unwrap();
        let mut balls = gas.balls().to_vec();
        for ball in &mut balls {
            ball.acceleration[0] = fall;
        }
        let scene = Scene::new(balls, *gas.domain(), Vec::new()).unwrap();
        for step in steps {
            let (meetings, missed) = sampled(&scene, step);
            let tally = Discrete::new(&scene, step).unwrap().run(step);
            println!("step {step}: {tally:?}");
            assert_eq!(tally.steps, 1);
            assert_eq!((tally.meetings, tally.missed), (meetings, missed));
            assert!(step < 1.0 || missed > 0);
        }
    }
}

#[test]
fn the_first_step_of_discs_is_as_sampled() {
    first_step_is_as_sampled::<2>(0.0);
    first_step_is_as_sampled::<2>(-0.4);
}

#[test]
fn the_first_step_of_spheres_is_as_sampled() {
    first_step_is_as_sampled::<3>(0.0);
}

#[test]
fn short_steps_see_what_happens_and_long_ones_do_not() {
    let scene = gas(100, 0.2, 1, Domain::<2>::walls).unwrap();
    let until = 10.0;
    let world = World::new(&scene);
    let search = PairQueue::new(&world);
    let mut simulation = Simulation::new(world, search);
    simulation.run(until).unwrap();
    let truth = simulation.world().tally().collisions;
    let mut shares = Vec::new();
    for step in [0.001, 0.01, 0.1, 1.0, 5.0] {
        let tally = Discrete::new(&scene, step).unwrap().run(until);
        let beside = Discrete::new(&scene, step)
            .unwrap()
            .run_beside(until, KayaTree::new)
            .unwrap();
        let energy = {
            let mut discrete = Discrete::new(&scene, step).unwrap().without_misses();
            let seen = discrete.run(until);
            assert_eq!(seen.collisions, tally.collisions);
            assert_eq!(seen.wall_bounces, tally.wall_bounces);
            discrete.kinetic_energy() / World::new(&scene).kinetic_energy() - 1.0
        };
        println!("{truth} in truth, step {step}, energy {energy:.1e}: {beside:?}");
        assert_eq!(
            (tally.meetings, tally.missed),
            (beside.meetings, beside.missed)
        );
        assert!(beside.missed_collisions <= beside.true_collisions);
        // Elastic impulses keep it however late they are.
        assert!(energy.abs() < 1e-12);
        let found = beside.true_collisions as f64 / truth as f64;
        assert!((0.7..1.4).contains(&found), "step {step}: {found}");
        if step <= 0.01 {
            let (few, many) = (tally.meetings as f64, beside.true_collisions as f64);
            assert!((few / many - 1.0).abs() < 0.03, "step {step}");
        }
        shares.push(beside.missed_collisions as f64 / beside.true_collisions as f64);
    }
    assert!(shares.is_sorted(), "{shares:?}");
    assert!(shares[0] < 0.01 && shares[4] > 0.9, "{shares:?}");
}

#[test]
fn momentum_stays_in_a_periodic_domain() {
    let scene = gas(64, 0.3, 2, Domain::<3>::periodic).unwrap();
    let mut discrete = Discrete::new(&scene, 0.05).unwrap();
    let sum = |discrete: &Discrete<3>| {
        let mut sum = [0.0; 3];
        for body in 0..64 {
            let (position, velocity) = discrete.state(body);
            for axis in 0..3 {
                let side = scene.domain().side(axis);
                assert!(position[axis] >= 0.0 && position[axis] <= side);
                sum[axis] += velocity[axis];
            }
        }
        sum
    };
    let before = sum(&discrete);
    let tally = discrete.run(20.0);
    let after = sum(&discrete);
    assert!(tally.collisions > 500, "{tally:?}");
    assert!((0..3).all(|axis| (after[axis] - before[axis]).abs() < 1e-11));
}
