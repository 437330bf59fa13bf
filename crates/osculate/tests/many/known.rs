//! Scenes whose answers are known.

use glam::DVec3;
use osculate::query::many::{Against, ManyQuery, ManyVerdict, Obstacles};
use osculate::{
    ConstantVelocity, Evidence, HalfSpace, Hull, Limits, Motion, Moving, Placement, Shape, Span,
    Workspace,
    motion::{Ballistic, Pose, Rates, Sweep},
    query::Then,
};

fn ball(radius: f64) -> Shape {
    Hull::ball(radius).unwrap().into()
}

/// Flies along x.
fn flight(x: f64, y: f64, way: f64) -> Sweep {
    Sweep::new(Placement::at(DVec3::new(x, y, 0.0)), way * DVec3::X).unwrap()
}

#[test]
fn of_equal_contacts_the_first_in_the_lists_is_named() {
    let (ball, flights) = (ball(0.5), [flight(-4.0, 0.0, 6.0), flight(-4.0, 5.0, 6.0)]);
    let walls = [5.0, 0.0, 0.0].map(|y| (ball.clone(), Placement::at(y * DVec3::Y)));
    let walls = Obstacles::new(walls).unwrap();
    let bodies = flights.each_ref().map(|flight| Moving::new(&ball, flight));
    let mut workspace = Workspace::new();
    let query = ManyQuery::new(&bodies, Span::UNIT).among(&walls);
    let outcome = query.first_contact(&mut workspace);
    let found = outcome.verdict.contact().unwrap();
    assert_eq!((found.body, found.against), (0, Against::Obstacle(1)));
    assert_eq!(found.contact.evidence, Evidence::Crossing);
    assert!((found.contact.lower - 0.5).abs() < 1e-6 && found.contact.upper > 0.5);
}

#[test]
fn nothing_against_nothing_is_free() {
    let (ball, flight, mut workspace) = (ball(0.5), flight(0.0, 0.0, 1.0), Workspace::new());
    let body = Moving::new(&ball, &flight);
    let query = ManyQuery::of_one(&body, Span::UNIT);
    assert_eq!(
        query.first_contact(&mut workspace).verdict,
        ManyVerdict::Free
    );
    let none = Obstacles::new([]).unwrap();
    let query = query.among(&none).within(Limits::default().with_budget(0));
    let outcome = query.first_contact(&mut workspace);
    assert!(matches!(
        outcome.verdict,
        ManyVerdict::Undecided {
            free_until: None,
            ..
        }
    ));
    let nobody: [Moving<Shape>; 0] = [];
    let query = ManyQuery::new(&nobody, Span::UNIT).among(&none);
    assert_eq!(
        query.first_contact(&mut workspace).verdict,
        ManyVerdict::Free
    );
}

/// A ball that grazes one obstacle and then runs into another: the contact is near the first, the crossing is with the second.
#[test]
fn the_least_lower_and_the_least_crossing_may_be_of_different_pairs() {
    let (ball, flight) = (ball(0.5), flight(-4.0, 0.0, 8.0));
    let places = [DVec3::new(-1.0, 1.0 + 1e-7, 0.0), DVec3::new(3.0, 0.0, 0.0)];
    let places = places.map(|at| (ball.clone(), Placement::at(at)));
    let obstacles = Obstacles::new(places).unwrap();
    let (body, mut workspace) = (Moving::new(&ball, &flight), Workspace::new());
    let query = ManyQuery::of_one(&body, Span::UNIT).among(&obstacles);
    let outcome = query.first_contact(&mut workspace);
    let found = outcome.verdict.contact().unwrap();
    assert_eq!(found.against, Against::Obstacle(0));
    assert!((found.contact.lower - 0.375).abs() < 1e-3, "{found:?}");
    assert_eq!(found.contact.evidence, Evidence::Crossing);
    assert!((found.contact.upper - 0.75).abs() < 1e-3, "{found:?}");
}

