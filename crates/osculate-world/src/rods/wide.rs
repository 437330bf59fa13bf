//! Wide vectors, where the processor has them.

/// Does something with AVX2 if the processor has it. That makes it faster, and changes no bit: no two operations are joined into one. What is called there
/// must be marked `#[inline(always)]`, or it is compiled without. That is why this is no function of a closure: closures cannot be marked, and large ones were compiled
/// without.
macro_rules! wide {
    ($($name:ident: $type:ty),* => $body:expr) => {{
        #[inline(always)]
        fn plain($($name: $type),*) {
            $body
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2")]
        fn with_avx2($($name: $type),*) {
            plain($($name),*);
        }
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what the function needs: it was asked.
            #[allow(unsafe_code)]
            unsafe {
                with_avx2($($name),*);
            }
        } else {
            plain($($name),*);
        }
        #[cfg(not(target_arch = "x86_64"))]
        plain($($name),*);
    }};
}
pub(super) use wide;
