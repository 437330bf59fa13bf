//! Worlds with cables that are saved, and go on elsewhere with the same bits.

use super::support::Support;
use super::{CabledError, CabledReport, CabledWorld};
use crate::handle::BodyHandle;
use crate::rods::{RodSettings, Rods, SavedRods};
use crate::world::{SavedWorld, World};

/// A world with cables as plain numbers: see [`CabledWorld::save`].
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SavedCabledWorld {
    /// Its bodies.
    pub world: SavedWorld,
    /// Its cables; none in a world without any.
    pub cables: Option<SavedCables>,
}

/// The cables of a world as plain numbers.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SavedCables {
    rods: SavedRods,
    /// The bodies that are obstacles.
    bodies: Vec<BodyHandle>,
    felt: Vec<bool>,
    supports: Vec<Support>,
}

impl CabledWorld {
    /// Forgets what cannot be saved: see [`World::forget`].
    pub fn forget(&mut self) {
        self.world.forget();
        self.rods.forget();
    }

    /// Saves everything, after it [forgot](CabledWorld::forget) what cannot be saved: this world and one that is loaded from what is returned go
    /// on with the same bits.
    pub fn save(&mut self) -> SavedCabledWorld {
        SavedCabledWorld {
            world: self.world.save(),
            cables: (!self.rods.is_empty()).then(|| SavedCables {
                rods: self.rods.save(),
                bodies: self.bodies.clone(),
                felt: self.felt.clone(),
                supports: self.supports.clone(),
            }),
        }
    }

    /// A world that goes on where another was [saved](CabledWorld::save). One without cables takes those that are added in so many parts a step as
    /// [`CabledWorld::usual_settings`] has.
    pub fn load(saved: &SavedCabledWorld) -> Result<CabledWorld, CabledError> {
        let world = World::load(&saved.world)?;
        let Some(cables) = &saved.cables else {
            return CabledWorld::in_parts(world, None);
        };
        let rods = Rods::restore(&cables.rods)?;
        let settings: &RodSettings = rods.settings();
        let is_one = settings.step == world.settings().step;
        let obstacles = (0..).take_while(|&of| rods.placement(of).is_ok()).count();
        let counts = [
            cables.bodies.len(),
            cables.felt.len(),
            cables.supports.len(),
        ];
        if !is_one || counts != [obstacles; 3] {
            return Err(CabledError::Damaged(
                "the cables are not those of the world",
            ));
        }
        for (obstacle, &body) in cables.bodies.iter().enumerate() {
            if rods.placement(obstacle).ok() != world.placement(body).ok() {
                return Err(CabledError::Damaged("a body is not where cables meet it"));
            }
        }
        Ok(CabledWorld {
            world,
            rods,
            bodies: cables.bodies.clone(),
            given: vec![None; obstacles],
            felt: cables.felt.clone(),
            supports: cables.supports.clone(),
            report: CabledReport::default(),
            parts: None,
        })
    }
}
