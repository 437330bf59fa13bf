//! D2M and Capoeira over trees with leaves of one and of many triangles, in all kinds of scenes and some extremes,
//! before the judge. `OSCULATE_SEED` shifts all of them, `OSCULATE_CASES` sets their number.

use crate::agree::agree;
use crate::check::check;
use crate::scenes::{Method, Query, motion, trimesh};
use glam::DVec3;
use osculate::{
    Evidence, Limits, MeshBvh, Motion, Moving, Outcome, Span, Verdict, Workspace, bvh::CutBall,
    query::meshes::LastContact,
};
use osculate_judge::meshes::judge::{Judge, Scene};
use osculate_judge::meshes::kinds::{self, KINDS};
use osculate_judge::meshes::motion::MotionSpec;
use osculate_judge::meshes::shapes::*;
use osculate_judge::meshes::{Mesh, at, body};
use osculate_judge::seeded::{self, Seeded};

const NAMES: [&str; 8] = [
    "any kind",
    "fast spins",
    "clearances",
    "scales",
    "far away",
    "thin",
    "aligned",
    "nuts",
];

fn flying(rng: &mut Seeded) -> Scene {
    let d = rng.direction();
    let p = d * rng.real(2.0, 4.0) + 0.5 * rng.inside();
    let v = -d * rng.real(0.5, 5.0);
    let (wa, wb) = (rng.inside() * 5.0, rng.inside() * 3.0);
    Scene {
        a: body(any_mesh(rng), at(p, rng.rotation(), v, wa)),
        b: body(
            any_mesh(rng),
            at(DVec3::ZERO, rng.rotation(), DVec3::ZERO, wb),
        ),
        span: (0.0, 1.0),
        clearance: 0.0,
        tolerance: None,
    }
}

fn spin(spec: &mut MotionSpec, by: DVec3) {
    if let MotionSpec::At { w, .. } = spec {
        *w = by.to_array();
    }
}

fn make(rng: &mut Seeded, name: &str) -> Scene {
    let mut scene = flying(rng);
    match name {
        "any kind" => {
            let kind = rng.below(KINDS.len());
            return kinds::scene(kind, rng.bits() >> 40, 77);
        }
        "fast spins" => {
            let axis = rng.direction();
            let speed = rng.magnitude(1.0, 3.5);
            spin(&mut scene.a.motion, axis * speed);
            match rng.whole(0, 3) {
                0 => spin(&mut scene.b.motion, axis * speed),
                1 => spin(&mut scene.b.motion, -axis * speed),
                2 => spin(&mut scene.b.motion, rng.direction() * speed),
                _ => {}
            }
        }
        "clearances" => {
            scene.clearance = rng.magnitude(-12.0, 1.0);
            if let MotionSpec::At { p, .. } = &mut scene.a.motion {
                let at = DVec3::from_array(*p);
                *p = (at + scene.clearance * at.normalize()).to_array();
            }
        }
        "scales" => {
            let scale = rng.magnitude(-50.0, 50.0);
            scene.clearance = if rng.chance(0.5) {
                0.0
            } else {
                rng.magnitude(-6.0, 0.0)
            };
            scene = kinds::rescaled(&scene, scale);
        }
        "far away" => {
            let far = rng.direction() * 1e8;
            for body in [&mut scene.a, &mut scene.b] {
                if let MotionSpec::At { p, .. } = &mut body.motion {
                    *p = (DVec3::from_array(*p) + far).to_array();
                }
            }
        }
        "thin" => {
            scene.a.mesh = if rng.chance(0.5) {
                needles(rng)
            } else {
                degenerate(rng)
            };
            if rng.chance(0.5) {
                scene.b.mesh = needles(rng);
            }
            // All twice.
            let twice = [scene.a.mesh.triangles(), scene.a.mesh.triangles()].concat();
            scene.a.mesh = Mesh::new(scene.a.mesh.vertices().to_vec(), twice);
        }
        "aligned" => aligned(rng, &mut scene),
        _ => bolt(rng, &mut scene),
    }
    if rng.chance(0.2) {
        std::mem::swap(&mut scene.a, &mut scene.b);
    }
    scene
}

/// Edges and faces exactly parallel, positions and velocities on a grid.
fn aligned(rng: &mut Seeded, scene: &mut Scene) {
    let half = |rng: &mut Seeded| {
        DVec3::new(
            rng.dyadic(0.25, 1.0),
            rng.dyadic(0.25, 1.0),
            rng.dyadic(0.25, 1.0),
        )
    };
    let grid = |rng: &mut Seeded, size: f64| {
        DVec3::new(
            rng.dyadic(-size, size),
            rng.dyadic(-size, size),
            rng.dyadic(-size, size),
        )
    };
    scene.a.mesh = cuboid(DVec3::ZERO, half(rng));
    scene.b.mesh = cuboid(DVec3::ZERO, half(rng));
    let p = grid(rng, 1.0) + 2.5 * DVec3::X;
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let v = grid(rng, 0.5) - rng.dyadic(0.0, 4.0) * DVec3::X;
    let turn = axes[rng.whole(0, 2) as usize]
        * if rng.chance(0.5) {
            0.0
        } else {
            rng.dyadic(-4.0, 4.0)
        };
    let one = glam::DQuat::IDENTITY;
    scene.a.motion = at(p, one, v, turn);
    scene.b.motion = at(DVec3::ZERO, one, DVec3::ZERO, DVec3::ZERO);
}

