//! Convex polytopes under screws, against references that share nothing with advancement.
//!
//! Under a rational screw the first contact is the first root of a polynomial, isolated in 192 bits
//! (the judge's `meshes/algebraic.rs`); under a screw of constant rate, which is transcendental, time is cut until every part is
//! proven (its `meshes/judge.rs`). `OSCULATE_CASES` sets the number of cases a kind (40; 100 at a constant rate), `OSCULATE_SEED` shifts them.

use crate::methods::Method;
use crate::scenes::{motion, trimesh};
use glam::{DQuat, DVec3};
use osculate::{
    Evidence, Hull, Interval, Limits, MeshBvh, Moving, Outcome, Placement, Span, Verdict,
    Workspace,
    bvh::CutBall,
    motion::RationalScrew,
    query::{
        hulls::{attached_axes, conservative_advancement},
        meshes::{best_first, c2a, d2m, hca},
        roots::{FeaturePair, FirstRoot, algebraic_contact},
    },
};
use osculate_judge::meshes::Mesh;
use osculate_judge::meshes::algebraic::{self, Found};
use osculate_judge::meshes::fixed::{Ball, Fixed};
use osculate_judge::meshes::judge::body;
use osculate_judge::meshes::judge::{Gap, Judge, Scene};
use osculate_judge::meshes::motion::{BallMotion, Balls, MotionSpec, add, apply, cross, dot, sub};
use osculate_judge::meshes::motion::{at, rational_screw};
use osculate_judge::meshes::shapes::{cuboid, prism, tetrahedron};
use osculate_judge::seeded::{self, Seeded};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A method over convex bodies.
type HullMethod = fn(Moving<Hull>, Moving<Hull>, Span, &Limits, &mut Workspace) -> Outcome;

/// How a method is asked.
type Ask = fn(&Case) -> Outcome;

/// Every method that is to agree with the references.
const METHODS: [(&str, Ask); 6] = [
    ("attached_axes", |case| case.hulls(attached_axes)),
    ("conservative_advancement", |case| {
        case.hulls(conservative_advancement)
    }),
    ("best_first", |case| case.meshes(best_first)),
    ("hca", |case| case.meshes(hca)),
    ("c2a", |case| case.meshes(c2a)),
    ("d2m", |case| case.spheres(d2m)),
];

/// Two convex bodies that start apart: `a` moving, `b` at rest where its coordinates are.
struct Case {
    a: Mesh,
    b: Mesh,
    motion: MotionSpec,
}

impl Case {
    /// The answer of a method on the bodies' surfaces; neither body gets into the other without crossing them.
    fn meshes(&self, method: Method) -> Outcome {
        let hierarchy = |mesh: &Mesh| MeshBvh::new(trimesh(mesh));
        self.ask(hierarchy(&self.a), hierarchy(&self.b), method)
    }

    /// The same over trees of spheres.
    fn spheres(&self, method: Method<CutBall>) -> Outcome {
        let hierarchy = |mesh: &Mesh| MeshBvh::spheres(trimesh(mesh), 0.0);
        self.ask(hierarchy(&self.a), hierarchy(&self.b), method)
    }

    /// The same over the solids.
    fn hulls(&self, method: HullMethod) -> Outcome {
        let hull = |mesh: &Mesh| Hull::polytope(mesh.vertices()).unwrap();
        let (a, b) = (hull(&self.a), hull(&self.b));
        let (moving, resting) = (motion(&self.motion), motion(&rest()));
        let (a, b) = (Moving::new(&a, &*moving), Moving::new(&b, &*resting));
        method(a, b, Span::UNIT, &Limits::default(), &mut Workspace::new())
    }

    fn ask<V>(&self, a: MeshBvh<V>, b: MeshBvh<V>, method: Method<V>) -> Outcome {
        let (moving, resting) = (motion(&self.motion), motion(&rest()));
        let (a, b) = (Moving::new(&a, &*moving), Moving::new(&b, &*resting));
        method(a, b, Span::UNIT, &Limits::default(), &mut Workspace::new())
    }

