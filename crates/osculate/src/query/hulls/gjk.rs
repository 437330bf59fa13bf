//! The closest points of two convex bodies at an instant, by the algorithm of Gilbert, Johnson and Keerthi.
//!
//! Nothing that this finds is taken on trust. A direction is as good as the gap that both bodies' supports leave along
//! it, a distance as good as its two points; rounding is taken off by whoever uses them. So a poor simplex costs time,
//! never soundness.

mod corners;
mod flats;
mod patches;
#[cfg(test)]
mod tests;

use crate::numbers::rounding::{LEAST_SQUARE, UNIT, length, sqrt};
use crate::shape::{Convex, Corner};
pub(crate) use corners::Corners;
use glam::{DMat3, DVec3};

/// After so many rounds the best that was found must do.
const ROUNDS: u32 = 96;

/// How often a direction is improved that comes no closer.
const SETTLING: u32 = 8;

/// The square of the volume of a flat tetrahedron, in terms of the product of its edges' squares.
const FLAT: f64 = 1e-29;

/// 2⁻⁴⁸⁰, whose square is [`LEAST_SQUARE`]: a vector that is no longer gives no direction, since its square underflows and what is
/// divided by the root of that is not of unit length. Nor is it told from nothing: errors are far larger.
pub(super) const LEAST_LENGTH: f64 = f64::from_bits((1023 - 480) << 52);

/// Two convex bodies as b sees them at an instant: a point `x` of a is at `turn·(x − pivot_a) + shift`, one of b at
/// `x − pivot_b`.
pub(crate) struct PosedHulls<'p, P, Q> {
    pub(crate) a: &'p P,
    pub(crate) b: &'p Q,
    pub(crate) pivots: [DVec3; 2],
    pub(crate) turn: DMat3,
    pub(crate) shift: DVec3,
}

/// A point of the difference b − a, and the two that it is the difference of, seen from their pivots.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Vertex {
    pub(crate) difference: DVec3,
    pub(crate) corners: [Corner; 2],
}

impl Vertex {
    /// Whether it is the same point, or the difference of the same two.
    pub(crate) fn is(&self, other: &Vertex) -> bool {
        self.difference == other.difference
            || (self.corners[0].point == other.corners[0].point
                && self.corners[1].point == other.corners[1].point)
    }
}

/// Up to four points of the difference. Kept from one instant to the next, it is where the search begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simplex {
    vertices: [Vertex; 4],
    count: usize,
    /// Of the first three, where they are closest to the origin.
    weights: [f64; 3],
    /// The best direction of the last search.
    direction: DVec3,
}

impl Default for Simplex {
    /// Of no points. A constant: made vertex by vertex, it takes as long as a search that begins where the last one ended.
    fn default() -> Simplex {
        const NOWHERE: Corner = Corner {
            point: DVec3::ZERO,
            number: 0,
        };
        const NONE: Simplex = Simplex {
            vertices: [Vertex {
                difference: DVec3::ZERO,
                corners: [NOWHERE; 2],
            }; 4],
            count: 0,
            weights: [0.0; 3],
            direction: DVec3::ZERO,
        };
        NONE
    }
}

/// When to stop looking.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Enough {
    /// The distance from which on the bodies count as apart: margins and clearance.
    pub(crate) apart: f64,
    /// The share of what the distance has beyond that by which the gap may fall short.
    pub(crate) share: f64,
    /// A difference that does not matter.
    pub(crate) doubt: f64,
    /// A distance that need not be looked at any closer.
    pub(crate) touching: f64,
    /// A gap of the cores beyond which it does not matter how far they are apart.
    pub(crate) beyond: f64,
}

impl Enough {
    #[inline(always)]
    pub(crate) fn holds(&self, distance: f64, gap: f64) -> bool {
        gap > self.beyond
            || distance - gap <= self.share * (distance - self.apart).max(0.0) + self.doubt
    }
}

