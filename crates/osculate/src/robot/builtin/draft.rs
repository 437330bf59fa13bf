//! What the built-in robots share: putting links, joints and shapes together.

use crate::mesh::{MeshError, TriMesh};
use crate::motion::{MotionError, Placement};
use crate::numbers::rounding::{length, sqrt};
use crate::robot::{Joint, JointKind, LinkShape, Robot, RobotBuilder, RobotError};
use crate::shape::{Hull, HullError};
use core::f64::consts::FRAC_1_SQRT_2;
use glam::{DQuat, DVec3};
use thiserror::Error;

/// Lays what was made along z along x.
pub(crate) const FORWARD: DQuat = DQuat::from_xyzw(0.0, FRAC_1_SQRT_2, 0.0, FRAC_1_SQRT_2);
/// Lays what was made along z along y.
pub(crate) const SIDEWAYS: DQuat = DQuat::from_xyzw(-FRAC_1_SQRT_2, 0.0, 0.0, FRAC_1_SQRT_2);

/// Why a built-in robot could not be made; none of them has such a fault.
#[derive(Debug, Error)]
pub(crate) enum DraftError {
    #[error(transparent)]
    Mesh(#[from] MeshError),
    #[error(transparent)]
    Hull(#[from] HullError),
    #[error(transparent)]
    Motion(#[from] MotionError),
    #[error(transparent)]
    Robot(#[from] RobotError),
}

/// A robot under construction. At zero all links stand alike, so that axes can be read as the world's.
pub(crate) struct Draft(RobotBuilder);

/// A joint with one axis: where it is in its parent's frame, its axis there, and its limits.
#[derive(Clone, Copy)]
pub(crate) struct Hinge {
    pub(crate) at: DVec3,
    pub(crate) axis: DVec3,
    pub(crate) limits: [f64; 2],
}

impl Hinge {
    pub(crate) fn new(at: [f64; 3], axis: DVec3, limits: [f64; 2]) -> Hinge {
        let at = DVec3::from_array(at);
        Hinge { at, axis, limits }
    }
}

/// A convex body of a link, in the link's frame.
#[derive(Clone, Copy)]
pub(crate) enum Solid {
    /// With round ends, between two points, and its radius.
    Rod([[f64; 3]; 2], f64),
    /// A cylinder between two points, and its radius.
    Drum([[f64; 3]; 2], f64),
    /// A box with rounded edges: its centre and half its sides.
    Block([f64; 3], [f64; 3]),
}

/// Half the distance of two points, and where something along z stands to lie between them.
fn between(from: [f64; 3], to: [f64; 3]) -> (f64, Placement) {
    let [from, to] = [from, to].map(DVec3::from_array);
    let half = 0.5 * length(to - from);
    let turn = turning(DVec3::Z, to - from);
    (half, Placement::new(0.5 * (from + to), turn))
}

impl Draft {
    pub(crate) fn new(root: &str) -> Draft {
        Draft(RobotBuilder::new(root))
    }

    /// Adds a link on a hinge.
    pub(crate) fn hinge(&mut self, name: &str, [parent, child]: [&str; 2], hinge: Hinge) {
        let [least, largest] = hinge.limits;
        let joint = Joint::new(name, JointKind::Revolute, parent, child)
            .with_origin(Placement::at(hinge.at))
            .with_axis(hinge.axis)
            .with_limits(least, largest);
        self.joint(joint);
    }

    /// Adds a link on any joint.
    pub(crate) fn joint(&mut self, joint: Joint) {
        self.0.link(joint.child.as_str());
        self.0.joint(joint);
    }

    /// Gives a link a surface, in the link's frame.
    pub(crate) fn mesh(&mut self, link: &str, mesh: TriMesh) {
        let shape = LinkShape::new(link, mesh, Placement::IDENTITY);
        self.0.shape(link, shape);
    }

    /// Gives a link a convex body.
    pub(crate) fn solid(&mut self, link: &str, name: &str, solid: Solid) -> Result<(), DraftError> {
        let (hull, at) = match solid {
            Solid::Rod([from, to], radius) => {
                let (half, at) = between(from, to);
                (Hull::capsule(half, radius)?, at)
            }
            Solid::Drum([from, to], radius) => {
                let (half, at) = between(from, to);
                (Hull::cylinder(radius, half)?, at)
            }
            Solid::Block(centre, half) => {
                let half = DVec3::from_array(half);
                let edge = 0.2 * half.min_element();
                let block = Hull::cuboid(half - DVec3::splat(edge))?.rounded(edge)?;
                (block, Placement::at(DVec3::from_array(centre)))
            }
        };
        self.0.shape(link, LinkShape::new(name, hull, at));
        Ok(())
    }

    pub(crate) fn build(self) -> Result<Robot, DraftError> {
        Ok(self.0.build()?)
    }
}

/// The shortest turn from one direction to another; half a turn about x where they are opposite.
fn turning(from: DVec3, to: DVec3) -> DQuat {
    let to = to / length(to);
    let real = 1.0 + from.dot(to);
    if real < 1e-9 {
        return DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0);
    }
    let across = from.cross(to);
    let turn = DQuat::from_xyzw(across.x, across.y, across.z, real);
    let norm = sqrt(turn.dot(turn));
    DQuat::from_xyzw(turn.x / norm, turn.y / norm, turn.z / norm, turn.w / norm)
}

/// A turn by an angle about one of the axes.
pub(crate) fn turn_about(axis: DVec3, angle: f64) -> DQuat {
    let (sin, cos) = libm::sincos(0.5 * angle);
    DQuat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos)
}
