//! Worlds with cables in them: nothing passes, bodies wait rather than go through, and worlds without cables are as they were.

mod rough;
mod saved;
mod scenes;
mod together;

use osculate::glam::{DQuat, DVec3};
use osculate::motion::DeformingMesh;
use osculate::query::deforming::{Scope, deforming_contacts};
use osculate::{Compound, HalfSpace, Hull, Placement, Shape};
use osculate_world::rods::{Cable, CableError, End, RodError, RodMaterial, RodSettings};
use osculate_world::{Body, CabledError, CabledWorld, Settings, World};

fn line(from: DVec3, to: DVec3, edges: u32) -> Vec<DVec3> {
    let share = |i: u32| f64::from(i) / f64::from(edges);
    (0..=edges).map(|i| from.lerp(to, share(i))).collect()
}

fn world(step: f64) -> World {
    World::new(Settings::default().with_step(step)).expect("settings are valid")
}

/// Asserts of every part of the last step that nothing touches on its way, by exact queries on a mesh that is made for it.
pub fn assert_free(cabled: &CabledWorld, before: &mut Vec<DVec3>) -> usize {
    let rods = cabled.rods();
    let edges: Vec<[u32; 2]> = rods.edge_particles().collect();
    let (count, triangles) = (rods.particles(), rods.obstacle_triangles());
    for part in cabled.parts() {
        let cables = DeformingMesh::new(&before[..count], &part.ends[..count], &[]);
        let cables = cables
            .and_then(|cables| cables.with_edges(&edges))
            .expect("edges");
        let solid = DeformingMesh::new(&before[count..], &part.ends[count..], &triangles);
        let both = DeformingMesh::join(&[cables, solid.expect("finite")]).expect("few");
        let found = deforming_contacts(&both, Scope::AllButWithin(1)).count();
        assert_eq!(found, 0, "at {} s", cabled.world().time());
        before.clone_from(&part.ends);
    }
    // Bodies are where cables let them go.
    for (obstacle, body) in cabled
        .world()
        .handles()
        .filter(|&b| is_mesh(cabled, b))
        .enumerate()
    {
        assert_eq!(
            rods.placement(obstacle),
            Ok(cabled.world().placement(body).unwrap())
        );
    }
    cabled.parts().len()
}

fn is_mesh(cabled: &CabledWorld, body: osculate_world::BodyHandle) -> bool {
    !matches!(
        cabled.world().shape(body),
        Ok(osculate::Shape::HalfSpace(_))
    )
}

/// Six lines across six others, tied where they cross, with these ends.
fn net(cabled: &mut CabledWorld, material: RodMaterial, ends: [End; 2]) {
    let at = |i: u32| -0.5 + 0.2 * f64::from(i);
    for i in 0..6 {
        let points = line(
            DVec3::new(at(i), -0.6, 0.0),
            DVec3::new(at(i), 0.6, 0.0),
            24,
        );
        let cable = Cable::new(format!("line {i}"), points, material);
        cabled.add(cable.with_ends(ends)).unwrap();
    }
    for j in 0..6 {
        let mut points = line(
            DVec3::new(-0.6, at(j), 0.0),
            DVec3::new(0.6, at(j), 0.0),
            24,
        );
        let mut cable = Vec::new();
        for i in 0..6_u32 {
            let (point, crossed) = (2 + 4 * i as usize, 2 + 4 * j as usize);
            points[point] = cabled.rods().positions(i as usize).unwrap()[crossed];
            cable.push((point, i as usize, crossed));
        }
        let tied = Cable::new(format!("row {j}"), points, material).with_ends(ends);
        let tied = cable
            .iter()
            .fold(tied, |tied, &(point, to, at)| tied.tied(point, to, at));
        cabled.add(tied).unwrap();
    }
}

