use super::*;
use osculate_events::generate::gas;
use osculate_events::{Ball, Cells, Event, Scene, Simulation, World};
use std::io::Write;

/// From how many bytes on lines are written.
const FULL: usize = 1 << 16;

/// Writes a trace, whole lines only, so that what was written is a valid trace at any time.
#[derive(Debug)]
struct VersionOneWriter<W: Write> {
    writer: W,
    lines: Vec<u8>,
    events: u64,
}

impl<W: Write> VersionOneWriter<W> {
    /// Starts a trace of `world` as it is now.
    fn new<const D: usize>(writer: W, world: &World<D>) -> io::Result<VersionOneWriter<W>> {
        let all = || 0..world.len() as u32;
        let state = |body| world.state(body, world.now());
        let accelerations: Vec<Numbers<D>> = all()
            .map(|body| Numbers(world.waking_acceleration(body)))
            .collect();
        let header = HeaderJson {
            format: FORMAT.to_owned(),
            version: VERSION,
            dimension: D,
            time: world.time(),
            domain: world.domain().into(),
            walls: world.walls().iter().map(WallJson::from).collect(),
            radii: all().map(|body| world.radius(body)).collect(),
            masses: all().map(|body| world.mass(body)).collect(),
            positions: all().map(|body| Numbers(state(body).0)).collect(),
            velocities: all().map(|body| Numbers(state(body).1)).collect(),
            accelerations: (accelerations.iter().any(|numbers| !numbers.is_zero()))
                .then_some(accelerations),
            asleep: all().filter(|&body| world.asleep(body)).collect(),
        };
        let mut trace = VersionOneWriter {
            writer,
            lines: Vec::with_capacity(2 * FULL),
            events: 0,
        };
        trace.line(&header)?;
        trace.flush()?;
        Ok(trace)
    }

    /// Adds the event that was just applied.
    fn event<const D: usize>(&mut self, world: &World<D>, event: &Event) -> io::Result<()> {
        let now = world.now();
        let changed = world.changed().iter().map(|&body| {
            let (position, velocity) = world.state(body, now);
            ChangeJson {
                body,
                position: Numbers(position),
                velocity: Numbers(velocity),
                asleep: world.asleep(body),
            }
        });
        self.events += 1;
        self.line(&EventJson::<D> {
            time: world.time(),
            body: event.body,
            partner: event.partner.into(),
            changed: changed.collect(),
        })
    }

    /// Writes the last line.
    fn end(mut self, why: &str, time: f64) -> io::Result<()> {
        let events = self.events;
        self.line(&EndJson {
            end: why.to_owned(),
            time,
            events,
        })?;
        self.flush()
    }

    /// Writes the lines that were kept back.
    fn flush(&mut self) -> io::Result<()> {
        self.writer.write_all(&self.lines)?;
        self.lines.clear();
        self.writer.flush()
    }

    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.lines, value)?;
        self.lines.push(b'\n');
        if self.lines.len() >= FULL {
            self.flush()?;
        }
        Ok(())
    }
}

impl<const D: usize> VersionOneBody<D> {
    /// Where it is at `time` if it meets nothing before, and its velocity then.
    pub fn at(&self, time: f64) -> (Vector<D>, Vector<D>) {
        let passed = time - self.time;
        let a = if self.asleep {
            [0.0; D]
        } else {
            self.acceleration
        };
        let (p, v) = (&self.position, &self.velocity);
        (
            std::array::from_fn(|axis| p[axis] + passed * (v[axis] + 0.5 * passed * a[axis])),
            std::array::from_fn(|axis| v[axis] + passed * a[axis]),
        )
    }
}

pub(in super::super) fn traced<const D: usize>(
    scene: &Scene<D>,
    seconds: f64,
) -> (String, World<D>) {
    let world = World::new(scene);
    let mut bytes = Vec::new();
    let mut trace = VersionOneWriter::new(&mut bytes, &world).unwrap();
    let search = Cells::new(&world);
    let mut simulation = Simulation::new(world, search);
    while let Some(event) = simulation.step(seconds).unwrap() {
        trace.event(simulation.world(), &event).unwrap();
    }
    simulation.advance(seconds);
    trace.end("time reached", seconds).unwrap();
    (String::from_utf8(bytes).unwrap(), simulation.into_world())
}

