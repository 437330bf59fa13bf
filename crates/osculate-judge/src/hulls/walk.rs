//! When two bodies first overlap.
//!
//! Over a stretch `[t, t + h]` and along a direction `n` that stays as it is, the points x of a and y of b have
//! `f(s) = n·(x(s) − y(s))`, and `|f″| ≤ K = |n×ω_a||ω_a|r_a + |n×ω_b||ω_b|r_b`, where r is how far a core's points are
//! from what they turn about. The least of `f(t) + (s − t)·f′(t)` over all points is a matter of furthest points along
//! `n + (s − t)·n×ω`; as a least of lines it is concave in s, so it is above the chord between its values at t and t + h.
//! So the bodies do not overlap by more than 2δ before the chord, plus 2δ, falls to `½K(s − t)²`.
//!
//! The plain walk knows less: nothing moves relative to anything else faster than `|v| + |ω_a|r_a + |ω_b|r_b`. It is slow,
//! and there to check the other one.

use super::bodies::{Body, Posed};
use super::distance::{Accuracy, Distance, distance};
use super::motion::{Flight, Spinning};
use glam::DVec3;
use std::cell::Cell;

/// A body and how it moves.
#[derive(Clone, Debug)]
pub struct Moved {
    /// What moves.
    pub body: Body,
    /// How.
    pub flight: Flight,
}

/// A query.
#[derive(Clone, Debug)]
pub struct Pair {
    /// One body.
    pub a: Moved,
    /// The other.
    pub b: Moved,
    /// From when to when.
    pub span: (f64, f64),
    /// The tolerance that is asked for, if one is.
    pub tolerance: Option<f64>,
}

/// What the walk has found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Truth {
    /// Nowhere up to here do the bodies overlap by more than the judge's slack.
    pub clear_until: f64,
    /// Here they overlap by more than a quarter of it.
    pub overlap_at: Option<f64>,
    /// It took too many looks: overlaps of somewhat more than the slack may have been passed over.
    pub doubt: bool,
}

/// The separation of the bodies at an instant, margins included, cores' overlaps not: `upper` is no less than minus the
/// margins.
pub type Gap = Distance;

/// The least separation that a walk has seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// At `time` two points of the bodies are this far apart.
    pub seen: f64,
    /// When.
    pub time: f64,
    /// Nowhere are the bodies closer than this: half of what was seen, or a little less; negative if that is not known.
    pub kept: f64,
}

struct Side<'p> {
    body: &'p Body,
    spinning: Spinning,
    angular: DVec3,
    rate: f64,
    reach: f64,
}

impl<'p> Side<'p> {
    fn new(moved: &'p Moved) -> Side<'p> {
        Side {
            body: &moved.body,
            spinning: Spinning::new(&moved.flight),
            angular: moved.flight.angular,
            rate: moved.flight.angular.length(),
            reach: moved.body.reach(),
        }
    }

    /// About its own origin.
    fn posed(&self, t: f64) -> Posed<'p> {
        Posed::new(self.body, DVec3::ZERO, self.spinning.at(t))
    }
}

/// What is known of a pair.
pub struct Judge<'p> {
    /// What is judged.
    pub pair: &'p Pair,
    a: Side<'p>,
    b: Side<'p>,
    /// From b's origin to a's at time 0, and how fast that changes.
    offset: DVec3,
    drift: DVec3,
    margins: f64,
    /// Overlaps are found from here on, and never shallower than a quarter of it.
    pub slack: f64,
    depth: f64,
    rounding: f64,
    smaller: f64,
    /// Instants at which the bodies were posed.
    pub looks: Cell<u64>,
}

/// After this many looks the depth is doubled, and again after each further eighth of them.
const PATIENCE: u64 = 8_000;

/// After this many looks a walk that keeps bodies apart gives up.
const MOST_LOOKS: u64 = 20_000;

