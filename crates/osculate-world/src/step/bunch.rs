//! Up to four contacts that are solved at once: none of them concerns a moving body of another.
//!
//! Along the normal a contact knows three numbers of its two bodies: the speed of the middle of its points, and how the speed changes along
//! both axes of the plane. All points have theirs from these, and what they push changes these three. So it costs little
//! to go through the points of a contact until they are in balance, and a point is five numbers.

use super::balance::Balance;
use super::constraint::Constraint;
use super::lanes::{Four, Lanes, Matrix, Vector};
use super::mover::Mover;
use super::schedule::Pass;
use super::solver::Part;
use crate::contact::POINTS;
use glam::DVec3;

/// Up to four contacts, each of up to so many points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bunch<const N: usize> {
    /// The constraints, as many as there are, and the numbers of their movers. What is not there has those of the first one, and pushes nothing.
    constraints: [u32; 4],
    movers: [[u32; 4]; 2],
    filled: usize,
    /// Which of these movers may move, as bits: others keep their velocities, even if an impulse is no number.
    moving: [u32; 2],
    /// How many points the one with the most has.
    points: usize,
    normal: Vector<Four>,
    axes: [Vector<Four>; 2],
    /// The normal's moments about both centres of mass, at the middle of the points; and how fast these make the bodies turn.
    on: [Vector<Four>; 2],
    turned: [Vector<Four>; 2],
    answer: [Four; 6],
    rows: [Row; N],
    /// One where both bodies may move.
    soft: Four,
    springs: [Four; 3],
    /// How fast springs push the bodies apart, at most.
    fastest: Four,
    /// One where the answer and the masses are those of bodies that have turned, and still are where they are now.
    renewed: Four,
    /// One where it pushed in any part of the step.
    pushed: Four,
    /// The square of how far bodies may have gone past each other before they are pushed at the point where they are now.
    past: Four,
    friction: Four,
    /// Where friction is, from both centres of mass, and what impulses along both axes it takes to change the speeds along them.
    arms: [Vector<Four>; 2],
    inverse: [Four; 3],
    /// How fast the surfaces move along by themselves.
    belt: [Four; 2],
    slide: [Four; 2],
    twist: Four,
    twist_mass: Four,
    /// How far the points are from the middle, on average.
    width: Four,
}

/// One point of each.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Where it is in the plane, from the middle.
    at: [Four; 2],
    mass: Four,
    /// How much more than the rest gap is left at the start.
    gap: Four,
    push: Four,
}

/// One body of each contact: how it moves, and how far it has come.
#[derive(Clone, Copy)]
struct Bodies<L> {
    linear: Vector<L>,
    angular: Vector<L>,
    touched: L,
    shift: Vector<L>,
    turn: Vector<L>,
    spins: L,
}

/// What impulses make of the velocities of one body of each contact.
#[derive(Clone, Copy)]
struct Masses<L> {
    linear: Vector<L>,
    turning: Matrix<L>,
}

impl<L: Lanes> Bodies<L> {
    #[inline(always)]
    fn of([p, q, r, s]: [&Mover; 4]) -> Bodies<L> {
        let [p, q, r, s] = [p.fours(), q.fours(), r.fours(), s.fours()];
        let [a, b, c, d] = L::columns([&p[0], &q[0], &r[0], &s[0]]);
        let [e, f, touched, _] = L::columns([&p[1], &q[1], &r[1], &s[1]]);
        let [g, h, i, j] = L::columns([&p[2], &q[2], &r[2], &s[2]]);
        let [k, l, spins, _] = L::columns([&p[3], &q[3], &r[3], &s[3]]);
        Bodies {
            linear: Vector([a, b, c]),
            angular: Vector([d, e, f]),
            touched,
            shift: Vector([g, h, i]),
            turn: Vector([j, k, l]),
            spins,
        }
    }
}

impl<L: Lanes> Masses<L> {
    #[inline(always)]
    fn of([p, q, r, s]: [&Mover; 4]) -> Masses<L> {
        let [p, q, r, s] = [p.fours(), q.fours(), r.fours(), s.fours()];
        let [x, y, z, a] = L::columns([&p[4], &q[4], &r[4], &s[4]]);
        let [b, c, d, e] = L::columns([&p[5], &q[5], &r[5], &s[5]]);
        let [f, g, h, i] = L::columns([&p[6], &q[6], &r[6], &s[6]]);
        Masses {
            linear: Vector([x, y, z]),
            turning: Matrix([Vector([a, b, c]), Vector([d, e, f]), Vector([g, h, i])]),
        }
    }
}

