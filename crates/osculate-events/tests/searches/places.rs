//! Scenes made to break the search by cells: bodies where cells end, where ends are joined, in crowds and far away.

// An axis indexes several arrays at once.
#![allow(clippy::needless_range_loop)]

// Not all of it is used here.
#[allow(dead_code)]
use crate::judged::{Run, assert_apart, judge};
use crate::setting;
use osculate_events::generate::{self, Random, gas};
use osculate_events::{Ball, Boundary, Cells, Domain, Scene, Simulation, Vector, World};

/// A small body that comes at a large one at rest across a joined end, after its motion changed.
#[test]
fn narrow_joined_ends_and_two_sizes() {
    for seed in 16..24 {
        let mut random = Random::new(seed);
        let mut domain = Domain::periodic([0.0; 2], [20.0, 4.2]);
        if seed % 2 == 1 {
            domain.boundary[0] = Boundary::Walls;
        }
        let mut balls: Vec<Ball<2>> = Vec::new();
        for number in 0..400 {
            let radius = if number < 3 { 1.0 } else { 0.01 };
            loop {
                let place = [
                    random.between(radius, 20.0 - radius),
                    random.between(0.0, 4.2),
                ];
                let apart = balls.iter().all(|ball| {
                    let dx = (ball.position[0] - place[0]).abs();
                    let dy = (ball.position[1] - place[1]).abs();
                    let dx = dx.min(20.0 - dx);
                    let dy = dy.min(4.2 - dy);
                    (dx * dx + dy * dy).sqrt() > 1.001 * (ball.radius + radius)
                });
                if apart {
                    let velocity = if number < 3 {
                        [0.0; 2]
                    } else {
                        [random.normal(), 0.3 * random.normal()]
                    };
                    let mut ball = Ball::new(place, velocity, radius);
                    ball.mass = if number < 3 { 1e9 } else { 1.0 };
                    balls.push(ball);
                    break;
                }
            }
        }
        let scene = Scene::new(balls, domain, Vec::new()).unwrap();
        judge(&format!("narrow, seed {seed}"), &scene, Run::to(1e3, 1500));
    }
}

/// Few small bodies in a large box.
#[test]
fn dilute() {
    for radius in [1e-3, 1e-4, 1e-5, 1e-6] {
        for seed in 0..20 {
            let mut random = Random::new(seed);
            let mut balls = Vec::new();
            for number in 0..2 {
                let place = [0.1 + 0.8 * f64::from(number), random.between(0.3, 0.7)];
                balls.push(Ball::new(place, [0.0; 2], radius));
            }
            // At the other one, but for a part of the reach.
            let aim = random.between(-1.9, 1.9) * radius;
            let d = [0.8, balls[1].position[1] - balls[0].position[1] + aim];
            balls[0].velocity = d;
            let scene = Scene::new(balls, Domain::walls([0.0; 2], [1.0; 2]), Vec::new()).unwrap();
            let mut run = Run::to(1.5, 10);
            run.limits.time = 1e-12;
            judge(&format!("dilute {radius}, seed {seed}"), &scene, run);
        }
    }
}

/// A body that stops exactly where its cell ends, give or take a few bits, and is met there much later.
#[test]
fn stopping_at_the_edge_of_a_cell() {
    let mut random = Random::new(1);
    for _ in 0..4000 {
        // Wide enough that its bodies have the smallest cells that they may.
        let side = random.between(30.0, 40.0);
        let cell = side / (side / (2.6 * (1.0 + 1e-9))).floor();
        let margin = (0.5 * cell * (1.0 - 1e-9) - 1.0).min(0.15 * cell).max(0.3);
        let edge = 8.0 * cell + margin;
        let stop = edge * (1.0 + random.between(-4.0, 4.0) * f64::EPSILON);
        let height = 0.5 * side;
        let speed = random.between(0.5, 2.0);
        let mut balls = vec![
            Ball::new([stop - random.between(0.1, 1.5), height], [speed, 0.0], 1.0),
            Ball::new([stop + 2.0, height], [0.0, 0.0], 1.0),
            Ball::new([1.5, height], [1.0, 0.0], 1.0),
        ];
        for row in [
            1.0,
            3.2,
            5.4,
            side - 1.0,
            side - 3.2,
            side - 5.4,
            side - 7.6,
        ] {
            for place in 0..12 {
                balls.push(Ball::new(
                    [1.0 + 2.4 * f64::from(place), row],
                    [0.0; 2],
                    1.0,
                ));
            }
        }
        let scene = Scene::new(balls, Domain::walls([0.0; 2], [side; 2]), Vec::new()).unwrap();
        let world = World::new(&scene);
        let search = Cells::new(&world);
        let mut simulation = Simulation::new(world, search);
        simulation.run(60.0).unwrap();
        assert_apart("stop", simulation.world(), 1e-9);
    }
}

