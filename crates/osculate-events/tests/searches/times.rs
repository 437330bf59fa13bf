//! Scenes made to break the search by cells: speeds, waits and clocks of all kinds.

// An axis indexes several arrays at once.
#![allow(clippy::needless_range_loop)]

// Not all of it is used here.
#[allow(dead_code)]
use crate::judged::{Judged, Limits, Run, assert_apart, judge};
use osculate_events::generate::{self, Random, gas};
use osculate_events::{Ball, Boundary, Cells, Domain, PairQueue, Scene, Simulation, Wall, World};

#[test]
fn speeds_of_all_sizes() {
    for seed in 0..6 {
        for domain in [Domain::<2>::walls, Domain::<2>::periodic] {
            let scene = gas(60, 0.2, seed, domain).unwrap();
            let mut random = Random::new(seed);
            let mut balls = scene.balls().to_vec();
            for ball in &mut balls {
                let factor = libm::pow(10.0, random.between(-9.0, 9.0));
                ball.velocity = ball.velocity.map(|v| v * factor);
                if seed % 2 == 0 {
                    ball.mass = 1.0 / (factor * factor);
                }
            }
            let scene = Scene::new(balls, *scene.domain(), Vec::new()).unwrap();
            let mut run = Run::to(1e8, 3000);
            run.limits.time = 1e-10;
            judge(&format!("speeds, seed {seed}"), &scene, run);
        }
    }
}

/// The number of meetings of a light ball between a wall and a heavy one is that of the digits of pi.
#[test]
fn a_light_body_between_a_wall_and_a_heavy_one() {
    for (ratio, expected) in [
        (1.0, 3),
        (100.0, 31),
        (1e4, 314),
        (1e6, 3141),
        (1e8, 31_415),
        (1e10, 314_159),
    ] {
        let mut balls = vec![
            Ball::new([10.0, 5.0], [0.0; 2], 1.0),
            Ball::new([20.0, 5.0], [-1.0, 0.0], 1.0),
        ];
        balls[1].mass = ratio;
        let mut domain = Domain::walls([0.0; 2], [40.0, 10.0]);
        domain.boundary[0] = Boundary::Open;
        let wall = Wall::Plane {
            point: [0.0; 2],
            normal: [1.0, 0.0],
        };
        let scene = Scene::new(balls, domain, vec![wall]).unwrap();
        let world = World::new(&scene);
        let search = Cells::new(&world);
        let mut simulation = Simulation::new(world, search);
        let events = simulation.run_events(1e9, 1_000_000).unwrap();
        println!("{ratio}: {events} {:?}", simulation.world().tally());
        assert_eq!(events, expected, "{ratio}");
    }
}

#[test]
fn nothing_happens() {
    for count in 0..3 {
        for domain in [
            Domain::walls([0.0; 2], [10.0; 2]),
            Domain::periodic([0.0; 2], [10.0; 2]),
            Domain::open(),
        ] {
            let balls =
                (0..count).map(|n| Ball::new([2.0 + 2.0 * f64::from(n), 5.0], [-0.0, 0.0], 1.0));
            let scene = Scene::new(balls.collect(), domain, Vec::new()).unwrap();
            let world = judge("nothing", &scene, Run::to(1e8, 10));
            assert_eq!(world.time(), 1e8);
            assert_eq!(world.tally().collisions, 0);
        }
    }
}

