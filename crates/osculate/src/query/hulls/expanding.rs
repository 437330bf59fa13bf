//! A polytope inside the difference of two convex bodies that grows around the origin.
//!
//! Van den Bergen's expanding polytope, with two changes. Its faces are no mesh with neighbours but a list of oriented
//! triangles whose edges cancel: taking any of them away and joining the edges that are left to a new point keeps that
//! so, whatever rounding did to the choice. And nothing about it is believed: that it goes around the origin is proven
//! at the end, by counting how often a ray leaves it.

use super::gjk::{Closest, LEAST_LENGTH, PosedHulls, Simplex, Vertex};
use crate::numbers::rounding::{UNIT, length};
use crate::shape::Convex;
use alloc::vec::Vec;
use glam::DVec3;

/// After so many points the best that was found must do.
const ROUNDS: u32 = 160;

/// How many rays may run into an edge before the proof is given up.
const RAYS: usize = 12;

/// Memory for the polytope.
#[derive(Debug, Default)]
pub(crate) struct Expanding {
    vertices: Vec<Vertex>,
    facets: Vec<Facet>,
    /// The edges of the facets that were taken away, as long as nothing cancels them.
    rim: Vec<[u32; 2]>,
    /// The facets that the new vertex is beyond, and those of them that were taken away.
    seen: Vec<u32>,
    taken: Vec<u32>,
}

/// What was found: the difference reaches `upper` along `normal`, and at least `lower` along any direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth {
    pub(crate) lower: f64,
    pub(crate) upper: f64,
    /// Of unit length, from b to a; zero if there is none.
    pub(crate) normal: DVec3,
    /// Points of either core whose difference is about `normal` times the depth.
    pub(crate) points: [DVec3; 2],
    /// The points of the difference that those are between.
    pub(crate) corners: [Vertex; 3],
}

/// What is good enough.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Precision {
    /// A difference that does not matter.
    pub(crate) doubt: f64,
    /// The share of the depth that does not matter, and what is to be added to that before.
    pub(crate) share: f64,
    pub(crate) margins: f64,
}

impl Precision {
    pub(crate) fn holds(&self, lower: f64, upper: f64) -> bool {
        upper - lower <= self.doubt.max(self.share * (upper + self.margins))
    }
}

/// A triangle of the polytope, counterclockwise from outside.
#[derive(Clone, Copy, Debug)]
struct Facet {
    corners: [u32; 3],
    /// Outward, of unit length; zero if the triangle has no area to speak of.
    normal: DVec3,
    /// The largest product of the normal with a corner.
    height: f64,
    /// The direction of its closest point, or the normal if the origin is beyond it.
    towards: DVec3,
    /// The least product of that direction with a corner: the triangle is no closer to the origin.
    low: f64,
}

impl Facet {
    /// A facet whose distance is a number, or nothing that is proven with it.
    fn certain(vertices: &[Vertex], corners: [u32; 3]) -> Facet {
        let facet = Facet::new(vertices, corners);
        if facet.low.is_nan() || !facet.towards.is_finite() {
            return Facet {
                towards: DVec3::ZERO,
                low: f64::NEG_INFINITY,
                ..facet
            };
        }
        facet
    }

