//! A trace of one of the queries.

use super::shapes::Shapes;
use super::{Answer, Toc};
use crate::output::Failure;
use crate::trace_file::{TraceFile, compression};
use osculate_io::{QueryFile, QueryTrace, write_query_trace};
use std::path::Path;

impl Toc {
    /// That the query to be traced is there.
    pub(super) fn check_traced(&self, file: &QueryFile) -> anyhow::Result<()> {
        let count = file.queries.len();
        let traced = self.tracing.trace.is_some() || self.tracing.html.is_some();
        if traced && self.query >= count {
            anyhow::bail!(
                "--query {}: there is no such query; they are numbered from 0, and there are {count}",
                self.query
            );
        }
        Ok(())
    }

    /// Writes the trace of a query that was answered.
    pub(super) fn write_trace(
        &self,
        path: &Path,
        file: &QueryFile,
        shapes: &Shapes,
        answer: &Answer,
    ) -> Result<(), Failure> {
        let query = &file.queries[answer.query];
        let bodies = [&query.a, &query.b].map(|side| &file.bodies[side.body]);
        let name = match &self.queries {
            Some(path) => path.file_stem().unwrap_or_default().to_string_lossy(),
            None => "two knots".into(),
        };
        let trace = QueryTrace {
            title: &name,
            query: answer.query,
            names: bodies.map(|body| body.name.as_str()),
            shapes: bodies.map(|body| shapes.traced(body.shape)),
            motions: [&query.a.motion, &query.b.motion],
            span: query.span,
            method: &self.method.name(),
            outcome: &answer.outcome,
        };
        let file = TraceFile::create(path)?;
        let precision = self.tracing.precision.into();
        write_query_trace(file, &trace, precision, compression(path))?;
        Ok(())
    }
}
