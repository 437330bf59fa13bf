//! Gear wheels.

use super::quad_surface::{QuadSurface, triangle_pairs};
use super::{MeshError, TriMesh};
use crate::numbers::rounding::sqrt;
use alloc::vec::Vec;
use core::f64::consts::TAU;
use glam::DVec3;

const TIP: f64 = 1.0;
const BORE: f64 = 0.35;
const HALF_WIDTH: f64 = 0.15;
/// Where, in shares of the pitch, the outline turns: root circle, rising flank, tip circle, falling flank.
const TURNS: [f64; 5] = [0.0, 0.35, 0.5, 0.85, 1.0];

/// A spur gear of exactly `triangles` triangles, one more if that is odd: a closed wheel about the z axis.
///
/// Its tips lie at radius 1, the bore has radius 0.35, the wheel is 0.3 wide; straight flanks stand between tip and root
/// circle, which is `4.5 / (teeth + 2)` lower, 0.25 at most. At least 3 teeth, and `32·teeth` triangles.
///
/// ```
/// let wheel = osculate::mesh::gear(20, 25_600)?;
/// assert_eq!(wheel.triangles().len(), 25_600);
/// # Ok::<(), osculate::mesh::MeshError>(())
/// ```
pub fn gear(teeth: u32, triangles: usize) -> Result<TriMesh, MeshError> {
    if teeth < 3 {
        let (parameter, value) = ("number of teeth", f64::from(teeth));
        return Err(MeshError::BadParameter {
            shape: "gear",
            parameter,
            value,
            allowed: "at least 3",
        });
    }
    let pairs = triangle_pairs("gear", triangles, 32 * u64::from(teeth))?;
    let teeth = teeth as usize;
    let root = TIP - (4.5 / (teeth as f64 + 2.0)).min(0.25);

    // A grid, closed both ways: columns around the axis, rows around the section from bore to outline and back.
    let half_section = (root - BORE) + 2.0 * HALF_WIDTH;
    let columns_wanted = sqrt(pairs as f64 * TAU * TIP / (2.0 * half_section)) as usize;
    let per_tooth = (columns_wanted / teeth).min(pairs / (4 * teeth)).max(4);
    let columns = teeth * per_tooth;
    let half_rows = pairs / (2 * columns);
    let radial_rows =
        ((half_rows as f64 * (root - BORE) / half_section) as usize).clamp(1, half_rows - 1);
    let axial_rows = half_rows - radial_rows;
    let rows = 2 * half_rows;

    let outline = tooth_outline(root, per_tooth);
    let mut vertices = Vec::with_capacity(pairs);
    for tooth in 0..teeth {
        for &(share, radius) in &outline {
            let (sin, cos) = libm::sincos(TAU * (tooth as f64 + share) / teeth as f64);
            let mut place = |radius: f64, height: f64| {
                vertices.push(DVec3::new(radius * cos, radius * sin, height))
            };
            let along = |from: f64, to: f64, row: usize, rows: usize| {
                from + (to - from) * (row as f64 / rows as f64)
            };
            for row in 0..radial_rows {
                place(along(BORE, radius, row, radial_rows), -HALF_WIDTH);
            }
            for row in 0..axial_rows {
                place(radius, along(-HALF_WIDTH, HALF_WIDTH, row, axial_rows));
            }
            for row in 0..radial_rows {
                place(along(radius, BORE, row, radial_rows), HALF_WIDTH);
            }
            for row in 0..axial_rows {
                place(BORE, along(HALF_WIDTH, -HALF_WIDTH, row, axial_rows));
            }
        }
    }
    let mut surface = QuadSurface::new(vertices, columns * rows, pairs - columns * rows);
    for column in 0..columns {
        for row in 0..rows {
            let index =
                |dc: usize, dr: usize| ((column + dc) % columns * rows + (row + dr) % rows) as u32;
            surface.flat_quad([index(0, 0), index(1, 0), index(1, 1), index(0, 1)]);
        }
    }
    surface.finish()
}

/// One tooth as places in shares of the pitch, and radii.
fn tooth_outline(root: f64, columns: usize) -> Vec<(f64, f64)> {
    let radii = [root, root, TIP, TIP, root];
    // One column a turn; the others go to the longest pieces.
    let mut pieces = [1_usize; 4];
    for _ in 4..columns {
        let piece_length = |piece: usize| (TURNS[piece + 1] - TURNS[piece]) / pieces[piece] as f64;
        let mut longest = 0;
        for piece in 1..4 {
            if piece_length(piece) > piece_length(longest) {
                longest = piece;
            }
        }
        pieces[longest] += 1;
    }
    let mut outline = Vec::with_capacity(columns);
    for piece in 0..4 {
        for step in 0..pieces[piece] {
            let share = step as f64 / pieces[piece] as f64;
            let between = |ends: &[f64; 5]| ends[piece] + (ends[piece + 1] - ends[piece]) * share;
            outline.push((between(&TURNS), between(&radii)));
        }
    }
    outline
}

#[cfg(test)]
mod tests {
    use super::super::quad_surface::tests::assert_closed;
    use super::*;
    use osculate_judge::seeded;

    #[test]
    fn every_count_is_met_and_closed() {
        for teeth in [3, 4, 5, 12, 20, 101] {
            let least = 32 * teeth as usize;
            for triangles in (least..least + seeded::cases(30) as usize)
                .step_by(2)
                .chain([25_600])
            {
                assert_closed(&gear(teeth, triangles).unwrap(), triangles, 0);
            }
        }
        assert_closed(&gear(20, 200_001).unwrap(), 200_002, 0);
    }

    #[test]
    fn the_outline_reaches_tips_and_roots() {
        let mesh = gear(20, 25_600).unwrap();
        let radius = |vertex: &DVec3| vertex.truncate().length();
        let near = |radius_wanted: f64| {
            mesh.vertices()
                .iter()
                .filter(|vertex| (radius(vertex) - radius_wanted).abs() < 1e-12)
                .count()
        };
        assert!(near(TIP) > 40 && near(BORE) > 40 && near(TIP - 4.5 / 22.0) > 40);
        assert!(
            mesh.vertices()
                .iter()
                .all(|vertex| radius(vertex) < TIP + 1e-12)
        );
    }

    #[test]
    fn bad_parameters_are_named() {
        let error = gear(2, 1_000).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the number of teeth of a gear must be at least 3, not 2"
        );
        assert!(matches!(
            gear(20, 638),
            Err(MeshError::TooFewTriangles { least: 640, .. })
        ));
        assert!(gear(u32::MAX, 1_000).is_err());
    }
}
