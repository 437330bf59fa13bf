//! Where all links are at an instant, and how fast joints move at most.

use super::path::Path;
use super::real::{self, Matrix, Real, Vector};
use super::tree::{Drive, JointKind, Tree};
use crate::meshes::fixed::Ball;
use crate::meshes::motion::{cross, dot, rotation, sub, times, turn, unit};

/// `x ↦ origin + matrix·x`; the matrix is stored by rows.
#[derive(Clone, Copy, Debug)]
pub struct Pose<R> {
    /// Where the link's origin is.
    pub origin: Vector<R>,
    /// The rotation, row by row.
    pub matrix: Matrix<R>,
}

impl<R: Real> Pose<R> {
    fn identity() -> Pose<R> {
        Pose {
            origin: [R::ZERO; 3],
            matrix: real::identity(),
        }
    }

    /// Where a point of the link is.
    pub fn apply(&self, x: &Vector<R>) -> Vector<R> {
        real::add(&self.origin, &real::apply(&self.matrix, x))
    }

    fn then(&self, inner: &Pose<R>) -> Pose<R> {
        Pose {
            origin: self.apply(&inner.origin),
            matrix: real::product(&self.matrix, &inner.matrix),
        }
    }
}

type Polynomial<R> = Vec<R>;

/// What a joint does during a piece of the path.
enum Doing<R> {
    Nothing,
    Turning(Polynomial<R>),
    Sliding(Polynomial<R>),
    Planar([Polynomial<R>; 3]),
    Floating(Floating<R>),
}

/// A position, and `share` of a turn after a rotation that it begins with.
struct Floating<R> {
    position: [Polynomial<R>; 3],
    start: Matrix<R>,
    axis: Vector<R>,
    angle: R,
    share: Polynomial<R>,
    /// Whether the polynomials are in time rather than in the piece's u.
    in_time: bool,
}

struct Prepared<R> {
    parent: usize,
    origin: Pose<R>,
    axis: Vector<R>,
    /// Of a planar joint, its x and y.
    across: [Vector<R>; 2],
}

/// A robot on a path, ready to be posed.
pub struct Kinematics<R> {
    joints: Vec<Prepared<R>>,
    /// By piece, then by joint.
    doing: Vec<Vec<Doing<R>>>,
    starts: Vec<R>,
    /// One over how long each piece takes.
    rates: Vec<R>,
    path: Path,
}

/// How fast a joint moves its child, at most.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Speed {
    /// Of the child's origin.
    pub sliding: f64,
    /// Of its turn.
    pub turning: f64,
}

fn vector<R: Real>(x: &[Ball; 3]) -> Vector<R> {
    x.map(R::of)
}

fn matrix<R: Real>(x: &[[Ball; 3]; 3]) -> Matrix<R> {
    x.map(|row| row.map(R::of))
}

fn numbers<R: Real>(x: &[Ball]) -> Vec<R> {
    x.iter().map(|&c| R::of(c)).collect()
}

/// An angular velocity as its direction and its size.
fn axis_and_angle<R: Real>(turn: &[Ball; 3]) -> (Vector<R>, R) {
    if turn.iter().all(|c| c.is_zero()) {
        return (vector(&[Ball::ZERO, Ball::ZERO, Ball::ONE]), R::ZERO);
    }
    // A small turn is blown up, so that its direction keeps its bits.
    let most = turn.iter().map(|c| c.middle.bits()).max().unwrap_or(0);
    let shift = 190_u32.saturating_sub(most);
    let large = turn.map(|c| c.doubled(shift));
    let norm = dot(&large, &large).square_root();
    let axis = large.map(|c| c / norm);
    (vector(&axis), R::of(dot(&axis, turn)))
}

