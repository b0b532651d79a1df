//! Measures of the special rules. The definition of a game says which of them it has.

use super::seen::{ObservedPly, ended_by, number, promotion, winner};
use crate::playtest::measures::MeasureId as M;
use crate::playtest::sums::GameSums;
use hyperrook_geometry::{Bits, Cell, CellSet};
use hyperrook_rules::fast::{Playout, Pos, Rules};
use hyperrook_rules::{Definition, Game, MoveClass, Reason, Side, Stalemate, State};

/// The minimum part of a closed axis that a move across it covers.
const MIN_CROSSING: (usize, usize) = (3, 8);

/// For each cell, the cells far round a closed axis; `None` if no axis is closed, if those that are
/// have at most three cells, which are all next to each other, or if no piece can go so far.
pub(super) fn cells_across(game: &Game) -> Option<Vec<CellSet>> {
    let definition = game.definition();
    let charts = definition.board().charts();
    let is_closed = |chart: &hyperrook_geometry::Chart| chart.axes().iter().any(|axis| axis.cyclic);
    if !charts.iter().any(is_closed) {
        return None;
    }
    let is_across = |from: Cell, to: Cell| {
        charts.iter().any(|chart| {
            let (from, to) = (chart.coordinate(from), chart.coordinate(to));
            chart.axes().iter().enumerate().any(|(i, axis)| {
                let apart = usize::from(from[i].abs_diff(to[i]));
                let shortest = apart.min(axis.len.saturating_sub(apart));
                let is_far = shortest * MIN_CROSSING.1 >= axis.len * MIN_CROSSING.0;
                // On an axis of two cells each step would be far.
                axis.cyclic && shortest > 1 && is_far
            })
        })
    };
    let cells = || definition.board().cells();
    let across = |from| cells().filter(|&to| is_across(from, to)).collect();
    let found: Vec<CellSet> = cells().map(across).collect();
    let can_go = cells().any(|cell| can_go(game, cell, found[cell.index()]));
    can_go.then_some(found)
}

/// Whether a piece can go from a cell to one of these, on an empty board, among enemies, or with one
/// piece on the board to leap over.
fn can_go(game: &Game, from: Cell, to: CellSet) -> bool {
    let (board, definition) = (game.board(), game.definition());
    let singles = board.cells().map(CellSet::of);
    let mut others = [CellSet::EMPTY, board.all()].into_iter().chain(singles);
    !to.is_empty()
        && others.any(|others| {
            definition.kinds().any(|kind| {
                Side::BOTH.into_iter().any(|side| {
                    let found = game.destinations(kind, side, from, others, others);
                    !((found.quiet | found.captures) & to).is_empty()
                })
            })
        })
}

/// The counts of a game.
pub(super) struct RuleCounts<'g> {
    /// See [`cells_across`].
    across: Option<&'g [CellSet]>,
    has_holds: bool,
    /// The promotions of each side.
    promotions: [usize; 2],
    castles: [bool; 2],
    transformed: [bool; 2],
    /// The ply of the first transformation, from 1.
    first_transformation: Option<usize>,
    en_passant: usize,
    plies: usize,
    captures: usize,
    moves_across: usize,
    captures_across: usize,
    /// The positions with a hold.
    held: usize,
    /// The moves of held royal pieces that holds forbid, and all their moves.
    held_moves: (usize, usize),
}

