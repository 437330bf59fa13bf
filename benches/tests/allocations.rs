//! With a kept [`Workspace`], queries allocate nothing once it has grown to what they need.
#![allow(
    unsafe_code,
    reason = "a global allocator cannot be written without it"
)]

use glam::{DQuat, DVec3};
use osculate::{
    Compound, ConstantVelocity, HalfSpace, Hull, Interval, Limits, MeshBvh, Motion, Moving,
    Placement, Resting, Shape, Span, Workspace,
    broad_phase::{BodyTree, NearestMemory, PairFilter},
    first_contact_with,
    mesh::torus_knot,
    motion::Sweep,
    query::{
        Along, PathPiece,
        articulated::{RobotVerdict, Workcell},
        casts::{Ray, convex_cast, ray_cast},
        deforming::{Compared, DeformingWorkspace, free_fractions, free_step_with},
        first_contact_along,
        hulls::{
            Manifold, attached_axes, conservative_advancement, contact_points,
            contact_points_again, hull_separation, hull_separation_again, penetration,
        },
        instant::{self, Manifolds, PieceContacts, Within},
        many::{Against, ManyQuery, ManyVerdict, Obstacles},
        meshes::separation,
        small_motions::{PairMemory, Stretch, apart_at_any_stops, stays_apart},
    },
    robot::{Path, Robot, builtin},
};
use osculate_benches::cloth::cloth_over_ball;
use osculate_benches::methods::Method;
use osculate_benches::random::Random;
use osculate_benches::scenes::Scene;
use osculate_world::scenes::by_name;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Requests of this thread, so that tests do not count one another's.
    static REQUESTS: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: hands every request on to the system's allocator unchanged. Counting itself allocates nothing: the counter
// is initialised at compile time and needs no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        REQUESTS.set(REQUESTS.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        REQUESTS.set(REQUESTS.get() + 1);
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What `work` asked of the allocator.
fn requests(work: impl FnOnce()) -> usize {
    let before = REQUESTS.get();
    work();
    REQUESTS.get() - before
}

#[test]
fn allocations_are_counted() {
    assert_eq!(requests(|| drop(std::hint::black_box(Box::new(7)))), 1);
}

#[test]
fn repeated_queries_allocate_nothing() {
    let knot = torus_knot(2, 3, 4_000).expect("a knot");
    let scene = Scene::of_twins("torus knot", knot, 1.0, 40);
    for method in Method::ALL {
        for tolerance in [1e-6, 1e-10] {
            let limits = scene.limits(tolerance);
            let mut workspace = Workspace::new();
            let mut ask_all = || {
                for flight in &scene.flights {
                    method.ask(&scene, flight, &limits, &mut workspace);
                }
            };
            assert!(requests(&mut ask_all) > 0, "the first round warms up");
            assert_eq!(requests(&mut ask_all), 0, "{method:?} at {tolerance:e}");
        }
    }
}

#[test]
fn repeated_separations_allocate_nothing() {
    let knot = torus_knot(2, 3, 4_000).expect("a knot");
    let scene = Scene::of_twins("torus knot", knot, 1.0, 10);
    let mut workspace = Workspace::new();
    let mut ask_all = || {
        for flight in &scene.flights {
            let (a, b) = scene.moving(flight);
            separation(a, b, 0.5, &mut workspace);
        }
    };
    ask_all();
    assert_eq!(requests(ask_all), 0);
}

