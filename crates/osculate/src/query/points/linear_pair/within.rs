//! When the features of a pair first come within a distance: a proven lower bound.

use super::LinearPair;
use super::place::{Differences, direction};
use crate::numbers::rounding::{UNIT, length};
use crate::query::{Limits, Reason};
use glam::DVec3;

/// When the separation of a [`LinearPair`] first falls to a clearance, and what about that is proven.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Within {
    /// The separation is above the clearance at every instant of the closed `[0, 1]`.
    Free,
    /// The separation is above the clearance up to and including `lower`, and there above it by at most the tolerance.
    Reached {
        /// A lower bound on the instant at which the clearance is reached.
        lower: f64,
        /// The closest points at `lower`. Rounded.
        closest: ClosestPoints,
    },
    /// At the start the separation is at most the clearance (`proven`), or cannot be distinguished from it.
    AtStart {
        /// Whether the separation is certainly not above the clearance.
        proven: bool,
        /// The closest points at the start. Rounded.
        closest: ClosestPoints,
    },
    /// The separation is above the clearance up to `free_until` (`None`: not even the start was shown).
    Undecided {
        /// The clearance is kept up to and including this instant.
        free_until: Option<f64>,
        /// What stopped the search.
        reason: Reason,
    },
}

/// Where the features of a [`LinearPair`] are closest at an instant. Rounded, not proven.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ClosestPoints {
    /// The weights of the pair's points, those of a and then those of b; either feature's weights add up to 1.
    pub weights: [f64; 4],
    /// The points on a and on b.
    pub points: [DVec3; 2],
    /// The unit direction from b to a; if they touch, that of [`LinearContact`](super::LinearContact).
    pub normal: DVec3,
    /// How far the points are apart.
    pub separation: f64,
}

impl LinearPair {
    /// When the features first come within the clearance of `limits`: for solvers that keep bodies apart.
    ///
    /// Features that an axis, the normal half way or the direction between them keeps apart are told at once. Else: along a
    /// fixed direction each corner of the features' difference moves at a constant rate, so a direction across the closest
    /// points proves freedom up to an instant that a quotient gives; from there a new one is taken. The tolerance is that of
    /// `limits`, or else a millionth of the clearance (but at least 2⁻⁴⁰ of the largest coordinate of a difference), or half
    /// of the gap at the start if that is smaller. The budget counts directions; without any, nothing is proven. A skin is
    /// not looked at.
    ///
    /// ```
    /// use osculate::{Limits, glam::DVec3, motion::LinearPath, query::points::{LinearPair, Within}};
    /// let rest = |x, y| LinearPath::at_rest(DVec3::new(x, y, 0.0));
    /// let falls = LinearPath::new(DVec3::new(0.2, 0.2, 1.0), DVec3::new(0.2, 0.2, -1.0))?;
    /// let pair = LinearPair::vertex_face(falls, [rest(0.0, 0.0)?, rest(1.0, 0.0)?, rest(0.0, 1.0)?]);
    /// let limits = Limits::default().with_clearance(0.1)?;
    /// let Within::Reached { lower, closest } = pair.first_within(&limits) else { panic!("it comes within 0.1") };
    /// assert!(lower < 0.45 && lower > 0.449_999);
    /// assert!(closest.normal.z > 0.999 && (closest.points[1] - DVec3::new(0.2, 0.2, 0.0)).length() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_within(&self, limits: &Limits) -> Within {
        if limits.budget() > 0 && self.is_clearly_apart(limits.clearance()) {
            return Within::Free;
        }
        match self.reached(limits.clearance(), limits) {
            Reached::Never => Within::Free,
            Reached::At(lower) => Within::Reached {
                lower,
                closest: self.closest_points(lower),
            },
            Reached::AtStart { proven } => Within::AtStart {
                proven,
                closest: self.closest_points(0.0),
            },
            Reached::Undecided { free_until, reason } => Within::Undecided { free_until, reason },
        }
    }

    /// Where the features are closest at an instant of `[0, 1]`. Rounded, not proven.
    pub fn closest_points(&self, time: f64) -> ClosestPoints {
        let (differences, scale) = self.tame_differences();
        let (weights, apart) = differences.closest(time);
        let normal = match direction(apart) {
            DVec3::ZERO => differences.place(time).normal,
            normal => normal,
        };
        let [of_a, of_b] = self.kind.points();
        let mean = |range: core::ops::Range<usize>| -> DVec3 {
            range.map(|i| weights[i] * self.points[i].at(time)).sum()
        };
        ClosestPoints {
            weights,
            points: [mean(0..of_a), mean(of_a..of_a + of_b)],
            normal,
            separation: length(apart) / scale,
        }
    }

    /// [`LinearPair::first_within`] for a clearance of its own, without the places.
    pub(crate) fn reached(&self, clearance: f64, limits: &Limits) -> Reached {
        let (differences, scale) = self.tame_differences();
        let largest = differences.largest();
        let tolerance = limits.tolerance_for(clearance, || largest / scale) * scale;
        let clearance = clearance * scale;
        if !(clearance < f64::INFINITY) {
            // So small are the differences. A tolerance without bound is none: half of the gap is taken.
            return Reached::AtStart { proven: true };
        }
        WithinSearch {
            differences,
            clearance,
            tolerance,
            // Each coordinate of a difference errs by two units of the largest; the product with a unit vector, whose
            // coordinates add up to less than two, by another three. Halves of subnormal numbers err by half of the least
            // f64, however large that is beside them.
            error: 16.0 * UNIT * largest + 8.0 * f64::from_bits(1) * scale,
        }
        .run(limits.budget())
    }

    /// The polygon's corners times a power of two, and that power: one unless squares would be near overflow or underflow.
    pub(super) fn tame_differences(&self) -> (Differences, f64) {
        match self.plain_differences() {
            Some(differences) => (differences, 1.0),
            None => self.differences(),
        }
    }
}

