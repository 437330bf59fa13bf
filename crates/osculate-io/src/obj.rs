//! Wavefront OBJ: vertices and polygons.
//!
//! Read: `v` (coordinates; a weight or a colour after them is passed over), `f` (with any of `v`, `v/t`, `v//n`,
//! `v/t/n`; negative numbers count back from the last vertex so far), `l` where polylines are asked for, `#` and `\` at the end of a line. Every other
//! keyword is passed over.

use crate::mesh_file::{Fault, Place};
use crate::text::{Lines, coordinate, number, shown, words};
use glam::DVec3;
use osculate::TriMesh;

/// The mesh in an OBJ file.
pub(crate) fn parse(bytes: &[u8]) -> Result<TriMesh, Fault> {
    let object = read(bytes, b"f")?;
    Ok(TriMesh::new(object.vertices, object.triangles)?)
}

/// The polylines in an OBJ file: its `l` elements. Faces are passed over.
#[cfg(feature = "world")]
pub(crate) fn polylines(bytes: &[u8]) -> Result<Vec<Vec<DVec3>>, Fault> {
    let object = read(bytes, b"l")?;
    let place = |&corner: &u32| object.vertices[corner as usize];
    let lines = object.lines.iter();
    Ok(lines.map(|line| line.iter().map(place).collect()).collect())
}

/// The vertices, and the elements of a kind: `f` or `l`.
fn read(bytes: &[u8], kind: &[u8]) -> Result<Object, Fault> {
    let mut object = Object::default();
    let mut lines = Lines::new(bytes);
    let mut statement: Vec<&[u8]> = Vec::new();
    while let Some((first, line)) = lines.next() {
        statement.clear();
        let mut goes_on = gather(line, &mut statement);
        while goes_on {
            goes_on = lines
                .next()
                .is_some_and(|(_, line)| gather(line, &mut statement));
        }
        match statement.split_first() {
            Some((&b"v", numbers)) => object.vertex(numbers, first)?,
            Some((&b"f", corners)) if kind == b"f" => object.face(corners, first)?,
            Some((&b"l", corners)) if kind == b"l" => object.line(corners, first)?,
            _ => {}
        }
    }
    object.check()?;
    Ok(object)
}

/// Whether a line begins as lines of OBJ files do, or is empty.
pub(crate) fn is_known(line: &[u8]) -> bool {
    const KEYWORDS: [&[u8]; 15] = [
        b"v", b"vt", b"vn", b"vp", b"f", b"l", b"p", b"o", b"g", b"s", b"mg", b"mtllib", b"usemtl",
        b"usemap", b"maplib",
    ];
    words(line)
        .next()
        .is_none_or(|word| word.starts_with(b"#") || KEYWORDS.contains(&word))
}

/// Adds the words of a line and says whether the statement goes on in the next one.
fn gather<'a>(line: &'a [u8], statement: &mut Vec<&'a [u8]>) -> bool {
    let code = line
        .split(|&byte| byte == b'#')
        .next()
        .unwrap_or_default()
        .trim_ascii_end();
    let joined = code.strip_suffix(b"\\");
    statement.extend(words(joined.unwrap_or(code)));
    joined.is_some()
}

#[derive(Default)]
struct Object {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    lines: Vec<Vec<u32>>,
    /// Line and number of vertices that were named before they came.
    ahead: Vec<(usize, u64)>,
    corners: Vec<u32>,
}

impl Object {
    fn vertex(&mut self, numbers: &[&[u8]], line: usize) -> Result<(), Fault> {
        let [x, y, z, others @ ..] = numbers else {
            let problem = format!(
                "a vertex needs 3 coordinates, but here are {}",
                numbers.len()
            );
            return Err(Fault::new(Place::Line(line), problem));
        };
        for other in others {
            number(other, line)?;
        }
        self.vertices.push(DVec3::new(
            coordinate(x, line)?,
            coordinate(y, line)?,
            coordinate(z, line)?,
        ));
        Ok(())
    }

    fn face(&mut self, corners: &[&[u8]], line: usize) -> Result<(), Fault> {
        if corners.len() < 3 {
            let problem = format!(
                "a face needs at least 3 corners, but here are {}",
                corners.len()
            );
            return Err(Fault::new(Place::Line(line), problem));
        }
        self.corners.clear();
        for corner in corners {
            let index = self.corner(corner, line)?;
            self.corners.push(index);
        }
        let fan = self.corners[1..]
            .windows(2)
            .map(|pair| [self.corners[0], pair[0], pair[1]]);
        self.triangles.extend(fan);
        Ok(())
    }

