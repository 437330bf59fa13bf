//! Random scenes of all kinds against the search by cells.
//!
//! A reference is asked in the same world at every event, so that rounding does not grow. OSCULATE_CASES=n runs n seeds,
//! OSCULATE_SEED shifts them.

// An axis indexes several arrays at once.
#![allow(clippy::needless_range_loop)]

// Not all of it is used here.
use crate::judged::{Judged, Limits};
#[allow(dead_code)]
use crate::setting;
use osculate_events::generate::Random;
use osculate_events::{
    AllPairs, Ball, Boundary, Cells, Domain, PairQueue, Scene, SceneError, Search, Simulation,
    Vector, Wall, World,
};

fn choose<T: Copy>(random: &mut Random, choices: &[T]) -> T {
    choices[random.bits() as usize % choices.len()]
}

/// True once in so many times.
fn one_in(random: &mut Random, count: u64) -> bool {
    random.bits().is_multiple_of(count)
}

/// As likely between 1 and 2 as between 2 and 4.
fn decade(random: &mut Random, low: f64, high: f64) -> f64 {
    libm::exp(random.between(libm::log(low), libm::log(high)))
}

/// A box whose axes are joined, walled or open, from flat to wide, the largest radius being 1.
fn random_domain<const D: usize>(random: &mut Random) -> (Domain<D>, Vector<D>) {
    use Boundary::{Open, Periodic, Walls};
    let all = choose(
        random,
        &[Some(Walls), Some(Periodic), Some(Open), None, None],
    );
    let boundary: [Boundary; D] = std::array::from_fn(|_| {
        all.unwrap_or_else(|| choose(random, &[Walls, Periodic, Periodic, Open]))
    });
    let wide = one_in(random, 2);
    let side: Vector<D> = std::array::from_fn(|axis| {
        let least = if boundary[axis] == Periodic {
            4.001
        } else {
            2.001
        };
        match random.bits() % 6 {
            0 => least,
            1 => decade(random, least, 6.0),
            2 | 3 => decade(random, 5.0, 20.0),
            _ if wide => decade(random, 10.0, 400.0),
            _ => decade(random, 6.0, 40.0),
        }
    });
    let domain = Domain {
        low: [0.0; D],
        high: side,
        boundary,
    };
    (domain, side)
}

fn random_radii(random: &mut Random) -> Vec<f64> {
    let count = decade(random, 2.0, 400.0) as usize;
    let most = choose(random, &[2.0, 10.0, 1000.0, 1e5]);
    let ratio = decade(random, 1.0, most);
    let few = 1 + random.bits() as usize % 4;
    let kind = random.bits() % 5;
    let mut radii: Vec<f64> = (0..count)
        .map(|number| match kind {
            0 => 1.0,
            1 => 1.0 / ratio,
            2 => decade(random, 1.0 / ratio, 1.0),
            3 if number % 2 == 0 => random.between(0.8, 1.0) / ratio.sqrt(),
            _ if number >= few => 1.0 / ratio,
            _ => 1.0,
        })
        .collect();
    radii.sort_by(|a, b| b.total_cmp(a));
    radii
}