/// When a clearance is reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Reached {
    /// Not during the stretch.
    Never,
    /// It is kept up to and including this instant, and there exceeded by at most the tolerance.
    At(f64),
    /// It is not kept at the start, or cannot be told to be.
    AtStart { proven: bool },
    /// It is kept up to and including `free_until`.
    Undecided {
        free_until: Option<f64>,
        reason: Reason,
    },
}

impl Reached {
    /// The clearance is kept up to and including this instant; 0 if it may not be kept at all.
    pub(crate) fn lower(&self) -> f64 {
        match *self {
            Reached::Never => 1.0,
            Reached::At(lower) => lower,
            Reached::AtStart { .. } => 0.0,
            Reached::Undecided { free_until, .. } => free_until.unwrap_or(0.0),
        }
    }
}

/// A search during a stretch of time, whose ends are 0 and 1, in which all corners of the differences move on straight lines.
pub(super) struct WithinSearch {
    pub(super) differences: Differences,
    pub(super) clearance: f64,
    pub(super) tolerance: f64,
    /// By how much the height of a corner along a unit direction, at either end, may be off.
    pub(super) error: f64,
}

impl WithinSearch {
    pub(super) fn run(mut self, budget: u64) -> Reached {
        let mut time = 0.0;
        let mut free_until = None;
        for _ in 0..budget {
            let point = self.differences.closest_point(time);
            let straight = direction(point);
            // Three interpolations, by three units each, and a difference, by two: less than 20 units of the largest
            // coordinate over all axes.
            let most = point.dot(straight).abs() * (1.0 + 16.0 * UNIT) + 2.0 * self.error;
            if free_until.is_some() && most <= self.clearance + self.tolerance {
                return Reached::At(time);
            }
            if free_until.is_none() {
                if most <= self.clearance {
                    return Reached::AtStart { proven: true };
                }
                self.tolerance = self.tolerance.min(0.5 * (most - self.clearance));
            }
            let next = self.kept_longest(time, straight);
            match next {
                Some(next) if next >= 1.0 => return Reached::Never,
                Some(next) if next > time => time = next,
                None if free_until.is_none() => return Reached::AtStart { proven: false },
                _ => {
                    return Reached::Undecided {
                        free_until: free_until.or(Some(time)),
                        reason: Reason::Resolution,
                    };
                }
            }
            free_until = Some(time);
        }
        Reached::Undecided {
            free_until,
            reason: Reason::Budget,
        }
    }

    /// Up to when some direction near the straight one, at `time`, keeps the clearance: `None` if none does even then.
    fn kept_longest(&self, time: f64, straight: DVec3) -> Option<f64> {
        let mut longest = self.kept_until(straight, time);
        if longest.is_none_or(|until| until < 1.0) {
            // Near contact the closest point is too short to be a good direction: one across an edge or the face is better.
            self.differences.across(time, straight, |toward| {
                let until = self.kept_until(toward, time);
                // `None` is less than any.
                if until > longest {
                    longest = until;
                }
            });
        }
        longest
    }

    /// The heights of each corner along a direction at the start and at the end, rounded down.
    fn heights(&self, toward: DVec3) -> impl Iterator<Item = (f64, f64)> {
        let [start, end] = self.differences.corners();
        let height = move |corner: &DVec3| toward.dot(*corner) - self.error;
        start.iter().map(height).zip(end.iter().map(height))
    }

    /// The clearance along a direction of unit length up to four units.
    fn floor(&self) -> f64 {
        self.clearance * (1.0 + 8.0 * UNIT)
    }

    /// Whether the clearance is kept along a direction at `time`: certainly.
    fn keeps(&self, toward: DVec3, time: f64) -> bool {
        self.heights(toward).all(|(start, end)| {
            let height = start * (1.0 - time) + end * time;
            height - self.floor() > 4.0 * UNIT * (start.abs() + end.abs())
        })
    }

    /// Up to when a direction that certainly keeps the clearance at `time` does so, less half the tolerance; `time` itself if
    /// that is all that is certain.
    fn kept_until(&self, toward: DVec3, time: f64) -> Option<f64> {
        if !self.keeps(toward, time) {
            return None;
        }
        let floor = self.floor() + 0.5 * self.tolerance;
        let next = self
            .heights(toward)
            .filter(|&(_, end)| end < floor)
            .map(|(start, end)| (start - floor) / (start - end))
            .fold(1.0, f64::min);
        // At both ends, and so in between.
        match next > time && self.keeps(toward, next) {
            true => Some(next),
            false => Some(time),
        }
    }

    /// A proven lower bound on the separation at the start; less than zero if there is none.
    pub(super) fn least_at_start(&self) -> f64 {
        let straight = direction(self.differences.closest_point(0.0));
        let least = |toward: DVec3| {
            let lowest = self.heights(toward).map(|(start, _)| start);
            // The direction is no longer than 1 by more than four units.
            lowest.fold(f64::INFINITY, f64::min) * (1.0 - 8.0 * UNIT)
        };
        let mut best = least(straight);
        self.differences
            .across(0.0, straight, |toward| best = best.max(least(toward)));
        best
    }
}
