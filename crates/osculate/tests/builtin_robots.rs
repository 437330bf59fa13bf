//! The robots that need no file: what they are made of, and where their motions end.

use osculate::query::articulated::{Party, Workcell};
use osculate::robot::{BUILTIN_NAMES, Builtin, ObstaclePlace, Path, builtin};
use osculate::{Limits, Motion, Moving, Shape, Span, Verdict, Workspace, first_contact};

fn triangles(shape: &Shape) -> usize {
    match shape {
        Shape::Mesh(mesh) => mesh.mesh().triangles().len(),
        _ => 0,
    }
}

/// The first contact of all pairs, each asked about on its own along each piece: the time, and who touches whom.
fn by_hand(made: &Builtin) -> Option<(f64, [String; 2])> {
    let path = made.robot.through(&made.waypoints).unwrap();
    let pieces = made.waypoints.len() - 1;
    (0..pieces).find_map(|piece| by_hand_on(made, &path, (piece, pieces)))
}

fn by_hand_on(
    made: &Builtin,
    path: &Path,
    (piece, pieces): (usize, usize),
) -> Option<(f64, [String; 2])> {
    let robot = &made.robot;
    let time = |knot: usize| knot as f64 / pieces as f64;
    let span = Span::new(time(piece), time(piece + 1)).unwrap();
    let mut first: Option<(f64, [String; 2])> = None;
    let mut ask = |a: Moving<Shape>, b: Moving<Shape>, names: [&str; 2]| {
        let time = match first_contact(a, b, span).verdict {
            Verdict::Free => return,
            Verdict::Contact(contact) => contact.lower,
            other => panic!("{names:?}: {other}"),
        };
        if first.as_ref().is_none_or(|(earliest, _)| time < *earliest) {
            first = Some((time, names.map(str::to_owned)));
        }
    };
    // Hulls are moved to where they are in their links; meshes are there.
    let bodies: Vec<(usize, Shape)> = robot
        .all_shapes()
        .map(|(link, shape)| match &shape.shape {
            Shape::Hull(hull) => {
                let hull = hull.clone().placed(shape.at.position, shape.at.rotation);
                (link, Shape::from(hull.unwrap()))
            }
            other => (link, other.clone()),
        })
        .collect();
    let checked: Vec<[usize; 2]> = robot.checked_pairs().collect();
    for (number, (link, shape)) in bodies.iter().enumerate() {
        let name = robot.links()[*link].name();
        let motion = robot.link_motion(*link, path, piece);
        for (other, other_shape) in &bodies[number + 1..] {
            if checked.contains(&[*link, *other]) || checked.contains(&[*other, *link]) {
                let other_motion = robot.link_motion(*other, path, piece);
                let moving = Moving::new(other_shape, &other_motion as &dyn Motion);
                let names = [name, robot.links()[*other].name()];
                ask(Moving::new(shape, &motion as &dyn Motion), moving, names);
            }
        }
        for obstacle in made.environment.obstacles() {
            let ObstaclePlace::Resting(place) = &obstacle.place else {
                panic!("{} moves", obstacle.name);
            };
            let resting = Moving::new(&obstacle.shape, place as &dyn Motion);
            ask(
                Moving::new(shape, &motion as &dyn Motion),
                resting,
                [name, &obstacle.name],
            );
        }
    }
    first
}

/// The same by one question about the whole path.
fn at_once(made: &Builtin) -> (f64, [String; 2]) {
    let cell = Workcell::new(&made.robot, &made.environment).unwrap();
    let path = made.robot.through(&made.waypoints).unwrap();
    let outcome = cell.first_contact(&path, &Limits::default(), &mut Workspace::new());
    let verdict = outcome.unwrap().verdict;
    let found = verdict.contact().unwrap();
    let names = found.pair.map(|party| match party {
        Party::Shape(shape) => {
            let (link, _) = made.robot.all_shapes().nth(shape).unwrap();
            made.robot.links()[link].name().to_owned()
        }
        Party::Obstacle(number) => made.environment.obstacles()[number].name.clone(),
    });
    (found.contact.lower, names)
}

#[test]
fn sizes_are_the_papers() {
    // Links with shapes, coordinates, triangles of the robot and of what is around it, to within a tenth.
    let sizes = [
        ("arm6", 7, 6, 0, 0),
        ("arm7", 8, 7, 0, 0),
        ("puma", 8, 6, 1_100, 4_000),
        ("mannequin", 15, 25, 20_000, 0),
        ("chessmen", 15, 25, 20_000, 101_000),
        ("hand", 21, 27, 7_300, 2_000),
    ];
    for (name, links, width, robots, others) in sizes {
        let made = builtin(name).unwrap();
        assert_eq!(made.name, name);
        let with_shapes =
            (0..made.robot.links().len()).filter(|&link| made.robot.shapes(link).next().is_some());
        assert_eq!(with_shapes.count(), links, "{name}");
        assert_eq!(made.robot.width(), width, "{name}");
        let robot: usize = made
            .robot
            .all_shapes()
            .map(|(_, shape)| triangles(&shape.shape))
            .sum();
        let around: usize = made
            .environment
            .obstacles()
            .iter()
            .map(|obstacle| triangles(&obstacle.shape))
            .sum();
        for (made, wanted) in [(robot, robots), (around, others)] {
            assert!(
                made.abs_diff(wanted) * 10 <= wanted,
                "{name}: {made} for {wanted}"
            );
        }
    }
    assert_eq!(sizes.map(|(name, ..)| name), BUILTIN_NAMES);
    assert!(builtin("arm8").is_none());
}

#[test]
fn motions_keep_to_the_limits_and_end_in_a_contact() {
    let ends = [
        ("arm6", ["tool", "crate"]),
        ("arm7", ["hand", "upright_middle"]),
        ("puma", ["gripper", "car"]),
        ("mannequin", ["left_forearm", "right_thigh"]),
        ("chessmen", ["right_foot", "black_bishop_c5"]),
        ("hand", ["thumb_tip", "ball"]),
    ];
    for (name, meeting) in ends {
        let made = builtin(name).unwrap();
        for waypoint in &made.waypoints {
            assert_eq!(made.robot.beyond_limits(waypoint), None, "{name}");
        }
        let (time, names) = by_hand(&made).unwrap();
        assert_eq!(names, meeting, "{name}");
        // Late enough that there is something to see.
        assert!(time > 0.7, "{name}: {time}");
        let (asked, parties) = at_once(&made);
        assert!((asked - time).abs() < 1e-5, "{name}: {asked}, not {time}");
        assert_eq!(parties, meeting, "{name}");
    }
}
