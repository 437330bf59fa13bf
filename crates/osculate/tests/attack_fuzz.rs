//! Random attacks on convex bodies of all kinds under motions of all kinds, sampled.
#![allow(clippy::disallowed_methods)]

#[path = "convex_reference/convex_reference.rs"]
mod convex_reference;

use convex_reference::bodies::{Body, Core, Posed};
use convex_reference::distance::{Accuracy, distance};
use convex_reference::motion::Turn;
use convex_reference::random::Rng;
use glam::{DMat3, DQuat, DVec3};
use osculate::*;
use std::sync::Arc;

type Path3 = osculate::Path;

/// Accelerates and turns ever faster about one axis, or about two axes at once.
#[derive(Debug)]
struct Own {
    at: DVec3,
    velocity: DVec3,
    acceleration: DVec3,
    rotation: DMat3,
    first: (DVec3, f64, f64),
    second: (DVec3, f64),
    pivot: DVec3,
    drift: DVec3,
}

fn about(axis: DVec3, angle: f64) -> DMat3 {
    DMat3::from_axis_angle(axis, angle)
}

impl Own {
    fn angle(&self, t: f64) -> f64 {
        self.first.1 * t + 0.5 * self.first.2 * t * t
    }
}

impl Motion for Own {
    fn pose(&self, t: f64) -> Pose {
        let outer = about(self.first.0, self.angle(t));
        let turned =
            (self.first.1 * t).abs() + (self.first.2 * t * t).abs() + (self.second.1 * t).abs();
        let offset = self.at + t * self.velocity + 0.5 * t * t * self.acceleration;
        let far =
            self.at.length() + (t * self.velocity).length() + (t * t * self.acceleration).length();
        Pose {
            rotation: outer * about(self.second.0, self.second.1 * t) * self.rotation,
            offset,
            rotation_error: 2e-15 * (8.0 + turned),
            offset_error: 2e-15 * far,
        }
    }
    fn rates(&self, span: Span) -> Rates {
        let (s, e) = (span.start(), span.end());
        let spin = |t: f64| {
            (self.first.1 + self.first.2 * t) * self.first.0
                + about(self.first.0, self.angle(t)) * self.second.0 * self.second.1
        };
        let most = (self.first.1 + self.first.2 * s)
            .abs()
            .max((self.first.1 + self.first.2 * e).abs());
        let turned = (self.first.1 * s).abs() + (self.first.2 * s * s).abs() + 8.0;
        Rates {
            velocity: self.velocity + s * self.acceleration,
            velocity_error: 1e-14 * (self.velocity.length() + s.abs() * self.acceleration.length()),
            spin: spin(s),
            spin_error: 1e-14 * turned * (self.second.1.abs() + most),
            acceleration: self.acceleration.length() * (1.0 + 1e-14),
            spin_acceleration: (self.first.2.abs() + most * self.second.1.abs()) * (1.0 + 1e-14),
        }
    }
    fn path(&self) -> Path3 {
        Path3 {
            pivot: self.pivot,
            drift: self.drift,
            ..Path3::default()
        }
    }
}

/// States errors, and makes them.
struct Noisy {
    inner: Arc<dyn Motion>,
    turn: f64,
    shift: f64,
    seed: u64,
}

impl Motion for Noisy {
    fn pose(&self, t: f64) -> Pose {
        let mut rng = Rng::of_case(self.seed, 5, t.to_bits());
        let pose = self.inner.pose(t);
        let kind = rng.whole(0, 2);
        let wrong = match kind {
            0 => about(rng.direction(), 0.99 * self.turn) * pose.rotation,
            1 => pose.rotation * (1.0 + 0.99 * self.turn),
            _ => pose.rotation * (1.0 - 0.99 * self.turn),
        };
        Pose {
            rotation: wrong,
            offset: pose.offset + rng.direction() * (0.99 * self.shift),
            rotation_error: pose.rotation_error + self.turn,
            offset_error: pose.offset_error + self.shift,
        }
    }
    fn rates(&self, span: Span) -> Rates {
        self.inner.rates(span)
    }
    fn path(&self) -> Path3 {
        self.inner.path()
    }
}

