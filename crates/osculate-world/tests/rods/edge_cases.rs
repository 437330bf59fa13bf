//! What is fast, tiny, far away or strange: nothing hangs, nothing is hidden, nothing passes.

use super::put;
use osculate::glam::{DQuat, DVec3};
use osculate::mesh::cuboid;
use osculate::{HalfSpace, Placement, TriMesh};
use osculate_world::rods::{Cable, Contacts, Obstacle, RodMaterial, RodReport, RodSettings, Rods};
use std::f64::consts::TAU;

fn floating() -> Rods {
    let settings = RodSettings::default().with_gravity(DVec3::ZERO);
    Rods::new(settings).expect("settings are valid")
}

fn line(from: DVec3, to: DVec3, edges: u32) -> Vec<DVec3> {
    let at = |i: u32| from.lerp(to, f64::from(i) / f64::from(edges));
    (0..=edges).map(at).collect()
}

/// A blade from 0.5 to 1 along x, thin along z.
fn blade() -> TriMesh {
    let block = cuboid(DVec3::new(0.25, 0.02, 0.02)).expect("a box");
    let corners = block.vertices().iter().map(|v| *v + 0.75 * DVec3::X);
    TriMesh::new(corners.collect(), block.triangles().to_vec()).expect("a mesh")
}

/// A blade that makes a whole number of turns a part meets a rope in its way: it does not jump over it.
#[test]
fn blades_meet_what_is_in_their_way() {
    for turns in [1.0] {
        let mut rods = floating();
        let part = rods.settings().step / f64::from(rods.settings().substeps);
        let spin = turns * TAU / part * DVec3::Z;
        let upright = line(DVec3::new(0.0, 0.8, -1.0), DVec3::new(0.0, 0.8, 1.0), 20);
        put(
            &mut rods,
            Cable::new("rope", upright, RodMaterial::rope(0.01)),
        );
        let blade = Obstacle::mesh(blade()).with_velocity(DVec3::ZERO, spin);
        rods.add_obstacle(blade).expect("nothing is there");
        let mut report = RodReport::default();
        let mut left = rods.settings().step;
        for _ in 0..150 {
            left -= rods.step_part(left, &mut report);
        }
        let moved = rods.positions(0).expect("there")[10] - DVec3::new(0.0, 0.8, 0.0);
        println!("{turns} turns a part: the rope moved by {moved:.3}, {report:?}");
        assert!(report.hits > 0 && moved.length() > 0.01, "{report:?}");
    }
}

/// Corners of what spins stay near the arcs that they are on.
#[test]
fn tips_of_blades_go_on_arcs() {
    let mut rods = floating();
    let radius = 0.01;
    let away = line(DVec3::new(0.0, 3.0, -1.0), DVec3::new(0.0, 3.0, 1.0), 4);
    put(
        &mut rods,
        Cable::new("rope", away, RodMaterial::rope(radius)),
    );
    let blade = Obstacle::mesh(blade()).with_velocity(DVec3::ZERO, 60.0 * DVec3::Z);
    rods.add_obstacle(blade).expect("nothing is there");
    let mut report = RodReport::default();
    let mut left = rods.settings().step;
    while left > 1e-9 * rods.settings().step {
        let before = rods.placement(0).expect("there").rotation;
        left -= rods.step_part(left, &mut report);
        let after = rods.placement(0).expect("there").rotation;
        let angle = before.angle_between(after);
        // Of a circle of radius 1.
        let aside = 1.0 - libm::cos(0.5 * angle);
        assert!(aside < 0.06 * radius, "{aside}");
    }
    let turned = rods.placement(0).expect("there").rotation;
    let expected = DQuat::from_rotation_z(60.0 * rods.settings().step);
    assert!(turned.angle_between(expected) < 1e-6);
    assert_eq!(report.obstacles_held, 0);
    // Faster than parts can be short it waits, and that is told.
    rods.set_obstacle_velocity(0, DVec3::ZERO, 1e9 * DVec3::Z)
        .expect("it is there");
    let report = rods.step();
    assert!(report.obstacles_held > 0 && report.obstacle_time_lost > 0.0);
}

