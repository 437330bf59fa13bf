//! A trace cut in time.

use crate::column::Column;
use crate::motion::{is_known, told_later};
use crate::record::{COLUMNS, Deform, Events, Header, Moves, Record, Segments, Series, Step};
use std::collections::{BTreeMap, BTreeSet};

/// Cuts a trace in time: what happens from one time to another, with all bodies where they are.
///
/// Motions are not sampled. A body that began to move earlier goes on: its last segment before the cut is restated from the
/// cut on, which rounds once. Rational screws and joints, which cannot be restated, keep their own time, and steps begin at
/// the last keyframe.
///
/// ```
/// use osculate_trace::{Compression, Cut, Playback, TraceReader, TraceWriter};
/// let text = r#"{"osculate-trace":2,"dimension":2}
/// {"shape":{"ball":{"radius":0.5}}}
/// {"bodies":{"shape":[0],"count":1}}
/// {"segments":{"motion":"velocity","time":[0,4,8],"body":[0],"position":[0,0,4,0,0,0],"linear":[1,0,-1,0,1,0]}}
/// "#;
/// let reader = TraceReader::new(text.as_bytes())?;
/// let mut cut = Cut::new(reader.header(), 5.0, 7.0);
/// let mut writer = TraceWriter::new(Vec::new(), &cut.header(), Compression::None).unwrap();
/// for record in reader {
///     for record in cut.add(record?) {
///         writer.write(record).unwrap();
///     }
/// }
/// for record in cut.held() {
///     writer.write(record).unwrap();
/// }
/// let file = writer.end(7.0, "cut").unwrap();
/// let playback = Playback::read(&file[..])?;
/// assert_eq!(playback.span(), [5.0, 7.0]);
/// assert_eq!(playback.placement(0, 6.0).position, [2.0, 0.0, 0.0]);
/// # Ok::<(), osculate_trace::TraceError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cut {
    header: Header,
    from: f64,
    to: f64,
    /// What bodies do when the cut begins, as far as it is known.
    moves: BTreeMap<usize, Vec<Held>>,
    /// The last keyframe before the cut, and what follows it until then.
    steps: Vec<Step>,
    deforms: BTreeMap<usize, Vec<Deform>>,
}

/// One segment from before the cut.
#[derive(Clone, Debug)]
struct Held {
    time: f64,
    moves: Moves,
}

impl Cut {
    /// Cuts a trace with this header; either end may be infinite.
    pub fn new(header: &Header, from: f64, to: f64) -> Cut {
        Cut {
            header: header.clone(),
            from,
            to,
            moves: BTreeMap::new(),
            steps: Vec::new(),
            deforms: BTreeMap::new(),
        }
    }

    /// The header of what is left.
    pub fn header(&self) -> Header {
        let mut header = self.header.clone();
        let [start, end] = header.span.unwrap_or([self.from, self.to]);
        let span = [
            start.max(self.from).min(self.to),
            end.min(self.to).max(self.from),
        ];
        header.span = span.iter().all(|time| time.is_finite()).then_some(span);
        header
    }

    /// What is left of a record, after what comes ahead of it. `add` takes all of a trace but its end.
    pub fn add(&mut self, record: Record) -> Vec<Record> {
        match record {
            Record::Segments(segments) => self.segments(segments),
            Record::Events(events) => self.events(events),
            Record::Step(step) => self.step(step),
            Record::Deform(deform) => self.deform(deform),
            Record::Series(series) => self.series(series).into_iter().collect(),
            other => vec![other],
        }
    }

    /// What is still to be written when the trace ends: bodies that nothing happened to since the cut.
    pub fn held(&mut self) -> Vec<Record> {
        let moves = std::mem::take(&mut self.moves);
        let mut records = self.told(moves);
        let steps = std::mem::take(&mut self.steps);
        records.extend(steps.into_iter().map(Record::Step));
        let deforms = std::mem::take(&mut self.deforms);
        records.extend(deforms.into_values().flatten().map(Record::Deform));
        records
    }

    fn hold(&mut self, body: usize, time: f64, moves: Moves) {
        let held = self.moves.entry(body).or_default();
        if is_known(&moves.motion) {
            held.clear();
        } else if held.iter().any(|held| !is_known(&held.moves.motion)) {
            // It stands still already, where the segment before that one had led it.
            return;
        }
        held.push(Held { time, moves });
    }

    /// The segments that were held of these bodies, which now go on to do something else.
    fn release(&mut self, bodies: &BTreeSet<usize>) -> Vec<Record> {
        let take = |body: &usize| Some((*body, self.moves.remove(body)?));
        let moves = bodies.iter().filter_map(take).collect();
        self.told(moves)
    }

    /// Segments as records: one for all that are alike.
    fn told(&self, moves: BTreeMap<usize, Vec<Held>>) -> Vec<Record> {
        let dimension = self.header.dimension;
        let mut alike: BTreeMap<(String, usize, [bool; COLUMNS]), Gathered> = BTreeMap::new();
        let mut records = Vec::new();
        for (body, held) in moves {
            let [Held { time, moves }] = &held[..] else {
                // Where a body was, and then that nobody knows how it moves: in this order, and as they were.
                for Held { time, moves } in held {
                    let mut single = Gathered::default();
                    single.add(body, time, &moves, dimension);
                    records.push(single.record(moves.motion, moves.degree));
                }
                continue;
            };
            let later = told_later(moves, self.from - time, dimension);
            let (time, moves) = match &later {
                Some(later) => (self.from, later),
                None => (*time, moves),
            };
            let columns = moves.columns(dimension);
            let there = columns.map(|(_, _, column)| column.is_some());
            let rows = alike
                .entry((moves.motion.clone(), moves.degree, there))
                .or_default();
            rows.add(body, time, moves, dimension);
        }
        let gathered = alike.into_iter();
        records.extend(gathered.map(|((motion, degree, _), rows)| rows.record(motion, degree)));
        records
    }

