//! Queries as columns of an NPZ file: which bodies, and their poses row after row. `docs/queries.md` describes the arrays.

use crate::json_file::JsonFile;
use crate::max_size::MaxSize;
use crate::npy::Array;
use crate::npz::{Npz, NpzError, Packed, bytes_of};
use crate::queries::{Body, BodyMotion, BodyShape, Query, QueryFile, Shapes};
use glam::{DQuat, DVec3};
use osculate::motion::Ballistic;
use osculate::{ConstantVelocity, Limits, Placement, Span};
use std::path::Path;

const BODY: JsonFile = JsonFile { kind: "body" };

/// All arrays that there may be.
const KNOWN: [&str; 16] = [
    "bodies",
    "a",
    "b",
    "start_a",
    "end_a",
    "linear_a",
    "angular_a",
    "acceleration_a",
    "start_b",
    "end_b",
    "linear_b",
    "angular_b",
    "acceleration_b",
    "span",
    "tolerance",
    "clearance",
];

/// Of a body, in the order of what it has.
const SIDES: [[&str; 6]; 2] = [
    [
        "a",
        "start_a",
        "end_a",
        "linear_a",
        "angular_a",
        "acceleration_a",
    ],
    [
        "b",
        "start_b",
        "end_b",
        "linear_b",
        "angular_b",
        "acceleration_b",
    ],
];

impl QueryFile {
    /// Reads the queries that are columns of the NPZ file at `path`, and the meshes that it names, relative to its folder. It, what it
    /// unpacks to, and each of its meshes have at most `most` bytes.
    pub fn read_npz(path: &Path, most: MaxSize) -> Result<QueryFile, NpzError> {
        QueryFile::parse_npz(&bytes_of(path, most)?, path, most)
    }

    /// The same of the bytes of such a file; `name` stands for it in errors.
    pub fn parse_npz(bytes: &[u8], name: &Path, most: MaxSize) -> Result<QueryFile, NpzError> {
        let arrays = Arrays::open(bytes, name, most)?;
        let shapes = Shapes::new(name.parent().unwrap_or(Path::new("")), most);
        let (shapes, bodies) = arrays.bodies(shapes)?;
        let sides = [arrays.side(0, bodies.len())?, arrays.side(1, bodies.len())?];
        let span = arrays.column("span", &[(2, "(2,) or (n, 2)")])?;
        let limits = ["tolerance", "clearance"].map(|name| arrays.column(name, &[ONE]));
        let [tolerance, clearance] = limits;
        let (tolerance, clearance) = (tolerance?, clearance?);
        let columns = sides.iter().flat_map(|side| side.iter());
        let columns = columns.chain([&span, &tolerance, &clearance]);
        let count = arrays.count(columns.flatten())?;
        // A row may be a single byte, which packs well; a query is larger.
        if count.saturating_mul(size_of::<Query>()) as u64 > most.bytes() {
            return Err(arrays.too_large(most));
        }
        let mut queries = Vec::with_capacity(count);
        for row in 0..count {
            let [a, b] = [0, 1].map(|side| arrays.motion(side, &sides[side], row, bodies.len()));
            let mut limits = Limits::default();
            if let Some(column) = &tolerance {
                let set = limits.with_tolerance(column.row(row)[0]);
                limits = set.map_err(|error| arrays.at(column, row, error))?;
            }
            if let Some(column) = &clearance {
                let set = limits.with_clearance(column.row(row)[0]);
                limits = set.map_err(|error| arrays.at(column, row, error))?;
            }
            let span = match &span {
                Some(column) => {
                    let ends = column.row(row);
                    Span::new(ends[0], ends[1]).map_err(|error| arrays.at(column, row, error))?
                }
                None => Span::UNIT,
            };
            queries.push(Query {
                a: a?,
                b: b?,
                span,
                limits,
            });
        }
        Ok(QueryFile {
            shapes,
            bodies,
            queries,
        })
    }
}

/// A number of each row.
const ONE: (usize, &str) = (1, "() or (n,)");

/// Numbers, row after row; a single row stands for all.
struct Column {
    name: &'static str,
    width: usize,
    numbers: Vec<f64>,
    /// Whether it says how many queries there are.
    counts: bool,
}

impl Column {
    fn rows(&self) -> usize {
        self.numbers.len() / self.width
    }

    fn row(&self, row: usize) -> &[f64] {
        let row = if self.rows() == 1 { 0 } else { row };
        &self.numbers[row * self.width..][..self.width]
    }
}

/// What a body has: its number, where it starts, where it ends, and how fast it is.
type Side = [Option<Column>; 6];

