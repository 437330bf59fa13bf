//! Boxes around bodies hold them, and whatever is near one is a pair: where a body goes on within a step, and where it fell asleep.

use crate::watch::Watch;
use osculate::glam::DVec3;
use osculate::{HalfSpace, Hull, Placement};
use osculate_world::{Body, Material, Settings, Sleeping, World};

/// A ball is hit, flies against a slanted wall, and comes back beside its way there, all within a step. What stands beside its way is in
/// the margin of the box that was made for the way there.
#[test]
fn a_way_back_within_a_step_is_looked_at() {
    let mut bouncy = Material::default();
    (bouncy.friction, bouncy.restitution) = (0.0, 1.0);
    let mut stopped = 0;
    for number in 0..40 {
        let settings = Settings::default().with_gravity(DVec3::ZERO);
        let mut world = World::new(settings.with_sleeping(None)).unwrap();
        let ball = |x: f64| {
            let ball = Body::dynamic(Hull::ball(1.0).unwrap()).with_material(bouncy);
            ball.with_rest_gap(1e-4).at(Placement::at(x * DVec3::X))
        };
        let resting = world.insert(ball(0.0)).unwrap();
        let fast = ball(-2.1).with_velocity(640.0 * DVec3::X, DVec3::ZERO);
        world.insert(fast).unwrap();
        let slant = 1e-3 * f64::from(number);
        let normal = DVec3::new(-libm::cos(slant), libm::sin(slant), 0.0);
        let wall = HalfSpace::new(normal, -6.0).unwrap();
        world
            .insert(Body::fixed(wall).with_material(bouncy))
            .unwrap();
        let small = Body::fixed(Hull::ball(0.01).unwrap()).with_rest_gap(1e-4);
        let small = small.with_material(bouncy);
        world
            .insert(small.at(Placement::at(DVec3::new(3.0, 1.02, 0.0))))
            .unwrap();
        let mut watch = Watch::new(&mut world);
        for _ in 0..2 {
            watch.step(&mut world);
        }
        assert_eq!(watch.violations, Vec::<String>::new(), "slanted by {slant}");
        let [linear, _] = world.velocity(resting).unwrap();
        stopped += u32::from(linear.z.abs() + (linear.y - 640.0 * 2.0 * slant).abs() > 1.0);
    }
    assert!(stopped > 10, "some meet what stands there: {stopped}");
}

/// What falls asleep after every push is woken by the next, and goes as far as it likes: its box goes with it.
#[test]
fn what_falls_asleep_on_its_way_is_still_in_its_box() {
    let mut sleeping = Sleeping::default();
    (sleeping.slower_than, sleeping.after) = (1.0, 0.0);
    let settings = Settings::default().with_gravity(DVec3::ZERO);
    let mut world = World::new(settings.with_sleeping(Some(sleeping))).unwrap();
    let ball = |x: f64| Body::dynamic(Hull::ball(1.0).unwrap()).at(Placement::at(x * DVec3::X));
    let pushed = world.insert(ball(0.0)).unwrap();
    world.insert(ball(3.0)).unwrap();
    let mut watch = Watch::new(&mut world);
    for step in 0..400 {
        if step % 2 == 0 {
            let velocity = [0.9 * DVec3::X, DVec3::ZERO];
            world
                .set_velocity(pushed, velocity[0], velocity[1])
                .unwrap();
        }
        watch.step(&mut world);
    }
    assert_eq!(watch.violations, Vec::<String>::new());
    let gone = world.placement(pushed).unwrap().position.x;
    assert!(gone > 0.9, "it gets to the other: {gone}");
}

/// What was proven of a pair counts from where its bodies were then. Between two steps a ball is swept or put closer to a plate. It bounces, so that
/// no contact holds it back before it hits, and is so fast that what was proven where it was would lead it into the plate.
#[test]
fn what_was_proven_ends_where_a_body_is_moved() {
    let settings = Settings::default().with_gravity(DVec3::ZERO);
    let mut bouncy = Material::default();
    bouncy.restitution = 1.0;
    for swept in [true, false] {
        let mut world = World::new(settings.with_sleeping(None)).unwrap();
        let plate = Hull::cuboid(DVec3::new(0.001, 2.0, 2.0)).unwrap();
        let plate = Body::fixed(plate).with_material(bouncy);
        let plate = plate.at(Placement::at(0.54 * DVec3::X));
        world.insert(plate).unwrap();
        let ball = Body::dynamic(Hull::ball(0.5).unwrap()).with_material(bouncy);
        let ball = ball.with_rest_gap(1e-3);
        let ball = world.insert(ball).unwrap();
        let mut watch = Watch::new(&mut world);
        let mut travels = 0;
        for _ in 0..20 {
            for (x, speed) in [(0.0, 1e-3), (0.034, 1.2)] {
                let to = Placement::at(x * DVec3::X);
                if swept {
                    let share = world.sweep_to(ball, to).unwrap();
                    assert_eq!(share, 1.0);
                } else {
                    world.teleport(ball, to).unwrap();
                }
                world
                    .set_velocity(ball, speed * DVec3::X, DVec3::ZERO)
                    .unwrap();
                for _ in 0..3 {
                    watch.step(&mut world);
                    travels += world.report().proofs[0];
                }
            }
        }
        assert_eq!(watch.violations, Vec::<String>::new());
        assert!(travels > 20, "something was proven by travel: {travels}");
    }
}
