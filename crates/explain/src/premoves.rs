//! The possible destinations of a piece after the enemy's next move.

use crate::lone_piece::lone_piece;
use crate::pieces::numbers;
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_rules::Position;

/// The cells that the piece on a cell may be able to go to after the enemy's next move: those that
/// it reaches on an empty board, and those that it could go to if it were its turn now, which adds
/// hops, castling and transformations. Empty if no piece stands there.
///
/// ```
/// use hyperrook_rules::Game;
///
/// let chess = Game::shipped("chess").expect("a shipped game");
/// let cell = |name: &str| chess.board().cell(name).expect("a cell");
/// // Black's queen is blocked now, but may not be after White's move.
/// let cells = hyperrook_explain::premove_cells(&chess.start(), cell("d8"));
/// assert!(cells.contains(&cell("h4").index()));
/// assert!(!cells.contains(&cell("e6").index()));
/// ```
pub fn premove_cells(position: &Position, cell: Cell) -> Vec<usize> {
    let Some(piece) = position.piece(cell) else {
        return Vec::new();
    };
    let game = position.game();
    let alone = lone_piece(game, piece.kind, piece.side, cell);
    let mut cells = alone.quiet | alone.capture;
    let mut setup = position.setup();
    setup.turn = piece.side;
    setup.state.en_passant = None;
    // The position is not valid if the enemy is in check.
    if let Ok(its_turn) = game.position(&setup) {
        let own = its_turn.moves();
        for mv in own.iter().filter(|mv| mv.origin() == cell) {
            cells |= CellSet::of(mv.destination());
        }
    }
    numbers(cells)
}
