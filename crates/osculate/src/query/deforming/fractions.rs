//! How far each vertex may go by itself.
//!
//! Every vertex follows its path and stops at its own fraction. A pair whose vertices all have one fraction moves as it was
//! compared at first, so it keeps its clearance if that fraction is no later than what was found then. If they have several,
//! then some rest while others move on, and it is compared again from the first of these fractions on; what fails there lowers
//! the fractions of that pair once more. Fractions only fall, and none falls below the least that was found at first:
//! docs/decisions/deforming.md has the proof.

use super::candidates::{Candidates, KINDS, Trees, around, count};
use super::lowered::Lowered;
use super::question::{Question, corners};
use super::tasks::{CHUNK, in_order};
use super::{DeformingStats, DeformingWorkspace};
use crate::broad_phase::{BoxTree, MovingBox, Scale};
use crate::motion::{DeformingMesh, LinearPath};
use crate::query::points::linear_pair::PairKind;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

/// Rounds in which a pair that fails goes on as far as it is proven. After them it goes no further than its first vertex, so
/// that fractions come from a set that does not grow.
const ROUNDS: u32 = 16;

/// Memory for rounds.
#[derive(Default)]
pub(super) struct Rounds {
    /// By vertex.
    pub(super) fractions: Vec<f64>,
    lowered: Lowered,
    /// Whether a vertex was lowered in the last round.
    is_changed: Vec<bool>,
    /// Boxes around everything that vertices sweep.
    swept: Vec<MovingBox>,
    sample: Vec<f64>,
    /// Over all vertices, all edges and all triangles.
    all: [BoxTree; 3],
    /// Features with a vertex that was lowered, and a tree over them.
    changed: Vec<u32>,
    tree: BoxTree,
}

/// What features are.
#[derive(Clone, Copy, PartialEq)]
enum Feature {
    Vertex,
    Edge,
    Triangle,
}

const FEATURES: [Feature; 3] = [Feature::Vertex, Feature::Edge, Feature::Triangle];

impl Feature {
    /// How many a mesh has.
    fn count(self, mesh: &DeformingMesh) -> usize {
        match self {
            Feature::Vertex => mesh.paths().len(),
            Feature::Edge => mesh.edges().len(),
            Feature::Triangle => mesh.triangles().len(),
        }
    }

    /// The vertices of one, the last of them more than once if there are less than three.
    fn vertices(self, mesh: &DeformingMesh, item: u32) -> [u32; 3] {
        match self {
            Feature::Vertex => [item; 3],
            Feature::Edge => {
                let [a, b] = mesh.edges()[item as usize];
                [a, b, b]
            }
            Feature::Triangle => mesh.triangles()[item as usize],
        }
    }
}

/// Fractions for all vertices, left in the workspace; and how many rounds they took.
pub(super) fn find(
    question: Question<'_>,
    workspace: &mut DeformingWorkspace,
) -> (u32, DeformingStats) {
    let DeformingWorkspace { trees, rounds } = workspace;
    let mut stats = DeformingStats::default();
    let vertices = question.mesh.paths().len();
    rounds.fractions.clear();
    rounds.fractions.resize(vertices, 1.0);
    rounds.lowered.set(&rounds.fractions);
    for kind in KINDS {
        *trees = first_round(
            &question,
            kind,
            core::mem::take(trees),
            &rounds.lowered,
            &mut stats,
        );
    }
    if !rounds.take_over() {
        return (0, stats);
    }
    rounds.make_trees(&question);
    let mut count = 0;
    loop {
        count += 1;
        rounds.compare_again(&question, count > ROUNDS, &mut stats);
        if !rounds.take_over() {
            return (count, stats);
        }
    }
}

/// Lowers the vertices of every pair of a kind that comes within the clearance.
fn first_round(
    question: &Question<'_>,
    kind: PairKind,
    trees: Trees,
    lowered: &Lowered,
    stats: &mut DeformingStats,
) -> Trees {
    if count(question.mesh, kind) == 0 {
        return trees;
    }
    let candidates = Candidates::new(*question, kind, 1.0, trees);
    let work = |chunk: usize| {
        candidates.each_lower(chunk, |features, lower| {
            lower_all(question, kind, features, lower, lowered);
        })
    };
    let chunks = candidates.leaves().div_ceil(CHUNK);
    in_order(0..chunks, work, |part| stats.add(part));
    candidates.into_trees()
}

/// Lowers all vertices of a pair.
fn lower_all(
    question: &Question<'_>,
    kind: PairKind,
    features: [u32; 2],
    to: f64,
    lowered: &Lowered,
) {
    let (corners, [of_a, of_b]) = corners(question.mesh, kind, features);
    for &vertex in &corners[..of_a + of_b] {
        lowered.lower(vertex, to);
    }
}

impl Rounds {
    /// Takes over what was lowered; whether anything was.
    fn take_over(&mut self) -> bool {
        self.is_changed.clear();
        let mut any = false;
        for (fraction, lowered) in self.fractions.iter_mut().zip(self.lowered.values()) {
            let is_lower = lowered < *fraction;
            self.is_changed.push(is_lower);
            any |= is_lower;
            *fraction = lowered;
        }
        any
    }

