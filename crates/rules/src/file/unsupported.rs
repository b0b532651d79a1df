//! Words that inventors try and that this format does not have. Each is rejected by name, with
//! advice on what to write or read instead.
//!
//! The same list is in `docs/definitions.md`; a test of the crate `checks` keeps the two in step.

use super::diagnostic::nearest;
use super::tree::Value;

/// A rule that many games have and that no definition can express.
struct UnsupportedFeature {
    /// The name of the feature, in the plural or as a proper name.
    what: &'static str,
    /// Keys that people might try for it, in lower case without `_` and `-`.
    keys: &'static [&'static str],
    /// Words that identify it in a longer key, as in `drop_pieces`.
    parts: &'static [&'static str],
}

/// Something that is written in another way.
struct Elsewhere {
    keys: &'static [&'static str],
    /// What to write.
    write: &'static str,
}

const READ: &str = "see `What is not supported` in the reference, `Definition files`";

const FEATURES: &[UnsupportedFeature] = &[
    UnsupportedFeature {
        what: "pieces in hand and drops",
        keys: &[
            "hand",
            "hands",
            "inhand",
            "held",
            "holding",
            "holdings",
            "placement",
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
            "drop",
            "reservepieces",
        ],
        parts: &["hand", "hands", "drop", "drops", "dropped", "pocket"],
    },
    UnsupportedFeature {
        what: "winning by a number of checks",
        keys: &[
            "checks",
            "checkcount",
            "checkcounting",
            "countchecks",
            "maxchecks",
            "checklimit",
            "threecheck",
            "ncheck",
            "check",
            "fivecheck",
        ],
        parts: &["checks"],
    },
    UnsupportedFeature {
        what: "winning by reaching goal cells",
        keys: &[
            "goal",
            "goals",
            "goalcells",
            "kingreaches",
            "reachrank",
            "finish",
            "finishline",
            "breakthrough",
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
            "goalcell",
            "wincells",
            "wincell",
            "winningcells",
            "winon",
            "reach",
            "reachcell",
            "reachcells",
            "winningsquares",
            "kingofhill",
            "hillcells",
            "lastrank",
        ],
        parts: &["goal", "goals"],
    },
    UnsupportedFeature {
        what: "winning by extinction",
        keys: &[
            "extinction",
            "extinct",
            "extinctionvalue",
            "extinctionpieces",
            "extinctionpiecetypes",
            "extinctionpiececount",
            "captureall",
            "loseall",
            "nopieces",
            "winbycapture",
            "allcaptured",
            "annihilation",
        ],
        parts: &["extinction", "extinct"],
    },
    UnsupportedFeature {
        what: "several royal pieces of a side, or none",
        keys: &[
            "royals",
            "pseudoroyal",
            "extinctionpseudoroyal",
            "dupleroyal",
            "duplecheck",
            "commoner",
            "noroyal",
            "noroyals",
            "royalcount",
            "royalpieces",
            "multipleroyals",
            "severalroyals",
            "tworoyals",
            "severalkings",
            "twokings",
            "noking",
            "nokings",
            "multiplekings",
        ],
        parts: &["royals"],
    },
    UnsupportedFeature {
        what: "forced capture",
        keys: &[
            "captureisforced",
            "capturesareforced",
            "mustcapture",
            "forcedcapture",
            "forcecapture",
            "compulsorycapture",
            "capturecompulsory",
            "antichess",
            "giveaway",
            "suicide",
            "losers",
            "forcedcaptures",
            "forced",
            "mandatory",
            "mandatorycapture",
            "mandatorycaptures",
            "compulsory",
            "compulsorycaptures",
            "captureforced",
            "capturemandatory",
            "obligatory",
            "musttake",
        ],
        parts: &[],
    },
    UnsupportedFeature {
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
            "explosions",
        ],
        parts: &[
            "explode",
            "explodes",
            "exploding",
            "explosion",
            "atomic",
            "blast",
        ],
    },
    UnsupportedFeature {
        what: "several moves in a turn",
        keys: &[
            "moveseachturn",
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
            "movesinturn",
            "movesinaturn",
            "twomoves",
            "turns",
            "turnspermove",
            "movesperside",
            "pliesperturn",
            "actionsperturn",
            "extraturn",
            "extraturns",
            "bonusmove",
            "twomovesperturn",
            "progressivemoves",
        ],
        parts: &[],
    },
    UnsupportedFeature {
        what: "gating, by which pieces enter later",
        keys: &[
            "gate",
            "gates",
            "gated",
            "gating",
            "seirawan",
            "seirawangating",
            "spawn",
            "spawns",
            "gatepieces",
        ],
        parts: &["gating", "gated"],
    },
    UnsupportedFeature {
        what: "neutral pieces and walls that appear (cells that are never there are `missing` in [board])",
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
            "neutralpieces",
            "wallpiece",
        ],
        parts: &["neutral"],
    },
    UnsupportedFeature {
        what: "a rule that generals may not face each other",
        keys: &[
            "maynotface",
            "faces",
            "facing",
            "facinggenerals",
            "flyinggeneral",
            "flyinggenerals",
            "faceoff",
            "bikjang",
            "face",
            "generals",
            "generalsfacing",
            "facingkings",
            "kingsfacing",
        ],
        parts: &["facing", "generals"],
    },
    UnsupportedFeature {
        what: "a shuffled start",
        keys: &[
            "random",
            "randomize",
            "shuffle",
            "shuffled",
            "chess960",
            "fischerrandom",
            "960",
            "randomstart",
        ],
        parts: &[],
    },
    UnsupportedFeature {
        what: "passing a turn",
        keys: &[
            "pass",
            "passes",
            "passing",
            "canpass",
            "passonstalemate",
            "nullmove",
            "passturn",
        ],
        parts: &[],
    },
    UnsupportedFeature {
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
        parts: &[],
    },
    UnsupportedFeature {
        what: "a limit for the number of pieces of a kind",
        keys: &["limit", "maxpieces", "piecelimit"],
        parts: &[],
    },
    UnsupportedFeature {
        what: "piece values (the engine finds out what pieces are worth)",
        keys: &[
            "value",
            "worth",
            "piecevalue",
            "piecevalues",
            "piecevaluemg",
            "piecevalueeg",
            "cost",
        ],
        parts: &[],
    },
    UnsupportedFeature {
        what: "counting rules and winning by points",
        keys: &[
            "counting",
            "countingrule",
            "materialcounting",
            "score",
            "scores",
            "points",
            "scoring",
            "adjudication",
        ],
        parts: &[],
    },
    UnsupportedFeature {
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
        parts: &[],
    },
    UnsupportedFeature {
        what: "more than two sides",
        keys: &["players", "sides", "teams", "allies"],
        parts: &[],
    },
    UnsupportedFeature {
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
        parts: &[],
    },
    UnsupportedFeature {
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
        parts: &[],
    },
    UnsupportedFeature {
        what: "rules that forbid checks or count them against a side",
        keys: &["checking", "dropchecks", "nocheck", "nochecks"],
        parts: &[],
    },
    UnsupportedFeature {
        what: "winning by a row of pieces",
        keys: &["connect", "connectn", "connectregion", "connectpiecetypes"],
        parts: &[],
    },
    UnsupportedFeature {
        what: "captures without moving, swaps and teleports",
        keys: &[
            "rifle",
            "riflecapture",
            "swap",
            "swaps",
            "swapping",
            "teleport",
            "teleports",
            "portal",
            "portals",
            "swapplaces",
        ],
        parts: &[],
    },
    UnsupportedFeature {
        what: "winning by capturing the royal piece (a side may not leave its own in check)",
        keys: &[
            "kingcapture",
            "captureking",
            "capturetheking",
            "royalcapture",
        ],
        parts: &[],
    },
    UnsupportedFeature {
        what: "captures by other means than moving there",
        keys: &[
            "locust",
            "custodian",
            "custodial",
            "circe",
            "benedict",
            "withdrawal",
        ],
        parts: &["locust", "custodian", "custodial"],
    },
    UnsupportedFeature {
        what: "several captures in a move",
        keys: &["multicapture", "multicaptures"],
        parts: &[],
    },
    UnsupportedFeature {
        what: "pieces that carry others",
        keys: &["carry", "carries", "carrier", "transport"],
        parts: &[],
    },
    UnsupportedFeature {
        what: "ways to win other than checkmate, `stalemate` and `baring`",
        keys: &[
            "win",
            "wins",
            "winner",
            "winning",
            "wincondition",
            "winconditions",
            "victory",
            "victorycondition",
            "objective",
        ],
        parts: &[],
    },
    UnsupportedFeature {
        what: "a pie rule",
        keys: &["pie", "pierule", "swaprule"],
        parts: &[],
    },
    UnsupportedFeature {
        what: "a clock (time controls are chosen when a game begins)",
        keys: &["clock", "clocks", "time", "timecontrol"],
        parts: &[],
    },
    UnsupportedFeature {
        what: "pieces that cannot be captured",
        keys: &["uncapturable", "iron", "invulnerable", "immune"],
        parts: &[],
    },
    UnsupportedFeature {
        what: "boards of triangles",
        keys: &["triangle", "triangles", "triangular"],
        parts: &[],
    },
    UnsupportedFeature {
        what: "hidden pieces",
        keys: &[
            "hidden",
            "fog",
            "darkchess",
            "secret",
            "hiddenpieces",
            "fogofwar",
        ],
        parts: &[],
    },
    UnsupportedFeature {
        what: "dice and chance",
        keys: &["dice", "chance", "cards"],
        parts: &[],
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
        keys: &["width", "columns", "cols", "maxfile"],
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
        keys: &["ring", "circle", "circular"],
        write: "write `drawn = \"ring\"`, `cells` and `sectors` in [board]",
    },
    Elsewhere {
        keys: &["lame", "nonjumping"],
        write: "put `n` before a leap that needs the cells between empty, as in `moves = \"nD\"`",
    },
    Elsewhere {
        keys: &["hex", "hexagon", "hexagons", "hexagonal"],
        write: "write `drawn = \"hex\"` in [board]",
    },
    Elsewhere {
        keys: &["size"],
        write: "write `files` and `ranks`, two numbers, in [board]",
    },
    Elsewhere {
        keys: &["turn", "firstplayer"],
        write: "leave it out: White moves first in every game",
    },
    Elsewhere {
        keys: &[
            "hole", "holes", "gaps", "blocked", "blocker", "blockers", "removed",
        ],
        write: "write `missing` in [board]",
    },
    Elsewhere {
        keys: &["dimension", "dimensions", "axis", "coordinates"],
        write: "describe dimensions as the axes of a chart: `axes = [\"file\", \"rank, forward\"]` in [charts.NAME]",
    },
    Elsewhere {
        keys: &["author", "authors", "inventor", "designer", "source"],
        write: "write `credit` at the top of the file",
    },
    Elsewhere {
        keys: &["description", "summary"],
        write: "write `about` at the top of the file",
    },
    Elsewhere {
        keys: &["letter", "symbol", "abbreviation"],
        write: "the letter of a piece is in the name of its table: [pieces.N]",
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
        write: "give the cells coordinates in a chart, see `Example: palaces and a river` in the reference, `Definition files`",
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
        keys: &[
            "stalematevalue",
            "stalemateresult",
            "stalematewins",
            "stalemateloses",
            "stalemateloss",
        ],
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
        keys: &[
            "threefold",
            "threefoldrepetition",
            "nfoldrule",
            "repetitions",
        ],
        write: "write `repetition` in [ends]",
    },
    Elsewhere {
        keys: &["bareking", "bare", "bares", "robado"],
        write: "write `baring = true` in [ends]; other rules for a bare king are not supported",
    },
];

