//! Jansen's test of two features, sections 3.1 to 3.4: the cubic of coplanarity by its formula, then where they meet in the plane.
//!
//! As he has it, with what is wrong in it mended: `t = x − b/3` removes the square, and the crossing in the plane is looked for along the
//! two axes across which the normal is largest.

use glam::DVec3;

/// Where four points begin, and how far each goes.
pub type Moving = [[DVec3; 2]; 4];

/// The instants of `a·t³ + b·t² + c·t + d = 0`, in no order; at most three.
fn instants([d, c, b, a]: [f64; 4]) -> [f64; 3] {
    const NONE: f64 = f64::NAN;
    if a == 0.0 {
        if b == 0.0 {
            return [-d / c, NONE, NONE];
        }
        let root = (c * c - 4.0 * b * d).sqrt();
        return [(-c - root) / (2.0 * b), (-c + root) / (2.0 * b), NONE];
    }
    let (b, c, d) = (b / a, c / a, d / a);
    let q = (3.0 * c - b * b) / 9.0;
    let r = (9.0 * c * b - 27.0 * d - 2.0 * b * b * b) / 54.0;
    let g = q * q * q + r * r;
    let shift = -b / 3.0;
    if g >= 0.0 {
        let (s, t) = (libm::cbrt(r + g.sqrt()), libm::cbrt(r - g.sqrt()));
        // The other two are complex unless s and t are the same.
        let double = if s == t { shift - s } else { NONE };
        return [shift + s + t, double, NONE];
    }
    // s and t are conjugate.
    let (real, imaginary) = (r, (-g).sqrt());
    let radius = libm::cbrt(libm::hypot(real, imaginary));
    let (sine, cosine) = libm::sincos(libm::atan2(imaginary, real) / 3.0);
    let across = 3.0_f64.sqrt() * radius * sine;
    let half = radius * cosine;
    [
        shift + 2.0 * half,
        shift - half - across,
        shift - half + across,
    ]
}

/// The first time of the step at which four points are in one plane and `meets` says that what they are does meet.
fn meets(points: &Moving, meets: impl Fn([DVec3; 4]) -> bool) -> Option<f64> {
    let [ab, ac, ad] = [1, 2, 3].map(|i| {
        let [from, way] = points[i];
        [from - points[0][0], way - points[0][1]]
    });
    // AD · (AB × AC), by powers of time.
    let normal = [
        ab[0].cross(ac[0]),
        ab[0].cross(ac[1]) + ab[1].cross(ac[0]),
        ab[1].cross(ac[1]),
    ];
    let cubic = [
        ad[0].dot(normal[0]),
        ad[0].dot(normal[1]) + ad[1].dot(normal[0]),
        ad[0].dot(normal[2]) + ad[1].dot(normal[1]),
        ad[1].dot(normal[2]),
    ];
    let mut found = instants(cubic);
    found.sort_by(f64::total_cmp);
    found
        .into_iter()
        .filter(|t| (0.0..=1.0).contains(t))
        .find(|&t| meets(points.map(|[from, way]| from + t * way)))
}

/// The two axes across which a normal is largest.
fn axes(normal: DVec3) -> (usize, usize) {
    match normal.abs() {
        n if n.z >= n.x && n.z >= n.y => (0, 1),
        n if n.x >= n.y => (1, 2),
        _ => (2, 0),
    }
}

/// When the edges from the first point to the second, and from the third to the fourth, first meet.
pub fn edges_meet(points: &Moving) -> Option<f64> {
    meets(points, |[a, b, c, d]| {
        let (u, v, w) = (b - a, d - c, c - a);
        let (i, j) = axes(u.cross(v));
        let whole = u[i] * v[j] - u[j] * v[i];
        let within = |share: f64| (0.0..=1.0).contains(&share);
        within((w[i] * v[j] - w[j] * v[i]) / whole) && within((w[i] * u[j] - w[j] * u[i]) / whole)
    })
}

/// When the first point first meets the triangle of the others.
pub fn point_meets_face(points: &Moving) -> Option<f64> {
    meets(points, |[p, a, b, c]| {
        let (u, v, w) = (b - a, c - a, p - a);
        let (i, j) = axes(u.cross(v));
        let whole = u[i] * v[j] - u[j] * v[i];
        let (one, other) = (
            (w[i] * v[j] - w[j] * v[i]) / whole,
            (u[i] * w[j] - u[j] * w[i]) / whole,
        );
        one >= 0.0 && other >= 0.0 && one + other <= 1.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn still(at: DVec3) -> [DVec3; 2] {
        [at, DVec3::ZERO]
    }

    #[test]
    fn plain_contacts_are_found() {
        let down = |at: DVec3| [at + DVec3::Z, -2.0 * DVec3::Z];
        let edge = [still(DVec3::NEG_X), still(DVec3::X)];
        let across = |y: f64| {
            [
                down(DVec3::new(0.0, y - 1.0, 0.0)),
                down(DVec3::new(0.0, y + 1.0, 0.0)),
            ]
        };
        let pair = |y: f64| [edge[0], edge[1], across(y)[0], across(y)[1]];
        assert_eq!(edges_meet(&pair(0.5)), Some(0.5));
        assert_eq!(edges_meet(&pair(1.5)), None);
        let face = [still(DVec3::ZERO), still(DVec3::X), still(DVec3::Y)];
        let falls = |x: f64| [down(DVec3::new(x, 0.2, 0.0)), face[0], face[1], face[2]];
        assert_eq!(point_meets_face(&falls(0.2)), Some(0.5));
        assert_eq!(point_meets_face(&falls(0.9)), None);
    }
}
