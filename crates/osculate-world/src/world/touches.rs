//! What the caller is told of contacts that began and ended.

use super::{World, still};
use crate::report::ContactEvent;
use crate::state::BodyState;
use osculate::query::instant::separation;
use osculate::{Moving, Workspace};

impl World {
    /// Tells of bodies that began to push each other or to overlap a sensor in the last step, and of those that no longer do.
    pub(super) fn tell_touches(&mut self, any_sensor: bool) {
        let bodies = &self.bodies;
        let workspace = &mut self.scratch.looking.workspace;
        // What was found within the step is found again in the next.
        for pair in self.pairs[..self.sorted]
            .iter_mut()
            .filter(|pair| !pair.ignored)
        {
            // Nothing changes, and the bodies need not be asked.
            if !any_sensor && pair.pushed == pair.touching {
                continue;
            }
            let [a, b] = pair.bodies.map(|slot| &bodies[slot]);
            let changes = a.may_move() || b.may_move();
            let touching = match (a.sensor, b.sensor) {
                (false, false) if changes => pair.pushed,
                // What stands still overlaps as it did, unless it was just put there.
                (true, false) | (false, true) if changes || pair.travelled == f64::INFINITY => {
                    pair.travelled = 0.0;
                    (a.may_ever_move() || b.may_ever_move()) && overlap(a, b, workspace)
                }
                _ => continue,
            };
            if touching == pair.touching {
                continue;
            }
            pair.touching = touching;
            let bodies = pair.bodies.map(|slot| bodies.handle(slot));
            self.events.push(match touching {
                true => ContactEvent::Started { bodies },
                false => ContactEvent::Stopped { bodies },
            });
        }
    }
}

/// Whether two bodies overlap or touch, to within rounding: false only if that is proven.
fn overlap(a: &BodyState, b: &BodyState, workspace: &mut Workspace) -> bool {
    let motions = [still(a), still(b)];
    let (a, b) = (
        Moving::new(&*a.shape, &motions[0]),
        Moving::new(&*b.shape, &motions[1]),
    );
    !(separation(a, b, 0.0, workspace).separation.lower > 0.0)
}