/// Keys that belong only in some tables, and those tables.
const PLACES: &[(&str, &[&str])] = &[
    (
        "[board]",
        &[
            "blocks",
            "cells",
            "complete_blocks",
            "drawn",
            "files",
            "levels",
            "missing",
            "ranks",
            "sectors",
            "shift",
        ],
    ),
    (
        "a chart, such as [charts.board]",
        &["addressed", "axes", "groups"],
    ),
    (
        "the table of a piece, such as [pieces.K]",
        &["royal", "span"],
    ),
    (
        "the table of a piece, such as [pieces.K], or in [ends]",
        &["moves"],
    ),
    (
        "a table such as [promotion.pawns]",
        &["black", "optional", "to", "white"],
    ),
    ("a table such as [castling.K]", &["empty", "rook", "safe"]),
    ("[transformation]", &["bound", "from"]),
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
    ("[[notes]]", &["reason", "ruling", "text"]),
    ("[[when]]", &["set"]),
    (
        "the table of an option, such as [options.NAME]; piece values cannot be set",
        &["values"],
    ),
    (
        "[board], the table of a piece or option, or at the top of the file",
        &["about"],
    ),
    (
        "the top of the file",
        &["aim", "credit", "format", "published", "tips"],
    ),
    (
        "a table of its own",
        &["charts", "hold", "options", "promotion", "transformation"],
    ),
];