    fn line(&mut self, corners: &[&[u8]], line: usize) -> Result<(), Fault> {
        if corners.len() < 2 {
            let problem = format!(
                "a line needs at least 2 points, but here are {}",
                corners.len()
            );
            return Err(Fault::new(Place::Line(line), problem));
        }
        let corners = corners.iter().map(|corner| self.corner(corner, line));
        let corners = corners.collect::<Result<_, _>>()?;
        self.lines.push(corners);
        Ok(())
    }

    /// The vertex of a corner `v`, `v/t`, `v//n` or `v/t/n`, counted from 0.
    fn corner(&mut self, corner: &[u8], line: usize) -> Result<u32, Fault> {
        let fault = |problem: &str| {
            Fault::new(
                Place::Line(line),
                format!("the corner {} {problem}", shown(corner)),
            )
        };
        let integer = |part: &[u8]| {
            std::str::from_utf8(part)
                .ok()
                .and_then(|text| text.parse::<i64>().ok())
        };
        let mut parts = corner.split(|&byte| byte == b'/');
        let vertex = parts.next().and_then(integer);
        let others = parts.clone().count();
        let (Some(vertex), true) = (
            vertex,
            others <= 2 && parts.all(|part| part.is_empty() || integer(part).is_some()),
        ) else {
            return Err(fault(
                "is not of the form v, v/t, v//n or v/t/n in whole numbers",
            ));
        };
        let known = self.vertices.len() as u64;
        let number = match vertex {
            0 => return Err(fault("names vertex 0, but vertices are counted from 1")),
            1.. => vertex.unsigned_abs(),
            _ if vertex.unsigned_abs() > known => {
                return Err(fault(&format!(
                    "counts back beyond the first of {known} vertices so far"
                )));
            }
            _ => known + 1 - vertex.unsigned_abs(),
        };
        if number > known {
            self.ahead.push((line, number));
        }
        // A number this large is in `ahead` and ends in an error.
        Ok(u32::try_from(number - 1).unwrap_or(u32::MAX))
    }

