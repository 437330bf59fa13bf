//! Eight numbers at a time by vector instructions, for processors that have AVX-512.

// Instructions of AVX-512 may only run where there are any: the one function that makes use of this type asks the processor first (`solver.rs`).
#![allow(unsafe_code)]

use super::{Bodies, Eight, Four, Lanes};
use core::arch::x86_64 as cpu;
use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

/// Eight numbers in a register.
#[derive(Clone, Copy, Debug)]
pub(in crate::step) struct Avx512(cpu::__m512d);

/// A bit for each lane.
#[derive(Clone, Copy, Debug)]
pub(in crate::step) struct Mask(cpu::__mmask8);

/// An operator that is one instruction.
macro_rules! operator {
    ($operator:ident, $name:ident, $instruction:ident) => {
        impl $operator for Avx512 {
            type Output = Avx512;
            #[inline(always)]
            fn $name(self, other: Avx512) -> Avx512 {
                // SAFETY: there is AVX-512 where this type is in use.
                Avx512(unsafe { cpu::$instruction(self.0, other.0) })
            }
        }
    };
}

operator!(Add, add, _mm512_add_pd);
operator!(Sub, sub, _mm512_sub_pd);
operator!(Mul, mul, _mm512_mul_pd);
operator!(Div, div, _mm512_div_pd);

impl Neg for Avx512 {
    type Output = Avx512;
    #[inline(always)]
    fn neg(self) -> Avx512 {
        // SAFETY: there is AVX-512 where this type is in use.
        unsafe {
            let signs = cpu::_mm512_castpd_si512(cpu::_mm512_set1_pd(-0.0));
            let bits = cpu::_mm512_xor_si512(cpu::_mm512_castpd_si512(self.0), signs);
            Avx512(cpu::_mm512_castsi512_pd(bits))
        }
    }
}

impl BitAnd for Mask {
    type Output = Mask;
    #[inline(always)]
    fn bitand(self, other: Mask) -> Mask {
        Mask(self.0 & other.0)
    }
}

impl BitOr for Mask {
    type Output = Mask;
    #[inline(always)]
    fn bitor(self, other: Mask) -> Mask {
        Mask(self.0 | other.0)
    }
}

impl Not for Mask {
    type Output = Mask;
    #[inline(always)]
    fn not(self) -> Mask {
        Mask(!self.0)
    }
}

impl Avx512 {
    /// Four rows of each half as columns.
    #[inline(always)]
    fn turned_over([a, b, c, d]: [Avx512; 4]) -> [Avx512; 4] {
        // SAFETY: there is AVX-512 where this type is in use.
        unsafe {
            let (low_ab, high_ab) = (
                cpu::_mm512_unpacklo_pd(a.0, b.0),
                cpu::_mm512_unpackhi_pd(a.0, b.0),
            );
            let (low_cd, high_cd) = (
                cpu::_mm512_unpacklo_pd(c.0, d.0),
                cpu::_mm512_unpackhi_pd(c.0, d.0),
            );
            let first = cpu::_mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
            let second = cpu::_mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
            [
                Avx512(cpu::_mm512_permutex2var_pd(low_ab, first, low_cd)),
                Avx512(cpu::_mm512_permutex2var_pd(high_ab, first, high_cd)),
                Avx512(cpu::_mm512_permutex2var_pd(low_ab, second, low_cd)),
                Avx512(cpu::_mm512_permutex2var_pd(high_ab, second, high_cd)),
            ]
        }
    }

    /// Four numbers, and four others.
    #[inline(always)]
    fn both(low: &Four, high: &Four) -> Avx512 {
        // SAFETY: there is AVX-512 where this type is in use, and arrays of four numbers are as long as what is loaded.
        unsafe {
            let low = cpu::_mm512_castpd256_pd512(cpu::_mm256_load_pd(low.0.as_ptr()));
            let high = cpu::_mm256_load_pd(high.0.as_ptr());
            Avx512(cpu::_mm512_insertf64x4::<1>(low, high))
        }
    }