/// The keys of the tables that carry a name.
const FIELDS: &[(&str, &[&str])] = &[
    ("castling", &["king", "rook", "empty", "safe"]),
    ("charts", &["axes", "groups", "addressed"]),
    ("options", &["about", "values"]),
    ("pieces", &["name", "about", "royal", "span", "moves"]),
    ("promotion", &["pieces", "white", "black", "to", "optional"]),
];

/// Whether a key belongs inside the tables of a section and is not the name of such a table.
pub(super) fn is_field(section: &str, key: &str) -> bool {
    let mut fields = FIELDS.iter();
    fields.any(|(known, keys)| *known == section && keys.contains(&key))
}

/// Where a key belongs that its table does not allow.
pub(super) fn place(key: &str, here: &str) -> Option<String> {
    if here == "[board]" {
        // The key belongs to `[board]`, but not with this drawing.
        match key {
            "blocks" => return Some("`blocks` works only with `drawn = \"flat\"`".to_owned()),
            "shift" => return Some("`shift` works only with `drawn = \"hex\"`".to_owned()),
            "levels" => return Some("`levels` works only with `drawn = \"stack\"`".to_owned()),
            "cells" | "sectors" => {
                return Some(format!("`{key}` works only with `drawn = \"ring\"`"));
            }
            "files" | "ranks" => {
                return Some("a ring has `cells` and `sectors` instead".to_owned());
            }
            _ => {}
        }
    }
    if here.starts_with("[pieces.") && matches!(key, "white" | "black") {
        // The advice that both sides of a kind move alike is more useful.
        return None;
    }
    let (table, _) = PLACES.iter().find(|(_, keys)| keys.contains(&key))?;
    Some(if *table == "the top of the file" {
        format!("`{key}` belongs at {table}")
    } else {
        format!("`{key}` belongs in {table}")
    })
}

