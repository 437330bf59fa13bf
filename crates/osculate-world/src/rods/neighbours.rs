//! Features so near along a cable that they cannot keep their thickness: they keep what fits.

use super::contact::{Contact, Place};
use super::parts::Parts;
use glam::DVec3;
use osculate::motion::{DeformingMesh, LinearPath};
use osculate::query::deforming::PairList;
use osculate::query::points::{LinearPair, PairKind};

/// Along a bend of the smallest diameter the way is about so many times its thickness.
const BEND: f64 = 1.5;
/// What share of their distance where they are placed things keep at most.
const PLACED: f64 = 0.8;
/// How much further than its thickness a pair is looked at.
const MARGIN: f64 = 1.05;

/// Two features near each other along cables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbour {
    pub(super) kind: PairKind,
    /// Those of the mesh of everything.
    pub(super) features: [u32; 2],
    vertices: [u32; 4],
    /// Of a fold: whether the edge's second vertex is the one that both share.
    is_turned: bool,
    /// The edges of cables that they are of.
    edges: [u32; 2],
    /// What they keep.
    pub(super) thickness: f64,
    /// What they could keep by their way along cables.
    fits: f64,
}

/// All of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Neighbours {
    /// Sorted by kind and features.
    list: Vec<Neighbour>,
    /// The same, for queries.
    pub(super) pairs: PairList,
    /// Those that cannot even keep the distance of the proof: that asks of them not to touch.
    pub(super) fine: PairList,
}

fn key(kind: PairKind, features: [u32; 2]) -> (u8, [u32; 2]) {
    let kind = match kind {
        PairKind::EdgeEdge => 0,
        PairKind::VertexEdge => 1,
        // There are none of others.
        _ => 2,
    };
    (kind, features)
}

/// The pair of some kind between vertices at places.
fn pair(kind: PairKind, vertices: [u32; 4], path: impl Fn(u32) -> LinearPath) -> LinearPair {
    let [p, q, r, s] = vertices.map(path);
    match kind {
        PairKind::EdgeEdge => LinearPair::edge_edge([p, q], [r, s]),
        PairKind::VertexEdge => LinearPair::vertex_edge(p, [q, r]),
        _ => LinearPair::vertex_face(p, [q, r, s]),
    }
}

/// A pair, and those of the ends of one edge and the other.
fn fine(near: &Neighbour) -> impl Iterator<Item = (PairKind, [u32; 2])> + use<> {
    let ([a, b], [p, q, r, s]) = (near.features, near.vertices);
    let ends = [[p, b], [q, b], [r, a], [s, a]].map(|pair| (PairKind::VertexEdge, pair));
    let all = match near.kind {
        PairKind::EdgeEdge => 4,
        _ => 0,
    };
    std::iter::once((near.kind, near.features)).chain(ends.into_iter().take(all))
}

/// Searches along cables.
struct Search<'a> {
    parts: &'a Parts,
    mesh: &'a DeformingMesh,
    /// By edge of the mesh: the edge of a cable.
    own: &'a [Option<u32>],
    /// By particle: edges of the mesh.
    at: Vec<Vec<u32>>,
    list: Vec<Neighbour>,
}

impl Neighbours {
    /// Edges between which the way along cables is one edge, or less than a bend takes; and what folds: an end of an edge and the next.
    pub(super) fn new(
        parts: &Parts,
        mesh: &DeformingMesh,
        own: &[Option<u32>],
        distance: f64,
    ) -> Neighbours {
        let mut at: Vec<Vec<u32>> = vec![Vec::new(); parts.particles.len()];
        for (edge, ends) in mesh.edges().iter().enumerate() {
            if own[edge].is_some() {
                ends.iter()
                    .for_each(|&end| at[end as usize].push(edge as u32));
            }
        }
        let mut search = Search {
            parts,
            mesh,
            own,
            at,
            list: Vec::new(),
        };
        search.along();
        search.folds();
        let mut list = search.list;
        list.sort_unstable_by_key(|near| key(near.kind, near.features));
        list.dedup_by_key(|near| key(near.kind, near.features));
        let pair = |near: &Neighbour| (near.kind, near.features);
        let is_fine = |near: &&Neighbour| near.fits < 2.0 * distance;
        Neighbours {
            pairs: list.iter().map(pair).collect(),
            fine: list.iter().filter(is_fine).flat_map(fine).collect(),
            list,
        }
    }

    /// The one of these features.
    pub(super) fn get(&self, kind: PairKind, features: [u32; 2]) -> Option<&Neighbour> {
        let wanted = key(kind, features);
        let found = (self.list).binary_search_by_key(&wanted, |near| key(near.kind, near.features));
        found.ok().map(|index| &self.list[index])
    }

    /// Adds those that are nearer than they should be at `ends`, on the side where they start.
    pub(super) fn find(
        &self,
        parts: &Parts,
        mesh: &DeformingMesh,
        ends: &[DVec3],
        found: &mut Vec<Contact>,
    ) {
        for near in self.list.iter().filter(|near| near.is_close(ends)) {
            let paths = mesh.paths();
            let closest = pair(near.kind, near.vertices, |v| paths[v as usize]).closest_points(0.0);
            found.push(near.contact(parts, closest.weights, closest.normal));
        }
    }
}

