//! Bodies that stand on each other, or nearly do, and are lifted, pushed, rolled, tilted, pressed or turned in their plane: the depth
//! that is told, and what is told of the motion, before the judge. `OSCULATE_CASES` sets their number a kind, `OSCULATE_SEED` shifts
//! them, `OSCULATE_CASE` picks one.

use crate::scene::{PairDepth, Path, Scene};
use crate::sides::{NAMES, PLANE, Side};
use glam::{DQuat, DVec3};
use osculate::query::{Overlap, Then};
use osculate::{Limits, Outcome, Reason, Span, Verdict, Workspace};
use osculate_judge::seeded::{self, Seeded};

pub const KINDS: [&str; 6] = ["lift", "slide", "roll", "tilt", "press", "plane"];

pub const GAPS: [&str; 6] = ["0", "+unit", "-unit", "1e-12", "tol/2", "deep"];

/// A body on another, by numbers; its bottom is at `gap` over the other's top.
pub fn scene(rng: &mut Seeded, kind: usize, numbers: [usize; 2], gap: usize) -> Scene {
    scene_of_size(rng, kind, numbers, gap, 1.0)
}

/// The same with all lengths so many times as large, a power of two.
pub fn scene_of_size(
    rng: &mut Seeded,
    kind: usize,
    numbers: [usize; 2],
    gap: usize,
    size: f64,
) -> Scene {
    let sides = [
        Side::new(rng, numbers[0], size, true),
        Side::new(rng, numbers[1], size, false),
    ];
    let clearance = if rng.once_in(6) { 0.25 * size } else { 0.0 };
    let on = sides[0].low + clearance;
    let height = match gap {
        0 => on,
        1 if on > 0.0 => on.next_up(),
        2 if on > 0.0 => on.next_down(),
        1 => size * f64::EPSILON,
        2 => -size * f64::EPSILON,
        3 => on + size * 1e-12,
        4 => on + size * 2e-7,
        _ => on - size * 1e-6,
    };
    // The other's top is at height 0.
    let mut path = Path::at(DVec3::new(0.0, 0.0, height));
    let mut other = Path::at(DVec3::new(0.0, 0.0, -sides[1].high));
    // Some get only a little deeper than they may.
    let little = kind == 4 && rng.once_in(2);
    let speed = if little {
        rng.magnitude(-12.5, -9.5)
    } else {
        rng.magnitude(-3.0, 0.5)
    };
    let aside = DVec3::new(rng.real(-1.0, 1.0), rng.real(-1.0, 1.0), 0.0);
    let edge = sides[0].edge;
    match kind {
        0 => path.flight.linear = size * speed * (DVec3::Z + rng.real(0.0, 0.5) * aside),
        1 => path.flight.linear = size * speed * aside,
        2 => {
            let spin = rng.real(-1.0, 1.0) * speed;
            let radius = sides[0].rolls.unwrap_or(0.0);
            path.flight.angular = spin * DVec3::Y;
            path.flight.linear = spin * radius * DVec3::X;
        }
        3 => {
            path.flight.angular = speed.min(1.2) * DVec3::Y;
            path.about = Some(DVec3::new(edge, 0.0, height - sides[0].low));
        }
        4 => path.flight.linear = size * speed * (-DVec3::Z + rng.real(0.0, 0.5) * aside),
        _ => {
            path.flight.linear = size * speed * aside;
            path.flight.angular = rng.real(-6.0, 6.0) * DVec3::Z;
        }
    }
    if path.about.is_none() && rng.once_in(4) {
        let both = size * rng.vector(2.0);
        path.flight.linear += both;
        other.flight.linear += both;
    }
    // Of an acceleration aside no more is stated than how large it is.
    if rng.once_in(5) {
        match kind {
            0 => path.acceleration = size * speed * DVec3::Z,
            4 => path.acceleration = -size * speed * DVec3::Z,
            _ => {}
        }
    }
    placed(rng, sides, [path, other], clearance, size)
}

/// Anywhere, with errors that are stated.
fn placed(
    rng: &mut Seeded,
    sides: [Side; 2],
    paths: [Path; 2],
    clearance: f64,
    size: f64,
) -> Scene {
    let turn = if rng.once_in(2) {
        rng.rotation()
    } else {
        DQuat::IDENTITY
    };
    // Motions of our own are as coarse as they are far away.
    let own = paths.iter().any(|path| path.acceleration != DVec3::ZERO);
    let far: f64 = rng.one_of(&[0.0, 0.0, 0.0, 1.0, 1e6]);
    let far = size * if own { far.min(1.0) } else { far } * rng.direction();
    let paths = paths.map(|path| path.placed(turn, 1.0, far));
    let limits = Limits::default()
        .with_budget(200_000)
        .with_clearance(clearance)
        .expect("a valid clearance");
    let scene = Scene::new(sides, paths, limits);
    let scene = if rng.once_in(6) {
        let noise = rng.magnitude(-15.0, -8.0);
        scene.noisy(rng, noise)
    } else {
        scene
    };
    if rng.once_in(3) {
        scene.exchanged()
    } else {
        scene
    }
}

