//! A chain of joints: what lies between two links of a robot, made once.
//!
//! Joints that are fixed are folded into what stands before and after them, and every axis is brought onto a z axis, so that
//! turning about it mixes two columns of a matrix. Placements are multiplied in twice the precision, and rounded once.

use super::constant_velocity::normalise;
use super::joint_path::{FreeTurn, JointPath};
use super::{Placement, ROUNDED_ROTATION};
use crate::numbers::double::{Double, two_product};
use crate::numbers::rounding::{UNIT, any_length, up};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use glam::{DMat3, DQuat, DVec3};

/// What a joint does along or about its z axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChainMove {
    Turn,
    Slide,
    /// Turns about an axis that a piece of a path brings with it.
    FreeTurn,
}

/// A placement that never changes, rounded: `x ↦ shift + rotation·x`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixed {
    pub(super) rotation: DMat3,
    pub(super) shift: DVec3,
    /// How far the rotation may be off (spectral norm), and the shift.
    pub(super) rotation_error: f64,
    pub(super) shift_error: f64,
    /// The length of the shift, at most.
    pub(super) length: f64,
}

/// What a joint can do to the end of its chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lever {
    pub(crate) coordinate: u32,
    pub(crate) turns: bool,
    /// The magnitudes of what its coordinate is multiplied by, and of what is added, with how far they may be off.
    pub(crate) multiplier: f64,
    pub(crate) offset: f64,
    /// The arm before it.
    pub(crate) before: Arm,
    /// The magnitude of the cosine of the angle between its axis and that of the joint before, at most.
    pub(crate) cosine: f64,
}

/// How far a point is from a joint, and from the axis that this turns about, at most.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Arm {
    pub(crate) length: f64,
    pub(crate) across: f64,
}

impl Arm {
    /// As far as either.
    pub(crate) fn max(self, other: Arm) -> Arm {
        Arm {
            length: self.length.max(other.length),
            across: self.across.max(other.across),
        }
    }
}

/// A joint, and the placement of its frame in that of the joint before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChainJoint {
    pub(super) before: Fixed,
    pub(super) moves: ChainMove,
    /// Which coordinate of a path moves it: `multiplier·value + offset`.
    pub(super) coordinate: u32,
    pub(super) multiplier: f64,
    pub(super) offset: f64,
    /// How far multiplier and offset may be off.
    pub(super) errors: [f64; 2],
}

/// How a joint follows a coordinate: `multiplier·value + offset`, by way of other joints if need be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Follows {
    multiplier: Double,
    offset: Double,
    /// The magnitudes of all that was added up to the offset.
    terms: f64,
    /// Whether the coordinate is its own: then nothing was multiplied, and nothing is off.
    is_own: bool,
}

impl Follows {
    /// A joint that has the coordinate for its own.
    pub(crate) const ITSELF: Follows = Follows {
        multiplier: ONE,
        offset: Double::ZERO,
        terms: 0.0,
        is_own: true,
    };

    /// By way of a joint that follows another by these.
    pub(crate) fn by_way_of(&self, multiplier: f64, offset: f64) -> Follows {
        let added = self.multiplier * Double::from(offset);
        Follows {
            multiplier: self.multiplier * Double::from(multiplier),
            offset: self.offset + added,
            terms: self.terms + added.high.abs(),
            is_own: false,
        }
    }

    /// Multiplier and offset, rounded.
    pub(crate) fn rounded(&self) -> [f64; 2] {
        [self.multiplier.high, self.offset.high]
    }

    fn errors(&self) -> [f64; 2] {
        if self.is_own {
            return [0.0; 2];
        }
        let multiplier = self.multiplier.low.abs() + DOUBLE_ERROR * self.multiplier.high.abs();
        let offset = self.offset.low.abs() + DOUBLE_ERROR * self.terms;
        [up(multiplier), up(offset)]
    }
}

/// The joints from one frame to another, in order, and what comes after the last.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    pub(super) joints: Vec<ChainJoint>,
    pub(super) end: Fixed,
    /// Whether a joint turns freely.
    turns_freely: bool,
}

/// A chain that grows from its first frame on.
#[derive(Clone, Debug)]
pub(crate) struct ChainBuilder {
    joints: Vec<ChainJoint>,
    rotation: [[Double; 3]; 3],
    shift: [Double; 3],
    /// The lengths of all that was added up to the shift, of which some may cancel.
    terms: f64,
}

