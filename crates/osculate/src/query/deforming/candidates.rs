//! Pairs of features that may touch.

use super::direction::{edges_apart, vertex_face_apart};
use super::tasks::CHUNK;
use super::{DeformingContact, DeformingStats, FreeStep, Scope, limit};
use crate::broad_phase::{BoxTree, MovingBox, Scale};
use crate::motion::{DeformingMesh, LinearPath};
use crate::query::points::linear_pair::{LinearPair, PairKind};
use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

/// What is compared, in this order.
pub(super) const KINDS: [PairKind; 2] = [PairKind::VertexFace, PairKind::EdgeEdge];

/// All pairs of a kind.
pub(super) struct Candidates<'a> {
    mesh: &'a DeformingMesh,
    scope: Scope,
    kind: PairKind,
    scale: Scale,
    /// The end of the time that boxes are made for.
    until: f64,
    /// Vertices, or edges.
    first: BoxTree,
    /// Triangles; none for edges, which are compared with each other.
    second: Option<BoxTree>,
}

impl<'a> Candidates<'a> {
    pub(super) fn new(mesh: &'a DeformingMesh, scope: Scope, kind: PairKind, until: f64) -> Self {
        let scale = Scale::around(mesh.paths());
        let vertices = boxes(mesh, until, &scale);
        let held = |corners: &[u32]| around(&vertices, corners);
        let (first, second) = match kind {
            PairKind::EdgeEdge => {
                let edges = mesh.edges();
                let first = BoxTree::new(edges.len(), |edge| held(&edges[edge as usize]));
                (first, None)
            }
            _ => {
                let triangles = mesh.triangles();
                let first = BoxTree::new(vertices.len(), |vertex| vertices[vertex as usize]);
                let second = BoxTree::new(triangles.len(), |face| held(&triangles[face as usize]));
                (first, Some(second))
            }
        };
        Candidates {
            mesh,
            scope,
            kind,
            scale,
            until,
            first,
            second,
        }
    }

    /// Makes boxes for another time.
    pub(super) fn fit(&mut self, until: f64) {
        let vertices = boxes(self.mesh, until, &self.scale);
        let held = |corners: &[u32]| around(&vertices, corners);
        match &mut self.second {
            None => {
                let edges = self.mesh.edges();
                self.first.fit(|edge| held(&edges[edge as usize]));
            }
            Some(second) => {
                let triangles = self.mesh.triangles();
                self.first.fit(|vertex| vertices[vertex as usize]);
                second.fit(|face| held(&triangles[face as usize]));
            }
        }
        self.until = until;
    }

    pub(super) fn until(&self) -> f64 {
        self.until
    }

    pub(super) fn kind(&self) -> PairKind {
        self.kind
    }

    pub(super) fn leaves(&self) -> usize {
        self.first.leaves()
    }

    /// All contacts of a chunk of leaves.
    pub(super) fn contacts(&self, chunk: usize) -> (Vec<DeformingContact>, DeformingStats) {
        let mut found = Vec::new();
        let mut stats = DeformingStats::default();
        let _ = self.stream(chunk, |features| -> ControlFlow<Infallible> {
            stats.box_pairs += 1;
            if self.is_apart(features, 1.0) {
                return ControlFlow::Continue(());
            }
            stats.candidates += 1;
            if let Some(contact) = self.compare(features) {
                found.push(contact);
            }
            ControlFlow::Continue(())
        });
        stats.contacts = found.len() as u64;
        (found, stats)
    }

