//! Collisions of bodies that nothing else acts on.

use crate::{at, awake, ball, cuboid, linear, position, put};
use osculate::Placement;
use osculate::glam::DVec3;
use osculate_judge::seeded::{Seeded, cases};
use osculate_world::{Body, Material, Settings};

fn weightless() -> Settings {
    Settings::default().with_gravity(DVec3::ZERO)
}

/// Two balls head-on, elastic, of masses up to a million to one: both velocities as momentum and energy say, to 1e-9 of their speed.
#[test]
fn elastic_collisions_keep_momentum_and_energy_at_all_mass_ratios() {
    let mut worst = 0.0_f64;
    for power in -6..=6 {
        for direction in [DVec3::X, Seeded::new(3).direction()] {
            let mass = libm::pow(10.0, f64::from(power));
            let mut world = awake(weightless());
            let bodies = [(1.0, -2.0, 3.0), (mass, 2.0, -2.0)].map(|(mass, along, speed)| {
                let body = Body::dynamic(ball(0.5))
                    .with_mass(mass)
                    .with_material(Material::new(0.0, 1.0))
                    .at(at(along * direction))
                    .with_velocity(speed * direction, DVec3::ZERO);
                put(&mut world, body)
            });
            for _ in 0..64 {
                world.step();
            }
            let [first, second] = bodies.map(|body| linear(&world, body));
            let total = 1.0 + mass;
            let expected = [
                ((1.0 - mass) * 3.0 + 2.0 * mass * -2.0) / total,
                ((mass - 1.0) * -2.0 + 2.0 * 3.0) / total,
            ];
            let off = (first - expected[0] * direction).length();
            let off = off.max((second - expected[1] * direction).length()) / 5.0;
            worst = worst.max(off);
            assert!(
                off < 1e-9,
                "mass ratio 1e{power}: off by {off:e}: {first} {second} for {expected:?}"
            );
        }
    }
    println!("elastic collisions: off by {worst:e} of the speed at most");
}

/// One ball hits four that wait: the last one leaves with its speed, the others stay.
#[test]
fn the_last_ball_of_a_cradle_leaves_with_the_speed_of_the_first() {
    // As far apart as bodies rest, and further.
    for room in [0.0046 * 0.5, 0.01, 0.1] {
        let mut world = awake(weightless());
        let speed = 1.7;
        let balls: Vec<_> = (0..5)
            .map(|k| {
                let along = (1.0 + room) * f64::from(k) - if k == 0 { 1.0 } else { 0.0 };
                let moving = if k == 0 { speed } else { 0.0 };
                let body = Body::dynamic(ball(0.5))
                    .with_material(Material::new(0.0, 1.0))
                    .at(at(along * DVec3::X))
                    .with_velocity(moving * DVec3::X, DVec3::ZERO);
                put(&mut world, body)
            })
            .collect();
        for _ in 0..96 {
            world.step();
        }
        let speeds: Vec<f64> = balls.iter().map(|ball| linear(&world, *ball).x).collect();
        println!("cradle with {room} between balls: {speeds:?}");
        assert!(
            (speeds[4] - speed).abs() < 1e-3 * speed,
            "{room}: {speeds:?}"
        );
        let others = speeds[..4].iter().all(|other| other.abs() <= 1e-3 * speed);
        assert!(others, "{room}: {speeds:?}");
    }
}

/// Boxes that fly into each other: momentum and angular momentum of steps in which no leg is cut and no end corrected change by no
/// more than rounding. What cuts and corrections change is printed: a correction shifts bodies, and leaves them their velocities.
#[test]
fn momentum_is_kept_where_nothing_is_cut() {
    // Of linear and angular momentum: in steps without cuts, with corrections only, and with cuts.
    let (mut most, mut steps) = ([[0.0_f64; 2]; 3], [0; 3]);
    for case in 0..cases(6) {
        let mut rng = Seeded::of_case(8, case);
        let mut world = awake(weightless());
        for k in 0..12 {
            let place = DVec3::new(f64::from(k % 3), f64::from(k / 3 % 2), f64::from(k / 6));
            let place = 1.7 * (place - DVec3::new(1.0, 0.5, 0.5));
            let body = Body::dynamic(cuboid(DVec3::new(0.5, 0.4, 0.3)))
                .with_mass(rng.magnitude(-1.0, 1.0))
                .at(Placement::new(place, rng.rotation()))
                .with_velocity(-2.0 * place + rng.inside(), rng.inside());
            put(&mut world, body);
        }
        // What all bodies together would have if none were against another.
        let scale = 12.0 * 10.0 * 4.0;
        for _ in 0..96 {
            let before = world.momentum();
            let report = world.step();
            let kind = match (report.cuts, report.corrected) {
                (0, 0) => 0,
                (0, _) => 1,
                _ => 2,
            };
            let after = world.momentum();
            let change = [0, 1].map(|k| (after[k] - before[k]).length() / scale);
            most[kind] = [0, 1].map(|k| most[kind][k].max(change[k]));
            steps[kind] += 1;
            let at = world.time();
            assert!(
                kind > 0 || change[1] < 1e-13,
                "case {case}, {at}: {change:?}"
            );
            assert!(
                kind > 1 || change[0] < 1e-13,
                "case {case}, {at}: {change:?}"
            );
        }
    }
    assert!(steps[0] > 0, "{steps:?}");
    println!(
        "momentum, linear and angular: {:?} where nothing is cut, {:?} where ends are corrected, {:?} in cuts; {steps:?} steps",
        most[0], most[1], most[2]
    );
}

/// Nothing acts on a body: it flies straight on, to rounding, far from the origin too.
#[test]
fn free_bodies_fly_straight_on() {
    for far in [0.0, 1e6] {
        let mut world = awake(weightless());
        let start = DVec3::new(far, -far, far);
        let velocity = DVec3::new(3.0, -2.0, 1.0);
        let body = Body::dynamic(cuboid(DVec3::new(0.5, 0.4, 0.3))).at(at(start));
        let body = put(&mut world, body.with_velocity(velocity, DVec3::X));
        for _ in 0..640 {
            world.step();
        }
        let off = (position(&world, body) - start - 10.0 * velocity).length();
        assert!(off < 1e-12 * (far + 100.0), "{far}: {off:e}");
    }
}

/// A body that stood and was knocked away is no longer where another one was seen to run into it.
#[test]
fn what_was_knocked_away_is_not_met() {
    let mut world = awake(weightless());
    let die = Body::dynamic(cuboid(DVec3::splat(0.5))).with_mass(1.0);
    let die = put(&mut world, die);
    let hammer = Body::dynamic(ball(0.3)).with_mass(10.0);
    let hammer = hammer.at(at(-DVec3::X));
    put(
        &mut world,
        hammer.with_velocity(40.0 * DVec3::X, DVec3::ZERO),
    );
    let speck = Body::dynamic(ball(0.05)).at(at(DVec3::new(-0.45, 0.0, -0.65)));
    let speck = put(
        &mut world,
        speck.with_velocity(10.0 * DVec3::Z, DVec3::ZERO),
    );
    assert_eq!(world.step().hits, 1);
    assert!(position(&world, die).x > 0.3);
    for _ in 0..2 {
        world.step();
        assert_eq!(linear(&world, speck), 10.0 * DVec3::Z);
    }
}
