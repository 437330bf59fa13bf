//! Where lines meet bodies, by formulas in `f64`: slabs, quadratics, and every triangle one by one. Shares no code with
//! the library.
#![allow(dead_code, reason = "each user takes its own part")]

use glam::{DQuat, DVec3};
use osculate::{Compound, Hull, MeshBvh, Placement, Shape, TriMesh};

/// What the formulas know, in the body's own coordinates, along z where there is an axis.
pub enum Known {
    Ball(f64),
    Cuboid(DVec3),
    Capsule {
        half: f64,
        radius: f64,
    },
    Cylinder {
        half: f64,
        radius: f64,
    },
    Behind {
        normal: DVec3,
        offset: f64,
    },
    Triangles(Vec<[DVec3; 3]>),
    /// Each with where it is in the body.
    All(Vec<(DVec3, Known)>),
}

use Known::*;

/// Where a line is in a convex solid: from, to.
pub type Chord = Option<(f64, f64)>;

fn overlap(a: Chord, b: Chord) -> Chord {
    let (a, b) = (a?, b?);
    let (from, to) = (a.0.max(b.0), a.1.min(b.1));
    (from <= to).then_some((from, to))
}

/// Where `low ≤ o + s·d ≤ high`.
fn slab(o: f64, d: f64, low: f64, high: f64) -> Chord {
    if d == 0.0 {
        return (low <= o && o <= high).then_some((f64::NEG_INFINITY, f64::INFINITY));
    }
    let (p, q) = ((low - o) / d, (high - o) / d);
    Some((p.min(q), p.max(q)))
}

/// Where `|o + s·d| ≤ radius`.
fn round(o: DVec3, d: DVec3, radius: f64) -> Chord {
    let square = d.dot(d);
    if square == 0.0 {
        return (o.length() <= radius).then_some((f64::NEG_INFINITY, f64::INFINITY));
    }
    let middle = -o.dot(d) / square;
    let across = (o + d * middle).length();
    let half = ((radius - across) * (radius + across) / square).sqrt();
    (across <= radius).then_some((middle - half, middle + half))
}

fn flat(v: DVec3) -> DVec3 {
    DVec3::new(v.x, v.y, 0.0)
}

/// Möller and Trumbore: how far the triangle is along the ray, and how deep inside its edges, in shares.
pub fn triangle(o: DVec3, d: DVec3, [p, q, r]: [DVec3; 3]) -> Option<(f64, f64)> {
    let (e, f) = (q - p, r - p);
    let across = d.cross(f);
    let determinant = e.dot(across);
    if determinant.abs() <= 1e-12 * e.length() * f.length() * d.length() {
        return None;
    }
    let u = (o - p).dot(across) / determinant;
    let up = (o - p).cross(e);
    let v = d.dot(up) / determinant;
    Some((f.dot(up) / determinant, u.min(v).min(1.0 - u - v)))
}

fn distance_to_segment(x: DVec3, p: DVec3, q: DVec3) -> f64 {
    let edge = q - p;
    let share = ((x - p).dot(edge) / edge.dot(edge)).clamp(0.0, 1.0);
    (x - p - edge * share).length()
}

/// How far a ray certainly is free, and where it certainly hits; doubtful hits are between.
pub struct Truth {
    pub possible: f64,
    pub certain: f64,
    /// The way through a solid, from the certain hit on.
    pub through: f64,
}

impl Known {
    pub fn chord(&self, o: DVec3, d: DVec3) -> Chord {
        match *self {
            Ball(radius) => round(o, d, radius),
            Cuboid(half) => (0..3)
                .map(|i| slab(o[i], d[i], -half[i], half[i]))
                .fold(Some((f64::NEG_INFINITY, f64::INFINITY)), overlap),
            Capsule { half, radius } => {
                let pipe = overlap(round(flat(o), flat(d), radius), slab(o.z, d.z, -half, half));
                let caps = [-half, half].map(|z| round(o - z * DVec3::Z, d, radius));
                // They form one convex body, so its chord is all of theirs.
                [pipe, caps[0], caps[1]]
                    .into_iter()
                    .flatten()
                    .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
            }
            Cylinder { half, radius } => {
                overlap(round(flat(o), flat(d), radius), slab(o.z, d.z, -half, half))
            }
            Behind { normal, offset } => {
                slab(normal.dot(o), normal.dot(d), f64::NEG_INFINITY, offset)
            }
            Triangles(_) | All(_) => unreachable!("no convex solid"),
        }
    }

    pub fn truth(&self, o: DVec3, d: DVec3) -> Truth {
        let mut truth = Truth {
            possible: f64::INFINITY,
            certain: f64::INFINITY,
            through: 0.0,
        };
        match self {
            Triangles(triangles) => {
                for &corners in triangles {
                    if let Some((s, inside)) = triangle(o, d, corners)
                        && s >= -1e-9
                    {
                        if inside > -1e-9 {
                            truth.possible = truth.possible.min(s);
                        }
                        if inside > 1e-9 {
                            truth.certain = truth.certain.min(s);
                        }
                    }
                }
            }
            All(parts) => {
                for (position, part) in parts {
                    let of_part = part.truth(o - *position, d);
                    truth.possible = truth.possible.min(of_part.possible);
                    if of_part.certain < truth.certain {
                        truth.certain = of_part.certain;
                        truth.through = of_part.through;
                    }
                }
            }
            solid => {
                if let Some((from, to)) = solid.chord(o, d)
                    && to >= 0.0
                {
                    truth.possible = from;
                    if to - from > 1e-7 && to > 1e-9 {
                        (truth.certain, truth.through) = (from, to - from.max(0.0));
                    }
                }
            }
        }
        truth
    }

