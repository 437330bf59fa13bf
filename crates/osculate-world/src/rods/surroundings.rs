//! All cables and obstacles as one mesh whose vertices move on straight lines, which is what the exact queries ask for.

use super::bodies::Obstacles;
use super::contact::{Contact, Place};
use super::neighbours::Neighbours;
use super::parts::Parts;
use glam::DVec3;
use osculate::Limits;
use osculate::motion::{DeformingMesh, DeformingMeshError, LinearPath};
use osculate::query::deforming::{
    Compared, DeformingContact, NearPairs, NearStep, PairList, Scope, deforming_contacts,
};
use osculate::query::points::{LinearPair, PairKind, Within};

/// The mesh of everything: first particles and the edges of cables, then obstacles.
#[derive(Clone)]
pub(super) struct Surroundings {
    pub(super) mesh: DeformingMesh,
    pub(super) particles: usize,
    /// By edge of the mesh: the edge of a cable that it is.
    cable_edges: Vec<Option<u32>>,
    /// By particle: the thickest edge that it is an end of.
    edge_at: Vec<u32>,
    neighbours: Neighbours,
    /// The largest thickness of all pairs.
    thickest: f64,
    /// The smallest radius.
    thinnest: f64,
    /// Ones, by vertex.
    all: Vec<f64>,
    ahead: Ahead,
}

/// What may come near in the parts to come.
#[derive(Clone)]
struct Ahead {
    near: NearPairs,
    /// For how many seconds that was searched, and how many of them have passed.
    time: f64,
    passed: f64,
    /// How long the part is that is asked about.
    part: f64,
    /// How many such parts are looked ahead.
    parts: f64,
    /// Where everything would be then.
    ends: Vec<DVec3>,
    /// How often that was searched since it was last asked.
    searches: u32,
}

