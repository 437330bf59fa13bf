//! The instants of a piece of a path at which links are posed once for all, and the stretches that are made of them.

use crate::motion::{Motion, Pose};
use crate::numbers::span::Span;
use alloc::vec::Vec;

/// How many steps a piece has: the paper's T_t = 0.01.
pub(super) const STEPS: usize = 100;

/// The instants of a piece, from its start to its end; the paper's end before the last of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeGrid {
    span: Span,
    /// How many steps a stretch has; the last may have fewer.
    per_stretch: usize,
}

impl TimeGrid {
    /// With stretches that turn by no more than so much, if the robot turns at this rate: all of the piece if that is slow.
    pub(super) fn new(span: Span, turning: f64, most: f64) -> TimeGrid {
        let turn = turning * (span.end() - span.start());
        let count = libm::ceil(turn / most);
        // What is no number makes the shortest ones.
        let count = if count <= STEPS as f64 {
            (count as usize).max(1)
        } else {
            STEPS
        };
        TimeGrid {
            span,
            per_stretch: STEPS.div_ceil(count),
        }
    }

    pub(super) fn span(&self) -> Span {
        self.span
    }

    /// The instant with a number from 0 to [`STEPS`].
    pub(super) fn instant(&self, number: usize) -> f64 {
        let (start, end) = (self.span.start(), self.span.end());
        if number >= STEPS {
            return end;
        }
        (start + (end - start) * (number as f64 / STEPS as f64)).clamp(start, end)
    }

    /// The last instant that is not after `t`.
    pub(super) fn floor(&self, t: f64) -> usize {
        let (start, end) = (self.span.start(), self.span.end());
        let share = (t - start) / (end - start) * STEPS as f64;
        // A cast of NaN, of a span without length, is 0.
        let mut number = (share as usize).min(STEPS);
        while number > 0 && self.instant(number) > t {
            number -= 1;
        }
        while number < STEPS && self.instant(number + 1) <= t {
            number += 1;
        }
        number
    }

    /// How many stretches there are.
    pub(super) fn stretches(&self) -> usize {
        STEPS.div_ceil(self.per_stretch)
    }

    /// A stretch of the piece; each begins where the one before ends.
    pub(super) fn stretch(&self, number: usize) -> Span {
        let first = number * self.per_stretch;
        let last = (first + self.per_stretch).min(STEPS);
        Span::part(self.instant(first), self.instant(last))
    }

    /// The stretch that an instant is in; the later one of two.
    pub(super) fn stretch_at(&self, t: f64) -> usize {
        (self.floor(t) / self.per_stretch).min(self.stretches() - 1)
    }
}

/// The poses of one body at the instants of a grid, each computed when it is first asked for.
#[derive(Debug, Default)]
pub(super) struct PoseGrid {
    poses: Vec<Option<Pose>>,
    /// How many poses were computed.
    pub(super) computed: u64,
    /// How many were there already.
    pub(super) reused: u64,
}

impl PoseGrid {
    /// The pose at the instant with a number, which is the time `t`.
    pub(super) fn pose<M: Motion + ?Sized>(&mut self, motion: &M, number: usize, t: f64) -> Pose {
        if self.poses.is_empty() {
            self.poses.resize(STEPS + 1, None);
        }
        match &mut self.poses[number] {
            Some(pose) => {
                self.reused += 1;
                *pose
            }
            none => {
                self.computed += 1;
                *none.insert(motion.pose(t))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_reach_from_the_start_to_the_end() {
        for (start, end) in [
            (0.0, 1.0),
            (0.3, 0.7),
            (-5.0, 1e-9),
            (1.0, 1.0 + 1e-15),
            (2.0, 2.0),
        ] {
            for turn in [0.0, 3.0, 1e6, f64::NAN] {
                let span = Span::new(start, end).unwrap();
                let grid = TimeGrid::new(span, turn / (end - start), 0.7);
                assert_eq!((grid.instant(0), grid.instant(STEPS)), (start, end));
                let mut at = start;
                for number in 0..grid.stretches() {
                    let stretch = grid.stretch(number);
                    assert_eq!(stretch.start(), at);
                    at = stretch.end();
                    let inside = 0.5 * (stretch.start() + stretch.end());
                    if stretch.start() < inside && inside < stretch.end() {
                        assert_eq!(grid.stretch_at(inside), number);
                    }
                }
                assert_eq!(at, end, "{turn}");
                for part in 0..=1000 {
                    let t = start + (end - start) * f64::from(part) / 1000.0;
                    let t = t.clamp(start, end);
                    let number = grid.floor(t);
                    assert!(grid.instant(number) <= t);
                    assert!(number == STEPS || t < grid.instant(number + 1));
                }
            }
        }
    }
}