/// Each at a random place that is free, as many as find one.
fn placed<const D: usize>(
    radii: &[f64],
    domain: &Domain<D>,
    walls: &[Wall<D>],
    random: &mut Random,
) -> Vec<Ball<D>> {
    let least = radii.iter().fold(f64::INFINITY, |least, r| least.min(*r));
    // Small ones may be in a crowd.
    let crowd: Option<(Vector<D>, f64)> = (one_in(random, 3)).then(|| {
        let middle = std::array::from_fn(|axis| random.between(0.0, domain.high[axis]));
        (middle, decade(random, 4.0, 60.0) * least)
    });
    let still = choose(random, &[0.0, 0.0, 0.3, 0.9]);
    let along_axes = one_in(random, 8);
    let spread = choose(random, &[0.0, 0.0, 2.0, 6.0]);
    // All in a line, or in a plane, where there are no ends.
    let flat = one_in(random, 8);
    let mut balls: Vec<Ball<D>> = Vec::new();
    for (number, &radius) in radii.iter().enumerate() {
        let free = (0..200).find_map(|_| {
            let place: Vector<D> = std::array::from_fn(|axis| {
                if flat && axis > 0 && domain.boundary[axis] == Boundary::Open {
                    return 0.5;
                }
                let side = domain.high[axis];
                let edge = if domain.boundary[axis] == Boundary::Walls {
                    radius * 1.0001
                } else {
                    0.0
                };
                let (mut from, mut to) = (edge, side - edge);
                if let Some((middle, reach)) = crowd
                    && number > 2
                {
                    from = from.max(middle[axis] - reach);
                    to = to.min(middle[axis] + reach);
                    if from > to {
                        (from, to) = (edge, side - edge);
                    }
                }
                random.between(from, to)
            });
            let apart = balls.iter().all(|ball| {
                let square: f64 = (0..D)
                    .map(|axis| {
                        let mut offset = (ball.position[axis] - place[axis]).abs();
                        if domain.boundary[axis] == Boundary::Periodic {
                            offset = offset.min(domain.side(axis) - offset);
                        }
                        offset * offset
                    })
                    .sum();
                square.sqrt() > 1.0001 * (ball.radius + radius)
            });
            let off = |wall: &Wall<D>| wall.separation(&place).0 > 1.0001 * radius;
            (apart && walls.iter().all(off)).then_some(place)
        });
        let Some(place) = free else {
            continue;
        };
        let speed = if random.share() < still {
            0.0
        } else {
            libm::pow(10.0, spread * random.between(-0.5, 0.5))
        };
        let mut velocity: Vector<D> = std::array::from_fn(|_| speed * random.normal());
        if along_axes {
            let axis = random.bits() as usize % D;
            velocity = std::array::from_fn(|at| if at == axis { velocity[at] } else { 0.0 });
        }
        let mut ball = Ball::new(place, velocity, radius);
        ball.mass = if one_in(random, 20) {
            1e9
        } else {
            libm::pow(radius, D as f64) * random.between(0.5, 2.0)
        };
        balls.push(ball);
    }
    balls
}

fn random_walls<const D: usize>(domain: &Domain<D>, random: &mut Random) -> Vec<Wall<D>> {
    let mut walls = Vec::new();
    if one_in(random, 2) {
        return walls;
    }
    let largest = Ball::new([0.5; D], [0.0; D], 1.0);
    for _ in 0..decade(random, 1.0, 40.0) as usize {
        let at: Vector<D> = std::array::from_fn(|axis| random.between(0.0, domain.high[axis]));
        let long = decade(random, 0.01, 30.0);
        let span: Vector<D> = std::array::from_fn(|_| long * random.share());
        let to = std::array::from_fn(|axis| at[axis] + span[axis]);
        let wall = match random.bits() % 8 {
            0 => {
                let way: Vector<D> = std::array::from_fn(|_| random.normal());
                let long = way.iter().map(|x| x * x).sum::<f64>().sqrt();
                let normal = way.map(|x| x / long);
                // Off one corner.
                let point = std::array::from_fn(|axis| {
                    let share = random.between(0.0, 0.4);
                    let share = if normal[axis] > 0.0 {
                        share
                    } else {
                        1.0 - share
                    };
                    share * domain.high[axis]
                });
                Wall::Plane { point, normal }
            }
            1 => {
                let far = domain.high.iter().fold(0.0_f64, |far, x| far.max(*x));
                Wall::Hollow {
                    centre: domain.high.map(|x| 0.5 * x),
                    radius: random.between(0.45, 1.0) * far,
                }
            }
            2 | 3 => Wall::Ball {
                centre: at,
                radius: choose(random, &[0.0, 1.0]) * long,
            },
            4 | 5 => Wall::Box { low: at, high: to },
            _ => Wall::Segment {
                from: at,
                to: std::array::from_fn(|axis| {
                    at[axis] + choose(random, &[-1.0, 0.0, 1.0]) * span[axis]
                }),
            },
        };
        // Not next to joined ends.
        let alone = Scene::new(vec![largest], *domain, vec![wall]);
        if !matches!(alone, Err(SceneError::WallAtJoinedEnds { .. })) {
            walls.push(wall);
        }
    }
    walls
}