    fn scene(&self) -> Scene {
        Scene {
            a: body(self.a.clone(), self.motion),
            b: body(self.b.clone(), rest()),
            span: (0.0, 1.0),
            clearance: 0.0,
            tolerance: None,
        }
    }
}

fn rest() -> MotionSpec {
    at(DVec3::ZERO, DQuat::IDENTITY, DVec3::ZERO, DVec3::ZERO)
}

type Kind = (&'static str, fn(&mut Seeded) -> Case);

const KINDS: [Kind; 10] = [
    ("boxes", |rng| fly(rng, random_box, Way::Screw)),
    ("tetrahedra", |rng| fly(rng, tetrahedron, Way::Screw)),
    ("prisms", |rng| fly(rng, random_prism, Way::Screw)),
    ("rotation only", |rng| fly(rng, any, Way::Turn)),
    ("slide only", |rng| fly(rng, any, Way::Slide)),
    ("aligned boxes sliding", aligned_boxes),
    ("edges along the axis", along_the_axis),
    ("slide that ends in contact", slide_to_the_end),
    ("turn that ends flat on a face", |rng| turn_flat(rng, 1.0)),
    ("turn through a flat contact", |rng| turn_flat(rng, 2.0)),
];

#[derive(Clone, Copy)]
enum Way {
    Screw,
    Turn,
    Slide,
}

fn random_box(rng: &mut Seeded) -> Mesh {
    let half = DVec3::new(rng.real(0.1, 0.7), rng.real(0.1, 0.7), rng.real(0.1, 0.7));
    cuboid(DVec3::ZERO, half)
}

fn random_prism(rng: &mut Seeded) -> Mesh {
    let n = rng.whole(3, 7);
    let radius = rng.real(0.4, 0.9);
    let corner = |i: i64| {
        let (sin, cos) = libm::sincos(std::f64::consts::TAU * i as f64 / n as f64);
        [radius * cos, radius * sin]
    };
    prism(&(0..n).map(corner).collect::<Vec<_>>(), rng.real(0.05, 0.6))
}

fn any(rng: &mut Seeded) -> Mesh {
    match rng.whole(0, 2) {
        0 => random_box(rng),
        1 => tetrahedron(rng),
        _ => random_prism(rng),
    }
}

/// From any side and any way round towards the other; about two thirds meet.
fn fly(rng: &mut Seeded, shape: fn(&mut Seeded) -> Mesh, way: Way) -> Case {
    let (a, b) = (shape(rng), shape(rng));
    let away = rng.direction();
    let distance = rng.real(2.8, 4.0);
    let by = -away * (distance * rng.real(0.5, 1.6)) + 0.7 * rng.inside();
    let (p, q) = (away * distance, rng.rotation());
    let angle = rng.real(0.1, 3.0) * if rng.chance(0.5) { 1.0 } else { -1.0 };
    let axis = match way {
        Way::Screw => rng.direction(),
        Way::Turn => by.cross(rng.direction()).normalize(),
        Way::Slide => by.normalize(),
    };
    let mut motion = rational_screw(p, q, by, axis, angle);
    if let MotionSpec::RationalScrew {
        tangent,
        slide,
        point,
        ..
    } = &mut motion
    {
        match way {
            Way::Screw => {}
            Way::Turn => *slide = 0.0,
            Way::Slide => (*tangent, *slide, *point) = (0.0, by.length(), p.to_array()),
        }
    }
    Case { a, b, motion }
}

/// A body that is not turned at the start.
fn straight(p: DVec3, point: DVec3, axis: DVec3, tangent: f64, slide: f64) -> MotionSpec {
    MotionSpec::RationalScrew {
        p: p.to_array(),
        q: DQuat::IDENTITY.to_array(),
        point: point.to_array(),
        axis: axis.to_array(),
        tangent,
        slide,
    }
}

fn dyadic(rng: &mut Seeded, low: f64, high: f64) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| rng.dyadic(low, high)))
}

