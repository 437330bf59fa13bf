//! Deforming meshes: where do their features touch, and how large is the step without contact?

use crate::motion::DeformingMesh;
use crate::query::Limits;
use crate::query::points::linear_pair::{LinearContact, LinearPair, PairKind};
use alloc::vec::{IntoIter, Vec};
use core::fmt;
use core::ops::Range;

mod candidates;
mod compared;
mod fractions;
mod lowered;
mod near_pairs;
mod question;
mod tasks;

pub use compared::{Compared, PairList};
pub use near_pairs::{NearPairs, NearStep};

use candidates::{Candidates, Trees};
use question::Question;
use tasks::{CHUNK, at_once, in_order};

/// Which features of a [`DeformingMesh`] are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Scope {
    /// All that do not share a vertex.
    #[default]
    All,
    /// Those of different bodies.
    BetweenBodies,
    /// All that do not share a vertex, except two of this body: an obstacle, whose parts may touch each other as they like.
    AllButWithin(usize),
}

/// Two features of a [`DeformingMesh`] that touch, or come within a clearance.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct DeformingContact {
    /// [`PairKind::VertexFace`], [`PairKind::EdgeEdge`], or [`PairKind::VertexEdge`] of an edge of no triangle.
    pub kind: PairKind,
    /// A vertex and a triangle or an edge, or two edges, the smaller index first: indices into what the mesh has of them.
    pub features: [u32; 2],
    /// When and where they first touch. With a clearance: they keep it up to and including `lower` (or it is 0, if they do not
    /// at the start), and at `upper` exceed it by the tolerance at most; `upper` is `lower`, or 1 if rounding, or the budget,
    /// left it open. The place is where they are closest at `lower`, on the first of them.
    pub contact: LinearContact,
}

/// What an answer about a [`DeformingMesh`] took; the same at every thread count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct DeformingStats {
    /// How many pairs of features that share no vertex no axis keeps apart.
    pub box_pairs: u64,
    /// How many of them were compared exactly, since no other direction that is tried keeps them apart either.
    pub candidates: u64,
    /// How many of them touch.
    pub contacts: u64,
    /// How many of them start within the clearance, as far as that was asked.
    pub close_at_start: u64,
}

/// How much of a step is free of contacts.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FreeStep {
    /// No features touch up to and including this instant; or it is 0, if some touch at the start. 1 if none ever do.
    pub lower: f64,
    /// The contact that has this `lower`; of several, the first in the order of the search. None if the step is free.
    pub limit: Option<DeformingContact>,
    /// What it took.
    pub stats: DeformingStats,
}

impl DeformingStats {
    fn add(&mut self, other: DeformingStats) {
        self.box_pairs += other.box_pairs;
        self.candidates += other.candidates;
        self.contacts += other.contacts;
        self.close_at_start += other.close_at_start;
    }
}

impl DeformingContact {
    /// The features, as they move.
    ///
    /// # Panics
    /// If `mesh` has no such features.
    pub fn pair(&self, mesh: &DeformingMesh) -> LinearPair {
        question::pair(mesh, self.kind, self.features)
    }

    /// The vertices of the features, those of the first and then those of the second, and how many there are.
    ///
    /// # Panics
    /// If `mesh` has no such features.
    pub fn vertices(&self, mesh: &DeformingMesh) -> ([u32; 4], usize) {
        let (corners, [of_a, of_b]) = question::corners(mesh, self.kind, self.features);
        (corners, of_a + of_b)
    }
}

