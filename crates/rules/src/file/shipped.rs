//! The definitions that come with the program.

/// The definitions that come with the program: name and text.
pub const SHIPPED: &[(&str, &str)] = &[
    ("walkers", include_str!("../../games/walkers.toml")),
    ("sesqui", include_str!("../../games/sesqui.toml")),
    ("riftwalker", include_str!("../../games/riftwalker.toml")),
    ("twoboards", include_str!("../../games/twoboards.toml")),
    ("gateway", include_str!("../../games/gateway.toml")),
    ("chess", include_str!("../../games/chess.toml")),
    ("hyperchess", include_str!("../../games/hyperchess.toml")),
    ("raumschach", include_str!("../../games/raumschach.toml")),
];
