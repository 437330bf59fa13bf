//! Seeded queries that aim at the weak places of a solver: clustered roots, times next to 0 and 1, borders of the range of
//! `f64`, polygons that stay in one plane, coordinates of every width.
//!
//! They are made of the corners of the polygon of differences (see the library's `polygon.rs`), which is all that counts.

use super::queries::{Recipe, nudged, power_of_two};
use super::query::{Kind, Query};
use crate::seeded::Seeded;

type Point = [f64; 3];

/// Three corners at the start and at the end.
type Corners = [[Point; 3]; 2];

/// All recipes by name.
pub const HARD: [(&str, Recipe); 6] = [
    ("clustered", clustered),
    ("instants", instants),
    ("borders", borders),
    ("coplanar", coplanar),
    ("widths", widths),
    ("bits", bits),
];

/// The determinant of the corners is a product of three linear factors whose roots are the same, or nearly so.
pub fn clustered(kind: Kind, numbers: &mut Seeded) -> Query {
    let mut corners = triangular(kind, numbers);
    if numbers.once_in(2) {
        // Where there were zeros: the roots come apart, and are no longer rational.
        let least = numbers.one_of(&[-8, -30, -60, -120, -300]);
        for end in &mut corners {
            for (i, corner) in end.iter_mut().enumerate() {
                for c in corner.iter_mut().take(i) {
                    if numbers.once_in(2) {
                        let sign = numbers.one_of(&[1.0, -1.0, 3.0]);
                        *c = sign * power_of_two(numbers.whole(least, least / 4) as i32);
                    }
                }
            }
        }
    }
    let mut query = placed(kind, &corners, numbers);
    if numbers.once_in(3) {
        nudge_some(&mut query, numbers);
    }
    shuffled(query, numbers)
}

/// Roots within an `f64` of 0 or 1, down to times below the least `f64`, alone and in clusters.
pub fn instants(kind: Kind, numbers: &mut Seeded) -> Query {
    let mut corners = triangular(kind, numbers);
    let least = numbers.one_of(&[-20, -52, -53, -54, -200, -500, -540]);
    let factors = [(); 3].map(|()| {
        let exponent = if numbers.once_in(2) {
            least as i32
        } else {
            numbers.whole(least, 0) as i32
        };
        let factors = [exponent, -exponent].map(power_of_two);
        if numbers.once_in(3) {
            [factors[1], factors[0]]
        } else {
            factors
        }
    });
    for (end, corners) in corners.iter_mut().enumerate() {
        for corner in corners {
            for (c, factors) in corner.iter_mut().zip(factors) {
                *c *= factors[end];
            }
        }
    }
    if numbers.once_in(2) {
        for (i, corner) in corners[0].iter_mut().enumerate() {
            for c in corner.iter_mut().take(i) {
                if numbers.once_in(2) {
                    let exponent = numbers.whole(2 * least, 0).max(-1074) as i32;
                    *c = numbers.one_of(&[1.0, -1.0]) * power_of_two(exponent);
                }
            }
        }
    }
    let mut query = placed(kind, &corners, numbers);
    if numbers.once_in(4) {
        nudge_some(&mut query, numbers);
    }
    shuffled(query, numbers)
}

/// Axes at the borders of the range in which `f64` is trusted, and of `f64` itself.
pub fn borders(kind: Kind, numbers: &mut Seeded) -> Query {
    let recipe = numbers.one_of::<Recipe>(&[
        clustered,
        coplanar,
        super::queries::random,
        super::queries::lattice,
        super::queries::near,
    ]);
    let mut query = recipe(kind, numbers);
    for axis in 0..3 {
        let around = numbers.one_of(&[-1074, -1022, -201, -200, -199, 0, 199, 200, 1023]);
        let largest = points(&mut query).fold(0.0_f64, |m, p| m.max(p[axis].abs()));
        if largest > 0.0 && numbers.whole(0, 3) > 0 {
            let exponent = around - exponent(largest) + numbers.whole(-1, 1) as i32;
            for point in points(&mut query) {
                // Thirds: the factor itself may be out of range.
                let rest = exponent - 2 * (exponent / 3);
                for part in [exponent / 3, exponent / 3, rest] {
                    point[axis] *= power_of_two(part);
                }
                point[axis] = point[axis].clamp(f64::MIN, f64::MAX);
            }
        }
    }
    if numbers.once_in(4) {
        let axis = numbers.whole(0, 2) as usize;
        points(&mut query).for_each(|point| point[axis] = 0.0);
    }
    query
}

