//! `osculate experiment`: the experiments of the papers, repeated.

mod articulated;
mod box_plot;
mod c2a;
mod csv_fields;
mod d2m;
mod draw;
mod finding;
mod flight_trace;
mod html;
mod jansen;
mod judge;
mod judging;
mod kaya;
mod line_chart;
mod log_scale;
mod machine;
mod page_files;
mod report;
mod result_files;
mod spread;
mod svg;
mod table;
mod unit_mesh;

use crate::output::Failure;
use anyhow::Context;
use clap::{Args, Subcommand};
use osculate_io::MaxSize;
use std::fs;
use std::path::Path;

/// Repeat an experiment of a paper
#[derive(Args)]
pub struct Experiment {
    #[command(subcommand)]
    which: Which,
}

#[derive(Subcommand)]
enum Which {
    Articulated(articulated::Articulated),
    C2a(c2a::C2a),
    D2m(d2m::D2m),
    Jansen(jansen::Jansen),
    Kaya(kaya::Kaya),
}

impl Experiment {
    /// Runs it.
    pub fn run(&self, max_size: MaxSize) -> Result<(), Failure> {
        match &self.which {
            Which::Articulated(articulated) => articulated.run(),
            Which::C2a(c2a) => c2a.run(max_size),
            Which::D2m(d2m) => d2m.run(max_size),
            Which::Jansen(jansen) => jansen.run(),
            Which::Kaya(kaya) => kaya.run(),
        }
    }
}

/// Makes the folder for results, if it is not there.
fn make_folder(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))
        .map_err(|error| anyhow::anyhow!("{error:#}"))
}
