//! Shapes as triangles.

use crate::motion::Placement;
use crate::record::{Shape, ShapeKind};
use libm::{cos, sin};
use std::f64::consts::PI;

/// How many corners a circle has.
const AROUND: usize = 32;

/// Triangles, or lines where there are none.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Surface {
    pub vertices: Vec<[f64; 3]>,
    pub triangles: Vec<[u32; 3]>,
    pub lines: Vec<[u32; 2]>,
}

impl Surface {
    /// The surface of a shape; none if it has none. What has no end is drawn up to `extent`.
    pub fn of(shapes: &[Shape], shape: usize, dimension: usize, extent: f64) -> Option<Surface> {
        let points = |numbers: Vec<f64>| -> Vec<[f64; 3]> {
            let rows = numbers.chunks_exact(dimension);
            let point = |row: &[f64]| [row[0], row[1], row.get(2).copied().unwrap_or(0.0)];
            rows.map(point).collect()
        };
        let shape = &shapes[shape];
        let margin = shape.margin;
        Some(match &shape.kind {
            ShapeKind::Ball { radius } if dimension == 2 => disc(radius + margin),
            ShapeKind::Ball { radius } => turned(&arc(radius + margin, 0.0)),
            ShapeKind::Ellipsoid { radii } => {
                let mut ball = turned(&arc(1.0, 0.0));
                for vertex in &mut ball.vertices {
                    *vertex = std::array::from_fn(|axis| vertex[axis] * (radii[axis] + margin));
                }
                ball
            }
            ShapeKind::Capsule {
                half_length,
                radius,
            } => turned(&arc(radius + margin, *half_length)),
            ShapeKind::Cylinder {
                radius,
                half_height,
            } => turned(&[
                (0.0, -half_height),
                (*radius, -half_height),
                (*radius, *half_height),
                (0.0, *half_height),
            ]),
            ShapeKind::Cone {
                radius,
                half_height,
            } => turned(&[
                (0.0, -half_height),
                (*radius, -half_height),
                (0.0, *half_height),
            ]),
            ShapeKind::Box { half } => cuboid(half, margin),
            ShapeKind::Mesh {
                vertices,
                triangles,
            }
            | ShapeKind::Hull {
                points: vertices,
                triangles: Some(triangles),
            } => Surface {
                vertices: points(vertices.numbers()),
                triangles: (0..triangles.len() / 3)
                    .map(|row| triangles.row(row).map(|number: f64| number as u32))
                    .collect(),
                lines: Vec::new(),
            },
            ShapeKind::HalfSpace { normal, offset } => plane(normal, *offset, extent),
            ShapeKind::Cable {
                points: along,
                closed,
                ..
            } => polyline(points(along.numbers()), *closed),
            ShapeKind::Segment { from, to } => Surface {
                vertices: points([from.as_slice(), to].concat()),
                triangles: Vec::new(),
                lines: vec![[0, 1]],
            },
            ShapeKind::Compound { parts } => {
                let mut all = Surface::default();
                for part in parts {
                    let at = Placement {
                        position: part.position,
                        rotation: part.rotation,
                    };
                    all.add(Surface::of(shapes, part.shape, dimension, extent)?, &at);
                }
                all
            }
            _ => return None,
        })
    }

    fn add(&mut self, part: Surface, at: &Placement) {
        let first = self.vertices.len() as u32;
        let vertices = part.vertices.into_iter().map(|vertex| at.point(vertex));
        self.vertices.extend(vertices);
        let triangles = part.triangles.into_iter();
        self.triangles
            .extend(triangles.map(|corners| corners.map(|corner| corner + first)));
        let lines = part.lines.into_iter();
        self.lines
            .extend(lines.map(|ends| ends.map(|end| end + first)));
    }
}

/// A cable as a line: who wants to see its thickness gives it one.
fn polyline(vertices: Vec<[f64; 3]>, is_closed: bool) -> Surface {
    let count = vertices.len() as u32;
    let edges = count - u32::from(!is_closed);
    Surface {
        vertices,
        triangles: Vec::new(),
        lines: (0..edges).map(|edge| [edge, (edge + 1) % count]).collect(),
    }
}

