use super::*;
use crate::npz::samples::{Files, doubles, letters, npy, numbers, zipped};

fn read(arrays: &[(&str, Vec<u8>)]) -> Result<QueryFile, String> {
    let file = QueryFile::parse_npz(&zipped(arrays), "q.npz".as_ref(), MaxSize::new(1 << 20));
    file.map_err(|error| error.to_string())
}

fn bodies(words: &[&str]) -> (&'static str, Vec<u8>) {
    let (count, longest) = (words.len(), words.iter().map(|word| word.len()).max());
    let longest = longest.unwrap_or(1);
    let shape = format!("({count},)");
    let array = npy(
        &format!("<U{longest}"),
        false,
        &shape,
        &letters(words, longest),
    );
    ("bodies.npy", array)
}

const BALL: &str = r#"{"ball": {"radius": 1}}"#;
const KNOT: &str = "builtin:torus-knot?p=2&q=3&triangles=600";

#[test]
fn poses_are_columns_and_mean_what_json_says() {
    let poses = numbers(
        "start_a.npy",
        "(2, 7)",
        &[
            5.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 6.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0,
        ],
    );
    let file = read(&[
        bodies(&[BALL, KNOT]),
        poses,
        numbers("linear_a.npy", "(2, 3)", &[-4.0, 0.0, 0.0, -5.0, 0.0, 0.0]),
        numbers("angular_a.npy", "(3,)", &[0.0, 0.0, 3.0]),
        numbers("span.npy", "(2,)", &[0.0, 0.5]),
        numbers("tolerance.npy", "(2,)", &[1e-3, 1e-4]),
        numbers("clearance.npy", "()", &[0.25]),
    ]);
    let file = file.unwrap();
    let json = format!(
        r#"{{"bodies": {{"0": {BALL}, "1": {{"mesh": "{KNOT}"}}}}, "span": [0, 0.5], "clearance": 0.25, "queries": [
        {{"tolerance": 0.001, "a": {{"body": "0", "at": {{"position": [5, 0, 0]}}, "linear": [-4, 0, 0], "angular": [0, 0, 3]}},
          "b": {{"body": "1", "at": {{}}}}}},
        {{"tolerance": 0.0001, "a": {{"body": "0", "at": {{"position": [6, 0, 0], "rotation": [1, 0, 0, 0]}}, "linear": [-5, 0, 0],
          "angular": [0, 0, 3]}}, "b": {{"body": "1", "at": {{}}}}}}]}}"#
    );
    let same = QueryFile::parse(&json, "q".as_ref(), "".as_ref(), MaxSize::default()).unwrap();
    assert_eq!(file.queries, same.queries);
    assert_eq!((file.bodies, file.shapes), (same.bodies, same.shapes));
}

#[test]
fn matrices_of_either_order_are_poses_from_start_to_end() {
    let eye = |x: f64| {
        let mut rows = [0.0; 16];
        for place in [0, 5, 10, 15] {
            rows[place] = 1.0;
        }
        rows[3] = x;
        rows
    };
    let (start, end) = ([eye(1.0), eye(2.0)].concat(), [eye(3.0), eye(5.0)].concat());
    // Fortran's order has the first index change fastest.
    let turned: Vec<f64> = (0..16)
        .map(|place| (place % 4) * 4 + place / 4)
        .flat_map(|place| [end[place], end[16 + place]])
        .collect();
    let one_body = npy("|u1", false, "()", &[0]);
    let file = read(&[
        bodies(&[BALL]),
        numbers("start_a.npy", "(2, 4, 4)", &start),
        (
            "end_a.npy",
            npy("<f8", true, "(2, 4, 4)", &doubles(&turned)),
        ),
        ("b.npy", one_body),
    ]);
    let file = file.unwrap();
    let way = |row: usize| file.queries[row].a.motion.linear(0.0).x;
    assert!((way(0) - 2.0).abs() < 1e-12 && (way(1) - 3.0).abs() < 1e-12);
    assert_eq!((file.queries.len(), file.queries[1].b.body), (2, 0));
}

fn refused(cases: Vec<(Files, &str)>) {
    for (arrays, told) in cases {
        let error = read(&arrays).unwrap_err();
        assert!(
            error.starts_with("q.npz") && error.contains(told),
            "{error}\n{told}"
        );
    }
}

const POSE: [f64; 7] = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];

fn balls() -> (&'static str, Vec<u8>) {
    bodies(&[BALL, BALL])
}

