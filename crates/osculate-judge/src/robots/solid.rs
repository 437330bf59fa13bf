//! What links carry: meshes with trees of balls, convex bodies, half-spaces.

use crate::hulls::bodies::{Body, Core};
use crate::meshes::Mesh;
use glam::DVec3;

/// A shape in the coordinates of its link.
#[derive(Clone, Debug)]
pub enum Solid {
    /// A surface.
    Mesh(MeshTree),
    /// A convex body.
    Hull(Body),
    /// All x with `normal·x ≤ offset`.
    HalfSpace {
        /// A unit vector that points out of it.
        normal: DVec3,
        /// How far its surface is from the origin.
        offset: f64,
    },
}

/// A mesh and balls around parts of it, each around two others or a triangle.
#[derive(Clone, Debug)]
pub struct MeshTree {
    mesh: Mesh,
    cores: Vec<Core>,
    nodes: Vec<Node>,
}

/// A ball.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Its centre.
    pub centre: DVec3,
    /// What is inside is no further from the centre.
    pub radius: f64,
    /// What is inside.
    pub inside: Inside,
}

/// What is inside a ball.
#[derive(Clone, Copy, Debug)]
pub enum Inside {
    /// The triangle with this number, or all of a convex body.
    Leaf(usize),
    /// Two smaller balls, by their numbers.
    Two(usize, usize),
}

impl MeshTree {
    /// The root is node 0. Parts are halved at the middle of their longest side.
    pub fn new(mesh: Mesh) -> MeshTree {
        let count = mesh.triangles().len();
        let cores = (0..count).map(|number| Core::Polytope {
            corners: mesh.triangle(number).to_vec(),
        });
        let mut tree = MeshTree {
            cores: cores.collect(),
            nodes: Vec::with_capacity(2 * count),
            mesh,
        };
        let mut all: Vec<usize> = (0..count).collect();
        tree.grow(&mut all);
        tree
    }

    fn grow(&mut self, triangles: &mut [usize]) -> usize {
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for &number in &*triangles {
            for corner in self.mesh.triangle(number) {
                (low, high) = (low.min(corner), high.max(corner));
            }
        }
        let centre = 0.5 * (low + high);
        let corners = triangles.iter().flat_map(|&n| self.mesh.triangle(n));
        let reach = corners.map(|c| (c - centre).length()).fold(0.0, f64::max);
        let node = self.nodes.len();
        self.nodes.push(Node {
            centre,
            radius: reach * (1.0 + 1e-12),
            inside: Inside::Leaf(triangles[0]),
        });
        if triangles.len() > 1 {
            let sides = (high - low).to_array();
            let longest = (0..3).max_by(|&i, &j| sides[i].total_cmp(&sides[j]));
            let axis = longest.unwrap_or(0);
            let middle = |number: &usize| -> f64 {
                self.mesh.triangle(*number).iter().map(|c| c[axis]).sum()
            };
            triangles.sort_by(|i, j| middle(i).total_cmp(&middle(j)));
            let (first, second) = triangles.split_at_mut(triangles.len() / 2);
            let first = self.grow(first);
            let second = self.grow(second);
            self.nodes[node].inside = Inside::Two(first, second);
        }
        node
    }

    /// The mesh.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }
}

impl Solid {
    /// A mesh.
    pub fn mesh(mesh: Mesh) -> Solid {
        Solid::Mesh(MeshTree::new(mesh))
    }

    /// The ball with this number; 0 is around everything. A half-space has none: its radius is infinite.
    pub fn node(&self, number: usize) -> Node {
        match self {
            Solid::Mesh(tree) => tree.nodes[number],
            Solid::Hull(body) => Node {
                centre: body.position,
                radius: body.size() * (1.0 + 1e-12),
                inside: Inside::Leaf(0),
            },
            Solid::HalfSpace { .. } => Node {
                centre: DVec3::ZERO,
                radius: f64::INFINITY,
                inside: Inside::Leaf(0),
            },
        }
    }

    /// The convex core of a leaf.
    pub fn core(&self, leaf: usize) -> &Core {
        match self {
            Solid::Mesh(tree) => &tree.cores[leaf],
            Solid::Hull(body) => &body.core,
            Solid::HalfSpace { .. } => panic!("a half-space has no core"),
        }
    }

    /// How far a leaf goes beyond its core.
    pub fn margin(&self) -> f64 {
        match self {
            Solid::Hull(body) => body.margin,
            _ => 0.0,
        }
    }
}