#[test]
fn repeated_depths_and_contact_points_allocate_nothing() {
    let shapes = [
        Hull::cuboid(DVec3::new(0.4, 0.6, 0.8)).expect("a box"),
        Hull::cylinder(0.5, 0.7).expect("a cylinder"),
        Hull::ellipsoid(DVec3::new(0.4, 0.6, 0.8)).expect("an ellipsoid"),
    ];
    let here = ConstantVelocity::at_rest(Placement::default()).expect("a motion");
    let spin = ConstantVelocity::new(
        Placement::at(DVec3::new(0.3, 0.2, 0.1)),
        DVec3::X,
        DVec3::new(1.0, 2.0, 3.0),
    )
    .expect("a motion");
    let mut workspace = Workspace::new();
    let mut manifold = Manifold::new(0.1).expect("a distance");
    let mut ask_all = || {
        for (a, b) in shapes
            .iter()
            .flat_map(|a| shapes.iter().map(move |b| (a, b)))
        {
            let (a, b) = (Moving::new(a, &spin), Moving::new(b, &here));
            for step in 0..20 {
                let t = 0.1 * f64::from(step);
                penetration(a, b, t, &mut workspace);
                let contacts = contact_points(a, b, t, 0.1, &mut workspace);
                manifold.update(&contacts, &spin.placement(t), &Placement::default());
            }
        }
    };
    assert!(requests(&mut ask_all) > 0, "the first round warms up");
    assert_eq!(requests(ask_all), 0);
}

#[test]
fn repeated_proofs_of_small_motions_allocate_nothing() {
    let knot = torus_knot(2, 3, 4_000).expect("a knot");
    let die = Hull::cuboid(DVec3::new(0.4, 0.6, 0.8)).expect("a box");
    let rod = Hull::capsule(1.0, 0.2).expect("a capsule");
    let shapes = [
        Shape::from(die.clone()),
        Shape::from(Hull::cylinder(0.5, 0.7).expect("a cylinder")),
        Shape::from(Compound::new(vec![die, rod]).expect("a compound")),
        Shape::from(HalfSpace::new(DVec3::Z, -2.0).expect("a half-space")),
        Shape::from(MeshBvh::new(knot)),
    ];
    let here = Resting::default();
    let creep = ConstantVelocity::new(
        Placement::at(DVec3::new(3.3, 2.2, 1.1)),
        -DVec3::X,
        DVec3::new(0.1, 0.2, 0.3),
    )
    .expect("a motion");
    let mut workspace = Workspace::new();
    let mut memories = vec![PairMemory::new(); shapes.len() * shapes.len()];
    let mut ask_all = || {
        for (number, memory) in memories.iter_mut().enumerate() {
            let (a, b) = (&shapes[number % 5], &shapes[number / 5]);
            let (a, b) = (Moving::new(a, &creep), Moving::new(b, &here));
            for step in 0..20 {
                let span = Span::new(0.1 * f64::from(step), 0.1 * f64::from(step + 1));
                let span = span.expect("a span");
                let (first, second) = (Stretch::new(a, span), Stretch::new(b, span));
                apart_at_any_stops(&first, &second, 0.01, memory);
                stays_apart(a, b, span, &Limits::default(), memory, &mut workspace);
                if let (Shape::Hull(x), Shape::Hull(y)) = (a.shape, b.shape) {
                    let (a, b) = (Moving::new(x, &creep), Moving::new(y, &here));
                    hull_separation(a, b, span.start(), &mut workspace);
                    hull_separation_again(a, b, span.start(), memory);
                    contact_points_again(a, b, span.start(), 1.0, memory, &mut workspace);
                }
            }
        }
    };
    assert!(requests(&mut ask_all) > 0, "the first round warms up");
    assert_eq!(requests(ask_all), 0);
}

/// Motions into and past a body at the origin, some spinning.
fn flights() -> Vec<ConstantVelocity> {
    let random = &mut Random::new(7);
    (0..40)
        .map(|i| {
            let start = Placement::new(5.0 * random.direction(), random.rotation());
            let way = 2.0 * (random.share() * random.direction() - start.position);
            let spin = f64::from(i % 4) * random.direction();
            ConstantVelocity::new(start, way, spin).expect("a motion")
        })
        .collect()
}

