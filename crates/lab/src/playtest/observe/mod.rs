//! The contribution of a game to the sums of a run: one file for each family of measures.
//!
//! A game is observed while it is played, or played again, by [`Pos::playout`]. So each position is
//! looked at once, and its moves are generated once. Counts are kept as whole numbers and go into
//! the sums at the end of the game.

mod clarity;
mod moves;
mod pieces;
mod results;
mod rules;
mod scores;
mod seen;

pub use seen::{GameRecord, Probe};

use super::measures::VARIETY_MOVES;
use super::sums::{FigureLayout, GameSums};
use hyperrook_geometry::CellSet;
use hyperrook_notation::moves::{CellStyle, MoveWriter};
use hyperrook_rules::fast::{Pos, Rules};
use hyperrook_rules::{Game, Move, Outcome, Position, Visit};
use hyperrook_search::ChancesModel;
use moves::MoveCounts;
use pieces::PieceCounts;
use rules::RuleCounts;
use seen::ObservedPly;

/// Observes the games of a run.
pub struct GameObserver<'g> {
    game: &'g Game,
    layout: FigureLayout,
    chances: ChancesModel,
    texts: MoveWriter,
    across: Option<Vec<CellSet>>,
}

/// A game that was observed.
pub struct ObservedGame {
    /// Its moves.
    pub moves: Vec<Move>,
    /// Its outcome; `None` if it was stopped.
    pub outcome: Option<Outcome>,
    /// Its contribution to the sums.
    pub sums: GameSums,
}

impl<'g> GameObserver<'g> {
    /// An observer of games with these rules.
    pub fn new(game: &'g Game) -> GameObserver<'g> {
        GameObserver::with_chances(game, ChancesModel::shipped(game.definition()))
    }

    /// An observer that converts scores into winning chances by this model.
    pub(super) fn with_chances(game: &'g Game, chances: ChancesModel) -> GameObserver<'g> {
        GameObserver {
            game,
            layout: FigureLayout::of(game),
            chances,
            texts: MoveWriter::new(game.definition(), CellStyle::Plain),
            across: rules::cells_across(game),
        }
    }

    /// The game.
    pub fn game(&self) -> &'g Game {
        self.game
    }

    /// The index of each figure.
    pub fn layout(&self) -> &FigureLayout {
        &self.layout
    }

    /// Moves as a text, separated by spaces.
    pub(super) fn text(&self, moves: &[Move]) -> String {
        // Few moves are longer.
        let mut text = String::with_capacity(moves.len() * 6);
        for (i, &mv) in moves.iter().enumerate() {
            if i > 0 {
                text.push(' ');
            }
            self.texts.write(mv, &mut text);
        }
        text
    }

    /// Observes a game of the engine.
    pub fn observe(&self, record: &GameRecord) -> GameSums {
        let mut moves = record.history.moves().iter().copied();
        let plies = moves.len();
        let next = |_: &[Move]| moves.next();
        let mut game = self.play(record.history.start(), record.opening_plies, plies, next);
        scores::observe(record, game.outcome, &self.chances, &mut game.sums);
        clarity::observe(record, &mut game.sums);
        game.sums
    }

    /// Plays a game from the start and observes it. `choose` receives the legal moves of each
    /// position, and returns one of them, or `None` to stop the game.
    pub fn play_from_start(
        &self,
        max_plies: usize,
        choose: impl FnMut(&[Move]) -> Option<Move>,
    ) -> ObservedGame {
        self.play(&self.game.start(), 0, max_plies, choose)
    }

    fn play(
        &self,
        start: &Position,
        opening_plies: usize,
        max_plies: usize,
        choose: impl FnMut(&[Move]) -> Option<Move>,
    ) -> ObservedGame {
        let mut game = start.visit(ObservedPlayout {
            observer: self,
            opening_plies,
            max_plies,
            choose,
        });
        let first = game.moves.iter().skip(opening_plies).take(VARIETY_MOVES);
        game.sums.first_moves = first.map(|&mv| self.text(&[mv])).collect();
        game
    }
}

/// Plays a game and observes it.
struct ObservedPlayout<'o, C> {
    observer: &'o GameObserver<'o>,
    opening_plies: usize,
    max_plies: usize,
    choose: C,
}

impl<C: FnMut(&[Move]) -> Option<Move>> Visit for ObservedPlayout<'_, C> {
    type Output = ObservedGame;

    fn visit<const W: usize>(mut self, rules: &Rules<W>, start: &Pos<W>) -> ObservedGame {
        let definition = rules.definition();
        let mut move_counts = MoveCounts::new(rules, start);
        let mut piece_counts = PieceCounts::new(rules, start);
        let mut rule_counts = RuleCounts::new(definition, self.observer.across.as_deref());
        let mut moves = Vec::new();
        let max_plies = u32::try_from(self.max_plies).unwrap_or(u32::MAX);
        let end = start.playout(rules, max_plies, |pos, context, legal| {
            let played = (self.choose)(legal)?;
            let ply = ObservedPly::new(rules, (pos, context), moves.len(), legal, played);
            moves.push(played);
            piece_counts.follow(&ply);
            rule_counts.follow(&ply);
            if ply.number >= self.opening_plies {
                move_counts.add(&ply);
                piece_counts.add(&ply);
                rule_counts.add(&ply);
            }
            Some(played)
        });
        let mut sums = GameSums::new(&self.observer.layout);
        results::finish(&end, &mut sums);
        move_counts.finish(rules, &end, &mut sums);
        piece_counts.finish(rules, &end, &mut sums);
        rule_counts.finish(definition, &end, &mut sums);
        ObservedGame {
            moves,
            outcome: end.outcome,
            sums,
        }
    }
}
