//! Impulses that keep bodies from coming closer than they are to rest: softly, part after part of a step.
//!
//! After Catto's soft step. In every part of a step contacts first push with a spring towards the rest gap (the normals alone),
//! then bodies advance, then contacts push once more without the spring, which takes back what the spring put into velocities;
//! friction works there, so that it never sees the spring.

use super::mover::Mover;
use crate::contact::{Cluster, POINTS};
use glam::DVec3;

/// How stiff contacts are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Softness {
    /// The speed that a gap too small by a length is widened with, per length.
    rate: f64,
    /// What of an impulse counts, and what of all so far is given back.
    mass: f64,
    impulse: f64,
}

impl Softness {
    /// A spring of so many oscillations per second, damped so many times critically.
    pub(crate) fn new(frequency: f64, damping: f64, part: f64) -> Softness {
        let omega = core::f64::consts::TAU * frequency;
        let first = 2.0 * damping + part * omega;
        let second = part * omega * first;
        let third = 1.0 / (1.0 + second);
        Softness {
            rate: omega / first,
            mass: second * third,
            impulse: third,
        }
    }
}

/// Two bodies that push each other at up to four points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint {
    /// The numbers of the movers.
    pub(crate) movers: [u32; 2],
    /// Where the impulses are to be kept: the pair, and its cluster.
    pub(crate) pair: u32,
    pub(crate) cluster: u32,
    normal: DVec3,
    rows: [Row; POINTS],
    count: u32,
    soft: bool,
    /// Bodies that have gone further past each other than this are pushed at the point where they are now.
    past: f64,
    friction: f64,
    /// How fast springs push the bodies apart, at most.
    fastest: f64,
    /// The plane of contact, the levers of its middle about both axes for both bodies, and what the bodies answer to an impulse there.
    axes: [DVec3; 2],
    levers: [[DVec3; 2]; 2],
    answers: [[DVec3; 2]; 2],
    inverse: [f64; 3],
    /// How fast the surfaces move along by themselves.
    belt: [f64; 2],
    slide: [f64; 2],
    twist: f64,
    twist_mass: f64,
    /// How far the points are from the middle, on average.
    width: f64,
}

/// One point.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// The normal's moments about both centres of mass, and what the bodies' turning answers to an impulse.
    lever: [DVec3; 2],
    answer: [DVec3; 2],
    mass: f64,
    /// How much more than the rest gap is left at the start.
    gap: f64,
    push: f64,
    most: f64,
}

impl Row {
    const NONE: Row = Row {
        lever: [DVec3::ZERO; 2],
        answer: [DVec3::ZERO; 2],
        mass: 0.0,
        gap: 0.0,
        push: 0.0,
        most: 0.0,
    };
}

/// What a constraint is made of besides its cluster.
pub(crate) struct Joined<'m> {
    pub(crate) movers: &'m [Mover],
    pub(crate) numbers: [u32; 2],
    /// The bodies' centres of mass.
    pub(crate) centres: [DVec3; 2],
    pub(crate) rest_gap: f64,
    pub(crate) friction: f64,
    /// How fast springs may push, at most.
    pub(crate) fastest: f64,
    /// How fast the surface of a moves along that of b, by itself.
    pub(crate) belt: DVec3,
}

