//! Forces, impulses, energy and momentum, by the formulas of mechanics.

use crate::scenes::{at, ball, floor, run, weightless};
use osculate::{Hull, Placement, glam::DQuat, glam::DVec3};
use osculate_world::{Body, LockedAxes, Settings, World};

/// A box of mass 2 with moments 3, 4 and 5 about its axes.
fn brick() -> Body {
    let shape = Hull::cuboid(DVec3::new(0.5, 0.4, 0.3)).unwrap();
    Body::dynamic(shape).with_mass_properties(2.0, DVec3::ZERO, DVec3::new(3.0, 4.0, 5.0))
}

#[test]
fn an_impulse_changes_velocities_at_once() {
    let mut world = weightless();
    let body = world.insert(brick().at(at(1.0, 0.0, 0.0))).unwrap();
    let impulse = DVec3::new(0.0, 6.0, 0.0);
    let place = DVec3::new(1.5, 0.0, 0.0);
    world.apply_impulse(body, impulse, place).unwrap();
    // 6/2 along y; 0.5·6 about z, over the moment 5.
    let [linear, angular] = world.velocity(body).unwrap();
    assert_eq!(linear, DVec3::new(0.0, 3.0, 0.0));
    assert!((angular - DVec3::new(0.0, 0.0, 0.6)).length() < 1e-15);
    world
        .apply_angular_impulse(body, DVec3::new(1.5, 0.0, 0.0))
        .unwrap();
    let turning = world.velocity(body).unwrap()[1];
    assert!((turning - DVec3::new(0.5, 0.0, 0.6)).length() < 1e-15);
}

#[test]
fn a_force_acts_for_one_step() {
    let mut world = weightless();
    let body = world.insert(brick()).unwrap();
    let step = world.settings().step;
    world
        .apply_force(body, DVec3::new(4.0, 0.0, 0.0), DVec3::ZERO)
        .unwrap();
    world
        .apply_force(body, DVec3::new(4.0, 0.0, 0.0), DVec3::ZERO)
        .unwrap();
    world
        .apply_torque(body, DVec3::new(0.0, 0.0, 10.0))
        .unwrap();
    world.step();
    let [linear, angular] = world.velocity(body).unwrap();
    assert!((linear - DVec3::X * 4.0 * step).length() < 1e-14);
    assert!((angular - DVec3::Z * 2.0 * step).length() < 1e-14);
    world.step();
    assert!((world.velocity(body).unwrap()[0] - linear).length() < 1e-14);
}

#[test]
fn a_force_beside_the_centre_turns() {
    let mut world = weightless();
    let body = world.insert(brick()).unwrap();
    world.apply_force(body, DVec3::Z, DVec3::Y).unwrap();
    world.step();
    // y × z = x, over the moment 3.
    let expected = DVec3::X / 3.0 * world.settings().step;
    assert!((world.velocity(body).unwrap()[1] - expected).length() < 1e-14);
}

#[test]
fn locked_axes_take_no_impulse() {
    let mut world = weightless();
    let locked = LockedAxes {
        linear: [true, false, false],
        angular: [false, false, true],
    };
    let body = world.insert(brick().with_locked_axes(locked)).unwrap();
    world
        .apply_impulse(body, DVec3::ONE, DVec3::new(0.5, 0.0, 0.0))
        .unwrap();
    let [linear, angular] = world.velocity(body).unwrap();
    assert!(linear.x == 0.0 && linear.y > 0.0 && angular.z == 0.0 && angular.y < 0.0);
    // Nor a velocity that it is given, then or from the start.
    world.set_velocity(body, DVec3::ONE, DVec3::ONE).unwrap();
    let free = [DVec3::new(0.0, 1.0, 1.0), DVec3::new(1.0, 1.0, 0.0)];
    assert_eq!(world.velocity(body).unwrap(), free);
    let other = brick().at(Placement::at(9.0 * DVec3::X));
    let other = other.with_velocity(DVec3::ONE, DVec3::ONE);
    let other = world.insert(other.with_locked_axes(locked)).unwrap();
    assert_eq!(world.velocity(other).unwrap(), free);
    for _ in 0..10 {
        world.step();
    }
    assert!(world.velocity(other).unwrap()[1].z == 0.0);
    assert!(world.placement(other).unwrap().position.x == 9.0);
}

