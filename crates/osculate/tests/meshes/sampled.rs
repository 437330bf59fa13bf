//! Scenes that the reference does not cover, against dense sampling in time with a plain triangle intersection.
//!
//! `OSCULATE_SEED` shifts all of them, `OSCULATE_CASES` sets their number.

use crate::methods::{Method, SWEPT};
use glam::{DMat3, DQuat, DVec3};
use osculate::*;
use osculate_judge::seeded::{self, Seeded};
use std::time::Instant;

/// Over trees of spheres, with the diameter of leaves of several triangles as a share of the body's radius.
const SPHERE_METHODS: [(&str, f64, Method<Sphere>); 4] = [
    ("d2m", 0.0, d2m::<dyn Motion, dyn Motion>),
    ("coarse d2m", 0.2, d2m::<dyn Motion, dyn Motion>),
    ("capoeira", 0.0, capoeira::<dyn Motion, dyn Motion>),
    ("coarse capoeira", 0.2, capoeira::<dyn Motion, dyn Motion>),
];

/// Accelerates, sways, and turns to and fro about an axis.
struct Sway {
    from: DVec3,
    velocity: DVec3,
    sway: DVec3,
    rate: f64,
    axis: DVec3,
    angle: f64,
    turn: DQuat,
}

impl Motion for Sway {
    fn pose(&self, t: f64) -> Pose {
        let phase = libm::sin(self.rate * t);
        Pose {
            rotation: DMat3::from_quat(
                (DQuat::from_axis_angle(self.axis, self.angle * phase) * self.turn).normalize(),
            ),
            offset: self.from + t * self.velocity + self.sway * phase,
            rotation_error: 1e-14 * (1.0 + self.angle * (1.0 + self.rate)),
            offset_error: 1e-14
                * (self.from.length()
                    + self.velocity.length()
                    + self.sway.length() * (1.0 + self.rate)),
        }
    }
    fn rates(&self, span: Span) -> Rates {
        let pace = self.rate * libm::cos(self.rate * span.start());
        let change = self.rate * self.rate * (1.0 + 1e-12);
        Rates {
            velocity: self.velocity + self.sway * pace,
            velocity_error: 1e-13 * (self.velocity.length() + self.sway.length() * self.rate),
            spin: self.axis * (self.angle * pace),
            spin_error: 1e-13 * self.angle * self.rate,
            acceleration: self.sway.length() * change,
            spin_acceleration: self.angle * change,
        }
    }
}

/// Flies under gravity, and turns about an axis that is itself turned: the spin changes its direction all the time.
struct Tumble {
    from: DVec3,
    velocity: DVec3,
    gravity: DVec3,
    outer: f64,
    inner: f64,
    turn: DQuat,
}

impl Motion for Tumble {
    fn pose(&self, t: f64) -> Pose {
        let turned =
            DQuat::from_rotation_z(self.outer * t) * DQuat::from_rotation_x(self.inner * t);
        Pose {
            rotation: DMat3::from_quat((turned * self.turn).normalize()),
            offset: self.from + t * self.velocity + 0.5 * t * t * self.gravity,
            rotation_error: 1e-14 * (1.0 + self.outer.abs() + self.inner.abs()),
            offset_error: 1e-14
                * (self.from.length() + self.velocity.length() + self.gravity.length()),
        }
    }
    fn rates(&self, span: Span) -> Rates {
        let t = span.start();
        let (sin, cos) = libm::sincos(self.outer * t);
        let fast = self.outer.abs() + self.inner.abs();
        Rates {
            velocity: self.velocity + t * self.gravity,
            velocity_error: 1e-14 * (self.velocity.length() + self.gravity.length()),
            spin: DVec3::new(cos * self.inner, sin * self.inner, self.outer),
            spin_error: 1e-14 * fast * (1.0 + fast),
            acceleration: self.gravity.length() * (1.0 + 1e-14),
            spin_acceleration: (self.outer * self.inner).abs() * (1.0 + 1e-14),
        }
    }
}

struct Posed {
    corners: Vec<[DVec3; 3]>,
}

