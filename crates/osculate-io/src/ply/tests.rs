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

mod mistakes;
mod strips;
