//! The points of contacts, brought into balance.

use super::lanes::Lanes;

/// How often the points of a contact are gone through at most, until none changes by more than this share of what they push in all: a box
/// that falls flat would be tilted by the corner that is asked first, and slide aside; a stack would begin to sway, for seconds.
const BALANCES: usize = 30;
const UNBALANCED: f64 = 3e-5;

/// The points of four contacts while they are brought into balance: each knows how fast it parts, and what a push at any of them does to that. So one
/// push waits for little of the one before, which is what this takes its time for.
pub(super) struct Balance<const N: usize, L> {
    pub(super) pushes: [L; N],
    /// How much faster than they are to the points part.
    pub(super) speeds: [L; N],
    /// By how much harder a point pushes for every bit of speed, and what share of its push stays.
    pub(super) masses: [L; N],
    pub(super) stays: [L; N],
    /// What a push at the first changes the speed at the second by. Symmetric.
    pub(super) answers: [[L; N]; N],
}

impl<const N: usize, L: Lanes> Balance<N, L> {
    #[inline(always)]
    pub(super) fn new() -> Balance<N, L> {
        let none = L::all(0.0);
        Balance {
            pushes: [none; N],
            speeds: [none; N],
            masses: [none; N],
            stays: [none; N],
            answers: [[none; N]; N],
        }
    }

    /// Goes through the points of some contacts until they are in balance, each contact as often as it would be by itself.
    #[inline(always)]
    pub(super) fn settle(&mut self, some: L::Mask) {
        let none = L::all(0.0);
        let mut unbalanced = some;
        for _ in 0..BALANCES {
            let (mut total, mut changed) = (none, none);
            for at in 0..N {
                let before = self.pushes[at];
                let push = self.stays[at] * before - self.masses[at] * self.speeds[at];
                // Nothing instead of what is no number.
                let push = L::choose(unbalanced, push.at_least(none), before);
                let more = push - before;
                self.pushes[at] = push;
                total = total + push;
                changed = more.abs().at_least(changed);
                for to in 0..N {
                    self.speeds[to] = self.speeds[to] + self.answers[at][to] * more;
                }
            }
            unbalanced = unbalanced & changed.is_above(L::all(UNBALANCED) * total);
            if !L::any(unbalanced) {
                break;
            }
        }
    }
}