    /// How far a point is from the body; zero inside a solid.
    pub fn distance(&self, x: DVec3) -> f64 {
        match self {
            Ball(radius) => (x.length() - radius).max(0.0),
            Cuboid(half) => (x.abs() - *half).max(DVec3::ZERO).length(),
            Capsule { half, radius } => {
                let end = *half * DVec3::Z;
                (distance_to_segment(x, -end, end) - radius).max(0.0)
            }
            Cylinder { half, radius } => {
                let (beside, above) = (flat(x).length() - radius, x.z.abs() - half);
                DVec3::new(beside.max(0.0), above.max(0.0), 0.0).length()
            }
            Behind { normal, offset } => (normal.dot(x) - offset).max(0.0),
            Triangles(triangles) => triangles
                .iter()
                .map(|&[p, q, r]| {
                    let normal = (q - p).cross(r - p).normalize();
                    match triangle(x, normal, [p, q, r]) {
                        Some((height, inside)) if inside >= 0.0 => height.abs(),
                        _ => [(p, q), (q, r), (r, p)]
                            .map(|(p, q)| distance_to_segment(x, p, q))
                            .into_iter()
                            .fold(f64::INFINITY, f64::min),
                    }
                })
                .fold(f64::INFINITY, f64::min),
            All(parts) => parts
                .iter()
                .map(|(position, part)| part.distance(x - *position))
                .fold(f64::INFINITY, f64::min),
        }
    }

    pub fn shape(&self) -> Shape {
        match self {
            Behind { normal, offset } => {
                Shape::from(osculate::HalfSpace::new(*normal, *offset).unwrap())
            }
            Triangles(triangles) => {
                let corners: Vec<DVec3> = triangles.iter().flatten().copied().collect();
                let numbers = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
                let mesh = TriMesh::new(corners, numbers.collect()).unwrap();
                Shape::from(MeshBvh::new(mesh))
            }
            All(parts) => {
                let parts = parts.iter().map(|(position, part)| {
                    let hull = part.hull();
                    hull.placed(*position, DQuat::IDENTITY).unwrap()
                });
                Shape::from(Compound::new(parts.collect()).unwrap())
            }
            solid => Shape::from(solid.hull()),
        }
    }

    fn hull(&self) -> Hull {
        match *self {
            Ball(radius) => Hull::ball(radius),
            Cuboid(half) => Hull::cuboid(half),
            Capsule { half, radius } => Hull::capsule(half, radius),
            Cylinder { half, radius } => Hull::cylinder(radius, half),
            _ => unreachable!("no hull"),
        }
        .unwrap()
    }

    pub fn is_solid(&self) -> bool {
        !matches!(self, Triangles(_))
    }
}

pub fn triangles_of(mesh: &TriMesh) -> Known {
    let count = mesh.triangles().len();
    Triangles((0..count).map(|i| mesh.triangle(i)).collect())
}

/// A box that is swept along a line, against every triangle: corners against faces, and edges against edges.
pub fn first_touch(
    half: DVec3,
    from: Placement,
    way: DVec3,
    triangles: &[[DVec3; 3]],
) -> (f64, f64) {
    let back = from.rotation.inverse();
    let way = back * way;
    let corner = |i: usize| {
        let side = |bit: usize| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        half * DVec3::new(side(0), side(1), side(2))
    };
    let (mut possible, mut certain) = (f64::INFINITY, f64::INFINITY);
    let mut offer = |t: f64, inside: f64| {
        if t >= 0.0 && inside > -1e-9 {
            possible = possible.min(t);
            if inside > 1e-9 {
                certain = certain.min(t);
            }
        }
    };
    for corners in triangles {
        let corners = corners.map(|corner| back * (corner - from.position));
        for i in 0..8 {
            if let Some((t, inside)) = triangle(corner(i), way, corners) {
                offer(t, inside);
            }
        }
        for x in corners {
            if let Some((enter, leave)) = Cuboid(half).chord(x, -way) {
                offer(enter, leave - enter);
            }
        }
        for i in 0..8 {
            for bit in (0..3).filter(|bit| i >> bit & 1 == 0) {
                let (p, e) = (corner(i), corner(i | 1 << bit) - corner(i));
                for k in 0..3 {
                    let (q, f) = (corners[k], corners[(k + 1) % 3] - corners[k]);
                    // p + u·e + t·way = q + v·f
                    let determinant = e.dot(way.cross(f));
                    if determinant.abs() < 1e-12 * e.length() * f.length() * way.length() {
                        continue;
                    }
                    let r = q - p;
                    let u = r.dot(way.cross(f)) / determinant;
                    let t = e.dot(r.cross(f)) / determinant;
                    let v = -e.dot(way.cross(r)) / determinant;
                    offer(t, u.min(v).min(1.0 - u).min(1.0 - v));
                }
            }
        }
    }
    (possible, certain)
}
