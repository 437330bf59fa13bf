//! Bounding-volume hierarchies.

mod build;
mod halved_boxes;

use crate::mesh::{Neighbours, TriMesh};
use crate::shape::Identity;
use crate::volume::SweptSphereKind;
pub use crate::volume::{CutBall, SweptSphere, Volume};
use alloc::vec::Vec;
use glam::DVec3;

/// A mesh, and a binary tree of volumes over its triangles, in one flat array.
///
/// ```
/// use osculate::{MeshBvh, mesh::icosphere};
/// let ball = MeshBvh::new(icosphere(1.0, 1280)?);
/// assert_eq!(ball.stats().leaves, 1280);
/// # Ok::<(), osculate::mesh::MeshError>(())
/// ```
#[derive(Clone, Debug)]
#[doc(
    alias = "bvh",
    alias = "bounding volume hierarchy",
    alias = "aabb tree"
)]
pub struct MeshBvh<V = SweptSphere> {
    mesh: TriMesh,
    /// The root first; the two children of a node beside each other.
    nodes: Vec<Node<V>>,
    /// The triangles, leaf by leaf.
    order: Vec<u32>,
    /// The radius of the largest leaf.
    coarsest: f64,
    /// The longest way from the root to a leaf, in steps.
    depth: u32,
    identity: Identity,
    /// The least and the largest coordinates of all vertices.
    sides: [DVec3; 2],
    neighbours: Neighbours,
}

/// A node of the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<V> {
    pub(crate) volume: V,
    /// The first child, or where a leaf's triangles are in the tree's order.
    link: u32,
    /// How many triangles a leaf has; 0 if this is none.
    count: u32,
}

/// What is below a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Below<'t> {
    /// The index of the first of two children; the second follows it.
    Children(u32),
    /// Triangles of the mesh.
    Triangles(&'t [u32]),
}

/// What a tree is like.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct BvhStats {
    /// All nodes.
    pub nodes: usize,
    /// Nodes that have triangles instead of children.
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
    /// Builds the tree by surface-area splits along the principal axes of every node's triangles, one triangle a leaf.
    ///
    /// Takes O(n log n) time; tree and mesh together take about 375 bytes a triangle.
    pub fn new(mesh: TriMesh) -> MeshBvh<SweptSphere> {
        let (nodes, order) = build::swept_spheres(&mesh);
        MeshBvh::from_parts(mesh, nodes, order)
    }
}

impl MeshBvh<CutBall> {
    /// Builds the tree that [`d2m`](crate::query::meshes::d2m) and [`capoeira`](crate::query::meshes::capoeira) search: boxes halved across their
    /// broadest side, and around the triangles of each the smallest sphere (D2M, section VI-A). A node whose sphere is
    /// no wider than `epsilon` is a leaf, and so is one with a single triangle; 0 goes down to single triangles.
    ///
    /// Takes O(n log n) time; tree and mesh together take about 215 bytes a triangle.
    pub fn spheres(mesh: TriMesh, epsilon: f64) -> MeshBvh<CutBall> {
        let (nodes, order) = halved_boxes::spheres(&mesh, epsilon);
        MeshBvh::from_parts(mesh, nodes, order)
    }
}

/// The longest way from the root to a leaf. Children come after their parents.
fn deepest<V>(nodes: &[Node<V>]) -> u32 {
    let mut levels = alloc::vec![0_u32; nodes.len()];
    let mut deepest = 0;
    for (number, node) in nodes.iter().enumerate() {
        deepest = deepest.max(levels[number]);
        if node.count == 0 {
            for child in [node.link, node.link + 1] {
                levels[child as usize] = levels[number] + 1;
            }
        }
    }
    deepest
}

impl MeshBvh<SweptSphere> {
    /// The triangle of a leaf.
    ///
    /// # Panics
    /// If the node is no leaf: such trees have one triangle a leaf.
    #[inline(always)]
    pub(crate) fn one_triangle(&self, index: u32) -> u32 {
        match self.below(self.node(index)) {
            Below::Triangles(triangles) => triangles[0],
            Below::Children(_) => panic!("node {index} is no leaf"),
        }
    }
}

