//! Polylines for cables, from files.

use crate::max_size::{MaxSize, read_file};
use crate::mesh_file::{Fault, MeshFileError, Place, unread};
use crate::obj;
use crate::text::{Lines, coordinate};
use glam::DVec3;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a polyline could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PolylineError {
    /// The file cannot be read, or breaks the rules of its format.
    #[error(transparent)]
    File(#[from] MeshFileError),
    /// The name does not end like that of any format that can be read.
    #[error("{}: unknown kind of polyline; known are .obj with l elements and .csv", .0.display())]
    UnknownExtension(PathBuf),
    /// There is no such line in an OBJ file.
    #[error("{}: it has {found} l elements, so there is no line {line}; they count from 0", path.display())]
    NoSuchLine {
        /// The file.
        path: PathBuf,
        /// How many it has.
        found: usize,
        /// Which one was asked for.
        line: usize,
    },
}

/// The points of a polyline: of an OBJ file those of one of its `l` elements, of a CSV file those of its rows `x,y,z`.
pub(super) fn read(path: &Path, line: usize, most: MaxSize) -> Result<Vec<DVec3>, PolylineError> {
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    let parse = match extension.to_str().unwrap_or_default() {
        "obj" => obj::polylines,
        "csv" => rows,
        _ => return Err(PolylineError::UnknownExtension(path.to_owned())),
    };
    let bytes = read_file(path, most).map_err(|error| unread(path, error))?;
    let mut lines = parse(&bytes).map_err(|fault| fault.in_file(path))?;
    if line >= lines.len() {
        return Err(PolylineError::NoSuchLine {
            path: path.to_owned(),
            found: lines.len(),
            line,
        });
    }
    Ok(lines.swap_remove(line))
}

/// The one polyline of a CSV file. Lines that are empty or begin with `#` are passed over, and a first one of names.
fn rows(bytes: &[u8]) -> Result<Vec<Vec<DVec3>>, Fault> {
    let mut points = Vec::new();
    let mut is_first = true;
    for (line, text) in Lines::new(bytes) {
        let text = text.trim_ascii();
        if text.is_empty() || text.starts_with(b"#") {
            continue;
        }
        let fields: Vec<&[u8]> = text
            .split(|&byte| byte == b',')
            .map(<[u8]>::trim_ascii)
            .collect();
        let is_names = std::mem::take(&mut is_first) && fields[..] == [&b"x"[..], b"y", b"z"];
        if is_names {
            continue;
        }
        let [x, y, z] = fields[..] else {
            let problem = format!("a row has 3 numbers, but here are {}", fields.len());
            return Err(Fault::new(Place::Line(line), problem));
        };
        let [x, y, z] = [
            coordinate(x, line)?,
            coordinate(y, line)?,
            coordinate(z, line)?,
        ];
        points.push(DVec3::new(x, y, z));
    }
    Ok(vec![points])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_names() {
        let lines = rows(b"x, y, z\n# one\n0,0,0\n\n1, 2.5 ,-3e0\r\n").unwrap();
        assert_eq!(lines, [[DVec3::ZERO, DVec3::new(1.0, 2.5, -3.0)]]);
        for (text, told) in [
            ("0,0\n", "line 1: a row has 3 numbers, but here are 2"),
            (
                "0,0,0\n1,nan,0\n",
                "line 2: the coordinate 'nan' is not a finite number",
            ),
            ("0,0,0\nx,y,z\n", "line 2: 'x' is not a number"),
        ] {
            let error = rows(text.as_bytes()).unwrap_err().in_file("a.csv".as_ref());
            assert_eq!(error.to_string(), format!("a.csv, {told}"));
        }
    }

    #[test]
    fn elements_of_obj_files() {
        let text = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\nl 1 2 -1\nl 2 1\n";
        let lines = obj::polylines(text).unwrap();
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0], [DVec3::ZERO, DVec3::X, DVec3::new(1.0, 1.0, 0.0)]);
        let error = obj::polylines(b"v 0 0 0\nl 1 2\n")
            .unwrap_err()
            .in_file("a.obj".as_ref());
        assert_eq!(
            error.to_string(),
            "a.obj, line 2: a line names vertex 2, but the file has 1 vertices"
        );
        let error = obj::polylines(b"v 0 0 0\nl 1\n")
            .unwrap_err()
            .in_file("a.obj".as_ref());
        assert_eq!(
            error.to_string(),
            "a.obj, line 2: a line needs at least 2 points, but here are 1"
        );
    }
}
