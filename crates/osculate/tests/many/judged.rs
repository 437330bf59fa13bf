//! Many convex bodies before a judge that shares no code with the library. `OSCULATE_CASES` sets the number of scenes (40).

use crate::bodies::hull;
use osculate::query::many::{Against, ManyQuery, ManyVerdict, Obstacles};
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

#[test]
fn answers_about_many_convex_bodies_stand_before_the_judge() {
    let (cases, seed) = (seeded::cases(40), seeded::seed(0));
    let workspace = &mut Workspace::new();
    let (mut contacts, mut crossings, mut frees, mut overlaps) = (0, 0, 0, 0);
    for case in 0..cases {
        let rng = &mut Seeded::of_case(seed.wrapping_add(5), case);
        let room = rng.real(3.0, 9.0);
        let mut list = |count: usize, moving| -> Vec<Moved> {
            (0..count).map(|_| moved(rng, room, moving)).collect()
        };
        let (bodies, others, still) = (list(2, true), list(4, true), list(8, false));
        let shape = |moved: &Moved| Shape::from(hull(&moved.body));
        let made = |list: &[Moved]| -> Vec<(Shape, ConstantVelocity)> {
            list.iter().map(|m| (shape(m), motion(&m.flight))).collect()
        };
        let (made_bodies, made_others) = (made(&bodies), made(&others));
        let place = |f: &Flight| Placement::new(f.position, f.rotation);
        let obstacles = Obstacles::new(still.iter().map(|m| (shape(m), place(&m.flight)))).unwrap();
        let a: Vec<_> = made_bodies.iter().map(|(s, m)| Moving::new(s, m)).collect();
        let b: Vec<_> = made_others.iter().map(|(s, m)| Moving::new(s, m)).collect();
        let limits = Limits::default().with_tolerance(TOLERANCE).unwrap();
        let query = ManyQuery::new(&a, Span::UNIT)
            .against(&b)
            .among(&obstacles)
            .within(limits);
        let outcome = query.first_contact(workspace);

        let mut pairs = Vec::new();
        for (i, a) in bodies.iter().enumerate() {
            let others = others
                .iter()
                .enumerate()
                .map(|(j, b)| (Against::Body(j), b));
            let still = still
                .iter()
                .enumerate()
                .map(|(j, b)| (Against::Obstacle(j), b));
            for (against, b) in others.chain(still) {
                let (a, b, span, tolerance) = (a.clone(), b.clone(), (0.0, 1.0), Some(TOLERANCE));
                pairs.push((
                    (i, against),
                    Pair {
                        a,
                        b,
                        span,
                        tolerance,
                    },
                ));
            }
        }
        let judges: Vec<_> = pairs
            .iter()
            .map(|(who, pair)| (*who, Judge::new(pair)))
            .collect();
        let truth = judges
            .iter()
            .map(|(who, judge)| (*who, judge.first_overlap().overlap_at));
        let truth: Vec<_> = truth.collect();
        let overlapped = |until: f64| {
            let late = |&(_, at): &(_, Option<f64>)| at.is_some_and(|at| at <= until);
            truth.iter().copied().find(|pair| late(pair))
        };
        let what = format!("case {case}: {outcome:?}");
        match &outcome.verdict {
            ManyVerdict::Free => {
                frees += 1;
                assert_eq!(overlapped(1.0), None, "{what}");
            }
            ManyVerdict::Contact(found) => {
                contacts += 1;
                let contact = found.contact;
                assert_eq!(overlapped(contact.lower), None, "{what}");
                let who = (found.body, found.against);
                let own = &judges.iter().find(|judge| judge.0 == who).unwrap().1;
                let here = own.separation(contact.lower);
                assert!(
                    here.lower <= outcome.tolerance + own.slack,
                    "{what}: {here:?}"
                );
                let most = |judge: &Judge| match contact.evidence {
                    Evidence::Crossing => judge.slack,
                    Evidence::Near => TOLERANCE + judge.slack,
                };
                let met = |judge: &Judge| judge.separation(contact.upper).lower <= most(judge);
                assert!(judges.iter().any(|(_, judge)| met(judge)), "{what}");
                crossings += u64::from(contact.evidence == Evidence::Crossing);
            }
            ManyVerdict::Overlapping { pairs, .. } => {
                overlaps += 1;
                for (who, judge) in &judges {
                    let told = pairs.iter().any(|pair| (pair.body, pair.against) == *who);
                    let gap = judge.separation(0.0);
                    assert!(!told || gap.lower <= judge.slack + 1e-12, "{what}: {who:?}");
                    assert!(
                        told || !judge.overlap_by(0.0, 4.0 * judge.slack),
                        "{what}: {who:?}"
                    );
                }
            }
            ManyVerdict::Undecided { .. } => panic!("{what}"),
        }
    }
    println!("{contacts} contacts, {crossings} crossing, {frees} free, {overlaps} overlapping");
    assert!(
        contacts * 8 >= cases && overlaps * 20 >= cases,
        "{contacts} {overlaps}"
    );
    assert!(crossings * 100 >= contacts * 97);
}
