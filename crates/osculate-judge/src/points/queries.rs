//! Seeded queries, one recipe a kind of trouble. They round as they like: what a query asks is what its numbers are.

use super::query::{Kind, Query};
use crate::seeded::Seeded;

type Point = [f64; 3];

/// A recipe.
pub type Recipe = fn(Kind, &mut Seeded) -> Query;

/// All recipes by name.
pub const RECIPES: [(&str, Recipe); 5] = [
    ("lattice", lattice),
    ("random", random),
    ("near", near),
    ("scaled", scaled),
    ("degenerate", degenerate),
];

/// Small whole coordinates: many ties, contacts on edges and corners, rational times.
pub fn lattice(kind: Kind, numbers: &mut Seeded) -> Query {
    let reach = numbers.whole(1, 8);
    let mut query = filled(kind, || numbers.whole(-reach, reach) as f64);
    if numbers.once_in(4) {
        repeat_points(&mut query, numbers);
    }
    if numbers.once_in(4) {
        flatten(&mut query, numbers);
    }
    if numbers.once_in(3) {
        let exponents = if numbers.once_in(2) {
            [numbers.whole(-30, 30) as i32; 3]
        } else {
            [(); 3].map(|()| numbers.whole(-30, 30) as i32)
        };
        scale(&mut query, exponents);
    }
    query
}

/// Uniform in a cube.
pub fn random(kind: Kind, numbers: &mut Seeded) -> Query {
    filled(kind, || numbers.real(-1.0, 1.0))
}

/// A contact up to rounding, and then a few units in the last place beside it.
pub fn near(kind: Kind, numbers: &mut Seeded) -> Query {
    let mut query = random(kind, numbers);
    let time = match numbers.whole(0, 7) {
        0 => 0.0,
        1 => 1.0,
        2 => 0.5,
        _ => numbers.real(0.02, 1.0),
    };
    let first = kind.first_set();
    let mut weights = [0.0; 4];
    for set in [0..first, first..kind.points()] {
        let weights = &mut weights[set];
        for weight in weights.iter_mut() {
            // Zeros put the contact on an edge or a corner.
            *weight = if numbers.once_in(5) {
                0.0
            } else {
                numbers.real(0.01, 1.0)
            };
        }
        let sum: f64 = weights.iter().sum();
        if sum == 0.0 {
            weights[0] = 1.0;
        } else {
            weights.iter_mut().for_each(|w| *w /= sum);
        }
    }
    // The point of the first set that counts most is put where both sets agree.
    let moved = if weights[0] >= 0.3 || first == 1 {
        0
    } else {
        1
    };
    let now =
        |i: usize, axis: usize, q: &Query| q.start[i][axis] * (1.0 - time) + q.end[i][axis] * time;
    let target: Point = std::array::from_fn(|axis| {
        let sum = |set: std::ops::Range<usize>| -> f64 {
            set.filter(|&i| i != moved)
                .map(|i| weights[i] * now(i, axis, &query))
                .sum()
        };
        (sum(first..kind.points()) - sum(0..first)) / weights[moved]
    });
    if kind == Kind::VertexFace && numbers.once_in(3) {
        graze(&mut query, time, target);
    } else {
        for (axis, target) in target.into_iter().enumerate() {
            if time == 0.0 {
                query.start[moved][axis] = target;
            } else {
                let start = query.start[moved][axis];
                query.end[moved][axis] = start + (target - start) / time;
            }
        }
    }
    let most = numbers.one_of(&[0, 1, 1, 2, 4]);
    for point in query.start.iter_mut().chain(&mut query.end) {
        for coordinate in point {
            if numbers.once_in(3) {
                *coordinate = nudged(*coordinate, numbers.whole(-most, most));
            }
        }
    }
    query
}

/// The vertex is at a place of the face at a time, and does not cross its plane: a double root, up to rounding.
fn graze(query: &mut Query, time: f64, target: Point) {
    let at = |i: usize| -> Point {
        std::array::from_fn(|k| query.start[i][k] * (1.0 - time) + query.end[i][k] * time)
    };
    let velocity = |i: usize| minus(query.end[i], query.start[i]);
    let sides = [minus(at(2), at(1)), minus(at(3), at(1))];
    let turning = [
        minus(velocity(2), velocity(1)),
        minus(velocity(3), velocity(1)),
    ];
    let normal = cross(sides[0], sides[1]);
    let (one, other) = (cross(turning[0], sides[1]), cross(sides[0], turning[1]));
    let own = velocity(0);
    let approach = dot([0, 1, 2].map(|k| one[k] + other[k]), minus(target, at(1)))
        + dot(normal, minus(own, velocity(1)));
    let excess = approach / dot(normal, normal);
    for k in 0..3 {
        let speed = own[k] - excess * normal[k];
        query.start[0][k] = target[k] - time * speed;
        query.end[0][k] = target[k] + (1.0 - time) * speed;
    }
}

