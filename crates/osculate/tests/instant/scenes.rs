//! Bodies of whole coordinates, turned by rotations that are fractions: what they are to each other is known exactly.

use glam::{DMat3, DQuat, DVec3};
use osculate::motion::{PivotPath, Pose, Rates};
use osculate::{Compound, HalfSpace, Hull, Motion, Shape, Span, TriMesh};
use osculate_judge::instants::{Point, signed_distance};
use osculate_judge::seeded::Seeded;

/// A convex piece: its points, and a margin around them; or what is behind a plane.
#[derive(Clone, Debug)]
pub enum Piece {
    Points(Vec<Point>, i128),
    /// An axis, which way it points along it, and how far the plane is from the origin.
    HalfSpace(usize, i128, i128),
}

/// A body as pieces.
#[derive(Clone, Debug)]
pub struct Body {
    pub pieces: Vec<Piece>,
    pub kind: &'static str,
}

/// Where a body is: turned by a quaternion of whole numbers, then moved.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub turn: [i128; 4],
    pub position: Point,
}

/// Two bodies at an instant; the library sees everything `scale` times as large, and `away` from its origin.
pub struct Scene {
    pub bodies: [Body; 2],
    pub places: [Place; 2],
    pub scale: f64,
    pub away: DVec3,
}

/// A pose that is not exact, and says so: as a motion of a user's own.
pub struct Known {
    pose: Pose,
    path: PivotPath,
}

impl Known {
    /// Off by up to so much, and says so.
    pub fn off_by(mut self, turn: f64, shift: f64, rng: &mut Seeded) -> Known {
        let share = rng.unit();
        let wrong = DMat3::from_axis_angle(rng.inside().normalize(), share * turn);
        self.pose.rotation = wrong * self.pose.rotation;
        self.pose.offset += shift * rng.inside();
        self.pose.rotation_error += turn;
        self.pose.offset_error += shift;
        self
    }
}

impl Motion for Known {
    fn pose(&self, _: f64) -> Pose {
        self.pose
    }

    fn rates(&self, _: Span) -> Rates {
        Rates::default()
    }

    fn path(&self) -> PivotPath {
        self.path
    }
}

fn point(rng: &mut Seeded, size: i64) -> Point {
    [(); 3].map(|()| i128::from(rng.whole(-size, size)))
}

fn added(p: Point, q: Point) -> Point {
    [p[0] + q[0], p[1] + q[1], p[2] + q[2]]
}

fn triangle(rng: &mut Seeded) -> Piece {
    let middle = point(rng, 12);
    let mut corners = [(); 3].map(|()| added(middle, point(rng, 5)));
    match rng.below(8) {
        0 => corners[1] = corners[0],
        1 => corners = [corners[0]; 3],
        2 => {
            let [p, q, _] = corners;
            corners[2] = [2 * q[0] - p[0], 2 * q[1] - p[1], 2 * q[2] - p[2]];
        }
        // Axis-parallel: such triangles are often coplanar.
        3 | 4 => corners = corners.map(|[x, y, _]| [x, y, middle[2]]),
        _ => {}
    }
    Piece::Points(corners.to_vec(), 0)
}

/// A box, a cloud of points, a ball, a capsule.
fn hull(rng: &mut Seeded, spread: i64) -> Piece {
    let middle = point(rng, spread);
    match rng.below(4) {
        0 => {
            let half = [(); 3].map(|()| i128::from(rng.whole(0, 5)));
            let corner = |i: i128| {
                let side = |bit: usize| {
                    if i >> bit & 1 == 1 {
                        half[bit]
                    } else {
                        -half[bit]
                    }
                };
                added(middle, [side(0), side(1), side(2)])
            };
            let margin = if rng.chance(0.3) { rng.whole(0, 2) } else { 0 };
            Piece::Points((0..8).map(corner).collect(), i128::from(margin))
        }
        1 => {
            let count = rng.whole(1, 7);
            let points = (0..count).map(|_| added(middle, point(rng, 6)));
            Piece::Points(points.collect(), 0)
        }
        2 => Piece::Points(vec![middle], i128::from(rng.whole(0, 6))),
        _ => {
            let half = i128::from(rng.whole(0, 5));
            let ends = [[0, 0, -half], [0, 0, half]].map(|end| added(middle, end));
            Piece::Points(ends.to_vec(), i128::from(rng.whole(0, 4)))
        }
    }
}

