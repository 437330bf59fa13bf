//! The first contact of a robot along a path.

use super::answer::contact_of;
use super::pair_query::Duo;
use super::slabs::{After, Found, Walk};
use super::workcell::Workcell;
use super::{Party, RobotOutcome, RobotVerdict};
use crate::motion::{BrokenPath, JointPath, check_knot};
use crate::query::workspace::Workspace;
use crate::query::{Contact, Evidence, Limits, Reason, Verdict};
use crate::robot::{JointKind, PathError};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The contact that is the first so far.
#[derive(Clone, Copy)]
pub(super) struct First {
    pub(super) duo: Duo,
    pub(super) piece: usize,
    pub(super) contact: Contact,
    pub(super) clearance: f64,
    pub(super) tolerance: f64,
}

/// What is known so far.
#[derive(Default)]
pub(super) struct Known {
    /// A time by which some pair certainly meets, whatever else is found.
    pub(super) meets: Option<f64>,
    first: Option<First>,
    undecided: Option<(Option<f64>, Reason, Duo)>,
    overlapping: Vec<(Duo, bool)>,
}

impl Known {
    pub(super) fn take(&mut self, found: &Found, start: f64) -> After {
        let (duo, piece) = (found.duo, found.piece);
        match found.outcome.verdict {
            Verdict::Free => After::Until(f64::INFINITY),
            Verdict::Contact(contact) => {
                if self
                    .first
                    .is_none_or(|first| contact.lower < first.contact.lower)
                {
                    self.first = Some(First {
                        duo,
                        piece,
                        contact,
                        clearance: found.clearance,
                        tolerance: found.outcome.tolerance,
                    });
                }
                After::Until(contact.lower)
            }
            Verdict::Overlapping { proven, .. } => {
                self.overlapping.push((duo, proven));
                After::Until(start)
            }
            Verdict::Undecided { free_until, reason } => {
                let earlier = |(time, ..): (Option<f64>, Reason, Duo)| free_until < time;
                if self.undecided.is_none_or(earlier) {
                    self.undecided = Some((free_until, reason, duo));
                }
                After::Until(free_until.unwrap_or(start))
            }
        }
    }
}

