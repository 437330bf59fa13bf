//! Bodies in slots: between two fixed ones, with less room than their rest gaps ask for.
//!
//! There springs would push from both sides against each other, the harder the longer that takes. So each side gets half of the room there is as the gap that
//! is wanted, and a tenth of that as the clearance, as everywhere. Kinematic bodies make no slots: what they press on is held by its springs.

use super::constraint::Constraint;
use crate::body::BodyKind;
use crate::contact::Pair;
use crate::state::BodyState;
use glam::DVec3;

/// Two sides are opposite if the cosine of the angle between their normals is less than this. Into a wider wedge a body falls until its springs hold it.
const OPPOSITE: f64 = -0.999;

/// No side gets less than this share of the rest gap.
const NARROWEST: f64 = 1e-3;

/// None follows.
const END: u32 = u32::MAX;

/// A side at which a body is close to a fixed one.
#[derive(Clone, Copy, Debug)]
struct Side {
    pair: u32,
    /// The unit direction from there to the body, and how far both are apart.
    normal: DVec3,
    gap: f64,
    /// The side of the same body that was noted before.
    before: u32,
}

/// The sides of all bodies, and the slots that they make: for one step.
#[derive(Debug, Default)]
pub(crate) struct Slots {
    sides: Vec<Side>,
    /// The last side of each body, by its slot in the list of bodies.
    last: Vec<u32>,
    /// Pairs that stand in a slot, and how much room is on their side.
    found: Vec<(u32, f64)>,
}

impl Slots {
    pub(crate) fn begin(&mut self, bodies: usize) {
        self.sides.clear();
        self.found.clear();
        self.last.clear();
        self.last.resize(bodies, END);
    }

    /// Takes note of where the bodies of a pair are close, if one of them is fixed.
    pub(crate) fn note(&mut self, number: u32, pair: &Pair, bodies: [&BodyState; 2]) {
        let (body, sign) = match bodies.map(|body| body.kind) {
            [BodyKind::Dynamic, BodyKind::Static] => (pair.bodies[0], 1.0),
            [BodyKind::Static, BodyKind::Dynamic] => (pair.bodies[1], -1.0),
            _ => return,
        };
        for cluster in &pair.clusters {
            let gaps = cluster.points().iter().map(|point| point.gap);
            let gap = gaps.fold(f64::INFINITY, f64::min).max(0.0);
            if gap < 2.0 * pair.rest_gap {
                self.add(number, body, sign * cluster.normal, (gap, pair.rest_gap));
            }
        }
    }

    fn add(&mut self, pair: u32, body: u32, normal: DVec3, (gap, rest_gap): (f64, f64)) {
        let last = &mut self.last[body as usize];
        let before = core::mem::replace(last, self.sides.len() as u32);
        let mut next = before;
        while next != END {
            let side = self.sides[next as usize];
            let room = 0.5 * (side.gap + gap);
            if side.normal.dot(normal) < OPPOSITE && room < rest_gap {
                let room = room.max(NARROWEST * rest_gap);
                self.found.push((pair, room));
                self.found.push((side.pair, room));
            }
            next = side.before;
        }
        self.sides.push(Side {
            pair,
            normal,
            gap,
            before,
        });
    }

    /// Tells the pairs, and the contacts at which they are joined already.
    pub(crate) fn leave(&self, pairs: &mut [Pair], constraints: &mut [Constraint]) {
        if self.found.is_empty() {
            return;
        }
        for &(number, room) in &self.found {
            let notes = pairs[number as usize].notes_mut();
            notes.room = notes.room.min(room);
        }
        for constraint in constraints {
            constraint.want(pairs[constraint.pair as usize].wanted_gap());
        }
    }
}
