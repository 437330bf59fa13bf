use super::*;
use crate::npz::samples::{doubles, letters, npy, zipped};

fn robot() -> Coordinates {
    let joints = [("a", 1), ("b", 1), ("c", 1)].map(|(name, width)| (name.to_owned(), width));
    Coordinates::new(joints.into_iter(), vec![0.1, 0.2, 0.3])
}

fn all(edges: &Edges) -> Vec<[Vec<f64>; 2]> {
    (0..edges.len())
        .map(|index| edges.get(index).map(<[f64]>::to_vec))
        .collect()
}

fn json(text: &str) -> Result<Edges, String> {
    let parsed = FILE.parse(text, "e.json".as_ref(), |root| of_json(root, &robot()));
    parsed.map_err(|error| error.to_string())
}

fn csv(text: &str) -> Result<Edges, String> {
    let parsed = csv::parse(text.as_bytes(), &robot(), MaxSize::default());
    parsed.map_err(|fault| {
        fault
            .in_file("e.csv".as_ref(), MaxSize::default())
            .to_string()
    })
}

fn npz(bytes: &[u8]) -> Result<Edges, String> {
    let most = MaxSize::new(1 << 20);
    npy::parse_npz(bytes, &robot(), most)
        .map_err(|fault| fault.in_file("e.npz".as_ref(), most).to_string())
}