    /// Whether all vertices have come that were named before.
    fn check(&self) -> Result<(), Fault> {
        let known = self.vertices.len();
        if let Some(&(line, number)) = self
            .ahead
            .iter()
            .find(|&&(_, number)| number > known as u64)
        {
            let what = if self.lines.is_empty() {
                "face"
            } else {
                "line"
            };
            let problem =
                format!("a {what} names vertex {number}, but the file has {known} vertices");
            return Err(Fault::new(Place::Line(line), problem));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh_file::tests::random_bytes;
    use osculate::mesh::MeshError;

    const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

    fn triangles(faces: &str) -> Vec<[u32; 3]> {
        parse(format!("{SQUARE}{faces}").as_bytes())
            .unwrap()
            .triangles()
            .to_vec()
    }

    fn problem(text: impl AsRef<[u8]>) -> (usize, String) {
        match parse(text.as_ref()) {
            Err(Fault::Malformed {
                place: Place::Line(line),
                problem,
            }) => (line, problem),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn polygons_are_fans_in_file_order() {
        assert_eq!(
            triangles("f 1 2 3 4\nf 4 3 2\n"),
            [[0, 1, 2], [0, 2, 3], [3, 2, 1]]
        );
        assert_eq!(triangles("f 2 3 4 1 2"), [[1, 2, 3], [1, 3, 0], [1, 0, 1]]);
    }

    #[test]
    fn groups_do_not_reorder_and_nothing_is_dropped() {
        let faces = "o a\ng a\nf 1 2 3\ng b\nusemtl stone\nf 3 3 3\nf 1 2 3\ng a\ns off\nf 1 1 2\n";
        assert_eq!(
            triangles(faces),
            [[0, 1, 2], [2, 2, 2], [0, 1, 2], [0, 0, 1]]
        );
        assert_eq!(
            parse(format!("{SQUARE}f 2 3 4").as_bytes())
                .unwrap()
                .vertices()
                .len(),
            4
        );
    }

    #[test]
    fn corners_come_in_four_forms() {
        assert_eq!(triangles("f 1/1 2/2/2 3//3 4"), [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(triangles("f 1/ 2// -2/-1/-1"), [[0, 1, 2]]);
    }

    #[test]
    fn negative_numbers_count_back_from_here() {
        assert_eq!(
            triangles("f -4 -3 -2\nv 5 5 5\nf -1 -2 1\n"),
            [[0, 1, 2], [4, 3, 0]]
        );
    }

    #[test]
    fn faces_may_come_before_their_vertices() {
        assert_eq!(
            parse(format!("f 1 2 4\n{SQUARE}").as_bytes())
                .unwrap()
                .triangles(),
            [[0, 1, 3]]
        );
    }

    #[test]
    fn comments_continuations_and_line_ends_are_understood() {
        assert_eq!(
            triangles("f 1 2 \\\n 3 \\  \n 4 # four\nf 1 2 3#x"),
            [[0, 1, 2], [0, 2, 3], [0, 1, 2]]
        );
        let text = format!("\u{feff}# caf\n{SQUARE}  f\t1 2 3  ").replace('\n', "\r\n");
        assert_eq!(parse(text.as_bytes()).unwrap().triangles(), [[0, 1, 2]]);
        assert_eq!(
            parse(text.replace("\r\n", "\r").as_bytes())
                .unwrap()
                .triangles(),
            [[0, 1, 2]]
        );
        let mut latin = b"# caf\xe9\n".to_vec();
        latin.extend(format!("{SQUARE}f 1 2 3\n").bytes());
        assert!(parse(&latin).is_ok());
    }

    #[test]
    fn weights_and_colours_are_passed_over_and_coordinates_keep_all_digits() {
        let mesh = parse(b"v 0.1 1e-3 -2 1.0\nv 1 0 0 .5 .5 .5\nv 0 1 0\nf 1 2 3").unwrap();
        assert_eq!(mesh.vertices()[0], DVec3::new(0.1, 1e-3, -2.0));
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        let cases = [
            ("v 0 0", 1, "a vertex needs 3 coordinates, but here are 2"),
            (
                "\n\nv 0 0 nan",
                3,
                "the coordinate 'nan' is not a finite number",
            ),
            (
                "v 0 1e999 0",
                1,
                "the coordinate '1e999' is not a finite number",
            ),
            (
                "v 0 -2e60 0",
                1,
                "the coordinate '-2e60' is larger than 1e60",
            ),
            ("v 0 zero 0", 1, "'zero' is not a number"),
            ("v 0 0 0 red", 1, "'red' is not a number"),
            (
                "v 0 0 0\nf 1 1",
                2,
                "a face needs at least 3 corners, but here are 2",
            ),
            ("f", 1, "a face needs at least 3 corners, but here are 0"),
            (
                "v 0 0 0\nf 1 0 1",
                2,
                "the corner '0' names vertex 0, but vertices are counted from 1",
            ),
            (
                "v 0 0 0\nf 1 -2 1",
                2,
                "the corner '-2' counts back beyond the first of 1 vertices so far",
            ),
            (
                "v 0 0 0\nf 1 1 1\nf 1 1 2",
                3,
                "a face names vertex 2, but the file has 1 vertices",
            ),
            (
                "f 1 1 9223372036854775807",
                1,
                "a face names vertex 1, but the file has 0 vertices",
            ),
            (
                "f 1 1 9223372036854775808",
                1,
                "the corner '9223372036854775808' is not of the form v, v/t, v//n or v/t/n in whole numbers",
            ),
            (
                "f 1/2/3/4 1 1",
                1,
                "the corner '1/2/3/4' is not of the form v, v/t, v//n or v/t/n in whole numbers",
            ),
            (
                "f 1/x 1 1",
                1,
                "the corner '1/x' is not of the form v, v/t, v//n or v/t/n in whole numbers",
            ),
            (
                "f / 1 1",
                1,
                "the corner '/' is not of the form v, v/t, v//n or v/t/n in whole numbers",
            ),
            (
                "v 0 0 0 \\\n\\\n\nf 1.0 1 1",
                4,
                "the corner '1.0' is not of the form v, v/t, v//n or v/t/n in whole numbers",
            ),
        ];
        for (text, line, message) in cases {
            assert_eq!(problem(text), (line, message.to_owned()), "{text}");
        }
        let smallest = format!("f 1 1 {}", i64::MIN);
        assert_eq!(problem(smallest).0, 1);
    }

    #[test]
    fn files_without_faces_are_errors() {
        for text in ["", "\n", "# nothing", SQUARE, "\\", "\u{feff}"] {
            assert_eq!(
                parse(text.as_bytes()),
                Err(Fault::Mesh(MeshError::NoTriangles)),
                "{text}"
            );
        }
    }

    #[test]
    fn every_prefix_loads_or_fails() {
        let text = format!("# a\r\n{SQUARE}f 1/1/1 2//2 \\\n3 -1 # b\nf 4 3 2\n");
        for end in 0..=text.len() {
            let _ = parse(&text.as_bytes()[..end]);
        }
        assert_eq!(parse(text.as_bytes()).unwrap().triangles().len(), 3);
    }

    #[test]
    fn random_bytes_load_or_fail() {
        let every_byte: Vec<u8> = (0..=255).collect();
        for seed in 0..400 {
            let _ = parse(&random_bytes(seed, 700, &every_byte));
            let _ = parse(&random_bytes(seed, 700, b"vvvff 0123456789-/.e\\\n\n\r# "));
            let mut text = b"v 0 0 0\nf 1 1 1\n".to_vec();
            let place = seed as usize % text.len();
            text.splice(place..place + 1, random_bytes(seed, 3, &every_byte));
            let _ = parse(&text);
        }
    }
}
