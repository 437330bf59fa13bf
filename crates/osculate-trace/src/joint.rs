//! How a body moves on its parent, by a joint.

use crate::column::Column;
use crate::motion::{Placement, cross, plus, product, rotation_of, scaled, unit, vector_of};
use crate::record::{HIGHEST_DEGREE, Joints, Moves};
use libm::{atan2, cos, sin, sqrt};

const TERMS: usize = HIGHEST_DEGREE + 1;

/// What a joint lets its body do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JointKind {
    /// Nothing.
    Fixed,
    /// Turn about the axis.
    Revolute,
    /// Turn about the axis, any number of times.
    Continuous,
    /// Slide along the axis.
    Prismatic,
    /// Slide across the axis, and turn about it.
    Planar,
    /// Everything.
    Floating,
    /// Something that this version does not know.
    Unknown,
}

impl JointKind {
    pub(crate) fn named(name: &str) -> JointKind {
        match name {
            "fixed" => JointKind::Fixed,
            "revolute" => JointKind::Revolute,
            "continuous" => JointKind::Continuous,
            "prismatic" => JointKind::Prismatic,
            "planar" => JointKind::Planar,
            "floating" => JointKind::Floating,
            _ => JointKind::Unknown,
        }
    }

    /// Whether one number says where the body is.
    pub(crate) fn is_single(self) -> bool {
        use JointKind::{Continuous, Prismatic, Revolute};
        matches!(self, Revolute | Continuous | Prismatic)
    }

    /// Whether it has a direction.
    pub(crate) fn has_axis(self) -> bool {
        self.is_single() || self == JointKind::Planar
    }
}

/// A joint that does what another does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mimic {
    /// The body whose joint it follows.
    pub body: usize,
    /// How much of that joint's coordinate.
    pub multiplier: f64,
    /// What is added to it.
    pub offset: f64,
}

/// What a body hangs on its parent by.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Its name, or nothing.
    pub name: String,
    /// What it lets its body do.
    pub kind: JointKind,
    /// Where it is in the parent.
    pub origin: Placement,
    /// What it turns about or slides along, of length 1, in its own coordinates.
    pub axis: [f64; 3],
    /// The direction of x of a planar joint.
    pub along: [f64; 3],
    /// The joint that it follows.
    pub mimic: Option<Mimic>,
}

impl Joint {
    /// Row `row` of `joints`.
    pub(crate) fn new(joints: &Joints, row: usize) -> Joint {
        let number = |column: &Option<Column>, missing| {
            let column = column.as_ref();
            column.map_or(missing, |column| column.row::<1>(row)[0])
        };
        let kind = number(&joints.kind, 0.0) as usize;
        let kind = joints.kinds.get(kind).map(String::as_str);
        let direction = |column: &Option<Column>, missing: [f64; 3]| {
            let column = column.as_ref();
            unit(column.map_or(missing, |column| column.row(row)))
        };
        let follows = number(&joints.mimic, -1.0);
        Joint {
            name: joints.name.get(row).cloned().unwrap_or_default(),
            kind: JointKind::named(kind.unwrap_or("revolute")),
            origin: Placement {
                position: vector_of(&joints.position, row, 3),
                rotation: unit_rotation(rotation_of(&joints.rotation, row, 3)),
            },
            axis: direction(&joints.axis, [0.0, 0.0, 1.0]),
            along: direction(&joints.along, [1.0, 0.0, 0.0]),
            mimic: (follows >= 0.0).then(|| Mimic {
                body: follows as usize,
                multiplier: number(&joints.multiplier, 1.0),
                offset: number(&joints.offset, 0.0),
            }),
        }
    }

    /// The piece of this joint's motion while the one that it follows moves so.
    pub(crate) fn followed(&self, piece: &JointPiece) -> JointPiece {
        let Some(Mimic {
            multiplier, offset, ..
        }) = self.mimic
        else {
            return *piece;
        };
        let mut own = *piece;
        own.q = own.q.map(|term| multiplier * term);
        own.q[0] += offset;
        own
    }

    /// Where the body is in its parent; none if the kind is not known.
    pub(crate) fn placement(&self, piece: &JointPiece, time: f64) -> Option<Placement> {
        let share = piece.share(time);
        let [q, x, y, z] =
            [&piece.q, &piece.x, &piece.y, &piece.z].map(|terms| value(terms, share));
        let inner = match self.kind {
            JointKind::Fixed => Placement::default(),
            JointKind::Revolute | JointKind::Continuous => Placement {
                rotation: turn(self.axis, q),
                ..Placement::default()
            },
            JointKind::Prismatic => Placement {
                position: scaled(q, self.axis),
                ..Placement::default()
            },
            JointKind::Planar => {
                let across = cross(self.axis, self.along);
                Placement {
                    position: plus(scaled(x, self.along), scaled(y, across)),
                    rotation: turn(self.axis, q),
                }
            }
            JointKind::Floating => {
                let (axis, angle) = piece.arc();
                Placement {
                    position: [x, y, z],
                    rotation: product(turn(axis, q * angle), piece.from),
                }
            }
            JointKind::Unknown => return None,
        };
        Some(self.origin.of(&inner))
    }

