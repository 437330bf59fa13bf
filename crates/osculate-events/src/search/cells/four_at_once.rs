//! Meetings of four bodies at once, on processors with vectors of four numbers.

use super::line::{Line, ROOM};
use super::meeting::{Asked, Earliest};
use crate::body::Body;
use crate::domain::Boundary;
use crate::flight::FAR_SQUARE;
use crate::machine::{Avx2, FourAt};
use crate::world::World;
use std::arch::x86_64::{
    __m256d, __m256i, _CMP_EQ_OQ, _CMP_GT_OQ, _mm_set_pd, _mm256_add_pd, _mm256_and_pd,
    _mm256_blendv_pd, _mm256_castsi256_pd, _mm256_cmp_pd, _mm256_cmpgt_epi64, _mm256_div_pd,
    _mm256_max_pd, _mm256_min_pd, _mm256_movemask_pd, _mm256_mul_pd, _mm256_set_epi64x,
    _mm256_set_m128d, _mm256_set1_epi64x, _mm256_set1_pd, _mm256_setzero_pd, _mm256_sqrt_pd,
    _mm256_sub_pd, _mm256_unpackhi_pd, _mm256_unpacklo_pd,
};
use std::hint::select_unpredictable;

/// What [`super::meeting::meet_straight`] does, four bodies at once.
///
/// It is written out because compilers find a good order of the numbers only now and then: a fifth of all time hangs on that.
#[target_feature(enable = "avx2,bmi1,bmi2")]
#[inline]
pub fn meet_four<const D: usize, const WRAPS: bool, const FAR: bool>(
    _proof: Avx2,
    world: &World<D>,
    asked: &Asked<D>,
    others: &Line,
    earliest: &mut Earliest,
    tied: &mut u32,
) {
    let count = _mm256_set1_epi64x(others.len() as i64);
    let groups = others.groups();
    let bodies = FourAt::new(&world.bodies);
    if D > 2 {
        // With three axes, compilers inline what one loop does, but not what is written three times. That is worth a
        // group too many now and then.
        for first in (0..others.len().div_ceil(4)).step_by(2) {
            let mut waits = [_mm256_setzero_pd(); 2];
            for step in 0..2 {
                let number = first + step;
                let group = &groups[number.min(groups.len() - 1)];
                let approaches = Approaches::new::<D, WRAPS, FAR>(world, bodies, asked, group);
                waits[step] = approaches.waits(count, 4 * number as i64);
            }
            choose::<D>(others, first, waits, earliest, tied);
        }
        return;
    }
    let [first, second, third] = groups;
    let one = Approaches::new::<D, WRAPS, FAR>(world, bodies, asked, first).waits(count, 0);
    let other = Approaches::new::<D, WRAPS, FAR>(world, bodies, asked, second).waits(count, 4);
    choose::<D>(others, 0, [one, other], earliest, tied);
    if others.len() > 8 {
        let waits = Approaches::new::<D, WRAPS, FAR>(world, bodies, asked, third).waits(count, 8);
        let wait = least(waits);
        if wait <= earliest.wait {
            let place = place_of(wait, waits);
            *tied |= place & (place - 1) | u32::from(wait == earliest.wait);
            let partner = third[place.trailing_zeros() as usize % 4];
            *earliest = Earliest { wait, partner };
        }
    }
}

/// Considers the bodies of a line one by one: for those that are met at the same time.
#[target_feature(enable = "avx2,bmi1,bmi2")]
#[cold]
#[inline(never)]
pub fn meet_tied<const D: usize, const WRAPS: bool, const FAR: bool>(
    _proof: Avx2,
    world: &World<D>,
    asked: &Asked<D>,
    others: &Line,
    earliest: &mut Earliest,
) {
    let count = _mm256_set1_epi64x(others.len() as i64);
    let bodies = FourAt::new(&world.bodies);
    for (number, group) in others.groups().iter().enumerate() {
        let approaches = Approaches::new::<D, WRAPS, FAR>(world, bodies, asked, group);
        let waits = lanes(approaches.waits(count, 4 * number as i64));
        for (wait, &body) in waits.into_iter().zip(group) {
            if wait < f64::INFINITY {
                earliest.consider(wait, body);
            }
        }
    }
}