const ONE: Double = Double {
    high: 1.0,
    low: 0.0,
};

/// By columns.
const IDENTITY: [[Double; 3]; 3] = [
    [ONE, Double::ZERO, Double::ZERO],
    [Double::ZERO, ONE, Double::ZERO],
    [Double::ZERO, Double::ZERO, ONE],
];

fn times(rotation: &[[Double; 3]; 3], x: [Double; 3]) -> [Double; 3] {
    core::array::from_fn(|row| (0..3).fold(Double::ZERO, |sum, k| sum + rotation[k][row] * x[k]))
}

fn product(a: &[[Double; 3]; 3], b: &[[Double; 3]; 3]) -> [[Double; 3]; 3] {
    b.map(|column| times(a, column))
}

fn transposed(a: &[[Double; 3]; 3]) -> [[Double; 3]; 3] {
    core::array::from_fn(|column| core::array::from_fn(|row| a[row][column]))
}

/// The rotation of a quaternion, to some squared units of rounding: where shifts cancel, what is left of them counts. The matrices of
/// motions are only good to some thousandths of a unit.
fn rotation_of(q: DQuat) -> [[Double; 3]; 3] {
    let [x, y, z, w] = q.to_array();
    let [xx, yy, zz, ww] = [x, y, z, w].map(|part| two_product(part, part));
    let twice = |product: Double| product + product;
    let [xy, yz, zx] = [(x, y), (y, z), (z, x)].map(|(a, b)| twice(two_product(a, b)));
    let [wx, wy, wz] = [x, y, z].map(|part| twice(two_product(w, part)));
    // Not one less a quotient: what is zero or one is so.
    let square = (ww + xx) + (yy + zz);
    [
        [(ww + xx) - (yy + zz), xy + wz, zx - wy],
        [xy - wz, (ww + yy) - (xx + zz), yz + wx],
        [zx + wy, yz - wx, (ww + zz) - (xx + yy)],
    ]
    .map(|column| column.map(|entry| entry / square))
}

/// A rotation that takes z to a unit axis.
fn onto(axis: [Double; 3]) -> [[Double; 3]; 3] {
    let size = axis.map(|component| component.high.abs());
    // The coordinate axis that is most across; of z it is x, so that nothing turns.
    let least = if size[0] <= size[1] && size[0] <= size[2] {
        0
    } else if size[1] <= size[2] {
        1
    } else {
        2
    };
    let mut across = [Double::ZERO; 3];
    across[least] = ONE;
    let along = axis[least];
    let (x, _) = normalise(core::array::from_fn(|k| across[k] - axis[k] * along));
    let y = core::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        axis[i] * x[j] - axis[j] * x[i]
    });
    [x, y, axis]
}

/// What arithmetic in twice the precision leaves, over some dozen operations, in parts of what is at hand.
const DOUBLE_ERROR: f64 = 1e-27;

impl Fixed {
    /// A shift that was added up of terms of these lengths in all.
    fn round(rotation: &[[Double; 3]; 3], shift: &[Double; 3], terms: f64) -> Fixed {
        let high = |x: &[Double; 3]| DVec3::new(x[0].high, x[1].high, x[2].high);
        let low = |x: &[Double; 3]| DVec3::new(x[0].low, x[1].low, x[2].low);
        let columns = rotation.each_ref().map(high);
        let lost = rotation
            .iter()
            .fold(0.0, |sum, column| sum + any_length(low(column)));
        let rounded = high(shift);
        let length = any_length(rounded);
        let shift_error = up(any_length(low(shift)) + DOUBLE_ERROR * terms);
        Fixed {
            rotation: DMat3::from_cols(columns[0], columns[1], columns[2]),
            shift: rounded,
            rotation_error: up(lost + DOUBLE_ERROR),
            shift_error,
            length: up(length + shift_error),
        }
    }

    /// The arm that it is after a joint. One that turns freely has another axis on every piece of a path.
    fn arm(&self, joint: Option<ChainMove>) -> Arm {
        let across = DVec3::new(self.shift.x, self.shift.y, 0.0);
        Arm {
            length: self.length,
            across: if joint == Some(ChainMove::Turn) {
                up(any_length(across) + self.shift_error)
            } else {
                self.length
            },
        }
    }

