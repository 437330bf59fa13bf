//! Bodies along paths of pieces. `OSCULATE_CASES` sets the number of random paths (100).

use crate::bodies::hull;
use crate::scenes::shapes;
use glam::{DMat3, DVec3};
use osculate::query::{Along, AlongError, PathPiece, first_contact_along};
use osculate::{
    ConstantVelocity, Evidence, Hull, Limits, Motion, Moving, Outcome, Placement, Resting, Shape,
    Span, Verdict, Workspace, first_contact_with,
    motion::{Pose, Rates, Retimed, Sweep, check_motion},
};
use osculate_judge::hulls::bodies::Body;
use osculate_judge::hulls::motion::Flight;
use osculate_judge::hulls::pairs::Kind;
use osculate_judge::hulls::walk::{Gap, Judge, Moved, Pair};
use osculate_judge::seeded::{self, Seeded};

fn span(start: f64, end: f64) -> Span {
    Span::new(start, end).unwrap()
}

/// One motion in pieces, cut at these times.
fn cut<'m>(motion: &'m dyn Motion, cuts: &[f64]) -> Vec<PathPiece<'m>> {
    let pairs = cuts.windows(2);
    pairs
        .map(|pair| PathPiece::new(motion, span(pair[0], pair[1])))
        .collect()
}

/// Times from 0 to 1, some of them twice.
fn cuts(rng: &mut Seeded) -> Vec<f64> {
    let mut cuts = vec![0.0, 1.0];
    for _ in 0..rng.below(5) {
        let cut = rng.unit();
        cuts.push(cut);
        if rng.once_in(4) {
            cuts.push(cut);
        }
    }
    cuts.sort_unstable_by(f64::total_cmp);
    cuts
}

/// Until when a pair is proven apart, and by when it is proven to have met.
fn proven(outcome: &Outcome) -> (f64, f64) {
    match outcome.verdict {
        Verdict::Free => (1.0, f64::INFINITY),
        Verdict::Contact(contact) if contact.evidence == Evidence::Crossing => {
            (contact.lower, contact.upper)
        }
        Verdict::Contact(contact) => (contact.lower, f64::INFINITY),
        Verdict::Overlapping { proven: true, .. } => (f64::NEG_INFINITY, 0.0),
        Verdict::Overlapping { .. } => (f64::NEG_INFINITY, f64::INFINITY),
        Verdict::Undecided { free_until, .. } => {
            (free_until.unwrap_or(f64::NEG_INFINITY), f64::INFINITY)
        }
    }
}