/// What was found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closest {
    /// From a to b, of unit length; zero if none separates.
    pub(crate) direction: DVec3,
    /// `min direction·b − max direction·a`.
    pub(crate) gap: f64,
    /// The corners that are closest along the direction, seen from their pivots.
    pub(crate) corners: [Corner; 2],
    /// The distance of the points.
    pub(crate) distance: f64,
    /// Points of either core.
    pub(crate) points: [DVec3; 2],
    /// The radius of a ball about the origin that the difference contains; zero if it does not.
    pub(crate) depth: f64,
}

impl Closest {
    fn measure(&mut self, points: [DVec3; 2]) {
        self.points = points;
        self.distance = length(points[1] - points[0]);
    }
}

impl<P: Convex, Q: Convex> PosedHulls<'_, P, Q> {
    /// The point of the difference that is least far along `direction`.
    #[inline(always)]
    pub(crate) fn support(&self, direction: DVec3, near: [u32; 2]) -> Vertex {
        let mut a = self.a.support(self.turn.transpose() * direction, near[0]);
        let mut b = self.b.support(-direction, near[1]);
        a.point -= self.pivots[0];
        b.point -= self.pivots[1];
        Vertex {
            difference: self.difference([a, b]),
            corners: [a, b],
        }
    }

    /// From the middle of a to that of b; something else if they are the same.
    pub(crate) fn between(&self) -> DVec3 {
        let [a, b] = [self.a.ball().0, self.b.ball().0];
        let between = (b - self.pivots[1]) - (self.turn * (a - self.pivots[0]) + self.shift);
        if between == DVec3::ZERO {
            DVec3::X
        } else {
            between
        }
    }

    #[inline(always)]
    fn difference(&self, [a, b]: [Corner; 2]) -> DVec3 {
        b.point - (self.turn * a.point + self.shift)
    }
}

/// The point of a simplex that is closest to the origin.
#[derive(Clone, Copy)]
struct Face {
    vertices: [usize; 3],
    weights: [f64; 3],
    count: usize,
    point: DVec3,
    square: f64,
}

impl Simplex {
    /// The numbers of the corners of a (0) or b (1) that the simplex is made of, without repetition.
    #[inline(always)]
    pub(crate) fn corners(&self, body: usize) -> ([u32; 4], usize) {
        if let [p, q, r] = self.vertices() {
            // Without a branch: whether corners repeat is as good as chance.
            let [p, q, r] = [p, q, r].map(|vertex| vertex.corners[body].number);
            let (second, third) = (q != p, (r != p) & (r != q));
            let count = 1 + usize::from(second) + usize::from(third);
            return ([p, if second { q } else { r }, r, 0], count);
        }
        let (mut numbers, mut count) = ([0; 4], 0);
        for vertex in self.vertices() {
            let number = vertex.corners[body].number;
            if !numbers[..count].contains(&number) {
                numbers[count] = number;
                count += 1;
            }
        }
        (numbers, count)
    }

    /// The simplex of these vertices, at most four.
    pub(crate) fn of(vertices: &[Vertex]) -> Simplex {
        let mut simplex = Simplex {
            count: vertices.len(),
            ..Simplex::default()
        };
        simplex.vertices[..vertices.len()].copy_from_slice(vertices);
        simplex
    }

    /// The next search begins anew.
    #[inline]
    pub(crate) fn forget(&mut self) {
        self.count = 0;
    }

    pub(crate) fn vertices(&self) -> &[Vertex] {
        &self.vertices[..self.count]
    }

    /// The points of either core whose difference is the triangle's closest point to the origin.
    pub(crate) fn points_of_triangle<P, Q>(&self, posed: &PosedHulls<P, Q>) -> [DVec3; 2] {
        let mut closest = *self;
        closest.keep(&self.triangle(0, 1, 2));
        closest.points(posed)
    }

    fn contains(&self, new: &Vertex) -> bool {
        self.vertices().iter().any(|vertex| vertex.is(new))
    }

