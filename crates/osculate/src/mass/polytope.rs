//! Polytopes with a layer around them: prisms over faces, sectors around edges, pieces of balls at corners.

use super::moments::{Moments, Solid, Sum, mixed, outer, solid};
use crate::numbers::rounding::{UNIT, any_length, length, power_of_two};
use alloc::vec;
use alloc::vec::Vec;
use core::f64::consts::PI;
use glam::{DMat3, DVec3};

/// The tetrahedron of the origin and a triangle, and a bound on the size of what its volume is summed from.
pub(super) fn tetrahedron([a, b, c]: [DVec3; 3]) -> (Moments, f64) {
    let six = a.dot(b.cross(c));
    let size = {
        let [a, b, c] = [a.abs(), b.abs(), c.abs()];
        let turned = DVec3::new(
            b.y * c.z + b.z * c.y,
            b.z * c.x + b.x * c.z,
            b.x * c.y + b.y * c.x,
        );
        a.dot(turned)
    };
    let sum = a + b + c;
    let moments = Moments {
        volume: six / 6.0,
        first: sum * (six / 24.0),
        second: (outer(a, a) + outer(b, b) + outer(c, c) + outer(sum, sum)) * (six / 120.0),
    };
    (moments, size / 6.0)
}

/// A triangle as a thin sheet.
pub(super) fn sheet([a, b, c]: [DVec3; 3], area: f64) -> Moments {
    let sum = a + b + c;
    Moments {
        volume: area,
        first: sum * (area / 3.0),
        second: (outer(a, a) + outer(b, b) + outer(c, c) + outer(sum, sum)) * (area / 12.0),
    }
}

/// The hull of these corners, convex and with this surface, with a margin. Without triangles it is flat: a polygon with its
/// corners in order, at least three. `None` if that has no volume.
pub(super) fn rounded_polytope(
    corners: &[DVec3],
    triangles: &[[u32; 3]],
    margin: f64,
) -> Option<Solid> {
    let flat = triangles.is_empty();
    if flat && margin == 0.0 {
        return None;
    }
    let mut faces = triangles.to_vec();
    if flat {
        // Both sides of it.
        for last in 2..corners.len() as u32 {
            faces.push([0, last - 1, last]);
            faces.push([0, last, last - 1]);
        }
    }
    let mean = corners.iter().sum::<DVec3>() / corners.len() as f64;
    let extent = corners
        .iter()
        .fold(margin, |most, &corner| most.max(length(corner - mean)));
    let unit = power_of_two(extent);
    let edges = edges(&faces);
    let mut local = vec![DVec3::ZERO; corners.len()];
    solid(mean, unit, |axes, origin| {
        for (to, &from) in local.iter_mut().zip(corners) {
            *to = axes.transpose() * ((from - origin) / unit);
        }
        let mut sum = Sum::new();
        if !flat {
            add_core(&mut sum, &local, &faces);
        }
        if margin > 0.0 {
            Layer::new(&local, margin / unit).add_to(&mut sum, &faces, &edges);
        }
        let moments = sum.moments();
        // A triple product errs by some six units of its terms' sizes.
        (moments.volume > 16.0 * UNIT * sum.size).then_some(moments)
    })
}

/// The corners of an edge in the order of one face, that face and the one on the other side.
struct Edge {
    ends: [u32; 2],
    faces: [u32; 2],
}

/// The edges of a closed surface, each once.
fn edges(faces: &[[u32; 3]]) -> Vec<Edge> {
    let mut sides: Vec<([u32; 2], bool, u32)> = Vec::with_capacity(3 * faces.len());
    for (number, &[a, b, c]) in faces.iter().enumerate() {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            let ordered = [from.min(to), from.max(to)];
            sides.push((ordered, from > to, number as u32));
        }
    }
    sides.sort_unstable();
    // A chord of a flat hull is in four faces, two on either side, and nothing goes around it.
    sides
        .chunk_by(|p, q| p.0 == q.0)
        .filter_map(|same| match same {
            [p, q] => Some(Edge {
                ends: p.0,
                faces: [p.2, q.2],
            }),
            _ => None,
        })
        .collect()
}

fn add_core(sum: &mut Sum, corners: &[DVec3], faces: &[[u32; 3]]) {
    for face in faces {
        let (piece, size) = tetrahedron(face.map(|corner| corners[corner as usize]));
        sum.add(&piece);
        sum.size += size;
    }
}