/// All contacts of features during `[0, 1]`: of every vertex and every triangle, of every two edges, and of every vertex and every
/// edge of no triangle, that share no vertex. (For the sides of a triangle the triangle stands; two vertices are not compared.)
///
/// The iterator gives each such pair once with its first contact, in an order that depends on nothing but the mesh and scope.
/// Whether features touch is exact, as [`LinearPair::first_contact`] is: none is missed, whatever the coordinates. Triangles that
/// do not intersect at the start cannot do so before such a contact. An edge that pierces a triangle at the start, and stays so,
/// is no contact of these kinds.
///
/// The search goes on as contacts are taken; what is not asked for is not searched. Takes memory in proportion to the mesh; with
/// feature `parallel` all cores.
///
/// ```
/// use glam::DVec3;
/// use osculate::motion::{DeformingMesh, DeformingMeshError};
/// use osculate::query::{deforming::{Scope, deforming_contacts}, points::PairKind};
///
/// let floor = [DVec3::ZERO, 9.0 * DVec3::X, 9.0 * DVec3::Y];
/// let floor = DeformingMesh::new(&floor, &floor, &[[0, 1, 2]])?;
/// let start = [3.0, 4.0, 5.0].map(|z| DVec3::new(z - 2.0, 2.0, z));
/// let end = [-1.0, 1.0, 3.0].map(|z| DVec3::new(z + 2.0, 3.0, z)); // One corner gets through.
/// let flag = DeformingMesh::new(&start, &end, &[[0, 1, 2]])?;
///
/// let cloth = DeformingMesh::join(&[floor, flag])?;
/// let found: Vec<_> = deforming_contacts(&cloth, Scope::All).collect();
/// let [only] = found[..] else { panic!("{found:?}") };
/// assert_eq!((only.kind, only.features), (PairKind::VertexFace, [3, 0]));
/// assert!((only.contact.upper - 0.75).abs() < 1e-12);
/// # Ok::<(), DeformingMeshError>(())
/// ```
pub fn deforming_contacts(mesh: &DeformingMesh, scope: Scope) -> DeformingContacts<'_> {
    deforming_contacts_with(mesh, &scope.into(), &Limits::default())
}

/// All pairs of features that come within the clearance of `limits` during `[0, 1]`, of those that are `compared`: as
/// [`deforming_contacts`], which is this for everything in a scope and no clearance.
///
/// None is missed: a pair that is left out keeps the clearance at every instant, proven as [`LinearPair::first_within`] does. One
/// that starts within the clearance has a `lower` of 0. One that comes as near to it as the tolerance, which is that of `limits`
/// or a millionth of the clearance, may be among them. The budget is that of each pair. A skin is not looked at.
pub fn deforming_contacts_with<'m>(
    mesh: &'m DeformingMesh,
    compared: &Compared<'m>,
    limits: &Limits,
) -> DeformingContacts<'m> {
    DeformingContacts {
        question: Question {
            mesh,
            compared: *compared,
            limits: *limits,
        },
        kinds: &candidates::KINDS,
        candidates: None,
        chunks: 0..0,
        found: Vec::new().into_iter(),
        stats: DeformingStats::default(),
    }
}

/// What [`deforming_contacts`] gives: contacts, one after the other.
pub struct DeformingContacts<'m> {
    question: Question<'m>,
    /// The kinds of pairs that were not begun.
    kinds: &'static [PairKind],
    /// The kind that is searched.
    candidates: Option<Candidates<'m>>,
    /// What of that is still to be searched.
    chunks: Range<usize>,
    /// Contacts that were found and not yet taken.
    found: IntoIter<DeformingContact>,
    stats: DeformingStats,
}