/// Two that start closer than the tolerance and stay so are no contact: the tolerance of that pair is half the gap, that of
/// others is not.
#[test]
fn a_close_start_makes_the_tolerance_of_its_own_pair_smaller() {
    let (ball, flight) = (ball(0.5), flight(0.0, 0.0, 0.0));
    let limits = Limits::default().with_tolerance(1e-3).unwrap();
    let places = [DVec3::Y * (1.0 + 1e-5), -DVec3::Y * (1.0 + 2e-3)];
    let places = places.map(|at| (ball.clone(), Placement::at(at)));
    let obstacles = Obstacles::new(places).unwrap();
    let (body, mut workspace) = (Moving::new(&ball, &flight), Workspace::new());
    for budget in [u64::MAX, 1, 2, 4, 8, 16] {
        let mut query = ManyQuery::of_one(&body, Span::UNIT).among(&obstacles);
        query = query.within(limits.with_budget(budget));
        loop {
            let outcome = query.first_contact(&mut workspace);
            if let ManyVerdict::Undecided { .. } = outcome.verdict {
                query = query.continuing(&outcome).unwrap();
                query = query.within(limits.with_budget(1000));
                continue;
            }
            assert_eq!(outcome.verdict, ManyVerdict::Free, "{budget}");
            break;
        }
    }
}

#[test]
fn half_spaces_are_held_against_everything() {
    let (ball, floor) = (
        ball(0.5),
        Shape::from(HalfSpace::new(DVec3::Z, 0.0).unwrap()),
    );
    let rise = Sweep::new(Placement::at(-9.0 * DVec3::Z), 10.0 * DVec3::Z).unwrap();
    let lift = Moving::new(&floor, &rise);
    let places = (0..30).map(|i| Placement::at(DVec3::new(2.0 * f64::from(i), 0.0, 40.0)));
    let low = Placement::at(DVec3::new(-1e6, 0.0, 0.75));
    let places = places.chain([low]).map(|at| (ball.clone(), at));
    let obstacles = Obstacles::new(places).unwrap();
    let mut workspace = Workspace::new();
    let query = ManyQuery::of_one(&lift, Span::UNIT).among(&obstacles);
    let outcome = query.first_contact(&mut workspace);
    let found = outcome.verdict.contact().unwrap();
    assert_eq!(found.against, Against::Obstacle(30));
    assert!((found.contact.lower - 0.925).abs() < 1e-5);
}

/// A user's motion that promises nothing: nothing is proven of it.
struct Nonsense(f64);

impl Motion for Nonsense {
    fn pose(&self, _: f64) -> Pose {
        Pose::new(glam::DMat3::IDENTITY, DVec3::splat(self.0)).with_errors(0.0, self.0)
    }

    fn rates(&self, _: Span) -> Rates {
        Rates::new(DVec3::splat(self.0), DVec3::ZERO).with_errors(self.0, self.0)
    }
}

#[test]
fn what_promises_nothing_is_never_free() {
    let (ball, mut workspace) = (ball(0.5), Workspace::new());
    let places = [0.0, 1e3, 1e9].map(|x| (ball.clone(), Placement::at(x * DVec3::X)));
    let obstacles = Obstacles::new(places).unwrap();
    for nonsense in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0] {
        let motion = Nonsense(nonsense);
        let body = Moving::new(&ball, &motion);
        let limits = Limits::default().with_budget(10_000);
        let query = ManyQuery::of_one(&body, Span::UNIT).among(&obstacles);
        let outcome = query.within(limits).first_contact(&mut workspace);
        assert_ne!(outcome.verdict, ManyVerdict::Free, "{nonsense}");
        let bodies = [body];
        let query = ManyQuery::new(&bodies, Span::UNIT).against(&bodies);
        let outcome = query.within(limits).first_contact(&mut workspace);
        assert_ne!(outcome.verdict, ManyVerdict::Free, "{nonsense}");
    }
}

