//! Boxes.

use super::quad_surface::{QuadSurface, check_length, triangle_pairs};
use super::{MeshError, TriMesh};
use alloc::vec::Vec;
use glam::DVec3;

/// A box of 12 triangles about the origin, with the given half extents, each from 1e-60 to 1e60.
///
/// ```
/// let brick = osculate::mesh::cuboid(glam::DVec3::new(2.0, 1.0, 0.5))?;
/// assert_eq!((brick.vertices().len(), brick.triangles().len()), (8, 12));
/// # Ok::<(), osculate::mesh::MeshError>(())
/// ```
pub fn cuboid(half_extents: DVec3) -> Result<TriMesh, MeshError> {
    cuboid_with(half_extents, 12)
}

/// A box about the origin of exactly `triangles` triangles, at least 12; one more if that is odd.
///
/// Faces are grids of cells that are as square as the count allows; the rest is made up by points on their diagonals.
pub fn cuboid_with(half_extents: DVec3, triangles: usize) -> Result<TriMesh, MeshError> {
    for (axis, parameter) in ["half extent x", "half extent y", "half extent z"]
        .into_iter()
        .enumerate()
    {
        check_length("box", parameter, half_extents[axis])?;
    }
    let pairs = triangle_pairs("box", triangles, 12)?;
    let lattice = Lattice {
        cells: cells(half_extents, pairs),
    };
    let [nx, ny, nz] = lattice.cells;
    let quads = 2 * (nx * ny + ny * nz + nz * nx);
    let mut surface = QuadSurface::new(lattice.vertices(half_extents), quads, pairs - quads);
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for side in [0, lattice.cells[axis]] {
            for j in 0..lattice.cells[v] {
                for i in 0..lattice.cells[u] {
                    let corner = |di, dj| {
                        let mut place = [0; 3];
                        (place[axis], place[u], place[v]) = (side, i + di, j + dj);
                        lattice.index(place)
                    };
                    let (a, c) = (corner(0, 0), corner(1, 1));
                    let (b, d) = (corner(1, 0), corner(0, 1));
                    surface.flat_quad(if side > 0 { [a, b, c, d] } else { [a, d, c, b] });
                }
            }
        }
    }
    surface.finish()
}

/// The finest division with cells about as long as wide whose faces have at most `quads` cells.
fn cells(half_extents: DVec3, quads: usize) -> [usize; 3] {
    let shape = half_extents / half_extents.max_element();
    let divide = |longest: f64| {
        shape
            .to_array()
            .map(|part| ((part * longest) as usize).max(1))
    };
    let total = |[nx, ny, nz]: [usize; 3]| 2 * (nx * ny + ny * nz + nz * nx);
    // 2^31 pairs need fewer than 2^30 cells on the longest side.
    let (mut low, mut high) = (1.0, (1_u32 << 30) as f64);
    for _ in 0..96 {
        let middle = 0.5 * (low + high);
        if total(divide(middle)) <= quads {
            low = middle;
        } else {
            high = middle;
        }
    }
    divide(low)
}

/// The points on the surface of a block of cells, layer upon layer.
struct Lattice {
    cells: [usize; 3],
}

impl Lattice {
    /// The number of the point in column `i`, row `j`, layer `k`.
    fn index(&self, [i, j, k]: [usize; 3]) -> u32 {
        let [nx, ny, nz] = self.cells;
        let (layer, rim) = ((nx + 1) * (ny + 1), 2 * (nx + ny));
        let index = if k == 0 {
            j * (nx + 1) + i
        } else if k == nz {
            layer + (nz - 1) * rim + j * (nx + 1) + i
        } else {
            let around = if j == 0 {
                i
            } else if i == nx {
                nx + j
            } else if j == ny {
                nx + ny + (nx - i)
            } else {
                2 * nx + ny + (ny - j)
            };
            layer + (k - 1) * rim + around
        };
        index as u32
    }

    fn vertices(&self, half_extents: DVec3) -> Vec<DVec3> {
        let [nx, ny, nz] = self.cells;
        let points = 2 * (nx + 1) * (ny + 1) + (nz - 1) * 2 * (nx + ny);
        let mut vertices = alloc::vec![DVec3::ZERO; points];
        for k in 0..=nz {
            for j in 0..=ny {
                let inside = k > 0 && k < nz && j > 0 && j < ny;
                for i in (0..=nx).step_by(if inside { nx } else { 1 }) {
                    let place = [i, j, k];
                    let share = |axis: usize| {
                        (2.0 * place[axis] as f64 - self.cells[axis] as f64)
                            / self.cells[axis] as f64
                    };
                    vertices[self.index(place) as usize] =
                        half_extents * DVec3::new(share(0), share(1), share(2));
                }
            }
        }
        vertices
    }
}

#[cfg(test)]
mod tests {
    use super::super::quad_surface::tests::assert_closed;
    use super::*;

    #[test]
    fn every_count_is_met_and_closed() {
        for half_extents in [
            DVec3::ONE,
            DVec3::new(3.0, 0.1, 1.0),
            DVec3::new(1e-3, 40.0, 1e-3),
        ] {
            for triangles in (12..400).step_by(2).chain([34_600]) {
                let mesh = cuboid_with(half_extents, triangles).unwrap();
                assert_closed(&mesh, triangles, 2);
                for &vertex in mesh.vertices() {
                    assert!((vertex.abs() / half_extents).max_element() == 1.0);
                }
            }
        }
        assert_closed(&cuboid_with(DVec3::ONE, 13).unwrap(), 14, 2);
    }

    #[test]
    fn extreme_proportions_stay_closed() {
        assert_closed(
            &cuboid_with(DVec3::new(1e30, 1.0, 1e-30), 1_000).unwrap(),
            1_000,
            2,
        );
        assert_closed(&cuboid(DVec3::splat(1e-60)).unwrap(), 12, 2);
    }

    #[test]
    fn bad_parameters_are_named() {
        let error = cuboid(DVec3::new(1.0, 0.0, 1.0)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the half extent y of a box must be from 1e-60 to 1e60, not 0"
        );
        assert!(cuboid(DVec3::new(1.0, 1.0, f64::NAN)).is_err());
        let error = cuboid_with(DVec3::ONE, 11).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a box with these parameters needs at least 12 triangles, not 11"
        );
    }
}
