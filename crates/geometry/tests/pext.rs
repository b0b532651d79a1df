//! The instruction PEXT against its portable twin.

#[path = "../src/pext.rs"]
mod source;

use proptest::prelude::*;
use source::{pext, pext_portable};

proptest! {
    #[test]
    fn portable_pext_is_pext(value: u64, mask: u64) {
        prop_assert_eq!(pext(value, mask), pext_portable(value, mask));
    }
}
