//! Bodies and cables that push and pull each other: what one gives the other takes.

use super::{assert_free, line, net, world};
use osculate::glam::DVec3;
use osculate::{HalfSpace, Hull, Placement};
use osculate_world::rods::{Cable, End, RodMaterial, RodSettings};
use osculate_world::{Body, BodyHandle, CabledError, CabledWorld, Material, Settings, World};
use std::f64::consts::TAU;

fn floating(step: f64) -> World {
    let settings = Settings::default().with_gravity(DVec3::ZERO);
    World::new(settings.with_step(step)).expect("settings are valid")
}

/// The momentum of a body and of all particles, which are as heavy as the edges at them.
fn momentum(cabled: &CabledWorld, body: BodyHandle, mass: f64, density: f64) -> DVec3 {
    let [velocity, _] = cabled.world().velocity(body).expect("it is there");
    let rods = cabled.rods();
    let mut sum = mass * velocity;
    for cable in 0..rods.len() {
        let (points, speeds) = (rods.positions(cable), rods.velocities(cable));
        let (points, speeds) = (points.expect("there"), speeds.expect("there"));
        // All edges are as long at rest.
        let rest = 1.2 / (points.len() - 1) as f64;
        for pair in speeds.windows(2) {
            sum += 0.5 * rest * density * (pair[0] + pair[1]);
        }
    }
    sum
}

/// A ball flies into a net that nothing holds, and takes it along: all of its momentum is still there.
#[test]
fn a_free_net_takes_what_a_ball_loses() {
    let mut world = floating(1.0 / 240.0);
    let (mass, density) = (0.5, 0.05);
    let ball = Body::dynamic(Hull::ball(0.2).unwrap()).with_mass(mass);
    let ball = ball.at(Placement::at(DVec3::new(0.02, 0.01, 0.22)));
    let speed = DVec3::new(0.3, 0.0, -4.0);
    let ball = world
        .insert(ball.with_velocity(speed, DVec3::ZERO))
        .unwrap();
    let mut cabled = CabledWorld::new(world, RodSettings::default()).unwrap();
    let cord = RodMaterial::rope(4e-3).with_stiffness(2000.0, 5e-6, 4e-6);
    let cord = cord.with_density(density).with_drag(0.0);
    net(&mut cabled, cord, [End::Free; 2]);
    cabled.keep_parts(true);
    let mut before: Vec<DVec3> = cabled.rods().places().collect();
    let whole = momentum(&cabled, ball, mass, density);
    let (mut worst, mut pushed) = (0.0_f64, 0);
    for _ in 0..14 {
        let report = *cabled.step();
        assert!(!report.led && report.retries == 0 && report.refused == 0);
        pushed += report.pushed;
        assert_free(&cabled, &mut before);
        worst = worst.max((momentum(&cabled, ball, mass, density) - whole).length());
    }
    let [velocity, _] = cabled.world().velocity(ball).unwrap();
    println!(
        "ball in a free net: {speed} to {velocity:.3}, momentum off by {:.1e}",
        worst / whole.length()
    );
    assert!(pushed > 8 && velocity.length() < 0.95 * speed.length());
    assert!(worst < 1e-6 * whole.length());
}

/// A ball with hardly any spin to it hangs on a light rope: it swings as a pendulum, and its weight is the tension.
#[test]
fn a_body_on_a_rope_swings_in_time() {
    let mut world = world(1.0 / 120.0);
    let (mass, tilt) = (2.0, 0.04);
    let down = DVec3::new(libm::sin(tilt), 0.0, -libm::cos(tilt));
    let (below, moment) = (0.07, 1e-5);
    let ball = Body::dynamic(Hull::ball(0.06).unwrap()).at(Placement::at((1.0 + below) * down));
    let ball = ball.with_mass_properties(mass, DVec3::ZERO, DVec3::splat(mass * moment));
    let ball = world.insert(ball.named("bob")).unwrap();
    let mut cabled = CabledWorld::in_parts(world, None).unwrap();
    let rope = RodMaterial::rope(5e-3).with_stiffness(1e5, 1e-6, 1e-6);
    let rope = rope.with_density(1e-3).with_drag(0.0);
    let cable = Cable::new("rope", line(DVec3::ZERO, down, 10), rope);
    let cable = cabled
        .add(cable.with_ends([End::Pinned, End::Free]))
        .unwrap();
    cabled.fasten(cable, 10, ball).unwrap();
    let (mut aside, mut tensions) = (Vec::new(), Vec::new());
    for _ in 0..540 {
        let report = *cabled.step();
        assert!(!report.led && report.retries == 0 && report.pushed == 1);
        let at = cabled.world().placement(ball).unwrap().position;
        aside.push(at.x);
        tensions.push(cabled.rods().tensions(cable).unwrap()[5]);
    }
    let mut zeros = Vec::new();
    for (i, pair) in aside.windows(2).enumerate() {
        if pair[0] < 0.0 && pair[1] >= 0.0 {
            zeros.push((i as f64 + pair[0] / (pair[0] - pair[1])) / 120.0);
        }
    }
    let found = (zeros[zeros.len() - 1] - zeros[0]) / (zeros.len() - 1) as f64;
    // The lesser root of a double pendulum: see `tests/rods/fastened.rs`.
    let both = below * below + moment;
    let (a, b, c) = (
        both - below * below,
        -9.81 * (both + below),
        9.81 * 9.81 * below,
    );
    let expected = TAU / (2.0 * c / (-b + (b * b - 4.0 * a * c).sqrt())).sqrt();
    let mean = tensions.iter().sum::<f64>() / tensions.len() as f64;
    println!("pendulum in a world: {found:.4} s, expected {expected:.4}; tension {mean:.3} N");
    assert!((found / expected - 1.0).abs() < 5e-3);
    assert!((mean / (9.81 * mass) - 1.0).abs() < 5e-3);
}

