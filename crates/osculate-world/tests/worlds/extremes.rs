//! Bodies at the limits of what is allowed: without end, without time to sleep, very small, very fast.

use crate::scenes::{at, ball, die, floor, run, weightless};
use osculate::{HalfSpace, Hull, glam::DVec3};
use osculate_world::{Body, Material, Settings, World};

/// A floor that rises carries what falls on it: it has no end, but it does not turn, and goes no further than it goes.
#[test]
fn a_floor_that_rises_carries_what_falls_on_it() {
    let mut world = World::new(Settings::default().with_sleeping(None)).unwrap();
    let floor = HalfSpace::new(DVec3::Z, 0.0).unwrap();
    let floor = Body::kinematic(floor).with_velocity(0.1 * DVec3::Z, DVec3::ZERO);
    let floor = world.insert(floor).unwrap();
    let box_ = world
        .insert(Body::dynamic(die()).at(at(0.0, 0.0, 1.5)))
        .unwrap();
    run(&mut world, 128);
    let mut hits = 0;
    for _ in 0..64 {
        hits += world.step().hits;
    }
    let height = world.placement(floor).unwrap().position.z;
    assert!((height - 0.3).abs() < 1e-9, "{height}");
    let above = world.placement(box_).unwrap().position.z - height - 0.5;
    assert!(above > 0.0 && above < 0.02, "{above}");
    assert_eq!(hits, 0, "it rests there, and does not live by hits");
    assert!(world.contacts().count() > 0);
    let again = World::load(&world.save()).unwrap();
    assert_eq!(again.len(), 2);
}

/// A static half-space that is swept away and back leaves no trace in its pairs.
#[test]
fn a_floor_that_was_swept_is_still_one() {
    let mut world = World::new(Settings::default().with_sleeping(None)).unwrap();
    let floor = world.insert(Body::fixed(floor())).unwrap();
    let body = world
        .insert(Body::dynamic(die()).at(at(0.0, 0.0, 1.5)))
        .unwrap();
    world.step();
    world.sweep_to(floor, at(0.0, 0.0, -0.5)).unwrap();
    run(&mut world, 128);
    let hits: u32 = (0..64).map(|_| world.step().hits).sum();
    assert_eq!(hits, 0);
    let height = world.placement(body).unwrap().position.z;
    assert!(height > 0.0 && height < 0.02, "{height}");
}

/// The least and the largest rest gaps are lengths like others.
#[test]
fn rest_gaps_at_their_limits() {
    for gap in [1e-50, 1e50] {
        let mut world = World::new(Settings::default()).unwrap();
        world.insert(Body::fixed(floor())).unwrap();
        let body = Body::dynamic(ball(0.5)).at(at(0.0, 0.0, 0.51));
        world.insert(body.with_rest_gap(gap)).unwrap();
        let parts = vec![ball(0.5), ball(0.3)];
        let compound = osculate::Compound::new(parts).unwrap();
        let body = Body::dynamic(compound).at(at(3.0, 0.0, 0.51));
        world.insert(body.with_rest_gap(gap)).unwrap();
        run(&mut world, 5);
    }
    for radius in [1e-59, 1e-40, 1e40] {
        let mut world = weightless();
        for x in [-2.0, 2.0] {
            let body = Body::dynamic(ball(radius)).at(at(x * radius, 0.0, 0.0));
            let body = body.with_velocity((-x * radius).clamp(-1e12, 1e12) * DVec3::X, DVec3::ZERO);
            // What is too small to have a mass is refused by a sentence.
            let _ = world.insert(body);
        }
        run(&mut world, 5);
    }
}

