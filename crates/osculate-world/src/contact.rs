//! Where two bodies touch, kept from step to step.

use crate::state::{BodyState, UNIT};
use glam::DVec3;
use osculate::Placement;
use osculate::query::Feature;
use osculate::query::hulls::ContactPoint;
use osculate::query::small_motions::{PairMemory, PartMemory};

/// How many points a cluster has at most.
pub(crate) const POINTS: usize = 4;

/// Two bodies whose boxes are near each other, and what is known of them.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    /// Their slots, the smaller first. Normals point from the second to the first.
    pub(crate) bodies: [u32; 2],
    /// What only pairs need that are looked at more closely.
    pub(crate) known: Box<Known>,
    /// How far they are apart, at least, wherever on their last legs they stopped. Less than nothing if that is not proven.
    pub(crate) proven: f64,
    /// How far they were apart when it was last looked where they are close, at least, and how far both have gone since.
    pub(crate) apart: f64,
    pub(crate) travelled: f64,
    /// The gap that they keep.
    pub(crate) rest_gap: f64,
    /// Where they touch or nearly do.
    pub(crate) clusters: Vec<Cluster>,
    /// Whether they pushed each other in the last step, or came too close in it.
    pub(crate) pushed: bool,
    pub(crate) refined: bool,
    /// Whether anything was noted of them in this step.
    noted: bool,
    /// They overlap or exactly touch: how deep, at most. Such pairs may only part.
    pub(crate) overlapping: Option<f64>,
    /// Whether the caller has been told that they touch.
    pub(crate) touching: bool,
    /// Whether they take no notice of each other, since the caller said so.
    pub(crate) ignored: bool,
}

/// What proofs and looks know of two bodies. Apart from the rest, which every step goes through for all pairs: most are so far apart that it asks for
/// no more.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    /// What the last proof left.
    pub(crate) memory: PairMemory,
    /// Where their parts were closest last, if one is a compound.
    pub(crate) parts: Option<PartMemory>,
    /// How they slide and bounce.
    pub(crate) friction: f64,
    pub(crate) restitution: f64,
    notes: Notes,
}

/// What is noted of two bodies for the rest of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notes {
    /// What was seen at the end of the step, once it was looked how it ends.
    pub(crate) seen_end: Option<SeenEnd>,
    /// The direction that was known at the start, once another is.
    pub(crate) direction: DVec3,
    /// When they last hit each other.
    pub(crate) hit_at: f64,
    /// How much room there is at either side of a body that stands in a slot.
    pub(crate) room: f64,
    /// Whether they were no further apart than their clearance where they were last searched from.
    pub(crate) began_close: bool,
}

impl Default for Notes {
    /// Nothing.
    fn default() -> Notes {
        Notes {
            seen_end: None,
            direction: DVec3::ZERO,
            hit_at: f64::NEG_INFINITY,
            room: f64::INFINITY,
            began_close: false,
        }
    }
}

impl Pair {
    pub(crate) fn new(
        bodies: [u32; 2],
        [a, b]: [&BodyState; 2],
        known: Box<Known>,
        clusters: Vec<Cluster>,
    ) -> Pair {
        let mut pair = Pair {
            bodies,
            known,
            proven: f64::NEG_INFINITY,
            apart: f64::NEG_INFINITY,
            travelled: f64::INFINITY,
            rest_gap: 0.0,
            clusters,
            pushed: false,
            refined: false,
            noted: false,
            overlapping: None,
            touching: false,
            ignored: false,
        };
        pair.of(a, b);
        pair
    }

    /// Takes from the bodies what it needs of them.
    pub(crate) fn of(&mut self, a: &BodyState, b: &BodyState) {
        let gap = |body: &BodyState| {
            if body.is_dynamic() {
                body.rest_gap
            } else {
                f64::INFINITY
            }
        };
        self.rest_gap = gap(a).min(gap(b));
        self.known.friction = a.material.friction_with(&b.material);
        self.known.restitution = a.material.restitution_with(&b.material);
    }

    /// What was noted of them in this step.
    pub(crate) fn notes(&self) -> &Notes {
        &self.known.notes
    }

    pub(crate) fn notes_mut(&mut self) -> &mut Notes {
        self.noted = true;
        &mut self.known.notes
    }

    /// Another step begins.
    pub(crate) fn forget_notes(&mut self) {
        // Of most nothing was noted, and they are not looked at.
        if core::mem::take(&mut self.noted) {
            self.known.notes = Notes::default();
        }
    }

