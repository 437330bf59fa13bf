//! The judge of linear motion against what is simpler still: answers by hand, one rational time at a time, contacts by
//! construction, symmetries, recorded queries.
//!
//! `OSCULATE_CASES` sets the number of queries a recipe and kind (100), `OSCULATE_SEED` shifts them.

use num_bigint::BigInt;
use osculate_judge::points::cases::{When, cases};
use osculate_judge::points::polynomial::Polynomial;
use osculate_judge::points::queries::{RECIPES, degenerate, lattice, near, random};
use osculate_judge::points::recorded::recorded;
use osculate_judge::points::time::roots;
use osculate_judge::points::weights::near_at;
use osculate_judge::points::{
    ExactQuery, Kind, Query, Rational, Time, first_contact, first_contact_exact, touches_at,
};
use osculate_judge::seeded::{self, Seeded};
use std::cmp::Ordering;
use std::time::Instant;

fn numbers(test: u64, case: u64) -> Seeded {
    Seeded::of_case(seeded::seed(0) ^ test << 32, case)
}

/// The ends of a bracket of 2^-bits.
fn bracket(time: &Time, bits: u32) -> [Rational; 2] {
    let (low, exact) = time.bracket(bits);
    let high = if exact { low.clone() } else { &low + 1 };
    [low, high].map(|at| Rational::new(at, BigInt::from(1) << bits))
}

#[test]
fn answers_known_by_hand() {
    let cases = cases();
    println!("{} cases", cases.len());
    assert!(cases.len() >= 60);
    for case in &cases {
        let name = case.name;
        let found = first_contact(&case.query);
        let exact = first_contact_exact(&case.query.exact());
        match (&found, &exact) {
            (None, None) => {}
            (Some(a), Some(b)) => assert_eq!(a.cmp_time(b), Ordering::Equal, "{name}"),
            _ => panic!("{name}: {found:?} {exact:?}"),
        }
        match &case.first {
            When::Never => assert!(found.is_none(), "{name}: {found:?}"),
            When::At(time) => {
                let found = found.unwrap_or_else(|| panic!("{name}"));
                assert_eq!(
                    found.cmp_rational(time),
                    Ordering::Equal,
                    "{name} {found:?}"
                );
                assert!(touches_at(&case.query.exact(), time), "{name}");
            }
            When::Irrational(compare) => {
                let found = found.unwrap_or_else(|| panic!("{name}"));
                let [low, high] = bracket(&found, 300);
                assert_eq!(compare(&low), Ordering::Greater, "{name}");
                assert_eq!(compare(&high), Ordering::Less, "{name}");
                let below = found.rounded_down();
                assert_eq!(compare(&Rational::from_f64(below)), Ordering::Greater);
                assert_eq!(
                    compare(&Rational::from_f64(below.next_up())),
                    Ordering::Less
                );
            }
        }
    }
}

#[test]
fn times_compare_and_round() {
    let almost_one = cases()
        .into_iter()
        .find(|c| c.name == "through at the last moment");
    let time = first_contact(&almost_one.unwrap().query).unwrap();
    assert_eq!(time.cmp_f64(1.0), Ordering::Less);
    assert_eq!(time.cmp_f64(1.0_f64.next_down()), Ordering::Greater);
    assert_eq!(time.cmp_f64(f64::INFINITY), Ordering::Less);
    assert_eq!(time.cmp_f64(f64::NEG_INFINITY), Ordering::Greater);
    assert_eq!(time.rounded_down(), 1.0_f64.next_down());
    let [low, high] = bracket(&time, 1100);
    assert!(low < Rational::one() && high <= Rational::one());
    assert_eq!(Time::zero().rounded_down(), 0.0);
    for x in [
        0.0,
        5e-324,
        -1e-310,
        0.1,
        1.5,
        -1e300,
        f64::MAX,
        f64::MIN_POSITIVE,
    ] {
        assert_eq!(Rational::from_f64(x).to_f64(), Some(x));
    }
    assert_eq!(Rational::of(1, 3).to_f64(), None);
    assert_eq!(Rational::of((1 << 60) + 1, 1).to_f64(), None);
}