/// Fast and far, among many: stretches of time become short, and nothing is missed.
#[test]
fn a_bullet_through_a_field_hits_what_is_in_its_way() {
    let (bullet, post) = (ball(0.01), ball(0.3));
    let way = DVec3::new(1000.0, 700.0, 300.0);
    let flight = ConstantVelocity::new(Placement::default(), way, 400.0 * DVec3::X).unwrap();
    let mut places = Vec::new();
    for i in 0..10_i32 {
        for j in 0..10_i32 {
            for k in 0..10_i32 {
                let at = DVec3::from([i, j, k].map(|n| f64::from(n) * 100.0 + 37.0));
                // Not on its way.
                let along = at.dot(way) / way.length_squared();
                if (at - along * way).length() > 1.0 {
                    places.push((post.clone(), Placement::at(at)));
                }
            }
        }
    }
    let (body, mut workspace) = (Moving::new(&bullet, &flight), Workspace::new());
    let free = Obstacles::new(places.clone()).unwrap();
    let query = ManyQuery::of_one(&body, Span::UNIT).among(&free);
    let outcome = query.first_contact(&mut workspace);
    assert_eq!(outcome.verdict, ManyVerdict::Free);
    assert!(outcome.stats.searches < 50, "{:?}", outcome.stats);
    places.push((post.clone(), Placement::at(0.77 * way)));
    let hit = Obstacles::new(places).unwrap();
    let query = ManyQuery::of_one(&body, Span::UNIT).among(&hit);
    let outcome = query.first_contact(&mut workspace);
    let found = outcome.verdict.contact().unwrap();
    assert_eq!(found.against, Against::Obstacle(hit.len() - 1));
    let right = 0.77 - 0.31 / way.length();
    assert!((found.contact.lower - right).abs() < 1e-8, "{found:?}");
}

/// A die on a floor, moved along it towards a wall, and beside a second die: what overlaps at the start and gets no deeper does not
/// stand in the way, and the wall is found.
#[test]
fn what_overlaps_and_gets_no_deeper_does_not_hide_the_rest() {
    let die = Shape::from(Hull::cuboid(DVec3::splat(0.5)).unwrap());
    let floor = Shape::from(HalfSpace::new(DVec3::Z, 0.0).unwrap());
    let wall = Placement::at(DVec3::new(3.0, 0.0, 1.0));
    let obstacles = [(floor, Placement::IDENTITY), (die.clone(), wall)];
    let obstacles = Obstacles::new(obstacles).unwrap();
    let mut workspace = Workspace::new();
    let at = Placement::at(DVec3::new(0.0, 0.0, 0.5));
    for (velocity, until) in [
        (4.0 * DVec3::X, Some(0.5)),
        (DVec3::X, Some(1.0)),
        (4.0 * DVec3::X + 1.5 * DVec3::Z, Some(0.5)),
        (4.0 * DVec3::X - 0.1 * DVec3::Z, None),
    ] {
        let push = Sweep::new(at, velocity).unwrap();
        let body = Moving::new(&die, &push);
        let query = ManyQuery::of_one(&body, Span::UNIT).among(&obstacles);
        let outcome = query.first_contact(&mut workspace);
        let ManyVerdict::Overlapping {
            proven,
            pairs,
            complete,
            free_until,
            contact,
        } = &outcome.verdict
        else {
            panic!("{velocity}: {outcome:?}");
        };
        assert!(!proven && *complete && pairs.len() == 1, "{outcome:?}");
        assert_eq!((pairs[0].body, pairs[0].against), (0, Against::Obstacle(0)));
        assert!(pairs[0].start.depth.contains(0.0) && pairs[0].start.normal == DVec3::Z);
        let near = |a: &Option<f64>, b: Option<f64>| match (a, b) {
            (Some(a), Some(b)) => (a - b).abs() < 1e-5,
            (None, None) => true,
            _ => false,
        };
        assert!(near(free_until, until), "{velocity}: {outcome:?}");
        let meets = until == Some(0.5);
        assert_eq!(contact.is_some(), meets, "{velocity}: {outcome:?}");
        assert_eq!(outcome.verdict.free_until(Span::UNIT), *free_until);
        if let Some(found) = contact {
            assert_eq!(found.against, Against::Obstacle(1));
            // Not that of the pair that overlaps all along.
            assert!(found.contact.upper > found.contact.lower && found.contact.upper < 0.6);
            assert_eq!(Some(found.contact.lower), *free_until);
        }
    }
}

