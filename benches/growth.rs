//! How time and work grow from a thousand to a million triangles, for the same motions. See README.md beside this file.

use osculate::{
    TriMesh, Workspace,
    mesh::{MeshError, bumpy_club, torus_knot},
};
use osculate_benches::methods::{Answer, Claim, Method};
use osculate_benches::options::Options;
use osculate_benches::scenes::Scene;
use osculate_benches::stopwatch::{REPETITIONS, fastest, mean, median};

type Generator = fn(usize) -> Result<TriMesh, MeshError>;

/// Shapes that can be had at any size, and how far flights start, in diameters.
const SHAPES: [(&str, Generator, f64); 2] = [
    ("torus knot", |triangles| torus_knot(2, 3, triangles), 1.0),
    ("club", bumpy_club, 0.9),
];
const SIZES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

const METHODS: [Method; 4] = [
    Method::BestFirst,
    Method::Hca,
    Method::D2m,
    Method::Capoeira,
];

/// One line of the table: everything that should not grow.
struct Growth {
    mean: f64,
    median: f64,
    volume_pairs: f64,
    triangle_pairs: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::from_command_line("growth");
    let sizes = if options.quick { &SIZES[..3] } else { &SIZES };
    println!(
        "The same {} motions at every size. Times in µs: after a warm-up the fastest of {REPETITIONS} runs a query, on one \
         thread.\nThe aim from a thousand to a million triangles: at most 4 times the time and the pairs of volumes.",
        options.motions
    );
    let mut lines = vec![
        "shape,triangles,method,hits,frees,mean_us,median_us,volume_pairs,triangle_pairs,build_ms,bytes_a_triangle"
            .to_owned(),
    ];
    for (shape, generate, distance) in SHAPES {
        if !options.wants(shape) {
            continue;
        }
        println!(
            "\n{shape}\n  triangles method       hit/free |      mean    median | volumes triangles | build ms bytes"
        );
        let mut first = Vec::new();
        let mut flights = Vec::new();
        for &triangles in sizes {
            let missing = options.motions - flights.len();
            let mut scene = Scene::of_twins(shape, generate(triangles)?, distance, missing);
            scene.flights.append(&mut flights);
            for (index, method) in METHODS.into_iter().enumerate() {
                let cost = method.cost(&scene);
                let (growth, [hits, frees]) = measure(&scene, method, &options);
                println!(
                    "  {triangles:>9} {:<10} {:>10} | {:>9.1} {:>9.1} | {:>7.0} {:>9.1} | {:>8.0} {:>5.0}",
                    method.name(),
                    format!("{hits}/{frees}"),
                    growth.mean,
                    growth.median,
                    growth.volume_pairs,
                    growth.triangle_pairs,
                    cost.build / 1e3,
                    cost.bytes_a_triangle,
                );
                lines.push(format!(
                    "{shape},{triangles},{},{hits},{frees},{:.3},{:.3},{:.3},{:.3},{:.3},{:.3}",
                    method.name(),
                    growth.mean,
                    growth.median,
                    growth.volume_pairs,
                    growth.triangle_pairs,
                    cost.build / 1e3,
                    cost.bytes_a_triangle,
                ));
                if triangles == sizes[0] {
                    first.push(growth);
                } else if triangles == sizes[sizes.len() - 1] {
                    println!(
                        "    {} times as many: {:.2} times the mean, {:.2} the median, {:.2} the volumes, {:.2} the triangles",
                        triangles / sizes[0],
                        growth.mean / first[index].mean,
                        growth.median / first[index].median,
                        growth.volume_pairs / first[index].volume_pairs,
                        growth.triangle_pairs / first[index].triangle_pairs,
                    );
                }
            }
            flights = scene.flights;
        }
    }
    options.write_csv(&lines)?;
    Ok(())
}

fn measure(scene: &Scene, method: Method, options: &Options) -> (Growth, [usize; 2]) {
    let limits = scene.limits(options.tolerance);
    let mut workspace = Workspace::new();
    let answers: Vec<(Answer, f64)> = scene
        .flights
        .iter()
        .map(|flight| fastest(|| method.ask(scene, flight, &limits, &mut workspace).into()))
        .collect();
    let stats = || answers.iter().filter_map(|(answer, _)| answer.stats);
    let growth = Growth {
        mean: mean(answers.iter().map(|&(_, time)| time)),
        median: median(answers.iter().map(|&(_, time)| time)),
        volume_pairs: mean(stats().map(|stats| stats.volume_pairs as f64)),
        triangle_pairs: mean(stats().map(|stats| stats.triangle_pairs as f64)),
    };
    let count = |wanted: fn(&Claim) -> bool| {
        answers
            .iter()
            .filter(|(answer, _)| wanted(&answer.claim))
            .count()
    };
    (
        growth,
        [
            count(|claim| matches!(claim, Claim::Hit(_))),
            count(|claim| matches!(claim, Claim::Free)),
        ],
    )
}
