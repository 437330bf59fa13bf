//! Bodies, walls and a domain that go together.

pub(crate) mod check;
mod error;

pub use error::SceneError;

use crate::ball::Ball;
use crate::domain::Domain;
use crate::overlap::Grid;
use crate::resolve::{Shifts, resolve};
use crate::wall::Wall;

/// An overlap of this part of the smaller radius counts as touching.
const TOUCH: f64 = 1e-9;

/// Bodies, walls and a domain in which no body overlaps anything.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene<const D: usize> {
    balls: Vec<Ball<D>>,
    domain: Domain<D>,
    walls: Vec<Wall<D>>,
    rest_speed: f64,
}

impl<const D: usize> Scene<D> {
    /// Checks that everything is finite, sizes and masses are positive and nothing overlaps by more than 1e-9 of a
    /// radius.
    pub fn new(
        balls: Vec<Ball<D>>,
        domain: Domain<D>,
        mut walls: Vec<Wall<D>>,
    ) -> Result<Scene<D>, SceneError> {
        check::parts(&balls, &domain, &mut walls)?;
        check::places(&balls, &domain, &walls)?;
        let rest_speed = crate::rest::default_speed(&balls);
        Ok(Scene {
            balls,
            domain,
            walls,
            rest_speed,
        })
    }

    /// Like [`Scene::new`], but bodies that overlap something or are outside of their domain are shifted until they do
    /// not: pairs apart, the smaller one more; off walls; into the domain. The same scene always gives the same shifts.
    pub fn resolving_overlaps(
        mut balls: Vec<Ball<D>>,
        domain: Domain<D>,
        mut walls: Vec<Wall<D>>,
    ) -> Result<(Scene<D>, Shifts), SceneError> {
        check::parts(&balls, &domain, &mut walls)?;
        let shifts = resolve(&mut balls, &domain, &walls).map_err(|rounds| {
            let mut left = 0;
            let bodies = balls.iter().map(|ball| (ball.position, ball.radius));
            Grid::new(bodies, &domain).overlapping(|_, _, _, _| left += 1);
            SceneError::OverlapsLeft { left, rounds }
        })?;
        Ok((Scene::new(balls, domain, walls)?, shifts))
    }

    /// This scene with another [`Scene::rest_speed`]. With 0 nothing rests, and meetings may never end.
    pub fn with_rest_speed(mut self, speed: f64) -> Result<Scene<D>, SceneError> {
        Scene::<D>::check_rest_speed(speed)?;
        self.rest_speed = speed;
        Ok(self)
    }

    pub(crate) fn check_rest_speed(speed: f64) -> Result<(), SceneError> {
        if !(0.0..f64::INFINITY).contains(&speed) {
            return Err(SceneError::RestSpeed(speed));
        }
        Ok(())
    }

    /// The bodies, by number.
    pub fn balls(&self) -> &[Ball<D>] {
        &self.balls
    }

    /// The box in which they move.
    pub fn domain(&self) -> &Domain<D> {
        &self.domain
    }

    /// The walls, by number.
    pub fn walls(&self) -> &[Wall<D>] {
        &self.walls
    }

    /// The least speed at which bodies part after a meeting, so that their meetings end; under an acceleration they come to
    /// rest on what carries them. By default 0.01·√(a·r), or 1e-6 of the root mean square speed where nothing is
    /// accelerated. If all restitutions are 1 it is 1e-4·√(a·r), or 0.
    pub fn rest_speed(&self) -> f64 {
        self.rest_speed
    }
}
