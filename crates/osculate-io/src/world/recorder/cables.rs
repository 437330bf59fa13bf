//! Cables in traces: bodies whose points go on straight lines, as they do.

use glam::DVec3;
use osculate_trace::{Bodies, Column, Deform, Shape, ShapeKind, TraceWriter};
use osculate_world::CabledWorld;
use osculate_world::rods::Rods;
use std::io::{self, Write};

/// The cables of a trace, and what of them is not yet written.
#[derive(Debug, Default)]
pub(super) struct CableTracks {
    cables: Vec<Track>,
    /// The number of the first cable's body.
    first: usize,
    /// How much time lies between two lines of a cable at least.
    every: f64,
    waiting: Vec<Deform>,
}

#[derive(Debug)]
struct Track {
    /// Its points among all particles, and its edges among all.
    particles: Vec<u32>,
    edges: std::ops::Range<usize>,
    radius: f64,
    is_closed: bool,
    /// Up to when it is written, and where it was then.
    time: f64,
    rows: Vec<f64>,
}

/// Cables are numbered by who asks.
fn known<T>(found: Result<T, osculate_world::rods::RodError>) -> T {
    found.expect("it is one of the cables")
}

impl Track {
    /// Its points and then its marks, of the places of all particles and the directors of all edges.
    fn rows(&self, places: &[DVec3], directors: &[DVec3]) -> Vec<f64> {
        let points: Vec<DVec3> = (self.particles.iter())
            .map(|&particle| places[particle as usize])
            .collect();
        let count = points.len();
        let marks = (directors[self.edges.clone()].iter().enumerate())
            .map(|(i, across)| points[i].midpoint(points[(i + 1) % count]) + self.radius * across);
        let rows = points.iter().copied().chain(marks);
        rows.flat_map(|row| row.to_array()).collect()
    }
}

fn tracks(rods: &Rods, time: f64) -> Vec<Track> {
    let mut edge = 0;
    let track = |cable: usize| {
        let particles = known(rods.particles_of(cable)).to_vec();
        let is_closed = known(rods.is_closed(cable));
        let edges = edge..edge + particles.len() - usize::from(!is_closed);
        edge = edges.end;
        Track {
            particles,
            edges,
            radius: known(rods.radius(cable)),
            is_closed,
            time,
            rows: Vec::new(),
        }
    };
    (0..rods.len()).map(track).collect()
}

impl CableTracks {
    /// Writes what cables look like, and that they are bodies; `bodies` and `shapes` are there already.
    pub(super) fn new(
        trace: &mut TraceWriter<impl Write>,
        cabled: &CabledWorld,
        [bodies, shapes]: [usize; 2],
        frames: Option<f64>,
    ) -> io::Result<CableTracks> {
        let rods = cabled.rods();
        let mut cables = tracks(rods, cabled.world().time());
        let places: Vec<DVec3> = rods.places().collect();
        let directors = (0..rods.len()).flat_map(|cable| known(rods.directors(cable)));
        let directors: Vec<DVec3> = directors.collect();
        for track in &mut cables {
            track.rows = track.rows(&places, &directors);
            let (points, marks) = track.rows.split_at(3 * track.particles.len());
            trace.write(Shape::from(ShapeKind::Cable {
                points: points.to_vec().into(),
                radius: track.radius,
                closed: track.is_closed,
                marks: Some(marks.to_vec().into()),
            }))?;
        }
        if !cables.is_empty() {
            let numbers = shapes as u32..(shapes + cables.len()) as u32;
            let names = (0..rods.len()).map(|cable| known(rods.name(cable)).to_owned());
            trace.write(Bodies {
                shape: Some(numbers.collect::<Vec<u32>>().into()),
                name: names.collect(),
                kind: Some(Column::from(vec![0_u8; cables.len()])),
                kinds: vec!["cable".to_owned()],
                ..Bodies::default()
            })?;
        }
        Ok(CableTracks {
            cables,
            first: bodies,
            every: frames.map_or(0.0, |frames| 1.0 / frames),
            waiting: Vec::new(),
        })
    }

    /// Adds the step that was just made.
    pub(super) fn step(&mut self, cabled: &CabledWorld) {
        let world = cabled.world();
        let step = world.settings().step;
        let begin = world.time() - step;
        for part in cabled.parts() {
            let until = match part.span[1] {
                1.0 => world.time(),
                share => begin + share * step,
            };
            for (number, track) in self.cables.iter_mut().enumerate() {
                if until < track.time + self.every * (1.0 - 1e-9) {
                    continue;
                }
                let rows = track.rows(&part.ends, &part.directors);
                if rows != track.rows {
                    self.waiting.push(Deform {
                        body: self.first + number,
                        time: track.time,
                        until,
                        from: None,
                        to: rows.clone().into(),
                    });
                    track.rows = rows;
                }
                track.time = until;
            }
        }
    }

    /// Writes what there is.
    pub(super) fn hand_over(&mut self, trace: &mut TraceWriter<impl Write>) -> io::Result<()> {
        for deform in self.waiting.drain(..) {
            trace.write(deform)?;
        }
        Ok(())
    }

    /// Whether there is enough for a line or two.
    pub(super) fn is_full(&self) -> bool {
        self.waiting.len() > 256
    }
}
