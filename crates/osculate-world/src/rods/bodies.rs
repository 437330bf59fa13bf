//! Obstacles among cables: rigid bodies and half-spaces.

use super::aim::Aim;
use super::error::CableError;
use super::fastening::{Fastening, Grip};
use super::obstacle::{Obstacle, Solid};
use glam::{DMat3, DQuat, DVec3};
use osculate::mass::MassProperties;
use osculate::{Placement, TriMesh};
use std::ops::Range;

/// How a body moves during a part of a step: its pivot goes straight on, and it turns about that.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Way {
    pub(super) shift: DVec3,
    /// Along the axis, as long as the angle.
    pub(super) turn: DVec3,
    /// Where exactly it leads, if that is known: else it is rounded.
    pub(super) to: Option<Placement>,
}

/// The turn of a vector along its axis that is as long as the angle.
pub(super) fn turned_by(turn: DVec3) -> DQuat {
    let half = 0.5 * turn;
    let (sine, cosine) = libm::sincos(half.length());
    let axis = half.normalize_or_zero() * sine;
    DQuat::from_xyzw(axis.x, axis.y, axis.z, cosine)
}

/// One turn after another, as one.
pub(super) fn composed(second: DVec3, first: DVec3) -> DVec3 {
    let both = turned_by(second) * turned_by(first);
    let (axis, cosine) = (DVec3::new(both.x, both.y, both.z), both.w);
    let sine = axis.length();
    // Both signs are the same turn: the smaller angle.
    let half = libm::atan2(sine, cosine.abs());
    match sine > 0.0 {
        true => axis * (2.0 * half / sine).copysign(cosine),
        false => DVec3::ZERO,
    }
}

/// A mesh among cables.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Body {
    /// In its own coordinates.
    pub(super) corners: Vec<DVec3>,
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) placement: Placement,
    /// Of its pivot.
    pub(super) velocity: DVec3,
    pub(super) spin: DVec3,
    /// Where it is to be, if it does not go on for ever.
    pub(super) aim: Option<Aim>,
    /// What it turns about, in its own coordinates.
    pub(super) pivot: DVec3,
    /// How far its corners are from the pivot at most.
    pub(super) reach: f64,
    /// Its vertices among those of all obstacles.
    pub(super) vertices: Range<usize>,
    pub(super) friction: f64,
    pub(super) restitution: f64,
    /// None if it moves as it is told.
    pub(super) mass: Option<Mass>,
    /// What cables gave it since the step began: an impulse, and one that turns it about its pivot.
    pub(super) impulse: [DVec3; 2],
}

/// How a body resists, and what it did before.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Mass {
    pub(super) mass: f64,
    /// About the pivot, along its own axes.
    pub(super) inertia: DMat3,
    /// Where its pivot was one part ago, and how fast.
    pub(super) before: [DVec3; 2],
    /// For how many parts that is no guide.
    pub(super) fresh: u8,
    /// What else acts on it: an acceleration beside gravity, and a moment.
    pub(super) extra: [DVec3; 2],
}

/// A half-space among cables.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Plane {
    pub(super) normal: DVec3,
    pub(super) offset: f64,
    pub(super) friction: f64,
    pub(super) restitution: f64,
}

/// All obstacles.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Obstacles {
    pub(super) bodies: Vec<Body>,
    pub(super) planes: Vec<Plane>,
    /// Where the vertices of all bodies are.
    pub(super) vertices: Vec<DVec3>,
    pub(super) fastenings: Vec<Fastening>,
    pub(super) grips: Vec<Grip>,
}

impl Obstacles {
    pub(super) fn add(&mut self, obstacle: Obstacle) -> Result<(), CableError> {
        let mass = obstacle.mass()?;
        match &obstacle.shape {
            Solid::HalfSpace(half_space) => self.planes.push(Plane {
                normal: half_space.normal(),
                offset: half_space.offset(),
                friction: obstacle.friction,
                restitution: obstacle.restitution,
            }),
            Solid::Mesh(mesh) => {
                let body = Body::new(mesh, &obstacle, mass, self.vertices.len());
                body.place(&body.placement, &mut self.vertices);
                self.bodies.push(body);
            }
        }
        Ok(())
    }

    /// The triangles of all bodies, by the vertices of all bodies.
    pub(super) fn triangles(&self) -> Vec<[u32; 3]> {
        let of = |body: &Body| {
            let first = body.vertices.start as u32;
            let triangles = body.triangles.iter();
            let moved = triangles.map(move |corners| corners.map(|v| v + first));
            moved.collect::<Vec<_>>()
        };
        self.bodies.iter().flat_map(of).collect()
    }

    /// What the body of a vertex did before is no guide.
    pub(super) fn freshen(&mut self, vertex: usize) {
        let body = self.body_of(vertex);
        if let Some(mass) = &mut self.bodies[body].mass {
            mass.fresh = 2;
        }
    }

    pub(super) fn forget_impulses(&mut self) {
        let bodies = self.bodies.iter_mut();
        bodies.for_each(|body| body.impulse = [DVec3::ZERO; 2]);
    }

