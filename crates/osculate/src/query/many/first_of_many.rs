//! The first contact of many pairs.

use super::search_in_time::{ManyMemory, Pair, SearchInTime};
use super::{
    Against, ManyContact, ManyOutcome, ManyQuery, ManyStats, ManyVerdict, OverlappingPair,
};
use crate::numbers::span::Span;
use crate::query::least::{Concluded, First, Least};
use crate::query::workspace::Workspace;
use crate::query::{Contact, Limits};
use alloc::borrow::Cow;

impl<'q> ManyQuery<'q> {
    /// When one of the bodies first touches one of what they are held against: see [`ManyVerdict`] for what each answer proves.
    ///
    /// The budget of the limits counts over all pairs. Keep the workspace, and repeated queries allocate nothing.
    pub fn first_contact<'w>(&self, workspace: &'w mut Workspace) -> ManyOutcome<'w> {
        let mut memory = core::mem::take(&mut workspace.many);
        memory.prepare(self);
        let mut least = Least::new(core::mem::take(&mut memory.overlapping));
        let mut search = self.search(self.limits.near_only());
        let start = search.from;
        search.go(&mut memory, workspace, |pair, outcome| {
            least.take(pair, outcome, start)
        });
        let SearchInTime {
            mut stats,
            mut resolution,
            mut tolerance,
            ..
        } = search;
        let mut clearance = self.limits.clearance().max(self.limits.skin());
        let concluded = least.conclude(|first| {
            let left = self.limits.budget().saturating_sub(stats.steps());
            let mut ahead = self.search(self.limits.with_budget(left));
            ahead.apart = true;
            let first = ahead.prove(first, &mut memory, workspace);
            stats.add(&ahead.stats);
            resolution = resolution.max(ahead.resolution);
            first
        });
        memory.overlapping = core::mem::take(&mut least.overlapping);
        let against = |pair| self.against_of(pair);
        workspace.many = memory;
        let verdict = match concluded {
            Concluded::Free => ManyVerdict::Free,
            Concluded::Contact(first) => {
                (clearance, tolerance) = (first.clearance, first.tolerance);
                ManyVerdict::Contact(self.contact(&first))
            }
            Concluded::Overlapping {
                pairs: found,
                complete,
                free_until,
                first,
            } => {
                let told = &mut workspace.many.told;
                told.clear();
                told.extend(found.iter().map(|found| OverlappingPair {
                    body: found.pair.body as usize,
                    against: against(found.pair),
                    proven: found.proven,
                    start: found.start,
                    then: found.then,
                }));
                told.sort_unstable_by_key(|pair| (pair.body, pair.against));
                workspace.many.overlapping = found;
                let told = &workspace.many.told;
                ManyVerdict::Overlapping {
                    proven: told.iter().any(|pair| pair.proven),
                    pairs: Cow::Borrowed(told),
                    complete,
                    free_until: free_until.map(|time| time.min(self.span.end())),
                    contact: first.map(|first| self.contact(&first)),
                }
            }
            Concluded::Undecided {
                free_until,
                reason,
                pair,
                crossing,
            } => ManyVerdict::Undecided {
                free_until,
                reason,
                body: pair.body as usize,
                against: self.second(pair),
                crossing,
            },
        };
        ManyOutcome {
            verdict,
            clearance,
            tolerance,
            resolution,
            stats,
        }
    }

    /// A search from where the query starts, or goes on.
    fn search(&self, limits: Limits) -> SearchInTime<'_, 'q> {
        SearchInTime {
            query: self,
            limits,
            from: self.shown.unwrap_or(self.span.start()),
            apart: self.shown.is_some() || limits.continues,
            until: self.span.end(),
            goes_on: self.shown.is_some(),
            stats: ManyStats::default(),
            resolution: 0.0,
            tolerance: 0.0,
        }
    }

    fn contact(&self, first: &First<Pair>) -> ManyContact {
        ManyContact {
            body: first.pair.body as usize,
            against: self.against_of(first.pair),
            contact: first.contact,
        }
    }

    fn against_of(&self, pair: Pair) -> Against {
        self.second(pair).unwrap_or(Against::Body(0))
    }
}

impl SearchInTime<'_, '_> {
    /// A first contact with the proof that something meets, as early as one is found: of its own pair, or of another that meets
    /// before.
    fn prove(
        &mut self,
        mut first: First<Pair>,
        memory: &mut ManyMemory,
        workspace: &mut Workspace,
    ) -> First<Pair> {
        let (lower, end) = (first.contact.lower, self.until);
        let limits = self.limits.for_pair(first.clearance, first.tolerance, true);
        let outcome = self.search(first.pair, Span::part(lower, end), &limits, workspace);
        if let Some(ahead) = outcome.verdict.contact() {
            first.look_ahead(ahead);
        }
        let mut upper = first.contact.crossing();
        (self.from, self.until) = (lower, upper.unwrap_or(end));
        self.goes_on = false;
        memory.done.push(first.pair);
        self.go(memory, workspace, |_, outcome| {
            let met = outcome.verdict.contact().and_then(Contact::crossing);
            if let Some(met) = met.filter(|&met| upper.is_none_or(|upper| met < upper)) {
                upper = Some(met);
            }
            upper.unwrap_or(f64::INFINITY)
        });
        if let Some(upper) = upper {
            first.contact.meets_by(upper);
        }
        first
    }
}

impl ManyStats {
    fn add(&mut self, of: &ManyStats) {
        self.boxes += of.boxes;
        self.searches += of.searches;
        self.pairs.add(&of.pairs);
    }
}