impl Body {
    /// One of every kind, by a number below 4.
    pub fn new(kind: usize, rng: &mut Seeded) -> Body {
        match kind {
            0 => Body {
                pieces: vec![hull(rng, 3)],
                kind: "hull",
            },
            1 => Body {
                pieces: (0..rng.whole(1, 4)).map(|_| hull(rng, 8)).collect(),
                kind: "compound",
            },
            2 => Body {
                pieces: (0..rng.whole(1, 12)).map(|_| triangle(rng)).collect(),
                kind: "mesh",
            },
            _ => {
                let way = if rng.chance(0.5) { 1 } else { -1 };
                let plane = Piece::HalfSpace(rng.below(3), way, i128::from(rng.whole(-9, 9)));
                Body {
                    pieces: vec![plane],
                    kind: "half-space",
                }
            }
        }
    }

    /// The body as the library has it.
    pub fn shape(&self, scale: f64) -> Shape {
        let vector = |p: &Point| scale * DVec3::from_array(p.map(|x| x as f64));
        let hull = |piece: &Piece| match piece {
            Piece::Points(points, margin) => {
                let core = match &points[..] {
                    [only] => Hull::ball(0.0)
                        .unwrap()
                        .placed(vector(only), DQuat::IDENTITY),
                    points => {
                        let points: Vec<DVec3> = points.iter().map(vector).collect();
                        Hull::polytope(&points)
                    }
                };
                core.unwrap().rounded(scale * *margin as f64).unwrap()
            }
            Piece::HalfSpace(..) => panic!("a half-space is no hull"),
        };
        match (self.kind, &self.pieces[0]) {
            ("hull", piece) => hull(piece).into(),
            ("compound", _) => {
                let parts = self.pieces.iter().map(hull).collect();
                Compound::new(parts).unwrap().into()
            }
            ("mesh", _) => {
                let corners: Vec<DVec3> = self
                    .pieces
                    .iter()
                    .flat_map(|piece| match piece {
                        Piece::Points(points, _) => points.iter().map(vector),
                        Piece::HalfSpace(..) => panic!("a half-space is no triangle"),
                    })
                    .collect();
                let triangles =
                    (0..self.pieces.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
                TriMesh::new(corners, triangles.collect()).unwrap().into()
            }
            (_, &Piece::HalfSpace(axis, way, offset)) => {
                let mut normal = DVec3::ZERO;
                normal[axis] = way as f64;
                HalfSpace::new(normal, scale * (way * offset) as f64)
                    .unwrap()
                    .into()
            }
            _ => panic!("{self:?} is no body"),
        }
    }
}

impl Place {
    pub fn new(rng: &mut Seeded, spread: i64) -> Place {
        let mut turn = match rng.below(3) {
            0 => [1, 0, 0, 0],
            1 => rng.one_of(&[[1, 1, 0, 0], [1, 0, 0, 1], [1, 1, 1, 1], [0, 1, 0, 0]]),
            _ => [(); 4].map(|()| i128::from(rng.whole(-3, 3))),
        };
        if turn == [0; 4] {
            turn[0] = 1;
        }
        Place {
            turn,
            position: point(rng, spread),
        }
    }

    /// The square of the quaternion's length, by which [`Place::matrix`] is too large.
    pub fn square(&self) -> i128 {
        self.turn.iter().map(|x| x * x).sum()
    }

    /// The rotation, that many times as large: its rows.
    pub fn matrix(&self) -> [Point; 3] {
        let [w, x, y, z] = self.turn;
        [
            [
                w * w + x * x - y * y - z * z,
                2 * (x * y - w * z),
                2 * (x * z + w * y),
            ],
            [
                2 * (x * y + w * z),
                w * w - x * x + y * y - z * z,
                2 * (y * z - w * x),
            ],
            [
                2 * (x * z - w * y),
                2 * (y * z + w * x),
                w * w - x * x - y * y + z * z,
            ],
        ]
    }