/// A box on a floor is dragged by a rope: the floor is in the way of where cables lead it, and it follows all the same.
#[test]
fn a_rope_drags_a_box_over_a_floor() {
    let mut world = world(1.0 / 240.0);
    let smooth = Material::new(0.1, 0.0);
    let floor = Body::fixed(HalfSpace::new(DVec3::Z, 0.0).unwrap());
    world.insert(floor.with_material(smooth)).unwrap();
    let sled = Body::dynamic(Hull::cuboid(DVec3::splat(0.1)).unwrap());
    let sled = sled.at(Placement::at(0.1005 * DVec3::Z)).with_mass(1.0);
    let sled = world.insert(sled.with_material(smooth)).unwrap();
    let mut cabled = CabledWorld::new(world, RodSettings::default()).unwrap();
    let (from, to) = (DVec3::new(0.12, 0.0, 0.1), DVec3::new(0.62, 0.0, 0.1));
    let rope = RodMaterial::rope(5e-3).with_stiffness(1e3, 1e-5, 1e-5);
    let rope = cabled
        .add(Cable::new("rope", line(from, to, 10), rope))
        .unwrap();
    cabled.fasten(rope, 0, sled).unwrap();
    cabled.controls().hold(rope, 10, true).unwrap();
    cabled.controls().drive(rope, 10, 0.5 * DVec3::X).unwrap();
    cabled.keep_parts(true);
    let mut before: Vec<DVec3> = cabled.rods().places().collect();
    let (mut unbalanced, mut led) = (0.0, 0);
    for _ in 0..240 {
        let report = *cabled.step();
        assert_eq!(report.retries, 0);
        (unbalanced, led) = (unbalanced + report.unbalanced, led + u32::from(report.led));
        assert_free(&cabled, &mut before);
    }
    let at = cabled.world().placement(sled).unwrap().position;
    println!("dragged to {at:.3}: led in {led} steps, unbalanced {unbalanced:.3} N·s");
    assert!(
        (at.x - 0.5).abs() < 0.05 && at.z > 0.0999 && at.z < 0.102,
        "{at}"
    );
    // What bodies get and cables do not give is less than a tenth of what drags it: µmg for a second.
    assert!(unbalanced < 0.1 * 0.1 * 9.81);
}

/// A ball on a rope swings into a wall, where the world leads it, and away from it. What is held is held again where that is asked for. The largest
/// tension in steps of cables and ball together, and where the ball is at last.
fn off_a_wall(hold: impl Fn(&mut CabledWorld)) -> (f64, DVec3) {
    let mut world = world(1.0 / 120.0);
    let wall = Body::fixed(HalfSpace::new(DVec3::X, -0.1).unwrap());
    world.insert(wall).unwrap();
    let down = DVec3::new(libm::sin(0.3), 0.0, -libm::cos(0.3));
    // So far below the end of the rope that they do not touch.
    let ball = Body::dynamic(Hull::ball(0.06).unwrap()).at(Placement::at(1.1 * down));
    let ball = world.insert(ball.with_mass(2.0)).unwrap();
    let mut cabled = CabledWorld::in_parts(world, None).unwrap();
    let rope = RodMaterial::rope(5e-3).with_stiffness(1e5, 1e-6, 1e-6);
    let rope = rope.with_density(1e-3).with_drag(0.0);
    let cable = Cable::new("rope", line(DVec3::ZERO, down, 10), rope);
    let cable = cabled
        .add(cable.with_ends([End::Pinned, End::Free]))
        .unwrap();
    cabled.fasten(cable, 10, ball).unwrap();
    let (mut most, mut led) = (0.0_f64, 0);
    for _ in 0..240 {
        let report = *cabled.step();
        if report.led {
            led += 1;
            hold(&mut cabled);
        } else {
            most = most.max(cabled.rods().tensions(cable).unwrap()[5]);
        }
    }
    assert!(led > 0);
    (most, cabled.world().placement(ball).unwrap().position)
}

/// To hold what is held changes nothing, while a ball is led too: it would fail if what is found then had no room for what the rope does to the ball.
#[test]
fn fastened_bodies_may_be_led_for_a_while() {
    let hold = |cabled: &mut CabledWorld| cabled.controls().hold(0, 0, true).unwrap();
    let (tension, at) = off_a_wall(hold);
    let (expected, there) = off_a_wall(|cabled| {
        hold(cabled);
        cabled.controls().forget();
    });
    println!("off a wall: {tension:.3} N, {at:.4}; anew: {expected:.3} N, {there:.4}");
    assert!((tension / expected - 1.0).abs() < 0.01);
    assert!((at - there).length() < 1e-3);
}

#[test]
fn what_cannot_be_fastened() {
    let mut world = world(1.0 / 60.0);
    let floor = Body::fixed(HalfSpace::new(DVec3::Z, -2.0).unwrap()).named("floor");
    let floor = world.insert(floor).unwrap();
    let mut cabled = CabledWorld::new(world, RodSettings::default()).unwrap();
    let rope = Cable::new(
        "rope",
        line(DVec3::ZERO, DVec3::X, 4),
        RodMaterial::rope(5e-3),
    );
    let rope = cabled.add(rope).unwrap();
    let error = cabled.fasten(rope, 0, floor);
    let body = "floor".to_string();
    assert_eq!(error, Err(CabledError::CannotFasten { body }));
}
