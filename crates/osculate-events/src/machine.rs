//! What the processor offers: wide vectors, and memory that is fetched ahead.
//!
//! The only unsafe code of the crate, but for one call: that of `search/cells/four_at_once.rs`. The benchmark `events` shows what it gains.

/// Work that gains from vectors of four numbers, all of it inlined.
pub trait Work {
    /// What it results in.
    type Output;

    /// Does it with the vectors there are.
    fn work<V: Width>(self, vectors: V) -> Self::Output;
}

/// How wide vectors are, known when compiling.
pub trait Width: Copy {
    /// The proof that there are vectors of four numbers, if there are.
    fn avx2(self) -> Option<Avx2>;
}

/// The proof that this processor has AVX2, and the operations on bits that came with it (BMI1, BMI2): `Vectors` hands it out, after it has asked.
///
/// Nobody else can make one, so that nothing that needs AVX2 is reached without it:
///
/// ```compile_fail,E0423
/// let unproven = osculate_events::proofs::Avx2(());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Width for Avx2 {
    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        Some(self)
    }
}

/// Vectors that every processor has.
#[derive(Clone, Copy, Debug)]
pub struct Narrow;

impl Width for Narrow {
    #[inline(always)]
    fn avx2(self) -> Option<Avx2> {
        None
    }
}

/// What vectors the processor has.
#[derive(Clone, Copy, Debug)]
pub struct Vectors {
    avx2: Option<Avx2>,
}

impl Vectors {
    /// Those of this processor.
    pub fn detect() -> Vectors {
        #[cfg(target_arch = "x86_64")]
        let avx2 = (std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2"))
        .then_some(Avx2(()));
        #[cfg(not(target_arch = "x86_64"))]
        let avx2 = None;
        Vectors { avx2 }
    }

    /// Does the work with the widest vectors there are. The same operations give the same bits, whatever the width.
    #[inline(always)]
    pub fn work<W: Work>(self, work: W) -> W::Output {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2,bmi1,bmi2")]
            #[inline(never)]
            fn with_avx2<W: Work>(work: W, avx2: Avx2) -> W::Output {
                work.work(avx2)
            }
            if let Some(avx2) = self.avx2 {
                // SAFETY: the processor has what the function needs: `avx2` is the proof.
                #[allow(unsafe_code)]
                return unsafe { with_avx2(work, avx2) };
            }
        }
        work.work(Narrow)
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

/// A slice of which four elements are taken at once: one comparison says whether all of them are there.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub struct FourAt<'a, T> {
    slice: &'a [T],
    /// Its length in each lane, or less.
    count: std::arch::x86_64::__m128i,
}

#[cfg(target_arch = "x86_64")]
impl<'a, T> FourAt<'a, T> {
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    #[inline]
    pub fn new(slice: &'a [T]) -> FourAt<'a, T> {
        FourAt {
            slice,
            // Of a slice that is longer than a `u32` says, less is reached.
            count: std::arch::x86_64::_mm_set1_epi32(slice.len() as u32 as i32),
        }
    }

    /// The elements at these places.
    ///
    /// # Panics
    /// If one of them is not there.
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    #[inline]
    pub fn at(self, places: &[u32; 4]) -> [&'a T; 4] {
        use std::arch::x86_64::{
            _mm_castsi128_ps, _mm_cmpeq_epi32, _mm_loadu_si128, _mm_max_epu32, _mm_movemask_ps,
        };
        // SAFETY: four numbers are read of the four there are.
        #[allow(unsafe_code)]
        let wanted = unsafe { _mm_loadu_si128(places.as_ptr().cast()) };
        let beyond = _mm_cmpeq_epi32(_mm_max_epu32(wanted, self.count), wanted);
        let beyond = _mm_movemask_ps(_mm_castsi128_ps(beyond));
        assert!(beyond == 0, "a place is beyond the end");
        // SAFETY: all places are below the length.
        #[allow(unsafe_code)]
        places.map(|place| unsafe { self.slice.get_unchecked(place as usize) })
    }
}
