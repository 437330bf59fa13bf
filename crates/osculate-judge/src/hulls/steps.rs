//! Whether bodies that move in legs, and stand between them, stay apart all the time of a step.
//!
//! Every stretch of time on which neither of two bodies begins another leg is walked on its own, piece against piece. Where one leg
//! ends and the next begins, the stored pose is not quite the one that the formula leads to: how far any point jumps there is
//! measured, and taken off every separation. So what is left is positive only if the bodies are apart on the way of the jump too.

use super::bodies::{Body, Posed};
use super::motion::{Flight, Spinning, turn_of};
use super::walk::{Judge, Moved, Nearest, Pair, stays_above};
use glam::{DQuat, DVec3};

/// What a body is made of, in its own coordinates.
#[derive(Clone, Debug)]
pub enum Solid {
    /// Convex pieces, each placed in the body.
    Pieces(Vec<Body>),
    /// All points x with n·x no more than the offset.
    HalfSpace {
        /// A unit vector.
        normal: DVec3,
        /// Along it.
        offset: f64,
    },
}

/// Where a body's origin is, and how the body is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Of its origin.
    pub position: DVec3,
    /// From its own coordinates to those of the world.
    pub rotation: DQuat,
}

/// A part of a step on which a body moves at constant velocities.
#[derive(Clone, Copy, Debug)]
pub struct Leg {
    /// From when.
    pub from: f64,
    /// Until when.
    pub until: f64,
    /// Where the point that it turns about is at `from`, and how it goes on, by a clock that starts there.
    pub flight: Flight,
}

/// What a body does in a step, from time 0 to 1.
#[derive(Clone, Debug)]
pub struct Track {
    solid: Solid,
    /// They cover all of the step, one after the other.
    legs: Vec<Leg>,
    moves: bool,
    reach: f64,
    /// How far any point jumps where one leg ends and the next begins, at most, and what rounding adds.
    pub jump: f64,
}

/// How near two bodies come in a step.
#[derive(Clone, Copy, Debug)]
pub struct Closest {
    /// The bodies.
    pub tracks: [usize; 2],
    /// The least separation that was seen, less all jumps.
    pub seen: f64,
    /// When.
    pub time: f64,
    /// Whether the bodies are proven to be apart all the time.
    pub proven: bool,
}

impl Track {
    /// Of a body that turns about `pivot`, a point in its own coordinates: from its pose at the start of the step along legs in the
    /// order of time to that at the end.
    pub fn new(solid: &Solid, pivot: DVec3, [start, end]: [Pose; 2], legs: &[Leg]) -> Track {
        let still = |pose: Pose| {
            let centre = pose.position + turn_of(pose.rotation).apply(pivot);
            Flight::at(centre).turned(pose.rotation)
        };
        let solid = about(solid, pivot);
        let reach = match &solid {
            Solid::Pieces(pieces) => {
                let reaches = pieces.iter().map(|piece| piece.reach() + piece.margin);
                reaches.fold(0.0, f64::max)
            }
            Solid::HalfSpace { .. } => f64::INFINITY,
        };
        let mut all = Vec::with_capacity(2 * legs.len() + 1);
        let mut now = 0.0;
        for (number, leg) in legs.iter().enumerate() {
            assert!(leg.from >= now && leg.until >= leg.from && leg.until <= 1.0);
            if leg.from > now {
                let at = if number == 0 {
                    still(start)
                } else {
                    leg.flight
                };
                let (linear, angular) = (DVec3::ZERO, DVec3::ZERO);
                all.push(Leg {
                    from: now,
                    until: leg.from,
                    flight: at.moving(linear).spinning(angular),
                });
            }
            all.push(*leg);
            now = leg.until;
        }
        if now < 1.0 {
            all.push(Leg {
                from: now,
                until: 1.0,
                flight: still(end),
            });
        }
        let mut track = Track {
            solid,
            legs: all,
            moves: !legs.is_empty() || start != end,
            reach,
            jump: 0.0,
        };
        track.jump = track.largest_jump(still(start), still(end));
        track
    }

    fn largest_jump(&self, start: Flight, end: Flight) -> f64 {
        let (mut at, mut largest) = (start, 0.0_f64);
        // What turns about the world's origin has no size that a turn could be measured by.
        let reach = if self.reach.is_finite() {
            self.reach
        } else {
            0.0
        };
        let mut far = at.position.length() + reach;
        let mut look = |before: Flight, after: Flight| {
            let turned = turn_of(after.rotation).0;
            let columns = turn_of(before.rotation).0.into_iter().zip(turned);
            // No column is off by more, so that no unit vector is by more than √3 times this.
            let turn = columns.map(|(x, y)| (x - y).length()).fold(0.0, f64::max);
            let shift = (before.position - after.position).length();
            largest = largest.max(shift + 3.0_f64.sqrt() * turn * reach);
        };
        for leg in &self.legs {
            look(at, leg.flight);
            at = leg.flight.after(leg.until - leg.from);
            far = far.max(at.position.length() + reach);
        }
        look(at, end);
        largest + 8.0 * f64::EPSILON * far
    }