#[test]
fn repeated_queries_of_convex_bodies_allocate_nothing() {
    let knot = torus_knot(2, 3, 4_000).expect("a knot");
    let hulls = [
        Hull::cuboid(DVec3::new(0.4, 0.6, 0.8)).expect("a box"),
        Hull::cylinder(0.5, 0.7).expect("a cylinder"),
        Hull::capsule(0.5, 0.3).expect("a capsule"),
        Hull::of_mesh(&knot).expect("a hull"),
    ];
    let flights = flights();
    let rest = ConstantVelocity::at_rest(Placement::default()).expect("a motion");
    for method in [attached_axes, conservative_advancement] {
        let mut workspace = Workspace::new();
        let mut ask_all = || {
            for (a, b) in hulls.iter().flat_map(|a| hulls.iter().map(move |b| (a, b))) {
                for flight in &flights {
                    let (a, b) = (Moving::new(a, flight), Moving::new(b, &rest));
                    method(a, b, Span::UNIT, &Limits::default(), &mut workspace);
                }
            }
        };
        ask_all();
        assert_eq!(requests(ask_all), 0);
    }

    let dumbbell = [-1.0, 1.0].map(|x| {
        let ball = Hull::ball(0.4).expect("a ball");
        ball.placed(x * DVec3::X, DQuat::IDENTITY).expect("a place")
    });
    let parts = dumbbell.into_iter().chain([hulls[0].clone()]).collect();
    let shapes = [
        Shape::from(hulls[0].clone()),
        Shape::from(hulls[3].clone()),
        Shape::from(Compound::new(parts).expect("a compound")),
        Shape::from(HalfSpace::new(DVec3::Z, -1.0).expect("a half-space")),
        Shape::from(MeshBvh::new(knot)),
    ];
    for (i, a) in shapes.iter().enumerate() {
        for (j, b) in shapes.iter().enumerate() {
            let mut workspace = Workspace::new();
            let mut ask_all = || {
                for flight in &flights {
                    let (a, b) = (Moving::new(a, flight), Moving::new(b, &rest));
                    first_contact_with(a, b, Span::UNIT, &Limits::default(), &mut workspace);
                }
            };
            // Lists that take turns have all grown after a few rounds.
            for _ in 0..4 {
                ask_all();
            }
            assert_eq!(requests(ask_all), 0, "shapes {i} and {j}");
        }
    }
}

#[test]
fn repeated_queries_of_many_bodies_and_paths_allocate_nothing() {
    let die = Shape::from(Hull::cuboid(DVec3::new(0.4, 0.6, 0.8)).expect("a box"));
    let knot = Shape::from(torus_knot(2, 3, 1_000).expect("a knot"));
    let floor = Shape::from(HalfSpace::new(DVec3::Z, -6.0).expect("a half-space"));
    let random = &mut Random::new(3);
    let mut still = vec![(floor, Placement::IDENTITY)];
    for number in 0..60 {
        let shape = if number % 4 == 0 { &knot } else { &die };
        let away = 3.0 + 5.0 * random.share();
        let at = Placement::new(away * random.direction(), random.rotation());
        still.push((shape.clone(), at));
    }
    let obstacles = Obstacles::new(still).expect("obstacles");
    let flights = flights();
    let bodies: Vec<_> = flights
        .iter()
        .map(|flight| Moving::new(&die, flight))
        .collect();
    let once = |body: usize, other: Against| match other {
        Against::Body(number) => body < number,
        Against::Obstacle(_) => true,
    };
    let rest = Resting::default();
    let skin = Limits::default().with_skin(0.01).expect("a skin");
    let mut workspace = Workspace::new();
    let mut verdicts = [0; 4];
    let mut ask_all = || {
        for body in &bodies {
            for limits in [Limits::default(), skin, Limits::default().with_budget(100)] {
                let query = ManyQuery::of_one(body, Span::UNIT)
                    .among(&obstacles)
                    .within(limits);
                let kind = match query.first_contact(&mut workspace).verdict {
                    ManyVerdict::Free => 0,
                    ManyVerdict::Contact(_) => 1,
                    ManyVerdict::Overlapping { .. } => 2,
                    ManyVerdict::Undecided { .. } => 3,
                };
                verdicts[kind] += 1;
            }
            let cut = |from, to| PathPiece::new(body.motion, Span::new(from, to).expect("a span"));
            let pieces = [cut(0.0, 0.3), cut(0.3, 1.0)];
            let still = [PathPiece::new(&rest, Span::UNIT)];
            let (a, b) = (Along::new(&die, &pieces), Along::new(&knot, &still));
            first_contact_along(a, b, Span::UNIT, &Limits::default(), &mut workspace)
                .expect("paths");
        }
        for chunk in bodies.chunks(20) {
            let query = ManyQuery::new(chunk, Span::UNIT)
                .against(chunk)
                .among(&obstacles);
            query.filtered(&once).first_contact(&mut workspace);
        }
    };
    ask_all();
    assert_eq!(requests(ask_all), 0);
    assert!(verdicts[1..].iter().all(|&count| count > 0), "{verdicts:?}");
}