/// The clock may be turned back at any moment, and events be asked for in any way.
#[test]
fn clocks_and_steps() {
    for seed in 0..6 {
        let scene = match seed % 3 {
            0 => gas(80, 0.4, seed, Domain::<2>::periodic).unwrap(),
            1 => generate::mixed(80, 30.0, 0.3, seed, Domain::<2>::walls).unwrap(),
            _ => generate::mixed(80, 5.0, 0.3, seed, Domain::<2>::periodic).unwrap(),
        };
        let mut random = Random::new(seed);
        let world = World::new(&scene);
        let judged = Judged {
            name: format!("clock {seed}"),
            cells: Cells::new(&world),
            reference: PairQueue::new(&world),
            limits: Limits {
                time: 1e-9,
                ..Limits::default()
            },
        };
        let mut simulation = Simulation::new(world.clone(), judged);
        for _ in 0..1200 {
            simulation.step(1e6).unwrap().unwrap();
            if random.share() < 0.2 {
                simulation.rebase();
            }
            if random.share() < 0.1 {
                let until = simulation.world().time() + random.between(0.0, 1e-2);
                while simulation.step(until).unwrap().is_some() {}
                simulation.advance(until);
                simulation.rebase();
            }
        }
        assert_apart("clocks", simulation.world(), 1e-9);
        let search = Cells::new(&world);
        let mut stepped = Simulation::new(world, search);
        let mut run = stepped.clone();
        for _ in 0..8_000 {
            stepped.step(1e6).unwrap().unwrap();
        }
        let mut left = 8_000;
        while left > 0 {
            let most = (1 + random.bits() % 500).min(left);
            assert_eq!(run.run_events(1e6, most), Ok(most));
            left -= most;
        }
        for body in 0..80 {
            let state = |simulation: &Simulation<2, Cells<2>>| {
                let world = simulation.world();
                world.state(body, world.now())
            };
            assert_eq!(state(&stepped), state(&run));
        }
        assert_eq!(stepped.world().tally(), run.world().tally());
    }
}

/// How long `events` events of a scene take.
fn seconds_for(scene: &Scene<2>, events: u64) -> f64 {
    let start = std::time::Instant::now();
    let world = World::new(scene);
    let search = Cells::new(&world);
    let made = start.elapsed().as_secs_f64();
    let mut simulation = Simulation::new(world, search);
    let done = simulation.run_events(f64::MAX, events).unwrap();
    println!(
        "made in {made}, {done} events in {}, {:?}",
        start.elapsed().as_secs_f64() - made,
        simulation.world().tally()
    );
    start.elapsed().as_secs_f64()
}

/// Waits of all lengths do not make the calendar slow: a gas with speeds as different as can be takes not much longer than
/// another one.
#[test]
fn waits_of_all_lengths() {
    let count = 40_000;
    let plain = gas(count, 0.05, 1, Domain::<2>::walls).unwrap();
    let usual = seconds_for(&plain, 20_000);
    let with = |change: &mut dyn FnMut(usize, &mut Ball<2>)| {
        let mut balls = plain.balls().to_vec();
        for (number, ball) in balls.iter_mut().enumerate() {
            change(number, ball);
        }
        Scene::new(balls, *plain.domain(), Vec::new()).unwrap()
    };
    let mut random = Random::new(2);
    let at_rest = with(&mut |number, ball| {
        if number % 2 == 0 {
            ball.velocity = [0.0; 2];
        }
    });
    let slow = with(&mut |number, ball| {
        if number % 5 < 3 {
            ball.velocity = ball.velocity.map(|v| 1e-9 * v);
        }
    });
    let decades = with(&mut |_, ball| {
        let factor = libm::pow(10.0, random.between(-12.0, 0.0));
        ball.velocity = ball.velocity.map(|v| factor * v);
    });
    let one_moves = with(&mut |number, ball| {
        if number > 0 {
            ball.velocity = [0.0; 2];
        }
    });
    let touching = {
        let rows = 450;
        let balls = (0..count).map(|number| {
            let (pair, side) = (number / 2, number % 2);
            let place = [
                6.0 * (pair % rows) as f64 + 2.0 * side as f64 + 2.0,
                3.0 * (pair / rows) as f64 + 2.0,
            ];
            Ball::new(
                place,
                [if side == 0 { 1.0 } else { -1.0 }, 0.01 * random.normal()],
                1.0,
            )
        });
        Scene::new(
            balls.collect(),
            Domain::walls([0.0; 2], [3000.0; 2]),
            Vec::new(),
        )
        .unwrap()
    };
    for (name, scene) in [
        ("half at rest", at_rest),
        ("most slow", slow),
        ("twelve decades", decades),
        ("one moves", one_moves),
        ("touching", touching),
    ] {
        let taken = seconds_for(&scene, 20_000);
        println!("{name}: {taken} instead of {usual}");
        // Where all entries were in one slice it was a hundred times.
        assert!(taken < 20.0 * usual, "{name}: {taken} instead of {usual}");
    }
}

