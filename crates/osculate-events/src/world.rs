//! The state of all bodies: prediction is pure, [`World::apply`] changes it.

use crate::body::Body;
use crate::domain::{Boundary, Domain};
use crate::event::{Event, Partner};
use crate::flight::{first_entry, first_rise};
use crate::rest::Rest;
use crate::scene::Scene;
use crate::vector::{Vector, dot, length, minus, plus};
use crate::wall::Wall;

/// What has happened so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Tally {
    /// Collisions of two bodies.
    pub collisions: u64,
    /// Bounces from walls.
    pub wall_bounces: u64,
    /// How often a body left a domain at one end and came back at the other.
    pub wraps: u64,
    /// Deepest penetration of bodies in each other, or in a wall, when they met, in radii of the smaller one.
    pub largest_overlap: f64,
    /// Collisions and bounces after which bodies parted at [`crate::Scene::rest_speed`] instead of more slowly.
    pub slow_meetings: u64,
    /// How often a body came to rest.
    pub falls_asleep: u64,
    /// How often a body at rest was woken.
    pub wakings: u64,
    /// How many bodies are at rest now.
    pub sleeping: u64,
    /// How often a body without room was made to slide, came to rest, or woke those around it.
    pub wedged: u64,
}

/// What the impulse of a collision depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matter {
    pub inverse_mass: f64,
    pub restitution: f64,
}

/// The state of all bodies, each at its own time.
#[derive(Clone, Debug)]
pub struct World<const D: usize> {
    pub(crate) bodies: Vec<Body<D>>,
    pub(crate) matter: Vec<Matter>,
    /// Empty if nothing accelerates any body.
    pub(crate) accelerations: Vec<Vector<D>>,
    pub(crate) domain: Domain<D>,
    pub(crate) walls: Vec<Wall<D>>,
    /// The bodies whose motion the last event changed.
    pub(crate) changed: Vec<u32>,
    /// Nothing where no body ever rests.
    pub(crate) rest: Option<Box<Rest<D>>>,
    pub(crate) epoch: f64,
    pub(crate) now: f64,
    pub(crate) tally: Tally,
}

impl<const D: usize> World<D> {
    /// All bodies as the scene has them, at time 0.
    pub fn new(scene: &Scene<D>) -> World<D> {
        let balls = scene.balls();
        let accelerated = balls.iter().any(|ball| ball.acceleration != [0.0; D]);
        World {
            bodies: balls
                .iter()
                .map(|ball| Body {
                    position: ball.position,
                    velocity: ball.velocity,
                    clock: 0.0,
                    radius: ball.radius,
                })
                .collect(),
            matter: balls
                .iter()
                .map(|ball| Matter {
                    inverse_mass: 1.0 / ball.mass,
                    restitution: ball.restitution,
                })
                .collect(),
            accelerations: if accelerated {
                balls.iter().map(|ball| ball.acceleration).collect()
            } else {
                Vec::new()
            },
            domain: *scene.domain(),
            walls: scene.walls().to_vec(),
            changed: Vec::with_capacity(2),
            rest: Rest::new(balls, scene.rest_speed()),
            epoch: 0.0,
            now: 0.0,
            tally: Tally::default(),
        }
    }

    /// How many bodies there are.
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// The present on the world's clock, which starts anew now and then so that times stay precise.
    pub fn now(&self) -> f64 {
        self.now
    }

    /// When the world's clock was 0.
    pub fn epoch(&self) -> f64 {
        self.epoch
    }

    /// The time since the start.
    pub fn time(&self) -> f64 {
        self.epoch + self.now
    }

    /// What has happened so far.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The bodies whose motion the last event changed.
    pub fn changed(&self) -> &[u32] {
        &self.changed
    }

    /// The acceleration of a body: none while it is at rest.
    #[inline(always)]
    pub fn acceleration(&self, body: u32) -> Vector<D> {
        if self.accelerations.is_empty() {
            [0.0; D]
        } else {
            self.accelerations[body as usize]
        }
    }

