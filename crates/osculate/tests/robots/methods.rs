//! The other questions and the other method: freedom alone, the contacts of all pairs, temporal culling.

use crate::judged::{Fault, Judged, Question, Tally, wrong};
use crate::truth::{Row, some_plan};
use osculate::query::articulated::{CullingParts, PairVerdict, RobotVerdict, Workcell};
use osculate::{Limits, Workspace};
use osculate_judge::robots::recipes::Joints;
use osculate_judge::robots::walk::Found;
use osculate_judge::seeded::{Seeded, cases, seed};

impl Question<'_> {
    fn workcell(&self) -> Workcell<'_> {
        let cell = Workcell::new(&self.cell.robot, &self.cell.environment);
        cell.expect("a test's obstacles are valid")
    }

    /// Whether freedom alone is told as the first contact tells it.
    fn check_freedom(&self, limits: &Limits, workspace: &mut Workspace) -> Judged {
        let (cell, path) = (self.workcell(), self.path());
        let free = path
            .is_free(&cell, limits, workspace)
            .expect("a valid path");
        let found = cell
            .first_contact(&path, limits, workspace)
            .expect("a valid path");
        if free == (found.verdict == RobotVerdict::Free) {
            return Ok(());
        }
        let walk = self.plan.walk(self.waypoints, self.way, self.wide);
        let fault = match walk.walk(0.0, 1.0, self.patience) {
            Found::Touch { .. } if free => Fault::Missed,
            _ => Fault::Misstated,
        };
        wrong(fault, format!("is free: {free}, but {:?}", found.verdict))
    }

    /// Asks by temporal culling, with some of its parts.
    fn check_culling(
        &self,
        limits: &Limits,
        parts: &CullingParts,
        workspace: &mut Workspace,
        tally: &mut Tally,
    ) -> Judged {
        let (cell, path) = (self.workcell(), self.path());
        let answer = path.first_contact_by_culling(&cell, limits, parts, workspace);
        self.check(&path, &answer.expect("a valid path").0, tally)
    }

    /// Whether the contacts of all pairs are what they are.
    fn check_all_contacts(&self, limits: &Limits, workspace: &mut Workspace) -> Judged {
        let (cell, path) = (self.workcell(), self.path());
        let answers = cell
            .all_contacts(&path, limits, workspace)
            .expect("a valid path");
        let walk = self.plan.walk(self.waypoints, self.way, self.wide);
        let mut told = vec![false; walk.pairs().len()];
        for (parties, verdict) in &answers {
            let number = self.pair_of(&walk, parties)?;
            if std::mem::replace(&mut told[number], true) {
                return wrong(Fault::Misstated, format!("{parties:?} are told twice"));
            }
            let clearance = walk.pairs()[number].clearance;
            match verdict {
                PairVerdict::Contact(found) => {
                    let contact = &found.contact;
                    let before =
                        walk.walk_pairs(number..number + 1, 0.0, contact.lower, self.patience);
                    if let Found::Touch { t, .. } = before {
                        let text = format!(
                            "{parties:?}: apart up to {:?}, touch at {t:?}",
                            contact.lower
                        );
                        return wrong(Fault::Late, text);
                    }
                    let here = walk.separation(number, contact.lower);
                    let far = here.lower > contact.separation.upper
                        || here.upper < contact.separation.lower;
                    let there = walk.separation(number, contact.upper).lower - clearance;
                    let crosses = contact.evidence == osculate::Evidence::Crossing;
                    if far || crosses && there > 0.0 {
                        let text = format!("{parties:?}: {contact:?}, but {here:?} and {there:e}");
                        return wrong(Fault::Misstated, text);
                    }
                }
                PairVerdict::Overlapping { .. } => {
                    let gap = walk.separation(number, 0.0).lower - clearance;
                    if gap > 1e-12 {
                        let text = format!("{parties:?} overlap at a gap of {gap:e}");
                        return wrong(Fault::Misstated, text);
                    }
                }
                other => return wrong(Fault::Undecided, format!("{parties:?}: {other:?}")),
            }
        }
        for (number, told) in told.into_iter().enumerate() {
            if told {
                continue;
            }
            let found = walk.walk_pairs(number..number + 1, 0.0, 1.0, self.patience);
            if let Found::Touch { t, .. } = found {
                let text = format!(
                    "pair {:?} is not told, but touches at {t:?}",
                    walk.pairs()[number]
                );
                return wrong(Fault::Missed, text);
            }
        }
        Ok(())
    }
}

fn some_parts(rng: &mut Seeded) -> CullingParts {
    let mut parts = CullingParts::default();
    if rng.chance(0.5) {
        let mut flip = |part: &mut bool| {
            if rng.chance(0.4) {
                *part = !*part;
            }
        };
        flip(&mut parts.dynamic_volumes);
        flip(&mut parts.lower_bounds);
        flip(&mut parts.directions);
        flip(&mut parts.upper_bounds);
        flip(&mut parts.precomputed);
        flip(&mut parts.hierarchical);
        flip(&mut parts.remembered);
    }
    parts
}

#[test]
fn other_questions_and_methods() {
    let mut faults = Vec::new();
    let mut tally = Tally::default();
    let workspace = &mut Workspace::new();
    let seed = seed(500);
    for case in 0..cases(24) {
        let rng = &mut Seeded::of_case(seed, case);
        let row = Row::some(Joints::ALL[case as usize % 6], rng);
        let Some((plan, waypoints)) = some_plan(row, rng) else {
            continue;
        };
        let question = Question {
            plan: &plan,
            cell: &plan.cell(),
            waypoints: &waypoints,
            way: row.way.for_tree(&plan.tree),
            wide: false,
            patience: 200_000,
        };
        let mut limits = Limits::default();
        if plan.clearance > 0.0 {
            limits = limits.with_clearance(plan.clearance).expect("a length");
        }
        let parts = some_parts(rng);
        let answers = [
            question.check_freedom(&limits, workspace),
            question.check_all_contacts(&limits, workspace),
            question.check_culling(&limits, &parts, workspace, &mut tally),
        ];
        for (number, answer) in answers.into_iter().enumerate() {
            if let Err((fault, text)) = answer {
                faults.push(format!(
                    "{fault:?}: {row:?}, case {case}, question {number}: {text}"
                ));
            }
        }
    }
    println!("temporal culling: {tally:?}");
    assert!(
        faults.is_empty(),
        "{} wrong, seed {seed}:\n{}",
        faults.len(),
        faults.join("\n")
    );
    assert!(tally.doubts * 50 <= tally.free + tally.contacts + 50);
}
