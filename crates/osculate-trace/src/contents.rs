//! What is in a trace.

use crate::column::Column;
use crate::error::TraceError;
use crate::motion::is_known;
use crate::reader::{Ending, TraceReader};
use crate::record::{Moves, Record};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Read;

/// What is in a trace, counted while it is read.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Contents {
    /// The version of the format.
    pub version: u32,
    /// 2 or 3.
    pub dimension: usize,
    /// What it is called.
    pub title: String,
    /// The program that wrote it.
    pub by: String,
    /// From when to when it goes: what the header says, or from the first to the last time in it.
    pub span: Option<[f64; 2]>,
    /// How many lines there are that are whole.
    pub lines: u64,
    /// How many shapes there are.
    pub shapes: u64,
    /// How many bodies there are.
    pub bodies: u64,
    /// How many joints there are.
    pub joints: u64,
    /// How many segments there are, those of steps and those after events included.
    pub segments: u64,
    /// How many segments there are of each kind of motion.
    pub motions: BTreeMap<String, u64>,
    /// How many steps there are, in which all bodies change.
    pub steps: u64,
    /// How many events there are.
    pub events: u64,
    /// How many verdicts there are.
    pub verdicts: u64,
    /// How many levels of hierarchies there are.
    pub levels: u64,
    /// The names of the series.
    pub series: Vec<String>,
    /// How many lines there are of kinds that this version does not know.
    pub unknown: u64,
    /// Why the run ended; none if the end is missing.
    pub end: Option<String>,
    /// Whether the end is there.
    pub complete: bool,
}

impl Contents {
    /// Reads a whole trace, and keeps nothing but counts.
    pub fn of(reader: impl Read) -> Result<Contents, TraceError> {
        let mut reader = TraceReader::new(reader)?;
        let header = reader.header().clone();
        let mut contents = Contents {
            version: header.version,
            dimension: header.dimension,
            title: header.title,
            by: header.by,
            lines: 1,
            ..Contents::default()
        };
        let mut times: Option<[f64; 2]> = None;
        for record in reader.by_ref() {
            contents.add(&record?, &mut times);
        }
        contents.span = header.span.or(times);
        if let Some(Ending::End(end)) = reader.ending() {
            contents.complete = true;
            contents.end = Some(end.why.clone());
            if let Some([start, _]) = contents.span {
                contents.span = Some([start, end.time.max(start)]);
            }
        }
        Ok(contents)
    }

    fn add(&mut self, record: &Record, times: &mut Option<[f64; 2]>) {
        self.lines += 1;
        let mut seen = |time: f64| {
            let [low, high] = times.unwrap_or([time; 2]);
            *times = Some([low.min(time), high.max(time)]);
        };
        match record {
            Record::Shape(_) => self.shapes += 1,
            Record::Bodies(bodies) => self.bodies += bodies.rows(self.dimension) as u64,
            Record::Joints(joints) => self.joints += joints.rows() as u64,
            Record::Segments(segments) => {
                let count = |column: &Option<Column>| column.as_ref().map_or(0, Column::len);
                let rows = count(&segments.time).max(count(&segments.body));
                let times = segments.time.iter().chain(&segments.moves.until);
                times.flat_map(Column::numbers).for_each(seen);
                self.add_moves(&segments.moves, rows as u64);
            }
            Record::Step(step) => {
                seen(step.time);
                self.steps += 1;
                self.segments += self.bodies;
            }
            Record::Deform(deform) => {
                seen(deform.time);
                seen(deform.until);
                self.segments += 1;
                *self.motions.entry("deform".to_owned()).or_default() += 1;
            }
            Record::Events(events) => {
                let Some(time) = &events.time else { return };
                time.numbers().into_iter().for_each(&mut seen);
                self.events += time.len() as u64;
                if let (Some(after), Some(changes)) = (&events.after, &events.changes) {
                    let rows = (0..time.len())
                        .map(|row| changes.row::<1>(row)[0])
                        .sum::<f64>();
                    let until = after.until.iter().flat_map(Column::numbers);
                    until.for_each(seen);
                    self.add_moves(after, rows as u64);
                }
            }
            Record::Verdict(_) => self.verdicts += 1,
            Record::Levels(_) => self.levels += 1,
            Record::Series(series) => {
                if !self.series.contains(&series.name) {
                    self.series.push(series.name.clone());
                }
            }
            Record::Unknown(_) => self.unknown += 1,
            Record::Domain(_) | Record::End(_) => {}
        }
    }

    fn add_moves(&mut self, moves: &Moves, rows: u64) {
        self.segments += rows;
        *self.motions.entry(moves.motion.clone()).or_default() += rows;
    }

    /// The motions that this version does not know: bodies stand still there.
    pub fn unknown_motions(&self) -> impl Iterator<Item = &str> {
        let names = self.motions.keys().map(String::as_str);
        names.filter(|name| !is_known(name) && *name != "deform")
    }
}
