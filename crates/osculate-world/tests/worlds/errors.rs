//! What worlds refuse, in sentences that name the body; and that nothing has changed then.

use crate::scenes::{at, ball, bits, die, floor, stack, weightless};
use osculate::{Placement, Shape, glam::DQuat, glam::DVec3, mesh::icosphere};
use osculate_world::{Body, BodyKind, Filter, Material, Settings, Sleeping, World, WorldError};

const NAN: DVec3 = DVec3::NAN;

#[track_caller]
fn refused(body: Body, sentence: &str) {
    let mut world = weightless();
    world.insert(Body::dynamic(die()).named("first")).unwrap();
    let before = bits(&world);
    let error = world.insert(body).unwrap_err();
    assert_eq!(error.to_string(), sentence);
    assert_eq!(bits(&world), before);
    assert!(world.insert(Body::dynamic(die()).named("bad")).is_ok());
}

fn bad() -> Body {
    Body::dynamic(die()).named("bad")
}

#[test]
fn bodies_with_wrong_numbers() {
    refused(
        Body::dynamic(die()).named("first"),
        "first: another body has this name",
    );
    refused(
        bad().with_velocity(NAN, DVec3::ZERO),
        "bad: the velocity must be finite and at most 1e12, not [NaN, NaN, NaN]",
    );
    refused(
        bad().with_velocity(DVec3::ZERO, DVec3::X * 1e8),
        "bad: the angular velocity must be finite and at most 1e7, not [100000000.0, 0.0, 0.0]",
    );
    refused(
        bad().with_material(Material::new(-0.5, 0.0)),
        "bad: the friction must be a number from 0 to 1e6, not -0.5",
    );
    refused(
        bad().with_material(Material::new(0.5, 1.5)),
        "bad: the restitution must be from 0 to 1, not 1.5",
    );
    refused(
        bad().with_damping(f64::INFINITY, 0.0),
        "bad: the linear damping must be a number from 0 to 1e6, not inf",
    );
    refused(
        bad().with_gravity_scale(f64::NAN),
        "bad: the gravity scale must be a number of at most 1e6 in magnitude, not NaN",
    );
    refused(
        bad().with_rest_gap(0.0),
        "bad: the rest gap must be a length between 1e-50 and 1e50, not 0",
    );
    let skewed = Placement::new(DVec3::ZERO, DQuat::from_xyzw(0.0, 0.0, 0.0, 2.0));
    refused(
        bad().at(skewed),
        "bad: the rotation [0.0, 0.0, 0.0, 2.0] has the length 2, which is further than 1e-6 from 1",
    );
}

#[test]
fn bodies_of_the_wrong_kind() {
    refused(
        Body::dynamic(floor()).named("bad"),
        "bad: a half-space cannot be dynamic: it has no end, and so no mass",
    );
    refused(
        Body::fixed(icosphere(1.0, 20).unwrap()).named("bad"),
        "bad: a mesh is a surface without an inside; use a hull, a compound or a half-space",
    );
    refused(
        Body::fixed(die()).with_velocity(DVec3::X, DVec3::ZERO),
        "a body: a velocity is for kinematic and dynamic bodies only",
    );
}

#[test]
fn settings_out_of_range() {
    let refused = |settings: Settings, sentence: &str| {
        let error = World::new(settings).unwrap_err();
        assert_eq!(error.to_string(), sentence);
    };
    let usual = Settings::default();
    refused(
        usual.with_gravity(NAN),
        "the setting gravity must be finite and at most 1e12 in length, not NaN",
    );
    refused(
        usual.with_step(0.0),
        "the setting step must be a time between 1e-9 and 1e3 seconds, not 0",
    );
    refused(
        usual.with_substeps(0, 8),
        "the setting substeps must be between 1 and 1024, not 0",
    );
    refused(
        usual.with_substeps(8, 4),
        "the setting most substeps must be between the least and 1024, not 4",
    );
    refused(
        usual.with_bounce_speed(-1.0),
        "the setting bounce speed must be a speed from 0 to 1e12, not -1",
    );
    let mut sleeping = Sleeping::default();
    sleeping.after = f64::NAN;
    refused(
        usual.with_sleeping(Some(sleeping)),
        "the setting sleeping must be of numbers from 0 to 1e12, not NaN",
    );
}

