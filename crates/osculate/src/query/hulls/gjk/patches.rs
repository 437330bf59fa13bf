//! The closest points of round bodies, by Newton's method on the direction between them.
//!
//! A body's surface is made of patches that the support point moves smoothly on as the direction turns: an ellipsoid is
//! one, the rims of a cylinder are two, a corner is one. A point of the difference is on one of either body. Let `w` be
//! that which is least far along a unit direction `n`, and `g = n·w` the gap. Across `n`, the rate of `g` is `w`, and its
//! second one `−(C + g)`, where `C` is the curvature of both patches: how their points move. Where several patches are
//! equally far, as along an edge, the direction is across their points' differences, and turns about those only.

use super::{Closest, Enough, LEAST_LENGTH, PosedHulls, Simplex, Vertex};
use crate::numbers::rounding::length;
use crate::shape::Convex;
use glam::DVec3;

/// How often a direction is turned.
const TURNS: u32 = 10;

/// Turns the direction of an earlier search, or the one between the bodies' middles, to where they are closest; whether
/// that was enough. If they overlap, leaves a simplex that the origin may be inside of.
#[inline(never)]
pub(super) fn turn<P: Convex, Q: Convex>(
    posed: &PosedHulls<P, Q>,
    simplex: &mut Simplex,
    enough: &Enough,
    closest: &mut Closest,
    steps: &mut u64,
) -> bool {
    let mut n = simplex.direction;
    let mut active = Simplex::default();
    if n == DVec3::ZERO {
        let between = posed.between();
        n = between / length(between);
        *steps += 1;
        active.add(&posed.support(n, [0; 2]));
    } else if simplex.count == 0 {
        *steps += 1;
        active.add(&posed.support(n, [0; 2]));
    } else {
        // Should this fail, they are where the next search begins.
        for vertex in &mut simplex.vertices[..simplex.count] {
            *vertex = posed.moved(vertex, n);
            active.add(vertex);
        }
    }
    let Some(mut point) = active.shrink() else {
        return false;
    };
    let mut last = f64::INFINITY;
    for _ in 0..TURNS {
        let Some(turned) = active.turned(posed, n, point) else {
            return false;
        };
        n = turned;
        *steps += 1;
        let near = active.vertices[0].numbers();
        let new = posed.support(n, near);
        let gap = n.dot(new.difference);
        for vertex in &mut active.vertices[..active.count] {
            if vertex.numbers() == new.numbers() {
                *vertex = new;
            } else {
                *vertex = posed.moved(vertex, n);
            }
        }
        active.add(&new);
        let Some(nearest) = active.shrink() else {
            return false;
        };
        point = nearest;
        let distance = length(point);
        // Where the gap is known to rounding, the distance still comes down.
        if !(gap > closest.gap || (gap >= closest.gap - enough.doubt && distance < last)) {
            return false;
        }
        last = distance;
        (closest.gap, closest.direction, closest.corners) = (gap, n, new.corners);
        if distance <= enough.touching || enough.holds(distance, gap) {
            *simplex = active;
            closest.measure(simplex.points(posed));
            return true;
        }
        if length(point - n * gap) < -gap {
            *steps += 4 - active.count as u64;
            *simplex = active.enclosing(posed, n);
            return false;
        }
    }
    false
}

impl<P: Convex, Q: Convex> PosedHulls<'_, P, Q> {
    /// The point of the same patches that is least far along `direction`.
    fn moved(&self, vertex: &Vertex, direction: DVec3) -> Vertex {
        let [mut a, mut b] = vertex.corners;
        if let Some(point) = self.a.on_patch(self.turn.transpose() * direction, a.number) {
            a.point = point - self.pivots[0];
        }
        if let Some(point) = self.b.on_patch(-direction, b.number) {
            b.point = point - self.pivots[1];
        }
        Vertex {
            difference: self.difference([a, b]),
            corners: [a, b],
        }
    }
}

impl Vertex {
    /// The corners or patches that it is on.
    fn numbers(&self) -> [u32; 2] {
        self.corners.map(|corner| corner.number)
    }
}

impl Simplex {
    /// Adds a point, unless there is one of the same patches.
    fn add(&mut self, new: &Vertex) {
        let known = |old: &Vertex| old.numbers() == new.numbers();
        if !self.vertices().iter().any(known) {
            self.vertices[self.count] = *new;
            self.count += 1;
        }
    }

