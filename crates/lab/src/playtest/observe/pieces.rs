//! Measures of the fate of each piece, and of cells.

use super::seen::{ObservedPly, ended_by, number, pieces, promotion};
use crate::playtest::measures::MeasureId as M;
use crate::playtest::sums::GameSums;
use hyperrook_geometry::Cell;
use hyperrook_rules::fast::{Playout, Pos, Rules};
use hyperrook_rules::{Kind, MAX_KINDS, MoveClass, Reason};

/// A piece of the starting position and its fate.
struct Tracked {
    kind: Kind,
    has_moved: bool,
    is_captured: bool,
    has_promoted: bool,
}

/// The pieces of the starting position, and their current cells.
struct Tracker {
    pieces: Vec<Tracked>,
    /// By cell, the number of the piece that the cell names.
    at: Vec<Option<usize>>,
}

impl Tracker {
    fn new<const W: usize>(rules: &Rules<W>, start: &Pos<W>) -> Tracker {
        let mut tracker = Tracker {
            pieces: Vec::new(),
            at: vec![None; rules.definition().board().len()],
        };
        for cell in pieces(rules, start) {
            tracker.at[cell.index()] = Some(tracker.pieces.len());
            tracker
                .pieces
                .extend(start.piece(cell).map(|piece| Tracked {
                    kind: piece.kind,
                    has_moved: false,
                    is_captured: false,
                    has_promoted: false,
                }));
        }
        tracker
    }

    fn play<const W: usize>(&mut self, ply: &ObservedPly<'_, W>) {
        let mv = ply.played;
        ply.captures.for_each(|cell| {
            if let Some(piece) = self.at[cell.index()].take() {
                self.pieces[piece].is_captured = true;
            }
        });
        let castled = castled_rook(ply);
        // Taken before the king moves, who may go to its cell.
        let rook = castled.and_then(|(from, _)| self.at[from.index()].take());
        self.relocate(mv.origin(), mv.destination());
        if promotion(mv).is_some()
            && let Some(piece) = self.at[mv.destination().index()]
        {
            self.pieces[piece].has_promoted = true;
        }
        if let Some((_, to)) = castled {
            self.put(rook, to);
        }
    }

    fn relocate(&mut self, from: Cell, to: Cell) {
        let piece = self.at[from.index()].take();
        self.put(piece, to);
    }

    fn put(&mut self, piece: Option<usize>, to: Cell) {
        if let Some(piece) = piece {
            self.pieces[piece].has_moved = true;
            self.at[to.index()] = Some(piece);
        }
    }
}

/// From where to where the rook goes, if the ply is castling.
fn castled_rook<const W: usize>(ply: &ObservedPly<'_, W>) -> Option<(Cell, Cell)> {
    let mv = ply.played;
    if mv.class() != MoveClass::Castling {
        return None;
    }
    let mut castlings = ply.rules.definition().castlings().iter();
    let castling = castlings.find(|castling| {
        castling.side == ply.pos.turn()
            && castling.king_from == mv.origin()
            && castling.king_to == mv.destination()
    })?;
    Some((castling.rook_from, castling.rook_to))
}

/// The counts of a game.
pub(super) struct PieceCounts {
    tracker: Tracker,
    kinds: Vec<KindCounts>,
    cells: Vec<CellCounts>,
    promotions: usize,
    plies: usize,
    /// The kind that the last moving piece has after its move.
    last_kind: Option<Kind>,
}

#[derive(Clone, Copy, Default)]
struct KindCounts {
    moves: usize,
    captures: usize,
    /// How often promotions chose the kind.
    chosen: usize,
    /// The legal moves, in positions without check.
    legal: usize,
    /// The pieces of the side to move, in positions without check.
    own: usize,
    /// Those of them that have no legal move.
    stuck: usize,
}

#[derive(Clone, Copy, Default)]
struct CellCounts {
    visits: usize,
    captured: usize,
}

