//! Whether an answer about a robot keeps its promises.

use crate::scenario::{Cell, Plan};
use crate::translated::Way;
use osculate::query::articulated::{RobotContact, RobotOutcome, RobotVerdict, Workcell};
use osculate::robot::Path;
use osculate::{Evidence, Limits, Workspace};
use osculate_judge::robots::walk::{Found, Walk};

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// Said to be free, but something touches.
    Missed,
    /// Something touches before the time up to which all is said to be apart.
    Late,
    /// Further apart at `lower` than the tolerance.
    Loose,
    /// Neither contact nor freedom.
    Undecided,
    /// Anything else that is said and is not so.
    Misstated,
}

/// What is wrong, in words.
pub type Judged = Result<(), (Fault, String)>;

/// How many answers were what.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Free ones, and those that the judge walked through.
    pub free: u64,
    /// Free ones that the judge's walk has proven.
    pub walked: u64,
    /// Contacts, and those of them with a crossing.
    pub contacts: u64,
    /// Those with a crossing.
    pub crossings: u64,
    /// Those without one, though the judge sees an overlap later.
    pub unproven: u64,
    /// Not apart at the start.
    pub overlapping: u64,
    /// Answers that the judge could neither confirm nor refute.
    pub doubts: u64,
}

/// A question, by both.
pub struct Question<'q> {
    /// What is there.
    pub plan: &'q Plan,
    /// The same for the library.
    pub cell: &'q Cell,
    /// Where it goes.
    pub waypoints: &'q [Vec<f64>],
    /// How.
    pub way: Way,
    /// Whether the judge needs poses of 256 bits.
    pub wide: bool,
    /// How many instants the judge looks at, at most.
    pub patience: u64,
}

pub fn wrong<T>(fault: Fault, text: String) -> Result<T, (Fault, String)> {
    Err((fault, text))
}

