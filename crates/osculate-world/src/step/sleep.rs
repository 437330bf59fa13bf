//! Bodies that have come to rest are left out, until something happens to them.

use super::Stepping;
use super::islands::join;
use crate::body::BodyKind;
use glam::DVec3;

/// A body that has moved by more than this share of a rest gap in a step wakes what it touches.
const STIRS: f64 = 0.01;

impl Stepping<'_> {
    /// Wakes bodies that sleep beside one that moves, or that was just woken, and all that rest on those.
    pub(super) fn wake(&mut self) {
        if self.settings.sleeping.is_none() {
            for (_, body) in self.bodies.iter_mut() {
                body.asleep = false;
            }
            return;
        }
        if !self.bodies.iter().any(|(_, body)| body.asleep) {
            return;
        }
        loop {
            let mut woken = false;
            for pair in self.pairs.iter() {
                let [a, b] = pair.bodies;
                for (sleeper, other) in [(a, b), (b, a)] {
                    // Pairs of bodies that were removed are still there.
                    let (Some(sleeps), Some(stirs)) =
                        (self.bodies.in_slot(sleeper), self.bodies.in_slot(other))
                    else {
                        continue;
                    };
                    if !sleeps.asleep || !(pair.pushed || pair.refined) || !stirs.may_move() {
                        continue;
                    }
                    let moved = stirs.travelled > STIRS * pair.rest_gap;
                    let fresh = stirs.kind == BodyKind::Dynamic && stirs.quiet == 0.0;
                    if moved || fresh {
                        let body = &mut self.bodies[sleeper];
                        (body.asleep, body.quiet) = (false, 0.0);
                        woken = true;
                    }
                }
            }
            if !woken {
                return;
            }
        }
    }

    /// Lets bodies sleep that have hardly moved for a while, with all that they push and that push them.
    pub(super) fn fall_asleep(&mut self) {
        let Some(sleeping) = self.settings.sleeping else {
            return;
        };
        let mut tired = false;
        for (_, body) in self.bodies.iter_mut() {
            if !body.is_dynamic() {
                continue;
            }
            if body.asleep {
                self.report.asleep += 1;
                continue;
            }
            let speed = body.linear.length() + body.angular.length() * body.reach;
            if speed < sleeping.slower_than * body.reach {
                body.quiet += self.step;
                tired |= body.quiet >= sleeping.after;
            } else {
                body.quiet = 0.0;
            }
        }
        if tired {
            self.lay_down(sleeping.after);
        }
    }

    /// Lets all bodies of an island sleep if each has been quiet for long enough.
    fn lay_down(&mut self, after: f64) {
        let islands = &mut self.scratch.above;
        islands.clear();
        islands.extend(0..self.bodies.slots() as u32);
        for pair in self.pairs.iter().filter(|pair| pair.pushed) {
            let [a, b] = pair.bodies.map(|body| &self.bodies[body]);
            if a.is_dynamic() && b.is_dynamic() {
                join(islands, pair.bodies);
            }
        }
        // What is not quiet, or rests on something that moves by itself, keeps its island awake: its root becomes none.
        for slot in 0..islands.len() as u32 {
            let Some(body) = self.bodies.in_slot(slot) else {
                continue;
            };
            let driven = body.kind == BodyKind::Kinematic
                && (body.linear != DVec3::ZERO || body.angular != DVec3::ZERO);
            let awake = body.is_dynamic() && !body.asleep && body.quiet < after;
            if awake {
                keep_awake(islands, slot);
            }
            if driven {
                let touched = self.pairs.iter().filter(|pair| pair.pushed);
                for pair in touched.filter(|pair| pair.bodies.contains(&slot)) {
                    keep_awake(islands, pair.other(slot));
                }
            }
        }
        for (slot, body) in self.bodies.iter_mut() {
            if body.is_dynamic() && !body.asleep && !is_kept_awake(islands, slot) {
                body.asleep = true;
                (body.linear, body.angular) = (DVec3::ZERO, DVec3::ZERO);
            }
        }
    }
}

/// Marks the root of an island that stays awake.
const AWAKE: u32 = 1 << 31;

fn keep_awake(islands: &mut [u32], body: u32) {
    let root = find(islands, body);
    islands[root as usize] |= AWAKE;
}

fn is_kept_awake(islands: &[u32], body: u32) -> bool {
    let root = find(islands, body);
    islands[root as usize] & AWAKE != 0
}

/// The root of a body's island, which is left as it is.
fn find(islands: &[u32], mut body: u32) -> u32 {
    while islands[body as usize] & !AWAKE != body {
        body = islands[body as usize] & !AWAKE;
    }
    body
}
