//! What the solver is given: the bodies of a pair, joined where they are close, and how stiff their springs must be.

use super::belt;
use super::constraint::{Constraint, Joined};
use super::glance::{ASIDE, Glance};
use super::mover::Mover;
use crate::contact::{Cluster, Pair};
use crate::settings::Settings;
use crate::state::BodyState;
use glam::DVec3;

/// A contact may give way to its load by this share of its rest gap.
const GIVES_WAY: f64 = 0.3;

/// Joins bodies where they are close.
pub(crate) struct Joining<'w> {
    settings: &'w Settings,
    gravity: DVec3,
    step: f64,
}

impl<'w> Joining<'w> {
    pub(crate) fn new(settings: &'w Settings, gravity: DVec3, step: f64) -> Joining<'w> {
        Joining {
            settings,
            gravity,
            step,
        }
    }

    /// Joins the bodies of a pair at all points that push.
    pub(crate) fn join(
        &self,
        pair: &mut Pair,
        number: u32,
        (bodies, glances): ([&BodyState; 2], [&Glance; 2]),
        movers: &mut [Mover],
        constraints: &mut Vec<Constraint>,
    ) {
        let close = pair.pushed || pair.refined;
        (pair.pushed, pair.refined) = (false, false);
        let centres = glances.map(|glance| glance.centre);
        for (index, cluster) in pair.clusters.iter().enumerate() {
            let stiffness = self.stiffness(pair, cluster, bodies);
            for body in pair.bodies {
                let mover = &mut movers[body as usize];
                mover.stiffest = mover.stiffest.max(stiffness);
            }
            if !(cluster.face || close)
                || self.is_far(pair, cluster, glances)
                || bounces(pair, cluster, (bodies, glances), self.settings)
            {
                continue;
            }
            let joined = Joined {
                movers,
                numbers: pair.bodies,
                centres,
                wanted_gap: pair.rest_gap,
                friction: pair.known.friction,
                fastest: 4.0 * pair.rest_gap / self.step,
                belt: belt(bodies),
            };
            constraints.push(Constraint::new(cluster, &joined, number, index as u32));
        }
    }

    /// Whether the bodies pushed nowhere here, and do not come as close in this step as two rest gaps by how fast they are: a quarter of how fast they pass
    /// counts as coming closer, and so does a fall.
    fn is_far(&self, pair: &Pair, cluster: &Cluster, [a, b]: [&Glance; 2]) -> bool {
        let falls = self.gravity.length() * self.step;
        cluster.points().iter().all(|point| {
            let past = a.velocity_at(point.at[0]) - b.velocity_at(point.at[1]);
            let towards = (-past.dot(cluster.normal)).max(ASIDE * past.length());
            point.push == 0.0 && point.gap > 2.0 * pair.rest_gap + (towards + falls) * self.step
        })
    }

    /// How stiff springs must be, as the square of an oscillation in radians per second: so that a contact does not give way to its load by more
    /// than a part of its rest gap. What a load makes a spring give way by is its acceleration over ω².
    fn stiffness(&self, pair: &Pair, cluster: &Cluster, [a, b]: [&BodyState; 2]) -> f64 {
        let lightest = a.inertia.inverse_mass.max(b.inertia.inverse_mass);
        // Who is above will load the contact with its weight, even if it has not yet.
        let down = cluster.normal.dot(self.gravity);
        let above = if down < 0.0 { a } else { b };
        let weight = match above.is_dynamic() {
            true => above.inertia.mass * above.gravity_scale * down.abs(),
            false => 0.0,
        };
        cluster.load.max(weight) * lightest / (GIVES_WAY * pair.rest_gap)
    }
}

/// Whether the bodies approach so fast that they will bounce, at their time.
fn bounces(
    pair: &Pair,
    cluster: &Cluster,
    (bodies, [a, b]): ([&BodyState; 2], [&Glance; 2]),
    settings: &Settings,
) -> bool {
    if pair.known.restitution == 0.0 {
        return false;
    }
    // What is a little too slow at the start of the step may be fast enough when it hits: by gravity, and by turning.
    let turning = |body: &BodyState| match body.angular.length_squared() {
        0.0 => 0.0,
        square => square * body.reach,
    };
    let turning = turning(bodies[0]) + turning(bodies[1]);
    let gains = (settings.gravity.length() + turning) * settings.step;
    let slower = (settings.bounce_speed - gains).max(0.0);
    cluster.points().iter().any(|point| {
        let speed = a.velocity_at(point.at[0]) - b.velocity_at(point.at[1]);
        speed.dot(cluster.normal) < -slower
    })
}