    /// Keeps what is closest to the origin, and gives its point there; `None` if that is inside.
    fn shrink(&mut self) -> Option<DVec3> {
        let face = self.nearest().ok()?;
        self.keep(&face);
        Some(face.point)
    }

    /// A tetrahedron with this for a corner, an edge or a face, where the difference goes beyond the origin against `n`.
    fn enclosing<P: Convex, Q: Convex>(&self, posed: &PosedHulls<P, Q>, n: DVec3) -> Simplex {
        let [s, t] = across(n);
        let directions = match self.count {
            1 => [n + s, n - 0.5 * s + 0.75 * t, n - 0.5 * s - 0.75 * t],
            2 => {
                let beside = n.cross(self.w(1) - self.w(0));
                let beside = beside / length(beside);
                [n + beside, n - beside, n]
            }
            _ => [-n; 3],
        };
        let mut simplex = Simplex::default();
        let near = self.vertices[0].numbers();
        let others = directions[..4 - self.count]
            .iter()
            .map(|&direction| posed.support(direction, near));
        for vertex in others.chain(self.vertices().iter().copied()) {
            simplex.vertices[simplex.count] = vertex;
            simplex.count += 1;
        }
        simplex
    }

    /// The direction `n` turned to where the gap of these patches is largest, as far as their curvature tells; `point` is
    /// the simplex's closest.
    fn turned<P: Convex, Q: Convex>(
        &self,
        posed: &PosedHulls<P, Q>,
        n: DVec3,
        point: DVec3,
    ) -> Option<DVec3> {
        let turned = match self.count {
            1 => {
                let [s, t] = across(n);
                let [ss, st, tt] = self.curvature(posed, n, [s, t])?;
                let gap = n.dot(point);
                let (ss, tt) = (ss + gap, tt + gap);
                let determinant = ss * tt - st * st;
                if !(ss > 0.0 && determinant > 0.0) {
                    return None;
                }
                let (x, y) = (point.dot(s), point.dot(t));
                n + s * ((tt * x - st * y) / determinant) + t * ((ss * y - st * x) / determinant)
            }
            2 => {
                let edge = self.w(1) - self.w(0);
                let along = n.dot(edge);
                let s = edge - n * along;
                let size = length(s);
                if !(size > 0.0) {
                    return None;
                }
                let s = s / size;
                let t = n.cross(s);
                let [_, st, tt] = self.curvature(posed, n, [s, t])?;
                let tt = tt + n.dot(point);
                if !(tt > 0.0) {
                    return None;
                }
                let across = -along / size;
                n + s * across + t * ((point.dot(t) - st * across) / tt)
            }
            _ => {
                let normal = (self.w(1) - self.w(0)).cross(self.w(2) - self.w(0));
                if normal.dot(n) < 0.0 { -normal } else { normal }
            }
        };
        let size = length(turned);
        (size > LEAST_LENGTH).then(|| turned / size)
    }

    /// How the simplex's closest point moves as the direction turns.
    fn curvature<P: Convex, Q: Convex>(
        &self,
        posed: &PosedHulls<P, Q>,
        n: DVec3,
        across: [DVec3; 2],
    ) -> Option<[f64; 3]> {
        let back = posed.turn.transpose();
        let (n_a, across_a) = (back * n, across.map(|v| back * v));
        let mut sum = [0.0; 3];
        for (vertex, weight) in self.vertices().iter().zip(self.weights) {
            let [a, b] = vertex.corners;
            let a = posed.a.curvature(n_a, a.number, across_a)?;
            let b = posed.b.curvature(-n, b.number, across)?;
            for (sum, (a, b)) in sum.iter_mut().zip(a.into_iter().zip(b)) {
                *sum += weight * (a + b);
            }
        }
        Some(sum)
    }
}

/// Two unit vectors across a unit vector and each other.
fn across(n: DVec3) -> [DVec3; 2] {
    let sign = if n.z < 0.0 { -1.0 } else { 1.0 };
    let scale = -1.0 / (sign + n.z);
    let both = n.x * n.y * scale;
    [
        DVec3::new(1.0 + sign * n.x * n.x * scale, sign * both, -sign * n.x),
        DVec3::new(both, sign + n.y * n.y * scale, -n.y),
    ]
}
