//! Cables that are fastened to bodies.

use super::put;
use osculate::glam::{DQuat, DVec3};
use osculate::mesh::{cuboid, icosphere};
use osculate::{Placement, TriMesh};
use osculate_world::rods::{
    Cable, CableError, End, Obstacle, RodError, RodMaterial, RodSettings, Rods,
};
use std::f64::consts::TAU;

fn rods(gravity: f64, parts: u32) -> Rods {
    let settings = RodSettings::default().with_gravity(-gravity * DVec3::Z);
    Rods::new(settings.with_step(1.0 / 60.0, parts)).expect("settings are valid")
}

fn ball() -> TriMesh {
    icosphere(0.1, 80).expect("a sphere")
}

/// Hardly any mass, and hard to stretch.
fn light() -> RodMaterial {
    let rope = RodMaterial::rope(5e-3).with_stiffness(1e5, 1e-6, 1e-6);
    rope.with_density(1e-3).with_drag(0.0)
}

/// A rope from the origin and a ball on it, on a straight line: tilted by so much from straight down. The mesh of the ball is given.
fn pendulum(rods: &mut Rods, tilt: f64, ball: Obstacle) {
    let turn = DQuat::from_rotation_y(-tilt);
    let down = turn * DVec3::NEG_Z;
    let points = (0..=20).map(|i| 0.05 * f64::from(i) * down).collect();
    let rope = Cable::new("rope", points, light()).with_ends([End::Pinned, End::Free]);
    put(rods, rope);
    let ball = ball.at(Placement::new(1.12 * down, turn));
    rods.add_obstacle(ball).expect("nothing is there");
    rods.fasten(0, 20, 0).expect("it is free");
}

/// The slow swing of a rope of length l with a ball on it: the lesser root of the equation of a double pendulum.
fn period(gravity: f64, length: f64, below: f64, inertia_by_mass: f64) -> f64 {
    // (lω² − g)(bb ω² − g·b) = l·b²·ω⁴ with bb = b² + I/m.
    let both = below * below + inertia_by_mass;
    let a = length * both - length * below * below;
    let b = -gravity * (both + length * below);
    let c = gravity * gravity * below;
    let square = 2.0 * c / (-b + (b * b - 4.0 * a * c).sqrt());
    TAU / square.sqrt()
}

/// A ball on a rope swings as a double pendulum does, and hangs with its weight.
#[test]
fn a_ball_on_a_rope_swings_in_time() {
    let mut rods = rods(9.81, 4);
    let mass = 2.0;
    pendulum(&mut rods, 0.05, Obstacle::mesh(ball()).with_mass(mass));
    let mut aside = Vec::new();
    let mut slipped = 0.0_f64;
    let steps = 60 * 5;
    for _ in 0..steps {
        let report = rods.step();
        assert_eq!(report.time_lost, 0.0);
        slipped = slipped.max(rods.longest_slip());
        aside.push(rods.placement(0).expect("there").position.x);
    }
    let mut zeros = Vec::new();
    for (i, pair) in aside.windows(2).enumerate() {
        if pair[0] < 0.0 && pair[1] >= 0.0 {
            zeros.push((i as f64 + pair[0] / (pair[0] - pair[1])) / 60.0);
        }
    }
    let found = (zeros[zeros.len() - 1] - zeros[0]) / (zeros.len() - 1) as f64;
    // The mesh of a ball has the inertia of its mesh: 2/5·r² less a little.
    let inertia =
        osculate::mass::MassProperties::of_mesh(&ball(), osculate::mass::Matter::Mass(1.0));
    let inertia = inertia.expect("closed").inertia().y_axis.y;
    let expected = period(9.81, 1.0, 0.12, inertia);
    println!("pendulum: {found:.5} s, expected {expected:.5}, slip {slipped:.1e}");
    assert!((found / expected - 1.0).abs() < 3e-3);
    assert!(slipped < 1e-5);
}

#[test]
fn a_ball_hangs_with_its_weight() {
    let mut rods = rods(9.81, 4);
    let mass = 2.0;
    pendulum(&mut rods, 0.0, Obstacle::mesh(ball()).with_mass(mass));
    for _ in 0..120 {
        rods.step();
    }
    let tensions = rods.tensions(0).expect("there");
    let most = tensions.iter().fold(0.0_f64, |most, &t| most.max(t));
    let weight = 9.81 * (mass + 1e-3);
    println!("hanging: {most} N, weight {weight} N");
    assert!((most / weight - 1.0).abs() < 1e-3);
    let impulse = rods.obstacle_impulse(0).expect("there")[0];
    assert!(
        (impulse.z * 60.0 / (9.81 * mass) - 1.0).abs() < 1e-3,
        "{impulse}"
    );
}

