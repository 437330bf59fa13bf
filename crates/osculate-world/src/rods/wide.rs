//! Wide vectors, where the processor has them.

/// Does something with AVX2 if the processor has it. That makes it faster, and changes no bit: no two operations are joined into one. What is to be done
/// must be inlined here, or it is compiled without.
#[inline(always)]
pub(super) fn wide<R>(work: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2")]
        fn with_avx2<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what the function needs: it was asked.
            #[allow(unsafe_code)]
            return unsafe { with_avx2(work) };
        }
    }
    work()
}
