//! Cables: frames a second of a hoop with its ball, of a wide net and of long cables, and what a segment costs without contact. See
//! README.md beside this file.

use osculate::glam::DVec3;
use osculate::motion::DeformingMesh;
use osculate::query::deforming::{NearPairs, Scope};
use osculate::{HalfSpace, Limits};
use osculate_benches::options::Options;
use osculate_benches::stopwatch::{mean, on_cpu, worst};
use osculate_world::rods::{
    Cable, Contacts, End, Obstacle, RodMaterial, RodReport, RodSettings, Rods,
};
use osculate_world::{CabledWorld, World, scenes};

/// How often a proof is asked for to be timed.
const PROOFS: u32 = 32;
/// A frame, in seconds.
const FRAME: f64 = 1.0 / 60.0;
/// What Jansen reports for a hoop of over 500 edges, in frames a second.
const JANSEN: f64 = 0.25;
const CSV_HEADER: &str = "scene,edges,frames,frames_per_second,worst_frame_ms,substeps_per_frame,rounds_per_frame,contacts,held_back,deepest,certificate_us,search_us,searches_per_substep,amortised_us,step_us_per_edge";

/// What a run came to.
#[derive(Default)]
struct Run {
    name: &'static str,
    edges: usize,
    /// Microseconds of each frame.
    frames: Vec<f64>,
    substeps: u32,
    rounds: u32,
    searches: u32,
    contacts: u32,
    lost: f64,
    time: f64,
    deepest: f64,
    /// Microseconds per edge and part.
    certificate: Vec<f64>,
    /// Of a search for near pairs, which serves several parts.
    search: Vec<f64>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::from_command_line("cables");
    println!(
        "Frames of 1/60 s on one core, in time on that core. Certificate: the exact proof that nothing touches on the way of a part, in µs per \
         edge and part,\nasked again of every 16th part; search: that for the pairs which it asks, in µs per edge, and how many there are a part; amortised: both together, in µs per edge and part.\nStep: all of it, in µs per edge and part. A scene ends after its seconds, or after --patience."
    );
    println!(
        "{:<20}{:>7}{:>8}{:>10}{:>10}{:>10}{:>9}{:>10}{:>11}{:>9}{:>13}{:>9}{:>10}{:>11}{:>8}",
        "scene",
        "edges",
        "frames",
        "frames/s",
        "worst ms",
        "parts/fr",
        "rounds",
        "contacts",
        "held back",
        "deepest",
        "certificate",
        "search",
        "per part",
        "amortised",
        "step"
    );
    let seconds = if options.quick { 0.05 } else { 2.0 };
    let mut lines = vec![CSV_HEADER.to_owned()];
    let mut show = |run: &Run| {
        println!("{}", run.row());
        lines.push(run.csv());
    };
    let named = |name: &'static str, scene: &str| {
        let made = scenes::by_name(scene).expect("it is one of them");
        of_world(name, made.cabled(), [seconds, options.patience])
    };
    for (name, scene) in [
        ("hoop and ball", "hoop-and-ball"),
        ("hoop, 144 edges", "hoop-and-ball?edges=1"),
        ("hoop, 288 edges", "hoop-and-ball?edges=2"),
        ("hoop, 1152 edges", "hoop-and-ball?edges=8"),
        ("wide net", "net?cords=17"),
    ] {
        if options.wants(name) {
            let run = named(name, scene);
            show(&run);
            if name == "hoop and ball" {
                let ratio = 1e6 / mean(run.frames.iter().copied()) / JANSEN;
                println!("  {ratio:.0} times Jansen's {JANSEN} frames a second");
            }
        }
    }
    if options.wants("long cables") {
        show(&of_world(
            "long cables",
            long_cables()?,
            [seconds.min(0.5), options.patience],
        ));
    }
    for (name, edges) in [("swinging, 100", 100), ("swinging, 1000", 1000)] {
        if options.wants(name) {
            show(&swinging(name, edges, seconds)?);
        }
    }
    options.write_csv(&lines)?;
    Ok(())
}

