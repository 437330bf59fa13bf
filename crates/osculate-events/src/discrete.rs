//! Steps of fixed length: what an event-driven run is compared with.

use crate::body::Body;
use crate::box_tree::{Bounds, BoxTree};
use crate::domain::{Boundary, Domain};
use crate::event::{Event, Partner};
use crate::flight::{first_entry, first_rise};
use crate::scene::Scene;
use crate::search::Search;
use crate::simulation::Simulation;
use crate::stuck::Stuck;
use crate::vector::{Vector, dot, minus, plus};
use crate::wall::Wall;
use crate::world::World;

/// A step of no length.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("a time step is positive and finite, not {0}")]
pub struct StepError(pub f64);

/// What the steps so far have seen and missed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct DiscreteTally {
    /// How many steps there were.
    pub steps: u64,
    /// Pairs that overlapped at the end of a step and approached.
    pub collisions: u64,
    /// Bodies that overlapped a wall at the end of a step and approached it.
    pub wall_bounces: u64,
    /// Meetings within a step.
    pub meetings: u64,
    /// Meetings of pairs that did not overlap at the end of the step.
    pub missed: u64,
    /// Meetings of pairs that overlapped at the end of the step but parted.
    pub late: u64,
    /// Walls reached within a step and not touched at its end.
    pub missed_bounces: u64,
    /// Collisions of two bodies that the event-driven engine finds within the steps; only [`Discrete::run_beside`] counts
    /// them.
    pub true_collisions: u64,
    /// Those of them whose pair did not overlap at the end of the step; of several of one pair that does, all but one.
    pub missed_collisions: u64,
}

#[derive(Clone, Copy, Debug)]
struct Mover<const D: usize> {
    position: Vector<D>,
    velocity: Vector<D>,
    acceleration: Vector<D>,
    radius: f64,
    inverse_mass: f64,
    restitution: f64,
}

impl<const D: usize> Mover<D> {
    fn after(&self, time: f64) -> (Vector<D>, Vector<D>) {
        let mean = plus(&self.velocity, 0.5 * time, &self.acceleration);
        (
            plus(&self.position, time, &mean),
            plus(&self.velocity, time, &self.acceleration),
        )
    }
}

/// A scene that goes on in steps of fixed length.
///
/// Kaya's section 5.3: all bodies are moved by the step, a tree of boxes finds those that overlap then, and they are
/// pushed apart, with an impulse if they approach. He does not say how he counts what is missed. Here:
///
/// - A *meeting* is what the closed forms find from the states at the start of a step: two bodies, each on its flight as
///   if there were no other, first touch while they approach, within the step and before either has reached a wall.
/// - It is *missed* if the two do not overlap at the end of the step: they glanced off each other, or one went through
///   the other. It is *late* if they overlap but part already, so that they are pushed apart without an impulse.
/// - The same holds for walls: reached within the step, and not touched at its end.
///
/// A body that is deflected would meet others than on its straight flight: in steps so long that bodies meet more than
/// once this says how many meetings there are, and not which. [`Discrete::run_beside`] lets the event-driven engine run
/// through every step from the state at its start and compares with that; there a collision that follows from another
/// one of the same step counts as missed even if the next step sees it.
#[derive(Clone, Debug)]
pub struct Discrete<const D: usize> {
    movers: Vec<Mover<D>>,
    domain: Domain<D>,
    walls: Vec<Wall<D>>,
    step: f64,
    counts_missed: bool,
    tally: DiscreteTally,
    /// The scene's, from which those are made that the event-driven engine starts with.
    world: World<D>,
    tree: BoxTree<D>,
}

/// Two bodies, the lower number first, that overlap once the second is moved by the shift.
#[derive(Clone, Copy, Debug)]
struct Overlap<const D: usize> {
    first: u32,
    second: u32,
    shift: Vector<D>,
}

