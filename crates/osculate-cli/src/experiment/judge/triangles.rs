//! The distance of two triangles from their features: 9 pairs of edges, 6 of a vertex and a face, and the 18 of a
//! vertex and an edge that bound them; 0 if an edge of one pierces the other.
//!
//! Every candidate is the distance of two points of the triangles, so that no degenerate triangle makes the result too
//! small. Where lines are nearly parallel or a face is nearly a line, the points are found again from where they were
//! found first; what is left is of second order.

use glam::DVec3;

type Triangle = [DVec3; 3];

/// How far apart two triangles are; 0 if they intersect.
pub fn distance(a: &Triangle, b: &Triangle) -> f64 {
    let edges = |t: &Triangle| [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])];
    if edges(a).iter().any(|&edge| pierces(edge, b))
        || edges(b).iter().any(|&edge| pierces(edge, a))
    {
        return 0.0;
    }
    let mut nearest = f64::INFINITY;
    for (one, other) in [(a, b), (b, a)] {
        for &vertex in one {
            for edge in edges(other) {
                nearest = nearest.min(vertex_edge(vertex, edge));
            }
            nearest = nearest.min(vertex_face(vertex, other));
        }
    }
    for first in edges(a) {
        for second in edges(b) {
            nearest = nearest.min(edge_edge(first, second));
        }
    }
    nearest
}

/// Whether the segment passes through the triangle, its border included. One in the triangle's plane does not.
fn pierces((p, q): (DVec3, DVec3), [a, b, c]: &Triangle) -> bool {
    let normal = (b - a).cross(c - a);
    let sides = [normal.dot(p - a), normal.dot(q - a)];
    let crosses =
        sides[0].min(sides[1]) <= 0.0 && sides[0].max(sides[1]) >= 0.0 && sides[0] != sides[1];
    if !crosses {
        return false;
    }
    let way = q - p;
    let [a, b, c] = [a - p, b - p, c - p];
    let turns = [a.cross(b), b.cross(c), c.cross(a)].map(|area| way.dot(area));
    turns.iter().all(|&turn| turn >= 0.0) || turns.iter().all(|&turn| turn <= 0.0)
}

fn vertex_edge(vertex: DVec3, (start, end): (DVec3, DVec3)) -> f64 {
    let way = end - start;
    let square = way.length_squared();
    if square == 0.0 {
        return (vertex - start).length();
    }
    let share = (way.dot(vertex - start) / square).clamp(0.0, 1.0);
    (vertex - start - share * way).length()
}

/// Infinite unless the foot of the vertex lies in the triangle.
fn vertex_face(vertex: DVec3, [a, b, c]: &Triangle) -> f64 {
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(ac);
    let square = normal.length_squared();
    let mut shares = [0.0; 2];
    let mut from_foot = vertex - a;
    for _ in 0..2 {
        shares[0] += normal.dot(from_foot.cross(ac)) / square;
        shares[1] += normal.dot(ab.cross(from_foot)) / square;
        from_foot = vertex - a - shares[0] * ab - shares[1] * ac;
    }
    // Not so for NaN, where the triangle has no area.
    if shares[0] >= 0.0 && shares[1] >= 0.0 && shares[0] + shares[1] <= 1.0 {
        from_foot.length()
    } else {
        f64::INFINITY
    }
}

