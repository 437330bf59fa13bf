//! Spheres of nearly equal triangles.

use super::quad_surface::{QuadSurface, check_length, triangle_pairs};
use super::{MeshError, TriMesh};
use crate::numbers::rounding::length;
use alloc::vec::Vec;
use core::f64::consts::TAU;
use glam::DVec3;

/// A sphere about the origin of exactly `triangles` triangles, at least 20; one more if that is odd.
///
/// Every vertex lies on the sphere of the given radius, from 1e-60 to 1e60. With `20·n²` triangles it is an icosahedron
/// with each edge cut in `n`; in between, points on the sphere are added evenly to the next smaller one of these.
///
/// ```
/// let ball = osculate::mesh::icosphere(0.5, 1_280)?;
/// assert_eq!((ball.vertices().len(), ball.triangles().len()), (642, 1_280));
/// # Ok::<(), osculate::mesh::MeshError>(())
/// ```
pub fn icosphere(radius: f64, triangles: usize) -> Result<TriMesh, MeshError> {
    check_length("sphere", "radius", radius)?;
    let pairs = triangle_pairs("sphere", triangles, 20)?;
    let frequency = (pairs / 10).isqrt();
    let quads = 10 * frequency * frequency;
    let net = Net {
        radius,
        frequency,
        corners: icosahedron(),
    };
    let mut surface = QuadSurface::new(net.vertices(), quads, pairs - quads);
    for diamond in 0..10 {
        for row in 0..frequency {
            for column in 0..frequency {
                let index = |r, c| net.index(diamond, row + r, column + c);
                let (from, to) = (
                    net.point(diamond, row + 1, column),
                    net.point(diamond, row, column + 1),
                );
                surface.quad(
                    [index(1, 0), index(1, 1), index(0, 1), index(0, 0)],
                    |share| on_sphere(radius, from * (1.0 - share) + to * share),
                );
            }
        }
    }
    surface.finish()
}

fn on_sphere(radius: f64, direction: DVec3) -> DVec3 {
    direction * (radius / length(direction))
}

/// North pole, upper ring, lower ring (each a tenth of a turn after its upper neighbour), south pole.
fn icosahedron() -> [DVec3; 12] {
    let height = 1.0 / crate::numbers::rounding::sqrt(5.0);
    let mut corners = [DVec3::Z; 12];
    for (place, corner) in corners.iter_mut().enumerate().take(11).skip(1) {
        let (fifth, upper) = ((place - 1) % 5, place <= 5);
        let angle = TAU * (fifth as f64 + if upper { 0.0 } else { 0.5 }) / 5.0;
        let height = if upper { height } else { -height };
        *corner = DVec3::new(
            2.0 * height.abs() * libm::cos(angle),
            2.0 * height.abs() * libm::sin(angle),
            height,
        );
    }
    corners[11] = DVec3::NEG_Z;
    corners
}

/// The icosahedron as ten diamonds of two faces, each a square grid.
///
/// Diamond `i` below 5 has its corners (0,0), (n,0), (0,n), (n,n) at the north pole, upper `i`, upper `i+1`, lower `i`;
/// diamond `5+i` at upper `i+1`, lower `i`, lower `i+1`, the south pole.
struct Net {
    radius: f64,
    frequency: usize,
    corners: [DVec3; 12],
}

impl Net {
    /// The number of a grid point: poles first, then the rows below `n` and columns above 0 of each diamond. The other
    /// two borders of a diamond belong to its neighbours.
    fn index(&self, diamond: usize, row: usize, column: usize) -> u32 {
        let n = self.frequency;
        let before = |i: usize| (i + 4) % 5;
        let (owner, row, column) = match (diamond < 5, row, column) {
            (true, 0, 0) => return 0,
            (true, row, 0) => (before(diamond), 0, row),
            (true, row, column) if row == n => (5 + before(diamond), 0, column),
            (false, row, column) if row == n && column == n => return 1,
            (false, row, column) if row == n && column > 0 => (5 + before(diamond - 5), column, n),
            (false, row, 0) if row == n => (5 + before(diamond - 5), 0, n),
            (false, row, 0) => (diamond - 5, row, n),
            (_, row, column) => (diamond, row, column),
        };
        (2 + (owner * n + row) * n + column - 1) as u32
    }

    fn point(&self, diamond: usize, row: usize, column: usize) -> DVec3 {
        let (i, next) = (diamond % 5, (diamond + 1) % 5);
        let [first, down, across, last] = if diamond < 5 {
            [0, 1 + i, 1 + next, 6 + i]
        } else {
            [1 + next, 6 + i, 6 + next, 11]
        };
        let corner = |place: usize, weight: usize| self.corners[place] * weight as f64;
        let n = self.frequency;
        on_sphere(
            self.radius,
            if row + column <= n {
                corner(first, n - row - column) + corner(down, row) + corner(across, column)
            } else {
                corner(last, row + column - n) + corner(down, n - column) + corner(across, n - row)
            },
        )
    }

    fn vertices(&self) -> Vec<DVec3> {
        let n = self.frequency;
        let mut vertices = Vec::with_capacity(10 * n * n + 2);
        vertices.extend([self.radius * DVec3::Z, self.radius * DVec3::NEG_Z]);
        for diamond in 0..10 {
            for row in 0..n {
                vertices.extend((1..=n).map(|column| self.point(diamond, row, column)));
            }
        }
        vertices
    }
}

#[cfg(test)]
mod tests {
    use super::super::quad_surface::tests::assert_closed;
    use super::*;
    use osculate_judge::seeded;

    #[test]
    fn every_count_is_met_closed_and_on_the_sphere() {
        // With `OSCULATE_CASES` up to that count, and a million.
        let counts = 20..seeded::cases(400) as usize;
        let large = [25_600, 34_600, 104_800, 1_000_000];
        let large = &large[..if counts.end > 700 { 4 } else { 3 }];
        for triangles in counts.step_by(2).chain(large.iter().copied()) {
            let mesh = icosphere(2.0, triangles).unwrap();
            assert_closed(&mesh, triangles, 2);
            assert!(
                mesh.vertices()
                    .iter()
                    .all(|vertex| (vertex.length() - 2.0).abs() < 1e-14)
            );
            // Outward one by one: about a ball, every triangle faces away from the centre.
            assert!((0..triangles).all(|index| {
                let [a, b, c] = mesh.triangle(index);
                a.dot(b.cross(c)) > 0.0
            }));
        }
        assert_closed(&icosphere(1.0, 21).unwrap(), 22, 2);
    }

    #[test]
    fn borders_of_diamonds_are_shared() {
        let net = Net {
            radius: 1.0,
            frequency: 7,
            corners: icosahedron(),
        };
        let vertices = net.vertices();
        for diamond in 0..10 {
            for (row, column) in (0..=7).flat_map(|row| (0..=7).map(move |column| (row, column))) {
                let shared = vertices[net.index(diamond, row, column) as usize];
                assert!((shared - net.point(diamond, row, column)).length() < 1e-15);
            }
        }
    }

    #[test]
    fn bad_parameters_are_named() {
        assert!(matches!(
            icosphere(1.0, 18),
            Err(MeshError::TooFewTriangles { least: 20, .. })
        ));
        for radius in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e61] {
            assert!(matches!(
                icosphere(radius, 20),
                Err(MeshError::BadParameter {
                    parameter: "radius",
                    ..
                })
            ));
        }
    }
}