#[test]
fn wrong_shapes_and_types_name_the_array() {
    let long = [POSE; 3].concat();
    let start = numbers("start_a.npy", "(1, 7)", &POSE);
    let end = || numbers("end_a.npy", "(1, 7)", &POSE);
    let both = vec![
        balls(),
        start,
        end(),
        numbers("linear_a.npy", "(3,)", &[0.0; 3]),
    ];
    let rows = vec![
        balls(),
        numbers("start_a.npy", "(3, 7)", &long),
        numbers("linear_a.npy", "(2, 3)", &[0.0; 6]),
    ];
    let clearance = |descr: &str, shape: &str, data: &[u8]| {
        vec![balls(), ("clearance.npy", npy(descr, false, shape, data))]
    };
    refused(vec![
        (vec![], "array \"bodies\": there is none"),
        (
            vec![balls(), numbers("speed.npy", "()", &[0.0])],
            "array \"speed\": it is not known; there may be bodies, a, b",
        ),
        (
            vec![balls(), numbers("start_a.npy", "(1, 6)", &[0.0; 6])],
            "array \"start_a\": the shape must be (n, 7), (n, 4, 4), and is (1, 6)",
        ),
        (
            vec![balls(), numbers("start_a.npy", "(7, 1)", &POSE)],
            "array \"start_a\": the shape must be (n, 7), (n, 4, 4), and is (7, 1)",
        ),
        (
            vec![balls(), end()],
            "array \"end_a\": it goes with \"start_a\"",
        ),
        (both, "array \"linear_a\": it does not go with \"end_a\""),
        (
            rows,
            "array \"linear_a\": there are 2 rows, and 3 of \"start_a\"",
        ),
        (
            clearance("<c16", "()", &[0; 16]),
            "array \"clearance\": elements of type \"<c16\"",
        ),
        (
            clearance("<U1", "()", &[0; 4]),
            "array \"clearance\": its elements must be f8",
        ),
        (
            clearance("<f8", "(9,)", &[0; 8]),
            "array \"clearance\": its shape asks for another number of bytes",
        ),
    ]);
}

#[test]
fn wrong_numbers_name_the_row_and_wrong_bodies_too() {
    let one = |name, shape: &str, given: &[f64]| vec![balls(), numbers(name, shape, given)];
    let endless = ("bodies.npy", npy("<U0", false, "(1125899906842624,)", &[]));
    refused(vec![
        (
            one("start_a.npy", "(1, 7)", &[0.0; 7]),
            "array \"start_a\": row 0: the rotation",
        ),
        (
            one("start_a.npy", "(1, 7)", &[f64::NAN; 7]),
            "array \"start_a\": row 0: ",
        ),
        (
            one("linear_b.npy", "(1, 3)", &[0.0, f64::INFINITY, 0.0]),
            "array \"linear_b\": row 0: ",
        ),
        (
            one("a.npy", "()", &[2.0]),
            "array \"a\": row 0: 2 is no row of the 2 bodies",
        ),
        (
            one("b.npy", "(2,)", &[0.0, 0.5]),
            "array \"b\": row 1: 0.5 is no row of the 2 bodies",
        ),
        (
            one("span.npy", "(2,)", &[1.0, 0.0]),
            "array \"span\": row 0: ",
        ),
        (
            one("tolerance.npy", "(1,)", &[-1.0]),
            "array \"tolerance\": row 0: ",
        ),
        (
            vec![bodies(&["{\"ball\": {}}"])],
            "array \"bodies\", row 0:1:",
        ),
        (
            vec![bodies(&[BALL, "no-such-file.obj"])],
            "array \"bodies\", row 1",
        ),
        (
            vec![numbers("bodies.npy", "(1,)", &[0.0])],
            "array \"bodies\": it must be a list of names",
        ),
        (
            vec![endless],
            "array \"bodies\": it must be a list of names",
        ),
    ]);
    let error = QueryFile::parse_npz(b"PK", "q.npz".as_ref(), MaxSize::default()).unwrap_err();
    assert!(error.to_string().contains("not an NPZ file"), "{error}");
}

#[test]
fn what_unpacks_to_more_than_it_may_is_refused() {
    let told = "it is or unpacks to more than the max size of 1 MiB";
    // Each array is small enough, but not all of them together.
    let column = |name| (name, npy("<f8", false, "(9000, 7)", &vec![0; 8 * 7 * 9000]));
    let error = read(&[
        bodies(&[BALL]),
        column("start_a.npy"),
        column("start_b.npy"),
        column("end_a.npy"),
    ])
    .unwrap_err();
    assert!(error.contains(told), "{error}");
    // Rows of a byte, of which a query is made each.
    let rows = ("a.npy", npy("|u1", false, "(900000,)", &vec![0; 900_000]));
    let error = read(&[bodies(&[BALL]), rows]).unwrap_err();
    assert!(error.contains(told), "{error}");
}

#[test]
fn nothing_breaks_on_broken_files() {
    let whole = zipped(&[bodies(&[BALL]), numbers("start_a.npy", "(1, 7)", &POSE)]);
    for place in 0..whole.len() {
        let parse = |bytes: &[u8]| {
            // Whatever it says, it says it.
            let _ = QueryFile::parse_npz(bytes, "q.npz".as_ref(), MaxSize::new(1 << 20));
        };
        parse(&whole[..place]);
        for bits in [0xff, 0x01, 0x80] {
            let mut changed = whole.clone();
            changed[place] ^= bits;
            parse(&changed);
        }
    }
}