    fn segments(&mut self, segments: Segments) -> Vec<Record> {
        let (Some(time), Some(body)) = (&segments.time, &segments.body) else {
            return Vec::new();
        };
        let (mut rows, mut bodies) = (Vec::new(), BTreeSet::new());
        for row in 0..time.len().max(body.len()) {
            let ([time], [body]) = (time.row(row), body.row::<1>(row));
            let body = body as usize;
            if time <= self.from {
                let moves = segments.moves.selected(&[row], self.header.dimension);
                self.hold(body, time, moves);
            } else if time <= self.to {
                rows.push(row);
                bodies.insert(body);
            }
        }
        let mut records = self.release(&bodies);
        if !rows.is_empty() {
            records.push(Record::Segments(Segments {
                time: Some(time.selected(&rows, 1)),
                body: Some(body.selected(&rows, 1)),
                moves: segments.moves.selected(&rows, self.header.dimension),
            }));
        }
        records
    }

    fn events(&mut self, events: Events) -> Vec<Record> {
        let Some(time) = &events.time else {
            return Vec::new();
        };
        let dimension = self.header.dimension;
        let (mut rows, mut changed_rows) = (Vec::new(), Vec::new());
        let (mut bodies, mut changed) = (BTreeSet::new(), 0);
        for row in 0..time.len() {
            let when = time.number(row);
            let number = |column: &Option<Column>, missing| {
                let column = column.as_ref();
                column.map_or(missing, |column| column.row::<1>(row)[0])
            };
            let changes = match events.after {
                Some(_) => number(&events.changes, 0.0) as usize,
                None => 0,
            };
            let inside = self.from <= when && when <= self.to;
            if inside {
                rows.push(row);
            }
            for side in [&events.a, &events.b].into_iter().take(changes) {
                let body = number(side, 0.0) as usize;
                match &events.after {
                    Some(after) if when < self.from => {
                        self.hold(body, when, after.selected(&[changed], dimension));
                    }
                    _ if inside => {
                        bodies.insert(body);
                        changed_rows.push(changed);
                    }
                    _ => {}
                }
                changed += 1;
            }
        }
        let mut records = self.release(&bodies);
        if !rows.is_empty() {
            let selected = |column: &Option<Column>, width| {
                let column = column.as_ref();
                column.map(|column| column.selected(&rows, width))
            };
            let after = events.after.as_ref();
            records.push(Record::Events(Events {
                time: selected(&events.time, 1),
                a: selected(&events.a, 1),
                b: selected(&events.b, 1),
                kind: selected(&events.kind, 1),
                point: selected(&events.point, dimension),
                normal: selected(&events.normal, dimension),
                impulse: selected(&events.impulse, 1),
                changes: selected(&events.changes, 1),
                after: after.map(|after| Box::new(after.selected(&changed_rows, dimension))),
                kinds: events.kinds.clone(),
            }));
        }
        records
    }

    fn step(&mut self, step: Step) -> Vec<Record> {
        if step.time <= self.from {
            if step.position.is_some() {
                self.steps.clear();
            }
            self.steps.push(step);
            return Vec::new();
        }
        if step.time > self.to {
            return Vec::new();
        }
        let mut steps = std::mem::take(&mut self.steps);
        steps.push(step);
        steps.into_iter().map(Record::Step).collect()
    }

    fn deform(&mut self, deform: Deform) -> Vec<Record> {
        let held = self.deforms.entry(deform.body).or_default();
        if deform.until <= self.from {
            // It is done by then: what came before it no longer shows.
            held.clear();
        }
        if deform.time <= self.from {
            held.push(deform);
            return Vec::new();
        }
        if deform.time > self.to {
            return Vec::new();
        }
        let mut deforms = std::mem::take(held);
        deforms.push(deform);
        deforms.into_iter().map(Record::Deform).collect()
    }

    fn series(&self, series: Series) -> Option<Record> {
        let inside = |&row: &usize| (self.from..=self.to).contains(&series.time.number(row));
        let rows: Vec<usize> = (0..series.time.len()).filter(inside).collect();
        (!rows.is_empty()).then(|| {
            Record::Series(Series {
                time: series.time.selected(&rows, 1),
                value: series.value.selected(&rows, 1),
                ..series
            })
        })
    }
}

/// Segments with the same columns.
#[derive(Default)]
struct Gathered {
    bodies: Vec<u32>,
    times: Vec<f64>,
    columns: [Option<Vec<f64>>; COLUMNS],
}

impl Gathered {
    fn add(&mut self, body: usize, time: f64, moves: &Moves, dimension: usize) {
        self.bodies.push(body as u32);
        self.times.push(time);
        let columns = moves.columns(dimension);
        for (gathered, (_, _, column)) in self.columns.iter_mut().zip(columns) {
            if let Some(column) = column {
                let numbers = gathered.get_or_insert_default();
                numbers.extend(column.numbers());
            }
        }
    }

    fn record(self, motion: String, degree: usize) -> Record {
        let mut moves = Moves {
            motion,
            degree,
            ..Moves::default()
        };
        for (column, numbers) in moves.options_mut().into_iter().zip(self.columns) {
            *column = numbers.map(Column::F64);
        }
        Record::Segments(Segments {
            time: Some(self.times.into()),
            body: Some(self.bodies.into()),
            moves,
        })
    }
}
