//! Positions of compiled games, with boards of any size.

#[cfg(feature = "engine")]
use crate::compile::Rules;
use crate::fast::Pos;
use crate::game::Game;
use crate::width::{AnyPos, AnyRules};
use crate::{Move, Outcome, Piece, Reason, Setup, SetupFault, Side, State};
use hyperrook_geometry::{Cell, CellSet, FaultList};
use std::fmt;
use std::hash::{Hash, Hasher};
use thiserror::Error;

/// A move that is not legal in the position.
///
/// ```
/// use hyperrook_rules::Game;
///
/// let game = Game::shipped("chess").expect("a shipped game");
/// let start = game.start();
/// let a3 = start.moves()[0];
/// let after = start.after(a3).expect("a legal move");
/// let error = after.after(a3).unwrap_err();
/// assert_eq!(error.mv, a3);
/// assert_eq!(error.to_string(), "the move a2a3 is not legal in this position");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the move {text} is not legal in this position")]
#[non_exhaustive]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// The move as a text, with the cell names and letters of the position's game.
    pub text: String,
}

#[cfg(feature = "engine")]
/// Generic code that runs on a position, for any width of its bitboards; see [`Position::visit`].
/// Needs the feature `engine`.
///
/// ```
/// use hyperrook_rules::fast::{Pos, Rules};
/// use hyperrook_rules::{Game, Visit};
///
/// /// Counts the pieces of the side to move.
/// struct OwnPieces;
///
/// impl Visit for OwnPieces {
///     type Output = u32;
///     fn visit<const W: usize>(self, _rules: &Rules<W>, pos: &Pos<W>) -> u32 {
///         pos.side(pos.turn()).count()
///     }
/// }
///
/// let game = Game::shipped("chess").expect("a shipped game");
/// assert_eq!(game.start().visit(OwnPieces), 16);
/// ```
pub trait Visit {
    /// What the visit returns.
    type Output;
    /// Runs the code for one width.
    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> Self::Output;
}

/// A valid position of a game, with everything that follows from the rules.
#[derive(Clone)]
pub struct Position {
    game: Game,
    pos: AnyPos,
}

/// Calls generic code with the rules and the position of one width.
macro_rules! with {
    ($position:expr, $rules:ident, $pos:ident => $body:expr) => {
        match (&$position.game.0.rules, &$position.pos) {
            (AnyRules::W1($rules), AnyPos::W1($pos)) => $body,
            (AnyRules::W2($rules), AnyPos::W2($pos)) => $body,
            (AnyRules::W3($rules), AnyPos::W3($pos)) => $body,
            (AnyRules::W4($rules), AnyPos::W4($pos)) => $body,
            _ => unreachable!("a position has the width of its game"),
        }
    };
}

/// The positions of a game.
impl Game {
    /// The starting position.
    pub fn start(&self) -> Position {
        Position {
            game: self.clone(),
            pos: self.0.start.clone(),
        }
    }

    /// The position that a setup describes. The error lists everything that is wrong with it.
    ///
    /// ```
    /// use hyperrook_rules::{Game, SetupFaultKind};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let mut setup = game.start().setup();
    /// let e1 = game.board().cell("e1").expect("a cell of the board");
    /// setup.put(e1, None);
    /// let faults = game.position(&setup).unwrap_err();
    /// assert_eq!(faults[0].kind, SetupFaultKind::RoyalCount);
    /// # Ok(())
    /// # }
    /// ```
    pub fn position(&self, setup: &Setup) -> Result<Position, FaultList<SetupFault>> {
        let pos = match &self.0.rules {
            AnyRules::W1(rules) => AnyPos::W1(Box::new(Pos::new(rules, setup)?)),
            AnyRules::W2(rules) => AnyPos::W2(Box::new(Pos::new(rules, setup)?)),
            AnyRules::W3(rules) => AnyPos::W3(Box::new(Pos::new(rules, setup)?)),
            AnyRules::W4(rules) => AnyPos::W4(Box::new(Pos::new(rules, setup)?)),
        };
        Ok(Position {
            game: self.clone(),
            pos,
        })
    }
}

impl Position {
    /// The game that the position belongs to.
    pub fn game(&self) -> &Game {
        &self.game
    }

    #[cfg(feature = "engine")]
    /// Runs generic code on the position: the one place where the width is
    /// chosen.
    pub fn visit<V: Visit>(&self, visitor: V) -> V::Output {
        with!(self, rules, pos => visitor.visit(rules, pos))
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        with!(self, _rules, pos => pos.turn())
    }

