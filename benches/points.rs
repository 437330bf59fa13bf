//! Vertices, faces and edges whose corners move on straight lines: what the exact queries cost, one by one and in batches,
//! and what plain floating point gets wrong. See README.md beside this file.

use osculate::query::points::{LinearOutcome, LinearPair, LinearPairs, PairKind, Stage};
use osculate_benches::options::Options;
use osculate_benches::point_sets::{KINDS, columns, lattice, public, short, simulation, uniform};
use osculate_benches::random::Random;
use osculate_benches::stopwatch::{BATCHES, brief, mean, median, once, percentile, worst};
use osculate_benches::{plain_cubic, point_sets};
use std::hint::black_box;

/// Queries timed together, in the order of the set.
const BLOCK: usize = 1000;
/// How often the whole set is gone through; of each block and each query the least time counts.
const ROUNDS: usize = 3;
/// Random queries that are also timed one by one, and in a batch.
const ALONE: usize = 100_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::from_command_line("points");
    println!(
        "ns a query, one thread. Means: in the order of the set, blocks of {BLOCK} queries, least of {ROUNDS} rounds a \
         block.\nMedian, 99th percentile, worst: each query by itself, several calls together (the clock takes some 30 ns), \
         least of {ROUNDS} rounds of {BATCHES}\nrepetitions, so with warm caches and branches. Stages: axis, rounded, \
         coefficients, algebraic, in %. Plain: a cubic solver in plain f64,\nits time, contacts it misses, contacts it \
         invents. Batch: decide, first contacts."
    );
    println!(
        "\n{:13} {:>8} {:>7} {:>23} | {:>26} | {:>26} | {:>15} | batch",
        "set", "queries", "touch", "stages", "decide", "first contact", "plain"
    );
    let mut lines = vec![
        "set,kind,queries,contacts,axis_share,rounded_share,coefficients_share,algebraic_share,\
         decide_mean_ns,decide_alone_mean_ns,decide_median_ns,decide_p99_ns,decide_worst_ns,\
         contact_mean_ns,contact_alone_mean_ns,contact_median_ns,contact_p99_ns,contact_worst_ns,\
         plain_mean_ns,plain_missed,plain_false,batch_decide_ns,batch_contacts_ns"
            .to_owned(),
    ];
    let many = if options.quick { 200 } else { ALONE };
    for kind in KINDS {
        if options.wants("public") {
            match public(kind) {
                Ok((pairs, others)) => {
                    if others > 0 {
                        println!("public {}: {others} not in f64 are left out", short(kind));
                    }
                    measure("public", kind, &pairs).show(&mut lines);
                }
                Err(reason) => println!("public {} is left out: {reason}", short(kind)),
            }
        }
        if options.wants("lattice") {
            measure("lattice", kind, &lattice(kind, many / 5)).show(&mut lines);
        }
        if options.wants("simulation") {
            let pairs = simulation(kind, many);
            measure("simulation", kind, &pairs)
                .with_batch(&pairs)
                .show(&mut lines);
        }
        if options.wants("uniform") {
            let pairs = uniform(kind, &mut Random::new(3), options.random.min(many));
            measure("uniform", kind, &pairs)
                .with_batch(&pairs)
                .show(&mut lines);
            let mut row = Row::new("uniform, all", kind);
            let random = &mut Random::new(3);
            while row.queries < options.random {
                let count = BLOCK.min(options.random - row.queries);
                row.add_blocks(&point_sets::uniform(kind, random, count));
            }
            row.show(&mut lines);
        }
    }
    options.write_csv(&lines)?;
    Ok(())
}

/// Everything about a set but batches.
fn measure(set: &'static str, kind: PairKind, pairs: &[LinearPair]) -> Row {
    let mut row = Row::new(set, kind);
    row.add_blocks(pairs);
    row.decide.alone = alone(pairs, LinearPair::decide);
    row.contact.alone = alone(pairs, LinearPair::first_contact);
    row
}

/// The time of each query by itself, in ns.
fn alone<T>(pairs: &[LinearPair], ask: fn(&LinearPair) -> T) -> Vec<f64> {
    let mut times = vec![f64::INFINITY; pairs.len()];
    for _ in 0..ROUNDS {
        for (pair, time) in pairs.iter().zip(&mut times) {
            *time = time.min(1e3 * brief(|| ask(black_box(pair))));
        }
    }
    times
}

/// The least time of all queries one after the other, in ns.
fn together<T>(pairs: &[LinearPair], ask: impl Fn(&LinearPair) -> T) -> f64 {
    least(|| {
        for pair in pairs {
            black_box(ask(black_box(pair)));
        }
    })
}

/// The least time of [`ROUNDS`] runs, in ns.
fn least(mut run: impl FnMut()) -> f64 {
    (0..ROUNDS)
        .map(|_| 1e3 * once(&mut run).1)
        .fold(f64::INFINITY, f64::min)
}

/// The times of a question.
#[derive(Default)]
struct Times {
    /// Of all queries in their order.
    sum: f64,
    /// Of each query by itself.
    alone: Vec<f64>,
}