/// Minimum length of a misspelt key that is recognised in the wrong table.
const MIN_MISSPELT: usize = 6;

/// Where a key belongs that its table does not allow and that is close to a key of another.
pub(super) fn near_place(key: &str) -> Option<String> {
    let keys = PLACES.iter().flat_map(|(_, keys)| keys.iter().copied());
    let meant = nearest(key, keys.filter(|key| key.len() >= MIN_MISSPELT))?;
    let (table, _) = PLACES.iter().find(|(_, keys)| keys.contains(&meant))?;
    Some(format!("did you mean `{meant}` in {table}?"))
}

/// The advice for a key that a table does not allow.
pub(super) struct KeyAdvice {
    pub(super) message: String,
    pub(super) help: String,
    /// Whether a similar key of the table is certainly not meant.
    pub(super) unsupported: bool,
}

/// The advice for a key that a table does not allow, if the key is known.
pub(super) fn key_advice(key: &str, value: &Value, table: &str) -> Option<KeyAdvice> {
    let plain: String = key
        .chars()
        .filter(|c| !matches!(c, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect();
    if table.starts_with("[charts.") {
        let entry = match plain.as_str() {
            "forward" | "flag" | "flags" => Some("rank, forward"),
            "cyclic" => Some("file, cyclic"),
            _ => None,
        };
        if let Some(entry) = entry {
            return Some(KeyAdvice {
                message: format!("unknown key `{key}` in {table}"),
                help: format!("write `\"{entry}\"` in `axes`"),
                unsupported: true,
            });
        }
    }
    let lower = key.to_lowercase();
    let has_part = |part: &&str| lower.split(['_', '-']).any(|word| word == *part);
    let sides = ["white", "black", "side", "color", "colour", "owner"];
    if table.starts_with("[pieces.") && sides.iter().any(has_part) {
        return Some(KeyAdvice {
            message: format!("unknown key `{key}` in {table}"),
            help:
                "a kind moves alike for both sides; define two kinds if they move differently, and \
                   give each side its own in [start]"
                    .to_owned(),
            unsupported: true,
        });
    }
    let named = |keys: &&[&str]| keys.contains(&plain.as_str());
    let elsewhere = ELSEWHERE.iter().find(|other| named(&other.keys));
    let mut feature = FEATURES.iter().find(|feature| named(&feature.keys));
    if plain == "turn" && !matches!(value, Value::Text(_)) {
        // `[turn]` and `turn = 2` are about the structure of a turn; `turn = "black"` is not.
        feature = FEATURES
            .iter()
            .find(|feature| feature.keys.contains(&"turns"));
    }
    if feature.is_none() && elsewhere.is_none() {
        feature = FEATURES
            .iter()
            .find(|feature| feature.parts.iter().any(has_part));
    }
    if let Some(feature) = feature {
        let message = format!(
            "`{key}` is not supported: a definition cannot describe {}",
            feature.what
        );
        return Some(KeyAdvice {
            message,
            help: READ.to_owned(),
            unsupported: true,
        });
    }
    let elsewhere = elsewhere?;
    Some(KeyAdvice {
        message: format!("unknown key `{key}` in {table}"),
        help: elsewhere.write.to_owned(),
        unsupported: false,
    })
}