/// How a speed along the normal changes along both axes, of bodies that turn so against each other.
#[inline(always)]
fn tilts<L: Lanes>([first, second]: [Vector<L>; 2], turning: Vector<L>) -> [L; 2] {
    [-second.dot(turning), first.dot(turning)]
}

/// The moment of impulses along the normal that have these sums with their places.
#[inline(always)]
fn moment<L: Lanes>([first, second]: [Vector<L>; 2], x: L, y: L) -> Vector<L> {
    first * y - second * x
}

/// How fast two bodies part by an impulse along the normal in the middle.
#[inline(always)]
fn parts<L: Lanes>(
    normal: Vector<L>,
    on: [Vector<L>; 2],
    turned: [Vector<L>; 2],
    [a, b]: [&Masses<L>; 2],
) -> L {
    let linear = normal.dot((a.linear + b.linear).scaled(normal));
    linear + on[0].dot(turned[0]) + on[1].dot(turned[1])
}

/// What the speed at the middle, and its changes along both axes, are changed by: by an impulse, and by one times its place on the first
/// and on the second axis. Symmetric: the first row, then the rest of the second and of the third.
#[inline(always)]
fn answers<L: Lanes>(
    middle: L,
    axes: [Vector<L>; 2],
    turned: [Vector<L>; 2],
    [a, b]: [&Masses<L>; 2],
) -> [L; 6] {
    let [first, second] = axes;
    let both = turned[0] + turned[1];
    let about_first = a.turning * first + b.turning * first;
    let about_second = a.turning * second + b.turning * second;
    [
        middle,
        -second.dot(both),
        first.dot(both),
        second.dot(about_second),
        -first.dot(about_second),
        first.dot(about_first),
    ]
}

/// What an impulse at this place changes.
#[inline(always)]
fn answer_to<L: Lanes>([k, kx, ky, xx, xy, yy]: [L; 6], [x, y]: [L; 2]) -> [L; 3] {
    [
        k + (x * kx + y * ky),
        kx + (x * xx + y * xy),
        ky + (x * xy + y * yy),
    ]
}

/// What a number is at a place, of its value in the middle and of how it changes along both axes.
#[inline(always)]
fn value_at<L: Lanes>([p, q]: [L; 2], [middle, x, y]: [L; 3]) -> L {
    middle + (p * x + q * y)
}

/// What moment about the normal it takes to change how fast two bodies turn about it.
#[inline(always)]
fn inverse_about<L: Lanes>(normal: Vector<L>, [a, b]: [&Masses<L>; 2]) -> L {
    normal
        .dot(a.turning * normal + b.turning * normal)
        .inverse()
}

/// What impulses along both axes of the plane of contact it takes to change the speeds along them.
#[inline(always)]
fn inverse_across<L: Lanes>(
    [first, second]: [Vector<L>; 2],
    arms: [Vector<L>; 2],
    [a, b]: [&Masses<L>; 2],
) -> [L; 3] {
    let mass = a.linear + b.linear;
    let (first_a, second_a) = (arms[0].cross(first), arms[0].cross(second));
    let (first_b, second_b) = (arms[1].cross(first), arms[1].cross(second));
    let (turned_a, turned_b) = (a.turning * first_a, b.turning * first_b);
    let (other_a, other_b) = (a.turning * second_a, b.turning * second_b);
    let p = first.dot(mass.scaled(first)) + first_a.dot(turned_a) + first_b.dot(turned_b);
    let q = first.dot(mass.scaled(second)) + second_a.dot(turned_a) + second_b.dot(turned_b);
    let r = second.dot(mass.scaled(second)) + second_a.dot(other_a) + second_b.dot(other_b);
    let scale = (p * r - q * q).inverse();
    [r * scale, -q * scale, p * scale]
}

/// Where two bodies push each other now.
#[derive(Clone, Copy)]
struct Moved<L: Lanes> {
    /// Whether the point is another than at the start, or either body's inertia turns: or else what impulses it takes is known.
    is: L::Mask,
    any: bool,
    /// How far it is from where it was, as the first body sees it: the second sees the opposite. What is pushed at two points instead of one gains
    /// angular momentum, unless one of both has endless momentum: then the point stays.
    by: Vector<L>,
}

