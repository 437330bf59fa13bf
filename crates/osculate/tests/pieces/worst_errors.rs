//! Bodies that pass each other closely under motions whose stated errors are as bad as they may be: every pose shows a body further from
//! the other than it is, rates are those of a nominal motion that is further off still, and velocities and spins point away. Answers are
//! asked whole and in parts, with skins and clearances, and by the cheap proofs. The judge samples the real motion. `OSCULATE_CASES` sets
//! the number of pairs, `OSCULATE_SEED` shifts them, `OSCULATE_CASE` picks one.

use crate::sampled::{Aim, AnyMotion, Side, sampled, slack, some_motion, some_side};
use glam::{DMat3, DVec3};
use osculate::motion::{PivotPath, Pose, Rates};
use osculate::query::instant::{penetration, separation};
use osculate::query::small_motions::{
    PairMemory, Stretch, apart_along_either, apart_at_any_stops, apart_in_turn, apart_together,
    measure, stays_apart,
};
use osculate::query::{Then, meshes};
use osculate::{
    Limits, Motion, Moving, Outcome, Shape, Span, Verdict, Workspace, first_contact_with,
};
use osculate_judge::seeded::{self, Seeded};
use std::sync::Arc;

/// How far a motion is from what it says, by its own statement.
#[derive(Clone, Copy)]
struct Errors {
    offset: f64,
    rotation: f64,
    velocity: f64,
    spin: f64,
}

/// What a motion is called: the real one, or what it tells.
#[derive(Clone, Copy, PartialEq)]
enum Told {
    Real,
    Stated,
}

/// A motion with errors that all point the wrong way.
#[derive(Clone)]
struct Sly {
    nominal: AnyMotion,
    shift: DVec3,
    /// Away from the other body, and what the body is to be turned about to seem further away.
    away: DVec3,
    about: DVec3,
    /// From here on the body is nearer than its nominal motion, before it is further away.
    nearer_from: f64,
    errors: Errors,
    told: Told,
}

impl Sly {
    fn real(&self) -> Sly {
        Sly {
            told: Told::Real,
            ..self.clone()
        }
    }
}

impl Motion for Sly {
    fn pose(&self, t: f64) -> Pose {
        let Errors {
            offset, rotation, ..
        } = self.errors;
        let mut pose = self.nominal.pose(t);
        let side = if t < self.nearer_from { 0.99 } else { -0.99 };
        let real = pose.offset + self.shift + side * offset * self.away;
        if self.told == Told::Real {
            pose.offset = real;
            return pose;
        }
        let turned = DMat3::from_axis_angle(self.about, 0.99 * rotation) * pose.rotation;
        Pose::new(turned, real + 0.99 * offset * self.away).with_errors(
            pose.rotation_error + rotation,
            pose.offset_error + offset + 1e-15 * self.shift.length(),
        )
    }

    fn rates(&self, span: Span) -> Rates {
        let mut rates = self.nominal.rates(span);
        let Errors { velocity, spin, .. } = self.errors;
        rates.velocity += 0.99 * velocity * self.away;
        rates.velocity_error += velocity;
        rates.spin += 0.99 * spin * self.about;
        rates.spin_error += spin;
        rates
    }

    fn path(&self) -> PivotPath {
        self.nominal.path()
    }
}

/// How a is to be shifted to pass b at the distance that is wanted, and the direction from b to a there.
fn pushed(
    sides: &[Side; 2],
    nominal: &[AnyMotion; 2],
    ends: [f64; 2],
    [wanted, step, fine]: [f64; 3],
) -> Option<(DVec3, DVec3)> {
    let plain = |shift| -> [AnyMotion; 2] {
        let moved = Sly {
            nominal: nominal[0].clone(),
            shift,
            away: DVec3::Z,
            about: DVec3::Z,
            nearer_from: ends[0],
            errors: Errors {
                offset: 0.0,
                rotation: 0.0,
                velocity: 0.0,
                spin: 0.0,
            },
            told: Told::Real,
        };
        [Arc::new(moved), nominal[1].clone()]
    };
    let (mut shift, mut away) = (DVec3::ZERO, DVec3::Z);
    for _ in 0..4 {
        let (t, gap) = closest(sides, &plain(shift), ends, fine);
        let slope = |axis: DVec3| {
            let [p, q] =
                [step, -step].map(|step| at(sides, &plain(shift + step * axis), [t; 2], fine).1);
            p - q
        };
        let slopes = DVec3::new(slope(DVec3::X), slope(DVec3::Y), slope(DVec3::Z));
        away = slopes.normalize_or_zero();
        if away == DVec3::ZERO {
            return None;
        }
        shift -= (gap - wanted) * away;
    }
    Some((shift, away))
}

