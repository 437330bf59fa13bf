//! How long two links are apart before and after an instant, as their outlines show it there.
//!
//! Let n be a direction that is fixed in a frame F, in which two bodies move. A point of a body whose link has its origin at p, and
//! which is at y from there, moves by `V + w×y` in F, with the velocity V of p and the spin w. So at the time s from the middle
//! it is along n at
//!
//! ```text
//! n·p + s·n·V + (n + s·n×w)·y + r      |r| ≤ ½·a·s²
//! ```
//!
//! with a bound a on how fast velocities in F change. The least of b less the most of a is, but for r, a least of functions that are
//! linear in s, and with −½·a·s² for r it is concave. So in a stretch it is least at one of the ends. There each body is looked at once, along
//! `n + s·n×w`: what turns towards the other is seen where it is nearest then, not where it is nearest now. Where it is not positive at an end,
//! but now, the chord between is below it.
//!
//! F is the link that both are below, whose own motion is taken off. Any n will do; a bad one costs time, never soundness. Links with few
//! joints between them are near each other in most configurations, and nearly always apart along the same direction of F, or of one of the
//! two: that one is found out once, of some configurations, and tried first. Later the direction between closest points is.

use super::around::{Around, positive_for};
use super::first_look::Look;
use super::outline::Outline;
use super::proposals::seeded;
use super::slabs::Active;
use super::workcell::{CellPair, Workcell};
use crate::motion::{JointPath, LinkFrame, PosedTree};
use crate::numbers::rounding::{UNIT, length, up};
use crate::numbers::span::Span;
use crate::query::hulls::gjk::{Enough, PosedHulls, Simplex, gjk};
use alloc::vec::Vec;
use glam::DVec3;

#[cfg(test)]
mod tests;

/// How many configurations are tried for the usual direction of a pair.
const TRIES: usize = 24;

/// What is left of the mean of unit directions where they are about the same.
const ABOUT_THE_SAME: f64 = 0.7;

/// A unit direction along which two links are apart in many configurations.
#[derive(Clone, Copy, Debug)]
pub(super) struct UsualDirection {
    /// In the axes of the frame (0) or of one of the links (1 and 2).
    direction: DVec3,
    axes: usize,
}

/// A body's outline and its link; its turning as it is seen from the frame.
struct Side<'o> {
    outline: &'o Outline,
    link: &'o LinkFrame,
    spin: DVec3,
}

/// Two outlines at an instant, seen from a frame.
struct Sides<'o> {
    a: Side<'o>,
    b: Side<'o>,
    frame: &'o LinkFrame,
    spin_error: f64,
    between: DVec3,
    velocity: DVec3,
}

impl Workcell<'_> {
    fn sides<'s>(&'s self, pair: &CellPair, posed: &'s PosedTree) -> Option<Sides<'s>> {
        let side = |body: usize, frame: &LinkFrame| {
            let outline = self.bodies[body].outline.as_ref()?;
            let link = self.tree.frame_of(posed, body)?;
            let spin = link.spin - frame.spin;
            Some(Side {
                outline,
                link,
                spin,
            })
        };
        let step = self.robot.links[pair.frame].step;
        let (frame, spin_error) = self.tree.frame(posed, step)?;
        let [a, b] = pair.bodies;
        let (a, b) = (side(a, frame)?, side(b, frame)?);
        let between = b.link.place - a.link.place;
        Some(Sides {
            velocity: b.link.velocity - a.link.velocity - frame.spin.cross(between),
            a,
            b,
            frame,
            spin_error,
            between,
        })
    }

    /// Finds the usual directions of pairs whose balls meet in half of some configurations.
    pub(super) fn find_usual_directions(&mut self) {
        let mut random = seeded(1);
        let mut posed = PosedTree::default();
        let mut found: Vec<(usize, [DVec3; 3])> = Vec::new();
        found.resize(self.pairs.len(), (0, [DVec3::ZERO; 3]));
        for _ in 0..TRIES {
            let configuration = self.robot.any_configuration(&mut random);
            let Ok(path) = self.robot.straight(&configuration, &configuration) else {
                return;
            };
            let held: Vec<_> = (0..path.coordinates())
                .map(|coordinate| path.bounds(0, coordinate, Span::UNIT).checked())
                .collect();
            self.tree.prepare(&path, 0, &held, &mut posed);
            self.tree.pose(&path, 0, 0.0, &mut posed);
            for (pair, (count, sums)) in self.pairs.iter().zip(&mut found) {
                let Some(sides) = self.sides(pair, &posed) else {
                    continue;
                };
                let radii = pair
                    .bodies
                    .map(|body| self.bodies[body].cover.whole().radius);
                let middles = pair.bodies.map(|body| self.tree.point(&posed, body, 0).0);
                let near = length(middles[1] - middles[0]) < radii[0] + radii[1];
                if let (true, Some(direction)) = (near, sides.closest(0.0, &mut Simplex::default()))
                {
                    *count += 1;
                    for (axes, sum) in sums.iter_mut().enumerate() {
                        *sum += sides.axes(axes).rotation.transpose() * direction;
                    }
                }
            }
        }
        for (number, (count, sums)) in found.into_iter().enumerate() {
            let longest = |best: usize, axes| {
                if length(sums[axes]) > length(sums[best]) {
                    axes
                } else {
                    best
                }
            };
            let axes = (1..3).fold(0, longest);
            let size = length(sums[axes]);
            if 2 * count >= TRIES && size >= ABOUT_THE_SAME * count as f64 {
                self.pairs[number].usual = Some(UsualDirection {
                    direction: sums[axes] / size,
                    axes,
                });
            }
        }
    }
}

