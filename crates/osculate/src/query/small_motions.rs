//! Cheap proofs for small motions: bodies that stay apart, frame after frame.
//!
//! Simulations ask about the same pairs in every frame, and most of them hardly move. [`stays_apart`] takes what the pair's
//! last proof left in a [`PairMemory`], and tries, in this order,
//!
//! 1. by *travel*: the bodies were so far apart, and have gone less than that since;
//! 2. by the *chord*: along the direction that kept them apart last, each body's furthest point at both ends of the span,
//!    less what points may stray from the chord between them;
//! 3. by *search*: what [`first_contact_with`](crate::first_contact_with) does.
//!
//! The first two treat each body by itself, so they hold even if one body stops and the other goes on. A [`Stretch`], made
//! once per body and frame, serves all pairs of the body; [`apart_at_any_stops`] uses the first two proofs alone, in some 60
//! and 250 instructions. docs/decisions/small-motions.md has the proofs.

mod along_either;
mod by_parts;
mod chord;
mod in_turn;
pub(super) mod memory;
pub(super) mod part_memory;
mod place;
mod stays_apart;
mod stretch;

pub use along_either::apart_along_either;
pub use by_parts::apart_by_parts;
pub use in_turn::apart_in_turn;
pub use memory::PairMemory;
pub use part_memory::PartMemory;
pub use stays_apart::{
    Apart, Stage, StaysApart, apart_at_any_stops, apart_together, measure, measured, stays_apart,
};
pub use stretch::Stretch;
