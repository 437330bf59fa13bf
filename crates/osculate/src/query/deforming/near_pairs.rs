//! Pairs of features that may come near, kept while things move about as was foreseen.
//!
//! Let every vertex i have a motion foreseen fᵢ, on a straight line, and let dᵢ bound how far it strays from that, |xᵢ(t) − fᵢ(t)| ≤ dᵢ at every
//! instant. A point of a feature is a mean of its vertices, with weights that do not change when these are moved, so it strays by the largest of
//! their dᵢ at most. Two features that keep more than ρ in the motion foreseen thus keep more than ρ − 2·max dᵢ. Both motions are straight
//! during a step: the distance between them is convex, and largest at one of the step's ends.

use super::candidates::around;
use super::question::Question;
use super::{Compared, DeformingContact, PairList, Scope};
use crate::broad_phase::{BoxTree, MovingBox, Scale};
use crate::motion::{DeformingMesh, LinearPath};
use crate::numbers::rounding::{UNIT, any_length};
use crate::query::Limits;
use crate::query::points::linear_pair::PairKind;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;
use core::ops::ControlFlow;
use glam::DVec3;

/// All pairs of features of a [`DeformingMesh`] that may come near while vertices move about as foreseen: found once, and
/// used for many steps.
///
/// [`find`](NearPairs::find) searches a foreseen motion, say a few steps ahead at the current velocities, for all pairs that
/// come within a reach. The following steps only ask about these pairs. The proofs hold for all pairs:
/// [`during`](NearPairs::during) measures how far vertices stray from the foreseen motion, and returns nothing if a pair
/// outside of the list could come within the clearance.
///
/// ```
/// use glam::DVec3;
/// use osculate::Limits;
/// use osculate::motion::DeformingMesh;
/// use osculate::query::deforming::{NearPairs, Scope};
///
/// // Two cables, one of which falls: four steps are foreseen.
/// let at = |z: f64| [(-1.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, -1.0, z), (0.0, 1.0, z)].map(DVec3::from);
/// let mut cables = DeformingMesh::new(&at(4.0), &at(0.5), &[])?.with_edges(&[[0, 1], [2, 3]])?;
/// let mut near = NearPairs::new(Scope::All);
/// near.find(&cables, &Limits::default().with_clearance(1.0)?);
/// assert_eq!(near.len(), 1);
/// cables.set_ends(&at(3.0))?;
/// let limits = Limits::default().with_clearance(0.25)?;
/// let first = near.during(&cables, [0.0, 0.25], &limits).expect("nothing strays far");
/// assert_eq!(first.too_near(None).count(), 0); // So the first step is free.
/// assert!(near.during(&cables, [0.25, 0.5], &limits).is_none()); // By then it should be further down.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct NearPairs {
    scope: Scope,
    touching: PairList,
    /// What was foreseen.
    foreseen: Vec<LinearPath>,
    /// Of what.
    features: Features,
    /// What other pairs keep more than; negative if nothing was searched.
    reach: f64,
    pairs: Vec<(PairKind, [u32; 2])>,
    search: Search,
}

/// What a mesh consists of: pairs are numbers of features, which another mesh may give to others.
#[derive(Default)]
struct Features {
    edges: Vec<[u32; 2]>,
    triangles: Vec<[u32; 3]>,
    /// The first vertex of every body.
    bodies: Vec<u32>,
}

impl Features {
    fn take(&mut self, mesh: &DeformingMesh) {
        fill(&mut self.edges, mesh.edges().iter().copied());
        fill(&mut self.triangles, mesh.triangles().iter().copied());
        let bodies = 0..mesh.bodies();
        fill(&mut self.bodies, bodies.map(|body| mesh.first_vertex(body)));
    }

    fn are_of(&self, mesh: &DeformingMesh) -> bool {
        let bodies = 0..mesh.bodies();
        self.edges == mesh.edges()
            && self.triangles == mesh.triangles()
            && bodies
                .map(|body| mesh.first_vertex(body))
                .eq(self.bodies.iter().copied())
    }
}

