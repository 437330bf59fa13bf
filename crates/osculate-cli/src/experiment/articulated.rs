//! The articulated part of the C2A and HCA paper's experiments.

mod cases;
mod csv;
mod draw;
mod figure;
mod judge;
mod method;
mod paper;
mod record;
mod scene;
mod table;

use super::draw::seed;
use super::finding::contradictions;
use super::judging::{judge_all, least_timed, uncontradicted};
use super::report::{Block, Report};
use super::result_files::ResultFiles;
use crate::in_order::{gathered, mapped, nothing_kept};
use crate::output::{Failure, print};
use crate::progress::Progress;
use clap::Args;
use draw::{Edge, Step};
use judge::{Finding, Watch};
use method::{Answer, Change, Method};
use osculate::Workspace;
use osculate::query::articulated::Workcell;
use paper::Benchmark;
use record::{Question, Record, Row, Tolerance};
use scene::Scene;
use std::io::Write;
use std::path::PathBuf;

/// Table 2 of the C2A and HCA paper: articulated models
///
/// Tang, Manocha and Kim, section 6.2: a mannequin that exercises, one among chessmen, a hand that approaches a ball and one
/// that grasps it, and a Puma beside a car. Motions go straight from a free random configuration towards another: all the
/// way, 2 rad, 0.5 rad, and as far as makes the paper's share of motions collide. Tolerances are the paper's 0.001 and the
/// default. Each part of the paper's method is also switched off in turn. A judge with its own kinematics checks every
/// answer. The models are generated.
#[derive(Args)]
#[command(after_help = "Examples:
  osculate experiment articulated       all rows; a minute or two
  osculate experiment articulated --html articulated.html
                                        also one page with everything
  osculate experiment articulated --out results
                                        also articulated.csv and a figure
  osculate experiment articulated --trials 40 --benchmarks puma,exercising
                                        a quick look

docs/experiments.md describes the columns.
Exit codes: 0 the judge contradicts no answer; 2 bad input; 1 the output could
not be written, or, with a last line that begins with FAILED, the judge
contradicts an answer: a penetration, a misstated contact, or one that another
answer refutes. Everything is printed and written all the same.
130 ended by Ctrl-C: what was judged so far is printed and written.")]
pub struct Articulated {
    /// Motions of every row
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    trials: u32,

    /// Which motions: the same seed gives the same ones
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// The rows of the table, separated by commas
    #[arg(long, value_enum, value_name = "ROWS", value_delimiter = ',', default_values_t = Benchmark::ALL)]
    benchmarks: Vec<Benchmark>,

    /// The methods, separated by commas
    #[arg(long, value_enum, value_name = "METHODS", value_delimiter = ',', default_values_t = Method::ALL)]
    methods: Vec<Method>,

    /// The number of times before each answer at which the judge looks for an intersection
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    samples: u32,

    /// How many threads draw and judge; answers are always timed on one
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: u16,

    /// The folder for articulated.csv and articulated-time.svg, made if it is not there; the files appear only when they are
    /// complete
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Write all tables and the figure as one page, with traces of the worst and of a typical case beside it (PAGE-worst.jsonl and
    /// PAGE-typical.jsonl)
    #[arg(long, value_name = "PAGE.html")]
    html: Option<PathBuf>,
}

/// A benchmark: its scene, ready to be asked, and the motions that are asked about.
struct TrialSet<'a> {
    scene: &'a Scene,
    cell: Workcell<'a>,
    edges: Vec<Edge>,
    /// At which length as many motions collide as in the paper; all of it if that is not enough.
    matching: Option<f64>,
}

/// All benchmarks, and what is asked about each.
struct Bench<'a> {
    sets: Vec<TrialSet<'a>>,
    questions: Vec<Question>,
}

impl Bench<'_> {
    fn set(&self, benchmark: Benchmark) -> &TrialSet<'_> {
        let of = |set: &&TrialSet| set.scene.benchmark == benchmark;
        self.sets.iter().find(of).expect("one of the sets")
    }

    /// All motions of a set, cut alike, by one method and tolerance, then by the next, so that each finds its own way in the
    /// caches.
    fn ask(&mut self, methods: &[Method]) {
        for (number, set) in self.sets.iter().enumerate() {
            let mut ask = |step, tolerance, method, change| {
                let edges = 0..set.edges.len();
                self.questions.extend(edges.map(|edge| Question {
                    set: number,
                    benchmark: set.scene.benchmark,
                    edge,
                    step,
                    tolerance,
                    method,
                    change,
                }));
            };
            for step in Step::ALL {
                for tolerance in Tolerance::ALL {
                    for &method in methods {
                        ask(step, tolerance, method, None);
                    }
                }
            }
            if methods.contains(&Method::TemporalCulling) {
                for change in Change::ALL {
                    let method = Method::TemporalCulling;
                    ask(Step::Matching, Tolerance::Paper, method, Some(change));
                }
            }
        }
    }

    /// The answer, and the least time that it took, in microseconds.
    fn answer(&self, workspace: &mut Workspace, question: &Question) -> (Answer, f64) {
        if question.edge == 0 {
            // What is remembered of other rows must not change a row.
            *workspace = Workspace::new();
        }
        let set = &self.sets[question.set];
        let length = question.step.length(set.matching);
        let path = set.edges[question.edge].path(&set.scene.made.robot, length);
        let limits = set.scene.limits(question.tolerance);
        let (method, change) = (question.method, question.change);
        least_timed(|| method.answer(change, &set.cell, &path, &limits, workspace))
    }

    fn judged(
        &self,
        watches: &[Watch],
        question: &Question,
        (answer, micros): &(Answer, f64),
        samples: u32,
    ) -> Record {
        let set = &self.sets[question.set];
        let length = question.step.length(set.matching);
        let edge = &set.edges[question.edge];
        let [from, to] = edge.ends(length);
        Record {
            question: *question,
            length: edge.length.min(length.unwrap_or(f64::INFINITY)),
            micros: *micros,
            finding: Finding::of(
                &answer.outcome,
                &watches[question.set],
                [&from, &to],
                samples,
            ),
            outcome: answer.outcome.clone(),
            culling: answer.culling,
        }
    }
}

