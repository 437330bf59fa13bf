//! When a body meets others.

use crate::body::Body;
use crate::flight::first_entry;
use crate::vector::{Vector, minus};
use crate::world::World;
use wide::f64x2;

/// A body that is asked for its next event.
pub struct Asked<const D: usize> {
    pub body: u32,
    pub now: f64,
    pub position: Vector<D>,
    pub velocity: Vector<D>,
    pub acceleration: Vector<D>,
    pub radius: f64,
}

impl<const D: usize> Asked<D> {
    /// The body at `now`.
    #[inline(always)]
    pub fn new<const STRAIGHT: bool>(world: &World<D>, body: u32, now: f64) -> Asked<D> {
        let record = &world.bodies[body as usize];
        let mut asked = Asked {
            body,
            now,
            position: record.straight(now),
            velocity: record.velocity,
            acceleration: [0.0; D],
            radius: record.radius,
        };
        if !STRAIGHT {
            asked.acceleration = world.acceleration(body);
            (asked.position, asked.velocity) = record.at(now, &asked.acceleration);
        }
        asked
    }
}

/// The earliest event found so far.
#[derive(Clone, Copy)]
pub struct Earliest {
    /// From now.
    pub wait: f64,
    pub partner: u32,
}

impl Earliest {
    #[inline(always)]
    pub fn consider(&mut self, wait: f64, partner: u32) {
        if wait < self.wait {
            *self = Earliest { wait, partner };
        }
    }
}

/// Considers that `asked`, which nothing accelerates, meets one of `others`, an even number of bodies of which it may be one
/// itself. Two are looked at at once, and only those that come near soon enough cost a root.
#[inline(always)]
pub fn meet_straight<const D: usize, const WRAPS: bool>(
    world: &World<D>,
    asked: &Asked<D>,
    others: &[u32],
    earliest: &mut Earliest,
) {
    for pair in others.chunks_exact(2) {
        let bodies = [0, 1].map(|lane| &world.bodies[pair[lane] as usize]);
        let both = |of: fn(&Body<D>) -> f64| f64x2::new([of(bodies[0]), of(bodies[1])]);
        let along = |of: fn(&Body<D>) -> &Vector<D>, axis: usize| {
            f64x2::new([of(bodies[0])[axis], of(bodies[1])[axis]])
        };
        let passed = f64x2::splat(asked.now) - both(|body| body.clock);
        let reach = both(|body| body.radius) + f64x2::splat(asked.radius);
        let mut approach = f64x2::ZERO;
        let mut distance = f64x2::ZERO;
        let mut speed = f64x2::ZERO;
        for axis in 0..D {
            let theirs = along(|body| &body.velocity, axis);
            let velocity = theirs - f64x2::splat(asked.velocity[axis]);
            let mut offset = along(|body| &body.position, axis) + passed * theirs
                - f64x2::splat(asked.position[axis]);
            if WRAPS {
                offset = world.domain.nearest_along(axis, offset);
            }
            approach += offset * velocity;
            distance += offset * offset;
            speed += velocity * velocity;
        }
        let c = distance - reach * reach;
        let discriminant = approach * approach - speed * c;
        // Signs tell: neither sum is ever −0, and a body does not approach itself.
        let meets = approach.to_bitmask() & !discriminant.to_bitmask() & 3;
        if meets != 0 {
            let wait = c.fast_max(f64x2::ZERO) / (discriminant.sqrt() - approach);
            for lane in 0..2 {
                if meets & (1 << lane) != 0 {
                    earliest.consider(wait.as_array()[lane], pair[lane]);
                }
            }
        }
    }
}

/// Considers that `asked` meets the body `other`, on whatever flights. With `images`, any image of it may be the first.
pub fn meet<const D: usize>(
    world: &World<D>,
    asked: &Asked<D>,
    other: u32,
    images: bool,
    earliest: &mut Earliest,
) {
    if other == asked.body {
        return;
    }
    if images {
        let time = world.pair_contact_from(asked.now, asked.body, other);
        earliest.consider(time - asked.now, other);
        return;
    }
    let body = &world.bodies[other as usize];
    let acceleration = world.acceleration(other);
    let (position, velocity) = body.at(asked.now, &acceleration);
    let offset = world.domain.nearest(minus(&position, &asked.position));
    let wait = first_entry(
        &offset,
        &minus(&velocity, &asked.velocity),
        &minus(&acceleration, &asked.acceleration),
        body.radius + asked.radius,
    );
    earliest.consider(wait, other);
}
