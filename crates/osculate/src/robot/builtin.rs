//! Robots without a file, each with what stands around it and a motion to look at.

mod arm;
mod car;
mod chess_pieces;
mod chessmen;
mod draft;
mod hand;
mod hand_parts;
mod mannequin;
mod mannequin_parts;
mod puma;
mod puma_parts;

use super::{Environment, Robot};
use alloc::vec::Vec;

/// The names that [`builtin`] knows.
pub const BUILTIN_NAMES: [&str; 6] = ["arm6", "arm7", "puma", "mannequin", "chessmen", "hand"];

/// A robot that needs no file: see [`builtin`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Builtin {
    /// Its name.
    pub name: &'static str,
    /// What it is and does, in a few words.
    pub about: &'static str,
    /// The robot.
    pub robot: Robot,
    /// What stands around it.
    pub environment: Environment,
    /// Configurations that it goes through: [`Robot::through`] makes a path of them. It begins free.
    pub waypoints: Vec<Vec<f64>>,
}

/// A robot by its name, one of [`BUILTIN_NAMES`].
///
/// | name | robot | around it |
/// | --- | --- | --- |
/// | `arm6` | six joints, of hulls | a workbench |
/// | `arm7` | seven joints, of hulls | a shelf with boxes |
/// | `puma` | 8 links, about 1,000 triangles | a car of about 4,000 |
/// | `mannequin` | 15 links, about 20,000 triangles | nothing |
/// | `chessmen` | the same mannequin | 32 chessmen, about 100,000 |
/// | `hand` | 21 links, about 7,500 triangles | a ball of 2,000 |
///
/// ```
/// let arm = osculate::robot::builtin("arm7").unwrap();
/// let path = arm.robot.through(&arm.waypoints)?;
/// assert_eq!(arm.robot.width(), 7);
/// # Ok::<(), osculate::robot::PathError>(())
/// ```
pub fn builtin(name: &str) -> Option<Builtin> {
    let made = match name {
        "arm6" => arm::arm6(),
        "arm7" => arm::arm7(),
        "puma" => puma::puma(),
        "mannequin" => mannequin::mannequin(),
        "chessmen" => chessmen::chessmen(),
        "hand" => hand::hand(),
        _ => return None,
    };
    Some(made.expect("built-in robots have no faults: a test makes them all"))
}
