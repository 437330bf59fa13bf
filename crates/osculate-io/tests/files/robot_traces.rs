//! Traces of robots: readers have every link where the library has it.

use osculate::glam::DVec3;
use osculate::robot::{
    Environment, Joint, JointKind, LinkShape, Obstacle, ObstaclePlace, Path, Robot, RobotBuilder,
};
use osculate::{ConstantVelocity, HalfSpace, Hull, Motion, Placement, Shape, TriMesh};
use osculate_io::{RobotTrace, write_robot_trace};
use osculate_judge::seeded::{Seeded, cases};
use osculate_trace::{Compression, Playback, Precision, ShapeKind};
use serde_json::{Map, Value, json};
use std::f64::consts::PI;

const KINDS: [JointKind; 6] = [
    JointKind::Fixed,
    JointKind::Revolute,
    JointKind::Continuous,
    JointKind::Prismatic,
    JointKind::Planar,
    JointKind::Floating,
];

fn placement(random: &mut Seeded) -> Placement {
    Placement::new(random.vector(0.4), random.rotation())
}

fn shape(random: &mut Seeded) -> Shape {
    let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|corner| 0.2 * corner);
    match random.below(4) {
        0 => Hull::ball(0.1).unwrap().into(),
        1 => Hull::cylinder(0.1, 0.2).unwrap().into(),
        2 => Hull::polytope(&corners).unwrap().into(),
        _ => {
            let triangles = vec![[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]];
            Shape::from(TriMesh::new(corners.to_vec(), triangles).unwrap())
        }
    }
}

/// A robot whose links are declared in any order, some before their parents.
fn robot(random: &mut Seeded, links: usize, floats: bool) -> Robot {
    let mut names: Vec<String> = (1..links).map(|link| format!("link{link}")).collect();
    names.sort_by_cached_key(|_| random.bits());
    let mut builder = RobotBuilder::new("root");
    let mut leaders: Vec<String> = Vec::new();
    for name in &names {
        builder.link(name.as_str());
    }
    for link in 1..links {
        let parent = match link - 1 - random.below(link.min(3)) {
            0 => "root".to_owned(),
            other => format!("link{other}"),
        };
        let name = format!("joint{link}");
        let kind = KINDS[random.below(if floats { 6 } else { 5 })];
        let length = [1e-9, 1.0, 7.0][random.below(3)];
        let mut joint = Joint::new(name.as_str(), kind, parent, format!("link{link}"))
            .with_origin(placement(random))
            .with_axis(length * (random.vector(1.0) + 1e-3 * DVec3::X));
        let single = [
            JointKind::Revolute,
            JointKind::Continuous,
            JointKind::Prismatic,
        ]
        .contains(&kind);
        if single && !leaders.is_empty() && random.below(3) == 0 {
            let leader = leaders[random.below(leaders.len())].clone();
            joint = joint.with_mimic(leader, random.real(-2.0, 2.0), random.real(-0.3, 0.3));
        }
        if single {
            leaders.push(name);
        }
        builder.joint(joint);
        for number in 0..random.below(4) {
            let at = if number == 0 {
                Placement::IDENTITY
            } else {
                placement(random)
            };
            let name = format!("shape{number}");
            builder.shape(
                format!("link{link}"),
                LinkShape::new(name, shape(random), at),
            );
        }
    }
    builder.build().unwrap()
}

fn configuration(random: &mut Seeded, robot: &Robot) -> Vec<f64> {
    let mut values = Vec::new();
    for joint in robot.joints().iter().filter(|joint| joint.mimic.is_none()) {
        match joint.kind {
            JointKind::Fixed => {}
            JointKind::Revolute | JointKind::Continuous => values.push(random.real(-PI, 9.0)),
            JointKind::Prismatic => values.push(random.real(-0.5, 0.5)),
            JointKind::Planar => {
                values.extend([random.real(-0.5, 0.5), random.real(-0.5, 0.5)]);
                values.push(random.real(-PI, PI));
            }
            _ => {
                values.extend(random.vector(0.5).to_array());
                values.extend(random.rotation().to_array());
            }
        }
    }
    values
}

fn paths(random: &mut Seeded, robot: &Robot, floats: bool) -> Vec<Path> {
    let waypoints: Vec<Vec<f64>> = (0..4).map(|_| configuration(random, robot)).collect();
    let mut paths = vec![
        robot.straight(&waypoints[0], &waypoints[1]).unwrap(),
        robot.through(&waypoints).unwrap(),
        robot.eased(&waypoints).unwrap(),
    ];
    if !floats {
        paths.push(robot.spline(&waypoints).unwrap());
    }
    paths
}

fn environment(random: &mut Seeded, robot: &Robot) -> Environment {
    let mut environment = Environment::new();
    let floor = HalfSpace::new(DVec3::Z, -3.0).unwrap();
    environment.add(Obstacle::resting("floor", floor, Placement::IDENTITY).unwrap());
    environment.add(Obstacle::resting("box", shape(random), placement(random)).unwrap());
    let flies = ConstantVelocity::new(placement(random), random.vector(1.0), random.vector(3.0));
    environment.add(Obstacle::moving("ball", shape(random), flies.unwrap()));
    let last = robot.links().last().unwrap().name();
    environment.add(Obstacle::attached(
        "cup",
        shape(random),
        last,
        placement(random),
        &[],
    ));
    environment
}

fn written(traced: &RobotTrace) -> Playback {
    let file = write_robot_trace(Vec::new(), traced, Precision::F64, Compression::None).unwrap();
    Playback::read(file.as_slice()).unwrap()
}

