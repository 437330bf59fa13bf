//! Cheap proofs for small motions, with a sampler for a judge: bodies of all kinds under motions of all kinds, frame after
//! frame, each body sampled at instants of its own; with memories that are of another pair, of another frame, or misled.
//! `OSCULATE_CASES` sets the number of pairs, `OSCULATE_SEED` shifts them.

use crate::frames::Case;
use crate::sampled::sampled;
use glam::{DQuat, DVec3};
use osculate::{
    ConstantVelocity, HalfSpace, Hull, Limits, Motion, Moving, Placement, Resting, Shape, Span,
    Workspace,
    query::hulls::{contact_points, contact_points_again, hull_separation, hull_separation_again},
    query::small_motions::{
        PairMemory, PartMemory, Stage, StaysApart, Stretch, apart_along_either, apart_at_any_stops,
        apart_by_parts, apart_in_turn, apart_together, measure, stays_apart,
    },
    query::{Verdict, first_contact_again},
};
use osculate_judge::seeded::{self, Seeded};

impl Case {
    /// Part by part, and by a search, with hints that may be of another pair: counts what holds at any stops, what at common
    /// times, and what the search says.
    fn look_again(
        &self,
        (frame, span): (usize, Span),
        memory: &mut PairMemory,
        parts: &mut PartMemory,
        told: &mut [u32; 3],
        rng: &mut Seeded,
    ) {
        let (name, workspace) = (format!("frame {frame} again"), &mut Workspace::new());
        let (a, b) = (self.moving(0), self.moving(1));
        let stretches = [Stretch::new(a, span), Stretch::new(b, span)];
        let limits = Limits::default().with_clearance(self.clearance);
        let limits = limits.unwrap().only_apart();
        let misled = memory.misled(|| rng.bits());
        let searched = first_contact_again([a, b], span, &limits, &misled, workspace);
        let free = searched.verdict == Verdict::Free;
        for share in [0.0, 0.5, 1.0, rng.unit()] {
            let at = span.start() + (span.end() - span.start()) * share;
            let times = [at.clamp(span.start(), span.end()); 2];
            let sides = [&self.sides[0], &self.sides[1]];
            let (_, upper) = sampled(sides, &self.motions, times, 0.1 * self.slack);
            let far = upper >= self.clearance - self.slack;
            assert!(!free || far, "{name}: {upper:e}");
        }
        let motions = [a.motion, b.motion];
        let [of_a, of_b] = &stretches;
        let (t, clearance) = (span.start(), self.clearance);
        let apart = apart_by_parts(motions, t, [of_a, of_b], clearance, parts, memory);
        // With what that leaves for the next proof.
        let next = apart.and_then(|_| apart_at_any_stops(of_a, of_b, clearance, memory));
        for apart in apart.iter().chain(&next) {
            self.check(apart, span, rng, &name);
        }
        self.look_in_turn((a, b), span, rng);
        let at_any_stops = apart.map(|apart| apart.holds_for_any_stop_times);
        let found = [
            at_any_stops == Some(true),
            at_any_stops == Some(false),
            free,
        ];
        for (count, found) in told.iter_mut().zip(found) {
            *count += u32::from(found);
        }
    }

    /// Along the direction in which the bodies are closest at the start, and then that at the end or any other.
    fn look_in_turn(&self, (a, b): (Moving<Shape>, Moving<Shape>), span: Span, rng: &mut Seeded) {
        let workspace = &mut Workspace::new();
        let [of_a, of_b] = [Stretch::new(a, span), Stretch::new(b, span)];
        let memory = &mut PairMemory::new();
        let [first, mut second] = [span.start(), span.end()].map(|t| {
            measure(a, b, t, memory, workspace);
            memory.direction()
        });
        if rng.once_in(3) {
            second = (second + rng.vector(0.2)).normalize();
        }
        let clearance = self.clearance;
        let Some(apart) = apart_in_turn(&of_a, &of_b, [first, second], clearance, memory) else {
            return;
        };
        assert!(!apart.holds_for_any_stop_times && apart.separation > clearance);
        self.check(&apart, span, rng, "in turn");
        if let Some(next) = apart_at_any_stops(&of_a, &of_b, clearance, memory) {
            self.check(&next, span, rng, "after in turn");
        }
    }
}