impl Times {
    /// Mean, mean alone, median, 99th percentile, worst.
    fn figures(&self, queries: usize) -> [f64; 5] {
        let alone = || self.alone.iter().copied();
        let late = if self.alone.is_empty() {
            f64::NAN
        } else {
            worst(alone())
        };
        [
            self.sum / queries as f64,
            mean(alone()),
            median(alone()),
            percentile(alone(), 0.99),
            late,
        ]
    }
}

struct Row {
    set: &'static str,
    kind: PairKind,
    queries: usize,
    contacts: usize,
    stages: [usize; 4],
    decide: Times,
    contact: Times,
    plain: f64,
    missed: usize,
    invented: usize,
    /// Of `decide` and `first_contacts`, ns a query.
    batch: [f64; 2],
}

impl Row {
    fn new(set: &'static str, kind: PairKind) -> Row {
        Row {
            set,
            kind,
            queries: 0,
            contacts: 0,
            stages: [0; 4],
            decide: Times::default(),
            contact: Times::default(),
            plain: 0.0,
            missed: 0,
            invented: 0,
            batch: [f64::NAN; 2],
        }
    }

    fn add_blocks(&mut self, pairs: &[LinearPair]) {
        for block in pairs.chunks(BLOCK) {
            self.decide.sum += together(block, LinearPair::decide);
            self.contact.sum += together(block, LinearPair::first_contact);
            self.plain += together(block, plain_cubic::first_contact);
        }
        for pair in pairs {
            let outcome = pair.first_contact();
            let touch = outcome.contact.is_some();
            assert_eq!(touch, pair.decide(), "{pair:?}");
            let plain = plain_cubic::first_contact(pair).is_some();
            self.contacts += usize::from(touch);
            self.missed += usize::from(touch && !plain);
            self.invented += usize::from(plain && !touch);
            let stage = match outcome.stage {
                Stage::Axis => 0,
                Stage::Rounded => 1,
                Stage::Coefficients => 2,
                _ => 3,
            };
            self.stages[stage] += 1;
        }
        self.queries += pairs.len();
    }

    fn with_batch(mut self, pairs: &[LinearPair]) -> Row {
        let mut sums = [0.0; 2];
        // Blocks, since on a busy machine no longer run is left alone.
        for block in pairs.chunks(BLOCK) {
            let columns = columns(block);
            let [start, end] = columns.each_ref().map(|points| {
                points
                    .each_ref()
                    .map(|axes| axes.each_ref().map(Vec::as_slice))
            });
            let batch = LinearPairs::new(self.kind, &start, &end).expect("finite coordinates");
            let mut decided = vec![false; block.len()];
            let outcome: LinearOutcome = block[0].first_contact();
            let mut outcomes = vec![outcome; block.len()];
            sums[0] += least(|| batch.decide(black_box(&mut decided)));
            sums[1] += least(|| batch.first_contacts(black_box(&mut outcomes)));
            for ((pair, touch), outcome) in block.iter().zip(decided).zip(outcomes) {
                assert_eq!((touch, outcome), (pair.decide(), pair.first_contact()));
            }
        }
        self.batch = sums.map(|time| time / pairs.len() as f64);
        self
    }

    fn show(&self, lines: &mut Vec<String>) {
        let Row {
            set,
            queries,
            contacts,
            missed,
            invented,
            ..
        } = self;
        let kind = short(self.kind);
        let shares = self.stages.map(|count| count as f64 / self.queries as f64);
        let stages = shares
            .map(|share| format!("{:.1}", 100.0 * share))
            .join(" ");
        let [decide, contact] = [&self.decide, &self.contact].map(|of| of.figures(self.queries));
        let shown = |[mean, _, median, late, worst]: [f64; 5]| match median.is_nan() {
            true => format!("{mean:.1}"),
            false => format!("{mean:.1} {median:.1} {late:.0} {worst:.0}"),
        };
        let plain = self.plain / self.queries as f64;
        let batch = match self.batch {
            [decide, _] if decide.is_nan() => String::new(),
            [decide, contacts] => format!("{decide:.1} {contacts:.1}"),
        };
        println!(
            "{:13} {queries:>8} {contacts:>7} {stages:>23} | {:>26} | {:>26} | {:>15} | {batch}",
            format!("{set} {kind}"),
            shown(decide),
            shown(contact),
            format!("{plain:.1} {missed} {invented}"),
        );
        let numbers = shares
            .iter()
            .map(|share| format!("{share:.6}"))
            .chain(
                decide
                    .iter()
                    .chain(&contact)
                    .map(|time| format!("{time:.2}")),
            )
            .chain([
                format!("{plain:.2}"),
                missed.to_string(),
                invented.to_string(),
            ])
            .chain(self.batch.iter().map(|time| format!("{time:.2}")))
            .collect::<Vec<_>>()
            .join(",")
            .replace("NaN", "");
        lines.push(format!("\"{set}\",{kind},{queries},{contacts},{numbers}"));
    }
}
