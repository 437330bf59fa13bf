//! D2M and Capoeira beside C2A, HCA and best-first on the same queries. See README.md beside this file.

use osculate::{Outcome, Workspace};
use osculate_benches::methods::Method;
use osculate_benches::options::Options;
use osculate_benches::scenes::{EPSILON, Scene, rigid};
use osculate_benches::stopwatch::{REPETITIONS, fastest, mean, median, worst};

/// What HCA and C2A are asked for in the papers.
const COARSE: f64 = 1e-3;
/// What D2M is asked for.
const FINE: f64 = 1e-10;

/// The answers of one method on the flights of a scene, and the time each took.
struct Run {
    method: Method,
    tolerance: f64,
    answers: Vec<(Outcome, f64)>,
}

impl Run {
    fn new(scene: &Scene, method: Method, tolerance: f64) -> Run {
        let limits = scene.limits(tolerance);
        let mut workspace = Workspace::new();
        let ask = |flight| fastest(|| method.ask(scene, flight, &limits, &mut workspace));
        Run {
            method,
            tolerance,
            answers: scene.flights.iter().map(ask).collect(),
        }
    }

    fn times(&self) -> impl Iterator<Item = f64> {
        self.answers.iter().map(|&(_, time)| time)
    }

    /// How far apart the bodies may be at contact, in radii, on average.
    fn apart(&self, scene: &Scene) -> f64 {
        let contacts = self
            .answers
            .iter()
            .filter_map(|(outcome, _)| outcome.verdict.contact());
        mean(contacts.map(|contact| contact.separation.upper / scene.radius))
    }

    fn hits(&self) -> usize {
        let contacts = self
            .answers
            .iter()
            .filter(|(outcome, _)| outcome.verdict.contact().is_some());
        contacts.count()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::from_command_line("d2m");
    println!(
        "Times in µs: after a warm-up the fastest of {REPETITIONS} runs a query, on one thread. \"times HCA\" is the mean in means of HCA \
         at {COARSE:e}.\nCapoeira's trees end at {EPSILON} radii; the last row is C2A asked for what Capoeira reached."
    );
    let mut lines = vec![
        "scene,method,tolerance,hits,mean_us,median_us,worst_us,apart_radii,times_hca,build_ms,bytes_a_triangle"
            .to_owned(),
    ];
    for recipe in rigid().iter().filter(|recipe| options.wants(recipe.name)) {
        let Some(scene) = recipe.build(options.motions)? else {
            println!("\n{}: left out, its models are not there", recipe.name);
            continue;
        };
        println!("\n{}: {}", scene.name, scene.models);
        println!(
            "  method       tolerance  hits |      mean    median     worst |   apart times HCA | build ms bytes"
        );
        let hca = Run::new(&scene, Method::Hca, COARSE);
        let capoeira = Run::new(&scene, Method::Capoeira, EPSILON);
        let reached = capoeira.apart(&scene);
        let mut runs = vec![
            Run::new(&scene, Method::D2m, FINE),
            Run::new(&scene, Method::BestFirst, FINE),
            hca,
            Run::new(&scene, Method::C2a, COARSE),
            capoeira,
        ];
        if reached > 0.0 {
            runs.push(Run::new(&scene, Method::C2a, reached));
        }
        let base = mean(runs[2].times());
        for run in &runs {
            let cost = run.method.cost(&scene);
            let (average, middle, most) =
                (mean(run.times()), median(run.times()), worst(run.times()));
            println!(
                "  {:<12} {:>9.0e} {:>5} | {average:>9.1} {middle:>9.1} {most:>9.1} | {:>7.1e} {:>9.2} | {:>8.0} {:>5.0}",
                run.method.name(),
                run.tolerance,
                run.hits(),
                run.apart(&scene),
                average / base,
                cost.build / 1e3,
                cost.bytes_a_triangle,
            );
            lines.push(format!(
                "\"{}\",{},{:e},{},{average:.3},{middle:.3},{most:.3},{:e},{:.3},{:.3},{:.3}",
                scene.name,
                run.method.name(),
                run.tolerance,
                run.hits(),
                run.apart(&scene),
                average / base,
                cost.build / 1e3,
                cost.bytes_a_triangle,
            ));
        }
    }
    options.write_csv(&lines)?;
    Ok(())
}
