//! `osculate trace`: what is in a trace, and what else can be made of it.

use crate::numbers::grouped;
use crate::output::{Failure, Output, print};
use crate::trace_file::{Digits, compression};
use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use osculate_io::open_trace;
use osculate_trace::{
    Contents, Header, Playback, Record, TraceReader, TraceWriter, frame_times, write_glb, write_xyz,
};
use std::io::{BufWriter, Read};
use std::path::{Path, PathBuf};

/// The most frames that are written.
const MOST_FRAMES: usize = 1_000_000;

/// Summarise a trace, convert it, or make frames of it
#[derive(Args)]
#[command(after_help = "Examples:
  osculate trace info run.jsonl
  osculate trace convert old.jsonl new.jsonl.gz --precision f32
  osculate trace frames run.jsonl run.xyz --every 0.01
  osculate trace frames knots.jsonl knots.glb --every 0.02

docs/traces.md describes the format. Exit codes: 0 done; 2 bad input;
1 the output could not be written.")]
pub struct Trace {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Summarise a trace, and report whether it is complete
    Info {
        /// The trace, of any version, plain or compressed
        trace: PathBuf,
        /// Write JSON
        #[arg(long)]
        json: bool,
    },
    /// Rewrite a trace: in the current version, compressed, or in half the size
    Convert {
        /// The trace, of any version, plain or compressed
        trace: PathBuf,
        /// The file to write; a name that ends in .gz is compressed
        output: PathBuf,
        /// How to write numbers: exact, or in half the size [default: as they are]
        #[arg(long, value_enum, value_name = "TYPE")]
        precision: Option<Digits>,
    },
    /// Write the places of all bodies at regular times: extended XYZ (.xyz) or glTF (.glb)
    Frames {
        /// The trace, of any version, plain or compressed
        trace: PathBuf,
        /// The file to write, .xyz or .glb
        output: PathBuf,
        /// The time between frames
        #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
        every: f64,
        /// The time of the first frame [default: the start of the trace]
        #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
        from: Option<f64>,
        /// The time of the last frame [default: the end of the trace]
        #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
        to: Option<f64>,
    },
}

impl Trace {
    /// Runs the command.
    pub fn run(&self) -> Result<(), Failure> {
        match &self.what {
            What::Info { trace, json } => info(trace, *json),
            What::Convert {
                trace,
                output,
                precision,
            } => convert(trace, output, *precision),
            What::Frames {
                trace,
                output,
                every,
                from,
                to,
            } => {
                let times = Times {
                    every: *every,
                    from: *from,
                    to: *to,
                };
                frames(trace, output, &times)
            }
        }
    }
}

fn opened(path: &Path) -> Result<Box<dyn Read>, Failure> {
    let opened = open_trace(path).with_context(|| path.display().to_string());
    opened.map_err(bad)
}

/// A sentence that begins with the file.
fn bad(error: anyhow::Error) -> Failure {
    Failure::Input(anyhow::anyhow!("{error:#}"))
}

fn named<T, E: std::error::Error + Send + Sync + 'static>(
    path: &Path,
    result: Result<T, E>,
) -> Result<T, Failure> {
    result
        .with_context(|| path.display().to_string())
        .map_err(bad)
}

fn info(path: &Path, json: bool) -> Result<(), Failure> {
    let contents = named(path, Contents::of(opened(path)?))?;
    if json {
        let text = serde_json::to_string(&contents)
            .expect("the keys are strings and nothing here fails to serialise");
        return print(&(text + "\n"));
    }
    print(&story(&contents))
}

