//! All cables and obstacles as one mesh whose vertices move on straight lines, which is what the exact queries ask for.

use super::contact::{Contact, Place};
use super::obstacle::Obstacles;
use super::parts::Parts;
use glam::DVec3;
use osculate::Limits;
use osculate::motion::{DeformingMesh, DeformingMeshError, LinearPath};
use osculate::query::deforming::{
    Compared, DeformingContact, PairList, Scope, deforming_contacts_with,
};
use osculate::query::points::{LinearPair, PairKind, Within};

/// The mesh of everything: first particles and the edges of cables, then obstacles.
#[derive(Clone)]
pub(super) struct Surroundings {
    pub(super) mesh: DeformingMesh,
    pub(super) particles: usize,
    /// By edge of the mesh: the edge of a cable that it is.
    cable_edges: Vec<Option<u32>>,
    /// By particle: an edge that it is an end of.
    edge_at: Vec<u32>,
    /// Edges so near along a cable that they cannot keep their thickness.
    neighbours: PairList,
    /// The largest thickness of all pairs.
    thickest: f64,
    /// The smallest radius.
    thinnest: f64,
}

/// The obstacles are one body, which is never compared with itself.
pub(super) const SCOPE: Scope = Scope::AllButWithin(1);
/// The distance that is kept, as a share of the smallest radius.
const DISTANCE: f64 = 0.2;
/// How much further than its thickness a pair is looked at.
const MARGIN: f64 = 1.05;

impl Surroundings {
    pub(super) fn new(
        parts: &Parts,
        obstacles: &Obstacles,
    ) -> Result<Surroundings, DeformingMeshError> {
        let positions = &parts.particles.positions;
        let ends: Vec<[u32; 2]> = parts.edges.iter().map(|edge| edge.ends).collect();
        let cables = DeformingMesh::new(positions, positions, &[])?.with_edges(&ends)?;
        let solid = DeformingMesh::new(
            &obstacles.vertices,
            &obstacles.vertices,
            &obstacles.triangles(),
        )?;
        let mesh = DeformingMesh::join(&[cables, solid])?;
        let mut cable_edges = vec![None; mesh.edges().len()];
        for (index, &[a, b]) in ends.iter().enumerate() {
            let key = [a.min(b), a.max(b)];
            if let Ok(edge) = mesh.edges().binary_search(&key) {
                cable_edges[edge] = Some(index as u32);
            }
        }
        let mut edge_at = vec![0; positions.len()];
        for (index, ends) in ends.iter().enumerate() {
            ends.iter()
                .for_each(|&end| edge_at[end as usize] = index as u32);
        }
        let radius = parts.edges.iter().map(|edge| edge.radius);
        let mut surroundings = Surroundings {
            mesh,
            particles: positions.len(),
            cable_edges,
            edge_at,
            neighbours: PairList::default(),
            thickest: 2.0 * radius.clone().fold(0.0, f64::max),
            thinnest: radius.fold(f64::INFINITY, f64::min),
        };
        surroundings.neighbours = surroundings.find_neighbours(parts);
        Ok(surroundings)
    }

    /// Edges between which the way along cables is one edge, or less than one and a half times their thickness.
    fn find_neighbours(&self, parts: &Parts) -> PairList {
        let mut at: Vec<Vec<u32>> = vec![Vec::new(); self.particles];
        let edges = self.mesh.edges();
        let own = |edge: usize| self.cable_edges[edge].map(|of| &parts.edges[of as usize]);
        for (edge, ends) in edges.iter().enumerate() {
            if own(edge).is_some() {
                ends.iter()
                    .for_each(|&end| at[end as usize].push(edge as u32));
            }
        }
        let mut pairs = Vec::new();
        for (first, ends) in edges.iter().enumerate() {
            let Some(of) = own(first) else { continue };
            let mut reached = vec![(ends[0], 0.0, 0_u32), (ends[1], 0.0, 0)];
            let mut next = 0;
            while let Some(&(particle, way, hops)) = reached.get(next) {
                next += 1;
                for &edge in &at[particle as usize] {
                    let Some(other) = own(edge as usize) else {
                        continue;
                    };
                    pairs.push((PairKind::EdgeEdge, [first as u32, edge]));
                    let [a, b] = edges[edge as usize];
                    let far = if a == particle { b } else { a };
                    let way = way + other.rest;
                    let is_near = hops == 0 || way < 1.5 * (of.radius + other.radius);
                    if is_near && reached.iter().all(|&(seen, ..)| seen != far) {
                        reached.push((far, way, hops + 1));
                    }
                }
            }
        }
        pairs.into_iter().collect()
    }

