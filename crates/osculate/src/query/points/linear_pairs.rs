//! Many pairs of one kind whose points move on straight lines, one slice a coordinate.

use super::linear_pair::{LinearOutcome, LinearPair, PairKind};
use crate::motion::LinearPath;
use glam::DVec3;
use thiserror::Error;

/// Many [`LinearPair`]s of one kind: of each point and axis a slice with one number a pair.
///
/// ```
/// use osculate::query::points::{LinearPairs, PairKind};
/// // Two points on the x axis, three times: they pass each other, meet at the end, stay apart.
/// let (zero, one) = ([0.0; 3], [1.0; 3]);
/// let ends = [2.0, 1.0, 0.5];
/// let start = [[&zero[..]; 3], [&one, &zero, &zero]];
/// let end = [[&ends[..], &zero, &zero], [&one[..], &zero, &zero]];
/// let mut touch = [false; 3];
/// LinearPairs::new(PairKind::VertexVertex, &start, &end)?.decide(&mut touch);
/// assert_eq!(touch, [true, true, false]);
/// # Ok::<(), osculate::query::points::LinearPairsError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LinearPairs<'a> {
    kind: PairKind,
    /// `[end][point][axis]`.
    coordinates: [[[&'a [f64]; 3]; 4]; 2],
    count: usize,
}

/// Why [`LinearPairs`] could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum LinearPairsError {
    /// The kind of pair has another number of points.
    #[error("a pair of kind {kind:?} has {expected} points, not {found}")]
    Points {
        /// What was to be made.
        kind: PairKind,
        /// How many points that has.
        expected: usize,
        /// How many were given.
        found: usize,
    },
    /// Not all slices are equally long.
    #[error("axis {axis} of point {point} has {found} numbers, not {expected} as the first one")]
    Length {
        /// The point, from 0.
        point: usize,
        /// The axis, from 0.
        axis: usize,
        /// How many numbers the first slice has.
        expected: usize,
        /// How many this one has.
        found: usize,
    },
    /// A coordinate is NaN or infinite.
    #[error("axis {axis} of point {point} of pair {pair} is {value}: coordinates must be finite")]
    NotFinite {
        /// The pair, from 0.
        pair: usize,
        /// The point, from 0.
        point: usize,
        /// The axis, from 0.
        axis: usize,
        /// The coordinate.
        value: f64,
    },
}

impl<'a> LinearPairs<'a> {
    /// Pairs with these points, those of a and then those of b, at the start and at the end: `start[point][axis][pair]`.
    pub fn new(
        kind: PairKind,
        start: &[[&'a [f64]; 3]],
        end: &[[&'a [f64]; 3]],
    ) -> Result<LinearPairs<'a>, LinearPairsError> {
        let expected = kind.points().iter().sum();
        for points in [start, end] {
            if points.len() != expected {
                return Err(LinearPairsError::Points {
                    kind,
                    expected,
                    found: points.len(),
                });
            }
        }
        let count = start[0][0].len();
        let mut coordinates = [[[&[][..]; 3]; 4]; 2];
        for (into, points) in coordinates.iter_mut().zip([start, end]) {
            for (point, axes) in points.iter().enumerate() {
                for (axis, numbers) in axes.iter().enumerate() {
                    if numbers.len() != count {
                        return Err(LinearPairsError::Length {
                            point,
                            axis,
                            expected: count,
                            found: numbers.len(),
                        });
                    }
                    if let Some(pair) = numbers.iter().position(|x| !x.is_finite()) {
                        return Err(LinearPairsError::NotFinite {
                            pair,
                            point,
                            axis,
                            value: numbers[pair],
                        });
                    }
                }
                into[point] = *axes;
            }
        }
        Ok(LinearPairs {
            kind,
            coordinates,
            count,
        })
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// One of the pairs; panics if there is none of that number.
    #[inline]
    pub fn get(&self, pair: usize) -> LinearPair {
        let [of_a, of_b] = self.kind.points();
        let [start, end] = &self.coordinates;
        let at = |[x, y, z]: &[&[f64]; 3]| DVec3::new(x[pair], y[pair], z[pair]);
        // Points that this kind does not have are zero.
        let mut points = [LinearPath::default(); 4];
        for (path, (start, end)) in points[..of_a + of_b].iter_mut().zip(start.iter().zip(end)) {
            *path = LinearPath::of_finite(at(start), at(end));
        }
        LinearPair::of(self.kind, points)
    }

    /// Whether each pair touches at some instant of the closed `[0, 1]`, as [`LinearPair::decide`] says; on all cores with
    /// feature `parallel`. Panics if `answers` is not as long as the batch.
    pub fn decide(&self, answers: &mut [bool]) {
        self.answer(answers, LinearPair::decide);
    }

    /// The first contact of each pair, as [`LinearPair::first_contact`] finds it; on all cores with feature `parallel`. Panics
    /// if `answers` is not as long as the batch.
    pub fn first_contacts(&self, answers: &mut [LinearOutcome]) {
        self.answer(answers, LinearPair::first_contact);
    }

    /// Fills `answers` by `answer`.
    fn answer<T: Send>(&self, answers: &mut [T], answer: impl Fn(&LinearPair) -> T + Sync) {
        assert_eq!(answers.len(), self.count, "one answer a pair");
        let unused = LinearPair::of(self.kind, [LinearPath::default(); 4]);
        let fill = |(block, answers): (usize, &mut [T])| {
            let mut pairs = [unused; BLOCK];
            self.gather(block * BLOCK, &mut pairs[..answers.len()]);
            for (into, pair) in answers.iter_mut().zip(&pairs) {
                *into = answer(pair);
            }
        };
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            answers
                .par_chunks_mut(BLOCK)
                .enumerate()
                .with_min_len(16)
                .for_each(fill);
        }
        #[cfg(not(feature = "parallel"))]
        answers.chunks_mut(BLOCK).enumerate().for_each(fill);
    }

    /// The pairs from number `from` on: column by column, so that each is read in one go.
    fn gather(&self, from: usize, pairs: &mut [LinearPair]) {
        let used: usize = self.kind.points().iter().sum();
        for (end, points) in self.coordinates.iter().enumerate() {
            for (point, axes) in points[..used].iter().enumerate() {
                for (axis, column) in axes.iter().enumerate() {
                    let column = &column[from..from + pairs.len()];
                    for (pair, &x) in pairs.iter_mut().zip(column) {
                        pair.set(point, end, axis, x);
                    }
                }
            }
        }
    }
}

/// How many pairs are looked at in one go.
const BLOCK: usize = 64;
