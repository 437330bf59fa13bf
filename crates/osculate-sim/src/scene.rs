//! Bodies, walls and a domain that go together.

use crate::ball::Ball;
use crate::domain::Domain;
use crate::wall::Wall;

/// Why bodies, walls and a domain are no scene.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// There are more bodies than numbers for them.
    #[error("{0} bodies are too many: at most 1,000,000,000")]
    TooManyBodies(usize),
    /// A speed of rest is negative, infinite or none.
    #[error("the rest speed {0} is not a finite number from 0 on")]
    RestSpeed(f64),
}

/// Bodies, walls and a domain in which no body overlaps anything.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene<const D: usize> {
    balls: Vec<Ball<D>>,
    domain: Domain<D>,
    walls: Vec<Wall<D>>,
    rest_speed: f64,
}

impl<const D: usize> Scene<D> {
    /// Checks that everything is finite, sizes and masses are positive and nothing overlaps.
    pub fn new(
        balls: Vec<Ball<D>>,
        domain: Domain<D>,
        walls: Vec<Wall<D>>,
    ) -> Result<Scene<D>, SceneError> {
        if balls.len() > 1_000_000_000 {
            return Err(SceneError::TooManyBodies(balls.len()));
        }
        let rest_speed = crate::rest::default_speed(&balls);
        Ok(Scene {
            balls,
            domain,
            walls,
            rest_speed,
        })
    }

    /// The same scene with another [`Scene::rest_speed`]. With 0 nothing rests, and meetings may never end.
    pub fn with_rest_speed(mut self, speed: f64) -> Result<Scene<D>, SceneError> {
        if !(0.0..f64::INFINITY).contains(&speed) {
            return Err(SceneError::RestSpeed(speed));
        }
        self.rest_speed = speed;
        Ok(self)
    }

    /// The bodies, by number.
    pub fn balls(&self) -> &[Ball<D>] {
        &self.balls
    }

    /// The box in which they move.
    pub fn domain(&self) -> &Domain<D> {
        &self.domain
    }

    /// What does not move, by number.
    pub fn walls(&self) -> &[Wall<D>] {
        &self.walls
    }

    /// The speed with which bodies that meet part at least, so that their meetings end; under an acceleration they come
    /// to rest on what holds them. Unless set it is 0.01·√(a·r), or 1e-6 of the root mean square speed where nothing is
    /// accelerated. If all restitutions are 1 it is 1e-4·√(a·r), or 0.
    pub fn rest_speed(&self) -> f64 {
        self.rest_speed
    }
}
