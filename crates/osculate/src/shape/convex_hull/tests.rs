//! Hulls against what a hull is by definition, in whole numbers.

use super::cloud::Cloud;
use super::orientation::orientation;
use super::{ConvexHull, Dimension, convex_hull};
use crate::mesh::{cuboid, icosphere, torus_knot};
use exact::{brute_force, check, wholes};
use glam::DVec3;
use osculate_judge::seeded::{self, Seeded};

mod exact;

/// What makes points coincide, nearly or not at all.
trait Numbers {
    /// A corner of a lattice of whole numbers below `size`.
    fn lattice(&mut self, size: usize) -> DVec3;

    /// Any finite number: zeros, the smallest and the largest too.
    fn wild(&mut self) -> f64;

    /// Up to four steps of the last bit away.
    fn nudge(&mut self, x: f64) -> f64;

    /// In another order.
    fn shuffle<T>(&mut self, items: &mut [T]);
}

impl Numbers for Seeded {
    fn lattice(&mut self, size: usize) -> DVec3 {
        DVec3::from_array([(); 3].map(|()| self.below(size) as f64))
    }

    fn wild(&mut self) -> f64 {
        match self.below(8) {
            0 => 0.0,
            1 => -0.0,
            2 => f64::from_bits(self.below(4) as u64),
            3 => f64::MAX,
            _ => loop {
                let x = f64::from_bits(self.bits());
                if x.is_finite() {
                    return x;
                }
            },
        }
    }

