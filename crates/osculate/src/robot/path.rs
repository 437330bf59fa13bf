//! Paths in the space of a robot's joints.

use super::Robot;
use super::builder::{LARGEST_ANGLE, LARGEST_WAY};
use super::joint::JointKind;
use crate::motion::{FreeTurn, JointBounds, JointPath, JointState, Placement, free_turn};
use crate::numbers::rounding::UNIT;
use crate::numbers::span::Span;
use alloc::string::String;
use alloc::vec::Vec;
use glam::{DQuat, DVec3};
use thiserror::Error;

/// The most terms of a polynomial: quintics have six.
const TERMS: usize = 6;

/// Why a path could not be made.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PathError {
    /// A path has at least two waypoints.
    #[error("a path needs at least two waypoints, not {0}")]
    TooFew(usize),
    /// A configuration has another number of coordinates than the robot.
    #[error("waypoint {waypoint} has {given} numbers, the robot's configurations have {needed}")]
    WrongWidth {
        /// Which waypoint, from 0.
        waypoint: usize,
        /// How many numbers it has.
        given: usize,
        /// How many it needs.
        needed: usize,
    },
    /// A coordinate is no number, or too large.
    #[error(
        "waypoint {waypoint}: the joint {joint:?} is at {value}, which is no number or too large"
    )]
    BadValue {
        /// Which waypoint, from 0.
        waypoint: usize,
        /// The joint.
        joint: String,
        /// Its value.
        value: f64,
    },
    /// The rotation of a floating joint is not a unit quaternion.
    #[error(
        "waypoint {waypoint}: the quaternion of the joint {joint:?} is further than 1e-6 from unit length"
    )]
    NotUnit {
        /// Which waypoint, from 0.
        waypoint: usize,
        /// The joint.
        joint: String,
    },
    /// A path is of a robot with another number of coordinates.
    #[error("the path has {given} coordinates, the robot {needed}")]
    OtherRobot {
        /// How many the path has.
        given: usize,
        /// How many the robot has.
        needed: usize,
    },
    /// A path of your own has fewer than two knots, or one that is not later than the one before, or no number.
    #[error("a path needs at least two knots, each later than the one before")]
    Knots,
    /// A path of your own jumps where two of its pieces meet.
    #[error("the path jumps at t = {t}, where piece {piece} begins: the joint {joint:?} by {jump}")]
    Jump {
        /// The piece that begins there.
        piece: usize,
        /// The joint.
        joint: String,
        /// When.
        t: f64,
        /// By how much.
        jump: f64,
    },
    /// A path of your own does not say how a floating joint turns.
    #[error(
        "the joint {0:?} floats, and paths of your own cannot say how it turns: use straight or eased pieces"
    )]
    FloatingTurn(String),
    /// Floating joints turn from one waypoint to the next; there is no spline through rotations here.
    #[error(
        "the joint {0:?} floats, and there is no spline for that: use straight or eased pieces"
    )]
    FloatingSpline(String),
}

/// A path of a robot over the time from 0 to 1, in pieces of equal duration: see [`Robot::straight`], [`Robot::through`],
/// [`Robot::spline`] and [`Robot::eased`]. For one of your own see [`JointPath`].
///
/// Coordinates are polynomials in the time of a piece. A floating joint's position is one, and it turns from one rotation
/// to the next about one axis, as [`ConstantVelocity::between`](crate::ConstantVelocity::between) does.
#[derive(Clone, Debug)]
pub struct Path {
    width: usize,
    knots: Vec<f64>,
    /// One over the duration of each piece.
    inverse: Vec<f64>,
    /// How many terms polynomials have.
    terms: usize,
    /// Of each piece, each coordinate.
    polynomials: Vec<Polynomial>,
    /// Of each piece, how each floating joint turns, with the coordinate of its angle.
    turns: Vec<(usize, usize, FreeTurn)>,
    waypoints: Vec<Vec<f64>>,
}

