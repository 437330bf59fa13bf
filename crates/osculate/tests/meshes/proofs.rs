//! Single queries aimed at one line of the proofs each.

use crate::methods::{METHODS, Method};
use glam::{DMat3, DVec3};
use osculate::{
    ConstantVelocity, Evidence, Limits, MeshBvh, Motion, Moving, Outcome, Placement, Span, TriMesh,
    Verdict, Workspace,
    mesh::{cuboid, icosphere, torus_knot},
    motion::PivotPath,
    motion::{Pose, Rates, check_motion},
    query::meshes::separation,
};

fn ask(
    method: Method,
    a: (&MeshBvh, &(dyn Motion + 'static)),
    b: (&MeshBvh, &(dyn Motion + 'static)),
    span: Span,
    limits: &Limits,
) -> Outcome {
    method(
        Moving::new(a.0, a.1),
        Moving::new(b.0, b.1),
        span,
        limits,
        &mut Workspace::new(),
    )
}

fn triangle(corners: [DVec3; 3]) -> MeshBvh {
    MeshBvh::new(TriMesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap())
}

/// A corner that passes its turning point just above a face, on the far side of the axis, dips into it at once. The
/// gap at the start is a few roundings: too little for a tolerance, enough to be seen.
#[test]
fn a_corner_at_its_turning_point_is_not_forgotten() {
    let mut late = Vec::new();
    let (mut free, mut contact, mut undecided, mut overlapping) = (0, 0, 0, 0);
    for scale in [1.0, 1.37, 0.713, 1.91, 1.01, 1.23, 1.499, 0.9, 0.61] {
        for k in (0..600).step_by(3) {
            let clearance = if k % 2 == 0 { 0.0 } else { 0.37 * scale };
            let g = f64::from(k) * 1.1e-16 * scale;
            // The plane x = 0 of b; the axis (z) passes through b's far side at x = -scale.
            let b = triangle([
                DVec3::new(0.0, -3.0, -2.0) * scale,
                DVec3::new(0.0, 3.0, -2.0) * scale,
                DVec3::new(0.0, 0.0, 3.1) * scale,
            ]);
            // a's second corner is the one that is near; it is `scale + g` from the axis. Turning about the axis
            // takes it to x = (scale + g)·cos(t) − scale < 0.
            let a = triangle([
                DVec3::new(2.3 * scale, 0.31 * scale, 0.43 * scale),
                DVec3::new(scale + clearance + g, 0.0, 0.0),
                DVec3::new(2.1 * scale, 0.17 * scale, -0.3 * scale),
            ]);
            let turn = ConstantVelocity::new(
                Placement::at(DVec3::new(-scale, 0.0, 0.0)),
                DVec3::ZERO,
                DVec3::new(0.0, 0.0, 1.0),
            )
            .unwrap();
            let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
            let reached = a.mesh().vertices()[1].x - scale - clearance;
            // First contact: cos t = scale / (scale + reached).
            let truth = (2.0 * reached / scale).sqrt() * 1.01 + 1e-12;
            for (name, method) in METHODS {
                let span = Span::new(0.0, 0.1).unwrap();
                let limits = Limits::default().with_clearance(clearance).unwrap();
                let o = ask(method, (&a, &turn), (&b, &rest), span, &limits);
                if o.stats.steps() > 10_000 {
                    panic!("slow: {name} {scale} {k} {reached:e} {:?}", o);
                }
                match o.verdict {
                    Verdict::Free => {
                        free += 1;
                        late.push(format!("{name} {scale} {k}: free, truth {truth:e}"));
                    }
                    Verdict::Contact(c) => {
                        contact += 1;
                        if c.lower > truth {
                            late.push(format!("{name} {scale} {k}: {} > {truth:e}", c.lower));
                        }
                    }
                    Verdict::Undecided { free_until, .. } => {
                        undecided += 1;
                        if free_until.is_some_and(|t| t > truth) {
                            late.push(format!("{name} {scale} {k}: {free_until:?} > {truth:e}"));
                        }
                    }
                    Verdict::Overlapping { .. } => overlapping += 1,
                }
            }
        }
    }
    println!("free {free} contact {contact} undecided {undecided} overlapping {overlapping}");
    for line in late.iter().take(10) {
        println!("{line}");
    }
    assert!(late.is_empty(), "{} late", late.len());
}

/// Flies with a velocity that it gives partly as a path, partly as an offset.
struct Split {
    drift: DVec3,
    offset: DVec3,
    start: DVec3,
}

impl Motion for Split {
    fn pose(&self, t: f64) -> Pose {
        Pose::new(DMat3::IDENTITY, self.start + t * self.offset).with_errors(
            0.0,
            1e-15 * (self.start.length() + t.abs() * self.offset.length()),
        )
    }
    fn rates(&self, _: Span) -> Rates {
        Rates::new(self.offset, DVec3::ZERO)
    }
    fn path(&self) -> PivotPath {
        PivotPath::new(DVec3::ZERO, DVec3::ZERO, self.drift)
    }
}

/// The relative velocity is 1e-11 exactly, and is lost when 1e6 is taken from 1e6 + 1e-11 in the wrong order.
#[test]
fn velocities_that_cancel_leave_an_error() {
    let cube = MeshBvh::new(cuboid(DVec3::splat(0.5)).unwrap());
    let a = ConstantVelocity::new(Placement::default(), DVec3::new(1e6, 0.0, 0.0), DVec3::ZERO)
        .unwrap();
    let b = Split {
        drift: DVec3::new(-1e-11, 0.0, 0.0),
        offset: DVec3::new(1e6, 0.0, 0.0),
        start: DVec3::new(1.001, 0.0, 0.0),
    };
    check_motion(&b, Span::UNIT, 1.0, 1000).unwrap();
    // They meet at 1e8.
    for (name, method) in METHODS {
        let span = Span::new(0.0, 1e10).unwrap();
        let o = ask(method, (&cube, &a), (&cube, &b), span, &Limits::default());
        println!("{name} {:?}", o.verdict);
        match o.verdict {
            Verdict::Contact(c) => assert!(c.lower < 1e8 + 1.0, "{name}: {}", c.lower),
            Verdict::Undecided { free_until, .. } => assert!(free_until < Some(1e8 + 1.0)),
            other => panic!("{name}: {other:?}"),
        }
    }
}

/// A span that ends just before zero: no answer may lie beyond it.
#[test]
fn answers_lie_in_the_span() {
    let cube = MeshBvh::new(cuboid(DVec3::splat(0.5)).unwrap());
    for end in [-1e-20, -1e-17, -3e-25, -1e-30] {
        for k in (0..200).step_by(4) {
            let gap = 1.0 + f64::from(k) * 1e-9;
            let a = ConstantVelocity::new(
                Placement::at(DVec3::new(-1.0 - 1e-6, 0.0, 0.0)),
                DVec3::new(1.0, 0.0, 0.0) * gap,
                DVec3::ZERO,
            )
            .unwrap();
            let b = ConstantVelocity::at_rest(Placement::default()).unwrap();
            for (name, method) in METHODS {
                let span = Span::new(-1.0, end).unwrap();
                for tolerance in [1e-14, 1e-10, 1e-6, 2e-6] {
                    let limits = Limits::default().with_tolerance(tolerance).unwrap();
                    let o = ask(method, (&cube, &a), (&cube, &b), span, &limits);
                    let last = match o.verdict {
                        Verdict::Contact(c) => c.upper.max(c.lower),
                        Verdict::Undecided { free_until, .. } => free_until.unwrap_or(-1.0),
                        _ => continue,
                    };
                    assert!(last <= end, "{name} {end:e} {k} {:?}", o.verdict);
                }
            }
        }
    }
}

#[test]
fn separation_at_no_time() {
    let cube = MeshBvh::new(cuboid(DVec3::splat(0.5)).unwrap());
    let a = ConstantVelocity::at_rest(Placement::default()).unwrap();
    for t in [f64::NAN, f64::INFINITY, 1e300] {
        let s = separation(
            Moving::new(&cube, &a),
            Moving::new(&cube, &a),
            t,
            &mut Workspace::new(),
        );
        // The cubes coincide at any time, and nothing is known at none.
        assert_eq!(s.separation.lower, 0.0, "{t}: {s:?}");
    }
}

/// Triangles whose size is below what can be inverted, next to a large one.
#[test]
fn denormal_triangles_do_no_harm() {
    for tiny in [1e-310, 5e-324, 1e-300, 1e-170, 1e-155] {
        let mut v = vec![
            DVec3::new(0.0, 1.0, 0.0),
            DVec3::new(1.0, 1.0, 0.0),
            DVec3::new(0.0, 1.0, 1.0),
        ];
        let mut tr = vec![[0, 1, 2]];
        for i in 0..4 {
            let n = v.len() as u32;
            let s = tiny * f64::from(i + 1);
            v.extend([
                DVec3::new(s, -s, 0.0),
                DVec3::new(0.0, -2.0 * s, s),
                DVec3::new(s, s, s),
            ]);
            tr.push([n, n + 1, n + 2]);
        }
        let a = MeshBvh::new(TriMesh::new(v, tr).unwrap());
        let plate = triangle([
            DVec3::new(-3.0, -1.0, -3.0),
            DVec3::new(3.0, -1.0, -3.0),
            DVec3::new(0.0, -1.0, 3.0),
        ]);
        let fall = ConstantVelocity::new(
            Placement::default(),
            DVec3::new(0.0, -2.0, 0.0),
            DVec3::new(0.0, 0.3, 0.0),
        )
        .unwrap();
        let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
        for (name, method) in METHODS {
            let o = ask(
                method,
                (&a, &fall),
                (&plate, &rest),
                Span::UNIT,
                &Limits::default(),
            );
            let Verdict::Contact(c) = o.verdict else {
                panic!("{name} {tiny:e}: {:?}", o.verdict)
            };
            assert!(c.lower < 0.5 && c.lower > 0.499, "{name} {tiny:e} {c:?}");
        }
    }
}

/// Bodies that turn often before they meet: far apart, pairs of volumes must not be opened down to all triangles.
#[test]
fn turning_fast_is_no_reason_to_look_closer() {
    let ball = MeshBvh::new(icosphere(1.0, 1280).unwrap());
    let knot = MeshBvh::new(torus_knot(2, 3, 2000).unwrap());
    for spin in [30.0, 60.0, 120.0] {
        let a = ConstantVelocity::new(
            Placement::at(DVec3::new(5.0, 0.3, 0.2)),
            DVec3::new(-4.0, 0.0, 0.0),
            DVec3::new(0.6, 0.64, 0.48) * spin,
        )
        .unwrap();
        let b = ConstantVelocity::new(Placement::default(), DVec3::ZERO, DVec3::Y * spin).unwrap();
        let o = ask(
            METHODS[0].1,
            (&ball, &a),
            (&knot, &b),
            Span::UNIT,
            &Limits::default(),
        );
        assert!(matches!(o.verdict, Verdict::Contact(_)), "{o:?}");
        assert!(o.stats.steps() < 50_000, "spin {spin}: {:?}", o.stats);
    }
}

/// Falls from rest: its velocity at the start says nothing about how often it must be looked at.
struct Falling;

impl Motion for Falling {
    fn pose(&self, t: f64) -> Pose {
        Pose::new(DMat3::IDENTITY, DVec3::new(0.9, 0.1, 4.0 - 4.0 * t * t)).with_errors(0.0, 1e-14)
    }

    fn rates(&self, span: Span) -> Rates {
        Rates::new(DVec3::new(0.0, 0.0, -8.0 * span.start()), DVec3::ZERO)
            .with_errors(1e-14, 0.0)
            .with_accelerations(8.0 + 1e-14, 0.0)
    }
}

#[test]
fn starting_from_rest_is_no_reason_to_look_only_once() {
    check_motion(&Falling, Span::UNIT, 1.0, 1000).unwrap();
    let knot = MeshBvh::new(torus_knot(2, 3, 5000).unwrap());
    let ball = MeshBvh::new(icosphere(0.3, 1280).unwrap());
    let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
    for (name, method) in METHODS {
        let outcome = ask(
            method,
            (&ball, &Falling),
            (&knot, &rest),
            Span::UNIT,
            &Limits::default(),
        );
        let contact = outcome.verdict.contact().expect("they meet");
        // Capoeira is content with spheres that touch.
        let coarse = name == "capoeira";
        assert!(coarse || contact.evidence == Evidence::Crossing, "{name}");
        // The fall is 4t² deep: the ball comes down on the tube at about 0.8.
        assert!(
            contact.lower > 0.7 && contact.upper < 1.0,
            "{name}: {contact:?}"
        );
        // Looked at once, best-first would need five times as many.
        let most = if name == "best_first" { 2_000 } else { 20_000 };
        let tested = outcome.stats.volume_pairs;
        assert!(tested < most, "{name}: {:?}", outcome.stats);
    }
}
