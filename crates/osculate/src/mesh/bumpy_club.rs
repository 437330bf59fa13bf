//! The bumpy club.

use super::quad_surface::{QuadSurface, triangle_pairs};
use super::{MeshError, TriMesh};
use crate::numbers::rounding::sqrt;
use alloc::vec::Vec;
use core::f64::consts::{PI, TAU};
use glam::DVec3;

const HANDLE_RADIUS: f64 = 0.1;
const HEAD_RADIUS: f64 = 0.4;
/// How far bumps rise and hollows sink, as a share of the radius.
const BUMP: f64 = 0.08;
const BUMPS_AROUND: f64 = 12.0;
const BUMPS_ALONG: f64 = 10.0;

/// A club with a bumpy surface of exactly `triangles` triangles, at least 48; one more if that is odd.
///
/// A handle (below) and a thick head (above) along the z axis from −1 to 1, less than 0.44 in radius, with twelve bumps
/// around and ten along. It stands in for the model "club" of the C2A paper.
///
/// ```
/// let club = osculate::mesh::bumpy_club(104_800)?;
/// assert_eq!(club.triangles().len(), 104_800);
/// # Ok::<(), osculate::mesh::MeshError>(())
/// ```
pub fn bumpy_club(triangles: usize) -> Result<TriMesh, MeshError> {
    let pairs = triangle_pairs("bumpy club", triangles, 48)?;
    // Twice as many cells along as around makes them about square. The two rows of triangles at the poles are together
    // as many as one row of quadrilaterals.
    let around = (sqrt(0.5 * pairs as f64) as usize).max(4);
    let rows = pairs / around + 1;
    let quads = around * (rows - 2);

    let place = |row: f64, column: f64| point(row / rows as f64, column / around as f64);
    let mut vertices = Vec::with_capacity(pairs + 2);
    vertices.push(DVec3::NEG_Z);
    for row in 1..rows {
        vertices.extend((0..around).map(|column| place(row as f64, column as f64)));
    }
    let top = vertices.len() as u32;
    vertices.push(DVec3::Z);

    let index = |row: usize, column: usize| (1 + (row - 1) * around + column % around) as u32;
    let mut surface = QuadSurface::new(vertices, quads, pairs - quads - around);
    for column in 0..around {
        surface.triangle([0, index(1, column + 1), index(1, column)]);
    }
    for row in 1..rows - 1 {
        for column in 0..around {
            let corners = [
                index(row, column),
                index(row, column + 1),
                index(row + 1, column + 1),
                index(row + 1, column),
            ];
            surface.quad(corners, |share| {
                place(row as f64 + share, column as f64 + share)
            });
        }
    }
    for column in 0..around {
        surface.triangle([top, index(rows - 1, column), index(rows - 1, column + 1)]);
    }
    surface.finish()
}

/// The point at a share of the way from the lower pole to the upper one, and a share of a turn.
fn point(along: f64, around: f64) -> DVec3 {
    let (rim, height) = libm::sincos(PI * along);
    let height = -height;
    let (sin, cos) = libm::sincos(TAU * around);
    let head = ((height + 0.3) / 0.8).clamp(0.0, 1.0);
    let thickness =
        HANDLE_RADIUS + (HEAD_RADIUS - HANDLE_RADIUS) * head * head * (3.0 - 2.0 * head);
    let bump = libm::cos(BUMPS_AROUND * TAU * around) * libm::cos(BUMPS_ALONG * PI * height);
    let radius = rim * thickness * (1.0 + BUMP * bump);
    DVec3::new(radius * cos, radius * sin, height)
}

#[cfg(test)]
mod tests {
    use super::super::quad_surface::tests::assert_closed;
    use super::*;

    #[test]
    fn every_count_is_met_and_closed() {
        for triangles in (48..400).step_by(2).chain([25_600, 34_600, 104_800]) {
            let mesh = bumpy_club(triangles).unwrap();
            assert_closed(&mesh, triangles, 2);
            assert!(
                mesh.vertices()
                    .iter()
                    .all(|vertex| vertex.truncate().length() < 0.44)
            );
        }
        assert_closed(&bumpy_club(49).unwrap(), 50, 2);
    }

    #[test]
    fn too_few_triangles_are_an_error() {
        assert!(matches!(
            bumpy_club(47),
            Err(MeshError::TooFewTriangles {
                asked: 47,
                least: 48,
                ..
            })
        ));
    }
}
