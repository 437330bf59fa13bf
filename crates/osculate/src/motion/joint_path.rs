//! How the coordinates of joints move over time.

use super::constant_velocity::turn_between;
use crate::numbers::double::Double;
use crate::numbers::rounding::UNIT;
use crate::numbers::span::Span;
use glam::DQuat;
use thiserror::Error;

/// How the coordinates of a robot's joints move: real functions of time, made of pieces that meet at *knots*.
///
/// Within a piece each coordinate has three derivatives; at a knot the coordinates go on without a jump, their derivatives may
/// jump. What is stated here every proof stands on, and [`check_joint_path`] samples it.
///
/// ```
/// use osculate::Span;
/// use osculate::motion::{JointBounds, JointPath, JointState, check_joint_path};
///
/// /// One joint that swings: q(t) = t².
/// struct Swing;
///
/// impl JointPath for Swing {
///     fn coordinates(&self) -> usize { 1 }
///     fn knots(&self) -> &[f64] { &[0.0, 1.0] }
///     fn state(&self, _piece: usize, _coordinate: usize, t: f64) -> JointState {
///         JointState { value: t * t, rate: 2.0 * t, acceleration: 2.0 }
///     }
///     fn bounds(&self, _piece: usize, _coordinate: usize, span: Span) -> JointBounds {
///         JointBounds { value: 1.0, rate: 2.0 * span.end(), acceleration: 2.0, value_error: 1e-16, ..JointBounds::default() }
///     }
/// }
/// check_joint_path(&Swing, 1000)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait JointPath: Send + Sync {
    /// How many coordinates there are.
    fn coordinates(&self) -> usize;

    /// The times at which pieces meet, with the start and the end of the path; each is later than the one before.
    fn knots(&self) -> &[f64];

    /// A coordinate at time `t`, which is in the piece from `knots()[piece]` to `knots()[piece + 1]`.
    fn state(&self, piece: usize, coordinate: usize, t: f64) -> JointState;

    /// What holds for a coordinate at every time of a span of that piece.
    fn bounds(&self, piece: usize, coordinate: usize, span: Span) -> JointBounds;

    /// How a floating joint turns during a piece, if this is the coordinate of its angle.
    #[doc(hidden)]
    fn free_turn(&self, _piece: usize, _coordinate: usize) -> Option<FreeTurn> {
        None
    }

    /// Whether all states are certainly numbers.
    #[doc(hidden)]
    fn states_are_numbers(&self) -> bool {
        false
    }
}

/// A coordinate of a joint at an instant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointState {
    /// An angle, or a way.
    pub value: f64,
    /// Its first derivative.
    pub rate: f64,
    /// Its second derivative.
    pub acceleration: f64,
}

/// What holds for a coordinate of a joint at every time of a span, at most.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointBounds {
    /// Its magnitude.
    pub value: f64,
    /// That of its first derivative.
    pub rate: f64,
    /// That of its second derivative.
    pub acceleration: f64,
    /// That of its third derivative.
    pub jerk: f64,
    /// How far a stated value is from the real one.
    pub value_error: f64,
    /// The same for rates.
    pub rate_error: f64,
    /// The same for accelerations.
    pub acceleration_error: f64,
}

impl JointBounds {
    /// With bounds that are bounds: where one is negative or no number, nothing is promised.
    pub(crate) fn checked(self) -> JointBounds {
        let parts = [
            self.value,
            self.rate,
            self.acceleration,
            self.jerk,
            self.value_error,
            self.rate_error,
            self.acceleration_error,
        ];
        if parts.iter().all(|&part| part >= 0.0) {
            return self;
        }
        JointBounds {
            value: f64::INFINITY,
            rate: f64::INFINITY,
            acceleration: f64::INFINITY,
            jerk: f64::INFINITY,
            value_error: f64::INFINITY,
            rate_error: f64::INFINITY,
            acceleration_error: f64::INFINITY,
        }
    }
}

/// How a floating joint turns during a piece of a path: by the angle that is a coordinate, about an axis, from a rotation.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct FreeTurn {
    pub(crate) axis: [Double; 3],
    pub(crate) from: DQuat,
}

impl FreeTurn {
    /// The rotation after a turn by this angle, to within rounding.
    pub(crate) fn rotation(&self, angle: f64) -> DQuat {
        let (sin, cos) = (libm::sin(0.5 * angle), libm::cos(0.5 * angle));
        let [x, y, z] = self.axis.map(|component| component.high * sin);
        DQuat::from_xyzw(x, y, z, cos) * self.from
    }
}

/// How a body turns from one rotation to another, and by what angle: as [`ConstantVelocity::between`] does.
///
/// [`ConstantVelocity::between`]: super::ConstantVelocity::between
pub(crate) fn free_turn(from: DQuat, to: DQuat) -> (FreeTurn, f64) {
    let (mut axis, angle) = turn_between(from, to);
    if angle.high == 0.0 {
        // Any axis will do.
        axis = [0.0, 0.0, 1.0].map(Double::from);
    }
    (FreeTurn { axis, from }, angle.high)
}

