//! Which links are checked against each other.

use super::Robot;
use super::builder::RobotError;
use crate::motion::Chain;
use alloc::collections::BTreeSet;
use alloc::string::String;

/// Two shapes of different links, seen from the last link that both are below.
#[derive(Clone, Debug)]
pub(crate) struct BodyPair {
    pub(crate) bodies: [usize; 2],
    pub(crate) chains: [Chain; 2],
    /// The link that the chains start from.
    pub(crate) frame: usize,
    pub(crate) checked: bool,
    pub(crate) clearance: Option<f64>,
}

impl Robot {
    /// Whether a joint connects two links, through links without shapes if need be.
    pub(crate) fn are_adjacent(&self, a: usize, b: usize) -> bool {
        self.holder(a) == Some(b) || self.holder(b) == Some(a)
    }

    /// The first link above that has a shape.
    fn holder(&self, mut link: usize) -> Option<usize> {
        while let Some(joint) = self.links[link].joint {
            link = self.wired[joint].parent;
            if self.bodies.iter().any(|body| body.link == link) {
                return Some(link);
            }
        }
        None
    }

    /// The pairs of links that are checked against each other, each once, in order of their numbers.
    pub fn checked_pairs(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        let checked = self.pairs.iter().filter(|pair| pair.checked);
        let pairs: BTreeSet<[usize; 2]> = checked
            .map(|pair| {
                let [a, b] = pair.bodies.map(|body| self.bodies[body].link);
                [a.min(b), a.max(b)]
            })
            .collect();
        pairs.into_iter()
    }

    /// Two links may touch: they are not checked against each other.
    pub fn allow(&mut self, a: &str, b: &str) -> Result<(), RobotError> {
        self.edit_pairs(a, b, |pair| pair.checked = false)
    }

    /// Two links must not touch: they are checked against each other.
    pub fn check(&mut self, a: &str, b: &str) -> Result<(), RobotError> {
        self.edit_pairs(a, b, |pair| pair.checked = true)
    }

    /// Links are checked against each other if `is_wanted` says so of their numbers, and a joint moves one against the other;
    /// all others may touch.
    pub fn check_where(&mut self, is_wanted: impl Fn(usize, usize) -> bool) {
        for pair in &mut self.pairs {
            let [a, b] = pair.bodies.map(|body| self.bodies[body].link);
            let mut chains = pair.chains.iter();
            let moves = chains.any(|chain| chain.coordinates().next().is_some());
            pair.checked = moves && is_wanted(a, b);
        }
    }

    /// The separation that already counts as contact for two links, in place of that of [`Limits`](crate::Limits).
    pub fn set_clearance(&mut self, a: &str, b: &str, clearance: f64) -> Result<(), RobotError> {
        check_length("clearance", clearance)?;
        self.edit_pairs(a, b, |pair| pair.clearance = Some(clearance))
    }

    /// A layer around a link, which counts as part of it: it is added to every clearance.
    pub fn set_padding(&mut self, link: &str, padding: f64) -> Result<(), RobotError> {
        check_length("padding", padding)?;
        let link = self.known_link(link)?;
        self.links[link].padding = padding;
        Ok(())
    }

    fn known_link(&self, name: &str) -> Result<usize, RobotError> {
        self.link_named(name).ok_or_else(|| RobotError::NoLink {
            what: String::from("a pair of links"),
            link: name.into(),
        })
    }

    fn edit_pairs(
        &mut self,
        a: &str,
        b: &str,
        edit: impl Fn(&mut BodyPair),
    ) -> Result<(), RobotError> {
        let (a, b) = (self.known_link(a)?, self.known_link(b)?);
        for pair in &mut self.pairs {
            let links = pair.bodies.map(|body| self.bodies[body].link);
            if links == [a, b] || links == [b, a] {
                edit(pair);
            }
        }
        Ok(())
    }
}

fn check_length(what: &'static str, value: f64) -> Result<(), RobotError> {
    if value == 0.0 || (1e-60..=1e60).contains(&value) {
        Ok(())
    } else {
        Err(RobotError::BadLength { what, value })
    }
}