/// Faces exactly parallel, edges too, so that most cubics of edges vanish.
fn aligned_boxes(rng: &mut Seeded) -> Case {
    let (a, b) = (dyadic(rng, 0.25, 0.75), dyadic(rng, 0.25, 0.75));
    let axis = [
        DVec3::X,
        -DVec3::Y,
        DVec3::Z,
        DVec3::new(1.0, 1.0, 0.0),
        DVec3::new(-0.5, 0.25, 1.0),
    ][rng.whole(0, 4) as usize];
    let p = axis * rng.dyadic(3.0, 4.0) + dyadic(rng, -1.25, 1.25);
    let slide = -axis.length() * rng.dyadic(1.5, 5.0);
    Case {
        a: cuboid(DVec3::ZERO, a),
        b: cuboid(DVec3::ZERO, b),
        motion: straight(p, dyadic(rng, -2.0, 2.0), axis, 0.0, slide),
    }
}

/// Boxes that turn about a line along their edges: some stay parallel to those of the other box for ever, and others
/// become so at a distance.
fn along_the_axis(rng: &mut Seeded) -> Case {
    let (a, b) = (dyadic(rng, 0.25, 0.75), dyadic(rng, 0.25, 0.75));
    let side = [DVec3::X, DVec3::Y][rng.whole(0, 1) as usize];
    let p = side * rng.dyadic(2.0, 3.0) + DVec3::Z * rng.dyadic(-1.0, 1.0);
    let tangent = rng.dyadic(0.5, 4.0) * if rng.chance(0.5) { 1.0 } else { -1.0 };
    let slide = rng.dyadic(-1.0, 1.0);
    let point = 0.5 * p + dyadic(rng, -0.5, 0.5);
    Case {
        a: cuboid(DVec3::ZERO, a),
        b: cuboid(DVec3::ZERO, b),
        motion: straight(p, point, DVec3::Z, tangent, slide),
    }
}

fn slide_to_the_end(rng: &mut Seeded) -> Case {
    let (a, b) = (dyadic(rng, 0.25, 0.75), dyadic(rng, 0.25, 0.75));
    let slide = rng.dyadic(0.5, 3.0);
    let p = DVec3::new(
        rng.dyadic(-0.4, 0.4),
        rng.dyadic(-0.4, 0.4),
        a.z + b.z + slide,
    );
    Case {
        a: cuboid(DVec3::ZERO, a),
        b: cuboid(DVec3::ZERO, b),
        motion: straight(p, dyadic(rng, -2.0, 2.0), -DVec3::Z, 0.0, slide),
    }
}

/// A box that turns about z: after a quarter, which is when τ is one over `tangent`, its upper side is flat below that
/// of the other. Until then all its points rise, since x stays positive.
fn turn_flat(rng: &mut Seeded, tangent: f64) -> Case {
    let (a, b) = (dyadic(rng, 0.25, 0.75), dyadic(rng, 0.25, 0.75));
    let (x, y) = (rng.dyadic(1.0, 3.0), rng.dyadic(0.0, 2.0));
    // The quarter takes (y, −x) to (x, y), and the half extents a.x, a.y to a.y, a.x.
    let other = DVec3::new(
        x + rng.dyadic(-0.4, 0.4),
        y + a.x + b.y,
        rng.dyadic(-0.4, 0.4),
    );
    Case {
        a: cuboid(DVec3::ZERO, a),
        b: cuboid(other, b),
        motion: straight(DVec3::new(y, -x, 0.0), DVec3::ZERO, DVec3::Z, tangent, 0.0),
    }
}

fn fixed(t: f64) -> Fixed {
    Fixed::floor(t).0
}

