//! The command line of the benchmarks.

use std::path::PathBuf;
use std::process::exit;

/// What was asked for.
pub struct Options {
    /// Only scenes whose name contains this, capitals or not.
    pub filter: String,
    /// Motions a scene.
    pub motions: usize,
    /// Pairs of convex bodies a class.
    pub pairs: usize,
    /// Random pairs of features a kind.
    pub random: usize,
    /// The tolerance, in radii of the smaller body.
    pub tolerance: f64,
    /// How long a slow method or a peer may take on a scene before it is given no further motion, in seconds.
    pub patience: f64,
    /// Only see that it works: few motions, nothing large.
    pub quick: bool,
    /// Where to write the table as CSV.
    pub csv: Option<PathBuf>,
    /// Where to write the edges of robots, with what was found, for other programs.
    pub edges: Option<PathBuf>,
    /// Sample the answers for intersections before their time.
    pub check: bool,
}

const USAGE: &str = "Options, after `--`:
  NAME             only scenes whose name contains NAME
  --motions N      motions a scene [default: 200]
  --pairs N        pairs of convex bodies a class [default: 100000]
  --random N       random pairs of vertices and faces, and of edges [default: 10000000]
  --tolerance T    in radii of the smaller body [default: 1e-6]
  --patience S     seconds a slow method or a peer may take on a scene [default: 20]
  --quick          10 motions, 20 pairs, 1,000 random ones, a patience of 1 second, at most 100,000 triangles in growth
  --check          sample each answer of best-first at 200 instants for an earlier intersection
  --edges FILE     write the edges of robots to FILE, with pairs and first contacts, for benches/peers
  --csv FILE       write the table to FILE as well, as CSV; a relative path counts from benches/
  --save           the same, to benches/results/<benchmark>.csv";

impl Options {
    /// Reads the command line of the benchmark `name`; ends the process if that is not understood.
    pub fn from_command_line(name: &str) -> Options {
        Options::parse(name, std::env::args().skip(1)).unwrap_or_else(|problem| {
            eprintln!("{problem}\n{USAGE}");
            exit(2)
        })
    }

    fn parse(name: &str, arguments: impl Iterator<Item = String>) -> Result<Options, String> {
        let mut options = Options {
            filter: String::new(),
            motions: 200,
            pairs: 100_000,
            random: 10_000_000,
            tolerance: 1e-6,
            patience: 20.0,
            quick: false,
            csv: None,
            edges: None,
            check: false,
        };
        let mut benchmark = false;
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            let mut value = || {
                arguments
                    .next()
                    .ok_or_else(|| format!("{argument} needs a value"))
            };
            match argument.as_str() {
                "--bench" => benchmark = true,
                "--quick" => options.quick = true,
                "--check" => options.check = true,
                "--motions" => options.motions = number(&argument, &value()?)?,
                "--pairs" => options.pairs = number(&argument, &value()?)?,
                "--random" => options.random = number(&argument, &value()?)?,
                "--tolerance" => options.tolerance = number(&argument, &value()?)?,
                "--patience" => options.patience = number(&argument, &value()?)?,
                "--csv" => options.csv = Some(value()?.into()),
                "--edges" => options.edges = Some(value()?.into()),
                "--save" => {
                    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/results");
                    options.csv = Some(PathBuf::from(folder).join(name).with_extension("csv"));
                }
                "--help" | "-h" => {
                    println!("{USAGE}");
                    exit(0)
                }
                _ if argument.starts_with('-') => return Err(format!("unknown option {argument}")),
                _ => options.filter = argument.to_lowercase(),
            }
        }
        if options.motions == 0
            || options.random == 0
            || options.tolerance.is_nan()
            || options.tolerance <= 0.0
        {
            return Err("motions, random pairs and tolerance must be positive".to_owned());
        }
        // `cargo test --all-targets` runs benchmarks, without `--bench`, only to see that they work.
        options.quick |= !benchmark;
        if options.quick {
            options.motions = options.motions.min(10);
            options.pairs = options.pairs.min(20);
            options.random = options.random.min(1000);
            options.patience = options.patience.min(1.0);
        }
        Ok(options)
    }

    /// Whether the scene `name` was asked for.
    pub fn wants(&self, name: &str) -> bool {
        name.to_lowercase().contains(&self.filter)
    }

    /// Writes the lines of a table to where they were asked for, if anywhere.
    pub fn write_csv(&self, lines: &[String]) -> std::io::Result<()> {
        let Some(path) = &self.csv else { return Ok(()) };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(path, lines.join("\n") + "\n")
    }
}

fn number<T: std::str::FromStr>(option: &str, text: &str) -> Result<T, String> {
    text.parse()
        .map_err(|_| format!("{option} needs a number, not {text}"))
}