impl<L: Lanes> Moved<L> {
    /// What it adds to moments of the normal, which the other body sees with the opposite sign.
    #[inline(always)]
    fn bend(&self, normal: Vector<L>, on: [Vector<L>; 2]) -> [Vector<L>; 2] {
        let bent = self.by.cross(normal);
        [
            Vector::choose(self.is, on[0] + bent, on[0]),
            Vector::choose(self.is, on[1] - bent, on[1]),
        ]
    }

    #[inline(always)]
    fn shift(&self, arms: [Vector<L>; 2]) -> [Vector<L>; 2] {
        [
            Vector::choose(self.is, arms[0] + self.by, arms[0]),
            Vector::choose(self.is, arms[1] - self.by, arms[1]),
        ]
    }
}

/// What points are pushed towards in a part of a step: by `mass` times how much faster than `-speed` they part, less a share of what they push already.
struct Aim<L> {
    speed: L,
    mass: L,
    back: L,
}

impl<const N: usize> Bunch<N> {
    /// Of these constraints, up to four; in parts of a step of so many seconds, with the springs of their islands.
    #[inline(always)]
    pub(super) fn new<L: Lanes>(
        chosen: &[u32],
        all: &[Constraint],
        movers: &[Mover],
        seconds: f64,
    ) -> Bunch<N> {
        let number = |lane: usize| chosen[if lane < chosen.len() { lane } else { 0 }];
        let constraints = [0, 1, 2, 3].map(number);
        let of = constraints.map(|number| &all[number as usize]);
        let numbers = [0, 1].map(|side: usize| of.map(|constraint| constraint.movers[side]));
        let four = |value: fn(&Constraint) -> f64| Four(of.map(value));
        let vector = |value: fn(&Constraint) -> DVec3| Vector::of(of.map(value));
        // What is not there pushes nothing.
        let there = [0, 1, 2, 3].map(|lane| if lane < chosen.len() { seconds } else { 0.0 });
        let impulse = |value: fn(&Constraint) -> f64| {
            let impulse = |lane: usize| value(of[lane]) * there[lane];
            Four([0, 1, 2, 3].map(impulse))
        };
        let mut bunch = Bunch {
            constraints,
            movers: numbers,
            filled: chosen.len(),
            moving: numbers.map(|numbers| {
                let moving = |lane: usize| movers[numbers[lane] as usize].moves;
                let lanes = 0..chosen.len();
                lanes.fold(0, |bits, lane| bits | u32::from(moving(lane)) << lane)
            }),
            points: 0,
            normal: vector(|of| of.normal),
            axes: [vector(|of| of.axes[0]), vector(|of| of.axes[1])],
            on: [vector(|of| of.on[0]), vector(|of| of.on[1])],
            turned: [Vector::default(); 2],
            answer: [Four::default(); 6],
            rows: [Row::NONE; N],
            soft: four(|of| f64::from(u8::from(of.soft))),
            springs: [
                four(|of| of.spring.rate),
                four(|of| of.spring.mass),
                four(|of| of.spring.impulse),
            ],
            fastest: four(|of| of.fastest),
            renewed: Four::default(),
            pushed: Four::default(),
            past: four(|of| of.past * of.past),
            friction: four(|of| of.friction),
            arms: [vector(|of| of.arms[0]), vector(|of| of.arms[1])],
            inverse: [Four::default(); 3],
            belt: [four(|of| of.belt[0]), four(|of| of.belt[1])],
            slide: [impulse(|of| of.slide[0]), impulse(|of| of.slide[1])],
            twist: impulse(|of| of.twist),
            twist_mass: Four::default(),
            width: four(|of| of.width),
        };
        for (lane, constraint) in of[..chosen.len()].iter().enumerate() {
            bunch.points = bunch.points.max(constraint.points().len());
            for (row, point) in bunch.rows.iter_mut().zip(constraint.points()) {
                row.at[0].0[lane] = point.at[0];
                row.at[1].0[lane] = point.at[1];
                row.gap.0[lane] = point.gap;
                row.push.0[lane] = point.push * seconds;
            }
        }
        bunch.weigh::<L>(movers);
        bunch
    }