/// The polygon and the origin stay in one plane, on one line, or in a place.
pub fn coplanar(kind: Kind, numbers: &mut Seeded) -> Query {
    let reach = numbers.one_of(&[1, 2, 3, 7, 100, 1 << 10, 1 << 20]);
    let mut corners: Corners = [[[0.0; 3]; 3]; 2];
    let small = |numbers: &mut Seeded| numbers.whole(-2, 2) as f64;
    for end in &mut corners {
        for corner in end.iter_mut() {
            *corner = [(); 3].map(|()| numbers.whole(-reach, reach) as f64);
        }
    }
    match numbers.whole(0, 3) {
        // A corner depends on the others.
        0 => {
            let (a, b) = (small(numbers), small(numbers));
            for [first, second, third] in &mut corners {
                *third = std::array::from_fn(|k| a * first[k] + b * second[k]);
            }
        }
        // A plane through the origin that stays.
        1 => {
            let axes = [(); 2].map(|()| [(); 3].map(|()| small(numbers)));
            for corner in corners.iter_mut().flatten() {
                let [x, y, _] = *corner;
                *corner = std::array::from_fn(|k| x * axes[0][k] + y * axes[1][k]);
            }
        }
        // All on a line through the origin, which turns or stays.
        2 => {
            for end in &mut corners {
                let direction = end[0];
                for corner in end.iter_mut() {
                    let factor = small(numbers);
                    *corner = direction.map(|c| factor * c);
                }
            }
            if numbers.once_in(2) {
                let direction = corners[0][0];
                for corner in &mut corners[1] {
                    let factor = small(numbers);
                    *corner = direction.map(|c| factor * c);
                }
            }
        }
        // Two corners on such a line.
        _ => {
            for end in &mut corners {
                let factor = small(numbers);
                end[1] = end[0].map(|c| factor * c);
            }
        }
    }
    let mut query = placed(kind, &corners, numbers);
    if numbers.once_in(6) {
        nudge_some(&mut query, numbers);
    }
    shuffled(query, numbers)
}

/// Whole coordinates of any number of bits, so that each width of whole numbers is used up to its limit.
pub fn widths(kind: Kind, numbers: &mut Seeded) -> Query {
    let mut corners = triangular(kind, numbers);
    let wide = numbers.whole(1, 52) as u32;
    let mut scaled = |c: &mut f64| {
        let noise = numbers.whole(0, (1 << wide) - 1) as f64;
        *c *= if numbers.once_in(2) {
            (1_u64 << wide) as f64 - 1.0
        } else {
            noise
        };
    };
    match wide % 3 {
        // Keeps the roots.
        0 => (0..3).for_each(|axis| {
            let mut factor = 1.0;
            scaled(&mut factor);
            let of_axis = corners.iter_mut().flatten();
            of_axis.for_each(|corner| corner[axis] *= factor);
        }),
        _ => corners.iter_mut().flatten().flatten().for_each(&mut scaled),
    }
    let mut query = placed(kind, &corners, numbers);
    if numbers.once_in(3) {
        let exponent = numbers.one_of(&[-60, 60, 200, -300]);
        let axis = numbers.whole(0, 2) as usize;
        let point = numbers.whole(0, kind.points() as i64 - 1) as usize;
        query.end[point][axis] *= power_of_two(exponent);
    }
    shuffled(query, numbers)
}

/// Any bits, with copies, negatives and neighbours of numbers that were there before.
pub fn bits(kind: Kind, numbers: &mut Seeded) -> Query {
    let mut query = Query {
        kind,
        start: [[0.0; 3]; 4],
        end: [[0.0; 3]; 4],
    };
    let mut seen = vec![0.0, 1.0];
    for point in points(&mut query) {
        for c in point.iter_mut() {
            let before = numbers.one_of(&seen);
            *c = match numbers.whole(0, 9) {
                0..4 => loop {
                    let any = f64::from_bits(numbers.bits());
                    if any.is_finite() {
                        break any;
                    }
                },
                4 | 5 => before,
                6 | 7 => -before,
                8 => nudged(before, numbers.whole(-2, 2)).clamp(f64::MIN, f64::MAX),
                _ => numbers.whole(-2, 2) as f64,
            };
            seen.push(*c);
        }
    }
    query
}