impl<'p> Judge<'p> {
    /// The slack is a billionth of the smaller body, or what `f64` can resolve.
    pub fn new(pair: &'p Pair) -> Judge<'p> {
        let (a, b) = (Side::new(&pair.a), Side::new(&pair.b));
        let offset = pair.a.flight.position - pair.b.flight.position;
        let drift = pair.a.flight.linear - pair.b.flight.linear;
        let size = |body: &Body| body.size();
        let smaller = size(a.body).min(size(b.body));
        let time = pair.span.0.abs().max(pair.span.1.abs());
        let extent = a.reach
            + a.body.margin
            + b.reach
            + b.body.margin
            + offset.length()
            + time * drift.length();
        let turned = 1.0 + time * (a.rate + b.rate);
        let rounding = 4.0 * f64::EPSILON * extent * turned;
        let slack = (1e-9 * smaller).max(64.0 * rounding);
        Judge {
            margins: a.body.margin + b.body.margin,
            a,
            b,
            offset,
            drift,
            slack,
            depth: 0.25 * slack,
            rounding,
            smaller,
            pair,
            looks: Cell::new(0),
        }
    }

    /// The cores at `t`, b's turning about zero.
    fn posed(&self, t: f64) -> (Posed<'p>, Posed<'p>) {
        self.looks.set(self.looks.get() + 1);
        let between = self.offset + self.drift * t;
        (self.a.posed(t).shifted(between), self.b.posed(t))
    }

    fn gap(&self, a: &Posed, b: &Posed, guess: DVec3, relative: f64) -> Gap {
        let accuracy = Accuracy {
            absolute: 0.25 * self.rounding,
            relative,
            margins: self.margins,
            touch: 0.25 * self.rounding,
        };
        let cores = distance(a, b, guess, accuracy);
        Gap {
            lower: cores.lower - self.margins,
            upper: cores.upper - self.margins,
            ..cores
        }
    }

    /// The separation at `t`, as well as it can be found.
    pub fn separation(&self, t: f64) -> Gap {
        let (a, b) = self.posed(t);
        self.gap(&a, &b, a.centre - b.centre, 1e-15)
    }

    /// Whether the bodies at `t` overlap by more than `depth`; sure to say so from four times that on. If a stays within
    /// a distance e of b wherever it is moved to among the corners of an octahedron about the ball of radius r, it does so
    /// everywhere in the ball, since the moves that leave two convex bodies within a distance are a convex set: so they
    /// overlap by r − e. Here r is twice the depth and e is the depth, which leaves the search for close points an easy
    /// task; a corner is at √3·r.
    pub fn overlap_by(&self, t: f64, depth: f64) -> bool {
        let (a, b) = self.posed(t);
        let accuracy = Accuracy {
            absolute: 0.0,
            relative: 0.0,
            margins: 0.0,
            touch: self.margins + depth,
        };
        [DVec3::X, DVec3::Y, DVec3::Z].into_iter().all(|axis| {
            [axis, -axis].into_iter().all(|side| {
                let moved = a.shifted(side * (12.0_f64.sqrt() * depth));
                distance(&moved, &b, side, accuracy).upper <= accuracy.touch
            })
        })
    }

    /// How far the point `x` of the world at `t` is outside of a (or of b), at most; negative inside its margin.
    pub fn outside(&self, of_a: bool, x: DVec3, t: f64) -> f64 {
        let (a, b) = self.posed(t);
        let origin = self.pair.b.flight.position + self.pair.b.flight.linear * t;
        let (body, margin) = if of_a {
            (a, self.a.body.margin)
        } else {
            (b, self.b.body.margin)
        };
        body.outside(x - origin) - margin
    }

    /// The least of `n·(x − y)` at `t` over all points x of a and y of b.
    pub fn gap_along(&self, t: f64, n: DVec3) -> f64 {
        let (a, b) = self.posed(t);
        n.dot(a.furthest(-n) - b.furthest(n)) - self.margins * n.length()
    }

    /// No two points approach each other faster.
    pub fn fastest(&self) -> f64 {
        self.drift.length() + self.a.rate * self.a.reach + self.b.rate * self.b.reach
    }

    /// How far from `t` the walk may go along `n`, at most by `most`: see the top of this file.
    fn stride(&self, t: f64, gap: f64, n: DVec3, slack: f64, most: f64) -> f64 {
        let (swing_a, swing_b) = (n.cross(self.a.angular), n.cross(self.b.angular));
        let bend = swing_a.length() * self.a.rate * self.a.reach
            + swing_b.length() * self.b.rate * self.b.reach;
        let (a, b) = (self.a.posed(t), self.b.posed(t));
        let between = n.dot(self.offset + self.drift * t);
        let linear = |h: f64| {
            let (m_a, m_b) = (n + swing_a * h, n + swing_b * h);
            let cores = m_a.dot(a.furthest(-m_a)) - m_b.dot(b.furthest(m_b));
            between + h * n.dot(self.drift) + cores - self.margins
        };
        let from = gap + slack;
        let mut reached = 0.0_f64;
        let mut window = most;
        for _ in 0..6 {
            let root = stays_above(from, (linear(window) - gap) / window, bend);
            reached = reached.max(root.min(window));
            if reached >= window || reached >= 0.5 * window {
                break;
            }
            window = (4.0 * reached).min(0.5 * window);
            if !(window > 1e-3 * most * f64::EPSILON) {
                break;
            }
        }
        reached
    }

    /// The first overlap that is more than rounding.
    pub fn first_overlap(&self) -> Truth {
        let (start, mut end) = self.pair.span;
        if self.pair.a.flight == self.pair.b.flight {
            // One motion carries both: they stay as they are.
            end = start;
        }
        let (mut t, mut guess, mut depth) = (start, DVec3::ZERO, self.depth);
        let (mut looked, mut patience) = (0, PATIENCE);
        loop {
            looked += 1;
            if looked > patience {
                patience += PATIENCE / 8;
                depth *= 2.0;
            }
            let (a, b) = self.posed(t);
            if guess == DVec3::ZERO {
                guess = a.centre - b.centre;
            }
            let gap = self.gap(&a, &b, guess, 0.3);
            let truth = |overlap_at| Truth {
                clear_until: t,
                overlap_at,
                doubt: depth > self.depth,
            };
            if gap.upper <= self.depth && self.overlap_by(t, self.depth) {
                return truth(Some(t));
            }
            if t >= end {
                return truth(None);
            }
            let (along, n) = if gap.lower > 0.0 {
                (gap.lower, gap.normal)
            } else {
                // What touches is moved apart a little to see the direction along which it is barely so.
                // What curves turns that direction by the shift over a radius, and its gap by the square of that.
                let shift = 4.0 * depth + 0.1 * (depth * self.smaller).sqrt();
                let moved = a.shifted(guess.normalize_or_zero() * shift);
                let n = self.gap(&moved, &b, guess, 1e-6).normal;
                (n.dot(a.furthest(-n) - b.furthest(n)) - self.margins, n)
            };
            let step = if along > -1.5 * depth {
                guess = n;
                self.stride(t, along, n, 2.0 * depth, end - t)
            } else {
                depth / self.fastest()
            };
            t = (t + step).max(t.next_up()).min(end);
        }
    }

    /// How near the bodies come to each other, as long as they are further apart than `floor`: the walk ends where they are not.
    pub fn nearest(&self, floor: f64) -> Nearest {
        let floor = floor.max(self.rounding);
        let (mut t, end) = self.pair.span;
        let mut nearest = Nearest {
            seen: f64::INFINITY,
            time: t,
            kept: f64::INFINITY,
        };
        let mut guess = DVec3::ZERO;
        for _ in 0..MOST_LOOKS {
            let (a, b) = self.posed(t);
            if guess == DVec3::ZERO {
                guess = a.centre - b.centre;
            }
            let mut gap = self.gap(&a, &b, guess, 0.3);
            if gap.lower <= floor || gap.upper < nearest.seen {
                gap = self.gap(&a, &b, guess, 1e-3);
            }
            if gap.upper < nearest.seen {
                (nearest.seen, nearest.time) = (gap.upper, t);
            }
            if !(gap.lower > floor) {
                return Nearest {
                    kept: gap.lower.min(0.0),
                    ..nearest
                };
            }
            // From here on to the next look the bodies stay half as far apart.
            nearest.kept = nearest.kept.min(0.5 * gap.lower);
            if t >= end {
                return nearest;
            }
            guess = gap.normal;
            let step = self.stride(t, gap.lower, guess, -0.5 * gap.lower, end - t);
            t = (t + step).max(t.next_up()).min(end);
        }
        Nearest {
            kept: f64::NEG_INFINITY,
            ..nearest
        }
    }

    /// The first overlap by the speed of the fastest points alone. `None` after `most` looks.
    pub fn first_overlap_plainly(&self, most: u64) -> Option<Truth> {
        let (start, end) = self.pair.span;
        let mut t = start;
        for _ in 0..most {
            let (a, b) = self.posed(t);
            let gap = self.gap(&a, &b, a.centre - b.centre, 0.3);
            let truth = |overlap_at| {
                Some(Truth {
                    clear_until: t,
                    overlap_at,
                    doubt: false,
                })
            };
            if gap.upper <= self.depth && self.overlap_by(t, self.depth) {
                return truth(Some(t));
            }
            if t >= end {
                return truth(None);
            }
            let step = (gap.lower.max(0.0) + self.depth) / self.fastest();
            t = (t + step).max(t.next_up()).min(end);
        }
        None
    }
}

/// For how long `from + slope·h − ½·bend·h²` is no less than zero; `from` is not negative.
pub(super) fn stays_above(from: f64, slope: f64, bend: f64) -> f64 {
    if bend > 0.0 {
        let half = slope / bend;
        let root = (half * half + 2.0 * from / bend).sqrt();
        if half > 0.0 {
            half + root
        } else {
            2.0 * from / (bend * (root - half))
        }
    } else if slope < 0.0 {
        from / -slope
    } else {
        f64::INFINITY
    }
}
