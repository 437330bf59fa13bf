//! Bodies that slide, stick and roll.

use crate::{angular, at, awake, ball, cuboid, floor, linear, position, put};
use osculate::Placement;
use osculate::glam::{DQuat, DVec3};
use osculate_world::{Body, Material, Settings};

const GRAVITY: f64 = 9.81;

/// What a box does on a slope of this angle: how far it goes from second 1 to 3 along it, and how much faster it is then.
fn on_slope(angle: f64, friction: f64) -> (f64, f64) {
    let (sin, cos) = libm::sincos(angle);
    let (normal, down) = (DVec3::new(sin, 0.0, cos), DVec3::new(cos, 0.0, -sin));
    let material = Material::new(friction, 0.0);
    let mut world = awake(Settings::default());
    put(&mut world, floor(normal, material));
    let half = DVec3::new(0.5, 0.5, 0.25);
    let place = normal * (half.z + 0.7 * 0.0046 * half.length());
    let turned = DQuat::from_rotation_y(angle);
    let body = Body::dynamic(cuboid(half)).with_material(material);
    let body = put(&mut world, body.at(Placement::new(place, turned)));
    let look = |world: &_| {
        [
            position(world, body).dot(down),
            linear(world, body).dot(down),
        ]
    };
    for _ in 0..64 {
        world.step();
    }
    let before = look(&world);
    for _ in 0..128 {
        world.step();
    }
    let after = look(&world);
    (after[0] - before[0], after[1] - before[1])
}

/// One degree below the angle of friction a box sticks; five above it slides with g(sin − µ cos), to 0.5 % of g·sin.
#[test]
fn slopes_hold_boxes_up_to_the_angle_of_friction() {
    for friction in [0.2, 0.5, 0.8] {
        let limit = libm::atan(friction);
        let degree = core::f64::consts::PI / 180.0;
        let (crept, _) = on_slope(limit - degree, friction);
        assert!(crept.abs() < 1e-6, "friction {friction}: creeps by {crept}");
        let (sin, cos) = libm::sincos(limit + 5.0 * degree);
        let (_, gained) = on_slope(limit + 5.0 * degree, friction);
        let (rate, expected) = (gained / 2.0, GRAVITY * (sin - friction * cos));
        let off = (rate - expected).abs() / (GRAVITY * sin);
        println!(
            "friction {friction}: creeps by {crept:e}; slides {:.3} % off",
            100.0 * off
        );
        assert!(
            off < 0.005,
            "friction {friction}: {rate} instead of {expected}"
        );
    }
}

/// A ball that is launched sliding, without spin, ends rolling at 5/7 of its speed, to 1e-3.
#[test]
fn sliding_balls_end_rolling_at_five_sevenths() {
    for (radius, friction) in [(0.5, 0.3), (0.1, 0.6)] {
        let material = Material::new(friction, 0.0);
        let mut world = awake(Settings::default());
        put(&mut world, floor(DVec3::Z, material));
        let moment = 0.4 * radius * radius;
        let body = Body::dynamic(ball(radius))
            .with_mass_properties(1.0, DVec3::ZERO, DVec3::splat(moment))
            .with_material(material)
            .at(at(DVec3::Z * radius * (1.0 + 0.7 * 0.0046)))
            .with_velocity(4.0 * DVec3::X, DVec3::ZERO);
        let body = put(&mut world, body);
        for _ in 0..64 * 3 {
            world.step();
        }
        let (speed, spin) = (linear(&world, body), angular(&world, body));
        let share = speed.x / 4.0 * 7.0 / 5.0;
        println!("ball of {radius}: {share} of what it should have, spin {spin}");
        assert!(
            (share - 1.0).abs() < 1e-3,
            "{share} of 5/7, friction {friction}"
        );
        assert!(
            (spin.y * radius / speed.x - 1.0).abs() < 5e-3,
            "{spin} {speed}"
        );
    }
}

/// What slides over 40 flush tiles without friction loses at most 1e-3 of its speed, and is deflected by at most 1e-6.
#[test]
fn flush_tiles_do_not_catch() {
    let slippery = Material::new(0.0, 0.0);
    let shapes = [
        (
            "box",
            cuboid(DVec3::splat(0.25)),
            0.25,
            0.25 * 3.0_f64.sqrt(),
        ),
        ("ball", ball(0.25), 0.25, 0.25),
    ];
    for (name, shape, height, radius) in shapes {
        let mut world = awake(Settings::default());
        for k in 0..40 {
            let tile = Body::fixed(cuboid(DVec3::new(0.5, 1.0, 0.1))).with_material(slippery);
            let place = DVec3::new(0.5 + f64::from(k), 0.0, -0.1);
            put(&mut world, tile.at(at(place)));
        }
        let place = DVec3::new(0.4, 0.0, height + 0.7 * 0.0046 * radius);
        let body = Body::dynamic(shape)
            .with_material(slippery)
            .at(at(place))
            .with_velocity(5.0 * DVec3::X, DVec3::ZERO);
        let body = put(&mut world, body);
        let mut hits = 0;
        for _ in 0..64 * 75 / 10 {
            hits += world.step().hits;
        }
        let (velocity, place) = (linear(&world, body), position(&world, body));
        let deflection = (velocity.y.abs() / velocity.x).max(place.y.abs() / place.x);
        println!("{name} over 40 tiles: {velocity} at {place}, {hits} hits");
        assert!(place.x > 37.0, "{name}: {place}");
        assert!((velocity.x - 5.0).abs() <= 5e-3, "{name}: {velocity}");
        assert!(deflection <= 1e-6, "{name}: {velocity} at {place}");
    }
}

/// A box that falls flat stays above where it falls: no corner is asked before the others so that it slides aside.
#[test]
fn boxes_that_fall_flat_do_not_slide_aside() {
    let mut world = awake(Settings::default());
    put(&mut world, floor(DVec3::Z, Material::default()));
    let body = Body::dynamic(cuboid(DVec3::new(0.5, 0.4, 0.3))).at(at(2.0 * DVec3::Z));
    let body = put(&mut world, body);
    for _ in 0..128 {
        world.step();
    }
    let place = position(&world, body);
    println!("a box that fell flat rests at {place}");
    assert!(place.truncate().length() < 1e-4, "{place}");
}
