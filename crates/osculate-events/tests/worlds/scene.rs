//! Scenes: what is refused and why, overlaps against all pairs, and bodies shifted apart.

#![allow(clippy::needless_range_loop)]

use osculate_events::generate::{Random, gas};
use osculate_events::{
    Ball, Boundary, Disc, Domain, Overlap, Partner, Scene, SceneError, Vector, Wall, World,
};

fn disc(x: f64, y: f64, radius: f64) -> Disc {
    Disc::new([x, y], [0.0, 0.0], radius)
}

fn square() -> Domain<2> {
    Domain::walls([0.0, 0.0], [10.0, 10.0])
}

fn refused(balls: Vec<Disc>, domain: Domain<2>, walls: Vec<Wall<2>>) -> SceneError {
    Scene::new(balls, domain, walls).expect_err("a bad scene")
}

/// Each sentence has all of its parts.
fn assert_said<const N: usize>(sentences: [(String, Vec<&str>); N]) {
    for (said, parts) in sentences {
        for part in parts {
            assert!(said.contains(part), "{said:?} does not say {part:?}");
        }
    }
}

#[test]
fn what_is_wrong_with_a_body_is_named() {
    let bad = |change: fn(&mut Disc)| {
        let mut ball = disc(2.0, 2.0, 1.0);
        change(&mut ball);
        refused(vec![disc(5.0, 5.0, 1.0), ball], square(), vec![]).to_string()
    };
    assert_said([
        (
            bad(|ball| ball.velocity[1] = f64::NAN),
            vec!["body 1", "velocity", "NaN"],
        ),
        (
            bad(|ball| ball.position[0] = f64::INFINITY),
            vec!["body 1", "position", "inf"],
        ),
        (
            bad(|ball| ball.acceleration[0] = 1e61),
            vec!["body 1", "acceleration", "1e61"],
        ),
        (
            bad(|ball| ball.velocity[0] = 1e-61),
            vec!["body 1", "velocity", "1e-61"],
        ),
        (
            bad(|ball| ball.radius = 0.0),
            vec!["body 1", "radius 0 is not positive"],
        ),
        (
            bad(|ball| ball.radius = -2.0),
            vec!["body 1", "radius -2 is not positive"],
        ),
        (
            bad(|ball| ball.mass = -1.0),
            vec!["body 1", "mass -1 is not positive"],
        ),
        (
            bad(|ball| ball.mass = f64::INFINITY),
            vec!["body 1", "mass", "not finite"],
        ),
        (
            bad(|ball| ball.restitution = 1.5),
            vec!["body 1", "restitution 1.5"],
        ),
        (
            bad(|ball| ball.position[0] = 0.5),
            vec!["body 1", "-0.5", "1.5", "axis 0", "0 to 10"],
        ),
        (
            bad(|ball| ball.position = [5.0, 6.5]),
            vec!["bodies 0 and 1", "5e-1 deep"],
        ),
    ]);
}

#[test]
fn what_is_wrong_with_a_domain_is_named() {
    let domain = |low, high, boundary| {
        let domain = Domain {
            low,
            high,
            boundary,
        };
        refused(vec![disc(5.0, 5.0, 1.0)], domain, vec![]).to_string()
    };
    let walls = [Boundary::Walls; 2];
    assert_said([
        (
            domain([0.0, 10.0], [10.0, 0.0], walls),
            vec!["10 to 0", "axis 1"],
        ),
        (
            domain([0.0, 0.0], [10.0, f64::NAN], walls),
            vec!["NaN", "axis 1"],
        ),
        (
            domain([3.0, 0.0], [7.0, 10.0], [Boundary::Periodic; 2]),
            vec!["4 long", "axis 0", "radius 1 of body 0"],
        ),
        (
            domain([0.0, 0.0], [10.0, 5.0], [Boundary::Periodic; 2]),
            vec!["body 0", "from 5 to 5", "axis 1", "0 to 5"],
        ),
    ]);
}

#[test]
fn what_is_wrong_with_a_wall_is_named() {
    let wall = |wall| refused(vec![disc(5.0, 5.0, 1.0)], square(), vec![wall]).to_string();
    let point = [0.0, 0.0];
    assert_said([
        (
            wall(Wall::Plane {
                point,
                normal: [0.0, 1.1],
            }),
            vec!["wall 0", "length 1.1"],
        ),
        (
            wall(Wall::Plane {
                point,
                normal: [0.0, f64::NAN],
            }),
            vec!["wall 0", "normal", "NaN"],
        ),
        (
            wall(Wall::Segment {
                from: point,
                to: [f64::INFINITY, 0.0],
            }),
            vec!["wall 0", "to", "inf"],
        ),
        (
            wall(Wall::Ball {
                centre: point,
                radius: -1.0,
            }),
            vec!["wall 0", "radius -1 is negative"],
        ),
        (
            wall(Wall::Box {
                low: [1.0, 1.0],
                high: [2.0, 0.0],
            }),
            vec!["wall 0", "1 to 0", "axis 1"],
        ),
        (
            wall(Wall::Ball {
                centre: [5.0, 8.0],
                radius: 2.5,
            }),
            vec!["body 0", "5e-1 deep", "wall 0"],
        ),
        (
            wall(Wall::Hollow {
                centre: [5.0, 5.0],
                radius: 0.5,
            }),
            vec!["body 0", "5e-1 deep", "wall 0"],
        ),
    ]);
}