impl<'g> RuleCounts<'g> {
    pub(super) fn new(definition: &Definition, across: Option<&'g [CellSet]>) -> RuleCounts<'g> {
        RuleCounts {
            across,
            has_holds: !definition.holds().is_empty(),
            promotions: [0; 2],
            castles: [false; 2],
            transformed: [false; 2],
            first_transformation: None,
            en_passant: 0,
            plies: 0,
            captures: 0,
            moves_across: 0,
            captures_across: 0,
            held: 0,
            held_moves: (0, 0),
        }
    }

    /// Adds what counts in the whole game, in a ply of the opening or after it.
    pub(super) fn follow<const W: usize>(&mut self, ply: &ObservedPly<'_, W>) {
        let (side, mv) = (ply.pos.turn().index(), ply.played);
        self.promotions[side] += usize::from(promotion(mv).is_some());
        self.castles[side] |= mv.class() == MoveClass::Castling;
        if mv.class() == MoveClass::Transformation {
            self.transformed[side] = true;
            self.first_transformation.get_or_insert(ply.number + 1);
        }
    }

    /// Adds a ply after the opening.
    pub(super) fn add<const W: usize>(&mut self, ply: &ObservedPly<'_, W>) {
        self.plies += 1;
        let captures = usize::from(ply.captures.any());
        self.captures += captures;
        self.en_passant += usize::from(ply.played.class() == MoveClass::EnPassant);
        if let Some(across) = self.across
            && across[ply.played.origin().index()].contains(ply.played.destination())
        {
            self.moves_across += 1;
            self.captures_across += captures;
        }
        if self.has_holds {
            self.add_holds(ply);
        }
    }

    fn add_holds<const W: usize>(&mut self, ply: &ObservedPly<'_, W>) {
        let (definition, state) = (ply.rules.definition(), ply.pos.state());
        self.held += usize::from(is_any_held(definition, state));
        if is_held(definition, state, ply.pos.turn()) {
            let (forbidden, all) = held_moves(ply.rules, ply.pos);
            self.held_moves.0 += forbidden;
            self.held_moves.1 += all;
        }
    }

    pub(super) fn finish<const W: usize>(
        &self,
        definition: &Definition,
        end: &Playout<W>,
        sums: &mut GameSums,
    ) {
        let plies = number(self.plies);
        if !definition.promotions().is_empty() {
            let count = self.promotions;
            sums.add_share(M::PromotionGames, count != [0, 0]);
            sums.add(M::Promotions, number(count[0] + count[1]), 1.0);
            if let Some(winner) = winner(end) {
                sums.add_share(M::PromotionDecides, count[winner.index()] > 0);
            }
        }
        if !definition.castlings().is_empty() {
            let castles = self.castles.iter().filter(|is| **is).count();
            sums.add(M::CastlingGames, number(castles), 2.0);
        }
        if definition.has_en_passant() {
            sums.add(M::EnPassant, number(self.en_passant), 1.0);
        }
        if self.has_holds {
            let last = end.last.state();
            let is_ever = self.held > 0 || is_any_held(definition, last);
            sums.add_share(M::HoldGames, is_ever);
            sums.add(M::HoldTime, number(self.held), plies);
            let (forbidden, all) = self.held_moves;
            sums.add(M::HoldMobility, number(forbidden), number(all));
            if let Some(winner) = winner(end) {
                sums.add_share(M::HoldDecides, is_held(definition, last, winner.other()));
            }
        }
        if definition.transformation().is_some() {
            sums.add_share(M::TransformationGames, self.first_transformation.is_some());
            if let Some(ply) = self.first_transformation {
                sums.add(M::TransformationPly, number(ply), 1.0);
            }
            if let Some(winner) = winner(end) {
                let has_loser = self.transformed[winner.other().index()];
                sums.add_share(M::TransformationDecides, has_loser);
            }
        }
        if definition.ends().baring && winner(end).is_some() {
            sums.add_share(M::BaringDecides, ended_by(end, Reason::Baring));
        }
        if definition.ends().stalemate != Stalemate::Draw && end.outcome.is_some() {
            sums.add_share(M::StalemateDecides, ended_by(end, Reason::Stalemate));
        }
        if self.across.is_some() {
            sums.add(M::AcrossMoves, number(self.moves_across), plies);
            let captures = number(self.captures);
            sums.add(M::AcrossCaptures, number(self.captures_across), captures);
        }
    }
}

/// Whether a side is held by any hold.
fn is_held(definition: &Definition, state: State, side: Side) -> bool {
    let mut holds = 0..definition.holds().len();
    holds.any(|hold| state.holds(hold, side.other()))
}

fn is_any_held(definition: &Definition, state: State) -> bool {
    let mut sides = Side::BOTH.into_iter();
    sides.any(|side| is_held(definition, state, side))
}

/// The number of moves of the held royal piece of the side to move that holds forbid, and of all
/// moves that it would have.
fn held_moves<const W: usize>(rules: &Rules<W>, pos: &Pos<W>) -> (usize, usize) {
    let by = pos.turn().other();
    let (royal, _) = pos.royal(pos.turn());
    let Some(piece) = pos.piece(royal) else {
        return (0, 0);
    };
    let (quiet, captures) = Pos::destinations_of(rules, piece, royal, pos.occupied(), pos.side(by));
    let all = quiet | captures;
    let holds = 0..rules.definition().holds().len();
    let allowed = holds
        .filter(|&hold| pos.state().holds(hold, by))
        .fold(Bits::FULL, |cells, hold| {
            cells & rules.hold_cells(hold, royal)
        });
    let count = |cells: Bits<W>| cells.count() as usize;
    (count(all & !allowed), count(all))
}
