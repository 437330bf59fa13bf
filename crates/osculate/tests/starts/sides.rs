//! Shapes that stand on something or carry something, and the same as the judge has them.

use crate::bodies::hull;
use glam::{DQuat, DVec3};
use osculate::{Compound, HalfSpace, MeshBvh, Shape, TriMesh, mesh::icosphere};
use osculate_judge::hulls::bodies::{Body, Core};
use osculate_judge::seeded::Seeded;
use std::f64::consts::{FRAC_PI_2, PI};

/// What the shapes are called.
pub const NAMES: [&str; 11] = [
    "box",
    "ball",
    "capsule",
    "cylinder",
    "cone",
    "polytope",
    "compound",
    "mesh",
    "soup",
    "sphere mesh",
    "half-space",
];

/// The number of the half-space, which is the last.
pub const PLANE: usize = NAMES.len() - 1;

/// A shape, and the same as the judge has it: convex bodies, or a plane. Seen from its own origin, it ends at `low` below and at
/// `high` above.
pub struct Side {
    pub shape: Shape,
    pub bodies: Vec<Body>,
    pub plane: Option<(DVec3, f64)>,
    pub low: f64,
    pub high: f64,
    /// The radius that it rolls along x on, if it does.
    pub rolls: Option<f64>,
    /// How far along x its underside ends in an edge or a point.
    pub edge: f64,
    pub reach: f64,
    /// Balls around its bodies: a centre and a radius each.
    pub balls: Vec<(DVec3, f64)>,
    /// Whether the judge only estimates depths.
    pub round: bool,
}

fn turned(body: Body, axis: DVec3, angle: f64) -> Body {
    body.placed(DVec3::ZERO, DQuat::from_axis_angle(axis, angle))
}

