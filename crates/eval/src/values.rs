//! The values of the pieces of a game.

use crate::Model;
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Game, Visit};

/// The value of each kind of piece in centipawns, by the weights that the engine uses for the
/// game: the mean of middlegame and endgame.
///
/// # Examples
///
/// ```
/// use hyperrook_rules::{Game, GameFile};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let chess = Game::new(GameFile::shipped("chess").unwrap().define(&[])?)?;
/// let values = hyperrook_eval::piece_values(&chess);
/// let value = |letter| {
///     let kinds = chess.definition().pieces().iter();
///     kinds.zip(&values).find(|(kind, _)| kind.letter == letter).map(|(_, value)| *value)
/// };
/// assert!(value('Q') > value('R') && value('R') > value('N') && value('N') > value('P'));
/// # Ok(())
/// # }
/// ```
pub fn piece_values(game: &Game) -> Vec<i32> {
    game.start().visit(PieceValueVisitor)
}

struct PieceValueVisitor;

impl Visit for PieceValueVisitor {
    type Output = Vec<i32>;

    fn visit<const W: usize>(self, rules: &Rules<W>, _: &Pos<W>) -> Vec<i32> {
        Model::new(rules).values()
    }
}
