//! How a body moves from a time on.

use crate::check::MOTIONS;
use crate::record::Moves;
use libm::{atan, cos, sin, sqrt};

/// Where a body is, in space; in the plane the third coordinate is 0 and it turns about the third axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Of the body's origin.
    pub position: [f64; 3],
    /// A unit quaternion x y z w.
    pub rotation: [f64; 4],
}

impl Default for Placement {
    fn default() -> Placement {
        Placement {
            position: [0.0; 3],
            rotation: [0.0, 0.0, 0.0, 1.0],
        }
    }
}

impl Placement {
    /// Where a point of the body is.
    pub fn point(&self, x: [f64; 3]) -> [f64; 3] {
        plus(self.position, turned(self.rotation, x))
    }

    /// A direction of the body, in the coordinates that it is in.
    pub fn direction(&self, x: [f64; 3]) -> [f64; 3] {
        turned(self.rotation, x)
    }

    /// What is at `inner` in coordinates that are at `self`.
    pub fn of(&self, inner: &Placement) -> Placement {
        Placement {
            position: self.point(inner.position),
            rotation: product(self.rotation, inner.rotation),
        }
    }
}

/// How a body moves from a time on: see `docs/traces.md`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// From when.
    pub time: f64,
    moves: Move,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Move {
    /// Also for a constant velocity.
    Ballistic {
        at: Placement,
        pivot: [f64; 3],
        linear: [f64; 3],
        acceleration: [f64; 3],
        angular: [f64; 3],
    },
    Screw {
        at: Placement,
        point: [f64; 3],
        axis: [f64; 3],
        turn: Turn,
        slide: f64,
    },
    /// By the body's joint: the number of the piece.
    Joint(usize),
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Turn {
    Rate(f64),
    Tangent(f64),
}

impl Turn {
    /// How fast it turns, `s` after its start.
    fn rate(&self, s: f64) -> f64 {
        match self {
            Turn::Rate(rate) => *rate,
            Turn::Tangent(k) => 2.0 * k / (1.0 + s * s * k * k),
        }
    }
}

impl Segment {
    /// Row `row` of `moves`, from `time` on.
    pub(crate) fn new(time: f64, moves: &Moves, row: usize, dimension: usize) -> Segment {
        // Columns of motions that are not known mean what nobody knows.
        if !is_known(&moves.motion) {
            return Segment::unknown(time);
        }
        let vector = |column: &Option<_>| vector_of(column, row, dimension);
        let number = |column: &Option<crate::Column>| {
            column
                .as_ref()
                .map_or(0.0, |column| column.row::<1>(row)[0])
        };
        let at = Placement {
            position: vector(&moves.position),
            rotation: rotation_of(&moves.rotation, row, dimension),
        };
        let moves = match moves.motion.as_str() {
            "velocity" | "ballistic" => Move::Ballistic {
                at,
                pivot: vector(&moves.pivot),
                linear: vector(&moves.linear),
                // A velocity has no acceleration, whatever else stands in its line.
                acceleration: match moves.motion.as_str() {
                    "ballistic" => vector(&moves.acceleration),
                    _ => [0.0; 3],
                },
                angular: spin_of(&moves.angular, row, dimension),
            },
            "screw" | "rational" => Move::Screw {
                at,
                point: vector(&moves.point),
                axis: unit(vector(&moves.axis)),
                turn: match moves.motion.as_str() {
                    "screw" => Turn::Rate(number(&moves.rate)),
                    _ => Turn::Tangent(number(&moves.tangent)),
                },
                slide: number(&moves.slide),
            },
            _ => Move::Unknown,
        };
        Segment { time, moves }
    }

    /// A body that is at `at` and moves with these velocities from then on.
    pub(crate) fn velocity(
        time: f64,
        at: Placement,
        linear: [f64; 3],
        angular: [f64; 3],
    ) -> Segment {
        let moves = Move::Ballistic {
            at,
            pivot: [0.0; 3],
            linear,
            acceleration: [0.0; 3],
            angular,
        };
        Segment { time, moves }
    }

    /// Piece `piece` of a joint's motion, from `time` on.
    pub(crate) fn joint(time: f64, piece: usize) -> Segment {
        let moves = Move::Joint(piece);
        Segment { time, moves }
    }

    /// A body whose motion from `time` on nobody knows.
    pub(crate) fn unknown(time: f64) -> Segment {
        let moves = Move::Unknown;
        Segment { time, moves }
    }

    /// Which piece of its joint's motion a body is on.
    pub(crate) fn piece(&self) -> Option<usize> {
        match self.moves {
            Move::Joint(piece) => Some(piece),
            _ => None,
        }
    }

    /// Whether its motion is one that this version knows.
    pub fn is_known(&self) -> bool {
        self.moves != Move::Unknown
    }

    /// Where the body is at `time`; none if the motion is not known, or that of a joint.
    pub fn placement(&self, time: f64) -> Option<Placement> {
        let s = time - self.time;
        match &self.moves {
            Move::Ballistic {
                at,
                pivot,
                linear,
                acceleration,
                angular,
            } => {
                let rotation = product(exp(scaled(s, *angular)), at.rotation);
                let place: [f64; 3] = std::array::from_fn(|axis| {
                    at.position[axis] + s * (linear[axis] + 0.5 * s * acceleration[axis])
                });
                let back = turned(rotation, *pivot);
                Some(Placement {
                    position: if *pivot == [0.0; 3] {
                        place
                    } else {
                        minus(place, back)
                    },
                    rotation,
                })
            }
            Move::Screw {
                at,
                point,
                axis,
                turn,
                slide,
            } => {
                let angle = match turn {
                    Turn::Rate(rate) => s * rate,
                    Turn::Tangent(tangent) => 2.0 * atan(s * tangent),
                };
                let turn = exp(scaled(angle, *axis));
                let slid = plus(*point, scaled(s * slide, *axis));
                Some(Placement {
                    position: plus(slid, turned(turn, minus(at.position, *point))),
                    rotation: product(turn, at.rotation),
                })
            }
            Move::Joint(_) | Move::Unknown => None,
        }
    }

    /// The velocity of the body's origin at `time`; none if the motion is not known, or that of a joint.
    pub fn velocity_at(&self, time: f64) -> Option<[f64; 3]> {
        let s = time - self.time;
        match &self.moves {
            Move::Ballistic {
                pivot,
                linear,
                acceleration,
                angular,
                ..
            } => {
                let rotation = self.placement(time)?.rotation;
                let swing = cross(*angular, turned(rotation, *pivot));
                Some(minus(plus(*linear, scaled(s, *acceleration)), swing))
            }
            Move::Screw {
                point,
                axis,
                turn,
                slide,
                ..
            } => {
                let rate = turn.rate(s);
                let arm = minus(self.placement(time)?.position, *point);
                Some(plus(scaled(*slide, *axis), scaled(rate, cross(*axis, arm))))
            }
            Move::Joint(_) | Move::Unknown => None,
        }
    }

    /// The angular velocity at `time`; none if the motion is not known, or that of a joint.
    pub fn spin_at(&self, time: f64) -> Option<[f64; 3]> {
        match &self.moves {
            Move::Ballistic { angular, .. } => Some(*angular),
            Move::Screw { axis, turn, .. } => Some(scaled(turn.rate(time - self.time), *axis)),
            Move::Joint(_) | Move::Unknown => None,
        }
    }
}

/// A motion, of one row, restated from `since` later on. `None` if it cannot be.
pub(crate) fn told_later(moves: &Moves, since: f64, dimension: usize) -> Option<Moves> {
    let segment = Segment::new(0.0, moves, 0, dimension);
    let at = segment.placement(since)?;
    let vector = |vector: [f64; 3]| Some(vector[..dimension].to_vec().into());
    let turns = moves.rotation.is_some() || moves.angular.is_some() || moves.rate.is_some();
    let number = |column: &Option<crate::Column>| column.as_ref().map_or(0.0, |c| c.number(0));
    let rotation = match dimension {
        _ if !turns => None,
        2 => Some([number(&moves.rotation) + since * number(&moves.angular)].into()),
        _ => Some(at.rotation.into()),
    };
    match segment.moves {
        Move::Ballistic {
            pivot,
            linear,
            acceleration,
            ..
        } => Some(Moves {
            // Where the pivot is, and not the body's origin.
            position: vector(at.point(pivot)),
            rotation,
            linear: vector(plus(linear, scaled(since, acceleration))),
            ..moves.clone()
        }),
        Move::Screw {
            turn: Turn::Rate(_),
            ..
        } if dimension == 3 => Some(Moves {
            position: vector(at.position),
            rotation,
            ..moves.clone()
        }),
        _ => None,
    }
}

/// Whether this version knows motions of that name.
pub(crate) fn is_known(motion: &str) -> bool {
    MOTIONS.contains(&motion)
}

pub(crate) fn vector_of(column: &Option<crate::Column>, row: usize, dimension: usize) -> [f64; 3] {
    match (column, dimension) {
        (None, _) => [0.0; 3],
        (Some(column), 2) => {
            let [x, y] = column.row(row);
            [x, y, 0.0]
        }
        (Some(column), _) => column.row(row),
    }
}

pub(crate) fn rotation_of(
    column: &Option<crate::Column>,
    row: usize,
    dimension: usize,
) -> [f64; 4] {
    match (column, dimension) {
        (None, _) => [0.0, 0.0, 0.0, 1.0],
        (Some(column), 2) => exp([0.0, 0.0, column.row::<1>(row)[0]]),
        (Some(column), _) => column.row(row),
    }
}

pub(crate) fn spin_of(column: &Option<crate::Column>, row: usize, dimension: usize) -> [f64; 3] {
    match (column, dimension) {
        (None, _) => [0.0; 3],
        (Some(column), 2) => [0.0, 0.0, column.row::<1>(row)[0]],
        (Some(column), _) => column.row(row),
    }
}

pub(crate) fn plus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|axis| a[axis] + b[axis])
}

pub(crate) fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

pub(crate) fn scaled(factor: f64, a: [f64; 3]) -> [f64; 3] {
    a.map(|x| factor * x)
}

pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|axis| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        a[next] * b[last] - a[last] * b[next]
    })
}

pub(crate) fn unit(a: [f64; 3]) -> [f64; 3] {
    let length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    if length > 0.0 {
        a.map(|x| x / length)
    } else {
        a
    }
}

/// The rotation by a vector's length about it.
fn exp(turn: [f64; 3]) -> [f64; 4] {
    let angle = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    if angle == 0.0 {
        return [0.0, 0.0, 0.0, 1.0];
    }
    let [x, y, z] = scaled(sin(0.5 * angle) / angle, turn);
    [x, y, z, cos(0.5 * angle)]
}

/// First `b`, then `a`.
pub(crate) fn product(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    let ([ax, ay, az, aw], [bx, by, bz, bw]) = (a, b);
    [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ]
}

pub(crate) fn turned([x, y, z, w]: [f64; 4], v: [f64; 3]) -> [f64; 3] {
    let axis = [x, y, z];
    let swing = scaled(2.0, cross(axis, v));
    plus(v, plus(scaled(w, swing), cross(axis, swing)))
}