/// How deep a pair may get and have got no deeper, and how deep it must be to have got deeper.
fn bounds(
    start: &[PairDepth],
    told: &Overlap,
    scene: &Scene,
    outcome: &Outcome,
) -> Vec<(f64, f64)> {
    let (r, slack, clearance) = (outcome.resolution, scene.slack, outcome.clearance);
    let fold = |of: fn(&PairDepth) -> f64| start.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    let (lowest, highest) = (
        fold(|pair| pair.lower) + clearance,
        fold(|pair| pair.upper) + clearance,
    );
    let round = scene.sides.iter().any(|side| side.round);
    start
        .iter()
        .map(|pair| {
            let (lower, upper) = (pair.lower + clearance, pair.upper + clearance);
            // What the library's upper bound may be above the truth.
            let wide = 8.0 * r + slack + if round { 4e-6 * upper.abs() } else { 0.0 };
            let own = if start.len() == 1 {
                told.depth.upper
            } else {
                (upper + wide).min(told.depth.upper)
            };
            let others = |most: f64| (most.max(0.0) + 64.0 * r).min(outcome.tolerance);
            let (may, must) = (own + 64.0 * r, lower + 64.0 * r);
            let (may, must) = if upper < -wide {
                (others(told.depth.upper.min(highest + wide)), others(lowest))
            } else if lower > slack {
                (may, must)
            } else {
                (may.max(others(told.depth.upper)), must.min(others(lowest)))
            };
            (may + slack, must - slack)
        })
        .collect()
}

/// What is wrong with an answer.
pub fn fault(scene: &Scene, method: &str, outcome: &Outcome) -> Option<String> {
    let (start, slack) = (scene.span.start(), scene.slack);
    let gap = |t: f64| {
        let (lower, upper) = scene.separation(t);
        (lower - outcome.clearance, upper - outcome.clearance)
    };
    let overlaps = |from: f64, to: f64| {
        scene
            .instants(from)
            .into_iter()
            .find(|&t| t <= to && gap(t).1 < -slack)
    };
    match outcome.verdict {
        Verdict::Free => {
            overlaps(start, scene.span.end()).map(|t| format!("free, but they overlap at {t:?}"))
        }
        Verdict::Contact(contact) => overlaps(start, contact.lower)
            .map(|t| format!("apart up to {:?}, but they overlap at {t:?}", contact.lower)),
        Verdict::Undecided { reason, .. } => {
            // Tolerances that are as fine as rounding, and ones that are nearly so: some methods creep along with those.
            let wrong = match reason {
                Reason::Resolution => outcome.tolerance > 24.0 * outcome.resolution,
                Reason::Budget => {
                    let creeps = matches!(method, "conservative_advancement" | "c2a");
                    outcome.tolerance > 1e-9 && !creeps
                }
            };
            wrong.then(|| format!("{}", outcome.verdict))
        }
        Verdict::Overlapping {
            proven,
            start: told,
            then,
        } => {
            let here = gap(start);
            if proven && here.0 > slack {
                return Some(format!("overlapping, but {here:?} apart"));
            }
            if here.0 > slack + 8.0 * outcome.resolution {
                return Some(format!("not seen apart, but {here:?} apart"));
            }
            if !(told.depth.lower <= -here.0 + slack && told.depth.upper >= -here.1 - slack) {
                return Some(format!(
                    "a depth of {:?}, but a gap of {here:?}",
                    told.depth
                ));
            }
            if !((told.normal.length() - 1.0).abs() < 1e-12) {
                return Some(format!("the normal {:?}", told.normal));
            }
            wrong_then(scene, outcome, &told, then)
        }
    }
}

