//! The first contact of two convex polytopes, one at rest, the other moving by a rational screw: by polynomials in
//! balls, without posing anything.
//!
//! Polytopes that start apart first touch where a vertex meets a face or an edge an edge. Such a pair touches when a
//! polynomial of time is zero while others, its *gates*, are not negative. All are looked at in Bernstein form over
//! dyadic stretches of time: what has coefficients of one sign has that sign throughout. A stretch is dropped when the
//! polynomial or a gate proves it, or a direction in space does (parallel edges, polynomials that vanish); a contact is
//! certain when the polynomial changes its sign while all gates are open, or is exactly zero at an end.
//!
//! Seen from the point of the screw's line, with W = 1 + k²τ², a point that starts at x is at N/W where
//! `N = W(x + τsû) + 2kτ û×x + 2k²τ² û×(û×x)`. Polynomials here are not reduced as the library's cubics are: that of
//! two edges has degree 5, and W as a factor.

use super::fixed::{Ball, Fixed};
use super::mesh::Mesh;
use super::motion::{BallMotion, Balls, MotionSpec, add, apply, cross, dot, sub, times, unit};
use super::triangles::{self, inner, minus};

/// Where the first contact is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Found {
    /// There is no contact before this; `None` if there is none in [0, 1].
    pub possible: Option<Fixed>,
    /// There has been a contact by then.
    pub certain: Option<Fixed>,
}

/// Stretches of 2⁻⁶⁰ are not cut.
const DEEPEST: u32 = 60;

/// How many stretches of one pair are looked at.
const STRETCHES: u32 = 3000;

/// The first contact of `a`, moving by a rational screw, with `b`, at rest where its coordinates are.
pub fn first_contact(a: &Mesh, b: &Mesh, motion: &MotionSpec) -> Found {
    let screw = Screw::new(motion);
    let levers: Vec<Balls> = a
        .vertices()
        .iter()
        .map(|v| screw.lever(v.to_array()))
        .collect();
    let resting: Vec<Balls> = b
        .vertices()
        .iter()
        .map(|v| screw.seen(v.to_array()))
        .collect();
    let corners = |of: &[Balls], t: &[u32; 3]| t.map(|i| of[i as usize]);
    let mut found = Found::default();
    let inverse = screw.inverse();
    let moving: Vec<Point> = levers.iter().map(|x| screw.point(x)).collect();
    let seen: Vec<Point> = resting.iter().map(|x| inverse.point(x)).collect();
    for triangle in b.triangles() {
        screw.vertices_face(&moving, corners(&resting, triangle), &mut found);
    }
    for triangle in a.triangles() {
        inverse.vertices_face(&seen, corners(&levers, triangle), &mut found);
    }
    let others: Vec<[Balls; 2]> = edges(b)
        .iter()
        .map(|edge| edge.map(|i| resting[i as usize]))
        .collect();
    for edge in edges(a) {
        let ends = edge.map(|i| &moving[i as usize]);
        let along = screw.turned(&sub(&ends[1].lever, &ends[0].lever));
        for other in &others {
            screw.edge_edge(ends, &along, other, &mut found);
        }
    }
    found
}

/// The edges of a closed mesh, without those between two triangles that exactly lie in one plane.
pub fn edges(mesh: &Mesh) -> Vec<[u32; 2]> {
    let mut sides: Vec<([u32; 2], u32)> = Vec::new();
    for t in mesh.triangles() {
        for i in 0..3 {
            let (from, to, tip) = (t[i], t[(i + 1) % 3], t[(i + 2) % 3]);
            sides.push(([from.min(to), from.max(to)], tip));
        }
    }
    sides.sort_unstable();
    let at = |i: u32| mesh.vertices()[i as usize].to_array().map(Ball::new);
    let flat = |[from, to]: [u32; 2], tips: [u32; 2]| {
        let [to, first, second] = [to, tips[0], tips[1]].map(|i| sub(&at(i), &at(from)));
        dot(&to, &cross(&first, &second)).is_zero()
    };
    sides
        .chunk_by(|x, y| x.0 == y.0)
        .filter(|same| same.len() != 2 || !flat(same[0].0, [same[0].1, same[1].1]))
        .map(|same| same[0].0)
        .collect()
}

/// Coefficients of 1, τ, τ², …
type Polynomial = Vec<Ball>;

