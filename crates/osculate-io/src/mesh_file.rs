//! Mesh files, by the ending of their names.

use crate::content::Content;
use crate::max_size::{MaxSize, Unread, read_file};
use crate::{obj, ply, stl};
use osculate::{TriMesh, mesh::MeshError};
use std::fmt;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a mesh file could not be loaded. Its text names the file, and the line or the byte where one is to blame.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MeshFileError {
    /// The file is missing, forbidden, a folder, ...
    #[error("{}: cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file is larger than it may be.
    #[error("{}: larger than the max size of {most}", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// How large it may be.
        most: MaxSize,
    },
    /// The name does not end like that of any format that can be read.
    #[error("{}: unknown kind of mesh file; known are .obj, .ply and .stl", path.display())]
    UnknownExtension {
        /// The file.
        path: PathBuf,
    },
    /// The contents are of another format than the name says.
    #[error(
        "{}: looks like {content}, {}: {}",
        path.display(),
        if content.ending().is_some() { "whatever its name says" } else { "which cannot be read" },
        content.advice()
    )]
    LooksLike {
        /// The file.
        path: PathBuf,
        /// What it looks like.
        content: Content,
    },
    /// The contents break the rules of the format.
    #[error("{}, {place}: {problem}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Where in the file.
        place: Place,
        /// What is wrong there.
        problem: String,
    },
    /// The file could be read, but what it holds is no mesh.
    #[error("{}: {source}", path.display())]
    Mesh {
        /// The file.
        path: PathBuf,
        /// What is wrong with the mesh.
        source: MeshError,
    },
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// A line of a text file, counted from 1.
    Line(usize),
    /// A byte of a binary file, counted from 0.
    Byte(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(formatter, "line {line}"),
            Place::Byte(byte) => write!(formatter, "byte {byte}"),
        }
    }
}

/// What a parser, which does not know the file's name, has to say.
#[derive(Debug, PartialEq)]
pub(crate) enum Fault {
    Malformed { place: Place, problem: String },
    Mesh(MeshError),
}

impl Fault {
    pub(crate) fn new(place: Place, problem: impl Into<String>) -> Fault {
        Fault::Malformed {
            place,
            problem: problem.into(),
        }
    }

    pub(crate) fn in_file(self, path: &Path) -> MeshFileError {
        let path = path.to_owned();
        match self {
            Fault::Malformed { place, problem } => MeshFileError::Malformed {
                path,
                place,
                problem,
            },
            Fault::Mesh(source) => MeshFileError::Mesh { path, source },
        }
    }
}

impl From<MeshError> for Fault {
    fn from(error: MeshError) -> Fault {
        Fault::Mesh(error)
    }
}

/// Loads a Wavefront OBJ (`.obj`), a PLY or an STL file (`.ply`, `.stl`, ASCII or binary), in capitals or not.
///
/// Triangles are numbered in file order; the polygon `v0 v1 v2 v3` of an OBJ or PLY file becomes `v0 v1 v2` and `v0 v2 v3`.
/// The strip `v0 v1 v2 v3` of a PLY file (`tristrips`) becomes `v0 v1 v2` and `v2 v1 v3`; −1 ends a strip.
/// Triangles without area are kept, and so are all vertices: nothing is merged, dropped or reordered. An STL file gives
/// three vertices a triangle. Coordinates that a PLY file declares as `float` are read as such, in ASCII too.
///
/// An OBJ file has no end mark: one that was cut off may load as what is left of it. A cut PLY or STL file is an error,
/// unless the cut falls between two solids of an ASCII STL file, or into the last number of an ASCII PLY file.
///
/// A file of more than 4 GiB is refused; [`load_mesh_within`] takes another limit.
pub fn load_mesh(path: impl AsRef<Path>) -> Result<TriMesh, MeshFileError> {
    load_mesh_within(path.as_ref(), MaxSize::default())
}

/// [`load_mesh`] of a file of at most so many bytes.
pub fn load_mesh_within(path: &Path, most: MaxSize) -> Result<TriMesh, MeshFileError> {
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    let extension = extension.to_str().unwrap_or_default();
    let parse = match extension {
        "obj" => obj::parse,
        "ply" => ply::parse,
        "stl" => stl::parse,
        _ => {
            let path = path.to_owned();
            return Err(match Content::of_file(&path) {
                Some(content) => MeshFileError::LooksLike { path, content },
                None => MeshFileError::UnknownExtension { path },
            });
        }
    };
    let bytes = read_file(path, most).map_err(|error| unread(path, error))?;
    parse(&bytes).map_err(|fault| {
        // What a parser says of a file that was never meant for it helps nobody.
        match Content::of(&bytes, bytes.len() as u64) {
            Some(content) if content.ending() != Some(extension) => MeshFileError::LooksLike {
                path: path.to_owned(),
                content,
            },
            _ => fault.in_file(path),
        }
    })
}

pub(crate) fn unread(path: &Path, error: Unread) -> MeshFileError {
    let path = path.to_owned();
    match error {
        Unread::TooLarge(most) => MeshFileError::TooLarge { path, most },
        Unread::System(source) => MeshFileError::Unreadable { path, source },
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Bytes that look like `alphabet` in random order, the same every time.
    pub(crate) fn random_bytes(seed: u64, length: usize, alphabet: &[u8]) -> Vec<u8> {
        let mut seeded = osculate_judge::seeded::Seeded::new(seed);
        (0..length).map(|_| seeded.one_of(alphabet)).collect()
    }

    #[test]
    fn places_read_as_sentences() {
        let malformed =
            Fault::new(Place::Line(7), "a face has 2 corners").in_file(Path::new("a/b.obj"));
        assert_eq!(
            malformed.to_string(),
            "a/b.obj, line 7: a face has 2 corners"
        );
        let empty = Fault::from(MeshError::NoTriangles).in_file(Path::new("b.stl"));
        assert_eq!(empty.to_string(), "b.stl: the mesh has no triangles");
    }

    #[test]
    fn names_decide_the_format() {
        for name in ["a.off", "obj", "a", "", "a.obj.gz"] {
            let error = load_mesh(name).unwrap_err();
            assert!(
                error.to_string().ends_with("known are .obj, .ply and .stl"),
                "{error}"
            );
        }
        for name in [
            "no-such-folder/a.obj",
            "no-such-folder/a.Ply",
            "no-such-folder/a.STL",
        ] {
            let error = load_mesh(name).unwrap_err();
            assert!(matches!(error, MeshFileError::Unreadable { .. }));
            assert!(error.to_string().starts_with(name), "{error}");
        }
    }
}
