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

/// What e^(μπ) times the load of the other end holds does not sink, but for the speed that counts as sticking. The heavy run also asks that without
/// friction both masses go as Atwood's do.
#[test]
fn drums_hold() {
    let friction = 0.25;
    let creep = sinks(friction, 0.95 * libm::exp(friction * PI), 4);
    println!("drum: at 0.95 of what holds {creep:.1e} m/s");
    assert!(creep.abs() < 0.03);
    if setting("OSCULATE_CASES").is_some() {
        let gained = sinks(0.0, 1.6, 24) - sinks(0.0, 1.6, 12);
        let error = gained / (9.81 * 0.6 / 2.6 * 0.2) - 1.0;
        println!(
            "drum without friction: acceleration {:+.2} %",
            100.0 * error
        );
        assert!(error.abs() < 0.05);
        let creep = sinks(friction, 0.95 * libm::exp(friction * PI), 24);
        println!("drum: at 0.95 of what holds {creep:.1e} m/s at last");
        assert!(creep.abs() < 2.0 * RodSettings::default().sticking_speed);
    }
}
