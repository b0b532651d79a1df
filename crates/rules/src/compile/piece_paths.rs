//! The paths of all pieces, for programs that work on many positions at once.

use super::automorphism::AutomorphismProver;
use super::paths::CompiledPath;
use crate::{CompileError, Definition, Kind, Side};
use hyperrook_geometry::{Cell, CellSet};

/// A path to a cell: it is open if certain cells are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovePath {
    /// The cell reached.
    pub to: Cell,
    /// The cells that must be empty, without the origin.
    pub must_be_empty: CellSet,
    /// The cell on which the piece can be captured in passing after this move.
    pub en_passant_cell: Option<Cell>,
}

/// The paths of the pieces of a game that stand on one cell each.
///
/// Of several paths to one cell, none requires all the empty cells of another. Hops are not paths:
/// see [`PiecePaths::hops`].
#[derive(Clone, Debug)]
pub struct PiecePaths {
    /// By side, kind and cell.
    moves: [Vec<Vec<CellPaths>>; 2],
}

#[derive(Clone, Debug)]
struct CellPaths {
    quiet: Vec<MovePath>,
    captures: Vec<MovePath>,
    en_passant: Vec<MovePath>,
    hops: bool,
}

impl PiecePaths {
    /// The paths of all pieces of a definition.
    pub(crate) fn new(definition: &Definition) -> Result<PiecePaths, CompileError> {
        let prover = AutomorphismProver::new(definition)?;
        let moves = Side::BOTH.map(|side| {
            let of_kind = |kind: Kind| {
                let of_cell = |cell: Cell| {
                    let ([quiet, captures, en_passant], hops) = prover.paths(side, kind, cell);
                    CellPaths {
                        quiet: quiet.iter().map(path).collect(),
                        // A path whose destination must be empty does not capture.
                        captures: captures
                            .iter()
                            .filter(|path| !path.must_be_empty.contains(path.to))
                            .map(path)
                            .collect(),
                        en_passant: en_passant.iter().map(path).collect(),
                        hops,
                    }
                };
                definition.board.cells().map(of_cell).collect()
            };
            definition.kinds().map(of_kind).collect()
        });
        Ok(PiecePaths { moves })
    }

    /// The paths of moves that do not capture, sorted by destination.
    pub fn quiet(&self, side: Side, kind: Kind, cell: Cell) -> &[MovePath] {
        self.of(side, kind, cell).map_or(&[], |paths| &paths.quiet)
    }

    /// The paths of captures, sorted by destination.
    pub fn captures(&self, side: Side, kind: Kind, cell: Cell) -> &[MovePath] {
        self.of(side, kind, cell)
            .map_or(&[], |paths| &paths.captures)
    }

    /// The paths of captures in passing.
    pub fn en_passant(&self, side: Side, kind: Kind, cell: Cell) -> &[MovePath] {
        self.of(side, kind, cell)
            .map_or(&[], |paths| &paths.en_passant)
    }

    /// Whether a piece also hops from a cell.
    pub fn hops(&self, side: Side, kind: Kind, cell: Cell) -> bool {
        self.of(side, kind, cell).is_some_and(|paths| paths.hops)
    }

    fn of(&self, side: Side, kind: Kind, cell: Cell) -> Option<&CellPaths> {
        self.moves[side.index()]
            .get(kind.index())?
            .get(cell.index())
    }
}

fn path(path: &CompiledPath) -> MovePath {
    MovePath {
        to: path.to,
        must_be_empty: path.must_be_empty,
        en_passant_cell: path.en_passant_cell,
    }
}
