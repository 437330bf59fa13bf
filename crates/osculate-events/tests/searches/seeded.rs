//! Seeded scenes of up to 400 bodies (2,048 where many cases are asked for), and the searches that find their events.

#![allow(clippy::needless_range_loop)]

use osculate_events::generate::{Random, gas};
use osculate_events::{
    AllPairs, Ball, Boundary, Cells, Domain, KayaTree, PairQueue, Scene, Search, Vector, Wall,
    World,
};

/// The searches held against each other; the first one is the reference.
pub fn searches<const D: usize>(
    world: &World<D>,
    domain: &Domain<D>,
    thorough: bool,
) -> Vec<(&'static str, Box<dyn Search<D>>)> {
    let mut searches: Vec<(&'static str, Box<dyn Search<D>>)> = vec![
        ("queue of pairs", Box::new(PairQueue::new(world))),
        ("cells", Box::new(Cells::new(world))),
        ("Kaya's tree", Box::new(KayaTree::new(world))),
    ];
    if world.len() <= 300 {
        let factors = KayaTree::with_factors(world, 1.3, 0.9).unwrap();
        searches.push(("Kaya's tree with other factors", Box::new(factors)));
    }
    let images = if domain.wraps() {
        usize::pow(3, D as u32)
    } else {
        1
    };
    let asked = world.len() * world.len() * images;
    if asked <= if thorough { 1_500_000 } else { 50_000 } {
        searches.push(("all pairs", Box::new(AllPairs)));
    }
    searches
}

/// A scene and what it is.
pub struct Seeded<const D: usize> {
    pub name: String,
    pub scene: Scene<D>,
}

/// Scenes of all kinds, for one seed.
pub fn scenes<const D: usize>(seed: u64, thorough: bool) -> Vec<Seeded<D>> {
    // Preparing a queue of pairs takes time with the square of this.
    let many = if thorough { 2048 } else { 320 };
    let mut random = Random::new(1000 * D as u64 + seed);
    // In this order, as they take their numbers from one row.
    let mut scenes = gases(seed, many);
    scenes.extend(of_many_sizes(&mut random, many));
    scenes.extend(in_the_open(seed));
    scenes.extend(among_walls(&mut random));
    scenes.extend(each_its_own_way(seed, &mut random));
    for scene in &mut scenes {
        assert_apart(&scene.name, &scene.scene);
        scene.name = format!("{}, {D}-D, seed {seed}", scene.name);
    }
    scenes
}

impl<const D: usize> Seeded<D> {
    fn new(name: String, balls: Vec<Ball<D>>, domain: Domain<D>, walls: Vec<Wall<D>>) -> Seeded<D> {
        let scene = Scene::new(balls, domain, walls).unwrap();
        Seeded { name, scene }
    }
}

/// Every ball with this acceleration along one axis.
fn falling<const D: usize>(mut balls: Vec<Ball<D>>, axis: usize, pull: f64) -> Vec<Ball<D>> {
    for ball in &mut balls {
        ball.acceleration[axis] = pull;
    }
    balls
}

fn unit<const D: usize>() -> Domain<D> {
    Domain::walls([0.0; D], [1.0; D])
}

/// Bodies of one size, between walls, with joined ends, and in a tube.
fn gases<const D: usize>(seed: u64, many: usize) -> Vec<Seeded<D>> {
    let mut scenes = Vec::new();
    for count in [2, 3, 8, 32, many / 4, many] {
        let name = format!("{count} between walls");
        let scene = lattice_gas(count, seed, Domain::<D>::walls);
        scenes.push(Seeded { name, scene });
    }
    for count in [5, 16, 64, many / 3] {
        let name = format!("{count} periodic");
        let scene = lattice_gas(count, seed, Domain::<D>::periodic);
        scenes.push(Seeded { name, scene });
    }
    // Walls at the ends of the first axis, the others joined, and everything falls along the first.
    let count = 40;
    let gas = lattice_gas(count, seed, Domain::<D>::periodic);
    let mut domain = *gas.domain();
    domain.boundary[0] = Boundary::Walls;
    let balls = falling(gas.balls().to_vec(), 0, -0.3);
    let name = format!("{count} falling in a tube");
    scenes.push(Seeded::new(name, balls, domain, Vec::new()));
    scenes
}

