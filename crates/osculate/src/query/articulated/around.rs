//! How long before and after an instant two bodies are apart.
//!
//! A gap along a direction that closes at the rate c at an instant, and whose rate changes by no more than b, is closed by no more than
//! `c·s + ½·b·s²` at the time s after that. That is convex in s: less than the gap at a time, it is so at all times before.

use crate::numbers::rounding::{UNIT, sqrt, up};

/// How long before and after an instant two are asked to be apart, or are proven to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Around {
    pub(super) before: f64,
    pub(super) after: f64,
}

impl Around {
    /// They may touch at the instant itself.
    pub(super) const NOTHING: Around = Around {
        before: -1.0,
        after: -1.0,
    };

    /// From an instant to both ends of a stretch, or nothing on a side that has no end there.
    #[inline]
    pub(super) fn of(middle: f64, [from, to]: [f64; 2]) -> Around {
        Around {
            before: (middle - from).max(0.0).next_up(),
            after: (to - middle).max(0.0).next_up(),
        }
    }

    /// Whether it is as long as another on both sides.
    #[inline]
    pub(super) fn covers(&self, asked: &Around) -> bool {
        self.before >= asked.before && self.after >= asked.after
    }

    /// Both together.
    #[inline]
    pub(super) fn or(&self, other: Around) -> Around {
        Around {
            before: self.before.max(other.before),
            after: self.after.max(other.after),
        }
    }

    /// What is left to be asked where this is proven: a side that is proven is not asked for again.
    #[inline]
    pub(super) fn left_of(&self, asked: &Around) -> Around {
        let side = |proven: f64, asked: f64| if proven >= asked { 0.0 } else { asked };
        Around {
            before: side(self.before, asked.before),
            after: side(self.after, asked.after),
        }
    }

    #[inline]
    pub(super) fn longer(&self) -> f64 {
        self.before.max(self.after)
    }

    /// The parts of a stretch around an instant that are not proven; empty ones end before they start.
    pub(super) fn rest(&self, middle: f64, [from, to]: [f64; 2]) -> [[f64; 2]; 2] {
        let asked = Around::of(middle, [from, to]);
        let (mut first, mut second) = (EMPTY, EMPTY);
        if self.before < asked.before {
            let until = (middle - self.before.max(0.0)).next_up().min(middle);
            first = [from, until.min(to).max(from)];
        }
        if self.after < asked.after {
            let since = (middle + self.after.max(0.0)).next_down().max(middle);
            second = [since.max(from).min(to), to];
        }
        [first, second]
    }
}

/// A stretch without an instant.
pub(super) const EMPTY: [f64; 2] = [f64::INFINITY, f64::NEG_INFINITY];

/// The stretch around two.
pub(super) fn around_both(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0].min(b[0]), a[1].max(b[1])]
}

/// For how long a positive gap stays open that closes at this rate, which changes by `bend` at most, and never closes faster than `speed`:
/// as long as is asked, or some time that is no longer.
///
/// What sums round that may be of either sign is a few units of the magnitudes in them.
#[inline]
pub(super) fn open_for(gap: f64, rate: f64, bend: f64, speed: f64, asked: f64) -> f64 {
    let stays = |time: f64| {
        let (way, bent) = (rate * time, 0.5 * bend * time * time);
        gap > way + bent + 16.0 * UNIT * (way.abs() + bent)
    };
    if stays(asked) || gap > up(speed * asked) {
        return asked;
    }
    let root = sqrt(rate * rate + 2.0 * bend * gap);
    let time = if rate > 0.0 {
        2.0 * gap / (rate + root)
    } else {
        (root - rate) / bend
    };
    let time = SAFE * time;
    let bent = if time < asked && stays(time) {
        time
    } else {
        0.0
    };
    let straight = SAFE * (gap / speed);
    if straight < asked {
        bent.max(straight)
    } else {
        bent
    }
}

/// What of a time is taken, so that rounding of a few units does not matter.
const SAFE: f64 = 0.999;

/// For how long a concave function stays positive, of its values now and at the time that is asked for: its chord is below it.
#[inline]
pub(super) fn positive_for(now: f64, then: f64, asked: f64) -> f64 {
    if then > 0.0 && now > 0.0 {
        asked
    } else if now > 0.0 && then.is_finite() {
        SAFE * asked * (now / (now - then))
    } else {
        -1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_and_what_is_proven_are_all() {
        for (from, to) in [(0.0, 1.0), (0.3, 0.7), (-1e-3, 1e9), (0.5, 0.5)] {
            for middle in [from, 0.5 * (from + to), to, 0.1 * from + 0.9 * to] {
                for share in [-1.0, 0.0, 1e-17, 0.3, 0.999_999, 1.0, 2.0] {
                    let asked = Around::of(middle, [from, to]);
                    let kept = Around {
                        before: share * asked.before,
                        after: asked.after,
                    };
                    let [first, second] = kept.rest(middle, [from, to]);
                    assert_eq!(second, EMPTY);
                    if kept.before >= asked.before {
                        assert_eq!(first, EMPTY);
                    } else {
                        assert!(first[0] == from && first[0] <= first[1] && first[1] <= to);
                        // Exactly: the sum of what is left and proven is no less than all.
                        assert!(first[1] + kept.before.max(0.0) >= middle);
                    }
                    let kept = Around {
                        before: asked.before,
                        after: share * asked.after,
                    };
                    let [first, second] = kept.rest(middle, [from, to]);
                    assert_eq!(first, EMPTY);
                    if kept.after < asked.after {
                        assert!(second[1] == to && second[0] <= second[1] && from <= second[0]);
                        assert!(second[0] - kept.after.max(0.0) <= middle);
                    }
                }
            }
        }
    }

    #[test]
    fn gaps_are_open_as_long_as_is_said() {
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 11) as f64 / 9_007_199_254_740_992.0
        };
        let mut cut = 0;
        for _ in 0..20_000 {
            let (gap, rate, bend) = (random(), 4.0 * random() - 2.0, 4.0 * random());
            let (asked, speed) = (3.0 * random(), rate.abs() + 2.0 * random());
            let time = open_for(gap, rate, bend, speed, asked);
            assert!((0.0..=asked).contains(&time));
            for k in 0..=16 {
                let t = time * f64::from(k) / 16.0;
                let bent = rate * t + 0.5 * bend * t * t;
                assert!(gap > bent.min(speed * t), "{gap} {rate} {bend} {t}");
            }
            if time < asked {
                cut += 1;
                let t = 1.01 * time;
                assert!(gap < (rate * t + 0.5 * bend * t * t).min(speed * t) || t > asked);
            }
        }
        assert!(cut > 1000);
    }
}