#[derive(Debug)]
enum Solid {
    Hulls(Vec<Body>),
    Mesh(Vec<DVec3>, Vec<[u32; 3]>),
    Plane(DVec3, f64),
}

struct Side {
    solid: Solid,
    bodies: Vec<Body>,
    shape: Shape,
    reach: f64,
    size: f64,
}

impl Side {
    fn new(solid: Solid) -> Side {
        let (bodies, shape) = match &solid {
            Solid::Hulls(bodies) => {
                let shape = if bodies.len() == 1 {
                    Shape::from(bodies[0].hull())
                } else {
                    Shape::from(Compound::new(bodies.iter().map(Body::hull).collect()).unwrap())
                };
                (bodies.clone(), shape)
            }
            Solid::Mesh(vertices, triangles) => {
                let mesh = TriMesh::new(vertices.clone(), triangles.clone()).unwrap();
                let bodies = triangles
                    .iter()
                    .map(|t| Body::polytope(t.map(|i| vertices[i as usize]).to_vec()))
                    .collect();
                (bodies, Shape::from(MeshBvh::new(mesh)))
            }
            &Solid::Plane(normal, offset) => {
                let half = HalfSpace::new(normal, offset).unwrap();
                (vec![], Shape::from(half))
            }
        };
        let reach = bodies
            .iter()
            .map(|b| b.reach() + b.margin)
            .fold(0.0, f64::max);
        let size = shape.bounding_ball().1;
        Side {
            solid,
            bodies,
            shape,
            reach,
            size,
        }
    }
}

fn place(motion: &dyn Motion, t: f64, base: DVec3) -> (Turn, DVec3) {
    let (pose, path) = (motion.pose(t), motion.path());
    let turn = Turn([
        pose.rotation.x_axis,
        pose.rotation.y_axis,
        pose.rotation.z_axis,
    ]);
    let position = (path.anchor - base) + t * path.drift + t * path.drift_low + pose.offset
        - turn.apply(path.pivot);
    (turn, position)
}

/// Between two bounds.
fn separation_at(
    a: (&Side, &dyn Motion),
    b: (&Side, &dyn Motion),
    t: f64,
    fine: f64,
) -> (f64, f64) {
    if let Solid::Plane(..) = a.0.solid {
        return separation_at(b, a, t, fine);
    }
    let base = b.1.path().anchor;
    let (turn_a, at_a) = place(a.1, t, base);
    let (turn_b, at_b) = place(b.1, t, base);
    let mut least = (f64::INFINITY, f64::INFINITY);
    for body in &a.0.bodies {
        let posed = Posed::new(body, at_a, turn_a);
        if let Solid::Plane(normal, offset) = b.0.solid {
            let size = normal.length();
            let n = turn_b.apply(normal / size);
            let low = posed.furthest(-n);
            let gap = n.dot(low - at_b) - offset / size - body.margin;
            least = (least.0.min(gap), least.1.min(gap));
            continue;
        }
        for other in &b.0.bodies {
            let margins = body.margin + other.margin;
            let accuracy = Accuracy {
                absolute: fine,
                relative: 1e-12,
                margins,
                touch: 0.0,
            };
            let q = Posed::new(other, at_b, turn_b);
            let d = distance(&posed, &q, posed.centre - q.centre, accuracy);
            least = (
                least.0.min(d.lower - margins),
                least.1.min(d.upper - margins),
            );
        }
    }
    least
}

