//! Pairs of links that need not be checked, found by trying.

use super::Party;
use super::all_contacts::PairVerdict;
use super::workcell::Workcell;
use crate::query::Limits;
use crate::query::workspace::Workspace;
use crate::robot::{Environment, Robot};
use alloc::vec::Vec;

/// Why two links need not be checked against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum WhyAllowed {
    /// A joint connects them.
    Adjacent,
    /// They touch in every configuration that was tried.
    AlwaysTouch,
}

/// Two links that need not be checked against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct AllowedPair {
    /// The links, by their numbers.
    pub links: [usize; 2],
    /// Why.
    pub why: WhyAllowed,
}

/// How many configurations are tried.
const TRIES: u32 = 100;

impl Robot {
    /// Pairs of links that need not be checked, for robots that come without a list: those that a joint connects, and those that touch
    /// in 100 configurations, which are the default one and others within limits that `seed` chooses. Give them to
    /// [`Robot::allow`], if you agree.
    ///
    /// ```
    /// let mut arm = osculate::robot::builtin("arm6").unwrap().robot;
    /// for pair in arm.propose_allowed(1) {
    ///     let [a, b] = pair.links.map(|link| arm.links()[link].name().to_owned());
    ///     arm.allow(&a, &b)?;
    /// }
    /// # Ok::<(), osculate::robot::RobotError>(())
    /// ```
    pub fn propose_allowed(&self, seed: u64) -> Vec<AllowedPair> {
        let mut proposed: Vec<AllowedPair> = Vec::new();
        let mut others = self.clone();
        for pair in &mut others.pairs {
            let links = pair.bodies.map(|body| self.bodies[body].link);
            pair.checked = !self.are_adjacent(links[0], links[1]);
            let known = proposed.iter().any(|known| known.links == links);
            if !pair.checked && !known {
                let why = WhyAllowed::Adjacent;
                proposed.push(AllowedPair { links, why });
            }
        }
        let environment = Environment::new();
        let cell = Workcell::new(&others, &environment).expect("nothing stands around it");
        let always = cell
            .always_touching(seed)
            .into_iter()
            .map(|links| AllowedPair {
                links,
                why: WhyAllowed::AlwaysTouch,
            });
        proposed.extend(always);
        proposed
    }

    /// A configuration within limits, and angles without limits within a turn.
    pub(super) fn any_configuration(&self, random: &mut impl FnMut() -> f64) -> Vec<f64> {
        let mut values = self.default_configuration();
        for (value, coordinate) in values.iter_mut().zip(self.coordinates()) {
            let limits = match coordinate.limits {
                Some(limits) => limits,
                None if coordinate.wraps => [-core::f64::consts::PI, core::f64::consts::PI],
                None => continue,
            };
            *value = limits[0] + random() * (limits[1] - limits[0]);
        }
        values
    }
}

/// Numbers from 0 to 1, the same for a seed.
pub(super) fn seeded(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        // Weyl's sequence, scrambled.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

impl Workcell<'_> {
    /// Links that touch in all configurations that are tried.
    fn always_touching(&self, seed: u64) -> Vec<[usize; 2]> {
        let mut random = seeded(seed);
        let mut workspace = Workspace::new();
        let limits = Limits::default();
        let mut always: Option<Vec<[usize; 2]>> = None;
        for number in 0..TRIES {
            let configuration = if number == 0 {
                self.robot.default_configuration()
            } else {
                self.robot.any_configuration(&mut random)
            };
            let Ok(path) = self.robot.straight(&configuration, &configuration) else {
                continue;
            };
            let answers = self
                .all_contacts(&path, &limits, &mut workspace)
                .unwrap_or_default();
            let touching = answers
                .iter()
                .filter(|answer| matches!(answer.1, PairVerdict::Overlapping { .. }));
            let mut now: Vec<[usize; 2]> = touching
                .map(|answer| answer.0.map(|party| self.link_of(party)))
                .collect();
            now.sort_unstable();
            now.dedup();
            match &mut always {
                Some(always) => always.retain(|links| now.contains(links)),
                None => always = Some(now),
            }
            if always.as_ref().is_some_and(Vec::is_empty) {
                break;
            }
        }
        always.unwrap_or_default()
    }

    fn link_of(&self, party: Party) -> usize {
        match party {
            Party::Shape(shape) => self.robot.bodies[shape].link,
            Party::Obstacle(_) => 0,
        }
    }
}
