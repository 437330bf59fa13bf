//! Why a trace could not be read.

use std::io;
use thiserror::Error;

/// Why a trace could not be read. Lines count from 1.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The system says no, or what is compressed is damaged.
    #[error("line {line} of the trace cannot be read: {source}")]
    Read {
        /// At which line.
        line: u64,
        /// What it says.
        source: io::Error,
    },
    /// There is nothing.
    #[error("the trace is empty")]
    Empty,
    /// The first line is not that of a trace.
    #[error("this is not a trace: its first line is not a header with the key \"osculate-trace\"")]
    NotATrace,
    /// It is of version 1, which `osculate_io` converts.
    #[error("this trace is of version 1; `osculate trace convert OLD NEW` makes one of version 2")]
    VersionOne,
    /// It is of a later version.
    #[error(
        "this trace is of version {version}, and this program reads versions 1 and 2: a newer one reads it"
    )]
    Newer {
        /// Which version.
        version: u64,
    },
    /// A line is not JSON, or lacks something.
    #[error("line {line} of the trace: {source}")]
    NotJson {
        /// Which line.
        line: u64,
        /// What is wrong; the column is right, the line is that within the line.
        source: serde_json::Error,
    },
    /// Something is not as it must be.
    #[error("line {line} of the trace: {problem}")]
    Invalid {
        /// Which line.
        line: u64,
        /// What is wrong.
        problem: String,
    },
}
