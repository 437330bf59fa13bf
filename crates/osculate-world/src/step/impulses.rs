//! Impulses at an instant: what two bodies that hit each other make of their velocities.

use crate::state::BodyState;
use glam::{DMat3, DQuat, DVec3};

/// How often all points are gone through.
const PASSES: usize = 10;

/// A point at which two bodies hit each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HitPoint {
    /// Where, and the unit direction from b to a.
    pub(crate) at: DVec3,
    pub(crate) normal: DVec3,
    /// How far the bodies are apart there.
    pub(crate) gap: f64,
    /// The normal speed that the point is to have then, and what it got: along the normal, and across.
    wanted: f64,
    pub(crate) push: f64,
    slide: DVec3,
}

impl HitPoint {
    pub(crate) fn new(at: DVec3, normal: DVec3, gap: f64) -> HitPoint {
        HitPoint {
            at,
            normal,
            gap,
            wanted: 0.0,
            push: 0.0,
            slide: DVec3::ZERO,
        }
    }
}

/// A body that gets an impulse.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    centre: DVec3,
    rotation: DQuat,
    pub(crate) linear: DVec3,
    pub(crate) angular: DVec3,
    inverse_mass: DVec3,
    inverse_inertia: DMat3,
}

impl Hit {
    /// The body with its centre there, turned so.
    pub(crate) fn new(body: &BodyState, centre: DVec3, rotation: DQuat) -> Hit {
        Hit {
            centre,
            rotation,
            linear: body.linear,
            angular: body.angular,
            inverse_mass: body.inverse_mass(),
            inverse_inertia: body.inverse_inertia_at(rotation),
        }
    }

    /// A body that stands, whatever hits it.
    pub(crate) fn standing(centre: DVec3) -> Hit {
        Hit {
            centre,
            rotation: DQuat::IDENTITY,
            linear: DVec3::ZERO,
            angular: DVec3::ZERO,
            inverse_mass: DVec3::ZERO,
            inverse_inertia: DMat3::ZERO,
        }
    }

    fn velocity(&self, at: DVec3) -> DVec3 {
        self.linear + self.angular.cross(at - self.centre)
    }

    fn take(&mut self, impulse: DVec3, at: DVec3) {
        self.linear += self.inverse_mass * impulse;
        self.angular += self.inverse_inertia * (at - self.centre).cross(impulse);
    }

    /// How much an impulse along a direction changes the speed along another there.
    fn answer(&self, at: DVec3, along: DVec3, seen: DVec3) -> f64 {
        let lever = at - self.centre;
        let turned = self.inverse_inertia * lever.cross(along);
        seen.dot(self.inverse_mass * along + turned.cross(lever))
    }
}

/// How two surfaces bounce and slide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surfaces {
    pub(crate) restitution: f64,
    pub(crate) friction: f64,
    /// Hits that are slower do not bounce.
    pub(crate) bounce_speed: f64,
    /// How fast the surface of a moves along that of b by itself.
    pub(crate) belt: DVec3,
}

/// Two bodies hit each other: each point gets the impulse that restitution asks for, and friction.
pub(crate) fn collide(hits: &mut [Hit; 2], points: &mut [HitPoint], surfaces: &Surfaces) {
    for point in points.iter_mut() {
        let speed = speed(hits, point.at).dot(point.normal);
        let bounces = speed < -surfaces.bounce_speed;
        point.wanted = if bounces {
            -surfaces.restitution * speed
        } else {
            0.0
        };
    }
    for _ in 0..PASSES {
        for point in points.iter_mut() {
            push(hits, point);
        }
        if surfaces.friction > 0.0 {
            for point in points.iter_mut() {
                rub(hits, point, surfaces);
            }
        }
    }
    // The last word is that of the normals.
    for point in points.iter_mut() {
        push(hits, point);
    }
}

/// A point at which one of two bodies that hit each other is close to a third, which goes its own way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neighbour {
    /// Which of the two bodies it is.
    pub(crate) body: usize,
    /// Where, and the unit direction from the third body to it.
    pub(crate) at: DVec3,
    pub(crate) normal: DVec3,
    /// How the third body moves there, and how fast the gap is to widen at least.
    pub(crate) velocity: DVec3,
    pub(crate) wanted: f64,
    pub(crate) push: f64,
}

