use super::*;
use crate::npy::Array;
use crate::npz::Npz;
use crate::npz::samples::{Files, letters, npy, numbers, zipped};

/// A vertex that falls through a face, and one that stays above it.
const START: [f64; 24] = [
    0.2, 0.2, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, //
    0.2, 0.2, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0,
];

fn end() -> [f64; 24] {
    let mut end = START;
    end[2] = -1.0;
    end
}

fn word(word: &str) -> (&'static str, Vec<u8>) {
    ("kind.npy", npy("<U2", false, "()", &letters(&[word], 2)))
}

fn read(arrays: &[(&str, Vec<u8>)], kind: Option<PairKind>) -> Result<PrimitiveArrays, String> {
    let most = MaxSize::new(1 << 20);
    let arrays = PrimitiveArrays::parse(&zipped(arrays), "p.npz".as_ref(), kind, most);
    arrays.map_err(|error| error.to_string())
}

#[test]
fn corners_are_queries_and_answers_are_columns() {
    let corners = [
        numbers("start.npy", "(2, 4, 3)", &START),
        numbers("end.npy", "(2, 4, 3)", &end()),
    ];
    let truth = ("truth.npy", npy("|b1", false, "(2,)", &[1, 0]));
    let [start, end] = corners;
    let found = read(&[start.clone(), end.clone(), word("vf"), truth], None).unwrap();
    assert_eq!(found.truth, Some(vec![true, false]));
    assert_eq!(
        read(&[start, end], Some(PairKind::VertexFace))
            .unwrap()
            .pairs,
        found.pairs
    );
    let mut answers = PrimitiveAnswerArrays::default();
    for pair in &found.pairs {
        answers.push(&pair.first_contact());
    }
    assert_eq!((answers.len(), answers.is_empty()), (2, false));
    let file = answers.to_npz().unwrap();
    let mut file = Npz::open(&file, MaxSize::default()).unwrap();
    assert_eq!(
        file.names(),
        ["hit", "lower", "upper", "weights", "point", "normal"]
    );
    let mut column = |name: &str| {
        let bytes = file.unpack(name).unwrap().unwrap();
        let array = Array::parse(&bytes).unwrap();
        (array.shape(), array.in_order().unwrap())
    };
    assert_eq!(column("hit"), ("(2,)".to_owned(), vec![1.0, 0.0]));
    assert_eq!(column("upper").1[1], f64::INFINITY);
    let (shape, normals) = column("normal");
    assert_eq!(
        (shape.as_str(), &normals[..3]),
        ("(2, 3)", &[0.0, 0.0, 1.0][..])
    );
    assert!((column("lower").1[0] - 0.5).abs() < 1e-12 && normals[3].is_nan());
}

#[test]
fn what_is_wrong_names_the_array() {
    let start = || numbers("start.npy", "(2, 4, 3)", &START);
    let mut nan = START;
    nan[15] = f64::NAN;
    let cases: Vec<(Files, &str)> = vec![
        (vec![start(), start()], "array \"kind\": there is none"),
        (
            vec![word("xy")],
            "array \"kind\": \"xy\" is neither vf nor ee",
        ),
        (vec![word("vf")], "array \"start\": there is none"),
        (vec![word("vf"), start()], "array \"end\": there is none"),
        (
            vec![word("vf"), numbers("start.npy", "(2, 3, 4)", &START)],
            "array \"start\": the shape must be (n, 4, 3), and is (2, 3, 4)",
        ),
        (
            vec![word("ee"), numbers("start.npy", "(2, 4, 3)", &nan)],
            "array \"start\": row 1: NaN is no coordinate",
        ),
        (
            vec![
                word("vf"),
                start(),
                numbers("end.npy", "(1, 4, 3)", &START[..12]),
            ],
            "array \"end\": there are 1 rows, and 2 of \"start\"",
        ),
        (
            vec![
                word("vf"),
                start(),
                numbers("end.npy", "(2, 4, 3)", &START),
                numbers("truth.npy", "(1,)", &[0.0]),
            ],
            "array \"truth\": the shape must be (2,), and is (1,)",
        ),
        (
            vec![
                word("vf"),
                start(),
                numbers("end.npy", "(2, 4, 3)", &START),
                numbers("truth.npy", "(2,)", &[0.0, 2.0]),
            ],
            "array \"truth\": row 1: 2 is no truth",
        ),
        (
            vec![
                word("vf"),
                start(),
                numbers("ends.npy", "(2, 4, 3)", &START),
            ],
            "array \"ends\": it is not known; there may be start, end, kind, truth",
        ),
    ];
    for (mut arrays, told) in cases {
        if told.contains("kind\": there is none") {
            arrays.pop();
        }
        let error = read(&arrays, None).unwrap_err();
        assert!(
            error.starts_with("p.npz") && error.contains(told),
            "{error}\n{told}"
        );
    }
}
