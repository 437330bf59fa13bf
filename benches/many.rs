//! How the time of one body against many grows with their number. See README.md beside this file.

use glam::DVec3;
use osculate::query::many::{ManyQuery, ManyVerdict, Obstacles};
use osculate::{
    ConstantVelocity, Hull, Limits, Moving, Placement, Resting, Shape, Span, Verdict, Workspace,
    first_contact_with,
};
use osculate_benches::options::Options;
use osculate_benches::random::Random;
use osculate_benches::stopwatch::{finest, mean, median};
use std::error::Error;

const COUNTS: [usize; 4] = [10, 100, 1_000, 10_000];
/// The side of the room of ten boxes, which grows with the cube root of their number.
const ROOM: f64 = 6.0;
/// How far the body flies, in units of about its size: a frame of a game, a throw, and all through a room of a thousand.
const WAYS: [f64; 3] = [0.1, 3.0, 30.0];

struct Scene {
    shapes: Vec<(Shape, Resting)>,
    obstacles: Obstacles,
    flights: Vec<ConstantVelocity>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::from_command_line("many");
    println!(
        "One box that flies and spins, among boxes at rest at constant density. Times in µs a query, on one thread."
    );
    let mut lines = vec![
        "way,boxes,mean_us,median_us,all_pairs_mean_us,searches,boxes_tested,colliding_percent"
            .to_owned(),
    ];
    let counts = if options.quick { &COUNTS[..2] } else { &COUNTS };
    let die = Shape::from(Hull::cuboid(DVec3::new(0.3, 0.4, 0.5))?);
    for way in WAYS {
        println!(
            "\n{:>6} {:>6} |     mean   median | all pairs    times | searches    boxes | colliding",
            "way", "boxes"
        );
        let mut first = None;
        for &count in counts {
            let scene = scene(count, way, &options)?;
            let row = measure(&die, &scene, &options);
            println!(
                "{way:>6} {count:>6} | {:>8.2} {:>8.2} | {:>9.1} {:>8.1} | {:>8.2} {:>8.1} | {:>7.1} %",
                row.mean,
                row.median,
                row.all_pairs,
                row.all_pairs / row.mean,
                row.searches,
                row.boxes,
                row.colliding
            );
            lines.push(format!(
                "{way},{count},{:.3},{:.3},{:.2},{:.3},{:.1},{:.2}",
                row.mean, row.median, row.all_pairs, row.searches, row.boxes, row.colliding
            ));
            let first: &mut f64 = first.get_or_insert(row.mean);
            if count == counts[counts.len() - 1] {
                println!(
                    "    {} times as many: {:.2} times the mean",
                    count / counts[0],
                    row.mean / *first
                );
            }
        }
    }
    options.write_csv(&lines)?;
    Ok(())
}

/// Means over all flights.
struct Row {
    mean: f64,
    median: f64,
    all_pairs: f64,
    searches: f64,
    boxes: f64,
    colliding: f64,
}

fn scene(count: usize, way: f64, options: &Options) -> Result<Scene, Box<dyn Error>> {
    let mut random = Random::new(2000 + count as u64);
    let side = ROOM * (count as f64 / COUNTS[0] as f64).cbrt();
    let corner = DVec3::splat(0.5 * side);
    let mut placed = Vec::new();
    for _ in 0..count {
        let half = random.point(DVec3::splat(0.2), DVec3::splat(0.6));
        let at = Placement::new(random.point(-corner, corner), random.rotation());
        placed.push((Shape::from(Hull::cuboid(half)?), at));
    }
    let mut flights = Vec::new();
    let wanted = if options.quick {
        20
    } else {
        options.motions.clamp(1, 400)
    };
    let die = Shape::from(Hull::cuboid(DVec3::new(0.3, 0.4, 0.5))?);
    let obstacles = Obstacles::new(placed.clone())?;
    let mut workspace = Workspace::new();
    while flights.len() < wanted {
        let at = Placement::new(random.point(-corner, corner), random.rotation());
        let flight = ConstantVelocity::new(at, way * random.direction(), 2.0 * random.direction())?;
        let body = Moving::new(&die, &flight);
        // Where nothing overlaps at the start.
        let query = ManyQuery::of_one(&body, Span::new(0.0, 0.0)?).among(&obstacles);
        if query.first_contact(&mut workspace).verdict == ManyVerdict::Free {
            flights.push(flight);
        }
    }
    let shapes = placed
        .into_iter()
        .map(|(shape, at)| Ok((shape, Resting::at(at)?)))
        .collect::<Result<_, Box<dyn Error>>>()?;
    Ok(Scene {
        shapes,
        obstacles,
        flights,
    })
}

fn measure(die: &Shape, scene: &Scene, options: &Options) -> Row {
    let mut workspace = Workspace::new();
    let (mut times, mut plain) = (Vec::new(), Vec::new());
    let (mut searches, mut boxes, mut colliding) = (0, 0, 0);
    // All pairs take long enough for a few to do.
    let few = (200_000 / scene.shapes.len()).clamp(5, scene.flights.len());
    for (number, flight) in scene.flights.iter().enumerate() {
        let body = Moving::new(die, flight);
        let query = ManyQuery::of_one(&body, Span::UNIT).among(&scene.obstacles);
        times.push(finest(|| {
            query.first_contact(&mut workspace).stats.searches
        }));
        let outcome = query.first_contact(&mut workspace);
        searches += outcome.stats.searches;
        boxes += outcome.stats.boxes;
        let lower = outcome.verdict.contact().map(|found| found.contact.lower);
        colliding += usize::from(lower.is_some());
        if number < few {
            let all_pairs = |workspace: &mut Workspace| {
                let mut least = f64::INFINITY;
                for (shape, rest) in &scene.shapes {
                    let other = Moving::new(shape, rest);
                    let limits = Limits::default();
                    let answer = first_contact_with(body, other, Span::UNIT, &limits, workspace);
                    if let Verdict::Contact(contact) = answer.verdict {
                        least = least.min(contact.lower);
                    }
                }
                least
            };
            plain.push(finest(|| all_pairs(&mut workspace)));
            if options.check {
                let least = all_pairs(&mut workspace);
                let told = lower.unwrap_or(f64::INFINITY);
                assert!(
                    told == least || (told - least).abs() < 1e-3,
                    "{told} {least}"
                );
            }
        }
    }
    let count = scene.flights.len() as f64;
    Row {
        mean: mean(times.iter().copied()),
        median: median(times.iter().copied()),
        all_pairs: mean(plain),
        searches: searches as f64 / count,
        boxes: boxes as f64 / count,
        colliding: 100.0 * colliding as f64 / count,
    }
}