/// The obstacles are one body, which is never compared with itself.
pub(super) const SCOPE: Scope = Scope::AllButWithin(1);
/// The distance that is kept, as a share of the smallest radius.
const DISTANCE: f64 = 0.2;
/// How far corners that turn may be aside of straight lines, as a share of the distance that is kept.
const ASIDE: f64 = 0.25;
/// How much further than its thickness a pair is looked at.
const MARGIN: f64 = 1.05;
/// How far things may stray from what was foreseen before near pairs are searched anew, as a share of the largest thickness.
const STRAY: f64 = 0.5;
/// How many parts are foreseen at most.
const MOST_AHEAD: f64 = 16.0;

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
        let mut edge_at: Vec<Option<u32>> = vec![None; positions.len()];
        for (index, edge) in parts.edges.iter().enumerate() {
            for end in edge.ends.map(|end| end as usize) {
                let radius = edge_at[end].map_or(0.0, |of: u32| parts.edges[of as usize].radius);
                if edge.radius > radius {
                    edge_at[end] = Some(index as u32);
                }
            }
        }
        let radius = parts.edges.iter().map(|edge| edge.radius);
        let thinnest = radius.clone().fold(f64::INFINITY, f64::min);
        let distance = DISTANCE * thinnest;
        let neighbours = Neighbours::new(parts, &mesh, &cable_edges, distance);
        Ok(Surroundings {
            ahead: Ahead {
                near: NearPairs::new(SCOPE).without_clearance(neighbours.fine.clone()),
                time: 0.0,
                passed: 0.0,
                part: 1.0,
                parts: 1.0,
                ends: Vec::new(),
                searches: 0,
            },
            neighbours,
            mesh,
            particles: positions.len(),
            cable_edges,
            edge_at: edge_at.into_iter().map(|edge| edge.unwrap_or(0)).collect(),
            thickest: 2.0 * radius.fold(0.0, f64::max),
            thinnest,
            all: Vec::new(),
        })
    }

    /// The distance that everything keeps. Without cables there is nothing that could.
    pub(super) fn distance(&self) -> f64 {
        match self.thinnest < f64::INFINITY {
            true => DISTANCE * self.thinnest,
            false => 0.0,
        }
    }

    /// How far corners of bodies that turn may be aside of the straight lines that are proven.
    pub(super) fn aside(&self) -> f64 {
        ASIDE * DISTANCE * self.thinnest
    }

    /// Sets where vertices go, and says which distance they should keep on the way; none if they go nowhere.
    pub(super) fn set_ends_at_distance(&mut self, ends: &[DVec3]) -> Option<Limits> {
        self.mesh.set_ends(ends).ok()?;
        Limits::default().with_clearance(self.distance()).ok()
    }

    /// What the proof compares.
    pub(super) fn compared(&self) -> Compared<'_> {
        Compared::from(SCOPE).without_clearance(&self.neighbours.fine)
    }

    /// Lets everything start where it ended; false if that is nowhere.
    pub(super) fn begin_at(&mut self, ends: &[DVec3]) -> bool {
        self.all.resize(ends.len(), 1.0);
        self.ahead.passed += self.ahead.part;
        self.mesh.set_ends(ends).is_ok() && self.mesh.advance(&self.all).is_ok()
    }

    /// Lets everything start where it was before, which was proven then; false if that is nowhere. What was foreseen is of no use.
    pub(super) fn begin_again_at(&mut self, places: &[DVec3]) -> bool {
        self.ahead.passed = self.ahead.time;
        self.all.resize(places.len(), 1.0);
        self.mesh.set_ends(places).is_ok() && self.mesh.advance(&self.all).is_ok()
    }

    /// Puts everything elsewhere, in no time, if nothing would touch on the way; false, and all stays, if something would.
    pub(super) fn shift_to(&mut self, places: &[DVec3]) -> bool {
        if self.mesh.set_ends(places).is_err() {
            return false;
        }
        let now = (self.ahead.passed / self.ahead.time).min(1.0);
        let near = (self.ahead.near).during(&self.mesh, [now, now], &Limits::default());
        let is_free = match near {
            Some(step) => step.contacts(&PairList::default()).next().is_none(),
            None => deforming_contacts(&self.mesh, SCOPE).next().is_none(),
        };
        self.all.resize(places.len(), 1.0);
        is_free && self.mesh.advance(&self.all).is_ok()
    }

    /// How often near pairs were searched since this was last asked.
    pub(super) fn take_searches(&mut self) -> u32 {
        std::mem::take(&mut self.ahead.searches)
    }

    /// What is asked next is about a part of so many seconds.
    pub(super) fn set_part(&mut self, part: f64) {
        self.ahead.part = part;
    }

    /// The way to `ends` as a question about what is near, and whether that was searched anew; none if they are nowhere.
    pub(super) fn on_way(
        &mut self,
        ends: &[DVec3],
        clearance: f64,
    ) -> Option<(NearStep<'_>, bool)> {
        self.mesh.set_ends(ends).ok()?;
        let limits = Limits::default().with_clearance(clearance).ok()?;
        let covers =
            |this: &Surroundings| this.ahead.near.room(&this.mesh, this.ahead.span()) >= clearance;
        let is_known = covers(self);
        if !is_known {
            // As far ahead as it went well, and a little further if nothing was wrong.
            let is_over = self.ahead.span()[1] > 1.0;
            let lasted = (self.ahead.passed / self.ahead.part).min(MOST_AHEAD);
            self.ahead.parts = match is_over {
                true => (lasted + 1.0).min(MOST_AHEAD),
                false => lasted.max(1.0),
            };
            self.foresee(ends, self.ahead.parts)?;
            if !covers(self) {
                self.foresee(ends, 1.0)?;
            }
        }
        let step = (self.ahead.near).during(&self.mesh, self.ahead.span(), &limits)?;
        Some((step, !is_known))
    }

    /// Finds what comes near if everything goes on for so many parts as it does in this one.
    fn foresee(&mut self, ends: &[DVec3], parts: f64) -> Option<()> {
        let Ahead {
            near, ends: then, ..
        } = &mut self.ahead;
        let thickest = match self.thickest > 0.0 {
            true => self.thickest,
            false => 1.0,
        };
        let reach = (MARGIN + 2.0 * STRAY) * thickest;
        let limits = Limits::default().with_clearance(reach).ok()?;
        then.clear();
        let paths = self.mesh.paths().iter().zip(ends);
        then.extend(paths.map(|(path, &end)| match parts > 1.0 {
            true => path.start() + parts * (end - path.start()),
            false => end,
        }));
        self.mesh.set_ends(then).ok()?;
        near.find(&self.mesh, &limits);
        self.ahead.searches += 1;
        self.mesh.set_ends(ends).ok()?;
        (self.ahead.time, self.ahead.passed) = (parts * self.ahead.part, 0.0);
        Some(())
    }

    /// Everything that would touch on the way to `ends`.
    pub(super) fn touched(&mut self, ends: &[DVec3], hits: &mut Vec<DeformingContact>) {
        hits.clear();
        let none = PairList::default();
        if let Some((step, _)) = self.on_way(ends, 0.0) {
            hits.extend(step.contacts(&none));
        }
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
        if self.on_way(ends, MARGIN * self.thickest).is_none() {
            return; // Not finite: the certificate will refuse it.
        }
        let limits = Limits::default().with_clearance(MARGIN * self.thickest);
        let span = self.ahead.span();
        if let Ok(limits) = limits
            && let Some(step) = self.ahead.near.during(&self.mesh, span, &limits)
        {
            let near = step.contacts(&self.neighbours.pairs);
            found.extend(near.filter_map(|near| self.contact(parts, obstacles, &near)));
        }
        drop_beside(found);
        self.neighbours.find(parts, &self.mesh, ends, found);
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
                        stretch: edge.stretch,
                        stiffness: 0.0,
                        pushed: 0.0,
                        sliding: 0.0,
                        sheared: DVec3::ZERO,
                        slid: DVec3::ZERO,
                        force: DVec3::ZERO,
                        linear: None,
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
        if let Some(neighbour) = self.neighbours.get(near.kind, near.features) {
            return Some(neighbour.contact(parts, near.contact.weights, near.contact.normal));
        }
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
            stretch,
            stiffness: 0.0,
            pushed: 0.0,
            sliding: 0.0,
            sheared: DVec3::ZERO,
            slid: DVec3::ZERO,
            force: DVec3::ZERO,
            linear: None,
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
            PairKind::VertexEdge => LinearPair::vertex_edge(p, [q, r]),
            _ => LinearPair::vertex_face(p, [q, r, s]),
        };
        let closest = pair.closest_points(0.0);
        // On the other side they have passed each other in what the solver tried: the way back is along the normal that they had.
        let mut looked = *contact;
        looked.set_shares(closest.weights);
        // What slides off a face is met by the next one in the next part: until then the face goes on.
        let slides_off = looked.is_beside() && !contact.is_beside();
        if closest.normal.dot(contact.normal) > 0.3 && !slides_off {
            looked.normal = closest.normal;
            *contact = looked;
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
            Place::Features(PairKind::VertexEdge, _) => LinearPair::vertex_edge(p, [q, r]),
            _ => LinearPair::vertex_face(p, [q, r, s]),
        };
        let limits = Limits::default().with_clearance(contact.thickness);
        match limits.map(|limits| pair.first_within(&limits)) {
            Ok(Within::Free) => 1.0,
            Ok(Within::Reached { lower, .. }) => lower,
            _ => 0.0,
        }
    }

    /// The edge of a cable that an edge of the mesh is.
    pub(super) fn cable_edge(&self, edge: u32) -> Option<u32> {
        self.cable_edges[edge as usize]
    }

    /// The thickest edge of a cable at a particle.
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

