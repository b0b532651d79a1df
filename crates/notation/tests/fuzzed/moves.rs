//! The body of the fuzz target `moves`: a game, a number of plies and a move text.

use super::games::game;
use hyperrook_notation::moves::{CellStyle, format_move, parse_move};
use hyperrook_notation::short::{format_short, parse_any, parse_short};

/// Reads the first byte as a game, the second as a number of plies to play,
/// and the rest as a move.
pub(crate) fn run(bytes: &[u8]) {
    let [number, plies, text @ ..] = bytes else {
        return;
    };
    let mut position = game(*number).start();
    let mut rng = fastrand::Rng::with_seed(u64::from(*plies));
    for _ in 0..*plies {
        let moves = position.moves();
        let Some(&mv) = rng.choice(&moves) else { break };
        position = position.after(mv).expect("a legal move");
    }
    let text = String::from_utf8_lossy(text);
    let readings = [
        parse_move(&position, &text).ok(),
        parse_short(&position, &text).ok(),
        parse_any(&position, &text).ok(),
    ];
    for mv in readings.into_iter().flatten() {
        assert!(position.is_legal(mv), "{mv:?}");
        for style in [CellStyle::Plain, CellStyle::Address] {
            let written = format_move(position.game().definition(), mv, style);
            assert_eq!(parse_move(&position, &written).ok(), Some(mv), "{written}");
        }
        let written = format_short(&position, mv);
        assert_eq!(parse_short(&position, &written).ok(), Some(mv), "{written}");
    }
}
