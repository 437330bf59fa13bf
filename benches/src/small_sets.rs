//! Seeded pairs of boxes, one on the other, that hardly move: for an instruction counter and a stopwatch.

use crate::random::Random;
use glam::{DQuat, DVec3};
use osculate::{
    ConstantVelocity, Hull, Limits, Motion, Moving, Placement, Shape, Span, Workspace,
    motion::MotionError,
    query::{
        hulls::{
            attached_axes, contact_points, contact_points_again, hull_separation,
            hull_separation_again,
        },
        small_motions::{PairMemory, Stage, Stretch, apart_at_any_stops, stays_apart},
    },
};
use std::hint::black_box;

/// What is asked, by its name.
pub const QUESTIONS: [&str; 15] = [
    "travel",
    "chord",
    "stretch",
    "stays-travel",
    "stays-chord",
    "separation",
    "separation-again",
    "points",
    "points-again",
    "make-new",
    "make-between",
    "make-small",
    "make-small-between",
    "step-between",
    "step-small-between",
];

/// How far the boxes are apart.
pub const GAP: f64 = 0.01;

/// A box on a box, both under way.
pub struct SmallPair {
    /// The bodies.
    pub shapes: [Shape; 2],
    /// How they move.
    pub motions: [ConstantVelocity; 2],
    /// Where they are at the start and at the end.
    pub ends: [[Placement; 2]; 2],
}

impl SmallPair {
    fn moving(&self) -> [Moving<'_, Shape>; 2] {
        [0, 1].map(|body| Moving::new(&self.shapes[body], &self.motions[body]))
    }

    /// The bodies as hulls.
    pub fn hulls(&self) -> [Moving<'_, Hull>; 2] {
        [0, 1].map(|body| match &self.shapes[body] {
            Shape::Hull(hull) => Moving::new(hull, &self.motions[body]),
            _ => unreachable!("both are boxes"),
        })
    }
}

/// Boxes with a gap of [`GAP`], turned somehow together; `way` is how far each slides along the other in units of the gap, with
/// as much of a turn.
pub fn pairs(count: usize, way: f64, random: &mut Random) -> Vec<SmallPair> {
    let mut pair = || {
        let halves = [0, 1].map(|_| {
            let mut half = || 0.25 + 0.5 * random.share();
            DVec3::new(half(), half(), half())
        });
        let all = random.rotation();
        let above = halves[0].z + halves[1].z + GAP;
        let shift = DVec3::new(0.2 * random.share(), 0.2 * random.share(), above);
        let twist = DQuat::from_rotation_z(random.share());
        let at = [
            Placement::new(all * shift, all * twist),
            Placement::new(DVec3::ZERO, all),
        ];
        let motions = at.map(|at| {
            let across = all * DVec3::new(random.share(), random.share(), 0.0);
            let turn = 0.1 * way * GAP * random.direction();
            ConstantVelocity::new(at, way * GAP * across, turn).expect("a motion")
        });
        let shapes = halves.map(|half| Hull::cuboid(half).expect("a box").into());
        let ends = [0, 1].map(|body| [at[body], motions[body].placement(1.0)]);
        SmallPair {
            shapes,
            motions,
            ends,
        }
    };
    (0..count).map(|_| pair()).collect()
}

/// Pairs, and everything that is kept of them.
pub struct SmallSet<'p> {
    pairs: &'p [SmallPair],
    stretches: Vec<[Stretch<'p>; 2]>,
    memories: Vec<PairMemory>,
    question: usize,
}

/// How far the pairs of a question move, in gaps.
pub fn way_of(question: &str) -> f64 {
    if question.ends_with("chord") {
        3.0
    } else {
        0.01
    }
}

