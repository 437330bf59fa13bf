//! A body that a newcomer's loop moves: frame after frame only where that is proven free.

use glam::{DMat3, DVec3};
use osculate::query::Then;
use osculate::query::hulls::ContactPoint;
use osculate::query::instant::{Manifolds, Within, manifolds};
use osculate::{
    ConstantVelocity, Limits, Motion, Moving, Placement, Resting, Shape, Span, Verdict, Workspace,
    first_contact_with,
};

pub struct Body {
    pub shape: Shape,
    pub placement: Placement,
    pub velocity: DVec3,
    pub spin: DVec3,
    /// Of the inertia about the body's own axes, for a mass of 1.
    pub inverse_inertia: DVec3,
}

/// What moves a body.
pub struct Stepper {
    pub gravity: DVec3,
    pub step: f64,
    pub skin: f64,
    limits: Limits,
    workspace: Workspace,
    found: Manifolds,
    points: Vec<(ContactPoint, f64)>,
}

/// What became of a frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frame {
    pub rounds: u32,
    /// The time that was not lived.
    pub left: f64,
    pub undecided: u32,
    /// Starts that were not apart.
    pub overlapping: u32,
}

impl Stepper {
    pub fn new(gravity: DVec3, step: f64, skin: f64) -> Stepper {
        Stepper {
            gravity,
            step,
            skin,
            limits: Limits::default().with_skin(skin).unwrap(),
            workspace: Workspace::new(),
            found: Manifolds::new(),
            points: Vec::new(),
        }
    }

    /// Moves a body among obstacles that rest.
    pub fn frame(&mut self, body: &mut Body, obstacles: &[Shape]) -> Frame {
        let mut frame = Frame {
            left: self.step,
            ..Frame::default()
        };
        body.velocity += self.gravity * self.step;
        while frame.rounds < 4 {
            frame.rounds += 1;
            let motion = ConstantVelocity::new(body.placement, body.velocity, body.spin).unwrap();
            let blocked = self.until(body, &motion, obstacles, &mut frame);
            let lived = blocked.map_or(frame.left, |until| until.min(frame.left));
            body.placement = motion.placement(lived);
            frame.left -= lived;
            if blocked.is_none() {
                return frame;
            }
            // What is closest at an edge may only be so because a piece ends there, flush with the next. So faces push first, and
            // edges and corners only if that does not do.
            if frame.rounds > 1 || !self.gather(body, obstacles, true) {
                self.gather(body, obstacles, false);
            }
            self.push(body);
        }
        frame
    }

    /// The time up to which a body may move, if something blocks it.
    fn until(
        &mut self,
        body: &mut Body,
        motion: &ConstantVelocity,
        obstacles: &[Shape],
        frame: &mut Frame,
    ) -> Option<f64> {
        let (a, rest) = (Moving::new(&body.shape, motion), Resting::default());
        let span = Span::new(0.0, frame.left).unwrap();
        let mut until = None::<f64>;
        for obstacle in obstacles {
            let b = Moving::new(obstacle, &rest);
            let outcome = first_contact_with(a, b, span, &self.limits, &mut self.workspace);
            let time = match outcome.verdict {
                verdict if !verdict.blocks() => continue,
                Verdict::Contact(contact) => contact.lower,
                Verdict::Overlapping { start, then, .. } => {
                    frame.overlapping += 1;
                    assert!(!matches!(then, Then::Stays));
                    // Parts along the normal by no more than the depth.
                    let depth = start.depth.upper.max(0.0) / self.step;
                    body.velocity += depth * start.normal;
                    0.0
                }
                Verdict::Undecided { free_until, .. } => {
                    frame.undecided += 1;
                    free_until.unwrap_or(0.0)
                }
                Verdict::Free => unreachable!("free does not block"),
            };
            until = Some(until.map_or(time, |until| until.min(time)));
        }
        until
    }

    /// Lists all points that are near; whether there are any.
    fn gather(&mut self, body: &Body, obstacles: &[Shape], faces: bool) -> bool {
        let here = Resting::at(body.placement).unwrap();
        let (rest, near) = (Resting::default(), Within::new(2.0 * self.skin).unwrap());
        self.points.clear();
        for obstacle in obstacles {
            let (a, b) = (
                Moving::new(&body.shape, &here),
                Moving::new(obstacle, &rest),
            );
            manifolds(a, b, 0.0, near, &mut self.found, &mut self.workspace);
            let clusters = self.found.clusters().iter();
            let wanted = clusters.filter(|cluster| cluster.face || !faces);
            // Along the normal of the face, if there is one: an edge beside it leans a little.
            self.points.extend(wanted.flat_map(|cluster| {
                cluster.points().iter().map(|point| {
                    let mut point = *point;
                    if cluster.face && faces {
                        point.normal = cluster.normal;
                    }
                    (point, 0.0)
                })
            }));
        }
        !self.points.is_empty()
    }

    /// Impulses at all points, so that none of them comes closer.
    fn push(&mut self, body: &mut Body) {
        let turn = DMat3::from_quat(body.placement.rotation);
        for _ in 0..10 {
            for (point, pushed) in &mut self.points {
                let (n, lever) = (point.normal, point.point_a - body.placement.position);
                let spun = turn * (body.inverse_inertia * (turn.transpose() * lever.cross(n)));
                let speed = n.dot(body.velocity + body.spin.cross(lever));
                let wanted = ((0.6 * self.skin - point.separation) / self.step).max(0.0);
                // What was pushed before may be taken back, no more.
                let push = (wanted - speed) / (1.0 + lever.cross(n).dot(spun));
                let push = push.max(-*pushed);
                body.velocity += push * n;
                body.spin += push * spun;
                *pushed += push;
            }
        }
    }
}
