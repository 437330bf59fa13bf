//! Where the bodies of a tree are: by matrices, exponentials by their series, and sums of powers. This shares nothing with the reader.

use super::random_tree::{FLIES_FROM, Link, Piece};

type Matrix = [[f64; 3]; 3];

/// A rotation and a place.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub turn: Matrix,
    pub place: [f64; 3],
}

/// Where all bodies are at `time`, in the world.
pub fn frames(links: &[Link], time: f64) -> Vec<Frame> {
    let mut frames: Vec<Frame> = Vec::new();
    for link in links {
        let own = own(links, link, time);
        frames.push(match link.parent {
            None => own,
            Some(parent) => within(&frames[parent], &own),
        });
    }
    frames
}

fn own(links: &[Link], link: &Link, time: f64) -> Frame {
    let leader = link.mimic.map_or(link, |mimic| &links[mimic.0]);
    let pieces = link.pieces.as_ref().and(leader.pieces.as_ref());
    let piece = pieces.and_then(|pieces| pieces.iter().rfind(|piece| piece.time <= time));
    let Some(piece) = piece else {
        let since = (time - FLIES_FROM).max(0.0);
        let [linear, angular] = link.flies.unwrap_or_default();
        let turn = exponential(angular.map(|part| since * part));
        return Frame {
            turn: product(&turn, &of_quaternion(link.rest.1)),
            place: std::array::from_fn(|part| link.rest.0[part] + since * linear[part]),
        };
    };
    let origin = Frame {
        turn: of_quaternion(link.rotation),
        place: link.position,
    };
    within(&origin, &moved(link, piece, time))
}

/// Where the body is in its joint's own coordinates.
fn moved(link: &Link, piece: &Piece, time: f64) -> Frame {
    let share = ((time - piece.time) / (piece.until - piece.time)).min(1.0);
    let [mut q, x, y, z] = [0, 1, 2, 3].map(|which: usize| {
        let terms = piece.terms[which].iter().enumerate();
        terms
            .map(|(power, term)| term * share.powi(power as i32))
            .sum::<f64>()
    });
    if let Some((_, multiplier, offset)) = link.mimic {
        q = multiplier * q + offset;
    }
    let (still, axis, along) = ([0.0; 3], unit(link.axis), unit(link.along));
    let about = || exponential(axis.map(|part| q * part));
    let (turn, place) = match link.kind {
        "fixed" => (exponential(still), still),
        "prismatic" => (exponential(still), axis.map(|part| q * part)),
        "planar" => {
            let across = cross(axis, along);
            let place = std::array::from_fn(|part| x * along[part] + y * across[part]);
            (about(), place)
        }
        "floating" => (between(piece.from, piece.to, q), [x, y, z]),
        _ => (about(), still),
    };
    Frame { turn, place }
}

/// From one rotation to another by the sines of the arc between their quaternions.
fn between(from: [f64; 4], to: [f64; 4], share: f64) -> Matrix {
    let same: f64 = (0..4).map(|part| from[part] * to[part]).sum();
    let to = if same < 0.0 { to.map(|part| -part) } else { to };
    let apart = (0..4)
        .map(|part| (from[part] - to[part]).powi(2))
        .sum::<f64>();
    let arc = 2.0 * (0.5 * apart.sqrt()).asin();
    let [a, b] = [(1.0 - share) * arc, share * arc].map(|angle| angle.sin() / arc.sin());
    of_quaternion(std::array::from_fn(|part| a * from[part] + b * to[part]))
}

pub fn within(outer: &Frame, inner: &Frame) -> Frame {
    let moved = times(&outer.turn, inner.place);
    Frame {
        turn: product(&outer.turn, &inner.turn),
        place: std::array::from_fn(|part| outer.place[part] + moved[part]),
    }
}

/// The matrix of a quaternion, whose length need not be 1.
fn of_quaternion([x, y, z, w]: [f64; 4]) -> Matrix {
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    [
        [
            1.0 - s * (y * y + z * z),
            s * (x * y - z * w),
            s * (x * z + y * w),
        ],
        [
            s * (x * y + z * w),
            1.0 - s * (x * x + z * z),
            s * (y * z - x * w),
        ],
        [
            s * (x * z - y * w),
            s * (y * z + x * w),
            1.0 - s * (x * x + y * y),
        ],
    ]
}

/// The exponential of the cross product with `w`: the series at `w / 2^6`, squared six times.
fn exponential(w: [f64; 3]) -> Matrix {
    let [x, y, z] = w.map(|component| component / 64.0);
    let cross = [[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]];
    let one = std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
    let (mut sum, mut term): (Matrix, Matrix) = (one, one);
    for n in 1..20 {
        term = product(&term, &cross).map(|row| row.map(|entry| entry / f64::from(n)));
        sum = std::array::from_fn(|i| std::array::from_fn(|j| sum[i][j] + term[i][j]));
    }
    for _ in 0..6 {
        sum = product(&sum, &sum);
    }
    sum
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
}

pub fn times(a: &Matrix, x: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| dot(a[i], x))
}

pub fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

pub fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn unit(a: [f64; 3]) -> [f64; 3] {
    let length = dot(a, a).sqrt();
    a.map(|part| part / length)
}
