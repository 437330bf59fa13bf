//! `osculate deform`: how far can a mesh deform before it touches itself?

use crate::colour::{self, Tint};
use crate::in_order::{Sink, threads};
use crate::interrupt;
use crate::lengths::clearance;
use crate::numbers::{bracket, grouped, plain, rounded_down};
use crate::output::{Failure, Output, STDOUT};
use crate::progress::Progress;
use crate::streamed::{HandOver, streamed};
use crate::trace_file::{TraceArgs, TraceFile, compression};
use anyhow::Context;
use clap::Args;
use osculate::{
    Limits,
    motion::DeformingMesh,
    query::{
        deforming::{DeformingContact, DeformingStats, Scope, deforming_contacts_with},
        points::PairKind,
    },
};
use osculate_io::{
    DeformTrace, MaxSize, deforming_contact_json, free_step_json, load, write_deform_trace,
};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Find how far a mesh can deform before it touches itself, and all its contacts
///
/// Every vertex moves on a straight line from its place in the first mesh, at time 0, to that in the second, at time 1; both
/// meshes have the same triangles. Reports the time up to which no vertex touches a triangle and no edge another, and how
/// many pairs touch until time 1. Pairs that share a vertex are not compared. Decisions are exact. With a clearance, pairs
/// that close count as touching.
#[derive(Args)]
#[command(after_help = "Examples:
  osculate deform cloth1.ply cloth2.ply    the largest step without contact
  osculate deform cloth1.ply cloth2.ply --all --json
                                           every contact, and that step, as
                                           JSON lines
  osculate deform cloth1.ply cloth2.ply --obstacle ball.ply
                                           contacts with the ball count too
  osculate deform cloth1.ply cloth2.ply --clearance 0.001
                                           the step that keeps this distance
  osculate deform cloth1.ply cloth2.ply --trace t.jsonl
                                           a trace, for osculate view

Meshes are PLY, OBJ or STL files, or built-in ones. Parts that cut through each
other at the start and stay so are no contact. docs/straight-lines.md
describes the output.
Exit codes: 0 done, whatever the answer; 2 bad input; 1 the output could not be
written; 130 ended by Ctrl-C: the output so far is valid.")]
pub struct Deform {
    /// The mesh at time 0
    #[arg(value_name = "START.ply")]
    start: String,

    /// The mesh at time 1
    #[arg(value_name = "END.ply")]
    end: String,

    /// A mesh whose contacts with the first mesh count too; it is not compared with itself
    #[arg(long, value_name = "MESH")]
    obstacle: Option<String>,

    /// The obstacle at time 1, with the same triangles [default: it rests]
    #[arg(long, value_name = "MESH", requires = "obstacle")]
    obstacle_to: Option<String>,

    /// The separation that already counts as contact
    #[arg(long, value_name = "LENGTH", value_parser = clearance, allow_hyphen_values = true, default_value = "0", hide_default_value = true)]
    clearance: f64,

    /// How many threads to use; the contacts and their order stay the same [default: all cores]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,

    /// Also write every contact as a line, before the step
    #[arg(long)]
    all: bool,

    /// Write JSON lines
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    tracing: TraceArgs,
}

/// The number of the obstacle among the bodies that are joined: after the mesh.
const OBSTACLE: usize = 1;

/// What was found so far.
#[derive(Default)]
struct Found {
    first: Option<DeformingContact>,
    vertex_face: u64,
    edge_edge: u64,
}

impl Found {
    fn add(&mut self, contact: &DeformingContact) {
        match contact.kind {
            PairKind::EdgeEdge => self.edge_edge += 1,
            _ => self.vertex_face += 1,
        }
        let lower = contact.contact.lower;
        if self.first.is_none_or(|first| lower < first.contact.lower) {
            self.first = Some(*contact);
        }
    }

    /// No features touch up to this instant.
    fn free_step(&self) -> f64 {
        self.first.map_or(1.0, |first| first.contact.lower)
    }
}

