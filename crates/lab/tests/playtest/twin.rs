//! The measures of moves against a slow and obvious twin. The twin looks at each position by itself,
//! through the interface that checks its arguments, and asks every piece for its moves.

use super::{game, mini, small_games};
use hyperrook_geometry::{Cell, CellSet};
use hyperrook_lab::playtest::{
    FigureLayout, GameObserver, GameRecord, GameSums, MEASURES, MeasureId as M, MeasureSource,
    REASONS, Sums, ply_bin, winning_chances,
};
use hyperrook_rules::{
    Definition, Game, GameFile, History, Kind, Move, MoveClass, Position, Reason, SHIPPED, Side,
    Stalemate,
};
use hyperrook_search::ChancesModel;
use std::collections::BTreeMap;

#[test]
fn measures_agree_with_a_slow_twin() {
    for (name, _) in SHIPPED {
        let game = game(GameFile::shipped(name).unwrap());
        for seed in 0..2 {
            compare(&game, seed, 200);
        }
    }
    for game in small_games() {
        for seed in 0..4 {
            compare(&game, seed, 200);
        }
    }
    for seed in 0..10 {
        compare(&mini(20), seed, 200);
    }
}

/// Compares the measures of a random game with those of the twin, for a game that is observed while
/// it is played, and for one of which the first plies are an opening.
fn compare(game: &Game, seed: u64, max_plies: usize) {
    let name = game.definition().name();
    let history = random_game(game, seed, max_plies);
    let observer = GameObserver::new(game);
    let mut random = fastrand::Rng::with_seed(seed);
    let played = observer.play_from_start(max_plies, |legal| random.choice(legal).copied());
    assert_eq!(played.moves, history.moves(), "{name} {seed}");
    assert_eq!(played.outcome, history.outcome(), "{name} {seed}");
    check(&played.sums, &Twin::of(&history, 0), game, seed);

    let opening_plies = 2.min(history.moves().len());
    let scores = (opening_plies..history.moves().len()).map(|_| random.i32(-800..800));
    let record = GameRecord {
        opening_plies,
        scores: scores.collect(),
        probes: Vec::new(),
        first_choices: Vec::new(),
        history,
    };
    let sums = observer.observe(&record);
    check(&sums, &Twin::of(&record.history, opening_plies), game, seed);
    let scores = record.scores.iter();
    let model = ChancesModel::shipped(game.definition());
    let chances: Vec<f64> = scores.map(|&cp| winning_chances(&model, cp)).collect();
    let uncertainty: f64 = chances.iter().map(|p| 1.0 - (2.0 * p - 1.0).powi(2)).sum();
    let (x, w) = sums.ratio(M::Uncertainty, 0);
    assert!((x - uncertainty).abs() < 1e-9 && w == chances.len() as f64);
}

fn random_game(game: &Game, seed: u64, max_plies: usize) -> History {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut history = History::new(game.start());
    while history.outcome().is_none() && history.moves().len() < max_plies {
        let moves = history.position().moves();
        history.play(*random.choice(&moves).unwrap()).unwrap();
    }
    history
}

/// Every figure of every measure of moves must be that of the twin.
fn check(sums: &GameSums, twin: &Twin<'_>, game: &Game, seed: u64) {
    let empty = Sums::new(&FigureLayout::of(game));
    for (&id, measure) in M::ALL.iter().zip(MEASURES) {
        if measure.source != MeasureSource::Record {
            continue;
        }
        // Medians and entropies have no ratio.
        let figures = (0..empty.figures(id)).filter(|&at| empty.ratio(id, at).is_some());
        for at in figures {
            let expected = twin.ratios.get(&(id, at)).copied().unwrap_or_default();
            let found = sums.ratio(id, at);
            let name = game.definition().name();
            assert_eq!(found, expected, "{name} {seed} {id:?} {at}");
        }
    }
}

/// The figures of a game, added up one at a time.
struct Twin<'g> {
    history: &'g History,
    definition: &'g Definition,
    ratios: BTreeMap<(M, usize), (f64, f64)>,
}