    #[inline(always)]
    fn leave(self, low: &mut Four, high: &mut Four) {
        // SAFETY: as above.
        unsafe {
            cpu::_mm256_store_pd(low.0.as_mut_ptr(), cpu::_mm512_castpd512_pd256(self.0));
            let upper = cpu::_mm512_extractf64x4_pd::<1>(self.0);
            cpu::_mm256_store_pd(high.0.as_mut_ptr(), upper);
        }
    }
}

// SAFETY of all below: there is AVX-512 where this type is in use, and arrays of eight numbers are as long as what is loaded and stored.
impl Lanes for Avx512 {
    type Mask = Mask;
    type Numbers = Eight;
    type Fours = [Four; 8];

    #[inline(always)]
    fn all(value: f64) -> Avx512 {
        Avx512(unsafe { cpu::_mm512_set1_pd(value) })
    }

    #[inline(always)]
    fn load(from: &Eight) -> Avx512 {
        Avx512(unsafe { cpu::_mm512_load_pd(from.0.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, to: &mut Eight) {
        unsafe { cpu::_mm512_store_pd(to.0.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn at_least(self, bound: Avx512) -> Avx512 {
        // The second one where one is no number.
        Avx512(unsafe { cpu::_mm512_max_pd(self.0, bound.0) })
    }

    #[inline(always)]
    fn between(self, least: Avx512, most: Avx512) -> Avx512 {
        // The second one where one is no number, or where both are the same.
        Avx512(unsafe { cpu::_mm512_min_pd(most.0, cpu::_mm512_max_pd(least.0, self.0)) })
    }

    #[inline(always)]
    fn sqrt(self) -> Avx512 {
        Avx512(unsafe { cpu::_mm512_sqrt_pd(self.0) })
    }

    #[inline(always)]
    fn abs(self) -> Avx512 {
        Avx512(unsafe { cpu::_mm512_abs_pd(self.0) })
    }

    #[inline(always)]
    fn is_above(self, other: Avx512) -> Mask {
        Mask(unsafe { cpu::_mm512_cmp_pd_mask::<{ cpu::_CMP_GT_OQ }>(self.0, other.0) })
    }

    #[inline(always)]
    fn is_at_least(self, other: Avx512) -> Mask {
        Mask(unsafe { cpu::_mm512_cmp_pd_mask::<{ cpu::_CMP_GE_OQ }>(self.0, other.0) })
    }

    #[inline(always)]
    fn is(self, other: Avx512) -> Mask {
        Mask(unsafe { cpu::_mm512_cmp_pd_mask::<{ cpu::_CMP_EQ_OQ }>(self.0, other.0) })
    }

    #[inline(always)]
    fn choose(mask: Mask, yes: Avx512, no: Avx512) -> Avx512 {
        Avx512(unsafe { cpu::_mm512_mask_blend_pd(mask.0, no.0, yes.0) })
    }

    #[inline(always)]
    fn bits(mask: Mask) -> u32 {
        u32::from(mask.0)
    }

    #[inline(always)]
    fn columns([a, b, c, d, e, f, g, h]: &Bodies, at: usize) -> [Avx512; 4] {
        // No closures: what they call is compiled without vector instructions.
        Avx512::turned_over([
            Avx512::both(&a[at], &e[at]),
            Avx512::both(&b[at], &f[at]),
            Avx512::both(&c[at], &g[at]),
            Avx512::both(&d[at], &h[at]),
        ])
    }

    #[inline(always)]
    fn rows(columns: [Avx512; 4]) -> [Four; 8] {
        let mut rows = [Four::default(); 8];
        let (low, high) = rows.split_at_mut(4);
        let [a, b, c, d] = Avx512::turned_over(columns);
        a.leave(&mut low[0], &mut high[0]);
        b.leave(&mut low[1], &mut high[1]);
        c.leave(&mut low[2], &mut high[2]);
        d.leave(&mut low[3], &mut high[3]);
        rows
    }
}
