//! Whole files and broken ones, in all encodings.

use super::*;
use crate::mesh_file::Place;
use crate::mesh_file::tests::random_bytes;
use osculate::mesh::MeshError;

const ENCODINGS: [&str; 3] = ["ascii", "binary_little_endian", "binary_big_endian"];

/// A file that is written in any encoding.
#[derive(Default)]
struct Writer {
    encoding: &'static str,
    header: String,
    body: Vec<u8>,
}

impl Writer {
    fn new(encoding: &'static str, header: &str) -> Writer {
        let header = format!("ply\nformat {encoding} 1.0\ncomment made here\n{header}end_header\n");
        Writer {
            encoding,
            header,
            body: Vec::new(),
        }
    }

    fn put(&mut self, text: String, little: &[u8]) -> &mut Writer {
        match self.encoding {
            "ascii" => self.body.extend(format!("{text} ").bytes()),
            "binary_little_endian" => self.body.extend(little),
            _ => self.body.extend(little.iter().rev()),
        }
        self
    }

    fn u8(&mut self, value: u8) -> &mut Writer {
        self.put(value.to_string(), &value.to_le_bytes())
    }

    fn i16(&mut self, value: i16) -> &mut Writer {
        self.put(value.to_string(), &value.to_le_bytes())
    }

    fn i32(&mut self, value: i32) -> &mut Writer {
        self.put(value.to_string(), &value.to_le_bytes())
    }

    fn f32(&mut self, value: f32) -> &mut Writer {
        self.put(value.to_string(), &value.to_le_bytes())
    }

    fn f64(&mut self, value: f64) -> &mut Writer {
        self.put(value.to_string(), &value.to_le_bytes())
    }

    /// Ends an element.
    fn line(&mut self) {
        if self.encoding == "ascii" {
            self.body.push(b'\n');
        }
    }

    fn bytes(&self) -> Vec<u8> {
        [self.header.as_bytes(), &self.body].concat()
    }
}

/// A quadrilateral and a triangle, with much around them that is passed over.
fn decorated(encoding: &'static str) -> Writer {
    let header = "element camera 1
property list uchar double view
property short angle
element vertex 5
property float nx
property double x
property float y
property short z
property list int uchar colours
obj_info nothing
element face 2
property uchar flags
property list uchar int vertex_indices
property list short float weights
element empty 18446744073709551615
";
    let mut file = Writer::new(encoding, header);
    file.u8(2).f64(0.25).f64(f64::MAX).i16(-7).line();
    for (x, y, z) in [
        (0.1, 0.1, 0),
        (1.0, 0.0, -3),
        (1.0, 1.0, 300),
        (0.0, 1.0, 0),
        (-1e-300, 3.5e37, 1),
    ] {
        file.f32(f32::NAN).f64(x).f32(y).i16(z);
        file.i32(2).u8(1).u8(255).line();
    }
    file.u8(0).u8(4).i32(0).i32(1).i32(2).i32(3);
    file.i16(1).f32(0.5).line();
    file.u8(9).u8(3).i32(4).i32(4).i32(1);
    file.i16(0).line();
    file
}

fn triangle(encoding: &'static str) -> Writer {
    let header = "element vertex 3
property float x
property float y
property float z
element face 1
property list char int vertex_index
";
    let mut file = Writer::new(encoding, header);
    for place in 0..9 {
        file.f32([0.0, 1.0, 0.5][place % 3]);
        if place % 3 == 2 {
            file.line();
        }
    }
    file.u8(3).i32(0).i32(1).i32(2).line();
    file
}

fn problem(bytes: impl AsRef<[u8]>) -> (Place, String) {
    match parse(bytes.as_ref()) {
        Err(Fault::Malformed { place, problem }) => (place, problem),
        other => panic!("{other:?}"),
    }
}

#[test]
fn all_encodings_give_the_same_mesh() {
    for encoding in ENCODINGS {
        let mesh = parse(&decorated(encoding).bytes()).unwrap();
        assert_eq!(mesh.triangles(), [[0, 1, 2], [0, 2, 3], [4, 4, 1]]);
        assert_eq!(
            mesh.vertices()[0],
            DVec3::new(0.1, f64::from(0.1_f32), 0.0),
            "{encoding}"
        );
        assert_eq!(mesh.vertices()[1].z, -3.0);
        assert_eq!(
            mesh.vertices()[4],
            DVec3::new(-1e-300, f64::from(3.5e37_f32), 1.0)
        );
        assert_eq!(
            mesh,
            parse(&decorated(ENCODINGS[0]).bytes()).unwrap(),
            "{encoding}"
        );
    }
}

