//! Compiled games, with boards of any size.

use crate::compile::{Automorphism, AutomorphismProver, PiecePaths};
use crate::compile_error::CompileError;
use crate::fast::Pos;
use crate::width::{AnyPos, AnyRules, compile, with_rules};
use crate::{Definition, Kind, Piece, Side};
use hyperrook_geometry::{Board, Cell, CellSet};
use std::fmt;
use std::sync::Arc;

/// The destinations of a piece; see [`Game::destinations`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Destinations {
    /// Empty cells that it can move to.
    pub quiet: CellSet,
    /// Enemy pieces that it can capture.
    pub captures: CellSet,
}

/// A definition compiled into tables. Cheap to clone.
#[derive(Clone)]
pub struct Game(pub(crate) Arc<CompiledRules>);

pub(crate) struct CompiledRules {
    definition: Arc<Definition>,
    pub(crate) rules: AnyRules,
    pub(crate) start: AnyPos,
}

impl Game {
    /// Compiles a definition.
    ///
    /// ```
    /// use hyperrook_rules::{Game, GameFile};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let file = GameFile::shipped("walkers").expect("a shipped game");
    /// let game = Game::new(file.define(&[])?)?;
    /// assert_eq!(game.board().len(), 189);
    /// # Ok(())
    /// # }
    /// ```
    pub fn new(definition: Definition) -> Result<Game, CompileError> {
        let definition = Arc::new(definition);
        let shared = definition.clone();
        let (rules, start) = match definition.board.len() {
            0..=64 => {
                let (rules, start) = compile(shared)?;
                (AnyRules::W1(rules), AnyPos::W1(start))
            }
            65..=128 => {
                let (rules, start) = compile(shared)?;
                (AnyRules::W2(rules), AnyPos::W2(start))
            }
            129..=192 => {
                let (rules, start) = compile(shared)?;
                (AnyRules::W3(rules), AnyPos::W3(start))
            }
            _ => {
                let (rules, start) = compile(shared)?;
                (AnyRules::W4(rules), AnyPos::W4(start))
            }
        };
        Ok(Game(Arc::new(CompiledRules {
            definition,
            rules,
            start,
        })))
    }

    /// The definition that the game was compiled from.
    pub fn definition(&self) -> &Definition {
        &self.0.definition
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.0.definition.board
    }

    /// Whether both values refer to the same compiled game.
    pub fn is(&self, other: &Game) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The destinations of a piece on `cell` if only the cells of `occupied` were occupied, and
    /// those of `enemies` by enemies, according to the compiled tables of the piece alone. Checks,
    /// holds and castling are ignored. A piece of several cells is named by its lowest cell. A kind
    /// or a cell that the game does not have has no destinations.
    ///
    /// ```
    /// use hyperrook_rules::{CellSet, Game, Side};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let rook = game.definition().kind('R').expect("chess has rooks");
    /// let a1 = game.board().cell("a1").expect("a cell of the board");
    /// let empty = game.destinations(rook, Side::White, a1, CellSet::EMPTY, CellSet::EMPTY);
    /// assert_eq!(empty.quiet.count(), 14);
    /// # Ok(())
    /// # }
    /// ```
    pub fn destinations(
        &self,
        kind: Kind,
        side: Side,
        cell: Cell,
        occupied: CellSet,
        enemies: CellSet,
    ) -> Destinations {
        if kind.index() >= self.definition().pieces.len() || !self.board().contains(cell) {
            return Destinations::default();
        }
        let piece = Piece { side, kind };
        let all = self.board().all();
        let (occupied, enemies) = (occupied & all, enemies & all);
        with_rules!(self, rules => {
            let (quiet, captures) =
                Pos::destinations_of(rules, piece, cell, occupied.resize(), enemies.resize());
            Destinations { quiet: quiet.resize(), captures: captures.resize() }
        })
    }

    /// At most `limit` maps of the board that leave the rules unchanged: maps that keep the sides,
    /// or maps that exchange them. They are found among the symmetries of the board and proven on
    /// the compiled moves. Maps that keep the sides include the identity.
    ///
    /// ```
    /// use hyperrook_rules::Game;
    ///
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// // Castling distinguishes the king's side from the queen's.
    /// assert_eq!(game.automorphisms(false, 10).len(), 1);
    /// let mirror = &game.automorphisms(true, 10)[0];
    /// let cell = |name| game.board().cell(name).expect("a cell of the board");
    /// assert_eq!(mirror.map(cell("e2")), cell("e7"));
    /// ```
    pub fn automorphisms(&self, exchanges_sides: bool, limit: usize) -> Vec<Automorphism> {
        let prover = AutomorphismProver::new(self.definition());
        prover.map_or(Vec::new(), |prover| prover.find(exchanges_sides, limit))
    }

    /// The automorphisms of positions that have only these kinds of pieces and no castling rights.
    /// There can be more of them than in [`Game::automorphisms`]. Kinds that the pieces promote to
    /// are not included automatically: list them too if positions after promotions matter.
    ///
    /// ```
    /// use hyperrook_rules::Game;
    ///
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let kind = |letter| game.definition().kind(letter).expect("a piece of chess");
    /// let (king, rook, pawn) = (kind('K'), kind('R'), kind('P'));
    /// assert_eq!(game.automorphisms_of(&[king, rook], false, 10).len(), 8);
    /// assert_eq!(game.automorphisms_of(&[king, rook, pawn], false, 10).len(), 2);
    /// ```
    pub fn automorphisms_of(
        &self,
        kinds: &[Kind],
        exchanges_sides: bool,
        limit: usize,
    ) -> Vec<Automorphism> {
        let prover = AutomorphismProver::new(self.definition());
        prover.map_or(Vec::new(), |prover| {
            prover.only(kinds).find(exchanges_sides, limit)
        })
    }

    /// The paths of all pieces, for programs that work on many positions at once.
    ///
    /// ```
    /// use hyperrook_rules::{Game, Side};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let game = Game::shipped("chess").expect("a shipped game");
    /// let paths = game.paths()?;
    /// let rook = game.definition().kind('R').expect("chess has rooks");
    /// let a1 = game.board().cell("a1").expect("a cell of the board");
    /// assert_eq!(paths.quiet(Side::White, rook, a1).len(), 14);
    /// # Ok(())
    /// # }
    /// ```
    pub fn paths(&self) -> Result<PiecePaths, CompileError> {
        PiecePaths::new(self.definition())
    }

    /// The automorphism that maps each cell to the cell with the given number, if the rules stay
    /// the same under this map.
    pub fn automorphism(&self, cells: &[u8], exchanges_sides: bool) -> Option<Automorphism> {
        let prover = AutomorphismProver::new(self.definition()).ok()?;
        prover.prove(cells, exchanges_sides)
    }

    /// The size of the compiled tables, in bytes.
    pub fn table_bytes(&self) -> usize {
        with_rules!(self, rules => rules.bytes())
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Game")
            .field(&self.definition().name)
            .finish()
    }
}
