//! The bodies of some contacts: loaded, and given their new velocities.

use super::super::lanes::{self, Lanes, MOST, Matrix, Numbers, Vector};
use super::super::mover::Mover;
use super::Bunch;

/// One body of each contact: how it moves, and how far it has come.
#[derive(Clone, Copy)]
pub(super) struct Bodies<L> {
    pub(super) linear: Vector<L>,
    pub(super) angular: Vector<L>,
    pub(super) touched: L,
    pub(super) shift: Vector<L>,
    pub(super) turn: Vector<L>,
    pub(super) spins: L,
}

/// What impulses make of the velocities of one body of each contact.
#[derive(Clone, Copy)]
pub(super) struct Masses<L> {
    pub(super) linear: Vector<L>,
    pub(super) turning: Matrix<L>,
}

impl<L: Lanes> Bodies<L> {
    #[inline(always)]
    fn of(bodies: &lanes::Bodies) -> Bodies<L> {
        let [a, b, c, d] = L::columns(bodies, 0);
        let [e, f, touched, _] = L::columns(bodies, 1);
        let [g, h, i, j] = L::columns(bodies, 2);
        let [k, l, spins, _] = L::columns(bodies, 3);
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
    fn of(bodies: &lanes::Bodies) -> Masses<L> {
        let [x, y, z, a] = L::columns(bodies, 4);
        let [b, c, d, e] = L::columns(bodies, 5);
        let [f, g, h, i] = L::columns(bodies, 6);
        Masses {
            linear: Vector([x, y, z]),
            turning: Matrix([Vector([a, b, c]), Vector([d, e, f]), Vector([g, h, i])]),
        }
    }
}

/// Where two bodies push each other now.
#[derive(Clone, Copy)]
pub(super) struct Moved<L: Lanes> {
    /// Whether the point is another than at the start, or either body's inertia turns: or else what impulses it takes is known.
    pub(super) is: L::Mask,
    pub(super) any: bool,
    /// How far it is from where it was, as the first body sees it: the second sees the opposite. What is pushed at two points instead of one gains
    /// angular momentum, unless one of both has endless momentum: then the point stays.
    pub(super) by: Vector<L>,
}

impl<L: Lanes> Moved<L> {
    /// What it adds to moments of the normal, which the other body sees with the opposite sign.
    #[inline(always)]
    pub(super) fn bend(&self, normal: Vector<L>, on: [Vector<L>; 2]) -> [Vector<L>; 2] {
        let bent = self.by.cross(normal);
        [
            Vector::choose(self.is, on[0] + bent, on[0]),
            Vector::choose(self.is, on[1] - bent, on[1]),
        ]
    }

    #[inline(always)]
    pub(super) fn shift(&self, arms: [Vector<L>; 2]) -> [Vector<L>; 2] {
        [
            Vector::choose(self.is, arms[0] + self.by, arms[0]),
            Vector::choose(self.is, arms[1] - self.by, arms[1]),
        ]
    }
}

impl<const N: usize, R: Numbers> Bunch<N, R> {
    #[inline(always)]
    fn each<'m>(&self, movers: &'m [Mover], side: usize) -> lanes::Bodies<'m> {
        let numbers = &self.movers[side];
        let first = movers[numbers[0] as usize].fours();
        let mut bodies = [first; MOST];
        for lane in 1..R::WIDTH {
            bodies[lane] = movers[numbers[lane] as usize].fours();
        }
        bodies
    }

    #[inline(always)]
    pub(super) fn bodies<L: Lanes<Numbers = R>>(&self, movers: &[Mover]) -> [Bodies<L>; 2] {
        [
            Bodies::of(&self.each(movers, 0)),
            Bodies::of(&self.each(movers, 1)),
        ]
    }

    #[inline(always)]
    pub(super) fn masses<L: Lanes<Numbers = R>>(&self, movers: &[Mover]) -> [Masses<L>; 2] {
        [
            Masses::of(&self.each(movers, 0)),
            Masses::of(&self.each(movers, 1)),
        ]
    }

    /// Where the bodies push each other now.
    #[inline(always)]
    pub(super) fn moved<L: Lanes<Numbers = R>>(&self, [a, b]: &[Bodies<L>; 2]) -> Moved<L> {
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
    pub(super) fn give<L: Lanes<Numbers = R>>(
        &self,
        movers: &mut [Mover],
        side: usize,
        bodies: &Bodies<L>,
    ) {
        let (Vector([a, b, c]), Vector([d, e, f])) = (bodies.linear, bodies.angular);
        let first = L::rows([a, b, c, d]);
        let second = L::rows([e, f, bodies.touched, bodies.touched]);
        let moving = self.moving[side];
        let all = moving == (1 << R::WIDTH) - 1;
        for lane in 0..R::WIDTH {
            if all || moving & (1 << lane) != 0 {
                let fours = movers[self.movers[side][lane] as usize].fours_mut();
                (fours[0], fours[1]) = (first[lane], second[lane]);
            }
        }
    }

    /// Gives the bodies of some lanes an impulse, with these moments about their centres.
    #[inline(always)]
    pub(super) fn push_all<L: Lanes<Numbers = R>>(
        &self,
        movers: &mut [Mover],
        ([a, b], [mass_a, mass_b]): (&mut [Bodies<L>; 2], &[Masses<L>; 2]),
        some: L::Mask,
        (linear, moments): (Vector<L>, [Vector<L>; 2]),
    ) {
        let after = a.linear + mass_a.linear.scaled(linear);
        a.linear = Vector::choose(some, after, a.linear);
        let after = a.angular + mass_a.turning * moments[0];
        a.angular = Vector::choose(some, after, a.angular);
        self.give(movers, 0, a);
        let after = b.linear - mass_b.linear.scaled(linear);
        b.linear = Vector::choose(some, after, b.linear);
        let after = b.angular - mass_b.turning * moments[1];
        b.angular = Vector::choose(some, after, b.angular);
        self.give(movers, 1, b);
    }
}
