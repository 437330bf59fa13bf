//! Strips of triangles.

use super::*;

/// Six vertices, and these lists of corners in the element `tristrips`.
fn strips(encoding: &'static str, lists: &[&[i32]]) -> Writer {
    let header = format!(
        "element vertex 6
property float x
property float y
property float z
element tristrips {}
property list int int vertex_indices
",
        lists.len()
    );
    let mut file = Writer::new(encoding, &header);
    for vertex in 0..6_u8 {
        let (x, y) = (f32::from(vertex / 2), f32::from(vertex % 2));
        file.f32(x).f32(y).f32(0.0).line();
    }
    for list in lists {
        file.i32(list.len() as i32);
        for &corner in *list {
            file.i32(corner);
        }
        file.line();
    }
    file
}

#[track_caller]
fn assert_triangles(lists: &[&[i32]], triangles: &[[u32; 3]]) {
    for encoding in ENCODINGS {
        let mesh = parse(&strips(encoding, lists).bytes()).unwrap();
        assert_eq!(mesh.triangles(), triangles, "{encoding}");
        assert_eq!(mesh.vertices().len(), 6);
    }
}

#[test]
fn a_file_written_by_hand_is_read() {
    let text = "ply
format ascii 1.0
element vertex 4
property float x
property float y
property float z
element tristrips 1
property list int int vertex_indices
end_header
0 0 0
1 0 0
0 1 0
1 1 0
9 0 1 2 3 -1 3 2 1 -1
";
    assert_eq!(
        parse(text.as_bytes()).unwrap().triangles(),
        [[0, 1, 2], [2, 1, 3], [3, 2, 1]]
    );
}

#[test]
fn every_other_triangle_is_turned_round() {
    let triangles = [[0, 1, 2], [2, 1, 3], [2, 3, 4], [4, 3, 5]];
    assert_triangles(&[&[0, 1, 2, 3, 4, 5]], &triangles);
    // So all have the same side: seen from below, for 0 1 2 are (0, 0), (0, 1), (1, 0).
    let mesh = parse(&strips("ascii", &[&[0, 1, 2, 3, 4, 5]]).bytes()).unwrap();
    for number in 0..4 {
        let [a, b, c] = mesh.triangle(number);
        assert_eq!((b - a).cross(c - a), -DVec3::Z);
    }
}

#[test]
fn minus_one_begins_a_strip_anew() {
    assert_triangles(
        &[&[0, 1, 2, 3, -1, 1, 2, 3, 4]],
        &[[0, 1, 2], [2, 1, 3], [1, 2, 3], [3, 2, 4]],
    );
    // At the end, as most files have it, at the beginning, and several.
    assert_triangles(
        &[&[-1, 0, 1, 2, -1, -1, 3, 4, 5, -1]],
        &[[0, 1, 2], [3, 4, 5]],
    );
    assert_triangles(&[&[0, 1, 2, -1], &[3, 4, 5]], &[[0, 1, 2], [3, 4, 5]]);
}

#[test]
fn triangles_without_area_are_kept_and_counted() {
    assert_triangles(
        &[&[0, 1, 2, 2, 3, 4]],
        &[[0, 1, 2], [2, 1, 2], [2, 2, 3], [3, 2, 4]],
    );
}

#[test]
fn strips_stand_beside_polygons_in_the_order_of_the_file() {
    for strips_first in [true, false] {
        let strips = "element tristrips 1\nproperty list uchar short vertex_index\n";
        let faces = "element face 1\nproperty list uchar short vertex_indices\n";
        let lists = if strips_first {
            format!("{strips}{faces}")
        } else {
            format!("{faces}{strips}")
        };
        for encoding in ENCODINGS {
            let header = "element vertex 4\nproperty uchar x\nproperty uchar y\nproperty uchar z\n";
            let mut file = Writer::new(encoding, &format!("{header}{lists}"));
            for vertex in 0..4 {
                file.u8(vertex).u8(0).u8(0).line();
            }
            for _ in 0..2 {
                file.u8(4).i16(0).i16(1).i16(2).i16(3).line();
            }
            let (strip, fan) = ([[0, 1, 2], [2, 1, 3]], [[0, 1, 2], [0, 2, 3]]);
            let expected = if strips_first {
                [strip, fan]
            } else {
                [fan, strip]
            };
            let mesh = parse(&file.bytes()).unwrap();
            assert_eq!(mesh.triangles(), expected.as_flattened(), "{encoding}");
        }
    }
}

/// The triangles of a list, each from its own three corners.
fn one_by_one(list: &[i32]) -> Vec<[u32; 3]> {
    let strips = list.split(|&corner| corner == -1);
    let triangle = |(number, corners): (usize, &[i32])| {
        let mut corners = [corners[0], corners[1], corners[2]].map(|corner| corner as u32);
        if number % 2 == 1 {
            corners.swap(0, 1);
        }
        corners
    };
    strips
        .flat_map(|strip| strip.windows(3).enumerate().map(triangle))
        .collect()
}

