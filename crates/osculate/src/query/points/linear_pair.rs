//! Vertices, edges and faces whose corners move on straight lines: do they touch, and when first? Exact.
//!
//! Jansen, sections 3.1 to 3.4 and 3.6, solved otherwise. All kinds of pairs are one question (`polygon.rs`): when does a
//! moving polygon first hold the origin? It is asked three times, and the first answer counts:
//! 1. of the axes: is one feature ahead of the other on some axis at both ends of time?
//! 2. in `f64` with proven errors (`rounded.rs`, on [`Polynomial`](crate::numbers::polynomial::Polynomial)): the roots of the
//!    determinant, and the signs of cross products there;
//! 3. in whole numbers (`exact.rs`, on [`Algebraic`](crate::numbers::algebraic::Algebraic)) as wide as needed, which always tell.

use crate::motion::{LinearPath, LinearPathError};
use glam::DVec3;
use place::Differences;
use rounded::{Edge, Found, MovingPoint, Rounded};

pub(crate) mod apart;
mod exact;
mod floats;
mod place;
mod polygon;
mod rational;
mod rounded;
mod stops;
mod within;

pub use rational::{Ratio, RationalError, RationalPair};
pub(crate) use within::Reached;
pub use within::{ClosestPoints, Within};

/// What a [`LinearPair`] is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PairKind {
    /// Two points.
    VertexVertex,
    /// A point and a segment.
    VertexEdge,
    /// A point and a triangle.
    VertexFace,
    /// Two segments.
    EdgeEdge,
}

impl PairKind {
    /// How many points such a pair has: of a, then of b.
    pub fn points(self) -> [usize; 2] {
        match self {
            PairKind::VertexVertex => [1, 1],
            PairKind::VertexEdge => [1, 2],
            PairKind::VertexFace => [1, 3],
            PairKind::EdgeEdge => [2, 2],
        }
    }
}

/// Two features, a and b, whose corners move on straight lines during `[0, 1]`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LinearPair {
    kind: PairKind,
    points: [LinearPath; 4],
}

/// The first contact of a [`LinearPair`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LinearContact {
    /// The features are apart up to and including this instant; or it is 0, as `upper` is, if they touch at the start.
    pub lower: f64,
    /// The features first touch after `lower`, and not after this instant.
    pub upper: f64,
    /// The weights of the pair's points, those of a and then those of b, that give the place of contact: either feature's
    /// weights add up to 1. Rounded.
    pub weights: [f64; 4],
    /// The place of contact. Rounded.
    pub point: DVec3,
    /// The unit direction from b to a just before the contact; any across the features if they touch at the start or come
    /// together as points. Rounded.
    pub normal: DVec3,
}

/// How far the cascade of tests had to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Stage {
    /// Some coordinate keeps the features apart.
    Axis,
    /// `f64`, with proven bounds on its errors.
    Rounded,
    /// Exact coefficients.
    Coefficients,
    /// Exact signs at algebraic instants.
    Algebraic,
}

/// The answer for a [`LinearPair`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LinearOutcome {
    /// The first contact; none if the features are apart at every instant of the closed `[0, 1]`.
    pub contact: Option<LinearContact>,
    /// What it took to decide.
    pub stage: Stage,
}

impl LinearPair {
    /// The pair of this kind with these points, of which unused ones are zero.
    pub(crate) fn of(kind: PairKind, points: [LinearPath; 4]) -> LinearPair {
        LinearPair { kind, points }
    }

    /// Sets a finite coordinate of a point at the start (`end` is 0) or at the end (1).
    #[inline(always)]
    pub(crate) fn set(&mut self, point: usize, end: usize, axis: usize, x: f64) {
        self.points[point].set(end, axis, x);
    }

    /// Two points.
    pub fn vertex_vertex(a: LinearPath, b: LinearPath) -> LinearPair {
        let unused = LinearPath::default();
        LinearPair {
            kind: PairKind::VertexVertex,
            points: [a, b, unused, unused],
        }
    }

    /// A point and the closed segment between two points.
    pub fn vertex_edge(vertex: LinearPath, edge: [LinearPath; 2]) -> LinearPair {
        LinearPair {
            kind: PairKind::VertexEdge,
            points: [vertex, edge[0], edge[1], LinearPath::default()],
        }
    }

    /// A point and the closed triangle between three points.
    pub fn vertex_face(vertex: LinearPath, face: [LinearPath; 3]) -> LinearPair {
        LinearPair {
            kind: PairKind::VertexFace,
            points: [vertex, face[0], face[1], face[2]],
        }
    }

    /// Two closed segments.
    pub fn edge_edge(a: [LinearPath; 2], b: [LinearPath; 2]) -> LinearPair {
        LinearPair {
            kind: PairKind::EdgeEdge,
            points: [a[0], a[1], b[0], b[1]],
        }
    }