    /// The occupied cells and their pieces, in the order of the cells. A piece of several cells is
    /// listed once for each of its cells.
    ///
    /// ```
    /// use hyperrook_rules::{Game, Side};
    ///
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let start = game.start();
    /// let white = start.pieces().filter(|(_, piece)| piece.side == Side::White);
    /// assert_eq!(white.count(), 16);
    /// ```
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> + '_ {
        let cells = self.game.board().cells();
        cells.filter_map(|cell| Some((cell, self.piece(cell)?)))
    }

    /// The piece on a cell; `None` for a cell that the board does not have.
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        if !self.game.board().contains(cell) {
            return None;
        }
        with!(self, _rules, pos => pos.piece(cell))
    }

    /// Castling rights, en passant cell, holds and bindings.
    pub fn state(&self) -> State {
        with!(self, _rules, pos => pos.state())
    }

    /// Half-moves since the last capture or resetting move.
    pub fn halfmove(&self) -> u32 {
        with!(self, _rules, pos => pos.halfmove())
    }

    /// The number of the move, from 1.
    pub fn fullmove(&self) -> u32 {
        with!(self, _rules, pos => pos.fullmove())
    }

    /// The position as a setup.
    pub fn setup(&self) -> Setup {
        with!(self, rules, pos => pos.setup(rules))
    }

    /// The Zobrist key: equal for equal pieces, side to move and state. The move counts do not
    /// matter. Keys of different games are unrelated.
    ///
    /// ```
    /// use hyperrook_rules::Game;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let start = game.start();
    /// assert_ne!(start.zobrist_key(), start.after(start.moves()[0])?.zobrist_key());
    /// # Ok(())
    /// # }
    /// ```
    pub fn zobrist_key(&self) -> u64 {
        with!(self, _rules, pos => pos.zobrist_key())
    }

    /// The Zobrist key, recomputed from the pieces and the state: a slow twin for tests.
    pub fn recomputed_zobrist_key(&self) -> u64 {
        with!(self, rules, pos => pos.recomputed_zobrist_key(rules))
    }

    /// Whether two positions of one game are the same for repetition: pieces, side
    /// to move and state.
    pub fn same(&self, other: &Position) -> bool {
        match (&self.pos, &other.pos) {
            (AnyPos::W1(a), AnyPos::W1(b)) => a.same(b),
            (AnyPos::W2(a), AnyPos::W2(b)) => a.same(b),
            (AnyPos::W3(a), AnyPos::W3(b)) => a.same(b),
            (AnyPos::W4(a), AnyPos::W4(b)) => a.same(b),
            _ => false,
        }
    }

    /// The cells of the royal piece of a side.
    pub fn royal_cells(&self, side: Side) -> CellSet {
        with!(self, rules, pos => pos.royal_cells(rules, side).resize())
    }

    /// All legal moves. There are none if the game is over by mate, stalemate or baring; draws by
    /// count or material do not matter.
    ///
    /// ```
    /// use hyperrook_rules::Game;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let names: Vec<String> = game
    ///     .start()
    ///     .moves()
    ///     .into_iter()
    ///     .map(|mv| game.board().name(mv.origin()) + &game.board().name(mv.destination()))
    ///     .collect();
    /// assert_eq!(names.len(), 20);
    /// assert!(names.contains(&"e2e4".to_owned()));
    /// # Ok(())
    /// # }
    /// ```
    pub fn moves(&self) -> Vec<Move> {
        self.moves_of(CellSet::FULL)
    }

    /// The legal moves of the piece on a cell (a piece of several cells: on any of
    /// its cells).
    ///
    /// ```
    /// use hyperrook_rules::Game;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let b1 = game.board().cell("b1").expect("a cell of the board");
    /// assert_eq!(game.start().moves_from(b1).len(), 2);
    /// # Ok(())
    /// # }
    /// ```
    pub fn moves_from(&self, cell: Cell) -> Vec<Move> {
        self.moves_of(CellSet::of(cell))
    }

    fn moves_of(&self, from: CellSet) -> Vec<Move> {
        let from = from & self.game.board().all();
        // Most positions have fewer moves.
        let mut moves = Vec::with_capacity(48);
        with!(self, rules, pos => pos.generate(rules, from.resize(), &mut moves));
        moves
    }

    /// Whether a move is legal. Faster than searching the list of legal moves. A move of another
    /// game is not legal.
    ///
    /// ```
    /// use hyperrook_rules::Game;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let start = game.start();
    /// let mv = start.moves()[0];
    /// assert!(start.is_legal(mv));
    /// // Now it is the other side's turn.
    /// assert!(!start.after(mv)?.is_legal(mv));
    /// # Ok(())
    /// # }
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        with!(self, rules, pos => pos.is_legal(rules, mv))
    }

    /// Makes a legal move; changes nothing if it is not legal.
    ///
    /// ```
    /// use hyperrook_rules::{Game, Side};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let mut position = game.start();
    /// position.play(position.moves()[0])?;
    /// assert_eq!(position.turn(), Side::Black);
    /// # Ok(())
    /// # }
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(self.illegal(mv));
        }
        self.make(mv);
        Ok(())
    }

    #[cfg(feature = "engine")]
    /// Makes a move that is known to be one of [`Position::moves`], without checking it again. Any
    /// other move gives an impossible position.
    pub fn play_known(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv));
        self.make(mv);
    }

    /// Makes a move that is known to be legal.
    fn make(&mut self, mv: Move) {
        match (&self.game.0.rules, &mut self.pos) {
            (AnyRules::W1(rules), AnyPos::W1(pos)) => pos.make(rules, mv),
            (AnyRules::W2(rules), AnyPos::W2(pos)) => pos.make(rules, mv),
            (AnyRules::W3(rules), AnyPos::W3(pos)) => pos.make(rules, mv),
            (AnyRules::W4(rules), AnyPos::W4(pos)) => pos.make(rules, mv),
            _ => unreachable!("a position has the width of its game"),
        }
    }

    fn illegal(&self, mv: Move) -> IllegalMove {
        let definition = self.game.definition();
        let board = definition.board();
        let mut text = board.name(mv.origin()) + &board.name(mv.destination());
        if let Some(kind) = mv.promotion() {
            text.push(definition.piece(kind).letter.to_ascii_lowercase());
        }
        IllegalMove { mv, text }
    }

    /// The position after a legal move.
    ///
    /// ```
    /// use hyperrook_rules::Game;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let start = game.start();
    /// let after = start.after(start.moves()[0])?;
    /// assert_ne!(start, after);
    /// # Ok(())
    /// # }
    /// ```
    pub fn after(&self, mv: Move) -> Result<Position, IllegalMove> {
        let mut after = self.clone();
        after.play(mv)?;
        Ok(after)
    }

    /// All legal moves, in the order of [`Position::moves`], each with the cells of the enemy
    /// pieces that it captures and the position after it. This is faster than calling
    /// [`Position::captures`] and [`Position::after`], which check each move.
    ///
    /// ```
    /// use hyperrook_rules::Game;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let start = Game::shipped("chess").expect("a shipped game").start();
    /// for (mv, captures, after) in start.moves_and_positions() {
    ///     assert_eq!(captures, start.captures(mv));
    ///     assert_eq!(after, start.after(mv)?);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn moves_and_positions(&self) -> impl Iterator<Item = (Move, CellSet, Position)> + '_ {
        self.moves().into_iter().map(|mv| {
            let captures = with!(self, rules, pos => pos.captures(rules, mv).resize());
            let mut after = self.clone();
            after.make(mv);
            (mv, captures, after)
        })
    }

    /// The cells of the enemy pieces that a legal move captures; empty if it is not legal.
    pub fn captures(&self, mv: Move) -> CellSet {
        if !self.is_legal(mv) {
            return CellSet::EMPTY;
        }
        with!(self, rules, pos => pos.captures(rules, mv).resize())
    }

    /// Whether the royal piece of the side to move is attacked (threatened).
    ///
    /// ```
    /// use hyperrook_rules::Game;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let start = game.start();
    /// assert!(!start.in_check());
    /// assert!(start.checkers().is_empty());
    /// # Ok(())
    /// # }
    /// ```
    pub fn in_check(&self) -> bool {
        with!(self, rules, pos => pos.is_in_check(rules, pos.turn()))
    }

    /// Whether a side has nothing but its royal piece.
    ///
    /// ```
    /// use hyperrook_rules::{Game, Side};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// assert!(!game.start().is_bare(Side::White));
    /// # Ok(())
    /// # }
    /// ```
    pub fn is_bare(&self, side: Side) -> bool {
        with!(self, rules, pos => pos.is_bare(rules, side))
    }

    /// The enemy pieces that attack the royal piece of the side to move.
    pub fn checkers(&self) -> CellSet {
        with!(self, rules, pos => pos.checkers(rules).resize())
    }

    /// The pieces of a side that attack a cell: those that could capture an ordinary enemy piece on
    /// it. For a cell with a friendly piece these are its defenders. A piece of several cells is
    /// listed with all its cells.
    ///
    /// ```
    /// use hyperrook_rules::{Game, Side};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let f3 = game.board().cell("f3").expect("a cell of the board");
    /// let names: Vec<String> = game
    ///     .start()
    ///     .attackers(f3, Side::White)
    ///     .iter()
    ///     .map(|cell| game.board().name(cell))
    ///     .collect();
    /// assert_eq!(names, ["g1", "e2", "g2"]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn attackers(&self, cell: Cell, by: Side) -> CellSet {
        if !self.game.board().contains(cell) {
            return CellSet::EMPTY;
        }
        with!(self, rules, pos => pos.attackers(rules, cell, by).resize())
    }

    /// The result, if the game is over. Repetition is not detected here; see [`crate::History`].
    ///
    /// ```
    /// use hyperrook_rules::Game;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// assert_eq!(game.start().outcome(), None);
    /// # Ok(())
    /// # }
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        with!(self, rules, pos => pos.outcome(rules))
    }

    /// The result, if the game is over, of a game in which the position has occurred this often,
    /// including this time. A `History` counts by itself.
    ///
    /// ```
    /// use hyperrook_rules::{Game, Reason};
    ///
    /// let start = Game::shipped("chess").expect("a shipped game").start();
    /// assert_eq!(start.outcome_after(2), None);
    /// let draw = start.outcome_after(3).expect("a draw");
    /// assert_eq!(draw.reason, Reason::Repetition);
    /// ```
    pub fn outcome_after(&self, occurrences: u32) -> Option<Outcome> {
        let most = self.game.definition().ends.repetition;
        match self.outcome() {
            // Mate, stalemate and baring take precedence over draws by count.
            Some(outcome) if outcome.reason.precedes_draws() => Some(outcome),
            _ if most > 0 && occurrences >= most => Some(Outcome::draw(Reason::Repetition)),
            other => other,
        }
    }

    /// The number of sequences of `depth` legal moves.
    ///
    /// The depth is a small integer because the count recurses once for each ply, and because a
    /// deeper count would never finish.
    ///
    /// ```
    /// use hyperrook_rules::Game;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// assert_eq!(game.start().perft(3), 8_902);
    /// # Ok(())
    /// # }
    /// ```
    pub fn perft(&self, depth: u8) -> u64 {
        with!(self, rules, pos => pos.perft(rules, depth))
    }

    /// Plays legal moves until the game is over or `max_plies` plies are made. In each position
    /// `pick(n)` chooses one of the `n` legal moves by its number; their order may change
    /// between versions. Returns the number of plies and the outcome, if there is one.
    ///
    /// This is the fast way to play many games: a ply allocates no memory.
    ///
    /// ```
    /// use hyperrook_rules::Game;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let mut random = fastrand::Rng::with_seed(1);
    /// let (plies, outcome) = game.start().playout(40, &mut |moves| random.usize(..moves));
    /// assert!(plies == 40 || outcome.is_some());
    /// # Ok(())
    /// # }
    /// ```
    pub fn playout(
        &self,
        max_plies: u32,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> (u32, Option<Outcome>) {
        with!(self, rules, pos => {
            let end = pos.playout(rules, max_plies, |_, _, moves| {
                Some(moves[pick(moves.len()) % moves.len()])
            });
            (end.plies, end.outcome)
        })
    }
}

/// Two positions are equal if they agree in everything, including the move counts, and if their
/// games are equivalent: they have the same [identity](crate::Definition::identity), and number
/// their kinds of pieces, castlings and holds alike. So equal positions have equal moves even if
/// their games were compiled separately. To compare positions for repetition, where the counts do
/// not matter, use [`Position::same`].
///
/// ```
/// use hyperrook_rules::Game;
///
/// let game = || Game::shipped("chess").expect("a shipped game");
/// assert_eq!(game().start(), game().start());
/// ```
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.same(other)
            && self.halfmove() == other.halfmove()
            && self.fullmove() == other.fullmove()
            && (self.game.is(&other.game)
                || self
                    .game
                    .definition()
                    .is_interchangeable_with(other.game.definition()))
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.zobrist_key());
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position")
            .field("game", &self.game)
            .field("setup", &self.setup())
            .finish()
    }
}
