//! Shapes of all kinds under motions of all kinds, with a sampler for a judge that shares no code with the queries. `OSCULATE_SEED` shifts them, `OSCULATE_CASES` sets their number, `OSCULATE_CASE` picks one.

pub mod motions;

use crate::bodies::hull;
use glam::{DMat3, DQuat, DVec3};
use motions::{Noisy, Own, about};
use osculate::{
    Compound, ConstantVelocity, Evidence, HalfSpace, Limits, MeshBvh, Motion, Moving, Outcome,
    Placement, Shape, Span, TriMesh, Verdict, Workspace, first_contact_with,
    mesh::icosphere,
    motion::{RationalScrew, Screw},
    query::hulls::conservative_advancement,
};
use osculate_judge::hulls::bodies::{Body, Core, Posed};
use osculate_judge::hulls::distance::{Accuracy, distance};
use osculate_judge::hulls::motion::Turn;
use osculate_judge::seeded::{self, Seeded};
use std::sync::Arc;

pub type AnyMotion = Arc<dyn Motion>;

/// A shape, and the same as the judge has it: convex bodies, or a plane.
pub struct Side {
    pub shape: Shape,
    pub bodies: Vec<Body>,
    pub plane: Option<(DVec3, f64)>,
    pub reach: f64,
    /// The centre and radius of a ball around it; zero for a half-space.
    pub ball: (DVec3, f64),
}

impl Side {
    fn new(shape: Shape, bodies: Vec<Body>, plane: Option<(DVec3, f64)>) -> Side {
        let reach = |most: f64, body: &Body| most.max(body.reach() + body.margin);
        let (centre, radius) = shape.bounding_ball();
        Side {
            reach: bodies.iter().fold(0.0, reach),
            ball: (centre, if plane.is_some() { 0.0 } else { radius }),
            shape,
            bodies,
            plane,
        }
    }

    pub fn is_mesh(&self) -> bool {
        matches!(self.shape, Shape::Mesh(_))
    }
}

fn some_body(rng: &mut Seeded, size: f64) -> Body {
    let [x, y, z] = [(); 3].map(|()| {
        let share = match rng.whole(0, 9) {
            0 => 1e-9,
            1 => 1e-3,
            2 => 0.0,
            _ => rng.real(0.1, 1.0),
        };
        size * share
    });
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
            let flat = match rng.whole(0, 5) {
                0 => DVec3::new(1.0, 1.0, 0.0),
                1 => DVec3::X,
                2 => DVec3::new(1.0, 1.0, 1e-9),
                _ => DVec3::ONE,
            };
            let corner = |_| size * flat * rng.direction();
            Core::Polytope {
                corners: (0..count).map(corner).collect(),
            }
        }
    };
    let round = matches!(core, Core::Point) || rng.whole(0, 2) == 0;
    let body = Body::new(
        core,
        if round {
            size * rng.real(0.01, 0.5)
        } else {
            0.0
        },
    );
    match rng.whole(0, 3) {
        0 | 1 => body,
        2 => body.placed(size * rng.vector(1.0), rng.rotation()),
        _ => body.placed(
            size * rng.magnitude(0.0, 3.0) * rng.direction(),
            rng.rotation(),
        ),
    }
}

pub fn some_side(rng: &mut Seeded, size: f64) -> Side {
    match rng.whole(0, 9) {
        0..=3 => {
            let body = some_body(rng, size);
            Side::new(Shape::from(hull(&body)), vec![body], None)
        }
        4..=6 => {
            let bodies: Vec<Body> = (0..rng.whole(1, 4))
                .map(|_| {
                    let body = some_body(rng, size);
                    let near = body.position.clamp_length_max(3.0 * size);
                    body.clone().placed(near, body.rotation)
                })
                .collect();
            let hulls = bodies.iter().map(hull).collect();
            Side::new(Shape::from(Compound::new(hulls).unwrap()), bodies, None)
        }
        7 | 8 => {
            let mesh = match rng.whole(0, 2) {
                0 => icosphere(size, 80).unwrap(),
                1 => icosphere(size, 20).unwrap(),
                _ => {
                    let vertices = (0..12).map(|_| size * rng.inside()).collect();
                    let triangle = |i: u32| [i, (i + 3) % 12, (i + 4 + i % 3) % 12];
                    TriMesh::new(vertices, (0..8).map(triangle).collect()).unwrap()
                }
            };
            let triangle = |i: usize| Body::polytope(mesh.triangle(i).to_vec());
            let bodies = (0..mesh.triangles().len()).map(triangle).collect();
            Side::new(Shape::from(MeshBvh::new(mesh)), bodies, None)
        }
        _ => {
            let offset = size * (rng.whole(0, 1) as f64) * rng.real(-3.0, 3.0);
            let half_space = HalfSpace::new(rng.direction(), offset).unwrap();
            let plane = Some((half_space.normal(), half_space.offset()));
            Side::new(Shape::from(half_space), vec![], plane)
        }
    }
}

