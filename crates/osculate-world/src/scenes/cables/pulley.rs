//! A cable over a pulley.

use super::scene;
use crate::body::Body;
use crate::cabled::CablePlan;
use crate::material::Material;
use crate::rods::{Cable, RodMaterial};
use crate::scenes::{BuiltScene, VALID, turned};
use glam::DVec3;
use osculate::{Compound, Hull};
use std::f64::consts::FRAC_PI_2;

const RADIUS: f64 = 0.15;
const ROPE: f64 = 5e-3;

/// A rope over a wheel that does not turn, with weights of 0.5 and 0.8 kg: the heavier one pulls the other up, slowed by friction.
pub(in crate::scenes) fn pulley() -> BuiltScene {
    let mut scene = scene(3.0);
    scene.add(
        "wheel",
        Body::fixed(wheel()).with_material(Material::new(0.04, 0.0)),
    );
    let middle = 1.06 * RADIUS + ROPE;
    let hanging = 0.6;
    let edge = 0.012;
    let mut points = Vec::new();
    let down = (hanging / edge) as u32;
    points.extend(
        (1..=down)
            .rev()
            .map(|i| DVec3::new(-middle, 0.0, -edge * f64::from(i))),
    );
    let round = (std::f64::consts::PI * middle / edge) as u32;
    points.extend((0..=round).map(|i| {
        let angle = std::f64::consts::PI * f64::from(i) / f64::from(round);
        let (sine, cosine) = libm::sincos(angle);
        DVec3::new(-middle * cosine, 0.0, middle * sine)
    }));
    points.extend((1..=down).map(|i| DVec3::new(middle, 0.0, -edge * f64::from(i))));
    let last = points.len() - 1;
    let material = RodMaterial::rope(ROPE).with_stiffness(8000.0, 1e-4, 1e-4);
    let material = material.with_surface(0.04, 0.0);
    let mut plan = CablePlan::from(Cable::new("rope", points, material));
    plan.loads = vec![(0, 0.5), (last, 0.8)];
    scene.cables.push(plan);
    scene
}

/// A wheel about y, with a rim on either side.
fn wheel() -> Compound {
    let about_y = turned(DVec3::X, FRAC_PI_2);
    let part = |radius: f64, half: f64, at: f64| {
        let disc = Hull::cylinder(radius, half).expect(VALID);
        disc.placed(at * DVec3::Y, about_y).expect(VALID)
    };
    let parts = vec![
        part(RADIUS, 0.02, 0.0),
        part(1.3 * RADIUS, 0.004, 0.024),
        part(1.3 * RADIUS, 0.004, -0.024),
    ];
    Compound::new(parts).expect(VALID)
}