    /// Turned beforehand, by a rotation with this error. A product of matrices errs by nine units, one with a vector by six.
    fn turned(&self, rotation: DMat3, error: f64) -> Fixed {
        let growth = 1.0 + error;
        Fixed {
            rotation: rotation * self.rotation,
            shift: rotation * self.shift,
            rotation_error: up(error + growth * (self.rotation_error + 9.0 * UNIT)),
            shift_error: up(
                error * self.length + growth * (self.shift_error + 6.0 * UNIT * self.length)
            ),
            length: self.length,
        }
    }
}

impl ChainBuilder {
    pub(crate) fn new() -> ChainBuilder {
        ChainBuilder {
            joints: Vec::new(),
            rotation: IDENTITY,
            shift: [Double::ZERO; 3],
            terms: 0.0,
        }
    }

    /// Goes on with a placement that never changes.
    pub(crate) fn fixed(&mut self, at: Placement) {
        self.goes_to(at.position);
        self.rotation = product(&self.rotation, &rotation_of(at.rotation));
    }

    /// Goes on with a joint along or about an axis that is not zero.
    pub(crate) fn joint(
        &mut self,
        moves: ChainMove,
        axis: DVec3,
        coordinate: u32,
        follows: &Follows,
    ) {
        let (axis, _) = normalise(axis.to_array().map(Double::from));
        let turn = if moves == ChainMove::FreeTurn {
            IDENTITY
        } else {
            onto(axis)
        };
        self.joints.push(ChainJoint {
            before: Fixed::round(&product(&self.rotation, &turn), &self.shift, self.terms),
            moves,
            coordinate,
            multiplier: follows.multiplier.high,
            offset: follows.offset.high,
            errors: follows.errors(),
        });
        self.rotation = transposed(&turn);
        (self.shift, self.terms) = ([Double::ZERO; 3], 0.0);
    }

    /// To a point of the frame that was reached.
    fn goes_to(&mut self, point: DVec3) {
        let moved = times(&self.rotation, point.to_array().map(Double::from));
        self.shift = core::array::from_fn(|k| self.shift[k] + moved[k]);
        self.terms += any_length(point);
    }

    /// Goes on with a planar joint: two slides across the axis and a turn about it. The first slide is along the coordinate axis
    /// that is most across, made perpendicular to the axis; the second along the product of the axis and that.
    pub(crate) fn planar(&mut self, axis: DVec3, first: u32) {
        let (axis, _) = normalise(axis.to_array().map(Double::from));
        let turn = onto(axis);
        self.rotation = product(&self.rotation, &turn);
        self.joint(ChainMove::Slide, DVec3::X, first, &Follows::ITSELF);
        self.joint(ChainMove::Slide, DVec3::Y, first + 1, &Follows::ITSELF);
        self.joint(ChainMove::Turn, DVec3::Z, first + 2, &Follows::ITSELF);
        self.rotation = product(&self.rotation, &transposed(&turn));
    }

    /// Goes on with a floating joint: three slides, and a turn about an axis that a piece of a path brings with it.
    pub(crate) fn floating(&mut self, first: u32) {
        for (axis, coordinate) in [DVec3::X, DVec3::Y, DVec3::Z].into_iter().zip(first..) {
            self.joint(ChainMove::Slide, axis, coordinate, &Follows::ITSELF);
        }
        self.joint(ChainMove::FreeTurn, DVec3::Z, first + 3, &Follows::ITSELF);
    }

    /// The chain to what stands at a placement in the frame that was reached; `pivot` is the point of it that is followed.
    pub(crate) fn finish(mut self, at: Placement, pivot: DVec3) -> Chain {
        self.fixed(at);
        self.goes_to(pivot);
        Chain {
            turns_freely: self
                .joints
                .iter()
                .any(|joint| joint.moves == ChainMove::FreeTurn),
            end: Fixed::round(&self.rotation, &self.shift, self.terms),
            joints: self.joints,
        }
    }
}