/// Memory for a search.
#[derive(Default)]
struct Search {
    boxes: Vec<MovingBox>,
    sample: Vec<f64>,
    items: [Vec<u32>; 2],
    trees: [BoxTree; 2],
    /// By vertex: the first of its edges in `edges_at`.
    first_edge: Vec<u32>,
    edges_at: Vec<u32>,
}

impl NearPairs {
    /// An empty list of the pairs in a scope, which knows of no step.
    pub fn new(scope: Scope) -> NearPairs {
        NearPairs {
            scope,
            touching: PairList::default(),
            foreseen: Vec::new(),
            features: Features::default(),
            reach: -1.0,
            pairs: Vec::new(),
            search: Search::default(),
        }
    }

    /// Asks of these pairs only that they do not touch, as [`Compared::without_clearance`] does.
    pub fn without_clearance(self, pairs: PairList) -> NearPairs {
        NearPairs {
            touching: pairs,
            reach: -1.0,
            ..self
        }
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    fn compared(&self) -> Compared<'_> {
        Compared::from(self.scope).without_clearance(&self.touching)
    }

    /// Takes the motion of `mesh` as what is foreseen, and finds the pairs that may come within the clearance of `limits`, the reach, during it.
    ///
    /// With memory that has grown nothing is allocated.
    pub fn find(&mut self, mesh: &DeformingMesh, limits: &Limits) {
        self.reach = limits.clearance();
        self.foreseen.clear();
        self.foreseen.extend_from_slice(mesh.paths());
        self.features.take(mesh);
        let mut search = core::mem::take(&mut self.search);
        let mut pairs = core::mem::take(&mut self.pairs);
        pairs.clear();
        let question = Question {
            mesh,
            compared: self.compared(),
            limits: *limits,
        };
        // The reach counts for all pairs, those that are only not to touch too.
        let foreseen = Question {
            compared: self.scope.into(),
            ..question
        };
        let mut take = |kind: PairKind, features: [u32; 2]| {
            if foreseen.is_asked(kind, features) && !foreseen.is_apart(kind, features, 1.0) {
                pairs.push((kind, features));
            }
        };
        search.make_boxes(mesh, self.reach);
        search.edges(mesh, self.scope, &mut take);
        search.faces(mesh, self.scope, &mut take);
        search.find_edges_at(mesh);
        search.ends(&question, &mut take);
        self.search = search;
        self.pairs = pairs;
        // The same list whatever the order of the search.
        let code = |kind: PairKind| match kind {
            PairKind::VertexVertex => 0,
            PairKind::VertexEdge => 1,
            PairKind::VertexFace => 2,
            PairKind::EdgeEdge => 3,
        };
        (self.pairs).sort_unstable_by_key(|&(kind, features)| (code(kind), features));
        self.pairs.dedup();
    }

    /// What pairs that are not in the list keep at least in a step of `mesh`, which takes the time from `span[0]` to `span[1]` of what was foreseen;
    /// nothing is known of it if that is negative.
    pub fn room(&self, mesh: &DeformingMesh, span: [f64; 2]) -> f64 {
        let [since, until] = span;
        let is_foreseen = 0.0 <= since && since <= until && until <= 1.0;
        let is_same = self.foreseen.len() == mesh.paths().len() && self.features.are_of(mesh);
        if !is_foreseen || self.reach < 0.0 || !is_same {
            return -1.0;
        }
        let mut most = 0.0_f64;
        let mut largest = DVec3::ZERO;
        let mut is_as_foreseen = span == [0.0, 1.0];
        for (path, foreseen) in mesh.paths().iter().zip(&self.foreseen) {
            is_as_foreseen &= path == foreseen;
            let away = path.start() - foreseen.at(since);
            let then = path.end() - foreseen.at(until);
            let square = away.dot(away).max(then.dot(then));
            most = if square > most { square } else { most };
            largest = largest.max(path.start().abs()).max(path.end().abs());
            largest = largest.max(foreseen.start().abs().max(foreseen.end().abs()));
        }
        if is_as_foreseen {
            return self.reach;
        }
        // What strays by so little that its square underflows strays by less than the last term. A mean of two places errs by 4 units of their largest
        // coordinate on each axis, the difference by 2 more: 12 over all axes. The root of a sum of squares errs by 4 of itself.
        let stray =
            libm::sqrt(most) * (1.0 + 8.0 * UNIT) + 16.0 * UNIT * any_length(largest) + 1e-150;
        let all = self.reach + 2.0 * stray;
        let room = self.reach - 2.0 * stray - 4.0 * UNIT * all;
        match all < f64::INFINITY {
            true => room,
            false => -1.0,
        }
    }

