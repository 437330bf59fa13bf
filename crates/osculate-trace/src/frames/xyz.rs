//! Extended XYZ: a text file of particles, frame after frame, which OVITO and ASE read.

use crate::playback::{Playback, TracedBody};
use crate::record::{Shape, ShapeKind};
use std::io::{self, Write};

/// Writes all bodies that have a size at each of `times`: kind, position, radius, velocity, and rotation as x y z w.
///
/// The radius is that of a ball around the body.
pub fn write_xyz(playback: &Playback, times: &[f64], mut writer: impl Write) -> io::Result<()> {
    // Parts of a compound come before it.
    let mut shapes: Vec<Option<f64>> = Vec::with_capacity(playback.shapes.len());
    for shape in &playback.shapes {
        shapes.push(radius(shape, playback.header.dimension, &shapes));
    }
    let sized = |body: &TracedBody| Some(body.scale * shapes[body.shape]?);
    let radii: Vec<Option<f64>> = playback.bodies.iter().map(sized).collect();
    let count = radii.iter().flatten().count();
    let cell = cell(playback);
    for &time in times {
        writeln!(writer, "{count}")?;
        writeln!(
            writer,
            "{cell}Time={time} Properties=species:S:1:pos:R:3:radius:R:1:velo:R:3:orientation:R:4"
        )?;
        for (body, radius) in radii.iter().enumerate() {
            let Some(radius) = radius else { continue };
            let moving = playback.moving(body, time);
            let [x, y, z] = moving.placement.position;
            let [qx, qy, qz, qw] = moving.placement.rotation;
            let [u, v, w] = moving.linear;
            let kind = species(playback, body);
            writeln!(
                writer,
                "{kind} {x} {y} {z} {radius} {u} {v} {w} {qx} {qy} {qz} {qw}"
            )?;
        }
    }
    writer.flush()
}

/// One word for what a body is.
fn species(playback: &Playback, body: usize) -> String {
    let kind = playback.bodies[body].kind.as_deref().unwrap_or("body");
    let word: String = kind.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    if word.is_empty() {
        "body".to_owned()
    } else {
        word
    }
}

fn length(numbers: &[f64]) -> f64 {
    numbers.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The radius of a ball around a shape; none if there is no such ball.
fn radius(shape: &Shape, dimension: usize, earlier: &[Option<f64>]) -> Option<f64> {
    let radius = match &shape.kind {
        ShapeKind::Ball { radius } => *radius,
        ShapeKind::Box { half } => length(half),
        ShapeKind::Capsule {
            half_length,
            radius,
        } => half_length + radius,
        ShapeKind::Cylinder {
            radius,
            half_height,
        }
        | ShapeKind::Cone {
            radius,
            half_height,
        } => length(&[*radius, *half_height]),
        ShapeKind::Ellipsoid { radii } => radii.iter().copied().fold(0.0, f64::max),
        ShapeKind::Mesh { vertices, .. }
        | ShapeKind::Hull {
            points: vertices, ..
        }
        | ShapeKind::Cable {
            points: vertices, ..
        } => {
            let numbers = vertices.numbers();
            let points = numbers.chunks(dimension);
            points.map(length).fold(0.0, f64::max)
        }
        ShapeKind::Compound { parts } => {
            let radii = parts.iter().map(|part| {
                let radius = earlier[part.shape]?;
                Some(length(&part.position) + radius)
            });
            radii.reduce(|a, b| Some(a?.max(b?))).flatten()?
        }
        _ => return None,
    };
    Some(radius + shape.margin)
}

/// The domain as a lattice.
fn cell(playback: &Playback) -> String {
    let Some(domain) = &playback.domain else {
        return String::new();
    };
    if domain.boundary.iter().any(|end| end == "open") {
        return String::new();
    }
    let side = |axis: usize| match (domain.low.get(axis), domain.high.get(axis)) {
        (Some(low), Some(high)) => high - low,
        _ => 1.0,
    };
    let low = |axis: usize| domain.low.get(axis).copied().unwrap_or(-0.5);
    let periodic = |axis: usize| match domain.boundary.get(axis).map(String::as_str) {
        Some("periodic") => "T",
        _ => "F",
    };
    format!(
        "Lattice=\"{} 0 0 0 {} 0 0 0 {}\" Origin=\"{} {} {}\" pbc=\"{} {} {}\" ",
        side(0),
        side(1),
        side(2),
        low(0),
        low(1),
        low(2),
        periodic(0),
        periodic(1),
        periodic(2)
    )
}
