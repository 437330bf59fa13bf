//! Where the mass of a body comes from, and what is no mass.

use crate::scenes::{at, ball, die, weightless};
use osculate::{Compound, Hull, glam::DQuat, glam::DVec3};
use osculate_world::{Body, BodyHandle, World};

fn with(body: Body) -> (World, BodyHandle) {
    let mut world = weightless();
    let body = world.insert(body).unwrap();
    (world, body)
}

/// What a body's moment about an axis is, by what an angular impulse does to it.
fn moment(world: &World, body: BodyHandle, axis: DVec3) -> f64 {
    let mut world = world.clone();
    world.apply_angular_impulse(body, axis).unwrap();
    1.0 / world.velocity(body).unwrap()[1].dot(axis)
}

#[track_caller]
fn close(value: f64, expected: f64) {
    assert!(
        (value - expected).abs() < 1e-12 * expected,
        "{value}, not {expected}"
    );
}

#[test]
fn of_density_and_shape() {
    let brick = Hull::cuboid(DVec3::new(0.5, 1.0, 1.5)).unwrap();
    let (world, body) = with(Body::dynamic(brick.clone()).with_density(2.0));
    close(world.mass(body).unwrap(), 12.0);
    // A twelfth of the mass times the squares of both other sides.
    for (axis, expected) in [(DVec3::X, 13.0), (DVec3::Y, 10.0), (DVec3::Z, 5.0)] {
        close(moment(&world, body, axis), expected);
    }
    let (world, body) = with(Body::dynamic(brick).with_mass(3.0));
    close(world.mass(body).unwrap(), 3.0);
    close(moment(&world, body, DVec3::X), 13.0 / 4.0);
    // Water, by default.
    let (world, body) = with(Body::dynamic(ball(0.5)));
    close(
        world.mass(body).unwrap(),
        1000.0 * core::f64::consts::PI / 6.0,
    );
}

#[test]
fn turned_parts_have_turned_axes() {
    let turned = DQuat::from_rotation_z(core::f64::consts::FRAC_PI_4);
    let brick = Hull::cuboid(DVec3::new(0.5, 1.0, 1.5)).unwrap();
    let brick = brick.placed(DVec3::ZERO, turned).unwrap();
    let (world, body) = with(Body::dynamic(brick).with_density(2.0));
    close(moment(&world, body, turned * DVec3::X), 13.0);
    close(moment(&world, body, turned * DVec3::Y), 10.0);
    // About the body's x, the inverse moments' mean.
    close(
        moment(&world, body, DVec3::X),
        2.0 / (1.0 / 13.0 + 1.0 / 10.0),
    );
}

#[test]
fn the_centre_is_that_of_the_shape() {
    let head = ball(0.5)
        .placed(DVec3::new(2.0, 0.0, 0.0), DQuat::IDENTITY)
        .unwrap();
    let dumbbell = Compound::new(vec![ball(0.5), head]).unwrap();
    let (world, body) = with(Body::dynamic(dumbbell).at(at(0.0, 0.0, 5.0)));
    let centre = world.centre_of_mass(body).unwrap();
    assert!((centre - DVec3::new(1.0, 0.0, 5.0)).length() < 1e-14);
    // Corners that were rounded do not move it.
    let turn = DQuat::from_rotation_x(0.3) * DQuat::from_rotation_y(0.7);
    let corners: Vec<DVec3> = (0..8)
        .map(|i| turn * (DVec3::new((i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2) as f64) - 0.5))
        .collect();
    let (mut world, body) = with(Body::dynamic(Hull::polytope(&corners).unwrap()));
    assert_eq!(world.centre_of_mass(body).unwrap(), DVec3::ZERO);
    world.set_velocity(body, DVec3::ZERO, DVec3::ONE).unwrap();
    world.step();
    assert_eq!(world.placement(body).unwrap().position, DVec3::ZERO);
}

#[test]
fn what_is_given_is_taken() {
    let moments = DVec3::new(3.0, 4.0, 5.0);
    let plate = Hull::cuboid(DVec3::new(1.0, 1.0, 0.0)).unwrap();
    let body = Body::dynamic(plate).with_mass_properties(2.0, DVec3::X, moments);
    let (world, body) = with(body);
    assert_eq!(world.mass(body).unwrap(), 2.0);
    assert_eq!(world.centre_of_mass(body).unwrap(), DVec3::X);
    for (axis, expected) in DVec3::AXES.into_iter().zip(moments.to_array()) {
        close(moment(&world, body, axis), expected);
    }
}

#[test]
fn what_is_no_mass_is_refused() {
    let flat = Hull::cuboid(DVec3::new(1.0, 1.0, 0.0)).unwrap();
    let given =
        |mass, moments| Body::dynamic(die()).with_mass_properties(mass, DVec3::ZERO, moments);
    for (body, why) in [
        (Body::dynamic(flat), "no volume"),
        (Body::dynamic(ball(0.0)), "no volume"),
        (
            Body::dynamic(die()).with_density(-1.0),
            "density must be positive",
        ),
        (Body::dynamic(die()).with_mass(0.0), "mass must be positive"),
        (
            Body::dynamic(die()).with_mass(f64::NAN),
            "mass must be positive",
        ),
        (given(-2.0, DVec3::ONE), "mass must be positive"),
        (given(f64::INFINITY, DVec3::ONE), "mass must be positive"),
        (given(2.0, DVec3::new(1.0, 0.0, 1.0)), "inertia"),
        (given(2.0, DVec3::new(1.0, -1.0, 1.0)), "inertia"),
        (given(2.0, DVec3::new(1.0, 1.0, 3.0)), "inertia"),
        (given(2.0, DVec3::NAN), "inertia"),
    ] {
        let mut world = weightless();
        let told = world.insert(body.named("leaf")).unwrap_err().to_string();
        assert!(told.starts_with("leaf: ") && told.contains(why), "{told}");
        assert!(world.is_empty());
    }
    // What has no mass may stand, and may not become dynamic.
    let (mut world, body) = with(Body::fixed(ball(0.0)).named("leaf"));
    let told = world
        .set_kind(body, osculate_world::BodyKind::Dynamic)
        .unwrap_err()
        .to_string();
    assert!(
        told.starts_with("leaf: ") && told.contains("no volume"),
        "{told}"
    );
    let (mut world, body) = with(Body::dynamic(die()).named("leaf"));
    let told = world.set_shape(body, ball(0.0)).unwrap_err().to_string();
    assert!(
        told.starts_with("leaf: ") && told.contains("no volume"),
        "{told}"
    );
}
