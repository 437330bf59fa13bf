//! Up to four contacts that are solved at once: none of them concerns a moving body of another.
//!
//! Along the normal a contact knows three numbers of its two bodies: the speed of the middle of its points, and how the speed changes along
//! both axes of the plane. All points have theirs from these, and what they push changes these three. So it costs little
//! to go through the points of a contact until they are in balance, and a point is five numbers.

mod answers;
mod bodies;
mod pushing;
mod rubbing;

use super::constraint::Constraint;
use super::lanes::{Four, Lanes, Vector};
use super::mover::Mover;
use super::schedule::Pass;
use super::solver::Part;
use answers::{answer_to, answers, inverse_about, inverse_across, moment, parts, value_at};
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

impl<const N: usize> Bunch<N> {
    /// Of these constraints, up to four; in parts of a step of so many seconds, with the springs of their islands.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
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
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
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
    fn axes_of<L: Lanes>(&self) -> [Vector<L>; 2] {
        load_both(&self.axes)
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
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
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