#[test]
fn repeated_casts_allocate_nothing() {
    let knot = torus_knot(2, 3, 4_000).expect("a knot");
    let die = Shape::from(Hull::cuboid(DVec3::new(0.1, 0.2, 0.3)).expect("a box"));
    let shapes = [die.clone(), Shape::from(MeshBvh::new(knot))];
    let flights = flights();
    let limits = Limits::default();
    let rest = Resting::default();
    for shape in &shapes {
        let mut workspace = Workspace::new();
        let mut ask_all = || {
            for flight in &flights {
                let (from, way) = (flight.placement(0.0), flight.linear());
                let ray = Ray::new(from.position, way, 1e60).expect("a ray");
                let sweep = Sweep::new(from, way).expect("a sweep");
                let body = (shape, &rest);
                ray_cast(&ray, body, &limits, &mut workspace);
                convex_cast((&die, &sweep), body, &limits, &mut workspace);
            }
        };
        ask_all();
        assert_eq!(requests(ask_all), 0);
    }
}

/// On several cores the work is handed out, which does allocate: so this asks in a process of its own that has one.
#[test]
fn repeated_steps_and_fractions_of_deforming_meshes_allocate_nothing() {
    if std::env::var("RAYON_NUM_THREADS").is_ok_and(|threads| threads == "1") {
        return steps_and_fractions_allocate_nothing();
    }
    let program = std::env::current_exe().expect("a test is a program");
    let name = "repeated_steps_and_fractions_of_deforming_meshes_allocate_nothing";
    let answer = std::process::Command::new(program)
        .args([name, "--exact"])
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&answer.stdout);
    assert!(
        answer.status.success() && told.contains("1 passed"),
        "{told}"
    );
}

fn steps_and_fractions_allocate_nothing() {
    let mut mesh = cloth_over_ball(1_000).expect("a cloth");
    let ends: Vec<DVec3> = mesh.paths().iter().map(|path| path.end()).collect();
    let mut workspace = DeformingWorkspace::new();
    let mut ask_all = || {
        // Without a clearance, a pair that only whole numbers decide takes memory for them.
        for clearance in [0.001, 0.01] {
            let limits = Limits::default()
                .with_clearance(clearance)
                .expect("a length");
            free_step_with(&mesh, &Compared::default(), &limits, &mut workspace);
            free_fractions(&mesh, &Compared::default(), &limits, &mut workspace);
        }
        mesh.set_ends(&ends).expect("as many as there are");
    };
    assert!(requests(&mut ask_all) > 0, "the first round warms up");
    assert_eq!(requests(ask_all), 0);
}