fn posed(mesh: &TriMesh, motion: &dyn Motion, t: f64) -> Posed {
    let (pose, path) = (motion.pose(t), motion.path());
    let place =
        |x: DVec3| path.anchor + t * path.drift + pose.offset + pose.rotation * (x - path.pivot);
    Posed {
        corners: (0..mesh.triangles().len())
            .map(|i| mesh.triangle(i).map(place))
            .collect(),
    }
}

fn pierces(p: DVec3, q: DVec3, t: &[DVec3; 3], margin: f64) -> bool {
    let n = (t[1] - t[0]).cross(t[2] - t[0]);
    let size = n.length();
    if size < 1e-200 {
        return false;
    }
    let n = n / size;
    let (h0, h1) = ((p - t[0]).dot(n), (q - t[0]).dot(n));
    if !(h0 * h1 < 0.0 && h0.abs() > margin && h1.abs() > margin) {
        return false;
    }
    let x = p + (q - p) * (h0 / (h0 - h1));
    (0..3).all(|i| {
        let (c0, c1) = (t[i], t[(i + 1) % 3]);
        let e = c1 - c0;
        e.cross(x - c0).dot(n) > margin * e.length()
    })
}

/// Whether the surfaces cross by more than `margin`, by a sweep along x.
fn crosses(a: &Posed, b: &Posed, margin: f64) -> bool {
    let bounds = |t: &[DVec3; 3]| (t[0].min(t[1]).min(t[2]), t[0].max(t[1]).max(t[2]));
    let whole = |p: &Posed| {
        p.corners
            .iter()
            .map(bounds)
            .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |m, b| {
                (m.0.min(b.0), m.1.max(b.1))
            })
    };
    let (wa, wb) = (whole(a), whole(b));
    let (low, high) = (wa.0.max(wb.0), wa.1.min(wb.1));
    if (high - low).min_element() < 0.0 {
        return false;
    }
    let inside = |p: &Posed| {
        let mut v: Vec<_> = p
            .corners
            .iter()
            .map(|t| (bounds(t), *t))
            .filter(|(b, _)| (b.1 - low).min_element() >= 0.0 && (high - b.0).min_element() >= 0.0)
            .collect();
        v.sort_by(|x, y| x.0.0.x.total_cmp(&y.0.0.x));
        v
    };
    let (va, vb) = (inside(a), inside(b));
    let widest = vb.iter().fold(0.0_f64, |m, x| m.max(x.0.1.x - x.0.0.x));
    for (ba, ta) in &va {
        let first = vb.partition_point(|x| x.0.0.x < ba.0.x - widest);
        for (bb, tb) in &vb[first..] {
            if bb.0.x > ba.1.x {
                break;
            }
            if (bb.1 - ba.0).min_element() < 0.0 || (ba.1 - bb.0).min_element() < 0.0 {
                continue;
            }
            for i in 0..3 {
                if pierces(ta[i], ta[(i + 1) % 3], tb, margin)
                    || pierces(tb[i], tb[(i + 1) % 3], ta, margin)
                {
                    return true;
                }
            }
        }
    }
    false
}

struct Scene {
    name: String,
    a: MeshBvh,
    b: MeshBvh,
    ma: Box<dyn Motion>,
    mb: Box<dyn Motion>,
    span: Span,
    samples: u32,
    size: f64,
}

#[derive(Default)]
struct Tally {
    free: u32,
    crossing: u32,
    near: u32,
    overlapping: u32,
    undecided: u32,
    slowest: f64,
}

