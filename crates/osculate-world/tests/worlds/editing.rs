//! Changes by hand while a world runs.

use crate::scenes::{at, ball, bits, die, floor, run, stack, weightless};
use osculate::{Hull, Placement, glam::DQuat, glam::DVec3};
use osculate_world::{Body, BodyHandle, BodyKind, Filter, Material, World};

fn height(world: &World, body: BodyHandle) -> f64 {
    world.placement(body).unwrap().position.z
}

fn touched_by(world: &World, body: BodyHandle) -> usize {
    let touches = world.contacts();
    touches
        .filter(|touch| touch.bodies().contains(&body))
        .count()
}

#[test]
fn what_lost_its_support_falls() {
    let (mut world, dice) = stack(3);
    run(&mut world, 60);
    let before = height(&world, dice[2]);
    world.remove(dice[1]).unwrap();
    assert_eq!(touched_by(&world, dice[2]), 1); // With the die on top of it alone.
    run(&mut world, 60);
    assert!((height(&world, dice[2]) - (before - 1.004)).abs() < 0.01);
    assert!(height(&world, dice[3]) < 2.0);
    assert_eq!(world.len(), 3);
}

#[test]
fn a_slot_is_used_again_at_once() {
    let (mut world, dice) = stack(2);
    run(&mut world, 60);
    world.remove(dice[2]).unwrap();
    let other = Body::dynamic(ball(0.3)).at(at(0.1, 0.0, 1.5));
    let other = world.insert(other).unwrap();
    assert_eq!(other.index(), dice[2].index());
    assert_eq!(touched_by(&world, other), 0);
    run(&mut world, 60);
    assert!((height(&world, other) - 1.3).abs() < 0.02);
}

#[test]
fn a_teleport_is_a_new_start() {
    let (mut world, dice) = stack(2);
    run(&mut world, 60);
    assert_eq!(touched_by(&world, dice[1]), 2);
    world.teleport(dice[1], at(4.0, 0.0, 3.0)).unwrap();
    assert_eq!(touched_by(&world, dice[1]), 0);
    assert_eq!(world.placement(dice[1]).unwrap(), at(4.0, 0.0, 3.0));
    run(&mut world, 90);
    for die in &dice[1..] {
        assert!((height(&world, *die) - 0.5).abs() < 0.01);
    }
    // Rotations are stored with unit length.
    let long = DQuat::from_xyzw(0.0, 0.0, 0.0, 1.0 + 5e-7);
    world
        .teleport(dice[1], Placement::new(DVec3::Z, long))
        .unwrap();
    assert_eq!(world.placement(dice[1]).unwrap().rotation, DQuat::IDENTITY);
}

#[test]
fn another_shape_has_another_mass_and_place() {
    let mut world = World::new(osculate_world::Settings::default()).unwrap();
    world.insert(Body::fixed(floor())).unwrap();
    let body = Body::dynamic(die()).at(at(0.0, 0.0, 0.51));
    let body = world.insert(body).unwrap();
    run(&mut world, 30);
    let mass = world.mass(body).unwrap();
    world
        .set_shape(body, Hull::cuboid(DVec3::splat(0.25)).unwrap())
        .unwrap();
    assert!((world.mass(body).unwrap() * 8.0 - mass).abs() < 1e-9 * mass);
    assert!((world.rest_gap(body).unwrap() - 0.0046 * 0.75_f64.sqrt() / 2.0).abs() < 1e-9);
    run(&mut world, 60);
    assert!((height(&world, body) - 0.25).abs() < 0.01);
}

#[test]
fn kinds_change() {
    let (mut world, dice) = stack(1);
    let die = dice[1];
    world
        .set_velocity(die, DVec3::new(0.0, 0.0, 5.0), DVec3::ZERO)
        .unwrap();
    run(&mut world, 10);
    world.set_kind(die, BodyKind::Static).unwrap();
    assert_eq!(world.velocity(die).unwrap(), [DVec3::ZERO; 2]);
    assert_eq!(world.mass(die).unwrap(), f64::INFINITY);
    let above = height(&world, die);
    run(&mut world, 10);
    assert_eq!(height(&world, die), above);
    world.set_kind(die, BodyKind::Kinematic).unwrap();
    world.set_velocity(die, DVec3::Z, DVec3::ZERO).unwrap();
    run(&mut world, 64);
    assert!((height(&world, die) - above - 1.0).abs() < 1e-9);
    world.set_kind(die, BodyKind::Dynamic).unwrap();
    assert!((world.mass(die).unwrap() - 1000.0).abs() < 1e-9);
    run(&mut world, 200);
    assert!((height(&world, die) - 0.5).abs() < 0.01);
}

