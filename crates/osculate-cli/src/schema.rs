//! `osculate schema`: the formats of files as JSON schemas.

use crate::output::{Failure, print};
use clap::{Args, ValueEnum};
use osculate_io::{
    distances_schema, edges_schema, environment_schema, path_schema, queries_schema, scene_schema,
    trace_schema, world_schema,
};

/// Print the JSON schema of a file format, for editors and other programs
#[derive(Args)]
#[command(after_help = "Examples:
  osculate schema queries > queries.schema.json  what toc reads
  osculate schema scene > scene.schema.json      what events reads
  osculate schema world > world.schema.json      what simulate reads
  osculate schema trace > trace.schema.json      one line of a trace
  osculate schema environment > env.schema.json  obstacles of a robot

Reading a file also checks what a schema cannot express: that the bodies named
in queries exist, that lengths are in range, that bodies do not overlap.
docs/queries.md, docs/events.md, docs/simulate.md, docs/traces.md and
docs/robots.md describe the formats in words.")]
pub struct Schema {
    /// The format
    #[arg(value_enum)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Query files of `toc`
    Queries,
    /// Distance files of `distance`
    Distances,
    /// Scene files of `events`
    Scene,
    /// Scene files of `simulate`
    World,
    /// Lines of traces
    Trace,
    /// Path files of `robot`
    Path,
    /// Files of edges of `robot`
    Edges,
    /// Environment files of `robot`
    Environment,
}

impl Schema {
    /// Prints it.
    pub fn run(&self) -> Result<(), Failure> {
        let schema = match self.format {
            Format::Queries => queries_schema(),
            Format::Distances => distances_schema(),
            Format::Scene => scene_schema(),
            Format::World => world_schema(),
            Format::Trace => trace_schema(),
            Format::Path => path_schema(),
            Format::Edges => edges_schema(),
            Format::Environment => environment_schema(),
        };
        print(&(schema + "\n"))
    }
}