/// A bolt that is screwed through a nut, and hardly fits.
fn bolt(rng: &mut Seeded, scene: &mut Scene) {
    let sides = rng.whole(5, 9);
    let outline: Vec<[f64; 2]> = (0..sides)
        .map(|i| {
            let angle = std::f64::consts::TAU * i as f64 / sides as f64;
            [0.5 * libm::cos(angle), 0.5 * libm::sin(angle)]
        })
        .collect();
    scene.a.mesh = prism(&outline, 3.0);
    let tight = rng.magnitude(-6.0, -0.5);
    let mut vertices = Vec::new();
    for i in 0..sides {
        let angle = std::f64::consts::TAU * i as f64 / sides as f64;
        let inner = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0) * (0.5 + tight);
        vertices.extend([
            inner,
            2.0 * inner + 0.2 * DVec3::Z,
            2.0 * inner - 0.2 * DVec3::Z,
        ]);
    }
    scene.b.mesh = unshared(vertices);
    let q = rng.rotation();
    let p = rng.inside();
    scene.a.motion = MotionSpec::Screw {
        p: p.to_array(),
        q: q.to_array(),
        point: p.to_array(),
        axis: (q * DVec3::Z).to_array(),
        angular: rng.magnitude(0.0, 2.0),
        sliding: rng.real(-1.0, 1.0),
    };
    scene.b.motion = at(
        p,
        q,
        tight * rng.real(0.0, 3.0) * rng.direction(),
        DVec3::ZERO,
    );
}

struct Asked {
    a: MeshBvh<CutBall>,
    b: MeshBvh<CutBall>,
    ma: Box<dyn Motion>,
    mb: Box<dyn Motion>,
    limits: Limits,
}

impl Asked {
    fn ask(&self, method: Method, span: Span, limits: &Limits, last: &mut LastContact) -> Outcome {
        let (a, b) = (
            Moving::new(&self.a, &*self.ma),
            Moving::new(&self.b, &*self.mb),
        );
        let mut workspace = Workspace::new();
        match method {
            Method::Capoeira => {
                osculate::query::meshes::capoeira(a, b, span, limits, &mut workspace)
            }
            _ => osculate::query::meshes::d2m_again(a, b, span, limits, &mut workspace, last),
        }
    }

    /// With a small budget, taken up again until there is an answer; what is wrong, if anything is.
    fn in_bits(&self, method: Method, whole: &Outcome, scene: &Scene) -> Result<(), String> {
        let (mut start, end) = scene.span;
        let mut budget = 1 + whole.stats.steps() / 7;
        let mut last = LastContact::default();
        for _ in 0..300 {
            let limits = self.limits.with_budget(budget);
            let outcome = self.ask(method, Span::new(start, end).unwrap(), &limits, &mut last);
            agree(scene.span, whole, &outcome).or_else(|error| {
                if start == scene.span.0 {
                    Err(error)
                } else {
                    Ok(())
                }
            })?;
            match outcome.verdict {
                Verdict::Undecided { free_until, reason } => {
                    let until = free_until.unwrap_or(start);
                    if !(until >= start && until <= end) {
                        return Err(format!("free until {until} of [{start}, {end}]"));
                    }
                    if let Verdict::Contact(contact) = whole.verdict
                        && contact.evidence == Evidence::Crossing
                        && until >= contact.upper
                    {
                        return Err(format!(
                            "free until {until} in bits, crossing by {}",
                            contact.upper
                        ));
                    }
                    // A span that starts a rounding before the contact cannot be told from one that starts in it.
                    if reason == osculate::Reason::Resolution {
                        return Ok(());
                    }
                    if until == start {
                        budget *= 2;
                    }
                    start = until;
                }
                Verdict::Free => {
                    if let Verdict::Contact(contact) = whole.verdict
                        && contact.evidence == Evidence::Crossing
                    {
                        return Err(format!("free in bits, crossing by {}", contact.upper));
                    }
                    return Ok(());
                }
                Verdict::Contact(contact) => {
                    if let Verdict::Contact(other) = whole.verdict
                        && other.evidence == Evidence::Crossing
                        && contact.lower >= other.upper
                    {
                        return Err(format!("in bits {contact:?}, crossing by {}", other.upper));
                    }
                    return Ok(());
                }
                Verdict::Overlapping { .. } => return Ok(()),
            }
        }
        Ok(())
    }
}