struct Case {
    sides: [Side; 2],
    real: [AnyMotion; 2],
    told: [AnyMotion; 2],
    span: Span,
    size: f64,
    off: f64,
    slack: f64,
}

fn at(sides: &[Side; 2], motions: &[AnyMotion; 2], times: [f64; 2], fine: f64) -> (f64, f64) {
    sampled([&sides[0], &sides[1]], motions, times, fine)
}

/// When bodies are seen closest, and how close.
fn closest(
    sides: &[Side; 2],
    motions: &[AnyMotion; 2],
    [start, end]: [f64; 2],
    fine: f64,
) -> (f64, f64) {
    let pairs = sides[0].bodies.len().max(1) * sides[1].bodies.len().max(1);
    let count = if pairs > 60 { 16 } else { 48 };
    let step = (end - start) / f64::from(count);
    let see = |t: f64| (t, at(sides, motions, [t; 2], fine).1);
    let mut seen: Vec<(f64, f64)> = (0..=count)
        .map(|i| see((start + step * f64::from(i)).min(end)))
        .collect();
    seen.sort_by(|p, q| p.1.total_cmp(&q.1));
    let mut least = seen[0];
    for &(t, _) in &seen[..2] {
        let (mut low, mut high) = ((t - step).max(start), (t + step).min(end));
        for _ in 0..24 {
            let [p, q] = [0.382, 0.618].map(|share| see(low + share * (high - low)));
            for found in [p, q] {
                if found.1 < least.1 {
                    least = found;
                }
            }
            if p.1 < q.1 {
                high = q.0;
            } else {
                low = p.0;
            }
        }
    }
    least
}

impl Case {
    fn new(seed: u64, case: u64) -> Option<Case> {
        let rng = &mut Seeded::of_kind(seed, 31, case);
        let size = if rng.once_in(4) {
            rng.magnitude(-40.0, 40.0)
        } else {
            1.0
        };
        let ratio = rng.magnitude(-1.0, 1.0);
        let sides = [some_side(rng, size), some_side(rng, size * ratio)];
        let planes = sides.iter().filter(|side| side.plane.is_some()).count();
        let pieces: usize = sides.iter().map(|side| side.bodies.len().max(1)).product();
        if planes == 2 || pieces > 700 {
            return None;
        }
        let (start, time) = rng.one_of(&[(0.0, 1.0), (0.0, 1.0), (-5.0, 12.0), (1e6, 1e-3)]);
        let far = if rng.once_in(5) { 1e6 * size } else { 0.0 };
        let target = far * rng.direction();
        let (when, speed) = (start + time * rng.real(0.1, 0.9), rng.magnitude(-3.0, 1.0));
        let apart = 0.9 * (sides[0].ball.1 + sides[1].ball.1);
        let targets = [target, target + apart * rng.direction()];
        let still = rng.once_in(4);
        let nominal = [0, 1].map(|i| {
            let aim = Aim {
                size: size * ratio.max(1.0),
                target: targets[i],
                middle: sides[i].ball.0,
                when,
                speed,
                time,
                still: still || (i == 1 && rng.once_in(2)),
            };
            some_motion(rng, &aim)
        });
        let fine = 0.1 * slack(&sides, &nominal, [start, start + time]);
        if !(fine < 1e-7 * size) {
            return None;
        }
        let off = size * ratio.min(1.0) * rng.magnitude(-6.0, -1.5);
        let wanted = rng.real(-1.0, 7.0) * off;
        let step = 1e-4 * size * ratio.min(1.0);
        let ends = [start, start + time];
        let (shift, away) = pushed(&sides, &nominal, ends, [wanted, step, fine])?;
        let kinds = rng.bits();
        let asked = |bit: u64| if kinds >> bit & 1 == 1 { 1.0 } else { 0.0 };
        let nearer_from = start + time * rng.one_of(&[0.0, 1e-3, 0.3, 0.9]);
        let make = |body: usize, rng: &mut Seeded| {
            let reach = sides[body].reach.max(sides[body].ball.1) + off;
            let away = if body == 0 { away } else { -away };
            Sly {
                nominal: nominal[body].clone(),
                shift: if body == 0 { shift } else { DVec3::ZERO },
                away,
                about: away.cross(rng.direction()).normalize_or(DVec3::X),
                nearer_from,
                errors: Errors {
                    offset: asked(0) * off,
                    rotation: asked(1) * off / reach,
                    velocity: asked(2) * rng.real(0.0, 3.0) * off / time,
                    spin: asked(3) * rng.real(0.0, 3.0) * off / reach / time,
                },
                told: Told::Stated,
            }
        };
        let both = [make(0, rng), make(1, rng)];
        let real: [AnyMotion; 2] = both.each_ref().map(|sly| Arc::new(sly.real()) as AnyMotion);
        let told: [AnyMotion; 2] = both.map(|sly| Arc::new(sly) as AnyMotion);
        let slack = slack(&sides, &real, [start, start + time]);
        Some(Case {
            slack: slack + 1e-14 * shift.length(),
            sides,
            real,
            told,
            span: Span::new(start, start + time).unwrap(),
            size,
            off,
        })
    }

