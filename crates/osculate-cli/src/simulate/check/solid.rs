//! Shapes as the judge sees them: convex parts that know their furthest point along a direction.

use super::path::Pose;
use glam::{DMat3, DVec3};
use osculate::shape::{HullCore, HullForm};
use osculate::{Hull, Shape};

/// A body's shape, about its centre of mass.
pub struct Solid {
    pub parts: Vec<Part>,
    /// How far points are from the centre of mass, at most; infinite for a half-space.
    pub reach: f64,
}

/// A convex part.
pub struct Part {
    kind: Kind,
    pub reach: f64,
}

enum Kind {
    /// A core in coordinates of its own, with a margin, and where these are in the body.
    Convex {
        form: Box<HullForm>,
        place: DVec3,
        axes: DMat3,
    },
    /// All x with normal·x ≤ offset, in the body.
    Plane { normal: DVec3, offset: f64 },
}

impl Solid {
    /// A shape about a centre of mass.
    pub fn new(shape: &Shape, centre: DVec3) -> Solid {
        let hulls: &[Hull] = match shape {
            Shape::HalfSpace(half_space) => {
                let (normal, offset) = (half_space.normal(), half_space.offset());
                let kind = Kind::Plane {
                    normal,
                    offset: offset - normal.dot(centre),
                };
                let reach = f64::INFINITY;
                return Solid {
                    parts: vec![Part { kind, reach }],
                    reach,
                };
            }
            Shape::Hull(hull) => std::slice::from_ref(hull),
            Shape::Compound(compound) => compound.parts(),
            // No world has one.
            Shape::Mesh(_) => &[],
        };
        let parts: Vec<Part> = hulls.iter().map(|hull| part(hull, centre)).collect();
        let reach = parts.iter().map(|part| part.reach).fold(0.0, f64::max);
        Solid { parts, reach }
    }
}

fn part(hull: &Hull, centre: DVec3) -> Part {
    let form = hull.form();
    let place = form.centre - centre;
    let core = match &form.core {
        HullCore::Point => 0.0,
        HullCore::Segment { half_length } => *half_length,
        HullCore::Cuboid { half } => half.length(),
        HullCore::Cylinder {
            radius,
            half_height,
        }
        | HullCore::Cone {
            radius,
            half_height,
        } => radius.hypot(*half_height),
        HullCore::Ellipsoid { radii } => radii.max_element(),
        HullCore::Polytope { corners, .. } => corners
            .iter()
            .map(|corner| corner.length())
            .fold(0.0, f64::max),
        // One that is not known here reaches everywhere, and so is never shown to be apart.
        _ => f64::NAN,
    };
    let reach = (place.length() + core + form.margin) * (1.0 + 1e-12);
    let axes = form.axes;
    let form = Box::new(form);
    let kind = Kind::Convex { form, place, axes };
    Part { kind, reach }
}

impl Part {
    /// The normal of a half-space, in the world.
    pub fn plane(&self, pose: &Pose) -> Option<DVec3> {
        match &self.kind {
            Kind::Plane { normal, .. } => Some(pose.rotation * *normal),
            Kind::Convex { .. } => None,
        }
    }

    /// The largest product of a point with a unit direction.
    pub fn most_along(&self, pose: &Pose, direction: DVec3) -> f64 {
        match &self.kind {
            // Along its own normal; along any other it has no end.
            Kind::Plane { offset, .. } => offset + pose.position.dot(direction),
            Kind::Convex { form, .. } => {
                self.furthest(pose, direction).dot(direction) + form.margin
            }
        }
    }

    /// The smallest product.
    pub fn least_along(&self, pose: &Pose, direction: DVec3) -> f64 {
        -self.most_along(pose, -direction)
    }

    /// The point of the core that is furthest along a direction, in the world.
    pub fn furthest(&self, pose: &Pose, direction: DVec3) -> DVec3 {
        let Kind::Convex { form, place, axes } = &self.kind else {
            return pose.position;
        };
        let own = axes.transpose() * (pose.rotation.transpose() * direction);
        let corner = furthest_of(&form.core, own);
        pose.position + pose.rotation * (*place + *axes * corner)
    }
}

/// The point of a core that is furthest along a direction, in its own coordinates.
fn furthest_of(core: &HullCore, direction: DVec3) -> DVec3 {
    let DVec3 { x, y, z } = direction;
    // On a circle of this radius about z.
    let rim = |radius: f64| {
        let across = x.hypot(y);
        match across > 0.0 {
            true => DVec3::new(radius * x / across, radius * y / across, 0.0),
            false => DVec3::ZERO,
        }
    };
    match core {
        HullCore::Point => DVec3::ZERO,
        HullCore::Segment { half_length } => DVec3::Z * half_length.copysign(z),
        HullCore::Cuboid { half } => half.copysign(direction),
        HullCore::Cylinder {
            radius,
            half_height,
        } => rim(*radius) + DVec3::Z * half_height.copysign(z),
        HullCore::Cone {
            radius,
            half_height,
        } => {
            let tip = DVec3::Z * *half_height;
            let base = rim(*radius) - tip;
            if tip.dot(direction) >= base.dot(direction) {
                tip
            } else {
                base
            }
        }
        HullCore::Ellipsoid { radii } => {
            let stretched = *radii * direction;
            match stretched.length() {
                length if length > 0.0 => *radii * stretched / length,
                _ => DVec3::ZERO,
            }
        }
        HullCore::Polytope { corners, .. } => {
            let along = |corner: &&DVec3| corner.dot(direction);
            let furthest = corners.iter().max_by(|a, b| along(a).total_cmp(&along(b)));
            furthest.copied().unwrap_or(DVec3::ZERO)
        }
        _ => DVec3::NAN,
    }
}