impl Deform {
    /// Runs the command.
    pub fn run(&self, max_size: MaxSize) -> Result<(), Failure> {
        let mut progress = Progress::start();
        let mesh = self.mesh(max_size).map_err(Failure::Input)?;
        progress.say(&format!(
            "{} vertices, {} edges, {} triangles",
            grouped(mesh.paths().len() as u64),
            grouped(mesh.edges().len() as u64),
            grouped(mesh.triangles().len() as u64)
        ));
        if self.all && io::stdout().is_terminal() {
            progress.silence();
        }
        progress.doing("vertices and edges");
        let pool = self.pool().map_err(Failure::Input)?;
        let place = self.tracing.place()?;
        interrupt::hold();
        let scope = match self.obstacle {
            Some(_) => Scope::AllButWithin(OBSTACLE),
            None => Scope::All,
        };
        let limits = Limits::default().with_clearance(self.clearance);
        let limits = limits.map_err(|error| Failure::Input(error.into()))?;
        let searched = AtomicUsize::new(0);
        let search = |hand_over: &mut HandOver<DeformingContact>| {
            pool.install(|| {
                let mut contacts = deforming_contacts_with(&mesh, &scope.into(), &limits);
                while let Some(part) = contacts.next_part() {
                    let features = contacts.share_searched() * feature_count(&mesh) as f64;
                    searched.store(features as usize, Ordering::Relaxed);
                    if part.into_iter().try_for_each(&mut *hand_over).is_break() {
                        break;
                    }
                }
                contacts.stats()
            })
        };
        let contacts = Contacts {
            command: self,
            mesh: &mesh,
            output: Output::stdout(),
            found: Found::default(),
            kept: place.is_some().then(Vec::new),
            progress,
            searched: &searched,
        };
        let (contacts, stats) = streamed(search, contacts)?;
        let Contacts {
            mut output,
            found,
            kept,
            mut progress,
            ..
        } = contacts;
        progress.finish();
        if let Some(place) = place {
            self.write_trace(&place.path, &mesh, &kept.unwrap_or_default())?;
            place.finish()?;
        }
        if self.json {
            let (step, first) = (found.free_step(), found.first.as_ref());
            let line = free_step_json(&mesh, step, first, self.clearance, &stats);
            writeln!(output, "{line}")?;
        } else {
            output.write_all(self.story(&mesh, &found, stats).as_bytes())?;
        }
        Ok(output.finish()?)
    }

    fn write_trace(
        &self,
        path: &Path,
        mesh: &DeformingMesh,
        contacts: &[DeformingContact],
    ) -> Result<(), Failure> {
        let name = |path: &str| -> String {
            let stem = Path::new(path).file_stem().unwrap_or_default();
            stem.to_string_lossy().into_owned()
        };
        let (mesh_name, obstacle) = (name(&self.start), self.obstacle.as_deref().map(name));
        let trace = DeformTrace {
            title: &mesh_name,
            names: &[&mesh_name, obstacle.as_deref().unwrap_or("obstacle")],
            mesh,
            contacts,
        };
        let (file, precision) = (TraceFile::create(path)?, self.tracing.precision.into());
        write_deform_trace(file, &trace, precision, compression(path))?;
        Ok(())
    }

    /// As many threads as asked for.
    fn pool(&self) -> anyhow::Result<rayon::ThreadPool> {
        let jobs = threads(self.jobs);
        rayon::ThreadPoolBuilder::new()
            .num_threads(jobs)
            .build()
            .map_err(|error| {
                anyhow::anyhow!("--jobs {jobs}: the threads cannot be started: {error}")
            })
    }

    /// The mesh, joined with the obstacle if there is one.
    fn mesh(&self, most: MaxSize) -> anyhow::Result<DeformingMesh> {
        let mesh = between(&self.start, &self.end, most)?;
        let Some(start) = &self.obstacle else {
            return Ok(mesh);
        };
        let end = self.obstacle_to.as_ref().unwrap_or(start);
        let obstacle = between(start, end, most)?;
        DeformingMesh::join(&[mesh, obstacle]).map_err(|error| {
            anyhow::anyhow!("{} and the obstacle {start} together: {error}", self.start)
        })
    }
}

/// The mesh that deforms from one to another.
fn between(start: &str, end: &str, most: MaxSize) -> anyhow::Result<DeformingMesh> {
    let before = load(start, Path::new(""), most)?;
    if start == end {
        return Ok(DeformingMesh::between(&before, &before)?);
    }
    let after = load(end, Path::new(""), most)?;
    DeformingMesh::between(&before, &after)
        .with_context(|| format!("{start} and {end}"))
        .map_err(|error| anyhow::anyhow!("{error:#}"))
}

/// How many vertices and edges a search goes through.
fn feature_count(mesh: &DeformingMesh) -> usize {
    mesh.paths().len() + mesh.edges().len()
}

