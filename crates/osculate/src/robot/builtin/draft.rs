//! What the built-in robots share: putting links, joints and shapes together.

use crate::mesh::{MeshError, TriMesh};
use crate::motion::{MotionError, Placement};
use crate::robot::{Joint, JointKind, LinkShape, Robot, RobotBuilder, RobotError};
use crate::shape::{Hull, HullError};
use glam::{DQuat, DVec3};
use thiserror::Error;

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
    pub(crate) fn hull(&mut self, link: &str, name: &str, hull: Hull, at: Placement) {
        self.0.shape(link, LinkShape::new(name, hull, at));
    }

    /// Gives a link a rod with round ends between two points.
    pub(crate) fn rod(
        &mut self,
        link: &str,
        name: &str,
        [from, to]: [[f64; 3]; 2],
        radius: f64,
    ) -> Result<(), DraftError> {
        let [from, to] = [from, to].map(DVec3::from_array);
        let half = 0.5 * crate::numbers::rounding::length(to - from);
        let rod = Hull::capsule(half, radius)?;
        let at = Placement::new(0.5 * (from + to), turning(DVec3::Z, to - from));
        self.hull(link, name, rod, at);
        Ok(())
    }

    /// Gives a link a cylinder between two points.
    pub(crate) fn drum(
        &mut self,
        link: &str,
        name: &str,
        [from, to]: [[f64; 3]; 2],
        radius: f64,
    ) -> Result<(), DraftError> {
        let [from, to] = [from, to].map(DVec3::from_array);
        let half = 0.5 * crate::numbers::rounding::length(to - from);
        let drum = Hull::cylinder(radius, half)?;
        let at = Placement::new(0.5 * (from + to), turning(DVec3::Z, to - from));
        self.hull(link, name, drum, at);
        Ok(())
    }

    /// Gives a link a box with rounded edges.
    pub(crate) fn block(
        &mut self,
        link: &str,
        name: &str,
        centre: [f64; 3],
        half: [f64; 3],
    ) -> Result<(), DraftError> {
        let half = DVec3::from_array(half);
        let edge = 0.2 * half.min_element();
        let block = Hull::cuboid(half - DVec3::splat(edge))?.rounded(edge)?;
        self.hull(link, name, block, Placement::at(DVec3::from_array(centre)));
        Ok(())
    }

    pub(crate) fn build(self) -> Result<Robot, DraftError> {
        Ok(self.0.build()?)
    }
}

/// The shortest turn from one direction to another; half a turn about x where they are opposite.
fn turning(from: DVec3, to: DVec3) -> DQuat {
    let to = to / crate::numbers::rounding::length(to);
    let real = 1.0 + from.dot(to);
    if real < 1e-9 {
        return DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0);
    }
    let across = from.cross(to);
    let turn = DQuat::from_xyzw(across.x, across.y, across.z, real);
    let length = crate::numbers::rounding::sqrt(turn.dot(turn));
    DQuat::from_xyzw(
        turn.x / length,
        turn.y / length,
        turn.z / length,
        turn.w / length,
    )
}

/// A turn by an angle about one of the axes.
pub(crate) fn turn_about(axis: DVec3, angle: f64) -> DQuat {
    let (sin, cos) = libm::sincos(0.5 * angle);
    DQuat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos)
}
