//! Motions that users write themselves, with errors that they state and make: no contact is missed.

use crate::stated::Stated;
use crate::sweep::{self, Class, Tally};
use glam::{DMat3, DQuat, DVec3};
use osculate::{
    Compound, ConstantVelocity, HalfSpace, Hull, Limits, MeshBvh, Motion, Moving, Placement, Shape,
    Span, Verdict, Workspace, first_contact_with,
    mesh::cuboid,
    motion::PivotPath,
    motion::{Pose, Rates, check_motion},
};
use osculate_judge::hulls::motion::Flight;
use osculate_judge::seeded::{self, Seeded};
use std::f64::consts::FRAC_PI_2;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

fn ask(a: (&Shape, &dyn Motion), b: (&Shape, &dyn Motion)) -> Verdict {
    let (a, b) = (Moving::new(a.0, a.1), Moving::new(b.0, b.1));
    let limits = Limits::default();
    first_contact_with(a, b, Span::UNIT, &limits, &mut Workspace::new()).verdict
}

/// Asks in both orders; the bodies are known to overlap at `overlap`, and to be apart up to `apart`.
fn meets_within(
    a: (&Shape, &dyn Motion),
    b: (&Shape, &dyn Motion),
    apart: f64,
    overlap: f64,
) -> Verdict {
    let verdict = ask(a, b);
    for verdict in [verdict, ask(b, a)] {
        match verdict {
            Verdict::Contact(contact) => assert!(
                contact.lower < overlap && contact.upper > apart,
                "{contact:?}, not in ({apart}, {overlap}]"
            ),
            Verdict::Undecided { free_until, .. } => {
                assert!(
                    free_until.is_none_or(|until| until < overlap),
                    "{verdict:?}"
                );
            }
            other => panic!("{other:?}, not a contact in ({apart}, {overlap}]"),
        }
    }
    verdict
}

/// A capsule that spins about its own line past one that lies in the plane: half the length, radius, spin, from, velocity;
/// half the length, radius and spin of the other; when they meet.
type Capsules = ([f64; 3], [f64; 2], [f64; 2], [f64; 3], [f64; 2]);

const CAPSULES: [Capsules; 3] = [
    (
        [0.3572489933276175, 0.03130016509457099, 32.29936394999457],
        [0.5681354616771364, -0.8838770661948037],
        [-1.4612660243443316, 0.5665567370118896],
        [0.5850156942545934, 0.02750401492435143, 7.289439774721698],
        [0.5739645376, 0.5739646234],
    ),
    (
        [0.8731385225566521, 0.08663801573601386, -29.255116927857063],
        [0.6283507521052085, 2.010152185967807],
        [-1.8833322333775029, -1.26744173800249],
        [1.36789067471277, 0.09173102087071504, -4.2324628690115365],
        [0.880278, 0.895244],
    ),
    (
        [0.7522738931572676, 0.08755992619781193, -14.883069316487003],
        [-1.0749774012043738, 0.25403262901999035],
        [1.557692977487552, -1.270310913215222],
        [0.6024420480176732, 0.07192947753376451, -1.932606850831002],
        [0.684507, 0.684536],
    ),
];

/// The axis that keeps two bodies apart must not turn with a body whose turning is left out of the rates.
#[test]
fn what_turns_about_its_own_line_takes_no_axis_along() {
    for units in [0.0, 20.0, 27.0, 35.0, 40.5, 45.0, 54.0, 100.0] {
        for (
            [half, radius, spin],
            [x, y],
            [vx, vy],
            [half_b, radius_b, spin_b],
            [apart, overlap],
        ) in CAPSULES
        {
            let stated = |flight: Flight| Stated {
                turn: units * 0.5 * f64::EPSILON,
                ..Stated::new(flight)
            };
            let motion = stated(
                Flight::at(DVec3::new(x, y, 0.0))
                    .moving(DVec3::new(vx, vy, 0.0))
                    .spinning(spin * DVec3::Z),
            );
            let lying = DQuat::from_rotation_y(FRAC_PI_2);
            let other = stated(
                Flight::at(DVec3::ZERO)
                    .turned(lying)
                    .spinning(spin_b * DVec3::Z),
            );
            let a = Shape::from(Hull::capsule(half, radius).unwrap());
            let b = Shape::from(Hull::capsule(half_b, radius_b).unwrap());
            let verdict = meets_within((&a, &motion), (&b, &other), apart, overlap);
            assert!(matches!(verdict, Verdict::Contact(_)), "{verdict:?}");
        }
    }
}

/// The same motion, but for an error of its rotation that is stated.
struct Doubtful<'m> {
    motion: &'m ConstantVelocity,
    rotation_error: f64,
}

impl Motion for Doubtful<'_> {
    fn pose(&self, t: f64) -> Pose {
        {
            let mut changed = self.motion.pose(t);
            changed.rotation_error = self.rotation_error;
            changed
        }
    }

    fn rates(&self, span: Span) -> Rates {
        self.motion.rates(span)
    }

    fn path(&self) -> PivotPath {
        self.motion.path()
    }
}