/// What is taken off a gap along a direction of unit length: now, and what is added by and by.
struct Lost {
    now: f64,
    rate: f64,
    bend: f64,
}

impl Lost {
    /// What it is before or after this time.
    #[inline]
    fn after(&self, time: f64) -> f64 {
        up(self.now + (self.rate + 0.5 * self.bend * time) * time)
    }
}

/// Two outlines at an instant, and what is taken off a gap between them.
pub(super) struct OutlineLook<'o> {
    sides: Sides<'o>,
    lost: Lost,
}

impl OutlineLook<'_> {
    /// How much of a time two links stay apart along their usual direction.
    #[inline]
    pub(super) fn usually_apart(&self, usual: &UsualDirection, asked: &Around) -> Around {
        let direction = self.sides.axes(usual.axes).rotation * usual.direction;
        self.sides.apart_along(direction, &self.lost, asked)
    }

    /// How much of a time two links stay apart along the direction between their closest points, looked for from where these were last.
    pub(super) fn apart(&self, last: &mut Simplex, asked: &Around) -> Around {
        match self.sides.closest(self.lost.now, last) {
            Some(direction) => self.sides.apart_along(direction, &self.lost, asked),
            None => Around::NOTHING,
        }
    }
}

impl Look<'_, '_> {
    /// The outlines of a pair, if both have one.
    #[inline]
    pub(super) fn outlines(&self, pair: &CellPair, active: &Active) -> Option<OutlineLook<'_>> {
        let sides = self.cell.sides(pair, self.posed)?;
        let lost = self.lost(&sides, pair, active);
        Some(OutlineLook { sides, lost })
    }

    /// What is taken off a gap along a direction of unit length: clearance and tolerance, how far places and velocities may be
    /// off, and what accelerations do.
    ///
    /// Differences of places and velocities, products with rotations and directions, and the choice of a corner round by less than 64
    /// units of the lengths that are in them; 128 of how far either body reaches, and of how fast it is, are in its errors, which is as much:
    /// the two are no further apart than both reach. Of the frame's motion only `Ω×(x_b − x_a)` is left in the difference of two velocities: it
    /// is off by the error of Ω, and by Ω where places are.
    fn lost(&self, sides: &Sides, pair: &CellPair, active: &Active) -> Lost {
        let (a, b) = (&sides.a, &sides.b);
        let [first, second] = pair.bodies.map(|body| &self.posed.errors[body]);
        let apart = length(sides.between) + a.outline.reach + b.outline.reach;
        let place = first.place + second.place;
        let turning = length(sides.frame.spin);
        let swung = (sides.spin_error + 128.0 * UNIT * turning) * apart + turning * place;
        Lost {
            now: up(active.beyond + place),
            rate: up(first.velocity + second.velocity + swung),
            bend: active.speeds.bend([a.outline.arm, b.outline.arm]),
        }
    }
}

impl Side<'_> {
    /// How far the body is along a direction, at most, from its link's origin, but for rounding.
    #[inline]
    fn most(&self, direction: DVec3) -> f64 {
        let back = self.link.rotation.transpose();
        self.outline.most(back * direction)
    }
}

impl Sides<'_> {
    /// The frame (0), or one of the links (1 and 2).
    fn axes(&self, number: usize) -> &LinkFrame {
        [self.frame, self.a.link, self.b.link][number]
    }

    /// How much of a time the bodies are apart by more than what is lost along a direction of about unit length from a to b.
    #[inline]
    fn apart_along(&self, n: DVec3, lost: &Lost, asked: &Around) -> Around {
        let (place, rate) = (n.dot(self.between), n.dot(self.velocity));
        let across = [&self.a, &self.b].map(|side| n.cross(side.spin));
        // Errors of rotations make a direction longer that is turned by them.
        let size = length(n) * (1.0 + 16.0 * UNIT);
        let gap = |time: f64| {
            let most_a = self.a.most(n + time * across[0]);
            let most_b = self.b.most(-(n + time * across[1]));
            place + time * rate - most_a - most_b - lost.after(time.abs()) * size
        };
        // Of two ends that are apart, all that is between is.
        let before = gap(-asked.before);
        let mut after = f64::NAN;
        if before > 0.0 {
            after = gap(asked.after);
            if after > 0.0 {
                return *asked;
            }
        }
        let now = gap(0.0);
        if !(now > 0.0) {
            return Around::NOTHING;
        }
        if !(before > 0.0) {
            after = gap(asked.after);
        }
        Around {
            before: positive_for(now, before, asked.before),
            after: positive_for(now, after, asked.after),
        }
    }

    /// The unit direction between the closest points, if these are further apart than `lost` now.
    fn closest(&self, lost: f64, last: &mut Simplex) -> Option<DVec3> {
        let (a, b) = (&self.a, &self.b);
        let back = b.link.rotation.transpose();
        let posed = PosedHulls {
            a: &a.outline.hull,
            b: &b.outline.hull,
            pivots: [DVec3::ZERO; 2],
            turn: back * a.link.rotation,
            shift: -(back * self.between),
        };
        let enough = Enough {
            apart: lost,
            share: 0.25,
            doubt: 0.0,
            touching: lost,
            beyond: f64::INFINITY,
        };
        if last.vertices().is_empty() {
            let direction = posed.between();
            let near = [
                a.outline.near(posed.turn.transpose() * direction),
                b.outline.near(-direction),
            ];
            *last = Simplex::of(&[posed.support(direction, near)]);
        }
        let closest = gjk(&posed, last, &enough, &mut 0);
        let direction = b.link.rotation * closest.direction;
        let size = length(direction);
        (closest.gap > lost && size > 0.0).then(|| direction / size)
    }
}
