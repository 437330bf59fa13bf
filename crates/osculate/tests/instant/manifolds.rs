//! Points for a solver: boxes on floors of every kind, edges inside of meshes, corners, ridges.

use glam::{DQuat, DVec3};
use osculate::mesh::cuboid_with;
use osculate::query::hulls::ContactPoint;
use osculate::query::instant::{ContactCluster, Manifolds, Within, manifolds};
use osculate::{
    Compound, ConstantVelocity, HalfSpace, Hull, Moving, Placement, Shape, TriMesh, Workspace,
};
use osculate_judge::seeded::{self, Seeded};

const HALF: DVec3 = DVec3::new(0.5, 0.4, 0.3);

fn cuboid(half: DVec3) -> Hull {
    Hull::cuboid(half).unwrap()
}

fn at(hull: Hull, position: DVec3) -> Hull {
    hull.placed(position, DQuat::IDENTITY).unwrap()
}

/// A box of half sides [`HALF`] as everything that it can be.
fn boxes() -> Vec<(&'static str, Shape)> {
    let part = |x: f64| at(cuboid(HALF * DVec3::new(0.5, 1.0, 1.0)), x * DVec3::X);
    let halves = Compound::new(vec![part(-0.25), part(0.25)]).unwrap();
    let corners = cuboid_with(HALF, 12).unwrap();
    vec![
        ("hull", cuboid(HALF).into()),
        ("polytope", Hull::of_mesh(&corners).unwrap().into()),
        ("compound", halves.into()),
        ("mesh", corners.into()),
        ("fine mesh", cuboid_with(HALF, 300).unwrap().into()),
    ]
}

/// Floors whose top is z = 0.
fn floors() -> Vec<(&'static str, Shape)> {
    let down = -DVec3::Z;
    let tile = |x: i32, y: i32| {
        let middle = DVec3::new(f64::from(x), f64::from(y), -0.5);
        at(cuboid(DVec3::splat(0.5)), middle)
    };
    let tiles = (-3..=3).flat_map(|x| (-3..=3).map(move |y| tile(x, y)));
    let tiles = Compound::new(tiles.collect()).unwrap();
    let mesh = |triangles: usize| {
        let slab = cuboid_with(DVec3::new(4.0, 4.0, 1.0), triangles).unwrap();
        let corners = slab.vertices().iter().map(|&v| v + down).collect();
        TriMesh::new(corners, slab.triangles().to_vec()).unwrap()
    };
    vec![
        ("half-space", HalfSpace::new(DVec3::Z, 0.0).unwrap().into()),
        ("slab", at(cuboid(DVec3::new(4.0, 4.0, 1.0)), down).into()),
        ("tiles", tiles.into()),
        ("mesh", mesh(12).into()),
        ("fine mesh", mesh(3_000).into()),
    ]
}

fn find(
    [a, b]: [&Shape; 2],
    [at_a, at_b]: [Placement; 2],
    within: f64,
    found: &mut Manifolds,
    workspace: &mut Workspace,
) {
    let motion = |at| ConstantVelocity::at_rest(at).unwrap();
    let (of_a, of_b) = (motion(at_a), motion(at_b));
    let (a, b) = (Moving::new(a, &of_a), Moving::new(b, &of_b));
    let within = Within::new(within).unwrap();
    manifolds(a, b, 0.0, within, found, workspace);
    assert!(found.complete());
}

/// Of the polygon of some points in the plane.
fn area(points: &[ContactPoint]) -> f64 {
    let place = |i: usize| points[i].point_a.with_z(0.0);
    let twice =
        |i: usize, j: usize, k: usize| (place(j) - place(i)).cross(place(k) - place(i)).z.abs();
    match points.len() {
        3 => 0.5 * twice(0, 1, 2),
        // Whichever diagonals cross: the largest of the three ways to split it.
        4 => {
            let whole = twice(0, 1, 2) + twice(0, 1, 3) + twice(0, 2, 3) + twice(1, 2, 3);
            0.25 * whole
        }
        _ => 0.0,
    }
}

