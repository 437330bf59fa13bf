//! Samples whether a motion keeps the promises that proofs stand on.

use super::{Motion, MotionBounds, Pose, Rates};
use crate::numbers::rounding::{UNIT, length};
use crate::numbers::span::Span;
use glam::{DMat3, DVec3};
use thiserror::Error;

/// A promise of [`Motion`] that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BrokenPromise {
    /// Something that is promised is no number, infinite, or an error that is negative.
    #[error("the {what} at t = {t} is {value}, which promises nothing")]
    NoNumber {
        /// What it is.
        what: &'static str,
        /// When, or the start of the span that it is stated for.
        t: f64,
        /// Its value.
        value: f64,
    },
    /// [`Motion::pose_and_rates`] gives another pose or other rates than [`Motion::pose`] and [`Motion::rates`].
    #[error("pose_and_rates differs from pose and rates, from t = {t} to {end}")]
    Together {
        /// The start of the span.
        t: f64,
        /// Its end.
        end: f64,
    },
    /// The matrix of a pose is not a rotation.
    #[error("the rotation at t = {t} is off by {off}, more than its stated error of {stated}")]
    Rotation {
        /// When.
        t: f64,
        /// By how much.
        off: f64,
        /// What was promised.
        stated: f64,
    },
    /// A pose is outside the enclosure of a span that it belongs to.
    #[error(
        "the pose at t = {t} takes the body's point {point:?} out of the enclosure of [{start}, {end}]"
    )]
    Enclosure {
        /// When.
        t: f64,
        /// The point of the body.
        point: [f64; 3],
        /// The span's start.
        start: f64,
        /// The span's end.
        end: f64,
    },
    /// A point moves further than the rates allow.
    #[error(
        "from t = {start} to {t} the body's point {point:?} moves {moved} along {direction:?}, more than the bound of {bound}"
    )]
    Travel {
        /// The start of the span.
        start: f64,
        /// When.
        t: f64,
        /// The point of the body.
        point: [f64; 3],
        /// The direction.
        direction: [f64; 3],
        /// How far it moved along the direction.
        moved: f64,
        /// How far it may move.
        bound: f64,
    },
}

/// Samples the promises of `motion` over `span`, for bodies of the size `radius`, at `samples` pairs of instants.
///
/// Finding nothing proves nothing; finding something disproves every answer that the motion took part in. All that is
/// stated must be finite, and errors not negative. Asked for together, pose and rates must be the same. Poses must be rotations, lie in the enclosures of spans around them, and
/// move no further than [`MotionBounds::travel`] allows: each may be off by its stated errors, and the nominal motion that
/// the rates are of by the offset error once more (see [`Rates`]).
///
/// ```
/// use glam::DVec3;
/// use osculate::{ConstantVelocity, Placement, Span, motion::check_motion};
/// let spin = ConstantVelocity::new(Placement::default(), DVec3::X, 3.0 * DVec3::Z)?;
/// check_motion(&spin, Span::UNIT, 2.0, 1000)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_motion<M: Motion + ?Sized>(
    motion: &M,
    span: Span,
    radius: f64,
    samples: u32,
) -> Result<(), BrokenPromise> {
    let path = motion.path();
    let parts = [path.pivot, path.anchor, path.drift, path.drift_low];
    all_numbers(
        "path",
        span.start(),
        parts.iter().flat_map(|part| part.to_array()),
    )?;
    // Relative to the anchor, so that sampling does not lose what the motion keeps.
    let place = |t: f64, x: DVec3| {
        let pose = motion.pose(t);
        pose.rotation * (x - path.pivot) + (t * path.drift + t * path.drift_low) + pose.offset
    };
    let error = |t: f64| {
        let pose = motion.pose(t);
        let size = radius + length(path.pivot);
        let far = t.abs() * length(path.drift) + length(pose.offset);
        (pose.rotation_error + 16.0 * UNIT) * size + pose.offset_error + 16.0 * UNIT * far
    };
    let mut random = Sequence(0x9e37_79b9_7f4a_7c15);
    for _ in 0..samples {
        // Short spans matter as much as long ones: that is where second derivatives show.
        let width = (span.end() - span.start()) * random.next() * random.next();
        let start = span.start() + (span.end() - span.start() - width) * random.next();
        let end = (start + width).min(span.end()).max(start);
        let part = Span::part(start, end);
        let t = (start + (end - start) * random.next()).clamp(start, end);
        let pose = motion.pose(t);
        check_numbers(&pose, t, &motion.rates(part), start)?;
        check_together(motion, part)?;
        let off = off_rotation(&pose.rotation);
        if !(off <= 2.0 * pose.rotation_error + 16.0 * UNIT) {
            return Err(BrokenPromise::Rotation {
                t,
                off,
                stated: pose.rotation_error,
            });
        }
        let point = radius * DVec3::new(random.centred(), random.centred(), random.centred());
        let held = motion.enclose(part).apply(point);
        let at = place(t, point);
        let slack = error(t);
        let outside = (0..3).any(|axis| {
            let relative =
                held[axis] - crate::numbers::interval::Interval::point(path.anchor[axis]);
            !(relative.lower - slack <= at[axis] && at[axis] <= relative.upper + slack)
        });
        if outside {
            return Err(BrokenPromise::Enclosure {
                t,
                point: point.to_array(),
                start,
                end,
            });
        }
        let direction = DVec3::new(random.centred(), random.centred(), random.centred());
        let bound = motion.travel(direction, point, 0.0, part);
        let moved = direction.dot(at - place(start, point));
        if !(moved <= bound + (slack + error(start)) * length(direction)) {
            let (point, direction) = (point.to_array(), direction.to_array());
            return Err(BrokenPromise::Travel {
                start,
                t,
                point,
                direction,
                moved,
                bound,
            });
        }
    }
    Ok(())
}

