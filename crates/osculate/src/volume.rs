//! Bounding volumes.

mod swept_sphere;

pub(crate) use swept_sphere::WidestGaps;
pub use swept_sphere::{SweptSphere, SweptSphereKind};
