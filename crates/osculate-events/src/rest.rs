//! Bodies that come to rest: what keeps the number of events finite where collisions take energy.
//!
//! A ball of restitution e < 1 on a floor bounces infinitely often in a finite time, and three balls without gravity may
//! collide infinitely often too. Two rules, both in terms of one speed, [`crate::Scene::rest_speed`] s:
//!
//! - What meets parts with s at least. A ball that lies on a floor, or slides along it, hops: no higher than s² / 2a.
//! - Where bodies are accelerated, one that has stayed where it is, meeting nothing faster than 4s, *falls asleep*: it stands
//!   still. That takes 16 hops (of 2s / a) if what it touches and is at rest holds it (can push so that nothing is left of
//!   its acceleration); no time at all if it also lies still but for rounding; and else 32 hops: bodies that lean on each
//!   other show by not moving that they are held. To others a sleeping body is a wall, until it is met faster than 4s: then
//!   it wakes. It also wakes if something on which it leans has gone, or moves faster than 4s, and nothing else
//!   holds it.
//!
//! # Why the number of events in a finite time is finite
//!
//! A body falls asleep at most [`FALLS`] times in a span of given length, so wakings are finitely many as well; it
//! remains to be shown for a time in which the same bodies sleep, which then are walls. Suppose that meetings pile up
//! before some time t. Velocities stay bounded (see below), so positions converge, and so do the normals n of those contacts
//! that meet infinitely often. By Farkas's lemma either there are vectors u, one a body that is awake, with
//! n·(u_j − u_i) ≥ 1 for all of these contacts (u = 0 for what does not move), or some pushes ≥ 0, not all 0, along the
//! normals cancel at every body: bodies are wedged without any room. Let G = Σ m·u·v. Every meeting adds at least the
//! impulse μ·s (half of that when the normals are near enough to their limits), the accelerations change G at a bounded
//! rate, and |G| ≤ C·√E with the kinetic energy E. N meetings thus raise G by c·N, and E by at most N·½μ·s², so that
//! c·N ≤ C·√(E₀ + N·½μ·s²) + C′, which bounds N (and E, as was used). Nothing here depends on the restitution.
//!
//! For wedged bodies, which have no room at all, there is a third rule (`wedge.rs`). A body that has [`WEDGED`] meetings on
//! hardly any way wakes the sleeping bodies that it touches, if it is fast; else it falls asleep if it is held, or loses the
//! velocity with which it presses what it touches and slides on. It does so [`FALLS`] times in a span; then it is *held*: it
//! falls asleep, held by something or not, and nothing wakes it until the span is over. So there are finitely many changes
//! of who sleeps in a finite time, and in between no body has infinitely many meetings on no way. Meetings that are both
//! fast and elastic do not count: no energy is taken where none should be lost, so these may go on for ever, which
//! [`crate::Stuck`] reports.
//!
//! # What it costs in truth
//!
//! Speeds of the order of s are not resolved. A body may fall asleep while something less than 1/100 of its weight moves it:
//! that takes it 16s² / a far in 32 hops, which is what counts as staying. It sleeps up to 8s² / a above what holds it, and is
//! as firm as a wall to what comes to lie on it slowly.

mod balance;
mod sleep;
mod wedge;

use crate::ball::Ball;
use crate::body::Body;
use crate::event::Partner;
use crate::snapshot::{SavedBody, SavedCalm, Snapshot, SnapshotError};
use crate::vector::{Vector, dot, length, minus, plus};
use crate::world::World;

/// How often in a span of [`SPAN`] hops a body may fall asleep.
const FALLS: u32 = 8;
/// See [`FALLS`].
const SPAN: f64 = 64.0;
/// For how many hops a body must have stayed where it is before it falls asleep if what is at rest holds it.
const CALM: f64 = 16.0;
/// For how many hops if not.
const LONG: f64 = 32.0;
/// How many slow meetings in a row there must be before a body falls asleep.
const ROW: u32 = 4;
/// How many slow meetings in a row are enough, however little time has passed; and how many on hardly any way make a body wedged.
const WEDGED: u32 = 1_000;
/// How many rest speeds something is fast that keeps a body awake, and wakes it.
const FAST: f64 = 4.0;
/// How many of the things that a body met last it remembers.
const REMEMBERED: usize = 12;

