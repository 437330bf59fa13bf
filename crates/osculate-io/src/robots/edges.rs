//! Files of edges: pairs of configurations that a robot moves straight between.

mod csv;
mod npy;

use super::coordinates::{Columns, Coordinates, JointNamesError};
use crate::json::{Complaint, Node};
use crate::json_file::{JsonFile, JsonFileError};
use crate::max_size::{MaxSize, Unread, read_file};
use crate::problem::Problem;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

pub(super) const FILE: JsonFile = JsonFile { kind: "edges file" };
pub(super) const EDGES_KEYS: &[&str] = &["joints", "edges"];

/// Pairs of configurations.
///
/// ```
/// use osculate_io::Edges;
/// let edges = Edges::new(2, vec![0.0, 0.0, 1.0, 1.0]);
/// assert_eq!((edges.len(), edges.get(0)), (1, [&[0.0, 0.0][..], &[1.0, 1.0]]));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Edges {
    width: usize,
    numbers: Vec<f64>,
}

impl Edges {
    /// Of configurations of `width` numbers, one after the other; what is left over at the end is dropped.
    pub fn new(width: usize, numbers: Vec<f64>) -> Edges {
        Edges { width, numbers }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.numbers.len().checked_div(2 * self.width).unwrap_or(0)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Both ends of edge number `index`.
    ///
    /// # Panics
    /// If there is no such edge.
    pub fn get(&self, index: usize) -> [&[f64]; 2] {
        let start = 2 * self.width * index;
        let (from, to) = self.numbers[start..start + 2 * self.width].split_at(self.width);
        [from, to]
    }
}

/// Why a file holds no edges.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EdgesError {
    /// The file could not be opened or read.
    #[error("cannot read the edges file {}: {source}", file.display())]
    Read {
        /// Its path.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file, what it unpacks to, or all coordinates of its edges are larger than they may be.
    #[error("the edges file {}, or what is in it, is larger than the max size of {most}", file.display())]
    TooLarge {
        /// Its path.
        file: PathBuf,
        /// How large it may be.
        most: MaxSize,
    },
    /// A name that ends like that of no file of edges.
    #[error("{}: edges are read from .json, .csv, .npz and .npy files", file.display())]
    UnknownKind {
        /// Its path.
        file: PathBuf,
    },
    /// It is JSON, or should be.
    #[error(transparent)]
    Json(#[from] JsonFileError),
    /// A line of a CSV file.
    #[error("{}, line {line}: {problem}", file.display())]
    Line {
        /// Its path.
        file: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong there.
        problem: String,
    },
    /// An array of an NPZ or NPY file.
    #[error("{}, array {array:?}: {problem}", file.display())]
    Array {
        /// Its path.
        file: PathBuf,
        /// The array's name; of an NPY file `edges`.
        array: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Names of joints that the robot does not have.
    #[error("{}: {source}", file.display())]
    Joints {
        /// Its path.
        file: PathBuf,
        /// What is wrong with them.
        source: JointNamesError,
    },
}

/// The edges of the file at `path`, of at most `most` bytes, whose name says what it is.
pub(super) fn read(path: &Path, robot: &Coordinates, most: MaxSize) -> Result<Edges, EdgesError> {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    let parse = match ending.to_str().unwrap_or_default() {
        "json" => {
            let text = FILE.open(path, most)?;
            return Ok(parse_json(&text, path, robot)?);
        }
        "csv" => csv::parse,
        "npz" => npy::parse_npz,
        "npy" => npy::parse_npy,
        _ => {
            let file = path.to_owned();
            return Err(EdgesError::UnknownKind { file });
        }
    };
    let bytes = read_file(path, most).map_err(|error| match error {
        Unread::TooLarge(most) => EdgesError::TooLarge {
            file: path.to_owned(),
            most,
        },
        Unread::System(source) => EdgesError::Read {
            file: path.to_owned(),
            source,
        },
    })?;
    parse(&bytes, robot, most).map_err(|fault| fault.in_file(path, most))
}

/// The edges of the text of a JSON file; `name` stands for it in errors.
pub(super) fn parse_json(
    text: &str,
    name: &Path,
    robot: &Coordinates,
) -> Result<Edges, JsonFileError> {
    FILE.parse(text, name, |root| of_json(root, robot))
}

/// What a parser that does not know the file's name has to say.
#[derive(Debug)]
enum EdgesFault {
    TooLarge,
    Line(usize, String),
    Array(String, String),
    Joints(JointNamesError),
}

impl EdgesFault {
    fn in_file(self, path: &Path, most: MaxSize) -> EdgesError {
        let file = path.to_owned();
        match self {
            EdgesFault::TooLarge => EdgesError::TooLarge { file, most },
            EdgesFault::Line(line, problem) => EdgesError::Line {
                file,
                line,
                problem,
            },
            EdgesFault::Array(array, problem) => EdgesError::Array {
                file,
                array,
                problem,
            },
            EdgesFault::Joints(source) => EdgesError::Joints { file, source },
        }
    }
}

/// Whether so many numbers take no more memory than a file may. A file with few of a robot's joints is smaller than the edges that it stands for.
fn fits(numbers: usize, most: MaxSize) -> bool {
    numbers.saturating_mul(size_of::<f64>()) as u64 <= most.bytes()
}

fn of_json(root: &Node, robot: &Coordinates) -> Result<Edges, Complaint> {
    let object = root.object(EDGES_KEYS)?;
    let columns = match object.get("joints") {
        Some(node) => joints(&node, robot)?,
        None => robot.all(),
    };
    let node = object.required("edges")?;
    let mut numbers = Vec::new();
    for (index, edge) in node.elements()?.into_iter().enumerate() {
        let edge = node.element(index, edge);
        let ends = edge.elements()?;
        if ends.len() != 2 {
            return Err(edge.complain(Problem::WrongType {
                expected: "an array of 2 configurations [from, to]",
                found: format!("an array of {}", ends.len()),
            }));
        }
        for (index, end) in ends.into_iter().enumerate() {
            configuration(&edge.element(index, end), &columns, &mut numbers)?;
        }
    }
    Ok(Edges::new(columns.full_width(), numbers))
}

/// The columns that `"joints"` names.
pub(super) fn joints(node: &Node, robot: &Coordinates) -> Result<Columns, Complaint> {
    let mut names = Vec::new();
    for (index, value) in node.elements()?.into_iter().enumerate() {
        names.push(node.element(index, value).string()?);
    }
    robot
        .of_joints(&names)
        .map_err(|error| node.complain(Problem::Joints(error)))
}

/// Adds the configuration that an array of numbers is.
pub(super) fn configuration(
    node: &Node,
    columns: &Columns,
    to: &mut Vec<f64>,
) -> Result<(), Complaint> {
    let elements = node.elements()?;
    if elements.len() != columns.width() {
        return Err(node.complain(Problem::ConfigurationWidth {
            expected: columns.width(),
            found: elements.len(),
        }));
    }
    let mut numbers = Vec::with_capacity(elements.len());
    for (index, value) in elements.into_iter().enumerate() {
        numbers.push(node.element(index, value).number()?);
    }
    columns.add(&numbers, to);
    Ok(())
}

#[cfg(test)]
mod tests;
