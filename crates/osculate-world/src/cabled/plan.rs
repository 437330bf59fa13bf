//! Cables with what is done to them from the start.

use super::{CabledError, CabledWorld};
use crate::rods::{Cable, RodSettings};
use crate::world::World;
use glam::DVec3;
use std::ops::Range;

/// A cable, and what is done to it from the start: for scenes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CablePlan {
    /// The cable.
    pub cable: Cable,
    /// Points that are held where they are.
    pub held: Vec<usize>,
    /// Points that are held, and the velocities that they go on at.
    pub drives: Vec<(usize, DVec3)>,
    /// How fast the sections at clamped ends turn, in rad/s.
    pub spins: [f64; 2],
    /// Points that are pushed, and with which forces.
    pub pushes: Vec<(usize, DVec3)>,
    /// Masses that hang on points.
    pub loads: Vec<(usize, f64)>,
    /// Points that are fastened to bodies, and the names of these.
    pub fastened: Vec<(usize, String)>,
}

impl From<Cable> for CablePlan {
    /// Nothing is done to it.
    fn from(cable: Cable) -> CablePlan {
        CablePlan {
            cable,
            held: Vec::new(),
            drives: Vec::new(),
            spins: [0.0; 2],
            pushes: Vec::new(),
            loads: Vec::new(),
            fastened: Vec::new(),
        }
    }
}

/// Parts of steps are at most so long if nobody says more of it.
const LONGEST_PART: f64 = 1.0 / 240.0;

impl CabledWorld {
    /// A world that cables can be put into, which take a step in so many parts; by default in the usual number.
    pub fn in_parts(world: World, substeps: Option<u32>) -> Result<CabledWorld, CabledError> {
        let mut settings = CabledWorld::usual_settings(world.settings().step);
        if let Some(substeps) = substeps {
            settings.substeps = substeps;
            settings.most_substeps = settings.most_substeps.max(16 * substeps);
        }
        CabledWorld::new(world, settings)
    }

    /// The settings of cables in a world with steps of so many seconds: in parts of 1/240 s at most, but at most 4,096 of them.
    pub fn usual_settings(step: f64) -> RodSettings {
        let parts = (step / LONGEST_PART - 1e-9).ceil().clamp(1.0, 4096.0) as u32;
        RodSettings {
            substeps: parts,
            most_substeps: (16 * parts).clamp(64, 65536),
            ..RodSettings::default()
        }
    }

    /// Adds a cable, and does to it what is planned. If that is refused nothing has changed.
    pub fn add_planned(&mut self, plan: &CablePlan) -> Result<usize, CabledError> {
        Ok(self.add_all_planned(std::slice::from_ref(plan))?.start)
    }

    /// The same with many cables, all of them or none: see [`Rods::add_all`](crate::rods::Rods::add_all).
    pub fn add_all_planned(&mut self, plans: &[CablePlan]) -> Result<Range<usize>, CabledError> {
        let mut changed = self.clone();
        let cables: Vec<Cable> = plans.iter().map(|plan| plan.cable.clone()).collect();
        let numbers = changed.add_all(&cables)?;
        for (number, plan) in numbers.clone().zip(plans) {
            changed.plan(number, plan)?;
        }
        *self = changed;
        Ok(numbers)
    }

    fn plan(&mut self, number: usize, plan: &CablePlan) -> Result<(), CabledError> {
        let rods = &mut self.rods;
        for &point in &plan.held {
            rods.hold(number, point, true)?;
        }
        for &(point, velocity) in &plan.drives {
            rods.hold(number, point, true)?;
            rods.drive(number, point, velocity)?;
        }
        for (end, &rate) in plan.spins.iter().enumerate() {
            rods.spin(number, end, rate)?;
        }
        for &(point, force) in &plan.pushes {
            rods.push(number, point, force)?;
        }
        for &(point, mass) in &plan.loads {
            rods.load(number, point, mass)?;
        }
        for (point, name) in &plan.fastened {
            let body = self.world.find(name);
            let none = || CabledError::NoSuchBody { name: name.clone() };
            self.fasten(number, *point, body.ok_or_else(none)?)?;
        }
        Ok(())
    }
}