fn random_scene<const D: usize>(seed: u64) -> (Scene<D>, f64, Limits) {
    let mut random = Random::new(seed);
    let random = &mut random;
    let (mut domain, side) = random_domain::<D>(random);
    let mut walls = random_walls(&domain, random);
    let mut balls = placed(&random_radii(random), &domain, &walls, random);
    let least = balls
        .iter()
        .fold(1.0_f64, |least, ball| least.min(ball.radius));
    let mut limits = Limits {
        time: 1e-10,
        way: 1e-11,
        overlap: 1e-8,
        graze: 1e-12 / least,
    };
    if one_in(random, 4) {
        let common: Vector<D> = std::array::from_fn(|_| 0.2 * random.normal());
        let each = one_in(random, 3);
        for ball in &mut balls {
            ball.acceleration = if each {
                std::array::from_fn(|_| choose(random, &[0.0, 0.1]) * random.normal())
            } else {
                common
            };
        }
        (limits.time, limits.graze) = (1e-9, 1e-10 / least);
        limits.overlap = 1e-6;
    }
    if one_in(random, 3) {
        let low = choose(random, &[0.0, 0.5, 0.9]);
        for ball in &mut balls {
            ball.restitution = random.between(low, 1.0);
        }
    }
    let scale = choose(random, &[1.0, 1.0, 1.0, 1e-9, 1e9]);
    let time = choose(random, &[1.0, 1.0, 1e-7, 1e7]);
    let shift = choose(random, &[0.0, 0.0, 0.0, 1e3, -1e6]);
    if shift != 0.0 {
        let loss = 1e-14 * f64::abs(shift) / least;
        limits.time = limits.time.max(loss);
        limits.way = limits.way.max(1e-13 * f64::abs(shift));
        limits.overlap = limits.overlap.max(1e2 * loss);
        limits.graze = limits.graze.max(1e3 * loss);
    }
    let place = |at: Vector<D>| at.map(|x| (x + shift) * scale);
    for ball in &mut balls {
        ball.position = place(ball.position);
        ball.velocity = ball.velocity.map(|v| v * scale / time);
        ball.acceleration = ball.acceleration.map(|a| a * scale / time / time);
        // Rounding has moved them.
        ball.radius *= scale * (1.0 - limits.overlap.min(1e-5));
    }
    (domain.low, domain.high) = (place(domain.low), place(side));
    for wall in &mut walls {
        match wall {
            Wall::Plane { point, .. } => *point = place(*point),
            Wall::Segment { from: a, to: b } | Wall::Box { low: a, high: b } => {
                (*a, *b) = (place(*a), place(*b));
            }
            Wall::Ball { centre, radius } | Wall::Hollow { centre, radius } => {
                (*centre, *radius) = (place(*centre), *radius * scale);
            }
        }
    }
    limits.time *= time;
    limits.way *= scale;
    (Scene::new(balls, domain, walls).unwrap(), time, limits)
}

/// Runs a scene with every event judged, and gives the number of events.
fn judge<const D: usize>(
    name: String,
    scene: &Scene<D>,
    until: f64,
    limits: Limits,
    most: u64,
) -> u64 {
    let world = World::new(scene);
    let count = world.len();
    let accelerated = scene
        .balls()
        .iter()
        .any(|ball| ball.acceleration != [0.0; D]);
    let images = if scene.domain().wraps() {
        3_usize.pow(D as u32)
    } else {
        1
    };
    let cost = (count + scene.walls().len()) * images * if accelerated { 10 } else { 1 };
    let reference: Box<dyn Search<D>> = if count <= 20 && !accelerated {
        Box::new(AllPairs)
    } else {
        Box::new(PairQueue::new(&world))
    };
    let judged = Judged {
        name: name.clone(),
        cells: Cells::new(&world),
        reference,
        limits,
    };
    let mut simulation = Simulation::new(world, judged);
    let most = most.min((600_000 / cost.max(1)).max(150) as u64);
    let mut events = 0;
    while events < most && simulation.step(until).unwrap().is_some() {
        events += 1;
        if events.is_multiple_of(16) || events == most {
            let deepest = simulation.world().deepest_overlap();
            let share = deepest.map_or(0.0, |overlap| overlap.share);
            assert!(
                share <= limits.overlap,
                "{name}: {deepest:?} after {events}"
            );
        }
    }
    let tally = simulation.world().tally();
    assert!(tally.largest_overlap <= limits.overlap, "{name}: {tally:?}");
    events
}