#[test]
fn filters_let_bodies_pass() {
    let (mut world, dice) = stack(2);
    run(&mut world, 60);
    let ghost = Filter {
        groups: 0,
        meets: 0,
    };
    world.set_filter(dice[1], ghost).unwrap();
    run(&mut world, 60);
    assert!(height(&world, dice[1]) < -3.0);
    assert!((height(&world, dice[2]) - 0.5).abs() < 0.01);
    world.teleport(dice[1], at(3.0, 0.0, 2.0)).unwrap();
    world
        .set_velocity(dice[1], DVec3::ZERO, DVec3::ZERO)
        .unwrap();
    world.set_filter(dice[1], Filter::default()).unwrap();
    run(&mut world, 60);
    assert!((height(&world, dice[1]) - 0.5).abs() < 0.01);
}

#[test]
fn a_surface_changes_under_a_body() {
    let (mut world, dice) = stack(1);
    run(&mut world, 30);
    let sideways = DVec3::new(2.0, 0.0, 0.0);
    world.set_velocity(dice[1], sideways, DVec3::ZERO).unwrap();
    world
        .set_material(dice[0], Material::new(0.0, 0.0))
        .unwrap();
    run(&mut world, 64);
    assert!((world.velocity(dice[1]).unwrap()[0].x - 2.0).abs() < 0.01);
    world.set_material(dice[0], Material::default()).unwrap();
    run(&mut world, 64);
    assert!(world.velocity(dice[1]).unwrap()[0].length() < 0.01);
}

#[test]
fn gravity_changes() {
    let (mut world, dice) = stack(2);
    run(&mut world, 30);
    world.set_gravity(DVec3::new(0.0, 0.0, 5.0)).unwrap();
    assert_eq!(world.settings().gravity.z, 5.0);
    run(&mut world, 64);
    assert!(height(&world, dice[1]) > 2.0 && height(&world, dice[2]) > 3.0);
}

/// A ball over a thin plate at rest.
fn ball_over_plate() -> (World, BodyHandle, BodyHandle) {
    let mut world = weightless();
    let plate = Hull::cuboid(DVec3::new(2.0, 2.0, 1e-4)).unwrap();
    let plate = world.insert(Body::fixed(plate)).unwrap();
    let ball = Body::dynamic(ball(0.5)).at(at(0.0, 0.0, 3.0));
    let ball = world.insert(ball).unwrap();
    (world, plate, ball)
}

#[test]
fn a_sweep_ends_before_what_is_in_its_way() {
    let (mut world, _, ball) = ball_over_plate();
    let goal = at(0.0, 0.0, -3.0);
    let share = world.sweep_to(ball, goal).unwrap();
    let gap = height(&world, ball) - 0.5 - 1e-4;
    let kept = 0.1 * world.rest_gap(ball).unwrap();
    assert!(gap >= kept && gap < 1.01 * kept, "{gap} {kept}");
    assert!((height(&world, ball) - (3.0 - 6.0 * share)).abs() < 1e-12);
    // Again, it does not get closer.
    let share = world.sweep_to(ball, goal).unwrap();
    assert!(share < 1e-6);
    assert!(height(&world, ball) > 0.5 + 1e-4 + 0.99 * kept);
    // Away and around, it gets there.
    for goal in [
        at(0.0, 0.0, 2.0),
        at(5.0, 0.0, 2.0),
        at(5.0, 0.0, -3.0),
        goal,
    ] {
        assert_eq!(world.sweep_to(ball, goal).unwrap(), 1.0);
        let end = world.placement(ball).unwrap();
        assert!((end.position - goal.position).length() < 1e-12);
    }
}

#[test]
fn a_sweep_turns_on_its_way() {
    let mut world = weightless();
    let rod = Hull::cuboid(DVec3::new(2.0, 0.1, 0.1)).unwrap();
    let rod = world.insert(Body::dynamic(rod)).unwrap();
    let post = Body::fixed(ball(0.1)).at(at(1.0, 1.0, 0.0));
    world.insert(post).unwrap();
    let quarter = DQuat::from_rotation_z(core::f64::consts::FRAC_PI_2);
    let share = world
        .sweep_to(rod, Placement::new(DVec3::ZERO, quarter))
        .unwrap();
    // The post is at 45 degrees and √2 away, as thick as the rod: they touch asin(0.2/√2) before.
    let touches = 0.5 - (0.2 / 2.0_f64.sqrt()).asin() / core::f64::consts::FRAC_PI_2;
    assert!(
        share < touches && share > touches - 0.01,
        "{share} {touches}"
    );
}