/// The arrays of a file, unpacked.
pub(crate) struct Arrays<'n> {
    file: &'n Path,
    arrays: Vec<(&'static str, Vec<u8>)>,
}

impl<'n> Arrays<'n> {
    fn open(bytes: &[u8], file: &'n Path, most: MaxSize) -> Result<Arrays<'n>, NpzError> {
        Arrays::known(bytes, file, most, &KNOWN)
    }

    /// All arrays of an archive, which must have names that are `known`.
    pub fn known(
        bytes: &[u8],
        file: &'n Path,
        most: MaxSize,
        known: &[&'static str],
    ) -> Result<Arrays<'n>, NpzError> {
        let mut archive = Npz::open(bytes, most).map_err(|problem| NpzError::NotNpz {
            file: file.to_owned(),
            problem,
        })?;
        let mut arrays = Arrays {
            file,
            arrays: Vec::new(),
        };
        for name in archive.names() {
            if !known.contains(&name.as_str()) {
                let told = format!("it is not known; there may be {}", known.join(", "));
                return Err(arrays.bad(&name, told));
            }
        }
        for name in known {
            let bytes = archive.unpack(name).map_err(|error| match error {
                Packed::TooLarge => arrays.too_large(most),
                Packed::Broken(problem) => arrays.bad(name, problem),
            })?;
            arrays.arrays.extend(bytes.map(|bytes| (*name, bytes)));
        }
        Ok(arrays)
    }

    /// There is more of it than there may be.
    pub fn too_large(&self, most: MaxSize) -> NpzError {
        let file = self.file.to_owned();
        NpzError::TooLarge { file, most }
    }

    /// What is wrong with an array.
    pub fn bad(&self, array: &str, problem: impl ToString) -> NpzError {
        NpzError::Array {
            file: self.file.to_owned(),
            array: array.to_owned(),
            problem: problem.to_string(),
        }
    }

    /// What is wrong with a row of one.
    fn at(&self, column: &Column, row: usize, problem: impl std::fmt::Display) -> NpzError {
        let row = if column.rows() == 1 { 0 } else { row };
        self.bad(column.name, format!("row {row}: {problem}"))
    }

    /// An array, if it is there.
    pub fn array(&self, name: &str) -> Result<Option<Array<'_>>, NpzError> {
        let Some((_, bytes)) = self.arrays.iter().find(|(known, _)| *known == name) else {
            return Ok(None);
        };
        let array = Array::parse(bytes);
        array.map(Some).map_err(|problem| self.bad(name, problem))
    }

    /// The words of an array, if it is there.
    pub fn words(&self, name: &str) -> Result<Option<Vec<String>>, NpzError> {
        let Some(array) = self.array(name)? else {
            return Ok(None);
        };
        let words = array.words();
        words.map(Some).map_err(|problem| self.bad(name, problem))
    }

    /// A column of rows of as many numbers as one of `widths` says, with words for its shape.
    fn column(
        &self,
        name: &'static str,
        widths: &[(usize, &str)],
    ) -> Result<Option<Column>, NpzError> {
        let Some(array) = self.array(name)? else {
            return Ok(None);
        };
        let lengths = &array.lengths[..];
        let fits = |&&(width, _): &&(usize, &str)| match width {
            1 => lengths.len() <= 1,
            16 => lengths.ends_with(&[4, 4]) && lengths.len() <= 3,
            _ => lengths.ends_with(&[width]) && lengths.len() <= 2,
        };
        let Some(&(width, _)) = widths.iter().find(fits) else {
            let words: Vec<&str> = widths.iter().map(|(_, words)| *words).collect();
            let (wanted, shape) = (words.join(", "), array.shape());
            return Err(self.bad(name, format!("the shape must be {wanted}, and is {shape}")));
        };
        let inner = match width {
            1 => 0,
            16 => 2,
            _ => 1,
        };
        let counts = lengths.len() > inner;
        let numbers = array
            .in_order()
            .map_err(|problem| self.bad(name, problem))?;
        Ok(Some(Column {
            name,
            width,
            numbers,
            counts,
        }))
    }