#[test]
fn a_net_catches_bodies() {
    let mut world = world(1.0 / 240.0);
    world
        .insert(Body::fixed(HalfSpace::new(DVec3::Z, -2.0).unwrap()).named("floor"))
        .unwrap();
    let stone = Hull::polytope(
        &[
            DVec3::X,
            DVec3::Y,
            DVec3::NEG_X,
            DVec3::NEG_Y,
            DVec3::Z,
            DVec3::NEG_Z,
        ]
        .map(|p| 0.2 * p),
    );
    let stone = Body::dynamic(stone.unwrap())
        .with_mass(1.0)
        .at(Placement::at(0.3 * DVec3::Z))
        .named("stone");
    let stone = world.insert(stone).unwrap();
    let mut cabled = CabledWorld::new(world, RodSettings::default().with_step(1.0, 1)).unwrap();
    net(
        &mut cabled,
        RodMaterial::rope(4e-3).with_stiffness(2000.0, 5e-6, 4e-6),
        [End::Pinned; 2],
    );
    cabled.keep_parts(true);
    let mut before: Vec<DVec3> = cabled.rods().places().collect();
    let (mut parts, mut pushed, mut retries) = (0, 0, 0);
    for _ in 0..180 {
        let report = *cabled.step();
        (pushed, retries) = (pushed + report.pushed, retries + report.retries);
        parts += assert_free(&cabled, &mut before);
    }
    let height = cabled.world().placement(stone).unwrap().position.z;
    println!("{parts} parts, pushed in {pushed} steps, {retries} retries, height {height}");
    assert!(height > -0.5, "it fell through: {height}");
    assert!(pushed > 10);
}

/// A piston that does not care runs into a stiff wire that gives way only so far: it waits, and never goes through.
#[test]
fn a_body_waits_rather_than_pass() {
    let mut world = world(1.0 / 60.0);
    let piston = Body::kinematic(Hull::cuboid(DVec3::splat(0.1)).unwrap()).named("piston");
    let piston = piston
        .at(Placement::at(-0.5 * DVec3::Z))
        .with_velocity(20.0 * DVec3::Z, DVec3::ZERO);
    let piston = world.insert(piston).unwrap();
    let mut cabled = CabledWorld::new(world, RodSettings::default()).unwrap();
    let points = line(-0.5 * DVec3::X, 0.5 * DVec3::X, 20);
    let wire = Cable::new("wire", points, RodMaterial::wire(2e-3)).with_ends([End::Pinned; 2]);
    let wire = cabled.add(wire).unwrap();
    for point in 0..=20 {
        cabled.controls().hold(wire, point, true).unwrap();
    }
    cabled.keep_parts(true);
    let mut before: Vec<DVec3> = cabled.rods().places().collect();
    let (mut retries, mut lived) = (0, 0.0);
    for _ in 0..12 {
        let report = *cabled.step();
        (retries, lived) = (retries + report.retries, lived + report.lived);
        assert_free(&cabled, &mut before);
    }
    let height = cabled.world().placement(piston).unwrap().position.z;
    assert!(height < -0.1, "the piston went through: {height}");
    assert!(
        height > -0.2 && retries > 0 && lived < 12.0,
        "{height} {retries} {lived}"
    );
}

/// A cable far away changes nothing: bodies are led through it to the last bit.
#[test]
fn a_world_has_the_same_bits_with_a_cable_far_away() {
    let mut plain = osculate_world::scenes::by_name("drop?bodies=8")
        .unwrap()
        .world();
    let mut cabled = CabledWorld::new(plain.clone(), RodSettings::default()).unwrap();
    let points = line(DVec3::new(50.0, 0.0, 40.0), DVec3::new(51.0, 0.0, 40.0), 4);
    cabled
        .add(Cable::new("far", points, RodMaterial::rope(0.01)))
        .unwrap();
    for _ in 0..40 {
        plain.step();
        let report = cabled.step();
        assert_eq!((report.retries, report.lived), (0, 1.0));
    }
    for body in plain.handles() {
        assert_eq!(plain.placement(body), cabled.world().placement(body));
        assert_eq!(plain.velocity(body), cabled.world().velocity(body));
    }
}

#[test]
fn errors_name_bodies() {
    let mut world = world(1.0 / 60.0);
    world
        .insert(Body::fixed(HalfSpace::new(DVec3::Z, -2.0).unwrap()))
        .unwrap();
    world
        .insert(Body::fixed(Hull::ball(0.1).unwrap()).named("knob"))
        .unwrap();
    let mut cabled = CabledWorld::new(world, RodSettings::default()).unwrap();
    let points = line(DVec3::NEG_X, DVec3::X, 1);
    let error = cabled.add(Cable::new("rope", points, RodMaterial::rope(5e-3)));
    let Err(CabledError::Rods(RodError::Cable {
        name,
        why: CableError::Crosses { other, .. },
    })) = error
    else {
        panic!("{error:?}");
    };
    assert_eq!((name.as_str(), other.as_str()), ("rope", "knob"));
    assert!(cabled.rods().is_empty());
}