/// A box as a mesh, with `more` triangles of its corners.
fn box_mesh(half: DVec3, more: &[[u32; 3]]) -> TriMesh {
    let corner = |i: u32| {
        let sign = |bit: u32| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        half * DVec3::new(sign(0), sign(1), sign(2))
    };
    let mut triangles = vec![
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    triangles.extend_from_slice(more);
    TriMesh::new((0..8).map(corner).collect(), triangles).expect("a valid mesh")
}

/// A ball around a body.
fn ball(body: &Body) -> (DVec3, f64) {
    let Core::Polytope { corners } = &body.core else {
        return (body.position, body.size());
    };
    let centre = corners.iter().sum::<DVec3>() / corners.len() as f64;
    let radius = corners
        .iter()
        .map(|corner| (*corner - centre).length())
        .fold(0.0, f64::max);
    (body.position + body.rotation * centre, radius + body.margin)
}

impl Side {
    fn of_bodies(shape: Shape, bodies: Vec<Body>, [low, high]: [f64; 2]) -> Side {
        let reach = |most: f64, body: &Body| most.max(body.reach() + body.margin);
        Side {
            reach: bodies.iter().fold(0.0, reach),
            balls: bodies.iter().map(ball).collect(),
            round: bodies.iter().any(|body| body.core.corners().is_none()),
            shape,
            bodies,
            plane: None,
            low,
            high,
            rolls: None,
            edge: 0.0,
        }
    }

    fn of_mesh(mesh: TriMesh, ends: [f64; 2]) -> Side {
        let triangle = |i: usize| Body::polytope(mesh.triangle(i).to_vec());
        let bodies = (0..mesh.triangles().len()).map(triangle).collect();
        Side::of_bodies(Shape::from(MeshBvh::new(mesh)), bodies, ends)
    }

    fn of_body(body: Body, ends: [f64; 2]) -> Side {
        Side::of_bodies(Shape::from(hull(&body)), vec![body], ends)
    }

    /// The shape with a number, flat side down or up where it has one; `size` is a power of two times 1, at most.
    pub fn new(rng: &mut Seeded, number: usize, size: f64, down: bool) -> Side {
        let mut part = || size * 0.0625 * rng.whole(4, 16) as f64;
        let (x, y, z) = (part(), part(), part());
        let half = DVec3::new(x, y, z);
        let side = match number {
            0 => Side {
                edge: x,
                ..Side::of_body(Body::cuboid(x, y, z), [z, z])
            },
            1 => Side {
                rolls: Some(x),
                ..Side::of_body(Body::ball(x), [x, x])
            },
            2 => {
                let body = turned(Body::capsule(y, x), DVec3::X, FRAC_PI_2);
                Side {
                    rolls: Some(x),
                    ..Side::of_body(body, [x, x])
                }
            }
            3 if rng.once_in(2) => {
                let body = turned(Body::cylinder(x, y), DVec3::X, FRAC_PI_2);
                Side {
                    rolls: Some(x),
                    ..Side::of_body(body, [x, x])
                }
            }
            3 => Side {
                edge: x,
                ..Side::of_body(Body::cylinder(x, z), [z, z])
            },
            4 if down => Side {
                edge: x,
                ..Side::of_body(Body::cone(x, z), [z, z])
            },
            4 => Side::of_body(turned(Body::cone(x, z), DVec3::X, PI), [z, z]),
            5 => {
                let up = if down { -1.0 } else { 1.0 };
                let corner = |i: usize| {
                    let [s, t] = [i & 1, i >> 1 & 1].map(|bit| 2.0 * bit as f64 - 1.0);
                    let (share, height) = if i < 4 {
                        (1.0, up)
                    } else {
                        (rng.dyadic(0.1, 0.9), -up)
                    };
                    half * DVec3::new(s * share, t * share, height)
                };
                Side {
                    edge: x,
                    ..Side::of_body(Body::polytope((0..8).map(corner).collect()), [z, z])
                }
            }
            6 => Side::table(half, down),
            7 => Side {
                edge: x,
                ..Side::of_mesh(box_mesh(half, &[]), [z, z])
            },
            8 => {
                let none = [
                    [0, 0, 0],
                    [0, 1, 1],
                    [3, 3, 2],
                    [4, 5, 4],
                    [7, 7, 7],
                    [4, 7, 4],
                ];
                Side {
                    edge: x,
                    ..Side::of_mesh(box_mesh(half, &none), [z, z])
                }
            }
            9 => Side::of_mesh(icosphere(x, 80).expect("a valid mesh"), [x, x]),
            _ => Side::half_space(down),
        };
        side.at(number)
    }

    /// The icosphere ends where its vertices do.
    fn at(mut self, number: usize) -> Side {
        if number == 9 {
            let along = |sign: f64| {
                let heights = self
                    .bodies
                    .iter()
                    .flat_map(|body| body.core.corners().unwrap_or_default());
                heights.fold(0.0_f64, |most, corner| most.max(sign * corner.z))
            };
            (self.low, self.high) = (along(-1.0), along(1.0));
        }
        self
    }

    /// A plate with three legs, or the same with its legs up.
    fn table(half: DVec3, down: bool) -> Side {
        let sign = if down { -1.0 } else { 1.0 };
        let (thin, leg) = (0.125 * half.z, 0.125 * half.x.min(half.y));
        let at = |x: f64, y: f64| {
            DVec3::new(x * (half.x - leg), y * (half.y - leg), 0.5 * sign * half.z)
        };
        let mut bodies = vec![Body::cuboid(half.x, half.y, thin).placed(
            DVec3::new(0.0, 0.0, -sign * (half.z - thin)),
            DQuat::IDENTITY,
        )];
        for (x, y) in [(1.0, 1.0), (1.0, -1.0), (-1.0, 0.0)] {
            bodies.push(Body::cuboid(leg, leg, 0.5 * half.z).placed(at(x, y), DQuat::IDENTITY));
        }
        let hulls = bodies.iter().map(hull).collect();
        let shape = Shape::from(Compound::new(hulls).expect("a valid compound"));
        Side {
            edge: half.x,
            ..Side::of_bodies(shape, bodies, [half.z, half.z])
        }
    }

    fn half_space(down: bool) -> Side {
        let normal = if down { -DVec3::Z } else { DVec3::Z };
        let shape = Shape::from(HalfSpace::new(normal, 0.0).expect("a valid half-space"));
        Side {
            plane: Some((normal, 0.0)),
            ..Side::of_bodies(shape, vec![], [0.0; 2])
        }
    }

    /// A shape of no particular pose, for queries that are not about the start.
    pub fn any(rng: &mut Seeded, number: usize, size: f64) -> Side {
        if number == 5 {
            let corners = (0..rng.whole(4, 8))
                .map(|_| size * rng.direction())
                .collect();
            return Side::of_body(Body::new(Core::Polytope { corners }, 0.0), [0.0; 2]);
        }
        let down = rng.once_in(2);
        Side::new(rng, number, size, down)
    }
}
