//! Robots from URDF and SRDF files. `docs/robots.md` describes what is read of them.

mod description;
mod element;
mod meshes;
mod packages;
mod problem;
mod srdf;
mod tree;

pub use packages::Packages;
pub use problem::{RobotFileError, RobotPart, RobotPlace, RobotProblem};
pub use srdf::{JointGroup, NamedState};
