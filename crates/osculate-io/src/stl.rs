//! STL, ASCII and binary.
//!
//! A file is binary if its size is what the count at byte 80 asks for, or if it does not begin with `solid`, or if there
//! is a zero byte near its start: many binary files begin with `solid` too.

use crate::mesh_file::{Fault, Place};
use crate::text::{Lines, coordinate, shown, words};
use glam::DVec3;
use osculate::TriMesh;

/// Length of the free text and the count that a binary file begins with.
const HEADER: usize = 84;
/// Length of a triangle in a binary file: normal, three corners, two spare bytes.
const RECORD: usize = 50;

/// The mesh in an STL file.
pub(crate) fn parse(bytes: &[u8]) -> Result<TriMesh, Fault> {
    let text = bytes
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(bytes)
        .trim_ascii_start();
    let says_solid = text
        .get(..5)
        .is_some_and(|word| word.eq_ignore_ascii_case(b"solid"));
    let has_zero = bytes.iter().take(512).any(|&byte| byte == 0);
    if says_solid && !has_zero && !is_binary(bytes, bytes.len() as u64) {
        parse_ascii(bytes)
    } else {
        parse_binary(bytes)
    }
}

/// Whether a file of so many bytes that starts with these is as long as the count of triangles in a binary file asks for.
pub(crate) fn is_binary(start: &[u8], length: u64) -> bool {
    announced_size(start) == Some(length)
}

/// The size that the count of triangles in a binary file asks for.
fn announced_size(bytes: &[u8]) -> Option<u64> {
    let count = bytes.get(HEADER - 4..HEADER)?.first_chunk()?;
    Some(HEADER as u64 + RECORD as u64 * u64::from(u32::from_le_bytes(*count)))
}

fn parse_binary(bytes: &[u8]) -> Result<TriMesh, Fault> {
    let length = bytes.len();
    let Some(size) = announced_size(bytes) else {
        let problem = format!(
            "the file ends here, but a binary STL file begins with {HEADER} bytes, and an ASCII one with 'solid'"
        );
        return Err(Fault::new(Place::Byte(length), problem));
    };
    let count = (size - HEADER as u64) / RECORD as u64;
    if size > length as u64 {
        let problem = format!(
            "the file ends here, but the {count} triangles announced at byte 80 need {size} bytes"
        );
        return Err(Fault::new(Place::Byte(length), problem));
    }
    if size < length as u64 {
        let extra = length as u64 - size;
        let problem = format!(
            "the {count} triangles announced at byte 80 end here, but {extra} more bytes follow"
        );
        return Err(Fault::new(Place::Byte(size as usize), problem));
    }
    // The size agrees with the count, so the count can be trusted with memory.
    let mut soup = Soup::with_capacity(count as usize);
    for (triangle, record) in bytes[HEADER..].chunks_exact(RECORD).enumerate() {
        let mut corners = [DVec3::ZERO; 3];
        for place in 0..9 {
            let start = 12 + 4 * place;
            let value = f32::from_le_bytes([
                record[start],
                record[start + 1],
                record[start + 2],
                record[start + 3],
            ]);
            if !value.is_finite() {
                let problem = format!(
                    "triangle {triangle} has the coordinate {value}, which is not a finite number"
                );
                return Err(Fault::new(
                    Place::Byte(HEADER + RECORD * triangle + start),
                    problem,
                ));
            }
            corners[place / 3][place % 3] = f64::from(value);
        }
        soup.push(corners);
    }
    soup.finish()
}

/// Where in an ASCII file the reader is.
#[derive(Clone, Copy, PartialEq)]
enum Inside {
    File,
    Solid,
    Facet,
    Loop,
    FacetAfterLoop,
}

impl Inside {
    /// What may come next.
    fn expected(self) -> &'static str {
        match self {
            Inside::File => "'solid'",
            Inside::Solid => "'facet' or 'endsolid'",
            Inside::Facet => "'outer loop'",
            Inside::Loop => "three times 'vertex', then 'endloop'",
            Inside::FacetAfterLoop => "'endfacet'",
        }
    }
}

fn parse_ascii(bytes: &[u8]) -> Result<TriMesh, Fault> {
    let mut soup = Soup::default();
    let mut inside = Inside::File;
    let mut corners: Vec<DVec3> = Vec::with_capacity(3);
    let mut last_line = 1;
    for (line, text) in Lines::new(bytes) {
        last_line = line;
        let mut words = words(text);
        let Some(keyword) = words.next() else {
            continue;
        };
        let unexpected = || {
            Fault::new(
                Place::Line(line),
                format!(
                    "{} stands where {} should",
                    shown(keyword),
                    inside.expected()
                ),
            )
        };
        inside = match (inside, keyword.to_ascii_lowercase().as_slice()) {
            (Inside::File, b"solid") => Inside::Solid,
            (Inside::Solid, b"facet") => Inside::Facet,
            (Inside::Facet, b"outer") => Inside::Loop,
            (Inside::Loop, b"vertex") if corners.len() < 3 => {
                corners.push(vertex(words, line)?);
                Inside::Loop
            }
            (Inside::Loop, b"endloop") if corners.len() == 3 => {
                soup.push([corners[0], corners[1], corners[2]]);
                corners.clear();
                Inside::FacetAfterLoop
            }
            (Inside::FacetAfterLoop, b"endfacet") => Inside::Solid,
            (Inside::Solid, b"endsolid") => Inside::File,
            _ => return Err(unexpected()),
        };
    }
    if inside != Inside::File {
        let problem = format!(
            "the file ends after this line, where {} should stand",
            inside.expected()
        );
        return Err(Fault::new(Place::Line(last_line), problem));
    }
    soup.finish()
}

