//! When the features of a pair first come within a distance: a proven lower bound.

use super::LinearPair;
use super::place::{Differences, direction};
use crate::numbers::rounding::UNIT;
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
    },
    /// At the start the separation is at most the clearance (`proven`), or cannot be told from it.
    AtStart {
        /// Whether the separation is certainly not above the clearance.
        proven: bool,
    },
    /// The separation is above the clearance up to `free_until` (`None`: not even the start was shown).
    Undecided {
        /// The clearance is kept up to and including this instant.
        free_until: Option<f64>,
        /// What stopped the search.
        reason: Reason,
    },
}

impl LinearPair {
    /// When the features first come within the clearance of `limits`: for solvers that keep bodies apart.
    ///
    /// Along a fixed direction each corner of the features' difference moves at a constant rate, so a direction across the
    /// closest points proves freedom up to an instant that a quotient gives; from there a new one is taken. The tolerance is
    /// that of `limits`, or else a millionth of the clearance (but at least 2⁻⁴⁰ of the largest coordinate of a difference),
    /// or half of the gap at the start if that is smaller. The budget counts directions.
    ///
    /// ```
    /// use osculate::{Limits, glam::DVec3, motion::LinearPath, query::points::{LinearPair, Within}};
    /// let rest = |x, y| LinearPath::at_rest(DVec3::new(x, y, 0.0));
    /// let falls = LinearPath::new(DVec3::new(0.2, 0.2, 1.0), DVec3::new(0.2, 0.2, -1.0))?;
    /// let pair = LinearPair::vertex_face(falls, [rest(0.0, 0.0)?, rest(1.0, 0.0)?, rest(0.0, 1.0)?]);
    /// let limits = Limits::default().with_clearance(0.1)?;
    /// let Within::Reached { lower } = pair.first_within(&limits) else { panic!("it comes within 0.1") };
    /// assert!(lower < 0.45 && lower > 0.449_999);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first_within(&self, limits: &Limits) -> Within {
        let (differences, scale) = self.differences();
        let largest = differences
            .corners()
            .into_iter()
            .flatten()
            .fold(0.0_f64, |m, corner| m.max(corner.abs().max_element()));
        let clearance = limits.clearance() * scale;
        let tolerance = limits.tolerance_for(limits.clearance(), || largest / scale) * scale;
        if !(clearance < f64::INFINITY) {
            // So small are the differences. A tolerance without bound is none: half of the gap is taken.
            return Within::AtStart { proven: true };
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
}

struct WithinSearch {
    differences: Differences,
    clearance: f64,
    tolerance: f64,
    error: f64,
}

impl WithinSearch {
    fn run(mut self, budget: u64) -> Within {
        let mut time = 0.0;
        let mut free_until = None;
        for _ in 0..budget {
            let (toward, most) = self.closest(time);
            if free_until.is_none() {
                if most <= self.clearance {
                    return Within::AtStart { proven: true };
                }
                if !self.keeps(toward, 0.0) {
                    return Within::AtStart { proven: false };
                }
                free_until = Some(0.0);
                self.tolerance = self.tolerance.min(0.5 * (most - self.clearance));
            } else if most <= self.clearance + self.tolerance {
                return Within::Reached { lower: time };
            }
            let next = self.kept_for(toward);
            // At both ends, and so in between: a corner that rises may be too low at `time` and not at `next`.
            let keeps = self.keeps(toward, time) && self.keeps(toward, next);
            let stuck = !(next > time) || !keeps;
            if stuck {
                return Within::Undecided {
                    free_until,
                    reason: Reason::Resolution,
                };
            }
            if next >= 1.0 {
                return Within::Free;
            }
            time = next;
            free_until = Some(time);
        }
        Within::Undecided {
            free_until,
            reason: Reason::Budget,
        }
    }

    /// A direction along which the polygon is as far from the origin as its closest point, as nearly as can be, and an upper
    /// bound on that distance.
    fn closest(&self, time: f64) -> (DVec3, f64) {
        let point = self.differences.closest_point(time);
        let straight = direction(point);
        // Three interpolations, by three units each, and a difference, by two: less than 20 units of the largest
        // coordinate over all axes.
        let most = point.dot(straight).abs() * (1.0 + 16.0 * UNIT) + 2.0 * self.error;
        // Near contact the closest point is too short to be a good direction: one across an edge or the face is better.
        let lowest = |toward: DVec3| {
            let at = |(start, end): (f64, f64)| start * (1.0 - time) + end * time;
            self.heights(toward).map(at).fold(f64::INFINITY, f64::min)
        };
        let mut best = (lowest(straight), straight);
        self.differences.across(time, straight, |toward| {
            let height = lowest(toward);
            if height > best.0 {
                best = (height, toward);
            }
        });
        (best.1, most)
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

    /// How long the clearance and half the tolerance are kept along a direction, at most 1.
    fn kept_for(&self, toward: DVec3) -> f64 {
        let floor = self.floor() + 0.5 * self.tolerance;
        self.heights(toward)
            .filter(|&(_, end)| end < floor)
            .map(|(start, end)| (start - floor) / (start - end))
            .fold(1.0, f64::min)
    }
}
