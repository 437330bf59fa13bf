//! Bounding-volume hierarchies.

mod build;

use crate::mesh::TriMesh;
use crate::volume::{SweptSphere, SweptSphereKind};
use alloc::vec::Vec;
use glam::DVec3;

/// A mesh, and a binary tree of volumes over its triangles, in one flat array. One triangle a leaf.
///
/// ```
/// use osculate::{MeshBvh, icosphere};
/// let ball = MeshBvh::new(icosphere(1.0, 1280)?);
/// assert_eq!(ball.stats().leaves, 1280);
/// # Ok::<(), osculate::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MeshBvh<V = SweptSphere> {
    mesh: TriMesh,
    /// The root first; the two children of a node beside each other.
    nodes: Vec<Node<V>>,
}

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<V> {
    pub(crate) volume: V,
    link: u32,
}

/// What is below a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Below {
    /// The index of the first of two children; the second follows it.
    Children(u32),
    /// A triangle of the mesh.
    Triangle(u32),
}

const LEAF: u32 = 1 << 31;

impl<V> Node<V> {
    pub(crate) fn below(&self) -> Below {
        if self.link & LEAF == 0 {
            Below::Children(self.link)
        } else {
            Below::Triangle(self.link & !LEAF)
        }
    }
}

/// What a tree is like.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct BvhStats {
    /// All nodes.
    pub nodes: usize,
    /// Nodes with one triangle.
    pub leaves: usize,
    /// The longest way from the root to a leaf, in nodes.
    pub depth: usize,
    /// Nodes whose sphere is swept over a point.
    pub points: usize,
    /// Nodes whose sphere is swept over a segment.
    pub lines: usize,
    /// Nodes whose sphere is swept over a rectangle.
    pub rectangles: usize,
    /// The memory of tree and mesh.
    pub bytes: usize,
}

impl MeshBvh<SweptSphere> {
    /// Builds the tree by surface-area splits along the principal axes of every node's triangles.
    ///
    /// Takes O(n log n) time; tree and mesh together take about 350 bytes a triangle.
    pub fn new(mesh: TriMesh) -> MeshBvh<SweptSphere> {
        let nodes = build::swept_spheres(&mesh);
        MeshBvh { mesh, nodes }
    }

    /// A ball around the mesh: its centre and radius. A millionth of the smaller body's radius is the default tolerance.
    pub fn bounding_ball(&self) -> (DVec3, f64) {
        let root = &self.root().volume;
        (root.centre, root.ball)
    }

    /// What the tree is like.
    pub fn stats(&self) -> BvhStats {
        let mut kinds = [0; 3];
        let mut leaves = 0;
        let mut depth = 0;
        let mut stack = alloc::vec![(0_u32, 1_usize)];
        while let Some((index, level)) = stack.pop() {
            let node = &self.nodes[index as usize];
            depth = depth.max(level);
            kinds[match node.volume.kind() {
                SweptSphereKind::Point => 0,
                SweptSphereKind::Line => 1,
                SweptSphereKind::Rectangle => 2,
            }] += 1;
            match node.below() {
                Below::Triangle(_) => leaves += 1,
                Below::Children(first) => {
                    stack.extend([(first, level + 1), (first + 1, level + 1)])
                }
            }
        }
        let bytes = size_of_val(&self.nodes[..])
            + size_of_val(self.mesh.vertices())
            + size_of_val(self.mesh.triangles());
        let [points, lines, rectangles] = kinds;
        BvhStats {
            nodes: self.nodes.len(),
            leaves,
            depth,
            points,
            lines,
            rectangles,
            bytes,
        }
    }
}

impl<V> MeshBvh<V> {
    /// The mesh.
    pub fn mesh(&self) -> &TriMesh {
        &self.mesh
    }

    pub(crate) fn node(&self, index: u32) -> &Node<V> {
        &self.nodes[index as usize]
    }

    pub(crate) fn root(&self) -> &Node<V> {
        &self.nodes[0]
    }
}