impl<R: Real> Kinematics<R> {
    /// A tree on a path. All lengths are of the order of one, as 192 bits after the point are what poses are worth:
    /// `Tree::scaled` makes them so.
    pub fn new(tree: &Tree, path: &Path) -> Kinematics<R> {
        let joints = tree.joints.iter().map(|joint| Prepared {
            parent: joint.parent,
            origin: Pose {
                origin: joint.position.map(|c| R::of(Ball::new(c))),
                matrix: matrix(&rotation(joint.rotation)),
            },
            axis: vector(&unit(joint.axis)),
            across: match joint.kind {
                JointKind::Planar { x } => {
                    let axis = unit(joint.axis);
                    let towards = x.map(Ball::new);
                    let x = sub(&towards, &times(dot(&axis, &towards), &axis));
                    let norm = dot(&x, &x).square_root();
                    let x = x.map(|c| c / norm);
                    [vector(&x), vector(&cross(&axis, &x))]
                }
                _ => [[R::ZERO; 3]; 2],
            },
        });
        let pieces = 0..path.pieces.len();
        let doing = pieces.map(|piece| {
            let joints = 0..tree.joints.len();
            joints
                .map(|joint| doing(tree, path, piece, joint))
                .collect()
        });
        let rate = |pair: &[Ball]| R::of(Ball::ONE / (pair[1] - pair[0]));
        Kinematics {
            joints: joints.collect(),
            doing: doing.collect(),
            starts: numbers(&path.knots),
            rates: path.knots.windows(2).map(rate).collect(),
            path: path.clone(),
        }
    }

    /// The path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where all links are at an instant, the root first.
    pub fn poses(&self, t: f64) -> Vec<Pose<R>> {
        self.poses_in(self.path.piece_at(t), t)
    }

    /// The same with the piece told: at a knot there are two.
    pub fn poses_in(&self, piece: usize, t: f64) -> Vec<Pose<R>> {
        self.poses_at(piece, R::of(Ball::new(t)))
    }

    /// The same at an instant that need not be an `f64`: for derivatives by differences.
    pub fn poses_at(&self, piece: usize, time: R) -> Vec<Pose<R>> {
        let u = (time - self.starts[piece]) * self.rates[piece];
        let mut poses = vec![Pose::identity()];
        for (joint, doing) in self.joints.iter().zip(&self.doing[piece]) {
            let at = poses[joint.parent].then(&joint.origin);
            poses.push(match doing {
                Doing::Nothing => at,
                Doing::Turning(angle) => at.then(&Pose {
                    origin: [R::ZERO; 3],
                    matrix: real::turn(&joint.axis, real::polynomial(angle, u)),
                }),
                Doing::Sliding(by) => {
                    let by = real::polynomial(by, u);
                    at.then(&Pose {
                        origin: joint.axis.map(|c| c * by),
                        matrix: real::identity(),
                    })
                }
                Doing::Planar(parts) => {
                    let [x, y, angle] = [0, 1, 2].map(|i| real::polynomial(&parts[i], u));
                    let [along_x, along_y] = &joint.across;
                    at.then(&Pose {
                        origin: std::array::from_fn(|i| along_x[i] * x + along_y[i] * y),
                        matrix: real::turn(&joint.axis, angle),
                    })
                }
                Doing::Floating(floating) => at.then(&floating.pose(time, u)),
            });
        }
        poses
    }
}

impl<R: Real> Floating<R> {
    fn pose(&self, time: R, u: R) -> Pose<R> {
        let u = if self.in_time { time } else { u };
        let angle = real::polynomial(&self.share, u) * self.angle;
        Pose {
            origin: std::array::from_fn(|i| real::polynomial(&self.position[i], u)),
            matrix: real::product(&real::turn(&self.axis, angle), &self.start),
        }
    }
}

