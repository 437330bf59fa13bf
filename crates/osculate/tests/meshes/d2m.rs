//! What the root finder and its features must not get wrong: each scene is judged by the independent reference.

use crate::check::check;
use crate::scenes::{Method, Query};
use glam::{DQuat, DVec3};
use osculate::{
    ConstantVelocity, Limits, MeshBvh, Moving, Placement, Span, Verdict, Workspace,
    mesh::{icosphere, torus_knot},
    query::meshes::{LastContact, d2m, d2m_again},
};
use osculate_judge::meshes::judge::body;
use osculate_judge::meshes::judge::{Judge, Scene};
use osculate_judge::meshes::motion::MotionSpec;
use osculate_judge::meshes::motion::at;
use osculate_judge::meshes::shapes::unshared;

fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

fn still() -> MotionSpec {
    moving(DVec3::ZERO, DVec3::ZERO, DVec3::ZERO)
}

fn moving(from: DVec3, velocity: DVec3, spin: DVec3) -> MotionSpec {
    at(from, DQuat::IDENTITY, velocity, spin)
}

/// Triangles by their corners, a on its motion past b, which rests.
fn scene(a: &[[DVec3; 3]], motion: MotionSpec, b: &[[DVec3; 3]]) -> Scene {
    let mesh = |triangles: &[[DVec3; 3]]| unshared(triangles.concat());
    Scene {
        a: body(mesh(a), motion),
        b: body(mesh(b), still()),
        span: (0.0, 1.0),
        clearance: 0.0,
        tolerance: Some(1e-9),
    }
}

/// The answers of D2M and Capoeira, both bodies first and second, judged; D2M's for the order given.
fn judged(scene: &Scene) -> Verdict {
    let swapped = Scene {
        a: scene.b.clone(),
        b: scene.a.clone(),
        ..*scene
    };
    let mut verdict = None;
    for scene in [scene, &swapped] {
        let judge = Judge::new(scene);
        let known = judge.first_contact(1e-13, 50_000);
        let mut query = Query::new(scene);
        for method in [
            Method::D2m,
            Method::D2mCoarse,
            Method::Capoeira,
            Method::CapoeiraFine,
        ] {
            let outcome = query.ask(method);
            match check(&judge, &known, method, &outcome) {
                Ok(opinion) => assert!(!opinion.doubt, "{method:?}: in doubt, {outcome:?}"),
                Err(wrong) => panic!("{method:?}: {wrong}\n{outcome:?}\n{known:?}"),
            }
            verdict.get_or_insert(outcome.verdict);
        }
    }
    verdict.expect("D2M was asked first")
}

#[track_caller]
fn touches_at(scene: &Scene, time: f64) {
    let verdict = judged(scene);
    let Verdict::Contact(contact) = verdict else {
        panic!("no contact: {verdict:?}")
    };
    assert!((contact.lower - time).abs() < 1e-8, "{contact:?}");
}

#[track_caller]
fn stays_free(scene: &Scene) {
    assert_eq!(judged(scene), Verdict::Free);
}

/// In the plane z = 0, its right angle at the origin.
const CORNER: [DVec3; 3] = [
    DVec3::ZERO,
    DVec3::new(1.0, 0.0, 0.0),
    DVec3::new(0.0, 1.0, 0.0),
];

#[test]
fn contacts_inside_a_plane_are_not_horizontal_lines_to_be_discarded() {
    // Every height and every volume is zero all the time.
    let from_left = moving(v(-3.0, 0.2, 0.0), v(4.0, 0.0, 0.0), DVec3::ZERO);
    touches_at(&scene(&[CORNER], from_left, &[CORNER]), 0.5);
    // A corner against a side, turning within the plane.
    let spinning = moving(v(-3.0, 0.3, 0.0), v(4.0, 0.0, 0.0), v(0.0, 0.0, 2.0));
    let verdict = judged(&scene(&[CORNER], spinning, &[CORNER]));
    assert!(matches!(verdict, Verdict::Contact(_)), "{verdict:?}");
    let past = moving(v(-3.0, -1.5, 0.0), v(6.0, 0.0, 0.0), DVec3::ZERO);
    stays_free(&scene(&[CORNER], past, &[CORNER]));
}

/// Two roofs, one upside down, whose ridges run along x.
fn roofs() -> ([[DVec3; 3]; 2], [[DVec3; 3]; 2]) {
    let up = [
        [v(-1.0, 0.0, 0.0), v(1.0, 0.0, 0.0), v(0.0, 1.0, -1.0)],
        [v(-1.0, 0.0, 0.0), v(1.0, 0.0, 0.0), v(0.0, -1.0, -1.0)],
    ];
    let down = up.map(|roof| roof.map(|corner| v(corner.x, corner.y, -corner.z)));
    (down, up)
}

