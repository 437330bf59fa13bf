//! Small scenes of everything that a deforming mesh may have, and how far their features are apart: exact.

use glam::DVec3;
use osculate::motion::DeformingMesh;
use osculate::query::points::PairKind;
use osculate_judge::points::separation::squared;
use osculate_judge::points::{ExactQuery, Kind, Rational};
use osculate_judge::seeded::Seeded;

/// Two triangles, a cable of three edges, and a vertex by itself.
pub const TRIANGLES: [[u32; 3]; 2] = [[0, 1, 2], [3, 4, 5]];
pub const CABLE: [[u32; 2]; 3] = [[6, 7], [7, 8], [8, 9]];
const VERTICES: usize = 11;

/// A kind of trouble.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Recipe {
    /// Anything.
    Random,
    /// Whole numbers: in one plane, parallel, exactly at the clearance, in touch.
    Lattice,
    /// All go the same way, one behind the other, towards a triangle at rest.
    Train,
    /// Triangles without area, edges without length.
    Flat,
}

pub const RECIPES: [Recipe; 4] = [Recipe::Random, Recipe::Lattice, Recipe::Train, Recipe::Flat];

pub struct Scene {
    pub start: Vec<DVec3>,
    pub end: Vec<DVec3>,
    pub clearance: f64,
    /// The largest coordinate of differences and ways.
    pub size: f64,
}

impl Scene {
    pub fn new(recipe: Recipe, numbers: &mut Seeded) -> Scene {
        let whole =
            |numbers: &mut Seeded| DVec3::from([(); 3].map(|()| numbers.whole(-4, 4) as f64));
        let near = |numbers: &mut Seeded, i: usize| {
            // Corners of one feature are near each other.
            let centre = [0.0, 0.5, 1.0, 0.2][i / 3];
            DVec3::splat(centre) + numbers.vector(0.6)
        };
        let behind = |numbers: &mut Seeded, i: usize| {
            let row = [0.0, 1.0, 1.4, 1.8][i / 3];
            DVec3::new(row, 0.0, 0.0) + numbers.vector(0.3)
        };
        let clearance = match recipe {
            Recipe::Lattice => numbers.one_of(&[0.0, 0.5, 1.0, 2.0]),
            _ => numbers.one_of(&[0.0, 0.01, 0.05, 0.2]),
        };
        let mut points = |moved: bool| -> Vec<DVec3> {
            let point = |i: usize| match recipe {
                Recipe::Lattice => whole(numbers),
                Recipe::Train if moved && i < 3 => DVec3::NAN,
                Recipe::Train => behind(numbers, i) - DVec3::X * f64::from(u8::from(moved)),
                _ => near(numbers, i),
            };
            (0..VERTICES).map(point).collect()
        };
        let (start, mut end) = (points(false), points(true));
        for i in 0..VERTICES {
            let rests = end[i].is_nan() || numbers.once_in(6);
            end[i] = if rests { start[i] } else { end[i] };
        }
        let mut scene = Scene {
            start,
            end,
            clearance,
            size: 0.0,
        };
        if recipe == Recipe::Flat {
            scene.flatten(numbers);
        }
        // About a millionth, and a million. Few digits keep the judge's fractions short.
        let million = f64::from(1 << 20);
        let scale = numbers.one_of(&[1.0, 1.0, 1.0 / million, million]);
        let offset = numbers.one_of(&[0.0, 0.0, million]) * DVec3::new(1.0, -0.5, 0.25);
        scene.clearance *= scale;
        for point in scene.start.iter_mut().chain(&mut scene.end) {
            *point = (*point * 4096.0).round() / 4096.0 * scale + offset;
        }
        let all = || scene.start.iter().chain(&scene.end);
        let most = all().fold(DVec3::NEG_INFINITY, |m, &p| m.max(p));
        let least = all().fold(DVec3::INFINITY, |m, &p| m.min(p));
        scene.size = (most - least).max_element();
        scene
    }

    /// Corners of the first triangle on a line, those of the second in a point, an edge without length.
    fn flatten(&mut self, numbers: &mut Seeded) {
        for points in [&mut self.start, &mut self.end] {
            points[2] = 0.5 * (points[0] + points[1]);
            if numbers.once_in(2) {
                (points[4], points[5]) = (points[3], points[3]);
            }
            points[7] = points[6];
        }
    }

    pub fn mesh(&self) -> DeformingMesh {
        let mesh = DeformingMesh::new(&self.start, &self.end, &TRIANGLES).unwrap();
        mesh.with_edges(&CABLE).unwrap()
    }