    /// Trees over what all features sweep up to their fractions: these only fall, so the boxes hold them in all rounds.
    fn make_trees(&mut self, question: &Question<'_>) {
        let mesh = question.mesh;
        let scale = Scale::around(mesh.paths(), &mut self.sample);
        let clearance = question.limits.clearance();
        let around_path = |(path, &fraction): (&LinearPath, &f64)| {
            MovingBox::around(path, fraction, clearance, &scale).swept()
        };
        self.swept.clear();
        let paths = mesh.paths().iter();
        (self.swept).extend(paths.zip(&self.fractions).map(around_path));
        let swept = &self.swept;
        for (feature, tree) in FEATURES.into_iter().zip(&mut self.all) {
            tree.rebuild(feature.count(mesh), |item| {
                around(swept, &feature.vertices(mesh, item))
            });
        }
    }

    /// Compares every pair with a vertex that was lowered, and lowers those that fail.
    fn compare_again(
        &mut self,
        question: &Question<'_>,
        is_late: bool,
        stats: &mut DeformingStats,
    ) {
        let mesh = question.mesh;
        for feature in FEATURES {
            let is_changed = |&item: &u32| {
                let corners = feature.vertices(mesh, item);
                corners.iter().any(|&v| self.is_changed[v as usize])
            };
            self.changed.clear();
            let items = 0..feature.count(mesh) as u32;
            self.changed.extend(items.filter(is_changed));
            let (changed, swept) = (&self.changed, &self.swept);
            self.tree.rebuild(changed.len(), |item| {
                around(swept, &feature.vertices(mesh, changed[item as usize]))
            });
            for other in FEATURES {
                if let Some(kind) = kind_of(feature, other, question) {
                    self.compare_with(question, kind, [feature, other], is_late, stats);
                }
            }
        }
    }

    /// Compares the changed features with all of another sort.
    fn compare_with(
        &self,
        question: &Question<'_>,
        kind: PairKind,
        [feature, other]: [Feature; 2],
        is_late: bool,
        stats: &mut DeformingStats,
    ) {
        let all = &self.all[other as usize];
        let work = |chunk: usize| {
            let mut part = DeformingStats::default();
            let leaves = chunk * CHUNK..self.tree.leaves().min((chunk + 1) * CHUNK);
            let _ = self
                .tree
                .pairs(leaves, all, |item, b| -> ControlFlow<Infallible> {
                    let a = self.changed[item as usize];
                    // The order of a pair: the vertex first, or the smaller of two edges.
                    let features = match feature == other {
                        true => [a.min(b), a.max(b)],
                        false if feature == Feature::Vertex => [a, b],
                        false => [b, a],
                    };
                    part.box_pairs += 1;
                    self.compare_pair(question, kind, features, is_late, &mut part);
                    ControlFlow::Continue(())
                });
            part
        };
        let chunks = self.tree.leaves().div_ceil(CHUNK);
        in_order(0..chunks, work, |part| stats.add(part));
    }

    fn compare_pair(
        &self,
        question: &Question<'_>,
        kind: PairKind,
        features: [u32; 2],
        is_late: bool,
        stats: &mut DeformingStats,
    ) {
        if !is_of(question, kind, features) || !question.is_asked(kind, features) {
            return;
        }
        let (vertices, [of_a, of_b]) = corners(question.mesh, kind, features);
        let stops = vertices.map(|vertex| self.fractions[vertex as usize]);
        let of_points = &stops[..of_a + of_b];
        let first = of_points.iter().fold(1.0_f64, |m, &stop| m.min(stop));
        let last = of_points.iter().fold(0.0_f64, |m, &stop| m.max(stop));
        if first == last {
            return;
        }
        stats.candidates += 1;
        let until = question.kept_with_stops(kind, features, &stops);
        if until < last {
            let to = if is_late { first } else { until };
            lower_all(question, kind, features, to, &self.lowered);
        }
    }
}

/// What two sorts of features are compared as, if they are.
fn kind_of(feature: Feature, other: Feature, question: &Question<'_>) -> Option<PairKind> {
    let mesh = question.mesh;
    match (feature, other) {
        (Feature::Vertex, Feature::Triangle) | (Feature::Triangle, Feature::Vertex) => {
            Some(PairKind::VertexFace)
        }
        (Feature::Edge, Feature::Edge) => Some(PairKind::EdgeEdge),
        (Feature::Vertex, Feature::Edge) | (Feature::Edge, Feature::Vertex) => {
            (!mesh.own_edges().is_empty()).then_some(PairKind::VertexEdge)
        }
        _ => None,
    }
}

/// Whether features are compared as such a kind: of edges only those of no triangle with vertices.
fn is_of(question: &Question<'_>, kind: PairKind, [_, b]: [u32; 2]) -> bool {
    let own_edges = question.mesh.own_edges();
    kind != PairKind::VertexEdge || own_edges.binary_search(&b).is_ok()
}