fn some_body(rng: &mut Rng, size: f64) -> Body {
    let l = |rng: &mut Rng| {
        let thin = match rng.whole(0, 9) {
            0 => 1e-9,
            1 => 1e-3,
            2 => 0.0,
            _ => rng.real(0.1, 1.0),
        };
        size * thin
    };
    let (x, y, z) = (l(rng), l(rng), l(rng));
    let core = match rng.whole(0, 7) {
        0 => Core::Point,
        1 => Core::Segment { half: z },
        2 => Core::Cuboid {
            half: DVec3::new(x, y, z),
        },
        3 => Core::Cylinder { radius: x, half: z },
        4 => Core::Cone { radius: x, half: z },
        5 => Core::Ellipsoid {
            radii: DVec3::new(x, if rng.whole(0, 1) == 0 { x } else { y }, z),
        },
        _ => {
            let count = [1, 2, 3, 4, 8, 30, 60][rng.whole(0, 6) as usize];
            let flat = rng.whole(0, 5);
            let corners = (0..count)
                .map(|_| {
                    let v = if count > 8 {
                        rng.direction()
                    } else {
                        rng.inside()
                    };
                    let v = match flat {
                        0 => v * DVec3::new(1.0, 1.0, 0.0),
                        1 => v * DVec3::new(1.0, 0.0, 0.0),
                        2 => DVec3::new(v.x, v.x, v.x * 0.5),
                        _ => v,
                    };
                    v * size
                })
                .collect();
            Core::Polytope { corners }
        }
    };
    let margin = if matches!(core, Core::Point) || rng.whole(0, 2) == 0 {
        size * rng.real(0.01, 0.5)
    } else {
        0.0
    };
    let body = Body::new(core, margin);
    match rng.whole(0, 3) {
        0 | 1 => body,
        2 => body.placed(size * rng.vector(1.0), rng.rotation()),
        _ => body.placed(
            size * rng.magnitude(0.0, 3.0) * rng.direction(),
            rng.rotation(),
        ),
    }
}

fn some_solid(rng: &mut Rng, size: f64, others: bool) -> Solid {
    match if others {
        rng.whole(0, 9)
    } else {
        rng.whole(0, 6)
    } {
        0..=3 => Solid::Hulls(vec![some_body(rng, size)]),
        4..=6 => {
            let count = rng.whole(1, 4);
            Solid::Hulls(
                (0..count)
                    .map(|_| {
                        let s = size * rng.real(0.2, 1.0);
                        let mut body = some_body(rng, s);
                        if body.position.length() > 3.0 * size {
                            body.position *= 3.0 * size / body.position.length();
                        }
                        body
                    })
                    .collect(),
            )
        }
        7 | 8 => {
            let mesh = match rng.whole(0, 2) {
                0 => icosphere(size, 80).unwrap(),
                1 => icosphere(size, 20).unwrap(),
                _ => {
                    let vertices: Vec<DVec3> = (0..12).map(|_| size * rng.inside()).collect();
                    let triangles = (0..8)
                        .map(|i| [i, (i + 3) % 12, (i + 4 + i % 3) % 12])
                        .collect();
                    return Solid::Mesh(vertices, triangles);
                }
            };
            Solid::Mesh(mesh.vertices().to_vec(), mesh.triangles().to_vec())
        }
        _ => {
            let offset = if rng.whole(0, 1) == 0 {
                0.0
            } else {
                size * rng.real(-3.0, 3.0)
            };
            Solid::Plane(rng.direction() * rng.magnitude(-1.0, 1.0), offset)
        }
    }
}