fn run(scene: &Scene, tally: &mut Tally, wrong: &mut Vec<String>) {
    let mut earliest_end = f64::INFINITY;
    let mut answers = Vec::new();
    let (limits, mut workspace) = (Limits::default(), Workspace::new());
    let (ma, mb): (&dyn Motion, &dyn Motion) = (&*scene.ma, &*scene.mb);
    let mut outcomes = Vec::new();
    for (name, method) in SWEPT {
        let clock = Instant::now();
        let (a, b) = (Moving::new(&scene.a, ma), Moving::new(&scene.b, mb));
        let outcome = method(a, b, scene.span, &limits, &mut workspace);
        outcomes.push((name, clock.elapsed().as_secs_f64(), outcome));
    }
    for (name, share, method) in SPHERE_METHODS {
        let tree =
            |body: &MeshBvh| MeshBvh::spheres(body.mesh().clone(), share * body.bounding_ball().1);
        let (a, b) = (tree(&scene.a), tree(&scene.b));
        let clock = Instant::now();
        let (a, b) = (Moving::new(&a, ma), Moving::new(&b, mb));
        let outcome = method(a, b, scene.span, &limits, &mut workspace);
        outcomes.push((name, clock.elapsed().as_secs_f64(), outcome));
    }
    for (name, seconds, o) in outcomes {
        tally.slowest = tally.slowest.max(seconds);
        if seconds > 1.5 {
            println!("slow {seconds:.2} s: {} {name} {:?}", scene.name, o);
        }
        let proven = match o.verdict {
            Verdict::Free => {
                tally.free += 1;
                scene.span.end()
            }
            Verdict::Contact(c) => {
                if c.evidence == Evidence::Crossing {
                    tally.crossing += 1;
                    earliest_end = earliest_end.min(c.upper);
                } else {
                    tally.near += 1;
                    if !name.ends_with("capoeira") {
                        let apart = c.separation;
                        println!("near: {} {name} at {} {apart:?}", scene.name, c.lower);
                    }
                }
                c.lower
            }
            Verdict::Overlapping { .. } => {
                tally.overlapping += 1;
                continue;
            }
            Verdict::Undecided { free_until, reason } => {
                tally.undecided += 1;
                println!(
                    "undecided: {} {name} {free_until:?} {reason:?} {:?}",
                    scene.name, o.stats
                );
                free_until.unwrap_or(scene.span.start())
            }
        };
        answers.push((name, proven));
    }
    let Some(latest) = answers.iter().map(|x| x.1).max_by(f64::total_cmp) else {
        return;
    };
    for &(name, proven) in &answers {
        if proven >= earliest_end {
            wrong.push(format!(
                "{}: {name} proves {proven}, another crosses by {earliest_end}",
                scene.name
            ));
        }
    }
    let (start, margin) = (scene.span.start(), 1e-9 * scene.size);
    for k in 0..=scene.samples {
        // Half evenly, half close to the claim.
        let t = if k % 2 == 0 {
            start + (latest - start) * f64::from(k) / f64::from(scene.samples)
        } else {
            latest
                - (latest - start)
                    * libm::exp(-f64::from(k) * 0.25 * 80.0 / f64::from(scene.samples))
        }
        .clamp(start, latest);
        if crosses(
            &posed(scene.a.mesh(), &*scene.ma, t),
            &posed(scene.b.mesh(), &*scene.mb, t),
            margin,
        ) {
            for &(name, proven) in answers.iter().filter(|x| x.1 >= t) {
                wrong.push(format!(
                    "{}: {name} proves {proven}, but they cross at {t}",
                    scene.name
                ));
            }
            break;
        }
    }
}

fn moved(mesh: &TriMesh, by: DVec3) -> TriMesh {
    TriMesh::new(
        mesh.vertices().iter().map(|&v| v + by).collect(),
        mesh.triangles().to_vec(),
    )
    .unwrap()
}

/// Every triangle twice, once flipped, and with slivers along its edges.
fn doubled(mesh: &TriMesh) -> TriMesh {
    let mut v = mesh.vertices().to_vec();
    let mut t = mesh.triangles().to_vec();
    for &[i, j, k] in mesh.triangles() {
        t.push([j, i, k]);
        let m = v.len() as u32;
        let e = v[j as usize] - v[i as usize];
        v.push(v[i as usize] + 0.5 * e + 1e-9 * e.length() * DVec3::new(0.3, -0.7, 0.2));
        t.push([i, j, m]);
    }
    TriMesh::new(v, t).unwrap()
}

