//! Plays the games of a run. A game depends only on its number and the settings.

use super::chances::WIN_CP;
use super::measures::FIRST_PLIES;
use super::observe::{GameObserver, GameRecord, Probe};
use super::settings::PlaytestSettings;
use super::sums::GameSums;
use crate::contest::stoppable_search;
use crate::seeds::{mix, seed_of};
use hyperrook_notation::moves::parse_move;
use hyperrook_rules::{Game, History, Move, Position, Side};
use hyperrook_search::{Control, Engine, EngineSettings, Score, SearchLimits, SearchReport};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// In one position of this many, all moves are searched, to count the good ones. The number is odd,
/// so that both sides move in such positions, and each game begins with another ply.
const PROBE_EVERY: u64 = 17;
/// Keeps the seeds of this command apart from those of others.
const SEEDS: u64 = u64::from_be_bytes(*b"playtest");
/// How much worse than the best move a good move may be, in centipawns.
const GOOD_CP: i32 = 50;
/// The maximum number of openings tried for a game.
const MAX_OPENING_TRIES: usize = 200;
/// The minimum number of move sequences from which random plies should be chosen.
const MIN_OPENINGS: f64 = 100_000.0;
/// The starting position is searched with this many times the nodes of a move.
const START_EFFORT: u64 = 20;

/// One in so many parts of the maximum time of a move: a search that takes less is not in a hurry.
const UNHURRIED_PART: u32 = 4;

/// The result of a job: a line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PlaytestLine {
    /// The game; `None` if no opening was found.
    pub(super) game: Option<PlaytestGame>,
}

/// A game in the form of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PlaytestGame {
    /// The key of the position after the opening; for a random game, a hash of its moves.
    pub(super) key: u64,
    opening_plies: usize,
    moves: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    scores: Vec<i32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    probes: Vec<Probe>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    first_choices: Vec<usize>,
    /// The nodes searched.
    #[serde(default)]
    pub(super) nodes: u64,
    /// The contribution to the sums, if the game has just been played.
    #[serde(skip)]
    pub(super) sums: Option<Box<GameSums>>,
    /// The time that the thread spent on the game and on the search.
    #[serde(skip)]
    pub(super) time: GameTime,
}

/// The time spent on a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct GameTime {
    /// The time in the search.
    pub(super) search: Duration,
    /// The total time.
    pub(super) all: Duration,
}

impl PlaytestGame {
    /// A game that has just been played, without what an engine adds.
    fn new(key: u64, moves: String, sums: GameSums) -> PlaytestGame {
        PlaytestGame {
            key,
            opening_plies: 0,
            moves,
            scores: Vec::new(),
            probes: Vec::new(),
            first_choices: Vec::new(),
            nodes: 0,
            sums: Some(Box::new(sums)),
            time: GameTime::default(),
        }
    }

    /// Replays the game. The error says which move is wrong.
    pub(super) fn record(&self, game: &Game) -> Result<GameRecord, String> {
        let mut history = History::new(game.start());
        for text in self.moves.split_whitespace() {
            let mv = parse_move(history.position(), text).map_err(|error| error.to_string())?;
            history.play(mv).map_err(|error| error.to_string())?;
        }
        let plies = history.moves().len();
        let scored = plies.saturating_sub(self.opening_plies);
        if !self.scores.is_empty() && self.scores.len() != scored {
            let scores = self.scores.len();
            return Err(format!(
                "it has {scores} scores for {scored} moves after its opening"
            ));
        }
        Ok(GameRecord {
            history,
            opening_plies: self.opening_plies,
            scores: self.scores.clone(),
            probes: self.probes.clone(),
            first_choices: self.first_choices.clone(),
        })
    }

    /// The contribution of the game to the sums.
    pub(super) fn sums(&self, observer: &GameObserver<'_>) -> Result<Cow<'_, GameSums>, String> {
        match &self.sums {
            Some(sums) => Ok(Cow::Borrowed(sums)),
            None => Ok(Cow::Owned(observer.observe(&self.record(observer.game())?))),
        }
    }
}

/// The number of random plies at the beginning of games: the smallest even number from 2 to 8 for
/// which there are about 100,000 move sequences. It is even, so that White moves first.
pub fn opening_plies(game: &Game) -> usize {
    // A few random plies show how many moves the game offers.
    let mut random = fastrand::Rng::with_seed(0x5eed);
    let (mut position, mut logarithms, mut count) = (game.start(), 0.0, 0.0);
    for _ in 0..8 {
        let moves = position.moves();
        let Some(&mv) = random.choice(&moves) else {
            break;
        };
        logarithms += (moves.len() as f64).ln();
        count += 1.0;
        match position.after(mv) {
            Ok(after) if after.outcome().is_none() => position = after,
            _ => break,
        }
    }
    let mean: f64 = if count > 0.0 { logarithms / count } else { 0.0 };
    let even = [2, 4, 6, 8].into_iter();
    let mut enough = even.filter(|&plies| mean * plies as f64 >= MIN_OPENINGS.ln());
    enough.next().unwrap_or(8)
}

/// Limits of time. Without limits, the games depend only on their numbers, the rules and the
/// settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TimeBounds {
    /// The maximum time of a move.
    pub(super) mv: Option<Duration>,
    /// The maximum time of a game. A longer game is stopped and counts as unfinished.
    pub(super) game: Option<Duration>,
}

