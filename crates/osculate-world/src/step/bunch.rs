//! Some contacts that are solved at once, as many as there are lanes: none of them concerns a moving body of another.
//!
//! Along the normal a contact knows three numbers of its two bodies: the speed of the middle of its points, and how the speed changes along
//! both axes of the plane. All points have theirs from these, and what they push changes these three. So it costs little
//! to go through the points of a contact until they are in balance, and a point is five numbers.

mod answers;
mod bodies;
mod pushing;
mod rubbing;

use super::constraint::Constraint;
use super::lanes::{Lanes, MOST, Numbers, Vector};
use super::mover::Mover;
use super::schedule::Pass;
use super::solver::Part;
use answers::{answer_to, answers, inverse_about, inverse_across, moment, parts, value_at};
use glam::DVec3;

/// Contacts, each of up to so many points, by lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bunch<const N: usize, R> {
    /// The constraints, as many as there are, and the numbers of their movers. What is not there has those of the first one, and pushes nothing.
    constraints: [u32; MOST],
    movers: [[u32; MOST]; 2],
    filled: usize,
    /// Which of these movers may move, as bits: others keep their velocities, even if an impulse is no number.
    moving: [u32; 2],
    /// How many points the one with the most has.
    points: usize,
    normal: Vector<R>,
    axes: [Vector<R>; 2],
    /// The normal's moments about both centres of mass, at the middle of the points; and how fast these make the bodies turn.
    on: [Vector<R>; 2],
    turned: [Vector<R>; 2],
    answer: [R; 6],
    rows: [Row<R>; N],
    /// One where both bodies may move.
    soft: R,
    springs: [R; 3],
    /// How fast springs push the bodies apart, at most.
    fastest: R,
    /// One where the answer and the masses are those of bodies that have turned, and still are where they are now.
    renewed: R,
    /// One where it pushed in any part of the step.
    pushed: R,
    /// The square of how far bodies may have gone past each other before they are pushed at the point where they are now.
    past: R,
    friction: R,
    /// Where friction is, from both centres of mass, and what impulses along both axes it takes to change the speeds along them.
    arms: [Vector<R>; 2],
    inverse: [R; 3],
    /// How fast the surfaces move along by themselves.
    belt: [R; 2],
    slide: [R; 2],
    twist: R,
    twist_mass: R,
    /// How far the points are from the middle, on average.
    width: R,
}

/// One point of each.
#[derive(Clone, Copy, Debug)]
struct Row<R> {
    /// Where it is in the plane, from the middle.
    at: [R; 2],
    mass: R,
    /// How much more than the rest gap is left at the start.
    gap: R,
    push: R,
}