/// How far apart two placements have a point, in parts of what is reached.
fn apart(found: osculate_trace::Placement, wanted: Placement) -> f64 {
    let x = DVec3::new(0.1, -0.2, 0.15);
    let found = DVec3::from_array(found.point(x.to_array()));
    found.distance(wanted.position + wanted.rotation.normalize() * x)
}

#[test]
fn readers_have_links_and_obstacles_where_the_library_has_them() {
    let mut worst = 0.0_f64;
    for case in 0..cases(24) {
        let random = &mut Seeded::of_case(18, case);
        let floats = case % 2 == 0;
        let robot = robot(random, 2 + case as usize % 30, floats);
        let environment = environment(random, &robot);
        for path in paths(random, &robot, floats) {
            let playback = written(&RobotTrace {
                title: "a robot",
                robot: &robot,
                path: &path,
                environment: &environment,
                answer: None,
            });
            let body = |name: &str| {
                let mut bodies = playback.bodies.iter();
                bodies.position(|body| body.name == name).unwrap()
            };
            for time in [0.0, 1e-9, 0.1, 1.0 / 3.0, 0.5, 2.0 / 3.0, 0.77, 1.0] {
                let links = robot.placements(&path.configuration(time)).unwrap();
                let reach = links.iter().map(|place| place.position.length());
                let reach = reach.fold(1.0, f64::max);
                let named = robot.links().iter().zip(&links);
                let mut wanted: Vec<(&str, Placement)> =
                    named.map(|(link, place)| (link.name(), *place)).collect();
                for obstacle in environment.obstacles() {
                    let place = match &obstacle.place {
                        ObstaclePlace::Resting(rest) => rest.placement(time),
                        ObstaclePlace::Moving(motion) => motion.placement(time),
                        ObstaclePlace::Attached { link, at, .. } => {
                            let outer = links[robot.link_named(link).unwrap()];
                            Placement::new(
                                outer.position + outer.rotation * at.position,
                                outer.rotation * at.rotation,
                            )
                        }
                    };
                    wanted.push((&obstacle.name, place));
                }
                for (name, place) in wanted {
                    let off = apart(playback.placement(body(name), time), place) / reach;
                    worst = worst.max(off);
                    assert!(off <= 1e-12, "case {case}, {name} at {time}: {off}");
                }
            }
        }
    }
    println!("worst error of positions: {worst:e} of the reach");
}

#[test]
fn coordinates_are_those_of_the_path() {
    let random = &mut Seeded::new(19);
    let robot = robot(random, 20, false);
    for path in paths(random, &robot, false) {
        let environment = Environment::new();
        let playback = written(&RobotTrace {
            title: "a robot",
            robot: &robot,
            path: &path,
            environment: &environment,
            answer: None,
        });
        let wanted = path.configuration(0.4);
        for (joint, declared) in robot.joints().iter().enumerate() {
            let Some((first, [multiplier, offset])) = robot.coordinate_of(joint) else {
                continue;
            };
            let body = playback
                .bodies
                .iter()
                .position(|body| body.joint.as_ref().is_some_and(|j| j.name == declared.name));
            let found = playback.coordinates(body.unwrap(), 0.4).unwrap();
            for (part, found) in found.into_iter().enumerate() {
                let wanted = multiplier * wanted[first + part] + offset;
                assert!((found - wanted).abs() < 1e-12, "{}", declared.name);
            }
        }
    }
}

#[test]
fn a_contact_names_its_bodies_and_links_keep_their_shapes() {
    let random = &mut Seeded::new(20);
    let robot = robot(random, 8, false);
    let environment = environment(random, &robot);
    let [from, to] = [0, 1].map(|_| configuration(random, &robot));
    let path = robot.straight(&from, &to).unwrap();
    let link = robot.links()[3].name();
    let answer: Map<String, Value> = serde_json::from_value(json!({
        "edge": 0, "outcome": "contact", "evidence": "crossing", "time": 0.25, "time_upper": 0.25001, "link_a": link,
        "obstacle": "ball", "point_a": [0, 0, 1], "point_b": [0, 0, 2], "normal": [0, 0, 1],
    }))
    .unwrap();
    let mut trace = RobotTrace {
        title: "a robot",
        robot: &robot,
        path: &path,
        environment: &environment,
        answer: Some(&answer),
    };
    let playback = written(&trace);
    let name = |body: Option<usize>| playback.bodies[body.unwrap()].name.as_str();
    let event = playback.events[0];
    assert_eq!((name(event.a), name(event.b)), (link, "ball"));
    assert_eq!((event.time, event.point), (0.25, Some([0.0, 0.0, 1.5])));
    assert_eq!(playback.verdicts[0]["b"], json!(event.b.unwrap()));
    for (number, found) in robot.links().iter().enumerate() {
        let body = playback
            .bodies
            .iter()
            .find(|body| body.name == found.name());
        let parts = match &playback.shapes[body.unwrap().shape].kind {
            ShapeKind::Compound { parts } => parts.len(),
            _ => 1,
        };
        assert_eq!(parts, robot.shapes(number).count(), "{}", found.name());
    }
    // Two links, and an answer without a contact.
    let mut answer = answer.clone();
    answer.insert("link_b".into(), robot.links()[1].name().into());
    answer.remove("obstacle");
    trace.answer = Some(&answer);
    assert_eq!(
        written(&trace).bodies[written(&trace).events[0].b.unwrap()].name,
        robot.links()[1].name()
    );
    let free: Map<String, Value> = serde_json::from_value(json!({ "outcome": "free" })).unwrap();
    trace.answer = Some(&free);
    let playback = written(&trace);
    assert_eq!((playback.events.len(), playback.verdicts.len()), (0, 1));
}