    /// A step of `mesh` that takes the time from `span[0]` to `span[1]` of what was foreseen, as a question about the pairs of the list; none if
    /// things stray so far from what was foreseen that others could come within the clearance of `limits`, or if `mesh` is another one.
    pub fn during<'a>(
        &'a self,
        mesh: &'a DeformingMesh,
        span: [f64; 2],
        limits: &Limits,
    ) -> Option<NearStep<'a>> {
        let covers = self.room(mesh, span) >= limits.clearance();
        covers.then(|| NearStep {
            question: Question {
                mesh,
                compared: self.compared(),
                limits: *limits,
            },
            pairs: &self.pairs,
        })
    }
}

impl Search {
    fn make_boxes(&mut self, mesh: &DeformingMesh, reach: f64) {
        let scale = Scale::around(mesh.paths(), &mut self.sample);
        let around = |path: &LinearPath| MovingBox::around(path, 1.0, reach, &scale);
        self.boxes.clear();
        self.boxes.extend(mesh.paths().iter().map(around));
    }

    /// Every two edges whose boxes may meet, but for two of a body that is not compared with itself.
    fn edges(
        &mut self,
        mesh: &DeformingMesh,
        scope: Scope,
        take: &mut impl FnMut(PairKind, [u32; 2]),
    ) {
        let edges = mesh.edges();
        let is_within =
            |edge: u32| scope == Scope::AllButWithin(mesh.body(edges[edge as usize][0]));
        let all = 0..edges.len() as u32;
        let [outside, within] = &mut self.items;
        fill(outside, all.clone().filter(|&edge| !is_within(edge)));
        fill(within, all.filter(|&edge| is_within(edge)));
        self.make_trees(|edge| edges[edge as usize], |edge| edges[edge as usize]);
        let [outside, within] = &self.items;
        let [first, second] = &self.trees;
        let mut pair = |a: u32, b: u32| -> ControlFlow<Infallible> {
            take(PairKind::EdgeEdge, [a.min(b), a.max(b)]);
            ControlFlow::Continue(())
        };
        let _ = first.own_pairs(0..first.leaves(), |a, b| {
            pair(outside[a as usize], outside[b as usize])
        });
        let _ = first.pairs(0..first.leaves(), second, |a, b| {
            pair(outside[a as usize], within[b as usize])
        });
    }

    /// The same of vertices and triangles.
    fn faces(
        &mut self,
        mesh: &DeformingMesh,
        scope: Scope,
        take: &mut impl FnMut(PairKind, [u32; 2]),
    ) {
        let triangles = mesh.triangles();
        let is_within = |vertex: u32| scope == Scope::AllButWithin(mesh.body(vertex));
        let vertices = 0..mesh.paths().len() as u32;
        for of_body in [false, true] {
            let [points, faces] = &mut self.items;
            fill(faces, 0..triangles.len() as u32);
            faces.retain(|&face| !of_body || !is_within(triangles[face as usize][0]));
            points.clear();
            if !faces.is_empty() {
                points.extend(
                    vertices
                        .clone()
                        .filter(|&vertex| is_within(vertex) == of_body),
                );
            }
            if points.is_empty() {
                continue;
            }
            self.make_trees(|vertex| [vertex; 1], |face| triangles[face as usize]);
            self.all_pairs(|vertex, face| take(PairKind::VertexFace, [vertex, face]));
        }
    }