impl<const D: usize> Discrete<D> {
    /// The scene at its start, to go on in steps of `step`.
    pub fn new(scene: &Scene<D>, step: f64) -> Result<Discrete<D>, StepError> {
        if !(step > 0.0 && step < f64::INFINITY) {
            return Err(StepError(step));
        }
        Ok(Discrete {
            movers: scene
                .balls()
                .iter()
                .map(|ball| Mover {
                    position: ball.position,
                    velocity: ball.velocity,
                    acceleration: ball.acceleration,
                    radius: ball.radius,
                    inverse_mass: 1.0 / ball.mass,
                    restitution: ball.restitution,
                })
                .collect(),
            domain: *scene.domain(),
            walls: scene.walls().to_vec(),
            step,
            counts_missed: true,
            tally: DiscreteTally::default(),
            world: World::new(scene),
            tree: BoxTree::new(),
        })
    }

    /// Counts nothing that is missed: the boxes are those of the ends of the steps, as a discrete simulation would have
    /// them, so that its speed can be measured.
    pub fn without_misses(mut self) -> Discrete<D> {
        self.counts_missed = false;
        self
    }

    /// The time since the start.
    pub fn time(&self) -> f64 {
        self.tally.steps as f64 * self.step
    }

    /// Where a body is, and its velocity.
    pub fn state(&self, body: u32) -> (Vector<D>, Vector<D>) {
        let mover = &self.movers[body as usize];
        (mover.position, mover.velocity)
    }

    /// The sum of ½m·v² over all bodies.
    pub fn kinetic_energy(&self) -> f64 {
        let of =
            |mover: &Mover<D>| 0.5 * dot(&mover.velocity, &mover.velocity) / mover.inverse_mass;
        self.movers.iter().map(of).sum()
    }

    /// Takes the whole steps that end up to `until`, half a step more or less.
    pub fn run(&mut self, until: f64) -> DiscreteTally {
        while self.time() + 0.5 * self.step < until {
            self.advance();
        }
        self.tally
    }

    /// [`Discrete::run`] that also lets the event-driven engine, with a search made by `search`, run through every step
    /// from the state at its start, and counts which of its collisions the check at the end of the step sees. An error says that in its run bodies are stuck.
    pub fn run_beside<S: Search<D>>(
        &mut self,
        until: f64,
        search: impl Fn(&World<D>) -> S,
    ) -> Result<DiscreteTally, Stuck> {
        while self.time() + 0.5 * self.step < until {
            let mut collided = self.true_collisions(&search)?;
            let overlaps = self.advance();
            self.tally.true_collisions += collided.len() as u64;
            self.tally.missed_collisions += collided.len() as u64;
            collided.sort_unstable();
            collided.dedup();
            for overlap in overlaps {
                if let Ok(index) = collided.binary_search(&(overlap.first, overlap.second)) {
                    collided.remove(index);
                    self.tally.missed_collisions -= 1;
                }
            }
        }
        Ok(self.tally)
    }

    /// Which pairs collide within the step from the present state, the lower number first.
    fn true_collisions<S: Search<D>>(
        &self,
        search: impl Fn(&World<D>) -> S,
    ) -> Result<Vec<(u32, u32)>, Stuck> {
        let mut world = self.world.clone();
        for (body, mover) in world.bodies.iter_mut().zip(&self.movers) {
            *body = Body {
                position: mover.position,
                velocity: mover.velocity,
                clock: 0.0,
                radius: mover.radius,
            };
        }
        let search = search(&world);
        let mut simulation = Simulation::new(world, search);
        let mut collided = Vec::new();
        while let Some(Event { body, partner, .. }) = simulation.step(self.step)? {
            if let Partner::Body(other) = partner {
                collided.push((body.min(other), body.max(other)));
            }
        }
        Ok(collided)
    }

    /// One step; gives the pairs that overlapped at its end, before they were pushed apart.
    fn advance(&mut self) -> Vec<Overlap<D>> {
        let moved: Vec<(Vector<D>, Vector<D>)> = self
            .movers
            .iter()
            .map(|mover| mover.after(self.step))
            .collect();
        let walled = self.reach_walls(&moved);
        let overlaps = self.find_overlaps(&moved, &walled);
        for (mover, (position, velocity)) in self.movers.iter_mut().zip(moved) {
            mover.position = position;
            mover.velocity = velocity;
        }
        for overlap in &overlaps {
            self.resolve(overlap);
        }
        // Walls come last, so that nobody is pushed out by another.
        for body in 0..self.movers.len() {
            self.leave_walls(body);
        }
        self.tally.steps += 1;
        overlaps
    }

