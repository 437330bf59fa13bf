//! The shapes of a query file, made ready for a method.

use super::method::Method;
use crate::hierarchies::{PerShape, any_shape, built};
use crate::progress::Progress;
use glam::DVec3;
use osculate::{
    MeshBvh, Moving, Outcome, Shape, TriMesh, Workspace,
    bvh::CutBall,
    first_contact_with,
    query::{
        hulls::{attached_axes, conservative_advancement},
        meshes::{best_first, c2a, capoeira, d2m, hca},
    },
};
use osculate_io::{BodyShape, Query, QueryFile, TracedShape};
use std::io;

/// How wide the leaves of capoeira's trees are, in half diagonals of a mesh's box.
const EPSILON: f64 = 1.0 / 32.0;

/// The shapes of a file, with the hierarchies that the method needs.
pub enum Shapes {
    /// For most methods.
    Any(PerShape<Shape>),
    /// For those with trees of spheres: the meshes alone.
    Spheres(PerShape<Option<MeshBvh<CutBall>>>),
}

impl Shapes {
    /// Builds them from the file's shapes, which are taken out of it. `epsilon` is for capoeira.
    pub fn build(
        method: Method,
        epsilon: Option<f64>,
        file: &mut QueryFile,
        jobs: usize,
        progress: &mut Progress,
    ) -> io::Result<Shapes> {
        let shapes = std::mem::take(&mut file.shapes);
        Ok(match method {
            Method::Capoeira => {
                Shapes::Spheres(built(shapes, &file.bodies, jobs, progress, |shape| {
                    let mesh = mesh(shape)?;
                    let epsilon = epsilon.unwrap_or_else(|| EPSILON * half_diagonal(&mesh));
                    Some(MeshBvh::spheres(mesh, epsilon))
                })?)
            }
            Method::D2m => Shapes::Spheres(built(shapes, &file.bodies, jobs, progress, |shape| {
                Some(MeshBvh::spheres(mesh(shape)?, 0.0))
            })?),
            _ => Shapes::Any(built(shapes, &file.bodies, jobs, progress, any_shape)?),
        })
    }

    /// How many triangles a shape has, if it is a mesh.
    pub fn triangles(&self, shape: usize) -> Option<usize> {
        let mesh = match self {
            Shapes::Any(shapes) => match &shapes[shape] {
                Shape::Mesh(tree) => Some(tree.mesh()),
                _ => None,
            },
            Shapes::Spheres(trees) => trees[shape].as_ref().map(MeshBvh::mesh),
        };
        mesh.map(|mesh| mesh.triangles().len())
    }

    /// A shape as a trace has it.
    pub fn traced(&self, shape: usize) -> TracedShape<'_> {
        match self {
            Shapes::Any(shapes) => TracedShape::Shape(&shapes[shape]),
            Shapes::Spheres(trees) => TracedShape::Spheres(tree(&trees[shape])),
        }
    }

    /// The answer to a query of two of the shapes, which the method takes: see [`Method::check`].
    pub fn answer(
        &self,
        method: Method,
        query: &Query,
        [a, b]: [usize; 2],
        workspace: &mut Workspace,
    ) -> Outcome {
        let (span, limits) = (query.span, &query.limits);
        let (motion_a, motion_b) = (&query.a.motion, &query.b.motion);
        match self {
            Shapes::Any(shapes) => match (&shapes[a], &shapes[b]) {
                (Shape::Mesh(a), Shape::Mesh(b)) if method != Method::Auto => {
                    let run = match method {
                        Method::C2a => c2a,
                        Method::Hca => hca,
                        _ => best_first,
                    };
                    let (a, b) = (Moving::new(&**a, motion_a), Moving::new(&**b, motion_b));
                    run(a, b, span, limits, workspace)
                }
                (Shape::Hull(a), Shape::Hull(b)) if method != Method::Auto => {
                    let run = match method {
                        Method::ConservativeAdvancement => conservative_advancement,
                        _ => attached_axes,
                    };
                    let (a, b) = (Moving::new(a, motion_a), Moving::new(b, motion_b));
                    run(a, b, span, limits, workspace)
                }
                (a, b) => {
                    let (a, b) = (Moving::new(a, motion_a), Moving::new(b, motion_b));
                    first_contact_with(a, b, span, limits, workspace)
                }
            },
            Shapes::Spheres(trees) => {
                let run = match method {
                    Method::Capoeira => capoeira,
                    _ => d2m,
                };
                let a = Moving::new(tree(&trees[a]), motion_a);
                let b = Moving::new(tree(&trees[b]), motion_b);
                run(a, b, span, limits, workspace)
            }
        }
    }
}

fn tree<V>(tree: &Option<MeshBvh<V>>) -> &MeshBvh<V> {
    tree.as_ref().expect("the method takes meshes")
}

fn mesh(shape: BodyShape) -> Option<TriMesh> {
    match shape {
        BodyShape::Mesh(mesh) => Some(mesh),
        _ => None,
    }
}

fn half_diagonal(mesh: &TriMesh) -> f64 {
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for &vertex in mesh.vertices() {
        low = low.min(vertex);
        high = high.max(vertex);
    }
    0.5 * (high - low).length()
}