impl Constraint {
    pub(crate) fn new(cluster: &Cluster, joined: &Joined, pair: u32, number: u32) -> Constraint {
        let [a, b] = joined.numbers.map(|number| &joined.movers[number as usize]);
        let normal = cluster.normal;
        let answers = |lever: DVec3, body: &Mover| body.inverse_inertia * lever;
        let mut rows = [Row::NONE; POINTS];
        let fixed = [a, b].map(|body| body.inverse_mass == DVec3::ZERO);
        let linear = normal.dot((a.inverse_mass + b.inverse_mass) * normal);
        let mut middles = [DVec3::ZERO; 2];
        for (row, point) in rows.iter_mut().zip(cluster.points()) {
            let at = 0.5 * (point.at[0] + point.at[1]);
            // Two bodies push at one point, so that no momentum is lost. What cannot move loses none, and friction is at the surface.
            middles[0] += if fixed[1] { point.at[0] } else { at };
            middles[1] += if fixed[0] { point.at[1] } else { at };
            let lever = joined.centres.map(|centre| (at - centre).cross(normal));
            let answer = [answers(lever[0], a), answers(lever[1], b)];
            let turning = lever[0].dot(answer[0]) + lever[1].dot(answer[1]);
            *row = Row {
                lever,
                answer,
                mass: inverse_of(linear + turning),
                gap: point.gap - joined.rest_gap,
                push: point.push,
                most: 0.0,
            };
        }
        let count = cluster.points().len();
        let middles = middles.map(|sum| sum / count as f64);
        let axes: [DVec3; 2] = normal.any_orthonormal_pair().into();
        let arms = [0, 1].map(|body| middles[body] - joined.centres[body]);
        let levers = axes.map(|axis| arms.map(|arm| arm.cross(axis)));
        let turned = levers.map(|[on_a, on_b]| [answers(on_a, a), answers(on_b, b)]);
        let both = [0, 1].map(|axis| (levers[axis], turned[axis]));
        let about = normal.dot((a.inverse_inertia + b.inverse_inertia) * normal);
        let width = cluster.points().iter().map(|point| {
            let from = 0.5 * (point.at[0] + point.at[1]) - middles[0];
            (from - normal * normal.dot(from)).length()
        });
        Constraint {
            movers: joined.numbers,
            pair,
            cluster: number,
            normal,
            rows,
            count: count as u32,
            soft: fixed == [false; 2],
            past: 1e-5 * joined.rest_gap,
            friction: joined.friction,
            fastest: joined.fastest,
            axes,
            levers,
            answers: turned,
            inverse: inverse_across(&axes, &both, a.inverse_mass + b.inverse_mass),
            belt: axes.map(|axis| axis.dot(joined.belt)),
            slide: axes.map(|axis| axis.dot(cluster.slide)),
            twist: cluster.twist,
            twist_mass: inverse_of(about),
            width: width.sum::<f64>() / count as f64,
        }
    }

    fn rows(&mut self) -> &mut [Row] {
        &mut self.rows[..self.count as usize]
    }

    /// Makes impulses of a part of the step of the forces of the step before.
    fn begin(&mut self, part: f64) {
        for row in self.rows() {
            row.push *= part;
        }
        self.slide = self.slide.map(|slide| slide * part);
        self.twist *= part;
    }

    /// Begins with the impulses of the part before.
    pub(crate) fn warm(&mut self, movers: &mut [Mover]) {
        let (mut a, mut b) = self.velocities(movers);
        let [of_a, of_b] = self.movers.map(|number| &movers[number as usize]);
        let normal = self.normal;
        let moved = self.moved([of_a, of_b]);
        let mut total = 0.0;
        for row in &self.rows[..self.count as usize] {
            if row.push == 0.0 {
                continue;
            }
            let (_, answer) = moments((row.lever, row.answer), moved, normal, [of_a, of_b]);
            total += row.push;
            a.1 += answer[0] * row.push;
            b.1 -= answer[1] * row.push;
        }
        let mut pushed = normal * total;
        for axis in 0..2 {
            if self.slide[axis] == 0.0 {
                continue;
            }
            let known = (self.levers[axis], self.answers[axis]);
            let (_, answer) = moments(known, moved, self.axes[axis], [of_a, of_b]);
            pushed += self.axes[axis] * self.slide[axis];
            a.1 += answer[0] * self.slide[axis];
            b.1 -= answer[1] * self.slide[axis];
        }
        a.0 += of_a.inverse_mass * pushed;
        b.0 -= of_b.inverse_mass * pushed;
        if self.twist != 0.0 {
            a.1 += of_a.inverse_inertia * normal * self.twist;
            b.1 -= of_b.inverse_inertia * normal * self.twist;
        }
        self.keep(movers, a, b);
    }

