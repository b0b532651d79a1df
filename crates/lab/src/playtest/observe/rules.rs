//! Measures of the special rules. The definition of a game says which of them it has.

use super::seen::{ObservedGame, ObservedPly, number};
use crate::playtest::measures::MeasureId as M;
use crate::playtest::sums::GameSums;
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_rules::{Definition, Hold, MoveClass, Reason, Side, Stalemate, State};

/// The minimum part of a closed axis that a move across it covers.
const MIN_CROSSING: (usize, usize) = (3, 8);

pub(super) fn observe(seen: &ObservedGame<'_>, sums: &mut GameSums) {
    let definition = seen.record.history.start().game().definition();
    if !definition.promotions().is_empty() {
        promotions(seen, sums);
    }
    if !definition.castlings().is_empty() {
        castlings(seen, sums);
    }
    if definition.has_en_passant() {
        let all = seen.plies.iter();
        let count = all
            .filter(|ply| ply.played.class() == MoveClass::EnPassant)
            .count();
        sums.add(M::EnPassant, number(count), 1.0);
    }
    if !definition.holds().is_empty() {
        holds(seen, definition, sums);
    }
    if definition.transformation().is_some() {
        transformations(seen, sums);
    }
    if definition.ends().baring && seen.winner().is_some() {
        let is_baring = seen.outcome.is_some_and(|end| end.reason == Reason::Baring);
        sums.add_share(M::BaringDecides, is_baring);
    }
    if definition.ends().stalemate != Stalemate::Draw
        && let Some(outcome) = seen.outcome
    {
        sums.add_share(M::StalemateDecides, outcome.reason == Reason::Stalemate);
    }
    across(seen, definition, sums);
}

impl ObservedGame<'_> {
    fn winner(&self) -> Option<Side> {
        self.outcome.and_then(|outcome| outcome.winner)
    }

    /// The moves of the whole game with the side that makes them.
    fn all_moves(&self) -> impl Iterator<Item = (Side, hyperrook_rules::Move)> + '_ {
        let history = &self.record.history;
        let positions = history.positions().iter();
        positions
            .zip(history.moves())
            .map(|(position, &mv)| (position.turn(), mv))
    }
}

fn promotions(seen: &ObservedGame<'_>, sums: &mut GameSums) {
    let mut count = [0usize; 2];
    for (side, mv) in seen.all_moves() {
        let promotes = mv.promotion().is_some() && mv.class() != MoveClass::Transformation;
        count[side.index()] += usize::from(promotes);
    }
    sums.add_share(M::PromotionGames, count != [0, 0]);
    sums.add(M::Promotions, number(count[0] + count[1]), 1.0);
    if let Some(winner) = seen.winner() {
        sums.add_share(M::PromotionDecides, count[winner.index()] > 0);
    }
}

fn castlings(seen: &ObservedGame<'_>, sums: &mut GameSums) {
    let mut castles = [false; 2];
    for (side, mv) in seen.all_moves() {
        castles[side.index()] |= mv.class() == MoveClass::Castling;
    }
    sums.add(
        M::CastlingGames,
        number(castles.iter().filter(|is| **is).count()),
        2.0,
    );
}

/// Whether a side holds the other by any hold.
fn is_held(definition: &Definition, state: State, side: Side) -> bool {
    let mut holds = 0..definition.holds().len();
    holds.any(|hold| state.holds(hold, side.other()))
}

fn holds(seen: &ObservedGame<'_>, definition: &Definition, sums: &mut GameSums) {
    let mut is_ever = false;
    for ply in &seen.plies {
        let state = ply.position.state();
        let is_on = Side::BOTH
            .iter()
            .any(|side| is_held(definition, state, *side));
        is_ever |= is_on;
        sums.add(M::HoldTime, f64::from(u8::from(is_on)), 1.0);
        if is_held(definition, state, ply.turn) {
            let (forbidden, all) = held_moves(definition, ply);
            sums.add(M::HoldMobility, forbidden, all);
        }
    }
    let last = seen.record.history.position().state();
    is_ever |= Side::BOTH
        .iter()
        .any(|side| is_held(definition, last, *side));
    sums.add_share(M::HoldGames, is_ever);
    if let Some(winner) = seen.winner() {
        sums.add_share(M::HoldDecides, is_held(definition, last, winner.other()));
    }
}