/// Places of a lattice of `rows` an axis, the first `pitch` / 2 from the origin.
fn lattice<const D: usize>(rows: usize, pitch: f64) -> Vec<Vector<D>> {
    (0..rows.pow(D as u32))
        .map(|number| {
            std::array::from_fn(|axis| {
                let step = number / rows.pow(axis as u32) % rows;
                pitch * (step as f64 + 0.5)
            })
        })
        .collect()
}

fn lattices<const D: usize>() {
    for seed in 0..3 {
        for pitch in [2.0, 2.6, 4.0] {
            for wraps in [false, true] {
                let mut random = Random::new(seed);
                let rows = if D == 2 { 6 } else { 3 };
                let side = pitch * rows as f64;
                let balls = lattice::<D>(rows, pitch).into_iter().map(|place| {
                    let velocity = std::array::from_fn(|axis| {
                        // Along an axis, along diagonals, or at rest.
                        let choices: &[f64] = match seed % 3 {
                            0 => &[0.0, -0.0, 1.0, -1.0],
                            1 => &[1.0, -1.0],
                            _ if axis > 0 => &[0.0, -0.0],
                            _ => &[0.0, 1.0, -1.0, -0.0],
                        };
                        choices[random.bits() as usize % choices.len()]
                    });
                    Ball::new(place, velocity, 1.0)
                });
                let kind = if wraps {
                    Domain::periodic
                } else {
                    Domain::walls
                };
                let domain = kind([0.0; D], [side; D]);
                let scene = Scene::new(balls.collect(), domain, Vec::new()).unwrap();
                let name = format!("{D}-D lattice of pitch {pitch}, {wraps}, seed {seed}");
                let mut run = Run::to(50.0, 400);
                // Those that graze touch exactly: half the digits of the time are lost.
                run.limits.time = 1e-6;
                judge(&name, &scene, run);
            }
        }
    }
}

#[test]
fn bodies_on_lattices() {
    lattices::<2>();
    lattices::<3>();
}

/// Bodies on the edges of cells, and all of them through one point at one instant.
#[test]
fn all_through_one_point() {
    for count in [2, 3, 4, 6, 8, 12] {
        for turn in [0.0, 0.1] {
            let mut balls = Vec::new();
            for number in 0..count {
                let angle = turn + 2.0 * std::f64::consts::PI * number as f64 / count as f64;
                let (sine, cosine) = libm::sincos(angle);
                let place = [50.0 + 40.0 * cosine, 50.0 + 40.0 * sine];
                balls.push(Ball::new(place, [-cosine, -sine], 1.0));
            }
            for domain in [
                Domain::walls([0.0; 2], [100.0; 2]),
                Domain::periodic([0.0; 2], [100.0; 2]),
                Domain::open(),
            ] {
                let scene = Scene::new(balls.clone(), domain, Vec::new()).unwrap();
                judge(
                    &format!("{count} through a point"),
                    &scene,
                    Run::to(200.0, 2000),
                );
            }
        }
    }
}