impl<'p> SmallSet<'p> {
    /// A question about pairs; `None` if there is no such question.
    pub fn new(question: &str, pairs: &'p [SmallPair]) -> Option<SmallSet<'p>> {
        let number = QUESTIONS.iter().position(|&name| name == question)?;
        let stretches = pairs
            .iter()
            .map(|pair| pair.moving().map(|body| Stretch::new(body, Span::UNIT)));
        let mut set = SmallSet {
            pairs,
            stretches: stretches.collect(),
            memories: vec![PairMemory::new(); pairs.len()],
            question: number,
        };
        let workspace = &mut Workspace::new();
        for (pair, memory) in pairs.iter().zip(&mut set.memories) {
            let [a, b] = pair.moving();
            stays_apart(a, b, Span::UNIT, &Limits::default(), memory, workspace);
        }
        if question == "travel" || question == "chord" {
            let stage = if question == "travel" {
                Stage::Travel
            } else {
                Stage::Chord
            };
            for ([a, b], memory) in set.stretches.iter().zip(&mut set.memories) {
                let apart = apart_at_any_stops(a, b, 0.25 * GAP, memory).expect("they are apart");
                assert_eq!(apart.stage, stage);
            }
        }
        Some(set)
    }

    /// Makes the motions of all.
    fn make(
        &self,
        motion: impl Fn([Placement; 2], [DVec3; 2]) -> Result<ConstantVelocity, MotionError>,
    ) {
        for pair in self.pairs {
            for (ends, moving) in pair.ends.iter().zip(&pair.motions) {
                let _ = black_box(motion(*ends, [moving.linear(), moving.angular()]));
            }
        }
    }

    /// Makes the motions of all and asks when they meet.
    fn step(
        &self,
        limits: &Limits,
        workspace: &mut Workspace,
        motion: impl Fn([Placement; 2]) -> Result<ConstantVelocity, MotionError>,
    ) {
        for pair in self.pairs {
            let [Shape::Hull(a), Shape::Hull(b)] = &pair.shapes else {
                unreachable!("both are boxes")
            };
            let [first, second] = pair.ends.map(|ends| motion(ends).expect("a motion"));
            let (a, b) = (Moving::new(a, &first), Moving::new(b, &second));
            black_box(attached_axes(a, b, Span::UNIT, limits, workspace));
        }
    }

    /// Asks about all; a sum of what is answered.
    pub fn ask(&mut self, workspace: &mut Workspace) -> f64 {
        let mut sum = 0.0;
        let (clearance, span) = (0.25 * GAP, Span::UNIT);
        let limits = Limits::default()
            .with_clearance(clearance)
            .expect("a length");
        let pairs = self.pairs.iter().zip(&mut self.memories);
        match QUESTIONS[self.question] {
            "travel" | "chord" => {
                for ([a, b], memory) in self.stretches.iter().zip(&mut self.memories) {
                    if let Some(apart) = apart_at_any_stops(a, b, clearance, memory) {
                        sum += apart.separation;
                    }
                }
            }
            "stretch" => {
                for pair in self.pairs {
                    black_box(pair.moving().map(|body| Stretch::new(body, span)));
                }
            }
            "make-new" => {
                self.make(|[at, _], [linear, angular]| ConstantVelocity::new(at, linear, angular))
            }
            "make-small" => self.make(|[at, _], [linear, angular]| {
                ConstantVelocity::small_turn(DVec3::ZERO, at, linear, angular)
            }),
            "make-between" => self.make(|[from, to], _| ConstantVelocity::between(from, to)),
            "make-small-between" => self
                .make(|[from, to], _| ConstantVelocity::small_turn_between(DVec3::ZERO, from, to)),
            "step-between" => {
                self.step(&limits, workspace, |[from, to]| {
                    ConstantVelocity::between(from, to)
                });
            }
            "step-small-between" => {
                self.step(&limits, workspace, |[from, to]| {
                    ConstantVelocity::small_turn_between(DVec3::ZERO, from, to)
                });
            }
            "separation" => {
                for pair in self.pairs {
                    let [a, b] = pair.hulls();
                    sum += hull_separation(a, b, 0.5, workspace).separation.lower;
                }
            }
            "separation-again" => {
                for (pair, memory) in pairs {
                    let [a, b] = pair.hulls();
                    sum += hull_separation_again(a, b, 0.5, memory).separation.lower;
                }
            }
            "points" => {
                for pair in self.pairs {
                    let [a, b] = pair.hulls();
                    let contacts = contact_points(a, b, 0.5, 2.0 * GAP, workspace);
                    sum += contacts.points().len() as f64;
                }
            }
            "points-again" => {
                for (pair, memory) in pairs {
                    let [a, b] = pair.hulls();
                    let contacts = contact_points_again(a, b, 0.5, 2.0 * GAP, memory, workspace);
                    sum += contacts.points().len() as f64;
                }
            }
            _ => {
                for (pair, memory) in pairs {
                    let [a, b] = pair.moving();
                    let stays = stays_apart(a, b, span, &limits, memory, workspace);
                    sum += stays.apart().map_or(0.0, |apart| apart.separation);
                }
            }
        }
        sum
    }
}
