//! What queries cost, hits and frees apart.

use crate::ask::{limits, motion};
use crate::bodies::hull;
use osculate::{
    ConstantVelocity, Hull, Limits, Moving, Outcome, Span, Verdict, Workspace,
    mesh::icosphere,
    query::hulls::{attached_axes, conservative_advancement},
};
use osculate_benches::options::Options;
use osculate_benches::stopwatch::{finest, median, percentile, worst};
use osculate_judge::hulls::bodies::Body;
use osculate_judge::hulls::pairs::{Kind, pair};
use osculate_judge::hulls::walk::Pair;
use osculate_judge::seeded::Seeded;

/// A set of queries.
struct Scene {
    name: &'static str,
    pairs: Vec<Pair>,
    #[cfg_attr(not(feature = "peers"), expect(dead_code))]
    translating_only: bool,
}

pub fn run(options: &Options, lines: &mut Vec<String>) {
    let count = if options.quick { 10 } else { 1000 };
    println!(
        "{count} queries a scene; µs, one thread, the fastest of several batches of runs: median / 99th percentile / \
         worst.\nSet-up is that of both motions; bodies are made before. Frees by spheres alone are frees too."
    );
    println!(
        "{:34} {:26} {:>5} {:>5} | {:>28} | {:>28}",
        "scene", "program", "hits", "frees", "hits", "frees"
    );
    for scene in scenes(count) {
        let ours = |method: Method, tolerance: f64, set_up: bool, pair: &Pair| {
            time_ours(method, tolerance, set_up, pair)
        };
        let mut row =
            |program: &str, tolerance: f64, timed: &dyn Fn(&Pair) -> Option<(Kept, f64)>| {
                let times: Vec<(Kept, f64)> = scene.pairs.iter().filter_map(timed).collect();
                show(scene.name, program, tolerance, &times, lines);
            };
        for tolerance in [1e-6, 1e-10] {
            row(
                &format!("attached axes {tolerance:.0e}"),
                tolerance,
                &|pair| Some(ours(attached_axes, tolerance, true, pair)),
            );
        }
        row("  without set-up", 1e-6, &|pair| {
            Some(ours(attached_axes, 1e-6, false, pair))
        });
        row("conservative advancement", 1e-6, &|pair| {
            Some(ours(conservative_advancement, 1e-6, true, pair))
        });
        #[cfg(feature = "peers")]
        {
            use crate::peers::Asked;
            row("parry3d-f64 nonlinear", 1e-6, &|pair| {
                let asked = Asked::new(pair)?;
                Some(of_peer(|| asked.nonlinear()))
            });
            row("parry3d-f64 sweep", 1e-6, &|pair| {
                let asked = Asked::new(pair)?;
                asked.sweep()?;
                Some(of_peer(|| asked.sweep().expect("taken before")))
            });
            if scene.translating_only {
                row("parry3d-f64 linear", 1e-6, &|pair| {
                    let asked = Asked::new(pair)?;
                    Some(of_peer(|| asked.linear()))
                });
            }
        }
    }
}

/// What an answer was.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    Hit,
    Free,
    Other,
}

#[cfg(feature = "peers")]
fn of_peer(mut ask: impl FnMut() -> osculate_benches::methods::Claim) -> (Kept, f64) {
    use osculate_benches::methods::Claim;
    let kept = match ask() {
        Claim::Hit(_) => Kept::Hit,
        Claim::Free => Kept::Free,
        Claim::Overlapping | Claim::Undecided => Kept::Other,
    };
    (kept, finest(ask))
}

type Method = fn(Moving<Hull>, Moving<Hull>, Span, &Limits, &mut Workspace) -> Outcome;

fn time_ours(method: Method, tolerance: f64, set_up: bool, pair: &Pair) -> (Kept, f64) {
    let (hull_a, hull_b) = (hull(&pair.a.body), hull(&pair.b.body));
    let mut workspace = Workspace::new();
    let limits = limits(Some(tolerance));
    let mut ask = |a: &ConstantVelocity, b: &ConstantVelocity| {
        let (a, b) = (Moving::new(&hull_a, a), Moving::new(&hull_b, b));
        method(a, b, Span::UNIT, &limits, &mut workspace)
    };
    let motions = || (motion(&pair.a.flight), motion(&pair.b.flight));
    let (motion_a, motion_b) = motions();
    let kept = match ask(&motion_a, &motion_b).verdict {
        Verdict::Contact(_) => Kept::Hit,
        Verdict::Free => Kept::Free,
        _ => Kept::Other,
    };
    let time = if set_up {
        finest(|| {
            let (a, b) = motions();
            ask(&a, &b)
        })
    } else {
        finest(|| ask(&motion_a, &motion_b))
    };
    (kept, time)
}

fn show(
    scene: &str,
    program: &str,
    tolerance: f64,
    times: &[(Kept, f64)],
    lines: &mut Vec<String>,
) {
    if times.is_empty() {
        return;
    }
    let of = |wanted: Kept| -> Vec<f64> {
        let kept = times.iter().filter(|&&(kept, _)| kept == wanted);
        kept.map(|&(_, time)| time).collect()
    };
    let (hits, frees) = (of(Kept::Hit), of(Kept::Free));
    let mut cell = |name: &str, times: &[f64]| {
        let figures = [
            median(times.iter().copied()),
            percentile(times.iter().copied(), 0.99),
            worst(times.iter().copied()),
        ];
        let program = program.trim();
        for (column, figure) in ["median_us", "p99_us", "worst_us"].into_iter().zip(figures) {
            if !figure.is_nan() {
                lines.push(format!(
                    "speed,{scene},{program},{tolerance:e},{name}_{column},{figure:.3}"
                ));
            }
        }
        if times.is_empty() {
            "-".to_owned()
        } else {
            let [middle, most, worst] = figures;
            format!("{middle:.2} / {most:.2} / {worst:.1}")
        }
    };
    let (hit, free) = (cell("hits", &hits), cell("frees", &frees));
    println!(
        "{scene:34} {program:26} {:>5} {:>5} | {hit:>28} | {free:>28}",
        hits.len(),
        frees.len()
    );
}

