use super::*;

fn parse(text: &str) -> Result<EventSceneFile, JsonFileError> {
    EventSceneFile::parse(text, "s.json".as_ref(), Overlaps::Refuse)
}

#[test]
fn everything_that_a_scene_may_say() {
    let text = r#"{ "format": "osculate-scene/1", "gravity": [0, -9.81], "restitution": 0.5, "rest_speed": 0.25,
        "domain": { "low": [0, 0], "high": [20, 30], "boundary": ["periodic", "walls"] },
        "bodies": [ { "position": [5, 5], "radius": 2 },
                    { "position": [10, 5], "velocity": [1, 2], "radius": 1, "mass": 3, "restitution": 0.75,
                      "acceleration": [1, 0] } ],
        "walls": [ { "plane": { "point": [0, 1], "normal": [0, 5] } }, { "segment": { "from": [3, 20], "to": [4, 20] } },
                   { "box": { "low": [5, 20], "high": [6, 21] } }, { "ball": { "centre": [10, 20], "radius": 1 } },
                   { "hollow": { "centre": [10, 10], "radius": 10 } } ] }"#;
    let EventScene::Discs(scene) = parse(text).unwrap().scene else {
        panic!("two numbers a place");
    };
    let mut first = Ball::new([5.0, 5.0], [0.0; 2], 2.0);
    first.mass = 4.0 * PI;
    first.restitution = 0.5;
    first.acceleration = [0.0, -9.81];
    let mut second = Ball::new([10.0, 5.0], [1.0, 2.0], 1.0);
    second.mass = 3.0;
    second.restitution = 0.75;
    second.acceleration = [1.0, 0.0];
    assert_eq!(scene.balls(), [first, second]);
    assert_eq!(
        scene.domain(),
        &Domain {
            low: [0.0; 2],
            high: [20.0, 30.0],
            boundary: [Boundary::Periodic, Boundary::Walls],
        }
    );
    let plane = Wall::Plane {
        point: [0.0, 1.0],
        normal: [0.0, 1.0],
    };
    assert_eq!((scene.walls()[0], scene.walls().len()), (plane, 5));
    assert_eq!(scene.rest_speed(), 0.25);
}

#[test]
fn the_least_that_a_scene_must_say() {
    let text = r#"{ "bodies": [ { "position": [0, 0, 1], "radius": 0.5 } ] }"#;
    let EventScene::Spheres(scene) = parse(text).unwrap().scene else {
        panic!("three numbers a place");
    };
    assert_eq!(scene.domain(), &Domain::open());
    assert_eq!(scene.balls()[0].mass, 4.0 / 3.0 * PI * 0.125);
}

#[test]
fn overlaps_are_resolved_if_asked() {
    let text = r#"{ "bodies": [ { "position": [0, 0], "radius": 1 }, { "position": [1, 0], "radius": 1 } ] }"#;
    let error = parse(text).unwrap_err().to_string();
    assert!(
        error.starts_with("s.json:1:52: bodies[1]: bodies 0 and 1 overlap"),
        "{error}"
    );
    let file = EventSceneFile::parse(text, "s".as_ref(), Overlaps::Resolve).unwrap();
    assert_eq!(file.shifts.unwrap().moved, 2);
}