    /// Keeps the vertices of the face only, in their order.
    #[inline]
    fn keep(&mut self, face: &Face) {
        let mut order = face.vertices;
        let mut weights = face.weights;
        let mut sort = |i: usize, j: usize| {
            if order[i] > order[j] {
                order.swap(i, j);
                weights.swap(i, j);
            }
        };
        if face.count > 1 {
            sort(0, 1);
        }
        if face.count > 2 {
            sort(1, 2);
            sort(0, 1);
        }
        for (i, &from) in order[..face.count].iter().enumerate() {
            if from != i {
                self.vertices[i] = self.vertices[from];
            }
        }
        self.weights = weights;
        self.count = face.count;
    }

    fn w(&self, i: usize) -> DVec3 {
        self.vertices[i].difference
    }

    fn vertex(&self, i: usize) -> Face {
        let point = self.w(i);
        Face {
            vertices: [i; 3],
            weights: [1.0, 0.0, 0.0],
            count: 1,
            point,
            square: point.dot(point),
        }
    }

    fn segment(&self, i: usize, j: usize) -> Face {
        let (p, q) = (self.w(i), self.w(j));
        let edge = q - p;
        let square = edge.dot(edge);
        let along = -p.dot(edge);
        if !(along > 0.0) {
            return self.vertex(i);
        }
        if along >= square {
            return self.vertex(j);
        }
        let share = along / square;
        let point = p + edge * share;
        // Across the edge, however short the point is.
        let point = point - edge * (point.dot(edge) / square);
        Face {
            vertices: [i, j, j],
            weights: [1.0 - share, share, 0.0],
            count: 2,
            point,
            square: point.dot(point),
        }
    }

    fn triangle(&self, i: usize, j: usize, k: usize) -> Face {
        // From the corner opposite the longest edge: the normal of a sliver is lost between two long ones.
        let [to_j, to_k] = [self.w(j) - self.w(i), self.w(k) - self.w(i)];
        let (first, second, third) = (to_j.dot(to_j), to_k.dot(to_k), to_k - to_j);
        let third = third.dot(third);
        let [i, j, k] = if third >= first.max(second) {
            [i, j, k]
        } else if second >= first {
            [j, k, i]
        } else {
            [k, i, j]
        };
        let p = self.w(i);
        let (e, f) = (self.w(j) - p, self.w(k) - p);
        let normal = e.cross(f);
        let square = normal.dot(normal);
        let (second, third) = (normal.dot(f.cross(p)), normal.dot(p.cross(e)));
        let weights = [square - second - third, second, third];
        if square > LEAST_SQUARE && weights.iter().all(|&weight| weight >= 0.0) {
            // One division for all: what it rounds moves the point along the normal, and does not turn it.
            let inverse = 1.0 / square;
            let along = normal.dot(p) * inverse;
            return Face {
                vertices: [i, j, k],
                weights: weights.map(|weight| weight * inverse),
                count: 3,
                point: normal * along,
                square: along * along * square,
            };
        }
        // The closest point is on an edge that the origin is beyond; on any, if there is no inside.
        let flat = !(square > LEAST_SQUARE);
        let mut best: Option<Face> = None;
        for (weight, edge) in weights.into_iter().zip([[j, k], [k, i], [i, j]]) {
            if flat || weight < 0.0 {
                let face = self.segment(edge[0], edge[1]);
                if best.is_none_or(|best| face.square < best.square) {
                    best = Some(face);
                }
            }
        }
        best.unwrap_or_else(|| self.segment(i, j))
    }

    /// The face with the point closest to the origin; `Err` with a depth if that is inside.
    #[inline(always)]
    fn nearest(&self) -> Result<Face, f64> {
        match self.count {
            1 => Ok(self.vertex(0)),
            2 => Ok(self.segment(0, 1)),
            3 => Ok(self.triangle(0, 1, 2)),
            _ => self.tetrahedron(),
        }
    }

