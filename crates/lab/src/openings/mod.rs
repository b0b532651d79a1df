//! Openings of games of the engine against itself, for the tree of openings.
//!
//! [`OpeningMaker::game`] plays one game. In the first moves, which are written down, the engine
//! chooses at random among good moves; then it plays as well as it can to the end. The number
//! of the game decides everything, so a run can stop and go on, and anyone can repeat it.

mod file;

pub use file::{OpeningFile, OpeningFileError, OpeningLine, OpeningSettings};

use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::record::GameResult;
use hyperrook_rules::{Game, History, Side};
use hyperrook_search::{Control, Engine, EngineSettings, Score, SearchLimits, Strength};

/// The level that chooses the first moves: it prefers good moves and does not always choose the
/// best one.
const LEVEL: Strength = Strength::Level(5);
/// A side that scores so much in so many plies in a row has won.
const WON: (i32, usize) = (1_000, 4);
/// A game that is longer is drawn.
const MAX_PLIES: usize = 500;

/// Makes openings of a game.
#[derive(Debug)]
pub struct OpeningMaker<'a> {
    game: &'a Game,
    settings: OpeningSettings,
    engine: Engine,
}

impl<'a> OpeningMaker<'a> {
    /// A maker with empty tables.
    pub fn new(game: &'a Game, settings: OpeningSettings) -> OpeningMaker<'a> {
        let engine = EngineSettings {
            hash_mib: 2,
            ..EngineSettings::default()
        };
        OpeningMaker {
            game,
            settings,
            engine: Engine::new(game, engine),
        }
    }

    /// The first moves of one game and its result. The same settings and number give the same.
    pub fn game(&mut self, number: u64) -> OpeningLine {
        let seed = self.settings.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number;
        self.engine.clear();
        self.engine.seed(seed);
        let mut history = History::new(self.game.start());
        let mut leads = [0; 2];
        let mut won = None;
        while history.outcome().is_none() && history.moves().len() < MAX_PLIES && won.is_none() {
            let is_first = history.moves().len() < self.settings.plies;
            let strength = if is_first { LEVEL } else { Strength::Full };
            let limits = SearchLimits::default()
                .nodes(self.settings.nodes)
                .strength(strength);
            let report = self
                .engine
                .search(&history, &limits, &Control::new(), &mut |_| ());
            let side = history.position().turn();
            if !is_first {
                won = winner(
                    &mut leads,
                    side,
                    report.lines.first().map(|line| line.score),
                );
            }
            if report.best.is_none_or(|best| history.play(best).is_err()) {
                break;
            }
        }
        let definition = self.game.definition();
        let first = history.moves().iter().take(self.settings.plies);
        OpeningLine {
            result: match (won, history.outcome()) {
                (Some(Side::White), None) => GameResult::WhiteWins,
                (Some(Side::Black), None) => GameResult::BlackWins,
                (None, None) => GameResult::Draw,
                (_, outcome) => GameResult::of(outcome),
            },
            moves: first
                .map(|&mv| format_move(definition, mv, CellStyle::Plain))
                .collect(),
        }
    }
}

/// The side that has led by enough for long enough, after a search by `side`. `leads` counts the
/// plies in which each side led.
fn winner(leads: &mut [usize; 2], side: Side, score: Option<Score>) -> Option<Side> {
    let leader = match score? {
        Score::Mate(moves) => Some(if moves > 0 { side } else { side.other() }),
        Score::Centipawns(cp) if cp >= WON.0 => Some(side),
        Score::Centipawns(cp) if cp <= -WON.0 => Some(side.other()),
        Score::Centipawns(_) => None,
    };
    for side in Side::BOTH {
        let lead = &mut leads[side.index()];
        *lead = if leader == Some(side) { *lead + 1 } else { 0 };
    }
    leader.filter(|side| leads[side.index()] >= WON.1)
}

#[cfg(test)]
mod tests {
    use super::{OpeningMaker, OpeningSettings, winner};
    use hyperrook_notation::moves::parse_move;
    use hyperrook_rules::{Game, History, Side};
    use hyperrook_search::Score;

    #[test]
    fn the_number_of_a_game_decides_its_moves() {
        let game = Game::shipped("raumschach").unwrap();
        let settings = OpeningSettings {
            nodes: 60,
            plies: 6,
            ..OpeningSettings::default()
        };
        let mut maker = OpeningMaker::new(&game, settings.clone());
        let lines: Vec<_> = (0..4).map(|number| maker.game(number)).collect();
        assert_eq!(OpeningMaker::new(&game, settings).game(2), lines[2]);
        assert!(lines.iter().any(|line| line.moves != lines[0].moves));
        for line in &lines {
            let mut history = History::new(game.start());
            for name in &line.moves {
                let mv = parse_move(history.position(), name).unwrap();
                history.play(mv).unwrap();
            }
            assert_eq!(line.moves.len(), 6);
        }
    }

    #[test]
    fn a_side_wins_that_leads_in_every_ply() {
        let (white, black) = (Side::White, Side::Black);
        let cp = |score| Some(Score::Centipawns(score));
        let mut leads = [0; 2];
        assert_eq!(winner(&mut leads, white, cp(1_200)), None);
        assert_eq!(winner(&mut leads, black, cp(-1_200)), None);
        assert_eq!(winner(&mut leads, white, cp(900)), None);
        for _ in 0..3 {
            assert_eq!(winner(&mut leads, black, Some(Score::Mate(3))), None);
        }
        assert_eq!(winner(&mut leads, white, cp(-1_000)), Some(black));
    }
}
