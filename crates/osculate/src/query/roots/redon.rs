//! Redon's algebraic contacts: features that meet at the roots of a cubic.
//!
//! Everything is seen from the point c of the screw's line. Let û be its direction, k the tangent, s the slide, and
//! q = kτ. Turned by the angle 2·atan q, a vector v is
//!
//! ```text
//! E v = û(û·v) + cos·(v − û(û·v)) + sin·û×v,    cos = (1 − q²)/(1 + q²),    sin = 2q/(1 + q²)
//! (1 + k²τ²)·E v = v + τ·2k û×v + τ²·k²(2û(û·v) − v)                                          (1)
//! ```
//!
//! *Vertex against a triangle at rest.* The vertex is at X = E x + sτû, x being where it is at τ = 0. With (1), and
//! `(1 + k²τ²)·sτû = τ·sû + τ³·k²sû`, it is a cubic over 1 + k²τ²; so is its height `n·(X − v)` over the plane of the
//! triangle, whose numerator is `n·[numerator of X] − (1 + k²τ²)·n·v`.
//!
//! *Triangle against a vertex at rest.* The vertex y, seen from the moving body, is at Eᵀ(y − sτû) = Eᵀy − sτû: the
//! screw with −k and −s. The triangle stands still there.
//!
//! *Edge against an edge at rest.* With directions E e and f, and ends X and y, the lines meet or are parallel where
//! `f·((X − y)×E e) = 0`. Since `E x×E e = E(x×e)`, that is `f·(E(x×e) − y×E e + sτ û×E e)`: by (1) two quadratics and
//! a quadratic times τ, over 1 + k²τ².

use super::hrfoi::{FirstRoot, Inclusion, first_root};
use crate::motion::RationalScrew;
use crate::numbers::interval::Interval;
use crate::numbers::jet::Jet;
use crate::numbers::rounding::{length, up};
use crate::numbers::span::Span;
use crate::query::meshes::triangle_distance::{squared_up, triangle_distance, unit};
use glam::DVec3;

/// A feature of the moving body, in its own coordinates, and one of a body at rest, in the world's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FeaturePair {
    /// A vertex of the moving body and a triangle at rest.
    VertexTriangle {
        /// The moving body's.
        vertex: DVec3,
        /// The one at rest.
        triangle: [DVec3; 3],
    },
    /// A triangle of the moving body and a vertex at rest.
    TriangleVertex {
        /// The moving body's.
        triangle: [DVec3; 3],
        /// The one at rest.
        vertex: DVec3,
    },
    /// An edge of either.
    EdgeEdge {
        /// The moving body's.
        moving: [DVec3; 2],
        /// The one at rest.
        resting: [DVec3; 2],
    },
}

/// When two features first touch, and the polynomial that says so.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct AlgebraicContact {
    /// Hold the coefficients of 1, τ, τ² and τ³: the cubic is zero whenever the features touch, and also where their
    /// planes or lines meet elsewhere, or edges are parallel.
    pub cubic: [Interval; 4],
    /// The first root in [0, 1] at which the features may touch: they do not touch before it, and `None` proves that
    /// they do not touch at all. A span that it lies within is at most 2⁻⁴⁶ long.
    pub first: FirstRoot,
}

/// When a feature of a body that moves by a [`RationalScrew`] first touches a feature at rest, for τ in [0, 1].
///
/// Redon 2000, as Coumans 2005 describes it: the cubics of vertices against faces and of edges against edges. Features
/// are closed sets. Two convex polytopes that start apart first touch at the earliest contact of any such pair, which
/// is what this is for: a check of other methods by another road. It looks at one pair at a time; for bodies use
/// [`first_contact`](crate::first_contact). Coefficients are enclosed, the root is bracketed by [`first_root`], and
/// whether the features are in reach of each other is looked at in space, so that neither parallel edges nor a cubic
/// that vanishes stand for a contact.
///
/// ```
/// use glam::DVec3;
/// use osculate::{Placement, motion::RationalScrew, query::roots::{FeaturePair, FirstRoot, algebraic_contact}};
/// // (1, 0, 0) turns by up to a quarter about z, and meets the plane y = 4/5 after 2·atan(½).
/// let screw = RationalScrew::with_tangent(Placement::default(), DVec3::ZERO, DVec3::Z, 1.0, 0.0)?;
/// let wall = [(0.0, -1.0), (2.0, -1.0), (0.6, 1.0)].map(|(x, z)| DVec3::new(x, 0.8, z));
/// let pair = FeaturePair::VertexTriangle { vertex: DVec3::X, triangle: wall };
/// let FirstRoot::Within(span) = algebraic_contact(&screw, &pair).first else { panic!("they meet") };
/// assert!((span.start() - 0.5).abs() < 1e-13);
/// # Ok::<(), osculate::motion::MotionError>(())
/// ```
pub fn algebraic_contact(motion: &RationalScrew, pair: &FeaturePair) -> AlgebraicContact {
    let turn = Turn::new(motion);
    let start = Start::new(motion);
    let pair = match *pair {
        FeaturePair::VertexTriangle { vertex, triangle } => turn.vertex_triangle(
            start.lever(vertex),
            triangle.map(|corner| start.seen(corner)),
        ),
        FeaturePair::TriangleVertex { triangle, vertex } => turn.inverse().vertex_triangle(
            start.seen(vertex),
            triangle.map(|corner| start.lever(corner)),
        ),
        FeaturePair::EdgeEdge { moving, resting } => turn.edge_edge(
            moving.map(|end| start.lever(end)),
            resting.map(|end| start.seen(end)),
        ),
    };
    AlgebraicContact {
        cubic: pair.cubic,
        first: first_root(&pair, Span::UNIT, BRACKET, BUDGET),
    }
}

