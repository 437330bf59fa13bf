//! A house of cards.

use super::{BuiltScene, cuboid, resting, turned};
use crate::body::Body;
use crate::material::Material;
use glam::DVec3;
use osculate::Placement;
use std::f64::consts::PI;

/// Half the length, width and thickness of a card.
const LENGTH: f64 = 0.5;
const WIDTH: f64 = 0.35;
const THICKNESS: f64 = 0.01;
/// How far cards lean: friction has to be more than the tangent of this, which is 0.4.
const LEAN: f64 = 22.0 * PI / 180.0;
const FRICTION: f64 = 0.8;
/// How far the cards that lie are apart at their ends.
const JOINT: f64 = 0.01;
const STOREYS: u32 = 5;

/// Each storey is a row of tents of two cards, with cards across from tip to tip that the next one stands on.
pub(super) fn card_house() -> BuiltScene {
    let mut scene = BuiltScene::new(10.0);
    scene.add_floor();
    let lying = cuboid(LENGTH, WIDTH, THICKNESS);
    let apart = resting(&lying);
    let (sin, cos) = libm::sincos(LEAN);
    let half_height = LENGTH * cos + THICKNESS * sin;
    // From the middle of a card that leans to its foremost edge, by which it leans on the other.
    let reach = LENGTH * sin + THICKNESS * cos;
    let pitch = 2.0 * LENGTH + JOINT;
    let card = |x: f64, z: f64, lean: f64| {
        let at = Placement::new(DVec3::new(x, 0.0, z), turned(DVec3::Y, lean));
        Body::dynamic(lying.clone())
            .with_material(Material::new(FRICTION, 0.0))
            .with_density(700.0)
            .at(at)
    };
    let mut floor = 0.0;
    let mut count = 0;
    let mut named = || {
        count += 1;
        format!("card {count}")
    };
    for storey in 0..STOREYS {
        let tents = STOREYS - storey;
        let first = -0.5 * pitch * f64::from(tents - 1);
        let middle = floor + apart + half_height;
        for tent in 0..tents {
            let tip = first + pitch * f64::from(tent);
            let aside = reach + 0.5 * apart;
            // A card that stands is one that lies, turned by a right angle.
            scene.add(named(), card(tip - aside, middle, LEAN + 0.5 * PI));
            scene.add(named(), card(tip + aside, middle, -LEAN + 0.5 * PI));
        }
        floor = middle + half_height + apart + 2.0 * THICKNESS;
        for across in 1..tents {
            let x = first + pitch * (f64::from(across) - 0.5);
            scene.add(named(), card(x, floor - THICKNESS, 0.0));
        }
    }
    scene
}