/// Plays games on one thread.
pub(super) struct PlaytestPlayer<'g> {
    game: &'g Game,
    observer: &'g GameObserver<'g>,
    settings: &'g PlaytestSettings,
    stop: &'g AtomicBool,
    engines: Option<PlaytestEngines<'g>>,
    opening_plies: usize,
    /// The maximum time for a game. A longer game is stopped.
    longest_game: Option<Duration>,
}

/// The engines of a thread.
struct PlaytestEngines<'g> {
    stop: &'g AtomicBool,
    /// Plays the moves.
    player: Engine,
    /// Searches all moves. It is cleared between searches, so that measuring does not change the
    /// games.
    prober: Engine,
    /// The score of the starting position.
    start_cp: i32,
    nodes: u64,
    /// The maximum time for a move.
    longest_move: Option<Duration>,
    /// The nodes searched since the beginning of a game.
    searched: u64,
    time: Duration,
}

impl<'g> PlaytestPlayer<'g> {
    pub(super) fn new(
        observer: &'g GameObserver<'g>,
        settings: &'g PlaytestSettings,
        stop: &'g AtomicBool,
        longest: TimeBounds,
    ) -> PlaytestPlayer<'g> {
        let game = observer.game();
        let engines = |nodes| PlaytestEngines::new(game, nodes, longest.mv, stop);
        PlaytestPlayer {
            game,
            observer,
            settings,
            stop,
            engines: settings.nodes.map(engines),
            opening_plies: settings
                .opening_plies
                .unwrap_or_else(|| opening_plies(game)),
            longest_game: longest.game,
        }
    }

    /// Plays the game with a number. `None` if it was stopped.
    pub(super) fn play(&mut self, number: u64) -> Option<PlaytestLine> {
        let mut random = fastrand::Rng::with_seed(seed_of(SEEDS, self.settings.seed, number));
        match self.engines.take() {
            None => self.play_random(&mut random),
            Some(mut engines) => {
                let played = self.play_engines(&mut engines, &mut random, number);
                self.engines = Some(engines);
                played
            }
        }
    }

    fn play_random(&self, random: &mut fastrand::Rng) -> Option<PlaytestLine> {
        let choose = |legal: &[Move]| {
            let is_stopped = self.stop.load(Ordering::Relaxed);
            random.choice(legal).copied().filter(|_| !is_stopped)
        };
        let max_plies = self.settings.max_plies;
        let played = self.observer.play_from_start(max_plies, choose);
        if played.outcome.is_none() && played.moves.len() < max_plies {
            return None;
        }
        let bits = played.moves.iter().map(|mv| u64::from(mv.bits()));
        let key = bits.fold(0, |key, bits| mix(key ^ bits));
        let moves = self.observer.text(&played.moves);
        Some(PlaytestLine {
            game: Some(PlaytestGame::new(key, moves, played.sums)),
        })
    }

    fn play_engines(
        &self,
        engines: &mut PlaytestEngines<'_>,
        random: &mut fastrand::Rng,
        number: u64,
    ) -> Option<PlaytestLine> {
        let begun = Instant::now();
        (engines.searched, engines.time) = (0, Duration::ZERO);
        let is_too_late = || {
            self.longest_game
                .is_some_and(|most| begun.elapsed() >= most)
        };
        let Some(mut history) = self.opening(engines, random, &is_too_late) else {
            let was_stopped = self.stop.load(Ordering::Relaxed);
            return (!was_stopped).then_some(PlaytestLine { game: None });
        };
        let key = history.position().zobrist_key();
        let opening_plies = history.moves().len();
        let (mut scores, mut probes) = (Vec::new(), Vec::new());
        let first_choices = engines.first_choices(self.game, &mut random.fork());
        engines.player.clear();
        while history.outcome().is_none()
            && history.moves().len() < self.settings.max_plies
            && !is_too_late()
        {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let ply = history.moves().len();
            let position = history.position();
            let sign = if position.turn() == Side::White {
                1
            } else {
                -1
            };
            if (ply as u64 + number).is_multiple_of(PROBE_EVERY) {
                probes.extend(engines.probe(position, ply));
            }
            let report = engines.search(&history, engines.nodes);
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            scores.push(sign * score_cp(&report)?);
            history.play(report.best?).ok()?;
        }
        let record = GameRecord {
            history,
            opening_plies,
            scores,
            probes,
            first_choices,
        };
        let moves = self.observer.text(record.history.moves());
        let mut game = PlaytestGame::new(key, moves, self.observer.observe(&record));
        game.opening_plies = opening_plies;
        game.scores = record.scores;
        game.probes = record.probes;
        game.first_choices = record.first_choices;
        game.nodes = engines.searched;
        game.time = GameTime {
            search: engines.time,
            all: begun.elapsed(),
        };
        Some(PlaytestLine { game: Some(game) })
    }

    /// A random opening that is about as even as the start by a short search.
    fn opening(
        &self,
        engines: &mut PlaytestEngines<'_>,
        random: &mut fastrand::Rng,
        is_too_late: &dyn Fn() -> bool,
    ) -> Option<History> {
        for _ in 0..MAX_OPENING_TRIES {
            if self.stop.load(Ordering::Relaxed) || is_too_late() {
                return None;
            }
            let Some(history) = random_moves(self.game, self.opening_plies, random) else {
                continue;
            };
            let position = history.position();
            if !self.settings.part.has(position.zobrist_key()) {
                continue;
            }
            let sign = if position.turn() == Side::White {
                1
            } else {
                -1
            };
            engines.player.clear();
            let report = engines.search(&history, engines.nodes);
            let Some(score) = score_cp(&report) else {
                continue;
            };
            let difference = (sign * score - engines.start_cp).abs();
            if difference <= self.settings.opening_window_cp {
                return Some(history);
            }
        }
        None
    }
}