    /// How far the point at which two bodies push each other is from where it was, as the first sees it: the second sees the opposite.
    /// `None` if it hardly is, and neither body turns. What is pushed at two points instead of one gains angular momentum.
    #[inline]
    fn moved(&self, [a, b]: [&Mover; 2]) -> Option<DVec3> {
        let moved = 0.5 * (b.shift - a.shift);
        let far = moved.length_squared() > self.past * self.past;
        (self.soft && (far || a.spins() || b.spins())).then_some(moved)
    }

    fn velocities(&self, movers: &[Mover]) -> ((DVec3, DVec3), (DVec3, DVec3)) {
        let [a, b] = self.movers.map(|number| &movers[number as usize]);
        ((a.linear, a.angular), (b.linear, b.angular))
    }

    fn keep(&self, movers: &mut [Mover], a: (DVec3, DVec3), b: (DVec3, DVec3)) {
        let [of_a, of_b] = self.movers;
        let mover = &mut movers[of_a as usize];
        (mover.linear, mover.angular) = a;
        let mover = &mut movers[of_b as usize];
        (mover.linear, mover.angular) = b;
    }

    /// Pushes along the normal, by springs if there are any.
    #[inline]
    pub(crate) fn push(&mut self, movers: &mut [Mover], part: f64, springs: Option<&Springs>) {
        let springs = springs.map(|springs| springs.of(self.soft));
        let moved = self.moved(self.movers.map(|number| &movers[number as usize]));
        let bent = moved.map_or(DVec3::ZERO, |moved| moved.cross(self.normal));
        for _ in 0..BALANCES {
            let changed = if moved.is_some() {
                self.push_rows::<true>(movers, bent, part, springs)
            } else {
                self.push_rows::<false>(movers, bent, part, springs)
            };
            if !changed {
                return;
            }
        }
    }

    /// The same, once for each point; if these have moved, with the moment that this adds. Whether they are still out of balance.
    #[inline(always)]
    fn push_rows<const MOVED: bool>(
        &mut self,
        movers: &mut [Mover],
        bent: DVec3,
        part: f64,
        spring: Option<&Softness>,
    ) -> bool {
        let ((mut va, mut wa), (mut vb, mut wb)) = self.velocities(movers);
        let [a, b] = self.movers.map(|number| &movers[number as usize]);
        let normal = self.normal;
        let come = normal.dot(a.shift - b.shift);
        let (turn_a, turn_b) = (a.turn, b.turn);
        let (per_a, per_b) = (a.inverse_mass * normal, b.inverse_mass * normal);
        let fastest = self.fastest;
        let (mut total, mut changed) = (0.0, 0.0_f64);
        for row in self.rows() {
            let gap = row.gap + come + row.lever[0].dot(turn_a) - row.lever[1].dot(turn_b);
            let mut lever = row.lever;
            if MOVED {
                lever = [lever[0] + bent, lever[1] - bent];
            }
            let speed = normal.dot(va - vb) + lever[0].dot(wa) - lever[1].dot(wb);
            // It may come as close as the rest gap in this part.
            let free = speed + gap / part;
            if row.push == 0.0 && gap > 0.0 && free >= 0.0 {
                continue;
            }
            let (mut answer, mut mass) = (row.answer, row.mass);
            if MOVED {
                answer = [a.inverse_inertia * lever[0], b.inverse_inertia * lever[1]];
                let turning = lever[0].dot(answer[0]) + lever[1].dot(answer[1]);
                mass = inverse_of(normal.dot(per_a + per_b) + turning);
            }
            let push = if gap > 0.0 {
                -mass * free
            } else if let Some(spring) = spring {
                let wanted = (spring.rate * gap).max(-fastest);
                -mass * spring.mass * (speed + wanted) - spring.impulse * row.push
            } else {
                -mass * speed
            };
            let sum = (row.push + push).max(0.0);
            let push = sum - row.push;
            row.push = sum;
            row.most = row.most.max(sum);
            total += sum;
            changed = changed.max(push.abs());
            va += per_a * push;
            wa += answer[0] * push;
            vb -= per_b * push;
            wb -= answer[1] * push;
        }
        self.keep(movers, (va, wa), (vb, wb));
        if total > 0.0 {
            for mover in self.movers {
                movers[mover as usize].touched = true;
            }
        }
        self.count > 1 && changed > UNBALANCED * total
    }

