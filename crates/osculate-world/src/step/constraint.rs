//! Two bodies that push each other at up to four points of a plane.
//!
//! Along the normal a constraint knows three numbers of two bodies: the speed of the middle of its points, and how the speed changes along
//! both axes of the plane. All points have theirs from these, and what they push changes these three. So it costs little
//! to go through the points of a contact until they are in balance, and a point is five numbers.

use super::balance::Balance;
use super::mover::Mover;
use super::solver::{Part, Softness, Springs, inverse_of};
use crate::contact::{Cluster, POINTS};
use glam::DVec3;

/// Two bodies that push each other at up to four points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint {
    /// The numbers of the movers.
    pub(crate) movers: [u32; 2],
    /// Where the impulses are to be kept: the pair, and its cluster.
    pub(crate) pair: u32,
    pub(crate) cluster: u32,
    frame: Frame,
    /// The normal's moments about both centres of mass, at the middle of the points; and what the bodies answer to impulses.
    levers: Levers,
    answer: Answer,
    rows: [Row; POINTS],
    count: u32,
    soft: bool,
    /// Whether the answer and the masses are those of bodies that have turned, and still are where they are now.
    renewed: bool,
    /// Whether it pushed in any part of the step.
    pub(crate) pushed: bool,
    /// Bodies that have gone further past each other than this are pushed at the point where they are now.
    past: f64,
    friction: f64,
    /// How fast springs push the bodies apart, at most.
    fastest: f64,
    /// Where friction is, from both centres of mass, and what impulses along both axes it takes to change the speeds along them.
    arms: [DVec3; 2],
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
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    /// Where it is in the plane, from the middle.
    at: [f64; 2],
    mass: f64,
    /// How much more than the rest gap is left at the start.
    gap: f64,
    push: f64,
}

impl Row {
    /// What this number is here, of its value in the middle and of how it changes along both axes.
    #[inline(always)]
    fn of(&self, [middle, x, y]: &[f64; 3]) -> f64 {
        middle + (self.at[0] * x + self.at[1] * y)
    }

    /// Pushes harder or less hard, at this speed. By how much.
    #[inline(always)]
    fn push(&mut self, aim: &Aim, speed: f64) -> f64 {
        let more = -aim.mass * (speed + aim.speed) - aim.back * self.push;
        let sum = (self.push + more).max(0.0);
        let more = sum - self.push;
        self.push = sum;
        more
    }
}

/// The moments of an impulse along the normal about both centres of mass, and how fast these make the bodies turn.
#[derive(Clone, Copy, Debug)]
struct Levers {
    on: [DVec3; 2],
    turned: [DVec3; 2],
}

impl Levers {
    #[inline(always)]
    fn new(on: [DVec3; 2], a: &Mover, b: &Mover) -> Levers {
        let turned = [a.inverse_inertia * on[0], b.inverse_inertia * on[1]];
        Levers { on, turned }
    }

    /// How fast two bodies part by an impulse in the middle.
    #[inline(always)]
    fn parts(&self, normal: DVec3, a: &Mover, b: &Mover) -> f64 {
        let linear = normal.dot((a.inverse_mass + b.inverse_mass) * normal);
        linear + self.on[0].dot(self.turned[0]) + self.on[1].dot(self.turned[1])
    }
}

/// What the speed at the middle, and its changes along both axes, are changed by: by an impulse, and by one times its place on the first
/// and on the second axis. Symmetric: the first row, then the rest of the second and of the third.
#[derive(Clone, Copy, Debug)]
struct Answer([f64; 6]);

impl Answer {
    #[inline(always)]
    fn new(frame: &Frame, levers: &Levers, a: &Mover, b: &Mover) -> Answer {
        let (first, second) = (frame.first, frame.second);
        let both = levers.turned[0] + levers.turned[1];
        let about_first = a.inverse_inertia * first + b.inverse_inertia * first;
        let about_second = a.inverse_inertia * second + b.inverse_inertia * second;
        Answer([
            levers.parts(frame.normal, a, b),
            -second.dot(both),
            first.dot(both),
            second.dot(about_second),
            -first.dot(about_second),
            first.dot(about_first),
        ])
    }

    /// What an impulse at this place changes.
    #[inline(always)]
    fn to(&self, [x, y]: [f64; 2]) -> [f64; 3] {
        let [k, kx, ky, xx, xy, yy] = self.0;
        [
            k + (x * kx + y * ky),
            kx + (x * xx + y * xy),
            ky + (x * xy + y * yy),
        ]
    }

