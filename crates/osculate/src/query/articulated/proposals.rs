//! Which pairs of links may touch, where nobody said so.

use super::{Party, RobotVerdict, Workcell};
use crate::query::Limits;
use crate::query::workspace::Workspace;
use crate::robot::{Environment, Robot};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// How many configurations are looked at.
const SAMPLES: usize = 256;

/// A pair of links that need not be checked against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AllowedPair {
    /// The links, by their numbers, the lower first.
    pub links: [usize; 2],
    /// Why not.
    pub why: WhyAllowed,
}

/// Why a pair of links need not be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhyAllowed {
    /// A joint connects them, through links without shapes if need be.
    Adjacent,
    /// They touched in every configuration that was looked at: to check them would say so of every path.
    AlwaysTouching,
}

impl Robot {
    /// Pairs of links that may be allowed to touch: those that a joint connects, and those of the others that are checked now and
    /// touched in each of 256 random configurations within limits. The same for the same seed.
    ///
    /// ```
    /// use osculate::query::articulated::WhyAllowed;
    /// let mut arm = osculate::robot::builtin("arm7").unwrap().robot;
    /// for pair in arm.propose_allowed(7) {
    ///     assert_eq!(pair.why, WhyAllowed::Adjacent, "a sound arm: nothing else always touches");
    ///     let [a, b] = pair.links.map(|link| arm.links()[link].name().to_owned());
    ///     arm.allow(&a, &b)?;
    /// }
    /// # Ok::<(), osculate::robot::RobotError>(())
    /// ```
    pub fn propose_allowed(&self, seed: u64) -> Vec<AllowedPair> {
        let mut pairs: BTreeSet<[usize; 2]> = self.adjacent_links().collect();
        let mut proposed: Vec<AllowedPair> = Vec::new();
        let touching = self.always_touching(seed);
        for why in [WhyAllowed::Adjacent, WhyAllowed::AlwaysTouching] {
            proposed.extend(pairs.iter().map(|&links| AllowedPair { links, why }));
            pairs = touching.difference(&pairs).copied().collect();
        }
        proposed
    }

    /// Pairs of links with shapes that a joint connects, through links without shapes if need be.
    fn adjacent_links(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        let mut has_shape = Vec::from_iter(core::iter::repeat_n(false, self.links().len()));
        for (link, _) in self.all_shapes() {
            has_shape[link] = true;
        }
        (0..self.links().len())
            .filter(|&link| self.shapes(link).next().is_some())
            .filter_map(move |link| {
                let mut above = link;
                loop {
                    above = self.connects(self.links()[above].joint()?)[0];
                    if has_shape[above] {
                        return Some([link.min(above), link.max(above)]);
                    }
                }
            })
    }

    /// Pairs of links that are checked, and touch in all configurations that are looked at.
    fn always_touching(&self, seed: u64) -> BTreeSet<[usize; 2]> {
        let nothing = Environment::new();
        let mut pairs: BTreeSet<[usize; 2]> = self
            .checked_pairs()
            .map(|[a, b]| [a.min(b), a.max(b)])
            .collect();
        let links: Vec<usize> = self.all_shapes().map(|(link, _)| link).collect();
        let Ok(cell) = Workcell::new(self, &nothing) else {
            return BTreeSet::new();
        };
        let (mut state, mut workspace) = (seed, Workspace::new());
        for _ in 0..SAMPLES {
            if pairs.is_empty() {
                break;
            }
            let configuration = self.random_configuration(&mut state);
            let found = self
                .straight(&configuration, &configuration)
                .and_then(|path| cell.first_contact(&path, &Limits::default(), &mut workspace));
            let mut now = BTreeSet::new();
            if let Ok(RobotVerdict::Overlapping { pairs, .. }) =
                found.map(|outcome| outcome.verdict)
            {
                for (parties, _) in pairs {
                    if let [Party::Shape(a), Party::Shape(b)] = parties {
                        let [a, b] = [links[a], links[b]];
                        now.insert([a.min(b), a.max(b)]);
                    }
                }
            }
            pairs.retain(|pair| now.contains(pair));
        }
        pairs
    }

    /// Within limits; where there are none, an angle anywhere, and all else at its default.
    fn random_configuration(&self, state: &mut u64) -> Vec<f64> {
        let coordinates = self.coordinates().iter();
        let value = coordinates.map(|coordinate| {
            let share = random(state);
            match (coordinate.limits, coordinate.wraps) {
                (Some([least, largest]), _) => {
                    (least + (largest - least) * share).clamp(least, largest)
                }
                (None, true) => (2.0 * share - 1.0) * core::f64::consts::PI,
                (None, false) => coordinate.default,
            }
        });
        value.collect()
    }
}

/// A number from 0 to 1, by splitmix64.
fn random(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut bits = *state;
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^= bits >> 31;
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::Placement;
    use crate::robot::{Joint, JointKind, LinkShape, RobotBuilder};
    use crate::shape::Hull;
    use glam::DVec3;

    /// A chain along x whose links have balls of these radii; a link of radius 0 has none.
    fn chain(radii: &[f64]) -> Robot {
        let name = |number: usize| alloc::format!("l{number}");
        let mut builder = RobotBuilder::new(name(0));
        for (number, &radius) in radii.iter().enumerate() {
            if number > 0 {
                builder.link(name(number));
                let joint = Joint::new(
                    name(number),
                    JointKind::Revolute,
                    name(number - 1),
                    name(number),
                );
                builder.joint(
                    joint
                        .with_axis(DVec3::Z)
                        .with_limits(-1.0, 1.0)
                        .with_origin(Placement::at(DVec3::X)),
                );
            }
            if radius > 0.0 {
                let ball = LinkShape::new("ball", Hull::ball(radius).unwrap(), Placement::IDENTITY);
                builder.shape(name(number), ball);
            }
        }
        builder.build().unwrap()
    }

    fn proposed(robot: &Robot) -> Vec<([usize; 2], WhyAllowed)> {
        robot
            .propose_allowed(1)
            .iter()
            .map(|pair| (pair.links, pair.why))
            .collect()
    }

    #[test]
    fn what_always_touches_is_proposed() {
        use WhyAllowed::{Adjacent, AlwaysTouching};
        // The first and the third ball are between 1.7 and 2 apart; the fourth never comes near the first.
        let robot = chain(&[1.0, 0.1, 1.1, 0.6]);
        assert_eq!(
            proposed(&robot),
            [
                ([0, 1], Adjacent),
                ([1, 2], Adjacent),
                ([2, 3], Adjacent),
                ([0, 2], AlwaysTouching)
            ]
        );
        // Without a shape between them the two are adjacent.
        assert_eq!(proposed(&chain(&[1.0, 0.0, 1.1])), [([0, 2], Adjacent)]);
        // Only what is checked is looked at.
        let mut allowed = chain(&[1.0, 0.1, 1.1, 0.6]);
        allowed.allow("l0", "l2").unwrap();
        assert_eq!(proposed(&allowed).len(), 3);
        assert_eq!(proposed(&chain(&[0.1, 0.1, 0.1])).len(), 2);
    }
}