    /// The closest face of the three with the last vertex that the origin is outside of (the fourth is where the search
    /// came from); `Err` with the distance to the nearest face if it is outside of none.
    fn tetrahedron(&self) -> Result<Face, f64> {
        let [p, q, r, top] = [0, 1, 2, 3].map(|i| self.w(i));
        let edges = [q - p, r - q, p - r];
        let down = p - top;
        let normals = [
            down.cross(edges[0]),
            (q - top).cross(edges[1]),
            (r - top).cross(edges[2]),
        ];
        let volume = -normals[0].dot(edges[2]);
        // Of a flat tetrahedron nobody knows the inside.
        let flat = FLAT * down.dot(down) * edges[2].dot(edges[2]);
        let solid = volume * (volume / edges[0].dot(edges[0])) > flat;
        let mut best: Option<Face> = None;
        for (normal, [i, j]) in normals.into_iter().zip([[0, 1], [1, 2], [2, 0]]) {
            let origin = -normal.dot(top);
            let inside = if volume > 0.0 {
                origin > 0.0
            } else {
                origin < 0.0
            };
            if inside && solid {
                continue;
            }
            let face = self.triangle(i, j, 3);
            if best.is_none_or(|best| face.square < best.square) {
                best = Some(face);
            }
        }
        best.map_or_else(|| self.depth(), Ok)
    }

    /// The distance from the origin inside a tetrahedron to its nearest face, rounded down; that face, if rounding leaves
    /// open whether the origin is inside.
    fn depth(&self) -> Result<Face, f64> {
        let mut depth = f64::INFINITY;
        for [i, j, k, opposite] in [[0, 1, 3, 2], [1, 2, 3, 0], [2, 0, 3, 1], [0, 1, 2, 3]] {
            let (p, q, r) = (self.w(i), self.w(j), self.w(k));
            let normal = (q - p).cross(r - p);
            let side = normal.dot(self.w(opposite) - p);
            let origin = if side > 0.0 {
                -normal.dot(p)
            } else {
                normal.dot(p)
            };
            // What rounding may have done to the normal, and through it to the distances from the plane.
            let unit = 24.0 * UNIT * length(q - p) * length(r - p);
            let inside = origin - unit * length(p);
            if !(inside > 0.0 && side.abs() > unit * length(self.w(opposite) - p)) {
                return Ok(self.triangle(i, j, k));
            }
            depth = depth.min(inside / length(normal) * (1.0 - 16.0 * UNIT));
        }
        Err(depth)
    }

    /// Points of either core, from the weights; each lies in its core whatever rounding did to those. The vertices up to
    /// the third are those of the face that was kept.
    fn points<P, Q>(&self, posed: &PosedHulls<P, Q>) -> [DVec3; 2] {
        [posed.turn * self.point(0) + posed.shift, self.point(1)]
    }

    /// The one of a (0) or b (1), from its pivot.
    #[inline(always)]
    fn point(&self, body: usize) -> DVec3 {
        let corner = |i: usize| self.vertices[i].corners[body].point;
        let first = corner(0);
        let mut point = first;
        if self.count > 1 {
            point += (corner(1) - first) * self.weights[1];
        }
        if self.count > 2 {
            point += (corner(2) - first) * self.weights[2];
        }
        point
    }
}

/// The closest points of two bodies' cores, from the simplex of an earlier search if there is one.
pub(crate) fn gjk<P: Convex, Q: Convex>(
    posed: &PosedHulls<P, Q>,
    simplex: &mut Simplex,
    enough: &Enough,
    steps: &mut u64,
) -> Closest {
    let mut closest = Closest {
        direction: DVec3::ZERO,
        gap: f64::NEG_INFINITY,
        corners: [Corner::default(); 2],
        distance: f64::INFINITY,
        points: [DVec3::ZERO; 2],
        depth: 0.0,
    };
    let round = !(posed.a.has_corners() && posed.b.has_corners());
    let found = round
        && (simplex.over_flat_sides(posed, enough, &mut closest, steps)
            || patches::turn(posed, simplex, enough, &mut closest, steps));
    if !found {
        descend(posed, simplex, enough, &mut closest, steps);
    }
    simplex.direction = closest.direction;
    closest
}

