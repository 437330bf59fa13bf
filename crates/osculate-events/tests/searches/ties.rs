//! Events at exactly the same time come in the order of their numbers, whatever the search.
//!
//! All numbers of these scenes are small whole multiples of powers of two, and bodies meet head-on: every time and place is computed without
//! any error, so every search must give the same events with the same bits. (That ends when the first body has left its cell, which is at a
//! time that is rounded: from then on rounding may part what is at one time.) It fails if a search orders equal times in its own way.
//! OSCULATE_CASES=n runs n scenes of each kind (20 unless told), OSCULATE_SEED others.

use crate::setting;
use osculate_events::generate::Random;
use osculate_events::{
    AllPairs, Ball, Cells, Domain, Event, KayaTree, PairQueue, Partner, Scene, Search, Simulation,
    World,
};

/// What happens, and when: the lower number first.
type What = (u64, u32, Partner);

fn what(event: Event, epoch: f64) -> What {
    let time = (epoch + event.time).to_bits();
    match event.partner {
        Partner::Body(other) if other < event.body => (time, other, Partner::Body(event.body)),
        partner => (time, event.body, partner),
    }
}

fn events<const D: usize, S: Search<D>>(
    scene: &Scene<D>,
    search: impl Fn(&World<D>) -> S,
    until: f64,
    most: usize,
) -> Vec<What> {
    let world = World::new(scene);
    let search = search(&world);
    let mut simulation = Simulation::new(world, search);
    let mut events = Vec::new();
    while events.len() < most {
        let epoch = simulation.world().epoch();
        let Some(event) = simulation.step(until).unwrap() else {
            break;
        };
        events.push(what(event, epoch));
    }
    events
}

/// Asks all searches for the first events, and gives how many there are and how many are at the time of the one before.
fn compare<const D: usize>(name: &str, scene: &Scene<D>) -> (usize, usize) {
    let (until, most) = (UNTIL[D - 2], usize::MAX);
    let expected = events(scene, |_| AllPairs, until, most);
    for (search, found) in [
        ("queue of pairs", events(scene, PairQueue::new, until, most)),
        ("Kaya's tree", events(scene, KayaTree::new, until, most)),
        ("cells", events(scene, Cells::new, until, most)),
    ] {
        for (number, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert_eq!(found, expected, "{name}, {search}: event {number}");
        }
        assert_eq!(found.len(), expected.len(), "{name}, {search}");
    }
    for pair in expected.windows(2) {
        let (first, second) = (pair[0], pair[1]);
        // What the first one changed may meet something in no time.
        let bodies = |event: What| match event.2 {
            Partner::Body(other) => [event.1, other],
            _ => [event.1; 2],
        };
        let apart = !bodies(second)
            .iter()
            .any(|body| bodies(first).contains(body));
        assert!(
            first.0 < second.0 || first < second || !apart,
            "{name}: {pair:?}"
        );
    }
    let ties = expected.windows(2).filter(|pair| pair[0].0 == pair[1].0);
    (expected.len(), ties.count())
}

#[test]
fn a_disc_that_two_meet_at_once() {
    let discs = [
        ([-6.0, -2.0], [1.0, 0.25]),
        ([0.0, 0.0], [0.0, 0.0]),
        ([6.0, -2.0], [-1.0, 0.25]),
    ];
    // In every order of their numbers.
    for order in [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ] {
        let balls = order.map(|number| Ball::new(discs[number].0, discs[number].1, 1.0));
        let domain = Domain::walls([-20.0; 2], [20.0; 2]);
        let scene = Scene::new(balls.to_vec(), domain, Vec::new()).expect("a scene");
        let first = |events: Vec<What>| (events[0].1, events[0].2);
        let expected = first(events(&scene, |_| AllPairs, 9.0, 1));
        let least = order.iter().position(|&number| number == 1).unwrap() as u32;
        let (low, high) = if least == 0 { (0, 1) } else { (0, least) };
        assert_eq!(expected, (low, Partner::Body(high)), "{order:?}");
        assert_eq!(
            first(events(&scene, PairQueue::new, 9.0, 1)),
            expected,
            "{order:?}"
        );
        assert_eq!(
            first(events(&scene, KayaTree::new, 9.0, 1)),
            expected,
            "{order:?}"
        );
        assert_eq!(
            first(events(&scene, Cells::new, 9.0, 1)),
            expected,
            "{order:?}"
        );
    }
}