/// What a motion is to do: to bring a body's point to a target at a time.
pub struct Aim {
    pub size: f64,
    pub target: DVec3,
    pub middle: DVec3,
    pub when: f64,
    pub speed: f64,
    pub time: f64,
    pub still: bool,
}

pub fn some_motion(rng: &mut Seeded, aim: &Aim) -> AnyMotion {
    let &Aim {
        size,
        target,
        middle,
        when,
        time,
        ..
    } = aim;
    let spin = match rng.whole(0, 5) {
        _ if aim.still => 0.0,
        0 => 0.0,
        1..=3 => rng.real(0.0, 6.0) / time,
        4 => rng.magnitude(-3.0, 2.0) / time,
        _ => rng.magnitude(1.0, 3.0) / time,
    };
    let axis = match rng.whole(0, 3) {
        0 => DVec3::Z,
        1 => DVec3::X,
        _ => rng.direction(),
    };
    let speed = size * aim.speed / time;
    let moves = if rng.whole(0, 3) == 0 { 0.0 } else { speed };
    let (velocity, sliding) = (moves * rng.direction(), 0.3 * moves * rng.real(-1.0, 1.0));
    let turned = if rng.whole(0, 2) == 0 {
        DQuat::IDENTITY
    } else {
        rng.rotation()
    };
    let rotation = DMat3::from_quat(turned);
    let point = target + rng.direction() * (size * rng.magnitude(-1.0, 2.0));
    // About the line through the point, from where the angle is that of `when`.
    let back = |angle: f64| {
        let from = point + about(axis, -angle) * (target - point);
        Placement::new(from - rotation * middle - when * sliding * axis, turned)
    };
    match rng.whole(0, 6) {
        _ if aim.still => {
            let at = Placement::new(target - when * velocity - rotation * middle, turned);
            Arc::new(ConstantVelocity::new(at, velocity, DVec3::ZERO).unwrap())
        }
        0..=2 => {
            let there = about(axis, spin * when) * rotation * middle;
            let at = Placement::new(target - when * velocity - there, turned);
            Arc::new(ConstantVelocity::new(at, velocity, spin * axis).unwrap())
        }
        3 => Arc::new(Screw::new(back(spin * when), point, axis, spin, sliding).unwrap()),
        4 => {
            let tangent = (rng.real(-4.0, 4.0) / time).clamp(-2000.0, 2000.0);
            let at = back(2.0 * libm::atan(tangent * when));
            Arc::new(RationalScrew::with_tangent(at, point, axis, tangent, sliding).unwrap())
        }
        _ => {
            let mut some = |most: f64| rng.whole(0, 1) as f64 * rng.real(-most, most);
            let (inner, faster) = (some(3.0) / time, some(3.0) / (time * time));
            let mut own = Own {
                at: DVec3::ZERO,
                velocity,
                acceleration: rng.direction() * (2.0 * speed / time * rng.real(0.0, 1.0)),
                rotation,
                axes: [axis, rng.direction()],
                speeds: [spin.min(100.0 / time), inner],
                faster,
                pivot: rng.whole(0, 1) as f64 * middle,
                drift: rng.whole(0, 1) as f64 * speed * rng.direction(),
            };
            let pose = own.pose(when);
            own.at = target - when * own.drift - pose.offset - pose.rotation * (middle - own.pivot);
            Arc::new(own)
        }
    }
}

pub fn place(motion: &AnyMotion, t: f64, base: DVec3) -> (Turn, DVec3) {
    let (pose, path) = (motion.pose(t), motion.path());
    let turn = Turn([
        pose.rotation.x_axis,
        pose.rotation.y_axis,
        pose.rotation.z_axis,
    ]);
    let way = t * path.drift + t * path.drift_low + pose.offset;
    (turn, (path.anchor - base) + way - turn.apply(path.pivot))
}

/// How far the bodies are apart, each at its own instant, between two bounds.
pub fn sampled(
    sides: [&Side; 2],
    motions: &[AnyMotion; 2],
    times: [f64; 2],
    fine: f64,
) -> (f64, f64) {
    let base = motions[1].path().anchor;
    let places = [0, 1].map(|i| place(&motions[i], times[i], base));
    let mut least = (f64::INFINITY, f64::INFINITY);
    let mut take = |lower: f64, upper: f64| least = (least.0.min(lower), least.1.min(upper));
    for (i, j) in [(0, 1), (1, 0)] {
        if let Some((normal, offset)) = sides[j].plane {
            let n = places[j].0.apply(normal);
            for body in &sides[i].bodies {
                let low = Posed::new(body, places[i].1, places[i].0).furthest(-n);
                let gap = n.dot(low - places[j].1) - offset - body.margin;
                take(gap, gap);
            }
        }
    }
    for a in &sides[0].bodies {
        for b in &sides[1].bodies {
            let p = Posed::new(a, places[0].1, places[0].0);
            let q = Posed::new(b, places[1].1, places[1].0);
            let margins = a.margin + b.margin;
            let accuracy = Accuracy {
                absolute: fine,
                relative: 1e-12,
                margins,
                touch: 0.0,
            };
            let found = distance(&p, &q, p.centre - q.centre, accuracy);
            take(found.lower - margins, found.upper - margins);
        }
    }
    least
}

