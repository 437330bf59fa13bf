//! Spheres.

use glam::DVec3;

/// A sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere {
    pub(crate) centre: DVec3,
    pub(crate) radius: f64,
}
