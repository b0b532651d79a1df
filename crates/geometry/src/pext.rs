//! The instruction PEXT and its portable twin.

/// Packs the bits of `value` selected by `mask` into the low bits.
///
/// The instruction takes about one cycle where it is available; the portable twin works bit by bit.
#[inline]
#[allow(unsafe_code)]
pub(crate) fn pext(value: u64, mask: u64) -> u64 {
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        // SAFETY: this arm is compiled only where the target has BMI2.
        unsafe { std::arch::x86_64::_pext_u64(value, mask) }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
    {
        pext_portable(value, mask)
    }
}

/// The portable twin of the PEXT instruction.
#[cfg_attr(all(target_arch = "x86_64", target_feature = "bmi2"), allow(dead_code))]
pub(crate) fn pext_portable(value: u64, mut mask: u64) -> u64 {
    let mut packed = 0;
    let mut bit = 1;
    while mask != 0 {
        if value & mask & mask.wrapping_neg() != 0 {
            packed |= bit;
        }
        mask &= mask - 1;
        bit <<= 1;
    }
    packed
}