/// Counts contacts, and writes them if asked to.
struct Contacts<'a> {
    command: &'a Deform,
    mesh: &'a DeformingMesh,
    output: Output,
    found: Found,
    /// All of them, if they are to be traced.
    kept: Option<Vec<DeformingContact>>,
    progress: Progress,
    /// How many vertices and edges have been searched.
    searched: &'a AtomicUsize,
}

impl Contacts<'_> {
    fn show(&mut self) {
        let searched = self.searched.load(Ordering::Relaxed);
        self.progress.show(searched, feature_count(self.mesh));
    }
}

impl Sink<DeformingContact> for Contacts<'_> {
    fn take(&mut self, index: usize, contact: DeformingContact) -> io::Result<()> {
        self.found.add(&contact);
        if let Some(kept) = &mut self.kept {
            kept.push(contact);
        }
        // A look at the clock for every contact would be a part of the work.
        if index.is_multiple_of(256) {
            self.show();
        }
        if !self.command.all {
            return Ok(());
        }
        if self.command.json {
            let line = deforming_contact_json(self.mesh, &contact);
            return writeln!(self.output, "{line}");
        }
        writeln!(
            self.output,
            "{}",
            self.command.sentence(self.mesh, &contact)
        )
    }

    fn idle(&mut self) -> io::Result<()> {
        self.show();
        self.output.flush()
    }

    fn interrupted(mut self, count: usize) -> Result<String, Failure> {
        self.progress.finish();
        let count = grouped(count as u64);
        if !self.command.all {
            return Ok(format!(
                "nothing was written; {count} contacts were found so far"
            ));
        }
        self.output.finish()?;
        Ok(format!(
            "the {count} contacts found so far are kept, in {STDOUT}; the free step is not known yet"
        ))
    }
}

/// What two features are called.
fn named(mesh: &DeformingMesh, found: &DeformingContact) -> String {
    let [a, b] = found.features;
    let own = |vertex: u32| vertex - mesh.first_vertex(mesh.body(vertex));
    let of = |vertex: u32| match mesh.body(vertex) {
        OBSTACLE => " of the obstacle",
        _ => "",
    };
    match found.kind {
        PairKind::EdgeEdge => {
            let [one, other] = [a, b].map(|edge| {
                let [p, q] = mesh.edges()[edge as usize];
                format!("{}-{}{}", own(p), own(q), of(p))
            });
            format!("edges {one} and {other}")
        }
        _ => {
            let corner = mesh.triangles()[b as usize][0];
            let triangle = b - mesh.first_triangle(mesh.body(corner));
            let (vertex, of_vertex, of_triangle) = (own(a), of(a), of(corner));
            format!("vertex {vertex}{of_vertex} and triangle {triangle}{of_triangle}")
        }
    }
}

impl Deform {
    fn sentence(&self, mesh: &DeformingMesh, found: &DeformingContact) -> String {
        let features = named(mesh, found);
        let (contact, point) = (&found.contact, found.contact.point);
        let when = if self.clearance > 0.0 {
            let clearance = plain(self.clearance);
            match contact.lower {
                0.0 => format!("are within {clearance} at the start"),
                lower => format!("come within {clearance} after {}", rounded_down(lower)),
            }
        } else if contact.upper == 0.0 {
            "touch at the start".to_owned()
        } else {
            let [lower, upper] = bracket(contact.lower, contact.upper);
            format!("touch between {lower} and {upper}")
        };
        let [x, y, z] = point.to_array().map(plain);
        format!("{features} {when}, at ({x}, {y}, {z})")
    }

    fn story(&self, mesh: &DeformingMesh, found: &Found, stats: DeformingStats) -> String {
        let colour = colour::is_wanted();
        let step = match found.first {
            None => {
                let free = match self.clearance > 0.0 {
                    true => format!("1: all keep {}", plain(self.clearance)),
                    false => "1: nothing touches".to_owned(),
                };
                let free = Tint::Free.paint(&free, colour);
                format!("free step   {free}\n")
            }
            Some(first) => format!(
                "free step   {}\nuntil       {}\n",
                Tint::Contact.paint(&rounded_down(found.free_step()), colour),
                self.sentence(mesh, &first)
            ),
        };
        format!(
            "{step}contacts    {} of a vertex and a triangle, {} of two edges\ncompared    {} pairs\n",
            grouped(found.vertex_face),
            grouped(found.edge_edge),
            grouped(stats.candidates)
        )
    }
}
