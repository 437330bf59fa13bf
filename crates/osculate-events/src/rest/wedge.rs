//! Bodies without any room: time goes on though they meet again and again.

use super::balance::pushed;
use super::sleep::remember;
use super::{FALLS, Pace, WEDGED};
use crate::body::Body;
use crate::event::Partner;
use crate::vector::{Vector, length};
use crate::world::World;

/// On how short a way [`WEDGED`] meetings make a body wedged, in radii: it has a millionth of its radius of room.
pub const WAY: f64 = 1e-3;
/// The same in s² / a. Of that, a body that hops on a floor flies 1 from meeting to meeting, not 0.1.
const HOPS: f64 = 100.0;

impl<const D: usize> World<D> {
    /// Whether a body that is awake has had too many meetings on hardly any way, this one counted.
    pub(super) fn is_wedged(&mut self, body: u32, partner: Partner, pace: Pace) -> bool {
        let now = self.now();
        let Body {
            velocity, radius, ..
        } = self.bodies[body as usize];
        let Some(rest) = &mut self.rest else {
            return false;
        };
        let calm = &mut rest.bodies[body as usize];
        let speed = length(&velocity).max(rest.speed);
        // Infinite without acceleration.
        let hops = HOPS * rest.speed * rest.speed / length(&calm.acceleration);
        let on_the_way = (now - calm.crowd_since) * speed <= hops.min(WAY * radius);
        if calm.asleep || pace == Pace::FastElastic || !on_the_way {
            (calm.crowd, calm.crowd_since) = (0, now);
            return false;
        }
        calm.crowd += 1;
        if 2 * calm.crowd > WEDGED {
            remember(&mut calm.met, partner);
        }
        calm.crowd >= WEDGED
    }

    /// Gives a wedged body a way out, or holds it.
    pub(super) fn make_way(&mut self, body: u32) {
        self.tally.wedged += 1;
        self.forget_crowd(body);
        if self.wake_touched(body) {
            return;
        }
        self.begin_span(body);
        let held = self.is_held(body, true);
        let Some(rest) = &mut self.rest else { return };
        let calm = &rest.bodies[body as usize];
        let left = calm.slides < FALLS && calm.falls < FALLS;
        // What nothing accelerates and is slow gets nowhere.
        let idle = calm.acceleration == [0.0; D] && self.is_gentle(body);
        if left && !held && !idle {
            self.slide_together(body);
        } else {
            self.put_to_rest(body);
        }
    }

    fn forget_crowd(&mut self, body: u32) {
        let now = self.now();
        if let Some(rest) = &mut self.rest {
            let calm = &mut rest.bodies[body as usize];
            (calm.crowd, calm.crowd_since) = (0, now);
        }
    }

    /// Whether the body, which is fast, touched any that slept: these are awake now.
    fn wake_touched(&mut self, body: u32) -> bool {
        let mut woken = false;
        if !self.is_gentle(body) {
            for other in self.touched_bodies(body) {
                woken |= self.asleep(other) && self.wake(other);
            }
        }
        woken
    }

    /// The bodies that this one met last and still touches.
    fn touched_bodies(&self, body: u32) -> Vec<u32> {
        let Some(rest) = &self.rest else {
            return Vec::new();
        };
        let touched = |&partner: &Partner| match partner {
            Partner::Body(other) => self.touch(body, partner).map(|_| other),
            _ => None,
        };
        rest.bodies[body as usize]
            .met
            .iter()
            .filter_map(touched)
            .collect()
    }

    /// Lets the body slide, and all that are crowded with it: one alone would be pushed again.
    fn slide_together(&mut self, body: u32) {
        let mut cluster = vec![body];
        let mut next = 0;
        while next < cluster.len() {
            for other in self.touched_bodies(cluster[next]) {
                let crowded = (self.rest.as_ref())
                    .is_some_and(|rest| 2 * rest.bodies[other as usize].crowd > WEDGED);
                if crowded && !self.asleep(other) && !cluster.contains(&other) {
                    cluster.push(other);
                }
            }
            next += 1;
        }
        for body in cluster {
            self.slide(body);
        }
    }

    /// Takes from a body's velocity what presses the things that it touches, as if these were at rest. It gets slower.
    fn slide(&mut self, body: u32) {
        self.begin_span(body);
        self.forget_crowd(body);
        self.bring(body);
        let Some(rest) = &mut self.rest else { return };
        let calm = &mut rest.bodies[body as usize];
        calm.slides = (calm.slides + 1).min(FALLS);
        let met = calm.met.clone();
        let normals: Vec<Vector<D>> = met
            .iter()
            .filter_map(|&partner| self.touch(body, partner))
            .collect();
        let moved = &mut self.bodies[body as usize];
        moved.velocity = pushed(&moved.velocity, &normals, 0.0);
        self.changed.push(body);
    }
}
