//! Why a game is over without mate.

use super::check::CheckScene;
use super::tries::tries_of;
use crate::pieces::{PieceOnBoard, royal, standing};
use crate::types::{MarkRole, Reasons};
use crate::words::ordinal;
use hyperrook_rules::{History, Position, Reason, Side};

/// Explains a stalemate: the side to move is not attacked and has no legal move.
pub(super) fn stalemate(position: &Position, why: &mut Reasons) {
    let Some(scene) = CheckScene::new(position) else {
        return;
    };
    let definition = position.game().definition();
    let side = position.turn();
    if let Some(royal) = royal(position, side) {
        why.mark(royal.cells(), MarkRole::Royal);
        why.add_sentence(&format!(
            "{} is not attacked, but {side} has no legal move",
            royal.words(definition)
        ));
    }
    let own = standing(position).into_iter();
    for piece in own.filter(|piece| piece.piece.side == side) {
        let tries = tries_of(position, piece);
        if tries.is_empty() {
            why.add_sentence(&format!("{} is blocked", piece.words(definition)));
            why.mark(piece.cells(), MarkRole::Blocker);
        }
        for attempt in &tries {
            scene.refute(attempt, why);
        }
    }
    why.mark(scene.own_pieces_around(), MarkRole::Blocker);
}

/// Explains baring and draws by count.
pub(super) fn other(history: &History, reason: Reason, why: &mut Reasons) {
    let position = history.position();
    let side = position.turn();
    match reason {
        Reason::Baring | Reason::BothBare | Reason::BareRoyals | Reason::TooWeak => {
            material(position, reason, why);
        }
        Reason::Repetition => {
            let definition = position.game().definition();
            let times = definition.ends().repetition;
            why.add_sentence(&format!(
                "the same pieces stand on the same cells with {side} to move for the {} time",
                ordinal(times as usize)
            ));
        }
        Reason::MoveCount => {
            let count = position.halfmove() / 2;
            why.add_sentence(&if count == 1 {
                "each side has made a move that does not reset the count".to_owned()
            } else {
                format!("each side has made {count} moves in a row that do not reset the count")
            });
        }
        _ => {}
    }
}

fn material(position: &Position, reason: Reason, why: &mut Reasons) {
    let definition = position.game().definition();
    let pieces = standing(position);
    for side in Side::BOTH {
        let royal_piece = |piece: &&PieceOnBoard| definition.piece(piece.piece.kind).royal;
        let of_side = pieces.iter().filter(|piece| piece.piece.side == side);
        let (royal, others): (Vec<&PieceOnBoard>, Vec<&PieceOnBoard>) =
            of_side.partition(royal_piece);
        if !others.is_empty() {
            continue;
        }
        for royal in royal {
            let words = royal.words(definition);
            why.add_sentence(&format!("{side} has nothing left but {words}"));
            why.mark(royal.cells(), MarkRole::Royal);
        }
        if reason == Reason::Baring && position.turn() == side {
            why.add_sentence(&format!(
                "{side} cannot leave {} bare with the next move",
                side.other()
            ));
        }
    }
}
