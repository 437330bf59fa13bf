//! What holds for every answer, whatever the query: nothing meets before `lower`, and neither the frame of the world
//! nor the order of the bodies matters. `OSCULATE_CASES` sets the number of cases a kind (5).

use crate::agree::agree;
use crate::check::check;
use crate::scenes::{Method, Query};
use glam::{DQuat, DVec3};
use osculate::{Outcome, Verdict};
use osculate_judge::meshes::fixed::Fixed;
use osculate_judge::meshes::judge::{Body, Gap, Judge, Scene};
use osculate_judge::meshes::kinds::{self, KINDS};
use osculate_judge::meshes::motion::MotionSpec;
use osculate_judge::seeded::{self, Seeded};

/// Calls `test` with the scenes of all kinds but the adversarial ones.
fn for_scenes(seed: u64, test: impl Fn(&Scene, &mut Seeded, &str) + Sync) {
    let count = seeded::cases(3);
    let run = |half: usize| {
        for kind in (0..KINDS.len()).filter(|&kind| kind % 2 == half && !KINDS[kind].adversarial) {
            for case in 0..count {
                let scene = kinds::scene(kind, case, seed);
                let mut rng = Seeded::new(case ^ (kind as u64) << 32);
                test(
                    &scene,
                    &mut rng,
                    &format!(
                        "{} (seed {seed}, kind {kind}, case {case})",
                        KINDS[kind].name
                    ),
                );
            }
        }
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| run(1));
        run(0);
        if let Err(panic) = other.join() {
            std::panic::resume_unwind(panic);
        }
    });
}

/// Up to where the answer says that the bodies are apart.
fn free_until(scene: &Scene, outcome: &Outcome) -> Option<f64> {
    match outcome.verdict {
        Verdict::Free => Some(scene.span.1),
        Verdict::Contact(contact) => Some(contact.lower),
        Verdict::Overlapping { .. } => None,
        Verdict::Undecided { free_until, .. } => free_until,
    }
}

#[test]
fn nothing_meets_before_lower() {
    for_scenes(11, |scene, rng, name| {
        let judge = Judge::new(scene);
        let mut query = Query::new(scene);
        for method in Method::ALL {
            let outcome = query.ask(method);
            let Some(until) = free_until(scene, &outcome) else {
                continue;
            };
            // Anywhere, and close to the end.
            for i in 0..6 {
                let share = if i % 2 == 0 {
                    rng.real(0.0, 1.0)
                } else {
                    1.0 - rng.magnitude(-12.0, 0.0)
                };
                let t = (scene.span.0 + share * (until - scene.span.0)).clamp(scene.span.0, until);
                assert_eq!(
                    judge.gap(t),
                    Gap::Positive,
                    "{name}, {method:?}: at {t:?} of {outcome:?}"
                );
            }
        }
    });
}

/// The scene, with the world turned by `q` and moved by `by`. Rounding makes this another scene, close by.
fn moved(scene: &Scene, q: DQuat, by: DVec3) -> Scene {
    let point = |x: [f64; 3]| (q * DVec3::from_array(x) + by).to_array();
    let vector = |x: [f64; 3]| (q * DVec3::from_array(x)).to_array();
    let turn = |r: [f64; 4]| (q * DQuat::from_array(r)).normalize().to_array();
    let carry = |body: &Body| Body {
        mesh: body.mesh.clone(),
        motion: match body.motion {
            MotionSpec::At { p, q, v, w } => MotionSpec::At {
                p: point(p),
                q: turn(q),
                v: vector(v),
                w: vector(w),
            },
            MotionSpec::Between { p0, q0, p1, q1 } => MotionSpec::Between {
                p0: point(p0),
                q0: turn(q0),
                p1: point(p1),
                q1: turn(q1),
            },
            MotionSpec::Screw {
                p,
                q,
                point: c,
                axis,
                angular,
                sliding,
            } => MotionSpec::Screw {
                p: point(p),
                q: turn(q),
                point: point(c),
                axis: vector(axis),
                angular,
                sliding,
            },
            MotionSpec::RationalScrew {
                p,
                q,
                point: c,
                axis,
                tangent,
                slide,
            } => MotionSpec::RationalScrew {
                p: point(p),
                q: turn(q),
                point: point(c),
                axis: vector(axis),
                tangent,
                slide,
            },
            MotionSpec::Ballistic {
                p,
                q,
                v,
                w,
                a,
                pivot,
            } => MotionSpec::Ballistic {
                p: point(p),
                q: turn(q),
                v: vector(v),
                w: vector(w),
                a: vector(a),
                pivot,
            },
        },
    };
    Scene {
        a: carry(&scene.a),
        b: carry(&scene.b),
        ..*scene
    }
}

