//! Openings of games of the engine against itself, for the tree of openings.
//!
//! [`OpeningMaker::game`] plays one game. In the first moves, which are written down, the engine
//! chooses at random among good moves; then it plays as well as it can to the end. The number
//! of the game decides everything, so a run can stop and go on, and anyone can repeat it.

mod file;

pub use file::{OpeningFile, OpeningFileError, OpeningLine, OpeningSettings};

use fastrand::Rng;
use hyperrook_notation::moves::{CellStyle, format_move};
use hyperrook_notation::record::GameResult;
use hyperrook_rules::Move;
use hyperrook_rules::{Game, History, Side};
use hyperrook_search::{Control, Engine, EngineSettings, Info, Score, SearchLimits};

/// In the first moves the engine chooses among this many.
const CANDIDATES: usize = 4;
/// The mean of the random bonus of each candidate, in centipawns: about how much the chosen move
/// may score less than the best one.
const SPREAD_CP: f64 = 10.0;
/// The first moves are searched with this many times the nodes of the others: several lines share
/// them.
const FIRST_NODES: u64 = 12;
/// A side that scores this much in this many plies in a row has won.
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
        let mut random = Rng::with_seed(seed);
        self.engine.clear();
        let mut history = History::new(self.game.start());
        let mut leads = [0; 2];
        let mut won = None;
        while history.outcome().is_none() && history.moves().len() < MAX_PLIES && won.is_none() {
            let is_first = history.moves().len() < self.settings.plies;
            let nodes = self.settings.nodes;
            let limits = if is_first {
                SearchLimits::default()
                    .nodes(nodes * FIRST_NODES)
                    .lines(CANDIDATES)
            } else {
                SearchLimits::default().nodes(nodes)
            };
            let report = self
                .engine
                .search(&history, &limits, &Control::new(), &mut |_| ());
            let side = history.position().turn();
            let score = report.lines.first().map(|line| line.score);
            let mv = if is_first {
                chosen(&report.lines, &mut random)
            } else {
                won = winner(&mut leads, side, score);
                report.best
            };
            if mv.is_none_or(|mv| history.play(mv).is_err()) {
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

/// Chooses one of the lines of a search. Each gets a random bonus, and the best sum wins. Bonuses
/// are exponentially distributed: small ones are frequent, large ones rare.
fn chosen(lines: &[Info], random: &mut Rng) -> Option<Move> {
    let ranked = lines.iter().map(|line| {
        let score = match line.score {
            Score::Centipawns(cp) => f64::from(cp),
            Score::Mate(moves) => f64::from(moves.signum()) * 1e5 - f64::from(moves),
        };
        let bonus = -(1.0 - random.f64()).ln() * SPREAD_CP;
        (score + bonus, line.moves.first().copied())
    });
    ranked.max_by(|a, b| a.0.total_cmp(&b.0))?.1
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
