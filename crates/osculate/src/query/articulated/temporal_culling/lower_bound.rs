//! A time up to which two bodies are apart, by the upper part of their hierarchies: HCA_sub of algorithm 4.
//!
//! A pair of volumes that is a gap apart along a direction, which may close no faster than eq. 14 says, is apart for as long as that
//! gap lasts. It is advanced so from instant to instant of the grid (section 5.3.2), until a step ends before the next
//! instant. Then it is opened, unless both volumes are at the depth that is looked at. The earliest of all times at which that
//! happens is the answer.
//!
//! A gap is measured at an instant that is no later than the time that the pair is known to be apart up to: what it proves from there
//! on holds beyond that time too. A direction is fixed in the frame that both chains start from, so only the joints between the two
//! bodies count.

use super::speeds::{HasSpeeds, StretchSpeeds};
use super::time_grid::{OpenStretches, PoseGrid, TimeGrid};
use super::volumes::{Place, Volumes};
use crate::motion::{PairMotion, ProvenGap, VolumePose};
use crate::numbers::rounding::UNIT;
use crate::volume::{SweptSphere, Volume};
use alloc::vec::Vec;

/// How often a pair of volumes is advanced before it is opened, where there is no grid: the paper's most iterations.
const MOST_STEPS: usize = 50;

/// Where there is no grid, a pair is opened once its gap is below this share of the smaller volume's radius.
const CLOSE: f64 = 0.5;

/// Two bodies along a piece of a path, and what is asked about them.
pub(super) struct LowerBound<'q, A, B> {
    pub(super) volumes: [&'q Volumes<'q>; 2],
    pub(super) motions: (&'q A, &'q B),
    pub(super) poses: [&'q mut PoseGrid; 2],
    pub(super) grid: TimeGrid,
    /// Whether bodies are posed at the instants of the grid alone.
    pub(super) gridded: bool,
    /// The stretches in which the bodies may touch.
    pub(super) open: OpenStretches,
    pub(super) clearance: f64,
    /// At the start volumes must be further apart than this: 0 if the bodies are known to be apart there.
    pub(super) near: f64,
    /// The bodies are apart up to this time; where that is the start, it need not be known.
    pub(super) from: f64,
    /// Later times are not looked at.
    pub(super) until: f64,
    /// The most pairs of volumes to be looked at.
    pub(super) budget: u64,
    /// Whether directions are looked at.
    pub(super) directions: bool,
    /// How fast the bodies move, stretch by stretch.
    pub(super) speeds: [&'q mut StretchSpeeds; 2],
}

/// What was found, and what it took.
#[derive(Clone, Copy, Debug)]
pub(super) struct LowerTime {
    /// The bodies are apart up to and including this time, if it is after the one that was started from; infinite if they
    /// are up to the end, or up to the time that was asked about.
    pub(super) time: f64,
    pub(super) volume_pairs: u64,
}

/// A pair of volumes that is apart up to a time.
#[derive(Clone, Copy)]
struct Waiting {
    time: f64,
    places: [Place; 2],
}

/// A search under way.
struct Run<'q, A, B> {
    asked: LowerBound<'q, A, B>,
    pair: PairMotion<'q>,
    reaches: [f64; 2],
    /// The time that the bodies are posed at, and how.
    posed: Option<(f64, VolumePose)>,
    volume_pairs: u64,
}

impl<A: HasSpeeds, B: HasSpeeds> LowerBound<'_, A, B> {
    /// A time up to which the bodies are apart.
    pub(super) fn find(self) -> LowerTime {
        let pair = PairMotion::new(self.motions.0, self.motions.1);
        let mut run = Run {
            reaches: [
                self.volumes[0].root().reach_from(pair.path_a.pivot),
                self.volumes[1].root().reach_from(pair.path_b.pivot),
            ],
            pair,
            posed: None,
            volume_pairs: 0,
            asked: self,
        };
        let time = run.earliest();
        LowerTime {
            time,
            volume_pairs: run.volume_pairs,
        }
    }
}

