//! Whether cables and obstacles can begin where they are placed: nothing may touch, and thickness must nearly fit.

use super::bodies::Obstacles;
use super::certificate::{hits, is_outside};
use super::contact::{Contact, Place};
use super::error::CableError;
use super::parts::{Edge, Parts};
use super::surroundings::Surroundings;
use glam::DVec3;
use osculate::motion::{DeformingMesh, DeformingMeshError};
use osculate::query::deforming::{DeformingWorkspace, Scope, deforming_contacts, free_fractions};
use osculate::query::points::PairKind;

/// What share of their thickness things keep at least where they are placed.
const LEAST: f64 = 0.5;

/// How much there was before something was added. What was there is proven not to touch, and may be squeezed since.
#[derive(Clone, Copy)]
pub(super) struct Before {
    edges: usize,
    vertices: usize,
    planes: usize,
}

impl Before {
    pub(super) fn new(parts: &Parts, obstacles: &Obstacles) -> Before {
        Before {
            edges: parts.edges.len(),
            vertices: obstacles.vertices.len(),
            planes: obstacles.planes.len(),
        }
    }
}

/// What is asked of the newest cable or obstacle where it is placed.
struct Check<'a> {
    parts: &'a Parts,
    obstacles: &'a Obstacles,
    before: Before,
    surroundings: Surroundings,
    starts: Vec<DVec3>,
}

/// What is wrong, and the cable that it is about.
type Wrong = (usize, CableError);

/// The first thing that is wrong about where everything is placed.
pub(super) fn check(parts: &Parts, obstacles: &Obstacles, before: Before) -> Result<(), Wrong> {
    let newest = parts.strands.len().saturating_sub(1);
    let too_large = |error| (newest, CableError::Mesh(error));
    let mut starts = parts.particles.positions.clone();
    starts.extend_from_slice(&obstacles.vertices);
    let mut check = Check {
        parts,
        obstacles,
        before,
        surroundings: Surroundings::new(parts, obstacles).map_err(too_large)?,
        starts,
    };
    check.touching()?;
    if let Some((edge, vertex)) = pierced(parts, obstacles).map_err(too_large)? {
        return Err(check.crosses(edge, Some(vertex)));
    }
    for (particle, &at) in parts.particles.positions.iter().enumerate() {
        if !is_outside(obstacles, at) {
            return Err(check.crosses(check.surroundings.edge_of(particle), None));
        }
    }
    check.thickness()?;
    check.proof()
}