/// The earliest event, if that was known or is one of those that two groups wait for, from the group of number `first` on. Where it
/// is one of several at the same time, `tied` is not 0 afterwards.
#[target_feature(enable = "avx2,bmi1,bmi2")]
#[inline]
fn choose<const D: usize>(
    others: &Line,
    first: usize,
    [one, other]: [__m256d; 2],
    earliest: &mut Earliest,
    tied: &mut u32,
) {
    // Without a jump, as nobody can guess which of them meet, nor whether that is earlier: the roots of all cost less than a
    // wrong guess.
    let wait = least(_mm256_min_pd(one, other));
    let place = place_of(wait, one) | place_of(wait, other) << 4;
    let partner = others.body((4 * first + place.trailing_zeros() as usize % 8) % ROOM);
    // What is known comes from a cell or a face and comes after bodies, unless there were groups before.
    let before = u32::from(D > 2 && wait == earliest.wait);
    let earlier = wait <= earliest.wait;
    *tied = select_unpredictable(earlier, place & (place - 1) | before, *tied);
    *earliest = Earliest {
        wait: select_unpredictable(earlier, wait, earliest.wait),
        partner: select_unpredictable(earlier, partner, earliest.partner),
    };
}

/// The least of four numbers.
#[target_feature(enable = "avx2,bmi1,bmi2")]
#[inline]
fn least(numbers: __m256d) -> f64 {
    let [a, b, c, d] = lanes(numbers);
    let (ac, bd) = (if c < a { c } else { a }, if d < b { d } else { b });
    if bd < ac { bd } else { ac }
}

/// A bit for each place at which a number is among four.
#[target_feature(enable = "avx2,bmi1,bmi2")]
#[inline]
fn place_of(wanted: f64, numbers: __m256d) -> u32 {
    let equal = _mm256_cmp_pd::<_CMP_EQ_OQ>(numbers, _mm256_set1_pd(wanted));
    _mm256_movemask_pd(equal) as u32
}

/// How four bodies approach another, at first.
struct Approaches {
    /// Half the rate of change of the squared distance.
    approach: __m256d,
    /// The squared distance over that at contact.
    excess: __m256d,
    discriminant: __m256d,
}

impl Approaches {
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    #[inline]
    fn new<const D: usize, const WRAPS: bool, const FAR: bool>(
        world: &World<D>,
        bodies: FourAt<Body<D>>,
        asked: &Asked<D>,
        group: &[u32; 4],
    ) -> Approaches {
        let bodies = bodies.at(group);
        let zero = _mm256_setzero_pd();
        let fields = transposed(bodies);
        let passed = _mm256_sub_pd(_mm256_set1_pd(asked.now), fields[2 * D]);
        let (mut approach, mut distance, mut speed) = (zero, zero, zero);
        let (mut offsets, mut velocities) = ([zero; D], [zero; D]);
        for axis in 0..D {
            let theirs = fields[D + axis];
            let velocity = _mm256_sub_pd(theirs, _mm256_set1_pd(asked.velocity[axis]));
            let place = _mm256_add_pd(fields[axis], _mm256_mul_pd(passed, theirs));
            let mut offset = _mm256_sub_pd(place, _mm256_set1_pd(asked.position[axis]));
            if WRAPS && world.domain.boundary[axis] == Boundary::Periodic {
                let side = _mm256_set1_pd(world.domain.side(axis));
                let half = _mm256_set1_pd(0.5 * world.domain.side(axis));
                let over = _mm256_cmp_pd::<_CMP_GT_OQ>(offset, half);
                let under = _mm256_cmp_pd::<_CMP_GT_OQ>(_mm256_sub_pd(zero, half), offset);
                offset = _mm256_sub_pd(offset, _mm256_and_pd(over, side));
                offset = _mm256_add_pd(offset, _mm256_and_pd(under, side));
            }
            approach = _mm256_add_pd(approach, _mm256_mul_pd(offset, velocity));
            distance = _mm256_add_pd(distance, _mm256_mul_pd(offset, offset));
            speed = _mm256_add_pd(speed, _mm256_mul_pd(velocity, velocity));
            (offsets[axis], velocities[axis]) = (offset, velocity);
        }
        let reach = _mm256_add_pd(fields[2 * D + 1], _mm256_set1_pd(asked.radius));
        let contact = _mm256_mul_pd(reach, reach);
        let excess = _mm256_sub_pd(distance, contact);
        let square = _mm256_mul_pd(approach, approach);
        let mut discriminant = _mm256_sub_pd(square, _mm256_mul_pd(speed, excess));
        if FAR {
            let mut cross = zero;
            for axis in 1..D {
                for other in 0..axis {
                    let area = _mm256_sub_pd(
                        _mm256_mul_pd(offsets[other], velocities[axis]),
                        _mm256_mul_pd(offsets[axis], velocities[other]),
                    );
                    cross = _mm256_add_pd(cross, _mm256_mul_pd(area, area));
                }
            }
            let from_afar = _mm256_sub_pd(_mm256_mul_pd(speed, contact), cross);
            let near = _mm256_mul_pd(_mm256_set1_pd(FAR_SQUARE), contact);
            let is_near = _mm256_cmp_pd::<_CMP_GT_OQ>(near, distance);
            discriminant = _mm256_blendv_pd(from_afar, discriminant, is_near);
        }
        Approaches {
            approach,
            excess,
            discriminant,
        }
    }

