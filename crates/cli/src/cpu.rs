//! Checks whether the processor can run this build.

/// The first instruction set that this build uses and the processor does not have.
pub fn missing_instructions() -> Option<&'static str> {
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! check {
            ($($feature:tt)*) => {$(
                if cfg!(target_feature = $feature) && !std::is_x86_feature_detected!($feature) {
                    return Some($feature);
                }
            )*};
        }
        check!(
            "sse3" "ssse3" "sse4.1" "sse4.2" "popcnt" "cmpxchg16b" "avx" "avx2" "bmi1" "bmi2" "f16c"
            "fma" "lzcnt" "movbe" "xsave"
        );
    }
    None
}
