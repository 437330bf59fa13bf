//! Queries with an answer that is known by hand.

use super::query::{Kind, Query};
use super::rational::Rational;
use num_bigint::BigInt;
use std::cmp::Ordering;

/// When two sets first touch.
pub enum When {
    /// They do not.
    Never,
    /// At this instant.
    At(Rational),
    /// At a time that compares with others so.
    Irrational(fn(&Rational) -> Ordering),
}

/// A query with its answer.
pub struct Case {
    /// What is special about it.
    pub name: &'static str,
    /// What is asked.
    pub query: Query,
    /// The answer.
    pub first: When,
}

type Point = [f64; 3];

/// From there to there.
type Path = (Point, Point);

fn still(x: f64, y: f64, z: f64) -> Path {
    ([x, y, z], [x, y, z])
}

/// Straight down from 1 to -1, so that it is at 0 at 1/2.
fn down(x: f64, y: f64) -> Path {
    ([x, y, 1.0], [x, y, -1.0])
}

/// Coordinates times a number.
fn times(factor: f64, (from, to): Path) -> Path {
    (from.map(|c| c * factor), to.map(|c| c * factor))
}

fn at(numerator: i64, denominator: i64) -> When {
    When::At(Rational::of(numerator, denominator))
}

fn half() -> When {
    at(1, 2)
}

fn case(name: &'static str, kind: Kind, paths: &[Path], first: When) -> Case {
    assert_eq!(paths.len(), kind.points(), "{name}");
    let mut query = Query {
        kind,
        start: [[0.0; 3]; 4],
        end: [[0.0; 3]; 4],
    };
    for (i, (start, end)) in paths.iter().enumerate() {
        query.start[i] = *start;
        query.end[i] = *end;
    }
    Case { name, query, first }
}

/// All of them.
pub fn cases() -> Vec<Case> {
    let mut all = vertex_face();
    all.extend(turning_faces());
    all.extend(collapsed_faces());
    all.extend(gathering_faces());
    all.extend(edge_edge());
    all.extend(parallel_edges());
    all.extend(edges_without_length());
    all.extend(vertex_edge());
    all.extend(vertex_vertex());
    all
}

/// A vertex and a face that rests in the plane z = 0.
fn face(name: &'static str, v: Path, first: When) -> Case {
    let corners = [
        still(0.0, 0.0, 0.0),
        still(4.0, 0.0, 0.0),
        still(0.0, 4.0, 0.0),
    ];
    let paths = [v, corners[0], corners[1], corners[2]];
    case(name, Kind::VertexFace, &paths, first)
}

fn vertex_face() -> Vec<Case> {
    let least = f64::from_bits(1);
    let beyond = 2.0_f64.next_up();
    let great: BigInt = BigInt::from(1) << 1074_u32;
    let almost_one = When::At(Rational::new(great.clone(), great + 1));
    vec![
        face("through a face", down(1.0, 1.0), half()),
        face(
            "through a face, unevenly",
            ([1.0, 1.0, 2.0], [1.0, 1.0, -1.0]),
            at(2, 3),
        ),
        face("to a face", ([1.0, 1.0, 1.0], [1.0, 1.0, 0.0]), at(1, 1)),
        face("off a face", ([1.0, 1.0, 0.0], [1.0, 1.0, 1.0]), at(0, 1)),
        face("through a side", down(2.0, 2.0), half()),
        face("through a corner", down(4.0, 0.0), half()),
        face("beside a side", down(beyond, 2.0), When::Never),
        face("beside a corner", down(4.0_f64.next_up(), 0.0), When::Never),
        face(
            "in the plane, over a side",
            ([-1.0, 1.0, 0.0], [1.0, 1.0, 0.0]),
            half(),
        ),
        face(
            "in the plane, past a corner",
            ([-1.0, 4.0, 0.0], [1.0, 4.0, 0.0]),
            half(),
        ),
        face(
            "in the plane, along a side",
            ([-2.0, 0.0, 0.0], [6.0, 0.0, 0.0]),
            at(1, 4),
        ),
        face("in the face", still(1.0, 1.0, 0.0), at(0, 1)),
        face(
            "in the plane, outside",
            ([5.0, 5.0, 0.0], [-1.0, 8.0, 0.0]),
            When::Never,
        ),
        face(
            "from and to the least numbers",
            ([1.0, 1.0, least], [1.0, 1.0, -least]),
            half(),
        ),
        face(
            "from and to great numbers",
            ([1.0, 1.0, 1e300], [1.0, 1.0, -1e300]),
            half(),
        ),
        face(
            "through at the last moment",
            ([1.0, 1.0, 1.0], [1.0, 1.0, -least]),
            almost_one,
        ),
        face(
            "not quite to a face",
            ([1.0, 1.0, 1.0], [1.0, 1.0, least]),
            When::Never,
        ),
    ]
}