    /// How far two features are apart at a time, squared, if vertices stop at their fractions. Exact.
    pub fn squared(&self, pair: &Pair, fractions: &[f64], time: f64) -> Rational {
        let at = |vertex: u32| -> [Rational; 3] {
            let vertex = vertex as usize;
            let time = Rational::from_f64(time.min(fractions[vertex]));
            std::array::from_fn(|axis| {
                let from = Rational::from_f64(self.start[vertex][axis]);
                let to = Rational::from_f64(self.end[vertex][axis]);
                &from + &(&(&to - &from) * &time)
            })
        };
        let corners = pair.corners.map(at);
        let query = ExactQuery {
            kind: pair.judged,
            start: corners.clone(),
            end: corners,
        };
        squared(&query, &Rational::zero())
    }

    /// The same in plain numbers, rounded by far less than a millionth of the scene: most are not worth an exact look.
    pub fn apart(&self, pair: &Pair, fractions: &[f64], time: f64) -> f64 {
        let at = |&vertex: &u32| {
            let vertex = vertex as usize;
            let way = self.end[vertex] - self.start[vertex];
            (self.start[vertex] - self.start[0]) + time.min(fractions[vertex]) * way
        };
        let points: Vec<DVec3> = pair.corners[..pair.points].iter().map(at).collect();
        let (a, b) = points.split_at(pair.judged.first_set());
        match (a, b) {
            ([p], [q, r]) => to_edge(*p, *q, *r),
            ([p], [q, r, s]) => to_face(*p, [*q, *r, *s]),
            ([p, q], [r, s]) => {
                // Across both, if the closest points are inside; else one of them is an end.
                let ends = to_edge(*p, *r, *s).min(to_edge(*q, *r, *s));
                let ends = ends.min(to_edge(*r, *p, *q)).min(to_edge(*s, *p, *q));
                let (u, v, w) = (*q - *p, *s - *r, *p - *r);
                let [uu, uv, vv] = [u.dot(u), u.dot(v), v.dot(v)];
                let determinant = uu * vv - uv * uv;
                let x = (uv * v.dot(w) - vv * u.dot(w)) / determinant;
                let y = (uu * v.dot(w) - uv * u.dot(w)) / determinant;
                let inside = (0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&y);
                match inside {
                    true => ends.min((w + x * u - y * v).length()),
                    false => ends,
                }
            }
            _ => unreachable!("no such pair"),
        }
    }
}

fn to_edge(p: DVec3, q: DVec3, r: DVec3) -> f64 {
    let along = (p - q).dot(r - q) / (r - q).length_squared().max(f64::MIN_POSITIVE);
    p.distance(q + along.clamp(0.0, 1.0) * (r - q))
}

fn to_face(p: DVec3, [q, r, s]: [DVec3; 3]) -> f64 {
    let sides = to_edge(p, q, r).min(to_edge(p, r, s)).min(to_edge(p, s, q));
    let normal = (r - q).cross(s - q);
    let inside = |a: DVec3, b: DVec3| normal.dot((b - a).cross(p - a)) >= 0.0;
    match normal != DVec3::ZERO && inside(q, r) && inside(r, s) && inside(s, q) {
        true => sides.min(normal.normalize_or_zero().dot(p - q).abs()),
        false => sides,
    }
}

/// Two features that are to be compared.
pub struct Pair {
    pub kind: PairKind,
    pub judged: Kind,
    /// Indices into what the mesh has.
    pub features: [u32; 2],
    /// Unused ones are those before.
    pub corners: [u32; 4],
    pub points: usize,
}

/// All pairs of features that share no vertex, by what the scene was made of.
pub fn pairs() -> Vec<Pair> {
    let sides = TRIANGLES
        .iter()
        .flat_map(|&[a, b, c]| [[a, b], [a, c], [b, c]]);
    let edges: Vec<[u32; 2]> = sides.chain(CABLE).collect();
    let mut pairs = Vec::new();
    let mut add = |kind, judged, features, corners: [u32; 4], points: usize| {
        let set = if judged == Kind::EdgeEdge { 2 } else { 1 };
        if !corners[..set]
            .iter()
            .any(|v| corners[set..points].contains(v))
        {
            pairs.push(Pair {
                kind,
                judged,
                features,
                corners,
                points,
            });
        }
    };
    for v in 0..VERTICES as u32 {
        for (face, &[a, b, c]) in TRIANGLES.iter().enumerate() {
            let features = [v, face as u32];
            add(
                PairKind::VertexFace,
                Kind::VertexFace,
                features,
                [v, a, b, c],
                4,
            );
        }
        for (cable, &[a, b]) in CABLE.iter().enumerate() {
            let features = [v, (edges.len() - CABLE.len() + cable) as u32];
            add(
                PairKind::VertexEdge,
                Kind::VertexEdge,
                features,
                [v, a, b, b],
                3,
            );
        }
    }
    for (j, &[c, d]) in edges.iter().enumerate() {
        for (i, &[a, b]) in edges[..j].iter().enumerate() {
            let features = [i as u32, j as u32];
            add(
                PairKind::EdgeEdge,
                Kind::EdgeEdge,
                features,
                [a, b, c, d],
                4,
            );
        }
    }
    pairs
}
