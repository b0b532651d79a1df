//! A game being played: the current position and the moves that led to it.

use crate::{IllegalMove, Move, Outcome, Position};

/// A starting position and the moves made from it. Detects repetitions.
///
/// ```
/// use hyperrook_rules::{Game, History};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let game = Game::shipped("chess").expect("a shipped game");
/// let mut history = History::new(game.start());
/// history.play(history.position().moves()[0])?;
/// assert_eq!(history.moves().len(), 1);
/// assert!(history.undo().is_some());
/// assert_eq!(history.position(), history.start());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct History {
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl History {
    /// A game that starts from a position.
    pub fn new(start: Position) -> History {
        History {
            positions: vec![start],
            moves: Vec::new(),
        }
    }

    /// The position it started from.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// All positions, from the starting position to the current one.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves made.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Makes a legal move. A game that is drawn can go on.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let mut position = self.position().clone();
        position.play(mv)?;
        self.positions.push(position);
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back, if there is one.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// The game after this many of its moves; `None` if fewer were made.
    ///
    /// ```
    /// use hyperrook_rules::{Game, History};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let mut history = History::new(game.start());
    /// history.play(history.position().moves()[0])?;
    /// let before = history.up_to(0).expect("no moves are needed");
    /// assert_eq!(before.position(), history.start());
    /// assert!(history.up_to(2).is_none());
    /// # Ok(())
    /// # }
    /// ```
    pub fn up_to(&self, moves: usize) -> Option<History> {
        Some(History {
            positions: self.positions.get(..=moves)?.to_vec(),
            moves: self.moves.get(..moves)?.to_vec(),
        })
    }

    /// How often the current position has occurred, including this time.
    pub fn occurrences(&self) -> u32 {
        let now = self.position();
        self.positions
            .iter()
            .filter(|position| position.same(now))
            .count() as u32
    }

    /// The result, if the game is over.
    ///
    /// ```
    /// use hyperrook_rules::{Game, History, Reason};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let mut history = History::new(game.start());
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     let cell = |name| game.board().cell(name);
    ///     let legal = history.position().moves();
    ///     let mv = legal.into_iter().find(|mv| {
    ///         Some(mv.origin()) == cell(&text[..2]) && Some(mv.destination()) == cell(&text[2..])
    ///     });
    ///     history.play(mv.expect("a legal move"))?;
    /// }
    /// let outcome = history.outcome().expect("a draw");
    /// assert_eq!(outcome.reason, Reason::Repetition);
    /// # Ok(())
    /// # }
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        let counts = position.game().definition().ends.repetition > 0;
        position.outcome_after(if counts { self.occurrences() } else { 1 })
    }
}