/// A gas that flies apart.
#[test]
fn a_gas_in_the_open() {
    for count in [1_000, 4_000] {
        let scene = gas(count, 0.3, 1, Domain::<2>::walls).unwrap();
        let scene = Scene::new(scene.balls().to_vec(), Domain::open(), Vec::new()).unwrap();
        println!("{count}: {}", seconds_for(&scene, u64::MAX));
    }
}

/// A large body leaves small ones behind in the open: after the last meeting there is nothing up to the end of all time.
#[test]
fn two_sizes_in_the_open() {
    let mut balls = vec![Ball::new([0.0, 0.0], [1.0, 0.3], 50.0)];
    // So many that the large one has a grid of its own.
    for number in 0..400 {
        let (row, column) = (number / 20, number % 20);
        let place = [60.0 + 3.0 * row as f64, 3.0 * column as f64];
        balls.push(Ball::new(place, [0.0; 2], 0.5));
    }
    balls[0].mass = 1e6;
    let scene = Scene::new(balls, Domain::open(), Vec::new()).unwrap();
    let world = judge("two sizes", &scene, Run::to(f64::MAX, 5000));
    assert!(world.tally().collisions >= 100, "{:?}", world.tally());
    let mut balls = scene.balls().to_vec();
    balls[0].velocity = [-1.0, 0.3];
    let scene = Scene::new(balls, Domain::open(), Vec::new()).unwrap();
    let world = judge("away", &scene, Run::to(f64::MAX, 10));
    assert_eq!(world.tally().collisions, 0);
}

/// Two discs whose approach is less than the last bits of their velocities: their impulse changes nothing, and they met again for ever.
#[test]
fn an_approach_below_the_last_bit_of_velocities() {
    let balls = vec![
        Ball::new(
            [-13.332145146541468, 50.412460843381425],
            [-0.4687499999999996, 0.8118988160479108],
            1.0,
        ),
        Ball::new(
            [-11.600094338972626, 51.41246084338148],
            [-0.4687500000000003, 0.8118988160479119],
            1.0,
        ),
    ];
    let scene = Scene::new(balls, Domain::open(), Vec::new()).unwrap();
    let world = World::new(&scene);
    let search = Cells::new(&world);
    let mut simulation = Simulation::new(world, search);
    let energy = simulation.world().kinetic_energy();
    let events = simulation.run_events(1e6, 1_000).unwrap();
    assert!(events < 10, "{events} events");
    let drift = simulation.world().kinetic_energy() / energy - 1.0;
    assert!(drift.abs() < 1e-15, "{drift:e}");
}

/// The same with slanted walls, along which discs slide but for the last bits.
#[test]
fn an_approach_to_a_wall_below_the_last_bit_of_velocities() {
    let mut random = Random::new(5);
    let mut met = 0;
    for _ in 0..20_000 {
        let (sine, cosine) = libm::sincos(random.between(0.1, 1.4));
        let normal = [-sine, cosine];
        let wall = Wall::Plane {
            point: [0.0; 2],
            normal,
        };
        let speed = random.between(0.5, 2.0);
        let along = [speed * cosine, speed * sine];
        // Nothing is lost but what presses the wall, and nothing rests.
        let mut ball = Ball::new(normal, along, 1.0);
        ball.restitution = 0.0;
        let scene = Scene::new(vec![ball], Domain::open(), vec![wall]).unwrap();
        let scene = scene.with_rest_speed(0.0).unwrap();
        let world = World::new(&scene);
        let search = Cells::new(&world);
        let mut simulation = Simulation::new(world, search);
        let events = simulation.run_events(10.0, 1_000).unwrap();
        assert!(events < 10, "{events} events: {normal:?} {along:?}");
        met += usize::from(events > 0);
    }
    println!("{met} met the wall");
    assert!(met > 1_000, "{met}");
}
