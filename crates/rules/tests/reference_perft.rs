//! The reference against counts of other programs.

use crate::common::{read_perft, read_position};
use hyperrook_rules::reference;

/// Checks every count below `most` in a file.
fn replay(file: &str, most: u64) {
    let (def, lines) = read_perft(file);
    let mut checked = 0;
    for line in lines {
        let setup = read_position(&def, &line.text);
        assert_eq!(
            reference::faults(&def, &setup),
            Vec::<&str>::new(),
            "{}",
            line.text
        );
        for (depth, count) in line.counts {
            if count < most {
                let found = reference::perft(&def, &setup, depth);
                assert_eq!(found, count, "{file}: {} at depth {depth}", line.text);
                checked += 1;
            }
        }
    }
    assert!(checked > 0, "{file} has counts");
}

macro_rules! files {
    ($most:expr, $($name:ident $file:literal;)*) => {
        $(
            #[test]
            fn $name() {
                replay($file, $most);
            }

        )*
        const FILES: &[&str] = &[$($file),*];
    };
}
files! { 3_000,
    chess "chess.perft";
    gateway_10 "gateway-10.perft";
    gateway_8 "gateway-8.perft";
    riftwalker_mirrored "riftwalker-mirrored.perft";
    riftwalker_rotated "riftwalker-rotated.perft";
    sesqui_court "sesqui-court.perft";
    sesqui_wings "sesqui-wings.perft";
    twoboards_default "twoboards-default.perft";
    twoboards_little "twoboards-little.perft";
    walkers_default "walkers-default.perft";
    walkers_jumper "walkers-jumper.perft";
    walkers_mirrored "walkers-mirrored.perft";
    walkers_retreat_paladin "walkers-retreat-paladin.perft";
    walkers_zones_mixed "walkers-zones-mixed.perft";
}

/// All counts up to 100,000.
#[test]
#[ignore = "takes an hour"]
fn all_counts_to_a_hundred_thousand() {
    for file in FILES {
        replay(file, 100_000);
    }
}
