//! Words that inventors try and that this format does not have: each is refused by
//! name, with what to write or read instead.
//!
//! The same list stands in `docs/definitions.md`; a test of the crate `checks` holds the
//! two together.

use super::diagnostic::nearest;

/// A rule that many games have and no definition can say.
struct Feature {
    /// What it is, in the plural or as a name.
    what: &'static str,
    /// Keys that somebody might try for it, in lower case without `_` and `-`.
    keys: &'static [&'static str],
}

/// Something that is written in another way.
struct Elsewhere {
    keys: &'static [&'static str],
    /// What to write.
    write: &'static str,
}

const READ: &str = "see `What is not supported` in docs/definitions.md";

const FEATURES: &[Feature] = &[
    Feature {
        what: "pieces in hand and drops",
        keys: &[
            "hand",
            "hands",
            "inhand",
            "drop",
            "drops",
            "droppable",
            "dropregion",
            "dropregionwhite",
            "dropregionblack",
            "pocket",
            "pockets",
            "reserve",
            "reserves",
            "piecedrops",
            "capturestohand",
            "crazyhouse",
            "bughouse",
        ],
    },
    Feature {
        what: "counted checks",
        keys: &[
            "checks",
            "checkcounting",
            "countchecks",
            "maxchecks",
            "checklimit",
            "threecheck",
            "ncheck",
        ],
    },
    Feature {
        what: "goal cells",
        keys: &[
            "goal",
            "goals",
            "goalcells",
            "flag",
            "flags",
            "flagpiece",
            "flagregion",
            "target",
            "targets",
            "hill",
            "kingofthehill",
            "koth",
            "campmate",
            "race",
            "racingkings",
            "winregion",
            "flagregionwhite",
            "flagregionblack",
            "flagmove",
        ],
    },
    Feature {
        what: "winning by extinction",
        keys: &[
            "extinction",
            "extinct",
            "extinctionvalue",
            "extinctionpieces",
            "extinctionpiecetypes",
            "extinctionpiececount",
            "captureall",
            "winbycapture",
        ],
    },
    Feature {
        what: "several royal pieces of a side, or none",
        keys: &[
            "royals",
            "pseudoroyal",
            "extinctionpseudoroyal",
            "dupleroyal",
            "duplecheck",
            "commoner",
            "noroyal",
        ],
    },
    Feature {
        what: "forced capture",
        keys: &[
            "mustcapture",
            "forcedcapture",
            "forcecapture",
            "compulsorycapture",
            "capturecompulsory",
            "antichess",
            "giveaway",
            "suicide",
            "losers",
        ],
    },
    Feature {
        what: "exploding pieces",
        keys: &[
            "explode",
            "explodes",
            "explosion",
            "exploding",
            "atomic",
            "blast",
            "blastoncapture",
            "blastimmunetypes",
            "bomb",
        ],
    },
    Feature {
        what: "several moves in a turn",
        keys: &[
            "movesperturn",
            "movesaturn",
            "turnmoves",
            "doublemove",
            "doublemoves",
            "doubleturn",
            "marseillais",
            "progressive",
            "extramove",
            "multimove",
        ],
    },
    Feature {
        what: "gates",
        keys: &["gate", "gates", "gating", "seirawan", "seirawangating"],
    },
    Feature {
        what: "neutral pieces and walls that appear",
        keys: &[
            "neutral",
            "neutrals",
            "wall",
            "walls",
            "walling",
            "wallingrule",
            "duck",
            "ducks",
            "arrow",
            "arrows",
        ],
    },
    Feature {
        what: "facing generals",
        keys: &[
            "facing",
            "facinggenerals",
            "flyinggeneral",
            "flyinggenerals",
            "faceoff",
            "bikjang",
        ],
    },
    Feature {
        what: "a shuffled start",
        keys: &[
            "random",
            "randomize",
            "shuffle",
            "shuffled",
            "chess960",
            "fischerrandom",
            "960",
        ],
    },
    Feature {
        what: "passing a turn",
        keys: &[
            "pass",
            "passes",
            "passing",
            "canpass",
            "passonstalemate",
            "nullmove",
        ],
    },
    Feature {
        what: "promotion to pieces of the enemy or to captured pieces only",
        keys: &[
            "promotetoenemy",
            "enemypromotion",
            "promotionlimit",
            "promotetocaptured",
            "capturedonly",
            "demotion",
            "demote",
        ],
    },
    Feature {
        what: "a limit for the number of pieces of a kind",
        keys: &["limit", "maxpieces", "piecelimit"],
    },
    Feature {
        what: "piece values (the engine finds out what pieces are worth)",
        keys: &[
            "value",
            "values",
            "worth",
            "piecevalue",
            "piecevalues",
            "piecevaluemg",
            "piecevalueeg",
            "points",
            "cost",
        ],
    },
    Feature {
        what: "counting rules and winning by points",
        keys: &[
            "counting",
            "countingrule",
            "materialcounting",
            "score",
            "scores",
            "scoring",
            "adjudication",
        ],
    },
    Feature {
        what: "rules against perpetual check and chase",
        keys: &[
            "chasing",
            "chasingrule",
            "perpetual",
            "perpetualcheck",
            "perpetualchase",
            "nfoldvalue",
            "moverepetitionillegal",
        ],
    },
    Feature {
        what: "more than two sides",
        keys: &["players", "sides", "teams", "colors", "colours", "allies"],
    },
    Feature {
        what: "conversion of captured pieces and other changes by capture",
        keys: &[
            "convert",
            "converts",
            "conversion",
            "petrify",
            "petrifyoncapture",
            "petrifyoncapturetypes",
            "mutate",
            "absorb",
        ],
    },
    Feature {
        what: "immobilizers and other influence of a piece on others",
        keys: &[
            "immobilize",
            "immobilizes",
            "immobilise",
            "freeze",
            "freezes",
            "inspire",
            "relay",
            "protect",
        ],
    },
    Feature {
        what: "rules that forbid checks or count them against a side",
        keys: &["checking", "dropchecks", "nocheck", "nochecks"],
    },
    Feature {
        what: "winning by a row of pieces",
        keys: &["connect", "connectn", "connectregion", "connectpiecetypes"],
    },
    Feature {
        what: "captures without moving, swaps and teleports",
        keys: &[
            "rifle",
            "riflecapture",
            "swap",
            "swaps",
            "swapping",
            "teleport",
            "teleports",
        ],
    },
    Feature {
        what: "boards of hexagons or triangles",
        keys: &[
            "hex",
            "hexagon",
            "hexagons",
            "hexagonal",
            "triangle",
            "triangles",
        ],
    },
    Feature {
        what: "hidden pieces",
        keys: &["hidden", "fog", "darkchess", "secret"],
    },
    Feature {
        what: "dice and chance",
        keys: &["dice", "chance", "cards"],
    },
];

