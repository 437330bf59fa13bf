//! The first contact of two rigid meshes: the library's methods beside the C2A paper's Table 1, hand-written
//! advancement and, with `--features peers`, parry3d. See README.md beside this file.

use osculate::Workspace;
use osculate_benches::check::{Faults, sample};
use osculate_benches::methods::{Answer, Claim, Method, hand_written_advancement};
use osculate_benches::options::Options;
use osculate_benches::scenes::{Flight, Scene, rigid};
use osculate_benches::stopwatch::{REPETITIONS, fastest, mean, median, once, worst};
use std::time::Instant;

/// A finer tolerance, for best-first only: precision should cost next to nothing.
const FINE: f64 = 1e-10;

/// The answers of one method on the flights of a scene, or on the first of them, and the time each took.
struct Run {
    method: &'static str,
    tolerance: f64,
    answers: Vec<(Answer, f64)>,
    /// What the paper measured for this method, in microseconds.
    paper: Option<f64>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::from_command_line("rigid");
    println!(
        "One body flies from a random placement to another, the other rests. Times in µs: after a warm-up the \
         fastest of {REPETITIONS} runs\na query, on one thread; peers (parry) run once. Hierarchies are built before. A method \
         that takes longer than {} s on a\nscene answers its first motions only; \"times\" is how often the mean of \
         best-first fits into its mean on the same motions.\n\"paper\" is Table 1 of the C2A paper (2008, threshold \
         1e-3): HCA's column for best-first and HCA, C2A's for C2A.",
        options.patience
    );
    let mut lines = vec![CSV_HEADER.to_owned()];
    for recipe in rigid().iter().filter(|recipe| options.wants(recipe.name)) {
        let Some(scene) = recipe.build(options.motions)? else {
            println!("\n{}: left out, its models are not there", recipe.name);
            continue;
        };
        let [a, b] = scene.bodies().map(|body| body.mesh().triangles().len());
        println!(
            "\n{}: {}; {a} and {b} triangles, built in {:.0} ms, {:.0} bytes a triangle",
            scene.name,
            scene.models,
            scene.cost().build / 1e3,
            scene.cost().bytes_a_triangle
        );
        println!("{TABLE_HEADER}");
        let reference = of_library(&scene, Method::BestFirst, options.tolerance, &options);
        let mut show = |run: &Run| {
            println!("{}", row(&scene, run, &reference));
            lines.push(csv(&scene, run, &reference));
        };
        show(&reference);
        show(&of_library(&scene, Method::BestFirst, FINE, &options));
        show(&of_library(
            &scene,
            Method::Hca,
            options.tolerance,
            &options,
        ));
        show(&of_library(
            &scene,
            Method::C2a,
            options.tolerance,
            &options,
        ));
        show(&by_hand(&scene, &options));
        #[cfg(feature = "peers")]
        {
            let parry = osculate_benches::peers::Parry::new(&scene);
            let single = of_peer(&scene, "parry3d f32", &options, |flight| parry.ask(flight));
            show(&single);
            if mean(single.times()) < 0.25e6 * options.patience {
                let parry = osculate_benches::peers::ParryDouble::new(&scene);
                show(&of_peer(&scene, "parry3d f64", &options, |flight| {
                    parry.ask(flight)
                }));
            } else {
                println!(
                    "  parry3d f64  left out: two to five times slower than f32, a query would use up the patience"
                );
            }
        }
        if options.check {
            check(&scene, &reference);
        }
    }
    options.write_csv(&lines)?;
    Ok(())
}

fn of_library(scene: &Scene, method: Method, tolerance: f64, options: &Options) -> Run {
    let limits = scene.limits(tolerance);
    let mut workspace = Workspace::new();
    let answers = answers(scene, options.patience, |flight| {
        fastest(|| method.ask(scene, flight, &limits, &mut workspace).into())
    });
    let paper = scene.paper.map(|paper| match method {
        Method::BestFirst | Method::Hca => 1e3 * paper.hca,
        Method::C2a => 1e3 * paper.c2a,
        Method::D2m | Method::Capoeira => f64::NAN,
    });
    Run {
        method: method.name(),
        tolerance,
        answers,
        paper,
    }
}