    /// The contact of a chunk of leaves that has the smallest `lower`, if that is below what is known already; the first of
    /// several.
    pub(super) fn earliest(&self, chunk: usize, known: &FreeStep) -> FreeStep {
        let mut step = FreeStep {
            stats: DeformingStats::default(),
            ..*known
        };
        let mut until = limit(&step);
        let _ = self.stream(chunk, |features| {
            step.stats.box_pairs += 1;
            if self.is_apart(features, until) {
                return ControlFlow::Continue(());
            }
            step.stats.candidates += 1;
            if let Some(found) = self.compare(features) {
                step.stats.contacts += 1;
                if step
                    .limit
                    .is_none_or(|known| found.contact.lower < known.contact.lower)
                {
                    step.lower = found.contact.lower;
                    step.limit = Some(found);
                    until = limit(&step);
                }
            }
            match until > 0.0 {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        step
    }

    /// Every pair of a chunk of leaves whose boxes may touch.
    fn stream<B>(
        &self,
        chunk: usize,
        mut visit: impl FnMut([u32; 2]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let leaves = chunk * CHUNK..self.leaves().min((chunk + 1) * CHUNK);
        let mesh = self.mesh;
        let wanted = |a: u32, b: u32| match self.scope {
            Scope::All => true,
            Scope::BetweenBodies => mesh.body(a) != mesh.body(b),
            Scope::AllButWithin(body) => mesh.body(a) != body || mesh.body(b) != body,
        };
        match &self.second {
            None => self.first.own_pairs(leaves, |a, b| {
                let ([p, q], [r, s]) = (mesh.edges()[a as usize], mesh.edges()[b as usize]);
                match p != r && p != s && q != r && q != s && wanted(p, r) {
                    true => visit([a.min(b), a.max(b)]),
                    false => ControlFlow::Continue(()),
                }
            }),
            Some(second) => self.first.pairs(leaves, second, |vertex, face| {
                let corners = mesh.triangles()[face as usize];
                match !corners.contains(&vertex) && wanted(vertex, corners[0]) {
                    true => visit([vertex, face]),
                    false => ControlFlow::Continue(()),
                }
            }),
        }
    }

    #[inline(always)]
    fn compare(&self, features: [u32; 2]) -> Option<DeformingContact> {
        let contact = pair(self.mesh, self.kind, features)
            .first_contact()
            .contact?;
        Some(DeformingContact {
            kind: self.kind,
            features,
            contact,
        })
    }

    /// Whether a cheap test proves the features apart during `[0, until]`.
    #[inline(always)]
    fn is_apart(&self, [a, b]: [u32; 2], until: f64) -> bool {
        let mesh = self.mesh;
        let path = |vertex: u32| &mesh.paths()[vertex as usize];
        match self.kind {
            PairKind::EdgeEdge => {
                let ([p, q], [r, s]) = (mesh.edges()[a as usize], mesh.edges()[b as usize]);
                edges_apart([path(p), path(q)], [path(r), path(s)], until)
            }
            _ => {
                let [p, q, r] = mesh.triangles()[b as usize];
                vertex_face_apart(path(a), [path(p), path(q), path(r)], until)
            }
        }
    }
}

fn boxes(mesh: &DeformingMesh, until: f64, scale: &Scale) -> Vec<MovingBox> {
    let around = |path: &LinearPath| MovingBox::around(path, until, scale);
    mesh.paths().iter().map(around).collect()
}

#[inline(always)]
fn around(vertices: &[MovingBox], corners: &[u32]) -> MovingBox {
    let mut held = vertices[corners[0] as usize];
    for &corner in &corners[1..] {
        held = held.union(&vertices[corner as usize]);
    }
    held
}

/// Two features of a mesh.
#[inline(always)]
pub(super) fn pair(mesh: &DeformingMesh, kind: PairKind, [a, b]: [u32; 2]) -> LinearPair {
    let path = |vertex: u32| mesh.paths()[vertex as usize];
    match kind {
        PairKind::EdgeEdge => {
            let ([p, q], [r, s]) = (mesh.edges()[a as usize], mesh.edges()[b as usize]);
            LinearPair::edge_edge([path(p), path(q)], [path(r), path(s)])
        }
        _ => {
            let [p, q, r] = mesh.triangles()[b as usize];
            LinearPair::vertex_face(path(a), [path(p), path(q), path(r)])
        }
    }
}
