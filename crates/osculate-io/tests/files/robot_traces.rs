//! Traces of robots: readers have every link where the library has it.

use osculate::glam::{DQuat, DVec3};
use osculate::query::articulated::Workcell;
use osculate::robot::{
    Environment, Joint, JointKind, LinkShape, Obstacle, ObstaclePlace, Path, Robot, RobotBuilder,
};
use osculate::{
    ConstantVelocity, HalfSpace, Hull, Limits, Motion, Placement, Shape, TriMesh, Workspace,
};
use osculate_io::{RobotTrace, write_robot_trace};
use osculate_judge::seeded::{Seeded, cases};
use osculate_trace::{Compression, Playback, Precision, ShapeKind};
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
                outcome: None,
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
            outcome: None,
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

/// An arm that turns towards a wall, with a cup in its hand.
fn arm_and_wall() -> (Robot, Environment) {
    let mut builder = RobotBuilder::new("base");
    builder.link("arm");
    let rod = || Hull::capsule(0.4, 0.05).unwrap();
    let along = DQuat::from_rotation_y(0.5 * PI);
    for side in [-0.1, 0.1] {
        let at = Placement::new(DVec3::new(0.5, side, 0.0), along);
        builder.shape("arm", LinkShape::new("rod", rod(), at));
    }
    builder.joint(Joint::new("hinge", JointKind::Continuous, "base", "arm").with_axis(DVec3::Z));
    let mut environment = Environment::new();
    let wall = Hull::cuboid(DVec3::new(2.0, 0.1, 1.0)).unwrap();
    let at = Placement::at(DVec3::new(0.0, 0.8, 0.0));
    environment.add(Obstacle::resting("wall", wall, at).unwrap());
    let cup = Hull::ball(0.1).unwrap();
    let at = Placement::at(1.2 * DVec3::X);
    environment.add(Obstacle::attached("cup", cup, "arm", at));
    (builder.build().unwrap(), environment)
}

#[test]
fn a_contact_names_what_touches() {
    let (robot, environment) = arm_and_wall();
    let path = robot.straight(&[0.0], &[1.0]).unwrap();
    let cell = Workcell::new(&robot, &environment).unwrap();
    let ask = |path: &Path| {
        cell.first_contact(path, &Limits::default(), &mut Workspace::default())
            .unwrap()
    };
    let outcome = ask(&path);

    let mut trace = RobotTrace {
        title: "an arm",
        robot: &robot,
        path: &path,
        environment: &environment,
        outcome: Some(&outcome),
        answer: None,
    };
    let playback = written(&trace);
    let name = |body: Option<usize>| playback.bodies[body.unwrap()].name.as_str();
    let [event] = playback.events[..] else {
        panic!("{outcome:?}");
    };
    let mut names = [name(event.a), name(event.b)];
    names.sort_unstable();
    assert_eq!(names, ["cup", "wall"]);
    // The cup, of radius 0.1, is 1.2 away from the hinge, and the wall begins at 0.7.
    let wanted = (0.6_f64 / 1.2).asin();
    assert!((event.time - wanted).abs() < 1e-5, "{}", event.time);
    let cup = playback.bodies.iter().position(|body| body.name == "cup");
    let at = DVec3::from_array(playback.placement(cup.unwrap(), event.time).position);
    let point = DVec3::from_array(event.point.unwrap());
    assert!((at.distance(point) - 0.1).abs() < 1e-5);
    assert_eq!(playback.verdicts[0]["outcome"], "contact");
    assert_eq!(playback.verdicts[0]["a"], event.a.unwrap());
    // Both rods of the arm are there.
    let arm = playback.bodies.iter().find(|body| body.name == "arm");
    let shape = &playback.shapes[arm.unwrap().shape].kind;
    assert!(matches!(shape, ShapeKind::Compound { parts } if parts.len() == 2));

    trace.answer = Some("{\"edge\":7,\"outcome\":\"contact\"}");
    assert_eq!(written(&trace).verdicts[0]["edge"], 7);
    let away = robot.straight(&[0.0], &[-1.0]).unwrap();
    let free = ask(&away);

    trace.outcome = Some(&free);
    trace.answer = None;
    let playback = written(&trace);
    assert_eq!((playback.events.len(), playback.verdicts.len()), (0, 1));
    assert_eq!(playback.verdicts[0]["outcome"], "free");
}