/// All within some distance of the surface, outside. With n the normal of a face, u a direction around an edge and ω the directions at a
/// corner:
///
/// - over a face F: `∫(x + sn)` over s from 0 to r;
/// - around an edge E with the outer angle θ: `∫(x + ρu)` over its points, ρ and u;
/// - at a corner v: `∫(v + ρu)`, for which `∫u dω = −½Σ θe` and `∫uuᵀ dω = ⅓(ω·1 − Σ e(∫u dφ)ᵀ)` over the edges, e away from v:
///   the theorem of Gauss for 1 and for x in the cone of these directions, whose sides are as wide as the edges' angles.
struct Layer<'c> {
    corners: &'c [DVec3],
    /// The integrals of 1, ρ, ρ², ρ³ and ρ⁴ from 0 to its thickness.
    powers: [f64; 5],
    /// Of each corner: what is left of a full turn, and the integrals of u and uuᵀ.
    cones: Vec<(f64, DVec3, DMat3)>,
}

impl Layer<'_> {
    fn new(corners: &[DVec3], r: f64) -> Layer<'_> {
        let r2 = r * r;
        Layer {
            corners,
            powers: [r, 0.5 * r2, r2 * r / 3.0, 0.25 * r2 * r2, 0.2 * r2 * r2 * r],
            cones: vec![(2.0 * PI, DVec3::ZERO, DMat3::ZERO); corners.len()],
        }
    }

    fn add_to(mut self, sum: &mut Sum, faces: &[[u32; 3]], edges: &[Edge]) {
        let normals: Vec<DVec3> = faces.iter().map(|face| self.add_face(sum, face)).collect();
        for edge in edges {
            self.add_edge(sum, edge, edge.faces.map(|face| normals[face as usize]));
        }
        let [_, _, r3, r4, r5] = self.powers;
        for (&v, &(angle, first, second)) in self.corners.iter().zip(&self.cones) {
            let angle = angle.max(0.0);
            let second = second + DMat3::from_diagonal(DVec3::splat(angle / 3.0));
            let second = 0.5 * (second + second.transpose());
            sum.add(&Moments {
                volume: angle * r3,
                first: (angle * r3) * v + r4 * first,
                second: (angle * r3) * outer(v, v) + r4 * mixed(v, first) + r5 * second,
            });
        }
    }

    /// Returns its normal.
    fn add_face(&mut self, sum: &mut Sum, face: &[u32; 3]) -> DVec3 {
        let [r, r2, r3, ..] = self.powers;
        let corners = face.map(|corner| self.corners[corner as usize]);
        let [a, b, c] = corners;
        let product = (b - a).cross(c - a);
        let size = any_length(product);
        let n = product / size;
        let plain = sheet(corners, 0.5 * size);
        sum.add(&Moments {
            volume: r * plain.volume,
            first: r * plain.first + (r2 * plain.volume) * n,
            second: r * plain.second
                + r2 * mixed(plain.first, n)
                + (r3 * plain.volume) * outer(n, n),
        });
        for (turn, &corner) in face.iter().enumerate() {
            let p = corners[turn];
            let (along, across) = (corners[(turn + 1) % 3] - p, corners[(turn + 2) % 3] - p);
            let angle = libm::atan2(any_length(along.cross(across)), along.dot(across));
            self.cones[corner as usize].0 -= angle;
        }
        n
    }

    /// Between two faces with these normals; it runs along the border of the first.
    fn add_edge(&mut self, sum: &mut Sum, edge: &Edge, [n, next]: [DVec3; 2]) {
        let [_, r2, r3, r4, _] = self.powers;
        let [from, to] = edge.ends.map(|corner| self.corners[corner as usize]);
        let along = to - from;
        let size = any_length(along);
        let e = along / size;
        // Out of the first face, in its plane: u = cos φ·n + sin φ·o.
        let o = e.cross(n);
        let (sin, cos) = (next.dot(o).abs(), next.dot(n));
        let angle = libm::atan2(sin, cos);
        let around = sin * n + (1.0 - cos) * o;
        let half = 0.5 * sin * cos;
        let squares = (0.5 * angle + half) * outer(n, n)
            + (0.5 * angle - half) * outer(o, o)
            + (0.5 * sin * sin) * mixed(n, o);
        let middle = 0.5 * (from + to);
        let line = size * (outer(middle, middle) + outer(along, along) * (1.0 / 12.0));
        sum.add(&Moments {
            volume: angle * size * r2,
            first: (angle * size * r2) * middle + (size * r3) * around,
            second: (angle * r2) * line
                + (size * r3) * mixed(middle, around)
                + (size * r4) * squares,
        });
        for (end, e) in edge.ends.into_iter().zip([e, -e]) {
            let cone = &mut self.cones[end as usize];
            cone.1 -= (0.5 * angle) * e;
            cone.2 -= outer(e, around) * (1.0 / 3.0);
        }
    }
}
