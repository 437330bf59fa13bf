use super::*;
use osculate::{HalfSpace, Hull, Placement};
use osculate_world::{Body, Settings};

/// A world that keeps what happens.
fn kept(world: World) -> CabledWorld {
    let mut cabled = CabledWorld::in_parts(world, None).unwrap();
    cabled.keep_parts(true);
    cabled
}

/// A world of two bodies, of which the second one falls or flies.
fn judged(shapes: [Hull; 2], height: f64, speed: f64, steps: u32) -> Checker {
    let settings = Settings::default().with_gravity(DVec3::ZERO);
    let mut world = World::new(settings).unwrap();
    let [lower, upper] = shapes;
    world.insert(Body::fixed(lower)).unwrap();
    let flies = Body::dynamic(upper)
        .at(Placement::at(DVec3::Z * height))
        .with_velocity(DVec3::Z * -speed, DVec3::ZERO);
    world.insert(flies).unwrap();
    let mut world = kept(world);
    let mut checker = Checker::new(&world);
    for _ in 0..steps {
        world.step();
        checker.step(&world);
    }
    checker
}

#[test]
fn gaps_of_shapes_that_are_known() {
    let ball = || Hull::ball(0.5).unwrap();
    let cube = || Hull::cuboid(DVec3::splat(0.5)).unwrap();
    let lying = |height: f64| Hull::cylinder(0.5, height).unwrap();
    for (lower, upper) in [
        (ball(), cube()),
        (cube(), ball()),
        (cube(), cube()),
        (lying(0.5), cube()),
    ] {
        let checker = judged([lower, upper], 1.25, 0.0, 1);
        assert!(
            (checker.smallest_gap() - 0.25).abs() < 1e-9,
            "{}",
            checker.smallest_gap()
        );
        assert_eq!((checker.checked(), checker.violations()), (1, 0));
    }
}

/// Along a motion, and not only at its ends: a body that is moved through a plate is caught between two looks.
#[test]
fn what_passes_through_is_seen() {
    let plate = Solid::new(
        &Hull::cuboid(DVec3::new(1.0, 1.0, 1e-3)).unwrap().into(),
        DVec3::ZERO,
    );
    let bullet = Solid::new(&Hull::ball(0.1).unwrap().into(), DVec3::ZERO);
    let mut world = World::new(Settings::default().with_gravity(DVec3::ZERO)).unwrap();
    let ball = Body::dynamic(Hull::ball(0.1).unwrap())
        .at(Placement::at(DVec3::Z * 50.0))
        .with_velocity(DVec3::Z * -6400.0, DVec3::ZERO);
    let handle = world.insert(ball).unwrap();
    world.keep_moves(true);
    world.step();
    assert_eq!(world.placement(handle).unwrap().position.z, -50.0);
    let still = Pose::of(&Placement::IDENTITY, DVec3::ZERO);
    let mut path = Path::standing(Pose::of(&Placement::at(DVec3::Z * 50.0), DVec3::ZERO));
    world.moves().iter().for_each(|part| path.add(part));
    let body = |solid, path| super::Body {
        handle,
        name: "body".to_owned(),
        solid,
        centre: DVec3::ZERO,
        fixed: false,
        filter: Filter::default(),
        path,
    };
    let bodies = [body(bullet, path), body(plate, Path::standing(still))];
    let mut parts = Parts {
        bodies: [&bodies[0], &bodies[1]],
        parts: [&bodies[0].solid.parts[0], &bodies[1].solid.parts[0]],
        direction: None,
        smallest_gap: f64::INFINITY,
    };
    assert!(!parts.walk(1.0));
    assert!(
        parts.walk(0.498) && parts.smallest_gap < 0.11,
        "{}",
        parts.smallest_gap
    );
}

#[test]
fn the_world_stops_at_a_plate_and_the_judge_agrees() {
    let plate = Hull::cuboid(DVec3::new(1.0, 1.0, 1e-3)).unwrap();
    let checker = judged([plate, Hull::ball(0.1).unwrap()], 50.0, 6400.0, 4);
    assert!(checker.checked() > 0);
    assert_eq!(checker.violations(), 0, "{:?}", checker.first_violation());
}

#[test]
fn half_spaces_have_no_end() {
    let mut world = World::new(Settings::default()).unwrap();
    world
        .insert(Body::fixed(HalfSpace::new(DVec3::Z, 1.0).unwrap()))
        .unwrap();
    let ball = Body::dynamic(Hull::ball(0.5).unwrap()).at(Placement::at(DVec3::new(1e3, 0.0, 3.0)));
    world.insert(ball).unwrap();
    let mut world = kept(world);
    let mut checker = Checker::new(&world);
    for _ in 0..64 {
        world.step();
        checker.step(&world);
    }
    assert_eq!((checker.checked(), checker.violations()), (64, 0));
    assert!(checker.smallest_gap() < 0.01 && checker.smallest_gap() > 0.0);
}