/// Times that are roots of polynomials of degree two and more.
fn turning_faces() -> Vec<Case> {
    let tiny = f64::EPSILON * 4.0;
    let grazing = |name, lift: f64, first| {
        // Over the plane z = (1 - 2t) y the vertex is at height (2t - 1)² + lift.
        let paths = [
            ([1.0, 1.0, 2.0 + lift], [1.0, 3.0, -2.0 + lift]),
            still(0.0, 0.0, 0.0),
            still(4.0, 0.0, 0.0),
            ([0.0, 4.0, 4.0], [0.0, 4.0, -4.0]),
        ];
        case(name, Kind::VertexFace, &paths, first)
    };
    vec![
        grazing("a double root", 0.0, half()),
        grazing("no root, barely", tiny, When::Never),
        grazing("two roots, barely", -tiny, at((1 << 25) - 1, 1 << 26)),
        case(
            "an irrational time",
            // Over the plane z = t y the vertex is at height 1 - 2t².
            Kind::VertexFace,
            &[
                ([1.0, 0.0, 1.0], [1.0, 2.0, 1.0]),
                still(0.0, 0.0, 0.0),
                still(4.0, 0.0, 0.0),
                ([0.0, 4.0, 0.0], [0.0, 4.0, 4.0]),
            ],
            When::Irrational(|x| Rational::of(1, 2).cmp(&(x * x))),
        ),
    ]
}

fn collapsed_faces() -> Vec<Case> {
    let face = |name, paths: [Path; 4], first| case(name, Kind::VertexFace, &paths, first);
    let line = [
        still(0.0, 0.0, 0.0),
        still(4.0, 0.0, 0.0),
        still(2.0, 0.0, 0.0),
    ];
    let [a, b, c] = line;
    let dot = still(1.0, 1.0, 1.0);
    vec![
        face(
            "through a face that is a line",
            [down(3.0, 0.0), a, b, c],
            half(),
        ),
        face(
            "beside a face that is a line",
            [down(3.0, least_up()), a, b, c],
            When::Never,
        ),
        face(
            "along a face that is a line",
            [([5.0, 0.0, 0.0], [1.0, 0.0, 0.0]), a, b, c],
            at(1, 4),
        ),
        face(
            "behind a face that is a line",
            [([5.0, 0.0, 0.0], [4.5, 0.0, 0.0]), a, b, c],
            When::Never,
        ),
        face(
            "through a face that is a point",
            [([0.0; 3], [4.0; 3]), dot, dot, dot],
            at(1, 4),
        ),
        face(
            "past a face that is a point",
            [([0.0; 3], [4.0, 4.0, 5.0]), dot, dot, dot],
            When::Never,
        ),
    ]
}

/// Corners that come together, faces that fold and flip.
fn gathering_faces() -> Vec<Case> {
    let face = |name, paths: [Path; 4], first| case(name, Kind::VertexFace, &paths, first);
    let (a, b) = (still(0.0, 0.0, 0.0), still(4.0, 0.0, 0.0));
    let dot = still(1.0, 1.0, 1.0);
    let end = [7.0, 7.0, 7.0];
    let through_origin = |x: f64, y: f64, z: f64| ([x, y, z], [-x, -y, -z]);
    let flipping = ([0.0, 4.0, 0.0], [0.0, -4.0, 0.0]);
    let folding = ([2.0, 1.0, 0.0], [2.0, -1.0, 0.0]);
    vec![
        face("all in one point", [dot; 4], at(0, 1)),
        face(
            "all together in flight",
            [([1.0, 2.0, 3.0], [-4.0, 5.0, 6.0]); 4],
            at(0, 1),
        ),
        face(
            "all meet at the end",
            [
                ([1.0, 1.0, 5.0], end),
                ([0.0, 0.0, 0.0], end),
                ([4.0, 0.0, 0.0], end),
                ([0.0, 4.0, 0.0], end),
            ],
            at(1, 1),
        ),
        face(
            "all meet half way, a triple root",
            [
                through_origin(1.0, 1.0, 1.0),
                through_origin(1.0, 0.0, 0.0),
                through_origin(0.0, 1.0, 0.0),
                through_origin(0.0, 0.0, 2.0),
            ],
            half(),
        ),
        face(
            "a face that flips over the vertex in its plane",
            [still(1.0, -1.0, 0.0), a, b, flipping],
            at(2, 3),
        ),
        face(
            "on the side about which a face folds",
            [([5.0, 0.0, 0.0], [3.0, 0.0, 0.0]), a, b, folding],
            half(),
        ),
        face(
            "a face that is a line when it meets the vertex",
            [down(1.0, 0.0), a, b, folding],
            half(),
        ),
        face(
            "a face that is a line when the vertex is in its plane, beside",
            [down(1.0, 0.5), a, b, folding],
            When::Never,
        ),
    ]
}

