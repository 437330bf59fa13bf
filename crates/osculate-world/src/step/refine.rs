//! Pairs that would come too close: their ends are looked at, and corrected.

use super::look::Looking;
use crate::contact::{Pair, SeenEnd};
use crate::state::BodyState;
use glam::{DMat3, DVec3};
use osculate::Placement;

/// How often all points are gone through.
const PASSES: usize = 8;

/// A gap below this share of the rest gap is widened to it.
pub(crate) const WIDE: f64 = 0.7;

/// Only bodies that are no deeper in each other than so many rest gaps are set right, and fewer if they bounce: what is deeper hits.
const DEEPEST: f64 = 100.0;
const DEEPEST_THAT_BOUNCE: f64 = 4.0;

/// What is further apart than so many rest gaps is not in the way of a correction.
const HEEDED: f64 = 3.0;

/// Ends that have been moved by less than this share of the rest gap since they were looked at are not looked at again: whatever was out of
/// sight then, two rest gaps away, is still further than what is corrected.
const STRAYS: f64 = 1.0;

/// A point at the end of a step at which two bodies are too close.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Correction {
    bodies: [u32; 2],
    normal: DVec3,
    /// The normal's moments about both centres of mass.
    levers: [DVec3; 2],
    /// How far the bodies are apart there, and how far they are to be.
    gap: f64,
    wide: f64,
    push: f64,
    /// How a push turns both bodies, and how far it parts them.
    turned: [DVec3; 2],
    answer: f64,
}

impl Correction {
    fn new(
        bodies: [u32; 2],
        (normal, at, gap): (DVec3, [DVec3; 2], f64),
        centres: [DVec3; 2],
        wide: f64,
    ) -> Correction {
        let at = 0.5 * (at[0] + at[1]);
        Correction {
            bodies,
            normal,
            levers: centres.map(|centre| (at - centre).cross(normal)),
            gap,
            wide,
            push: 0.0,
            turned: [DVec3::ZERO; 2],
            answer: 0.0,
        }
    }

    /// Finds out what a push does to two bodies of these masses.
    fn weigh(&mut self, masses: [(DVec3, &DMat3); 2]) {
        let [(mass_a, inertia_a), (mass_b, inertia_b)] = masses;
        let (normal, [lever_a, lever_b]) = (self.normal, self.levers);
        self.turned = [inertia_a * lever_a, inertia_b * lever_b];
        let [turned_a, turned_b] = self.turned;
        self.answer =
            normal.dot((mass_a + mass_b) * normal) + lever_a.dot(turned_a) + lever_b.dot(turned_b);
    }

    pub(crate) fn bodies(&self) -> [u32; 2] {
        self.bodies
    }
}

/// Finds where two bodies are too close at the end of their legs. Whether they are. The ends have been moved so far in all.
pub(crate) fn find(
    pair: &mut Pair,
    bodies: [&BodyState; 2],
    ends: [Placement; 2],
    strayed: f64,
    looking: &mut Looking,
    corrections: &mut Vec<Correction>,
) -> bool {
    let seen = match pair.notes().seen_end {
        Some(seen) if strayed - seen.strayed <= STRAYS * pair.rest_gap => seen,
        _ => look_at_end(pair, bodies, ends, strayed, looking),
    };
    if !seen.close {
        return false;
    }
    let deepest = match pair.known.restitution > 0.0 {
        true => DEEPEST_THAT_BOUNCE,
        false => DEEPEST,
    };
    if pair.apart < -deepest * pair.rest_gap {
        return false;
    }
    // What is close at the start is not lifted: that is for the springs.
    let wide = (WIDE * pair.wanted_gap()).min(0.95 * seen.least_at_start.max(0.0));
    let centres = [0, 1].map(|body| bodies[body].centre_at(&ends[body]));
    let before = corrections.len();
    for cluster in &pair.clusters {
        let (normal, points) = cluster.seen_at(ends);
        let points = points.filter(|(_, gap)| *gap < wide);
        corrections.extend(
            points.map(|(at, gap)| Correction::new(pair.bodies, (normal, at, gap), centres, wide)),
        );
    }
    corrections.len() > before
}

/// Looks where two bodies are close at the ends of their legs.
fn look_at_end(
    pair: &mut Pair,
    bodies: [&BodyState; 2],
    ends: [Placement; 2],
    strayed: f64,
    looking: &mut Looking,
) -> SeenEnd {
    let least_at_start = match pair.notes().seen_end {
        Some(seen) => seen.least_at_start,
        None => pair.least_gap(),
    };
    let direction = pair.known.memory.direction();
    let apart = looking.look(bodies, ends, 2.0 * pair.rest_gap, pair);
    let seen = SeenEnd {
        least_at_start,
        strayed,
        close: !looking.found.is_empty(),
    };
    if seen.close {
        // The next step begins with what is found here, if the bodies come there.
        pair.apart = apart;
        looking.keep(pair, bodies);
    }
    let notes = pair.notes_mut();
    notes.seen_end = Some(seen);
    // The first of several was known at the start.
    if notes.direction == DVec3::ZERO {
        notes.direction = direction;
    }
    seen
}

/// Takes note of where a body that may be moved is close to another that it would be moved into.
pub(crate) fn heed(
    pair: &Pair,
    bodies: [&BodyState; 2],
    ends: [Placement; 2],
    corrections: &mut Vec<Correction>,
) {
    let centres = [0, 1].map(|body| bodies[body].centre_at(&ends[body]));
    for cluster in &pair.clusters {
        let (normal, points) = cluster.seen_at(ends);
        let near = points.filter(|(_, gap)| *gap < HEEDED * pair.rest_gap);
        corrections.extend(near.map(|(at, gap)| {
            let wide = (WIDE * pair.wanted_gap()).min(gap);
            Correction::new(pair.bodies, (normal, at, gap), centres, wide)
        }));
    }
}

/// A body whose end is corrected.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moved {
    pub(crate) shift: DVec3,
    pub(crate) turn: DVec3,
}

/// Moves ends apart, as the bodies' masses have it: `moved` by the bodies' slots.
pub(crate) fn correct<'m>(
    corrections: &mut [Correction],
    moved: &mut [Moved],
    masses: impl Fn(u32) -> (DVec3, &'m DMat3),
) {
    for correction in corrections.iter_mut() {
        correction.weigh(correction.bodies.map(&masses));
    }
    for _ in 0..PASSES {
        for correction in corrections.iter_mut() {
            let Correction { answer, normal, .. } = *correction;
            if !(answer > 0.0) {
                continue;
            }
            let [a, b] = correction.bodies;
            let ([lever_a, lever_b], [turned_a, turned_b]) = (correction.levers, correction.turned);
            let (of_a, of_b) = (moved[a as usize], moved[b as usize]);
            let gap = correction.gap + normal.dot(of_a.shift - of_b.shift) + lever_a.dot(of_a.turn)
                - lever_b.dot(of_b.turn);
            let sum = (correction.push + (correction.wide - gap) / answer).max(0.0);
            let push = sum - correction.push;
            correction.push = sum;
            // Most points are never pushed.
            if push == 0.0 {
                continue;
            }
            let (mass_a, mass_b) = (masses(a).0, masses(b).0);
            moved[a as usize].shift += mass_a * normal * push;
            moved[a as usize].turn += turned_a * push;
            moved[b as usize].shift -= mass_b * normal * push;
            moved[b as usize].turn -= turned_b * push;
        }
    }
}