    /// Trees over both lists of items, by the vertices that these have.
    fn make_trees<const A: usize, const B: usize>(
        &mut self,
        first: impl Fn(u32) -> [u32; A],
        second: impl Fn(u32) -> [u32; B],
    ) {
        let boxes = &self.boxes;
        let [a, b] = &self.items;
        let [of_a, of_b] = &mut self.trees;
        of_a.rebuild(a.len(), |item| around(boxes, &first(a[item as usize])));
        of_b.rebuild(b.len(), |item| around(boxes, &second(b[item as usize])));
    }

    /// Every pair of an item of the first list and one of the second whose boxes may meet.
    fn all_pairs(&self, mut take: impl FnMut(u32, u32)) {
        let [a, b] = &self.items;
        let [first, second] = &self.trees;
        let _ = first.pairs(
            0..first.leaves(),
            second,
            |i, j| -> ControlFlow<Infallible> {
                take(a[i as usize], b[j as usize]);
                ControlFlow::Continue(())
            },
        );
    }

    /// Which edges end at each vertex.
    fn find_edges_at(&mut self, mesh: &DeformingMesh) {
        let Search {
            first_edge,
            edges_at,
            ..
        } = self;
        first_edge.clear();
        first_edge.resize(mesh.paths().len() + 1, 0);
        for end in mesh.edges().iter().flatten() {
            first_edge[*end as usize] += 1;
        }
        let mut sum = 0;
        for first in first_edge.iter_mut() {
            sum += *first;
            *first = sum;
        }
        edges_at.clear();
        edges_at.resize(sum as usize, 0);
        for (edge, ends) in mesh.edges().iter().enumerate() {
            for &end in ends {
                let next = &mut first_edge[end as usize];
                *next -= 1;
                edges_at[*next as usize] = edge as u32;
            }
        }
    }

    fn edges_of(&self, vertex: u32) -> &[u32] {
        let [first, end] = [0, 1].map(|k| self.first_edge[vertex as usize + k] as usize);
        &self.edges_at[first..end]
    }

    /// Vertices and edges of no triangle for which no two edges stand. Two edges that share no vertex hold their own ends: where all edges of a vertex
    /// are compared with an edge, and are to keep as much, there is nothing more to ask. That leaves vertices all of whose edges meet the edge, of
    /// edges that are only not to touch their ends, and vertices without an edge.
    fn ends(&mut self, question: &Question<'_>, take: &mut impl FnMut(PairKind, [u32; 2])) {
        let mesh = question.mesh;
        let edges = mesh.edges();
        let kind = PairKind::VertexEdge;
        let is_asked = |vertex: u32, edge: u32| {
            let [a, b] = edges[edge as usize];
            vertex != a && vertex != b && !self.is_implied(question, [vertex, edge])
        };
        for &edge in mesh.own_edges() {
            for end in edges[edge as usize] {
                for &next in self.edges_of(end) {
                    for far in edges[next as usize] {
                        if is_asked(far, edge) {
                            take(kind, [far, edge]);
                        }
                    }
                }
            }
        }
        for (of, [a, b]) in question.compared.touching().iter() {
            for [edge, other] in [[a, b], [b, a]] {
                if of == PairKind::EdgeEdge && mesh.own_edges().binary_search(&edge).is_ok() {
                    // Pairs that the mesh does not have may be listed.
                    for &end in edges.get(other as usize).into_iter().flatten() {
                        if is_asked(end, edge) {
                            take(kind, [end, edge]);
                        }
                    }
                }
            }
        }
        let lonely = (0..mesh.paths().len() as u32)
            .filter(|&v| self.first_edge[v as usize] == self.first_edge[v as usize + 1]);
        let [vertices, own] = &mut self.items;
        fill(vertices, lonely);
        fill(own, mesh.own_edges().iter().copied());
        if !vertices.is_empty() {
            self.make_trees(|vertex| [vertex; 1], |edge| edges[edge as usize]);
            self.all_pairs(|vertex, edge| take(kind, [vertex, edge]));
        }
    }