    fn new(vertices: &[Vertex], corners: [u32; 3]) -> Facet {
        let w = |i: usize| vertices[corners[i] as usize].difference;
        let edges = [w(2) - w(1), w(0) - w(2), w(1) - w(0)];
        let squares = edges.map(|edge| edge.dot(edge));
        // From the corner opposite the longest edge: the normal of a sliver is lost between two long ones.
        let base = if squares[0] >= squares[1] && squares[0] >= squares[2] {
            0
        } else if squares[1] >= squares[2] {
            1
        } else {
            2
        };
        let (next, last) = ((base + 1) % 3, (base + 2) % 3);
        let (p, e, f) = (w(base), edges[last], -edges[next]);
        let cross = e.cross(f);
        let size = length(cross);
        let far = length(w(0)).max(length(w(1))).max(length(w(2)));
        // What the rounding of the corners, and of the products, may have done to it.
        let longest = length(edges[base]);
        let lost = 64.0 * UNIT * (length(e) * length(f) + far * longest);
        let flat = !(size > lost && size > LEAST_LENGTH);
        // A product with a corner errs by three units of `far`. The direction may be longer than one by five units, four of
        // its length and one of the division, and the product with it.
        let least = |n: DVec3| n.dot(w(0)).min(n.dot(w(1))).min(n.dot(w(2))) - 8.0 * UNIT * far;
        let mut facet = Facet {
            corners,
            normal: DVec3::ZERO,
            height: f64::INFINITY,
            towards: DVec3::ZERO,
            low: 0.0,
        };
        if !flat {
            let n = cross / size;
            facet.normal = n;
            facet.height = n.dot(w(0)).max(n.dot(w(1))).max(n.dot(w(2)));
            (facet.towards, facet.low) = (n, least(n));
            let inside = n.dot(f.cross(p)) >= 0.0
                && n.dot(p.cross(e)) >= 0.0
                && n.dot((p + e).cross(f - e)) >= 0.0;
            if inside || !(facet.low > 0.0) {
                return facet;
            }
        }
        for i in 0..3 {
            let (from, edge, square) = (w((i + 1) % 3), edges[i], squares[i]);
            let share = (-from.dot(edge) / square).clamp(0.0, 1.0);
            let point = if share > 0.0 {
                from + edge * share
            } else {
                from
            };
            let distance = length(point);
            if !(distance > LEAST_LENGTH) {
                continue;
            }
            let towards = point / distance;
            let low = least(towards);
            if low > facet.low {
                (facet.towards, facet.low) = (towards, low);
            }
        }
        facet
    }

    /// Whether a point is beyond the facet.
    fn sees(&self, point: DVec3, doubt: f64) -> bool {
        if self.normal == DVec3::ZERO {
            self.towards.dot(point) > self.low + doubt
        } else {
            self.normal.dot(point) > self.height + doubt
        }
    }
}

impl Expanding {
    /// How deep the origin is inside the difference of two bodies, from the simplex and the best direction, of a to b,
    /// that a search for their closest points has left; `None` if no direction could be looked along.
    pub(crate) fn depth<P: Convex, Q: Convex>(
        &mut self,
        posed: &PosedHulls<P, Q>,
        simplex: &Simplex,
        closest: &Closest,
        precision: &Precision,
        steps: &mut u64,
    ) -> Option<Depth> {
        self.vertices.clear();
        self.facets.clear();
        self.vertices.extend_from_slice(simplex.vertices());
        let mut best = Best {
            upper: -closest.gap,
            normal: -closest.direction,
            corners: [*self.vertices.first()?; 3],
        };
        if !self.raise(posed, precision.doubt, &mut best, steps) {
            return best.depth(f64::NEG_INFINITY, posed);
        }
        for _ in 0..ROUNDS {
            let least = self.least();
            let facet = self.facets[least];
            if facet.towards == DVec3::ZERO {
                break;
            }
            let corners = facet.corners.map(|i| self.vertices[i as usize]);
            let near = corners[0].corners.map(|corner| corner.number);
            *steps += 1;
            let new = posed.support(-facet.towards, near);
            best.look(facet.towards, &new, corners);
            if precision.holds(facet.low, best.upper) || !(best.upper > 0.0) {
                break;
            }
            if !(facet.towards.dot(new.difference) > facet.low + precision.doubt)
                || !self.expand(least, &new, 0.25 * precision.doubt)
            {
                break;
            }
        }
        let lower = self.inside();
        if lower.is_some() {
            let corners = self.facet_along(best.normal).corners;
            best.corners = corners.map(|i| self.vertices[i as usize]);
        }
        best.depth(lower.unwrap_or(f64::NEG_INFINITY), posed)
    }

