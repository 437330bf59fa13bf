//! What moves where things touch: particles, and rigid bodies by going on and by turning.

use super::bodies::{Obstacles, Way};
use super::contact::Contact;
use super::elastic::cross_matrix;
use super::fastening::Fastening;
use super::matrix::BlockMatrix;
use super::parts::Parts;
use glam::{DMat3, DVec3};

/// How an unknown moves the difference of a contact's points.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lever {
    unknown: u32,
    share: f64,
    /// Of one that turns: from what it turns about to the point.
    arm: Option<DVec3>,
}

impl Lever {
    /// What a force on the difference of the points is on the unknown.
    fn of(&self, force: DVec3) -> DVec3 {
        match self.arm {
            Some(arm) => self.share * arm.cross(force),
            None => self.share * force,
        }
    }

    /// The matrix that a change of the unknown is multiplied by.
    fn matrix(&self) -> DMat3 {
        match self.arm {
            Some(arm) => cross_matrix(-self.share * arm),
            None => DMat3::from_diagonal(DVec3::splat(self.share)),
        }
    }
}

/// Which unknowns there are: those of particles, and two for each body with a mass.
#[derive(Clone, Debug, Default)]
pub(super) struct Unknowns {
    pub(super) particles: usize,
    /// By body: the first of its unknowns, if it has a mass.
    pub(super) bodies: Vec<Option<u32>>,
    /// The same of those that had one at some time too: there is room for them.
    pub(super) rooms: Vec<Option<u32>>,
    pub(super) count: usize,
    /// By particle: which of those that edges join it is of.
    pub(super) groups: Vec<u32>,
}

impl Unknowns {
    /// With room for bodies that have a mass, and for those that there was room for before.
    pub(super) fn new(parts: &Parts, obstacles: &Obstacles, before: &Unknowns) -> Unknowns {
        let particles = parts.particles.len();
        let mut count = particles;
        let bodies = obstacles.bodies.iter().enumerate();
        let rooms = bodies.map(|(index, body)| {
            let had_room = before.rooms.get(index).copied().flatten().is_some();
            (body.mass.is_some() || had_room).then(|| {
                count += 2;
                count as u32 - 2
            })
        });
        let rooms = rooms.collect();
        let mut unknowns = Unknowns {
            particles,
            rooms,
            bodies: Vec::new(),
            count,
            groups: groups(parts),
        };
        unknowns.follow(obstacles);
        unknowns
    }

    /// Takes over which bodies have a mass; false if there is no room for one.
    pub(super) fn follow(&mut self, obstacles: &Obstacles) -> bool {
        let bodies = obstacles.bodies.iter().zip(&self.rooms);
        self.bodies.clear();
        self.bodies
            .extend(bodies.map(|(body, room)| room.filter(|_| body.mass.is_some())));
        let mut all = obstacles.bodies.iter().zip(&self.rooms);
        all.all(|(body, room)| body.mass.is_none() || room.is_some())
    }

    /// Rooms of bodies that have no mass now.
    pub(super) fn unused(&self) -> impl Iterator<Item = u32> + '_ {
        let rooms = self.rooms.iter().zip(&self.bodies);
        rooms.filter_map(|(room, body)| room.filter(|_| body.is_none()))
    }
}

/// Numbers what edges join, by particle.
fn groups(parts: &Parts) -> Vec<u32> {
    let mut above: Vec<u32> = (0..parts.particles.len() as u32).collect();
    let top = |above: &[u32], mut of: u32| {
        while above[of as usize] != of {
            of = above[of as usize];
        }
        of
    };
    for edge in &parts.edges {
        let [a, b] = edge.ends.map(|end| top(&above, end));
        above[a.max(b) as usize] = a.min(b);
    }
    (0..above.len() as u32).map(|of| top(&above, of)).collect()
}

/// The levers of a contact, four of particles and two of a body at most.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Levers {
    all: [Lever; 6],
    count: usize,
}

/// Where bodies are while a part is solved.
#[derive(Clone, Copy)]
pub(super) struct Moving<'a> {
    pub(super) obstacles: &'a Obstacles,
    pub(super) ways: &'a [Way],
    pub(super) unknowns: &'a Unknowns,
}

