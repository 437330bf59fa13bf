//! Whether cables and obstacles can begin where they are placed: nothing may touch, and thickness must nearly fit.

use super::certificate::{hits, is_outside};
use super::contact::{Contact, Place};
use super::error::CableError;
use super::obstacle::Obstacles;
use super::parts::Parts;
use super::surroundings::Surroundings;
use glam::DVec3;
use osculate::motion::DeformingMesh;
use osculate::query::deforming::{Scope, deforming_contacts};
use osculate::query::points::PairKind;

/// What share of their thickness things keep at least where they are placed.
const LEAST: f64 = 0.5;

/// The first thing that is wrong about where everything is placed, and the cable that it is about.
pub(super) fn check(parts: &Parts, obstacles: &Obstacles) -> Result<(), (usize, CableError)> {
    let newest = parts.strands.len().saturating_sub(1);
    let too_large = |error| (newest, CableError::Mesh(error));
    let mut surroundings = Surroundings::new(parts, obstacles).map_err(too_large)?;
    let mut starts = parts.particles.positions.clone();
    starts.extend_from_slice(&obstacles.vertices);
    let named = |edge: usize, other: u32| {
        let strand = parts.edges[edge].strand as usize;
        let other = surroundings_name(parts, obstacles, other);
        (strand, edge - parts.strands[strand].edges.start, other)
    };
    for hit in hits(&mut surroundings, &starts) {
        if let Some((edge, other)) = surroundings.edge_and_other(&hit) {
            let (strand, edge, other) = named(edge, other);
            return Err((strand, CableError::Crosses { edge, other }));
        }
    }
    if let Some((edge, vertex)) = pierced(parts, obstacles) {
        let (strand, edge, other) = named(edge, vertex);
        return Err((strand, CableError::Crosses { edge, other }));
    }
    for (particle, &at) in parts.particles.positions.iter().enumerate() {
        if !is_outside(obstacles, at) {
            let edge = surroundings.edge_of(particle);
            let (strand, edge, _) = named(edge, 0);
            let other = "a half-space".to_string();
            return Err((strand, CableError::Crosses { edge, other }));
        }
    }
    let mut near = Vec::new();
    surroundings.find(parts, obstacles, &starts, &mut near);
    for contact in &near {
        let apart = apart(contact, &starts);
        if apart < LEAST * contact.thickness {
            let (edge, other) = surroundings.edges_of(contact);
            let (strand, edge, name) = named(edge, other.unwrap_or(0));
            let why = CableError::TooThick {
                edge,
                other: other.map_or("a half-space".into(), |_| name),
                apart,
                thickness: contact.thickness,
            };
            return Err((strand, why));
        }
    }
    Ok(())
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
            let is_at = |edge: &&super::parts::Edge| edge.ends.contains(&vertex);
            let edge = parts.edges.iter().find(is_at);
            let strand = edge.map(|edge| &parts.strands[edge.strand as usize]);
            strand.map_or("itself".into(), |strand| format!("cable {}", strand.name))
        }
    }
}

/// An edge that goes through a face, and a vertex of that face. A point that moves from one end of the edge to the other touches the face if
/// and only if the edge does.
fn pierced(parts: &Parts, obstacles: &Obstacles) -> Option<(usize, u32)> {
    let at = |end: usize| {
        let ends = parts.edges.iter().map(move |edge| edge.ends[end] as usize);
        ends.map(|particle| parts.particles.positions[particle])
    };
    let (from, to): (Vec<DVec3>, Vec<DVec3>) = (at(0).collect(), at(1).collect());
    let points = DeformingMesh::new(&from, &to, &[]).ok()?;
    let triangles = obstacles.triangles();
    let faces = DeformingMesh::new(&obstacles.vertices, &obstacles.vertices, &triangles).ok()?;
    let both = DeformingMesh::join(&[points, faces]).ok()?;
    let mut found = deforming_contacts(&both, Scope::BetweenBodies);
    let hit = found.find(|hit| hit.kind == PairKind::VertexFace)?;
    let corner = both.triangles()[hit.features[1] as usize][0] - from.len() as u32;
    Some((
        hit.features[0] as usize,
        corner + parts.particles.len() as u32,
    ))
}
