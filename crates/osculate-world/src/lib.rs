//! Rigid bodies that cannot pass through each other.
//!
//! A [`World`] moves a body only along a motion that is *proven* free of contact with all other moving bodies. So the
//! absence of tunnelling is an invariant, whatever the solver does; the solver only decides how realistic the motion is.
//!
//! ```
//! use osculate::{HalfSpace, Hull, Placement, glam::DVec3};
//! use osculate_world::{Body, Settings, World};
//!
//! let mut world = World::new(Settings::default())?;
//! world.insert(Body::fixed(HalfSpace::new(DVec3::Z, 0.0)?))?;
//! let die = world.insert(Body::dynamic(Hull::cuboid(DVec3::splat(0.5))?).at(Placement::at(2.0 * DVec3::Z)))?;
//! for _ in 0..128 {
//!     world.step();
//! }
//! let height = world.placement(die)?.position.z;
//! assert!(height > 0.5 && height < 0.51, "{height}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Bodies rest a little apart: by default 0.0046 of the smaller one's bounding radius ([`Body::with_rest_gap`]). To hide
//! that gap, make shapes smaller by half of it.
//!
//! [`rods`] has cables: elastic rods that pass through nothing either. [`CabledWorld`] is a world with cables.

mod bodies;
mod body;
mod cabled;
mod contact;
mod error;
mod handle;
mod inertia;
mod material;
mod report;
pub mod rods;
pub mod scenes;
mod settings;
mod state;
mod step;
mod world;

pub use body::{Body, BodyKind, Filter, LockedAxes};
pub use cabled::{
    CableControls, CablePart, CablePlan, CabledError, CabledReport, CabledWorld, SavedCabledWorld,
    SavedCables,
};
pub use error::{BodyError, WorldError};
pub use handle::BodyHandle;
pub use material::{Combine, Material};
pub use report::{ContactEvent, Move, StepReport};
pub use settings::{Settings, Sleeping};
pub use world::{CastHit, ContactSpot, NearestBody, SavedWorld, Touch, World};

/// The README's examples, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
