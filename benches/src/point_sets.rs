//! Vertices, faces and edges whose corners move on straight lines: sets of queries, the same on every machine.

use crate::random::Random;
use glam::{DQuat, DVec3};
use osculate::{
    motion::LinearPath,
    query::points::{LinearPair, PairKind},
};
use osculate_io::{MaxSize, PrimitivePair, PrimitiveQueries};
use std::path::{Path, PathBuf};

/// The kinds of pairs that the sets are of.
pub const KINDS: [PairKind; 2] = [PairKind::VertexFace, PairKind::EdgeEdge];

/// What tables call a kind.
pub fn short(kind: PairKind) -> &'static str {
    match kind {
        PairKind::VertexVertex => "vv",
        PairKind::VertexEdge => "ve",
        PairKind::VertexFace => "vf",
        PairKind::EdgeEdge => "ee",
    }
}

/// The queries of the public files beside the workspace, and how many others were left out since they are not in `f64`; or
/// why there are none.
pub fn public(kind: PairKind) -> Result<(Vec<LinearPair>, usize), String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/queries");
    let mut files = Vec::new();
    csv_files(Path::new(folder), &mut files).map_err(|error| format!("{folder}: {error}"))?;
    let (mut pairs, mut others) = (Vec::new(), 0);
    for file in files {
        let queries = PrimitiveQueries::open(&file, None, MaxSize::default())
            .map_err(|error| error.to_string())?;
        if queries.kind() != kind {
            continue;
        }
        for query in queries {
            match query.map_err(|error| error.to_string())?.pair {
                PrimitivePair::Linear(pair) => pairs.push(pair),
                PrimitivePair::Rational(_) => others += 1,
            }
        }
    }
    if pairs.is_empty() {
        return Err(format!("{folder} has none"));
    }
    Ok((pairs, others))
}

fn csv_files(folder: &Path, into: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries = std::fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            csv_files(&path, into)?;
        } else if path.extension().is_some_and(|extension| extension == "csv") {
            into.push(path);
        }
    }
    Ok(())
}

/// Whole coordinates from −k to k, k one of 1, 2, 4 and 8: points, lines and planes coincide all the time.
pub fn lattice(kind: PairKind, count: usize) -> Vec<LinearPair> {
    let random = &mut Random::new(11);
    let mut next = || {
        let k = 1 << (random.bits() % 4);
        let mut whole = || (random.bits() % (2 * k + 1)) as f64 - k as f64;
        let mut point = || DVec3::new(whole(), whole(), whole());
        pair(kind, [(); 4].map(|()| (point(), point())))
    };
    (0..count).map(|_| next()).collect()
}

/// Coordinates uniform in [−1, 1].
pub fn uniform(kind: PairKind, random: &mut Random, count: usize) -> Vec<LinearPair> {
    let mut point = || random.point(DVec3::NEG_ONE, DVec3::ONE);
    let mut next = || pair(kind, [(); 4].map(|()| (point(), point())));
    (0..count).map(|_| next()).collect()
}

/// A step of a simulation after its broad phase: of two wrinkled sheets, one lying on the other, the features of different
/// sheets, and those of one sheet without a common corner, whose swept boxes overlap. About one of a hundred touches.
pub fn simulation(kind: PairKind, count: usize) -> Vec<LinearPair> {
    let mut pairs = Vec::new();
    let mut seed = 0;
    while pairs.len() < count {
        seed += 1;
        step(kind, seed, &mut pairs);
    }
    pairs.truncate(count);
    pairs
}

/// Vertices along a side of a sheet.
const SIDE: usize = 40;

/// Two sheets at both ends of a step, a vertex each unit or so.
struct Sheets {
    paths: [Vec<(DVec3, DVec3)>; 2],
}

impl Sheets {
    fn new(random: &mut Random) -> Sheets {
        let turn = random.rotation();
        let waves: [(f64, f64, f64); 4] = std::array::from_fn(|_| {
            let mut about = |size: f64| size * (2.0 * random.share() - 1.0);
            (about(0.5), about(0.5), about(3.0))
        });
        let paths =
            [-0.5, 0.5].map(|side| sheet(side * GAP, -side * CLOSING, turn, &waves, random));
        Sheets { paths }
    }
}

/// How far apart the sheets are, but for what each vertex strays, and how far they come together.
const GAP: f64 = 0.35;
const CLOSING: f64 = 0.1;
const STRAY: f64 = 0.3;