const ELSEWHERE: &[Elsewhere] = &[
    Elsewhere {
        keys: &[
            "men",
            "piece",
            "piecetypes",
            "custompiece",
            "custompiece1",
            "custompiece2",
            "custompiece3",
        ],
        write: "write `pieces`",
    },
    Elsewhere {
        keys: &["fen", "startfen", "setup", "array", "position"],
        write: "write the starting array as `board` in [start]",
    },
    Elsewhere {
        keys: &["width", "columns", "maxfile"],
        write: "write `files`, a number, in [board]",
    },
    Elsewhere {
        keys: &["height", "rows", "maxrank"],
        write: "write `ranks`, a number, in [board]",
    },
    Elsewhere {
        keys: &["depth", "layers", "level", "floors"],
        write: "write `drawn = \"stack\"` and `levels` in [board]",
    },
    Elsewhere {
        keys: &["holes", "gaps"],
        write: "write `missing` in [board]",
    },
    Elsewhere {
        keys: &["wrap", "cylinder", "cylindrical", "torus"],
        write: "mark the axis `cyclic` in its chart",
    },
    Elsewhere {
        keys: &["betza", "movement", "move"],
        write: "write `moves`",
    },
    Elsewhere {
        keys: &["captures", "capture", "attack", "attacks"],
        write: "write captures as moves with `c`, as in `moves = \"mfW cfF\"`",
    },
    Elsewhere {
        keys: &[
            "doublestep",
            "initial",
            "firstmove",
            "doublesteprank",
            "doublestepregionwhite",
            "doublestepregionblack",
        ],
        write: "write a first move with `i`, as in `moves = \"mfW cefF imfnD\"`",
    },
    Elsewhere {
        keys: &["enpassant", "enpassantregion"],
        write: "write `e` before a capture and `n` before a first move, as in `moves = \"mfW cefF imfnD\"`",
    },
    Elsewhere {
        keys: &[
            "promote",
            "promotes",
            "promotesto",
            "promotions",
            "promotionregion",
            "promotionpiecetypes",
            "promotionregionwhite",
            "promotionregionblack",
            "promotedpiecetype",
            "mandatorypiecepromotion",
            "soldierpromotionrank",
        ],
        write: "add a table such as [promotion.pawns]",
    },
    Elsewhere {
        keys: &[
            "region",
            "regions",
            "zone",
            "zones",
            "palace",
            "palaces",
            "river",
            "mobilityregion",
        ],
        write: "give the cells coordinates in a chart, see `Example: palaces and a river` in docs/definitions.md",
    },
    Elsewhere {
        keys: &[
            "castle",
            "castles",
            "castlings",
            "castlingkingsidefile",
            "castlingqueensidefile",
            "castlingkingfile",
            "castlingrank",
        ],
        write: "add a table such as [castling.K], or `castling` in [start]",
    },
    Elsewhere {
        keys: &["king", "kings", "isroyal"],
        write: "write `royal = true` in the table of the piece",
    },
    Elsewhere {
        keys: &["stalematevalue", "stalemateresult"],
        write: "write `stalemate` in [ends]",
    },
    Elsewhere {
        keys: &[
            "fiftymoves",
            "fiftymoverule",
            "nmoverule",
            "movelimit",
            "nmoveruletypes",
        ],
        write: "write `moves` in [ends], and in `resets` the pieces whose moves begin the count again",
    },
    Elsewhere {
        keys: &["threefold", "nfoldrule", "repetitions"],
        write: "write `repetition` in [ends]",
    },
    Elsewhere {
        keys: &["bareking", "bare", "bares", "robado"],
        write: "write `baring = true` in [ends]; other rules for a bare king are not supported",
    },
];