/// A ball is struck, and then meets all of those at once that are around its way: its motion has changed since they were asked, so it alone
/// knows. The one of the lowest number comes first.
fn struck<const D: usize>(around: &[[f64; 2]]) {
    let mut places = vec![[0.0; D], [0.0; D]];
    places[1][0] = -6.0;
    for [y, z] in around {
        let mut place = [*y; D];
        place[0] = 5.0;
        place[D - 1] = if D == 2 { *y } else { *z };
        places.push(place);
    }
    let random = &mut Random::new(7);
    for case in 0..40 {
        let mut order: Vec<usize> = (0..places.len()).collect();
        for number in (1..order.len()).rev() {
            order.swap(number, (random.share() * (number + 1) as f64) as usize);
        }
        let balls = order.iter().map(|&number| {
            let mut velocity = [0.0; D];
            velocity[0] = if number == 1 { 1.0 } else { 0.0 };
            Ball::new(places[number], velocity, 1.0)
        });
        let domain = Domain::walls([-30.0; D], [30.0; D]);
        let scene = Scene::new(balls.collect(), domain, Vec::new()).expect("a scene");
        let number_of =
            |body: usize| order.iter().position(|&number| number == body).unwrap() as u32;
        let first = (2..places.len()).map(number_of).min().unwrap();
        let second = |events: Vec<What>| (events[1].1, events[1].2);
        let (low, high) = (first.min(number_of(0)), first.max(number_of(0)));
        let expected = (low, Partner::Body(high));
        for (search, found) in [
            ("all pairs", events(&scene, |_| AllPairs, 9.0, 2)),
            ("queue of pairs", events(&scene, PairQueue::new, 9.0, 2)),
            ("Kaya's tree", events(&scene, KayaTree::new, 9.0, 2)),
            ("cells", events(&scene, Cells::new, 9.0, 2)),
        ] {
            assert_eq!(
                second(found),
                expected,
                "{D}-D, case {case}, {search}: {order:?}"
            );
        }
    }
}

#[test]
fn a_ball_that_was_struck_meets_several_at_once() {
    struck::<2>(&[[1.0, 0.0], [-1.0, 0.0]]);
    struck::<3>(&[[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]]);
}

/// The same among others that rest beside the way: so many that one line of a list does not hold all that are near, and those that are met
/// at once are anywhere on it. One more ball may be of another class of sizes.
fn struck_in_a_crowd<const D: usize>(domain: &Domain<D>, around: &[[f64; 2]], more: &[(f64, f64)]) {
    let at = |x: f64, y: f64, z: f64| -> [f64; D] {
        std::array::from_fn(|axis| match axis {
            0 => x,
            1 => y,
            _ => z,
        })
    };
    // The one that is struck, the one that strikes, and those that are met at once.
    let mut balls = vec![
        (at(0.0, 0.0, 0.0), 0.0, 1.0),
        (at(-6.0, 0.0, 0.0), 1.0, 1.0),
    ];
    balls.extend(around.iter().map(|&[y, z]| (at(5.0, y, z), 0.0, 1.0)));
    let met = 2..balls.len();
    for column in 0..6 {
        let x = -3.0 + 2.125 * f64::from(column);
        for y in [-5.375, -3.25, 3.25, 5.375] {
            balls.push((at(x, y, 0.0), 0.0, 1.0));
            if D == 3 {
                balls.push((at(x, y, 2.125), 0.0, 1.0));
                balls.push((at(x, y, -2.125), 0.0, 1.0));
            }
        }
    }
    balls.extend(
        more.iter()
            .map(|&(y, radius)| (at(0.0, y, 0.0), 0.0, radius)),
    );
    let random = &mut Random::new(11);
    for case in 0..60 {
        let mut order: Vec<usize> = (0..balls.len()).collect();
        for number in (1..order.len()).rev() {
            order.swap(number, (random.share() * (number + 1) as f64) as usize);
        }
        let ordered = order.iter().map(|&number| {
            let (place, speed, radius) = balls[number];
            Ball::new(place, at(speed, 0.0, 0.0), radius)
        });
        let scene = Scene::new(ordered.collect(), *domain, Vec::new()).expect("a scene");
        let number_of =
            |body: usize| order.iter().position(|&number| number == body).unwrap() as u32;
        let first = met.clone().map(number_of).min().unwrap();
        let (low, high) = (first.min(number_of(0)), first.max(number_of(0)));
        for (search, found) in [
            ("all pairs", events(&scene, |_| AllPairs, 9.0, 2)),
            ("cells", events(&scene, Cells::new, 9.0, 2)),
        ] {
            assert_eq!(
                (found[1].1, found[1].2),
                (low, Partner::Body(high)),
                "{D}-D, case {case}, {search}: {order:?}"
            );
        }
    }
}