impl Workcell<'_> {
    /// When the robot first touches itself or an obstacle along a path: see [`RobotVerdict`] for what each answer proves.
    ///
    /// The budget of the limits counts over all pairs. Keep the workspace, and repeated queries allocate nothing but answers.
    pub fn first_contact<P: JointPath + ?Sized>(
        &self,
        path: &P,
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> Result<RobotOutcome, PathError> {
        self.check_path(path)?;
        let start = path.knots()[0];
        let mut known = Known::default();
        let mut walk = Walk::new(self, path, limits.near_only());
        walk.go(workspace, |found| known.take(&found, start));
        let mut outcome = RobotOutcome {
            verdict: RobotVerdict::Free,
            tolerance: walk.tolerance,
            resolution: walk.resolution,
            stats: walk.stats,
        };
        let left = limits.with_budget(walk.budget_left());
        outcome.verdict = self.conclude(known, path, &left, workspace, &mut outcome);
        Ok(outcome)
    }

    /// What all that is known comes to; the limits have the budget that is left.
    pub(super) fn conclude<P: JointPath + ?Sized>(
        &self,
        known: Known,
        path: &P,
        limits: &Limits,
        workspace: &mut Workspace,
        outcome: &mut RobotOutcome,
    ) -> RobotVerdict {
        if !known.overlapping.is_empty() {
            return self.overlapping(&known.overlapping);
        }
        let lower = known.first.map(|first| first.contact.lower);
        let first = known.first.map(|mut first| {
            first = self.prove(first, path, limits, workspace, outcome);
            if let Some(meets) = known.meets
                && crossing(&first.contact).is_none_or(|upper| meets < upper)
            {
                first.contact.upper = meets;
                first.contact.evidence = Evidence::Crossing;
            }
            first
        });
        match (known.undecided, first) {
            // Up to the contact itself all others are apart.
            (Some((free_until, reason, duo)), first)
                if lower.is_none_or(|lower| free_until < Some(lower)) =>
            {
                let upper = first.and_then(|first| crossing(&first.contact));
                RobotVerdict::Undecided {
                    free_until,
                    reason,
                    pair: self.parties(duo),
                    crossing: upper.or(known.meets),
                }
            }
            (_, Some(first)) => {
                outcome.tolerance = first.tolerance;
                RobotVerdict::Contact(Box::new(contact_of(self, path, &first)))
            }
            (_, None) => RobotVerdict::Free,
        }
    }

    /// Whether it is proven that the robot touches nothing along a path. `false` says that it does, or that it could not be shown
    /// not to. The quickest way to ask.
    pub fn is_free<P: JointPath + ?Sized>(
        &self,
        path: &P,
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> Result<bool, PathError> {
        self.check_path(path)?;
        let mut free = true;
        let mut walk = Walk::new(self, path, limits.near_only());
        walk.go(workspace, |_| {
            free = false;
            After::Stop
        });
        Ok(free)
    }

    pub(super) fn check_path<P: JointPath + ?Sized>(&self, path: &P) -> Result<(), PathError> {
        let (given, needed) = (path.coordinates(), self.robot.width());
        if given != needed {
            return Err(PathError::OtherRobot { given, needed });
        }
        let knots = path.knots();
        let ordered = knots.windows(2).all(|pair| pair[0] < pair[1]);
        let finite = knots.iter().all(|knot| knot.abs() <= 1e60);
        if knots.len() < 2 || !ordered || !finite {
            return Err(PathError::Knots);
        }
        if path.states_are_numbers() {
            return Ok(());
        }
        self.check_pieces(path)
    }

    /// Whether the pieces of a user's own path meet, and say how floating joints turn.
    fn check_pieces<P: JointPath + ?Sized>(&self, path: &P) -> Result<(), PathError> {
        let joints = self.robot.joints();
        for (number, coordinate) in self.robot.coordinates().iter().enumerate() {
            let joint = &joints[coordinate.joint];
            let turns = joint.kind == JointKind::Floating && coordinate.part == 3;
            for piece in 0..path.knots().len() - 1 {
                if turns && path.free_turn(piece, number).is_none() {
                    return Err(PathError::FloatingTurn(joint.name.clone()));
                }
                if piece == 0 {
                    continue;
                }
                if let Err(BrokenPath::Jump { t, jump, .. }) = check_knot(path, piece, number) {
                    let joint = joint.name.clone();
                    return Err(PathError::Jump {
                        piece,
                        joint,
                        t,
                        jump,
                    });
                }
            }
        }
        Ok(())
    }

    fn overlapping(&self, found: &[(Duo, bool)]) -> RobotVerdict {
        let mut pairs: Vec<([Party; 2], bool)> = found
            .iter()
            .map(|&(duo, proven)| (self.parties(duo), proven))
            .collect();
        pairs.sort_unstable();
        RobotVerdict::Overlapping {
            proven: pairs.iter().any(|pair| pair.1),
            pairs,
        }
    }

    /// A first contact with the proof that something meets, as early as one is found: of its own pair, or of another that meets
    /// before.
    fn prove<P: JointPath + ?Sized>(
        &self,
        mut first: First,
        path: &P,
        limits: &Limits,
        workspace: &mut Workspace,
        outcome: &mut RobotOutcome,
    ) -> First {
        let lower = first.contact.lower;
        let own = self.look_ahead(&first, path, limits, workspace);
        if let Some(contact) = own {
            first.contact = contact;
        }
        let end = path.knots()[path.knots().len() - 1];
        let mut upper = crossing(&first.contact);
        let mut others = Walk::new(self, path, *limits).starting_at(lower, upper.unwrap_or(end));
        // In a later piece its own pair may be seen to meet.
        others.skipped = upper.map(|_| first.duo);
        others.go(workspace, |found| {
            let met = found.outcome.verdict.contact().and_then(crossing);
            if let Some(met) = met.filter(|&met| upper.is_none_or(|upper| met < upper)) {
                upper = Some(met);
            }
            After::Until(upper.unwrap_or(f64::INFINITY))
        });
        outcome.resolution = outcome.resolution.max(others.resolution);
        if let Some(upper) = upper {
            first.contact.upper = upper;
            first.contact.evidence = Evidence::Crossing;
        }
        first
    }
}

/// When a pair certainly meets, if that is known.
fn crossing(contact: &Contact) -> Option<f64> {
    (contact.evidence == Evidence::Crossing).then_some(contact.upper)
}