struct Case {
    sides: [Side; 2],
    /// As they are, and as the query is told.
    motions: [AnyMotion; 2],
    told: [AnyMotion; 2],
    span: Span,
    limits: Limits,
    /// What the judge may be off by.
    slack: f64,
}

/// The motions as a query is told of them: as they are, or with errors that are stated and made.
pub fn told(rng: &mut Seeded, motions: &[AnyMotion; 2], size: f64, case: u64) -> [AnyMotion; 2] {
    let noise = if rng.whole(0, 5) == 0 {
        rng.magnitude(-14.0, -0.5)
    } else {
        0.0
    };
    [0, 1].map(|i| {
        if noise == 0.0 || (i == 1 && rng.whole(0, 1) == 0) {
            return motions[i].clone();
        }
        Arc::new(Noisy {
            inner: motions[i].clone(),
            turn: noise,
            shift: noise * size,
            seed: case + i as u64,
        })
    })
}

fn some_limits(rng: &mut Seeded, sides: &[Side; 2]) -> Limits {
    let big: f64 = sides.iter().map(|side| side.ball.1 + side.reach).sum();
    let clearance = if rng.whole(0, 3) == 0 {
        big * rng.magnitude(-6.0, -0.5)
    } else {
        0.0
    };
    let mut limits = Limits::default()
        .with_clearance(clearance)
        .unwrap()
        .with_budget(20_000);
    if rng.whole(0, 1) == 0 {
        limits = limits
            .with_tolerance((big * rng.magnitude(-11.0, -2.0)).max(1e-60))
            .unwrap();
    }
    limits
}

/// What the judge may be off by.
pub fn slack(sides: &[Side; 2], motions: &[AnyMotion; 2], instants: [f64; 2]) -> f64 {
    instants
        .into_iter()
        .flat_map(|t| motions.iter().zip(sides).map(move |both| (t, both)))
        .map(|(t, (motion, side))| {
            let (pose, path) = (motion.pose(t), motion.path());
            let arm = side.reach + side.ball.1 + path.pivot.length();
            let way = (t * path.drift).length() + pose.offset.length();
            (2.0 * pose.rotation_error + 4e-14) * arm + 2.0 * pose.offset_error + 4e-14 * way
        })
        .sum()
}

impl Case {
    fn new(seed: u64, case: u64) -> Option<Case> {
        let rng = &mut Seeded::of_kind(seed, 11, case);
        let size = if rng.whole(0, 6) == 0 {
            rng.magnitude(-40.0, 40.0)
        } else {
            1.0
        };
        let ratio = rng.magnitude(-2.0, 2.0);
        let sides = [some_side(rng, size), some_side(rng, size * ratio)];
        if sides.iter().all(|side| side.plane.is_some()) || sides.iter().all(Side::is_mesh) {
            return None;
        }
        let (start, time) = [
            (0.0, 1.0),
            (0.0, 1.0),
            (-5.0, 12.0),
            (1e6, 1e-3),
            (-3e3, 1e4),
        ][rng.whole(0, 4) as usize];
        let far = if rng.whole(0, 8) == 0 {
            1e8 * size
        } else {
            0.0
        };
        let apart = rng.real(0.0, 1.2).min(1.0) * (sides[0].ball.1 + sides[1].ball.1);
        let target = far * rng.direction();
        let still = rng.whole(0, 5) == 0;
        let (when, speed) = (start + time * rng.real(0.1, 1.2), rng.magnitude(-1.0, 1.5));
        let targets = [target, target + apart * rng.direction()];
        let motions = [0, 1].map(|i| {
            let aim = Aim {
                size: size * ratio.max(1.0),
                target: targets[i],
                middle: sides[i].ball.0,
                when,
                speed,
                time,
                still,
            };
            some_motion(rng, &aim)
        });
        let told = told(rng, &motions, size, case);
        let limits = some_limits(rng, &sides);
        let slack = slack(&sides, &motions, [start, start + time]);
        Some(Case {
            sides,
            motions,
            told,
            span: Span::new(start, start + time).unwrap(),
            limits,
            slack,
        })
    }