/// Keys that belong in one table only, and that table.
const PLACES: &[(&str, &[&str])] = &[
    (
        "[board]",
        &[
            "addressed",
            "blocks",
            "complete_blocks",
            "drawn",
            "files",
            "levels",
            "missing",
            "ranks",
            "sectors",
        ],
    ),
    (
        "[ends]",
        &[
            "baring",
            "bare_royals",
            "repetition",
            "resets",
            "stalemate",
            "too_weak",
        ],
    ),
    (
        "a table of its own",
        &["charts", "hold", "promotion", "transformation"],
    ),
];

/// Where a key belongs that its table does not have: the key itself, or one that it
/// nearly is.
pub(super) fn place(key: &str) -> Option<String> {
    let keys = PLACES.iter().flat_map(|(_, keys)| keys.iter().copied());
    let meant = nearest(key, keys)?;
    let (table, _) = PLACES.iter().find(|(_, keys)| keys.contains(&meant))?;
    Some(if meant == key {
        format!("`{key}` belongs in {table}")
    } else {
        format!("did you mean `{meant}` in {table}?")
    })
}

/// What to say of a key that a table does not have.
pub(super) struct Told {
    pub(super) message: String,
    pub(super) help: String,
    /// Whether it asks for something that cannot be described at all.
    pub(super) unsupported: bool,
}

/// What to say of a key that a table does not have, if it is a known one.
pub(super) fn told(key: &str, table: &str) -> Option<Told> {
    let plain: String = key
        .chars()
        .filter(|c| !matches!(c, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect();
    let named = |keys: &&[&str]| keys.contains(&plain.as_str());
    if let Some(feature) = FEATURES.iter().find(|feature| named(&feature.keys)) {
        let message = format!(
            "`{key}` is not supported: a definition cannot describe {}",
            feature.what
        );
        return Some(Told {
            message,
            help: READ.to_owned(),
            unsupported: true,
        });
    }
    let elsewhere = ELSEWHERE.iter().find(|other| named(&other.keys))?;
    Some(Told {
        message: format!("unknown key `{key}` in {table}"),
        help: elsewhere.write.to_owned(),
        unsupported: false,
    })
}
