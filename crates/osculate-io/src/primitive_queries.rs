//! Queries about vertices, faces and edges that move on straight lines, with the truth: CSV files of rationals.
//!
//! A row is a point, `xn,xd,yn,yd,zn,zd,truth`: three rationals as numerator and denominator, whole numbers of any size,
//! and 1 if the features touch at some instant of `[0, 1]`, else 0. A query is 8 rows with the same truth: the vertex and
//! the corners of the face, or the ends of one edge and of the other, at time 0, and then at time 1.

use crate::max_size::{MaxSize, Unread, open_file};
use crate::text::shown;
use exact::exact_f64;
use glam::DVec3;
use num_bigint::BigInt;
use osculate::{
    motion::LinearPath,
    query::points::{LinearOutcome, LinearPair, PairKind, Ratio, RationalError, RationalPair},
};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;

mod exact;

/// Why a file of such queries could not be read. Its text names the file, and the line where one is to blame.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PrimitiveFileError {
    /// The file is missing, forbidden, a folder, ...
    #[error("{}: cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is larger than it may be.
    #[error("{}: larger than the max size of {most}", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// How large it may be.
        most: MaxSize,
    },
    /// Neither the caller nor the path says what the features are.
    #[error(
        "{}: vertices and faces, or edges? No folder of its path is called vertex-face or edge-edge",
        path.display()
    )]
    UnknownKind {
        /// The file.
        path: PathBuf,
    },
    /// There is no query in the file.
    #[error("{}: the file has no queries", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The contents break the rules of the format.
    #[error("{}, line {line}: {problem}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there.
        problem: String,
    },
}

/// Two features on straight lines: in `f64` if every coordinate is one, else in rationals.
#[derive(Clone, Debug, PartialEq)]
pub enum PrimitivePair {
    /// Every coordinate is exactly an `f64`.
    Linear(LinearPair),
    /// Some coordinate is not.
    Rational(Box<RationalPair>),
}

impl PrimitivePair {
    /// Whether the features touch at some instant of the closed `[0, 1]`; exact.
    pub fn decide(&self) -> bool {
        match self {
            PrimitivePair::Linear(pair) => pair.decide(),
            PrimitivePair::Rational(pair) => pair.decide(),
        }
    }

    /// When the features first touch, and what it took to decide.
    pub fn first_contact(&self) -> LinearOutcome {
        match self {
            PrimitivePair::Linear(pair) => pair.first_contact(),
            PrimitivePair::Rational(pair) => pair.first_contact(),
        }
    }
}

/// A query of a file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PrimitiveQuery {
    /// The features and how they move.
    pub pair: PrimitivePair,
    /// Whether they touch, as the file has it.
    pub truth: bool,
    /// The line of its first row, counted from 1.
    pub line: usize,
}

/// The queries of a CSV file, one after the other; nothing more than the next one is held in memory.
///
/// Ends after the first error. Empty lines may stand at the end of the file only.
///
/// ```
/// use osculate::query::points::PairKind;
/// use osculate_io::PrimitiveQueries;
/// let rows = "0,1,0,1,1,1,1\n-1,1,-1,1,0,1,1\n1,1,-1,1,0,1,1\n0,1,1,1,0,1,1\n\
///             0,1,0,1,-1,1,1\n-1,1,-1,1,0,1,1\n1,1,-1,1,0,1,1\n0,1,1,1,0,1,1\n";
/// let mut queries = PrimitiveQueries::new(rows.as_bytes(), "vertex.csv".as_ref(), PairKind::VertexFace);
/// assert!(queries.next().unwrap()?.truth);
/// assert!(queries.next().is_none());
/// # Ok::<(), osculate_io::PrimitiveFileError>(())
/// ```
#[derive(Debug)]
pub struct PrimitiveQueries<R> {
    reader: R,
    path: PathBuf,
    kind: PairKind,
    line: usize,
    bytes: u64,
    most: MaxSize,
    text: Vec<u8>,
    rows: Vec<Row>,
    /// Nothing more will come.
    ended: bool,
}

/// A point, and the truth of its query.
#[derive(Debug)]
struct Row {
    /// Numerators and denominators.
    point: [[BigInt; 2]; 3],
    /// The same point, if each coordinate is exactly an `f64`.
    exact: Option<DVec3>,
    truth: bool,
}