    /// The radius of a ball about the origin that the polytope certainly holds.
    ///
    /// The facets' edges cancel, so the polytope divides space, and the number of times that a ray from the origin leaves
    /// it, entries taken off, is the same for all rays. If that is not zero, no path leads from the origin to infinity
    /// but through a facet; so neither does one from any point of the ball that no facet comes into, and all those
    /// points are in the hull of the vertices.
    fn inside(&self) -> Option<f64> {
        let first = self.least();
        let low = self.facets[first].low;
        let numbers = core::iter::once(first).chain(0..self.facets.len());
        let turns = |number: usize| {
            let [p, q, r] = self.corners(&self.facets[number]);
            // Inside a triangle, and away from lines of symmetry.
            self.turns_along(0.46 * p + 0.33 * q + 0.21 * r)
        };
        let turns = numbers.take(RAYS).find_map(turns)?;
        (low > 0.0 && turns != 0).then_some(low)
    }

    /// The facet that is closest to the origin, or the furthest before it.
    fn least(&self) -> usize {
        let mut least = (f64::INFINITY, 0);
        for (number, facet) in self.facets.iter().enumerate() {
            if facet.low < least.0 {
                least = (facet.low, number);
            }
        }
        least.1
    }

    /// The facet whose closest point is most along a direction.
    fn facet_along(&self, normal: DVec3) -> &Facet {
        let along = |facet: &Facet| facet.towards.dot(normal);
        let mut best = &self.facets[0];
        for facet in &self.facets {
            if along(facet) > along(best) {
                best = facet;
            }
        }
        best
    }

    /// Makes a tetrahedron of up to four vertices; `false` if the difference is too flat for one.
    fn raise<P: Convex, Q: Convex>(
        &mut self,
        posed: &PosedHulls<P, Q>,
        doubt: f64,
        best: &mut Best,
        steps: &mut u64,
    ) -> bool {
        for _ in 0..8 {
            if self.vertices.len() >= 4 {
                self.vertices.truncate(4);
                let [p, q, r, s] = [0, 1, 2, 3].map(|i| self.vertices[i].difference);
                let normal = (q - p).cross(r - p);
                let volume = normal.dot(s - p);
                // A flat one is raised anew over its first three corners.
                if volume.abs() > doubt * length(normal) {
                    let faces = if volume < 0.0 {
                        [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]
                    } else {
                        [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]
                    };
                    for corners in faces {
                        self.facets.push(Facet::certain(&self.vertices, corners));
                    }
                    return true;
                }
                self.vertices.truncate(3);
            }
            if !self.raise_once(posed, doubt, best, steps) {
                break;
            }
        }
        false
    }

    /// Adds a vertex off the point, line or plane of those that are there, after dropping what spans nothing.
    fn raise_once<P: Convex, Q: Convex>(
        &mut self,
        posed: &PosedHulls<P, Q>,
        doubt: f64,
        best: &mut Best,
        steps: &mut u64,
    ) -> bool {
        let w = |i: usize, vertices: &[Vertex]| vertices[i].difference;
        let mut span = DVec3::ZERO;
        loop {
            let v = &self.vertices;
            match v.len() {
                3 => {
                    span = (w(1, v) - w(0, v)).cross(w(2, v) - w(0, v));
                    if length(span) > doubt * length(w(1, v) - w(0, v)) {
                        break;
                    }
                }
                2 => {
                    span = w(1, v) - w(0, v);
                    if length(span) > doubt {
                        break;
                    }
                }
                _ => break,
            }
            self.vertices.pop();
        }
        let tilted = span.cross(least_axis(span));
        let candidates = match self.vertices.len() {
            3 => [span, DVec3::ZERO, DVec3::ZERO],
            2 => [tilted, tilted.cross(span), DVec3::ZERO],
            _ => [DVec3::X, DVec3::Y, DVec3::Z],
        };
        let mut furthest: Option<(f64, Vertex)> = None;
        for candidate in candidates {
            let size = length(candidate);
            if !(size > 0.0) {
                continue;
            }
            for direction in [candidate / size, -candidate / size] {
                *steps += 1;
                let new = posed.support(-direction, [0; 2]);
                let corners = self.vertices.first().map_or([new; 3], |first| [*first; 3]);
                best.look(direction, &new, corners);
                let from = corners[0].difference;
                let away = direction.dot(new.difference - from).abs();
                if furthest.is_none_or(|furthest| away > furthest.0) {
                    furthest = Some((away, new));
                }
            }
        }
        match furthest {
            Some((away, new)) if away > doubt || self.vertices.is_empty() => {
                self.vertices.push(new);
                true
            }
            _ => false,
        }
    }