    /// Finds out what impulses it takes.
    #[inline(always)]
    fn weigh<L: Lanes>(&mut self, movers: &[Mover]) {
        let [a, b] = self.masses::<L>(movers);
        let both = [&a, &b];
        let (normal, axes) = (Vector::load(&self.normal), self.axes_of::<L>());
        let on = load_both(&self.on);
        let turned = [a.turning * on[0], b.turning * on[1]];
        store_both(turned, &mut self.turned);
        let middle = parts(normal, on, turned, both);
        let answer = if N > 1 {
            answers(middle, axes, turned, both)
        } else {
            let none = L::all(0.0);
            [middle, none, none, none, none, none]
        };
        store_all(answer, &mut self.answer);
        for row in &mut self.rows {
            let at = [L::load(&row.at[0]), L::load(&row.at[1])];
            let mass = value_at(at, answer_to(answer, at)).inverse();
            L::choose(row.is_there::<L>(), mass, L::all(0.0)).store(&mut row.mass);
        }
        let inverse = inverse_across(axes, load_both(&self.arms), both);
        store_all(inverse, &mut self.inverse);
        if N > 1 {
            inverse_about(normal, both).store(&mut self.twist_mass);
        }
    }

    /// Leaves the forces with the constraints: of impulses, which there are so many of per second.
    pub(super) fn leave(&self, all: &mut [Constraint], per_second: f64) {
        for lane in 0..self.filled {
            let constraint = &mut all[self.constraints[lane] as usize];
            constraint.pushed = self.pushed.0[lane] > 0.0;
            constraint.slide = [0, 1].map(|axis| self.slide[axis].0[lane] * per_second);
            constraint.twist = self.twist.0[lane] * per_second;
            for (point, row) in constraint.points_mut().iter_mut().zip(&self.rows) {
                point.push = row.push.0[lane] * per_second;
            }
        }
    }

    /// Does what is done in this pass.
    #[inline(always)]
    pub(super) fn pass<L: Lanes>(&mut self, movers: &mut [Mover], part: &Part, pass: Pass) {
        match pass {
            Pass::Warm => self.warm::<L>(movers),
            Pass::Springs => self.push::<L>(movers, part, true),
            Pass::Last => {
                self.rub::<L>(movers);
                self.push::<L>(movers, part, false);
            }
        }
    }

