//! All of a world's state, to save and resume it.

use crate::ball::Ball;
use crate::body::Body;
use crate::domain::{Boundary, Domain};
use crate::event::Partner;
use crate::overlap::deepest;
use crate::rest::Rest;
use crate::scene::{Scene, SceneError, check};
use crate::vector::Vector;
use crate::wall::Wall;
use crate::world::{Matter, Tally, World};

/// Bodies in a snapshot may overlap by this part of a radius, and by [`BITS`]: more than a run ever leaves behind.
const TOUCH: f64 = 1e-6;

/// How many last bits of the largest coordinate bodies may overlap. Each coordinate of two places is rounded by half of one, and so is the
/// way since the last meeting; 2.4 were seen in piles (`docs/decisions/events.md`).
const BITS: f64 = 16.0;

/// What rounding may be worth of a coordinate of this size.
fn bits(coordinate: f64) -> f64 {
    BITS * f64::EPSILON * coordinate.abs()
}

/// All of a world's state at an instant, when its clock shows 0.
///
/// A world made from it continues bit for bit like the original, if both searches are made anew there.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot<const D: usize> {
    /// The time since the start.
    pub time: f64,
    /// The box in which bodies move.
    pub domain: Domain<D>,
    /// The walls, by number.
    pub walls: Vec<Wall<D>>,
    /// See [`Scene::rest_speed`].
    pub rest_speed: f64,
    /// What has happened so far.
    pub tally: Tally,
    /// The bodies, by number.
    pub bodies: Vec<SavedBody<D>>,
}

/// A body of a [`Snapshot`].
#[derive(Clone, Debug, PartialEq)]
pub struct SavedBody<const D: usize> {
    /// Where it is.
    pub position: Vector<D>,
    /// Its velocity.
    pub velocity: Vector<D>,
    /// Its acceleration while it is awake.
    pub acceleration: Vector<D>,
    /// Its radius.
    pub radius: f64,
    /// 1 / mass, which is what counts.
    pub inverse_mass: f64,
    /// As in a scene.
    pub restitution: f64,
    /// How calm it is; none where nothing ever rests.
    pub calm: Option<SavedCalm<D>>,
}

/// What a [`Snapshot`] knows of how calm a body is. Times are relative to that of the snapshot.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedCalm<const D: usize> {
    /// Whether it is at rest.
    pub asleep: bool,
    /// How many slow meetings in a row it had near `place`, and since when.
    pub slow: u32,
    /// See `slow`.
    pub since: f64,
    /// See `slow`.
    pub place: Vector<D>,
    /// How often it fell asleep since `span`.
    pub falls: u32,
    /// How often it was made to slide since `span`.
    pub slides: u32,
    /// See `falls`.
    pub span: f64,
    /// How many meetings it had on hardly any way, and since when.
    pub crowd: u32,
    /// See `crowd`.
    pub crowd_since: f64,
    /// What it met last, the last one first.
    pub met: Vec<Partner>,
    /// The bodies that may lean on it.
    pub leaning: Vec<u32>,
}

/// Why a snapshot is not one of a world.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// Its bodies, walls and domain are no scene.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// Its time is negative, infinite or none.
    #[error("its time {0} is not a finite number from 0 on")]
    Time(f64),
    /// A count or measure of what has happened is impossible.
    #[error("its {quantity} cannot be {value}")]
    Tally {
        /// Which one.
        quantity: &'static str,
        /// What it is.
        value: f64,
    },
    /// What is known of a body's calm is impossible.
    #[error("body {body}: {problem}")]
    Calm {
        /// Which body.
        body: usize,
        /// What is wrong.
        problem: &'static str,
    },
}

impl<const D: usize> World<D> {
    /// All of the world's state. The clock starts anew: searches are to be made anew, too.
    pub fn snapshot(&mut self) -> Snapshot<D> {
        self.rebase();
        if let Some(rest) = &mut self.rest {
            rest.forget_remainders();
        }
        let saved = |body: usize| {
            let Body {
                position,
                velocity,
                radius,
                ..
            } = self.bodies[body];
            let matter = &self.matter[body];
            SavedBody {
                position,
                velocity,
                acceleration: self.waking_acceleration(body as u32),
                radius,
                inverse_mass: matter.inverse_mass,
                restitution: matter.restitution,
                calm: self.rest.as_ref().map(|rest| rest.saved(body)),
            }
        };
        Snapshot {
            time: self.time(),
            domain: self.domain,
            walls: self.walls.clone(),
            rest_speed: self.rest.as_ref().map_or(0.0, |rest| rest.speed()),
            tally: self.tally,
            bodies: (0..self.len()).map(saved).collect(),
        }
    }