fn scenes(count: usize) -> Vec<Scene> {
    let scene = |name, kinds: [Kind; 2], spin: f64, translating: bool| Scene {
        name,
        pairs: apart(count, name, |rng| pair(kinds, spin, translating, rng)),
        translating_only: spin == 0.0,
    };
    let boxes = [Kind::Cuboid; 2];
    let sphere = icosphere(1.0, 1280)
        .expect("a valid mesh")
        .vertices()
        .to_vec();
    let mut scenes = vec![
        scene("box/box spin 3", boxes, 3.0, true),
        scene("box/box spin 12", boxes, 12.0, true),
        Scene {
            name: "icosphere 642/box spin 3",
            pairs: apart(count, "icosphere", |rng| {
                let mut pair = pair([Kind::Ball, Kind::Cuboid], 3.0, true, rng);
                let radius = pair.a.body.margin;
                let corners = sphere.iter().map(|&corner| corner * radius).collect();
                pair.a.body = Body::polytope(corners);
                pair
            }),
            translating_only: false,
        },
        Scene {
            name: "box/box spin 3, any way",
            pairs: apart(count, "any way", |rng| {
                let mut pair = pair(boxes, 3.0, true, rng);
                let speed = (pair.a.flight.linear - pair.b.flight.linear).length();
                pair.a.flight.linear = pair.b.flight.linear + rng.direction() * speed;
                pair
            }),
            translating_only: false,
        },
        scene("capsule/capsule spin 3", [Kind::Capsule; 2], 3.0, true),
        scene("polytope/polytope spin 3", [Kind::Polytope; 2], 3.0, true),
        scene(
            "cylinder/box spin 3",
            [Kind::Cylinder, Kind::Cuboid],
            3.0,
            true,
        ),
        scene(
            "ellipsoid/box spin 3",
            [Kind::Ellipsoid, Kind::Cuboid],
            3.0,
            true,
        ),
        scene("box/box translating", boxes, 0.0, true),
        scene(
            "polytope/box translating",
            [Kind::Polytope, Kind::Cuboid],
            0.0,
            true,
        ),
        scene("box/box spin 6, turning only", boxes, 6.0, false),
    ];
    for (name, kinds) in [
        ("box/box grazing", boxes),
        ("polytope/box grazing", [Kind::Polytope, Kind::Cuboid]),
        ("capsule/capsule grazing", [Kind::Capsule; 2]),
        (
            "rounded box/box grazing",
            [Kind::RoundedCuboid, Kind::Cuboid],
        ),
        ("ellipsoid/box grazing", [Kind::Ellipsoid, Kind::Cuboid]),
    ] {
        scenes.push(Scene {
            name,
            pairs: (0..count.div_ceil(10))
                .filter_map(|case| grazing(kinds, case as u64))
                .flatten()
                .collect(),
            translating_only: false,
        });
    }
    scenes
}

/// Pairs that do not overlap at the start.
fn apart(count: usize, name: &str, make: impl Fn(&mut Seeded) -> Pair) -> Vec<Pair> {
    let seed = name
        .bytes()
        .fold(0, |sum: u64, byte| sum * 31 + u64::from(byte));
    let mut pairs = Vec::new();
    let mut case = 0;
    while pairs.len() < count {
        let pair = make(&mut Seeded::of_kind(seed, 0, case));
        case += 1;
        if !matches!(answer(&pair), Verdict::Overlapping { .. }) {
            pairs.push(pair);
        }
    }
    pairs
}

fn answer(pair: &Pair) -> Verdict {
    let (hull_a, hull_b) = (hull(&pair.a.body), hull(&pair.b.body));
    let (a, b) = (motion(&pair.a.flight), motion(&pair.b.flight));
    attached_axes(
        Moving::new(&hull_a, &a),
        Moving::new(&hull_b, &b),
        Span::UNIT,
        &limits(Some(1e-6)),
        &mut Workspace::new(),
    )
    .verdict
}

/// Both sides of the border between hit and free, found by moving a sideways.
fn grazing(kinds: [Kind; 2], case: u64) -> Option<[Pair; 2]> {
    let mut rng = Seeded::of_kind(900, 0, case);
    let mut pair = pair(kinds, [0.5, 3.0, 12.0][(case % 3) as usize], true, &mut rng);
    let aim = pair.b.flight.position - pair.a.flight.position;
    pair.a.flight.linear = pair.b.flight.linear + aim * 2.0;
    let (start, sideways) = (
        pair.a.flight.position,
        aim.cross(rng.direction()).normalize(),
    );
    let at = |s: f64| {
        let mut pair = pair.clone();
        pair.a.flight.position = start + sideways * s;
        pair
    };
    let (mut hit, mut free) = (0.0, 4.0);
    if answer(&at(hit)) == Verdict::Free || answer(&at(free)) != Verdict::Free {
        return None;
    }
    for _ in 0..50 {
        let middle = 0.5 * (hit + free);
        if answer(&at(middle)) == Verdict::Free {
            free = middle;
        } else {
            hit = middle;
        }
    }
    Some([at(hit), at(free)])
}
