//! Meetings of four bodies at once, on processors with vectors of four numbers.

use super::line::Line;
use super::meeting::{Asked, Earliest};
use crate::body::Body;
use crate::domain::Boundary;
use crate::world::World;
use std::arch::x86_64::{
    __m256d, _CMP_GT_OQ, _mm_set_pd, _mm256_add_pd, _mm256_and_pd, _mm256_andnot_pd, _mm256_cmp_pd,
    _mm256_movemask_pd, _mm256_mul_pd, _mm256_set_m128d, _mm256_set1_pd, _mm256_setzero_pd,
    _mm256_sub_pd, _mm256_unpackhi_pd, _mm256_unpacklo_pd,
};

/// What [`super::meeting::meet_straight`] does, four bodies at once.
///
/// It is written out because compilers find a good order of the numbers only now and then: a fifth of all time hangs on that.
#[target_feature(enable = "avx2")]
#[inline]
pub fn meet_four<const D: usize, const WRAPS: bool>(
    world: &World<D>,
    asked: &Asked<D>,
    others: &Line,
    earliest: &mut Earliest,
) {
    let [first, second, third] = others.groups();
    let meant = others.meant();
    let approaches = [
        Approaches::new::<D, WRAPS>(world, asked, first),
        Approaches::new::<D, WRAPS>(world, asked, second),
    ];
    meet_approached(&approaches, meant, others, 0, earliest);
    if meant >> 8 != 0 {
        let approaches = [Approaches::new::<D, WRAPS>(world, asked, third)];
        meet_approached(&approaches, meant >> 8, others, 8, earliest);
    }
}

/// Takes the roots of those that meet.
///
/// One in six does, so that they are told apart from the others only here, for several groups at once.
#[target_feature(enable = "avx2")]
#[inline]
fn meet_approached<const GROUPS: usize>(
    groups: &[Approaches; GROUPS],
    meant: u32,
    others: &Line,
    offset: usize,
    earliest: &mut Earliest,
) {
    let mut meets = 0;
    for (number, group) in groups.iter().enumerate() {
        meets |= group.meets << (4 * number);
    }
    meets &= meant;
    let approaches = groups.each_ref().map(|group| lanes(group.approach));
    let discriminants = groups.each_ref().map(|group| lanes(group.discriminant));
    let excesses = groups.each_ref().map(|group| lanes(group.excess));
    while meets != 0 {
        let place = meets.trailing_zeros() as usize % (4 * GROUPS);
        let of = |numbers: &[[f64; 4]; GROUPS]| numbers.as_flattened()[place];
        let divisor = of(&discriminants).sqrt() - of(&approaches);
        let wait = of(&excesses).max(0.0) / divisor;
        earliest.consider(wait, others.body(offset + place));
        meets &= meets - 1;
    }
}

/// How four bodies approach another, at first.
struct Approaches {
    /// Half the rate of change of the squared distance.
    approach: __m256d,
    /// The squared distance over that at contact.
    excess: __m256d,
    discriminant: __m256d,
    /// A bit for each that approaches and will meet.
    meets: u32,
}

impl Approaches {
    #[target_feature(enable = "avx2")]
    #[inline]
    fn new<const D: usize, const WRAPS: bool>(
        world: &World<D>,
        asked: &Asked<D>,
        group: &[u32; 4],
    ) -> Approaches {
        let bodies = [
            &world.bodies[group[0] as usize],
            &world.bodies[group[1] as usize],
            &world.bodies[group[2] as usize],
            &world.bodies[group[3] as usize],
        ];
        let zero = _mm256_setzero_pd();
        let fields = transposed(bodies);
        let passed = _mm256_sub_pd(_mm256_set1_pd(asked.now), fields[2 * D]);
        let (mut approach, mut distance, mut speed) = (zero, zero, zero);
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
        }
        let reach = _mm256_add_pd(fields[2 * D + 1], _mm256_set1_pd(asked.radius));
        let excess = _mm256_sub_pd(distance, _mm256_mul_pd(reach, reach));
        let square = _mm256_mul_pd(approach, approach);
        let discriminant = _mm256_sub_pd(square, _mm256_mul_pd(speed, excess));
        Approaches {
            approach,
            excess,
            discriminant,
            // Signs tell: neither sum is ever −0, and a body does not approach itself.
            meets: _mm256_movemask_pd(_mm256_andnot_pd(discriminant, approach)) as u32,
        }
    }
}

/// The numbers of four bodies by field: positions, velocities, clock, radius.
#[target_feature(enable = "avx2")]
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

#[target_feature(enable = "avx2")]
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