    /// The world of which this is a snapshot. What cannot be one of any is refused.
    pub fn from_snapshot(snapshot: &Snapshot<D>) -> Result<World<D>, SnapshotError> {
        let mut walls = snapshot.walls.clone();
        check_scene(snapshot, &mut walls)?;
        check_numbers(snapshot)?;
        let saved = &snapshot.bodies;
        let asleep = |body: &SavedBody<D>| body.calm.as_ref().is_some_and(|calm| calm.asleep);
        let accelerated = saved.iter().any(|body| body.acceleration != [0.0; D]);
        let bodies = saved.iter().map(|body| Body {
            position: body.position,
            velocity: body.velocity,
            clock: 0.0,
            radius: body.radius,
        });
        let matter = saved.iter().map(|body| Matter {
            inverse_mass: body.inverse_mass,
            restitution: body.restitution,
        });
        let present = saved.iter().map(|body| {
            if asleep(body) {
                [0.0; D]
            } else {
                body.acceleration
            }
        });
        Ok(World {
            bodies: bodies.collect(),
            matter: matter.collect(),
            accelerations: if accelerated {
                present.collect()
            } else {
                Vec::new()
            },
            domain: snapshot.domain,
            walls,
            changed: Vec::with_capacity(2),
            rest: Rest::from_saved(snapshot)?,
            epoch: snapshot.time,
            now: 0.0,
            tally: snapshot.tally,
        })
    }
}

/// What a scene must be, less strictly: numbers that a run may leave behind are allowed.
fn check_scene<const D: usize>(
    snapshot: &Snapshot<D>,
    walls: &mut [Wall<D>],
) -> Result<(), SceneError> {
    // Velocities may have become as small as they like.
    let sizeable = |x: f64| if x.abs() < 1e-60 { 0.0 } else { x };
    let balls: Vec<Ball<D>> = snapshot
        .bodies
        .iter()
        .map(|body| Ball {
            position: body.position.map(sizeable),
            velocity: body.velocity.map(sizeable),
            acceleration: body.acceleration,
            radius: body.radius,
            mass: 1.0 / body.inverse_mass,
            restitution: body.restitution,
        })
        .collect();
    let domain = &snapshot.domain;
    check::parts(&balls, domain, walls)?;
    for (number, ball) in balls.iter().enumerate() {
        for axis in 0..D {
            let (low, high, at) = (domain.low[axis], domain.high[axis], ball.position[axis]);
            let slack = TOUCH * ball.radius + bits(low.abs().max(high.abs()));
            let slack = match domain.boundary[axis] {
                Boundary::Open => continue,
                Boundary::Walls => slack - ball.radius,
                // A body that leaves at one end may be just beyond the other one.
                Boundary::Periodic => slack,
            };
            if !(at - low >= -slack && high - at >= -slack) {
                return Err(SceneError::Outside {
                    body: number,
                    axis,
                    from: at - ball.radius,
                    to: at + ball.radius,
                    low,
                    high,
                });
            }
        }
    }
    let places = balls.iter().map(|ball| (ball.position, ball.radius));
    let coordinates = balls.iter().flat_map(|ball| ball.position);
    let largest = coordinates.fold(0.0_f64, |most, x| most.max(x.abs()));
    let worst = deepest(places, domain, walls).filter(|worst| {
        let radius = worst.depth / worst.share;
        worst.depth > TOUCH * radius + bits(largest)
    });
    worst.map_or(Ok(()), |worst| match check::told(&worst) {
        Some(error) => Err(error),
        None => Ok(()),
    })?;
    Scene::<D>::check_rest_speed(snapshot.rest_speed)
}

fn check_numbers<const D: usize>(snapshot: &Snapshot<D>) -> Result<(), SnapshotError> {
    if !(0.0..f64::INFINITY).contains(&snapshot.time) {
        return Err(SnapshotError::Time(snapshot.time));
    }
    let overlap = snapshot.tally.largest_overlap;
    if !(0.0..f64::INFINITY).contains(&overlap) {
        return Err(SnapshotError::Tally {
            quantity: "largest overlap",
            value: overlap,
        });
    }
    let asleep = |body: &SavedBody<D>| body.calm.as_ref().is_some_and(|calm| calm.asleep);
    let sleeping = snapshot.bodies.iter().filter(|body| asleep(body)).count() as u64;
    if snapshot.tally.sleeping != sleeping {
        return Err(SnapshotError::Tally {
            quantity: "number of bodies at rest",
            value: snapshot.tally.sleeping as f64,
        });
    }
    Ok(())
}