    #[inline(always)]
    fn each<'m>(&self, movers: &'m [Mover], side: usize) -> [&'m Mover; 4] {
        self.movers[side].map(|number| &movers[number as usize])
    }

    #[inline(always)]
    fn bodies<L: Lanes>(&self, movers: &[Mover]) -> [Bodies<L>; 2] {
        [
            Bodies::of(self.each(movers, 0)),
            Bodies::of(self.each(movers, 1)),
        ]
    }

    #[inline(always)]
    fn masses<L: Lanes>(&self, movers: &[Mover]) -> [Masses<L>; 2] {
        [
            Masses::of(self.each(movers, 0)),
            Masses::of(self.each(movers, 1)),
        ]
    }

    #[inline(always)]
    fn axes_of<L: Lanes>(&self) -> [Vector<L>; 2] {
        load_both(&self.axes)
    }

    /// Where the bodies push each other now.
    #[inline(always)]
    fn moved<L: Lanes>(&self, [a, b]: &[Bodies<L>; 2]) -> Moved<L> {
        let (none, soft) = (L::all(0.0), L::load(&self.soft));
        let soft = soft.is_above(none);
        let by = (b.shift - a.shift) * L::all(0.5);
        let far = by.dot(by).is_above(L::load(&self.past));
        let spins = a.spins.is_above(none) | b.spins.is_above(none);
        let is = (soft & far) | spins;
        Moved {
            is,
            any: L::any(is),
            by: Vector::choose(soft, by, Vector([none; 3])),
        }
    }

    /// Gives one body of each contact its velocities.
    #[inline(always)]
    fn give<L: Lanes>(&self, movers: &mut [Mover], side: usize, bodies: &Bodies<L>) {
        let (Vector([a, b, c]), Vector([d, e, f])) = (bodies.linear, bodies.angular);
        let first = L::rows([a, b, c, d]);
        let second = L::rows([e, f, bodies.touched, bodies.touched]);
        let mut give = |lane: usize| {
            let number = self.movers[side][lane];
            let fours = movers[number as usize].fours_mut();
            (fours[0], fours[1]) = (first[lane], second[lane]);
        };
        if self.moving[side] == 0b1111 {
            give(0);
            give(1);
            give(2);
            give(3);
        } else {
            let moving = |lane: &usize| self.moving[side] & (1 << lane) != 0;
            (0..4).filter(moving).for_each(give);
        }
    }

    /// The sums of the impulses at all points, and of these times their places on both axes.
    #[inline(always)]
    fn sum<L: Lanes>(&self) -> [L; 3] {
        let mut sum = [L::all(0.0); 3];
        for row in &self.rows {
            let push = L::load(&row.push);
            sum[0] = sum[0] + push;
            if N > 1 {
                sum[1] = sum[1] + L::load(&row.at[0]) * push;
                sum[2] = sum[2] + L::load(&row.at[1]) * push;
            }
        }
        sum
    }

    /// Begins with the impulses of the part before.
    #[inline(always)]
    fn warm<L: Lanes>(&self, movers: &mut [Mover]) {
        let none = L::all(0.0);
        let [total, x, y] = self.sum::<L>();
        let slide = [L::load(&self.slide[0]), L::load(&self.slide[1])];
        let twist = L::load(&self.twist);
        let idle = total.is(none) & slide[0].is(none) & slide[1].is(none) & twist.is(none);
        let pushes = !idle;
        if !L::any(pushes) {
            return;
        }
        let bodies = self.bodies::<L>(movers);
        let (normal, axes) = (Vector::load(&self.normal), self.axes_of::<L>());
        let (mut on, mut arms) = (load_both(&self.on), load_both(&self.arms));
        let moved = self.moved(&bodies);
        if moved.any {
            on = moved.bend(normal, on);
            arms = moved.shift(arms);
        }
        let along = axes[0] * slide[0] + axes[1] * slide[1];
        let linear = normal * total + along;
        let same = moment(axes, x, y) + normal * twist;
        let moments = [
            on[0] * total + same + arms[0].cross(along),
            on[1] * total + same + arms[1].cross(along),
        ];
        let masses = self.masses(movers);
        self.push_all(movers, (&bodies, &masses), pushes, (linear, moments));
    }

    /// Gives the bodies of some lanes an impulse, with these moments about their centres.
    #[inline(always)]
    fn push_all<L: Lanes>(
        &self,
        movers: &mut [Mover],
        ([a, b], [mass_a, mass_b]): (&[Bodies<L>; 2], &[Masses<L>; 2]),
        some: L::Mask,
        (linear, moments): (Vector<L>, [Vector<L>; 2]),
    ) {
        let (mut a, mut b) = (*a, *b);
        let after = a.linear + mass_a.linear.scaled(linear);
        a.linear = Vector::choose(some, after, a.linear);
        let after = a.angular + mass_a.turning * moments[0];
        a.angular = Vector::choose(some, after, a.angular);
        self.give(movers, 0, &a);
        let after = b.linear - mass_b.linear.scaled(linear);
        b.linear = Vector::choose(some, after, b.linear);
        let after = b.angular - mass_b.turning * moments[1];
        b.angular = Vector::choose(some, after, b.angular);
        self.give(movers, 1, &b);
    }

    /// What gaps ask for, of what a mass of one has.
    #[inline(always)]
    fn aim<L: Lanes>(&self, gap: L, part: &Part, with_springs: bool) -> Aim<L> {
        let (none, one) = (L::all(0.0), L::all(1.0));
        let open = gap.is_above(none);
        // It may come as close as the rest gap in this part.
        let speed = gap * L::all(part.per_second);
        if !with_springs {
            return Aim {
                speed: L::choose(open, speed, none),
                mass: one,
                back: none,
            };
        }
        let [rate, mass, impulse]: [L; 3] = load_all(&self.springs);
        let sprung = (rate * gap).at_least(-L::load(&self.fastest));
        Aim {
            speed: L::choose(open, speed, sprung),
            mass: L::choose(open, one, mass),
            back: L::choose(open, none, impulse),
        }
    }

    /// Pushes along the normal, by springs if there are any.
    #[inline(always)]
    fn push<L: Lanes>(&mut self, movers: &mut [Mover], part: &Part, with_springs: bool) {
        let bodies @ [a, b] = self.bodies::<L>(movers);
        let (normal, on) = (Vector::load(&self.normal), load_both(&self.on));
        let gone = normal.dot(a.shift - b.shift) + on[0].dot(a.turn) - on[1].dot(b.turn);
        let moved = self.moved(&bodies);
        let on = if moved.any {
            moved.bend(normal, on)
        } else {
            on
        };
        let speed = normal.dot(a.linear - b.linear) + on[0].dot(a.angular) - on[1].dot(b.angular);
        let pushing = Pushing {
            bodies,
            normal,
            on,
            moved,
            gone,
            speed,
            with_springs,
        };
        match (N, self.points) {
            (1, _) => self.push_one(movers, part, &pushing),
            (_, 2) => self.push_rows::<2, L>(movers, part, &pushing),
            (_, 3) => self.push_rows::<3, L>(movers, part, &pushing),
            _ => self.push_rows::<POINTS, L>(movers, part, &pushing),
        }
    }

    /// The same where each has one point.
    #[inline(always)]
    fn push_one<L: Lanes>(&mut self, movers: &mut [Mover], part: &Part, now: &Pushing<L>) {
        let none = L::all(0.0);
        let row = &self.rows[0];
        let (before, mut mass) = (L::load(&row.push), L::load(&row.mass));
        let gap = L::load(&row.gap) + now.gone;
        let aim = self.aim(gap, part, now.with_springs);
        let speed = now.speed + aim.speed;
        let idle = before.is(none) & gap.is_above(none) & speed.is_at_least(none);
        let Some(renew) = self.renew(!idle, now) else {
            return;
        };
        let mut turned = load_both(&self.turned);
        if L::any(renew) {
            let [a, b] = self.masses::<L>(movers);
            let fresh = [a.turning * now.on[0], b.turning * now.on[1]];
            let parts = parts(now.normal, now.on, fresh, [&a, &b]).inverse();
            mass = L::choose(renew, parts, mass);
            turned = choose_both(renew, fresh, turned);
            mass.store(&mut self.rows[0].mass);
            store_both(turned, &mut self.turned);
        }
        let more = -(aim.mass * mass) * speed - aim.back * before;
        let sum = (before + more).at_least(none);
        let more = sum - before;
        L::choose(idle, before, sum).store(&mut self.rows[0].push);
        let turned = [turned[0] * more, turned[1] * more];
        let pushes = sum.is_above(none) & !idle;
        self.part(movers, now, (!idle, pushes), (now.normal * more, turned));
    }

    /// Which of those that push have to find out anew what impulses it takes. `None` if none pushes.
    #[inline(always)]
    fn renew<L: Lanes>(&mut self, pushes: L::Mask, now: &Pushing<L>) -> Option<L::Mask> {
        let none = L::all(0.0);
        if !L::any(pushes) {
            self.renewed = Four::default();
            return None;
        }
        let mut renew = pushes & now.moved.is;
        if now.with_springs {
            let renewed = L::load(&self.renewed).is_above(none);
            renew = renew & !renewed;
            self.renewed = Four::default();
        } else {
            L::choose(pushes, L::all(1.0), none).store(&mut self.renewed);
        }
        Some(renew)
    }

    /// Gives bodies an impulse along the normal, which makes them turn so. Some push at all, and some of these not only less than before.
    #[inline(always)]
    fn part<L: Lanes>(
        &mut self,
        movers: &mut [Mover],
        now: &Pushing<L>,
        (some, pushes): (L::Mask, L::Mask),
        (linear, turned): (Vector<L>, [Vector<L>; 2]),
    ) {
        let (one, pushed) = (L::all(1.0), L::load(&self.pushed));
        L::choose(pushes, one, pushed).store(&mut self.pushed);
        let [mut a, mut b] = now.bodies;
        let mass_a = Masses::<L>::of(self.each(movers, 0)).linear;
        let mass_b = Masses::<L>::of(self.each(movers, 1)).linear;
        a.linear = Vector::choose(some, a.linear + mass_a.scaled(linear), a.linear);
        a.angular = Vector::choose(some, a.angular + turned[0], a.angular);
        a.touched = L::choose(pushes, one, a.touched);
        self.give(movers, 0, &a);
        b.linear = Vector::choose(some, b.linear - mass_b.scaled(linear), b.linear);
        b.angular = Vector::choose(some, b.angular - turned[1], b.angular);
        b.touched = L::choose(pushes, one, b.touched);
        self.give(movers, 1, &b);
    }

    /// The same at several points, which are so many.
    #[inline(always)]
    fn push_rows<const M: usize, L: Lanes>(
        &mut self,
        movers: &mut [Mover],
        part: &Part,
        now: &Pushing<L>,
    ) {
        let none = L::all(0.0);
        let axes = self.axes_of::<L>();
        let [a, b] = &now.bodies;
        let [x, y] = tilts(axes, a.turn - b.turn);
        let gone = [now.gone, x, y];
        let [x, y] = tilts(axes, a.angular - b.angular);
        let speeds = [now.speed, x, y];
        let mut balance = Balance::<M, L>::new();
        let mut places = [[none; 2]; M];
        let mut idle = none.is(none);
        for (at, row) in self.rows[..M].iter().enumerate() {
            let place = [L::load(&row.at[0]), L::load(&row.at[1])];
            let gap = L::load(&row.gap) + value_at(place, gone);
            let aim = self.aim(gap, part, now.with_springs);
            let speed = value_at(place, speeds) + aim.speed;
            let push = L::load(&row.push);
            let open = push.is(none) & gap.is_above(none) & speed.is_at_least(none);
            idle = idle & open;
            places[at] = place;
            balance.speeds[at] = speed;
            (balance.masses[at], balance.stays[at]) = (aim.mass, L::all(1.0) - aim.back);
            balance.pushes[at] = push;
        }
        let Some(renew) = self.renew(!idle, now) else {
            return;
        };
        let renews = L::any(renew);
        let masses = self.masses::<L>(movers);
        let [mass_a, mass_b] = [&masses[0], &masses[1]];
        let mut turned = load_both(&self.turned);
        let mut answer = load_all(&self.answer);
        if renews {
            let fresh = [mass_a.turning * now.on[0], mass_b.turning * now.on[1]];
            let middle = parts(now.normal, now.on, fresh, [mass_a, mass_b]);
            let anew = answers(middle, axes, fresh, [mass_a, mass_b]);
            answer = choose_all(renew, anew, answer);
            store_all(answer, &mut self.answer);
            turned = choose_both(renew, fresh, turned);
            store_both(turned, &mut self.turned);
        }
        for at in 0..M {
            let own = answer_to(answer, places[at]);
            for (answer, &place) in balance.answers[at].iter_mut().zip(&places) {
                *answer = value_at(place, own);
            }
            let mut mass = L::load(&self.rows[at].mass);
            if renews {
                let fresh = renew & self.rows[at].is_there::<L>();
                mass = L::choose(fresh, balance.answers[at][at].inverse(), mass);
                mass.store(&mut self.rows[at].mass);
            }
            balance.masses[at] = balance.masses[at] * mass;
        }
        let before = self.sum::<L>();
        balance.settle(!idle);
        let mut pushes = none.is_above(none);
        for (row, push) in self.rows.iter_mut().zip(balance.pushes) {
            pushes = pushes | push.is_above(none);
            push.store(&mut row.push);
        }
        let after = self.sum::<L>();
        let total = after[0] - before[0];
        let moment = moment(axes, after[1] - before[1], after[2] - before[2]);
        let turned = [
            turned[0] * total + mass_a.turning * moment,
            turned[1] * total + mass_b.turning * moment,
        ];
        self.part(
            movers,
            now,
            (!idle, pushes & !idle),
            (now.normal * total, turned),
        );
    }

    /// Resists sliding, and turning about the normal, by as much as the normal impulses allow.
    #[inline(always)]
    fn rub<L: Lanes>(&mut self, movers: &mut [Mover]) {
        let none = L::all(0.0);
        let friction = L::load(&self.friction);
        let most = friction * self.sum::<L>()[0];
        let slide = [L::load(&self.slide[0]), L::load(&self.slide[1])];
        let old_twist = L::load(&self.twist);
        let still = slide[0].is(none) & slide[1].is(none) & old_twist.is(none);
        let some = !(still & !most.is_above(none)) & !friction.is(none);
        if !L::any(some) {
            return;
        }
        let bodies @ [a, b] = self.bodies::<L>(movers);
        let masses @ [mass_a, mass_b] = self.masses::<L>(movers);
        let (normal, axes) = (Vector::load(&self.normal), self.axes_of::<L>());
        let (mut wa, mut wb) = (a.angular, b.angular);
        let mut twist = None;
        let moved = self.moved(&bodies);
        if N > 1 {
            let speed = normal.dot(wa - wb);
            // Nothing instead of no number.
            let most = (most * L::load(&self.width)).at_least(none);
            let mut mass = L::load(&self.twist_mass);
            if moved.any {
                mass = L::choose(moved.is, inverse_about(normal, [&mass_a, &mass_b]), mass);
            }
            let sum = (old_twist - mass * speed).between(-most, most);
            let more = normal * (sum - old_twist);
            L::choose(some, sum, old_twist).store(&mut self.twist);
            wa = wa + mass_a.turning * more;
            wb = wb - mass_b.turning * more;
            twist = Some(more);
        }
        let mut arms = load_both(&self.arms);
        let mut inverse = load_all(&self.inverse);
        if moved.any {
            arms = moved.shift(arms);
            let anew = inverse_across(axes, arms, [&mass_a, &mass_b]);
            inverse = choose_all(moved.is, anew, inverse);
        }
        let slides = (a.linear - b.linear) + (wa.cross(arms[0]) - wb.cross(arms[1]));
        let along = axes[0].dot(slides) + L::load(&self.belt[0]);
        let across = axes[1].dot(slides) + L::load(&self.belt[1]);
        let [p, q, r] = inverse;
        let mut sum = [
            slide[0] - (p * along + q * across),
            slide[1] - (q * along + r * across),
        ];
        let square = sum[0] * sum[0] + sum[1] * sum[1];
        let too_hard = square.is_above(most * most);
        if L::any(too_hard) {
            let share = most / square.sqrt();
            for sum in &mut sum {
                *sum = L::choose(too_hard, *sum * share, *sum);
            }
        }
        let more = axes[0] * (sum[0] - slide[0]) + axes[1] * (sum[1] - slide[1]);
        for axis in 0..2 {
            L::choose(some, sum[axis], slide[axis]).store(&mut self.slide[axis]);
        }
        let mut moments = [arms[0].cross(more), arms[1].cross(more)];
        if let Some(twist) = twist {
            moments = [moments[0] + twist, moments[1] + twist];
        }
        self.push_all(movers, (&bodies, &masses), some, (more, moments));
    }
}

