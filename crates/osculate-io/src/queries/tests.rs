use super::*;
use glam::DVec3;
use osculate::Motion;
use osculate_judge::seeded::Seeded;

const BODIES: &str = r#""bodies": { "k": { "mesh": "builtin:torus-knot?p=2&q=3&triangles=600" },
    "big one": { "mesh": "builtin:torus-knot?p=2&q=3&triangles=600", "scale": 2 } }"#;

fn parse(text: &str) -> Result<QueryFile, JsonFileError> {
    QueryFile::parse(
        text,
        Path::new("q.json"),
        Path::new("/nowhere"),
        MaxSize::default(),
    )
}

fn error(text: &str) -> String {
    parse(text).expect_err(text).to_string()
}

/// A file with one query, whose `a` is given.
fn with_a(a: &str) -> String {
    format!(r#"{{ {BODIES}, "queries": [ {{ "a": {a}, "b": {{ "body": "k", "at": {{}} }} }} ] }}"#)
}

/// The error that a query with this `a` ends in; its place must be `queries[0]` followed by `path`.
fn error_of_a(a: &str, path: &str) -> String {
    let text = error(&with_a(a));
    let start = format!(": queries[0]{path}: ");
    let at = text
        .find(&start)
        .unwrap_or_else(|| panic!("{text} should be at {start}"));
    text[at + start.len()..].to_owned()
}

/// The error that a file with one good query and further keys ends in.
fn error_with(keys: &str) -> String {
    error(&format!(
        r#"{{ {BODIES}, {keys}, "queries": [ {{ "a": {REST}, "b": {REST} }} ] }}"#
    ))
}

const REST: &str = r#"{ "body": "k", "at": {} }"#;

#[test]
fn every_kind_of_motion() {
    let from_to = with_a(
        r#"{ "body": "big one", "from": { "position": [1, 2, 3] },
             "to": { "position": [2, 2, 3.5], "rotation": [0, 0, 1, 0] } }"#,
    );
    let file = parse(&from_to).unwrap();
    let query = &file.queries[0];
    assert_eq!((query.a.body, query.b.body), (1, 0));
    assert_eq!(query.a.motion.linear(0.0), DVec3::new(1.0, 0.0, 0.5));
    assert!((query.a.motion.angular() - DVec3::Z * std::f64::consts::PI).length() < 1e-14);
    assert_eq!(query.b.motion.path().anchor, DVec3::ZERO);
    assert_eq!((query.span, query.limits), (Span::UNIT, Limits::default()));

    let at = with_a(
        r#"{ "body": "k", "at": { "position": [1, 0, 0] }, "linear": [0, 1, 0], "angular": [0, 0, -2e0] }"#,
    );
    let a = &parse(&at).unwrap().queries[0].a;
    assert_eq!(a.motion.linear(0.0), DVec3::Y);
    assert_eq!(a.motion.angular(), DVec3::Z * -2.0);
    assert_eq!(a.motion.acceleration(), DVec3::ZERO);

    let falls =
        with_a(r#"{ "body": "k", "at": {}, "linear": [1, 0, 2], "acceleration": [0, 0, -8] }"#);
    let a = &parse(&falls).unwrap().queries[0].a;
    assert_eq!(a.motion.placement(0.5).position, DVec3::new(0.5, 0.0, 0.0));
    assert_eq!(a.motion.linear(0.5), DVec3::new(1.0, 0.0, -2.0));
}

#[test]
fn an_acceleration_goes_with_at() {
    let alone = error_of_a(r#"{ "body": "k", "acceleration": [0, 0, -8] }"#, ".a");
    assert!(alone.contains(r#"an acceleration needs "at""#), "{alone}");
    let from_to = r#"{ "body": "k", "from": {}, "to": {}, "acceleration": [0, 0, -8] }"#;
    let sentence = error_of_a(from_to, ".a");
    assert!(
        sentence.contains(r#""acceleration" goes with "at" only"#),
        "{sentence}"
    );
    let huge = error_of_a(
        r#"{ "body": "k", "at": {}, "acceleration": [0, 0, 1e99] }"#,
        ".a",
    );
    assert!(huge.contains("the acceleration ["), "{huge}");
}

#[test]
fn numbers_are_the_nearest() {
    // Halfway cases need more than 17 digits: this is 1 + 2^-53 and a bit, which rounds up.
    let text = "1.00000000000000011102230246251565404236316680908203126";
    let file = parse(&with_a(&format!(
        r#"{{ "body": "k", "at": {{ "position": [{text}, 0, 0] }} }}"#
    )));
    let anchor = file.unwrap().queries[0].a.motion.path().anchor;
    assert_eq!(anchor.x, 1.0_f64.next_up());
}

#[test]
fn a_query_overrides_the_file() {
    let text = format!(
        r#"{{ "format": "osculate-queries/1", {BODIES}, "span": [0, 2], "tolerance": 1e-3, "clearance": 0.5, "queries": [
            {{ "a": {REST}, "b": {REST} }},
            {{ "a": {REST}, "b": {REST}, "span": [-1, 0], "tolerance": 1e-9, "clearance": 0 }} ] }}"#
    );
    let queries = parse(&text).unwrap().queries;
    let told: Vec<_> = queries
        .iter()
        .map(|q| (q.span.start(), q.limits.tolerance(), q.limits.clearance()))
        .collect();
    assert_eq!(told, [(0.0, Some(1e-3), 0.5), (-1.0, Some(1e-9), 0.0)]);
}

#[test]
fn bodies_keep_their_order_and_share_meshes() {
    let mesh = r#"{ "mesh": "builtin:torus-knot?p=2&q=3&triangles=600" }"#;
    let text = format!(
        r#"{{ "bodies": {{ "z": {mesh}, "a": {mesh},
            "m": {{ "mesh": "builtin:torus-knot?p=2&q=3&triangles=600", "scale": 0.5 }} }}, "queries": [] }}"#
    );
    let file = parse(&text).unwrap();
    let bodies: Vec<_> = file
        .bodies
        .iter()
        .map(|b| (b.name.as_str(), b.shape))
        .collect();
    assert_eq!(bodies, [("z", 0), ("a", 0), ("m", 1)]);
    let [BodyShape::Mesh(whole), BodyShape::Mesh(half)] = &file.shapes[..] else {
        panic!("{} shapes", file.shapes.len())
    };
    assert_eq!(half.vertices()[0], 0.5 * whole.vertices()[0]);
}

