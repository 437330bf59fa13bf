//! Seeded pairs of convex bodies of all kinds, spinning, through both methods and an independent judge.
//!
//! `OSCULATE_CASES` sets the number of cases a combination (10), `OSCULATE_SEED` shifts all of them, `OSCULATE_KIND` and
//! `OSCULATE_CASE` pick one: what a failure prints is the command that repeats it.

use crate::ask::{METHODS, Tally, ask};
use glam::{DQuat, DVec3};
use osculate::{ConstantVelocity, Hull, Limits, Placement, Workspace};
use osculate_judge::hulls::pairs::{Kind, SPINS, pair, varied};
use osculate_judge::hulls::walk::{Judge, Pair};
use osculate_judge::seeded::{self, Seeded};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What the columns of [`row`] are.
pub const HEADER: &str = "queries crossing    near   timid    free overlap undecid  missed    late   loose misstat  doubts   steps    worst";

/// A tally as a line of a table.
pub fn row(tally: &Tally) -> String {
    let Tally {
        queries,
        crossing,
        near,
        timid,
        free,
        overlapping,
        undecided,
        missed,
        late,
        loose,
        misstated,
        doubts,
        steps,
        worst_steps,
    } = tally;
    format!(
        "{queries:>7} {crossing:>8} {near:>7} {timid:>7} {free:>7} {overlapping:>7} {undecided:>7} {missed:>7} {late:>7} \
         {loose:>7} {misstated:>7} {doubts:>7} {:>7.1} {worst_steps:>8}",
        *steps as f64 / (*queries).max(1) as f64
    )
}
/// The worst comes first.
pub fn gravity(failure: &str) -> usize {
    let worst_first = ["Missed", "Late", "undecided", "Loose", "Misstated"];
    let found = worst_first.iter().position(|word| failure.contains(word));
    found.unwrap_or(worst_first.len())
}

/// One kind of pair: its bodies, its spins, whether it translates, whether everything else is varied too.
#[derive(Clone, Copy)]
struct Class {
    kinds: [Kind; 2],
    spin: f64,
    translating: bool,
    varied: bool,
}

fn classes() -> Vec<Class> {
    let mut classes = Vec::new();
    for one in Kind::ALL {
        for other in Kind::ALL {
            for spin in SPINS {
                for (translating, varied) in [(true, false), (false, false), (true, true)] {
                    classes.push(Class {
                        kinds: [one, other],
                        spin,
                        translating,
                        varied,
                    });
                }
            }
        }
    }
    classes
}

impl Class {
    fn pair(&self, rng: &mut Seeded) -> Pair {
        if self.varied {
            varied(self.kinds, self.spin, rng)
        } else {
            pair(self.kinds, self.spin, self.translating, rng)
        }
    }

    /// What a row of the table is for.
    fn title(&self) -> String {
        let what = match (self.varied, self.translating) {
            (true, _) => "varied",
            (_, true) => "flying",
            (_, false) => "turning",
        };
        format!("{what}, spin {}", self.spin)
    }
}

#[test]
fn no_contact_is_missed() {
    let count = seeded::cases(7);
    let seed = seeded::seed(0);
    let only_kind = seeded::setting("OSCULATE_KIND").map(|kind| kind as usize);
    let only_case = seeded::setting("OSCULATE_CASE");
    let classes = classes();
    let results: Vec<Mutex<([Tally; 2], Vec<String>)>> =
        classes.iter().map(|_| Mutex::default()).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                let mut workspace = Workspace::new();
                loop {
                    let kind = next.fetch_add(1, Ordering::Relaxed);
                    let Some(class) = classes.get(kind) else { return };
                    if only_kind.is_some_and(|only| only != kind) {
                        continue;
                    }
                    let mut tallies = [Tally::default(), Tally::default()];
                    let mut failures = Vec::new();
                    for case in (0..count).filter(|&case| only_case.is_none_or(|only| only == case)) {
                        let pair = class.pair(&mut Seeded::of_kind(seed, kind as u64, case));
                        let judge = Judge::new(&pair);
                        let truth = judge.first_overlap();
                        if only_case.is_some() {
                            println!("{pair:#?}\n{truth:?}");
                        }
                        for ((name, method), tally) in METHODS.into_iter().zip(&mut tallies) {
                            let outcome = ask(method, &pair, Limits::DEFAULT_BUDGET, &mut workspace);
                            if let Some(wrong) = tally.count(&judge, &truth, &outcome) {
                                failures.push(format!(
                                    "{:?}, {}: OSCULATE_SEED={seed} OSCULATE_KIND={kind} OSCULATE_CASES={count} \
                                     OSCULATE_CASE={case} cargo test -p osculate --test hulls agreement\n    {name}: {wrong}\n    \
                                     {outcome:?}",
                                    class.kinds,
                                    class.title()
                                ));
                            }
                        }
                    }
                    *results[kind].lock().unwrap() = (tallies, failures);
                }
            });
        }
    });
    let results: Vec<_> = results
        .into_iter()
        .map(|result| result.into_inner().unwrap())
        .collect();
    report(&classes, &results);
}

