//! Pairs of features that may touch.

use super::question::Question;
use super::tasks::CHUNK;
use super::{DeformingContact, DeformingStats, FreeStep, limit};
use crate::broad_phase::{BoxTree, MovingBox, Scale};
use crate::motion::{DeformingMesh, LinearPath};
use crate::query::points::linear_pair::PairKind;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

/// What is compared, in this order. Vertices are compared with edges of no triangle: for the others their triangle stands.
pub(super) const KINDS: [PairKind; 3] = [
    PairKind::VertexFace,
    PairKind::EdgeEdge,
    PairKind::VertexEdge,
];

/// How many features a search for pairs of a kind goes through.
pub(super) fn count(mesh: &DeformingMesh, kind: PairKind) -> usize {
    match kind {
        PairKind::EdgeEdge => mesh.edges().len(),
        PairKind::VertexEdge if mesh.own_edges().is_empty() => 0,
        PairKind::VertexFace if mesh.triangles().is_empty() => 0,
        _ => mesh.paths().len(),
    }
}

/// Memory for a search: a tree for either feature of a pair.
#[derive(Default)]
pub(super) struct Trees {
    /// Vertices, or edges.
    first: BoxTree,
    /// Triangles, or edges; unused if features are compared with others of their kind.
    second: BoxTree,
    vertices: Vec<MovingBox>,
    sample: Vec<f64>,
}

/// All pairs of a kind.
pub(super) struct Candidates<'a> {
    question: Question<'a>,
    kind: PairKind,
    scale: Scale,
    /// The end of the time that boxes are made for.
    until: f64,
    trees: Trees,
}

impl<'a> Candidates<'a> {
    pub(super) fn new(
        question: Question<'a>,
        kind: PairKind,
        until: f64,
        mut trees: Trees,
    ) -> Self {
        let mesh = question.mesh;
        let scale = Scale::around(mesh.paths(), &mut trees.sample);
        let mut candidates = Candidates {
            question,
            kind,
            scale,
            until,
            trees,
        };
        candidates.make_boxes(until);
        let Trees {
            first,
            second,
            vertices,
            ..
        } = &mut candidates.trees;
        let held = |corners: &[u32]| around(vertices, corners);
        let (triangles, edges) = (mesh.triangles(), mesh.edges());
        let own = mesh.own_edges();
        match kind {
            PairKind::EdgeEdge => first.rebuild(edges.len(), |edge| held(&edges[edge as usize])),
            PairKind::VertexEdge => {
                first.rebuild(vertices.len(), |vertex| vertices[vertex as usize]);
                second.rebuild(own.len(), |item| held(&edges[own[item as usize] as usize]));
            }
            _ => {
                first.rebuild(vertices.len(), |vertex| vertices[vertex as usize]);
                second.rebuild(triangles.len(), |face| held(&triangles[face as usize]));
            }
        }
        candidates
    }

    /// Makes boxes for another time.
    pub(super) fn fit(&mut self, until: f64) {
        self.make_boxes(until);
        let Trees {
            first,
            second,
            vertices,
            ..
        } = &mut self.trees;
        let mesh = self.question.mesh;
        let held = |corners: &[u32]| around(vertices, corners);
        let (triangles, edges) = (mesh.triangles(), mesh.edges());
        let own = mesh.own_edges();
        match self.kind {
            PairKind::EdgeEdge => first.fit(|edge| held(&edges[edge as usize])),
            PairKind::VertexEdge => {
                first.fit(|vertex| vertices[vertex as usize]);
                second.fit(|item| held(&edges[own[item as usize] as usize]));
            }
            _ => {
                first.fit(|vertex| vertices[vertex as usize]);
                second.fit(|face| held(&triangles[face as usize]));
            }
        }
    }

    fn make_boxes(&mut self, until: f64) {
        let (scale, clearance) = (&self.scale, self.question.limits.clearance());
        let around = |path: &LinearPath| MovingBox::around(path, until, clearance, scale);
        let paths = self.question.mesh.paths().iter();
        self.trees.vertices.clear();
        self.trees.vertices.extend(paths.map(around));
        self.until = until;
    }

    /// Gives the memory back.
    pub(super) fn into_trees(self) -> Trees {
        self.trees
    }

    pub(super) fn until(&self) -> f64 {
        self.until
    }

    pub(super) fn kind(&self) -> PairKind {
        self.kind
    }

    pub(super) fn leaves(&self) -> usize {
        self.trees.first.leaves()
    }

    /// All contacts of a chunk of leaves.
    pub(super) fn contacts(&self, chunk: usize) -> (Vec<DeformingContact>, DeformingStats) {
        let mut found = Vec::new();
        let mut stats = DeformingStats::default();
        let _ = self.stream(chunk, |features| -> ControlFlow<Infallible> {
            stats.box_pairs += 1;
            if self.question.is_apart(self.kind, features, 1.0) {
                return ControlFlow::Continue(());
            }
            stats.candidates += 1;
            found.extend(self.question.listed(self.kind, features));
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
            if self.question.is_apart(self.kind, features, until) {
                return ControlFlow::Continue(());
            }
            step.stats.candidates += 1;
            let answer = self.question.kept(self.kind, features);
            step.stats.close_at_start += u64::from(answer.is_close);
            if let Some(contact) = answer.contact {
                step.stats.contacts += 1;
                if step
                    .limit
                    .is_none_or(|known| contact.lower < known.contact.lower)
                {
                    step.lower = contact.lower;
                    step.limit = Some(DeformingContact {
                        kind: self.kind,
                        features,
                        contact,
                    });
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

    /// Tells of every pair of a chunk of leaves that may come within the clearance up to when it does not.
    pub(super) fn each_lower(
        &self,
        chunk: usize,
        mut tell: impl FnMut([u32; 2], f64),
    ) -> DeformingStats {
        let mut stats = DeformingStats::default();
        let _ = self.stream(chunk, |features| -> ControlFlow<Infallible> {
            stats.box_pairs += 1;
            if self.question.is_apart(self.kind, features, 1.0) {
                return ControlFlow::Continue(());
            }
            stats.candidates += 1;
            let answer = self.question.kept(self.kind, features);
            stats.close_at_start += u64::from(answer.is_close);
            if let Some(contact) = answer.contact {
                stats.contacts += 1;
                tell(features, contact.lower);
            }
            ControlFlow::Continue(())
        });
        stats
    }

    /// Every pair of a chunk of leaves whose boxes may touch.
    fn stream<B>(
        &self,
        chunk: usize,
        mut visit: impl FnMut([u32; 2]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let leaves = chunk * CHUNK..self.leaves().min((chunk + 1) * CHUNK);
        let (question, kind) = (&self.question, self.kind);
        let mesh = question.mesh;
        let mut visit = |features: [u32; 2]| match question.is_asked(kind, features) {
            true => visit(features),
            false => ControlFlow::Continue(()),
        };
        let Trees { first, second, .. } = &self.trees;
        match kind {
            PairKind::EdgeEdge => first.own_pairs(leaves, |a, b| visit([a.min(b), a.max(b)])),
            PairKind::VertexEdge => first.pairs(leaves, second, |vertex, item| {
                visit([vertex, mesh.own_edges()[item as usize]])
            }),
            _ => first.pairs(leaves, second, |a, b| visit([a, b])),
        }
    }
}

/// Around some vertices.
#[inline(always)]
pub(super) fn around(vertices: &[MovingBox], corners: &[u32]) -> MovingBox {
    let mut held = vertices[corners[0] as usize];
    for &corner in &corners[1..] {
        held = held.union(&vertices[corner as usize]);
    }
    held
}
