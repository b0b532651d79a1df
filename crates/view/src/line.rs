//! Lines of the engine.

use crate::types::{AnalysisLine, ResultChances, WhiteScore};
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::short::format_short;
use hyperrook_rules::{Position, Side};
use hyperrook_search::{Chances, Info, Score};

/// A line of the engine for a position, from White's point of view. The line ends before
/// the first move that is not legal.
pub fn line(position: &Position, info: &Info) -> AnalysisLine {
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
    AnalysisLine {
        rank: info.line,
        depth: info.depth_plies,
        score: match info.score {
            Score::Centipawns(cp) => WhiteScore::Cp(sign * cp),
            Score::Mate(moves) => WhiteScore::Mate(sign * moves),
        },
        chances: chances(info.chances, position.turn()),
        moves,
        short,
        nodes: info.nodes,
        time_ms: u64::try_from(info.time.as_millis()).unwrap_or(u64::MAX),
    }
}

/// The chances of both sides, from those of the side to move.
pub fn chances(of_mover: Chances, turn: Side) -> ResultChances {
    let of_white = match turn {
        Side::White => of_mover,
        Side::Black => of_mover.reversed(),
    };
    ResultChances {
        white: of_white.win,
        draw: of_white.draw,
        black: of_white.loss,
    }
}