#[test]
fn answers_stand_up_to_sampling() {
    let seed: u64 = seeded::seed(1);
    let mut rng = Seeded::new(0x1234_5678_9abc_def1 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let knot = torus_knot(2, 3, 1500).unwrap();
    let toothed = gear(12, 1200).unwrap();
    let ball = icosphere(0.5, 320).unwrap();
    let needle = cuboid(DVec3::new(1.5, 1e-3, 1e-3)).unwrap();
    let meshes = [
        ("knot", knot.clone()),
        ("gear", toothed.clone()),
        ("ball", ball.clone()),
        ("needle", needle),
        ("doubled", doubled(&ball)),
    ];
    let mut wrong = Vec::new();
    let mut tallies: Vec<(&str, Tally)> = [
        "sway",
        "far pivots",
        "fast",
        "far apart",
        "offset",
        "mixed",
        "span",
        "slide",
        "shaft",
        "tumble",
    ]
    .map(|k| (k, Tally::default()))
    .into();
    let rounds = seeded::cases(100);
    for round in 0..rounds {
        let kind = round as usize % tallies.len();
        let (na, mut ma) = meshes[(rng.unit() * meshes.len() as f64) as usize].clone();
        let (nb, mut mb) = meshes[(rng.unit() * meshes.len() as f64) as usize].clone();
        let d = rng.direction();
        let at = d * rng.real(3.0, 5.0);
        let v = -d * rng.real(2.0, 6.0) + 0.5 * rng.direction();
        let constant = |p: DVec3, q: DQuat, v: DVec3, w: DVec3| -> Box<dyn Motion> {
            Box::new(ConstantVelocity::new(Placement::new(p, q), v, w).unwrap())
        };
        let rest = |q: DQuat| constant(DVec3::ZERO, q, DVec3::ZERO, DVec3::ZERO);
        let (mut span, mut samples, mut size) = (Span::UNIT, 60, 1.0);
        let (x, y): (Box<dyn Motion>, Box<dyn Motion>) = match kind {
            0 => {
                let sway = |from: DVec3, velocity: DVec3, rng: &mut Seeded| {
                    Box::new(Sway {
                        from,
                        velocity,
                        sway: rng.direction() * rng.real(0.0, 1.0),
                        rate: rng.real(0.5, 12.0),
                        axis: rng.direction(),
                        angle: rng.real(0.0, 4.0),
                        turn: rng.rotation(),
                    })
                };
                let s = sway(at, v, &mut rng);
                check_motion(&*s, Span::UNIT, 1.5, 200).unwrap();
                (s, sway(DVec3::ZERO, DVec3::ZERO, &mut rng))
            }
            1 => {
                // The start of an arc about a far point, at the speed that the distance makes of the rate.
                let r = libm::pow(10.0, rng.real(3.0, 6.0));
                size = r * 1e-6;
                let side = d.any_orthonormal_vector();
                (
                    Box::new(
                        Screw::new(
                            Placement::new(at, rng.rotation()),
                            at + side * r,
                            side.cross(d),
                            rng.real(2.0, 6.0) / r * if rng.unit() < 0.5 { 1.0 } else { -1.0 },
                            rng.real(-0.3, 0.3),
                        )
                        .unwrap(),
                    ),
                    Box::new(
                        Screw::new(
                            Placement::new(DVec3::ZERO, rng.rotation()),
                            side * -r,
                            rng.direction(),
                            rng.real(0.0, 1.0) / r,
                            0.1,
                        )
                        .unwrap(),
                    ),
                )
            }
            2 => {
                let w = libm::pow(10.0, rng.real(2.0, 3.3));
                samples = 400;
                (
                    constant(at, rng.rotation(), v, rng.direction() * w),
                    rest(rng.rotation()),
                )
            }
            3 => {
                let far = 1e5;
                size = 10.0;
                (
                    constant(
                        d * far,
                        rng.rotation(),
                        -d * far * rng.real(0.9999, 1.1),
                        rng.direction() * 20.0,
                    ),
                    constant(
                        DVec3::ZERO,
                        rng.rotation(),
                        DVec3::ZERO,
                        rng.direction() * 3.0,
                    ),
                )
            }
            4 => {
                let off = rng.direction() * 1e6;
                ma = moved(&ma, off);
                mb = moved(&mb, -off);
                let (qa, qb) = (rng.rotation(), rng.rotation());
                size = 10.0;
                (
                    constant(at - qa * off, qa, v, rng.direction() * 1e-6),
                    constant(qb * off, qb, DVec3::ZERO, rng.direction() * 1e-7),
                )
            }
            5 => {
                ma = ma.scaled(1e-4).unwrap();
                (
                    constant(at, rng.rotation(), v, rng.direction() * 30.0),
                    constant(
                        DVec3::ZERO,
                        rng.rotation(),
                        DVec3::ZERO,
                        rng.direction() * 5.0,
                    ),
                )
            }
            6 => {
                let (s, w) = (rng.real(-30.0, 30.0), libm::pow(10.0, rng.real(-12.0, 0.0)));
                span = Span::new(s, s + w).unwrap();
                let speed = 1.0 / w;
                size = 1e5;
                if w < 1e-6 {
                    // From where they touch or nearly do.
                    (
                        constant(at * 0.3, rng.rotation(), v, rng.direction()),
                        rest(rng.rotation()),
                    )
                } else {
                    (
                        constant(at - s * speed * v, rng.rotation(), v * speed, DVec3::ZERO),
                        rest(rng.rotation()),
                    )
                }
            }
            7 => {
                // Flat faces in one plane, sliding together.
                ma = toothed.clone();
                mb = toothed.clone();
                let z = if rng.unit() < 0.5 { 0.0 } else { 1e-3 };
                (
                    constant(
                        DVec3::new(3.0, 0.2, z),
                        DQuat::IDENTITY,
                        DVec3::new(-1.5, 0.0, 0.0),
                        DVec3::Z * rng.real(-4.0, 4.0),
                    ),
                    constant(
                        DVec3::ZERO,
                        DQuat::IDENTITY,
                        DVec3::ZERO,
                        DVec3::Z * rng.real(-4.0, 4.0),
                    ),
                )
            }
            9 => {
                let mut tumble = |from: DVec3, velocity: DVec3| {
                    Box::new(Tumble {
                        from,
                        velocity,
                        gravity: rng.direction() * rng.real(0.0, 10.0),
                        outer: rng.real(-30.0, 30.0),
                        inner: rng.real(-30.0, 30.0),
                        turn: rng.rotation(),
                    })
                };
                let (x, y) = (tumble(at, v), tumble(DVec3::ZERO, DVec3::ZERO));
                check_motion(&*x, Span::UNIT, 1.5, 200).unwrap();
                samples = 200;
                (x, y)
            }
            _ => {
                // A square shaft in a wheel's bore, with room to spare or hardly any, turning, sliding and wobbling.
                let slack = libm::pow(10.0, rng.real(-4.0, -1.0));
                let half = (0.34 - slack) * core::f64::consts::FRAC_1_SQRT_2;
                ma = cuboid(DVec3::new(half, half, 1.5)).unwrap();
                mb = toothed.clone();
                let wobble = slack * rng.real(0.0, 6.0);
                (
                    constant(
                        DVec3::new(0.0, 0.0, 0.3) + 0.1 * slack * rng.direction(),
                        DQuat::from_rotation_z(rng.real(0.0, 6.0)),
                        DVec3::Z * rng.real(-1.0, 1.0) + wobble * rng.direction(),
                        DVec3::Z * rng.real(-6.0, 6.0) + wobble * rng.direction(),
                    ),
                    constant(
                        DVec3::ZERO,
                        DQuat::IDENTITY,
                        DVec3::ZERO,
                        DVec3::Z * rng.real(-6.0, 6.0),
                    ),
                )
            }
        };
        let scene = Scene {
            name: format!("{} {seed}/{round} {na} {nb}", tallies[kind].0),
            a: MeshBvh::new(ma),
            b: MeshBvh::new(mb),
            ma: x,
            mb: y,
            span,
            samples,
            size,
        };
        run(&scene, &mut tallies[kind].1, &mut wrong);
    }
    for (name, t) in &tallies {
        println!(
            "{name:12} free {:3} crossing {:3} near {:3} overlapping {:3} undecided {:3} slowest {:.2} s",
            t.free, t.crossing, t.near, t.overlapping, t.undecided, t.slowest
        );
    }
    for line in wrong.iter().take(20) {
        println!("{line}");
    }
    assert!(wrong.is_empty());
}
