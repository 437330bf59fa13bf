//! Where two bodies are close: the contact points of a pair.

use super::standing::Standing;
use crate::contact::{Cluster, Pair};
use crate::state::BodyState;
use glam::DVec3;
use osculate::query::Feature;
use osculate::query::hulls::{ContactPoint, contact_points_again};
use osculate::query::instant::{Manifolds, Within, manifolds, manifolds_again, separation};
use osculate::{Hull, Motion, Moving, Placement, Shape, Workspace};

/// Memory for looking.
#[derive(Debug, Default)]
pub(crate) struct Looking {
    pub(crate) workspace: Workspace,
    pub(crate) manifolds: Manifolds,
    pub(crate) found: Vec<Cluster>,
}

/// Points that are closer to each other than this share of the smaller body's reach are the same.
const ALIKE: f64 = 0.1;

/// What is not expected to come closer than so many rest gaps in a step is not looked at.
const FAR: f64 = 2.0;

impl Looking {
    /// Looks where two bodies are close now; points that were known before keep their forces.
    ///
    /// Of bodies that have not pushed each other, and stay apart along the direction that is known if they come to these `ends`, nothing is asked.
    pub(crate) fn renew(
        &mut self,
        pair: &mut Pair,
        bodies: [&BodyState; 2],
        near: f64,
        ends: [Placement; 2],
    ) {
        pair.travelled = 0.0;
        let direction = pair.known.memory.direction();
        let places = bodies.map(|body| body.placement);
        pair.apart = apart_along(direction, bodies, places);
        let far = FAR * pair.rest_gap;
        let idle = || {
            pair.apart > far
                && !(pair.pushed || pair.refined)
                && apart_along(direction, bodies, ends) > far
        };
        if pair.apart > near || idle() {
            pair.clusters.clear();
            pair.overlapping = None;
            return;
        }
        pair.apart = self.look(bodies, places, near, pair);
        if pair.apart > 0.0 {
            pair.overlapping = None;
        }
        self.keep(pair, bodies);
    }

    /// Keeps what a look has found, with the forces of points that were known before.
    pub(crate) fn keep(&mut self, pair: &mut Pair, bodies: [&BodyState; 2]) {
        let alike = ALIKE * bodies[0].reach.min(bodies[1].reach);
        for cluster in &mut self.found {
            cluster.inherit(&pair.clusters, alike);
        }
        pair.clusters.clear();
        pair.clusters.extend_from_slice(&self.found);
    }

    /// Finds the clusters of two bodies at these places, as far as they are `near`; how far the bodies are apart, at
    /// least (proven), and less than nothing if they may overlap.
    pub(crate) fn look(
        &mut self,
        bodies: [&BodyState; 2],
        places: [Placement; 2],
        near: f64,
        pair: &mut Pair,
    ) -> f64 {
        self.found.clear();
        let [a, b] = bodies;
        let still = [Standing::at(places[0]), Standing::at(places[1])];
        let smooth = a.smooth && b.smooth;
        if let (Shape::Hull(x), Shape::Hull(y)) = (&*a.shape, &*b.shape) {
            let (x, y) = (Moving::new(x, &still[0]), Moving::new(y, &still[1]));
            let memory = &mut pair.known.memory;
            let contacts = contact_points_again(x, y, 0.0, near, memory, &mut self.workspace);
            if !contacts.points().is_empty() {
                let face = smooth || contacts.face || is_round(contacts.points());
                let found = (contacts.normal, face, contacts.points());
                add(&mut self.found, found, places);
            }
            pair.known.memory.suggest(contacts.normal);
            return -contacts.depth.upper;
        }
        let (x, y) = (
            Moving::new(&*a.shape, &still[0]),
            Moving::new(&*b.shape, &still[1]),
        );
        let within = Within::new(near).expect("lengths are within their limits");
        let (found, workspace) = (&mut self.manifolds, &mut self.workspace);
        match &mut pair.known.parts {
            Some(parts) => manifolds_again([x, y], 0.0, within, parts, found, workspace),
            None => manifolds(x, y, 0.0, within, found, workspace),
        }
        let closest = self.manifolds.clusters().first();
        let between = || a.centre_at(&places[0]) - b.centre_at(&places[1]);
        pair.known
            .memory
            .suggest(closest.map_or_else(between, |closest| closest.normal));
        for cluster in self.manifolds.clusters() {
            let face = cluster.face || smooth;
            let found = (cluster.normal, face, cluster.points());
            add(&mut self.found, found, places);
        }
        if !self.manifolds.complete() {
            // The closest may be among those that are left out.
            return f64::NEG_INFINITY;
        }
        let contacts = self.manifolds.contacts().found().iter();
        contacts.fold(near, |least, pair| least.min(pair.separation.lower))
    }

    /// How far two bodies are apart, at least; 0 if they may touch.
    pub(crate) fn apart<M: Motion>(
        &mut self,
        bodies: [&BodyState; 2],
        motions: [&M; 2],
        time: f64,
    ) -> f64 {
        let [a, b] = [0, 1].map(|body| Moving::new(&*bodies[body].shape, motions[body]));
        separation(a, b, time, &mut self.workspace).separation.lower
    }
}

/// Adds a cluster of these points, with its normal and whether that is a face's.
fn add(
    to: &mut Vec<Cluster>,
    (normal, face, points): (DVec3, bool, &[ContactPoint]),
    places: [Placement; 2],
) {
    to.push(Cluster::NONE);
    if let Some(cluster) = to.last_mut() {
        cluster.take(normal, face, points, places);
    }
}

/// How far two bodies are apart along a direction, to rounding: where that is enough, no contacts need be looked for. Less than
/// nothing if it is no direction. Along its own normal if one is a half-space.
fn apart_along(normal: DVec3, [a, b]: [&BodyState; 2], places: [Placement; 2]) -> f64 {
    let normal = match (&*a.shape, &*b.shape) {
        (Shape::HalfSpace(plane), _) => -(places[0].rotation * plane.normal()),
        (_, Shape::HalfSpace(plane)) => places[1].rotation * plane.normal(),
        _ => normal,
    };
    if normal == DVec3::ZERO {
        return f64::NEG_INFINITY;
    }
    furthest_back(b, &places[1], -normal) + furthest_back(a, &places[0], normal)
}

/// How far along a direction a body's points are, at least.
fn furthest_back(body: &BodyState, at: &Placement, direction: DVec3) -> f64 {
    let own = at.rotation.conjugate() * direction;
    let of = |hull: &Hull| -hull.furthest_along(-own);
    let least = match &*body.shape {
        Shape::Hull(hull) => of(hull),
        Shape::Compound(compound) => {
            let parts = compound.parts().iter().map(of);
            parts.fold(f64::INFINITY, f64::min)
        }
        // Against its normal, which is how it is looked at.
        Shape::HalfSpace(plane) => -plane.offset(),
        _ => f64::NEG_INFINITY,
    };
    direction.dot(at.position) + least
}

/// Whether the closest points are on a surface without edges.
fn is_round(points: &[ContactPoint]) -> bool {
    let round = |point: &ContactPoint| point.features.contains(&Feature::Surface);
    points.iter().any(round)
}
