//! The distance of two posed cores between two bounds: a point of each, and a direction along which they are apart.
//!
//! The search is that of the point of least norm in the set of differences, by simplices whose faces are all tried.
//! Nothing depends on its success: what it returns is a point of each core and a direction, and both bounds are
//! computed from these.

use super::bodies::Posed;
use glam::DVec3;

/// How far two cores are apart, with witnesses.
#[derive(Clone, Copy, Debug)]
pub struct Distance {
    /// The cores are at least this far apart, along `normal`; negative if no direction was seen to separate them.
    pub lower: f64,
    /// Two points of the cores are this far apart.
    pub upper: f64,
    /// A unit vector from b to a.
    pub normal: DVec3,
    /// The point of a that `upper` is measured from.
    pub on_a: DVec3,
    /// The point of b that `upper` is measured from.
    pub on_b: DVec3,
}

/// When to stop: as soon as `upper − lower` is no more than `absolute + relative·|upper − margins|`, or `upper` no more
/// than `touch`.
#[derive(Clone, Copy, Debug)]
pub struct Accuracy {
    /// A length.
    pub absolute: f64,
    /// A share of the bodies' separation.
    pub relative: f64,
    /// Both margins together.
    pub margins: f64,
    /// What counts as touching.
    pub touch: f64,
}

#[derive(Clone, Copy)]
struct Vertex {
    difference: DVec3,
    on_a: DVec3,
    on_b: DVec3,
}

/// The point of least norm of a part of the simplex.
#[derive(Clone, Copy)]
struct Nearest {
    used: [usize; 4],
    weights: [f64; 4],
    count: usize,
    /// Perpendicular to the part.
    direction: DVec3,
    norm: f64,
}

const MOST_ROUNDS: usize = 300;

/// `guess` is a direction from b to a.
pub fn distance(a: &Posed, b: &Posed, guess: DVec3, accuracy: Accuracy) -> Distance {
    let vertex = |direction: DVec3| {
        let (on_a, on_b) = (a.furthest(-direction), b.furthest(direction));
        Vertex {
            difference: on_a - on_b,
            on_a,
            on_b,
        }
    };
    let mut simplex = [vertex(guess); 4];
    let mut count = 1;
    let mut best = Nearest {
        used: [0; 4],
        weights: [1.0, 0.0, 0.0, 0.0],
        count: 1,
        direction: simplex[0].difference,
        norm: simplex[0].difference.length(),
    };
    let mut lower = f64::NEG_INFINITY;
    let mut normal = guess.normalize_or(DVec3::X);
    if normal.dot(simplex[0].difference) > 0.0 {
        lower = normal.dot(simplex[0].difference);
    }
    for _ in 0..MOST_ROUNDS {
        let enough = accuracy.absolute + accuracy.relative * (best.norm - accuracy.margins).abs();
        if best.norm <= accuracy.touch || best.norm - lower <= enough {
            break;
        }
        let direction = best.direction.normalize_or(normal);
        let new = vertex(direction);
        let along = direction.dot(new.difference);
        if along > lower {
            (lower, normal) = (along, direction);
        }
        if simplex[..count]
            .iter()
            .any(|old| old.difference == new.difference)
        {
            break;
        }
        if count == 4 {
            break;
        }
        simplex[count] = new;
        count += 1;
        let Some(next) = nearest(&simplex[..count]).filter(|next| next.norm < best.norm) else {
            break;
        };
        best = next;
        let kept = simplex;
        for slot in 0..best.count {
            simplex[slot] = kept[best.used[slot]];
            best.used[slot] = slot;
        }
        count = best.count;
    }
    let mut on_a = DVec3::ZERO;
    let mut on_b = DVec3::ZERO;
    for slot in 0..best.count {
        let vertex = &simplex[best.used[slot]];
        on_a += vertex.on_a * best.weights[slot];
        on_b += vertex.on_b * best.weights[slot];
    }
    Distance {
        lower,
        upper: best.norm,
        normal,
        on_a,
        on_b,
    }
}

/// The point of least norm of the simplex, among the interiors of its parts that have the last vertex.
fn nearest(simplex: &[Vertex]) -> Option<Nearest> {
    let last = simplex.len() - 1;
    let mut best: Option<Nearest> = None;
    for chosen in 0..1_usize << last {
        let mut used = [last, 0, 0, 0];
        let mut count = 1;
        for other in 0..last {
            if chosen >> other & 1 == 1 {
                used[count] = other;
                count += 1;
            }
        }
        let point = |slot: usize| simplex[used[slot]].difference;
        let found = match count {
            1 => Some(([1.0, 0.0, 0.0, 0.0], point(0))),
            2 => of_edge(point(0), point(1)),
            3 => of_triangle(point(0), point(1), point(2)),
            _ => of_tetrahedron([point(0), point(1), point(2), point(3)]),
        };
        let Some((weights, direction)) = found else {
            continue;
        };
        let mean: DVec3 = (0..count).map(|slot| point(slot) * weights[slot]).sum();
        let norm = mean.length();
        if best.is_none_or(|best| norm < best.norm) {
            best = Some(Nearest {
                used,
                weights,
                count,
                direction,
                norm,
            });
        }
    }
    best
}

type Weighted = Option<([f64; 4], DVec3)>;

fn of_edge(p: DVec3, q: DVec3) -> Weighted {
    let edge = q - p;
    let square = edge.length_squared();
    let s = -p.dot(edge) / square;
    if !(s > 0.0 && s < 1.0) {
        return None;
    }
    Some(([1.0 - s, s, 0.0, 0.0], p + edge * s))
}

fn of_triangle(p: DVec3, q: DVec3, r: DVec3) -> Weighted {
    let normal = (q - p).cross(r - p);
    let square = normal.length_squared();
    let weights = [q.cross(r), r.cross(p), p.cross(q)].map(|area| area.dot(normal));
    if !(square > 0.0) || weights.iter().any(|&weight| !(weight > 0.0)) {
        return None;
    }
    let sum = weights[0] + weights[1] + weights[2];
    let height = normal.dot(p);
    let direction = if height > 0.0 { normal } else { -normal };
    Some((
        [weights[0] / sum, weights[1] / sum, weights[2] / sum, 0.0],
        direction,
    ))
}

fn of_tetrahedron([p, q, r, s]: [DVec3; 4]) -> Weighted {
    let volumes = [
        q.dot(r.cross(s)),
        -p.dot(r.cross(s)),
        p.dot(q.cross(s)),
        -p.dot(q.cross(r)),
    ];
    let sum: f64 = volumes.iter().sum();
    let weights = volumes.map(|volume| volume / sum);
    if weights.iter().any(|&weight| !(weight > 0.0)) {
        return None;
    }
    let mean = p * weights[0] + q * weights[1] + r * weights[2] + s * weights[3];
    Some((weights, mean))
}
