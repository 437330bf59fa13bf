//! When a body meets others.

#[cfg(target_arch = "x86_64")]
use super::four_at_once::{meet_four, meet_tied};
use super::line::Line;
use crate::flight::first_entry;
use crate::machine::Width;
use crate::vector::{Vector, minus};
use crate::world::World;

/// A body that is asked for its next event.
#[derive(Clone, Copy)]
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
    /// Of two at the same time the partner of the lower number, which is that of the lower key.
    #[inline(always)]
    pub fn consider(&mut self, wait: f64, partner: u32) {
        if wait < self.wait || (wait == self.wait && partner < self.partner) {
            *self = Earliest { wait, partner };
        }
    }
}

/// How many bodies are looked at at once.
const LANES: usize = 2;

/// Considers that `asked` meets one of `others`, of which it may be one itself. Nothing accelerates any of them, and of none
/// two images are near where ends are joined (`WRAPS`). They may be far away with `FAR`, as [`crate::flight::first_far_entry`] says.
#[inline(always)]
pub fn meet_straight<const D: usize, const WRAPS: bool, const FAR: bool, V: Width>(
    vectors: V,
    world: &World<D>,
    asked: &Asked<D>,
    others: &Line,
    earliest: &mut Earliest,
) {
    let (before, mut tied) = (*earliest, 0);
    meet_untied::<D, WRAPS, FAR, V>(vectors, world, asked, others, earliest, &mut tied);
    if tied != 0 || (before.wait == earliest.wait && before.partner != earliest.partner) {
        earliest.consider(before.wait, before.partner);
        meet_in_order::<D, WRAPS, FAR, V>(vectors, world, asked, others, earliest);
    }
}

/// [`meet_straight`], but of bodies that are met at the same time any may be the partner: then `tied` is not 0 afterwards, or the partner
/// is another one than before at the same time. [`meet_in_order`] mends that.
#[inline(always)]
pub fn meet_untied<const D: usize, const WRAPS: bool, const FAR: bool, V: Width>(
    vectors: V,
    world: &World<D>,
    asked: &Asked<D>,
    others: &Line,
    earliest: &mut Earliest,
    tied: &mut u32,
) {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = vectors.avx2() {
        // SAFETY: the processor has what the function needs: `avx2` is the proof.
        #[allow(unsafe_code)]
        unsafe {
            meet_four::<D, WRAPS, FAR>(avx2, world, asked, others, earliest, tied);
        }
        return;
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = vectors;
    let _ = tied;
    if FAR {
        meet(world, asked, others, false, earliest);
    } else {
        meet_two::<D, WRAPS>(world, asked, others, earliest);
    }
}

/// Considers the bodies of a line once more after [`meet_untied`], so that of those that are met first the lowest is the partner.
#[cold]
pub fn meet_in_order<const D: usize, const WRAPS: bool, const FAR: bool, V: Width>(
    vectors: V,
    world: &World<D>,
    asked: &Asked<D>,
    others: &Line,
    earliest: &mut Earliest,
) {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = vectors.avx2() {
        // SAFETY: the processor has what the function needs: `avx2` is the proof.
        #[allow(unsafe_code)]
        unsafe {
            meet_tied::<D, WRAPS, FAR>(avx2, world, asked, others, earliest);
        }
    }
    // All others are in order already.
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (vectors, world, asked, others, earliest);
}

/// [`meet_straight`] on processors without wide vectors. [`LANES`] of them are
/// looked at at once, and only those that approach and will touch cost a root.
#[inline(always)]
fn meet_two<const D: usize, const WRAPS: bool>(
    world: &World<D>,
    asked: &Asked<D>,
    others: &Line,
    earliest: &mut Earliest,
) {
    for group in others.bodies().chunks(LANES) {
        // The last one twice if it is left over.
        let group: [u32; LANES] = std::array::from_fn(|lane| group[lane.min(group.len() - 1)]);
        let mut clock = [0.0; LANES];
        let mut reach = [0.0; LANES];
        let mut position = [[0.0; LANES]; D];
        let mut theirs = [[0.0; LANES]; D];
        for lane in 0..LANES {
            let body = &world.bodies[group[lane] as usize];
            clock[lane] = body.clock;
            reach[lane] = body.radius;
            for axis in 0..D {
                position[axis][lane] = body.position[axis];
                theirs[axis][lane] = body.velocity[axis];
            }
        }
        let passed: [f64; LANES] = std::array::from_fn(|lane| asked.now - clock[lane]);
        let mut approach = [0.0; LANES];
        let mut distance = [0.0; LANES];
        let mut speed = [0.0; LANES];
        for axis in 0..D {
            let velocity: [f64; LANES] =
                std::array::from_fn(|lane| theirs[axis][lane] - asked.velocity[axis]);
            let mut offset: [f64; LANES] = std::array::from_fn(|lane| {
                position[axis][lane] + passed[lane] * theirs[axis][lane] - asked.position[axis]
            });
            if WRAPS {
                offset = offset.map(|offset| world.domain.nearest_along(axis, offset));
            }
            for lane in 0..LANES {
                approach[lane] += offset[lane] * velocity[lane];
                distance[lane] += offset[lane] * offset[lane];
                speed[lane] += velocity[lane] * velocity[lane];
            }
        }
        let c: [f64; LANES] = std::array::from_fn(|lane| {
            let reach = reach[lane] + asked.radius;
            distance[lane] - reach * reach
        });
        let discriminant: [f64; LANES] =
            std::array::from_fn(|lane| approach[lane] * approach[lane] - speed[lane] * c[lane]);
        // Signs tell: neither sum is ever −0, and a body does not approach itself.
        let meets: [u64; LANES] =
            std::array::from_fn(|lane| approach[lane].to_bits() & !discriminant[lane].to_bits());
        if meets.iter().fold(0, |all, meets| all | meets) >> 63 == 0 {
            continue;
        }
        for lane in 0..LANES {
            if meets[lane] >> 63 != 0 {
                let wait = c[lane].max(0.0) / (discriminant[lane].sqrt() - approach[lane]);
                earliest.consider(wait, group[lane]);
            }
        }
    }
}

/// Considers that `asked` meets one of `others`, of which it may be one itself, on whatever flights. With `images`, any image
/// may be the first.
pub fn meet<const D: usize>(
    world: &World<D>,
    asked: &Asked<D>,
    others: &Line,
    images: bool,
    earliest: &mut Earliest,
) {
    for &other in others.bodies() {
        if other == asked.body {
            continue;
        }
        if images {
            let time = world.pair_contact_from(asked.now, asked.body, other);
            earliest.consider(time - asked.now, other);
            continue;
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
}

/// [`meet`], as fast as may be.
#[inline(never)]
pub fn meet_fast<const D: usize, const STRAIGHT: bool, V: Width>(
    vectors: V,
    world: &World<D>,
    asked: &Asked<D>,
    others: &Line,
    (images, far): (bool, bool),
    earliest: &mut Earliest,
) {
    if !STRAIGHT || images {
        meet(world, asked, others, images, earliest);
    } else if far {
        meet_straight::<D, true, true, V>(vectors, world, asked, others, earliest);
    } else {
        meet_straight::<D, true, false, V>(vectors, world, asked, others, earliest);
    }
}
