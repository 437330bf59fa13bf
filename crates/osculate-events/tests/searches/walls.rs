//! Scenes made to break the search by cells: walls and accelerations.

// An axis indexes several arrays at once.
#![allow(clippy::needless_range_loop)]

// Not all of it is used here.
#[allow(dead_code)]
use crate::judged::{Run, judge};
use osculate_events::generate::{self, Random};
use osculate_events::{Ball, Boundary, Domain, Scene, SceneError, Vector, Wall};

/// A thousand walls smaller than a cell, in cells of small and of large bodies, with and without accelerations.
#[test]
fn many_small_walls() {
    for seed in 0..4 {
        let mut random = Random::new(seed);
        let scene = generate::mixed(60, 8.0, 0.1, seed, Domain::<2>::walls).unwrap();
        let side = scene.domain().side(0);
        let mut balls = scene.balls().to_vec();
        let mut walls = Vec::new();
        while walls.len() < 1000 {
            let at: Vector<2> = std::array::from_fn(|_| random.between(0.0, side));
            let span: Vector<2> = std::array::from_fn(|_| random.between(0.0, 0.4));
            let to = std::array::from_fn(|axis| at[axis] + span[axis]);
            let wall = match walls.len() % 3 {
                0 => Wall::Segment { from: at, to },
                1 => Wall::Box { low: at, high: to },
                _ => Wall::Ball {
                    centre: at,
                    radius: span[0],
                },
            };
            let apart = |ball: &Ball<2>| wall.separation(&ball.position).0 > 1.001 * ball.radius;
            if balls.iter().all(apart) {
                walls.push(wall);
            }
        }
        let accelerated = seed % 2 == 1;
        if accelerated {
            for ball in &mut balls {
                ball.acceleration = std::array::from_fn(|_| 0.1 * random.normal());
            }
        }
        let scene = Scene::new(balls, *scene.domain(), walls).unwrap();
        let mut run = Run::to(100.0, if accelerated { 300 } else { 1000 });
        run.limits.time = 1e-8;
        judge(&format!("walls, seed {seed}"), &scene, run);
    }
}

/// Accelerations of all directions, in boxes of all kinds, with restitutions from 0 to 1.
#[test]
fn accelerations_and_restitutions() {
    for seed in 0..12 {
        let mut random = Random::new(seed);
        let ratio = [1.5, 10.0, 100.0][seed as usize % 3];
        let Ok(scene) = generate::mixed(60, ratio, 0.25, seed, Domain::<2>::periodic) else {
            continue;
        };
        let mut balls = scene.balls().to_vec();
        let mut domain = *scene.domain();
        if seed % 2 == 1 {
            domain.boundary[0] = Boundary::Open;
        }
        for ball in &mut balls {
            let restitution = [1.0, 0.9, 0.5, 0.0][random.bits() as usize % 4];
            if seed % 4 > 1 {
                ball.restitution = restitution;
            }
            ball.acceleration = std::array::from_fn(|_| match random.bits() % 3 {
                0 => 0.0,
                1 => -0.05,
                _ => 0.05 * random.normal(),
            });
        }
        let scene = Scene::new(balls, domain, Vec::new()).unwrap();
        let mut run = Run::to(60.0, 400);
        run.limits.time = 1e-7;
        judge(&format!("accelerated, seed {seed}"), &scene, run);
    }
}

/// A body that wraps would be in a wall on the other side, so such walls are refused; those that go all along are not.
#[test]
fn a_wall_next_to_joined_ends() {
    let balls = vec![Ball::new([8.0, 5.0], [1.0, 0.3], 1.0)];
    let domain = Domain::periodic([0.0; 2], [10.0; 2]);
    let wall = |from, to| vec![Wall::Segment { from, to }];
    let near = Scene::new(balls.clone(), domain, wall([0.5, 2.0], [0.5, 8.0]));
    assert_eq!(near, Err(SceneError::WallAtJoinedEnds { wall: 0, axis: 0 }));
    let along = Scene::new(balls, domain, wall([0.0, 8.0], [10.0, 8.0])).unwrap();
    judge("wall", &along, Run::to(50.0, 10));
}
