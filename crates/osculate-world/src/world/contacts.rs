//! Where bodies touch, for the caller to look at.

use super::World;
use crate::contact::Cluster;
use crate::handle::BodyHandle;
use glam::DVec3;

/// Where two bodies are close to each other, with one normal. See [`World::contacts`].
#[derive(Clone, Copy, Debug)]
pub struct Touch {
    bodies: [BodyHandle; 2],
    cluster: Cluster,
    /// The seconds that a step takes.
    step: f64,
}

/// One of the points where two bodies touch or nearly do.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ContactSpot {
    /// Where it is on either body, in the world.
    pub points: [DVec3; 2],
    /// How far these are apart along the normal. Bodies are apart as long as all gaps are positive; this number is rounded.
    pub gap: f64,
    /// How hard the bodies pushed each other along the normal during the last step, in newton seconds: as hard as at its end, for all of it.
    pub impulse: f64,
}

impl ContactSpot {
    /// In the middle between both bodies.
    pub fn place(&self) -> DVec3 {
        0.5 * (self.points[0] + self.points[1])
    }
}

impl Touch {
    /// The bodies, that with the smaller index first.
    pub fn bodies(&self) -> [BodyHandle; 2] {
        self.bodies
    }

    /// The unit direction from the second body to the first.
    pub fn normal(&self) -> DVec3 {
        self.cluster.normal
    }

    /// One to four points.
    pub fn points(&self) -> impl Iterator<Item = ContactSpot> {
        self.cluster.points().iter().map(|point| ContactSpot {
            points: point.at,
            gap: point.gap,
            impulse: point.push * self.step,
        })
    }

    /// How hard the bodies push each other along the normal, in all points.
    pub fn impulse(&self) -> f64 {
        self.cluster.pushed() * self.step
    }
}

impl World {
    /// Where bodies touched or were near each other in the last step, by the bodies' indices. Points are where they are now.
    ///
    /// ```
    /// use osculate::{HalfSpace, Hull, Placement, glam::DVec3};
    /// use osculate_world::{Body, Settings, World};
    ///
    /// let mut world = World::new(Settings::default().with_sleeping(None))?;
    /// world.insert(Body::fixed(HalfSpace::new(DVec3::Z, 0.0)?))?;
    /// world.insert(Body::dynamic(Hull::ball(0.5)?).at(Placement::at(0.51 * DVec3::Z)))?;
    /// for _ in 0..100 {
    ///     world.step();
    /// }
    /// let touch = world.contacts().next().expect("the ball lies on the floor");
    /// assert!((touch.normal() + DVec3::Z).length() < 1e-9); // From the ball, which came second, to the floor.
    /// assert!(touch.points().all(|point| point.gap > 0.0 && point.gap < 0.005));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contacts(&self) -> impl Iterator<Item = Touch> {
        let step = self.settings.step;
        self.pairs.iter().flat_map(move |pair| {
            // Of a body that was just removed nothing is left in its pairs.
            let bodies = pair.bodies.map(|slot| self.bodies.in_slot(slot));
            let handles = pair.bodies.map(|slot| self.bodies.handle(slot));
            pair.clusters.iter().filter_map(move |cluster| {
                let mut cluster = *cluster;
                cluster.follow([bodies[0]?, bodies[1]?]);
                Some(Touch {
                    bodies: handles,
                    cluster,
                    step,
                })
            })
        })
    }
}
