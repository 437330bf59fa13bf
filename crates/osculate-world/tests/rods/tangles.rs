//! Nothing passes through anything: every part of every step of random tangles, checked over everything.

use osculate::glam::{DQuat, DVec3};
use osculate::mesh::icosphere;
use osculate::motion::DeformingMesh;
use osculate::query::deforming::{Scope, deforming_contacts};
use osculate::{HalfSpace, Placement, TriMesh};
use osculate_judge::links::linking_number;
use osculate_judge::seeded::{Seeded, cases, seed};
use osculate_world::rods::{Cable, Obstacle, RodMaterial, RodReport, RodSettings, Rods};

/// Where everything is: cables, and the vertices of a mesh at a placement.
fn places(rods: &Rods, mesh: &TriMesh) -> Vec<DVec3> {
    let mut all = Vec::new();
    for cable in 0..rods.len() {
        all.extend(rods.positions(cable).expect("it is there"));
    }
    let placement = rods.placement(0).expect("it is there");
    let vertices = mesh.vertices().iter();
    all.extend(vertices.map(|&v| placement.rotation * v + placement.position));
    all
}

/// The edges of all cables.
fn edges(rods: &Rods) -> Vec<[u32; 2]> {
    let mut all = Vec::new();
    let mut first = 0;
    for cable in 0..rods.len() {
        let count = rods.positions(cable).expect("it is there").len() as u32;
        all.extend((1..count).map(|i| [first + i - 1, first + i]));
        if rods.is_closed(cable).expect("it is there") {
            all.push([first + count - 1, first]);
        }
        first += count;
    }
    all
}

/// How many features touch on the way of a part.
fn contacts(before: &[DVec3], after: &[DVec3], edges: &[[u32; 2]], mesh: &TriMesh) -> usize {
    let points = before.len() - mesh.vertices().len();
    let cables = DeformingMesh::new(&before[..points], &after[..points], &[]).expect("finite");
    let cables = cables.with_edges(edges).expect("edges are of points");
    let solid = DeformingMesh::new(&before[points..], &after[points..], mesh.triangles());
    let both = DeformingMesh::join(&[cables, solid.expect("finite")]).expect("few");
    deforming_contacts(&both, Scope::AllButWithin(1)).count()
}

/// How often two loops are linked, exactly.
pub fn linking(a: &[DVec3], b: &[DVec3]) -> i64 {
    let [a, b] = [a, b].map(|points| points.iter().map(DVec3::to_array).collect::<Vec<_>>());
    linking_number(&a, &b)
}

/// What points are pulled along with.
#[derive(Clone, Copy, PartialEq)]
enum Force {
    /// What stretches their cable by one part in a hundred.
    Some,
    /// Whatever it takes: cables are stretched to many times their length around others, and have to wait for each other.
    Any,
}

/// A few loops and lines in each other's way, over a floor, and a ball that flies into them.
fn tangle(seeded: &mut Seeded, mesh: &TriMesh, force: Force) -> Rods {
    let step = 1.0 / 60.0;
    let settings = RodSettings::default().with_step(step, 2);
    let mut rods = Rods::new(settings).expect("settings are valid");
    let floor = HalfSpace::new(DVec3::Z, -1.5).expect("z has a length");
    rods.add_obstacle(Obstacle::half_space(floor))
        .expect("nothing is there");
    let speed = seeded.magnitude(0.0, 2.477); // Up to 300 m/s.
    let from = -2.0 * DVec3::X;
    let ball = Obstacle::mesh(mesh.clone()).at(Placement::new(from, DQuat::IDENTITY));
    let ball = ball.with_velocity(speed * DVec3::X, seeded.vector(3.0));
    rods.add_obstacle(ball).expect("nothing is there");
    let mut tries = 0;
    while rods.len() < 5 && tries < 100 {
        tries += 1;
        let radius = seeded.real(0.004, 0.012);
        let material = seeded.one_of(&[
            RodMaterial::rope(radius),
            RodMaterial::rubber(radius),
            RodMaterial::thread(radius),
        ]);
        let (centre, turn) = (seeded.vector(0.3), seeded.rotation());
        let [size, wave] = [seeded.real(0.3, 0.7), seeded.real(0.0, 0.2)];
        let count = 12 + seeded.below(20);
        let is_loop = seeded.chance(0.7);
        let at = |i: usize| {
            let angle = std::f64::consts::TAU * i as f64 / count as f64;
            let (sine, cosine) = libm::sincos(angle);
            let height = wave * libm::sin(3.0 * angle);
            let local = match is_loop {
                true => DVec3::new(size * cosine, size * sine, height),
                false => DVec3::new(size * (angle - 3.0) / 2.0, wave * sine, height),
            };
            centre + turn * local
        };
        let cable = Cable::new("cable", (0..count).map(at).collect(), material);
        let cable = cable.with_velocity(seeded.magnitude(-1.0, 1.5) * seeded.direction());
        let cable = if is_loop { cable.closed() } else { cable };
        let added = rods.add(cable);
        if let Ok(number) = added
            && seeded.chance(0.3)
        {
            // Whipped: up to 1,000 lengths a second.
            let drive = size * seeded.magnitude(0.0, 3.0) * seeded.direction();
            // Not into the floor, where it would have to wait for ever.
            let drive = DVec3::new(drive.x, drive.y, drive.z.abs());
            match force {
                Force::Any => {
                    rods.hold(number, 0, true).expect("it is there");
                    rods.drive(number, 0, drive).expect("it is held");
                }
                Force::Some => {
                    let most = 0.01 * material.stretch;
                    rods.pull(number, 0, drive, most).expect("it is there");
                }
            }
        }
    }
    rods
}

