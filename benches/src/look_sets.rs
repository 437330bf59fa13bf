//! Seeded pairs of bodies of all kinds that lie on each other, as in a heap: where a solver looks for contact points, for an
//! instruction counter and a stopwatch.

use crate::random::Random;
use glam::{DQuat, DVec3};
use osculate::query::hulls::contact_points_again;
use osculate::query::instant::{Manifolds, Within, manifolds, separation};
use osculate::query::small_motions::PairMemory;
use osculate::{Compound, ConstantVelocity, Hull, Moving, Placement, Resting, Shape, Workspace};

/// The sets by their names: what lies on what is of the same kind, or of any in the last two, with and without compounds.
pub const SETS: [&str; 8] = [
    "boxes",
    "stones",
    "pebbles",
    "capsules",
    "cylinders",
    "angles",
    "hulls",
    "bodies",
];

/// How far bodies are apart, and how far apart they are looked for.
const GAP: f64 = 0.005;
const NEAR: f64 = 0.02;

/// A body on another, both under way.
struct LookPair {
    shapes: [Shape; 2],
    motions: [ConstantVelocity; 2],
    memory: PairMemory,
}

/// Pairs of one kind.
pub struct LookSet(Vec<LookPair>);

impl LookSet {
    /// A set by its name; `None` if there is no such set.
    pub fn new(name: &str, count: usize) -> Option<LookSet> {
        let number = SETS.iter().position(|&set| set == name)?;
        let mut random = Random::new(19);
        let pairs = (0..count).map(|_| LookPair::new(number, &mut random));
        Some(LookSet(pairs.collect()))
    }

    /// Looks at all, each with its memory if it is of hulls; the number of points.
    pub fn look(
        &mut self,
        time: f64,
        manifolds_found: &mut Manifolds,
        workspace: &mut Workspace,
    ) -> usize {
        let mut points = 0;
        for pair in &mut self.0 {
            let [a, b] = &pair.motions;
            if let [Shape::Hull(x), Shape::Hull(y)] = &pair.shapes {
                let (x, y) = (Moving::new(x, a), Moving::new(y, b));
                let found = contact_points_again(x, y, time, NEAR, &mut pair.memory, workspace);
                points += found.points().len();
            } else {
                let [x, y] = &pair.shapes;
                let within = Within::new(NEAR).expect("a length");
                let (x, y) = (Moving::new(x, a), Moving::new(y, b));
                manifolds(x, y, time, within, manifolds_found, workspace);
                let clusters = manifolds_found.clusters().iter();
                points += clusters
                    .map(|cluster| cluster.points().len())
                    .sum::<usize>();
            }
        }
        points
    }
}

impl LookPair {
    /// One body lowered onto the other; every other one flat, as far as it has a flat side below.
    fn new(set: usize, random: &mut Random) -> LookPair {
        let shapes = [shape(set, random), shape(set, random)];
        let flat = random.bits().is_multiple_of(2);
        let all = random.rotation();
        let twist = [0, 1].map(|_| {
            if flat {
                DQuat::from_rotation_z(6.0 * random.share())
            } else {
                random.rotation()
            }
        });
        let shift = DVec3::new(0.2 * random.share(), 0.2 * random.share(), 5.0);
        let place = |height: f64| {
            let at = all * shift.with_z(height);
            [
                Placement::new(at, all * twist[0]),
                Placement::new(DVec3::ZERO, all * twist[1]),
            ]
        };
        let mut height = 5.0;
        for _ in 0..1000 {
            let still = place(height).map(|at| Resting::at(at).expect("a place"));
            let [a, b] = [0, 1].map(|body| Moving::new(&shapes[body], &still[body]));
            let apart = separation(a, b, 0.0, &mut Workspace::new())
                .separation
                .upper;
            if apart <= 1.01 * GAP {
                break;
            }
            height -= apart - GAP;
        }
        let motions = place(height).map(|at| {
            let (way, turn) = (0.001 * random.direction(), 0.001 * random.direction());
            ConstantVelocity::new(at, way, turn).expect("a motion")
        });
        LookPair {
            shapes,
            motions,
            memory: PairMemory::new(),
        }
    }
}

fn shape(set: usize, random: &mut Random) -> Shape {
    let size = 0.5 + 0.5 * random.share();
    // Of the sets of any kind.
    let any = random.bits() % if SETS[set] == "bodies" { 8 } else { 7 };
    let hull = match SETS[set] {
        "boxes" => brick(size),
        "stones" => stone(12, size, random),
        "pebbles" => stone(32, size, random),
        "capsules" => Hull::capsule(0.6 * size, 0.4 * size),
        "cylinders" => Hull::cylinder(0.6 * size, 0.7 * size),
        "angles" => return angle(size).into(),
        _ => match any {
            0 => Hull::ball(0.7 * size),
            1 => Hull::cuboid(DVec3::splat(0.55 * size)),
            2 => brick(size),
            3 => Hull::capsule(0.6 * size, 0.4 * size),
            4 => Hull::cylinder(0.6 * size, 0.7 * size),
            5 => Hull::cone(0.7 * size, 0.65 * size),
            6 => stone(12, size, random),
            _ => return angle(size).into(),
        },
    };
    hull.expect("a hull").into()
}

type Made = Result<Hull, osculate::shape::HullError>;

fn brick(size: f64) -> Made {
    Hull::cuboid(size * DVec3::new(0.85, 0.4, 0.25))
}

/// So many corners on a ball, a third of them each at the bottom and at the top, which are flat.
fn stone(corners: usize, size: f64, random: &mut Random) -> Made {
    let corner = |number: usize| {
        let direction = random.direction();
        let flat = match number % 3 {
            0 => direction,
            1 => direction.with_z(0.0).normalize().with_z(0.8),
            _ => direction.with_z(0.0).normalize().with_z(-0.8),
        };
        size * flat.normalize()
    };
    Hull::polytope(&(0..corners).map(corner).collect::<Vec<_>>())
}

/// Two plates at a right angle.
fn angle(size: f64) -> Compound {
    let plate = Hull::cuboid(size * DVec3::new(0.6, 0.5, 0.1));
    let wall = Hull::cuboid(size * DVec3::new(0.1, 0.5, 0.4));
    let up = size * DVec3::new(-0.5, 0.0, 0.5);
    let wall = wall.and_then(|wall| wall.placed(up, DQuat::IDENTITY));
    Compound::new(vec![plate.expect("a box"), wall.expect("a box")]).expect("two parts")
}