/// Whether a pose and rates that are asked for in one call are those that are asked for one by one.
fn check_together<M: Motion + ?Sized>(motion: &M, part: Span) -> Result<(), BrokenPromise> {
    let t = part.start();
    if motion.pose_and_rates(t, part) == (motion.pose(t), motion.rates(part)) {
        Ok(())
    } else {
        Err(BrokenPromise::Together { t, end: part.end() })
    }
}

/// How far a matrix is from a rotation.
fn off_rotation(rotation: &DMat3) -> f64 {
    let drift = rotation.transpose() * *rotation - DMat3::IDENTITY;
    let entries = drift.to_cols_array();
    entries.iter().fold(0.0_f64, |most, entry| {
        // NaN, which a maximum would pass over, is as far off as can be.
        if entry.is_nan() {
            f64::INFINITY
        } else {
            most.max(entry.abs())
        }
    })
}

/// Whether all that is stated of a pose at `t`, and of the rates from `start` on, are numbers.
fn check_numbers(pose: &Pose, t: f64, rates: &Rates, start: f64) -> Result<(), BrokenPromise> {
    all_numbers("rotation", t, pose.rotation.to_cols_array())?;
    all_numbers("offset", t, pose.offset.to_array())?;
    all_numbers("velocity", start, rates.velocity.to_array())?;
    all_numbers("spin", start, rates.spin.to_array())?;
    for (what, t, value) in [
        ("rotation error", t, pose.rotation_error),
        ("offset error", t, pose.offset_error),
        ("velocity error", start, rates.velocity_error),
        ("spin error", start, rates.spin_error),
        ("acceleration", start, rates.acceleration),
        ("spin acceleration", start, rates.spin_acceleration),
    ] {
        if !(0.0..f64::INFINITY).contains(&value) {
            return Err(BrokenPromise::NoNumber { what, t, value });
        }
    }
    Ok(())
}

fn all_numbers(
    what: &'static str,
    t: f64,
    values: impl IntoIterator<Item = f64>,
) -> Result<(), BrokenPromise> {
    match values.into_iter().find(|value| !value.is_finite()) {
        Some(value) => Err(BrokenPromise::NoNumber { what, t, value }),
        None => Ok(()),
    }
}

/// Weyl's sequence, scrambled: enough to scatter samples.
struct Sequence(u64);

impl Sequence {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 * UNIT
    }

    fn centred(&mut self) -> f64 {
        2.0 * self.next() - 1.0
    }
}
