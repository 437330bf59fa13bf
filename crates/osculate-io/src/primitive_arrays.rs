//! Vertices, faces and edges on straight lines, and answers about them, as columns of NPZ files. `docs/straight-lines.md` describes the
//! arrays.

use crate::max_size::MaxSize;
use crate::npz::{NpzError, NpzWriter, bytes_of};
use crate::query_arrays::Arrays;
use glam::DVec3;
use osculate::query::points::{LinearOutcome, LinearPair, PairKind};
use std::io;
use std::path::Path;

/// The arrays of queries: corners at both times, and what is known of them.
const KNOWN: [&str; 4] = ["start", "end", "kind", "truth"];

/// Queries of an NPZ file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PrimitiveArrays {
    /// The features and how they move.
    pub pairs: Vec<LinearPair>,
    /// Whether they touch, if the file says so.
    pub truth: Option<Vec<bool>>,
}

impl PrimitiveArrays {
    /// Reads the file at `path`: its arrays `start` and `end` have the shape (n, 4, 3), and `kind`, unless it is given, is `vf` or `ee`.
    /// It, and what it unpacks to, have at most `most` bytes.
    pub fn read(
        path: &Path,
        kind: Option<PairKind>,
        most: MaxSize,
    ) -> Result<PrimitiveArrays, NpzError> {
        PrimitiveArrays::parse(&bytes_of(path, most)?, path, kind, most)
    }

    /// The same of the bytes of such a file; `name` stands for it in errors.
    pub fn parse(
        bytes: &[u8],
        name: &Path,
        kind: Option<PairKind>,
        most: MaxSize,
    ) -> Result<PrimitiveArrays, NpzError> {
        let arrays = Arrays::known(bytes, name, most, &KNOWN)?;
        let kind = match (kind, arrays.words("kind")?.as_deref()) {
            (Some(kind), _) => kind,
            (None, Some([word])) => match word.as_str() {
                "vf" => PairKind::VertexFace,
                "ee" => PairKind::EdgeEdge,
                _ => return Err(arrays.bad("kind", format!("{word:?} is neither vf nor ee"))),
            },
            (None, Some(words)) => {
                let told = format!("there are {} of it, where one is needed", words.len());
                return Err(arrays.bad("kind", told));
            }
            (None, None) => {
                return Err(arrays.bad("kind", "there is none: vertices and faces, or edges?"));
            }
        };
        let (start, end) = (corners(&arrays, "start")?, corners(&arrays, "end")?);
        let (queries, others) = (start.len() / 12, end.len() / 12);
        if queries != others {
            let told = format!("there are {others} rows, and {queries} of \"start\"");
            return Err(arrays.bad("end", told));
        }
        if queries.saturating_mul(size_of::<LinearPair>()) as u64 > most.bytes() {
            return Err(arrays.too_large(most));
        }
        let pair = |(start, end)| {
            LinearPair::from_points(kind, start, end).expect("coordinates are finite")
        };
        let (start, end) = (start.as_chunks().0, end.as_chunks().0);
        let rows = start.as_chunks().0.iter().zip(end.as_chunks().0);
        let pairs = rows.map(pair).collect();
        let truth = truths(&arrays, queries)?;
        Ok(PrimitiveArrays { pairs, truth })
    }
}

/// Corners of all queries, 12 numbers each.
fn corners(arrays: &Arrays, name: &str) -> Result<Vec<f64>, NpzError> {
    let array = arrays.array(name)?;
    let array = array.ok_or_else(|| arrays.bad(name, "there is none"))?;
    if !matches!(array.lengths[..], [_, 4, 3]) {
        let told = format!("the shape must be (n, 4, 3), and is {}", array.shape());
        return Err(arrays.bad(name, told));
    }
    let numbers = array.in_order();
    let numbers = numbers.map_err(|problem| arrays.bad(name, problem))?;
    match numbers.iter().position(|number| !number.is_finite()) {
        Some(place) => {
            let (row, number) = (place / 12, numbers[place]);
            let told = format!("row {row}: {number} is no coordinate");
            Err(arrays.bad(name, told))
        }
        None => Ok(numbers),
    }
}

/// Whether features touch, if the file says so.
fn truths(arrays: &Arrays, queries: usize) -> Result<Option<Vec<bool>>, NpzError> {
    let Some(array) = arrays.array("truth")? else {
        return Ok(None);
    };
    let bad = |told: String| arrays.bad("truth", told);
    if array.lengths != [queries] {
        let shape = array.shape();
        return Err(bad(format!(
            "the shape must be ({queries},), and is {shape}"
        )));
    }
    let numbers = array.in_order().map_err(bad)?;
    match numbers
        .iter()
        .position(|&number| number != 0.0 && number != 1.0)
    {
        Some(row) => Err(bad(format!("row {row}: {} is no truth", numbers[row]))),
        None => Ok(Some(numbers.iter().map(|&number| number == 1.0).collect())),
    }
}

/// Answers as columns: what Python calls `PointContacts`. What is free has NaN for places.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PrimitiveAnswerArrays {
    hit: Vec<bool>,
    lower: Vec<f64>,
    upper: Vec<f64>,
    weights: Vec<[f64; 4]>,
    point: Vec<[f64; 3]>,
    normal: Vec<[f64; 3]>,
}

impl PrimitiveAnswerArrays {
    /// Adds a row.
    pub fn push(&mut self, outcome: &LinearOutcome) {
        let contact = outcome.contact.as_ref();
        self.hit.push(contact.is_some());
        self.lower.push(contact.map_or(1.0, |found| found.lower));
        let upper = contact.map_or(f64::INFINITY, |found| found.upper);
        self.upper.push(upper);
        let weights = contact.map_or([f64::NAN; 4], |found| found.weights);
        self.weights.push(weights);
        let vector = |vector: Option<DVec3>| vector.map_or([f64::NAN; 3], |it| it.to_array());
        self.point.push(vector(contact.map(|found| found.point)));
        self.normal.push(vector(contact.map(|found| found.normal)));
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.hit.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.hit.is_empty()
    }

    /// An NPZ file of them.
    pub fn to_npz(&self) -> io::Result<Vec<u8>> {
        let mut file = NpzWriter::new();
        file.add("hit", 0, &self.hit)?;
        file.add("lower", 0, &self.lower)?;
        file.add("upper", 0, &self.upper)?;
        file.add("weights", 4, self.weights.as_flattened())?;
        file.add("point", 3, self.point.as_flattened())?;
        file.add("normal", 3, self.normal.as_flattened())?;
        file.finish()
    }
}

#[cfg(test)]
mod tests;