impl Question<'_> {
    /// The path for the library.
    pub fn path(&self) -> Path {
        self.way.path(&self.cell.robot, self.waypoints)
    }

    /// Asks, and judges the answer.
    pub fn ask(&self, limits: &Limits, workspace: &mut Workspace, tally: &mut Tally) -> Judged {
        let workcell = Workcell::new(&self.cell.robot, &self.cell.environment);
        let workcell = workcell.expect("a test's obstacles are valid");
        let path = self.path();
        let outcome = workcell.first_contact(&path, limits, workspace);
        let outcome = outcome.expect("a test's path is valid");
        self.check(&path, &outcome, tally)
    }

    /// Whether the answer is right.
    pub fn check(&self, path: &Path, outcome: &RobotOutcome, tally: &mut Tally) -> Judged {
        let walk = self.plan.walk(self.waypoints, self.way, self.wide);
        match &outcome.verdict {
            RobotVerdict::Free => {
                tally.free += 1;
                match walk.walk(0.0, 1.0, self.patience) {
                    Found::Free => tally.walked += 1,
                    Found::Touch { t, pair } => {
                        let text = format!("free, but {} touch at {t:?}", self.who(&walk, pair));
                        return wrong(Fault::Missed, text);
                    }
                    Found::Doubt { .. } => tally.doubts += 1,
                }
                Ok(())
            }
            RobotVerdict::Contact(contact) => {
                tally.contacts += 1;
                if contact.contact.evidence == Evidence::Crossing {
                    tally.crossings += 1;
                } else if let Found::Touch { .. } = walk.walk(0.0, 1.0, self.patience) {
                    tally.unproven += 1;
                }
                self.check_until(&walk, contact.contact.lower, tally)?;
                self.check_contact(&walk, path, outcome, contact)
            }
            RobotVerdict::Overlapping { proven, pairs } => {
                tally.overlapping += 1;
                for (pair, sure) in pairs {
                    let number = self.pair_of(&walk, pair)?;
                    let gap = walk.separation(number, 0.0);
                    let allowed = if *sure { 0.0 } else { 4.0 * outcome.resolution };
                    if gap.lower - walk.pairs()[number].clearance > allowed {
                        let text = format!("{pair:?} overlap at a distance of {:e}", gap.lower);
                        return wrong(Fault::Misstated, text);
                    }
                }
                if *proven != pairs.iter().any(|pair| pair.1) || pairs.is_empty() {
                    return wrong(Fault::Misstated, format!("{:?}", outcome.verdict));
                }
                Ok(())
            }
            RobotVerdict::Undecided { free_until, .. } => {
                // What it claims to have proven is judged first: it may stand for a bound that is wrong.
                if let Some(until) = *free_until {
                    self.check_until(&walk, until, tally)?;
                }
                wrong(Fault::Undecided, format!("{:?}", outcome.verdict))
            }
        }
    }

    fn who(&self, walk: &Walk, pair: usize) -> String {
        let pair = walk.pairs()[pair];
        let parties = &self.cell.parties;
        format!("{:?} and {:?}", parties[pair.a], parties[pair.b])
    }

    /// The judge's number of a pair.
    pub fn pair_of(
        &self,
        walk: &Walk,
        pair: &[osculate::query::articulated::Party; 2],
    ) -> Result<usize, (Fault, String)> {
        let of = |party| self.cell.parties.iter().position(|&p| p == party);
        let solids = pair.map(of);
        let found = walk
            .pairs()
            .iter()
            .position(|p| solids == [Some(p.a), Some(p.b)] || solids == [Some(p.b), Some(p.a)]);
        match found {
            Some(number) => Ok(number),
            None => wrong(
                Fault::Misstated,
                format!("{pair:?} are not to be checked against each other"),
            ),
        }
    }

    /// Whether nothing touches up to an instant.
    pub fn check_until(&self, walk: &Walk, until: f64, tally: &mut Tally) -> Judged {
        match walk.walk(0.0, until, self.patience) {
            Found::Free => Ok(()),
            Found::Touch { t, pair } => {
                let who = self.who(walk, pair);
                let text = format!("apart up to {until:?}, but {who} touch at {t:?}");
                wrong(Fault::Late, text)
            }
            Found::Doubt { until: near, .. } => {
                // What is within rounding of a touch at the very end says nothing against the answer.
                if until - near > 1e-7 {
                    tally.doubts += 1;
                }
                Ok(())
            }
        }
    }

    fn check_contact(
        &self,
        walk: &Walk,
        path: &Path,
        outcome: &RobotOutcome,
        found: &RobotContact,
    ) -> Judged {
        let contact = &found.contact;
        let (lower, upper) = (contact.lower, contact.upper);
        if !(0.0 <= lower && lower <= upper && upper <= 1.0) {
            let text = format!("[{lower:?}, {upper:?}] is not a part of the path");
            return wrong(Fault::Misstated, text);
        }
        let number = self.pair_of(walk, &found.pair)?;
        let clearance = walk.pairs()[number].clearance;
        let here = walk.separation(number, lower);
        if here.lower - clearance > outcome.tolerance {
            let text = format!(
                "at lower = {lower:?} {:?} are {:e} apart, with a tolerance of {:e}",
                found.pair, here.lower, outcome.tolerance
            );
            return wrong(Fault::Loose, text);
        }
        let told = contact.separation;
        if !(told.lower <= here.upper && told.upper >= here.lower) {
            let text = format!("the separation is told as {told:?}; it is within {here:?}");
            return wrong(Fault::Misstated, text);
        }
        // Some pair touches at upper; with `Near`, the one that is named is near there.
        let most = match contact.evidence {
            Evidence::Crossing => 0.0,
            Evidence::Near => outcome.tolerance,
        };
        let there = walk.separation(number, upper);
        if there.lower - clearance > most && walk.least(upper).1.lower > most {
            let text = format!(
                "{:?} at {upper:?}, where the gap is {there:?}",
                contact.evidence
            );
            return wrong(Fault::Misstated, text);
        }
        self.check_place(path, found)
    }

    /// Whether piece, fraction and configuration are those of `lower`.
    fn check_place(&self, path: &Path, found: &RobotContact) -> Judged {
        let pieces = self.waypoints.len() - 1;
        let time = (found.piece as f64 + found.fraction) / pieces as f64;
        let lower = found.contact.lower;
        let configuration = path.configuration(lower);
        let same = configuration
            .iter()
            .zip(&found.configuration)
            .all(|(a, b)| (a - b).abs() <= 1e-12 * (1.0 + a.abs()));
        if !((time - lower).abs() <= 1e-14) || !same {
            let text = format!("{found:?} is not at {configuration:?}");
            return wrong(Fault::Misstated, text);
        }
        Ok(())
    }
}
