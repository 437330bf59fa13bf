//! Paths of robots, and what stands around them.

use osculate::robot::{Environment, ObstaclePlace, Robot};
use osculate_io::{MaxSize, Packages, RobotFile, parse_environment, parse_path};

const ARM: &str = include_str!("../../../../scenes/robots/arm.urdf");
const AROUND: &str = include_str!("../../../../scenes/robots/arm-around.json");
const PATH: &str = include_str!("../../../../scenes/robots/arm-path.json");

fn arm() -> Robot {
    let packages = Packages::default();
    RobotFile::parse(ARM, "arm.urdf".as_ref(), &packages, MaxSize::default())
        .unwrap()
        .robot
}

fn around(text: &str) -> Result<Environment, String> {
    let parsed = parse_environment(
        text,
        "e.json".as_ref(),
        "".as_ref(),
        &arm(),
        MaxSize::default(),
    );
    parsed.map_err(|error| error.to_string())
}

fn path(text: &str) -> Result<Vec<Vec<f64>>, String> {
    parse_path(text, "p.json".as_ref(), &arm()).map_err(|error| error.to_string())
}

#[test]
fn what_stands_around_stands_moves_or_is_carried() {
    let environment = around(AROUND).unwrap();
    let cup = &environment.obstacles()[4];
    let places: Vec<(&str, &ObstaclePlace)> = environment
        .obstacles()
        .iter()
        .map(|obstacle| (obstacle.name.as_str(), &obstacle.place))
        .collect();
    assert_eq!(places.len(), 5);
    assert!(matches!(places[0], ("table", ObstaclePlace::Resting(_))));
    assert!(
        matches!(places[3], ("ball", ObstaclePlace::Moving(motion)) if motion.linear().x == 0.6)
    );
    let ("cup", ObstaclePlace::Attached { link, at }) = places[4] else {
        panic!("{places:?}");
    };
    assert_eq!(
        (link.as_str(), at.position.x, cup.touch_links.len()),
        ("palm", 0.09, 2)
    );
}

#[test]
fn mistakes_around_are_told_with_their_place() {
    let body = |keys: &str| format!(r#"{{"bodies": {{"b": {{{keys}}}}}}}"#);
    let cases = [
        (
            r#""ball": {"radius": 1}"#,
            "e.json:1:18: bodies.b: the key \"at\" is missing",
        ),
        (
            r#""at": {}"#,
            "e.json:1:18: bodies.b: the shape is missing; known: mesh, ball, box, capsule, cylinder, cone, ellipsoid, hull, half_space, compound",
        ),
        (
            r#""ball": {"radius": 1}, "at": {}, "attached_to": "x""#,
            "e.json:1:67: bodies.b.attached_to: the robot has no link \"x\"",
        ),
        (
            r#""ball": {"radius": 1}, "at": {}, "attached_to": "palm", "touch_links": ["x"]"#,
            "e.json:1:91: bodies.b.touch_links[0]: the robot has no link \"x\"",
        ),
        (
            r#""ball": {"radius": 1}, "at": {}, "attached_to": "palm", "linear": [1, 0, 0]"#,
            "e.json:1:85: bodies.b.linear: \"linear\" goes with bodies that nothing carries only",
        ),
        (
            r#""half_space": {"normal": [0, 0, 1]}, "at": {}, "attached_to": "palm""#,
            "e.json:1:81: bodies.b.attached_to: \"attached_to\" goes with bodies of finite size only",
        ),
    ];
    for (keys, expected) in cases {
        assert_eq!(around(&body(keys)).unwrap_err(), expected);
    }
}

#[test]
fn waypoints_are_whole_configurations() {
    let waypoints = path(PATH).unwrap();
    assert_eq!(waypoints.len(), 4);
    assert_eq!(waypoints[2], [1.2, 0.8, 0.0, 0.01]);
    assert_eq!(
        path(r#"{"waypoints": [[1, 2, 3, 4], [5, 6, 7, 8]]}"#).unwrap()[1],
        [5.0, 6.0, 7.0, 8.0]
    );
    let cases = [
        (
            r#"{"waypoints": [[1, 2, 3, 4]]}"#,
            "p.json:1:15: waypoints: a path needs at least two waypoints",
        ),
        (
            r#"{"joints": ["grip_too"], "waypoints": []}"#,
            "p.json:1:12: joints: the joint \"grip_too\" is fixed or follows another: it has no coordinates",
        ),
        (
            r#"{"joints": ["grip"], "waypoints": [[1], [1, 2]]}"#,
            "p.json:1:41: waypoints[1]: a configuration has 1 numbers here, not 2",
        ),
        (
            r#"{"joints": ["grip"], "waypoints": [[1], [1e999]]}"#,
            "p.json:1:42: waypoints[1][0]: the number 1e999 is too large for an f64",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(path(text).unwrap_err(), expected);
    }
}