/// `Σ cᵢ·sⁱ`, s from 0 to 1.
#[derive(Clone, Copy, Debug, Default)]
struct Polynomial {
    c: [f64; TERMS],
    /// What roundings of terms are measured by: the sum of the magnitudes of what the terms were made of.
    size: f64,
}

/// How a path goes from one waypoint to the next.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Straight,
    Eased,
    Spline,
}

impl Robot {
    /// Straight from one configuration to another. Continuous joints go the way that the numbers say: see [`Robot::shortest`].
    pub fn straight(&self, from: &[f64], to: &[f64]) -> Result<Path, PathError> {
        self.path(&[from, to], Way::Straight)
    }

    /// Straight from each waypoint to the next.
    pub fn through<W: AsRef<[f64]>>(&self, waypoints: &[W]) -> Result<Path, PathError> {
        self.path(waypoints, Way::Straight)
    }

    /// Straight from each waypoint to the next, with rest at each: time is scaled by `10s³ − 15s⁴ + 6s⁵`.
    pub fn eased<W: AsRef<[f64]>>(&self, waypoints: &[W]) -> Result<Path, PathError> {
        self.path(waypoints, Way::Eased)
    }

    /// The natural cubic spline through the waypoints: accelerations change without a jump, and are zero at both ends.
    pub fn spline<W: AsRef<[f64]>>(&self, waypoints: &[W]) -> Result<Path, PathError> {
        self.path(waypoints, Way::Spline)
    }

    /// `to`, with every angle that may go round moved by whole turns, so that it is at most half a turn from `from`, to within
    /// rounding.
    pub fn shortest(&self, from: &[f64], to: &[f64]) -> Vec<f64> {
        let turn = 2.0 * core::f64::consts::PI;
        let near = |((coordinate, &from), &to): ((&super::Coordinate, &f64), &f64)| {
            if coordinate.wraps {
                to - turn * libm::rint((to - from) / turn)
            } else {
                to
            }
        };
        self.coordinates
            .iter()
            .zip(from)
            .zip(to)
            .map(near)
            .collect()
    }

    /// Which joint is beyond its limits, if one is: its name, the value and the limits.
    pub fn beyond_limits(&self, configuration: &[f64]) -> Option<(&str, f64, [f64; 2])> {
        self.coordinates
            .iter()
            .zip(configuration)
            .find_map(|(coordinate, &value)| {
                let limits = coordinate.limits?;
                let within = limits[0] <= value && value <= limits[1];
                (!within).then(|| (self.joints[coordinate.joint].name.as_str(), value, limits))
            })
    }

    fn path<W: AsRef<[f64]>>(&self, waypoints: &[W], way: Way) -> Result<Path, PathError> {
        if waypoints.len() < 2 {
            return Err(PathError::TooFew(waypoints.len()));
        }
        for (number, waypoint) in waypoints.iter().enumerate() {
            self.check_configuration(number, waypoint.as_ref())?;
        }
        let floating = || {
            self.joints
                .iter()
                .position(|joint| joint.kind == JointKind::Floating)
        };
        if way == Way::Spline
            && let Some(joint) = floating()
        {
            return Err(PathError::FloatingSpline(self.joints[joint].name.clone()));
        }
        let pieces = waypoints.len() - 1;
        let knots: Vec<f64> = (0..=pieces)
            .map(|knot| knot as f64 / pieces as f64)
            .collect();
        let mut path = Path {
            width: self.width(),
            inverse: knots
                .windows(2)
                .map(|ends| 1.0 / (ends[1] - ends[0]))
                .collect(),
            knots,
            terms: match way {
                Way::Straight => 2,
                Way::Spline => 4,
                Way::Eased => TERMS,
            },
            polynomials: Vec::new(),
            turns: Vec::new(),
            waypoints: waypoints
                .iter()
                .map(|waypoint| waypoint.as_ref().into())
                .collect(),
        };
        path.lead(way);
        self.turn_freely(&mut path, way);
        Ok(path)
    }