/// Infinite unless the segments are nearest somewhere between their ends.
fn edge_edge((p, p_end): (DVec3, DVec3), (q, q_end): (DVec3, DVec3)) -> f64 {
    let (along_p, along_q) = (p_end - p, q_end - q);
    let normal = along_p.cross(along_q);
    let square = normal.length_squared();
    let mut shares = [0.0; 2];
    let mut between = q - p;
    for _ in 0..2 {
        shares[0] += normal.dot(between.cross(along_q)) / square;
        shares[1] += normal.dot(between.cross(along_p)) / square;
        between = q - p + shares[1] * along_q - shares[0] * along_p;
    }
    // Not so for NaN, where the segments are parallel.
    if shares.iter().all(|share| (0.0..=1.0).contains(share)) {
        between.length()
    } else {
        f64::INFINITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAT: Triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];

    fn v(x: f64, y: f64, z: f64) -> DVec3 {
        DVec3::new(x, y, z)
    }

    /// Whichever comes first, and whichever corner does.
    #[track_caller]
    fn apart(a: Triangle, b: Triangle, expected: f64) {
        for turn in 0..3 {
            let b = [b[turn], b[(turn + 1) % 3], b[(turn + 2) % 3]];
            for found in [
                distance(&a, &b),
                distance(&b, &a),
                distance(&b, &[a[1], a[0], a[2]]),
            ] {
                assert!(
                    (found - expected).abs() <= 1e-15,
                    "{found} is not {expected}"
                );
                assert_eq!(found == 0.0, expected == 0.0);
            }
        }
    }

    #[test]
    fn known_distances() {
        let tiny = 1e-10;
        // A vertex over the face, over an edge, over a vertex.
        apart(
            FLAT,
            [v(0.2, 0.3, tiny), v(0.0, 0.0, 2.0), v(1.0, 1.0, 1.0)],
            tiny,
        );
        apart(
            FLAT,
            [v(0.4, -3.0, 4.0), v(0.4, -9.0, 9.0), v(0.5, -9.0, 8.0)],
            5.0,
        );
        apart(
            FLAT,
            [v(-1.0, -2.0, 2.0), v(-4.0, -2.0, 3.0), v(-2.0, -5.0, 3.0)],
            3.0,
        );
        // Crossing edges, one above the other.
        apart(
            FLAT,
            [v(0.5, -1.0, tiny), v(0.5, 0.1, tiny), v(0.5, -0.5, 1.0)],
            tiny,
        );
        apart(
            FLAT,
            [
                v(0.5, -1.0, -1.0 - tiny),
                v(0.5, 1.0, 1.0 - tiny),
                v(0.5, -1.0, 1.0),
            ],
            0.0,
        );
        apart(
            FLAT,
            [
                v(0.5, -1.0, 1.0),
                v(0.5, 1.0, -1.0 - 2e-3),
                v(0.5, -9.0, -9.0),
            ],
            1e-3 / 1.001_f64.hypot(1.0),
        );
        // Parallel planes, parallel edges.
        apart(FLAT, FLAT.map(|corner| corner + 0.25 * DVec3::Z), 0.25);
        apart(
            FLAT,
            [v(0.2, -3.0, 0.0), v(0.8, -3.0, 0.0), v(0.5, -3.0, 7.0)],
            3.0,
        );
        // In one plane, apart.
        apart(
            FLAT,
            [v(1.0, 1.0, 0.0), v(2.0, 1.0, 0.0), v(1.0, 2.0, 0.0)],
            0.5_f64.sqrt(),
        );
    }

    #[test]
    fn intersections() {
        // Through the face; through the border; in one plane, across and inside.
        apart(
            FLAT,
            [v(0.2, 0.2, -1.0), v(0.2, 0.2, 1.0), v(5.0, 5.0, 1.0)],
            0.0,
        );
        apart(
            FLAT,
            [v(0.5, -1.0, -1.0), v(0.5, 1.0, 1.0), v(0.5, -1.0, 1.0)],
            0.0,
        );
        apart(
            FLAT,
            [v(0.25, -1.0, 0.0), v(0.25, 2.0, 0.0), v(4.0, 2.0, 0.0)],
            0.0,
        );
        apart(
            FLAT,
            [v(0.25, 0.25, 0.0), v(0.5, 0.25, 0.0), v(0.25, 0.5, 0.0)],
            0.0,
        );
        // A vertex that touches from above.
        apart(
            FLAT,
            [v(0.25, 0.25, 0.0), v(0.5, 0.25, 1.0), v(0.25, 0.5, 1.0)],
            0.0,
        );
        // The corners on both sides of the plane, yet passing by.
        apart(
            FLAT,
            [v(2.0, 0.0, -1.0), v(2.0, 0.0, 1.0), v(3.0, 0.0, 1.0)],
            1.0,
        );
    }

    #[test]
    fn triangles_without_area_are_segments_or_points() {
        let point = [v(0.25, 0.25, 2.0); 3];
        apart(FLAT, point, 2.0);
        apart(point, point.map(|corner| corner + DVec3::X), 1.0);
        let segment = [v(0.25, 0.25, 1.0), v(0.25, 0.25, 3.0), v(0.25, 0.25, 2.0)];
        apart(FLAT, segment, 1.0);
        apart(FLAT, segment.map(|corner| corner - 2.0 * DVec3::Z), 0.0);
        apart(segment, segment.map(|corner| corner + 2.0 * DVec3::Y), 2.0);
    }

    #[test]
    fn nearly_parallel_edges_a_hair_apart() {
        for angle in [1e-2, 1e-4, 1e-6] {
            let a = [v(-1.0, 0.0, 0.0), v(1.0, 0.0, 0.0), v(0.0, 0.0, -1.0)];
            let b = [
                v(-1.0, -angle, 1e-10),
                v(1.0, angle, 1e-10),
                v(0.0, 0.0, 1.0),
            ];
            let found = distance(&a, &b);
            assert!((found - 1e-10).abs() < 1e-15, "{angle}: {found}");
        }
    }
}