/// Boxes of every kind stand on floors of every kind: one side is up, and the corners of the box hold it.
#[test]
fn a_box_stands_on_its_corners() {
    let (mut found, mut workspace) = (Manifolds::new(), Workspace::new());
    let (boxes, floors) = (boxes(), floors());
    for case in 0..seeded::cases(6) {
        let mut rng = Seeded::of_case(seeded::seed(11), case);
        let gap = rng.one_of(&[1e-3, 0.0, -1e-3, 4e-3]);
        let spot = 0.7 * rng.vector(1.0).with_z(0.0);
        // Turned about z, and where edges of box and floor are parallel and flush.
        let (yaw, spot) = if case % 3 == 0 {
            (0.0, spot.round())
        } else {
            (rng.real(0.0, 6.0), spot)
        };
        let turn = DQuat::from_rotation_z(yaw);
        let place = Placement::new(spot.with_z(HALF.z + gap), turn);
        for (name_a, a) in &boxes {
            for (name_b, b) in &floors {
                // A surface that is in another has two sides, one that is through it is on the other.
                if gap <= 0.0 && name_a.contains("mesh") && name_b.contains("mesh") {
                    continue;
                }
                for exchanged in [false, true] {
                    let what = format!("case {case}: {name_a} on {name_b}, {exchanged}, gap {gap}");
                    let places = [place, Placement::default()];
                    let (shapes, places, up) = if exchanged {
                        ([b, a], [places[1], places[0]], -DVec3::Z)
                    } else {
                        ([a, b], places, DVec3::Z)
                    };
                    find(shapes, places, 0.005, &mut found, &mut workspace);
                    let mut faces = found.clusters().iter().filter(|cluster| cluster.face);
                    let cluster = faces.next().unwrap_or_else(|| panic!("{what}: {found:?}"));
                    // Where the box is in the floor, tiles beside it push sideways, but not with a face.
                    let alone = found.clusters().len() == 1 || (*name_b == "tiles" && gap <= 0.0);
                    assert!(
                        alone && faces.next().is_none(),
                        "{what}: {:?}",
                        found.clusters()
                    );
                    assert!(cluster.normal.distance(up) < 1e-9, "{what}: {cluster:?}");
                    check_support(cluster, gap, &what);
                }
            }
        }
    }
}

fn check_support(cluster: &ContactCluster, gap: f64, what: &str) {
    let points = cluster.points();
    assert!(points.len() == 4, "{what}: {points:?}");
    for point in points {
        assert!((point.separation - gap).abs() < 1e-9, "{what}: {point:?}");
        let along = point.normal.dot(point.point_a - point.point_b);
        assert!((along - point.separation).abs() < 1e-9, "{what}: {point:?}");
        assert!(
            point.normal.cross(cluster.normal).length() < 1e-7,
            "{what}: {point:?}"
        );
    }
    let whole = 4.0 * HALF.x * HALF.y;
    let held = area(points);
    assert!(
        (held - whole).abs() < 1e-6,
        "{what}: {held} of {whole}: {points:?}"
    );
}

/// A corner of a box is a little beyond the edge of a tile, by less than the box is deep: in the next tile it is less deep sideways
/// than from above, and still stands on it.
#[test]
fn a_corner_just_beyond_the_edge_of_a_tile_holds_the_box() {
    let (mut found, mut workspace) = (Manifolds::new(), Workspace::new());
    let tiles = &floors()[2].1;
    let shape = Shape::from(cuboid(HALF));
    for beyond in [9e-4, 5e-4, 1e-4, 1e-6] {
        for yaw in [0.1, 0.7, 1.3] {
            let turn = DQuat::from_rotation_z(yaw);
            // Which corner that is, and where the box has it beyond x = −0.5.
            let corners = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]];
            let corners = corners.map(|[x, y]| turn * (HALF * DVec3::new(x, y, 0.0)));
            let left = corners
                .into_iter()
                .reduce(|p, q| if q.x < p.x { q } else { p })
                .unwrap();
            let spot = DVec3::new(-0.5 - beyond - left.x, 0.05, HALF.z - 1e-3);
            for exchanged in [false, true] {
                let (mut shapes, mut places) = (
                    [&shape, tiles],
                    [Placement::new(spot, turn), Placement::default()],
                );
                if exchanged {
                    shapes.reverse();
                    places.reverse();
                }
                find(shapes, places, 0.005, &mut found, &mut workspace);
                let what = format!("{beyond} beyond, turned by {yaw}, exchanged {exchanged}");
                let mut faces = found.clusters().iter().filter(|cluster| cluster.face);
                let cluster = faces.next().unwrap_or_else(|| panic!("{what}: {found:?}"));
                assert!(faces.next().is_none(), "{what}: {:?}", found.clusters());
                check_support(cluster, -1e-3, &what);
            }
        }
    }
}

