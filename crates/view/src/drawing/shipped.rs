//! The pictures that come with the program, and the names of men they are for.

/// Names of men and the text of the file.
pub(super) const FILES: &[(&[&str], &str)] = &[
    (&["bishop"], include_str!("../../men/bishop.svg")),
    (
        &["chancellor", "marshal", "empress"],
        include_str!("../../men/chancellor.svg"),
    ),
    (
        &["churchwarden"],
        include_str!("../../men/churchwarden.svg"),
    ),
    (
        &["jumper", "mixed king", "commoner", "mann"],
        include_str!("../../men/crown.svg"),
    ),
    (&["duchess"], include_str!("../../men/duchess.svg")),
    (&["emperor"], include_str!("../../men/emperor.svg")),
    (
        &["general", "sliding general"],
        include_str!("../../men/general.svg"),
    ),
    (&["governor"], include_str!("../../men/governor.svg")),
    (&["guard"], include_str!("../../men/guard.svg")),
    (&["hero"], include_str!("../../men/hero.svg")),
    (
        &["king", "quantum king"],
        include_str!("../../men/king.svg"),
    ),
    (&["knight"], include_str!("../../men/knight.svg")),
    (&["mystic"], include_str!("../../men/mystic.svg")),
    (&["ninja"], include_str!("../../men/ninja.svg")),
    (&["oberon"], include_str!("../../men/oberon.svg")),
    (
        &["paladin", "archbishop", "cardinal", "princess"],
        include_str!("../../men/paladin.svg"),
    ),
    (&["pawn"], include_str!("../../men/pawn.svg")),
    (&["queen"], include_str!("../../men/queen.svg")),
    (&["rook"], include_str!("../../men/rook.svg")),
    (&["samurai"], include_str!("../../men/samurai.svg")),
    (&["scout"], include_str!("../../men/scout.svg")),
    (&["sexton"], include_str!("../../men/sexton.svg")),
    (&["shaman"], include_str!("../../men/shaman.svg")),
    (&["unicorn"], include_str!("../../men/unicorn.svg")),
    (
        &["war elephant", "elephant"],
        include_str!("../../men/war-elephant.svg"),
    ),
    (&["wazir", "vizier"], include_str!("../../men/wazir.svg")),
    (&["wizard", "mage"], include_str!("../../men/wizard.svg")),
];

/// The file for a man of this name.
pub(super) fn file(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let mut files = FILES.iter();
    files
        .find(|(names, _)| names.contains(&&*name))
        .map(|(_, text)| *text)
}
