//! Jansen's hoop and ball.

mod formula;
mod search;

use super::line_chart::{Across, Curve, Dashes, LineChart, Mark, Panel};
use super::machine::machine;
use super::report::{Block, Report};
use super::result_files::ResultFiles;
use super::svg::Colour;
use super::table::{Table, short};
use crate::interrupt;
use crate::numbers::grouped;
use crate::output::{Failure, print};
use crate::progress::Progress;
use clap::Args;
use osculate_world::scenes;
use search::{Found, predicted, search};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A frame, in seconds, and how many seconds at its velocity are looked ahead for contacts.
const FRAME: f64 = 1.0 / 60.0;
/// What he reports for over 500 edges.
const HIS_FRAMES: f64 = 0.25;
/// Every so many frames all pairs are searched.
const SEARCHED: u32 = 4;

/// Jansen's hoop: a ball falls into a net; our frames beside his search of all pairs
///
/// In "Continuous Collision Detection in 3-D" cables with over 500 edges ran at 0.25 frames per second, and some collisions
/// were missed. This runs the same scene at several sizes, with everything proven. After some frames, exact queries and his
/// search and formula both find the contacts of the next frame at the current velocities.
#[derive(Args)]
#[command(after_help = "Examples:
  osculate experiment jansen            a minute or two
  osculate experiment jansen --out results
                                        also a CSV file and a figure
  osculate experiment jansen --frames 6 --up-to 288
                                        a quick look

His search is timed alone, without moving or drawing anything; ours is the whole
frame. Times are of one thread. docs/experiments.md describes the columns.
Exit codes: 0 done; 2 bad input; 1 the output could not be written; 130 ended by
Ctrl-C: sizes that were complete are printed and written.")]
pub struct Jansen {
    /// Frames of 1/60 s
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=6000))]
    frames: u32,

    /// The most edges
    #[arg(long, value_name = "N", default_value_t = 1152, value_parser = clap::value_parser!(u32).range(144..=2304))]
    up_to: u32,

    /// The folder for jansen.csv and jansen-growth.svg, made if it is not there; the files appear only when they are complete
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Write table and figure as one page
    #[arg(long, value_name = "PAGE.html")]
    html: Option<PathBuf>,
}

/// What came of a size.
#[derive(Clone, Default)]
struct Row {
    edges: usize,
    frames: u32,
    took: Duration,
    worst: Duration,
    searches: u32,
    found: Found,
}

impl Row {
    fn ours(&self) -> f64 {
        f64::from(self.frames) / self.took.as_secs_f64()
    }

    fn his(&self) -> f64 {
        f64::from(self.searches) / self.found.took.as_secs_f64()
    }
}

impl Jansen {
    /// Runs it.
    pub fn run(&self) -> Result<(), Failure> {
        let mut progress = Progress::start();
        let (out, html) = (self.out.as_deref(), self.html.as_deref());
        let files =
            ResultFiles::create("jansen", &["growth"], out, html).map_err(Failure::Input)?;
        interrupt::hold();
        progress.doing("frames");
        let sizes: Vec<u32> = [1, 2, 4, 8, 16]
            .into_iter()
            .filter(|sides| 144 * sides <= self.up_to)
            .collect();
        let mut rows = Vec::new();
        for (index, &sides) in sizes.iter().enumerate() {
            let Some(row) = self.size(sides, |done| {
                let frames = self.frames as usize;
                progress.show(index * frames + done as usize, sizes.len() * frames);
            }) else {
                break;
            };
            rows.push(row);
        }
        progress.finish();
        let report = report(&rows);
        let chart = || vec![Some(chart(&rows).figure().wide)];
        files.write(|output| csv(output, &rows), chart, &report, || None)?;
        print(&report.text())?;
        match rows.len() < sizes.len() {
            true => Err(Failure::Interrupted(
                "sizes that were complete are kept".to_owned(),
            )),
            false => Ok(()),
        }
    }