impl<V: Volume> MeshBvh<V> {
    fn from_parts(mesh: TriMesh, nodes: Vec<Node<V>>, order: Vec<u32>) -> MeshBvh<V> {
        let leaves = nodes.iter().filter(|node| node.count > 0);
        let coarsest = leaves.fold(0.0_f64, |most, leaf| most.max(leaf.volume.size()));
        let depth = deepest(&nodes);
        let all = mesh.vertices().iter();
        let sides = all.fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[low, high], &v| {
            [low.min(v), high.max(v)]
        });
        let neighbours = Neighbours::new(&mesh);
        MeshBvh {
            sides,
            neighbours,
            mesh,
            nodes,
            order,
            coarsest,
            depth,
            identity: Identity::new(),
        }
    }

    /// The longest way from the root to a leaf, in steps.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// The radius of the largest leaf.
    pub(crate) fn coarsest(&self) -> f64 {
        self.coarsest
    }

    /// A box around the mesh: its least and its largest coordinates.
    pub(crate) fn bounding_box(&self) -> [DVec3; 2] {
        self.sides
    }

    /// A ball around the mesh: its centre and radius. A millionth of the smaller body's radius is the default tolerance.
    pub fn bounding_ball(&self) -> (DVec3, f64) {
        self.root().volume.ball()
    }

    /// The volumes that are `level` steps below the root, and the leaves that end above: together they cover the mesh. For drawing.
    pub fn level(&self, level: usize) -> Vec<V> {
        let mut nodes = alloc::vec![self.root()];
        for _ in 0..level {
            let below = |node| match self.below(node) {
                Below::Triangles(_) => [Some(node), None],
                Below::Children(first) => [Some(self.node(first)), Some(self.node(first + 1))],
            };
            let next: Vec<_> = nodes.iter().copied().flat_map(below).flatten().collect();
            if next.len() == nodes.len() {
                break;
            }
            nodes = next;
        }
        nodes.into_iter().map(|node| node.volume).collect()
    }

    /// What the tree is like.
    pub fn stats(&self) -> BvhStats {
        let mut kinds = [0; 3];
        let mut leaves = 0;
        let mut depth = 0;
        let mut stack = alloc::vec![(0_u32, 1_usize)];
        while let Some((index, level)) = stack.pop() {
            let node = self.node(index);
            depth = depth.max(level);
            kinds[match node.volume.kind() {
                SweptSphereKind::Point => 0,
                SweptSphereKind::Line => 1,
                SweptSphereKind::Rectangle => 2,
            }] += 1;
            match self.below(node) {
                Below::Triangles(_) => leaves += 1,
                Below::Children(first) => {
                    stack.extend([(first, level + 1), (first + 1, level + 1)])
                }
            }
        }
        let bytes = size_of_val(&self.nodes[..])
            + size_of_val(&self.order[..])
            + self.neighbours.bytes()
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
    /// Which tree this is.
    pub(crate) fn identity(&self) -> Identity {
        self.identity
    }

    /// The mesh.
    pub fn mesh(&self) -> &TriMesh {
        &self.mesh
    }

    /// Which of its triangles meet.
    pub fn neighbours(&self) -> &Neighbours {
        &self.neighbours
    }

    #[inline(always)]
    pub(crate) fn node(&self, index: u32) -> &Node<V> {
        &self.nodes[index as usize]
    }

    #[inline(always)]
    pub(crate) fn root(&self) -> &Node<V> {
        &self.nodes[0]
    }

    /// The triangles of a leaf; `None` of any other number.
    pub(crate) fn triangles_of_leaf(&self, index: u32) -> Option<&[u32]> {
        match self.below(self.nodes.get(index as usize)?) {
            Below::Triangles(triangles) => Some(triangles),
            Below::Children(_) => None,
        }
    }

    #[inline(always)]
    pub(crate) fn below(&self, node: &Node<V>) -> Below<'_> {
        match node.count {
            0 => Below::Children(node.link),
            count => Below::Triangles(&self.order[node.link as usize..][..count as usize]),
        }
    }
}