    /// Whether an edge that ends at the vertex is compared with the edge, and is to keep as much.
    fn is_implied(&self, question: &Question<'_>, [vertex, edge]: [u32; 2]) -> bool {
        let wanted = question.clearance(PairKind::VertexEdge, [vertex, edge]);
        self.edges_of(vertex).iter().any(|&of| {
            let pair = [of.min(edge), of.max(edge)];
            question.is_asked(PairKind::EdgeEdge, pair)
                && question.clearance(PairKind::EdgeEdge, pair) >= wanted
        })
    }
}

fn fill<T>(list: &mut Vec<T>, items: impl Iterator<Item = T>) {
    list.clear();
    list.extend(items);
}

impl Clone for NearPairs {
    /// One of the same scope that has to search anew.
    fn clone(&self) -> NearPairs {
        NearPairs::new(self.scope).without_clearance(self.touching.clone())
    }
}

impl fmt::Debug for NearPairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NearPairs")
            .field("reach", &self.reach)
            .field("pairs", &self.pairs.len())
            .finish_non_exhaustive()
    }
}

/// A step of which [`NearPairs`] has all pairs that matter.
#[derive(Clone, Copy)]
pub struct NearStep<'a> {
    question: Question<'a>,
    pairs: &'a [(PairKind, [u32; 2])],
}

impl<'a> NearStep<'a> {
    /// The mesh that is asked about.
    pub fn mesh(&self) -> &'a DeformingMesh {
        self.question.mesh
    }

    /// Every pair that comes within the clearance, but for those to be skipped: what
    /// [`deforming_contacts_with`](super::deforming_contacts_with) would give, but for vertices and edges where two edges stand for them.
    /// Two edges that are skipped stand for their ends too: nothing is told of these.
    pub fn contacts(self, skipped: &'a PairList) -> impl Iterator<Item = DeformingContact> + 'a {
        let question = self.question;
        self.pairs.iter().filter_map(move |&(kind, features)| {
            let is_out = question.is_apart(kind, features, 1.0) || skipped.contains(kind, features);
            if is_out {
                return None;
            }
            question.listed(kind, features)
        })
    }

    /// Every pair that does not keep what [`free_step_with`](super::free_step_with) asks of it: none if all of the step is free.
    ///
    /// Where two edges stand for an edge and an end of the other, what is kept is what the edges start with, if that is within the clearance: never
    /// nothing, but it may be less than what the end starts with.
    ///
    /// With `moved`, by vertex, only pairs with a vertex that is marked there: for steps of which all other pairs are known to be free.
    pub fn too_near(
        self,
        moved: Option<&'a [bool]>,
    ) -> impl Iterator<Item = DeformingContact> + 'a {
        let question = self.question;
        let is_moved = move |kind: PairKind, features: [u32; 2]| match moved {
            None => true,
            Some(moved) => {
                let (corners, _) = super::question::corners(question.mesh, kind, features);
                corners.iter().any(|&vertex| moved[vertex as usize])
            }
        };
        self.pairs.iter().filter_map(move |&(kind, features)| {
            if !is_moved(kind, features) || question.is_apart(kind, features, 1.0) {
                return None;
            }
            let contact = question.kept(kind, features).contact?;
            Some(DeformingContact {
                kind,
                features,
                contact,
            })
        })
    }
}

impl fmt::Debug for NearStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NearStep")
            .field("pairs", &self.pairs.len())
            .finish_non_exhaustive()
    }
}