fn least_up() -> f64 {
    f64::from_bits(1)
}

fn edge_edge() -> Vec<Case> {
    // The first edge rests on the x axis, from -1 to 1.
    let (left, right) = (still(-1.0, 0.0, 0.0), still(1.0, 0.0, 0.0));
    let edges =
        |name, b0: Path, b1: Path, first| case(name, Kind::EdgeEdge, &[left, right, b0, b1], first);
    let huge =
        |b0: Path, b1: Path, factor: f64| [left, right, b0, b1].map(|path| times(factor, path));
    vec![
        edges("a cross", down(0.0, -1.0), down(0.0, 1.0), half()),
        edges("a T", down(0.0, 0.0), down(0.0, 2.0), half()),
        edges("an L", down(1.0, 0.0), down(1.0, 2.0), half()),
        edges(
            "past the end",
            down(1.0_f64.next_up(), -1.0),
            down(1.0_f64.next_up(), 1.0),
            When::Never,
        ),
        edges(
            "short of the line",
            down(0.0, least_up()),
            down(0.0, 1.0),
            When::Never,
        ),
        edges(
            "at the start",
            ([0.0, -1.0, 0.0], [0.0, -1.0, 1.0]),
            ([0.0, 1.0, 0.0], [0.0, 1.0, 1.0]),
            at(0, 1),
        ),
        edges(
            "at the end",
            ([0.0, -1.0, 3.0], [0.0, -1.0, 0.0]),
            ([0.0, 1.0, 1.0], [0.0, 1.0, 0.0]),
            at(1, 1),
        ),
        edges(
            "in one plane, for a while",
            ([0.0, 1.0, 0.0], [0.0, -1.0, 0.0]),
            ([0.0, 3.0, 0.0], [0.0, 1.0, 0.0]),
            half(),
        ),
        edges(
            "in one plane, for a moment",
            ([2.0, 1.0, 0.0], [0.0, -1.0, 0.0]),
            still(3.0, -9.0, 0.0),
            half(),
        ),
        edges(
            "in one plane, apart",
            ([0.0, 1.0, 0.0], [0.0, 4.0, 0.0]),
            ([0.0, 3.0, 0.0], [5.0, -1.0, 0.0]),
            When::Never,
        ),
        edges(
            "an irrational time",
            // The height over the first edge is that of 1 - t - t².
            ([0.0, -1.0, 0.0], [0.0, -1.0, -1.0]),
            ([0.0, 1.0, 1.0], [0.0, 2.0, 1.0]),
            When::Irrational(|x| Rational::one().cmp(&(&(x * x) + x))),
        ),
        case(
            "a great cross",
            Kind::EdgeEdge,
            &huge(down(0.0, -1.0), down(0.0, 1.0), 1e308),
            half(),
        ),
        case(
            "a least cross",
            Kind::EdgeEdge,
            &huge(down(0.0, -1.0), down(0.0, 1.0), least_up()),
            half(),
        ),
    ]
}

fn parallel_edges() -> Vec<Case> {
    let (left, right) = (still(-1.0, 0.0, 0.0), still(1.0, 0.0, 0.0));
    let edges =
        |name, b0: Path, b1: Path, first| case(name, Kind::EdgeEdge, &[left, right, b0, b1], first);
    vec![
        edges(
            "sliding in line",
            ([3.0, 0.0, 0.0], [-1.0, 0.0, 0.0]),
            ([5.0, 0.0, 0.0], [1.0, 0.0, 0.0]),
            half(),
        ),
        edges(
            "sliding in line, too short a way",
            ([3.0, 0.0, 0.0], [1.5, 0.0, 0.0]),
            ([5.0, 0.0, 0.0], [4.0, 0.0, 0.0]),
            When::Never,
        ),
        edges(
            "sliding beside",
            ([3.0, 1.0, 0.0], [-1.0, 1.0, 0.0]),
            ([5.0, 1.0, 0.0], [1.0, 1.0, 0.0]),
            When::Never,
        ),
        edges(
            "parallel, from the side",
            down(0.0, 0.0),
            down(2.0, 0.0),
            half(),
        ),
        edges(
            "parallel, end on end",
            down(1.0, 0.0),
            down(3.0, 0.0),
            half(),
        ),
        edges(
            "parallel, round it",
            down(-3.0, 0.0),
            down(3.0, 0.0),
            half(),
        ),
        edges(
            "parallel, past it",
            down(1.5, 0.0),
            down(3.0, 0.0),
            When::Never,
        ),
        edges("one on the other", left, right, at(0, 1)),
        edges(
            "parallel only when they meet",
            ([-1.0, 1.0, 1.0], [-1.0, -1.0, -1.0]),
            ([1.0, -1.0, 1.0], [1.0, 1.0, -1.0]),
            half(),
        ),
        edges(
            "parallel at a moment, apart",
            ([-1.0, 1.0, 1.0], [-1.0, -1.0, 1.0]),
            ([1.0, -1.0, 1.0], [1.0, 1.0, 1.0]),
            When::Never,
        ),
    ]
}

