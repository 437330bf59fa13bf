//! Rays and bodies swept along lines, against bodies of every kind: what a query costs, hits and frees apart. See
//! README.md beside this file.

use glam::DVec3;
use osculate::{
    HalfSpace, Hull, Limits, MeshBvh, Outcome, Placement, Resting, Shape, Verdict, Workspace,
    mesh::{bumpy_club, icosphere, torus_knot},
    motion::Sweep,
    query::casts::{Ray, convex_cast, ray_cast},
};
use osculate_benches::options::Options;
use osculate_benches::random::Random;
use osculate_benches::stopwatch::{finest, mean, median, percentile};

type Asked<'a> = &'a mut dyn FnMut() -> Outcome;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::from_command_line("casts");
    let count = if options.quick { 10 } else { 1000 };
    println!(
        "{count} queries a row; µs, one thread, the fastest of several batches of runs, set-up included: mean / median / \
         99th percentile"
    );
    println!(
        "{:36} {:>5} {:>5} {:>6} | {:>24} | {:>24}",
        "scene", "hits", "frees", "steps", "hits", "frees"
    );
    let bodies: [(&str, Shape); 9] = [
        ("ball", Hull::ball(1.0)?.into()),
        ("box", Hull::cuboid(DVec3::new(1.0, 0.7, 0.5))?.into()),
        ("capsule", Hull::capsule(0.6, 0.4)?.into()),
        ("cylinder", Hull::cylinder(0.6, 0.8)?.into()),
        ("hull of 642", Hull::of_mesh(&icosphere(1.0, 1280)?)?.into()),
        ("half-space", HalfSpace::new(DVec3::Z, 0.0)?.into()),
        (
            "sphere of 10,000",
            MeshBvh::new(icosphere(1.0, 10_000)?).into(),
        ),
        (
            "knot of 10,000",
            MeshBvh::new(torus_knot(2, 3, 10_000)?).into(),
        ),
        ("club of 100,000", MeshBvh::new(bumpy_club(100_000)?).into()),
    ];
    let cast: Shape = Hull::cuboid(DVec3::new(0.1, 0.06, 0.04))?.into();
    let (limits, rest) = (Limits::default(), Resting::default());
    let mut workspace = Workspace::new();
    for (name, body) in &bodies {
        let radius = body.bounding_ball().1;
        let size = if radius.is_finite() { radius } else { 1.0 };
        // From outside, at a point in or near the body.
        let lines = |seed: u64| {
            let random = &mut Random::new(seed);
            let line = || {
                let origin = 4.0 * size * random.direction();
                let aim = 1.4 * size * random.share() * random.direction();
                (origin, 2.0 * (aim - origin))
            };
            std::iter::repeat_with(line).take(count).collect::<Vec<_>>()
        };
        let mut rows = Row::default();
        for (origin, way) in lines(1) {
            let ray = Ray::new(origin, way, 1e60)?;
            rows.time(&mut || ray_cast(&ray, (body, &rest), &limits, &mut workspace));
        }
        rows.show(&format!("ray, {name}"));
        let mut rows = Row::default();
        let mut turns = Random::new(2);
        for (origin, way) in lines(3) {
            // Making the sweep is part of the question.
            let from = Placement::new(origin, turns.rotation());
            rows.time(&mut || {
                let sweep = Sweep::new(from, way).expect("a sweep");
                let (a, b) = ((&cast, &sweep), (body, &rest));
                convex_cast(a, b, &limits, &mut workspace)
            });
        }
        rows.show(&format!("swept box, {name}"));
    }
    Ok(())
}

/// The times of many queries.
#[derive(Default)]
struct Row {
    hits: Vec<f64>,
    frees: Vec<f64>,
    others: usize,
    steps: u64,
}

impl Row {
    fn time(&mut self, asked: Asked) {
        let outcome = asked();
        let time = finest(asked);
        self.steps += outcome.stats.steps();
        match outcome.verdict {
            Verdict::Contact(_) => self.hits.push(time),
            Verdict::Free => self.frees.push(time),
            Verdict::Overlapping { .. } | Verdict::Undecided { .. } => self.others += 1,
        }
    }

    fn show(&self, name: &str) {
        let (hits, frees) = (self.hits.len(), self.frees.len());
        let steps = self.steps / (hits + frees + self.others) as u64;
        let times = |times: &[f64]| {
            let [mean, median, late] = [
                mean(times.iter().copied()),
                median(times.iter().copied()),
                percentile(times.iter().copied(), 0.99),
            ];
            format!("{mean:6.2} / {median:6.2} / {late:6.2}")
        };
        let [of_hits, of_frees] = [&self.hits, &self.frees].map(|of| times(of));
        println!("{name:36} {hits:5} {frees:5} {steps:6} | {of_hits:>24} | {of_frees:>24}");
        if self.others > 0 {
            println!("    {} overlapping or undecided", self.others);
        }
    }
}