    /// Takes away the given facet and those around it that the new vertex is beyond, and joins the edges that are left to
    /// it; `false` if nothing would be left. Every facet but the first shares an edge with those before it, so the
    /// polytope grows by two facets at most.
    fn expand(&mut self, chosen: usize, new: &Vertex, doubt: f64) -> bool {
        self.seen.clear();
        for (number, facet) in self.facets.iter().enumerate() {
            if number != chosen && facet.sees(new.difference, doubt) {
                self.seen.push(number as u32);
            }
        }
        self.rim.clear();
        self.taken.clear();
        self.take(chosen as u32);
        loop {
            let before = self.seen.len();
            let mut at = 0;
            while at < self.seen.len() {
                let [i, j, k] = self.facets[self.seen[at] as usize].corners;
                let opposite = [[j, i], [k, j], [i, k]];
                if self.rim.iter().any(|edge| opposite.contains(edge)) {
                    let number = self.seen.remove(at);
                    self.take(number);
                } else {
                    at += 1;
                }
            }
            if self.seen.len() == before {
                break;
            }
        }
        let known = self.vertices.iter().position(|vertex| vertex.is(new));
        let number = known.unwrap_or(self.vertices.len()) as u32;
        // A triangle with an edge for a corner is nothing.
        self.rim.retain(|edge| !edge.contains(&number));
        if self.rim.is_empty() {
            return false;
        }
        self.taken.sort_unstable();
        while let Some(number) = self.taken.pop() {
            self.facets.swap_remove(number as usize);
        }
        if known.is_none() {
            self.vertices.push(*new);
        }
        for &[i, j] in &self.rim {
            self.facets
                .push(Facet::certain(&self.vertices, [i, j, number]));
        }
        true
    }

    /// Adds a facet's edges to the rim, where nothing cancels them.
    fn take(&mut self, number: u32) {
        self.taken.push(number);
        let [i, j, k] = self.facets[number as usize].corners;
        for [from, to] in [[i, j], [j, k], [k, i]] {
            match self.rim.iter().position(|&edge| edge == [to, from]) {
                Some(at) => {
                    self.rim.swap_remove(at);
                }
                None => self.rim.push([from, to]),
            }
        }
    }

    fn corners(&self, facet: &Facet) -> [DVec3; 3] {
        facet.corners.map(|i| self.vertices[i as usize].difference)
    }

    /// How often a ray leaves the polytope, if all facets are a positive distance away from the origin; `None` if rounding
    /// may have to do with it.
    fn turns_along(&self, ray: DVec3) -> Option<i32> {
        let mut turns = 0;
        for facet in &self.facets {
            let w = self.corners(facet);
            let (mut left, mut right, mut unsure) = (false, false, false);
            for i in 0..3 {
                let (p, q) = (w[i], w[(i + 1) % 3]);
                let volume = ray.dot(p.cross(q));
                let doubt = 16.0 * UNIT * length(ray) * length(p) * length(q);
                left |= volume > doubt;
                right |= volume < -doubt;
                unsure |= !(volume.abs() > doubt);
            }
            if left && right {
                continue;
            }
            // All of the triangle is on one side of the origin along this.
            let along = facet.towards.dot(ray);
            let doubt = 8.0 * UNIT * length(ray);
            if along < -doubt {
                continue;
            }
            if unsure || !(along > doubt) {
                return None;
            }
            turns += if left { 1 } else { -1 };
        }
        Some(turns)
    }
}

/// The axis that a vector is most across.
fn least_axis(v: DVec3) -> DVec3 {
    let v = v.abs();
    if v.x <= v.y && v.x <= v.z {
        DVec3::X
    } else if v.y <= v.z {
        DVec3::Y
    } else {
        DVec3::Z
    }
}

