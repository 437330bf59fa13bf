//! The way from a convex body to the library.

use glam::{DQuat, DVec3};
use osculate::Hull;
use osculate_judge::hulls::bodies::{Body, Core};

/// The body of a description as the library has it.
pub fn hull(body: &Body) -> Hull {
    let hull = match &body.core {
        Core::Point => Hull::ball(0.0),
        &Core::Segment { half } => Hull::capsule(half, 0.0),
        &Core::Cuboid { half } => Hull::cuboid(half),
        &Core::Cylinder { radius, half } => Hull::cylinder(radius, half),
        &Core::Cone { radius, half } => Hull::cone(radius, half),
        &Core::Ellipsoid { radii } => Hull::ellipsoid(radii),
        Core::Polytope { corners } => Hull::polytope(corners),
    };
    hull.and_then(|hull| hull.rounded(body.margin))
        .and_then(|hull| {
            if body.position == DVec3::ZERO && body.rotation == DQuat::IDENTITY {
                Ok(hull)
            } else {
                hull.placed(body.position, body.rotation)
            }
        })
        .expect("a test's body is valid")
}