/// Each axis by its own power of two, down to subnormal numbers and up to 1e300; points far from the origin, and single
/// coordinates far from the others.
pub fn scaled(kind: Kind, numbers: &mut Seeded) -> Query {
    let recipe = numbers.one_of::<Recipe>(&[lattice, random, near, degenerate]);
    let mut query = recipe(kind, numbers);
    if numbers.once_in(3) {
        let far = numbers.one_of(&[4.0, 1e3, 1048576.0, 1e9, 1e15]);
        let offset = [(); 3].map(|()| far * numbers.whole(-3, 3) as f64);
        for point in query.start.iter_mut().chain(&mut query.end) {
            for (coordinate, offset) in point.iter_mut().zip(offset) {
                *coordinate += offset;
            }
        }
    }
    if numbers.once_in(8) {
        let (point, axis) = (
            numbers.whole(0, kind.points() as i64 - 1) as usize,
            numbers.whole(0, 2) as usize,
        );
        let factor = power_of_two(numbers.one_of(&[-600, -100, -60, 60, 100, 600]));
        let side = if numbers.once_in(2) {
            &mut query.start
        } else {
            &mut query.end
        };
        side[point][axis] *= factor;
    }
    let exponents = [(); 3].map(|()| {
        let around = numbers.one_of(&[-1074, -1060, -1000, -500, -30, 0, 30, 300, 340]);
        around + numbers.whole(0, 9) as i32
    });
    scale(&mut query, exponents);
    query
}

/// All in one plane or line for the whole step, edges that stay parallel, faces and edges without extent.
pub fn degenerate(kind: Kind, numbers: &mut Seeded) -> Query {
    let reach = numbers.one_of(&[1, 2, 3, 5, 8, 1 << 20, 1 << 24]);
    let mut query = filled(kind, || numbers.whole(-reach, reach) as f64);
    match numbers.whole(0, 7) {
        0 | 1 => flatten(&mut query, numbers),
        2 => repeat_points(&mut query, numbers),
        3 => {
            // At rest.
            query.end = query.start;
        }
        _ => {
            // The points of a set stay in line along one direction, which is the other set's too.
            let [direction, other] =
                [(); 2].map(|()| [(); 3].map(|()| numbers.whole(-3, 3) as f64));
            let towards = if numbers.once_in(3) { other } else { direction };
            let one_line = numbers.once_in(2);
            let first = kind.first_set();
            for i in 1..kind.points() {
                let from = if one_line || i < first { 0 } else { first };
                let [a, b] = [(); 2].map(|()| numbers.whole(-4, 4) as f64);
                for k in 0..3 {
                    if i != from {
                        query.start[i][k] = query.start[from][k] + a * direction[k];
                        query.end[i][k] = query.end[from][k] + b * towards[k];
                    }
                }
            }
        }
    }
    if numbers.once_in(4) {
        scale(&mut query, [numbers.whole(-40, 40) as i32; 3]);
    }
    query
}

fn filled(kind: Kind, mut coordinate: impl FnMut() -> f64) -> Query {
    let mut points = || [(); 4].map(|()| [(); 3].map(|()| coordinate()));
    Query {
        kind,
        start: points(),
        end: points(),
    }
}

/// Makes points equal: at the start, at the end, at both, all of them, or those of one point over time.
fn repeat_points(query: &mut Query, numbers: &mut Seeded) {
    let last = query.kind.points() as i64 - 1;
    for _ in 0..numbers.whole(1, 3) {
        let [from, to] = [(); 2].map(|()| numbers.whole(0, last) as usize);
        match numbers.whole(0, 11) {
            0..3 => query.start[to] = query.start[from],
            3..6 => query.end[to] = query.end[from],
            6 | 7 => {
                query.start[to] = query.start[from];
                query.end[to] = query.end[from];
            }
            8 => query.end[to] = query.start[from],
            9 | 10 => query.end[to] = query.start[to],
            _ => {
                query.start = [query.start[from]; 4];
                if numbers.once_in(2) {
                    query.end = [query.end[to]; 4];
                }
            }
        }
    }
}

/// Puts all points in planes of one direction: one that may move, at the start, at the end or throughout.
fn flatten(query: &mut Query, numbers: &mut Seeded) {
    let slope = [(); 2].map(|()| numbers.whole(-2, 2) as f64);
    let which = numbers.whole(0, 3);
    let upright = numbers.whole(0, 2) as usize;
    let mut side = |points: &mut [Point; 4]| {
        let height = numbers.whole(-2, 2) as f64;
        for p in points {
            let across = [p[(upright + 1) % 3], p[(upright + 2) % 3]];
            p[upright] = slope[0] * across[0] + slope[1] * across[1] + height;
        }
    };
    if which != 0 {
        side(&mut query.start);
    }
    if which != 1 {
        side(&mut query.end);
    }
}

fn scale(query: &mut Query, exponents: [i32; 3]) {
    for point in query.start.iter_mut().chain(&mut query.end) {
        for (coordinate, exponent) in point.iter_mut().zip(exponents) {
            *coordinate *= power_of_two(exponent);
        }
    }
}

/// From the least subnormal number to the greatest power.
pub fn power_of_two(exponent: i32) -> f64 {
    assert!((-1074..1024).contains(&exponent));
    if exponent < -1022 {
        f64::from_bits(1 << (exponent + 1074))
    } else {
        f64::from_bits(((exponent + 1023) as u64) << 52)
    }
}

/// The `f64` so many places after, or before.
pub fn nudged(mut x: f64, places: i64) -> f64 {
    for _ in 0..places.abs() {
        x = if places > 0 {
            x.next_up()
        } else {
            x.next_down()
        };
    }
    x
}

fn minus(a: Point, b: Point) -> Point {
    std::array::from_fn(|k| a[k] - b[k])
}

fn cross(a: Point, b: Point) -> Point {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j] * b[k] - a[k] * b[j]
    })
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