impl DeformingContacts<'_> {
    /// What the search took so far. Once there are no more contacts that is all of it, the same at every thread count; before, all cores may
    /// have searched ahead.
    pub fn stats(&self) -> DeformingStats {
        self.stats
    }

    /// The contacts of the next part of the search, often none; `None` once all is searched. For those who want to know between
    /// contacts how far the search has come; all parts together are what the iterator gives.
    ///
    /// ```
    /// use glam::DVec3;
    /// use osculate::motion::{DeformingMesh, DeformingMeshError};
    /// use osculate::query::deforming::{Scope, deforming_contacts};
    ///
    /// let corners = [DVec3::ZERO, DVec3::X, DVec3::Y];
    /// let sheet = DeformingMesh::new(&corners, &corners, &[[0, 1, 2]])?;
    /// let mut contacts = deforming_contacts(&sheet, Scope::All);
    /// assert_eq!(contacts.share_searched(), 0.0);
    /// while let Some(part) = contacts.next_part() {
    ///     assert!(part.is_empty() && contacts.share_searched() > 0.0);
    /// }
    /// assert_eq!(contacts.share_searched(), 1.0);
    /// # Ok::<(), DeformingMeshError>(())
    /// ```
    pub fn next_part(&mut self) -> Option<Vec<DeformingContact>> {
        if self.found.len() == 0 && !self.search() {
            return None;
        }
        Some(core::mem::take(&mut self.found).collect())
    }

    /// Which share of the features has been searched, from 0 to 1.
    pub fn share_searched(&self) -> f64 {
        let count = |kind: &PairKind| candidates::count(self.question.mesh, *kind) as f64;
        let left = match &self.candidates {
            Some(candidates) if !self.chunks.is_empty() => {
                let chunks = candidates.leaves().div_ceil(CHUNK);
                count(&candidates.kind()) * self.chunks.len() as f64 / chunks as f64
            }
            _ => 0.0,
        };
        let left = left + self.kinds.iter().map(count).sum::<f64>();
        match candidates::KINDS.iter().map(count).sum::<f64>() {
            all if all > 0.0 => 1.0 - left / all,
            _ => 1.0,
        }
    }

    /// Searches a little more; false if there is nothing left.
    fn search(&mut self) -> bool {
        if self.chunks.is_empty() {
            let Some((&kind, rest)) = self.kinds.split_first() else {
                return false;
            };
            self.kinds = rest;
            let trees = self.candidates.take().map(Candidates::into_trees);
            if candidates::count(self.question.mesh, kind) == 0 {
                return true;
            }
            let candidates = Candidates::new(self.question, kind, 1.0, trees.unwrap_or_default());
            self.chunks = 0..candidates.leaves().div_ceil(CHUNK);
            self.candidates = Some(candidates);
        }
        let Some(candidates) = &self.candidates else {
            return false;
        };
        // Few parts at a time: contacts wait in memory until they are taken.
        let end = self.chunks.end.min(self.chunks.start + at_once());
        let mut found = core::mem::take(&mut self.found).collect::<Vec<_>>();
        in_order(
            self.chunks.start..end,
            |chunk| candidates.contacts(chunk),
            |(contacts, stats)| {
                self.stats.add(stats);
                found.extend(contacts);
            },
        );
        self.found = found.into_iter();
        self.chunks.start = end;
        true
    }
}

impl Iterator for DeformingContacts<'_> {
    type Item = DeformingContact;

    fn next(&mut self) -> Option<DeformingContact> {
        loop {
            if let Some(contact) = self.found.next() {
                return Some(contact);
            }
            if !self.search() {
                return None;
            }
        }
    }
}

impl fmt::Debug for DeformingContacts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeformingContacts")
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

/// The largest step without contact: an instant up to which no features touch that [`deforming_contacts`] compares, and the
/// contact that ends the step.
///
/// It is the smallest `lower` of [`deforming_contacts`], with the first contact that has it; found faster, since only
/// contacts before the earliest one known are searched. The true first contact is at most 1e-12 later. Triangles that do not
/// intersect at the start do not until then.
///
/// Takes memory in proportion to the mesh; with feature `parallel` all cores.
///
/// ```
/// use glam::DVec3;
/// use osculate::{motion::{DeformingMesh, DeformingMeshError}, query::deforming::{Scope, free_step}};
///
/// let floor = [DVec3::ZERO, 9.0 * DVec3::X, 9.0 * DVec3::Y];
/// let sheet = floor.map(|corner| 0.5 * corner + DVec3::ONE);
/// let bodies = [
///     DeformingMesh::new(&floor, &floor, &[[0, 1, 2]])?,
///     DeformingMesh::new(&sheet, &sheet.map(|corner| corner - 4.0 * DVec3::Z), &[[0, 1, 2]])?,
/// ];
/// let step = free_step(&DeformingMesh::join(&bodies)?, Scope::All);
/// assert!(step.lower < 0.25 && step.lower > 0.25 - 1e-11);
/// # Ok::<(), DeformingMeshError>(())
/// ```
pub fn free_step(mesh: &DeformingMesh, scope: Scope) -> FreeStep {
    let mut workspace = DeformingWorkspace::new();
    free_step_with(mesh, &scope.into(), &Limits::default(), &mut workspace)
}