/// What is put in the place of what, and the place and a part of the sentence of the mistake.
const MISTAKES: &[(&str, &str, &str, &str)] = &[
    (
        "\"gravity\"",
        "\"gravitation\"",
        "1:",
        "unknown key \"gravitation\"",
    ),
    ("[0, -1]", "[0, -1, 0]", "1:14: gravity", "2 numbers"),
    ("[0, -1]", "9", "1:14: gravity", "2 numbers"),
    (
        "\"rest_speed\": 0",
        "\"rest_speed\": -1",
        "1:37: rest_speed",
        "rest speed -1",
    ),
    (
        "\"walls\" }",
        "\"wall\" }",
        "2:57: domain.boundary",
        "\"wall\" is not known here; known: walls, periodic, open",
    ),
    (
        "\"walls\" }",
        "[\"walls\"] }",
        "2:57: domain.boundary",
        "one an axis",
    ),
    (
        "\"walls\" }",
        "[\"walls\", 1] }",
        "2:67: domain.boundary[1]",
        "a string",
    ),
    ("[9, 9]", "[9, -9]", "2:12: domain", "from 0 to -9"),
    ("[2, 2]", "[2, NaN]", "4:21", "not valid JSON"),
    (
        "[2, 2]",
        "[2, 1e999]",
        "4:21: bodies[0].position[1]",
        "too large",
    ),
    (
        "[2, 2]",
        "[2]",
        "4:17: bodies[0].position",
        "dimensions, not 1",
    ),
    (
        "[6, 6]",
        "[6, 6, 6]",
        "5:17: bodies[1].position",
        "an array of 3",
    ),
    (
        "[6, 6]",
        "[6, 60]",
        "5:3: bodies[1]",
        "body 1 is from 59 to 61 along axis 1, outside",
    ),
    (
        "[6, 6]",
        "[3, 3]",
        "5:3: bodies[1]",
        "bodies 0 and 1 overlap",
    ),
    ("[6, 6]", "[8, 3]", "5:3: bodies[1]", "deep in wall 0"),
    (
        "\"mass\": 5",
        "\"mass\": -5",
        "4:3: bodies[0]",
        "mass -5 is not positive",
    ),
    (
        "\"mass\": 5",
        "\"mass\": \"5\"",
        "4:46: bodies[0].mass",
        "a number, not a string",
    ),
    (
        "\"radius\": 1,",
        "\"radius\": 0,",
        "4:3: bodies[0]",
        "radius 0 is not positive",
    ),
    (
        "\"radius\": 1,",
        "\"radius\": -1,",
        "4:3: bodies[0]",
        "radius -1 is not positive",
    ),
    (
        "\"radius\": 1,",
        "",
        "4:3: bodies[0]",
        "\"radius\" is missing",
    ),
    ("0.5 },\n", "1.5 },\n", "4:3: bodies[0]", "restitution 1.5"),
    ("\"ball\"", "\"bowl\"", "6:", "unknown key \"bowl\""),
    (
        "{ \"ball\": { \"centre\": [8, 2], \"radius\": 0.5 } }",
        "{}",
        "6:13: walls[0]",
        "one with 0",
    ),
    (
        "0.5 } } ]",
        "-0.5 } } ]",
        "6:13: walls[0]",
        "radius -0.5 is negative",
    ),
    (
        "{ \"centre\": [8, 2], \"radius\": 0.5 }",
        "{ \"centre\": [8, 2] }",
        "6:23: walls[0].ball",
        "\"radius\" is missing",
    ),
    (
        "{ \"gravity\"",
        "{ \"dimension\": 4, \"gravity\"",
        "1:16: dimension",
        "not 4",
    ),
    (
        "{ \"gravity\"",
        "{ \"dimension\": 3, \"gravity\"",
        "1:",
        "3 numbers",
    ),
    (
        "{ \"gravity\"",
        "{ \"format\": \"osculate-queries/1\", \"gravity\"",
        "1:13: format",
        "known: osculate-scene/1",
    ),
];

#[test]
fn every_mistake_is_told_with_its_place() {
    let good = r#"{ "gravity": [0, -1], "rest_speed": 0,
 "domain": { "low": [0, 0], "high": [9, 9], "boundary": "walls" },
 "bodies": [
  { "position": [2, 2], "radius": 1, "mass": 5, "restitution": 0.5 },
  { "position": [6, 6], "radius": 1 } ],
 "walls": [ { "ball": { "centre": [8, 2], "radius": 0.5 } } ] }"#;
    parse(good).unwrap();
    let mut wrong = Vec::new();
    for &(from, to, place, told) in MISTAKES {
        assert!(good.contains(from), "{from}");
        let said = parse(&good.replacen(from, to, 1))
            .expect_err(to)
            .to_string();
        if !said.starts_with(&format!("s.json:{place}")) || !said.contains(told) {
            wrong.push(format!("{to}: {place}, {told}: {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (text, told) in [
        ("", "is empty"),
        ("[]", "an object"),
        (r#"{ "bodies": [] }"#, "at least one body"),
        ("{}", "\"bodies\" is missing"),
    ] {
        let said = parse(text).expect_err(text).to_string();
        assert!(said.contains(told), "{said}");
    }
    let planes = vec![r#"{ "plane": { "point": [0, 0], "normal": [0, 1] } }"#; 300].join(",");
    let text = format!(
        r#"{{ "bodies": [ {{ "position": [0, 2], "radius": 1 }} ], "walls": [ {planes} ] }}"#
    );
    let said = parse(&text).unwrap_err().to_string();
    assert!(said.contains("300 walls are too many"), "{said}");
}
