//! Two convex bodies at an instant, exactly: their points are whole numbers.
//!
//! The difference of two bodies is the hull of the differences of their points. Every triangle of three of those lies in it, and
//! its faces are among them: so all triangles are looked at, and nothing is searched for.

/// A point of whole coordinates.
pub type Point = [i128; 3];

/// The separation of the hulls of two sets of points. If they have a point in common, the least distance that one must be
/// moved to part them, up to touching, with a minus. Off by a few units of itself only.
///
/// Coordinates may be up to 2²⁴ in magnitude.
///
/// # Panics
/// If a set is empty.
pub fn signed_distance(a: &[Point], b: &[Point]) -> f64 {
    let mut points: Vec<Point> = Vec::new();
    for p in a {
        for q in b {
            let difference = minus(*q, *p);
            if !points.contains(&difference) {
                points.push(difference);
            }
        }
    }
    assert!(!points.is_empty(), "a body has a point");
    let count = points.len();
    let mut closest = f64::INFINITY;
    let mut least_depth = f64::INFINITY;
    let (mut solid, mut beyond) = (false, false);
    for i in 0..count {
        closest = closest.min(root(dot(points[i], points[i])));
        for j in i + 1..count {
            closest = closest.min(from_segment(points[i], points[j]));
            for k in j + 1..count {
                let triangle = [points[i], points[j], points[k]];
                let normal = cross(
                    minus(triangle[1], triangle[0]),
                    minus(triangle[2], triangle[0]),
                );
                if normal == [0; 3] {
                    continue;
                }
                let height = dot(normal, triangle[0]);
                let length = root(dot(normal, normal));
                if is_over(triangle, normal) {
                    closest = closest.min(height.unsigned_abs() as f64 / length);
                }
                let above = points.iter().any(|p| dot(normal, *p) > height);
                let below = points.iter().any(|p| dot(normal, *p) < height);
                if above == below {
                    // Inside, or everything is in this plane.
                    continue;
                }
                solid = true;
                // How far the origin is behind the face.
                let behind = if above { -height } else { height };
                beyond |= behind < 0;
                least_depth = least_depth.min(behind as f64 / length);
            }
        }
    }
    if solid && !beyond {
        -least_depth
    } else {
        closest
    }
}

fn minus(p: Point, q: Point) -> Point {
    [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
}

fn dot(p: Point, q: Point) -> i128 {
    p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
}

fn cross(p: Point, q: Point) -> Point {
    [
        p[1] * q[2] - p[2] * q[1],
        p[2] * q[0] - p[0] * q[2],
        p[0] * q[1] - p[1] * q[0],
    ]
}

fn root(square: i128) -> f64 {
    libm::sqrt(square as f64)
}

/// How far the origin is from a segment.
fn from_segment(p: Point, q: Point) -> f64 {
    let edge = minus(q, p);
    let along = -dot(p, edge);
    let square = dot(edge, edge);
    if along <= 0 || along >= square {
        return f64::INFINITY; // An end is closer.
    }
    let area = cross(p, q);
    root(dot(area, area)) / root(square)
}

/// Whether the origin is above or below the inside of a triangle.
fn is_over(triangle: [Point; 3], normal: Point) -> bool {
    (0..3).all(|i| dot(normal, cross(triangle[i], triangle[(i + 1) % 3])) >= 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(at: Point, half: i128) -> Vec<Point> {
        (0..8)
            .map(|i: i128| {
                let side = |bit: i128| if i >> bit & 1 == 1 { half } else { -half };
                [at[0] + side(0), at[1] + side(1), at[2] + side(2)]
            })
            .collect()
    }

    #[test]
    fn cubes_triangles_and_points() {
        let here = cube([0; 3], 2);
        assert_eq!(signed_distance(&here, &cube([10, 1, 1], 3)), 5.0);
        assert_eq!(signed_distance(&here, &cube([8, 9, 1], 3)), 5.0);
        assert_eq!(signed_distance(&here, &cube([4, 1, 1], 3)), -1.0);
        assert_eq!(signed_distance(&here, &cube([5, 1, 1], 3)), 0.0);
        assert_eq!(signed_distance(&here, &cube([0; 3], 2)), -4.0);
        let flat = [[-9, -9, 5], [9, -9, 5], [0, 9, 5]];
        assert_eq!(signed_distance(&here, &flat), 3.0);
        assert_eq!(signed_distance(&flat, &flat), 0.0);
        assert_eq!(signed_distance(&[[1, 2, 2]], &[[0; 3]]), 3.0);
        assert_eq!(signed_distance(&[[1, 2, 2]], &[[1, 2, 2]]), 0.0);
        // A triangle through a floor: up by 1 or down by 3 parts them.
        let spike = [[0, 0, 4], [1, 0, 8], [0, 1, 8]];
        assert_eq!(signed_distance(&flat, &spike), -1.0);
        assert_eq!(
            signed_distance(&[[0, 0, 4], [0, 0, 4]], &[[-5, 0, 0], [5, 0, 0]]),
            4.0
        );
    }
}
