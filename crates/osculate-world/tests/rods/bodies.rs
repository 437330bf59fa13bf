//! Rigid bodies that cables push, and that push cables.

use super::put;
use osculate::glam::{DQuat, DVec3};
use osculate::mesh::{cuboid, icosphere};
use osculate::{HalfSpace, Placement, TriMesh};
use osculate_judge::seeded::setting;
use osculate_world::rods::{Cable, End, Obstacle, RodMaterial, RodSettings, Rods};

fn line(from: DVec3, to: DVec3, edges: u32) -> Vec<DVec3> {
    let at = |i: u32| from.lerp(to, f64::from(i) / f64::from(edges));
    (0..=edges).map(at).collect()
}

fn rods(gravity: f64) -> Rods {
    let settings = RodSettings::default().with_gravity(-gravity * DVec3::Z);
    Rods::new(settings).expect("settings are valid")
}

fn ball() -> TriMesh {
    icosphere(0.1, 80).expect("a sphere")
}

/// Momentum of everything, and its moment about the origin; the body is as heavy as told, and round.
fn momenta(rods: &Rods, masses: &[f64], mass: f64, inertia: f64) -> [DVec3; 2] {
    let [velocity, spin] = rods.obstacle_velocity(0).expect("there");
    let centre = rods.placement(0).expect("there").position;
    let mut sum = mass * velocity;
    let mut about = mass * centre.cross(velocity) + inertia * spin;
    let (positions, velocities) = (rods.positions(0), rods.velocities(0));
    let points = positions
        .expect("there")
        .into_iter()
        .zip(velocities.expect("there"));
    for ((at, speed), mass) in points.zip(masses) {
        sum += *mass * speed;
        about += *mass * at.cross(speed);
    }
    [sum, about]
}

#[test]
fn bodies_fall() {
    let mut rods = rods(10.0);
    let body = Obstacle::mesh(cuboid(DVec3::new(0.1, 0.2, 0.3)).expect("a box")).with_mass(2.0);
    let spin = DVec3::new(0.0, 0.0, 2.0);
    rods.add_obstacle(body.with_velocity(DVec3::X, spin))
        .expect("nothing is there");
    for _ in 0..60 {
        rods.step();
    }
    let placement = rods.placement(0).expect("there");
    let [velocity, spin] = rods.obstacle_velocity(0).expect("there");
    let fell = placement.position - DVec3::new(1.0, 0.0, -5.0);
    println!("a body that falls for 1 s is off by {:.1e}", fell.length());
    assert!(fell.length() < 0.02 && (velocity - DVec3::new(1.0, 0.0, -10.0)).length() < 1e-6);
    assert!((spin - 2.0 * DVec3::Z).length() < 1e-9);
    assert!(
        placement
            .rotation
            .angle_between(DQuat::from_rotation_z(2.0))
            < 1e-6
    );
}

/// Equations 28 and 29 with a body: a falling block and one edge under a corner of it.
#[test]
fn bodies_exchange_momentum_with_cables() {
    for restitution in [0.0, 0.6] {
        let settings = RodSettings::default().with_gravity(DVec3::ZERO);
        let mut rods = Rods::new(settings.with_step(4e-6, 1)).expect("valid");
        let material = RodMaterial::wire(0.01).with_stiffness(1e3, 0.0, 0.0);
        let material = material.with_density(0.5).with_drag(0.0);
        let material = material.with_surface(0.0, restitution);
        // Under the block's edge along y, off its centre.
        let (aside, f) = (0.05, 0.25);
        let lower = [-f, 1.0 - f].map(|y| DVec3::new(aside, y, 0.0)).to_vec();
        put(&mut rods, Cable::new("lower", lower, material));
        let half = DVec3::new(0.1, 0.01, 0.1);
        let (mass, speed) = (0.7, 3.0);
        let block = Obstacle::mesh(cuboid(half).expect("a box")).with_mass(mass);
        let block = block.at(Placement::at(DVec3::new(0.0, 0.0, 0.11 + 1e-5)));
        let block = block.with_velocity(-speed * DVec3::Z, DVec3::ZERO);
        rods.add_obstacle(block.with_surface(0.0, restitution))
            .expect("nothing is there");
        for _ in 0..8 {
            rods.step();
        }
        // The block is hit along two of its edges, one after the other, at y = ±0.01.
        let [velocity, spin] = rods.obstacle_velocity(0).expect("there");
        let ends = rods.velocities(0).expect("there");
        let moment = mass / 3.0 * (half.x * half.x + half.z * half.z);
        let momentum = mass * velocity.z + 0.25 * (ends[0].z + ends[1].z);
        let about_y = moment * spin.y + 0.25 * (-aside) * (ends[0].z + ends[1].z);
        println!("restitution {restitution}: {velocity:.4} {spin:.4} {ends:.4?}");
        assert!(
            (momentum + mass * speed).abs() < 1e-9 * mass * speed,
            "{momentum}"
        );
        assert!(about_y.abs() < 1e-9 * mass * speed, "{about_y}");
        // Both places part at the speed that restitution gives back, at least.
        for y in [-0.01, 0.01] {
            let point = velocity + spin.cross(DVec3::new(aside, y, -0.1));
            let rope = ends[0].lerp(ends[1], y + f);
            let parting = point.z - rope.z;
            assert!(parting > -1e-3, "{parting}");
        }
        let parting = velocity.z - spin.y * aside - ends[0].lerp(ends[1], f).z;
        assert!(
            (parting - restitution * speed).abs() < 0.05 * speed,
            "{parting}"
        );
    }
}