/// Thrown as it is, a ball with a tail keeps its momentum, and nearly all of its moment.
#[test]
fn momentum_is_kept() {
    let mut rods = rods(0.0, 8);
    let (mass, speed) = (0.5, DVec3::new(3.0, 1.0, 0.0));
    let tail = RodMaterial::rope(5e-3).with_stiffness(500.0, 1e-5, 1e-5);
    let tail = tail.with_density(0.2).with_drag(0.0);
    let points = (0..=20)
        .map(|i| DVec3::X * (0.12 + 0.05 * f64::from(i)))
        .collect();
    put(&mut rods, Cable::new("tail", points, tail));
    let ball = Obstacle::mesh(ball()).with_mass(mass);
    let ball = ball.with_velocity(speed, DVec3::new(0.0, 0.0, 4.0));
    rods.add_obstacle(ball).expect("nothing is there");
    rods.fasten(0, 0, 0).expect("it is free");
    let momentum = |rods: &Rods| {
        let [velocity, _] = rods.obstacle_velocity(0).expect("there");
        let all = rods.velocities(0).expect("there");
        let of = |i: usize| if i == 0 || i == 20 { 0.005 } else { 0.01 };
        let tail = all.iter().enumerate().map(|(i, v)| of(i) * *v);
        mass * velocity + tail.sum::<DVec3>()
    };
    let before = momentum(&rods);
    let mut worst = 0.0_f64;
    for _ in 0..60 {
        let report = rods.step();
        assert_eq!(report.time_lost, 0.0);
        worst = worst.max((momentum(&rods) - before).length());
    }
    println!(
        "a ball with a tail: momentum is off by {worst:.1e} of {:.2}",
        before.length()
    );
    assert!(worst < 1e-9 * before.length());
    let dragged = rods.velocities(0).expect("there")[20];
    assert!(dragged.length() > 0.5, "the tail follows: {dragged}");
}

/// What holds two points of an end holds its direction and its twist.
#[test]
fn two_points_are_a_clamp() {
    let mut rods = rods(0.0, 4);
    let rod = RodMaterial::wire(2e-3).with_drag(1.0);
    let points = (0..=12)
        .map(|i| DVec3::X * (0.12 + 0.02 * f64::from(i)))
        .collect();
    put(&mut rods, Cable::new("rod", points, rod));
    let spin = DVec3::new(2.0, 0.0, 0.0);
    let block = Obstacle::mesh(cuboid(DVec3::splat(0.1)).expect("a box"));
    rods.add_obstacle(block.with_velocity(DVec3::ZERO, spin))
        .expect("nothing is there");
    for point in [0, 1] {
        rods.fasten(0, point, 0).expect("it is free");
    }
    let before = rods.directors(0).expect("there");
    for _ in 0..60 {
        rods.step();
    }
    let after = rods.directors(0).expect("there");
    let turn = DQuat::from_rotation_x(2.0);
    let worst = before.iter().zip(&after);
    let worst = worst.map(|(before, after)| (turn * *before - *after).length());
    let worst = worst.fold(0.0, f64::max);
    println!("a clamp that turns by 2 rad: sections are off by {worst:.1e}");
    assert!(worst < 1e-3);
    // Turned across, the rod points where the block does.
    rods.set_obstacle_velocity(0, DVec3::ZERO, DVec3::new(0.0, 0.0, 1.0))
        .expect("there");
    for _ in 0..30 {
        rods.step();
    }
    let all = rods.positions(0).expect("there");
    let along = (all[1] - all[0]).normalize();
    let wanted = DVec3::new(libm::cos(0.5), libm::sin(0.5), 0.0);
    println!("across: {:.1e}", (along - wanted).length());
    assert!((along - wanted).length() < 2e-3);
}

#[test]
fn what_cannot_be_fastened() {
    let mut rods = rods(9.81, 4);
    pendulum(&mut rods, 0.0, Obstacle::mesh(ball()).with_mass(1.0));
    let why = |error: Result<(), RodError>| match error {
        Err(RodError::Cable { why, .. }) => why,
        other => panic!("{other:?}"),
    };
    let held = CableError::HeldAndFastened { point: 0 };
    assert_eq!(why(rods.fasten(0, 0, 0)), held);
    let twice = CableError::FastenedTwice { point: 20 };
    assert_eq!(why(rods.fasten(0, 20, 0)), twice);
    let none = CableError::NoSuchPoint {
        cable: 0,
        point: 99,
    };
    assert_eq!(why(rods.fasten(0, 99, 0)), none);
    let none = RodError::NoSuchObstacle { obstacle: 7 };
    assert_eq!(rods.fasten(0, 10, 7), Err(none));
}