    fn check_configuration(&self, waypoint: usize, configuration: &[f64]) -> Result<(), PathError> {
        if configuration.len() != self.width() {
            return Err(PathError::WrongWidth {
                waypoint,
                given: configuration.len(),
                needed: self.width(),
            });
        }
        for (joint, wired) in self.joints.iter().zip(&self.wired) {
            if joint.mimic.is_some() {
                continue;
            }
            let first = wired.first as usize;
            let values = &configuration[first..first + joint.kind.width()];
            let joint_name = || joint.name.clone();
            for (part, &value) in values.iter().enumerate() {
                let way = match joint.kind {
                    JointKind::Prismatic => true,
                    JointKind::Planar => part < 2,
                    JointKind::Floating => true,
                    _ => false,
                };
                let most = if way { LARGEST_WAY } else { LARGEST_ANGLE };
                // NaN is not within.
                if !(value.abs() <= most) {
                    return Err(PathError::BadValue {
                        waypoint,
                        joint: joint_name(),
                        value,
                    });
                }
            }
            if joint.kind == JointKind::Floating {
                let rotation = DQuat::from_slice(&values[3..]);
                if Placement::new(DVec3::ZERO, rotation).check().is_err() {
                    return Err(PathError::NotUnit {
                        waypoint,
                        joint: joint_name(),
                    });
                }
            }
        }
        Ok(())
    }

    /// Where joints float, the first coordinate of the quaternion becomes an angle, and the others rest.
    fn turn_freely(&self, path: &mut Path, way: Way) {
        let floats = |joint: &usize| self.joints[*joint].kind == JointKind::Floating;
        for joint in (0..self.joints.len()).filter(floats) {
            let angle = self.wired[joint].first as usize + 3;
            for piece in 0..path.inverse.len() {
                let ends =
                    [piece, piece + 1].map(|end| DQuat::from_slice(&path.waypoints[end][angle..]));
                let (turn, whole) = free_turn(ends[0], ends[1]);
                path.turns.push((piece, angle, turn));
                let row = piece * path.width + angle;
                path.polynomials[row] = Polynomial::between(0.0, whole, way);
                for rest in 1..4 {
                    path.polynomials[row + rest] = Polynomial::default();
                }
            }
        }
    }
}

impl Polynomial {
    fn between(from: f64, to: f64, way: Way) -> Polynomial {
        let by = to - from;
        Polynomial {
            c: match way {
                Way::Eased => [from, 0.0, 0.0, 10.0 * by, -15.0 * by, 6.0 * by],
                _ => [from, by, 0.0, 0.0, 0.0, 0.0],
            },
            size: from.abs() + if way == Way::Eased { 31.0 } else { 1.0 } * by.abs(),
        }
    }

    /// With these second derivatives at its ends.
    fn bent(from: f64, to: f64, [first, last]: [f64; 2]) -> Polynomial {
        let by = to - from;
        Polynomial {
            c: [
                from,
                by - (2.0 * first + last) / 6.0,
                0.5 * first,
                (last - first) / 6.0,
                0.0,
                0.0,
            ],
            size: from.abs() + by.abs() + first.abs() + last.abs(),
        }
    }

    /// The derivatives at `s`, as many as there are terms.
    #[inline(always)]
    fn derivatives(&self, terms: usize, s: f64) -> [f64; TERMS] {
        let mut derivatives = [0.0; TERMS];
        // Horner's scheme, over and over: what is left of the coefficients after each round is a Taylor coefficient.
        let mut c = self.c;
        let mut factorial = 1.0;
        for order in 0..terms {
            for k in (order..terms - 1).rev() {
                c[k] += c[k + 1] * s;
            }
            derivatives[order] = c[order] * factorial;
            factorial *= (order + 1) as f64;
        }
        derivatives
    }
}