/// Bodies that touch at the start, and bodies with a skin.
#[test]
fn repeated_starts_and_skins_allocate_nothing() {
    let die = Hull::cuboid(DVec3::splat(0.5)).expect("a box");
    let shapes = [
        Shape::from(die.clone()),
        Shape::from(Compound::new(vec![die]).expect("a compound")),
        Shape::from(MeshBvh::new(torus_knot(2, 3, 1_000).expect("a knot"))),
    ];
    let floor = Shape::from(HalfSpace::new(DVec3::Z, -0.5).expect("a half-space"));
    let skin = Limits::default().with_skin(0.01).expect("a length");
    let slide = Sweep::new(Placement::default(), 0.1 * DVec3::X).expect("a sweep");
    let rest = Resting::default();
    let mut workspace = Workspace::new();
    let mut ask_all = || {
        for a in &shapes {
            for b in shapes.iter().chain([&floor]) {
                for limits in [Limits::default().with_budget(20_000), skin] {
                    let (a, b) = (Moving::new(a, &slide), Moving::new(b, &rest));
                    first_contact_with(a, b, Span::UNIT, &limits, &mut workspace);
                }
            }
        }
    };
    assert!(requests(&mut ask_all) > 0, "the first round warms up");
    assert_eq!(requests(ask_all), 0);
}

#[test]
fn repeated_questions_about_an_instant_allocate_nothing() {
    let part = |x: f64| {
        let hull = Hull::cuboid(DVec3::new(0.4, 0.6, 0.8)).expect("a box");
        hull.placed(x * DVec3::X, DQuat::IDENTITY).expect("a place")
    };
    let shapes = [
        Shape::from(part(0.0)),
        Shape::from(Hull::cylinder(0.5, 0.7).expect("a cylinder")),
        Shape::from(Compound::new(vec![part(-0.5), part(0.5)]).expect("a compound")),
        Shape::from(HalfSpace::new(DVec3::Z, -1.0).expect("a half-space")),
        Shape::from(MeshBvh::new(torus_knot(2, 3, 1_000).expect("a knot"))),
    ];
    let (flights, rest) = (flights(), Resting::default());
    let within = Within::new(0.1).expect("a distance");
    for (i, a) in shapes.iter().enumerate() {
        for (j, b) in shapes.iter().enumerate() {
            let mut workspace = Workspace::new();
            let (mut near, mut found) = (PieceContacts::new(), Manifolds::new());
            let mut ask_all = || {
                for (number, flight) in flights.iter().take(10).enumerate() {
                    let (a, b) = (Moving::new(a, flight), Moving::new(b, &rest));
                    let t = 0.1 * number as f64;
                    instant::separation(a, b, t, &mut workspace);
                    instant::penetration(a, b, t, &mut workspace);
                    instant::contacts(a, b, t, within, &mut near, &mut workspace);
                    instant::manifolds(a, b, t, within, &mut found, &mut workspace);
                }
            };
            // Lists that take turns have all grown after a few rounds.
            for _ in 0..4 {
                ask_all();
            }
            assert_eq!(requests(ask_all), 0, "shapes {i} and {j}");
        }
    }
}

/// Straight ways of at most half a radian a joint, from anywhere within limits.
fn ways(robot: &Robot, count: usize) -> Vec<Path> {
    let mut random = Random::new(11);
    let way = |_| {
        let mut start = robot.default_configuration();
        for (value, coordinate) in start.iter_mut().zip(robot.coordinates()) {
            if let Some([least, largest]) = coordinate.limits {
                *value = random.between(least, largest);
            }
        }
        let moved = |value: &f64| value + random.between(-0.5, 0.5);
        let end: Vec<f64> = start.iter().map(moved).collect();
        robot.straight(&start, &end).expect("a path")
    };
    (0..count).map(way).collect()
}