/// Everything that takes a handle.
fn all_calls(world: &mut World, body: osculate_world::BodyHandle) -> Vec<Result<(), WorldError>> {
    let (zero, here) = (DVec3::ZERO, Placement::IDENTITY);
    vec![
        world.name(body).map(drop),
        world.kind(body).map(drop),
        world.placement(body).map(drop),
        world.velocity(body).map(drop),
        world.shape(body).map(drop),
        world.material(body).map(drop),
        world.filter(body).map(drop),
        world.is_sensor(body).map(drop),
        world.mass(body).map(drop),
        world.centre_of_mass(body).map(drop),
        world.rest_gap(body).map(drop),
        world.lag(body).map(drop),
        world.stalled(body).map(drop),
        world.is_asleep(body).map(drop),
        world.interpolated(body, 0.5).map(drop),
        world.wake(body),
        world.set_velocity(body, zero, zero),
        world.apply_force(body, zero, zero),
        world.apply_torque(body, zero),
        world.apply_impulse(body, zero, zero),
        world.apply_angular_impulse(body, zero),
        world.teleport(body, here),
        world.sweep_to(body, here).map(drop),
        world.set_shape(body, ball(1.0)),
        world.set_kind(body, BodyKind::Static),
        world.set_filter(body, Filter::default()),
        world.set_material(body, Material::default()),
        world.remove(body),
    ]
}

#[test]
fn stale_handles() {
    let (mut world, handles) = stack(2);
    world.step();
    world.remove(handles[2]).unwrap();
    let sentence = "body 2 is not in this world; it may have been removed";
    for again in 0..2 {
        let before = bits(&world);
        for (number, call) in all_calls(&mut world, handles[2]).into_iter().enumerate() {
            let error = call.expect_err(&format!("call {number}"));
            assert_eq!(error.to_string(), sentence, "call {number}");
        }
        assert_eq!(bits(&world), before);
        // Another body in its place changes nothing.
        if again == 0 {
            let next = world
                .insert(Body::dynamic(die()).at(at(5.0, 0.0, 5.0)))
                .unwrap();
            assert!(next.index() == handles[2].index() && next != handles[2]);
            world.step();
        }
    }
}

#[test]
fn every_call_works_on_a_body_that_is_there() {
    let (mut world, handles) = stack(2);
    world.step();
    for (number, call) in all_calls(&mut world, handles[2]).into_iter().enumerate() {
        call.unwrap_or_else(|error| panic!("call {number}: {error}"));
    }
    assert_eq!(world.len(), 2);
}