impl Articulated {
    /// Runs it.
    pub fn run(&self) -> Result<(), Failure> {
        let mut progress = Progress::start();
        let files = self.files().map_err(Failure::Input)?;
        let jobs = usize::from(self.jobs);
        progress.doing("models");
        let asked: Vec<Benchmark> = Benchmark::ALL
            .into_iter()
            .filter(|benchmark| self.benchmarks.contains(benchmark))
            .collect();
        let scenes = mapped(jobs, asked, &mut progress, Scene::new)?;
        let mut bench = Bench {
            sets: Vec::new(),
            questions: Vec::new(),
        };
        for scene in &scenes {
            bench.sets.push(self.drawn(scene, jobs, &mut progress)?);
        }
        let asked = |method: &Method| self.methods.contains(method);
        let methods: Vec<Method> = Method::ALL.into_iter().filter(asked).collect();
        bench.ask(&methods);

        progress.doing("queries");
        let count = bench.questions.len();
        let answer = |workspace: &mut Workspace, index: usize| {
            bench.answer(workspace, &bench.questions[index])
        };
        let state = Workspace::new;
        let answers = gathered(1, count, &mut progress, state, answer, |_| nothing_kept())?;

        let watches: Vec<Watch> = bench.sets.iter().map(|set| Watch::new(set.scene)).collect();
        let judge = |index: usize| {
            let question = &bench.questions[index];
            bench.judged(&watches, question, &answers[index], self.samples)
        };
        let conclude = |records: &[Record], files| self.conclude(&bench, records, files);
        judge_all((jobs, count), progress, files, judge, conclude)
    }

    /// The motions of a scene.
    fn drawn<'a>(
        &self,
        scene: &'a Scene,
        jobs: usize,
        progress: &mut Progress,
    ) -> Result<TrialSet<'a>, Failure> {
        let made = &scene.made;
        let cell = Workcell::new(&made.robot, &made.environment)
            .expect("obstacles of built-in robots have no faults");
        // Other rows than those asked for must not change a row.
        let stream = seed(self.seed, scene.benchmark as usize);
        progress.doing("motions");
        let draw = |workspace: &mut Workspace, trial: usize| {
            Edge::draw(seed(stream, trial), scene, &cell, workspace)
        };
        let keep = |_| nothing_kept();
        let count = self.trials as usize;
        let edges = gathered(jobs, count, progress, Workspace::new, draw, keep)?;
        let edges: Vec<Edge> = edges.into_iter().collect::<Option<_>>().ok_or_else(|| {
            let why = "no configuration was found that is free";
            Failure::Input(anyhow::anyhow!("{}: {why}", scene.benchmark.title()))
        })?;
        Ok(TrialSet {
            matching: draw::matching(&edges, scene.benchmark.colliding_share()),
            scene,
            cell,
            edges,
        })
    }

    /// Opened before the work, so that a folder that cannot be written to is told at once.
    fn files(&self) -> anyhow::Result<ResultFiles> {
        let (out, html) = (self.out.as_deref(), self.html.as_deref());
        ResultFiles::create("articulated", &["time"], out, html)
    }

    /// Writes what the judge finds about these answers.
    fn conclude(
        &self,
        bench: &Bench,
        records: &[Record],
        files: Option<ResultFiles>,
    ) -> Result<(), Failure> {
        let rows = Row::all(records);
        let broken = broken(records);
        let report = self.report(bench, &rows, broken.is_none());
        if let Some(files) = files {
            files.write(
                |csv| {
                    writeln!(csv, "{}", csv::HEADER)?;
                    records.iter().try_for_each(|record| csv::line(csv, record))
                },
                || vec![Some(figure::times(&rows).figure().wide)],
                &report,
                || cases::cases(bench, records),
            )?;
        }
        print(&report.text())?;
        broken.map_or(Ok(()), |proofs| Err(Failure::Broken(proofs)))
    }

    fn report(&self, bench: &Bench, rows: &[Row], unbroken: bool) -> Report {
        let mut blocks = vec![
            Block::Table(table::setting(&bench.sets, self.seed)),
            Block::Table(table::times(rows)),
            Block::Figure(figure::times(rows).figure()),
            Block::Table(table::steps(bench, rows)),
            Block::Table(table::work(rows)),
        ];
        if rows.iter().any(|row| row.question.change.is_some()) {
            blocks.push(Block::Table(table::culling(rows)));
            blocks.push(Block::Table(table::changes(rows)));
        }
        blocks.push(Block::Table(table::proofs(rows)));
        if unbroken {
            blocks.push(uncontradicted());
        }
        Report {
            title: "C2A and HCA: Table 2, articulated models",
            blocks,
        }
    }
}

/// Which proofs are broken, in words; `None` if all hold.
fn broken(records: &[Record]) -> Option<String> {
    let count = |holds: fn(&Finding) -> bool| {
        let such = records.iter().filter(|record| holds(&record.finding));
        such.count()
    };
    contradictions(&[
        (count(|finding| finding.penetrates), "penetrations"),
        (count(|finding| finding.misstated), "misstated"),
        (record::refuted(records), "refuted by another answer"),
    ])
}