    /// The radius of a body.
    pub fn radius(&self, body: u32) -> f64 {
        self.bodies[body as usize].radius
    }

    /// The mass of a body, but for rounding.
    pub fn mass(&self, body: u32) -> f64 {
        1.0 / self.matter[body as usize].inverse_mass
    }

    /// The box in which bodies move.
    pub fn domain(&self) -> &Domain<D> {
        &self.domain
    }

    /// The walls, by number.
    pub fn walls(&self) -> &[Wall<D>] {
        &self.walls
    }

    /// Where the body is at `time` of the world's clock if it meets nothing, and its velocity then.
    pub fn state(&self, body: u32, time: f64) -> (Vector<D>, Vector<D>) {
        self.bodies[body as usize].at(time, &self.acceleration(body))
    }

    /// When two bodies first meet from now on; infinity if never. Where ends of the domain are joined this holds until
    /// one of them reaches an end.
    pub fn pair_contact(&self, first: u32, second: u32) -> f64 {
        self.pair_contact_from(self.now, first, second)
    }

    /// [`World::pair_contact`] from `now` on.
    pub(crate) fn pair_contact_from(&self, now: f64, first: u32, second: u32) -> f64 {
        let (here, there) = (self.state(first, now), self.state(second, now));
        let offset = minus(&there.0, &here.0);
        let velocity = minus(&there.1, &here.1);
        let reach = self.bodies[first as usize].radius + self.bodies[second as usize].radius;
        let acceleration = minus(&self.acceleration(second), &self.acceleration(first));
        if !self.domain.wraps() {
            return now + first_entry(&offset, &velocity, &acceleration, reach);
        }
        let mut least = f64::INFINITY;
        for image in 0..3_usize.pow(D as u32) {
            let mut rest = image;
            let mut shifted = offset;
            let mut skipped = false;
            for axis in 0..D {
                let step = rest % 3;
                rest /= 3;
                if step > 0 {
                    skipped |= self.domain.boundary[axis] != Boundary::Periodic;
                    let side = self.domain.side(axis);
                    shifted[axis] += if step == 1 { side } else { -side };
                }
            }
            if !skipped {
                least = least.min(first_entry(&shifted, &velocity, &acceleration, reach));
            }
        }
        now + least
    }

    /// When the body first meets an end of the domain from now on, and which; infinity if never.
    #[inline]
    pub fn face_contact(&self, body: u32) -> (f64, Partner) {
        let (position, velocity) = self.state(body, self.now);
        let acceleration = self.acceleration(body);
        let radius = self.bodies[body as usize].radius;
        let mut first = (f64::INFINITY, Partner::Wall(u32::MAX));
        for axis in 0..D {
            if self.domain.boundary[axis] == Boundary::Open {
                continue;
            }
            let (v, a) = (velocity[axis], acceleration[axis]);
            let gap = |high: bool| self.domain.gap(axis, high, position[axis], radius);
            let up = first_rise(gap(true), v, a);
            let down = first_rise(gap(false), -v, -a);
            for (time, high) in [(down, false), (up, true)] {
                if time < first.0 {
                    let axis = axis as u8;
                    first = (time, Partner::Face { axis, high });
                }
            }
        }
        (self.now + first.0, first.1)
    }

    /// When the body first meets the wall from now on; infinity if never.
    pub fn wall_contact(&self, body: u32, wall: u32) -> f64 {
        let (position, velocity) = self.state(body, self.now);
        let radius = self.bodies[body as usize].radius;
        self.now
            + self.walls[wall as usize].first_contact(
                &position,
                &velocity,
                &self.acceleration(body),
                radius,
            )
    }

