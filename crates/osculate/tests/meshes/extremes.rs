//! Extremes that no kind of the agreement test has, before the same judge. `OSCULATE_CASES` sets the number of cases a kind (40).

use crate::agree::agree;
use crate::check::check;
use crate::scenes::{Method, Query};
use glam::DVec3;
use osculate::{Evidence, Verdict};
use osculate_judge::meshes::judge::{Judge, Scene};
use osculate_judge::meshes::motion::MotionSpec;
use osculate_judge::meshes::shapes::*;
use osculate_judge::meshes::{at, body};
use osculate_judge::seeded::{self, Seeded};

fn make(rng: &mut Seeded, kind: u64) -> Scene {
    let (ma, mb) = (any_mesh(rng), any_mesh(rng));
    let d = rng.direction();
    let mut scene = Scene {
        a: body(
            ma,
            at(
                d * 3.0,
                rng.rotation(),
                -d * rng.real(1.0, 4.0),
                rng.direction() * 3.0,
            ),
        ),
        b: body(
            mb,
            at(
                DVec3::ZERO,
                rng.rotation(),
                DVec3::ZERO,
                rng.direction() * 2.0,
            ),
        ),
        span: (0.0, 1.0),
        clearance: 0.0,
        tolerance: None,
    };
    match kind {
        0 => {
            // A clearance much larger than the bodies.
            let c = rng.magnitude(1.0, 5.0);
            scene.clearance = c;
            scene.a.motion = at(
                d * (c + 4.0),
                rng.rotation(),
                -d * rng.real(0.5, 5.0),
                rng.direction() * 3.0,
            );
            scene.tolerance = rng.chance(0.5).then(|| c * rng.magnitude(-15.5, -13.0));
        }
        1 => scene.tolerance = Some(rng.magnitude(0.0, 3.0)),
        2 => far_screws(rng, &mut scene, d),
        3 => offset(rng, &mut scene, d),
        4 => {
            let start = rng.real(-50.0, 50.0);
            let width = rng.magnitude(-12.0, -3.0);
            scene.span = (start, start + width);
            let v = -d * 2.0;
            scene.a.motion = at(
                d * rng.real(0.5, 2.5) - start * v,
                rng.rotation(),
                v,
                rng.direction(),
            );
        }
        5 => scene.a.mesh = scene.a.mesh.scaled(1e-6),
        _ => {
            // A sliver of 1e-9 and its double.
            let mut v = Vec::new();
            for _ in 0..6 {
                let (p, q) = (rng.inside(), rng.inside());
                let w = q + 1e-9 * rng.inside();
                v.extend([p, q, w, p, w, q]);
            }
            scene.a.mesh = unshared(v);
        }
    }
    scene
}

/// Both bodies move about lines that are far away, a from the side of `d`.
fn far_screws(rng: &mut Seeded, scene: &mut Scene, d: DVec3) {
    let far = rng.magnitude(3.0, 6.0);
    let screw =
        |rng: &mut Seeded, p: DVec3, side: DVec3, axis: DVec3, speed: f64| MotionSpec::Screw {
            p: p.to_array(),
            q: rng.rotation().to_array(),
            point: (p + side * far).to_array(),
            axis: axis.to_array(),
            angular: speed / far,
            sliding: rng.real(-0.2, 0.2),
        };
    let side = d.any_orthonormal_vector();
    let speed = rng.real(1.0, 5.0);
    scene.a.motion = screw(rng, d * 3.0, side, side.cross(d), speed);
    let other = rng.direction();
    scene.b.motion = screw(rng, DVec3::ZERO, -side, other, 1.0);
}

/// Bodies far from their own origins.
fn offset(rng: &mut Seeded, scene: &mut Scene, d: DVec3) {
    let off = rng.direction() * rng.magnitude(4.0, 6.0);
    let (qa, qb) = (rng.rotation(), rng.rotation());
    let velocity = -d * rng.real(1.0, 4.0);
    let spin = rng.direction() / off.length();
    let first = at(d * 3.0 - qa * off, qa, velocity, spin);
    scene.a = body(scene.a.mesh.shifted(off), first);
    let spin = rng.direction() / off.length();
    let second = at(qb * off, qb, DVec3::ZERO, spin);
    scene.b = body(scene.b.mesh.shifted(-off), second);
}

#[test]
fn extremes_stand_up_to_the_judge() {
    let seed: u64 = seeded::seed(3);
    let mut wrong = Vec::new();
    let mut counts = [[0_u32; 7]; 7];
    for case in 0..7 * seeded::cases(20) {
        let kind = case % 7;
        let mut rng = Seeded::new(seed.wrapping_mul(0xdead_beef_1234_567b) ^ (case << 20));
        let scene = make(&mut rng, kind);
        let judge = Judge::new(&scene);
        let reference = judge.first_contact(1e-12, 5_000);
        let mut query = Query::new(&scene);
        let outcomes: Vec<_> = Method::ALL.map(|m| (m, query.ask(m))).into();
        for (i, (method, outcome)) in outcomes.iter().enumerate() {
            let slot = match outcome.verdict {
                Verdict::Free => 0,
                Verdict::Contact(c) if c.evidence == Evidence::Crossing => 1,
                Verdict::Contact(_) => 2,
                Verdict::Overlapping { proven, .. } => 3 + usize::from(!proven),
                Verdict::Undecided { .. } => 5,
            };
            counts[kind as usize][slot] += 1;
            match check(&judge, &reference, *method, outcome) {
                Ok(opinion) => counts[kind as usize][6] += u32::from(opinion.doubt),
                Err(message) => wrong.push(format!(
                    "{kind}/{case} {method:?}: {message}\n  {outcome:?}"
                )),
            }
            if slot == 5 && counts[kind as usize][5] <= 2 {
                println!(
                    "undecided {kind}/{case} {method:?} {outcome:?} {:?}",
                    scene.tolerance
                );
            }
            if slot == 2 && reference.hit.is_some() {
                println!(
                    "near, hit {:?}: {kind}/{case} {method:?} {outcome:?} span {:?}",
                    reference.hit, scene.span
                );
            }
            for (other, answer) in &outcomes[..i] {
                if let Err(message) = agree(scene.span, outcome, answer) {
                    wrong.push(format!("{kind}/{case} {method:?} {other:?}: {message}"));
                }
            }
        }
    }
    let names = [
        "clearance",
        "tolerance",
        "far screws",
        "offset",
        "tiny spans",
        "mixed",
        "slivers",
    ];
    for (name, row) in names.iter().zip(counts) {
        println!(
            "{name:12} free {} crossing {} near {} overlapping {} touching {} undecided {} doubts {}",
            row[0], row[1], row[2], row[3], row[4], row[5], row[6]
        );
    }
    for line in wrong.iter().take(12) {
        println!("{line}");
    }
    assert!(wrong.is_empty(), "{} wrong", wrong.len());
}
