//! Mistakes are named with their place.

use super::*;

/// What is put in the place of what, and the line and the sentence of the mistake.
const IN_HEADERS: &[(&str, &str, usize, &str)] = &[
    ("ply\n", "plx\n", 1, "a PLY file begins with a line 'ply'"),
    (
        "ascii",
        "binary",
        2,
        "the format 'binary' is none of 'ascii', 'binary_little_endian' and 'binary_big_endian'",
    ),
    (
        "ascii 1.0",
        "ascii 2.0",
        2,
        "the version '2.0' is not '1.0'",
    ),
    (
        "ascii 1.0",
        "ascii",
        2,
        "'format' needs an encoding and a version, but here are 1 words",
    ),
    (
        "comment made",
        "format ascii 1.0\ncomment",
        3,
        "the format is given a second time",
    ),
    (
        "format ascii 1.0\n",
        "",
        9,
        "the header ends here without a 'format'",
    ),
    (
        "comment made here",
        "remark",
        3,
        "'remark' stands where 'format', 'comment', 'element', 'property' or 'end_header' should",
    ),
    (
        "vertex 3",
        "vertex",
        4,
        "'element' needs a name and a number, but here are 1 words",
    ),
    (
        "vertex 3",
        "vertex -3",
        4,
        "'-3' is not a number of elements",
    ),
    (
        "vertex 3",
        "vertex 18446744073709551616",
        4,
        "'18446744073709551616' is not a number of elements",
    ),
    (
        "element face",
        "element vertex",
        8,
        "the element 'vertex' is given a second time",
    ),
    (
        "element vertex 3\n",
        "",
        4,
        "a property stands before any element",
    ),
    (
        "element vertex",
        "element vertices",
        10,
        "the header ends here without an element 'vertex'",
    ),
    ("float z", "half z", 7, "'half' is not a type of numbers"),
    (
        "float z",
        "float",
        7,
        "a property needs a type and a name, but here are 1 words",
    ),
    (
        "float z",
        "float y",
        7,
        "the property 'y' of 'vertex' is given a second time",
    ),
    (
        "float z",
        "float w",
        4,
        "the element 'vertex' has no property 'z'",
    ),
    (
        "float z",
        "list uchar float z",
        7,
        "the property 'z' of a vertex is a list, not a number",
    ),
    (
        "char int vertex_index",
        "float int vertex_index",
        9,
        "the length of a list must be of a type of whole numbers",
    ),
    (
        "char int vertex_index",
        "char float vertex_index",
        9,
        "the corners of a face must be of a type of whole numbers",
    ),
    (
        "list char int vertex_index",
        "list char int",
        9,
        "a list needs 2 types and a name, but here are 2 words",
    ),
    (
        "list char int vertex_index",
        "int vertex_index",
        9,
        "the corners of a face must be a list",
    ),
    (
        "vertex_index",
        "corners",
        8,
        "the element 'face' has no property 'vertex_indices' or 'vertex_index'",
    ),
    (
        "end_header\n",
        "end_header now\n",
        10,
        "'end_header' needs nothing else on its line, but here are 1 words",
    ),
];

#[test]
fn mistakes_in_the_header_are_named_with_their_line() {
    let whole = String::from_utf8(triangle("ascii").bytes()).unwrap();
    for &(from, to, line, message) in IN_HEADERS {
        assert_eq!(
            problem(whole.replacen(from, to, 1)),
            (Place::Line(line), message.to_owned())
        );
    }
    let (header, _) = whole.split_once("end_header").unwrap();
    assert_eq!(
        problem(header),
        (
            Place::Line(9),
            "the file ends after this line, without an 'end_header'".to_owned()
        )
    );
    assert_eq!(problem("").0, Place::Line(1));
    let points = whole.split_once("element face").unwrap().0.to_owned()
        + "end_header\n0 0 0\n0 0 0\n0 0 0\n";
    assert_eq!(
        parse(points.as_bytes()),
        Err(Fault::Mesh(MeshError::NoTriangles))
    );
    let many: String = (0..2000).map(|n| format!("element e{n} 0\n")).collect();
    assert_eq!(
        problem(format!("ply\n{many}")),
        (
            Place::Line(1002),
            "the file has more than 1000 elements".to_owned()
        )
    );
}

