//! What cables meet: meshes that rest or move, and half-spaces.

use super::aim::Aim;
use super::error::CableError;
use glam::{DQuat, DVec3};
use osculate::{HalfSpace, Placement, TriMesh};
use std::ops::Range;

/// Something that cables cannot pass through, before it is added to [`Rods`](super::Rods).
///
/// A mesh is a surface: cables may be on either side of it, and keep their radius from it.
#[derive(Clone, Debug)]
pub struct Obstacle {
    pub(super) shape: Solid,
    pub(super) placement: Placement,
    pub(super) velocity: DVec3,
    pub(super) spin: DVec3,
    pub(super) friction: f64,
    pub(super) restitution: f64,
}

/// What an obstacle is.
#[derive(Clone, Debug)]
pub(super) enum Solid {
    Mesh(TriMesh),
    HalfSpace(HalfSpace),
}

impl Obstacle {
    fn new(shape: Solid) -> Obstacle {
        Obstacle {
            shape,
            placement: Placement::at(DVec3::ZERO),
            velocity: DVec3::ZERO,
            spin: DVec3::ZERO,
            friction: 0.3,
            restitution: 0.0,
        }
    }

    /// A mesh. Friction 0.3, no restitution.
    pub fn mesh(mesh: TriMesh) -> Obstacle {
        Obstacle::new(Solid::Mesh(mesh))
    }

    /// A half-space, which rests for ever. Friction 0.3, no restitution.
    pub fn half_space(half_space: HalfSpace) -> Obstacle {
        Obstacle::new(Solid::HalfSpace(half_space))
    }

    /// A mesh at a placement. A half-space stays where it is.
    pub fn at(self, placement: Placement) -> Obstacle {
        Obstacle { placement, ..self }
    }

    /// A mesh that moves at a constant velocity, and turns about its origin so many rad/s.
    pub fn with_velocity(self, velocity: DVec3, spin: DVec3) -> Obstacle {
        Obstacle {
            velocity,
            spin,
            ..self
        }
    }

    /// With this friction and restitution.
    pub fn with_surface(self, friction: f64, restitution: f64) -> Obstacle {
        Obstacle {
            friction,
            restitution,
            ..self
        }
    }

    pub(super) fn check(&self) -> Result<(), CableError> {
        let bad = |what, range, value| Err(CableError::BadNumber { what, range, value });
        for (what, vector) in [
            ("position", self.placement.position),
            ("velocity", self.velocity),
            ("spin", self.spin),
        ] {
            if !(vector.length() <= 1e12) {
                return bad(what, "finite and at most 1e12", vector.length());
            }
        }
        let turned = self.placement.rotation.length();
        if !((turned - 1.0).abs() <= 1e-6) {
            return bad("length of the rotation", "1", turned);
        }
        if !(0.0..=1e30).contains(&self.friction) {
            return bad("friction", "between 0 and 1e30", self.friction);
        }
        if !(0.0..=1.0).contains(&self.restitution) {
            return bad("restitution", "between 0 and 1", self.restitution);
        }
        Ok(())
    }
}

/// A mesh among cables.
#[derive(Clone, Debug)]
pub(super) struct Body {
    pub(super) mesh: TriMesh,
    pub(super) placement: Placement,
    pub(super) velocity: DVec3,
    pub(super) spin: DVec3,
    /// Where it is to be, if it does not go on for ever.
    pub(super) aim: Option<Aim>,
    /// Its vertices among those of all obstacles.
    pub(super) vertices: Range<usize>,
    pub(super) friction: f64,
    pub(super) restitution: f64,
}

/// A half-space among cables.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub(super) normal: DVec3,
    pub(super) offset: f64,
    pub(super) friction: f64,
    pub(super) restitution: f64,
}

/// All obstacles.
#[derive(Clone, Debug, Default)]
pub(super) struct Obstacles {
    pub(super) bodies: Vec<Body>,
    pub(super) planes: Vec<Plane>,
    /// Where the vertices of all bodies are.
    pub(super) vertices: Vec<DVec3>,
}

impl Obstacles {
    pub(super) fn add(&mut self, obstacle: Obstacle) {
        match obstacle.shape {
            Solid::HalfSpace(half_space) => self.planes.push(Plane {
                normal: half_space.normal(),
                offset: half_space.offset(),
                friction: obstacle.friction,
                restitution: obstacle.restitution,
            }),
            Solid::Mesh(mesh) => {
                let first = self.vertices.len();
                let body = Body {
                    vertices: first..first + mesh.vertices().len(),
                    mesh,
                    placement: obstacle.placement,
                    velocity: obstacle.velocity,
                    spin: obstacle.spin,
                    aim: None,
                    friction: obstacle.friction,
                    restitution: obstacle.restitution,
                };
                body.place(&body.placement, &mut self.vertices);
                self.bodies.push(body);
            }
        }
    }

    /// The triangles of all bodies, by the vertices of all bodies.
    pub(super) fn triangles(&self) -> Vec<[u32; 3]> {
        let of = |body: &Body| {
            let first = body.vertices.start as u32;
            let triangles = body.mesh.triangles().iter();
            let moved = triangles.map(move |corners| corners.map(|v| v + first));
            moved.collect::<Vec<_>>()
        };
        self.bodies.iter().flat_map(of).collect()
    }

    /// The body that a vertex of an obstacle is of.
    pub(super) fn body_of(&self, vertex: usize) -> usize {
        (self.bodies).partition_point(|body| body.vertices.end <= vertex)
    }
}

impl Body {
    /// Adds where its vertices are at a placement.
    pub(super) fn place(&self, placement: &Placement, vertices: &mut Vec<DVec3>) {
        let corners = self.mesh.vertices().iter();
        vertices.extend(corners.map(|&v| placement.rotation * v + placement.position));
    }

    /// Where it is after so many seconds at its velocities.
    pub(super) fn after(&self, time: f64) -> Placement {
        if let Some(aim) = self.aim.filter(|aim| aim.is_due(time)) {
            return aim.to;
        }
        if self.velocity == DVec3::ZERO && self.spin == DVec3::ZERO {
            return self.placement;
        }
        let half = 0.5 * time * self.spin;
        let (sine, cosine) = libm::sincos(half.length());
        let axis = half.normalize_or_zero() * sine;
        let turn = DQuat::from_xyzw(axis.x, axis.y, axis.z, cosine);
        Placement::new(
            self.placement.position + time * self.velocity,
            (turn * self.placement.rotation).normalize(),
        )
    }

    /// How fast a point of it moves.
    pub(super) fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.velocity + self.spin.cross(point - self.placement.position)
    }
}