/// All linking numbers of loops.
fn links(rods: &Rods) -> Vec<i64> {
    let loops = (0..rods.len()).filter(|&cable| rods.is_closed(cable) == Ok(true));
    let loops: Vec<Vec<DVec3>> = loops.map(|c| rods.positions(c).expect("there")).collect();
    let mut found = Vec::new();
    for i in 0..loops.len() {
        for j in 0..i {
            found.push(linking(&loops[i], &loops[j]));
        }
    }
    found
}

/// What is whipped takes many parts a step: so many are enough.
const PARTS: u32 = 200;
/// In one of so many tangles points are pulled with any force.
const ANY_FORCE: u64 = 8;

/// How far tangles were held back.
#[derive(Default)]
struct Held {
    tangles: u64,
    parts: u32,
    /// Parts in which something was held back.
    held: u32,
    lost: f64,
    time: f64,
    longest: u32,
    deepest: f64,
    /// Tangles that lost more than one part in a hundred, and in which something waited for more than four parts in a row.
    slow: u64,
    waiting: u64,
}

impl Held {
    fn add(&mut self, whole: &RodReport) {
        self.tangles += 1;
        self.parts += whole.substeps;
        self.held += whole.held_substeps;
        self.lost += whole.time_lost;
        self.time += whole.time;
        self.longest = self.longest.max(whole.longest_wait);
        self.deepest = self.deepest.max(whole.deepest);
        self.slow += u64::from(whole.time_lost > 0.01 * whole.time);
        self.waiting += u64::from(whole.longest_wait > 4);
    }

    fn print(&self, what: &str) {
        println!(
            "{what}: {} tangles, {} parts, held back in {} of them; {:.4} % of the time lost; {} lose more than 1 %, {} wait for more than 4 parts, at most {} in a row; deepest {:.0} %",
            self.tangles,
            self.parts,
            self.held,
            100.0 * self.lost / self.time,
            self.slow,
            self.waiting,
            self.longest,
            100.0 * self.deepest
        );
    }
}

#[test]
fn nothing_passes() {
    let mesh = icosphere(0.25, 80).expect("a sphere");
    let mut linked = 0;
    let [mut by_some, mut by_any] = [Held::default(), Held::default()];
    for case in 0..cases(2) {
        let mut seeded = Seeded::of_case(seed(21), case);
        let force = match case % ANY_FORCE {
            1 => Force::Any,
            _ => Force::Some,
        };
        let mut rods = tangle(&mut seeded, &mesh, force);
        let edges = edges(&rods);
        let first = links(&rods);
        linked += first.iter().filter(|&&link| link != 0).count();
        let mut before = places(&rods, &mesh);
        let placed = before.clone();
        let mut whole = RodReport::default();
        for step in 0..20 {
            let mut report = RodReport::default();
            let mut left = rods.settings().step;
            while left > 1e-9 * rods.settings().step && whole.substeps + report.substeps <= PARTS {
                left -= rods.step_part(left, &mut report);
                let after = places(&rods, &mesh);
                let found = contacts(&before, &after, &edges, &mesh);
                assert_eq!(found, 0, "case {case}, step {step}");
                let low = &after[..after.len() - mesh.vertices().len()];
                assert!(low.iter().all(|p| p.z > -1.5), "case {case}: the floor");
                before = after;
            }
            whole.substeps += report.substeps;
            whole.held_substeps += report.held_substeps;
            whole.time_lost += report.time_lost;
            whole.time += report.time;
            whole.longest_wait = whole.longest_wait.max(report.longest_wait);
            whole.deepest = whole.deepest.max(report.deepest);
        }
        assert_eq!(links(&rods), first, "case {case}: links");
        let way = |(now, first): (&DVec3, &DVec3)| (*now - *first).length();
        let moved = before.iter().zip(&placed).map(way).fold(0.0, f64::max);
        assert!(moved > 0.01, "case {case}: moved by {moved}");
        if whole.time_lost > 0.0 {
            let share = 100.0 * whole.time_lost / whole.time;
            let (held, wait) = (whole.held_substeps, whole.longest_wait);
            println!(
                "case {case}: {share:.3} % of the time lost, in {held} parts, at most {wait} in a row"
            );
        }
        match force {
            Force::Some => by_some.add(&whole),
            Force::Any => by_any.add(&whole),
        }
    }
    println!("none passes; {linked} links kept");
    by_some.print("pulled with a force");
    by_any.print("pulled with any force");
    assert!(linked > 0);
    for held in [&by_some, &by_any] {
        assert!(held.lost <= 0.01 * held.time, "held back");
    }
    // Not safe by standing still.
    assert!(
        f64::from(by_some.held) <= 0.01 * f64::from(by_some.parts),
        "held parts"
    );
    assert!(by_some.waiting <= cases(2).div_ceil(100), "tangles wait");
}
