//! What is asked of a pair of features.

use super::{Compared, DeformingContact, Scope};
use crate::motion::{DeformingMesh, LinearPath};
use crate::query::points::linear_pair::apart::{
    edges_apart, vertex_edge_apart, vertex_face_apart, vertices_apart,
};
use crate::query::points::linear_pair::{LinearContact, LinearPair, PairKind, Reached};
use crate::query::{Limits, Reason};

/// Whether features touch, or come within a clearance.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) mesh: &'a DeformingMesh,
    pub(super) compared: Compared<'a>,
    pub(super) limits: Limits,
}

/// What was found of a pair.
pub(super) struct Answer {
    pub(super) contact: Option<LinearContact>,
    /// Whether the features start within the clearance.
    pub(super) is_close: bool,
}

/// The vertices of a pair's features: those of the first, then those of the second; and how many there are.
#[inline(always)]
pub(super) fn corners(
    mesh: &DeformingMesh,
    kind: PairKind,
    [a, b]: [u32; 2],
) -> ([u32; 4], [usize; 2]) {
    let edge = |index: u32| mesh.edges()[index as usize];
    let corners = match kind {
        PairKind::VertexVertex => [a, b, b, b],
        PairKind::VertexEdge => {
            let [p, q] = edge(b);
            [a, p, q, q]
        }
        PairKind::VertexFace => {
            let [p, q, r] = mesh.triangles()[b as usize];
            [a, p, q, r]
        }
        PairKind::EdgeEdge => {
            let ([p, q], [r, s]) = (edge(a), edge(b));
            [p, q, r, s]
        }
    };
    (corners, kind.points())
}

/// Two features of a mesh.
#[inline(always)]
pub(super) fn pair(mesh: &DeformingMesh, kind: PairKind, features: [u32; 2]) -> LinearPair {
    let path = |vertex: u32| mesh.paths()[vertex as usize];
    let ([p, q, r, s], _) = corners(mesh, kind, features);
    match kind {
        PairKind::VertexVertex => LinearPair::vertex_vertex(path(p), path(q)),
        PairKind::VertexEdge => LinearPair::vertex_edge(path(p), [path(q), path(r)]),
        PairKind::VertexFace => LinearPair::vertex_face(path(p), [path(q), path(r), path(s)]),
        PairKind::EdgeEdge => LinearPair::edge_edge([path(p), path(q)], [path(r), path(s)]),
    }
}

impl Question<'_> {
    /// Whether a pair is compared at all.
    #[inline(always)]
    pub(super) fn is_asked(&self, kind: PairKind, features: [u32; 2]) -> bool {
        let mesh = self.mesh;
        let (corners, [of_a, of_b]) = corners(mesh, kind, features);
        let (a, b) = corners[..of_a + of_b].split_at(of_a);
        if a.iter().any(|vertex| b.contains(vertex)) {
            return false;
        }
        let in_scope = match self.compared.scope {
            Scope::All => true,
            Scope::BetweenBodies => mesh.body(a[0]) != mesh.body(b[0]),
            Scope::AllButWithin(body) => mesh.body(a[0]) != body || mesh.body(b[0]) != body,
        };
        in_scope && !self.compared.skips(kind, features)
    }

    #[inline(always)]
    pub(super) fn clearance(&self, kind: PairKind, features: [u32; 2]) -> f64 {
        match self.limits.clearance() {
            0.0 => 0.0,
            clearance => self.compared.clearance(kind, features, clearance),
        }
    }

    /// Whether a cheap test proves that the features keep the clearance during `[0, until]`.
    #[inline(always)]
    pub(super) fn is_apart(&self, kind: PairKind, features: [u32; 2], until: f64) -> bool {
        let path = |vertex: u32| -> &LinearPath { &self.mesh.paths()[vertex as usize] };
        let clearance = self.clearance(kind, features);
        let ([p, q, r, s], _) = corners(self.mesh, kind, features);
        match kind {
            PairKind::EdgeEdge => {
                edges_apart([path(p), path(q)], [path(r), path(s)], until, clearance)
            }
            PairKind::VertexFace => {
                vertex_face_apart(path(p), [path(q), path(r), path(s)], until, clearance)
            }
            PairKind::VertexEdge => {
                vertex_edge_apart(path(p), [path(q), path(r)], until, clearance)
            }
            PairKind::VertexVertex => vertices_apart(path(p), path(q), until, clearance),
        }
    }

    /// When the features first come within the clearance; at 0, if they start so.
    #[inline(always)]
    pub(super) fn listed(&self, kind: PairKind, features: [u32; 2]) -> Option<DeformingContact> {
        let pair = pair(self.mesh, kind, features);
        let contact = match self.clearance(kind, features) {
            0.0 => pair.first_contact().contact?,
            clearance => near(&pair, pair.reached(clearance, &self.limits))?,
        };
        Some(DeformingContact {
            kind,
            features,
            contact,
        })
    }

    /// The same, but features that start within the clearance are only asked not to come closer than that.
    #[inline(always)]
    pub(super) fn kept(&self, kind: PairKind, features: [u32; 2]) -> Answer {
        let pair = pair(self.mesh, kind, features);
        match self.clearance(kind, features) {
            0.0 => Answer {
                contact: pair.first_contact().contact,
                is_close: false,
            },
            clearance => self.kept_from_start(&pair, clearance),
        }
    }

    fn kept_from_start(&self, pair: &LinearPair, clearance: f64) -> Answer {
        let mut reached = pair.reached(clearance, &self.limits);
        let is_close = match reached {
            Reached::AtStart { .. } => true,
            // So little above the clearance that no search gets anywhere.
            Reached::Undecided {
                reason: Reason::Resolution,
                ..
            } => true,
            _ => false,
        };
        if is_close && let Some(clearance) = pair.clearance_from_start(clearance) {
            reached = pair.reached(clearance, &self.limits);
        }
        Answer {
            contact: near(pair, reached),
            is_close,
        }
    }

    /// Up to when the features keep the clearance if each vertex stops at its own instant, and that they keep it up to the
    /// first of these is known: 1 if they always do.
    pub(super) fn kept_with_stops(
        &self,
        kind: PairKind,
        features: [u32; 2],
        stops: &[f64; 4],
    ) -> f64 {
        let pair = pair(self.mesh, kind, features);
        let points = pair.points().len();
        let first = stops[..points].iter().fold(1.0_f64, |m, &stop| m.min(stop));
        let clearance = match self.clearance(kind, features) {
            0.0 => Some(0.0),
            clearance => pair.clearance_from_start(clearance),
        };
        match clearance {
            Some(clearance) => pair.kept_with_stops(stops, first, clearance, &self.limits),
            None => first,
        }
    }
}

/// A contact at a distance: where the features are closest when the clearance is reached, or as far as that is proven.
fn near(pair: &LinearPair, reached: Reached) -> Option<LinearContact> {
    let lower = reached.lower();
    let upper = match reached {
        Reached::Never => return None,
        Reached::Undecided { .. } => 1.0,
        _ => lower,
    };
    let closest = pair.closest_points(lower);
    Some(LinearContact {
        lower,
        upper,
        weights: closest.weights,
        point: closest.points[0],
        normal: closest.normal,
    })
}