    /// The other of both bodies.
    pub(crate) fn other(&self, body: u32) -> u32 {
        self.bodies[usize::from(self.bodies[0] == body)]
    }

    /// How far apart the solver wants them: as far as their rest gap, or as there is room.
    pub(crate) fn wanted_gap(&self) -> f64 {
        match self.noted {
            // Of most nothing was noted, and their notes are not looked at.
            false => self.rest_gap,
            true => self.rest_gap.min(self.known.notes.room),
        }
    }

    /// How far bodies are kept apart on every way that they take.
    pub(crate) fn clearance(&self) -> f64 {
        0.1 * self.wanted_gap()
    }

    /// Whether what was proven is enough for both bodies to go so far from there, by whatever ways, and to stay as far apart as this. That is
    /// what is proven then.
    pub(crate) fn stays_apart(&mut self, ways: f64, clearance: f64) -> bool {
        // Less what the difference is rounded by.
        let left = (self.proven - ways) * (1.0 - 4.0 * UNIT);
        if !(left > clearance) {
            return false;
        }
        self.proven = left;
        true
    }

    /// The least gap of all points that are known.
    pub(crate) fn least_gap(&self) -> f64 {
        let clusters = self.clusters.iter();
        let points = clusters.flat_map(|cluster| cluster.points());
        points.fold(f64::INFINITY, |least, point| least.min(point.gap))
    }
}

/// What pairs that ended leave for others, so that steps allocate nothing.
#[derive(Debug, Default)]
pub(crate) struct Spare {
    clusters: Vec<Vec<Cluster>>,
    /// Without and with memory for parts.
    #[expect(clippy::vec_box, reason = "the boxes are what is kept")]
    known: [Vec<Box<Known>>; 2],
}

impl Spare {
    /// Takes the memory of a pair that ended.
    pub(crate) fn take(&mut self, pair: Pair) {
        // Most never had any contact.
        if pair.clusters.capacity() > 0 {
            self.clusters.push(pair.clusters);
        }
        self.known[usize::from(pair.known.parts.is_some())].push(pair.known);
    }

    /// Room for contacts.
    pub(crate) fn clusters(&mut self) -> Vec<Cluster> {
        let mut clusters = self.clusters.pop().unwrap_or_default();
        clusters.clear();
        clusters
    }

    /// Room for what is known of two bodies, of which one may be a compound. Nothing is known yet.
    pub(crate) fn known(&mut self, compound: bool) -> Box<Known> {
        let mut known = self.known[usize::from(compound)].pop().unwrap_or_default();
        known.memory = PairMemory::new();
        known.notes = Notes::default();
        if compound {
            known.parts.get_or_insert_default().clear();
        }
        known
    }
}

/// What a look at the end of a step has found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeenEnd {
    /// The least gap at the start of the step.
    pub(crate) least_at_start: f64,
    /// How far the ends of both bodies had been moved until then.
    pub(crate) strayed: f64,
    /// Whether the points that are kept are those of the end: there are none if it was free.
    pub(crate) close: bool,
}

/// Up to four points with one normal.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Cluster {
    /// From b to a: in the world, and as b sees it.
    pub(crate) normal: DVec3,
    normal_on_b: DVec3,
    /// Whether the normal is that of a face, or of a surface without edges.
    pub(crate) face: bool,
    points: [Anchor; POINTS],
    count: usize,
    /// The force along the plane of contact, and the moment about the normal.
    pub(crate) slide: DVec3,
    pub(crate) twist: f64,
    /// How hard the bodies have pushed each other here for a while.
    pub(crate) load: f64,
}

/// A point of either body, kept.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Anchor {
    /// Where the points are in the bodies.
    on: [DVec3; 2],
    /// In the world, and how far they are apart along the normal.
    pub(crate) at: [DVec3; 2],
    pub(crate) gap: f64,
    features: [Feature; 2],
    parts: [u32; 2],
    /// The force along the normal.
    pub(crate) push: f64,
}

impl Anchor {
    const NONE: Anchor = Anchor {
        on: [DVec3::ZERO; 2],
        at: [DVec3::ZERO; 2],
        gap: 0.0,
        features: [Feature::Surface; 2],
        parts: [0; 2],
        push: 0.0,
    };
}

impl Cluster {
    /// Of no points.
    pub(crate) const NONE: Cluster = Cluster {
        normal: DVec3::ZERO,
        normal_on_b: DVec3::ZERO,
        face: false,
        points: [Anchor::NONE; POINTS],
        count: 0,
        slide: DVec3::ZERO,
        twist: 0.0,
        load: 0.0,
    };

