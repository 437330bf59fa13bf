//! The first contact of every pair of a robot along a path.

use super::answer::contact_of;
use super::first_contact::{First, PairAlong};
use super::pair_query::Duo;
use super::slabs::{After, Walk};
use super::workcell::Workcell;
use super::{Party, RobotContact};
use crate::motion::JointPath;
use crate::query::workspace::Workspace;
use crate::query::{Limits, Reason, Verdict};
use crate::robot::PathError;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// What one pair of a robot does along a path, if it is not free.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum PairVerdict {
    /// Its first contact.
    Contact(Box<RobotContact>),
    /// It is not apart at the start.
    Overlapping {
        /// Whether it certainly intersects.
        proven: bool,
    },
    /// Neither contact nor freedom could be shown.
    Undecided {
        /// Apart up to and including this time.
        free_until: Option<f64>,
        /// What stopped the query.
        reason: Reason,
    },
}

/// An answer about one pair.
type Answer = (Duo, usize, f64, crate::query::Outcome);

impl Workcell<'_> {
    /// The first contact of every pair that is checked, each as if it were alone; pairs that are free are left out. In order of their
    /// times, what is not apart at the start first.
    pub fn all_contacts<P: JointPath + ?Sized>(
        &self,
        path: &P,
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> Result<Vec<([Party; 2], PairVerdict)>, PathError> {
        self.check_path(path)?;
        let mut answers: Vec<Answer> = Vec::new();
        let mut walk = Walk::new(self, path, limits.near_only());
        walk.each_once = true;
        walk.go(workspace, |found| {
            answers.push((found.duo, found.piece, found.clearance, *found.outcome));
            After::Until(f64::INFINITY)
        });
        let left = limits.with_budget(walk.budget_left());
        let when = |answer: &Answer| match answer.3.verdict {
            Verdict::Contact(contact) => contact.lower,
            Verdict::Undecided {
                free_until: Some(time),
                ..
            } => time,
            _ => f64::NEG_INFINITY,
        };
        answers.sort_by(|a, b| when(a).total_cmp(&when(b)));
        let told = answers.into_iter().map(|(duo, piece, clearance, outcome)| {
            let verdict = match outcome.verdict {
                Verdict::Contact(contact) => {
                    let tolerance = outcome.tolerance;
                    let mut first = First {
                        pair: PairAlong { duo, piece },
                        contact,
                        clearance,
                        tolerance,
                    };
                    if let Some(proven) = self.look_ahead(&first, path, &left, workspace) {
                        first.contact = proven;
                    }
                    PairVerdict::Contact(Box::new(contact_of(self, path, &first)))
                }
                Verdict::Undecided { free_until, reason } => {
                    PairVerdict::Undecided { free_until, reason }
                }
                Verdict::Overlapping { proven, .. } => PairVerdict::Overlapping { proven },
                Verdict::Free => unreachable!("what is free is not told"),
            };
            (self.parties(duo), verdict)
        });
        Ok(told.collect())
    }
}
