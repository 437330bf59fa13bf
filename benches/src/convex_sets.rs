//! Seeded queries about convex bodies and what is made of them, for an instruction counter.

use crate::random::Random;
use glam::{DQuat, DVec3};
use osculate::{
    Compound, ConstantVelocity, Hull, Limits, MeshBvh, Motion, Moving, Placement, Shape, Span,
    Workspace, first_contact_with,
    mesh::{icosphere, torus_knot},
    motion::{PivotPath, Pose, Rates},
    query::hulls::attached_axes,
};
use std::rc::Rc;

/// The sets by their names.
pub const SETS: [&str; 8] = [
    "box-box-0",
    "box-box-3",
    "box-box-12",
    "icosphere-box",
    "capsules",
    "hull-mesh",
    "compound-mesh",
    "own-motion",
];

/// Two bodies under way.
type Pair<S, M> = [(S, M); 2];

/// A set of queries.
pub enum ConvexSet {
    /// Hulls with constant velocities.
    Hulls(Vec<Pair<Hull, ConstantVelocity>>),
    /// Anything that a program may learn at run time.
    Any(Vec<Pair<Rc<Shape>, Box<dyn Motion>>>),
}

impl ConvexSet {
    /// The set of a name, `count` queries of it; `None` if there is no such set.
    pub fn new(name: &str, count: usize) -> Option<ConvexSet> {
        let random = &mut Random::new(11);
        Some(match name {
            "box-box-0" => ConvexSet::hulls(count, 0.0, random, boxes),
            "box-box-3" => ConvexSet::hulls(count, 3.0, random, boxes),
            "box-box-12" => ConvexSet::hulls(count, 12.0, random, boxes),
            "icosphere-box" => {
                let ball = icosphere(0.5, 1280).expect("an icosphere");
                let ball = Hull::polytope(ball.vertices()).expect("its corners");
                ConvexSet::hulls(count, 3.0, random, |random| {
                    [ball.clone(), box_hull(random)]
                })
            }
            "capsules" => ConvexSet::hulls(count, 3.0, random, capsules),
            "hull-mesh" => ConvexSet::past_a_knot(count, random, |random| box_hull(random).into()),
            "compound-mesh" => ConvexSet::past_a_knot(count, random, compound),
            "own-motion" => {
                let ConvexSet::Hulls(hulls) = ConvexSet::hulls(count, 3.0, random, boxes) else {
                    unreachable!("they are hulls")
                };
                let own =
                    |(hull, flight): (Hull, ConstantVelocity)| -> (Rc<Shape>, Box<dyn Motion>) {
                        (Rc::new(hull.into()), Box::new(OwnMotion(flight)))
                    };
                ConvexSet::Any(hulls.into_iter().map(|pair| pair.map(own)).collect())
            }
            _ => return None,
        })
    }

    fn hulls(
        count: usize,
        spin: f64,
        random: &mut Random,
        pair: impl Fn(&mut Random) -> [Hull; 2],
    ) -> ConvexSet {
        let mut query = || {
            let [a, b] = pair(random);
            let sizes = [&a, &b].map(|hull| hull.bounding_ball().1);
            let [x, y] = flights(sizes, spin, random);
            [(a, x), (b, y)]
        };
        ConvexSet::Hulls((0..count).map(|_| query()).collect())
    }

    fn past_a_knot(count: usize, random: &mut Random, body: fn(&mut Random) -> Shape) -> ConvexSet {
        let knot = torus_knot(2, 3, 1_440).expect("a knot");
        let knot = Rc::new(Shape::from(MeshBvh::new(knot)));
        let mut query = || {
            let body = body(random);
            let sizes = [&body, &*knot].map(|shape| shape.bounding_ball().1);
            let [x, y] = flights(sizes, 3.0, random);
            let moving = |shape, flight: ConstantVelocity| -> (Rc<Shape>, Box<dyn Motion>) {
                (shape, Box::new(flight))
            };
            [moving(Rc::new(body), x), moving(knot.clone(), y)]
        };
        ConvexSet::Any((0..count).map(|_| query()).collect())
    }

    /// Answers all of them; gives the number of steps.
    pub fn ask(&self, workspace: &mut Workspace) -> u64 {
        let (limits, span) = (Limits::default(), Span::UNIT);
        let mut steps = 0;
        match self {
            ConvexSet::Hulls(queries) => {
                for [(a, x), (b, y)] in queries {
                    let (a, b) = (Moving::new(a, x), Moving::new(b, y));
                    steps += attached_axes(a, b, span, &limits, workspace).stats.steps();
                }
            }
            ConvexSet::Any(queries) => {
                for [(a, x), (b, y)] in queries {
                    let (a, b) = (Moving::new(&**a, &**x), Moving::new(&**b, &**y));
                    steps += first_contact_with(a, b, span, &limits, workspace)
                        .stats
                        .steps();
                }
            }
        }
        steps
    }
}

/// Constant velocities as a user may write them: nothing is known of them but their promises.
struct OwnMotion(ConstantVelocity);

impl Motion for OwnMotion {
    fn pose(&self, t: f64) -> Pose {
        self.0.pose(t)
    }

    fn rates(&self, span: Span) -> Rates {
        self.0.rates(span)
    }

    fn path(&self) -> PivotPath {
        self.0.path()
    }
}

fn box_hull(random: &mut Random) -> Hull {
    Hull::cuboid(random.point(DVec3::splat(0.1), DVec3::splat(0.7))).expect("a box")
}

fn boxes(random: &mut Random) -> [Hull; 2] {
    [box_hull(random), box_hull(random)]
}

fn capsules(random: &mut Random) -> [Hull; 2] {
    [(); 2].map(|()| {
        let (half, radius) = (random.between(0.2, 0.8), random.between(0.05, 0.4));
        Hull::capsule(half, radius).expect("a capsule")
    })
}

fn compound(random: &mut Random) -> Shape {
    let parts = [-0.5, 0.5].map(|x| {
        let placed = box_hull(random).placed(x * DVec3::X, DQuat::IDENTITY);
        placed.expect("a place")
    });
    Compound::new(parts.to_vec()).expect("two boxes").into()
}

/// The first flies at the second, or past it; both spin.
fn flights(sizes: [f64; 2], spin: f64, random: &mut Random) -> [ConstantVelocity; 2] {
    let size = sizes[0] + sizes[1];
    let from = random.direction() * size * random.between(1.05, 2.0);
    let aim = random.direction() * size * random.between(0.0, 0.6);
    let velocity = (aim - from) * random.between(0.7, 1.8);
    let mut flight = |position: DVec3, velocity: DVec3| {
        let at = Placement::new(position, random.rotation());
        let angular = random.point(DVec3::splat(-spin), DVec3::splat(spin));
        ConstantVelocity::new(at, velocity, angular).expect("a flight")
    };
    [flight(from, velocity), flight(DVec3::ZERO, DVec3::ZERO)]
}
