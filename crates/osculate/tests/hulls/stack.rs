//! A minimal simulation of stacked boxes: sequential impulses on persistent manifolds.

use glam::{DQuat, DVec3};
use osculate::{
    ConstantVelocity, Hull, Moving, Placement, Workspace,
    query::hulls::{Manifold, contact_points},
};
use osculate_judge::seeded::Seeded;

const GRAVITY: f64 = 9.81;
const FRICTION: f64 = 0.5;
const ROUNDS: usize = 20;
/// What is left of an overlap, and the share of the rest that a step takes away.
const SLOP: f64 = 0.002;
const SHARE: f64 = 0.2;

pub struct Body {
    hull: Hull,
    pub placement: Placement,
    pub start: DVec3,
    pub velocity: DVec3,
    spin: DVec3,
    /// One over the mass and the moment of inertia, the same about all axes; zero for what stands still.
    light: f64,
    nimble: f64,
}

impl Body {
    fn velocity_at(&self, arm: DVec3) -> DVec3 {
        self.velocity + self.spin.cross(arm)
    }

    fn push(&mut self, arm: DVec3, impulse: DVec3) {
        self.velocity += impulse * self.light;
        self.spin += arm.cross(impulse) * self.nimble;
    }

    /// How much velocity a unit impulse along `n` gives.
    fn give(&self, arm: DVec3, n: DVec3) -> f64 {
        self.light + self.nimble * arm.cross(n).length_squared()
    }
}

pub struct World {
    /// The ground, then boxes from bottom to top.
    bodies: Vec<Body>,
    /// Of each box and what is under it.
    manifolds: Vec<Manifold>,
    workspace: Workspace,
}

impl World {
    /// So many unit boxes on top of each other, slightly off and turned.
    pub fn new(count: usize) -> World {
        let mut rng = Seeded::new(95);
        let ground = Hull::cuboid(DVec3::new(20.0, 20.0, 0.5)).unwrap();
        let mut bodies = vec![Body {
            hull: ground,
            placement: Placement::at(DVec3::new(0.0, 0.0, -0.5)),
            start: DVec3::ZERO,
            velocity: DVec3::ZERO,
            spin: DVec3::ZERO,
            light: 0.0,
            nimble: 0.0,
        }];
        for number in 0..count {
            let at = DVec3::new(
                rng.real(-0.02, 0.02),
                rng.real(-0.02, 0.02),
                0.5 + 1.002 * number as f64,
            );
            let turn = DQuat::from_axis_angle(DVec3::Z, rng.real(-0.1, 0.1));
            bodies.push(Body {
                hull: Hull::cuboid(DVec3::splat(0.5)).unwrap(),
                placement: Placement::new(at, turn),
                start: at,
                velocity: DVec3::ZERO,
                spin: DVec3::ZERO,
                light: 1.0,
                nimble: 6.0,
            });
        }
        World {
            bodies,
            manifolds: vec![Manifold::new(0.02).unwrap(); count],
            workspace: Workspace::new(),
        }
    }

    pub fn boxes(&self) -> impl Iterator<Item = &Body> {
        self.bodies[1..].iter()
    }

    pub fn step(&mut self, time: f64) {
        for body in &mut self.bodies[1..] {
            body.velocity -= DVec3::Z * GRAVITY * time;
        }
        for (number, manifold) in self.manifolds.iter_mut().enumerate() {
            let [below, above] = [&self.bodies[number], &self.bodies[number + 1]];
            let [m, n] = [above, below].map(|b| ConstantVelocity::at_rest(b.placement).unwrap());
            let (a, b) = (Moving::new(&above.hull, &m), Moving::new(&below.hull, &n));
            let contacts = contact_points(a, b, 0.0, 0.01, &mut self.workspace);
            manifold.update(&contacts, &above.placement, &below.placement);
        }
        for round in 0..=ROUNDS {
            // Up and down in turn, so that the weight of the stack gets to the ground and back.
            for at in 0..self.manifolds.len() {
                let number = if round % 2 == 0 {
                    at
                } else {
                    self.manifolds.len() - 1 - at
                };
                let manifold = &mut self.manifolds[number];
                let [below, above] = &mut self.bodies[number..number + 2] else {
                    unreachable!()
                };
                for point in manifold.points_mut() {
                    let contact = point.contact;
                    let arms = [
                        contact.point_a - above.placement.position,
                        contact.point_b - below.placement.position,
                    ];
                    let (u, v) = contact.normal.any_orthonormal_pair();
                    let axes = [contact.normal, u, v];
                    let mut push = |along: DVec3, impulse: f64| {
                        above.push(arms[0], along * impulse);
                        below.push(arms[1], along * -impulse);
                    };
                    if round == 0 {
                        for (along, impulse) in axes.into_iter().zip(point.impulses) {
                            push(along, impulse);
                        }
                        continue;
                    }
                    // The normal may close a gap, and opens an overlap bit by bit.
                    let wanted = if contact.separation > 0.0 {
                        -contact.separation / time
                    } else {
                        SHARE * (-contact.separation - SLOP).max(0.0) / time
                    };
                    for (axis, along) in axes.into_iter().enumerate() {
                        let speed =
                            along.dot(above.velocity_at(arms[0]) - below.velocity_at(arms[1]));
                        let give = above.give(arms[0], along) + below.give(arms[1], along);
                        let goal = if axis == 0 { wanted } else { 0.0 };
                        let before = point.impulses[axis];
                        let after = before + (goal - speed) / give;
                        let most = FRICTION * point.impulses[0];
                        point.impulses[axis] = if axis == 0 {
                            after.max(0.0)
                        } else {
                            after.clamp(-most, most)
                        };
                        let change = along * (point.impulses[axis] - before);
                        above.push(arms[0], change);
                        below.push(arms[1], -change);
                    }
                }
            }
        }
        for body in &mut self.bodies[1..] {
            body.placement.position += body.velocity * time;
            let turn = DQuat::from_scaled_axis(body.spin * time);
            body.placement.rotation = (turn * body.placement.rotation).normalize();
        }
    }
}