    /// Where the point that the body turns about is at a time of the step, and how the body is turned.
    pub fn at(&self, t: f64) -> Pose {
        let leg = self.legs.iter().find(|leg| leg.until >= t);
        let leg = leg.or(self.legs.last()).expect("a step has a leg");
        let flight = leg.flight.after((t - leg.from).max(0.0));
        Pose {
            position: flight.position,
            rotation: flight.rotation,
        }
    }

    /// Two corners of a box around the body's way.
    fn bounds(&self) -> [DVec3; 2] {
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for leg in &self.legs {
            let end = leg.flight.position + leg.flight.linear * (leg.until - leg.from);
            for point in [leg.flight.position, end] {
                (low, high) = (low.min(point), high.max(point));
            }
        }
        let around = self.reach + self.jump;
        [low - around, high + around]
    }
}

/// The same solid in coordinates whose origin is `pivot`.
fn about(solid: &Solid, pivot: DVec3) -> Solid {
    match solid {
        Solid::Pieces(pieces) => {
            let moved = pieces.iter().cloned().map(|mut piece| {
                piece.position -= pivot;
                piece
            });
            Solid::Pieces(moved.collect())
        }
        &Solid::HalfSpace { normal, offset } => Solid::HalfSpace {
            normal,
            offset: offset - normal.dot(pivot),
        },
    }
}

/// The pair that comes closest, of all that `asked` for and that come closer than `far`. Of bodies that both stand nothing is asked.
pub fn closest(
    tracks: &[Track],
    far: f64,
    mut asked: impl FnMut(usize, usize) -> bool,
) -> Option<Closest> {
    let bounds: Vec<[DVec3; 2]> = tracks.iter().map(Track::bounds).collect();
    let mut order: Vec<usize> = (0..tracks.len()).collect();
    order.sort_by(|&i, &j| bounds[i][0].x.total_cmp(&bounds[j][0].x));
    let mut worst: Option<Closest> = None;
    for (place, &i) in order.iter().enumerate() {
        for &j in &order[place + 1..] {
            if bounds[j][0].x > bounds[i][1].x + far {
                break;
            }
            let between = (bounds[i][0] - bounds[j][1]).max(bounds[j][0] - bounds[i][1]);
            let moving = tracks[i].moves || tracks[j].moves;
            if between.max_element() > far || !moving || !asked(i.min(j), i.max(j)) {
                continue;
            }
            let (first, second) = (i.min(j), i.max(j));
            let Some(mut found) = nearest(&tracks[first], &tracks[second], far) else {
                continue;
            };
            found.tracks = [first, second];
            let worse = |worst: Closest| {
                (found.proven, found.seen) < (worst.proven, worst.seen) || found.seen.is_nan()
            };
            if worst.is_none_or(worse) {
                worst = Some(found);
            }
        }
    }
    worst
}

/// How near two bodies come to each other, if closer than `far`.
pub fn nearest(a: &Track, b: &Track, far: f64) -> Option<Closest> {
    let jumps = a.jump + b.jump;
    let mut worst: Option<Closest> = None;
    let mut look = |from: f64, nearest: Nearest| {
        let seen = nearest.seen - jumps;
        let proven = nearest.kept > jumps;
        let closer = worst.is_none_or(|worst| seen < worst.seen);
        if !proven || (seen < far && closer) {
            worst = Some(Closest {
                tracks: [0, 1],
                seen: worst.map_or(seen, |worst| worst.seen.min(seen)),
                time: from + nearest.time,
                proven: proven && worst.is_none_or(|worst| worst.proven),
            });
        }
    };
    let (mut i, mut j) = (0, 0);
    while i < a.legs.len() && j < b.legs.len() {
        let (p, q) = (&a.legs[i], &b.legs[j]);
        let (from, until) = (p.from.max(q.from), p.until.min(q.until));
        if from <= until {
            let flights = [p, q].map(|leg| leg.flight.after(from - leg.from));
            along([a, b], flights, until - from, far, |nearest| {
                look(from, nearest)
            });
        }
        if p.until <= q.until {
            i += 1;
        } else {
            j += 1;
        }
    }
    worst
}

