//! The shapes of a file, each with the hierarchy that it needs.

use crate::in_order::mapped;
use crate::numbers::grouped;
use crate::progress::Progress;
use osculate::{MeshBvh, Shape};
use osculate_io::{Body, BodyShape};
use std::io;
use std::ops::Index;

/// From this many triangles on, building a hierarchy takes long enough to be told.
const LARGE_MESH: usize = 200_000;

/// One value for every shape of a file, found by the shape's index.
///
/// There is no way to go through the values, and so none to leave some out and shift those that follow.
pub struct PerShape<T>(Vec<T>);

impl<T> Index<usize> for PerShape<T> {
    type Output = T;

    fn index(&self, shape: usize) -> &T {
        &self.0[shape]
    }
}

/// A shape as most methods take it.
pub fn any_shape(shape: BodyShape) -> Shape {
    match shape {
        BodyShape::Mesh(mesh) => Shape::from(MeshBvh::new(mesh)),
        BodyShape::Hull(hull) => Shape::Hull(hull),
        BodyShape::Compound(compound) => Shape::Compound(compound),
        BodyShape::HalfSpace(half_space) => Shape::HalfSpace(half_space),
    }
}

/// What `build` makes of shapes, of which bodies are.
pub fn built<T: Send>(
    shapes: Vec<BodyShape>,
    bodies: &[Body],
    jobs: usize,
    progress: &mut Progress,
    build: impl Fn(BodyShape) -> T + Sync,
) -> io::Result<PerShape<T>> {
    for (index, shape) in shapes.iter().enumerate() {
        let triangles = match shape {
            BodyShape::Mesh(mesh) => mesh.triangles().len(),
            _ => 0,
        };
        if triangles >= LARGE_MESH {
            let body = bodies.iter().find(|body| body.shape == index);
            let name = body.map_or("", |body| body.name.as_str());
            progress.say(&format!(
                "building the hierarchy of body {name:?}: {} triangles",
                grouped(triangles as u64)
            ));
        }
    }
    progress.doing("hierarchies");
    Ok(PerShape(mapped(jobs, shapes, progress, build)?))
}