impl<const N: usize, R: Numbers> Bunch<N, R> {
    /// Of these constraints, as many as lanes at most; in parts of a step of so many seconds, with the springs of their islands.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new<L: Lanes<Numbers = R>>(
        chosen: &[u32],
        all: &[Constraint],
        movers: &[Mover],
        seconds: f64,
    ) -> Bunch<N, R> {
        let number = |lane: usize| chosen[if lane < chosen.len() { lane } else { 0 }];
        let constraints: [u32; MOST] = core::array::from_fn(number);
        let of = constraints.map(|number| &all[number as usize]);
        let numbers = [0, 1].map(|side: usize| of.map(|constraint| constraint.movers[side]));
        let filled = |value: &dyn Fn(usize) -> f64| {
            let mut numbers = R::default();
            for (lane, number) in numbers.lanes_mut().iter_mut().enumerate() {
                *number = value(lane);
            }
            numbers
        };
        let all_of = |value: fn(&Constraint) -> f64| filled(&|lane| value(of[lane]));
        let vector = |value: fn(&Constraint) -> DVec3| Vector::of(|lane| value(of[lane]));
        // What is not there pushes nothing.
        let there = |lane: usize| if lane < chosen.len() { seconds } else { 0.0 };
        let impulse = |value: fn(&Constraint) -> f64| filled(&|lane| value(of[lane]) * there(lane));
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
            answer: [R::default(); 6],
            rows: [Row::none(); N],
            soft: all_of(|of| f64::from(u8::from(of.soft))),
            springs: [
                all_of(|of| of.spring.rate),
                all_of(|of| of.spring.mass),
                all_of(|of| of.spring.impulse),
            ],
            fastest: all_of(|of| of.fastest),
            renewed: R::default(),
            pushed: R::default(),
            past: all_of(|of| of.past * of.past),
            friction: all_of(|of| of.friction),
            arms: [vector(|of| of.arms[0]), vector(|of| of.arms[1])],
            inverse: [R::default(); 3],
            belt: [all_of(|of| of.belt[0]), all_of(|of| of.belt[1])],
            slide: [impulse(|of| of.slide[0]), impulse(|of| of.slide[1])],
            twist: impulse(|of| of.twist),
            twist_mass: R::default(),
            width: all_of(|of| of.width),
        };
        for (lane, constraint) in of[..chosen.len()].iter().enumerate() {
            bunch.points = bunch.points.max(constraint.points().len());
            for (row, point) in bunch.rows.iter_mut().zip(constraint.points()) {
                row.at[0].lanes_mut()[lane] = point.at[0];
                row.at[1].lanes_mut()[lane] = point.at[1];
                row.gap.lanes_mut()[lane] = point.gap;
                row.push.lanes_mut()[lane] = point.push * seconds;
            }
        }
        bunch.weigh::<L>(movers);
        bunch
    }

    /// Finds out what impulses it takes.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn weigh<L: Lanes<Numbers = R>>(&mut self, movers: &[Mover]) {
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
            constraint.pushed = self.pushed.lanes()[lane] > 0.0;
            constraint.slide = [0, 1].map(|axis| self.slide[axis].lanes()[lane] * per_second);
            constraint.twist = self.twist.lanes()[lane] * per_second;
            for (point, row) in constraint.points_mut().iter_mut().zip(&self.rows) {
                point.push = row.push.lanes()[lane] * per_second;
            }
        }
    }

    /// Does what is done in this pass.
    #[inline(always)]
    pub(super) fn pass<L: Lanes<Numbers = R>>(
        &mut self,
        movers: &mut [Mover],
        part: &Part,
        pass: Pass,
    ) {
        match pass {
            Pass::Warm => self.warm::<L>(movers),
            Pass::Springs => {
                let bodies = self.bodies::<L>(movers);
                let moved = self.moved(&bodies);
                self.push::<L>(movers, part, (&bodies, &moved), true);
            }
            Pass::Last => {
                let mut bodies = self.bodies::<L>(movers);
                // Friction changes velocities, not where bodies are.
                let moved = self.moved(&bodies);
                self.rub::<L>(movers, (&mut bodies, &moved));
                self.push::<L>(movers, part, (&bodies, &moved), false);
            }
        }
    }

    #[inline(always)]
    fn axes_of<L: Lanes<Numbers = R>>(&self) -> [Vector<L>; 2] {
        load_both(&self.axes)
    }

    /// The sums of the impulses at all points, and of these times their places on both axes.
    #[inline(always)]
    fn sum<L: Lanes<Numbers = R>>(&self) -> [L; 3] {
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
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn warm<L: Lanes<Numbers = R>>(&self, movers: &mut [Mover]) {
        let none = L::all(0.0);
        let [total, x, y] = self.sum::<L>();
        let slide = [L::load(&self.slide[0]), L::load(&self.slide[1])];
        let twist = L::load(&self.twist);
        let idle = total.is(none) & slide[0].is(none) & slide[1].is(none) & twist.is(none);
        let pushes = !idle;
        if !L::any(pushes) {
            return;
        }
        let mut bodies = self.bodies::<L>(movers);
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
        self.push_all(movers, (&mut bodies, &masses), pushes, (linear, moments));
    }
}

impl<R: Numbers> Row<R> {
    /// No point: its gap is endless.
    fn none() -> Row<R> {
        Row {
            at: [R::default(); 2],
            mass: R::default(),
            gap: R::all(f64::MAX),
            push: R::default(),
        }
    }

    /// Which contacts have this point. Others have no mass there, so that nothing is pushed.
    #[inline(always)]
    fn is_there<L: Lanes<Numbers = R>>(&self) -> L::Mask {
        !L::load(&self.gap).is(L::all(f64::MAX))
    }
}

#[inline(always)]
fn load_all<const K: usize, L: Lanes>(fours: &[L::Numbers; K]) -> [L; K] {
    let mut values = [L::all(0.0); K];
    for (value, four) in values.iter_mut().zip(fours) {
        *value = L::load(four);
    }
    values
}

#[inline(always)]
fn store_all<const K: usize, L: Lanes>(values: [L; K], fours: &mut [L::Numbers; K]) {
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
fn load_both<L: Lanes>([a, b]: &[Vector<L::Numbers>; 2]) -> [Vector<L>; 2] {
    [Vector::load(a), Vector::load(b)]
}

#[inline(always)]
fn store_both<L: Lanes>([a, b]: [Vector<L>; 2], to: &mut [Vector<L::Numbers>; 2]) {
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