#[test]
fn a_sweep_is_stopped_only_by_what_it_meets() {
    let (mut world, plate, ball) = ball_over_plate();
    let goal = at(0.0, 0.0, -3.0);
    world.set_kind(ball, BodyKind::Kinematic).unwrap();
    assert_eq!(world.clone().sweep_to(ball, goal).unwrap(), 1.0);
    world.set_kind(plate, BodyKind::Dynamic).unwrap();
    assert!(world.clone().sweep_to(ball, goal).unwrap() < 0.5);
    let ghost = Filter {
        groups: 0,
        meets: 0,
    };
    world.set_filter(plate, ghost).unwrap();
    assert_eq!(world.sweep_to(ball, goal).unwrap(), 1.0);
}

#[test]
fn a_sweep_pushes_nothing_and_steps_go_on() {
    let (mut world, dice) = stack(3);
    run(&mut world, 30);
    let share = world.sweep_to(dice[3], at(0.0, 0.0, 0.0)).unwrap();
    assert!(share < 0.01);
    // Out from under the others, as level as it is.
    let level = world.placement(dice[1]).unwrap();
    let aside = Placement::new(level.position + 2.0 * DVec3::X, level.rotation);
    assert_eq!(world.sweep_to(dice[1], aside).unwrap(), 1.0);
    run(&mut world, 90);
    assert!((height(&world, dice[1]) - 0.5).abs() < 0.01);
    assert!((height(&world, dice[3]) - 1.5).abs() < 0.02);
}

#[test]
fn a_clone_goes_on_with_the_same_bits() {
    let (mut world, dice) = stack(4);
    run(&mut world, 20);
    world
        .apply_impulse(
            dice[4],
            DVec3::new(800.0, 100.0, 0.0),
            DVec3::new(0.0, 0.1, 4.0),
        )
        .unwrap();
    let mut clone = world.clone();
    for _ in 0..60 {
        world.step();
        clone.step();
        assert_eq!(bits(&world), bits(&clone));
        assert_eq!(world.events(), clone.events());
    }
}

#[test]
fn two_bodies_may_take_no_notice_of_each_other() {
    let (mut world, dice) = stack(3);
    run(&mut world, 60);
    assert_eq!(touched_by(&world, dice[2]), 2);
    world.set_ignored(dice[2], dice[1], true).unwrap();
    assert!(world.is_ignored(dice[1], dice[2]).unwrap());
    // The upper ones fall through the lowest, to the floor; the topmost still meets it, and the one in the middle.
    run(&mut world, 120);
    assert!((height(&world, dice[2]) - 0.5).abs() < 0.01);
    assert!(height(&world, dice[3]) > 1.4);
    // A world that is saved knows it, too.
    let mut again = World::load(&world.save()).unwrap();
    assert!(again.is_ignored(dice[1], dice[2]).unwrap());
    run(&mut world, 30);
    run(&mut again, 30);
    assert_eq!(bits(&world), bits(&again));
    // If they meet again, they overlap and are pushed apart.
    let between = |world: &World| {
        let [a, b] = [dice[1], dice[2]].map(|die| world.placement(die).unwrap().position);
        (a - b).abs().max_element()
    };
    assert!(between(&world) < 0.9);
    world.set_ignored(dice[1], dice[2], false).unwrap();
    run(&mut world, 640);
    assert!(between(&world) > 1.0, "{}", between(&world));
    // What is removed is forgotten.
    again.remove(dice[2]).unwrap();
    let other = again.insert(Body::dynamic(ball(0.3)).at(at(0.0, 0.0, 3.0)));
    let other = other.unwrap();
    assert_eq!(other.index(), dice[2].index());
    assert!(!again.is_ignored(dice[1], other).unwrap());
    assert!(again.set_ignored(dice[1], dice[2], true).is_err());
}

/// What is swept off a table in the moment after it has landed there falls freely: it has left the points at which it was seen to land.
#[test]
fn what_is_swept_off_a_table_falls() {
    let mut world = World::new(osculate_world::Settings::default()).unwrap();
    let table = Hull::cuboid(DVec3::new(1.0, 1.0, 0.5)).unwrap();
    let table = Body::fixed(table).at(at(-1.0, 0.0, -0.5));
    world.insert(table).unwrap();
    let speck = Body::dynamic(ball(0.05)).at(at(-0.03, 0.0, 0.202));
    let speck = speck.with_velocity(-10.0 * DVec3::Z, DVec3::ZERO);
    let speck = world.insert(speck).unwrap();
    world.step();
    let landed = height(&world, speck);
    assert!(landed > 0.05 && landed < 0.06, "{landed}");
    assert_eq!(world.sweep_to(speck, at(0.08, 0.0, landed)).unwrap(), 1.0);
    let [before, _] = world.velocity(speck).unwrap();
    assert_eq!(world.step().contacts, 0);
    let [after, spin] = world.velocity(speck).unwrap();
    let fell = after - before + 9.81 / 64.0 * DVec3::Z;
    assert!(
        fell.length() < 1e-12 && spin == DVec3::ZERO,
        "{fell} {spin}"
    );
}