impl<'g> Twin<'g> {
    fn of(history: &'g History, opening_plies: usize) -> Twin<'g> {
        let mut twin = Twin {
            history,
            definition: history.start().game().definition(),
            ratios: BTreeMap::new(),
        };
        let plies = opening_plies..history.moves().len();
        for ply in plies.clone() {
            twin.add_position(ply);
            twin.add_move(ply);
        }
        twin.add_pieces();
        twin.add_events(opening_plies);
        twin.add_end(opening_plies);
        twin
    }

    fn add(&mut self, measure: M, at: usize, x: f64, w: f64) {
        let sums = self.ratios.entry((measure, at)).or_default();
        *sums = (sums.0 + x, sums.1 + w);
    }

    fn share(&mut self, measure: M, counts: bool) {
        self.add(measure, 0, is(counts), 1.0);
    }

    fn turn(&self, ply: usize) -> Side {
        self.history.positions()[ply].turn()
    }

    /// The legal moves of a position.
    fn add_position(&mut self, ply: usize) {
        let position = &self.history.positions()[ply];
        let (pieces, bin) = (pieces(position), ply_bin(ply));
        let at_start = pieces_count(self.history.start());
        let own = pieces
            .iter()
            .filter(|(_, side, _)| *side == position.turn());
        let moves = own.map(|&(cell, _, kind)| (kind, position.moves_from(cell).len()));
        let moves: Vec<(Kind, usize)> = moves.collect();
        let legal = moves.iter().map(|(_, count)| count).sum::<usize>();
        self.add(M::Branching, 0, legal as f64, 1.0);
        self.add(M::BranchingByPly, bin, legal as f64, 1.0);
        self.add(M::MaterialByPly, bin, pieces.len() as f64, at_start);
        self.share(M::Forced, legal == 1);
        self.share(M::Checks, position.checkers().any());
        self.add_holds(position);
        if position.checkers().any() {
            return;
        }
        for (kind, count) in moves {
            self.add(M::Jam, 0, is(count == 0), 1.0);
            self.add(M::JamByPly, bin, is(count == 0), 1.0);
            self.add(M::MovesPerPiece, 0, count as f64, 1.0);
            self.add(M::MovesPerPieceByPly, bin, count as f64, 1.0);
            self.add(M::KindMobility, kind.index(), count as f64, 1.0);
            self.add(M::KindJam, kind.index(), is(count == 0), 1.0);
        }
    }

    /// The move played after a ply.
    fn add_move(&mut self, ply: usize) {
        let position = &self.history.positions()[ply];
        let mv = self.history.moves()[ply];
        let captured = position.captures(mv);
        let mover = position.piece(mv.origin()).unwrap().kind;
        self.share(M::Captures, captured.any());
        for kind in self.definition.kinds() {
            let at = kind.index();
            self.add(M::KindMoves, at, is(kind == mover), 1.0);
            if promotion(mv).is_some() {
                self.add(M::KindChosen, at, is(Some(kind) == promotion(mv)), 1.0);
            }
        }
        for cell in position.game().board().cells() {
            let at = cell.index();
            self.add(M::CellVisits, at, is(cell == mv.destination()), 1.0);
            if captured.any() {
                let (here, all) = (is(captured.contains(cell)), captured.count());
                self.add(M::CellCaptures, at, here, f64::from(all));
            }
        }
        let at_start = pieces(self.history.start());
        if at_start.iter().any(|(_, _, kind)| *kind == mover) {
            let captured = f64::from(captured.count());
            self.add(M::KindCaptures, mover.index(), captured, 0.0);
        }
        if let Some(is_across) = is_across(self.definition, mv) {
            self.share(M::AcrossMoves, is_across);
            if captured.any() {
                self.share(M::AcrossCaptures, is_across);
            }
        }
    }

    fn add_holds(&mut self, position: &Position) {
        if self.definition.holds().is_empty() {
            return;
        }
        let (turn, board) = (position.turn(), position.game().board());
        let is_on = Side::BOTH.map(|side| is_held(position, side));
        self.share(M::HoldTime, is_on != [false; 2]);
        if !is_held(position, turn) {
            return;
        }
        let royal = position.royal_cells(turn).first().unwrap();
        let piece = position.piece(royal).unwrap();
        let enemy = |cell: &Cell| position.piece(*cell).is_some_and(|p| p.side != turn);
        let occupied = board.cells().filter(|cell| position.piece(*cell).is_some());
        let reached = position.game().destinations(
            piece.kind,
            turn,
            royal,
            occupied.collect(),
            board.cells().filter(enemy).collect(),
        );
        let all: CellSet = reached.quiet | reached.captures;
        for to in all.iter() {
            let mut holds = self.definition.holds().iter().enumerate();
            let leaves = holds.any(|(i, hold)| {
                let group = &self.definition.groups()[hold.group];
                let chart = &self.definition.board().charts()[group.chart];
                let (from, to) = (chart.coordinate(royal), chart.coordinate(to));
                let is_on = position.state().holds(i, turn.other());
                is_on && group.axes.iter().any(|&axis| from[axis] != to[axis])
            });
            self.share(M::HoldMobility, leaves);
        }
    }

    /// The fate of the pieces that are there at the start.
    fn add_pieces(&mut self) {
        for (start, _, kind) in pieces(self.history.start()) {
            let (mut cell, mut has_moved, mut has_promoted) = (Some(start), false, false);
            for (position, &mv) in self.history.positions().iter().zip(self.history.moves()) {
                let Some(now) = cell else { break };
                let to = if mv.origin() == now {
                    has_promoted |= promotion(mv).is_some();
                    Some(mv.destination())
                } else {
                    castled_to(self.definition, position.turn(), mv, now)
                };
                if let Some(to) = to {
                    has_moved = true;
                    cell = Some(to);
                } else if position.captures(mv).contains(now) {
                    cell = None;
                }
            }
            let kind_at = kind.index();
            self.add(M::KindIdle, kind_at, is(!has_moved && cell.is_some()), 1.0);
            self.add(M::KindSurvives, kind_at, is(cell.is_some()), 1.0);
            self.add(M::KindCaptures, kind_at, 0.0, 1.0);
            let mut promotions = self.definition.promotions().iter();
            if promotions.any(|promotion| promotion.pieces.contains(&kind)) {
                self.add(M::KindPromotes, kind_at, is(has_promoted), 1.0);
            }
        }
    }

    /// What happens once or a few times in a game.
    fn add_events(&mut self, opening_plies: usize) {
        let history = self.history;
        let winner = history.outcome().and_then(|outcome| outcome.winner);
        let moves: Vec<(usize, Move)> = history.moves().iter().copied().enumerate().collect();
        let after = &moves[opening_plies..];
        let by = |side: Side, of: &dyn Fn(Move) -> bool| {
            let mine = moves.iter().filter(|(ply, _)| self.turn(*ply) == side);
            mine.filter(|(_, mv)| of(*mv)).count()
        };
        let promotes = |mv: Move| promotion(mv).is_some();
        let transforms = |mv: Move| mv.class() == MoveClass::Transformation;
        let castles = |mv: Move| mv.class() == MoveClass::Castling;
        let promotions = Side::BOTH.map(|side| by(side, &promotes));
        let castled = Side::BOTH.map(|side| is(by(side, &castles) > 0));
        let promotions_of_winner = winner.map(|side| by(side, &promotes));
        let transformations_of_loser = winner.map(|side| by(side.other(), &transforms));

        if !self.definition.promotions().is_empty() {
            self.share(M::PromotionGames, promotions != [0, 0]);
            self.add(
                M::Promotions,
                0,
                (promotions[0] + promotions[1]) as f64,
                1.0,
            );
            if let Some(count) = promotions_of_winner {
                self.share(M::PromotionDecides, count > 0);
            }
        }
        if !self.definition.castlings().is_empty() {
            self.add(M::CastlingGames, 0, castled[0] + castled[1], 2.0);
        }
        if self.definition.has_en_passant() {
            let all = after.iter();
            let count = all
                .filter(|(_, mv)| mv.class() == MoveClass::EnPassant)
                .count();
            self.add(M::EnPassant, 0, count as f64, 1.0);
        }
        if self.definition.transformation().is_some() {
            let first = moves.iter().find(|(_, mv)| transforms(*mv));
            self.share(M::TransformationGames, first.is_some());
            if let Some((ply, _)) = first {
                self.add(M::TransformationPly, 0, *ply as f64 + 1.0, 1.0);
            }
            if let Some(count) = transformations_of_loser {
                self.share(M::TransformationDecides, count > 0);
            }
        }
        let captures = |ply: usize, mv| history.positions()[ply].captures(mv).any();
        let first = after.iter().find(|&&(ply, mv)| captures(ply, mv));
        self.share(M::NoCapture, first.is_none());
        if let Some((ply, _)) = first {
            self.add(M::FirstCapture, 0, *ply as f64 + 1.0, 1.0);
        }
        for three in after.windows(3) {
            let ((_, before), (_, now)) = (three[0], three[2]);
            let is_back = before.origin() == now.destination()
                && before.destination() == now.origin()
                && now.origin() != now.destination();
            self.share(M::Reversals, is_back);
        }
    }

    /// The last position and the outcome.
    fn add_end(&mut self, opening_plies: usize) {
        let (history, last) = (self.history, self.history.position());
        let at_start = pieces_count(history.start());
        self.add(M::MaterialAtEnd, 0, pieces_count(last), at_start);
        let outcome = history.outcome();
        self.share(M::Unfinished, outcome.is_none());
        if !self.definition.holds().is_empty() {
            let held = |position: &Position| Side::BOTH.iter().any(|side| is_held(position, *side));
            let mut positions = history.positions()[opening_plies..].iter();
            self.share(M::HoldGames, positions.any(held));
        }
        let Some(outcome) = outcome else { return };
        for (measure, winner) in [
            (M::WhiteWins, Some(Side::White)),
            (M::BlackWins, Some(Side::Black)),
            (M::Draws, None),
        ] {
            self.share(measure, outcome.winner == winner);
        }
        let score = is(outcome.winner == Some(Side::White)) + is(outcome.winner.is_none()) / 2.0;
        self.add(M::WhiteScore, 0, score, 1.0);
        self.add(M::Length, 0, history.moves().len() as f64, 1.0);
        for (at, &reason) in REASONS.iter().enumerate() {
            self.add(M::EndReason, at, is(outcome.reason == reason), 1.0);
        }
        if self.definition.ends().stalemate != Stalemate::Draw {
            self.share(M::StalemateDecides, outcome.reason == Reason::Stalemate);
        }
        if let Some(winner) = outcome.winner {
            if self.definition.ends().baring {
                self.share(M::BaringDecides, outcome.reason == Reason::Baring);
            }
            if !self.definition.holds().is_empty() {
                self.share(M::HoldDecides, is_held(last, winner.other()));
            }
        }
        if outcome.reason != Reason::Checkmate {
            return;
        }
        let mated = last.royal_cells(last.turn());
        for cell in last.game().board().cells() {
            self.add(M::CellMates, cell.index(), is(mated.contains(cell)), 1.0);
        }
        if history.moves().len() > opening_plies {
            let mv = *history.moves().last().unwrap();
            let mating = last.piece(mv.destination()).unwrap().kind;
            for kind in self.definition.kinds() {
                self.add(M::KindMates, kind.index(), is(kind == mating), 1.0);
            }
        }
    }
}

fn is(flag: bool) -> f64 {
    f64::from(u8::from(flag))
}

/// The pieces of a position, each with the cell that names it. A piece of several cells is named by
/// the cell from which its span covers the others.
fn pieces(position: &Position) -> Vec<(Cell, Side, Kind)> {
    let definition = position.game().definition();
    let names = |cell: Cell, kind: Kind| {
        if definition.piece(kind).span.is_none() {
            return true;
        }
        let body = definition.body(kind, cell);
        let there = position.piece(cell);
        body.is_some_and(|body| body.iter().all(|cell| position.piece(cell) == there))
    };
    let named = position
        .pieces()
        .filter(|(cell, piece)| names(*cell, piece.kind));
    named
        .map(|(cell, piece)| (cell, piece.side, piece.kind))
        .collect()
}

fn pieces_count(position: &Position) -> f64 {
    pieces(position).len() as f64
}

fn promotion(mv: Move) -> Option<Kind> {
    if mv.class() == MoveClass::Transformation {
        None
    } else {
        mv.promotion()
    }
}

fn is_held(position: &Position, side: Side) -> bool {
    let holds = position.game().definition().holds().len();
    (0..holds).any(|hold| position.state().holds(hold, side.other()))
}

/// Where castling takes the rook on a cell.
fn castled_to(definition: &Definition, side: Side, mv: Move, rook: Cell) -> Option<Cell> {
    let mut castlings = definition.castlings().iter();
    let castling = castlings.find(|castling| {
        mv.class() == MoveClass::Castling
            && castling.side == side
            && castling.king_from == mv.origin()
            && castling.king_to == mv.destination()
            && castling.rook_from == rook
    });
    castling.map(|castling| castling.rook_to)
}

/// Whether a move goes far round a closed axis; `None` if no axis is closed.
fn is_across(definition: &Definition, mv: Move) -> Option<bool> {
    let mut found = None;
    for chart in definition.board().charts() {
        let from = chart.coordinate(mv.origin());
        let to = chart.coordinate(mv.destination());
        for (i, axis) in chart
            .axes()
            .iter()
            .enumerate()
            .filter(|(_, axis)| axis.cyclic)
        {
            let len = axis.len as i32;
            let forward = (i32::from(to[i]) - i32::from(from[i])).rem_euclid(len);
            let shortest = forward.min(len - forward);
            let is_far = shortest >= 2 && 8 * shortest >= 3 * len;
            found = Some(found.unwrap_or(false) || is_far);
        }
    }
    found
}
