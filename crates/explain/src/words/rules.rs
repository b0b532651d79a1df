//! The rules of a game besides the moves of its pieces.

use super::castling::castling_conditions;
use super::pieces::{BLOCKS, hold_words, span_words};
use super::zones::zone;
use super::{a, capital, list, region};
use hyperrook_rules::{Definition, Ends, Kind, Promotion, Side, Stalemate};

/// Special rules and ends, one or two sentences per line.
pub fn rules(definition: &Definition) -> Vec<String> {
    let mut lines = special_rules(definition);
    lines.extend(ends(definition));
    lines
}

/// Everything but how pieces move and how the game ends: where pieces stand and stay, promotions and
/// special moves, one or two sentences per line.
pub fn special_rules(definition: &Definition) -> Vec<String> {
    let mut lines = Vec::new();
    for kind in definition.kinds() {
        if definition.piece(kind).span.is_some() {
            let mover = a(&definition.piece(kind).name);
            lines.extend(span_words(definition, kind, &mover));
        }
        let zones = Side::BOTH.map(|side| zone(definition, kind, side));
        lines.extend(zones.into_iter().flatten());
    }
    if definition.complete_blocks() {
        lines.push(BLOCKS.to_owned());
    }
    lines.extend(promotions(definition));
    lines.extend(special_moves(definition));
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
        .filter(|kind| !promotion.to.contains(kind) && promotion.pieces != [*kind])
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

/// Castling, transformation and holds, a few sentences per line.
pub fn special_moves(definition: &Definition) -> Vec<String> {
    let mut lines = castlings(definition);
    if let Some(change) = definition.transformation() {
        let [from, to] = [change.from, change.to].map(|kind| a(&definition.piece(kind).name));
        let mut line = format!(
            "When a cell of {from} is attacked, or its side has no other move, it becomes {to} on \
             one of its cells. Then no other move is allowed."
        );
        if change.bound.is_some() {
            line += &format!(
                " {} that has just replaced {from} may not leave its row until the enemy has made \
                 a move that is not a transformation.",
                capital(&to)
            );
        }
        lines.push(line);
    }
    let royal = royal_name(definition);
    let holds = definition.holds().iter();
    lines.extend(holds.map(|hold| hold_words(definition, hold.group, &a(royal), royal)));
    lines
}

/// The castlings of each side, one line for those with the same conditions.
fn castlings(definition: &Definition) -> Vec<String> {
    let royal = royal_name(definition);
    let name = |cell| definition.board().name(cell);
    let mut lines = Vec::new();
    for side in Side::BOTH {
        let mut moves: Vec<(String, Vec<String>)> = Vec::new();
        for castling in definition.castlings().iter().filter(|c| c.side == side) {
            let mv = format!(
                "from {} to {}, and the {} goes from {} to {}",
                name(castling.king_from),
                name(castling.king_to),
                definition.piece(castling.rook).name,
                name(castling.rook_from),
                name(castling.rook_to),
            );
            let conditions = castling_conditions(definition.board(), castling, royal);
            match moves.iter_mut().find(|(known, _)| *known == conditions) {
                Some((_, alike)) => alike.push(mv),
                None => moves.push((conditions, vec![mv])),
            }
        }
        lines.extend(moves.into_iter().map(|(conditions, moves)| {
            format!(
                "{side}'s {royal} may castle {}. Neither piece may have moved before, {conditions}.",
                moves.join("; or ")
            )
        }));
    }
    lines
}

/// The name of the only royal piece, or `royal piece`.
fn royal_name(definition: &Definition) -> &str {
    let mut royals = definition.pieces().iter().filter(|piece| piece.royal);
    match (royals.next(), royals.next()) {
        (Some(only), None) => only.name.as_str(),
        _ => "royal piece",
    }
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
        let s = if *moves == 1 { "" } else { "s" };
        lines.push(format!(
            "The game is drawn after {moves} move{s} by each side without {}.",
            resets(definition)
        ));
    }
    let royal = royal_name(definition);
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

/// What restarts the count of moves after which a game is drawn: `a capture or a pawn move`.
pub fn resets(definition: &Definition) -> String {
    let kinds = definition.ends().resets.iter();
    let moves = kinds.map(|kind| format!("{} move", a(&definition.piece(*kind).name)));
    let all: Vec<String> = std::iter::once("a capture".to_owned())
        .chain(moves)
        .collect();
    list(&all, "or")
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyperrook_rules::GameFile;

    #[test]
    fn special_moves_are_described() {
        for (game, wanted) in [
            (
                "chess",
                "White's king may castle from e1 to g1, and the rook goes from h1 to f1; or from e1 to \
                 c1",
            ),
            ("gateway", "it becomes an emperor on one of its cells"),
            (
                "twoboards",
                "When a king moves into the big square of the enemy king, it holds that king.",
            ),
        ] {
            let definition = GameFile::shipped(game).unwrap().define(&[]).unwrap();
            let lines = rules(&definition);
            assert!(
                lines.iter().any(|line| line.contains(wanted)),
                "{game}: {lines:?}"
            );
        }
    }

    #[test]
    fn where_pieces_stand_and_stay_is_described() {
        let gateway = GameFile::shipped("gateway").unwrap();
        let xiangqi =
            GameFile::parse("xiangqi.toml", super::super::zones::tests::xiangqi()).unwrap();
        for (file, wanted) in [
            (&gateway, "A quantum king stands on four cells in a row"),
            (&gateway, "every cell of the box between its ends"),
            (&xiangqi, "White's general never leaves d1 to f3."),
            (&xiangqi, "Black's general never leaves d8 to f10."),
        ] {
            let lines = special_rules(&file.define(&[]).unwrap());
            assert!(lines.iter().any(|line| line.contains(wanted)), "{lines:?}");
        }
    }

    /// Chess with other rules.
    fn chess(changes: &[(&str, &str)]) -> Definition {
        let mut shipped = hyperrook_rules::SHIPPED.iter();
        let (_, text) = shipped.find(|(name, _)| *name == "chess").unwrap();
        let text = changes.iter().fold((*text).to_owned(), |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        });
        let file = GameFile::parse("chess.toml", &text).unwrap();
        file.define(&[]).unwrap()
    }

    #[test]
    fn unusual_conditions_of_castling_are_described() {
        let usual = "Neither piece may have moved before, the cells between must be empty, and the \
                     king may not be attacked anywhere on its way.";
        for (empty, safe, wanted) in [
            (
                "b1 c1 d1",
                "",
                "the cells between must be empty, and no enemy piece may attack c1 or e1.",
            ),
            (
                "c1 d1",
                "d1",
                "c1 and d1 must be empty, and the king may not be attacked anywhere on its way.",
            ),
            (
                "c1 d1 e2",
                "b1",
                "c1, d1 and e2 must be empty, and no enemy piece may attack b1, c1 or e1.",
            ),
        ] {
            let changed = chess(&[
                ("empty = \"b1 c1 d1\"", &format!("empty = \"{empty}\"")),
                ("safe = \"e1 d1 c1\"", &format!("safe = \"{safe}\"")),
            ]);
            let lines = special_moves(&changed);
            assert_eq!(lines.len(), 3, "{lines:?}");
            assert!(
                lines[0].contains("from e1 to g1") && lines[0].ends_with(usual),
                "{lines:?}"
            );
            assert!(
                lines[1].contains("from e1 to c1") && lines[1].ends_with(wanted),
                "{lines:?}"
            );
            assert!(
                lines[2].contains("; or from e8 to c8") && lines[2].ends_with(usual),
                "{lines:?}"
            );
            let king =
                super::super::pieces::piece(&changed, changed.kind('K').unwrap(), Side::White);
            assert!(king.iter().any(|line| line.ends_with(wanted)), "{king:?}");
        }
    }

    #[test]
    fn promotion_to_many_kinds_says_which_it_leaves_out() {
        let queen = "[pieces.Q]";
        let more: String = ["CRN", "ABN", "MQN"]
            .map(|rule| {
                let (letter, moves) = rule.split_at(1);
                let (one, other) = moves.split_at(1);
                format!("[pieces.{letter}]\nname = \"{letter}\"\nmoves = \"{one} {other}\"\n")
            })
            .concat();
        let (more, to) = (format!("{more}{queen}"), "to = \"QRBNCAM\"");
        let pawns = chess(&[(queen, &more), ("to = \"QRBN\"", to)]);
        let wanted = "it becomes any other piece except a king.";
        assert!(
            promotions(&pawns)[0].ends_with(wanted),
            "{:?}",
            promotions(&pawns)
        );
        let to = "to = \"QRBCAM\"";
        let knights = chess(&[
            (queen, &more),
            ("to = \"QRBN\"", to),
            ("pieces = \"P\"", "pieces = \"PN\""),
        ]);
        let wanted = "it becomes a queen, rook, bishop, C, A or M.";
        assert!(
            promotions(&knights)[0].ends_with(wanted),
            "{:?}",
            promotions(&knights)
        );
    }

    #[test]
    fn one_move_is_not_plural() {
        let lines = ends(&chess(&[("moves = 50", "moves = 1")]));
        let wanted =
            "The game is drawn after 1 move by each side without a capture or a pawn move.";
        assert!(lines.iter().any(|line| line == wanted), "{lines:?}");
    }
}