fn vertex<'a>(words: impl Iterator<Item = &'a [u8]>, line: usize) -> Result<DVec3, Fault> {
    let words: Vec<&[u8]> = words.collect();
    let [x, y, z] = words[..] else {
        let problem = format!("a vertex needs 3 coordinates, but here are {}", words.len());
        return Err(Fault::new(Place::Line(line), problem));
    };
    Ok(DVec3::new(
        coordinate(x, line)?,
        coordinate(y, line)?,
        coordinate(z, line)?,
    ))
}

/// Triangles that share no vertex.
#[derive(Default)]
struct Soup {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

impl Soup {
    fn with_capacity(triangles: usize) -> Soup {
        Soup {
            vertices: Vec::with_capacity(3 * triangles),
            triangles: Vec::with_capacity(triangles),
        }
    }

    fn push(&mut self, corners: [DVec3; 3]) {
        // Wraps only beyond what a mesh may hold, which `TriMesh` rejects.
        let first = self.vertices.len() as u32;
        self.triangles
            .push([first, first.wrapping_add(1), first.wrapping_add(2)]);
        self.vertices.extend(corners);
    }

    fn finish(self) -> Result<TriMesh, Fault> {
        Ok(TriMesh::new(self.vertices, self.triangles)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh_file::tests::random_bytes;
    use osculate::mesh::MeshError;

    const ASCII: &str = "solid a name\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   \
                         vertex 0 0.1 0\n  endloop\n endfacet\nendsolid a name\n";

    fn binary(header: &[u8], triangles: &[[f32; 9]]) -> Vec<u8> {
        let mut bytes = header.to_vec();
        bytes.resize(80, 0);
        bytes.extend((triangles.len() as u32).to_le_bytes());
        for triangle in triangles {
            for value in [0.0, 0.0, 1.0].iter().chain(triangle) {
                bytes.extend(value.to_le_bytes());
            }
            bytes.extend([0, 0]);
        }
        bytes
    }

    fn two_triangles(header: &[u8]) -> Vec<u8> {
        binary(
            header,
            &[[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.5, 0.0], [2.0; 9]],
        )
    }

    fn problem(bytes: &[u8]) -> (Place, String) {
        match parse(bytes) {
            Err(Fault::Malformed { place, problem }) => (place, problem),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn binary_triangles_keep_their_order_and_their_vertices() {
        for header in [
            &b""[..],
            b"solid made by a program",
            b"SOLID",
            &[b' '; 80],
            &[b'x'; 80],
        ] {
            let mesh = parse(&two_triangles(header)).unwrap();
            assert_eq!(mesh.triangles(), [[0, 1, 2], [3, 4, 5]]);
            assert_eq!(mesh.triangle(0), [DVec3::ZERO, DVec3::X, 0.5 * DVec3::Y]);
            assert_eq!(mesh.triangle(1), [DVec3::splat(2.0); 3]);
        }
    }

    #[test]
    fn ascii_is_read_in_any_case_and_layout_and_with_all_digits() {
        let mesh = parse(ASCII.as_bytes()).unwrap();
        assert_eq!(
            mesh.triangle(0),
            [DVec3::ZERO, DVec3::X, DVec3::new(0.0, 0.1, 0.0)]
        );
        for text in [
            ASCII.to_uppercase(),
            ASCII.replace('\n', "\r\n"),
            ASCII.replace('\n', "\n\n\t"),
            format!("\u{feff} \n {ASCII}"),
            ASCII.replace("solid a name", "solid"),
            ASCII.replace("normal 0 0 1", "normal nan nan nan"),
        ] {
            assert_eq!(parse(text.as_bytes()).unwrap(), mesh, "{text}");
        }
        assert_eq!(
            parse(format!("{ASCII}{ASCII}").as_bytes())
                .unwrap()
                .triangles(),
            [[0, 1, 2], [3, 4, 5]]
        );
    }

    #[test]
    fn sizes_that_disagree_are_named() {
        let whole = two_triangles(b"");
        let (place, text) = problem(&whole[..100]);
        assert_eq!(place, Place::Byte(100));
        assert_eq!(
            text,
            "the file ends here, but the 2 triangles announced at byte 80 need 184 bytes"
        );
        let mut longer = whole.clone();
        longer.extend([1, 2, 3]);
        let (place, text) = problem(&longer);
        assert_eq!(place, Place::Byte(184));
        assert_eq!(
            text,
            "the 2 triangles announced at byte 80 end here, but 3 more bytes follow"
        );
        assert_eq!(problem(b"").0, Place::Byte(0));
        assert_eq!(problem(&[7; 83]).0, Place::Byte(83));
        assert_eq!(
            parse(&binary(b"", &[])),
            Err(Fault::Mesh(MeshError::NoTriangles))
        );
    }

    #[test]
    fn four_billion_triangles_in_84_bytes_are_an_error() {
        for header in [&b""[..], b"solid"] {
            let mut bytes = binary(header, &[]);
            bytes[80..].fill(0xff);
            assert_eq!(
                problem(&bytes),
                (
                    Place::Byte(84),
                    "the file ends here, but the 4294967295 triangles announced at byte 80 need 214748364834 bytes"
                        .to_owned()
                )
            );
        }
    }

    #[test]
    fn coordinates_that_are_not_finite_are_named() {
        for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let mut bytes = two_triangles(b"");
            bytes[134 + 12 + 4 * 5..][..4].copy_from_slice(&value.to_le_bytes());
            let text =
                format!("triangle 1 has the coordinate {value}, which is not a finite number");
            assert_eq!(problem(&bytes), (Place::Byte(166), text));
        }
        for word in ["nan", "inf", "-1e999"] {
            let text = format!("the coordinate '{word}' is not a finite number");
            assert_eq!(
                problem(ASCII.replace("0.1", word).as_bytes()),
                (Place::Line(6), text)
            );
        }
    }

    #[test]
    fn ascii_mistakes_are_named_with_their_line() {
        let cases = [
            (
                "   vertex 1 0 0\n",
                "",
                6,
                "'endloop' stands where three times 'vertex', then 'endloop' should",
            ),
            (
                "  endloop",
                "vertex 1 1 1\nendloop",
                7,
                "'vertex' stands where three times 'vertex', then 'endloop' should",
            ),
            (
                "vertex 1 0 0",
                "vertex 1 0",
                5,
                "a vertex needs 3 coordinates, but here are 2",
            ),
            (
                "vertex 1 0 0",
                "vertex 1 0 0 0",
                5,
                "a vertex needs 3 coordinates, but here are 4",
            ),
            ("vertex 1 0 0", "vertex 1 0 O", 5, "'O' is not a number"),
            (
                "outer loop",
                "inner loop",
                3,
                "'inner' stands where 'outer loop' should",
            ),
            (
                "endfacet",
                "facet",
                8,
                "'facet' stands where 'endfacet' should",
            ),
            (
                "endsolid a name\n",
                "",
                8,
                "the file ends after this line, where 'facet' or 'endsolid' should stand",
            ),
            (
                "endsolid a name",
                "endsolid\nfacet",
                10,
                "'facet' stands where 'solid' should",
            ),
            (
                "solid a name\n facet",
                "solid\nfecet",
                2,
                "'fecet' stands where 'facet' or 'endsolid' should",
            ),
        ];
        for (from, to, line, message) in cases {
            assert_eq!(
                problem(ASCII.replacen(from, to, 1).as_bytes()),
                (Place::Line(line), message.to_owned())
            );
        }
        assert_eq!(
            parse(b"solid\nendsolid"),
            Err(Fault::Mesh(MeshError::NoTriangles))
        );
    }

    #[test]
    fn every_prefix_is_an_error() {
        for bytes in [
            two_triangles(b""),
            two_triangles(b"solid "),
            two_triangles(&[b' '; 80]),
        ] {
            for end in 0..bytes.len() {
                assert!(parse(&bytes[..end]).is_err(), "{end}");
            }
        }
        // Without its name and its last line end an ASCII file is still whole.
        let whole = ASCII.rfind("endsolid").unwrap() + "endsolid".len();
        for end in 0..whole {
            assert!(parse(&ASCII.as_bytes()[..end]).is_err(), "{end}");
        }
        assert!(parse(&ASCII.as_bytes()[..whole]).is_ok());
    }

    #[test]
    fn random_bytes_load_or_fail() {
        let every_byte: Vec<u8> = (0..=255).collect();
        for seed in 0..400 {
            assert!(parse(&random_bytes(seed, 700, &every_byte)).is_err());
            let mut text = b"solid\n".to_vec();
            text.extend(random_bytes(
                seed,
                300,
                b"facetnormalouterloopvertexendsolid 0123456789.-\n\n",
            ));
            assert!(parse(&text).is_err());
            let mut bytes = two_triangles(b"");
            bytes[HEADER..].copy_from_slice(&random_bytes(seed, 2 * RECORD, &every_byte));
            let _ = parse(&bytes);
            let mut text = ASCII.as_bytes().to_vec();
            let place = seed as usize % text.len();
            text.splice(place..place + 1, random_bytes(seed, 2, &every_byte));
            let _ = parse(&text);
        }
    }
}