#[test]
fn what_stays_apart_is_apart_at_all_samples() {
    let (cases, seed) = (seeded::cases(120), seeded::seed(0));
    let workspace = &mut Workspace::new();
    let mut pool = vec![PairMemory::new(); 16];
    // Travel, chord, chord of both together, search, otherwise.
    let mut tally = [0_u32; 5];
    let mut counts = [0_u32; 2];
    // Part by part, at any stops and together; by a search that was told where to look.
    let mut more = [0_u32; 3];
    // Of other pairs too.
    let mut parts = PartMemory::new();
    for number in 0..cases {
        let Some(case) = Case::new(seed, number) else {
            continue;
        };
        let rng = &mut Seeded::of_kind(seed, 24, number);
        let mut memory = PairMemory::new();
        let limits = Limits::default().with_clearance(case.clearance).unwrap();
        for (frame, &span) in case.frames.iter().enumerate() {
            let name = format!("case {number}, frame {frame}");
            match rng.below(8) {
                0 => memory = pool[rng.below(16)],
                1 => memory = memory.misled(|| rng.bits()),
                2 => core::mem::swap(&mut memory, &mut pool[rng.below(16)]),
                _ => {}
            }
            let (a, b) = (case.moving(0), case.moving(1));
            let (first, second) = (Stretch::new(a, span), Stretch::new(b, span));
            // Of an older frame, too.
            let mut old = pool[rng.below(16)];
            for memory in [&mut memory.clone(), &mut old] {
                if let Some(apart) = apart_at_any_stops(&first, &second, case.clearance, memory) {
                    assert!(apart.holds_for_any_stop_times && apart.stage != Stage::Search);
                    assert!(apart.separation > case.clearance);
                    case.check(&apart, span, rng, &name);
                }
            }
            // After a look at the start, and along a direction that is named.
            let mut measured = memory;
            let apart = measure(a, b, span.start(), &mut measured, workspace);
            let start = [span.start(); 2];
            let sides = [&case.sides[0], &case.sides[1]];
            let (_, upper) = sampled(sides, &case.motions, start, 0.1 * case.slack);
            assert!(
                apart <= upper.max(0.0) + case.slack,
                "{name}: {apart:e}, {upper:e}"
            );
            if rng.once_in(2) {
                measured.suggest(rng.direction());
            }
            let at_any = apart_at_any_stops(&first, &second, case.clearance, &mut measured.clone());
            let together = apart_together(&first, &second, case.clearance, &mut measured);
            for apart in at_any.iter().chain(&together) {
                assert!(apart.separation > case.clearance);
                case.check(apart, span, rng, &name);
            }
            let memory_again = &mut measured.clone();
            case.look_again((frame, span), memory_again, &mut parts, &mut more, rng);
            counts[0] += u32::from(at_any.is_some());
            counts[1] += u32::from(together.is_some());
            let stays = stays_apart(a, b, span, &limits, &mut memory, workspace);
            match &stays {
                StaysApart::Apart(apart) => {
                    case.check(apart, span, rng, &name);
                    tally[match (apart.stage, apart.holds_for_any_stop_times) {
                        (Stage::Travel, _) => 0,
                        (Stage::Chord, true) => 1,
                        (Stage::Chord, false) => 2,
                        (Stage::Search, _) => 3,
                    }] += 1;
                }
                StaysApart::Otherwise(_) => tally[4] += 1,
            }
            pool[rng.below(16)] = memory;
        }
    }
    println!("travel, chord, chord together, search, otherwise: {tally:?}");
    println!("after a look, at any stops and together: {counts:?}");
    println!("part by part at any stops, together, by a search told where to look: {more:?}");
    // Few need all parts to go on together.
    assert!(counts.iter().chain([&more[0], &more[2]]).all(|it| *it > 0));
    // Hardly any needs both bodies to go on together.
    let [travel, chord, _, search, otherwise] = tally;
    assert!(
        [travel, chord, search, otherwise]
            .iter()
            .all(|&count| count > 0)
    );
}