    fn at(&self, t: f64) -> (f64, f64) {
        at(&self.sides, &self.real, [t; 2], 0.1 * self.slack)
    }

    fn bodies(&self) -> [Moving<'_, Shape>; 2] {
        [0, 1].map(|i| Moving::new(&self.sides[i].shape, &*self.told[i]))
    }

    fn limits(&self, rng: &mut Seeded) -> Limits {
        let limits = Limits::default().with_budget(20_000);
        let some = (self.off * rng.magnitude(-1.0, 1.5)).max(1e-60);
        let limits = match rng.below(4) {
            0 => limits.with_skin(some).unwrap(),
            1 => limits.with_clearance(some).unwrap(),
            _ => limits,
        };
        if rng.once_in(2) {
            let tolerance = self.off * rng.magnitude(-3.0, 1.0);
            return limits.with_tolerance(tolerance.max(1e-60)).unwrap();
        }
        limits
    }

    /// Whether the bodies are seen closer than a distance, between two instants.
    fn closer(&self, than: f64, [start, end]: [f64; 2]) -> Option<String> {
        let (t, gap) = closest(&self.sides, &self.real, [start, end], 0.1 * self.slack);
        (gap < than - self.slack).then(|| format!("missed: {:e} at {t}", gap - than))
    }

    fn judge(&self, from: f64, outcome: &Outcome) -> Option<String> {
        let (slack, clearance) = (self.slack, outcome.clearance);
        let until = match outcome.verdict {
            Verdict::Free => self.span.end(),
            Verdict::Undecided { free_until, .. } => free_until?,
            Verdict::Overlapping {
                proven,
                start,
                then,
            } => {
                let (lower, upper) = self.at(from);
                if proven && lower > clearance + slack {
                    return Some(format!("apart by {lower:e} at the start"));
                }
                if start.depth.upper < clearance - upper.max(0.0) - slack && upper >= 0.0 {
                    return Some(format!("apart by {upper:e}, not {:?}", start.depth));
                }
                let Then::Parts { from } = then else {
                    return None;
                };
                return self.closer(clearance, [from, self.span.end()]);
            }
            Verdict::Contact(contact) => {
                let (lower, upper) = self.at(contact.lower);
                if lower > clearance + outcome.tolerance + slack {
                    return Some(format!("apart by {lower:e} at `lower`"));
                }
                let held = contact.separation;
                if !(held.lower <= upper + slack && lower - slack <= held.upper) {
                    return Some(format!("{held:?} is within {lower:e} and {upper:e}"));
                }
                if contact.upper > contact.lower {
                    let (lower, _) = self.at(contact.upper);
                    if lower > clearance + slack {
                        return Some(format!("apart by {lower:e} at `upper`"));
                    }
                }
                contact.lower
            }
        };
        self.closer(clearance, [from, until])
    }

    /// A query in parts of a few steps.
    fn in_parts(&self, limits: Limits, budget: u64, workspace: &mut Workspace) -> Option<Outcome> {
        let [a, b] = self.bodies();
        let (mut limits, mut span) = (limits.with_budget(budget), self.span);
        for _ in 0..400 {
            let outcome = first_contact_with(a, b, span, &limits, workspace);
            let Verdict::Undecided { free_until, .. } = outcome.verdict else {
                return Some(outcome);
            };
            let Some(until) = free_until else {
                limits = limits.with_budget(2 * limits.budget());
                continue;
            };
            limits = limits.continuing(&outcome).unwrap();
            span = Span::new(until, self.span.end()).unwrap();
        }
        None
    }