#[test]
fn crowded() {
    // Hexagonal, 0.85 of the plane.
    let pitch = 2.0 * (0.9069_f64 / 0.85).sqrt();
    let (columns, rows) = (12, 14);
    let height = pitch * 0.75_f64.sqrt();
    let mut random = Random::new(3);
    let mut balls = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let shift = if row % 2 == 0 { 0.25 } else { 0.75 };
            let place = [
                pitch * (f64::from(column) + shift),
                height * (f64::from(row) + 0.5),
            ];
            balls.push(Ball::new(place, [random.normal(), random.normal()], 1.0));
        }
    }
    let high = [pitch * f64::from(columns), height * f64::from(rows)];
    let scene = Scene::new(balls, Domain::periodic([0.0; 2], high), Vec::new()).unwrap();
    judge("crowded", &scene, Run::to(100.0, 3_000));
    // Small ones in the cells of larger ones: these spill.
    for seed in 0..setting("OSCULATE_CASES", 1) {
        for (count, ratio) in [(150, 2.0), (150, 6.0), (60, 20.0)] {
            for domain in [Domain::<2>::walls, Domain::<2>::periodic] {
                let scene = generate::mixed(count, ratio, 0.5, seed, domain).unwrap();
                judge(
                    &format!("{count} of 1 to {ratio}"),
                    &scene,
                    Run::to(1e4, 2000),
                );
            }
            for domain in [Domain::<3>::walls, Domain::<3>::periodic] {
                let Ok(scene) = generate::mixed(count, ratio, 0.2, seed, domain) else {
                    continue;
                };
                judge(
                    &format!("{count} of 1 to {ratio}"),
                    &scene,
                    Run::to(1e4, 1500),
                );
            }
        }
    }
}

/// Bodies apart from each other at random places of a box whose ends are joined.
fn scattered<const D: usize>(
    radii: &[f64],
    side: Vector<D>,
    random: &mut Random,
) -> Option<Vec<Ball<D>>> {
    let mut balls: Vec<Ball<D>> = Vec::new();
    for &radius in radii {
        let place = (0..500).find_map(|_| {
            let place: Vector<D> = std::array::from_fn(|axis| random.between(0.0, side[axis]));
            let apart = balls.iter().all(|ball| {
                let square: f64 = (0..D)
                    .map(|axis| {
                        let offset = (ball.position[axis] - place[axis]).abs();
                        let offset = offset.min(side[axis] - offset);
                        offset * offset
                    })
                    .sum();
                square.sqrt() > 1.0001 * (ball.radius + radius)
            });
            apart.then_some(place)
        })?;
        let velocity = std::array::from_fn(|_| random.normal());
        let mut ball = Ball::new(place, velocity, radius);
        ball.mass = radius * radius;
        balls.push(ball);
    }
    Some(balls)
}

fn small_joined_boxes<const D: usize>() {
    let mut runs = 0;
    for seed in 0..40 {
        let mut random = Random::new(seed);
        // From one cell to six.
        let side: Vector<D> = std::array::from_fn(|_| match random.bits() % 4 {
            0 => 4.000001,
            1 => random.between(4.001, 6.0),
            2 => random.between(4.001, 18.0),
            _ => random.between(10.0, 60.0),
        });
        let mut radii = vec![1.0; 1 + (random.bits() % 3) as usize];
        let small = [1.0, 0.9, 0.3, 0.1, 0.02][random.bits() as usize % 5];
        radii.extend(vec![small; random.bits() as usize % 60]);
        let Some(mut balls) = scattered(&radii, side, &mut random) else {
            continue;
        };
        if seed % 3 == 0 {
            balls[0].velocity = [0.0; D];
            balls[0].mass = 1e12;
        }
        let accelerated = seed % 5 == 1;
        if accelerated {
            for ball in &mut balls {
                ball.acceleration[0] = 0.3;
            }
        }
        let mut domain = Domain::periodic([0.0; D], side);
        if seed % 7 == 2 {
            domain.boundary[D - 1] = Boundary::Open;
        }
        let scene = Scene::new(balls, domain, Vec::new()).unwrap();
        let mut run = Run::to(if accelerated { 20.0 } else { 100.0 }, 150);
        run.limits.time = 1e-9;
        judge(
            &format!("{D}-D joined, seed {seed}, {side:?}, {small}"),
            &scene,
            run,
        );
        runs += 1;
    }
    assert!(runs > 15);
}

