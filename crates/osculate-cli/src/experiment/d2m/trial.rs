//! Seeded collisions: the same ones on every machine.

use crate::experiment::draw::{Draw, motion};
use crate::experiment::judge::Flight;
use osculate::{
    ConstantVelocity, Contact, Evidence, Limits, MeshBvh, Moving, Span, Verdict, Workspace,
    query::meshes::best_first,
};

/// The bodies, whose radius is 1, start with their origins this far apart.
const APART: [f64; 2] = [2.5, 4.0];
/// The first body's origin is aimed at a point this far from the second one's, at most.
const AIM: f64 = 0.75;
/// The largest angular velocity, in radians a second.
const SPIN: f64 = 3.0;
/// How far from the world's origin the first body starts, at most, along each axis.
const PLACE: f64 = 10.0;
/// Draws after which no collision is to be hoped for.
const MOST_DRAWS: u32 = 10_000;

/// Two bodies that certainly collide during [0, 1].
#[derive(Clone, Debug)]
pub struct Trial {
    /// How the bodies fly.
    pub flights: [Flight; 2],
    /// How many draws before this one were no collision.
    pub redrawn: u32,
    /// When the bodies intersect, according to best-first.
    pub crossed_by: f64,
}

impl Trial {
    /// The first collision of the stream of `seed` between two bodies whose relative speed is `speed`; draws that
    /// best-first does not prove to cross are passed over. `None` if none of very many does.
    pub fn draw(
        seed: u64,
        speed: f64,
        bodies: [&MeshBvh; 2],
        workspace: &mut Workspace,
    ) -> Option<Trial> {
        let mut draw = Draw::new(seed);
        (0..MOST_DRAWS).find_map(|redrawn| {
            let flights = flights(&mut draw, speed);
            let motions = flights.map(|flight| motion(&flight));
            let [a, b] = [0, 1].map(|body| Moving::new(bodies[body], &motions[body]));
            match best_first(a, b, Span::UNIT, &Limits::default(), workspace).verdict {
                Verdict::Contact(Contact {
                    evidence: Evidence::Crossing,
                    upper,
                    ..
                }) => Some(Trial {
                    flights,
                    redrawn,
                    crossed_by: upper,
                }),
                _ => None,
            }
        })
    }

    /// How the bodies fly, for the library.
    pub fn motions(&self) -> [ConstantVelocity; 2] {
        [motion(&self.flights[0]), motion(&self.flights[1])]
    }
}

fn flights(draw: &mut Draw, speed: f64) -> [Flight; 2] {
    let place = draw.cube() * PLACE;
    let other = place + draw.direction() * (APART[0] + draw.share() * (APART[1] - APART[0]));
    let target = other + draw.direction() * (AIM * draw.share());
    let approach = (target - place).normalize() * speed;
    // Both move: the approach is shared between them, on top of a common drift.
    let linear = approach * draw.share() + draw.cube() * (0.25 * speed);
    let mut flight = |position, linear| Flight {
        position,
        rotation: draw.rotation(),
        linear,
        angular: draw.direction() * (SPIN * draw.share()),
    };
    [flight(place, linear), flight(other, linear - approach)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::draw::seed;
    use glam::DVec3;
    use osculate::mesh::icosphere;

    #[test]
    fn trials_are_collisions_of_the_speed_asked_for() {
        let ball = MeshBvh::new(icosphere(1.0, 80).unwrap());
        let mut workspace = Workspace::new();
        for number in 0..20 {
            for speed in [4.0, 512.0] {
                let mut draw = || Trial::draw(seed(7, number), speed, [&ball; 2], &mut workspace);
                let trial = draw().unwrap();
                let [a, b] = trial.flights;
                assert!(((a.linear - b.linear).length() - speed).abs() < 1e-12 * speed);
                assert!((2.49..4.01).contains(&a.position.distance(b.position)));
                assert!(a.linear != DVec3::ZERO && b.linear != DVec3::ZERO);
                assert!(0.0 < trial.crossed_by && trial.crossed_by < 4.0 / speed);
                assert_eq!(draw().unwrap().flights, trial.flights);
            }
        }
    }
}