/// The second derivatives, in the time of pieces, of the natural cubic spline through values.
fn bends(values: &[f64]) -> Vec<f64> {
    let last = values.len() - 1;
    let mut bends = Vec::from_iter(core::iter::repeat_n(0.0, values.len()));
    // Rows (1, 4, 1) of a band matrix, by elimination.
    let mut pivots = bends.clone();
    for i in 1..last {
        let right = 6.0 * ((values[i + 1] - values[i]) - (values[i] - values[i - 1]));
        pivots[i] = 4.0 - if i > 1 { 1.0 / pivots[i - 1] } else { 0.0 };
        bends[i] = right
            - if i > 1 {
                bends[i - 1] / pivots[i - 1]
            } else {
                0.0
            };
    }
    for i in (1..last).rev() {
        bends[i] = (bends[i] - bends[i + 1]) / pivots[i];
    }
    bends
}

impl Path {
    /// Fills the polynomials of all coordinates.
    fn lead(&mut self, way: Way) {
        let (width, pieces) = (self.width, self.inverse.len());
        self.polynomials =
            Vec::from_iter(core::iter::repeat_n(Polynomial::default(), width * pieces));
        for coordinate in 0..width {
            let values: Vec<f64> = self
                .waypoints
                .iter()
                .map(|waypoint| waypoint[coordinate])
                .collect();
            let bends = if way == Way::Spline {
                bends(&values)
            } else {
                Vec::new()
            };
            for piece in 0..pieces {
                let (from, to) = (values[piece], values[piece + 1]);
                self.polynomials[piece * width + coordinate] = if way == Way::Spline {
                    Polynomial::bent(from, to, [bends[piece], bends[piece + 1]])
                } else {
                    Polynomial::between(from, to, way)
                };
            }
        }
    }

    /// How many pieces it has.
    pub fn pieces(&self) -> usize {
        self.inverse.len()
    }

    /// The configurations that it leads through.
    pub fn waypoints(&self) -> &[Vec<f64>] {
        &self.waypoints
    }

    /// How a coordinate goes during a piece: the coefficients of a polynomial in the fraction of the piece, the constant first. Of a
    /// floating joint's quaternion the first number is the angle that it has turned by since the start of the piece.
    ///
    /// Panics if there is no such piece or coordinate.
    pub fn polynomial(&self, piece: usize, coordinate: usize) -> &[f64] {
        assert!(
            coordinate < self.width,
            "the path has no coordinate {coordinate}"
        );
        &self.polynomials[piece * self.width + coordinate].c[..self.terms]
    }

    /// The piece that a time is in, and how far into it, from 0 to 1. A knot belongs to the piece that it ends.
    pub fn piece_at(&self, t: f64) -> (usize, f64) {
        let before = self.knots.partition_point(|&knot| knot < t);
        let piece = before.clamp(1, self.inverse.len()) - 1;
        (piece, self.fraction(piece, t).clamp(0.0, 1.0))
    }

    /// The configuration at a time, to within rounding.
    pub fn configuration(&self, t: f64) -> Vec<f64> {
        let (piece, fraction) = self.piece_at(t);
        if fraction == 0.0 || fraction == 1.0 {
            return self.waypoints[piece + fraction as usize].clone();
        }
        let value = |coordinate| self.state(piece, coordinate, t).value;
        let mut values: Vec<f64> = (0..self.width).map(value).collect();
        for (_, angle, turn) in self.turns.iter().filter(|turn| turn.0 == piece) {
            let rotation = turn.rotation(values[*angle]);
            values[*angle..*angle + 4].copy_from_slice(&rotation.to_array());
        }
        values
    }

    /// The coefficients of a coordinate in a piece: a polynomial in the fraction of the piece, from 0 to 1. Of a floating joint
    /// the first number of the quaternion stands for the angle that it turns by, from the rotation at the start of the piece.
    pub fn coefficients(&self, piece: usize, coordinate: usize) -> &[f64] {
        &self.polynomials[piece * self.width + coordinate].c[..self.terms]
    }

