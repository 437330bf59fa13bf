//! Both methods by their names, asked about a pair.

use crate::bodies::hull;
use crate::verdicts::{Fault, check};
use osculate::{
    ConstantVelocity, Evidence, Hull, Limits, Moving, Outcome, Placement, Span, Verdict, Workspace,
    query::hulls::{attached_axes, conservative_advancement},
};
use osculate_judge::hulls::motion::Flight;
use osculate_judge::hulls::walk::{Judge, Pair, Truth};

type Asked = fn(Moving<Hull>, Moving<Hull>, Span, &Limits, &mut Workspace) -> Outcome;

pub const METHODS: [(&str, Asked); 2] = [
    ("attached_axes", attached_axes),
    ("conservative_advancement", conservative_advancement),
];

/// The motion of a description as the library has it.
pub fn motion(flight: &Flight) -> ConstantVelocity {
    let at = Placement::new(flight.position, flight.rotation);
    ConstantVelocity::new(at, flight.linear, flight.angular).expect("a test's motion is valid")
}

pub fn limits(tolerance: Option<f64>) -> Limits {
    let limits = Limits::default();
    tolerance.map_or(limits, |tolerance| {
        limits.with_tolerance(tolerance).expect("a valid tolerance")
    })
}

pub fn ask(method: Asked, pair: &Pair, budget: u64, workspace: &mut Workspace) -> Outcome {
    let (hull_a, hull_b) = (hull(&pair.a.body), hull(&pair.b.body));
    let (motion_a, motion_b) = (motion(&pair.a.flight), motion(&pair.b.flight));
    let span = Span::new(pair.span.0, pair.span.1).expect("a valid span");
    method(
        Moving::new(&hull_a, &motion_a),
        Moving::new(&hull_b, &motion_b),
        span,
        &limits(pair.tolerance).with_budget(budget),
        workspace,
    )
}

/// What the answers to many queries were.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub queries: u64,
    pub crossing: u64,
    pub near: u64,
    /// Of these, where the judge sees an overlap.
    pub timid: u64,
    pub free: u64,
    pub overlapping: u64,
    pub undecided: u64,
    pub missed: u64,
    pub late: u64,
    pub loose: u64,
    pub misstated: u64,
    /// Queries that the judge took too long over.
    pub doubts: u64,
    pub steps: u64,
    pub worst_steps: u64,
}

impl Tally {
    /// Judges an answer; what is wrong with it, if anything.
    pub fn count(&mut self, judge: &Judge, truth: &Truth, outcome: &Outcome) -> Option<String> {
        self.queries += 1;
        self.doubts += u64::from(truth.doubt);
        let steps = outcome.stats.steps();
        self.steps += steps;
        self.worst_steps = self.worst_steps.max(steps);
        let undecided = match outcome.verdict {
            Verdict::Free => {
                self.free += 1;
                None
            }
            Verdict::Contact(contact) => {
                match contact.evidence {
                    Evidence::Crossing => self.crossing += 1,
                    Evidence::Near => {
                        self.near += 1;
                        self.timid += u64::from(truth.overlap_at.is_some());
                    }
                }
                None
            }
            Verdict::Overlapping { .. } => {
                self.overlapping += 1;
                None
            }
            Verdict::Undecided { .. } => {
                self.undecided += 1;
                Some("undecided".to_owned())
            }
        };
        match check(judge, truth, outcome) {
            Ok(()) => undecided,
            Err((fault, text)) => {
                match fault {
                    Fault::Missed => self.missed += 1,
                    Fault::Late => self.late += 1,
                    Fault::Loose => self.loose += 1,
                    Fault::Misstated => self.misstated += 1,
                }
                Some(format!("{fault:?}: {text}"))
            }
        }
    }

    pub fn add(&mut self, other: &Tally) {
        self.queries += other.queries;
        self.crossing += other.crossing;
        self.near += other.near;
        self.timid += other.timid;
        self.free += other.free;
        self.overlapping += other.overlapping;
        self.undecided += other.undecided;
        self.missed += other.missed;
        self.late += other.late;
        self.loose += other.loose;
        self.misstated += other.misstated;
        self.doubts += other.doubts;
        self.steps += other.steps;
        self.worst_steps = self.worst_steps.max(other.worst_steps);
    }
}
