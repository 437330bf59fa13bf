//! Four numbers as two pairs, by vector instructions that every processor of an architecture has.

use super::{Bodies, Four, Lanes};
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};
use cpu::{Bits, Two};

/// Four numbers in two registers.
#[derive(Clone, Copy, Debug)]
pub(in crate::step) struct Pairs([Two; 2]);

/// All bits of a lane, or none.
#[derive(Clone, Copy, Debug)]
pub(in crate::step) struct Mask([Bits; 2]);

/// An operator that is one instruction for each pair.
macro_rules! operator {
    ($of:ident, $operator:ident, $name:ident, $instruction:ident) => {
        impl $operator for $of {
            type Output = $of;
            #[inline(always)]
            fn $name(self, other: $of) -> $of {
                let ([a, b], [c, d]) = (self.0, other.0);
                $of([cpu::$instruction(a, c), cpu::$instruction(b, d)])
            }
        }
    };
}

operator!(Pairs, Add, add, add);
operator!(Pairs, Sub, sub, sub);
operator!(Pairs, Mul, mul, mul);
operator!(Pairs, Div, div, div);
operator!(Mask, BitAnd, bitand, and);
operator!(Mask, BitOr, bitor, or);

impl Neg for Pairs {
    type Output = Pairs;
    #[inline(always)]
    fn neg(self) -> Pairs {
        let [a, b] = self.0;
        Pairs([cpu::neg(a), cpu::neg(b)])
    }
}

impl Not for Mask {
    type Output = Mask;
    #[inline(always)]
    fn not(self) -> Mask {
        let [a, b] = self.0;
        Mask([cpu::not(a), cpu::not(b)])
    }
}

/// The first numbers of two pairs, and the second ones.
#[inline(always)]
fn zipped(a: Two, b: Two) -> [Two; 2] {
    [cpu::firsts(a, b), cpu::seconds(a, b)]
}

/// Four rows as columns.
#[inline(always)]
fn turned_over([a, b, c, d]: [Pairs; 4]) -> [Pairs; 4] {
    let ([a, a_right], [b, b_right]) = (a.0, b.0);
    let ([c, c_right], [d, d_right]) = (c.0, d.0);
    let ([first_ab, second_ab], [first_cd, second_cd]) = (zipped(a, b), zipped(c, d));
    let [third_ab, fourth_ab] = zipped(a_right, b_right);
    let [third_cd, fourth_cd] = zipped(c_right, d_right);
    [
        Pairs([first_ab, first_cd]),
        Pairs([second_ab, second_cd]),
        Pairs([third_ab, third_cd]),
        Pairs([fourth_ab, fourth_cd]),
    ]
}

impl Lanes for Pairs {
    type Mask = Mask;
    type Numbers = Four;
    type Fours = [Four; 4];

    #[inline(always)]
    fn all(value: f64) -> Pairs {
        Pairs([cpu::both(value, value); 2])
    }

    #[inline(always)]
    fn load(Four([a, b, c, d]): &Four) -> Pairs {
        Pairs([cpu::both(*a, *b), cpu::both(*c, *d)])
    }

    #[inline(always)]
    fn store(self, to: &mut Four) {
        let ([a, b], [c, d]) = (cpu::values(self.0[0]), cpu::values(self.0[1]));
        to.0 = [a, b, c, d];
    }

    #[inline(always)]
    fn at_least(self, bound: Pairs) -> Pairs {
        Pairs::choose(self.is_above(bound), self, bound)
    }

    #[inline(always)]
    fn between(self, least: Pairs, most: Pairs) -> Pairs {
        let raised = Pairs::choose(least.is_above(self), least, self);
        Pairs::choose(raised.is_above(most), most, raised)
    }

    #[inline(always)]
    fn sqrt(self) -> Pairs {
        let [a, b] = self.0;
        Pairs([cpu::sqrt(a), cpu::sqrt(b)])
    }

    #[inline(always)]
    fn abs(self) -> Pairs {
        let [a, b] = self.0;
        Pairs([cpu::abs(a), cpu::abs(b)])
    }

    #[inline(always)]
    fn is_above(self, other: Pairs) -> Mask {
        let ([a, b], [c, d]) = (self.0, other.0);
        Mask([cpu::above(a, c), cpu::above(b, d)])
    }

    #[inline(always)]
    fn is_at_least(self, other: Pairs) -> Mask {
        let ([a, b], [c, d]) = (self.0, other.0);
        Mask([cpu::at_least(a, c), cpu::at_least(b, d)])
    }

    #[inline(always)]
    fn is(self, other: Pairs) -> Mask {
        let ([a, b], [c, d]) = (self.0, other.0);
        Mask([cpu::same(a, c), cpu::same(b, d)])
    }

    #[inline(always)]
    fn choose(Mask([m, n]): Mask, yes: Pairs, no: Pairs) -> Pairs {
        let ([a, b], [c, d]) = (yes.0, no.0);
        Pairs([cpu::choose(m, a, c), cpu::choose(n, b, d)])
    }

    #[inline(always)]
    fn bits(Mask([a, b]): Mask) -> u32 {
        cpu::bits(a) | cpu::bits(b) << 2
    }

    #[inline(always)]
    fn columns([a, b, c, d, ..]: &Bodies, at: usize) -> [Pairs; 4] {
        turned_over([
            Pairs::load(&a[at]),
            Pairs::load(&b[at]),
            Pairs::load(&c[at]),
            Pairs::load(&d[at]),
        ])
    }

