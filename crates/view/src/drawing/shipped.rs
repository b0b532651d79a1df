//! The drawings that come with the program, and the names of the pieces that use them.

/// For each file, names of pieces and the text of the file.
pub(super) const FILES: &[(&[&str], &str)] = &[
    (&["bishop"], include_str!("../../pieces/bishop.svg")),
    (
        &["chancellor", "marshal", "empress"],
        include_str!("../../pieces/chancellor.svg"),
    ),
    (
        &["churchwarden"],
        include_str!("../../pieces/churchwarden.svg"),
    ),
    (
        &["jumper", "mixed king", "commoner", "mann"],
        include_str!("../../pieces/crown.svg"),
    ),
    (&["duchess"], include_str!("../../pieces/duchess.svg")),
    (&["emperor"], include_str!("../../pieces/emperor.svg")),
    (
        &["general", "sliding general"],
        include_str!("../../pieces/general.svg"),
    ),
    (&["governor"], include_str!("../../pieces/governor.svg")),
    (&["guard"], include_str!("../../pieces/guard.svg")),
    (&["hero"], include_str!("../../pieces/hero.svg")),
    (
        &["king", "quantum king"],
        include_str!("../../pieces/king.svg"),
    ),
    (&["knight"], include_str!("../../pieces/knight.svg")),
    (&["mystic"], include_str!("../../pieces/mystic.svg")),
    (&["ninja"], include_str!("../../pieces/ninja.svg")),
    (&["oberon"], include_str!("../../pieces/oberon.svg")),
    (
        &["paladin", "archbishop", "cardinal", "princess"],
        include_str!("../../pieces/paladin.svg"),
    ),
    (&["pawn"], include_str!("../../pieces/pawn.svg")),
    (&["queen"], include_str!("../../pieces/queen.svg")),
    (&["rook"], include_str!("../../pieces/rook.svg")),
    (&["samurai"], include_str!("../../pieces/samurai.svg")),
    (&["scout"], include_str!("../../pieces/scout.svg")),
    (&["sexton"], include_str!("../../pieces/sexton.svg")),
    (&["shaman"], include_str!("../../pieces/shaman.svg")),
    (&["unicorn"], include_str!("../../pieces/unicorn.svg")),
    (
        &["war elephant", "elephant"],
        include_str!("../../pieces/war-elephant.svg"),
    ),
    (&["wazir", "vizier"], include_str!("../../pieces/wazir.svg")),
    (&["wizard", "mage"], include_str!("../../pieces/wizard.svg")),
];

/// The file for a piece with this name.
pub(super) fn file(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let mut files = FILES.iter();
    files
        .find(|(names, _)| names.contains(&&*name))
        .map(|(_, text)| *text)
}
