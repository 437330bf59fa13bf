//! Cables: closed forms, contacts, and what is refused.

mod bodies;
mod buckling;
mod capstan;
mod contacts;
mod edge_cases;
mod energies;
mod errors;
mod fastened;
mod knots;
mod links;
mod pulls;
mod sections;
mod statics;
mod tangles;
mod vibrations;

use osculate::glam::DVec3;
use osculate_world::rods::{Cable, Contacts, RodMaterial, RodSettings, Rods, Scheme};

/// EA, B and C of a rod whose mass per length is 1, and whose radius does not matter.
fn material(stretch: f64, bend: f64, twist: f64) -> RodMaterial {
    RodMaterial::wire(1e-4)
        .with_stiffness(stretch, bend, twist)
        .with_density(1.0)
        .with_drag(0.0)
}

/// Without gravity.
fn floating(step: f64, scheme: Scheme) -> Rods {
    let settings = RodSettings::default().with_gravity(DVec3::ZERO);
    let settings = settings.with_contacts(Contacts::Ignored);
    Rods::new(settings.with_step(step, 1).with_scheme(scheme)).expect("settings are valid")
}

fn put(rods: &mut Rods, cable: Cable) -> usize {
    rods.add(cable).expect("the cable is valid")
}

fn positions(rods: &Rods) -> Vec<DVec3> {
    rods.positions(0).expect("there is a cable")
}

/// How fast the fastest point of the first cable is.
fn fastest(rods: &Rods) -> f64 {
    let velocities = rods.velocities(0).expect("there is a cable");
    velocities.iter().map(|v| v.length()).fold(0.0, f64::max)
}

/// Steps until nothing of the first cable moves faster than this.
fn relax(rods: &mut Rods, slower_than: f64, most: u32) -> u32 {
    for steps in 1..=most {
        rods.step();
        if fastest(rods) < slower_than {
            return steps;
        }
    }
    panic!("still at {} after {most} steps", fastest(rods));
}
