//! Meshes that deform: where do their features touch, and how much of a step is free of that?

use crate::motion::DeformingMesh;
use crate::query::points::linear_pair::{LinearContact, LinearPair, PairKind};
use alloc::vec::{IntoIter, Vec};
use core::fmt;
use core::ops::Range;

mod candidates;
mod direction;
mod tasks;

use candidates::Candidates;
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

/// Two features of a [`DeformingMesh`] that touch.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct DeformingContact {
    /// [`PairKind::VertexFace`] or [`PairKind::EdgeEdge`].
    pub kind: PairKind,
    /// A vertex and a triangle, or two edges, the smaller index first: indices into what the mesh has of them.
    pub features: [u32; 2],
    /// When and where they first touch.
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
    }
}

impl DeformingContact {
    /// The features, as they move.
    ///
    /// # Panics
    /// If `mesh` has no such features.
    pub fn pair(&self, mesh: &DeformingMesh) -> LinearPair {
        candidates::pair(mesh, self.kind, self.features)
    }
}

/// All contacts of features during `[0, 1]`: of every vertex and every triangle, and of every two edges, that share no vertex.
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
    DeformingContacts {
        mesh,
        scope,
        kinds: &candidates::KINDS,
        candidates: None,
        chunks: 0..0,
        found: Vec::new().into_iter(),
        stats: DeformingStats::default(),
    }
}

/// What [`deforming_contacts`] gives: contacts, one after the other.
pub struct DeformingContacts<'m> {
    mesh: &'m DeformingMesh,
    scope: Scope,
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
        let count = |kind: &PairKind| match kind {
            PairKind::EdgeEdge => self.mesh.edges().len() as f64,
            _ => self.mesh.paths().len() as f64,
        };
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
            let candidates = Candidates::new(self.mesh, self.scope, kind, 1.0);
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

/// The largest step without contact: an instant up to which no vertex and triangle, and no two edges, that share no vertex
/// touch; with the contact that ends it.
///
/// It is the smallest `lower` that [`deforming_contacts`] would tell, and its contact the first of these that has it; found
/// faster, since only contacts before the earliest one known need to be looked for. The true first contact is at most 1e-12
/// later. Triangles that do not intersect at the start do not until then.
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
    let mut step = FreeStep {
        lower: 1.0,
        limit: None,
        stats: DeformingStats::default(),
    };
    for kind in candidates::KINDS {
        let mut candidates = Candidates::new(mesh, scope, kind, limit(&step));
        let chunks = candidates.leaves().div_ceil(CHUNK);
        let (mut done, mut round) = (0, 1);
        while done < chunks {
            let end = chunks.min(done + round);
            let from = step;
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
            if limit(&step) <= 0.0 {
                return step;
            }
            (done, round) = (end, (2 * round).min(ROUND));
            if limit(&step) < REFIT * candidates.until() && 32 * done > chunks && 2 * done < chunks
            {
                candidates.fit(limit(&step));
            }
        }
    }
    step
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