impl Neighbour {
    /// Whether the features may be nearer than they should be. An end that is not behind the next edge's beginning does not fold.
    #[inline(always)]
    fn is_close(&self, at: &[DVec3]) -> bool {
        let [p, q, r, s] = self.vertices.map(|vertex| at[vertex as usize]);
        let least = MARGIN * self.thickness;
        match self.kind {
            PairKind::EdgeEdge => {
                let middles = 0.5 * (p + q - r - s);
                let reach = least + 0.5 * ((q - p).length() + (s - r).length());
                middles.length_squared() < reach * reach
            }
            _ => {
                let (shared, far) = if self.is_turned { (r, q) } else { (q, r) };
                let (to, along) = (p - shared, far - shared);
                let behind = to.dot(along);
                let square = along.length_squared();
                behind > 0.0 && to.length_squared() - behind * behind / square < least * least
            }
        }
    }

    /// A contact of it.
    pub(super) fn contact(&self, parts: &Parts, weights: [f64; 4], normal: DVec3) -> Contact {
        let [one, other] = self.edges.map(|edge| &parts.edges[edge as usize]);
        let mut contact = Contact {
            place: Place::Features(self.kind, self.features),
            vertices: self.vertices,
            count: self.kind.points().iter().sum(),
            shares: weights,
            base: DVec3::ZERO,
            normal,
            thickness: self.thickness,
            friction: (one.friction * other.friction).sqrt(),
            restitution: one.restitution.max(other.restitution),
            stretch: one.stretch.min(other.stretch),
            stiffness: 0.0,
            pushed: 0.0,
            sliding: 0.0,
            sheared: DVec3::ZERO,
            slid: DVec3::ZERO,
            force: DVec3::ZERO,
            linear: None,
        };
        contact.set_shares(weights);
        contact
    }
}

impl Search<'_> {
    fn edge(&self, edge: u32) -> Option<u32> {
        self.own[edge as usize]
    }

    /// Adds one with what it may keep by its way along the cables.
    fn push(&mut self, near: Neighbour, way: f64) {
        let Neighbour { kind, vertices, .. } = near;
        let [one, other] = near.edges.map(|edge| &self.parts.edges[edge as usize]);
        let starts = |v: u32| self.mesh.paths()[v as usize];
        let placed = pair(kind, vertices, starts).closest_points(0.0).separation;
        let fits = (one.radius + other.radius).min(way / BEND);
        self.list.push(Neighbour {
            fits,
            thickness: fits.min(PLACED * placed),
            ..near
        });
    }

    fn along(&mut self) {
        let edges = self.mesh.edges();
        // By particle: the last edge whose search has reached it.
        let mut seen = vec![u32::MAX; self.at.len()];
        let mut reached = Vec::new();
        for first in 0..edges.len() as u32 {
            let Some(one) = self.edge(first) else {
                continue;
            };
            let of = self.parts.edges[one as usize];
            reached.clear();
            for end in edges[first as usize] {
                seen[end as usize] = first;
                reached.push((end, 0.0, 0_u32));
            }
            let mut next = 0;
            while let Some(&(particle, way, hops)) = reached.get(next) {
                next += 1;
                for index in 0..self.at[particle as usize].len() {
                    let edge = self.at[particle as usize][index];
                    let Some(two) = self.edge(edge) else { continue };
                    let (ends, others) = (edges[first as usize], edges[edge as usize]);
                    let is_joined = others.iter().any(|end| ends.contains(end));
                    if edge > first && !is_joined {
                        let near = Neighbour {
                            kind: PairKind::EdgeEdge,
                            features: [first, edge],
                            vertices: [ends[0], ends[1], others[0], others[1]],
                            is_turned: false,
                            edges: [one, two],
                            thickness: 0.0,
                            fits: 0.0,
                        };
                        self.push(near, way);
                    }
                    let [a, b] = others;
                    let far = if a == particle { b } else { a };
                    let other = &self.parts.edges[two as usize];
                    let way = way + other.placed.min(other.rest);
                    let is_near = hops == 0 || way < BEND * (of.radius + other.radius);
                    if is_near && seen[far as usize] != first {
                        seen[far as usize] = first;
                        reached.push((far, way, hops + 1));
                    }
                }
            }
        }
    }

    fn folds(&mut self) {
        for shared in 0..self.at.len() {
            let around = std::mem::take(&mut self.at[shared]);
            for &a in &around {
                for &b in around.iter().filter(|&&b| b != a) {
                    let (Some(one), Some(two)) = (self.edge(a), self.edge(b)) else {
                        continue;
                    };
                    let shared = shared as u32;
                    let far = |edge: u32| {
                        let [p, q] = self.mesh.edges()[edge as usize];
                        if p == shared { q } else { p }
                    };
                    let (end, other) = (far(a), far(b));
                    if end == other {
                        continue;
                    }
                    let [p, q] = self.mesh.edges()[b as usize];
                    let near = Neighbour {
                        kind: PairKind::VertexEdge,
                        features: [end, b],
                        vertices: [end, p, q, q],
                        is_turned: q == shared,
                        edges: [one, two],
                        thickness: 0.0,
                        fits: 0.0,
                    };
                    let edge = &self.parts.edges[one as usize];
                    self.push(near, edge.placed.min(edge.rest));
                }
            }
            self.at[shared] = around;
        }
    }
}
