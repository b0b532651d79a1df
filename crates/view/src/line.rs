//! What the engine finds.

use crate::types::{Line, Score};
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::short::format_short;
use hyperrook_rules::{Position, Side};
use hyperrook_search::Info;

/// A line that the engine has found for a position, from White's side. Moves
/// that are not legal one after another, and what follows them, are left out.
pub fn line(position: &Position, info: &Info) -> Line {
    let mut now = position.clone();
    let (mut moves, mut short) = (Vec::new(), Vec::new());
    for &mv in &info.moves {
        if !now.is_legal(mv) {
            break;
        }
        moves.push(format_move(now.game().definition(), mv, CellStyle::Plain));
        short.push(format_short(&now, mv));
        if now.play(mv).is_err() {
            break;
        }
    }
    let sign = match position.turn() {
        Side::White => 1,
        Side::Black => -1,
    };
    Line {
        rank: info.line,
        depth: info.depth_plies,
        score: match info.score {
            hyperrook_search::Score::Centipawns(cp) => Score::Cp(sign * cp),
            hyperrook_search::Score::Mate(moves) => Score::Mate(sign * moves),
        },
        moves,
        short,
        nodes: info.nodes,
        time_ms: u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX),
    }
}