/// The number of moves of the held royal piece that holds forbid, and of all moves that it would
/// have.
fn held_moves(definition: &Definition, ply: &ObservedPly<'_>) -> (f64, f64) {
    let position = ply.position;
    let game = position.game();
    let Some(royal) = position.royal_cells(ply.turn).first() else {
        return (0.0, 0.0);
    };
    let Some(piece) = position.piece(royal) else {
        return (0.0, 0.0);
    };
    let (mut occupied, mut enemies) = (CellSet::EMPTY, CellSet::EMPTY);
    for cell in game.board().cells() {
        if let Some(other) = position.piece(cell) {
            occupied.insert(cell);
            if other.side != piece.side {
                enemies.insert(cell);
            }
        }
    }
    let reached = game.destinations(piece.kind, piece.side, royal, occupied, enemies);
    let all = reached.quiet | reached.captures;
    let state = position.state();
    let is_forbidden = |to: &Cell| {
        let mut holds = definition.holds().iter().enumerate();
        holds.any(|(i, hold)| {
            state.holds(i, ply.turn.other()) && leaves_group(definition, hold, royal, *to)
        })
    };
    let forbidden = all.iter().filter(is_forbidden).count();
    (number(forbidden), f64::from(all.count()))
}

/// Whether two cells have different coordinates in the group of a hold.
fn leaves_group(definition: &Definition, hold: &Hold, from: Cell, to: Cell) -> bool {
    let group = &definition.groups()[hold.group];
    let chart = &definition.board().charts()[group.chart];
    let (from, to) = (chart.coordinate(from), chart.coordinate(to));
    group.axes.iter().any(|&axis| from[axis] != to[axis])
}

fn transformations(seen: &ObservedGame<'_>, sums: &mut GameSums) {
    let mut transformed = [false; 2];
    let mut first = None;
    for (number, (side, mv)) in seen.all_moves().enumerate() {
        if mv.class() == MoveClass::Transformation {
            transformed[side.index()] = true;
            first = first.or(Some(number + 1));
        }
    }
    sums.add_share(M::TransformationGames, first.is_some());
    if let Some(ply) = first {
        sums.add(M::TransformationPly, number(ply), 1.0);
    }
    if let Some(winner) = seen.winner() {
        let has_loser = transformed[winner.other().index()];
        sums.add_share(M::TransformationDecides, has_loser);
    }
}

fn across(seen: &ObservedGame<'_>, definition: &Definition, sums: &mut GameSums) {
    let charts = definition.board().charts();
    let is_closed = |chart: &hyperrook_geometry::Chart| chart.axes().iter().any(|axis| axis.cyclic);
    if !charts.iter().any(is_closed) {
        return;
    }
    for ply in &seen.plies {
        let (from, to) = (ply.played.origin(), ply.played.destination());
        let is_across = charts.iter().any(|chart| {
            let (from, to) = (chart.coordinate(from), chart.coordinate(to));
            chart.axes().iter().enumerate().any(|(i, axis)| {
                let apart = usize::from(from[i].abs_diff(to[i]));
                let shortest = apart.min(axis.len.saturating_sub(apart));
                axis.cyclic && shortest * MIN_CROSSING.1 >= axis.len * MIN_CROSSING.0
            })
        });
        let is_across = f64::from(u8::from(is_across));
        sums.add(M::AcrossMoves, is_across, 1.0);
        if ply.captures.any() {
            sums.add(M::AcrossCaptures, is_across, 1.0);
        }
    }
}