#[test]
fn parallel_edges_count_where_they_are_close() {
    let (down, up) = roofs();
    let fall = |from: DVec3| moving(from, v(0.0, 0.0, -4.0), DVec3::ZERO);
    touches_at(&scene(&down, fall(v(0.0, 0.0, 3.0)), &up), 0.75);
    // In line with each other, end to end.
    let along = moving(v(-4.0, 0.0, 0.0), v(4.0, 0.0, 0.0), DVec3::ZERO);
    touches_at(&scene(&down, along, &up), 0.5);
    // The function of two edges is zero at any distance when they are parallel, and whenever they become so.
    let past = moving(v(-3.0, 0.0, 0.5), v(6.0, 0.0, 0.0), DVec3::ZERO);
    stays_free(&scene(&down, past, &up));
    let turning = moving(v(0.0, 0.0, 0.5), DVec3::ZERO, v(0.0, 0.0, 7.0));
    stays_free(&scene(&down, turning, &up));
}

#[test]
fn a_vertex_may_slide_along_an_edge() {
    let spike = [v(0.0, 0.0, 0.0), v(-0.3, -0.2, 1.0), v(0.2, -0.1, 1.0)];
    // Along the line of the side y = 0, from outside: it meets the corner at the origin, and slides on.
    let onto = moving(v(-1.0, 0.0, 0.0), v(2.0, 0.0, 0.0), DVec3::ZERO);
    touches_at(&scene(&[spike], onto, &[CORNER]), 0.5);
    // Beside it.
    let beside = moving(v(-1.0, -1e-7, 0.0), v(2.0, 0.0, 0.0), DVec3::ZERO);
    stays_free(&scene(&[spike], beside, &[CORNER]));
    // Above it, within the clearance at last.
    let above = moving(v(-1.0, 0.0, 1e-3), v(2.0, 0.0, 0.0), DVec3::ZERO);
    let mut close = scene(&[spike], above, &[CORNER]);
    close.clearance = 2e-3;
    touches_at(&close, 0.5 - 3f64.sqrt() * 0.5e-3);
}

#[test]
fn what_starts_within_the_tolerance_and_separates_is_free() {
    let up = moving(v(0.1, 0.1, 1e-10), v(0.0, 0.0, 3.0), v(1.0, 0.0, 0.0));
    stays_free(&scene(&[CORNER], up, &[CORNER]));
    let sliding = moving(v(0.1, 0.1, 1e-10), v(3.0, 1.0, 0.0), DVec3::ZERO);
    stays_free(&scene(&[CORNER], sliding, &[CORNER]));
    // It leaves, comes back and touches.
    let spike = [v(0.0, 0.0, 1e-10), v(-0.3, -0.2, 1.0), v(0.2, -0.1, 1.0)];
    let floor = [v(-3.0, -3.0, 0.0), v(3.0, -3.0, 0.0), v(0.0, 5.0, 0.0)];
    let rocking = MotionSpec::Screw {
        p: [0.0; 3],
        q: [0.0, 0.0, 0.0, 1.0],
        point: [1.0, 0.0, 0.0],
        axis: [0.0, 1.0, 0.0],
        angular: 7.0,
        sliding: 0.0,
    };
    let verdict = judged(&scene(&[spike], rocking, &[floor]));
    assert!(matches!(verdict, Verdict::Contact(_)), "{verdict:?}");
}

#[test]
fn a_root_that_the_gate_rejects_does_not_hide_the_next() {
    // A spike on an arm of length 1 turns through the plane z = 0 at x = -1, where nothing is, then at x = 1.
    let spike = [v(1.0, 0.0, 0.0), v(0.8, 0.02, 0.02), v(0.8, -0.02, 0.02)];
    let turn = at(
        DVec3::ZERO,
        DQuat::from_rotation_y(-0.5),
        DVec3::ZERO,
        v(0.0, -6.5, 0.0),
    );
    let plate = [v(0.9, -1.0, 0.0), v(0.9, 1.0, 0.0), v(3.0, 0.0, 0.0)];
    let verdict = judged(&scene(&[spike], turn, &[plate]));
    let Verdict::Contact(contact) = verdict else {
        panic!("{verdict:?}")
    };
    // Three quarters of a turn and more after the first root, which is at an angle of π.
    let angle = 0.5 + 6.5 * contact.lower;
    assert!(angle > 6.1 && angle < 6.3, "{angle}");

    // A point swings below the plane beside a plate and comes up through it: both roots are in one bracketed stretch.
    let (sin, cos) = libm::sincos(0.36);
    let point = [v(-sin, 0.0, 0.95 - cos); 3];
    let swing = MotionSpec::Screw {
        p: [0.0; 3],
        q: [0.0, 0.0, 0.0, 1.0],
        point: [0.0, 0.0, 0.95],
        axis: [0.0, -1.0, 0.0],
        angular: 0.75,
        sliding: 0.0,
    };
    let plate = [v(0.1, -1.0, 0.0), v(0.1, 1.0, 0.0), v(3.0, 0.0, 0.0)];
    let up = (libm::acos(0.95) + 0.36) / 0.75;
    touches_at(&scene(&[point], swing, &[plate]), up);
}