    #[cfg(test)]
    pub(crate) fn new(
        normal: DVec3,
        face: bool,
        found: &[ContactPoint],
        places: [Placement; 2],
    ) -> Cluster {
        let mut cluster = Cluster::NONE;
        cluster.take(normal, face, found, places);
        cluster
    }

    /// Becomes one of these points, where it lies: clusters are long, and copying them takes time.
    pub(crate) fn take(
        &mut self,
        normal: DVec3,
        face: bool,
        found: &[ContactPoint],
        [a, b]: [Placement; 2],
    ) {
        let (to_a, to_b) = (a.rotation.conjugate(), b.rotation.conjugate());
        (self.normal, self.normal_on_b, self.face) = (normal, to_b * normal, face);
        (self.slide, self.twist, self.load) = (DVec3::ZERO, 0.0, 0.0);
        self.count = found.len().min(POINTS);
        for (anchor, point) in self.points.iter_mut().zip(found) {
            anchor.on = [
                to_a * (point.point_a - a.position),
                to_b * (point.point_b - b.position),
            ];
            anchor.at = [point.point_a, point.point_b];
            anchor.gap = normal.dot(point.point_a - point.point_b);
            (anchor.features, anchor.parts) = (point.features, point.parts);
            anchor.push = 0.0;
        }
    }

    pub(crate) fn points(&self) -> &[Anchor] {
        &self.points[..self.count]
    }

    pub(crate) fn points_mut(&mut self) -> &mut [Anchor] {
        &mut self.points[..self.count]
    }

    /// Moves the points with their bodies.
    pub(crate) fn follow(&mut self, [a, b]: [&BodyState; 2]) {
        self.follow_to([a.placement, b.placement]);
    }

    /// Moves the points to where they are with their bodies at these places.
    pub(crate) fn follow_to(&mut self, places: [Placement; 2]) {
        self.normal = places[1].rotation * self.normal_on_b;
        let normal = self.normal;
        for point in self.points_mut() {
            let of = |body: usize| places[body].position + places[body].rotation * point.on[body];
            point.at = [of(0), of(1)];
            point.gap = normal.dot(point.at[0] - point.at[1]);
        }
    }

    /// Where its normal and its points are, and how far these are apart, with the bodies at these places.
    pub(crate) fn seen_at(
        &self,
        places: [Placement; 2],
    ) -> (DVec3, impl Iterator<Item = ([DVec3; 2], f64)>) {
        let normal = places[1].rotation * self.normal_on_b;
        let points = self.points().iter().map(move |point| {
            let of = |body: usize| places[body].position + places[body].rotation * point.on[body];
            let at = [of(0), of(1)];
            (at, normal.dot(at[0] - at[1]))
        });
        (normal, points)
    }

    /// Takes over the forces of the same contact as it was known before: of points on the same features, or close by.
    pub(crate) fn inherit(&mut self, old: &[Cluster], near: f64) {
        let alike = |old: &&Cluster| old.normal.dot(self.normal) > 0.97;
        let Some(old) = old.iter().find(alike) else {
            return;
        };
        self.slide = old.slide - self.normal * self.normal.dot(old.slide);
        self.twist = old.twist;
        self.load = old.load;
        for point in &mut self.points[..self.count] {
            let same = |known: &&Anchor| {
                known.features == point.features
                    && known.parts == point.parts
                    && !known.features.contains(&Feature::Surface)
            };
            let close = |known: &&Anchor| {
                known.on[0]
                    .distance(point.on[0])
                    .min(known.on[1].distance(point.on[1]))
                    < near
            };
            let known = old.points().iter().find(same);
            let known = known.or_else(|| old.points().iter().find(close));
            if let Some(known) = known {
                point.push = known.push;
            }
        }
    }

    /// Whether it has points, and all its numbers are some.
    pub(crate) fn is_whole(&self) -> bool {
        let vectors = [self.normal, self.normal_on_b, self.slide];
        let points = self.points.iter().all(|point| {
            let vectors = [point.on, point.at].concat();
            vectors.iter().all(|vector| vector.is_finite())
                && point.gap.is_finite()
                && point.push.is_finite()
        });
        vectors.iter().all(|vector| vector.is_finite())
            && (self.load + self.twist).is_finite()
            && (1..=POINTS).contains(&self.count)
            && points
    }

    /// How hard the bodies push each other.
    pub(crate) fn pushed(&self) -> f64 {
        self.points().iter().map(|point| point.push).sum()
    }
}
