//! Four numbers at a time by vector instructions, for processors that have AVX2.

// Instructions of AVX2 may only run where there are any: the one function that makes use of this type asks the processor first (`solver.rs`).
#![allow(unsafe_code)]

use super::{Bodies, Four, Lanes};
use core::arch::x86_64 as cpu;
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

/// Four numbers in a register.
#[derive(Clone, Copy, Debug)]
pub(in crate::step) struct Avx2(cpu::__m256d);

/// All bits of a lane, or none.
#[derive(Clone, Copy, Debug)]
pub(in crate::step) struct Mask(cpu::__m256d);

/// An operator that is one instruction.
macro_rules! operator {
    ($of:ident, $operator:ident, $name:ident, $instruction:ident) => {
        impl $operator for $of {
            type Output = $of;
            #[inline(always)]
            fn $name(self, other: $of) -> $of {
                // SAFETY: there is AVX2 where this type is in use.
                $of(unsafe { cpu::$instruction(self.0, other.0) })
            }
        }
    };
}

operator!(Avx2, Add, add, _mm256_add_pd);
operator!(Avx2, Sub, sub, _mm256_sub_pd);
operator!(Avx2, Mul, mul, _mm256_mul_pd);
operator!(Avx2, Div, div, _mm256_div_pd);
operator!(Mask, BitAnd, bitand, _mm256_and_pd);
operator!(Mask, BitOr, bitor, _mm256_or_pd);

impl Neg for Avx2 {
    type Output = Avx2;
    #[inline(always)]
    fn neg(self) -> Avx2 {
        // SAFETY: there is AVX2 where this type is in use.
        Avx2(unsafe { cpu::_mm256_xor_pd(self.0, cpu::_mm256_set1_pd(-0.0)) })
    }
}

impl Not for Mask {
    type Output = Mask;
    #[inline(always)]
    fn not(self) -> Mask {
        // SAFETY: there is AVX2 where this type is in use.
        unsafe {
            let all = cpu::_mm256_castsi256_pd(cpu::_mm256_set1_epi64x(-1));
            Mask(cpu::_mm256_xor_pd(self.0, all))
        }
    }
}

impl Avx2 {
    /// Four rows as columns.
    #[inline(always)]
    fn turned_over([a, b, c, d]: [Avx2; 4]) -> [Avx2; 4] {
        // SAFETY: there is AVX2 where this type is in use.
        unsafe {
            let (low_ab, high_ab) = (
                cpu::_mm256_unpacklo_pd(a.0, b.0),
                cpu::_mm256_unpackhi_pd(a.0, b.0),
            );
            let (low_cd, high_cd) = (
                cpu::_mm256_unpacklo_pd(c.0, d.0),
                cpu::_mm256_unpackhi_pd(c.0, d.0),
            );
            [
                Avx2(cpu::_mm256_permute2f128_pd::<0x20>(low_ab, low_cd)),
                Avx2(cpu::_mm256_permute2f128_pd::<0x20>(high_ab, high_cd)),
                Avx2(cpu::_mm256_permute2f128_pd::<0x31>(low_ab, low_cd)),
                Avx2(cpu::_mm256_permute2f128_pd::<0x31>(high_ab, high_cd)),
            ]
        }
    }
}

// SAFETY of all below: there is AVX2 where this type is in use, and arrays of four numbers are as long as what is loaded and stored.
impl Lanes for Avx2 {
    type Mask = Mask;
    type Numbers = Four;
    type Fours = [Four; 4];

    #[inline(always)]
    fn all(value: f64) -> Avx2 {
        Avx2(unsafe { cpu::_mm256_set1_pd(value) })
    }

    #[inline(always)]
    fn load(from: &Four) -> Avx2 {
        Avx2(unsafe { cpu::_mm256_load_pd(from.0.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, to: &mut Four) {
        unsafe { cpu::_mm256_store_pd(to.0.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn at_least(self, bound: Avx2) -> Avx2 {
        // The second one where one is no number.
        Avx2(unsafe { cpu::_mm256_max_pd(self.0, bound.0) })
    }

    #[inline(always)]
    fn between(self, least: Avx2, most: Avx2) -> Avx2 {
        // The second one where one is no number, or where both are the same.
        Avx2(unsafe { cpu::_mm256_min_pd(most.0, cpu::_mm256_max_pd(least.0, self.0)) })
    }

    #[inline(always)]
    fn sqrt(self) -> Avx2 {
        Avx2(unsafe { cpu::_mm256_sqrt_pd(self.0) })
    }

    #[inline(always)]
    fn abs(self) -> Avx2 {
        Avx2(unsafe { cpu::_mm256_andnot_pd(cpu::_mm256_set1_pd(-0.0), self.0) })
    }

    #[inline(always)]
    fn is_above(self, other: Avx2) -> Mask {
        Mask(unsafe { cpu::_mm256_cmp_pd::<{ cpu::_CMP_GT_OQ }>(self.0, other.0) })
    }

    #[inline(always)]
    fn is_at_least(self, other: Avx2) -> Mask {
        Mask(unsafe { cpu::_mm256_cmp_pd::<{ cpu::_CMP_GE_OQ }>(self.0, other.0) })
    }

    #[inline(always)]
    fn is(self, other: Avx2) -> Mask {
        Mask(unsafe { cpu::_mm256_cmp_pd::<{ cpu::_CMP_EQ_OQ }>(self.0, other.0) })
    }

    #[inline(always)]
    fn choose(mask: Mask, yes: Avx2, no: Avx2) -> Avx2 {
        Avx2(unsafe { cpu::_mm256_blendv_pd(no.0, yes.0, mask.0) })
    }

    #[inline(always)]
    fn bits(mask: Mask) -> u32 {
        unsafe { cpu::_mm256_movemask_pd(mask.0) as u32 }
    }

    #[inline(always)]
    fn columns([a, b, c, d, ..]: &Bodies, at: usize) -> [Avx2; 4] {
        // No closures: what they call is compiled without vector instructions.
        Avx2::turned_over([
            Avx2::load(&a[at]),
            Avx2::load(&b[at]),
            Avx2::load(&c[at]),
            Avx2::load(&d[at]),
        ])
    }

    #[inline(always)]
    fn rows(columns: [Avx2; 4]) -> [Four; 4] {
        let mut rows = [Four::default(); 4];
        let [a, b, c, d] = Avx2::turned_over(columns);
        a.store(&mut rows[0]);
        b.store(&mut rows[1]);
        c.store(&mut rows[2]);
        d.store(&mut rows[3]);
        rows
    }
}
