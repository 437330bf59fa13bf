//! What the processor offers: wide vectors, and memory that is fetched ahead.
//!
//! The only unsafe code of the crate, but for one call: that of `search/cells/four.rs`. The benchmark `events` shows what it gains.

/// Whether four numbers fit into a vector.
pub fn has_wide_vectors() -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        std::is_x86_feature_detected!("avx2")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        false
    }
}

/// Work that gains from wide vectors, all of it inlined.
pub trait Work {
    /// What it results in.
    type Output;

    /// Does it.
    fn work(self) -> Self::Output;
}

/// Does the work with the widest vectors there are. The same operations give the same bits, whatever the width.
#[inline]
pub fn with_wide_vectors<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn with_avx2<W: Work>(work: W) -> W::Output {
            work.work()
        }
        if has_wide_vectors() {
            // SAFETY: the processor has what the function needs, as was just seen.
            #[allow(unsafe_code)]
            return unsafe { with_avx2(work) };
        }
    }
    work.work()
}

/// Asks for an element of a slice to be brought nearer, as it will be wanted soon.
#[inline(always)]
pub fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if let Some(wanted) = slice.get(index) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: it is the address of a live element; and what is prefetched is neither read nor written.
        #[allow(unsafe_code)]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(wanted).cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}