impl PrimitiveQueries<BufReader<File>> {
    /// Opens the file at `path`. Unless `kind` says what the features are, the closest folder above the file that is
    /// called `vertex-face` or `edge-edge` does. Queries that lie beyond `most` bytes are an error.
    pub fn open(
        path: &Path,
        kind: Option<PairKind>,
        most: MaxSize,
    ) -> Result<Self, PrimitiveFileError> {
        let (file, _) = open_file(path, most).map_err(|error| {
            let path = path.to_owned();
            match error {
                Unread::TooLarge(most) => PrimitiveFileError::TooLarge { path, most },
                Unread::System(source) => PrimitiveFileError::Unreadable { path, source },
            }
        })?;
        let kind = kind
            .or_else(|| kind_of(path))
            .or_else(|| kind_of(&path.canonicalize().ok()?));
        let Some(kind) = kind else {
            return Err(PrimitiveFileError::UnknownKind {
                path: path.to_owned(),
            });
        };
        Ok(PrimitiveQueries {
            most,
            ..PrimitiveQueries::new(BufReader::new(file), path, kind)
        })
    }
}

fn kind_of(path: &Path) -> Option<PairKind> {
    path.parent()?
        .iter()
        .rev()
        .find_map(|folder| match folder.to_str() {
            Some("vertex-face") => Some(PairKind::VertexFace),
            Some("edge-edge") => Some(PairKind::EdgeEdge),
            _ => None,
        })
}

impl<R: BufRead> PrimitiveQueries<R> {
    /// The most bytes that a line may have.
    pub const LONGEST_LINE: usize = 1 << 20;

    /// Reads queries about features of that kind from `reader`; `name` stands for it in errors.
    ///
    /// Pairs with fewer points than four have as many rows fewer. No more than the default [`MaxSize`] is read.
    pub fn new(reader: R, name: &Path, kind: PairKind) -> PrimitiveQueries<R> {
        PrimitiveQueries {
            reader,
            path: name.to_owned(),
            kind,
            line: 0,
            bytes: 0,
            most: MaxSize::default(),
            text: Vec::new(),
            rows: Vec::new(),
            ended: false,
        }
    }

    /// What the features are.
    pub fn kind(&self) -> PairKind {
        self.kind
    }

    /// How many bytes of the file have been read.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    fn malformed(&self, line: usize, problem: impl Into<String>) -> PrimitiveFileError {
        PrimitiveFileError::Malformed {
            path: self.path.clone(),
            line,
            problem: problem.into(),
        }
    }

    /// Reads the next line into `text`; false at the end of the file.
    fn next_line(&mut self) -> Result<bool, PrimitiveFileError> {
        self.text.clear();
        let most = Self::LONGEST_LINE as u64 + 1;
        let read = (&mut self.reader)
            .take(most)
            .read_until(b'\n', &mut self.text)
            .map_err(|source| PrimitiveFileError::Unreadable {
                path: self.path.clone(),
                source,
            })?;
        if read == 0 {
            return Ok(false);
        }
        self.line += 1;
        self.bytes += read as u64;
        if self.bytes > self.most.bytes() {
            return Err(PrimitiveFileError::TooLarge {
                path: self.path.clone(),
                most: self.most,
            });
        }
        if read as u64 == most {
            let problem = format!("the line has more than {} bytes", Self::LONGEST_LINE);
            return Err(self.malformed(self.line, problem));
        }
        if self.line == 1 && self.text.starts_with(b"\xef\xbb\xbf") {
            self.text.drain(..3);
        }
        let length = self.text.trim_ascii_end().len();
        self.text.truncate(length);
        Ok(true)
    }

    fn next_query(&mut self) -> Result<Option<PrimitiveQuery>, PrimitiveFileError> {
        let [a, b] = self.kind.points();
        let needed = 2 * (a + b);
        self.rows.clear();
        let first = self.line + 1;
        while self.rows.len() < needed {
            let found = self.next_line()?;
            if found && !self.text.is_empty() {
                let row = Row::parse(&self.text);
                let row = row.map_err(|problem| self.malformed(self.line, problem))?;
                if row.truth != self.rows.first().map_or(row.truth, |first| first.truth) {
                    let problem = format!(
                        "the truth is {}, but {} in line {first}, where the query begins",
                        u8::from(row.truth),
                        u8::from(!row.truth)
                    );
                    return Err(self.malformed(self.line, problem));
                }
                self.rows.push(row);
                continue;
            }
            if found {
                self.only_empty_lines()?;
            }
            if !self.rows.is_empty() {
                let problem = format!(
                    "the file ends after {} of the {needed} rows of the query that begins in line {first}",
                    self.rows.len()
                );
                return Err(self.malformed(first + self.rows.len() - 1, problem));
            }
            if first == 1 {
                let path = self.path.clone();
                return Err(PrimitiveFileError::Empty { path });
            }
            return Ok(None);
        }
        let pair = pair(self.kind, &self.rows);
        Ok(Some(PrimitiveQuery {
            pair: pair.map_err(|problem| self.malformed(first, problem))?,
            truth: self.rows[0].truth,
            line: first,
        }))
    }

    /// After an empty line nothing else may follow.
    fn only_empty_lines(&mut self) -> Result<(), PrimitiveFileError> {
        let empty = self.line;
        while self.next_line()? {
            if !self.text.is_empty() {
                let problem = "the line is empty, but rows follow";
                return Err(self.malformed(empty, problem));
            }
        }
        Ok(())
    }
}

