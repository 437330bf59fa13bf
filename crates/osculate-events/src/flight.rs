//! When a point on its flight first reaches something: closed forms without cancellation.
//!
//! A flight is p + v·t + ½a·t². Every function gives the first t ≥ 0, or infinity. What touches and parts does not meet:
//! a meeting needs an approach, or bodies would collide again and again with what they have just left.

use crate::vector::{Vector, dot, length, plus};

/// When p + v·t + ½a·t² first comes as near to the origin as `reach`, while it approaches.
///
/// A start within `reach` counts as a meeting at once if it approaches.
#[inline]
pub fn first_entry<const D: usize>(p: &Vector<D>, v: &Vector<D>, a: &Vector<D>, reach: f64) -> f64 {
    if *a == [0.0; D] {
        return first_far_entry(p, v, reach);
    }
    Bend {
        p,
        v,
        a,
        square: reach * reach,
        side: 1.0,
    }
    .first(reach)
}

/// [`first_entry`] without acceleration, from not too far away: a contact that it misses is no deeper than some
/// 1e-16·|p|²/reach. The smaller root of |p + v·t|² = reach² as c / (−b + √(b² − a·c)), which Kaya's
/// equation 3.12 has with a difference in the numerator.
#[inline(always)]
pub fn first_straight_entry<const D: usize>(p: &Vector<D>, v: &Vector<D>, reach: f64) -> f64 {
    let b = dot(p, v);
    if !(b < 0.0) {
        return f64::INFINITY;
    }
    let c = dot(p, p) - reach * reach;
    if c <= 0.0 {
        return 0.0;
    }
    let discriminant = b * b - dot(v, v) * c;
    if !(discriminant >= 0.0) {
        return f64::INFINITY;
    }
    c / (discriminant.sqrt() - b)
}

/// When p + v·t + ½a·t² first comes as far from the origin as `reach`, while it moves away: out of a hollow ball.
///
/// A start beyond `reach` counts as a meeting at once if it moves away.
pub fn first_exit<const D: usize>(p: &Vector<D>, v: &Vector<D>, a: &Vector<D>, reach: f64) -> f64 {
    if *a == [0.0; D] {
        return first_straight_exit(p, v, reach);
    }
    Bend {
        p,
        v,
        a,
        square: reach * reach,
        side: -1.0,
    }
    .first(reach)
}

fn first_straight_exit<const D: usize>(p: &Vector<D>, v: &Vector<D>, reach: f64) -> f64 {
    let square = dot(v, v);
    if !(square > 0.0) {
        return f64::INFINITY;
    }
    let b = dot(p, v);
    let c = dot(p, p) - reach * reach;
    if b >= 0.0 && c >= 0.0 {
        return 0.0;
    }
    // Negative only if all of the line is beyond `reach`: then it starts to move away at the middle of its chord.
    let root = (b * b - square * c).max(0.0).sqrt();
    if b > 0.0 {
        -c / (b + root)
    } else {
        (root - b) / square
    }
}

/// From how many squares of the reach on a distance is far.
pub const FAR_SQUARE: f64 = 64.0;

/// [`first_straight_entry`] for any distance. From afar b² − a·c loses the digits of how near the line passes, as many as
/// |p|²/reach² has; |v|²·reach² − |p×v|² loses those of |p|/reach, no more than the place itself. Next to a contact it is
/// the other way round.
pub fn first_far_entry<const D: usize>(p: &Vector<D>, v: &Vector<D>, reach: f64) -> f64 {
    let b = dot(p, v);
    if !(b < 0.0) {
        return f64::INFINITY;
    }
    let square = dot(p, p);
    if square < FAR_SQUARE * (reach * reach) {
        return first_straight_entry(p, v, reach);
    }
    let mut cross = 0.0;
    for axis in 1..D {
        for other in 0..axis {
            let area = p[other] * v[axis] - p[axis] * v[other];
            cross += area * area;
        }
    }
    let discriminant = dot(v, v) * (reach * reach) - cross;
    if !(discriminant >= 0.0) {
        return f64::INFINITY;
    }
    (square - reach * reach) / (discriminant.sqrt() - b)
}

/// When v·t + ½a·t² first reaches `gap` from below: a flat wall that far away.
///
/// With a negative gap, which rounding leaves behind, a start that rises counts as a meeting at once; one that falls and is
/// drawn back meets when it comes back to the gap or, if it never falls that far, when it starts to rise.
#[inline(always)]
pub fn first_rise(gap: f64, v: f64, a: f64) -> f64 {
    if a == 0.0 {
        return if v > 0.0 {
            gap.max(0.0) / v
        } else {
            f64::INFINITY
        };
    }
    let discriminant = v * v + 2.0 * a * gap;
    if v > 0.0 || (v == 0.0 && a > 0.0) {
        if gap <= 0.0 {
            return 0.0;
        }
        if !(discriminant >= 0.0) {
            return f64::INFINITY;
        }
        let sum = v + discriminant.sqrt();
        return if sum > 0.0 { 2.0 * gap / sum } else { 0.0 };
    }
    // It moves away, and returns if it is drawn back.
    if a > 0.0 {
        (discriminant.max(0.0).sqrt() - v) / a
    } else {
        f64::INFINITY
    }
}

/// A path further than this has no place any more: its squares leave the range of the numbers.
const FARTHEST: f64 = 1e149;

/// A flight whose f(t) = side·(|p + v·t + ½a·t²|² − reach²) is to come down to 0. A side of −1 asks for an exit.
struct Bend<'a, const D: usize> {
    p: &'a Vector<D>,
    v: &'a Vector<D>,
    a: &'a Vector<D>,
    square: f64,
    side: f64,
}

