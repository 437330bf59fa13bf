//! The first contact of a robot along a path.

use super::answer::contact_of;
use super::pair_query::Duo;
use super::slabs::{After, Found, Walk};
use super::workcell::Workcell;
use super::{Party, RobotOutcome, RobotVerdict};
use crate::motion::{BrokenPath, JointPath, check_knot};
use crate::query::least::{self, Concluded, Least, Overlapping};
use crate::query::workspace::Workspace;
use crate::query::{Contact, Limits};
use crate::robot::{JointKind, PathError};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A pair, and the piece of a path in which something was found of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairAlong {
    pub(super) duo: Duo,
    pub(super) piece: usize,
}

pub(super) type First = least::First<PairAlong>;
pub(super) type Known = Least<PairAlong>;

impl Known {
    pub(super) fn add(&mut self, found: &Found, start: f64) -> After {
        let pair = PairAlong {
            duo: found.duo,
            piece: found.piece,
        };
        After::Until(self.take(pair, found.outcome, start))
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
        let mut known = Known::new(Vec::new());
        let mut walk = Walk::new(self, path, limits.near_only());
        walk.go(workspace, |found| known.add(&found, start));
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
        mut known: Known,
        path: &P,
        limits: &Limits,
        workspace: &mut Workspace,
        outcome: &mut RobotOutcome,
    ) -> RobotVerdict {
        let concluded = known.conclude(|first| self.prove(first, path, limits, workspace, outcome));
        match concluded {
            Concluded::Free => RobotVerdict::Free,
            Concluded::Contact(first) => {
                outcome.tolerance = first.tolerance;
                RobotVerdict::Contact(Box::new(contact_of(self, path, &first)))
            }
            Concluded::Overlapping { pairs, .. } => self.overlapping(&pairs),
            Concluded::Undecided {
                free_until,
                reason,
                pair,
                crossing,
            } => RobotVerdict::Undecided {
                free_until,
                reason,
                pair: self.parties(pair.duo),
                crossing,
            },
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

    fn overlapping(&self, found: &[Overlapping<PairAlong>]) -> RobotVerdict {
        let mut pairs: Vec<([Party; 2], bool)> = found
            .iter()
            .map(|found| (self.parties(found.pair.duo), found.proven))
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
        let mut upper = first.contact.crossing();
        let mut others = Walk::new(self, path, *limits).starting_at(lower, upper.unwrap_or(end));
        // In a later piece its own pair may be seen to meet.
        others.skipped = upper.map(|_| first.pair.duo);
        others.go(workspace, |found| {
            let met = found.outcome.verdict.contact().and_then(Contact::crossing);
            if let Some(met) = met.filter(|&met| upper.is_none_or(|upper| met < upper)) {
                upper = Some(met);
            }
            After::Until(upper.unwrap_or(f64::INFINITY))
        });
        outcome.resolution = outcome.resolution.max(others.resolution);
        if let Some(upper) = upper {
            first.contact.meets_by(upper);
        }
        first
    }
}
