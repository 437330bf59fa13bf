//! Bodies of any kind.

use crate::bvh::MeshBvh;
use crate::mesh::TriMesh;
use crate::motion::{Motion, MotionBounds, PoseEnclosure};
use crate::numbers::interval::Interval;
use crate::numbers::rounding::{UNIT, length, up};
use crate::numbers::span::Span;
use crate::shape::{Compound, HalfSpace, Hull};
use alloc::sync::Arc;
use glam::DVec3;

/// A body of any kind: its type is chosen at run time.
///
/// A shared tree serves shapes and the methods for meshes:
///
/// ```
/// use osculate::{Limits, MeshBvh, Moving, Placement, Resting, Shape, Span, Workspace, first_contact};
/// use osculate::{glam::DVec3, mesh::icosphere, motion::Sweep, query::meshes::best_first};
/// use std::sync::Arc;
///
/// let tree = Arc::new(MeshBvh::new(icosphere(1.0, 320)?));
/// let shape = Shape::from(tree.clone()); // No copy.
/// let (sweep, rest) = (Sweep::new(Placement::at(-5.0 * DVec3::X), 9.0 * DVec3::X)?, Resting::default());
/// let by_shape = first_contact(Moving::new(&shape, &sweep), Moving::new(&shape, &rest), Span::UNIT);
/// let (a, b) = (Moving::new(&*tree, &sweep), Moving::new(&*tree, &rest));
/// let by_tree = best_first(a, b, Span::UNIT, &Limits::default(), &mut Workspace::new());
/// assert_eq!(by_shape.verdict, by_tree.verdict);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Shape {
    /// A solid convex body.
    Hull(Hull),
    /// A solid body of several hulls.
    Compound(Compound),
    /// Everything on one side of a plane.
    HalfSpace(HalfSpace),
    /// A surface of triangles. Its tree may be shared, with other shapes and with the methods for meshes.
    Mesh(Arc<MeshBvh>),
}

impl Shape {
    /// A ball around the body: its centre and radius, which is infinite for a half-space.
    pub fn bounding_ball(&self) -> (DVec3, f64) {
        match self {
            Shape::Hull(hull) => hull.bounding_ball(),
            Shape::Compound(compound) => compound.bounding_ball(),
            Shape::HalfSpace(half_space) => {
                (half_space.normal() * half_space.offset(), f64::INFINITY)
            }
            Shape::Mesh(mesh) => mesh.bounding_ball(),
        }
    }
}

macro_rules! is_a_shape {
    ($($kind:ident: $type:ty),*) => {$(
impl From<$type> for Shape {
    fn from(shape: $type) -> Shape {
        Shape::$kind(shape)
    }
}
    )*};
}

is_a_shape!(Hull: Hull, Compound: Compound, HalfSpace: HalfSpace, Mesh: Arc<MeshBvh>);

impl From<MeshBvh> for Shape {
    fn from(mesh: MeshBvh) -> Shape {
        Shape::Mesh(Arc::new(mesh))
    }
}

impl From<TriMesh> for Shape {
    /// With the tree that [`MeshBvh::new`] builds.
    fn from(mesh: TriMesh) -> Shape {
        Shape::from(MeshBvh::new(mesh))
    }
}

impl Shape {
    /// A box along the body's own axes that holds it; none holds a half-space.
    pub fn own_box(&self) -> Option<[Interval; 3]> {
        match self {
            Shape::Hull(hull) => Some(hull_box(hull)),
            Shape::Compound(compound) => compound.parts().iter().map(hull_box).reduce(joined),
            Shape::HalfSpace(_) => None,
            Shape::Mesh(mesh) => {
                let [low, high] = mesh.bounding_box();
                Some(core::array::from_fn(|axis| {
                    Interval::new(low[axis], high[axis])
                }))
            }
        }
    }

    /// A box along the world's axes that holds the body at every time of a span, rounding included; none holds a half-space.
    ///
    /// ```
    /// use osculate::{ConstantVelocity, Hull, Placement, Shape, Span, glam::DVec3};
    ///
    /// let die = Shape::from(Hull::cuboid(DVec3::splat(0.5))?);
    /// let flight = ConstantVelocity::new(Placement::default(), 3.0 * DVec3::X, DVec3::Z)?;
    /// let [x, _, z] = die.swept_box(&flight, Span::UNIT).expect("a die is bounded");
    /// assert!(x.lower <= -0.5 && x.upper >= 3.5 && z.lower <= -0.5 && z.upper >= 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "aabb", alias = "bounding box")]
    pub fn swept_box(&self, motion: &dyn Motion, span: Span) -> Option<[Interval; 3]> {
        Some(swept(&self.own_box()?, &motion.enclose(span)))
    }
}

/// A box along the world's axes that holds what is in a box along a body's own, under every pose of a set.
pub(crate) fn swept(own: &[Interval; 3], poses: &PoseEnclosure) -> [Interval; 3] {
    let pivot = poses.pivot.to_array();
    let lever: [Interval; 3] =
        core::array::from_fn(|axis| own[axis] - Interval::point(pivot[axis]));
    let reach = reach_of(&lever);
    core::array::from_fn(|row| {
        let turned = (0..3).fold(Interval::ZERO, |sum, column| {
            sum + poses.rotation[column][row] * lever[column]
        });
        // However far the body turns, its points stay as far from the pivot. Of what is no number nothing is known.
        let known = turned.width() < f64::INFINITY && reach < f64::INFINITY;
        let turned = known.then(|| turned.intersection(Interval::new(-reach, reach)));
        poses.position[row] + turned.flatten().unwrap_or(Interval::EVERYTHING)
    })
}

/// How far points of a box are from the origin, at most.
pub(crate) fn reach_of(sides: &[Interval; 3]) -> f64 {
    let farthest = DVec3::from_array(sides.map(|side| side.magnitude()));
    up(length(farthest))
}

/// Supports are off by some units of how far the hull is from its origin: docs/decisions/hull-gaps.md counts fewer than 64.
fn hull_box(hull: &Hull) -> [Interval; 3] {
    let (centre, radius) = hull.bounding_ball();
    let off = 64.0 * UNIT * up(length(centre) + radius);
    core::array::from_fn(|axis| {
        let mut along = DVec3::ZERO;
        along[axis] = 1.0;
        let (most, least) = (hull.support(along)[axis], hull.support(-along)[axis]);
        Interval::around(least, off).hull(Interval::around(most, off))
    })
}

fn joined(a: [Interval; 3], b: [Interval; 3]) -> [Interval; 3] {
    core::array::from_fn(|axis| a[axis].hull(b[axis]))
}