fn of_many_sizes<const D: usize>(random: &mut Random, many: usize) -> Vec<Seeded<D>> {
    let mut scenes = Vec::new();
    for (count, ratio) in [(30, 10.0), (100, 10.0), (100, 1000.0), (many, 100.0)] {
        let name = format!("{count} of sizes 1 to {ratio}");
        let balls = mixed(count, ratio, random);
        scenes.push(Seeded::new(name.clone(), balls.clone(), unit(), Vec::new()));
        if count == 100 {
            let domain = Domain::periodic([0.0; D], [1.0; D]);
            let periodic = format!("{name}, periodic");
            scenes.push(Seeded::new(
                periodic,
                inner(balls.clone()),
                domain,
                Vec::new(),
            ));
            let balls = falling(balls, D - 1, -2.0);
            scenes.push(Seeded::new(
                format!("{name}, falling"),
                balls,
                unit(),
                Vec::new(),
            ));
        }
    }
    scenes
}

/// Towards the middle and apart again, for ever.
fn in_the_open<const D: usize>(seed: u64) -> Vec<Seeded<D>> {
    let scene = |count| {
        let gas = lattice_gas(count, seed, Domain::<D>::walls);
        let middle = 0.5 * gas.domain().side(0);
        let mut balls = gas.balls().to_vec();
        for ball in &mut balls {
            for axis in 0..D {
                ball.velocity[axis] += 0.3 * (middle - ball.position[axis]);
            }
        }
        Seeded::new(
            format!("{count} in the open"),
            balls,
            Domain::open(),
            Vec::new(),
        )
    };
    [20, 80].map(scene).into()
}

fn among_walls<const D: usize>(random: &mut Random) -> Vec<Seeded<D>> {
    let mut scenes = Vec::new();
    for (kind, walls) in wall_kinds::<D>() {
        let mut balls = inner(mixed(60, 5.0, random));
        balls.retain(|ball| {
            let apart = |wall: &Wall<D>| wall.separation(&ball.position).0 > ball.radius;
            walls.iter().all(apart)
        });
        let count = balls.len();
        let name = format!("{count} among {kind}");
        scenes.push(Seeded::new(name, balls.clone(), unit(), walls.clone()));
        let balls = falling(falling(balls, 0, 0.7), D - 1, -2.0);
        scenes.push(Seeded::new(
            format!("{count} falling among {kind}"),
            balls,
            unit(),
            walls,
        ));
    }
    scenes
}

/// Each with its own acceleration.
fn each_its_own_way<const D: usize>(seed: u64, random: &mut Random) -> Vec<Seeded<D>> {
    let mut scene = |count| {
        let gas = lattice_gas(count, seed, Domain::<D>::walls);
        let mut balls = gas.balls().to_vec();
        for ball in &mut balls {
            ball.acceleration = std::array::from_fn(|_| 0.2 * random.normal());
        }
        let name = format!("{count} each with its own acceleration");
        Seeded::new(name, balls, *gas.domain(), Vec::new())
    };
    [10, 100].map(&mut scene).into()
}

/// Walls by kind, around and in the unit square or cube.
fn wall_kinds<const D: usize>() -> Vec<(&'static str, Vec<Wall<D>>)> {
    // Off the corners of the least and the greatest coordinates.
    let slant = 1.0 / (D as f64).sqrt();
    let planes = vec![
        Wall::Plane {
            point: [0.2; D],
            normal: [slant; D],
        },
        Wall::Plane {
            point: [0.8; D],
            normal: [-slant; D],
        },
    ];
    let mut kinds = vec![("planes", planes)];
    let mut end = [0.5; D];
    end[0] = 0.9;
    let mut other_end = [0.1; D];
    other_end[D - 1] = 0.7;
    let segments = vec![
        Wall::Segment {
            from: [0.3; D],
            to: end,
        },
        Wall::Segment {
            from: [0.1; D],
            to: other_end,
        },
    ];
    let mut high = [0.6; D];
    high[0] = 0.5;
    let boxes = vec![Wall::Box {
        low: [0.35; D],
        high,
    }];
    let ball = Wall::Ball {
        centre: [0.6; D],
        radius: 0.15,
    };
    let hollow = Wall::Hollow {
        centre: [0.5; D],
        radius: 0.5,
    };
    kinds.push(("segments", segments));
    kinds.push(("boxes", boxes));
    kinds.push(("a ball in a hollow one", vec![ball, hollow]));
    kinds
}

