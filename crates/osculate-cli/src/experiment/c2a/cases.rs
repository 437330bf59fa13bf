//! The worst and a typical case of C2A, by the work that they took.

use super::Bench;
use super::method::Method;
use super::record::Record;
use crate::experiment::flight_trace::FlightTrace;
use crate::experiment::page_files::{Case, Cases};
use crate::numbers::grouped;
use osculate::query::Shape;
use osculate_io::TracedShape;
use std::sync::Arc;

/// The same ones on every run: work is counted, not timed. A typical case is one of those that collide.
pub fn cases<'a>(bench: &'a Bench, records: &'a [Record]) -> Option<Cases<'a>> {
    let of: Vec<&Record> = records
        .iter()
        .filter(|record| record.method == Method::C2a && record.collides)
        .collect();
    let work = |record: &Record| record.outcome.stats.steps();
    Cases::among(&of, work, |record| case(bench, record))
}

fn case<'a>(bench: &'a Bench, record: &'a Record) -> Case<'a> {
    let set = bench.set(record.benchmark);
    let models = set.bodies();
    Case {
        told: format!(
            "trial {} of {}, for which C2A took {} steps",
            record.trial,
            record.benchmark.title(),
            grouped(record.outcome.stats.steps())
        ),
        trace: Box::new(move |output| {
            let shapes = models.map(|model| Shape::Mesh(Arc::clone(&model.tree)));
            let trace = FlightTrace {
                title: &format!("{}, trial {}", record.benchmark.title(), record.trial),
                trial: record.trial,
                names: models.map(|model| model.name),
                shapes: shapes.each_ref().map(TracedShape::Shape),
                flights: &set.trials[record.trial].flights,
                method: "c2a",
                outcome: &record.outcome,
            };
            trace.write(output)
        }),
    }
}