impl<A: HasSpeeds, B: HasSpeeds> Run<'_, A, B> {
    /// The earliest time up to which a pair of volumes could be advanced that cannot be opened.
    fn earliest(&mut self) -> f64 {
        let mut earliest = self.asked.until;
        let places = [Place::ROOT; 2];
        let time = self.advance(places, self.asked.from);
        let mut waiting = Vec::from([Waiting { time, places }]);
        while let Some(Waiting { time, places }) = waiting.pop() {
            if time >= earliest {
                continue;
            }
            let spent = self.volume_pairs >= self.asked.budget;
            let Some(below) = self.below(places).filter(|_| !spent) else {
                earliest = time;
                continue;
            };
            let [first, second] = below.map(|places| {
                let time = self.advance(places, time);
                Waiting { time, places }
            });
            // The one that may touch first comes off the stack first.
            let in_order = if first.time < second.time {
                [second, first]
            } else {
                [first, second]
            };
            waiting.extend(in_order);
        }
        if earliest >= self.asked.until {
            f64::INFINITY
        } else {
            earliest
        }
    }

    /// What is below two volumes: the larger one is opened, if it can be.
    fn below(&self, [a, b]: [Place; 2]) -> Option<[[Place; 2]; 2]> {
        let [of_a, of_b] = self.asked.volumes;
        let open_a = || of_a.below(a).map(|below| below.map(|a| [a, b]));
        let open_b = || of_b.below(b).map(|below| below.map(|b| [a, b]));
        if of_a.size(a) >= of_b.size(b) {
            open_a().or_else(open_b)
        } else {
            open_b().or_else(open_a)
        }
    }

    /// A time up to which two volumes are apart, by steps from `from` on.
    fn advance(&mut self, places: [Place; 2], mut from: f64) -> f64 {
        let grid = self.asked.grid;
        let start = grid.span().start();
        let size = {
            let [a, b] = self.asked.volumes;
            a.size(places[0]).min(b.size(places[1]))
        };
        for _ in 0..=MOST_STEPS {
            let Some(stretch) = self.next_open(&mut from) else {
                return f64::INFINITY;
            };
            let number = grid.floor(from);
            let now = if self.asked.gridded {
                grid.instant(number)
            } else {
                from
            };
            self.pose(number, now);
            let (gap, time) = self.step(places, stretch, now);
            // What starts at the start is to be seen apart there by more than the tolerance.
            let enough = now > start || gap > self.asked.near;
            if !(enough && time > from) {
                return from;
            }
            let end = grid.stretch(stretch).end();
            if time >= end {
                if stretch + 1 == grid.stretches() {
                    return f64::INFINITY;
                }
                from = end;
                continue;
            }
            from = time;
            let stops = if self.asked.gridded {
                grid.floor(time) == number
            } else {
                gap < CLOSE * size
            };
            if stops || from >= self.asked.until {
                return from;
            }
        }
        from
    }

    /// The stretch that goes on from a time, and in which the bodies may touch; the time is moved to its start if need be. None,
    /// if there is no such stretch.
    fn next_open(&self, from: &mut f64) -> Option<usize> {
        let grid = &self.asked.grid;
        let now = grid.stretch_at(*from);
        let stretch = self.asked.open.next(now)?;
        if stretch > now {
            *from = grid.stretch(stretch).start();
        }
        Some(stretch)
    }

    fn pose(&mut self, number: usize, now: f64) {
        if self.posed.is_some_and(|(time, _)| time == now) {
            return;
        }
        let (a, b) = self.asked.motions;
        let pose = if self.asked.gridded {
            let [of_a, of_b] = &mut self.asked.poses;
            let (a, b) = (of_a.pose(a, number, now), of_b.pose(b, number, now));
            self.pair.posed(now, a, b)
        } else {
            for poses in &mut self.asked.poses {
                poses.computed += 1;
            }
            self.pair.pose(now)
        };
        self.posed = Some((now, VolumePose::new(&pose, self.reaches)));
    }

    /// The gap of two volumes now, and a time up to which it certainly is open, of which more than the stretch means nothing.
    fn step(&mut self, places: [Place; 2], stretch: usize, now: f64) -> (f64, f64) {
        self.volume_pairs += 1;
        let Some((_, pose)) = self.posed else {
            return (f64::NEG_INFINITY, now);
        };
        let [a, b] = self.asked.volumes;
        let (a, b) = (a.volume(places[0]), b.volume(places[1]));
        let pivots = [self.pair.path_a.pivot, self.pair.path_b.pivot];
        let gaps = SweptSphere::widest_gaps([a; 2], [b; 2], &pose.turn, 0.0, pose.shift, pivots);
        // A quarter of the error stays as what is left of the gap at the end, so that the end is proven too.
        let gap = ProvenGap::of(gaps.gap.0[0], self.asked.clearance + 1.25 * pose.error);
        if !(gap.width() > 0.0) {
            return (gap.width(), now);
        }
        let direction = pose.axes * gaps.direction.first();
        let (reach_a, reach_b) = (a.reach_from(pivots[0]), b.reach_from(pivots[1]));
        let error = pose.axes_error + 32.0 * UNIT;
        let end = self.asked.grid.stretch(stretch);
        let (a, b) = self.asked.motions;
        let [of_a, of_b] = &mut self.asked.speeds;
        let (of_a, of_b) = (of_a.during(stretch, end, a), of_b.during(stretch, end, b));
        let anyhow =
            of_a.anyhow(direction, error, reach_a) + of_b.anyhow(-direction, error, reach_b);
        let time = after(now, gap, anyhow);
        if time >= end.end() || !self.asked.directions {
            return (gap.width(), time);
        }
        let closing = of_a.along(direction, error, reach_a, || a.axes(end))
            + of_b.along(-direction, error, reach_b, || b.axes(end));
        (gap.width(), after(now, gap, closing))
    }
}

/// A time up to which a gap lasts that may close as fast as this from now on; infinite if it does not close.
fn after(now: f64, gap: ProvenGap, closing: f64) -> f64 {
    let closing = closing + 4.0 * UNIT * closing.abs();
    if closing <= 0.0 {
        return f64::INFINITY;
    }
    // NaN is no step.
    let time = (now + gap.lasts(closing)).next_down();
    if time > now { time } else { now }
}