/// What no number comes out of does not move, and that is told.
#[test]
fn what_is_not_a_number_is_counted() {
    for contacts in [Contacts::Exact, Contacts::Ignored] {
        let settings = RodSettings::default().with_contacts(contacts);
        let mut rods = Rods::new(settings).expect("settings are valid");
        let material = RodMaterial::wire(1e-3).with_stiffness(libm::exp2(99.0), 0.0, 0.0);
        let points = vec![DVec3::ZERO, DVec3::X];
        put(
            &mut rods,
            Cable::new("rod", points, material.with_density(1e-30)),
        );
        for _ in 0..3 {
            let report = rods.step();
            let all = rods.positions(0).expect("there").into_iter();
            assert!(
                all.chain(rods.velocities(0).expect("there"))
                    .all(|p| p.is_finite())
            );
            let fell = rods.positions(0).expect("there")[0].z < 0.0;
            assert!(fell || report.time_lost == report.time, "{report:?}");
        }
    }
}

/// So near that the proof could never let it go.
#[test]
fn what_rounding_hides_is_refused() {
    let mut rods = floating();
    let points = [
        (0.0, 0.0, 0.0),
        (1.0, 0.0, 0.0),
        (0.5, -0.5, 1e-15),
        (0.5, 0.5, 1e-15),
    ];
    let crossed = Cable::new(
        "crossed",
        points.map(DVec3::from).to_vec(),
        RodMaterial::wire(1e-3),
    );
    let error = rods.add(crossed).expect_err("it is too near").to_string();
    assert!(
        error.contains("edge 0") && error.contains("rounding"),
        "{error}"
    );
    assert_eq!(rods.len(), 0);
}

#[test]
fn obstacles_move_without_cables() {
    let mut rods = floating();
    let block = Obstacle::mesh(cuboid(DVec3::splat(0.2)).expect("a box"));
    let spin = 3.0 * DVec3::Z;
    rods.add_obstacle(block.with_velocity(DVec3::X, spin))
        .expect("nothing is there");
    for _ in 0..60 {
        assert_eq!(rods.step().obstacles_held, 0);
    }
    let placement = rods.placement(0).expect("there");
    assert!((placement.position - DVec3::X).length() < 1e-9);
    assert!(
        placement
            .rotation
            .angle_between(DQuat::from_rotation_z(3.0))
            < 1e-6
    );
}

#[test]
fn parts_of_no_time_do_nothing() {
    let mut rods = floating();
    put(
        &mut rods,
        Cable::new("rod", vec![DVec3::ZERO, DVec3::X], RodMaterial::wire(1e-3)),
    );
    let mut report = RodReport::default();
    for most in [0.0, -1.0, 1e-200, f64::NAN, f64::NEG_INFINITY] {
        assert_eq!(rods.step_part(most, &mut report), 0.0);
    }
    assert_eq!((report, rods.time()), (RodReport::default(), 0.0));
    assert!(rods.step_part(f64::INFINITY, &mut report) <= rods.settings().step);
}

/// Without bending stiffness only contact keeps an edge from folding onto the next: ends that are driven at each other.
#[test]
fn folds_push() {
    let mut rods = floating();
    let points = [(-0.2, 0.3), (0.0, 0.0), (0.2, 0.3)];
    let points = points.map(|(x, y)| DVec3::new(x, y, 0.0)).to_vec();
    let radius = 0.02;
    let material = RodMaterial::wire(radius).with_stiffness(1e4, 0.0, 0.0);
    put(
        &mut rods,
        Cable::new("chain", points, material.with_drag(0.0)),
    );
    let mut lost = 0.0;
    for end in [0, 2] {
        let towards = DVec3::new(1.0 - end as f64, 0.0, 0.0);
        rods.set_velocity(0, end, 0.4 * towards).expect("there");
    }
    for _ in 0..60 {
        lost += rods.step().time_lost;
        let [p, q, r] = rods.positions(0).expect("there")[..] else {
            panic!("three points")
        };
        let along = (r - q).normalize();
        let aside = (p - q) - along * along.dot(p - q);
        assert!(aside.length() > radius, "{aside}");
    }
    assert_eq!(lost, 0.0);
}