/// The leaves' diameter as a share of the body's radius, and what was answered with them.
type Answers = Vec<(Method, f64, Outcome)>;

/// The answers over leaves of several sizes, whole and in bits; what is wrong with the latter.
fn answers(scene: &Scene, rng: &mut Seeded, name: &str, wrong: &mut Vec<String>) -> Answers {
    let mut outcomes = vec![(
        Method::BestFirst,
        0.0,
        Query::new(scene).ask(Method::BestFirst),
    )];
    let size = |mesh: &Mesh| MeshBvh::spheres(trimesh(mesh), 0.0).bounding_ball().1;
    let (size_a, size_b) = (size(&scene.a.mesh), size(&scene.b.mesh));
    let mut limits = Limits::default().with_clearance(scene.clearance).unwrap();
    if let Some(tolerance) = scene.tolerance {
        limits = limits.with_tolerance(tolerance).unwrap();
    }
    let span = Span::new(scene.span.0, scene.span.1).unwrap();
    for share in [0.0, rng.magnitude(-2.0, 0.0), 3.0] {
        let asked = Asked {
            a: MeshBvh::spheres(trimesh(&scene.a.mesh), share * size_a),
            b: MeshBvh::spheres(trimesh(&scene.b.mesh), share * size_b),
            ma: motion(&scene.a.motion),
            mb: motion(&scene.b.motion),
            limits,
        };
        let mut last = LastContact::default();
        for method in [Method::D2m, Method::Capoeira, Method::D2m] {
            let clock = std::time::Instant::now();
            let outcome = asked.ask(method, span, &limits, &mut last);
            let seconds = clock.elapsed().as_secs_f64();
            if seconds > 1.0 {
                println!("slow {name} {method:?} {share} {seconds:.2} {outcome:?}");
            }
            if outcome.stats.steps() < 200_000
                && let Err(message) = asked.in_bits(method, &outcome, scene)
            {
                wrong.push(format!("{name} {method:?} {share}: {message}"));
            }
            outcomes.push((method, share, outcome));
        }
    }
    outcomes
}

/// How many answers were free, crossing, near, overlapping, touching, undecided and doubtful, and the most steps.
type Counts = [u64; 8];

/// Holds the answers against the judge and against each other.
fn judge(scene: &Scene, outcomes: &Answers, name: &str, counts: &mut Counts) -> Vec<String> {
    let mut wrong = Vec::new();
    let judge = Judge::new(scene);
    // The judge is too slow for these; they have to agree.
    let fast = name.ends_with("fast spins");
    let reference = judge.first_contact(1e-12, if fast { 10 } else { 3_000 });
    for (i, (method, share, outcome)) in outcomes.iter().enumerate() {
        let slot = match outcome.verdict {
            Verdict::Free => 0,
            Verdict::Contact(c) if c.evidence == Evidence::Crossing => 1,
            Verdict::Contact(_) => 2,
            Verdict::Overlapping { proven, .. } => 3 + usize::from(!proven),
            Verdict::Undecided { .. } => 5,
        };
        counts[slot] += 1;
        counts[7] = counts[7].max(outcome.stats.steps());
        let context = format!("{name} {method:?} {share}");
        if slot == 5 {
            println!("undecided {context} {outcome:?}");
        }
        let opinion = if fast {
            Ok(Default::default())
        } else {
            check(&judge, &reference, *method, outcome)
        };
        match opinion {
            Ok(opinion) => counts[6] += u64::from(opinion.doubt),
            Err(message) => wrong.push(format!("{context}: {message}\n  {outcome:?}")),
        }
        for (other, share, answer) in &outcomes[..i] {
            if let Err(message) = agree(scene.span, outcome, answer) {
                wrong.push(format!("{context}, {other:?} {share}: {message}"));
            }
        }
    }
    wrong
}

#[test]
fn trees_of_spheres_stand_up_to_the_judge() {
    let seed = seeded::seed(1);
    let rounds = match seeded::setting("OSCULATE_CASE") {
        Some(only) => only..only + 1,
        None => 0..seeded::cases(16),
    };
    let mut wrong = Vec::new();
    let mut counts = [Counts::default(); NAMES.len()];
    for round in rounds {
        let kind = (round % NAMES.len() as u64) as usize;
        let mut rng = Seeded::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ (round << 24));
        let scene = make(&mut rng, NAMES[kind]);
        let name = format!("{round} {}", NAMES[kind]);
        let outcomes = answers(&scene, &mut rng, &name, &mut wrong);
        wrong.extend(judge(&scene, &outcomes, &name, &mut counts[kind]));
    }
    for (name, row) in NAMES.iter().zip(counts) {
        println!(
            "{name:12} free {} crossing {} near {} overlapping {} touching {} undecided {} doubts {} steps {}",
            row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7]
        );
    }
    for line in wrong.iter().take(20) {
        println!("{line}");
    }
    assert!(wrong.is_empty(), "{} wrong", wrong.len());
}