/// A rod whose tip goes along a wall: it is furthest in the middle of the span, by an eighth of the square of the angle
/// times its length further than at the ends. A bound on the curvature that is too small calls it free.
#[test]
fn tips_are_furthest_between_the_ends() {
    let limits = Limits::default();
    let rest = Resting::default();
    for angle in [1e-3, 1e-2, 0.1, 0.5, 1.0] {
        // How far the tip of the core is from where it turns, and how far it goes between the ends, about.
        for (hull, lever) in [
            (Hull::capsule(2.0, 0.25).unwrap(), 2.0),
            (Hull::cuboid(DVec3::new(0.0, 0.0, 2.25)).unwrap(), 2.25),
            (
                Hull::polytope(&[2.25 * DVec3::Z, DVec3::ZERO]).unwrap(),
                2.25,
            ),
        ] {
            let bulge = lever * angle * angle / 8.0;
            let rod = Shape::from(hull);
            let from = Placement::new(DVec3::ZERO, DQuat::from_rotation_x(-0.5 * angle));
            let spin = ConstantVelocity::new(from, DVec3::ZERO, angle * DVec3::X).unwrap();
            for (beyond, wall) in [-0.6, -0.3, -1e-3, 0.05]
                .into_iter()
                .flat_map(|beyond| walls(2.25 + beyond * bulge).map(|wall| (beyond, wall)))
            {
                let (a, b) = (Moving::new(&rod, &spin), Moving::new(&wall, &rest));
                let (mut memory, mut workspace) = (PairMemory::new(), Workspace::new());
                // At the ends there is room.
                for t in [0.0, 1.0] {
                    let instant = Span::new(t, t).unwrap();
                    let stays = stays_apart(a, b, instant, &limits, &mut memory, &mut workspace);
                    assert!(stays.apart().is_some(), "{angle} {beyond}: {stays:?}");
                }
                let (first, second) = (Stretch::new(a, Span::UNIT), Stretch::new(b, Span::UNIT));
                let any = apart_at_any_stops(&first, &second, 0.0, &mut memory);
                let along = memory.direction();
                let either = apart_along_either([a, b], Span::UNIT, along, 0.0, &mut memory);
                let stays = stays_apart(a, b, Span::UNIT, &limits, &mut memory, &mut workspace);
                // As tight as that.
                let free = beyond > 0.0;
                assert_eq!(any.is_some(), free, "{angle} {beyond}: {any:?}");
                let hull = matches!(wall, Shape::Hull(_));
                assert_eq!(
                    either.is_some(),
                    free && hull,
                    "{angle} {beyond}: {either:?}"
                );
                assert_eq!(stays.apart().is_some(), free, "{angle} {beyond}: {stays:?}");
            }
        }
    }
}

/// What is above a height.
fn walls(height: f64) -> [Shape; 2] {
    let slab = Hull::cuboid(DVec3::new(5.0, 5.0, 1.0)).unwrap();
    [
        HalfSpace::new(-DVec3::Z, -height).unwrap().into(),
        slab.placed((height + 1.0) * DVec3::Z, DQuat::IDENTITY)
            .unwrap()
            .into(),
    ]
}

/// Bodies on bodies, at rest but for a little: nearly all frames are proven by travel, and hardly any need a search.
#[test]
fn bodies_that_hardly_move_need_no_search() {
    let rng = &mut Seeded::new(seeded::seed(3));
    let workspace = &mut Workspace::new();
    let mut tally = [0_u32; 3];
    for _ in 0..seeded::cases(60) {
        let body = |rng: &mut Seeded| {
            let mut side = || rng.real(0.3, 1.0);
            let half = DVec3::new(side(), side(), side());
            match rng.below(4) {
                0 => Hull::cuboid(half).unwrap(),
                1 => Hull::cylinder(half.x, half.z).unwrap(),
                2 => Hull::cuboid(0.7 * half).unwrap().rounded(0.1).unwrap(),
                _ => Hull::polytope(&[(); 20].map(|()| rng.direction())).unwrap(),
            }
        };
        let hulls = [body(rng), body(rng)];
        let heights = [hulls[0].support(-DVec3::Z).z, hulls[1].support(DVec3::Z).z];
        let shapes = hulls.map(Shape::from);
        let gap = 0.0046;
        let at = Placement::at((heights[1] - heights[0] + gap) * DVec3::Z);
        let limits = Limits::default().with_clearance(0.25 * gap).unwrap();
        let mut memory = PairMemory::new();
        let jitter = gap * rng.magnitude(-4.0, -1.0);
        for frame in 0..30 {
            let mut motion = |at: Placement| {
                let shift = at.position + jitter * rng.inside();
                let from = Placement::new(shift, at.rotation);
                ConstantVelocity::new(from, jitter * rng.inside(), jitter * rng.inside()).unwrap()
            };
            let motions = [motion(at), motion(Placement::IDENTITY)];
            let [a, b] = [0, 1].map(|i| Moving::new(&shapes[i], &motions[i]));
            let stays = stays_apart(a, b, Span::UNIT, &limits, &mut memory, workspace);
            let apart = stays.apart().expect("there is room");
            if frame > 0 {
                tally[apart.stage as usize] += 1;
            }
        }
    }
    println!("travel, chord, search: {tally:?}");
    let all: u32 = tally.iter().sum();
    assert!(100 * tally[2] <= all, "{tally:?}");
    assert!(2 * tally[0] >= all, "{tally:?}");
}

