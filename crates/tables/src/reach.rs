//! The cells where pieces can ever stand: a white pawn of chess is never on rank 1.

use crate::symmetry::Symmetries;
use hyperrook_rules::{Cell, CellSet, Definition, Kind, PiecePaths, Side};

/// For each side and kind, the cells where such a piece can stand in a game: where it starts,
/// promotes, or goes by moves on some board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ReachableCells([Vec<CellSet>; 2]);

impl ReachableCells {
    /// The cells of every piece of a game.
    pub(crate) fn new(definition: &Definition, paths: &PiecePaths) -> ReachableCells {
        let board = definition.board();
        let mut reach =
            ReachableCells(Side::BOTH.map(|_| vec![CellSet::EMPTY; definition.pieces().len()]));
        for cell in board.cells() {
            if let Some(piece) = definition.start().piece(cell) {
                reach.0[piece.side.index()][piece.kind.index()].insert(cell);
            }
        }
        for castling in definition.castlings() {
            let reach = &mut reach.0[castling.side.index()];
            reach[castling.rook.index()].insert(castling.rook_to);
            for kind in definition
                .kinds()
                .filter(|&kind| definition.piece(kind).royal)
            {
                reach[kind.index()].insert(castling.king_to);
            }
        }
        if let Some(transformation) = definition.transformation() {
            for side in &mut reach.0 {
                side[transformation.to.index()] = board.all();
            }
        }
        reach.close(definition, paths);
        // A piece that occurs in no game can be set up anywhere. From there it goes on, and promotes.
        for cells in reach
            .0
            .iter_mut()
            .flatten()
            .filter(|cells| cells.is_empty())
        {
            *cells = board.all();
        }
        reach.close(definition, paths);
        reach
    }

    /// Adds all cells where moves and promotions lead.
    fn close(&mut self, definition: &Definition, paths: &PiecePaths) {
        loop {
            let before = self.clone();
            for side in Side::BOTH {
                for kind in definition.kinds() {
                    for cell in self.of(side, kind) {
                        self.add_moves(definition, paths, side, kind, cell);
                    }
                }
            }
            if *self == before {
                return;
            }
        }
    }

    fn add_moves(
        &mut self,
        definition: &Definition,
        paths: &PiecePaths,
        side: Side,
        kind: Kind,
        cell: Cell,
    ) {
        let own = kind.index();
        let reach = &mut self.0[side.index()];
        if paths.hops(side, kind, cell) || definition.piece(kind).span.is_some() {
            for cell in definition.board().cells() {
                let promotion = definition.promotion(side, kind, cell);
                for to in promotion.into_iter().flat_map(|promotion| &promotion.to) {
                    reach[to.index()].insert(cell);
                }
            }
            reach[own] = definition.board().all();
            return;
        }
        let all = [
            paths.quiet(side, kind, cell),
            paths.captures(side, kind, cell),
            paths.en_passant(side, kind, cell),
        ];
        for path in all.into_iter().flatten() {
            let promotion = definition.promotion(side, kind, path.to);
            for to in promotion.into_iter().flat_map(|promotion| &promotion.to) {
                reach[to.index()].insert(path.to);
            }
            if promotion.is_none_or(|promotion| promotion.optional) {
                reach[own].insert(path.to);
            }
        }
    }

    /// The cells of a piece.
    pub(crate) fn of(&self, side: Side, kind: Kind) -> CellSet {
        self.0[side.index()][kind.index()]
    }

    /// The same, with the images of these cells under symmetries added, so that a symmetry maps
    /// every numbered position to a numbered position.
    pub(crate) fn symmetric(&self, symmetries: &Symmetries, kinds: &[Kind]) -> ReachableCells {
        let mut reach = self.clone();
        loop {
            let before = reach.clone();
            for map in symmetries.keeping.iter().chain(&symmetries.exchanging) {
                for side in Side::BOTH {
                    for kind in kinds {
                        let cells = reach.of(side, *kind);
                        reach.0[map.side(side).index()][kind.index()]
                            .extend(cells.iter().map(|cell| map.map(cell)));
                    }
                }
            }
            if reach == before {
                return reach;
            }
        }
    }
}