fn sheet(
    height: f64,
    motion: f64,
    turn: DQuat,
    waves: &[(f64, f64, f64)],
    random: &mut Random,
) -> Vec<(DVec3, DVec3)> {
    let mut path = |i: usize, j: usize| {
        let mut stray = |size: f64| size * (random.point(DVec3::ZERO, DVec3::ONE) - 0.5);
        let at = DVec3::new(i as f64, j as f64, height) + stray(STRAY);
        let wave = |&(a, b, phase): &(f64, f64, f64)| (a * at.x + b * at.y + phase).sin();
        let start = at + DVec3::Z * waves.iter().map(wave).sum::<f64>();
        let end = start + DVec3::Z * motion + stray(0.1);
        (turn * start, turn * end)
    };
    (0..SIDE * SIDE)
        .map(|number| path(number / SIDE, number % SIDE))
        .collect()
}

fn step(kind: PairKind, seed: u64, pairs: &mut Vec<LinearPair>) {
    let sheets = Sheets::new(&mut Random::new(seed));
    // Features by their cell: the vertices' numbers and the cell's own.
    let features = |faces: bool| -> Vec<(usize, Vec<usize>)> {
        let cells = (0..SIDE - 1).flat_map(|i| (0..SIDE - 1).map(move |j| i * SIDE + j));
        let of_cell = |cell: usize| {
            let (right, up, across) = (cell + SIDE, cell + 1, cell + SIDE + 1);
            match faces {
                true => vec![vec![cell, right, up], vec![right, across, up]],
                false => vec![vec![cell, right], vec![cell, up], vec![right, up]],
            }
        };
        cells
            .flat_map(|cell| {
                of_cell(cell)
                    .into_iter()
                    .map(move |corners| (cell, corners))
            })
            .collect()
    };
    let vertices: Vec<(usize, Vec<usize>)> = (0..SIDE * SIDE).map(|v| (v, vec![v])).collect();
    let (firsts, seconds) = match kind {
        PairKind::VertexFace => (vertices, features(true)),
        _ => (features(false), features(false)),
    };
    // Nothing further away along the sheets can touch.
    let near = |p: usize, q: usize| p.abs_diff(q) <= 3;
    for first in &firsts {
        for second in &seconds {
            if !near(first.0 / SIDE, second.0 / SIDE) || !near(first.0 % SIDE, second.0 % SIDE) {
                continue;
            }
            for (of_a, of_b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let edges = kind == PairKind::EdgeEdge;
                let twice = edges && (of_a > of_b || (of_a == of_b && first.0 >= second.0));
                let shared = of_a == of_b && first.1.iter().any(|v| second.1.contains(v));
                if twice || shared {
                    continue;
                }
                let a: Vec<_> = first.1.iter().map(|&v| sheets.paths[of_a][v]).collect();
                let b: Vec<_> = second.1.iter().map(|&v| sheets.paths[of_b][v]).collect();
                if boxes_overlap(&a, &b) {
                    let all: Vec<_> = a.into_iter().chain(b).collect();
                    pairs.push(pair(kind, [all[0], all[1], all[2], all[3]]));
                }
            }
        }
    }
}

fn boxes_overlap(a: &[(DVec3, DVec3)], b: &[(DVec3, DVec3)]) -> bool {
    let swept = |paths: &[(DVec3, DVec3)]| {
        let nothing = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        paths.iter().fold(nothing, |(least, most), (p, q)| {
            (least.min(*p).min(*q), most.max(*p).max(*q))
        })
    };
    let (a, b) = (swept(a), swept(b));
    a.0.cmple(b.1).all() && b.0.cmple(a.1).all()
}

/// The pair of this kind with these starts and ends.
fn pair(kind: PairKind, points: [(DVec3, DVec3); 4]) -> LinearPair {
    let [p, q, r, s] =
        points.map(|(start, end)| LinearPath::new(start, end).expect("finite coordinates"));
    match kind {
        PairKind::VertexVertex => LinearPair::vertex_vertex(p, q),
        PairKind::VertexEdge => LinearPair::vertex_edge(p, [q, r]),
        PairKind::VertexFace => LinearPair::vertex_face(p, [q, r, s]),
        PairKind::EdgeEdge => LinearPair::edge_edge([p, q], [r, s]),
    }
}

/// The coordinates of many pairs, `[end][point][axis][pair]`, as `LinearPairs` takes them.
pub fn columns(pairs: &[LinearPair]) -> [[[Vec<f64>; 3]; 4]; 2] {
    std::array::from_fn(|end| {
        std::array::from_fn(|point| {
            std::array::from_fn(|axis| {
                let coordinate = |pair: &LinearPair| {
                    let path = pair.points()[point];
                    [path.start(), path.end()][end][axis]
                };
                pairs.iter().map(coordinate).collect()
            })
        })
    })
}
