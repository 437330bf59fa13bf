//! Points that are pulled along with a force that has an end.

use osculate::glam::DVec3;
use osculate_world::rods::{Cable, End, RodMaterial, RodSettings, Rods};

fn rope(first: End) -> Rods {
    let settings = RodSettings::default().with_gravity(DVec3::ZERO);
    let mut rods = Rods::new(settings).expect("settings are valid");
    let points = (0..=20).map(|i| 0.05 * f64::from(i) * DVec3::X).collect();
    let cable = Cable::new("rope", points, RodMaterial::rope(4e-3));
    let added = rods.add(cable.with_ends([first, End::Free]));
    added.expect("nothing is there");
    rods
}

/// A free rope is pulled until it is as fast as asked, no sooner than its mass allows; then it swings a little on the spring that pulls it.
#[test]
fn free_ropes_follow() {
    let mut rods = rope(End::Free);
    let mass = 1.0 * RodMaterial::rope(4e-3).density;
    let (speed, force) = (2.0, 0.2);
    rods.pull(0, 20, speed * DVec3::X, force)
        .expect("it is there");
    let needed = mass * speed / force;
    let mut at_half = 0.0;
    while rods.time() < 4.0 * needed {
        rods.step();
        if rods.time() < 0.5 * needed {
            let velocities = rods.velocities(0).expect("it is there");
            at_half = velocities.iter().map(|v| v.x).sum::<f64>() / 21.0;
        }
    }
    let velocities = rods.velocities(0).expect("it is there");
    let off = velocities.iter().map(|v| (*v - speed * DVec3::X).length());
    let off = off.fold(0.0, f64::max);
    println!("free rope: {at_half:.3} m/s after half the time, at last off by {off:.1e} m/s");
    assert!((at_half - 0.5 * speed).abs() < 0.1 * speed);
    assert!(off < 0.1 * speed);
    let end = rods.positions(0).expect("it is there")[20].x - 1.0;
    // While it became faster the point fell behind by half the way.
    let expected = speed * (rods.time() - 0.5 * needed);
    println!("it went {end:.3} m, {expected:.3} m by its mass");
    assert!((end - expected).abs() < 0.03 * expected);
}

/// A rope that is pinned is stretched by the largest force and no further: a point that is driven would stretch it for ever.
#[test]
fn pinned_ropes_hold() {
    let mut rods = rope(End::Pinned);
    let force = 30.0;
    rods.pull(0, 20, 3.0 * DVec3::X, force)
        .expect("it is there");
    while rods.time() < 1.0 {
        rods.step();
    }
    let tensions = rods.tensions(0).expect("it is there");
    println!(
        "pinned rope: tensions {:.4} to {:.4} N",
        tensions[0], tensions[19]
    );
    assert!(tensions.iter().all(|t| (t / force - 1.0).abs() < 0.01));
    // It is let go.
    rods.hold(0, 20, false).expect("it is there");
    while rods.time() < 3.0 {
        rods.step();
    }
    let tensions = rods.tensions(0).expect("it is there");
    assert!(tensions.iter().all(|t| t.abs() < 0.1 * force));
}

#[test]
fn what_cannot_be_pulled() {
    let mut rods = rope(End::Free);
    for (point, speed, force) in [
        (21, 1.0, 1.0),
        (0, f64::NAN, 1.0),
        (0, 1.0, 0.0),
        (0, 1.0, f64::INFINITY),
    ] {
        let refused = rods.pull(0, point, speed * DVec3::X, force);
        assert!(refused.is_err(), "{point} {speed} {force}");
    }
}