/// The least speed of parting if the scene does not say.
///
/// | | accelerated | not |
/// | --- | --- | --- |
/// | some restitution below 1 | 0.01·√(a·r) | 1e-6 of the root mean square speed |
/// | all elastic | 1e-4·√(a·r) | 0 |
///
/// √(a·r) is the least of all accelerated bodies: the speed after a fall by half a radius. Elastic bodies part so
/// slowly only if they were laid down.
pub fn default_speed<const D: usize>(balls: &[Ball<D>]) -> f64 {
    let elastic = balls.iter().all(|ball| ball.restitution == 1.0);
    let fall = balls
        .iter()
        .map(|ball| length(&ball.acceleration) * ball.radius)
        .filter(|&square| square > 0.0)
        .fold(f64::INFINITY, f64::min);
    if fall < f64::INFINITY {
        return if elastic { 1e-4 } else { 0.01 } * fall.sqrt();
    }
    if elastic {
        return 0.0;
    }
    let squares: f64 = balls
        .iter()
        .map(|ball| dot(&ball.velocity, &ball.velocity))
        .sum();
    1e-6 * (squares / balls.len() as f64).sqrt()
}

/// How calm a body is.
#[derive(Clone, Debug)]
struct Calm<const D: usize> {
    /// Its acceleration when it is awake.
    acceleration: Vector<D>,
    asleep: bool,
    /// How many meetings in a row were slow and near `place`.
    slow: u32,
    /// When the first of them was, and where the body was then.
    since: f64,
    place: Vector<D>,
    /// How often it fell asleep since `span`; more than [`FALLS`] if it is held, and how often it was made to slide.
    falls: u32,
    slides: u32,
    span: f64,
    /// How many meetings it had on hardly any way, and since when.
    crowd: u32,
    crowd_since: f64,
    /// What it met last, the last one first. While it sleeps: what it touches.
    met: Vec<Partner>,
    /// The sleeping bodies that have it in `met`, and perhaps others that have woken.
    leaning: Vec<u32>,
    /// What its coordinates cannot hold of its place. Squeezed bodies meet again before they have moved by as much as the last bit of a
    /// coordinate; without this they would not move at all, or too far, and in a million meetings be hundreds of bits in each other.
    remainder: Vector<D>,
}

impl<const D: usize> Calm<D> {
    /// As it was saved, or what is wrong with that.
    fn from_saved(body: &SavedBody<D>, snapshot: &Snapshot<D>) -> Result<Calm<D>, &'static str> {
        let Some(saved) = &body.calm else {
            return Err("nothing tells how calm it is");
        };
        let known = |partner: &Partner| match *partner {
            Partner::Body(other) => (other as usize) < snapshot.bodies.len(),
            Partner::Wall(wall) => (wall as usize) < snapshot.walls.len(),
            Partner::Face { axis, .. } => (axis as usize) < D,
        };
        let times = [&saved.since, &saved.span, &saved.crowd_since];
        let mut numbers = saved.place.iter().chain(times);
        if !numbers.all(|number| number.is_finite()) {
            return Err("a time or place of its calm is not finite");
        }
        if saved.met.len() > REMEMBERED || !saved.met.iter().all(known) {
            return Err("it met something that is not there, or too much");
        }
        if !(saved.leaning.iter().copied().map(Partner::Body)).all(|other| known(&other)) {
            return Err("a body leans on it that is not there");
        }
        if saved.falls > FALLS + 1 || saved.slides > FALLS {
            return Err("it fell asleep more often than it may");
        }
        let drawn = body.acceleration != [0.0; D] || snapshot.tally.wedged > 0;
        if saved.asleep && (body.velocity != [0.0; D] || !drawn) {
            return Err(
                "it is at rest, but moves, or nothing draws it down and nothing was wedged",
            );
        }
        Ok(Calm {
            acceleration: body.acceleration,
            asleep: saved.asleep,
            slow: saved.slow,
            since: saved.since,
            place: saved.place,
            falls: saved.falls,
            slides: saved.slides,
            span: saved.span,
            crowd: saved.crowd,
            crowd_since: saved.crowd_since,
            met: saved.met.clone(),
            leaning: saved.leaning.clone(),
            remainder: [0.0; D],
        })
    }
}

/// Which bodies rest.
#[derive(Clone, Debug)]
pub(crate) struct Rest<const D: usize> {
    /// The least speed of parting.
    speed: f64,
    bodies: Vec<Calm<D>>,
}

impl<const D: usize> Rest<D> {
    /// Nothing if bodies may part as slowly as they like.
    pub fn new(balls: &[Ball<D>], speed: f64) -> Option<Box<Rest<D>>> {
        if !(speed > 0.0) {
            return None;
        }
        let bodies = balls.iter().map(|ball| Calm {
            acceleration: ball.acceleration,
            asleep: false,
            slow: 0,
            since: 0.0,
            place: ball.position,
            falls: 0,
            slides: 0,
            span: 0.0,
            crowd: 0,
            crowd_since: 0.0,
            met: Vec::new(),
            leaning: Vec::new(),
            remainder: [0.0; D],
        });
        Some(Box::new(Rest {
            speed,
            bodies: bodies.collect(),
        }))
    }

