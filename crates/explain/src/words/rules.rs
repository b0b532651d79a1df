//! What a game has beside the moves of its pieces.

use super::{a, capital, list, region};
use hyperrook_rules::{Definition, Ends, Kind, Side, Stalemate};

/// Promotions and ends, a sentence or two a line.
pub fn rules(definition: &Definition) -> Vec<String> {
    let mut lines = promotions(definition);
    lines.extend(ends(definition));
    lines
}

/// Which pieces promote where to what, a sentence a line.
pub fn promotions(definition: &Definition) -> Vec<String> {
    let names = |kinds: &[Kind]| -> Vec<String> {
        let name = |kind: &Kind| definition.piece(*kind).name.clone();
        kinds.iter().map(name).collect()
    };
    let mut lines = Vec::new();
    for promotion in definition.promotions() {
        for side in Side::BOTH {
            let cells = promotion.cells[side.index()];
            if cells.any() {
                lines.push(format!(
                    "{side}'s {} {} promote to {} on {}.",
                    list(&names(&promotion.pieces), "and"),
                    if promotion.optional { "may" } else { "must" },
                    list(&names(&promotion.to), "or"),
                    region(definition.board(), cells),
                ));
            }
        }
    }
    lines
}

/// How the game ends, a sentence or two a line.
pub fn ends(definition: &Definition) -> Vec<String> {
    let Ends {
        stalemate,
        baring,
        repetition,
        moves,
        bare_royals,
        too_weak,
        ..
    } = definition.ends();
    let mut lines = vec![
        match stalemate {
            Stalemate::Loss => "The side that is stalemated has lost.",
            Stalemate::Win => "The side that is stalemated has won.",
            _ => "Stalemate is a draw.",
        }
        .to_owned(),
    ];
    if *baring {
        lines.push(
            "A side that leaves the enemy nothing but the royal piece has won, unless the enemy's \
             next move does the same: then the game is drawn."
                .to_owned(),
        );
    }
    if *repetition > 0 {
        lines.push(format!(
            "A position that occurs {repetition} times is a draw."
        ));
    }
    if *moves > 0 {
        let kinds = definition.ends().resets.iter();
        let names: Vec<String> = kinds
            .map(|kind| format!("{} move", a(&definition.piece(*kind).name)))
            .collect();
        let without = if names.is_empty() {
            "a capture".to_owned()
        } else {
            format!("a capture or {}", list(&names, "or"))
        };
        lines.push(format!(
            "The game is drawn after {moves} moves by each side without {without}."
        ));
    }
    let mut royals = definition.pieces().iter().filter(|piece| piece.royal);
    let royal = match (royals.next(), royals.next()) {
        (Some(only), None) => only.name.as_str(),
        _ => "royal piece",
    };
    if *bare_royals {
        lines.push(format!("{} against {royal} is a draw.", capital(royal)));
    }
    if !too_weak.is_empty() {
        let kinds = too_weak.iter();
        let names: Vec<&str> = kinds.map(|kind| &*definition.piece(*kind).name).collect();
        lines.push(format!(
            "{} and one {} against {royal} is a draw.",
            capital(royal),
            list(&names, "or")
        ));
    }
    lines
}