/// Polynomials with known rational roots, some of them repeated, and factors without real roots.
#[test]
fn roots_of_products() {
    for case in 0..seeded::cases(100) * 10 {
        let numbers = &mut numbers(1, case);
        let mut product = Polynomial::new(vec![numbers.one_of(&[-3, 1, 7]).into()]);
        let mut expected: Vec<Rational> = Vec::new();
        for _ in 0..numbers.whole(0, 5) {
            let denominator = numbers.one_of(&[1, 2, 3, 4, 7, 8, 1 << 40, (1 << 40) + 1]);
            let numerator = numbers.whole(-denominator / 4, denominator + denominator / 4);
            let factor = Polynomial::new(vec![(-numerator).into(), denominator.into()]);
            for _ in 0..numbers.one_of(&[1, 1, 1, 2, 3]) {
                product = &product * &factor;
            }
            expected.push(Rational::of(numerator, denominator));
        }
        if numbers.once_in(3) {
            let [a, b] = [(); 2].map(|()| numbers.whole(1, 99));
            product = &product
                * &Polynomial::new(vec![
                    (a * a + 1).into(),
                    (-2 * a * b).into(),
                    (b * b).into(),
                ]);
        }
        expected.retain(|x| *x >= Rational::zero() && *x <= Rational::one());
        expected.sort();
        expected.dedup();
        let found = roots(&product);
        assert_eq!(found.len(), expected.len(), "{case}: {product:?}");
        for (i, time) in found.iter().enumerate() {
            for (j, x) in expected.iter().enumerate() {
                assert_eq!(time.cmp_rational(x), i.cmp(&j), "{case}");
                assert_eq!(time.cmp_time(&found[j]), i.cmp(&j), "{case}");
                let line = Polynomial::new(vec![-x.numerator(), x.denominator().clone()]);
                assert_eq!(time.clone().sign_of(&line), i.cmp(&j), "{case}");
                assert_eq!(roots(&line)[0].cmp_time(time), j.cmp(&i), "{case}");
            }
            let [low, high] = bracket(time, 90);
            assert!(low <= expected[i] && expected[i] <= high, "{case}");
        }
    }
}

/// The time as a fraction of a small denominator, if it is one.
fn small_fraction(time: &Time) -> Option<Rational> {
    let (low, _) = time.bracket(40);
    (1..=60_i64).find_map(|denominator| {
        let floor: BigInt = (&low * denominator) >> 40;
        let mut candidates = [floor.clone(), floor + 1].into_iter();
        candidates.find_map(|numerator| {
            let x = Rational::new(numerator, denominator.into());
            time.cmp_rational(&x).is_eq().then_some(x)
        })
    })
}

#[test]
fn one_time_after_the_other() {
    let (mut touching, mut at_first) = (0, 0);
    for case in 0..seeded::cases(100) {
        for kind in Kind::ALL {
            for recipe in [lattice, degenerate] {
                let query = recipe(kind, &mut numbers(2, case)).exact();
                let first = first_contact_exact(&query);
                for steps in [24, 35] {
                    for time in (0..=steps).map(|i| Rational::of(i, steps)) {
                        if touches_at(&query, &time) {
                            touching += 1;
                            let first = first
                                .as_ref()
                                .unwrap_or_else(|| panic!("{time:?} {query:?}"));
                            assert!(first.cmp_rational(&time).is_le(), "{time:?} {query:?}");
                        }
                    }
                }
                if let Some(time) = first.as_ref().and_then(small_fraction) {
                    at_first += 1;
                    assert!(touches_at(&query, &time), "{time:?} {query:?}");
                }
            }
        }
    }
    println!("{touching} times of contact, {at_first} first ones that are simple fractions");
    assert!(touching > 100 && at_first > 50);
}