    /// When each body reaches its first wall; counts the walls that are not touched at the end of the step.
    fn reach_walls(&mut self, moved: &[(Vector<D>, Vector<D>)]) -> Vec<f64> {
        if !self.counts_missed {
            return Vec::new();
        }
        let mut missed = 0;
        let first = |(mover, (end, _)): (&Mover<D>, &(Vector<D>, Vector<D>))| {
            let mut first = f64::INFINITY;
            let mut reach = |time: f64, depth: f64| {
                first = first.min(time);
                missed += u64::from(time <= self.step && !(depth >= 0.0));
            };
            let (p, v, a) = (&mover.position, &mover.velocity, &mover.acceleration);
            for axis in 0..D {
                if self.domain.boundary[axis] == Boundary::Walls {
                    let high = self.domain.high[axis] - mover.radius;
                    let low = self.domain.low[axis] + mover.radius;
                    let up = first_rise(high - p[axis], v[axis], a[axis]);
                    reach(up, end[axis] - high);
                    let down = first_rise(p[axis] - low, -v[axis], -a[axis]);
                    reach(down, low - end[axis]);
                }
            }
            for wall in &self.walls {
                let time = wall.first_contact(p, v, a, mover.radius);
                reach(time, mover.radius - wall.separation(end).0);
            }
            first
        };
        let walled = self.movers.iter().zip(moved).map(first).collect();
        self.tally.missed_bounces += missed;
        walled
    }

    /// The pairs that overlap at the end of the step; counts what is missed.
    fn find_overlaps(
        &mut self,
        moved: &[(Vector<D>, Vector<D>)],
        walled: &[f64],
    ) -> Vec<Overlap<D>> {
        let boxes: Vec<Bounds<D>> = self
            .movers
            .iter()
            .zip(moved)
            .map(|(mover, (end, _))| {
                if self.counts_missed {
                    let (p, v, a) = (&mover.position, &mover.velocity, &mover.acceleration);
                    Bounds::of_flight(p, v, a, mover.radius, self.step, &self.domain)
                } else {
                    let zero = [0.0; D];
                    Bounds::of_flight(end, &zero, &zero, mover.radius, 0.0, &self.domain)
                }
            })
            .collect();
        self.tree.build(&boxes);
        let mut overlaps = Vec::new();
        let mut tally = self.tally;
        let mut visit = |first: u32, second: u32, shift: &Vector<D>| {
            let (i, j) = (first as usize, second as usize);
            let (a, b) = (&self.movers[i], &self.movers[j]);
            let reach = a.radius + b.radius;
            let end = plus(&minus(&moved[j].0, &moved[i].0), 1.0, shift);
            let overlapping = dot(&end, &end) < reach * reach;
            if overlapping {
                overlaps.push(if first < second {
                    Overlap {
                        first,
                        second,
                        shift: *shift,
                    }
                } else {
                    Overlap {
                        first: second,
                        second: first,
                        shift: shift.map(|component| -component),
                    }
                });
            }
            if self.counts_missed {
                let start = plus(&minus(&b.position, &a.position), 1.0, shift);
                let velocity = minus(&b.velocity, &a.velocity);
                let acceleration = minus(&b.acceleration, &a.acceleration);
                let time = first_entry(&start, &velocity, &acceleration, reach);
                if time <= self.step.min(walled[i]).min(walled[j]) {
                    tally.meetings += 1;
                    if !overlapping {
                        tally.missed += 1;
                    } else if dot(&end, &minus(&moved[j].1, &moved[i].1)) >= 0.0 {
                        tally.late += 1;
                    }
                }
            }
        };
        self.tree
            .pairs(&mut |first, second| visit(first, second, &[0.0; D]));
        for shift in self.image_shifts() {
            self.tree.image_pairs(&shift, &mut |first, second| {
                if first != second {
                    visit(first, second, &shift);
                }
            });
        }
        self.tally = tally;
        // The tree's order would depend on what the boxes cover.
        overlaps.sort_unstable_by_key(|overlap| (overlap.first, overlap.second));
        overlaps
    }

