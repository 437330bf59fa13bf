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
        Ok(Scene {
            balls,
            domain,
            walls,
            rest_speed: 0.0,
        })
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

    /// The approach speed below which bodies count as resting on each other.
    pub fn rest_speed(&self) -> f64 {
        self.rest_speed
    }
}