/// Runs a world with cables for so many seconds of its own, or until so many were spent on it.
fn of_world(name: &'static str, mut cabled: CabledWorld, [seconds, patience]: [f64; 2]) -> Run {
    let mut run = Run {
        name,
        edges: cabled.rods().edges(),
        ..Run::default()
    };
    let mut before: Vec<DVec3> = cabled.rods().places().collect();
    let (mut frame, mut spent) = (0.0, 0.0);
    while cabled.world().time() < seconds && spent < 1e6 * patience {
        cabled.keep_parts(cabled.world().steps() % 16 == 15);
        let (report, took) = on_cpu(|| *cabled.step());
        (frame, spent) = (frame + took, spent + took);
        if cabled.world().time() >= FRAME * (run.frames.len() + 1) as f64 - 1e-9 {
            run.frames.push(frame);
            frame = 0.0;
        }
        let rods = report.rods;
        run.add(&rods);
        if let Some(part) = cabled.parts().first() {
            let [search, proof] = certificate(&cabled, &before, &part.ends);
            run.search.push(search / run.edges as f64);
            run.certificate.push(proof / run.edges as f64);
        }
        before.clear();
        before.extend(cabled.rods().places());
    }
    run
}

/// How long the search for near pairs takes, in microseconds, and how long the proof of a part that asks them.
fn certificate(cabled: &CabledWorld, starts: &[DVec3], ends: &[DVec3]) -> [f64; 2] {
    let rods = cabled.rods();
    let count = rods.particles();
    let edges: Vec<[u32; 2]> = rods.edge_particles().collect();
    let cables = DeformingMesh::new(&starts[..count], &ends[..count], &[]);
    let cables = cables
        .and_then(|cables| cables.with_edges(&edges))
        .expect("edges are of points");
    let solid = DeformingMesh::new(&starts[count..], &ends[count..], &rods.obstacle_triangles());
    let mesh = DeformingMesh::join(&[cables, solid.expect("finite")]).expect("few");
    let radius = (0..rods.len()).filter_map(|cable| rods.radius(cable).ok());
    let distance = 0.2 * radius.clone().fold(f64::INFINITY, f64::min);
    // As far as cables look: their thickness, and what things may stray.
    let reach = 2.05 * 2.0 * radius.fold(0.0, f64::max);
    let limits = |length| Limits::default().with_clearance(length).expect("a length");
    let (near_limits, limits) = (limits(reach), limits(distance));
    let mut near = NearPairs::new(Scope::AllButWithin(1));
    near.find(&mesh, &near_limits);
    // Clocks of cores are coarse: many at once.
    let search = on_cpu(|| (0..PROOFS).for_each(|_| near.find(&mesh, &near_limits)));
    let proof = on_cpu(|| {
        let asked = (0..PROOFS).filter_map(|_| near.during(&mesh, [0.0, 1.0], &limits));
        asked.map(|step| step.too_near(None).count()).sum::<usize>()
    });
    [search.1, proof.1].map(|all| all / f64::from(PROOFS))
}

/// Twenty ropes of 500 edges that are let fall side by side, across a bar.
fn long_cables() -> Result<CabledWorld, Box<dyn std::error::Error>> {
    let settings = osculate_world::Settings::default().with_step(1.0 / 240.0);
    let mut world = World::new(settings)?;
    let bar = osculate::Hull::cuboid(DVec3::new(0.05, 0.5, 0.05))?;
    world.insert(osculate_world::Body::fixed(bar))?;
    world.insert(osculate_world::Body::fixed(HalfSpace::new(DVec3::Z, -1.0)?))?;
    let mut cabled = CabledWorld::in_parts(world, None)?;
    for rope in 0..20 {
        let y = 0.02 * f64::from(rope) - 0.2;
        let at = |i: i32| DVec3::new(0.01 * f64::from(i - 250), y, 0.08);
        let points = (0..=500).map(at).collect();
        cabled.add(Cable::new(
            format!("rope {rope}"),
            points,
            RodMaterial::rope(4e-3),
        ))?;
    }
    Ok(cabled)
}

