//! Whether a mesh crosses itself.

use crate::broad_phase::{StillBox, StillTree};
use crate::mesh::TriMesh;
use crate::shape::orientation;
use alloc::vec::Vec;
use core::cmp::Ordering;
use glam::DVec3;

/// Two triangles of a mesh of which an edge of one passes through the inside of the other, or `None` if there are no such two.
///
/// That is decided exactly. Triangles that only touch, or that overlap in one plane, do not cross; surfaces that cross anywhere else
/// have such an edge. The first triangle has the edge; the pair found is the one with the least numbers. Takes O(n log n) time for
/// surfaces, and n² if all triangles are near each other.
///
/// ```
/// use osculate::{glam::DVec3, mesh::cuboid, TriMesh, query::meshes::self_crossing};
///
/// let one = cuboid(DVec3::ONE)?;
/// assert_eq!(self_crossing(&one), None);
/// // The same again, a bit to the side: both are closed, and one mesh.
/// let shift = DVec3::new(0.3, 0.4, 0.5);
/// let corners = one.vertices().iter().copied().chain(one.vertices().iter().map(|&x| x + shift)).collect();
/// let again = one.triangles().iter().map(|t| t.map(|i| i + 8));
/// let both = TriMesh::new(corners, one.triangles().iter().copied().chain(again).collect())?;
/// assert!(self_crossing(&both).is_some());
/// # Ok::<(), osculate::mesh::MeshError>(())
/// ```
#[doc(alias = "self-intersection")]
pub fn self_crossing(mesh: &TriMesh) -> Option<[u32; 2]> {
    let boxes: Vec<(StillBox, u32)> = (0..mesh.triangles().len())
        .map(|number| {
            let [a, b, c] = mesh.triangle(number);
            let around = StillBox {
                low: a.min(b).min(c),
                high: a.max(b).max(c),
            };
            (around, number as u32)
        })
        .collect();
    let tree = StillTree::new(boxes.clone());
    for (around, number) in &boxes {
        let [a, b, c] = mesh.triangle(*number as usize);
        let mut least: Option<u32> = None;
        tree.meeting(around, |other| {
            if other != *number && least.is_none_or(|least| other < least) {
                let through = mesh.triangle(other as usize);
                if [[a, b], [b, c], [c, a]]
                    .into_iter()
                    .any(|edge| passes(edge, through))
                {
                    least = Some(other);
                }
            }
            true
        });
        if let Some(other) = least {
            return Some([*number, other]);
        }
    }
    None
}

/// Whether a segment passes from one side of a triangle to the other, through its inside.
fn passes([p, q]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> bool {
    let (above, below) = (side([a, b, c, p]), side([a, b, c, q]));
    if above == Ordering::Equal || below != above.reverse() {
        return false;
    }
    let first = side([p, q, a, b]);
    first != Ordering::Equal && side([p, q, b, c]) == first && side([p, q, c, a]) == first
}

/// The sign of `(b − a) × (c − a) · (d − a)`, exactly: by rounded numbers where they are certain of it.
fn side([a, b, c, d]: [DVec3; 4]) -> Ordering {
    let [p, q, r] = [b - a, c - a, d - a];
    let value = p.cross(q).dot(r);
    let [x, y, z] = [p.abs(), q.abs(), r.abs()];
    let size = DVec3::new(
        x.y * y.z + x.z * y.y,
        x.z * y.x + x.x * y.z,
        x.x * y.y + x.y * y.x,
    )
    .dot(z);
    // Three roundings of differences, products and sums: 8 units of the terms' sizes, if none of them underflows.
    if value.abs() > 1e-15 * size && size > 1e-250 {
        value.total_cmp(&0.0)
    } else {
        orientation([a, b, c, d])
    }
}