/// The largest step in which all `compared` pairs of features keep the clearance of `limits`; [`free_step`] is the case of a
/// whole scope without clearance.
///
/// What is proven: at every instant of `[0, lower]` every such pair is further apart than the clearance. A pair that starts
/// within it must only come no closer, up to rounding: it stays above its separation at the start minus 2⁻⁴² of the largest
/// coordinate by which its points differ or move; [`DeformingStats::close_at_start`] counts these pairs. If two features may
/// touch at the start, `lower` is 0. Without a clearance all is exact.
///
/// `limit` is the pair that ends the step: at `lower` it is within the tolerance of the distance that it must keep. The
/// tolerance is that of `limits`, by default a millionth of the clearance. The budget is per pair, and if it runs out the
/// step ends. A skin is ignored.
///
/// With a kept workspace nothing is allocated once it has grown, except, without a clearance, for pairs that only large
/// integers decide. With feature `parallel` this uses all cores, and distributing the work allocates.
///
/// ```
/// use glam::DVec3;
/// use osculate::motion::DeformingMesh;
/// use osculate::{Limits, query::deforming::{Compared, DeformingWorkspace, free_step_with}};
///
/// // Two cables, one of which falls onto the other.
/// let start = [(-1.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, -1.0, 1.0), (0.0, 1.0, 1.0)].map(DVec3::from);
/// let end = [start[0], start[1], start[2] - DVec3::Z, start[3] - DVec3::Z];
/// let cables = DeformingMesh::new(&start, &end, &[])?.with_edges(&[[0, 1], [2, 3]])?;
/// let limits = Limits::default().with_clearance(0.25)?;
/// let step = free_step_with(&cables, &Compared::default(), &limits, &mut DeformingWorkspace::new());
/// assert!(step.lower < 0.75 && step.lower > 0.75 - 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn free_step_with(
    mesh: &DeformingMesh,
    compared: &Compared<'_>,
    limits: &Limits,
    workspace: &mut DeformingWorkspace,
) -> FreeStep {
    let question = Question {
        mesh,
        compared: *compared,
        limits: *limits,
    };
    let mut step = FreeStep {
        lower: 1.0,
        limit: None,
        stats: DeformingStats::default(),
    };
    for kind in candidates::KINDS {
        if candidates::count(mesh, kind) > 0 && limit(&step) > 0.0 {
            let trees = core::mem::take(&mut workspace.trees);
            let mut candidates = Candidates::new(question, kind, limit(&step), trees);
            search_step(&mut candidates, &mut step);
            workspace.trees = candidates.into_trees();
        }
    }
    step
}

/// Looks for the earliest contact of a kind.
fn search_step(candidates: &mut Candidates<'_>, step: &mut FreeStep) {
    let chunks = candidates.leaves().div_ceil(CHUNK);
    let (mut done, mut round) = (0, 1);
    while done < chunks {
        let end = chunks.min(done + round);
        let from = *step;
        in_order(
            done..end,
            |chunk| candidates.earliest(chunk, &from),
            |part| {
                step.stats.add(part.stats);
                if let Some(found) = part.limit
                    && step
                        .limit
                        .is_none_or(|known| found.contact.lower < known.contact.lower)
                {
                    step.limit = part.limit;
                    step.lower = found.contact.lower;
                }
            },
        );
        if limit(step) <= 0.0 {
            return;
        }
        (done, round) = (end, (2 * round).min(ROUND));
        if limit(step) < REFIT * candidates.until() && 32 * done > chunks && 2 * done < chunks {
            candidates.fit(limit(step));
        }
    }
}