/// Answers about contacts have lists in them; whether a way is free, and that it is, needs none. Robots with floating joints are not
/// among these: their chains are made anew for every piece of a path.
#[test]
fn repeated_questions_about_robots_allocate_nothing() {
    for name in ["arm6", "arm7", "puma", "mannequin"] {
        let made = builtin(name).expect("a built-in robot");
        let cell = Workcell::new(&made.robot, &made.environment).expect("a cell");
        let (limits, mut workspace) = (Limits::default(), Workspace::new());
        let ways = ways(&made.robot, 24);
        let mut is_free = |way: &Path| cell.is_free(way, &limits, &mut workspace) == Ok(true);
        let free: Vec<&Path> = ways.iter().filter(|way| is_free(way)).collect();
        assert!(free.len() >= 4 && free.len() < ways.len(), "{name}");
        let again = || assert_eq!(ways.iter().filter(|way| is_free(way)).count(), free.len());
        assert_eq!(requests(again), 0, "{name}");
        let mut contacts = || {
            for way in &free {
                let outcome = cell.first_contact(*way, &limits, &mut workspace);
                assert!(outcome.is_ok_and(|outcome| outcome.verdict == RobotVerdict::Free));
            }
        };
        contacts();
        assert_eq!(requests(contacts), 0, "{name}");
    }
}

/// Worlds that have been through what they do: a pile that rests, balls that hit each other and walls all the time.
#[test]
fn steps_of_worlds_that_have_grown_allocate_nothing() {
    for (name, seconds) in [("stack", 2), ("drop?bodies=25", 14), ("cradle", 14)] {
        let mut scene = by_name(name).expect("it is one of them");
        scene.settings = scene.settings.with_sleeping(None);
        let mut world = scene.world();
        (0..64 * seconds).for_each(|_| {
            world.step();
        });
        let asked = requests(|| {
            (0..128).for_each(|_| {
                world.step();
            });
        });
        assert_eq!(asked, 0, "{name}");
    }
}

/// Bodies that move to and fro, come and go: the second time around nothing grows.
#[test]
fn repeated_steps_of_a_broad_phase_allocate_nothing() {
    let cube = |at: DVec3| [0, 1, 2].map(|axis| Interval::new(at[axis], at[axis] + 1.0));
    let mut random = Random::new(21);
    let mut places: Vec<DVec3> = (0..500)
        .map(|_| random.point(DVec3::ZERO, DVec3::splat(10.0)))
        .collect();
    let shifts: Vec<DVec3> = places.iter().map(|_| 2.0 * random.direction()).collect();
    let mut tree = BodyTree::new();
    tree.insert_unbounded(PairFilter::FIXED).expect("a floor");
    let mut bodies: Vec<_> = places
        .iter()
        .map(|&at| {
            tree.insert(cube(at), 0.1, PairFilter::FREE)
                .expect("a body")
        })
        .collect();
    let (mut found, mut along, mut memory) = (Vec::new(), Vec::new(), NearestMemory::new());
    let mut steps = || {
        let mut begun = 0;
        for step in 0..20 {
            for (number, body) in bodies.iter_mut().enumerate() {
                let sign = if step % 2 == 0 { 1.0 } else { -1.0 };
                places[number] += sign * shifts[number];
                if number % 50 == step % 10 {
                    tree.remove(*body).expect("a body");
                    let new = tree.insert(cube(places[number]), 0.1, PairFilter::FREE);
                    *body = new.expect("a body");
                } else {
                    tree.move_to(*body, cube(places[number]), 0.1)
                        .expect("a body");
                }
            }
            begun += tree.update_pairs().begun.len();
            let at = places[step];
            tree.in_box(cube(at), &mut found).expect("a box");
            tree.along_segment(at, places[step + 1], &mut along)
                .expect("a segment");
            tree.nearest(at, 5.0, &mut memory, |body| f64::from(body.slot()))
                .expect("a point");
        }
        assert!(begun > 1_000, "{begun}");
    };
    // The shape of the tree is another one each time: a few rounds grow it.
    for _ in 0..4 {
        steps();
    }
    assert_eq!(requests(steps), 0);
}
