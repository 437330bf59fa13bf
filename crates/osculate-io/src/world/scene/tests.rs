use super::*;
use glam::DVec3;

fn parse(text: &str) -> Result<WorldSceneFile, JsonFileError> {
    WorldSceneFile::parse(text, "s.json".as_ref(), "".as_ref(), MaxSize::default())
}

const ALL: &str = r#"{ "format": "osculate-world/1", "seconds": 3, "gravity": [0, 0, -5], "step": 0.01,
  "substeps": 4, "most_substeps": 16, "bounce_speed": 0.5, "sleeping": { "slower_than": 0.1, "after": 2 },
  "bodies": {
    "floor": { "half_space": { "normal": [0, 0, 1] } },
    "belt": { "box": { "half": [1, 1, 0.1] }, "kind": "kinematic", "at": { "position": [5, 0, 1] }, "linear": [1, 0, 0],
              "material": { "friction": 0.9, "restitution": 0.1, "friction_rule": "most", "restitution_rule": "least",
                            "surface_velocity": [2, 0, 0] } },
    "die": { "box": { "half": [0.5, 0.5, 0.5] }, "at": { "position": [0, 0, 3] }, "linear": [1, 2, 3], "angular": [0, 0, 1],
             "mass": 2, "centre": [0, 0, 0.1], "moments": [1, 1, 1], "linear_damping": 0.1, "angular_damping": 0.2,
             "gravity_scale": 0.5, "locked": ["y", "turn_z"], "filter": { "groups": [0, 3], "meets": [1] },
             "sensor": true, "rest_gap": 0.002 },
    "ball": { "ball": { "radius": 1 }, "at": { "position": [0, 5, 3] }, "density": 10 } } }"#;

#[test]
fn everything_that_a_scene_may_say() {
    let file = parse(ALL).unwrap();
    let world = file.world(file.settings).unwrap();
    let settings = world.settings();
    assert_eq!(settings.gravity, DVec3::new(0.0, 0.0, -5.0));
    assert_eq!((settings.step, settings.bounce_speed), (0.01, 0.5));
    assert_eq!((settings.substeps, settings.most_substeps), (4, 16));
    let sleeping = settings.sleeping.unwrap();
    assert_eq!((sleeping.slower_than, sleeping.after), (0.1, 2.0));
    assert_eq!(file.seconds, Some(3.0));
    let of = |name: &str| world.find(name).unwrap();
    let kinds = ["floor", "belt", "die"].map(|name| world.kind(of(name)).unwrap());
    assert_eq!(
        kinds,
        [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic]
    );
    let die = of("die");
    assert_eq!(world.mass(die).unwrap(), 2.0);
    // Of [1, 2, 3] and [0, 0, 1], what is not along or about a locked axis.
    assert_eq!(
        world.velocity(die).unwrap(),
        [DVec3::new(1.0, 0.0, 3.0), DVec3::ZERO]
    );
    assert_eq!(world.rest_gap(die).unwrap(), 0.002);
    assert!(world.is_sensor(die).unwrap());
    let filter = world.filter(die).unwrap();
    assert_eq!((filter.groups, filter.meets), (0b1001, 0b10));
    let belt = world.material(of("belt")).unwrap();
    assert_eq!((belt.friction, belt.restitution), (0.9, 0.1));
    assert_eq!(
        (belt.friction_rule, belt.restitution_rule),
        (Combine::Most, Combine::Least)
    );
    assert_eq!(belt.surface_velocity, 2.0 * DVec3::X);
}

#[test]
fn sleeping_may_be_off() {
    for (said, sleeps) in [("false", false), ("true", true), ("{}", true)] {
        let text = format!(
            r#"{{ "sleeping": {said}, "bodies": {{ "a": {{ "ball": {{ "radius": 1 }} }} }} }}"#
        );
        assert_eq!(parse(&text).unwrap().settings.sleeping.is_some(), sleeps);
    }
}