/// A motion in pieces is that motion: cut anywhere, also between the contact and the proof of it.
#[test]
fn a_motion_in_pieces_is_the_motion() {
    let (cases, seed) = (seeded::cases(100), seeded::seed(0));
    let workspace = &mut Workspace::new();
    let shapes = shapes(1.0);
    let (mut contacts, mut crossings, mut others) = (0, 0, 0);
    for case in 0..cases {
        let rng = &mut Seeded::of_case(seed.wrapping_add(9), case);
        let (a, b) = (&shapes[rng.below(7)], &shapes[rng.below(7)]);
        let from = 3.0 * rng.direction();
        let start = Placement::new(from, rng.rotation());
        let way = (0.4 * rng.vector(1.0) - from) * rng.real(0.5, 2.0);
        let flight = ConstantVelocity::new(start, way, 3.0 * rng.vector(1.0)).unwrap();
        let turn = Placement::new(DVec3::ZERO, rng.rotation());
        let turn = ConstantVelocity::new(turn, DVec3::ZERO, rng.vector(1.0)).unwrap();
        let limits = Limits::default();
        let (x, y) = (Moving::new(a, &flight), Moving::new(b, &turn));
        let whole = first_contact_with(x, y, Span::UNIT, &limits, workspace);
        let (mut cuts_a, cuts_b) = (cuts(rng), cuts(rng));
        if let Verdict::Contact(contact) = whole.verdict {
            let middle = 0.5 * (contact.lower + contact.upper);
            let cut = rng.one_of(&[contact.lower, contact.upper, middle]);
            cuts_a.push(cut.min(1.0));
            cuts_a.sort_unstable_by(f64::total_cmp);
        }
        let (pieces_a, pieces_b) = (cut(&flight, &cuts_a), cut(&turn, &cuts_b));
        let (x, y) = (Along::new(a, &pieces_a), Along::new(b, &pieces_b));
        let outcome = first_contact_along(x, y, Span::UNIT, &limits, workspace).unwrap();
        let what = format!("case {case}, {cuts_a:?} {cuts_b:?}:\n{whole:?}\n{outcome:?}");
        let ((lower, upper), (free, met)) = (proven(&whole), proven(&outcome));
        assert!(lower < met && free < upper, "{what}");
        assert!(
            !matches!(outcome.verdict, Verdict::Undecided { .. }),
            "{what}"
        );
        match (whole.verdict.contact(), outcome.verdict.contact()) {
            (Some(one), Some(other)) => {
                contacts += 1;
                crossings += u64::from(other.evidence == Evidence::Crossing);
                assert!((one.lower - other.lower).abs() < 1e-3, "{what}");
            }
            (None, None) => others += 1,
            _ => panic!("{what}"),
        }
        // In small budgets the same.
        let (mut limits, mut rest) = (limits.with_budget(1), Span::UNIT);
        let resumed = loop {
            let outcome = first_contact_along(x, y, rest, &limits, workspace).unwrap();
            let Verdict::Undecided { free_until, .. } = outcome.verdict else {
                break outcome;
            };
            let from = free_until.unwrap_or(rest.start());
            if from == rest.start() {
                limits = limits.with_budget(2 * limits.budget());
            }
            limits = limits.continuing(&outcome).unwrap();
            rest = span(from, 1.0);
        };
        let (free, met) = proven(&resumed);
        assert!(lower < met && free < upper, "{what}\n{resumed:?}");
        let touches = resumed.verdict.contact().is_some();
        assert_eq!(
            touches,
            whole.verdict.contact().is_some(),
            "{what}\n{resumed:?}"
        );
    }
    println!("{contacts} contacts, {crossings} of them crossing, {others} others");
    assert!(contacts * 4 > cases && others * 20 > cases);
    assert!(crossings * 100 >= contacts * 97);
}

/// Two bodies that go from placement to placement.
struct Ways {
    bodies: [Body; 2],
    times: Vec<f64>,
    pieces: [Vec<Retimed<ConstantVelocity>>; 2],
}

impl Ways {
    fn random(rng: &mut Seeded) -> Ways {
        let bodies = [rng.one_of(&Kind::ALL), rng.one_of(&Kind::ALL)].map(|kind| kind.body(rng));
        let mut times = cuts(rng);
        times.dedup();
        let pieces = [3.0, 0.0].map(|far: f64| {
            let mut place =
                || Placement::new(far * rng.direction() + rng.vector(0.5), rng.rotation());
            let mut at = place();
            let mut next = |during: &[f64]| {
                let from = at;
                at = place();
                let motion = ConstantVelocity::between(from, at).unwrap();
                Retimed::new(motion, span(during[0], during[1])).unwrap()
            };
            times.windows(2).map(&mut next).collect()
        });
        Ways {
            bodies,
            times,
            pieces,
        }
    }

    fn ask(&self, workspace: &mut Workspace) -> Outcome {
        let shapes = self.bodies.each_ref().map(|body| Shape::from(hull(body)));
        let paths = self.pieces.each_ref().map(|pieces| -> Vec<_> {
            let spans = self.times.windows(2).map(|pair| span(pair[0], pair[1]));
            let pieces = pieces.iter().zip(spans);
            pieces.map(|(m, s)| PathPiece::new(m, s)).collect()
        });
        let a = Along::new(&shapes[0], &paths[0]);
        let b = Along::new(&shapes[1], &paths[1]);
        let limits = Limits::default().with_tolerance(1e-6).unwrap();
        first_contact_along(a, b, Span::UNIT, &limits, workspace).unwrap()
    }

