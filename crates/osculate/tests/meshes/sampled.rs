//! Scenes that the judge does not cover, against dense sampling in time with a plain triangle intersection.
//!
//! `OSCULATE_SEED` shifts all of them, `OSCULATE_CASES` sets their number (24).

mod motions;
mod piercing;
mod scenes;

use crate::methods::{Method, SWEPT};
use osculate::{
    Contact, Evidence, Limits, MeshBvh, Motion, Moving, Outcome, Verdict, Workspace,
    bvh::CutBall,
    query::meshes::{capoeira, d2m},
};
use osculate_judge::seeded::{self, Seeded};
use piercing::{crosses, posed};
use scenes::{KINDS, Scene};
use std::time::Instant;

/// Over trees of spheres, with the diameter of leaves of several triangles as a share of the body's radius.
const SPHERE_METHODS: [(&str, f64, Method<CutBall>); 4] = [
    ("d2m", 0.0, d2m),
    ("coarse d2m", 0.2, d2m),
    ("capoeira", 0.0, capoeira),
    ("coarse capoeira", 0.2, capoeira),
];

#[derive(Default)]
struct Tally {
    free: u32,
    crossing: u32,
    near: u32,
    overlapping: u32,
    undecided: u32,
    slowest: f64,
}

/// The answers of all methods, with the seconds they took.
fn ask(scene: &Scene) -> Vec<(&'static str, f64, Outcome)> {
    let (limits, mut workspace) = (Limits::default(), Workspace::new());
    let [ma, mb]: [&dyn Motion; 2] = [&*scene.motions[0], &*scene.motions[1]];
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
    outcomes
}

impl Tally {
    /// Counts an answer. Until when it proves the bodies apart; `None` if it does not at all.
    fn count(&mut self, scene: &Scene, name: &str, seconds: f64, outcome: &Outcome) -> Option<f64> {
        self.slowest = self.slowest.max(seconds);
        if seconds > 1.5 {
            println!("slow {seconds:.2} s: {} {name} {outcome:?}", scene.name);
        }
        match outcome.verdict {
            Verdict::Free => {
                self.free += 1;
                Some(scene.span.end())
            }
            Verdict::Contact(contact) => {
                if contact.evidence == Evidence::Crossing {
                    self.crossing += 1;
                } else {
                    self.near += 1;
                    if !name.ends_with("capoeira") {
                        let Contact {
                            lower, separation, ..
                        } = contact;
                        println!("near: {} {name} at {lower} {separation:?}", scene.name);
                    }
                }
                Some(contact.lower)
            }
            Verdict::Overlapping { .. } => {
                self.overlapping += 1;
                None
            }
            Verdict::Undecided { free_until, reason } => {
                self.undecided += 1;
                println!(
                    "undecided: {} {name} {free_until:?} {reason:?} {:?}",
                    scene.name, outcome.stats
                );
                Some(free_until.unwrap_or(scene.span.start()))
            }
        }
    }
}

/// The first instant up to `latest` at which the surfaces are seen to cross.
fn first_crossing(scene: &Scene, latest: f64) -> Option<f64> {
    let (start, margin) = (scene.span.start(), 1e-9 * scene.size);
    let share = |k: u32| f64::from(k) / f64::from(scene.samples);
    // Half evenly, half close to the claim.
    let instant = |k: u32| {
        let t = if k.is_multiple_of(2) {
            start + (latest - start) * share(k)
        } else {
            latest - (latest - start) * libm::exp(-20.0 * share(k))
        };
        t.clamp(start, latest)
    };
    (0..=scene.samples).map(instant).find(|&t| {
        let a = posed(scene.a.mesh(), &*scene.motions[0], t);
        crosses(&a, &posed(scene.b.mesh(), &*scene.motions[1], t), margin)
    })
}

fn run(scene: &Scene, tally: &mut Tally, wrong: &mut Vec<String>) {
    let mut earliest_end = f64::INFINITY;
    let mut answers = Vec::new();
    for (name, seconds, outcome) in ask(scene) {
        if let Some(proven) = tally.count(scene, name, seconds, &outcome) {
            answers.push((name, proven));
        }
        if let Verdict::Contact(contact) = outcome.verdict
            && contact.evidence == Evidence::Crossing
        {
            earliest_end = earliest_end.min(contact.upper);
        }
    }
    let Some(latest) = answers.iter().map(|x| x.1).max_by(f64::total_cmp) else {
        return;
    };
    let mut blame = |from: f64, what: String| {
        for (name, proven) in answers.iter().filter(|x| x.1 >= from) {
            wrong.push(format!("{}: {name} proves {proven}, {what}", scene.name));
        }
    };
    blame(earliest_end, format!("another crosses by {earliest_end}"));
    if let Some(t) = first_crossing(scene, latest) {
        blame(t, format!("but they cross at {t}"));
    }
}

#[test]
fn answers_stand_up_to_sampling() {
    let seed = seeded::seed(1);
    let mut rng = Seeded::of_case(seed, 0);
    let meshes = scenes::meshes();
    let mut wrong = Vec::new();
    let mut tallies = KINDS.map(|_| Tally::default());
    for round in 0..seeded::cases(24) {
        let kind = round as usize % KINDS.len();
        let mut scene = Scene::new(kind, &meshes, &mut rng);
        scene.name = format!("{seed}/{round} {}", scene.name);
        run(&scene, &mut tallies[kind], &mut wrong);
    }
    for ((name, _), t) in KINDS.iter().zip(&tallies) {
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