/// Long steps and hard hits may not turn anything further than motions can.
#[test]
fn turns_stay_within_what_motions_take() {
    let settings = Settings::default().with_gravity(DVec3::ZERO);
    let mut world = World::new(settings.with_step(1e3)).unwrap();
    let body = Body::dynamic(die()).with_velocity(DVec3::ZERO, 1e7 * DVec3::Z);
    world.insert(body).unwrap();
    run(&mut world, 3);
    // A speck that is hit beside its centre by something heavy and fast.
    let mut world = weightless();
    let speck = Hull::cuboid(1e-6 * DVec3::new(1.0, 0.01, 0.01)).unwrap();
    let speck = world.insert(Body::dynamic(speck)).unwrap();
    let fast = Body::dynamic(ball(1.0)).at(at(-1.0 + 1e-6, -2.0, 0.0));
    world
        .insert(fast.with_velocity(1e5 * DVec3::Y, DVec3::ZERO))
        .unwrap();
    run(&mut world, 5);
    let [linear, angular] = world.velocity(speck).unwrap();
    assert!(linear.length() > 0.0 && angular.length() <= 1e7 * (1.0 + 1e-12));
}

/// Stops are counted, and so is how many there may be.
#[test]
fn more_stops_than_can_end_are_refused() {
    let mut settings = Settings::default();
    settings.most_stops = u32::MAX;
    let told = World::new(settings).unwrap_err().to_string();
    assert!(
        told.contains("most stops") && told.contains("1024"),
        "{told}"
    );
}

/// Nor may corrections of where a body ends: one that hardly resists turning is turned far by little.
#[test]
fn corrections_stay_within_what_motions_take() {
    // A ball that is heavy close to its middle, and a speck that keeps far away from what it rests on.
    let wheel = |lever: f64, moment: f64, body: Body| {
        body.with_mass_properties(1.0, lever * DVec3::X, DVec3::splat(moment))
    };
    let speck = Hull::cuboid(DVec3::splat(2.665e-10)).unwrap();
    let bodies = [
        wheel(8.407e-14, 2.69e-28, Body::dynamic(ball(0.5)))
            .with_rest_gap(5.05e-3)
            .with_velocity(-37.2 * DVec3::Z, DVec3::ZERO)
            .at(at(0.0, 0.0, 0.5076)),
        wheel(6.948e-12, 4.84e-22, Body::dynamic(speck))
            .with_rest_gap(0.356)
            .with_velocity(-65.4 * DVec3::Z, DVec3::new(3.9, 6.5, 1.3))
            .at(at(0.0, 0.0, 0.5233)),
    ];
    for body in bodies {
        let mut world = World::new(Settings::default().with_sleeping(None)).unwrap();
        world.insert(Body::fixed(floor())).unwrap();
        let body = world.insert(body).unwrap();
        for number in 1..3 {
            let other = Body::dynamic(ball(0.5)).with_rest_gap(world.rest_gap(body).unwrap());
            let height = world.placement(body).unwrap().position.z + 1.2 * f64::from(number);
            let other = other.with_velocity(-50.0 * DVec3::Z, DVec3::ZERO);
            world.insert(other.at(at(0.1, 0.0, height))).unwrap();
        }
        run(&mut world, 4);
        assert!(world.placement(body).unwrap().position.z > 0.0);
    }
}

/// A light ball that a heavy one hits at the most that bodies may have falls on after that: it is no faster, and the saved world can be loaded.
#[test]
fn what_is_hit_as_fast_as_can_be_is_no_faster() {
    let settings = Settings::default().with_gravity(-1000.0 * DVec3::Z);
    for power in 1..9 {
        let mut world = World::new(settings).unwrap();
        let bounces = Material::new(0.0, 1.0);
        let heavy = Body::dynamic(ball(1.0)).with_mass(1e6);
        let heavy = heavy.with_velocity(-1e12 * DVec3::Z, DVec3::ZERO);
        let light = Body::dynamic(ball(1.0)).with_mass(1.0);
        let gap = 0.1_f64.powi(power);
        let light = light.at(at(0.0, 0.0, -2.0 - gap));
        let bodies = [heavy, light].map(|body| world.insert(body.with_material(bounces)).unwrap());
        for _ in 0..3 {
            world.step();
            for body in bodies {
                assert!(world.velocity(body).unwrap()[0].length() <= 1e12, "{gap:e}");
            }
            World::load(&world.save()).unwrap();
        }
    }
}