    /// What impulse it takes there to change the speed there.
    #[inline(always)]
    fn mass_at(&self, [x, y]: [f64; 2]) -> f64 {
        let [k, kx, ky] = self.to([x, y]);
        inverse_of(k + (x * kx + y * ky))
    }
}

/// The normal, and the axes of the plane of contact: a frame of right angles.
#[derive(Clone, Copy, Debug)]
struct Frame {
    normal: DVec3,
    first: DVec3,
    second: DVec3,
}

impl Frame {
    /// The moment of impulses along the normal that have these sums with their places.
    #[inline(always)]
    fn moment(&self, x: f64, y: f64) -> DVec3 {
        self.first * y - self.second * x
    }

    /// How a speed along the normal changes along both axes, of bodies that turn so against each other.
    #[inline(always)]
    fn tilts(&self, turning: DVec3) -> [f64; 2] {
        [-self.second.dot(turning), self.first.dot(turning)]
    }
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

/// What share of how its load differs from before a contact takes notice of, per step.
const LOAD_GAIN: f64 = 0.15;

impl Constraint {
    pub(crate) fn new(cluster: &Cluster, joined: &Joined, pair: u32, number: u32) -> Constraint {
        let [a, b] = joined.numbers.map(|number| &joined.movers[number as usize]);
        let normal = cluster.normal;
        let fixed = [a, b].map(|body| body.inverse_mass == DVec3::ZERO);
        let (mut middle, mut middles) = (DVec3::ZERO, [DVec3::ZERO; 2]);
        for point in cluster.points() {
            let at = 0.5 * (point.at[0] + point.at[1]);
            middle += at;
            // Two bodies push at one point, so that no momentum is lost. What cannot move loses none, and friction is at the surface.
            middles[0] += if fixed[1] { point.at[0] } else { at };
            middles[1] += if fixed[0] { point.at[1] } else { at };
        }
        let count = cluster.points().len();
        let share = 1.0 / count as f64;
        let middle = middle * share;
        let arms = [
            middles[0] * share - joined.centres[0],
            middles[1] * share - joined.centres[1],
        ];
        let (first, second) = normal.any_orthonormal_pair();
        let frame = Frame {
            normal,
            first,
            second,
        };
        let on = [
            (middle - joined.centres[0]).cross(normal),
            (middle - joined.centres[1]).cross(normal),
        ];
        let levers = Levers::new(on, a, b);
        let answer = if count > 1 {
            Answer::new(&frame, &levers, a, b)
        } else {
            Answer([levers.parts(normal, a, b), 0.0, 0.0, 0.0, 0.0, 0.0])
        };
        let mut rows = [Row::default(); POINTS];
        let mut width = 0.0;
        for (row, point) in rows.iter_mut().zip(cluster.points()) {
            let from = 0.5 * (point.at[0] + point.at[1]) - middle;
            let at = [first.dot(from), second.dot(from)];
            width += (at[0] * at[0] + at[1] * at[1]).sqrt();
            *row = Row {
                at,
                mass: answer.mass_at(at),
                gap: point.gap - joined.rest_gap,
                push: point.push,
            };
        }
        Constraint {
            movers: joined.numbers,
            pair,
            cluster: number,
            frame,
            levers,
            answer,
            rows,
            count: count as u32,
            soft: !(fixed[0] || fixed[1]),
            renewed: false,
            pushed: false,
            past: 1e-5 * joined.rest_gap,
            friction: joined.friction,
            fastest: joined.fastest,
            arms,
            inverse: inverse_across(&frame, arms, [a, b]),
            belt: [first.dot(joined.belt), second.dot(joined.belt)],
            slide: [first.dot(cluster.slide), second.dot(cluster.slide)],
            twist: cluster.twist,
            twist_mass: inverse_about(normal, [a, b]),
            width: width * share,
        }
    }

    fn rows(&self) -> &[Row] {
        &self.rows[..self.count as usize]
    }

    /// Makes impulses of a part of the step of the forces of the step before; and forces of the impulses, with one over that.
    pub(crate) fn scale(&mut self, part: f64) {
        for row in &mut self.rows {
            row.push *= part;
        }
        self.slide[0] *= part;
        self.slide[1] *= part;
        self.twist *= part;
    }

    #[inline(always)]
    fn bodies<'m>(&self, movers: &'m [Mover]) -> [&'m Mover; 2] {
        let [a, b] = self.movers;
        [&movers[a as usize], &movers[b as usize]]
    }

