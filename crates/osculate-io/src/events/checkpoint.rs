//! Checkpoints: a run of events, written down to be resumed with the same bits. `docs/events.md` describes the format.

use super::json::{DomainJson, Numbers, PartnerJson, WallJson};
use crate::max_size::{MaxSize, Unread, read_file};
use osculate_events::{SavedBody, SavedCalm, Snapshot, Tally, Vector, Wall};
use serde::{Deserialize, Serialize, Serializer};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

const FORMAT: &str = "osculate-checkpoint";
const VERSION: u32 = 1;

/// A run of events at an instant. Floating-point numbers are written with as many digits as bring back their bits.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint<const D: usize> {
    /// The name of the search.
    pub engine: String,
    /// The seed of the scene, if it was made from one.
    pub seed: Option<u64>,
    /// Until when the run goes.
    pub seconds: f64,
    /// How much simulated time lies between checkpoints, if there are any on the way.
    pub every: Option<f64>,
    /// How many times `every` after the start the next checkpoint is due.
    pub next: u64,
    /// What there was at the start.
    pub start: StartSums<D>,
    /// The state of the world.
    pub snapshot: Snapshot<D>,
}

/// Sums over all bodies at the start of a run, against which a drift is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StartSums<const D: usize> {
    /// ½m·v².
    pub kinetic_energy: f64,
    /// −m·a·x.
    pub potential_energy: f64,
    /// m·v.
    pub momentum: Vector<D>,
    /// m·|v|.
    pub absolute_momentum: f64,
}

/// A checkpoint of either dimension.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyCheckpoint {
    /// Of discs.
    Discs(Box<Checkpoint<2>>),
    /// Of spheres.
    Spheres(Box<Checkpoint<3>>),
}

/// Why a checkpoint could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file could not be opened or read.
    #[error("cannot read the checkpoint {}: {source}", file.display())]
    Read {
        /// Its path.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is larger than it may be.
    #[error("the checkpoint {} is larger than the max size of {most}", file.display())]
    TooLarge {
        /// Its path.
        file: PathBuf,
        /// How large it may be.
        most: MaxSize,
    },
    /// The file is not text.
    #[error("the checkpoint {} is not UTF-8 text: byte {byte} is wrong", file.display())]
    NotText {
        /// Its path.
        file: PathBuf,
        /// The first bad byte, counted from 0.
        byte: usize,
    },
    /// The file is not JSON, or lacks something.
    #[error("the checkpoint {} is damaged, or not a checkpoint: {source}", file.display())]
    NotJson {
        /// Its path.
        file: PathBuf,
        /// What is wrong, and where.
        source: serde_json::Error,
    },
    /// The file says that it is something else.
    #[error("{} is of format {format:?}, version {version}; known: \"{FORMAT}\", version {VERSION}", file.display())]
    Format {
        /// Its path.
        file: PathBuf,
        /// What it says it is.
        format: String,
        /// Of which version.
        version: u32,
    },
    /// Something is not as it must be.
    #[error("the checkpoint {} is damaged: {problem}", file.display())]
    Invalid {
        /// Its path.
        file: PathBuf,
        /// What is wrong.
        problem: &'static str,
    },
}

impl<const D: usize> Checkpoint<D> {
    /// Writes the checkpoint.
    pub fn write(&self, writer: impl Write) -> io::Result<()> {
        let Snapshot {
            time,
            ref domain,
            ref walls,
            rest_speed,
            ref tally,
            ref bodies,
        } = self.snapshot;
        let file = FileJson {
            format: FORMAT.to_owned(),
            version: VERSION,
            dimension: D,
            engine: self.engine.clone(),
            seed: self.seed,
            seconds: self.seconds,
            every: self.every,
            next: self.next,
            start: StartJson {
                kinetic_energy: self.start.kinetic_energy,
                potential_energy: self.start.potential_energy,
                momentum: Numbers(self.start.momentum),
                absolute_momentum: self.start.absolute_momentum,
            },
            time,
            domain: domain.into(),
            walls: walls.iter().map(WallJson::from).collect(),
            rest_speed,
            tally: tally.into(),
            bodies: BodiesOut(bodies),
        };
        serde_json::to_writer(writer, &file).map_err(io::Error::from)
    }
}

