//! Sets of cells.

use hyperrook_geometry::{Bits, Cell};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn cells() -> impl Strategy<Value = BTreeSet<u8>> {
    proptest::collection::btree_set(0u8..192, 0..40)
}

fn bits(cells: &BTreeSet<u8>) -> Bits<3> {
    cells.iter().map(|&c| Cell::from_byte(c)).collect()
}

proptest! {
    #[test]
    fn behaves_as_a_set(a in cells(), b in cells(), c in 0u8..192) {
        let (x, y) = (bits(&a), bits(&b));
        prop_assert_eq!(x & y, bits(&(&a & &b)));
        prop_assert_eq!(x | y, bits(&(&a | &b)));
        prop_assert_eq!(x ^ y, bits(&(&a ^ &b)));
        prop_assert_eq!(x & !y, bits(&(&a - &b)));
        prop_assert_eq!(x.count() as usize, a.len());
        prop_assert_eq!(x.has_several(), a.len() > 1);
        prop_assert_eq!(x.intersects(y), !a.is_disjoint(&b));
        prop_assert_eq!(x.is_subset(y), a.is_subset(&b));
        prop_assert_eq!(x.iter().map(Cell::byte).collect::<Vec<_>>(), a.iter().copied().collect::<Vec<_>>());
        let mut visited = Vec::new();
        x.for_each(|cell| visited.push(cell));
        prop_assert_eq!(visited, x.iter().collect::<Vec<_>>());
        prop_assert_eq!(x.any_of(|cell| cell.byte() > c), a.iter().any(|&d| d > c));
        prop_assert_eq!(x.first().map(Cell::byte), a.first().copied());
        prop_assert_eq!(x.last().map(Cell::byte), a.last().copied());
        prop_assert_eq!(x.count_before(Cell::from_byte(c)), a.iter().filter(|&&d| d < c).count());
        prop_assert_eq!(x.contains(Cell::from_byte(c)), a.contains(&c));
        let up_to = Bits::<3>::up_to(Cell::from_byte(c));
        prop_assert_eq!((x & up_to).count() as usize, a.iter().filter(|&&d| d <= c).count());
        prop_assert_eq!(x.resize::<4>().resize::<3>(), x);
    }

    #[test]
    fn extraction_packs_in_order(a in cells(), mask in cells()) {
        let packed = bits(&a).extract(bits(&mask));
        for (i, cell) in mask.iter().enumerate().take(64) {
            prop_assert_eq!(packed >> i & 1 != 0, a.contains(cell));
        }
    }
}