/// Hulls of every form stand on a mesh as on a plane.
#[test]
fn round_bodies_touch_a_mesh_as_they_touch_a_plane() {
    let floors = floors();
    let (mut found, mut workspace) = (Manifolds::new(), Workspace::new());
    let lying = DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2);
    let ball = Hull::ball(0.4).unwrap();
    let capsule = Hull::capsule(0.5, 0.2).unwrap();
    let can = Hull::cylinder(0.4, 0.3).unwrap();
    let egg = Hull::ellipsoid(DVec3::new(0.3, 0.4, 0.5)).unwrap();
    let cases = [
        ("ball", ball, DQuat::IDENTITY, 0.4, 1..=1),
        ("capsule", capsule.clone(), lying, 0.2, 2..=2),
        ("standing capsule", capsule, DQuat::IDENTITY, 0.7, 1..=1),
        ("can", can.clone(), DQuat::IDENTITY, 0.3, 4..=4),
        ("lying can", can, lying, 0.4, 2..=2),
        ("ellipsoid", egg, DQuat::IDENTITY, 0.5, 1..=1),
    ];
    for (name, hull, turn, height, points) in cases {
        let shape = Shape::from(hull);
        for (floor, b) in &floors {
            for spot in [
                DVec3::ZERO,
                DVec3::new(0.5, 0.5, 0.0),
                DVec3::new(0.123, -0.3, 0.0),
            ] {
                let place = Placement::new(spot.with_z(height + 1e-3), turn);
                let places = [place, Placement::default()];
                find([&shape, b], places, 0.005, &mut found, &mut workspace);
                let what = format!("{name} on {floor} at {spot}: {:?}", found.clusters());
                let faces: Vec<_> = found.clusters().iter().filter(|c| c.face).collect();
                assert!(faces.len() == 1, "{what}");
                assert!(faces[0].normal.distance(DVec3::Z) < 1e-7, "{what}");
                assert!(points.contains(&faces[0].points().len()), "{what}");
                for point in faces[0].points() {
                    assert!((point.separation - 1e-3).abs() < 1e-7, "{what}");
                }
            }
        }
    }
}

/// A box that slides over a mesh, a little tilted or not, is never pushed along it.
#[test]
fn nothing_is_caught_by_edges_inside_a_flat_mesh() {
    let floors = floors();
    let (mut found, mut workspace) = (Manifolds::new(), Workspace::new());
    let boxes = boxes();
    for case in 0..seeded::cases(40) {
        let mut rng = Seeded::of_case(seeded::seed(5), case);
        let spot = rng.vector(2.0).with_z(0.0);
        let tilt = rng.one_of(&[0.0, 1e-5, 1e-3]);
        let axis = rng.vector(1.0).with_z(0.0).normalize();
        let turn = DQuat::from_axis_angle(axis, tilt) * DQuat::from_rotation_z(rng.real(0.0, 6.0));
        let (name, shape) = &boxes[rng.below(boxes.len())];
        let lowest = HALF.z + tilt * HALF.length();
        // A mesh that is through another is on its other side.
        let deep = if name.contains("mesh") {
            0.0
        } else {
            rng.one_of(&[0.0, 1e-3, 3e-3])
        };
        let place = Placement::new(spot.with_z(lowest + 1e-3 - deep), turn);
        let fine = &floors[4].1;
        find(
            [shape, fine],
            [place, Placement::default()],
            0.005,
            &mut found,
            &mut workspace,
        );
        let what = format!("case {case}: {name}, tilt {tilt}, deep {deep}");
        assert!(!found.clusters().is_empty(), "{what}");
        for point in found.clusters().iter().flat_map(|cluster| cluster.points()) {
            // A face of the box may be the one that counts.
            let sideways = point.normal.with_z(0.0).length();
            assert!(
                sideways <= 1.001 * tilt + 1e-9 && point.normal.z > 0.0,
                "{what}: {point:?}"
            );
        }
        let points: usize = found.clusters().iter().map(|c| c.points().len()).sum();
        assert!(points >= 3 || tilt > 1e-4, "{what}: {:?}", found.clusters());
    }
}

/// A corner pokes through a floor, anywhere: out is up.
#[test]
fn a_corner_that_pokes_through_is_pushed_up() {
    let floors = floors();
    let (mut found, mut workspace) = (Manifolds::new(), Workspace::new());
    let shape = Shape::from(cuboid(HALF));
    // A corner of the box down.
    let turn = DQuat::from_rotation_arc((-HALF).normalize(), -DVec3::Z);
    for case in 0..seeded::cases(60) {
        let mut rng = Seeded::of_case(seeded::seed(6), case);
        let spot = rng.vector(1.0).with_z(0.0);
        let spot = if case % 4 == 0 {
            (4.0 * spot).round() / 4.0
        } else {
            spot
        };
        let deep = 0.004;
        let place = Placement::new(spot.with_z(HALF.length() - deep), turn);
        for (name, floor) in &floors[3..] {
            let places = [place, Placement::default()];
            find([&shape, floor], places, 0.001, &mut found, &mut workspace);
            let what = format!(
                "case {case} at {spot} through {name}: {:?}",
                found.clusters()
            );
            let [cluster] = found.clusters() else {
                panic!("{what}")
            };
            assert!(cluster.normal.distance(DVec3::Z) < 1e-9, "{what}");
            let deepest = cluster.points()[0].separation;
            assert!((deepest + deep).abs() < 1e-6, "{what}");
        }
    }
}