/// How far each vertex may go by itself, so that one touching pair does not stop all others.
///
/// What is proven: let all vertices set out at once, each follow its path, and stop for good where it is at its own fraction
/// of `[0, 1]`. At every instant, during all this and after it, every pair of features that is `compared` keeps what
/// [`free_step_with`] asks of it: the clearance, or its separation at the start if that is smaller, up to rounding. Features
/// that may touch at the start do not move. The vertices need not stop at the same time, and no fraction is less than the
/// step of `free_step_with`, up to the tolerance.
///
/// How: pairs that come within the clearance stop when they do, and so do all their vertices. A pair of which some vertices
/// stop and others go on is compared again from there, in rounds, until none fails. docs/decisions/deforming.md has the
/// proof. Fractions are not the largest possible ones. They do not depend on any order: they are the same at every thread
/// count.
///
/// With a kept workspace nothing is allocated once it has grown, except, without a clearance, for pairs that only large
/// integers decide. With feature `parallel` this uses all cores, and distributing the work allocates.
///
/// ```
/// use glam::DVec3;
/// use osculate::motion::DeformingMesh;
/// use osculate::{Limits, query::deforming::{Compared, DeformingWorkspace, free_fractions}};
///
/// // Three cables along y: the first falls onto the second, which rests; the third falls far from both.
/// let at = |x: f64, z: f64| [DVec3::new(x, -1.0, z), DVec3::new(x, 1.0, z)];
/// let start = [at(0.0, 1.0), at(0.0, 0.0), at(9.0, 1.0)].concat();
/// let end = [at(0.0, -1.0), at(0.0, 0.0), at(9.0, -1.0)].concat();
/// let cables = DeformingMesh::new(&start, &end, &[])?.with_edges(&[[0, 1], [2, 3], [4, 5]])?;
/// let limits = Limits::default().with_clearance(0.1)?;
/// let mut workspace = DeformingWorkspace::new();
/// let found = free_fractions(&cables, &Compared::default(), &limits, &mut workspace);
/// assert!(found.fractions[..2].iter().all(|&f| f < 0.45 && f > 0.449_999));
/// assert_eq!(found.fractions[4..], [1.0, 1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn free_fractions<'w>(
    mesh: &DeformingMesh,
    compared: &Compared<'_>,
    limits: &Limits,
    workspace: &'w mut DeformingWorkspace,
) -> FreeFractions<'w> {
    let question = Question {
        mesh,
        compared: *compared,
        limits: *limits,
    };
    let (rounds, stats) = fractions::find(question, workspace);
    FreeFractions {
        fractions: &workspace.rounds.fractions,
        rounds,
        stats,
    }
}

/// The result of [`free_fractions`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct FreeFractions<'w> {
    /// By vertex: how much of its way it may go, from 0 to 1.
    pub fractions: &'w [f64],
    /// How often pairs were compared again: 0 if the whole step is free.
    pub rounds: u32,
    /// What it took, all rounds together.
    pub stats: DeformingStats,
}

/// Memory for queries about deforming meshes: keep one a thread, and repeated queries allocate nothing.
#[derive(Default)]
pub struct DeformingWorkspace {
    trees: Trees,
    rounds: fractions::Rounds,
}

impl DeformingWorkspace {
    /// An empty one.
    pub fn new() -> DeformingWorkspace {
        DeformingWorkspace::default()
    }
}

impl fmt::Debug for DeformingWorkspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeformingWorkspace").finish_non_exhaustive()
    }
}

/// Chunks between two looks at the earliest contact known.
const ROUND: usize = 64;
/// How much less of the step must be left for boxes to be fitted again.
const REFIT: f64 = 0.125;

/// Up to when contacts matter. One that is later has a `lower` above that of the contact known, since `lower` is at most
/// 1e-12 before it: leaving it out never changes which one is earliest.
fn limit(step: &FreeStep) -> f64 {
    match step.limit {
        None => 1.0,
        Some(known) if known.contact.upper <= 0.0 => 0.0,
        Some(known) => known
            .contact
            .upper
            .max(known.contact.lower + 2e-12)
            .min(1.0),
    }
}
