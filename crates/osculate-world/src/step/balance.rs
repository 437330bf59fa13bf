//! The points of one contact, brought into balance.

/// How often the points of a contact are gone through at most, until none changes by more than this share of what they push in all: a box
/// that falls flat would be tilted by the corner that is asked first, and slide aside; a stack would begin to sway, for seconds.
const BALANCES: usize = 30;
const UNBALANCED: f64 = 3e-5;

/// The points of a contact while they are brought into balance: each knows how fast it parts, and what a push at any of them does to that. So one
/// push waits for little of the one before, which is what this takes its time for.
pub(crate) struct Balance<const N: usize> {
    pub(crate) pushes: [f64; N],
    /// How much faster than they are to the points part.
    pub(crate) speeds: [f64; N],
    /// By how much harder a point pushes for every bit of speed, and what share of its push stays.
    pub(crate) masses: [f64; N],
    pub(crate) stays: [f64; N],
    /// What a push at the first changes the speed at the second by. Symmetric.
    pub(crate) answers: [[f64; N]; N],
}

impl<const N: usize> Balance<N> {
    pub(crate) const NONE: Balance<N> = Balance {
        pushes: [0.0; N],
        speeds: [0.0; N],
        masses: [0.0; N],
        stays: [0.0; N],
        answers: [[0.0; N]; N],
    };

    /// Goes through the points until they are in balance.
    #[inline(always)]
    pub(crate) fn settle(&mut self) {
        for _ in 0..BALANCES {
            let (mut total, mut changed) = (0.0, 0.0_f64);
            for at in 0..N {
                let before = self.pushes[at];
                let push = self.stays[at] * before - self.masses[at] * self.speeds[at];
                // Nothing instead of what is no number.
                let push = if push > 0.0 { push } else { 0.0 };
                let more = push - before;
                self.pushes[at] = push;
                total += push;
                changed = if more.abs() > changed {
                    more.abs()
                } else {
                    changed
                };
                for to in 0..N {
                    self.speeds[to] += self.answers[at][to] * more;
                }
            }
            if !(changed > UNBALANCED * total) {
                break;
            }
        }
    }
}
