//! The rules of a game besides the moves of its pieces.

use super::{a, capital, list, region};
use hyperrook_rules::{Definition, Ends, Kind, Promotion, Side, Stalemate};

/// Promotions and ends, one or two sentences per line.
pub fn rules(definition: &Definition) -> Vec<String> {
    let mut lines = promotions(definition);
    lines.extend(ends(definition));
    lines
}

/// Which pieces promote, where and to what, one sentence per line.
pub fn promotions(definition: &Definition) -> Vec<String> {
    let mut lines = Vec::new();
    for promotion in definition.promotions() {
        let zones: Vec<String> = Side::BOTH
            .into_iter()
            .filter(|side| promotion.cells[side.index()].any())
            .map(|side| {
                let cells = promotion.cells[side.index()];
                format!("{} ({side})", region(definition.board(), cells))
            })
            .collect();
        if !zones.is_empty() {
            let name = a(&list(&pieces(definition, &promotion.pieces), "or"));
            let (on, to) = (list(&zones, "or"), promotes_to(definition, promotion));
            let piece = capital(&name);
            lines.push(if promotion.optional {
                format!("{piece} may promote on {on}: it becomes {to}, or stays what it is.")
            } else {
                format!("{piece} promotes on {on}: it becomes {to}.")
            });
        }
    }
    lines
}

/// What a piece becomes: a list, or "any other piece" for a long one.
fn promotes_to(definition: &Definition, promotion: &Promotion) -> String {
    let left_out: Vec<Kind> = definition
        .kinds()
        .filter(|kind| !promotion.to.contains(kind) && !promotion.pieces.contains(kind))
        .collect();
    if promotion.to.len() > 5 && left_out.len() < 3 {
        let mut text = "any other piece".to_owned();
        if !left_out.is_empty() {
            let names = pieces(definition, &left_out)
                .into_iter()
                .map(|name| a(&name));
            text += &format!(" except {}", list(&names.collect::<Vec<_>>(), "or"));
        }
        return text;
    }
    a(&list(&pieces(definition, &promotion.to), "or"))
}

/// The names of kinds of pieces.
fn pieces(definition: &Definition, kinds: &[Kind]) -> Vec<String> {
    let name = |kind: &Kind| definition.piece(*kind).name.clone();
    kinds.iter().map(name).collect()
}

/// How the game ends, one or two sentences per line.
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