#[test]
fn a_triangle_that_is_pierced_all_the_time_overlaps() {
    // Turning about itself, no vertex ever reaches the plane's triangle and no edges meet: there is no root.
    let spike = [v(0.0, 0.0, -2.0), v(0.0, 0.0, 2.0), v(0.1, 0.0, 2.0)];
    let floor = [v(-3.0, -3.0, 0.0), v(3.0, -3.0, 0.0), v(0.0, 5.0, 0.0)];
    let turning = moving(DVec3::ZERO, DVec3::ZERO, v(0.0, 0.0, 3.0));
    let verdict = judged(&scene(&[spike], turning, &[floor]));
    assert!(matches!(verdict, Verdict::Overlapping { proven: true, .. }));
}

#[test]
fn triangles_without_area_touch_like_segments_and_points() {
    let point = [DVec3::ZERO; 3];
    let segment = [v(-1.0, 0.0, 0.0), v(1.0, 0.0, 0.0), v(0.25, 0.0, 0.0)];
    let across = segment.map(|corner| v(0.0, corner.x, 0.0));
    let upright = segment.map(|corner| v(0.0, 0.0, corner.x));
    let floor = [v(-3.0, -3.0, 0.0), v(3.0, -3.0, 0.0), v(0.0, 5.0, 0.0)];
    let fall = |x: f64| moving(v(x, 0.0, 3.0), v(0.0, 0.0, -4.0), DVec3::ZERO);
    for (a, b) in [
        (point, floor),
        (point, segment),
        (point, point),
        (segment, segment),
        (segment, across),
        (segment, floor),
        (across, point),
    ] {
        touches_at(&scene(&[a], fall(0.0), &[b]), 0.75);
        let tumbling = moving(v(0.0, 0.0, 3.0), v(0.0, 0.0, -4.0), v(0.3, 0.2, 0.1));
        judged(&scene(&[a], tumbling, &[b]));
    }
    touches_at(&scene(&[upright], fall(0.0), &[segment]), 0.5);
    stays_free(&scene(&[point], fall(1e-7), &[point]));
    stays_free(&scene(&[point], fall(1.0 + 1e-7), &[segment]));
    stays_free(&scene(&[across], fall(1.0 + 1e-7), &[segment]));
}

#[test]
fn rounded_corners_and_edges_are_reached_with_a_clearance() {
    // Past corners, along edges and onto faces at a clearance as large as the triangles.
    for (from, velocity) in [
        (v(-4.0, -4.0, 0.3), v(4.0, 4.0, 0.0)),
        (v(-4.0, 0.3, 0.2), v(5.0, 0.0, 0.0)),
        (v(0.2, 0.2, 4.0), v(0.0, 0.0, -5.0)),
        (v(-4.0, 3.0, 2.0), v(5.0, -2.0, -2.0)),
        (v(-4.0, 5.0, 2.0), v(5.0, -2.0, -2.0)),
    ] {
        for clearance in [1e-10, 1e-3, 0.5, 1.5] {
            for spin in [DVec3::ZERO, v(0.7, -2.0, 1.5)] {
                let mut scene = scene(&[CORNER], moving(from, velocity, spin), &[CORNER]);
                scene.clearance = clearance;
                judged(&scene);
            }
        }
    }
}

#[test]
fn the_last_contact_only_saves_work() {
    let knot = MeshBvh::spheres(torus_knot(2, 3, 4_000).unwrap(), 0.0);
    let rest = ConstantVelocity::at_rest(Placement::default()).unwrap();
    let limits = Limits::default().with_tolerance(1e-9).unwrap();
    let mut workspace = Workspace::new();
    let (mut last, mut foreign) = (LastContact::default(), LastContact::default());
    let small = MeshBvh::spheres(icosphere(1.0, 20).unwrap(), 0.0);
    let (mut fresh_steps, mut kept_steps) = (0, 0);
    for frame in 0..40 {
        let from = Placement::at(v(4.0 - 0.01 * f64::from(frame), 0.2, 0.1));
        let flight = ConstantVelocity::new(from, v(-3.0, 0.0, 0.0), v(1.0, 2.0, 3.0)).unwrap();
        let (a, b) = (Moving::new(&knot, &flight), Moving::new(&knot, &rest));
        let fresh = d2m(a, b, Span::UNIT, &limits, &mut workspace);
        let kept = d2m_again(a, b, Span::UNIT, &limits, &mut workspace, &mut last);
        let (one, two) = (fresh.verdict.contact(), kept.verdict.contact());
        let (one, two) = (one.expect("they meet"), two.expect("they meet"));
        assert!(one.lower < two.upper && two.lower < one.upper);
        assert!(two.separation.upper <= 1e-9);
        if frame > 0 {
            fresh_steps += fresh.stats.steps();
            kept_steps += kept.stats.steps();
        }
        // Of other bodies, or of none of this size.
        let ball = Moving::new(&small, &rest);
        d2m_again(a, ball, Span::UNIT, &limits, &mut workspace, &mut foreign);
        let kept = d2m_again(ball, a, Span::UNIT, &limits, &mut workspace, &mut foreign);
        assert!(matches!(kept.verdict, Verdict::Contact(_)));
    }
    println!("steps: {fresh_steps} without, {kept_steps} with the last contact");
    // The queue never looks beyond the first contact anyway: there is little to save.
    assert!(kept_steps < fresh_steps);
}
