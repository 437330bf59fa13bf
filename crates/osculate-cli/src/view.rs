//! `osculate view`: a trace in the browser.

mod browser;
mod file_shapes;
mod one_file;

use crate::interrupt;
use crate::output::{Failure, Output, print};
use crate::trace_file::Digits;
use anyhow::{anyhow, bail};
use clap::Args;
use file_shapes::FileShapes;
use one_file::Wanted;
use osculate_io::MaxSize;
use osculate_trace::{TraceError, TraceReader};
use osculate_viewer::{Server, Site, page};
use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

/// How long Ctrl-C waits to be noticed.
const GLANCE: Duration = Duration::from_millis(50);

/// Show a trace in the browser
///
/// Serves the viewer's page and the trace to this machine only, and opens the address in the browser, or prints it if there
/// is no browser. With --html, writes one file instead, which opens from disk without server or network.
#[derive(Args)]
#[command(after_help = "Examples:
  osculate toc --trace knots.jsonl           trace two torus knots in flight
  osculate view knots.jsonl                  show them; Ctrl-C ends it
  osculate view knots.jsonl --html k.html    one file, to share
  osculate view run.jsonl --html r.html --from 2 --to 3 --precision f32

Meshes that the trace names by file must be in its folder or below.
docs/traces.md describes traces, docs/viewer.md the page.
Exit codes: 0 done, by Ctrl-C too; 2 bad input; 1 the output could not be
written.")]
pub struct View {
    /// The trace, compressed by gzip or not
    #[arg(value_name = "TRACE")]
    trace: PathBuf,

    /// Write one HTML file instead of serving
    #[arg(long, value_name = "OUT.html")]
    html: Option<PathBuf>,

    /// How to write numbers to the HTML file [default: as they are]
    #[arg(long, value_enum, value_name = "TYPE", requires = "html")]
    precision: Option<Digits>,

    /// Leave earlier times out of the HTML file
    #[arg(long, value_name = "TIME", requires = "html", value_parser = time, allow_negative_numbers = true)]
    from: Option<f64>,

    /// Leave later times out of the HTML file
    #[arg(long, value_name = "TIME", requires = "html", value_parser = time, allow_negative_numbers = true)]
    to: Option<f64>,

    /// The port to serve at; any free one by default
    #[arg(long, value_name = "N", conflicts_with = "html")]
    port: Option<u16>,

    /// Print the address and open no browser
    #[arg(long, conflicts_with = "html")]
    no_open: bool,

    /// Another page than the one that was built in
    #[arg(long, value_name = "PAGE.html", hide = true)]
    page: Option<PathBuf>,
}

impl View {
    /// Runs the command.
    pub fn run(&self, max_size: MaxSize) -> Result<(), Failure> {
        let page = self.page().map_err(Failure::Input)?;
        check(&self.trace).map_err(Failure::Input)?;
        let shapes = FileShapes::new(&self.trace, max_size);
        match &self.html {
            Some(path) => {
                let wanted = self.wanted().map_err(Failure::Input)?;
                let mut output = Output::file(path).map_err(Failure::Input)?;
                one_file::write(&self.trace, &page, &wanted, &shapes, &mut output)?;
                Ok(output.finish()?)
            }
            None => self.serve(page, shapes),
        }
    }

    fn wanted(&self) -> anyhow::Result<Wanted> {
        let from = self.from.unwrap_or(f64::NEG_INFINITY);
        let to = self.to.unwrap_or(f64::INFINITY);
        if from > to {
            bail!("--from {from} is later than --to {to}");
        }
        let name = self.trace.file_name().unwrap_or_default().to_string_lossy();
        Ok(Wanted {
            name: name.into_owned(),
            precision: self.precision.map(Into::into),
            from,
            to,
        })
    }

    fn page(&self) -> anyhow::Result<Cow<'static, str>> {
        let Some(path) = &self.page else {
            return Ok(page()?.into());
        };
        let page = fs::read_to_string(path);
        let page = page.map_err(|error| anyhow!("{}: cannot be read: {error}", path.display()));
        Ok(page?.into())
    }

    fn serve(&self, page: Cow<str>, shapes: FileShapes) -> Result<(), Failure> {
        let site = Site {
            page: page.into_owned(),
            trace: self.trace.clone(),
            shape: Box::new(move |path| shapes.load_named(path)),
        };
        let server = Server::start(self.port.unwrap_or(0), site).map_err(|error| {
            let port = self.port.map(|port| format!(" at port {port}"));
            let port = port.unwrap_or_default();
            Failure::Input(anyhow!("cannot serve{port}: {error}"))
        })?;
        // From here on Ctrl-C is how it ends, and no failure.
        interrupt::hold();
        print(&format!("{}\n", server.address()))?;
        if !self.no_open {
            browser::open(server.address());
        }
        while !interrupt::interrupted() {
            sleep(GLANCE);
        }
        Ok(())
    }
}

/// Writes a trace that names no files as one HTML file, whole and as it is.
pub fn write_html(trace: &Path, html: &Path) -> Result<(), Failure> {
    let page = page().map_err(|error| Failure::Input(error.into()))?;
    let wanted = Wanted {
        name: html
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        precision: None,
        from: f64::NEG_INFINITY,
        to: f64::INFINITY,
    };
    let shapes = FileShapes::new(trace, MaxSize::default());
    let mut output = Output::file(html).map_err(Failure::Input)?;
    one_file::write(trace, page, &wanted, &shapes, &mut output)?;
    Ok(output.finish()?)
}

/// A time as an argument.
fn time(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(time) if time.is_finite() => Ok(time),
        _ => Err("it is not a number".to_owned()),
    }
}

/// Whether a file is a trace, by its first line.
fn check(trace: &Path) -> anyhow::Result<()> {
    let shown = trace.display();
    match fs::metadata(trace) {
        Err(error) => bail!("{shown}: cannot be read: {error}"),
        // A pipe can be read once, and the page may ask again.
        Ok(found) if !found.is_file() => bail!("{shown}: cannot be read: it is not a file"),
        Ok(_) => match TraceReader::open(trace) {
            // The page plays version 1 as it is.
            Ok(_) | Err(TraceError::VersionOne) => Ok(()),
            Err(error) => bail!("{shown}: {error}"),
        },
    }
}