/// What is known of two bodies before they push each other.
struct Pushing<L: Lanes> {
    bodies: [Bodies<L>; 2],
    normal: Vector<L>,
    /// The normal's moments, where the bodies are now.
    on: [Vector<L>; 2],
    moved: Moved<L>,
    /// How far they have parted, and how fast they do.
    gone: L,
    speed: L,
    with_springs: bool,
}

impl Row {
    /// No point: its gap is endless.
    const NONE: Row = Row {
        at: [Four([0.0; 4]); 2],
        mass: Four([0.0; 4]),
        gap: Four([f64::MAX; 4]),
        push: Four([0.0; 4]),
    };

    /// Which contacts have this point. Others have no mass there, so that nothing is pushed.
    #[inline(always)]
    fn is_there<L: Lanes>(&self) -> L::Mask {
        !L::load(&self.gap).is(L::all(f64::MAX))
    }
}

#[inline(always)]
fn load_all<const K: usize, L: Lanes>(fours: &[Four; K]) -> [L; K] {
    let mut values = [L::all(0.0); K];
    for (value, four) in values.iter_mut().zip(fours) {
        *value = L::load(four);
    }
    values
}

#[inline(always)]
fn store_all<const K: usize, L: Lanes>(values: [L; K], fours: &mut [Four; K]) {
    for (value, four) in values.into_iter().zip(fours) {
        value.store(four);
    }
}

#[inline(always)]
fn choose_all<const K: usize, L: Lanes>(mask: L::Mask, yes: [L; K], mut no: [L; K]) -> [L; K] {
    for (no, yes) in no.iter_mut().zip(yes) {
        *no = L::choose(mask, yes, *no);
    }
    no
}

#[inline(always)]
fn load_both<L: Lanes>([a, b]: &[Vector<Four>; 2]) -> [Vector<L>; 2] {
    [Vector::load(a), Vector::load(b)]
}

#[inline(always)]
fn store_both<L: Lanes>([a, b]: [Vector<L>; 2], to: &mut [Vector<Four>; 2]) {
    a.store(&mut to[0]);
    b.store(&mut to[1]);
}

#[inline(always)]
fn choose_both<L: Lanes>(mask: L::Mask, yes: [Vector<L>; 2], no: [Vector<L>; 2]) -> [Vector<L>; 2] {
    [
        Vector::choose(mask, yes[0], no[0]),
        Vector::choose(mask, yes[1], no[1]),
    ]
}
