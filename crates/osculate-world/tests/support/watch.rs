//! The way from a world to the judge: every motion of every step is walked by code that shares nothing with the world's.

use osculate::glam::{DQuat, DVec3};
use osculate::shape::HullCore;
use osculate::{Hull, Placement, Shape};
use osculate_judge::hulls::bodies::{Body, Core};
use osculate_judge::hulls::motion::Flight;
use osculate_judge::hulls::steps::{Leg, Pose, Solid, Track, closest};
use osculate_world::{BodyHandle, World};
use std::collections::HashMap;

/// Watches a world step by step.
pub struct Watch {
    bodies: Vec<(BodyHandle, Solid)>,
    /// Pairs that began in each other.
    pub unasked: Vec<[BodyHandle; 2]>,
    /// What went wrong.
    pub violations: Vec<String>,
    /// The least separation that was seen, less what stored poses are off by.
    pub least: f64,
    /// The most that a stored pose is off from where its motion has led.
    pub jump: f64,
    /// Of the last step, in the order of the bodies.
    pub tracks: Vec<Track>,
}

/// Pairs that stay further apart than this are not walked.
const FAR: f64 = 0.1;

impl Watch {
    pub fn new(world: &mut World) -> Watch {
        world.keep_moves(true);
        let mut watch = Watch {
            bodies: Vec::new(),
            unasked: Vec::new(),
            violations: Vec::new(),
            least: f64::INFINITY,
            jump: 0.0,
            tracks: Vec::new(),
        };
        watch.look_again(world);
        watch
    }

    /// After bodies were put in or taken out.
    pub fn look_again(&mut self, world: &World) {
        let bodies = world.handles().map(|body| {
            let shape = world.shape(body).expect("the body is there");
            (body, solid(shape))
        });
        self.bodies = bodies.collect();
    }

    /// Lets the world go on by a step, and walks it.
    pub fn step(&mut self, world: &mut World) {
        let poses = |world: &World| -> Vec<Pose> {
            let placements = self.bodies.iter().map(|(body, _)| world.placement(*body));
            placements
                .map(|at| pose(at.expect("the body is there")))
                .collect()
        };
        let before = poses(world);
        world.step();
        let after = poses(world);
        let mut legs: HashMap<BodyHandle, Vec<Leg>> = HashMap::new();
        for part in world.moves() {
            let left = 1.0 - part.from;
            let start = pose(part.start);
            legs.entry(part.body).or_default().push(Leg {
                from: part.from,
                until: part.until,
                flight: Flight::at(start.position)
                    .turned(start.rotation)
                    .moving(part.shift / left)
                    .spinning(part.turn / left),
            });
        }
        self.tracks.clear();
        for (k, (body, solid)) in self.bodies.iter().enumerate() {
            let legs = legs.remove(body).unwrap_or_default();
            // The first leg begins where the body was: that says which point of it the legs tell of.
            let pivot = legs.first().map_or(DVec3::ZERO, |leg| {
                before[k].rotation.conjugate() * (leg.flight.position - before[k].position)
            });
            let track = Track::new(solid, pivot, [before[k], after[k]], &legs);
            self.jump = self.jump.max(track.jump);
            self.tracks.push(track);
        }
        assert!(legs.is_empty(), "a move of a body that is not there");
        self.judge(world);
    }

    fn judge(&mut self, world: &World) {
        let asked = |i: usize, j: usize| {
            let pair = [self.bodies[i].0, self.bodies[j].0];
            !self.unasked.contains(&pair) && !self.unasked.contains(&[pair[1], pair[0]])
        };
        let Some(found) = closest(&self.tracks, FAR, asked) else {
            return;
        };
        self.least = self.least.min(found.seen);
        if !found.proven {
            let [a, b] = found.tracks.map(|k| self.bodies[k].0);
            let (time, seen) = (world.time(), found.seen);
            self.violations.push(format!(
                "in the step to {time}, at {} of it, {a} and {b} are {seen:e} apart",
                found.time
            ));
        }
    }
}

fn pose(at: Placement) -> Pose {
    Pose {
        position: at.position,
        rotation: at.rotation,
    }
}

/// A shape of the library in plain numbers.
pub fn solid(shape: &Shape) -> Solid {
    match shape {
        Shape::Hull(hull) => Solid::Pieces(vec![piece(hull)]),
        Shape::Compound(compound) => Solid::Pieces(compound.parts().iter().map(piece).collect()),
        Shape::HalfSpace(plane) => Solid::HalfSpace {
            normal: plane.normal(),
            offset: plane.offset(),
        },
        Shape::Mesh(_) => panic!("worlds have no meshes"),
    }
}

fn piece(hull: &Hull) -> Body {
    let form = hull.form();
    let core = match form.core {
        HullCore::Point => Core::Point,
        HullCore::Segment { half_length } => Core::Segment { half: half_length },
        HullCore::Cuboid { half } => Core::Cuboid { half },
        HullCore::Cylinder {
            radius,
            half_height: half,
        } => Core::Cylinder { radius, half },
        HullCore::Cone {
            radius,
            half_height: half,
        } => Core::Cone { radius, half },
        HullCore::Ellipsoid { radii } => Core::Ellipsoid { radii },
        HullCore::Polytope { corners, .. } => Core::Polytope { corners },
        other => panic!("a core that the judge does not know: {other:?}"),
    };
    Body::new(core, form.margin).placed(form.centre, DQuat::from_mat3(&form.axes))
}