impl<const D: usize> Bend<'_, D> {
    fn state(&self, t: f64) -> (Vector<D>, Vector<D>) {
        let mean = plus(self.v, 0.5 * t, self.a);
        (plus(self.p, t, &mean), plus(self.v, t, self.a))
    }

    /// f and f' at `t`. From the place rather than from the coefficients of the quartic: the error is that of the place.
    fn height(&self, t: f64) -> (f64, f64) {
        let (place, velocity) = self.state(t);
        (
            self.side * (dot(&place, &place) - self.square),
            2.0 * self.side * dot(&place, &velocity),
        )
    }

    /// ½f' and ½f'' at `t`.
    fn slope(&self, t: f64) -> (f64, f64) {
        let (place, velocity) = self.state(t);
        (
            self.side * dot(&place, &velocity),
            self.side * (dot(&velocity, &velocity) + dot(&place, self.a)),
        )
    }

    /// The first t at which f ≤ 0 and f falls. The roots of f'' cut f' into monotone pieces, those of f' cut f; the first
    /// falling piece that gets down to 0 has it. A least value of f counts as it is computed.
    fn first(&self, reach: f64) -> f64 {
        let last = self.last(reach);
        let mut cuts = [0.0, last, last, last];
        let mut count = 1;
        for turn in self.turns() {
            if turn > cuts[count - 1] && turn < last {
                cuts[count] = turn;
                count += 1;
            }
        }
        let mut begin = (0.0, self.slope(0.0).0);
        for &cut in &cuts[1..=count] {
            let end = (cut, self.slope(cut).0);
            // Where f falls between the two cuts: f' is monotone, so that is one interval.
            let falls = match (begin.1 < 0.0, end.1 < 0.0) {
                (true, true) => Some((begin.0, end.0)),
                (true, false) => Some((
                    begin.0,
                    self.lower(narrow(begin.0, end.0, -1.0, |t| self.slope(t))),
                )),
                (false, true) if begin.1 == 0.0 => Some((begin.0, end.0)),
                (false, true) => Some((narrow(begin.0, end.0, 1.0, |t| self.slope(t)).1, end.0)),
                (false, false) => None,
            };
            if let Some((from, to)) = falls {
                if self.height(from).0 <= 0.0 {
                    return from;
                }
                if self.height(to).0 <= 0.0 {
                    return narrow(from, to, 1.0, |t| self.height(t)).0;
                }
            }
            begin = end;
        }
        f64::INFINITY
    }

    /// The roots of ½f''/side = (|v|² + p·a) + 3a·v·t + (3/2)|a|²·t² in their order, NaN or infinite if there are none.
    fn turns(&self) -> [f64; 2] {
        let quadratic = 1.5 * dot(self.a, self.a);
        let linear = 3.0 * dot(self.a, self.v);
        let constant = dot(self.v, self.v) + dot(self.p, self.a);
        let root = (linear * linear - 4.0 * quadratic * constant).sqrt();
        let sum = -0.5 * (linear + root.copysign(linear));
        let (first, second) = (sum / quadratic, constant / sum);
        if first < second {
            [first, second]
        } else {
            [second, first]
        }
    }

    /// A time after which f' has the sign of `side`, and f too. With m the largest of |v|/|a|, √(|p|/|a|) and √(reach/|a|),
    /// ½f'/side ≥ ½|a|²·(t³ − 3m·t² − 4m²·t − 2m³), positive from t = 5m on, and |place| − reach ≥
    /// ½|a|·(t² − 2m·t − 4m²), positive from t = 4m on; the rest is for rounding.
    fn last(&self, reach: f64) -> f64 {
        let a = length(self.a);
        let v = length(self.v);
        let mean = (v / a)
            .max((length(self.p) / a).sqrt())
            .max((reach.abs() / a).sqrt());
        (8.0 * mean).min(FARTHEST / v).min((FARTHEST / a).sqrt())
    }

    /// That of two times at which f is lower.
    fn lower(&self, (first, second): (f64, f64)) -> f64 {
        if self.height(second).0 < self.height(first).0 {
            second
        } else {
            first
        }
    }
}

/// Narrows the interval from `low` to `high`, neither negative, to a few neighbouring numbers between which a function
/// changes its sign from that of `sign`; `function` gives its value and its derivative.
///
/// A step of Newton's, then one of twice the length to get to the other side; if that gains too little the bit patterns
/// between the ends are halved, so that 64 halvings are enough whatever the exponents.
fn narrow(
    mut low: f64,
    mut high: f64,
    sign: f64,
    function: impl Fn(f64) -> (f64, f64),
) -> (f64, f64) {
    let mut at = low;
    let (mut value, mut slope) = function(low);
    let mut width = u64::MAX;
    for round in 0..256 {
        let gap = high.to_bits().saturating_sub(low.to_bits());
        if gap <= 1 {
            break;
        }
        let step = -value / slope;
        let mut next = match round % 3 {
            0 => at + step,
            1 => at + 2.0 * step + (4.0 * f64::EPSILON * at).copysign(step),
            _ if gap < width / 8 => at + step,
            _ => f64::NAN,
        };
        if round % 3 == 2 {
            width = gap;
        }
        if !(next > low && next < high) {
            next = f64::from_bits(low.to_bits() + gap / 2);
        }
        at = next;
        (value, slope) = function(at);
        if value * sign > 0.0 {
            low = at;
        } else {
            high = at;
        }
    }
    (low, high)
}
