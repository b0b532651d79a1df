//! Measures of the fate of each piece, and of cells.

use super::moves::movable;
use super::seen::{ObservedGame, number, pieces};
use crate::playtest::measures::MeasureId as M;
use crate::playtest::sums::GameSums;
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_rules::{Kind, MAX_KINDS, Move, MoveClass, Position, Reason};

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
    fn new(start: &Position) -> Tracker {
        let mut tracker = Tracker {
            pieces: Vec::new(),
            at: vec![None; start.game().board().len()],
        };
        for (piece, cell) in pieces(start) {
            tracker.at[cell.index()] = Some(tracker.pieces.len());
            tracker.pieces.push(Tracked {
                kind: piece.kind,
                has_moved: false,
                is_captured: false,
                has_promoted: false,
            });
        }
        tracker
    }

    /// Follows a move. `captures` are the cells of the pieces that it captures.
    fn play(&mut self, position: &Position, mv: Move, captures: CellSet) {
        for cell in captures.iter() {
            if let Some(piece) = self.at[cell.index()].take() {
                self.pieces[piece].is_captured = true;
            }
        }
        self.relocate(mv.origin(), mv.destination());
        if let Some(piece) = self.at[mv.destination().index()] {
            // A transformation names the new kind as a promotion does.
            let promotes = mv.promotion().is_some() && mv.class() != MoveClass::Transformation;
            self.pieces[piece].has_promoted |= promotes;
        }
        if mv.class() == MoveClass::Castling {
            let definition = position.game().definition();
            let castling = definition.castlings().iter().find(|castling| {
                castling.side == position.turn()
                    && castling.king_from == mv.origin()
                    && castling.king_to == mv.destination()
            });
            if let Some(castling) = castling {
                self.relocate(castling.rook_from, castling.rook_to);
            }
        }
    }

    fn relocate(&mut self, from: Cell, to: Cell) {
        if let Some(piece) = self.at[from.index()].take() {
            self.pieces[piece].has_moved = true;
            self.at[to.index()] = Some(piece);
        }
    }
}

pub(super) fn observe(seen: &ObservedGame<'_>, sums: &mut GameSums) {
    let history = &seen.record.history;
    let definition = history.start().game().definition();
    let mut tracker = Tracker::new(history.start());
    for (&mv, position) in history.moves().iter().zip(history.positions()) {
        tracker.play(position, mv, position.captures(mv));
    }
    let mut at_start = [0.0; MAX_KINDS];
    let can_promote = |kind: Kind| {
        let mut promotions = definition.promotions().iter();
        promotions.any(|promotion| promotion.pieces.contains(&kind))
    };
    for piece in &tracker.pieces {
        let kind = piece.kind.index();
        at_start[kind] += 1.0;
        let flag = |is: bool| f64::from(u8::from(is));
        let is_idle = !piece.has_moved && !piece.is_captured;
        sums.add_at(M::KindIdle, kind, flag(is_idle), 1.0);
        sums.add_at(M::KindSurvives, kind, flag(!piece.is_captured), 1.0);
        if can_promote(piece.kind) {
            sums.add_at(M::KindPromotes, kind, flag(piece.has_promoted), 1.0);
        }
    }
    moves_by_kind(seen, sums, &at_start);
    cells(seen, sums);
}

/// By kind: moves, captures, choices in promotions, ability to move, and mates.
fn moves_by_kind(seen: &ObservedGame<'_>, sums: &mut GameSums, at_start: &[f64; MAX_KINDS]) {
    let definition = seen.record.history.start().game().definition();
    let (mut moves, mut captures) = ([0.0; MAX_KINDS], [0.0; MAX_KINDS]);
    let (mut chosen, mut promotions) = ([0.0; MAX_KINDS], 0.0);
    for ply in &seen.plies {
        let kind = ply.kind.index();
        moves[kind] += 1.0;
        captures[kind] += f64::from(ply.captures.count());
        if let Some(to) = ply.played.promotion()
            && ply.played.class() != MoveClass::Transformation
        {
            chosen[to.index()] += 1.0;
            promotions += 1.0;
        }
        if !ply.in_check {
            let movable = movable(ply);
            let mut legal = [0.0; MAX_KINDS];
            for mv in &ply.legal {
                if let Some(piece) = ply.position.piece(mv.origin()) {
                    legal[piece.kind.index()] += 1.0;
                }
            }
            for (piece, cell) in pieces(ply.position) {
                if piece.side == ply.turn {
                    let is_stuck = f64::from(u8::from(!movable.contains(cell)));
                    sums.add_at(M::KindJam, piece.kind.index(), is_stuck, 1.0);
                    sums.add_at(M::KindMobility, piece.kind.index(), 0.0, 1.0);
                }
            }
            for kind in definition.kinds().map(Kind::index) {
                sums.add_at(M::KindMobility, kind, legal[kind], 0.0);
            }
        }
    }
    let mate = seen
        .outcome
        .is_some_and(|outcome| outcome.reason == Reason::Checkmate);
    let mating = seen.plies.last().filter(|_| mate);
    for kind in definition.kinds().map(Kind::index) {
        sums.add_at(M::KindMoves, kind, moves[kind], number(seen.plies.len()));
        if at_start[kind] > 0.0 {
            sums.add_at(M::KindCaptures, kind, captures[kind], at_start[kind]);
        }
        if promotions > 0.0 {
            sums.add_at(M::KindChosen, kind, chosen[kind], promotions);
        }
        if let Some(ply) = mating {
            let after = ply.played.promotion().unwrap_or(ply.kind);
            let is_this = f64::from(u8::from(after.index() == kind));
            sums.add_at(M::KindMates, kind, is_this, 1.0);
        }
    }
}

/// By cell: destinations, captures and mates.
fn cells(seen: &ObservedGame<'_>, sums: &mut GameSums) {
    let last = seen.record.history.position();
    let cells = last.game().board().cells();
    let (mut visits, mut captured) = (vec![0.0; cells.len()], vec![0.0; cells.len()]);
    for ply in &seen.plies {
        visits[ply.played.destination().index()] += 1.0;
        ply.captures.for_each(|cell| captured[cell.index()] += 1.0);
    }
    let all_captured: f64 = captured.iter().sum();
    let mate = seen
        .outcome
        .filter(|outcome| outcome.reason == Reason::Checkmate);
    let mated = mate.map(|_| last.royal_cells(last.turn()));
    for cell in cells {
        let at = cell.index();
        sums.add_at(M::CellVisits, at, visits[at], number(seen.plies.len()));
        if all_captured > 0.0 {
            sums.add_at(M::CellCaptures, at, captured[at], all_captured);
        }
        if let Some(mated) = mated {
            let is_here = f64::from(u8::from(mated.contains(cell)));
            sums.add_at(M::CellMates, at, is_here, 1.0);
        }
    }
}