#[test]
fn touching_is_allowed_and_normals_become_units() {
    let balls = vec![disc(1.0, 1.0, 1.0), disc(3.0 - 1e-10, 1.0, 1.0)];
    let normal = [0.6 * (1.0 + 1e-7), 0.8 * (1.0 + 1e-7)];
    let plane = Wall::Plane {
        point: [-5.0, -5.0],
        normal,
    };
    let scene = Scene::new(balls, square(), vec![plane]).expect("a scene");
    let Wall::Plane { normal, .. } = scene.walls()[0] else {
        panic!("no plane")
    };
    assert!((normal[0] - 0.6).abs() < 1e-15 && (normal[1] - 0.8).abs() < 1e-15);
    assert_eq!(
        scene.with_rest_speed(0.5).map(|scene| scene.rest_speed()),
        Ok(0.5)
    );
    for speed in [-1.0, f64::NAN, f64::INFINITY] {
        let scene = gas::<2>(4, 0.1, 1, Domain::walls).expect("a scene");
        assert!(matches!(
            scene.with_rest_speed(speed),
            Err(SceneError::RestSpeed(_))
        ));
    }
}

/// The deepest overlap of all pairs, with all images, in radii.
fn of_all_pairs<const D: usize>(balls: &[Ball<D>], domain: &Domain<D>) -> Option<(f64, u32, u32)> {
    let mut worst: Option<(f64, u32, u32)> = None;
    for (i, a) in balls.iter().enumerate() {
        for (j, b) in balls.iter().enumerate().skip(i + 1) {
            let mut square = 0.0;
            for axis in 0..D {
                let mut offset = (a.position[axis] - b.position[axis]).abs();
                if domain.boundary[axis] == Boundary::Periodic {
                    offset = offset.min((domain.high[axis] - domain.low[axis]) - offset);
                }
                square += offset * offset;
            }
            let share = (a.radius + b.radius - square.sqrt()) / a.radius.min(b.radius);
            if share > 0.0 && worst.is_none_or(|worst| share > worst.0) {
                worst = Some((share, i as u32, j as u32));
            }
        }
    }
    worst
}

fn mixed<const D: usize>(random: &mut Random, count: usize, side: f64, ratio: f64) -> Vec<Ball<D>> {
    (0..count)
        .map(|_| {
            let position: Vector<D> = std::array::from_fn(|_| random.between(-side, side));
            let radius = libm::pow(ratio, -random.share());
            Ball::new(position, [0.0; D], radius)
        })
        .collect()
}

fn deepest_is_that_of_all_pairs<const D: usize>(seed: u64) {
    let mut random = Random::new(seed);
    let (mut none, mut some) = (0, 0);
    for case in 0..400 {
        let ratio = [1.0, 3.0, 1000.0][case % 3];
        let count = 2 + (random.share() * 30.0) as usize;
        let side = random.between(2.5, 40.0);
        let balls: Vec<Ball<D>> = mixed(&mut random, count, side, ratio);
        let domain = if case % 2 == 0 {
            Domain::periodic([-side; D], [side; D])
        } else {
            Domain::open()
        };
        let found = Scene::new(balls.clone(), domain, vec![]);
        match of_all_pairs(&balls, &domain) {
            None => {
                none += 1;
                assert!(found.is_ok(), "{found:?}");
            }
            Some((share, i, j)) => {
                some += 1;
                let Err(SceneError::Overlap {
                    first,
                    second,
                    depth,
                }) = found
                else {
                    panic!("{i} and {j} overlap: {found:?}")
                };
                assert_eq!((first, second), (i as usize, j as usize));
                let smaller = balls[first].radius.min(balls[second].radius);
                assert!((depth / smaller - share).abs() < 1e-9 * (1.0 + share));
            }
        }
    }
    assert!(none > 20 && some > 20, "{none} {some}");
}

#[test]
fn overlaps_are_those_of_all_pairs() {
    deepest_is_that_of_all_pairs::<2>(1);
    deepest_is_that_of_all_pairs::<3>(2);
}

#[test]
fn far_from_the_origin_and_crowded() {
    for at in [1e15, -1e30, 1e60] {
        let error = refused(
            vec![disc(at, at, 1.0), disc(0.0, 0.0, 1.0), disc(at, at, 1e-3)],
            Domain::open(),
            vec![],
        );
        assert!(matches!(
            error,
            SceneError::Overlap {
                first: 0,
                second: 2,
                ..
            }
        ));
    }
    // As many as would take for ever if every pair were looked at.
    let heap = vec![disc(1.0, 1.0, 0.5); 200_000];
    assert!(matches!(
        refused(heap, square(), vec![]),
        SceneError::Overlap { .. }
    ));
}

