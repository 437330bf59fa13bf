//! What can be seen of cables and obstacles: radii, edges, and where all vertices are.

use super::Rods;
use super::error::RodError;
use glam::DVec3;
use osculate::HalfSpace;
use std::ops::Range;

impl Rods {
    /// The radius of a cable.
    pub fn radius(&self, cable: usize) -> Result<f64, RodError> {
        let edges = self.strand(cable)?.edges.clone();
        Ok(self.parts.edges[edges.start].radius)
    }

    /// How many particles all cables have: points that are tied together are one.
    pub fn particles(&self) -> usize {
        self.parts.particles.len()
    }

    /// The particles that a cable's points are.
    pub fn particles_of(&self, cable: usize) -> Result<&[u32], RodError> {
        Ok(&self.strand(cable)?.points)
    }

    /// The particles at the ends of the edges of all cables.
    pub fn edge_particles(&self) -> impl ExactSizeIterator<Item = [u32; 2]> {
        self.parts.edges.iter().map(|edge| edge.ends)
    }

    /// Where all particles are, and after them all vertices of obstacles that are meshes.
    pub fn places(&self) -> impl ExactSizeIterator<Item = DVec3> {
        let particles = &self.parts.particles.positions;
        let vertices = &self.obstacles.vertices;
        let count = particles.len();
        (0..count + vertices.len()).map(move |at| match at.checked_sub(count) {
            None => particles[at],
            Some(vertex) => vertices[vertex],
        })
    }

    /// The triangles of all obstacles that are meshes, by vertices of obstacles.
    pub fn obstacle_triangles(&self) -> Vec<[u32; 3]> {
        self.obstacles.triangles()
    }

    /// The vertices of an obstacle that is a mesh, among those of all.
    pub fn obstacle_vertices(&self, obstacle: usize) -> Result<Range<usize>, RodError> {
        Ok(self.body(obstacle)?.vertices.clone())
    }

    /// The half-spaces that are obstacles, by normal and offset.
    pub fn half_spaces(&self) -> impl Iterator<Item = HalfSpace> {
        let planes = self.obstacles.planes.iter();
        planes.filter_map(|plane| HalfSpace::new(plane.normal, plane.offset).ok())
    }

    /// All but what a step works with, which is made anew: to go back to.
    pub(crate) fn remembered(&self) -> Rods {
        Rods {
            settings: self.settings,
            parts: self.parts.clone(),
            frames: self.frames.clone(),
            obstacles: self.obstacles.clone(),
            contacts: self.contacts.clone(),
            engine: None,
            last_part: self.last_part,
            time: self.time,
        }
    }
}
