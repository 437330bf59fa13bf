//! Files as they should be, and others.

use super::*;

const START: &str = "0,1,0,1,1,1,1\n-1,1,-1,1,0,1,1\n1,1,-1,1,0,1,1\n0,1,1,1,0,1,1\n";
const END: &str = "0,1,0,1,-1,2,1\n-1,1,-1,1,0,1,1\n1,1,-1,1,0,1,1\n0,1,1,1,0,1,1\n";

fn query() -> String {
    format!("{START}{END}")
}

fn read(text: impl AsRef<[u8]>) -> Vec<Result<PrimitiveQuery, PrimitiveFileError>> {
    PrimitiveQueries::new(text.as_ref(), Path::new("q.csv"), PairKind::VertexFace).collect()
}

fn whole(text: impl AsRef<[u8]>) -> Vec<PrimitiveQuery> {
    read(text).into_iter().map(Result::unwrap).collect()
}

#[track_caller]
fn problem(text: impl AsRef<[u8]>) -> String {
    match read(text).pop() {
        Some(Err(error)) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn points_come_in_order() {
    let query = &whole(query())[0];
    let PrimitivePair::Linear(pair) = &query.pair else {
        panic!("{query:?}");
    };
    assert!(query.truth);
    assert_eq!(pair.kind(), PairKind::VertexFace);
    let starts: Vec<DVec3> = pair.points().iter().map(LinearPath::start).collect();
    let corners = [(-1.0, -1.0), (1.0, -1.0), (0.0, 1.0)].map(|(x, y)| DVec3::new(x, y, 0.0));
    assert_eq!(starts[0], DVec3::Z);
    assert_eq!(starts[1..], corners);
    assert_eq!(pair.points()[0].end(), -0.5 * DVec3::Z);
    assert_eq!(pair.points()[3].end(), DVec3::Y);
}

#[test]
fn every_kind_has_its_rows() {
    for kind in [
        PairKind::VertexVertex,
        PairKind::VertexEdge,
        PairKind::VertexFace,
        PairKind::EdgeEdge,
    ] {
        let rows = 2 * kind.points().iter().sum::<usize>();
        let text: String = (0..3 * rows)
            .map(|row| format!("{row},1,0,1,0,1,0\n"))
            .collect();
        let name = Path::new("q.csv");
        for (index, query) in PrimitiveQueries::new(text.as_bytes(), name, kind).enumerate() {
            let query = query.unwrap();
            let PrimitivePair::Linear(pair) = query.pair else {
                panic!("{query:?}");
            };
            assert_eq!(query.line, 1 + index * rows);
            assert_eq!((pair.kind(), pair.points().len()), (kind, rows / 2));
            for (point, path) in pair.points().iter().enumerate() {
                assert_eq!(path.start().x, (index * rows + point) as f64);
                assert_eq!(path.end().x - path.start().x, (rows / 2) as f64);
            }
        }
    }
}

#[test]
fn layout_does_not_matter() {
    let plain = whole(query());
    for text in [
        query().trim_end().to_owned(),
        query().replace('\n', "\r\n"),
        query().replace(',', " ,\t"),
        query() + "\n\n \r\n",
        format!("\u{feff}{}", query()),
        query().replace("-1,2,1", "-3,6,1"),
        query().replace("-1,2,1", "+7,-14,1"),
        query().replace("-1,2,1", "-00001,0002,1"),
    ] {
        assert_eq!(whole(&text), plain, "{text}");
    }
    let many = whole(query().repeat(5));
    assert_eq!(many.len(), 5);
    assert_eq!(
        many.iter().map(|query| query.line).collect::<Vec<_>>(),
        [1, 9, 17, 25, 33]
    );
}

#[test]
fn what_no_f64_holds_is_kept_as_rationals() {
    let digits = "7".repeat(2000);
    for third in [
        "1,3".to_owned(),
        format!("{digits},3"),
        format!("1,{digits}"),
    ] {
        let queries = whole(query().replace("-1,2,1", &format!("{third},1")) + &query());
        assert!(
            matches!(queries[0].pair, PrimitivePair::Rational(_)),
            "{third}"
        );
        assert!(matches!(queries[1].pair, PrimitivePair::Linear(_)));
    }
    let same = format!("{digits},{digits}");
    let queries = whole(query().replace("-1,2,1", &format!("{same},1")));
    assert!(matches!(queries[0].pair, PrimitivePair::Linear(_)));
}

#[test]
fn mistakes_are_named_with_their_line() {
    let second = |from: &str, to: &str| problem(query() + &query().replacen(from, to, 1));
    let cases = [
        ("-1,2,1", "-1,0,1", "line 13: the denominator of z is 0"),
        (
            "-1,2,1",
            "-1,2",
            "line 13: a row has the 7 columns xn,xd,yn,yd,zn,zd,truth, but here are 6",
        ),
        (
            "-1,2,1",
            "-1,2,1,",
            "line 13: a row has the 7 columns xn,xd,yn,yd,zn,zd,truth, but here are 8",
        ),
        (
            "-1,2,1",
            "-1,2,yes",
            "line 13: the truth is 'yes', not 0 or 1",
        ),
        (
            "-1,2,1",
            "-1,2,0",
            "line 13: the truth is 0, but 1 in line 9, where the query begins",
        ),
        (
            "-1,2,1",
            "0.5,2,1",
            "line 13: the numerator '0.5' of z is not a whole number",
        ),
        (
            "-1,2,1",
            "1_0,2,1",
            "line 13: the numerator '1_0' of z is not a whole number",
        ),
        (
            "-1,2,1",
            "-,2,1",
            "line 13: the numerator '-' of z is not a whole number",
        ),
        (
            "-1,1,-1,1,0,1,1",
            "-1,,-1,1,0,1,1",
            "line 10: the denominator '' of x is not a whole number",
        ),
        (
            "-1,1,-1,1,0,1,1",
            "-1,1,\u{e9},1,0,1,1",
            "line 10: the numerator 'é' of y is not a whole number",
        ),
        (
            "-1,1,-1,1,0,1,1\n",
            "",
            "line 15: the file ends after 7 of the 8 rows of the query that begins in line 9",
        ),
        (
            "-1,1,-1,1,0,1,1\n",
            "\n",
            "line 10: the line is empty, but rows follow",
        ),
    ];
    for (from, to, message) in cases {
        assert_eq!(second(from, to), format!("q.csv, {message}"));
    }
    assert_eq!(
        problem(format!("{START}\n\n")),
        "q.csv, line 4: the file ends after 4 of the 8 rows of the query that begins in line 1"
    );
    assert_eq!(
        problem(format!("{}\n{}", query(), query())),
        "q.csv, line 9: the line is empty, but rows follow"
    );
    for empty in ["", "\n", "\u{feff}\r\n\n"] {
        assert_eq!(problem(empty), "q.csv: the file has no queries");
    }
    let longest = PrimitiveQueries::<&[u8]>::LONGEST_LINE;
    assert_eq!(
        problem("1".repeat(longest + 1)),
        format!("q.csv, line 1: the line has more than {longest} bytes")
    );
}

#[test]
fn nothing_comes_after_an_error() {
    let results = read(query() + "x\n" + &query());
    assert_eq!(results.len(), 2);
    assert!(results[0].is_ok() && results[1].is_err());
}

#[test]
fn folders_tell_the_kind() {
    for (path, kind) in [
        ("a/edge-edge/x.csv", Some(PairKind::EdgeEdge)),
        ("vertex-face/b/x.csv", Some(PairKind::VertexFace)),
        ("vertex-face/edge-edge/x.csv", Some(PairKind::EdgeEdge)),
        ("edges/x.csv", None),
        ("edge-edge", None),
    ] {
        assert_eq!(kind_of(Path::new(path)), kind, "{path}");
    }
    let error = PrimitiveQueries::open(Path::new("no-such-folder/x.csv"), None, MaxSize::default())
        .unwrap_err();
    assert!(matches!(error, PrimitiveFileError::Unreadable { .. }));
}
