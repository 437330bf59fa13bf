//! Separations, depths and contacts of all kinds of bodies, held against exact numbers. `OSCULATE_CASES` sets the number of
//! scenes of every two kinds (12), `OSCULATE_SEED` shifts them.

use crate::scenes::{Known, Scene};
use glam::DVec3;
use osculate::query::instant::{PieceContacts, Within, contacts, penetration, separation};
use osculate::{Hull, Interval, Moving, Placement, Resting, Shape, Workspace};
use osculate_judge::seeded::{self, Seeded};

/// Whether an interval holds a number that is off by a few units of itself.
fn holds(interval: Interval, truth: f64) -> bool {
    let off = 8.0 * f64::EPSILON * truth.abs();
    interval.lower <= truth + off && truth - off <= interval.upper
}

/// 2 to a power.
fn two_to(power: i64) -> f64 {
    f64::from_bits(((1023 + power) as u64) << 52)
}

struct Memory {
    workspace: Workspace,
    near: PieceContacts,
}

/// How far the bodies are from what is exact, in units of all lengths there are: what an interval may be wide.
fn extent(scene: &Scene) -> f64 {
    let far = scene.places.iter().flat_map(|place| place.position);
    let far = far.map(|x| x.abs()).max().unwrap() as f64;
    scene.scale * (100.0 + 4.0 * far) + scene.away.length()
}

/// Asks everything about a scene, either way round; how many pairs were near.
fn check(scene: &Scene, within: Option<f64>, what: &str, memory: &mut Memory) -> usize {
    let motions = [0, 1].map(|i| scene.places[i].motion(scene.scale, scene.away));
    check_moved(
        scene,
        motions,
        within,
        (1e-12 * extent(scene), what),
        memory,
    )
}

/// The same with poses that are given; intervals may be as wide as `fine`.
fn check_moved(
    scene: &Scene,
    motions: [Known; 2],
    within: Option<f64>,
    (fine, what): (f64, &str),
    memory: &mut Memory,
) -> usize {
    let shapes = [0, 1].map(|i| scene.bodies[i].shape(scene.scale));
    let counts = [0, 1].map(|i| scene.bodies[i].pieces.len());
    let mut truths = Vec::new();
    for i in 0..counts[0] {
        for j in 0..counts[1] {
            truths.push(([i as u32, j as u32], scene.truth([i, j])));
        }
    }
    let least = truths
        .iter()
        .fold(f64::INFINITY, |least, pair| least.min(pair.1));
    // Without a choice, exactly as far as some pair is.
    let within = within.unwrap_or_else(|| truths[truths.len() / 2].1.max(0.0));
    let mut near = 0;
    for exchanged in [false, true] {
        let order = if exchanged { [1, 0] } else { [0, 1] };
        let [a, b] = order.map(|i| Moving::new(&shapes[i], &motions[i]));
        let what = format!("{what}, exchanged {exchanged}");
        let apart = separation(a, b, 0.5, &mut memory.workspace);
        assert!(
            holds(apart.separation, least.max(0.0)),
            "{what}: {least} {apart:?}"
        );
        assert!(
            !apart.intersecting || least <= 0.0,
            "{what}: {least} {apart:?}"
        );
        assert!(
            apart.intersecting || least > -fine,
            "{what}: {least} {apart:?}"
        );
        assert!(
            apart.separation.width() <= fine,
            "{what}: {least} {apart:?}"
        );
        if least > fine {
            let distance = apart.point_a.distance(apart.point_b);
            assert!(
                (distance - least).abs() <= fine,
                "{what}: {least} {apart:?}"
            );
        }
        let deep = penetration(a, b, 0.5, &mut memory.workspace);
        assert!(holds(deep.depth, -least), "{what}: {least} {deep:?}");
        assert!(deep.depth.width() <= fine, "{what}: {least} {deep:?}");
        near += check_contacts([a, b], (&truths, exchanged), within, (fine, &what), memory);
    }
    near
}

type Truths = [([u32; 2], f64)];

fn check_contacts(
    [a, b]: [Moving<Shape>; 2],
    (truths, exchanged): (&Truths, bool),
    within: f64,
    (fine, what): (f64, &str),
    memory: &mut Memory,
) -> usize {
    let Memory { workspace, near } = memory;
    contacts(a, b, 0.5, Within::new(within).unwrap(), near, workspace);
    assert!(near.complete());
    let found = near.found();
    assert!(
        found.is_sorted_by(|p, q| p.pieces < q.pieces),
        "{what}: {found:?}"
    );
    for &(mut pieces, truth) in truths {
        if exchanged {
            pieces.reverse();
        }
        let pair = found.iter().find(|pair| pair.pieces == pieces);
        let Some(pair) = pair else {
            assert!(
                truth > within,
                "{what}: {pieces:?}, {truth} apart, is left out of {within}"
            );
            continue;
        };
        assert!(
            truth <= within + fine,
            "{what}: {truth} is no doubt beyond {within}: {pair:?}"
        );
        assert!(holds(pair.separation, truth), "{what}: {truth} {pair:?}");
        assert!(pair.separation.width() <= fine, "{what}: {truth} {pair:?}");
        assert!(
            (pair.normal.length() - 1.0).abs() < 1e-12,
            "{what}: {pair:?}"
        );
        let along = pair.normal.dot(pair.point_a - pair.point_b);
        assert!(
            (along - truth).abs() <= fine,
            "{what}: {truth} {along} {pair:?}"
        );
    }
    found.len()
}