/// What is wrong with an answer.
fn refute(found: &Found, judge: &Judge, outcome: &Outcome) -> Option<String> {
    match outcome.verdict {
        Verdict::Free => found
            .certain
            .map(|by| format!("free, but there is a contact by {by:?}")),
        Verdict::Contact(contact) => {
            if found.certain.is_some_and(|by| fixed(contact.lower) >= by) {
                return Some(format!("free up to {}, which is after it", contact.lower));
            }
            let possible = found
                .possible
                .is_some_and(|from| fixed(contact.upper) >= from);
            if contact.evidence == Evidence::Crossing && !possible {
                return Some(format!("crossing by {}, which is before it", contact.upper));
            }
            let gap = judge.separation(contact.lower).0;
            let most = judge.fixed(outcome.tolerance);
            (gap.upper <= Fixed::ZERO || gap.lower > most).then(|| {
                let gap = judge.length(gap.lower);
                format!("a gap of {gap:e} at {}", contact.lower)
            })
        }
        verdict => Some(format!("{verdict}, though the bodies start apart")),
    }
}

/// A bracket of the earliest contact of all pairs of features, by the library's cubics.
fn by_cubics(case: &Case) -> Option<(f64, f64)> {
    let screw = screw(&case.motion);
    let mut earliest: Option<(f64, f64)> = None;
    let mut ask = |pair: FeaturePair| {
        let (from, to) = match algebraic_contact(&screw, &pair).first {
            FirstRoot::None => return,
            FirstRoot::Within(span) => (span.start(), span.end()),
            FirstRoot::Undecided { free_until, .. } => (free_until, 1.0),
        };
        if earliest.is_none_or(|known| from < known.0) {
            earliest = Some((from, to));
        }
    };
    let corners = |mesh: &Mesh, t: [u32; 3]| t.map(|i| mesh.vertices()[i as usize]);
    for &t in case.b.triangles() {
        let triangle = corners(&case.b, t);
        for &vertex in case.a.vertices() {
            ask(FeaturePair::VertexTriangle { vertex, triangle });
        }
    }
    for &t in case.a.triangles() {
        let triangle = corners(&case.a, t);
        for &vertex in case.b.vertices() {
            ask(FeaturePair::TriangleVertex { triangle, vertex });
        }
    }
    for edge in algebraic::edges(&case.a) {
        let moving = edge.map(|i| case.a.vertices()[i as usize]);
        for edge in algebraic::edges(&case.b) {
            let resting = edge.map(|i| case.b.vertices()[i as usize]);
            ask(FeaturePair::EdgeEdge { moving, resting });
        }
    }
    earliest
}

fn screw(motion: &MotionSpec) -> RationalScrew {
    let MotionSpec::RationalScrew {
        p,
        q,
        point,
        axis,
        tangent,
        slide,
    } = *motion
    else {
        panic!("{motion:?} is no rational screw");
    };
    let start = Placement::new(DVec3::from_array(p), DQuat::from_array(q));
    let (point, axis) = (DVec3::from_array(point), DVec3::from_array(axis));
    RationalScrew::with_tangent(start, point, axis, tangent, slide).unwrap()
}

/// What the cases of one kind were, and their answers: crossing, near and free.
#[derive(Default)]
struct Row {
    contacts: u64,
    open: u64,
    verdicts: [u64; 3],
    wrong: Vec<String>,
}