impl Check<'_> {
    /// The cable and the number in it of an edge, and the name of what has a vertex: a half-space has none.
    fn named(&self, edge: usize, other: Option<u32>) -> (usize, usize, String) {
        let strand = self.parts.edges[edge].strand as usize;
        let name = |vertex| surroundings_name(self.parts, self.obstacles, vertex);
        let other = other.map_or("a half-space".to_string(), name);
        (strand, edge - self.parts.strands[strand].edges.start, other)
    }

    fn crosses(&self, edge: usize, other: Option<u32>) -> Wrong {
        let (strand, edge, other) = self.named(edge, other);
        (strand, CableError::Crosses { edge, other })
    }

    fn touching(&mut self) -> Result<(), Wrong> {
        let found = hits(&mut self.surroundings, &self.starts).unwrap_or_default();
        for hit in found {
            if let Some((edge, other)) = self.surroundings.edge_and_other(&hit) {
                return Err(self.crosses(edge, Some(other)));
            }
        }
        Ok(())
    }

    fn thickness(&mut self) -> Result<(), Wrong> {
        let mut near = Vec::new();
        (self.surroundings).find(self.parts, self.obstacles, &self.starts, &mut near);
        for contact in near.iter().filter(|contact| self.is_new(contact)) {
            let apart = apart(contact, &self.starts);
            if apart < LEAST * contact.thickness {
                let (edge, other) = self.surroundings.edges_of(contact);
                let (strand, edge, other) = self.named(edge, other);
                let why = CableError::TooThick {
                    edge,
                    other,
                    apart,
                    thickness: contact.thickness,
                };
                return Err((strand, why));
            }
        }
        Ok(())
    }

    fn is_new(&self, contact: &Contact) -> bool {
        let particles = self.parts.particles.len();
        let Before {
            edges,
            vertices,
            planes,
        } = self.before;
        let of_new = |vertex: u32| vertex as usize >= particles + vertices;
        let new_edge = |edge: u32| {
            let own = self.surroundings.cable_edge(edge);
            own.is_some_and(|own| own as usize >= edges)
        };
        let new_particle = |particle: u32| {
            let at = |edge: &Edge| edge.ends.contains(&particle);
            !self.parts.edges[..edges].iter().any(at)
        };
        match contact.place {
            Place::Plane(particle, plane) => plane >= planes || new_particle(particle),
            Place::Features(PairKind::EdgeEdge, [a, b]) => {
                new_edge(a) || new_edge(b) || of_new(contact.vertices[2])
            }
            Place::Features(PairKind::VertexEdge, [a, b]) => new_edge(b) || new_particle(a),
            Place::Features(_, [a, _]) => new_particle(a) || of_new(contact.vertices[1]),
        }
    }

    /// What is so near that rounding hides whether it touches could never move.
    fn proof(&mut self) -> Result<(), Wrong> {
        let newest = self.parts.strands.len().saturating_sub(1);
        let Some(limits) = self.surroundings.set_ends_at_distance(&self.starts) else {
            return Err((newest, CableError::Unproven { edge: 0 }));
        };
        let mut workspace = DeformingWorkspace::new();
        let compared = self.surroundings.compared();
        let mesh = &self.surroundings.mesh;
        let found = free_fractions(mesh, &compared, &limits, &mut workspace).fractions;
        let is_stuck = |particle: u32| found[particle as usize] < 1.0;
        let Before {
            edges, vertices, ..
        } = self.before;
        let ends = |edge: &Edge| edge.ends.into_iter().any(is_stuck);
        let of_cable = self.parts.edges[edges..].iter().position(ends);
        let first = self.parts.particles.len() + vertices;
        let near_obstacle = || {
            let is_met = found[first..].iter().any(|&fraction| fraction < 1.0);
            is_met.then(|| self.parts.edges.iter().position(ends))?
        };
        match of_cable.map(|edge| edges + edge).or_else(near_obstacle) {
            Some(edge) => {
                let (strand, edge, _) = self.named(edge, None);
                Err((strand, CableError::Unproven { edge }))
            }
            None => Ok(()),
        }
    }
}

fn apart(contact: &Contact, starts: &[DVec3]) -> f64 {
    match contact.place {
        Place::Plane(..) => contact.normal.dot(contact.apart(starts)),
        Place::Features(..) => contact.apart(starts).length(),
    }
}

/// The name of what a vertex is of.
fn surroundings_name(parts: &Parts, obstacles: &Obstacles, vertex: u32) -> String {
    match (vertex as usize).checked_sub(parts.particles.len()) {
        Some(vertex) => format!("obstacle {}", obstacles.body_of(vertex)),
        None => {
            let is_at = |edge: &&Edge| edge.ends.contains(&vertex);
            let edge = parts.edges.iter().find(is_at);
            let strand = edge.map(|edge| &parts.strands[edge.strand as usize]);
            strand.map_or("itself".into(), |strand| format!("cable {}", strand.name))
        }
    }
}

/// An edge that goes through a face, and a vertex of that face. A point that moves from one end of the edge to the other touches the face if
/// and only if the edge does.
fn pierced(
    parts: &Parts,
    obstacles: &Obstacles,
) -> Result<Option<(usize, u32)>, DeformingMeshError> {
    let at = |end: usize| {
        let ends = parts.edges.iter().map(move |edge| edge.ends[end] as usize);
        ends.map(|particle| parts.particles.positions[particle])
    };
    let (from, to): (Vec<DVec3>, Vec<DVec3>) = (at(0).collect(), at(1).collect());
    let points = DeformingMesh::new(&from, &to, &[])?;
    let triangles = obstacles.triangles();
    let faces = DeformingMesh::new(&obstacles.vertices, &obstacles.vertices, &triangles)?;
    let both = DeformingMesh::join(&[points, faces])?;
    let mut found = deforming_contacts(&both, Scope::BetweenBodies);
    let hit = found.find(|hit| hit.kind == PairKind::VertexFace);
    Ok(hit.map(|hit| {
        let corner = both.triangles()[hit.features[1] as usize][0] - from.len() as u32;
        let vertex = corner + parts.particles.len() as u32;
        (hit.features[0] as usize, vertex)
    }))
}