fn by_hand(scene: &Scene, options: &Options) -> Run {
    let tolerance = options.tolerance * scene.radius;
    let mut workspace = Workspace::new();
    let answers = answers(scene, options.patience, |flight| {
        fastest(|| {
            Answer::bare(hand_written_advancement(
                scene,
                flight,
                tolerance,
                &mut workspace,
            ))
        })
    });
    Run {
        method: "by hand",
        tolerance: options.tolerance,
        answers,
        paper: None,
    }
}

#[cfg_attr(not(feature = "peers"), expect(dead_code))]
fn of_peer(
    scene: &Scene,
    method: &'static str,
    options: &Options,
    ask: impl Fn(&Flight) -> Claim,
) -> Run {
    let answers = answers(scene, options.patience, |flight| {
        once(|| Answer::bare(ask(flight)))
    });
    Run {
        method,
        tolerance: options.tolerance,
        answers,
        paper: None,
    }
}

/// Asks about one flight after the other until there are no more, or patience is at an end.
fn answers(
    scene: &Scene,
    patience: f64,
    mut ask: impl FnMut(&Flight) -> (Answer, f64),
) -> Vec<(Answer, f64)> {
    let start = Instant::now();
    let mut answers = Vec::new();
    for flight in &scene.flights {
        answers.push(ask(flight));
        if start.elapsed().as_secs_f64() > patience {
            break;
        }
    }
    answers
}

impl Run {
    fn times(&self) -> impl Iterator<Item = f64> {
        self.answers.iter().map(|&(_, time)| time)
    }

    /// The times of the answers that `wanted` picks.
    fn times_of(&self, wanted: fn(&Claim) -> bool) -> impl Iterator<Item = f64> {
        self.answers
            .iter()
            .filter(move |(answer, _)| wanted(&answer.claim))
            .map(|&(_, time)| time)
    }

    fn hits(&self) -> impl Iterator<Item = f64> {
        self.times_of(|claim| matches!(claim, Claim::Hit(_)))
    }

    fn frees(&self) -> impl Iterator<Item = f64> {
        self.times_of(|claim| matches!(claim, Claim::Free))
    }

    fn mean_volume_pairs(&self) -> f64 {
        mean(
            self.answers
                .iter()
                .filter_map(|(answer, _)| Some(answer.stats?.volume_pairs as f64)),
        )
    }

    fn mean_triangle_pairs(&self) -> f64 {
        mean(
            self.answers
                .iter()
                .filter_map(|(answer, _)| Some(answer.stats?.triangle_pairs as f64)),
        )
    }

    /// The share of hits that are proven to be contacts; not a number for programs that prove nothing.
    fn crossing(&self) -> f64 {
        let proving = self
            .answers
            .iter()
            .filter(|(answer, _)| answer.stats.is_some());
        mean(
            proving
                .filter(|(answer, _)| matches!(answer.claim, Claim::Hit(_)))
                .map(|(answer, _)| f64::from(u8::from(answer.crossed_by.is_some()))),
        )
    }

    /// How many times slower than `reference`, on the same motions.
    fn times_slower(&self, reference: &Run) -> f64 {
        mean(self.times()) / mean(reference.times().take(self.answers.len()))
    }

    fn faults(&self, scene: &Scene, reference: &Run) -> Faults {
        let mut faults = Faults::default();
        for ((flight, (answer, _)), (proven, _)) in scene
            .flights
            .iter()
            .zip(&self.answers)
            .zip(&reference.answers)
        {
            faults.judge(scene, flight, self.tolerance, answer, proven);
        }
        faults
    }

    /// Hits, frees, overlaps, undecided.
    fn counts(&self) -> [usize; 4] {
        [
            self.hits().count(),
            self.frees().count(),
            self.times_of(|claim| matches!(claim, Claim::Overlapping))
                .count(),
            self.times_of(|claim| matches!(claim, Claim::Undecided))
                .count(),
        ]
    }
}