/// A motion that brings the body's middle to about `target` at about `when`.
fn some_motion(
    rng: &mut Rng,
    size: f64,
    target: DVec3,
    middle: DVec3,
    when: f64,
    speed: f64,
    time: f64,
) -> (Box<dyn Motion>, String) {
    let spin = match rng.whole(0, 5) {
        0 => 0.0,
        1..=3 => rng.real(0.0, 6.0) / time,
        4 => rng.magnitude(-3.0, 2.0) / time,
        _ => rng.magnitude(1.0, 4.0) / time,
    };
    let axis = match rng.whole(0, 3) {
        0 => DVec3::Z,
        1 => DVec3::X,
        _ => rng.direction(),
    };
    let velocity = if rng.whole(0, 3) == 0 {
        DVec3::ZERO
    } else {
        rng.direction() * (size * speed / time)
    };
    let rotation = if rng.whole(0, 2) == 0 {
        DQuat::IDENTITY
    } else {
        rng.rotation()
    };
    let half = about(axis, spin * when) * DMat3::from_quat(rotation);
    let at = target - when * velocity - half * middle;
    let kind = rng.whole(0, 6);
    let motion: Box<dyn Motion> = match kind {
        0..=2 => Box::new(
            ConstantVelocity::new(Placement::new(at, rotation), velocity, spin * axis).unwrap(),
        ),
        3 => {
            let point = target + rng.direction() * (size * rng.magnitude(-1.0, 2.0));
            // Where it is at `when` is turned back.
            let position = point + about(axis, -spin * when) * (target - point)
                - DMat3::from_quat(rotation) * middle;
            let slide = size * speed / time * rng.real(-0.3, 0.3);
            Box::new(
                Screw::new(
                    Placement::new(position - when * slide * axis, rotation),
                    point,
                    axis,
                    spin,
                    slide,
                )
                .unwrap(),
            )
        }
        4 => {
            let point = target + rng.direction() * (size * rng.magnitude(-1.0, 1.5));
            let tangent = rng.real(-4.0, 4.0) / time;
            let angle = 2.0 * (tangent * when).atan();
            let position = point + about(axis, -angle) * (target - point)
                - DMat3::from_quat(rotation) * middle;
            let slide = size * speed / time * rng.real(-0.3, 0.3);
            Box::new(
                RationalScrew::with_tangent(
                    Placement::new(position - when * slide * axis, rotation),
                    point,
                    axis,
                    tangent.clamp(-2000.0, 2000.0),
                    slide,
                )
                .unwrap(),
            )
        }
        _ => {
            let acceleration =
                rng.direction() * (size * speed / (time * time)) * rng.real(0.0, 2.0);
            let pivot = if rng.whole(0, 1) == 0 {
                DVec3::ZERO
            } else {
                middle
            };
            let spin = spin.min(100.0 / time);
            let (second, more) = (
                rng.direction(),
                if rng.whole(0, 1) == 0 {
                    0.0
                } else {
                    rng.real(-3.0, 3.0) / time
                },
            );
            let faster = if rng.whole(0, 1) == 0 {
                0.0
            } else {
                rng.real(-3.0, 3.0) / (time * time)
            };
            let mut own = Own {
                at: DVec3::ZERO,
                velocity,
                acceleration,
                rotation: DMat3::from_quat(rotation),
                first: (axis, spin, faster),
                second: (second, more),
                pivot,
                drift: if rng.whole(0, 1) == 0 {
                    DVec3::ZERO
                } else {
                    rng.direction() * (size * speed / time)
                },
            };
            let (pose, path) = (own.pose(when), own.path());
            own.at = target - when * path.drift - pose.offset - pose.rotation * (middle - pivot);
            let text = format!("{own:?}");
            return (Box::new(own), text);
        }
    };
    (
        motion,
        format!("kind {kind} spin {spin:e} axis {axis} v {velocity} at {at} q {rotation}"),
    )
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn random_bodies() {
    let seed = number("ATTACK_SEED").unwrap_or(0);
    let rounds = number("ATTACK_ROUNDS").unwrap_or(3000);
    let only = number("ATTACK_ONLY");
    let verbose = only.is_some();
    let mut tally = std::collections::BTreeMap::<&str, u64>::new();
    let mut failures = 0;
    let mut most = 0;
    let mut workspace = Workspace::new();
    for case in only.unwrap_or(0)..only.map_or(rounds, |c| c + 1) {
        let mut rng = Rng::of_case(seed, 11, case);
        let size = match rng.whole(0, 6) {
            0 => rng.magnitude(-48.0, 45.0),
            _ => 1.0,
        };
        let ratio = rng.magnitude(-2.0, 2.0);
        let a = Side::new(some_solid(&mut rng, size, true));
        let b = Side::new(some_solid(&mut rng, size * ratio, true));
        if matches!((&a.solid, &b.solid), (Solid::Plane(..), Solid::Plane(..))) {
            continue;
        }
        let (start, time) = match rng.whole(0, 5) {
            0 => (-5.0, 12.0),
            1 => (1e6, 1e-3),
            2 => (-3e3, 1e4),
            _ => (0.0, 1.0),
        };
        let span = Span::new(start, start + time).unwrap();
        let when = start + time * rng.real(0.1, 1.2);
        // Motions far from time 0 lose digits to f64 times themselves: keep the reach of that modest.
        let speed = rng.magnitude(-1.0, 1.5);
        let target = if rng.whole(0, 8) == 0 {
            1e8 * size * rng.direction()
        } else {
            DVec3::ZERO
        };
        let middle = |side: &Side| side.shape.bounding_ball().0;
        let apart = if rng.whole(0, 2) == 0 {
            1.0
        } else {
            rng.real(0.0, 1.2)
        };
        let finite = |x: f64| if x.is_finite() { x } else { 0.0 };
        let off = rng.direction() * (apart * (finite(a.size) + finite(b.size)));
        let (motion_a, text_a) = some_motion(
            &mut rng,
            size * ratio.max(1.0),
            target,
            middle(&a),
            when,
            speed,
            time,
        );
        let (motion_b, text_b) = some_motion(
            &mut rng,
            size * ratio.max(1.0),
            target + off,
            middle(&b),
            when,
            speed,
            time,
        );
        let big = finite(a.size) + finite(b.size) + a.reach + b.reach;
        let noise = if rng.whole(0, 5) == 0 {
            rng.magnitude(-14.0, -0.5)
        } else {
            0.0
        };
        let clearance = if rng.whole(0, 3) == 0 {
            big * rng.magnitude(-6.0, -0.5)
        } else {
            0.0
        };
        let mut limits = Limits::default().with_clearance(clearance).unwrap();
        if rng.whole(0, 1) == 0 {
            limits = limits
                .with_tolerance((big * rng.magnitude(-11.0, -2.0)).max(1e-60))
                .unwrap();
        }
        let exact: [Arc<dyn Motion>; 2] = [motion_a.into(), motion_b.into()];
        let wrap = |inner: &Arc<dyn Motion>, seed: u64| -> Arc<dyn Motion> {
            Arc::new(Noisy {
                inner: inner.clone(),
                turn: noise,
                shift: noise * size,
                seed,
            })
        };
        let (mut motion_a, mut motion_b) = (exact[0].clone(), exact[1].clone());
        if noise > 0.0 {
            motion_a = wrap(&motion_a, case);
            if rng.whole(0, 1) == 0 {
                motion_b = wrap(&motion_b, case ^ 77);
            }
        }
        let truth: [&dyn Motion; 2] = [&*exact[0], &*exact[1]];
        let mut answers = vec![];
        let outcome = first_contact(
            Moving::new(&a.shape, &*motion_a),
            Moving::new(&b.shape, &*motion_b),
            span,
            &limits.with_budget(1_000_000),
            &mut workspace,
        );
        let again = first_contact(
            Moving::new(&a.shape, &*motion_a),
            Moving::new(&b.shape, &*motion_b),
            span,
            &limits.with_budget(1_000_000),
            &mut Workspace::new(),
        );
        assert!(
            format!("{outcome:?}") == format!("{again:?}"),
            "case {case}: {outcome:?} {again:?}"
        );
        answers.push(outcome);
        if let (Shape::Hull(x), Shape::Hull(y)) = (&a.shape, &b.shape) {
            answers.push(conservative_advancement(
                Moving::new(x, &*motion_a),
                Moving::new(y, &*motion_b),
                span,
                &limits.with_budget(50_000),
                &mut workspace,
            ));
        }
        let far = {
            let base = truth[1].path().anchor;
            [start, start + time]
                .into_iter()
                .map(|t| {
                    place(truth[0], t, base)
                        .1
                        .distance(place(truth[1], t, base).1)
                })
                .fold(0.0, f64::max)
        };
        let lever = truth.iter().map(|m| m.path().pivot.length()).sum::<f64>()
            + truth
                .iter()
                .map(|m| {
                    (start.abs() + time) * m.path().drift.length() + m.pose(start).offset.length()
                })
                .sum::<f64>();
        let eps = 1e-14 * (big + far + lever) * 4.0;
        let loose = truth
            .iter()
            .zip([&a, &b])
            .map(|(m, side)| {
                let pose = [m.pose(start), m.pose(start + time)];
                pose.iter()
                    .map(|p| {
                        p.rotation_error * (side.reach + m.path().pivot.length()) + p.offset_error
                    })
                    .fold(0.0, f64::max)
            })
            .sum::<f64>();
        let eps = eps + 2.0 * loose;
        let sample = |t: f64| separation_at((&a, truth[0]), (&b, truth[1]), t, 0.1 * eps);
        // Time's own rounding is the motions' affair.
        let count = if a.bodies.len() * b.bodies.len() > 100 {
            60
        } else {
            300
        };
        let mut samples: Vec<(f64, f64)> = vec![];
        for (which, outcome) in answers.iter().enumerate() {
            let name = match outcome.verdict {
                Verdict::Free => "free",
                Verdict::Contact(c) if c.evidence == Evidence::Crossing => "crossing",
                Verdict::Contact(_) => "near",
                Verdict::Overlapping { proven: true } => "overlapping",
                Verdict::Overlapping { proven: false } => "touching",
                Verdict::Undecided {
                    reason: Reason::Budget,
                    ..
                } => {
                    if which == 0 {
                        "BUDGET"
                    } else {
                        "budget of advancement"
                    }
                }
                Verdict::Undecided { .. } => {
                    if noise > 0.0 {
                        "undecided, noisy"
                    } else {
                        "undecided"
                    }
                }
            };
            *tally.entry(name).or_default() += 1;
            let steps = outcome.stats.steps();
            if which == 0 {
                most = most.max(steps);
            }
            let mut fault = |text: String| {
                failures += 1;
                println!(
                    "case {case} ({which}): {text}\n    {:?} steps {steps} tol {:e} res {:e} noise {noise:e} clearance {clearance:e}",
                    outcome.verdict, outcome.tolerance, outcome.resolution
                );
                if verbose {
                    println!("{:?}\n{:?}\n{text_a}\n{text_b}\n{span:?}", a.solid, b.solid);
                }
            };
            let kind = |side: &Side| match &side.solid {
                Solid::Hulls(b) if b.len() == 1 => "hull",
                Solid::Hulls(_) => "compound",
                Solid::Mesh(..) => "mesh",
                Solid::Plane(..) => "plane",
            };
            if steps > 5000 && which == 0 && (kind(&a), kind(&b)) != ("mesh", "mesh") {
                let steady = truth.iter().all(|m| {
                    m.rates(span).acceleration == 0.0 && m.rates(span).spin_acceleration == 0.0
                });
                let spin = truth
                    .iter()
                    .map(|m| m.rates(span).spin.length() * time)
                    .fold(0.0, f64::max);
                if verbose {
                    println!("{text_a}\n{text_b}\n{span:?} big {big:e} far {far:e} {outcome:?}");
                }
                println!(
                    "case {case}: {steps} steps, steady {steady}, turns {spin:.1}, {} {} {name} tol/res {:.1e} noise {noise:e}",
                    kind(&a),
                    kind(&b),
                    outcome.tolerance / outcome.resolution
                );
            }
            let undecided = matches!(
                outcome.verdict,
                Verdict::Undecided {
                    reason: Reason::Resolution,
                    ..
                }
            );
            if undecided
                && start < 1e6
                && noise == 0.0
                && outcome.tolerance > 30.0 * outcome.resolution
            {
                fault("undecided".to_owned());
            }
            let until = match outcome.verdict {
                Verdict::Free => Some(span.end()),
                Verdict::Contact(c) => Some(c.lower),
                Verdict::Undecided { free_until, .. } => free_until,
                Verdict::Overlapping { proven } => {
                    let (lower, _) = sample(start);
                    if proven && lower > clearance + eps {
                        fault(format!("apart at the start by {lower:e}"));
                    }
                    None
                }
            };
            if let Verdict::Contact(c) = outcome.verdict {
                let (lower, upper) = sample(c.lower);
                if verbose {
                    for m in truth {
                        println!("{:?}\n{:?}", m.pose(c.lower), m.path());
                    }
                }
                if lower > clearance + outcome.tolerance + eps {
                    fault(format!("apart at lower by {lower:e}"));
                }
                if c.separation.lower > upper + eps
                    || c.separation.upper < lower - eps
                    || c.separation.lower.is_nan()
                {
                    fault(format!(
                        "separation {:?} is in [{lower:e}, {upper:e}] eps {eps:e}",
                        c.separation
                    ));
                }
                let sum = c.point_a + c.point_b + c.normal;
                if !sum.is_finite() || (c.normal.length() - 1.0).abs() > 1e-9 + 2.0 * noise {
                    fault("no number".to_owned());
                }
                if c.evidence == Evidence::Crossing {
                    let (lower, _) = sample(c.upper);
                    if lower > clearance + eps {
                        fault(format!("no crossing: apart at upper by {lower:e}"));
                    }
                }
            }
            if let Some(until) = until {
                if samples.is_empty() {
                    for i in 0..count {
                        let t =
                            start + time * (f64::from(i) + rng.real(0.0, 1.0)) / f64::from(count);
                        samples.push((t, sample(t).1));
                    }
                }
                let mut looked: Vec<(f64, f64)> =
                    samples.iter().copied().filter(|s| s.0 <= until).collect();
                looked.push((start, sample(start).1));
                looked.push((until, sample(until).1));
                looked.sort_by(|p, q| p.1.total_cmp(&q.1));
                // Golden section about the lowest.
                let mut worst = looked[0];
                for &(t, _) in looked.iter().take(4) {
                    let step = time / f64::from(count);
                    let (mut low, mut high) = ((t - step).max(start), (t + step).min(until));
                    for _ in 0..24 {
                        let (p, q) = (low + 0.382 * (high - low), low + 0.618 * (high - low));
                        let (f, g) = (sample(p).1, sample(q).1);
                        for x in [(p, f), (q, g)] {
                            if x.1 < worst.1 {
                                worst = x;
                            }
                        }
                        if f < g { high = q } else { low = p }
                    }
                }
                if worst.1 < clearance - eps {
                    fault(format!(
                        "MISSED: {:e} at {} eps {eps:e}",
                        worst.1 - clearance,
                        worst.0
                    ));
                }
            }
        }
    }
    println!("{tally:?} most steps {most}");
    assert_eq!(failures, 0);
}

/// A solid of revolution that spins about its own line, beside an edge that turns.
#[test]
fn revolving() {
    let seed = number("ATTACK_SEED").unwrap_or(0);
    let mut tally = std::collections::BTreeMap::<String, u64>::new();
    let mut failures = 0;
    for case in 0..number("ATTACK_ROUNDS").unwrap_or(20000) {
        let mut rng = Rng::of_case(seed, 12, case);
        let core = match rng.whole(0, 3) {
            0 => Core::Cone {
                radius: rng.real(0.1, 1.0),
                half: rng.real(0.1, 1.0),
            },
            1 => Core::Cylinder {
                radius: rng.real(0.01, 1.0),
                half: rng.real(0.1, 1.0),
            },
            2 => Core::Segment {
                half: rng.real(0.1, 1.0),
            },
            _ => {
                let x = rng.real(0.1, 1.0);
                Core::Ellipsoid {
                    radii: DVec3::new(x, x, rng.real(0.1, 1.0)),
                }
            }
        };
        let margin = if rng.whole(0, 1) == 0 {
            0.0
        } else {
            rng.real(0.0, 0.2)
        };
        let mut body = Body::new(core, margin);
        if rng.whole(0, 2) == 0 {
            body = body.placed(DVec3::Z * rng.magnitude(-1.0, 4.0), DQuat::IDENTITY);
        }
        let q = if rng.whole(0, 1) == 0 {
            DQuat::IDENTITY
        } else {
            rng.rotation()
        };
        let line = q * DVec3::Z;
        let spin = rng.magnitude(-1.0, 4.0);
        let other = Body::cuboid(rng.real(0.1, 2.0), rng.real(0.1, 2.0), rng.real(0.1, 2.0));
        let off = rng.direction() * rng.real(0.8, 2.5);
        let centre = q * body.position;
        let v = if rng.whole(0, 1) == 0 {
            DVec3::ZERO
        } else {
            rng.direction() * rng.magnitude(-1.0, 1.0)
        };
        let a =
            ConstantVelocity::new(Placement::new(-centre, q), DVec3::ZERO, spin * line).unwrap();
        let (x, y) = (
            Side::new(Solid::Hulls(vec![body])),
            Side::new(Solid::Hulls(vec![other])),
        );
        let (turned, angular) = (rng.rotation(), rng.direction() * rng.magnitude(-1.0, 1.0));
        let make =
            |off: DVec3| ConstantVelocity::new(Placement::new(off, turned), v, angular).unwrap();
        let (mut near, mut wide) = (0.0, 8.0);
        let wanted = rng.magnitude(-4.0, -0.5);
        for _ in 0..30 {
            let middle = 0.5 * (near + wide);
            let gap = separation_at((&x, &a), (&y, &make(off.normalize() * middle)), 0.0, 1e-9).1;
            if gap > wanted {
                wide = middle
            } else {
                near = middle
            }
        }
        let b = make(off.normalize() * wide);
        let limits = Limits::default()
            .with_tolerance(rng.magnitude(-9.0, -4.0))
            .unwrap();
        let swap = rng.whole(0, 1) == 0;
        let (ma, mb): ((&Side, &dyn Motion), (&Side, &dyn Motion)) = if swap {
            ((&y, &b), (&x, &a))
        } else {
            ((&x, &a), (&y, &b))
        };
        let outcome = first_contact(
            Moving::new(&ma.0.shape, ma.1),
            Moving::new(&mb.0.shape, mb.1),
            Span::UNIT,
            &limits,
            &mut Workspace::new(),
        );
        let steps = outcome.stats.steps();
        let name = format!(
            "{}",
            if steps > 5000 {
                "LONG"
            } else {
                match outcome.verdict {
                    Verdict::Free => "free",
                    Verdict::Contact(_) => "contact",
                    Verdict::Overlapping { .. } => "overlap",
                    _ => "undecided",
                }
            }
        );
        if name == "LONG" || name == "undecided" {
            println!(
                "case {case} {name} {steps} tol {:e} res {:e} {:?}\n{:?}\n{q} spin {spin}\n{:?}\n at {} {turned} v {v} angular {angular} swap {swap}",
                outcome.tolerance,
                outcome.resolution,
                outcome.verdict,
                x.solid,
                y.solid,
                off.normalize() * wide
            );
        }
        *tally.entry(name).or_default() += 1;
        let until = match outcome.verdict {
            Verdict::Free => 1.0,
            Verdict::Contact(c) => c.lower,
            Verdict::Undecided {
                free_until: Some(t),
                ..
            } => t,
            _ => continue,
        };
        let sample = |t: f64| separation_at(ma, mb, t, 1e-14).1;
        let mut worst = (0.0, f64::INFINITY);
        for i in 0..=60 {
            let t = until * f64::from(i) / 60.0;
            let s = sample(t);
            if s < worst.1 {
                worst = (t, s);
            }
        }
        let (mut low, mut high) = (
            (worst.0 - until / 60.0).max(0.0),
            (worst.0 + until / 60.0).min(until),
        );
        for _ in 0..30 {
            let (p, q) = (low + 0.382 * (high - low), low + 0.618 * (high - low));
            let (f, g) = (sample(p), sample(q));
            for x in [(p, f), (q, g)] {
                if x.1 < worst.1 {
                    worst = x;
                }
            }
            if f < g { high = q } else { low = p }
        }
        let eps = 1e-12 * (1.0 + centre.length());
        if worst.1 < -eps {
            failures += 1;
            if failures < 10 {
                println!(
                    "case {case} MISSED {:e} at {} {:?} {:?}",
                    worst.1, worst.0, outcome.verdict, ma.0.solid
                );
            }
        }
    }
    println!("{tally:?} failures {failures}");
    assert_eq!(failures, 0);
}