    /// Sets where vertices go, and says which distance they should keep on the way; none if they go nowhere.
    pub(super) fn set_ends_at_distance(&mut self, ends: &[DVec3]) -> Option<Limits> {
        self.mesh.set_ends(ends).ok()?;
        // Without cables nothing is thin.
        let thinnest = Some(self.thinnest).filter(|thinnest| thinnest.is_finite());
        let distance = DISTANCE * thinnest.unwrap_or(0.0);
        Limits::default().with_clearance(distance).ok()
    }

    /// Everything that comes nearer than its thickness on the way from where it is to `ends`, by vertex, but for neighbours.
    pub(super) fn find(
        &mut self,
        parts: &Parts,
        obstacles: &Obstacles,
        ends: &[DVec3],
        found: &mut Vec<Contact>,
    ) {
        found.clear();
        let Ok(limits) = Limits::default().with_clearance(MARGIN * self.thickest) else {
            return;
        };
        if self.mesh.set_ends(ends).is_err() {
            return; // Not finite: the certificate will refuse it.
        }
        let compared = Compared::from(SCOPE).skipping(&self.neighbours);
        let near = deforming_contacts_with(&self.mesh, &compared, &limits);
        found.extend(near.filter_map(|near| self.contact(parts, obstacles, &near)));
        self.find_planes(parts, obstacles, ends, found);
    }

    fn find_planes(
        &self,
        parts: &Parts,
        obstacles: &Obstacles,
        ends: &[DVec3],
        found: &mut Vec<Contact>,
    ) {
        for (index, plane) in obstacles.planes.iter().enumerate() {
            for (particle, end) in ends[..self.particles].iter().enumerate() {
                let edge = &parts.edges[self.edge_at[particle] as usize];
                if plane.normal.dot(*end) - plane.offset < MARGIN * edge.radius {
                    found.push(Contact {
                        place: Place::Plane(particle as u32, index),
                        vertices: [particle as u32; 4],
                        count: 1,
                        shares: [1.0; 4],
                        base: plane.offset * plane.normal,
                        normal: plane.normal,
                        thickness: edge.radius,
                        friction: (plane.friction * edge.friction).sqrt(),
                        restitution: plane.restitution.max(edge.restitution),
                        stiffness: edge.stretch / edge.radius,
                        pushed: 0.0,
                    });
                }
            }
        }
    }

    /// What is known of a contact of the mesh; none of kinds that others stand for.
    pub(super) fn contact(
        &self,
        parts: &Parts,
        obstacles: &Obstacles,
        near: &DeformingContact,
    ) -> Option<Contact> {
        let [a, b] = near.features;
        let particles = self.particles as u32;
        let edge = |index: u32| self.cable_edges[index as usize];
        let of_cable = |index: u32| &parts.edges[index as usize];
        let body = |vertex: u32| obstacles.body_of((vertex - particles) as usize);
        let (vertices, one, other) = match near.kind {
            PairKind::EdgeEdge => {
                let ([p, q], [r, s]) =
                    (self.mesh.edges()[a as usize], self.mesh.edges()[b as usize]);
                let one = of_cable(edge(a)?);
                let other = match edge(b) {
                    Some(other) => Err(of_cable(other)),
                    None => Ok(body(r)),
                };
                ([p, q, r, s], one, other)
            }
            PairKind::VertexFace if a < particles => {
                let [p, q, r] = self.mesh.triangles()[b as usize];
                let one = of_cable(self.edge_at[a as usize]);
                ([a, p, q, r], one, Ok(body(p)))
            }
            // Edges of cables stand for their ends, and for vertices of meshes the edges that end there.
            _ => return None,
        };
        let (friction, restitution, radius) = match other {
            Ok(body) => {
                let body = &obstacles.bodies[body];
                (body.friction, body.restitution, 0.0)
            }
            Err(edge) => (edge.friction, edge.restitution, edge.radius),
        };
        let stretch = match other {
            Ok(_) => one.stretch,
            Err(edge) => one.stretch.min(edge.stretch),
        };
        let mut contact = Contact {
            place: Place::Features(near.kind, near.features),
            vertices,
            count: 4,
            shares: near.contact.weights,
            base: DVec3::ZERO,
            normal: near.contact.normal,
            thickness: one.radius + radius,
            friction: (friction * one.friction).sqrt(),
            restitution: restitution.max(one.restitution),
            stiffness: stretch / (one.radius + radius),
            pushed: 0.0,
        };
        contact.set_shares(near.contact.weights);
        (!self.is_slanted(&contact)).then_some(contact)
    }