/// The direction along which the difference was found to reach least far.
#[derive(Clone, Copy, Debug)]
struct Best {
    upper: f64,
    normal: DVec3,
    corners: [Vertex; 3],
}

impl Best {
    fn look(&mut self, direction: DVec3, furthest: &Vertex, corners: [Vertex; 3]) {
        let reach = direction.dot(furthest.difference);
        if reach < self.upper {
            (self.upper, self.normal, self.corners) = (reach, direction, corners);
        }
    }

    fn depth<P, Q>(&self, lower: f64, posed: &PosedHulls<P, Q>) -> Option<Depth> {
        (self.upper < f64::INFINITY).then(|| Depth {
            lower,
            upper: self.upper,
            normal: self.normal,
            points: Simplex::of(&self.corners).points_of_triangle(posed),
            corners: self.corners,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use osculate_judge::seeded::Seeded;

    /// A regular octahedron of radius 1 about `centre`, its facets outward.
    fn octahedron(centre: DVec3) -> Expanding {
        let mut octahedron = Expanding::default();
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            for end in [axis, -axis] {
                octahedron.vertices.push(Vertex {
                    difference: centre + end,
                    ..Vertex::default()
                });
            }
        }
        for sides in 0..8_u32 {
            let [x, y, z] = [0, 1, 2].map(|bit| 2 * bit + (sides >> bit & 1));
            let odd = sides.count_ones() % 2 == 1;
            let corners = if odd { [x, z, y] } else { [x, y, z] };
            let facet = Facet::certain(&octahedron.vertices, corners);
            octahedron.facets.push(facet);
        }
        octahedron
    }

    #[test]
    fn the_origin_is_inside_or_not() {
        let around = octahedron(DVec3::new(0.1, 0.2, 0.05));
        let depth = (1.0 - 0.35) / 3.0_f64.sqrt();
        assert!((around.inside().unwrap() - depth).abs() < 1e-14);
        // Far away, whether its facets look towards the origin or not.
        for centre in [DVec3::new(3.0, 0.1, 0.2), DVec3::new(0.9, 0.9, 0.9)] {
            assert_eq!(octahedron(centre).inside(), None);
        }
        // Just outside, and folded over so that no facet's plane shows it.
        let mut twice = octahedron(DVec3::ZERO);
        for facet in octahedron(DVec3::ZERO).facets {
            let [i, j, k] = facet.corners;
            twice.facets.push(Facet {
                corners: [i, k, j],
                ..facet
            });
        }
        assert_eq!(twice.inside(), None);
        // With a facet missing, some ray gets out and some does not: what counts is that the edges cancel.
        let mut open = octahedron(DVec3::ZERO);
        open.facets.pop();
        assert_eq!(open.turns_along(DVec3::new(-0.5, -0.3, -0.2)), Some(0));
        assert_eq!(open.turns_along(DVec3::new(0.5, 0.3, 0.2)), Some(1));
        // Along an edge nothing is certain.
        assert_eq!(open.turns_along(DVec3::X), None);
    }

    #[test]
    fn edges_cancel_however_facets_are_taken() {
        let mut polytope = octahedron(DVec3::new(0.1, 0.2, 0.05));
        let mut seeded = Seeded::new(1);
        for _ in 0..40 {
            let seed = seeded.bits();
            let part = |shift: u32| (seed >> shift & 0xffff) as f64 / 32_768.0 - 1.0;
            let new = Vertex {
                difference: 2.0 * DVec3::new(part(8), part(24), part(40)),
                ..Vertex::default()
            };
            let chosen = seed as usize % polytope.facets.len();
            let before = polytope.facets.len();
            polytope.expand(chosen, &new, 0.0);
            assert!(polytope.facets.len() <= before + 2);
            let mut edges: Vec<[u32; 2]> = Vec::new();
            for [i, j, k] in polytope.facets.iter().map(|facet| facet.corners) {
                edges.extend([[i, j], [j, k], [k, i]]);
            }
            for [from, to] in &edges {
                let count = |way: [u32; 2]| edges.iter().filter(|edge| **edge == way).count();
                assert_eq!(count([*from, *to]), count([*to, *from]));
            }
        }
    }
}