/// What is put in the place of what, and parts of the sentence of the mistake.
const MISTAKES: &[(&str, &str, &[&str])] = &[
    (
        "\"gravity\"",
        "\"gravitation\"",
        &["unknown key \"gravitation\""],
    ),
    (
        "0.01",
        "0",
        &["s.json:1:78: step: ", "the setting step must be"],
    ),
    (
        "\"substeps\": 4",
        "\"substeps\": 4.5",
        &["2:15: substeps", "whole number from 1 to 1024", "4.5"],
    ),
    (
        "\"most_substeps\": 16",
        "\"most_substeps\": 2",
        &["most_substeps: ", "between the least"],
    ),
    (
        "\"after\": 2",
        "\"before\": 2",
        &["sleeping: ", "unknown key \"before\""],
    ),
    (
        "\"after\": 2",
        "\"after\": -2",
        &["sleeping: ", "from 0 to 1e12"],
    ),
    (
        "\"mass\": 2",
        "\"mass\": -2",
        &["bodies.die.mass: die: the mass must be a positive number, not -2"],
    ),
    (
        "\"density\": 10",
        "\"density\": 0",
        &["bodies.ball.density: ball: the density must be"],
    ),
    (
        "\"moments\": [1, 1, 1]",
        "\"moments\": [1, NaN, 1]",
        &["not valid JSON"],
    ),
    (
        "\"mass\": 2, ",
        "",
        &["bodies.die.centre: \"centre\" goes with \"mass\" and \"moments\" only"],
    ),
    (
        "\"density\": 10",
        "\"density\": 10, \"mass\": 1",
        &["bodies.ball.density: \"density\" goes with"],
    ),
    (
        "\"ball\": { \"ball\"",
        "\"die\": { \"ball\"",
        &["bodies: the key \"die\" is given twice"],
    ),
    (
        "\"ball\": { \"radius\": 1 }",
        "\"mesh\": \"builtin:box\"",
        &["bodies.ball.mesh: ball: a mesh is a surface"],
    ),
    (
        "{ \"half_space\": { \"normal\": [0, 0, 1] } }",
        "{ \"half_space\": { \"normal\": [0, 0, 1] }, \"kind\": \"dynamic\" }",
        &["bodies.floor: floor: a half-space cannot be dynamic"],
    ),
    (
        "\"kinematic\"",
        "\"moving\"",
        &["bodies.belt.kind: \"moving\" is not known here; known: static, kinematic, dynamic"],
    ),
    (
        "\"turn_z\"",
        "\"w\"",
        &["bodies.die.locked[1]: \"w\" is not known here"],
    ),
    (
        "[0, 3]",
        "[0, 32]",
        &["bodies.die.filter.groups[1]", "from 0 to 31"],
    ),
    (
        "\"friction\": 0.9",
        "\"friction\": -1",
        &["bodies.belt: belt: the friction must be"],
    ),
    (
        "\"linear\": [1, 0, 0]",
        "\"linear\": [1e300, 0, 0]",
        &["bodies.belt: belt: the velocity must be finite"],
    ),
    (
        "\"sensor\": true",
        "\"sensor\": 1",
        &["bodies.die.sensor: must be true or false"],
    ),
    (
        "\"seconds\": 3",
        "\"seconds\": -3",
        &["seconds: the setting seconds must be a positive time"],
    ),
    ("{ \"radius\": 1 }", "{ \"radius\": 0 }", &["bodies.ball"]),
];

#[test]
fn mistakes_are_told_with_their_places() {
    parse(ALL).unwrap();
    for (from, to, told) in MISTAKES {
        let spoiled = ALL.replacen(from, to, 1);
        assert_ne!(spoiled, ALL, "{from}");
        let error = parse(&spoiled).unwrap_err().to_string();
        assert!(error.starts_with("s.json:"), "{error}");
        for part in *told {
            assert!(error.contains(part), "{part} is missing in: {error}");
        }
    }
    let error = parse(r#"{ "bodies": {} }"#).unwrap_err().to_string();
    assert!(error.contains("at least one body"), "{error}");
}