/// Comes closer to the origin from simplex to simplex.
fn descend<P: Convex, Q: Convex>(
    posed: &PosedHulls<P, Q>,
    simplex: &mut Simplex,
    enough: &Enough,
    closest: &mut Closest,
    steps: &mut u64,
) {
    if simplex.count == 0 {
        *steps += 1;
        simplex.vertices[0] = posed.support(posed.between(), [0; 2]);
        simplex.count = 1;
    } else {
        for vertex in &mut simplex.vertices[..simplex.count] {
            vertex.difference = posed.difference(vertex.corners);
        }
    }
    let mut last = f64::INFINITY;
    let mut kept = simplex.count;
    for _ in 0..ROUNDS {
        let face = match simplex.nearest() {
            Ok(face) => face,
            Err(depth) => {
                closest.depth = depth;
                closest.distance = 0.0;
                return;
            }
        };
        // No closer than before: rounding has the last word.
        if !(face.square < last) {
            let mut grown = *simplex;
            simplex.count = kept;
            closest.measure(simplex.points(posed));
            if !settle(posed, &mut grown, enough, last, closest, steps) {
                return;
            }
            *simplex = grown;
            continue;
        }
        last = face.square;
        let distance = sqrt(face.square);
        simplex.keep(&face);
        kept = simplex.count;
        if distance <= enough.touching || !(distance > LEAST_LENGTH) {
            break;
        }
        let direction = face.point / distance;
        let near = simplex.vertices[0].corners.map(|corner| corner.number);
        *steps += 1;
        let new = posed.support(direction, near);
        let gap = direction.dot(new.difference);
        if gap > closest.gap {
            (closest.gap, closest.direction, closest.corners) = (gap, direction, new.corners);
        }
        if enough.holds(distance, closest.gap) {
            break;
        }
        // Those that are there are no nearer than the face, but for rounding.
        if gap > 0.5 * distance && simplex.contains(&new) {
            break;
        }
        simplex.vertices[simplex.count] = new;
        simplex.count += 1;
    }
    closest.measure(simplex.points(posed));
}

/// Looks for a better direction where the closest point is on the border of a face. Its own direction is as coarse as
/// rounding is beside the distance, but the face's is not: so the simplex may grow, although it comes no closer. Where a third
/// point comes no closer than two, since all three are equally far, a fourth may: whether it does, by the square of the distance.
#[cold]
fn settle<P: Convex, Q: Convex>(
    posed: &PosedHulls<P, Q>,
    simplex: &mut Simplex,
    enough: &Enough,
    square: f64,
    closest: &mut Closest,
    steps: &mut u64,
) -> bool {
    for _ in 0..SETTLING {
        if enough.holds(closest.distance, closest.gap) {
            return false;
        }
        let faces: &[[usize; 3]] = match simplex.count {
            2 => &[[0, 1, 1]],
            3 => &[[0, 1, 2]],
            // The other face is where the search came from.
            4 => &[[0, 1, 3], [1, 2, 3], [2, 0, 3]],
            _ => return false,
        };
        let mut best: Option<(f64, [usize; 3], Vertex)> = None;
        for &face in faces {
            let [p, q, r] = face.map(|i| simplex.w(i));
            let normal = if simplex.count == 2 {
                let edge = q - p;
                p - edge * (p.dot(edge) / edge.dot(edge))
            } else {
                (q - p).cross(r - p)
            };
            let size = length(normal);
            if !(size > LEAST_LENGTH) {
                continue;
            }
            let direction = normal / if normal.dot(p) < 0.0 { -size } else { size };
            let near = simplex.vertices[face[0]]
                .corners
                .map(|corner| corner.number);
            *steps += 1;
            let new = posed.support(direction, near);
            let gap = direction.dot(new.difference);
            if gap > closest.gap {
                (closest.gap, closest.direction, closest.corners) = (gap, direction, new.corners);
            }
            if best.is_none_or(|best| gap > best.0) {
                best = Some((gap, face, new));
            }
        }
        let Some((_, face, new)) = best else {
            return false;
        };
        if simplex.contains(&new) {
            return false;
        }
        if simplex.count == 4 {
            let kept = face.map(|i| simplex.vertices[i]);
            simplex.vertices[..3].copy_from_slice(&kept);
            simplex.count = 3;
        }
        simplex.vertices[simplex.count] = new;
        simplex.count += 1;
        if simplex.count == 4 && simplex.nearest().map_or(true, |face| face.square < square) {
            return true;
        }
    }
    false
}
