//! The proof that bodies within tolerance of each other do meet: an instant soon after at which they certainly do.
//!
//! It is a proof that an answer can do without, so it is looked for at a few instants only. Two features are followed closely:
//! they cross right away, if at all. If they slid past each other, their neighbours, or other parts later on, may not have:
//! whole bodies are looked at less often, since that costs more.

use crate::numbers::rounding::UNIT;

/// How often, and how much further each time, two features are looked at: from the time that closing their gap takes to
/// half a million times that.
const LOOKS: u32 = 24;
const FURTHER: f64 = 1.75;

/// Multiples of the time that closing the gap takes, after which whole bodies are looked at.
const NEIGHBOURHOOD: [f64; 5] = [2.0, 16.0, 256.0, 4096.0, 65536.0];

/// Shares of the time that is left, likewise.
const LATER: [f64; 2] = [0.25, 1.0];

/// Shares of the time that is left, as powers of two, after which features are looked at that close in ever faster.
const FASTER: [i32; 7] = [-18, -14, -11, -8, -5, -2, 0];

/// The rest of a span, after an instant at which two bodies are within tolerance.
#[derive(Clone, Copy)]
pub(crate) struct Ahead {
    start: f64,
    end: f64,
    /// About how long it takes to close the gap and to get deep enough for that to be seen.
    closing: f64,
}

impl Ahead {
    /// `closing` is about how long it takes to close the gap; nothing, if there is no time left.
    pub(crate) fn new(start: f64, end: f64, closing: f64) -> Option<Ahead> {
        // At least a few of the steps that a time in f64 can take.
        let least = 4.0 * UNIT * start.abs().max(end.abs());
        (start < end).then_some(Ahead {
            start,
            end,
            closing: closing.max(least),
        })
    }

    /// A time at which two features meet.
    pub(crate) fn crossing(&self, meet: impl FnMut(f64) -> bool) -> Option<f64> {
        let further = |ahead: &f64| Some(ahead * FURTHER);
        let ways = core::iter::successors(Some(self.closing), further);
        self.first(ways.take(LOOKS as usize), meet)
    }

    /// A time at which two features meet that hardly move towards each other at first: bodies that roll onto something, whose
    /// depth grows with the square of the time.
    pub(crate) fn late_crossing(&self, meet: impl FnMut(f64) -> bool) -> Option<f64> {
        let rest = self.end - self.start;
        let ways = FASTER.into_iter().map(|power| libm::scalbn(rest, power));
        self.first(ways, meet)
    }

    /// A time at which whole bodies do.
    pub(crate) fn body_crossing(&self, meet: impl FnMut(f64) -> bool) -> Option<f64> {
        let rest = self.end - self.start;
        let soon = NEIGHBOURHOOD.map(|factor| factor * self.closing);
        let later = LATER.map(|share| share * rest);
        self.first(soon.into_iter().chain(later), meet)
    }

    /// The first of these times, no later than the end, that will do.
    fn first(
        &self,
        ways: impl Iterator<Item = f64>,
        mut meet: impl FnMut(f64) -> bool,
    ) -> Option<f64> {
        for ahead in ways {
            let t = (self.start + ahead).min(self.end);
            if t > self.start && meet(t) {
                return Some(t);
            }
            if t == self.end {
                break;
            }
        }
        None
    }
}
