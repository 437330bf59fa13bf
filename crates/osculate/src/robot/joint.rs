//! What connects two links.

use crate::motion::Placement;
use alloc::string::String;
use alloc::vec::Vec;
use glam::DVec3;

/// How a joint lets its child link move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum JointKind {
    /// Not at all.
    Fixed,
    /// Turns about its axis, between limits.
    Revolute,
    /// Turns about its axis, without limits.
    Continuous,
    /// Slides along its axis.
    Prismatic,
    /// Slides in the plane across its axis, and turns about it: x, y and an angle. The direction of x is the coordinate axis
    /// that is most across the joint's axis, made perpendicular to it; y is the product of the axis and x. So for the axis z
    /// they are x and y.
    Planar,
    /// Moves and turns freely: a position and a quaternion x, y, z, w.
    Floating,
}

impl JointKind {
    /// How many numbers of a configuration it takes.
    pub fn width(self) -> usize {
        match self {
            JointKind::Fixed => 0,
            JointKind::Revolute | JointKind::Continuous | JointKind::Prismatic => 1,
            JointKind::Planar => 3,
            JointKind::Floating => 7,
        }
    }

    /// Whether the joint has one coordinate.
    pub(crate) fn is_single(self) -> bool {
        self.width() == 1
    }
}

/// A joint that follows another: `multiplier·value + offset`.
#[derive(Clone, Debug, PartialEq)]
pub struct Mimic {
    /// The joint that is followed.
    pub joint: String,
    /// What its value is multiplied by.
    pub multiplier: f64,
    /// What is added.
    pub offset: f64,
}

/// A joint of a robot, between a parent and a child link.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// How it moves.
    pub kind: JointKind,
    /// The link that it stands on.
    pub parent: String,
    /// The link that it moves.
    pub child: String,
    /// Its frame in that of the parent link; the child link is there when the joint is at zero.
    pub origin: Placement,
    /// Its axis, in its frame; any length but zero. x unless set.
    pub axis: DVec3,
    /// The least and the largest value, of a joint with one coordinate.
    pub limits: Option<[f64; 2]>,
    /// The joint that it follows, if it does.
    pub mimic: Option<Mimic>,
    /// Where it stands if a configuration does not say: zero, or what of its limits is nearest to zero, unless set.
    pub default: Option<Vec<f64>>,
}

impl Joint {
    /// A joint whose frame is that of its parent, along x.
    pub fn new(
        name: impl Into<String>,
        kind: JointKind,
        parent: impl Into<String>,
        child: impl Into<String>,
    ) -> Joint {
        Joint {
            name: name.into(),
            kind,
            parent: parent.into(),
            child: child.into(),
            origin: Placement::IDENTITY,
            axis: DVec3::X,
            limits: None,
            mimic: None,
            default: None,
        }
    }

    /// With its frame in that of the parent link.
    pub fn with_origin(self, origin: Placement) -> Joint {
        Joint { origin, ..self }
    }

    /// With its axis.
    pub fn with_axis(self, axis: DVec3) -> Joint {
        Joint { axis, ..self }
    }

    /// With the least and the largest value.
    pub fn with_limits(self, least: f64, largest: f64) -> Joint {
        let limits = Some([least, largest]);
        Joint { limits, ..self }
    }

    /// Following another joint.
    pub fn with_mimic(self, joint: impl Into<String>, multiplier: f64, offset: f64) -> Joint {
        let joint = joint.into();
        let mimic = Some(Mimic {
            joint,
            multiplier,
            offset,
        });
        Joint { mimic, ..self }
    }

    /// Where it stands if a configuration does not say.
    pub fn with_default(self, default: impl Into<Vec<f64>>) -> Joint {
        let default = Some(default.into());
        Joint { default, ..self }
    }

    /// Where it stands if a configuration does not say, as numbers of a configuration.
    pub(crate) fn resting(&self) -> Vec<f64> {
        if let Some(default) = &self.default {
            return default.clone();
        }
        match (self.kind, self.limits) {
            (JointKind::Floating, _) => [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0].into(),
            (kind, Some([least, largest])) if kind.is_single() => {
                [0.0_f64.max(least).min(largest)].into()
            }
            (kind, _) => core::iter::repeat_n(0.0, kind.width()).collect(),
        }
    }
}
