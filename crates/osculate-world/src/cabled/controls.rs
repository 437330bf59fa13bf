//! What a caller may do to the cables of a world.

use super::CabledWorld;
use crate::rods::{RodError, Rods};
use osculate::glam::DVec3;

/// Holds, drives, pushes and loads the cables of a [`CabledWorld`], as [`Rods`] does.
///
/// Only that: cables and obstacles that were added to the [`Rods`] themselves would be unknown to the world, and its bodies would pass
/// through them.
///
/// ```
/// use osculate::glam::DVec3;
/// use osculate_world::rods::{Cable, RodMaterial, RodSettings};
/// use osculate_world::{CabledWorld, Settings, World};
///
/// let mut cabled = CabledWorld::new(World::new(Settings::default())?, RodSettings::default())?;
/// let points = (0..=20).map(|i| 0.05 * f64::from(i) * DVec3::X).collect();
/// let rope = cabled.add(Cable::new("rope", points, RodMaterial::rope(5e-3)))?;
/// cabled.controls().hold(rope, 0, true)?;
/// cabled.step();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CableControls<'w> {
    rods: &'w mut Rods,
}

impl CabledWorld {
    /// The cables, to hold, drive, push and load them.
    pub fn controls(&mut self) -> CableControls<'_> {
        CableControls {
            rods: &mut self.rods,
        }
    }
}

impl CableControls<'_> {
    /// Holds a point where it is, or lets it go: [`Rods::hold`].
    pub fn hold(&mut self, cable: usize, point: usize, is_held: bool) -> Result<(), RodError> {
        self.rods.hold(cable, point, is_held)
    }

    /// Moves a point that is held at a constant velocity from now on: [`Rods::drive`].
    pub fn drive(&mut self, cable: usize, point: usize, velocity: DVec3) -> Result<(), RodError> {
        self.rods.drive(cable, point, velocity)
    }

    /// Pulls a point along at a constant velocity from now on, with at most so many newtons: [`Rods::pull`].
    pub fn pull(
        &mut self,
        cable: usize,
        point: usize,
        velocity: DVec3,
        most: f64,
    ) -> Result<(), RodError> {
        self.rods.pull(cable, point, velocity, most)
    }

    /// Turns the section at a clamped end at a constant rate from now on: [`Rods::spin`].
    pub fn spin(&mut self, cable: usize, end: usize, rate: f64) -> Result<(), RodError> {
        self.rods.spin(cable, end, rate)
    }

    /// Pushes a point with a constant force from now on: [`Rods::push`].
    pub fn push(&mut self, cable: usize, point: usize, force: DVec3) -> Result<(), RodError> {
        self.rods.push(cable, point, force)
    }

    /// Hangs a mass onto a point: [`Rods::load`].
    pub fn load(&mut self, cable: usize, point: usize, mass: f64) -> Result<(), RodError> {
        self.rods.load(cable, point, mass)
    }

    /// Sets the velocity of a point: [`Rods::set_velocity`].
    pub fn set_velocity(
        &mut self,
        cable: usize,
        point: usize,
        velocity: DVec3,
    ) -> Result<(), RodError> {
        self.rods.set_velocity(cable, point, velocity)
    }

    /// Forgets what a step works with, which is made anew: [`Rods::forget`].
    pub fn forget(&mut self) {
        self.rods.forget();
    }
}