/// The same for what follows the header.
const IN_TEXT: &[(&str, &str, usize, &str)] = &[
    (
        "3 0 1 2",
        "3 0 1",
        14,
        "the line ends before its last value",
    ),
    (
        "3 0 1 2",
        "3 0 1 2 2",
        14,
        "'2' follows where the line should end",
    ),
    (
        "3 0 1 2",
        "2 0 1",
        14,
        "a face needs at least 3 corners, but here are 2",
    ),
    (
        "3 0 1 2",
        "-1 0 1",
        14,
        "the list 'vertex_index' has the length -1",
    ),
    (
        "3 0 1 2",
        "128 0 1",
        14,
        "'128' is not a whole number from -128 to 127",
    ),
    (
        "3 0 1 2",
        "3 0 1 3",
        14,
        "a face names vertex 3, counted from 0, but the file has 3 vertices",
    ),
    (
        "3 0 1 2",
        "3 0 -1 2",
        14,
        "a face names vertex -1, counted from 0, but the file has 3 vertices",
    ),
    (
        "3 0 1 2",
        "3 0 1.5 2",
        14,
        "'1.5' is not a whole number from -2147483648 to 2147483647",
    ),
    (
        "3 0 1 2",
        "3 0 1 2\n\n3 0 1 2",
        16,
        "this line follows all that the header announces",
    ),
    (
        "face 1",
        "face 2",
        14,
        "the file ends after this line, but line 8 announces 2 of 'face', and here are 1",
    ),
    (
        "vertex 3",
        "vertex 4",
        14,
        "'2' follows where the line should end",
    ),
    (
        "0 1 0.5",
        "0 nan 0.5",
        11,
        "the coordinate 'nan' is not a finite number",
    ),
    (
        "0 1 0.5",
        "0 1e999 0.5",
        11,
        "the coordinate '1e999' is not a finite number",
    ),
    (
        "0 1 0.5",
        "0 1e39 0.5",
        11,
        "the coordinate '1e39' is larger than a float can be",
    ),
    ("0 1 0.5", "0 one 0.5", 11, "'one' is not a number"),
];

#[test]
fn mistakes_in_text_are_named_with_their_line() {
    let whole = String::from_utf8(triangle("ascii").bytes()).unwrap();
    for &(from, to, line, message) in IN_TEXT {
        let (place, text) = problem(whole.replacen(from, to, 1));
        assert_eq!((place, text.as_str()), (Place::Line(line), message));
    }
}

#[test]
fn mistakes_in_binary_files_are_named_with_their_byte() {
    for encoding in &ENCODINGS[1..] {
        let file = triangle(encoding);
        let (start, whole) = (file.header.len(), file.bytes());
        let changed = |place: usize, value: &[u8]| {
            let mut bytes = whole.clone();
            bytes[start + place..][..value.len()].copy_from_slice(value);
            problem(bytes)
        };
        for value in [f32::NAN, f32::INFINITY] {
            let bytes = match *encoding {
                "binary_little_endian" => value.to_le_bytes(),
                _ => value.to_be_bytes(),
            };
            let text = format!(
                "number 1 of 'vertex' has the coordinate {value}, which is not a finite number"
            );
            assert_eq!(changed(20, &bytes), (Place::Byte(start + 20), text));
        }
        assert_eq!(
            changed(36, &[0xff]),
            (
                Place::Byte(start + 36),
                "the list 'vertex_index' has the length -1".to_owned()
            )
        );
        assert_eq!(
            changed(36, &[2]),
            (
                Place::Byte(start + 36),
                "a face needs at least 3 corners, but here are 2".to_owned()
            )
        );
        assert_eq!(
            changed(36, &[127]),
            (
                Place::Byte(start + 49),
                "the file ends here, inside number 0 of 'face' announced on line 8".to_owned()
            )
        );
        let (place, text) = changed(41, &[7; 4]);
        assert_eq!(place, Place::Byte(start + 41));
        assert_eq!(
            text,
            "a face names vertex 117901063, counted from 0, but the file has 3 vertices"
        );
        let longer = [whole.as_slice(), &[0; 5]].concat();
        assert_eq!(
            problem(longer),
            (
                Place::Byte(start + 49),
                "all that the header announces ends here, but 5 more bytes follow".to_owned()
            )
        );
    }
}