impl Chain {
    /// The chain for one piece of a path: joints that turn freely get the axis and the rotation that the piece gives them.
    pub(super) fn for_piece<P: JointPath + ?Sized>(
        &self,
        path: &P,
        piece: usize,
    ) -> Cow<'_, Chain> {
        if !self.turns_freely {
            return Cow::Borrowed(self);
        }
        let mut chain = self.clone();
        for number in 0..chain.joints.len() {
            let joint = &mut chain.joints[number];
            if joint.moves != ChainMove::FreeTurn {
                continue;
            }
            joint.moves = ChainMove::Turn;
            let Some(FreeTurn { axis, from }) = path.free_turn(piece, joint.coordinate as usize)
            else {
                // Of a path that does not say how it turns, nothing is known.
                joint.before.rotation_error = f64::INFINITY;
                continue;
            };
            let onto = onto(axis);
            let before = Fixed::round(&onto, &[Double::ZERO; 3], 0.0);
            joint.before.rotation *= before.rotation;
            joint.before.rotation_error =
                up(joint.before.rotation_error + ROUNDED_ROTATION + 9.0 * UNIT);
            let after = product(&transposed(&onto), &rotation_of(from));
            let after = Fixed::round(&after, &[Double::ZERO; 3], 0.0);
            let next = match chain.joints.get_mut(number + 1) {
                Some(next) => &mut next.before,
                None => &mut chain.end,
            };
            *next = next.turned(after.rotation, up(after.rotation_error + ROUNDED_ROTATION));
        }
        Cow::Owned(chain)
    }

    /// What each joint can do to the end of the chain.
    pub(crate) fn levers(&self) -> impl Iterator<Item = Lever> + '_ {
        let joints = self.joints.iter().enumerate();
        joints.map(|(number, joint)| {
            let last = number.checked_sub(1).map(|last| self.joints[last].moves);
            let turn = [last, Some(joint.moves)] == [Some(ChainMove::Turn); 2];
            let cosine = joint.before.rotation.z_axis.z.abs() + joint.before.rotation_error;
            Lever {
                coordinate: joint.coordinate,
                turns: joint.moves != ChainMove::Slide,
                multiplier: joint.multiplier.abs() + joint.errors[0],
                offset: joint.offset.abs() + joint.errors[1],
                before: joint.before.arm(last),
                cosine: if turn { up(cosine).min(1.0) } else { 1.0 },
            }
        })
    }

    /// How far the end is from the last joint, where this is what comes from the pivot to it, in the body's own axes.
    pub(crate) fn end_arm(&self, from_pivot: DVec3) -> Arm {
        let (end, further) = (&self.end, any_length(from_pivot));
        let error = (end.rotation_error + 8.0 * UNIT) * further + end.shift_error;
        let last = self.joints.last().map(|joint| joint.moves);
        let shift = end.shift + end.rotation * from_pivot;
        let shift_error = error + 2.0 * UNIT * (end.length + further);
        let moved = Fixed {
            shift,
            shift_error,
            length: up(any_length(shift) + shift_error),
            ..*end
        };
        moved.arm(last)
    }

    /// The coordinates that move this chain.
    pub(crate) fn coordinates(&self) -> impl Iterator<Item = u32> + '_ {
        self.joints.iter().map(|joint| joint.coordinate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Far away, turned, back again and to where it was: in all that is nowhere, and what rounding makes of it is within the error.
    #[test]
    fn shifts_that_cancel_are_off_by_units_of_their_terms() {
        let mut off = 0;
        for power in 0..60 {
            for turn in 1..8 {
                let q = DQuat::from_xyzw(0.1 * f64::from(turn), 0.3, -0.2, 0.7).normalize();
                let far = DVec3::new(0.3, -0.7, 0.5) * libm::exp10(f64::from(power));
                let mut chain = ChainBuilder::new();
                chain.fixed(Placement::new(far, q));
                chain.fixed(Placement::new(DVec3::ZERO, q.conjugate()));
                let end = chain
                    .finish(Placement::new(-far, DQuat::IDENTITY), DVec3::ZERO)
                    .end;
                let lost = any_length(end.shift);
                assert!(lost <= end.shift_error, "1e{power}, {turn}: {lost:e}");
                assert!(end.length >= lost && end.shift_error <= 1e-26 * any_length(far));
                off += i32::from(lost > 0.0);
            }
        }
        assert!(off > 200, "{off}");
    }
}
