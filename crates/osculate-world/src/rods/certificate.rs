//! The proof that nothing passes through anything, whatever the solver wants.
//!
//! Everything starts without touching. All vertices are to go on straight lines to where the solver led them, at the same time, and every two
//! features are to keep a small distance on the way, or the one that they start with if that is smaller, but for rounding. If the exact
//! queries show that they do, ends included, then that is what they do, and they do not touch where they start next. If some do not, then
//! their own vertices go less far, and everything is asked again. After some rounds those that still fail do not move at all; each further
//! round adds at least one vertex to these, and if none moves nothing fails: it ends.
//!
//! The distance is there so that things that are pressed together do not come closer and closer, until rounding hides which side they are on.

use super::bodies::{Body, Obstacles, Plane, Way};
use super::surroundings::{SCOPE, Surroundings};
use glam::DVec3;
use osculate::query::deforming::{DeformingContact, deforming_contacts};

/// How much of the free way is gone.
const SHARE: f64 = 0.9;
/// After so many rounds what fails does not move.
const ROUNDS: u32 = 8;

/// How much of their ways things may go.
#[derive(Clone, Debug, Default)]
pub(super) struct Certificate {
    /// By particle.
    pub(super) fractions: Vec<f64>,
    /// By obstacle.
    pub(super) bodies: Vec<f64>,
    /// Where everything was led to.
    wanted: Vec<DVec3>,
    lowered: Vec<f64>,
    /// By vertex: whether it goes elsewhere than when it was last asked about.
    is_changed: Vec<bool>,
    /// Where everything went then.
    asked: Vec<DVec3>,
    /// By vertex: whether the round before lowered it.
    was_lowered: Vec<bool>,
    /// By vertex: whether it goes nowhere.
    rests: Vec<bool>,
}

/// How far a point is above a half-space, less what rounding may have added: the error of three products, two sums and a difference
/// is below 8·2⁻⁵³ of the sum of their magnitudes.
fn proven_height(plane: &Plane, point: DVec3) -> f64 {
    let terms = (plane.normal * point).abs();
    let error = (terms.x + terms.y + terms.z + plane.offset.abs()) * 8.0 * f64::EPSILON;
    plane.normal.dot(point) - plane.offset - error
}

/// Whether a point is proven to be outside of all half-spaces.
pub(super) fn is_outside(obstacles: &Obstacles, point: DVec3) -> bool {
    (obstacles.planes.iter()).all(|plane| proven_height(plane, point) > 0.0)
}

/// Whether a point that starts outside keeps a distance from all half-spaces on a straight line, or does not come nearer than it is. Heights are
/// linear along the way: what holds at both ends holds between.
fn keeps(obstacles: &Obstacles, distance: f64, start: DVec3, end: DVec3) -> bool {
    obstacles.planes.iter().all(|plane| {
        let height = proven_height(plane, end);
        height > 0.0 && (height >= distance || height >= proven_height(plane, start))
    })
}

/// Everything that would touch on the way to `ends`; none if these are not finite, so that nothing can be asked.
pub(super) fn hits(
    surroundings: &mut Surroundings,
    ends: &[DVec3],
) -> Option<Vec<DeformingContact>> {
    surroundings.mesh.set_ends(ends).ok()?;
    Some(deforming_contacts(&surroundings.mesh, SCOPE).collect())
}

impl Certificate {
    /// Changes `ends` to where everything may go. It starts where the mesh of `surroundings` does.
    pub(super) fn limit(
        &mut self,
        surroundings: &mut Surroundings,
        obstacles: &Obstacles,
        ways: &[Way],
        ends: &mut Vec<DVec3>,
    ) {
        self.begin(surroundings, obstacles, ways, ends);
        let most = ROUNDS + ends.len() as u32 + 1;
        for round in 0..most {
            self.place(surroundings, obstacles, ways, ends);
            if !self.lower(surroundings, obstacles, ends, round) {
                return;
            }
        }
        // Rounds have an end before that: each stops something that moves.
        self.hold(surroundings.particles, obstacles.bodies.len());
        self.place(surroundings, obstacles, ways, ends);
    }

