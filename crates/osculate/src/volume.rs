//! Bounding volumes.

mod swept_sphere;

pub use swept_sphere::SweptSphere;
pub(crate) use swept_sphere::{SweptSphereKind, WidestGaps};