/// All pairs of pieces over one stretch of time.
fn along(
    [a, b]: [&Track; 2],
    flights: [Flight; 2],
    length: f64,
    far: f64,
    mut tell: impl FnMut(Nearest),
) {
    match (&a.solid, &b.solid) {
        (Solid::Pieces(p), Solid::Pieces(q)) => {
            if apart(flights, length) > a.reach + b.reach + far + a.jump + b.jump {
                return;
            }
            for (p, q) in p.iter().flat_map(|p| q.iter().map(move |q| (p, q))) {
                let reaches = p.reach() + p.margin + q.reach() + q.margin;
                if apart(flights, length) > reaches + far + a.jump + b.jump {
                    continue;
                }
                let [flight_a, flight_b] = flights;
                let moved = |body: &Body, flight| Moved {
                    body: body.clone(),
                    flight,
                };
                let pair = Pair {
                    a: moved(p, flight_a),
                    b: moved(q, flight_b),
                    span: (0.0, length),
                    tolerance: None,
                };
                tell(Judge::new(&pair).nearest(a.jump + b.jump));
            }
        }
        (Solid::Pieces(pieces), &Solid::HalfSpace { normal, offset }) => {
            for piece in pieces {
                tell(over_plane(
                    piece,
                    flights,
                    [normal * offset, normal],
                    length,
                ));
            }
        }
        (Solid::HalfSpace { .. }, Solid::Pieces(_)) => {
            let [flight_a, flight_b] = flights;
            along([b, a], [flight_b, flight_a], length, far, tell);
        }
        (Solid::HalfSpace { .. }, Solid::HalfSpace { .. }) => {}
    }
}

/// How near two points come that fly straight.
fn apart([a, b]: [Flight; 2], length: f64) -> f64 {
    let (between, drift) = (a.position - b.position, a.linear - b.linear);
    let square = drift.length_squared();
    let t = if square > 0.0 {
        (-between.dot(drift) / square).clamp(0.0, length)
    } else {
        0.0
    };
    (between + drift * t).length()
}

/// How near a piece comes to a half-space, which is given by a point of its plane and its normal, in its own coordinates.
///
/// As in `walk`, along a normal that stays: the gap is above the chord between its values at both ends, were all points to go on
/// straight, less ½|n×ω||ω|r·t². If the plane turns, only the speed of points is known.
fn over_plane(
    piece: &Body,
    [flight, plane]: [Flight; 2],
    [on, normal]: [DVec3; 2],
    length: f64,
) -> Nearest {
    let spinning = [&flight, &plane].map(Spinning::new);
    let drift = flight.linear - plane.linear;
    let offset = normal.dot(on);
    let between = |t: f64| flight.position - plane.position + drift * t;
    let (omega, rate, reach) = (flight.angular, flight.angular.length(), piece.reach());
    let furthest = between(0.0).length().max(between(length).length()) + reach + piece.margin;
    let fastest = drift.length() + rate * reach + plane.angular.length() * furthest;
    let rounding = 16.0 * f64::EPSILON * (furthest + offset.abs()) * (1.0 + length * rate);
    let mut nearest = Nearest {
        seen: f64::INFINITY,
        time: 0.0,
        kept: f64::INFINITY,
    };
    let mut t = 0.0_f64;
    for _ in 0..20_000 {
        let n = spinning[1].at(t).apply(normal);
        let posed = Posed::new(piece, DVec3::ZERO, spinning[0].at(t));
        let straight = |h: f64| {
            let m = n + n.cross(omega) * h;
            let cores = m.dot(posed.furthest(-m));
            n.dot(between(t + h)) + cores - offset - piece.margin
        };
        let gap = straight(0.0) - rounding;
        if gap < nearest.seen {
            (nearest.seen, nearest.time) = (gap, t);
        }
        if !(gap > rounding) {
            // Not to the end.
            return Nearest {
                kept: gap.min(0.0),
                ..nearest
            };
        }
        nearest.kept = nearest.kept.min(0.5 * gap);
        if t >= length {
            return nearest;
        }
        let left = length - t;
        let step = if plane.angular == DVec3::ZERO {
            let bend = n.cross(omega).length() * rate * reach;
            let mut window = left;
            loop {
                let slope = (straight(window) - rounding - gap) / window;
                let step = stays_above(0.5 * gap, slope, bend).min(window);
                if step >= 0.25 * window {
                    break step;
                }
                window *= 0.5;
            }
        } else {
            0.5 * gap / fastest
        };
        t = (t + step).max(t.next_up()).min(length);
    }
    Nearest {
        kept: f64::NEG_INFINITY,
        ..nearest
    }
}
