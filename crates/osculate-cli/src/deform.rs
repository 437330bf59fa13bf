//! `osculate deform`: how far can a mesh deform before it touches itself?

use crate::in_order::Sink;
use crate::interrupt;
use crate::numbers::grouped;
use crate::output::{Failure, Output, STDOUT};
use crate::progress::Progress;
use crate::streamed::streamed;
use anyhow::Context;
use clap::Args;
use osculate::{
    motion::DeformingMesh,
    query::{
        deforming::{DeformingContact, DeformingStats, Scope, deforming_contacts},
        points::PairKind,
    },
};
use osculate_io::{MaxSize, deforming_contact_json, free_step_json, load};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

/// Find how far a mesh can deform before it touches itself, and all contacts on the way
///
/// Every vertex moves on a straight line from its place in the first mesh, at time 0, to that in the second, at time 1; both
/// have the same triangles. Tells up to when no vertex touches a triangle and no edge another, and how many of them touch
/// until time 1; those that share a vertex are not compared. Whether they touch is exact.
#[derive(Args)]
#[command(after_help = "Examples:
  osculate deform cloth1.ply cloth2.ply               the step that is free of contacts
  osculate deform cloth1.ply cloth2.ply --all --json  every contact, and that step, as JSON lines

Meshes are PLY, OBJ or STL files. Parts that cut through each other at the start are no contact
while they stay so. docs/straight-lines.md describes the lines.
Exit codes: 0 done, whatever the answer; 2 bad input; 1 the output could not be written;
130 ended by Ctrl-C: what was written so far is valid.")]
pub struct Deform {
    /// The mesh at time 0
    #[arg(value_name = "START.ply")]
    start: String,

    /// The mesh at time 1
    #[arg(value_name = "END.ply")]
    end: String,

    /// Also write every contact as a line, before the step
    #[arg(long)]
    all: bool,

    /// Write JSON lines
    #[arg(long)]
    json: bool,
}

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
        let progress = Progress::start();
        let mesh = self.mesh(max_size).map_err(Failure::Input)?;
        progress.say(&format!(
            "{} vertices, {} edges, {} triangles",
            grouped(mesh.paths().len() as u64),
            grouped(mesh.edges().len() as u64),
            grouped(mesh.triangles().len() as u64)
        ));
        interrupt::hold();
        let search = |hand_over: &mut dyn FnMut(DeformingContact) -> ControlFlow<()>| {
            let mut contacts = deforming_contacts(&mesh, Scope::All);
            let _ = contacts.by_ref().try_for_each(hand_over);
            contacts.stats()
        };
        let contacts = Contacts {
            command: self,
            mesh: &mesh,
            output: Output::stdout(),
            found: Found::default(),
        };
        let (contacts, stats) = streamed(search, contacts)?;
        let Contacts {
            mut output, found, ..
        } = contacts;
        if self.json {
            let (step, first) = (found.free_step(), found.first.as_ref());
            let (contacts, candidates) = (stats.contacts, stats.candidates);
            let line = free_step_json(&mesh, step, first, contacts, candidates);
            writeln!(output, "{line}")?;
        } else {
            output.write_all(story(&mesh, &found, stats).as_bytes())?;
        }
        Ok(output.finish()?)
    }

    fn mesh(&self, most: MaxSize) -> anyhow::Result<DeformingMesh> {
        let start = load(&self.start, Path::new(""), most)?;
        let end = load(&self.end, Path::new(""), most)?;
        DeformingMesh::between(&start, &end)
            .with_context(|| format!("{} and {}", self.start, self.end))
            .map_err(|error| anyhow::anyhow!("{error:#}"))
    }
}

/// Counts contacts, and writes them if asked to.
struct Contacts<'a> {
    command: &'a Deform,
    mesh: &'a DeformingMesh,
    output: Output,
    found: Found,
}

impl Sink<DeformingContact> for Contacts<'_> {
    fn take(&mut self, _: usize, contact: DeformingContact) -> io::Result<()> {
        self.found.add(&contact);
        if !self.command.all {
            return Ok(());
        }
        if self.command.json {
            let line = deforming_contact_json(self.mesh, &contact);
            return writeln!(self.output, "{line}");
        }
        writeln!(self.output, "{}", sentence(self.mesh, &contact))
    }

    fn idle(&mut self) -> io::Result<()> {
        self.output.flush()
    }

    fn interrupted(self, count: usize) -> Result<String, Failure> {
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

fn sentence(mesh: &DeformingMesh, found: &DeformingContact) -> String {
    let [a, b] = found.features;
    let features = match found.kind {
        PairKind::EdgeEdge => {
            let [[p, q], [r, s]] = [a, b].map(|edge| mesh.edges()[edge as usize]);
            format!("edges {p}-{q} and {r}-{s}")
        }
        _ => format!("vertex {a} and triangle {b}"),
    };
    let (contact, point) = (&found.contact, found.contact.point);
    let when = if contact.upper == 0.0 {
        "touch at the start".to_owned()
    } else {
        format!("touch between {} and {}", contact.lower, contact.upper)
    };
    format!(
        "{features} {when}, at ({}, {}, {})",
        point.x, point.y, point.z
    )
}

fn story(mesh: &DeformingMesh, found: &Found, stats: DeformingStats) -> String {
    let step = match found.first {
        None => "free step   1: nothing touches\n".to_owned(),
        Some(first) => format!(
            "free step   {}\nuntil       {}\n",
            found.free_step(),
            sentence(mesh, &first)
        ),
    };
    format!(
        "{step}contacts    {} of a vertex and a triangle, {} of two edges\ncompared    {} pairs\n",
        grouped(found.vertex_face),
        grouped(found.edge_edge),
        grouped(stats.candidates)
    )
}