/// Half a circle from pole to pole, cut at its equator and drawn apart by `half_length`: radii and heights.
fn arc(radius: f64, half_length: f64) -> Vec<(f64, f64)> {
    let steps = AROUND / 2;
    (0..=steps)
        .flat_map(|step| {
            let angle = PI * step as f64 / steps as f64;
            let (across, along) = (radius * sin(angle), -radius * cos(angle));
            let across = if step % steps == 0 { 0.0 } else { across };
            let ends: &[f64] = if 2 * step < steps {
                &[-1.0]
            } else if 2 * step > steps || half_length == 0.0 {
                &[1.0]
            } else {
                &[-1.0, 1.0]
            };
            let point = move |end: &f64| (across, along + end * half_length);
            ends.iter().map(point).collect::<Vec<_>>()
        })
        .collect()
}

/// What a line of radii and heights becomes when it turns about z.
fn turned(line: &[(f64, f64)]) -> Surface {
    let mut surface = Surface::default();
    let mut rings: Vec<Vec<u32>> = Vec::new();
    for &(radius, height) in line {
        let corners = if radius == 0.0 { 1 } else { AROUND };
        let first = surface.vertices.len() as u32;
        surface.vertices.extend((0..corners).map(|corner| {
            let angle = 2.0 * PI * corner as f64 / AROUND as f64;
            [radius * cos(angle), radius * sin(angle), height]
        }));
        rings.push((0..AROUND).map(|c| first + (c % corners) as u32).collect());
    }
    for pair in rings.windows(2) {
        for corner in 0..AROUND {
            let next = (corner + 1) % AROUND;
            let [a, b] = [pair[0][corner], pair[0][next]];
            let [c, d] = [pair[1][corner], pair[1][next]];
            // A pole is one vertex, and half of the triangles there are none.
            for triangle in [[a, b, d], [a, d, c]] {
                let [i, j, k] = triangle;
                if i != j && j != k && k != i {
                    surface.triangles.push(triangle);
                }
            }
        }
    }
    surface
}

fn disc(radius: f64) -> Surface {
    let mut disc = turned(&[(0.0, 0.0), (radius, 0.0)]);
    // Its front is up.
    for triangle in &mut disc.triangles {
        triangle.swap(1, 2);
    }
    disc
}

fn cuboid(half: &[f64], margin: f64) -> Surface {
    let size = |axis: usize| half.get(axis).map_or(0.0, |half| half + margin);
    let corner = |n: u32| {
        std::array::from_fn(|axis| {
            if n >> axis & 1 == 1 {
                size(axis)
            } else {
                -size(axis)
            }
        })
    };
    let faces = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    Surface {
        vertices: (0..8).map(corner).collect(),
        triangles: faces
            .into_iter()
            .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]])
            .collect(),
        lines: Vec::new(),
    }
}

/// A square of a plane about the point nearest to the origin; in two dimensions a line.
fn plane(normal: &[f64], offset: f64, extent: f64) -> Surface {
    let square: f64 = normal.iter().map(|x| x * x).sum();
    let at = |axis: usize| normal.get(axis).copied().unwrap_or(0.0);
    let n = [at(0), at(1), at(2)];
    let scale = if square > 0.0 { offset / square } else { 0.0 };
    let foot = n.map(|x| scale * x);
    let cross = |a: [f64; 3], b: [f64; 3]| -> [f64; 3] {
        std::array::from_fn(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            a[j] * b[k] - a[k] * b[j]
        })
    };
    let stretched = |a: [f64; 3]| {
        let length = a.iter().map(|x| x * x).sum::<f64>().sqrt();
        a.map(|x| {
            if length > 0.0 {
                extent * x / length
            } else {
                0.0
            }
        })
    };
    let corner = |one: [f64; 3], other: [f64; 3]| -> [f64; 3] {
        std::array::from_fn(|axis| foot[axis] + one[axis] + other[axis])
    };
    if normal.len() == 2 {
        let along = stretched([-n[1], n[0], 0.0]);
        return Surface {
            vertices: vec![corner(along, [0.0; 3]), corner(along.map(|x| -x), [0.0; 3])],
            triangles: Vec::new(),
            lines: vec![[0, 1]],
        };
    }
    let aside = if n[0].abs() < n[1].abs() {
        [1.0, 0.0, 0.0]
    } else {
        [0.0, 1.0, 0.0]
    };
    let one = stretched(cross(n, aside));
    let other = stretched(cross(n, one));
    let [minus_one, minus_other] = [one, other].map(|side| side.map(|x| -x));
    Surface {
        vertices: vec![
            corner(minus_one, minus_other),
            corner(one, minus_other),
            corner(one, other),
            corner(minus_one, other),
        ],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        lines: Vec::new(),
    }
}
