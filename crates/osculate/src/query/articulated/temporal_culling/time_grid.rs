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

    /// The next stretch that is open, from a time on, and with it all that follow it without a break, unless only one is wanted.
    pub(super) fn next_run(&self, open: OpenStretches, from: f64, one: bool) -> Option<Span> {
        let begin = open.next(self.stretch_at(from))?;
        let mut last = begin;
        while !one && open.is_open(last + 1) {
            last += 1;
        }
        let start = self.stretch(begin).start().max(from);
        Some(Span::part(start, self.stretch(last).end()))
    }

    /// The stretch that an instant is in; the later one of two.
    pub(super) fn stretch_at(&self, t: f64) -> usize {
        (self.floor(t) / self.per_stretch).min(self.stretches() - 1)
    }
}

/// The stretches of a piece in which a pair may touch; there are no more than [`STEPS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenStretches {
    bits: u128,
    count: usize,
}

impl OpenStretches {
    /// All of so many.
    pub(super) fn all(count: usize) -> OpenStretches {
        OpenStretches {
            bits: (1 << count) - 1,
            count,
        }
    }

    pub(super) fn close(&mut self, number: usize) {
        self.bits &= !(1 << number);
    }

    pub(super) fn is_open(&self, number: usize) -> bool {
        self.bits >> number & 1 == 1
    }

    pub(super) fn any(&self) -> bool {
        self.bits != 0
    }

    /// How many are closed.
    pub(super) fn closed(&self) -> usize {
        self.count - self.bits.count_ones() as usize
    }

    /// The first that is open, from one on.
    pub(super) fn next(&self, number: usize) -> Option<usize> {
        (number..self.count).find(|&number| self.is_open(number))
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
    fn runs_are_made_of_open_stretches() {
        let grid = TimeGrid::new(Span::UNIT, 10.0, 1.0);
        assert_eq!(grid.stretches(), 10);
        let mut open = OpenStretches::all(10);
        for closed in [0, 3, 4, 9] {
            open.close(closed);
        }
        assert_eq!((open.closed(), open.any()), (4, true));
        let mut runs = Vec::new();
        let mut from = 0.0;
        while let Some(run) = grid.next_run(open, from, false) {
            runs.push([run.start(), run.end()]);
            from = run.end();
        }
        assert_eq!(runs, [[0.1, 0.3], [0.5, 0.9]]);
        let one = grid.next_run(open, 0.55, true).unwrap();
        assert_eq!([one.start(), one.end()], [0.55, 0.6]);
        let full = OpenStretches::all(STEPS);
        assert!((0..STEPS).all(|number| full.is_open(number)) && !full.is_open(STEPS));
    }

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