#[test]
fn energy_and_momentum_are_those_of_mechanics() {
    let gravity = DVec3::new(0.0, 0.0, -10.0);
    let mut world = World::new(Settings::default().with_gravity(gravity)).unwrap();
    world.insert(Body::fixed(floor())).unwrap();
    let turned = Placement::new(
        DVec3::new(1.0, 2.0, 3.0),
        DQuat::from_rotation_z(core::f64::consts::FRAC_PI_2),
    );
    let (linear, angular) = (DVec3::new(1.0, 0.0, 2.0), DVec3::new(1.0, 0.0, 2.0));
    world
        .insert(brick().at(turned).with_velocity(linear, angular))
        .unwrap();
    // ½·2·5 + ½·(4·1 + 5·4) + 2·10·3: about the world's x turns the body's y, with the moment 4.
    assert!((world.energy() - 77.0).abs() < 1e-12);
    let [momentum, spin] = world.momentum();
    assert_eq!(momentum, 2.0 * linear);
    let expected = turned.position.cross(2.0 * linear) + DVec3::new(4.0, 0.0, 10.0);
    assert!((spin - expected).length() < 1e-12);
}

#[test]
fn drawing_goes_along_the_shorter_arc() {
    let mut world = weightless();
    let turn = DVec3::new(0.0, 0.0, 16.0);
    let body = brick().with_velocity(DVec3::X, turn);
    let body = world.insert(body).unwrap();
    assert_eq!(world.interpolated(body, 0.3).unwrap(), Placement::IDENTITY);
    run(&mut world, 1);
    let end = world.placement(body).unwrap();
    assert_eq!(world.interpolated(body, 1.0).unwrap(), end);
    let middle = world.interpolated(body, 0.5).unwrap();
    assert!((middle.position - 0.5 * end.position).length() < 1e-15);
    // A quarter of a radian in the step, half of that in the middle.
    let expected = DQuat::from_rotation_z(0.125);
    assert!(middle.rotation.dot(expected).abs() > 1.0 - 1e-12);
    world.teleport(body, at(9.0, 0.0, 0.0)).unwrap();
    assert_eq!(world.interpolated(body, 0.0).unwrap(), at(9.0, 0.0, 0.0));
    let wrong = world.interpolated(body, 1.5).unwrap_err();
    assert_eq!(
        wrong.to_string(),
        "body 0: the share of a step must be from 0 to 1, not 1.5"
    );
}

#[test]
fn names_lead_to_bodies() {
    let mut world = weightless();
    let body = world
        .insert(Body::dynamic(ball(1.0)).named("moon"))
        .unwrap();
    assert_eq!(world.find("moon"), Some(body));
    assert_eq!(world.name(body).unwrap(), Some("moon"));
    world.remove(body).unwrap();
    assert_eq!(world.find("moon"), None);
    let again = world
        .insert(Body::dynamic(ball(1.0)).named("moon"))
        .unwrap();
    assert!(again != body && again.index() == body.index());
}

/// However fast a body whirls, it turns by about as much in a step as it says.
#[test]
fn what_whirls_turns_as_fast_as_it_says() {
    for rate in [10.0, 300.0, 1000.0, 4000.0, 1e6] {
        let mut world = weightless();
        world.keep_moves(true);
        let body = world.insert(brick()).unwrap();
        let angular = rate * DVec3::new(0.9, 0.3, 0.3);
        world.set_velocity(body, DVec3::ZERO, angular).unwrap();
        world.step();
        let turned = world.moves()[0].turn.length() * 64.0;
        assert!(turned < 1.5 * rate, "{turned} of {rate}");
    }
}