    /// How far they are apart at a time, as the judge has it.
    fn gap(&self, t: f64) -> Gap {
        let piece = self.times[1..].iter().position(|&end| t <= end).unwrap();
        let [a, b] = [0, 1].map(|body| {
            let at = self.pieces[body][piece].placement(t);
            let flight = Flight::at(at.position).turned(at.rotation);
            let body = self.bodies[body].clone();
            Moved { body, flight }
        });
        let (span, tolerance) = ((0.0, 1.0), None);
        let pair = Pair {
            a,
            b,
            span,
            tolerance,
        };
        Judge::new(&pair).separation(0.0)
    }
}

/// From placement to placement, held against a judge at many instants.
#[test]
fn paths_through_placements_stand_before_the_judge() {
    let (cases, seed) = (seeded::cases(100) / 2, seeded::seed(0));
    let workspace = &mut Workspace::new();
    let (mut contacts, mut frees) = (0, 0);
    for case in 0..cases {
        let ways = Ways::random(&mut Seeded::of_case(seed.wrapping_add(13), case));
        let outcome = ways.ask(workspace);
        let what = format!("case {case}, {:?}: {outcome:?}", ways.times);
        let off = 1e-12;
        let (free, met) = proven(&outcome);
        let instants = (0..=200).map(|i| f64::from(i) / 200.0);
        for t in instants.chain(ways.times.clone()).filter(|&t| t <= free) {
            assert!(ways.gap(t).upper > -off, "{what}: at {t}");
        }
        match outcome.verdict {
            Verdict::Free => frees += 1,
            Verdict::Contact(contact) => {
                contacts += 1;
                let here = ways.gap(contact.lower).lower;
                assert!(here <= outcome.tolerance + off, "{what}");
                assert!(met == f64::INFINITY || ways.gap(met).lower <= off, "{what}");
            }
            Verdict::Overlapping { .. } => assert!(ways.gap(0.0).lower <= off, "{what}"),
            Verdict::Undecided { .. } => panic!("{what}"),
        }
    }
    println!("{contacts} contacts, {frees} free");
    assert!(contacts * 8 > cases && frees * 20 > cases);
}

/// Moves along x, and may be off by as much as it states.
struct Stated {
    from: f64,
    speed: f64,
    error: f64,
}

impl Motion for Stated {
    fn pose(&self, t: f64) -> Pose {
        let at = DVec3::new(self.from + self.speed * t, 0.0, 0.0);
        Pose::new(DMat3::IDENTITY, at).with_errors(0.0, self.error)
    }

    fn rates(&self, _: Span) -> Rates {
        Rates::new(self.speed * DVec3::X, DVec3::ZERO)
    }
}

/// The second piece begins closer to the wall than the first one ends, by less than both state: what is apart at the end of the
/// first is not provably so at the start of the second.
#[test]
fn a_piece_that_does_not_begin_apart_is_in_contact_at_the_joint() {
    let (ball, wall) = (Shape::from(Hull::ball(0.5).unwrap()), Resting::default());
    let rest = [PathPiece::new(&wall, span(0.0, 2.0))];
    let still = Along::new(&ball, &rest);
    let workspace = &mut Workspace::new();
    for (second, speed, crosses) in [
        (-1.0 + 5e-4, 0.0, false),
        (-1.0 + 5e-4, 1.0, true),
        (-1.0 + 5e-4, -1.0, false),
        (-1.0 - 4e-4, 1.0, true),
    ] {
        let error = 1e-3;
        let first = Stated {
            from: -2.002,
            speed: 1.0,
            error: 1e-4,
        };
        let then = Stated {
            from: second - speed,
            speed,
            error,
        };
        let pieces = [
            PathPiece::new(&first, span(0.0, 1.0)),
            PathPiece::new(&then, span(1.0, 2.0)),
        ];
        let (a, limits) = (
            Along::new(&ball, &pieces),
            Limits::default().with_tolerance(1e-3),
        );
        let outcome = first_contact_along(a, still, span(0.0, 2.0), &limits.unwrap(), workspace);
        let Ok(Outcome {
            verdict: Verdict::Contact(contact),
            ..
        }) = outcome
        else {
            panic!("{second} {speed}: {outcome:?}");
        };
        assert_eq!(contact.lower, 1.0, "{second} {speed}");
        let evidence = if crosses {
            Evidence::Crossing
        } else {
            Evidence::Near
        };
        assert_eq!(contact.evidence, evidence, "{second} {speed}: {contact:?}");
        assert!(contact.normal.x < -0.999, "{contact:?}");
    }
}