    /// The images that bodies may meet within a step, of each two opposite ones one.
    fn image_shifts(&self) -> Vec<Vector<D>> {
        let Some(bounds) = self.tree.bounds().filter(|_| self.domain.wraps()) else {
            return Vec::new();
        };
        let counts: [usize; D] = std::array::from_fn(|axis| {
            if self.domain.boundary[axis] == Boundary::Periodic {
                let sides = (bounds.high[axis] - bounds.low[axis]) / self.domain.side(axis);
                libm::ceil(sides) as usize
            } else {
                0
            }
        });
        let all: usize = counts.iter().map(|count| 2 * count + 1).product();
        let shift = |image: usize| {
            let mut rest = image;
            std::array::from_fn(|axis| {
                let width = 2 * counts[axis] + 1;
                let step = (rest % width) as f64 - counts[axis] as f64;
                rest /= width;
                if step == 0.0 {
                    0.0
                } else {
                    step * self.domain.side(axis)
                }
            })
        };
        (0..all / 2).map(shift).collect()
    }

    /// Pushes two bodies apart, the lighter one farther, with an impulse if they approach.
    fn resolve(&mut self, overlap: &Overlap<D>) {
        let (i, j) = (overlap.first as usize, overlap.second as usize);
        let (a, b) = (self.movers[i], self.movers[j]);
        let offset = plus(&minus(&b.position, &a.position), 1.0, &overlap.shift);
        let distance = dot(&offset, &offset).sqrt();
        let mut normal = [0.0; D];
        normal[0] = 1.0;
        if distance > 0.0 {
            normal = offset.map(|component| component / distance);
        }
        let inverse = 1.0 / (a.inverse_mass + b.inverse_mass);
        let approach = dot(&normal, &minus(&b.velocity, &a.velocity));
        let mut impulse = 0.0;
        if approach < 0.0 {
            self.tally.collisions += 1;
            impulse = -(1.0 + a.restitution.min(b.restitution)) * approach * inverse;
        }
        // One of them may have been pushed out by a third.
        let push = (a.radius + b.radius - distance).max(0.0) * inverse;
        for (index, sign) in [(i, -1.0), (j, 1.0)] {
            let mover = &mut self.movers[index];
            let share = sign * mover.inverse_mass;
            mover.velocity = plus(&mover.velocity, share * impulse, &normal);
            mover.position = plus(&mover.position, share * push, &normal);
        }
    }

    /// Pushes a body out of walls, turning it if it approaches them, and back into a periodic domain.
    fn leave_walls(&mut self, body: usize) {
        let mover = &mut self.movers[body];
        let mut bounces = 0;
        let mut leave = |mover: &mut Mover<D>, normal: &Vector<D>, depth: f64| {
            if depth > 0.0 {
                mover.position = plus(&mover.position, depth, normal);
                let approach = dot(&mover.velocity, normal);
                if approach < 0.0 {
                    let push = -(1.0 + mover.restitution) * approach;
                    mover.velocity = plus(&mover.velocity, push, normal);
                    bounces += 1;
                }
            }
        };
        for wall in &self.walls {
            let (distance, normal) = wall.separation(&mover.position);
            leave(mover, &normal, mover.radius - distance);
        }
        for axis in 0..D {
            let (low, high) = (self.domain.low[axis], self.domain.high[axis]);
            match self.domain.boundary[axis] {
                Boundary::Open => {}
                Boundary::Walls => {
                    let mut normal = [0.0; D];
                    normal[axis] = 1.0;
                    leave(mover, &normal, low + mover.radius - mover.position[axis]);
                    normal[axis] = -1.0;
                    leave(mover, &normal, mover.position[axis] + mover.radius - high);
                }
                Boundary::Periodic => {
                    let side = high - low;
                    let rounds = libm::floor((mover.position[axis] - low) / side);
                    let place = mover.position[axis] - rounds * side;
                    mover.position[axis] = place.clamp(low, high);
                }
            }
        }
        self.tally.wall_bounces += bounces;
    }
}
