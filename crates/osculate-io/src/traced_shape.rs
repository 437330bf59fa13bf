//! The library's shapes and volumes as traces have them.

use glam::{DMat3, DQuat, DVec3};
use osculate::bvh::{SweptSphere, Volume};
use osculate::shape::{HullCore, HullForm};
use osculate::{Hull, Shape, TriMesh};
use osculate_trace::{self as trace, Column, Levels, Part, ShapeKind, TraceWriter};
use serde_json::Map;
use std::io::{self, Write};

/// Writes a shape and what it is made of; `next` counts the shapes of the trace, and its number is given.
pub fn write_shape(
    trace: &mut TraceWriter<impl Write>,
    shape: &Shape,
    next: &mut usize,
) -> io::Result<usize> {
    let hulls = match shape {
        Shape::Mesh(tree) => return write_mesh(trace, tree.mesh(), next),
        Shape::HalfSpace(half_space) => {
            let kind = ShapeKind::HalfSpace {
                normal: half_space.normal().to_array().to_vec(),
                offset: half_space.offset(),
            };
            return numbered(trace, kind.into(), next);
        }
        Shape::Hull(hull) => std::slice::from_ref(hull),
        Shape::Compound(compound) => compound.parts(),
    };
    let mut parts = Vec::new();
    for hull in hulls {
        parts.push(write_hull(trace, hull, next)?);
    }
    match parts.as_slice() {
        // A hull that is not moved in its body needs no compound around it.
        [part] if *part == unmoved(part.shape) => Ok(part.shape),
        _ => numbered(trace, ShapeKind::Compound { parts }.into(), next),
    }
}

/// Writes a mesh; `next` counts the shapes of the trace, and its number is given.
pub fn write_mesh(
    trace: &mut TraceWriter<impl Write>,
    mesh: &TriMesh,
    next: &mut usize,
) -> io::Result<usize> {
    let kind = ShapeKind::Mesh {
        vertices: points(mesh.vertices()),
        triangles: mesh.triangles().as_flattened().to_vec().into(),
    };
    numbered(trace, kind.into(), next)
}

/// Writes the levels of a tree, from the root on, as long as they have at most `most` volumes: as balls, and where spheres are swept as
/// those too.
pub fn write_levels<V: Volume>(
    trace: &mut TraceWriter<impl Write>,
    body: usize,
    level: impl Fn(usize) -> Vec<V>,
    swept: Option<fn(&V) -> [f64; 10]>,
    most: usize,
) -> io::Result<()> {
    let mut before = 0;
    for number in 0.. {
        let volumes = level(number);
        if volumes.len() > most || volumes.len() == before {
            break;
        }
        before = volumes.len();
        let balls = volumes.iter().flat_map(|volume| {
            let (centre, radius) = volume.ball();
            [centre.x, centre.y, centre.z, radius]
        });
        let mut line = |kind: &str, data: Vec<f64>| {
            trace.write(Levels {
                body,
                level: number,
                kind: kind.to_owned(),
                data: data.into(),
            })
        };
        line("sphere", balls.collect())?;
        if let Some(swept) = swept {
            line("rss", volumes.iter().flat_map(swept).collect())?;
        }
    }
    Ok(())
}

/// A swept sphere as a row of `rss`.
pub fn swept_row(volume: &SweptSphere) -> [f64; 10] {
    let (radius, corner, [one, other]) = volume.swept();
    let [a, b, c] = corner.to_array();
    let ([d, e, f], [g, h, i]) = (one.to_array(), other.to_array());
    [a, b, c, d, e, f, g, h, i, radius]
}

fn write_hull(
    trace: &mut TraceWriter<impl Write>,
    hull: &Hull,
    next: &mut usize,
) -> io::Result<Part> {
    let form = hull.form();
    let shape = numbered(trace, hull_shape(&form), next)?;
    Ok(Part {
        position: form.centre.to_array(),
        rotation: rotation(form.axes),
        ..unmoved(shape)
    })
}

fn unmoved(shape: usize) -> Part {
    Part {
        shape,
        position: [0.0; 3],
        rotation: [0.0, 0.0, 0.0, 1.0],
    }
}

/// The rotation to these axes; none exactly where they are the body's.
fn rotation(axes: DMat3) -> [f64; 4] {
    if axes == DMat3::IDENTITY {
        return DQuat::IDENTITY.to_array();
    }
    DQuat::from_mat3(&axes).normalize().to_array()
}

fn hull_shape(form: &HullForm) -> trace::Shape {
    let margin = form.margin;
    let (kind, margin) = match &form.core {
        HullCore::Point => (ShapeKind::Ball { radius: margin }, 0.0),
        &HullCore::Segment { half_length } => {
            let radius = margin;
            (
                ShapeKind::Capsule {
                    half_length,
                    radius,
                },
                0.0,
            )
        }
        HullCore::Cuboid { half } => {
            let half = half.to_array().to_vec();
            (ShapeKind::Box { half }, margin)
        }
        &HullCore::Cylinder {
            radius,
            half_height,
        } => (
            ShapeKind::Cylinder {
                radius,
                half_height,
            },
            margin,
        ),
        &HullCore::Cone {
            radius,
            half_height,
        } => (
            ShapeKind::Cone {
                radius,
                half_height,
            },
            margin,
        ),
        HullCore::Ellipsoid { radii } => {
            let radii = radii.to_array();
            (ShapeKind::Ellipsoid { radii }, margin)
        }
        HullCore::Polytope { corners, triangles } => (
            ShapeKind::Hull {
                points: points(corners),
                triangles: Some(triangles.as_flattened().to_vec().into()),
            },
            margin,
        ),
        // One that came later: readers say that they do not know it.
        _ => (ShapeKind::Unknown(Map::new()), margin),
    };
    trace::Shape {
        margin,
        ..trace::Shape::from(kind)
    }
}

fn points(points: &[DVec3]) -> Column {
    let numbers: Vec<f64> = points.iter().flat_map(|point| point.to_array()).collect();
    numbers.into()
}

fn numbered(
    trace: &mut TraceWriter<impl Write>,
    shape: trace::Shape,
    next: &mut usize,
) -> io::Result<usize> {
    trace.write(shape)?;
    *next += 1;
    Ok(*next - 1)
}