/// The largest distance between where replaying leaves a body and where it is.
fn error<const D: usize>(text: &str, world: &World<D>) -> f64 {
    let mut reader = VersionOneReader::<D, _>::new(text.as_bytes()).unwrap();
    let mut state = reader.header().clone();
    for event in &mut reader {
        state.apply(&event.unwrap());
    }
    let end = reader.end().expect("an end");
    let mut worst = 0.0_f64;
    for (body, traced) in state.bodies.iter().enumerate() {
        let here = traced.at(end.time);
        let there = world.state(body as u32, world.now());
        for axis in 0..D {
            worst = worst.max((here.0[axis] - there.0[axis]).abs());
            worst = worst.max((here.1[axis] - there.1[axis]).abs());
        }
    }
    worst
}

pub(in super::super) fn pile() -> Scene<2> {
    let balls = (0..20).map(|number| {
        let (column, row) = (number % 4, number / 4);
        let x = 1.5 + 2.5 * f64::from(column) + 0.1 * f64::from(row);
        let mut ball = Ball::new([x, 1.5 + 2.5 * f64::from(row)], [0.0; 2], 1.0);
        ball.acceleration = [0.0, -9.81];
        ball.restitution = 0.5;
        ball
    });
    let domain = Domain::walls([0.0; 2], [11.0, 30.0]);
    Scene::new(balls.collect(), domain, Vec::new()).unwrap()
}

#[test]
fn replaying_leads_to_the_end() {
    let (text, world) = traced(&gas::<2>(60, 0.4, 1, Domain::walls).unwrap(), 30.0);
    assert!(text.lines().count() > 500);
    assert!(error(&text, &world) < 1e-12);
    let (text, world) = traced(&gas::<3>(60, 0.3, 1, Domain::periodic).unwrap(), 30.0);
    assert!(error(&text, &world) < 1e-12);
    let (text, world) = traced(&pile(), 20.0);
    assert!(world.tally().sleeping > 10 && text.contains(r#""asleep":true"#));
    assert!(error(&text, &world) < 1e-12);
}

#[test]
fn any_prefix_of_whole_lines_is_a_trace() {
    let (text, _) = traced(&gas::<2>(10, 0.3, 1, Domain::walls).unwrap(), 5.0);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for count in 1..lines.len() {
        let part = lines[..count].concat();
        let mut reader = VersionOneReader::<2, _>::new(part.as_bytes()).unwrap();
        assert_eq!(reader.by_ref().filter(Result::is_ok).count(), count - 1);
        assert_eq!(reader.end(), None);
        let cut = &part[..part.len() - 3];
        let error = match VersionOneReader::<2, _>::new(cut.as_bytes()) {
            Ok(reader) => reader.last().unwrap().expect_err("a cut line"),
            Err(error) => error,
        };
        assert!(
            matches!(error, VersionOneError::Cut { line } if line == count as u64),
            "{error}"
        );
    }
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let (text, _) = traced(&gas::<2>(10, 0.3, 1, Domain::walls).unwrap(), 5.0);
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let last = lines.len();
    let told = |line: usize, change: &dyn Fn(&str) -> String| {
        let mut bad = lines.clone();
        bad[line - 1] = change(&bad[line - 1]);
        let text = bad.join("\n") + "\n";
        let error = match VersionOneReader::<2, _>::new(text.as_bytes()) {
            Ok(mut reader) => reader.find_map(Result::err).expect("a bad line"),
            Err(error) => error,
        };
        let said = error.to_string();
        assert!(said.contains(&format!("line {line} ")), "{said}");
    };
    told(1, &|_| String::new());
    told(1, &|line| line.replace("trace", "checkpoint"));
    told(1, &|line| {
        line.replace(r#""dimension":2"#, r#""dimension":3"#)
    });
    told(1, &|line| line.replace(r#""masses":["#, r#""masses":[1,"#));
    told(3, &|_| "{".to_owned());
    told(3, &|line| {
        line.replacen(r#""body":"#, r#""body":1"#, 2) + "x"
    });
    told(3, &|line| line.replace(r#""time":"#, r#""time":-"#));
    told(4, &|line| line.replacen(r#"[{"body":"#, r#"[{"body":4"#, 1));
    told(last, &|line| line.replace(r#""events":"#, r#""events":1"#));
    let more = format!("{text}{{}}\n");
    let reader = VersionOneReader::<2, _>::new(more.as_bytes()).unwrap();
    let error = reader.last().unwrap().expect_err("a line after the end");
    assert!(error.to_string().contains("follows the end"), "{error}");
}