    /// As it was saved.
    pub fn from_saved(snapshot: &Snapshot<D>) -> Result<Option<Box<Rest<D>>>, SnapshotError> {
        let speed = snapshot.rest_speed;
        if !(speed > 0.0) {
            return Ok(None);
        }
        let restored = |(number, saved): (usize, &SavedBody<D>)| {
            Calm::from_saved(saved, snapshot).map_err(|problem| SnapshotError::Calm {
                body: number,
                problem,
            })
        };
        let bodies: Result<_, _> = snapshot.bodies.iter().enumerate().map(restored).collect();
        let bodies = bodies?;
        Ok(Some(Box::new(Rest { speed, bodies })))
    }

    /// What is to be saved of a body.
    pub fn saved(&self, body: usize) -> SavedCalm<D> {
        let calm = &self.bodies[body];
        SavedCalm {
            asleep: calm.asleep,
            slow: calm.slow,
            since: calm.since,
            place: calm.place,
            falls: calm.falls,
            slides: calm.slides,
            span: calm.span,
            crowd: calm.crowd,
            crowd_since: calm.crowd_since,
            met: calm.met.clone(),
            leaning: calm.leaning.clone(),
        }
    }

    /// The least speed of parting.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    pub fn asleep(&self, body: u32) -> bool {
        self.bodies[body as usize].asleep
    }

    /// What accelerates the body when it is awake.
    pub fn acceleration(&self, body: u32) -> Vector<D> {
        self.bodies[body as usize].acceleration
    }

    /// The clock was turned back by `passed`.
    pub fn rebased(&mut self, passed: f64) {
        for body in &mut self.bodies {
            body.since -= passed;
            body.span -= passed;
            body.crowd_since -= passed;
        }
    }

    /// Brings a body to `now`.
    #[inline(never)]
    pub fn bring(&mut self, number: u32, body: &mut Body<D>, now: f64, acceleration: &Vector<D>) {
        let remainder = &mut self.bodies[number as usize].remainder;
        let passed = now - body.clock;
        for axis in 0..D {
            let mean = body.velocity[axis] + 0.5 * passed * acceleration[axis];
            let (sum, lost) = sum(body.position[axis], passed * mean);
            (body.position[axis], remainder[axis]) = self::sum(sum, remainder[axis] + lost);
            body.velocity[axis] += passed * acceleration[axis];
        }
    }

    /// Forgets what coordinates cannot hold, as a snapshot does.
    pub fn forget_remainders(&mut self) {
        for body in &mut self.bodies {
            body.remainder = [0.0; D];
        }
    }

    /// How fast things part that approach each other so fast.
    fn parting(&self, approach: f64, restitution: f64) -> f64 {
        (restitution * approach).max(self.speed)
    }

    /// Whether an approach neither wakes bodies nor keeps them awake.
    fn slow(&self, approach: f64) -> bool {
        approach <= FAST * self.speed
    }

    fn pace(&self, approach: f64, restitution: f64) -> Pace {
        if self.slow(approach) {
            Pace::Slow
        } else if restitution < 1.0 {
            Pace::Fast
        } else {
            Pace::FastElastic
        }
    }
}

/// The sum of two numbers, and what rounding took from it, exactly (Knuth's two-sum).
fn sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let of_b = sum - a;
    (sum, (a - (sum - of_b)) + (b - of_b))
}

/// How fast things met, and whether that took energy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pace {
    Slow,
    Fast,
    FastElastic,
}

impl<const D: usize> World<D> {
    /// Whether the body sleeps: it is at rest until something wakes it.
    pub fn asleep(&self, body: u32) -> bool {
        self.rest.as_ref().is_some_and(|rest| rest.asleep(body))
    }

    /// The acceleration that the body has unless it is at rest.
    pub fn waking_acceleration(&self, body: u32) -> Vector<D> {
        match &self.rest {
            Some(rest) => rest.acceleration(body),
            None => self.acceleration(body),
        }
    }

    /// The sum of ½m·v² − m·a·x over all bodies, at the present: x counts from the origin.
    pub fn mechanical_energy(&self) -> f64 {
        let potential = |body: u32| {
            let acceleration = self.waking_acceleration(body);
            let position = self.state(body, self.now()).0;
            -dot(&acceleration, &position) / self.matter[body as usize].inverse_mass
        };
        self.kinetic_energy() + (0..self.len() as u32).map(potential).sum::<f64>()
    }

    /// [`World::collide`] where things may rest; `offset` leads from the first body to the second.
    #[cold]
    pub(crate) fn collide_at_rest(&mut self, first: u32, second: u32, offset: &Vector<D>) {
        self.part_pair(first, second, offset);
        self.name_once();
    }