fn product(a: &[Ball], b: &[Ball]) -> Polynomial {
    let mut out = vec![Ball::ZERO; a.len() + b.len() - 1];
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b.iter().enumerate() {
            out[i + j] = out[i + j] + x * y;
        }
    }
    out
}

fn sum(a: &[Ball], b: &[Ball]) -> Polynomial {
    let at = |of: &[Ball], i: usize| of.get(i).copied().unwrap_or(Ball::ZERO);
    (0..a.len().max(b.len()))
        .map(|i| at(a, i) + at(b, i))
        .collect()
}

fn difference(a: &[Ball], b: &[Ball]) -> Polynomial {
    sum(a, &b.iter().map(|&c| -c).collect::<Vec<_>>())
}

/// A vector of polynomials.
type Curve = [Polynomial; 3];

fn constant(v: &Balls) -> Curve {
    v.map(|c| vec![c])
}

fn curve_difference(a: &Curve, b: &Curve) -> Curve {
    std::array::from_fn(|i| difference(&a[i], &b[i]))
}

fn scaled(weight: &[Ball], a: &Curve) -> Curve {
    std::array::from_fn(|i| product(weight, &a[i]))
}

fn curve_dot(a: &Curve, b: &Curve) -> Polynomial {
    let [x, y, z] = std::array::from_fn(|i| product(&a[i], &b[i]));
    sum(&sum(&x, &y), &z)
}

fn curve_cross(a: &Curve, b: &Curve) -> Curve {
    let entry = |i: usize, j: usize| difference(&product(&a[i], &b[j]), &product(&a[j], &b[i]));
    [entry(1, 2), entry(2, 0), entry(0, 1)]
}

fn value(polynomial: &[Ball], t: Ball) -> Ball {
    polynomial
        .iter()
        .rev()
        .fold(Ball::ZERO, |sum, &c| sum * t + c)
}

/// The screw, seen from the point of its line.
struct Screw {
    unit: Balls,
    tangent: Ball,
    slide: Ball,
    /// W.
    weight: Polynomial,
    matrix: [Balls; 3],
    origin: Balls,
    point: Balls,
}

/// A point that moves: where it is at τ = 0, and N.
struct Point {
    lever: Balls,
    at: Curve,
}

/// Two features: points that move and points at rest, whose hulls they are.
struct Pair<'s> {
    screw: &'s Screw,
    moving: Vec<&'s Point>,
    resting: Vec<Balls>,
}

impl Screw {
    fn new(motion: &MotionSpec) -> Screw {
        let MotionSpec::RationalScrew {
            point,
            axis,
            tangent,
            slide,
            ..
        } = *motion
        else {
            panic!("{motion:?} is no rational screw");
        };
        let start = BallMotion::new(motion, 1.0).pose(0.0);
        let tangent = Ball::new(tangent);
        Screw {
            unit: unit(axis),
            tangent,
            slide: Ball::new(slide),
            weight: vec![Ball::ONE, Ball::ZERO, tangent * tangent],
            matrix: start.matrix,
            origin: start.origin,
            point: point.map(Ball::new),
        }
    }

    /// The motion of what is at rest, as the moving body sees it: `y = sτû + E x` means `x = −sτû + Eᵀy`.
    fn inverse(&self) -> Screw {
        Screw {
            tangent: -self.tangent,
            slide: -self.slide,
            weight: self.weight.clone(),
            ..*self
        }
    }

    fn lever(&self, x: [f64; 3]) -> Balls {
        let there = add(&self.origin, &apply(&self.matrix, &x.map(Ball::new)));
        sub(&there, &self.point)
    }

    fn seen(&self, x: [f64; 3]) -> Balls {
        sub(&x.map(Ball::new), &self.point)
    }

    /// W·E v.
    fn turned(&self, v: &Balls) -> Curve {
        let double = self.tangent + self.tangent;
        let once = cross(&self.unit, v);
        let twice = cross(&self.unit, &once);
        std::array::from_fn(|i| {
            let turn = [
                Ball::ZERO,
                double * once[i],
                double * self.tangent * twice[i],
            ];
            sum(&product(&self.weight, &[v[i]]), &turn)
        })
    }

    /// N.
    fn numerator(&self, x: &Balls) -> Curve {
        let turned = self.turned(x);
        let slide = times(self.slide, &self.unit);
        std::array::from_fn(|i| sum(&turned[i], &product(&self.weight, &[Ball::ZERO, slide[i]])))
    }

