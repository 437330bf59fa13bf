//! What the processor offers: wide vectors, and memory that is fetched ahead.
//!
//! The only unsafe code of the crate, but for one call: that of `search/cells/four.rs`. The benchmark `events` shows what it gains.

/// Work that gains from vectors of four numbers, all of it inlined.
pub trait Work {
    /// What it results in.
    type Output;

    /// Does it, `WIDE` if there are such vectors.
    fn work<const WIDE: bool>(self) -> Self::Output;
}

/// What vectors the processor has.
#[derive(Clone, Copy, Debug)]
pub struct Vectors {
    wide: bool,
}

impl Vectors {
    /// Those of this processor.
    pub fn detect() -> Vectors {
        #[cfg(target_arch = "x86_64")]
        let wide = std::is_x86_feature_detected!("avx2");
        #[cfg(not(target_arch = "x86_64"))]
        let wide = false;
        Vectors { wide }
    }

    /// Does the work with the widest vectors there are. The same operations give the same bits, whatever the width.
    #[inline(always)]
    pub fn work<W: Work>(self, work: W) -> W::Output {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2")]
            #[inline(never)]
            fn with_avx2<W: Work>(work: W) -> W::Output {
                work.work::<true>()
            }
            if self.wide {
                // SAFETY: the processor has what the function needs: `wide` says no less.
                #[allow(unsafe_code)]
                return unsafe { with_avx2(work) };
            }
        }
        work.work::<false>()
    }
}

/// Asks for an element of a slice to be brought nearer, as it will be wanted soon.
#[inline(always)]
pub fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let wanted = slice.as_ptr().wrapping_add(index);
        // SAFETY: what is prefetched is neither read nor written, wherever it is.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(wanted.cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}

/// The first place of a number among twelve; twelve or more if it is not there.
#[inline(always)]
pub fn place_among(numbers: &[u32; 12], wanted: u32) -> usize {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{
            _mm_cmpeq_epi32, _mm_loadu_si128, _mm_movemask_epi8, _mm_packs_epi16, _mm_packs_epi32,
            _mm_set1_epi32, _mm_setzero_si128,
        };
        // SAFETY: all processors of this kind have what is needed, and four numbers are read of each four there are.
        #[allow(unsafe_code)]
        let places = unsafe {
            let wanted = _mm_set1_epi32(wanted as i32);
            let equal =
                |four: &[u32; 4]| _mm_cmpeq_epi32(_mm_loadu_si128(four.as_ptr().cast()), wanted);
            let [first, second, third] = numbers.as_chunks().0 else {
                return numbers.len();
            };
            let eight = _mm_packs_epi32(equal(first), equal(second));
            let last = _mm_packs_epi32(equal(third), _mm_setzero_si128());
            _mm_movemask_epi8(_mm_packs_epi16(eight, last)) as u32
        };
        places.trailing_zeros() as usize
    }
    #[cfg(not(target_arch = "x86_64"))]
    numbers
        .iter()
        .position(|&number| number == wanted)
        .unwrap_or(numbers.len())
}