/// A vertex that no triangle has is nothing.
#[test]
fn unused_vertices_are_nothing() {
    let mut rods = floating();
    let block = cuboid(DVec3::splat(0.1)).expect("a box");
    let mut vertices = block.vertices().to_vec();
    vertices.insert(0, DVec3::new(2.0, 0.0, 0.0));
    let triangles = block.triangles().iter().map(|t| t.map(|v| v + 1)).collect();
    let mesh = TriMesh::new(vertices, triangles).expect("a mesh");
    rods.add_obstacle(Obstacle::mesh(mesh))
        .expect("nothing is there");
    let rope = line(DVec3::new(2.0, 0.0, 0.0), DVec3::new(3.0, 0.0, 0.0), 4);
    let cable = Cable::new("rope", rope, RodMaterial::rope(0.01).with_drag(0.0));
    put(&mut rods, cable.with_velocity(-DVec3::X));
    for _ in 0..30 {
        assert_eq!(rods.step().time_lost, 0.0);
    }
    assert!(rods.positions(0).expect("there")[0].x < 1.51);
}

/// A point that is held in the way of an obstacle: nothing can give way, and it does not take forever.
#[test]
fn hits_that_nothing_answers() {
    let mut rods = floating();
    let rope = line(-DVec3::X, DVec3::X, 2);
    put(&mut rods, Cable::new("rope", rope, RodMaterial::rope(0.01)));
    for point in 0..3 {
        rods.hold(0, point, true).expect("there");
    }
    let block = Obstacle::mesh(cuboid(DVec3::splat(0.1)).expect("a box"));
    let block = block.at(Placement::at(DVec3::new(0.3, 0.0, 0.2)));
    rods.add_obstacle(block.with_velocity(-5.0 * DVec3::Z, DVec3::ZERO))
        .expect("nothing is there");
    let mut rounds = 0;
    for _ in 0..10 {
        let report = rods.step();
        assert_eq!(report.hits, 0);
        rounds += report.rounds;
    }
    assert!(rods.placement(0).expect("there").position.z > 0.1);
    assert!(rounds < 2000, "{rounds}");
}

/// Edges far shorter than they are thick are refused; those that just fit are done in time that grows with their number.
#[test]
fn fine_cables() {
    let mut rods = floating();
    let fine = line(DVec3::ZERO, DVec3::X, 10_000);
    let error = rods.add(Cable::new("thick", fine, RodMaterial::rope(0.1)));
    let error = error.expect_err("too fine").to_string();
    assert!(
        error.contains("cable thick: edge") && error.contains("sixteenth"),
        "{error}"
    );
    let fits = line(DVec3::ZERO, DVec3::X, 159);
    let material = RodMaterial::rope(0.1);
    put(
        &mut rods,
        Cable::new("thick", fits, material).with_rest_scale(0.5),
    );
    let report = rods.step();
    assert_eq!(report.time_lost, 0.0, "{report:?}");
}

/// What is squeezed together does not keep others from being added.
#[test]
fn only_what_is_new_is_asked_for_thickness() {
    let mut rods = Rods::new(RodSettings::default()).expect("valid");
    let floor = HalfSpace::new(DVec3::Z, 0.0).expect("a normal");
    rods.add_obstacle(Obstacle::half_space(floor))
        .expect("nothing is there");
    let soft = RodMaterial::rope(0.02)
        .with_stiffness(0.05, 0.0, 0.0)
        .with_density(1.0);
    let low = line(DVec3::new(-1.0, 0.0, 0.02), DVec3::new(1.0, 0.0, 0.02), 10);
    put(&mut rods, Cable::new("soft", low, soft));
    let mut deepest = 0.0_f64;
    for _ in 0..60 {
        deepest = deepest.max(rods.step().deepest);
    }
    assert!(deepest > 0.2, "it is squeezed: {deepest}");
    let high = line(DVec3::new(-1.0, 0.0, 1.0), DVec3::new(1.0, 0.0, 1.0), 10);
    put(&mut rods, Cable::new("high", high, RodMaterial::rope(0.01)));
    let block = Obstacle::mesh(cuboid(DVec3::splat(0.1)).expect("a box"));
    let far = block.at(Placement::at(5.0 * DVec3::Z));
    rods.add_obstacle(far).expect("nothing is near");
    rods.hold(1, 0, true).expect("there");
    rods.step();
    let tied = vec![
        rods.positions(1).expect("there")[10],
        2.0 * DVec3::X + DVec3::Z,
    ];
    put(
        &mut rods,
        Cable::new("tied", tied, RodMaterial::rope(0.01)).tied(0, 1, 10),
    );
    rods.step();
    assert_eq!(
        rods.positions(2).expect("there")[0],
        rods.positions(1).expect("there")[10]
    );
}

