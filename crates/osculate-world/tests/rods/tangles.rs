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

/// A few loops and lines in each other's way, over a floor, and a ball that flies into them.
fn tangle(seeded: &mut Seeded, mesh: &TriMesh) -> Rods {
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
            rods.hold(number, 0, true).expect("it is there");
            rods.drive(number, 0, drive).expect("it is held");
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

#[test]
fn nothing_passes() {
    let mesh = icosphere(0.25, 80).expect("a sphere");
    let (mut parts, mut linked) = (0, 0);
    let (mut lost, mut time, mut deepest) = (0.0, 0.0, 0.0_f64);
    let (mut held, mut longest, mut waiting) = (0, 0, 0);
    for case in 0..cases(2) {
        let mut seeded = Seeded::of_case(seed(21), case);
        let mut rods = tangle(&mut seeded, &mesh);
        let edges = edges(&rods);
        let first = links(&rods);
        linked += first.iter().filter(|&&link| link != 0).count();
        let mut before = places(&rods, &mesh);
        let placed = before.clone();
        let (mut waited, mut case_lost, mut case_time) = (0, 0.0, 0.0);
        let until = parts + PARTS;
        for step in 0..20 {
            if parts > until {
                break;
            }
            let mut report = RodReport::default();
            let mut left = rods.settings().step;
            while left > 1e-9 * rods.settings().step && parts <= until {
                left -= rods.step_part(left, &mut report);
                let after = places(&rods, &mesh);
                let found = contacts(&before, &after, &edges, &mesh);
                assert_eq!(found, 0, "case {case}, step {step}");
                let low = &after[..after.len() - mesh.vertices().len()];
                assert!(low.iter().all(|p| p.z > -1.5), "case {case}: the floor");
                before = after;
                parts += 1;
            }
            lost += report.time_lost;
            case_lost += report.time_lost;
            case_time += report.time;
            waited = waited.max(report.longest_wait);
            time += report.time;
            held += report.held_substeps;
            longest = longest.max(report.longest_wait);
            deepest = deepest.max(report.deepest);
        }
        assert_eq!(links(&rods), first, "case {case}: links");
        let way = |(now, first): (&DVec3, &DVec3)| (*now - *first).length();
        let moved = before.iter().zip(&placed).map(way).fold(0.0, f64::max);
        assert!(moved > 0.01, "case {case}: moved by {moved}");
        waiting += u64::from(waited > 4);
        println!(
            "case {case}: {:.3} % of the time lost, at most {waited} parts in a row",
            100.0 * case_lost / case_time
        );
    }
    println!(
        "{parts} parts of steps, none passes; {linked} links kept; {:.3} % of the time lost, in {held} parts, at most {longest} in a row; deepest {:.0} %",
        100.0 * lost / time,
        100.0 * deepest
    );
    assert!(linked > 0);
    assert!(lost <= 0.01 * time, "held back");
    // Points that are dragged with any force around others may have to wait, and nothing else.
    assert!(waiting <= cases(2).div_ceil(4), "{waiting} tangles wait");
}