fn doing<R: Real>(tree: &Tree, path: &Path, piece: usize, joint: usize) -> Doing<R> {
    let (source, steps) = tree.source(joint);
    let kind = tree.joints[joint].kind;
    if let JointKind::Flying { p, q, v, w } = kind {
        let (axis, angle) = axis_and_angle(&w.map(Ball::new));
        return Doing::Floating(Floating {
            position: std::array::from_fn(|i| numbers(&[Ball::new(p[i]), Ball::new(v[i])])),
            start: matrix(&rotation(q)),
            axis,
            angle,
            share: vec![R::ZERO, R::ONE],
            in_time: true,
        });
    }
    let piece = &path.pieces[piece];
    let Drive::Own(first) = tree.joints[source].drive else {
        return Doing::Nothing;
    };
    let followed = |coordinate: usize| -> Polynomial<R> {
        let mut polynomial = piece.coordinates[coordinate].clone();
        for &(multiplier, offset) in &steps {
            for c in &mut polynomial {
                *c = *c * Ball::new(multiplier);
            }
            polynomial[0] = polynomial[0] + Ball::new(offset);
        }
        numbers(&polynomial)
    };
    match kind {
        JointKind::Fixed | JointKind::Flying { .. } => Doing::Nothing,
        JointKind::Turning => Doing::Turning(followed(first)),
        JointKind::Sliding => Doing::Sliding(followed(first)),
        JointKind::Planar { .. } => Doing::Planar([0, 1, 2].map(|i| followed(first + i))),
        JointKind::Floating => {
            let quaternion = |q: &[f64]| -> [f64; 4] { std::array::from_fn(|i| q[first + 3 + i]) };
            let (from, to) = (quaternion(&piece.from), quaternion(&piece.to));
            let (axis, angle) = axis_and_angle(&turn(from, to));
            Doing::Floating(Floating {
                position: [0, 1, 2].map(|i| followed(first + i)),
                start: matrix(&rotation(from)),
                axis,
                angle,
                share: numbers(&piece.share),
                in_time: false,
            })
        }
    }
}

/// The largest size of the derivative of a polynomial within `reach` of `middle`: that of its Taylor series there.
fn fastest(polynomial: &[f64], middle: f64, reach: f64) -> f64 {
    let mut shifted = polynomial.to_vec();
    let count = shifted.len();
    for done in 0..count {
        for k in (done..count - 1).rev() {
            shifted[k] += middle * shifted[k + 1];
        }
    }
    let mut power = 1.0;
    let mut sum = 0.0;
    for (k, c) in shifted.iter().enumerate().skip(1) {
        sum += k as f64 * c.abs() * power;
        power *= reach;
    }
    // What rounding lost, with a little of the size of the coefficients, which may cancel.
    let size: f64 = polynomial.iter().skip(1).map(|c| c.abs()).sum();
    sum * (1.0 + 1e-9) + 1e-13 * size
}

impl Kinematics<f64> {
    /// How fast each joint moves its child between two instants of a piece, at most.
    pub fn speeds(&self, piece: usize, from: f64, to: f64) -> Vec<Speed> {
        let rate = self.rates[piece];
        let local = |t: f64| (t - self.starts[piece]) * rate;
        let (u, v) = (local(from), local(to));
        let (middle, reach) = (0.5 * (u + v), 0.5 * (v - u) + 1e-12);
        let size = |polynomial: &[f64]| fastest(polynomial, middle, reach) * rate;
        let doing = self.doing[piece].iter();
        doing
            .map(|doing| match doing {
                Doing::Nothing => Speed::default(),
                Doing::Turning(angle) => Speed {
                    sliding: 0.0,
                    turning: size(angle),
                },
                Doing::Sliding(by) => Speed {
                    sliding: size(by),
                    turning: 0.0,
                },
                Doing::Planar([x, y, angle]) => Speed {
                    sliding: norm(&[size(x), size(y)]),
                    turning: size(angle),
                },
                Doing::Floating(floating) => {
                    let [x, y, z] = &floating.position;
                    let mut parts = [size(x), size(y), size(z), size(&floating.share)];
                    if floating.in_time {
                        // In time these polynomials have the degree one.
                        parts = [x[1].abs(), y[1].abs(), z[1].abs(), 1.0];
                    }
                    Speed {
                        sliding: norm(&parts[..3]),
                        turning: parts[3] * floating.angle.abs() * (1.0 + 1e-12),
                    }
                }
            })
            .collect()
    }

    /// Of a joint, as its child's pose has it: the unit axis in the world, if it turns about one of its own.
    pub fn axis(&self, joint: usize, child: &Pose<f64>) -> Option<Vector<f64>> {
        let turns = matches!(self.doing[0][joint], Doing::Turning(_) | Doing::Planar(_));
        turns.then(|| real::apply(&child.matrix, &self.joints[joint].axis))
    }
}

fn norm(parts: &[f64]) -> f64 {
    parts.iter().map(|c| c * c).sum::<f64>().sqrt() * (1.0 + 1e-12)
}