/// In a corner of two walls and a floor, all three push; at a ridge, what is between its sides.
#[test]
fn corners_and_ridges() {
    let (mut found, mut workspace) = (Manifolds::new(), Workspace::new());
    // The inside of a large box, as a mesh.
    let room = Shape::from(cuboid_with(DVec3::splat(5.0), 1_200).unwrap());
    let shape = Shape::from(cuboid(HALF));
    let place = Placement::at(HALF - 5.0 + DVec3::new(1e-3, 2e-3, 3e-3));
    let places = [place, Placement::default()];
    find([&shape, &room], places, 0.005, &mut found, &mut workspace);
    let clusters = found.clusters();
    assert!(clusters.len() == 3, "{clusters:?}");
    for (cluster, (normal, gap)) in
        clusters
            .iter()
            .zip([(DVec3::X, 1e-3), (DVec3::Y, 2e-3), (DVec3::Z, 3e-3)])
    {
        assert!(
            cluster.face && cluster.normal.distance(normal) < 1e-9,
            "{clusters:?}"
        );
        assert_eq!(cluster.points().len(), 4, "{clusters:?}");
        assert!(
            cluster
                .points()
                .iter()
                .all(|p| (p.separation - gap).abs() < 1e-9)
        );
    }
    // A capsule across the edge of the box, from outside, along the middle of both sides.
    let rod = Shape::from(Hull::capsule(1.0, 0.25).unwrap());
    let out = DVec3::new(1.0, 0.0, 1.0).normalize();
    let turn = DQuat::from_rotation_arc(DVec3::Z, DVec3::new(1.0, 0.0, -1.0).normalize());
    let place = Placement::new(DVec3::new(5.0, 0.3, 5.0) + (0.25 + 1e-3) * out, turn);
    let places = [place, Placement::default()];
    find([&rod, &room], places, 0.005, &mut found, &mut workspace);
    let [cluster] = found.clusters() else {
        panic!("{found:?}")
    };
    assert!(
        !cluster.face && cluster.normal.distance(out) < 1e-9,
        "{cluster:?}"
    );
    assert!(
        (cluster.points()[0].separation - 1e-3).abs() < 1e-9,
        "{cluster:?}"
    );
}

/// A tilted rim is closest at one of its points, which need not be one of those that stand for a flat round side. It is told on every floor.
#[test]
fn the_lowest_point_of_a_rim_is_told() {
    const RADIUS: f64 = 0.3;
    let (mut found, mut workspace) = (Manifolds::new(), Workspace::new());
    let bodies: [Shape; 2] = [
        Hull::cylinder(RADIUS, 0.2).unwrap().into(),
        Hull::cone(RADIUS, 0.2).unwrap().into(),
    ];
    let near = 0.01;
    for case in 0..seeded::cases(300) {
        let mut rng = Seeded::of_case(seeded::seed(23), case);
        let tilt = rng.magnitude(-6.0, -0.5);
        let turn = DQuat::from_rotation_z(rng.real(0.0, 6.0))
            * DQuat::from_rotation_x(tilt)
            * DQuat::from_rotation_z(rng.real(0.0, 6.0));
        let gap = rng.real(1e-4, 5e-3);
        let up = gap + 0.2 * libm::cos(tilt) + RADIUS * libm::sin(tilt);
        let place = Placement::new(rng.vector(0.5).with_z(up), turn);
        for body in &bodies {
            for (name, floor) in &floors() {
                for exchanged in [false, true] {
                    let (mut shapes, mut places) = ([body, floor], [place, Placement::IDENTITY]);
                    if exchanged {
                        shapes.reverse();
                        places.reverse();
                    }
                    find(shapes, places, near, &mut found, &mut workspace);
                    let points = found.clusters().iter().flat_map(ContactCluster::points);
                    let least =
                        points.fold(f64::INFINITY, |least, point| least.min(point.separation));
                    let told = least >= gap - 1e-9 && least <= gap + 0.011 * near;
                    assert!(told, "case {case}, tilt {tilt}, {name}: {least} for {gap}");
                }
            }
        }
    }
}