    /// Begins with the impulses of the part before.
    #[inline]
    pub(crate) fn warm(&self, movers: &mut [Mover]) {
        let [total, x, y] = self.sum();
        let [slide, across] = self.slide;
        if total == 0.0 && slide == 0.0 && across == 0.0 && self.twist == 0.0 {
            return;
        }
        let [a, b] = self.bodies(movers);
        let (mut on, mut arms) = (self.levers.on, self.arms);
        if let Some(moved) = self.moved(a, b) {
            on = self.bent(moved);
            arms = [arms[0] + moved, arms[1] - moved];
        }
        let frame = &self.frame;
        let along = frame.first * slide + frame.second * across;
        let same = frame.moment(x, y) + frame.normal * self.twist;
        let on_a = on[0] * total + same + arms[0].cross(along);
        let on_b = on[1] * total + same + arms[1].cross(along);
        self.give(movers, frame.normal * total + along, [on_a, on_b]);
    }

    /// The sum of the impulses at all points, and the sums of these times their places on both axes.
    #[inline(always)]
    fn sum(&self) -> [f64; 3] {
        let mut sum = [0.0; 3];
        for row in self.rows() {
            sum[0] += row.push;
            sum[1] += row.at[0] * row.push;
            sum[2] += row.at[1] * row.push;
        }
        sum
    }

    /// Gives both bodies an impulse, with these moments about their centres.
    #[inline(always)]
    fn give(&self, movers: &mut [Mover], linear: DVec3, [on_a, on_b]: [DVec3; 2]) {
        let [a, b] = self.movers;
        let mover = &mut movers[a as usize];
        mover.linear += mover.inverse_mass * linear;
        mover.angular += mover.inverse_inertia * on_a;
        let mover = &mut movers[b as usize];
        mover.linear -= mover.inverse_mass * linear;
        mover.angular -= mover.inverse_inertia * on_b;
    }

    /// Gives both bodies an impulse along the normal, which makes them turn so.
    #[inline(always)]
    fn part(&mut self, movers: &mut [Mover], linear: DVec3, turned: [DVec3; 2]) {
        let mut pushes = false;
        for row in self.rows() {
            pushes |= row.push > 0.0;
        }
        self.pushed |= pushes;
        let [a, b] = self.movers;
        let mover = &mut movers[a as usize];
        mover.linear += mover.inverse_mass * linear;
        mover.angular += turned[0];
        mover.touched |= pushes;
        let mover = &mut movers[b as usize];
        mover.linear -= mover.inverse_mass * linear;
        mover.angular -= turned[1];
        mover.touched |= pushes;
    }

    /// How far the point at which two bodies push each other is from where it was, as the first sees it: the second sees the opposite.
    /// `None` if it hardly is, and neither body turns: what impulses it takes is known then. What is pushed at two points instead of one gains
    /// angular momentum, unless one of both has endless momentum: then the point stays.
    #[inline(always)]
    fn moved(&self, a: &Mover, b: &Mover) -> Option<DVec3> {
        let spins = a.spins() || b.spins();
        if !self.soft {
            return spins.then_some(DVec3::ZERO);
        }
        let moved = 0.5 * (b.shift - a.shift);
        let far = moved.length_squared() > self.past * self.past;
        (far || spins).then_some(moved)
    }

    /// The normal's moments about both centres, where the bodies are now.
    #[inline(always)]
    fn bent(&self, moved: DVec3) -> [DVec3; 2] {
        let bent = moved.cross(self.frame.normal);
        [self.levers.on[0] + bent, self.levers.on[1] - bent]
    }

