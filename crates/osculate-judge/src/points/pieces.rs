//! The times of contact, as a union of pieces that are polynomial conditions on time.
//!
//! With `n` the normal of a face, or what is square to both edges:
//! - where `n ≠ 0`, a point is in a face when it is in its plane and on the inner side of its three sides, as `n` tells;
//!   two edges meet when they are in one plane and the place where their lines cross is within both;
//! - a point is on an edge, of whatever length, when its ways to the two ends are in line and do not point to one side;
//! - where `n = 0`, a face is the union of its sides, and edges meet when an end of one is on the other: all are in line
//!   then, or the edges are apart.
//!
//! The last two are contacts also where `n ≠ 0`, so that they may be asked at all times.
//!
//! The union is closed, as sets that touch at times that converge touch at the limit. Its first time is 0 or a root:
//! take the piece it is in. If an equation of the piece is not 0 = 0, it is a root of that. Otherwise the piece is
//! inequalities alone; were all of them, but those that are 0 ≥ 0, strict at that time, they would hold a little earlier
//! as well. So the first contact is the least of the 0 and roots at which the conditions of their piece hold.

use super::polynomial::{Dyadic, Polynomial};
use super::query::{ExactQuery, Kind, Query};
use super::time::{Time, roots};
use std::cmp::Ordering;

type Vector = [Polynomial; 3];

/// When the two sets of a query first touch, for times in [0, 1]; `None` if they never do.
pub fn first_contact(query: &Query) -> Option<Time> {
    first(query.kind, &query.points())
}

/// As `first_contact`.
pub fn first_contact_exact(query: &ExactQuery) -> Option<Time> {
    first(query.kind, &query.points())
}

fn first(kind: Kind, points: &[Vector; 4]) -> Option<Time> {
    if apart(kind, points) {
        return None;
    }
    let found = pieces(kind, points).into_iter().filter_map(Piece::first);
    found.min_by(Time::cmp_time)
}

/// Whether along one axis all of one set is ahead of all of the other at both ends, and so throughout: differences of
/// coordinates are linear in time.
fn apart(kind: Kind, points: &[Vector; 4]) -> bool {
    let (one, other) = points[..kind.points()].split_at(kind.first_set());
    (0..3).any(|axis| {
        let mut signs = Vec::new();
        for a in one {
            for b in other {
                let ahead = &a[axis] - &b[axis];
                signs.extend([0, 1].map(|t| ahead.sign_at(&Dyadic::whole(t))));
            }
        }
        signs[0].is_ne() && signs.iter().all(|sign| *sign == signs[0])
    })
}

/// Times at which all conditions hold.
struct Piece {
    zero: Vec<Polynomial>,
    not_negative: Vec<Polynomial>,
    not_zero: Option<Polynomial>,
}

impl Piece {
    /// The first of its times at 0 and at roots.
    fn first(self) -> Option<Time> {
        if self.not_zero.as_ref().is_some_and(Polynomial::is_zero) {
            return None;
        }
        let equations = self.zero.iter().filter(|p| !p.is_zero()).cloned();
        let candidates = match equations.reduce(|a, b| a.common_divisor(&b)) {
            Some(common) => roots(&common),
            None => {
                let inequalities = self.not_negative.iter().filter(|p| !p.is_zero());
                let mut all: Vec<Time> = inequalities.flat_map(roots).collect();
                all.push(Time::zero());
                all.sort_by(Time::cmp_time);
                all
            }
        };
        candidates.into_iter().find_map(|mut time| {
            let mut sign = |p: &Polynomial| time.sign_of(p);
            let holds = self.not_zero.iter().all(|p| sign(p).is_ne())
                && self.not_negative.iter().all(|p| sign(p) != Ordering::Less);
            holds.then_some(time)
        })
    }
}

fn pieces(kind: Kind, points: &[Vector; 4]) -> Vec<Piece> {
    let [p, q, r, s] = points;
    match kind {
        Kind::VertexVertex => vec![Piece {
            zero: minus(p, q).into(),
            not_negative: Vec::new(),
            not_zero: None,
        }],
        Kind::VertexEdge => vec![on_edge(p, q, r)],
        Kind::VertexFace => vec![
            on_edge(p, q, r),
            on_edge(p, r, s),
            on_edge(p, s, q),
            in_face(p, [q, r, s]),
        ],
        Kind::EdgeEdge => vec![
            on_edge(p, r, s),
            on_edge(q, r, s),
            on_edge(r, p, q),
            on_edge(s, p, q),
            crossing([p, q], [r, s]),
        ],
    }
}

fn on_edge(v: &Vector, e0: &Vector, e1: &Vector) -> Piece {
    let (there, back) = (minus(e0, v), minus(e1, v));
    Piece {
        zero: cross(&there, &back).into(),
        not_negative: vec![-&dot(&there, &back)],
        not_zero: None,
    }
}

fn in_face(v: &Vector, face: [&Vector; 3]) -> Piece {
    let normal = cross(&minus(face[1], face[0]), &minus(face[2], face[0]));
    let within = |i: usize| {
        let (from, to) = (face[i], face[(i + 1) % 3]);
        dot(&normal, &cross(&minus(to, from), &minus(v, from)))
    };
    Piece {
        zero: vec![dot(&normal, &minus(v, face[0]))],
        not_negative: (0..3).map(within).collect(),
        not_zero: Some(dot(&normal, &normal)),
    }
}

/// `a0 + x u = b0 + y w` where `x u - y w = c`, so that `x n = c × w` and `y n = c × u` with `n = u × w`.
fn crossing(a: [&Vector; 2], b: [&Vector; 2]) -> Piece {
    let (u, w, c) = (minus(a[1], a[0]), minus(b[1], b[0]), minus(b[0], a[0]));
    let normal = cross(&u, &w);
    let square = dot(&normal, &normal);
    let (x, y) = (dot(&normal, &cross(&c, &w)), dot(&normal, &cross(&c, &u)));
    Piece {
        zero: vec![dot(&normal, &c)],
        not_negative: vec![&square - &x, &square - &y, x, y],
        not_zero: Some(square),
    }
}

fn minus(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|i| &a[i] - &b[i])
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &(&a[j] * &b[k]) - &(&a[k] * &b[j])
    })
}

fn dot(a: &Vector, b: &Vector) -> Polynomial {
    let [x, y, z] = std::array::from_fn(|i| &a[i] * &b[i]);
    &(&x + &y) + &z
}