    #[inline(always)]
    fn rows(columns: [Pairs; 4]) -> [Four; 4] {
        let mut rows = [Four::default(); 4];
        let [a, b, c, d] = turned_over(columns);
        a.store(&mut rows[0]);
        b.store(&mut rows[1]);
        c.store(&mut rows[2]);
        d.store(&mut rows[3]);
        rows
    }
}

/// Instructions of two numbers that are functions of the same name here.
macro_rules! instructions {
    ($($name:ident($($value:ident: $of:ty),*) -> $result:ty { $body:expr })*) => {
        $(
            #[inline(always)]
            pub(super) fn $name($($value: $of),*) -> $result {
                // SAFETY: all processors of the architecture have these instructions.
                #[allow(unsafe_code)]
                unsafe {
                    $body
                }
            }
        )*
    };
}

/// SSE2.
#[cfg(target_arch = "x86_64")]
mod cpu {
    use core::arch::x86_64 as cpu;

    pub(super) type Two = cpu::__m128d;
    pub(super) type Bits = cpu::__m128d;

    instructions! {
        both(a: f64, b: f64) -> Two { cpu::_mm_set_pd(b, a) }
        values(a: Two) -> [f64; 2] {
            [cpu::_mm_cvtsd_f64(a), cpu::_mm_cvtsd_f64(cpu::_mm_unpackhi_pd(a, a))]
        }
        add(a: Two, b: Two) -> Two { cpu::_mm_add_pd(a, b) }
        sub(a: Two, b: Two) -> Two { cpu::_mm_sub_pd(a, b) }
        mul(a: Two, b: Two) -> Two { cpu::_mm_mul_pd(a, b) }
        div(a: Two, b: Two) -> Two { cpu::_mm_div_pd(a, b) }
        neg(a: Two) -> Two { cpu::_mm_xor_pd(a, cpu::_mm_set1_pd(-0.0)) }
        sqrt(a: Two) -> Two { cpu::_mm_sqrt_pd(a) }
        abs(a: Two) -> Two { cpu::_mm_andnot_pd(cpu::_mm_set1_pd(-0.0), a) }
        firsts(a: Two, b: Two) -> Two { cpu::_mm_unpacklo_pd(a, b) }
        seconds(a: Two, b: Two) -> Two { cpu::_mm_unpackhi_pd(a, b) }
        above(a: Two, b: Two) -> Bits { cpu::_mm_cmpgt_pd(a, b) }
        at_least(a: Two, b: Two) -> Bits { cpu::_mm_cmpge_pd(a, b) }
        same(a: Two, b: Two) -> Bits { cpu::_mm_cmpeq_pd(a, b) }
        and(a: Bits, b: Bits) -> Bits { cpu::_mm_and_pd(a, b) }
        or(a: Bits, b: Bits) -> Bits { cpu::_mm_or_pd(a, b) }
        not(a: Bits) -> Bits { cpu::_mm_xor_pd(a, cpu::_mm_castsi128_pd(cpu::_mm_set1_epi64x(-1))) }
        choose(mask: Bits, yes: Two, no: Two) -> Two {
            cpu::_mm_or_pd(cpu::_mm_and_pd(mask, yes), cpu::_mm_andnot_pd(mask, no))
        }
        bits(a: Bits) -> u32 { cpu::_mm_movemask_pd(a) as u32 }
    }
}

/// Neon.
#[cfg(target_arch = "aarch64")]
mod cpu {
    use core::arch::aarch64 as cpu;

    pub(super) type Two = cpu::float64x2_t;
    pub(super) type Bits = cpu::uint64x2_t;

    instructions! {
        both(a: f64, b: f64) -> Two {
            cpu::vsetq_lane_f64::<1>(b, cpu::vdupq_n_f64(a))
        }
        values(a: Two) -> [f64; 2] { [cpu::vgetq_lane_f64::<0>(a), cpu::vgetq_lane_f64::<1>(a)] }
        add(a: Two, b: Two) -> Two { cpu::vaddq_f64(a, b) }
        sub(a: Two, b: Two) -> Two { cpu::vsubq_f64(a, b) }
        mul(a: Two, b: Two) -> Two { cpu::vmulq_f64(a, b) }
        div(a: Two, b: Two) -> Two { cpu::vdivq_f64(a, b) }
        neg(a: Two) -> Two { cpu::vnegq_f64(a) }
        sqrt(a: Two) -> Two { cpu::vsqrtq_f64(a) }
        abs(a: Two) -> Two { cpu::vabsq_f64(a) }
        firsts(a: Two, b: Two) -> Two { cpu::vzip1q_f64(a, b) }
        seconds(a: Two, b: Two) -> Two { cpu::vzip2q_f64(a, b) }
        above(a: Two, b: Two) -> Bits { cpu::vcgtq_f64(a, b) }
        at_least(a: Two, b: Two) -> Bits { cpu::vcgeq_f64(a, b) }
        same(a: Two, b: Two) -> Bits { cpu::vceqq_f64(a, b) }
        and(a: Bits, b: Bits) -> Bits { cpu::vandq_u64(a, b) }
        or(a: Bits, b: Bits) -> Bits { cpu::vorrq_u64(a, b) }
        not(a: Bits) -> Bits { cpu::veorq_u64(a, cpu::vdupq_n_u64(u64::MAX)) }
        choose(mask: Bits, yes: Two, no: Two) -> Two { cpu::vbslq_f64(mask, yes, no) }
        bits(a: Bits) -> u32 {
            (cpu::vgetq_lane_u64::<0>(a) & 1 | cpu::vgetq_lane_u64::<1>(a) & 2) as u32
        }
    }
}