#[test]
fn what_is_not_json() {
    assert_eq!(error(""), "the query file q.json is empty");
    assert_eq!(error(" \n"), "the query file q.json is empty");
    assert!(
        error("{ \"bodies\": \n{").starts_with("q.json:2:1: not valid JSON: EOF while parsing")
    );
    assert!(error("{} {}").starts_with("q.json:1:4: not valid JSON: trailing characters"));
    assert!(error(r#"{ "queries": [NaN] }"#).starts_with("q.json:1:15: not valid JSON: "));
    let broken_escape = error(r#"{ "bodies": {}, "queries": [], "format": "\ud800" }"#);
    assert!(
        broken_escape.contains("format: not valid JSON: "),
        "{broken_escape}"
    );
    assert_eq!(error("[]"), "q.json:1:1: must be an object, not an array");
}

#[test]
fn hostile_bytes_end_in_an_error() {
    let not_text = QueryFile::from_reader(
        &b"{ \xff"[..],
        Path::new("q"),
        Path::new(""),
        MaxSize::default(),
    );
    assert_eq!(
        not_text.unwrap_err().to_string(),
        "the query file q is not UTF-8 text: byte 2 is wrong"
    );
    for deep in ["[", "{\"bodies\":"] {
        parse(&deep.repeat(100_000)).unwrap_err();
    }
    let nested = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    parse(&format!(r#"{{ "bodies": {{}}, "queries": [{nested}] }}"#)).unwrap_err();
    // Every prefix of a good file is an error.
    let good = with_a(REST);
    for end in 0..good.len() {
        parse(&good[..end]).unwrap_err();
    }
    // Seeded changes of single bytes: whatever comes of them, no panic.
    let mut seeded = Seeded::new(1);
    for _ in 0..20_000 {
        let mut bytes = good.clone().into_bytes();
        for _ in 0..3 {
            let bits = seeded.bits();
            let place = (bits >> 33) as usize % bytes.len();
            bytes[place] = (bits >> 20) as u8;
        }
        // Mesh names stay, so that no change asks for a mesh of a million triangles.
        if let Ok(text) = String::from_utf8(bytes)
            && text.matches("triangles=600\"").count() == 2
        {
            let _ = parse(&text);
        }
    }
}

#[test]
fn a_byte_order_mark_is_skipped() {
    parse(&format!("\u{feff}{}", with_a(REST))).unwrap();
}

#[test]
fn unreadable_files() {
    let missing = QueryFile::read(Path::new("/nowhere/q.json"), MaxSize::default()).unwrap_err();
    assert!(
        missing
            .to_string()
            .starts_with("cannot read the query file /nowhere/q.json: ")
    );
    let folder = QueryFile::read(Path::new("/"), MaxSize::default()).unwrap_err();
    assert!(
        folder
            .to_string()
            .starts_with("cannot read the query file /: ")
    );
}

#[test]
fn keys() {
    assert_eq!(
        error_of_a(r#"{ "body": "k", "at": {}, "angulr": [0, 0, 1] }"#, ".a"),
        r#"unknown key "angulr"; known: body, from, to, at, linear, angular, acceleration"#
    );
    assert_eq!(
        error_of_a(r#"{ "body": "k", "at": { "rot": 1 } }"#, ".a.at"),
        r#"unknown key "rot"; known: position, rotation"#
    );
    assert!(error_with(r#""spam": 1"#).contains(r#"unknown key "spam"; known: format, bodies"#));
    assert_eq!(
        error_of_a(r#"{ "body": "k", "body": "k", "at": {} }"#, ".a"),
        r#"the key "body" is given twice"#
    );
    assert_eq!(
        error_of_a(r#"{ "at": {} }"#, ".a"),
        r#"the key "body" is missing"#
    );
    assert_eq!(
        error("{ \"bodies\": { \"a\": {},\n  \"a\": {} } }"),
        "q.json:2:8: bodies: the key \"a\" is given twice"
    );
    assert_eq!(
        error("{ \"queries\": [] }"),
        "q.json:1:1: the key \"bodies\" is missing"
    );
    assert_eq!(
        error("{ \"bodies\": {} }"),
        "q.json:1:1: the key \"queries\" is missing"
    );
    assert_eq!(
        error("{ \"bodies\": { \"odd name\": { \"ball\": {} } }, \"queries\": [] }"),
        "q.json:1:37: bodies[\"odd name\"].ball: the key \"radius\" is missing"
    );
    let unknown_format = error_with(r#""format": "osculate-queries/9""#);
    assert!(
        unknown_format
            .contains(r#"format: unknown format "osculate-queries/9"; known: osculate-queries/1"#)
    );
    let long = "x".repeat(10_000);
    assert!(error(&format!("{{ \"{long}\": 1 }}")).len() < 300);
}

#[test]
fn bodies() {
    assert_eq!(
        error_of_a(r#"{ "body": "bunny", "at": {} }"#, ".a.body"),
        r#"there is no body "bunny"; defined: "big one", "k""#
    );
    let none = format!(r#"{{ "bodies": {{}}, "queries": [ {{ "a": {REST}, "b": {REST} }} ] }}"#);
    assert!(error(&none).ends_with(r#"there is no body "k"; defined: none"#));
}

#[test]
fn motions() {
    const RULE: &str =
        r#"; a motion is either "from" and "to", or "at" with optional "linear" and "angular""#;
    for (keys, told) in [
        (r#""from": {}"#, r#""from" needs "to""#),
        (r#""to": {}"#, r#""to" needs "from""#),
        (
            r#""at": {}, "to": {}"#,
            r#""to" and "at" exclude each other"#,
        ),
        (
            r#""at": {}, "from": {}"#,
            r#""from" and "at" exclude each other"#,
        ),
        (
            r#""at": {}, "from": {}, "to": {}"#,
            r#""from" and "at" exclude each other"#,
        ),
        (
            r#""from": {}, "to": {}, "linear": [0, 0, 0]"#,
            r#""linear" goes with "at" only"#,
        ),
        (
            r#""from": {}, "to": {}, "angular": [0, 0, 0]"#,
            r#""angular" goes with "at" only"#,
        ),
        (r#""linear": [0, 0, 0]"#, r#"a velocity needs "at""#),
    ] {
        let a = format!(r#"{{ "body": "k", {keys} }}"#);
        assert_eq!(error_of_a(&a, ".a"), format!("{told}{RULE}"));
    }
    let nothing = error_of_a(r#"{ "body": "k" }"#, ".a");
    assert_eq!(nothing, format!("the motion is missing{RULE}"));
}

#[test]
fn numbers() {
    let at =
        |keys: &str, path: &str| error_of_a(&format!(r#"{{ "body": "k", "at": {keys} }}"#), path);
    assert_eq!(
        at(r#"{ "position": [0, 1e400, 0] }"#, ".a.at.position[1]"),
        "the number 1e400 is too large for an f64"
    );
    assert_eq!(
        at(r#"{ "position": [0, "1", 0] }"#, ".a.at.position[1]"),
        "must be a number, not a string"
    );
    assert_eq!(
        at(r#"{ "position": [0, null, 0] }"#, ".a.at.position[1]"),
        "must be a number, not null"
    );
    assert_eq!(
        at(r#"{ "position": [0, 0] }"#, ".a.at.position"),
        "must be an array of 3 numbers [x, y, z], not an array of 2"
    );
    assert_eq!(
        at(r#"{ "rotation": [0, 0, 1] }"#, ".a.at.rotation"),
        "must be a unit quaternion of 4 numbers [x, y, z, w], not an array of 3"
    );
    assert_eq!(
        at(r#"{ "position": true }"#, ".a.at.position"),
        "must be an array of 3 numbers [x, y, z], not the boolean true"
    );
    assert!(
        at(r#"{ "rotation": [1, 0, 0, 1] }"#, ".a.at")
            .starts_with("the rotation [1.0, 0.0, 0.0, 1.0] has the length 1.41")
    );
    assert!(
        at(r#"{ "position": [1e70, 0, 0] }"#, ".a.at")
            .starts_with("the position [1e70, 0.0, 0.0] must be")
    );
    assert!(
        at(r#"{}, "linear": [0, 1e61, 0]"#, ".a")
            .starts_with("the linear velocity [0.0, 1e61, 0.0] must be")
    );
    assert!(
        at(r#"{}, "angular": [0, 2e9, 0]"#, ".a")
            .starts_with("the angular velocity [0.0, 2000000000.0, 0.0] must be")
    );
}

#[test]
fn spans_limits_and_scales() {
    for (keys, told) in [
        (
            r#""span": [1, 0]"#,
            "span: a span must not end before it starts: [1, 0]",
        ),
        (
            r#""span": [0, 1e61]"#,
            "span: a span's end must be a finite number",
        ),
        (
            r#""span": 1"#,
            "span: must be an array of 2 times [start, end], not a number",
        ),
        (
            r#""tolerance": 0"#,
            "tolerance: a tolerance must be a length between 1e-60 and 1e60, not 0",
        ),
        (
            r#""tolerance": -1"#,
            "tolerance: a tolerance must be a length between 1e-60 and 1e60, not -1",
        ),
        (
            r#""tolerance": "1""#,
            "tolerance: must be a number, not a string",
        ),
        (
            r#""clearance": -1"#,
            "clearance: a clearance must be 0 or a length between 1e-60 and 1e60, not -1",
        ),
    ] {
        let text = error_with(keys);
        assert!(text.contains(told), "{text}");
        let of_query = error(&format!(
            r#"{{ {BODIES}, "queries": [ {{ "a": {REST}, "b": {REST}, {keys} }} ] }}"#
        ));
        assert!(
            of_query.contains(&format!("queries[0].{told}")),
            "{of_query}"
        );
    }
    for scale in ["0", "1e61", "1e-61"] {
        let text = format!(
            r#"{{ "bodies": {{ "k": {{ "mesh": "builtin:torus-knot?p=2&q=3&triangles=600", "scale": {scale} }} }}, "queries": [] }}"#
        );
        assert!(
            error(&text).contains("bodies.k.scale: a scale must be"),
            "{}",
            error(&text)
        );
    }
}

#[test]
fn meshes() {
    let text = error(r#"{ "bodies": { "k": { "mesh": "no.obj" } }, "queries": [] }"#);
    assert!(text.starts_with("q.json:1:30: bodies.k.mesh: "), "{text}");
    assert!(text.contains("/nowhere/no.obj"), "{text}");
    let text = error(r#"{ "bodies": { "k": { "mesh": 3 } }, "queries": [] }"#);
    assert_eq!(
        text,
        "q.json:1:30: bodies.k.mesh: must be a string, not a number"
    );
}