#[test]
fn small_joined_boxes_of_all_kinds() {
    small_joined_boxes::<2>();
    small_joined_boxes::<3>();
}

#[test]
fn large_among_small() {
    for ratio in [3.0, 50.0, 1000.0] {
        for seed in 0..3 {
            for domain in [Domain::<2>::walls, Domain::<2>::periodic] {
                let Ok(scene) = generate::one_among_many(200, ratio, 0.2, seed, domain) else {
                    // A period of at least four radii is asked for.
                    continue;
                };
                let name = format!("1 to {ratio}");
                judge(&name, &scene, Run::to(1e5, 1200));
                let mut balls = scene.balls().to_vec();
                balls[0].velocity = [3.0 * ratio, 2.0 * ratio];
                let scene = Scene::new(balls, *scene.domain(), Vec::new()).unwrap();
                judge(&format!("fast, {name}"), &scene, Run::to(30.0, 1200));
            }
            if let Ok(scene) = generate::one_among_many(150, ratio, 0.1, seed, Domain::<3>::walls) {
                judge(&format!("1 to {ratio}, 3-D"), &scene, Run::to(1e5, 600));
            }
        }
    }
}

fn moved<const D: usize>(scene: &Scene<D>, scale: f64, shift: f64, time: f64) -> Scene<D> {
    let place = |at: Vector<D>| at.map(|x| x * scale + shift);
    let mut balls = scene.balls().to_vec();
    for ball in &mut balls {
        ball.position = place(ball.position);
        ball.velocity = ball.velocity.map(|v| v * scale / time);
        ball.radius *= scale;
    }
    let mut domain = *scene.domain();
    (domain.low, domain.high) = (place(domain.low), place(domain.high));
    Scene::new(balls, domain, Vec::new()).unwrap()
}

#[test]
fn far_away_and_of_all_scales() {
    for domain in [Domain::<2>::walls, Domain::<2>::periodic] {
        let scene = gas(60, 0.3, 5, domain).unwrap();
        for (scale, time) in [
            (1e-30, 1.0),
            (1e30, 1.0),
            (1e-30, 1e20),
            (1e30, 1e-20),
            (1.0, 1e25),
        ] {
            let mut run = Run::to(200.0 * time, 3000);
            run.limits.time = 1e-10 * time;
            judge(
                &format!("scale {scale}, {time}"),
                &moved(&scene, scale, 0.0, time),
                run,
            );
        }
        let mut balls = scene.balls().to_vec();
        balls.iter_mut().for_each(|ball| ball.radius *= 0.999);
        let scene = Scene::new(balls, *scene.domain(), Vec::new()).unwrap();
        let mut run = Run::to(200.0, 3000);
        (run.limits.time, run.limits.overlap) = (1e-4, 1e-6);
        judge("at 1e8", &moved(&scene, 1.0, 1e8, 1.0), run);
        judge("at -1e8", &moved(&scene, 1.0, -1e8, 1.0), run);
    }
}

/// Bodies that meet a million radii away from where they began.
#[test]
fn meetings_far_out() {
    for seed in 0..30 {
        let mut random = Random::new(seed);
        let mut balls = vec![Ball::new([0.0, 0.0], [1.0, 0.3], 1.0)];
        for number in 1..8 {
            // Each meets the first at its own time, if nothing comes between.
            let time = 1e6 * f64::from(number) / 7.0;
            let (sine, cosine) = libm::sincos(random.between(-3.0, 3.0));
            let start = [
                50.0 * cosine * f64::from(number),
                50.0 * sine * f64::from(number),
            ];
            let aim = [time + random.between(-1.0, 1.0), 0.3 * time];
            let velocity = std::array::from_fn(|axis| (aim[axis] - start[axis]) / time);
            balls.push(Ball::new(start, velocity, 1.0));
        }
        let scene = Scene::new(balls, Domain::open(), Vec::new()).unwrap();
        let mut run = Run::to(1e8, 1000);
        (run.limits.time, run.limits.overlap) = (1e-2, 1e-6);
        let world = judge(&format!("far out, seed {seed}"), &scene, run);
        assert!(world.tally().collisions > 0);
    }
}