/// The width to which roots are bracketed.
const BRACKET: f64 = 1.0 / (1_u64 << 46) as f64;

/// Far more evaluations than a root takes, but for features that glide along each other almost in contact.
const BUDGET: u64 = 20_000;

type Vector = [Interval; 3];

fn dot(a: &Vector, b: &Vector) -> Interval {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn add(a: &Vector, b: &Vector) -> Vector {
    core::array::from_fn(|i| a[i] + b[i])
}

fn sub(a: &Vector, b: &Vector) -> Vector {
    core::array::from_fn(|i| a[i] - b[i])
}

fn times(a: Interval, b: &Vector) -> Vector {
    b.map(|component| a * component)
}

fn points(v: DVec3) -> Vector {
    v.to_array().map(Interval::point)
}

fn middle(v: &Vector) -> DVec3 {
    DVec3::from_array(v.map(|component| 0.5 * component.lower + 0.5 * component.upper))
}

const TWO: Interval = Interval {
    lower: 2.0,
    upper: 2.0,
};

/// Where things are at τ = 0, seen from the point of the screw's line.
struct Start {
    columns: [Vector; 3],
    origin: Vector,
    point: Vector,
}

impl Start {
    fn new(motion: &RationalScrew) -> Start {
        let at = motion.start();
        let [x, y, z, w] = at.rotation.to_array().map(Interval::point);
        let norm = x.square() + y.square() + z.square() + w.square();
        let axis = [x, y, z];
        // v + 2(w·u×v + u×(u×v))/|q|² for the unit vectors.
        let columns = core::array::from_fn(|column| {
            let mut unit = [Interval::ZERO; 3];
            unit[column] = Interval::point(1.0);
            let once = cross(&axis, &unit);
            let turned = add(&times(w, &once), &cross(&axis, &once));
            add(&unit, &times(TWO / norm, &turned))
        });
        let point = points(motion.point());
        Start {
            columns,
            origin: sub(&points(at.position), &point),
            point,
        }
    }

    /// A point of the moving body.
    fn lever(&self, x: DVec3) -> Vector {
        let [x, y, z] = points(x);
        let along = add(&times(x, &self.columns[0]), &times(y, &self.columns[1]));
        add(&self.origin, &add(&along, &times(z, &self.columns[2])))
    }

    /// A point of the world.
    fn seen(&self, x: DVec3) -> Vector {
        sub(&points(x), &self.point)
    }
}

/// The screw about a line through the origin.
struct Turn {
    unit: Vector,
    tangent: f64,
    slide: f64,
}

impl Turn {
    fn new(motion: &RationalScrew) -> Turn {
        let axis = motion.axis();
        let largest = Interval::point(axis.abs().max_element());
        let scaled = points(axis).map(|component| component / largest);
        let norm = scaled
            .iter()
            .fold(Interval::ZERO, |sum, component| sum + component.square())
            .sqrt();
        Turn {
            unit: scaled.map(|component| component / norm),
            tangent: motion.tangent(),
            slide: motion.slide(),
        }
    }

    fn inverse(&self) -> Turn {
        Turn {
            tangent: -self.tangent,
            slide: -self.slide,
            ..*self
        }
    }

    fn squared_tangent(&self) -> Interval {
        if self.tangent == 0.0 {
            Interval::ZERO
        } else {
            Interval::point(self.tangent).square()
        }
    }

    /// (1): the coefficients of the turned vector's numerator.
    fn turned(&self, v: &Vector) -> [Vector; 3] {
        let double = TWO * Interval::point(self.tangent);
        let along = times(TWO * dot(&self.unit, v), &self.unit);
        [
            *v,
            times(double, &cross(&self.unit, v)),
            times(self.squared_tangent(), &sub(&along, v)),
        ]
    }

    /// The numerator of where the point that starts at `lever` is.
    fn orbit(&self, lever: &Vector) -> Orbit {
        let [rest, first, second] = self.turned(lever);
        let slide = times(Interval::point(self.slide), &self.unit);
        let numerator = [
            rest,
            add(&first, &slide),
            second,
            times(self.squared_tangent(), &slide),
        ];
        let [x, y, z] = lever.map(|component| component.magnitude());
        Orbit {
            numerator,
            reach: up(length(DVec3::new(x, y, z))),
        }
    }

    fn vertex_triangle(&self, vertex: Vector, triangle: [Vector; 3]) -> MovingPair {
        let normal = cross(
            &sub(&triangle[1], &triangle[0]),
            &sub(&triangle[2], &triangle[0]),
        );
        let orbit = self.orbit(&vertex);
        let plane = dot(&normal, &triangle[0]);
        let mut cubic = orbit
            .numerator
            .map(|coefficient| dot(&normal, &coefficient));
        cubic[0] = cubic[0] - plane;
        cubic[2] = cubic[2] - self.squared_tangent() * plane;
        self.pair(cubic, [orbit, orbit], triangle)
    }

    fn edge_edge(&self, moving: [Vector; 2], resting: [Vector; 2]) -> MovingPair {
        let along = sub(&moving[1], &moving[0]);
        let resting_along = sub(&resting[1], &resting[0]);
        let direction = self.turned(&along);
        let moment = self.turned(&cross(&moving[0], &along));
        let slide = Interval::point(self.slide);
        let mut cubic = [Interval::ZERO; 4];
        for i in 0..3 {
            let level = sub(&moment[i], &cross(&resting[0], &direction[i]));
            let sliding = slide * dot(&resting_along, &cross(&self.unit, &direction[i]));
            cubic[i] = cubic[i] + dot(&resting_along, &level);
            cubic[i + 1] = cubic[i + 1] + sliding;
        }
        let [first, last] = resting;
        self.pair(
            cubic,
            moving.map(|end| self.orbit(&end)),
            [first, last, last],
        )
    }

    fn pair(&self, cubic: [Interval; 4], moving: [Orbit; 2], resting: [Vector; 3]) -> MovingPair {
        MovingPair {
            cubic,
            moving,
            resting,
            squared_tangent: self.squared_tangent(),
            tangent: self.tangent.abs(),
            slide: self.slide.abs(),
        }
    }
}

/// A moving point: a cubic over `1 + k²τ²`, and how far it is from the line's point at τ = 0.
#[derive(Clone, Copy)]
struct Orbit {
    numerator: [Vector; 4],
    reach: f64,
}

/// The cubic of two features, and what tells whether its roots count: both as points whose hulls they are.
struct MovingPair {
    cubic: [Interval; 4],
    moving: [Orbit; 2],
    resting: [Vector; 3],
    squared_tangent: Interval,
    tangent: f64,
    slide: f64,
}

impl Inclusion for MovingPair {
    fn enclose(&self, span: Span) -> Jet {
        let time = Jet::variable(Interval::new(span.start(), span.end()));
        let [rest, first, second, third] = self.cubic.map(Jet::constant);
        rest + time * (first + time * (second + time * third))
    }

    /// Whether the features are not seen to be apart all the time: at its middle by a gap along some direction that
    /// exceeds what their points can travel. No point is faster than |s| + φ'·reach, and φ' = 2k/(1 + k²τ²) falls.
    fn gate(&self, span: Span) -> bool {
        let now = 0.5 * span.start() + 0.5 * span.end();
        let half = (span.end() - now).max(now - span.start());
        let time = Interval::point(now);
        let weight = Interval::point(1.0) + self.squared_tangent * time.square();
        let at = |orbit: &Orbit| -> Vector {
            let [rest, first, second, third] = &orbit.numerator;
            let sum = add(second, &times(time, third));
            let sum = add(first, &times(time, &sum));
            add(rest, &times(time, &sum)).map(|component| component / weight)
        };
        let moving = [at(&self.moving[0]), at(&self.moving[1])];
        let [first, last] = [middle(&moving[0]), middle(&moving[1])];
        let resting = self.resting.map(|corner| middle(&corner));
        let closest = triangle_distance(&[first, last, last], &resting);
        let earliest = self.tangent * span.start();
        let turning = up(2.0 * self.tangent / (1.0 + earliest * earliest));
        // Every pair of points has to be apart by more than the travel; NaN is not.
        let apart = |n: DVec3| {
            let (along, norm) = (points(n), length(n));
            norm > 0.5
                && self.moving.iter().zip(&moving).all(|(orbit, x)| {
                    let travel = up(half * (self.slide + turning * orbit.reach) * norm);
                    let gap = |y: &Vector| dot(&along, &sub(x, y)).lower;
                    self.resting.iter().all(|y| gap(y) > travel)
                })
        };
        let direction = unit(closest.point_a - closest.point_b);
        if apart(direction) {
            return false;
        }
        // Short differences are not quite across the edges that they lead to.
        let [a, b, c] = resting;
        let size = length(first) + length(last) + length(a);
        let slant = (1e-14 * size / closest.distance).clamp(1e-7, 0.5);
        !apart(squared_up(
            direction,
            &[last - first, b - a, c - b, a - c],
            slant,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::Placement;

    fn turn(tangent: f64, slide: f64) -> RationalScrew {
        let at = Placement::default();
        RationalScrew::with_tangent(at, DVec3::ZERO, DVec3::Z, tangent, slide).unwrap()
    }

    fn edges(moving: [DVec3; 2], resting: [DVec3; 2]) -> FeaturePair {
        FeaturePair::EdgeEdge { moving, resting }
    }

    #[test]
    fn parallel_edges_at_a_distance_do_not_touch() {
        // Over each other's middles all the time, and parallel after a quarter turn, where the cubic changes its sign.
        let rod = [-DVec3::X, DVec3::X];
        let other = [-DVec3::Y, DVec3::Y].map(|end| end + 1e-6 * DVec3::Z);
        let contact = algebraic_contact(&turn(2.0, 0.0), &edges(rod, other));
        assert_eq!(contact.first, FirstRoot::None);
        let at = |t: f64| contact.cubic[0].lower + t * t * contact.cubic[2].lower;
        assert!(at(0.0) * at(1.0) < 0.0);
        // The same while the turning rod rises, until it is as high as the other.
        let touching = algebraic_contact(&turn(2.0, 1e-6), &edges(rod, other)).first;
        let FirstRoot::Within(span) = touching else {
            panic!("{touching:?}");
        };
        assert!(span.end() > 1.0 - 1e-9);
    }

    #[test]
    fn a_cubic_that_vanishes_leaves_the_contact() {
        // Edges along the axis stay parallel: these meet after a quarter turn.
        let upright = |foot: DVec3| [foot, foot + DVec3::Z];
        let pair = edges(upright(DVec3::X), upright(DVec3::Y + 0.5 * DVec3::Z));
        let contact = algebraic_contact(&turn(2.0, 0.0), &pair);
        assert!(contact.cubic.iter().all(|c| c.contains(0.0)));
        let FirstRoot::Within(span) = contact.first else {
            panic!("{contact:?}");
        };
        assert!((span.start() - 0.5).abs() < 1e-9, "{span:?}");
        let missed = edges(upright(DVec3::X), upright(1.001 * DVec3::Y));
        let contact = algebraic_contact(&turn(2.0, 0.0), &missed);
        assert_eq!(contact.first, FirstRoot::None);
    }

    #[test]
    fn the_ends_of_time_and_of_features_count() {
        let floor = [DVec3::ZERO, DVec3::X, DVec3::Y].map(|corner| corner + DVec3::Z);
        let pair = |vertex: DVec3| FeaturePair::VertexTriangle {
            vertex,
            triangle: floor,
        };
        let first =
            |vertex: DVec3, slide: f64| algebraic_contact(&turn(0.0, slide), &pair(vertex)).first;
        assert!(matches!(first(DVec3::ZERO, 1.0), FirstRoot::Within(_)));
        assert!(matches!(first(DVec3::Z, 1.0), FirstRoot::Within(_)));
        assert_eq!(first(DVec3::ZERO, 0.999), FirstRoot::None);
        assert_eq!(first(-1e-9 * DVec3::X, 2.0), FirstRoot::None);
        // What is no number proves nothing.
        assert_ne!(first(DVec3::splat(f64::NAN), 1.0), FirstRoot::None);
    }
}