    /// The first event of the body with what does not move, if there is any.
    pub fn static_contact(&self, body: u32) -> Option<Event> {
        let (time, partner) = self.face_contact(body);
        let mut first = Event {
            time,
            body,
            partner,
        };
        for wall in 0..self.walls.len() as u32 {
            let partner = Partner::Wall(wall);
            let time = self.wall_contact(body, wall);
            first = first.earlier(Event {
                time,
                body,
                partner,
            });
        }
        (first.time < f64::INFINITY).then_some(first)
    }

    /// Moves the present to `time`; no event may lie between.
    pub fn advance(&mut self, time: f64) {
        self.now = self.now.max(time);
    }

    /// Brings the body to the present.
    #[inline(always)]
    pub(crate) fn bring(&mut self, body: u32) {
        let now = self.now;
        let moved = &mut self.bodies[body as usize];
        if let Some(rest) = &mut self.rest {
            let acceleration = self.accelerations.get(body as usize);
            rest.bring(body, moved, now, acceleration.unwrap_or(&[0.0; D]));
        } else if self.accelerations.is_empty() {
            moved.position = moved.straight(now);
        } else {
            let acceleration = &self.accelerations[body as usize];
            (moved.position, moved.velocity) = moved.at(now, acceleration);
        }
        moved.clock = now;
    }

    /// Lets the event happen, which must be the next one: the present is its time then.
    #[inline(always)]
    pub fn apply(&mut self, event: &Event) {
        if event.time > self.now {
            self.now = event.time;
        }
        self.changed.clear();
        self.changed.push(event.body);
        self.bring(event.body);
        match event.partner {
            Partner::Body(other) => {
                self.changed.push(other);
                self.bring(other);
                self.collide(event.body, other);
            }
            Partner::Face { axis, high } => self.meet_face(event.body, axis as usize, high),
            Partner::Wall(wall) => {
                let body = &self.bodies[event.body as usize];
                let (distance, normal) = self.walls[wall as usize].separation(&body.position);
                let depth = body.radius - distance;
                self.bounce(event.body, &normal, depth, event.partner);
            }
        }
    }

    #[inline(always)]
    fn collide(&mut self, first: u32, second: u32) {
        let (a, b) = (&self.bodies[first as usize], &self.bodies[second as usize]);
        let mut offset = minus(&b.position, &a.position);
        if self.domain.wraps() {
            offset = self.domain.nearest(offset);
        }
        let square = dot(&offset, &offset);
        let reach = a.radius + b.radius;
        self.tally.collisions += 1;
        // Half the square's excess over the contact distance is the depth, to first order.
        let excess = reach * reach - square;
        let scale = 2.0 * reach * lesser(a.radius, b.radius);
        if excess > self.tally.largest_overlap * scale {
            self.tally.largest_overlap = excess / scale;
        }
        if self.rest.is_some() {
            self.collide_at_rest(first, second, &offset);
            return;
        }
        let approach = dot(&offset, &minus(&b.velocity, &a.velocity));
        if !(approach < 0.0) {
            return;
        }
        let (m, n) = (&self.matter[first as usize], &self.matter[second as usize]);
        let bounce = 1.0 + lesser(m.restitution, n.restitution);
        let impulse = bounce * approach / (square * (m.inverse_mass + n.inverse_mass));
        let a_velocity = plus(&a.velocity, impulse * m.inverse_mass, &offset);
        let b_velocity = plus(&b.velocity, -impulse * n.inverse_mass, &offset);
        // Of bodies that fly side by side, an approach may be less than the last bits of their velocities.
        let lost = dot(&offset, &minus(&b_velocity, &a_velocity)) < 0.0;
        self.bodies[first as usize].velocity = a_velocity;
        self.bodies[second as usize].velocity = b_velocity;
        if lost {
            self.part(first, second, &offset);
        }
    }