impl AnyCheckpoint {
    /// Reads the checkpoint at `path`, of at most `most` bytes. Whether its snapshot is that of a world is not yet looked
    /// at.
    pub fn read(path: &Path, most: MaxSize) -> Result<AnyCheckpoint, CheckpointError> {
        let file = path.to_owned();
        let bytes = match read_file(path, most) {
            Ok(bytes) => bytes,
            Err(Unread::TooLarge(most)) => return Err(CheckpointError::TooLarge { file, most }),
            Err(Unread::System(source)) => return Err(CheckpointError::Read { file, source }),
        };
        let text = String::from_utf8(bytes).map_err(|error| {
            let byte = error.utf8_error().valid_up_to();
            CheckpointError::NotText { file, byte }
        })?;
        AnyCheckpoint::parse(&text, path)
    }

    /// Reads the checkpoint `text`; `name` stands for it in errors.
    pub fn parse(text: &str, name: &Path) -> Result<AnyCheckpoint, CheckpointError> {
        let not_json = |source| CheckpointError::NotJson {
            file: name.to_owned(),
            source,
        };
        let invalid = |problem| CheckpointError::Invalid {
            file: name.to_owned(),
            problem,
        };
        let kind: Kind = serde_json::from_str(text).map_err(not_json)?;
        if kind.format != FORMAT || kind.version != VERSION {
            return Err(CheckpointError::Format {
                file: name.to_owned(),
                format: kind.format.chars().take(80).collect(),
                version: kind.version,
            });
        }
        match kind.dimension {
            2 => {
                let read: FileJson<2, Vec<BodyJson<2>>> =
                    serde_json::from_str(text).map_err(not_json)?;
                let checkpoint = read.checkpoint().map_err(invalid)?;
                Ok(AnyCheckpoint::Discs(Box::new(checkpoint)))
            }
            3 => {
                let read: FileJson<3, Vec<BodyJson<3>>> =
                    serde_json::from_str(text).map_err(not_json)?;
                let checkpoint = read.checkpoint().map_err(invalid)?;
                Ok(AnyCheckpoint::Spheres(Box::new(checkpoint)))
            }
            _ => Err(invalid("its dimension is neither 2 nor 3")),
        }
    }
}