#[test]
fn random_strips_are_those_of_their_triangles_one_by_one() {
    let corners: Vec<u8> = (0..7).collect();
    let (mut read, mut refused) = (0, 0);
    for seed in 0..400 {
        let length = 3 + seed as usize % 20;
        let list: Vec<i32> = random_bytes(seed, length, &corners)
            .into_iter()
            .map(|corner| i32::from(corner) - 1)
            .collect();
        let short = |strip: &[i32]| matches!(strip.len(), 1 | 2);
        if list.split(|&corner| corner == -1).any(short) {
            let (_, text) = problem(strips("ascii", &[&list]).bytes());
            assert!(text.starts_with("a strip needs at least 3"), "{text}");
            refused += 1;
        } else if one_by_one(&list).is_empty() {
            let nothing = parse(&strips("ascii", &[&list]).bytes());
            assert_eq!(nothing, Err(Fault::Mesh(MeshError::NoTriangles)));
        } else {
            assert_triangles(&[&list], &one_by_one(&list));
            read += 1;
        }
    }
    assert!(read > 100 && refused > 100, "{read}, {refused}");
}

#[test]
fn mistakes_are_named_with_their_place() {
    let cases: [(&[i32], &str); 8] = [
        (&[], "a strip needs at least 3 corners, but here are 0"),
        (&[0, 1], "a strip needs at least 3 corners, but here are 2"),
        (
            &[0, 1, 2, -1, 3],
            "a strip needs at least 3 corners, but here are 1",
        ),
        (
            &[0, 1, -1, 2, 3, 4],
            "a strip needs at least 3 corners, but here are 2",
        ),
        (
            &[0, 1, 6],
            "a strip names vertex 6, counted from 0, but the file has 6 vertices",
        ),
        (
            &[0, 1, 2, -2],
            "a strip names vertex -2, counted from 0, but the file has 6 vertices",
        ),
        (
            &[0, 1, i32::MAX],
            "a strip names vertex 2147483647, counted from 0, but the file has 6 vertices",
        ),
        (
            &[i32::MIN, 1, 2],
            "a strip names vertex -2147483648, counted from 0, but the file has 6 vertices",
        ),
    ];
    for (list, message) in cases {
        let file = strips("ascii", &[list]);
        let header = file.header.lines().count();
        assert_eq!(
            problem(file.bytes()),
            (Place::Line(header + 7), message.to_owned())
        );
        for encoding in &ENCODINGS[1..] {
            let file = strips(encoding, &[list]);
            let (place, told) = problem(file.bytes());
            assert!(matches!(place, Place::Byte(_)), "{place}");
            assert_eq!(told, message);
        }
    }
}

#[test]
fn counts_that_do_not_match_are_named() {
    for encoding in ENCODINGS {
        let file = strips(encoding, &[&[0, 1, 2, 3]]);
        let (from, to) = ("tristrips 1", "tristrips 2");
        let header = file.header.replacen(from, to, 1);
        let (_, text) = problem([header.as_bytes(), &file.body].concat());
        assert!(text.contains("the file ends"), "{text}");
        assert!(text.contains("'tristrips'"), "{text}");
        let header = file.header.replacen(from, "tristrips 0", 1);
        let (_, text) = problem([header.as_bytes(), &file.body].concat());
        assert!(text.contains("the header announces"), "{text}");
        for end in file.header.len()..file.bytes().trim_ascii_end().len() {
            assert!(parse(&file.bytes()[..end]).is_err(), "{end}");
        }
    }
    let file = String::from_utf8(strips("ascii", &[&[0, 1, 2, 3]]).bytes()).unwrap();
    for (to, told) in [
        ("5 0 1 2 3", "the line ends before its last value"),
        ("3 0 1 2 3", "'3' follows where the line should end"),
        ("-4 0 1 2 3", "the list 'vertex_indices' has the length -4"),
    ] {
        assert_eq!(problem(file.replacen("4 0 1 2 3", to, 1)).1, told);
    }
}

#[test]
fn types_that_hold_no_corners_are_named() {
    let file = String::from_utf8(strips("ascii", &[&[0, 1, 2]]).bytes()).unwrap();
    let property = "property list int int vertex_indices";
    for (to, line, told) in [
        (
            "property list int float vertex_indices",
            9,
            "the corners of a strip must be of a type of whole numbers",
        ),
        (
            "property int vertex_indices",
            9,
            "the corners of a strip must be a list",
        ),
        (
            "property list float int vertex_indices",
            9,
            "the length of a list must be of a type of whole numbers",
        ),
        (
            "property list int int corners",
            8,
            "the element 'tristrips' has no property 'vertex_indices' or 'vertex_index'",
        ),
    ] {
        assert_eq!(
            problem(file.replacen(property, to, 1)),
            (Place::Line(line), told.to_owned())
        );
    }
    // Without a sign there is nothing that begins a strip anew.
    let unsigned = file.replacen("list int int", "list int uint", 1).replacen(
        "3 0 1 2",
        "4 0 1 2 4294967295",
        1,
    );
    assert_eq!(
        problem(unsigned).1,
        "a strip names vertex 4294967295, counted from 0, but the file has 6 vertices"
    );
}