impl<R: BufRead> Iterator for PrimitiveQueries<R> {
    type Item = Result<PrimitiveQuery, PrimitiveFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let query = self.next_query().transpose();
        self.ended = !matches!(query, Some(Ok(_)));
        query
    }
}

impl Row {
    fn parse(line: &[u8]) -> Result<Row, String> {
        let columns: Vec<&[u8]> = line
            .split(|&byte| byte == b',')
            .map(<[u8]>::trim_ascii)
            .collect();
        let [xn, xd, yn, yd, zn, zd, truth] = columns[..] else {
            return Err(format!(
                "a row has the 7 columns xn,xd,yn,yd,zn,zd,truth, but here are {}",
                columns.len()
            ));
        };
        let truth = match truth {
            b"0" => false,
            b"1" => true,
            _ => return Err(format!("the truth is {}, not 0 or 1", shown(truth))),
        };
        let point = [
            rational(xn, xd, 'x')?,
            rational(yn, yd, 'y')?,
            rational(zn, zd, 'z')?,
        ];
        let [x, y, z] = point
            .each_ref()
            .map(|[above, below]| exact_f64(above, below));
        let exact = x.zip(y).zip(z).map(|((x, y), z)| DVec3::new(x, y, z));
        Ok(Row {
            point,
            exact,
            truth,
        })
    }
}

fn rational(numerator: &[u8], denominator: &[u8], axis: char) -> Result<[BigInt; 2], String> {
    let whole = |word: &[u8], name: &str| {
        integer(word)
            .ok_or_else(|| format!("the {name} {} of {axis} is not a whole number", shown(word)))
    };
    let (above, below) = (
        whole(numerator, "numerator")?,
        whole(denominator, "denominator")?,
    );
    if below == BigInt::ZERO {
        return Err(format!("the denominator of {axis} is 0"));
    }
    Ok([above, below])
}

fn integer(word: &[u8]) -> Option<BigInt> {
    let digits = word
        .strip_prefix(b"-")
        .or(word.strip_prefix(b"+"))
        .unwrap_or(word);
    // The parser of `BigInt` would take underscores for digits.
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    BigInt::parse_bytes(word, 10)
}

fn pair(kind: PairKind, rows: &[Row]) -> Result<PrimitivePair, String> {
    let half = rows.len() / 2;
    let (start, end) = rows.split_at(half);
    let mut paths = [LinearPath::default(); 4];
    let mut all_exact = true;
    for (path, (start, end)) in paths.iter_mut().zip(start.iter().zip(end)) {
        match (start.exact, end.exact) {
            (Some(start), Some(end)) => {
                *path = LinearPath::new(start, end).map_err(|error| error.to_string())?;
            }
            _ => all_exact = false,
        }
    }
    if all_exact {
        let [p, q, r, s] = paths;
        return Ok(PrimitivePair::Linear(match kind {
            PairKind::VertexVertex => LinearPair::vertex_vertex(p, q),
            PairKind::VertexEdge => LinearPair::vertex_edge(p, [q, r]),
            PairKind::VertexFace => LinearPair::vertex_face(p, [q, r, s]),
            PairKind::EdgeEdge => LinearPair::edge_edge([p, q], [r, s]),
        }));
    }
    rational_pair(kind, start, end)
        .map(|pair| PrimitivePair::Rational(Box::new(pair)))
        .map_err(|error| error.to_string())
}

fn rational_pair(
    kind: PairKind,
    start: &[Row],
    end: &[Row],
) -> Result<RationalPair, RationalError> {
    let ratio = |[above, below]: &[BigInt; 2]| {
        Ratio::from_le_bytes(&above.to_signed_bytes_le(), &below.to_signed_bytes_le())
    };
    let point = |row: &Row| {
        let [x, y, z] = &row.point;
        Ok([ratio(x)?, ratio(y)?, ratio(z)?])
    };
    let points = |rows: &[Row]| rows.iter().map(point).collect::<Result<Vec<_>, _>>();
    RationalPair::new(kind, &points(start)?, &points(end)?)
}

#[cfg(test)]
mod tests;
