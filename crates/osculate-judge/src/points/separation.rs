//! The separation of a query's sets at an instant, squared: exact.

use super::query::{ExactQuery, Kind};
use super::rational::Rational;

type Vector = [Rational; 3];

/// The square of the least distance between the two sets at a time.
pub fn squared(query: &ExactQuery, time: &Rational) -> Rational {
    let at = |i: usize| -> Vector {
        std::array::from_fn(|axis| {
            let (from, to) = (&query.start[i][axis], &query.end[i][axis]);
            from + &(&(to - from) * time)
        })
    };
    let [p, q, r, s] = std::array::from_fn(at);
    // The differences of the sets' points are a polygon, and the separation is how far it is from the origin.
    match query.kind {
        Kind::VertexVertex => nearest(&[minus(&q, &p)]),
        Kind::VertexEdge => nearest(&[minus(&q, &p), minus(&r, &p)]),
        Kind::VertexFace => nearest(&[minus(&q, &p), minus(&r, &p), minus(&s, &p)]),
        Kind::EdgeEdge => {
            let corners = [minus(&p, &r), minus(&q, &r), minus(&q, &s), minus(&p, &s)];
            let [a, b, c, d] = corners;
            nearest(&[a.clone(), b, c.clone()]).min(nearest(&[c, d, a]))
        }
    }
}

/// The square of the distance from the origin to a point, a segment or a triangle: the least over its corners, and over the
/// edges and the face onto which the origin falls.
fn nearest(corners: &[Vector]) -> Rational {
    let count = corners.len();
    let mut least = corners.iter().map(|c| dot(c, c)).min().expect("a corner");
    for i in 0..count {
        let (from, to) = (&corners[i], &corners[(i + 1) % count]);
        let edge = minus(to, from);
        let (square, back) = (dot(&edge, &edge), -&dot(from, &edge));
        if back > Rational::zero() && back < square {
            let along = &(&back * &back) / &square;
            least = least.min(&dot(from, from) - &along);
        }
    }
    if let [a, b, c] = corners {
        let normal = cross(&minus(b, a), &minus(c, a));
        let square = dot(&normal, &normal);
        let inside = |from: &Vector, to: &Vector| dot(&normal, &cross(from, to)).sign().is_ge();
        if square.sign().is_gt() && inside(a, b) && inside(b, c) && inside(c, a) {
            let height = dot(&normal, a);
            least = least.min(&(&height * &height) / &square);
        }
    }
    least
}

fn minus(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|k| &a[k] - &b[k])
}

fn dot(a: &Vector, b: &Vector) -> Rational {
    let [x, y, z] = std::array::from_fn(|k| &a[k] * &b[k]);
    &(&x + &y) + &z
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &(&a[j] * &b[k]) - &(&a[k] * &b[j])
    })
}
