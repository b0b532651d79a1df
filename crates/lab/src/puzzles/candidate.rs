//! Finds positions with one good move, and checks them.

use super::proof::Prover;
use super::settings::PuzzleSettings;
use super::values::PuzzleValues;
use super::words::{id, text};
use super::{rate, themes};
use hyperrook_notation::position::format_position;
use hyperrook_notation::puzzle::{Claim, Puzzle};
use hyperrook_rules::{Game, History, Move, MoveClass, Position};
use hyperrook_search::{Control, Engine, EngineSettings, Score, SearchLimits, SearchReport};

/// How much better than all others a move must be, in hundredths of a piece.
const MIN_MARGIN: i32 = 60;
/// A best move that scores less than this saves nothing.
const MIN_SCORE: i32 = -30;
/// A second move that scores more than this wins as well.
const MAX_SECOND_SCORE: i32 = 120;
/// The longest win that is proved, in moves of the winner.
const MAX_MATE: u32 = 4;
/// The nodes of the search between the scan and the check.
const SIEVE_NODES: u64 = 60_000;
/// With fewer moves than this there is little to choose from.
const MIN_MOVES: usize = 5;
/// The same for positions where all moves are transformations, which are never many.
const MIN_TRANSFORMATIONS: usize = 3;
/// The most moves that the solver of a margin has to find.
const MAX_SOLVER_MOVES: usize = 3;
/// The longest continuation that is shown, in plies.
const MAX_CONTINUATION: usize = 6;
/// What a forced win counts in a margin.
const MATE_CP: i32 = 10_000;

/// Finds puzzles in positions.
#[derive(Debug)]
pub(super) struct PuzzleFinder {
    engine: Engine,
    prover: Prover,
    settings: PuzzleSettings,
    values: PuzzleValues,
    /// What the last position looked at scores for the side to move.
    last_score: Score,
}

/// The best line of a search, and the score of the second best move.
struct BestLine {
    moves: Vec<Move>,
    best: Score,
    second: Score,
}

impl BestLine {
    fn of(report: &SearchReport) -> Option<BestLine> {
        let [best, second] = &report.lines[..] else {
            return None;
        };
        Some(BestLine {
            moves: best.moves.clone(),
            best: best.score,
            second: second.score,
        })
    }

    fn first(&self) -> Option<Move> {
        self.moves.first().copied()
    }

    fn claim(&self) -> Claim {
        Claim::Margin(centipawns(self.best), centipawns(self.second))
    }

    /// Whether the best move is the only good one.
    fn is_clear(&self, values: &PuzzleValues) -> bool {
        let (best, second) = (centipawns(self.best), centipawns(self.second));
        best >= values.of_piece(MIN_SCORE)
            && second <= values.of_piece(MAX_SECOND_SCORE)
            && best - second >= values.of_piece(MIN_MARGIN)
    }
}

/// A score in centipawns; forced wins count a fixed amount.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(cp) => cp.clamp(-MATE_CP, MATE_CP),
        Score::Mate(moves) if moves > 0 => MATE_CP,
        Score::Mate(_) => -MATE_CP,
    }
}

impl PuzzleFinder {
    pub(super) fn new(game: &Game, settings: PuzzleSettings) -> PuzzleFinder {
        let engine = EngineSettings {
            hash_mib: 16,
            ..EngineSettings::default()
        };
        PuzzleFinder {
            engine: Engine::new(game, engine),
            prover: Prover::default(),
            settings,
            values: PuzzleValues::new(game),
            last_score: Score::Centipawns(0),
        }
    }

    /// A puzzle of the last position, if it is one; a forced win only with `mates`.
    pub(super) fn puzzle(&mut self, history: &History, mates: bool) -> Option<Puzzle> {
        let position = history.position();
        if !has_choice(position) {
            return None;
        }
        let alone = History::new(position.clone());
        let report = self.search(&alone, self.settings.scan_nodes);
        let best = report.lines.first()?;
        self.last_score = best.score;
        // With a forced win the search can end before it has a second line.
        if let Score::Mate(moves) = best.score
            && let Ok(moves) = u32::try_from(moves)
            && moves <= MAX_MATE
        {
            if !mates || !self.is_wanted(position, &best.moves, Claim::Mate(moves)) {
                return None;
            }
            return self.mate(position, moves);
        }
        let scan = BestLine::of(&report)?;
        if !scan.is_clear(&self.values) || takes_back(history, scan.first()?) {
            return None;
        }
        if !self.is_wanted(position, &scan.moves, scan.claim()) {
            return None;
        }
        // What the weakest level finds every time is no puzzle.
        if rate::is_trivial(&mut self.engine, position, &text(position, scan.first()?)) {
            return None;
        }
        let sieve = self.two_lines(&alone, SIEVE_NODES)?;
        if !sieve.is_clear(&self.values) || sieve.first() != scan.first() {
            return None;
        }
        if !self.is_wanted(position, &sieve.moves, sieve.claim()) {
            return None;
        }
        self.margin(&alone)
    }

    /// Whether one side was ahead by this many hundredths of a piece in the last position.
    pub(super) fn is_decided(&self, hundredths: i32) -> bool {
        centipawns(self.last_score).abs() > self.values.of_piece(hundredths)
    }

    /// Whether a line, as far as it is known, has one of the themes that are asked for.
    fn is_wanted(&self, position: &Position, line: &[Move], claim: Claim) -> bool {
        let wanted = &self.settings.themes;
        let themes = || themes::themes(position, line, &[], claim, &self.values);
        wanted.is_empty() || themes().iter().any(|theme| wanted.contains(theme))
    }

    fn two_lines(&mut self, history: &History, nodes: u64) -> Option<BestLine> {
        BestLine::of(&self.search(history, nodes))
    }

