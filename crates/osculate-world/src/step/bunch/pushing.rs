//! Contacts push along their normals.

use super::super::balance::Balance;
use super::super::lanes::{Lanes, Numbers, Vector};
use super::super::mover::Mover;
use super::super::solver::Part;
use super::answers::{answer_to, answers, moment, parts, tilts, value_at};
use super::bodies::{Bodies, Moved};
use super::{Bunch, choose_all, choose_both, load_all, load_both, store_all, store_both};
use crate::contact::POINTS;

/// What points are pushed towards in a part of a step: by `mass` times how much faster than `-speed` they part, less a share of what they push already.
struct Aim<L> {
    speed: L,
    mass: L,
    back: L,
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

impl<const N: usize, R: Numbers> Bunch<N, R> {
    /// What gaps ask for, of what a mass of one has.
    #[inline(always)]
    fn aim<L: Lanes<Numbers = R>>(&self, gap: L, part: &Part, with_springs: bool) -> Aim<L> {
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
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn push<L: Lanes<Numbers = R>>(
        &mut self,
        movers: &mut [Mover],
        part: &Part,
        (&bodies, &moved): (&[Bodies<L>; 2], &Moved<L>),
        with_springs: bool,
    ) {
        let [a, b] = &bodies;
        let (normal, on) = (Vector::load(&self.normal), load_both(&self.on));
        let gone = normal.dot(a.shift - b.shift) + on[0].dot(a.turn) - on[1].dot(b.turn);
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
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn push_one<L: Lanes<Numbers = R>>(
        &mut self,
        movers: &mut [Mover],
        part: &Part,
        now: &Pushing<L>,
    ) {
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
    fn renew<L: Lanes<Numbers = R>>(
        &mut self,
        pushes: L::Mask,
        now: &Pushing<L>,
    ) -> Option<L::Mask> {
        let none = L::all(0.0);
        if !L::any(pushes) {
            self.renewed = R::default();
            return None;
        }
        let mut renew = pushes & now.moved.is;
        if now.with_springs {
            let renewed = L::load(&self.renewed).is_above(none);
            renew = renew & !renewed;
            self.renewed = R::default();
        } else {
            L::choose(pushes, L::all(1.0), none).store(&mut self.renewed);
        }
        Some(renew)
    }

    /// Gives bodies an impulse along the normal, which makes them turn so. Some push at all, and some of these not only less than before.
    #[inline(always)]
    fn part<L: Lanes<Numbers = R>>(
        &mut self,
        movers: &mut [Mover],
        now: &Pushing<L>,
        (some, pushes): (L::Mask, L::Mask),
        (linear, turned): (Vector<L>, [Vector<L>; 2]),
    ) {
        let (one, pushed) = (L::all(1.0), L::load(&self.pushed));
        L::choose(pushes, one, pushed).store(&mut self.pushed);
        let [mut a, mut b] = now.bodies;
        let [mass_a, mass_b] = self.masses::<L>(movers);
        a.linear = Vector::choose(some, a.linear + mass_a.linear.scaled(linear), a.linear);
        a.angular = Vector::choose(some, a.angular + turned[0], a.angular);
        a.touched = L::choose(pushes, one, a.touched);
        self.give(movers, 0, &a);
        b.linear = Vector::choose(some, b.linear - mass_b.linear.scaled(linear), b.linear);
        b.angular = Vector::choose(some, b.angular - turned[1], b.angular);
        b.touched = L::choose(pushes, one, b.touched);
        self.give(movers, 1, &b);
    }

    /// The same at several points, which are so many.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn push_rows<const M: usize, L: Lanes<Numbers = R>>(
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
}