/// What is wholly inside of a body touches none of its surface, and is refused all the same; also between a ball and the mesh that cables meet.
#[test]
fn cables_do_not_begin_inside_of_bodies() {
    let place = Placement::new(DVec3::new(3.0, -2.0, 1.0), DQuat::from_rotation_x(0.7));
    let bar = |half: DVec3, at: DVec3| {
        let bar = Hull::cuboid(half).unwrap();
        bar.placed(at, DQuat::IDENTITY).unwrap()
    };
    let hook = Compound::new(vec![
        bar(DVec3::new(1.0, 0.2, 0.2), DVec3::ZERO),
        bar(DVec3::new(0.2, 1.0, 0.2), DVec3::new(0.8, 1.0, 0.0)),
    ]);
    let ball = Hull::ball(1.0).unwrap();
    let shapes: [(Shape, DVec3, bool); 6] = [
        (Hull::cuboid(DVec3::ONE).unwrap().into(), DVec3::ZERO, true),
        (ball.clone().into(), DVec3::new(0.3, 0.2, -0.4), true),
        (ball.clone().into(), DVec3::new(1.0035, 0.0, 0.0), true),
        (ball.into(), DVec3::new(1.05, 0.0, 0.0), false),
        (
            hook.clone().unwrap().into(),
            DVec3::new(0.8, 1.5, 0.0),
            true,
        ),
        (hook.unwrap().into(), DVec3::new(0.0, 0.8, 0.0), false),
    ];
    for (shape, from, is_inside) in shapes {
        for sensor in [false, true] {
            let mut world = world(1.0 / 60.0);
            let mut body = Body::dynamic(shape.clone()).named("body").at(place);
            if sensor {
                body = body.as_sensor();
            }
            world.insert(body).unwrap();
            let mut cabled = CabledWorld::new(world, RodSettings::default()).unwrap();
            for far in [10.0, 12.0] {
                let points = line(far * DVec3::X, (far + 1.0) * DVec3::X, 4);
                let cable = Cable::new("far", points, RodMaterial::rope(1e-3));
                cabled.add(cable).unwrap();
            }
            let points = line(from, from + 4e-3 * DVec3::Y, 2);
            let points = points.into_iter();
            let points = points.map(|at| place.position + place.rotation * at);
            let thread = Cable::new("thread", points.collect(), RodMaterial::thread(1e-5));
            let added = cabled.add(thread);
            if !is_inside || sensor {
                assert_eq!(added, Ok(2), "{from}");
                continue;
            }
            let why = CableError::Inside {
                other: "body".to_owned(),
            };
            let name = "thread".to_owned();
            assert_eq!(added, Err(RodError::Cable { name, why }.into()), "{from}");
            assert_eq!(cabled.rods().len(), 2);
        }
    }
}

/// Bodies that cables could not meet are in nobody's way as long as there are none.
#[test]
fn without_cables_bodies_may_be_anywhere() {
    let far = Body::dynamic(Hull::ball(1.0).unwrap()).named("far");
    let far = far.at(Placement::at(1e20 * DVec3::X));
    let lift = Body::kinematic(HalfSpace::new(DVec3::Z, -2.0).unwrap()).named("lift");
    let lift = lift.with_velocity(DVec3::Z, DVec3::ZERO);
    for (body, name) in [(far, "far"), (lift, "lift")] {
        let mut world = world(1.0 / 60.0);
        world.insert(body).unwrap();
        let mut cabled = CabledWorld::new(world, RodSettings::default()).unwrap();
        assert_eq!(cabled.add_all(&[]), Ok(0..0));
        assert_eq!(cabled.add_all_planned(&[]), Ok(0..0));
        cabled.step();
        let points = line(DVec3::ZERO, DVec3::X, 4);
        let cable = Cable::new("rope", points, RodMaterial::rope(5e-3));
        let error = cabled.add(cable).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{name}: ")), "{error}");
    }
}