#[test]
fn wrong_changes_change_nothing() {
    let (mut world, handles) = stack(2);
    crate::scenes::run(&mut world, 20);
    let (floor_, die_) = (handles[0], handles[1]);
    let before = bits(&world);
    let mut refuse = |call: &dyn Fn(&mut World) -> Result<(), WorldError>, sentence: &str| {
        let error = call(&mut world).unwrap_err();
        assert_eq!(error.to_string(), sentence);
        assert_eq!(bits(&world), before);
    };
    refuse(
        &|world| world.set_velocity(die_, NAN, DVec3::ZERO),
        "die 0: the velocity must be finite and at most 1e12, not [NaN, NaN, NaN]",
    );
    refuse(
        &|world| world.set_velocity(floor_, DVec3::X, DVec3::ZERO),
        "floor: a velocity is for kinematic and dynamic bodies only",
    );
    refuse(
        &|world| world.apply_force(floor_, DVec3::X, DVec3::ZERO),
        "floor: a force is for dynamic bodies only",
    );
    refuse(
        &|world| world.apply_force(die_, NAN, DVec3::ZERO),
        "die 0: the force must be finite and at most 1e60, not [NaN, NaN, NaN]",
    );
    refuse(
        &|world| world.apply_force(die_, DVec3::X * 1e30, DVec3::ZERO),
        "die 0: the velocity that the force gives in a step must be finite and at most 1e12, not [1.5625e25, 0.0, 0.0]",
    );
    refuse(
        &|world| world.apply_torque(die_, NAN),
        "die 0: the torque must be finite and at most 1e60, not [NaN, NaN, NaN]",
    );
    refuse(
        &|world| world.apply_impulse(die_, DVec3::X, NAN),
        "die 0: the point of the impulse must be finite and at most 1e60, not [NaN, NaN, NaN]",
    );
    refuse(
        &|world| world.apply_angular_impulse(die_, NAN),
        "die 0: the angular impulse must be finite and at most 1e60, not [NaN, NaN, NaN]",
    );
    let nowhere = Placement::at(NAN);
    let sentence = "die 0: the position [NaN, NaN, NaN] must be finite, and zero or between 1e-60 and 1e60 in length";
    refuse(&|world| world.teleport(die_, nowhere), sentence);
    refuse(&|world| world.sweep_to(die_, nowhere).map(drop), sentence);
    refuse(
        &|world| world.set_shape(die_, icosphere(1.0, 20).unwrap()),
        "die 0: a mesh is a surface without an inside; use a hull, a compound or a half-space",
    );
    refuse(
        &|world| world.set_shape(floor_, die()),
        "floor: a half-space and a shape that ends cannot replace each other; remove the body and insert another",
    );
    refuse(
        &|world| world.set_kind(floor_, BodyKind::Dynamic),
        "floor: a half-space cannot be dynamic: it has no end, and so no mass",
    );
    refuse(
        &|world| world.set_material(die_, Material::new(f64::NAN, 0.0)),
        "die 0: the friction must be a number from 0 to 1e6, not NaN",
    );
    refuse(
        &|world| world.set_gravity(NAN),
        "the setting gravity must be finite and at most 1e12 in length, not NaN",
    );
}

#[test]
fn wrong_questions() {
    let (world, _) = stack(1);
    let sentence = |error: WorldError| error.to_string();
    let said = sentence(world.ray_cast(NAN, DVec3::ZERO, |_| true).unwrap_err());
    assert!(
        said.starts_with("the query: the position [NaN, NaN, NaN] must be finite"),
        "{said}"
    );
    let said = sentence(world.ray_cast(DVec3::ZERO, NAN, |_| true).unwrap_err());
    assert!(said.starts_with("the query: the "), "{said}");
    let shape = Shape::from(die());
    let cast = world.shape_cast(&shape, Placement::at(NAN), DVec3::X, |_| true);
    assert!(matches!(cast, Err(WorldError::Query(_))));
    let overlaps = world.overlaps(&shape, Placement::at(NAN), |_| true);
    assert!(matches!(overlaps, Err(WorldError::Query(_))));
    let said = sentence(world.nearest(DVec3::ZERO, f64::NAN, |_| true).unwrap_err());
    assert_eq!(
        said,
        "the query: the distance to look within must be a number from 0 on, not NaN"
    );
}

#[test]
fn ways_that_are_too_long() {
    let mut world = weightless();
    let body = world.insert(Body::dynamic(die()).named("die")).unwrap();
    let told = world.sweep_to(body, at(1e20, 0.0, 0.0)).unwrap_err();
    let sentence = "die: the way to go must be finite and at most 1e12, not [1e20, 0.0, 0.0]";
    assert_eq!(told.to_string(), sentence);
    assert_eq!(world.placement(body).unwrap(), Placement::IDENTITY);
}