    /// A pair of any kind, of its points at the start and at the end: those of a, then those of b. Kinds with fewer points take the
    /// first ones.
    ///
    /// ```
    /// use osculate::query::points::{LinearPair, PairKind};
    /// // A point falls through a triangle at rest.
    /// let start = [[0.2, 0.2, 1.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// let mut end = start;
    /// end[0][2] = -1.0;
    /// assert!(LinearPair::from_points(PairKind::VertexFace, &start, &end)?.decide());
    /// end[3][1] = f64::NAN;
    /// assert!(LinearPair::from_points(PairKind::VertexFace, &start, &end).is_err());
    /// // Of two points the others are not looked at.
    /// assert!(!LinearPair::from_points(PairKind::VertexVertex, &start, &end)?.decide());
    /// # Ok::<(), osculate::motion::LinearPathError>(())
    /// ```
    pub fn from_points(
        kind: PairKind,
        start: &[[f64; 3]; 4],
        end: &[[f64; 3]; 4],
    ) -> Result<LinearPair, LinearPathError> {
        let count: usize = kind.points().iter().sum();
        let mut points = [LinearPath::default(); 4];
        let mut finite = true;
        for (path, (&start, &end)) in points[..count].iter_mut().zip(start.iter().zip(end)) {
            let (start, end) = (DVec3::from_array(start), DVec3::from_array(end));
            finite &= start.is_finite() & end.is_finite();
            *path = LinearPath::of_finite(start, end);
        }
        if !finite {
            for path in points {
                LinearPath::new(path.start(), path.end())?;
            }
        }
        Ok(LinearPair { kind, points })
    }

    /// What the features are.
    pub fn kind(&self) -> PairKind {
        self.kind
    }

    /// The paths of all points: those of a, then those of b.
    pub fn points(&self) -> &[LinearPath] {
        let [a, b] = self.kind.points();
        &self.points[..a + b]
    }

    /// Whether the features touch at some instant of the closed `[0, 1]`; exact for all finite coordinates.
    pub fn decide(&self) -> bool {
        self.search(false).0 != Found::Free
    }

    /// When the features first touch. Whether they do is exact; the instant is enclosed to 1e-12.
    ///
    /// ```
    /// use osculate::{glam::DVec3, motion::{LinearPath, LinearPathError}, query::points::LinearPair};
    /// let path = |from: [f64; 3], to: [f64; 3]| LinearPath::new(from.into(), to.into());
    /// // Two edges, one above the other; the upper one sinks through it, and slides.
    /// let upper = [path([-1.0, 0.0, 1.0], [-1.0, 0.5, -2.0])?, path([1.0, 0.0, 1.0], [1.0, 0.5, -2.0])?];
    /// let lower = [path([0.0, -1.0, 0.0], [0.0, -1.0, 0.0])?, path([0.0, 1.0, 0.0], [0.0, 1.0, 0.0])?];
    /// let outcome = LinearPair::edge_edge(upper, lower).first_contact();
    /// let contact = outcome.contact.expect("they cross");
    /// assert!(contact.lower < 1.0 / 3.0 && contact.upper >= 1.0 / 3.0);
    /// assert!(contact.normal.z > 0.999 && (contact.weights[0] - 0.5).abs() < 1e-9);
    /// # Ok::<(), LinearPathError>(())
    /// ```
    pub fn first_contact(&self) -> LinearOutcome {
        let (found, stage) = self.search(true);
        LinearOutcome {
            contact: found.bracket().map(|bracket| self.contact(bracket)),
            stage,
        }
    }

    #[inline(never)]
    fn contact(&self, (lower, upper): (f64, f64)) -> LinearContact {
        let place = match self.plain_differences() {
            Some(differences) => differences.place(upper),
            None => self.differences().0.place(upper),
        };
        let [of_a, _] = self.kind.points();
        LinearContact {
            lower,
            upper,
            weights: place.weights,
            point: (0..of_a)
                .map(|i| place.weights[i] * self.points[i].at(upper))
                .sum(),
            normal: place.normal,
        }
    }

    /// The polygon's corners, if their squares are far from overflow and underflow.
    #[inline]
    fn plain_differences(&self) -> Option<Differences> {
        let mut corners = [[DVec3::ZERO; 4]; 2];
        let mut most = DVec3::ZERO;
        for (number, &(i, j)) in polygon::corners(self.kind).iter().enumerate() {
            let (p, q) = (&self.points[i], &self.points[j]);
            let (start, end) = (p.start() - q.start(), p.end() - q.end());
            most = most.max(start.abs()).max(end.abs());
            corners[0][number] = start;
            corners[1][number] = end;
        }
        // 2^±100
        let tame = 7.888_609_052_210_118e-31..=1.267_650_600_228_229_4e30;
        let differences = || Differences::new(self.kind, corners);
        tame.contains(&most.max_element()).then(differences)
    }