    fn point(&self, lever: &Balls) -> Point {
        Point {
            lever: *lever,
            at: self.numerator(lever),
        }
    }

    fn vertices_face(&self, vertices: &[Point], face: [Balls; 3], found: &mut Found) {
        let normal = cross(&sub(&face[1], &face[0]), &sub(&face[2], &face[0]));
        assert!(dot(&normal, &normal).is_positive(), "a face has some area");
        // W·n·(X − v) for a corner v.
        let along = |n: &Balls, vertex: &Point, corner: &Balls| {
            let height = curve_dot(&constant(n), &vertex.at);
            difference(&height, &product(&self.weight, &[dot(n, corner)]))
        };
        let inward: [Balls; 3] =
            std::array::from_fn(|i| cross(&normal, &sub(&face[(i + 1) % 3], &face[i])));
        for vertex in vertices {
            let zero = bernstein(&along(&normal, vertex, &face[0]));
            if one_sign(&zero).is_some() {
                continue;
            }
            let pair = Pair {
                screw: self,
                moving: vec![vertex],
                resting: face.to_vec(),
            };
            let gates = (0..3)
                .map(|i| along(&inward[i], vertex, &face[i]))
                .collect();
            pair.search(zero, gates, found);
        }
    }

    /// With r from the moving edge's end to the resting one's, and m = E e×f: the lines meet where r·m = 0, at the
    /// shares `(r×f)·m` and `(r×E e)·m` of m·m along them.
    fn edge_edge(&self, ends: [&Point; 2], along: &Curve, other: &[Balls; 2], found: &mut Found) {
        let other_along = constant(&sub(&other[1], &other[0]));
        let between = curve_difference(&scaled(&self.weight, &constant(&other[0])), &ends[0].at);
        let normal = curve_cross(along, &other_along);
        let zero = bernstein(&curve_dot(&between, &normal));
        if one_sign(&zero).is_some() {
            return;
        }
        let whole = curve_dot(&normal, &normal);
        let share = curve_dot(&curve_cross(&between, &other_along), &normal);
        let other_share = curve_dot(&curve_cross(&between, along), &normal);
        let other_whole = product(&self.weight, &whole);
        let gates = vec![
            difference(&whole, &share),
            difference(&other_whole, &other_share),
            share,
            other_share,
        ];
        let pair = Pair {
            screw: self,
            moving: ends.to_vec(),
            resting: other.to_vec(),
        };
        pair.search(zero, gates, found);
    }
}