    /// [`World::bounce`] where things may rest.
    #[cold]
    pub(crate) fn bounce_at_rest(&mut self, body: u32, normal: &Vector<D>, partner: Partner) {
        self.part_from_wall(body, normal, partner);
        self.name_once();
    }

    /// Bodies that have met something and then woke or fell asleep have changed once.
    fn name_once(&mut self) {
        self.changed.sort_unstable();
        self.changed.dedup();
    }

    fn part_pair(&mut self, first: u32, second: u32, offset: &Vector<D>) {
        let Some(rest) = &self.rest else { return };
        let distance = length(offset);
        let normal: Vector<D> = std::array::from_fn(|axis| offset[axis] / distance);
        let pair = [first, second];
        let [v, w] = pair.map(|body| self.bodies[body as usize].velocity);
        let rate = dot(&minus(&w, &v), &normal);
        let [m, n] = pair.map(|body| self.matter[body as usize]);
        let restitution = m.restitution.min(n.restitution);
        let (parting, pace) = (
            rest.parting(-rate, restitution),
            rest.pace(-rate, restitution),
        );
        if parting > -rate * restitution {
            self.tally.slow_meetings += 1;
        }
        if pace == Pace::Slow {
            for (body, other) in [(first, second), (second, first)] {
                if self.asleep(other) && self.lies_still(body, Partner::Body(other)) {
                    return;
                }
            }
        } else {
            self.wake(first);
            self.wake(second);
        }
        let [to_first, to_second] = pair.map(|body| {
            if self.asleep(body) {
                0.0
            } else {
                self.matter[body as usize].inverse_mass
            }
        });
        let impulse = (parting - rate) / (to_first + to_second);
        if !(impulse > 0.0 && impulse < f64::INFINITY) {
            return;
        }
        self.bodies[first as usize].velocity = plus(&v, -impulse * to_first, &normal);
        self.bodies[second as usize].velocity = plus(&w, impulse * to_second, &normal);
        self.met(first, Partner::Body(second), pace);
        self.met(second, Partner::Body(first), pace);
    }

    fn part_from_wall(&mut self, body: u32, normal: &Vector<D>, partner: Partner) {
        let Some(rest) = &self.rest else { return };
        let velocity = self.bodies[body as usize].velocity;
        let rate = dot(&velocity, normal);
        let restitution = self.matter[body as usize].restitution;
        let (parting, pace) = (
            rest.parting(-rate, restitution),
            rest.pace(-rate, restitution),
        );
        if parting > -rate * restitution {
            self.tally.slow_meetings += 1;
        }
        if pace == Pace::Slow && self.lies_still(body, partner) {
            return;
        }
        if parting > rate {
            self.bodies[body as usize].velocity = plus(&velocity, parting - rate, normal);
        }
        self.met(body, partner, pace);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ball(velocity: f64, acceleration: f64, radius: f64, restitution: f64) -> Ball<2> {
        let mut ball = Ball::new([0.0; 2], [velocity, 0.0], radius);
        ball.acceleration[1] = -acceleration;
        ball.restitution = restitution;
        ball
    }

    #[test]
    fn the_default_speed_follows_fall_or_flight() {
        let near = |speed: f64, expected: f64| (speed - expected).abs() <= 1e-15 * expected;
        let speed = |balls: &[Ball<2>]| default_speed(balls);
        assert_eq!(speed(&[]), 0.0);
        assert_eq!(speed(&[ball(3.0, 0.0, 1.0, 1.0)]), 0.0);
        assert!(near(speed(&[ball(0.0, 4.0, 1.0, 1.0)]), 2e-4));
        let small = [ball(0.0, 4.0, 1.0, 0.5), ball(0.0, 4.0, 0.25, 1.0)];
        assert!(near(speed(&small), 0.01));
        let flying = [ball(3.0, 0.0, 1.0, 0.5), ball(4.0, 0.0, 1.0, 1.0)];
        assert!(near(speed(&flying), 1e-6 * 12.5_f64.sqrt()));
    }

    #[test]
    fn nothing_parts_more_slowly_than_it_may() {
        let rest = Rest::new(&[ball(0.0, 4.0, 1.0, 0.5)], 0.1).expect("a speed");
        assert_eq!(rest.parting(1.0, 0.5), 0.5);
        assert_eq!(rest.parting(0.15, 0.5), 0.1);
        assert_eq!(rest.parting(-1e-17, 0.0), 0.1);
        assert!(Rest::new(&[ball(0.0, 4.0, 1.0, 0.5)], 0.0).is_none());
    }
}