impl PieceCounts {
    pub(super) fn new<const W: usize>(rules: &Rules<W>, start: &Pos<W>) -> PieceCounts {
        let definition = rules.definition();
        PieceCounts {
            tracker: Tracker::new(rules, start),
            kinds: vec![KindCounts::default(); definition.pieces().len()],
            cells: vec![CellCounts::default(); definition.board().len()],
            promotions: 0,
            plies: 0,
            last_kind: None,
        }
    }

    /// Follows the pieces through a ply of the whole game.
    pub(super) fn follow<const W: usize>(&mut self, ply: &ObservedPly<'_, W>) {
        self.tracker.play(ply);
    }

    /// Adds a ply after the opening.
    pub(super) fn add<const W: usize>(&mut self, ply: &ObservedPly<'_, W>) {
        self.plies += 1;
        let promoted = promotion(ply.played);
        if let Some(kind) = promoted {
            self.kinds[kind.index()].chosen += 1;
            self.promotions += 1;
        }
        self.last_kind = Some(ply.played.promotion().unwrap_or(ply.kind));
        let mover = &mut self.kinds[ply.kind.index()];
        mover.moves += 1;
        mover.captures += ply.captures.count() as usize;
        self.cells[ply.played.destination().index()].visits += 1;
        ply.captures
            .for_each(|cell| self.cells[cell.index()].captured += 1);
        if let Some(mobility) = &ply.mobility {
            for (kind, counts) in self.kinds.iter_mut().enumerate() {
                let of_kind = ply.pos.kind(Kind::from_index(kind));
                counts.legal += mobility.legal[kind] as usize;
                counts.own += (of_kind & mobility.own).count() as usize;
                counts.stuck += (of_kind & mobility.stuck).count() as usize;
            }
        }
    }

    pub(super) fn finish<const W: usize>(
        &self,
        rules: &Rules<W>,
        end: &Playout<W>,
        sums: &mut GameSums,
    ) {
        let definition = rules.definition();
        let can_promote = |kind: Kind| {
            let mut promotions = definition.promotions().iter();
            promotions.any(|promotion| promotion.pieces.contains(&kind))
        };
        let flag = |is: bool| f64::from(u8::from(is));
        let mut at_start = [0.0; MAX_KINDS];
        for piece in &self.tracker.pieces {
            let kind = piece.kind.index();
            at_start[kind] += 1.0;
            let is_idle = !piece.has_moved && !piece.is_captured;
            sums.add_at(M::KindIdle, kind, flag(is_idle), 1.0);
            sums.add_at(M::KindSurvives, kind, flag(!piece.is_captured), 1.0);
            if can_promote(piece.kind) {
                sums.add_at(M::KindPromotes, kind, flag(piece.has_promoted), 1.0);
            }
        }
        let plies = number(self.plies);
        let is_mate = ended_by(end, Reason::Checkmate);
        let mating = self.last_kind.filter(|_| is_mate);
        for (kind, counts) in self.kinds.iter().enumerate() {
            let own = number(counts.own);
            sums.add_at(M::KindMoves, kind, number(counts.moves), plies);
            sums.add_at(M::KindMobility, kind, number(counts.legal), own);
            sums.add_at(M::KindJam, kind, number(counts.stuck), own);
            if at_start[kind] > 0.0 {
                let captures = number(counts.captures);
                sums.add_at(M::KindCaptures, kind, captures, at_start[kind]);
            }
            if self.promotions > 0 {
                let promotions = number(self.promotions);
                sums.add_at(M::KindChosen, kind, number(counts.chosen), promotions);
            }
            if let Some(mating) = mating {
                sums.add_at(M::KindMates, kind, flag(mating.index() == kind), 1.0);
            }
        }
        let captured: usize = self.cells.iter().map(|cell| cell.captured).sum();
        let mated = is_mate.then(|| end.last.royal_cells(rules, end.last.turn()));
        for (cell, counts) in definition.board().cells().zip(&self.cells) {
            let at = cell.index();
            sums.add_at(M::CellVisits, at, number(counts.visits), plies);
            if captured > 0 {
                let here = number(counts.captured);
                sums.add_at(M::CellCaptures, at, here, number(captured));
            }
            if let Some(mated) = mated {
                sums.add_at(M::CellMates, at, flag(mated.contains(cell)), 1.0);
            }
        }
    }
}