/// A rope that swings and touches nothing; contacts are not looked for.
fn swinging(
    name: &'static str,
    edges: u32,
    seconds: f64,
) -> Result<Run, Box<dyn std::error::Error>> {
    let settings = RodSettings::default()
        .with_step(FRAME, 4)
        .with_contacts(Contacts::Ignored);
    let mut rods = Rods::new(settings)?;
    rods.add_obstacle(Obstacle::half_space(HalfSpace::new(DVec3::Z, -9.0)?))?;
    let points = (0..=edges)
        .map(|i| DVec3::X * f64::from(i) / f64::from(edges))
        .collect();
    rods.add(
        Cable::new("rope", points, RodMaterial::rope(5e-3)).with_ends([End::Pinned, End::Free]),
    )?;
    let mut run = Run {
        name,
        edges: rods.edges(),
        ..Run::default()
    };
    while rods.time() < seconds {
        let (report, took) = on_cpu(|| rods.step());
        run.frames.push(took);
        run.add(&report);
    }
    Ok(run)
}

/// What is said of a run.
struct Figures {
    frames: f64,
    frames_per_second: f64,
    /// Milliseconds.
    slowest: f64,
    parts: f64,
    rounds: f64,
    /// A share of all particles' time.
    held: f64,
    /// Microseconds per edge and part.
    certificate: f64,
    /// Microseconds per edge, each time.
    search: f64,
    searches: f64,
    /// The proof with its share of the searches, in microseconds per edge and part.
    amortised: f64,
    step: f64,
}

impl Run {
    fn add(&mut self, report: &RodReport) {
        self.substeps += report.substeps;
        self.rounds += report.rounds;
        self.searches += report.searches;
        self.contacts = self.contacts.max(report.contacts);
        self.deepest = self.deepest.max(report.deepest);
        self.lost += report.time_lost;
        self.time += report.time;
    }

    fn figures(&self) -> Figures {
        let frames = self.frames.len() as f64;
        let took: f64 = self.frames.iter().sum();
        let parts = f64::from(self.substeps);
        let per_edge = |list: &[f64]| match list.is_empty() {
            true => f64::NAN,
            false => mean(list.iter().copied()),
        };
        let [certificate, search] = [&self.certificate, &self.search].map(|list| per_edge(list));
        let searches = f64::from(self.searches) / parts;
        Figures {
            frames,
            frames_per_second: 1e6 * frames / took,
            slowest: 1e-3 * worst(self.frames.iter().copied()),
            parts: parts / frames,
            rounds: f64::from(self.rounds) / frames,
            held: self.lost / self.time,
            certificate,
            search,
            searches,
            amortised: certificate + searches * search,
            step: took / parts / self.edges as f64,
        }
    }

    fn row(&self) -> String {
        let of = self.figures();
        format!(
            "{:<20}{:>7}{:>8.0}{:>10.1}{:>10.2}{:>10.1}{:>9.1}{:>10}{:>10.3} %{:>7.1} %{:>13.3}{:>9.3}{:>10.2}{:>11.3}{:>8.2}",
            self.name,
            self.edges,
            of.frames,
            of.frames_per_second,
            of.slowest,
            of.parts,
            of.rounds,
            self.contacts,
            100.0 * of.held,
            100.0 * self.deepest,
            of.certificate,
            of.search,
            of.searches,
            of.amortised,
            of.step
        )
    }

    fn csv(&self) -> String {
        let of = self.figures();
        let counts = format!("{},{}", self.name.replace(',', ""), self.edges);
        let speeds = [
            of.frames,
            of.frames_per_second,
            of.slowest,
            of.parts,
            of.rounds,
        ];
        let states = [f64::from(self.contacts), of.held, self.deepest];
        let costs = [
            of.certificate,
            of.search,
            of.searches,
            of.amortised,
            of.step,
        ];
        let numbers = speeds.iter().chain(&states).chain(&costs);
        let numbers: Vec<String> = numbers.map(f64::to_string).collect();
        format!("{counts},{}", numbers.join(","))
    }
}
