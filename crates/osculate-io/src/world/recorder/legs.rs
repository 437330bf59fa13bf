//! How bodies go, as segments of traces.

use super::known;
use glam::{DQuat, DVec3};
use osculate::Placement;
use osculate_world::{BodyHandle, Move, World};

/// A stretch of constant velocity about a point of the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Leg {
    /// Where the pivot is at first, and how the body is turned.
    pub start: Placement,
    pub linear: DVec3,
    pub angular: DVec3,
    /// In the body.
    pub pivot: DVec3,
}

/// From when on, which body, how.
type Row = (f64, u32, Leg);

/// What was told of each body, and what is due.
#[derive(Debug)]
pub(super) struct Legs {
    bodies: Vec<Told>,
    /// Whole frames instead of every leg: how many per second, and how many there were.
    frames: Option<(f64, u64)>,
    /// When the last step, or the last frame, ended.
    since: f64,
}

#[derive(Clone, Copy, Debug)]
struct Told {
    handle: BodyHandle,
    pivot: DVec3,
    /// Where it was when something was last told of it, and whether it then stood.
    placement: Placement,
    stands: bool,
}

impl Legs {
    pub fn new(world: &World, handles: &[BodyHandle], frames: Option<f64>) -> Legs {
        let told = |&handle: &BodyHandle| {
            let placement = known(world.placement(handle));
            let centre = known(world.centre_of_mass(handle)) - placement.position;
            Told {
                handle,
                pivot: placement.rotation.conjugate() * centre,
                placement,
                stands: true,
            }
        };
        Legs {
            bodies: handles.iter().map(told).collect(),
            frames: frames.map(|rate| (rate, frame_at(world.time(), rate))),
            since: world.time(),
        }
    }

    /// What the last step adds.
    pub fn of_step(&mut self, world: &World, numbers: &[u32]) -> Vec<Row> {
        let Some((rate, count)) = self.frames else {
            return self.exactly(world, numbers);
        };
        let passed = frame_at(world.time(), rate);
        if passed <= count {
            return Vec::new();
        }
        self.frames = Some((rate, passed));
        self.frame(world)
    }

    /// What there is to tell at the end: where everything stands.
    pub fn at_end(&mut self, world: &World) -> Vec<Row> {
        let mut rows = match self.frames {
            Some(_) if world.time() > self.since => self.frame(world),
            _ => Vec::new(),
        };
        for (number, told) in self.bodies.iter_mut().enumerate() {
            if !told.stands {
                told.placement = known(world.placement(told.handle));
                rows.push((world.time(), number as u32, told.standing()));
            }
        }
        rows
    }

    /// Everything that bodies did in the last step.
    fn exactly(&mut self, world: &World, numbers: &[u32]) -> Vec<Row> {
        let (start, step) = (self.since, world.time() - self.since);
        self.since = world.time();
        let mut order: Vec<&Move> = world.moves().iter().collect();
        // Those of one body in the order of time.
        order.sort_by(|a, b| {
            let body = a.body.index().cmp(&b.body.index());
            body.then(a.from.total_cmp(&b.from))
        });
        let mut moved = vec![false; self.bodies.len()];
        let mut rows: Vec<Row> = Vec::new();
        let mut last: Option<(usize, f64)> = None;
        for part in order {
            let number = numbers[part.body.index()] as usize;
            let told = &mut self.bodies[number];
            if let Some((before, until)) = last
                && (before != number || until < part.from)
            {
                rest(&mut rows, before, start + step * until, until);
            }
            let speed = 1.0 / (step * (1.0 - part.from));
            let leg = Leg {
                start: part.start,
                linear: speed * part.shift,
                angular: speed * part.turn,
                pivot: told.pivot,
            };
            told.stands = false;
            moved[number] = true;
            rows.push((start + step * part.from, number as u32, leg));
            last = Some((number, part.until));
        }
        if let Some((before, until)) = last {
            rest(&mut rows, before, start + step * until, until);
        }
        // Who went until the end of the step before and does no longer.
        for (number, told) in self.bodies.iter_mut().enumerate() {
            if !moved[number] && !told.stands {
                told.placement = known(world.placement(told.handle));
                told.stands = true;
                rows.push((start, number as u32, told.standing()));
            }
        }
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        rows
    }

    /// Straight from where bodies were at the last frame to where they are.
    fn frame(&mut self, world: &World) -> Vec<Row> {
        let (start, now) = (self.since, world.time());
        self.since = now;
        let mut rows = Vec::new();
        for (number, told) in self.bodies.iter_mut().enumerate() {
            let before = told.placement;
            let to = known(world.placement(told.handle));
            let stands = before == to;
            if stands && told.stands {
                continue;
            }
            let seconds = now - start;
            let leg = Leg {
                linear: (told.centre(&to) - told.centre(&before)) / seconds,
                angular: turn_between(before.rotation, to.rotation) / seconds,
                ..told.standing()
            };
            rows.push((start, number as u32, leg));
            (told.placement, told.stands) = (to, stands);
        }
        rows
    }
}

impl Told {
    fn centre(&self, at: &Placement) -> DVec3 {
        at.position + at.rotation * self.pivot
    }

    /// At rest, where something was last told of it.
    fn standing(&self) -> Leg {
        Leg {
            start: Placement {
                position: self.centre(&self.placement),
                rotation: self.placement.rotation,
            },
            linear: DVec3::ZERO,
            angular: DVec3::ZERO,
            pivot: self.pivot,
        }
    }
}

/// How many frames there have been by `time`; one that is due at it, but for rounding, is among them.
fn frame_at(time: f64, rate: f64) -> u64 {
    (time * rate * (1.0 + 1e-12)).floor() as u64
}

/// Lets the body of the last row stand from `time` on, if that is before the end of the step.
fn rest(rows: &mut Vec<Row>, body: usize, time: f64, until: f64) {
    if let Some(&(from, _, leg)) = rows.last()
        && until < 1.0
    {
        let passed = time - from;
        let rotation = by_vector(passed * leg.angular) * leg.start.rotation;
        let position = leg.start.position + passed * leg.linear;
        let start = Placement { position, rotation };
        let (linear, angular) = (DVec3::ZERO, DVec3::ZERO);
        let stands = Leg {
            start,
            linear,
            angular,
            ..leg
        };
        rows.push((time, body as u32, stands));
    }
}

/// The rotation by a vector.
fn by_vector(turn: DVec3) -> DQuat {
    let angle = turn.length();
    if angle == 0.0 {
        return DQuat::IDENTITY;
    }
    DQuat::from_axis_angle(turn / angle, angle)
}

/// The vector of the shorter turn from one rotation to another.
fn turn_between(from: DQuat, to: DQuat) -> DVec3 {
    let turn = (to * from.conjugate()).normalize();
    let shorter = if turn.w < 0.0 { -turn } else { turn };
    shorter.to_scaled_axis()
}
