//! What meshes enclose, and meshes as thin shells.

use super::MassError;
use super::moments::{Moments, Solid, Sum, solid};
use super::polytope::{sheet, tetrahedron};
use crate::mesh::{Neighbours, TriMesh};
use crate::numbers::rounding::{UNIT, any_length, length, power_of_two};
use alloc::vec;
use alloc::vec::Vec;
use glam::{DMat3, DVec3};

/// Which way the triangles of a closed mesh face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Orientation {
    /// Outwards: counter-clockwise as seen from outside.
    Outward,
    /// Inwards: the mesh is inside out.
    Inward,
}

/// What is cheaply known of a closed mesh.
///
/// A mesh that crosses itself is not noticed here: ask [`self_crossing`](crate::query::meshes::self_crossing). Nor is one that covers
/// something twice with other triangles.
///
/// ```
/// use osculate::{TriMesh, glam::DVec3, mass::{MeshSurface, Orientation}, mesh::cuboid};
///
/// let right = cuboid(DVec3::ONE)?;
/// assert_eq!(MeshSurface::of(&right)?.orientation, Orientation::Outward);
/// let turned = right.triangles().iter().map(|&[a, b, c]| [a, c, b]).collect();
/// let inverted = MeshSurface::of(&TriMesh::new(right.vertices().to_vec(), turned)?)?;
/// assert_eq!(inverted.orientation, Orientation::Inward);
/// assert!((inverted.volume - 8.0).abs() < 1e-14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct MeshSurface {
    /// What it encloses, whichever way it faces.
    pub volume: f64,
    /// Which way its triangles face, by the sign of that.
    pub orientation: Orientation,
    /// Two triangles with the same corners, facing the same way: something is covered twice.
    pub repeated: Option<[u32; 2]>,
    /// A triangle with an edge that more than two triangles have: parts of the mesh touch there, or it is covered twice.
    pub crowded: Option<u32>,
}

impl MeshSurface {
    /// Of a mesh that must be closed, with triangles that agree on which side is inside; corners are the same if their coordinates are.
    pub fn of(mesh: &TriMesh) -> Result<MeshSurface, MassError> {
        Ok(of_mesh(mesh)?.1)
    }
}

/// Every edge must be passed as often one way as the other. Says which triangle has an edge that more than two have.
fn check_closed(mesh: &TriMesh, points: &[[u32; 3]]) -> Result<Option<u32>, MassError> {
    let mut sides: Vec<([u32; 2], bool, u32, u8)> = Vec::with_capacity(3 * points.len());
    for (triangle, corners) in points.iter().enumerate() {
        for corner in 0..3_u8 {
            let (from, to) = (
                corners[usize::from(corner)],
                corners[usize::from((corner + 1) % 3)],
            );
            // The edge of a triangle that is a segment or a point is none, and its other edges cancel.
            if from != to {
                let ordered = [from.min(to), from.max(to)];
                sides.push((ordered, from > to, triangle as u32, corner));
            }
        }
    }
    sides.sort_unstable();
    let mut crowded = None;
    for same in sides.chunk_by(|p, q| p.0 == q.0) {
        let back = same.iter().filter(|side| side.1).count();
        if 2 * back != same.len() {
            // One that is on the side of which there are more.
            let more = 2 * back > same.len();
            let (_, _, triangle, corner) = *same
                .iter()
                .find(|side| side.1 == more)
                .expect("more than none");
            let place = |corner: u8| {
                let corners = mesh.triangle(triangle as usize);
                corners[usize::from(corner % 3)].to_array()
            };
            let (from, to) = (place(corner), place(corner + 1));
            return Err(if same.len() % 2 == 1 {
                MassError::OpenEdge { triangle, from, to }
            } else {
                MassError::Disoriented { triangle, from, to }
            });
        }
        if same.len() > 2 && crowded.is_none() {
            crowded = Some(same[0].2);
        }
    }
    Ok(crowded)
}