    /// Resists sliding, and turning about the normal, by as much as the normal impulses allow.
    #[inline]
    pub(crate) fn rub(&mut self, movers: &mut [Mover]) {
        if self.friction == 0.0 {
            return;
        }
        let pushed: f64 = self.rows[..self.count as usize]
            .iter()
            .map(|row| row.push)
            .sum();
        let most = self.friction * pushed;
        if !(most > 0.0) && self.slide == [0.0; 2] && self.twist == 0.0 {
            return;
        }
        let ((mut va, mut wa), (mut vb, mut wb)) = self.velocities(movers);
        let [a, b] = self.movers.map(|number| &movers[number as usize]);
        if self.count > 1 {
            let speed = self.normal.dot(wa - wb);
            let most = most * self.width;
            let sum = (self.twist - self.twist_mass * speed).clamp(-most, most);
            let twist = self.normal * (sum - self.twist);
            self.twist = sum;
            wa += a.inverse_inertia * twist;
            wb -= b.inverse_inertia * twist;
        }
        let moved = self.moved([a, b]);
        let moments: [_; 2] = core::array::from_fn(|axis| {
            let known = (self.levers[axis], self.answers[axis]);
            moments(known, moved, self.axes[axis], [a, b])
        });
        let speed: [f64; 2] = core::array::from_fn(|axis| {
            let [on_a, on_b] = moments[axis].0;
            self.axes[axis].dot(va - vb) + on_a.dot(wa) - on_b.dot(wb) + self.belt[axis]
        });
        let [p, q, r] = match moved {
            Some(_) => inverse_across(&self.axes, &moments, a.inverse_mass + b.inverse_mass),
            None => self.inverse,
        };
        let mut sum = [
            self.slide[0] - (p * speed[0] + q * speed[1]),
            self.slide[1] - (q * speed[0] + r * speed[1]),
        ];
        let size = (sum[0] * sum[0] + sum[1] * sum[1]).sqrt();
        if size > most {
            sum = sum.map(|part| part * (most / size));
        }
        let mut along = DVec3::ZERO;
        for (axis, sum) in sum.into_iter().enumerate() {
            let more = sum - self.slide[axis];
            along += self.axes[axis] * more;
            wa += moments[axis].1[0] * more;
            wb -= moments[axis].1[1] * more;
        }
        self.slide = sum;
        va += a.inverse_mass * along;
        vb -= b.inverse_mass * along;
        self.keep(movers, (va, wa), (vb, wb));
    }

    /// Leaves the forces with the cluster.
    pub(crate) fn leave(&self, cluster: &mut Cluster, part: f64) {
        for (point, row) in cluster.points_mut().iter_mut().zip(&self.rows) {
            point.push = row.push / part;
        }
        cluster.slide = (self.axes[0] * self.slide[0] + self.axes[1] * self.slide[1]) / part;
        cluster.twist = self.twist / part;
        cluster.load += LOAD_GAIN * (cluster.pushed() - cluster.load);
    }

    /// Whether it pushed at all.
    pub(crate) fn pushed(&self) -> bool {
        self.rows[..self.count as usize]
            .iter()
            .any(|row| row.most > 0.0)
    }
}

