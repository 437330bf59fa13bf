//! What stands around a robot.

use crate::body::Shape;
use crate::motion::{ConstantVelocity, MotionError, Placement, Resting};
use alloc::string::String;
use alloc::vec::Vec;
use thiserror::Error;

/// What stands around a robot, moves about, or is held by it.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    pub(crate) obstacles: Vec<Obstacle>,
}

/// A body that the robot must not touch.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// Its name.
    pub name: String,
    /// What it is.
    pub shape: Shape,
    /// Where it is.
    pub place: ObstaclePlace,
    /// Links that may touch it; one that carries it always may.
    pub touch_links: Vec<String>,
}

/// Where an obstacle is.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "most obstacles rest")]
pub enum ObstaclePlace {
    /// It stands still.
    Resting(Resting),
    /// It moves, in the time of the robot's path.
    Moving(ConstantVelocity),
    /// A link carries it: a grasped object. It is checked against all other links and obstacles, but for links that may touch it.
    Attached {
        /// The link.
        link: String,
        /// Where it is, in the link's frame.
        at: Placement,
    },
}

/// Why an obstacle could not be placed.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ObstacleError {
    /// Two obstacles have one name.
    #[error("there are two obstacles named {0:?}")]
    TwoObstacles(String),
    /// It names a link that the robot does not have.
    #[error("the obstacle {obstacle:?} names the link {link:?}, which the robot does not have")]
    NoLink {
        /// The obstacle.
        obstacle: String,
        /// The link.
        link: String,
    },
    /// A placement is none.
    #[error("the placement of the obstacle {obstacle:?}: {error}")]
    BadPlacement {
        /// The obstacle.
        obstacle: String,
        /// What is wrong.
        error: MotionError,
    },
    /// A half-space cannot be carried.
    #[error("the obstacle {0:?} is a half-space, which no link can carry")]
    HalfSpace(String),
}

impl Obstacle {
    /// An obstacle that stands still.
    pub fn resting(
        name: impl Into<String>,
        shape: impl Into<Shape>,
        at: Placement,
    ) -> Result<Obstacle, MotionError> {
        Ok(Obstacle {
            name: name.into(),
            shape: shape.into(),
            place: ObstaclePlace::Resting(Resting::at(at)?),
            touch_links: Vec::new(),
        })
    }

    /// An obstacle that moves.
    pub fn moving(
        name: impl Into<String>,
        shape: impl Into<Shape>,
        motion: ConstantVelocity,
    ) -> Obstacle {
        Obstacle {
            name: name.into(),
            shape: shape.into(),
            place: ObstaclePlace::Moving(motion),
            touch_links: Vec::new(),
        }
    }

    /// An obstacle that a link carries.
    pub fn attached(
        name: impl Into<String>,
        shape: impl Into<Shape>,
        link: impl Into<String>,
        at: Placement,
    ) -> Obstacle {
        let link = link.into();
        Obstacle {
            name: name.into(),
            shape: shape.into(),
            place: ObstaclePlace::Attached { link, at },
            touch_links: Vec::new(),
        }
    }

    /// With links that may touch it.
    pub fn with_touch_links<L: Into<String>>(
        mut self,
        links: impl IntoIterator<Item = L>,
    ) -> Obstacle {
        self.touch_links.extend(links.into_iter().map(Into::into));
        self
    }
}

impl Environment {
    /// Nothing.
    pub fn new() -> Environment {
        Environment::default()
    }

    /// Adds an obstacle.
    pub fn add(&mut self, obstacle: Obstacle) {
        self.obstacles.push(obstacle);
    }

    /// The obstacles, in the order in which they were added.
    pub fn obstacles(&self) -> &[Obstacle] {
        &self.obstacles
    }
}
