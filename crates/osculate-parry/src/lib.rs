//! Shapes, poses and motions of parry3d for Osculate.
//!
//! | parry | Osculate | function |
//! | --- | --- | --- |
//! | `Pose` | `Placement` | `placement`, back: `to_pose` |
//! | `NonlinearRigidMotion` | `ConstantVelocity` | `motion` |
//! | any shape of the rows below | `Shape` | `shape` |
//! | `Ball`, `Cuboid`, `Capsule`, `Cylinder`, `Cone`, `Segment`, `Triangle`, `ConvexPolyhedron`, and round ones | `Hull` | `hull` |
//! | `Compound` of those | `Compound` | `compound` |
//! | `HalfSpace` | `HalfSpace` | `half_space`, back: `to_half_space` |
//! | `TriMesh` | `TriMesh` | `tri_mesh`, back: `to_trimesh` |
//! | `HeightField` | a mesh of its triangles | `shape` |
//! | `Voxels`, `Polyline`, shapes of a user | none | [`ConversionError::Unsupported`] |
//!
//! The functions are in [`f32`](mod@crate::f32) for the crate `parry3d` and in `f64` for `parry3d-f64`, each behind the feature
//! of its name; `f32` is on by default. Numbers of `f32` become `f64` exactly.

#![allow(
    clippy::duplicate_mod,
    reason = "both precisions of parry have the same types, by other paths"
)]

mod error;
#[cfg(feature = "f32")]
pub mod f32;
#[cfg(feature = "f64")]
pub mod f64;

pub use error::ConversionError;

/// The examples of the README and of the page for those who come from parry, as tests.
#[cfg(all(doctest, feature = "f32"))]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../coming-from-parry.md")]
struct Pages;