    fn nudge(&mut self, x: f64) -> f64 {
        let mut x = x;
        for _ in 0..self.below(5) {
            x = if self.below(2) == 0 {
                x.next_up()
            } else {
                x.next_down()
            };
        }
        x.clamp(-f64::MAX, f64::MAX)
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

fn each(point: DVec3, mut f: impl FnMut(f64) -> f64) -> DVec3 {
    DVec3::new(f(point.x), f(point.y), f(point.z))
}

/// The hull, once it has been checked for everything but redundant points, which takes [`brute_force`].
fn checked(points: &[DVec3]) -> ConvexHull {
    let hull = convex_hull(points);
    check(points, &hull);
    hull
}

fn assert_corners(points: &[DVec3], dimension: Dimension, corners: usize) {
    let hull = checked(points);
    assert_eq!(
        (hull.dimension, hull.vertices.len()),
        (dimension, corners),
        "{:?}",
        &points[..points.len().min(20)]
    );
}

fn grid(counts: [u32; 3], place: impl Fn(DVec3) -> DVec3) -> Vec<DVec3> {
    let [width, depth, height] = counts;
    (0..width * depth * height)
        .map(|i| [i % width, i / width % depth, i / width / depth])
        .map(|cell| place(DVec3::from_array(cell.map(f64::from))))
        .collect()
}

fn around(count: u32, radius: f64, z: f64) -> Vec<DVec3> {
    (0..count)
        .map(|i| core::f64::consts::TAU * f64::from(i) / f64::from(count))
        .map(|angle| DVec3::new(radius * libm::cos(angle), radius * libm::sin(angle), z))
        .collect()
}

fn sphere(count: usize) -> Vec<DVec3> {
    let mut rng = Seeded::new(9);
    (0..count).map(|_| rng.direction()).collect()
}

/// A few points of a kind that is prone to coincidences.
fn few(rng: &mut Seeded, kind: u64) -> Vec<DVec3> {
    let count = 1 + rng.below(10);
    let size = 2 + rng.below(3);
    let (o, u, v) = (rng.lattice(5), rng.lattice(5), rng.lattice(5));
    let mut points = vec![DVec3::ZERO; count];
    points.fill_with(|| {
        let cell = rng.lattice(size);
        match kind {
            0 => cell,
            // In a plane; on a line; all the same, but for a few.
            1 => o + cell.x * u + cell.y * v,
            2 => o + cell.x * u,
            3 if rng.below(4) > 0 => o,
            3 => cell,
            // No longer a lattice once rounded, or only nearly so.
            4 => 0.1 * cell + 0.7,
            5 => DVec3::splat(1e6) + 0.1 * cell,
            6 => each(cell, |x| rng.nudge(x)),
            7 => 0.1 * o + 0.3 * cell.x * rng.nudge(1.0) * u + 0.7 * cell.y * v,
            8 => each(0.1 * u, |x| rng.nudge(x * cell.x)),
            // Thin, long, tiny, huge.
            9 => cell * DVec3::new(1.0, 1e-9, 1e9),
            10 => cell * DVec3::new(1e-60, 1e60, 1e-300),
            11 => each(cell, |x| x * libm::scalbn(1.0, -1074)),
            12 => each(cell - 1.0, |x| x * libm::scalbn(1.0, 1022)),
            13 => DVec3::new(rng.wild(), rng.wild(), rng.wild()),
            // Two sizes in one.
            14 => each(cell, |x| if rng.below(2) == 0 { x * 1e-200 } else { x }),
            15 => rng.direction(),
            _ => rng.vector(1.0),
        }
    });
    points
}

#[test]
fn corners_are_those_of_the_definition() {
    let mut seen = [0; 4];
    let cases = seeded::cases(700).max(700);
    for seed in 0..cases {
        let mut rng = Seeded::new(seed);
        let points = few(&mut rng, seed % 17);
        let hull = checked(&points);
        seen[hull.dimension as usize] += 1;
        let mut expected = brute_force(&points);
        let mut corners = hull.vertices.clone();
        let order = |a: &DVec3, b: &DVec3| a.to_array().partial_cmp(&b.to_array()).unwrap();
        expected.sort_by(order);
        corners.sort_by(order);
        assert_eq!(corners, expected, "seed {seed}: {points:?}");
        // The order of the points, the sign of zeros and repetitions make no difference.
        let mut others: Vec<DVec3> = points.iter().chain(&points[..1]).copied().collect();
        rng.shuffle(&mut others);
        for point in &mut others {
            *point = each(*point, |x| if x == 0.0 { -x } else { x });
        }
        assert_eq!(convex_hull(&others), hull, "seed {seed}: {points:?}");
    }
    assert!(seen.iter().all(|&count| count > cases / 40), "{seen:?}");
}

#[test]
fn orientations_are_exact() {
    let mut seen = [0; 3];
    for seed in 0..20_000 {
        let mut rng = Seeded::new(seed);
        let mut points: [DVec3; 4] = match seed % 5 {
            0 => [(); 4].map(|()| rng.vector(1.0)),
            1 => [(); 4].map(|()| DVec3::new(rng.wild(), rng.wild(), rng.wild())),
            2 => [(); 4].map(|()| 0.1 * rng.lattice(4)),
            // Some with an implicit leading digit, some without.
            3 => [(); 4].map(|()| each(rng.lattice(4), |x| libm::scalbn(x, -1023))),
            _ => [(); 4].map(|()| libm::scalbn(1.0, rng.below(600) as i32 - 300) * rng.lattice(3)),
        };
        if rng.below(2) == 0 {
            // Nearly or exactly in a plane with the others.
            let [a, b, c, _] = points;
            let (s, t) = (0.25 * rng.below(9) as f64, 0.25 * rng.below(9) as f64);
            let d = a + s * (b - a) + t * (c - a);
            if d.is_finite() {
                points[3] = each(d, |x| rng.nudge(x));
            }
        }
        let wholes = wholes(&points);
        let expected = exact::orientation(std::array::from_fn(|i| &wholes[i]));
        let [a, b, c, d] = points;
        assert_eq!(orientation(points), expected, "{points:?}");
        assert_eq!(orientation([b, c, a, d]), expected, "{points:?}");
        assert_eq!(orientation([b, a, c, d]), expected.reverse(), "{points:?}");
        seen[(expected as i8 + 1) as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count > 1000), "{seen:?}");
}

#[test]
fn guesses_in_f64_are_right() {
    let mut guessed = 0;
    for seed in 0..3000 {
        let mut rng = Seeded::new(seed);
        let scale = each(DVec3::ZERO, |_| {
            let range = if seed % 3 == 0 { 1000 } else { 3 };
            libm::scalbn(1.0, rng.below(2 * range) as i32 - range as i32)
        });
        let offset = rng.below(3) as f64 * 1e4;
        let [a, u, v] = [offset + rng.vector(1.0), rng.vector(1.0), rng.vector(1.0)];
        // Near a plane, by steps from far above rounding to far below.
        let mut points = vec![DVec3::ZERO; 20];
        points.fill_with(|| {
            let off = libm::scalbn(1.0, -(rng.below(70) as i32));
            let point =
                a + rng.real(-1.0, 1.0) * u + rng.real(-1.0, 1.0) * v + off * rng.vector(1.0);
            scale * each(point, |x| rng.nudge(x))
        });
        let cloud = Cloud::new(&points);
        let plane = cloud.plane([0, 7, 13]);
        for point in 0..cloud.len() {
            let expected = cloud.orientation([0, 7, 13, point]);
            assert_eq!(cloud.side(&plane, point), expected, "seed {seed}");
            guessed += u32::from(expected.is_ne());
        }
    }
    assert!(guessed > 10_000);
}

#[test]
fn flat_points() {
    for place in [
        |cell: DVec3| cell,
        |cell: DVec3| DVec3::new(3.0, cell.x, cell.y),
        |cell: DVec3| DVec3::new(cell.x + cell.y, 7.0, cell.x - cell.y),
        |cell: DVec3| {
            DVec3::new(
                cell.x + cell.y,
                cell.x - cell.y,
                2.0 * cell.x + 3.0 * cell.y,
            )
        },
        |cell: DVec3| 1e6 + 0.125 * cell,
        |cell: DVec3| 1e-300 * cell,
    ] {
        assert_corners(&grid([7, 5, 1], place), Dimension::Polygon, 4);
        assert_corners(&grid([9, 1, 1], place), Dimension::Segment, 2);
        assert_corners(&grid([1, 1, 1], place), Dimension::Point, 1);
        assert_corners(&[place(DVec3::X); 9], Dimension::Point, 1);
    }
    for corners in [3, 4, 17, 200] {
        let rim = around(corners, 3.0, 0.25);
        assert_corners(&rim, Dimension::Polygon, corners as usize);
        // With points exactly in the middle of its edges.
        let coarse = |x: f64| libm::round(1e6 * x);
        let rim: Vec<DVec3> = rim.iter().map(|&p| each(p, coarse)).collect();
        let next = rim.iter().cycle().skip(1);
        let middles = rim.iter().zip(next).map(|(&p, &q)| 0.5 * (p + q));
        let more: Vec<DVec3> = rim.iter().copied().chain(middles).collect();
        assert_corners(&more, Dimension::Polygon, corners as usize);
    }
}

#[test]
fn boxes_of_all_proportions() {
    for extents in [
        [1.0, 1.0, 1.0],
        [0.3, 1e-3, 2.0],
        [1.0, 1.0, 1e-9],
        [1e6, 2e6, 3e6],
        [1e-60, 1.0, 1e60],
        [1e-300, 0.1, 1e300],
        [5e-324, 5e-324, 5e-324],
    ] {
        let extents = DVec3::from_array(extents);
        let corners: Vec<DVec3> = grid([2, 2, 2], |cell| (2.0 * cell - 1.0) * extents);
        let thrice = [corners.clone(), corners.clone(), corners].concat();
        assert_corners(&thrice, Dimension::Solid, 8);
        let filled = grid([5, 5, 5], |cell| cell * extents);
        assert_corners(&filled, Dimension::Solid, 8);
    }
    let filled = grid([5, 5, 5], |cell| 1e6 + 0.125 * cell);
    assert_corners(&filled, Dimension::Solid, 8);
    // Each face is a grid that is exactly flat, though its steps are not even.
    let faces = grid([21, 21, 6], |cell| {
        let (u, v, side) = (0.1 * cell.x - 1.0, 0.1 * cell.y - 1.0, cell.z as usize);
        let mut point = DVec3::new(u, v, 1.0 - 2.0 * (side / 3) as f64);
        match side % 3 {
            0 => {}
            1 => point = DVec3::new(point.z, point.x, point.y),
            _ => point = DVec3::new(point.y, point.z, point.x),
        }
        point
    });
    assert_corners(&faces, Dimension::Solid, 8);
    let surface = cuboid(DVec3::new(0.3, 1e-3, 2.0)).unwrap();
    assert_corners(surface.vertices(), Dimension::Solid, 8);
}

#[test]
fn flat_sides_of_many_corners() {
    // Prism, pyramid, double pyramid; tops that touch the rim of the ground.
    for count in [3, 8, 100] {
        let rims = [around(count, 1.0, -1.0), around(count, 1.0, 1.0)].concat();
        assert_corners(&rims, Dimension::Solid, 2 * count as usize);
        let mut tent = around(count, 1.0, 0.0);
        tent.push(DVec3::Z);
        assert_corners(&tent, Dimension::Solid, count as usize + 1);
        tent.push(-DVec3::Z);
        assert_corners(&tent, Dimension::Solid, count as usize + 2);
        // Halving keeps a corner's edges few.
        let prism = convex_hull(&rims);
        let most = (0..2 * count).map(|i| prism.neighbours_of(i).len()).max();
        assert!(most < Some(20), "{most:?} neighbours");
    }
    // Octahedra cut out of a lattice: sides full of lattice points, in many planes at once.
    let lattice = grid([13, 13, 13], |cell| cell - 6.0);
    for (most, corners) in [(6.0, 6), (9.0, 24), (13.0, 24), (18.0, 8)] {
        let inside = |p: &DVec3| p.abs().element_sum() <= most;
        let points: Vec<DVec3> = lattice.iter().copied().filter(inside).collect();
        assert_corners(&points, Dimension::Solid, corners);
    }
}

#[test]
fn round_points() {
    let ball = icosphere(1.0, 1280).unwrap();
    assert_corners(ball.vertices(), Dimension::Solid, 642);
    checked(&sphere(500));
    let far: Vec<DVec3> = sphere(500).iter().map(|&p| 1e6 + p).collect();
    checked(&far);
    // As whole numbers, of which some are in a plane, and others inside by a hair.
    let mut rng = Seeded::new(5);
    for (count, radius) in [(1200, 60_000.0), (800, 50.0), (800, 8.0)] {
        let round = |_| each(radius * rng.direction(), libm::round);
        let points: Vec<DVec3> = (0..count).map(round).collect();
        checked(&points);
    }
    let knot = torus_knot(2, 3, 2_000).unwrap();
    checked(knot.vertices());
}

/// Not a test: prints the times that docs/decisions/convex-hull.md quotes.
#[test]
#[ignore = "prints times only"]
fn times() {
    let time = |name: &str, points: &[DVec3]| {
        let mut best = f64::INFINITY;
        let mut hull = None;
        for _ in 0..5 {
            let start = std::time::Instant::now();
            hull = Some(convex_hull(points));
            best = best.min(start.elapsed().as_secs_f64());
        }
        let hull = hull.unwrap();
        println!(
            "{name}: {} points, {} corners, {} triangles, {:.2} ms",
            points.len(),
            hull.vertices.len(),
            hull.triangles.len(),
            1e3 * best
        );
    };
    let mut rng = Seeded::new(1);
    time("icosphere", icosphere(1.0, 1280).unwrap().vertices());
    for count in [10_000, 100_000] {
        time("sphere", &sphere(count));
        let whole = |p: DVec3| each(3000.0 * p, libm::round);
        let points: Vec<DVec3> = sphere(count).into_iter().map(whole).collect();
        time("sphere of whole numbers", &points);
        let points: Vec<DVec3> = (0..count).map(|_| rng.vector(1.0)).collect();
        time("filled cube", &points);
        let rims = [
            around(count as u32 / 2, 1.0, -1.0),
            around(count as u32 / 2, 1.0, 1.0),
        ];
        time("prism", &rims.concat());
        let mut tent = around(count as u32, 1.0, 0.0);
        tent.push(DVec3::Z);
        time("pyramid", &tent);
        let curve = |i: usize| i as f64 / count as f64;
        let points: Vec<DVec3> = (0..count)
            .map(curve)
            .map(|t| DVec3::new(t, t * t, t * t * t))
            .collect();
        time("curve", &points);
        let points: Vec<DVec3> = (0..count)
            .map(|i| libm::exp(-100.0 * curve(i)))
            .map(|t| DVec3::new(t, t * t, t * t * t))
            .collect();
        time("curve, denser and denser", &points);
        // Where the order of the points matters most.
        let mut points = around(count as u32 / 2, 1.0, 0.0);
        points.extend((0..count / 2).map(|i| {
            let t = 1e-3 * curve(i);
            DVec3::new(1e-3 * t, 0.0, 1.0 - 0.5 * t * t)
        }));
        time("arc over a circle", &points);
        time("polygon", &around(count as u32, 1.0, 0.5));
        let points: Vec<DVec3> = (0..count)
            .map(|_| [rng.real(-1.0, 1.0), rng.real(-1.0, 1.0)])
            .map(|[x, y]| DVec3::new(x, y, 0.3 * x + 0.7 * y))
            .collect();
        time("polygon, rounded out of its plane", &points);
    }
    time("lattice", &grid([46, 46, 46], |cell| 0.1 * cell));
    time("flat grid", &grid([316, 316, 1], |cell| cell));
    let wild: Vec<DVec3> = sphere(10_000)
        .into_iter()
        .map(|p| p * DVec3::new(1.0, 1e-250, 1e250))
        .collect();
    time("sphere, axes from 1e-250 to 1e250", &wild);
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/data/meshes/stanford-bunny.obj"
    );
    match std::fs::read_to_string(path) {
        Ok(text) => {
            let vertex = |line: &str| {
                let mut numbers = line.split_whitespace().map(|x| x.parse().unwrap());
                DVec3::from_array([(); 3].map(|()| numbers.next().unwrap()))
            };
            let lines = text.lines().filter_map(|line| line.strip_prefix("v "));
            time("bunny", &lines.map(vertex).collect::<Vec<_>>());
        }
        Err(error) => println!("bunny: skipped, {error}"),
    }
}
