//! Seeded motions: the same ones on every machine.

use super::method::Method;
use super::models::Model;
use crate::experiment::draw::{Draw, motion};
use crate::experiment::judge::Flight;
use glam::{DQuat, DVec3};
use osculate::{ConstantVelocity, Evidence, Limits, Placement, Verdict, Workspace};

/// Draws after which nothing is to be hoped for.
const MOST_DRAWS: u32 = 10_000;

/// One motion of two bodies, over [0, 1].
#[derive(Clone, Debug)]
pub struct Trial {
    pub flights: [Flight; 2],
    /// How many draws before this one were of the other kind, or unclear.
    pub redrawn: u32,
    /// By best-first, whether they touch.
    pub collides: bool,
    /// When they intersect, if best-first shows that they do.
    pub crossed_by: Option<f64>,
}

impl Trial {
    /// The first motion of the stream of `seed` that collides, or that does not: the first body goes from one random placement
    /// to another, the second one rests. Neither placement is nearer to its origin than `distance`. `None` if none of very
    /// many does.
    pub fn draw(
        seed: u64,
        distance: f64,
        collides: bool,
        models: [&Model; 2],
        limits: &Limits,
    ) -> Option<Trial> {
        let (mut draw, mut workspace) = (Draw::new(seed), Workspace::new());
        (0..MOST_DRAWS).find_map(|redrawn| {
            let mut placement = || {
                Placement::new(
                    distance * draw.direction(),
                    DQuat::from_array(draw.rotation()),
                )
            };
            let flights = [flight(placement(), placement()), resting()];
            let motions = flights.map(|flight| motion(&flight));
            let outcome = Method::BestFirst.answer(models, &motions, limits, &mut workspace);
            let crossed_by = match outcome.verdict {
                Verdict::Contact(contact) if contact.evidence == Evidence::Crossing => {
                    Some(contact.upper)
                }
                Verdict::Free => None,
                _ => return None,
            };
            (crossed_by.is_some() == collides).then_some(Trial {
                flights,
                redrawn,
                collides,
                crossed_by,
            })
        })
    }

    /// How the bodies move, for the library.
    pub fn motions(&self) -> [ConstantVelocity; 2] {
        [motion(&self.flights[0]), motion(&self.flights[1])]
    }
}

fn flight(from: Placement, to: Placement) -> Flight {
    let between = ConstantVelocity::between(from, to).expect("placements are finite");
    Flight {
        position: from.position,
        rotation: from.rotation.to_array(),
        linear: between.linear(),
        angular: between.angular(),
    }
}

fn resting() -> Flight {
    Flight {
        position: DVec3::ZERO,
        rotation: DQuat::IDENTITY.to_array(),
        linear: DVec3::ZERO,
        angular: DVec3::ZERO,
    }
}