    /// The velocity and angular velocity of the body in its parent.
    pub(crate) fn rates(&self, piece: &JointPiece, time: f64) -> ([f64; 3], [f64; 3]) {
        let rate = |terms: &[f64; TERMS]| slope(terms, piece.share(time)) * piece.pace(time);
        let [q, x, y, z] = [&piece.q, &piece.x, &piece.y, &piece.z].map(rate);
        let still = [0.0; 3];
        let (linear, angular) = match self.kind {
            JointKind::Fixed | JointKind::Unknown => (still, still),
            JointKind::Revolute | JointKind::Continuous => (still, scaled(q, self.axis)),
            JointKind::Prismatic => (scaled(q, self.axis), still),
            JointKind::Planar => {
                let across = cross(self.axis, self.along);
                let linear = plus(scaled(x, self.along), scaled(y, across));
                (linear, scaled(q, self.axis))
            }
            JointKind::Floating => {
                let (axis, angle) = piece.arc();
                ([x, y, z], scaled(q * angle, axis))
            }
        };
        (
            self.origin.direction(linear),
            self.origin.direction(angular),
        )
    }

    /// The coordinates: an angle or a distance; x, y and an angle; a position and a quaternion.
    pub(crate) fn coordinates(&self, piece: &JointPiece, time: f64) -> Vec<f64> {
        let share = piece.share(time);
        let [q, x, y, z] =
            [&piece.q, &piece.x, &piece.y, &piece.z].map(|terms| value(terms, share));
        match self.kind {
            JointKind::Fixed | JointKind::Unknown => Vec::new(),
            JointKind::Revolute | JointKind::Continuous | JointKind::Prismatic => vec![q],
            JointKind::Planar => vec![x, y, q],
            JointKind::Floating => {
                let (axis, angle) = piece.arc();
                let rotation = product(turn(axis, q * angle), piece.from);
                [&[x, y, z][..], &rotation].concat()
            }
        }
    }
}

/// How a joint moves from one time to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct JointPiece {
    time: f64,
    pub until: f64,
    /// Polynomials in the share of the time that has passed, the constant first.
    q: [f64; TERMS],
    x: [f64; TERMS],
    y: [f64; TERMS],
    z: [f64; TERMS],
    from: [f64; 4],
    to: [f64; 4],
}

impl JointPiece {
    /// Row `row` of `moves`, from `time` on.
    pub fn new(time: f64, moves: &Moves, row: usize) -> JointPiece {
        let terms = moves.degree.min(HIGHEST_DEGREE) + 1;
        let polynomial = |column: &Option<Column>| {
            let mut polynomial = [0.0; TERMS];
            if let Some(column) = column {
                let start = if column.len() == terms {
                    0
                } else {
                    row * terms
                };
                for (place, term) in polynomial[..terms].iter_mut().enumerate() {
                    *term = column.number(start + place);
                }
            }
            polynomial
        };
        let until = moves.until.as_ref();
        let rotation = |column| unit_rotation(rotation_of(column, row, 3));
        JointPiece {
            time,
            until: until.map_or(time, |column| column.row::<1>(row)[0]),
            q: polynomial(&moves.q),
            x: polynomial(&moves.x),
            y: polynomial(&moves.y),
            z: polynomial(&moves.z),
            from: rotation(&moves.from),
            to: rotation(&moves.to),
        }
    }

    /// How much of its time has passed. What is over stays as it is then.
    fn share(&self, time: f64) -> f64 {
        if time >= self.until {
            1.0
        } else {
            (time - self.time) / (self.until - self.time)
        }
    }

    /// How fast the share grows.
    fn pace(&self, time: f64) -> f64 {
        if time >= self.until {
            0.0
        } else {
            1.0 / (self.until - self.time)
        }
    }

    /// The axis and the angle from one rotation to the other, by the shorter way.
    fn arc(&self) -> ([f64; 3], f64) {
        let [x, y, z, w] = self.from;
        let same: f64 = (0..4).map(|part| self.from[part] * self.to[part]).sum();
        let sign = if same < 0.0 { -1.0 } else { 1.0 };
        let [x, y, z, w] = product(self.to, [-x, -y, -z, w]).map(|part| sign * part);
        let sine = sqrt(x * x + y * y + z * z);
        (unit([x, y, z]), 2.0 * atan2(sine, w))
    }
}

fn value(terms: &[f64; TERMS], share: f64) -> f64 {
    terms.iter().rev().fold(0.0, |sum, term| sum * share + term)
}

fn slope(terms: &[f64; TERMS], share: f64) -> f64 {
    let powers = (1..TERMS).rev();
    powers.fold(0.0, |sum, power| sum * share + power as f64 * terms[power])
}

/// The rotation by an angle about an axis of length 1.
fn turn(axis: [f64; 3], angle: f64) -> [f64; 4] {
    let [x, y, z] = scaled(sin(0.5 * angle), axis);
    [x, y, z, cos(0.5 * angle)]
}

/// A quaternion at length 1.
fn unit_rotation(rotation: [f64; 4]) -> [f64; 4] {
    let length = sqrt(rotation.iter().map(|part| part * part).sum());
    if length > 0.0 {
        rotation.map(|part| part / length)
    } else {
        rotation
    }
}
