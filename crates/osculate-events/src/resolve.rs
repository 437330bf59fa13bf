//! Shifting bodies apart.

use crate::ball::Ball;
use crate::domain::{Boundary, Domain};
use crate::generate::Random;
use crate::overlap::{Grid, within_walls};
use crate::vector::{Vector, dot, length, minus, plus};
use crate::wall::Wall;

/// What was done to take bodies apart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Shifts {
    /// How many bodies are not where they were.
    pub moved: usize,
    /// How far the one that moved farthest is from where it was.
    pub largest: f64,
    /// How often all overlaps were looked at.
    pub rounds: usize,
}

/// After so many rounds it is given up.
const ROUNDS: usize = 2_000;

/// How far apart bodies are set beyond touching, in radii of the smaller one.
const CLEARANCE: f64 = 1e-6;

/// How far a body may move, in radii, before neighbours are looked for anew.
const SKIN: f64 = 0.15;

/// Which part of a shift goes in a direction of chance, so that rows in line give way to the side.
const JITTER: f64 = 0.05;

/// Shifts bodies until nothing overlaps; else gives the number of rounds. Everything is finite and radii are positive.
pub(crate) fn resolve<const D: usize>(
    balls: &mut [Ball<D>],
    domain: &Domain<D>,
    walls: &[Wall<D>],
) -> Result<Shifts, usize> {
    let before: Vec<Vector<D>> = balls.iter().map(|ball| ball.position).collect();
    let mut random = Random::new(balls.len() as u64);
    let mut rounds = 0;
    while rounds < ROUNDS {
        for ball in balls.iter_mut() {
            wrap(&mut ball.position, domain);
        }
        let grown = balls
            .iter()
            .map(|ball| (ball.position, ball.radius * (1.0 + SKIN)));
        let mut pairs = Vec::new();
        Grid::new(grown.clone(), domain).overlapping(|first, second, _, _| {
            pairs.push((first as usize, second as usize));
        });
        let mut held = Vec::new();
        within_walls(grown, walls, |body, wall, _, _| {
            held.push((body as usize, &walls[wall as usize]));
        });
        let base: Vec<Vector<D>> = balls.iter().map(|ball| ball.position).collect();
        loop {
            rounds += 1;
            if !round(balls, domain, &pairs, &held, &mut random) {
                for ball in balls.iter_mut() {
                    wrap(&mut ball.position, domain);
                }
                return Ok(shifts(balls, &before, domain, rounds));
            }
            let stale = |(ball, base): (&Ball<D>, &Vector<D>)| {
                let moved = minus(&ball.position, base);
                // Half of it: both of a pair and what this round still moves count.
                !(dot(&moved, &moved) < 0.25 * SKIN * SKIN * ball.radius * ball.radius)
            };
            if rounds >= ROUNDS || balls.iter().zip(&base).any(stale) {
                break;
            }
        }
    }
    Err(rounds)
}

/// Takes every overlap away in turn; whether there was any.
fn round<const D: usize>(
    balls: &mut [Ball<D>],
    domain: &Domain<D>,
    pairs: &[(usize, usize)],
    held: &[(usize, &Wall<D>)],
    random: &mut Random,
) -> bool {
    let mut any = false;
    for &(first, second) in pairs {
        let (a, b) = (&balls[first], &balls[second]);
        let offset = domain.nearest(minus(&b.position, &a.position));
        let reach = a.radius + b.radius;
        let square = dot(&offset, &offset);
        if square >= reach * reach {
            continue;
        }
        any = true;
        let distance = square.sqrt();
        let depth = reach - distance + CLEARANCE * a.radius.min(b.radius);
        let mut way = chance(random);
        if distance > 0.0 {
            way = plus(&offset.map(|x| x / distance), JITTER, &way);
        }
        // The smaller one gives way, as if all had the same density.
        let ratio = b.radius / a.radius;
        let weight = if D == 2 {
            ratio * ratio
        } else {
            ratio * ratio * ratio
        };
        let share = weight / (1.0 + weight);
        balls[first].position = plus(&balls[first].position, -depth * share, &way);
        balls[second].position = plus(&balls[second].position, depth * (1.0 - share), &way);
    }
    for &(body, wall) in held {
        let ball = &mut balls[body];
        let (distance, normal) = wall.separation(&ball.position);
        if distance < ball.radius {
            any = true;
            let depth = ball.radius * (1.0 + CLEARANCE) - distance;
            ball.position = plus(&ball.position, depth, &normal);
        }
    }
    for ball in balls {
        for axis in 0..D {
            if domain.boundary[axis] == Boundary::Walls {
                let (low, high) = (domain.low[axis], domain.high[axis]);
                let aside = ball.radius * (1.0 + CLEARANCE);
                if ball.position[axis] - low < ball.radius {
                    any = true;
                    ball.position[axis] = low + aside;
                }
                if high - ball.position[axis] < ball.radius {
                    any = true;
                    ball.position[axis] = high - aside;
                }
            }
        }
    }
    any
}

/// A vector no longer than 1, and not much shorter.
fn chance<const D: usize>(random: &mut Random) -> Vector<D> {
    let way: Vector<D> = std::array::from_fn(|_| random.between(-1.0, 1.0));
    let long = length(&way);
    if long > 1e-6 {
        way.map(|x| x / long)
    } else {
        chance(random)
    }
}

/// Into the domain where its ends are joined.
fn wrap<const D: usize>(position: &mut Vector<D>, domain: &Domain<D>) {
    for axis in 0..D {
        if domain.boundary[axis] == Boundary::Periodic {
            let (low, high) = (domain.low[axis], domain.high[axis]);
            if !(position[axis] >= low && position[axis] < high) {
                let inside = low + (position[axis] - low).rem_euclid(high - low);
                position[axis] = if inside < high { inside } else { low };
            }
        }
    }
}

fn shifts<const D: usize>(
    balls: &[Ball<D>],
    before: &[Vector<D>],
    domain: &Domain<D>,
    rounds: usize,
) -> Shifts {
    let mut shifts = Shifts {
        rounds,
        ..Shifts::default()
    };
    for (ball, before) in balls.iter().zip(before) {
        if ball.position != *before {
            let mut start = *before;
            wrap(&mut start, domain);
            let far = length(&domain.nearest(minus(&ball.position, &start)));
            shifts.moved += 1;
            shifts.largest = shifts.largest.max(far);
        }
    }
    shifts
}