#[test]
fn pieces_that_are_no_path_are_named() {
    let ball = Shape::from(Hull::ball(0.5).unwrap());
    let sweep = |x: f64| Sweep::new(Placement::at(x * DVec3::X), DVec3::X).unwrap();
    let (one, other, rest) = (sweep(0.0), sweep(1e-9), Resting::default());
    let (limits, workspace) = (Limits::default(), &mut Workspace::new());
    let mut ask = |pieces: &[(&Sweep, f64, f64)], end: f64| {
        let pieces: Vec<_> = pieces
            .iter()
            .map(|&(motion, from, to)| PathPiece::new(motion, span(from, to)))
            .collect();
        let rest = [PathPiece::new(&rest, span(0.0, 9.0))];
        let (a, b) = (Along::new(&ball, &pieces), Along::new(&ball, &rest));
        first_contact_along(b, a, span(0.0, end), &limits, workspace).map(|_| ())
    };
    let uncovered = |end| {
        Err(AlongError::Uncovered {
            body: 1,
            span: span(0.0, end),
        })
    };
    assert_eq!(ask(&[], 1.0), uncovered(1.0));
    assert_eq!(ask(&[(&one, 0.0, 1.0)], 2.0), uncovered(2.0));
    assert_eq!(ask(&[(&one, 0.1, 1.0)], 1.0), uncovered(1.0));
    let times = ask(&[(&one, 0.0, 1.0), (&one, 1.0, 2.0), (&one, 2.5, 3.0)], 3.0);
    let times = times.unwrap_err();
    assert!(
        matches!(
            times,
            AlongError::Times {
                body: 1,
                piece: 2,
                ..
            }
        ),
        "{times}"
    );
    let apart = ask(&[(&one, 0.0, 1.0), (&other, 1.0, 2.0)], 2.0).unwrap_err();
    assert!(
        matches!(
            apart,
            AlongError::Apart {
                body: 1,
                piece: 1,
                ..
            }
        ),
        "{apart}"
    );
    assert!(apart.to_string().contains("piece 1 of body 1"), "{apart}");
}

/// The promises of motions by another clock, those of any motion.
#[test]
fn retimed_motions_keep_their_promises() {
    let cases = seeded::cases(100);
    for case in 0..cases {
        let rng = &mut Seeded::of_case(21, case);
        let at = Placement::new(rng.vector(1.0), rng.rotation());
        let flight = ConstantVelocity::new(at, 3.0 * rng.vector(1.0), 9.0 * rng.vector(1.0));
        let flight = flight.unwrap();
        let (start, long) = (rng.vector(5.0).x, rng.magnitude(-3.0, 3.0));
        let (own, own_long) = (rng.vector(5.0).x, rng.magnitude(-2.0, 1.0));
        let (during, own) = (span(start, start + long), span(own, own + own_long));
        let retimed = Retimed::part(&flight, own, during).unwrap();
        check_motion(&retimed, during, 1.0, 40).unwrap_or_else(|why| panic!("{case}: {why}"));
        for share in [0.0, 0.3, 0.7, 1.0] {
            let t = during.start() + share * (during.end() - during.start());
            let s = own.start() + share * (own.end() - own.start());
            let (one, other) = (retimed.placement(t), flight.placement(s));
            let off = (one.position - other.position).length();
            assert!(off < 1e-11 && one.rotation.dot(other.rotation).abs() > 1.0 - 1e-11);
        }
        let outside = retimed.pose(during.end() + long);
        assert_eq!(outside.offset_error, f64::INFINITY);
    }
    let rest = Resting::default();
    assert!(Retimed::new(&rest, span(1.0, 1.0)).is_err());
}