    /// The polygon's corners times a power of two, which brings the largest coordinate near one; and that power.
    fn differences(&self) -> (Differences, f64) {
        let mut corners = [[DVec3::ZERO; 4]; 2];
        let mut largest = f64::MIN_POSITIVE;
        // Halves, since differences of the largest numbers overflow.
        for (number, &(i, j)) in polygon::corners(self.kind).iter().enumerate() {
            let (p, q) = (&self.points[i], &self.points[j]);
            corners[0][number] = 0.5 * p.start() - 0.5 * q.start();
            corners[1][number] = 0.5 * p.end() - 0.5 * q.end();
            for end in corners {
                largest = largest.max(end[number].abs().max_element());
            }
        }
        let scale = libm::scalbn(1.0, -libm::ilogb(largest).clamp(-1000, 1000));
        let corners = corners.map(|end| end.map(|corner| corner * scale));
        (Differences::new(self.kind, corners), 0.5 * scale)
    }

    #[inline]
    fn search(&self, tight: bool) -> (Found, Stage) {
        match self.kind {
            kind @ PairKind::VertexVertex => self.search_with::<1>(kind, tight),
            kind @ PairKind::VertexEdge => self.search_with::<2>(kind, tight),
            kind @ PairKind::VertexFace => self.search_with::<3>(kind, tight),
            kind @ PairKind::EdgeEdge => self.search_with::<4>(kind, tight),
        }
    }

    /// The answer by a polygon of `COUNT` corners.
    #[inline(always)]
    fn search_with<const COUNT: usize>(&self, kind: PairKind, tight: bool) -> (Found, Stage) {
        let [of_a, of_b] = kind.points();
        let a = bounds(&self.points[..of_a]);
        let b = bounds(&self.points[of_a..of_a + of_b]);
        // One feature is ahead of the other at the start and at the end, and so at all instants: a rounded difference has
        // the sign of the true one, and is zero only if that is.
        let a_ahead = (a[0] - b[1]).min(a[2] - b[3]);
        let b_ahead = (b[0] - a[1]).min(b[2] - a[3]);
        if a_ahead.max_element() > 0.0 || b_ahead.max_element() > 0.0 {
            return (Found::Free, Stage::Axis);
        }
        // Coordinates of corners are between what a is ahead and what it is behind at most.
        let extent = (-a_ahead.min(b_ahead)).to_array();
        if COUNT == 1 || !rounded::is_tame(extent) {
            return self.exact(&[]);
        }
        let [w, u, v] = polygon::sides(kind);
        let polygon = Rounded::<COUNT>::new(self.moving(w), self.moving(u), self.moving(v));
        let determinant = polygon.determinant();
        if COUNT > 2 && rounded::never_coplanar(&determinant, extent) {
            return (Found::Free, Stage::Rounded);
        }
        let (products, determinant) = polygon.products(determinant);
        let flat = extent.iter().position(|&x| x == 0.0);
        let found = match flat {
            Some(plane) if COUNT > 2 => rounded::first_held_in_plane(&products.edges(), plane),
            _ if products.never_hold() => Some(Found::Free),
            _ if COUNT > 2 => products.first_held(&determinant, tight),
            // All three vanish together, so any will do.
            _ => products.edges()[0]
                .iter()
                .find_map(|crossing| products.first_held(crossing, tight)),
        };
        match found {
            Some(found) => (found, Stage::Rounded),
            None => self.exact(&products.edges()),
        }
    }

    /// The difference of two points at the start and at the end.
    #[inline(always)]
    fn moving(&self, (i, j): (usize, usize)) -> MovingPoint {
        let (p, q) = (&self.points[i], &self.points[j]);
        let (start, end) = (p.start() - q.start(), p.end() - q.end());
        [start.to_array(), end.to_array()]
    }

    #[cold]
    fn exact(&self, rounded: &[Edge]) -> (Found, Stage) {
        exact::first_contact(&floats::Floats::new(self), rounded)
    }
}

/// The least and the largest coordinates of some points at the start, and those at the end.
#[inline(always)]
fn bounds(points: &[LinearPath]) -> [DVec3; 4] {
    let (start, end) = (points[0].start(), points[0].end());
    let [mut first, mut second, mut third, mut fourth] = [start, start, end, end];
    for point in &points[1..] {
        let (start, end) = (point.start(), point.end());
        first = first.min(start);
        second = second.max(start);
        third = third.min(end);
        fourth = fourth.max(end);
    }
    [first, second, third, fourth]
}