fn wrong_then(scene: &Scene, outcome: &Outcome, told: &Overlap, then: Then) -> Option<String> {
    let (start, clearance) = (scene.span.start(), outcome.clearance);
    let pairs = scene.depths(start, f64::INFINITY);
    let bounds = bounds(&pairs, told, scene, outcome);
    match then {
        Then::Unknown => None,
        Then::Deepens { upper } => {
            let there = scene.depths(upper, f64::INFINITY);
            let deeper = there
                .iter()
                .zip(&bounds)
                .any(|(pair, (_, must))| pair.upper + clearance >= *must);
            (!deeper).then(|| format!("no pair is deeper at {upper:?}"))
        }
        Then::Stays | Then::Parts { .. } => {
            for t in scene.instants(start) {
                let there = scene.depths(t, 0.0);
                for (k, (pair, (may, _))) in there.iter().zip(&bounds).enumerate() {
                    if pair.lower + clearance > *may {
                        let (was, now) = (pairs[k], pair);
                        return Some(format!(
                            "MISS: pair {k} of {was:?} is {now:?} at {t:?}, and may be {may:e} deep"
                        ));
                    }
                }
            }
            let Then::Parts { from } = then else {
                return None;
            };
            let again = scene
                .instants(from)
                .into_iter()
                .find(|&t| scene.separation(t).1 - clearance < -scene.slack);
            again.map(|t| format!("apart from {from:?}, but they overlap at {t:?}"))
        }
    }
}

#[derive(Default, Clone, Copy)]
struct Tally {
    queries: u64,
    parts: u64,
    stays: u64,
    deepens: u64,
    unknown: u64,
    free: u64,
    contact: u64,
}

impl Tally {
    fn count(&mut self, verdict: &Verdict) {
        self.queries += 1;
        let number = match verdict {
            Verdict::Free => &mut self.free,
            Verdict::Contact(_) | Verdict::Undecided { .. } => &mut self.contact,
            Verdict::Overlapping { then, .. } => match then {
                Then::Parts { .. } => &mut self.parts,
                Then::Stays => &mut self.stays,
                Then::Deepens { .. } => &mut self.deepens,
                Then::Unknown => &mut self.unknown,
            },
        };
        *number += 1;
    }
}

/// The two shapes of a case: all pairs come in turn, but for two half-spaces; what rolls is round.
pub fn numbers(rng: &mut Seeded, kind: usize, case: u64) -> [usize; 2] {
    let pair = case as usize % (NAMES.len() * NAMES.len() - 1);
    let [mut a, b] = [pair / NAMES.len(), pair % NAMES.len()];
    if kind == 2 {
        a = rng.one_of(&[1, 2, 3, 1, 2]);
    }
    // What tips over an edge has one: a mesh of a ball is pressed in by that.
    if (a == PLANE && (b == PLANE || kind == 3)) || (kind == 3 && NAMES[a] == "sphere mesh") {
        a = 0;
    }
    [a, b]
}

#[test]
fn starts_by_kind() {
    let (count, seed) = (seeded::cases(24), seeded::seed(1));
    let only = seeded::setting("OSCULATE_CASE");
    let mut workspace = Workspace::new();
    let mut faults = Vec::new();
    println!("kind    queries  parts  stays deepens   free contact unknown");
    for (kind, name) in KINDS.iter().enumerate() {
        let mut tally = Tally::default();
        // All pairs of shapes come by when there are fewer cases than those, too.
        let stride = (NAMES.len() * NAMES.len()) as u64 / 2 + 1;
        for case in 0..count {
            if only.is_some_and(|only| only != case) {
                continue;
            }
            let rng = &mut Seeded::of_kind(seed, kind as u64, case);
            let numbers = numbers(rng, kind, case * stride);
            let gap = rng.below(GAPS.len());
            let scene = scene(rng, kind, numbers, gap);
            for (method, outcome) in scene.ask(Span::UNIT, &scene.limits, &mut workspace) {
                tally.count(&outcome.verdict);
                let unknown = matches!(
                    outcome.verdict,
                    Verdict::Overlapping {
                        then: Then::Unknown,
                        ..
                    }
                );
                let fault = fault(&scene, method, &outcome).map(|fault| format!("FAULT {fault}"));
                if let Some(text) = fault.or(unknown.then(|| "unknown".into())) {
                    let [a, b] = numbers.map(|number| NAMES[number]);
                    let text = format!("{name} {case} {a}/{b} gap {} {method}: {text}", GAPS[gap]);
                    if text.contains("FAULT") {
                        faults.push(text);
                    } else {
                        println!("  {text}");
                    }
                }
            }
        }
        let Tally {
            queries,
            parts,
            stays,
            deepens,
            unknown,
            free,
            contact,
        } = tally;
        println!(
            "{name:7} {queries:7} {parts:6} {stays:6} {deepens:7} {free:6} {contact:7} {unknown:7}"
        );
        if only.is_none() && unknown > 1 + queries / 100 {
            faults.push(format!("{name}: {unknown} of {queries} unknown"));
        }
    }
    assert!(
        faults.is_empty(),
        "{} faults\n{}",
        faults.len(),
        faults.join("\n")
    );
}