/// A gas whose lattice has room for each ball.
fn lattice_gas<const D: usize>(
    count: usize,
    seed: u64,
    domain: fn(Vector<D>, Vector<D>) -> Domain<D>,
) -> Scene<D> {
    let fraction = if D == 2 { 0.3 } else { 0.2 };
    let rows = (1..).find(|rows| usize::pow(*rows, D as u32) >= count);
    let places = usize::pow(rows.unwrap(), D as u32);
    gas(count, fraction * count as f64 / places as f64, seed, domain).unwrap()
}

/// Balls of radii up to `ratio` apart, each from its own logarithmic share, with random masses and speeds, apart from each
/// other in the unit square or cube.
fn mixed<const D: usize>(count: usize, ratio: f64, random: &mut Random) -> Vec<Ball<D>> {
    let share = if D == 2 { 0.2 } else { 0.15 };
    let radii: Vec<f64> = (0..count)
        .map(|number| libm::pow(ratio, -(number as f64) / (count - 1) as f64))
        .collect();
    let unit = if D == 2 { 3.15 } else { 4.2 };
    let filled: f64 = radii
        .iter()
        .map(|radius| unit * libm::pow(*radius, D as f64))
        .sum();
    let scale = libm::pow(share / filled, 1.0 / D as f64).min(0.2);
    let mut balls: Vec<Ball<D>> = Vec::new();
    for radius in radii {
        let radius = radius * scale;
        let position = loop {
            let place: Vector<D> = std::array::from_fn(|_| random.between(radius, 1.0 - radius));
            if balls
                .iter()
                .all(|ball| distance(&ball.position, &place) > 1.001 * (radius + ball.radius))
            {
                break place;
            }
        };
        let velocity = std::array::from_fn(|_| random.normal());
        let mut ball = Ball::new(position, velocity, radius);
        ball.mass = libm::pow(radius / scale, D as f64) * random.between(0.5, 2.0);
        balls.push(ball);
    }
    balls
}

/// Shrinks everything a little towards the middle, so that images across the ends stay apart.
fn inner<const D: usize>(mut balls: Vec<Ball<D>>) -> Vec<Ball<D>> {
    for ball in &mut balls {
        ball.position = ball.position.map(|place| 0.001 + 0.998 * place);
        ball.radius *= 0.998;
    }
    balls
}

fn distance<const D: usize>(a: &Vector<D>, b: &Vector<D>) -> f64 {
    let square: f64 = (0..D)
        .map(|axis| (a[axis] - b[axis]) * (a[axis] - b[axis]))
        .sum();
    square.sqrt()
}

/// What the comparison takes for granted: nothing overlaps at the start.
fn assert_apart<const D: usize>(name: &str, scene: &Scene<D>) {
    let domain = scene.domain();
    let balls = scene.balls();
    for (number, ball) in balls.iter().enumerate() {
        for other in &balls[..number] {
            let mut offset: Vector<D> =
                std::array::from_fn(|axis| ball.position[axis] - other.position[axis]);
            for axis in 0..D {
                if domain.boundary[axis] == Boundary::Periodic {
                    let side = domain.side(axis);
                    offset[axis] -= side * (offset[axis] / side).round();
                }
            }
            let gap = distance(&offset, &[0.0; D]) - ball.radius - other.radius;
            assert!(gap > 0.0, "{name}: {ball:?} overlaps {other:?}");
        }
        for axis in 0..D {
            let margin = match domain.boundary[axis] {
                Boundary::Open => continue,
                Boundary::Walls => ball.radius,
                Boundary::Periodic => 0.0,
            };
            let place = ball.position[axis];
            assert!(
                place - margin >= domain.low[axis] && place + margin <= domain.high[axis],
                "{name}: {ball:?} is outside"
            );
        }
        for wall in scene.walls() {
            let gap = wall.separation(&ball.position).0 - ball.radius;
            assert!(gap > 0.0, "{name}: {ball:?} overlaps {wall:?}");
        }
    }
}