#[test]
fn in_a_crowd_a_ball_that_was_struck_meets_several_at_once() {
    let (discs, spheres) = (
        [[1.0, 0.0], [-1.0, 0.0]],
        [[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]],
    );
    for more in [&[][..], &[(20.0, 8.0)], &[(20.0, 8.0), (11.0, 0.125)]] {
        struck_in_a_crowd(&Domain::walls([-32.0; 2], [32.0; 2]), &discs, more);
        struck_in_a_crowd(&Domain::walls([-32.0; 3], [32.0; 3]), &spheres, more);
        struck_in_a_crowd(&Domain::periodic([-32.0; 2], [32.0; 2]), &discs, more);
        struck_in_a_crowd(&Domain::periodic([-32.0; 3], [32.0; 3]), &spheres, more);
        struck_in_a_crowd::<2>(&Domain::open(), &discs, more);
    }
}

/// Until when no ball has left its cell: it may go 0.4 radii beyond it in the plane, and 0.06 in space.
const UNTIL: [f64; 2] = [1.5, 0.2];

/// Rows of equal balls that move along the first axis only, numbered at random: rows in which some rest and some move upwards, so that none
/// is met from both sides at once, and rows of one ball that moves towards the lower wall.
fn rows<const D: usize>(random: &mut Random) -> Scene<D> {
    // What they fly is a whole number of these, which are all met within the time.
    let step = UNTIL[D - 2] / 6.0;
    let step = libm::exp2(libm::floor(libm::log2(step)));
    let radius = 4.0;
    let mut balls = Vec::new();
    let mut high = [40.0; D];
    high[0] = 200.0;
    for row in 0..if D == 2 { 4 } else { 8 } {
        let mut x = 0.0;
        let balls_a_row = if row % 3 == 2 { 1 } else { 9 };
        for column in 0..balls_a_row {
            let gap = step * libm::floor(5.0 * random.share());
            x += gap + if column == 0 { radius } else { 2.0 * radius };
            let mut position = [x; D];
            position[1] = 5.0 + 9.0 * f64::from(row % 4);
            if D == 3 {
                position[2] = 5.0 + 9.0 * f64::from(row / 4);
            }
            let mut velocity = [0.0; D];
            velocity[0] = if row % 3 == 2 {
                -1.0
            } else {
                libm::floor(2.0 * random.share())
            };
            balls.push(Ball::new(position, velocity, radius));
        }
    }
    for number in (1..balls.len()).rev() {
        balls.swap(number, (random.share() * (number + 1) as f64) as usize);
    }
    Scene::new(balls, Domain::walls([0.0; D], high), Vec::new()).expect("a scene")
}

fn compare_rows<const D: usize>() {
    let (cases, seed) = (setting("OSCULATE_CASES", 20), setting("OSCULATE_SEED", 0));
    let (mut events, mut ties) = (0, 0);
    for case in 0..cases {
        let mut random = Random::new(1_000_000 * seed + case);
        let scene = rows::<D>(&mut random);
        let found = compare(&format!("rows in {D}-D, case {case}"), &scene);
        (events, ties) = (events + found.0, ties + found.1);
    }
    println!("{D}-D: {events} events, {ties} at the time of the one before");
    assert!(ties > events / 2, "{ties} ties show little");
}

#[test]
fn rows_of_discs_meet_in_the_order_of_their_numbers() {
    compare_rows::<2>();
}

#[test]
fn rows_of_spheres_meet_in_the_order_of_their_numbers() {
    compare_rows::<3>();
}
