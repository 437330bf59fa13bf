//! Bodies that no joint moves, beside obstacles that rest: how far they are apart is found out once.

use super::pair_query::{Duo, Piece};
use super::workcell::Workcell;
use crate::numbers::span::Span;
use crate::query::workspace::Workspace;
use crate::query::{Limits, Verdict};
use alloc::vec::Vec;

/// How often the distance is halved that is tried, from the radius of the body on.
const HALVINGS: u32 = 12;

/// A body and an obstacle that are always apart by at least this.
#[derive(Clone, Copy, Debug)]
pub(super) struct StillPair {
    body: u32,
    obstacle: u32,
    apart: f64,
}

impl Workcell<'_> {
    /// Measures bodies that no joint moves against obstacles that stand near them.
    pub(super) fn measure_still_pairs(&mut self) {
        let rest = self.robot.default_configuration();
        let Ok(path) = self.robot.straight(&rest, &rest) else {
            return;
        };
        let mut workspace = Workspace::new();
        let mut measured = Vec::new();
        for number in 0..self.bodies.len() {
            let body = &self.bodies[number];
            if body.chain.coordinates().next().is_some() {
                continue;
            }
            let ball = body.cover.whole();
            let at = self.robot.link_motion(body.link, &path, 0);
            let at = crate::motion::Motion::placement(&at, 0.0);
            let middle = at.position + at.rotation * body.place(ball.centre);
            let mut near = Vec::new();
            self.still
                .near(middle, 2.0 * ball.radius, |obstacle| near.push(obstacle));
            for obstacle in near {
                if let Some(apart) =
                    self.always_apart(number as u32, obstacle, &path, &mut workspace)
                {
                    measured.push(StillPair {
                        body: number as u32,
                        obstacle,
                        apart,
                    });
                }
            }
        }
        measured.sort_by_key(|pair| (pair.body, pair.obstacle));
        self.still_pairs = measured;
    }

    /// A distance that a body and an obstacle, both at rest, are certainly apart.
    fn always_apart(
        &self,
        body: u32,
        obstacle: u32,
        path: &crate::robot::Path,
        workspace: &mut Workspace,
    ) -> Option<f64> {
        let held = Vec::from_iter(core::iter::repeat_n(
            crate::motion::JointBounds::default(),
            self.robot.width(),
        ));
        let piece = Piece {
            path,
            number: 0,
            span: Span::UNIT,
            held: &held,
        };
        let start = Span::part(0.0, 0.0);
        let radius = self.bodies[body as usize].cover.whole().radius;
        let duo = Duo::Obstacle { body, obstacle };
        let mut apart = radius;
        for _ in 0..HALVINGS {
            let limits = Limits::default().for_pair(apart, 1e-3 * apart, false);
            let outcome = self.search(duo, &piece, (start, false), &limits, workspace);
            if outcome.verdict == Verdict::Free {
                return Some(apart);
            }
            apart *= 0.5;
        }
        None
    }

    /// Whether a body and an obstacle are known to be further apart than this at all times.
    #[inline]
    pub(super) fn never_near(&self, body: usize, obstacle: u32, beyond: f64) -> bool {
        let key = (body as u32, obstacle);
        let pairs = &self.still_pairs;
        !pairs.is_empty()
            && pairs
                .binary_search_by_key(&key, |pair| (pair.body, pair.obstacle))
                .is_ok_and(|place| pairs[place].apart > beyond)
    }
}