    /// How many queries there are: as many as the columns have rows, of which any may have one for all.
    fn count<'c>(&self, columns: impl Iterator<Item = &'c Column>) -> Result<usize, NpzError> {
        let mut most: Option<&Column> = None;
        for column in columns.filter(|column| column.counts && column.rows() != 1) {
            if let Some(before) = most.filter(|before| before.rows() != column.rows()) {
                let (rows, other) = (column.rows(), before.rows());
                let told = format!("there are {rows} rows, and {other} of {:?}", before.name);
                return Err(self.bad(column.name, told));
            }
            most = Some(column);
        }
        Ok(most.map_or(1, Column::rows))
    }

    /// The bodies: JSON as in the bodies of a query file, or what names a mesh.
    fn bodies(&self, mut shapes: Shapes) -> Result<(Vec<BodyShape>, Vec<Body>), NpzError> {
        let words = self.words("bodies")?;
        let words = words.filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| self.bad("bodies", "there is none"))?;
        let mut bodies = Vec::new();
        for (row, text) in words.into_iter().enumerate() {
            let named = format!("{}, array \"bodies\", row {row}", self.file.display());
            let text = match text.trim_start().starts_with('{') {
                true => text,
                false => {
                    let name = serde_json::Value::String(text);
                    format!("{{\"mesh\": {name}}}")
                }
            };
            let shape = BODY.parse(&text, named.as_ref(), |root| shapes.body(root))?;
            let name = row.to_string();
            bodies.push(Body { name, shape });
        }
        Ok((shapes.into_vec(), bodies))
    }

    fn side(&self, side: usize, bodies: usize) -> Result<Side, NpzError> {
        let [body, start, end, linear, angular, acceleration] = SIDES[side];
        let poses = [(7, "(n, 7)"), (16, "(n, 4, 4)")];
        let rate = |name| self.column(name, &[(3, "(n, 3)")]);
        let found = [
            self.column(body, &[ONE])?,
            self.column(start, &poses)?,
            self.column(end, &poses)?,
            rate(linear)?,
            rate(angular)?,
            rate(acceleration)?,
        ];
        if let [_, begins, Some(end), rates @ ..] = &found {
            if begins.is_none() {
                return Err(self.bad(end.name, format!("it goes with {start:?}")));
            }
            if let Some(rate) = rates.iter().flatten().next() {
                let told = format!("it does not go with {:?}", end.name);
                return Err(self.bad(rate.name, told));
            }
        }
        if let Some(column) = &found[0] {
            let is_body =
                |number: &f64| *number >= 0.0 && *number < bodies as f64 && number.fract() == 0.0;
            if let Some(row) = column.numbers.iter().position(|number| !is_body(number)) {
                let told = format!("{} is no row of the {bodies} bodies", column.numbers[row]);
                return Err(self.at(column, row, told));
            }
        }
        Ok(found)
    }

    /// How a body moves in a query.
    fn motion(
        &self,
        side: usize,
        columns: &Side,
        row: usize,
        bodies: usize,
    ) -> Result<BodyMotion, NpzError> {
        let [body, start, end, rates @ ..] = columns;
        let body = match body {
            Some(column) => column.row(row)[0] as usize,
            None => side.min(bodies - 1),
        };
        let pose = |column: &Option<Column>| match column {
            Some(column) => {
                let at = placement(column.row(row));
                let checked = at.and_then(|at| ConstantVelocity::at_rest(at).map(|_| at));
                checked.map_err(|error| self.at(column, row, error))
            }
            None => Ok(Placement::IDENTITY),
        };
        let (from, to) = (pose(start)?, pose(end)?);
        let motion = match end {
            Some(end) => ConstantVelocity::between(from, to)
                .map(Ballistic::from)
                .map_err(|error| self.at(end, row, error)),
            None => {
                let rate = |rate: &Option<Column>| {
                    rate.as_ref()
                        .map_or(DVec3::ZERO, |column| DVec3::from_slice(column.row(row)))
                };
                let [linear, angular, acceleration] = rates.each_ref().map(rate);
                Ballistic::new(from, linear, angular, acceleration).map_err(|error| {
                    match rates.iter().flatten().next().or(start.as_ref()) {
                        Some(column) => self.at(column, row, error),
                        None => self.bad("bodies", error),
                    }
                })
            }
        };
        let motion = motion?;
        Ok(BodyMotion { body, motion })
    }
}

/// A pose: position and rotation as x, y, z, w, or the rows of a matrix.
fn placement(numbers: &[f64]) -> Result<Placement, osculate::motion::MotionError> {
    match *numbers {
        [x, y, z, i, j, k, w] => Ok(Placement::new(
            DVec3::new(x, y, z),
            DQuat::from_xyzw(i, j, k, w),
        )),
        _ => {
            let column = |column: usize| [0, 4, 8, 12].map(|row| numbers[row + column]);
            Placement::from_matrix([0, 1, 2, 3].map(column))
        }
    }
}

#[cfg(test)]
mod tests;