fn edges_without_length() -> Vec<Case> {
    let (left, right) = (still(-1.0, 0.0, 0.0), still(1.0, 0.0, 0.0));
    let edges =
        |name, b0: Path, b1: Path, first| case(name, Kind::EdgeEdge, &[left, right, b0, b1], first);
    let point = still(0.25, 0.0, 0.0);
    vec![
        edges(
            "an edge that is a point",
            down(0.5, 0.0),
            down(0.5, 0.0),
            half(),
        ),
        edges(
            "an edge that is a point, beside",
            down(1.5, 0.0),
            down(1.5, 0.0),
            When::Never,
        ),
        edges(
            "an edge that is a point, in line",
            ([2.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
            ([2.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
            half(),
        ),
        case(
            "two edges that are points",
            Kind::EdgeEdge,
            &[
                ([0.0; 3], [3.0; 3]),
                ([0.0; 3], [3.0; 3]),
                still(1.0, 1.0, 1.0),
                still(1.0, 1.0, 1.0),
            ],
            at(1, 3),
        ),
        case(
            "edges all in one point",
            Kind::EdgeEdge,
            &[point; 4],
            at(0, 1),
        ),
    ]
}

fn vertex_edge() -> Vec<Case> {
    let edge = |name, v: Path, first| {
        let (a, b) = (still(0.0, 0.0, 0.0), still(2.0, 0.0, 0.0));
        case(name, Kind::VertexEdge, &[v, a, b], first)
    };
    let point = still(1.0, 0.0, 0.0);
    vec![
        edge("through an edge", down(1.0, 0.0), half()),
        edge("through an end", down(2.0, 0.0), half()),
        edge("past an end", down(2.0_f64.next_up(), 0.0), When::Never),
        edge("beside an edge", down(1.0, least_up()), When::Never),
        edge("in line", ([4.0, 0.0, 0.0], [0.0, 0.0, 0.0]), half()),
        edge(
            "in line, away",
            ([4.0, 0.0, 0.0], [7.0, 0.0, 0.0]),
            When::Never,
        ),
        edge("on an edge", still(1.0, 0.0, 0.0), at(0, 1)),
        case(
            "through an edge that is a point",
            Kind::VertexEdge,
            &[down(1.0, 0.0), point, point],
            half(),
        ),
        case(
            "an edge that swings over the vertex",
            Kind::VertexEdge,
            &[
                still(1.0, 1.0, 0.0),
                still(0.0, 0.0, 0.0),
                ([4.0, 0.0, 0.0], [0.0, 4.0, 0.0]),
            ],
            half(),
        ),
        case(
            "an edge that turns round and shrinks to a point",
            Kind::VertexEdge,
            &[
                still(0.0, 0.0, 0.0),
                ([-3.0, 0.0, 0.0], [1.0, 0.0, 0.0]),
                ([-1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]),
            ],
            at(3, 4),
        ),
    ]
}

fn vertex_vertex() -> Vec<Case> {
    let pair = |name, v: Path, w: Path, first| case(name, Kind::VertexVertex, &[v, w], first);
    vec![
        pair(
            "vertices meet",
            ([0.0; 3], [3.0; 3]),
            still(1.0, 1.0, 1.0),
            at(1, 3),
        ),
        pair(
            "vertices swap",
            ([0.0; 3], [3.0; 3]),
            ([3.0; 3], [0.0; 3]),
            half(),
        ),
        pair(
            "vertices together",
            ([0.0; 3], [3.0; 3]),
            ([0.0; 3], [3.0; 3]),
            at(0, 1),
        ),
        pair(
            "vertices at the end",
            ([0.0; 3], [3.0; 3]),
            ([1.0, 2.0, 5.0], [3.0; 3]),
            at(1, 1),
        ),
        pair(
            "paths cross at different times",
            ([0.0; 3], [2.0; 3]),
            ([1.0, 1.0, 0.0], [1.0, 1.0, 3.0]),
            When::Never,
        ),
        pair(
            "vertices one behind the other",
            ([0.0; 3], [3.0; 3]),
            ([1.0; 3], [4.0; 3]),
            When::Never,
        ),
    ]
}