/// A die that hops off a floor comes down on it again, whatever it meets first and in whichever order that is looked at.
#[test]
fn what_becomes_of_an_overlap_is_told_of_the_whole_span() {
    let die = Shape::from(Hull::cuboid(DVec3::splat(0.5)).unwrap());
    let floor = Shape::from(Hull::cuboid(DVec3::new(20.0, 20.0, 1.0)).unwrap());
    let wall = (die.clone(), Placement::at(DVec3::new(3.0, 0.0, 0.5)));
    let floor = (floor, Placement::at(-DVec3::Z));
    let hop = Ballistic::new(
        Placement::at(0.5 * DVec3::Z),
        DVec3::new(9.0, 0.0, 3.0),
        DVec3::ZERO,
        -10.0 * DVec3::Z,
    )
    .unwrap();
    let body = Moving::new(&die, &hop);
    for obstacles in [[wall.clone(), floor.clone()], [floor, wall]] {
        let obstacles = Obstacles::new(obstacles).unwrap();
        let query = ManyQuery::of_one(&body, Span::UNIT).among(&obstacles);
        let outcome = query.first_contact(&mut Workspace::new()).into_owned();
        let ManyVerdict::Overlapping { pairs, .. } = &outcome.verdict else {
            panic!("{outcome:?}");
        };
        assert_eq!(pairs.len(), 1, "{outcome:?}");
        let lasts = matches!(pairs[0].then, Then::Parts { .. } | Then::Stays);
        assert!(!lasts, "{outcome:?}");
    }
}

/// A body that is moved frame by frame with a skin, among all obstacles at once and against each of them alone: it never comes
/// closer than about half a skin, by the plain formula of balls.
#[test]
fn a_skin_is_kept_among_many() {
    let (ball, skin) = (ball(0.5), 0.01);
    let limits = Limits::default().with_skin(skin).unwrap();
    let places: Vec<DVec3> = (0..40)
        .map(|i| {
            let angle = 0.7 * f64::from(i);
            3.0 * DVec3::new(libm::cos(angle), libm::sin(angle), 0.1 * f64::from(i % 7))
        })
        .collect();
    let obstacles = places.iter().map(|&at| (ball.clone(), Placement::at(at)));
    let obstacles = Obstacles::new(obstacles).unwrap();
    let mut workspace = Workspace::new();
    let (mut at, mut contacts) = (Placement::default(), 0);
    let gap = |at: DVec3| {
        let gaps = places.iter().map(|place| (*place - at).length() - 1.0);
        gaps.fold(f64::INFINITY, f64::min)
    };
    for frame in 0..400 {
        let angle = 0.05 * f64::from(frame);
        let push = DVec3::new(
            libm::cos(angle),
            libm::sin(angle),
            0.2 * libm::sin(3.0 * angle),
        );
        let motion = ConstantVelocity::new(at, 2.0 * push, DVec3::ZERO).unwrap();
        let body = Moving::new(&ball, &motion);
        let query = ManyQuery::of_one(&body, Span::UNIT)
            .among(&obstacles)
            .within(limits);
        let outcome = query.first_contact(&mut workspace);
        at = match &outcome.verdict {
            ManyVerdict::Free => motion.placement(1.0),
            ManyVerdict::Contact(found) => {
                contacts += 1;
                assert!(outcome.clearance >= 0.49 * skin && outcome.clearance <= skin);
                let there = motion.placement(found.contact.lower);
                let Against::Obstacle(number) = found.against else {
                    panic!()
                };
                let own = (places[number] - there.position).length() - 1.0;
                assert!(
                    own <= outcome.clearance + outcome.tolerance + 1e-12,
                    "{own}"
                );
                there
            }
            other => panic!("frame {frame}: {other:?}"),
        };
        assert!(
            gap(at.position) >= 0.49 * skin,
            "frame {frame}: {}",
            gap(at.position)
        );
    }
    assert!(contacts > 100, "{contacts}");
}