impl Levers {
    pub(super) fn new(
        contact: &Contact,
        parts: &Parts,
        moving: Moving<'_>,
        positions: &[DVec3],
    ) -> Levers {
        let mut levers = Levers::default();
        let particles = moving.unknowns.particles;
        for (vertex, share) in contact.parts().filter(|&(vertex, _)| vertex < particles) {
            if !parts.particles.is_held[vertex] {
                levers.push(vertex as u32, share, None);
            }
        }
        if let Some((body, share, point)) = contact.on_body(particles, moving.obstacles, positions)
            && let Some(unknown) = moving.unknowns.bodies[body]
        {
            let centre = moving.obstacles.bodies[body].centre() + moving.ways[body].shift;
            levers.push(unknown, share, None);
            levers.push(unknown + 1, share, Some(point - centre));
        }
        levers
    }

    /// Those of a point that is fastened to a body, and what pulls them together.
    pub(super) fn of_fastening(
        fastening: &Fastening,
        parts: &Parts,
        moving: Moving<'_>,
        positions: &[DVec3],
    ) -> (Levers, (DVec3, DMat3)) {
        let mut levers = Levers::default();
        if !parts.particles.is_held[fastening.particle as usize] {
            levers.push(fastening.particle, 1.0, None);
        }
        let index = fastening.body as usize;
        let (body, way) = (&moving.obstacles.bodies[index], &moving.ways[index]);
        let placement = body.after(way, 1.0);
        if let Some(unknown) = moving.unknowns.bodies[index] {
            let arm = placement.rotation * (fastening.at - body.pivot);
            levers.push(unknown, -1.0, None);
            levers.push(unknown + 1, -1.0, Some(arm));
        }
        let pull = fastening.stiffness * fastening.apart(&placement, positions);
        let block = DMat3::from_diagonal(DVec3::splat(fastening.stiffness));
        (levers, (pull, block))
    }

    fn push(&mut self, unknown: u32, share: f64, arm: Option<DVec3>) {
        self.all[self.count] = Lever {
            unknown,
            share,
            arm,
        };
        self.count += 1;
    }

    fn list(&self) -> &[Lever] {
        &self.all[..self.count]
    }

    /// Every two unknowns that the contact joins.
    pub(super) fn pairs(&self) -> impl Iterator<Item = [u32; 2]> + '_ {
        let list = self.list().iter().enumerate();
        list.flat_map(|(i, a)| self.list()[..i].iter().map(|b| [a.unknown, b.unknown]))
    }

    /// By unknown: what a force on the difference of the points is multiplied by.
    pub(super) fn columns(&self) -> impl Iterator<Item = (u32, DMat3)> + '_ {
        let list = self.list().iter();
        list.map(|lever| (lever.unknown, lever.matrix().transpose()))
    }

    /// Adds the gradient by how far the points are apart to that by the unknowns.
    pub(super) fn add_gradient(&self, by_points: DVec3, gradient: &mut [DVec3]) {
        for lever in self.list() {
            gradient[lever.unknown as usize] += lever.of(by_points);
        }
    }

    /// The same for second derivatives.
    pub(super) fn add_blocks(&self, block: DMat3, matrix: &mut BlockMatrix) {
        for (i, a) in self.list().iter().enumerate() {
            let left = a.matrix().transpose() * block;
            matrix.add_diagonal(a.unknown, left * a.matrix());
            for b in &self.list()[..i] {
                if let Some(slot) = matrix.slot(a.unknown, b.unknown) {
                    matrix.add(slot, left * b.matrix());
                }
            }
        }
    }
}

impl Contact {
    /// The body in it, its share in the difference of the points, and where its point is.
    pub(super) fn on_body(
        &self,
        particles: usize,
        obstacles: &Obstacles,
        positions: &[DVec3],
    ) -> Option<(usize, f64, DVec3)> {
        let of_body = || self.parts().filter(|&(vertex, _)| vertex >= particles);
        let first = of_body().next()?.0;
        let share: f64 = of_body().map(|(_, share)| share).sum();
        let sum: DVec3 = of_body()
            .map(|(vertex, share)| share * positions[vertex])
            .sum();
        Some((obstacles.body_of(first - particles), share, sum / share))
    }
}