/// At the ends of the range, answers are those of scale 1, to the bit.
#[test]
fn answers_scale() {
    let frames = |scale: f64| {
        let rng = &mut Seeded::new(9);
        let workspace = &mut Workspace::new();
        let mut answers = vec![];
        for _ in 0..20 {
            let halves = [(); 2]
                .map(|()| DVec3::new(rng.real(0.2, 1.0), rng.real(0.2, 1.0), rng.real(0.2, 1.0)));
            let shapes = halves.map(|half| Shape::from(Hull::cuboid(scale * half).unwrap()));
            let mut memory = PairMemory::new();
            for frame in 0..6 {
                let gap = 0.05 + 0.001 * f64::from(frame);
                let from = DVec3::new(0.1, 0.1, halves[0].z + halves[1].z + gap);
                let slide = if frame % 3 == 2 { 0.2 } else { 0.01 };
                let flight = ConstantVelocity::new(
                    Placement::at(scale * from),
                    scale * slide * DVec3::new(1.0, rng.real(-1.0, 1.0), 0.0),
                    slide * rng.direction(),
                )
                .unwrap();
                let rest = Resting::default();
                let (a, b) = (
                    Moving::new(&shapes[0], &flight),
                    Moving::new(&shapes[1], &rest),
                );
                let stays =
                    stays_apart(a, b, Span::UNIT, &Limits::default(), &mut memory, workspace);
                answers.push(
                    stays
                        .apart()
                        .map(|apart| (apart.separation / scale, apart.normal, apart.stage)),
                );
            }
        }
        answers
    };
    let one = frames(1.0);
    assert!(one.iter().filter(|answer| answer.is_some()).count() > 60);
    for exponent in [-190, 190] {
        assert_eq!(frames(libm::scalbn(1.0, exponent)), one, "2^{exponent}");
    }
}

/// Shapes that were put where others had been, with the same poses and balls, are others.
#[test]
fn memories_know_their_shapes() {
    let (rest, workspace) = (Resting::default(), &mut Workspace::new());
    let above = Resting::at(Placement::at(3.0 * DVec3::Z)).unwrap();
    let mut shape = Shape::from(Hull::cuboid(DVec3::new(2.0, 1.0, 1.0)).unwrap());
    let die = Shape::from(Hull::cuboid(DVec3::splat(0.5)).unwrap());
    let mut memory = PairMemory::new();
    let limits = Limits::default();
    for (half, free) in [
        (DVec3::new(2.0, 1.0, 1.0), true),
        (DVec3::new(1.0, 1.0, 2.0), true),
        (DVec3::new(1.0, 1.0, 2.75), false),
        (DVec3::new(2.75, 1.0, 1.0), true),
    ] {
        shape = match shape {
            Shape::Hull(_) => Hull::cuboid(half).unwrap().into(),
            other => other,
        };
        let (a, b) = (Moving::new(&die, &above), Moving::new(&shape, &rest));
        let stays = stays_apart(a, b, Span::UNIT, &limits, &mut memory, workspace);
        assert_eq!(stays.apart().is_some(), free, "{half}: {stays:?}");
        // The same again, of a clone, by travel.
        let clone = shape.clone();
        let again = stays_apart(
            a,
            Moving::new(&clone, &rest),
            Span::UNIT,
            &limits,
            &mut memory,
            workspace,
        );
        assert_eq!(
            again.apart().map(|apart| apart.stage),
            free.then_some(Stage::Travel)
        );
    }
}