/// Two triangles with the same corners in the same order around.
fn repeated(points: &[[u32; 3]]) -> Option<[u32; 2]> {
    let mut sorted: Vec<([u32; 3], u32)> = points
        .iter()
        .enumerate()
        .filter(|(_, [p, q, r])| p != q && q != r && r != p)
        .map(|(triangle, &[p, q, r])| {
            let least = p.min(q).min(r);
            let around = if least == p {
                [p, q, r]
            } else if least == q {
                [q, r, p]
            } else {
                [r, p, q]
            };
            (around, triangle as u32)
        })
        .collect();
    sorted.sort_unstable();
    let twice = sorted.windows(2).find(|pair| pair[0].0 == pair[1].0)?;
    Some([twice[0].1, twice[1].1])
}

/// Of what is inside.
pub(super) fn of_mesh(mesh: &TriMesh) -> Result<(Solid, MeshSurface), MassError> {
    let neighbours = Neighbours::new(mesh);
    let points = neighbours.points();
    let crowded = check_closed(mesh, points)?;
    let mut orientation = Orientation::Outward;
    let none = MassError::NoVolume { part: None };
    let body = integrated(mesh, |corners| {
        let mut sum = Sum::new();
        for &[a, b, c] in mesh.triangles() {
            let at = |corner: u32| corners[corner as usize];
            let (piece, size) = tetrahedron([at(a), at(b), at(c)]);
            sum.add(&piece);
            sum.size += size;
        }
        let Moments {
            volume,
            first,
            second,
        } = sum.moments();
        // A triple product errs by some six units of its terms' sizes, and the corners by one each.
        if !(volume.abs() > 16.0 * UNIT * sum.size) {
            return None;
        }
        let sign = if volume < 0.0 { -1.0 } else { 1.0 };
        if volume < 0.0 {
            orientation = Orientation::Inward;
        }
        Some(Moments {
            volume: sign * volume,
            first: sign * first,
            second: sign * second,
        })
    });
    let body = body.ok_or(none)?;
    // Meshes that cross themselves may have no spread that a body could have.
    if !(body.spread.y > 0.0) {
        return Err(none);
    }
    let surface = MeshSurface {
        volume: body.volume,
        orientation,
        repeated: repeated(points),
        crowded,
    };
    Ok((body, surface))
}

/// Of the triangles themselves.
pub(super) fn of_shell(mesh: &TriMesh) -> Result<Solid, MassError> {
    let body = integrated(mesh, |corners| {
        let mut sum = Sum::new();
        for &[a, b, c] in mesh.triangles() {
            let [a, b, c] = [a, b, c].map(|corner| corners[corner as usize]);
            let area = 0.5 * any_length((b - a).cross(c - a));
            sum.add(&sheet([a, b, c], area));
        }
        let moments = sum.moments();
        (moments.volume > 0.0).then_some(moments)
    });
    let unit = unit_of(mesh).1;
    // Such a sum was taken for a volume, in units of a length.
    body.map(|body| Solid {
        volume: body.volume / unit,
        ..body
    })
    .ok_or(MassError::NoArea)
}

/// A point among the corners, and a unit of length.
fn unit_of(mesh: &TriMesh) -> (DVec3, f64) {
    let corners = || {
        let triangles = mesh.triangles().iter();
        triangles.flat_map(|triangle| triangle.map(|corner| mesh.vertices()[corner as usize]))
    };
    let count = (3 * mesh.triangles().len()) as f64;
    let mean = corners().fold(DVec3::ZERO, |sum, corner| sum + corner / count);
    let extent = corners().fold(0.0_f64, |most, corner| most.max(length(corner - mean)));
    (mean, power_of_two(extent))
}

/// A body from integrals over its corners.
fn integrated(
    mesh: &TriMesh,
    mut integrals: impl FnMut(&[DVec3]) -> Option<Moments>,
) -> Option<Solid> {
    let (mean, unit) = unit_of(mesh);
    if unit == 0.0 {
        return None;
    }
    let mut local = vec![DVec3::ZERO; mesh.vertices().len()];
    solid(mean, unit, |axes: &DMat3, origin| {
        for (to, &from) in local.iter_mut().zip(mesh.vertices()) {
            *to = axes.transpose() * ((from - origin) / unit);
        }
        integrals(&local)
    })
}