/// Bodies that are closer than `wide` are led apart, so fast that they are as far as that after `time`, and not into their neighbours.
pub(crate) fn widen(
    hits: &mut [Hit; 2],
    points: &mut [HitPoint],
    neighbours: &mut [Neighbour],
    wide: f64,
    time: f64,
) {
    for point in points.iter_mut() {
        point.push = 0.0;
        point.wanted = ((wide - point.gap) / time).max(0.0);
    }
    for _ in 0..PASSES {
        for point in points.iter_mut() {
            push(hits, point);
        }
        for neighbour in neighbours.iter_mut() {
            let (at, normal) = (neighbour.at, neighbour.normal);
            let hit = &mut hits[neighbour.body];
            let answer = hit.answer(at, normal, normal);
            if !(answer > 0.0) {
                continue;
            }
            let speed = normal.dot(hit.velocity(at) - neighbour.velocity);
            let sum = (neighbour.push + (neighbour.wanted - speed) / answer).max(0.0);
            hit.take(normal * (sum - neighbour.push), at);
            neighbour.push = sum;
        }
    }
}

/// Two bodies that hit each other again and again go on as one: with their common momentum and angular momentum. On their legs,
/// for the rest of the step, they do not turn, so that they cannot meet. What does not move takes the other to it.
pub(crate) fn stick(
    hits: &mut [Hit; 2],
    legs: &mut [Hit; 2],
    bodies: [&BodyState; 2],
    held: [bool; 2],
) {
    let fixed = [0, 1].map(|body| held[body] || !bodies[body].is_dynamic());
    if let Some(fixed) = fixed.into_iter().position(|fixed| fixed) {
        let (stays, other) = (hits[fixed], 1 - fixed);
        hits[other].linear = stays.velocity(hits[other].centre);
        hits[other].angular = stays.angular;
        legs[other].linear = stays.linear;
        legs[other].angular = DVec3::ZERO;
        return;
    }
    let masses = bodies.map(|body| body.inertia.mass);
    let whole = masses[0] + masses[1];
    let mean = |of: [DVec3; 2]| (of[0] * masses[0] + of[1] * masses[1]) / whole;
    let (linear, centre) = (
        mean(hits.map(|hit| hit.linear)),
        mean(hits.map(|hit| hit.centre)),
    );
    let mut momentum = DVec3::ZERO;
    let mut inertia = DMat3::ZERO;
    for (body, hit) in hits.iter().enumerate() {
        let own = bodies[body].inertia_at(hit.rotation)[0];
        let arm = hit.centre - centre;
        momentum += own * hit.angular + masses[body] * arm.cross(hit.linear - linear);
        let about = DMat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z);
        inertia += own + (DMat3::from_diagonal(DVec3::splat(arm.dot(arm))) - about) * masses[body];
    }
    let angular = inertia.inverse() * momentum;
    let fall = mean([0, 1].map(|body| legs[body].linear - hits[body].linear));
    for (hit, leg) in hits.iter_mut().zip(legs) {
        hit.linear = linear + angular.cross(hit.centre - centre);
        hit.angular = angular;
        (leg.linear, leg.angular) = (linear + fall, DVec3::ZERO);
    }
}

fn speed(hits: &[Hit; 2], at: DVec3) -> DVec3 {
    hits[0].velocity(at) - hits[1].velocity(at)
}

fn push(hits: &mut [Hit; 2], point: &mut HitPoint) {
    let (at, normal) = (point.at, point.normal);
    let answer: f64 = hits.iter().map(|hit| hit.answer(at, normal, normal)).sum();
    if !(answer > 0.0) {
        return;
    }
    let short = point.wanted - speed(hits, at).dot(normal);
    let sum = (point.push + short / answer).max(0.0);
    let impulse = normal * (sum - point.push);
    point.push = sum;
    hits[0].take(impulse, at);
    hits[1].take(-impulse, at);
}

fn rub(hits: &mut [Hit; 2], point: &mut HitPoint, surfaces: &Surfaces) {
    let (at, normal) = (point.at, point.normal);
    let along = speed(hits, at) + surfaces.belt;
    let along = along - normal * normal.dot(along);
    let size = along.length();
    if !(size > 0.0) {
        return;
    }
    let direction = along / size;
    let answer = hits.iter().map(|hit| hit.answer(at, direction, direction));
    let answer: f64 = answer.sum();
    if !(answer > 0.0) {
        return;
    }
    let most = surfaces.friction * point.push;
    let mut sum = point.slide - direction * (size / answer);
    let length = sum.length();
    if length > most {
        sum *= most / length;
    }
    let impulse = sum - point.slide;
    point.slide = sum;
    hits[0].take(impulse, at);
    hits[1].take(-impulse, at);
}
