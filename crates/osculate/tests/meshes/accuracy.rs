//! How close a contact is: within the tolerance, down to what `f64` can resolve, and honestly undecided below.

use crate::check::check;
use crate::scenes::{Method, Query};
use glam::DVec3;
use osculate::{Evidence, Reason, Verdict};
use osculate_judge::meshes::Mesh;
use osculate_judge::meshes::judge::{Gap, Judge, Scene};
use osculate_judge::meshes::kinds::{self, KINDS};
use osculate_judge::meshes::motion::MotionSpec;
use osculate_judge::seeded;

/// The finest tolerance that must be met: 2⁻⁴⁶ of the largest vertex radius plus the largest relative displacement.
fn finest(scene: &Scene) -> f64 {
    let radius = |mesh: &Mesh| {
        mesh.vertices()
            .iter()
            .map(|v| v.length())
            .fold(0.0, f64::max)
    };
    let origin = |motion: &MotionSpec, t: f64| match *motion {
        MotionSpec::At { p, v, .. } => DVec3::from_array(p) + t * DVec3::from_array(v),
        _ => unreachable!("these kinds have velocities"),
    };
    let apart = |t: f64| (origin(&scene.a.motion, t) - origin(&scene.b.motion, t)).length();
    let displacement = apart(scene.span.0).max(apart(scene.span.1));
    (radius(&scene.a.mesh).max(radius(&scene.b.mesh)) + displacement)
        * f64::from_bits((1023 - 46) << 52)
}

/// Scenes of flying bodies of about unit size in which the surfaces certainly cross, some far from the origin.
fn crossing_scenes(count: usize, seed: u64) -> Vec<(String, Scene)> {
    let mut found = Vec::new();
    for case in 0.. {
        if found.len() >= count {
            return found;
        }
        for name in [
            "one body moving",
            "both moving",
            "no rotation",
            "spins up to 12 rad",
            "1e6 from the origin",
        ] {
            let kind = KINDS.iter().position(|kind| kind.name == name).unwrap();
            let scene = kinds::scene(kind, case, seed);
            let judge = Judge::new(&scene);
            let known = judge.first_contact(1e-6, 20_000);
            let contact = known.hit.zip(known.free_until);
            if contact.is_some_and(|(hit, free)| {
                hit - free < 1e-4 && judge.gap(hit) == Gap::Closed { stable: true }
            }) {
                found.push((
                    format!("{name} (seed {seed}, kind {kind}, case {case})"),
                    scene,
                ));
            }
        }
    }
    found
}

/// At each tolerance: contacts within it, all of them right, and next to all of them crossings. `OSCULATE_CASES` sets the number of
/// scenes (10).
#[test]
fn separation_at_contact_is_within_the_tolerance() {
    let scenes = crossing_scenes(seeded::cases(10) as usize, 21);
    println!("tolerance   contacts  crossing  largest gap / tolerance");
    // The last one is the finest that must be met.
    let tolerances = [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9].map(Some);
    for tolerance in tolerances.into_iter().chain([None]) {
        let (mut contacts, mut crossings, mut transversal, mut largest) = (0, 0, 0, 0.0_f64);
        for (name, scene) in &scenes {
            let bound = finest(scene);
            let asked = tolerance.unwrap_or(bound);
            if asked < bound {
                continue;
            }
            let scene = Scene {
                tolerance: Some(asked),
                ..scene.clone()
            };
            let judge = Judge::new(&scene);
            let known = judge.first_contact(1e-12, 20_000);
            let mut query = Query::new(&scene);
            for method in Method::TO_TOLERANCE {
                let outcome = query.ask(method);
                let Verdict::Contact(contact) = outcome.verdict else {
                    panic!("{name}, {method:?}, tolerance {asked:e}, no contact: {outcome:?}");
                };
                let opinion = check(&judge, &known, method, &outcome).unwrap_or_else(|wrong| {
                    panic!("{name}, {method:?}, tolerance {asked:e}: {wrong}\n{outcome:?}")
                });
                contacts += 1;
                let crosses = contact.evidence == Evidence::Crossing;
                crossings += u32::from(crosses);
                if opinion.transversal {
                    transversal += 1;
                    assert!(
                        crosses || tolerance.is_none(),
                        "{name}, {method:?}, {asked:e}: no crossing\n{outcome:?}"
                    );
                }
                let gap = judge.length(judge.separation(contact.lower).0.upper);
                assert!(
                    gap <= asked,
                    "{name}, {method:?}: a gap of {gap:e} for a tolerance of {asked:e}"
                );
                largest = largest.max(gap / asked);
            }
        }
        let label = tolerance.map_or("2^-46".to_string(), |t| format!("{t:e}"));
        println!(
            "{label:10} {contacts:>9} {crossings:>9} {largest:>10.3}  ({transversal} transversal)"
        );
        assert!(contacts > 0);
    }
}

/// Nothing in `f64` tells such gaps from zero: the answer says so, and how far it got.
#[test]
fn below_the_resolution_nothing_is_claimed() {
    for (name, scene) in crossing_scenes(30, 22) {
        // A trillionth of a millionth of the lengths involved.
        let asked = finest(&scene) * (1_u64 << 46) as f64 * 1e-18;
        let scene = Scene {
            tolerance: Some(asked),
            ..scene
        };
        let judge = Judge::new(&scene);
        let known = judge.first_contact(1e-12, 20_000);
        let mut query = Query::new(&scene);
        for method in Method::TO_TOLERANCE {
            let outcome = query.ask(method);
            let Verdict::Undecided {
                free_until: Some(_),
                reason: Reason::Resolution,
            } = outcome.verdict
            else {
                panic!("{name}, {method:?}: {outcome:?}");
            };
            if let Err(message) = check(&judge, &known, method, &outcome) {
                panic!("{name}, {method:?}: {message}\n{outcome:?}");
            }
        }
    }
}

/// A tolerance below the resolution costs nothing where nothing comes close.
#[test]
fn below_the_resolution_the_free_stay_free() {
    for case in 0..40 {
        let mut scene = kinds::scene(1, case, 23);
        scene.tolerance = Some(1e-30);
        let judge = Judge::new(&scene);
        if !judge.first_contact(1e-3, 2_000).free {
            continue;
        }
        let mut query = Query::new(&scene);
        for method in Method::TO_TOLERANCE {
            let outcome = query.ask(method);
            assert_eq!(
                outcome.verdict,
                Verdict::Free,
                "case {case}, {method:?}: {outcome:?}"
            );
        }
    }
}
