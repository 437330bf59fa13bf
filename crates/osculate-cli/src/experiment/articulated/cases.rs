//! The worst and a typical case, by the work that they took.

use super::draw::Step;
use super::record::{Record, Tolerance};
use super::{Bench, TrialSet};
use crate::experiment::page_files::{Case, Cases};
use crate::numbers::grouped;
use osculate::query::articulated::{Party, RobotVerdict};
use osculate_io::{RobotTrace, write_robot_trace};
use osculate_trace::{Compression, Precision};
use serde_json::{Map, Value};

/// The same ones on every run: work is counted, not timed. They are among the colliding motions of matching length.
pub fn cases<'a>(bench: &'a Bench<'_>, records: &'a [Record]) -> Option<Cases<'a>> {
    let first = records.first()?.question.method;
    let of: Vec<&Record> = records
        .iter()
        .filter(|record| {
            let asked = record.question;
            let kind = (asked.method, asked.step, asked.tolerance);
            kind == (first, Step::Matching, Tolerance::Default) && record.collides()
        })
        .collect();
    let work = |record: &Record| record.outcome.stats.pairs.steps();
    Cases::among(&of, work, |record| case(bench, record))
}

fn case<'a>(bench: &'a Bench<'_>, record: &'a Record) -> Case<'a> {
    let asked = record.question;
    let set = bench.set(asked.benchmark);
    Case {
        told: format!(
            "motion {} of {}, for which {} took {} steps",
            asked.edge,
            asked.benchmark.title(),
            asked.method.name(),
            grouped(record.outcome.stats.pairs.steps())
        ),
        trace: Box::new(move |output| {
            let made = &set.scene.made;
            let length = asked.step.length(set.matching);
            let title = format!("{}, motion {}", asked.benchmark.title(), asked.edge);
            let trace = RobotTrace {
                title: &title,
                robot: &made.robot,
                path: &set.edges[asked.edge].path(&made.robot, length),
                environment: &made.environment,
                outcome: Some(&record.outcome),
                answer: Some(&answer(set, record)),
            };
            write_robot_trace(output, &trace, Precision::F64, Compression::None)?;
            Ok(())
        }),
    }
}

/// What a trace tells of a contact.
fn answer(set: &TrialSet, record: &Record) -> String {
    let made = &set.scene.made;
    let mut told = Map::new();
    let mut tell = |key: &str, value: Value| told.insert(key.to_owned(), value);
    tell("method", record.question.method.name().into());
    if let RobotVerdict::Contact(found) = &record.outcome.verdict {
        tell("outcome", "contact".into());
        tell("time", found.contact.lower.into());
        for (key, party) in ["link_a", "link_b"].into_iter().zip(found.pair) {
            match party {
                Party::Shape(shape) => {
                    let (link, _) = made.robot.all_shapes().nth(shape).expect("a shape of it");
                    tell(key, made.robot.links()[link].name().into());
                }
                Party::Obstacle(number) => {
                    let name = &made.environment.obstacles()[number].name;
                    tell("obstacle", name.as_str().into());
                }
            }
        }
        for (key, vector) in [
            ("point_a", found.contact.point_a),
            ("point_b", found.contact.point_b),
            ("normal", found.contact.normal),
        ] {
            tell(key, vector.to_array().to_vec().into());
        }
    }
    Value::Object(told).to_string()
}
