//! The results as tables, each narrow enough for a terminal of 80 characters.

use super::draw::Step;
use super::method::{Change, Method};
use super::paper::Benchmark;
use super::record::{Record, Row, Tolerance};
use super::{Bench, TrialSet};
use crate::experiment::c2a::MACHINE;
use crate::experiment::judging::REPETITIONS;
use crate::experiment::machine::machine;
use crate::experiment::table::{Table, none, short};
use crate::numbers::grouped;
use osculate::query::articulated::CullingStats;

/// Table 2: the paper's milliseconds above ours, at the lengths that make as many collide.
pub fn times(rows: &[Row]) -> Table {
    let matching = rows
        .iter()
        .filter(|row| row.is_unchanged() && row.question.step == Step::Matching);
    let mut lines = Vec::new();
    let mut before = None;
    for row in matching {
        let asked = row.question;
        let his = asked.benchmark.times();
        if before.replace(asked.benchmark) != Some(asked.benchmark) {
            lines.push(vec![
                asked.benchmark.title().to_owned(),
                "paper".to_owned(),
                "0.001".to_owned(),
                percent(asked.benchmark.colliding_share()),
                short(his.colliding),
                told(his.free),
                short(his.average),
                none(),
            ]);
        }
        let ours = row.mean(Record::milliseconds);
        lines.push(vec![
            String::new(),
            asked.method.short_name().to_owned(),
            asked.tolerance.name().to_owned(),
            percent(row.colliding()),
            told(row.mean_where(true, Record::milliseconds)),
            told(row.mean_where(false, Record::milliseconds)),
            told(ours),
            told(ours.map(|ours| his.average / ours)),
        ]);
    }
    Table {
        caption: "Table 2: mean milliseconds a motion, of one thread".to_owned(),
        header: vec![
            "benchmark",
            "method",
            "toler-\nance",
            "colliding\nshare",
            "colliding",
            "free",
            "average",
            "paper /\nhere",
        ],
        words: 3,
        rows: lines,
        notes: vec![
            format!("paper: {MACHINE}"),
            format!("here: {}", machine()),
            format!(
                "These machines are many years apart, and models that are made only resemble the\n\
                 paper's. The paper has one row for both phases of grasping. A time here is the\n\
                 least of {REPETITIONS}."
            ),
        ],
    }
}

/// Our times at all lengths.
pub fn steps(bench: &Bench, rows: &[Row]) -> Table {
    let unchanged = rows.iter().filter(|row| row.is_unchanged());
    let lines = unchanged.map(|row| {
        let asked = row.question;
        let length = match asked.step {
            Step::Matching => {
                let matching = bench.set(asked.benchmark).matching;
                matching.map_or_else(|| "= full".to_owned(), |length| format!("= {length:.3}"))
            }
            step => step.name().to_owned(),
        };
        vec![
            asked.benchmark.title().to_owned(),
            length,
            asked.method.short_name().to_owned(),
            asked.tolerance.name().to_owned(),
            percent(row.colliding()),
            told(row.mean_where(true, Record::milliseconds)),
            told(row.mean_where(false, Record::milliseconds)),
            told(row.mean(Record::milliseconds)),
        ]
    });
    Table {
        caption: "All lengths of motions, in rad: mean milliseconds a motion".to_owned(),
        header: vec![
            "benchmark",
            "length",
            "method",
            "toler-\nance",
            "colliding\nshare",
            "colliding",
            "free",
            "average",
        ],
        words: 4,
        rows: lines.collect(),
        notes: vec![
            "= is the length at which as many collide as in the paper; a motion that is\n\
             shorter stays as it is. Lengths are in the numbers of a configuration, metres\n\
             included."
                .to_owned(),
        ],
    }
}

/// What does not depend on the machine.
pub fn work(rows: &[Row]) -> Table {
    let shown = |row: &&Row| row.is_unchanged() && row.question.tolerance == Tolerance::Default;
    let lines = rows.iter().filter(shown).map(|row| {
        let asked = row.question;
        let mean = |value: fn(&Record) -> f64| told(row.mean(value));
        vec![
            asked.benchmark.title().to_owned(),
            asked.step.name().to_owned(),
            asked.method.short_name().to_owned(),
            mean(|record| record.outcome.stats.intervals as f64),
            mean(|record| record.outcome.stats.culled as f64),
            mean(|record| record.outcome.stats.searches as f64),
            mean(Record::steps),
        ]
    });
    Table {
        caption: "Work a motion, at the default tolerance".to_owned(),
        header: vec![
            "benchmark",
            "length",
            "method",
            "intervals",
            "pairs\nculled",
            "pairs\nsearched",
            "volumes and\ntriangles",
        ],
        words: 3,
        rows: lines.collect(),
        notes: Vec::new(),
    }
}