    /// Whether a side of a mesh is met by the end of an edge: faces stand for that, with normals of their own.
    fn is_slanted(&self, contact: &Contact) -> bool {
        let on_mesh = contact.vertices[2] as usize >= self.particles;
        let is_edge = matches!(contact.place, Place::Features(PairKind::EdgeEdge, _));
        let inside = 1e-9..=1.0 - 1e-9;
        on_mesh && is_edge && !inside.contains(&contact.shares[0])
    }

    /// Looks anew where a contact's points are, on the side on which they were.
    pub(super) fn refresh(&self, contact: &mut Contact, positions: &[DVec3]) {
        let Place::Features(kind, _) = contact.place else {
            return;
        };
        let paths = contact.vertices.map(|vertex| {
            let at = positions[vertex as usize];
            LinearPath::at_rest(at)
        });
        let [Ok(p), Ok(q), Ok(r), Ok(s)] = paths else {
            return;
        };
        let pair = match kind {
            PairKind::EdgeEdge => LinearPair::edge_edge([p, q], [r, s]),
            _ => LinearPair::vertex_face(p, [q, r, s]),
        };
        let closest = pair.closest_points(0.0);
        // On the other side they have passed each other in what the solver tried: the way back is along the normal that they had.
        if closest.normal.dot(contact.normal) > 0.3 {
            contact.normal = closest.normal;
            contact.set_shares(closest.weights);
        }
    }

    /// When a contact's features first come nearer than their thickness on the way: from 0 to 1, and 1 if they do not.
    pub(super) fn time_of(&self, contact: &Contact, ends: &[DVec3]) -> f64 {
        let paths = contact.vertices.map(|vertex| {
            let start = self.mesh.paths()[vertex as usize].start();
            LinearPath::new(start, ends[vertex as usize])
        });
        if let Place::Plane(particle, _) = contact.place {
            let start = contact
                .normal
                .dot(self.mesh.paths()[particle as usize].start() - contact.base);
            let end = contact.gap(ends);
            let start = start - contact.thickness;
            return match end < 0.0 && start > 0.0 {
                true => start / (start - end),
                false => f64::from(u8::from(end >= 0.0)),
            };
        }
        let [Ok(p), Ok(q), Ok(r), Ok(s)] = paths else {
            return 0.0;
        };
        let pair = match contact.place {
            Place::Features(PairKind::EdgeEdge, _) => LinearPair::edge_edge([p, q], [r, s]),
            _ => LinearPair::vertex_face(p, [q, r, s]),
        };
        let limits = Limits::default().with_clearance(contact.thickness);
        match limits.map(|limits| pair.first_within(&limits)) {
            Ok(Within::Free) => 1.0,
            Ok(Within::Reached { lower, .. }) => lower,
            _ => 0.0,
        }
    }

    /// An edge of a cable at a particle.
    pub(super) fn edge_of(&self, particle: usize) -> usize {
        self.edge_at[particle] as usize
    }

    /// The edge of a cable in a contact, and a vertex of the other thing; none of a half-space.
    pub(super) fn edges_of(&self, contact: &Contact) -> (usize, Option<u32>) {
        match contact.place {
            Place::Features(PairKind::EdgeEdge, [a, _]) => {
                let edge = self.cable_edges[a as usize].unwrap_or(0);
                (edge as usize, Some(contact.vertices[2]))
            }
            Place::Features(..) => {
                let edge = self.edge_of(contact.vertices[0] as usize);
                (edge, Some(contact.vertices[1]))
            }
            Place::Plane(particle, _) => (self.edge_of(particle as usize), None),
        }
    }

    /// The same of what the mesh has.
    pub(super) fn edge_and_other(&self, hit: &DeformingContact) -> Option<(usize, u32)> {
        let [a, b] = hit.features;
        let edges = self.mesh.edges();
        let is_particle = |vertex: u32| (vertex as usize) < self.particles;
        match hit.kind {
            PairKind::EdgeEdge => {
                Some((self.cable_edges[a as usize]? as usize, edges[b as usize][0]))
            }
            PairKind::VertexEdge => Some((self.cable_edges[b as usize]? as usize, a)),
            _ if is_particle(a) => {
                let corner = self.mesh.triangles()[b as usize][0];
                Some((self.edge_of(a as usize), corner))
            }
            _ => None,
        }
    }
}

impl Contact {
    /// Sets the weights of its points, those of the first thing and then those of the second.
    fn set_shares(&mut self, weights: [f64; 4]) {
        let of_first = match self.place {
            Place::Features(kind, _) => kind.points()[0],
            Place::Plane(..) => 1,
        };
        self.shares = weights;
        self.shares[of_first..].iter_mut().for_each(|w| *w = -*w);
    }
}