    /// Searches for the two best moves.
    fn search(&mut self, history: &History, nodes: u64) -> SearchReport {
        self.engine.clear();
        let limits = SearchLimits::default().nodes(nodes).lines(2);
        self.engine
            .search(history, &limits, &Control::new(), &mut |_| ())
    }

    /// A forced win with one first move.
    fn mate(&mut self, position: &Position, moves: u32) -> Option<Puzzle> {
        let limit = self.settings.proof_positions;
        let proof = self.prover.prove(position, moves, limit).ok()??;
        let [first] = proof.first[..] else {
            return None;
        };
        let mut solution = vec![vec![text(position, first)]];
        let mut line = vec![first];
        let mut at = position.after(first).ok()?;
        let mut left = proof.moves;
        while at.outcome().is_none() {
            let (reply, after) = self.longest_defence(&at, left - 1)?;
            let next = self.prover.prove(&after, left - 1, limit).ok()??;
            solution.push(vec![text(&at, reply)]);
            solution.push(next.first.iter().map(|&mv| text(&after, mv)).collect());
            let &mv = next.first.first()?;
            line.extend([reply, mv]);
            left = next.moves;
            at = after.after(mv).ok()?;
        }
        let claim = Claim::Mate(proof.moves);
        self.finished(position, solution, &line, &[], claim)
    }

    /// The reply that holds out longest.
    fn longest_defence(&mut self, position: &Position, most: u32) -> Option<(Move, Position)> {
        let limit = self.settings.proof_positions;
        let mut longest: Option<(u32, Move, Position)> = None;
        for mv in position.moves() {
            let after = position.after(mv).ok()?;
            if after.outcome().is_some() {
                continue;
            }
            let proof = self.prover.prove(&after, most, limit).ok()??;
            if longest
                .as_ref()
                .is_none_or(|(moves, ..)| proof.moves > *moves)
            {
                longest = Some((proof.moves, mv, after));
            }
        }
        longest.map(|(_, mv, after)| (mv, after))
    }

    /// A move that keeps its margin in a long search, and the good moves after it.
    pub(super) fn margin(&mut self, history: &History) -> Option<Puzzle> {
        let lead = self.two_lines(history, self.settings.check_nodes)?;
        if !lead.is_clear(&self.values) {
            return None;
        }
        let position = history.position();
        let claim = lead.claim();
        let mut played = history.clone();
        let mut line = vec![lead.first()?];
        let mut solution = vec![vec![text(position, line[0])]];
        let mut continuation = lead.moves[1..].to_vec();
        played.play(line[0]).ok()?;
        while line.len() < 2 * MAX_SOLVER_MOVES - 1 && played.outcome().is_none() {
            let Some(&reply) = continuation.first() else {
                break;
            };
            let mut next = played.clone();
            if next.play(reply).is_err() || next.outcome().is_some() {
                break;
            }
            let nodes = self.settings.check_nodes / 4;
            let Some(lead) = self.two_lines(&next, nodes) else {
                break;
            };
            let Some(mv) = lead
                .first()
                .filter(|&mv| lead.is_clear(&self.values) && !takes_back(&next, mv))
            else {
                break;
            };
            solution.push(vec![text(played.position(), reply)]);
            solution.push(vec![text(next.position(), mv)]);
            line.extend([reply, mv]);
            continuation = lead.moves[1..].to_vec();
            played = next;
            played.play(mv).ok()?;
        }
        continuation.truncate(MAX_CONTINUATION);
        self.finished(position, solution, &line, &continuation, claim)
    }

    /// The puzzle, if it has one of the themes that are asked for.
    fn finished(
        &mut self,
        position: &Position,
        solution: Vec<Vec<String>>,
        line: &[Move],
        continuation: &[Move],
        claim: Claim,
    ) -> Option<Puzzle> {
        let mut played = History::new(position.clone());
        for &mv in line {
            played.play(mv).ok()?;
        }
        let mut shown = Vec::new();
        for &mv in continuation {
            let name = text(played.position(), mv);
            if played.play(mv).is_err() {
                break;
            }
            shown.push(name);
        }
        let puzzle = Puzzle {
            id: id(position),
            position: format_position(position),
            solution,
            continuation: shown,
            claim,
            themes: themes::themes(position, line, continuation, claim, &self.values),
            rating: 0,
        };
        let wanted = &self.settings.themes;
        let is_wanted =
            wanted.is_empty() || puzzle.themes.iter().any(|theme| wanted.contains(theme));
        is_wanted.then(|| self.described(position, puzzle, line, continuation))
    }

    /// The puzzle with its themes and its rating.
    pub(super) fn described(
        &mut self,
        position: &Position,
        puzzle: Puzzle,
        line: &[Move],
        continuation: &[Move],
    ) -> Puzzle {
        Puzzle {
            themes: themes::themes(position, line, continuation, puzzle.claim, &self.values),
            rating: rate::rating(&mut self.engine, position, &puzzle.solution),
            ..puzzle
        }
    }
}

/// Whether there are enough moves to choose from.
fn has_choice(position: &Position) -> bool {
    let moves = position.moves();
    let transforms = |mv: &Move| mv.class() == MoveClass::Transformation;
    let least = if moves.iter().all(transforms) {
        MIN_TRANSFORMATIONS
    } else {
        MIN_MOVES
    };
    moves.len() >= least
}

/// Whether a move takes the piece that has just captured: nobody needs to look for it.
fn takes_back(history: &History, mv: Move) -> bool {
    let positions = history.positions();
    let (Some(&last), Some(before)) = (
        history.moves().last(),
        positions
            .len()
            .checked_sub(2)
            .and_then(|at| positions.get(at)),
    ) else {
        return false;
    };
    mv.destination() == last.destination() && before.captures(last).any()
}
