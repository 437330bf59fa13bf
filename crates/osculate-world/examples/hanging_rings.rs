//! Rings of wire in each other hang from a point, and swing: no ring passes through another, and each step is reported.
//!
//! `cargo run --release -p osculate-world --example hanging_rings`

use osculate::HalfSpace;
use osculate::glam::DVec3;
use osculate_world::rods::{Cable, Natural, Obstacle, RodMaterial, RodSettings, Rods};

const RINGS: u32 = 4;
const POINTS: u32 = 24;

fn ring(number: u32) -> Cable {
    let centre = -0.15 * f64::from(number) * DVec3::Z;
    let across = match number.is_multiple_of(2) {
        true => DVec3::X,
        false => DVec3::Y,
    };
    let at = |i: u32| {
        let (sine, cosine) = (std::f64::consts::TAU * f64::from(i) / f64::from(POINTS)).sin_cos();
        centre + 0.1 * (cosine * across + sine * DVec3::Z)
    };
    let points = (0..POINTS).map(at).collect();
    Cable::new(format!("ring {number}"), points, RodMaterial::wire(3e-3))
        .closed()
        .with_natural(Natural::AsPlaced)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rods = Rods::new(RodSettings::default())?;
    rods.add_obstacle(Obstacle::half_space(HalfSpace::new(DVec3::Z, -1.0)?))?;
    for number in 0..RINGS {
        rods.add(ring(number))?;
    }
    // The topmost point of the first ring.
    rods.hold(0, POINTS as usize / 4, true)?;
    for step in 0..30 {
        let report = rods.step();
        if step % 10 == 9 {
            println!(
                "{:.2} s: {} contacts, {} of {} s held back, deepest {:.2} %",
                rods.time(),
                report.contacts,
                report.time_lost,
                report.time,
                100.0 * report.deepest
            );
        }
    }
    let lowest = rods.positions(RINGS as usize - 1)?;
    let lowest = lowest.iter().map(|p| p.z).fold(0.0, f64::min);
    assert!(lowest < -0.55 && lowest > -0.8, "they hang: {lowest}");
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
