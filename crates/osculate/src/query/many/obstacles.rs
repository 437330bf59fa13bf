//! What stands still, prepared for many queries.

use crate::body::{Shape, reach_of};
use crate::broad_phase::{StillBox, StillTree};
use crate::motion::{MotionBounds, MotionError, Placement, Resting};
use crate::numbers::rounding::{length, up};
use crate::numbers::span::Span;
use alloc::vec::Vec;

/// Bodies that stand still, with a tree over them: make it once, and ask with [`ManyQuery::among`](super::ManyQuery::among).
///
/// ```
/// use osculate::{HalfSpace, Hull, Placement, Shape, glam::DVec3, query::many::Obstacles};
///
/// let post = Shape::from(Hull::cylinder(0.1, 1.0)?);
/// let fence = (0..100).map(|i| (post.clone(), Placement::at(f64::from(i) * DVec3::X)));
/// let ground = (Shape::from(HalfSpace::new(DVec3::Z, -1.0)?), Placement::IDENTITY);
/// let obstacles = Obstacles::new(fence.chain([ground]))?;
/// assert_eq!(obstacles.len(), 101);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Obstacles {
    bodies: Vec<(Shape, Resting)>,
    /// Over those that have bounds.
    pub(super) tree: StillTree,
    /// Half-spaces.
    pub(super) unbounded: Vec<u32>,
    /// How far any of them is from the world's origin, or from its own, together.
    pub(super) far: f64,
}

impl Obstacles {
    /// Shapes, and where they are.
    pub fn new(
        bodies: impl IntoIterator<Item = (Shape, Placement)>,
    ) -> Result<Obstacles, MotionError> {
        let mut obstacles = Obstacles::default();
        let mut boxes = Vec::new();
        for (number, (shape, placement)) in bodies.into_iter().enumerate() {
            let rest = Resting::at(placement)?;
            let (centre, radius) = shape.bounding_ball();
            match shape.swept_box(&rest, Span::UNIT) {
                Some(sides) => {
                    boxes.push((StillBox::of(sides), number as u32));
                    let away = rest.enclose(Span::UNIT).position;
                    let far = up(reach_of(&away) + 2.0 * (length(centre) + radius));
                    obstacles.far = obstacles.far.max(far);
                }
                None => obstacles.unbounded.push(number as u32),
            }
            obstacles.bodies.push((shape, rest));
        }
        obstacles.tree = StillTree::new(boxes);
        Ok(obstacles)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// An obstacle's shape.
    ///
    /// # Panics
    /// If there is no such obstacle.
    pub fn shape(&self, number: usize) -> &Shape {
        &self.bodies[number].0
    }

    /// Where it stands.
    ///
    /// # Panics
    /// If there is no such obstacle.
    pub fn rest(&self, number: usize) -> &Resting {
        &self.bodies[number].1
    }
}