/// What the parts of temporal culling did.
pub fn culling(rows: &[Row]) -> Table {
    let lines = of_culling(rows)
        .filter(|row| row.is_unchanged())
        .map(|row| {
            let mean = |value: fn(&CullingStats) -> u64| told(row.mean_culling(value));
            vec![
                row.question.benchmark.title().to_owned(),
                mean(|stats| stats.pairs),
                mean(|stats| stats.culled_by_volumes),
                mean(|stats| stats.culled_by_lower_bounds),
                mean(|stats| stats.searches),
                mean(|stats| stats.upper_bounds_found),
                mean(|stats| stats.poses),
                mean(|stats| stats.poses_reused),
            ]
        });
    Table {
        caption: "What temporal culling did a motion of matching length, tolerance 0.001"
            .to_owned(),
        header: vec![
            "benchmark",
            "pairs",
            "culled by\nvolumes",
            "by lower\nbounds",
            "searched",
            "upper\nbounds",
            "poses",
            "poses\nreused",
        ],
        words: 1,
        rows: lines.collect(),
        notes: Vec::new(),
    }
}

/// Temporal culling of matching motions at the paper's tolerance, whole and changed.
fn of_culling<'a>(rows: &'a [Row<'a>]) -> impl Iterator<Item = &'a Row<'a>> {
    rows.iter().filter(|row| {
        let asked = row.question;
        let kind = (asked.method, asked.step, asked.tolerance);
        kind == (Method::TemporalCulling, Step::Matching, Tolerance::Paper)
    })
}

/// How much longer temporal culling takes with a part changed, a column a benchmark.
pub fn changes(rows: &[Row]) -> Table {
    let mut benchmarks: Vec<Benchmark> = rows.iter().map(|row| row.question.benchmark).collect();
    benchmarks.dedup();
    let time = |benchmark: Benchmark, change: Option<Change>| {
        let such =
            |row: &&Row| (row.question.benchmark, row.question.change) == (benchmark, change);
        let row = of_culling(rows).find(such);
        row.and_then(|row| row.mean(Record::milliseconds))
    };
    let whole = benchmarks
        .iter()
        .map(|&benchmark| told(time(benchmark, None)));
    let mut lines = vec![
        std::iter::once("milliseconds".to_owned())
            .chain(whole)
            .collect(),
    ];
    for change in Change::ALL {
        let ratios = benchmarks.iter().map(|&benchmark| {
            let ratio = time(benchmark, Some(change)).zip(time(benchmark, None));
            ratio.map_or_else(none, |(changed, whole)| {
                format!("× {}", short(changed / whole))
            })
        });
        lines.push(
            std::iter::once(change.name().to_owned())
                .chain(ratios)
                .collect(),
        );
    }
    let mut header = vec!["temporal culling"];
    header.extend(benchmarks.iter().map(|benchmark| benchmark.title()));
    Table {
        caption: "Temporal culling, each part changed in turn; matching length, tolerance 0.001"
            .to_owned(),
        header,
        words: 1,
        rows: lines,
        notes: Vec::new(),
    }
}

/// What the judge found, a row a method.
pub fn proofs(rows: &[Row]) -> Table {
    let asked = |method: &Method| rows.iter().any(|row| row.question.method == *method);
    let lines = Method::ALL.into_iter().filter(asked).map(|method| {
        let count = |holds: fn(&Record) -> bool| {
            let of_method = rows.iter().filter(|row| row.question.method == method);
            let records = of_method.flat_map(|row| row.records());
            grouped(records.filter(|record| holds(record)).count() as u64)
        };
        vec![
            method.name().to_owned(),
            count(|_| true),
            count(Record::collides),
            count(|record| record.finding.penetrates),
            count(|record| record.finding.misstated),
            count(Record::is_undecided),
        ]
    });
    Table {
        caption: "Proofs, by the judge".to_owned(),
        header: vec![
            "method",
            "asked",
            "colliding",
            "penetrations",
            "misstated",
            "undecided",
        ],
        words: 1,
        rows: lines.collect(),
        notes: Vec::new(),
    }
}

/// The models.
pub fn setting(sets: &[TrialSet], seed: u64) -> Table {
    let lines = sets.iter().map(|set| {
        let robot = &set.scene.made.robot;
        let links = robot.links().len();
        let with_shapes = (0..links).filter(|&link| robot.shapes(link).next().is_some());
        let [of_robot, around] = set.scene.triangles().map(|count| grouped(count as u64));
        vec![
            set.scene.benchmark.title().to_owned(),
            set.scene.made.name.to_owned(),
            grouped(with_shapes.count() as u64),
            grouped(robot.width() as u64),
            grouped(robot.checked_pairs().count() as u64),
            of_robot,
            around,
        ]
    });
    Table {
        caption: format!(
            "Built-in robots; {} motions each, seed {seed}",
            grouped(sets.first().map_or(0, |set| set.edges.len()) as u64)
        ),
        header: vec![
            "benchmark",
            "robot",
            "links",
            "coordi-\nnates",
            "pairs of\nlinks",
            "its\ntriangles",
            "others'\ntriangles",
        ],
        words: 2,
        rows: lines.collect(),
        notes: Vec::new(),
    }
}

fn told(value: Option<f64>) -> String {
    value.map_or_else(none, short)
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}
