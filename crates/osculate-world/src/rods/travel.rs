//! How long a part may be, so that nothing travels far in relation to what is near.
//!
//! Cables that knots join and bodies are groups, each with a box around it. Within a group, and between two whose boxes could meet, a part is
//! so short that nothing goes further than an edge is long, or than the boxes are apart. Groups that cannot meet in a part do not shorten it.

use super::bodies::Obstacles;
use super::parts::Parts;
use glam::DVec3;

/// What travels together.
#[derive(Clone, Copy, Debug)]
struct Group {
    low: DVec3,
    high: DVec3,
    velocity: DVec3,
    /// How much faster or slower parts of it are than that.
    spread: f64,
    /// The mean length of its edges; of a body without end.
    edge: f64,
    /// Of a body: it does not meet itself, nor other bodies.
    is_body: bool,
}

/// Memory for groups.
#[derive(Clone, Debug, Default)]
pub(super) struct Travel {
    groups: Vec<Group>,
    /// By particle that stands for a group: its number, how many there are, and the sum of their velocities.
    numbers: Vec<u32>,
    counts: Vec<(f64, f64, f64)>,
}

impl Group {
    fn around(low: DVec3, high: DVec3, is_body: bool) -> Group {
        Group {
            low,
            high,
            velocity: DVec3::ZERO,
            spread: 0.0,
            edge: f64::INFINITY,
            is_body,
        }
    }

    fn distance(&self, other: &Group) -> f64 {
        let apart = (other.low - self.high).max(self.low - other.high);
        apart.max(DVec3::ZERO).length()
    }
}

impl Travel {
    /// The longest part, at most so long.
    pub(super) fn longest(
        &mut self,
        parts: &Parts,
        of_particle: &[u32],
        obstacles: &Obstacles,
        mut part: f64,
    ) -> f64 {
        self.find_cables(parts, of_particle);
        self.find_bodies(obstacles);
        for (i, one) in self.groups.iter().enumerate() {
            if !one.is_body && one.spread * part > one.edge {
                part = one.edge / one.spread;
            }
            for other in &self.groups[..i] {
                let speed = (one.velocity - other.velocity).length() + one.spread + other.spread;
                let reach = one.edge.min(other.edge).max(one.distance(other));
                if !(one.is_body && other.is_body) && speed * part > reach {
                    part = reach / speed;
                }
            }
        }
        part
    }

    fn find_cables(&mut self, parts: &Parts, of_particle: &[u32]) {
        let particles = &parts.particles;
        self.groups.clear();
        self.counts.clear();
        self.numbers.clear();
        self.numbers.resize(particles.len(), u32::MAX);
        let velocity = |i: usize| match particles.is_held[i] {
            true => particles.drives[i],
            false => particles.velocities[i],
        };
        for (i, &of) in of_particle.iter().enumerate() {
            let at = particles.positions[i];
            if self.numbers[of as usize] == u32::MAX {
                self.numbers[of as usize] = self.groups.len() as u32;
                self.groups.push(Group::around(at, at, false));
                self.counts.push((0.0, 0.0, 0.0));
            }
            let number = self.numbers[of as usize] as usize;
            let group = &mut self.groups[number];
            (group.low, group.high) = (group.low.min(at), group.high.max(at));
            group.velocity += velocity(i);
            self.counts[number].0 += 1.0;
        }
        for (group, count) in self.groups.iter_mut().zip(&self.counts) {
            group.velocity /= count.0;
        }
        for (i, &of) in of_particle.iter().enumerate() {
            let group = &mut self.groups[self.numbers[of as usize] as usize];
            group.spread = group.spread.max((velocity(i) - group.velocity).length());
        }
        for edge in &parts.edges {
            let of = of_particle[edge.ends[0] as usize];
            let (_, edges, sum) = &mut self.counts[self.numbers[of as usize] as usize];
            (*edges, *sum) = (*edges + 1.0, *sum + edge.placed.max(2.0 * edge.radius));
        }
        for (group, (_, edges, sum)) in self.groups.iter_mut().zip(&self.counts) {
            group.edge = sum / edges;
        }
    }

    fn find_bodies(&mut self, obstacles: &Obstacles) {
        for body in &obstacles.bodies {
            let vertices = obstacles.vertices[body.vertices.clone()].iter();
            let low = vertices.clone().fold(DVec3::INFINITY, |a, b| a.min(*b));
            let high = vertices.fold(DVec3::NEG_INFINITY, |a, b| a.max(*b));
            self.groups.push(Group {
                velocity: body.velocity,
                spread: body.spin.length() * body.reach,
                ..Group::around(low, high, true)
            });
        }
    }
}