/// The sets are all but together at the first contact, whatever number it is.
#[test]
fn together_at_the_first_contact() {
    let close = Rational::of(1, 1 << 30);
    let mut seen = 0;
    for case in 0..seeded::cases(100) {
        for kind in [Kind::VertexFace, Kind::EdgeEdge, Kind::VertexEdge] {
            for recipe in [lattice, random, near] {
                let query = recipe(kind, &mut numbers(3, case));
                let small = query
                    .start
                    .iter()
                    .chain(&query.end)
                    .flatten()
                    .all(|c| c.abs() <= 64.0);
                if let (true, Some(first)) = (small, first_contact(&query)) {
                    seen += 1;
                    let [time, _] = bracket(&first, 40);
                    assert!(near_at(&query.exact(), &time, &close), "{query:?}");
                }
            }
        }
    }
    println!("{seen} first contacts");
    assert!(seen > 100);
}

/// A contact at a rational time, put there: none may be missed.
#[test]
fn contacts_by_construction() {
    let count = seeded::cases(100) * 5;
    let mut first_ones = 0;
    for case in 0..count {
        for kind in Kind::ALL {
            let numbers = &mut numbers(4, case);
            let mut query = random(kind, numbers).exact();
            let denominator = numbers.whole(1, 1000);
            let time = Rational::of(numbers.whole(1, denominator), denominator);
            let mut weigh = |set: std::ops::Range<usize>| -> Vec<Rational> {
                let mut parts: Vec<i64> = set.map(|_| numbers.whole(0, 9)).collect();
                parts[0] += 1;
                let sum = parts.iter().sum();
                parts.iter().map(|part| Rational::of(*part, sum)).collect()
            };
            let first = kind.first_set();
            let mut weights = weigh(0..first);
            weights.extend(weigh(first..kind.points()));
            for axis in 0..3 {
                let mut gap = Rational::zero();
                for (i, weight) in weights.iter().enumerate() {
                    let (from, to) = (&query.start[i][axis], &query.end[i][axis]);
                    let now = from + &(&(to - from) * &time);
                    let part = weight * &now;
                    gap = if i < first {
                        &gap + &part
                    } else {
                        &gap - &part
                    };
                }
                let end = &mut query.end[0][axis];
                *end = &*end - &(&(&gap / &weights[0]) / &time);
            }
            assert!(touches_at(&query, &time), "{query:?}");
            let found = first_contact_exact(&query).unwrap_or_else(|| panic!("{time:?} {query:?}"));
            assert!(found.cmp_rational(&time).is_le(), "{time:?} {query:?}");
            first_ones += u64::from(found.cmp_rational(&time).is_eq());
        }
    }
    println!("{first_ones} of {} are the first", count * 4);
    assert!(first_ones > count * 2);
}

fn same(a: &Option<Time>, b: &Option<Time>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => a.cmp_time(b).is_eq(),
        _ => false,
    }
}

fn arranged(query: &Query, order: [usize; 4]) -> Query {
    Query {
        kind: query.kind,
        start: order.map(|i| query.start[i]),
        end: order.map(|i| query.end[i]),
    }
}

fn mapped(query: &Query, map: impl Fn([f64; 3]) -> [f64; 3]) -> Query {
    Query {
        kind: query.kind,
        start: query.start.map(&map),
        end: query.end.map(&map),
    }
}

/// The same query over a part of its time, from 0 on.
fn cut(query: &ExactQuery, time: &Rational) -> ExactQuery {
    let mut short = query.clone();
    for (end, start) in short.end.iter_mut().zip(&query.start) {
        for (end, start) in end.iter_mut().zip(start) {
            *end = start + &(&(&*end - start) * time);
        }
    }
    short
}

