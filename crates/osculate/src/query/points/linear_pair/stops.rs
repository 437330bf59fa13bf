//! Pairs of which each point stops where it is at an instant of its own.

use super::place::Differences;
use super::within::{Reached, WithinSearch};
use super::{LinearPair, PairKind, polygon};
use crate::numbers::rounding::UNIT;
use crate::query::Limits;
use glam::DVec3;

/// How a pair's points move, whenever they stop: all by differences, so that distance from the origin costs nothing.
struct Travel {
    kind: PairKind,
    /// The polygon's corners at the start.
    apart: [DVec3; 4],
    /// How far each point moves by time 1.
    ways: [DVec3; 4],
    /// The largest coordinate of these.
    largest: f64,
}

impl Travel {
    /// `None` if squares would be near overflow or underflow.
    fn new(pair: &LinearPair) -> Option<Travel> {
        let mut largest = DVec3::ZERO;
        let mut apart = [DVec3::ZERO; 4];
        let ways = pair.points.map(|path| path.end() - path.start());
        for (corner, &(i, j)) in apart.iter_mut().zip(polygon::corners(pair.kind)) {
            *corner = pair.points[i].start() - pair.points[j].start();
            largest = largest.max(corner.abs());
        }
        for way in &ways {
            largest = largest.max(way.abs());
        }
        let largest = largest.max_element();
        // 2^±100
        let tame = 7.888_609_052_210_118e-31..=1.267_650_600_228_229_4e30;
        tame.contains(&largest).then_some(Travel {
            kind: pair.kind,
            apart,
            ways,
            largest,
        })
    }

    /// By how much the height of a corner along a unit direction is off, at most, at any instant. In units of `largest`: a
    /// corner at the start errs by 1, the two products of a way and a time by 2 each, their sums, of up to 2 and 3, by 5: 10 a
    /// coordinate, and 20 along a direction whose coordinates add up to less than 2. The product with it, of up to 6, errs by
    /// 3 of these, 18, and the error taken off by another 6: 44.
    fn error(&self) -> f64 {
        64.0 * UNIT * self.largest
    }

    /// The polygon's corners at a time.
    fn corners(&self, stops: &[f64; 4], time: f64) -> [DVec3; 4] {
        let moved = |i: usize| self.ways[i] * time.min(stops[i]);
        let mut corners = self.apart;
        for (corner, &(i, j)) in corners.iter_mut().zip(polygon::corners(self.kind)) {
            *corner = *corner + moved(i) - moved(j);
        }
        corners
    }
}

impl LinearPair {
    /// Up to when the pair keeps a clearance if each of its points stops where it is at its own instant of `stops`: 1 if it
    /// always does, else no less than `from`, up to which it is known to.
    ///
    /// Between stops all points move on straight lines, or rest.
    pub(crate) fn kept_with_stops(
        &self,
        stops: &[f64; 4],
        from: f64,
        clearance: f64,
        limits: &Limits,
    ) -> f64 {
        let Some(travel) = Travel::new(self) else {
            return from;
        };
        let stops_of_points = &stops[..self.points().len()];
        let mut time = from;
        loop {
            let later = stops_of_points.iter().filter(|&&stop| stop > time);
            let next = later.fold(f64::INFINITY, |least, &stop| least.min(stop));
            if next == f64::INFINITY {
                // All are at rest.
                return 1.0;
            }
            let corners = [time, next].map(|time| travel.corners(stops, time));
            let search = WithinSearch {
                differences: Differences::new(self.kind, corners),
                clearance,
                tolerance: limits.tolerance_for(clearance, || travel.largest),
                error: travel.error(),
            };
            let reached = search.run(limits.budget());
            if reached != Reached::Never {
                // Times are at most 1: a product, a sum and a difference err by less than 4 units.
                let until = time + reached.lower() * (next - time) - 4.0 * UNIT;
                // Not `clamp`: what is no number is no time that was proven.
                return until.max(time).min(next);
            }
            time = next;
        }
    }

    /// The clearance that the pair can keep: the one that is asked for; or if the features start closer than that, what they
    /// start with, but for less than 2⁻⁴² of the largest coordinate of their differences and ways. `None` if they may touch at
    /// the start.
    pub(crate) fn clearance_from_start(&self, clearance: f64) -> Option<f64> {
        let travel = Travel::new(self)?;
        let search = WithinSearch {
            differences: Differences::new(self.kind, [travel.apart; 2]),
            clearance: 0.0,
            tolerance: 0.0,
            error: travel.error(),
        };
        let least = search.least_at_start();
        // Enough for searches, whose heights are off by `error` and which ask for another 24 units of the largest coordinate.
        // 16 of these errors and the two by which `least` is too low are 18·64 units, less than 2⁻⁴².
        let spare = (16.0 * travel.error()).min(0.5 * least);
        let kept = (least - spare) * (1.0 - 4.0 * UNIT);
        (kept > 0.0).then_some(clearance.min(kept))
    }
}