    /// Runs a hoop with so many edges along each side of a mesh; none if it was interrupted.
    fn size(&self, sides: u32, mut tell: impl FnMut(u32)) -> Option<Row> {
        let made = scenes::by_name(&format!("hoop-and-ball?edges={sides}"))?;
        let mut cabled = made.cabled();
        let mut row = Row {
            edges: cabled.rods().edges(),
            ..Row::default()
        };
        while row.frames < self.frames {
            if interrupt::interrupted() {
                return None;
            }
            let started = Instant::now();
            while cabled.world().time() < FRAME * f64::from(row.frames + 1) - 1e-9 {
                cabled.step();
            }
            let took = started.elapsed();
            row.took += took;
            row.worst = row.worst.max(took);
            row.frames += 1;
            if row.frames.is_multiple_of(SEARCHED) || row.frames == self.frames {
                let found = search(&predicted(&cabled, FRAME)?, cabled.rods().particles());
                row.searches += 1;
                row.found.pairs = found.pairs;
                row.found.contacts += found.contacts;
                row.found.missed += found.missed;
                row.found.false_contacts += found.false_contacts;
                row.found.took += found.took;
            }
            tell(row.frames);
        }
        Some(row)
    }
}

fn report(rows: &[Row]) -> Report {
    let cells = |row: &Row| {
        vec![
            grouped(row.edges as u64),
            short(row.ours()),
            short(1e3 * row.worst.as_secs_f64()),
            grouped(row.found.pairs),
            short(row.his()),
            short(row.ours() / row.his()),
            grouped(row.found.contacts),
            grouped(row.found.missed),
            grouped(row.found.false_contacts),
        ]
    };
    let table = Table {
        caption: "Hoop and ball, in frames of 1/60 s".to_owned(),
        header: vec![
            "edges",
            "frames\n/s",
            "worst\nms",
            "pairs",
            "his\nframes/s",
            "times",
            "con-\ntacts",
            "he\nmisses",
            "false",
        ],
        words: 0,
        rows: rows.iter().map(cells).collect(),
        notes: vec![format!(
            "Jansen reports {HIS_FRAMES} frames per second for over 500 edges, drawing included.\nFrames are all of our step; his are one search of all pairs each, timed alone.\nContacts: pairs of features that would touch in the next frame at constant velocity,\nin all frames that were searched; those that his formula does not find are missed.\nOn {}.",
            machine()
        )],
    };
    Report {
        title: "Jansen’s hoop",
        blocks: vec![Block::Table(table), Block::Figure(chart(rows).figure())],
    }
}

fn chart(rows: &[Row]) -> LineChart {
    let curve = |label, colour, mark, up: fn(&Row) -> f64| Curve {
        label,
        colour: Some(colour),
        dashes: Dashes::None,
        mark: Some(mark),
        points: rows
            .iter()
            .map(|row| (row.edges as f64, up(row), true))
            .collect(),
    };
    LineChart {
        title: "Time of a frame over the number of edges",
        lines: [
            "Hoop and ball; ours is the whole frame, his one search of all pairs".to_owned(),
            "ours: the frame; his: one search".to_owned(),
        ],
        panels: vec![Panel {
            name: "seconds",
            across: Across::Doubling("edges"),
            curves: vec![
                curve(
                    "ours, the whole frame",
                    Colour::Green,
                    Mark::Diamond,
                    |row| 1.0 / row.ours(),
                ),
                curve(
                    "all pairs with his formula",
                    Colour::Vermilion,
                    Mark::Circle,
                    |row| 1.0 / row.his(),
                ),
            ],
        }],
    }
}

fn csv(output: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    writeln!(
        output,
        "edges,frames,frames_per_second,worst_frame_ms,pairs,searches,his_frames_per_second,contacts,missed,false_contacts"
    )?;
    for row in rows {
        let Found {
            pairs,
            contacts,
            missed,
            false_contacts,
            ..
        } = row.found;
        let (ours, his, worst) = (row.ours(), row.his(), 1e3 * row.worst.as_secs_f64());
        let (edges, frames, searches) = (row.edges, row.frames, row.searches);
        writeln!(
            output,
            "{edges},{frames},{ours},{worst},{pairs},{searches},{his},{contacts},{missed},{false_contacts}"
        )?;
    }
    Ok(())
}
