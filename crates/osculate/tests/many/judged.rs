//! Many convex bodies before a judge that shares no code with the library. `OSCULATE_CASES` sets the number of scenes (40).

use crate::bodies::hull;
use osculate::query::many::{Against, ManyOutcome, ManyQuery, ManyVerdict, Obstacles};
use osculate::{ConstantVelocity, Evidence, Limits, Moving, Placement, Shape, Span, Workspace};
use osculate_judge::hulls::motion::Flight;
use osculate_judge::hulls::pairs::Kind;
use osculate_judge::hulls::walk::{Judge, Moved, Pair};
use osculate_judge::seeded::{self, Seeded};

const TOLERANCE: f64 = 1e-6;

fn moved(rng: &mut Seeded, room: f64, moving: bool) -> Moved {
    let kind = rng.one_of(&Kind::ALL);
    let (way, spin) = if moving {
        (rng.one_of(&[2.0, 0.3]), 3.0)
    } else {
        (0.0, 0.0)
    };
    let position = room * rng.vector(1.0);
    Moved {
        body: kind.body(rng),
        flight: Flight {
            position,
            rotation: rng.rotation(),
            linear: way * (rng.vector(1.0) - position),
            angular: spin * rng.vector(1.0),
        },
    }
}

fn motion(flight: &Flight) -> ConstantVelocity {
    let at = Placement::new(flight.position, flight.rotation);
    ConstantVelocity::new(at, flight.linear, flight.angular).unwrap()
}

/// Bodies that move, others that do, and some that stand still.
struct Scene {
    bodies: Vec<Moved>,
    others: Vec<Moved>,
    still: Vec<Moved>,
}

/// A body and what it is held against.
type Who = (usize, Against);

impl Scene {
    fn random(rng: &mut Seeded) -> Scene {
        let room = rng.real(3.0, 9.0);
        let mut list = |count: usize, moving| -> Vec<Moved> {
            (0..count).map(|_| moved(rng, room, moving)).collect()
        };
        Scene {
            bodies: list(2, true),
            others: list(4, true),
            still: list(8, false),
        }
    }

    fn ask(&self, workspace: &mut Workspace) -> ManyOutcome<'static> {
        let shape = |moved: &Moved| Shape::from(hull(&moved.body));
        let made = |list: &[Moved]| -> Vec<(Shape, ConstantVelocity)> {
            let made = |moved| (shape(moved), motion(&moved.flight));
            list.iter().map(made).collect()
        };
        let (bodies, others) = (made(&self.bodies), made(&self.others));
        let place = |flight: &Flight| Placement::new(flight.position, flight.rotation);
        let still = self.still.iter().map(|m| (shape(m), place(&m.flight)));
        let obstacles = Obstacles::new(still).unwrap();
        let a: Vec<_> = bodies.iter().map(|(s, m)| Moving::new(s, m)).collect();
        let b: Vec<_> = others.iter().map(|(s, m)| Moving::new(s, m)).collect();
        let limits = Limits::default().with_tolerance(TOLERANCE).unwrap();
        let query = ManyQuery::new(&a, Span::UNIT).against(&b);
        let query = query.among(&obstacles).within(limits);
        query.first_contact(workspace).into_owned()
    }

    /// All pairs, as the judge has them.
    fn pairs(&self) -> Vec<(Who, Pair)> {
        let mut pairs = Vec::new();
        for (i, a) in self.bodies.iter().enumerate() {
            let others = self.others.iter().enumerate();
            let others = others.map(|(j, b)| (Against::Body(j), b));
            let still = self.still.iter().enumerate();
            let still = still.map(|(j, b)| (Against::Obstacle(j), b));
            for (against, b) in others.chain(still) {
                let (a, b) = (a.clone(), b.clone());
                let (span, tolerance) = ((0.0, 1.0), Some(TOLERANCE));
                let pair = Pair {
                    a,
                    b,
                    span,
                    tolerance,
                };
                pairs.push(((i, against), pair));
            }
        }
        pairs
    }
}

/// Holds an answer against the judges of all pairs.
fn check(outcome: &ManyOutcome, judges: &[(Who, Judge)], what: &str) {
    let truth = judges
        .iter()
        .map(|(who, judge)| (*who, judge.first_overlap().overlap_at));
    let truth: Vec<_> = truth.collect();
    let overlapped = |until: f64| {
        let late = |&(_, at): &(Who, Option<f64>)| at.is_some_and(|at| at <= until);
        truth.iter().copied().find(|pair| late(pair))
    };
    match &outcome.verdict {
        ManyVerdict::Free => assert_eq!(overlapped(1.0), None, "{what}"),
        ManyVerdict::Contact(found) => {
            let contact = found.contact;
            assert_eq!(overlapped(contact.lower), None, "{what}");
            let who = (found.body, found.against);
            let own = &judges.iter().find(|judge| judge.0 == who).unwrap().1;
            let here = own.separation(contact.lower);
            assert!(here.lower <= outcome.tolerance + own.slack, "{what}");
            let most = |judge: &Judge| match contact.evidence {
                Evidence::Crossing => judge.slack,
                Evidence::Near => TOLERANCE + judge.slack,
            };
            let met = |judge: &Judge| judge.separation(contact.upper).lower <= most(judge);
            assert!(judges.iter().any(|(_, judge)| met(judge)), "{what}");
        }
        ManyVerdict::Overlapping { pairs, .. } => {
            for (who, judge) in judges {
                let told = pairs.iter().any(|pair| (pair.body, pair.against) == *who);
                let gap = judge.separation(0.0);
                assert!(!told || gap.lower <= judge.slack + 1e-12, "{what}: {who:?}");
                let deep = judge.overlap_by(0.0, 4.0 * judge.slack);
                assert!(told || !deep, "{what}: {who:?}");
            }
        }
        ManyVerdict::Undecided { .. } => panic!("{what}"),
    }
}

#[test]
fn answers_about_many_convex_bodies_stand_before_the_judge() {
    let (cases, seed) = (seeded::cases(40), seeded::seed(0));
    let workspace = &mut Workspace::new();
    let (mut contacts, mut crossings, mut frees, mut overlaps) = (0, 0, 0, 0);
    for case in 0..cases {
        let scene = Scene::random(&mut Seeded::of_case(seed.wrapping_add(5), case));
        let outcome = scene.ask(workspace);
        let pairs = scene.pairs();
        let judges: Vec<_> = pairs
            .iter()
            .map(|(who, pair)| (*who, Judge::new(pair)))
            .collect();
        check(&outcome, &judges, &format!("case {case}: {outcome:?}"));
        match &outcome.verdict {
            ManyVerdict::Free => frees += 1,
            ManyVerdict::Contact(found) => {
                contacts += 1;
                crossings += u64::from(found.contact.evidence == Evidence::Crossing);
            }
            _ => overlaps += 1,
        }
    }
    println!("{contacts} contacts, {crossings} crossing, {frees} free, {overlaps} overlapping");
    assert!(contacts * 8 >= cases && overlaps * 40 >= cases);
    assert!(crossings * 100 >= contacts * 97);
}