    /// Makes bodies that touch part by the last bits of their velocities, where rounding has lost an impulse that is smaller:
    /// they would meet again and again, and no time would pass.
    #[cold]
    fn part(&mut self, first: u32, second: u32, offset: &Vector<D>) {
        let shares = [first, second].map(|body| self.matter[body as usize].inverse_mass);
        let largest = [first, second].iter().fold(0.0, |most: f64, &body| {
            let velocity = &self.bodies[body as usize].velocity;
            velocity
                .iter()
                .fold(most, |most, part| most.max(part.abs()))
        });
        let mut step = f64::EPSILON * largest / ((shares[0] + shares[1]) * length(offset));
        // Twice as much each time, since a share may be too small to change a velocity.
        for _ in 0..64 {
            let [a, b] = [first, second].map(|body| self.bodies[body as usize].velocity);
            if dot(offset, &minus(&b, &a)) >= 0.0 {
                return;
            }
            self.bodies[first as usize].velocity = plus(&a, -step * shares[0], offset);
            self.bodies[second as usize].velocity = plus(&b, step * shares[1], offset);
            step *= 2.0;
        }
    }

    fn meet_face(&mut self, body: u32, axis: usize, high: bool) {
        let side = self.domain.side(axis);
        let moved = &mut self.bodies[body as usize];
        if self.domain.boundary[axis] == Boundary::Periodic {
            moved.position[axis] += if high { -side } else { side };
            self.tally.wraps += 1;
            return;
        }
        let mut normal = [0.0; D];
        normal[axis] = if high { -1.0 } else { 1.0 };
        let depth = -self
            .domain
            .gap(axis, high, moved.position[axis], moved.radius);
        let axis = axis as u8;
        self.bounce(body, &normal, depth, Partner::Face { axis, high });
    }

    /// Bounces a body from what does not move.
    fn bounce(&mut self, body: u32, normal: &Vector<D>, depth: f64, partner: Partner) {
        let restitution = self.matter[body as usize].restitution;
        let moved = &mut self.bodies[body as usize];
        self.tally.wall_bounces += 1;
        self.tally.largest_overlap = self.tally.largest_overlap.max(depth / moved.radius);
        if self.rest.is_some() {
            self.bounce_at_rest(body, normal, partner);
            return;
        }
        let approach = dot(&moved.velocity, normal);
        if approach < 0.0 {
            moved.velocity = plus(&moved.velocity, -(1.0 + restitution) * approach, normal);
            // Along a slanted wall, an approach may be less than the last bits of the velocity.
            let mut step = f64::EPSILON * length(&moved.velocity);
            while dot(&moved.velocity, normal) < 0.0 && step > 0.0 {
                moved.velocity = plus(&moved.velocity, step, normal);
                step *= 2.0;
            }
        }
    }

    /// Brings all bodies to the present and starts the clock anew, at 0. What the clock showed is returned: predicted
    /// times are to be lowered by that.
    pub fn rebase(&mut self) -> f64 {
        for body in 0..self.len() as u32 {
            self.bring(body);
            self.bodies[body as usize].clock = 0.0;
        }
        let passed = self.now;
        if let Some(rest) = &mut self.rest {
            rest.rebased(passed);
        }
        self.epoch += passed;
        self.now = 0.0;
        passed
    }

    /// Brings all bodies to the present and turns them round: from here the past is run through backwards. Searches are
    /// to be made anew.
    pub fn reverse(&mut self) {
        self.changed.clear();
        for body in 0..self.len() as u32 {
            self.bring(body);
            let velocity = &mut self.bodies[body as usize].velocity;
            *velocity = velocity.map(|component| -component);
            self.changed.push(body);
        }
    }

    /// The sum of ½m·v² over all bodies, at the present.
    pub fn kinetic_energy(&self) -> f64 {
        let of = |body: u32| {
            let velocity = self.state(body, self.now).1;
            0.5 * dot(&velocity, &velocity) / self.matter[body as usize].inverse_mass
        };
        (0..self.len() as u32).map(of).sum()
    }
}

/// The lesser of two numbers, neither of them NaN: one instruction.
#[inline(always)]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
