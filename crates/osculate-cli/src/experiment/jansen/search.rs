//! What a frame would bring if nothing pushed: by exact queries, and by Jansen's search of all pairs with his formula.

use super::formula::{Moving, edges_meet, point_meets_face};
use osculate::glam::DVec3;
use osculate::motion::DeformingMesh;
use osculate::query::deforming::{Scope, deforming_contacts};
use osculate::query::points::PairKind;
use osculate_world::{BodyKind, CabledWorld};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// What touches: whether a vertex and a face do, or else two edges, by their numbers in the mesh.
type Pairs = BTreeSet<(bool, [u32; 2])>;

/// What both found in a frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    /// Pairs of features that were compared.
    pub pairs: u64,
    /// Of the exact queries.
    pub contacts: u64,
    /// Contacts that the formula does not find, and what it finds that is none.
    pub missed: u64,
    pub false_contacts: u64,
    pub took: Duration,
}

/// Where everything goes in so many seconds at its velocity.
pub fn predicted(cabled: &CabledWorld, time: f64) -> Option<DeformingMesh> {
    let (rods, world) = (cabled.rods(), cabled.world());
    let starts: Vec<DVec3> = rods.places().collect();
    let mut ends = starts.clone();
    for cable in 0..rods.len() {
        let particles = rods.particles_of(cable).ok()?;
        for (&particle, velocity) in particles.iter().zip(rods.velocities(cable).ok()?) {
            ends[particle as usize] = starts[particle as usize] + time * velocity;
        }
    }
    let count = rods.particles();
    let solids = world.handles().filter(|&body| {
        !matches!(
            world.shape(body),
            Ok(osculate::Shape::HalfSpace(_)) | Err(_)
        )
    });
    for (number, body) in solids.enumerate() {
        let [linear, angular] = match world.kind(body) {
            Ok(BodyKind::Static) | Err(_) => [DVec3::ZERO; 2],
            Ok(_) => world.velocity(body).ok()?,
        };
        let centre = world.centre_of_mass(body).ok()?;
        for vertex in rods.obstacle_vertices(number).ok()? {
            let at = starts[count + vertex];
            ends[count + vertex] = at + time * (linear + angular.cross(at - centre));
        }
    }
    let edges: Vec<[u32; 2]> = rods.edge_particles().collect();
    let cables = DeformingMesh::new(&starts[..count], &ends[..count], &[]).ok()?;
    let cables = cables.with_edges(&edges).ok()?;
    let solid = DeformingMesh::new(&starts[count..], &ends[count..], &rods.obstacle_triangles());
    DeformingMesh::join(&[cables, solid.ok()?]).ok()
}

/// Compares all pairs of features of cables with each other and with all others, by the formula, with what the exact queries find.
pub fn search(mesh: &DeformingMesh, particles: usize) -> Found {
    let exact: Pairs = deforming_contacts(mesh, Scope::AllButWithin(1))
        .filter(|found| found.kind != PairKind::VertexEdge)
        .map(|found| (found.kind == PairKind::VertexFace, found.features))
        // Vertices of bodies do not meet faces of cables: there are none.
        .collect();
    let started = Instant::now();
    let (by_formula, pairs) = all_pairs(mesh, particles as u32);
    let took = started.elapsed();
    Found {
        pairs,
        contacts: exact.len() as u64,
        missed: exact.difference(&by_formula).count() as u64,
        false_contacts: by_formula.difference(&exact).count() as u64,
        took,
    }
}

fn all_pairs(mesh: &DeformingMesh, particles: u32) -> (Pairs, u64) {
    let way = |vertex: u32| {
        let path = &mesh.paths()[vertex as usize];
        [path.start(), path.end() - path.start()]
    };
    let (mut found, mut pairs) = (Pairs::new(), 0);
    let edges = mesh.edges();
    for (one, &[a, b]) in edges.iter().enumerate() {
        if a >= particles {
            continue;
        }
        for (other, &[c, d]) in edges.iter().enumerate() {
            // Of two edges of cables the one that comes first asks.
            if (c < particles && other <= one) || [c, d].contains(&a) || [c, d].contains(&b) {
                continue;
            }
            pairs += 1;
            let points: Moving = [a, b, c, d].map(way);
            if edges_meet(&points).is_some() {
                found.insert((false, [one as u32, other as u32]));
            }
        }
    }
    for particle in 0..particles {
        for (face, &[a, b, c]) in mesh.triangles().iter().enumerate() {
            pairs += 1;
            if point_meets_face(&[particle, a, b, c].map(way)).is_some() {
                found.insert((true, [particle, face as u32]));
            }
        }
    }
    (found, pairs)
}
