//! How long a part may be, so that nothing travels far in relation to what is near.
//!
//! Cables that knots join and bodies are groups, each with a box around it. Within a group, and between two whose boxes could meet, a part is
//! so short that nothing goes further than an edge is long, or than the boxes are apart. Groups that cannot meet in a part do not shorten it. Where
//! groups of cables could, pieces of them are looked at in the same way: ends of a long rope do not meet, however fast they part.

use super::bodies::Obstacles;
use super::parts::Parts;
use glam::DVec3;

/// How many edges a piece of a cable has.
const PIECE: usize = 16;

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
    /// Pieces of cables, those of a group one after the other, and the first of each group.
    pieces: Vec<Group>,
    starts: Vec<usize>,
    sorted: Vec<(u32, Group)>,
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

    /// The longest part in which nothing of this and another goes further than an edge, or than they are apart.
    fn allows(&self, other: &Group) -> f64 {
        let speed = (self.velocity - other.velocity).length() + self.spread + other.spread;
        self.edge.min(other.edge).max(self.distance(other)) / speed
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
        self.starts.clear();
        for i in 0..self.groups.len() {
            let one = self.groups[i];
            if !one.is_body && one.spread * part > one.edge {
                self.find_pieces(parts, of_particle);
                part = self.among_pieces([i, i], part);
            }
            for j in 0..i {
                let other = self.groups[j];
                if !(one.is_body && other.is_body) && one.allows(&other) < part {
                    self.find_pieces(parts, of_particle);
                    part = self.among_pieces([i, j], part);
                }
            }
        }
        part
    }

    /// The longest part for the pieces of two groups, or of one.
    fn among_pieces(&self, [one, other]: [usize; 2], mut part: f64) -> f64 {
        for (i, a) in self.pieces_of(one).iter().enumerate() {
            let others = match one == other {
                true => {
                    part = part.min(a.edge / a.spread);
                    &self.pieces_of(one)[..i]
                }
                false => self.pieces_of(other),
            };
            part = others.iter().fold(part, |part, b| part.min(a.allows(b)));
        }
        part
    }

    /// A body is one piece.
    fn pieces_of(&self, group: usize) -> &[Group] {
        match self.starts.get(group..group + 2) {
            Some(&[first, end]) => &self.pieces[first..end],
            _ => &self.groups[group..=group],
        }
    }

    fn find_pieces(&mut self, parts: &Parts, of_particle: &[u32]) {
        if !self.starts.is_empty() {
            return;
        }
        self.sorted.clear();
        for strand in &parts.strands {
            let number = self.numbers[of_particle[strand.points[0] as usize] as usize];
            let edges = strand.edges.clone().step_by(PIECE);
            for first in edges {
                let edges = &parts.edges[first..strand.edges.end.min(first + PIECE)];
                let ends = || {
                    edges
                        .iter()
                        .flat_map(|edge| edge.ends)
                        .map(|end| end as usize)
                };
                let at = |i: usize| parts.particles.positions[i];
                let low = ends().fold(DVec3::INFINITY, |low, i| low.min(at(i)));
                let high = ends().fold(DVec3::NEG_INFINITY, |high, i| high.max(at(i)));
                let sum: DVec3 = ends().map(|i| parts.particles.going(i)).sum();
                let velocity = sum / (2 * edges.len()) as f64;
                let spread = ends().map(|i| (parts.particles.going(i) - velocity).length());
                let piece = Group {
                    velocity,
                    spread: spread.fold(0.0, f64::max),
                    edge: self.groups[number as usize].edge,
                    ..Group::around(low, high, false)
                };
                self.sorted.push((number, piece));
            }
        }
        // The order within a group does not matter: the least of all pairs is taken. A stable sort would allocate.
        self.sorted.sort_unstable_by_key(|(number, _)| *number);
        self.pieces.clear();
        for (index, (number, piece)) in self.sorted.iter().enumerate() {
            while self.starts.len() <= *number as usize {
                self.starts.push(index);
            }
            self.pieces.push(*piece);
        }
        self.starts.push(self.pieces.len());
    }

    fn find_cables(&mut self, parts: &Parts, of_particle: &[u32]) {
        let particles = &parts.particles;
        self.groups.clear();
        self.counts.clear();
        self.numbers.clear();
        self.numbers.resize(particles.len(), u32::MAX);
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
            group.velocity += particles.going(i);
            self.counts[number].0 += 1.0;
        }
        for (group, count) in self.groups.iter_mut().zip(&self.counts) {
            group.velocity /= count.0;
        }
        for (i, &of) in of_particle.iter().enumerate() {
            let group = &mut self.groups[self.numbers[of as usize] as usize];
            group.spread = group
                .spread
                .max((particles.going(i) - group.velocity).length());
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

#[cfg(test)]
mod tests {
    use super::super::{Cable, RodMaterial, RodSettings, Rods};
    use super::Travel;
    use glam::DVec3;

    /// The longest part of a rope of 500 edges, at most 1/240 s, that goes ever faster towards one end: by 10 m/s in all.
    fn longest(at: impl Fn(f64) -> DVec3) -> f64 {
        let mut rods = Rods::new(RodSettings::default()).unwrap();
        let points = (0..=500).map(|i| at(f64::from(i))).collect();
        let cable = Cable::new("rope", points, RodMaterial::rope(2e-3));
        rods.add(cable).unwrap();
        for (i, velocity) in rods.parts.particles.velocities.iter_mut().enumerate() {
            *velocity = 0.02 * i as f64 * DVec3::Z;
        }
        let groups = vec![0; 501];
        Travel::default().longest(&rods.parts, &groups, &rods.obstacles, 1.0 / 240.0)
    }

    /// Ends of a straight rope do not meet, and do not make parts shorter; those of an open ring could, 3 cm apart. It would fail if only whole cables were looked at, or if pieces
    /// were not compared with each other.
    #[test]
    fn only_what_is_near_shortens_parts() {
        assert_eq!(longest(|i| 0.01 * i * DVec3::X), 1.0 / 240.0);
        let radius = 5.03 / std::f64::consts::TAU;
        let ring = longest(|i| {
            let (sine, cosine) = libm::sincos(0.01 * i / radius);
            radius * DVec3::new(cosine, sine, 0.0)
        });
        assert!(ring > 0.03 / 11.0 && ring < 0.031 / 9.5, "{ring}");
    }
}
