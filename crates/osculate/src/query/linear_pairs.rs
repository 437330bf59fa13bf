//! Many pairs of one kind whose points move on straight lines, one slice a coordinate.

use super::linear_pair::{LinearOutcome, LinearPair, PairKind};
use crate::motion::LinearPath;
use glam::DVec3;
use thiserror::Error;

/// Many [`LinearPair`]s of one kind: of each point and axis a slice with one number a pair.
///
/// ```
/// use osculate::{LinearPairs, PairKind};
/// // Two points on the x axis, three times: they pass each other, meet at the end, stay apart.
/// let (zero, one) = ([0.0; 3], [1.0; 3]);
/// let ends = [2.0, 1.0, 0.5];
/// let start = [[&zero[..]; 3], [&one, &zero, &zero]];
/// let end = [[&ends[..], &zero, &zero], [&one[..], &zero, &zero]];
/// let mut touch = [false; 3];
/// LinearPairs::new(PairKind::VertexVertex, &start, &end)?.decide(&mut touch);
/// assert_eq!(touch, [true, true, false]);
/// # Ok::<(), osculate::LinearPairsError>(())
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
        self.answer(answers, &|apart, pair| !apart && self.get(pair).decide());
    }

    /// The first contact of each pair, as [`LinearPair::first_contact`] finds it; on all cores with feature `parallel`. Panics
    /// if `answers` is not as long as the batch.
    pub fn first_contacts(&self, answers: &mut [LinearOutcome]) {
        self.answer(answers, &|apart, pair| {
            if apart {
                LinearOutcome::APART
            } else {
                self.get(pair).first_contact()
            }
        });
    }

    /// Fills `answers` by `answer`, which is told whether some axis keeps the pair apart, and the pair's number.
    fn answer<T: Send>(&self, answers: &mut [T], answer: &(impl Fn(bool, usize) -> T + Sync)) {
        assert_eq!(answers.len(), self.count, "one answer a pair");
        let fill = |(chunk, answers): (usize, &mut [T])| {
            let from = chunk * LANES;
            let gaps = match answers.len() {
                LANES => self.gaps(from),
                // The last few.
                _ => [0.0; LANES],
            };
            for (lane, into) in answers.iter_mut().enumerate() {
                *into = answer(gaps[lane] > 0.0, from + lane);
            }
        };
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            answers
                .par_chunks_mut(LANES)
                .enumerate()
                .with_min_len(512)
                .for_each(fill);
        }
        #[cfg(not(feature = "parallel"))]
        answers.chunks_mut(LANES).enumerate().for_each(fill);
    }

    /// The widest gap on an axis that each of the pairs from number `from` on keeps at both ends: a pair with a positive one is
    /// apart, since a rounded difference has the sign of the exact one.
    #[inline]
    fn gaps(&self, from: usize) -> [f64; LANES] {
        let [of_a, of_b] = self.kind.points();
        let lanes = |column: &[f64]| -> [f64; LANES] {
            core::array::from_fn(|lane| column[from..from + LANES][lane])
        };
        let mut widest = [f64::NEG_INFINITY; LANES];
        for axis in 0..3 {
            // Of a ahead of b, and of b ahead of a.
            let mut gaps = [[f64::INFINITY; LANES]; 2];
            for points in &self.coordinates {
                let range = |points: &[[&[f64]; 3]]| {
                    let mut least = lanes(points[0][axis]);
                    let mut most = least;
                    for point in &points[1..] {
                        let x = lanes(point[axis]);
                        least = lanewise(least, x, |a, b| if b < a { b } else { a });
                        most = lanewise(most, x, |a, b| if b > a { b } else { a });
                    }
                    (least, most)
                };
                let (a_least, a_most) = range(&points[..of_a]);
                let (b_least, b_most) = range(&points[of_a..of_a + of_b]);
                let ahead = [
                    lanewise(a_least, b_most, |a, b| a - b),
                    lanewise(b_least, a_most, |a, b| a - b),
                ];
                for (gap, ahead) in gaps.iter_mut().zip(ahead) {
                    *gap = lanewise(*gap, ahead, |a, b| if b < a { b } else { a });
                }
            }
            for gap in gaps {
                widest = lanewise(widest, gap, |a, b| if b > a { b } else { a });
            }
        }
        widest
    }
}

/// How many pairs are looked at together: loops over so many numbers become vector instructions.
const LANES: usize = 8;

#[inline(always)]
fn lanewise(a: [f64; LANES], b: [f64; LANES], operation: impl Fn(f64, f64) -> f64) -> [f64; LANES] {
    let mut result = [0.0; LANES];
    for lane in 0..LANES {
        result[lane] = operation(a[lane], b[lane]);
    }
    result
}
