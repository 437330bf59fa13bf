//! A trace of one of the edges.

use super::journey::Journey;
use super::source::Source;
use super::{Answer, Asked, RobotArgs};
use crate::output::Failure;
use crate::trace_file::{TraceFile, compression};
use osculate_io::{RobotTrace, robot_answer_json, write_robot_trace};
use std::path::Path;

impl RobotArgs {
    /// That the edge to be traced is there.
    pub(super) fn check_traced(&self, journey: &Journey) -> anyhow::Result<()> {
        let count = journey.len();
        let traced = self.tracing.trace.is_some() || self.tracing.html.is_some();
        if traced && self.edge >= count {
            anyhow::bail!(
                "--edge {}: there is no such edge; they are numbered from 0, and there are {count}",
                self.edge
            );
        }
        Ok(())
    }

    /// Writes the trace of an edge that was answered.
    pub(super) fn write_trace(
        &self,
        path: &Path,
        source: &Source,
        asked: &Asked,
        answer: &Answer,
    ) -> Result<(), Failure> {
        let (robot, environment) = (asked.cell.robot(), asked.cell.environment());
        let line = robot_answer_json(answer.edge, &answer.outcome, robot, environment, None);
        let trace = RobotTrace {
            title: &source.title,
            robot,
            path: &asked.journey.path(robot, answer.edge),
            environment,
            outcome: Some(&answer.outcome),
            answer: Some(&line),
        };
        let file = TraceFile::create(path)?;
        write_robot_trace(
            file,
            &trace,
            self.tracing.precision.into(),
            compression(path),
        )?;
        Ok(())
    }
}