fn run(kind: usize, count: u64, seed: u64) -> Row {
    let (name, make) = KINDS[kind];
    let mut row = Row::default();
    for number in 0..count {
        let mut rng = Seeded::new(((kind as u64) << 50) ^ (seed << 32) ^ number);
        rng.bits();
        let case = make(&mut rng);
        let scene = case.scene();
        let judge = Judge::new(&scene);
        let starts = judge.gap(0.0);
        assert_eq!(starts, Gap::Positive, "{name} {number} starts apart");
        let found = algebraic::first_contact(&case.a, &case.b, &case.motion);
        row.contacts += u64::from(found.certain.is_some());
        row.open += u64::from(found.certain.is_some() != found.possible.is_some());
        for (method, ask) in METHODS {
            let outcome = ask(&case);
            let slot = match outcome.verdict {
                Verdict::Contact(contact) if contact.evidence == Evidence::Crossing => 0,
                Verdict::Contact(_) => 1,
                _ => 2,
            };
            row.verdicts[slot] += 1;
            if let Some(why) = refute(&found, &judge, &outcome) {
                let line = format!("{name} {number}, {method}: {why}; {found:?} {outcome:?}");
                row.wrong.push(line);
            }
        }
        let cubics = by_cubics(&case);
        let missed = match (cubics, found.certain) {
            (None, Some(_)) => true,
            (Some((from, _)), Some(by)) => fixed(from) > by,
            _ => false,
        };
        // Within rounding of a contact, intervals cannot tell it from one.
        let early = cubics.is_some_and(|(from, _)| {
            let apart = judge.separation(from).0;
            judge.length(apart.lower) > 1e-9
        });
        if missed || early {
            let line = format!("{name} {number}: cubics say {cubics:?}; {found:?}");
            row.wrong.push(line);
        }
    }
    row
}

#[test]
fn first_contacts_are_first_roots() {
    let (count, seed) = (seeded::cases(40), seeded::seed(0));
    let rows: Vec<Mutex<Row>> = KINDS.iter().map(|_| Mutex::default()).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let kind = next.fetch_add(1, Ordering::Relaxed);
                    let Some(row) = rows.get(kind) else {
                        return;
                    };
                    *row.lock().unwrap() = run(kind, count, seed);
                }
            });
        }
    });
    println!(
        "{:30} {:>6} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "kind", "cases", "contacts", "open", "crossing", "near", "free"
    );
    let mut wrong = Vec::new();
    for ((name, _), row) in KINDS.iter().zip(rows) {
        let row = row.into_inner().unwrap();
        let [crossing, near, free] = row.verdicts;
        println!(
            "{name:30} {count:>6} {:>8} {:>8} {crossing:>8} {near:>8} {free:>8}",
            row.contacts, row.open
        );
        assert!(
            20 * row.open <= count.max(20),
            "{name}: the reference leaves {} cases open",
            row.open
        );
        wrong.extend(row.wrong);
    }
    for line in wrong.iter().take(20) {
        println!("{line}");
    }
    assert!(wrong.is_empty(), "{} answers are wrong", wrong.len());
}

/// The library's cubics hold what the features' poses say, at any time.
#[test]
fn cubics_are_those_of_the_poses() {
    let mut rng = Seeded::new(7);
    for number in 0..2000 {
        let way = [Way::Screw, Way::Turn, Way::Slide][number % 3];
        let case = fly(&mut rng, tetrahedron, way);
        let screw = screw(&case.motion);
        let (t, tangent) = (rng.real(0.0, 1.0), Ball::new(screw.tangent()));
        let pose = BallMotion::new(&case.motion, 1.0).pose(t);
        let of_a = |i: usize| -> (DVec3, Balls) {
            let x = case.a.vertices()[i];
            let turned = apply(&pose.matrix, &x.to_array().map(Ball::new));
            (x, add(&pose.origin, &turned))
        };
        let of_b = |i: usize| -> (DVec3, Balls) {
            let x = case.b.vertices()[i];
            (x, x.to_array().map(Ball::new))
        };
        let height = |face: [&Balls; 3], vertex: &Balls| {
            let normal = cross(&sub(face[1], face[0]), &sub(face[2], face[0]));
            dot(&normal, &sub(vertex, face[0]))
        };
        let (a, b) = ([0, 1, 2].map(of_a), [0, 1, 2].map(of_b));
        let (pair, truth) = match number / 3 % 3 {
            0 => (
                FeaturePair::VertexTriangle {
                    vertex: a[0].0,
                    triangle: b.map(|corner| corner.0),
                },
                height([&b[0].1, &b[1].1, &b[2].1], &a[0].1),
            ),
            1 => (
                FeaturePair::TriangleVertex {
                    triangle: a.map(|corner| corner.0),
                    vertex: b[0].0,
                },
                height([&a[0].1, &a[1].1, &a[2].1], &b[0].1),
            ),
            _ => {
                let along = sub(&a[1].1, &a[0].1);
                let between = sub(&a[0].1, &b[0].1);
                (
                    FeaturePair::EdgeEdge {
                        moving: [a[0].0, a[1].0],
                        resting: [b[0].0, b[1].0],
                    },
                    dot(&sub(&b[1].1, &b[0].1), &cross(&between, &along)),
                )
            }
        };
        let cubic = algebraic_contact(&screw, &pair).cubic;
        let time = Ball::new(t);
        let held = cubic.iter().rev().fold(Ball::ZERO, |sum, c| {
            sum * time + Ball::between(fixed(c.lower), Fixed::ceil(c.upper))
        });
        let weight = Ball::ONE + tangent * tangent * time * time;
        let off = held - truth * weight;
        let size = cubic.iter().map(Interval::magnitude).fold(0.0, f64::max);
        assert!(
            off.lower() <= Fixed::ZERO && off.upper() >= Fixed::ZERO,
            "{number}: {held:?} {truth:?}"
        );
        assert!(held.radius <= 1e-10 * size.max(1.0), "{number}: {held:?}");
    }
}

