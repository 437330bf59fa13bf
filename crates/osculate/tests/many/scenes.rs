//! Random scenes of many bodies of all kinds.

use glam::{DQuat, DVec3};
use osculate::{
    Compound, ConstantVelocity, HalfSpace, Hull, Moving, Placement, Shape, Span,
    mesh::{cuboid, icosphere},
    query::many::{Against, Obstacles},
};
use osculate_judge::seeded::Seeded;

/// Bodies that move, and obstacles that do not.
pub struct Scene {
    pub shapes: Vec<Shape>,
    pub bodies: Vec<(usize, ConstantVelocity)>,
    pub others: Vec<(usize, ConstantVelocity)>,
    pub still: Vec<(usize, Placement)>,
    pub obstacles: Obstacles,
    pub span: Span,
}

/// Shapes of all kinds, about as large as `size`.
pub fn shapes(size: f64) -> Vec<Shape> {
    let half = size * DVec3::new(0.5, 0.4, 0.7);
    let dumbbell = [-1.0, 1.0].map(|x| {
        let ball = Hull::ball(0.4 * size).unwrap();
        ball.placed(0.6 * x * size * DVec3::X, DQuat::IDENTITY)
            .unwrap()
    });
    vec![
        Hull::cuboid(half).unwrap().into(),
        Hull::ball(0.5 * size).unwrap().into(),
        Hull::capsule(0.5 * size, 0.2 * size).unwrap().into(),
        Hull::cylinder(0.4 * size, 0.5 * size).unwrap().into(),
        Compound::new(dumbbell.into()).unwrap().into(),
        cuboid(half).unwrap().into(),
        icosphere(0.5 * size, 80).unwrap().into(),
        HalfSpace::new(DVec3::new(0.0, 0.6, 0.8), -3.0 * size)
            .unwrap()
            .into(),
    ]
}

/// How a scene is made.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    pub size: f64,
    /// How far the scene is from the world's origin.
    pub away: f64,
    /// Half the side of the room, in sizes.
    pub room: f64,
    /// How far bodies fly, as a share of the way to the middle, and how they turn, in radians, at most.
    pub way: f64,
    pub spin: f64,
    pub counts: [usize; 3],
}

impl Recipe {
    pub fn random(rng: &mut Seeded) -> Recipe {
        Recipe {
            size: rng.one_of(&[1.0, 1.0, 1e-6, 1e6]),
            away: rng.one_of(&[0.0, 0.0, 1e3, 1e6]),
            room: rng.one_of(&[4.0, 8.0, 12.0, 40.0]),
            way: rng.one_of(&[0.0, 0.5, 2.0, 2.0]),
            spin: rng.one_of(&[0.0, 1.0, 6.0]),
            counts: [
                rng.below(4) + 1,
                rng.one_of(&[0, 2, 20]),
                rng.one_of(&[0, 3, 30, 60]),
            ],
        }
    }
}

impl Scene {
    pub fn new(recipe: &Recipe, rng: &mut Seeded) -> Scene {
        let Recipe { size, away, .. } = *recipe;
        let shapes = shapes(size);
        let origin = away * size * rng.direction();
        let mut place = || {
            let at = recipe.room * size * rng.vector(1.0) + origin;
            // Half-spaces are rare, since most of them hold everything.
            let kinds = if rng.once_in(20) { 8 } else { 7 };
            let kind = rng.below(kinds);
            let at = if kind == 7 {
                origin - recipe.room * size * DVec3::new(0.0, 0.6, 0.8)
            } else {
                at
            };
            let turn = if kind == 7 {
                DQuat::IDENTITY
            } else {
                rng.rotation()
            };
            // Into the middle, more or less.
            let linear = (origin - at + size * rng.vector(1.0)) * recipe.way * rng.unit();
            let angular = recipe.spin * rng.vector(1.0);
            (kind, Placement::new(at, turn), linear, angular)
        };
        let mut list = |count: usize| -> Vec<(usize, ConstantVelocity)> {
            (0..count)
                .map(|_| {
                    let (kind, at, linear, angular) = place();
                    let angular = if kind == 7 { DVec3::ZERO } else { angular };
                    (kind, ConstantVelocity::new(at, linear, angular).unwrap())
                })
                .collect()
        };
        let [bodies, others] = [recipe.counts[0], recipe.counts[1]].map(&mut list);
        let still: Vec<_> = (0..recipe.counts[2])
            .map(|_| {
                let (kind, at, ..) = place();
                (kind, at)
            })
            .collect();
        let placed = still.iter().map(|&(kind, at)| (shapes[kind].clone(), at));
        let obstacles = Obstacles::new(placed).unwrap();
        let span = Span::new(rng.one_of(&[0.0, -0.5, 0.25]), 1.0).unwrap();
        Scene {
            shapes,
            bodies,
            others,
            still,
            obstacles,
            span,
        }
    }

    pub fn moving<'s>(&'s self, list: &'s [(usize, ConstantVelocity)]) -> Vec<Moving<'s, Shape>> {
        list.iter()
            .map(|(kind, motion)| Moving::new(&self.shapes[*kind], motion))
            .collect()
    }

    /// All pairs that there are.
    pub fn pairs(&self) -> Vec<(usize, Against)> {
        let mut pairs = Vec::new();
        for body in 0..self.bodies.len() {
            pairs.extend((0..self.others.len()).map(|other| (body, Against::Body(other))));
            pairs.extend((0..self.still.len()).map(|other| (body, Against::Obstacle(other))));
        }
        pairs
    }
}
