//! The games: pairs of a handicap match, and games of unequal armies.

use super::army::Army;
use super::design::HandicapMatch;
use super::settings::ValuesSettings;
use super::sums::{GameRows, PieceBalance};
use crate::contest::{ContestEnd, play, search, white_advantage};
use crate::jobs::half_points;
use crate::seeds::seed_of;
use hyperrook_rules::fast::{MoveContext, MoveGroup, PieceValues, Pos, Rules};
use hyperrook_rules::{History, Kind, Move, Position, Side, Visit};
use hyperrook_search::{Engine, EngineSettings, SearchLimits};
use serde::{Deserialize, Serialize};

/// A game of this many plies is stopped and does not count.
const MAX_PLIES: usize = 3_000;
/// The maximum number of positions of a game that count, and the minimum number of plies between
/// them.
const MAX_ROWS: usize = 10;
const ROW_PLIES: usize = 8;
/// The number of openings tried before a job is given up.
const TRIES: usize = 60;
/// Keeps the seeds of this command apart from those of others.
const SEEDS: u64 = u64::from_be_bytes(*b"pcvalues");

/// The result of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum JobResult {
    /// Two games of a handicap match.
    Pair {
        /// The number of the match.
        handicap: usize,
        /// Half-points of the first army in both games; `None` if a game was too long.
        #[serde(deserialize_with = "half_points::<4, _, _>")]
        points: Option<usize>,
        /// A hash of both openings. The same openings give the same games.
        opening: u64,
    },
    /// A game of unequal armies; `None` if it was too long.
    Game(Option<GameRows>),
    /// No such position exists, or no opening is even enough.
    Nothing,
}

/// The place of a job in its round, which has a pair of each match, and then as many single games.
fn in_round(job: u64, matches: usize) -> usize {
    (job % (2 * matches as u64)) as usize
}

/// Whether a job is a pair of games of a match.
pub(super) fn is_pair(job: u64, matches: usize) -> bool {
    in_round(job, matches) < matches
}

/// The state of a thread that plays.
pub(super) struct HandicapPlayer<'p> {
    army: &'p Army,
    planned: &'p [HandicapMatch],
    engine: Engine,
    limits: SearchLimits,
    seed: u64,
}

impl<'p> HandicapPlayer<'p> {
    pub(super) fn new(
        army: &'p Army,
        planned: &'p [HandicapMatch],
        settings: &ValuesSettings,
    ) -> Self {
        HandicapPlayer {
            army,
            planned,
            engine: Engine::new(
                &army.game,
                EngineSettings {
                    // A small table is fast to clear.
                    hash_mib: 4,
                    ..EngineSettings::default()
                },
            ),
            limits: SearchLimits::default().nodes(settings.nodes),
            seed: settings.seed,
        }
    }

    /// Does a job. In each round there is one pair of each handicap match, and then the same number
    /// of games of unequal armies.
    pub(super) fn job(&mut self, number: u64) -> JobResult {
        let matches = self.planned.len();
        let mut random = fastrand::Rng::with_seed(seed_of(SEEDS, self.seed, number));
        if is_pair(number, matches) {
            self.pair(in_round(number, matches), &mut random)
        } else {
            self.unequal(&mut random)
        }
    }

    /// Plays two games of a handicap match, with reversed colours and the same opening moves.
    fn pair(&mut self, number: usize, random: &mut fastrand::Rng) -> JobResult {
        let HandicapMatch { has, against } = &self.planned[number];
        let armies: [[&[Kind]; 2]; 2] = [[against, has], [has, against]];
        for _ in 0..TRIES {
            let starts = armies.map(|lacking| self.army.without(lacking, random));
            let [Some(first), Some(second)] = starts else {
                continue;
            };
            let mut games = [History::new(first), History::new(second)];
            if !open(&mut games, random) || !self.is_fair(&games) {
                continue;
            }
            let keys = games.each_ref().map(|game| game.position().zobrist_key());
            let mut points = Some(0);
            for (game, side) in games.iter_mut().zip(Side::BOTH) {
                let end = self.play(game);
                points = points.zip(end.half_points(side)).map(|(a, b)| a + b);
            }
            return JobResult::Pair {
                handicap: number,
                points,
                opening: keys[0] ^ keys[1].rotate_left(32),
            };
        }
        JobResult::Nothing
    }

    /// Whether the opening moves of two games favour no colour: the mean score of both games, in
    /// which the armies are exchanged, is less than a unit by a search.
    fn is_fair(&mut self, games: &[History; 2]) -> bool {
        let limits = &self.limits;
        let engine = &mut self.engine;
        let seen = games
            .each_ref()
            .map(|game| white_advantage(engine, game, limits));
        let [Some(first), Some(second)] = seen else {
            return false;
        };
        f64::from(first + second).abs() / 2.0 <= self.army.unit_cp
    }

    fn play(&mut self, game: &mut History) -> ContestEnd {
        self.engine.clear();
        let (engine, limits) = (&mut self.engine, &self.limits);
        play(game, MAX_PLIES, &mut |game| search(engine, game, limits))
    }