/// A motion that is no number proves nothing, at either end.
#[test]
fn no_number_proves_nothing() {
    use glam::DMat3;
    use osculate::motion::{Pose, Rates};
    struct Broken(f64, f64, u32);
    impl Motion for Broken {
        fn pose(&self, t: f64) -> Pose {
            let bad = if t == self.0 { self.1 } else { 0.0 };
            let mut pose = Pose::new(DMat3::IDENTITY, 9.0 * DVec3::Z);
            match self.2 {
                0 => pose.offset.x += bad,
                1 => pose.rotation.y_axis.z += bad,
                2 => pose.rotation_error += bad,
                3 => pose.offset_error += bad,
                _ => {}
            }
            pose
        }
        fn rates(&self, _: Span) -> Rates {
            let mut rates = Rates::new(DVec3::ZERO, DVec3::ZERO);
            match self.2 {
                4 => rates.spin.x = self.1,
                5 => rates.velocity.x = self.1,
                6 => rates.spin_error = self.1,
                7 => rates.acceleration = self.1,
                _ => {}
            }
            rates
        }
    }
    let rest = Resting::default();
    let die = Shape::from(Hull::cuboid(DVec3::ONE).unwrap());
    let whole = Broken(-1.0, 0.0, 9);
    let mut memory = PairMemory::new();
    let b = Moving::new(&die, &rest);
    let first = stays_apart(
        Moving::new(&die, &whole),
        b,
        Span::UNIT,
        &Limits::default(),
        &mut memory,
        &mut Workspace::new(),
    );
    assert!(first.apart().is_some());
    for at in [0.0, 1.0] {
        for bad in [f64::NAN, f64::INFINITY, -f64::INFINITY] {
            for field in 0..8 {
                let broken = Broken(at, bad, field);
                let mut memory = memory;
                let any = apart_at_any_stops(
                    &Stretch::new(Moving::new(&die, &broken), Span::UNIT),
                    &Stretch::new(b, Span::UNIT),
                    0.0,
                    &mut memory,
                );
                assert!(any.is_none(), "{at} {bad} {field}: {any:?}");
            }
        }
    }
}

/// Whatever the memory is of, separations and depths are as without; with the pair's own they take fewer looks.
#[test]
fn memories_change_no_separation() {
    let (cases, seed) = (seeded::cases(100), seeded::seed(0));
    let workspace = &mut Workspace::new();
    let mut pool = [PairMemory::new(); 8];
    let mut looks = [0, 0];
    for number in 0..cases {
        let Some(case) = Case::new(seed, number) else {
            continue;
        };
        let (Shape::Hull(x), Shape::Hull(y)) = (&case.sides[0].shape, &case.sides[1].shape) else {
            continue;
        };
        let (a, b) = (
            Moving::new(x, &*case.told[0]),
            Moving::new(y, &*case.told[1]),
        );
        let rng = &mut Seeded::of_kind(seed, 25, number);
        let mut memory = PairMemory::new();
        for span in &case.frames {
            let t = span.start();
            let without = hull_separation(a, b, t, workspace);
            let near = 0.1 * case.sides[0].ball.1;
            let points = contact_points(a, b, t, near, workspace);
            let own = hull_separation_again(a, b, t, &mut memory);
            looks[0] += without.stats.supports;
            looks[1] += own.stats.supports;
            let chosen = rng.below(8);
            let mut misled = memory.misled(|| rng.bits());
            for memory in [&mut memory, &mut misled, &mut pool[chosen]] {
                let again = hull_separation_again(a, b, t, memory);
                for (one, other) in [(again, without), (without, again)] {
                    assert!(
                        one.separation.lower <= other.separation.upper,
                        "case {number} at {t}: {one:?}, {other:?}"
                    );
                }
                let real = sampled(
                    [&case.sides[0], &case.sides[1]],
                    &case.motions,
                    [t; 2],
                    0.1 * case.slack,
                );
                assert!(
                    again.separation.lower <= real.1.max(0.0) + case.slack
                        && again.separation.upper >= real.0 - case.slack,
                    "case {number} at {t}: {again:?}, {real:?}"
                );
                let found = contact_points_again(a, b, t, near, memory, workspace);
                assert!(
                    found.depth.lower <= points.depth.upper
                        && points.depth.lower <= found.depth.upper,
                    "case {number} at {t}: {found:?}, {points:?}"
                );
            }
        }
        pool[rng.below(8)] = memory;
    }
    println!("supports without and with memory: {looks:?}");
    assert!(looks[1] < looks[0], "{looks:?}");
}
