//! "Bunny Dynamics": two bodies that attract each other, tumble and bounce, asked about frame by frame.
//!
//! The paper does not describe its simulation. Its averages say that one frame in fifty has a collision; the frame rate and the
//! attraction are chosen so that about as many have here.

use super::method::Method;
use super::models::Model;
use super::trial::Trial;
use crate::experiment::draw::{Draw, motion};
use crate::experiment::judge::Flight;
use glam::{DQuat, DVec3};
use osculate::{Contact, Evidence, Limits, Motion, Verdict, Workspace};

/// Seconds a frame.
const FRAME: f64 = 1.0 / 100.0;
/// With what acceleration each body falls towards the other.
const ATTRACTION: f64 = 1.5;
/// How far apart they start.
const APART: f64 = 2.4;
/// Their largest speed, and angular speed, at the start.
const SPEED: f64 = 0.5;
const SPIN: f64 = 2.0;
/// Moment of inertia of a body of mass 1, about any axis: so they spin evenly between collisions.
const INERTIA: f64 = 0.2;

/// A body: its velocities are a second's.
#[derive(Clone, Copy)]
struct Body {
    position: DVec3,
    rotation: DQuat,
    linear: DVec3,
    angular: DVec3,
}

/// The two bodies.
pub struct Dynamics {
    bodies: [Body; 2],
    workspace: Workspace,
}

impl Dynamics {
    /// As the stream of `seed` has them.
    pub fn new(seed: u64) -> Dynamics {
        let mut draw = Draw::new(seed);
        let way = 0.5 * APART * draw.direction();
        let velocity = SPEED * draw.share() * draw.direction();
        let mut body = |position, linear| Body {
            position,
            rotation: DQuat::from_array(draw.rotation()),
            linear,
            angular: SPIN * draw.share() * draw.direction(),
        };
        Dynamics {
            bodies: [body(way, velocity), body(-way, -velocity)],
            workspace: Workspace::new(),
        }
    }

    /// The next frame, asked about by best-first. One in which the bodies touch ends there, and the next one begins with
    /// their bounce.
    pub fn frame(&mut self, models: [&Model; 2], limits: &Limits) -> Trial {
        let between = (self.bodies[1].position - self.bodies[0].position).normalize_or_zero();
        self.bodies[0].linear += ATTRACTION * FRAME * between;
        self.bodies[1].linear -= ATTRACTION * FRAME * between;
        let flights = self.bodies.map(|body| Flight {
            position: body.position,
            rotation: body.rotation.to_array(),
            linear: FRAME * body.linear,
            angular: FRAME * body.angular,
        });
        let motions = flights.map(|flight| motion(&flight));
        let outcome = Method::BestFirst.answer(models, &motions, limits, &mut self.workspace);
        let until = match outcome.verdict {
            Verdict::Free => 1.0,
            Verdict::Contact(contact) => contact.lower,
            Verdict::Undecided { free_until, .. } => free_until.unwrap_or(0.0),
            Verdict::Overlapping { .. } => 0.0,
        };
        for (body, motion) in self.bodies.iter_mut().zip(&motions) {
            let at = motion.placement(until);
            body.position = at.position;
            body.rotation = at.rotation.normalize();
        }
        let contact = outcome.verdict.contact();
        match contact {
            Some(contact) => self.bounce(contact),
            // Nothing is known but that they are close: they part.
            None if until < 1.0 => self.part(between),
            None => {}
        }
        Trial {
            flights,
            redrawn: 0,
            collides: contact.is_some(),
            crossed_by: contact
                .filter(|contact| contact.evidence == Evidence::Crossing)
                .map(|contact| contact.upper),
        }
    }

    /// Elastic, without friction.
    fn bounce(&mut self, contact: &Contact) {
        let point = 0.5 * (contact.point_a + contact.point_b);
        let normal = contact.normal;
        let arms = self.bodies.map(|body| point - body.position);
        let [a, b] = [0, 1].map(|i| {
            let body = &self.bodies[i];
            body.linear + body.angular.cross(arms[i])
        });
        let approach = (b - a).dot(normal);
        if !(approach > 0.0) {
            return;
        }
        let yielding = arms.map(|arm| 1.0 + arm.cross(normal).length_squared() / INERTIA);
        let impulse = 2.0 * approach / (yielding[0] + yielding[1]);
        for ((body, arm), sign) in self.bodies.iter_mut().zip(arms).zip([1.0, -1.0]) {
            let impulse = sign * impulse * normal;
            body.linear += impulse;
            body.angular += arm.cross(impulse) / INERTIA;
        }
    }

    fn part(&mut self, between: DVec3) {
        for (body, sign) in self.bodies.iter_mut().zip([1.0, -1.0]) {
            let towards = sign * between;
            body.linear -= 2.0 * body.linear.dot(towards).max(0.0) * towards;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::models::{Origin, sources};
    use super::super::paper::Benchmark;
    use super::*;
    use osculate_io::MaxSize;

    /// They keep meeting, now and then; momentum and, on the whole, energy stay.
    #[test]
    fn bodies_tumble_into_each_other() {
        let origin = Origin {
            folder: None,
            most: MaxSize::default(),
            divided: 64,
        };
        let source = sources(Benchmark::Dynamics, &origin).unwrap().remove(0);
        let model = Model::build(source);
        let limits = Limits::default().with_tolerance(1e-3).unwrap();
        let mut dynamics = Dynamics::new(3);
        let frames: Vec<Trial> = (0..1500)
            .map(|_| dynamics.frame([&model; 2], &limits))
            .collect();
        let share = frames.iter().filter(|frame| frame.collides).count() as f64 / 1500.0;
        assert!((0.005..0.08).contains(&share), "{share}");
        let [a, b] = dynamics.bodies;
        assert!((a.linear + b.linear).length() < 1e-9);
        assert!(a.position.distance(b.position) < 8.0);
        let moved = |frame: &Trial| frame.flights[0].linear.length();
        assert!(frames.iter().map(moved).fold(0.0, f64::max) < 0.2);
    }
}