const TABLE_HEADER: &str = "  method       tolerance  hit/free/over/? |      mean    median     worst |      hits     frees | \
     volumes triangles cross |  times   paper  faster";

fn row(scene: &Scene, run: &Run, reference: &Run) -> String {
    let [hits, frees, overlapping, undecided] = run.counts();
    let times_slower = run.times_slower(reference);
    let line = format!(
        "  {:<12} {:>9.0e} {:>16} | {} {} {} | {} {} | {:>8} {:>9} {:>5} | {:>6} {:>7} {:>7}",
        run.method,
        run.tolerance,
        format!("{hits}/{frees}/{overlapping}/{undecided}"),
        micros(mean(run.times())),
        micros(median(run.times())),
        micros(worst(run.times())),
        micros(mean(run.hits())),
        micros(mean(run.frees())),
        known(run.mean_volume_pairs(), 0),
        known(run.mean_triangle_pairs(), 1),
        known(100.0 * run.crossing(), 0),
        known(times_slower, usize::from(times_slower < 1e3)),
        known(run.paper.unwrap_or(f64::NAN), 0),
        known(run.paper.unwrap_or(f64::NAN) / mean(run.times()), 1),
    );
    let faults = run.faults(scene, reference).in_words();
    if faults.is_empty() {
        line
    } else {
        format!("{line}\n{:15}{faults}", "")
    }
}

fn micros(value: f64) -> String {
    let digits = match value {
        10_000.0.. => 0,
        10.0.. => 1,
        _ => 2,
    };
    format!("{:>9}", known(value, digits))
}

fn known(value: f64, digits: usize) -> String {
    if value.is_nan() {
        "-".to_owned()
    } else {
        format!("{value:.digits$}")
    }
}

const CSV_HEADER: &str = "scene,models,triangles_a,triangles_b,build_ms,bytes_a_triangle,method,tolerance,hits,frees,\
     overlapping,undecided,mean_us,median_us,worst_us,mean_hits_us,mean_frees_us,volume_pairs,triangle_pairs,\
     crossing_share,times_best_first,paper_us,missed,late,early,apart_radii,lost";

fn csv(scene: &Scene, run: &Run, reference: &Run) -> String {
    let [a, b] = scene.bodies().map(|body| body.mesh().triangles().len());
    let faults = run.faults(scene, reference);
    let blank = |value: f64| {
        if value.is_nan() {
            String::new()
        } else {
            format!("{value:.3}")
        }
    };
    let mut fields = vec![
        format!("\"{}\"", scene.name),
        format!("\"{}\"", scene.models),
        a.to_string(),
        b.to_string(),
        blank(scene.cost().build / 1e3),
        blank(scene.cost().bytes_a_triangle),
        run.method.to_owned(),
        format!("{:e}", run.tolerance),
    ];
    fields.extend(run.counts().map(|count| count.to_string()));
    fields.extend(
        [
            mean(run.times()),
            median(run.times()),
            worst(run.times()),
            mean(run.hits()),
            mean(run.frees()),
            run.mean_volume_pairs(),
            run.mean_triangle_pairs(),
            run.crossing(),
            run.times_slower(reference),
            run.paper.unwrap_or(f64::NAN),
        ]
        .map(blank),
    );
    fields.extend([faults.missed, faults.late, faults.early].map(|count| count.to_string()));
    fields.push(format!("{:e}", faults.apart));
    fields.push(faults.lost.to_string());
    fields.join(",")
}

/// Looks for intersections before the times that best-first gave.
fn check(scene: &Scene, run: &Run) {
    let mut refuted = 0;
    for (index, (flight, (answer, _))) in scene.flights.iter().zip(&run.answers).enumerate() {
        if let Some(time) = sample(scene, flight, answer, 200) {
            refuted += 1;
            println!(
                "  WRONG: motion {index} intersects at {time}, but best-first says {:?}",
                answer.claim
            );
        }
    }
    println!(
        "  checked at 200 instants a motion: {refuted} of {} answers refuted",
        run.answers.len()
    );
}