/// A screw of constant rate: time is cut until the reference has proven each part of it.
#[test]
fn constant_rate_screws_hold_up_in_parts_of_time() {
    let (count, seed) = (seeded::cases(100), seeded::seed(0));
    let (mut wrong, mut doubts, mut verdicts) = (Vec::new(), 0, [0; 3]);
    for number in 0..count {
        let mut rng = Seeded::new((99 << 50) ^ (seed << 32) ^ number);
        rng.bits();
        let mut case = fly(&mut rng, any, Way::Screw);
        if let MotionSpec::RationalScrew {
            p,
            q,
            point,
            axis,
            tangent,
            slide,
        } = case.motion
        {
            case.motion = MotionSpec::Screw {
                p,
                q,
                point,
                axis,
                angular: 2.0 * libm::atan(tangent),
                sliding: slide,
            };
        }
        let scene = case.scene();
        let judge = Judge::new(&scene);
        for (method, ask) in METHODS {
            let outcome = ask(&case);
            let (free_until, touched) = match outcome.verdict {
                Verdict::Free => (1.0, None),
                Verdict::Contact(contact) => (
                    contact.lower,
                    (contact.evidence == Evidence::Crossing).then_some(contact.upper),
                ),
                verdict => {
                    wrong.push(format!("{number}, {method}: {verdict}"));
                    continue;
                }
            };
            verdicts[match (outcome.verdict, touched) {
                (Verdict::Free, _) => 2,
                (_, None) => 1,
                _ => 0,
            }] += 1;
            if let Err(stop) = judge.prove_free(0.0, free_until, 0.0, 20_000) {
                match judge.gap(stop) {
                    Gap::Closed { .. } => wrong.push(format!(
                        "{number}, {method}: free up to {free_until}, but in contact at {stop}"
                    )),
                    _ => doubts += 1,
                }
            }
            match touched.map(|upper| judge.gap(upper)) {
                Some(Gap::Positive) => {
                    wrong.push(format!("{number}, {method}: no crossing by {touched:?}"));
                }
                Some(Gap::Unknown) => doubts += 1,
                _ => {}
            }
        }
    }
    println!("{count} cases: {verdicts:?} crossing, near, free; {doubts} in doubt");
    for line in wrong.iter().take(20) {
        println!("{line}");
    }
    assert!(wrong.is_empty(), "{} answers are wrong", wrong.len());
    assert!(
        100 * doubts <= count,
        "{doubts} answers could not be judged"
    );
}