    #[inline(always)]
    fn fraction(&self, piece: usize, t: f64) -> f64 {
        (t - self.knots[piece]) * self.inverse[piece]
    }
}

impl JointPath for Path {
    fn coordinates(&self) -> usize {
        self.width
    }

    fn knots(&self) -> &[f64] {
        &self.knots
    }

    #[inline(always)]
    fn state(&self, piece: usize, coordinate: usize, t: f64) -> JointState {
        let polynomial = &self.polynomials[piece * self.width + coordinate];
        let (s, inverse) = (self.fraction(piece, t), self.inverse[piece]);
        if self.terms == 2 {
            let [start, by, ..] = polynomial.c;
            return JointState {
                value: start + s * by,
                rate: by * inverse,
                acceleration: 0.0,
            };
        }
        let [value, rate, acceleration, ..] = polynomial.derivatives(self.terms, s);
        JointState {
            value,
            rate: rate * inverse,
            acceleration: acceleration * inverse * inverse,
        }
    }

    /// Rounding, in units u of the polynomial's size: coefficients are off by 4 (a difference, a sum, a quotient, a product). The
    /// fraction of the piece is off by 4 of itself, which moves a value by its rate, at most `5·size`; Horner's scheme
    /// adds 2 a term. Less than 64 for a value, and 8 where there
    /// are two terms; for a k-th derivative the factors `i!/(i − k)!` make that at most 20 and 60 times
    /// as much.
    fn bounds(&self, piece: usize, coordinate: usize, span: Span) -> JointBounds {
        let polynomial = &self.polynomials[piece * self.width + coordinate];
        let inverse = self.inverse[piece];
        let unit = 64.0 * UNIT * polynomial.size;
        if self.terms == 2 {
            let unit = 0.125 * unit;
            let [start, by, ..] = polynomial.c;
            let rate = by.abs() * inverse * (1.0 + 16.0 * UNIT);
            return JointBounds {
                value: start.abs().max((start + by).abs()) + unit,
                rate,
                value_error: if by == 0.0 { 0.0 } else { unit },
                rate_error: 16.0 * UNIT * rate,
                ..JointBounds::default()
            };
        }
        let (from, to) = (
            self.fraction(piece, span.start()),
            self.fraction(piece, span.end()),
        );
        let middle = 0.5 * from + 0.5 * to;
        let half = 0.5 * (to - from).abs() + 16.0 * UNIT;
        let at = polynomial.derivatives(self.terms, middle);
        // Of a derivative all that follow are known at the middle: Taylor's series, which ends.
        let most = |order: usize| {
            let mut sum = 0.0;
            for k in (order..self.terms).rev() {
                sum = at[k].abs() + sum * half / (k + 1 - order) as f64;
            }
            sum
        };
        let scale = [1.0, inverse, inverse * inverse, inverse * inverse * inverse];
        let factor = [1.0, 5.0, 20.0, 60.0];
        let bound = |order: usize| {
            (most(order) + factor[order] * unit) * scale[order] * (1.0 + 64.0 * UNIT)
        };
        let error = |order: usize| factor[order] * unit * scale[order] * (1.0 + 64.0 * UNIT);
        JointBounds {
            value: bound(0),
            rate: bound(1),
            acceleration: bound(2),
            jerk: bound(3),
            value_error: error(0),
            rate_error: error(1),
            acceleration_error: error(2),
        }
    }

    fn free_turn(&self, piece: usize, coordinate: usize) -> Option<FreeTurn> {
        let found = self
            .turns
            .iter()
            .find(|turn| (turn.0, turn.1) == (piece, coordinate));
        found.map(|turn| turn.2)
    }

    fn states_are_numbers(&self) -> bool {
        true
    }
}
