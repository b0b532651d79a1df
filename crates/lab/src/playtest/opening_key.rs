//! The keys of openings, as files keep them.

/// The number of bits of an opening's key that files keep.
const KEY_BITS: u32 = 40;
/// The number of hexadecimal digits of a key.
pub(super) const KEY_DIGITS: usize = KEY_BITS as usize / 4;

/// The part of a key that files keep.
pub(super) fn short_key(key: u64) -> u64 {
    key >> (64 - KEY_BITS)
}