    /// Pushes along the normal, by springs if there are any.
    #[inline]
    pub(crate) fn push(&mut self, movers: &mut [Mover], part: &Part, springs: Option<&Springs>) {
        let [a, b] = self.bodies(movers);
        let (normal, on) = (self.frame.normal, self.levers.on);
        let gone = normal.dot(a.shift - b.shift) + on[0].dot(a.turn) - on[1].dot(b.turn);
        let moved = self.moved(a, b);
        let on = moved.map_or(on, |moved| self.bent(moved));
        let moved = moved.is_some();
        let speed = normal.dot(a.linear - b.linear) + on[0].dot(a.angular) - on[1].dot(b.angular);
        let spring = springs.map(|springs| springs.of(self.soft));
        match self.count {
            1 => {}
            2 => return self.push_rows::<2>(movers, (on, moved), [gone, speed], (part, spring)),
            3 => return self.push_rows::<3>(movers, (on, moved), [gone, speed], (part, spring)),
            _ => {
                return self.push_rows::<POINTS>(
                    movers,
                    (on, moved),
                    [gone, speed],
                    (part, spring),
                );
            }
        }
        let gap = self.rows[0].gap + gone;
        let mut aim = Aim::of(gap, part.per_second, spring, self.fastest);
        if self.rows[0].push == 0.0 && gap > 0.0 && speed + aim.speed >= 0.0 {
            self.renewed = false;
            return;
        }
        if moved && !(self.renewed && spring.is_some()) {
            let levers = Levers::new(on, a, b);
            self.rows[0].mass = inverse_of(levers.parts(normal, a, b));
            self.levers.turned = levers.turned;
        }
        self.renewed = spring.is_none();
        aim.mass *= self.rows[0].mass;
        let more = self.rows[0].push(&aim, speed);
        let turned = self.levers.turned;
        self.part(movers, normal * more, [turned[0] * more, turned[1] * more]);
    }

    /// The same at several points, which are so many.
    #[inline(never)]
    fn push_rows<const N: usize>(
        &mut self,
        movers: &mut [Mover],
        (on, moved): ([DVec3; 2], bool),
        [gone, speed]: [f64; 2],
        (part, spring): (&Part, Option<&Softness>),
    ) {
        let [a, b] = self.bodies(movers);
        let [x, y] = self.frame.tilts(a.turn - b.turn);
        let gone = [gone, x, y];
        let [x, y] = self.frame.tilts(a.angular - b.angular);
        let speeds = [speed, x, y];
        let mut balance = Balance::<N>::NONE;
        let mut idle = true;
        for (at, row) in self.rows[..N].iter().enumerate() {
            let gap = row.gap + row.of(&gone);
            let aim = Aim::of(gap, part.per_second, spring, self.fastest);
            let speed = row.of(&speeds) + aim.speed;
            idle &= row.push == 0.0 && gap > 0.0 && speed >= 0.0;
            balance.speeds[at] = speed;
            (balance.masses[at], balance.stays[at]) = (aim.mass, 1.0 - aim.back);
            balance.pushes[at] = row.push;
        }
        if idle {
            self.renewed = false;
            return;
        }
        let renew = moved && !(self.renewed && spring.is_some());
        self.renewed = spring.is_none();
        if renew {
            let levers = Levers::new(on, a, b);
            self.answer = Answer::new(&self.frame, &levers, a, b);
            self.levers.turned = levers.turned;
        }
        for at in 0..N {
            let own = self.answer.to(self.rows[at].at);
            for (to, other) in self.rows[..N].iter().enumerate() {
                balance.answers[at][to] = other.of(&own);
            }
            if renew {
                self.rows[at].mass = inverse_of(balance.answers[at][at]);
            }
            balance.masses[at] *= self.rows[at].mass;
        }
        let before = self.sum();
        balance.settle();
        for (row, push) in self.rows.iter_mut().zip(balance.pushes) {
            row.push = push;
        }
        let after = self.sum();
        let total = after[0] - before[0];
        let moment = self
            .frame
            .moment(after[1] - before[1], after[2] - before[2]);
        let [a, b] = self.bodies(movers);
        let levers = &self.levers;
        let turned = [
            levers.turned[0] * total + a.inverse_inertia * moment,
            levers.turned[1] * total + b.inverse_inertia * moment,
        ];
        self.part(movers, self.frame.normal * total, turned);
    }

