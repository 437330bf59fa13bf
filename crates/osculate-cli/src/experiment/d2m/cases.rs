//! The worst and a typical case of the first method, by the work that they took.

use super::Bench;
use super::method::Method;
use super::summary::Record;
use crate::experiment::flight_trace::FlightTrace;
use crate::experiment::page_files::{Case, Cases};
use crate::numbers::grouped;
use osculate::query::Shape;
use osculate_io::TracedShape;
use std::sync::Arc;

/// The same ones on every run: work is counted, not timed.
pub fn cases<'a>(bench: &'a Bench, records: &'a [Record]) -> Option<Cases<'a>> {
    let (method, _) = *bench.methods.first()?;
    let of: Vec<&Record> = records
        .iter()
        .filter(|record| record.method == method)
        .collect();
    let work = |record: &Record| record.outcome.stats.steps();
    Cases::among(&of, work, |record| case(bench, record))
}

fn case<'a>(bench: &'a Bench, record: &'a Record) -> Case<'a> {
    let models = bench.bodies(record.case);
    let names = models.map(|model| model.name);
    let (method, speed) = (record.method.name(), record.speed);
    let title = format!("{} and {} at {speed} units/s", names[0], names[1]);
    let steps = grouped(record.outcome.stats.steps());
    Case {
        told: format!(
            "trial {} of {title}, for which {method} took {steps} steps",
            record.trial
        ),
        trace: Box::new(move |output| {
            let swept = models.map(|model| Shape::Mesh(Arc::clone(&model.swept_spheres)));
            let shapes = match record.method {
                Method::D2m => models.map(|model| TracedShape::Spheres(&model.spheres)),
                Method::Capoeira => models.map(|model| TracedShape::Spheres(&model.coarse_spheres)),
                Method::C2a | Method::Hca | Method::BestFirst => {
                    swept.each_ref().map(TracedShape::Shape)
                }
            };
            let trace = FlightTrace {
                title: &title,
                trial: record.trial,
                names,
                shapes,
                flights: &bench.trial(record.case, record.trial).flights,
                method,
                outcome: &record.outcome,
            };
            trace.write(output)
        }),
    }
}