#[test]
fn every_integer_type_is_read() {
    type Bytes = (&'static str, fn(i64) -> Vec<u8>);
    let types: [Bytes; 6] = [
        ("int8", |value| (value as i8).to_be_bytes().to_vec()),
        ("uint8", |value| (value as u8).to_be_bytes().to_vec()),
        ("int16", |value| (value as i16).to_be_bytes().to_vec()),
        ("uint16", |value| (value as u16).to_be_bytes().to_vec()),
        ("int32", |value| (value as i32).to_be_bytes().to_vec()),
        ("uint32", |value| (value as u32).to_be_bytes().to_vec()),
    ];
    for (name, write) in types {
        let mut bytes = format!(
            "ply\nformat binary_big_endian 1.0\nelement face 1\nproperty list {name} {name} vertex_index\n\
             element vertex 3\nproperty {name} z\nproperty {name} y\nproperty {name} x\nend_header\n"
        )
        .into_bytes();
        let low = if name.starts_with('u') { 5 } else { -5 };
        for value in [3, 2, 0, 1, 1, 2, 3, 0, 0, 0, low, 100, 7] {
            bytes.extend(write(value));
        }
        let mesh = parse(&bytes).unwrap();
        assert_eq!(mesh.triangles(), [[2, 0, 1]], "{name}");
        assert_eq!(mesh.vertices()[0], DVec3::new(3.0, 2.0, 1.0));
        assert_eq!(mesh.vertices()[2], DVec3::new(7.0, 100.0, low as f64));
    }
}

#[test]
fn lines_end_in_three_ways() {
    for encoding in ENCODINGS {
        let file = triangle(encoding);
        let mesh = parse(&file.bytes()).unwrap();
        for end in ["\r\n", "\r"] {
            let header = file.header.replace('\n', end).into_bytes();
            let body = match encoding {
                "ascii" => String::from_utf8(file.body.clone())
                    .unwrap()
                    .replace('\n', end)
                    .into_bytes(),
                _ => file.body.clone(),
            };
            assert_eq!(parse(&[header, body].concat()), Ok(mesh.clone()));
        }
        // The first byte of the body may look like the end of a line.
        let mut body = file.body.clone();
        if encoding != "ascii" {
            body[0] = b'\n';
            for end in ["\n", "\r\n", "\r"] {
                let header = file.header.replace('\n', end).into_bytes();
                assert!(parse(&[header, body.clone()].concat()).is_ok());
            }
        }
        let marked = [b"\xef\xbb\xbf", file.bytes().as_slice(), b"\n\r\n"].concat();
        assert_eq!(parse(&marked), Ok(mesh));
    }
}

#[test]
fn mistakes_in_the_header_are_named_with_their_line() {
    let whole = String::from_utf8(triangle("ascii").bytes()).unwrap();
    let cases = [
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
    for (from, to, line, message) in cases {
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

#[test]
fn mistakes_in_text_are_named_with_their_line() {
    let whole = String::from_utf8(triangle("ascii").bytes()).unwrap();
    let cases = [
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
    for (from, to, line, message) in cases {
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

#[test]
fn counts_and_lengths_that_lie_take_no_memory_and_no_time() {
    for encoding in ENCODINGS {
        let file = triangle(encoding);
        let most = u64::MAX.to_string();
        for (from, to) in [
            ("vertex 3", format!("vertex {most}")),
            ("face 1", format!("face {most}")),
        ] {
            let header = file.header.replacen(from, &to, 1);
            assert!(parse(&[header.as_bytes(), &file.body].concat()).is_err());
        }
        // A list that is passed over.
        let header = "element other 1\nproperty list uint double values\nelement vertex 0\n\
                      property float x\nproperty float y\nproperty float z\n";
        let mut other = Writer::new(encoding, header);
        other.put(u32::MAX.to_string(), &u32::MAX.to_le_bytes());
        other.line();
        let (_, text) = problem(other.bytes());
        assert!(text.contains("ends"), "{text}");
    }
}

#[test]
fn every_prefix_is_an_error() {
    for encoding in ENCODINGS {
        for file in [triangle(encoding), decorated(encoding)] {
            let bytes = file.bytes();
            let whole = bytes.trim_ascii_end().len();
            let end = if encoding == "ascii" {
                whole
            } else {
                bytes.len()
            };
            for end in 0..end {
                assert!(parse(&bytes[..end]).is_err(), "{encoding}, {end}");
            }
        }
    }
}

#[test]
fn random_bytes_load_or_fail() {
    let every_byte: Vec<u8> = (0..=255).collect();
    for seed in 0..400 {
        assert!(parse(&random_bytes(seed, 700, &every_byte)).is_err());
        let mut text = b"ply\n".to_vec();
        text.extend(random_bytes(
            seed,
            300,
            b"element vertex property list 123\n",
        ));
        assert!(parse(&text).is_err());
        for encoding in ENCODINGS {
            let file = decorated(encoding);
            let mut bytes = file.bytes();
            let place = seed as usize * 7 % bytes.len();
            bytes.splice(place..place + 1, random_bytes(seed, 2, &every_byte));
            let _ = parse(&bytes);
            let mut bytes = file.bytes();
            let noise = random_bytes(seed, file.body.len(), &every_byte);
            bytes[file.header.len()..].copy_from_slice(&noise);
            let _ = parse(&bytes);
        }
    }
}

mod strips;