/// A game with this many random moves; `None` if they end the game.
fn random_moves(game: &Game, plies: usize, random: &mut fastrand::Rng) -> Option<History> {
    let mut history = History::new(game.start());
    for _ in 0..plies {
        let moves = history.position().moves();
        history.play(*random.choice(&moves)?).ok()?;
        if history.outcome().is_some() {
            return None;
        }
    }
    history.outcome().is_none().then_some(history)
}

impl<'g> PlaytestEngines<'g> {
    fn new(
        game: &Game,
        nodes: u64,
        longest_move: Option<Duration>,
        stop: &'g AtomicBool,
    ) -> PlaytestEngines<'g> {
        // Small hash tables are fast to clear.
        let settings = |hash_mib| EngineSettings {
            hash_mib,
            ..EngineSettings::default()
        };
        let hash_mib = (nodes / 4_000).clamp(2, 64) as usize;
        let mut engines = PlaytestEngines {
            stop,
            player: Engine::new(game, settings(hash_mib)),
            prober: Engine::new(game, settings(1)),
            start_cp: 0,
            nodes,
            longest_move,
            searched: 0,
            time: Duration::ZERO,
        };
        let start = History::new(game.start());
        let report = engines.search(&start, nodes.saturating_mul(START_EFFORT));
        engines.start_cp = match game.start().turn() {
            Side::White => score_cp(&report).unwrap_or(0),
            Side::Black => -score_cp(&report).unwrap_or(0),
        };
        engines
    }

    fn search(&mut self, history: &History, nodes: u64) -> SearchReport {
        let limits = SearchLimits::default()
            .nodes(nodes)
            .move_time(self.longest_move);
        let report = stoppable_search(&mut self.player, history, &limits, self.stop);
        self.searched += report.nodes;
        self.time += report.time;
        report
    }

    /// Counts the good moves of a position.
    fn probe(&mut self, position: &Position, ply: usize) -> Option<Probe> {
        Some(Probe {
            ply,
            legal: position.moves().len(),
            good: self.good_moves(position)?.len(),
        })
    }

    /// The numbers of good moves at the first plies, when both sides choose among the good moves
    /// at random.
    fn first_choices(&mut self, game: &Game, random: &mut fastrand::Rng) -> Vec<usize> {
        let (mut history, mut counts) = (History::new(game.start()), Vec::new());
        while counts.len() < FIRST_PLIES && history.outcome().is_none() {
            let good = self.good_moves(history.position()).unwrap_or_default();
            let Some(&mv) = random.choice(&good) else {
                break;
            };
            counts.push(good.len());
            if history.play(mv).is_err() {
                break;
            }
        }
        counts
    }

    /// The good moves of a position by a shallow search of all moves. The result depends only on
    /// the position; `None` if the search takes so long that it may be incomplete.
    fn good_moves(&mut self, position: &Position) -> Option<Vec<Move>> {
        self.prober.clear();
        let limits = SearchLimits::default()
            .depth_plies(1)
            .lines(position.moves().len())
            .move_time(self.longest_move);
        let history = History::new(position.clone());
        let report = self
            .prober
            .search(&history, &limits, &Control::new(), &mut |_| ());
        self.searched += report.nodes;
        self.time += report.time;
        // A search in a hurry looks at fewer captures.
        let hurries = |longest| report.time >= longest / UNHURRIED_PART;
        if self.longest_move.is_some_and(hurries) {
            return None;
        }
        let scores = report.lines.iter().map(|line| centipawns(line.score));
        let best = scores.max()?;
        let good = report
            .lines
            .iter()
            .filter(|line| centipawns(line.score) + GOOD_CP >= best);
        Some(
            good.filter_map(|line| line.moves.first().copied())
                .collect(),
        )
    }
}

/// The score of a search for the side to move.
fn score_cp(report: &SearchReport) -> Option<i32> {
    Some(centipawns(report.lines.first()?.score))
}

fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(cp) => cp.clamp(-WIN_CP, WIN_CP),
        Score::Mate(moves) if moves > 0 => WIN_CP,
        Score::Mate(_) => -WIN_CP,
    }
}