#[test]
fn symmetries() {
    for case in 0..seeded::cases(100) {
        for kind in Kind::ALL {
            for (name, recipe) in RECIPES {
                let query = recipe(kind, &mut numbers(5, case));
                let first = first_contact(&query);
                let context = || format!("{name} {query:?}");
                let orders: &[[usize; 4]] = match kind {
                    Kind::VertexFace => &[[0, 2, 3, 1], [0, 2, 1, 3]],
                    Kind::EdgeEdge => &[[2, 3, 0, 1], [1, 0, 2, 3], [0, 1, 3, 2]],
                    Kind::VertexEdge => &[[0, 2, 1, 3]],
                    Kind::VertexVertex => &[[1, 0, 2, 3]],
                };
                for order in orders {
                    let other = first_contact(&arranged(&query, *order));
                    assert!(same(&first, &other), "{}", context());
                }
                for turned in [
                    mapped(&query, |[x, y, z]| [y, z, x]),
                    mapped(&query, |[x, y, z]| [x, -y, z]),
                ] {
                    assert!(same(&first, &first_contact(&turned)), "{}", context());
                }
                let back = Query {
                    kind,
                    start: query.end,
                    end: query.start,
                };
                assert_eq!(
                    first_contact(&back).is_some(),
                    first.is_some(),
                    "{}",
                    context()
                );
                if name == "lattice" || name == "degenerate" {
                    let scaled = mapped(&query, |p| p.map(|c| c * 1024.0));
                    assert!(same(&first, &first_contact(&scaled)), "{}", context());
                    let sheared = mapped(&query, |[x, y, z]| [x + 2.0 * z, y, z - x]);
                    let exactly = query
                        .start
                        .iter()
                        .chain(&query.end)
                        .flatten()
                        .all(|c| c.fract() == 0.0);
                    if exactly {
                        assert!(same(&first, &first_contact(&sheared)), "{}", context());
                        let moved = mapped(&query, |[x, y, z]| [x + 5.0, y - 11.0, z + 64.0]);
                        assert!(same(&first, &first_contact(&moved)), "{}", context());
                    }
                }
                if let (Some(first), true) = (&first, name != "scaled") {
                    let [low, high] = bracket(first, 60);
                    let query = query.exact();
                    assert!(first_contact_exact(&cut(&query, &high)).is_some());
                    let before = first_contact_exact(&cut(&query, &low));
                    assert_eq!(before.is_some(), low == high, "{}", context());
                }
            }
        }
    }
}

#[test]
fn recorded_answers() {
    let Some(recorded) = recorded() else {
        println!("skipped: the shared data is not beside the project");
        return;
    };
    let (started, mut wrong) = (Instant::now(), Vec::new());
    let mut contacts = 0;
    for case in &recorded {
        let touches = match case.query.to_f64() {
            Some(query) => first_contact(&query).is_some(),
            None => first_contact_exact(&case.query).is_some(),
        };
        contacts += usize::from(touches);
        if touches != case.touches {
            wrong.push(format!("{}: recorded {}", case.name, case.touches));
        }
    }
    println!(
        "{} queries, {contacts} contacts, {:?}",
        recorded.len(),
        started.elapsed()
    );
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Every recipe yields both answers, and how long they take.
#[test]
fn recipes() {
    let count = seeded::cases(100) * 2;
    for (name, recipe) in RECIPES {
        for kind in Kind::ALL {
            let (started, mut contacts, mut inside) = (Instant::now(), 0, 0);
            for case in 0..count {
                let query = recipe(kind, &mut numbers(6, case));
                if let Some(first) = first_contact(&query) {
                    contacts += 1;
                    inside += u64::from(first.cmp_f64(0.0).is_gt());
                }
            }
            let each = started.elapsed() / count as u32;
            println!(
                "{name:>10} {kind:?}: {contacts} of {count} touch, {inside} after 0, {each:?} each"
            );
            if name != "random" || matches!(kind, Kind::VertexFace | Kind::EdgeEdge) {
                assert!(inside > 0, "{name} {kind:?}");
            }
            assert!(contacts < count, "{name} {kind:?}");
        }
    }
}