    /// Everything may go its whole way, but for what is led nowhere, and bodies that turn so far that straight lines are no guide.
    fn begin(
        &mut self,
        surroundings: &Surroundings,
        obstacles: &Obstacles,
        ways: &[Way],
        ends: &[DVec3],
    ) {
        self.fractions.clear();
        self.fractions.resize(surroundings.particles, 1.0);
        self.wanted.clear();
        let particles = ends[..surroundings.particles].iter().enumerate();
        for (index, &end) in particles {
            let is_good = end.is_finite();
            let start = surroundings.mesh.paths()[index].start();
            self.wanted.push(if is_good { end } else { start });
            self.fractions[index] = if is_good { 1.0 } else { 0.0 };
        }
        let aside = surroundings.aside();
        let share = |(body, way): (&Body, &Way)| {
            let turn = way.turn.length();
            match way.shift.is_finite() && turn.is_finite() {
                true => (body.most_turn(aside) / turn).min(1.0),
                false => 0.0,
            }
        };
        self.bodies.clear();
        let bodies = obstacles.bodies.iter().zip(ways);
        self.bodies.extend(bodies.map(share));
    }

    /// Nothing may move: where nothing can be proven.
    pub(super) fn hold(&mut self, particles: usize, bodies: usize) {
        self.fractions.clear();
        self.fractions.resize(particles, 0.0);
        self.bodies.clear();
        self.bodies.resize(bodies, 0.0);
    }

    /// Where contacts are ignored: everything may go where it is led to, but for what is led nowhere.
    pub(super) fn allow(&mut self, starts: &[DVec3], ends: &mut [DVec3]) {
        self.fractions.clear();
        self.bodies.clear();
        for (end, start) in ends.iter_mut().zip(starts) {
            let is_good = end.is_finite();
            self.fractions.push(if is_good { 1.0 } else { 0.0 });
            *end = if is_good { *end } else { *start };
        }
    }

    /// How much of its way a particle may go.
    pub(super) fn of_particle(&self, index: usize) -> f64 {
        self.fractions.get(index).copied().unwrap_or(1.0)
    }

    /// The same of an obstacle.
    pub(super) fn of_body(&self, index: usize) -> f64 {
        self.bodies.get(index).copied().unwrap_or(1.0)
    }

    /// Sets the ends by the fractions.
    fn place(
        &self,
        surroundings: &Surroundings,
        obstacles: &Obstacles,
        ways: &[Way],
        ends: &mut Vec<DVec3>,
    ) {
        let paths = surroundings.mesh.paths();
        ends.truncate(surroundings.particles);
        for (index, &fraction) in self.fractions.iter().enumerate() {
            let (start, wanted) = (paths[index].start(), self.wanted[index]);
            ends[index] = match fraction {
                1.0 => wanted,
                0.0 => start,
                _ => start + fraction * (wanted - start),
            };
        }
        for (index, (body, &fraction)) in obstacles.bodies.iter().zip(&self.bodies).enumerate() {
            match fraction {
                // To the last bit where it starts: a placement is rounded.
                0.0 => ends.extend_from_slice(&obstacles.vertices[body.vertices.clone()]),
                _ => body.place(&body.after(&ways[index], fraction), ends),
            }
        }
    }