/// The kinds that may be compared: two half-spaces have a test of their own.
fn kinds() -> impl Iterator<Item = [usize; 2]> {
    let all = (0..4).flat_map(|a| (0..4).map(move |b| [a, b]));
    all.filter(|kinds| kinds[0] <= kinds[1] && *kinds != [3, 3])
}

#[test]
fn separations_depths_and_contacts_are_those_of_exact_numbers() {
    let (cases, seed) = (seeded::cases(12), seeded::seed(0));
    let mut memory = Memory {
        workspace: Workspace::new(),
        near: PieceContacts::new(),
    };
    for kinds in kinds() {
        let mut near = 0;
        for case in 0..cases {
            let kind = (4 * kinds[0] + kinds[1]) as u64;
            let mut rng = Seeded::of_kind(seed, kind, case);
            let spread = rng.one_of(&[0, 3, 12, 30]);
            let mut scene = Scene::new(kinds, spread, &mut rng);
            let names = [0, 1].map(|i| scene.bodies[i].kind);
            let within = rng.one_of(&[Some(0.0), Some(1.0), Some(5.0), Some(50.0), None]);
            for (scale, away) in [
                (1.0, DVec3::ZERO),
                (two_to(-20), DVec3::ZERO),
                (two_to(20), DVec3::ZERO),
                (1.0, DVec3::new(1e6, -2e6, 1e6)),
            ] {
                (scene.scale, scene.away) = (scale, away);
                let what = format!("{names:?}, case {case}, times {scale}, {away} away");
                let within = within.map(|within| within * scale);
                near += check(&scene, within, &what, &mut memory);
            }
        }
        println!("{kinds:?}: {near} pairs near in {cases} scenes");
        assert!(near > 0);
    }
}

#[test]
fn lengths_may_be_as_small_and_as_large_as_any() {
    let (cases, seed) = (seeded::cases(12), seeded::seed(0));
    let mut memory = Memory {
        workspace: Workspace::new(),
        near: PieceContacts::new(),
    };
    for kinds in kinds() {
        for case in 0..cases.div_ceil(4) {
            let mut rng = Seeded::of_kind(seed ^ 7, (4 * kinds[0] + kinds[1]) as u64, case);
            let mut scene = Scene::new(kinds, 12, &mut rng);
            for power in [-190, 190] {
                scene.scale = two_to(power);
                let what = format!("{kinds:?}, case {case}, 2^{power}");
                check(&scene, Some(3.0 * scene.scale), &what, &mut memory);
            }
        }
    }
}

/// Poses of a motion that states its errors, and has them.
#[test]
fn stated_errors_are_in_every_interval() {
    let (cases, seed) = (seeded::cases(12), seeded::seed(0));
    let mut memory = Memory {
        workspace: Workspace::new(),
        near: PieceContacts::new(),
    };
    for kinds in kinds() {
        for case in 0..cases {
            let mut rng = Seeded::of_kind(seed ^ 21, (4 * kinds[0] + kinds[1]) as u64, case);
            let spread = rng.one_of(&[0, 3, 12]);
            let scene = Scene::new(kinds, spread, &mut rng);
            let within = rng.one_of(&[Some(0.0), Some(1.0), Some(5.0), None]);
            let (turn, shift) = (rng.magnitude(-9.0, -1.0), rng.magnitude(-9.0, 0.0));
            let motions = [0, 1].map(|i| {
                let motion = scene.places[i].motion(1.0, DVec3::ZERO);
                motion.off_by(turn, shift, &mut rng)
            });
            // Half the errors of both bodies, a few times.
            let fine = 20.0 * (turn * extent(&scene) + shift);
            let what = format!("{kinds:?}, case {case}, off by {turn} and {shift}");
            check_moved(&scene, motions, within, (fine, &what), &mut memory);
        }
    }
}

/// Where cores touch to within rounding, the line between their points is any: the points are as deep along the normal as is told.
#[test]
fn points_are_those_of_the_normal_where_cores_just_touch() {
    let half = DVec3::new(0.7, 0.4, 0.3);
    let die = Shape::from(Hull::cuboid(half).unwrap().rounded(1.0).unwrap());
    let ball = Shape::from(Hull::ball(0.5).unwrap());
    let mut workspace = Workspace::new();
    for case in 0..seeded::cases(12) * 10 {
        let mut rng = Seeded::of_case(seeded::seed(0), case);
        let (turn, position) = (rng.rotation(), rng.vector(3.0));
        // A corner, or a point of a side.
        let side = DVec3::new(rng.real(-1.0, 1.0), rng.one_of(&[-1.0, 1.0, 0.2]), 1.0);
        let core = position + turn * (half * side);
        let places = [Placement::new(position, turn), Placement::at(core)];
        let [on_die, on_ball] = places.map(|place| Resting::at(place).unwrap());
        let (a, b) = (Moving::new(&die, &on_die), Moving::new(&ball, &on_ball));
        let deep = penetration(a, b, 0.0, &mut workspace);
        assert!((deep.depth.lower - 1.5).abs() < 1e-12, "{case}: {deep:?}");
        let along = deep.normal.dot(deep.point_b - deep.point_a);
        assert!((along - 1.5).abs() < 1e-12, "{case}: {along} {deep:?}");
    }
}