/// A quarter turn about an axis, or a permutation of the axes: exact on any numbers but for the sign of zeros.
fn exact_turn(rng: &mut Seeded) -> DQuat {
    let half = 0.5;
    match rng.whole(0, 3) {
        0 => DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0),
        1 => DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0),
        2 => DQuat::from_xyzw(half, half, half, half),
        _ => DQuat::from_xyzw(-half, half, -half, half),
    }
}

/// By how much the answer to a query may differ when the query is only almost the same: agreement with the slack that
/// the rounding of the moved scene allows is checked by the reference on the moved scene; between the two answers the
/// times may overlap by the time that the fastest points take for that rounding.
fn agree_nearly(
    scene: &Scene,
    judge: &Judge,
    one: &Outcome,
    other: &Outcome,
    rounding: f64,
) -> Result<(), String> {
    if rounding == 0.0 || judge.fastest() == 0.0 {
        return agree(scene.span, one, other);
    }
    // How long a first contact may be delayed by a shift of the bodies by `rounding` is not bounded in general
    // (grazes), so only clear contradictions count: one proves an overlap well before the other ends its freedom.
    let closed = |outcome: &Outcome| match outcome.verdict {
        Verdict::Contact(contact) if contact.evidence == osculate::Evidence::Crossing => {
            Some(contact.upper)
        }
        Verdict::Overlapping { proven: true, .. } => Some(scene.span.0),
        _ => None,
    };
    for (x, y) in [(one, other), (other, one)] {
        let (Some(free), Some(upper)) = (free_until(scene, x), closed(y)) else {
            continue;
        };
        if free < upper {
            continue;
        }
        let separation = judge.length(judge.separation(upper).0.upper);
        if separation > scene.clearance + rounding {
            return Err(format!(
                "free until {free:?}, touched at {upper:?}, where the separation is {separation:e}"
            ));
        }
    }
    Ok(())
}

#[test]
fn the_frame_of_the_world_does_not_matter() {
    for_scenes(12, |scene, rng, name| {
        let exact = rng.chance(0.5);
        let (q, by) = if exact {
            (exact_turn(rng), DVec3::ZERO)
        } else {
            (rng.rotation(), rng.inside() * 4.0)
        };
        let other = moved(scene, q, by);
        let (judge, other_judge) = (Judge::new(scene), Judge::new(&other));
        let known = other_judge.first_contact(1e-10, 20_000);
        let rounding = 1e-13 * (judge.length(Fixed::ONE) + 4.0);
        let (mut here, mut there) = (Query::new(scene), Query::new(&other));
        for method in Method::ALL {
            let (one, two) = (here.ask(method), there.ask(method));
            if let Err(message) = check(&other_judge, &known, method, &two) {
                panic!("{name}, {method:?}, moved by {q:?} and {by:?}: {message}\n{two:?}");
            }
            if let Err(message) = agree_nearly(scene, &judge, &one, &two, rounding) {
                panic!(
                    "{name}, {method:?}, moved by {q:?} and {by:?}: {message}\n{one:?}\n{two:?}"
                );
            }
        }
    });
}

#[test]
fn the_order_of_the_bodies_does_not_matter() {
    for_scenes(13, |scene, _, name| {
        let swapped = Scene {
            a: scene.b.clone(),
            b: scene.a.clone(),
            ..*scene
        };
        let judge = Judge::new(&swapped);
        let known = judge.first_contact(1e-10, 20_000);
        let (mut here, mut there) = (Query::new(scene), Query::new(&swapped));
        for method in Method::ALL {
            let (one, two) = (here.ask(method), there.ask(method));
            if let Err(message) = agree(scene.span, &one, &two) {
                panic!("{name}, {method:?}: {message}\n{one:?}\n{two:?}");
            }
            if let Err(message) = check(&judge, &known, method, &two) {
                panic!("{name}, {method:?}, swapped: {message}\n{two:?}");
            }
        }
    });
}

#[test]
fn same_input_same_bits() {
    for_scenes(14, |scene, _, name| {
        let mut used = Query::new(scene);
        let first = Method::ALL.map(|method| used.ask(method));
        // In another order, in a workspace that has seen other queries, and in a new one.
        let mut again = Method::ALL;
        again.reverse();
        for method in again {
            let index = Method::ALL.iter().position(|&m| m == method).unwrap();
            // Debug prints every f64 with all its digits.
            let expected = format!("{:?}", first[index]);
            assert_eq!(
                format!("{:?}", used.ask(method)),
                expected,
                "{name}, {method:?}, a used workspace"
            );
            assert_eq!(
                format!("{:?}", Query::new(scene).ask(method)),
                expected,
                "{name}, {method:?}, a new one"
            );
        }
    });
}
