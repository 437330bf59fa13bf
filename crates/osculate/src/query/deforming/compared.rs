//! Which pairs of features are compared.

use super::{DeformingContact, Scope};
use crate::query::points::PairKind;
use alloc::vec::Vec;

/// Pairs of features of a [`DeformingMesh`](crate::motion::DeformingMesh), to be left out of a search or treated otherwise.
///
/// Made of kinds and features as a [`DeformingContact`] has them; the order of two edges, or of two vertices, does not matter.
///
/// ```
/// use osculate::query::{deforming::PairList, points::PairKind};
///
/// let known: PairList = [(PairKind::VertexFace, [3, 0]), (PairKind::EdgeEdge, [7, 2])].into_iter().collect();
/// assert!(known.contains(PairKind::EdgeEdge, [2, 7]) && !known.contains(PairKind::VertexFace, [0, 3]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairList {
    /// Sorted.
    keys: Vec<u64>,
}

impl PairList {
    /// Whether a pair is in the list.
    #[inline]
    pub fn contains(&self, kind: PairKind, features: [u32; 2]) -> bool {
        !self.keys.is_empty() && self.keys.binary_search(&key(kind, features)).is_ok()
    }

    /// All pairs, in order.
    pub fn iter(&self) -> impl Iterator<Item = (PairKind, [u32; 2])> + '_ {
        self.keys.iter().map(|&key| {
            let kind = match key >> 62 {
                0 => PairKind::VertexVertex,
                1 => PairKind::VertexEdge,
                2 => PairKind::VertexFace,
                _ => PairKind::EdgeEdge,
            };
            let feature = |shift: u32| (key >> shift & 0x7fff_ffff) as u32;
            (kind, [feature(31), feature(0)])
        })
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}

/// A whole number for a pair: features have 31 bits.
fn key(kind: PairKind, [a, b]: [u32; 2]) -> u64 {
    let (code, [a, b]) = match kind {
        PairKind::VertexVertex => (0, [a.min(b), a.max(b)]),
        PairKind::VertexEdge => (1, [a, b]),
        PairKind::VertexFace => (2, [a, b]),
        PairKind::EdgeEdge => (3, [a.min(b), a.max(b)]),
    };
    code << 62 | u64::from(a & 0x7fff_ffff) << 31 | u64::from(b & 0x7fff_ffff)
}

impl FromIterator<(PairKind, [u32; 2])> for PairList {
    fn from_iter<I: IntoIterator<Item = (PairKind, [u32; 2])>>(pairs: I) -> PairList {
        let pairs = pairs.into_iter();
        let mut keys: Vec<u64> = pairs.map(|(kind, features)| key(kind, features)).collect();
        keys.sort_unstable();
        keys.dedup();
        PairList { keys }
    }
}

impl FromIterator<DeformingContact> for PairList {
    fn from_iter<I: IntoIterator<Item = DeformingContact>>(contacts: I) -> PairList {
        let pairs = contacts.into_iter();
        pairs.map(|found| (found.kind, found.features)).collect()
    }
}

/// Which pairs of features a search compares: a [`Scope`], less what is known.
///
/// Lists of pairs and no callback: a search may run on all cores, and its proof is one about data that can be looked at.
///
/// ```
/// use osculate::query::deforming::{Compared, PairList, Scope};
/// use osculate::query::points::PairKind;
///
/// let known: PairList = [(PairKind::EdgeEdge, [7, 2])].into_iter().collect();
/// let compared = Compared::from(Scope::BetweenBodies).skipping(&known);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Compared<'a> {
    pub(super) scope: Scope,
    skipped: &'a PairList,
    touching: &'a PairList,
}

static NONE: PairList = PairList { keys: Vec::new() };

impl<'a> Compared<'a> {
    /// Leaves these pairs out: nothing is proven about them.
    pub fn skipping(self, pairs: &'a PairList) -> Compared<'a> {
        Compared {
            skipped: pairs,
            ..self
        }
    }

    /// Asks of these pairs only that they do not touch, whatever the clearance: neighbours that are closer than that.
    pub fn without_clearance(self, pairs: &'a PairList) -> Compared<'a> {
        Compared {
            touching: pairs,
            ..self
        }
    }

    pub(super) fn touching(&self) -> &'a PairList {
        self.touching
    }

    #[inline(always)]
    pub(super) fn skips(&self, kind: PairKind, features: [u32; 2]) -> bool {
        self.skipped.contains(kind, features)
    }

    /// The clearance that a pair is to keep, of the one that others are.
    #[inline(always)]
    pub(super) fn clearance(&self, kind: PairKind, features: [u32; 2], clearance: f64) -> f64 {
        match self.touching.contains(kind, features) {
            true => 0.0,
            false => clearance,
        }
    }
}

impl From<Scope> for Compared<'_> {
    fn from(scope: Scope) -> Self {
        Compared {
            scope,
            skipped: &NONE,
            touching: &NONE,
        }
    }
}

impl Default for Compared<'_> {
    fn default() -> Self {
        Scope::default().into()
    }
}
