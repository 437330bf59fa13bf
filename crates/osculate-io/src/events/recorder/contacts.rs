//! Where bodies meet, and with which impulse.

use super::{Change, Start};
use osculate_events::{Boundary, Domain, Partner, Vector, Wall};
use osculate_trace::Events;

/// The points, normals and impulses of events.
#[derive(Debug)]
pub(super) struct Contacts<const D: usize> {
    radii: Vec<f64>,
    masses: Vec<f64>,
    walls: Vec<Wall<D>>,
    domain: Domain<D>,
    /// How each body moves, and since when.
    motions: Vec<(f64, Change<D>)>,
    points: Vec<f64>,
    normals: Vec<f64>,
    impulses: Vec<f64>,
}

impl<const D: usize> Contacts<D> {
    pub fn new(start: &Start<D>) -> Contacts<D> {
        let motions = start.changes.iter().map(|&change| (start.time, change));
        Contacts {
            radii: start.radii.clone(),
            masses: start.masses.clone(),
            walls: start.walls.to_vec(),
            domain: start.domain,
            motions: motions.collect(),
            points: Vec::new(),
            normals: Vec::new(),
            impulses: Vec::new(),
        }
    }

    /// Adds an event after which bodies move as `rows` say.
    pub fn event(&mut self, time: f64, body: u32, partner: Partner, rows: &[(f64, Change<D>)]) {
        let number = body as usize;
        let (place, before) = self.at(number, time);
        let normal = self.normal(place, partner, time);
        let after = rows.iter().find(|(_, change)| change.body == body);
        let after = after.map_or(before, |(_, change)| change.velocity);
        // At the ends of a periodic domain nothing is met.
        let normal = normal.unwrap_or([f64::NAN; D]);
        let along: f64 = (0..D)
            .map(|axis| (after[axis] - before[axis]) * normal[axis])
            .sum();
        let point = (0..D).map(|axis| place[axis] - self.radii[number] * normal[axis]);
        self.points.extend(point);
        self.normals.extend(normal);
        self.impulses.push(self.masses[number] * along);
        for row in rows {
            self.motions[row.1.body as usize] = *row;
        }
    }

    /// Puts what there is into a line.
    pub fn hand_over(&mut self, events: &mut Events) {
        events.point = Some(std::mem::take(&mut self.points).into());
        events.normal = Some(std::mem::take(&mut self.normals).into());
        events.impulse = Some(std::mem::take(&mut self.impulses).into());
    }

    /// Where a body is, and its velocity, as it last moved.
    fn at(&self, body: usize, time: f64) -> (Vector<D>, Vector<D>) {
        let (since, change) = &self.motions[body];
        let passed = time - since;
        let (p, v, a) = (&change.position, &change.velocity, &change.acceleration);
        (
            std::array::from_fn(|axis| p[axis] + passed * (v[axis] + 0.5 * passed * a[axis])),
            std::array::from_fn(|axis| v[axis] + passed * a[axis]),
        )
    }

    /// From what is met to the body at `place`.
    fn normal(&self, place: Vector<D>, partner: Partner, time: f64) -> Option<Vector<D>> {
        match partner {
            Partner::Body(other) => {
                let there = self.at(other as usize, time).0;
                let between: Vector<D> = std::array::from_fn(|axis| {
                    let between = place[axis] - there[axis];
                    match self.domain.boundary[axis] {
                        Boundary::Periodic => {
                            let side = self.domain.side(axis);
                            between - side * (between / side).round()
                        }
                        _ => between,
                    }
                });
                let length = between.iter().map(|x| x * x).sum::<f64>().sqrt();
                (length > 0.0).then(|| between.map(|x| x / length))
            }
            Partner::Wall(wall) => Some(self.walls[wall as usize].separation(&place).1),
            Partner::Face { axis, high } => {
                let axis = usize::from(axis);
                let inwards = if high { -1.0 } else { 1.0 };
                (self.domain.boundary[axis] != Boundary::Periodic)
                    .then(|| std::array::from_fn(|n| if n == axis { inwards } else { 0.0 }))
            }
        }
    }
}
