//! The names of bodies.

use core::fmt;

/// Names a body of a world. The name of a body that was removed is never given to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyHandle {
    pub(crate) slot: u32,
    pub(crate) generation: u32,
}

impl BodyHandle {
    /// A number that is small, and that no two bodies have at the same time: for tables beside a world.
    pub fn index(&self) -> usize {
        self.slot as usize
    }
}

impl fmt::Display for BodyHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "body {}", self.slot)?;
        match self.generation {
            0 => Ok(()),
            again => write!(f, " (its {again}. successor)"),
        }
    }
}