fn random_scenes<const D: usize>() {
    let (cases, first) = (setting("OSCULATE_CASES", 24), setting("OSCULATE_SEED", 0));
    let mut events = 0;
    for seed in first..first + cases {
        let (scene, time, limits) = random_scene::<D>(seed);
        let name = format!(
            "{D}-D, seed {seed}, {} balls, {} walls, {:?}",
            scene.balls().len(),
            scene.walls().len(),
            scene.domain()
        );
        events += judge(name, &scene, 2000.0 * time, limits, 3000);
    }
    println!("{events} events of {cases} scenes");
}

#[test]
fn random_scenes_of_the_plane() {
    random_scenes::<2>();
}

#[test]
fn random_scenes_of_space() {
    random_scenes::<3>();
}

/// From one cell to six along each axis, with all kinds of ends.
fn few_cells<const D: usize>(every: usize) {
    use Boundary::{Open, Periodic, Walls};
    let kinds = 18_usize.pow(D as u32);
    let limits = Limits {
        time: 1e-10,
        way: 1e-11,
        overlap: 1e-9,
        graze: 1e-12,
    };
    for kind in (0..kinds).step_by(every) {
        let mut random = Random::new(kind as u64);
        let cell = if D == 2 { 2.8 } else { 2.12 };
        let of = |axis: usize| kind / 18_usize.pow(axis as u32) % 18;
        let domain = Domain {
            low: [0.0; D],
            high: std::array::from_fn(|axis| {
                let side = cell * ((of(axis) / 3) as f64 + 1.01);
                side.max(4.001)
            }),
            boundary: std::array::from_fn(|axis| [Open, Walls, Periodic][of(axis) % 3]),
        };
        // Two sizes now and then.
        let volume: f64 = domain.high.iter().product();
        let count = (0.12 * volume) as usize + 2;
        let small = choose(&mut random, &[1.0, 0.9, 0.2]);
        let radii: Vec<f64> = (0..count)
            .map(|number| if number < 3 { 1.0 } else { small })
            .collect();
        let balls = placed(&radii, &domain, &[], &mut random);
        let scene = Scene::new(balls, domain, Vec::new()).unwrap();
        judge(format!("{D}-D, {domain:?}"), &scene, 50.0, limits, 120);
    }
}

#[test]
fn few_cells_and_all_kinds_of_ends() {
    few_cells::<2>(5);
    few_cells::<3>(53);
}

/// Fast and slow bodies in a grid of many cells, of which few have walls near them.
fn walls_here_and_there<const D: usize>(rows: f64) {
    for seed in 0..8 {
        let mut random = Random::new(seed);
        let side = 2.6 * rows;
        let domain = Domain::walls([0.0; D], [side; D]);
        let mut walls: Vec<Wall<D>> = (0..6)
            .map(|number| {
                let mut at = || std::array::from_fn(|_| random.between(0.2, 0.8) * side);
                let (from, to): (Vector<D>, Vector<D>) = (at(), at());
                let high = from.map(|x| x + 0.7);
                match number % 3 {
                    0 => Wall::Segment { from, to },
                    1 => Wall::Box { low: from, high },
                    _ => Wall::Ball {
                        centre: from,
                        radius: 0.4,
                    },
                }
            })
            .collect();
        walls.push(Wall::Plane {
            point: [0.15 * side; D],
            normal: [1.0 / (D as f64).sqrt(); D],
        });
        walls.push(Wall::Hollow {
            centre: [0.5 * side; D],
            radius: 0.6 * side,
        });
        let radii = vec![1.0; (0.3 * libm::pow(rows, D as f64)) as usize];
        let balls = placed(&radii, &domain, &walls, &mut random);
        let scene = Scene::new(balls, domain, walls).unwrap();
        let limits = Limits {
            time: 1e-10,
            way: 1e-11,
            overlap: 1e-9,
            graze: 1e-12,
        };
        judge(
            format!("{D}-D, walls, seed {seed}"),
            &scene,
            1e4,
            limits,
            1500,
        );
    }
}

#[test]
fn walls_that_few_cells_have() {
    walls_here_and_there::<2>(20.0);
    walls_here_and_there::<3>(8.0);
}