    fn faults(&self, rng: &mut Seeded, workspace: &mut Workspace) -> Vec<String> {
        let mut faults = Vec::new();
        let mut told = |what: &str, fault: Option<String>| {
            faults.extend(fault.map(|fault| format!("{what}: {fault}")));
        };
        let [a, b] = self.bodies();
        let limits = self.limits(rng);
        let start = self.span.start();
        let whole = first_contact_with(a, b, self.span, &limits, workspace);
        told("whole", self.judge(start, &whole));
        let parts = self.in_parts(limits, rng.bits() % 40 + 1, workspace);
        told(
            "in parts",
            parts.and_then(|outcome| self.judge(start, &outcome)),
        );
        if let (Shape::Mesh(x), Shape::Mesh(y)) = (a.shape, b.shape) {
            let (x, y) = (Moving::new(&**x, a.motion), Moving::new(&**y, b.motion));
            let hca = meshes::hca(x, y, self.span, &limits, workspace);
            told("hca", self.judge(start, &hca));
            let c2a = meshes::c2a(x, y, self.span, &limits, workspace);
            told("c2a", self.judge(start, &c2a));
        }
        let t = start + rng.unit() * (self.span.end() - start);
        let (lower, upper) = self.at(t);
        let held = separation(a, b, t, workspace).separation;
        if !(held.lower <= upper.max(0.0) + self.slack && held.upper >= lower - self.slack) {
            told(
                "separation",
                Some(format!("{held:?}, {lower:e}, {upper:e}")),
            );
        }
        let depth = penetration(a, b, t, workspace).depth;
        if lower > self.slack
            && !(depth.lower <= -lower + self.slack && -upper - self.slack <= depth.upper)
        {
            told(
                "penetration",
                Some(format!("{depth:?}, {lower:e}, {upper:e}")),
            );
        }
        faults.extend(self.faults_of_small_motions(&limits, rng, workspace));
        faults
    }

    /// Of the cheap proofs, step after step.
    fn faults_of_small_motions(
        &self,
        limits: &Limits,
        rng: &mut Seeded,
        workspace: &mut Workspace,
    ) -> Vec<String> {
        let mut faults = Vec::new();
        let mut told = |what: &str, fault: Option<String>| {
            faults.extend(fault.map(|fault| format!("{what}: {fault}")));
        };
        let [a, b] = self.bodies();
        let start = self.span.start();
        let step = (self.span.end() - start) * rng.one_of(&[1.0, 0.3, 0.01]);
        let memory = &mut PairMemory::new();
        let mut from = start;
        for _ in 0..4 {
            let span = Span::new(from, (from + step).min(self.span.end())).unwrap();
            if rng.once_in(2) {
                measure(a, b, from, memory, workspace);
            } else {
                let apart = stays_apart(a, b, span, limits, memory, workspace);
                if let Some(apart) = apart.apart() {
                    told(
                        "stays",
                        self.closer(apart.separation, [span.start(), span.end()]),
                    );
                }
            }
            let stretches = [Stretch::new(a, span), Stretch::new(b, span)];
            let directions = [span.start(), span.end()].map(|t| {
                let mut memory = *memory;
                measure(a, b, t, &mut memory, workspace);
                memory.direction()
            });
            for normal in directions {
                let apart = apart_along_either([a, b], span, normal, 0.0, &mut memory.clone());
                let ends = [span.start(), span.end()];
                told(
                    "along either",
                    apart.and_then(|it| self.closer(it.separation, ends)),
                );
            }
            let [of_a, of_b] = &stretches;
            if let Some(apart) = apart_in_turn(of_a, of_b, directions, 0.0, &mut memory.clone()) {
                told(
                    "in turn",
                    self.closer(apart.separation, [span.start(), span.end()]),
                );
            }
            if let Some(apart) = apart_together(&stretches[0], &stretches[1], 0.0, memory) {
                told(
                    "together",
                    self.closer(apart.separation, [span.start(), span.end()]),
                );
            }
            if let Some(apart) = apart_at_any_stops(&stretches[0], &stretches[1], 0.0, memory) {
                for _ in 0..12 {
                    let times = [(); 2].map(|()| {
                        rng.one_of(&[
                            span.start(),
                            span.end(),
                            rng.clone().real(span.start(), span.end()),
                        ])
                    });
                    let (_, upper) = at(&self.sides, &self.real, times, 0.1 * self.slack);
                    if upper < apart.separation - self.slack {
                        told(
                            "stops",
                            Some(format!("{apart:?}, but {upper:e} at {times:?}")),
                        );
                    }
                }
            }
            from = span.end();
            if from >= self.span.end() {
                break;
            }
        }
        faults
    }
}

#[test]
fn the_worst_that_errors_may_be_is_allowed_for() {
    let seed = seeded::seed(0);
    let cases = match seeded::setting("OSCULATE_CASE") {
        Some(only) => only..only + 1,
        None => 0..seeded::cases(25),
    };
    let mut workspace = Workspace::new();
    let (mut asked, mut faults) = (0, Vec::new());
    for number in cases {
        let Some(case) = Case::new(seed, number) else {
            continue;
        };
        asked += 1;
        let rng = &mut Seeded::of_kind(seed, 32, number);
        for fault in case.faults(rng, &mut workspace) {
            faults.push(format!(
                "case {number}, size {:e}, off {:e}, slack {:e}: {fault}",
                case.size, case.off, case.slack
            ));
        }
    }
    println!("{asked} pairs");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