fn story(contents: &Contents) -> String {
    let mut rows: Vec<(&str, String)> = vec![
        ("title", contents.title.clone()),
        ("version", contents.version.to_string()),
        ("dimension", contents.dimension.to_string()),
        ("written by", contents.by.clone()),
    ];
    if let Some([start, end]) = contents.span {
        rows.push(("time", format!("{start} to {end}")));
    }
    let motions = contents.motions.iter();
    let motions: Vec<String> = motions
        .map(|(name, count)| format!("{} {name}", grouped(*count)))
        .collect();
    for (name, count) in [
        ("bodies", contents.bodies),
        ("joints", contents.joints),
        ("segments", contents.segments),
        ("events", contents.events),
        ("verdicts", contents.verdicts),
        ("levels", contents.levels),
    ] {
        if name == "joints" && count == 0 {
            continue;
        }
        let more = if name == "segments" && !motions.is_empty() {
            format!(" ({})", motions.join(", "))
        } else {
            String::new()
        };
        rows.push((name, grouped(count) + &more));
    }
    if !contents.series.is_empty() {
        rows.push(("series", contents.series.join(", ")));
    }
    rows.push((
        "end",
        match &contents.end {
            Some(why) => why.clone(),
            None => "missing: the trace was cut, and plays up to its last whole line".to_owned(),
        },
    ));
    let unknown: Vec<&str> = contents.unknown_motions().collect();
    if !unknown.is_empty() {
        let names = unknown.join(", ");
        rows.push(("not known", format!("motions {names}: bodies stand still")));
    }
    let line = |(name, value): (&str, String)| format!("{name:<12}{value}\n");
    rows.into_iter().map(line).collect()
}

fn convert(path: &Path, output: &Path, precision: Option<Digits>) -> Result<(), Failure> {
    let mut reader = named(path, TraceReader::new(opened(path)?))?;
    let mut header: Header = reader.header().clone();
    if let Some(precision) = precision {
        header.precision = precision.into();
    }
    let mut file = Output::file(output).map_err(Failure::Input)?;
    let mut trace = TraceWriter::new(BufWriter::new(&mut file), &header, compression(output))?;
    let mut end = None;
    for record in reader.by_ref() {
        match named(path, record)? {
            Record::End(last) => end = Some(last),
            record => trace.write(record)?,
        }
    }
    match end {
        Some(end) => drop(trace.end_with(end)?),
        None => {
            drop(trace.finish()?);
            let told = "note: the end of the trace is missing: it was cut, and is converted up to its last whole line";
            eprintln!("{told}");
        }
    }
    Ok(file.finish()?)
}

/// When frames are written.
struct Times {
    every: f64,
    from: Option<f64>,
    to: Option<f64>,
}

impl Times {
    fn within(&self, [start, end]: [f64; 2]) -> anyhow::Result<Vec<f64>> {
        let (from, to) = (self.from.unwrap_or(start), self.to.unwrap_or(end));
        if !(self.every > 0.0 && self.every.is_finite()) {
            bail!("--every must be a positive time, not {}", self.every);
        }
        if !(from <= to && from.is_finite() && to.is_finite()) {
            bail!("frames go from an earlier to a later time, not from {from} to {to}");
        }
        frame_times(from, to, self.every, MOST_FRAMES).with_context(|| {
            format!(
                "from {from} to {to} there would be more than {} frames: make --every longer",
                grouped(MOST_FRAMES as u64)
            )
        })
    }
}

fn frames(path: &Path, output: &Path, times: &Times) -> Result<(), Failure> {
    let ending = output.extension().and_then(|ending| ending.to_str());
    let binary = match ending {
        Some("glb") => true,
        Some("xyz" | "extxyz") => false,
        _ => {
            return Err(bad(anyhow::anyhow!(
                "{}: frames are written as .xyz (extended XYZ) or .glb (glTF)",
                output.display()
            )));
        }
    };
    let playback = named(path, Playback::read(opened(path)?))?;
    let times = times.within(playback.span()).map_err(Failure::Input)?;
    let mut file = Output::file(output).map_err(Failure::Input)?;
    if binary {
        let left_out = write_glb(&playback, &times, &mut file)?;
        if left_out.shapes > 0 {
            eprintln!(
                "note: {} bodies have no surface that glTF can show: they are empty nodes",
                grouped(left_out.shapes as u64)
            );
        }
    } else {
        write_xyz(&playback, &times, &mut file)?;
    }
    Ok(file.finish()?)
}