    fn turned(&self, p: Point) -> Point {
        self.matrix()
            .map(|row| row[0] * p[0] + row[1] * p[1] + row[2] * p[2])
    }

    pub fn motion(&self, scale: f64, away: DVec3) -> Known {
        let square = self.square() as f64;
        let rows = self
            .matrix()
            .map(|row| DVec3::from_array(row.map(|x| x as f64 / square)));
        let rotation = DMat3::from_cols(rows[0], rows[1], rows[2]).transpose();
        // Every entry is off by half a unit of 1 at most, and a matrix by no more than all of its entries.
        let error = if self.square() == 1 {
            0.0
        } else {
            9.0 * f64::EPSILON
        };
        let position = scale * DVec3::from_array(self.position.map(|x| x as f64));
        Known {
            pose: Pose::new(rotation, position).with_errors(error, 0.0),
            path: PivotPath::new(DVec3::ZERO, away, DVec3::ZERO),
        }
    }
}

impl Scene {
    pub fn new(kinds: [usize; 2], spread: i64, rng: &mut Seeded) -> Scene {
        Scene {
            bodies: kinds.map(|kind| Body::new(kind, rng)),
            places: [(); 2].map(|()| Place::new(rng, spread)),
            scale: 1.0,
            away: DVec3::ZERO,
        }
    }

    /// The true separation of two pieces, their depth with a minus, as the library sees them.
    pub fn truth(&self, [i, j]: [usize; 2]) -> f64 {
        let [a, b] = [&self.bodies[0].pieces[i], &self.bodies[1].pieces[j]];
        let squares = self.places.map(|place| place.square());
        let whole = squares[0] * squares[1];
        let distance = match (a, b) {
            (Piece::HalfSpace(..), Piece::HalfSpace(..)) => panic!("two half-spaces"),
            (Piece::Points(p, margin_a), Piece::Points(q, margin_b)) => {
                let (p, q) = (self.placed(0, p), self.placed(1, q));
                let core = signed_distance(&p, &q) / whole as f64;
                core - (margin_a + margin_b) as f64
            }
            (Piece::Points(p, margin), &Piece::HalfSpace(axis, way, offset)) => {
                self.above(1, [axis as i128, way, offset], &self.placed(0, p)) - *margin as f64
            }
            (&Piece::HalfSpace(axis, way, offset), Piece::Points(q, margin)) => {
                self.above(0, [axis as i128, way, offset], &self.placed(1, q)) - *margin as f64
            }
        };
        self.scale * distance
    }

    /// Points of a body in the world, both squares times as large.
    fn placed(&self, body: usize, points: &[Point]) -> Vec<Point> {
        let place = &self.places[body];
        let other = self.places[1 - body].square();
        let whole = place.square() * other;
        let put = |p: &Point| {
            let turned = place.turned(*p);
            [0, 1, 2].map(|axis| other * turned[axis] + whole * place.position[axis])
        };
        points.iter().map(put).collect()
    }

    /// How far the lowest of points is above the plane of a half-space.
    fn above(&self, body: usize, [axis, way, offset]: [i128; 3], points: &[Point]) -> f64 {
        let place = &self.places[body];
        let mut normal = [0; 3];
        normal[axis as usize] = way;
        let normal = place.turned(normal); // As long as the square.
        let foot = self.placed(
            body,
            &[{
                let mut foot = [0; 3];
                foot[axis as usize] = offset;
                foot
            }],
        )[0];
        let height = |p: &Point| -> i128 { (0..3).map(|i| normal[i] * (p[i] - foot[i])).sum() };
        let lowest = points.iter().map(height).min().unwrap();
        let squares = self.places.map(|place| place.square());
        lowest as f64 / (place.square() * squares[0] * squares[1]) as f64
    }
}