    /// Resists sliding, and turning about the normal, by as much as the normal impulses allow.
    #[inline]
    pub(crate) fn rub(&mut self, movers: &mut [Mover]) {
        if self.friction == 0.0 {
            return;
        }
        let mut pushed = 0.0;
        for row in self.rows() {
            pushed += row.push;
        }
        let most = self.friction * pushed;
        if !(most > 0.0) && self.slide[0] == 0.0 && self.slide[1] == 0.0 && self.twist == 0.0 {
            return;
        }
        let [a, b] = self.bodies(movers);
        let Frame {
            normal,
            first,
            second,
        } = self.frame;
        let (mut wa, mut wb) = (a.angular, b.angular);
        let mut twist = DVec3::ZERO;
        let moved = self.moved(a, b);
        if self.count > 1 {
            let speed = normal.dot(wa - wb);
            // Nothing instead of no number.
            let most = (most * self.width).max(0.0);
            let mass = match moved {
                Some(_) => inverse_about(normal, [a, b]),
                None => self.twist_mass,
            };
            let sum = (self.twist - mass * speed).clamp(-most, most);
            twist = normal * (sum - self.twist);
            self.twist = sum;
            wa += a.inverse_inertia * twist;
            wb -= b.inverse_inertia * twist;
        }
        let (mut arms, mut inverse) = (self.arms, self.inverse);
        if let Some(moved) = moved {
            arms = [arms[0] + moved, arms[1] - moved];
            inverse = inverse_across(&self.frame, arms, [a, b]);
        }
        let slides = (a.linear - b.linear) + (wa.cross(arms[0]) - wb.cross(arms[1]));
        let along = first.dot(slides) + self.belt[0];
        let across = second.dot(slides) + self.belt[1];
        let [p, q, r] = inverse;
        let mut sum = [
            self.slide[0] - (p * along + q * across),
            self.slide[1] - (q * along + r * across),
        ];
        let square = sum[0] * sum[0] + sum[1] * sum[1];
        if square > most * most {
            let share = most / square.sqrt();
            sum = [sum[0] * share, sum[1] * share];
        }
        let more = first * (sum[0] - self.slide[0]) + second * (sum[1] - self.slide[1]);
        self.slide = sum;
        let on = [arms[0].cross(more) + twist, arms[1].cross(more) + twist];
        self.give(movers, more, on);
    }

    /// Leaves the forces with the cluster: none if they are no numbers, as where springs overshot, or all that follow would be none either.
    pub(crate) fn leave(&self, cluster: &mut Cluster) {
        let pushes = self.rows().iter().map(|row| row.push).sum::<f64>();
        let is_good = (pushes + self.slide[0] + self.slide[1] + self.twist).is_finite();
        let or_none = |force: f64| if is_good { force } else { 0.0 };
        for (point, row) in cluster.points_mut().iter_mut().zip(&self.rows) {
            point.push = or_none(row.push);
        }
        let [slide, across] = self.slide.map(or_none);
        cluster.slide = self.frame.first * slide + self.frame.second * across;
        cluster.twist = or_none(self.twist);
        cluster.load += LOAD_GAIN * (cluster.pushed() - cluster.load);
    }
}

/// What a point is pushed towards in a part of a step: by `mass` times how much faster than `-speed` it parts, less a share of what it
/// pushes already.
#[derive(Clone, Copy)]
struct Aim {
    speed: f64,
    mass: f64,
    back: f64,
}

impl Aim {
    const NONE: Aim = Aim {
        speed: 0.0,
        mass: 1.0,
        back: 0.0,
    };

    /// What this gap asks for, of what a mass of one has.
    #[inline(always)]
    fn of(gap: f64, per_second: f64, spring: Option<&Softness>, fastest: f64) -> Aim {
        let mut aim = Aim::NONE;
        if gap > 0.0 {
            // It may come as close as the rest gap in this part.
            aim.speed = gap * per_second;
        } else if let Some(spring) = spring {
            aim.speed = (spring.rate * gap).max(-fastest);
            (aim.mass, aim.back) = (spring.mass, spring.impulse);
        }
        aim
    }
}

/// What moment about the normal it takes to change how fast two bodies turn about it.
#[inline(always)]
fn inverse_about(normal: DVec3, [a, b]: [&Mover; 2]) -> f64 {
    inverse_of(normal.dot(a.inverse_inertia * normal + b.inverse_inertia * normal))
}

/// What impulses along both axes of the plane of contact it takes to change the speeds along them.
#[inline(always)]
fn inverse_across(frame: &Frame, arms: [DVec3; 2], [a, b]: [&Mover; 2]) -> [f64; 3] {
    let (first, second) = (frame.first, frame.second);
    let mass = a.inverse_mass + b.inverse_mass;
    let (first_a, second_a) = (arms[0].cross(first), arms[0].cross(second));
    let (first_b, second_b) = (arms[1].cross(first), arms[1].cross(second));
    let (turned_a, turned_b) = (a.inverse_inertia * first_a, b.inverse_inertia * first_b);
    let (other_a, other_b) = (a.inverse_inertia * second_a, b.inverse_inertia * second_b);
    let p = first.dot(mass * first) + first_a.dot(turned_a) + first_b.dot(turned_b);
    let q = first.dot(mass * second) + second_a.dot(turned_a) + second_b.dot(turned_b);
    let r = second.dot(mass * second) + second_a.dot(other_a) + second_b.dot(other_b);
    let scale = inverse_of(p * r - q * q);
    [r * scale, -q * scale, p * scale]
}
