//! The answer about many pairs, made of the answers about each: the rules that robots and lists of bodies share.
//!
//! The least `lower` of any contact is that of all, with the features of its pair. `upper` is the least of any crossing; only if
//! no pair is known to cross is the contact a near one. A pair that is undecided before `lower` makes all undecided, from the
//! least `free_until` on. Pairs that are not apart at the start come before all that, and are listed; if it is proven that none of
//! them gets deeper, what the others do is told as well.

use super::{Contact, Evidence, Outcome, Overlap, Reason, Then, Verdict};
use alloc::vec::Vec;

/// The contact that is the first so far, and the pair that it is of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct First<K> {
    pub(crate) pair: K,
    pub(crate) contact: Contact,
    /// The clearance and the tolerance in force for this pair.
    pub(crate) clearance: f64,
    pub(crate) tolerance: f64,
}

/// A pair that is not apart at the start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overlapping<K> {
    pub(crate) pair: K,
    pub(crate) proven: bool,
    pub(crate) start: Overlap,
    pub(crate) then: Then,
}

/// What is known so far.
#[derive(Debug)]
pub(crate) struct Least<K> {
    /// A time by which some pair certainly meets, whatever else is found.
    pub(crate) meets: Option<f64>,
    first: Option<First<K>>,
    undecided: Option<(Option<f64>, Reason, K)>,
    pub(crate) overlapping: Vec<Overlapping<K>>,
    /// Whether one of those may get deeper.
    blocked: bool,
}

/// What all answers come to.
#[allow(clippy::large_enum_variant, reason = "once a query")]
pub(crate) enum Concluded<K> {
    Free,
    Contact(First<K>),
    /// Pairs that are not apart at the start.
    Overlapping {
        pairs: Vec<Overlapping<K>>,
        /// Whether all are there.
        complete: bool,
        /// The others are apart up to this time, and none of these gets deeper; infinite if that is for good. `None` if one of
        /// these may, or if not even the start was shown.
        free_until: Option<f64>,
        /// The first contact of the others, if it is what ends that.
        first: Option<First<K>>,
    },
    Undecided {
        free_until: Option<f64>,
        reason: Reason,
        pair: K,
        /// A time by which some pair certainly meets.
        crossing: Option<f64>,
    },
}

impl<K: Copy> Least<K> {
    /// Nothing yet; pairs that are not apart at the start are listed in memory that is given.
    pub(crate) fn new(mut memory: Vec<Overlapping<K>>) -> Least<K> {
        memory.clear();
        Least {
            meets: None,
            first: None,
            undecided: None,
            overlapping: memory,
            blocked: false,
        }
    }

    /// Takes in the answer about a pair, for a query that starts at `start`. What is later than the time that comes back does not
    /// matter any more.
    pub(crate) fn take(&mut self, pair: K, outcome: &Outcome, start: f64) -> f64 {
        match outcome.verdict {
            Verdict::Free => f64::INFINITY,
            Verdict::Contact(contact) => {
                let earlier = |first: First<K>| contact.lower < first.contact.lower;
                if self.first.is_none_or(earlier) {
                    self.first = Some(First {
                        pair,
                        contact,
                        clearance: outcome.clearance,
                        tolerance: outcome.tolerance,
                    });
                }
                contact.lower
            }
            Verdict::Overlapping {
                proven,
                start: overlap,
                then,
            } => {
                self.overlapping.push(Overlapping {
                    pair,
                    proven,
                    start: overlap,
                    then,
                });
                if outcome.verdict.blocks() {
                    self.blocked = true;
                    start
                } else {
                    f64::INFINITY
                }
            }
            Verdict::Undecided { free_until, reason } => {
                self.undecided(free_until, reason, pair);
                free_until.unwrap_or(start)
            }
        }
    }

    /// A pair that is undecided.
    pub(crate) fn undecided(&mut self, free_until: Option<f64>, reason: Reason, pair: K) {
        let earlier = |(time, ..): (Option<f64>, Reason, K)| free_until < time;
        if self.undecided.is_none_or(earlier) {
            self.undecided = Some((free_until, reason, pair));
        }
    }

    /// What all that is known comes to; `prove` looks for the proof that something meets, as early as it can.
    pub(crate) fn conclude(&mut self, prove: impl FnOnce(First<K>) -> First<K>) -> Concluded<K> {
        if self.overlapping.is_empty() {
            return self.conclude_apart(prove);
        }
        let overlapping = core::mem::take(&mut self.overlapping);
        let unshown = matches!(self.undecided, Some((None, ..)));
        let (mut free_until, mut first) = (None, None);
        if !self.blocked && !unshown {
            (free_until, first) = match self.conclude_apart(prove) {
                Concluded::Contact(found) => (Some(found.contact.lower), Some(found)),
                Concluded::Undecided { free_until, .. } => (free_until, None),
                _ => (Some(f64::INFINITY), None),
            };
        }
        Concluded::Overlapping {
            pairs: overlapping,
            complete: !unshown,
            free_until,
            first,
        }
    }

    /// The same where all pairs are apart at the start.
    fn conclude_apart(&self, prove: impl FnOnce(First<K>) -> First<K>) -> Concluded<K> {
        let lower = self.first.map(|first| first.contact.lower);
        let first = self.first.map(prove).map(|mut first| {
            if let Some(meets) = self.meets {
                first.contact.meets_by(meets);
            }
            first
        });
        match (self.undecided, first) {
            // Up to the contact itself all others are apart.
            (Some((free_until, reason, pair)), first)
                if lower.is_none_or(|lower| free_until < Some(lower)) =>
            {
                let upper = first.and_then(|first| first.contact.crossing());
                Concluded::Undecided {
                    free_until,
                    reason,
                    pair,
                    crossing: upper.or(self.meets),
                }
            }
            (_, Some(first)) => Concluded::Contact(first),
            (_, None) => Concluded::Free,
        }
    }
}

impl<K> First<K> {
    /// Takes in a contact that was found by a search from `lower` on. It may go on a little before it calls the pair in contact;
    /// that the two cross is proven nevertheless.
    pub(crate) fn look_ahead(&mut self, ahead: &Contact) {
        if ahead.lower == self.contact.lower {
            self.contact = *ahead;
        } else if let Some(upper) = ahead.crossing() {
            self.contact.meets_by(upper);
        }
    }
}

impl Contact {
    /// When the bodies certainly meet, if that is known.
    pub(crate) fn crossing(&self) -> Option<f64> {
        (self.evidence == Evidence::Crossing).then_some(self.upper)
    }

    /// Takes in that they, or others, certainly meet by a time.
    pub(crate) fn meets_by(&mut self, time: f64) {
        if self.crossing().is_none_or(|upper| time < upper) {
            self.upper = time;
            self.evidence = Evidence::Crossing;
        }
    }
}