    /// Plays a game of unequal armies and collects its quiet positions.
    fn unequal(&mut self, random: &mut fastrand::Rng) -> JobResult {
        for _ in 0..TRIES {
            let lacking = [0, 1].map(|_| self.some_pieces(random));
            let worth = |set: &[Kind]| set.iter().map(|&k| self.army.value(k)).sum::<f64>();
            if (worth(&lacking[0]) - worth(&lacking[1])).abs() > self.greatest_difference() {
                continue;
            }
            let Some(start) = self.army.without([&lacking[0], &lacking[1]], random) else {
                continue;
            };
            let mut games = [History::new(start)];
            if !open(&mut games, random) {
                continue;
            }
            let [mut game] = games;
            let opening = game.moves().len();
            let result = match self.play(&mut game) {
                ContestEnd::CutOff | ContestEnd::Stopped => return JobResult::Game(None),
                end => end.half_points(Side::White).unwrap_or(1) as u8,
            };
            let rows = self.rows(&game, opening);
            return JobResult::Game(Some(GameRows {
                opening: game.positions()[opening].zobrist_key(),
                result,
                rows,
            }));
        }
        JobResult::Nothing
    }

    /// Up to three random pieces.
    fn some_pieces(&self, random: &mut fastrand::Rng) -> Vec<Kind> {
        let mut kinds = self.army.kinds();
        kinds.retain(|&kind| self.army.available(kind) > 0);
        let mut left: Vec<usize> = kinds
            .iter()
            .map(|&kind| self.army.available(kind))
            .collect();
        let mut taken = Vec::new();
        for _ in 0..random.usize(0..=3) {
            let which = random.usize(..kinds.len());
            if left[which] > 0 {
                left[which] -= 1;
                taken.push(kinds[which]);
            }
        }
        taken
    }

    /// The maximum difference in material, by the evaluation, of a position that counts: four
    /// units, or a piece of mean value.
    fn greatest_difference(&self) -> f64 {
        let kinds = self.army.kinds();
        let sum: f64 = kinds.iter().map(|&kind| self.army.value(kind)).sum();
        (sum / kinds.len() as f64).max(400.0)
    }

    /// Quiet positions of a game in which the armies differ.
    fn rows(&self, game: &History, opening: usize) -> Vec<PieceBalance> {
        let mut rows = Vec::new();
        let mut next = opening;
        for (ply, position) in game.positions().iter().enumerate() {
            if ply < next || position.outcome().is_some() {
                continue;
            }
            let differences = piece_balance(position);
            let worth: f64 = differences
                .iter()
                .zip(&self.army.values)
                .map(|(&n, value)| f64::from(n) * value)
                .sum();
            let differs = differences.iter().any(|&n| n != 0);
            if differs && worth.abs() <= self.greatest_difference() && is_quiet(self.army, position)
            {
                rows.push(PieceBalance {
                    differences,
                    white_to_move: position.turn() == Side::White,
                });
                next = ply + ROW_PLIES;
            }
        }
        // Take positions from all parts of a long game.
        let step = rows.len().div_ceil(MAX_ROWS).max(1);
        rows.into_iter().step_by(step).collect()
    }
}

/// Makes 4 to 7 random moves, the same in all games; returns `false` if that is not possible
/// without ending a game.
fn open<const N: usize>(games: &mut [History; N], random: &mut fastrand::Rng) -> bool {
    for _ in 0..random.usize(4..=7) {
        let mut moves = games[0].position().moves();
        for game in &games[1..] {
            let others = game.position().moves();
            moves.retain(|mv| others.contains(mv));
        }
        let Some(&mv) = random.choice(&moves) else {
            return false;
        };
        for game in games.iter_mut() {
            if game.play(mv).is_err() || game.outcome().is_some() {
                return false;
            }
        }
    }
    games.iter().all(|game| !game.position().in_check())
}

/// By kind, White's pieces minus Black's. Royal pieces are left out.
fn piece_balance(position: &Position) -> Vec<i8> {
    let definition = position.game().definition();
    let mut counts = vec![0i32; definition.pieces().len()];
    for cell in position.game().board().cells() {
        if let Some(piece) = position.piece(cell)
            && !definition.piece(piece.kind).royal
        {
            counts[piece.kind.index()] += if piece.side == Side::White { 1 } else { -1 };
        }
    }
    let lengths = definition
        .pieces()
        .iter()
        .map(|spec| spec.span.map_or(1, |s| s.length));
    let pieces = counts.iter().zip(lengths);
    pieces
        .map(|(&cells, length)| (cells / length as i32) as i8)
        .collect()
}

/// Whether the side to move is not in check and no capture or promotion wins anything by
/// static exchange.
fn is_quiet(army: &Army, position: &Position) -> bool {
    !position.in_check() && !position.visit(CaptureThatWins(&army.values))
}

struct CaptureThatWins<'v>(&'v [f64]);

impl Visit for CaptureThatWins<'_> {
    type Output = bool;

    fn visit<const W: usize>(self, rules: &Rules<W>, pos: &Pos<W>) -> bool {
        let values: Vec<i32> = self.0.iter().map(|&value| value.round() as i32).collect();
        let values = PieceValues::new(rules, &values);
        let mut tactical: Vec<Move> = Vec::new();
        pos.moves(rules, MoveGroup::Tactical, |mv| tactical.push(mv));
        let context = MoveContext::new(rules);
        tactical
            .into_iter()
            .any(|mv| context.see_ge(pos, &values, mv, 1))
    }
}
