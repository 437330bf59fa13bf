//! The checks of answers against answers that are wrong.

use crate::agree::agree;
use crate::check::check;
use crate::scenes::{Method, Query};
use glam::{DQuat, DVec3};
use osculate::{Contact, Evidence, Feature, Interval, Outcome, Reason, Verdict};
use osculate_judge::meshes::shapes::cuboid;
use osculate_judge::meshes::{FirstContact, Judge, MotionSpec, Scene, at, body};

/// One box that flies, another at rest.
fn boxes(motion: MotionSpec) -> Scene {
    let cube = || cuboid(DVec3::ZERO, DVec3::splat(0.5));
    let still = at(DVec3::ZERO, DQuat::IDENTITY, DVec3::ZERO, DVec3::ZERO);
    Scene {
        a: body(cube(), motion),
        b: body(cube(), still),
        span: (0.0, 1.0),
        clearance: 0.0,
        tolerance: Some(1e-6),
    }
}

/// They cross.
fn crossing() -> Scene {
    boxes(at(
        DVec3::new(-3.0, 0.25, 0.125),
        DQuat::from_xyzw(0.6, 0.0, 0.0, 0.8),
        DVec3::X * 4.0,
        DVec3::Y,
    ))
}

/// The right answer, and others.
struct Right {
    outcome: Outcome,
    contact: Contact,
}

impl Right {
    fn of(scene: &Scene) -> Right {
        let outcome = Query::new(scene).ask(Method::BestFirst);
        let Verdict::Contact(contact) = outcome.verdict else {
            panic!("{outcome:?}")
        };
        Right { outcome, contact }
    }

    fn with(&self, verdict: Verdict) -> Outcome {
        let mut outcome = self.outcome;
        outcome.verdict = verdict;
        outcome
    }

    fn altered(&self, change: impl Fn(&mut Contact)) -> Outcome {
        let mut lie = self.contact;
        change(&mut lie);
        self.with(Verdict::Contact(lie))
    }

    fn undecided(&self, until: f64) -> Outcome {
        self.with(Verdict::Undecided {
            free_until: Some(until),
            reason: Reason::Budget,
        })
    }

    /// By name; the surfaces have met at `hit`.
    fn lies(&self, hit: f64) -> Vec<(&'static str, Outcome)> {
        let mut loose = self.outcome;
        loose.tolerance = 2e-6;
        let late = self.altered(|c| (c.lower, c.upper) = (hit.next_up(), hit + 1e-3));
        let separation =
            self.altered(|c| c.separation = Interval::new(c.separation.upper * 1.01, 9e-7));
        let loose_separation = self.altered(|c| c.separation = Interval::new(0.0, 1.0));
        let feature = self.altered(|c| c.features[0] = Feature::Triangle(12));
        let overlapping = |proven| self.with(Verdict::overlapping(proven));
        vec![
            ("free", self.with(Verdict::Free)),
            ("late", late),
            ("early", self.altered(|c| c.lower -= 1e-3)),
            ("overlapping", overlapping(true)),
            ("touching", overlapping(false)),
            ("free for too long", self.undecided(hit)),
            ("free beyond the span", self.undecided(2.0)),
            ("separation", separation),
            ("loose separation", loose_separation),
            ("no crossing", self.altered(|c| c.upper = c.lower)),
            ("flipped normal", self.altered(|c| c.normal = -c.normal)),
            ("long normal", self.altered(|c| c.normal *= 1.001)),
            ("skew normal", self.altered(|c| c.normal = DVec3::Z)),
            ("point a", self.altered(|c| c.point_a += DVec3::splat(1e-9))),
            ("point b", self.altered(|c| c.point_b.x -= 1e-9)),
            ("feature", feature),
            ("order", self.altered(|c| c.upper = c.lower - 1e-9)),
            ("tolerance", loose),
        ]
    }
}

fn holds(judge: &Judge, known: &FirstContact, outcome: &Outcome) -> bool {
    check(judge, known, Method::BestFirst, outcome).is_ok()
}

/// Every kind of lie is caught.
#[test]
fn wrong_answers_are_refuted() {
    let scene = crossing();
    let judge = Judge::new(&scene);
    let known = judge.first_contact(1e-12, 10_000);
    let right = Right::of(&scene);
    assert_eq!(right.contact.evidence, Evidence::Crossing);
    let opinion = check(&judge, &known, Method::BestFirst, &right.outcome).unwrap();
    assert!(opinion.transversal && !opinion.doubt);
    for (name, lie) in right.lies(known.hit.unwrap()) {
        let found = check(&judge, &known, Method::BestFirst, &lie);
        assert!(found.is_err(), "{name}: {found:?}");
    }
    assert!(holds(&judge, &known, &right.undecided(right.contact.lower)));
    let near = right.altered(|c| c.evidence = Evidence::Near);
    assert!(holds(&judge, &known, &near));
}

#[test]
fn answers_that_disagree_are_told() {
    let scene = crossing();
    let right = Right::of(&scene);
    for lie in [
        right.with(Verdict::Free),
        right.undecided(right.contact.upper),
        right.altered(|c| c.lower = c.upper),
    ] {
        let agree = |x, y| agree(scene.span, x, y);
        assert!(agree(&right.outcome, &lie).is_err() && agree(&lie, &right.outcome).is_err());
    }
    assert!(agree(scene.span, &right.outcome, &right.outcome).is_ok());
}

/// A body that passes is not in contact, and one that touches at the end is not free.
#[test]
fn passing_and_touching_at_the_end_are_told_apart() {
    let right = Right::of(&crossing());
    let fly = |from: DVec3, v: DVec3| boxes(at(from, DQuat::IDENTITY, v, DVec3::ZERO));
    let passing = fly(DVec3::new(-3.0, 1.5, 0.0), DVec3::X * 6.0);
    let judge = Judge::new(&passing);
    let known = judge.first_contact(1e-12, 10_000);
    assert!(known.free && holds(&judge, &known, &right.with(Verdict::Free)));
    assert!(!holds(&judge, &known, &right.outcome));
    let ending = fly(DVec3::X * -3.0, DVec3::X * 2.0);
    let judge = Judge::new(&ending);
    let known = judge.first_contact(1e-12, 10_000);
    assert!(known.hit == Some(1.0), "{known:?}");
    assert!(!holds(&judge, &known, &right.with(Verdict::Free)));
    assert!(!holds(&judge, &known, &right.undecided(1.0)));
}
