//! Bullets at thin plates.

use super::{BuiltScene, VALID, cuboid, half_space, turned};
use crate::body::Body;
use crate::material::Material;
use glam::DVec3;
use osculate::{Hull, Placement};
use std::f64::consts::FRAC_PI_2;

/// In metres per second.
const SPEEDS: [f64; 6] = [10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0];
/// Half the thickness of the plates that these meet.
const PLATES: [f64; 6] = [5e-3, 2e-3, 1e-3, 3e-4, 1e-4, 3e-5];
/// How far lanes are apart.
const PITCH: f64 = 1.2;

/// Two rows of lanes: plates that are fixed below, plates that can fly above. All is in a room, so that nothing is lost.
pub(super) fn bullets() -> BuiltScene {
    let mut scene = BuiltScene::new(3.0);
    scene.add_floor();
    let room = 0.5 * PITCH * SPEEDS.len() as f64 + 0.4;
    for (name, normal, offset) in [
        ("left wall", DVec3::Y, -room),
        ("right wall", -DVec3::Y, -room),
        ("front wall", DVec3::X, -3.0),
        ("back wall", -DVec3::X, -3.0),
        ("ceiling", -DVec3::Z, -3.0),
    ] {
        scene.add(name, Body::fixed(half_space(normal, offset)));
    }
    let bullet = Hull::capsule(0.06, 0.03).expect(VALID);
    let point_ahead = turned(DVec3::Y, FRAC_PI_2);
    for (lane, (&speed, &thin)) in SPEEDS.iter().zip(&PLATES).enumerate() {
        let y = PITCH * (lane as f64 - 2.5);
        let plate = cuboid(thin, 0.45, 0.45);
        for (fixed, z) in [(true, 0.7), (false, 1.9)] {
            let kind = if fixed { "fixed" } else { "free" };
            let at = Placement::at(DVec3::new(0.0, y, z));
            let made = match fixed {
                true => Body::fixed(plate.clone()),
                // It hangs there until it is hit.
                false => Body::dynamic(plate.clone())
                    .with_mass(2.0)
                    .with_gravity_scale(0.0),
            };
            scene.add(format!("{kind} plate {}", lane + 1), made.at(at));
            // Each hits its plate a little elsewhere, and spins.
            let aside = 0.08 * (lane as f64 - 2.5);
            let from = DVec3::new(-2.0, y + 0.7 * aside, z - aside);
            let body = Body::dynamic(bullet.clone())
                .with_density(8000.0)
                .with_material(Material::new(0.3, 0.2))
                .at(Placement::new(from, point_ahead))
                .with_velocity(DVec3::X * speed, DVec3::new(20.0, 5.0, 3.0));
            scene.add(format!("bullet {} at {kind}", lane + 1), body);
        }
    }
    scene
}