    /// The body that a vertex of an obstacle is of.
    pub(super) fn body_of(&self, vertex: usize) -> usize {
        (self.bodies).partition_point(|body| body.vertices.end <= vertex)
    }
}

/// The vertices that triangles have, and the triangles by their numbers among these. A vertex of no triangle is nothing that could
/// be touched.
fn used(mesh: &TriMesh) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let mut numbers = vec![None; mesh.vertices().len()];
    let mut corners = Vec::new();
    let mut number = |vertex: u32| {
        *numbers[vertex as usize].get_or_insert_with(|| {
            corners.push(mesh.vertices()[vertex as usize]);
            corners.len() as u32 - 1
        })
    };
    let triangles = mesh.triangles().iter().map(|of| of.map(&mut number));
    let triangles = triangles.collect();
    (corners, triangles)
}

fn furthest(corners: &[DVec3], pivot: DVec3) -> f64 {
    let away = corners.iter().map(|corner| (*corner - pivot).length());
    away.fold(0.0, f64::max)
}

impl Body {
    fn new(
        mesh: &TriMesh,
        obstacle: &Obstacle,
        mass: Option<MassProperties>,
        first: usize,
    ) -> Body {
        let (corners, triangles) = used(mesh);
        let pivot = mass.map_or(DVec3::ZERO, |mass| mass.centre());
        Body {
            vertices: first..first + corners.len(),
            reach: furthest(&corners, pivot),
            corners,
            triangles,
            placement: obstacle.placement,
            velocity: obstacle.velocity,
            spin: obstacle.spin,
            aim: None,
            pivot,
            mass: mass.map(|mass| Mass {
                mass: mass.mass(),
                inertia: mass.inertia(),
                before: [DVec3::ZERO; 2],
                fresh: 1,
                extra: [DVec3::ZERO; 2],
            }),
            impulse: [DVec3::ZERO; 2],
            friction: obstacle.friction,
            restitution: obstacle.restitution,
        }
    }

    /// Adds where its vertices are at a placement.
    pub(super) fn place(&self, placement: &Placement, vertices: &mut Vec<DVec3>) {
        let corners = self.corners.iter();
        vertices.extend(corners.map(|&v| placement.rotation * v + placement.position));
    }

    /// How far its corners are from a point in its own coordinates, at most.
    pub(super) fn reach_from(&self, pivot: DVec3) -> f64 {
        furthest(&self.corners, pivot)
    }

    /// Where its pivot is.
    pub(super) fn centre(&self) -> DVec3 {
        self.placement.rotation * self.pivot + self.placement.position
    }

    /// How it goes in so many seconds at its velocities.
    pub(super) fn way(&self, time: f64) -> Way {
        Way {
            shift: time * self.velocity,
            turn: time * self.spin,
            to: self.aim.filter(|aim| aim.is_due(time)).map(|aim| aim.to),
        }
    }

    /// Where it is after a share of a way.
    pub(super) fn after(&self, way: &Way, share: f64) -> Placement {
        if *way == Way::default() {
            return self.placement;
        }
        if let (1.0, Some(to)) = (share, way.to) {
            return to;
        }
        let turn = turned_by(share * way.turn);
        let rotation = (turn * self.placement.rotation).normalize();
        let about = self.placement.rotation * self.pivot - rotation * self.pivot;
        let position = self.placement.position + share * way.shift + about;
        Placement::new(position, rotation)
    }

    /// The largest turn in which no corner is further than a distance from the straight line between where it begins and ends: of a
    /// circle of radius R, R·φ²/8 at most.
    pub(super) fn most_turn(&self, distance: f64) -> f64 {
        match self.reach > 0.0 && distance < f64::INFINITY {
            true => (8.0 * distance / self.reach).sqrt().min(0.5),
            false => f64::INFINITY,
        }
    }

    /// How hard it is to turn, in the coordinates of the world, with a rotation.
    pub(super) fn inertia(&self, mass: &Mass, rotation: DQuat) -> DMat3 {
        let turned = DMat3::from_quat(rotation);
        turned * mass.inertia * turned.transpose()
    }

    /// How easily it gives way at a point along a direction: nothing for one without a mass.
    pub(super) fn ease(&self, point: DVec3, direction: DVec3) -> f64 {
        let Some(mass) = &self.mass else { return 0.0 };
        let lever = (point - self.centre()).cross(direction);
        let inertia = self.inertia(mass, self.placement.rotation);
        direction.length_squared() / mass.mass + lever.dot(inertia.inverse() * lever)
    }

    /// Pushes it at a point.
    pub(super) fn hit(&mut self, point: DVec3, push: DVec3) {
        let lever = (point - self.centre()).cross(push);
        self.impulse[0] += push;
        self.impulse[1] += lever;
        let Some(mut mass) = self.mass else { return };
        let inertia = self.inertia(&mass, self.placement.rotation);
        self.velocity += push / mass.mass;
        self.spin += inertia.inverse() * lever;
        mass.fresh = 2;
        self.mass = Some(mass);
    }

    /// How fast a point of it moves.
    pub(super) fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.velocity + self.spin.cross(point - self.centre())
    }
}