fn report(classes: &[Class], results: &[([Tally; 2], Vec<String>)]) {
    let mut titles: Vec<String> = Vec::new();
    let mut sums: Vec<[Tally; 2]> = Vec::new();
    let mut total = Tally::default();
    for (class, (tallies, _)) in classes.iter().zip(results) {
        let title = class.title();
        let row = titles
            .iter()
            .position(|known| *known == title)
            .unwrap_or_else(|| {
                titles.push(title);
                sums.push(Default::default());
                titles.len() - 1
            });
        for (sum, tally) in sums[row].iter_mut().zip(tallies) {
            sum.add(tally);
            total.add(tally);
        }
    }
    println!("{:42} {}", "", HEADER);
    for (title, sums) in titles.iter().zip(&sums) {
        for ((name, _), sum) in METHODS.iter().zip(sums) {
            println!("{title:17} {name:24} {}", row(sum));
        }
    }
    let mut failures: Vec<&String> = results.iter().flat_map(|(_, failures)| failures).collect();
    failures.sort_by_key(|failure| gravity(failure));
    for failure in failures.iter().take(40) {
        println!("{failure}");
    }
    assert!(failures.is_empty(), "{} answers are wrong", failures.len());
    assert!(
        1000 * total.doubts <= total.queries,
        "the judge left {} cases open",
        total.doubts
    );
    assert!(
        total.crossing + total.near > total.queries / 5,
        "too few contacts"
    );
    assert!(
        total.crossing > 9 * total.near,
        "contacts of random bodies cross"
    );
}

#[test]
fn no_body_or_motion_is_made_of_nan() {
    let good = DVec3::new(1.0, 2.0, 3.0);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0] {
        assert!(Hull::ball(bad).is_err());
        assert!(Hull::capsule(bad, 1.0).is_err() && Hull::capsule(1.0, bad).is_err());
        assert!(Hull::cylinder(bad, 1.0).is_err() && Hull::cylinder(1.0, bad).is_err());
        assert!(Hull::cone(bad, 1.0).is_err() && Hull::cone(1.0, bad).is_err());
        assert!(Hull::ball(1.0).unwrap().rounded(bad).is_err());
        for axis in 0..3 {
            let mut vector = good;
            vector[axis] = bad;
            assert!(Hull::cuboid(vector).is_err());
            assert!(Hull::ellipsoid(vector).is_err());
        }
    }
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e70] {
        for axis in 0..3 {
            let mut vector = good;
            vector[axis] = bad;
            assert!(Hull::polytope(&[good, vector]).is_err());
            let ball = || Hull::ball(1.0).unwrap();
            assert!(ball().placed(vector, DQuat::IDENTITY).is_err());
            let mut rotation = [0.0, 0.0, 0.0, 1.0];
            rotation[axis] = bad;
            let rotation = DQuat::from_array(rotation);
            assert!(ball().placed(good, rotation).is_err());
            let place = Placement::at(good);
            assert!(ConstantVelocity::new(Placement::at(vector), good, good).is_err());
            assert!(ConstantVelocity::new(Placement::new(good, rotation), good, good).is_err());
            assert!(ConstantVelocity::new(place, vector, good).is_err());
            assert!(ConstantVelocity::new(place, good, vector).is_err());
        }
    }
    assert!(Hull::polytope(&[]).is_err());
}