#[test]
fn a_world_knows_its_deepest_overlap() {
    let scene = gas::<2>(100, 0.3, 3, Domain::walls).expect("a scene");
    assert_eq!(World::new(&scene).deepest_overlap(), None);
    // Let them fly on through each other and through the walls.
    let mut world = World::new(&scene);
    world.advance(7.0);
    let balls: Vec<Disc> = (0..100)
        .map(|body| {
            let (position, velocity) = world.state(body, 7.0);
            Disc::new(position, velocity, 1.0)
        })
        .collect();
    let high = scene.domain().high[0];
    let mut share = of_all_pairs(&balls, &Domain::open()).map_or(0.0, |worst| worst.0);
    for ball in &balls {
        for axis in 0..2 {
            let at = ball.position[axis];
            share = share.max(1.0 - at).max(1.0 - (high - at));
        }
    }
    let found = world.deepest_overlap().expect("an overlap");
    assert!(share > 0.1 && (found.share - share).abs() < 1e-12);
    let touching = vec![disc(1.0, 1.0, 0.5), disc(2.0 - 1e-10, 1.0, 0.5)];
    let scene = Scene::new(touching, square(), vec![]).expect("a scene");
    let Some(Overlap {
        body: 0,
        partner: Partner::Body(1),
        depth,
        share,
    }) = World::new(&scene).deepest_overlap()
    else {
        panic!("they touch")
    };
    assert!((depth - 1e-10).abs() < 1e-15 && (share - 2e-10).abs() < 1e-15);
}

fn resolved<const D: usize>(balls: Vec<Ball<D>>, domain: Domain<D>, walls: Vec<Wall<D>>) {
    let again = Scene::resolving_overlaps(balls.clone(), domain, walls.clone());
    let (scene, shifts) =
        Scene::resolving_overlaps(balls.clone(), domain, walls).expect("shifted apart");
    assert_eq!(again.expect("shifted apart"), (scene.clone(), shifts));
    assert_eq!(World::new(&scene).deepest_overlap(), None);
    for ball in scene.balls() {
        for (axis, x) in ball.position.iter().enumerate() {
            let inside = (domain.low[axis]..=domain.high[axis]).contains(x);
            assert!(inside, "{ball:?} is outside of {domain:?}");
        }
    }
    let moved = balls
        .iter()
        .zip(scene.balls())
        .filter(|(before, after)| before.position != after.position)
        .count();
    assert_eq!(moved, shifts.moved);
    assert!((shifts.moved == 0) == (shifts.largest == 0.0));
}

fn domain<const D: usize>(joined: bool, side: f64) -> Domain<D> {
    let of = if joined {
        Domain::periodic
    } else {
        Domain::walls
    };
    of([0.0; D], [side; D])
}

#[test]
fn bodies_are_shifted_apart() {
    let mut random = Random::new(4);
    for joined in [false, true] {
        let balls: Vec<Disc> = (0..500)
            .map(|_| {
                let position = std::array::from_fn(|_| random.between(0.0, 60.0));
                Disc::new(position, [1.0, 0.0], random.between(0.5, 1.3))
            })
            .collect();
        resolved(balls, domain::<2>(joined, 60.0), vec![]);
        let balls = (0..500)
            .map(|_| {
                let position = std::array::from_fn(|_| random.between(0.0, 20.0));
                Ball::new(position, [0.0; 3], random.between(0.5, 1.0))
            })
            .collect();
        resolved(balls, domain::<3>(joined, 20.0), vec![]);
    }
    // All at one place, between walls of all kinds, and nothing to do.
    let walls = vec![
        Wall::Box {
            low: [4.0, 4.0],
            high: [5.0, 6.0],
        },
        Wall::Segment {
            from: [0.0, 7.0],
            to: [3.0, 7.0],
        },
        Wall::Hollow {
            centre: [5.0, 5.0],
            radius: 6.0,
        },
        Wall::Ball {
            centre: [8.0, 8.0],
            radius: 0.5,
        },
    ];
    resolved(vec![disc(5.0, 5.0, 0.3); 40], square(), walls.clone());
    resolved(vec![disc(7.0, 5.0, 0.3)], square(), walls);
    resolved(vec![disc(-7.0, 50.0, 0.3)], square(), vec![]);
    // One is pushed across an end that is joined to the other.
    let across = vec![disc(9.99, 5.0, 0.5), disc(9.05, 5.0, 0.5)];
    resolved(across, domain::<2>(true, 10.0), vec![]);
}

#[test]
fn without_room_it_is_given_up() {
    let heap = vec![disc(5.0, 5.0, 1.0); 40];
    let error = Scene::resolving_overlaps(heap, square(), vec![]).expect_err("no room");
    let said = error.to_string();
    assert!(
        said.contains("rounds") && said.contains("still overlap"),
        "{said}"
    );
    let huge = vec![disc(5.0, 5.0, 6.0)];
    assert!(Scene::resolving_overlaps(huge, square(), vec![]).is_err());
    let wrong = vec![disc(5.0, f64::NAN, 1.0)];
    assert!(matches!(
        Scene::resolving_overlaps(wrong, square(), vec![]),
        Err(SceneError::NotFinite { .. })
    ));
}