/// A knot is as thick as the thickest of its cables, in whatever order they come.
#[test]
fn knots_are_as_thick_as_their_thickest() {
    let height = |thick_first: bool| {
        let mut rods = Rods::new(RodSettings::default()).expect("valid");
        let floor = HalfSpace::new(DVec3::Z, 0.0).expect("a normal");
        rods.add_obstacle(Obstacle::half_space(floor))
            .expect("nothing is there");
        let radii = if thick_first {
            [0.05, 0.01]
        } else {
            [0.01, 0.05]
        };
        let at = 0.06 * DVec3::Z;
        let [one, other] = radii.map(RodMaterial::rope);
        put(
            &mut rods,
            Cable::new("one", line(at, at + DVec3::X, 4), one),
        );
        put(
            &mut rods,
            Cable::new("other", line(at, at - DVec3::X, 4), other).tied(0, 0, 0),
        );
        for _ in 0..60 {
            rods.step();
        }
        rods.positions(0).expect("there")[0].z
    };
    for thick_first in [true, false] {
        let height = height(thick_first);
        assert!((height - 0.05).abs() < 2e-3, "{thick_first}: {height}");
    }
}

/// A point that is driven has the speed that it is driven at.
#[test]
fn driven_points_have_their_speed() {
    let mut rods = floating();
    put(
        &mut rods,
        Cable::new(
            "rope",
            line(DVec3::ZERO, DVec3::X, 4),
            RodMaterial::rope(0.01),
        ),
    );
    rods.hold(0, 0, true).expect("there");
    for speed in [1.0, 3.0, 0.0] {
        rods.drive(0, 0, speed * DVec3::Y).expect("held");
        rods.step();
        let found = rods.velocities(0).expect("there")[0];
        assert!((found - speed * DVec3::Y).length() < 1e-9, "{found}");
    }
}

/// A point that is driven into a block stays outside.
#[test]
fn points_driven_into_obstacles_wait() {
    let mut rods = floating();
    put(
        &mut rods,
        Cable::new(
            "rope",
            line(DVec3::ZERO, -DVec3::X, 8),
            RodMaterial::rope(0.01),
        ),
    );
    let block = Obstacle::mesh(cuboid(DVec3::splat(0.1)).expect("a box"));
    rods.add_obstacle(block.at(Placement::at(0.5 * DVec3::X)))
        .expect("nothing is there");
    rods.hold(0, 0, true).expect("there");
    rods.drive(0, 0, 4.0 * DVec3::X).expect("held");
    let mut held = 0;
    for _ in 0..20 {
        held += rods.step().held;
    }
    let tip = rods.positions(0).expect("there")[0];
    assert!(tip.x < 0.4 && tip.x > 0.3 && held > 0, "{tip} {held}");
}

/// Where a loop closes it must not fold either.
#[test]
fn seams_that_fold_are_refused() {
    let mut rods = floating();
    // The last edge comes back along the first.
    let back = vec![
        DVec3::ZERO,
        DVec3::X,
        DVec3::new(1.0, 1.0, 0.0),
        0.5 * DVec3::X,
    ];
    let error = rods.add(Cable::new("loop", back, RodMaterial::rope(1e-3)).closed());
    let error = error.expect_err("it folds").to_string();
    assert!(error.contains("edges 3 and 0 fold back"), "{error}");
}

/// Half-spaces keep a distance too: a point that is driven into one stays a fifth of its radius above it.
#[test]
fn points_driven_into_the_floor_keep_a_distance() {
    let mut rods = floating();
    let radius = 0.01;
    let rope = line(0.3 * DVec3::Z, 0.3 * DVec3::Z + DVec3::X, 8);
    put(
        &mut rods,
        Cable::new("rope", rope, RodMaterial::rope(radius)),
    );
    let floor = HalfSpace::new(DVec3::Z, 0.0).expect("a normal");
    rods.add_obstacle(Obstacle::half_space(floor))
        .expect("nothing is there");
    rods.hold(0, 0, true).expect("there");
    rods.drive(0, 0, -3.0 * DVec3::Z).expect("held");
    let mut held = 0;
    for _ in 0..20 {
        held += rods.step().held;
    }
    let low = rods.positions(0).expect("there")[0].z;
    assert!(
        low >= 0.2 * radius && low < radius && held > 0,
        "{low} {held}"
    );
}
