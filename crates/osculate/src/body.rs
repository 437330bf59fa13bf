//! Bodies of any kind.

use crate::bvh::MeshBvh;
use crate::mesh::TriMesh;
use crate::shape::{Compound, HalfSpace, Hull};
use alloc::sync::Arc;
use glam::DVec3;

/// A body of any kind, for programs that learn at run time what they compare.
///
/// A tree that is shared serves shapes and the methods for meshes alike:
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
