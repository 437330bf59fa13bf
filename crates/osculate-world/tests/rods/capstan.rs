//! A cable over a drum.

use super::put;
use osculate::TriMesh;
use osculate::glam::DVec3;
use osculate_judge::seeded::setting;
use osculate_world::rods::{Cable, Obstacle, RodMaterial, RodSettings, Rods};
use std::f64::consts::PI;

/// A drum of so many sides along y; cables lie a radius above it.
fn drum(radius: f64, sides: u32) -> TriMesh {
    let mut vertices = Vec::new();
    for i in 0..sides {
        let (sine, cosine) = libm::sincos(2.0 * PI * f64::from(i) / f64::from(sides));
        for y in [-0.1, 0.1] {
            vertices.push(DVec3::new(radius * cosine, y, radius * sine));
        }
    }
    let mut triangles = Vec::new();
    for i in 0..sides {
        let (a, b) = (2 * i, 2 * ((i + 1) % sides));
        triangles.extend([[a, b, a + 1], [b, b + 1, a + 1]]);
    }
    TriMesh::new(vertices, triangles).expect("a mesh")
}

/// How fast a mass of so many times the one on the other end sinks, after so many steps.
fn sinks(friction: f64, ratio: f64, steps: u32) -> f64 {
    let settings = RodSettings::default()
        .with_step(1.0 / 60.0, 16)
        .with_rounds(16);
    let mut rods = Rods::new(settings).expect("valid");
    let (radius, thin) = (0.1, 2e-3);
    let around = radius + thin * 1.02;
    let drum = Obstacle::mesh(drum(radius, 96)).with_surface(friction, 0.0);
    rods.add_obstacle(drum).expect("nothing is there");
    let (half, hanging, length) = (0.5 * PI * around, 0.25, 6e-3);
    let count = (2.0 * (half + hanging) / length) as u32;
    let at = |i: u32| {
        let s = (f64::from(i) / f64::from(count) - 0.5) * 2.0 * (half + hanging);
        match s.abs() <= half {
            true => around * DVec3::new(libm::sin(s / around), 0.0, libm::cos(s / around)),
            false => DVec3::new(around.copysign(s), 0.0, half - s.abs()),
        }
    };
    let material = RodMaterial::rope(thin)
        .with_stiffness(2e4, 1e-6, 1e-6)
        .with_density(0.005)
        .with_drag(0.0)
        .with_surface(friction, 0.0);
    put(
        &mut rods,
        Cable::new("rope", (0..=count).map(at).collect(), material),
    );
    rods.load(0, 0, 1.0).expect("there");
    rods.load(0, count as usize, ratio).expect("there");
    for _ in 0..steps {
        rods.step();
    }
    -rods.velocities(0).expect("there")[count as usize].z
}

/// Cables lighter than a hundredth of the masses: a = (F₂ − e^(μπ)·F₁)/(m₂ + e^(μπ)·m₁) for weights F, from 0.2 to 0.4 s.
fn acceleration_error(friction: f64, ratio: f64) -> f64 {
    let holds = libm::exp(friction * PI);
    let gained = sinks(friction, ratio * holds, 24) - sinks(friction, ratio * holds, 12);
    gained / (0.2 * 9.81 * (ratio - 1.0) / (ratio + 1.0)) - 1.0
}

/// What e^(μπ) times the load of the other end holds does not sink, and what is a little heavier does. The heavy run also asks how fast: without friction
/// as Atwood's masses, and with it as the capstan says.
#[test]
fn drums_hold_and_slip() {
    let friction = 0.25;
    let holds = libm::exp(friction * PI);
    let [below, above] = [0.95, 1.05].map(|share| sinks(friction, share * holds, 6));
    println!("drum, after 0.1 s: at 0.95 of what holds {below:.1e} m/s, at 1.05 {above:.1e} m/s");
    assert!(below.abs() < 0.015 && above > 0.025);
    if setting("OSCULATE_CASES").is_some() {
        let creep = sinks(friction, 0.95 * holds, 24);
        println!("drum: at 0.95 of what holds {creep:.1e} m/s at last");
        assert!(creep.abs() < RodSettings::default().sticking_speed);
        for (friction, ratio) in [(0.0, 1.6), (friction, 1.5), (friction, 2.0), (0.4, 1.5)] {
            let error = acceleration_error(friction, ratio);
            println!(
                "drum, friction {friction}, {ratio} of what holds: acceleration {:+.2} %",
                100.0 * error
            );
            assert!(error.abs() < 0.05);
        }
    }
}