    fn at(&self, t: f64) -> (f64, f64) {
        // Beyond 1e11 radians a pose may say nothing.
        let loose = |motion: &AnyMotion| motion.pose(t).rotation_error > 1e-6;
        if self.motions.iter().any(loose) {
            return (f64::NEG_INFINITY, f64::INFINITY);
        }
        let sides = [&self.sides[0], &self.sides[1]];
        sampled(sides, &self.motions, [t; 2], 0.1 * self.slack)
    }

    fn ask(&self, workspace: &mut Workspace) -> Vec<Outcome> {
        let [a, b] = [0, 1].map(|i| Moving::new(&self.sides[i].shape, &*self.told[i]));
        let mut outcomes = vec![first_contact_with(a, b, self.span, &self.limits, workspace)];
        if let (Shape::Hull(x), Shape::Hull(y)) = (a.shape, b.shape) {
            let (a, b) = (Moving::new(x, a.motion), Moving::new(y, b.motion));
            outcomes.push(conservative_advancement(
                a,
                b,
                self.span,
                &self.limits,
                workspace,
            ));
        }
        outcomes
    }

    /// The instant up to `until` at which the bodies are seen closest, and how close.
    fn closest(&self, until: f64) -> (f64, f64) {
        let start = self.span.start();
        let pairs = self.sides[0].bodies.len().max(1) * self.sides[1].bodies.len().max(1);
        let count = if pairs > 60 { 24 } else { 120 };
        let step = (until - start) / f64::from(count);
        let mut seen: Vec<(f64, f64)> = (0..=count)
            .map(|i| (start + step * f64::from(i)).min(until))
            .map(|t| (t, self.at(t).1))
            .collect();
        seen.sort_by(|p, q| p.1.total_cmp(&q.1));
        let mut least = seen[0];
        for &(t, _) in &seen[..3] {
            let (mut low, mut high) = ((t - step).max(start), (t + step).min(until));
            for _ in 0..16 {
                let [p, q] = [0.382, 0.618].map(|share| low + share * (high - low));
                let [f, g] = [p, q].map(|t| self.at(t).1);
                for found in [(p, f), (q, g)] {
                    if found.1 < least.1 {
                        least = found;
                    }
                }
                if f < g {
                    high = q;
                } else {
                    low = p;
                }
            }
        }
        least
    }

    /// What is wrong with an answer, if anything.
    fn judge(&self, outcome: &Outcome) -> Option<String> {
        let (slack, clearance) = (self.slack, self.limits.clearance());
        let until = match outcome.verdict {
            Verdict::Free => self.span.end(),
            Verdict::Undecided { free_until, .. } => free_until?,
            Verdict::Overlapping { proven, .. } => {
                let (lower, _) = self.at(self.span.start());
                return (proven && lower > clearance + slack)
                    .then(|| format!("apart by {lower:e} at the start"));
            }
            Verdict::Contact(contact) => {
                let (lower, upper) = self.at(contact.lower);
                let held = contact.separation;
                if lower > clearance + outcome.tolerance + slack {
                    return Some(format!("apart by {lower:e} at `lower`"));
                }
                if !(held.lower <= upper + slack && lower - slack <= held.upper) {
                    return Some(format!("{held:?} is within {lower:e} and {upper:e}"));
                }
                if !(contact.point_a + contact.point_b + contact.normal).is_finite() {
                    return Some("not a number".to_owned());
                }
                if contact.evidence == Evidence::Crossing {
                    let (lower, _) = self.at(contact.upper);
                    if lower > clearance + slack {
                        return Some(format!("apart by {lower:e} at `upper`"));
                    }
                }
                contact.lower
            }
        };
        let (t, gap) = self.closest(until);
        (gap < clearance - slack).then(|| format!("missed: {:e} at {t}", gap - clearance))
    }
}

#[test]
fn answers_stand_up_to_samples() {
    let seed = seeded::seed(0);
    let cases = match seeded::setting("OSCULATE_CASE") {
        Some(only) => only..only + 1,
        None => 0..seeded::cases(1200),
    };
    let mut workspace = Workspace::new();
    let (mut kinds, mut faults) = ([0_u32; 4], Vec::new());
    for number in cases {
        let Some(case) = Case::new(seed, number) else {
            continue;
        };
        let outcomes = case.ask(&mut workspace);
        let again = case.ask(&mut Workspace::new());
        assert_eq!(
            format!("{outcomes:?}"),
            format!("{again:?}"),
            "case {number}"
        );
        for outcome in outcomes {
            kinds[match outcome.verdict {
                Verdict::Free => 0,
                Verdict::Contact(_) => 1,
                Verdict::Overlapping { .. } => 2,
                Verdict::Undecided { .. } => 3,
            }] += 1;
            if let Some(fault) = case.judge(&outcome) {
                faults.push(format!("case {number}: {fault}\n  {outcome:?}"));
            }
        }
    }
    println!("free, in contact, overlapping, undecided: {kinds:?}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