#[test]
fn a_spinning_rod_does_not_pass_a_plate() {
    let rod = Shape::from(Hull::capsule(2.15, 0.2).unwrap());
    let half = DVec3::new(1.5, 0.1, 0.3);
    let corners: Vec<DVec3> = (0..8)
        .map(|i| half * DVec3::new(sign(i), sign(i >> 1), sign(i >> 2)))
        .collect();
    let plates = [
        Shape::from(Hull::cuboid(DVec3::new(1.5, 0.1, 0.0)).unwrap()),
        Shape::from(Hull::polytope(&corners).unwrap()),
    ];
    let flying = ConstantVelocity::new(
        Placement::at(DVec3::new(-1.65, -0.35, 0.0)),
        DVec3::new(1.3, -1.05, 0.0),
        DVec3::new(0.0, 0.0, -18.7),
    );
    let turning = ConstantVelocity::new(Placement::default(), DVec3::ZERO, -3.15 * DVec3::Z);
    let (flying, turning) = (flying.unwrap(), turning.unwrap());
    for rotation_error in [2e-15, 3.4e-15, 4e-15, 4.5e-15, 5e-15, 5.5e-15, 6e-15, 1e-14] {
        let doubtful = |motion| Doubtful {
            motion,
            rotation_error,
        };
        let (a, b) = (doubtful(&flying), doubtful(&turning));
        for plate in &plates {
            meets_within((&rod, &a), (plate, &b), 0.63967, 0.68471);
        }
    }
}

fn sign(i: i32) -> f64 {
    f64::from(1 - 2 * (i & 1))
}

/// A half-space whose turning is known only up to an error sweeps far bodies faster than near ones.
#[test]
fn a_floor_that_may_turn_lifts_what_is_far() {
    let floor = Shape::from(HalfSpace::new(DVec3::Z, 0.0).unwrap());
    let turning = Stated {
        turn: 1e-15,
        named: 0.0,
        ..Stated::new(Flight::at(DVec3::ZERO).spinning(-0.01 * DVec3::Y))
    };
    check_motion(&turning, Span::UNIT, 1.0, 1000).unwrap();
    let rest = ConstantVelocity::at_rest(Placement::at(DVec3::new(500.0, 0.0, 2.5))).unwrap();
    let ball = || Hull::ball(0.1).unwrap();
    let bodies = [
        Shape::from(ball()),
        Shape::from(Compound::new(vec![ball()]).unwrap()),
        Shape::from(Hull::cuboid(DVec3::splat(0.1)).unwrap()),
        Shape::from(MeshBvh::new(cuboid(DVec3::splat(0.1)).unwrap())),
    ];
    for body in &bodies {
        let verdict = meets_within((body, &rest), (&floor, &turning), 0.479, 0.481);
        assert!(matches!(verdict, Verdict::Contact(_)), "{verdict:?}");
    }
}

/// Lies still, tilted by no more than it states.
struct Tilted(f64);

impl Motion for Tilted {
    fn pose(&self, _t: f64) -> Pose {
        Pose::new(DMat3::IDENTITY, DVec3::ZERO).with_errors(self.0, 0.0)
    }

    fn rates(&self, _span: Span) -> Rates {
        Rates::default()
    }
}

#[test]
fn a_floor_may_rise_as_far_as_its_tilt_is_unknown() {
    let floor = Shape::from(HalfSpace::new(DVec3::Z, 0.0).unwrap());
    let ball = Shape::from(Hull::ball(0.1).unwrap());
    for (error, speed) in [(1e-3, 1000.0), (1e-6, 1e6), (1e-12, 1e12)] {
        let flight =
            ConstantVelocity::new(Placement::at(0.6 * DVec3::Z), speed * DVec3::X, DVec3::ZERO);
        let flight = flight.unwrap();
        // A floor that is tilted by 0.999 of the error is met at about half the time.
        meets_within((&ball, &flight), (&floor, &Tilted(error)), 0.0, 0.501);
    }
}

/// `OSCULATE_CASES` sets the number of cases a class, `OSCULATE_SEED` shifts them.
#[test]
fn no_contact_of_a_stated_motion_is_missed() {
    let (count, seed) = (seeded::cases(150), seeded::seed(0));
    println!("{:12} {}", "", Tally::HEADER);
    let (mut contacts, mut failures) = (0, 0);
    for (kind, class) in Class::ALL.into_iter().enumerate() {
        let (next, done) = (
            AtomicU64::new(0),
            Mutex::new((Tally::default(), Vec::new())),
        );
        std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
                scope.spawn(|| {
                    let mut workspace = Workspace::new();
                    loop {
                        let case = next.fetch_add(1, Ordering::Relaxed);
                        if case >= count {
                            return;
                        }
                        let mut tally = Tally::default();
                        let rng = &mut Seeded::of_kind(seed, kind as u64, case);
                        let wrong = sweep::case(class, rng, &mut workspace, &mut tally);
                        let mut done = done.lock().unwrap();
                        done.0.add(&tally);
                        done.1.extend(
                            wrong
                                .into_iter()
                                .map(|text| format!("{class:?} {case}: {text}")),
                        );
                    }
                });
            }
        });
        let (tally, wrong) = done.into_inner().unwrap();
        println!("{:12} {}", format!("{class:?}"), tally.row());
        contacts += tally.contacts;
        for failure in wrong.iter().take(20) {
            println!("{failure}");
        }
        failures += wrong.len();
        assert!(3 * tally.contacts > tally.queries, "too few contacts");
        // Errors that are no more than rounding leave nothing open; larger ones may.
        assert!(
            200 * tally.undecided[0] <= tally.queries,
            "too many undecided"
        );
        assert!(
            5 * tally.undecided[1] <= tally.queries,
            "too many undecided"
        );
        assert!(100 * tally.doubts <= tally.queries, "the judge is in doubt");
    }
    println!("{contacts} contacts");
    assert_eq!(failures, 0, "answers are wrong");
}