impl Pair<'_> {
    /// By the polynomial's Bernstein form and its gates.
    fn search(&self, zero: Vec<Ball>, gates: Vec<Polynomial>, found: &mut Found) {
        let mut forms = vec![zero];
        forms.extend(gates.iter().map(|gate| bernstein(gate)));
        let mut stretches = STRETCHES;
        self.look(forms, Fixed::ZERO, 0, &mut stretches, found);
    }

    /// Looks at the stretch of 2^−depth from `start`.
    fn look(
        &self,
        forms: Vec<Vec<Ball>>,
        start: Fixed,
        depth: u32,
        stretches: &mut u32,
        found: &mut Found,
    ) {
        if found.certain.is_some_and(|certain| start >= certain) {
            return;
        }
        let (zero, gates) = (&forms[0], &forms[1..]);
        if one_sign(zero).is_some() || gates.iter().any(|gate| one_sign(gate) == Some(false)) {
            return;
        }
        let width = Fixed::ONE.halved(depth);
        if depth >= 3 && self.apart(start, width) {
            return;
        }
        let end = start + width;
        let last = zero.len() - 1;
        let crosses = (zero[0].is_positive() && zero[last].is_negative())
            || (zero[0].is_negative() && zero[last].is_positive());
        // m·m, or a number: where edges may be parallel the polynomial says nothing, and open gates neither.
        let whole = if gates.len() == 4 {
            sum(&gates[0], &gates[2])
        } else {
            vec![Ball::ONE]
        };
        let not_negative = |ball: &Ball| ball.lower() >= Fixed::ZERO;
        let first_open = gates.iter().all(|gate| not_negative(&gate[0]));
        let last_open = gates
            .iter()
            .all(|gate| gate.last().is_some_and(not_negative));
        let mut certain = |by: Fixed| {
            found.certain = Some(found.certain.map_or(by, |known| known.min(by)));
        };
        if crosses && gates.iter().flatten().all(not_negative) && one_sign(&whole) == Some(true) {
            certain(end);
        }
        if zero[last].is_zero() && last_open && whole.last().is_some_and(|c| c.is_positive()) {
            certain(end);
        }
        if zero[0].is_zero() && first_open && whole[0].is_positive() {
            certain(start);
        }
        if depth == DEEPEST || *stretches == 0 {
            found.possible = Some(found.possible.map_or(start, |known| known.min(start)));
            return;
        }
        *stretches -= 1;
        let (left, right): (Vec<_>, Vec<_>) = forms.iter().map(|form| halves(form)).unzip();
        self.look(left, start, depth + 1, stretches, found);
        self.look(right, start + width.halved(1), depth + 1, stretches, found);
    }

    /// Whether the features are apart all the time, seen at its middle: by a gap along some direction that their
    /// points, no faster than |s| + 2|k||x|, do not close in half of it.
    fn apart(&self, start: Fixed, width: Fixed) -> bool {
        let middle = Ball::exact(start + width.halved(1));
        let weight = value(&self.screw.weight, middle);
        let at: Vec<Balls> = self
            .moving
            .iter()
            .map(|point| std::array::from_fn(|i| value(&point.at[i], middle) / weight))
            .collect();
        let rough = |points: &[Balls]| -> [[f64; 3]; 3] {
            std::array::from_fn(|i| points[i.min(points.len() - 1)].map(|c| c.middle.to_f64()))
        };
        let (a, b) = (rough(&at), rough(&self.resting));
        let mut best = (f64::INFINITY, [0.0; 3]);
        triangles::guesses(&a, &b, |guess| {
            let n = minus(triangles::blend(&a, guess.a), triangles::blend(&b, guess.b));
            if inner(n, n) < best.0 {
                best = (inner(n, n), n);
            }
        });
        let direction = best.1.map(Ball::new);
        let norm = best.0.sqrt();
        at.iter().zip(&self.moving).all(|(x, point)| {
            let [p, q, r] = point.lever.map(Ball::magnitude);
            let reach = (p * p + q * q + r * r).sqrt();
            let speed = self.screw.slide.magnitude() + 2.0 * self.screw.tangent.magnitude() * reach;
            let travel = Fixed::ceil(0.5 * width.to_f64() * speed * norm * (1.0 + 1e-9));
            self.resting
                .iter()
                .all(|y| dot(&direction, &sub(x, y)).lower() > travel)
        })
    }
}

/// Over [0, 1], multiplied by a positive number that keeps it whole: `bᵢ = Σⱼ C(i,j)/C(n,j)·aⱼ`.
fn bernstein(polynomial: &[Ball]) -> Vec<Ball> {
    let n = polynomial.len() as u64 - 1;
    let choose = |n: u64, k: u64| (0..k).fold(1, |c, i| c * (n - i) / (i + 1));
    let common = (0..=n).map(|j| choose(n, j)).fold(1, |l, c| {
        let (mut x, mut y) = (l, c);
        while y > 0 {
            (x, y) = (y, x % y);
        }
        l / x * c
    });
    (0..=n)
        .map(|i| {
            (0..=i).fold(Ball::ZERO, |sum, j| {
                let weight = choose(i, j) * (common / choose(n, j));
                sum + Ball::new(weight as f64) * polynomial[j as usize]
            })
        })
        .collect()
}

/// Both halves of a Bernstein form.
fn halves(form: &[Ball]) -> (Vec<Ball>, Vec<Ball>) {
    let mut row = form.to_vec();
    let (mut left, mut right) = (vec![row[0]], vec![row[row.len() - 1]]);
    while row.len() > 1 {
        row = row.windows(2).map(|pair| half(pair[0] + pair[1])).collect();
        left.push(row[0]);
        right.push(row[row.len() - 1]);
    }
    right.reverse();
    (left, right)
}

fn half(ball: Ball) -> Ball {
    let middle = ball.middle.halved(1);
    let lost = if middle + middle == ball.middle {
        0.0
    } else {
        super::fixed::ULP
    };
    Ball {
        middle,
        radius: 0.5 * ball.radius,
    }
    .widened(lost)
}

/// Whether all coefficients are positive, or all negative; `None` if neither is known.
fn one_sign(form: &[Ball]) -> Option<bool> {
    if form.iter().all(|c| c.is_positive()) {
        Some(true)
    } else if form.iter().all(|c| c.is_negative()) {
        Some(false)
    } else {
        None
    }
}
