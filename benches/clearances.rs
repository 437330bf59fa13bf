//! What a clearance costs: pairs on straight lines, and steps of deforming meshes. See README.md beside this file.

use glam::DVec3;
use osculate::{
    Limits,
    motion::{DeformingMesh, LinearPath},
    query::{
        deforming::{Compared, DeformingStats, DeformingWorkspace, free_fractions, free_step_with},
        points::{LinearPair, PairKind, Within},
    },
};
use osculate_benches::cloth::cloth_over_ball;
use osculate_benches::options::Options;
use osculate_benches::point_sets::{KINDS, short, simulation};
use osculate_benches::stopwatch::{fastest, once};
use std::hint::black_box;

/// Queries timed together, and how often; the least time counts.
const BLOCK: usize = 1000;
const ROUNDS: usize = 3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::from_command_line("clearances");
    let mut lines = vec!["set,size,clearance,question,time_ns_or_ms,answers".to_owned()];
    if options.wants("pairs") {
        println!(
            "ns a pair: blocks of {BLOCK}, least of {ROUNDS}. Near: swept boxes overlap. Cells have about length 1."
        );
        let count = if options.quick { 2_000 } else { 50_000 };
        for kind in KINDS {
            pairs(kind, count, &mut lines)?;
        }
    }
    let sizes: &[usize] = if options.quick {
        &[1_000]
    } else {
        &[5_000, 50_000]
    };
    for &faces in sizes.iter().filter(|_| options.wants("cloth over ball")) {
        println!(
            "\ncloth over ball, ms with a kept workspace: the fastest of some runs after a warm-up"
        );
        steps("cloth over ball", &cloth_over_ball(faces)?, &mut lines)?;
    }
    for &edges in sizes.iter().filter(|_| options.wants("cables")) {
        println!("\ncables, ms with a kept workspace: the fastest of some runs after a warm-up");
        steps("cables", &cables(edges)?, &mut lines)?;
    }
    options.write_csv(&lines)?;
    Ok(())
}

fn pairs(
    kind: PairKind,
    count: usize,
    lines: &mut Vec<String>,
) -> Result<(), Box<dyn std::error::Error>> {
    let near = simulation(kind, count);
    let far: Vec<LinearPair> = near.iter().map(shifted).collect();
    for (name, pairs) in [("near", &near), ("far", &far)] {
        let decide = least(pairs, LinearPair::decide);
        for clearance in [0.0, 0.001, 0.01, 0.1] {
            let limits = Limits::default().with_clearance(clearance)?;
            let within = least(pairs, |pair| pair.first_within(&limits));
            let free = pairs
                .iter()
                .filter(|pair| pair.first_within(&limits) == Within::Free)
                .count();
            let kind = short(kind);
            println!(
                "{kind} {name:4} clearance {clearance:<5} | first_within {within:>7.1} decide {decide:>5.1} | free {free}"
            );
            lines.push(format!(
                "{name} {kind},{count},{clearance},first_within,{within:.1},{free}"
            ));
        }
    }
    Ok(())
}

/// The same pair with its first feature far off.
fn shifted(pair: &LinearPair) -> LinearPair {
    let by = DVec3::new(3.0, 4.0, 5.0);
    let far = |path: &LinearPath| {
        LinearPath::new(path.start() + by, path.end() + by).expect("finite coordinates")
    };
    let p = pair.points();
    match pair.kind() {
        PairKind::VertexFace => LinearPair::vertex_face(far(&p[0]), [p[1], p[2], p[3]]),
        _ => LinearPair::edge_edge([far(&p[0]), far(&p[1])], [p[2], p[3]]),
    }
}

/// The least time a pair, in ns.
fn least<T>(pairs: &[LinearPair], ask: impl Fn(&LinearPair) -> T) -> f64 {
    let mut sum = 0.0;
    for block in pairs.chunks(BLOCK) {
        let run = || {
            for pair in block {
                black_box(ask(black_box(pair)));
            }
        };
        let times = (0..ROUNDS).map(|_| 1e3 * once(run).1);
        sum += times.fold(f64::INFINITY, f64::min);
    }
    sum / pairs.len() as f64
}

fn steps(
    scene: &str,
    mesh: &DeformingMesh,
    lines: &mut Vec<String>,
) -> Result<(), Box<dyn std::error::Error>> {
    let workspace = &mut DeformingWorkspace::new();
    let edges = mesh.edges().len();
    for clearance in [0.0, 0.001, 0.01] {
        let limits = Limits::default().with_clearance(clearance)?;
        let mut show = |question: &str, time: f64, answer: f64, stats: DeformingStats| {
            let ms = time / 1e3;
            let (boxes, compared) = (stats.box_pairs, stats.candidates);
            println!(
                "{edges:>7} edges, clearance {clearance:<5} {question:<9} | {ms:>8.3} ms, {:>6.0} ns an edge | boxes {boxes} compared {compared} | {answer:.6}",
                1e3 * time / edges as f64
            );
            lines.push(format!(
                "{scene},{edges},{clearance},{question},{ms:.3},{answer}"
            ));
        };
        let (step, time) =
            fastest(|| free_step_with(mesh, &Compared::default(), &limits, workspace));
        show("step", time, step.lower, step.stats);
        let ((mean, stats), time) = fastest(|| {
            let found = free_fractions(mesh, &Compared::default(), &limits, workspace);
            let sum: f64 = found.fractions.iter().sum();
            (sum / found.fractions.len() as f64, found.stats)
        });
        show("fractions", time, mean, stats);
    }
    Ok(())
}

/// Cables of 100 edges each that hang in rows and swing, every second one into its neighbour.
fn cables(edges: usize) -> Result<DeformingMesh, Box<dyn std::error::Error>> {
    const LENGTH: usize = 100;
    let (mut start, mut end, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
    for cable in 0..edges / LENGTH {
        for knot in 0..=LENGTH {
            let down = knot as f64 / LENGTH as f64;
            let swing = if cable % 2 == 0 { 0.12 * down } else { 0.0 };
            let wave = 0.02 * (7.0 * down + cable as f64).sin();
            let at = DVec3::new(0.1 * cable as f64 + wave, wave, -down);
            if knot > 0 {
                pairs.push([start.len() as u32 - 1, start.len() as u32]);
            }
            start.push(at);
            end.push(at + swing * DVec3::X);
        }
    }
    Ok(DeformingMesh::new(&start, &end, &[])?.with_edges(&pairs)?)
}