/// A ball flies into a rope that nothing holds: together they keep their momentum, and its moment.
#[test]
fn momentum_is_kept() {
    // Euler's scheme takes from the moment, less with shorter parts.
    let settings = RodSettings::default().with_gravity(DVec3::ZERO);
    let mut rods = Rods::new(settings.with_step(1.0 / 60.0, 32)).expect("valid");
    let material = RodMaterial::rope(0.01).with_drag(0.0);
    let density = material.density;
    put(
        &mut rods,
        Cable::new("rope", line(-DVec3::Y, DVec3::Y, 20), material),
    );
    let mass = 0.6;
    let ball = Obstacle::mesh(ball()).with_mass(mass);
    let from = Placement::at(DVec3::new(-0.3, 0.13, 0.03));
    let ball = ball.with_velocity(3.0 * DVec3::X, 2.0 * DVec3::Z);
    rods.add_obstacle(ball.at(from)).expect("nothing is there");
    let mut masses = vec![0.1 * density; 21];
    (masses[0], masses[20]) = (0.05 * density, 0.05 * density);
    // The moment of the mesh about any axis through its centre.
    let moment = {
        let mesh = osculate::mass::MassProperties::of_mesh(
            &icosphere(0.1, 80).expect("a sphere"),
            osculate::mass::Matter::Mass(mass),
        );
        mesh.expect("it is closed").inertia().x_axis.x
    };
    let first = momenta(&rods, &masses, mass, moment);
    let (mut given, mut touched) = (DVec3::ZERO, 0);
    for _ in 0..15 {
        let report = rods.step();
        touched += report.contacts + report.hits;
        given += rods.obstacle_impulse(0).expect("there")[0];
        assert_eq!(report.time_lost, 0.0);
    }
    let last = momenta(&rods, &masses, mass, moment);
    let slower = mass * (rods.obstacle_velocity(0).expect("there")[0] - 3.0 * DVec3::X);
    println!(
        "momentum {:.4} to {:.4}, moment {:.4} to {:.4}; the ball got {given:.4} of {slower:.4}",
        first[0], last[0], first[1], last[1]
    );
    assert!(touched > 0 && slower.x < -0.1);
    assert!((last[0] - first[0]).length() < 1e-3 * first[0].length());
    assert!((last[1] - first[1]).length() < 5e-2 * first[1].length());
    // As much as the rope has lost, which is counted by its own velocities.
    let velocities = rods.velocities(0).expect("there").into_iter();
    let rope: DVec3 = velocities.zip(&masses).map(|(v, mass)| *mass * v).sum();
    assert!((given + rope).length() < 1e-2 * slower.length());
}

/// A ball on two ropes pushes them with its weight, and comes to rest.
#[test]
fn balls_rest_on_ropes() {
    let mut rods = rods(9.81);
    let material = RodMaterial::rubber(0.01)
        .with_surface(0.8, 0.0)
        .with_drag(20.0);
    for x in [-0.06, 0.06] {
        let points = line(DVec3::new(x, -0.5, 0.0), DVec3::new(x, 0.5, 0.0), 20);
        let rope = Cable::new("rope", points, material).with_ends([End::Pinned; 2]);
        put(&mut rods, rope.with_rest_scale(0.9));
    }
    let mass = 0.2;
    let ball = Obstacle::mesh(icosphere(0.1, 80).expect("a sphere")).with_mass(mass);
    let above = Placement::at(0.12 * DVec3::Z);
    rods.add_obstacle(ball.at(above).with_surface(0.8, 0.0))
        .expect("nothing is there");
    let (mut lost, mut deepest, mut impulse) = (0.0, 0.0_f64, 0.0);
    for step in 0..90 {
        let report = rods.step();
        lost += report.time_lost / report.time / 90.0;
        if step >= 60 {
            deepest = deepest.max(report.deepest);
            impulse += rods.obstacle_impulse(0).expect("there")[0].z / 30.0;
        }
    }
    let [velocity, spin] = rods.obstacle_velocity(0).expect("there");
    let share = impulse / (mass * 9.81 * rods.settings().step);
    println!(
        "ball on ropes: pushed with {share:.4} of its weight, {velocity:.4} {spin:.4}, lost {lost:.4}, deepest {deepest:.3}"
    );
    assert!(velocity.length() < 0.02 && spin.length() < 0.2);
    assert!((share - 1.0).abs() < 0.02 && lost < 0.01 && deepest < 0.1);
}