impl Ahead {
    /// The part that is asked about, as shares of the time that was foreseen. Rounding that leads beyond its end is none.
    fn span(&self) -> [f64; 2] {
        let [since, until] = [self.passed, self.passed + self.part].map(|t| t / self.time);
        match until < 1.0 + 1e-9 {
            true => [since.min(1.0), until.min(1.0)],
            false => [since, until],
        }
    }
}

/// Leaves out particles beside a face that are over another one: its side would push them along that.
fn drop_beside(found: &mut Vec<Contact>) {
    let is_face = |contact: &Contact| {
        let kind = contact.place;
        matches!(kind, Place::Features(PairKind::VertexFace, _))
    };
    let over = found.iter().filter(|c| is_face(c) && !c.is_beside());
    let mut over: Vec<u32> = over.map(|contact| contact.vertices[0]).collect();
    over.sort_unstable();
    found.retain(|contact| {
        let is_beside = is_face(contact) && contact.is_beside();
        !is_beside || over.binary_search(&contact.vertices[0]).is_err()
    });
}

impl Contact {
    /// Whether a particle is not over the face that it meets, but beside it.
    fn is_beside(&self) -> bool {
        let is_face = matches!(self.place, Place::Features(PairKind::VertexFace, _));
        is_face && self.shares[1..].iter().any(|share| share.abs() < 1e-9)
    }

    /// Sets the weights of its points, those of the first thing and then those of the second.
    pub(super) fn set_shares(&mut self, weights: [f64; 4]) {
        let of_first = match self.place {
            Place::Features(kind, _) => kind.points()[0],
            Place::Plane(..) => 1,
        };
        self.shares = weights;
        self.shares[of_first..].iter_mut().for_each(|w| *w = -*w);
    }
}