    /// Lowers the fractions of what fails on the way to the ends; false if nothing that moves does.
    fn lower(
        &mut self,
        surroundings: &mut Surroundings,
        obstacles: &Obstacles,
        ends: &[DVec3],
        round: u32,
    ) -> bool {
        let share = if round < ROUNDS { SHARE } else { 0.0 };
        self.lowered.clear();
        self.lowered.resize(ends.len(), 1.0);
        let mut is_free = true;
        let distance = surroundings.distance();
        for (particle, &end) in ends[..surroundings.particles].iter().enumerate() {
            let start = surroundings.mesh.paths()[particle].start();
            if end != start && !keeps(obstacles, distance, start, end) {
                self.lowered[particle] = 0.5 * share;
                is_free = false;
            }
        }
        self.note_changes(ends, round);
        let starts = surroundings.mesh.paths().iter().map(|path| path.start());
        self.rests.clear();
        self.rests
            .extend(starts.zip(ends).map(|(start, end)| start == *end));
        let Some((step, is_new)) = surroundings.on_way(ends, distance) else {
            // Coordinates that are too large for the queries: nothing is proven, and nothing moves.
            self.hold(surroundings.particles, obstacles.bodies.len());
            // Of what was not asked nothing is known.
            self.was_lowered.clear();
            self.was_lowered.resize(ends.len(), true);
            return true;
        };
        let changed = (!is_new && round > 0).then_some(&self.is_changed[..]);
        for near in step.too_near(changed) {
            let (vertices, count) = near.vertices(step.mesh());
            for &vertex in &vertices[..count] {
                // All vertices that fail and move go less far. If all that fail rest, then what they do is what was proven: to
                // stop where they are.
                if !self.rests[vertex as usize] {
                    let lowered = &mut self.lowered[vertex as usize];
                    *lowered = lowered.min(share * near.contact.lower);
                    is_free = false;
                }
            }
        }
        self.was_lowered.clear();
        let was_lowered = self.lowered.iter().map(|&lowered| lowered < 1.0);
        self.was_lowered.extend(was_lowered);
        let (particles, bodies) = self.lowered.split_at(surroundings.particles);
        for (fraction, lowered) in self.fractions.iter_mut().zip(particles) {
            *fraction *= lowered;
        }
        for (fraction, body) in self.bodies.iter_mut().zip(&obstacles.bodies) {
            let lowered = bodies[body.vertices.clone()].iter();
            *fraction *= lowered.fold(1.0_f64, |least, &other| least.min(other));
        }
        !is_free
    }

    /// Notes which vertices go elsewhere than when they were asked about in the round before. A pair none of whose vertices does keeps what was shown of
    /// it. What was told to go less far counts too: rounding may lead it to the same place.
    fn note_changes(&mut self, ends: &[DVec3], round: u32) {
        self.is_changed.clear();
        if round > 0 {
            let ways = ends.iter().zip(&self.asked).zip(&self.was_lowered);
            self.is_changed
                .extend(ways.map(|((end, asked), lowered)| *lowered || end != asked));
        }
        self.asked.clear();
        self.asked.extend_from_slice(ends);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cable, Obstacle, RodMaterial, RodSettings, Rods};
    use super::*;
    use osculate::{Placement, mesh::cuboid};

    /// Where a body is led beyond all numbers in the first part ever, nothing is asked, and nothing moves.
    #[test]
    fn what_leads_beyond_all_numbers_stays() {
        let mut rods = Rods::new(RodSettings::default()).unwrap();
        for (name, along, at) in [("one", DVec3::X, 0.0), ("other", DVec3::Y, 0.012)] {
            let points = (0..4).map(|i| (0.1 * f64::from(i) - 0.15) * along + at * DVec3::Z);
            let cable = Cable::new(name, points.collect(), RodMaterial::rope(5e-3));
            rods.add(cable).unwrap();
        }
        let plate = Obstacle::mesh(cuboid(DVec3::ONE).unwrap());
        let plate = plate.at(Placement::at(9.0 * DVec3::X));
        rods.add_obstacle(plate).unwrap();
        let mut engine = rods.new_engine();
        let surroundings = engine.surroundings.as_mut().unwrap();
        let starts: Vec<DVec3> = rods.places().collect();
        assert!(
            surroundings
                .on_way(&starts, surroundings.distance())
                .is_some()
        );
        let way = Way {
            shift: DVec3::X,
            to: Some(Placement::at(DVec3::INFINITY)),
            ..Way::default()
        };
        let mut certificate = Certificate::default();
        let mut ends = starts.clone();
        certificate.limit(surroundings, &rods.obstacles, &[way], &mut ends);
        assert_eq!(ends, starts);
        assert_eq!(certificate.of_body(0), 0.0);
    }
}