/// What moves as it is told is told what pushes it.
#[test]
fn tables_feel_ropes() {
    let mut rods = rods(9.81);
    let material = RodMaterial::rope(0.01);
    let rope = line(
        DVec3::new(-0.3, 0.0, 0.011),
        DVec3::new(0.3, 0.01, 0.011),
        12,
    );
    put(&mut rods, Cable::new("rope", rope, material));
    let table = Obstacle::mesh(cuboid(DVec3::new(0.5, 0.5, 0.1)).expect("a box"));
    rods.add_obstacle(table.at(Placement::at(-0.1 * DVec3::Z)))
        .expect("nothing is there");
    let mut impulse = DVec3::ZERO;
    for step in 0..60 {
        rods.step();
        if step >= 40 {
            impulse += rods.obstacle_impulse(0).expect("there")[0] / 20.0;
        }
    }
    let length = DVec3::new(0.6, 0.01, 0.0).length();
    let weight = material.density * length * 9.81 * rods.settings().step;
    assert!(
        (impulse + weight * DVec3::Z).length() < 0.02 * weight,
        "{impulse} {weight}"
    );
    assert_eq!(rods.obstacle_mass(0), Ok(None));
}

#[test]
fn masses_that_make_no_sense_are_refused() {
    let mut rods = rods(0.0);
    let flat = TriMesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]]);
    let flat = Obstacle::mesh(flat.expect("a triangle")).with_mass(1.0);
    let negative = Obstacle::mesh(ball()).with_mass(-1.0);
    let floor = HalfSpace::new(DVec3::Z, 0.0).expect("a normal");
    let heavy = Obstacle::half_space(floor).with_mass(1.0);
    for (obstacle, part) in [(flat, ""), (negative, "mass"), (heavy, "half-space")] {
        let error = rods.add_obstacle(obstacle).expect_err(part).to_string();
        assert!(
            error.contains("obstacle 0") && error.contains(part),
            "{error}"
        );
    }
    assert!(rods.placement(0).is_err(), "nothing was added");
}

/// A ball is thrown into three rubber bands: its speed after that, and how deep things were in each other.
fn thrown(speed: f64, substeps: u32, steps: u32) -> (f64, f64) {
    let settings = RodSettings::default().with_step(1.0 / 60.0, substeps);
    let mut rods = Rods::new(settings).expect("valid");
    let material = RodMaterial::rubber(0.01).with_surface(0.4, 0.0);
    for y in [-0.08, 0.01, 0.1] {
        let points = line(DVec3::new(0.0, y, -0.5), DVec3::new(0.0, y, 0.5), 24);
        let band = Cable::new("band", points, material).with_ends([End::Pinned; 2]);
        put(&mut rods, band.with_rest_scale(0.9));
    }
    let ball = Obstacle::mesh(icosphere(0.12, 80).expect("a sphere")).with_mass(0.62);
    let ball = ball.at(Placement::at(DVec3::new(-0.2, 0.013, 0.02)));
    let ball = ball.with_velocity(speed * DVec3::X, DVec3::ZERO);
    rods.add_obstacle(ball.with_surface(0.4, 0.0))
        .expect("nothing is there");
    let mut deepest = 0.0_f64;
    for _ in 0..steps {
        let report = rods.step();
        deepest = deepest.max(report.deepest);
        assert_eq!(report.time_lost, 0.0);
    }
    let velocity = rods.obstacle_velocity(0).expect("there")[0];
    (velocity.length(), deepest)
}

/// With parts of half the length the speed of a ball that was thrown back is the same within 5 %; at 100 m/s, in the heavy run, within 10 %.
#[test]
fn speeds_converge() {
    let counts: &[u32] = match setting("OSCULATE_CASES") {
        Some(_) => &[4, 8, 16, 32, 64],
        None => &[4, 8],
    };
    let found: Vec<(f64, f64)> = counts.iter().map(|&count| thrown(5.0, count, 24)).collect();
    println!("ball thrown into bands, parts {counts:?}: speed and depth {found:.3?}");
    for pair in found.windows(2) {
        assert!((pair[1].0 / pair[0].0 - 1.0).abs() < 0.05);
    }
    assert!(found.iter().all(|&(_, deepest)| deepest < 0.25));
    if counts.len() > 2 {
        let fast: Vec<(f64, f64)> = counts.iter().map(|&n| thrown(100.0, 2 * n, 3)).collect();
        println!("at 100 m/s: {fast:.3?}");
        assert!(fast.iter().all(|&(_, deepest)| deepest < 0.25));
        for pair in fast.windows(2) {
            assert!((pair[1].0 / pair[0].0 - 1.0).abs() < 0.1);
        }
    }
}
