use super::*;
use crate::QueryFile;
use osculate::shape::HalfSpaceError;
use osculate_judge::seeded::Seeded;

/// The shapes of a file with one body after another.
fn shapes(bodies: &[&str]) -> Vec<BodyShape> {
    let members: Vec<String> = bodies
        .iter()
        .enumerate()
        .map(|(index, body)| format!(r#""b{index}": {body}"#))
        .collect();
    let text = format!(
        r#"{{ "bodies": {{ {} }}, "queries": [] }}"#,
        members.join(",")
    );
    let file = QueryFile::parse(
        &text,
        Path::new("q.json"),
        Path::new("/nowhere"),
        MaxSize::default(),
    )
    .expect(&text);
    file.bodies
        .iter()
        .map(|body| file.shapes[body.shape].clone())
        .collect()
}

#[track_caller]
fn shape(body: &str) -> BodyShape {
    shapes(&[body]).remove(0)
}

#[track_caller]
fn hull(body: &str) -> Hull {
    match shape(body) {
        BodyShape::Hull(hull) => hull,
        other => panic!("{body} is a {}", other.name()),
    }
}

/// The error that a file with this body ends in, from its place on; the body begins at column 20 of line 1.
fn error(body: &str) -> String {
    let text = format!(r#"{{ "bodies": {{ "b": {body} }}, "queries": [] }}"#);
    let error = QueryFile::parse(
        &text,
        Path::new("q.json"),
        Path::new("/nowhere"),
        MaxSize::default(),
    );
    let error = error.expect_err(body).to_string();
    let told = error.strip_prefix("q.json:1:").expect(&error);
    told.to_owned()
}

#[test]
fn every_convex_shape() {
    let half = DVec3::new(1.0, 2.0, 3.0);
    for (body, expected) in [
        (r#"{ "ball": { "radius": 0.5 } }"#, Hull::ball(0.5)),
        (r#"{ "box": { "half": [1, 2, 3] } }"#, Hull::cuboid(half)),
        (
            r#"{ "capsule": { "half_length": 1, "radius": 0.2 } }"#,
            Hull::capsule(1.0, 0.2),
        ),
        (
            r#"{ "capsule": { "radius": 0.2, "half_length": 1 } }"#,
            Hull::capsule(1.0, 0.2),
        ),
        (
            r#"{ "cylinder": { "radius": 1, "half_height": 2 } }"#,
            Hull::cylinder(1.0, 2.0),
        ),
        (
            r#"{ "cone": { "radius": 1, "half_height": 2 } }"#,
            Hull::cone(1.0, 2.0),
        ),
        (
            r#"{ "ellipsoid": { "radii": [1, 2, 3] } }"#,
            Hull::ellipsoid(half),
        ),
        (
            r#"{ "hull": { "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] } }"#,
            Hull::polytope(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z]),
        ),
        (
            r#"{ "margin": 0.25, "box": { "half": [1, 2, 3] } }"#,
            Hull::cuboid(half).and_then(|hull| hull.rounded(0.25)),
        ),
        // What has a radius already gets more of it.
        (
            r#"{ "ball": { "radius": 0.5 }, "margin": 0.25 }"#,
            Hull::ball(0.75),
        ),
    ] {
        assert_eq!(hull(body), expected.unwrap(), "{body}");
    }
}

#[test]
fn hulls_of_meshes() {
    let source = "builtin:box?x=2&y=4&z=6";
    let whole = hull(&format!(r#"{{ "hull": {{ "mesh": "{source}" }} }}"#));
    for direction in [
        DVec3::ONE,
        DVec3::new(-1.0, 2.0, -0.5),
        DVec3::new(0.1, -3.0, 0.7),
    ] {
        let corner = DVec3::new(1.0, 2.0, 3.0) * direction.signum();
        assert_eq!(whole.support(direction), corner);
    }
    let half = format!(r#"{{ "hull": {{ "mesh": "{source}" }}, "scale": 0.5, "margin": 1 }}"#);
    let half = hull(&half);
    assert_eq!(half.margin(), 1.0);
    assert_eq!(half.bounding_ball().0, DVec3::ZERO);
    assert_eq!(half.support(DVec3::Z).z, 2.5);
}

#[test]
fn a_hull_leaves_out_vertices_of_no_triangle() {
    let far = DVec3::splat(9.0);
    let vertices = vec![far, DVec3::ZERO, DVec3::X, DVec3::Y, -far];
    let sail = TriMesh::new(vertices, vec![[1, 2, 3]]).unwrap();
    let [o, x, y] = [DVec3::ZERO, DVec3::X, DVec3::Y];
    assert_eq!(corners(&sail), [o, o, x, y, o]);
}

#[test]
fn half_spaces() {
    let floor = |normal, offset| BodyShape::HalfSpace(HalfSpace::new(normal, offset).unwrap());
    assert_eq!(
        shape(r#"{ "half_space": { "normal": [0, 0, 2], "offset": -1 } }"#),
        floor(DVec3::Z, -0.5)
    );
    assert_eq!(
        shape(r#"{ "half_space": { "normal": [0, 1, 0] } }"#),
        floor(DVec3::Y, 0.0)
    );
}

#[test]
fn compounds_have_their_parts_where_they_are_placed() {
    let hammer = shape(
        r#"{ "compound": [
            { "cylinder": { "radius": 0.05, "half_height": 1 } },
            { "box": { "half": [1, 2, 3] }, "margin": 0.5,
              "at": { "position": [0, 0, 9], "rotation": [0, 0, 0.7071067811865476, 0.7071067811865476] } },
            { "hull": { "mesh": "builtin:box" }, "scale": 4, "at": {} },
            { "hull": { "mesh": "builtin:box" }, "scale": 4, "at": { "position": [1, 0, 0] } } ] }"#,
    );
    let BodyShape::Compound(hammer) = hammer else {
        panic!("a {}", hammer.name());
    };
    let [handle, head, near, far] = hammer.parts() else {
        panic!("{} parts", hammer.parts().len());
    };
    assert_eq!(*handle, Hull::cylinder(0.05, 1.0).unwrap());
    // A quarter turn about z, so that y lies along x.
    let corner = head.support(DVec3::X);
    assert!((corner.x - 2.5).abs() < 1e-12, "{corner}");
    assert!((head.support(DVec3::Z).z - 12.5).abs() < 1e-12);
    assert_eq!(near.support(DVec3::X).x, 2.0);
    assert_eq!(far.support(DVec3::X).x, 3.0);
}

#[test]
fn bodies_of_the_same_mesh_share_it_among_others() {
    let text = r#"{ "bodies": {
        "a": { "mesh": "builtin:box" }, "b": { "hull": { "mesh": "builtin:box" } }, "c": { "mesh": "builtin:box" },
        "d": { "mesh": "builtin:box", "scale": 2 } }, "queries": [] }"#;
    let file =
        QueryFile::parse(text, Path::new("q.json"), Path::new(""), MaxSize::default()).unwrap();
    let indices: Vec<usize> = file.bodies.iter().map(|body| body.shape).collect();
    assert_eq!(indices, [0, 1, 0, 2]);
    let names: Vec<&str> = file.shapes.iter().map(BodyShape::name).collect();
    assert_eq!(names, ["mesh", "hull", "mesh"]);
}

/// Bodies, and what is said of their keys.
const WRONG_KEYS: &[(&str, &str)] = &[
    ("3", "20: bodies.b: must be an object, not a number"),
    (
        r#"{ "ball": { "radius": 1 }, "box": { "half": [1, 1, 1] } }"#,
        r#"54: bodies.b.box: "ball" and "box" exclude each other; a body has one shape, a compound has parts"#,
    ),
    (
        r#"{ "ball": { "radius": 1 }, "ball": { "radius": 1 } }"#,
        r#"55: bodies.b: the key "ball" is given twice"#,
    ),
    (
        r#"{ "ball": { "radius": 1, "r": 2 } }"#,
        r#"50: bodies.b.ball: unknown key "r"; known: radius"#,
    ),
    (
        r#"{ "ball": { "radius": 1, "margin": 2 } }"#,
        r#"55: bodies.b.ball: unknown key "margin"; known: radius"#,
    ),
    (
        r#"{ "capsule": { "half_height": 1, "radius": 1 } }"#,
        r#"50: bodies.b.capsule: unknown key "half_height"; known: half_length, radius"#,
    ),
    (
        r#"{ "capsule": { "radius": 1 } }"#,
        r#"33: bodies.b.capsule: the key "half_length" is missing"#,
    ),
    (
        r#"{ "cone": { "radius": 1 } }"#,
        r#"30: bodies.b.cone: the key "half_height" is missing"#,
    ),
    (
        r#"{ "cylinder": { "half_height": 1 } }"#,
        r#"34: bodies.b.cylinder: the key "radius" is missing"#,
    ),
    (
        r#"{ "box": {} }"#,
        r#"29: bodies.b.box: the key "half" is missing"#,
    ),
    (
        r#"{ "box": [1, 2, 3] }"#,
        "29: bodies.b.box: must be an object, not an array",
    ),
    (
        r#"{ "ellipsoid": { "half": [1, 2, 3] } }"#,
        r#"45: bodies.b.ellipsoid: unknown key "half"; known: radii"#,
    ),
    (
        r#"{ "half_space": { "offset": 0 } }"#,
        r#"36: bodies.b.half_space: the key "normal" is missing"#,
    ),
    (
        r#"{ "half_space": { "normal": [0, 0, 1], "of": 0 } }"#,
        r#"65: bodies.b.half_space: unknown key "of"; known: normal, offset"#,
    ),
    (
        r#"{ "hull": {} }"#,
        r#"30: bodies.b.hull: a hull has either "mesh" or "points""#,
    ),
    (
        r#"{ "hull": { "mesh": "builtin:box", "points": [] } }"#,
        r#"30: bodies.b.hull: a hull has either "mesh" or "points""#,
    ),
    (
        r#"{ "hull": { "mesh": "builtin:box", "scale": 2 } }"#,
        r#"64: bodies.b.hull: unknown key "scale"; known: mesh, points"#,
    ),
    (
        r#"{ "mesh": "builtin:box", "margin": 1 }"#,
        r#"55: bodies.b.margin: "margin" goes with convex shapes only"#,
    ),
    (
        r#"{ "half_space": { "normal": [0, 0, 1] }, "margin": 1 }"#,
        r#"71: bodies.b.margin: "margin" goes with convex shapes only"#,
    ),
    (
        r#"{ "compound": [], "margin": 1 }"#,
        r#"48: bodies.b.margin: "margin" goes with convex shapes only"#,
    ),
    (
        r#"{ "ball": { "radius": 1 }, "scale": 1 }"#,
        r#"56: bodies.b.scale: "scale" goes with a mesh or the hull of a mesh only"#,
    ),
    (
        r#"{ "hull": { "points": [[0, 0, 0]] }, "scale": 1 }"#,
        r#"66: bodies.b.scale: "scale" goes with a mesh or the hull of a mesh only"#,
    ),
    (
        r#"{ "compound": [], "scale": 1 }"#,
        r#"47: bodies.b.scale: "scale" goes with a mesh or the hull of a mesh only"#,
    ),
];

#[test]
fn keys() {
    const KNOWN: &str =
        "mesh, ball, box, capsule, cylinder, cone, ellipsoid, hull, half_space, compound";
    assert_eq!(
        error("{}"),
        format!("20: bodies.b: the shape is missing; known: {KNOWN}")
    );
    assert_eq!(
        error(r#"{ "bal": { "radius": 1 } }"#),
        format!(r#"29: bodies.b: unknown key "bal"; known: {KNOWN}, margin, scale"#)
    );
    assert_eq!(
        error(r#"{ "ball": { "radius": 1 }, "at": {} }"#),
        format!(r#"53: bodies.b: unknown key "at"; known: {KNOWN}, margin, scale"#)
    );
    for &(body, told) in WRONG_KEYS {
        assert_eq!(error(body), told, "{body}");
    }
}

/// Bodies, and what is said of their numbers.
const WRONG_NUMBERS: &[(&str, &str)] = &[
    (
        r#"{ "ball": { "radius": "1" } }"#,
        "42: bodies.b.ball.radius: must be a number, not a string",
    ),
    (
        r#"{ "ball": { "radius": 1e999 } }"#,
        "42: bodies.b.ball.radius: the number 1e999 is too large for an f64",
    ),
    (
        r#"{ "ball": { "radius": -1 } }"#,
        "30: bodies.b.ball: the radius of the ball must be 0 or between 1e-60 and 1e60, not -1",
    ),
    (
        r#"{ "capsule": { "half_length": 1, "radius": -0.2 } }"#,
        "33: bodies.b.capsule: the radius of the capsule must be 0 or between 1e-60 and 1e60, not -0.2",
    ),
    (
        r#"{ "box": { "half": [1, 2] } }"#,
        "39: bodies.b.box.half: must be an array of 3 numbers [x, y, z], not an array of 2",
    ),
    (
        r#"{ "box": { "half": 1 } }"#,
        "39: bodies.b.box.half: must be an array of 3 numbers [x, y, z], not a number",
    ),
    (
        r#"{ "box": { "half": [1, 2, null] } }"#,
        "46: bodies.b.box.half[2]: must be a number, not null",
    ),
    (
        r#"{ "box": { "half": [1, -2, 3] } }"#,
        "29: bodies.b.box: the half side y of the box must be 0 or between 1e-60 and 1e60, not -2",
    ),
    (
        r#"{ "cylinder": { "radius": 1, "half_height": -2 } }"#,
        "34: bodies.b.cylinder: the half height of the cylinder must be 0 or between 1e-60 and 1e60, not -2",
    ),
    (
        r#"{ "cone": { "radius": -1, "half_height": 2 } }"#,
        "30: bodies.b.cone: the radius of the cone must be 0 or between 1e-60 and 1e60, not -1",
    ),
    (
        r#"{ "ball": { "radius": 1 }, "margin": -0.5 }"#,
        "57: bodies.b.margin: the margin of the body must be 0 or between 1e-60 and 1e60, not -0.5",
    ),
    (
        r#"{ "ball": { "radius": 1 }, "margin": [1] }"#,
        "57: bodies.b.margin: must be a number, not an array",
    ),
    (
        r#"{ "hull": { "points": [] } }"#,
        "42: bodies.b.hull.points: a polytope needs at least one point",
    ),
    (
        r#"{ "hull": { "points": 1 } }"#,
        "42: bodies.b.hull.points: must be an array, not a number",
    ),
    (
        r#"{ "hull": { "points": [[0, 0, 0], [0, 0]] } }"#,
        "54: bodies.b.hull.points[1]: must be an array of 3 numbers [x, y, z], not an array of 2",
    ),
    (
        r#"{ "hull": { "mesh": 1 } }"#,
        "40: bodies.b.hull.mesh: must be a string, not a number",
    ),
    (
        r#"{ "hull": { "mesh": "builtin:box" }, "scale": "1" }"#,
        "66: bodies.b.scale: must be a number, not a string",
    ),
    (
        r#"{ "half_space": { "normal": [0, 0] } }"#,
        "48: bodies.b.half_space.normal: must be an array of 3 numbers [x, y, z], not an array of 2",
    ),
    (
        r#"{ "half_space": { "normal": [0, 0, 1], "offset": "0" } }"#,
        "69: bodies.b.half_space.offset: must be a number, not a string",
    ),
];

#[test]
fn numbers() {
    for &(body, told) in WRONG_NUMBERS {
        assert_eq!(error(body), told, "{body}");
    }
    // Sentences of the library, at their place.
    let of_library = |place: &str, error: &dyn std::fmt::Display| format!("{place}: {error}");
    let far = [0.0, 1e61, 0.0];
    assert_eq!(
        error(r#"{ "hull": { "points": [[0, 0, 0], [0, 1e61, 0]] } }"#),
        of_library(
            "42: bodies.b.hull.points",
            &HullError::BadPoint {
                index: 1,
                value: far
            }
        )
    );
    assert_eq!(
        error(r#"{ "half_space": { "normal": [0, 0, 0], "offset": 0 } }"#),
        of_library(
            "36: bodies.b.half_space",
            &HalfSpaceError::BadNormal([0.0; 3])
        )
    );
    assert_eq!(
        error(r#"{ "half_space": { "normal": [0, 0, 1], "offset": 1e61 } }"#),
        of_library("36: bodies.b.half_space", &HalfSpaceError::BadOffset(1e61))
    );
    assert_eq!(
        error(r#"{ "ellipsoid": { "radii": [1, 2, -3] } }"#),
        of_library(
            "35: bodies.b.ellipsoid",
            &Hull::ellipsoid(DVec3::new(1.0, 2.0, -3.0)).unwrap_err()
        )
    );
}

#[test]
fn compounds() {
    for (body, told) in [
        (
            r#"{ "compound": {} }"#,
            "34: bodies.b.compound: must be an array, not an object",
        ),
        (
            r#"{ "compound": [] }"#,
            "34: bodies.b.compound: a compound needs at least one part",
        ),
        (
            r#"{ "compound": [ { "ball": { "radius": 1 } }, 7 ] }"#,
            "65: bodies.b.compound[1]: must be an object, not a number",
        ),
        (
            r#"{ "compound": [ { "at": {} } ] }"#,
            "36: bodies.b.compound[0]: the shape is missing; known: ball, box, capsule, cylinder, cone, ellipsoid, hull",
        ),
        (
            r#"{ "compound": [ { "mesh": "builtin:box" } ] }"#,
            r#"46: bodies.b.compound[0]: unknown key "mesh"; known: ball, box, capsule, cylinder, cone, ellipsoid, hull, margin, scale, at"#,
        ),
        (
            r#"{ "compound": [ { "compound": [] } ] }"#,
            r#"50: bodies.b.compound[0]: unknown key "compound"; known: ball, box, capsule, cylinder, cone, ellipsoid, hull, margin, scale, at"#,
        ),
        (
            r#"{ "compound": [ { "ball": { "radius": 1 }, "scale": 2 } ] }"#,
            r#"72: bodies.b.compound[0].scale: "scale" goes with a mesh or the hull of a mesh only"#,
        ),
        (
            r#"{ "compound": [ { "ball": { "radius": 1 }, "at": { "pos": [0, 0, 0] } } ] }"#,
            r#"78: bodies.b.compound[0].at: unknown key "pos"; known: position, rotation"#,
        ),
        (
            r#"{ "compound": [ { "ball": { "radius": 1 }, "at": { "position": [0, 0] } } ] }"#,
            "83: bodies.b.compound[0].at.position: must be an array of 3 numbers [x, y, z], not an array of 2",
        ),
        (
            r#"{ "compound": [ { "ball": { "radius": 1 }, "at": [0, 0, 0] } ] }"#,
            "69: bodies.b.compound[0].at: must be an object, not an array",
        ),
    ] {
        assert_eq!(error(body), told, "{body}");
    }
    let turned = error(
        r#"{ "compound": [ { "ball": { "radius": 1 }, "at": { "rotation": [0, 0, 1, 1] } } ] }"#,
    );
    assert!(
        turned.starts_with(
            "69: bodies.b.compound[0].at: the rotation [0.0, 0.0, 1.0, 1.0] has the length 1.41"
        ),
        "{turned}"
    );
    let far = error(
        r#"{ "compound": [ { "ball": { "radius": 1 }, "at": { "position": [1e70, 0, 0] } } ] }"#,
    );
    assert!(
        far.starts_with("69: bodies.b.compound[0].at: the position [1e70, 0.0, 0.0] must be"),
        "{far}"
    );
    let missing = error(r#"{ "compound": [ { "hull": { "mesh": "no.obj" } } ] }"#);
    assert!(
        missing.starts_with("56: bodies.b.compound[0].hull.mesh: ")
            && missing.contains("/nowhere/no.obj"),
        "{missing}"
    );
}

#[test]
fn changed_bytes_end_in_an_error_or_a_shape() {
    let good = r#"{ "bodies": { "b": { "compound": [ { "ball": { "radius": 1 }, "margin": 0.5 },
        { "box": { "half": [1, 2, 3] }, "at": { "position": [0, 0, 9], "rotation": [0, 0, 0.6, 0.8] } },
        { "hull": { "points": [[0, 0, 0], [1, 0, 0]] } }, { "cone": { "radius": 1, "half_height": 2 } } ] },
        "f": { "half_space": { "normal": [0, 0, 1], "offset": 1 } } }, "queries": [] }"#;
    let parse = |text: &str| {
        QueryFile::parse(
            text,
            Path::new("q.json"),
            Path::new("/nowhere"),
            MaxSize::default(),
        )
    };
    parse(good).unwrap();
    for end in 0..good.len() {
        parse(&good[..end]).unwrap_err();
    }
    let mut seeded = Seeded::new(1);
    for _ in 0..20_000 {
        let mut bytes = good.as_bytes().to_vec();
        for _ in 0..2 {
            let bits = seeded.bits();
            let place = (bits >> 33) as usize % bytes.len();
            bytes[place] = (bits >> 20) as u8;
        }
        if let Ok(text) = String::from_utf8(bytes) {
            let _ = parse(&text);
        }
    }
}