/// The moments of an impulse along `direction` about both centres of mass, and what turning they make: as they were at the start, or
/// with a point of contact that has moved since.
#[inline(always)]
fn moments(
    (lever, answer): ([DVec3; 2], [DVec3; 2]),
    moved: Option<DVec3>,
    direction: DVec3,
    [a, b]: [&Mover; 2],
) -> ([DVec3; 2], [DVec3; 2]) {
    let Some(moved) = moved else {
        return (lever, answer);
    };
    let bent = moved.cross(direction);
    let lever = [lever[0] + bent, lever[1] - bent];
    let answer = [a.inverse_inertia * lever[0], b.inverse_inertia * lever[1]];
    (lever, answer)
}

/// What impulses along both axes of the plane of contact it takes to change the speeds along them.
fn inverse_across(
    axes: &[DVec3; 2],
    moments: &[([DVec3; 2], [DVec3; 2]); 2],
    inverse_mass: DVec3,
) -> [f64; 3] {
    let across = |i: usize, j: usize| {
        let (levers, answers) = (moments[i].0, moments[j].1);
        axes[i].dot(inverse_mass * axes[j]) + levers[0].dot(answers[0]) + levers[1].dot(answers[1])
    };
    let (p, q, r) = (across(0, 0), across(0, 1), across(1, 1));
    let scale = inverse_of(p * r - q * q);
    [r * scale, -q * scale, p * scale]
}

/// What springs are like in this step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Springs {
    between: Softness,
    on_fixed: Softness,
}

impl Springs {
    /// Of so many oscillations per second, for parts of a step of this length.
    pub(crate) fn new(frequency: f64, part: f64) -> Springs {
        // The stiffest spring that the parts still resolve.
        let frequency = frequency.min(0.25 / part);
        Springs {
            between: Softness::new(frequency, DAMPING, part),
            on_fixed: Softness::new((2.0 * frequency).min(0.25 / part), DAMPING, part),
        }
    }

    fn of(&self, soft: bool) -> &Softness {
        if soft { &self.between } else { &self.on_fixed }
    }
}

/// Oscillations per second of the springs between two bodies that move, at least; those on fixed ones have twice as many.
pub(crate) const FREQUENCY: f64 = 60.0;

/// How often the points of a contact are gone through at most, until none changes by more than this share of what they push in all: a box
/// that falls flat would be tilted by the corner that is asked first, and slide aside; a stack would begin to sway, for seconds.
const BALANCES: usize = 30;
const UNBALANCED: f64 = 1e-4;

/// What share of how its load differs from before a contact takes notice of, per step.
const LOAD_GAIN: f64 = 0.15;

/// How many times critically they are damped.
const DAMPING: f64 = 10.0;

/// One over a number; nothing over what is not positive.
fn inverse_of(value: f64) -> f64 {
    if value > 0.0 { 1.0 / value } else { 0.0 }
}

/// How a step is taken: in how many parts of what length, with springs of so many oscillations per second.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    pub(crate) parts: u32,
    pub(crate) part: f64,
    pub(crate) frequency: f64,
}

/// Solves all contacts over a step.
pub(crate) fn solve(movers: &mut [Mover], constraints: &mut [Constraint], pace: Pace) {
    let part = pace.part;
    let springs = Springs::new(pace.frequency, part);
    for constraint in constraints.iter_mut() {
        constraint.begin(part);
    }
    for _ in 0..pace.parts {
        for mover in movers.iter_mut() {
            mover.accelerate(part);
        }
        for constraint in constraints.iter_mut() {
            constraint.warm(movers);
        }
        for constraint in constraints.iter_mut() {
            constraint.push(movers, part, Some(&springs));
        }
        for mover in movers.iter_mut() {
            mover.advance(part);
        }
        for constraint in constraints.iter_mut() {
            constraint.rub(movers);
            constraint.push(movers, part, None);
        }
    }
}