/// Corners of which the matrix is triangular: its determinant is the product of the diagonal's, whose roots are few.
fn triangular(kind: Kind, numbers: &mut Seeded) -> Corners {
    let mut corners: Corners = [[[0.0; 3]; 3]; 2];
    let (n, d) = (numbers.whole(1, 9) as f64, numbers.whole(1, 9) as f64);
    for (i, k) in [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)] {
        let ends = if k == i {
            let sign = numbers.one_of(&[1.0, -1.0]);
            let (mut first, mut last) = (sign * n, -sign * d);
            match numbers.whole(0, 5) {
                0 => first = nudged(first, numbers.whole(-2, 2)),
                1 => last = nudged(last, numbers.whole(-2, 2)),
                2 => last = numbers.whole(-9, 9) as f64,
                3 => first *= 1.0 + power_of_two(numbers.whole(-52, -2) as i32),
                _ => {}
            }
            [first, last]
        } else {
            [(); 2].map(|()| numbers.whole(-3, 3) as f64)
        };
        for (corners, c) in corners.iter_mut().zip(ends) {
            corners[i][k] = c;
        }
    }
    if kind == Kind::VertexEdge && numbers.once_in(2) {
        // In a plane: the cross product in it is what has the roots.
        for end in &mut corners {
            end.iter_mut().for_each(|corner| corner[2] = 0.0);
        }
    }
    if numbers.once_in(3) {
        // The same diagonal twice.
        for end in &mut corners {
            end[1][1] = end[0][0];
        }
    }
    corners
}

/// The pair with these corners, up to rounding.
fn placed(kind: Kind, corners: &Corners, numbers: &mut Seeded) -> Query {
    let offset = if numbers.once_in(3) {
        [(); 2].map(|()| [(); 3].map(|()| numbers.whole(-2, 2) as f64))
    } else {
        [[0.0; 3]; 2]
    };
    let mut query = Query {
        kind,
        start: [[0.0; 3]; 4],
        end: [[0.0; 3]; 4],
    };
    for (end, side) in [&mut query.start, &mut query.end].into_iter().enumerate() {
        let [c0, c1, c2] = corners[end];
        let base = offset[end];
        let plus = |a: Point, b: Point| -> Point { std::array::from_fn(|k| a[k] + b[k]) };
        let minus = |a: Point, b: Point| -> Point { std::array::from_fn(|k| a[k] - b[k]) };
        *side = match kind {
            Kind::EdgeEdge => [
                plus(base, c0),
                plus(base, c1),
                base,
                plus(base, minus(c1, c2)),
            ],
            _ => [base, plus(base, c0), plus(base, c1), plus(base, c2)],
        };
    }
    query
}

/// The axes in another order, and time backwards, now and then.
fn shuffled(mut query: Query, numbers: &mut Seeded) -> Query {
    let turn = numbers.whole(0, 2) as usize;
    points(&mut query).for_each(|point| point.rotate_left(turn));
    if numbers.once_in(3) {
        (query.start, query.end) = (query.end, query.start);
    }
    query
}

fn nudge_some(query: &mut Query, numbers: &mut Seeded) {
    for point in points(query) {
        for c in point.iter_mut() {
            if numbers.once_in(5) {
                *c = nudged(*c, numbers.whole(-1, 1)).clamp(f64::MIN, f64::MAX);
            }
        }
    }
}

fn points(query: &mut Query) -> impl Iterator<Item = &mut Point> {
    query.start.iter_mut().chain(&mut query.end)
}

/// The power of two at or below a positive number.
fn exponent(x: f64) -> i32 {
    let (mut e, mut x) = (0, x);
    while x >= 2.0 {
        (x, e) = (x * 0.5, e + 1);
    }
    while x < 1.0 {
        (x, e) = (x * 2.0, e - 1);
    }
    e
}