/// What the rest of the file depends on.
#[derive(Deserialize)]
struct Kind {
    format: String,
    version: u32,
    dimension: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileJson<const D: usize, B> {
    format: String,
    version: u32,
    dimension: usize,
    engine: String,
    seed: Option<u64>,
    seconds: f64,
    every: Option<f64>,
    next: u64,
    start: StartJson<D>,
    time: f64,
    domain: DomainJson<D>,
    walls: Vec<WallJson<D>>,
    rest_speed: f64,
    tally: TallyJson,
    bodies: B,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StartJson<const D: usize> {
    kinetic_energy: f64,
    potential_energy: f64,
    momentum: Numbers<D>,
    absolute_momentum: f64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TallyJson {
    collisions: u64,
    wall_bounces: u64,
    wraps: u64,
    largest_overlap: f64,
    slow_meetings: u64,
    falls_asleep: u64,
    wakings: u64,
    sleeping: u64,
    #[serde(default)]
    wedged: u64,
}

impl From<&Tally> for TallyJson {
    fn from(tally: &Tally) -> TallyJson {
        TallyJson {
            collisions: tally.collisions,
            wall_bounces: tally.wall_bounces,
            wraps: tally.wraps,
            largest_overlap: tally.largest_overlap,
            slow_meetings: tally.slow_meetings,
            falls_asleep: tally.falls_asleep,
            wakings: tally.wakings,
            sleeping: tally.sleeping,
            wedged: tally.wedged,
        }
    }
}

impl TallyJson {
    fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        tally.collisions = self.collisions;
        tally.wall_bounces = self.wall_bounces;
        tally.wraps = self.wraps;
        tally.largest_overlap = self.largest_overlap;
        tally.slow_meetings = self.slow_meetings;
        tally.falls_asleep = self.falls_asleep;
        tally.wakings = self.wakings;
        tally.sleeping = self.sleeping;
        tally.wedged = self.wedged;
        tally
    }
}

/// Writes bodies one after the other, for there may be millions.
struct BodiesOut<'a, const D: usize>(&'a [SavedBody<D>]);

impl<const D: usize> Serialize for BodiesOut<'_, D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(BodyJson::from))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BodyJson<const D: usize> {
    position: Numbers<D>,
    velocity: Numbers<D>,
    #[serde(default, skip_serializing_if = "Numbers::is_zero")]
    acceleration: Numbers<D>,
    radius: f64,
    inverse_mass: f64,
    restitution: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    calm: Option<CalmJson<D>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CalmJson<const D: usize> {
    asleep: bool,
    slow: u32,
    since: f64,
    place: Numbers<D>,
    falls: u32,
    #[serde(default)]
    slides: u32,
    span: f64,
    #[serde(default)]
    crowd: u32,
    #[serde(default)]
    crowd_since: f64,
    met: Vec<PartnerJson>,
    leaning: Vec<u32>,
}

impl<const D: usize> From<&SavedBody<D>> for BodyJson<D> {
    fn from(body: &SavedBody<D>) -> BodyJson<D> {
        BodyJson {
            position: Numbers(body.position),
            velocity: Numbers(body.velocity),
            acceleration: Numbers(body.acceleration),
            radius: body.radius,
            inverse_mass: body.inverse_mass,
            restitution: body.restitution,
            calm: body.calm.as_ref().map(|calm| CalmJson {
                asleep: calm.asleep,
                slow: calm.slow,
                since: calm.since,
                place: Numbers(calm.place),
                falls: calm.falls,
                slides: calm.slides,
                span: calm.span,
                crowd: calm.crowd,
                crowd_since: calm.crowd_since,
                met: calm.met.iter().copied().map(PartnerJson::from).collect(),
                leaning: calm.leaning.clone(),
            }),
        }
    }
}

impl<const D: usize> From<BodyJson<D>> for SavedBody<D> {
    fn from(body: BodyJson<D>) -> SavedBody<D> {
        SavedBody {
            position: body.position.0,
            velocity: body.velocity.0,
            acceleration: body.acceleration.0,
            radius: body.radius,
            inverse_mass: body.inverse_mass,
            restitution: body.restitution,
            calm: body.calm.map(|calm| SavedCalm {
                asleep: calm.asleep,
                slow: calm.slow,
                since: calm.since,
                place: calm.place.0,
                falls: calm.falls,
                slides: calm.slides,
                span: calm.span,
                crowd: calm.crowd,
                crowd_since: calm.crowd_since,
                met: calm.met.into_iter().map(Into::into).collect(),
                leaning: calm.leaning,
            }),
        }
    }
}

impl<const D: usize> FileJson<D, Vec<BodyJson<D>>> {
    fn checkpoint(self) -> Result<Checkpoint<D>, &'static str> {
        if !(self.seconds > 0.0) {
            return Err("the time at which it ends is not positive");
        }
        if self.every.is_some_and(|every| !(every > 0.0)) {
            return Err("the time between checkpoints is not positive");
        }
        Ok(Checkpoint {
            engine: self.engine,
            seed: self.seed,
            seconds: self.seconds,
            every: self.every,
            next: self.next,
            start: StartSums {
                kinetic_energy: self.start.kinetic_energy,
                potential_energy: self.start.potential_energy,
                momentum: self.start.momentum.0,
                absolute_momentum: self.start.absolute_momentum,
            },
            snapshot: Snapshot {
                time: self.time,
                domain: self
                    .domain
                    .domain()
                    .ok_or("its domain needs a boundary an axis")?,
                walls: self.walls.into_iter().map(Wall::from).collect(),
                rest_speed: self.rest_speed,
                tally: self.tally.tally(),
                bodies: self.bodies.into_iter().map(SavedBody::from).collect(),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use osculate_events::generate::{Random, gas};
    use osculate_events::{Cells, Domain, Partner, Simulation, World};

    fn checkpoint() -> Checkpoint<2> {
        let world = World::new(&gas::<2>(50, 0.3, 1, Domain::periodic).unwrap());
        let search = Cells::new(&world);
        let mut simulation = Simulation::new(world, search);
        simulation.run(20.0).unwrap();
        let mut snapshot = simulation.into_world().snapshot();
        // Bits of all kinds, of which numbers of few digits would lose some.
        let mut random = Random::new(3);
        for body in &mut snapshot.bodies {
            body.velocity = [(); 2].map(|()| {
                loop {
                    let number = f64::from_bits(random.bits());
                    if number.is_finite() {
                        return number;
                    }
                }
            });
            body.acceleration = [-0.0, 5e-324];
            body.calm = Some(SavedCalm {
                asleep: false,
                slow: 7,
                since: -1.0 / 3.0,
                place: [f64::MAX, f64::MIN_POSITIVE],
                falls: 2,
                slides: 2,
                crowd: 17,
                crowd_since: -0.125,
                span: -0.0,
                met: vec![
                    Partner::Body(3),
                    Partner::Wall(0),
                    Partner::Face {
                        axis: 1,
                        high: false,
                    },
                ],
                leaning: vec![1, 49],
            });
        }
        snapshot.walls = vec![
            Wall::Plane {
                point: [0.1, 0.2],
                normal: [0.6, 0.8],
            },
            Wall::Segment {
                from: [1.0, 2.0],
                to: [3.0, 4.0],
            },
            Wall::Box {
                low: [1.0, 2.0],
                high: [3.0, 4.0],
            },
            Wall::Ball {
                centre: [1.0, 2.0],
                radius: 0.3,
            },
            Wall::Hollow {
                centre: [1.0, 2.0],
                radius: 0.3,
            },
        ];
        Checkpoint {
            engine: "cells".to_owned(),
            seed: Some(u64::MAX),
            seconds: 40.0,
            every: Some(0.1),
            next: 201,
            start: StartSums {
                kinetic_energy: 0.1 + 0.2,
                potential_energy: -1e-300,
                momentum: [1.0, -1.0],
                absolute_momentum: 3.0,
            },
            snapshot,
        }
    }

    fn written(checkpoint: &Checkpoint<2>) -> String {
        let mut bytes = Vec::new();
        checkpoint.write(&mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn every_bit_comes_back() {
        let before = checkpoint();
        let text = written(&before);
        let AnyCheckpoint::Discs(after) = AnyCheckpoint::parse(&text, "c".as_ref()).unwrap() else {
            panic!("another dimension");
        };
        assert_eq!(*after, before);
        // Zeros of either sign are equal, their digits are not.
        assert_eq!(written(&after), text);
        assert!(text.contains(r#""acceleration":[-0.0,5e-324]"#), "{text}");
    }

    #[test]
    fn damage_is_told() {
        let text = written(&checkpoint());
        let refused = |text: &str| {
            AnyCheckpoint::parse(text, "c.json".as_ref())
                .expect_err("damaged")
                .to_string()
        };
        for length in (0..text.len()).step_by(97) {
            let said = refused(&text[..length]);
            assert!(said.contains("c.json"), "{said}");
        }
        for (from, to, told) in [
            ("osculate-checkpoint", "osculate-trace", "osculate-trace"),
            (r#""version":1"#, r#""version":2"#, "version 2"),
            (r#""dimension":2"#, r#""dimension":3"#, "3 numbers"),
            (r#""dimension":2"#, r#""dimension":4"#, "neither 2 nor 3"),
            (r#""seconds":40.0"#, r#""seconds":-1"#, "not positive"),
            (r#""every":0.1"#, r#""every":0"#, "not positive"),
            (r#""every":0.1"#, r#""every":1e999"#, "out of range"),
            (r#""next":201"#, r#""text":201"#, "unknown field `text`"),
            (r#"["periodic","periodic"]"#, r#"["periodic"]"#, "an axis"),
        ] {
            let said = refused(&text.replacen(from, to, 1));
            assert!(said.contains(told), "{told}: {said}");
        }
    }
}