    /// How long until they meet, infinity for those that do not, or are beyond the first `count`: they are at the places from
    /// `first` on.
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    #[inline]
    fn waits(&self, count: __m256i, first: i64) -> __m256d {
        let divisor = _mm256_sub_pd(_mm256_sqrt_pd(self.discriminant), self.approach);
        let waits = _mm256_div_pd(_mm256_max_pd(self.excess, _mm256_setzero_pd()), divisor);
        let never = _mm256_set1_pd(f64::INFINITY);
        // The root of a negative number is NaN, and the lesser of NaN and another number the second of them.
        let waits = _mm256_min_pd(waits, never);
        // Signs tell who approaches: the sum is never −0, and so a body does not approach itself.
        let places = _mm256_set_epi64x(first + 3, first + 2, first + 1, first);
        let meant = _mm256_castsi256_pd(_mm256_cmpgt_epi64(count, places));
        _mm256_blendv_pd(never, waits, _mm256_and_pd(self.approach, meant))
    }
}

/// The numbers of four bodies by field: positions, velocities, clock, radius.
#[target_feature(enable = "avx2,bmi1,bmi2")]
#[inline]
fn transposed<const D: usize>(bodies: [&Body<D>; 4]) -> [__m256d; 8] {
    let field = |body: &Body<D>, number: usize| {
        if number < D {
            body.position[number]
        } else if number < 2 * D {
            body.velocity[number - D]
        } else if number == 2 * D {
            body.clock
        } else if number == 2 * D + 1 {
            body.radius
        } else {
            0.0
        }
    };
    // Two numbers of a body are one load, and in each half of a vector two bodies are next to each other.
    let pair =
        |body: &Body<D>, first: usize| _mm_set_pd(field(body, first + 1), field(body, first));
    let columns = |first: usize| {
        let even = _mm256_set_m128d(pair(bodies[2], first), pair(bodies[0], first));
        let odd = _mm256_set_m128d(pair(bodies[3], first), pair(bodies[1], first));
        [_mm256_unpacklo_pd(even, odd), _mm256_unpackhi_pd(even, odd)]
    };
    let [[a, b], [c, d], [e, f], [g, h]] = [columns(0), columns(2), columns(4), columns(6)];
    [a, b, c, d, e, f, g, h]
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
#[inline]
fn lanes(vector: __m256d) -> [f64; 4] {
    use std::arch::x86_64::{
        _mm_cvtsd_f64, _mm_unpackhi_pd, _mm256_castpd256_pd128, _mm256_extractf128_pd,
    };
    let (low, high) = (
        _mm256_castpd256_pd128(vector),
        _mm256_extractf128_pd::<1>(vector),
    );
    [
        _mm_cvtsd_f64(low),
        _mm_cvtsd_f64(_mm_unpackhi_pd(low, low)),
        _mm_cvtsd_f64(high),
        _mm_cvtsd_f64(_mm_unpackhi_pd(high, high)),
    ]
}