#[test]
fn one_edge_in_all_formats() {
    let expected = vec![[vec![1.0, 0.2, 2.0], vec![3.0, 0.2, 4.5]]];
    let given = json(r#"{"joints": ["c", "a"], "edges": [[[2, 1], [4.5, 3]]]}"#).unwrap();
    assert_eq!(all(&given), expected);
    for header in ["c,a", "c, a ,c, a", "\"c\",\"a\""] {
        assert_eq!(
            all(&csv(&format!("{header}\r\n2,1, 4.5 ,3\n\n")).unwrap()),
            expected,
            "{header}"
        );
    }
    let joints = (
        "joints.npy",
        npy("<U3", false, "(2,)", &letters(&["c", "a"], 3)),
    );
    let edges = (
        "edges.npy",
        npy("<f8", false, "(1, 2, 2)", &doubles(&[2.0, 1.0, 4.5, 3.0])),
    );
    assert_eq!(
        all(&npz(&zipped(&[joints.clone(), edges])).unwrap()),
        expected
    );
    let single = [2.0_f32, 1.0, 4.5, 3.0]
        .iter()
        .flat_map(|number| number.to_be_bytes())
        .collect::<Vec<_>>();
    let edges = ("motions.npy", npy(">f4", false, "(1, 2, 2)", &single));
    assert_eq!(all(&npz(&zipped(&[joints, edges])).unwrap()), expected);
}

#[test]
fn without_names_all_joints_come_in_order() {
    let edges = json(r#"{"edges": [[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]]}"#).unwrap();
    let numbers: Vec<f64> = (1..=12).map(f64::from).collect();
    assert_eq!(edges.numbers, numbers);
    let array = npy("<f8", false, "(2, 2, 3)", &doubles(&numbers));
    assert_eq!(
        npz(&zipped(&[("arr_0.npy", array.clone())])).unwrap(),
        edges
    );
    assert_eq!(
        npy::parse_npy(&array, &robot(), MaxSize::default()).unwrap(),
        edges
    );
    // The first index changes fastest.
    let turned = [1, 7, 4, 10, 2, 8, 5, 11, 3, 9, 6, 12].map(f64::from);
    let array = npy("<f8", true, "(2, 2, 3)", &doubles(&turned));
    assert_eq!(
        npy::parse_npy(&array, &robot(), MaxSize::default()).unwrap(),
        edges
    );
    let whole: Vec<u8> = (1..=12_i64).flat_map(i64::to_le_bytes).collect();
    let array = npy("<i8", false, "(2, 2, 3)", &whole);
    assert_eq!(
        npy::parse_npy(&array, &robot(), MaxSize::default()).unwrap(),
        edges
    );
}

#[test]
fn errors_say_where() {
    let told = [
        (
            json(r#"{"edges": [[[1, 2], [4, 5, 6]]]}"#),
            "e.json:1:13: edges[0][0]: a configuration has 3 numbers here, not 2",
        ),
        (
            json(r#"{"joints": ["d"], "edges": []}"#),
            "e.json:1:12: joints: there is no joint \"d\"; those that move are a, b, c",
        ),
        (
            json(r#"{"edges": [[[1, 2, 3]]]}"#),
            "e.json:1:12: edges[0]: must be an array of 2 configurations [from, to], not an array of 1",
        ),
        (
            json(r#"{"edges": [[[1, 2, 3], [1, 2, "x"]]]}"#),
            "e.json:1:31: edges[0][1][2]: must be a number, not a string",
        ),
        (
            csv("a,b\n1,2,3,4\n\n1,2,3\n"),
            "e.csv, line 4: an edge has 4 numbers, 2 a configuration, not 3",
        ),
        (
            csv("a,b\n1,2,nan,4\n"),
            "e.csv, line 2: field 3 (a): 'nan' is not a finite number",
        ),
        (
            csv("1,2\n1,2,3,4\n"),
            "e.csv, line 1: the header of joint names is missing: these are numbers",
        ),
        (
            csv(" \n"),
            "e.csv, line 1: the header of joint names is missing",
        ),
        (
            csv("a,x\n"),
            "e.csv, line 1: there is no joint \"x\"; those that move are a, b, c",
        ),
    ];
    for (found, expected) in told {
        assert_eq!(found.unwrap_err(), expected);
    }
}

#[test]
fn arrays_that_are_none() {
    let numbers = |count: usize| doubles(&vec![0.5; count]);
    let mut cut = npy("<f8", false, "(1, 2, 3)", &numbers(6));
    cut.truncate(9);
    let mut bad = numbers(6);
    bad[40..].copy_from_slice(&f64::NAN.to_le_bytes());
    let cases = [
        (
            npy("<f8", false, "(1, 3, 2)", &numbers(6)),
            "must have the shape (n, 2, joints), not (1, 3, 2)",
        ),
        (
            npy("<f8", false, "(1, 2, 2)", &numbers(4)),
            "a configuration has 3 numbers, not 2",
        ),
        (
            npy("<f8", false, "(2, 2, 3)", &numbers(6)),
            "another number of bytes than the 48",
        ),
        (
            npy("<f8", false, "(9223372036854775807, 2, 3)", &numbers(6)),
            "another number of bytes",
        ),
        (
            npy("<f8", false, "(1, 2, 3)", &bad),
            "[0, 1, 2] is NaN: it must be finite",
        ),
        (
            npy("<c16", false, "(1, 2, 3)", &[0; 96]),
            "elements of type \"<c16\"",
        ),
        (
            npy("|O", false, "(1, 2, 3)", &[]),
            "elements of type \"|O\"",
        ),
        (
            npy("<U2", false, "(1, 2, 3)", &[0; 48]),
            "its elements must be f8",
        ),
        (b"\x93NUMPY\x09\x00".to_vec(), "version 9"),
        (cut, "cut off"),
        (b"PK".to_vec(), "not an NPY file"),
    ];
    for (array, told) in cases {
        let error = npz(&zipped(&[("edges.npy", array)])).unwrap_err();
        assert!(error.starts_with("e.npz, array \"edges\": "), "{error}");
        assert!(error.contains(told), "{error}");
    }
    assert!(npz(b"no archive").unwrap_err().contains("not an NPZ file"));
    assert!(npz(&zipped(&[])).unwrap_err().contains("there is none"));
    let nothing = npy("<f8", false, "(1125899906842624, 2, 0)", &[]);
    let names = npy("<U1", false, "(0,)", &[]);
    let error = npz(&zipped(&[("edges.npy", nothing), ("joints.npy", names)])).unwrap_err();
    assert!(error.contains("must have a number"), "{error}");
    let large = npy("<f8", false, "(50000, 2, 3)", &numbers(300_000));
    let error = npz(&zipped(&[("edges.npy", large)])).unwrap_err();
    assert!(
        error.ends_with("is larger than the max size of 1 MiB"),
        "{error}"
    );
}

/// A file that names one of many joints, with a byte for each number, stands for much more than it is large.
#[test]
fn edges_take_no_more_memory_than_a_file_may() {
    let names = (0..1000).map(|joint| (format!("j{joint}"), 1));
    let many = Coordinates::new(names, vec![0.0; 1000]);
    let most = MaxSize::new(100_000);
    let joints = (
        "joints.npy",
        npy("<U2", false, "(1,)", &letters(&["j7"], 2)),
    );
    for (edges, fits) in [(6, true), (7, false), (10_000, false)] {
        let shape = format!("({edges}, 2, 1)");
        let array = npy("|u1", false, &shape, &vec![1; 2 * edges]);
        let bytes = zipped(&[joints.clone(), ("edges.npy", array)]);
        let lines = "1,1\n".repeat(edges);
        for parsed in [
            npy::parse_npz(&bytes, &many, most),
            csv::parse(format!("j7\n{lines}").as_bytes(), &many, most),
        ] {
            match parsed {
                Ok(parsed) => assert!(fits && parsed.len() == edges, "{edges}"),
                Err(fault) => {
                    let told = fault.in_file("e.npz".as_ref(), most).to_string();
                    assert!(!fits && told.contains("100000 bytes"), "{edges}: {told}");
                }
            }
        }
    }
}