/// A promise of a [`JointPath`] that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BrokenPath {
    /// There are fewer than two knots, or one is not later than the one before.
    #[error("knot {number} is not later than the one before it, or there are fewer than two")]
    Knots {
        /// Which.
        number: usize,
    },
    /// Something that is stated is no number, or a bound is negative.
    #[error(
        "coordinate {coordinate} of piece {piece} states something at t = {t} that is no number"
    )]
    NoNumber {
        /// Which coordinate.
        coordinate: usize,
        /// Which piece.
        piece: usize,
        /// When.
        t: f64,
    },
    /// The path jumps at a knot.
    #[error("coordinate {coordinate} jumps by {jump} at the knot t = {t}")]
    Jump {
        /// Which coordinate.
        coordinate: usize,
        /// When.
        t: f64,
        /// By how much.
        jump: f64,
    },
    /// A coordinate, its rate or its acceleration changes by more than the bounds allow.
    #[error(
        "the {what} of coordinate {coordinate} changes by {changed} from t = {start} to {end}, more than the bound of {bound}"
    )]
    Bound {
        /// Value, rate or acceleration.
        what: &'static str,
        /// Which coordinate.
        coordinate: usize,
        /// From when.
        start: f64,
        /// Until when.
        end: f64,
        /// By how much it changes.
        changed: f64,
        /// By how much it may.
        bound: f64,
    },
}

/// Samples the promises of a path of your own: knots, numbers, no jumps, and bounds on how values, rates and accelerations
/// change, at `samples` spans of each piece and coordinate. Finding nothing proves nothing.
pub fn check_joint_path<P: JointPath + ?Sized>(path: &P, samples: u32) -> Result<(), BrokenPath> {
    let knots = path.knots();
    if knots.len() < 2 {
        return Err(BrokenPath::Knots { number: 0 });
    }
    for (number, pair) in knots.windows(2).enumerate() {
        if !(pair[0] < pair[1]) {
            return Err(BrokenPath::Knots { number: number + 1 });
        }
    }
    for coordinate in 0..path.coordinates() {
        for piece in 0..knots.len() - 1 {
            check_piece(path, piece, coordinate, samples)?;
            if piece > 0 {
                check_knot(path, piece, coordinate)?;
            }
        }
    }
    Ok(())
}

/// Whether a coordinate goes on where two pieces meet.
pub(crate) fn check_knot<P: JointPath + ?Sized>(
    path: &P,
    piece: usize,
    coordinate: usize,
) -> Result<(), BrokenPath> {
    let t = path.knots()[piece];
    let instant = Span::part(t, t);
    let side = |piece: usize| {
        let error = path.bounds(piece, coordinate, instant).value_error;
        (path.state(piece, coordinate, t).value, error)
    };
    let ((before, error_before), (after, error_after)) = (side(piece - 1), side(piece));
    let jump = (after - before).abs();
    // A floating joint's angle counts anew.
    let anew = path.free_turn(piece, coordinate).is_some();
    if !anew && !(jump <= (error_before + error_after) * (1.0 + 8.0 * UNIT)) {
        return Err(BrokenPath::Jump {
            coordinate,
            t,
            jump,
        });
    }
    Ok(())
}

fn check_piece<P: JointPath + ?Sized>(
    path: &P,
    piece: usize,
    coordinate: usize,
    samples: u32,
) -> Result<(), BrokenPath> {
    let (from, to) = (path.knots()[piece], path.knots()[piece + 1]);
    // The fractions of multiples of irrational numbers lie everywhere.
    let fraction = |sample: u32, step: f64| {
        let x = f64::from(sample + 1) * step;
        x - libm::floor(x)
    };
    for sample in 0..samples.max(1) {
        let (x, y) = (
            fraction(sample, 0.618_033_988_749_895),
            fraction(sample, 0.414_213_562_373_095),
        );
        let start = (from + (to - from) * x).min(to);
        let end = (start + (to - start) * y * y).min(to);
        let bounds = path.bounds(piece, coordinate, Span::part(start, end));
        let (first, last) = (
            path.state(piece, coordinate, start),
            path.state(piece, coordinate, end),
        );
        let stated = [
            first.value,
            first.rate,
            first.acceleration,
            last.value,
            last.rate,
            last.acceleration,
        ];
        if bounds.checked() != bounds || !stated.iter().all(|part| part.is_finite()) {
            return Err(BrokenPath::NoNumber {
                coordinate,
                piece,
                t: start,
            });
        }
        let time = end - start;
        for (what, changed, bound, error) in changes(&first, &last, &bounds, time) {
            let rounding = 16.0 * UNIT * (changed + last.value.abs() + first.rate.abs() * time);
            if !(changed <= bound * (1.0 + 1e-12) + error + rounding) {
                return Err(BrokenPath::Bound {
                    what,
                    coordinate,
                    start,
                    end,
                    changed,
                    bound: bound + error,
                });
            }
        }
    }
    Ok(())
}

/// What may change from one time to a later one, by how much it does, by how much it may, and by how much that may be off.
fn changes(
    first: &JointState,
    last: &JointState,
    bounds: &JointBounds,
    time: f64,
) -> [(&'static str, f64, f64, f64); 7] {
    let mean = (last.value - first.value) / time.max(f64::MIN_POSITIVE);
    [
        (
            "magnitude",
            last.value.abs(),
            bounds.value,
            bounds.value_error,
        ),
        (
            "value",
            (last.value - first.value).abs(),
            bounds.rate * time,
            2.0 * bounds.value_error,
        ),
        ("rate", last.rate.abs(), bounds.rate, bounds.rate_error),
        (
            "rate",
            (last.rate - first.rate).abs(),
            bounds.acceleration * time,
            2.0 * bounds.rate_error,
        ),
        (
            // Whether the rate is that of the value.
            "value",
            (mean - first.rate).abs() * time,
            0.5 * bounds.acceleration * time * time,
            2.0 * bounds.value_error + bounds.rate_error * time,
        ),
        (
            "acceleration",
            last.acceleration.abs(),
            bounds.acceleration,
            bounds.acceleration_error,
        ),
        (
            "acceleration",
            (last.acceleration - first.acceleration).abs(),
            bounds.jerk * time,
            2.0 * bounds.acceleration_error,
        ),
    ]
}
