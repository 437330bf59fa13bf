//! The methods over trees of spheres, D2M and Capoeira: single queries aimed at one line of the proofs each.

use crate::methods::Method;
use glam::{DMat3, DQuat, DVec3};
use osculate::{
    ConstantVelocity, Evidence, Limits, MeshBvh, Motion, Moving, Outcome, Placement, Span, TriMesh,
    Verdict, Workspace,
    bvh::CutBall,
    mesh::{cuboid, icosphere, torus_knot},
    motion::{Pose, Rates, check_motion},
    query::meshes::{LastContact, best_first, capoeira, d2m, d2m_again, separation},
};
use osculate_judge::seeded::{self, Seeded};

/// Those that search trees of spheres.
const SPHERES: [(&str, Method<CutBall>); 2] = [("d2m", d2m), ("capoeira", capoeira)];

type Body = MeshBvh<CutBall>;

fn ask(
    method: Method<CutBall>,
    a: (&Body, &(dyn Motion + 'static)),
    b: (&Body, &(dyn Motion + 'static)),
    span: Span,
    limits: &Limits,
) -> Outcome {
    let (a, b) = (Moving::new(a.0, a.1), Moving::new(b.0, b.1));
    method(a, b, span, limits, &mut Workspace::new())
}

fn triangle(corners: [DVec3; 3]) -> Body {
    MeshBvh::spheres(
        TriMesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap(),
        0.0,
    )
}

/// Falls, turned by a fixed angle that its poses give too long a matrix for, by a stated error.
struct Loose {
    tilt: f64,
    error: f64,
}

impl Motion for Loose {
    fn pose(&self, t: f64) -> Pose {
        let stretch = 1.0 + 0.999 * self.error;
        Pose::new(
            stretch * DMat3::from_rotation_y(self.tilt),
            DVec3::new(0.0, 0.0, 1.0 - t),
        )
        .with_errors(self.error, 1e-15)
    }

    fn rates(&self, _: Span) -> Rates {
        Rates::new(-DVec3::Z, DVec3::ZERO).with_errors(1e-15, 0.0)
    }
}

/// A plate made of many triangles, so that there are nodes above its leaves.
fn plate(cells: u32) -> TriMesh {
    let at = |i: u32| 2.0 * f64::from(i) / f64::from(cells) - 1.0;
    let vertices = (0..=cells)
        .flat_map(|i| (0..=cells).map(move |j| DVec3::new(at(i), at(j), 0.0)))
        .collect();
    let row = cells + 1;
    let triangles = (0..cells)
        .flat_map(|i| (0..cells).map(move |j| i * row + j))
        .flat_map(|i| [[i, i + row, i + 1], [i + 1, i + row, i + row + 1]])
        .collect();
    TriMesh::new(vertices, triangles).unwrap()
}

/// The cosine of a small angle is known to within a rotation's error, its sine to within the root of that.
#[test]
fn a_loose_rotation_hides_no_tilt() {
    for error in [1e-12_f64, 1e-9, 1e-6, 1e-4] {
        let tilt = (2.0 * error).sqrt();
        let fall = Loose { tilt, error };
        check_motion(&fall, Span::UNIT, 1.5, 1000).unwrap();
        let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
        for cells in [1, 2, 8] {
            let body = MeshBvh::spheres(plate(cells), 0.0);
            // The edge x = ±1 of the falling plate reaches the other when the middle is this high.
            let height = libm::sin(tilt);
            for (name, method) in SPHERES {
                for swapped in [false, true] {
                    let (a, b): ((&Body, &dyn Motion), (&Body, &dyn Motion)) =
                        ((&body, &fall), (&body, &rest));
                    let (a, b) = if swapped { (b, a) } else { (a, b) };
                    let outcome = ask(method, a, b, Span::UNIT, &Limits::default());
                    let until = match outcome.verdict {
                        Verdict::Free => 1.0,
                        Verdict::Contact(contact) => contact.lower,
                        Verdict::Undecided { free_until, .. } => free_until.unwrap(),
                        other => panic!("{name}: {other:?}"),
                    };
                    assert!(
                        until < 1.0 - height,
                        "{name} {error:e} {cells} {swapped}: free until {until}, but they meet at {}",
                        1.0 - height
                    );
                }
            }
        }
    }
}

/// A contact of long ago is looked at first, but must not cost the answer.
#[test]
fn a_stale_contact_costs_little() {
    let ball = MeshBvh::spheres(icosphere(1.0, 320).unwrap(), 0.0);
    let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
    let meet = ConstantVelocity::new(
        Placement::at(DVec3::new(5.0, 0.0, 0.0)),
        DVec3::new(-4.0, 0.0, 0.0),
        DVec3::ZERO,
    )
    .unwrap();
    for spin in [10.0, 1e3, 1e5, 1e7] {
        let away = ConstantVelocity::new(
            Placement::at(DVec3::new(5.0, 0.0, 0.0)),
            DVec3::ZERO,
            DVec3::new(0.6, 0.64, 0.48) * spin,
        )
        .unwrap();
        let (a, b) = (Moving::new(&ball, &meet), Moving::new(&ball, &rest));
        let (limits, mut workspace) = (Limits::default(), Workspace::new());
        let mut last = LastContact::default();
        let first = d2m_again(a, b, Span::UNIT, &limits, &mut workspace, &mut last);
        assert!(matches!(first.verdict, Verdict::Contact(_)), "{first:?}");
        let a = Moving::new(&ball, &away);
        let fresh = d2m(a, b, Span::UNIT, &limits, &mut workspace);
        let stale = d2m_again(a, b, Span::UNIT, &limits, &mut workspace, &mut last);
        assert_eq!(stale.verdict, fresh.verdict, "{spin}");
        assert!(
            stale.stats.steps() <= 10_000 + 2 * fresh.stats.steps(),
            "{stale:?}"
        );
    }
}

/// Single triangles are leaves and roots at once.
#[test]
fn lone_triangles_may_turn_fast() {
    let body = triangle([DVec3::X, DVec3::Y, DVec3::Z]);
    let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
    for spin in [10.0, 1e3, 1e5, 1e7, 1e9] {
        let away = ConstantVelocity::new(
            Placement::at(DVec3::new(5.0, 0.0, 0.0)),
            DVec3::new(1.0, 0.0, 0.0),
            DVec3::new(0.6, 0.64, 0.48) * spin,
        )
        .unwrap();
        for (name, method) in SPHERES {
            let outcome = ask(
                method,
                (&body, &away),
                (&body, &rest),
                Span::UNIT,
                &Limits::default(),
            );
            assert_eq!(outcome.verdict, Verdict::Free, "{name} {spin}: {outcome:?}");
            assert!(outcome.stats.steps() < 10_000, "{name} {spin}: {outcome:?}");
        }
    }
}

/// Specks far from each other on bodies that turn: what matters is how far they are apart, not how small they are.
#[test]
fn specks_on_long_arms_are_not_followed_in_steps_of_their_size() {
    for size in [0.0, 1e-30, 1e-10, 1e-6] {
        let speck = |at: DVec3| triangle([at, at + DVec3::Y * size, at + DVec3::Z * size]);
        let (a, b) = (speck(DVec3::X), speck(DVec3::new(0.6, 0.0, 0.9)));
        // Both run on circles, which meet nowhere though the spheres about them do.
        let turn = |rate: f64| {
            let spin = DVec3::new(0.1, 0.2, 1.0) * rate;
            ConstantVelocity::new(Placement::default(), DVec3::ZERO, spin).unwrap()
        };
        let (one, other) = (turn(30.0), turn(-20.0));
        for clearance in [0.0, 0.05] {
            let limits = Limits::default().with_clearance(clearance).unwrap();
            for (name, method) in SPHERES {
                let outcome = ask(method, (&a, &one), (&b, &other), Span::UNIT, &limits);
                let steps = outcome.stats.steps();
                assert_eq!(outcome.verdict, Verdict::Free, "{name} {size:e}: {steps}");
                assert!(steps < 10_000, "{name} {size:e} {clearance}: {steps}");
            }
        }
    }
}

/// A tree of one leaf, as an epsilon larger than the body makes it.
#[test]
fn a_tree_of_one_leaf_may_turn_fast() {
    let body = MeshBvh::spheres(icosphere(1.0, 80).unwrap(), 10.0);
    let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
    for spin in [10.0, 1e3, 1e5] {
        let away = ConstantVelocity::new(
            Placement::at(DVec3::new(5.0, 0.0, 0.0)),
            DVec3::new(1.0, 0.0, 0.0),
            DVec3::new(0.6, 0.64, 0.48) * spin,
        )
        .unwrap();
        for (name, method) in SPHERES {
            let outcome = ask(
                method,
                (&body, &away),
                (&body, &rest),
                Span::UNIT,
                &Limits::default(),
            );
            assert_eq!(outcome.verdict, Verdict::Free, "{name} {spin}: {outcome:?}");
        }
    }
}

/// Leaves that are points, or so small that no time in `f64` brings them within their size of each other.
#[test]
fn leaves_without_size_keep_the_tolerance() {
    for size in [0.0, 1e-40, 1e-20, 1e-16, 1e-14, 1e-12, 1e-9] {
        let speck = |at: DVec3| triangle([at, at + DVec3::Y * size, at + DVec3::Z * size]);
        let (a, b) = (speck(DVec3::X), speck(DVec3::ZERO));
        for turn in [DVec3::ZERO, DVec3::X] {
            for speed in [1.0, 3.0, 1e5] {
                let flight =
                    ConstantVelocity::new(Placement::default(), -DVec3::X * speed, turn).unwrap();
                let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
                for (name, method) in SPHERES {
                    let outcome = ask(
                        method,
                        (&a, &flight),
                        (&b, &rest),
                        Span::UNIT,
                        &Limits::default(),
                    );
                    match outcome.verdict {
                        Verdict::Contact(contact) => {
                            assert!(contact.lower <= 1.0 / speed, "{name} {size:e}: {outcome:?}");
                            assert!(
                                contact.separation.upper <= outcome.tolerance * (1.0 + 1e-12),
                                "{name} {size:e} {speed}: {outcome:?}"
                            );
                        }
                        Verdict::Undecided { free_until, .. } => {
                            assert!(
                                free_until.unwrap() <= 1.0 / speed,
                                "{name} {size:e}: {outcome:?}"
                            )
                        }
                        _ => panic!("{name} {size:e} {speed}: {outcome:?}"),
                    }
                }
            }
        }
    }
}

/// Whose promises are no numbers from some time on.
struct Fails {
    after: f64,
    pose: f64,
    rates: f64,
}

impl Motion for Fails {
    fn pose(&self, t: f64) -> Pose {
        let off = if t > self.after { self.pose } else { 0.0 };
        Pose::new(DMat3::IDENTITY, DVec3::new(4.0 - 6.0 * t, 0.0, off)).with_errors(0.0, 1e-14)
    }

    fn rates(&self, span: Span) -> Rates {
        let off = if span.end() > self.after {
            self.rates
        } else {
            0.0
        };
        Rates::new(DVec3::new(-6.0, off, 0.0), DVec3::ZERO).with_errors(1e-14, 0.0)
    }
}

#[test]
fn motions_that_are_no_numbers_prove_nothing() {
    let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
    for epsilon in [0.0, 0.4, 10.0] {
        let body = MeshBvh::spheres(torus_knot(2, 3, 144).unwrap(), epsilon);
        for after in [-1.0, 0.0, 0.1] {
            for (pose, rates) in [
                (f64::NAN, 0.0),
                (f64::INFINITY, 0.0),
                (0.0, f64::NAN),
                (0.0, f64::INFINITY),
                (f64::NAN, f64::NAN),
            ] {
                let motion = Fails { after, pose, rates };
                for (name, method) in SPHERES {
                    for swapped in [false, true] {
                        let (a, b): ((&Body, &dyn Motion), (&Body, &dyn Motion)) =
                            ((&body, &motion), (&body, &rest));
                        let (a, b) = if swapped { (b, a) } else { (a, b) };
                        let limits = Limits::default().with_budget(5_000);
                        let outcome = ask(method, a, b, Span::UNIT, &limits);
                        let fine = match outcome.verdict {
                            Verdict::Undecided { .. }
                            | Verdict::Overlapping { proven: false, .. } => true,
                            // Coarse leaves may be close enough while all is well.
                            Verdict::Contact(contact) => {
                                contact.separation.upper <= outcome.tolerance
                                    && contact.lower <= after.max(0.0)
                            }
                            _ => false,
                        };
                        assert!(
                            fine,
                            "{name} {epsilon} {after} {pose} {rates} {swapped}: {outcome:?}"
                        );
                    }
                }
            }
        }
    }
}

/// Two bodies that are a gap more than a clearance apart, and rest, share a motion, or separate.
struct Close {
    a: TriMesh,
    b: TriMesh,
    motions: [ConstantVelocity; 2],
    gap: f64,
    clearance: f64,
}

impl Close {
    fn new(case: u64, rng: &mut Seeded) -> Close {
        let (a, b) = Close::meshes(case, rng);
        let mut turned = || {
            if case % 8 == 7 {
                DQuat::IDENTITY
            } else {
                DQuat::from_axis_angle(rng.vector(1.0).normalize(), rng.real(0.0, 6.0))
            }
        };
        let turns = [turned(), turned()];
        let place = |p: DVec3, body: usize, v: DVec3, w: DVec3| {
            ConstantVelocity::new(Placement::new(p, turns[body]), v, w).unwrap()
        };
        let d = rng.vector(1.0).normalize();
        let apart = separation(
            Moving::new(
                &MeshBvh::new(a.clone()),
                &place(3.0 * d, 0, DVec3::ZERO, DVec3::ZERO),
            ),
            Moving::new(
                &MeshBvh::new(b.clone()),
                &place(DVec3::ZERO, 1, DVec3::ZERO, DVec3::ZERO),
            ),
            0.0,
            &mut Workspace::new(),
        );
        let between = apart.point_a - apart.point_b;
        // Half of them where it can only just be seen.
        let largest = if rng.chance(0.5) { -13.5 } else { -6.0 };
        let gap = rng.magnitude(-15.0, largest);
        let clearance = if case % 5 < 3 {
            0.0
        } else {
            rng.magnitude(-9.0, 1.0)
        };
        let n = between.normalize();
        let p = 3.0 * d - between + (clearance + gap) * n;
        // Fast enough to outrun what turning does.
        let (v, other_v, other_w) = match case % 3 {
            0 => (DVec3::ZERO, DVec3::ZERO, DVec3::ZERO),
            1 => (5.0 * n, DVec3::ZERO, 0.3 * rng.vector(1.0)),
            _ => (d, d, DVec3::ZERO),
        };
        Close {
            a,
            b,
            motions: [
                place(p, 0, v, DVec3::ZERO),
                place(DVec3::ZERO, 1, other_v, other_w),
            ],
            gap,
            clearance,
        }
    }

    fn meshes(case: u64, rng: &mut Seeded) -> (TriMesh, TriMesh) {
        let mut lone = || {
            let corners = [(); 3].map(|()| rng.vector(1.0));
            TriMesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap()
        };
        let block = |half: DVec3| cuboid(half).unwrap();
        match case % 4 {
            0 => (lone(), lone()),
            1 => (lone(), block(DVec3::new(0.5, 0.3, 0.4))),
            2 => (icosphere(0.7, 80).unwrap(), icosphere(0.6, 80).unwrap()),
            _ => (block(DVec3::splat(0.5)), block(DVec3::new(0.5, 0.3, 0.4))),
        }
    }
}

/// Bodies that start disjoint and rest, share a motion, or separate are free, however close; if best-first sees it, so
/// do these.
#[test]
fn close_bodies_that_rest_or_separate_are_free() {
    let mut rng = Seeded::of_case(seeded::seed(0), 1);
    let mut failures = Vec::new();
    let (mut free, mut unseen) = (0, 0);
    for case in 0..seeded::cases(600) {
        let close = Close::new(case, &mut rng);
        let Close { gap, clearance, .. } = close;
        let limits = Limits::default().with_clearance(clearance).unwrap();
        let [ma, mb] = &close.motions;
        let (a, b) = (MeshBvh::new(close.a.clone()), MeshBvh::new(close.b.clone()));
        let (a, b) = (Moving::new(&a, ma), Moving::new(&b, mb));
        let truth = best_first(a, b, Span::UNIT, &limits, &mut Workspace::new());
        if truth.verdict != Verdict::Free {
            unseen += 1;
            if gap > 100.0 * truth.resolution {
                failures.push(format!(
                    "{case} best_first {clearance:e} gap {gap:e}: {truth:?}"
                ));
            }
            continue;
        }
        for epsilon in [0.0, 0.3, 10.0] {
            let tree = |mesh: &TriMesh| MeshBvh::spheres(mesh.clone(), epsilon);
            let (a, b) = (tree(&close.a), tree(&close.b));
            for (name, method) in SPHERES {
                let outcome = ask(method, (&a, ma), (&b, mb), Span::UNIT, &limits);
                free += 1;
                if outcome.verdict != Verdict::Free {
                    failures.push(format!(
                        "{case} {name} {epsilon} {clearance:e} gap {gap:e}: {outcome:?}"
                    ));
                }
            }
        }
    }
    println!(
        "{free} free, {unseen} not seen to be; {} failures",
        failures.len()
    );
    for failure in failures.iter().take(12) {
        println!("{failure}");
    }
    assert!(failures.is_empty(), "{} failures", failures.len());
}

/// Triangles at random, some of which may cross others.
fn soup(rng: &mut Seeded, count: u32, size: f64) -> TriMesh {
    let mut vertices = Vec::new();
    for _ in 0..count {
        let centre = rng.vector(1.0);
        vertices.extend([0; 3].map(|_| centre + size * rng.vector(1.0)));
    }
    let triangles = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
    TriMesh::new(vertices, triangles.collect()).unwrap()
}

/// Leaves of many triangles are looked at again and again before all others, until the steps for that are spent: what is
/// found must be the earliest then, too.
#[test]
fn a_kept_contact_hides_no_earlier_one() {
    let mut rng = Seeded::of_case(seeded::seed(7), 2);
    let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
    let (limits, mut workspace) = (Limits::default(), Workspace::new());
    let mut contacts = 0;
    for case in 0..seeded::cases(200) {
        let size = libm::pow(10.0, rng.real(-1.0, 0.0));
        let count = rng.real(10.0, 40.0) as u32;
        let (a, b) = (soup(&mut rng, 7, size), soup(&mut rng, count, size));
        let towards = rng.vector(1.0).normalize();
        let from = Placement::at(-towards * rng.real(2.0, 4.0));
        let flight = towards * rng.real(1.0, 6.0);
        let flight = ConstantVelocity::new(from, flight, 4.0 * rng.vector(1.0)).unwrap();
        // Trees of one leaf.
        let (a, b) = (MeshBvh::spheres(a, 10.0), MeshBvh::spheres(b, 10.0));
        let (a, b) = (Moving::new(&a, &flight), Moving::new(&b, &rest));
        let mut last = LastContact::default();
        let mut ask = || d2m_again(a, b, Span::UNIT, &limits, &mut workspace, &mut last).verdict;
        let (fresh, kept) = (ask(), ask());
        if let (Verdict::Contact(fresh), Verdict::Contact(kept)) = (fresh, kept) {
            contacts += 1;
            if fresh.evidence == Evidence::Crossing {
                assert!(kept.lower < fresh.upper, "{case}: {fresh:?} {kept:?}");
            }
        }
    }
    println!("{contacts} contacts");
}
